// Floating-point values of every MLIR format, bit-exact and independent of the host (after LLVM's
// APFloat). No host float arithmetic is used.
#ifndef RUNG_SUPPORT_APFLOAT_H
#define RUNG_SUPPORT_APFLOAT_H

#include "support/apint.h"

// X(ENUM, "mlir name", storage bits): `name` is also the keyword of the builtin type.
#define FLOAT_KINDS(X)                    \
  X(F4E2M1FN, "f4E2M1FN", 4)              \
  X(F6E2M3FN, "f6E2M3FN", 6)              \
  X(F6E3M2FN, "f6E3M2FN", 6)              \
  X(F8E5M2, "f8E5M2", 8)                  \
  X(F8E4M3, "f8E4M3", 8)                  \
  X(F8E4M3FN, "f8E4M3FN", 8)              \
  X(F8E5M2FNUZ, "f8E5M2FNUZ", 8)          \
  X(F8E4M3FNUZ, "f8E4M3FNUZ", 8)          \
  X(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8)    \
  X(F8E3M4, "f8E3M4", 8)                  \
  X(F8E8M0FNU, "f8E8M0FNU", 8)            \
  X(BF16, "bf16", 16)                     \
  X(F16, "f16", 16)                       \
  X(TF32, "tf32", 19)                     \
  X(F32, "f32", 32)                       \
  X(F64, "f64", 64)                       \
  X(F80, "f80", 80)                       \
  X(F128, "f128", 128)

typedef enum FloatKind {
#define X(kind, name, bits) FLOAT_##kind,
  FLOAT_KINDS(X)
#undef X
  FLOAT_KIND_COUNT
} FloatKind;

// The bits of a value as stored, low word first; bits above the format's width are zero.
typedef struct APFloat {
  FloatKind kind;
  uint64_t bits[2];
} APFloat;

typedef enum FloatRounding {
  ROUND_NEAREST_EVEN, ROUND_TOWARD_ZERO, ROUND_UPWARD, ROUND_DOWNWARD, ROUND_NEAREST_AWAY
} FloatRounding;

// Status bits of an operation, as in IEEE 754.
enum { FLOAT_OK = 0, FLOAT_INVALID = 1, FLOAT_DIVZERO = 2, FLOAT_OVERFLOW = 4, FLOAT_UNDERFLOW = 8, FLOAT_INEXACT = 16 };

uint32_t float_bits(FloatKind kind);          // storage width
const char *float_name(FloatKind kind);       // "f32"
uint32_t float_precision(FloatKind kind);     // significand bits with the implicit one
bool float_kind_has_infinity(FloatKind kind);
bool float_kind_has_nan(FloatKind kind);

APFloat apfloat_from_bits(FloatKind kind, uint64_t low, uint64_t high);
APFloat apfloat_zero(FloatKind kind, bool negative);
APFloat apfloat_infinity(FloatKind kind, bool negative);  // the largest finite or NaN where none, as APFloat::getInf
APFloat apfloat_nan(FloatKind kind, bool negative);       // the quiet NaN APFloat::getNaN gives
APFloat apfloat_largest(FloatKind kind, bool negative);

// Parse a decimal literal ([-+]?digits[.digits][e[+-]digits]), correctly rounded to nearest even.
// Any number of digits; runs in time bounded by the text. False when the text is no such literal.
bool apfloat_parse(FloatKind kind, Str text, APFloat *out);

// What mlir-opt prints for the value (without type): `%.6e` when that reads back to the same
// value, else the default shortest-digits form when it has a '.' and reads back, else hex
// "0x..." of the bits. Infinities and NaNs print as hex. See printFloatValue in AsmPrinter.
void apfloat_print(StrBuf *out, APFloat value);
// C's "%.*e"-like and %a-free rendering for other users (LLVM IR export): exact decimal digits.
void apfloat_print_scientific(StrBuf *out, APFloat value, int digits);

bool apfloat_is_zero(APFloat a);
bool apfloat_is_nan(APFloat a);
bool apfloat_is_infinity(APFloat a);
bool apfloat_is_negative(APFloat a);  // sign bit
bool apfloat_is_finite(APFloat a);
bool apfloat_is_denormal(APFloat a);
bool apfloat_bits_equal(APFloat a, APFloat b);

typedef enum FloatOrder { FLOAT_LESS, FLOAT_EQUAL, FLOAT_GREATER, FLOAT_UNORDERED } FloatOrder;
FloatOrder apfloat_compare(APFloat a, APFloat b);

// Results in the operands' format; `status` (may be NULL) receives the status bits.
APFloat apfloat_add(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_sub(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_mul(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_div(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_fmod(APFloat a, APFloat b);       // C fmod (APFloat::mod)
APFloat apfloat_neg(APFloat a);
APFloat apfloat_abs(APFloat a);
APFloat apfloat_copysign(APFloat magnitude, APFloat sign);
APFloat apfloat_minnum(APFloat a, APFloat b);     // IEEE minNum: a number beats NaN
APFloat apfloat_maxnum(APFloat a, APFloat b);
APFloat apfloat_minimum(APFloat a, APFloat b);    // NaN wins, -0 < +0
APFloat apfloat_maximum(APFloat a, APFloat b);
APFloat apfloat_round_integral(APFloat a, FloatRounding rounding);

// To another format; `loses_info` (may be NULL) as APFloat::convert reports it.
APFloat apfloat_convert(APFloat a, FloatKind to, FloatRounding rounding, bool *loses_info);
// To an integer of `width` bits, rounding toward zero unless told; status FLOAT_INVALID when out of
// range (the result then saturates as APFloat::convertToInteger does).
APInt apfloat_to_int(Arena *arena, APFloat a, uint32_t width, bool is_signed, FloatRounding rounding, int *status);
APFloat apfloat_from_int(FloatKind kind, const APInt *value, bool is_signed, FloatRounding rounding, int *status);
// The host double of equal value (rounded to nearest), for pass options and tests.
double apfloat_to_double(APFloat a);
APFloat apfloat_from_double(FloatKind kind, double value, bool *loses_info);

#endif
