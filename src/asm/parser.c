// The parser's state, errors, and the small rules that all of the grammar is made of.
#include "asm/op_parser.h"

void parser_init(Parser *self, Context *ctx, Module *module, Str text, const ParseOptions *options) {
  *self = (Parser){.ctx = ctx, .module = module, .text = text};
  if (options) self->options = *options;
  if (ctx->allow_unregistered) self->options.allow_unregistered = true;
  self->max_depth = self->options.max_depth ? self->options.max_depth : PARSE_DEFAULT_DEPTH;
  self->own_source.text = text;
  self->source = module ? &module->source : &self->own_source;
  arena_init(&self->scratch, &ctx->mem);
  // The maps may grow while a mark on `scratch` is held, so they live elsewhere.
  arena_init(&self->names, &ctx->mem);
  map_init(&self->attr_aliases, &self->names);
  map_init(&self->type_aliases, &self->names);
  map_init(&self->distinct, &self->names);
  map_init(&self->long_bodies, &self->names);
  lexer_init(&self->lexer, text);
  self->token = lexer_next(&self->lexer);
  if (self->token.kind == TOK_ERROR) parser_lex_error(self);
}

void parser_deinit(Parser *self) {
  arena_free(&self->scratch);
  arena_free(&self->names);
}

// ---------------------------------------------------------------------------------------------
// Tokens

Token parser_token(const Parser *self) { return self->token; }
uint32_t parser_loc(const Parser *self) { return self->token.begin; }
Context *parser_context(const Parser *self) { return self->ctx; }
const Edition *parser_edition(const Parser *self) { return self->options.edition; }
Module *parser_module(const Parser *self) { return self->module; }
Str parser_source(const Parser *self) { return self->text; }
Arena *parser_scratch(const Parser *self) { return (Arena *)&self->scratch; }
Arena *parser_arena(const Parser *self) {
  return self->module ? &self->module->arena : &self->ctx->arena;
}
bool parser_consume_if(Parser *self, TokenKind kind) { return parser_next_if(self, kind); }

// ---------------------------------------------------------------------------------------------
// Errors

// Underline the token that starts at `at`; messages about other places underline one character.
static Range range_at(const Parser *self, uint32_t at) {
  if (at >= self->text.size) return (Range){(uint32_t)self->text.size, (uint32_t)self->text.size};
  Lexer lexer;
  lexer_init(&lexer, self->text);
  lexer.at = at;
  Token token = lexer_next(&lexer);
  if (token.begin == at && token.end > at && token.kind != TOK_EOF) return (Range){at, token.end};
  return (Range){at, at + 1};
}

void parser_place(Parser *self, Diag *diag, uint32_t at) {
  LineCol place = source_line_col(self->source, parser_arena(self), at);
  diag->file = self->source->name;
  diag->line = place.line;
  diag->column = place.column;
  diag->has_range = self->module != NULL;
  diag->range = range_at(self, at);
}

// Where an error about the current token goes: the end of the file is shown one byte earlier.
static uint32_t current_place(const Parser *self) {
  uint32_t at = self->token.begin;
  return self->token.kind == TOK_EOF && at > 0 ? at - 1 : at;
}

static void start_error(Parser *self, uint32_t at) {
  self->last_error = NULL;
  if (self->failed) return;
  self->failed = true;
  self->last_error = diags_add(self->ctx->diags, SEVERITY_ERROR, self->ctx->stage);
  parser_place(self, self->last_error, at);
}

static void error_text(Parser *self, uint32_t at, const char *format, va_list args) {
  start_error(self, at);
  if (self->last_error) diag_vtext(self->ctx->diags, self->last_error, format, args);
}

bool parser_error_at(Parser *self, uint32_t at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  error_text(self, at, format, args);
  va_end(args);
  return false;
}

bool parser_out_of_memory(Parser *self, uint32_t at) {
  parser_error_at(self, at, "%s", mem_reason(&self->ctx->mem));
  if (self->last_error) self->last_error->out_of_memory = true;
  return false;
}

bool parser_error(Parser *self, const char *format, ...) {
  va_list args;
  va_start(args, format);
  error_text(self, current_place(self), format, args);
  va_end(args);
  return false;
}

// Back up over white space, blank lines and comments to the end of what was read last. The search
// for `//` ignores that a string may hold one, as mlir-opt does.
static uint32_t wrong_token_place(const Parser *self) {
  uint32_t original = current_place(self), end = original;
  const char *text = self->text.data;
  for (;;) {
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
    if (end == 0) return original;
    if (text[end - 1] != '\n' && text[end - 1] != '\r') return end;
    end--;
    uint32_t line = end;
    while (line > 0 && text[line - 1] != '\n' && text[line - 1] != '\r') line--;
    for (uint32_t i = line; i + 1 < end; i++)
      if (text[i] == '/' && text[i + 1] == '/') {
        end = i;
        break;
      }
  }
}

