// What passes that repeat the bodies of affine loops share.
#ifndef RUNG_PASSES_AFFINE_UNROLL_H
#define RUNG_PASSES_AFFINE_UNROLL_H

#include "passes/affine/loop.h"

// The iterations that are left over when the loop takes `factor` at a time go to a loop of their own behind it. Its bounds
// have one result each; `trips` is its loop_trip_map.
void loop_split_rest(PassRun *pass, Operation *loop, uint64_t factor, const ValueMap *trips);
// Bodies of `factor` iterations in one, and the rest in a loop behind it. False: its bounds do not allow it.
bool affine_unroll_by(PassRun *pass, Operation *loop, uint64_t factor);
// The same, where those of the loops inside are united, too.
bool affine_unroll_and_jam(PassRun *pass, Operation *loop, uint32_t factor);
// A nest of loops of scf or affine as one, which is the outermost. False: nothing was united.
bool coalesce_nest(PassRun *pass, Operation *loop);
// False, with a message, when the operation is no function: the pass runs on nothing else.
bool require_function(PassRun *pass, const Operation *op, const char *class_name);

#endif
