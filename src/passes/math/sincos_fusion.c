// math-sincos-fusion: a sine and a cosine of one value become one operation
// (after mlir/lib/Dialect/Math/Transforms/SincosFusion.cpp).
#include "ops/math.h"
#include "rewrite/greedy.h"

// The first in the block.
static Operation *cosine_beside(const Operation *sine) {
  Operation *first = NULL;
  for (const Use *use = op_operand(sine, 0)->uses; use; use = use->next) {
    Operation *user = use->owner;
    if (!op_is(user, OP_MATH_COS) || user->block != sine->block) continue;
    if (op_prop_at(user, MATH_COS_FASTMATH) != op_prop_at(sine, MATH_SIN_FASTMATH)) continue;
    if (!first || op_is_before(user, first)) first = user;
  }
  return first;
}

static bool fuse(Greedy *g, Operation *sine) {
  Operation *cosine = cosine_beside(sine);
  if (!cosine) return greedy_no_match(g, sine, "no cosine of the value with the same flags is in the block");
  T type = op_result_type(sine, 0);
  builder_before(&g->b, op_is_before(sine, cosine) ? sine : cosine);
  OpState *state = builder_begin(&g->b, OP_MATH_SINCOS);
  op_state_add_operand(state, op_operand(sine, 0));
  op_state_add_type(state, type);
  op_state_add_type(state, type);
  op_state_set_prop(state, MATH_SINCOS_FASTMATH, op_prop_at(sine, MATH_SIN_FASTMATH));
  Operation *made = builder_finish_typed(&g->b);
  return made && greedy_replace1(g, sine, op_result(made, 0)) && greedy_replace1(g, cosine, op_result(made, 1));
}

static bool run(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {{.root = OP_MATH_SIN, .rewrite = fuse, .name = "math.sin and math.cos to math.sincos"}};
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef math_sincos_fusion_pass = {
  .name = "math-sincos-fusion", .class_name = "MathSincosFusionPass", .summary = "Fuse sin and cos operations.",
  .works_on = "math", .makes = "math", .run = run,
};
