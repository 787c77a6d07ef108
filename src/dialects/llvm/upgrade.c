// What makes today's operations of older ones of the llvm dialect.
#include "ops/llvm.h"

#include "ir/op.h"

// Assumptions have bundles of operands since LLVM 20.
bool upgrade_llvm_assume(Module *module, Operation *op) {
  Builder b;
  builder_init(&b, module);
  builder_before(&b, op);
  OpState *state = builder_begin(&b, OP_LLVM_INTR_ASSUME);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_set_prop(state, LLVM_INTR_ASSUME_OP_BUNDLE_SIZES, attr_i32_array(module->context, NULL, 0));
  builder_finish(&b);
  op_erase(op);
  return true;
}
