// The ranges of arith's integers (after mlir/lib/Dialect/Arith/IR/InferIntRangeInterfaceImpls.cpp).
#include "ops/arith.h"

#include "analysis/int_ranges.h"
#include "asm/params.h"

static uint32_t flags_of(const Operation *op) {
  A attr = op_prop(op, "overflowFlags");
  int64_t bits = attr ? (int64_t)attr_param(attr, 0) : 0;
  return (bits & ARITH_INTEGER_OVERFLOW_FLAGS_NSW ? RANGE_NSW : 0u) | (bits & ARITH_INTEGER_OVERFLOW_FLAGS_NUW ? RANGE_NUW : 0u);
}

#define TWO(name, result)                                                              \
  bool ranges_of_##name(const Operation *op, const IntRange *x, IntRange *out) {       \
    (void)op;                                                                          \
    if (!x[0].width || !x[1].width) return false;                                      \
    *out = result;                                                                     \
    return true;                                                                       \
  }
TWO(add, int_range_add(x[0], x[1], flags_of(op)))
TWO(sub, int_range_sub(x[0], x[1], flags_of(op)))
TWO(mul, int_range_mul(x[0], x[1], flags_of(op)))
TWO(shl, int_range_shl(x[0], x[1], flags_of(op)))
TWO(divu, int_range_divu(x[0], x[1], false))
TWO(ceildivu, int_range_divu(x[0], x[1], true))
TWO(divs, int_range_divs(x[0], x[1], ROUND_TO_ZERO))
TWO(ceildivs, int_range_divs(x[0], x[1], ROUND_UP))
TWO(floordivs, int_range_divs(x[0], x[1], ROUND_DOWN))
TWO(remu, int_range_remu(x[0], x[1]))
TWO(rems, int_range_rems(x[0], x[1]))
TWO(and, int_range_and(x[0], x[1]))
TWO(or, int_range_or(x[0], x[1]))
TWO(xor, int_range_xor(x[0], x[1]))
TWO(maxs, int_range_maxs(x[0], x[1]))
TWO(maxu, int_range_maxu(x[0], x[1]))
TWO(mins, int_range_mins(x[0], x[1]))
TWO(minu, int_range_minu(x[0], x[1]))
TWO(shru, int_range_shru(x[0], x[1]))
TWO(shrs, int_range_shrs(x[0], x[1]))

// To the width that the result has.
#define ONE(name, result)                                                              \
  bool ranges_of_##name(const Operation *op, const IntRange *x, IntRange *out) {       \
    (void)op;                                                                          \
    if (!x[0].width || !out->width) return false;                                      \
    *out = result;                                                                     \
    return true;                                                                       \
  }
ONE(extu, int_range_extu(x[0], out->width))
ONE(exts, int_range_exts(x[0], out->width))
ONE(trunc, int_range_trunc(x[0], out->width))
ONE(index_cast, x[0].width < out->width ? int_range_exts(x[0], out->width) : int_range_trunc(x[0], out->width))
ONE(index_castu, x[0].width < out->width ? int_range_extu(x[0], out->width) : int_range_trunc(x[0], out->width))

bool ranges_of_compare(const Operation *op, const IntRange *x, IntRange *out) {
  static const RangeOrder orders[] = {RANGE_EQ, RANGE_NE, RANGE_SLT, RANGE_SLE, RANGE_SGT, RANGE_SGE, RANGE_ULT, RANGE_ULE, RANGE_UGT, RANGE_UGE};
  int64_t predicate = op_prop_i64_at(op, ARITH_CMPI_PREDICATE);
  if (!x[0].width || !x[1].width || (uint64_t)predicate >= countof(orders)) return false;
  int truth = int_range_compare(orders[predicate], x[0], x[1]);
  *out = truth < 0 ? int_range_any(1) : int_range_of(1, (uint64_t)truth);
  return true;
}

bool ranges_of_select(const Operation *op, const IntRange *x, IntRange *out) {
  (void)op;
  uint64_t condition;
  if (!x[1].width || !x[2].width) return false;
  bool is_known = x[0].width && int_range_constant(x[0], &condition);
  *out = !is_known ? int_range_union(x[1], x[2]) : condition ? x[1] : x[2];
  return true;
}

bool ranges_of_constant(const Operation *op, const IntRange *x, IntRange *out) {
  (void)x;
  return int_range_of_attr(op_prop_at(op, ARITH_CONSTANT_VALUE), out);
}
