// How many operations run (after getComputeCost and getFusionComputeCost of
// mlir/lib/Dialect/Affine/Utils/LoopFusionUtils.cpp).
#include "passes/affine/fusion/merge.h"

typedef struct LoopCost {
  Operation *loop;
  OpVec inner;
  uint64_t ops, trips;
  uint64_t more;        // operations of a slice inside
  uint64_t sliced;      // how often it runs in the slice, if it is sliced
  bool is_sliced;
} LoopCost;

typedef struct NestCost {
  VEC(LoopCost) loops;
  Map at;               // loop -> its place + 1
} NestCost;

static LoopCost *cost_of(NestCost *self, const Operation *loop) {
  const MapEntry *entry = map_find(&self->at, map_key(loop));
  return entry ? &self->loops.data[entry->value] : NULL;
}

// False: a loop runs a number of times that is not constant, or there is something else between loops.
static bool collect(PassRun *pass, Operation *root, NestCost *out) {
  OpVec loops = {0};
  *out = (NestCost){0};
  map_init(&out->at, pass->arena);
  ops_inside_post(root, OP_AFFINE_FOR, pass->arena, &loops);
  for (uint32_t i = 0; i < loops.count; i++) {
    LoopCost cost = {.loop = loops.data[i]};
    if (cost.loop != root && !op_is(op_parent(cost.loop), OP_AFFINE_FOR)) return false;
    block_each_op(loop_body(cost.loop), op) {
      cost.ops += !op_is(op, OP_AFFINE_FOR) && !op_is(op, OP_AFFINE_IF);
      if (op_is(op, OP_AFFINE_FOR)) vec_push(pass->arena, &cost.inner, op);
    }
    if (!loop_trip_count(pass->ctx, cost.loop, pass->arena, &cost.trips)) return false;
    map_put(&out->at, map_key(cost.loop))->value = i;
    vec_push(pass->arena, &out->loops, cost);
  }
  return true;
}

// Inner loops come before those around them.
static uint64_t total(NestCost *self, PassRun *pass, bool sliced) {
  uint64_t *sums = arena_new(pass->arena, uint64_t, self->loops.count + 1), sum = 0;
  for (uint32_t i = 0; i < self->loops.count; i++) {
    const LoopCost *cost = &self->loops.data[i];
    sum = cost->ops - 1 + cost->more;
    for (uint32_t k = 0; k < cost->inner.count; k++) sum += sums[cost_of(self, cost->inner.data[k]) - self->loops.data];
    sum *= sliced && cost->is_sliced ? cost->sliced : cost->trips;
    sums[i] = sum;
  }
  return sum;
}

// Loads of what is stored just before them will not stay.
static void subtract_forwarded(PassRun *pass, Operation *from, NestCost *to, const Operation *place) {
  OpVec inside = {0};
  ValueVec memrefs = {0};
  ops_inside_post(from, 0, pass->arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++)
    if (access_is_write(inside.data[i]) && !values_have(&memrefs, access_memref(inside.data[i])))
      vec_push(pass->arena, &memrefs, access_memref(inside.data[i]));
  for (uint32_t i = 0; i < memrefs.count; i++)
    for (const Use *use = memrefs.data[i]->uses; use; use = use->next) {
      if (!access_is_read(use->owner) || !op_is_inside(use->owner, place)) continue;
      LoopCost *cost = cost_of(to, op_parent(use->owner));
      if (cost) cost->more--;
    }
}

static bool fused_cost(PassRun *pass, Operation *from, NestCost *source, NestCost *target, const LoopSlice *slice, uint64_t *out) {
  uint64_t *counts = arena_new(pass->arena, uint64_t, slice->variables.count + 1);
  const Operation *place = op_parent(slice->before);
  if (!slice_trip_counts(pass, slice, counts)) return false;
  uint64_t iterations = slice_iterations(slice, counts);
  if (!iterations) return false;
  for (uint32_t i = 0; i < slice->variables.count; i++) {
    LoopCost *cost = cost_of(source, affine_for_of(slice->variables.data[i]));
    if (!cost) continue;
    cost->is_sliced = true;
    cost->sliced = counts[i];
  }
  if (iterations == 1) subtract_forwarded(pass, from, target, place);
  LoopCost *around = cost_of(target, place);
  if (around) around->more = total(source, pass, true);
  *out = total(target, pass, false);
  return true;
}

bool merge_extra_work(PassRun *pass, Operation *from, Operation *to, const LoopSlice *slice, double *out) {
  NestCost source, target;
  uint64_t fused;
  if (!slice->variables.count || !collect(pass, from, &source) || !collect(pass, to, &target)) return false;
  uint64_t first = total(&source, pass, false), second = total(&target, pass, false);
  if (!fused_cost(pass, from, &source, &target, slice, &fused)) return false;
  *out = (double)(int64_t)fused / ((double)first + (double)second) - 1;
  return true;
}
