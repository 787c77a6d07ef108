// Formats of types and attributes to compiled elements (mlir-tblgen's AttrOrTypeFormatGen.cpp).
#include "records/format.h"

typedef struct Compiler {
  Arena *arena;
  const FormatDirectives *directives;
  const ParamsDef *def;
  FormatLexer lex;
  FormatSpacing spacing;
  VEC(ParamElement) out;
  const char *error;
  const char *error_at;
} Compiler;

static bool fail(Compiler *c, const char *why) {
  if (!c->error) {
    c->error = why;
    c->error_at = c->lex.begin;
  }
  return false;
}
static bool expect(Compiler *c, char punctuation) { return format_lex_if(&c->lex, punctuation) || fail(c, "punctuation missing"); }

static ParamElement *add(Compiler *c, ParamOp op) {
  ParamElement *e = vec_add(c->arena, &c->out);
  *e = (ParamElement){.op = (uint8_t)op};
  return e;
}

static bool find_param(Compiler *c, uint8_t *out) {
  for (uint32_t i = 0; i < c->def->count; i++) {
    if (!str_is(c->lex.text, c->def->params[i].name)) continue;
    *out = (uint8_t)i;
    format_lex(&c->lex);
    return true;
  }
  return fail(c, "unknown parameter");
}

// A list of parameters into `args`: `params` for all of them, or `$a`, `ref($b)`, …
static bool param_list(Compiler *c, uint8_t *args, uint8_t *count, uint32_t *refs) {
  *count = 0;
  *refs = 0;
  if (c->lex.kind == FT_WORD && str_is(c->lex.text, "params")) {
    for (uint32_t i = 0; i < c->def->count; i++) args[(*count)++] = (uint8_t)i;
    format_lex(&c->lex);
    return true;
  }
  do {
    bool wrapped = c->lex.kind == FT_WORD;
    if (*count == PARAMS_MAX) return fail(c, "too many parameters");
    if (wrapped) {
      if (str_is(c->lex.text, "ref")) *refs |= 1u << *count;
      format_lex(&c->lex);
      if (!expect(c, '(')) return false;
    }
    if (!find_param(c, &args[(*count)++]) || (wrapped && !expect(c, ')'))) return false;
  } while (format_lex_if(&c->lex, ','));
  return true;
}

static bool add_list(Compiler *c, ParamOp op, const uint8_t *args, uint8_t count) {
  bool spaced = format_space_variable(&c->spacing);
  ParamElement *e = add(c, op);
  e->flags = spaced ? PO_SPACED : 0;
  e->count = count;
  uint8_t *copy = arena_alloc(c->arena, count + 1u);
  memcpy(copy, args, count);
  e->args = copy;
  return true;
}

static bool compile_element(Compiler *c, int *anchor);

static bool at_close(const Compiler *c) { return c->lex.kind == FT_PUNCTUATION && c->lex.text.data[0] == ')'; }

static bool compile_elements(Compiler *c, int *anchor) {
  while (!at_close(c))
    if (!compile_element(c, anchor)) return false;
  format_lex(&c->lex);
  return true;
}

// group ::= `(` elements `)` (`:` `(` elements `)`)? `?`
static bool compile_group(Compiler *c) {
  uint32_t self = c->out.count;
  add(c, PO_GROUP);
  int then_anchor = -1, else_anchor = -1;
  FormatSpacing before = c->spacing;
  if (!compile_elements(c, &then_anchor)) return false;
  uint32_t then_end = c->out.count;
  if (c->lex.kind == FT_PUNCTUATION && c->lex.text.data[0] == ':') c->spacing = before;
  if (format_lex_if(&c->lex, ':') && !(expect(c, '(') && compile_elements(c, &else_anchor))) return false;
  ParamElement *group = &c->out.data[self];
  group->then_end = (uint16_t)then_end;
  group->end = (uint16_t)c->out.count;
  if (then_anchor < 0 && else_anchor < 0) return fail(c, "group without anchor");
  group->anchor = (uint16_t)(then_anchor >= 0 ? then_anchor : else_anchor);
  if (then_anchor < 0) group->flags = PO_INVERTED;
  return expect(c, '?');
}

