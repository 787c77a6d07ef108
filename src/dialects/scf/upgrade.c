// What makes today's operations of older ones of the scf dialect.
#include "ops/scf.h"

#include "ir/op.h"

// Together with the loop around it.
bool upgrade_scf_reduce(Module *module, Operation *op) {
  (void)module, (void)op;
  return true;
}

// Up to LLVM 16 each value had an operation that reduced it, anywhere in the body; today one at its end reduces all.
static void end_with_reduce(Module *module, Block *body) {
  Builder b;
  builder_init(&b, module);
  Operation *yield = body->last;
  builder_before(&b, yield);
  OpState *state = builder_begin(&b, OP_SCF_REDUCE);
  block_each_op_safe(body, op) {
    if (!op_is(op, OP_SCF_REDUCE_UNTIL_16)) continue;
    op_state_add_operand(state, op_operand(op, 0));
    region_take_blocks(op_state_add_region(state), &op->regions[0], NULL);
    op_erase(op);
  }
  builder_finish_typed(&b);
  op_erase(yield);
}

bool upgrade_scf_parallel(Module *module, Operation *op) {
  Builder b;
  builder_init(&b, module);
  Block *body = op->regions[0].first;
  if (body && op_is(body->last, OP_SCF_YIELD)) end_with_reduce(module, body);
  builder_before(&b, op);
  OpState *state = builder_begin(&b, OP_SCF_PARALLEL);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_take_prop(state, op, "operandSegmentSizes");
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(state->arena, &state->attrs, op->attrs[i]);
  region_take_blocks(op_state_add_region(state), &op->regions[0], NULL);
  Operation *made = builder_finish_typed(&b);
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(&op->results[i], &made->results[i]);
  op_erase(op);
  return true;
}
