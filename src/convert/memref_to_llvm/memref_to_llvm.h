// Lowering memref to the llvm dialect, and helpers that its files share.
#ifndef RUNG_CONVERT_MEMREF_TO_LLVM_MEMREF_TO_LLVM_H
#define RUNG_CONVERT_MEMREF_TO_LLVM_MEMREF_TO_LLVM_H

#include "convert/llvm/descriptor.h"

static inline const ShapedType *memref_shape(T memref) { return (const ShapedType *)memref; }
static inline bool memref_is_ranked(T type) { return type_kind(type) == TYPE_MEMREF; }

void add_memref_to_llvm(Conversion *c, LLVMTypes *types);

// alloc.c
bool lower_memref_alloc(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_alloca(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_alloca_scope(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_dealloc(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_global(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_get_global(Conversion *c, Operation *op, Value *const *operands);

// views.c
bool lower_memref_cast(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_space_cast(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_reinterpret_cast(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_metadata(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_pointer_as_index(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_transpose(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_view(Conversion *c, Operation *op, Value *const *operands);
bool lower_memref_reshape(Conversion *c, Operation *op, Value *const *operands);

// The descriptor in stack memory: its address.
Value *promote_descriptor(Conversion *c, Value *desc);
// Cut the block of `op` in front of it; the new block has `op` and what follows.
Block *split_block(Conversion *c, Operation *op);

// Options of the pass under its names of all releases.
extern const PassOption option_use_aligned_alloc, option_use_generic_functions;

#endif
