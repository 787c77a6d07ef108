#include "dialects/linalg/build.h"

#include "asm/params.h"
#include "dialects/linalg/hooks.h"
#include "ir/type.h"
#include "ops/linalg.h"
#include "ops/tensor.h"

// ---------------------------------------------------------------------------------------------
// Tensors

Value *build_empty(Builder *b, T type, Value *const *sizes, uint32_t count) {
  OpState *state = builder_begin(b, OP_TENSOR_EMPTY);
  op_state_add_operands(state, sizes, count);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

Value *build_empty_of(Builder *b, const OpFoldResult *sizes, uint32_t rank, T element, Arena *arena) {
  int64_t *dims = arena_new(arena, int64_t, rank + 1);
  ValueVec values = {0};
  for (uint32_t i = 0; dims && i < rank; i++) {
    dims[i] = sizes[i].value ? DYNAMIC : sizes[i].constant;
    if (sizes[i].value) vec_push(arena, &values, sizes[i].value);
  }
  return build_empty(b, type_tensor(b->ctx, dims, dims ? rank : 0, element, NULL), values.data, values.count);
}

Value *build_dim(Builder *b, Value *tensor, Value *index) { return build2(b, OP_TENSOR_DIM, b->ctx->types.index, tensor, index); }

Value *build_extract(Builder *b, Value *tensor, Value *const *indices, uint32_t count) {
  OpState *state = builder_begin(b, OP_TENSOR_EXTRACT);
  op_state_add_operand(state, tensor);
  op_state_add_operands(state, indices, count);
  op_state_add_type(state, type_element(tensor->type));
  return builder_finish_value(b);
}

Value *build_tensor_cast(Builder *b, T type, Value *value) { return value->type == type ? value : build1(b, OP_TENSOR_CAST, type, value); }

// ---------------------------------------------------------------------------------------------
// Structured operations

A iterator_types_attr(Context *ctx, const IteratorVec *iterators, Arena *arena) {
  AttrVec items = {0};
  for (uint32_t i = 0; i < iterators->count; i++)
    vec_push(arena, &items, attr_from_params(ctx, &linalg_iterator_type_attr, (const uint64_t[]){iterators->data[i]}));
  return attr_array(ctx, items.data, items.count);
}

Operation *build_generic(Builder *b, const ValueVec *inputs, const ValueVec *inits, const AffineMapVec *maps, A iterator_types, Arena *arena) {
  AttrVec attrs = {0};
  for (uint32_t i = 0; i < maps->count; i++) vec_push(arena, &attrs, attr_affine_map(b->ctx, maps->data[i]));
  OpState *state = builder_begin(b, OP_LINALG_GENERIC);
  op_state_add_operands(state, inputs->data, inputs->count);
  op_state_add_operands(state, inits->data, inits->count);
  for (uint32_t i = 0; i < inits->count; i++)
    if (type_is_tensor(inits->data[i]->type)) op_state_add_type(state, inits->data[i]->type);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)inputs->count, (int32_t)inits->count}, 2);
  op_state_set_prop(state, LINALG_GENERIC_INDEXING_MAPS, attr_array(b->ctx, attrs.data, attrs.count));
  op_state_set_prop(state, LINALG_GENERIC_ITERATOR_TYPES, iterator_types);
  op_state_add_region(state);
  return builder_finish_typed(b);
}

Operation *build_named_op(Builder *b, uint32_t opcode, Value *const *operands, uint32_t inputs) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, operands, inputs + 1);
  if (type_is_tensor(operands[inputs]->type)) op_state_add_type(state, operands[inputs]->type);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)inputs, 1}, 2);
  Block *body = block_new(b->module);
  block_append(op_state_add_region(state), body);
  for (uint32_t i = 0; i <= inputs; i++) block_add_arg(b->module, body, element_or_self(operands[i]->type), b->loc);
  Operation *op = builder_finish_typed(b);
  Builder inside = *b;
  builder_at_end(&inside, body);
  inside.loc = b->loc;
  build_named_body(&inside, op->def, body, NULL, NULL);
  return op;
}

Value *build_loop_index(Builder *b, uint32_t loop) {
  OpState *state = builder_begin(b, OP_LINALG_INDEX);
  op_state_set_prop(state, LINALG_INDEX_DIM, attr_i64(b->ctx, b->ctx->types.i64, loop));
  op_state_add_type(state, b->ctx->types.index);
  return builder_finish_value(b);
}

void build_linalg_yield(Builder *b, Value *const *values, uint32_t count) {
  op_state_add_operands(builder_begin(b, OP_LINALG_YIELD), values, count);
  builder_finish(b);
}
