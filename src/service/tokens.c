// Finds the class by which an editor colours each token, from the tokens around it.
#include "service/tokens.h"

#include "asm/lexer.h"

typedef struct Classifier {
  Lexer lexer;
  Str text;            // the line being read
  uint32_t base;       // where it begins
  uint32_t nesting;    // open parentheses, brackets and angle brackets
  bool results;        // so far only the names of an operation's results were read
  uint32_t *out;
  uint32_t capacity, count;
} Classifier;

static void emit(Classifier *self, uint32_t begin, uint32_t end, TokenClass class) {
  if (end <= begin) return;
  if (self->out && self->count < self->capacity) {
    uint32_t *triple = self->out + (size_t)self->count * 3;
    triple[0] = self->base + begin;
    triple[1] = self->base + end;
    triple[2] = (uint32_t)class;
  }
  self->count++;
}

// The comments between two tokens; returns whether a line ends there.
static bool emit_comments(Classifier *self, uint32_t begin, uint32_t end) {
  bool new_line = begin == 0;
  for (uint32_t i = begin; i < end; i++) {
    char c = self->text.data[i];
    if (c == '\n' || c == '\r') new_line = true;
    if (c != '/') continue;
    uint32_t from = i;
    while (i < end && self->text.data[i] != '\n' && self->text.data[i] != '\r') i++;
    emit(self, from, i, TOKEN_CLASS_COMMENT);
    new_line = true;
  }
  return new_line;
}

static TokenClass keyword_class(TokenKind kind) {
  switch (kind) {
  case TOK_KW_complex: case TOK_KW_index: case TOK_KW_memref: case TOK_KW_none: case TOK_KW_tensor:
  case TOK_KW_tuple: case TOK_KW_vector: case TOK_KW_bf16: case TOK_KW_f16: case TOK_KW_f32:
  case TOK_KW_f64: case TOK_KW_f80: case TOK_KW_f128: case TOK_KW_tf32: case TOK_KW_f4E2M1FN:
  case TOK_KW_f6E2M3FN: case TOK_KW_f6E3M2FN: case TOK_KW_f8E5M2: case TOK_KW_f8E4M3:
  case TOK_KW_f8E4M3FN: case TOK_KW_f8E5M2FNUZ: case TOK_KW_f8E4M3FNUZ: case TOK_KW_f8E4M3B11FNUZ:
  case TOK_KW_f8E3M4: case TOK_KW_f8E8M0FNU:
    return TOKEN_CLASS_TYPE;
  default:
    return TOKEN_CLASS_KEYWORD;
  }
}

static TokenClass token_class(Token token, Str text, bool op_position) {
  switch (token.kind) {
  case TOK_ERROR: return TOKEN_CLASS_INVALID;
  case TOK_BARE_ID:
    if (op_position) return TOKEN_CLASS_OPERATION;
    return memchr(text.data, '.', text.size) ? TOKEN_CLASS_ATTRIBUTE : TOKEN_CLASS_KEYWORD;
  case TOK_STRING: return op_position ? TOKEN_CLASS_OPERATION : TOKEN_CLASS_STRING;
  case TOK_AT_ID: return TOKEN_CLASS_SYMBOL;
  case TOK_HASH_ID: return TOKEN_CLASS_ATTRIBUTE;
  case TOK_PERCENT_ID: return TOKEN_CLASS_VALUE;
  case TOK_CARET_ID: return TOKEN_CLASS_BLOCK;
  case TOK_EXCLAMATION_ID: case TOK_INTTYPE: return TOKEN_CLASS_TYPE;
  case TOK_INTEGER: case TOK_FLOAT: return TOKEN_CLASS_NUMBER;
  default:
    if (!token_is_keyword_kind(token.kind)) return TOKEN_CLASS_PUNCTUATION;
    return op_position && keyword_class(token.kind) != TOKEN_CLASS_TYPE ? TOKEN_CLASS_OPERATION
                                                                        : keyword_class(token.kind);
  }
}

