// Folds of the arith dialect (after mlir/lib/Dialect/Arith/IR/ArithOps.cpp).
#include "ops/arith.h"
#include "ops/ub.h"

#include "dialects/arith/fold.h"

#include "asm/params.h"
#include "dialects/common/fold_util.h"

static Value *lhs_of(const Operation *op) { return op_operand(op, 0); }
static Value *rhs_of(const Operation *op) { return op_operand(op, 1); }
static T type_of(const Operation *op) { return op_result_type(op, 0); }

static bool is_binary(const Operation *op) { return op && op->operand_count == 2; }

static int64_t flags_of(A attr) {
  return attr && (attr_is(attr, &arith_fastmath_attr) || attr_is(attr, &arith_overflow_attr)) ? (int64_t)attr_param(attr, 0) : 0;
}

// ---------------------------------------------------------------------------------------------
// Calculations

#define INT_BINARY(name, call)                                                                      \
  static bool name(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {               \
    *out = call(calc->arena, a, b);                                                                 \
    return true;                                                                                    \
  }
INT_BINARY(calc_add, apint_add)
INT_BINARY(calc_sub, apint_sub)
INT_BINARY(calc_mul, apint_mul)
INT_BINARY(calc_and, apint_and)
INT_BINARY(calc_or, apint_or)
INT_BINARY(calc_xor, apint_xor)

static bool unsigned_division(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  if (apint_is_zero(b)) return false;
  *out = apint_udiv(calc->arena, a, b);
  return true;
}

// Whether a / b does not fit: the least value by -1.
static bool division_overflows(const APInt *a, const APInt *b) { return apint_is_signed_min(a) && apint_is_all_ones(b); }

static bool signed_division(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  if (apint_is_zero(b) || division_overflows(a, b)) return false;
  *out = apint_sdiv(calc->arena, a, b);
  return true;
}

static bool unsigned_remainder(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  if (apint_is_zero(b)) return false;
  *out = apint_urem(calc->arena, a, b);
  return true;
}

static bool signed_remainder(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  if (apint_is_zero(b)) return false;
  *out = apint_srem(calc->arena, a, b);
  return true;
}

static bool unsigned_division_up(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  if (apint_is_zero(b)) return false;
  APInt quotient = apint_udiv(calc->arena, a, b), rest = apint_urem(calc->arena, a, b);
  APInt one = apint_u64(calc->arena, a->width, !apint_is_zero(&rest));
  *out = apint_add(calc->arena, &quotient, &one);
  return true;
}

// Rounded up; not folded where the way upstream calculates it overflows: by way of -a and -b.
static bool signed_division_up(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  if (apint_is_zero(b)) return false;
  *out = *a;
  if (apint_is_zero(a)) return true;
  bool a_positive = !apint_is_negative(a), b_positive = !apint_is_negative(b);
  if (!a_positive && apint_is_signed_min(a)) return false;
  if (!b_positive && apint_is_signed_min(b)) return false;
  *out = apint_sdiv(calc->arena, a, b);
  APInt rest = apint_srem(calc->arena, a, b);
  if (apint_is_zero(&rest) || a_positive != b_positive) return true;
  APInt one = apint_u64(calc->arena, a->width, 1);
  *out = apint_add(calc->arena, out, &one);
  return true;
}

static bool maximum_signed(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  (void)calc;
  *out = apint_scmp(a, b) > 0 ? *a : *b;
  return true;
}
static bool maximum_unsigned(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  (void)calc;
  *out = apint_ucmp(a, b) > 0 ? *a : *b;
  return true;
}
static bool minimum_signed(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  (void)calc;
  *out = apint_scmp(a, b) < 0 ? *a : *b;
  return true;
}
static bool minimum_unsigned(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  (void)calc;
  *out = apint_ucmp(a, b) < 0 ? *a : *b;
  return true;
}

// Upstream does not fold an operation whose last elements have no result; it ignores earlier such elements.
static void set_defined(const IntCalc *calc, bool defined) { *(bool *)(uintptr_t)calc->data = defined; }

static bool signed_division_down(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  *out = *a;
  set_defined(calc, !apint_is_zero(b) && !division_overflows(a, b));
  if (apint_is_zero(b)) return true;
  *out = apint_sdiv(calc->arena, a, b);
  APInt rest = apint_srem(calc->arena, a, b);
  if (apint_is_zero(&rest) || apint_is_negative(a) == apint_is_negative(b)) return true;
  APInt one = apint_u64(calc->arena, a->width, 1);
  *out = apint_sub(calc->arena, out, &one);
  return true;
}

// A shift as wide as the value or wider is poison: not folded.
static uint32_t shift_amount(const IntCalc *calc, const APInt *b) {
  uint64_t wide;
  bool defined = apint_to_u64(b, &wide) && wide < b->width;
  set_defined(calc, defined);
  return defined ? (uint32_t)wide : b->width;
}
#define SHIFT(name, call)                                                             \
  static bool name(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) { \
    *out = call(calc->arena, a, shift_amount(calc, b));                               \
    return true;                                                                      \
  }
SHIFT(shift_left, apint_shl)
SHIFT(shift_right_signed, apint_ashr)
SHIFT(shift_right_unsigned, apint_lshr)

#define HIGH_HALF(name, extend)                                                       \
  static bool name(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) { \
    Arena *arena = calc->arena;                                                       \
    if (a->width > APINT_MAX_WIDTH / 2) return false;                                 \
    APInt x = extend(arena, a, 2 * a->width), y = extend(arena, b, 2 * a->width);     \
    APInt product = apint_mul(arena, &x, &y);                                         \
    APInt high = apint_lshr(arena, &product, a->width);                               \
    *out = apint_trunc(arena, &high, a->width);                                       \
    return true;                                                                      \
  }
HIGH_HALF(high_half_signed, apint_sext)
HIGH_HALF(high_half_unsigned, apint_zext)

static bool sum_overflowed(const IntCalc *calc, const APInt *sum, const APInt *lhs, APInt *out) {
  *out = apint_u64(calc->arena, 1, apint_ucmp(sum, lhs) < 0);
  return true;
}

static bool extend_signed(const IntCalc *calc, const APInt *a, APInt *out) {
  *out = apint_sext_or_trunc(calc->arena, a, calc->width);
  return true;
}
static bool extend_unsigned(const IntCalc *calc, const APInt *a, APInt *out) {
  *out = apint_zext_or_trunc(calc->arena, a, calc->width);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Integers

bool fold_arith_constant(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, ARITH_CONSTANT_VALUE));
}

