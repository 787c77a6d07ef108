// Lowering cf to the llvm dialect.
#ifndef RUNG_CONVERT_CF_TO_LLVM_CF_TO_LLVM_H
#define RUNG_CONVERT_CF_TO_LLVM_CF_TO_LLVM_H

#include "convert/llvm/llvm_types.h"

void add_cf_to_llvm(Conversion *c, LLVMTypes *types);

#endif
