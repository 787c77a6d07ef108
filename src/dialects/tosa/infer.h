// The shapes of results, as they follow from operands (after mlir/lib/Dialect/Tosa/IR/TosaOps.cpp).
#ifndef RUNG_DIALECTS_TOSA_INFER_H
#define RUNG_DIALECTS_TOSA_INFER_H

#include "ir/fold.h"

// Types whose shapes follow from operands, attributes and, of a region, what it yields; elements are those of the results.
// False: nothing follows.
bool tosa_infer_results(Context *ctx, const Operation *op, Arena *arena, T *types);
// What two types of one element say together; NULL: they contradict each other.
T tosa_join_types(Context *ctx, T a, T b, Arena *arena);
// What both say.
T tosa_meet_types(Context *ctx, T a, T b, Arena *arena);

#endif
