// Arithmetic that WebAssembly has not: halves, 128 bits, powers; and libm's functions under their names.
#include <math.h>
#include <string.h>

#include "runtime.h"

static uint64_t high;      // the second word of the last result of two
static int32_t exponent;   // of the last frexp
EXPORT("rung.high") uint64_t high_word(void) { return high; }
EXPORT("rung.exponent") int32_t last_exponent(void) { return exponent; }

// ---------------------------------------------------------------------------------------------
// Halves

static uint32_t bits_of_float(float value) { uint32_t bits; memcpy(&bits, &value, sizeof bits); return bits; }
static float float_of_bits(uint32_t bits) { float value; memcpy(&value, &bits, sizeof value); return value; }
static uint64_t bits_of_double(double value) { uint64_t bits; memcpy(&bits, &value, sizeof bits); return bits; }

EXPORT("rung.f16_value") float f16_value(uint32_t bits) {
  uint32_t sign = (bits & 0x8000) << 16, exp = bits >> 10 & 31, mantissa = bits & 1023;
  if (exp == 31) return float_of_bits(sign | 0x7f800000 | mantissa << 13);
  if (exp) return float_of_bits(sign | (exp + 112) << 23 | mantissa << 13);
  float small = (float)mantissa * 0x1p-24f;
  return float_of_bits(sign | bits_of_float(small));
}

float bf16_value(uint32_t bits) { return float_of_bits(bits << 16); }

// The nearest half to a double, ties to even. `digits`: of the mantissa; `bias`, `top`: of the exponent.
static uint32_t rounded(double value, int digits, int bias, int top) {
  uint64_t bits = bits_of_double(value), mantissa = bits & ((1ull << 52) - 1);
  uint32_t sign = (uint32_t)(bits >> 63) << (digits + (top == 31 ? 5 : 8));
  int exp = (int)(bits >> 52 & 2047);
  if (exp == 2047) return sign | (uint32_t)top << digits | (mantissa ? 1u << (digits - 1) | (uint32_t)(mantissa >> (52 - digits)) : 0);
  if (!exp) return sign;
  mantissa |= 1ull << 52;
  int to = exp - 1023 + bias, drop = 52 - digits;
  if (to <= 0) drop += 1 - to, to = 0;
  if (drop > 54) return sign;
  uint64_t kept = mantissa >> drop, rest = mantissa & ((1ull << drop) - 1), half = 1ull << (drop - 1);
  if (rest > half || (rest == half && (kept & 1))) kept++;
  // A carry runs into the exponent by itself.
  uint64_t out = to ? ((uint64_t)(to - 1) << digits) + kept : kept;
  return sign | (out >= (uint64_t)top << digits ? (uint32_t)top << digits : (uint32_t)out);
}

EXPORT("rung.f16_bits") uint32_t f16_bits(float value) { return rounded((double)value, 10, 15, 31); }
EXPORT("rung.f16_bits_f64") uint32_t f16_bits_f64(double value) { return rounded(value, 10, 15, 31); }
EXPORT("rung.bf16_bits") uint32_t bf16_bits(float value) { return rounded((double)value, 7, 127, 255); }
EXPORT("rung.bf16_bits_f64") uint32_t bf16_bits_f64(double value) { return rounded(value, 7, 127, 255); }

// ---------------------------------------------------------------------------------------------
// 128 bits

typedef unsigned __int128 Wide;
static Wide wide(uint64_t low, uint64_t upper) { return (Wide)upper << 64 | low; }
static uint64_t give(Wide value) {
  high = (uint64_t)(value >> 64);
  return (uint64_t)value;
}

EXPORT("rung.mul128") uint64_t mul128(uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high) { return give(wide(a, a_high) * wide(b, b_high)); }

// kind: 0 quotient, 1 remainder, unsigned; 2, 3 the same signed.
EXPORT("rung.div128") uint64_t div128(uint64_t a, uint64_t a_high, uint64_t b, uint64_t b_high, int32_t kind) {
  Wide x = wide(a, a_high), y = wide(b, b_high);
  if (!y) __builtin_trap();
  if (kind < 2) return give(kind ? x % y : x / y);
  if (y == ~(Wide)0) return give(kind == 3 ? 0 : -x);
  return give(kind == 3 ? (Wide)((__int128)x % (__int128)y) : (Wide)((__int128)x / (__int128)y));
}

EXPORT("rung.f64_of_i128") double f64_of_i128(uint64_t low, uint64_t upper, int32_t is_signed) {
  return is_signed ? (double)(__int128)wide(low, upper) : (double)wide(low, upper);
}
EXPORT("rung.f32_of_i128") float f32_of_i128(uint64_t low, uint64_t upper, int32_t is_signed) {
  return is_signed ? (float)(__int128)wide(low, upper) : (float)wide(low, upper);
}
EXPORT("rung.i128_of_f64") uint64_t i128_of_f64(double value, int32_t is_signed) {
  if (value != value) return give(0);
  return give(is_signed ? (Wide)(__int128)value : (Wide)value);
}

// ---------------------------------------------------------------------------------------------
// Powers. Multiplied in the order of compiler-rt's __powidf2.

#define POWER(name, type)                                     \
  EXPORT("rung." #name) type name(type base, int32_t power) { \
    type result = 1;                                          \
    for (int32_t left = power;;) {                            \
      if (left & 1) result *= base;                           \
      left /= 2;                                              \
      if (!left) return power < 0 ? 1 / result : result;      \
      base *= base;                                           \
    }                                                         \
  }
POWER(powi, double)
POWER(powif, float)
EXPORT("rung.frexp") double rt_frexp(double value) { return frexp(value, &exponent); }
EXPORT("rung.frexpf") float rt_frexpf(float value) { return frexpf(value, &exponent); }

#define MATH1(name)                                            \
  EXPORT(#name) double rt_##name(double x) { return name(x); } \
  EXPORT(#name "f") float rt_##name##f(float x) { return name##f(x); }
#define MATH2(name)                                                         \
  EXPORT(#name) double rt_##name(double x, double y) { return name(x, y); } \
  EXPORT(#name "f") float rt_##name##f(float x, float y) { return name##f(x, y); }
double exp10(double);
float exp10f(float);
static double roundeven(double x) { return __builtin_rint(x); }   // wasm's only rounding mode
static float roundevenf(float x) { return __builtin_rintf(x); }
MATH1(sin) MATH1(cos) MATH1(tan) MATH1(asin) MATH1(acos) MATH1(atan) MATH1(sinh) MATH1(cosh) MATH1(tanh) MATH1(asinh) MATH1(acosh) MATH1(atanh)
MATH1(exp) MATH1(exp2) MATH1(exp10) MATH1(expm1) MATH1(log) MATH1(log2) MATH1(log10) MATH1(log1p) MATH1(cbrt) MATH1(erf) MATH1(erfc) MATH1(sqrt)
MATH1(ceil) MATH1(floor) MATH1(trunc) MATH1(round) MATH1(roundeven) MATH1(rint) MATH1(nearbyint) MATH1(fabs)
MATH2(atan2) MATH2(pow) MATH2(fmod) MATH2(fmin) MATH2(fmax) MATH2(copysign)
EXPORT("fma") double rt_fma(double x, double y, double z) { return fma(x, y, z); }
EXPORT("fmaf") float rt_fmaf(float x, float y, float z) { return fmaf(x, y, z); }
EXPORT("ldexp") double rt_ldexp(double x, int32_t n) { return ldexp(x, n); }
EXPORT("ldexpf") float rt_ldexpf(float x, int32_t n) { return ldexpf(x, n); }
