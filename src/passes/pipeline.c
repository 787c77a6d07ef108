// Textual pass pipelines: builtin.module(func.func(cse),convert-func-to-llvm{index-bitwidth=32}).
#include "passes/pipeline.h"

#include "ops/builtin.h"
#include "support/nearest.h"

// --- Registry

const PassDef *pass_by_name(Str name) {
  for (const PassDef *const *p = all_passes; *p; p++)
    if (str_is(name, (*p)->name)) return *p;
  return NULL;
}

static const uint16_t upstream_names[] = {   // their hashes, made by the build
#include "upstream_names.inc"
};

bool pass_is_known_upstream(Str name) {
  const PassDef *def = pass_by_name(name);
  if (def) return !def->now;
  uint32_t hash = 0, known = 0;
  for (size_t i = 0; i < name.size; i++) hash = (hash * 131 + (uint8_t)name.data[i]) & 0x1fffff;
  for (uint32_t i = 0; i < countof(upstream_names) && known < hash; i++) known += upstream_names[i];
  return known == hash && hash;
}

// pipeline ::= element (`,` element)*    element ::= name (`{` options `}`)? | anchor `(` pipeline `)`
typedef struct Element {
  Str name, options;
  const char *open, *end;           // of a nest: its parenthesis; the end of the element
  bool is_closed;
  struct Element *inner, *next, *up;
} Element;

typedef struct PipelineText {
  Context *ctx;
  Pipeline *pipeline;
  Str text;
  size_t at;
  PipelineReading *reading;         // NULL: the first mistake is the last
} PipelineText;

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

