// Reproducers, of the chapter "passes" of rung.h: what a text asks to be run, and texts that ask for it.
#include "api/session.h"

#include "asm/resource.h"
#include "dialects/registry.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "support/map.h"

static Str trimmed(Str text) {
  while (text.size && strchr(" \t\r\n", *text.data)) text = str_slice(text, 1, text.size);
  while (text.size && strchr(" \t\r\n", text.data[text.size - 1])) text.size--;
  return text;
}

// "builtin.module(…)", closed at its end, for `op` or anything.
static bool is_anchored(Str text, Str op) {
  size_t open = 0, depth = 0, i;
  while (open < text.size && text.data[open] != '(') open++;
  Str name = trimmed(str_slice(text, 0, open));
  if (!str_equal(name, op) && !str_is(name, "any")) return false;
  for (i = open; i < text.size; i++) {
    if (text.data[i] == '(') depth++;
    if (text.data[i] == ')' && !--depth) break;
  }
  return i + 1 == text.size;
}

static bool is_word_char(char c) { return char_is_alnum(c) || c == '_' || c == '-' || c == '.'; }

static bool begins_nest(Str word, Str after) {
  size_t i = 0;
  while (word.size && i < after.size && after.data[i] == ' ') i++;
  return word.size && i < after.size && after.data[i] == '(';
}

// Words have their names of today: of operations that passes run on, and of an option that was a flag before LLVM 19.
static void put_todays_words(Str text, StrBuf *out) {
  bool is_choice = false;   // after `region-simplify=`
  while (text.size) {
    size_t size = 0;
    while (size < text.size && is_word_char(text.data[size])) size++;
    Str word = str_slice(text, 0, size), after = str_slice(text, size, text.size);
    bool is_nest = begins_nest(word, after);
    if (is_nest && (str_is(word, "func") || str_is(word, "builtin.func"))) word = def_name(op_by_opcode(OP_FUNC_FUNC));
    else if (is_nest && str_is(word, "module")) word = def_name(op_by_opcode(OP_BUILTIN_MODULE));
    else if (is_choice && str_is(word, "true")) word = STR("normal");
    else if (is_choice && str_is(word, "false")) word = STR("disabled");
    is_choice = str_is(word, "region-simplify") && after.size && *after.data == '=';
    strbuf_str(out, word);
    if (after.size) strbuf_char(out, *after.data);
    text = str_slice(after, after.size > 0, after.size);
  }
}

// The pipeline as LLVM 22 writes it; releases before LLVM 16 write the passes alone.
static Str todays_pipeline(RungSession *self, Str pipeline) {
  if (self->edition_in == edition_current || !self->module || !self->module->op) return pipeline;
  Str text = trimmed(pipeline), op = op_name(self->module->op);
  bool anchored = is_anchored(text, op);
  StrBuf out;
  strbuf_init(&out, &self->mem);
  if (!anchored) strbuf_printf(&out, "%.*s(", STR_ARG(op));
  put_todays_words(text, &out);
  if (!anchored) strbuf_char(&out, ')');
  text = arena_str(&self->module->arena, strbuf_view(&out));
  strbuf_free(&out);
  return text;
}

// The next word of a command line, which quotes may hold together.
static Str next_word(Str *text) {
  *text = trimmed(*text);
  size_t end = 0;
  char quote = 0;
  for (; end < text->size && (quote || text->data[end] != ' '); end++) {
    char c = text->data[end];
    if (quote ? c == quote : c == '\'' || c == '"') quote = quote ? 0 : c;
  }
  Str word = str_slice(*text, 0, end);
  *text = str_slice(*text, end, text->size);
  return word;
}

