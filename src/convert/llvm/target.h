// Set-up that all conversions to the llvm dialect share.
#ifndef RUNG_CONVERT_LLVM_TARGET_H
#define RUNG_CONVERT_LLVM_TARGET_H

#include "convert/llvm/llvm_types.h"

// Options of several passes that lead to the llvm dialect.
extern const PassOption option_index_bitwidth, option_use_bare_ptr_memref_call_conv;

// The types of the pass that runs, with descriptors packed where memrefs are wanted.
void llvm_target_types(LLVMTypes *self, PassRun *run, uint32_t index_bits);
// The same by the pass's options: "index-bitwidth" when there is one and it is not 0. `layout_of` is the op whose
// data layout (the closest dlti.dl_spec at or above it) else gives the width of index; NULL: 64.
void llvm_pass_types(LLVMTypes *self, PassRun *run, const Operation *layout_of);
// The llvm dialect and unrealized casts are legal; nothing is known about other operations.
Legality llvm_target_legality(Conversion *c, Operation *op);

#endif