bool fold_arith_addi(Folder *f, Operation *op, const A *constants) {
  if (is_zero_int(constants[1])) return fold_to_value(f, lhs_of(op));
  Operation *sub = defined_by(lhs_of(op), OP_ARITH_SUBI);
  if (is_binary(sub) && rhs_of(op) == rhs_of(sub)) return fold_to_value(f, lhs_of(sub));
  sub = defined_by(rhs_of(op), OP_ARITH_SUBI);
  if (is_binary(sub) && lhs_of(op) == rhs_of(sub)) return fold_to_value(f, lhs_of(sub));
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_add, NULL));
}

bool fold_arith_addui_extended(Folder *f, Operation *op, const A *constants) {
  T overflow_type = op_result_type(op, 1);
  if (is_zero_int(constants[1])) {
    A none = zero_attr(f->ctx, overflow_type);
    return none && fold_to_value(f, lhs_of(op)) && fold_to_attr(f, none);
  }
  A sum = fold_int_binary(f, type_of(op), constants[0], constants[1], calc_add, NULL);
  if (!sum) return false;
  if (is_poison(sum)) return fold_to_attr(f, sum) && fold_to_attr(f, sum);
  A overflow = fold_int_binary(f, overflow_type, sum, constants[0], sum_overflowed, NULL);
  return overflow && fold_to_attr(f, sum) && fold_to_attr(f, overflow);
}

bool fold_arith_subi(Folder *f, Operation *op, const A *constants) {
  if (lhs_of(op) == rhs_of(op)) {
    A zero = zero_attr(f->ctx, type_of(op));
    if (zero) return fold_to_attr(f, zero);
  }
  if (is_zero_int(constants[1])) return fold_to_value(f, lhs_of(op));
  Operation *add = defined_by(lhs_of(op), OP_ARITH_ADDI);
  if (is_binary(add)) {
    if (rhs_of(op) == rhs_of(add)) return fold_to_value(f, lhs_of(add));
    if (rhs_of(op) == lhs_of(add)) return fold_to_value(f, rhs_of(add));
  }
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_sub, NULL));
}

bool fold_arith_muli(Folder *f, Operation *op, const A *constants) {
  if (is_zero_int(constants[1])) return fold_to_value(f, rhs_of(op));
  if (is_one_int(constants[1])) return fold_to_value(f, lhs_of(op));
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_mul, NULL));
}

static bool fold_extended_multiply(Folder *f, Operation *op, const A *constants, IntBinaryFn *high_half, bool by_one) {
  if (is_zero_int(constants[1])) {
    A zero = zero_attr(f->ctx, type_of(op));
    return zero && fold_to_attr(f, zero) && fold_to_attr(f, zero);
  }
  if (by_one && is_one_int(constants[1])) {
    A zero = zero_attr(f->ctx, type_of(op));
    return zero && fold_to_value(f, lhs_of(op)) && fold_to_attr(f, zero);
  }
  A low = fold_int_binary(f, type_of(op), constants[0], constants[1], calc_mul, NULL);
  A high = low ? fold_int_binary(f, type_of(op), constants[0], constants[1], high_half, NULL) : NULL;
  return high && fold_to_attr(f, low) && fold_to_attr(f, high);
}

bool fold_arith_mulsi_extended(Folder *f, Operation *op, const A *constants) {
  return fold_extended_multiply(f, op, constants, high_half_signed, false);
}

bool fold_arith_mului_extended(Folder *f, Operation *op, const A *constants) {
  return fold_extended_multiply(f, op, constants, high_half_unsigned, true);
}

