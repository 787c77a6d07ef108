// Types (https://mlir.llvm.org/docs/Dialects/Builtin/#types).
#include "asm/op_parser.h"
#include "ir/verify.h"

static bool is_float_keyword(TokenKind kind) {
  switch (kind) {
  case TOK_KW_bf16: case TOK_KW_f16: case TOK_KW_f32: case TOK_KW_f64: case TOK_KW_f80: case TOK_KW_f128:
  case TOK_KW_tf32: case TOK_KW_f4E2M1FN: case TOK_KW_f6E2M3FN: case TOK_KW_f6E3M2FN: case TOK_KW_f8E5M2:
  case TOK_KW_f8E4M3: case TOK_KW_f8E4M3FN: case TOK_KW_f8E5M2FNUZ: case TOK_KW_f8E4M3FNUZ:
  case TOK_KW_f8E4M3B11FNUZ: case TOK_KW_f8E3M4: case TOK_KW_f8E8M0FNU:
    return true;
  default:
    return false;
  }
}

static FloatKind float_keyword_kind(TokenKind kind) {
  switch (kind) {
  case TOK_KW_f4E2M1FN: return FLOAT_F4E2M1FN;
  case TOK_KW_f6E2M3FN: return FLOAT_F6E2M3FN;
  case TOK_KW_f6E3M2FN: return FLOAT_F6E3M2FN;
  case TOK_KW_f8E5M2: return FLOAT_F8E5M2;
  case TOK_KW_f8E4M3: return FLOAT_F8E4M3;
  case TOK_KW_f8E4M3FN: return FLOAT_F8E4M3FN;
  case TOK_KW_f8E5M2FNUZ: return FLOAT_F8E5M2FNUZ;
  case TOK_KW_f8E4M3FNUZ: return FLOAT_F8E4M3FNUZ;
  case TOK_KW_f8E4M3B11FNUZ: return FLOAT_F8E4M3B11FNUZ;
  case TOK_KW_f8E3M4: return FLOAT_F8E3M4;
  case TOK_KW_f8E8M0FNU: return FLOAT_F8E8M0FNU;
  case TOK_KW_bf16: return FLOAT_BF16;
  case TOK_KW_f16: return FLOAT_F16;
  case TOK_KW_tf32: return FLOAT_TF32;
  case TOK_KW_f64: return FLOAT_F64;
  case TOK_KW_f80: return FLOAT_F80;
  case TOK_KW_f128: return FLOAT_F128;
  default: return FLOAT_F32;
  }
}

// ---------------------------------------------------------------------------------------------
// Dimensions

// The value of a decimal INTEGER token; false when it is over `limit`.
static bool decimal_value(Str digits, uint64_t limit, uint64_t *out) {
  uint64_t value = 0;
  for (size_t i = 0; i < digits.size; i++) {
    if (!char_is_digit(digits.data[i])) return false;
    uint64_t digit = (uint64_t)(digits.data[i] - '0');
    if (value > (UINT64_MAX - digit) / 10) return false;
    value = value * 10 + digit;
  }
  *out = value;
  return digits.size > 0 && value <= limit;
}

// Go on behind a dimension. An `x` there is a token alone: in `1x1x1` the lexer would read `x1x1` as one word,
// and read it again for every dimension.
static void next_after_dim(Parser *p, uint32_t end) {
  p->last_end = end;
  if (end < p->text.size && p->text.data[end] == 'x') {
    p->token = (Token){TOK_BARE_ID, end, end + 1};
    p->lexer.at = end + 1;
  } else {
    parser_reset(p, end);
  }
}

// In `0xf32` the dimension is 0 and the rest is `xf32`, although the lexer sees a hexadecimal number.
static bool parse_dim_integer(Parser *p, int64_t *out) {
  Str text = parser_text_of(p, p->token);
  if (p->token.kind == TOK_INTEGER && text.size > 1 && text.data[1] == 'x') {
    *out = 0;
    next_after_dim(p, p->token.begin + 1);
    return true;
  }
  uint64_t value;
  if (p->token.kind != TOK_INTEGER || !decimal_value(text, INT64_MAX, &value))
    return parser_error(p, "invalid dimension");
  *out = (int64_t)value;
  next_after_dim(p, p->token.end);
  return true;
}

