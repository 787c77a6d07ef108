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

// A value. `bits` holds its stored bits, low word first; bits above the format's width are zero,
// with one exception: f8E8M0FNU has no sign bit, but a calculation may give it a negative value
// (mlir-opt prints `-1.0 : f8E8M0FNU` back as such). That sign is kept in bit 8; apfloat_stored()
// gives the eight bits that reach memory. Likewise an infinity or a NaN where the format has neither
// (apfloat_unstorable) is marked above, and reaches memory as a zero.
typedef struct APFloat {
  FloatKind kind;
  uint64_t bits[2];
} APFloat;

typedef enum FloatRounding {
  ROUND_NEAREST_EVEN, ROUND_TOWARD_ZERO, ROUND_UPWARD, ROUND_DOWNWARD, ROUND_NEAREST_AWAY
} FloatRounding;

// Status bits of an operation, as in IEEE 754.
enum { FLOAT_OK = 0, FLOAT_INVALID = 1, FLOAT_DIVZERO = 2, FLOAT_OVERFLOW = 4, FLOAT_UNDERFLOW = 8, FLOAT_INEXACT = 16 };

// ---------------------------------------------------------------------------------------------
// Formats

uint32_t float_bits(FloatKind kind);          // storage width
const char *float_name(FloatKind kind);       // "f32"
uint32_t float_precision(FloatKind kind);     // significand bits with the implicit one
bool float_kind_has_infinity(FloatKind kind);
bool float_kind_has_nan(FloatKind kind);
bool float_kind_has_zero(FloatKind kind);     // all but f8E8M0FNU, whose least value is 2^-127
bool float_kind_has_sign(FloatKind kind);     // all but f8E8M0FNU

// ---------------------------------------------------------------------------------------------
// Values

// The value stored as these bits; bits above the width are ignored. The f80 encodings that the x87
// calls invalid read as NaN, a pseudo-denormal as the normal number it equals.
APFloat apfloat_from_bits(FloatKind kind, uint64_t low, uint64_t high);
// The bits as stored in memory, low word first.
void apfloat_stored(APFloat value, uint64_t bits[2]);

// Where a format lacks the value asked for: zero is the smallest value; infinity is NaN, or the
// largest value if there is no NaN either; NaN is the largest value.
APFloat apfloat_zero(FloatKind kind, bool negative);
APFloat apfloat_infinity(FloatKind kind, bool negative);
APFloat apfloat_nan(FloatKind kind, bool negative);  // quiet, no payload
APFloat apfloat_largest(FloatKind kind, bool negative);
APFloat apfloat_unstorable(FloatKind kind, bool negative, bool is_nan);   // of a format with finite values only

bool apfloat_is_zero(APFloat a);
bool apfloat_is_nan(APFloat a);
bool apfloat_is_infinity(APFloat a);
bool apfloat_is_negative(APFloat a);  // sign bit
bool apfloat_is_finite(APFloat a);
bool apfloat_is_denormal(APFloat a);
bool apfloat_bits_equal(APFloat a, APFloat b);
int apfloat_exponent(APFloat a);      // of the leading bit; INT32_MIN for zero, infinities and NaNs
int float_min_exponent(FloatKind kind);  // of the least normal number

typedef enum FloatOrder { FLOAT_LESS, FLOAT_EQUAL, FLOAT_GREATER, FLOAT_UNORDERED } FloatOrder;
FloatOrder apfloat_compare(APFloat a, APFloat b);

// ---------------------------------------------------------------------------------------------
// Text

// Parse a decimal literal ([-+]?digits[.digits*][e[+-]digits]), correctly rounded to nearest even
// in the format itself. Any number of digits and any exponent; runs in time bounded by the text.
// False when the text is no such literal.
bool apfloat_parse(FloatKind kind, Str text, APFloat *out);

// Parse a literal as mlir-opt reads `text : kind`: into f64 first, then converted, so that even
// f80 and f128 get the 53 bits of a double and f16 is rounded twice. The parser wants this one.
bool apfloat_parse_literal(FloatKind kind, Str text, APFloat *out);

// What mlir-opt prints for the value (without type): "-1.234560e+00" (six significant digits and a zero, in the
// reference's rounding) when that reads back to the same value, else as many digits as the precision can need when that
// form has a '.', else hex "0x..." of the stored bits, without leading zeros. Infinities and NaNs print as hex.
void apfloat_print(StrBuf *out, APFloat value);

// ---------------------------------------------------------------------------------------------
// Arithmetic

// Results in the operands' format; `status` (may be NULL) receives the status bits.
APFloat apfloat_add(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_sub(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_mul(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_div(APFloat a, APFloat b, FloatRounding rounding, int *status);
APFloat apfloat_fmod(APFloat a, APFloat b);       // C fmod (APFloat::mod)
// Correctly rounded; NaN for negative numbers. For formats of up to 60 bits of precision.
APFloat apfloat_sqrt(APFloat a);
APFloat apfloat_neg(APFloat a);                   // unsigned zeros and NaNs stay as they are
APFloat apfloat_abs(APFloat a);
APFloat apfloat_copysign(APFloat magnitude, APFloat sign);
APFloat apfloat_minnum(APFloat a, APFloat b);     // IEEE minNum: a number beats a quiet NaN
APFloat apfloat_maxnum(APFloat a, APFloat b);
APFloat apfloat_minimum(APFloat a, APFloat b);    // NaN wins, -0 < +0
APFloat apfloat_maximum(APFloat a, APFloat b);
// To an integral value. Right in every format; the reference is not for f6E2M3FN, f8E3M4 and
// f8E8M0FNU, where the sum it rounds with does not fit the format.
APFloat apfloat_round_integral(APFloat a, FloatRounding rounding);

// To another format; out of range as apfloat_infinity() says; `loses_info` (may be NULL) as APFloat::convert reports it.
APFloat apfloat_convert(APFloat a, FloatKind to, FloatRounding rounding, bool *loses_info);
// To an integer of `width` bits; status FLOAT_INVALID when out of range (the result then saturates
// and is 0 for NaN, as with APFloat::convertToInteger).
APInt apfloat_to_int(Arena *arena, APFloat a, uint32_t width, bool is_signed, FloatRounding rounding, int *status);
APFloat apfloat_from_int(FloatKind kind, const APInt *value, bool is_signed, FloatRounding rounding, int *status);
// The host double of equal value (rounded to nearest), for pass options and tests.
double apfloat_to_double(APFloat a);
APFloat apfloat_from_double(FloatKind kind, double value, bool *loses_info);

#endif