static void classify_line(Classifier *self) {
  Str text = self->text;
  lexer_init(&self->lexer, text);
  // An operation's name begins a line, or follows `%results =` there. There are none inside parentheses, brackets and
  // attribute dictionaries.
  uint32_t last_end = 0;
  bool statement = false;
  TokenKind last = TOK_EOF;
  for (;;) {
    // `4x8xf32`: the `x` between dimensions does not belong to the token after it.
    bool after_dim = last == TOK_INTEGER || last == TOK_QUESTION || last == TOK_STAR || last == TOK_R_SQUARE;
    if (after_dim && last_end < text.size && text.data[last_end] == 'x') {
      emit(self, last_end, last_end + 1, TOKEN_CLASS_PUNCTUATION);
      self->lexer.at = ++last_end;
      last = TOK_STAR;
      continue;
    }
    Token token;
    lexer_read(&self->lexer, &token);
    bool error = token.kind == TOK_ERROR;
    // An error points at the offending byte; what was skipped before it belongs to the token.
    uint32_t begin = token.begin < last_end ? last_end : token.begin, end = self->lexer.at;
    if (error) {
      begin = last_end;
      while (begin < end && (text.data[begin] == ' ' || text.data[begin] == '\t')) begin++;
      if (begin == end) begin = last_end;
    }
    bool new_line = error ? last_end == 0 : emit_comments(self, last_end, begin);
    if (token.kind == TOK_EOF) break;
    if (error) {
      if (end <= begin) end = begin + 1 < text.size ? begin + 1 : (uint32_t)text.size;
      if (end <= last_end) break;
      while (end < text.size && ((uint8_t)text.data[end] & 0xc0) == 0x80) end++;   // the whole of a character
      self->lexer.at = end;
    }
    if (new_line && self->nesting == 0) {
      statement = true;
      self->results = false;
    }
    emit(self, begin, end, token_class((Token){token.kind, begin, end}, str_slice(text, begin, end), statement));
    bool was_statement = statement;
    statement = false;
    switch (token.kind) {
    case TOK_PERCENT_ID: self->results |= was_statement; break;
    case TOK_EQUAL:
      statement = self->results && self->nesting == 0;
      self->results = false;
      break;
    case TOK_L_PAREN: case TOK_L_SQUARE: case TOK_LESS: self->nesting++; break;
    case TOK_R_PAREN: case TOK_R_SQUARE: case TOK_GREATER:
      if (self->nesting) self->nesting--;
      break;
    case TOK_L_BRACE: case TOK_R_BRACE: self->nesting = 0; break;   // a region, or a mistake before it
    case TOK_COLON: case TOK_COMMA: case TOK_INTEGER: break;
    default: self->results = false;
    }
    last = token.kind;
    last_end = end;
  }
}

uint32_t service_tokens(Str text, uint32_t *state, uint32_t *out, uint32_t capacity) {
  if (text.size >= UINT32_MAX) text.size = UINT32_MAX - 1;
  uint32_t before = state ? *state : 0;
  Classifier self = {.nesting = before >> 1, .results = before & 1, .out = out, .capacity = out ? capacity : 0};
  while (self.base < text.size) {
    const char *line = text.data + self.base, *end = memchr(line, '\n', text.size - self.base);
    self.text = (Str){line, end ? (size_t)(end - line) : text.size - self.base};
    classify_line(&self);
    self.base += (uint32_t)self.text.size + 1;
  }
  if (state) *state = self.nesting << 1 | self.results;
  return self.count;
}

const char *token_class_name(TokenClass class) {
  static const char *const names[] = {
    "none", "comment", "string", "number", "keyword", "operation", "value", "block", "symbol", "type", "attribute", "punctuation", "invalid",
  };
  return (unsigned)class < countof(names) ? names[class] : NULL;
}
