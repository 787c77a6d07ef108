// Integer comparisons.
#ifndef RUNG_DIALECTS_ARITH_FOLD_H
#define RUNG_DIALECTS_ARITH_FOLD_H

#include "ir/fold.h"


// Predicates of integer comparisons, numbered alike in arith, index and llvm.
bool int_predicate_holds(int64_t predicate, const APInt *a, const APInt *b);
bool int_predicate_holds_on_equal(int64_t predicate);
int64_t int_predicate_inverted(int64_t predicate);   // of one that there is

#endif
