// Verification of data layouts.
#ifndef RUNG_DIALECTS_DLTI_VERIFY_H
#define RUNG_DIALECTS_DLTI_VERIFY_H

#include "ir/verifier.h"

// The layout of a module makes sense by itself and together with those around it.
bool verify_module_layout(Verifier *v, const Operation *op);
// A module has one layout at most.
bool verify_one_layout(Verifier *v, const Operation *op);

#endif
