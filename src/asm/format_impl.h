// A context's caches for records, shared by format_*.c, defaults.c and params*.c.
#ifndef RUNG_ASM_FORMAT_IMPL_H
#define RUNG_ASM_FORMAT_IMPL_H

#include "asm/format.h"
#include "asm/lexer.h"

// A context's cache for one record.
typedef struct DefInfo {
  const Format *format;        // of def->format
  const A *defaults;           // by slot; NULL until the first question
} DefInfo;
DefInfo *def_info_slow(Context *ctx, const OpDef *def);
static inline DefInfo *def_info(Context *ctx, const OpDef *def) {
  DefCache *slot = &ctx->def_cache[((uint32_t)((uintptr_t)def >> 4) * 2654435761u) >> 24];
  if (slot->def != def) *slot = (DefCache){def, def_info_slow(ctx, def)};
  return slot->info;
}

FormatDirectives *format_directives(Context *ctx);

// Whether upstream's class for the constraint can hold the type.
static inline bool type_fits_class(const RecordTable *table, const TypeConstraint *c, T type) {
  return c->type_class ? type->def == table->types[c->type_class] : !c->kinds || (c->kinds >> type_kind(type) & 1u);
}
// The type an attribute has where the format says none: that of the constraint, or none for what has no type.
static inline T attr_value_type_of(Context *ctx, const AttrConstraint *c) {
  if (c->value_type) return built_type(ctx, c->value_type);
  bool untyped = c->form == ATTR_FORM_STRING || c->form == ATTR_FORM_SYMBOL || c->form == ATTR_FORM_TYPE;
  return untyped || c->storage == 1u << ATTR_ARRAY ? ctx->types.none : NULL;
}
#endif
