// The kinds of tokens of MLIR's text: what the lexer reads and what formats name.
#ifndef RUNG_RECORDS_TOKEN_H
#define RUNG_RECORDS_TOKEN_H

typedef enum TokenKind {
#define TOKEN(kind, text) TOK_##kind,
#define KEYWORD(name) TOK_KW_##name,
#include "records/token.def"
  TOKEN_KIND_COUNT
} TokenKind;

#endif
