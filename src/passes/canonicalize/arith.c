// Canonicalization patterns of the arith dialect.
#include "dialects/fold_util.h"
#include "passes/patterns.h"

// Predicates of integer comparisons by number: eq ne slt sle sgt sge ult ule ugt uge.
static const uint8_t inverted[] = {1, 0, 5, 4, 3, 2, 9, 8, 7, 6};

// not(cmpi(p, a, b)) = cmpi(not p, a, b)
static bool invert_comparison(Greedy *g, Operation *op) {
  Operation *compare = defined_by(op_operand(op, 0), "arith.cmpi");
  A mask = value_constant(op_operand(op, 1)), predicate = compare ? op_prop(compare, "predicate") : NULL;
  if (!predicate || mask != g->ctx->attrs.true_) return false;
  OpState *state = builder_begin(&g->b, "arith.cmpi");
  op_state_add_operands(state, (Value *const[]){op_operand(compare, 0), op_operand(compare, 1)}, 2);
  op_state_set_attr(state, STR("predicate"), attr_i64(g->ctx, g->ctx->types.i64, inverted[attr_to_i64(predicate)]));
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

static const GreedyPattern patterns[] = {
  {.root = "arith.xori", .rewrite = invert_comparison, .benefit = 2, .name = "not of a comparison as the inverted comparison"},
};
const PatternSet arith_canonicalization = PATTERN_SET(patterns);