// The message of an option about its value, which is a line of its own.
static bool fail_option(Context *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail_option(Context *ctx, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Diag *diag = diags_add(ctx->diags, SEVERITY_ERROR, DIAG_PASS);
  diag_vtext(ctx->diags, diag, format, args);
  diag->headline = (uint32_t)diag->message.size;
  va_end(args);
  return false;
}

// A text that is read as far as it goes: say where in it the last message belongs. False: it is not read so.
static bool place(PipelineText *p, Str at) {
  Diag *diag = p->ctx->diags->last;
  if (!p->reading || !diag) return false;
  diag->has_range = true;
  diag->range.begin = (uint32_t)(at.data - p->text.data);
  diag->range.end = diag->range.begin + (uint32_t)at.size;
  diag->headline = 0;
  while (diag->message.size && diag->message.data[diag->message.size - 1] == '\n') diag->message.size--;
  return true;
}

// Names that may have been meant: the nearest ones, or those with the name in them.
typedef struct Candidates {
  Str name;
  uint32_t distance, count;
  const char *found[3];
} Candidates;

static bool contains(Str text, Str part) {
  for (size_t i = 0; part.size >= 4 && i + part.size <= text.size; i++)
    if (!memcmp(text.data + i, part.data, part.size)) return true;
  return false;
}

static void consider(Candidates *self, const char *candidate) {
  uint32_t limit = edits_allowed(self->name), distance = edit_distance(self->name, str_from(candidate), limit);
  if (distance > limit && contains(str_from(candidate), self->name)) distance = limit + 1;
  else if (distance > limit) return;
  if (!self->count || distance < self->distance) self->count = 0, self->distance = distance;
  if (distance == self->distance && self->count < countof(self->found)) self->found[self->count++] = candidate;
}

// The names become repairs of the last message.
static void offer(PipelineText *p, const Candidates *names, Str at) {
  Diags *diags = p->ctx->diags;
  const uint32_t begin = (uint32_t)(at.data - p->text.data);
  for (uint32_t i = 0; diags->last && i < names->count; i++)
    diag_fix(diags, diags->last, (Range){begin, begin + (uint32_t)at.size}, str_from(names->found[i]), names->count == 1, "write `%s`", names->found[i]);
}

// Say what was being parsed when the last message was reported.
static bool fail_more(Context *ctx, const char *format, Str name, Str options) __attribute__((format(printf, 2, 0)));
static bool fail_more(Context *ctx, const char *format, Str name, Str options) {
  Diag *diag = ctx->diags->last;
  if (!diag) return false;
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  strbuf_str(&text, diag->message);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  strbuf_printf(&text, format, STR_ARG(name), STR_ARG(options));
#pragma GCC diagnostic pop
  diag_text(ctx->diags, diag, "%.*s", (int)text.size, text.data);
  strbuf_free(&text);
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
  diag_text(ctx->diags, diag, "'%s' is the name in older releases of %s%s", def->name, def->now,
            def->typed_pointers ? "; as in those, pointers have element types, unless an edition without them is asked for" : "");
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
    values[i] = str_from(def->options[i]->default_text ? def->options[i]->default_text : "");
  pass->values = values;
  return pass;
}

static bool check_option(Context *ctx, const PassOption *option, Str value, bool has_value) {
  int64_t number;
  uint64_t size;
  double real;
  bool flag;
  if (!has_value && option->kind != OPTION_BOOL) return fail_option(ctx, "for the --%s option: requires a value!\n", option->name);
  switch (option->kind) {
    case OPTION_BOOL:
      if (option_parse_bool(value, &flag)) return true;
      return fail_option(ctx,
                  "for the --%s option: '%.*s' is invalid value for boolean argument! Try 0 or 1\n",
                  option->name, STR_ARG(value));
    case OPTION_INT:
      if (option_parse_int(value, &number) && number == (int32_t)number) return true;
      return fail_option(ctx, "for the --%s option: '%.*s' value invalid for integer argument!\n",
                  option->name, STR_ARG(value));
    case OPTION_LONG:
      if (option_parse_int(value, &number)) return true;
      return fail_option(ctx, "for the --%s option: '%.*s' value invalid for long argument!\n", option->name, STR_ARG(value));
    case OPTION_ULONG:
      if (option_parse_ulong(value, &size)) return true;
      return fail_option(ctx, "for the --%s option: '%.*s' value invalid for ulong argument!\n", option->name, STR_ARG(value));
    case OPTION_NUMBER:
      if (option_parse_number(value, &real)) return true;
      return fail_option(ctx, "for the --%s option: '%.*s' value invalid for floating point argument!\n", option->name, STR_ARG(value));
    case OPTION_UINT:
    case OPTION_WIDTH:
      if (option_parse_int(value, &number) && number >= 0 && number <= UINT32_MAX) {
        if (option->kind == OPTION_UINT || number <= INTEGER_MAX_WIDTH) return true;
        return fail_option(ctx, "for the --%s option: '%.*s' is too wide: integer types have at most %u bits\n", option->name, STR_ARG(value),
                    INTEGER_MAX_WIDTH);
      }
      return fail_option(ctx, "for the --%s option: '%.*s' value invalid for uint argument!\n",
                  option->name, STR_ARG(value));
    case OPTION_ENUM:
      for (const char *const *v = option->values; *v; v++)
        if (str_is(value, *v)) return true;
      return fail_option(ctx, "for the --%s option: Cannot find option named '%.*s'!\n", option->name,
                  STR_ARG(value));
    case OPTION_STRING:
    case OPTION_LIST:
    case OPTION_INT_LIST:
      return true;
  }
  return true;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static Str trim(Str text) {
  while (text.size && is_space(text.data[0])) text = str_slice(text, 1, text.size);
  while (text.size && is_space(text.data[text.size - 1])) text.size--;
  return text;
}

// The end of what begins at `i`: `stop`, or the end of the text, outside of quotes and brackets.
static size_t find_end(Str text, size_t i, char stop) {
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
    } else if (c == stop && depth <= 0) {
      break;
    }
  }
  return i;
}

static Str unwrap(Str value) {
  char first = value.size >= 2 ? value.data[0] : 0, last = first ? value.data[value.size - 1] : 0;
  return (first == '{' && last == '}') || ((first == '"' || first == '\'') && first == last) ? str_slice(value, 1, value.size - 1) : value;
}