// (x * y) / y where the product did not overflow.
static Value *undo_multiply(const Operation *op, int64_t flag) {
  Operation *mul = defined_by(lhs_of(op), OP_ARITH_MULI);
  if (!is_binary(mul) || !(flags_of(op_prop_at(mul, ARITH_MULI_OVERFLOW_FLAGS)) & flag)) return NULL;
  if (lhs_of(mul) == rhs_of(op)) return rhs_of(mul);
  if (rhs_of(mul) == rhs_of(op)) return lhs_of(mul);
  return NULL;
}

static bool fold_division(Folder *f, Operation *op, const A *constants, IntBinaryFn *fn, int64_t flag) {
  if (is_one_int(constants[1])) return fold_to_value(f, lhs_of(op));
  Value *undone = flag ? undo_multiply(op, flag) : NULL;
  if (undone) return fold_to_value(f, undone);
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], fn, NULL));
}

static bool fold_where_defined(Folder *f, Operation *op, const A *constants, IntBinaryFn *fn) {
  bool defined = true;
  A result = fold_int_binary(f, type_of(op), constants[0], constants[1], fn, &defined);
  return defined && fold_to(f, result);
}

bool fold_arith_divui(Folder *f, Operation *op, const A *constants) {
  return fold_division(f, op, constants, unsigned_division, ARITH_INTEGER_OVERFLOW_FLAGS_NUW);
}
bool fold_arith_divsi(Folder *f, Operation *op, const A *constants) {
  return fold_division(f, op, constants, signed_division, ARITH_INTEGER_OVERFLOW_FLAGS_NSW);
}
bool fold_arith_ceildivui(Folder *f, Operation *op, const A *constants) {
  return fold_division(f, op, constants, unsigned_division_up, 0);
}
bool fold_arith_ceildivsi(Folder *f, Operation *op, const A *constants) {
  return fold_division(f, op, constants, signed_division_up, 0);
}
bool fold_arith_floordivsi(Folder *f, Operation *op, const A *constants) {
  if (is_one_int(constants[1])) return fold_to_value(f, lhs_of(op));
  return fold_where_defined(f, op, constants, signed_division_down);
}

static bool fold_remainder(Folder *f, Operation *op, const A *constants, IntBinaryFn *fn) {
  if (is_one_int(constants[1])) return fold_to(f, zero_attr(f->ctx, type_of(op)));
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], fn, NULL));
}

bool fold_arith_remui(Folder *f, Operation *op, const A *constants) {
  return fold_remainder(f, op, constants, unsigned_remainder);
}
bool fold_arith_remsi(Folder *f, Operation *op, const A *constants) {
  return fold_remainder(f, op, constants, signed_remainder);
}

// `value` is `other` xor all-ones.
static bool is_complement_of(const Value *value, const Value *other) {
  Operation *op = defined_by(value, OP_ARITH_XORI);
  return is_binary(op) && lhs_of(op) == other && value_is_all_ones(rhs_of(op));
}

// Return whether `value` is the bitwise and of `other` and something.
static bool is_part_of(const Value *value, const Value *other) {
  Operation *op = defined_by(value, OP_ARITH_ANDI);
  return is_binary(op) && (lhs_of(op) == other || rhs_of(op) == other);
}

bool fold_arith_andi(Folder *f, Operation *op, const A *constants) {
  if (is_zero_int(constants[1])) return fold_to_value(f, rhs_of(op));
  if (value_is_all_ones(rhs_of(op))) return fold_to_value(f, lhs_of(op));
  if (is_complement_of(rhs_of(op), lhs_of(op)) || is_complement_of(lhs_of(op), rhs_of(op)))
    return fold_to(f, zero_attr(f->ctx, type_of(op)));
  if (is_part_of(lhs_of(op), rhs_of(op))) return fold_to_value(f, lhs_of(op));
  if (is_part_of(rhs_of(op), lhs_of(op))) return fold_to_value(f, rhs_of(op));
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_and, NULL));
}

bool fold_arith_ori(Folder *f, Operation *op, const A *constants) {
  if (is_zero_int(constants[1])) return fold_to_value(f, lhs_of(op));
  if (is_all_ones_int(constants[1])) return fold_to_attr(f, constants[1]);
  if (is_complement_of(rhs_of(op), lhs_of(op))) return fold_to_value(f, rhs_of(value_def(rhs_of(op))));
  if (is_complement_of(lhs_of(op), rhs_of(op))) return fold_to_value(f, rhs_of(value_def(lhs_of(op))));
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_or, NULL));
}

// x xor y where `value` is x xor `other`.
static Value *undo_xor(const Value *value, const Value *other) {
  Operation *op = defined_by(value, OP_ARITH_XORI);
  if (!is_binary(op)) return NULL;
  if (rhs_of(op) == other) return lhs_of(op);
  return lhs_of(op) == other ? rhs_of(op) : NULL;
}

bool fold_arith_xori(Folder *f, Operation *op, const A *constants) {
  if (is_zero_int(constants[1])) return fold_to_value(f, lhs_of(op));
  if (lhs_of(op) == rhs_of(op)) return fold_to(f, zero_attr(f->ctx, type_of(op)));
  Value *undone = undo_xor(lhs_of(op), rhs_of(op));
  if (!undone) undone = undo_xor(rhs_of(op), lhs_of(op));
  if (undone) return fold_to_value(f, undone);
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_xor, NULL));
}

