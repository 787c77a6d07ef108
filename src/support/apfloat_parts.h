// The unpacked form of a float, shared by the files of apfloat only.
#ifndef RUNG_SUPPORT_APFLOAT_PARTS_H
#define RUNG_SUPPORT_APFLOAT_PARTS_H

#include "support/apfloat.h"

__extension__ typedef unsigned __int128 u128;

// How a format spends the encodings that IEEE 754 gives to infinities and NaNs.
typedef enum FloatSpecials {
  SPECIALS_IEEE,      // the top exponent: infinities and NaNs with a payload
  SPECIALS_ALL_ONES,  // one NaN (per sign): all bits set; no infinity
  SPECIALS_NEG_ZERO,  // one NaN: the sign bit alone; no infinity, no negative zero
  SPECIALS_NONE,      // finite values only
} FloatSpecials;

enum {
  FORMAT_EXPLICIT_ONE = 1,   // f80: the leading significand bit is stored
  FORMAT_EXPONENT_ONLY = 2,  // f8E8M0FNU: no zero, no denormals, no sign
};

// One format. Exponents are those of the leading significand bit: a value lies in
// [2^exponent, 2^(exponent+1)).
typedef struct FloatFormat {
  uint8_t precision;  // significand bits, the leading one included
  int16_t min_exponent, max_exponent;
  uint8_t specials;  // a FloatSpecials
  uint8_t flags;     // FORMAT_*
} FloatFormat;

const FloatFormat *float_format(FloatKind kind);

typedef enum FloatClass { CLASS_ZERO, CLASS_NORMAL, CLASS_INFINITY, CLASS_NAN } FloatClass;

// CLASS_NORMAL: significand * 2^exponent, the significand below 2^precision and not zero.
// CLASS_NAN: the significand is the stored mantissa.
typedef struct FloatParts {
  FloatClass class;
  bool negative;
  int exponent;
  u128 significand;
} FloatParts;

FloatParts float_unpack(APFloat value);

// The value of the format nearest to (significand + fraction) * 2^exponent, where the fraction is
// 0, or somewhere in (0, 1) when `sticky`; the significand must then have more than `precision`
// bits, unless the value is below the least one. A zero significand without fraction gives zero.
APFloat float_round(FloatKind kind, bool negative, u128 significand, int exponent, bool sticky,
                    FloatRounding rounding, int *status);

static inline int u128_bit_length(u128 value) {
  uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
  if (high) return 128 - __builtin_clzll(high);
  return low ? 64 - __builtin_clzll(low) : 0;
}

#endif
