// The llvm dialect as the text of LLVM IR (https://llvm.org/docs/LangRef.html), as mlir-translate --mlir-to-llvmir prints it.
#ifndef RUNG_EXPORT_LLVM_IR_LLVM_IR_H
#define RUNG_EXPORT_LLVM_IR_LLVM_IR_H

#include "asm/printer.h"
#include "ir/op.h"
#include "support/strbuf.h"

// Append the module's text. The module gets blocks more where LLVM needs them: between a terminator and a block with arguments
// that it leads to twice. False: something in it cannot be translated, which is reported, and `out` is as it was.
// `map` (may be NULL) receives where globals, functions, their instructions and phis came from, and declared intrinsics from the first call.
bool export_llvm_ir(Module *module, StrBuf *out, OutputMap *map);

#endif
