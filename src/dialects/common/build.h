// Making operations of arith and cf, for lowerings that stop short of the llvm dialect.
#ifndef RUNG_DIALECTS_COMMON_BUILD_H
#define RUNG_DIALECTS_COMMON_BUILD_H

#include "ir/op.h"

Value *build_constant(Builder *b, A value);                    // arith.constant of a typed attribute
Value *build_index(Builder *b, int64_t value);                 // arith.constant value : index
Value *build_binary(Builder *b, uint32_t opcode, Value *lhs, Value *rhs);   // OP_ARITH_ADDI: type of lhs
Value *build_cmpi(Builder *b, int64_t predicate, Value *lhs, Value *rhs);      // ARITH_CMP_I_PREDICATE_EQ …
Value *build_select(Builder *b, Value *condition, Value *yes, Value *no);
Operation *build_br(Builder *b, Block *to, Value *const *operands, uint32_t count);
Operation *build_cond_br(Builder *b, Value *condition, Block *yes, Value *const *yes_operands, uint32_t yes_count,
                         Block *no, Value *const *no_operands, uint32_t no_count);
// What the operation of a value that was just made folds to, in its place: a value there is, or a constant. Else the value.
Value *build_or_fold(Builder *b, Value *made, Arena *arena);

#endif
