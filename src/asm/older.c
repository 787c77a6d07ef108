// Operations as older releases had them: by another name, or with a record of its own.
#include "asm/enums.h"
#include "asm/op_parser.h"

static const char names_key;

static void add_name(Context *ctx, Map *names, Str name, const OpDef *def, const OpForm *form, uint16_t last) {
  MapEntry *entry = map_put_str(names, name);
  OlderName *link = arena_new(&ctx->arena, OlderName, 1);
  if (!link) return;
  *link = (OlderName){(const OlderName *)entry->value, def, form, last};
  entry->value = (uintptr_t)link;
}

// An operation whose dialect was called otherwise, as it was written then.
static void add_renamed(Context *ctx, Map *names, const DialectDef *dialect, const OpDef *def) {
  uint16_t last = dialect->older_last;
  if (def->since > last || (def->until && def->until < last) || (!def->until && context_older_op(ctx, def_name(def), last))) return;
  const OpForm *form = op_form(def, last);
  if (form && form->name) return;   // it says the whole name
  Str name = def_name(def), own = str_slice(name, strlen(dialect->name), name.size);
  add_name(ctx, names, arena_printf(&ctx->arena, "%s%.*s", dialect->older_name, STR_ARG(own)), def, form, last);
}

// The operations that older releases had by a name: OlderName chains, the newest first. Made at the first look-up.
static const Map *older_names(Context *ctx) {
  Map *names = map_get(&ctx->ext, &names_key);
  if (names) return names;
  names = arena_new(&ctx->arena, Map, 1);
  map_init(names, &ctx->arena);
  map_set(&ctx->ext, &names_key, names);
  for (uint32_t opcode = 0; ctx->opcodes && opcode < ctx->opcodes->count * OPCODE_CHUNK; opcode++) {
    const OpDef *def = opcode_def(ctx->opcodes, opcode);
    const DialectDef *dialect = def ? op_dialect(ctx, def) : NULL;
    if (!dialect) continue;   // the context does not know it
    if (dialect->older_name) add_renamed(ctx, names, dialect, def);
    if (def->until) add_name(ctx, names, def_name(def), def, NULL, 0);
    for (uint32_t i = 0; i < def->form_count; i++) {
      const OpForm *form = &def_forms(def)[i];
      if (form->name && context_older_op(ctx, str_from(def_text(def, form->name)), form->last)) continue;   // that record reads it, this one prints it
      if (form->name || !def->until) add_name(ctx, names, form->name ? str_from(def_text(def, form->name)) : def_name(def), def, form, 0);
    }
  }
  return names;
}

const OlderName *older_name_of(Parser *p, Str full_name) {
  return p->options.edition == edition_current ? NULL : map_get_str(older_names(p->ctx), full_name);
}

const OlderName *older_name_bare(Parser *p, Str spelling) {
  const Edition *edition = p->options.edition;
  if (name_has_dot(spelling)) return NULL;
  const OlderName *found = older_name_of(p, spelling);
  if (!found && (!edition || edition->std_is_default)) found = older_name_of(p, arena_printf(&p->scratch, "std.%.*s", STR_ARG(spelling)));
  if (!found) found = older_name_of(p, arena_printf(&p->scratch, "builtin.%.*s", STR_ARG(spelling)));
  return found;
}

bool older_name_is_of(const OlderName *self, const Edition *edition) {
  const OpDef *def = self->def;
  if (self->last && self->last < edition->oldest) return false;
  if ((def->until && def->until < edition->oldest) || def->since > edition->release) return false;
  if (!self->form) return true;
  if (self->form->last < edition->oldest) return false;
  return self->form == def_forms(def) || self->form[-1].last < edition->release;
}

bool is_written_as_today(const Context *ctx, const OpDef *def, const Edition *edition) {
  const DialectDef *dialect = op_dialect((Context *)ctx, def);
  bool is_renamed = dialect && dialect->older_last >= edition->release;
  return !is_renamed && !op_form(def, edition->release) && !context_older_op(ctx, def_name(def), edition->release);
}

static bool fits(const OpDef *def, const ValueDef *value, T type) {
  return value->arity != SINGLE || !type || type_satisfies(def->table, def_value_type(def, value), type);
}

bool older_op_fits(const OpDef *def, const OpState *state) {
  if (def->operand_count && state->operands.count && !fits(def, def_operands(def), state->operands.data[0]->type)) return false;
  return !def->result_count || !state->types.count || fits(def, def_results(def), state->types.data[0]);
}

// --- Notes

static void note(Parser *p, const OlderUse *use) {
  Module *module = p->module;
  p->noted++;
  if (module && (!module->older_release || use->last < module->older_release)) module->older_release = use->last;
  if (p->options.notes) vec_push(p->options.notes->arena, &p->options.notes->older, *use);
}

void note_older_op(Parser *p, const OlderName *older, Range name) {
  note(p, &(OlderUse){name, older->last ? older->last : older->form ? older->form->last : older->def->until, 0, older->def, older->form});
}

void parser_note_until(Parser *p, uint32_t habit, uint32_t last, uint32_t begin) {
  note(p, &(OlderUse){{begin, p->last_end}, (uint16_t)last, habit, NULL, NULL});
}

void parser_note_older(Parser *p, uint32_t habit, uint32_t begin) { parser_note_until(p, habit, edition_last_with(habit)->release, begin); }

bool parser_enum_value(Parser *p, const EnumDef *def, Str text, uint32_t begin, int64_t *out) {
  const Edition *edition = p->options.edition;
  uint32_t last;
  if (enum_symbolize(def, text, out)) return true;
  if (edition == edition_current || !enum_value_then(def, text, &last, out) || (edition && edition->oldest > last)) return false;
  note(p, &(OlderUse){{begin, p->token.begin == begin ? p->token.end : p->last_end}, (uint16_t)last, OLDER_CASE, NULL, NULL});
  return true;
}

void parser_note_form(Parser *p, const OpState *state) {
  const OpForm *form = def_forms(state->def);
  if (state->def->form_count) note(p, &(OlderUse){state->loc.src, form->last, 0, state->def, form});
}

NotesMark notes_mark(const Parser *p) {
  const SourceNotes *notes = p->options.notes;
  return (NotesMark){notes ? notes->ops.count : 0, notes ? notes->older.count : 0, p->module ? p->module->older_release : 0};
}

void notes_release(Parser *p, NotesMark mark) {
  if (p->module) p->module->older_release = mark.older_release;
  if (!p->options.notes) return;
  p->options.notes->ops.count = mark.ops;
  p->options.notes->older.count = mark.older;
}
