// Which values may be the memory of others: views, casts, what branches and regions pass on
// (after mlir/lib/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.cpp).
#ifndef RUNG_PASSES_BUFFERIZE_VIEW_FLOW_H
#define RUNG_PASSES_BUFFERIZE_VIEW_FLOW_H

#include "ir/op.h"

typedef struct ViewFlow {
  Arena *arena;
  Map next;     // Value * -> values that may be it
} ViewFlow;

void view_flow_init(ViewFlow *self, Arena *arena, Operation *top);
// The value and all that may be the same memory, or a part of it.
void view_flow_resolve(ViewFlow *self, Value *value, ValueVec *out);

#endif
