// Elementwise operations before broadcasts and transpositions of what they work on
// (after populateSinkVectorOpsPatterns of mlir/lib/Dialect/Vector/Transforms/VectorTransforms.cpp).
#include "ir/constants.h"
#include "ops/arith.h"
#include "passes/vector/lowering.h"

static bool is_elementwise(const Operation *op) {
  return (op->def->traits & TRAIT_ELEMENTWISE_MAPPABLE) == TRAIT_ELEMENTWISE_MAPPABLE && op->result_count == 1 && !op->region_count && op->operand_count;
}

static bool is_constant(const Value *value) { return value_def(value) && op_has(value_def(value), TRAIT_CONSTANT_LIKE); }

// The type of that shape with another element.
static T with_element(Greedy *g, T shape, T element) { return type_is_vector(shape) ? vector_like(g->ctx, shape, 0, element) : element; }

static Operation *same_op(Greedy *g, const Operation *op, Value *const *operands, T result) {
  Operation *made = op_clone(g->module, op, NULL);
  for (uint32_t i = 0; i < op->operand_count; i++) op_set_operand(made, i, operands[i]);
  op_result(made, 0)->type = result;
  op_touched(made);
  return builder_insert(&g->b, made);
}

static bool same_order(A a, A b) { return a == b; }

static bool swap_with_transposes(Greedy *g, Operation *op) {
  const Operation *transpose = NULL;
  if (!(op->def->traits & TRAIT_ELEMENTWISE) || op->result_count != 1 || op->region_count || !type_is_vector(op_result_type(op, 0))) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Operation *def = value_def(op_operand(op, i));
    if (is_constant(op_operand(op, i))) continue;
    if (!op_is(def, OP_VECTOR_TRANSPOSE)) return greedy_no_match(g, op, "an operand is not transposed");
    if (transpose && !same_order(op_prop_at(def, VECTOR_TRANSPOSE_PERMUTATION), op_prop_at(transpose, VECTOR_TRANSPOSE_PERMUTATION)))
      return greedy_no_match(g, op, "the operands are transposed in other ways");
    transpose = def;
  }
  if (!transpose) return greedy_no_match(g, op, "no operand is transposed");
  T source = op_operand_type(transpose, 0);
  uint32_t rank = vector_rank(source);
  int64_t *order = arena_new(g->arena, int64_t, rank + 1), *inverse = arena_new(g->arena, int64_t, rank + 1);
  Value **operands = arena_new(g->arena, Value *, op->operand_count + 1);
  if (!order || !inverse || !operands) return false;
  for (uint32_t i = 0; i < rank; i++) order[i] = dense_array_i64(op_prop_at(transpose, VECTOR_TRANSPOSE_PERMUTATION), i);
  for (uint32_t i = 0; i < rank; i++) inverse[order[i]] = i;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    if (is_constant(value) && (!type_is_vector(value->type) || vector_rank(value->type) != rank)) return greedy_no_match(g, op, "a constant has another rank");
    operands[i] = is_constant(value) ? vector_transpose(&g->b, value, inverse, rank) : op_operand(value_def(value), 0);
  }
  Operation *made = same_op(g, op, operands, with_element(g, source, type_element(op_result_type(op, 0))));
  return greedy_replace1(g, op, vector_transpose(&g->b, op_result(made, 0), order, rank));
}

// ---------------------------------------------------------------------------------------------
// Broadcasts

static Value *source_of(const Value *value) { return op_is(value_def(value), OP_VECTOR_BROADCAST) ? op_operand(value_def(value), 0) : NULL; }

static bool same_shape(T a, T b) {
  if (type_is_vector(a) != type_is_vector(b)) return false;
  if (!type_is_vector(a)) return true;
  const ShapedType *x = (const ShapedType *)a, *y = (const ShapedType *)b;
  return x->rank == y->rank && x->scalable == y->scalable && !memcmp(x->dims, y->dims, x->rank * sizeof *x->dims);
}

// A constant of that type, each of whose elements is that of the constant vector; NULL: its elements differ.
static A splat_as(Greedy *g, const Value *value, T type) {
  APInt number;
  APFloat real;
  if (!op_is(value_def(value), OP_ARITH_CONSTANT)) return NULL;
  A constant = op_prop_at(value_def(value), ARITH_CONSTANT_VALUE);
  return constant_int(constant, &number) ? int_attr_of(g->ctx, type, &number) : constant_float(constant, &real) ? float_attr_of(g->ctx, type, real) : NULL;
}

static bool swap_with_broadcasts(Greedy *g, Operation *op) {
  if (!is_elementwise(op) || !type_is_vector(op_result_type(op, 0)) || op_result_type(op, 0) != op_operand_type(op, 0) || op_is(op, OP_VECTOR_FMA)) return false;
  Value *source = NULL;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (!value_def(op_operand(op, i))) return greedy_no_match(g, op, "an operand is no broadcast");
    if (is_constant(op_operand(op, i))) continue;
    source = source_of(op_operand(op, i));
    break;
  }
  if (!source) return greedy_no_match(g, op, "no operand is a broadcast");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Value *of = source_of(op_operand(op, i));
    if (of ? !same_shape(of->type, source->type) : !splat_as(g, op_operand(op, i), type_element(op_operand_type(op, i)))) return greedy_no_match(g, op, "the operands are not broadcasts of the same shape");
  }
  Value **operands = arena_new(g->arena, Value *, op->operand_count + 1);
  for (uint32_t i = 0; operands && i < op->operand_count; i++) {
    operands[i] = source_of(op_operand(op, i));
    if (operands[i]) continue;
    operands[i] = build_constant(&g->b, splat_as(g, op_operand(op, i), with_element(g, source->type, type_element(op_operand_type(op, i)))));
  }
  if (!operands) return false;
  Operation *made = same_op(g, op, operands, with_element(g, source->type, type_element(op_result_type(op, 0))));
  return greedy_replace1(g, op, vector_cast(&g->b, OP_VECTOR_BROADCAST, op_result_type(op, 0), op_result(made, 0)));
}

static bool swap_cast_with_broadcast(Greedy *g, Operation *op) {
  if (!op_has(op, TRAIT_CAST) || op->operand_count != 1 || op->result_count != 1 || !type_is_vector(op_result_type(op, 0))) return false;
  Value *source = source_of(op_operand(op, 0));
  if (!source) return greedy_no_match(g, op, "it is of no broadcast");
  Operation *made = same_op(g, op, &source, with_element(g, source->type, type_element(op_result_type(op, 0))));
  return greedy_replace1(g, op, vector_cast(&g->b, OP_VECTOR_BROADCAST, op_result_type(op, 0), op_result(made, 0)));
}

static const GreedyPattern patterns[] = {
  {.rewrite = swap_with_transposes, .name = "$root before its operands are transposed"},
  {.rewrite = swap_cast_with_broadcast, .name = "$root before its operand is broadcast"},
  {.rewrite = swap_with_broadcasts, .name = "$root before its operands are broadcast"},
};
const PatternSet sink_vector_patterns = PATTERN_SET(patterns);
