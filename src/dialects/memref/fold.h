// Folds of memref's operations, and what they share with rewrites of them.
#ifndef RUNG_DIALECTS_MEMREF_FOLD_H
#define RUNG_DIALECTS_MEMREF_FOLD_H

#include "ir/fold.h"

// Replace operands, except `except`, that are casts of ranked memrefs by the original. False: there was none.
bool fold_memref_cast(Operation *op, const Value *except);
// Return whether the cast only forgets sizes, strides and offset, so that its operand can be used in place of its result.
bool memref_cast_is_weaker(const Operation *cast, Context *ctx, Arena *arena);
// Dimensions of size 1 that `result`, a slice of `source`, leaves out: an entry per dimension of
// `source` in `dropped`. When there are more of those than left out, strides decide. `sizes` may be
// DYNAMIC. False: it cannot be told.
bool memref_dropped_dims(Context *ctx, Arena *arena, T source, T result, const int64_t *sizes, bool *dropped);
bool memref_subview_dropped(Context *ctx, Arena *arena, const Operation *subview, bool *dropped);
// Every entry of a list that is partly in an attribute, partly operands, is `number`.
bool list_is_all(const Operation *op, const char *operands, A list, int64_t number);

#endif
