// Folds of the llvm dialect, one for each record that has one.
#ifndef RUNG_DIALECTS_LLVM_FOLD_H
#define RUNG_DIALECTS_LLVM_FOLD_H

#include "ir/fold.h"

typedef bool LLVMFoldFn(Folder *f, Operation *op, const A *constants);
LLVMFoldFn fold_llvm_addrspacecast, fold_llvm_bitcast, fold_llvm_extractvalue, fold_llvm_getelementptr, fold_llvm_icmp,
    fold_llvm_addressof, fold_llvm_blockaddress, fold_llvm_constant, fold_llvm_dso_local_equivalent, fold_llvm_poison,
    fold_llvm_undef, fold_llvm_zero, fold_llvm_or, fold_llvm_shl, fold_llvm_shufflevector, fold_llvm_zext;

// Inline assembly touches memory only if it says so.
uint64_t effects_of_llvm_inline_asm(const Operation *op);
// Volatile and ordered accesses may do anything.
uint64_t effects_of_llvm_load(const Operation *op), effects_of_llvm_store(const Operation *op);

Operation *materialize_llvm_constant(Folder *f, A value, T type, Loc loc);

#endif
