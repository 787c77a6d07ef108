// Making loops of scf.
#ifndef RUNG_DIALECTS_SCF_BUILD_H
#define RUNG_DIALECTS_SCF_BUILD_H

#include "dialects/common/op_fold_result.h"

// scf.for with loop-carried values; its body has arguments and no operations.
Operation *build_scf_for(Builder *b, Value *lower, Value *upper, Value *step, Value *const *inits, uint32_t count);

typedef struct ForallBounds {
  OpFoldResultList lower, upper, step;
} ForallBounds;
// scf.forall without a block; `mapping` may be NULL.
Operation *build_forall(Builder *b, const ForallBounds *bounds, const ValueVec *outputs, A mapping, Arena *arena);
// Its body: an argument for each dimension and output, and scf.forall.in_parallel with an empty block. Returns that operation.
Operation *build_forall_body(Builder *b, Operation *forall, uint32_t rank);
ForallBounds forall_bounds_of(const Operation *op, Arena *arena);
static inline Span forall_outputs(const Operation *op) { return op_operands_named(op, "outputs"); }
// The scf.forall.in_parallel at its end.
static inline Operation *forall_end(const Operation *op) { return op->regions[0].first->last; }

#endif
