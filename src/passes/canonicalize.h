// The patterns of `canonicalize`, for passes that end with some of its work.
#ifndef RUNG_PASSES_CANONICALIZE_H
#define RUNG_PASSES_CANONICALIZE_H

#include "rewrite/greedy.h"

void add_canonicalization(Greedy *g);
// Of these patterns, those for one operation.
void add_canonicalization_of(Greedy *g, uint32_t opcode);

#endif
