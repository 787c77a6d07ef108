// Attributes that hold many elements: dense, array, sparse, resources; strided layouts.
#include "asm/parser_impl.h"
#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Tensor literals

typedef struct Element {
  Token token;
  bool negative;
} Element;

// tensor-literal ::= element | `[` (tensor-literal (`,` tensor-literal)*)? `]`, kept as tokens until
// the type is known.
typedef struct Literal {
  VEC(Element) elements;
  I64Vec shape;        // empty for a single element
  bool is_string;      // hexadecimal data, or the one string
  Token string;
} Literal;

static bool parse_element(Parser *p, Literal *self);

// complex-element ::= `(` element `,` element `)`
static bool parse_complex_element(Parser *p, Literal *self) {
  parser_next(p);
  if (!parser_enter(p)) return false;
  bool ok = parse_element(p, self) && parser_expect(p, TOK_COMMA, "expected ',' between complex elements") &&
            parse_element(p, self) && parser_expect(p, TOK_R_PAREN, "expected ')' after complex elements");
  parser_leave(p);
  return ok;
}

// element ::= bool | string | `-`? (integer | float) | complex-element
static bool parse_element(Parser *p, Literal *self) {
  bool negative = false;
  switch (p->token.kind) {
  case TOK_KW_true: case TOK_KW_false: case TOK_FLOAT: case TOK_INTEGER: case TOK_STRING: break;
  case TOK_MINUS:
    parser_next(p);
    if (p->token.kind != TOK_FLOAT && p->token.kind != TOK_INTEGER)
      return parser_error(p, "expected integer or floating point literal");
    negative = true;
    break;
  case TOK_L_PAREN: return parse_complex_element(p, self);
  default: return parser_error(p, "expected element literal of primitive type");
  }
  vec_push(&p->scratch, &self->elements, (Element){p->token, negative});
  parser_next(p);
  return !p->ctx->mem.exhausted;
}

static bool same_dims(const I64Vec *a, const I64Vec *b) {
  return a->count == b->count && (a->count == 0 || memcmp(a->data, b->data, a->count * sizeof *a->data) == 0);
}

static bool parse_literal_list(Parser *p, Literal *self, I64Vec *dims);

static bool parse_literal_items(Parser *p, Literal *self, I64Vec *dims) {
  int64_t size = 0;
  I64Vec inner = {0};
  if (!parser_expect(p, TOK_L_SQUARE, "expected '['")) return false;
  if (!parser_next_if(p, TOK_R_SQUARE)) {
    do {
      I64Vec item = {0};
      if (p->token.kind == TOK_L_SQUARE ? !parse_literal_list(p, self, &item) : !parse_element(p, self)) return false;
      if (size++ == 0)
        inner = item;
      else if (!same_dims(&inner, &item))
        return parser_error(p, "tensor literal is invalid; ranks are not consistent between elements");
    } while (parser_next_if(p, TOK_COMMA));
    if (!parser_expect(p, TOK_R_SQUARE, "expected ']'")) return false;
  }
  vec_clear(dims);
  vec_push(&p->scratch, dims, size);
  for (uint32_t i = 0; i < inner.count; i++) vec_push(&p->scratch, dims, inner.data[i]);
  return true;
}

static bool parse_literal_list(Parser *p, Literal *self, I64Vec *dims) {
  if (!parser_enter(p)) return false;
  bool ok = parse_literal_items(p, self, dims);
  parser_leave(p);
  return ok;
}

static bool parse_literal(Parser *p, Literal *self, bool allow_string) {
  if (allow_string && p->token.kind == TOK_STRING) {
    self->is_string = true;
    self->string = p->token;
    parser_next(p);
    return true;
  }
  return p->token.kind == TOK_L_SQUARE ? parse_literal_list(p, self, &self->shape) : parse_element(p, self);
}

// ---------------------------------------------------------------------------------------------
// Elements to bytes

