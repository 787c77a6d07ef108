// The type of the function that analysis/result_shapes.ops asks for.
#ifndef RUNG_ANALYSIS_RESULT_SHAPES_H
#define RUNG_ANALYSIS_RESULT_SHAPES_H

#include "ir/op.h"

struct OpFoldResultList;   // dialects/common/op_fold_result.h

typedef bool ResultShapeFn(Builder *b, Operation *op, struct OpFoldResultList *out, Arena *arena);
typedef bool ResultShapesFn(Builder *b, Operation *op, uint32_t result, struct OpFoldResultList *out, Arena *arena);

#endif
