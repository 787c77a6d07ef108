// Symbols that a text uses and does not define, where dialects without records are kept: excerpts.
#ifndef RUNG_IR_ELSEWHERE_H
#define RUNG_IR_ELSEWHERE_H

#include "ir/verifier.h"

typedef struct MissingSymbol {
  Operation *user;          // the first one
  A ref;
} MissingSymbol;

typedef struct MissingSymbols {
  VEC(MissingSymbol) list;
  Map known;                // reference -> 1 + whether it is a slip
} MissingSymbols;

// Whether the symbol, which no table around the operation has, comes from elsewhere: none of them has one that it may be,
// misspelt. Then it is noted.
bool symbol_is_elsewhere(const Verifier *v, MissingSymbols *self, Operation *user, A ref);
// Say what comes from elsewhere, once, with a repair that declares what can be.
void report_missing_symbols(Verifier *v, const MissingSymbols *self);

#endif