bool parser_wrong_token(Parser *self, const char *format, ...) {
  if (self->failed) {
    self->last_error = NULL;
    return false;
  }
  va_list args;
  va_start(args, format);
  error_text(self, wrong_token_place(self), format, args);
  va_end(args);
  return false;
}

static __attribute__((noinline)) bool expected(Parser *self, TokenKind kind, const char *message) {
  parser_wrong_token(self, "%s", message);
  slip_token(self, kind);
  return false;
}

bool parser_expect(Parser *self, TokenKind kind, const char *message) {
  return parser_next_if(self, kind) || expected(self, kind, message);
}

// `.` that stands alone on a line, as in three lines of one dot each; the lexer's mistake is behind it.
static bool is_lone_dot(const Parser *self) {
  uint32_t begin = self->token.begin, end = begin;
  if (begin == 0 || self->text.data[begin - 1] != '.') return false;
  while (end < self->text.size && (self->text.data[end] == ' ' || self->text.data[end] == '\r')) end++;
  for (begin--; begin > 0 && (self->text.data[begin - 1] == ' ' || self->text.data[begin - 1] == '\t');) begin--;
  return (end == self->text.size || self->text.data[end] == '\n') && (begin == 0 || self->text.data[begin - 1] == '\n');
}

void parser_lex_error(Parser *self) {
  const char *at = self->text.data + self->token.begin;
  if (self->options.keep_unknown && is_lone_dot(self)) {
    self->token = (Token){TOK_ELLIPSIS, self->token.begin - 1, self->token.begin};
    self->lexer.at = self->token.end;
    return;
  }
  if (self->options.keep_unknown && self->text.size - self->token.begin >= 3 && !memcmp(at, "\xe2\x80\xa6", 3)) {   // …
    self->token.kind = TOK_ELLIPSIS;   // as `...` is
    self->token.end = self->lexer.at = self->token.begin + 3;
    return;
  }
  parser_error_at(self, self->lexer.error_at, "%s", self->lexer.error);
  slip_character(self);
}

void parser_note_at(Parser *self, uint32_t at, const char *format, ...) {
  if (!self->last_error) return;
  Diag *note = diag_note(self->ctx->diags, self->last_error);
  parser_place(self, note, at);
  va_list args;
  va_start(args, format);
  diag_vtext(self->ctx->diags, note, format, args);
  va_end(args);
}

void parser_hint(Parser *self, const char *format, ...) {
  if (!self->last_error) return;
  va_list args;
  va_start(args, format);
  diag_vhint(self->ctx->diags, self->last_error, format, args);
  va_end(args);
}

// With the prefix "custom op 'name' " when an operation's hook or format is running.
static void hook_error(Parser *self, uint32_t at, const char *format, va_list args) {
  if (!self->hook) {
    error_text(self, at, format, args);
    return;
  }
  start_error(self, at);
  if (!self->last_error) return;
  StrBuf text;
  strbuf_init(&text, &self->ctx->mem);
  strbuf_printf(&text, "custom op '%.*s' ", STR_ARG(self->hook->name));
  strbuf_vprintf(&text, format, args);
  self->last_error->message = arena_str(self->ctx->diags->arena, strbuf_view(&text));
  strbuf_free(&text);
}

bool parser_op_error_at(Parser *self, uint32_t at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  hook_error(self, at, format, args);
  va_end(args);
  return false;
}

bool parser_op_error(Parser *self, const char *format, ...) {
  va_list args;
  va_start(args, format);
  hook_error(self, parser_name_loc(self), format, args);
  va_end(args);
  return false;
}

Str parser_op_name(const Parser *self) { return self->hook ? self->hook->name : (Str){0}; }
uint32_t parser_name_loc(const Parser *self) { return self->hook ? self->hook->at : self->token.begin; }

bool parser_enter(Parser *self) {
  if (self->depth >= self->max_depth)
    return parser_error_at(self, self->token.begin, "nesting is deeper than %u levels", self->max_depth);
  if (++self->depth > self->deepest) self->deepest = self->depth;
  return true;
}
void parser_leave(Parser *self) { self->depth--; }

// ---------------------------------------------------------------------------------------------
// Punctuation and keywords

