// The pass that lowers each operation or type; the hint of a failed conversion names it.
#ifndef RUNG_PASSES_LEGALIZATION_HINTS_H
#define RUNG_PASSES_LEGALIZATION_HINTS_H

#include "rewrite/why.h"

extern const LegalizationHints legalization_hints;
// The pass that lowers such operations, as mlir-opt names it; NULL when none is known.
const char *legalization_hint(const OpDef *op);

#endif
