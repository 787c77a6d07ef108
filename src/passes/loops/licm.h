// What a loop computes anew each time, and always alike, moves out of it.
#ifndef RUNG_PASSES_LOOPS_LICM_H
#define RUNG_PASSES_LOOPS_LICM_H

#include "rewrite/pass.h"

// Of one loop; of all loops inside, the innermost first.
void hoist_invariants_of(PassRun *run, Operation *loop);
void hoist_invariants(PassRun *run, Operation *root);
bool is_outside_loop(const Operation *loop, const Value *value);

#endif
