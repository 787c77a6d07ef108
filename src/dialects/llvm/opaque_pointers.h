// Up to LLVM 16 a pointer said what it points to (https://llvm.org/docs/OpaquePointers.html).
#ifndef RUNG_DIALECTS_LLVM_OPAQUE_POINTERS_H
#define RUNG_DIALECTS_LLVM_OPAQUE_POINTERS_H

#include "ir/ir.h"

// Make the pointers of the module opaque: operations that need the element type get it as an attribute, and casts between
// pointers that are equal now are removed. Bodies of identified structs change for the whole context.
void llvm_make_pointers_opaque(Module *module);

// The same for one type or attribute.
T llvm_type_made_opaque(Module *module, T type);
A llvm_attr_made_opaque(Module *module, A attr);

#endif
