// Operations as older releases had them, made of today's to be printed.
#include "ops/spirv.h"

#include "dialects/common/older.h"

// The result's type is not written, so it has to follow from the indices; the verifier says that it does.
bool downgrade_spirv_chain(Module *module, Operation *op) {
  uint32_t older = op_is(op, OP_SPIRV_ACCESS_CHAIN)       ? OP_SPIRV_ACCESS_CHAIN_UNTIL_19
                   : op_is(op, OP_SPIRV_PTR_ACCESS_CHAIN) ? OP_SPIRV_PTR_ACCESS_CHAIN_UNTIL_19
                                                          : OP_SPIRV_IN_BOUNDS_PTR_ACCESS_CHAIN_UNTIL_19;
  return upgrade_to_op(module, op, older);
}
