// What is known of values, found by following them from where they are made to where they are used, through branches, regions and calls,
// and only where control can come (after mlir/lib/Analysis/DataFlow: SparseAnalysis and DeadCodeAnalysis).
#ifndef RUNG_ANALYSIS_DATAFLOW_H
#define RUNG_ANALYSIS_DATAFLOW_H

#include "analysis/callers.h"

struct Dataflow;

// What one analysis knows, and how it comes to know more. What is known of a value may only become less exact.
typedef struct DataflowFacts {
  void (*pass_on)(struct Dataflow *self, const Value *to, const Value *from);   // `to` may be what `from` is
  void (*varies)(struct Dataflow *self, const Value *value);                     // it may be anything
  // An argument of a block in `op` that no way passes a value to: true: something is known of it. NULL: nothing is of any.
  bool (*argument)(struct Dataflow *self, const Operation *op, const Value *argument);
  // Constants of all operands, NULL for those that are none. False: of some nothing is known yet.
  bool (*constants)(struct Dataflow *self, const Operation *op, A *out);
  // The results of an operation without regions. `constants`: NULL where the above was false.
  void (*compute)(struct Dataflow *self, Operation *op, const A *constants);
} DataflowFacts;

typedef struct Dataflow {
  const DataflowFacts *facts;
  Module *module;
  Arena *arena;
  Callers callers;
  Map live;         // blocks that can run
  Map returns;      // functions -> calls of them
  Map queued;
  OpVec queue;
} Dataflow;

// Look through `top` and all inside. `self` is the head of the analysis.
void dataflow_run(Dataflow *self, const DataflowFacts *facts, Module *module, Operation *top, Arena *arena);
// For the facts: who uses a value of which something else is known now is looked at again.
void dataflow_changed(Dataflow *self, const Value *value);
void dataflow_all_vary(Dataflow *self, const Operation *op);
// Afterwards: whether a block can run, and the calls of a function that can, NULL when there are none.
bool dataflow_block_is_live(const Dataflow *self, const Block *block);
const OpVec *dataflow_calls(const Dataflow *self, const Operation *function);

#endif
