// The llvm dialect as the text of LLVM IR (https://llvm.org/docs/LangRef.html), as mlir-translate --mlir-to-llvmir prints it.
#ifndef RUNG_EXPORT_LLVM_IR_LLVM_IR_H
#define RUNG_EXPORT_LLVM_IR_LLVM_IR_H

#include "ir/op.h"
#include "support/strbuf.h"

// Append the module's text. The module gets blocks more where LLVM needs them: between a terminator and a block with arguments
// that it leads to twice. False: something in it cannot be translated, which is reported, and `out` is as it was.
bool export_llvm_ir(Module *module, StrBuf *out);

#endif
