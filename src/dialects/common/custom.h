// custom<Name>(…) directives of assembly formats that several dialects have.
#ifndef RUNG_DIALECTS_COMMON_CUSTOM_H
#define RUNG_DIALECTS_COMMON_CUSTOM_H

#include "asm/format.h"

// Ended by a NULL name. A dialect that is added at run time may use these:
//
//   custom<DynamicIndexList>($operands, $integers)             `[1, %n, 3]`: operands with `...`, a DenseI64ArrayAttr
//   custom<Function>($sym_visibility, $sym_name, $function_type, $arg_attrs, $res_attrs, attr-dict, $body)
//                                                              everything after the name in func.func
//   custom<SameOrFunctionType>(type($a), type($b), type($c))   `f32` when all types are, else `(f32, i1) -> f32`
//   custom<SymbolVisibility>($sym_visibility)                  `public`, `private`, `nested` or nothing
extern const CustomDirective shared_directives[];
// Directives for older forms of operations; for Rung's own dialects.
extern const CustomDirective older_directives[];

// custom<Blank>(): no text, but the blank in front of it.
bool custom_parse_blank(Parser *p, OpState *state, CustomArg *args, uint32_t count);
void custom_print_blank(Printer *p, const Operation *op, const CustomArg *args, uint32_t count);

// Parts of switches.
// target ::= successor (`(` operand-list `:` type-list `)`)?, added to the three arguments.
bool parse_case_target(Parser *p, CustomArg *dest, CustomArg *operands, CustomArg *types, bool grouped);
// The case values as a dense vector of the flag's type; NULL when it has no width.
A case_values_attr(Parser *p, T flag, const I64Vec *values);

#endif
