// Operations that are kept as written: those in the custom form of a dialect without records.
//
// Such an operation has TRAIT_KEPT; `prop_dict` is an array attribute that says how it is written,
// its name included. Its items, in order:
//
//   string          text; a newline in it is followed by the columns that the line is indented more
//                   than the operation is
//   integer         kind << 32 | index: a KeptPart of the operation
//   symbol          a symbol that is named, as a reference
//   type            what a type alias stood for (a type attribute)
//   array of one    what an attribute alias stood for
//
// So code that renames values, blocks, symbols and aliases renames them here too, copies are equal, and
// a walk over attributes meets the symbols.
// Types and attributes of a dialect that nobody knows are kept as text, with aliases spelled out. The names that the source
// gives to such types and attributes themselves are kept beside, and printed.
#ifndef RUNG_ASM_KEPT_H
#define RUNG_ASM_KEPT_H

#include "ir/op.h"

typedef enum KeptPart {
  KEPT_OPERAND,      // the index-th operand
  KEPT_SUCCESSOR,
  KEPT_REGION,       // the label of its first block tells its arguments
  KEPT_BODY,         // a region whose arguments are named ahead; index: region << 16 | the one they are named for
  KEPT_ARGUMENT,     // such a name; index: region << 16 | argument of its entry block
  KEPT_SYMBOL_NAME,  // the operation's own `sym_name`
} KeptPart;

// `#name = #dialect.…`, `!name = !dialect.…` of an unknown dialect
typedef struct KeptAlias {
  const void *value;   // Type or Attr
  Str name;            // without '#' or '!'
  bool is_type;
} KeptAlias;
typedef struct KeptAliases {
  Map by_value, by_text;   // -> const KeptAlias *; the text has its '#' or '!'
  uint32_t longest;        // of the texts
} KeptAliases;

// Whether the operation is not in the text: its results stand for values that are used outside of functions and defined elsewhere.
bool kept_is_elsewhere(const Operation *op);
// The first operation in `op` that is kept as written (`holes`: that has a hole), or NULL.
Operation *kept_find(Operation *op, bool holes);

#endif
