// What makes today's operations of older ones of the tensor dialect.
#include "ops/tensor.h"

#include "dialects/common/upgrade.h"

bool upgrade_tensor_expand_shape(Module *module, Operation *op) {
  return upgrade_expand_shape(module, op, OP_TENSOR_EXPAND_SHAPE, OP_TENSOR_DIM);
}

bool upgrade_tensor_pack(Module *module, Operation *op) { return upgrade_to_generic(module, op, STR("linalg.pack")); }
bool upgrade_tensor_unpack(Module *module, Operation *op) { return upgrade_to_generic(module, op, STR("linalg.unpack")); }
