// Dominance between values and operations, across nested regions.
#ifndef RUNG_IR_DOMINANCE_H
#define RUNG_IR_DOMINANCE_H

#include "ir/op.h"

typedef struct Dominance {
  Arena *arena;
  Map regions;   // Region * -> tree, built on demand
  const Region *last;          // asked about last, and its tree
  struct DominanceTree *last_tree;
} Dominance;

void dominance_init(Dominance *self, Arena *arena);
// The reachable blocks of a region, dominators first (the dominator tree in preorder).
void dominance_order(Dominance *self, Region *region, BlockVec *out);
bool region_is_ssa(const Region *region);       // false: graph region (ops need not be ordered)
bool block_is_reachable(Dominance *self, const Block *block);
Block *block_idom(Dominance *self, const Block *block);   // the closest block of the region that dominates it; NULL: there is none
bool block_dominates(Dominance *self, const Block *a, const Block *b);           // or equal
bool value_properly_dominates(Dominance *self, const Value *value, Operation *user);

#endif
