#include "passes/affine/fusion/slice.h"

// --- Loops around operations

uint32_t common_loop_depth(const OpVec *ops, Arena *arena, OpVec *loops) {
  OpVec first = {0}, other = {0};
  uint32_t depth = 0;
  loops_around(ops->data[0], arena, &first);
  depth = first.count;
  for (uint32_t i = 1; i < ops->count; i++) {
    uint32_t same = 0;
    loops_around(ops->data[i], arena, &other);
    while (same < depth && same < other.count && first.data[same] == other.data[same]) same++;
    depth = same;
  }
  for (uint32_t i = 0; loops && i < depth; i++) vec_push(arena, loops, first.data[i]);
  return depth;
}

static uint32_t variables_of_loop(const Operation *op) {
  return op_is(op, OP_AFFINE_FOR) ? 1 : op_is(op, OP_AFFINE_PARALLEL) ? loop_body(op)->arg_count : 0;
}

uint32_t common_variables(const Operation *a, const Operation *b) {
  uint32_t count = 0;
  for (const Operation *around = op_parent(a); around; around = op_parent(around)) {
    if (!variables_of_loop(around) || (!count && (b == around || !op_is_inside(b, around)))) continue;
    count += variables_of_loop(around);
  }
  return count;
}

bool loop_has_reduction(PassRun *pass, Operation *loop) {
  Reductions reductions = {0};
  return loop_is_parallel(pass, loop, &reductions) && reductions.count > 0;
}

// --- What slices say

bool slice_trip_counts(PassRun *pass, const LoopSlice *self, uint64_t *counts) {
  for (uint32_t i = 0; i < self->variables.count; i++) {
    const Operation *loop = affine_for_of(self->variables.data[i]);
    const AffineMap *lower = self->lower[i], *upper = self->upper[i];
    int64_t from, to, difference;
    if (!lower || !lower->result_count || !upper || !upper->result_count) {
      if (loop_constant_bound(loop, LOWER_BOUND, &from) && loop_constant_bound(loop, UPPER_BOUND, &to)) counts[i] = (uint64_t)to - (uint64_t)from;
      else if (!loop_trip_count(pass->ctx, loop, pass->arena, &counts[i])) return false;
      continue;
    }
    if (lower->result_count != 1 || upper->result_count != 1) return false;
    E span = affine_simplify(pass->ctx, affine_sub(pass->ctx, upper->results[0], lower->results[0]), lower->dim_count, lower->symbol_count);
    if (!affine_is_const(span, &difference)) return false;
    counts[i] = (uint64_t)difference;
  }
  return true;
}

uint64_t slice_iterations(const LoopSlice *self, const uint64_t *counts) {
  uint64_t product = 1;
  for (uint32_t i = 0; i < self->variables.count; i++) product *= counts[i];
  return product;
}

static bool runs_once(PassRun *pass, const LoopSlice *self) {
  uint64_t *counts = arena_new(pass->arena, uint64_t, self->variables.count + 1);
  return slice_trip_counts(pass, self, counts) && slice_iterations(self, counts) == 1;
}

// Each loop of the slice follows one loop of the other nest that has the same constant bounds.
static Answer follows_loops(PassRun *pass, const LoopSlice *self) {
  for (uint32_t i = 0; i < self->variables.count; i++) {
    if (!slice_is_single(pass->ctx, self, i)) return ANSWER_UNKNOWN;
    E lower = self->lower[i]->results[0];
    if (lower->kind != AFFINE_DIM) return ANSWER_UNKNOWN;
    const Operation *loop = affine_for_of(self->variables.data[i]), *followed = affine_for_of(self->operands.data[lower->value]);
    int64_t mine[2], theirs[2];
    if (!followed) return ANSWER_UNKNOWN;
    for (uint32_t k = 0; k < 2; k++)
      if (!loop_constant_bound(loop, k ? UPPER_BOUND : LOWER_BOUND, &mine[k]) || !loop_constant_bound(followed, k ? UPPER_BOUND : LOWER_BOUND, &theirs[k]))
        return ANSWER_UNKNOWN;
    if (mine[0] != theirs[0] || mine[1] != theirs[1] || loop_step(loop) != loop_step(followed)) return ANSWER_NO;
  }
  return ANSWER_YES;
}

// The iterations of the sliced loops; loops around them come behind.
static bool whole_nest(PassRun *pass, const LoopSlice *self, AffineSystem *out) {
  system_init(out, pass->arena);
  for (uint32_t i = 0; i < self->variables.count; i++) system_add_dim(out, self->variables.data[i]);
  for (uint32_t i = 0; i < self->variables.count; i++)
    if (!system_add_loop(pass->ctx, out, affine_for_of(self->variables.data[i]))) return false;
  return true;
}

