// Default values of attributes that the text does not spell.
#include "asm/enums.h"
#include "asm/format_impl.h"
#include "ir/text.h"

static A parse_default(Context *ctx, const RecordTable *table, const OpAttrDef *attr) {
  const AttrConstraint *type = &table->attr_constraints[attr->type];
  Str text = str_from(table->strings + attr->default_value);
  const EnumDef *def = constraint_enum(table, type);
  int64_t value;
  if (def && enum_value(def, text, &value)) return enum_attr(ctx, table, type, value);
  if (type->form == ATTR_FORM_UNIT) {
    if (str_is(text, "true") || str_is(text, "unit")) return ctx->attrs.unit;
    return attr->flags & ATTR_PROP ? ctx->attrs.false_ : NULL;  // a property is always there
  }
  T expected = attr_value_type_of(ctx, type);
  if (type->form == ATTR_FORM_DENSE_ARRAY && (str_is(text, "[]") || str_is(text, "{}")))
    return attr_dense_array(ctx, expected, NULL, 0);
  // A type that the text spells itself is not given.
  bool typed = (type->form == ATTR_FORM_TYPED || type->form == ATTR_FORM_PROP) && !memchr(text.data, ':', text.size);
  return ctx->text_hooks ? ctx->text_hooks->read_attr(ctx, text, typed ? expected : NULL) : NULL;
}

static const A *make_defaults(Context *ctx, const OpDef *def, DefInfo *info) {
  A *defaults = arena_new(&ctx->arena, A, def->attr_count);
  const OpAttrDef *attrs = def_attrs(def);
  for (uint32_t i = 0; i < def->attr_count; i++)
    if (attrs[i].flags & ATTR_DEFAULT) defaults[i] = parse_default(ctx, def->table, &attrs[i]);
  return info->defaults = defaults;
}

static inline const A *defaults_of(Context *ctx, const OpDef *def) {
  DefInfo *info = def_info(ctx, def);
  return info->defaults ? info->defaults : make_defaults(ctx, def, info);
}

A op_default_attr(Context *ctx, const OpDef *def, uint32_t slot) {
  return def_attrs(def)[slot].flags & ATTR_DEFAULT ? defaults_of(ctx, def)[slot] : NULL;
}

void op_state_fill_defaults(Context *ctx, OpState *state) {
  const OpDef *def = state->def;
  if (!(def->flags & DEF_HAS_DEFAULTS)) return;
  const OpAttrDef *attrs = def_attrs(def);
  const A *defaults = NULL;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    if (state->props.data[i] || (attrs[i].flags & (ATTR_DEFAULT | ATTR_OPTIONAL)) != ATTR_DEFAULT) continue;
    if (!defaults) defaults = defaults_of(ctx, def);
    state->props.data[i] = defaults[i];
  }
}
