// Types of the llvm dialect (https://mlir.llvm.org/docs/Dialects/LLVM/#types).
#ifndef RUNG_DIALECTS_LLVM_TYPES_H
#define RUNG_DIALECTS_LLVM_TYPES_H

#include "asm/parser.h"
#include "asm/printer.h"
#include "ops/llvm.h"

// Up to LLVM 16 a pointer could say what it points to; conversions make such ones on request.
typedef struct LLVMPtrType { Type base; T pointee; uint64_t space; } LLVMPtrType;
typedef struct LLVMArrayType { Type base; T element; uint64_t count, compatible; } LLVMArrayType;
typedef struct LLVMFuncType {
  Type base;
  T result;
  uint64_t is_vararg, count, compatible;
  T params[];
} LLVMFuncType;

// The body of an identified struct. It is set once and never changes afterwards.
typedef struct LLVMStructBody {
  Str name;
  bool is_set;       // the body below, or `opaque`, was given
  bool is_opaque;
  bool packed;
  bool incompatible; // of a body with other dialects' types
  bool busy;         // being parsed: the name stands for itself inside
  uint32_t count;
  const T *elements;
} LLVMStructBody;
// A literal struct holds its elements; an identified one refers to its body, one for each name.
typedef struct LLVMStructType {
  Type base;
  LLVMStructBody *body;   // NULL: literal
  uint64_t packed, count, compatible;   // literal only
  T elements[];
} LLVMStructType;
typedef struct LLVMTargetType {
  Type base;
  A name;                 // string attribute
  uint64_t type_count, int_count;
  uint64_t params[];      // types, then integers
} LLVMTargetType;

T llvm_ptr(Context *ctx, uint32_t space);
T llvm_ptr_to(Context *ctx, T pointee, uint32_t space);   // NULL pointee: the same as llvm_ptr()
T llvm_array(Context *ctx, T element, uint64_t count);
T llvm_func(Context *ctx, T result, const T *params, uint32_t count, bool is_vararg);
T llvm_void(Context *ctx);
T llvm_struct(Context *ctx, const T *elements, uint32_t count, bool packed);   // literal
T llvm_struct_named(Context *ctx, Str name);   // body not set when the name is new
// False when the struct has another body already.
bool llvm_struct_set_body(Context *ctx, T type, const T *elements, uint32_t count, bool packed);
bool llvm_struct_set_opaque(T type);           // false: it has a body

static inline bool llvm_is_ptr(T type) { return type->def == &llvm_ptr_type; }
static inline bool llvm_is_struct(T type) { return type->def == &llvm_struct_type; }
static inline bool llvm_is_array(T type) { return type->def == &llvm_array_type; }
static inline bool llvm_is_void(T type) { return type->def == &llvm_void_type; }
static inline bool llvm_is_func(T type) { return type->def == &llvm_func_type; }
static inline T llvm_pointee(T type) { return llvm_is_ptr(type) ? ((const LLVMPtrType *)type)->pointee : NULL; }   // NULL: not said
static inline uint32_t llvm_ptr_space(T type) { return (uint32_t)((const LLVMPtrType *)type)->space; }
static inline const LLVMFuncType *llvm_as_func(T type) { return llvm_is_func(type) ? (const LLVMFuncType *)type : NULL; }
// Elements of a literal or identified struct (none when it is opaque or has no body).
const T *llvm_struct_elements(T type, uint32_t *count);
bool llvm_struct_is_packed(T type);
bool llvm_struct_is_opaque(T type);
static inline const LLVMStructBody *llvm_struct_name(T type) { return ((const LLVMStructType *)type)->body; }  // NULL: literal

bool llvm_is_compatible_outer(T type);      // LLVM::isCompatibleOuterType
bool llvm_is_compatible(T type);            // LLVM::isCompatibleType: its parts, too
bool llvm_is_compatible_float(T type);
bool llvm_is_compatible_vector(T type);
bool llvm_is_loadable(T type);
bool llvm_is_aggregate_element(T type);     // may be in structs and arrays
bool llvm_target_supports_mem_ops(T type);
bool llvm_target_has_zero(T type);          // may be zero-initialized, and be a global

// Types inside llvm types and operations: `ptr` for `!llvm.ptr`.
T parse_pretty_llvm_type(Parser *p);
bool llvm_reads_typed_pointers(const Parser *p);   // the edition has pointers that say what they point to
void print_pretty_llvm_type(Printer *p, T type);

// data_layout.c: whether a data layout string is well-formed; `problem` says why not.
bool llvm_check_data_layout(Context *ctx, Str text, Str *problem);

// --- wrapped_types.c: LLVM IR's own spelling of types, and other older spellings

// Whether the parser reads forms of releases up to that one.
bool llvm_reads_until(const Parser *p, uint16_t release);
// The last release that spelled types as LLVM IR does, wrapped or word by word (`!llvm.float`).
#define LAST_LLVM_WORDS 12
// The last release with !llvm.x86_mmx.
#define LAST_MMX 19

// `i32`, `float`, `void`; NULL: no type of one word.
T llvm_type_of_word(Context *ctx, Str word);
// The current token is a string with the text of a type. NULL: reported, inside of it.
T parse_wrapped_type(Parser *p);

// `float`, in editions whose llvm dialect has scalars of its own; false: it is no such type there.
bool print_llvm_word(Printer *p, T type);
// In editions that wrap types: `i32` or `"i8*"`, after `!llvm.`. False: the edition has the dialect's own types.
bool print_wrapped_type(Printer *p, T type);

// A builtin type among values of the llvm dialect, where an edition has another type for it. It is made to be printed.
typedef struct LLVMBuiltinType { Type base; T type; } LLVMBuiltinType;
extern const TypeDef llvm_builtin_type;
T llvm_wrap_builtin(Context *ctx, T type);
static inline T llvm_unwrap_builtin(T type) {
  return type->def == &llvm_builtin_type ? ((const LLVMBuiltinType *)type)->type : type;
}

#endif
