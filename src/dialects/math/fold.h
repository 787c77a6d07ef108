// Folds of the math dialect: those whose results are exact, or correctly rounded by definition; of
// exp, sin and the like just where they are exact. All else would repeat the C library of whoever
// built the reference.
#ifndef RUNG_DIALECTS_MATH_FOLD_H
#define RUNG_DIALECTS_MATH_FOLD_H

#include "ir/fold.h"

FoldFn fold_math_absf, fold_math_absi, fold_math_ceil, fold_math_copysign, fold_math_ctlz, fold_math_ctpop, fold_math_cttz,
    fold_math_exact, fold_math_floor, fold_math_ipowi, fold_math_isfinite, fold_math_isinf, fold_math_isnan, fold_math_isnormal,
    fold_math_atan2, fold_math_powf, fold_math_round, fold_math_roundeven, fold_math_sqrt, fold_math_trunc;

#endif
