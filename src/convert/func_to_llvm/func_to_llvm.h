// Lowering func to the llvm dialect.
#ifndef RUNG_CONVERT_FUNC_TO_LLVM_FUNC_TO_LLVM_H
#define RUNG_CONVERT_FUNC_TO_LLVM_FUNC_TO_LLVM_H

#include "convert/llvm/llvm_types.h"

void add_func_to_llvm(Conversion *c, LLVMTypes *types);

#endif
