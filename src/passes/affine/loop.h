// What passes over affine.for share: bounds, trip counts, building and dissolving loops.
#ifndef RUNG_PASSES_AFFINE_LOOP_H
#define RUNG_PASSES_AFFINE_LOOP_H

#include "passes/loop_body.h"
#include "ops/affine.h"

#include "dialects/affine/compose.h"
#include "rewrite/pass.h"

static inline Value *loop_var(const Operation *loop) { return loop_body(loop)->args[0]; }
static inline int64_t loop_step(const Operation *loop) { return op_prop_i64_at(loop, AFFINE_FOR_STEP); }
static inline const AffineMap *map_of_attr(A attr) { return ((const MapAttr *)attr)->map; }
static inline uint32_t map_input_count(const AffineMap *map) { return map->dim_count + map->symbol_count; }

typedef enum AffineBound { LOWER_BOUND, UPPER_BOUND } AffineBound;
ValueMap loop_bound(const Operation *loop, AffineBound which, Arena *arena);
const AffineMap *loop_bound_map(const Operation *loop, AffineBound which);
void loop_set_bound(Module *module, Operation *loop, AffineBound which, const ValueMap *bound, Arena *arena);
void loop_set_step(Context *ctx, Operation *loop, int64_t step);
// A bound that is one constant.
bool loop_constant_bound(const Operation *loop, AffineBound which, int64_t *out);
Span loop_inits(const Operation *loop);
ValueMap constant_map(Context *ctx, int64_t value);
// A map of one dimension, `expr`, applied to `value`.
ValueMap map_of_dim(Context *ctx, E expr, Value *value, Arena *arena);

// A loop at the builder's place, with an empty body that ends in affine.yield when there are no inits.
Operation *build_loop(Builder *b, const ValueMap *lower, const ValueMap *upper, int64_t step, Value *const *inits, uint32_t init_count);
// affine.apply, or (of several results) affine.min.
Value *build_affine(Builder *b, uint32_t opcode, const ValueMap *map);

// a - b, result by result, composed and simplified. The maps have equally many results.
ValueMap value_map_difference(Context *ctx, const ValueMap *a, const ValueMap *b, Arena *arena);
// Each result once.
ValueMap map_without_duplicates(Context *ctx, const ValueMap *map, Arena *arena);
// The map with its one result `count` times.
ValueMap value_map_splat(Context *ctx, const ValueMap *map, uint32_t count, Arena *arena);
// How often the body runs: the least of the results. Without a map: it cannot be told.
ValueMap loop_trip_map(Context *ctx, const Operation *loop, Arena *arena);
// What such a map says: the number, if it is known (a negative one counts as huge, as it does in mlir-opt), and what divides it.
bool trip_map_count(const ValueMap *trips, uint64_t *out);
uint64_t trip_map_divisor(const ValueMap *trips);
// Both in one, for who asks nothing else.
bool loop_trip_count(Context *ctx, const Operation *loop, Arena *arena, uint64_t *out);

// The body of a loop that runs once takes the loop's place.
bool loop_promote_if_single(Module *module, Operation *loop, Arena *arena);
// The loop with the inits of `inner`, which is in its body, behind its own; it also gives back what `inner` does.
Operation *loop_with_more_values(Module *module, Operation *loop, Operation *inner, Arena *arena);
// The loop and those that are alone in the one before.
void perfect_nest(Operation *loop, Arena *arena, OpVec *out);
// The affine.for around `op`, outermost first.
void loops_around(const Operation *op, Arena *arena, OpVec *out);
// All operations of the opcode (0: any) inside `root`, inner ones first, or outer ones first.
void ops_inside_post(Operation *root, uint32_t opcode, Arena *arena, OpVec *out);
void ops_inside_pre(Operation *root, uint32_t opcode, Arena *arena, OpVec *out);
// Whether the value is defined outside of the operation's regions.
bool is_defined_outside(const Value *value, const Operation *op);
bool op_is_inside(const Operation *op, const Operation *ancestor);   // or the same

#endif
