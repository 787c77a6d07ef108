// Which values are constants, and which blocks can run at all, under the assumption that nothing runs that need not: found together, through
// branches, regions and calls (sparse conditional constant propagation, after mlir/lib/Analysis/DataFlow).
#ifndef RUNG_ANALYSIS_CONSTANTS_H
#define RUNG_ANALYSIS_CONSTANTS_H

#include "analysis/dataflow.h"
#include "ir/fold.h"

typedef struct KnownValue {
  enum { VALUE_NOT_REACHED, VALUE_CONSTANT, VALUE_VARIES } state;
  A constant;                  // VALUE_CONSTANT
  const DialectDef *dialect;   // that makes operations of it
} KnownValue;

typedef struct ConstantAnalysis {
  Dataflow flow;
  Folder folder;
  Map values;       // Value -> KnownValue
} ConstantAnalysis;

// Look through `top` and all inside. The memory is `arena`'s.
void constants_find(ConstantAnalysis *self, Module *module, Operation *top, Arena *arena);
KnownValue constants_of(const ConstantAnalysis *self, const Value *value);

#endif
