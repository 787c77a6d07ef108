// convert-parallel-loops-to-gpu: parallel loops that say where they run become launches
// (after mlir/lib/Conversion/SCFToGPU/SCFToGPU.cpp).
#include "dialects/gpu/launch.h"

#include "asm/params.h"
#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "dialects/gpu/kernel.h"
#include "ir/affine.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/gpu.h"
#include "ops/scf.h"
#include "rewrite/effects.h"
#include "rewrite/pass.h"

typedef struct Lowering {
  PassRun *pass;
  Builder b;
  Operation *launch;
  Map values;               // of the loops -> of the launch
  OpVec worklist;           // the launch ends a scope
  Value *bounds[LAUNCH_OPERANDS];
} Lowering;

static Value *lookup(const Lowering *self, Value *value) {
  Value *found = map_get(&self->values, value);
  return found ? found : value;
}

static bool is_constant(const Value *value) { return op_is(value_def(value), OP_ARITH_CONSTANT); }
static bool is_independent(const Lowering *self, const Value *value) {
  return region_is_ancestor(value_block(value)->region, op_parent_region(self->launch));
}

static Value *build_apply(Lowering *self, const AffineMap *map, Value *a, Value *b, Value *c) {
  OpState *state = builder_begin(&self->b, OP_AFFINE_APPLY);
  op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(self->pass->ctx, map));
  op_state_add_operand(state, a);
  op_state_add_operand2(state, b, c);
  op_state_add_type(state, self->pass->ctx->types.index);
  return op_result(builder_finish_typed(&self->b), 0);
}

// The value in front of the launch; NULL: it is made inside.
static Value *make_independent(Lowering *self, Value *value) {
  if (is_independent(self, value)) return value;
  return is_constant(value) ? build_constant(&self->b, value_constant(value)) : NULL;
}

// A number that the value never exceeds, as a constant at the builder's place; NULL: none is known.
static Value *static_upper_bound(Lowering *self, Value *value, uint32_t depth) {
  Operation *op = value_def(value);
  if (!op || depth > 100) return NULL;
  if (op_is(op, OP_ARITH_CONSTANT)) return value;
  if (op_is(op, OP_AFFINE_MIN)) {
    const AffineMap *map = ((const MapAttr *)op_prop_at(op, AFFINE_MIN_MAP))->map;
    for (uint32_t i = 0; i < map->result_count; i++)
      if (map->results[i]->kind == AFFINE_CONST) return build_index(&self->b, map->results[i]->value);
    return NULL;
  }
  if (op_is(op, OP_ARITH_MINSI)) {
    Value *bound = static_upper_bound(self, op_operand(op, 0), depth + 1);
    return bound ? bound : static_upper_bound(self, op_operand(op, 1), depth + 1);
  }
  if (op_is(op, OP_ARITH_MULI)) {
    int64_t x, y;
    Value *lhs = static_upper_bound(self, op_operand(op, 0), depth + 1), *rhs = static_upper_bound(self, op_operand(op, 1), depth + 1);
    if (!lhs || !rhs || !constant_index(lhs, &x) || !constant_index(rhs, &y) || (x < 0) != (y < 0)) return NULL;
    return build_index(&self->b, (int64_t)((uint64_t)x * (uint64_t)y));
  }
  return NULL;
}

// A dimension that runs on hardware: its variable and, in front of the launch, its size.
static Value *map_dimension(Lowering *self, Operation *op, A annotation, Value *lower, Value *upper, Value *step) {
  Context *ctx = self->pass->ctx;
  uint32_t processor = (uint32_t)attr_param(annotation, 0);
  const AffineMap *map = ((const MapAttr *)attr_param_attr(annotation, 1))->map, *bound = ((const MapAttr *)attr_param_attr(annotation, 2))->map;
  E d0 = affine_dim(ctx, 0), s0 = affine_symbol(ctx, 0), s1 = affine_symbol(ctx, 1);
  E index = affine_add(ctx, affine_mul(ctx, d0, s0), s1), size = affine_ceildiv(ctx, affine_sub(ctx, d0, s0), s1);
  Value *id = op_region(self->launch, 0)->first->args[processor];
  self->b.loc = op->loc;
  Value *made = build_apply(self, affine_map_compose(ctx, map, affine_map(ctx, 1, 2, &index, 1)), id, lookup(self, step), lookup(self, lower));
  if (!is_independent(self, lower) && !is_constant(lower)) return NULL;
  if (!is_independent(self, step) && !is_constant(step)) return NULL;
  bool is_precise = is_independent(self, upper) || is_constant(upper);
  Builder inside = self->b;
  builder_before(&self->b, self->launch);
  self->b.loc = op->loc;
  Value *end = is_precise ? upper : static_upper_bound(self, upper, 0);
  if (!end || self->bounds[processor]) return NULL;
  Value *operands[3] = {make_independent(self, lookup(self, end)), make_independent(self, lookup(self, lower)), make_independent(self, lookup(self, step))};
  if (!operands[0] || !operands[1] || !operands[2]) return NULL;
  self->bounds[processor] = build_apply(self, affine_map_compose(ctx, bound, affine_map(ctx, 1, 2, &size, 1)), operands[0], operands[1], operands[2]);
  self->b.block = inside.block;
  self->b.before = inside.before;
  if (is_precise) return made;
  Value *runs = build_cmpi(&self->b, ARITH_CMP_I_PREDICATE_SLT, made, lookup(self, upper));
  OpState *state = builder_begin(&self->b, OP_SCF_IF);
  op_state_add_operand(state, runs);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *choice = builder_finish_typed(&self->b);
  Block *body = block_new(self->pass->module);
  block_append(op_region(choice, 0), body);
  builder_at_end(&self->b, body);
  self->b.loc = op->loc;
  builder_before(&self->b, build_end(&self->b, OP_SCF_YIELD));
  vec_push(self->pass->arena, &self->worklist, self->launch);
  return made;
}

