// Declarative parameters of dialect types and attributes: `<` struct(params) `>`, `<` $value `>` …
// A type or attribute defined this way stores one 64-bit word per parameter (ParamsPayload).
#ifndef RUNG_ASM_PARAMS_H
#define RUNG_ASM_PARAMS_H

#include "asm/parser.h"
#include "asm/printer.h"

typedef enum ParamKind {
  PARAM_ATTR,          // an attribute (const Attr *), whole spelling
  PARAM_ATTR_DEF,      // an attribute of `attr_def`, spelled without prefix when alone
  PARAM_TYPE,          // a type
  PARAM_STRING,        // a string attribute, spelled "text"
  PARAM_INT,           // signed, spelled in decimal
  PARAM_UINT,
  PARAM_BOOL,
  PARAM_ENUM,          // keyword of `enum_def`
  PARAM_APINT,         // an integer attribute
  PARAM_ATTR_ARRAY,    // an array attribute, spelled without […]: a, b
  PARAM_TYPE_ARRAY,    // array of type attributes
  PARAM_INT_ARRAY,     // array<i64: …>
} ParamKind;
enum { PARAM_OPTIONAL = 1, PARAM_DEFAULT = 2 };
typedef struct ParamDef {
  const char *name;
  uint8_t kind, flags;
  uint64_t default_word;       // PARAM_DEFAULT; 0 stands for "null" with PARAM_OPTIONAL
  const void *def;             // EnumDef or AttrDef
  const char *cpp;             // upstream's C++ type, as its "failed to parse … parameter" messages show it
  const char *class_name;      // of the attribute, in the same messages: "LLVM_DISubprogram"
} ParamDef;
typedef struct ParamsDef {
  const ParamDef *params;
  uint32_t count;
  const char *format;          // ODS text; NULL: no parameters
  bool (*verify)(Parser *p, const uint64_t *words, uint32_t at);  // genVerifyDecl; p may be NULL
} ParamsDef;
#define PARAMS(...) .params = (const ParamDef[]){__VA_ARGS__}, .count = countof(((const ParamDef[]){__VA_ARGS__}))

typedef struct ParamsAttr { Attr base; uint64_t words[]; } ParamsAttr;
typedef struct ParamsType { Type base; uint64_t words[]; } ParamsType;
A attr_from_params(Context *ctx, const AttrDef *def, const uint64_t *words);
T type_from_params(Context *ctx, const TypeDef *def, const uint64_t *words);
static inline uint64_t attr_param(A a, uint32_t i) { return ((const ParamsAttr *)a)->words[i]; }
static inline uint64_t type_param(T t, uint32_t i) { return ((const ParamsType *)t)->words[i]; }
A parse_attr_params(Parser *p, const AttrDef *def);
T parse_type_params(Parser *p, const TypeDef *def);
void print_attr_params(Printer *p, A attr);
void print_type_params(Printer *p, T type);

#endif
