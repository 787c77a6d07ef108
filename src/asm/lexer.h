// Text to tokens, one at a time, with no copies. Any bytes are a valid input.
#ifndef RUNG_ASM_LEXER_H
#define RUNG_ASM_LEXER_H

#include "records/token.h"
#include "support/diag.h"

typedef struct Token {
  TokenKind kind;
  uint32_t begin, end;   // byte offsets into the source
} Token;

typedef struct Lexer {
  const char *text;      // not necessarily NUL-terminated; never read past `size`
  uint32_t size, at;
  uint32_t sure;         // white space and words that begin before end before the text does
  // Set with an ERROR token: the message (static text) and the place where mlir-opt points.
  const char *error;
  uint32_t error_at;
} Lexer;

// Classes of characters.
enum {
  CHAR_IDENT = 1,    // letters, digits, `_`, `$`, `.`: the rest of a bare or @ identifier
  CHAR_SUFFIX = 2,   // letters, digits, `_`, `$`, `.`, `-`: the rest of a %, #, ! or ^ identifier
  CHAR_DIGIT = 4,
  CHAR_HEX = 8,
  CHAR_SPACE = 16,   // NUL bytes inside the text count as space
  CHAR_WORD = 32,    // CHAR_IDENT but `.`
  CHAR_STRING_STOP = 64,  // needs a look inside a string literal
  CHAR_PUNCT = 128,  // a CHAR_IDENT or CHAR_SUFFIX character that begins no bare identifier
};
extern const uint8_t char_classes[256];
static ALWAYS_INLINE bool char_is(char c, unsigned classes) { return char_classes[(uint8_t)c] & classes; }

void lexer_init(Lexer *self, Str text);
// The next token. Filling in place is faster than returning the struct: its parts are written apart.
void lexer_read(Lexer *self, Token *out);
static inline Token lexer_next(Lexer *self) {
  Token token;
  lexer_read(self, &token);
  return token;
}
static ALWAYS_INLINE Str token_text(Str source, Token token) { return str_slice(source, token.begin, token.end); }
const char *token_kind_text(TokenKind kind);    // "->", "bare identifier"
bool token_is_keyword_kind(TokenKind kind);
// A bare identifier, keywords and `i32` included.
static inline bool token_is_word(TokenKind kind) {
  return kind == TOK_BARE_ID || kind == TOK_INTTYPE || token_is_keyword_kind(kind);
}
TokenKind token_keyword_kind(Str text);          // TOK_BARE_ID when it is none
// The contents of a STRING (or quoted @"…") token with escapes resolved, in the arena; a slice of
// the source when there are no escapes.
Str token_string(Str source, Token token, Arena *arena);

#endif
