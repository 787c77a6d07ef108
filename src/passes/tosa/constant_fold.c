// tosa-layerwise-constant-fold: what is calculated on constants alone (after mlir/lib/Dialect/Tosa/Transforms/TosaFolders.cpp). A constant
// that others use as well is folded only where that costs no memory.
#include "ops/func.h"
#include "ops/tosa.h"
#include "rules/tosa.h"

#include "dialects/common/dense_fold.h"
#include "dialects/tosa/shapes.h"
#include "ir/constants.h"
#include "ir/type.h"
#include "rewrite/greedy.h"

static const PassOption option_aggressive = {"aggressive-reduce-constant", OPTION_BOOL, "false", NULL,
  "Always perform the reduce constant optimizationMay add more tosa.const but would reduce runtime calculations"};

static bool is_dense(A constant) { return dense_or_null(constant) && is_int_element(type_element(attr_value_type(constant))) + type_is_float(type_element(attr_value_type(constant))); }

static bool has_one_user(const Value *value) {
  for (const Use *use = value->uses; use; use = use->next)
    if (use->owner != value->uses->owner) return false;
  return value->uses != NULL;
}

static bool replace_by(Greedy *g, Operation *op, A values) { return values && greedy_replace1(g, op, build_tosa_const(&g->b, attr_value_type(values), values)); }

static bool fold_reciprocal(Greedy *g, Operation *op) {
  Operation *constant = operand_defined_by(op, 0, OP_TOSA_CONST);
  A values = constant ? op_prop_at(constant, TOSA_CONST_VALUES) : NULL;
  DenseBuilder made;
  if (!is_dense(values) || !type_is_float(type_element(attr_value_type(values)))) return greedy_no_match(g, op, "its operand is no constant of floats");
  if (!dense_or_null(values)->splat && !value_has_one_use(op_operand(op, 0))) return greedy_no_match(g, op, "the constant has other uses");
  T type = attr_value_type(values);
  if (!dense_begin(&made, g->ctx, type)) return false;
  bool ok = true;
  for (uint64_t i = 0; ok && i < made.count; i++)
    ok = dense_put(&made, i, attr_float(g->ctx, made.element, tosa_reciprocal(attr_float_value(dense_element_attr(g->ctx, values, i)))));
  return replace_by(g, op, dense_end(&made, ok));
}

static bool fold_constant_transpose(Greedy *g, Operation *op) {
  A values = tosa_constant(op_operand(op, 0)), perms = op_prop_at(op, TOSA_TRANSPOSE_PERMS);
  T type = op_result_type(op, 0);
  DenseBuilder made;
  if (!is_dense(values) || !has_one_user(op_operand(op, 0))) return greedy_no_match(g, op, "its operand is no constant, or has other uses");
  const ShapedType *from = type_as_shaped(attr_value_type(values)), *to = type_as_shaped(type);
  uint32_t rank = (uint32_t)from->rank;
  if (type_kind(type) != TYPE_TENSOR || to->rank != rank || ((const DenseArrayAttr *)perms)->count != rank || from->element != to->element) return false;
  int64_t *position = arena_new(g->arena, int64_t, 3 * rank + 1), *zero = position + rank, *source = zero + rank;
  if (!position) return false;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t at = dense_array_i64(perms, i);
    if (at < 0 || at >= rank || from->dims[at] != to->dims[i]) return false;
  }
  if (!dense_begin(&made, g->ctx, type)) return false;
  if (made.count) {
    do {
      for (uint32_t i = 0; i < rank; i++) source[dense_array_i64(perms, i)] = position[i];
      dense_copy(&made, (uint64_t)linear_index(position, to->dims, rank), values, (uint64_t)linear_index(source, from->dims, rank));
    } while (next_position(position, to->dims, zero, rank));
  }
  return replace_by(g, op, dense_end(&made, true));
}

