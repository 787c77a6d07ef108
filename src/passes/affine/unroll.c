// affine-loop-unroll: bodies of inner loops are repeated (after mlir/lib/Dialect/Affine/Transforms/LoopUnroll.cpp).
#include "passes/affine/unroll.h"

#include "ir/ir_diag.h"

static const PassOption option_unroll_factor = {"unroll-factor", OPTION_LONG, "4",
  .summary = "Use this unroll factor for all loops being unrolled, set it to -1, and it will fully unroll."};
static const PassOption option_unroll_up_to_factor = {"unroll-up-to-factor", OPTION_BOOL, "false",
  .summary = "Allow unrolling up to the factor specified"};
static const PassOption option_unroll_num_reps = {"unroll-num-reps", OPTION_UINT, "1",
  .summary = "Unroll innermost loops repeatedly this many times"};
static const PassOption option_unroll_full_threshold = {"unroll-full-threshold", OPTION_UINT, "1",
  .summary = "Unroll all loops with trip count less than or equal to this"};
static const PassOption option_cleanup_unroll = {"cleanup-unroll", OPTION_BOOL, "false",
  .summary = "Fully unroll the cleanup loop when possible."};

// The bound between the unrolled iterations and the rest: lower + trips - trips mod factor, times the step.
static ValueMap rest_bound(PassRun *pass, Operation *loop, uint64_t factor, const ValueMap *trips) {
  Context *ctx = pass->ctx;
  Arena *arena = pass->arena;
  ValueMap lower = loop_bound(loop, LOWER_BOUND, arena), self = {0};
  OpVec made = {0};
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, loop);
  uint32_t count = trips->map->result_count;
  E *sums = arena_new(arena, E, count + 1);
  vec_push(arena, &self.operands, build_affine(&b, OP_AFFINE_APPLY, &lower));
  for (uint32_t i = 0; i < count; i++) {
    E trip = trips->map->results[i], whole = affine_sub(ctx, trip, affine_mod(ctx, trip, affine_const(ctx, (int64_t)factor)));
    E bump = affine_mul(ctx, whole, affine_const(ctx, loop_step(loop)));
    ValueMap one = {affine_map(ctx, trips->map->dim_count, trips->map->symbol_count, &bump, 1), trips->operands};
    vec_push(arena, &self.operands, build_affine(&b, OP_AFFINE_APPLY, &one));
    sums[i] = affine_add(ctx, affine_dim(ctx, 0), affine_dim(ctx, i + 1));
  }
  for (uint32_t i = 1; i <= count; i++) vec_push(arena, &made, value_def(self.operands.data[i]));
  vec_push(arena, &made, value_def(self.operands.data[0]));
  self.map = affine_map(ctx, 1 + count, 0, sums, count);
  compose_map(ctx, &self.map, &self.operands, arena);
  self.map = affine_map_simplify(ctx, self.map);
  canonicalize_map(ctx, &self.map, &self.operands, arena);
  for (uint32_t i = 0; i < made.count; i++)
    if (!op_has_uses(made.data[i])) op_erase(made.data[i]);
  return self;
}

// The iterations that are left over, in a loop of their own behind.
void loop_split_rest(PassRun *pass, Operation *loop, uint64_t factor, const ValueMap *trips) {
  Operation *rest = op_clone(pass->module, loop, NULL);
  if (loop->next) op_insert_before(rest, loop->next);
  else op_append(loop->block, rest);
  Span inits = loop_inits(rest);
  for (uint32_t i = 0; i < loop->result_count; i++) {
    value_replace_all(op_result(loop, i), op_result(rest, i));
    op_set_operand(rest, inits.begin + i, op_result(loop, i));
  }
  ValueMap bound = rest_bound(pass, loop, factor, trips);
  loop_set_bound(pass->module, rest, LOWER_BOUND, &bound, pass->arena);
  loop_promote_if_single(pass->module, rest, pass->arena);
  loop_set_bound(pass->module, loop, UPPER_BOUND, &bound, pass->arena);
}

static Value *shifted_var(Builder *b, Value *iv, uint64_t n, Arena *arena, const void *data) {
  E expr = affine_add(b->ctx, affine_dim(b->ctx, 0), affine_const(b->ctx, (int64_t)n * *(const int64_t *)data));
  ValueMap map = map_of_dim(b->ctx, expr, iv, arena);
  return build_affine(b, OP_AFFINE_APPLY, &map);
}

static bool unroll_full(PassRun *pass, Operation *loop);

