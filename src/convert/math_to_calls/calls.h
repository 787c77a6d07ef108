// Shared by lowerings of vector operations to calls.
#ifndef RUNG_CONVERT_MATH_TO_CALLS_CALLS_H
#define RUNG_CONVERT_MATH_TO_CALLS_CALLS_H

#include "rewrite/conversion.h"

// Replace an operation on vectors (c->pattern->root) by the same one on each element.
bool unroll_to_scalars(Conversion *c, Operation *op, Value *const *operands);

#endif
