// Helpers of the hooks of spirv's operations.
#ifndef RUNG_DIALECTS_SPIRV_HOOKS_H
#define RUNG_DIALECTS_SPIRV_HOOKS_H

#include "asm/format.h"
#include "dialects/spirv/attrs.h"
#include "dialects/spirv/types.h"

extern const CustomDirective spirv_directives[], spirv_memory_directives[];

// --- Shared by those files

// Report and return false: with "'name' op " in front, or plainly.
bool spirv_fail(Verifier *v, const Operation *op, const char *message);
bool spirv_fail_plain(Verifier *v, const Operation *op, const char *message);
// "<message>'type'<middle>'type'".
bool spirv_fail_types(Verifier *v, const Operation *op, bool plain, const char *message, T a, const char *middle, T b);

// A string with an enum's cases, for the attribute `words`: "expected … attribute specified as string".
bool parse_spirv_enum_string(Parser *p, const EnumDef *def, const char *words, int64_t *out);
// The same, set as an attribute of the operation.
bool parse_spirv_enum_attr(Parser *p, OpState *state, const char *name, const EnumDef *def, const AttrDef *attr, int64_t *out);
// ` "case"`, and an operand.
void print_spirv_enum_string(Printer *p, const EnumDef *def, int64_t value);
// An attribute of one kind: "invalid kind of attribute specified". `type` as in parse_attr.
A parse_spirv_attr(Parser *p, AttrKind kind, T type);
A parse_spirv_symbol(Parser *p);                    // flat
bool parse_spirv_dict(Parser *p, OpState *state);   // `{…}` or nothing
// (`bind` `(` set `,` binding `)` | `built_in` `(` name `)`)? attr-dict?, and its printing.
bool parse_spirv_decorations(Parser *p, OpState *state);
void print_spirv_decorations(Printer *p, const Operation *op, const char *const *elided);

// What a constant operation holds, as a 32-bit integer. False: no integer constant.
bool spirv_constant_i32(const Operation *op, int32_t *out);
const Operation *spirv_symbol(Verifier *v, const Operation *op, A symbol, uint32_t kind);   // kind: an opcode, 0: any. NULL: not there, or another op
T spirv_type_of(A attr);   // of a type attribute; NULL: it is none
// At most one of the memory orders.
bool verify_spirv_semantics(Verifier *v, const Operation *op, const char *name);
// The SPIR-V module around the operation; NULL: none.
const Operation *spirv_module_of(const Operation *op);
static inline int64_t spirv_lanes(T type) { return type_is_vector(type) ? type_num_elements(type) : 1; }

#endif
