// Lowering operations on numbers, vectors of them and poison to the llvm dialect.
#ifndef RUNG_CONVERT_SCALAR_TO_LLVM_SCALAR_TO_LLVM_H
#define RUNG_CONVERT_SCALAR_TO_LLVM_SCALAR_TO_LLVM_H

#include "convert/llvm/one_to_one.h"
#include "convert/llvm/target.h"

void add_arith_to_llvm(Conversion *c, LLVMTypes *types);
void add_complex_to_llvm(Conversion *c, LLVMTypes *types, Str range);   // "basic", "improved", "none"
void add_index_to_llvm(Conversion *c, LLVMTypes *types);
void add_math_to_llvm(Conversion *c, LLVMTypes *types, bool approximate_log1p);
void add_ub_to_llvm(Conversion *c, LLVMTypes *types);

#endif