// The `x` after a dimension; what is glued to it is the next token.
bool parse_x_in_dims(Parser *p) {
  if (p->token.kind != TOK_BARE_ID || p->text.data[p->token.begin] != 'x') {
    parser_wrong_token(p, "expected 'x' in dimension list");
    slip_keyword(p, "x");
    return false;
  }
  if (p->token.end - p->token.begin == 1)
    parser_next(p);
  else
    parser_reset(p, p->token.begin + 1);
  return true;
}

static bool parse_dim(Parser *p, I64Vec *dims, int flags) {
  uint32_t at = p->token.begin;
  int64_t value = DYNAMIC;
  if (parser_next_if(p, TOK_QUESTION)) {
    if (!(flags & DIMS_ALLOW_DYNAMIC)) return parser_error_at(p, at, "expected static shape");
  } else if (!parse_dim_integer(p, &value)) {
    return false;
  }
  vec_push(&p->scratch, dims, value);
  return true;
}

// vector-dim-list ::= ((integer | `[` integer `]`) `x`)*
bool parse_vector_dims(Parser *p, I64Vec *dims, uint64_t *scalable) {
  *scalable = 0;
  while (p->token.kind == TOK_INTEGER || p->token.kind == TOK_L_SQUARE) {
    bool is_scalable = parser_next_if(p, TOK_L_SQUARE);
    int64_t value;
    if (!parse_dim_integer(p, &value)) return false;
    if (is_scalable) {
      if (!parser_next_if(p, TOK_R_SQUARE)) return parser_wrong_token(p, "missing ']' closing scalable dimension");
      if (dims->count >= 64) return parser_error(p, "vectors with a scalable dimension beyond the 64th are not supported");
      *scalable |= (uint64_t)1 << dims->count;
    }
    vec_push(&p->scratch, dims, value);
    if (!parse_x_in_dims(p)) return false;
  }
  return true;
}

