// What an editor's cursor stands in, told by the tokens before it, since a text that is being typed seldom parses.
#ifndef RUNG_SERVICE_CURSOR_H
#define RUNG_SERVICE_CURSOR_H

#include "asm/lexer.h"
#include "ir/op.h"

typedef VEC(Token) TokenVec;

typedef enum CursorPlace {
  CURSOR_NOWHERE,      // in a comment, a string, a number, or a name that is made up there
  CURSOR_AT_OPERATION, // an operation begins
  CURSOR_AT_NAME,      // the same, behind `%results =`
  CURSOR_IN_OPERATION, // behind the name of an operation, or the label of a block
  CURSOR_IN_DICTIONARY,
} CursorPlace;

typedef struct CursorSymbol { Token name; const OpDef *op; } CursorSymbol;
typedef struct CursorAlias { Range name, value; } CursorAlias;

typedef struct Cursor {
  Str text;
  CursorPlace place;
  Range word;              // what is being typed, up to the cursor, with its sigil
  const OpDef *op;         // of the operation it is in; NULL: not known
  const Token *tokens;     // of that, behind its name; of a dictionary, behind the `{`. A region is only its braces
  uint32_t token_count;
  const OpDef *parent;     // the operation whose region it is in; NULL: not known
  bool is_in_region;       // false: at the top level of the text
  bool has_labels;         // of the region, before the cursor; `label` is the last one
  Token label;
  TokenVec values;         // that may be used there, in the order of the text
  TokenVec labels;         // of the region, those behind the cursor included
  VEC(CursorSymbol) symbols;   // defined before the cursor, in any region
  VEC(CursorAlias) aliases;
} Cursor;

// All of it is in `arena`.
void cursor_find(Cursor *out, Context *ctx, Arena *arena, Str text, uint32_t offset);

// The index behind the bracket that belongs to the opening one at `at`; `count` when it is not closed.
uint32_t tokens_behind_bracket(const Token *tokens, uint32_t count, uint32_t at);
bool token_opens(TokenKind kind);
bool token_closes(TokenKind kind);

#endif