static Str shape_text(Parser *p, const int64_t *dims, uint64_t count) {
  StrBuf out;
  strbuf_init(&out, &p->ctx->mem);
  for (uint64_t i = 0; i < count; i++) {
    if (i) strbuf_lit(&out, ", ");
    if (dims[i] == DYNAMIC)
      strbuf_char(&out, '?');
    else
      strbuf_i64(&out, dims[i]);
  }
  Str text = arena_str(&p->scratch, strbuf_view(&out));
  strbuf_free(&out);
  return text;
}

static void store_word(uint8_t *out, uint64_t word, uint32_t size) {
  for (uint32_t i = 0; i < size; i++, word >>= 8) out[i] = (uint8_t)word;
}

// A value of `type` as `size` bytes; the token must be an integer.
static bool store_integer(Parser *p, Token token, bool negative, T type, uint8_t *out, uint32_t size) {
  APInt value;
  ArenaMark mark = arena_mark(&p->scratch);
  bool ok = parse_int_text(p, parser_text_of(p, token), negative, type, &value);
  if (ok) {
    if (value.width <= 64 && size <= 8)
      store_word(out, value.word, size);
    else
      apint_to_bytes(&value, out, size);
  }
  arena_release(&p->scratch, mark);
  return ok;
}

static void store_float(APFloat value, uint8_t *out, uint32_t size) {
  uint64_t bits[2];
  apfloat_stored(value, bits);
  store_word(out, bits[0], size < 8 ? size : 8);
  if (size > 8) store_word(out + 8, bits[1], size - 8);
}

static bool convert_integer(Parser *p, Element element, T type, uint8_t *out, uint32_t size) {
  Token token = element.token;
  const IntegerType *integer = type_as_integer(type);
  if (element.negative && integer && integer->signedness == UNSIGNED)
    return parser_error_at(p, token.begin, "expected unsigned integer elements, but parsed negative value");
  if (token.kind == TOK_FLOAT)
    return parser_error_at(p, token.begin, "expected integer elements, but parsed floating-point");
  if (token.kind == TOK_KW_true || token.kind == TOK_KW_false) {
    if (!type_is_bit(type)) return parser_error_at(p, token.begin, "expected i1 type for 'true' or 'false' values");
    out[0] = token.kind == TOK_KW_true;
    return true;
  }
  if (store_integer(p, token, element.negative, type, out, size)) return true;
  return parser_error_at(p, token.begin, "integer constant out of range for type");
}

// The bytes of a "0x…" string token in `arena`; false when it is none.
static bool hex_bytes(Parser *p, Token token, Arena *arena, uint8_t **out, uint64_t *size) {
  Str text = parser_text_of(p, token);
  if (token.kind != TOK_STRING || text.size < 4) return false;
  text = str_slice(text, 1, text.size - 1);
  if (text.data[0] != '0' || text.data[1] != 'x' || text.size % 2) return false;
  uint64_t count = text.size / 2 - 1;
  uint8_t *bytes = arena_alloc_raw(arena, count);
  for (uint64_t i = 0; i < count; i++) {
    char high = text.data[2 + 2 * i], low = text.data[3 + 2 * i];
    if (!char_is_hex(high) || !char_is_hex(low)) return false;
    if (bytes) bytes[i] = (uint8_t)(char_hex_value(high) << 4 | char_hex_value(low));
  }
  *out = bytes;
  *size = count;
  return bytes != NULL;
}

