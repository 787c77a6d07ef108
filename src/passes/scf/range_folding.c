// scf-for-loop-range-folding: what is added to an induction variable, or multiplied with it, goes into the range
// (after mlir/lib/Dialect/SCF/Transforms/LoopRangeFolding.cpp).
#include "ops/arith.h"

#include "passes/scf/loops.h"

enum { LOWER, UPPER, STEP };

static bool is_outside(const Operation *loop, const Value *value) {
  const Block *block = value_block(value);
  return !block || !region_is_ancestor(op_region(loop, 0), block->region);
}

// The only user of the induction variable, if it can be computed on the range.
static Operation *foldable_user(const Operation *loop, const Value *iv) {
  if (!iv->uses || iv->uses->next) return NULL;
  Operation *user = iv->uses->owner;
  if (!op_is(user, OP_ARITH_ADDI) && !op_is(user, OP_ARITH_MULI)) return NULL;
  for (uint32_t i = 0; i < 2; i++)
    if (op_operand(user, i) != iv && !is_outside(loop, op_operand(user, i))) return NULL;
  return user;
}

// The operation before the loop, on `bound` instead of the induction variable; it becomes the bound.
static void fold_bound(Builder *b, Operation *loop, const Operation *user, Value *iv, uint32_t bound, Arena *arena) {
  Map map;
  map_init(&map, arena);
  map_set(&map, iv, op_operand(loop, bound));
  Operation *made = builder_insert(b, op_clone(b->module, user, &map));
  op_set_operand(loop, bound, op_result(made, 0));
}

static WalkResult visit(Operation *op, void *data) {
  PassRun *pass = data;
  if (!op_is(op, OP_SCF_FOR)) return WALK_ADVANCE;
  Value *iv = loop_body(op)->args[0];
  Operation *user;
  while ((user = foldable_user(op, iv)) && !pass->ctx->mem.exhausted) {
    Builder b;
    builder_init(&b, pass->module);
    builder_before(&b, op);
    fold_bound(&b, op, user, iv, LOWER, pass->arena);
    fold_bound(&b, op, user, iv, UPPER, pass->arena);
    if (op_is(user, OP_ARITH_MULI)) fold_bound(&b, op, user, iv, STEP, pass->arena);
    value_replace_all(op_result(user, 0), iv);
    op_erase(user);
    pass->changed = true;
  }
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  op_walk_post(op, visit, pass);
  return !pass->ctx->mem.exhausted;
}

const PassDef for_loop_range_folding_pass = {
  .name = "scf-for-loop-range-folding", .class_name = "SCFForLoopRangeFolding", .summary = "Fold add/mul ops into loop range",
  .works_on = "scf", .makes = "arith", .run = run,
};
