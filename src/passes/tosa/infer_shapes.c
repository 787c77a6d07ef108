// tosa-infer-shapes: shapes follow from operands to results, into regions and out of them; what other dialects use keeps its type by a
// tensor.cast (after mlir/lib/Dialect/Tosa/Transforms/TosaInferShapes.cpp).
#include "ops/func.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

#include "dialects/tosa/infer.h"
#include "ir/type.h"
#include "rewrite/pass.h"

typedef struct OldType { Value *value; T type; } OldType;

typedef struct Change {
  PassRun *pass;
  VEC(OldType) old;
  uint32_t depth;
} Change;

enum { DEEPEST = 64, MOST_ROUNDS = 64 };   // of nested regions; of types of a loop, each of which says less than the one before

static void touch(Value *value) {
  if (!value->is_arg) op_touched(value_def(value));
  for (Use *use = value->uses; use; use = use->next) op_touched(use->owner);
}

static void set_type(Change *self, Value *value, T type) {
  if (!type || value->type == type) return;
  vec_push(self->pass->arena, &self->old, ((OldType){value, value->type}));
  value->type = type;
  touch(value);
}

static void roll_back(Change *self, uint32_t to) {
  while (self->old.count > to) {
    OldType *old = &self->old.data[--self->old.count];
    old->value->type = old->type;
    touch(old->value);
  }
}

static void infer_block(Change *self, Block *block);

static void infer_region(Change *self, Region *region) {
  if (self->depth >= DEEPEST) return;
  self->depth++;
  region_each_block(region, block) infer_block(self, block);
  self->depth--;
}

static void infer_if(Change *self, Operation *op) {
  for (uint32_t r = 0; r < op->region_count; r++) {
    Block *block = op->regions[r].first;
    if (!block || block->arg_count + 1 != op->operand_count) return;
    for (uint32_t i = 0; i < block->arg_count; i++) set_type(self, block->args[i], tosa_join_types(self->pass->ctx, op_operand_type(op, i + 1), block->args[i]->type, self->pass->arena));
    infer_region(self, &op->regions[r]);
  }
}

// The types of what goes round: those of the operands, weakened by what the body yields until nothing changes.
static void infer_while(Change *self, Operation *op) {
  T *types = arena_new(self->pass->arena, T, op->operand_count + 1);
  if (!types || op->region_count != 2) return;
  for (uint32_t i = 0; i < op->operand_count; i++) types[i] = op_operand_type(op, i);
  for (int r = 0; r < 2; r++)
    if (!op->regions[r].first || op->regions[r].first->arg_count != op->operand_count) return;
  Block *body = op->regions[1].first;
  bool changed = true;
  for (int round = 0; changed && round < MOST_ROUNDS; round++) {
    uint32_t before = self->old.count;
    for (uint32_t i = 0; i < op->operand_count; i++) set_type(self, body->args[i], types[i]);
    infer_region(self, &op->regions[1]);
    changed = false;
    const Operation *yield = op->regions[1].first->last;
    for (uint32_t i = 0; op_is(yield, OP_TOSA_YIELD) && i < yield->operand_count && i < op->operand_count; i++) {
      T type = tosa_meet_types(self->pass->ctx, types[i], op_operand_type(yield, i), self->pass->arena);
      changed |= type != types[i];
      types[i] = type;
    }
    roll_back(self, before);
  }
  if (changed) return;
  for (int r = 0; r < 2; r++) {
    for (uint32_t i = 0; i < op->operand_count; i++) set_type(self, op->regions[r].first->args[i], types[i]);
    infer_region(self, &op->regions[r]);
  }
}

static void infer_block(Change *self, Block *block) {
  block_each_op(block, op) {
    if (!op_among(op, TOSA)) continue;
    if (op_is(op, OP_TOSA_COND_IF)) infer_if(self, op);
    if (op_is(op, OP_TOSA_WHILE_LOOP)) infer_while(self, op);
    T *types = arena_new(self->pass->arena, T, op->result_count + 1);
    if (!types || !tosa_infer_results(self->pass->ctx, op, self->pass->arena, types)) continue;
    for (uint32_t i = 0; i < op->result_count; i++) set_type(self, op_result(op, i), tosa_join_types(self->pass->ctx, op_result_type(op, i), types[i], self->pass->arena));
  }
}

// Whether a user of a value takes it as it is: tosa's operations, and others whose types follow.
static bool takes_any(const Operation *op) { return op_among(op, TOSA) || op_has(op, TRAIT_INFER_TYPES | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE); }

static void keep_uses(Change *self, Value *value, T type) {
  Operation *cast = NULL;
  VEC(Use *) uses = {0};
  for (Use *use = value->uses; use; use = use->next) vec_push(self->pass->arena, &uses, use);
  for (uint32_t i = 0; i < uses.count; i++) {
    Operation *user = uses.data[i]->owner;
    if (takes_any(user) || user == cast) continue;
    if (!cast) {
      Builder b;
      builder_init(&b, self->pass->module);
      if (value->is_arg) builder_at_start(&b, value_arg_block(value));
      else builder_after(&b, value_def(value));
      b.loc = value_loc(value);
      cast = value_def(build1(&b, OP_TENSOR_CAST, type, value));
    }
    op_set_operand(user, use_index(uses.data[i]), op_result(cast, 0));
  }
}

static bool run(PassRun *pass, Operation *op) {
  Change change = {.pass = pass};
  if (!op->regions[0].first) return true;
  infer_region(&change, &op->regions[0]);
  for (uint32_t i = 0; i < change.old.count; i++) keep_uses(&change, change.old.data[i].value, change.old.data[i].type);
  pass->changed |= change.old.count > 0;
  return !pass->ctx->mem.exhausted;
}

const PassDef tosa_infer_shapes_pass = {
  .name = "tosa-infer-shapes", .class_name = "TosaInferShapesPass", .anchor = OP_FUNC_FUNC,
  .summary = "Propagate shapes across TOSA operations", .works_on = "tosa", .makes = "tensor", .run = run,
};
