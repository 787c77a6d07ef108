// Types, names and floats as LLVM IR spells them.
#ifndef RUNG_EXPORT_LLVM_IR_TYPES_H
#define RUNG_EXPORT_LLVM_IR_TYPES_H

#include "ir/attr.h"
#include "ir/type.h"
#include "support/apfloat.h"
#include "support/strbuf.h"

// False: LLVM has no such type, or it is not written here.
bool ir_type(StrBuf *out, T type);
// The right side of `%name = type …`.
bool ir_struct_body(StrBuf *out, T type);
// What an overloaded intrinsic's name says of a type: "f32", "v4i32", "p0"; false: not known.
bool ir_type_suffix(StrBuf *out, T type);
bool ir_float(StrBuf *out, APFloat value);
void ir_name(StrBuf *out, char sigil, Str name);
void ir_gep_flags(StrBuf *out, uint32_t flags);   // "inbounds nuw "

#endif
