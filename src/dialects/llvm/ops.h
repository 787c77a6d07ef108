// What the hooks of the llvm dialect share with its table of operations (ops.c).
#ifndef RUNG_DIALECTS_LLVM_OPS_H
#define RUNG_DIALECTS_LLVM_OPS_H

#include "asm/parser.h"
#include "asm/printer.h"

// The type that `position` leads to inside a struct or array type; NULL: `problem` says why not.
T llvm_element_at(Context *ctx, T container, A position, Str *problem);
// One of an enum's keywords, or the given value when there is none.
int64_t parse_optional_enum_keyword(Parser *p, const EnumDef *def, int64_t otherwise);
// Operand bundles: `"tag"(%a : i32)`, and `["tag"(%a : i32), …]` from the groups in `sizes`.
bool parse_op_bundle(Parser *p, OperandVec *operands, TypeVec *types, A *tag);
void print_op_bundles_of(Printer *p, const Operation *op, Span operands, A sizes, A tags);

#endif
