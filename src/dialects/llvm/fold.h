// Folds of the llvm dialect, one for each record that has one.
#ifndef RUNG_DIALECTS_LLVM_FOLD_H
#define RUNG_DIALECTS_LLVM_FOLD_H

#include "ir/fold.h"

typedef bool LLVMFoldFn(Folder *f, Operation *op, const A *constants);
LLVMFoldFn fold_llvm_addrspacecast, fold_llvm_bitcast, fold_llvm_extractvalue, fold_llvm_getelementptr, fold_llvm_icmp,
    fold_llvm_addressof, fold_llvm_blockaddress, fold_llvm_constant, fold_llvm_dso_local_equivalent, fold_llvm_poison,
    fold_llvm_undef, fold_llvm_zero, fold_llvm_or, fold_llvm_shl, fold_llvm_shufflevector, fold_llvm_zext;

#endif
