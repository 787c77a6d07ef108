// Small questions about machine integers.
#ifndef RUNG_SUPPORT_INTEGERS_H
#define RUNG_SUPPORT_INTEGERS_H

#include <stdint.h>

static inline uint64_t magnitude(int64_t value) { return value < 0 ? 0 - (uint64_t)value : (uint64_t)value; }

// The greatest number that divides both; the other one when one is 0.
static inline uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// Rounded towards minus infinity, as affine expressions divide.
static inline int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

#endif
