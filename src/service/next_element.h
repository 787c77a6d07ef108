// What the declarative format of an operation lets stand next, behind some of its tokens.
#ifndef RUNG_SERVICE_NEXT_ELEMENT_H
#define RUNG_SERVICE_NEXT_ELEMENT_H

#include "asm/lexer.h"
#include "records/format.h"

typedef enum NextKind { NEXT_OPERAND, NEXT_TYPE, NEXT_KEYWORD, NEXT_CASE, NEXT_SYMBOL, NEXT_BLOCK } NextKind;

typedef struct NextElement {
  NextKind kind;
  bool is_result;                // NEXT_TYPE: of a result
  uint8_t entry;                 // of the record: operand or result; FMT_ALL: any of them
  const TypeConstraint *type;    // of NEXT_OPERAND, NEXT_TYPE; NULL: any
  const EnumDef *cases;          // NEXT_CASE
  Str keyword;                   // NEXT_KEYWORD
} NextElement;

enum { NEXT_MAX = 16, NEXT_OPERANDS = 16 };
typedef struct NextElements {
  NextElement items[NEXT_MAX];
  uint32_t count;
  Token operands[NEXT_OPERANDS];   // the first value of each entry; its kind is TOK_EOF when there is none
} NextElements;

// `tokens`: those behind the name of the operation. Nothing is found where they do not fit.
void next_elements(NextElements *out, const Format *format, Str text, const Token *tokens, uint32_t count);

#endif
