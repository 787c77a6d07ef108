// Memory of other types (after castOrReallocMemRefValue of mlir/lib/Dialect/Bufferization/IR/BufferizationOps.cpp).
#include "dialects/bufferization/buffers.h"

#include "ops/amdgpu.h"
#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/memref.h"
#include "ops/tensor.h"
#include "ops/vector.h"

#include "dialects/common/build.h"
#include "ir/constants.h"

Value *build_buffer_alloc(Builder *b, T type, Value *const *sizes, uint32_t count, uint64_t alignment) {
  OpState *state = builder_begin(b, OP_MEMREF_ALLOC);
  op_state_add_operands(state, sizes, count);
  op_state_add_type(state, type);
  if (alignment) op_state_set_prop(state, MEMREF_ALLOC_ALIGNMENT, attr_i64(b->ctx, b->ctx->types.i64, (int64_t)alignment));
  op_state_operand_segments(state, (const int32_t[]){(int32_t)count, 0}, 2);
  return builder_finish_value(b);
}

void build_dynamic_sizes(Builder *b, Value *shaped, ValueVec *out, Arena *arena) {
  const ShapedType *type = (const ShapedType *)shaped->type;
  uint16_t opcode = type_is_memref(shaped->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM;
  for (uint64_t i = 0; i < type->rank; i++)
    if (type->dims[i] == DYNAMIC) vec_push(arena, out, build2(b, opcode, b->ctx->types.index, shaped, build_index(b, (int64_t)i)));
}

bool buffer_cast_is_safe(Context *ctx, T from, T to, Arena *arena) {
  uint64_t rank = ((const ShapedType *)from)->rank;
  int64_t *has = arena_new(arena, int64_t, rank + 1), *wants = arena_new(arena, int64_t, rank + 1);
  if (!has || !wants || !memref_cast_ok(&from, 1, &to, 1) || !memref_strides_and_offset(ctx, from, has, &has[rank]) ||
      !memref_strides_and_offset(ctx, to, wants, &wants[rank]))
    return false;
  for (uint64_t i = 0; i <= rank; i++)
    if (wants[i] != DYNAMIC && has[i] != wants[i]) return false;
  return true;
}

Value *cast_or_copy_buffer(Builder *b, Value *buffer, T type, uint64_t alignment, Arena *arena) {
  const ShapedType *from = (const ShapedType *)buffer->type, *to = (const ShapedType *)type;
  if (from->element != to->element || from->extra != to->extra || from->rank != to->rank) return NULL;
  if (buffer_cast_is_safe(b->ctx, buffer->type, type, arena)) return build1(b, OP_MEMREF_CAST, type, buffer);
  ValueVec sizes = {0};
  for (uint64_t i = 0; i < to->rank; i++)
    if (to->dims[i] == DYNAMIC) vec_push(arena, &sizes, build2(b, OP_MEMREF_DIM, b->ctx->types.index, buffer, build_index(b, (int64_t)i)));
  Value *copy = build_buffer_alloc(b, type, sizes.data, sizes.count, alignment);
  build2(b, OP_MEMREF_COPY, NULL, buffer, copy);
  return copy;
}

Value *buffer_of_to_tensor(Builder *b, Operation *to_buffer, uint64_t alignment, Arena *arena) {
  Operation *tensor = operand_defined_by(to_buffer, 0, OP_BUFFERIZATION_TO_TENSOR);
  if (!tensor) return NULL;
  Value *buffer = op_operand(tensor, 0);
  T type = op_result_type(to_buffer, 0);
  if (buffer->type == type) return buffer;
  bool from_ranked = type_kind(buffer->type) == TYPE_MEMREF, to_ranked = type_kind(type) == TYPE_MEMREF;
  if (from_ranked && to_ranked) return cast_or_copy_buffer(b, buffer, type, alignment, arena);
  return to_ranked ? NULL : build1(b, OP_MEMREF_CAST, type, buffer);
}

bool is_view(const Operation *op) {
  static const uint16_t views[] = {
    OP_MEMREF_ASSUME_ALIGNMENT, OP_MEMREF_CAST, OP_MEMREF_COLLAPSE_SHAPE, OP_MEMREF_EXPAND_SHAPE, OP_MEMREF_EXTRACT_STRIDED_METADATA,
    OP_MEMREF_MEMORY_SPACE_CAST, OP_MEMREF_REINTERPRET_CAST, OP_MEMREF_RESHAPE, OP_MEMREF_SUBVIEW, OP_MEMREF_VIEW, OP_VECTOR_TYPE_CAST,
    OP_AMDGPU_FAT_RAW_BUFFER_CAST,
  };
  for (uint32_t i = 0; op && i < countof(views); i++)
    if (op_is(op, views[i])) return op->operand_count && op->result_count;
  return false;
}

Value *base_of_views(const Value *value) {
  while (is_view(value_def(value))) value = op_operand(value_def(value), 0);
  return (Value *)(uintptr_t)value;
}