static Value *make_loop(Lowering *self, Operation *op, Value *lower, Value *upper, Value *step) {
  self->b.loc = op->loc;
  OpState *state = builder_begin(&self->b, OP_SCF_FOR);
  op_state_add_operand(state, lookup(self, lower));
  op_state_add_operand2(state, lookup(self, upper), lookup(self, step));
  op_state_add_region(state);
  Operation *loop = builder_finish_typed(&self->b);
  Block *body = block_new(self->pass->module);
  block_append(op_region(loop, 0), body);
  Value *variable = block_add_arg(self->pass->module, body, self->pass->ctx->types.index, op->loc);
  builder_at_end(&self->b, body);
  self->b.loc = op->loc;
  builder_before(&self->b, build_end(&self->b, OP_SCF_YIELD));
  vec_push(self->pass->arena, &self->worklist, self->launch);
  return variable;
}

static bool process_loop(Lowering *self, Operation *op) {
  A mapping = op_attr_str(op, STR("mapping"));
  if (!mapping || attr_kind(mapping) != ATTR_ARRAY || op->result_count) return false;
  const ArrayAttr *items = (const ArrayAttr *)mapping;
  Block *body = op_region(op, 0)->first;
  Span lower = op_operands_named(op, "lowerBound"), upper = op_operands_named(op, "upperBound"), step = op_operands_named(op, "step");
  for (uint32_t i = 0; i < items->count && i < span_size(lower); i++) {
    if (!attr_is(items->items[i], &gpu_loop_dim_map_attr)) {
      op_error(self->pass->module, op, "expected mapping attribute for lowering to GPU");
      return false;
    }
    Value *l = op_operand(op, lower.begin + i), *u = op_operand(op, upper.begin + i), *s = op_operand(op, step.begin + i);
    bool is_mapped = attr_param(items->items[i], 0) != GPU_PROCESSOR_SEQUENTIAL;
    Value *index = is_mapped ? map_dimension(self, op, items->items[i], l, u, s) : make_loop(self, op, l, u, s);
    if (!index) return false;
    map_set(&self->values, body->args[i], index);
  }
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (!attr_is_string(op->attrs[i].name, "mapping")) op_set_discardable(self->pass->module, self->launch, op->attrs[i].name, op->attrs[i].value);
  for (Operation *inner = body->last ? body->last->prev : NULL; inner; inner = inner->prev) vec_push(self->pass->arena, &self->worklist, inner);
  return true;
}

static bool lower_loop(Lowering *self, Operation *op) {
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent))
    if (op_is(parent, OP_SCF_PARALLEL)) return false;
  Builder *b = &self->b;
  builder_before(b, op);
  Value *one = build_index(b, 1);
  self->launch = build_launch(b, (Value *const[]){one, one, one, one, one, one});
  Block *body = op_region(self->launch, 0)->first;
  builder_at_end(b, body);
  b->loc = op->loc;
  builder_before(b, build_end(b, OP_GPU_TERMINATOR));
  if (!process_loop(self, op)) return false;
  // A mark that upstream's conversion leaves behind.
  op_set_discardable(self->pass->module, self->launch, attr_string(self->pass->ctx, STR("SCFToGPU_visited")), attr_unit(self->pass->ctx));
  bool seen_effects = false, left_scope = false;
  while (self->worklist.count) {
    Operation *next = self->worklist.data[--self->worklist.count];
    if (op_is(next, OP_SCF_PARALLEL)) {
      if (seen_effects || !process_loop(self, next)) return false;
    } else if (next == self->launch) {
      Operation *parent = block_parent_op(b->block);
      builder_after(b, parent);
      left_scope = true;
      seen_effects = false;
    } else {
      Operation *clone = op_clone(self->pass->module, next, &self->values);
      builder_insert(b, clone);
      for (uint32_t i = 0; i < next->result_count; i++) map_set(&self->values, op_result(next, i), op_result(clone, i));
      seen_effects |= !op_is_memory_effect_free(clone) || clone->region_count;
      if (seen_effects && left_scope) return false;
    }
  }
  uint32_t first = op_operands_named(self->launch, "gridSizeX").begin;
  for (uint32_t i = 0; i < LAUNCH_OPERANDS; i++)
    if (self->bounds[i]) op_set_operand(self->launch, first + i, self->bounds[i]);
  op_erase(op);
  self->pass->changed = true;
  return true;
}

typedef struct Found { PassRun *pass; OpVec ops; } Found;

static WalkResult find(Operation *op, void *data) {
  Found *self = data;
  if (!op_is(op, OP_SCF_PARALLEL) || !op_attr_str(op, STR("mapping"))) return WALK_ADVANCE;
  vec_push(self->pass->arena, &self->ops, op);
  return WALK_SKIP;
}

static bool run(PassRun *pass, Operation *op) {
  Found found = {pass, {0}};
  op_walk_pre(op, find, &found);
  for (uint32_t i = 0; i < found.ops.count; i++) {
    Lowering self = {.pass = pass};
    builder_init(&self.b, pass->module);
    map_init(&self.values, pass->arena);
    if (lower_loop(&self, found.ops.data[i])) continue;
    op_error_plain(pass->module, found.ops.data[i], "failed to legalize operation 'scf.parallel' that was explicitly marked illegal");
    return false;
  }
  return true;
}

const PassDef parallel_loops_to_gpu_pass = {
  .name = "convert-parallel-loops-to-gpu", .class_name = "ConvertParallelLoopToGpuPass", .summary = "Convert mapped scf.parallel ops to gpu launch operations",
  .works_on = "scf", .makes = "affine gpu", .run = run,
};