bool parse_comma(Parser *p) { return parser_expect(p, TOK_COMMA, "expected ','"); }
bool parse_colon(Parser *p) { return parser_expect(p, TOK_COLON, "expected ':'"); }
bool parse_equal(Parser *p) { return parser_expect(p, TOK_EQUAL, "expected '='"); }
bool parse_less(Parser *p) { return parser_expect(p, TOK_LESS, "expected '<'"); }
bool parse_greater(Parser *p) { return parser_expect(p, TOK_GREATER, "expected '>'"); }
bool parse_l_paren(Parser *p) { return parser_expect(p, TOK_L_PAREN, "expected '('"); }
bool parse_r_paren(Parser *p) { return parser_expect(p, TOK_R_PAREN, "expected ')'"); }
bool parse_l_square(Parser *p) { return parser_expect(p, TOK_L_SQUARE, "expected '['"); }
bool parse_r_square(Parser *p) { return parser_expect(p, TOK_R_SQUARE, "expected ']'"); }
bool parse_l_brace(Parser *p) { return parser_expect(p, TOK_L_BRACE, "expected '{'"); }
bool parse_r_brace(Parser *p) { return parser_expect(p, TOK_R_BRACE, "expected '}'"); }

static inline bool at_keyword(const Parser *p) { return token_is_word(p->token.kind); }

bool parse_optional_any_keyword(Parser *p, Str *out) {
  if (!at_keyword(p)) return false;
  *out = parser_text_of(p, p->token);
  parser_next(p);
  return true;
}

bool parse_optional_keyword(Parser *p, const char *keyword) {
  if (!at_keyword(p) || !str_is(parser_text_of(p, p->token), keyword)) {
    if (__builtin_expect(p->trial != NULL, 0)) slip_asked(p, keyword);
    return false;
  }
  parser_next(p);
  return true;
}

bool parse_keyword_msg(Parser *p, const char *keyword, const char *context) {
  uint32_t at = p->token.begin;
  if (parse_optional_keyword(p, keyword)) return true;
  parser_op_error_at(p, at, "expected '%s'%s", keyword, context);
  slip_keyword(p, keyword);
  return false;
}
bool parse_keyword(Parser *p, const char *keyword) { return parse_keyword_msg(p, keyword, ""); }

bool parse_any_keyword(Parser *p, Str *out) {
  return parse_optional_any_keyword(p, out) ||
         parser_op_error_at(p, p->token.begin, "expected valid keyword");
}

bool parse_optional_string(Parser *p, Str *out) {
  if (p->token.kind != TOK_STRING) return false;
  *out = token_string(p->text, p->token, &p->scratch);
  parser_next(p);
  return true;
}

bool parse_string(Parser *p, Str *out) {
  return parse_optional_string(p, out) || parser_op_error_at(p, p->token.begin, "expected string");
}

bool parse_any_keyword_or_string(Parser *p, Str *out) {
  return parse_optional_any_keyword(p, out) || parse_optional_string(p, out) ||
         parser_op_error_at(p, p->token.begin, "expected valid keyword or string");
}

// ---------------------------------------------------------------------------------------------
// Integers

// integer ::= `-`? (decimal-digits | `0x` hex-digits) | `true` | `false`
ParseResult parse_optional_apint(Parser *p, APInt *out, bool *negative) {
  *negative = false;
  if (p->token.kind == TOK_KW_false || p->token.kind == TOK_KW_true) {
    *out = apint_u64(&p->scratch, 1, p->token.kind == TOK_KW_true);
    parser_next(p);
    return PARSE_OK;
  }
  if (p->token.kind != TOK_INTEGER && p->token.kind != TOK_MINUS) return PARSE_ABSENT;
  *negative = parser_next_if(p, TOK_MINUS);
  Token token = p->token;
  if (!parser_expect(p, TOK_INTEGER, "expected integer value")) return PARSE_FAILED;
  Str digits = parser_text_of(p, token);
  bool is_hex = digits.size > 1 && digits.data[1] == 'x';
  if (is_hex) digits = str_slice(digits, 2, digits.size);
  if (!apint_parse(&p->scratch, digits, is_hex ? 16 : 10, out)) {
    parser_error_at(p, token.begin, "integer value too large");
    return PARSE_FAILED;
  }
  return PARSE_OK;
}

// How many bits mlir-opt reads the digits into: four per digit.
static uint32_t bits_read(Str digits) {
  bool is_hex = digits.size > 1 && digits.data[1] == 'x';
  size_t first = is_hex ? 2 : 0;
  while (first < digits.size && digits.data[first] == '0') first++;
  return first == digits.size ? 64 : (uint32_t)(digits.size - first) * 4;
}

// The token of digits, behind a `-` if there is one.
static Token next_digits(const Parser *p) {
  if (p->token.kind != TOK_MINUS) return p->token;
  Lexer ahead = p->lexer;
  return lexer_next(&ahead);
}

