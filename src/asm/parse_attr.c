// Attributes (https://mlir.llvm.org/docs/Dialects/Builtin/#attributes) and dictionaries of them.
#include "asm/parser_impl.h"
#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Numbers

static bool is_hex(Str text) { return text.size > 1 && text.data[1] == 'x'; }

bool parse_float_token(Parser *p, Token token, bool negative, FloatKind kind, APFloat *out) {
  Str text = parser_text_of(p, token);
  if (token.kind == TOK_FLOAT) {
    // A format without a sign takes the negated double as it comes.
    bool has_sign = float_kind_has_sign(kind);
    if (!apfloat_parse_literal(negative && !has_sign ? FLOAT_F64 : kind, text, out))
      return parser_error_at(p, token.begin, "floating point value too large");
    if (negative) *out = apfloat_neg(*out);
    if (negative && !has_sign) *out = apfloat_convert(*out, kind, ROUND_NEAREST_EVEN, NULL);
    return true;
  }
  if (token.kind != TOK_INTEGER) return parser_error_at(p, token.begin, "expected floating point literal");
  if (!is_hex(text)) {
    parser_error_at(p, token.begin, "unexpected decimal integer literal for a floating point value");
    parser_note_at(p, token.begin, "add a trailing dot to make the literal a float");
    return false;
  }
  if (negative) return parser_error_at(p, token.begin, "hexadecimal float literal should not have a leading minus");
  // The digits are the stored bits.
  uint64_t bits[2] = {0, 0};
  for (size_t i = 2; i < text.size; i++) {
    if (bits[1] >> 60) return parser_error_at(p, token.begin, "hexadecimal float constant out of range for type");
    bits[1] = bits[1] << 4 | bits[0] >> 60;
    bits[0] = bits[0] << 4 | (uint64_t)char_hex_value(text.data[i]);
  }
  uint32_t width = float_bits(kind);
  bool fits = width >= 128 || (width > 64 ? bits[1] >> (width - 64) == 0 : bits[1] == 0 && (width == 64 || bits[0] >> width == 0));
  if (!fits) return parser_error_at(p, token.begin, "hexadecimal float constant out of range for type");
  *out = apfloat_from_bits(kind, bits[0], bits[1]);
  return true;
}

bool parse_float(Parser *p, FloatKind kind, APFloat *out) {
  bool negative = parser_next_if(p, TOK_MINUS);
  if (!parse_float_token(p, p->token, negative, kind, out)) return false;
  parser_next(p);
  return true;
}

bool parse_int_text(Parser *p, Str text, bool negative, T type, APInt *out) {
  uint32_t width = type_bits(type);
  bool is_signed = type_is_index(type) || type_as_integer(type)->signedness == SIGNED;
  bool hex = is_hex(text);
  if (!text.size || !char_is_digit(text.data[0])) return false;
  if (width && width <= 64 && text.size <= (hex ? 17u : 19u)) {  // fits 64 bits for sure
    uint64_t value = 0;
    for (size_t i = hex ? 2 : 0; i < text.size; i++)
      value = value * (hex ? 16 : 10) + (uint64_t)char_hex_value(text.data[i]);
    uint64_t sign = (uint64_t)1 << (width - 1), mask = sign | (sign - 1);
    if (value & ~mask) return false;
    if (negative) {
      value = (0 - value) & mask;
      if (!(value & sign)) return false;  // -0 as well
    } else if (is_signed && (value & sign)) {
      return false;
    }
    *out = (APInt){.width = width, .word = value};
    return true;
  }
  if (!apint_parse(&p->scratch, hex ? str_slice(text, 2, text.size) : text, hex ? 16 : 10, out)) return false;
  if (apint_active_bits(out) > width) return false;
  *out = apint_zext_or_trunc(&p->scratch, out, width);
  if (width == 0) return !negative;
  if (negative) {
    *out = apint_neg(&p->scratch, out);
    return apint_is_negative(out);
  }
  return !is_signed || !apint_is_negative(out);
}

// The type after a literal: the known one, else `: type`, else `fallback`.
static T parse_literal_type(Parser *p, T known, T fallback) {
  if (known) return known;
  return parser_next_if(p, TOK_COLON) ? parse_type(p) : fallback;
}

// float-attribute ::= `-`? float-literal (`:` type)?
static A parse_float_attr(Parser *p, T type, bool negative) {
  Token token = p->token;
  parser_next(p);
  if (!(type = parse_literal_type(p, type, p->ctx->types.floats[FLOAT_F64]))) return NULL;
  if (!type_is_float(type)) {
    parser_error(p, "floating point value not valid for specified type");
    return NULL;
  }
  APFloat value;
  return parse_float_token(p, token, negative, type_float_kind(type), &value) ? attr_float(p->ctx, type, value) : NULL;
}

