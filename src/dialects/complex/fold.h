// Folds of the complex dialect, one for each record that has one.
#ifndef RUNG_DIALECTS_COMPLEX_FOLD_H
#define RUNG_DIALECTS_COMPLEX_FOLD_H

#include "ir/fold.h"

FoldFn fold_complex_add, fold_complex_bitcast, fold_complex_conj, fold_complex_constant, fold_complex_create, fold_complex_div,
    fold_complex_exp, fold_complex_im, fold_complex_log, fold_complex_mul, fold_complex_neg, fold_complex_re, fold_complex_sub;

Operation *materialize_complex_constant(Folder *f, A value, T type, Loc loc);

#endif
