// Reads and writes of a loop that are of the same part of memory each time move out of it.
#ifndef RUNG_PASSES_VECTOR_HOIST_H
#define RUNG_PASSES_VECTOR_HOIST_H

#include "rewrite/pass.h"

// Transfers of vectors from and to memrefs, in all loops inside.
void hoist_transfers(PassRun *run, Arena *arena, Operation *root);
// Slices and transfers of tensors that the loop carries. The loop in its place, or itself.
Operation *hoist_subsets(Module *module, Arena *arena, Operation *loop);

#endif
