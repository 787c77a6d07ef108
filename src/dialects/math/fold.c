// Folds of the math dialect (after mlir/lib/Dialect/Math/IR/MathOps.cpp).
#include "ops/math.h"

#include "dialects/arith/fold.h"

#include "dialects/common/fold_util.h"
#include "support/apfloat_functions.h"

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
// Functions of the C library, which the reference calls

// A function of each element of large data would take seconds.
enum { MOST_ELEMENTS = 20000 };

static bool is_c_type(APFloat a) { return a.kind == FLOAT_F32 || a.kind == FLOAT_F64; }
static bool is_small(A constant) { return !constant || attr_kind(constant) != ATTR_DENSE || ((const DenseAttr *)constant)->splat || dense_count(constant) <= MOST_ELEMENTS; }

typedef struct Library {
  uint16_t opcode;
  uint8_t function;       // FloatFunction
  bool refuses_negative;  // a sign, or for log1p that of a + 1
} Library;

static const Library library[] = {
  {OP_MATH_ACOS, FLOAT_ACOS, false},   {OP_MATH_ACOSH, FLOAT_ACOSH, false}, {OP_MATH_ASIN, FLOAT_ASIN, false},
  {OP_MATH_ASINH, FLOAT_ASINH, false}, {OP_MATH_ATAN, FLOAT_ATAN, false},   {OP_MATH_ATANH, FLOAT_ATANH, false},
  {OP_MATH_COS, FLOAT_COS, false},     {OP_MATH_COSH, FLOAT_COSH, false},   {OP_MATH_ERF, FLOAT_ERF, false},
  {OP_MATH_ERFC, FLOAT_ERFC, false},   {OP_MATH_EXP, FLOAT_EXP, false},     {OP_MATH_EXP2, FLOAT_EXP2, false},
  {OP_MATH_EXPM1, FLOAT_EXPM1, false}, {OP_MATH_LOG, FLOAT_LOG, true},      {OP_MATH_LOG10, FLOAT_LOG10, true},
  {OP_MATH_LOG1P, FLOAT_LOG1P, true},  {OP_MATH_LOG2, FLOAT_LOG2, true},    {OP_MATH_SIN, FLOAT_SIN, false},
  {OP_MATH_SINH, FLOAT_SINH, false},   {OP_MATH_TAN, FLOAT_TAN, false},     {OP_MATH_TANH, FLOAT_TANH, false},
};

typedef struct LibraryCall {
  const Library *of;
  Arena *arena;
} LibraryCall;

static bool calc_function(const void *data, APFloat a, APFloat *out) {
  const LibraryCall *call = data;
  const Library *entry = call->of;
  APFloat tested = entry->function == FLOAT_LOG1P ? apfloat_add(a, apfloat_from_double(a.kind, 1.0, NULL), ROUND_NEAREST_EVEN, NULL) : a;
  if (!is_c_type(a) || (entry->refuses_negative && apfloat_is_negative(tested))) return false;
  *out = apfloat_function(call->arena, (FloatFunction)entry->function, a);
  return true;
}

bool fold_math_function(Folder *f, Operation *op, const A *constants) {
  if (!is_small(constants[0])) return false;
  for (uint32_t i = 0; i < countof(library); i++)
    if (op_is(op, library[i].opcode)) return fold_unary(f, op, constants, calc_function, &(LibraryCall){&library[i], f->arena});
  return false;
}

static bool calc_powf(const void *data, APFloat a, APFloat b, APFloat *out) {
  if (!is_c_type(a)) return false;
  *out = apfloat_pow((Arena *)(uintptr_t)data, a, b);
  return true;
}

bool fold_math_powf(Folder *f, Operation *op, const A *constants) {
  if (!is_small(constants[0]) || !is_small(constants[1])) return false;
  return fold_to(f, fold_float_binary(f, type_of(op), constants[0], constants[1], calc_powf, f->arena));
}

static bool calc_atan2(const void *data, APFloat y, APFloat x, APFloat *out) {
  bool no_angle = apfloat_is_zero(y) && apfloat_is_zero(x);   // unlike C
  if (!no_angle && !is_c_type(x)) return false;
  *out = no_angle ? apfloat_nan(y.kind, false) : apfloat_atan2((Arena *)(uintptr_t)data, y, x);
  return true;
}

bool fold_math_atan2(Folder *f, Operation *op, const A *constants) {
  if (!is_small(constants[0]) || !is_small(constants[1])) return false;
  return fold_to(f, fold_float_binary(f, type_of(op), constants[0], constants[1], calc_atan2, f->arena));
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
