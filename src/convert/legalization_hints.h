// Which pass takes what further down: what a failed conversion says beside upstream's message.
#ifndef RUNG_CONVERT_LEGALIZATION_HINTS_H
#define RUNG_CONVERT_LEGALIZATION_HINTS_H

#include "rewrite/why.h"

extern const LegalizationHints legalization_hints;
// The pass that lowers operations of that name, as mlir-opt names it; NULL when none is known.
const char *legalization_hint(Str op);

#endif
