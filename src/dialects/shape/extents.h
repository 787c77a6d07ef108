// Shapes that are known while compiling.
#ifndef RUNG_DIALECTS_SHAPE_EXTENTS_H
#define RUNG_DIALECTS_SHAPE_EXTENTS_H

#include "ir/fold.h"

// The extents that a constant says; false: it is another constant, or none.
bool constant_extents(Context *ctx, A constant, Arena *arena, I64Vec *out);
// What two shapes broadcast to; false: they do not fit.
bool broadcast_extents(const I64Vec *a, const I64Vec *b, Arena *arena, I64Vec *out);
A extents_attr(Context *ctx, const int64_t *extents, uint32_t count);

#endif