// dimension-list ::= eps | dimension (`x` dimension)*     dimension ::= `?` | decimal-literal
// With DIMS_TRAILING_X: (dimension `x`)*
bool parse_dims(Parser *p, I64Vec *dims, uint64_t *scalable, int flags) {
  if (flags & DIMS_SCALABLE) {
    uint64_t unused;
    return parse_vector_dims(p, dims, scalable ? scalable : &unused);
  }
  if (scalable) *scalable = 0;
  if (flags & DIMS_TRAILING_X) {
    while (p->token.kind == TOK_INTEGER || p->token.kind == TOK_QUESTION)
      if (!parse_dim(p, dims, flags) || !parse_x_in_dims(p)) return false;
    return true;
  }
  if (p->token.kind != TOK_INTEGER && p->token.kind != TOK_QUESTION) return true;
  if (!parse_dim(p, dims, flags)) return false;
  while (p->token.kind == TOK_BARE_ID && p->text.data[p->token.begin] == 'x')
    if (!parse_x_in_dims(p) || !parse_dim(p, dims, flags)) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Lists and functions

// type-list-no-parens ::= type (`,` type)*
bool parse_type_list(Parser *p, TypeVec *out) {
  do {
    T type = parse_type(p);
    if (!type) return false;
    vec_push(&p->scratch, out, type);
  } while (parser_next_if(p, TOK_COMMA));
  return true;
}

// type-list-parens ::= `(` `)` | `(` type-list-no-parens `)`
bool parse_type_list_parens(Parser *p, TypeVec *out) {
  if (!parser_expect(p, TOK_L_PAREN, "expected '('")) return false;
  if (parser_next_if(p, TOK_R_PAREN)) return true;
  return parse_type_list(p, out) && parser_expect(p, TOK_R_PAREN, "expected ')'");
}

// function-result-types ::= type-list-parens | non-function-type
bool parse_function_result_types(Parser *p, TypeVec *out) {
  if (p->token.kind == TOK_L_PAREN) return parse_type_list_parens(p, out);
  T type = parse_non_function_type(p);
  if (type) vec_push(&p->scratch, out, type);
  return type != NULL;
}

bool parse_colon_type(Parser *p, T *out) {
  *out = parser_expect(p, TOK_COLON, "expected ':'") ? parse_type(p) : NULL;
  return *out != NULL;
}

bool parse_colon_type_list(Parser *p, TypeVec *out) {
  return parser_expect(p, TOK_COLON, "expected ':'") && parse_type_list(p, out);
}

bool parse_arrow_type_list(Parser *p, TypeVec *out) {
  return parser_expect(p, TOK_ARROW, "expected '->'") && parse_function_result_types(p, out);
}

bool parse_optional_arrow_type_list(Parser *p, TypeVec *out) {
  return !parser_next_if(p, TOK_ARROW) || parse_function_result_types(p, out);
}

// function-type ::= type-list-parens `->` function-result-types
static T parse_function(Parser *p) {
  ArenaMark mark = arena_mark(&p->scratch);
  TypeVec types = {0};
  T result = NULL;
  if (parse_type_list_parens(p, &types)) {
    uint32_t inputs = types.count;
    if (parser_expect(p, TOK_ARROW, "expected '->' in function type") && parse_function_result_types(p, &types))
      result = type_function(p->ctx, types.data, inputs, types.data + inputs, types.count - inputs);
  }
  arena_release(&p->scratch, mark);
  return result;
}

// ---------------------------------------------------------------------------------------------
// Aggregates

// complex-type ::= `complex` `<` type `>`
static T parse_complex(Parser *p) {
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' in complex type")) return NULL;
  uint32_t at = p->token.begin;
  T element = parse_type(p);
  if (!element || !parser_expect(p, TOK_GREATER, "expected '>' in complex type")) return NULL;
  if (!type_is_float(element) && !type_as_integer(element)) {
    parser_error_at(p, at, "invalid element type for complex");
    return NULL;
  }
  return type_complex(p->ctx, element);
}

// tuple-type ::= `tuple` `<` (type (`,` type)*)? `>`
static T parse_tuple(Parser *p) {
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' in tuple type")) return NULL;
  if (parser_next_if(p, TOK_GREATER)) return type_tuple(p->ctx, NULL, 0);
  ArenaMark mark = arena_mark(&p->scratch);
  TypeVec types = {0};
  T result = NULL;
  if (parse_type_list(p, &types) && parser_expect(p, TOK_GREATER, "expected '>' in tuple type"))
    result = type_tuple(p->ctx, types.data, types.count);
  arena_release(&p->scratch, mark);
  return result;
}

// A type of a dialect of which nothing but the name is known here.
static bool is_name_only(const Parser *p, A dialect) {
  const DialectDef *def = context_dialect(p->ctx, attr_str(dialect));
  if (!def && p->options.keep_unknown) return true;
  return def && (def->is_name_only || def->allows_unknown_types);
}

static bool may_be_element(const Parser *p, T type, uint32_t flag) {
  switch (type_kind(type)) {
  case TYPE_INTEGER: case TYPE_INDEX: case TYPE_FLOAT: return true;
  case TYPE_COMPLEX: case TYPE_VECTOR: case TYPE_MEMREF: case TYPE_UNRANKED_MEMREF: return flag == TYPE_MEMREF_ELEMENT;
  case TYPE_DIALECT: return (type->def->flags & flag) != 0;
  case TYPE_OPAQUE: return is_name_only(p, ((const OpaqueType *)type)->dialect);
  default: return false;
  }
}

static bool is_tensor_element(T type) {
  switch (type_kind(type)) {
  case TYPE_INTEGER: case TYPE_INDEX: case TYPE_FLOAT: case TYPE_COMPLEX: case TYPE_VECTOR:
  case TYPE_OPAQUE: case TYPE_DIALECT: return true;
  default: return false;
  }
}

// "1, 2, 3" for messages.
static Str dims_text(Parser *p, const int64_t *dims, uint32_t count) {
  StrBuf out;
  strbuf_init(&out, &p->ctx->mem);
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(&out, ", ");
    strbuf_i64(&out, dims[i]);
  }
  Str text = arena_str(&p->scratch, strbuf_view(&out));
  strbuf_free(&out);
  return text;
}

