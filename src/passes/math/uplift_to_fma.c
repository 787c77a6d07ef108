// math-uplift-to-fma: a sum of a product becomes one operation, where both may be contracted
// (after mlir/lib/Dialect/Math/Transforms/UpliftToFMA.cpp).
#include "asm/params.h"
#include "ir/constants.h"
#include "ops/arith.h"
#include "ops/math.h"
#include "rewrite/greedy.h"

static uint64_t flags_of(A attr) { return attr && attr_is(attr, &arith_fastmath_attr) ? attr_param(attr, 0) : 0; }

static bool uplift(Greedy *g, Operation *op) {
  uint64_t flags = flags_of(op_prop_at(op, ARITH_ADDF_FASTMATH));
  if (!(flags & ARITH_FAST_MATH_FLAGS_CONTRACT)) return greedy_no_match(g, op, "the sum may not be contracted");
  uint32_t at = operand_defined_by(op, 0, OP_ARITH_MULF) ? 0 : 1;   // of two products the first
  const Operation *product = operand_defined_by(op, at, OP_ARITH_MULF);
  if (!product) return greedy_no_match(g, op, "it is no sum of a product");
  flags &= flags_of(op_prop_at(product, ARITH_MULF_FASTMATH));
  if (!(flags & ARITH_FAST_MATH_FLAGS_CONTRACT)) return greedy_no_match(g, op, "the product may not be contracted");
  OpState *state = builder_begin(&g->b, OP_MATH_FMA);
  op_state_add_operand2(state, op_operand(product, 0), op_operand(product, 1));
  op_state_add_operand(state, op_operand(op, 1 - at));
  op_state_add_type(state, op_result_type(op, 0));
  op_state_set_prop(state, MATH_FMA_FASTMATH, attr_from_params(g->ctx, &arith_fastmath_attr, &flags));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static bool run(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {{.root = OP_ARITH_ADDF, .rewrite = uplift, .name = "arith.addf of arith.mulf to math.fma"}};
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef math_uplift_to_fma_pass = {
  .name = "math-uplift-to-fma", .class_name = "MathUpliftToFMA", .summary = "Uplift arith ops to math.fma.",
  .works_on = "arith", .makes = "math", .run = run,
};
