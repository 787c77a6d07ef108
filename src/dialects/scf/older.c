// Upgrades of older operations of the scf dialect to today's.
#include "ops/scf.h"

#include "dialects/common/older.h"

// This operation is upgraded together with the loop around it.
bool leave_scf_reduce(Module *module, Operation *op) {
  (void)module, (void)op;
  return true;
}

// Up to LLVM 16 each value had an operation that reduced it, anywhere in the body; today one at its end reduces all.
static void end_with_reduce(Module *module, Block *body) {
  Operation *yield = body->last;
  Builder b = upgrade_begin(module, yield);
  OpState *state = builder_begin(&b, OP_SCF_REDUCE);
  block_each_op_safe(body, op) {
    if (!op_is(op, OP_SCF_REDUCE_UNTIL_16) || op->operand_count != 1 || op->region_count != 1) continue;
    op_state_add_operand(state, op_operand(op, 0));
    region_take_blocks(op_state_add_region(state), &op->regions[0], NULL);
    op_erase(op);
  }
  builder_finish_typed(&b);
  op_erase(yield);
}

// Build the loop again as the operation of that opcode.
static bool replace_loop(Module *module, Operation *op, uint32_t opcode) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, opcode);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_take_prop(state, op, "operandSegmentSizes");
  upgrade_finish(&b, state, op);
  return true;
}

bool downgrade_scf_parallel(Module *module, Operation *op) {
  Operation *reduce = op->regions[0].first->last;
  if (!op_is(reduce, OP_SCF_REDUCE)) return true;
  Builder b = upgrade_begin(module, reduce);
  for (uint32_t i = 0; i < reduce->operand_count && i < reduce->region_count; i++) {
    OpState *state = builder_begin(&b, OP_SCF_REDUCE_UNTIL_16);
    op_state_add_operand(state, op_operand(reduce, i));
    region_take_blocks(op_state_add_region(state), &reduce->regions[i], NULL);
    builder_finish_typed(&b);
  }
  builder_begin(&b, OP_SCF_YIELD);
  builder_finish_typed(&b);
  op_erase(reduce);
  return replace_loop(module, op, OP_SCF_PARALLEL_UNTIL_16);
}

bool upgrade_scf_parallel(Module *module, Operation *op) {
  Block *body = op->regions[0].first;
  if (body && op_is(body->last, OP_SCF_YIELD)) end_with_reduce(module, body);
  return replace_loop(module, op, OP_SCF_PARALLEL);
}
