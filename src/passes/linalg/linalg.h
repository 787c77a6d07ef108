// What the passes over linalg share.
#ifndef RUNG_PASSES_LINALG_LINALG_H
#define RUNG_PASSES_LINALG_LINALG_H

#include "analysis/structured.h"
#include "rewrite/greedy.h"

// An operation with a name as linalg.generic: a pattern for any.
bool generalize(Greedy *g, Operation *op);
// linalg.generic as the operation whose name says the same.
extern const PatternSet specialize_patterns;

#endif
