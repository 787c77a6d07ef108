// Bounds of affine expressions.
#ifndef RUNG_IR_AFFINE_BOUND_H
#define RUNG_IR_AFFINE_BOUND_H

#include "ir/affine.h"

// The largest value that `expr` has while each dimension of the map is from 0 below its size. Dimensions whose size is
// DYNAMIC or 0 are not bounded. False when there is no such value, or it is not known.
bool affine_upper_bound(Arena *arena, E expr, const AffineMap *map, const int64_t *sizes, int64_t *out);

#endif
