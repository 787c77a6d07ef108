// Whether one loop nest may run inside another, what that costs, and doing it
// (after mlir/lib/Dialect/Affine/Utils/LoopFusionUtils.cpp).
#ifndef RUNG_PASSES_AFFINE_FUSION_MERGE_H
#define RUNG_PASSES_AFFINE_FUSION_MERGE_H

#include "passes/affine/fusion/slice.h"

// What of the nests counts: stores of the first and loads of the second, or loads of one memref.
typedef struct MergeKind { const Value *sibling_memref; } MergeKind;   // NULL: the first stores what the second loads

// The slice of `from` that would run in each iteration `depth` loops deep around `to`'s operations.
bool merge_check(PassRun *pass, Operation *from, Operation *to, uint32_t depth, MergeKind kind, LoopSlice *out);
// A copy of `from` with the bounds of the slice goes into its place. `innermost`: of siblings, at the innermost loop.
void merge_nests(PassRun *pass, Operation *from, const LoopSlice *slice, bool innermost);
// By what part the operations that run become more; false: it is not known.
bool merge_extra_work(PassRun *pass, Operation *from, Operation *to, const LoopSlice *slice, double *out);
// Whether accesses inside of the nest depend on each other in a circle.
bool nest_has_cycle(PassRun *pass, Operation *root);
// Parallel loops of the perfect nest go outside; the nest's outermost loop then.
Operation *sink_sequential_loops(PassRun *pass, Operation *root);

// The memrefs that one of the first stores to and one of the second loads, in the order of the loads.
void stored_and_loaded(const OpVec *first, const OpVec *second, Arena *arena, ValueVec *out);
bool values_have(const ValueVec *values, const Value *value);

#endif