// The iterations of the slice; what its bounds depend on are symbols.
static bool slice_system(PassRun *pass, const LoopSlice *self, AffineSystem *out) {
  Context *ctx = pass->ctx;
  system_init(out, pass->arena);
  for (uint32_t i = 0; i < self->variables.count; i++) system_add_dim(out, self->variables.data[i]);
  for (uint32_t i = 0; i < self->operands.count; i++) system_add_symbol(out, self->operands.data[i]);
  for (uint32_t i = 0; i < self->operands.count; i++) {
    Value *value = self->operands.data[i];
    const Operation *loop = affine_for_of(value);
    int64_t constant;
    uint32_t at;
    if (loop) {
      if (!system_add_loop(ctx, out, loop)) return false;
    } else if (value_constant_index(value, &constant) && system_find(out, value, 0, &at)) {
      system_bound_constant(out, at, BOUND_EQUAL, constant);
    }
  }
  return system_add_slice(ctx, out, self);
}

// A slice is wrong when it has iterations that the nest does not have.
static Answer is_valid(PassRun *pass, const LoopSlice *self) {
  AffineSystem nest, slice;
  if (follows_loops(pass, self) == ANSWER_YES) return ANSWER_YES;
  if (!whole_nest(pass, self, &nest) || system_quotients(&nest) || nest.symbols || !slice_system(pass, self, &slice)) return ANSWER_UNKNOWN;
  system_project_out(&slice, self->variables.count, slice.set.count);
  system_project_out(&nest, self->variables.count, nest.set.count);
  int inside = slice.set.failed ? -1 : system_is_inside(&slice, &nest);
  return inside < 0 ? ANSWER_UNKNOWN : inside ? ANSWER_YES : ANSWER_NO;
}

// The iterations of the slice over all iterations of the other nest: dimension i is that loop of the slice, or the loop
// it follows.
static bool covered(PassRun *pass, const LoopSlice *self, AffineSystem *out) {
  Context *ctx = pass->ctx;
  system_init(out, pass->arena);
  for (uint32_t i = 0; i < self->operands.count; i++)
    if (affine_for_of(self->operands.data[i])) system_add_dim(out, self->operands.data[i]);
  while (out->dims < self->variables.count) system_add_dim(out, NULL);
  for (uint32_t i = 0; i < self->variables.count; i++) {
    const AffineMap *maps[2] = {self->lower[i], self->upper[i]};
    if (slice_is_single(ctx, self, i) && maps[0]->results[0]->kind != AFFINE_CONST) {
      E lower = maps[0]->results[0];
      const Operation *loop = lower->kind == AFFINE_DIM ? affine_for_of(self->operands.data[lower->value]) : NULL;
      if (!loop || !system_add_loop(ctx, out, loop)) return false;
      continue;
    }
    for (uint32_t upper = 0; upper < 2; upper++)
      if (maps[upper] && !system_bound_values(ctx, out, i, upper ? BOUND_UPPER : BOUND_LOWER, &(ValueMap){maps[upper], self->operands})) return false;
  }
  return true;
}

Answer slice_is_maximal(PassRun *pass, const LoopSlice *self) {
  AffineSystem nest, slice;
  Answer quick = follows_loops(pass, self);
  if (quick != ANSWER_UNKNOWN) return quick;
  if (!whole_nest(pass, self, &nest) || !covered(pass, self, &slice) || nest.set.failed || slice.set.failed) return ANSWER_UNKNOWN;
  int inside = system_is_inside(&nest, &slice);
  return inside < 0 ? ANSWER_UNKNOWN : inside ? ANSWER_YES : ANSWER_NO;
}

// --- One pair of accesses

static bool has_barrier(const Operation *loop) { return op_attr(loop, "slice_fusion_barrier") != NULL; }

// Reads alone are no reason to slice loops that carry a dependence, nor those inside them.
static void keep_sequential(PassRun *pass, const OpVec *loops, bool reads, bool innermost, LoopSlice *slice) {
  for (uint32_t i = 0; i < loops->count; i++) {
    bool sequential = reads && !loop_is_parallel(pass, loops->data[i], NULL);
    if (!sequential && !has_barrier(loops->data[i])) continue;
    if (innermost && loop_has_reduction(pass, loops->data[i]) && runs_once(pass, slice) && slice_is_maximal(pass, slice) == ANSWER_YES) continue;
    for (uint32_t k = i; k < loops->count; k++) slice->lower[k] = slice->upper[k] = NULL;
    break;
  }
}

