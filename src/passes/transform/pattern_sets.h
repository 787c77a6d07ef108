// Sets of patterns that transform.apply_patterns names.
#ifndef RUNG_PASSES_TRANSFORM_PATTERN_SETS_H
#define RUNG_PASSES_TRANSFORM_PATTERN_SETS_H

#include "ir/op.h"

// What is given with a set that Rung does not know with it; NULL: nothing.
const char *transform_refuses_patterns(const Operation *op);

#endif
