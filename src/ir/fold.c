// Folding one operation (Operation::fold of upstream).
#include "ir/fold.h"

void folder_init(Folder *self, Module *module, Arena *arena) {
  *self = (Folder){.ctx = module->context, .module = module, .arena = arena};
}

A value_constant(const Value *value) {
  const Operation *op = value_def(value);
  if (!op || !op_has(op, TRAIT_CONSTANT_LIKE)) return NULL;
  return op_prop(op, "value");
}

A folder_constant(const Folder *self, Operation *op) {
  if (!op_has(op, TRAIT_CONSTANT_LIKE)) return NULL;
  if (op_prop_slot(op->def, STR("value")) >= 0) return op_prop(op, "value");
  OpFoldFn *fold = def_fold(op->def);
  Folder inner = {.ctx = self->ctx, .module = self->module, .arena = self->arena};
  A none[1] = {NULL};
  if (!fold || op->operand_count || !fold(&inner, op, none) || inner.results.count != 1) return NULL;
  return inner.results.data[0].attr;
}

static void result_value(Folder *self, Value *value) { fold_to_value(self, value); }

// Constant operands go last, both kinds keeping their order. True when something moved.
static bool move_constants_right(Folder *self, Operation *op, const A *constants) {
  if (op->operand_count < 2) return false;
  uint32_t first = 0;
  while (first < op->operand_count && !constants[first]) first++;
  bool moves = false;
  for (uint32_t i = first; i < op->operand_count; i++) moves |= !constants[i];
  if (!moves) return false;
  Value **order = arena_new(self->arena, Value *, op->operand_count);
  if (!order) return false;
  uint32_t at = 0;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!constants[i]) order[at++] = op_operand(op, i);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (constants[i]) order[at++] = op_operand(op, i);
  for (uint32_t i = 0; i < op->operand_count; i++) op_set_operand(op, i, order[i]);
  return true;
}

static Operation *same_op_behind(const Operation *op) {
  Operation *inner = value_def(op_operand(op, 0));
  return inner && inner->def == op->def ? inner : NULL;
}

// f(f(x)) = f(x), or f(x, x) = x.
static bool fold_idempotent(Folder *self, Operation *op) {
  if (op->operand_count == 1 ? !same_op_behind(op) : op->operand_count < 2 || op_operand(op, 0) != op_operand(op, 1)) return false;
  result_value(self, op_operand(op, 0));
  return true;
}

// f(f(x)) = x.
static bool fold_involution(Folder *self, Operation *op) {
  Operation *inner = op->operand_count ? same_op_behind(op) : NULL;
  if (!inner || !inner->operand_count) return false;
  result_value(self, op_operand(inner, 0));
  return true;
}

// A cast to the types it comes from.
static bool fold_cast(Folder *self, Operation *op) {
  if (!op->operand_count || op->operand_count != op->result_count) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) != op_result_type(op, i)) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) result_value(self, op_operand(op, i));
  return true;
}

static bool fold_traits(Folder *self, Operation *op, const A *constants) {
  if (op_has(op, TRAIT_COMMUTATIVE) && move_constants_right(self, op, constants)) return fold_in_place(self);
  if (op_has(op, TRAIT_IDEMPOTENT) && fold_idempotent(self, op)) return true;
  if (op_has(op, TRAIT_INVOLUTION) && fold_involution(self, op)) return true;
  return op_has(op, TRAIT_CAST) && fold_cast(self, op);
}

static bool may_fold(const Operation *op) {
  return def_fold(op->def) || op_has(op, TRAIT_COMMUTATIVE | TRAIT_IDEMPOTENT | TRAIT_INVOLUTION | TRAIT_CAST);
}

bool op_fold(Folder *self, Operation *op) {
  A few[16] = {NULL};
  A *constants = few;
  vec_clear(&self->results);
  self->in_place = false;
  if (!may_fold(op)) return false;
  if (op->operand_count > countof(few)) constants = arena_new(self->arena, A, op->operand_count);
  if (!constants) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *def = value_def(op_operand(op, i));
    constants[i] = def ? folder_constant(self, def) : NULL;
  }
  return op_fold_with(self, op, constants);
}

bool op_fold_with(Folder *self, Operation *op, const A *constants) {
  OpFoldFn *fold = def_fold(op->def);
  vec_clear(&self->results);
  self->in_place = false;
  bool folded = fold && fold(self, op, constants);
  if (!folded) {
    vec_clear(&self->results);
    self->in_place = false;
  } else if (op->result_count == 1 && self->results.count == 1 && self->results.data[0].value == op_result(op, 0)) {
    vec_clear(&self->results);  // the op itself: changed in place
    self->in_place = true;
  }
  // If the hook gave no replacement values, the traits may fold the operation.
  if (!self->results.count && fold_traits(self, op, constants)) return true;
  return folded && (self->results.count || self->in_place);
}