static bool slice_pair(PassRun *pass, Operation *a, Operation *b, AffineSystem *pairs, uint32_t depth, bool backward, LoopSlice *out) {
  OpVec from = {0}, to = {0};
  loops_around(a, pass->arena, &from);
  loops_around(b, pass->arena, &to);
  const OpVec *sliced = backward ? &from : &to, *around = backward ? &to : &from;
  if (depth > around->count) return false;
  // Variables of affine.parallel are not counted, but they are dimensions: mlir-opt takes some for others then.
  if (backward) system_project_out(pairs, from.count + depth, from.count + to.count);
  else system_project_out(pairs, depth, from.count);
  uint32_t first = backward ? 0 : depth, count = sliced->count;
  *out = (LoopSlice){.lower = arena_new(pass->arena, const AffineMap *, count + 1), .upper = arena_new(pass->arena, const AffineMap *, count + 1)};
  for (uint32_t i = 0; i < count; i++) vec_push(pass->arena, &out->variables, pairs->set.values.data[first + i]);
  system_slice_bounds(pass->ctx, pairs, first, count, out->lower, out->upper);
  for (uint32_t i = 0; i < system_named(pairs); i++)
    if (i < first || i >= first + count) vec_push(pass->arena, &out->operands, pairs->set.values.data[i]);
  Block *body = loop_body(around->data[depth - 1]);
  out->before = backward ? body->first : body->last;
  keep_sequential(pass, sliced, access_is_read(a) && access_is_read(b), depth >= count, out);
  return !pairs->set.failed;
}

// --- All pairs

static bool is_in(const ValueVec *values, const Value *value) {
  for (uint32_t i = 0; i < values->count; i++)
    if (values->data[i] == value) return true;
  return false;
}

static void loops_of(const AffineSystem *self, ValueVec *out) {
  for (uint32_t i = 0; i < self->dims; i++) vec_push(self->set.arena, out, self->set.values.data[i]);
}

static bool add_missing(PassRun *pass, const ValueVec *before, AffineSystem *self) {
  uint32_t dims = self->dims;
  for (uint32_t i = 0; i < dims; i++) {
    const Value *value = self->set.values.data[i];
    if (!is_in(before, value) && (!affine_for_of(value) || !system_add_loop(pass->ctx, self, affine_for_of(value)))) return false;
  }
  return true;
}

static bool widen(PassRun *pass, AffineSystem *united, AffineSystem *slice) {
  if (system_quotients(united) || system_quotients(slice)) return false;
  if (!system_is_aligned(united, slice)) {
    ValueVec mine = {0}, theirs = {0};
    loops_of(united, &mine);
    loops_of(slice, &theirs);
    system_align(united, slice, 0);
    if (!add_missing(pass, &mine, united) || !add_missing(pass, &theirs, slice)) return false;
    if (system_quotients(united) || system_quotients(slice)) return false;
  }
  return system_unite(united, slice);
}

static void symbols_to_dims(AffineSystem *self) {
  ValueVec variables = {0};
  for (uint32_t i = self->dims; i < system_named(self); i++)
    if (affine_for_of(self->set.values.data[i])) vec_push(self->set.arena, &variables, self->set.values.data[i]);
  for (uint32_t i = 0; i < variables.count; i++) {
    uint32_t at;
    if (!system_find(self, variables.data[i], 0, &at) || at < self->dims) continue;
    system_swap(self, at, self->dims);
    self->dims++;
    self->symbols--;
  }
}

static void read_slice(PassRun *pass, AffineSystem *united, LoopSlice *out) {
  uint32_t count = united->dims;
  symbols_to_dims(united);
  *out = (LoopSlice){.lower = arena_new(pass->arena, const AffineMap *, count + 1), .upper = arena_new(pass->arena, const AffineMap *, count + 1)};
  system_slice_bounds(pass->ctx, united, 0, count, out->lower, out->upper);
  for (uint32_t i = 0; i < system_named(united); i++)
    vec_push(pass->arena, i < count ? &out->variables : &out->operands, united->set.values.data[i]);
}

bool slice_unite(PassRun *pass, const OpVec *first, const OpVec *second, uint32_t depth, uint32_t common, bool backward, LoopSlice *out) {
  AffineSystem united;
  OpVec targets = {0}, loops = {0};
  system_init(&united, pass->arena);
  *out = (LoopSlice){0};
  for (uint32_t i = 0; i < first->count; i++)
    for (uint32_t k = 0; k < second->count; k++) {
      Operation *a = first->data[i], *b = second->data[k];
      AffineSystem pairs, one;
      LoopSlice slice;
      uint32_t ignored;
      if (access_memref(a) != access_memref(b)) continue;
      if (depth > nesting_depth(backward ? b : a)) return false;
      DependenceAnswer answer =
        access_pairs(pass->ctx, pass->arena, a, b, common + 1, access_is_read(a) && access_is_read(b), NULL, &ignored, &pairs);
      if (answer == DEPENDENCE_UNKNOWN) return false;
      if (answer == DEPENDENCE_NONE) continue;
      vec_push(pass->arena, &targets, backward ? b : a);
      if (!slice_pair(pass, a, b, &pairs, depth, backward, &slice) || !slice_system(pass, &slice, &one)) return false;
      if (targets.count == 1) united = one;
      else if (!widen(pass, &united, &one)) return false;
    }
  if (!system_named(&united) || united.set.failed) return false;
  if (depth > common_loop_depth(&targets, pass->arena, &loops)) return false;
  read_slice(pass, &united, out);
  Block *body = loop_body(loops.data[depth - 1]);
  out->before = backward ? body->first : body->last;
  return is_valid(pass, out) == ANSWER_YES && !united.set.failed;
}
