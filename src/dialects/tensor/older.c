// Upgrades of older operations of tensor, and of std before it, to today's.
#include "ops/linalg.h"
#include "ops/tensor.h"

#include "dialects/common/build.h"
#include "dialects/common/older.h"
#include "ir/op.h"

bool upgrade_tensor_dim(Module *module, Operation *op) { return upgrade_dim(module, op, OP_TENSOR_DIM, TENSOR_DIM_UNTIL_10_INDEX); }

bool upgrade_tensor_expand_shape(Module *module, Operation *op) {
  return upgrade_expand_shape(module, op, OP_TENSOR_EXPAND_SHAPE, OP_TENSOR_DIM);
}

bool upgrade_tensor_pack(Module *module, Operation *op) { return upgrade_to_op(module, op, OP_LINALG_PACK); }
bool upgrade_tensor_unpack(Module *module, Operation *op) { return upgrade_to_op(module, op, OP_LINALG_UNPACK); }
