#include "rewrite/rules_load.h"

#include "asm/enums.h"
#include "ir/text.h"

typedef struct Reading {
  Context *ctx;
  Arena *arena;
  VEC(const DialectDef *) dialects;
  bool is_listed;
} Reading;

static const OpDef *find_op(void *data, Str name) {
  const Reading *reading = data;
  return context_op(reading->ctx, name);
}

// The operations of all dialects, one after the other.
static Str name_at(void *data, uint32_t i) {
  Reading *reading = data;
  const Map *map = &reading->ctx->dialects;
  for (uint32_t k = 0; !reading->is_listed && k < map->count; k++) vec_push(reading->arena, &reading->dialects, (const DialectDef *)map->entries[k].value);
  reading->is_listed = true;
  for (uint32_t k = 0; k < reading->dialects.count; k++) {
    const DialectDef *dialect = reading->dialects.data[k];
    if (i < dialect_op_count(dialect)) return def_name(&dialect->ops[i]);
    i -= dialect_op_count(dialect);
  }
  return (Str){0};
}

static bool enum_case(void *data, const OpDef *def, uint32_t slot, Str name, int64_t *out) {
  (void)data;
  const EnumDef *cases = constraint_enum(def->table, def_attr_type(def, slot));
  return cases && enum_value(cases, name, out);
}

// Messages of the reader are not shown: the compiler has its own, with a place.
static const void *read_type(void *data, Str text) {
  Reading *reading = data;
  Context *ctx = reading->ctx;
  Diags unseen, *shown = ctx->diags;
  diags_init(&unseen, reading->arena);
  ctx->diags = &unseen;
  A attr = ctx->text_hooks ? ctx->text_hooks->read_attr(ctx, text, NULL) : NULL;
  ctx->diags = shown;
  return attr && attr_kind(attr) == ATTR_TYPE ? ((const TypeAttr *)attr)->type : NULL;
}

// The name that explanations show. Only Rung's own operations are known by their opcodes.
static const char *shown_name(Arena *arena, const RuleRow *row) {
  Str text = row->shown.text.data ? row->shown.text : row->name.text;
  const char *name = arena_str(arena, text).data, *root = name ? strstr(name, "$root") : NULL;
  if (!root || !(row->root->opcode & OPCODE_USER)) return name;
  return arena_printf(arena, "%.*s%.*s%s", (int)(root - name), name, STR_ARG(def_name(row->root)), root + strlen("$root")).data;
}

static bool make_set(RuleBook *self, Context *ctx, Arena *arena, LoadedSet *out, const RuleSet *set, GreedyFn *apply, PatternFn *convert) {
  uint32_t count = set->rows.count;
  *out = (LoadedSet){.set = set, .count = count, .rules = arena_new(arena, LoadedRule, count + 1)};
  if (set->is_conversion) out->conversion = arena_new(arena, Pattern, count + 1);
  else out->greedy = arena_new(arena, GreedyPattern, count + 1);
  if (!out->rules || (!out->conversion && !out->greedy)) return false;
  for (uint32_t i = 0; i < count; i++) {
    const RuleRow *row = &set->rows.data[i];
    uint16_t benefit = (uint16_t)row->benefit;
    bool is_user = row->root->opcode & OPCODE_USER;
    out->rules[i] = (LoadedRule){{&self->program, row->code}, row, 0};
    if (out->conversion)
      out->conversion[i] = (Pattern){.root = row->root->opcode, .rewrite = convert, .benefit = benefit, .name = shown_name(&ctx->arena, row), .data = &out->rules[i]};
    else
      out->greedy[i] = (GreedyPattern){.root = is_user ? 0 : row->root->opcode, .rewrite = apply, .benefit = benefit, .name = shown_name(&ctx->arena, row), .data = &out->rules[i]};
  }
  return true;
}

bool rule_book_load(RuleBook *self, Context *ctx, Arena *arena, Diags *diags, const RuleText *text, GreedyFn *apply, PatternFn *convert) {
  Reading reading = {.ctx = ctx, .arena = arena};
  const RuleInput input = {
      .arena = arena, .diags = diags, .name = text->name, .text = text->text, .data = &reading, .find = find_op, .name_at = name_at,
      .enum_case = enum_case, .read_type = read_type, .refuses_functions = true,
  };
  *self = (RuleBook){0};
  if (!rules_compile(&self->file, &input)) return false;
  RuleFile *file = &self->file;
  // Explanations outlive the pass: what they show is the context's.
  const char *texts = arena_str(&ctx->arena, (Str){file->texts.data, file->texts.count}).data;
  VEC(RuleSource) sources = {0};
  for (uint32_t i = 0; i < file->sets.count; i++)
    for (uint32_t k = 0; k < file->sets.data[i].rows.count; k++) {
      const RuleSource source = rule_source(file, &file->sets.data[i], &file->sets.data[i].rows.data[k], &ctx->arena);
      vec_push(arena, &sources, source);
    }
  self->program = (RuleProgram){
      .code = file->code.data, .texts = texts, .defs = file->defs.data, .pool = file->pool.data, .sources = sources.data, .source_count = sources.count,
  };
  self->set_count = file->sets.count;
  self->sets = arena_new(arena, LoadedSet, self->set_count);
  for (uint32_t i = 0; self->sets && i < self->set_count; i++)
    if (!make_set(self, ctx, arena, &self->sets[i], &file->sets.data[i], apply, convert)) return false;
  return self->sets && texts && !arena->mem->exhausted;
}

Str rule_book_place(const RuleBook *self, uint32_t code, LineCol *out) {
  const RulePlace *found = NULL;
  const RuleFile *file = &self->file;
  for (uint32_t i = 0; i < file->places.count; i++) {
    const RulePlace *place = &file->places.data[i];
    if (place->kind == RULE_NOTE_TEST && place->code <= code && (!found || place->code >= found->code)) found = place;
  }
  Str text = file->syntax.text;
  *out = (LineCol){1, 1};
  if (!found) return (Str){0};
  for (uint32_t i = 0; i < found->at.begin; i++) {
    out->column++;
    if (text.data[i] == '\n') *out = (LineCol){out->line + 1, 1};
  }
  return str_slice(text, found->at.begin, found->at.end);
}
