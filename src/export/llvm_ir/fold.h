// What LLVM computes when it makes an instruction on constants, before there is one
// (llvm/include/llvm/Analysis/TargetFolder.h, llvm/lib/Analysis/ConstantFolding.cpp, llvm/lib/IR/ConstantFold.cpp).
#ifndef RUNG_EXPORT_LLVM_IR_FOLD_H
#define RUNG_EXPORT_LLVM_IR_FOLD_H

#include "export/llvm_ir/constants.h"
#include "export/llvm_ir/layout.h"
#include "support/map.h"

typedef struct IrFolder {
  Context *ctx;
  Arena *arena;
  const IrLayout *layout;
  const Map *symbols;   // name -> Operation *
} IrFolder;

// NULL: an instruction is left.
IrConst *ir_fold(const IrFolder *self, const Operation *op, IrConst *const *operands);
// A cast to another type (zext, trunc … are those of integers).
IrConst *ir_fold_cast(const IrFolder *self, const Operation *op, IrConst *of, T type);

#endif
