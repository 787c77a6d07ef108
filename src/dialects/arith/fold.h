// Folds of the arith dialect, one for each record that has one.
#ifndef RUNG_DIALECTS_ARITH_FOLD_H
#define RUNG_DIALECTS_ARITH_FOLD_H

#include "ir/fold.h"

FoldFn fold_arith_constant, fold_arith_addi, fold_arith_addui_extended, fold_arith_subi, fold_arith_muli,
    fold_arith_mulsi_extended, fold_arith_mului_extended, fold_arith_divui, fold_arith_divsi, fold_arith_ceildivui,
    fold_arith_ceildivsi, fold_arith_floordivsi, fold_arith_remui, fold_arith_remsi, fold_arith_andi,
    fold_arith_ori, fold_arith_xori, fold_arith_maxsi, fold_arith_maxui, fold_arith_minsi, fold_arith_minui,
    fold_arith_shli, fold_arith_shrsi, fold_arith_shrui, fold_arith_negf, fold_arith_addf, fold_arith_subf,
    fold_arith_mulf, fold_arith_divf, fold_arith_remf, fold_arith_maximumf, fold_arith_minimumf,
    fold_arith_maxnumf, fold_arith_minnumf, fold_arith_extui, fold_arith_extsi, fold_arith_trunci,
    fold_arith_index_cast, fold_arith_index_castui, fold_arith_extf, fold_arith_truncf, fold_arith_sitofp,
    fold_arith_uitofp, fold_arith_fptosi, fold_arith_fptoui, fold_arith_bitcast, fold_arith_cmpi, fold_arith_cmpf,
    fold_arith_select;

Operation *materialize_arith_constant(Folder *f, A value, T type, Loc loc);

// Predicates of integer comparisons, numbered alike in arith, index and llvm.
bool int_predicate_holds(int64_t predicate, const APInt *a, const APInt *b);
bool int_predicate_holds_on_equal(int64_t predicate);

#endif
