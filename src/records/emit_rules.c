// Rules as C: see emit.h.
#include "records/emit.h"

#define put(out, ...) strbuf_printf((out), __VA_ARGS__)

static void put_text(StrBuf *out, Str text) {
  strbuf_char(out, '"');
  for (size_t i = 0; i < text.size; i++) {
    if (text.data[i] == '"' || text.data[i] == '\\') strbuf_char(out, '\\');
    if (text.data[i] == '\n') put(out, "\\n");
    else strbuf_char(out, text.data[i]);
  }
  strbuf_char(out, '"');
}

static const char *type_of_set(const RuleSet *set) { return set->is_conversion ? "ConversionSet" : "PatternSet"; }

void emit_rules_header(StrBuf *out, const RuleFile *file, Str name) {
  static const char *const types[] = {
      [RULE_PREDICATE] = "RulePredicateFn", [RULE_ATTR_FN] = "RuleAttrFn", [RULE_TYPE_FN] = "RuleTypeFn", [RULE_BUILDER] = "RuleBuilderFn",
      [RULE_GREEDY_PATTERN] = "GreedyFn", [RULE_CONVERSION_PATTERN] = "PatternFn"};
  put(out, "// Made from the `.rules` file: do not edit.\n#ifndef RUNG_RULES_%.*s_H\n#define RUNG_RULES_%.*s_H\n\n#include \"rewrite/rules.h\"\n", STR_ARG(name), STR_ARG(name));
  for (uint32_t i = 0; i < file->headers.count; i++) put(out, "#include \"%.*s\"\n", STR_ARG(file->headers.data[i].text));
  put(out, "\n");
  for (uint32_t i = 0; i < file->sets.count; i++)
    for (uint32_t k = 0; k < file->sets.data[i].rows.count; k++) {
      const RuleRow *row = &file->sets.data[i].rows.data[k];
      if (row->data.text.data) put(out, "extern const %.*s %.*s;\n", STR_ARG(row->data_type.text), STR_ARG(row->data.text));
    }
  for (uint32_t i = 0; i < file->sets.count; i++) put(out, "extern const %s %.*s;\n", type_of_set(&file->sets.data[i]), STR_ARG(file->sets.data[i].name.text));
  for (uint32_t i = 0; i < file->functions.count; i++) {
    const RuleFunction *f = &file->functions.data[i];
    put(out, "%s %.*s;\n", types[f->kind], STR_ARG(f->name.text));
  }
  put(out, "\n#endif\n");
}

static uint32_t row_count(const RuleFile *file) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < file->sets.count; i++) count += file->sets.data[i].rows.count;
  return count;
}

static void put_program(StrBuf *out, const RuleFile *file, Str name) {
  put(out, "static const uint16_t code[] = {");
  for (uint32_t i = 0; i < file->code.count; i++) put(out, "%s%u,", i % 24 ? " " : "\n  ", file->code.data[i]);
  put(out, "\n};\nstatic const char texts[] =\n");
  for (uint32_t at = 0; at < file->texts.count;) {
    Str text = str_from(file->texts.data + at);
    at += (uint32_t)text.size + 1;
    put(out, "  ");
    put_text(out, text);
    put(out, at < file->texts.count ? " \"\\0\"\n" : "");
  }
  put(out, ";\nstatic RecordFn *const functions[] = {\n");
  for (uint32_t i = 0; i < file->functions.count; i++) {   // patterns stand in their rows alone
    const RuleFunction *f = &file->functions.data[i];
    bool is_called = f->kind < RULE_GREEDY_PATTERN;
    put(out, "  %s%.*s,\n", is_called ? "(RecordFn *)" : "", STR_ARG(is_called ? f->name.text : STR("NULL")));
  }
  put(out, "  NULL};\nextern const RuleSource rules_%.*s_sources[];\n", STR_ARG(name));
  put(out, "static const RuleProgram program = {.code = code, .texts = texts, .functions = functions, .sources = rules_%.*s_sources, .source_count = %u};\n",
      STR_ARG(name), row_count(file));
}

static void put_row(StrBuf *out, const RuleSet *set, const RuleRow *row) {
  bool is_rule = !row->function.text.data;
  put(out, "  {.root = %u, .rewrite = ", row->root->opcode);
  if (is_rule) put(out, "%s", set->is_conversion ? "convert_by_rule" : "apply_rule");
  else put(out, "%.*s", STR_ARG(row->function.text));
  if (row->benefit > 1) put(out, ", .benefit = %u", row->benefit);
  if (row->target) put(out, ", .target = %u", row->target->opcode);
  Str shown = row->shown.text.data || !is_rule ? row->shown.text : row->name.text;
  if (shown.data) {
    put(out, ", .name = ");
    put_text(out, shown);
  }
  if (is_rule) put(out, ", .data = &(const Rule){&program, %u}", row->code);
  else if (row->data.text.data) put(out, ", .data = &%.*s", STR_ARG(row->data.text));
  put(out, "},\n");
}

void emit_rules(StrBuf *out, const RuleFile *file, Str name) {
  put(out, "// Made from the `.rules` file: do not edit.\n#include \"rules/%.*s.h\"\n\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
           "#pragma GCC diagnostic ignored \"-Wunused-const-variable\"\n", STR_ARG(name));
  if (file->code.count) put_program(out, file, name);
  for (uint32_t i = 0; i < file->sets.count; i++) {
    const RuleSet *set = &file->sets.data[i];
    Str own = set->name.text;
    put(out, "static const %s %.*s_patterns[] = {\n", set->is_conversion ? "Pattern" : "GreedyPattern", STR_ARG(own));
    for (uint32_t k = 0; k < set->rows.count; k++) put_row(out, set, &set->rows.data[k]);
    put(out, "};\nconst %s %.*s = {%.*s_patterns, %u};\n", type_of_set(set), STR_ARG(own), STR_ARG(own), set->rows.count);
  }
}

static void put_source(StrBuf *out, const RuleSource *source) {
  put(out, "  {");
  put_text(out, str_from(source->set));
  put(out, ", ");
  put_text(out, str_from(source->text));
  put(out, ",");
  if (source->note_count) put(out, " (const RuleNote[]){");
  for (uint32_t i = 0; i < source->note_count; i++) {
    const RuleNote *note = &source->notes[i];
    put(out, "{%u, %u, %u, %u, %u}, ", note->kind, note->reg, note->code, note->begin, note->end);
  }
  put(out, "%s, %u, %u, %u},\n", source->note_count ? "}" : " NULL", source->note_count, source->code, source->root);
}

void emit_rule_sources(StrBuf *out, StrBuf *files, const RuleFile *file, Str name, Arena *arena) {
  put(out, "extern const RuleSource rules_%.*s_sources[];\nconst RuleSource rules_%.*s_sources[] = {\n", STR_ARG(name), STR_ARG(name));
  for (uint32_t i = 0; i < file->sets.count; i++) {
    const RuleSet *set = &file->sets.data[i];
    for (uint32_t k = 0; k < set->rows.count; k++) {
      const RuleSource source = rule_source(file, set, &set->rows.data[k], arena);
      put_source(out, &source);
    }
  }
  put(out, "};\n");
  put(files, "  {rules_%.*s_sources, %u},\n", STR_ARG(name), row_count(file));
}
