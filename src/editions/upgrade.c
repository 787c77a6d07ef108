#include "editions/upgrade.h"

#include "asm/format.h"
#include "dialects/common/older.h"
#include "dialects/llvm/older_types.h"
#include "dialects/llvm/opaque_pointers.h"
#include "editions/layouts.h"
#include "ir/fold.h"
#include "ir/ir_diag.h"
#include "ir/op.h"
#include "ir/verify.h"

// The operands of the group of that name; false: there is no such group.
static bool operands_named(const Operation *op, const char *name, Span *out) {
  const ValueDef *groups = def_operands(op->def);
  for (uint32_t i = 0; i < op->def->operand_count; i++)
    if (!strcmp(def_text(op->def, groups[i].name), name)) return *out = op_operands_named(op, name), true;
  return false;
}

// The older form of an attribute of today's record: an attribute, or an operand that had to be constant. False: reported.
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
  Builder b = upgrade_begin(module, op);
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
  for (uint32_t i = 0; i < op->successor_count; i++) vec_push(state->arena, &state->successors, op_successor(op, i));
  upgrade_finish(&b, state, op);
  return true;
}

typedef struct Upgrade {
  Module *module;
  uint32_t release;
  bool failed;
} Upgrade;

// If not, the verifier reports it.
static bool fits_record(Module *module, Operation *op) {
  Diags *diags = module->context->diags, before = *diags;
  if (op_fits_record(module, op)) return true;
  diags_rollback(diags, &before);
  return false;
}

static WalkResult visit(Operation *op, void *data) {
  Upgrade *self = data;
  if (!op->def->until || op->def->until >= self->release || op->flags & OP_BROKEN || !fits_record(self->module, op)) return WALK_ADVANCE;
  OpUpgradeFn *upgrade = def_upgrade(op->def);
  if (!(upgrade ? upgrade : upgrade_by_names)(self->module, op)) self->failed = true;
  return WALK_ADVANCE;
}

// Whether the text is of a release where layouts were maps, however they had been written.
static bool had_maps_only(const Module *module) {
  const Edition *read = module->context->spelling;
  if (!read && module->older_release) read = edition_of_release(module->older_release);
  return read && read->older_text & OLDER_OFFSET_AND_STRIDES && !(read->older_text & OLDER_WRITTEN_STRIDES);
}

bool module_upgrade(Module *module, const Edition *to) {
  Upgrade self = {module, to->release, false};
  if (module->has_older) op_walk_post(module->op, visit, &self);
  if (module->context->has_typed_pointers && !to->typed_pointers) llvm_make_pointers_opaque(module);
  if (had_maps_only(module)) layouts_upgrade(module, to);
  if (module->context->has_removed_types && !llvm_types_can_be_said(module, to)) self.failed = true;
  return !self.failed;
}

// An attribute that the older form leaves out must have its default value.
static const char *elided_attr(Context *ctx, const Operation *op, const char *format) {
  static const char elided[] = "custom<Elided>($";
  while ((format = strstr(format, elided))) {
    format += sizeof elided - 1;
    int slot = op_prop_slot(op->def, (Str){format, strcspn(format, ")")});
    if (slot >= 0 && op_prop_at(op, (uint32_t)slot) && op_prop_at(op, (uint32_t)slot) != op_default_attr(ctx, op->def, (uint32_t)slot))
      return def_attr_name(op->def, (uint32_t)slot);
  }
  return NULL;
}

// Releases without properties have one dictionary for all attributes. Return why those of an unregistered operation do not fit into
// one; NULL: they do.
static const char *cannot_merge(const Operation *op, const Edition *in) {
  if (in->has_properties || op_is_registered(op) || !op->prop_dict || op_has(op, TRAIT_KEPT)) return NULL;
  if (attr_kind(op->prop_dict) != ATTR_DICT) return "has properties that are no dictionary";
  const DictAttr *dict = (const DictAttr *)op->prop_dict;
  for (uint64_t i = 0; i < dict->count; i++)
    if (op_discardable(op, attr_str(dict->items[i].name))) return "has a property and an attribute of the same name";
  return NULL;
}

typedef struct Saying {
  Module *module;
  const Edition *in;
  bool is_exact;   // nothing is left out
  bool failed;
} Saying;

