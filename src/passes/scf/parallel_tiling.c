// scf-parallel-loop-tiling: the innermost parallel loops go over tiles, and another loop over each tile
// (after mlir/lib/Dialect/SCF/Transforms/ParallelLoopTiling.cpp).
#include "ops/affine.h"
#include "ops/arith.h"

#include "passes/scf/loops.h"

#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "ir/affine.h"
#include "ir/ir_diag.h"

static const PassOption option_parallel_loop_tile_sizes = {"parallel-loop-tile-sizes", OPTION_INT_LIST, NULL, NULL,
  "Factors to tile parallel loops by"};
static const PassOption option_no_min_max_bounds = {"no-min-max-bounds", OPTION_BOOL, "false", NULL,
  "Perform tiling with fixed upper bound with inbound check inside the internal loops"};

typedef struct Tiling {
  PassRun *run;
  Builder b;
  I64Vec sizes;
  bool no_min_max;
  OpVec loops, around;   // loops without another inside, and those with one
} Tiling;

// ---------------------------------------------------------------------------------------------
// Which loops

// Visited from the inside out, so all that are inside have left their mark by now.
static WalkResult collect(Operation *op, void *data) {
  Tiling *self = data;
  if (!op_is(op, OP_SCF_PARALLEL)) return WALK_ADVANCE;
  if (!(op->flags & OP_MARK)) vec_push(self->run->arena, &self->loops, op);
  for (Operation *parent = op_parent(op); parent; parent = op_parent(parent)) {
    if (!op_is(parent, OP_SCF_PARALLEL)) continue;
    if (!(parent->flags & OP_MARK)) vec_push(self->run->arena, &self->around, parent);
    parent->flags |= OP_MARK;
    break;
  }
  return WALK_ADVANCE;
}

// ---------------------------------------------------------------------------------------------
// Tiling one

// The loop runs a multiple of `size` times.
static bool divides(const NestBounds *bounds, uint32_t i, int64_t size) {
  int64_t lower, upper, step;
  if (!constant_index(bounds->lower[i], &lower) || !constant_index(bounds->upper[i], &upper) || !constant_index(bounds->step[i], &step) ||
      step == 0)
    return false;
  int64_t distance = (int64_t)((uint64_t)upper - (uint64_t)lower);
  if (distance == INT64_MIN) return false;
  return (distance / step + (distance % step != 0 && (distance < 0) == (step < 0))) % size == 0;
}

// min(step, upper - iv)
static Value *build_min(Builder *b, Value *step, Value *upper, Value *iv) {
  Context *ctx = b->ctx;
  E results[] = {affine_dim(ctx, 0), affine_sub(ctx, affine_dim(ctx, 1), affine_dim(ctx, 2))};
  OpState *state = builder_begin(b, OP_AFFINE_MIN);
  op_state_add_operand2(state, step, upper);
  op_state_add_operand(state, iv);
  op_state_set_prop(state, AFFINE_MIN_MAP, attr_affine_map(ctx, affine_map(ctx, 3, 0, results, 2)));
  op_state_add_type(state, ctx->types.index);
  return builder_finish_value(b);
}

// scf.if around what is done within the bounds; the builder stands at the start of the inner loop. Returns its block.
static Block *build_check(Builder *b, const NestBounds *bounds, const Block *outer, const Block *inner) {
  Value *inside = build_constant(b, attr_bool(b->ctx, true));
  for (uint32_t i = 0; i < bounds->count; i++) {
    Value *index = build_binary(b, OP_ARITH_ADDI, build_binary(b, OP_ARITH_MULI, inner->args[i], bounds->step[i]), outer->args[i]);
    inside = build_binary(b, OP_ARITH_ANDI, inside, build_cmpi(b, ARITH_CMP_I_PREDICATE_ULT, index, bounds->upper[i]));
  }
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, inside);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *check = builder_finish_typed(b);
  Block *block = block_new(b->module);
  block_append(op_region(check, 0), block);
  Loc loc = b->loc;
  builder_at_end(b, block);
  b->loc = loc;
  builder_begin(b, OP_SCF_YIELD);
  builder_finish_typed(b);
  return block;
}

