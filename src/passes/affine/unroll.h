// What passes that repeat the bodies of affine loops share.
#ifndef RUNG_PASSES_AFFINE_UNROLL_H
#define RUNG_PASSES_AFFINE_UNROLL_H

#include "passes/affine/loop.h"

// The iterations that are left over when the loop takes `factor` at a time go to a loop of their own behind it. Its bounds
// have one result each.
void loop_split_rest(PassRun *pass, Operation *loop, uint64_t factor);
// False, with a message, when the operation is no function: the pass runs on nothing else.
bool require_function(PassRun *pass, const Operation *op, const char *class_name);

#endif