// `// configuration: -pass-pipeline='builtin.func(cse)' -mlir-disable-threading -verify-each`, among the first comments
static bool read_configuration(Str text, RungReproducer *out) {
  static const Str opening = STR_INIT("// configuration:"), pipeline = STR_INIT("pass-pipeline=");
  for (;;) {
    const char *newline = text.size ? memchr(text.data, '\n', text.size) : NULL;
    size_t end = newline ? (size_t)(newline - text.data) : text.size;
    Str line = trimmed(str_slice(text, 0, end));
    if (str_starts_with(line, opening)) {
      text = str_slice(line, opening.size, line.size);
      break;
    }
    if (!newline || (line.size && !str_starts_with(line, STR("//")))) return false;
    text = str_slice(text, end + 1, text.size);
  }
  *out = (RungReproducer){0};
  for (;;) {
    Str word = next_word(&text);
    if (!word.size) return out->pipeline.data != NULL;
    while (word.size && *word.data == '-') word = str_slice(word, 1, word.size);
    if (str_is(word, "verify-each")) out->verify_each = true;
    if (str_is(word, "mlir-disable-threading")) out->disable_threading = true;
    if (!str_starts_with(word, pipeline)) continue;
    Str value = str_slice(word, pipeline.size, word.size);
    bool quoted = value.size > 1 && (*value.data == '\'' || *value.data == '"') && value.data[value.size - 1] == *value.data;
    out->pipeline = out_str(quoted ? str_slice(value, 1, value.size - 1) : value);
  }
}

bool rung_reproducer(RungSession *self, RungReproducer *out) {
  const Map *resources = self->module ? self->module->resources : NULL;
  bool found = false;
  *out = (RungReproducer){.verify_each = true};
  for (uint32_t i = 0; resources && i < resources->count; i++) {
    const Resource *resource = (const Resource *)resources->entries[i].value;
    if (!resources->entries[i].live || !resource->is_external || !str_equal(resource->group, REPRODUCER)) continue;
    found = true;
    if (str_is(resource->key, "pipeline") && resource->kind == RESOURCE_STRING)
      out->pipeline = resource->data.data ? out_str(resource->data) : (RungStr){"", 0};
    else if (resource->kind == RESOURCE_BOOL && str_is(resource->key, "disable_threading"))
      out->disable_threading = resource->value;
    else if (resource->kind == RESOURCE_BOOL && str_is(resource->key, "verify_each"))
      out->verify_each = resource->value;
  }
  if (!found && self->edition_in != edition_current && self->part < self->parts.count) {
    const TextPart *part = &self->parts.data[self->part].text;
    found = read_configuration(str_slice(self->text, part->begin, part->end), out);
  }
  if (out->pipeline.data) out->pipeline = out_str(todays_pipeline(self, in_str(out->pipeline)));
  return found;
}

static void add_entry(Arena *arena, Map *map, Resource entry) {
  entry.is_external = true;
  entry.group = REPRODUCER;
  Resource *copy = arena_new(arena, Resource, 1);
  if (!copy) return;
  *copy = entry;
  map_put_str(map, entry.key)->value = (uintptr_t)copy;
}

RungStr rung_print_reproducer(RungSession *self, bool result, const RungReproducer *what, const RungPrintOptions *options) {
  Module *module = result ? self->result : self->module;
  if (!module || !module->op) return (RungStr){"", 0};
  StrBuf line;
  strbuf_init(&line, &self->mem);
  Str pipeline = in_str(what->pipeline);
  if (!pipeline.data) {
    if (self->pipeline.anchor.size) pipeline_print_line(&self->pipeline, result ? "," : ", ", &line);   // as mlir-opt writes it after a run, and when one failed
    else strbuf_printf(&line, "%.*s()", STR_ARG(op_name(module->op)));
    pipeline = strbuf_view(&line);
  }
  // Of other external resources nothing is written.
  Arena arena;
  Map with;
  arena_init(&arena, &self->mem);
  map_init(&with, &arena);
  Map *resources = module->resources;
  for (uint32_t i = 0; resources && i < resources->count; i++) {
    const MapEntry *entry = &resources->entries[i];
    if (entry->live && !((const Resource *)entry->value)->is_external) map_put_str(&with, entry->name)->value = entry->value;
  }
  add_entry(&arena, &with, (Resource){.kind = RESOURCE_STRING, .key = STR("pipeline"), .data = pipeline});
  add_entry(&arena, &with, (Resource){.kind = RESOURCE_BOOL, .key = STR("disable_threading"), .value = what->disable_threading});
  add_entry(&arena, &with, (Resource){.kind = RESOURCE_BOOL, .key = STR("verify_each"), .value = what->verify_each});
  module->resources = &with;
  RungStr text = result ? rung_print_result(self, options) : rung_print(self, options);
  module->resources = resources;
  arena_free(&arena);
  strbuf_free(&line);
  if (session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  if (text.size > 1 && text.data[text.size - 2] == '\n') text.size--;   // no empty line at the end
  return text;
}
