// Declarative types and attributes: reading, printing and storing their parameters
// (mlir-tblgen's AttrOrTypeFormatGen.cpp and FieldParser of DialectImplementation.h).
#include "asm/params.h"

#include "asm/format_impl.h"
#include "asm/parser_impl.h"

// ---------------------------------------------------------------------------------------------
// Storage

static const ParamsDef no_params;

static const ParamsDef *params_of(const void *params) { return params ? (const ParamsDef *)params : &no_params; }

const EnumDef *attr_param_enum(A a, uint32_t i) {
  const ParamsDef *def = a->def->params;
  return def && i < def->count && def->params[i].kind == PARAM_ENUM ? def->params[i].def : NULL;
}

A attr_from_params(Context *ctx, const AttrDef *def, const uint64_t *words) {
  size_t size = params_of(def->params)->count * sizeof(uint64_t);
  ParamsAttr *key = unique_key(ctx, sizeof(ParamsAttr) + size);
  if (size) memcpy(key->words, words, size);
  return attr_unique(ctx, def, key, sizeof(ParamsAttr) + size);
}

T type_from_params(Context *ctx, const TypeDef *def, const uint64_t *words) {
  size_t size = params_of(def->params)->count * sizeof(uint64_t);
  ParamsType *key = unique_key(ctx, sizeof(ParamsType) + size);
  if (size) memcpy(key->words, words, size);
  return type_unique(ctx, def, key, sizeof(ParamsType) + size);
}

// The word of a parameter that is left out.
static uint64_t absent_word(Context *ctx, const ParamDef *param) {
  if (param->flags & PARAM_DEFAULT) return param->default_word;
  switch ((ParamKind)param->kind) {
    case PARAM_ATTR_ARRAY:
    case PARAM_TYPE_ARRAY: return param_word(ctx->attrs.empty_array);
    case PARAM_INT_ARRAY: return param_word(attr_i64_array(ctx, NULL, 0));
    default: return 0;
  }
}

static bool is_optional(const ParamDef *param) { return (param->flags & (PARAM_OPTIONAL | PARAM_DEFAULT)) != 0; }

// ---------------------------------------------------------------------------------------------
// Compiled formats

typedef enum ParamOp {
  PO_LITERAL, PO_PARAM, PO_STRUCT, PO_PARAMS, PO_CUSTOM, PO_GROUP,
  PO_SPACE, PO_NEWLINE,  // printer only
} ParamOp;
enum { PO_SPACED = 1, PO_QUALIFIED = 2, PO_INVERTED = 4 };
typedef struct ParamElement {
  uint8_t op, flags, kind;      // literal: TokenKind
  uint8_t count;                // arguments
  uint16_t size, anchor, then_end, end;
  const char *text;
  const uint8_t *args;          // parameters: the one of PO_PARAM, those of struct, params, custom
  uint32_t refs;                // custom: bit i is set when args[i] was given as ref(…)
  const ParamDirective *directive;
} ParamElement;
typedef struct ParamFormat {
  const ParamElement *elements;
  uint32_t count;
  const char *error;
} ParamFormat;

typedef struct Compiler {
  Context *ctx;
  const ParamsDef *def;
  FormatLexer lex;
  FormatSpacing spacing;
  VEC(ParamElement) out;
  const char *error;
} Compiler;

static bool fail(Compiler *c, const char *why) {
  c->error = why;
  return false;
}
static bool expect(Compiler *c, char punctuation) { return format_lex_if(&c->lex, punctuation) || fail(c, "punctuation missing"); }

