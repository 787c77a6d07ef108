// Transformations that are operations: what they say of themselves to whoever interprets or checks them.
#ifndef RUNG_ANALYSIS_TRANSFORM_OP_H
#define RUNG_ANALYSIS_TRANSFORM_OP_H

#include "ir/op.h"

struct Transformer;
struct Greedy;

// How it went. A silenceable failure has left the payload as it was, and what is around may go on (DiagnosedSilenceableFailure).
typedef enum TransformStatus { TRANSFORM_OK, TRANSFORM_SILENCEABLE, TRANSFORM_DEFINITE } TransformStatus;
typedef bool TransformConsumesFn(const Operation *op, uint32_t operand);
typedef TransformStatus TransformApplyFn(struct Transformer *self, Operation *op);
typedef void TransformPatternsFn(struct Greedy *g, const Operation *op);

#include "ops/transform_op.h"

#endif
