// Types and constants as LLVM IR spells them.
#ifndef RUNG_EXPORT_LLVM_IR_TYPES_H
#define RUNG_EXPORT_LLVM_IR_TYPES_H

#include "ir/attr.h"
#include "ir/type.h"
#include "support/strbuf.h"

// False: LLVM has no such type, or it is not written here.
bool ir_type(StrBuf *out, T type);
// What an overloaded intrinsic's name says of a type: "f32", "v4i32"; false: not known.
bool ir_type_suffix(StrBuf *out, T type);
// A constant without its type; false: not known.
bool ir_constant(Context *ctx, StrBuf *out, T type, A value);
void ir_name(StrBuf *out, char sigil, Str name);

#endif
