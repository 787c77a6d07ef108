// Folds of the math dialect (after mlir/lib/Dialect/Math/IR/MathOps.cpp).
#include "ops/math.h"

#include "dialects/arith/fold.h"

#include "dialects/common/fold_util.h"

static T type_of(const Operation *op) { return op_result_type(op, 0); }
static bool is_normal(APFloat a) { return apfloat_is_finite(a) && !apfloat_is_zero(a) && !apfloat_is_denormal(a); }

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
// Functions for which the reference calls the C library are folded for the library's types only.
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
// Functions where their results are exact, so that every C library gives the same

typedef enum Points {
  ZERO_TO_ITSELF,    // signed zeros
  ZERO_TO_ONE,
  ONE_TO_ZERO,
  LOGARITHM,         // 1 to 0, and 0 to minus infinity
} Points;

typedef struct ExactFunction {
  uint16_t opcode;
  uint8_t points;   // Points
} ExactFunction;

static const ExactFunction exact_functions[] = {
  {OP_MATH_ACOS, ONE_TO_ZERO},     {OP_MATH_ACOSH, ONE_TO_ZERO},    {OP_MATH_ASIN, ZERO_TO_ITSELF}, {OP_MATH_ASINH, ZERO_TO_ITSELF},
  {OP_MATH_ATAN, ZERO_TO_ITSELF},  {OP_MATH_ATANH, ZERO_TO_ITSELF}, {OP_MATH_COS, ZERO_TO_ONE},     {OP_MATH_COSH, ZERO_TO_ONE},
  {OP_MATH_ERF, ZERO_TO_ITSELF},   {OP_MATH_ERFC, ZERO_TO_ONE},     {OP_MATH_EXP, ZERO_TO_ONE},     {OP_MATH_EXP2, ZERO_TO_ONE},
  {OP_MATH_EXPM1, ZERO_TO_ITSELF}, {OP_MATH_LOG, LOGARITHM},        {OP_MATH_LOG10, LOGARITHM},     {OP_MATH_LOG1P, ZERO_TO_ITSELF},
  {OP_MATH_LOG2, LOGARITHM},       {OP_MATH_SIN, ZERO_TO_ITSELF},   {OP_MATH_SINH, ZERO_TO_ITSELF}, {OP_MATH_TAN, ZERO_TO_ITSELF},
  {OP_MATH_TANH, ZERO_TO_ITSELF},
};

static bool is_c_type(APFloat a) { return a.kind == FLOAT_F32 || a.kind == FLOAT_F64; }
static bool is_value(APFloat a, double value) { return apfloat_compare(a, apfloat_from_double(a.kind, value, NULL)) == FLOAT_EQUAL; }
static uint32_t mantissa_bits(APFloat a) { return float_precision(a.kind) - 1; }

static bool exact_log2(APFloat a, APFloat *out) {
  if (!is_normal(a) || apfloat_is_negative(a) || (a.bits[0] & ((1ull << mantissa_bits(a)) - 1))) return false;
  *out = apfloat_from_double(a.kind, apfloat_exponent(a), NULL);
  return true;
}

static bool exact_exp2(APFloat a, APFloat *out) {
  double value = apfloat_to_double(a);
  int64_t bias = 1 - float_min_exponent(a.kind);
  if (!(value > (double)-bias && value <= (double)bias) || (double)(int64_t)value != value) return false;
  *out = apfloat_from_bits(a.kind, (uint64_t)((int64_t)value + bias) << mantissa_bits(a), 0);
  return true;
}

static bool calc_exact(const void *data, APFloat a, APFloat *out) {
  const ExactFunction *function = data;
  if (!is_c_type(a)) return false;
  if (function->opcode == OP_MATH_LOG2 && exact_log2(a, out)) return true;
  if (function->opcode == OP_MATH_EXP2 && exact_exp2(a, out)) return true;
  bool from_one = function->points >= ONE_TO_ZERO;
  if (function->points == LOGARITHM && apfloat_is_zero(a) && !apfloat_is_negative(a)) {
    *out = apfloat_infinity(a.kind, true);
    return true;
  }
  *out = function->points == ZERO_TO_ITSELF ? a : apfloat_from_double(a.kind, function->points == ZERO_TO_ONE, NULL);
  return is_value(a, from_one);
}

bool fold_math_exact(Folder *f, Operation *op, const A *constants) {
  for (uint32_t i = 0; i < countof(exact_functions); i++)
    if (op_is(op, exact_functions[i].opcode))
      return fold_to(f, fold_float_unary(f, type_of(op), constants[0], calc_exact, &exact_functions[i]));
  return false;
}

// a^n when no step rounds.
static bool exact_power(APFloat a, uint32_t n, APFloat *out) {
  *out = a;
  for (uint32_t i = 1; i < n; i++) {
    int status = 0;
    *out = apfloat_mul(*out, a, ROUND_NEAREST_EVEN, &status);
    if (status != FLOAT_OK) return false;
  }
  return true;
}

static bool calc_powf(const void *data, APFloat a, APFloat b, APFloat *out) {
  (void)data;
  APFloat one = apfloat_from_double(a.kind, 1.0, NULL);
  if (!is_c_type(a) || !is_normal(a)) return false;
  *out = one;
  if (apfloat_is_zero(b) || is_value(a, 1.0)) return true;
  if (is_value(b, 0.5)) {
    int status = 0;
    if (apfloat_is_negative(a)) return false;
    *out = apfloat_sqrt(a);
    return apfloat_compare(apfloat_mul(*out, *out, ROUND_NEAREST_EVEN, &status), a) == FLOAT_EQUAL && status == FLOAT_OK;
  }
  double exponent = apfloat_to_double(b);
  if (!(exponent >= -64 && exponent <= 64) || (double)(int64_t)exponent != exponent) return false;
  if (!exact_power(a, (uint32_t)(exponent < 0 ? -exponent : exponent), out)) return false;
  int status = 0;
  if (exponent < 0) *out = apfloat_div(one, *out, ROUND_NEAREST_EVEN, &status);
  return status == FLOAT_OK;
}

bool fold_math_powf(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_float_binary(f, type_of(op), constants[0], constants[1], calc_powf, NULL));
}

// Where the angle is a multiple of an eighth of a turn.
static bool calc_atan2(const void *data, APFloat y, APFloat x, APFloat *out) {
  (void)data;
  static const double eighths[] = {0.0, 0.78539816339744831, 1.5707963267948966, 2.3561944901923448, 3.1415926535897931};
  if (apfloat_is_zero(y) && apfloat_is_zero(x)) {   // unlike C
    *out = apfloat_nan(y.kind, false);
    return true;
  }
  if (!is_c_type(x) || !apfloat_is_finite(x) || !apfloat_is_finite(y)) return false;
  uint32_t angle = apfloat_is_negative(x) ? 4 : 0;
  if (!apfloat_is_zero(y)) {
    if (apfloat_is_zero(x)) angle = 2;
    else if (apfloat_compare(apfloat_abs(x), apfloat_abs(y)) == FLOAT_EQUAL) angle = angle ? 3 : 1;
    else return false;
  }
  *out = apfloat_copysign(apfloat_from_double(y.kind, eighths[angle], NULL), y);
  return true;
}

bool fold_math_atan2(Folder *f, Operation *op, const A *constants) {
  return fold_to(f, fold_float_binary(f, type_of(op), constants[0], constants[1], calc_atan2, NULL));
}

// ---------------------------------------------------------------------------------------------
// Classes of floats

typedef bool ClassFn(APFloat a);

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
