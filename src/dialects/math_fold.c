// Folds of the math dialect (after mlir/lib/Dialect/Math/IR/MathOps.cpp).
#include "dialects/math_fold.h"

#include "dialects/fold_util.h"

static T type_of(const Operation *op) { return op_result_type(op, 0); }

// ---------------------------------------------------------------------------------------------
// Floats

static bool calc_abs(const void *data, APFloat a, APFloat *out) {
  (void)data;
  *out = apfloat_abs(a);
  return true;
}
static bool calc_round(const void *data, APFloat a, APFloat *out) {
  *out = apfloat_round_integral(a, *(const FloatRounding *)data);
  return true;
}
// What the reference leaves to the C library is folded for its types only.
static bool calc_round_c(const void *data, APFloat a, APFloat *out) {
  return (a.kind == FLOAT_F32 || a.kind == FLOAT_F64) && calc_round(data, a, out);
}
static bool calc_sqrt(const void *data, APFloat a, APFloat *out) {
  (void)data;
  if ((a.kind != FLOAT_F32 && a.kind != FLOAT_F64) || apfloat_is_negative(a)) return false;
  *out = apfloat_sqrt(a);
  return true;
}
static bool calc_copysign(const void *data, APFloat a, APFloat b, APFloat *out) {
  (void)data;
  *out = apfloat_copysign(a, b);
  return true;
}

static bool fold_unary(Folder *f, Operation *op, const A *constants, FloatUnaryFn *fn, const void *data) {
  return fold_to(f, fold_float_unary(f, type_of(op), constants[0], fn, data));
}
static bool fold_rounding(Folder *f, Operation *op, const A *constants, FloatUnaryFn *fn, FloatRounding rounding) {
  return fold_unary(f, op, constants, fn, &rounding);
}

bool fold_math_absf(Folder *f, Operation *op, const A *constants) { return fold_unary(f, op, constants, calc_abs, NULL); }
bool fold_math_sqrt(Folder *f, Operation *op, const A *constants) { return fold_unary(f, op, constants, calc_sqrt, NULL); }
bool fold_math_ceil(Folder *f, Operation *op, const A *constants) {
  return fold_rounding(f, op, constants, calc_round, ROUND_UPWARD);
}
bool fold_math_floor(Folder *f, Operation *op, const A *constants) {
  return fold_rounding(f, op, constants, calc_round, ROUND_DOWNWARD);
}
bool fold_math_roundeven(Folder *f, Operation *op, const A *constants) {
  return fold_rounding(f, op, constants, calc_round, ROUND_NEAREST_EVEN);
}
bool fold_math_round(Folder *f, Operation *op, const A *constants) {
  return fold_rounding(f, op, constants, calc_round_c, ROUND_NEAREST_AWAY);
}
bool fold_math_trunc(Folder *f, Operation *op, const A *constants) {
  return fold_rounding(f, op, constants, calc_round_c, ROUND_TOWARD_ZERO);
}
bool fold_math_copysign(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_float_binary(f, type_of(op), constants[0], constants[1], calc_copysign, NULL));
}

// ---------------------------------------------------------------------------------------------
// Classes of floats

typedef bool ClassFn(APFloat a);

static bool is_normal(APFloat a) { return apfloat_is_finite(a) && !apfloat_is_zero(a) && !apfloat_is_denormal(a); }

typedef struct ClassTest {
  ClassFn *fn;
} ClassTest;

static bool calc_class(const IntCalc *calc, APFloat a, APInt *out) {
  *out = apint_u64(calc->arena, 1, ((const ClassTest *)calc->data)->fn(a));
  return true;
}

static bool fold_class(Folder *f, Operation *op, const A *constants, ClassFn *fn) {
  return fold_to(f, fold_float_to_int(f, type_of(op), constants[0], calc_class, &(ClassTest){fn}));
}

bool fold_math_isnan(Folder *f, Operation *op, const A *constants) { return fold_class(f, op, constants, apfloat_is_nan); }
bool fold_math_isinf(Folder *f, Operation *op, const A *constants) { return fold_class(f, op, constants, apfloat_is_infinity); }
bool fold_math_isfinite(Folder *f, Operation *op, const A *constants) { return fold_class(f, op, constants, apfloat_is_finite); }
bool fold_math_isnormal(Folder *f, Operation *op, const A *constants) { return fold_class(f, op, constants, is_normal); }

// ---------------------------------------------------------------------------------------------
// Integers

static bool calc_absi(const IntCalc *calc, const APInt *a, APInt *out) {
  *out = apint_is_negative(a) ? apint_neg(calc->arena, a) : *a;
  return true;
}
#define COUNT(name, call)                                                 \
  static bool name(const IntCalc *calc, const APInt *a, APInt *out) {     \
    *out = apint_u64(calc->arena, a->width, call(a));                     \
    return true;                                                          \
  }
COUNT(calc_ctlz, apint_leading_zeros)
COUNT(calc_cttz, apint_trailing_zeros)
COUNT(calc_ctpop, apint_popcount)

// By squaring. Zero to a negative power stays; else negative powers are 0, 1 or -1.
static bool calc_power(const IntCalc *calc, const APInt *base, const APInt *power, APInt *out) {
  Arena *arena = calc->arena;
  uint32_t width = base->width;
  APInt one = apint_u64(arena, width, 1);
  bool odd = apint_data(power)[0] & 1;
  *out = one;
  if (apint_is_zero(power)) return true;
  if (apint_is_negative(power)) {
    if (apint_is_zero(base)) return false;
    if (apint_equal(base, &one)) return true;
    if (!apint_is_all_ones(base))
      *out = apint_u64(arena, width, 0);
    else if (odd)
      *out = *base;
    return true;
  }
  APInt square = *base;
  uint32_t bits = apint_active_bits(power);
  for (uint32_t i = 0; i < bits; i++) {
    if (apint_data(power)[i / 64] >> (i % 64) & 1) *out = apint_mul(arena, out, &square);
    if (i + 1 < bits) square = apint_mul(arena, &square, &square);
  }
  return true;
}

static bool fold_int(Folder *f, Operation *op, const A *constants, IntUnaryFn *fn) {
  return fold_to(f, fold_int_unary(f, type_of(op), constants[0], fn, NULL));
}

bool fold_math_absi(Folder *f, Operation *op, const A *constants) { return fold_int(f, op, constants, calc_absi); }
bool fold_math_ctlz(Folder *f, Operation *op, const A *constants) { return fold_int(f, op, constants, calc_ctlz); }
bool fold_math_cttz(Folder *f, Operation *op, const A *constants) { return fold_int(f, op, constants, calc_cttz); }
bool fold_math_ctpop(Folder *f, Operation *op, const A *constants) { return fold_int(f, op, constants, calc_ctpop); }
bool fold_math_ipowi(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_int_binary(f, type_of(op), constants[0], constants[1], calc_power, NULL));
}
