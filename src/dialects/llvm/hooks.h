// Hooks of llvm's operations, as the table in ops.c names them.
#ifndef RUNG_DIALECTS_LLVM_HOOKS_H
#define RUNG_DIALECTS_LLVM_HOOKS_H

#include "asm/parser.h"
#include "asm/printer.h"

enum {
  LLVM_LINKAGE_EXTERNAL = 0, LLVM_LINKAGE_AVAILABLE_EXTERNALLY = 1, LLVM_LINKAGE_APPENDING = 6, LLVM_LINKAGE_EXTERN_WEAK = 9,
  LLVM_LINKAGE_COMMON = 10,
};

// functions.c
bool parse_llvm_func(Parser *p, OpState *state);
void print_llvm_func(Printer *p, const Operation *op);
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
bool verify_llvm_extractvalue(Verifier *v, const Operation *op);
bool verify_llvm_insertvalue(Verifier *v, const Operation *op);

// verify.c, verify_module.c
typedef bool VerifyFn(Verifier *v, const Operation *op);
VerifyFn
    verify_llvm_alloca, verify_llvm_dereferenceable, verify_llvm_weights, verify_llvm_load, verify_llvm_store, verify_llvm_atomicrmw, verify_llvm_cmpxchg,
    verify_llvm_fence, verify_llvm_gep, verify_llvm_extend, verify_llvm_bitcast, verify_llvm_shufflevector,
    verify_llvm_gather, verify_llvm_scatter, verify_llvm_sincos, verify_llvm_switch, verify_llvm_inline_asm,
    verify_llvm_bundles, verify_llvm_call_intrinsic, verify_llvm_call, verify_llvm_invoke, verify_llvm_landingpad,
    verify_llvm_zero, verify_llvm_constant;
VerifyFn
    verify_llvm_func, verify_llvm_func_regions, verify_llvm_global, verify_llvm_global_regions, verify_llvm_alias,
    verify_llvm_alias_regions, verify_llvm_ifunc, verify_llvm_ifunc_uses, verify_llvm_addressof,
    verify_llvm_dso_local_equivalent, verify_llvm_blockaddress, verify_llvm_blockaddress_uses, verify_llvm_xtors,
    verify_llvm_xtor_uses, verify_llvm_comdat_regions, verify_llvm_linker_options, verify_llvm_module_flags;
bool llvm_func_types(const Operation *op, const T **inputs, uint32_t *input_count, const T **results, uint32_t *result_count);
// DialectDef's hooks for attributes.
bool verify_llvm_op_attr(Verifier *v, const Operation *op, NamedAttr attr);
bool verify_llvm_arg_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr);
bool verify_llvm_result_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t result, NamedAttr attr);

// data_layout.c: whether a layout string is well-formed; `problem` says why not.
bool llvm_check_data_layout(Context *ctx, Str text, Str *problem);

#endif
