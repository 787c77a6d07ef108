// Types of the emitc dialect, and questions about them.
#ifndef RUNG_DIALECTS_EMITC_EMITC_H
#define RUNG_DIALECTS_EMITC_EMITC_H

#include "ops/emitc.h"

#include "asm/params.h"
#include "ir/verify.h"

T emitc_ptr(Context *ctx, T pointee);
T emitc_lvalue(Context *ctx, T value);
T emitc_opaque(Context *ctx, Str text);
T emitc_array(Context *ctx, const int64_t *dims, uint32_t rank, T element);
T emitc_plain(Context *ctx, const TypeDef *def);   // size_t, ssize_t, ptrdiff_t
// The one parameter of a pointer or an lvalue.
static inline T emitc_inner(T type) { return ((const ParamsType *)type)->words[0] ? (T)(uintptr_t)((const ParamsType *)type)->words[0] : NULL; }
// An array as a tensor of its shape and elements.
const ShapedType *emitc_array_shape(T type);

bool emitc_is_supported(T type);           // by itself or in arrays, pointers, tensors and tuples
bool emitc_is_supported_integer(T type);
bool emitc_is_supported_float(T type);
bool emitc_is_pointer_wide(T type);
bool emitc_is_integer_index_or_opaque(T type);

#endif
