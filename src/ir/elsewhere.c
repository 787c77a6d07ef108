#include "ir/elsewhere.h"

#include "ir/attr.h"
#include "ir/opdef.h"
#include "support/nearest.h"

enum { MAX_MISSING = 1024, MAX_NOTES = 8, MAX_DECLARED = 64 };

// Whether a table from `op` upwards has the symbol, or one of a name near it.
static bool may_be_slip(const Operation *op, Str name) {
  uint32_t limit = edits_allowed(name);
  for (const Operation *table = symbol_nearest_table(op); table; table = symbol_nearest_table(op_parent(table))) {
    if (!table->region_count || !table->regions[0].first) continue;
    block_each_op(table->regions[0].first, other) {
      Str text = symbol_name(other);
      if (!text.size || (op_has(other, TRAIT_KEPT) && !str_equal(text, name))) continue;
      if (edit_distance(name, text, limit) <= limit || has_letters_more(name, text)) return true;
    }
  }
  return false;
}

bool symbol_is_elsewhere(const Verifier *v, MissingSymbols *self, Operation *user, A ref) {
  MapEntry *entry = map_put(&self->known, map_key(ref));
  if (!entry->value) {
    bool slip = self->list.count >= MAX_MISSING || may_be_slip(user, attr_symbol_root(ref));
    entry->value = (uintptr_t)(1 + slip);
    if (!slip) vec_push(v->arena, &self->list, ((MissingSymbol){user, ref}));
  }
  return entry->value == 1;
}

static void place_symbol(const Verifier *v, Diag *diag, const MissingSymbol *missing) {
  diag_place(v->module, diag, missing->user->loc);
  Str text = v->module->source.text, name = attr_symbol_root(missing->ref);
  Range src = missing->user->loc.src;
  for (uint32_t at = src.begin; src.end <= text.size && at + 1 + name.size <= src.end; at++) {
    if (text.data[at] != '@' || memcmp(text.data + at + 1, name.data, name.size)) continue;
    LineCol place = source_line_col(&v->module->source, &v->module->arena, at);
    diag->line = place.line;
    diag->column = place.column;
    diag->has_range = true;
    diag->range = (Range){at, at + 1 + (uint32_t)name.size};
    return;
  }
}

// The repair that the operation's own check offers: a declaration.
static const Fix *declaration_of(Verifier *v, const MissingSymbol *missing, Arena *arena) {
  Diags quiet, *diags = v->ctx->diags;
  diags_init(&quiet, arena);
  v->ctx->diags = &quiet;
  OpVerifyFn *check = def_verify_symbol_uses(missing->user->def);
  const Fix *fix = check && !check(v, missing->user) && quiet.last ? quiet.last->fixes : NULL;
  v->ctx->diags = diags;
  return fix && fix->range.begin == fix->range.end ? fix : NULL;
}

// One repair declares all that can be declared in one table of symbols.
static void add_declarations(Verifier *v, const MissingSymbols *self, Diag *diag) {
  Arena arena;
  arena_init(&arena, &v->ctx->mem);
  StrBuf text;
  strbuf_init(&text, &v->ctx->mem);
  const Operation *table = NULL;
  uint32_t at = 0, count = 0;
  for (uint32_t i = 0; i < self->list.count && i < MAX_DECLARED; i++) {
    const MissingSymbol *missing = &self->list.data[i];
    const Operation *own = symbol_nearest_table(missing->user);
    const Fix *fix = !table || own == table ? declaration_of(v, missing, &arena) : NULL;
    if (!fix) continue;
    if (!count || fix->range.begin < at) at = fix->range.begin;
    table = own;
    count++;
    strbuf_str(&text, fix->text);
  }
  if (count) diag_fix(v->ctx->diags, diag, (Range){at, at}, strbuf_view(&text), false, count == 1 ? "declare it" : "declare them");
  strbuf_free(&text);
  arena_free(&arena);
}

void report_missing_symbols(Verifier *v, const MissingSymbols *self) {
  uint32_t count = self->list.count;
  if (!count || !v->of_text) return;
  Diag *diag = diags_add(v->ctx->diags, SEVERITY_INFO, DIAG_VERIFIER);
  diag->info = DIAG_INFO_ELSEWHERE;
  diag->about = count;
  place_symbol(v, diag, &self->list.data[0]);
  if (count == 1)
    diag_text(v->ctx->diags, diag, "1 symbol comes from elsewhere: nothing in the text defines `%s`", attr_text(v->ctx, self->list.data[0].ref));
  else
    diag_text(v->ctx->diags, diag, "%u symbols come from elsewhere: nothing in the text defines them", count);
  add_declarations(v, self, diag);
  for (uint32_t i = 0; i < count && i < MAX_NOTES && count > 1; i++) {
    Diag *note = diag_note(v->ctx->diags, diag);
    note->is_hint = true;
    place_symbol(v, note, &self->list.data[i]);
    diag_text(v->ctx->diags, note, "`%s`", attr_text(v->ctx, self->list.data[i].ref));
  }
}