// vector-type ::= `vector` `<` vector-dim-list type `>`
static T parse_vector(Parser *p) {
  uint32_t at = p->token.begin;
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' in vector type")) return NULL;
  int64_t first_dims[8];
  I64Vec dims = {first_dims, 0, countof(first_dims)};
  uint64_t scalable;
  if (!parse_vector_dims(p, &dims, &scalable)) return NULL;
  uint32_t element_at = p->token.begin;
  T element = parse_type(p);
  if (!element || !parser_expect(p, TOK_GREATER, "expected '>' in vector type")) return NULL;
  if (type_kind(element) == TYPE_DIALECT && p->options.edition && p->options.edition->older_text & OLDER_OWN_VECTOR) {
    parser_error_at(p, element_at, "vector elements must be int/index/float type");
    return NULL;
  }
  if (!may_be_element(p, element, TYPE_VECTOR_ELEMENT)) {
    parser_error_at(p, at, "failed to verify 'elementType': VectorElementTypeInterface instance");
    return NULL;
  }
  for (uint32_t i = 0; i < dims.count; i++) {
    if (dims.data[i] > 0) continue;
    parser_error_at(p, at, "vector types must have positive constant sizes but got %.*s",
                    STR_ARG(dims_text(p, dims.data, dims.count)));
    return NULL;
  }
  return type_vector(p->ctx, dims.data, dims.count, scalable, element);
}

// tensor-type ::= `tensor` `<` (dimension-list | `*` `x`) type (`,` attribute)? `>`
static T parse_tensor(Parser *p) {
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' in tensor type")) return NULL;
  bool unranked = parser_next_if(p, TOK_STAR);
  int64_t first_dims[8];
  I64Vec dims = {first_dims, 0, countof(first_dims)};
  if (unranked ? !parse_x_in_dims(p) : !parse_dims(p, &dims, NULL, DIMS_ALLOW_DYNAMIC | DIMS_TRAILING_X)) return NULL;
  uint32_t element_at = p->token.begin;
  T element = parse_type(p);
  if (!element) return NULL;
  A encoding = NULL;
  if (parser_next_if(p, TOK_COMMA) && parse_optional_attr(p, NULL, &encoding) == PARSE_FAILED) return NULL;
  if (!parser_expect(p, TOK_GREATER, "expected '>' in tensor type")) return NULL;
  if (!is_tensor_element(element)) {
    parser_error_at(p, element_at, "invalid tensor element type");
    return NULL;
  }
  if (!unranked) return type_tensor(p->ctx, dims.data, dims.count, element, encoding);
  if (encoding) {
    parser_error(p, "cannot apply encoding to unranked tensor");
    return NULL;
  }
  return type_unranked_tensor(p->ctx, element);
}

static bool is_layout(A attr) {
  AttrKind kind = attr_kind(attr);
  return kind == ATTR_AFFINE_MAP || kind == ATTR_STRIDED;
}

// Any attribute that a dialect defines, and of the builtin ones those that were used as such.
static bool is_memory_space(const Parser *p, A attr) {
  switch (attr_kind(attr)) {
  case ATTR_INTEGER: case ATTR_STRING: case ATTR_DICT: case ATTR_DIALECT: return true;
  case ATTR_OPAQUE: return is_name_only(p, ((const OpaqueAttr *)attr)->dialect);
  default: return false;
  }
}

// The name of an alias that the text does not define.
static bool is_from_elsewhere(A attr) { return attr_kind(attr) == ATTR_OPAQUE && !attr_str(((const OpaqueAttr *)attr)->dialect).size; }

static uint32_t layout_rank(A layout) {
  return attr_kind(layout) == ATTR_AFFINE_MAP ? ((const MapAttr *)layout)->map->dim_count : (uint32_t)((const StridedAttr *)layout)->rank;
}

enum { LAST_NUMBERED_LAYOUTS = 13 };   // the last release with lists of layouts

static COLD void report_layout_rank(Parser *p, uint32_t at, uint32_t layout_at, A layout, uint32_t rank) {
  const Edition *edition = p->options.edition;
  uint32_t of_layout = layout_rank(layout);
  if (edition && edition->release <= LAST_NUMBERED_LAYOUTS)
    parser_error_at(p, layout_at, "memref affine map dimension mismatch between memref rank and affine map1: %u != %u", rank, of_layout);
  else if (attr_kind(layout) == ATTR_AFFINE_MAP || (edition && edition->older_text & OLDER_OFFSET_AND_STRIDES))   // strides were a map
    parser_error_at(p, at, "memref layout mismatch between rank and affine map: %u != %u", rank, of_layout);
  else
    parser_error_at(p, at, "expected the number of strides to match the rank");
}

