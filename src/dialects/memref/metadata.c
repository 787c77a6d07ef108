#include "dialects/memref/metadata.h"

#include "ops/memref.h"

Operation *build_strided_metadata(Builder *b, Value *source) {
  const ShapedType *shape = (const ShapedType *)source->type;
  T base = type_memref(b->ctx, NULL, 0, shape->element, NULL, shape->extra);
  OpState *state = builder_begin(b, OP_MEMREF_EXTRACT_STRIDED_METADATA);
  op_state_add_operand(state, source);
  op_state_add_type(state, base);
  for (uint64_t i = 0; i < 1 + 2 * shape->rank; i++) op_state_add_type(state, b->ctx->types.index);
  return builder_finish(b);
}

static bool parts_of(Context *ctx, T type, Operation *metadata, OffsetsSizesStrides *out, Arena *arena) {
  const ShapedType *shape = (const ShapedType *)type;
  uint32_t rank = (uint32_t)shape->rank;
  int64_t *strides = arena_new(arena, int64_t, rank + 1), offset;
  *out = (OffsetsSizesStrides){{arena_new(arena, OpFoldResult, 1), 1}, {arena_new(arena, OpFoldResult, rank + 1), rank},
                               {arena_new(arena, OpFoldResult, rank + 1), rank}};
  if (!strides || !out->offsets.items || !out->sizes.items || !out->strides.items) return false;
  if (!memref_strides_and_offset(ctx, type, strides, &offset)) return false;
  out->offsets.items[0] = metadata ? known_or(offset, metadata_offset(metadata)) : OFR_NUMBER(offset);
  for (uint32_t i = 0; i < rank; i++) {
    out->sizes.items[i] = metadata ? known_or(shape->dims[i], metadata_size(metadata, i)) : OFR_NUMBER(shape->dims[i]);
    out->strides.items[i] = metadata ? known_or(strides[i], metadata_stride(metadata, i)) : OFR_NUMBER(strides[i]);
  }
  return true;
}

bool metadata_parts(Context *ctx, Operation *metadata, OffsetsSizesStrides *out, Arena *arena) {
  return parts_of(ctx, op_operand_type(metadata, 0), metadata, out, arena);
}

bool memref_parts(Context *ctx, T memref, OffsetsSizesStrides *out, Arena *arena) { return parts_of(ctx, memref, NULL, out, arena); }
