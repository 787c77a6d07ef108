// Declarative parameters of dialect types and attributes: `<` struct(params) `>`, `<` $value `>` …
// A type or attribute defined this way stores one 64-bit word per parameter (ParamsAttr, ParamsType).
//
//   static const ParamsDef di_file_params = {
//     PARAMS({"name", PARAM_STRING, .cpp = "StringAttr"}, {"directory", PARAM_STRING, .cpp = "StringAttr"}),
//     .format = "`<` $name `in` $directory `>`", .class_name = "LLVM_DIFileAttr",
//   };
#ifndef RUNG_ASM_PARAMS_H
#define RUNG_ASM_PARAMS_H

#include "asm/format.h"

// How a parameter is kept in its word, and spelled.
typedef enum ParamKind {
  PARAM_ATTR,          // A: any attribute, whole spelling
  PARAM_ATTR_DEF,      // A: an attribute of the AttrDef `def`, spelled without prefix ($x as upstream's parser finds it)
  PARAM_ATTR_CLASS,    // A: an attribute `check` accepts, whole spelling (interfaces, builtin classes)
  PARAM_TYPE,          // T
  PARAM_STRING,        // A: a string attribute, spelled "text" (StringAttr; StringRef when cpp says so)
  PARAM_INT,           // int64_t, in decimal
  PARAM_UINT,          // uint64_t, in decimal; `bits` bounds it
  PARAM_BOOL,          // 0 or 1: true, false
  PARAM_ENUM,          // int64_t: keyword of the EnumDef `def`
  PARAM_NAME,          // int64_t: keyword of the EnumDef `def`, whose name is in "invalid … name" messages (DWARF)
  PARAM_OPT_INT,       // A: an i64 integer attribute or NULL: std::optional<unsigned>
  PARAM_ATTR_ARRAY,    // A: an array attribute (never NULL), items spelled a, b; of `def` when it is set
  PARAM_TYPE_ARRAY,    // A: an array attribute of type attributes (never NULL)
  PARAM_INT_ARRAY,     // A: array<i64: …> (never NULL)
  PARAM_DENSE_I32,     // A: array<i32: …> spelled [1, 2]
} ParamKind;
enum {
  PARAM_OPTIONAL = 1,  // may be left out; then null, 0, or empty
  PARAM_DEFAULT = 2,   // may be left out; then `default_word`
  PARAM_FIELD = 4,     // PARAM_ENUM that upstream reads with a FieldParser; implied when `cpp` does not begin with "::"
  PARAM_BRACED = 8,    // PARAM_*_ARRAY between `{` and `}`
};
typedef struct ParamDef {
  const char *name;
  uint8_t kind, flags;
  uint8_t bits;                // PARAM_INT, PARAM_UINT: width of the C++ type; 0: 64
  uint64_t default_word;       // PARAM_DEFAULT
  const void *def;             // EnumDef or AttrDef
  const AttrConstraint *constraint;   // PARAM_ATTR_CLASS, items of PARAM_ATTR_ARRAY
  const char *cpp;             // C++ type, as "failed to parse … parameter 'x' which is to be a `cpp`" shows it
} ParamDef;
typedef struct ParamsDef {
  const ParamDef *params;
  uint32_t count;
  const char *format;          // ODS text; NULL: no parameters
  const char *class_name;      // in the same messages: "LLVM_DIFileAttr"
  // genVerifyDecl: reports at byte offset `at` and returns false.
  bool (*verify)(Parser *p, const uint64_t *words, uint32_t at);
} ParamsDef;
#define PARAMS(...) .params = (const ParamDef[]){__VA_ARGS__}, .count = countof(((const ParamDef[]){__VA_ARGS__}))
#define PARAMS_MAX 32u

typedef struct ParamsAttr { Attr base; uint64_t words[]; } ParamsAttr;
typedef struct ParamsType { Type base; uint64_t words[]; } ParamsType;
A attr_from_params(Context *ctx, const AttrDef *def, const uint64_t *words);
T type_from_params(Context *ctx, const TypeDef *def, const uint64_t *words);
static inline uint64_t attr_param(A a, uint32_t i) { return ((const ParamsAttr *)a)->words[i]; }
static inline uint64_t type_param(T t, uint32_t i) { return ((const ParamsType *)t)->words[i]; }
static inline A attr_param_attr(A a, uint32_t i) { return (A)(uintptr_t)attr_param(a, i); }
static inline T attr_param_type(A a, uint32_t i) { return (T)(uintptr_t)attr_param(a, i); }
static inline A type_param_attr(T t, uint32_t i) { return (A)(uintptr_t)type_param(t, i); }
static inline T type_param_type(T t, uint32_t i) { return (T)(uintptr_t)type_param(t, i); }
// The enum of a parameter; NULL when it has none.
const EnumDef *attr_param_enum(A a, uint32_t i);
static inline uint64_t param_word(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

// custom<Name>(…) in the formats above. `words` are all parameters of the definition; the directive
// reads and writes words[args[i]], i < count, in the order the format names them (refs included).
typedef struct ParamDirective {
  const char *name;
  bool (*parse)(Parser *p, uint64_t *words, const uint8_t *args, uint32_t count);
  void (*print)(Printer *p, const uint64_t *words, const uint8_t *args, uint32_t count);
} ParamDirective;
// `table` is ended by a NULL name and must outlive the context.
void params_add_directives(Context *ctx, const ParamDirective *table);

#endif
