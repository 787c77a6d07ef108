// Declarative parameters of dialect types and attributes: `<` struct(params) `>`, `<` $value `>` …
// A type or attribute defined this way stores one 64-bit word per parameter (ParamsAttr, ParamsType).
//
//   attribute LLVM_DIFileAttr = #di_file "debug information: a file"
//     param   name: StringAttr
//     param   directory: StringAttr
//     format  `<` $name `in` $directory `>`
#ifndef RUNG_ASM_PARAMS_H
#define RUNG_ASM_PARAMS_H

#include "asm/format.h"

typedef struct ParamsAttr { Attr base; uint64_t words[]; } ParamsAttr;
typedef struct ParamsType { Type base; uint64_t words[]; } ParamsType;
A attr_from_params(Context *ctx, const AttrDef *def, const uint64_t *words);
T type_from_params(Context *ctx, const TypeDef *def, const uint64_t *words);
static inline uint64_t attr_param(A a, uint32_t i) { return ((const ParamsAttr *)a)->words[i]; }
static inline A attr_param_attr(A a, uint32_t i) { return (A)(uintptr_t)attr_param(a, i); }
static inline T attr_param_type(A a, uint32_t i) { return (T)(uintptr_t)attr_param(a, i); }
// The enum of a parameter; NULL when it has none.
const EnumDef *attr_param_enum(A a, uint32_t i);
static inline uint64_t param_word(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

// `table` is ended by a NULL name and must outlive the context.
void params_add_directives(Context *ctx, const ParamDirective *table);

#endif
