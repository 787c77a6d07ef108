// Reading types and attributes by their declarative parameters
// (mlir-tblgen's AttrOrTypeFormatGen.cpp and FieldParser of DialectImplementation.h).
#include "asm/enums.h"
#include "asm/params_impl.h"
#include "asm/parser_impl.h"

typedef struct Reader {
  Parser *p;
  const ParamsDef *def;
  const ParamFormat *format;
  uint64_t *words;
  uint32_t seen;   // parameters read
} Reader;

static bool wrong_attr(Parser *p, uint32_t at) { return parser_op_error_at(p, at, "invalid kind of attribute specified"); }

static A read_attr(Parser *p, const RecordTable *table, const ParamDef *param) {
  uint32_t at = p->token.begin;
  const AttrConstraint *constraint = &table->attr_constraints[param->constraint];
  if (param->kind == PARAM_ATTR_ARRAY && param->constraint && constraint->form == ATTR_FORM_DENSE_ARRAY)
    return parse_dense_elements(p, built_type(p->ctx, constraint->value_type));
  A attr = param->def ? parse_stripped_attr(p, (const AttrDef *)param->def, NULL) : parse_attr(p, NULL);
  if (!attr) return NULL;
  bool fits = (!param->def || attr_is(attr, (const AttrDef *)param->def)) &&
              (!param->constraint || attr_satisfies(table, constraint, attr));
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
    if (!parser_enum_value(p, def, text, at, &bits))
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
  if (!enum_value(def, text, (int64_t *)out)) return parser_op_error_at(p, at, "invalid debug info debug info %s name: %.*s", def->name, STR_ARG(text));
  return true;
}

static bool read_list(Parser *p, const RecordTable *table, const ParamDef *param, uint64_t *out) {
  AttrVec items = {0};
  I64Vec numbers = {0};
  ParamDef item = *param;
  item.bits = 64;
  item.kind = PARAM_INT;
  if (param->flags & PARAM_BRACED && !parse_l_brace(p)) return false;
  do {
    if (param->kind == PARAM_ATTR_ARRAY) {
      A attr = read_attr(p, table, param);
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

static bool read_value(Parser *p, const RecordTable *table, const ParamDef *param, uint64_t *out) {
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
      attr = read_attr(p, table, param);
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
    case PARAM_INT_ARRAY: return read_list(p, table, param, out);
    case PARAM_DENSE_I32:
      attr = parse_dense_elements(p, p->ctx->types.i32);
      *out = param_word(attr);
      return attr != NULL;
    case PARAM_AFFINE_MAP: {
      const AffineMap *map = parse_affine_map(p);
      *out = map ? param_word(attr_affine_map(p->ctx, map)) : 0;
      return map != NULL;
    }
  }
  return false;
}

static bool read_param(Reader *r, uint8_t index) {
  const ParamDef *param = &r->def->params[index];
  if (!read_value(r->p, r->def->table, param, &r->words[index]))
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

// Releases that are read did not have it yet, all or some of them.
static bool may_be_missing(const Parser *p, const ParamDef *param) {
  const Edition *edition = p->options.edition;
  return param_is_optional(param) || (param->since && (!edition || edition->release < param->since));
}

// struct ::= key `=` value (`,` key `=` value)*, in any order; as many as there are when none is optional
static bool read_struct(Reader *r, const ParamElement *e) {
  Parser *p = r->p;
  uint32_t before = r->seen, optional = 0;
  for (uint32_t i = 0; i < e->count; i++) optional += may_be_missing(p, &r->def->params[e->args[i]]);
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
    if (!may_be_missing(p, param) && !(r->seen >> e->args[i] & 1u))
      return parser_op_error_at(p, p->token.begin, "struct is missing required parameter: %s", param->name);
    if (!(r->seen >> e->args[i] & 1u) && !param_is_optional(param)) parser_note_until(p, OLDER_FEWER_PARAMETERS, param->since - 1u, p->last_end - 1);
  }
  return true;
}

// params ::= value (`,` value)*, those at the end may be missing
static bool read_params(Reader *r, const ParamElement *e) {
  uint32_t required = e->count;
  while (required && param_is_optional(&r->def->params[e->args[required - 1]])) required--;
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
  for (uint32_t i = 0; i < def->count; i++) words[i] = param_absent_word(p->ctx, &def->params[i]);
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