static bool unroll(PassRun *pass, Operation *loop, uint64_t factor, bool rest_too) {
  uint64_t trips;
  ValueMap trip_map = loop_trip_map(pass->ctx, loop, pass->arena);
  bool known = trip_map_count(&trip_map, &trips);
  if (factor == 1) return !known || trips != 1 || loop_promote_if_single(pass->module, loop, pass->arena);
  const Block *body = loop_body(loop);
  if (body->first == body->last) return true;
  if (known && trips < factor) return rest_too && unroll_full(pass, loop);
  if (trip_map_divisor(&trip_map) % factor != 0) {
    if (loop_bound_map(loop, LOWER_BOUND)->result_count != 1 || loop_bound_map(loop, UPPER_BOUND)->result_count != 1) return false;
    if (rest_too) return unroll_full(pass, loop);
    loop_split_rest(pass, loop, factor, &trip_map);
  }
  int64_t step = loop_step(loop);
  loop_set_step(pass->ctx, loop, step * (int64_t)factor);
  loop_repeat_body(pass->module, pass->arena, loop, factor, shifted_var, &step, false);
  loop_promote_if_single(pass->module, loop, pass->arena);
  pass->changed = true;
  return true;
}

static bool unroll_full(PassRun *pass, Operation *loop) {
  uint64_t trips;
  if (!loop_trip_count(pass->ctx, loop, pass->arena, &trips)) return false;
  return !trips || loop_promote_if_single(pass->module, loop, pass->arena) || unroll(pass, loop, trips, false);
}

bool affine_unroll_by(PassRun *pass, Operation *loop, uint64_t factor) { return unroll(pass, loop, factor, false); }

static bool unroll_as_asked(PassRun *pass, Operation *loop) {
  int64_t factor = pass_int(pass, &option_unroll_factor);
  uint64_t trips;
  if (factor == -1) return unroll_full(pass, loop);
  if (pass_bool(pass, &option_unroll_up_to_factor))
    return unroll(pass, loop, loop_trip_count(pass->ctx, loop, pass->arena, &trips) && trips < (uint64_t)factor ? trips : (uint64_t)factor, false);
  return unroll(pass, loop, (uint64_t)factor, pass_bool(pass, &option_cleanup_unroll));
}

static bool has_inner_loop(const Operation *loop, Arena *arena) {
  OpVec loops = {0};
  ops_inside_pre((Operation *)(uintptr_t)loop, OP_AFFINE_FOR, arena, &loops);
  return loops.count > 1;
}

bool require_function(PassRun *pass, const Operation *op, const char *class_name) {
  if (op_has(op, TRAIT_FUNCTION)) return true;
  diag_at(pass->module, SEVERITY_ERROR, (Loc){.attr = pass->ctx->attrs.unknown_loc},
          "unable to schedule pass '%s' on a PassManager intended to run on '%.*s'!", class_name, STR_ARG(op_name(op)));
  return false;
}

static bool run(PassRun *pass, Operation *func) {
  if (!require_function(pass, func, "AffineLoopUnroll")) return false;
  OpVec loops = {0};
  int64_t factor = pass_int(pass, &option_unroll_factor);
  if (factor < -1 || !factor) {
    diag_at(pass->module, SEVERITY_ERROR, func->loc, "affine-loop-unroll: 'unroll-factor' has to be positive, or -1");
    return false;
  }
  int threshold = option_index(pass->instance->def, STR("unroll-full-threshold"));
  if (factor == -1 && pass->instance->given[threshold]) {
    ops_inside_post(func, OP_AFFINE_FOR, pass->arena, &loops);
    OpVec few = {0};
    uint64_t trips, most = (uint64_t)pass_int(pass, &option_unroll_full_threshold);
    for (uint32_t i = 0; i < loops.count; i++)
      if (loop_trip_count(pass->ctx, loops.data[i], pass->arena, &trips) && trips <= most) vec_push(pass->arena, &few, loops.data[i]);
    for (uint32_t i = 0; i < few.count && !pass->ctx->mem.exhausted; i++) unroll_full(pass, few.data[i]);
    return !pass->ctx->mem.exhausted;
  }
  uint32_t rounds = (uint32_t)pass_int(pass, &option_unroll_num_reps);
  for (uint32_t round = 0; round < rounds && !pass->ctx->mem.exhausted; round++) {
    OpVec all = {0};
    bool any = false;
    vec_clear(&loops);
    ops_inside_post(func, OP_AFFINE_FOR, pass->arena, &all);
    for (uint32_t i = 0; i < all.count; i++)
      if (!has_inner_loop(all.data[i], pass->arena)) vec_push(pass->arena, &loops, all.data[i]);
    for (uint32_t i = 0; i < loops.count && !pass->ctx->mem.exhausted; i++) any |= unroll_as_asked(pass, loops.data[i]);
    if (!any) break;
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_loop_unroll_pass = {
  .name = "affine-loop-unroll", .class_name = "AffineLoopUnroll",
  .summary = "bodies of inner affine loops several times",
  .works_on = "affine", .makes = "affine arith",
  .run = run,
  PASS_OPTIONS(&option_unroll_factor, &option_unroll_up_to_factor, &option_unroll_num_reps, &option_unroll_full_threshold,
                &option_cleanup_unroll),
};
