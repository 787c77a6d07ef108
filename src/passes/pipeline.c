// Textual pass pipelines: builtin.module(func.func(cse),convert-func-to-llvm{index-bitwidth=32}).
#include "passes/pass.h"

// --- Registry

const PassDef *pass_by_name(Str name) {
  for (const PassDef *const *p = all_passes; *p; p++)
    if (str_is(name, (*p)->name)) return *p;
  return NULL;
}

static const char *const upstream_names[] = {
#include "passes/upstream_names.inc"
};

bool pass_is_known_upstream(Str name) {
  size_t low = 0, high = countof(upstream_names);
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = str_compare(name, str_from(upstream_names[middle]));
    if (order == 0) return true;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return false;
}

// --- Options

static int option_index(const PassDef *def, Str name) {
  for (uint32_t i = 0; i < def->option_count; i++)
    if (str_is(name, def->options[i].name)) return (int)i;
  return -1;
}

static Str option_value(const PassRun *run, const char *option) {
  int i = option_index(run->instance->def, str_from(option));
  return i < 0 ? (Str){0} : run->instance->values[i];
}

static bool parse_bool(Str text, bool *out) {
  if (str_is(text, "true") || str_is(text, "TRUE") || str_is(text, "True") || str_is(text, "1") ||
      text.size == 0)
    return *out = true;
  *out = false;
  return str_is(text, "false") || str_is(text, "FALSE") || str_is(text, "False") ||
         str_is(text, "0");
}

// Decimal, 0x…, 0b… or 0… as LLVM's option parser reads integers.
static bool parse_int(Str text, int64_t *out) {
  bool negative = text.size && text.data[0] == '-';
  size_t i = negative;
  unsigned radix = 10;
  if (text.size >= i + 2 && text.data[i] == '0') {
    char c = (char)(text.data[i + 1] | 32);
    radix = c == 'x' ? 16 : c == 'b' ? 2 : c == 'o' ? 8 : 10;
    if (radix != 10) i += 2;
  }
  if (i >= text.size) return false;
  uint64_t value = 0;
  for (; i < text.size; i++) {
    if (!char_is_hex(text.data[i])) return false;
    unsigned digit = (unsigned)char_hex_value(text.data[i]);
    if (digit >= radix || value > (UINT64_MAX - digit) / radix) return false;
    value = value * radix + digit;
  }
  if (value > INT64_MAX) return false;
  *out = negative ? -(int64_t)value : (int64_t)value;
  return true;
}

bool pass_bool(const PassRun *run, const char *option) {
  bool value = false;
  parse_bool(option_value(run, option), &value);
  return value;
}

int64_t pass_int(const PassRun *run, const char *option) {
  int64_t value = 0;
  parse_int(option_value(run, option), &value);
  return value;
}

Str pass_string(const PassRun *run, const char *option) { return option_value(run, option); }

bool pass_given(const PassRun *run, const char *option) {
  int i = option_index(run->instance->def, str_from(option));
  return i >= 0 && run->instance->given[i];
}

void pass_list(const PassRun *run, const char *option, StrVec *out) {
  Str text = option_value(run, option);
  for (size_t i = 0, begin = 0; i <= text.size; i++) {
    if (i < text.size && text.data[i] != ',') continue;
    if (i > begin) vec_push(run->arena, out, str_slice(text, begin, i));
    begin = i + 1;
  }
}

// --- Messages (no location: the text is not in the source)

