// Canonicalization patterns of shape (after mlir/lib/Dialect/Shape/IR/Shape.cpp).
#include "ops/arith.h"
#include "ops/tensor.h"
#include "ops/shape.h"
#include "rules/shape.h"

#include "asm/params.h"
#include "dialects/common/blocks.h"
#include "dialects/shape/extents.h"
#include "ir/constants.h"
#include "ir/type.h"

bool has_static_shape(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return type_has_static_shape(args[0].type);
}

bool is_tensor(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return type_is_tensor(args[0].type);
}

static T extent_tensor(Context *ctx, int64_t rank) { return type_tensor(ctx, &rank, 1, ctx->types.index, NULL); }

static const ShapedType *as_extents(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type) : NULL; }

static bool contains(const ValueVec *values, const Value *value) {
  for (uint32_t i = 0; i < values->count; i++)
    if (values->data[i] == value) return true;
  return false;
}

static bool replace_operands(Greedy *g, Operation *op, const ValueVec *operands) {
  TypeVec types = {0};
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(g->arena, &types, op_result_type(op, i));
  return greedy_replace_op(g, op, rebuild(g, op, operands, &types, 0));
}

static bool replace_witness(Greedy *g, Operation *op, bool passes) {
  OpState *state = builder_begin(&g->b, OP_SHAPE_CONST_WITNESS);
  op_state_set_prop(state, SHAPE_CONST_WITNESS_PASSING, attr_bool(g->ctx, passes));
  op_state_add_type(state, type_from_params(g->ctx, &shape_witness_type, NULL));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

// ---------------------------------------------------------------------------------------------
// Operands

bool drop_same_shapes(Greedy *g, Operation *op) {
  ValueVec kept = {0};
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!contains(&kept, op_operand(op, i))) vec_push(g->arena, &kept, op_operand(op, i));
  return kept.count < op->operand_count && replace_operands(g, op, &kept);
}

static bool is_empty_shape(const Value *shape) {
  const ShapedType *type = as_extents(shape->type);
  Operation *constant = defined_by(shape, OP_SHAPE_CONST_SHAPE);
  return (type && type->rank && type->dims[0] == 0) || (constant && !dense_count(op_prop_at(constant, SHAPE_CONST_SHAPE_SHAPE)));
}

bool drop_empty_shapes(Greedy *g, Operation *op) {
  ValueVec kept = {0};
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!is_empty_shape(op_operand(op, i))) vec_push(g->arena, &kept, op_operand(op, i));
  return kept.count < op->operand_count && replace_operands(g, op, &kept);
}

bool drop_shape_casts(Greedy *g, Operation *op) {
  ValueVec operands = {0};
  bool changed = false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *cast = operand_defined_by(op, i, OP_TENSOR_CAST);
    const ShapedType *type = cast ? as_extents(op_result_type(cast, 0)) : NULL;
    bool drop = type && type->rank && type->dims[0] == DYNAMIC;
    vec_push(g->arena, &operands, drop ? op_operand(cast, 0) : op_operand(op, i));
    changed |= drop;
  }
  if (!changed) return false;
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_add_operands(state, operands.data, operands.count);
  op_state_take_types(state, op);
  return greedy_replace_op(g, op, builder_finish_typed(&g->b));
}

bool witness_of_equal(Greedy *g, Operation *op) {
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (op_operand(op, i) != op_operand(op, 0)) return false;
  return replace_witness(g, op, true);
}

// ---------------------------------------------------------------------------------------------
// shape.assuming_all

static bool replace_all(Greedy *g, Operation *op, uint32_t opcode, const ValueVec *operands) {
  OpState *state = builder_begin(&g->b, opcode);
  op_state_add_operands(state, operands->data, operands->count);
  op_state_take_types(state, op);
  return greedy_replace_op(g, op, builder_finish_typed(&g->b));
}

bool merge_assuming_all(Greedy *g, Operation *op) {
  ValueVec operands = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *inner = operand_defined_by(op, i, OP_SHAPE_ASSUMING_ALL);
    if (inner) op_push_operands(inner, 0, inner->operand_count, &operands, g->arena);
    else vec_push(g->arena, &operands, op_operand(op, i));
  }
  return operands.count != op->operand_count && replace_all(g, op, OP_SHAPE_ASSUMING_ALL, &operands);
}

static bool has_operands_of(const Operation *all, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    bool found = false;
    for (uint32_t k = 0; k < all->operand_count && !found; k++) found = op_operand(all, k) == op_operand(op, i);
    if (!found) return false;
  }
  return true;
}

