// Helpers of views and slices (OffsetSizeAndStrideOpInterface and the utilities around it): lists of
// numbers that are given in the text or as operands, arithmetic over numbers that may be unknown, and
// the ways in which a result type may leave out dimensions of one element.
#ifndef RUNG_DIALECTS_COMMON_VIEW_LIKE_H
#define RUNG_DIALECTS_COMMON_VIEW_LIKE_H

#include "ir/verify.h"

// Sums and products where DYNAMIC stands for any number (SaturatedInteger); both wrap around.
static inline int64_t dynamic_add(int64_t a, int64_t b) {
  return a == DYNAMIC || b == DYNAMIC ? DYNAMIC : (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline int64_t dynamic_mul(int64_t a, int64_t b) {
  if (!a || !b) return 0;
  return a == DYNAMIC || b == DYNAMIC ? DYNAMIC : (int64_t)((uint64_t)a * (uint64_t)b);
}

// The numbers of an array<i64: …> attribute; none when it is absent or something else.
uint64_t index_count(A list);
static inline int64_t index_list_at(A list, uint64_t i) { return dense_array_i64(list, i); }
// How many of its first `count` entries are DYNAMIC.
uint32_t index_dynamic(A list, uint64_t count);

// One list must have `expected` entries, of which those that are DYNAMIC are operands.
bool verify_index_list(Verifier *v, const Operation *op, const char *name, uint64_t expected, A integers, uint32_t operands);

// The lists "offsets", "sizes" and "strides" of an operation, with their static_ counterparts.
typedef struct SliceLists {
  A offsets, sizes, strides;
} SliceLists;
SliceLists slice_lists(const Operation *op);
// They fit each other and have as many entries as `offsets`, `rank` and `rank` say.
bool verify_slice_lists(Verifier *v, const Operation *op, uint64_t offsets, uint64_t rank);
// Check that the slice, as far as it is known, lies inside `source`. The lists have an entry for each dimension.
bool verify_slice_bounds(Verifier *v, const Operation *op, const ShapedType *source, const SliceLists *lists);

// How a type relates to another that has the same or more dimensions (isRankReducedType).
typedef enum SliceFit { SLICE_FITS, SLICE_RANK_TOO_LARGE, SLICE_SIZE_MISMATCH, SLICE_ELEMENT_MISMATCH } SliceFit;
SliceFit slice_fit(T original, T reduced);

#endif
