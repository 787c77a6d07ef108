// The square root of a float, correctly rounded.
#include "support/apfloat_parts.h"

// The largest root with root * root <= n.
static uint64_t integer_root(u128 n) {
  uint64_t root = 0;
  for (int bit = 63; bit >= 0; bit--) {
    uint64_t next = root | (uint64_t)1 << bit;
    if ((u128)next * next <= n) root = next;
  }
  return root;
}

APFloat apfloat_sqrt(APFloat a) {
  if (apfloat_is_nan(a) || apfloat_is_zero(a)) return a;
  if (apfloat_is_negative(a)) return apfloat_nan(a.kind, false);
  if (apfloat_is_infinity(a)) return a;
  FloatParts parts = float_unpack(a);
  // An even exponent, and so many bits that the root has more than the format keeps.
  u128 n = parts.significand;
  int exponent = parts.exponent, wanted = 2 * (int)float_precision(a.kind) + 4;
  int shift = wanted - u128_bit_length(n);
  if (shift < 0) shift = 0;
  if ((exponent - shift) % 2) shift++;
  n <<= shift;
  exponent -= shift;
  uint64_t root = integer_root(n);
  return float_round(a.kind, false, root, exponent / 2, (u128)root * root != n, ROUND_NEAREST_EVEN, NULL);
}