// Shapes that can be broadcast together can be broadcast without some of them.
bool drop_implied_witnesses(Greedy *g, Operation *op) {
  OpVec all = {0}, dropped = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *witness = operand_defined_by(op, i, OP_SHAPE_CSTR_BROADCASTABLE);
    if (!witness) return false;
    bool known = false;
    for (uint32_t k = 0; k < all.count; k++) known |= all.data[k] == witness;
    if (!known) vec_push(g->arena, &all, witness);
  }
  if (all.count <= 1) return false;
  for (uint32_t i = 1; i < all.count; i++)   // those of more shapes first
    for (uint32_t k = i; k > 0 && all.data[k]->operand_count > all.data[k - 1]->operand_count; k--) {
      Operation *swapped = all.data[k];
      all.data[k] = all.data[k - 1];
      all.data[k - 1] = swapped;
    }
  for (uint32_t i = 0; i < all.count; i++) {
    uint32_t kept = i + 1;
    for (uint32_t k = i + 1; k < all.count; k++) {
      if (has_operands_of(all.data[i], all.data[k])) vec_push(g->arena, &dropped, all.data[k]);
      else all.data[kept++] = all.data[k];
    }
    all.count = kept;
  }
  if (!dropped.count) return false;
  ValueVec operands = {0};
  for (uint32_t i = 0; i < all.count; i++) vec_push(g->arena, &operands, op_result(all.data[i], 0));
  replace_all(g, op, OP_SHAPE_ASSUMING_ALL, &operands);
  for (uint32_t i = 0; i < dropped.count; i++)
    if (!op_has_uses(dropped.data[i])) greedy_erase(g, dropped.data[i]);
  return true;
}

// Shapes that are equal to a common one are all equal.
bool all_equal(Greedy *g, Operation *op) {
  ValueVec shapes = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *equal = operand_defined_by(op, i, OP_SHAPE_CSTR_EQ);
    bool common = false;
    if (!equal) return false;
    for (uint32_t k = 0; k < equal->operand_count; k++) common |= contains(&shapes, op_operand(equal, k));
    if (shapes.count && equal->operand_count && !common) return false;
    op_push_operands(equal, 0, equal->operand_count, &shapes, g->arena);
  }
  return replace_all(g, op, OP_SHAPE_CSTR_EQ, &shapes);
}

// ---------------------------------------------------------------------------------------------
// shape.assuming

static bool is_yielded(const Operation *op) {
  const Block *body = op->regions[0].first;
  return body && body->last && op_is(body->last, OP_SHAPE_ASSUMING_YIELD) && body->last->operand_count == op->result_count;
}

// What a witness that is known assumes holds from here on; one that is known to fail stops at its assertion.
bool assume_constant(Greedy *g, Operation *op) { return is_yielded(op) && operand_defined_by(op, 0, OP_SHAPE_CONST_WITNESS) && replace_by_region(g, op, op_region(op, 0), NULL); }

bool drop_unused_results(Greedy *g, Operation *op) {
  ValueVec yielded = {0};
  TypeVec types = {0};
  if (!is_yielded(op)) return false;
  Operation *end = op->regions[0].first->last;
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (!op->results[i].uses) continue;
    vec_push(g->arena, &yielded, op_operand(end, i));
    vec_push(g->arena, &types, op_result_type(op, i));
  }
  if (yielded.count == op->result_count) return false;
  replace_terminator(g, op->regions[0].first, yielded.data, yielded.count);
  ValueVec witness = {0};
  vec_push(g->arena, &witness, op_operand(op, 0));
  Operation *made = rebuild(g, op, &witness, &types, 1);
  region_take_blocks(&made->regions[0], &op->regions[0], NULL);
  Value **values = arena_new(g->arena, Value *, op->result_count + 1u);
  if (!values) return false;
  for (uint32_t i = 0, k = 0; i < op->result_count; i++) values[i] = op->results[i].uses ? op_result(made, k++) : NULL;
  return greedy_replace(g, op, values);
}

// ---------------------------------------------------------------------------------------------
// shape.broadcast

bool concrete_broadcast(Greedy *g, Operation *op) {
  const ShapedType *type = as_extents(op_result_type(op, 0));
  int64_t rank = 0;
  if (!type || type->dims[0] != DYNAMIC) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const ShapedType *shape = as_extents(op_operand_type(op, i));
    if (!shape) continue;
    if (shape->dims[0] == DYNAMIC) return false;
    if (shape->dims[0] > rank) rank = shape->dims[0];
  }
  OpState *state = builder_begin(&g->b, OP_SHAPE_BROADCAST);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_add_type(state, extent_tensor(g->ctx, rank));
  return greedy_replace1(g, op, build1(&g->b, OP_TENSOR_CAST, &type->base, builder_finish_value(&g->b)));
}

