// Which iterations of one loop nest belong to one iteration of another
// (after mlir/lib/Dialect/Affine/Analysis/Utils.cpp).
#ifndef RUNG_PASSES_AFFINE_FUSION_SLICE_H
#define RUNG_PASSES_AFFINE_FUSION_SLICE_H

#include "passes/affine/loop_system.h"

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN } Answer;

// The box around what each access of `first` has to do with each of `second`, `depth` loops deep. `backward`: a slice of
// the nest of `first`, at the beginning of a loop around `second`; else a slice of that of `second` at the end of a loop
// around `first`. `common`: loops around all of them. False: there is no such slice, or it would do too much.
bool slice_unite(PassRun *pass, const OpVec *first, const OpVec *second, uint32_t depth, uint32_t common, bool backward, LoopSlice *out);
// Whether it has all iterations of the sliced nest, over all iterations of the other one.
Answer slice_is_maximal(PassRun *pass, const LoopSlice *self);
// How often a loop of the slice runs, by its place. False: it is not constant.
bool slice_trip_counts(PassRun *pass, const LoopSlice *self, uint64_t *counts);
// The product of those.
uint64_t slice_iterations(const LoopSlice *self, const uint64_t *counts);

bool loop_has_reduction(PassRun *pass, Operation *loop);   // and is parallel but for it
uint32_t common_loop_depth(const OpVec *ops, Arena *arena, OpVec *loops);   // `loops`: those around all; or NULL
uint32_t common_variables(const Operation *a, const Operation *b);          // of affine.for and affine.parallel around both

#endif
