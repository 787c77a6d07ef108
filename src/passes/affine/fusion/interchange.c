// Loops change places in a perfect nest (after sinkSequentialLoops of mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp).
#include "passes/affine/fusion/merge.h"

typedef VEC(Distance *) DistanceVec;

// The distances of all dependences in the nest, at least `count` for each.
static void collect(PassRun *pass, Operation *root, uint32_t count, DistanceVec *out) {
  OpVec all = {0}, accesses = {0};
  ops_inside_post(root, 0, pass->arena, &all);
  for (uint32_t i = 0; i < all.count; i++)
    if (is_access(all.data[i])) vec_push(pass->arena, &accesses, all.data[i]);
  uint32_t around = nesting_depth(root) + count, common;
  for (uint32_t depth = 1; depth <= count; depth++)
    for (uint32_t i = 0; i < accesses.count; i++)
      for (uint32_t k = 0; k < accesses.count && !pass->ctx->mem.exhausted; k++) {
        Operation *a = accesses.data[i], *b = accesses.data[k];
        if (access_memref(a) != access_memref(b) || (!access_is_write(a) && !access_is_write(b))) continue;
        arena_reset(pass->question);
        uint32_t room = common_variables(a, b);
        Distance *distances = arena_new(pass->arena, Distance, (room > around ? room : around) + 1);
        if (access_dependence(pass->ctx, pass->question, a, b, depth, false, distances, &common) == DEPENDENCE_EXISTS) vec_push(pass->arena, out, distances);
      }
}

// No dependence may go backwards in the new order.
static bool keeps_order(const DistanceVec *all, const uint32_t *loop_at, uint32_t count) {
  for (uint32_t i = 0; i < all->count; i++)
    for (uint32_t k = 0; k < count; k++) {
      int64_t low = all->data[i][loop_at[k]].low;
      if (low > 0) break;
      if (low < 0) return false;
    }
  return true;
}

// Each loop goes into the one that is now around it; `place`: where each belongs, `loop_at`: the inverse.
static void permute(const OpVec *nest, const uint32_t *place, const uint32_t *loop_at) {
  uint32_t count = nest->count;
  Operation *innermost = nest->data[count - 1];
  if (place[count - 1] != count - 1) {
    Block *from = loop_body(innermost), *to = loop_body(nest->data[loop_at[count - 1]]);
    if (from->first != from->last) block_splice(to, to->first, from->first, from->last->prev);
  }
  for (uint32_t i = count; i-- > 0;) {
    if (!place[i]) {
      if (i) op_move_before(nest->data[i], nest->data[0]);
      continue;
    }
    uint32_t around = loop_at[place[i] - 1];
    if (i && i - 1 == around) continue;
    op_move_before(nest->data[i], loop_body(nest->data[around])->first);
  }
}

Operation *sink_sequential_loops(PassRun *pass, Operation *root) {
  OpVec nest = {0};
  DistanceVec all = {0};
  perfect_nest(root, pass->arena, &nest);
  uint32_t count = nest.count, parallel = 0, next = 0;
  if (count < 2) return root;
  collect(pass, root, count, &all);
  bool *sequential = arena_new(pass->arena, bool, count);
  uint32_t *place = arena_new(pass->arena, uint32_t, count), *loop_at = arena_new(pass->arena, uint32_t, count);
  // Distances begin with the loops around the nest; mlir-opt does not skip those, either.
  for (uint32_t i = 0; i < all.count; i++)
    for (uint32_t k = 0; k < count; k++) sequential[k] = sequential[k] || all.data[i][k].low != 0 || all.data[i][k].high != 0;
  for (uint32_t i = 0; i < count; i++) parallel += !sequential[i];
  for (uint32_t i = 0, behind = parallel; i < count; i++) {
    place[i] = sequential[i] ? behind++ : next++;
    loop_at[place[i]] = i;
  }
  if (!keeps_order(&all, loop_at, count)) return root;
  bool moved = false;
  for (uint32_t i = 0; i < count; i++) moved = moved || place[i] != i;
  if (moved) {
    permute(&nest, place, loop_at);
    pass->changed = true;
  }
  return nest.data[loop_at[0]];
}
