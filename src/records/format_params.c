// Formats of types and attributes to compiled elements (mlir-tblgen's AttrOrTypeFormatGen.cpp).
#include "records/format.h"

typedef struct Compiler {
  Arena *arena;
  const FormatDirectives *directives;
  const ParamsDef *def;
  FormatLexer lex;
  FormatSpacing spacing;
  VEC(ParamElement) out;
  uint32_t seen, depth;        // parameters that are spelled; groups around
  const char *error;
  const char *error_at;
} Compiler;

enum { MAX_DEPTH = 16, MAX_ELEMENTS = 2000 };

static bool fail_at(Compiler *c, const char *at, const char *why) {
  if (!c->error) {
    c->error = why;
    c->error_at = at;
  }
  return false;
}

static bool fail(Compiler *c, const char *why) { return fail_at(c, c->lex.begin, why); }

static bool expect(Compiler *c, char punctuation) {
  return format_lex_if(&c->lex, punctuation) || fail(c, arena_printf(c->arena, "expected '%c'", punctuation).data);
}

// A parameter is spelled once.
static bool note(Compiler *c, uint8_t param) {
  if (c->seen >> param & 1u) return fail(c, arena_printf(c->arena, "'%s' is spelled already", c->def->params[param].name).data);
  c->seen |= 1u << param;
  return true;
}

static ParamElement *add(Compiler *c, ParamOp op) {
  ParamElement *e = vec_add(c->arena, &c->out);
  *e = (ParamElement){.op = (uint8_t)op};
  return e;
}

static bool find_param(Compiler *c, uint8_t *out, bool is_ref) {
  for (uint32_t i = 0; i < c->def->count && c->lex.kind == FT_VARIABLE; i++) {
    if (!str_is(c->lex.text, c->def->params[i].name)) continue;
    *out = (uint8_t)i;
    if (!is_ref && !note(c, *out)) return false;
    format_lex(&c->lex);
    return true;
  }
  if (c->lex.kind != FT_VARIABLE) return fail(c, "expected a parameter: $name");
  return fail(c, arena_printf(c->arena, "there is no parameter '%.*s'", STR_ARG(c->lex.text)).data);
}

