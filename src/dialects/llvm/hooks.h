// Hooks of llvm's operations, as the table in ops.c names them.
#ifndef RUNG_DIALECTS_LLVM_HOOKS_H
#define RUNG_DIALECTS_LLVM_HOOKS_H

#include "asm/parser.h"
#include "asm/printer.h"

enum { LLVM_LINKAGE_EXTERNAL = 0, LLVM_LINKAGE_EXTERN_WEAK = 9, LLVM_LINKAGE_COMMON = 10 };

// functions.c
bool parse_llvm_func(Parser *p, OpState *state);
void print_llvm_func(Printer *p, const Operation *op);
bool verify_llvm_func(Verifier *v, const Operation *op);
bool verify_llvm_func_regions(Verifier *v, const Operation *op);
bool parse_llvm_global(Parser *p, OpState *state);
void print_llvm_global(Printer *p, const Operation *op);
bool parse_llvm_alias(Parser *p, OpState *state);
void print_llvm_alias(Printer *p, const Operation *op);
// An optional keyword of an enum as an enum attribute; and its printing, with a space, unless it is `except`.
void set_enum_attr(Parser *p, OpState *state, const char *name, const EnumDef *def, const AttrDef *attr);
void print_enum_word(Printer *p, const Operation *op, const char *name, const EnumDef *def, int64_t except);

// instructions.c
bool parse_llvm_alloca(Parser *p, OpState *state);
void print_llvm_alloca(Printer *p, const Operation *op);
bool parse_llvm_icmp(Parser *p, OpState *state);
bool parse_llvm_fcmp(Parser *p, OpState *state);
void print_llvm_icmp(Printer *p, const Operation *op);
void print_llvm_fcmp(Printer *p, const Operation *op);
bool parse_llvm_call(Parser *p, OpState *state);
void print_llvm_call(Printer *p, const Operation *op);
bool parse_llvm_invoke(Parser *p, OpState *state);
void print_llvm_invoke(Printer *p, const Operation *op);
bool parse_llvm_landingpad(Parser *p, OpState *state);
void print_llvm_landingpad(Printer *p, const Operation *op);
bool parse_llvm_call_intrinsic(Parser *p, OpState *state);
void print_llvm_call_intrinsic(Printer *p, const Operation *op);
bool verify_llvm_return(Verifier *v, const Operation *op);
bool verify_llvm_addressof(Verifier *v, const Operation *op);
bool verify_llvm_extractvalue(Verifier *v, const Operation *op);
bool verify_llvm_insertvalue(Verifier *v, const Operation *op);

#endif
