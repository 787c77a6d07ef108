// Helpers of vector's patterns.
#ifndef RUNG_DIALECTS_VECTOR_CANONICALIZE_H
#define RUNG_DIALECTS_VECTOR_CANONICALIZE_H

#include "dialects/vector/rewrite_transfers.h"
#include "rewrite/greedy.h"

// Patterns that canonicalize and convert-vector-to-llvm have in common: accesses whose mask is all true
// or all false, masks of constants and slices of them, two transpositions as one
// (populateVectorToVectorCanonicalizationPatterns).
extern const PatternSet vector_to_vector_patterns;

GreedyFn compose_transposes;
// `name`(operand) of the type that op has takes its place.
static inline bool replace_by(Greedy *g, Operation *op, uint32_t opcode, Value *operand) {
  return greedy_replace1(g, op, build1(&g->b, opcode, op_result_type(op, 0), operand));
}
static inline bool replace_by_constant(Greedy *g, Operation *op, A value) {
  return value && greedy_replace1(g, op, build_constant(&g->b, value));
}
// The scalar that all elements are copies of, or NULL.
Value *vector_splat_source(const Value *vector);
bool replace_by_constant_mask(Greedy *g, Operation *op, const int64_t *sizes, uint32_t count);
bool replace_by_create_mask(Greedy *g, Operation *op, Value *const *sizes, uint32_t count);

#endif
