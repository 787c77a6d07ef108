// Lowering vector to the llvm dialect, and helpers that its files share.
#ifndef RUNG_CONVERT_VECTOR_TO_LLVM_VECTOR_TO_LLVM_H
#define RUNG_CONVERT_VECTOR_TO_LLVM_VECTOR_TO_LLVM_H

#include "convert/llvm/descriptor.h"
#include "dialects/vector/build.h"

// Choices of the pass, in Conversion.data; none of them when that is NULL.
typedef struct VectorChoices {
  bool reassociate;        // reductions of floats, in any order
  bool narrow_indices;     // indices of masks fit 32 bits
  bool vector_alignment;   // accesses are aligned as vectors, not as elements
  bool sve;                // masks may be operations of arm_sve
} VectorChoices;
static inline VectorChoices vector_choices(const Conversion *c) { return c->data ? *(const VectorChoices *)c->data : (VectorChoices){0}; }

void add_vector_to_llvm(Conversion *c, LLVMTypes *types);

// memory.c
bool lower_vector_load(Conversion *c, Operation *op, Value *const *operands);
bool lower_vector_store(Conversion *c, Operation *op, Value *const *operands);
bool lower_vector_gather(Conversion *c, Operation *op, Value *const *operands);
bool lower_vector_scatter(Conversion *c, Operation *op, Value *const *operands);
bool lower_vector_expandload(Conversion *c, Operation *op, Value *const *operands);
bool lower_vector_compressstore(Conversion *c, Operation *op, Value *const *operands);
bool lower_vector_type_cast(Conversion *c, Operation *op, Value *const *operands);
// The alignment LLVM prefers for a type of its dialect when no data layout is given.
int64_t llvm_preferred_alignment(T type);

// reduction.c
bool lower_vector_reduction(Conversion *c, Operation *op, Value *const *operands);
bool lower_masked_reduction(Conversion *c, Operation *op, Value *const *operands);

// print.c
bool lower_vector_print(Conversion *c, Operation *op, Value *const *operands);

#endif