static void tile(Tiling *self, Operation *op) {
  Builder *b = &self->b;
  builder_before(b, op);
  NestBounds bounds = parallel_bounds(op, self->run->arena), outer = bounds, inner = bounds;
  uint32_t count = bounds.count;
  outer.step = arena_new(self->run->arena, Value *, count + 1);
  inner.lower = arena_new(self->run->arena, Value *, count + 1);
  inner.upper = arena_new(self->run->arena, Value *, count + 1);
  Value **indices = arena_new(self->run->arena, Value *, count + 1);
  if (!bounds.lower || !outer.step || !inner.lower || !inner.upper || !indices) return;
  Value *zero = build_index(b, 0);
  for (uint32_t i = 0; i < count; i++) outer.step[i] = build_index(b, i < self->sizes.count ? self->sizes.data[i] : 1);
  for (uint32_t i = 0; i < count; i++) outer.step[i] = build_binary(b, OP_ARITH_MULI, bounds.step[i], outer.step[i]);
  Operation *outer_loop = build_parallel(b, &outer, false);
  Block *outer_body = loop_body(outer_loop);
  b->block = outer_body;
  b->before = outer_body->last;
  bool check = false;
  for (uint32_t i = 0; i < count; i++) {
    inner.lower[i] = zero;
    inner.upper[i] = outer.step[i];
    if (divides(&bounds, i, i < self->sizes.count ? self->sizes.data[i] : 1)) continue;
    if (self->no_min_max) check = true;
    else inner.upper[i] = build_min(b, outer.step[i], bounds.upper[i], outer_body->args[i]);
  }
  Block *inner_body = loop_body(build_parallel(b, &inner, false));
  Block *target = inner_body;
  Operation *end = inner_body->last;
  b->block = inner_body;
  b->before = end;
  if (check) {
    target = build_check(b, &bounds, outer_body, inner_body);
    b->block = inner_body;
    b->before = inner_body->first;
  }
  for (uint32_t i = 0; i < count; i++) indices[i] = build_binary(b, OP_ARITH_ADDI, inner_body->args[i], outer_body->args[i]);
  inline_loop_body(loop_body(op), target->last, indices);
  op_erase(op);
  self->run->changed = true;
}

// ---------------------------------------------------------------------------------------------

static bool read_sizes(Tiling *self) {
  StrVec texts = {0};
  pass_list(self->run, &option_parallel_loop_tile_sizes, &texts);
  for (uint32_t i = 0; i < texts.count; i++) {
    int64_t size = 0;
    option_parse_int(texts.data[i], &size);
    if (size == 0) {
      diag_at(self->run->module, SEVERITY_ERROR, (Loc){.attr = self->run->ctx->attrs.unknown_loc}, "tile size cannot be 0");
      return false;
    }
    vec_push(self->run->arena, &self->sizes, size);
  }
  return true;
}

static bool run(PassRun *pass, Operation *op) {
  Tiling self = {.run = pass, .no_min_max = pass_bool(pass, &option_no_min_max_bounds)};
  builder_init(&self.b, pass->module);
  if (!read_sizes(&self)) return false;
  op_walk_post(op, collect, &self);
  for (uint32_t i = 0; i < self.around.count; i++) self.around.data[i]->flags &= (uint16_t)~OP_MARK;
  for (uint32_t i = 0; i < self.loops.count; i++)
    if (!self.loops.data[i]->result_count) tile(&self, self.loops.data[i]);
  return !pass->ctx->mem.exhausted;
}

const PassDef parallel_loop_tiling_pass = {
  .name = "scf-parallel-loop-tiling", .class_name = "SCFParallelLoopTiling", .summary = "Tile parallel loops", .works_on = "scf",
  .makes = "scf arith affine", .run = run,
  PASS_OPTIONS(&option_parallel_loop_tile_sizes, &option_no_min_max_bounds),
};
