// What operations tell about the sizes of their results (ReifyRankedShapedTypeOpInterface of upstream).
#ifndef RUNG_PASSES_TENSOR_REIFY_H
#define RUNG_PASSES_TENSOR_REIFY_H

#include "dialects/common/op_fold_result.h"

typedef struct ReifyShape {
  // The sizes of the operation's only result; what they take is made at the builder's place. False: out of memory.
  bool (*result_shape)(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena);
} ReifyShape;
// NULL: the operation does not tell.
const ReifyShape *reify_shape_of(const Operation *op);

#endif
