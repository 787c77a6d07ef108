// Positions in a slice, in terms of what it is a slice of
// (after mlir/lib/Dialect/Affine/Utils/ViewLikeInterfaceUtils.cpp).
#ifndef RUNG_DIALECTS_AFFINE_SLICE_H
#define RUNG_DIALECTS_AFFINE_SLICE_H

#include "dialects/affine/apply.h"

// offset + index * stride for each dimension; the slice leaves out those that are `dropped`, whose index is 0.
void slice_positions(Builder *b, const OffsetsSizesStrides *slice, const bool *dropped, const OpFoldResult *indices, ValueVec *out,
                     Arena *arena);
// A map of the slice's dimensions as a map of all of them.
const AffineMap *slice_map(Context *ctx, const AffineMap *map, const bool *dropped, uint32_t rank, Arena *arena);

#endif
