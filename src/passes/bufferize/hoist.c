// buffer-hoisting and buffer-loop-hoisting: memory is allocated further up, where everything that it is for is below
// (after mlir/lib/Dialect/Bufferization/Transforms/BufferOptimizations.cpp).
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/op_interfaces.h"

#include "passes/bufferize/view_flow.h"

#include "ir/dominance.h"
#include "rewrite/effects.h"
#include "rewrite/pass.h"

typedef struct Hoisting {
  PassRun *pass;
  ViewFlow flow;
  Dominance dominance;
  OpVec allocs, allocas;
  bool out_of_loops;       // buffer-loop-hoisting: only that
} Hoisting;

// ---------------------------------------------------------------------------------------------
// What is moved

static uint32_t deallocs_of(const Operation *alloc) {
  uint32_t count = 0, effects;
  for (const Use *use = alloc->results[0].uses; use; use = use->next) count += op_own_effects(use->owner, &effects) && effects & EFFECT_FREE;
  return count;
}

static WalkResult collect(Operation *op, void *data) {
  Hoisting *self = data;
  if (op_is(op, OP_MEMREF_ALLOC) && deallocs_of(op) <= 1) vec_push(self->pass->arena, &self->allocs, op);
  if (op_is(op, OP_MEMREF_ALLOCA) && self->out_of_loops) vec_push(self->pass->arena, &self->allocas, op);
  return WALK_ADVANCE;
}

// ---------------------------------------------------------------------------------------------
// Where it may go

static bool properly_dominates(Hoisting *self, const Block *a, const Block *b) { return a != b && block_dominates(&self->dominance, a, b); }

static bool is_loop(const Operation *op) { return op_def_has_trait(op->def, TRAIT_ID_LOOP_LIKE); }
static bool has_known_flow(const Operation *op) { return is_loop(op) || op_def_has_trait(op->def, TRAIT_ID_REGION_BRANCH); }

// The closest block that dominates both; NULL: there is none.
static Block *common_dominator(Hoisting *self, Block *a, Block *b) {
  Region *region = a ? a->region : NULL;
  Block *inner = NULL;
  for (; region && b; region = region->op ? op_parent_region(region->op) : NULL) {
    for (inner = b; inner && inner->region != region;) {
      Operation *op = block_parent_op(inner);
      inner = op ? op->block : NULL;
    }
    if (inner) break;
    a = region->op ? region->op->block : NULL;
  }
  if (!region || !a || !inner) return NULL;
  while (a && !block_dominates(&self->dominance, a, inner)) a = block_idom(&self->dominance, a);
  return a;
}

// The block that dominates all uses of the memory under all its names.
static Block *dominator_of_uses(Hoisting *self, Value *memory) {
  ValueVec aliases = {0};
  view_flow_resolve(&self->flow, memory, &aliases);
  Block *block = value_block(memory);
  for (uint32_t i = 0; i < aliases.count && block; i++) {
    block = common_dominator(self, block, value_block(aliases.data[i]));
    for (const Use *use = aliases.data[i]->uses; use && block; use = use->next) block = common_dominator(self, block, use->owner->block);
  }
  return block;
}

// The block of the last of its operands, which the memory cannot go above.
static Block *block_of_operands(Hoisting *self, const Operation *alloc) {
  Block *block = NULL;
  for (uint32_t i = 0; i < alloc->operand_count; i++) {
    Block *of_operand = value_block(op_operand(alloc, i));
    if (!block || block_dominates(&self->dominance, block, of_operand)) block = of_operand;
  }
  return block;
}

static bool may_leave(Hoisting *self, const Operation *parent, const Block *uses) {
  if (!has_known_flow(parent)) return false;
  if (!self->out_of_loops) return !is_loop(parent);
  // Iterations side by side need memory each. Memory whose uses have a dominator above the loop is passed on from one iteration to the next.
  return is_loop(parent) && !op_def_has_trait(parent->def, TRAIT_ID_PARALLEL_REGION) && !(uses && block_dominates(&self->dominance, uses, parent->block));
}

static Block *find_placement(Hoisting *self, const Operation *alloc) {
  Block *uses = dominator_of_uses(self, op_result(alloc, 0)), *operands = block_of_operands(self, alloc), *bound = operands;
  if (!self->out_of_loops && !(operands && uses && properly_dominates(self, uses, operands))) bound = uses;
  Block *placement = alloc->block, *current = alloc->block;
  for (Operation *parent; (parent = block_parent_op(current)) && parent->block && (!bound || properly_dominates(self, bound, current));) {
    Block *above = current == current->region->first ? NULL : block_idom(&self->dominance, current);
    if (above) {
      current = above;
      if (!self->out_of_loops) placement = current;
      continue;
    }
    if (!may_leave(self, parent, uses)) break;
    placement = current = parent->block;
  }
  return placement;
}

static bool hoist(Hoisting *self, Operation *alloc) {
  Block *placement = find_placement(self, alloc);
  if (placement == alloc->block) return false;
  Operation *before = alloc;
  while (before && before->block != placement) before = op_parent(before);
  if (!before) before = placement->last;
  if (!before) return false;
  op_move_before(alloc, before);
  return true;
}

static bool run(PassRun *pass, Operation *op, bool out_of_loops) {
  Hoisting self = {.pass = pass, .out_of_loops = out_of_loops};
  view_flow_init(&self.flow, pass->arena, op);
  dominance_init(&self.dominance, pass->arena);
  op_walk_post(op, collect, &self);
  for (uint32_t i = 0; i < self.allocs.count && !pass->ctx->mem.exhausted; i++) pass->changed |= hoist(&self, self.allocs.data[i]);
  for (uint32_t i = 0; i < self.allocas.count && !pass->ctx->mem.exhausted; i++) pass->changed |= hoist(&self, self.allocas.data[i]);
  return !pass->ctx->mem.exhausted;
}

static bool run_hoisting(PassRun *pass, Operation *op) { return run(pass, op, false); }
static bool run_loop_hoisting(PassRun *pass, Operation *op) { return run(pass, op, true); }

const PassDef buffer_hoisting_pass = {
  .name = "buffer-hoisting", .class_name = "BufferHoistingPass",
  .summary = "Optimizes placement of allocation operations by moving them into common dominators and out of nested regions",
  .works_on = "memref", .anchor = OP_FUNC_FUNC, .run = run_hoisting,
};
const PassDef buffer_loop_hoisting_pass = {
  .name = "buffer-loop-hoisting", .class_name = "BufferLoopHoistingPass",
  .summary = "Optimizes placement of allocation operations by moving them out of loop nests", .works_on = "memref", .anchor = OP_FUNC_FUNC,
  .run = run_loop_hoisting,
};
