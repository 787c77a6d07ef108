// Making dense attributes element by element, for folds.
#ifndef RUNG_DIALECTS_COMMON_DENSE_FOLD_H
#define RUNG_DIALECTS_COMMON_DENSE_FOLD_H

#include "ir/fold.h"

typedef struct DenseBuilder {
  Context *ctx;
  Arena scratch;
  T type, element;
  uint64_t count;
  uint32_t size;       // bytes of an element
  uint8_t *bytes;
} DenseBuilder;

// False: the type has no static shape, its elements are no numbers, or there is no memory; no dense_end() then.
bool dense_begin(DenseBuilder *self, Context *ctx, T type);
// An integer (of any type: it is converted), a float (also for an integer as wide: its bits) or a
// complex number; false: not of the element type.
bool dense_put(DenseBuilder *self, uint64_t i, A scalar);
void dense_copy(DenseBuilder *self, uint64_t i, A dense, uint64_t from);   // of the same element type
A dense_end(DenseBuilder *self, bool ok);                                  // not ok: NULL

static inline const DenseAttr *dense_or_null(A attr) { return attr && attr_kind(attr) == ATTR_DENSE ? (const DenseAttr *)attr : NULL; }
// The same elements in another shape, or the one of a splat any number of times.
A dense_reshape(Context *ctx, A dense, T type);
A dense_splat(Context *ctx, T type, A scalar);

// The value of an index operand, if it is constant.
bool constant_index(const Value *value, int64_t *out);

// Row-major order.
int64_t linear_index(const int64_t *position, const int64_t *dims, uint32_t rank);
// The next position of a box that begins at `begin`, last dimension first; false: that was the last.
bool next_position(int64_t *position, const int64_t *sizes, const int64_t *begin, uint32_t rank);

#endif
