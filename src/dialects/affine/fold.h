// Folds of affine's operations, one for each record that has one.
#ifndef RUNG_DIALECTS_AFFINE_FOLD_H
#define RUNG_DIALECTS_AFFINE_FOLD_H

#include "ir/fold.h"

FoldFn fold_affine_apply, fold_affine_min_max, fold_affine_for, fold_affine_if, fold_affine_parallel, fold_affine_load,
    fold_affine_delinearize, fold_affine_linearize;

#endif