// Hexadecimal data are the stored bytes; those of i1 are packed eight to a byte.
static A hex_attr(Parser *p, const Literal *literal, uint32_t at, T type) {
  uint8_t *bytes;
  uint64_t size;
  if (!hex_bytes(p, literal->string, &p->scratch, &bytes, &size)) {
    parser_error_at(p, literal->string.begin, "expected string containing hex digits starting with `0x`");
    return NULL;
  }
  T element = type_element(type);
  uint64_t count = (uint64_t)type_num_elements(type), each = dense_element_bytes(element);
  if (type_is_any_int(element) && type_bits(element) == 1) {
    if (size == 1 && (bytes[0] == 0 || bytes[0] == 0xff)) {
      uint8_t bit = bytes[0] & 1;
      return attr_dense(p->ctx, type, true, &bit, 1);
    }
    if (size == count / 8 + (count % 8 != 0)) {
      uint8_t *bits = arena_alloc_raw(&p->scratch, count);
      if (!bits) return NULL;
      for (uint64_t i = 0; i < count; i++) bits[i] = bytes[i / 8] >> (i % 8) & 1;
      return attr_dense(p->ctx, type, false, bits, count);
    }
  } else if (size == each || (each && size % each == 0 && size / each == count) || size == 0) {
    if (size == each || (size == 0 && (count == 0 || each == 0)))
      return attr_dense(p->ctx, type, size == each && each != 0, bytes, size);
    if (size) return attr_dense(p->ctx, type, false, bytes, size);
  }
  parser_error_at(p, at, "elements hex data size is invalid for provided type: '%s'", type_text(p->ctx, type));
  return NULL;
}

static A refuse_count(Parser *p, uint32_t at, T type, uint64_t count, uint64_t expected) {
  parser_error_at(p, at, "parsed %llu elements, but type ('%s') expected %llu elements", (unsigned long long)count,
                  type_text(p->ctx, type), (unsigned long long)expected);
  return NULL;
}

static A string_attr(Parser *p, const Literal *literal, uint32_t at, T type, bool miscounted) {
  AttrVec items = {0};
  if (literal->is_string) {
    vec_push(&p->scratch, &items, attr_string(p->ctx, token_string(p->text, literal->string, &p->scratch)));
    return attr_dense_strings(p->ctx, type, items.data, 1);
  }
  for (uint32_t i = 0; i < literal->elements.count; i++) {
    Token token = literal->elements.data[i].token;
    if (token.kind != TOK_STRING) {
      parser_error_at(p, at, "expected string token, got %.*s", STR_ARG(parser_text_of(p, token)));
      return NULL;
    }
    vec_push(&p->scratch, &items, attr_string(p->ctx, token_string(p->text, token, &p->scratch)));
  }
  if (miscounted) return refuse_count(p, at, type, items.count, (uint64_t)type_num_elements(type));
  return attr_dense_strings(p->ctx, type, items.data, items.count);
}

static bool is_number_type(T type) { return type_is_any_int(type) || type_is_index(type) || type_is_float(type); }

static A literal_attr(Parser *p, const Literal *literal, uint32_t at, T type) {
  const ShapedType *shaped = type_as_shaped(type);
  T element = shaped->element;
  bool is_complex = type_kind(element) == TYPE_COMPLEX;
  if (literal->is_string && (is_number_type(element) || is_complex)) return hex_attr(p, literal, at, type);
  const I64Vec *shape = &literal->shape;
  if (shape->count && (shape->count != shaped->rank || memcmp(shape->data, shaped->dims, shape->count * sizeof *shape->data))) {
    parser_error_at(p, at, "inferred shape of elements literal ([%.*s]) does not match type ([%.*s])",
                    STR_ARG(shape_text(p, shape->data, shape->count)), STR_ARG(shape_text(p, shaped->dims, shaped->rank)));
    return NULL;
  }
  uint64_t total = (uint64_t)type_num_elements(type), count = literal->elements.count;
  if (!literal->is_string && !count && total) {
    parser_error_at(p, at, "parsed zero elements, but type ('%s') expected at least 1", type_text(p->ctx, type));
    return NULL;
  }
  uint64_t per_element = 1;
  T scalar = element;
  if (is_complex) {
    scalar = type_element(element);
    per_element = 2;
    if (!shape->count && total && count != 2) return refuse_count(p, at, element, count, 2);
    if (shape->count && count != total * 2) return refuse_count(p, at, type, count, total * 2);
  }
  // A pair in parentheses may stand for two elements; anything else is one value or all. Of a pair
  // in the place of a single element the first counts. Errors in an element are reported first.
  bool first_of_pair = !is_complex && total == 1 && count > 1;
  bool miscounted = count && total && count != per_element && count != total * per_element && !first_of_pair;
  if (!is_number_type(scalar)) return string_attr(p, literal, at, type, miscounted);
  uint32_t each = dense_element_bytes(scalar);
  if (each && count > SIZE_MAX / 2 / each) return NULL;
  uint8_t *data = arena_alloc_raw(&p->scratch, (size_t)count * each + 1);
  if (!data) {
    parser_out_of_memory(p, at);
    return NULL;
  }
  uint8_t *out = data;
  bool is_float = type_is_float(scalar);
  for (uint32_t i = 0; i < count; i++, out += each) {
    Element item = literal->elements.data[i];
    if (is_float) {
      APFloat value;
      if (!parse_float_token(p, item.token, item.negative, type_float_kind(scalar), &value)) return NULL;
      store_float(value, out, each);
    } else if (!convert_integer(p, item, scalar, out, each)) {
      return NULL;
    }
  }
  if (miscounted) return refuse_count(p, at, type, count, total * per_element);
  if (first_of_pair) count = 1;
  if (!total && count != per_element) count = 0;
  return attr_dense(p->ctx, type, count == per_element && !(shape->count && total == 0), data, (uint64_t)count * each);
}