// Bounds of a minimum or maximum: an operand equal to `absorbing` is the result, one equal to
// `neutral` is not.
typedef enum Bound { BOUND_SIGNED_MIN, BOUND_SIGNED_MAX, BOUND_ZERO, BOUND_ALL_ONES } Bound;

static bool has_bound(A attr, Bound bound) {
  APInt value;
  if (!constant_int(attr, &value) || !value.width) return false;
  switch (bound) {
    case BOUND_SIGNED_MIN: return apint_is_signed_min(&value);
    case BOUND_SIGNED_MAX: return apint_leading_zeros(&value) == 1 && apint_popcount(&value) == value.width - 1;
    case BOUND_ZERO: return apint_is_zero(&value);
    case BOUND_ALL_ONES: return apint_is_all_ones(&value);
  }
  return false;
}

static bool fold_bounded(Folder *f, Operation *op, const A *constants, IntBinaryFn *fn, Bound absorbing, Bound neutral) {
  if (lhs_of(op) == rhs_of(op)) return fold_to_value(f, rhs_of(op));
  if (has_bound(constants[1], absorbing)) return fold_to_value(f, rhs_of(op));
  if (has_bound(constants[1], neutral)) return fold_to_value(f, lhs_of(op));
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], fn, NULL));
}

bool fold_arith_maxsi(Folder *f, Operation *op, const A *constants) {
  return fold_bounded(f, op, constants, maximum_signed, BOUND_SIGNED_MAX, BOUND_SIGNED_MIN);
}
bool fold_arith_maxui(Folder *f, Operation *op, const A *constants) {
  return fold_bounded(f, op, constants, maximum_unsigned, BOUND_ALL_ONES, BOUND_ZERO);
}
bool fold_arith_minsi(Folder *f, Operation *op, const A *constants) {
  return fold_bounded(f, op, constants, minimum_signed, BOUND_SIGNED_MIN, BOUND_SIGNED_MAX);
}
bool fold_arith_minui(Folder *f, Operation *op, const A *constants) {
  return fold_bounded(f, op, constants, minimum_unsigned, BOUND_ZERO, BOUND_ALL_ONES);
}

static bool fold_shift(Folder *f, Operation *op, const A *constants, IntBinaryFn *fn) {
  if (is_zero_int(constants[1])) return fold_to_value(f, lhs_of(op));
  return fold_where_defined(f, op, constants, fn);
}

bool fold_arith_shli(Folder *f, Operation *op, const A *constants) { return fold_shift(f, op, constants, shift_left); }
bool fold_arith_shrsi(Folder *f, Operation *op, const A *constants) {
  return fold_shift(f, op, constants, shift_right_signed);
}
bool fold_arith_shrui(Folder *f, Operation *op, const A *constants) {
  return fold_shift(f, op, constants, shift_right_unsigned);
}

// ---------------------------------------------------------------------------------------------
// Floats

#define FLOAT_BINARY(name, call)                                                 \
  static bool name(const void *data, APFloat a, APFloat b, APFloat *out) {       \
    (void)data;                                                                  \
    *out = call;                                                                 \
    return true;                                                                 \
  }
FLOAT_BINARY(calc_addf, apfloat_add(a, b, ROUND_NEAREST_EVEN, NULL))
FLOAT_BINARY(calc_subf, apfloat_sub(a, b, ROUND_NEAREST_EVEN, NULL))
FLOAT_BINARY(calc_mulf, apfloat_mul(a, b, ROUND_NEAREST_EVEN, NULL))
FLOAT_BINARY(calc_divf, apfloat_div(a, b, ROUND_NEAREST_EVEN, NULL))
FLOAT_BINARY(calc_remf, apfloat_fmod(a, b))
FLOAT_BINARY(calc_maximum, apfloat_maximum(a, b))
FLOAT_BINARY(calc_minimum, apfloat_minimum(a, b))
FLOAT_BINARY(calc_maxnum, apfloat_maxnum(a, b))
FLOAT_BINARY(calc_minnum, apfloat_minnum(a, b))

static bool calc_negf(const void *data, APFloat a, APFloat *out) {
  (void)data;
  *out = apfloat_neg(a);
  return true;
}

static bool fold_float(Folder *f, Operation *op, const A *constants, FloatBinaryFn *fn) {
  return fold_to(f, fold_float_binary(f, type_of(op), constants[0], constants[1], fn, NULL));
}

bool fold_arith_negf(Folder *f, Operation *op, const A *constants) {
  Operation *inner = defined_by(lhs_of(op), OP_ARITH_NEGF);
  if (inner) return fold_to_value(f, lhs_of(inner));
  return fold_to(f, fold_float_unary(f, type_of(op), constants[0], calc_negf, NULL));
}

bool fold_arith_addf(Folder *f, Operation *op, const A *constants) {
  if (is_float_value(constants[1], -0.0)) return fold_to_value(f, lhs_of(op));
  return fold_float(f, op, constants, calc_addf);
}

