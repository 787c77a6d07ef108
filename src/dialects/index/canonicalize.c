// Canonicalization patterns of the index dialect (after mlir/lib/Dialect/Index/IR/IndexOps.cpp).
#include "ops/index.h"
#include "rules/index.h"

#include "ir/constants.h"
#include "rewrite/greedy.h"

static A constant_of(Greedy *g, const Value *value) {
  Operation *def = value_def(value);
  return def ? folder_constant(&g->folder, def) : NULL;
}

// op(op(x, c), d) = op(x, op(d, c)), when the constants fold.
bool join_constants(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, op->def->opcode);
  T type = op_result_type(op, 0);
  if (!inner || !constant_of(g, op_operand(op, 1)) || !constant_of(g, op_operand(inner, 1))) return false;
  OpState *state = builder_begin(&g->b, g->pattern->root);
  op_state_add_operand2(state, op_operand(op, 1), op_operand(inner, 1));
  op_state_add_type(state, type);
  Operation *both = op_create(state);
  bool folded = op_fold(&g->folder, both) && g->folder.results.count == 1 && g->folder.results.data[0].attr;
  op_drop_all_references(both);
  if (!folded) return greedy_no_match(g, op, "the constants do not fold at every width of index");
  Value *constant = greedy_constant(g, op, g->folder.results.data[0].attr, type);
  return constant && greedy_replace1(g, op, build2(&g->b, g->pattern->root, type, op_operand(inner, 0), constant));
}