// One step of a reduction of integers.
static APInt reduce(Greedy *g, const Operation *op, APInt a, APInt b) {
  switch (op_code(op)) {
    case OP_TOSA_REDUCE_ALL: return apint_and(g->arena, &a, &b);
    case OP_TOSA_REDUCE_ANY: return apint_or(g->arena, &a, &b);
    case OP_TOSA_REDUCE_MAX: return apint_scmp(&a, &b) < 0 ? b : a;
    case OP_TOSA_REDUCE_MIN: return apint_scmp(&a, &b) > 0 ? b : a;
    case OP_TOSA_REDUCE_PRODUCT: return apint_mul(g->arena, &a, &b);
    default: return apint_add(g->arena, &a, &b);
  }
}

static bool fold_reduction(Greedy *g, Operation *op) {
  Operation *constant = operand_defined_by(op, 0, OP_TOSA_CONST);
  A values = constant ? op_prop_at(constant, TOSA_CONST_VALUES) : NULL;
  T type = op_result_type(op, 0);
  DenseBuilder made;
  if (!is_dense(values) || type_kind(type_element(attr_value_type(values))) != TYPE_INTEGER) return greedy_no_match(g, op, "its operand is no constant of integers");
  if (!value_has_one_use(op_operand(op, 0)) && !pass_bool(g->run, &option_aggressive)) return greedy_no_match(g, op, "the constant has other uses");
  const ShapedType *from = type_as_shaped(attr_value_type(values)), *to = type_as_shaped(type);
  int64_t axis = op_prop_i64(op, "axis");
  if (type_kind(type) != TYPE_TENSOR || axis < 0 || axis >= (int64_t)from->rank || to->rank != from->rank || !dense_begin(&made, g->ctx, type)) return false;
  uint64_t inside = 1, along = (uint64_t)from->dims[axis], outside = 1;
  for (uint64_t i = (uint64_t)axis + 1; i < from->rank; i++) inside *= (uint64_t)from->dims[i];
  for (uint64_t i = 0; i < (uint64_t)axis; i++) outside *= (uint64_t)from->dims[i];
  bool ok = made.count == inside * outside && along;
  for (uint64_t i = 0; ok && i < made.count; i++) {
    uint64_t first = i / inside * along * inside + i % inside;
    APInt value = attr_int(dense_element_attr(g->ctx, values, first));
    for (uint64_t k = 1; k < along; k++) value = reduce(g, op, value, attr_int(dense_element_attr(g->ctx, values, first + k * inside)));
    ok = dense_put(&made, i, attr_integer(g->ctx, from->element, &value));
  }
  return replace_by(g, op, dense_end(&made, ok));
}

static bool run(PassRun *pass, Operation *op) {
#define REDUCTION(kind) {.root = OP_TOSA_REDUCE_##kind, .rewrite = fold_reduction, .name = "$root of a constant"}
  static const GreedyPattern patterns[] = {
    {.root = OP_TOSA_RECIPROCAL, .rewrite = fold_reciprocal, .name = "$root of a constant"},
    {.root = OP_TOSA_TRANSPOSE, .rewrite = fold_constant_transpose, .name = "$root of a constant"},
    REDUCTION(ALL), REDUCTION(ANY), REDUCTION(MAX), REDUCTION(MIN), REDUCTION(PRODUCT), REDUCTION(SUM),
  };
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  greedy_add_table(&g, patterns);
  greedy_add(&g, tosa_canonicalization.patterns, tosa_canonicalization.count);
  greedy_run(&g, op);
  return !pass->ctx->mem.exhausted;
}

const PassDef tosa_constant_fold_pass = {
  .name = "tosa-layerwise-constant-fold", .class_name = "TosaLayerwiseConstantFoldPass", .anchor = OP_FUNC_FUNC,
  .summary = "Fold layerwise operations on constant tensors", .works_on = "tosa", .makes = "tosa tensor", .run = run,
  PASS_OPTIONS(&option_aggressive),
};
