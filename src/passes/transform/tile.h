// What the transformations that tile share: sizes, and refusals.
#ifndef RUNG_PASSES_TRANSFORM_TILE_H
#define RUNG_PASSES_TRANSFORM_TILE_H

#include "dialects/common/op_fold_result.h"
#include "passes/transform/transformer.h"

// Numbers, where the operands, of parameters or of operations with an index for a result, stand for those that are DYNAMIC.
TransformStatus transform_sizes(Transformer *self, Operation *op, A numbers, Span operands, OpFoldResultList *out);
// Report that the target cannot be tiled, because of that or of `why`; that its loops are not told.
TransformStatus transform_refuse_target(Transformer *self, Operation *op, const Operation *target, const char *why);
TransformStatus transform_refuse_domain(Transformer *self, Operation *op, const Operation *target);

#endif