bool fold_arith_subf(Folder *f, Operation *op, const A *constants) {
  if (is_float_value(constants[1], 0.0)) return fold_to_value(f, lhs_of(op));
  return fold_float(f, op, constants, calc_subf);
}

bool fold_arith_mulf(Folder *f, Operation *op, const A *constants) {
  if (is_float_value(constants[1], 1.0)) return fold_to_value(f, lhs_of(op));
  if ((flags_of(op_prop_at(op, ARITH_MULF_FASTMATH)) & (ARITH_FAST_MATH_FLAGS_NNAN | ARITH_FAST_MATH_FLAGS_NSZ)) == (ARITH_FAST_MATH_FLAGS_NNAN | ARITH_FAST_MATH_FLAGS_NSZ)) {
    APFloat value;
    if (constant_float(constants[1], &value) && apfloat_is_zero(value)) return fold_to_value(f, rhs_of(op));
  }
  return fold_float(f, op, constants, calc_mulf);
}

bool fold_arith_divf(Folder *f, Operation *op, const A *constants) {
  if (is_float_value(constants[1], 1.0)) return fold_to_value(f, lhs_of(op));
  return fold_float(f, op, constants, calc_divf);
}

bool fold_arith_remf(Folder *f, Operation *op, const A *constants) { return fold_float(f, op, constants, calc_remf); }

static bool is_infinity(A attr, bool negative) {
  APFloat value;
  return constant_float(attr, &value) && apfloat_is_infinity(value) && apfloat_is_negative(value) == negative;
}

bool fold_arith_maximumf(Folder *f, Operation *op, const A *constants) {
  if (lhs_of(op) == rhs_of(op)) return fold_to_value(f, rhs_of(op));
  if (is_infinity(constants[1], true)) return fold_to_value(f, lhs_of(op));
  return fold_float(f, op, constants, calc_maximum);
}

bool fold_arith_minimumf(Folder *f, Operation *op, const A *constants) {
  if (lhs_of(op) == rhs_of(op)) return fold_to_value(f, rhs_of(op));
  if (is_infinity(constants[1], false)) return fold_to_value(f, lhs_of(op));
  return fold_float(f, op, constants, calc_minimum);
}

bool fold_arith_maxnumf(Folder *f, Operation *op, const A *constants) {
  if (lhs_of(op) == rhs_of(op)) return fold_to_value(f, rhs_of(op));
  if (is_nan_float(constants[1])) return fold_to_value(f, lhs_of(op));
  return fold_float(f, op, constants, calc_maxnum);
}

bool fold_arith_minnumf(Folder *f, Operation *op, const A *constants) {
  if (lhs_of(op) == rhs_of(op)) return fold_to_value(f, rhs_of(op));
  if (is_nan_float(constants[1])) return fold_to_value(f, lhs_of(op));
  return fold_float(f, op, constants, calc_minnum);
}

// ---------------------------------------------------------------------------------------------
// Casts

static uint32_t element_width(T type) { return type_bits(type_element_or_self(type)); }

// The op now takes its operand from an earlier operation.
static bool skip_to(Folder *f, Operation *op, Value *operand) {
  op_set_operand(op, 0, operand);
  return fold_to_value(f, op_result(op, 0));
}

bool fold_arith_extui(Folder *f, Operation *op, const A *constants) {
  Operation *inner = defined_by(lhs_of(op), OP_ARITH_EXTUI);
  if (inner) return skip_to(f, op, lhs_of(inner));
  return fold_to(f, fold_int_unary(f, type_of(op), constants[0], extend_unsigned, NULL));
}

bool fold_arith_extsi(Folder *f, Operation *op, const A *constants) {
  Operation *inner = defined_by(lhs_of(op), OP_ARITH_EXTSI);
  if (inner) return skip_to(f, op, lhs_of(inner));
  return fold_to(f, fold_int_unary(f, type_of(op), constants[0], extend_signed, NULL));
}

bool fold_arith_trunci(Folder *f, Operation *op, const A *constants) {
  Operation *inner = defined_by(lhs_of(op), OP_ARITH_EXTUI);
  if (!inner) inner = defined_by(lhs_of(op), OP_ARITH_EXTSI);
  if (inner) {
    uint32_t from = element_width(op_operand_type(inner, 0)), to = element_width(type_of(op));
    if (from > to) return skip_to(f, op, lhs_of(inner));
    if (from == to) return fold_to_value(f, lhs_of(inner));
  }
  inner = defined_by(lhs_of(op), OP_ARITH_TRUNCI);
  if (inner) return skip_to(f, op, lhs_of(inner));
  return fold_to(f, fold_int_unary(f, type_of(op), constants[0], extend_unsigned, NULL));
}

bool fold_arith_index_cast(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_int_unary(f, type_of(op), constants[0], extend_signed, NULL));
}

bool fold_arith_index_castui(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_int_unary(f, type_of(op), constants[0], extend_unsigned, NULL));
}

typedef struct FloatTarget {
  FloatKind kind;
  FloatRounding rounding;
} FloatTarget;

