// Converts types to types of the llvm dialect (after mlir/lib/Conversion/LLVMCommon/TypeConverter.cpp).
//
// A type is converted by the first rule that knows it (llvm_type_rules). Each rule is a named
// function, so a trace of them explains a conversion: memref<?x4xf32> is a descriptor, whose element
// pointer has memory space 0, whose sizes are an array of two index types, and so on.
#ifndef RUNG_CONVERT_LLVM_LLVM_TYPES_H
#define RUNG_CONVERT_LLVM_LLVM_TYPES_H

#include "dialects/llvm/types.h"
#include "rewrite/conversion.h"

// One rule applied: `rule` turned `from` into `to` (NULL: it failed), inside `depth` other rules.
typedef struct TypeStep {
  const char *rule;
  T from, to;
  uint32_t depth;
} TypeStep;
typedef struct TypeTrace {
  Arena *arena;
  VEC(TypeStep) steps;    // in the order the rules began
  uint32_t depth;
} TypeTrace;

typedef struct LLVMTypes {
  TypeConverter base;     // first: the TypeConverter of a lowering to llvm is an LLVMTypes
  uint32_t index_bits;
  Str data_layout;        // the module's llvm.data_layout, or empty
  bool bare_pointers;     // memref arguments and results of functions are bare pointers
  bool aligned_alloc;     // heap memory comes from aligned_alloc instead of malloc
  bool typed_pointers;    // pointers say what they point to, as up to LLVM 16
  bool generic_functions; // … from _mlir_memref_to_llvm_alloc instead of the C library
  Module *module;         // where errors go
  T index;                // i64, as a rule
  T ptr;                  // !llvm.ptr, or !llvm.ptr<i8>
  TypeTrace *trace;       // NULL: no trace is kept
  VEC(const Type *) stack;   // identified structs being converted
} LLVMTypes;

typedef struct LLVMTypeRule {
  const char *name;       // "memref to descriptor"
  const char *summary;    // one sentence for people
  bool (*applies)(T type);
  T (*convert)(LLVMTypes *self, T type);   // NULL: it cannot be converted
} LLVMTypeRule;
extern const LLVMTypeRule llvm_type_rules[];   // ended by a NULL name

// With index_bits 0 the width is 64. `arena` holds the cache and outlives the converter.
void llvm_types_init(LLVMTypes *self, Module *module, Arena *arena, uint32_t index_bits, bool bare_pointers);
static inline LLVMTypes *llvm_types_of(TypeConverter *types) { return (LLVMTypes *)(void *)types; }
static inline LLVMTypes *llvm_converter(const Conversion *c) { return llvm_types_of(c->types); }

// Whether pointers say what they point to.
void llvm_types_set_typed(LLVMTypes *self, bool typed);

// The converted type, or NULL.
T llvm_convert(LLVMTypes *self, T type);
// Take pointer widths from an LLVM data layout string.
void llvm_types_set_layout(LLVMTypes *self, Str data_layout);
// Width of pointers in a memory space, by the layout string.
uint32_t llvm_pointer_bits(const LLVMTypes *self, uint32_t space);

// --- Memrefs

// Fields of the descriptor, nothing when it cannot be converted (an error was reported where upstream
// does). Unpacked: the sizes and strides one by one.
bool llvm_descriptor_fields(LLVMTypes *self, T memref, bool unpacked, TypeVec *out, Arena *arena);
bool llvm_can_be_bare_pointer(Context *ctx, T memref);
// The pointer type to `element` (already converted), which is part of it with typed pointers only.
T llvm_pointer(const LLVMTypes *self, T element, uint32_t space);
// To the elements of a memref; NULL when they cannot be converted.
T llvm_memref_pointer(LLVMTypes *self, T memref, uint32_t space);
T llvm_bare_pointer(LLVMTypes *self, T memref);     // NULL: it cannot

// --- Functions

// The llvm function type of a signature and what its arguments become: memrefs are passed as the
// fields of their descriptors, or as bare pointers; several results are packed in a struct.
// `by_reference` (may be NULL) has an entry per argument: true where llvm.byval or llvm.byref make it
// a pointer; it stays true where the argument was none before.
T llvm_signature(LLVMTypes *self, const FunctionType *type, bool variadic, bool bare_pointers, bool *by_reference,
                 Arena *arena, SignatureConversion *out);
// The signature for C callers: pointers to descriptors; a struct result becomes a pointer argument in
// front, and is given in `result_struct` (NULL: the result is no struct). NULL: not convertible.
T llvm_c_signature(LLVMTypes *self, const FunctionType *type, T *result_struct);
// The results of an operation or of a function as one type. NULL: it has none, or one of them cannot be converted.
T llvm_pack_op_results(LLVMTypes *self, const T *types, uint32_t count);
T llvm_pack_func_results(LLVMTypes *self, const T *types, uint32_t count, bool bare_pointers);

// A float that converts to an integer (f8E4M3 …), or a vector of such: most arithmetic refuses it.
bool llvm_is_unsupported_float(T type);

#endif
