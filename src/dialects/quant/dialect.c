// quant is known by its name only. Its types are kept as text, as upstream writes it.
//
//   any<i8<-8:7>:f32>                                      without the range when it is all of i8
//   calibrated<f32<-9.980000e-01:1.232100e+00>>
//   uniform<i8:f32, 1.000000e+00:17>                       scale and zero point, which is left out when it is 0
//   uniform<i8:f32:1, {2.000000e+00,3.000000e+00:10}>      for each index of an axis
//   uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>   for each block of some axes
#include "asm/lexer.h"
#include "ops/quant.h"
#include "support/apfloat.h"

typedef struct QuantText {
  Str text;
  Lexer lexer;
  Token token;
  StrBuf out;
  uint32_t depth;
} QuantText;

// If upstream could not read the text, it stays as it is.
static void advance(QuantText *self) { self->token = lexer_next(&self->lexer); }

static Str spelling(const QuantText *self) { return token_text(self->text, self->token); }

static bool skip(QuantText *self, TokenKind kind) {
  if (self->token.kind != kind) return false;
  advance(self);
  return true;
}

// A token that is written as it is read.
static bool copy(QuantText *self, TokenKind kind) {
  if (self->token.kind != kind) return false;
  strbuf_str(&self->out, spelling(self));
  advance(self);
  return true;
}

static bool read_digits(Str digits, int64_t *out) {
  int64_t value = 0;
  for (size_t i = 0; i < digits.size; i++) {
    if (!char_is_digit(digits.data[i]) || value > INT64_MAX / 10 - 1) return false;
    value = value * 10 + (digits.data[i] - '0');
  }
  *out = value;
  return digits.size > 0;
}

static bool integer(QuantText *self, int64_t *out) {
  bool negative = skip(self, TOK_MINUS);
  if (self->token.kind != TOK_INTEGER || !read_digits(spelling(self), out)) return false;
  if (negative) *out = -*out;
  advance(self);
  return true;
}

// float ::= `-`? float-literal, or the bits of an f64 in hexadecimal
static bool number(QuantText *self) {
  Str minus = self->token.kind == TOK_MINUS ? spelling(self) : (Str){"", 0};
  skip(self, TOK_MINUS);
  APFloat value;
  if (self->token.kind == TOK_FLOAT) {
    if (!apfloat_parse_literal(FLOAT_F64, spelling(self), &value)) return false;
  } else {
    Str hex = spelling(self);
    uint64_t bits = 0;
    if (self->token.kind != TOK_INTEGER || hex.size < 3 || hex.size > 18 || hex.data[1] != 'x') return false;
    for (size_t i = 2; i < hex.size; i++) bits = bits << 4 | (uint64_t)char_hex_value(hex.data[i]);
    value = apfloat_from_bits(FLOAT_F64, bits, 0);
  }
  advance(self);
  strbuf_str(&self->out, minus);
  apfloat_print(&self->out, value);
  return true;
}

// storage ::= (`i` | `si` | `ui` | `u`) width (`<` min `:` max `>`)?
static bool storage(QuantText *self) {
  Str name = spelling(self), digits = name;
  bool is_signed = name.size && name.data[0] != 'u';
  if (self->token.kind != TOK_INTTYPE && (self->token.kind != TOK_BARE_ID || is_signed)) return false;
  while (digits.size && !char_is_digit(digits.data[0])) digits = str_slice(digits, 1, digits.size);
  int64_t width, from, to;
  if (!read_digits(digits, &width) || width < 1 || width > 32) return false;
  advance(self);
  strbuf_printf(&self->out, "%c%lld", is_signed ? 'i' : 'u', (long long)width);
  if (!skip(self, TOK_LESS)) return true;
  if (!integer(self, &from) || !skip(self, TOK_COLON) || !integer(self, &to) || !skip(self, TOK_GREATER)) return false;
  int64_t least = is_signed ? -((int64_t)1 << (width - 1)) : 0, most = ((int64_t)1 << (width - is_signed)) - 1;
  if (from != least || to != most) strbuf_printf(&self->out, "<%lld:%lld>", (long long)from, (long long)to);
  return true;
}

