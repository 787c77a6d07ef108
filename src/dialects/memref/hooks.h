// Verifiers of the memref dialect, for its records.
#ifndef RUNG_DIALECTS_MEMREF_HOOKS_H
#define RUNG_DIALECTS_MEMREF_HOOKS_H

#include "ir/verify.h"

// The type of a collapse_shape; NULL: its dimensions do not follow each other without gaps.
T memref_collapsed_type(Context *ctx, Arena *arena, const ShapedType *source, A reassociation);
// The type of an expand_shape to `dims`; NULL: the source is not strided.
T memref_expanded_type(Context *ctx, Arena *arena, const ShapedType *source, const int64_t *dims, uint32_t rank, A reassociation);
// The type of a subview that leaves out no dimension; NULL: the source is not strided.
T memref_subview_type(Context *ctx, Arena *arena, const ShapedType *source, const int64_t *offsets, const int64_t *sizes,
                      const int64_t *strides);
// A size operand for each dimension that the type leaves open.
bool memref_verify_sizes(Verifier *v, const Operation *op, const ShapedType *memref, uint32_t given);

#endif
