// The ranges of all integers in an operation (mlir/Analysis/DataFlow/IntegerRangeAnalysis.h).
#ifndef RUNG_ANALYSIS_INT_RANGES_H
#define RUNG_ANALYSIS_INT_RANGES_H

#include "analysis/constants.h"
#include "analysis/int_range.h"

// `operands` have width 0 where they are no integers; so have `results`, before they are filled in, where they are none.
typedef bool OpRangesFn(const Operation *op, const IntRange *operands, IntRange *results);

typedef struct RangeAnalysis {
  Dataflow flow;
  ConstantAnalysis constants;
  Map ranges;       // Value -> IntRange
} RangeAnalysis;

void ranges_find(RangeAnalysis *self, Module *module, Operation *top, Arena *arena);
// False: nothing is known, also not that it is any value of its type.
bool ranges_of(const RangeAnalysis *self, const Value *value, IntRange *out);

#endif
