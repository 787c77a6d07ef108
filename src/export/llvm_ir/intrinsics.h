// Rows of the table of intrinsics, and what LLVM says of the functions they declare.
#ifndef RUNG_EXPORT_LLVM_IR_INTRINSICS_H
#define RUNG_EXPORT_LLVM_IR_INTRINSICS_H

#include "ir/op.h"

typedef struct IrIntrinsicRow {
  Str name;   // "llvm.amdgcn.ballot" of rocdl.ballot; `?` where the kind of the second operand decides
  const char *overloads, *attributes, *parameters, *arguments;
} IrIntrinsicRow;

typedef struct Writer Writer;
const IrIntrinsicRow *intrinsic_row(Writer *w, const Operation *op);   // NULL: there is none
// The row of an intrinsic's name, which may end in the types that it is overloaded with: the longest that it begins with.
const IrIntrinsicRow *intrinsic_row_named(Writer *w, Str name);
// The attributes of the functions of a class: see intrinsics.def.
const char *intrinsic_class(char letter);

#endif
