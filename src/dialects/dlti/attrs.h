// Data layout specifications as other layers read them.
#ifndef RUNG_DIALECTS_DLTI_ATTRS_H
#define RUNG_DIALECTS_DLTI_ATTRS_H

#include "asm/params.h"

// The value of `key` in a #dlti.dl_spec (or map…), or NULL.
A dlti_find(A spec, A key);

#endif
