// Canonicalization of the omp dialect: updates that change nothing, and those that do not look at what was there.
#include "ops/omp.h"

#include "dialects/canonicalization.h"

static bool simplify_update(Greedy *g, Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *yield = body ? body->first : NULL;
  if (!yield || !op_is(yield, OP_OMP_YIELD) || yield->operand_count != 1) return greedy_no_match(g, op, "it computes something");
  Value *value = op_operand(yield, 0);
  if (body->arg_count && value == body->args[0]) return greedy_erase(g, op);
  OpState *state = builder_begin(&g->b, OP_OMP_ATOMIC_WRITE);
  op_state_add_operand2(state, op_operand(op, 0), value);
  op_state_set_prop(state, OMP_ATOMIC_WRITE_HINT, op_prop_at(op, OMP_ATOMIC_UPDATE_HINT));
  op_state_set_prop(state, OMP_ATOMIC_WRITE_MEMORY_ORDER, op_prop_at(op, OMP_ATOMIC_UPDATE_MEMORY_ORDER));
  builder_finish(&g->b);
  return greedy_erase(g, op);
}

static const GreedyPattern patterns[] = {{.root = OP_OMP_ATOMIC_UPDATE, .rewrite = simplify_update, .name = "omp.atomic.update without a computation"}};
const PatternSet omp_canonicalization = PATTERN_SET(patterns);
