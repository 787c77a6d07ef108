#include "dialects/affine/slice.h"

void slice_positions(Builder *b, const OffsetsSizesStrides *slice, const bool *dropped, const OpFoldResult *indices, ValueVec *out,
                     Arena *arena) {
  E offset = affine_symbol(b->ctx, 0), index = affine_symbol(b->ctx, 1), stride = affine_symbol(b->ctx, 2);
  E sum = affine_add(b->ctx, offset, affine_mul(b->ctx, index, stride));
  for (uint32_t i = 0; i < slice->offsets.count; i++) {
    const OpFoldResult parts[] = {ofr_fold(slice->offsets.items[i]), dropped[i] ? OFR_NUMBER(0) : *indices++, ofr_fold(slice->strides.items[i])};
    vec_push(arena, out, ofr_to_value(b, compose_apply_symbols(b, sum, parts, 3, arena)));
  }
}

const AffineMap *slice_map(Context *ctx, const AffineMap *map, const bool *dropped, uint32_t rank, Arena *arena) {
  E *dims = arena_new(arena, E, map->dim_count + 1);
  for (uint32_t i = 0, at = 0; i < rank && at < map->dim_count; i++)
    if (!dropped[i]) dims[at++] = affine_dim(ctx, i);
  return affine_map_replace(ctx, map, dims, NULL, rank, 0);
}
