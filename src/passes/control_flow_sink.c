// control-flow-sink: what is only needed in a region that runs at most once is computed there
// (after mlir/lib/Transforms/Utils/ControlFlowSinkUtils.cpp).
#include "rewrite/effects.h"
#include "rewrite/pass.h"

typedef struct Sinking {
  PassRun *run;
  Region *region;
  OpVec stack;     // sunk, and their operands not yet looked at
} Sinking;

static bool all_users_are_in(const Region *region, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    for (const Use *use = op_result(op, i)->uses; use; use = use->next)
      if (!region_is_ancestor(region, op_parent_region(use->owner))) return false;
  return true;
}

static void sink_operands(Sinking *self, const Operation *user) {
  for (uint32_t i = 0; i < user->operand_count; i++) {
    Operation *op = value_def(op_operand(user, i));
    if (!op || op_parent_region(op) == self->region || !all_users_are_in(self->region, op) || !op_is_memory_effect_free(op)) continue;
    op_move_before(op, self->region->first->first);
    self->run->changed = true;
    self->run->statistics[0]++;
    vec_push(self->run->arena, &self->stack, op);
  }
}

static void sink_into(PassRun *run, Region *region) {
  Sinking self = {.run = run, .region = region};
  region_each_block(region, block)
    for (Operation *op = block->first, *next; op; op = next) {
      next = op->next;   // what is sunk comes before
      sink_operands(&self, op);
    }
  while (self.stack.count) sink_operands(&self, vec_pop(&self.stack));
}

static WalkResult visit(Operation *op, void *data) {
  const RegionBranchOpInterface *asked = ask_region_branch(op->def);
  for (uint32_t i = 0; asked && asked->runs_once && i < op->region_count; i++)
    if (!region_is_empty(&op->regions[i]) && asked->runs_once(op, i)) sink_into(data, &op->regions[i]);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  op_walk_post(op, visit, pass);
  return true;
}

static const char *const statistics[] = {"(S) num-sunk - Number of operations sunk", NULL};

const PassDef control_flow_sink_pass = {
  .name = "control-flow-sink", .class_name = "ControlFlowSinkPass", .summary = "Sink operations into conditional blocks", .run = run,
  .statistics = statistics,
};
