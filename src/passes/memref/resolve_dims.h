// Sizes of results in terms of operands, for passes that ask for sizes themselves.
#ifndef RUNG_PASSES_MEMREF_RESOLVE_DIMS_H
#define RUNG_PASSES_MEMREF_RESOLVE_DIMS_H

#include "rewrite/greedy.h"

extern const PatternSet resolve_dim_patterns;

#endif
