// The body of a loop that has one block.
#ifndef RUNG_PASSES_LOOP_BODY_H
#define RUNG_PASSES_LOOP_BODY_H

#include "ir/op.h"

static inline Block *loop_body(const Operation *loop) { return loop->regions[0].first; }

#endif
