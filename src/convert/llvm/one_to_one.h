// Lowering an operation to one operation of the llvm dialect, and n-D vectors to arrays of vectors
// (after mlir/lib/Conversion/LLVMCommon/{Pattern,VectorPattern}.cpp).
#ifndef RUNG_CONVERT_LLVM_ONE_TO_ONE_H
#define RUNG_CONVERT_LLVM_ONE_TO_ONE_H

#include "convert/llvm/llvm_build.h"

// How the attributes are converted.
typedef enum AttrCarry {
  CARRY_ALL,           // as they are
  CARRY_FASTMATH,      // arith.fastmath to llvm.fastmath
  CARRY_OVERFLOW,      // arith.overflow to the flags of llvm
  CARRY_CONSTRAINED,   // a rounding mode to that of a constrained intrinsic
} AttrCarry;

// `data` of a pattern whose function is lower_one_to_one; `target` is the opcode of the new operation.
typedef struct OneToOne {
  uint8_t carry;             // AttrCarry
  bool refuse_small_floats;  // floats that became integers
  bool (*when)(const Operation *op);   // NULL: always
} OneToOne;
bool lower_one_to_one(Conversion *c, Operation *op, Value *const *operands);
// Those that many patterns have.
extern const OneToOne carry_all, carry_all_of_floats, carry_fastmath, carry_fastmath_of_floats, carry_overflow;

#define ONE_TO_ONE(from, to, ...) {.root = from, .target = to, .rewrite = lower_one_to_one, .data = &(const OneToOne){__VA_ARGS__}}

// Add the attributes of `op` to a state of the op `target` that is being built.
void carry_attributes(Builder *b, OpState *state, const Operation *op, AttrCarry carry);
// The flags of an arith.fastmath attribute (NULL: none) as a llvm.fastmath attribute.
A llvm_fastmath(Context *ctx, A arith_fastmath);
// One operation `target` with the operands and attributes of `op`, in its place; several results are
// extracted from a struct. False when the results cannot be converted.
bool replace_one_to_one(Conversion *c, Operation *op, uint32_t opcode, Value *const *operands, uint32_t count,
                        AttrCarry carry);

// Build one value of type `type` from 1-D vectors.
typedef Value *BuildVectorFn(Conversion *c, Operation *op, T type, Value *const *operands, const void *data);
// Replace `op`, whose converted type is an array of vectors, by `build` for each vector in it.
bool unroll_vectors(Conversion *c, Operation *op, Value *const *operands, uint32_t count, BuildVectorFn *build,
                    const void *data);
bool all_llvm_types(Value *const *values, uint32_t count);

#endif