// Fold only when the conversion loses nothing; an infinity or a NaN in a format without them counts as kept.
static bool convert_exactly(const void *data, APFloat a, APFloat *out) {
  const FloatTarget *to = data;
  bool loses = false;
  *out = apfloat_convert(a, to->kind, to->rounding, &loses);
  return !loses;
}

static bool fold_float_conversion(Folder *f, Operation *op, A operand, FloatRounding rounding) {
  T element = type_element_or_self(type_of(op));
  if (!type_is_float(element)) return false;
  FloatTarget to = {type_float_kind(element), rounding};
  return fold_to(f, fold_float_unary(f, type_of(op), operand, convert_exactly, &to));
}

bool fold_arith_extf(Folder *f, Operation *op, const A *constants) {
  Operation *inner = defined_by(lhs_of(op), OP_ARITH_TRUNCF);
  if (inner && op_operand_type(inner, 0) == type_of(op) &&
      (flags_of(op_prop_at(inner, ARITH_TRUNCF_FASTMATH)) & flags_of(op_prop_at(op, ARITH_EXTF_FASTMATH)) & ARITH_FAST_MATH_FLAGS_CONTRACT))
    return fold_to_value(f, lhs_of(inner));
  return fold_float_conversion(f, op, constants[0], ROUND_NEAREST_EVEN);
}

static FloatRounding rounding_of(const Operation *op) {
  static const FloatRounding modes[] = {ROUND_NEAREST_EVEN, ROUND_DOWNWARD, ROUND_UPWARD, ROUND_TOWARD_ZERO, ROUND_NEAREST_AWAY};
  A mode = op_prop_at(op, ARITH_TRUNCF_ROUNDINGMODE);
  uint64_t value = mode && attr_kind(mode) == ATTR_INTEGER ? attr_to_u64(mode) : 0;
  return value < countof(modes) ? modes[value] : ROUND_NEAREST_EVEN;
}

// Every value of `from` is one of `to`: no fewer bits of precision and of range.
static bool is_representable(FloatKind from, FloatKind to) {
  bool loses = false;
  if (float_precision(from) > float_precision(to)) return false;
  APFloat least = apfloat_from_bits(from, 1, 0), largest = apfloat_largest(from, false);
  (void)apfloat_convert(largest, to, ROUND_NEAREST_EVEN, &loses);
  if (loses) return false;
  (void)apfloat_convert(least, to, ROUND_NEAREST_EVEN, &loses);
  return !loses;
}

bool fold_arith_truncf(Folder *f, Operation *op, const A *constants) {
  Operation *inner = defined_by(lhs_of(op), OP_ARITH_EXTF);
  if (inner) {
    T from = type_element_or_self(op_operand_type(inner, 0)), to = type_element_or_self(type_of(op));
    T between = type_element_or_self(op_result_type(inner, 0));
    if (type_is_float(from) && type_is_float(between) && is_representable(type_float_kind(from), type_float_kind(between))) {
      if (type_bits(from) > type_bits(to)) return skip_to(f, op, lhs_of(inner));
      if (from == to) return fold_to_value(f, lhs_of(inner));
    }
  }
  return fold_float_conversion(f, op, constants[0], rounding_of(op));
}

static bool float_of_int(const void *data, FloatKind kind, const APInt *a, APFloat *out) {
  *out = apfloat_from_int(kind, a, data != NULL, ROUND_NEAREST_EVEN, NULL);
  return true;
}

bool fold_arith_sitofp(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_int_to_float(f, type_of(op), constants[0], float_of_int, f));
}
bool fold_arith_uitofp(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_int_to_float(f, type_of(op), constants[0], float_of_int, NULL));
}

static bool int_of_float(const IntCalc *calc, APFloat a, APInt *out) {
  int status = 0;
  *out = apfloat_to_int(calc->arena, a, calc->width, calc->data != NULL, ROUND_TOWARD_ZERO, &status);
  return !(status & FLOAT_INVALID);
}

bool fold_arith_fptosi(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_float_to_int(f, type_of(op), constants[0], int_of_float, f));
}
bool fold_arith_fptoui(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_float_to_int(f, type_of(op), constants[0], int_of_float, NULL));
}

bool fold_arith_bitcast(Folder *f, Operation *op, const A *constants) {
  A value = constants[0];
  T type = type_of(op);
  if (!value) return false;
  if (is_poison(value)) return fold_to_attr(f, value);
  if (attr_kind(value) == ATTR_DENSE) {
    const DenseAttr *dense = (const DenseAttr *)value;
    T from = type_element(dense->type), to = type_element_or_self(type);
    if (dense_element_bytes(from) != dense_element_bytes(to)) return false;
    return fold_to(f, attr_dense(f->ctx, type, dense->splat != 0, dense->data, dense->size));
  }
  if (type_as_shaped(type)) return false;
  uint64_t bits[2] = {0};
  uint32_t width;
  if (attr_kind(value) == ATTR_FLOAT) {
    APFloat number = attr_float_value(value);
    apfloat_stored(number, bits);
    width = float_bits(number.kind);
  } else if (attr_kind(value) == ATTR_INTEGER) {
    APInt number = attr_int(value);
    width = number.width;
    if (width > 128) return false;
    for (uint32_t i = 0; i < apint_word_count(width); i++) bits[i] = apint_data(&number)[i];
  } else {
    return false;
  }
  if (type_is_float(type)) return fold_to_attr(f, attr_float(f->ctx, type, apfloat_from_bits(type_float_kind(type), bits[0], bits[1])));
  if (type_bits(type) != width) return false;
  APInt number = apint_from_words(f->arena, width, bits, 2);
  return fold_to_attr(f, attr_integer(f->ctx, type, &number));
}