// The type of an elements literal: the known one, or `:` type; of static shape.
static T parse_literal_type(Parser *p, uint32_t at, T type) {
  if (!type && !parse_colon_type(p, &type)) return NULL;
  const char *error = NULL;
  if (!type_as_shaped(type))
    error = "elements literal must be a shaped type";
  else if (!type_has_rank(type) || !type_has_static_shape(type))
    error = "elements literal type must have static shape";
  if (!error) return type;
  parser_error_at(p, at, "%s", error);
  return NULL;
}

// In 2019: (`dense` | `splat`) `<` type `,` tensor-literal `>` (`:` type)?; what is before the type was read.
static COLD A parse_typed_literal(Parser *p, uint32_t at, Literal *literal) {
  T type = parse_type(p), again;
  if (!type || !parser_expect(p, TOK_COMMA, "expected ','") || !parse_literal(p, literal, true) || !parser_expect(p, TOK_GREATER, "expected '>'")) return NULL;
  if (p->token.kind == TOK_COLON && !parse_colon_type(p, &again)) return NULL;
  parser_note_older(p, OLDER_TYPED_LITERAL, at);
  type = parse_literal_type(p, at, type);
  return type ? literal_attr(p, literal, at, type) : NULL;
}

// dense-attribute ::= `dense` `<` tensor-literal? `>` `:` type
A parse_dense_attr(Parser *p, T type) {
  uint32_t at = p->token.begin;
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' after 'dense'")) return NULL;
  ArenaMark mark = arena_mark(&p->scratch);
  Literal literal = {0};
  A attr = NULL;
  if ((p->token.kind == TOK_KW_tensor || p->token.kind == TOK_KW_vector) && parser_reads_older(p, OLDER_TYPED_LITERAL)) attr = parse_typed_literal(p, at, &literal);
  else if (parser_next_if(p, TOK_GREATER) || (parse_literal(p, &literal, true) && parser_expect(p, TOK_GREATER, "expected '>'"))) {
    type = parse_literal_type(p, at, type);
    if (type) attr = literal_attr(p, &literal, at, type);
  }
  arena_release(&p->scratch, mark);
  return attr;
}

// ---------------------------------------------------------------------------------------------
// Sparse

static A shape_error(Parser *p, uint32_t at, const ShapedType *type, const ShapedType *indices, const ShapedType *values) {
  parser_error_at(p, at, "expected shape ([%.*s]); inferred shape of indices literal ([%.*s]); inferred shape of values literal ([%.*s])",
                  STR_ARG(shape_text(p, type->dims, type->rank)), STR_ARG(shape_text(p, indices->dims, indices->rank)),
                  STR_ARG(shape_text(p, values->dims, values->rank)));
  return NULL;
}

