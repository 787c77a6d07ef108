// What types of the llvm dialect were in releases up to LLVM 19, where another one is written for.
#ifndef RUNG_DIALECTS_LLVM_OLDER_TYPES_H
#define RUNG_DIALECTS_LLVM_OLDER_TYPES_H

#include "ir/ir.h"

// False: a type of the module's values or attributes has no equivalent in the edition, which is reported at the first operation
// that has it.
bool llvm_types_can_be_said(Module *module, const Edition *in);

// Whether the edition has types of the llvm dialect for what are builtin types today: `!llvm.i32`, `!llvm.vec<? x 4 x f32>`.
bool llvm_has_other_types(const Edition *in);
// Those types: of values of the llvm dialect's operations, and of what values of the same type go to or come from: branches,
// functions and calls. `change`: the module's types become those of the edition, to be printed, with casts where an operation
// takes one for the other; otherwise it is only looked at. False: what is passed on is of both, which is reported.
bool llvm_divide_types(Module *module, const Edition *in, bool change);

// Operations say no type that their pointers say.
void llvm_elide_pointees(Module *module);

#endif
