#include "passes/affine/access.h"

#include "ops/memref.h"

#include "rewrite/effects.h"

// affine.dma_start has a source with its subscripts, a target with its, and a tag.
static bool dma_touches(const Operation *op, const Value *memref, uint32_t effect) {
  static const char *const maps[] = {"src_map", "dst_map"};
  uint32_t at = 0;
  if (op_is(op, OP_AFFINE_DMA_WAIT)) return effect == EFFECT_READ && op_operand(op, 0) == memref;
  for (uint32_t i = 0; i < 2; i++) {
    if (op_operand(op, at) == memref && effect == (i ? EFFECT_WRITE : EFFECT_READ)) return true;
    const AffineMap *map = ((const MapAttr *)op_attr(op, maps[i]))->map;
    at += 1 + map->dim_count + map->symbol_count;
  }
  return effect == EFFECT_READ && at < op->operand_count && op_operand(op, at) == memref;
}

bool has_effect_on(const Operation *op, const Value *memref, uint32_t effect) {
  uint32_t effects;
  if (op_is(op, OP_AFFINE_DMA_START) || op_is(op, OP_AFFINE_DMA_WAIT)) return dma_touches(op, memref, effect);
  if (!op_own_effects(op, &effects) || !(effects & effect)) return false;
  if (op_is(op, OP_MEMREF_COPY)) return op_operand(op, effect == EFFECT_WRITE) == memref;
  // The value that is stored may be a memref itself.
  bool stores = op_is(op, OP_MEMREF_STORE) || access_is_write(op);
  return !stores || op_operand(op, 1) == memref;
}
