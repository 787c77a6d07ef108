// Functions, whom they call, and how often private ones are named (mlir/Analysis/CallGraph.h and the list of uses of
// mlir/lib/Transforms/Utils/Inliner.cpp).
#ifndef RUNG_PASSES_INLINE_CALL_GRAPH_H
#define RUNG_PASSES_INLINE_CALL_GRAPH_H

#include "ir/symbol.h"

typedef struct CallNode {
  Operation *op;
  Region *body;
  VEC(struct CallNode *) calls;   // whom it called when the graph was made, each once
  bool is_inside, has_inside;     // in another node, or around one
  bool is_discardable;            // goes when nothing names it
  bool is_erased;
  uint32_t uses;                  // of a discardable one: how often nodes name it
  VEC(struct CallUse) names;      // whom it names
  uint32_t index, low;            // of the search for components
  bool on_stack;
} CallNode;
typedef struct CallUse {
  CallNode *node;
  uint32_t count;
} CallUse;
typedef VEC(CallNode *) CallNodeVec;

typedef struct CallGraph {
  const Operation *top;   // what is looked at
  Context *ctx;
  Arena *arena;
  SymbolTables tables;
  Map nodes;              // operation -> CallNode
  CallNodeVec list;       // in the order of the text
} CallGraph;

void call_graph_init(CallGraph *self, Context *ctx, Operation *top, Arena *arena);
CallNode *call_graph_node(const CallGraph *self, const Operation *function);   // NULL: none
// Whom a call runs; NULL: unknown, or only declared.
CallNode *call_graph_callee(CallGraph *self, const Operation *call);
// Nodes that call each other in a circle, and single ones: those that are called come before those that call them. One ends with NULL.
void call_graph_components(CallGraph *self, CallNodeVec *out);

// Uses, after the body of a node has changed; after a call in it was replaced by the body of `callee`; after it went.
void call_graph_count_uses(CallGraph *self, CallNode *node);
void call_graph_drop_call(CallGraph *self, CallNode *node, Operation *call);
void call_graph_add_uses_of(CallGraph *self, CallNode *node, const CallNode *callee);
void call_graph_erase(CallGraph *self, CallNode *node);

#endif