// ---------------------------------------------------------------------------------------------
// Comparisons and select

#define PRED(name) ARITH_CMP_I_PREDICATE_##name

static int64_t predicate_of(const Operation *op) { return op_prop_i64(op, "predicate"); }

bool int_predicate_holds(int64_t predicate, const APInt *a, const APInt *b) {
  switch (predicate) {
    case PRED(EQ): return apint_equal(a, b);
    case PRED(NE): return !apint_equal(a, b);
    case PRED(SLT): return apint_scmp(a, b) < 0;
    case PRED(SLE): return apint_scmp(a, b) <= 0;
    case PRED(SGT): return apint_scmp(a, b) > 0;
    case PRED(SGE): return apint_scmp(a, b) >= 0;
    case PRED(ULT): return apint_ucmp(a, b) < 0;
    case PRED(ULE): return apint_ucmp(a, b) <= 0;
    case PRED(UGT): return apint_ucmp(a, b) > 0;
    default: return apint_ucmp(a, b) >= 0;
  }
}

bool int_predicate_holds_on_equal(int64_t predicate) {
  return predicate == PRED(EQ) || predicate == PRED(SLE) || predicate == PRED(SGE) || predicate == PRED(ULE) || predicate == PRED(UGE);
}

int64_t int_predicate_inverted(int64_t predicate) {
  static const uint8_t inverted[] = {
    [PRED(EQ)] = PRED(NE),   [PRED(NE)] = PRED(EQ),   [PRED(SLT)] = PRED(SGE), [PRED(SLE)] = PRED(SGT), [PRED(SGT)] = PRED(SLE),
    [PRED(SGE)] = PRED(SLT), [PRED(ULT)] = PRED(UGE), [PRED(ULE)] = PRED(UGT), [PRED(UGT)] = PRED(ULE), [PRED(UGE)] = PRED(ULT),
  };
  return inverted[predicate];
}

static bool calc_cmpi(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out) {
  *out = apint_u64(calc->arena, 1, int_predicate_holds(*(const int64_t *)calc->data, a, b));
  return true;
}

static bool is_i1(T type) { return type_is_int(type_element_or_self(type), 1); }

bool fold_arith_cmpi(Folder *f, Operation *op, const A *constants) {
  Value *lhs = lhs_of(op), *rhs = rhs_of(op);
  int64_t predicate = predicate_of(op);
  if (lhs == rhs) {
    uint8_t holds = int_predicate_holds_on_equal(predicate);
    T type = type_of(op);   // of any shape, dynamic ones included
    return fold_to_attr(f, type_as_shaped(type) ? attr_dense(f->ctx, type, true, &holds, 1) : attr_bool(f->ctx, holds));
  }
  if (is_zero_int(constants[1]) && predicate == PRED(NE)) {
    Operation *extend = defined_by(lhs, OP_ARITH_EXTSI);
    if (!extend) extend = defined_by(lhs, OP_ARITH_EXTUI);
    if (extend && is_i1(op_operand_type(extend, 0))) return fold_to_value(f, lhs_of(extend));
    if (is_i1(lhs->type)) return fold_to_value(f, lhs);
  }
  if (is_one_int(constants[1]) && predicate == PRED(EQ) && is_i1(lhs->type)) return fold_to_value(f, lhs);
  if (constants[0] && !constants[1]) {
    static const uint8_t swapped[] = {
      [PRED(EQ)] = PRED(EQ),   [PRED(NE)] = PRED(NE),   [PRED(SLT)] = PRED(SGT), [PRED(SLE)] = PRED(SGE), [PRED(SGT)] = PRED(SLT),
      [PRED(SGE)] = PRED(SLE), [PRED(ULT)] = PRED(UGT), [PRED(ULE)] = PRED(UGE), [PRED(UGT)] = PRED(ULT), [PRED(UGE)] = PRED(ULE),
    };
    if (predicate < 0 || predicate >= (int64_t)countof(swapped)) return false;
    op_set_prop(op, ARITH_CMPI_PREDICATE, attr_i64(f->ctx, f->ctx->types.i64, swapped[predicate]));
    op_set_operand(op, 0, rhs);
    op_set_operand(op, 1, lhs);
    return fold_to_value(f, op_result(op, 0));
  }
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_cmpi, &predicate));
}