static ParamElement *add(Compiler *c, ParamOp op) {
  ParamElement *e = vec_add(&c->ctx->arena, &c->out);
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
  uint8_t *copy = arena_alloc(&c->ctx->arena, count + 1u);
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
    e->text = arena_str(&c->ctx->arena, text).data;
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
  const ParamDirective *directive = map_get_str(&format_ext(c->ctx)->param_directives, c->lex.text);
  if (!directive) return fail(c, "unknown custom directive");
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

static const ParamFormat *param_format(Context *ctx, const ParamsDef *def) {
  MapEntry *entry = map_put(&ctx->format_cache, map_key(def));
  if (entry->value) return (const ParamFormat *)entry->value;
  ParamFormat *f = arena_new(&ctx->arena, ParamFormat, 1);
  entry->value = (uintptr_t)f;
  Compiler c = {.ctx = ctx, .def = def, .spacing = {true, false}};
  format_lex_start(&c.lex, def->format ? def->format : "");
  if (def->count > PARAMS_MAX) c.error = "too many parameters";
  while (!c.error && c.lex.kind != FT_END && compile_element(&c, NULL)) {}
  *f = (ParamFormat){c.out.data, c.out.count, c.error};
  return f;
}

void params_add_directives(Context *ctx, const ParamDirective *table) {
  FormatExt *ext = format_ext(ctx);
  for (; table->name; table++) map_put_str(&ext->param_directives, str_from(table->name))->value = (uintptr_t)table;
}

// ---------------------------------------------------------------------------------------------
// Reading

typedef struct Reader {
  Parser *p;
  const ParamsDef *def;
  const ParamFormat *format;
  uint64_t *words;
  uint32_t seen;   // parameters read
} Reader;

static bool wrong_attr(Parser *p, uint32_t at) { return parser_op_error_at(p, at, "invalid kind of attribute specified"); }

static A read_attr(Parser *p, const ParamDef *param) {
  uint32_t at = p->token.begin;
  A attr = param->def ? parse_stripped_attr(p, (const AttrDef *)param->def, NULL) : parse_attr(p, NULL);
  if (!attr) return NULL;
  bool fits = (!param->def || attr_is(attr, (const AttrDef *)param->def)) && (!param->check || param->check(attr)) &&
              (!param->constraint || param->constraint->check(attr, param->constraint));
  if (param->kind == PARAM_STRING && attr_kind(attr) != ATTR_STRING) fits = false;
  if (fits) return attr;
  wrong_attr(p, at);
  return NULL;
}

// Bits mlir-opt reads digits into: four for each of them.
static uint32_t digit_bits(Str digits) {
  size_t first = digits.size > 1 && digits.data[1] == 'x' ? 2 : 0;
  while (first < digits.size && digits.data[first] == '0') first++;
  return first == digits.size || digits.size - first > 1000 ? 64 : (uint32_t)(digits.size - first) * 4;
}

// Narrow types take what few digits wrap around to.
bool parse_sized_integer(Parser *p, uint32_t bits, bool is_unsigned, uint64_t *out) {
  uint32_t at = p->token.begin;
  Token digits = p->token;
  if (digits.kind == TOK_MINUS) {
    Lexer ahead = p->lexer;
    digits = lexer_next(&ahead);
  }
  uint32_t read = digit_bits(parser_text_of(p, digits));
  int64_t value;
  ParseResult result = is_unsigned ? parse_optional_unsigned(p, out) : parse_optional_integer(p, &value);
  if (result == PARSE_ABSENT) return parser_op_error_at(p, at, "expected integer value");
  if (result == PARSE_FAILED) return false;
  if (is_unsigned) value = (int64_t)*out;
  if (bits < 64) {
    int64_t max = ((int64_t)1 << (is_unsigned ? bits : bits - 1)) - 1, min = is_unsigned ? 0 : -max - 1;
    if (read > bits && (value < min || value > max)) return parser_op_error_at(p, at, "integer value too large");
    uint64_t mask = ((uint64_t)1 << bits) - 1, word = (uint64_t)value & mask;
    value = (int64_t)(!is_unsigned && word >> (bits - 1) ? word | ~mask : word);
  }
  *out = (uint64_t)value;
  return true;
}

static bool read_int(Parser *p, const ParamDef *param, uint64_t *out) {
  uint32_t bits = param->bits && param->bits < 64 ? param->bits : 64, at = p->token.begin;
  bool is_true = p->token.kind == TOK_KW_true;
  if (!parse_sized_integer(p, bits, param->kind == PARAM_UINT, out)) return false;
  if (param->kind != PARAM_BOOL) return true;
  if (is_true) *out = 1;
  return *out <= 1 || parser_op_error_at(p, at, "integer value too large");
}

// enum-parameter ::= (keyword | string) (separator (keyword | string))*
static bool read_enum(Parser *p, const ParamDef *param, uint64_t *out) {
  const EnumDef *def = param->def;
  int64_t value = 0, bits;
  uint32_t at = p->token.begin;
  // An EnumParameter names its type in full.
  if (param->flags & PARAM_FIELD || (param->cpp && strncmp(param->cpp, "::", 2) != 0)) {
    if (parse_enum_field(p, def, NULL, false, &value) != PARSE_OK) return false;
    *out = (uint64_t)value;
    return true;
  }
  TokenKind separator = def->separator && strchr(def->separator, ',') ? TOK_COMMA : TOK_VERTICAL_BAR;
  do {
    Str text;
    if (!parse_any_keyword_or_string(p, &text)) return false;
    if (!enum_symbolize(def, text, &bits))
      return parser_op_error_at(p, at, "expected %s to be one of: %.*s", param->cpp ? param->cpp : def->name,
                                STR_ARG(enum_case_list(&p->scratch, def, false)));
    value |= bits;
  } while (def->is_bits && parser_next_if(p, separator));
  *out = (uint64_t)value;
  return true;
}

static bool read_name(Parser *p, const ParamDef *param, uint64_t *out) {
  const EnumDef *def = param->def;
  uint32_t at = p->token.begin;
  Str text;
  if (!parse_any_keyword(p, &text)) return false;
  const EnumCase *found = enum_by_name(def, text);
  if (!found) return parser_op_error_at(p, at, "invalid debug info debug info %s name: %.*s", def->name, STR_ARG(text));
  *out = (uint64_t)found->value;
  return true;
}

static bool read_list(Parser *p, const ParamDef *param, uint64_t *out) {
  AttrVec items = {0};
  I64Vec numbers = {0};
  ParamDef item = *param;
  item.bits = 64;
  item.kind = PARAM_INT;
  if (param->flags & PARAM_BRACED && !parse_l_brace(p)) return false;
  do {
    if (param->kind == PARAM_ATTR_ARRAY) {
      A attr = read_attr(p, param);
      if (!attr) return false;
      vec_push(&p->scratch, &items, attr);
    } else if (param->kind == PARAM_TYPE_ARRAY) {
      T type = parse_type(p);
      if (!type) return false;
      vec_push(&p->scratch, &items, attr_type(p->ctx, type));
    } else {
      uint64_t word;
      if (!read_int(p, &item, &word)) return false;
      vec_push(&p->scratch, &numbers, (int64_t)word);
    }
  } while (parser_next_if(p, TOK_COMMA) && !p->ctx->mem.exhausted);
  if (param->flags & PARAM_BRACED && !parse_r_brace(p)) return false;
  *out = param_word(param->kind == PARAM_INT_ARRAY ? attr_i64_array(p->ctx, numbers.data, numbers.count)
                                                   : attr_array(p->ctx, items.data, items.count));
  return true;
}

static bool read_value(Parser *p, const ParamDef *param, uint64_t *out) {
  A attr;
  switch ((ParamKind)param->kind) {
    case PARAM_STRING:
      if (param->cpp && str_ends_with(str_from(param->cpp), STR("StringRef"))) {
        Str text;
        if (!parse_string(p, &text)) return false;
        *out = param_word(attr_string(p->ctx, text));
        return true;
      }
      // fall through
    case PARAM_ATTR:
    case PARAM_ATTR_DEF:
    case PARAM_ATTR_CLASS:
      attr = read_attr(p, param);
      *out = param_word(attr);
      return attr != NULL;
    case PARAM_TYPE: {
      T type = parse_type(p);
      *out = param_word(type);
      return type != NULL;
    }
    case PARAM_BOOL:
    case PARAM_INT:
    case PARAM_UINT: return read_int(p, param, out);
    case PARAM_ENUM: return read_enum(p, param, out);
    case PARAM_NAME: return read_name(p, param, out);
    case PARAM_OPT_INT: {
      int64_t value;
      ParseResult result = parse_optional_integer(p, &value);
      if (result == PARSE_OK) *out = param_word(attr_i64(p->ctx, p->ctx->types.i64, value));
      return result != PARSE_FAILED;
    }
    case PARAM_ATTR_ARRAY:
    case PARAM_TYPE_ARRAY:
    case PARAM_INT_ARRAY: return read_list(p, param, out);
    case PARAM_DENSE_I32:
      attr = parse_dense_elements(p, p->ctx->types.i32);
      *out = param_word(attr);
      return attr != NULL;
  }
  return false;
}

static bool read_param(Reader *r, uint8_t index) {
  const ParamDef *param = &r->def->params[index];
  if (!read_value(r->p, param, &r->words[index]))
    return parser_op_error_at(r->p, r->p->token.begin, "failed to parse %s parameter '%s' which is to be a `%s`",
                              r->def->class_name ? r->def->class_name : "", param->name, param->cpp ? param->cpp : "");
  r->seen |= 1u << index;
  return true;
}

static bool read_literal(Reader *r, const ParamElement *e, bool optional, bool *found) {
  Parser *p = r->p;
  bool here = e->kind == TOK_BARE_ID ? str_equal(parser_text_of(p, p->token), (Str){e->text, e->size}) : p->token.kind == e->kind;
  *found = here;
  if (here)
    parser_next(p);
  else if (!optional && e->kind == TOK_BARE_ID)
    return parser_op_error_at(p, p->token.begin, "expected '%s'", e->text);
  else if (!optional)
    return parser_expect(p, (TokenKind)e->kind, arena_printf(&p->scratch, "expected '%s'", e->text).data);
  return true;
}

// struct ::= key `=` value (`,` key `=` value)*, in any order; as many as there are when none is optional
static bool read_struct(Reader *r, const ParamElement *e) {
  Parser *p = r->p;
  uint32_t before = r->seen, optional = 0;
  for (uint32_t i = 0; i < e->count; i++) optional += is_optional(&r->def->params[e->args[i]]);
  bool required = optional < e->count;
  Str key;
  if (!required) {
    if (!parse_optional_any_keyword(p, &key)) return true;
  } else if (!parse_any_keyword(p, &key)) {
    return parser_op_error_at(p, p->token.begin, "expected a parameter name in struct");
  }
  for (uint32_t n = 1;; n++) {
    if (!parse_equal(p)) return false;
    uint32_t i = 0;
    while (i < e->count && ((r->seen & ~before) >> e->args[i] & 1u || !str_is(key, r->def->params[e->args[i]].name))) i++;
    if (i == e->count)
      return parser_op_error_at(p, p->token.begin, "duplicate or unknown struct parameter name: %.*s", STR_ARG(key));
    if (!read_param(r, e->args[i])) return false;
    if (optional ? !parser_next_if(p, TOK_COMMA) : n == e->count) break;
    if (!optional && !parse_comma(p)) return false;
    if (!parse_any_keyword(p, &key)) return parser_op_error_at(p, p->token.begin, "expected a parameter name in struct");
  }
  for (uint32_t i = 0; i < e->count; i++) {
    const ParamDef *param = &r->def->params[e->args[i]];
    if (!is_optional(param) && !(r->seen >> e->args[i] & 1u))
      return parser_op_error_at(p, p->token.begin, "struct is missing required parameter: %s", param->name);
  }
  return true;
}

// params ::= value (`,` value)*, those at the end may be missing
static bool read_params(Reader *r, const ParamElement *e) {
  uint32_t required = e->count;
  while (required && is_optional(&r->def->params[e->args[required - 1]])) required--;
  for (uint32_t i = 0; i < e->count; i++) {
    if (i && i < required && !parse_comma(r->p)) return false;
    if (i && i >= required && !parser_next_if(r->p, TOK_COMMA)) return true;
    if (!read_param(r, e->args[i])) return false;
  }
  return true;
}

static bool read_elements(Reader *r, uint32_t begin, uint32_t end);

static bool read_custom(Reader *r, const ParamElement *e) {
  if (!e->directive->parse(r->p, r->words, e->args, e->count)) return false;
  for (uint32_t i = 0; i < e->count; i++) r->seen |= 1u << e->args[i];
  return true;
}

// Whether the first element of a group is there; it was read then.
static bool read_first(Reader *r, uint32_t index, bool *found) {
  const ParamElement *e = &r->format->elements[index];
  Parser *p = r->p;
  if (e->op == PO_LITERAL) return read_literal(r, e, true, found);
  *found = true;
  if (e->op == PO_PARAM) {
    const ParamDef *param = &r->def->params[e->args[0]];
    A attr = NULL;
    ParseResult result = PARSE_OK;
    switch ((ParamKind)param->kind) {
      case PARAM_ATTR:
      case PARAM_ATTR_CLASS:
        result = parse_optional_attr(p, NULL, &attr);
        if (result == PARSE_OK) r->words[e->args[0]] = param_word(attr);
        break;
      case PARAM_ATTR_DEF:
        if (p->token.kind != TOK_HASH_ID && p->token.kind != TOK_LESS) result = PARSE_ABSENT;
        else if (!read_param(r, e->args[0])) result = PARSE_FAILED;
        break;
      case PARAM_TYPE: {
        T type;
        result = parse_optional_type(p, &type);
        if (result == PARSE_OK) r->words[e->args[0]] = param_word(type);
        break;
      }
      case PARAM_STRING:
        if (p->token.kind != TOK_STRING) result = PARSE_ABSENT;
        else if (!read_param(r, e->args[0])) result = PARSE_FAILED;
        break;
      default:
        if (p->token.kind == TOK_GREATER || p->token.kind == TOK_COMMA) result = PARSE_ABSENT;
        else if (!read_param(r, e->args[0])) result = PARSE_FAILED;
        break;
    }
    *found = result == PARSE_OK;
    if (*found) r->seen |= 1u << e->args[0];
    return result != PARSE_FAILED;
  }
  if (p->token.kind == TOK_GREATER) {
    *found = false;
    return true;
  }
  return read_elements(r, index, index + 1);
}

static bool read_elements(Reader *r, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end;) {
    const ParamElement *e = &r->format->elements[i++];
    bool found;
    switch ((ParamOp)e->op) {
      case PO_LITERAL:
        if (!read_literal(r, e, false, &found)) return false;
        break;
      case PO_PARAM:
        if (!read_param(r, e->args[0])) return false;
        break;
      case PO_STRUCT:
        if (!read_struct(r, e)) return false;
        break;
      case PO_PARAMS:
        if (!read_params(r, e)) return false;
        break;
      case PO_CUSTOM:
        if (!read_custom(r, e)) return false;
        break;
      case PO_GROUP: {
        uint32_t first = i;
        while (first < e->then_end && r->format->elements[first].op >= PO_SPACE) first++;
        if (!read_first(r, first, &found)) return false;
        if (!(found ? read_elements(r, first + 1, e->then_end) : read_elements(r, e->then_end, e->end))) return false;
        i = e->end;
        break;
      }
      case PO_SPACE:
      case PO_NEWLINE: break;
    }
  }
  return true;
}

