// Constants as values, so that what LLVM computes when it makes an instruction is computed here, too
// (llvm/lib/IR/ConstantFold.cpp).
#ifndef RUNG_EXPORT_LLVM_IR_FOLD_H
#define RUNG_EXPORT_LLVM_IR_FOLD_H

#include "ir/op.h"

typedef enum ConstKind { CONST_NUMBER, CONST_UNDEF, CONST_POISON, CONST_ZERO, CONST_LIST, CONST_TEXT } ConstKind;

// A constant lives as long as the arena it was made in.
typedef struct IrConst {
  ConstKind kind;          // ZERO: of pointers, structs, arrays and vectors; an integer is a NUMBER
  T type;
  APInt number;
  struct IrConst **items;  // LIST: of a struct, an array or a vector
  uint32_t count;
  Str text;                // TEXT: of a float, a string, an address
} IrConst;

// What llvm.mlir.constant, zero, undef, poison or addressof gives; NULL: a constant that is not written here.
IrConst *ir_const_of(Context *ctx, const Operation *op, Arena *arena);
// What LLVM makes of the operation on constants; NULL: that is not known here.
IrConst *ir_fold(const Operation *op, IrConst *const *operands, Arena *arena);
// Without its type. False: one of its types is not written here.
bool ir_const_text(StrBuf *out, const IrConst *constant);

#endif