// Copy the elements of a list without the brackets and quotes around them.
static Str read_list(Context *ctx, Str value) {
  StrBuf out;
  strbuf_init(&out, &ctx->mem);
  for (size_t i = 0;; i++) {
    size_t end = find_end(value, i, ',');
    Str element = unwrap(trim(str_slice(value, i, end)));
    strbuf_printf(&out, memchr(element.data, ' ', element.size) ? "%s{%.*s}" : "%s%.*s", i ? "," : "", STR_ARG(element));
    i = end;
    if (i >= value.size) break;
  }
  Str list = arena_str(&ctx->arena, strbuf_view(&out));
  strbuf_free(&out);
  return list;
}

// options ::= (name (`=` value)?)*, separated by spaces; values may be quoted or in {…} or (…)
static bool parse_options(PipelineText *p, PassInstance *pass, Str text) {
  Context *ctx = p->ctx;
  size_t i = 0;
  while (i < text.size) {
    if (is_space(text.data[i])) {
      i++;
      continue;
    }
    size_t begin = i;
    while (i < text.size && text.data[i] != '=' && text.data[i] != ' ') i++;
    Str name = str_slice(text, begin, i), value = {0}, written = {0};
    bool has_value = i < text.size && text.data[i] == '=';
    if (has_value) {
      size_t from = ++i;
      i = find_end(text, from, ' ');
      written = trim(str_slice(text, from, i));
      value = unwrap(written);
    }
    if (!name.size && !p->reading) continue;
    int slot = option_index(pass->def, name);
    if (p->reading) {
      vec_push(p->pipeline->arena, &p->reading->options, (PipelineOption){slot, trim(str_slice(text, begin, i)), name, value, written});
      vec_last(&p->reading->elements).option_count++;
    }
    if (slot < 0) {
      fail(ctx, p->reading ? "no such option %.*s" : "<Pass-Options-Parser>: no such option %.*s\n", STR_ARG(name));
      if (!place(p, name)) return false;
      Candidates names = {.name = name};
      for (uint32_t k = 0; k < pass->def->option_count; k++) consider(&names, pass->def->options[k]->name);
      offer(p, &names, name);
      continue;
    }
    const PassOption *option = pass->def->options[slot];
    if (!check_option(ctx, option, value, has_value)) {
      if (!place(p, written.size ? written : name)) return false;
      Candidates words = {.name = value};
      for (const char *const *word = option->values; word && *word; word++) consider(&words, *word);
      offer(p, &words, written);
      continue;
    }
    Str *values = (Str *)pass->values;
    bool is_list = option->kind == OPTION_LIST || option->kind == OPTION_INT_LIST;
    if (is_list) value = read_list(ctx, value);
    if (is_list && pass->given[slot]) {
      values[slot] = arena_printf(&ctx->arena, "%.*s,%.*s", STR_ARG(values[slot]), STR_ARG(value));
    } else {
      values[slot] = value;
    }
    pass->given[slot] = true;
  }
  return true;
}

// --- The text

static bool fail_at(PipelineText *p, size_t at, const char *format, Str name)
    __attribute__((format(printf, 3, 0)));
static bool fail_at(PipelineText *p, size_t at, const char *format, Str name) {
  if (p->reading) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fail(p->ctx, format, STR_ARG(name));
#pragma GCC diagnostic pop
    return place(p, name.size ? name : str_slice(p->text, at, at < p->text.size ? at + 1 : at));
  }
  size_t line = 1, begin = 0, end;
  for (size_t i = 0; i < at; i++)
    if (p->text.data[i] == '\n') line++, begin = i + 1;
  for (end = at; end < p->text.size && p->text.data[end] != '\n';) end++;
  StrBuf text;
  strbuf_init(&text, &p->ctx->mem);
  strbuf_printf(&text, "MLIR Textual PassPipeline Parser:%zu:%zu: error: ", line, at - begin + 1);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  strbuf_printf(&text, format, STR_ARG(name));
#pragma GCC diagnostic pop
  strbuf_printf(&text, "\n%.*s\n", STR_ARG(str_slice(p->text, begin, end)));
  strbuf_pad(&text, ' ', at - begin);
  strbuf_lit(&text, "^\n");
  fail(p->ctx, "%.*s", (int)text.size, text.data);
  strbuf_free(&text);
  return false;
}