// A list of parameters into `args`: `params` for all of them, or `$a`, `ref($b)`, …
static bool param_list(Compiler *c, uint8_t *args, uint8_t *count, uint32_t *refs) {
  *count = 0;
  *refs = 0;
  if (c->lex.kind == FT_WORD && str_is(c->lex.text, "params")) {
    for (uint32_t i = 0; i < c->def->count; i++) {
      if (!note(c, (uint8_t)i)) return false;
      args[(*count)++] = (uint8_t)i;
    }
    format_lex(&c->lex);
    return true;
  }
  do {
    bool wrapped = c->lex.kind == FT_WORD, is_ref = wrapped && str_is(c->lex.text, "ref");
    if (*count == PARAMS_MAX) return fail(c, "too many parameters");
    if (wrapped) {
      if (is_ref) *refs |= 1u << *count;
      format_lex(&c->lex);
      if (!expect(c, '(')) return false;
    }
    if (!find_param(c, &args[(*count)++], is_ref) || (wrapped && !expect(c, ')'))) return false;
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

static bool is_optional(const Compiler *c, uint8_t param) { return (c->def->params[param].flags & (PARAM_OPTIONAL | PARAM_DEFAULT)) != 0; }

// The elements of a group may be absent; the first one decides whether the group is present.
static bool check_group(Compiler *c, uint32_t begin, uint32_t then_end, uint32_t anchor, const char *at) {
  const ParamElement *list = c->out.data;
  if (begin == then_end || list[begin].op >= PO_GROUP) return fail_at(c, at, "first element of an optional group must be a literal or a parameter");
  if (list[anchor].op == PO_LITERAL || list[anchor].op >= PO_GROUP) return fail_at(c, at, "only parameters can be used to anchor an optional group");
  for (uint32_t i = begin; i < c->out.count; i++) {
    if (list[i].op == PO_LITERAL || list[i].op >= PO_GROUP) continue;
    for (uint32_t k = 0; k < list[i].count; k++)
      if (!(list[i].refs >> k & 1u) && !is_optional(c, list[i].args[k])) return fail_at(c, at, "parameters in an optional group must be optional");
  }
  return true;
}

// group ::= `(` elements `)` (`:` `(` elements `)`)? `?`
static bool compile_group(Compiler *c) {
  uint32_t self = c->out.count;
  const char *at = c->lex.begin;
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
  int anchor = then_anchor >= 0 ? then_anchor : else_anchor;
  if (anchor < 0 || (uint32_t)anchor >= c->out.count) return fail_at(c, at, "optional group has no anchor element: mark one with '^'");
  group->anchor = (uint16_t)anchor;
  if (c->directives && c->directives->are_checked && !check_group(c, self + 1, then_end, (uint32_t)anchor, at)) return false;
  if (then_anchor < 0) group->flags = PO_INVERTED;
  return expect(c, '?');
}

static bool compile_literal(Compiler *c) {
  Str text = c->lex.text;
  if (!format_is_literal(text)) return fail(c, "between '`' stands a keyword, punctuation, one space, '\\n' or nothing");
  format_lex(&c->lex);
  if (text.size == 0) {
    c->spacing = (FormatSpacing){false, true};
  } else if (text.data[0] == ' ') {
    add(c, PO_SPACE);
    c->spacing = (FormatSpacing){false, true};   // none besides
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
  const char *at = c->lex.begin;
  if (str_is(word, "params")) return param_list(c, args, &count, &refs) && add_list(c, PO_PARAMS, args, count);
  format_lex(&c->lex);
  if (str_is(word, "struct")) return expect(c, '(') && param_list(c, args, &count, &refs) && expect(c, ')') && add_list(c, PO_STRUCT, args, count);
  if (str_is(word, "qualified")) {
    if (!expect(c, '(') || !find_param(c, args, false) || !expect(c, ')') || !add_list(c, PO_PARAM, args, 1)) return false;
    c->out.data[c->out.count - 1].flags |= PO_QUALIFIED;
    return true;
  }
  if (!str_is(word, "custom"))
    return fail_at(c, at, arena_printf(c->arena, "there is no directive '%.*s': there are params, struct, qualified and custom", STR_ARG(word)).data);
  if (!expect(c, '<')) return false;
  const ParamDirective *directive = c->directives ? map_get_str(&c->directives->of_params, c->lex.text) : NULL;
  if (!directive && c->directives) return fail(c, arena_printf(c->arena, "there is no custom directive '%.*s' of parameters", STR_ARG(c->lex.text)).data);
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
  if (self > MAX_ELEMENTS) return fail(c, "the format is too long");
  switch (c->lex.kind) {
    case FT_LITERAL: ok = compile_literal(c); break;
    case FT_VARIABLE: ok = find_param(c, &arg, false) && add_list(c, PO_PARAM, &arg, 1); break;
    case FT_WORD: ok = compile_directive(c); break;
    case FT_END: return fail(c, "expected ')'");
    case FT_BAD: return fail(c, "the quote is not closed");
    default:
      if (c->lex.kind != FT_PUNCTUATION || c->lex.text.data[0] != '(') return fail(c, "expected a literal between '`', a parameter, a directive or '('");
      if (c->depth == MAX_DEPTH) return fail(c, "nested too deeply");
      c->depth++;
      format_lex(&c->lex);
      ok = compile_group(c);
      c->depth--;
      break;
  }
  if (ok && format_lex_if(&c->lex, '^')) {
    if (!anchor) return fail(c, "'^' marks an element of an optional group");
    if (*anchor >= 0) return fail(c, "there is an anchor already");
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
  for (uint32_t i = 0; i < def->count && !c.error && def->format; i++)
    if (!(c.seen >> i & 1u) && !is_optional(&c, (uint8_t)i)) fail(&c, arena_printf(arena, "parameter '%s' is not spelled", def->params[i].name).data);
  *f = (ParamFormat){c.out.data, c.out.count, c.error, c.error ? (uint32_t)(c.error_at - text) : 0};
  return f;
}
