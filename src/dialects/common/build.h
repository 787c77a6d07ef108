// Making operations of arith and cf, for lowerings that stop short of the llvm dialect.
#ifndef RUNG_DIALECTS_COMMON_BUILD_H
#define RUNG_DIALECTS_COMMON_BUILD_H

#include "ir/op.h"

// arith.cmpi predicates.
enum { CMPI_EQ, CMPI_NE, CMPI_SLT, CMPI_SLE, CMPI_SGT, CMPI_SGE, CMPI_ULT, CMPI_ULE, CMPI_UGT, CMPI_UGE };

Value *build_constant(Builder *b, A value);                    // arith.constant of a typed attribute
Value *build_index(Builder *b, int64_t value);                 // arith.constant value : index
Value *build_binary(Builder *b, const char *name, Value *lhs, Value *rhs);   // "arith.addi": type of lhs
Value *build_cmpi(Builder *b, int64_t predicate, Value *lhs, Value *rhs);
Value *build_select(Builder *b, Value *condition, Value *yes, Value *no);
Operation *build_br(Builder *b, Block *to, Value *const *operands, uint32_t count);
Operation *build_cond_br(Builder *b, Value *condition, Block *yes, Value *const *yes_operands, uint32_t yes_count,
                         Block *no, Value *const *no_operands, uint32_t no_count);

#endif
