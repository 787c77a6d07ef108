// Ranges of integers of up to 64 bits, unsigned and signed at once, and what operations make of them
// (mlir/lib/Interfaces/InferIntRangeInterface.cpp and Utils/InferIntRangeCommon.cpp).
#ifndef RUNG_ANALYSIS_INT_RANGE_H
#define RUNG_ANALYSIS_INT_RANGE_H

#include "ir/op.h"

typedef struct IntRange {
  uint32_t width;         // 0: no integer, or one that is too wide
  uint64_t umin, umax;    // bits above `width` are zero
  int64_t smin, smax;     // sign-extended
} IntRange;

// The width of an integer, index (64), or element of a shaped type; 0: none, or wider than 64 bits.
uint32_t int_range_width(T type);
IntRange int_range_any(uint32_t width);
IntRange int_range_of(uint32_t width, uint64_t value);
IntRange int_range_unsigned(uint32_t width, uint64_t min, uint64_t max);
IntRange int_range_signed(uint32_t width, int64_t min, int64_t max);
IntRange int_range_union(IntRange a, IntRange b);
IntRange int_range_intersection(IntRange a, IntRange b);
static inline bool int_range_equal(IntRange a, IntRange b) {
  return a.width == b.width && a.umin == b.umin && a.umax == b.umax && a.smin == b.smin && a.smax == b.smax;
}
// Whether it holds one value only, seen unsigned or signed.
bool int_range_constant(IntRange range, uint64_t *out);
// The range of a constant: of its elements, when they are several.
bool int_range_of_attr(A constant, IntRange *out);

enum { RANGE_NSW = 1, RANGE_NUW = 2 };   // no signed wrap, no unsigned wrap
IntRange int_range_add(IntRange a, IntRange b, uint32_t flags);
IntRange int_range_sub(IntRange a, IntRange b, uint32_t flags);
IntRange int_range_mul(IntRange a, IntRange b, uint32_t flags);
IntRange int_range_divu(IntRange a, IntRange b, bool up);
typedef enum Rounding { ROUND_TO_ZERO, ROUND_UP, ROUND_DOWN } Rounding;
IntRange int_range_divs(IntRange a, IntRange b, Rounding rounding);
IntRange int_range_remu(IntRange a, IntRange b);
IntRange int_range_rems(IntRange a, IntRange b);
IntRange int_range_maxs(IntRange a, IntRange b);
IntRange int_range_mins(IntRange a, IntRange b);
IntRange int_range_maxu(IntRange a, IntRange b);
IntRange int_range_minu(IntRange a, IntRange b);
IntRange int_range_and(IntRange a, IntRange b);
IntRange int_range_or(IntRange a, IntRange b);
IntRange int_range_xor(IntRange a, IntRange b);
IntRange int_range_shl(IntRange a, IntRange b, uint32_t flags);
IntRange int_range_shru(IntRange a, IntRange b);
IntRange int_range_shrs(IntRange a, IntRange b);
IntRange int_range_extu(IntRange a, uint32_t width);
IntRange int_range_exts(IntRange a, uint32_t width);
IntRange int_range_trunc(IntRange a, uint32_t width);
typedef enum RangeOrder { RANGE_EQ, RANGE_NE, RANGE_SLT, RANGE_SLE, RANGE_SGT, RANGE_SGE, RANGE_ULT, RANGE_ULE, RANGE_UGT, RANGE_UGE } RangeOrder;
// 1: true of all their values, 0: of none, -1: it depends.
int int_range_compare(RangeOrder order, IntRange a, IntRange b);

#endif
