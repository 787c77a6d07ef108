// The iterations in which operations inside affine loops and conditions run, and dependences between them.
#ifndef RUNG_PASSES_AFFINE_DOMAIN_H
#define RUNG_PASSES_AFFINE_DOMAIN_H

#include "passes/affine/access.h"
#include "passes/affine/loop.h"

#include "analysis/dependence.h"

// The constraints of the affine operations around `op`. False: they are not linear.
bool domain_of(Context *ctx, Arena *arena, const Operation *op, AffineSet *set, uint32_t *loops);
// The access with its subscripts composed.
bool access_domain_of(Context *ctx, Arena *arena, const Operation *op, AccessDomain *out);
// How many loops are around `op`.
uint32_t nesting_depth(const Operation *op);
// A variable of an affine.parallel is at least each of the results, or (upper) less than each of them.
ValueMap parallel_bound(Context *ctx, const Operation *op, uint32_t i, bool upper, Arena *arena);
// variable - lower is a multiple of the step: a quotient comes last.
void add_stride(AffineSet *set, uint32_t variable, int64_t lower, int64_t step);
// Add the results of a map as bounds of a variable: at least each of them, or (upper) less than each of them.
bool add_bounds(Context *ctx, AffineSet *set, uint32_t variable, const ValueMap *bound, bool upper);

// checkMemrefAccessDependence: `to` may touch what `from` touched, in a later iteration of the loop at `depth`.
DependenceAnswer access_dependence(Context *ctx, Arena *arena, const Operation *from, const Operation *to, uint32_t depth, bool reads_too,
                                   Distance *distances, uint32_t *common);
// The same with the pairs of iterations (see dependence_check).
DependenceAnswer access_pairs(Context *ctx, Arena *arena, const Operation *from, const Operation *to, uint32_t depth, bool reads_too,
                              Distance *distances, uint32_t *common, AffineSystem *pairs);
// Whether the iterations of a loop do not depend on each other through memory.
bool loop_is_memory_parallel(PassRun *pass, Operation *loop);

// A value that a loop carries around and combines by one operation.
typedef struct Reduction {
  int64_t kind;        // ARITH_ATOMIC_RMW_KIND_*
  uint32_t position;   // of the iteration argument
  Value *value;        // combined in each iteration
} Reduction;
typedef VEC(Reduction) Reductions;
// The operation that combines two values.
uint16_t reduction_opcode(int64_t kind);
void supported_reductions(PassRun *pass, const Operation *loop, Reductions *out);
// `reductions`: NULL: a loop that carries values around is not parallel.
bool loop_is_parallel(PassRun *pass, Operation *loop, Reductions *reductions);

#endif
