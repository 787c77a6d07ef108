// Folds of the index dialect, one for each record that has one.
#ifndef RUNG_DIALECTS_INDEX_FOLD_H
#define RUNG_DIALECTS_INDEX_FOLD_H

#include "ir/fold.h"

FoldFn fold_index_add, fold_index_sub, fold_index_mul, fold_index_divs, fold_index_divu, fold_index_ceildivs,
    fold_index_ceildivu, fold_index_floordivs, fold_index_rems, fold_index_remu, fold_index_maxs, fold_index_maxu,
    fold_index_mins, fold_index_minu, fold_index_shl, fold_index_shrs, fold_index_shru, fold_index_and, fold_index_or,
    fold_index_xor, fold_index_casts, fold_index_castu, fold_index_cmp;

Operation *materialize_index_constant(Folder *f, A value, T type, Loc loc);

#endif
