// Types and attributes as older releases wrote them. Each rule begins where today's text could not go on.
#include "asm/parser_impl.h"

bool parser_reads_older(const Parser *p, uint32_t habit) { return !p->options.edition || p->options.edition->older_text & habit; }

static bool next_older(Parser *p, uint32_t habit) {
  uint32_t begin = p->token.begin;
  parser_next(p);
  parser_note_older(p, habit, begin);
  return true;
}

// Whether a token begins no type.
static bool is_name(TokenKind kind) { return kind == TOK_BARE_ID; }

// At `(`: does an affine map or an integer set follow? Names of dimensions are no types, symbols and constraints no results,
// and the results of a map of no dimensions are numbers or sums.
bool bare_affine_ahead(const Parser *p) {
  if (!parser_reads_older(p, OLDER_BARE_AFFINE)) return false;
  Lexer ahead = p->lexer;
  Token token = lexer_next(&ahead);
  if (token.kind != TOK_R_PAREN) return is_name(token.kind);
  token = lexer_next(&ahead);
  if (token.kind == TOK_L_SQUARE || token.kind == TOK_COLON) return true;
  if (token.kind != TOK_ARROW || lexer_next(&ahead).kind != TOK_L_PAREN) return false;
  token = lexer_next(&ahead);
  return token.kind == TOK_INTEGER || token.kind == TOK_MINUS || (token.kind == TOK_L_PAREN && lexer_next(&ahead).kind == TOK_INTEGER);
}

// Up to LLVM 9 maps and sets stood as they are: `(d0)[s0] -> (d0 + s0)`, `(d0) : (d0 - 1 == 0)`
A parse_bare_affine(Parser *p) {
  const AffineMap *map;
  const IntegerSet *set;
  uint32_t begin = p->token.begin;
  if (!parse_affine_map_or_set(p, &map, &set)) return NULL;
  parser_note_older(p, OLDER_BARE_AFFINE, begin);
  return map ? attr_affine_map(p->ctx, map) : attr_integer_set(p->ctx, set);
}

// Up to LLVM 14 `type` stood before the type that an alias means.
void skip_alias_type(Parser *p) {
  if (token_is_word(p->token.kind) && parser_reads_older(p, OLDER_ALIAS_TYPE) && str_is(parser_text_of(p, p->token), "type")) next_older(p, OLDER_ALIAS_TYPE);
}

bool offset_and_strides_ahead(const Parser *p) { return p->token.kind == TOK_KW_offset && parser_reads_older(p, OLDER_OFFSET_AND_STRIDES); }

enum { LAST_LATE_STRIDES = 13 };   // the last release that looked at the strides when it had them all

// `?`, or an integer that has no sign
static bool parse_older_stride(Parser *p, const char *message, int64_t *out) {
  return p->token.kind == TOK_MINUS ? parser_error(p, "%s", message) : parse_stride(p, out);
}

// Up to LLVM 14: `offset` `:` stride `,` `strides` `:` `[` (stride (`,` stride)*)? `]`
A parse_offset_and_strides(Parser *p) {
  int64_t offset;
  I64Vec strides = {0};
  uint32_t begin = p->token.begin;
  parser_next(p);
  if (!parser_expect(p, TOK_COLON, "expected colon after `offset` keyword") || !parse_older_stride(p, "invalid offset", &offset)) return NULL;
  const Edition *edition = p->options.edition;
  bool is_late = !edition || edition->release <= LAST_LATE_STRIDES, has_zero = false;
  if (edition && !(edition->older_text & OLDER_WRITTEN_STRIDES)) {
    if (!parser_next_if(p, TOK_COMMA)) {
      parser_error_at(p, p->token.begin, "expected comma after offset value");
      return NULL;
    }
  } else {
    parser_next_if(p, TOK_COMMA);   // the language reference of 2020 leaves it out
  }
  if (p->token.kind != TOK_KW_strides) {
    parser_error(p, "expected `strides` keyword after offset specification");
    return NULL;
  }
  parser_next(p);
  if (!parser_expect(p, TOK_COLON, "expected colon after `strides` keyword") || !parser_expect(p, TOK_L_SQUARE, "expected '['")) return NULL;
  ArenaMark mark = arena_mark(&p->scratch);
  A attr = NULL;
  if (p->token.kind != TOK_R_SQUARE) {
    do {
      int64_t stride;
      uint32_t at = p->token.begin;
      if (!parse_older_stride(p, "invalid integer value: -", &stride)) goto done;
      has_zero |= !stride;
      if (!stride && !is_late) {
        parser_error_at(p, at, "invalid memref stride");
        goto done;
      }
      vec_push(&p->scratch, &strides, stride);
    } while (parser_next_if(p, TOK_COMMA));
  }
  if (!parser_expect(p, TOK_R_SQUARE, "expected ']'")) goto done;
  if (has_zero) parser_error(p, "invalid memref stride");
  else attr = attr_strided(p->ctx, offset, strides.data, strides.count);
  if (attr) parser_note_older(p, OLDER_OFFSET_AND_STRIDES, begin);
done:
  arena_release(&p->scratch, mark);
  return attr;
}