static bool read_all(Parser *p, const ParamsDef *def, uint64_t *words) {
  uint32_t at = p->token.begin;
  Reader r = {p, def, param_format(p->ctx, def), words, 0};
  if (r.format->error) return parser_op_error_at(p, at, "format of %s: %s", def->class_name ? def->class_name : "the definition", r.format->error);
  for (uint32_t i = 0; i < def->count; i++) words[i] = absent_word(p->ctx, &def->params[i]);
  if (!parser_enter(p)) return false;
  bool ok = read_elements(&r, 0, r.format->count);
  parser_leave(p);
  return ok && (!def->verify || def->verify(p, words, at));
}

A parse_attr_params(Parser *p, const AttrDef *def) {
  uint64_t words[PARAMS_MAX];
  return read_all(p, params_of(def->params), words) ? attr_from_params(p->ctx, def, words) : NULL;
}

T parse_type_params(Parser *p, const TypeDef *def) {
  uint64_t words[PARAMS_MAX];
  return read_all(p, params_of(def->params), words) ? type_from_params(p->ctx, def, words) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Printing

typedef struct Writer {
  Printer *p;
  const ParamsDef *def;
  const ParamFormat *format;
  const uint64_t *words;
} Writer;

static bool is_shown(const Writer *w, uint8_t index) {
  const ParamDef *param = &w->def->params[index];
  return !is_optional(param) || w->words[index] != absent_word(printer_context(w->p), param);
}

static void write_list(Printer *p, const ParamDef *param, A list) {
  if (param->flags & PARAM_BRACED) print_char(p, '{');
  if (param->kind == PARAM_INT_ARRAY) {
    for (uint64_t i = 0; i < ((const DenseArrayAttr *)list)->count; i++) {
      if (i) print_text(p, ", ");
      print_i64(p, dense_array_i64(list, i));
    }
  } else {
    const ArrayAttr *items = (const ArrayAttr *)list;
    for (uint64_t i = 0; i < items->count; i++) {
      if (i) print_text(p, ", ");
      if (param->kind == PARAM_TYPE_ARRAY)
        print_type(p, ((const TypeAttr *)items->items[i])->type);
      else
        (param->def ? print_attr_stripped : print_attr)(p, items->items[i]);
    }
  }
  if (param->flags & PARAM_BRACED) print_char(p, '}');
}

// Fields that hold several bits print in quotes when their enum says so.
static void write_enum(Printer *p, const ParamDef *param, int64_t value) {
  const EnumDef *def = param->def;
  const EnumCase *found = enum_by_value(def, value);
  bool is_field = param->flags & PARAM_FIELD || (param->cpp && strncmp(param->cpp, "::", 2) != 0);
  bool quoted = is_field && def->is_bits && def->quoted && !found && (value & (value - 1)) != 0;
  if (is_field && !def->is_bits && found && !enum_name_is_keyword(found->name)) quoted = true;
  if (quoted) print_char(p, '"');
  print_enum(p, def, value);
  if (quoted) print_char(p, '"');
}

static void write_param(const Writer *w, uint8_t index, bool qualified) {
  const ParamDef *param = &w->def->params[index];
  Printer *p = w->p;
  uint64_t word = w->words[index];
  const void *pointer = (const void *)(uintptr_t)word;
  switch ((ParamKind)param->kind) {
    case PARAM_ATTR:
    case PARAM_ATTR_CLASS:
    case PARAM_STRING:
      if (pointer) print_attr(p, pointer);
      break;
    case PARAM_ATTR_DEF:
      if (pointer) (qualified ? print_attr : print_attr_stripped)(p, pointer);
      break;
    case PARAM_TYPE:
      if (pointer) print_type(p, pointer);
      break;
    case PARAM_INT: print_i64(p, (int64_t)word); break;
    case PARAM_UINT: print_u64(p, word); break;
    case PARAM_BOOL: print_text(p, word ? "true" : "false"); break;
    case PARAM_ENUM: write_enum(p, param, (int64_t)word); break;
    case PARAM_NAME: print_enum(p, param->def, (int64_t)word); break;
    case PARAM_OPT_INT:
      if (pointer) print_u64(p, attr_to_u64(pointer));
      break;
    case PARAM_ATTR_ARRAY:
    case PARAM_TYPE_ARRAY:
    case PARAM_INT_ARRAY:
      if (pointer) write_list(p, param, pointer);
      break;
    case PARAM_DENSE_I32:
      if (pointer) print_dense_elements(p, pointer);
      break;
  }
}

static bool any_shown(const Writer *w, const ParamElement *e) {
  bool shown = e->op == PO_LITERAL;
  for (uint32_t i = 0; i < e->count && !shown; i++) shown = !(e->refs >> i & 1u) && is_shown(w, e->args[i]);
  return shown;
}

static void write_elements(const Writer *w, uint32_t begin, uint32_t end) {
  Printer *p = w->p;
  for (uint32_t i = begin; i < end;) {
    const ParamElement *e = &w->format->elements[i++];
    bool is_list = e->op == PO_STRUCT || e->op == PO_PARAMS;
    if (e->flags & PO_SPACED && e->op != PO_GROUP && (e->op == PO_LITERAL || e->op == PO_CUSTOM || any_shown(w, e))) print_char(p, ' ');
    switch ((ParamOp)e->op) {
      case PO_LITERAL: print_str(p, (Str){e->text, e->size}); break;
      case PO_PARAM:
        if (is_shown(w, e->args[0])) write_param(w, e->args[0], (e->flags & PO_QUALIFIED) != 0);
        break;
      case PO_STRUCT:
      case PO_PARAMS: {
        bool first = true;
        for (uint32_t k = 0; is_list && k < e->count; k++) {
          if (!is_shown(w, e->args[k])) continue;
          if (!first) print_text(p, ", ");
          first = false;
          if (e->op == PO_STRUCT) {
            print_text(p, w->def->params[e->args[k]].name);
            print_text(p, " = ");
          }
          write_param(w, e->args[k], false);
        }
        break;
      }
      case PO_CUSTOM: e->directive->print(p, w->words, e->args, e->count); break;
      case PO_GROUP: {
        // A custom directive or list is there when any of its parameters is.
        bool is_then = any_shown(w, &w->format->elements[e->anchor]) != ((e->flags & PO_INVERTED) != 0);
        if (is_then)
          write_elements(w, i, e->then_end);
        else
          write_elements(w, e->then_end, e->end);
        i = e->end;
        break;
      }
      case PO_SPACE: print_char(p, ' '); break;
      case PO_NEWLINE: print_newline(p); break;
    }
  }
}

static void write_all(Printer *p, const ParamsDef *def, const uint64_t *words) {
  Writer w = {p, def, param_format(printer_context(p), def), words};
  if (!w.format->error) write_elements(&w, 0, w.format->count);
}

void print_attr_params(Printer *p, A attr) { write_all(p, params_of(attr->def->params), ((const ParamsAttr *)attr)->words); }
void print_type_params(Printer *p, T type) { write_all(p, params_of(type->def->params), ((const ParamsType *)type)->words); }
