// Which values are needed: for what an operation does to the world, or for what a public function returns. Found by following values from
// where they are used to where they are made, through branches, regions and calls (after mlir/lib/Analysis/DataFlow/LivenessAnalysis.cpp).
#ifndef RUNG_ANALYSIS_LIVENESS_H
#define RUNG_ANALYSIS_LIVENESS_H

#include "analysis/constants.h"

typedef bool LivenessActsFn(Operation *op);

typedef struct Liveness {
  ConstantAnalysis constants;   // which blocks can run, and who calls whom
  LivenessActsFn *acts_;        // whether an operation is needed even if its results are not
  Map acts;                     // what that said of operations with regions
  Map live;                     // values
  OpVec stack;                  // operations to look at; OP_MARK: on it
  Arena *arena;
} Liveness;

// Look through `top` and all inside.
void liveness_find(Liveness *self, Module *module, Operation *top, LivenessActsFn *acts, Arena *arena);
bool value_is_live(const Liveness *self, const Value *value);

#endif