// Up to LLVM 13 a memref could have several layout maps, each applied to the result of the one before. Today a memref has
// one: the last map is taken if possible.
A join_layouts(Parser *p, A first, A second, uint32_t rank) {
  if (!first || attr_kind(first) != ATTR_AFFINE_MAP || attr_kind(second) != ATTR_AFFINE_MAP || !parser_reads_older(p, OLDER_LAYOUT_LIST)) return second;
  parser_note_older(p, OLDER_LAYOUT_LIST, p->last_end);
  const AffineMap *inner = ((const MapAttr *)first)->map, *outer = ((const MapAttr *)second)->map;
  if (!p->options.edition && outer->dim_count == rank) return second;
  return outer->dim_count == inner->result_count ? attr_affine_map(p->ctx, affine_map_compose(p->ctx, outer, inner)) : second;
}

bool opaque_elements_ahead(const Parser *p) {
  return token_is_word(p->token.kind) && str_is(parser_text_of(p, p->token), "opaque") && parser_reads_older(p, OLDER_OPAQUE_ELEMENTS);
}

static bool is_hexadecimal(Str text) {
  for (size_t i = 2; i < text.size; i++)
    if (!char_is_hex(text.data[i])) return false;
  return text.size > 2 && str_starts_with(text, STR("0x"));
}

// Such a dialect's attribute says that the elements were left out, and the bytes nothing.
static bool is_elided(Str dialect, Str bytes) { return str_is(bytes, ELIDED_BYTES) && (str_is(dialect, "_") || str_is(dialect, "elided_large_const")); }

// Up to LLVM 14: `opaque` `<` dialect `,` hexadecimal-string `>` `:` type. Today there are resources, whose bytes everybody can read.
A parse_opaque_elements(Parser *p, T type) {
  uint32_t begin = p->token.begin, bytes_at, type_at;
  Str dialect, bytes;
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' after 'opaque'")) return NULL;
  if (!parse_optional_string(p, &dialect)) {
    parser_error(p, "expected dialect namespace");
    return NULL;
  }
  if (!parser_expect(p, TOK_COMMA, "expected ','")) return NULL;
  bytes_at = p->token.begin;
  if (!parse_optional_string(p, &bytes) || !is_hexadecimal(bytes)) {
    parser_error_at(p, bytes_at, "expected string containing hex digits starting with `0x`");
    return NULL;
  }
  if (!parser_expect(p, TOK_GREATER, "expected '>'")) return NULL;
  type_at = p->token.begin;
  bool is_given = type != NULL;
  if (!is_given && !parse_colon_type(p, &type)) return NULL;
  const ShapedType *shaped = type_as_shaped(type);
  if (!is_given && (!shaped || !type_has_rank(type) || type_is_memref(type))) {
    parser_error_at(p, type_at, "elements literal must be a ranked tensor or vector type");
    return NULL;
  }
  parser_note_older(p, OLDER_OPAQUE_ELEMENTS, begin);
  const Edition *wanted = p->ctx->edition;
  if (shaped && wanted && wanted->release <= LAST_OPAQUE_ELEMENTS) return attr_opaque_elements(p->ctx, dialect, bytes, type);
  if (shaped && is_elided(dialect, bytes)) return attr_dense_resource(p->ctx, type, STR(ELIDED_KEY));
  parser_error_at(p, begin, "'opaque<\"%.*s\", …>' holds elements that only its dialect can read: '%s' cannot express it", STR_ARG(dialect),
                  wanted ? wanted->name : edition_current->name);
  return NULL;
}

// Up to LLVM 9: the `:` of an attribute's entry
bool skip_entry_colon(Parser *p) { return p->token.kind == TOK_COLON && parser_reads_older(p, OLDER_ENTRY_COLON) && next_older(p, OLDER_ENTRY_COLON); }
