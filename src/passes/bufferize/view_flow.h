// Which values may be the memory of others: views, casts, what branches and regions pass on
// (after mlir/lib/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.cpp).
#ifndef RUNG_PASSES_BUFFERIZE_VIEW_FLOW_H
#define RUNG_PASSES_BUFFERIZE_VIEW_FLOW_H

#include "ir/op.h"

typedef struct ViewFlow {
  Arena *arena;
  Map next;       // Value * -> values that may be it
  Map previous;   // Value * -> values that it may be
  Map terminals;  // Value * of memory that comes from nowhere that is known
  Map origins;    // Value * -> where its memory comes from, once asked
} ViewFlow;

void view_flow_init(ViewFlow *self, Arena *arena, Operation *top);
// The value and all that may be the same memory, or a part of it.
void view_flow_resolve(ViewFlow *self, Value *value, ValueVec *out);

typedef enum Sharing { SHARES_NOTHING, MAY_SHARE, IS_THE_SAME } Sharing;
// Whether two memrefs are parts of one allocation.
Sharing view_flow_sharing(ViewFlow *self, Value *a, Value *b);

#endif
