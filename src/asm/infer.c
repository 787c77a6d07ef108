// What an operation's record says about what is not spelled: default values of attributes, result
// types for builders.
#include "asm/enums.h"
#include "asm/format_impl.h"
#include "ir/text.h"

// ---------------------------------------------------------------------------------------------
// Default values

static A parse_default(Context *ctx, const OpAttrDef *attr) {
  const AttrConstraint *type = attr->type;
  Str text = str_from(attr->default_value);
  const EnumDef *def = constraint_enum(type);
  if (def) {
    const EnumCase *found = enum_by_name(def, text);
    if (found) return enum_attr(ctx, type, found->value);
  }
  if (type->form == ATTR_FORM_UNIT) {
    if (str_is(text, "true") || str_is(text, "unit")) return ctx->attrs.unit;
    return attr->flags & ATTR_PROP ? ctx->attrs.false_ : NULL;  // a property is always there
  }
  T expected = attr_value_type_of(ctx, type);
  if (type->form == ATTR_FORM_DENSE_ARRAY && (str_is(text, "[]") || str_is(text, "{}")))
    return attr_dense_array(ctx, expected, NULL, 0);
  // A type that the text spells itself is not given.
  bool typed = (type->form == ATTR_FORM_TYPED || type->form == ATTR_FORM_PROP) && !strchr(attr->default_value, ':');
  return ctx->text_hooks ? ctx->text_hooks->read_attr(ctx, text, typed ? expected : NULL) : NULL;
}

static const A *make_defaults(Context *ctx, const OpDef *def, DefInfo *info) {
  A *defaults = arena_new(&ctx->arena, A, def->attr_count);
  for (uint32_t i = 0; i < def->attr_count; i++)
    if (def->attrs[i].flags & ATTR_DEFAULT && def->attrs[i].default_value) defaults[i] = parse_default(ctx, &def->attrs[i]);
  return info->defaults = defaults;
}

static inline const A *defaults_of(Context *ctx, const OpDef *def) {
  DefInfo *info = def_info(ctx, def);
  return info->defaults ? info->defaults : make_defaults(ctx, def, info);
}

A op_default_attr(Context *ctx, const OpDef *def, uint32_t slot) {
  return def->attrs[slot].flags & ATTR_DEFAULT ? defaults_of(ctx, def)[slot] : NULL;
}

void op_state_fill_defaults(Context *ctx, OpState *state) {
  const OpDef *def = state->def;
  const A *defaults = NULL;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    if (state->props.data[i] || (def->attrs[i].flags & (ATTR_DEFAULT | ATTR_OPTIONAL)) != ATTR_DEFAULT) continue;
    if (!defaults) defaults = defaults_of(ctx, def);
    state->props.data[i] = defaults[i];
  }
}

// ---------------------------------------------------------------------------------------------
// Result types

bool state_operand_span(const OpState *state, uint32_t entry, Span *out) {
  const OpDef *def = state->def;
  int slot = op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS) ? op_prop_slot(def, STR("operandSegmentSizes")) : -1;
  A sizes = slot >= 0 ? state->props.data[slot] : NULL;
  uint32_t variadic = 0, begin = 0;
  for (uint32_t i = 0; i < def->operand_count; i++) variadic += def->operands[i].arity != SINGLE;
  if (variadic > 1 && !sizes && !op_def_has(def, TRAIT_SAME_VARIADIC_OPERAND_SIZE)) return false;
  uint32_t fixed = def->operand_count - variadic;
  if (state->operands.count < fixed) return false;
  uint32_t each = variadic ? (state->operands.count - fixed) / variadic : 0;
  for (uint32_t i = 0;; i++) {
    uint32_t n = def->operands[i].arity == SINGLE ? 1 : each;
    if (sizes && attr_kind(sizes) == ATTR_DENSE_ARRAY && i < ((const DenseArrayAttr *)sizes)->count)
      n = (uint32_t)dense_array_i64(sizes, i);
    if (n > state->operands.count - begin) return false;
    if (i == entry) {
      *out = (Span){begin, begin + n};
      return true;
    }
    begin += n;
  }
}

// The type of a named operand or typed attribute; NULL: cannot be told.
static T named_type(const OpState *state, const char *text) {
  const OpDef *def = state->def;
  Str name = str_from(text);
  Span span;
  for (uint32_t i = 0; i < def->operand_count; i++)
    if (str_is(name, def->operands[i].name))
      return state_operand_span(state, i, &span) && span_size(span) ? state->operands.data[span.begin]->type : NULL;
  int slot = op_prop_slot(def, name);
  return slot >= 0 && state->props.data[slot] ? attr_value_type(state->props.data[slot]) : NULL;
}

static T result_type(Context *ctx, OpState *state, uint32_t index) {
  const OpDef *def = state->def;
  const ValueDef *result = &def->results[index];
  for (uint32_t k = 0; k < def->relation_count; k++) {
    const Relation *rel = &def->relations[k];
    T type = NULL;
    if (rel->kind == REL_ALL_TYPES_MATCH) {
      bool mine = false;
      for (uint32_t i = 0; i < countof(rel->names) && rel->names[i]; i++) {
        if (strcmp(rel->names[i], result->name) == 0)
          mine = true;
        else if (!type)
          type = named_type(state, rel->names[i]);
      }
      if (!mine) type = NULL;
    } else if ((rel->kind == REL_TYPES_MATCH_WITH || rel->kind == REL_OPTIONAL_TYPES_MATCH_WITH) &&
               strcmp(rel->names[1], result->name) == 0 && (type = named_type(state, rel->names[0]))) {
      type = rel->transform_op ? rel->transform_op(ctx, state, type) : rel->transform ? rel->transform(ctx, type) : NULL;
    }
    if (type) return type;
  }
  if (op_def_has(def, TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) && state->operands.count) return state->operands.data[0]->type;
  return result->type->build ? result->type->build(ctx) : NULL;
}

bool infer_result_types(Context *ctx, OpState *state) {
  const OpDef *def = state->def;
  if (def->hooks && def->hooks->infer) return def->hooks->infer(ctx, state);
  uint32_t before = state->types.count;
  for (uint32_t i = 0; i < def->result_count; i++) {
    T type = def->results[i].arity == SINGLE ? result_type(ctx, state, i) : NULL;
    if (!type) {
      state->types.count = before;
      return false;
    }
    op_state_add_type(state, type);
  }
  return true;
}
