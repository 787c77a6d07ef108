// Types of the llvm dialect in releases up to LLVM 19, to print for those.
#ifndef RUNG_DIALECTS_LLVM_OLDER_TYPES_H
#define RUNG_DIALECTS_LLVM_OLDER_TYPES_H

#include "ir/ir.h"

// False: a type of the module's values or attributes has no equivalent in the edition, which is reported at the first operation
// that has it.
bool llvm_types_can_be_said(Module *module, const Edition *in);

// What the operation has that this form of it leaves out and its release implies otherwise, as a clause. NULL: nothing.
const char *llvm_left_out(const Operation *op, const char *format);

// Whether the edition has types of the llvm dialect in place of some builtin types: `!llvm.i32`, `!llvm.vec<? x 4 x f32>`.
bool llvm_has_other_types(const Edition *in);
// Find the values that have those types: values of the llvm dialect's operations, and values that reach them or come from them
// through branches, functions and calls. `change`: give the module the edition's types, to be printed, with casts where an
// operation takes one for the other; otherwise only check. False when a value would need both types, which is reported.
bool llvm_divide_types(Module *module, const Edition *in, bool change);

// Leave out the types of operations that follow from their pointers.
void llvm_elide_pointees(Module *module);

#endif
