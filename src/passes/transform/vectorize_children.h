// What the parts of structured.vectorize_children_and_apply_patterns share.
#ifndef RUNG_PASSES_TRANSFORM_VECTORIZE_CHILDREN_H
#define RUNG_PASSES_TRANSFORM_VECTORIZE_CHILDREN_H

#include "ir/affine.h"
#include "rewrite/greedy.h"

// That flag as often as `count` says.
A repeated_flag(Greedy *g, uint32_t count, A flag);
// vector.transfer_read from the start on; `padding` NULL: of poison. vector.transfer_write at `indices`, one for each dimension of the map.
Value *build_whole_read(Greedy *g, Value *source, T type, const AffineMap *map, A in_bounds, Value *padding);
Operation *build_vector_write(Greedy *g, Value *value, Value *into, Value *const *indices, const AffineMap *map, A in_bounds);

// tensor.pad: transfers of it take its padding, and what remains of it becomes a fill and a slice that is put in.
extern const PatternSet pad_vectorization_patterns;

#endif
