// What an editor offers at the cursor, of a text that is being typed.
#ifndef RUNG_SERVICE_COMPLETION_H
#define RUNG_SERVICE_COMPLETION_H

#include "ir/op.h"

typedef enum CompletionKind {
  COMPLETION_OPERATION, COMPLETION_DIALECT, COMPLETION_VALUE, COMPLETION_TYPE, COMPLETION_ATTRIBUTE, COMPLETION_SYMBOL, COMPLETION_BLOCK,
  COMPLETION_KEYWORD,
} CompletionKind;

typedef struct Completion {
  CompletionKind kind;
  Str label;           // as it is written: "arith.addi", "%a"
  Str detail;          // a type, a summary; may be empty
  Str insert;          // the text for it
  bool is_snippet;     // it has places to fill in: "${1:%lhs}"
} Completion;

enum { COMPLETIONS_MAX = 200 };
typedef struct Completions {
  Range range;         // what they replace
  const Completion *items;   // the likeliest first
  uint32_t count;
  bool are_all;        // none was left out
} Completions;

// "operation"; NULL past the last.
const char *completion_kind_name(CompletionKind kind);
// `text`: the module's as it is written, of which parts may have been read as blanks. `edition`: the one that is read; NULL: all.
void service_complete(Module *module, Arena *arena, Str text, uint32_t offset, const Edition *edition, Completions *out);

#endif
