// Attributes and enums of the spirv dialect (https://mlir.llvm.org/docs/Dialects/SPIR-V/).
#ifndef RUNG_DIALECTS_SPIRV_ATTRS_H
#define RUNG_DIALECTS_SPIRV_ATTRS_H

#include "asm/params.h"

// The value of an enum attribute of an operation; `otherwise` when it is absent.
int64_t spirv_enum_of(A attr, int64_t otherwise);
A spirv_enum_attr(Context *ctx, const AttrDef *def, int64_t value);
// The value of a case, or for bits of several joined by '|'.
bool spirv_enum_find(const EnumDef *def, Str text, int64_t *out);
void spirv_enum_text(StrBuf *out, const EnumDef *def, int64_t value);
void print_spirv_enum(Printer *p, const EnumDef *def, int64_t value);
// A keyword of an enum: "invalid `words` attribute specification: …".
bool parse_spirv_keyword(Parser *p, const EnumDef *def, const char *words, int64_t *out);

#endif
