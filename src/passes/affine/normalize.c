// affine-loop-normalize: loops count from 0 by 1 (after mlir/lib/Dialect/Affine/Transforms/AffineLoopNormalize.cpp).
#include "passes/affine/loop.h"

#include "ops/func.h"

static const PassOption option_promote_single_iter = {"promote-single-iter", OPTION_BOOL, "false",
  .summary = "Promote single iteration loops"};

// All uses but that of `user` itself.
static bool is_other_user(Use *use, void *data) { return use->owner != data; }
static void replace_other_uses(Value *from, Value *to) { value_replace_if(from, to, is_other_user, value_def(to)); }

static void normalize_for(PassRun *pass, Operation *loop) {
  Context *ctx = pass->ctx;
  Arena *arena = pass->arena;
  int64_t constant, step = loop_step(loop);
  if (pass_bool(pass, &option_promote_single_iter) && loop_promote_if_single(pass->module, loop, arena)) {
    pass->changed = true;
    return;
  }
  if (loop_constant_bound(loop, LOWER_BOUND, &constant) && !constant && step == 1) return;
  ValueMap lower = loop_bound(loop, LOWER_BOUND, arena), upper = loop_bound(loop, UPPER_BOUND, arena);
  if (lower.map->result_count != 1) return;
  ValueMap padded = value_map_splat(ctx, &lower, upper.map->result_count, arena);
  ValueMap range = value_map_difference(ctx, &upper, &padded, arena);
  canonicalize_map(ctx, &range.map, &range.operands, arena);
  E *divided = arena_new(arena, E, range.map->result_count + 1);
  for (uint32_t i = 0; i < range.map->result_count; i++) divided[i] = affine_ceildiv(ctx, affine_dim(ctx, i), affine_const(ctx, step));
  range.map = affine_map_compose(ctx, affine_map(ctx, range.map->result_count, 0, divided, range.map->result_count), range.map);
  loop_set_bound(pass->module, loop, UPPER_BOUND, &range, arena);
  ValueMap zero = constant_map(ctx, 0);
  loop_set_bound(pass->module, loop, LOWER_BOUND, &zero, arena);
  loop_set_step(ctx, loop, 1);

  // The old induction variable is lower - (-variable * step).
  Value *variable = loop_var(loop);
  ValueMap scaled = map_of_dim(ctx, affine_mul(ctx, affine_neg(ctx, affine_dim(ctx, 0)), affine_const(ctx, step)), variable, arena);
  ValueMap old = value_map_difference(ctx, &lower, &scaled, arena);
  canonicalize_map(ctx, &old.map, &old.operands, arena);
  Builder b;
  builder_init(&b, pass->module);
  builder_at_start(&b, loop_body(loop));
  b.loc = loop->loc;
  replace_other_uses(variable, build_affine(&b, OP_AFFINE_APPLY, &old));
  pass->changed = true;
}

static bool has_min_max(Context *ctx, A groups) {
  for (uint64_t i = 0; i < dense_count(groups); i++)
    if (attr_to_u64(dense_element_attr(ctx, groups, i)) != 1) return true;
  return false;
}

static ValueMap parallel_bound(const Operation *op, uint32_t slot, uint32_t from, Arena *arena) {
  ValueMap self = {.map = map_of_attr(op_prop_at(op, slot))};
  op_push_operands(op, from, from + map_input_count(self.map), &self.operands, arena);
  return self;
}

static void normalize_parallel(PassRun *pass, Operation *op) {
  Context *ctx = pass->ctx;
  Arena *arena = pass->arena;
  const ArrayAttr *steps = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_STEPS);
  uint32_t count = (uint32_t)steps->count;
  if (has_min_max(ctx, op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_GROUPS)) ||
      has_min_max(ctx, op_prop_at(op, AFFINE_PARALLEL_UPPER_BOUNDS_GROUPS)))
    return;
  ValueMap lower = parallel_bound(op, AFFINE_PARALLEL_LOWER_BOUNDS_MAP, 0, arena);
  ValueMap upper = parallel_bound(op, AFFINE_PARALLEL_UPPER_BOUNDS_MAP, lower.operands.count, arena);
  bool normal = true;
  for (uint32_t i = 0; i < count; i++) {
    int64_t value;
    normal &= affine_is_const(lower.map->results[i], &value) && !value && attr_to_i64(steps->items[i]) == 1;
  }
  if (normal) return;
  ValueMap range = value_map_difference(ctx, &upper, &lower, arena);
  E *lowers = arena_new(arena, E, count + 1), *uppers = arena_new(arena, E, count + 1);
  A *ones = arena_new(arena, A, count + 1);
  Builder b;
  builder_init(&b, pass->module);
  builder_at_start(&b, op->regions[0].first);
  b.loc = op->loc;
  for (uint32_t i = 0; i < count; i++) {
    E step = affine_const(ctx, attr_to_i64(steps->items[i]));
    Value *variable = op->regions[0].first->args[i];
    uint32_t dims = lower.map->dim_count;
    E expr = affine_add(ctx, lower.map->results[i], affine_mul(ctx, affine_dim(ctx, dims), step));
    ValueMap old = {.map = affine_map(ctx, dims + 1, lower.map->symbol_count, &expr, 1)};
    for (uint32_t k = 0; k <= lower.operands.count; k++) {
      if (k == dims) vec_push(arena, &old.operands, variable);
      if (k < lower.operands.count) vec_push(arena, &old.operands, lower.operands.data[k]);
    }
    replace_other_uses(variable, build_affine(&b, OP_AFFINE_APPLY, &old));
    lowers[i] = affine_const(ctx, 0);
    uppers[i] = affine_ceildiv(ctx, range.map->results[i], step);
    ones[i] = attr_i64(ctx, ctx->types.i64, 1);
  }
  op_set_prop(op, AFFINE_PARALLEL_STEPS, attr_array(ctx, ones, count));
  op_set_prop(op, AFFINE_PARALLEL_LOWER_BOUNDS_MAP, attr_affine_map(ctx, affine_map(ctx, 0, 0, lowers, count)));
  op_set_prop(op, AFFINE_PARALLEL_UPPER_BOUNDS_MAP,
              attr_affine_map(ctx, affine_map(ctx, range.map->dim_count, range.map->symbol_count, uppers, count)));
  op_set_operands(pass->module, op, range.operands.data, range.operands.count);
  pass->changed = true;
}

static bool run(PassRun *pass, Operation *func) {
  OpVec ops = {0};
  ops_inside_post(func, 0, pass->arena, &ops);
  for (uint32_t i = 0; i < ops.count && !pass->ctx->mem.exhausted; i++) {
    if (op_is(ops.data[i], OP_AFFINE_PARALLEL)) normalize_parallel(pass, ops.data[i]);
    if (op_is(ops.data[i], OP_AFFINE_FOR)) normalize_for(pass, ops.data[i]);
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_loop_normalize_pass = {
  .name = "affine-loop-normalize", .class_name = "AffineLoopNormalize", .anchor = OP_FUNC_FUNC,
  .summary = "affine loops that count from 0 by 1",
  .works_on = "affine", .makes = "affine arith",
  .run = run,
  PASS_OPTIONS(&option_promote_single_iter),
};