static char peek(const PipelineText *p) { return p->at < p->text.size ? p->text.data[p->at] : 0; }

static void skip_spaces(PipelineText *p) {
  while (is_space(peek(p))) p->at++;
}

#define MAX_NESTING 64

// Insert what closes the braces and parentheses that are open.
static void offer_end(PipelineText *p, bool brace, int depth) {
  char closing[MAX_NESTING + 2];
  size_t size = 0;
  if (brace) closing[size++] = '}';
  while (depth-- > 0) closing[size++] = ')';
  const uint32_t end = (uint32_t)p->text.size;
  Diags *diags = p->ctx->diags;
  diag_fix(diags, diags->last, (Range){end, end}, (Str){closing, size}, true, "insert `%.*s`", (int)size, closing);
}

static bool parse_elements(PipelineText *p, Element **first) {
  Element **last = first, *up = NULL;
  const Str none = {"", 0};
  int depth = 0;
  size_t rest = p->at;   // what is not parsed yet, in upstream's view
  for (;;) {
    size_t begin = rest = p->at;
    while (p->at < p->text.size && !memchr(",{()", p->text.data[p->at], 4)) p->at++;
    Element *element = arena_new(p->pipeline->arena, Element, 1);
    element->name = trim(str_slice(p->text, begin, p->at));
    element->end = element->name.data + element->name.size;
    element->options = none;
    element->up = up;
    *last = element;
    last = &element->next;
    char c = peek(p);
    if (!c) break;
    rest = p->at;
    if (c == '(') {
      if (++depth > MAX_NESTING) return fail(p->ctx, "pass pipeline is nested too deeply");
      element->open = p->text.data + p->at++;
      element->end = p->text.data + p->text.size;   // until it is closed
      up = element;
      last = &element->inner;
      continue;
    }
    if (c == '{') {
      size_t open = ++p->at;
      uint32_t braces = 1;
      for (; p->at < p->text.size && braces; p->at++) {
        if (p->text.data[p->at] == '{') braces++;
        if (p->text.data[p->at] == '}') braces--;
      }
      element->options = str_slice(p->text, open, braces ? p->at : p->at - 1);
      element->end = p->text.data + p->at;
      if (braces) {
        if (!fail_at(p, open - 1, "missing closing '}' while processing pass options%.*s", none)) return false;
        if (braces == 1) offer_end(p, true, depth);
        return true;   // a message says that it takes all the rest
      }
      skip_spaces(p);
    }
    while (peek(p) == ')') {
      if (!up && !fail_at(p, p->at, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline%.*s", none)) return false;
      p->at++;
      if (up) {
        up->end = p->text.data + p->at;
        up->is_closed = true;
        last = &up->next;
        up = up->up;
        depth--;
      }
      skip_spaces(p);
    }
    rest = p->at;
    if (p->at >= p->text.size) break;
    if (peek(p) == ',') p->at++;
    else if (!fail_at(p, p->at, "expected ',' after parsing pipeline%.*s", none)) return false;
  }
  if (!up) return true;
  if (!fail_at(p, rest, "encountered unbalanced parentheses while parsing pipeline%.*s", none)) return false;
  place(p, (Str){up->name.data, (size_t)(up->open + 1 - up->name.data)});
  offer_end(p, false, depth);
  return true;
}

static bool know_elements(PipelineText *p, const Element *element) {
  for (; element; element = element->next) {
    if (element->inner) {
      if (!know_elements(p, element->inner)) return false;
    } else if (!pass_by_name(element->name)) {
      fail_at(p, (size_t)(element->name.data - p->text.data), "'%.*s' does not refer to a registered pass or pass pipeline",
              element->name);
      explain_missing(p->ctx, element->name);
      return false;
    }
  }
  return true;
}

static Str anchor_of(const PipelineText *p, const PassDef *def) { return def_name(context_op_of(p->ctx, def->anchor)); }

static bool can_run_on(const PipelineText *p, const PassDef *def, Str anchor) {
  return !def->anchor || str_equal(anchor, anchor_of(p, def)) || str_is(anchor, "any");
}

static void fail_nesting(PipelineText *p, const PassDef *def, Str anchor) {
  fail(p->ctx, "Can't add pass '%s' restricted to '%.*s' on a PassManager intended to run on '%.*s', did you intend to nest?",
       def->class_name, STR_ARG(anchor_of(p, def)), STR_ARG(anchor));
}

static bool add_elements(PipelineText *p, const Element *element, Str anchor, Str nest, PassInstance **last) {
  static const char failed[] = "\nfailed to add `%.*s` with options `%.*s`\n";
  bool from_flags = p->pipeline->from_flags;
  for (; element; element = element->next) {
    const PassDef *def = element->inner ? NULL : pass_by_name(element->name);
    PassInstance *pass = *last = new_instance(p->pipeline->arena, def);
    pass->nest = nest;
    last = &pass->next;
    if (!def) {
      pass->anchor = element->name;
      Str inner = arena_printf(p->pipeline->arena, "%.*s%s%.*s", STR_ARG(nest), nest.size ? "/" : "", STR_ARG(element->name));
      if (!add_elements(p, element->inner, element->name, inner, &pass->nested))
        return fail_more(p->ctx, "failed to add `%.*s` with options `%.*s` to inner pipeline\n", element->name, element->options);
      continue;
    }
    if (!parse_options(p, pass, element->options))
      return !from_flags && fail_more(p->ctx, failed, element->name, element->options);
    if (!can_run_on(p, def, anchor)) {
      if (!from_flags) {
        fail_nesting(p, def, anchor);
        return fail_more(p->ctx, failed, element->name, element->options);
      }
      PassInstance *inner = arena_new(p->pipeline->arena, PassInstance, 1);
      *inner = *pass;
      inner->nest = anchor_of(p, def);
      *pass = (PassInstance){.anchor = inner->nest, .nested = inner, .nest = nest};
      pass = inner;
    }
    note_old_name(p->ctx, p->pipeline, def);
    pass->number = p->pipeline->pass_count++;
  }
  return true;
}

static bool fail_anchor(Context *ctx) {
  return fail(ctx, "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'");
}

// What is between the parentheses of "anchor(…)".
static bool read_anchor(Pipeline *self, Context *ctx, Str *text) {
  Str whole = trim(*text);
  size_t open = 0;
  while (open < whole.size && whole.data[open] != '(') open++;
  if (open == 0 || open == whole.size || whole.data[whole.size - 1] != ')')
    return fail_anchor(ctx);
  self->anchor = trim(str_slice(whole, 0, open));
  *text = str_slice(whole, open + 1, whole.size - 1);
  return true;
}

bool pipeline_parse(Pipeline *self, Context *ctx, Str text) {
  if (!self->from_flags && !read_anchor(self, ctx, &text)) return false;
  PipelineText p = {.ctx = ctx, .pipeline = self, .text = text};
  if (!text.size) return true;
  Element *elements = NULL;
  if (!parse_elements(&p, &elements) || !know_elements(&p, elements) || !add_elements(&p, elements, self->anchor, (Str){"", 0}, self->last))
    return false;
  while (*self->last) self->last = &(*self->last)->next;
  return true;
}

// --- Reading

static Str whole_element(const Element *element) { return (Str){element->name.data, (size_t)(element->end - element->name.data)}; }

static void read_nest(PipelineText *p, const Element *element, uint32_t depth);

static void read_pass(PipelineText *p, const Element *element, Str anchor, uint32_t depth) {
  const PassDef *def = pass_by_name(element->name);
  const Str text = whole_element(element);
  vec_push(p->pipeline->arena, &p->reading->elements,
           (PipelineElement){.depth = depth, .def = def, .text = text, .name = element->name, .options = element->options,
                             .first_option = p->reading->options.count});
  if (!def) {
    fail(p->ctx, "'%.*s' does not refer to a registered pass or pass pipeline", STR_ARG(element->name));
    explain_missing(p->ctx, element->name);
    place(p, element->name);
    Candidates names = {.name = element->name};
    for (const PassDef *const *pass = all_passes; *pass && !pass_is_known_upstream(element->name); pass++) consider(&names, (*pass)->name);
    offer(p, &names, element->name);
    return;
  }
  parse_options(p, new_instance(p->pipeline->arena, def), element->options);
  if (can_run_on(p, def, anchor)) {
    note_old_name(p->ctx, p->pipeline, def);
    if (def->now) place(p, element->name);
    return;
  }
  fail_nesting(p, def, anchor);
  place(p, text);
  Str wanted = anchor_of(p, def);
  const uint32_t begin = (uint32_t)(text.data - p->text.data);
  if (def->anchor != OP_BUILTIN_MODULE)
    diag_fix(p->ctx->diags, p->ctx->diags->last, (Range){begin, begin + (uint32_t)text.size},
             arena_printf(p->pipeline->arena, "%.*s(%.*s)", STR_ARG(wanted), STR_ARG(text)), true, "nest it in `%.*s`", STR_ARG(wanted));
}

static void read_elements(PipelineText *p, const Element *element, Str anchor, uint32_t depth) {
  for (; element; element = element->next) {
    if (element->inner) read_nest(p, element, depth);
    else read_pass(p, element, anchor, depth);
  }
}

static void read_nest(PipelineText *p, const Element *element, uint32_t depth) {
  const char *stop = element->end - element->is_closed;
  vec_push(p->pipeline->arena, &p->reading->elements,
           (PipelineElement){.depth = depth, .is_nest = true, .text = whole_element(element), .name = element->name,
                             .inner = {element->open + 1, (size_t)(stop - element->open - 1)}});
  const Element *inner = element->inner;
  bool is_empty = !depth && !inner->next && !inner->inner && !inner->name.size && !inner->options.size;
  if (!is_empty) read_elements(p, inner, element->name, depth + 1);
}

bool pipeline_read(Pipeline *scratch, Context *ctx, Str text, PipelineReading *out) {
  PipelineText p = {.ctx = ctx, .pipeline = scratch, .text = text, .reading = out};
  Diags *diags = ctx->diags;
  const uint32_t errors = diags->error_count;
  Element *first = NULL;
  parse_elements(&p, &first);
  bool has_anchor = first && first->inner && !first->next && first->name.size;
  if (has_anchor) {
    read_nest(&p, first, 0);
  } else {
    const Str all = trim(text), module = def_name(context_op_of(ctx, OP_BUILTIN_MODULE));
    fail_anchor(ctx);
    place(&p, all);
    if (diags->error_count == errors + 1)
      diag_fix(diags, diags->last, (Range){0, (uint32_t)text.size}, arena_printf(scratch->arena, "%.*s(%.*s)", STR_ARG(module), STR_ARG(all)), true,
               "wrap it in `%.*s`", STR_ARG(module));
    if (all.size) read_elements(&p, first, module, 1);
  }
  return diags->error_count == errors;
}

// --- Editing

static bool has_element(const Element *element, Str name) {
  if (!element->inner) return str_equal(element->name, name);
  for (const Element *inner = element->inner; inner; inner = inner->next)
    if (has_element(inner, name)) return true;
  return false;
}

bool pipeline_add(Pipeline *scratch, Context *ctx, Str text, Str pass, Str before, StrBuf *out) {
  const Str last = STR("reconcile-unrealized-casts");
  const PassDef *def = pass_by_name(pass);
  Str inside = text;
  if (!def || !read_anchor(scratch, ctx, &inside)) return false;
  PipelineText p = {.ctx = ctx, .pipeline = scratch, .text = inside};
  Element *first = NULL;
  bool is_empty = trim(inside).size == 0;
  if (!is_empty && !parse_elements(&p, &first)) return false;
  const Element *place = NULL;
  for (const Element *element = first; element; element = element->next)
    if ((before.size && has_element(element, before)) || (!place && !element->next && str_equal(element->name, last) && !str_equal(pass, last))) place = element;
  const char *at = place ? place->name.data : trim(inside).data + trim(inside).size;
  bool nested = !can_run_on(&p, def, scratch->anchor);
  strbuf_str(out, (Str){text.data, (size_t)(at - text.data)});
  strbuf_printf(out, nested ? "%s%.*s(%s)%s" : "%s%.*s%s%s", place || is_empty ? "" : ",", STR_ARG(nested ? anchor_of(&p, def) : STR("")),
                def->name, place ? "," : "");
  strbuf_str(out, (Str){at, (size_t)(text.data + text.size - at)});
  return true;
}

static bool has_option(const PassInstance *pass, const char *name) { return option_index(pass->def, str_from(name)) >= 0; }

// True: the functions' own was found.
static bool find_conversion(const PassInstance *pass, PipelineConversion *out) {
  for (; pass; pass = pass->next) {
    if (!pass->def) {
      if (find_conversion(pass->nested, out)) return true;
      continue;
    }
    int32_t layout = option_index(pass->def, STR("data-layout"));
    if (layout >= 0 && pass->values[layout].size) out->data_layout = pass->values[layout];
    bool of_functions = has_option(pass, "use-bare-ptr-memref-call-conv");
    if (of_functions || (!out->types && has_option(pass, "index-bitwidth"))) out->types = pass;
    if (of_functions) return true;
  }
  return false;
}

PipelineConversion pipeline_conversion(const Pipeline *self) {
  PipelineConversion out = {0};
  find_conversion(self->first, &out);
  return out;
}

// --- Printing

static bool has_space(Str text) { return memchr(text.data, ' ', text.size) != NULL; }

void pass_instance_print(const PassInstance *pass, StrBuf *out) {
  strbuf_str(out, str_from(pass->def->name));
  // Options in name order; of an empty list only the space is left.
  uint32_t count = pass->def->option_count, order[64];
  if (count > countof(order)) count = countof(order);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t j = i;
    for (; j > 0 && strcmp(pass->def->options[order[j - 1]]->name, pass->def->options[i]->name) > 0; j--)
      order[j] = order[j - 1];
    order[j] = i;
  }
  for (uint32_t n = 0; n < count; n++) {
    const PassOption *option = pass->def->options[order[n]];
    Str value = pass->values[order[n]];
    bool list = option->kind == OPTION_LIST || option->kind == OPTION_INT_LIST;
    strbuf_char(out, n ? ' ' : '{');
    if (list && !pass->given[order[n]] && !value.size) continue;
    strbuf_str(out, str_from(option->name));
    strbuf_char(out, '=');
    bool flag;
    int64_t number;
    if (option->kind == OPTION_BOOL && option_parse_bool(value, &flag))
      strbuf_str(out, str_from(flag ? "true" : "false"));
    else if ((option->kind == OPTION_INT || option->kind == OPTION_LONG || option->kind == OPTION_UINT || option->kind == OPTION_WIDTH) && option_parse_int(value, &number))
      strbuf_printf(out, "%lld", (long long)number);
    else if (list || has_space(value))
      strbuf_printf(out, "{%.*s}", STR_ARG(value));
    else
      strbuf_str(out, value);
  }
  if (count) strbuf_char(out, '}');
}

// `indent` 0: on one line, with `between` two of them.
static void print_elements(const PassInstance *pass, StrBuf *out, size_t indent, const char *between) {
  for (; pass; pass = pass->next) {
    strbuf_pad(out, ' ', indent);
    if (pass->def) {
      pass_instance_print(pass, out);
    } else {
      strbuf_str(out, pass->anchor);
      strbuf_str(out, str_from(indent ? "(\n" : "("));
      print_elements(pass->nested, out, indent ? indent + 2 : 0, ",");
      strbuf_pad(out, ' ', indent);
      strbuf_char(out, ')');
    }
    if (pass->next) strbuf_str(out, str_from(between));
    if (indent) strbuf_char(out, '\n');
  }
}

void pipeline_print(const Pipeline *self, StrBuf *out) {
  strbuf_str(out, self->anchor);
  strbuf_lit(out, "(\n");
  print_elements(self->first, out, 2, ",");
  strbuf_str(out, str_from(self->first ? ")\n" : "\n)\n"));
}

void pipeline_print_line(const Pipeline *self, const char *between, StrBuf *out) {
  strbuf_str(out, self->anchor);
  strbuf_char(out, '(');
  print_elements(self->first, out, 0, between);
  strbuf_char(out, ')');
}

// --- Statistics

typedef struct Statistic {
  const char *name, *text;   // "num-cse'd", "Number of operations CSE'd"
  int name_size;
  uint64_t value;
} Statistic;
enum { MAX_STATISTICS = countof(((PassInstance *)0)->statistics) };

// By name; entries of a pass are "(S) name - text".
static uint32_t sorted_statistics(const PassDef *def, const uint64_t *values, Statistic *out) {
  uint32_t count = 0;
  for (; def->statistics && count < MAX_STATISTICS && def->statistics[count]; count++) {
    const char *name = def->statistics[count] + 4, *dash = strchr(name, ' ');
    Statistic entry = {name, dash + 3, (int)(dash - name), values[count]};
    uint32_t to = count;
    for (; to && strcmp(out[to - 1].name, name) > 0; to--) out[to] = out[to - 1];
    out[to] = entry;
  }
  return count;
}

static int digits(uint64_t value) {
  int count = 1;
  while (value /= 10) count++;
  return count;
}

static void print_statistics(StrBuf *out, size_t indent, const PassDef *def, const uint64_t *values) {
  Statistic list[MAX_STATISTICS];
  uint32_t count = sorted_statistics(def, values, list);
  int name_size = 0, value_size = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (list[i].name_size > name_size) name_size = list[i].name_size;
    if (digits(list[i].value) > value_size) value_size = digits(list[i].value);
  }
  strbuf_pad(out, ' ', indent);
  strbuf_printf(out, "%s\n", def->class_name);
  for (uint32_t i = 0; i < count; i++) {
    strbuf_pad(out, ' ', indent + 2);
    strbuf_lit(out, "(S) ");
    strbuf_pad(out, ' ', (size_t)(value_size - digits(list[i].value)));
    strbuf_printf(out, "%llu %.*s", (unsigned long long)list[i].value, list[i].name_size, list[i].name);
    strbuf_pad(out, ' ', (size_t)(name_size - list[i].name_size));
    strbuf_printf(out, " - %s\n", list[i].text);
  }
}