static bool compile_literal(Compiler *c) {
  Str text = c->lex.text;
  format_lex(&c->lex);
  if (text.size == 0) {
    c->spacing = (FormatSpacing){false, true};
  } else if (text.data[0] == ' ') {
    add(c, PO_SPACE);
    c->spacing = (FormatSpacing){false, false};
  } else if (str_is(text, "\\n") || text.data[0] == '\n') {
    add(c, PO_NEWLINE);
  } else {
    bool spaced = format_space_literal(&c->spacing, text);
    ParamElement *e = add(c, PO_LITERAL);
    e->flags = spaced ? PO_SPACED : 0;
    e->kind = (uint8_t)format_literal_kind(text);
    e->text = arena_str(c->arena, text).data;
    e->size = (uint16_t)text.size;
  }
  return true;
}

static bool compile_directive(Compiler *c) {
  uint8_t args[PARAMS_MAX], count;
  uint32_t refs;
  Str word = c->lex.text;
  if (str_is(word, "params")) return param_list(c, args, &count, &refs) && add_list(c, PO_PARAMS, args, count);
  format_lex(&c->lex);
  if (str_is(word, "struct")) return expect(c, '(') && param_list(c, args, &count, &refs) && expect(c, ')') && add_list(c, PO_STRUCT, args, count);
  if (str_is(word, "qualified")) {
    if (!expect(c, '(') || !find_param(c, args) || !expect(c, ')') || !add_list(c, PO_PARAM, args, 1)) return false;
    c->out.data[c->out.count - 1].flags |= PO_QUALIFIED;
    return true;
  }
  if (!str_is(word, "custom")) return fail(c, "unknown directive");
  if (!expect(c, '<')) return false;
  const ParamDirective *directive = c->directives ? map_get_str(&c->directives->of_params, c->lex.text) : NULL;
  if (!directive && c->directives) return fail(c, "unknown custom directive");
  format_lex(&c->lex);
  if (!expect(c, '>') || !expect(c, '(') || !param_list(c, args, &count, &refs) || !expect(c, ')') || !add_list(c, PO_CUSTOM, args, count))
    return false;
  c->out.data[c->out.count - 1].directive = directive;
  c->out.data[c->out.count - 1].refs = refs;
  return true;
}

// element ::= literal | `$`name | directive | group, then `^` for an anchor
static bool compile_element(Compiler *c, int *anchor) {
  uint32_t self = c->out.count;
  uint8_t arg;
  bool ok;
  switch (c->lex.kind) {
    case FT_LITERAL: ok = compile_literal(c); break;
    case FT_VARIABLE: ok = find_param(c, &arg) && add_list(c, PO_PARAM, &arg, 1); break;
    case FT_WORD: ok = compile_directive(c); break;
    default: ok = expect(c, '(') && compile_group(c); break;
  }
  if (ok && format_lex_if(&c->lex, '^')) {
    if (!anchor) return fail(c, "anchor outside of a group");
    *anchor = (int)self;
  }
  return ok;
}

ParamFormat *param_format_compile(Arena *arena, const FormatDirectives *directives, const ParamsDef *def) {
  ParamFormat *f = arena_new(arena, ParamFormat, 1);
  const char *text = def->format ? def->format : "";
  Compiler c = {.arena = arena, .directives = directives, .def = def, .spacing = {true, false}};
  format_lex_start(&c.lex, text);
  if (def->count > PARAMS_MAX) fail(&c, "too many parameters");
  while (!c.error && c.lex.kind != FT_END && compile_element(&c, NULL)) {}
  *f = (ParamFormat){c.out.data, c.out.count, c.error, c.error ? (uint32_t)(c.error_at - text) : 0};
  return f;
}
