// Making operations of linalg, and of the tensors they work on.
#ifndef RUNG_DIALECTS_LINALG_BUILD_H
#define RUNG_DIALECTS_LINALG_BUILD_H

#include "analysis/structured.h"
#include "dialects/common/op_fold_result.h"

// tensor.empty of that type, with a size for each `?`; and of sizes, which say the type.
Value *build_empty(Builder *b, T type, Value *const *sizes, uint32_t count);
Value *build_empty_of(Builder *b, const OpFoldResult *sizes, uint32_t rank, T element, Arena *arena);
Value *build_dim(Builder *b, Value *tensor, Value *index);                            // tensor.dim
Value *build_extract(Builder *b, Value *tensor, Value *const *indices, uint32_t count);
Value *build_tensor_cast(Builder *b, T type, Value *value);                           // the value itself when it has the type

A iterator_types_attr(Context *ctx, const IteratorVec *iterators, Arena *arena);
// linalg.generic with an empty region and a map for each operand; its results are the inits that are tensors.
Operation *build_generic(Builder *b, const ValueVec *inputs, const ValueVec *inits, const AffineMapVec *maps, A iterator_types, Arena *arena);
// One with a name and one init; its body is filled in.
Operation *build_named_op(Builder *b, uint32_t opcode, Value *const *operands, uint32_t inputs);
Value *build_loop_index(Builder *b, uint32_t loop);                                   // linalg.index
void build_linalg_yield(Builder *b, Value *const *values, uint32_t count);

#endif
