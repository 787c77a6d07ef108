// How a dialect answers convert-to-llvm (rewrite/to_llvm.ops).
#ifndef RUNG_REWRITE_TO_LLVM_H
#define RUNG_REWRITE_TO_LLVM_H

struct Conversion;
struct LLVMTypes;

struct Operation;

typedef void ToLLVMFn(struct Conversion *c, struct LLVMTypes *types);
typedef int ToLLVMLegalityFn(struct Conversion *c, struct Operation *op);   // a Legality, by c->legal_types

#endif
