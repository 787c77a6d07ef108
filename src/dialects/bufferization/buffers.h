// Memory of other types: casts where those are sure to hold, copies elsewhere.
#ifndef RUNG_DIALECTS_BUFFERIZATION_BUFFERS_H
#define RUNG_DIALECTS_BUFFERIZATION_BUFFERS_H

#include "ir/op.h"

// memref.alloc at the builder's place, a size for each dimension that the type leaves open. `alignment` 0: none is said.
Value *build_buffer_alloc(Builder *b, T type, Value *const *sizes, uint32_t count, uint64_t alignment);
// The sizes of `shaped` that its type leaves open, by memref.dim or tensor.dim.
void build_dynamic_sizes(Builder *b, Value *shaped, ValueVec *out, Arena *arena);
// Return whether a cast to that type cannot fail at run time.
bool buffer_cast_is_safe(Context *ctx, T from, T to, Arena *arena);
// The buffer, cast or else copied to memory of that type; NULL: elements, rank or memory space differ.
Value *cast_or_copy_buffer(Builder *b, Value *buffer, T type, uint64_t alignment, Arena *arena);
// What a to_buffer of a to_tensor is: the memory itself, cast or copied. NULL: it cannot be told.
Value *buffer_of_to_tensor(Builder *b, Operation *to_buffer, uint64_t alignment, Arena *arena);

// The memory that an operation is a view of is its first operand.
bool is_view(const Operation *op);
// The value behind all views.
Value *base_of_views(const Value *value);

#endif
