// loop-invariant-code-motion: what a loop computes anew each time, and always alike, is computed before it
// (after mlir/lib/Transforms/Utils/LoopInvariantCodeMotionUtils.cpp).
#include "passes/loops/licm.h"

#include "rewrite/effects.h"

typedef struct Hoisting {
  PassRun *run;
  const Region *region;   // of a loop
  OpVec queue;            // what may have become free to move, in order
} Hoisting;

static bool is_outside(const Region *region, const Value *value) {
  const Block *block = value_block(value);
  return !block || !region_is_ancestor(region, block->region);
}

// Operands of an operation inside `data->moved` that it does not make itself come from outside the loop.
typedef struct Check {
  const Region *region;
  const Operation *moved;
} Check;

static bool is_inside_op(const Operation *op, const Value *value) {
  const Block *block = value_block(value);
  for (uint32_t i = 0; block && i < op->region_count; i++)
    if (region_is_ancestor(&op->regions[i], block->region)) return true;
  return false;
}

static WalkResult check_operands(Operation *op, void *data) {
  const Check *check = data;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Value *value = op_operand(op, i);
    if (!is_outside(check->region, value) && !is_inside_op(check->moved, value)) return WALK_STOP;
  }
  return WALK_ADVANCE;
}

static bool is_invariant(const Hoisting *self, Operation *op) {
  Check check = {self->region, op};
  return op_walk_pre(op, check_operands, &check) != WALK_STOP;
}

static void push_users(Hoisting *self, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    for (const Use *use = op_result(op, i)->uses; use; use = use->next)
      if (op_parent_region(use->owner) == self->region) vec_push(self->run->arena, &self->queue, use->owner);
}

static void hoist_from(PassRun *run, Operation *loop, const Region *region) {
  Hoisting self = {.run = run, .region = region};
  region_each_block(region, block)
    block_each_op(block, op) vec_push(run->arena, &self.queue, op);
  for (uint32_t at = 0; at < self.queue.count; at++) {
    Operation *op = self.queue.data[at];
    if (op_parent_region(op) != region) continue;   // moved before
    if (op_has(op, TRAIT_TERMINATOR) || !op_is_memory_effect_free(op) || !op_is_speculatable(op) || !is_invariant(&self, op)) continue;
    op_move_before(op, loop);
    run->changed = true;
    push_users(&self, op);
  }
}

bool is_outside_loop(const Operation *loop, const Value *value) {
  for (uint32_t i = 0; i < loop->region_count; i++)
    if (!is_outside(&loop->regions[i], value)) return false;
  return true;
}

void hoist_invariants_of(PassRun *run, Operation *loop) {
  for (uint32_t i = 0; i < loop->region_count; i++) hoist_from(run, loop, &loop->regions[i]);
}

// The innermost loops first: what leaves them may leave those around as well.
static WalkResult visit(Operation *op, void *data) {
  if (ask_loop_like(op->def)) hoist_invariants_of(data, op);
  return WALK_ADVANCE;
}

void hoist_invariants(PassRun *run, Operation *root) { op_walk_post(root, visit, run); }

static bool run(PassRun *pass, Operation *op) {
  hoist_invariants(pass, op);
  return true;
}

const PassDef loop_invariant_code_motion_pass = {
  .name = "loop-invariant-code-motion", .class_name = "LoopInvariantCodeMotionPass", .summary = "Hoist loop invariant instructions outside of the loop",
  .run = run,
};
