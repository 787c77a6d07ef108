// What makes today's operations of older ones of the llvm dialect.
#include "ops/builtin.h"
#include "ops/llvm.h"

#include "dialects/common/upgrade.h"

// Assumptions have bundles of operands since LLVM 20.
bool upgrade_llvm_assume(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_LLVM_INTR_ASSUME);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_set_prop(state, LLVM_INTR_ASSUME_OP_BUNDLE_SIZES, attr_i32_array(module->context, NULL, 0));
  upgrade_finish(&b, state, op);
  return true;
}

// Some types of the llvm dialect are builtin ones today: of a cast between such nothing is left.
bool upgrade_llvm_cast(Module *module, Operation *op) {
  if (op_operand_type(op, 0) == op_result_type(op, 0)) return upgrade_replace(op, op_operand(op, 0));
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_BUILTIN_UNREALIZED_CONVERSION_CAST);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_take_types(state, op);
  upgrade_finish(&b, state, op);
  return true;
}