// integer-attribute ::= `-`? integer-literal (`:` type)?; hexadecimal digits may be a float's bits.
static A parse_integer_attr(Parser *p, T type, bool negative) {
  Token token = p->token;
  parser_next(p);
  if (!(type = parse_literal_type(p, type, p->ctx->types.i64))) return NULL;
  if (type_is_float(type)) {
    APFloat value;
    return parse_float_token(p, token, negative, type_float_kind(type), &value) ? attr_float(p->ctx, type, value) : NULL;
  }
  const IntegerType *integer = type_as_integer(type);
  const char *error = NULL;
  if (!integer && !type_is_index(type))
    error = "integer literal not valid for specified type";
  else if (negative && integer && integer->signedness == UNSIGNED)
    error = "negative integer literal not valid for unsigned integer type";
  APInt value;
  ArenaMark mark = arena_mark(&p->scratch);
  if (!error && !parse_int_text(p, parser_text_of(p, token), negative, type, &value))
    error = "integer constant out of range for attribute";
  A attr = error ? NULL : attr_integer(p->ctx, type, &value);
  arena_release(&p->scratch, mark);
  if (error) parser_error_at(p, token.begin, "%s", error);
  return attr;
}

// ---------------------------------------------------------------------------------------------
// Dictionaries

typedef struct DictState {
  NamedAttrVec *out;
  uint32_t begin;    // entries of this dictionary start here
  Map seen;          // name -> anything, from the 17th entry on
  Arena arena;       // of `seen`
} DictState;

static bool is_duplicate(Parser *p, DictState *self, A name) {
  uint32_t count = self->out->count - self->begin;
  if (count < 16) {
    for (uint32_t i = self->begin; i < self->out->count; i++)
      if (self->out->data[i].name == name) return true;
    return false;
  }
  if (!self->seen.arena) {
    arena_init(&self->arena, &p->ctx->mem);
    map_init(&self->seen, &self->arena);
    for (uint32_t i = self->begin; i < self->out->count; i++) map_set(&self->seen, self->out->data[i].name, name);
  }
  if (map_find(&self->seen, map_key(name))) return true;
  map_set(&self->seen, name, name);
  return false;
}

// attribute-entry ::= (bare-id | keyword | string) (`=` attribute)?
static bool parse_entry(Parser *p, void *data) {
  DictState *self = data;
  Str name;
  if (p->token.kind == TOK_STRING)
    name = token_string(p->text, p->token, &p->scratch);
  else if (token_is_word(p->token.kind))
    name = parser_text_of(p, p->token);
  else
    return parser_wrong_token(p, "expected attribute name");
  if (!name.size) return parser_error(p, "expected valid attribute name");
  A key = attr_string(p->ctx, name);
  if (is_duplicate(p, self, key))
    return parser_error(p, "duplicate key '%.*s' in dictionary attribute", STR_ARG(name));
  parser_next(p);
  A value = p->ctx->attrs.unit;
  if ((parser_next_if(p, TOK_EQUAL) || skip_entry_colon(p)) && !(value = parse_attr(p, NULL))) return false;
  vec_push(&p->scratch, self->out, (NamedAttr){key, value});
  return !p->ctx->mem.exhausted;
}

// attribute-dict ::= `{` (attribute-entry (`,` attribute-entry)*)? `}`
bool parse_attr_dict(Parser *p, NamedAttrVec *out) {
  DictState state = {.out = out, .begin = out->count};
  bool ok = parse_list(p, DELIM_BRACES, parse_entry, &state, " in attribute dictionary");
  if (state.seen.arena) arena_free(&state.arena);
  return ok;
}

bool parse_optional_attr_dict(Parser *p, NamedAttrVec *out) {
  return p->token.kind != TOK_L_BRACE || parse_attr_dict(p, out);
}

bool parse_optional_attr_dict_with_keyword(Parser *p, NamedAttrVec *out) {
  return !parser_next_if(p, TOK_KW_attributes) || parse_attr_dict(p, out);
}

static A parse_dict(Parser *p) {
  ArenaMark mark = arena_mark(&p->scratch);
  NamedAttrVec entries = {0};
  A attr = parse_attr_dict(p, &entries) ? attr_dict(p->ctx, entries.data, entries.count) : NULL;
  arena_release(&p->scratch, mark);
  return attr;
}

