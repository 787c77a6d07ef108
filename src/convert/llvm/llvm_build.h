// Builders of operations of the llvm dialect. Each inserts an operation at the builder's place and returns its result.
#ifndef RUNG_CONVERT_LLVM_LLVM_BUILD_H
#define RUNG_CONVERT_LLVM_LLVM_BUILD_H

#include "convert/llvm/llvm_types.h"

// --- Values

Value *llvm_constant(Builder *b, T type, A value);               // llvm.mlir.constant(value) : type
Value *llvm_index_constant(Builder *b, T type, int64_t value);   // …(value : index) : type
Value *llvm_int_constant(Builder *b, T type, int64_t value);     // …(value : type) : type; splat for vectors
Value *llvm_float_constant(Builder *b, T type, double value);    // the same for floats
Value *llvm_undef(Builder *b, T type);
Value *llvm_poison(Builder *b, T type);
Value *llvm_zero(Builder *b, T type);
Value *llvm_address_of(Builder *b, T ptr, Str symbol);

// --- Arithmetic

Value *llvm_binary(Builder *b, uint32_t opcode, Value *lhs, Value *rhs);   // OP_LLVM_AND: type of lhs
Value *llvm_add(Builder *b, Value *lhs, Value *rhs, int flags);             // LLVM_INTEGER_OVERFLOW_FLAGS_NSW …
Value *llvm_sub(Builder *b, Value *lhs, Value *rhs, int flags);
Value *llvm_mul(Builder *b, Value *lhs, Value *rhs, int flags);
Value *llvm_icmp(Builder *b, int64_t predicate, Value *lhs, Value *rhs);    // LLVM_I_CMP_PREDICATE_SLT …
Value *llvm_fcmp(Builder *b, int64_t predicate, Value *lhs, Value *rhs);    // LLVM_F_CMP_PREDICATE_OEQ …
Value *llvm_select(Builder *b, Value *condition, Value *yes, Value *no);
Value *llvm_cast(Builder *b, uint32_t opcode, T type, Value *value);       // OP_LLVM_SEXT, OP_LLVM_BITCAST, …

// --- Aggregates and vectors

Value *llvm_extract(Builder *b, Value *container, int64_t position);
Value *llvm_extract_at(Builder *b, Value *container, const int64_t *position, uint32_t count);
Value *llvm_insert(Builder *b, Value *container, Value *value, int64_t position);
Value *llvm_insert_at(Builder *b, Value *container, Value *value, const int64_t *position, uint32_t count);
T llvm_element_at(T container, const int64_t *position, uint32_t count);    // type found there, or NULL

// --- Memory

typedef struct GepIndex {
  Value *value;       // NULL: the constant
  int32_t constant;
} GepIndex;
// Typed pointers are cast to what an operation wants, and results made from them say what they point
// to; `ptr` then gives no more than the memory space.
Value *llvm_pointing_to(Builder *b, Value *ptr, T element);
Value *llvm_gep(Builder *b, T ptr, T element, Value *base, const GepIndex *indices, uint32_t count, int flags);
Value *llvm_gep1(Builder *b, T ptr, T element, Value *base, Value *index, int flags);
// Alignment 0: none written.
Value *llvm_load(Builder *b, T type, Value *address, int64_t alignment);
Operation *llvm_store(Builder *b, Value *value, Value *address, int64_t alignment);
Value *llvm_alloca(Builder *b, T ptr, T element, Value *count, int64_t alignment);
// In the form of the releases with typed pointers.
void llvm_old_prefetch(Builder *b, Value *address, const int64_t *numbers);
void llvm_old_assume(Builder *b, Value *condition);
Operation *llvm_memcpy(Builder *b, Value *to, Value *from, Value *size, bool is_volatile);

// --- Functions and control flow

// NULL result type or void: none. The value is NULL then.
Operation *llvm_call(Builder *b, T result, Str callee, Value *const *operands, uint32_t count);
Value *llvm_call1(Builder *b, T result, Str callee, Value *operand);
Operation *llvm_return(Builder *b, Value *value);                 // NULL: nothing
Operation *llvm_br(Builder *b, Block *to, Value *const *operands, uint32_t count);
Operation *llvm_cond_br(Builder *b, Value *condition, Block *yes, Value *const *yes_operands, uint32_t yes_count,
                        Block *no, Value *const *no_operands, uint32_t no_count);
Operation *llvm_unreachable(Builder *b);
// A function op with the attributes every one has; add others with op_set_attr().
Operation *llvm_func_op(Builder *b, Str name, T type, int64_t linkage);

// The function `name` of the closest symbol table around `op`; declared at its start when it is not there.
// NULL (reported) when the name is taken by another kind of op, or by a function of another type.
Operation *llvm_lookup_function(Conversion *c, Operation *op, Str name, T result, const T *params, uint32_t count);
// The same for a function of a runtime library, which is declared at the module's end.
Operation *llvm_runtime_function(Conversion *c, Operation *op, Str name, T result, const T *params, uint32_t count);
// The same for one that is declared in front of the function `place`.
Operation *llvm_function_before(Conversion *c, Operation *place, Str name, T result, const T *params, uint32_t count);
// The declarations that memory needs: malloc, free …
Operation *llvm_malloc(Conversion *c, Operation *op, LLVMTypes *types);
Operation *llvm_free(Conversion *c, Operation *op);
// The builtin.module around `op`.
Operation *enclosing_module(const Operation *op);
// `base`, or `base_0`, `base_1` … : the first that no symbol of the table has.
Str unique_symbol(Conversion *c, const Operation *table, Str base);
// A global of bytes that ends with NUL at the module's start, and its address at the builder's place.
Value *llvm_global_string(Conversion *c, Operation *op, Str base, Str text);

#endif