static bool fail(Context *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(Context *ctx, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Diag *diag = diags_add(ctx->diags, SEVERITY_ERROR, DIAG_PASS);
  diag_vtext(ctx->diags, diag, format, args);
  va_end(args);
  return false;
}

static void explain_missing(Context *ctx, Str name) {
  Diags *diags = ctx->diags;
  if (!pass_is_known_upstream(name) || !diags->last) return;
  Diag *note = diag_note(diags, diags->last);
  note->is_hint = true;
  diag_text(diags, note, "'%.*s' exists in LLVM 22's mlir-opt; Rung does not have it yet",
            STR_ARG(name));
}

// A name of older releases still works, and says what it is called today.
static void note_old_name(Context *ctx, Pipeline *pipeline, const PassDef *def) {
  if (!def->now) return;
  pipeline->typed_pointers |= def->typed_pointers;
  Diag *diag = diags_add(ctx->diags, SEVERITY_REMARK, DIAG_PASS);
  diag_text(ctx->diags, diag, "'%s' is the name older releases have for what is %s today%s", def->name, def->now,
            def->typed_pointers ? "; as then, pointers say what they point to, unless an edition without that is asked for" : "");
}

// --- Building

void pipeline_init(Pipeline *self, Arena *arena, Str anchor) {
  *self = (Pipeline){.arena = arena, .anchor = anchor};
  self->last = &self->first;
}

static PassInstance *new_instance(Arena *arena, const PassDef *def) {
  PassInstance *pass = arena_new(arena, PassInstance, 1);
  pass->def = def;
  if (!def) return pass;
  Str *values = arena_new(arena, Str, def->option_count + 1);
  pass->given = arena_new(arena, bool, def->option_count + 1);
  for (uint32_t i = 0; i < def->option_count; i++)
    values[i] = str_from(def->options[i].default_text ? def->options[i].default_text : "");
  pass->values = values;
  return pass;
}

static bool check_option(Context *ctx, const PassOption *option, Str value) {
  int64_t number;
  bool flag;
  switch (option->kind) {
    case OPTION_BOOL:
      if (parse_bool(value, &flag)) return true;
      return fail(ctx,
                  "for the --%s option: '%.*s' is invalid value for boolean argument! Try 0 or 1",
                  option->name, STR_ARG(value));
    case OPTION_INT:
      if (parse_int(value, &number)) return true;
      return fail(ctx, "for the --%s option: '%.*s' value invalid for integer argument!",
                  option->name, STR_ARG(value));
    case OPTION_UINT:
      if (parse_int(value, &number) && number >= 0) return true;
      return fail(ctx, "for the --%s option: '%.*s' value invalid for uint argument!",
                  option->name, STR_ARG(value));
    case OPTION_ENUM:
      for (const char *const *v = option->values; *v; v++)
        if (str_is(value, *v)) return true;
      return fail(ctx, "for the --%s option: Cannot find option named '%.*s'!", option->name,
                  STR_ARG(value));
    case OPTION_STRING:
    case OPTION_LIST:
    case OPTION_INT_LIST:
      return true;
  }
  return true;
}

// options ::= (name (`=` value)?)*, separated by spaces; values may be quoted or in {…} or (…)
static bool parse_options(Context *ctx, PassInstance *pass, Str text) {
  size_t i = 0;
  while (i < text.size) {
    if (text.data[i] == ' ' || text.data[i] == '\t' || text.data[i] == '\n') {
      i++;
      continue;
    }
    size_t begin = i;
    while (i < text.size && text.data[i] != '=' && text.data[i] != ' ') i++;
    Str name = str_slice(text, begin, i), value = {0};
    if (i < text.size && text.data[i] == '=') {
      size_t from = ++i;
      int depth = 0;
      char quote = 0;
      for (; i < text.size; i++) {
        char c = text.data[i];
        if (quote) {
          if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
          quote = c;
        } else if (c == '{' || c == '(' || c == '[') {
          depth++;
        } else if (c == '}' || c == ')' || c == ']') {
          depth--;
        } else if (c == ' ' && depth <= 0) {
          break;
        }
      }
      value = str_slice(text, from, i);
      if (value.size >= 2 && ((value.data[0] == '{' && value.data[value.size - 1] == '}') ||
                              (value.data[0] == '"' && value.data[value.size - 1] == '"') ||
                              (value.data[0] == '\'' && value.data[value.size - 1] == '\'')))
        value = str_slice(value, 1, value.size - 1);
    }
    int slot = option_index(pass->def, name);
    if (slot < 0)
      return fail(ctx, "<Pass-Options-Parser>: no such option %.*s", STR_ARG(name));
    if (!check_option(ctx, &pass->def->options[slot], value)) return false;
    const PassOption *option = &pass->def->options[slot];
    Str *values = (Str *)pass->values;
    bool is_list = option->kind == OPTION_LIST || option->kind == OPTION_INT_LIST;
    if (is_list && pass->given[slot] && values[slot].size) {
      values[slot] = arena_printf(&ctx->arena, "%.*s,%.*s", STR_ARG(values[slot]), STR_ARG(value));
    } else {
      values[slot] = value;
    }
    pass->given[slot] = true;
  }
  return true;
}

typedef struct PipelineText {
  Context *ctx;
  Pipeline *pipeline;
  Arena *arena;
  Str text;
  size_t at;
  int depth;
} PipelineText;

static bool fail_at(PipelineText *p, size_t at, const char *format, Str name)
    __attribute__((format(printf, 3, 0)));
static bool fail_at(PipelineText *p, size_t at, const char *format, Str name) {
  StrBuf text;
  strbuf_init(&text, &p->ctx->mem);
  strbuf_printf(&text, "MLIR Textual PassPipeline Parser:1:%zu: error: ", at + 1);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  strbuf_printf(&text, format, STR_ARG(name));
#pragma GCC diagnostic pop
  strbuf_printf(&text, "\n%.*s\n", STR_ARG(p->text));
  strbuf_pad(&text, ' ', at);
  strbuf_lit(&text, "^\n");
  fail(p->ctx, "%.*s", (int)text.size, text.data);
  strbuf_free(&text);
  return false;
}

static bool can_run_on(const PassDef *def, Str anchor) {
  return !def->anchor || str_is(anchor, def->anchor);
}

static bool refuse_anchor(Context *ctx, const PassDef *def, Str anchor) {
  if (str_is(anchor, "any"))
    return fail(ctx, "Can't add pass '%s' restricted to '%s' on a PassManager intended to run on 'any', did you intend to nest?",
                def->class_name, def->anchor);
  return fail(ctx,
              "Can't add pass '%s' restricted to '%s' on a PassManager intended to run on '%.*s', "
              "did you intend to nest?\nfailed to add `%s` with options ``",
              def->class_name, def->anchor, STR_ARG(anchor), def->name);
}

// element ::= name (`{` options `}`)? | anchor `(` elements `)`
static bool parse_elements(PipelineText *p, Str anchor, PassInstance **last) {
  if (++p->depth > 64) return fail(p->ctx, "pass pipeline is nested too deeply");
  for (;;) {
    size_t begin = p->at;
    while (p->at < p->text.size && !strchr(",{()", p->text.data[p->at])) p->at++;
    size_t from = begin, to = p->at;
    while (from < to && p->text.data[from] == ' ') from++;
    while (to > from && p->text.data[to - 1] == ' ') to--;
    Str name = str_slice(p->text, from, to);
    char c = p->at < p->text.size ? p->text.data[p->at] : 0;
    if (c == '(') {
      PassInstance *nested = new_instance(p->arena, NULL);
      nested->anchor = name;
      p->at++;
      if (p->at < p->text.size && p->text.data[p->at] == ')')
        p->at++;
      else if (!parse_elements(p, name, &nested->nested))
        return false;
      *last = nested;
      last = &nested->next;
    } else {
      const PassDef *def = pass_by_name(name);
      if (!def) {
        fail_at(p, from, "'%.*s' does not refer to a registered pass or pass pipeline", name);
        explain_missing(p->ctx, name);
        return false;
      }
      if (!can_run_on(def, anchor)) return refuse_anchor(p->ctx, def, anchor);
      PassInstance *pass = new_instance(p->arena, def);
      note_old_name(p->ctx, p->pipeline, def);
      if (c == '{') {
        size_t open = ++p->at;
        int depth = 1;
        for (; p->at < p->text.size && depth; p->at++) {
          if (p->text.data[p->at] == '{') depth++;
          if (p->text.data[p->at] == '}') depth--;
        }
        if (depth)
          return fail_at(p, open - 1, "missing closing '}' while processing pass options%.*s",
                         (Str){"", 0});
        Str options = str_slice(p->text, open, p->at - 1);
        if (!parse_options(p->ctx, pass, options))
          return fail(p->ctx, "failed to add `%s` with options `%.*s`", def->name,
                      STR_ARG(options));
      }
      *last = pass;
      last = &pass->next;
    }
    c = p->at < p->text.size ? p->text.data[p->at] : 0;
    if (c == ',') {
      p->at++;
      continue;
    }
    if (c == ')') {
      if (p->depth == 1)
        return fail_at(p, p->at,
                       "encountered extra closing ')' creating unbalanced parentheses while "
                       "parsing pipeline%.*s",
                       (Str){"", 0});
      p->at++;
      p->depth--;
      return true;
    }
    if (c == 0) {
      if (p->depth > 1)
        return fail_at(p, p->at,
                       "encountered unbalanced parentheses while parsing pipeline%.*s",
                       (Str){"", 0});
      p->depth--;
      return true;
    }
    return fail_at(p, p->at, "expected ',' after parsing pipeline%.*s", (Str){"", 0});
  }
}

bool pipeline_parse(Pipeline *self, Context *ctx, Str text) {
  while (text.size && text.data[0] == ' ') text = str_slice(text, 1, text.size);
  while (text.size && text.data[text.size - 1] == ' ') text.size--;
  size_t open = 0;
  while (open < text.size && text.data[open] != '(') open++;
  if (open == text.size || text.data[text.size - 1] != ')')
    return fail(ctx,
                "expected pass pipeline to be wrapped with the anchor operation type, e.g. "
                "'builtin.module(...)'");
  self->anchor = str_slice(text, 0, open);
  while (self->anchor.size && self->anchor.data[self->anchor.size - 1] == ' ') self->anchor.size--;
  PipelineText p = {ctx, self, self->arena, str_slice(text, open + 1, text.size - 1), 0, 0};
  if (!p.text.size) return true;
  if (!parse_elements(&p, self->anchor, self->last)) return false;
  while (*self->last) self->last = &(*self->last)->next;
  return true;
}

bool pipeline_add(Pipeline *self, Context *ctx, Str name, Str options) {
  const PassDef *def = pass_by_name(name);
  if (!def) {
    fail(ctx, "'%.*s' does not refer to a registered pass or pass pipeline", STR_ARG(name));
    explain_missing(ctx, name);
    return false;
  }
  PassInstance *pass = new_instance(self->arena, def);
  note_old_name(ctx, self, def);
  if (options.size >= 2 && options.data[0] == '{' && options.data[options.size - 1] == '}')
    options = str_slice(options, 1, options.size - 1);
  if (!parse_options(ctx, pass, options)) return false;
  if (!can_run_on(def, self->anchor)) {
    // The closest nested pipeline of that anchor is shared by consecutive passes.
    PassInstance *tail = self->first;
    while (tail && tail->next) tail = tail->next;
    if (!tail || tail->def || !str_is(tail->anchor, def->anchor)) {
      PassInstance *nested = new_instance(self->arena, NULL);
      nested->anchor = str_from(def->anchor);
      *self->last = nested;
      self->last = &nested->next;
      tail = nested;
    }
    PassInstance **end = &tail->nested;
    while (*end) end = &(*end)->next;
    *end = pass;
    return true;
  }
  *self->last = pass;
  self->last = &pass->next;
  return true;
}

// --- Printing

static bool has_space(Str text) { return memchr(text.data, ' ', text.size) != NULL; }

void pass_instance_print(const PassInstance *pass, StrBuf *out) {
  strbuf_str(out, str_from(pass->def->name));
  // Options in name order; lists only when they have elements.
  uint32_t count = pass->def->option_count, printed = 0, order[64];
  if (count > countof(order)) count = countof(order);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t j = i;
    for (; j > 0 && strcmp(pass->def->options[order[j - 1]].name, pass->def->options[i].name) > 0; j--)
      order[j] = order[j - 1];
    order[j] = i;
  }
  for (uint32_t n = 0; n < count; n++) {
    const PassOption *option = &pass->def->options[order[n]];
    Str value = pass->values[order[n]];
    bool list = option->kind == OPTION_LIST || option->kind == OPTION_INT_LIST;
    if (list && !value.size) continue;
    strbuf_str(out, str_from(printed++ ? " " : "{"));
    strbuf_str(out, str_from(option->name));
    strbuf_char(out, '=');
    bool flag;
    if (option->kind == OPTION_BOOL && parse_bool(value, &flag))
      strbuf_str(out, str_from(flag ? "true" : "false"));
    else if (has_space(value))
      strbuf_printf(out, "{%.*s}", STR_ARG(value));
    else
      strbuf_str(out, value);
  }
  if (printed) strbuf_char(out, '}');
}

static void print_elements(const PassInstance *pass, StrBuf *out, size_t indent) {
  for (; pass; pass = pass->next) {
    strbuf_pad(out, ' ', indent);
    if (pass->def) {
      pass_instance_print(pass, out);
    } else {
      strbuf_str(out, pass->anchor);
      strbuf_lit(out, "(\n");
      print_elements(pass->nested, out, indent + 2);
      strbuf_pad(out, ' ', indent);
      strbuf_char(out, ')');
    }
    strbuf_str(out, str_from(pass->next ? ",\n" : "\n"));
  }
}

void pipeline_print(const Pipeline *self, StrBuf *out) {
  strbuf_str(out, self->anchor);
  strbuf_lit(out, "(\n");
  print_elements(self->first, out, 2);
  strbuf_lit(out, ")\n");
}