static bool has_results_of(const Operation *op, const OpDef *def) {
  for (uint32_t i = 0; i < op->result_count && i < def->result_count; i++)
    if (!type_satisfies(def->table, def_value_type(def, &def_results(def)[i]), op_result_type(op, i))) return false;
  return true;
}

static WalkResult visit_to_say(Operation *op, void *data) {
  Saying *self = data;
  Context *ctx = self->module->context;
  const OpDef *def = op->def, *other = NULL;
  if (op->flags & OP_BROKEN) return WALK_ADVANCE;
  const DialectDef *dialect = op_dialect(ctx, def);
  const OpForm *form = op_form(def, self->in->release);
  const char *elided = NULL, *left_out = NULL;
  if (self->is_exact && form && form->format && form->format != FORM_GENERIC) {
    elided = elided_attr(ctx, op, def_text(def, form->format));
    left_out = llvm_left_out(op, def_text(def, form->format));
  }
  if (self->is_exact && form && form->name) other = context_op(ctx, str_from(def_text(def, form->name)));
  const OpDef *then = form && form->name ? context_older_op(ctx, str_from(def_text(def, form->name)), self->in->release) : NULL;
  const char *clash = cannot_merge(op, self->in);
  Str why;
  if (clash)
    why = str_from(clash);
  else if (def->since > self->in->release && !(dialect && dialect->allows_unknown_ops))   // in all the forms it had
    why = arena_printf(&ctx->arena, "came with LLVM %u", def->since);
  else if (elided)
    why = arena_printf(&ctx->arena, "has the attribute '%s'", elided);
  else if (left_out)
    why = str_from(left_out);
  else if (!form && !def_downgrade(def) && !def->until && context_older_op(ctx, op_name(op), self->in->release))
    why = str_from("had other operands or attributes");
  else if (then && then != def && !has_results_of(op, then))
    why = arena_printf(&ctx->arena, "has other results than '%s' could have", def_text(def, form->name));
  else if (other && other != def)
    why = arena_printf(&ctx->arena, "is not told from '%.*s'", STR_ARG(def_name(other)));
  else
    return WALK_ADVANCE;
  diag_at(self->module, SEVERITY_ERROR, op->loc, "'%.*s' %.*s: '%s' cannot express it", STR_ARG(op_name(op)), STR_ARG(why), self->in->name);
  self->failed = true;
  return WALK_ADVANCE;
}

static bool operations_can_be_said(Module *module, const Edition *in, bool is_made) {
  Saying self = {module, in, !is_made, false};
  op_walk_pre(module->op, visit_to_say, &self);
  return !self.failed;
}

bool module_can_be_said(Module *module, const Edition *in, bool is_made) {
  return operations_can_be_said(module, in, is_made) && llvm_types_can_be_said(module, in) && (!llvm_has_other_types(in) || llvm_divide_types(module, in, false));
}

static bool is_downgraded(Module *module, const Operation *op, const Edition *in) {
  return def_downgrade(op->def) && !op->def->until && context_older_op(module->context, op_name(op), in->release);
}

static WalkResult visit_to_know(Operation *op, void *data) {
  const Saying *self = data;
  return is_downgraded(self->module, op, self->in) ? WALK_STOP : WALK_ADVANCE;
}

static WalkResult visit_to_downgrade(Operation *op, void *data) {
  Saying *self = data;
  if (is_downgraded(self->module, op, self->in)) def_downgrade(op->def)(self->module, op);
  return WALK_ADVANCE;
}

Module *module_as_said(Module *module, const Edition *in, bool generic) {
  Saying known = {module, in, false, false};
  bool has_downgraded = in && op_walk_pre(module->op, visit_to_know, &known) == WALK_STOP;
  bool elides = generic && in && in->typed_pointers && module->context->has_typed_pointers;
  if (!in || (!has_downgraded && !elides && !llvm_has_other_types(in))) return module;
  Module *copy = module_new(module->context, module->source);
  if (!copy) return module;
  copy->resources = module->resources;
  copy->kept_aliases = module->kept_aliases;
  copy->op = op_clone(copy, module->op, NULL);
  Saying self = {copy, in, false, false};
  if (has_downgraded) op_walk_post(copy->op, visit_to_downgrade, &self);
  if (elides) llvm_elide_pointees(copy);
  if (llvm_has_other_types(in)) llvm_divide_types(copy, in, true);
  return copy;
}
