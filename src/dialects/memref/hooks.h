// Verifiers of the memref dialect, for its records.
#ifndef RUNG_DIALECTS_MEMREF_HOOKS_H
#define RUNG_DIALECTS_MEMREF_HOOKS_H

#include "ir/verify.h"

// CastOpInterface of memref.cast and memref.memory_space_cast. The first takes any two layouts;
// memref_verify_cast compares them.
bool memref_cast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count);
bool memref_space_cast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count);
bool memref_verify_cast(Verifier *v, const Operation *op);

bool memref_verify_alloc(Verifier *v, const Operation *op);
bool memref_verify_alloca(Verifier *v, const Operation *op);
bool memref_verify_realloc(Verifier *v, const Operation *op);
bool memref_verify_load(Verifier *v, const Operation *op);
bool memref_verify_store(Verifier *v, const Operation *op);
bool memref_verify_prefetch(Verifier *v, const Operation *op);
bool memref_verify_assume_alignment(Verifier *v, const Operation *op);
bool memref_verify_distinct_objects(Verifier *v, const Operation *op);
bool memref_verify_dma_start(Verifier *v, const Operation *op);
bool memref_verify_dma_wait(Verifier *v, const Operation *op);
bool memref_verify_atomic_rmw(Verifier *v, const Operation *op);
bool memref_verify_generic_atomic_rmw(Verifier *v, const Operation *op);
bool memref_verify_atomic_yield(Verifier *v, const Operation *op);
bool memref_verify_global(Verifier *v, const Operation *op);
bool memref_verify_get_global(Verifier *v, const Operation *op);

DialectInitFn init_memref;   // custom.c

// views.c: types computed from a memref's strides.
bool memref_verify_expand_shape(Verifier *v, const Operation *op);
bool memref_verify_collapse_shape(Verifier *v, const Operation *op);
bool memref_verify_reinterpret_cast(Verifier *v, const Operation *op);
bool memref_verify_reshape(Verifier *v, const Operation *op);
bool memref_verify_subview(Verifier *v, const Operation *op);
bool memref_verify_transpose(Verifier *v, const Operation *op);
bool memref_verify_view(Verifier *v, const Operation *op);
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
