// The patterns of `canonicalize`, for passes that end with some of its work.
#ifndef RUNG_PASSES_CANONICALIZE_H
#define RUNG_PASSES_CANONICALIZE_H

#include "rewrite/greedy.h"

void add_canonicalization(Greedy *g);

#endif
