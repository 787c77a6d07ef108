// What makes today's operations of older ones of the memref dialect.
#include "ops/memref.h"

#include "dialects/common/upgrade.h"

bool upgrade_memref_expand_shape(Module *module, Operation *op) {
  return upgrade_expand_shape(module, op, OP_MEMREF_EXPAND_SHAPE, OP_MEMREF_DIM);
}
