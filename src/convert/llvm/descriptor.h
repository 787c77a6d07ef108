// Descriptors: the structs that memrefs become (after mlir/lib/Conversion/LLVMCommon/MemRefBuilder.cpp).
//
//   memref<?x4xf32>  ->  { allocated pointer, aligned pointer, offset, [sizes], [strides] }
//   memref<*xf32>    ->  { rank, pointer to a ranked descriptor }
#ifndef RUNG_CONVERT_LLVM_DESCRIPTOR_H
#define RUNG_CONVERT_LLVM_DESCRIPTOR_H

#include "convert/llvm/llvm_build.h"

// --- Ranked: values of the descriptor's struct type

Value *memref_poison(Builder *b, T struct_type);
Value *memref_allocated(Builder *b, Value *desc);
Value *memref_aligned(Builder *b, Value *desc);
Value *memref_offset(Builder *b, Value *desc);
Value *memref_size(Builder *b, Value *desc, int64_t dim);
Value *memref_stride(Builder *b, Value *desc, int64_t dim);
// The size of a dimension whose number is only known at run time; the sizes go through memory.
Value *memref_size_at(Builder *b, LLVMTypes *types, Value *desc, Value *dim, int64_t rank);
// Setters give the changed descriptor.
Value *memref_set_allocated(Builder *b, Value *desc, Value *ptr);
Value *memref_set_aligned(Builder *b, Value *desc, Value *ptr);
Value *memref_set_offset(Builder *b, Value *desc, Value *offset);
Value *memref_set_size(Builder *b, Value *desc, int64_t dim, Value *size);
Value *memref_set_stride(Builder *b, Value *desc, int64_t dim, Value *stride);
Value *memref_set_constant_offset(Builder *b, Value *desc, int64_t offset);
Value *memref_set_constant_size(Builder *b, Value *desc, int64_t dim, int64_t size);
Value *memref_set_constant_stride(Builder *b, Value *desc, int64_t dim, int64_t stride);
T memref_pointer_type(const Value *desc);
T memref_index_type(const Value *desc);

// All fields, sizes and strides one by one: pointers, offset, sizes, strides.
Value *memref_pack(Builder *b, LLVMTypes *types, T memref, Value *const *fields);
void memref_unpack(Builder *b, Value *desc, T memref, ValueVec *out, Arena *arena);
uint32_t memref_field_count(T memref);    // of memref_unpack
// For a memref of static shape, strides and offset.
Value *memref_from_static_shape(Builder *b, LLVMTypes *types, T memref, Value *allocated, Value *aligned);
// The descriptor with offset 0 and these sizes and strides.
Value *memref_descriptor(Builder *b, LLVMTypes *types, T memref, Value *allocated, Value *aligned, Value *const *sizes,
                         Value *const *strides);

// The aligned pointer moved by the offset.
Value *memref_buffer(Builder *b, LLVMTypes *types, Value *desc, T memref);
// The address of an element; `flags` as for llvm_gep().
Value *memref_element_ptr(Builder *b, LLVMTypes *types, T memref, Value *desc, Value *const *indices, uint32_t count, int flags);

// Sizes and strides of a memref with identity layout whose dynamic sizes are given in order; returns
// the size of its buffer, in bytes or elements.
Value *memref_sizes(Builder *b, LLVMTypes *types, T memref, Value *const *dynamic, bool in_bytes, ValueVec *sizes,
                    ValueVec *strides, Arena *arena);
// The size of a type in bytes (of index type): getelementptr from null by one.
Value *llvm_size_of(Builder *b, LLVMTypes *types, T type);
bool memref_is_convertible_identity(LLVMTypes *types, T memref);

// --- Unranked

Value *unranked_poison(Builder *b, T struct_type);
Value *unranked_rank(Builder *b, Value *desc);
Value *unranked_ptr(Builder *b, Value *desc);        // to the ranked descriptor
Value *unranked_set_rank(Builder *b, Value *desc, Value *rank);
Value *unranked_set_ptr(Builder *b, Value *desc, Value *ptr);
Value *unranked_pack(Builder *b, LLVMTypes *types, T memref, Value *const *fields);
void unranked_unpack(Builder *b, Value *desc, ValueVec *out, Arena *arena);
// Bytes that the ranked descriptor takes which `desc` points to, in a memory space.
Value *unranked_size_of(Builder *b, LLVMTypes *types, Value *desc, uint32_t space);
// Fields of the ranked descriptor behind a pointer, in memory. `ptr_type`: of its two pointers.
Value *unranked_allocated(Builder *b, Value *ptr, T ptr_type);
Operation *unranked_set_allocated(Builder *b, Value *ptr, Value *allocated);
Value *unranked_aligned(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type);
Operation *unranked_set_aligned(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type, Value *aligned);
Value *unranked_offset_ptr(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type);
Value *unranked_offset(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type);
Operation *unranked_set_offset(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type, Value *offset);
Value *unranked_sizes_ptr(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type);
Operation *unranked_set_size(Builder *b, LLVMTypes *types, Value *sizes_ptr, Value *dim, Value *size);
Value *unranked_strides_ptr(Builder *b, LLVMTypes *types, Value *sizes_ptr, Value *rank);
Operation *unranked_set_stride(Builder *b, LLVMTypes *types, Value *strides_ptr, Value *dim, Value *stride);

// Unranked memrefs in `values` (of the original types `types`) are copied: to malloc'ed memory when
// they leave a function, else to the stack, freeing what came in. False: a name was taken.
bool unranked_copy(Conversion *c, Operation *op, LLVMTypes *llvm, const T *types, Value **values, uint32_t count,
                   bool to_heap);

#endif
