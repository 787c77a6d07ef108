// Builders of vector operations, and questions that its lowerings ask about vectors and masks.
#ifndef RUNG_DIALECTS_VECTOR_BUILD_H
#define RUNG_DIALECTS_VECTOR_BUILD_H

#include "dialects/common/build.h"
#include "ir/type.h"
#include "ops/vector.h"

// Kinds of vector.contract, reductions and so on: VECTOR_COMBINING_KIND_ADD …
enum { KIND_COUNT = VECTOR_COMBINING_KIND_MAXIMUMF + 1 };
uint32_t vector_kind(const Operation *op);
uint32_t vector_kind_op(uint32_t kind, bool of_floats);   // the operation of arith that joins two; 0: none

// --- Types

static inline uint32_t vector_rank(T vector) { return (uint32_t)((const ShapedType *)vector)->rank; }
static inline int64_t vector_dim(T vector, uint32_t i) { return ((const ShapedType *)vector)->dims[i]; }
static inline bool vector_is_scalable(T vector) { return ((const ShapedType *)vector)->scalable != 0; }
static inline bool vector_dim_is_scalable(T vector, uint32_t i) {
  return i < 64 && (((const ShapedType *)vector)->scalable >> i & 1u) != 0;
}
T vector_like(Context *ctx, T vector, uint32_t from, T element);   // dimensions `from`… of another element (NULL: its own)
T vector_without(Context *ctx, T vector, uint32_t dim);
T vector_1d(Context *ctx, int64_t size, T element);

// --- Operations

Value *build_zero(Builder *b, T type);              // arith.constant
Value *build_poison(Builder *b, T type);            // ub.poison
Value *vector_extract(Builder *b, Value *source, const int64_t *position, uint32_t count);
Value *vector_insert(Builder *b, Value *value, Value *dest, const int64_t *position, uint32_t count);
static inline Value *vector_extract1(Builder *b, Value *source, int64_t position) { return vector_extract(b, source, &position, 1); }
static inline Value *vector_insert1(Builder *b, Value *value, Value *dest, int64_t position) {
  return vector_insert(b, value, dest, &position, 1);
}
Value *vector_cast(Builder *b, uint32_t opcode, T type, Value *value);   // "vector.broadcast", "vector.shape_cast" …; any type
Value *vector_transpose(Builder *b, Value *source, const int64_t *order, uint32_t count);
Value *vector_shuffle(Builder *b, Value *x, Value *y, const int64_t *mask, uint32_t count);
A vector_kind_of(Context *ctx, uint32_t kind);
// `value` as an integer or index type: by arith.index_cast, where it has another one.
Value *build_index_like(Builder *b, T type, Value *value);

// The next position in a shape, the last dimension counting fastest; false after the last one.
bool vector_next_position(const int64_t *dims, int64_t *position, uint32_t rank);
// How many leading dimensions are unrolled so that one is left: none from a scalable one on.
uint32_t unrolled_rank(T vector);

// --- Masks

// An operation that may be masked: `root` is replaced, the vector.mask around it or the op itself.
typedef struct Masked {
  Operation *root;
  Value *mask;               // NULL: none
} Masked;
Masked masked_op(Operation *op);
// The op, or a vector.mask with it inside when there is a mask. The builder stands behind it.
Operation *build_mask(Builder *b, Operation *op, Value *mask);
// arith.select with the pass-through where the mask is off; `value` without mask.
Value *select_passthru(Builder *b, Value *mask, Value *value, Value *passthru);
// `x kind acc`; without mask or else keeping acc in lanes that are off. NULL: not for these types.
Value *build_reduction(Builder *b, uint32_t kind, Value *x, Value *acc, Value *mask);

#endif