// Each predicate is a set of outcomes: bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered.
static bool float_predicate_holds(int64_t predicate, APFloat a, APFloat b) {
  static const uint8_t outcome[] = {[FLOAT_LESS] = 4, [FLOAT_EQUAL] = 1, [FLOAT_GREATER] = 2, [FLOAT_UNORDERED] = 8};
#define SET(name) [ARITH_CMP_F_PREDICATE_##name]
  static const uint8_t sets[] = {
    SET(FALSE) = 0, SET(OEQ) = 1, SET(OGT) = 2,  SET(OGE) = 3,  SET(OLT) = 4,  SET(OLE) = 5,  SET(ONE) = 6, SET(ORD) = 7,
    SET(UEQ) = 9,   SET(UGT) = 10, SET(UGE) = 11, SET(ULT) = 12, SET(ULE) = 13, SET(UNE) = 14, SET(UNO) = 8, SET(TRUE) = 15,
  };
  return predicate >= 0 && predicate < (int64_t)countof(sets) && (sets[predicate] & outcome[apfloat_compare(a, b)]);
}

bool fold_arith_cmpf(Folder *f, Operation *op, const A *constants) {
  A lhs = constants[0] && attr_kind(constants[0]) == ATTR_FLOAT ? constants[0] : NULL;
  A rhs = constants[1] && attr_kind(constants[1]) == ATTR_FLOAT ? constants[1] : NULL;
  if (lhs && is_nan_float(lhs)) rhs = lhs;
  if (rhs && is_nan_float(rhs)) lhs = rhs;
  if (!lhs || !rhs) return false;
  return fold_to_attr(f, attr_bool(f->ctx, float_predicate_holds(predicate_of(op), attr_float_value(lhs), attr_float_value(rhs))));
}

// All three constant: element by element.
static A select_elements(Folder *f, T type, const A *constants) {
  const DenseAttr *condition = attr_as_dense(constants[0]), *yes = attr_as_dense(constants[1]), *no = attr_as_dense(constants[2]);
  if (!condition || !yes || !no || yes->type != no->type) return NULL;
  uint64_t count = dense_count(&condition->base);
  uint32_t size = dense_element_bytes(type_element(yes->type));
  if (dense_count(&yes->base) != count || (size && count > SIZE_MAX / size)) return NULL;
  Arena scratch;
  arena_init(&scratch, &f->ctx->mem);
  uint8_t *bytes = arena_alloc(&scratch, (size_t)count * size);
  A result = NULL;
  for (uint64_t i = 0; i < count && bytes; i++) {
    uint32_t bit_size, item_size;
    const uint8_t *bit = dense_element(&condition->base, i, &bit_size);
    const uint8_t *item = bit ? dense_element(*bit & 1 ? &yes->base : &no->base, i, &item_size) : NULL;
    if (!item) {
      bytes = NULL;
      break;
    }
    memcpy(bytes + i * size, item, size);
  }
  if (bytes) result = attr_dense(f->ctx, type, false, bytes, count * size);
  arena_free(&scratch);
  return result;
}

bool fold_arith_select(Folder *f, Operation *op, const A *constants) {
  Value *condition = op_operand(op, 0), *yes = op_operand(op, 1), *no = op_operand(op, 2);
  if (yes == no) return fold_to_value(f, yes);
  if (is_one_int(constants[0])) return fold_to_value(f, yes);
  if (is_zero_int(constants[0])) return fold_to_value(f, no);
  if (is_poison(constants[1])) return fold_to_value(f, no);
  if (is_poison(constants[2])) return fold_to_value(f, yes);
  if (type_is_int(type_of(op), 1) && is_one_int(constants[1]) && is_zero_int(constants[2])) return fold_to_value(f, condition);
  Operation *cmp = defined_by(condition, OP_ARITH_CMPI);
  if (is_binary(cmp)) {
    int64_t predicate = predicate_of(cmp);
    Value *a = lhs_of(cmp), *b = rhs_of(cmp);
    if ((predicate == PRED(EQ) || predicate == PRED(NE)) && ((a == yes && b == no) || (b == yes && a == no)))
      return fold_to_value(f, predicate == PRED(NE) ? yes : no);
  }
  return fold_to(f, select_elements(f, type_of(op), constants));
}

// ---------------------------------------------------------------------------------------------
// Constants of folded values

static bool is_constant_of(A value, T type) {
  AttrKind kind = attr_kind(value);
  if (attr_value_type(value) != type) return false;
  T element = type_element_or_self(type);
  if (type_kind(element) == TYPE_INTEGER && !type_is_signless_int(element)) return type_as_shaped(type) != NULL;
  return kind == ATTR_INTEGER || kind == ATTR_FLOAT || kind == ATTR_DENSE || kind == ATTR_DENSE_RESOURCE || kind == ATTR_SPARSE ||
         kind == ATTR_DENSE_STRINGS;
}

Operation *materialize_arith_constant(Folder *f, A value, T type, Loc loc) {
  Builder *b = f->builder;
  bool poison = is_poison(value);
  if (!poison && !is_constant_of(value, type)) return NULL;
  b->loc = loc;
  OpState *state = builder_begin(b, poison ? OP_UB_POISON : OP_ARITH_CONSTANT);
  op_state_set_prop(state, poison ? UB_POISON_VALUE : ARITH_CONSTANT_VALUE, value);
  op_state_add_type(state, type);
  return builder_finish(b);
}