// memref-type ::= `memref` `<` (dimension-list | `*` `x`) type (`,` layout)* (`,` memory-space)? `>`
static T parse_memref(Parser *p) {
  uint32_t at = p->token.begin;
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' in memref type")) return NULL;
  bool unranked = parser_next_if(p, TOK_STAR);
  int64_t first_dims[8];
  I64Vec dims = {first_dims, 0, countof(first_dims)};
  if (unranked ? !parse_x_in_dims(p) : !parse_dims(p, &dims, NULL, DIMS_ALLOW_DYNAMIC | DIMS_TRAILING_X)) return NULL;
  uint32_t element_at = p->token.begin;
  T element = parse_type(p);
  if (!element) return NULL;
  if (!may_be_element(p, element, TYPE_MEMREF_ELEMENT)) {
    parser_error_at(p, element_at, "invalid memref element type");
    return NULL;
  }
  A layout = NULL, space = NULL;
  uint32_t layout_at = at;
  if (!parser_next_if(p, TOK_GREATER)) {
    if (!parser_expect(p, TOK_COMMA, "expected ',' or '>' in memref type")) return NULL;
    if (p->token.kind == TOK_GREATER) {
      parser_wrong_token(p, "expected list element");
      return NULL;
    }
    do {
      bool is_word = p->token.kind == TOK_BARE_ID;
      uint32_t attr_at = p->token.begin;
      if (!layout) layout_at = attr_at;
      A attr = is_word && space_is_elsewhere(p) ? parse_space_elsewhere(p) : offset_and_strides_ahead(p) ? parse_offset_and_strides(p) : parse_attr(p, NULL);
      if (!attr && is_word) parser_hint(p, "a memory space is an attribute: write its number");
      if (!attr) return NULL;
      const char *error = NULL;
      if (is_layout(attr)) {
        layout = join_layouts(p, layout, attr, dims.count);
        if (unranked)
          error = "cannot have affine map for unranked memref type";
        else if (space)
          error = "expected memory space to be last in memref type";
      } else if (space && is_from_elsewhere(space)) {   // a layout, of which nothing is known
        Str layout_text = attr_str(((const OpaqueAttr *)space)->text), rest = str_slice(p->text, attr_at, p->last_end);
        bool is_bare = p->text.data[attr_at] != '#' && is_from_elsewhere(attr);
        space = attr_opaque(p->ctx, STR(""), arena_printf(&p->scratch, "%.*s, %s%.*s", STR_ARG(layout_text), is_bare ? "#" : "", STR_ARG(rest)), p->ctx->types.none);
      } else if (space) {
        error = "multiple memory spaces specified in memref type";
      } else {
        space = attr;
      }
      if (error) {
        parser_error(p, "%s", error);
        return NULL;
      }
    } while (parser_next_if(p, TOK_COMMA));
    if (!parser_expect(p, TOK_GREATER, "expected ',' or '>'")) return NULL;
  }
  if (layout && layout_rank(layout) != dims.count) {
    report_layout_rank(p, at, layout_at, layout, dims.count);
    return NULL;
  }
  if (space && !is_memory_space(p, space) && !(p->options.keep_unknown && attr_kind(space) == ATTR_OPAQUE)) {
    parser_error_at(p, at, "unsupported memory space Attribute");
    return NULL;
  }
  if (unranked) return type_unranked_memref(p->ctx, element, space);
  return type_memref(p->ctx, dims.data, dims.count, element, layout, space);
}

// integer-type ::= (`s` | `u`)? `i` digit+
static T parse_integer_type(Parser *p) {
  Str text = parser_text_of(p, p->token);
  Signedness signedness = text.data[0] == 'i' ? SIGNLESS : text.data[0] == 's' ? SIGNED : UNSIGNED;
  Str digits = str_slice(text, signedness == SIGNLESS ? 1 : 2, text.size);
  if (signedness == SIGNLESS && digits.size == 2 && digits.data[0] == '3' && digits.data[1] == '2') {
    parser_next(p);
    return p->ctx->types.i32;
  }
  uint64_t width;
  if (!decimal_value(digits, UINT32_MAX, &width)) {
    parser_error(p, "invalid integer width");
    return NULL;
  }
  if (width > INTEGER_MAX_WIDTH) {
    parser_error(p, "integer bitwidth is limited to %u bits", INTEGER_MAX_WIDTH);
    return NULL;
  }
  parser_next(p);
  return type_integer(p->ctx, (uint32_t)width, signedness);
}

typedef T AggregateRule(Parser *p);

