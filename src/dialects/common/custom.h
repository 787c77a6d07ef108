// custom<Name>(…) directives of assembly formats that several dialects have.
#ifndef RUNG_DIALECTS_COMMON_CUSTOM_H
#define RUNG_DIALECTS_COMMON_CUSTOM_H

#include "asm/format.h"

extern const CustomDirective shared_directives[];   // ended by a NULL name

// Parts of switches.
// target ::= successor (`(` operand-list `:` type-list `)`)?, added to the three arguments.
bool parse_case_target(Parser *p, CustomArg *dest, CustomArg *operands, CustomArg *types, bool grouped);
// The case values as a dense vector of the flag's type; NULL when it has no width.
A case_values_attr(Parser *p, T flag, const I64Vec *values);

#endif