// array-attribute ::= `[` (attribute (`,` attribute)*)? `]`
static A parse_array(Parser *p) {
  parser_next(p);
  if (parser_next_if(p, TOK_R_SQUARE)) return p->ctx->attrs.empty_array;
  ArenaMark mark = arena_mark(&p->scratch);
  AttrVec items = {0};
  A attr = NULL;
  do {
    A item = parse_attr(p, NULL);
    if (!item || p->ctx->mem.exhausted) goto done;
    vec_push(&p->scratch, &items, item);
  } while (parser_next_if(p, TOK_COMMA));
  if (parser_expect(p, TOK_R_SQUARE, "expected ',' or ']'")) attr = attr_array(p->ctx, items.data, items.count);
done:
  arena_release(&p->scratch, mark);
  return attr;
}

// ---------------------------------------------------------------------------------------------
// Symbols, distinct

static A symbol_token_name(Parser *p) {
  A name = attr_string(p->ctx, token_string(p->text, p->token, &p->scratch));
  parser_next(p);
  return name;
}

// symbol-ref ::= `@` id (`::` `@` id)*
static A parse_symbol(Parser *p) {
  A root = symbol_token_name(p);
  if (p->token.kind != TOK_COLON) return attr_symbol_path(p->ctx, &root, 1);
  ArenaMark mark = arena_mark(&p->scratch);
  AttrVec path = {0};
  vec_push(&p->scratch, &path, root);
  A attr = NULL;
  while (p->token.kind == TOK_COLON) {
    uint32_t colon = p->token.begin;
    parser_next(p);
    if (!parser_next_if(p, TOK_COLON)) {  // a single one belongs to what follows
      if (p->token.kind != TOK_EOF && p->token.kind != TOK_ERROR) parser_reset(p, colon);
      break;
    }
    if (p->token.kind != TOK_AT_ID) {
      parser_error_at(p, p->token.begin, "expected nested symbol reference identifier");
      goto done;
    }
    A nested = symbol_token_name(p);
    vec_push(&p->scratch, &path, nested);
  }
  attr = attr_symbol_path(p->ctx, path.data, path.count);
done:
  arena_release(&p->scratch, mark);
  return attr;
}

bool parse_optional_symbol_name(Parser *p, A *out) {
  if (p->token.kind != TOK_AT_ID) return false;
  *out = symbol_token_name(p);
  return true;
}

A parse_symbol_name(Parser *p) {
  A name = NULL;
  if (!parse_optional_symbol_name(p, &name)) parser_op_error_at(p, p->token.begin, "expected valid '@'-identifier for symbol name");
  return name;
}

A parse_symbol_ref(Parser *p) {
  uint32_t at = p->token.begin;
  A attr = parse_attr(p, NULL);
  if (!attr || attr_as_symbol(attr)) return attr;
  parser_op_error_at(p, at, "invalid kind of attribute specified");
  return NULL;
}