static uint64_t index_at(A indices, uint64_t i) {
  uint32_t size;
  const uint8_t *data = dense_element(indices, i, &size);
  uint64_t value = 0;
  for (uint32_t b = 0; b < size && b < 8; b++) value |= (uint64_t)data[b] << (8 * b);
  return value;
}

static A check_sparse(Parser *p, uint32_t at, T type, A indices, A values) {
  const ShapedType *shaped = type_as_shaped(type);
  const ShapedType *index_type = type_as_shaped(attr_value_type(indices)), *value_type = type_as_shaped(attr_value_type(values));
  if (value_type->rank != 1) {
    parser_error_at(p, at, "expected 1-d tensor for sparse element values");
    return NULL;
  }
  bool fits = index_type->rank == 2 ? (uint64_t)index_type->dims[1] == shaped->rank : index_type->rank == 1 && shaped->rank == 1;
  if (!fits || index_type->dims[0] != value_type->dims[0]) return shape_error(p, at, shaped, index_type, value_type);
  bool splat = ((const DenseAttr *)indices)->splat != 0;
  uint64_t count = splat ? 1 : (uint64_t)index_type->dims[0];
  for (uint64_t i = 0; i < count; i++) {
    bool inside = true;
    for (uint64_t d = 0; d < shaped->rank; d++)
      inside = inside && index_at(indices, i * shaped->rank + d) < (uint64_t)shaped->dims[d];
    if (inside) continue;
    StrBuf text;
    strbuf_init(&text, &p->ctx->mem);
    for (uint64_t d = 0; d < shaped->rank; d++) {
      if (d) strbuf_lit(&text, ", ");
      strbuf_u64(&text, index_at(indices, i * shaped->rank + d));
    }
    parser_error_at(p, at, "sparse index #%llu is not contained within the value shape, with index=[%.*s], and type='%s'",
                    (unsigned long long)i, STR_ARG(strbuf_view(&text)), type_text(p->ctx, type));
    strbuf_free(&text);
    return NULL;
  }
  return attr_sparse(p->ctx, type, indices, values);
}

static A sparse_attr(Parser *p, T type) {
  uint32_t at = p->token.begin;
  T i64 = p->ctx->types.i64;
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "Expected '<' after 'sparse'")) return NULL;
  if (parser_next_if(p, TOK_GREATER)) {
    if (!(type = parse_literal_type(p, at, type))) return NULL;
    int64_t dims[2] = {0, (int64_t)type_as_shaped(type)->rank};
    A indices = attr_dense(p->ctx, type_tensor(p->ctx, dims, 2, i64, NULL), false, NULL, 0);
    A values = attr_dense(p->ctx, type_tensor(p->ctx, dims, 1, type_element(type), NULL), false, NULL, 0);
    return check_sparse(p, at, type, indices, values);
  }
  uint32_t indices_at = p->token.begin;
  Literal index_literal = {0}, value_literal = {0};
  if (!parse_literal(p, &index_literal, false) || !parser_expect(p, TOK_COMMA, "expected ','")) return NULL;
  uint32_t values_at = p->token.begin;
  if (!parse_literal(p, &value_literal, true) || !parser_expect(p, TOK_GREATER, "expected '>'")) return NULL;
  if (!(type = parse_literal_type(p, at, type))) return NULL;
  // Without a list there is one index (of which all parts are equal), or a value for all indices.
  int64_t one_index[2] = {1, (int64_t)type_as_shaped(type)->rank};
  const I64Vec *shape = &index_literal.shape;
  T index_type = shape->count ? type_tensor(p->ctx, shape->data, shape->count, i64, NULL) : type_tensor(p->ctx, one_index, 2, i64, NULL);
  A indices = literal_attr(p, &index_literal, indices_at, index_type);
  if (!indices) return NULL;
  int64_t count = type_as_shaped(index_type)->dims[0];
  shape = &value_literal.shape;
  T value_type = shape->count ? type_tensor(p->ctx, shape->data, shape->count, type_element(type), NULL)
                              : type_tensor(p->ctx, &count, 1, type_element(type), NULL);
  A values = literal_attr(p, &value_literal, values_at, value_type);
  return values ? check_sparse(p, at, type, indices, values) : NULL;
}

