// affine-parallelize: loops whose iterations do not depend on each other become affine.parallel
// (after mlir/lib/Dialect/Affine/Transforms/AffineParallelize.cpp).
#include "passes/affine/domain.h"

#include "ops/func.h"

static const PassOption option_max_nested = {"max-nested", OPTION_UINT, "4294967295",
  .summary = "Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX)."};
static const PassOption option_parallel_reductions = {"parallel-reductions", OPTION_BOOL, "false",
  .summary = "Whether to parallelize reduction loops. Defaults to false."};

typedef struct Candidate {
  Operation *loop;
  Reductions reductions;
} Candidate;

static A group_of(Context *ctx, const AffineMap *map) {
  int32_t size = (int32_t)map->result_count;
  return attr_dense(ctx, type_tensor(ctx, (const int64_t[]){1}, 1, ctx->types.i32, NULL), true, &size, sizeof size);
}

static void parallelize(PassRun *pass, Operation *loop, const Reductions *reductions) {
  Context *ctx = pass->ctx;
  ValueMap lower = loop_bound(loop, LOWER_BOUND, pass->arena), upper = loop_bound(loop, UPPER_BOUND, pass->arena);
  Span inits = loop_inits(loop);
  A *kinds = arena_new(pass->arena, A, reductions->count + 1);
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, loop);
  OpState *state = builder_begin(&b, OP_AFFINE_PARALLEL);
  op_state_add_operands(state, lower.operands.data, lower.operands.count);
  op_state_add_operands(state, upper.operands.data, upper.operands.count);
  for (uint32_t i = 0; i < reductions->count; i++) {
    kinds[i] = attr_i64(ctx, ctx->types.i64, reductions->data[i].kind);
    op_state_add_type(state, reductions->data[i].value->type);
  }
  A step = attr_i64(ctx, ctx->types.i64, loop_step(loop));
  op_state_set_prop(state, AFFINE_PARALLEL_REDUCTIONS, attr_array(ctx, kinds, reductions->count));
  op_state_set_prop(state, AFFINE_PARALLEL_LOWER_BOUNDS_MAP, attr_affine_map(ctx, lower.map));
  op_state_set_prop(state, AFFINE_PARALLEL_UPPER_BOUNDS_MAP, attr_affine_map(ctx, upper.map));
  op_state_set_prop(state, AFFINE_PARALLEL_LOWER_BOUNDS_GROUPS, group_of(ctx, lower.map));
  op_state_set_prop(state, AFFINE_PARALLEL_UPPER_BOUNDS_GROUPS, group_of(ctx, upper.map));
  op_state_set_prop(state, AFFINE_PARALLEL_STEPS, attr_array(ctx, &step, 1));
  vec_push(state->arena, &state->regions, op_region(loop, 0));
  Operation *made = builder_finish(&b);

  // What combines the values moves behind the loop, which begins with the neutral value.
  Block *body = loop_body(made);
  Operation *yield = body->last;
  ValueVec values = {0};
  for (uint32_t i = 0; i < reductions->count; i++) {
    Operation *combiner = value_def(op_operand(yield, i));
    vec_push(pass->arena, &values, reductions->data[i].value);
    value_replace_all(op_result(loop, i), op_result(combiner, 0));
    op_set_operand(yield, i, reductions->data[i].value);
    op_move_before(combiner, loop);
    op_set_operands(pass->module, combiner, (Value *const[]){op_operand(loop, inits.begin + i), op_result(made, i)}, 2);
  }
  while (body->arg_count > 1) block_erase_arg(body, body->arg_count - 1);
  op_erase(loop);
  pass->changed = true;
}

static bool run(PassRun *pass, Operation *func) {
  OpVec loops = {0};
  VEC(Candidate) candidates = {0};
  bool with_reductions = pass_bool(pass, &option_parallel_reductions);
  uint64_t max_nested = (uint32_t)pass_int(pass, &option_max_nested);
  ops_inside_pre(func, OP_AFFINE_FOR, pass->arena, &loops);
  for (uint32_t i = 0; i < loops.count; i++) {
    Candidate candidate = {.loop = loops.data[i]};
    if (loop_is_parallel(pass, candidate.loop, with_reductions ? &candidate.reductions : NULL)) vec_push(pass->arena, &candidates, candidate);
  }
  for (uint32_t i = 0; i < candidates.count && !pass->ctx->mem.exhausted; i++) {
    Operation *loop = candidates.data[i].loop;
    uint32_t nested = 0;
    for (const Operation *op = op_parent(loop); op && !op_has(op, TRAIT_AFFINE_SCOPE); op = op_parent(op)) nested += op_is(op, OP_AFFINE_PARALLEL);
    if (nested < max_nested) parallelize(pass, loop, &candidates.data[i].reductions);
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_parallelize_pass = {
  .name = "affine-parallelize", .class_name = "AffineParallelize", .anchor = OP_FUNC_FUNC,
  .summary = "independent iterations as affine.parallel",
  .works_on = "affine", .makes = "affine",
  .run = run,
  PASS_OPTIONS(&option_max_nested, &option_parallel_reductions),
};
