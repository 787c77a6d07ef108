// Folds of vector's operations, and the questions their rewrites share
// (after mlir/lib/Dialect/Vector/IR/VectorOps.cpp).
#ifndef RUNG_DIALECTS_VECTOR_FOLD_H
#define RUNG_DIALECTS_VECTOR_FOLD_H

#include "dialects/common/dense_fold.h"
#include "dialects/vector/hooks.h"
#include "ir/constants.h"

// The positions of extract and insert, the permutation of transpose, the mask of shuffle.
static inline const DenseArrayAttr *index_array(A numbers) { return (const DenseArrayAttr *)numbers; }
static inline int64_t index_at(const DenseArrayAttr *list, uint64_t i) { return dense_array_i64(&list->base, i); }
static inline uint64_t rank_of(T type) { return type_is_vector(type) ? ((const ShapedType *)type)->rank : 0; }
A vector_poison(Context *ctx);

typedef enum MaskFormat { MASK_UNKNOWN, MASK_ALL_TRUE, MASK_ALL_FALSE } MaskFormat;
MaskFormat vector_mask_format(const Value *mask);
// Return whether vector.broadcast can turn the one type into the other.
bool vector_is_broadcastable(T from, T to);
// A transpose that leaves the elements in their order.
bool vector_keeps_order(const Operation *transpose);
// broadcast, or a shape_cast that only puts ones in front.
bool vector_is_broadcast_like(const Operation *op);
static inline int64_t strided_item(A list, uint64_t i) {
  return attr_to_i64(((const ArrayAttr *)list)->items[i]);
}
static inline uint64_t strided_count(A list) { return ((const ArrayAttr *)list)->count; }

// Transfers.
typedef struct Transfer {
  const Operation *op;
  Value *base, *mask;          // mask or NULL
  Span indices;
  const ShapedType *shaped, *vector;
  const AffineMap *map;
} Transfer;
// False: not a (well-formed) transfer of that name.
bool transfer_of(const Operation *op, uint32_t opcode, Transfer *out);
bool transfer_dim_in_bounds(const Transfer *self, uint32_t i);
bool transfer_has_out_of_bounds(const Transfer *self);
bool transfer_same_indices(const Transfer *a, const Transfer *b);
bool transfers_are_disjoint(const Transfer *a, const Transfer *b);

#endif