// sparse-attribute ::= `sparse` `<` (tensor-literal `,` tensor-literal)? `>` `:` type
A parse_sparse_attr(Parser *p, T type) {
  ArenaMark mark = arena_mark(&p->scratch);
  A attr = sparse_attr(p, type);
  arena_release(&p->scratch, mark);
  return attr;
}

// ---------------------------------------------------------------------------------------------
// array<…>

static bool parse_array_integer(Parser *p, T type, uint8_t *out, uint32_t size) {
  bool negative = parser_next_if(p, TOK_MINUS);
  Token token = p->token;
  if (token.kind == TOK_KW_true || token.kind == TOK_KW_false) {
    if (!type_is_bit(type)) return parser_error(p, "expected i1 type for 'true' or 'false' values");
    out[0] = token.kind == TOK_KW_true;
    parser_next(p);
    return true;
  }
  if (token.kind != TOK_INTEGER) return parser_error(p, "expected integer literal");
  parser_next(p);
  if (type_is_bit(type)) return parser_error(p, "expected 'true' or 'false' values for i1 type");
  return store_integer(p, token, negative, type, out, size) || parser_error(p, "integer constant out of range");
}

static bool parse_array_float(Parser *p, T type, uint8_t *out, uint32_t size) {
  bool negative = parser_next_if(p, TOK_MINUS);
  APFloat value;
  if (!parse_float_token(p, p->token, negative, type_float_kind(type), &value)) return false;
  parser_next(p);
  store_float(value, out, size);
  return true;
}

static A array_items(Parser *p, T type) {
  VEC(uint8_t) data = {0};
  uint32_t size = (type_bits(type) + 7) / 8;
  uint64_t count = 0;
  do {
    if (UINT32_MAX / 2 - data.count < size || p->ctx->mem.exhausted) {
      parser_out_of_memory(p, p->token.begin);
      return NULL;
    }
    // Bytes first: a literal may take scratch memory of its own.
    vec_reserve(&p->scratch, &data, size);
    uint8_t *out = data.data + data.count;
    if (data.cap - data.count < size) return NULL;
    if (type_is_float(type) ? !parse_array_float(p, type, out, size) : !parse_array_integer(p, type, out, size)) return NULL;
    data.count += size;
    count++;
  } while (parser_next_if(p, TOK_COMMA));
  if (!parser_expect(p, TOK_GREATER, "expected '>' to close an array attribute")) return NULL;
  return attr_dense_array(p->ctx, type, data.data, count);
}

// array-attribute ::= `array` `<` (integer-type | float-type) (`:` element (`,` element)*)? `>`
A parse_dense_array_attr(Parser *p) {
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' after 'array'")) return NULL;
  uint32_t at = p->token.begin;
  T type = parse_type(p);
  if (!type) return NULL;
  if (!type_is_any_int(type) && !type_is_float(type)) {
    parser_error_at(p, at, "expected integer or float type, got: '%s'", type_text(p->ctx, type));
    return NULL;
  }
  if (!type_is_bit(type) && type_bits(type) % 8) {
    parser_error_at(p, at, "element type bitwidth must be a multiple of 8");
    return NULL;
  }
  if (parser_next_if(p, TOK_GREATER)) return attr_dense_array(p->ctx, type, NULL, 0);
  if (!parser_expect(p, TOK_COLON, "expected ':' after dense array type")) return NULL;
  ArenaMark mark = arena_mark(&p->scratch);
  A attr = array_items(p, type);
  arena_release(&p->scratch, mark);
  return attr;
}

