// The lowerings to the llvm dialect, a folder each or a file: what they add to a conversion.
#ifndef RUNG_CONVERT_LOWERINGS_H
#define RUNG_CONVERT_LOWERINGS_H

#include "convert/llvm/one_to_one.h"

// Legal: the llvm dialect and unrealized casts; of all else nothing is known.
Legality llvm_target_legality(Conversion *c, Operation *op);
bool op_in_dialect(const Operation *op, const char *dialect);

void add_arith_divisions(Conversion *c);   // those that round up or down, in terms of the others
void add_arith_to_llvm(Conversion *c, LLVMTypes *types);
void add_cf_to_llvm(Conversion *c, LLVMTypes *types);
void add_complex_to_llvm(Conversion *c, LLVMTypes *types, Str range);   // "basic", "improved", "none"
void add_func_to_llvm(Conversion *c, LLVMTypes *types);
void add_index_to_llvm(Conversion *c, LLVMTypes *types);
void add_math_to_llvm(Conversion *c, LLVMTypes *types, bool approximate_log1p);
void add_memref_to_llvm(Conversion *c, LLVMTypes *types);
void add_ub_to_llvm(Conversion *c, LLVMTypes *types);
void add_vector_to_llvm(Conversion *c, LLVMTypes *types);

#endif