static void statistics_tree(const PassInstance *pass, StrBuf *out, size_t indent) {
  for (; pass; pass = pass->next) {
    if (pass->def) {
      print_statistics(out, indent, pass->def, pass->statistics);
    } else {
      strbuf_pad(out, ' ', indent);
      strbuf_printf(out, "'%.*s' Pipeline\n", STR_ARG(pass->anchor));
      statistics_tree(pass->nested, out, indent + 2);
    }
  }
}

static bool sum_statistics(const PassInstance *pass, const PassDef *def, uint64_t *sums) {
  bool found = false;
  for (; pass; pass = pass->next) {
    if (!pass->def) found |= sum_statistics(pass->nested, def, sums);
    if (pass->def != def) continue;
    found = true;
    for (uint32_t i = 0; i < MAX_STATISTICS; i++) sums[i] += pass->statistics[i];
  }
  return found;
}

void pipeline_print_statistics(const Pipeline *self, bool as_list, StrBuf *out) {
  if (!as_list) {
    statistics_tree(self->first, out, 0);
    return;
  }
  // Passes by class name, each once.
  for (const char *previous = "";;) {
    const PassDef *next = NULL;
    for (const PassDef *const *p = all_passes; *p; p++)
      if (strcmp((*p)->class_name, previous) > 0 && (!next || strcmp((*p)->class_name, next->class_name) < 0)) next = *p;
    if (!next) return;
    previous = next->class_name;
    uint64_t sums[MAX_STATISTICS] = {0};
    if (next->statistics && sum_statistics(self->first, next, sums)) print_statistics(out, 2, next, sums);
  }
}
