// scf-for-to-while: a loop over a range becomes one that compares and counts itself
// (after mlir/lib/Dialect/SCF/Transforms/ForToWhile.cpp).
#include "ops/arith.h"

#include "passes/scf/loops.h"

#include "dialects/common/blocks.h"
#include "dialects/common/build.h"

enum { LOWER, UPPER, STEP, FIRST_INIT };

// The loop with two empty regions; it carries the induction variable in front of what the other one carries.
static Operation *build_while(Greedy *g, const Operation *op) {
  OpState *state = builder_begin(&g->b, OP_SCF_WHILE);
  op_state_add_operand(state, op_operand(op, LOWER));
  op_state_take_operands(state, op, FIRST_INIT, op->operand_count);
  for (uint32_t i = 0; i < state->operands.count; i++) op_state_add_type(state, state->operands.data[i]->type);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i]) op_state_set_attr(state, str_from(def_attr_name(op->def, i)), op->props[i]);
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  op_state_add_region(state);
  op_state_add_region(state);
  return builder_finish_typed(&g->b);
}

static Block *add_block(Greedy *g, const Operation *loop, uint32_t region, const Operation *op) {
  Block *block = block_new(g->module);
  block_append(op_region(loop, region), block);
  for (uint32_t i = 0; i < loop->operand_count; i++) {
    Value *init = op_operand(loop, i);
    block_add_arg(g->module, block, init->type, value_loc(i == 0 ? loop_body(op)->args[0] : init));
  }
  return block;
}

static bool rewrite(Greedy *g, Operation *op) {
  Operation *loop = build_while(g, op);
  Block *before = add_block(g, loop, 0, op), *after = add_block(g, loop, 1, op);
  builder_at_end(&g->b, before);
  g->b.loc = op->loc;
  int64_t less = op_prop_at(op, SCF_FOR_UNSIGNED_CMP) ? ARITH_CMP_I_PREDICATE_ULT : ARITH_CMP_I_PREDICATE_SLT;
  Value *goes_on = build_cmpi(&g->b, less, before->args[0], op_operand(op, UPPER));
  OpState *state = builder_begin(&g->b, OP_SCF_CONDITION);
  op_state_add_operand(state, goes_on);
  op_state_add_operands(state, before->args, before->arg_count);
  builder_finish_typed(&g->b);
  builder_at_end(&g->b, after);
  g->b.loc = op->loc;
  Value *next = build_binary(&g->b, OP_ARITH_ADDI, after->args[0], op_operand(op, STEP));
  move_block(g, loop_body(op), after, NULL, after->args);
  op_insert_operands(g->module, after->last, 0, &next, 1);
  greedy_updated(g, after->last);
  for (uint32_t i = 0; i < op->result_count; i++) greedy_replace_uses(g, op_result(op, i), op_result(loop, i + 1));
  return greedy_erase(g, op);
}

static const GreedyPattern patterns[] = {{.root = OP_SCF_FOR, .rewrite = rewrite, .name = "scf.for to scf.while"}};

static bool run(PassRun *pass, Operation *op) {
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef for_to_while_pass = {
  .name = "scf-for-to-while", .class_name = "SCFForToWhileLoop", .summary = "Convert SCF for loops to SCF while loops",
  .works_on = "scf", .makes = "scf arith", .run = run,
};