// ---------------------------------------------------------------------------------------------
// Resources

// resource-key ::= bare-id | keyword | string
bool parse_resource_handle(Parser *p, A *key) {
  Str name;
  if (!parse_optional_any_keyword(p, &name) && !parse_optional_string(p, &name))
    return parser_error(p, "expected identifier key for 'resource' entry");
  *key = attr_string(p->ctx, name);
  return true;
}

// dense-resource-attribute ::= `dense_resource` `<` key `>` `:` type
A parse_dense_resource_attr(Parser *p, T type) {
  uint32_t type_at = p->token.begin;
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' after 'dense_resource'")) return NULL;
  A key = NULL;
  if (!parse_resource_handle(p, &key) || !parser_expect(p, TOK_GREATER, "expected '>'")) return NULL;
  if (!type) {
    type_at = p->token.begin;
    if (!parse_colon_type(p, &type)) return NULL;
  }
  if (!type_as_shaped(type)) {
    parser_error_at(p, type_at, "`dense_resource` expected a shaped type");
    return NULL;
  }
  return attr_dense_resource(p->ctx, type, attr_str(key));
}

// ---------------------------------------------------------------------------------------------
// strided<…>

bool parse_stride(Parser *p, int64_t *out) {
  uint32_t at = p->token.begin;
  *out = DYNAMIC;
  if (parser_next_if(p, TOK_QUESTION)) return true;
  bool negative = parser_next_if(p, TOK_MINUS), ok = p->token.kind == TOK_INTEGER;
  uint64_t value = 0;
  if (ok) {
    Str text = parser_text_of(p, p->token);
    bool hex = text.size > 1 && text.data[1] == 'x';
    for (size_t i = hex ? 2 : 0; ok && i < text.size; i++) {
      uint64_t base = hex ? 16 : 10, digit = (uint64_t)char_hex_value(text.data[i]);
      ok = value <= ((uint64_t)INT64_MAX - digit) / base;
      value = value * base + digit;
    }
  }
  if (!ok) return parser_error_at(p, at, "expected a 64-bit signed integer or '?'");
  parser_next(p);
  *out = negative ? -(int64_t)value : (int64_t)value;
  return true;
}

static A strided_attr(Parser *p) {
  uint32_t begin = p->token.begin;
  bool has_zero = false;
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' after 'strided'") || !parser_expect(p, TOK_L_SQUARE, "expected '['")) return NULL;
  I64Vec strides = {0};
  if (p->token.kind != TOK_R_SQUARE) {
    do {
      int64_t stride;
      if (!parse_stride(p, &stride)) return NULL;
      has_zero |= !stride;
      vec_push(&p->scratch, &strides, stride);
    } while (parser_next_if(p, TOK_COMMA));
  }
  if (!parser_expect(p, TOK_R_SQUARE, "expected ']'")) return NULL;
  int64_t offset = 0;
  if (!parser_next_if(p, TOK_GREATER)) {
    if (!parser_expect(p, TOK_COMMA, "expected ','") || !parser_expect(p, TOK_KW_offset, "expected 'offset' after comma") ||
        !parser_expect(p, TOK_COLON, "expected ':' after 'offset'") || !parse_stride(p, &offset) ||
        !parser_expect(p, TOK_GREATER, "expected '>'"))
      return NULL;
  }
  if (has_zero && p->options.edition && p->options.edition->older_text & OLDER_NONZERO_STRIDES) {
    parser_error_at(p, begin, "strides must not be zero");
    return NULL;
  }
  return attr_strided(p->ctx, offset, strides.data, strides.count);
}

// strided-attribute ::= `strided` `<` `[` (stride (`,` stride)*)? `]` (`,` `offset` `:` stride)? `>`
A parse_strided_attr(Parser *p) {
  ArenaMark mark = arena_mark(&p->scratch);
  A attr = strided_attr(p);
  arena_release(&p->scratch, mark);
  return attr;
}
