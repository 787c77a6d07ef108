// What lifting branches to scf knows of the graph of blocks.
#ifndef RUNG_PASSES_SCF_LIFT_CF_GRAPH_H
#define RUNG_PASSES_SCF_LIFT_CF_GRAPH_H

#include "ir/op.h"

// The dominator tree of a region, as it was when it was made.
typedef struct BlockTree BlockTree;
BlockTree *block_tree_new(Region *region, Arena *arena);   // NULL: no memory
// The blocks that `block` dominates, itself first, in preorder of the tree; those reached by earlier successors come first.
Block *const *block_tree_dominated(const BlockTree *self, const Block *block, uint32_t *count);
// A block that is not in the tree dominates nothing else and is dominated by all.
bool block_tree_dominates(const BlockTree *self, const Block *a, const Block *b);

// Blocks that can reach each other, the last ones first within each set.
typedef struct Cycle {
  BlockVec blocks;
} Cycle;
typedef VEC(Cycle) CycleVec;
// The outermost cycles that can be reached from `entry`, those that come last first.
void find_cycles(Block *entry, CycleVec *out, Arena *arena);

static inline uint32_t successor_count(const Block *block) { return block->last ? block->last->successor_count : 0; }

#endif
