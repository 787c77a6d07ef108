// arith-unsigned-when-equivalent: signed operations on what is never negative become unsigned ones
// (after mlir/lib/Dialect/Arith/Transforms/UnsignedWhenEquivalent.cpp).
#include "ops/arith.h"
#include "ops/int_ranges.h"

#include "rewrite/pass.h"

static const struct { uint16_t from, to; } forms[] = {
  {OP_ARITH_DIVSI, OP_ARITH_DIVUI}, {OP_ARITH_CEILDIVSI, OP_ARITH_CEILDIVUI}, {OP_ARITH_FLOORDIVSI, OP_ARITH_DIVUI},
  {OP_ARITH_REMSI, OP_ARITH_REMUI}, {OP_ARITH_MINSI, OP_ARITH_MINUI}, {OP_ARITH_MAXSI, OP_ARITH_MAXUI}, {OP_ARITH_EXTSI, OP_ARITH_EXTUI},
};

typedef struct Rewriting {
  PassRun *run;
  RangeAnalysis ranges;
} Rewriting;

static bool never_negative(const Rewriting *self, const Value *value) {
  IntRange range;
  return ranges_of(&self->ranges, value, &range) && range.smin >= 0;
}

static bool all_never_negative(const Rewriting *self, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!never_negative(self, op_operand(op, i))) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!never_negative(self, op_result(op, i))) return false;
  return true;
}

// The predicate's unsigned form; -1: it has none.
static int64_t unsigned_predicate(int64_t predicate) {
  switch (predicate) {
    case ARITH_CMP_I_PREDICATE_SLT: return ARITH_CMP_I_PREDICATE_ULT;
    case ARITH_CMP_I_PREDICATE_SLE: return ARITH_CMP_I_PREDICATE_ULE;
    case ARITH_CMP_I_PREDICATE_SGT: return ARITH_CMP_I_PREDICATE_UGT;
    case ARITH_CMP_I_PREDICATE_SGE: return ARITH_CMP_I_PREDICATE_UGE;
    default: return -1;
  }
}

static void rewrite_compare(Rewriting *self, Operation *op) {
  A predicate = op_prop_at(op, ARITH_CMPI_PREDICATE);
  int64_t wanted = unsigned_predicate(attr_to_i64(predicate));
  if (wanted < 0 || !never_negative(self, op_operand(op, 0)) || !never_negative(self, op_operand(op, 1))) return;
  op_set_prop(op, ARITH_CMPI_PREDICATE, attr_i64(self->run->ctx, attr_value_type(predicate), wanted));
  self->run->changed = true;
}

// The same with another name. What it does not have, as a float's flags, is dropped by its record.
static void replace(Rewriting *self, Operation *op, uint32_t opcode) {
  Builder b;
  builder_init(&b, self->run->module);
  builder_before(&b, op);
  OpState *state = builder_begin(&b, opcode);
  for (uint32_t i = 0; i < op->operand_count; i++) op_state_add_operand(state, op_operand(op, i));
  op_state_add_type(state, op_result_type(op, 0));
  for (uint32_t i = 0; i < op->def->attr_count; i++) {
    int slot = op->props[i] ? op_prop_slot(state->def, str_from(def_attr_name(op->def, i))) : -1;
    if (slot >= 0) op_state_set_prop(state, (uint32_t)slot, op->props[i]);
  }
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  Operation *made = builder_finish(&b);
  if (!made) return;
  value_replace_all(op_result(op, 0), op_result(made, 0));
  op_erase(op);
  self->run->changed = true;
}

typedef struct Noting {
  Arena *arena;
  OpVec ops;
} Noting;

static WalkResult note(Operation *op, void *data) {
  Noting *noting = data;
  vec_push(noting->arena, &noting->ops, op);
  return WALK_ADVANCE;
}

// In order: of a value that was made anew nothing is known, so who uses it stays signed, as upstream has it.
static bool run(PassRun *pass, Operation *op) {
  Rewriting self = {.run = pass};
  Noting noting = {.arena = pass->arena};
  ranges_find(&self.ranges, pass->module, op, pass->arena);
  op_walk_post(op, note, &noting);
  for (uint32_t i = 0; i < noting.ops.count; i++) {
    Operation *it = noting.ops.data[i];
    size_t k = 0;
    while (k < countof(forms) && !op_is(it, forms[k].from)) k++;
    if (op_is(it, OP_ARITH_CMPI)) rewrite_compare(&self, it);
    else if (k < countof(forms) && all_never_negative(&self, it)) replace(&self, it, forms[k].to);
  }
  return true;
}

const PassDef unsigned_when_equivalent_pass = {
  .name = "arith-unsigned-when-equivalent", .class_name = "ArithUnsignedWhenEquivalentPass",
  .summary = "Replace signed ops with unsigned ones where they are proven equivalent", .run = run,
};
