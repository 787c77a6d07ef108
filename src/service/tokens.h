// Finds the class by which an editor colours each token.
#ifndef RUNG_SERVICE_TOKENS_H
#define RUNG_SERVICE_TOKENS_H

#include "support/str.h"

typedef enum TokenClass {
  TOKEN_CLASS_NONE, TOKEN_CLASS_COMMENT, TOKEN_CLASS_STRING, TOKEN_CLASS_NUMBER, TOKEN_CLASS_KEYWORD,
  TOKEN_CLASS_OPERATION, TOKEN_CLASS_VALUE, TOKEN_CLASS_BLOCK, TOKEN_CLASS_SYMBOL, TOKEN_CLASS_TYPE,
  TOKEN_CLASS_ATTRIBUTE, TOKEN_CLASS_PUNCTUATION, TOKEN_CLASS_INVALID
} TokenClass;

// Writes (begin, end, class) triples, comments included, and returns how many tokens there are.
// `out` may be NULL; at most `capacity` triples are written. `state` (may be NULL) says what the lines before left open:
// pass 0 for the first line, and for each other line the value that the previous call left there.
uint32_t service_tokens(Str text, uint32_t *state, uint32_t *out, uint32_t capacity);
// "comment"; NULL past the last.
const char *token_class_name(TokenClass class);

#endif
