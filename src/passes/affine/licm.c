// affine-loop-invariant-code-motion: what is the same in each iteration moves in front of its loop
// (after mlir/lib/Dialect/Affine/Transforms/AffineLoopInvariantCodeMotion.cpp).
#include "passes/affine/access.h"
#include "passes/affine/loop.h"

#include "ops/func.h"

#include "rewrite/effects.h"

typedef struct Motion {
  PassRun *pass;
  Operation *loop;
  Map used;       // operations whose results are used, or that access memory: they must move first
  Map hoisted;
} Motion;

static bool is_invariant(Motion *self, Operation *op);

static bool all_invariant(Motion *self, Region *region) {
  region_each_block(region, block)
    block_each_op(block, op)
      if (!is_invariant(self, op)) return false;
  return true;
}

// Whether another access in the loop stands in the way.
static bool has_conflict(Motion *self, const Operation *op) {
  const Value *memref = access_memref(op);
  bool writes = access_is_write(op);
  for (const Use *use = memref->uses; use; use = use->next) {
    Operation *user = use->owner;
    if (user == op || (!has_effect_on(user, memref, EFFECT_WRITE) && !(writes && has_effect_on(user, memref, EFFECT_READ)))) continue;
    if (op_is_inside(user, self->loop) && user != self->loop) return true;
  }
  return false;
}

// Recursion is as deep as operations nest.
static bool is_invariant(Motion *self, Operation *op) {
  if (op_is(op, OP_AFFINE_IF) || op_is(op, OP_AFFINE_FOR) || op_is(op, OP_AFFINE_PARALLEL)) {
    for (uint32_t r = 0; r < op->region_count; r++)
      if (!all_invariant(self, &op->regions[r])) return false;
  } else if (is_access(op)) {
    map_put(&self->used, map_key(op));
    if (has_conflict(self, op)) return false;
  } else if (!op_is_memory_effect_free(op)) {
    return false;
  }
  const Block *body = loop_body(self->loop);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Value *operand = op_operand(op, i);
    const Operation *def = value_def(operand);
    if (value_arg_block(operand) == body) return false;
    if (def && map_find(&self->used, map_key(def)) && !map_find(&self->hoisted, map_key(def))) return false;
  }
  map_put(&self->hoisted, map_key(op));
  return true;
}

static void hoist(PassRun *pass, Operation *loop) {
  Motion self = {.pass = pass, .loop = loop};
  OpVec moving = {0};
  map_init(&self.used, pass->arena);
  map_init(&self.hoisted, pass->arena);
  block_each_op(loop_body(loop), op) {
    if (op_has_uses(op)) map_put(&self.used, map_key(op));
    if (!op_is(op, OP_AFFINE_YIELD) && is_invariant(&self, op)) vec_push(pass->arena, &moving, op);
  }
  for (uint32_t i = 0; i < moving.count; i++) op_move_before(moving.data[i], loop);
  pass->changed |= moving.count > 0;
}

static bool run(PassRun *pass, Operation *func) {
  OpVec loops = {0};
  ops_inside_post(func, OP_AFFINE_FOR, pass->arena, &loops);
  for (uint32_t i = 0; i < loops.count && !pass->ctx->mem.exhausted; i++) hoist(pass, loops.data[i]);
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_loop_invariant_code_motion_pass = {
  .name = "affine-loop-invariant-code-motion", .class_name = "AffineLoopInvariantCodeMotion", .anchor = OP_FUNC_FUNC,
  .summary = "what each iteration repeats, in front of affine loops",
  .works_on = "affine",
  .run = run,
};
