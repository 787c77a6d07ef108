// Helpers of tensor's patterns.
#ifndef RUNG_DIALECTS_TENSOR_CANONICALIZE_H
#define RUNG_DIALECTS_TENSOR_CANONICALIZE_H

#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/tensor/hooks.h"
#include "ir/constants.h"
#include "ops/tensor.h"
#include "rewrite/greedy.h"

static inline const ShapedType *as_tensor(T type) { return type_kind(type) == TYPE_TENSOR ? (const ShapedType *)type : NULL; }
static inline Value *build_cast(Builder *b, T type, Value *value) { return build1(b, OP_TENSOR_CAST, type, value); }
// Take the place of op, behind a cast when the type differs.
bool replace_cast(Greedy *g, Operation *op, Value *value);
// Return whether `to` has every size that `from` has (preservesStaticInformation).
bool tensor_keeps_sizes(T from, T to);
// A tensor.cast that forgets sizes and can be left out in front of what uses it, or NULL.
Operation *forgetting_cast(const Value *value);
GreedyFn cast_extract_slice;
// The sizes that a slice of this type leaves out: sizes of 1, chosen from the last one on.
bool *tensor_dropped_dims(Arena *arena, const ShapedType *reduced, OpFoldResultList sizes);
T tensor_with_dims(Context *ctx, const ShapedType *like, const int64_t *dims, uint32_t rank);

#endif