bool join_constant_shapes(Greedy *g, Operation *op) {
  I64Vec joined = {0};
  ValueVec operands = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *constant = operand_defined_by(op, i, OP_SHAPE_CONST_SHAPE);
    I64Vec extents = {0}, both = {0};
    if (constant && constant_extents(g->ctx, op_prop_at(constant, SHAPE_CONST_SHAPE_SHAPE), g->arena, &extents) && broadcast_extents(&joined, &extents, g->arena, &both)) joined = both;
    else vec_push(g->arena, &operands, op_operand(op, i));
  }
  if (op->operand_count - operands.count < 2) return false;
  OpState *state = builder_begin(&g->b, OP_SHAPE_CONST_SHAPE);
  op_state_set_prop(state, SHAPE_CONST_SHAPE_SHAPE, extents_attr(g->ctx, joined.data, joined.count));
  op_state_add_type(state, extent_tensor(g->ctx, joined.count));
  vec_push(g->arena, &operands, builder_finish_value(&g->b));
  return replace_all(g, op, OP_SHAPE_BROADCAST, &operands);
}

bool broadcast_one(Greedy *g, Operation *op) {
  if (op->operand_count != 1) return false;
  T type = op_result_type(op, 0);
  Value *shape = op_operand(op, 0);
  if (shape->type != type) shape = build1(&g->b, type->def == &shape_shape_type ? OP_SHAPE_FROM_EXTENT_TENSOR : OP_TENSOR_CAST, type, shape);
  return greedy_replace1(g, op, shape);
}

// ---------------------------------------------------------------------------------------------
// shape.shape_of

bool rank_of_tensor(Greedy *g, Operation *op) {
  Operation *of = operand_defined_by(op, 0, OP_SHAPE_SHAPE_OF);
  T type = op_result_type(op, 0);
  if (!of || type_kind(op_operand_type(of, 0)) != TYPE_TENSOR) return false;
  bool is_size = type->def == &shape_size_type;
  OpState *state = builder_begin(&g->b, is_size ? OP_SHAPE_CONST_SIZE : OP_ARITH_CONSTANT);
  op_state_set_prop(state, is_size ? SHAPE_CONST_SIZE_VALUE : ARITH_CONSTANT_VALUE, attr_index(g->ctx, (int64_t)type_as_shaped(op_operand_type(of, 0))->rank));
  op_state_add_type(state, type);
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

bool cast_shape_of(Greedy *g, Operation *op) {
  const ShapedType *type = as_extents(op_result_type(op, 0));
  Operation *of = operand_defined_by(op, 0, OP_SHAPE_SHAPE_OF);
  if (!type || type->rank != 1 || !of) return false;
  const ShapedType *source = as_extents(op_operand_type(of, 0));
  if (!source || (type->dims[0] != DYNAMIC && type->dims[0] != (int64_t)source->rank)) return false;
  return greedy_replace1(g, op, build1(&g->b, OP_SHAPE_SHAPE_OF, &type->base, op_operand(of, 0)));
}

bool shape_of_tensor(Greedy *g, Operation *op) {
  const ShapedType *source = type_as_shaped(op_operand_type(op, 0));
  if (!source || type_as_shaped(op_result_type(op, 0))) return false;
  int64_t rank = type_has_rank(&source->base) ? (int64_t)source->rank : DYNAMIC;
  return greedy_replace1(g, op, build1(&g->b, OP_SHAPE_SHAPE_OF, extent_tensor(g->ctx, rank), op_operand(op, 0)));
}

// The shape of what is reshaped is the shape it is given.
bool shape_of_reshape(Greedy *g, Operation *op) {
  Operation *reshape = operand_defined_by(op, 0, OP_TENSOR_RESHAPE);
  T type = op_result_type(op, 0);
  if (!reshape || !as_extents(type)) return false;
  Value *shape = op_operand(reshape, 1);
  T given = shape->type;
  if (given == type) return greedy_replace1(g, op, shape);
  if (type_element(given) == type_element(type)) return greedy_replace1(g, op, build1(&g->b, OP_TENSOR_CAST, type, shape));
  shape = build1(&g->b, OP_ARITH_INDEX_CAST, type_with_element(g->ctx, given, g->ctx->types.index), shape);
  return greedy_replace1(g, op, shape->type == type ? shape : build1(&g->b, OP_TENSOR_CAST, type, shape));
}

bool static_shape_of(Greedy *g, Operation *op) {
  const ShapedType *source = type_as_shaped(op_operand_type(op, 0));
  T type = op_result_type(op, 0);
  if (!source || !type_has_static_shape(&source->base) || !as_extents(type)) return false;
  OpState *state = builder_begin(&g->b, OP_SHAPE_CONST_SHAPE);
  op_state_set_prop(state, SHAPE_CONST_SHAPE_SHAPE, extents_attr(g->ctx, source->dims, (uint32_t)source->rank));
  op_state_add_type(state, extent_tensor(g->ctx, (int64_t)source->rank));
  Value *shape = builder_finish_value(&g->b);
  return greedy_replace1(g, op, shape->type == type ? shape : build1(&g->b, OP_TENSOR_CAST, type, shape));
}
