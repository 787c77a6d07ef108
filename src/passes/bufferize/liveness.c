// optimize-allocation-liveness: memory is freed right behind its last use
// (after mlir/lib/Dialect/Bufferization/Transforms/OptimizeAllocationLiveness.cpp).
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/op_interfaces.h"

#include "passes/bufferize/view_flow.h"
#include "rewrite/effects.h"
#include "rewrite/pass.h"

typedef struct Allocs {
  PassRun *pass;
  OpVec ops;
} Allocs;

static WalkResult collect(Operation *op, void *data) {
  Allocs *self = data;
  uint32_t effects;
  if (op->result_count == 1 && op_own_effects(op, &effects) && effects & EFFECT_ALLOC) vec_push(self->pass->arena, &self->ops, op);
  return WALK_ADVANCE;
}

// What frees the memory in its block; NULL: nothing, or more than one.
static Operation *dealloc_of(const Operation *alloc) {
  Operation *found = NULL;
  for (const Use *use = alloc->results[0].uses; use; use = use->next) {
    uint32_t effects;
    if (!op_own_effects(use->owner, &effects) || !(effects & EFFECT_FREE)) continue;
    if (found) return NULL;
    found = use->owner;
  }
  return found && found->block == alloc->block ? found : NULL;
}

static Operation *in_block(const Block *block, Operation *op) {
  while (op && op->block != block) op = op_parent(op);
  return op;
}

static bool run(PassRun *pass, Operation *op) {
  Allocs found = {.pass = pass};
  ViewFlow flow;
  op_walk_post(op, collect, &found);
  view_flow_init(&flow, pass->arena, op);
  for (uint32_t i = 0; i < found.ops.count && !pass->ctx->mem.exhausted; i++) {
    Operation *alloc = found.ops.data[i], *dealloc = dealloc_of(alloc), *last = NULL;
    if (!dealloc) continue;
    ValueVec aliases = {0};
    view_flow_resolve(&flow, op_result(alloc, 0), &aliases);
    for (uint32_t k = 0; k < aliases.count; k++)
      for (const Use *use = aliases.data[k]->uses; use; use = use->next) {
        Operation *user = use->owner == dealloc ? NULL : in_block(alloc->block, use->owner);
        if (user && (!last || op_is_before(last, user))) last = user;
      }
    if (!last || last->next == dealloc || last == alloc->block->last) continue;
    op_move_before(dealloc, last->next);
    pass->changed = true;
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef optimize_allocation_liveness_pass = {
  .name = "optimize-allocation-liveness", .class_name = "OptimizeAllocationLivenessPass",
  .summary = "This pass optimizes the liveness of temp allocations in the input function", .works_on = "memref", .anchor = OP_FUNC_FUNC, .run = run,
};