static T parse_nested(Parser *p, AggregateRule *rule) {
  if (!parser_enter(p)) return NULL;
  T type = rule(p);
  parser_leave(p);
  return type;
}

// The end of the type that is spelled from the current token on; 0 when it is long or names anything outside of itself.
static uint32_t end_of_spelling(const Parser *p) {
  enum { LONGEST = 96 };
  const char *text = p->text.data;
  uint32_t size = (uint32_t)p->text.size, at = p->token.end, depth = 0;
  uint32_t limit = size - at > LONGEST ? at + LONGEST : size;
  bool is_dialects = p->token.kind == TOK_EXCLAMATION_ID;
  if (is_dialects) {
    // Without a dot: an alias, or a whole symbol between `<` and `>`.
    if (!memchr(text + p->token.begin, '.', at - p->token.begin)) return 0;
    if (at == size || text[at] != '<') return at;
  }
  while (at < limit) {
    switch (text[at++]) {
    case '<': depth++; break;
    case '>':
      if (depth == 0 || text[at - 2] == '-') return 0;
      if (--depth) break;
      return at;
    case '!': case '#': case '"': case '/': case '{': case '\n': return 0;
    case '(':
      if (is_dialects) break;
      return 0;
    default:
      if (depth == 0) return 0;
    }
  }
  return 0;
}

// Of the spelling that begins here, without looking for its end: what stands behind it may count, too.
static uint32_t hash_of_spelling(const Parser *p) {
  const char *text = p->text.data;
  uint32_t begin = p->token.begin, end = p->token.end;
  uint64_t h = end - begin, word = 0;
  memcpy(&word, text + begin, end - begin < sizeof word ? end - begin : sizeof word);
  h = (h ^ word) * 0x9E3779B97F4A7C15u;
  if (end - begin > sizeof word) {
    memcpy(&word, text + end - sizeof word, sizeof word);
    h = (h ^ h >> 29 ^ word) * 0x9E3779B97F4A7C15u;
  }
  if (p->text.size - end > sizeof word && text[end] == '<') {
    memcpy(&word, text + end, sizeof word);
    h = (h ^ h >> 29 ^ word) * 0x9E3779B97F4A7C15u;
  }
  return (uint32_t)(h >> 32);
}

// A type that is often spelled again is found by its spelling, unless reading it says something about the text.
// Brackets end where they end, so that text which begins like a spelling with brackets is that spelling.
static T parse_spelled(Parser *p, AggregateRule *rule) {
  enum { WAYS = 4 };
  const char *text = p->text.data;
  uint32_t begin = p->token.begin, left = (uint32_t)p->text.size - begin, way = hash_of_spelling(p) % (TYPE_SPELLINGS / WAYS) * WAYS;
  bool has_body = p->token.end < p->text.size && text[p->token.end] == '<';
  if (!p->spellings && !(p->spellings = arena_new(&p->names, TypeSpelling, TYPE_SPELLINGS))) return parse_nested(p, rule);
  TypeSpelling *known = p->spellings + way;
  for (uint32_t i = 0; i < WAYS && known[i].size; i++) {
    if (known[i].size > left || memcmp(known[i].text, text + begin, known[i].size) != 0) continue;
    if (!has_body && known[i].size != p->token.end - begin) continue;
    if (has_body && known[i].size == p->token.end - begin) continue;
    p->last_end = begin + known[i].size;
    parser_reset(p, p->last_end);
    return known[i].type;
  }
  uint32_t noted = p->noted, end = end_of_spelling(p);
  T type = parse_nested(p, rule);
  if (!type || !end || p->last_end != end || p->noted != noted) return type;
  memmove(known + 1, known, sizeof *known * (WAYS - 1));
  *known = (TypeSpelling){text + begin, end - begin, type};
  return type;
}

