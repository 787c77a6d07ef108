// Transfers of vectors that reach through slices of tensors.
#ifndef RUNG_PASSES_TENSOR_FOLD_SUBSETS_H
#define RUNG_PASSES_TENSOR_FOLD_SUBSETS_H

#include "rewrite/greedy.h"

void add_folds_of_slices(Greedy *g);
// These, and slices put into slices.
void add_folds_of_subsets(Greedy *g);

#endif