static bool expressed(QuantText *self) {
  Str name = spelling(self);
  bool is_float = token_is_keyword_kind(self->token.kind) && name.size > 1 && (name.data[0] == 'f' || name.data[1] == 'f');
  return is_float && copy(self, self->token.kind);
}

// parameter ::= float (`:` zero-point)?
static bool parameter(QuantText *self) {
  int64_t zero_point;
  if (!number(self)) return false;
  if (!skip(self, TOK_COLON)) return true;
  if (!integer(self, &zero_point)) return false;
  if (zero_point) strbuf_printf(&self->out, ":%lld", (long long)zero_point);
  return true;
}

// parameters ::= `{` (parameter | parameters) (`,` …)* `}`
static bool parameters(QuantText *self, Str separator) {
  enum { DEEPEST = 100 };
  if (!copy(self, TOK_L_BRACE) || ++self->depth > DEEPEST) return false;
  do {
    if (!(self->token.kind == TOK_L_BRACE ? parameters(self, separator) : parameter(self))) return false;
    if (self->token.kind == TOK_COMMA) strbuf_str(&self->out, separator);
  } while (skip(self, TOK_COMMA));
  self->depth--;
  return copy(self, TOK_R_BRACE);
}

// `{` axis `:` size (`,` axis `:` size)* `}`
static bool blocks(QuantText *self) {
  int64_t axis, size;
  if (!copy(self, TOK_L_BRACE)) return false;
  do {
    if (!integer(self, &axis) || !skip(self, TOK_COLON) || !integer(self, &size)) return false;
    strbuf_printf(&self->out, "%lld:%lld", (long long)axis, (long long)size);
    if (self->token.kind == TOK_COMMA) strbuf_lit(&self->out, ", ");
  } while (skip(self, TOK_COMMA));
  return copy(self, TOK_R_BRACE);
}

static bool uniform(QuantText *self) {
  if (!storage(self) || !copy(self, TOK_COLON) || !expressed(self)) return false;
  int64_t axis;
  bool is_axis = false, is_block = false;
  if (copy(self, TOK_COLON)) {
    is_block = self->token.kind == TOK_L_BRACE;
    is_axis = !is_block;
    if (is_block ? !blocks(self) : !integer(self, &axis)) return false;
    if (is_axis) strbuf_printf(&self->out, "%lld", (long long)axis);
  }
  if (!skip(self, TOK_COMMA)) return false;
  strbuf_lit(&self->out, ", ");
  if (is_axis) return parameters(self, STR(","));
  return is_block ? parameters(self, STR(", ")) : parameter(self);
}

static bool any(QuantText *self) { return storage(self) && (!copy(self, TOK_COLON) || expressed(self)); }

static bool calibrated(QuantText *self) {
  return expressed(self) && copy(self, TOK_LESS) && number(self) && copy(self, TOK_COLON) && number(self) && copy(self, TOK_GREATER);
}

Str quant_type_text(Arena *arena, Str text) {
  static const struct { const char *name; bool (*write)(QuantText *); } kinds[] = {
    {"any", any}, {"calibrated", calibrated}, {"uniform", uniform},
  };
  QuantText state = {.text = text}, *self = &state;
  strbuf_init(&self->out, arena->mem);
  lexer_init(&self->lexer, text);
  advance(self);
  bool ok = false;
  for (size_t i = 0; i < countof(kinds) && !ok; i++)
    if (str_is(spelling(self), kinds[i].name))
      ok = copy(self, self->token.kind) && copy(self, TOK_LESS) && kinds[i].write(self) && copy(self, TOK_GREATER) && self->token.kind == TOK_EOF;
  if (ok) text = arena_str(arena, strbuf_view(&self->out));
  strbuf_free(&self->out);
  return text;
}
