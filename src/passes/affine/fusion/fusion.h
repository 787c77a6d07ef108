// The state of affine-loop-fusion on one block.
#ifndef RUNG_PASSES_AFFINE_FUSION_FUSION_H
#define RUNG_PASSES_AFFINE_FUSION_FUSION_H

#include "passes/affine/fusion/graph.h"
#include "passes/affine/fusion/merge.h"

typedef struct Fusion {
  PassRun *pass;             // whose memory lasts for one pair of nests
  Graph graph;               // whose lasts as long as the block is worked on
  bool maximal;              // as deep as it may be, whatever it costs
  double tolerance;          // by what part the work may grow
  bool has_fast_space;
  int64_t fast_space;        // for buffers of at most this many bytes
  uint64_t buffer_limit;
} Fusion;

// A nest is about to run inside another one, at one of several depths.
typedef struct Candidate {
  Operation *from, *to;
  LoopSlice *slices;         // by depth - 1
  uint32_t deepest;          // at which it may; 0: nowhere
  double tolerance;
} Candidate;

// The slices at depths 1 to `depths` below the `around` loops around both.
void candidate_init(Fusion *f, Candidate *self, Operation *from, Operation *to, uint32_t around, uint32_t depths, MergeKind kind);
// A nest whose accesses depend on each other in a circle must not run more often. False: it would.
bool candidate_mind_cycles(Fusion *f, Candidate *self);
// The depth that saves most memory; `footprints`: the accesses of the first nest that count. False: it saves none.
bool candidate_is_profitable(Fusion *f, const Candidate *self, const OpVec *footprints, uint32_t *depth);

// A buffer in place of the memref that the stores write, as large as what they write `depth` loops deep. NULL: they differ.
Value *privatize(Fusion *f, Operation *nest, const OpVec *stores, uint32_t depth, Block *slice_block);

#endif
