// Operations by the names they had in older releases.
#include "asm/op_parser.h"

static const char names_key;

// Names of older releases, each with the records that had it (OlderName chains). Made when a name is first not found.
static const Map *older_names(Context *ctx) {
  Map *names = map_get(&ctx->ext, &names_key);
  if (names) return names;
  names = arena_new(&ctx->arena, Map, 1);
  map_init(names, &ctx->arena);
  map_set(&ctx->ext, &names_key, names);
  for (uint32_t opcode = 1; opcode < ctx->records->op_count; opcode++) {
    const OpDef *def = context_op_of(ctx, (uint16_t)opcode);
    for (uint32_t i = def->form_count; i > 0; i--) {
      const OpForm *form = &def_forms(def)[i - 1];
      if (!form->name) continue;
      MapEntry *entry = map_put_str(names, str_from(def_text(def, form->name)));
      OlderName *link = arena_new(&ctx->arena, OlderName, 1);
      *link = (OlderName){(const OlderName *)entry->value, def, form};
      entry->value = (uintptr_t)link;
    }
  }
  return names;
}

const OlderName *older_name_find(Parser *p, Str spelling) {
  const Edition *edition = p->options.edition;
  if (edition == edition_current) return NULL;
  const Map *names = older_names(p->ctx);
  if (name_has_dot(spelling)) return map_get_str(names, spelling);
  const OlderName *found = map_get_str(names, arena_printf(&p->scratch, "%s.%.*s", p->ops->default_dialect, STR_ARG(spelling)));
  if (!found && (!edition || edition->std_is_default)) found = map_get_str(names, arena_printf(&p->scratch, "std.%.*s", STR_ARG(spelling)));
  if (!found) found = map_get_str(names, arena_printf(&p->scratch, "builtin.%.*s", STR_ARG(spelling)));
  return found;
}
