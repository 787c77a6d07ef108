// sccp: values that are found to be constant become constants, also through branches, regions and calls
// (after mlir/lib/Transforms/SCCP.cpp).
#include "analysis/constants.h"
#include "rewrite/constant_pool.h"
#include "rewrite/effects.h"
#include "rewrite/pass.h"

typedef struct Rewriting {
  PassRun *run;
  ConstantAnalysis known;
  ConstantPool pool;
  VEC(Block *) worklist;
} Rewriting;

// So that the first block of a region is taken before the others.
static void add_blocks(Rewriting *self, const Operation *op) {
  for (uint32_t i = 0; i < op->region_count; i++) {
    uint32_t at = self->worklist.count, end;
    region_each_block(&op->regions[i], block) vec_push(self->run->arena, &self->worklist, block);
    for (end = self->worklist.count; at + 1 < end; at++) {
      Block *block = self->worklist.data[at];
      self->worklist.data[at] = self->worklist.data[--end];
      self->worklist.data[end] = block;
    }
  }
}

static bool replace(Rewriting *self, const Block *block, Value *value) {
  KnownValue known = constants_of(&self->known, value);
  Value *constant = known.state == VALUE_CONSTANT ? constant_pool_get(&self->pool, block, known.dialect, known.constant, value->type) : NULL;
  if (!constant) return false;
  value_replace_all(value, constant);
  self->run->changed = true;
  return true;
}

static void rewrite_block(Rewriting *self, Block *block) {
  block_each_op_safe(block, op) {
    bool all = op->result_count != 0;
    for (uint32_t i = 0; i < op->result_count; i++) all &= replace(self, block, op_result(op, i));
    if (all && op_would_be_trivially_dead(op)) op_erase(op);
    else add_blocks(self, op);
  }
  for (uint32_t i = 0; i < block->arg_count; i++) replace(self, block, block->args[i]);
}

static bool run(PassRun *pass, Operation *op) {
  Rewriting self = {.run = pass};
  constants_find(&self.known, pass->module, op, pass->arena);
  constant_pool_init(&self.pool, pass->module, pass->arena);
  add_blocks(&self, op);
  while (self.worklist.count) rewrite_block(&self, vec_pop(&self.worklist));
  return true;
}

const PassDef sccp_pass = {
  .name = "sccp", .class_name = "SCCPPass", .summary = "Sparse Conditional Constant Propagation", .run = run,
};
