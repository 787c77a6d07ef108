// Hooks of scf's records that are not beside them.
#ifndef RUNG_DIALECTS_SCF_HOOKS_H
#define RUNG_DIALECTS_SCF_HOOKS_H

#include "ir/opdef.h"

DialectInitFn init_scf;   // custom.c

#endif
