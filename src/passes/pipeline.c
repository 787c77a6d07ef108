// Textual pass pipelines: builtin.module(func.func(cse),convert-func-to-llvm{index-bitwidth=32}).
#include "passes/pipeline_impl.h"

#include "ops/builtin.h"

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

// --- The text

static bool fail_at(PipelineText *p, size_t at, const char *format, Str name)
    __attribute__((format(printf, 3, 0)));
static bool fail_at(PipelineText *p, size_t at, const char *format, Str name) {
  if (p->reading) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    pipeline_fail(p->ctx, format, STR_ARG(name));
#pragma GCC diagnostic pop
    return pipeline_place(p, name.size ? name : str_slice(p->text, at, at < p->text.size ? at + 1 : at));
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
  pipeline_fail(p->ctx, "%.*s", (int)text.size, text.data);
  strbuf_free(&text);
  return false;
}

static char peek(const PipelineText *p) { return p->at < p->text.size ? p->text.data[p->at] : 0; }

static void skip_spaces(PipelineText *p) {
  while (pipeline_is_space(peek(p))) p->at++;
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
    element->name = pipeline_trim(str_slice(p->text, begin, p->at));
    element->end = element->name.data + element->name.size;
    element->options = none;
    element->up = up;
    *last = element;
    last = &element->next;
    char c = peek(p);
    if (!c) break;
    rest = p->at;
    if (c == '(') {
      if (++depth > MAX_NESTING) return pipeline_fail(p->ctx, "pass pipeline is nested too deeply");
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
  pipeline_place(p, (Str){up->name.data, (size_t)(up->open + 1 - up->name.data)});
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
      pipeline_explain_missing(p->ctx, element->name);
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
  pipeline_fail(p->ctx, "Can't add pass '%s' restricted to '%.*s' on a PassManager intended to run on '%.*s', did you intend to nest?",
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
        return pipeline_fail_more(p->ctx, "failed to add `%.*s` with options `%.*s` to inner pipeline\n", element->name, element->options);
      continue;
    }
    if (!pipeline_options(p, pass, element->options))
      return !from_flags && pipeline_fail_more(p->ctx, failed, element->name, element->options);
    if (!can_run_on(p, def, anchor)) {
      if (!from_flags) {
        fail_nesting(p, def, anchor);
        return pipeline_fail_more(p->ctx, failed, element->name, element->options);
      }
      PassInstance *inner = arena_new(p->pipeline->arena, PassInstance, 1);
      *inner = *pass;
      inner->nest = anchor_of(p, def);
      *pass = (PassInstance){.anchor = inner->nest, .nested = inner, .nest = nest};
      pass = inner;
    }
    pipeline_note_old_name(p->ctx, p->pipeline, def);
    pass->number = p->pipeline->pass_count++;
  }
  return true;
}

static bool fail_anchor(Context *ctx) {
  return pipeline_fail(ctx, "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'");
}

// What is between the parentheses of "anchor(…)".
static bool read_anchor(Pipeline *self, Context *ctx, Str *text) {
  Str whole = pipeline_trim(*text);
  size_t open = 0;
  while (open < whole.size && whole.data[open] != '(') open++;
  if (open == 0 || open == whole.size || whole.data[whole.size - 1] != ')')
    return fail_anchor(ctx);
  self->anchor = pipeline_trim(str_slice(whole, 0, open));
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
    pipeline_fail(p->ctx, "'%.*s' does not refer to a registered pass or pass pipeline", STR_ARG(element->name));
    pipeline_explain_missing(p->ctx, element->name);
    pipeline_place(p, element->name);
    Candidates names = {.name = element->name};
    for (const PassDef *const *pass = all_passes; *pass && !pass_is_known_upstream(element->name); pass++) candidates_consider(&names, (*pass)->name);
    pipeline_offer(p, &names, element->name);
    return;
  }
  pipeline_options(p, new_instance(p->pipeline->arena, def), element->options);
  if (can_run_on(p, def, anchor)) {
    pipeline_note_old_name(p->ctx, p->pipeline, def);
    if (def->now) pipeline_place(p, element->name);
    return;
  }
  fail_nesting(p, def, anchor);
  pipeline_place(p, text);
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
    const Str all = pipeline_trim(text), module = def_name(context_op_of(ctx, OP_BUILTIN_MODULE));
    fail_anchor(ctx);
    pipeline_place(&p, all);
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
  bool is_empty = pipeline_trim(inside).size == 0;
  if (!is_empty && !parse_elements(&p, &first)) return false;
  const Element *place = NULL;
  for (const Element *element = first; element; element = element->next)
    if ((before.size && has_element(element, before)) || (!place && !element->next && str_equal(element->name, last) && !str_equal(pass, last))) place = element;
  const char *at = place ? place->name.data : pipeline_trim(inside).data + pipeline_trim(inside).size;
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
