// Hooks of llvm's operations, as the table in ops.c names them.
#ifndef RUNG_DIALECTS_LLVM_HOOKS_H
#define RUNG_DIALECTS_LLVM_HOOKS_H

#include "asm/parser.h"
#include "asm/printer.h"

// An optional keyword of an enum as an enum attribute; and its printing, with a space, unless it is `except`.
void set_enum_attr(Parser *p, OpState *state, const char *name, const EnumDef *def, const AttrDef *attr);
void print_enum_word(Printer *p, const Operation *op, const char *name, const EnumDef *def, int64_t except);

#endif
