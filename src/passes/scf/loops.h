// What the passes over scf's loops share.
#ifndef RUNG_PASSES_SCF_LOOPS_H
#define RUNG_PASSES_SCF_LOOPS_H

#include "ops/scf.h"

#include "passes/loop_body.h"
#include "rewrite/pass.h"

// The bounds of a loop with several dimensions, and how many it has.
typedef struct NestBounds {
  Value **lower, **upper, **step;
  uint32_t count;
} NestBounds;

// Of an scf.parallel. `lower` is NULL when there is no memory.
NestBounds parallel_bounds(const Operation *op, Arena *arena);
// The bounds of an scf.forall, with constants made for those that are numbers.
NestBounds forall_bounds(const Operation *op, Builder *b, Arena *arena);

// Loops scf.for in each other, at the builder's place; their induction variables go to `ivs`. The innermost body.
Block *build_loop_nest(Builder *b, const NestBounds *bounds, Value **ivs);
// A loop scf.parallel without reductions. Its body has the induction variables and, unless `bare`, its end.
Operation *build_parallel(Builder *b, const NestBounds *bounds, bool bare);
// The operations of `from`, but its last, go to where `before` is; its arguments become `args`.
void inline_loop_body(Block *from, Operation *before, Value *const *args);

// scf.for with one value more that it carries, in the place of the loop, whose body it takes: inside, the argument for it stands for `init`.
Operation *loop_with_carried(Module *module, Arena *arena, Operation *loop, Value *init, Value *yielded);
// scf.for: the body, whose operations are moved, takes the place of a loop that runs once, and nothing that of one that never does. False: it
// runs more often, or that is not known.
bool promote_if_single(Operation *loop);
// The loop with its iterations overlapping, in its place: each begins `interval` cycles after the one before it, and reading a vector takes
// `read_latency` of them. NULL: it cannot be done.
Operation *pipeline_loop(Module *module, Arena *arena, Operation *loop, uint64_t interval, uint64_t read_latency);
// Patterns for what is inside of loops: for_canonicalization.c.
struct Greedy;
void add_for_loop_canonicalization(struct Greedy *g);
// Bodies of `factor` iterations in one, and what is left over in a loop behind it.
void scf_unroll_by(Module *module, Arena *arena, Operation *loop, uint64_t factor);
// The first iteration, or the last ones that a step does not fill, in a loop of their own, which is returned; `loop` has the others. NULL: there
// are none.
Operation *peel_loop(PassRun *pass, Operation *loop, bool front);
// Loops in each other in the place of one with several dimensions and no results, which go to `loops`; scf.parallel in that of scf.forall.
void loop_to_nested_fors(PassRun *pass, Operation *op, const NestBounds *bounds, Builder *b, OpVec *loops);
Operation *forall_to_parallel(Module *module, Arena *arena, Operation *op);

#endif
