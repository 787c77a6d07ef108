// Taking structured operations apart and making new ones.
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/tensor.h"

#include "asm/params.h"
#include "dialects/common/build.h"
#include "ir/type.h"
#include "passes/linalg/linalg.h"

bool structured_parts(Greedy *g, Operation *op, Structured *out) {
  const LinalgOp *asked = ask_linalg_op(op->def);
  *out = (Structured){.op = op, .inputs = structured_inputs(op), .inits = structured_inits(op), .body = structured_body(op)};
  if (!asked || !asked->maps(g->ctx, op, g->arena, &out->maps) || out->maps.count != op->operand_count) return false;
  asked->iterators(op, g->arena, &out->iterators);
  return out->body && out->body->last && out->body->arg_count == op->operand_count;
}

bool structured_is_on_tensors(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_is_memref(op_operand_type(op, i))) return false;
  return true;
}

uint32_t structured_count(const Structured *s, uint8_t iterator) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->iterators.count; i++) count += s->iterators.data[i] == iterator;
  return count;
}

bool maps_tell_loops(const AffineMap *const *maps, uint32_t count, uint32_t loops) {
  for (uint32_t loop = 0; loop < loops; loop++) {
    bool is_told = false;
    for (uint32_t i = 0; i < count && !is_told; i++)
      for (uint32_t k = 0; k < maps[i]->result_count && !is_told; k++) is_told = maps[i]->results[k]->kind == AFFINE_DIM && maps[i]->results[k]->value == loop;
    if (!is_told) return false;
  }
  return true;
}

A iterator_types_attr(Greedy *g, const IteratorVec *iterators) {
  AttrVec items = {0};
  for (uint32_t i = 0; i < iterators->count; i++)
    vec_push(g->arena, &items, attr_from_params(g->ctx, &linalg_iterator_type_attr, (const uint64_t[]){iterators->data[i]}));
  return attr_array(g->ctx, items.data, items.count);
}

Operation *build_generic(Greedy *g, const ValueVec *inputs, const ValueVec *inits, const AffineMapVec *maps, A iterator_types) {
  AttrVec attrs = {0};
  for (uint32_t i = 0; i < maps->count; i++) vec_push(g->arena, &attrs, attr_affine_map(g->ctx, maps->data[i]));
  OpState *state = builder_begin(&g->b, OP_LINALG_GENERIC);
  op_state_add_operands(state, inputs->data, inputs->count);
  op_state_add_operands(state, inits->data, inits->count);
  for (uint32_t i = 0; i < inits->count; i++)
    if (type_is_tensor(inits->data[i]->type)) op_state_add_type(state, inits->data[i]->type);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)inputs->count, (int32_t)inits->count}, 2);
  op_state_set_prop(state, LINALG_GENERIC_INDEXING_MAPS, attr_array(g->ctx, attrs.data, attrs.count));
  op_state_set_prop(state, LINALG_GENERIC_ITERATOR_TYPES, iterator_types);
  op_state_add_region(state);
  return builder_finish_typed(&g->b);
}

OpFoldResult size_of_dim(Greedy *g, Value *value, uint32_t dim) {
  const ShapedType *type = type_as_shaped(value->type);
  if (type->dims[dim] != DYNAMIC) return OFR_NUMBER(type->dims[dim]);
  Value *index = build_index(&g->b, dim);
  Value *size = build2(&g->b, type_is_memref(value->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, g->ctx->types.index, value, index);
  return (OpFoldResult){.value = build_or_fold(&g->b, size, g->arena)};
}

Value *build_empty(Greedy *g, const OpFoldResult *sizes, uint32_t rank, T element) {
  int64_t *dims = arena_new(g->arena, int64_t, rank + 1);
  OpState *state = builder_begin(&g->b, OP_TENSOR_EMPTY);
  for (uint32_t i = 0; i < rank; i++) {
    dims[i] = sizes[i].value ? DYNAMIC : sizes[i].constant;
    if (sizes[i].value) op_state_add_operand(state, sizes[i].value);
  }
  op_state_add_type(state, type_tensor(g->ctx, dims, rank, element, NULL));
  return builder_finish_value(&g->b);
}

Value *build_empty_like(Greedy *g, Value *value) {
  const ShapedType *type = type_as_shaped(value->type);
  OpFoldResult *sizes = arena_new(g->arena, OpFoldResult, type->rank + 1);
  for (uint32_t i = 0; i < type->rank; i++) sizes[i] = size_of_dim(g, value, i);
  return build_empty(g, sizes, (uint32_t)type->rank, type->element);
}

void add_patterns_of(Greedy *g, const PatternSet *set, uint32_t root) {
  for (uint32_t i = 0; i < set->count; i++)
    if (set->patterns[i].root == root) greedy_add(g, &set->patterns[i], 1);
}
