// Taking structured operations apart and making new ones.
#include "ops/arith.h"
#include "ops/memref.h"
#include "ops/tensor.h"

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

OpFoldResult size_of_dim(Greedy *g, Value *value, uint32_t dim) {
  const ShapedType *type = type_as_shaped(value->type);
  if (type->dims[dim] != DYNAMIC) return OFR_NUMBER(type->dims[dim]);
  Value *index = build_index(&g->b, dim);
  Value *size = build2(&g->b, type_is_memref(value->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, g->ctx->types.index, value, index);
  return (OpFoldResult){.value = build_or_fold(&g->b, size, g->arena)};
}

Value *build_empty_like(Greedy *g, Value *value) {
  const ShapedType *type = type_as_shaped(value->type);
  OpFoldResult *sizes = arena_new(g->arena, OpFoldResult, type->rank + 1);
  for (uint32_t i = 0; i < type->rank; i++) sizes[i] = size_of_dim(g, value, i);
  return build_empty_of(&g->b, sizes, (uint32_t)type->rank, type->element, g->arena);
}

void add_patterns_of(Greedy *g, const PatternSet *set, uint32_t root) {
  for (uint32_t i = 0; i < set->count; i++)
    if (set->patterns[i].root == root) greedy_add(g, &set->patterns[i], 1);
}