bool parse_wide_integer(Parser *p, APInt *out) {
  APInt value;
  bool negative;
  Token digits = next_digits(p);
  ParseResult result = parse_optional_apint(p, &value, &negative);
  if (result == PARSE_ABSENT) return parser_op_error_at(p, p->token.begin, "expected integer value");
  if (result == PARSE_FAILED) return false;
  uint32_t width = digits.kind == TOK_INTEGER ? bits_read(parser_text_of(p, digits)) : 1;
  if (digits.kind == TOK_INTEGER && apint_active_bits(&value) == width) width++;   // the sign is 0
  *out = apint_zext_or_trunc(&p->scratch, &value, width);
  if (negative) *out = apint_neg(&p->scratch, out);
  return true;
}

// An integer that does not fit in 64 bits, of an int64_t or of a uint64_t, is refused.
static ParseResult read_optional_integer(Parser *p, bool is_unsigned, int64_t *out) {
  uint32_t at = p->token.begin;
  APInt value;
  bool negative;
  Token digits = next_digits(p);
  ParseResult result = parse_optional_apint(p, &value, &negative);
  if (result != PARSE_OK) return result;
  uint64_t word;
  bool fits = apint_to_u64(&value, &word);
  if (!is_unsigned) {
    fits = fits && (negative ? word <= (uint64_t)1 << 63 : word >> 63 == 0);
  } else if (fits && negative && word != 0) {  // compared zero-extended: it fits when no more bits were read
    uint32_t width = bits_read(parser_text_of(p, digits));
    if (apint_active_bits(&value) == width) width++;
    fits = width <= 64;
  }
  if (!fits) {
    parser_op_error_at(p, at, "integer value too large");
    return PARSE_FAILED;
  }
  if (digits.kind == TOK_KW_true) word = UINT64_MAX;  // one bit, sign-extended
  *out = (int64_t)(negative ? 0 - word : word);
  return PARSE_OK;
}

ParseResult parse_optional_integer(Parser *p, int64_t *out) { return read_optional_integer(p, false, out); }
ParseResult parse_optional_unsigned(Parser *p, uint64_t *out) {
  int64_t value;
  ParseResult result = read_optional_integer(p, true, &value);
  if (result == PARSE_OK) *out = (uint64_t)value;
  return result;
}

bool parse_integer(Parser *p, int64_t *out) {
  uint32_t at = p->token.begin;
  ParseResult result = parse_optional_integer(p, out);
  return result == PARSE_ABSENT ? parser_op_error_at(p, at, "expected integer value") : result == PARSE_OK;
}

// ---------------------------------------------------------------------------------------------
// Lists

typedef struct DelimiterTokens {
  TokenKind open, close;
  char open_text, close_text;
  bool optional;
} DelimiterTokens;

static const DelimiterTokens delimiters[] = {
  [DELIM_NONE] = {TOK_EOF, TOK_EOF, 0, 0, false},
  [DELIM_PAREN] = {TOK_L_PAREN, TOK_R_PAREN, '(', ')', false},
  [DELIM_SQUARE] = {TOK_L_SQUARE, TOK_R_SQUARE, '[', ']', false},
  [DELIM_LESS] = {TOK_LESS, TOK_GREATER, '<', '>', false},
  [DELIM_BRACES] = {TOK_L_BRACE, TOK_R_BRACE, '{', '}', false},
  [DELIM_OPTIONAL_PAREN] = {TOK_L_PAREN, TOK_R_PAREN, '(', ')', true},
  [DELIM_OPTIONAL_SQUARE] = {TOK_L_SQUARE, TOK_R_SQUARE, '[', ']', true},
  [DELIM_OPTIONAL_LESS] = {TOK_LESS, TOK_GREATER, '<', '>', true},
  [DELIM_OPTIONAL_BRACES] = {TOK_L_BRACE, TOK_R_BRACE, '{', '}', true},
};

static bool wrong_delimiter(Parser *p, TokenKind kind, char text, const char *context) {
  parser_wrong_token(p, "expected '%c'%s", text, context);
  slip_token(p, kind);
  return false;
}

// list ::= open (item (`,` item)*)? close | item (`,` item)*
bool parse_list(Parser *p, Delimiter delimiter, bool (*item)(Parser *p, void *data), void *data, const char *context) {
  const DelimiterTokens *d = &delimiters[delimiter];
  if (!context) context = "";
  if (delimiter != DELIM_NONE) {
    if (d->optional && p->token.kind != d->open) return true;
    if (!parser_next_if(p, d->open)) return wrong_delimiter(p, d->open, d->open_text, context);
    if (parser_next_if(p, d->close)) return true;
  }
  do {
    if (!item(p, data)) return false;
  } while (parser_next_if(p, TOK_COMMA) && !p->ctx->mem.exhausted);
  return delimiter == DELIM_NONE || parser_next_if(p, d->close) || wrong_delimiter(p, d->close, d->close_text, context);
}
