// Canonicalization patterns of the index dialect (after mlir/lib/Dialect/Index/IR/IndexOps.cpp).
#include "ops/index.h"

#include "ir/constants.h"
#include "rewrite/greedy.h"

static A constant_of(Greedy *g, const Value *value) {
  Operation *def = value_def(value);
  return def ? folder_constant(&g->folder, def) : NULL;
}

// op(op(x, c), d) = op(x, op(d, c)), when the constants fold.
static bool join_constants(Greedy *g, Operation *op) {
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

// x - y against 0 = x against y, on either side.
static bool compare_difference(Greedy *g, Operation *op) {
  bool right = is_zero_int(constant_of(g, op_operand(op, 1)));
  if (!right && !is_zero_int(constant_of(g, op_operand(op, 0)))) return false;
  Operation *sub = operand_defined_by(op, right ? 0 : 1, OP_INDEX_SUB);
  if (!sub) return false;
  OpState *state = builder_begin(&g->b, OP_INDEX_CMP);
  op_state_add_operand2(state, op_operand(sub, right ? 0 : 1), op_operand(sub, right ? 1 : 0));
  op_state_set_prop(state, INDEX_CMP_PRED, op_prop_at(op, INDEX_CMP_PRED));
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

#define JOIN(op) {.root = op, .rewrite = join_constants, .name = "$root of two constants"}
static const GreedyPattern patterns[] = {
  JOIN(OP_INDEX_ADD), JOIN(OP_INDEX_MUL), JOIN(OP_INDEX_MAXS), JOIN(OP_INDEX_MAXU), JOIN(OP_INDEX_MINS), JOIN(OP_INDEX_MINU),
  JOIN(OP_INDEX_AND), JOIN(OP_INDEX_OR), JOIN(OP_INDEX_XOR),
  {.root = OP_INDEX_CMP, .rewrite = compare_difference, .name = "index.cmp of a difference with zero"},
};
const PatternSet index_canonicalization = PATTERN_SET(patterns);
