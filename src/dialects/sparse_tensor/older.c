// Operations of sparse_tensor as older releases had them.
#include "ops/sparse_tensor.h"
#include "ops/tensor.h"

#include "dialects/common/older.h"

bool upgrade_sparse_tensor_insert(Module *module, Operation *op) { return upgrade_to_op(module, op, OP_TENSOR_INSERT); }
