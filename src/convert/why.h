// Why an operation could not be legalized, and which pass would take it further down.
#ifndef RUNG_CONVERT_WHY_H
#define RUNG_CONVERT_WHY_H

#include "rewrite/conversion.h"

// Add a hint to `diag`, and to the log when there is one. `types`: of the patterns for the op; NULL
// when none of them converts types. `has_patterns`: there are any.
void explain_failure(Conversion *c, Operation *op, TypeConverter *types, bool has_patterns, Diag *diag);
// convert_no_match() for types of which one cannot be converted; `what`: "an operand".
bool no_match_types(Conversion *c, Operation *op, const char *what, const T *types, uint32_t count);
// The pass that lowers operations of that name, as mlir-opt names it; NULL when none is known.
const char *way_down(Str op);

#endif