// distinct-attribute ::= `distinct` `[` integer `]` `<` attribute? `>`
static A parse_distinct(Parser *p, T type) {
  uint32_t at = p->token.begin;
  parser_next(p);
  if (!parser_expect(p, TOK_L_SQUARE, "expected '[' after 'distinct'")) return NULL;
  Str text = parser_text_of(p, p->token);
  if (!parser_expect(p, TOK_INTEGER, "expected distinct ID")) return NULL;
  APInt number;
  uint64_t id;
  ArenaMark mark = arena_mark(&p->scratch);
  bool fits = apint_parse(&p->scratch, is_hex(text) ? str_slice(text, 2, text.size) : text, is_hex(text) ? 16 : 10, &number) &&
              apint_to_u64(&number, &id);
  arena_release(&p->scratch, mark);
  if (!fits) {
    parser_error(p, "expected an unsigned 64-bit integer");
    return NULL;
  }
  if (!parser_expect(p, TOK_R_SQUARE, "expected ']' to close distinct ID") ||
      !parser_expect(p, TOK_LESS, "expected '<' after distinct ID"))
    return NULL;
  A referenced = p->ctx->attrs.unit;
  if (!parser_next_if(p, TOK_GREATER)) {
    if (!(referenced = parse_attr(p, type))) return NULL;
    if (!parser_expect(p, TOK_GREATER, "expected '>' to close distinct attribute")) return NULL;
  }
  MapEntry *entry = map_put(&p->distinct, id);
  if (!entry->value) {
    A attr = attr_distinct(p->ctx, p->ctx->next_distinct++, referenced);
    entry->value = (uintptr_t)attr;
    return attr;
  }
  const DistinctAttr *known = (const DistinctAttr *)entry->value;
  if (known->referenced == referenced) return &known->base;
  parser_error_at(p, at, "referenced attribute does not match previous definition: %s",
                  attr_text(p->ctx, known->referenced));
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Any attribute

static A parse_string_attr(Parser *p, T type) {
  Str text = token_string(p->text, p->token, &p->scratch);
  parser_next(p);
  if (!type && parser_next_if(p, TOK_COLON) && !(type = parse_type(p))) return NULL;
  return type ? attr_typed_string(p->ctx, text, type) : attr_string(p->ctx, text);
}

static A parse_negative(Parser *p, T type) {
  parser_next(p);
  if (p->token.kind == TOK_INTEGER) return parse_integer_attr(p, type, true);
  if (p->token.kind == TOK_FLOAT) return parse_float_attr(p, type, true);
  parser_wrong_token(p, "expected constant integer or floating point value");
  return NULL;
}

static A parse_type_attr(Parser *p) {
  if (p->token.kind == TOK_L_PAREN && bare_affine_ahead(p)) return parse_bare_affine(p);
  T type;
  ParseResult result = parse_optional_type(p, &type);
  if (result == PARSE_ABSENT) parser_wrong_token(p, "expected attribute value");
  return result == PARSE_OK ? attr_type(p->ctx, type) : NULL;
}

static A parse_compound(Parser *p, T type) {
  switch (p->token.kind) {
  case TOK_L_SQUARE: return parse_array(p);
  case TOK_L_BRACE: return parse_dict(p);
  case TOK_HASH_ID: return parse_extended_attr(p, type);
  case TOK_KW_distinct: return parse_distinct(p, type);
  case TOK_KW_dense: return parse_dense_attr(p, type);
  case TOK_KW_dense_resource: return parse_dense_resource_attr(p, type);
  case TOK_KW_array: return parse_dense_array_attr(p);
  case TOK_KW_sparse: return parse_sparse_attr(p, type);
  case TOK_KW_strided: return parse_strided_attr(p);
  case TOK_KW_affine_map: return parse_affine_map_attr(p);
  case TOK_KW_affine_set: return parse_integer_set_attr(p);
  case TOK_KW_loc:
    p->ctx->has_aliasable = true;
    return parse_loc(p);
  default:
    if (token_is_word(p->token.kind) && str_is(parser_text_of(p, p->token), "splat") && parser_reads_older(p, OLDER_TYPED_LITERAL)) return parse_dense_attr(p, NULL);
    return opaque_elements_ahead(p) ? parse_opaque_elements(p, type) : parse_type_attr(p);
  }
}

// attribute ::= `unit` | bool | integer (`:` type)? | float (`:` type)? | string (`:` type)? | type
//             | array | dictionary | symbol-ref | dense | sparse | strided | distinct | loc | extended
A parse_attr(Parser *p, T type) {
  switch (p->token.kind) {
  case TOK_INTEGER: return parse_integer_attr(p, type, false);
  case TOK_FLOAT: return parse_float_attr(p, type, false);
  case TOK_MINUS: return parse_negative(p, type);
  case TOK_STRING: return parse_string_attr(p, type);
  case TOK_AT_ID: return parse_symbol(p);
  case TOK_KW_true: parser_next(p); return p->ctx->attrs.true_;
  case TOK_KW_false: parser_next(p); return p->ctx->attrs.false_;
  case TOK_KW_unit: parser_next(p); return p->ctx->attrs.unit;
  default: break;
  }
  if (!parser_enter(p)) return NULL;
  A attr = parse_compound(p, type);
  parser_leave(p);
  return attr;
}

ParseResult parse_optional_attr(Parser *p, T type, A *out) {
  switch (p->token.kind) {
  case TOK_AT_ID: case TOK_FLOAT: case TOK_INTEGER: case TOK_HASH_ID: case TOK_KW_affine_map:
  case TOK_KW_affine_set: case TOK_KW_dense: case TOK_KW_dense_resource: case TOK_KW_false: case TOK_KW_loc:
  case TOK_KW_sparse: case TOK_KW_true: case TOK_KW_unit: case TOK_L_BRACE: case TOK_L_SQUARE:
  case TOK_MINUS: case TOK_STRING:
    return (*out = parse_attr(p, type)) ? PARSE_OK : PARSE_FAILED;
  default: break;
  }
  if (p->token.kind == TOK_L_PAREN && bare_affine_ahead(p)) return (*out = parse_bare_affine(p)) ? PARSE_OK : PARSE_FAILED;
  T parsed;
  ParseResult result = parse_optional_type(p, &parsed);
  if (result == PARSE_OK) *out = attr_type(p->ctx, parsed);
  return result;
}

A parse_attr_text(Context *ctx, Str text, T type) {
  Parser p;
  ParseOptions options = {.allow_unregistered = ctx->allow_unregistered};
  parser_init(&p, ctx, NULL, text, &options);
  A attr = parse_attr(&p, type);
  if (attr && p.token.kind != TOK_EOF) {
    Str rest = str_slice(text, p.token.begin, text.size);
    parser_error_at(&p, p.token.begin, "found trailing characters: '%.*s'", STR_ARG(rest));
    attr = NULL;
  }
  parser_deinit(&p);
  return attr;
}
