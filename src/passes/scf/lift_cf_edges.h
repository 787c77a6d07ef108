// Edges between blocks, and blocks that gather edges: parts of lifting branches to scf.
#ifndef RUNG_PASSES_SCF_LIFT_CF_EDGES_H
#define RUNG_PASSES_SCF_LIFT_CF_EDGES_H

#include "passes/scf/lift_cf_graph.h"
#include "rewrite/pass.h"

typedef struct Lifting {
  PassRun *run;
  Arena *arena;
  Builder b;
  Region *region;           // the whole that is lifted
  Loc region_loc;
  Map poison;               // type -> value, at the region's start
  ValueVec numbers;         // i32 constants there; NULL: not made yet
  OpVec exits;              // the only ones of their kind, each in a block of its own
  Map trees;                // Region * -> BlockTree *
} Lifting;

typedef struct Edge {
  Block *from;
  uint32_t successor;
} Edge;
typedef VEC(Edge) EdgeVec;

static inline Block *edge_to(Edge edge) { return op_successor(edge.from->last, edge.successor); }
static inline void edge_set_to(Edge edge, Block *to) { op_set_successor(edge.from->last, edge.successor, to); }
static inline Edge edge_of_use(const BlockUse *use) { return (Edge){use->owner->block, (uint32_t)(use - use->owner->successors)}; }
void edge_values(const Lifting *self, Edge edge, ValueVec *out);
void edge_append(const Lifting *self, Edge edge, Value *value);

Value *number_value(Lifting *self, uint32_t number);
Value *poison_value(Lifting *self, T type);
// cf.switch at the builder's place; its cases pass `args[i]`, the first of its targets is that of the default.
typedef struct Target {
  uint32_t number;          // of the case
  Block *block;
  Value *const *args;
  uint32_t arg_count;
} Target;
typedef VEC(Target) TargetVec;
void build_switch(Lifting *self, Value *flag, const Target *targets, uint32_t count);

// A block that edges to several others are led through; an argument says where to go on.
typedef struct Gate {
  Block *block;
  BlockVec targets;
  Map offsets;              // target -> 1 + place in `targets`
  U32Vec begins;            // of the arguments for each target
  Value *which;             // NULL: there is only one target
} Gate;
// Comes behind the first of the edges' targets. With `extra`, there is one more argument, an i32.
Gate gate_new(Lifting *self, Loc loc, const EdgeVec *edges, bool extra);
void gate_redirect(Lifting *self, const Gate *gate, Edge edge, Value *extra);
// At the builder's place: go on to where the edges led, but not to `excluded`.
void gate_dispatch(Lifting *self, const Gate *gate, const Block *excluded);

void add_args_of(Lifting *self, Block *block, const Block *other);
// Each kind of operation that ends the region stands in a block of its own; `op` becomes a jump to it.
void combine_exit(Lifting *self, Operation *op);

#endif
