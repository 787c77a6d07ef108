// Up to LLVM 16 a pointer said what it points to (https://llvm.org/docs/OpaquePointers.html).
#ifndef RUNG_DIALECTS_LLVM_OPAQUE_POINTERS_H
#define RUNG_DIALECTS_LLVM_OPAQUE_POINTERS_H

#include "ir/ir.h"

// Pointers of the module no longer say what they point to: the operations that have to know it say it themselves, casts
// from one pointer to another that is the same now are gone. Bodies of identified structs change for the whole context.
void llvm_make_pointers_opaque(Module *module);

// One type or attribute, likewise.
T llvm_type_made_opaque(Module *module, T type);
A llvm_attr_made_opaque(Module *module, A attr);

#endif
