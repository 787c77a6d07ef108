// Compares operations by what they do (after mlir::OperationEquivalence). Locations do not count.
#ifndef RUNG_REWRITE_EQUIVALENCE_H
#define RUNG_REWRITE_EQUIVALENCE_H

#include "ir/op.h"

static inline uint32_t hash_mix(uint32_t hash, uint64_t word) {
  uint64_t h = (hash ^ word) * 0xff51afd7ed558ccdu;
  return (uint32_t)(h ^ h >> 29);
}

// A hash of everything but operands and regions.
uint32_t op_hash_apart_from_operands(const Operation *op);
bool op_same_apart_from_operands(const Operation *a, const Operation *b);
// A hash of everything but regions.
uint32_t op_hash(const Operation *op);
// Compare everything, regions included; operands may be permuted where their order does not matter.
bool op_equivalent(Operation *a, Operation *b, Mem *mem);

#endif
