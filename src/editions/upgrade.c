#include "editions/upgrade.h"

#include "dialects/llvm/opaque_pointers.h"
#include "ir/fold.h"
#include "ir/ir_diag.h"
#include "ir/op.h"

// The operands of the group of that name; false: there is no such group.
static bool operands_named(const Operation *op, const char *name, Span *out) {
  const ValueDef *groups = def_operands(op->def);
  for (uint32_t i = 0; i < op->def->operand_count; i++)
    if (!strcmp(def_text(op->def, groups[i].name), name)) return *out = op_operands_named(op, name), true;
  return false;
}

// What the attribute of today's record was: an attribute, or an operand that had to be constant. False: reported.
static bool attr_then(Module *module, Operation *op, const char *name, A *out) {
  int slot = op_prop_slot(op->def, str_from(name));
  Span operands;
  if (slot >= 0) *out = op_prop_at(op, (uint32_t)slot);
  if (slot >= 0 || !operands_named(op, name, &operands) || operands.begin == operands.end) return true;
  *out = value_constant(op_operand(op, operands.begin));
  if (!*out) op_error(module, op, "cannot be brought up to date: '%s' is an attribute today, and this is no constant", name);
  return *out != NULL;
}

// Today's operation with the same values and attributes by name in the place of the older one. False: reported.
static bool upgrade_by_names(Module *module, Operation *op) {
  Context *ctx = module->context;
  const OpDef *today = context_op(ctx, op_name(op));
  if (!today) {
    op_error(module, op, "cannot be brought up to date: there is no such operation today");
    return false;
  }
  Builder b;
  builder_init(&b, module);
  builder_before(&b, op);
  OpState *state = builder_begin_def(&b, today);
  int32_t *sizes = arena_new(state->arena, int32_t, today->operand_count + 1u);
  if (!sizes) return false;
  for (uint32_t i = 0; i < today->operand_count; i++) {
    Span span = {0, 0};
    operands_named(op, def_text(today, def_operands(today)[i].name), &span);
    for (uint32_t k = span.begin; k < span.end; k++) op_state_add_operand(state, op_operand(op, k));
    sizes[i] = (int32_t)(span.end - span.begin);
  }
  for (uint32_t slot = 0; slot < today->attr_count; slot++) {
    A value = NULL;
    if (!attr_then(module, op, def_attr_name(today, slot), &value)) return false;
    op_state_set_prop(state, slot, value);
  }
  if (today->traits & TRAIT_ATTR_SIZED_OPERANDS) op_state_operand_segments(state, sizes, today->operand_count);
  op_state_take_types(state, op);
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(state->arena, &state->attrs, op->attrs[i]);
  for (uint32_t i = 0; i < op->successor_count; i++) vec_push(state->arena, &state->successors, op_successor(op, i));
  for (uint32_t i = 0; i < op->region_count; i++) region_take_blocks(op_state_add_region(state), &op->regions[i], NULL);
  Operation *made = builder_finish_typed(&b);
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(&op->results[i], &made->results[i]);
  op_erase(op);
  return true;
}

typedef struct Upgrade {
  Module *module;
  uint32_t release;
  bool failed;
} Upgrade;

// The operation has the operands, results and attributes that its record asks for: if not, the verifier says so.
static bool fits_record(const Operation *op) {
  const OpDef *def = op->def;
  if (def->variable_operand == NO_INDEX && op->operand_count != def->operand_count) return false;
  if (def->variable_result == NO_INDEX && op->result_count != def->result_count) return false;
  Span span;
  for (uint32_t i = 0; i < def->operand_count; i++) {
    const ValueDef *value = &def_operands(def)[i];
    if (!op_operand_span(op, i, &span) || span.end > op->operand_count || (value->arity == SINGLE && span.end - span.begin != 1)) return false;
    for (uint32_t k = span.begin; k < span.end; k++)
      if (!type_satisfies(def->table, def_value_type(def, value), op_operand_type(op, k))) return false;
  }
  for (uint32_t i = 0; i < def->result_count; i++) {
    const ValueDef *value = &def_results(def)[i];
    if (!op_result_span(op, i, &span) || span.end > op->result_count || (value->arity == SINGLE && span.end - span.begin != 1)) return false;
    for (uint32_t k = span.begin; k < span.end; k++)
      if (!type_satisfies(def->table, def_value_type(def, value), op_result_type(op, k))) return false;
  }
  for (uint32_t slot = 0; slot < def->attr_count; slot++)
    if (!op->props[slot] && !(def_attrs(def)[slot].flags & (ATTR_OPTIONAL | ATTR_DEFAULT))) return false;
  return op->region_count == def->region_count || def->region_count == 0;
}

static WalkResult visit(Operation *op, void *data) {
  Upgrade *self = data;
  if (!op->def->until || op->def->until >= self->release || op->flags & OP_BROKEN || !fits_record(op)) return WALK_ADVANCE;
  OpUpgradeFn *upgrade = def_upgrade(op->def);
  if (!(upgrade ? upgrade : upgrade_by_names)(self->module, op)) self->failed = true;
  return WALK_ADVANCE;
}

bool module_upgrade(Module *module, const Edition *to) {
  Upgrade self = {module, to->release, false};
  if (module->has_older) op_walk_post(module->op, visit, &self);
  if (module->context->has_typed_pointers && !to->typed_pointers) llvm_make_pointers_opaque(module);
  return !self.failed;
}

bool module_can_be_said(Module *module, const Edition *in) {
  Operation *op = in->opaque_pointers ? NULL : llvm_find_opaque_pointer(module);
  if (!op) return true;
  diag_at(module, SEVERITY_ERROR, op->loc, "'%.*s' has a pointer that does not say what it points to: '%s' has no way to say that",
          STR_ARG(op_name(op)), in->name);
  return false;
}