// non-function-type ::= integer-type | `index` | float-type | `none` | extended-type | vector-type
//                     | tensor-type | memref-type | complex-type | tuple-type
T parse_non_function_type(Parser *p) {
  switch (p->token.kind) {
  case TOK_INTTYPE: return parse_integer_type(p);
  case TOK_KW_index: parser_next(p); return p->ctx->types.index;
  case TOK_KW_none: parser_next(p); return p->ctx->types.none;
  case TOK_EXCLAMATION_ID: return parse_spelled(p, parse_extended_type);
  case TOK_KW_vector: return parse_spelled(p, parse_vector);
  case TOK_KW_tensor: return parse_spelled(p, parse_tensor);
  case TOK_KW_memref: return parse_spelled(p, parse_memref);
  case TOK_KW_complex: return parse_nested(p, parse_complex);
  case TOK_KW_tuple: return parse_nested(p, parse_tuple);
  default:
    if (is_float_keyword(p->token.kind)) {
      T type = p->ctx->types.floats[float_keyword_kind(p->token.kind)];
      parser_next(p);
      return type;
    }
    parser_wrong_token(p, "expected non-function type");
    slip_type(p);
    return NULL;
  }
}

// type ::= function-type | non-function-type
T parse_type(Parser *p) {
  return p->token.kind == TOK_L_PAREN ? parse_nested(p, parse_function) : parse_non_function_type(p);
}

ParseResult parse_optional_type(Parser *p, T *out) {
  switch (p->token.kind) {
  case TOK_L_PAREN: case TOK_INTTYPE: case TOK_KW_index: case TOK_KW_none: case TOK_EXCLAMATION_ID:
  case TOK_KW_vector: case TOK_KW_tensor: case TOK_KW_memref: case TOK_KW_complex: case TOK_KW_tuple:
    break;
  default:
    if (!is_float_keyword(p->token.kind)) return PARSE_ABSENT;
  }
  return (*out = parse_type(p)) ? PARSE_OK : PARSE_FAILED;
}

// The aliases of a text: definitions begin their lines.
static void parse_aliases(Parser *p) {
  const char *at = p->text.data, *end = at + p->text.size;
  for (; at && at < end; at = (at = memchr(at, '\n', (size_t)(end - at))) ? at + 1 : NULL) {
    if (*at != '!' && *at != '#') continue;
    parser_reset(p, (uint32_t)(at - p->text.data));
    p->failed = false;
    if (p->token.kind == TOK_EXCLAMATION_ID) parse_type_alias_def(p);
    else if (p->token.kind == TOK_HASH_ID) parse_attr_alias_def(p);
  }
}

// Bytes that may be read without finding a type: those around one that cannot be read hold it as well.
#define READ_IN_VAIN ((uint32_t)1024 * 1024)

struct TypeReader {
  Parser parser;
  Diags suppressed;
  uint32_t left;     // bytes that may still be read without finding a type
};

TypeReader *type_reader_new(Module *module, Arena *arena, SourceNotes *notes) {
  Context *ctx = module->context;
  Diags *diags = ctx->diags;
  TypeReader *self = arena_new(arena, TypeReader, 1);
  diags_init(&self->suppressed, arena);
  self->left = READ_IN_VAIN;
  ctx->diags = &self->suppressed;
  const ParseOptions options = {.allow_unregistered = ctx->allow_unregistered, .notes = notes};
  parser_init(&self->parser, ctx, NULL, module->source.text, &options);
  parse_aliases(&self->parser);
  ctx->diags = diags;
  return self;
}

void type_reader_free(TypeReader *self) {
  if (self) parser_deinit(&self->parser);
}

T type_reader_at(TypeReader *self, uint32_t at, uint32_t *end) {
  Parser *p = &self->parser;
  if (!self->left) return NULL;
  Diags *diags = p->ctx->diags;
  p->ctx->diags = &self->suppressed;
  parser_reset(p, at);
  p->failed = false;
  p->depth = 0;
  T type = parse_type(p);
  *end = p->last_end;
  uint32_t far = p->token.end > at ? p->token.end - at : 1;
  // An attempt that fails at once may have looked at all of the text for a bracket.
  if (far < READ_IN_VAIN / 256) far = READ_IN_VAIN / 256;
  if (!type) self->left -= far < self->left ? far : self->left;
  p->ctx->diags = diags;
  return type;
}

T parse_type_text(Context *ctx, Str text) {
  Parser p;
  ParseOptions options = {.allow_unregistered = ctx->allow_unregistered};
  parser_init(&p, ctx, NULL, text, &options);
  T type = parse_type(&p);
  if (type && p.token.kind != TOK_EOF) {
    Str rest = str_slice(text, p.token.begin, text.size);
    parser_error_at(&p, p.token.begin, "found trailing characters: '%.*s'", STR_ARG(rest));
    type = NULL;
  }
  parser_deinit(&p);
  return type;
}
