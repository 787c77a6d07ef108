// Accesses of what views are views of.
#ifndef RUNG_PASSES_MEMREF_FOLD_ALIAS_H
#define RUNG_PASSES_MEMREF_FOLD_ALIAS_H

#include "rewrite/greedy.h"

void add_folds_of_aliases(Greedy *g);

#endif
