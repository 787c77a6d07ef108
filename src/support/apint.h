// Integers of any width up to 2^24 bits, in two's complement (after LLVM's APInt).
#ifndef RUNG_SUPPORT_APINT_H
#define RUNG_SUPPORT_APINT_H

#include "support/mem.h"
#include "support/strbuf.h"

#define APINT_MAX_WIDTH ((uint32_t)1 << 24)

// A value of `width` bits. Up to 64 bits it is held in `word`; wider values point to
// apint_word_count(width) little-endian words that the arena given at creation owns. Bits above
// `width` in the last word are zero. Width 0 is a valid width (value 0).
//
// When the arena refuses memory the result has width 0. An operation on operands of two different
// widths gives width 0 as well, so a refusal runs through a calculation without a test per step;
// `mem->exhausted` tells it apart.
typedef struct APInt {
  uint32_t width;
  union {
    uint64_t word;
    const uint64_t *words;
  };
} APInt;

static inline uint32_t apint_word_count(uint32_t width) { return width <= 64 ? 1 : (width + 63) / 64; }
static inline const uint64_t *apint_data(const APInt *a) { return a->width <= 64 ? &a->word : a->words; }

APInt apint_u64(Arena *arena, uint32_t width, uint64_t value);  // truncates, zero-extends
APInt apint_i64(Arena *arena, uint32_t width, int64_t value);   // truncates, sign-extends
// Little-endian words; missing words are zero, bits above `width` are dropped.
APInt apint_from_words(Arena *arena, uint32_t width, const uint64_t *words, uint32_t count);
// Little-endian bytes; missing bytes are zero, bits above `width` are dropped.
APInt apint_from_bytes(Arena *arena, uint32_t width, const uint8_t *bytes, size_t count);
void apint_to_bytes(const APInt *a, uint8_t *out, size_t count);  // zero-extends, truncates

// Parse digits (no sign, no prefix) in radix 10 or 16 into the fewest bits that hold the value
// (at least 1). False on an empty text, a bad digit, more than 2^24 bits, or no memory.
bool apint_parse(Arena *arena, Str digits, int radix, APInt *out);
void apint_print(StrBuf *out, const APInt *a, bool is_signed);  // decimal

bool apint_is_zero(const APInt *a);
bool apint_is_negative(const APInt *a);  // the sign bit
bool apint_is_all_ones(const APInt *a);
bool apint_is_signed_min(const APInt *a);
uint32_t apint_active_bits(const APInt *a);       // bits needed as unsigned; 0 for the value 0
uint32_t apint_significant_bits(const APInt *a);  // bits needed as signed; at least 1
uint32_t apint_popcount(const APInt *a);
uint32_t apint_leading_zeros(const APInt *a);
uint32_t apint_trailing_zeros(const APInt *a);  // `width` for the value 0
// The value when it fits, else false.
bool apint_to_u64(const APInt *a, uint64_t *out);
bool apint_to_i64(const APInt *a, int64_t *out);

APInt apint_zext(Arena *arena, const APInt *a, uint32_t width);  // width >= a->width
APInt apint_sext(Arena *arena, const APInt *a, uint32_t width);
APInt apint_trunc(Arena *arena, const APInt *a, uint32_t width);
APInt apint_zext_or_trunc(Arena *arena, const APInt *a, uint32_t width);
APInt apint_sext_or_trunc(Arena *arena, const APInt *a, uint32_t width);

// Operands of one width; results wrap. Division by zero is the caller's to avoid (yields 0).
APInt apint_add(Arena *arena, const APInt *a, const APInt *b);
APInt apint_sub(Arena *arena, const APInt *a, const APInt *b);
APInt apint_mul(Arena *arena, const APInt *a, const APInt *b);
APInt apint_udiv(Arena *arena, const APInt *a, const APInt *b);
APInt apint_urem(Arena *arena, const APInt *a, const APInt *b);
APInt apint_sdiv(Arena *arena, const APInt *a, const APInt *b);  // truncates toward zero
APInt apint_srem(Arena *arena, const APInt *a, const APInt *b);  // sign of `a`
APInt apint_and(Arena *arena, const APInt *a, const APInt *b);
APInt apint_or(Arena *arena, const APInt *a, const APInt *b);
APInt apint_xor(Arena *arena, const APInt *a, const APInt *b);
APInt apint_not(Arena *arena, const APInt *a);
APInt apint_neg(Arena *arena, const APInt *a);
APInt apint_shl(Arena *arena, const APInt *a, uint32_t amount);   // amount >= width: 0
APInt apint_lshr(Arena *arena, const APInt *a, uint32_t amount);  // amount >= width: 0
APInt apint_ashr(Arena *arena, const APInt *a, uint32_t amount);  // amount >= width: the sign
bool apint_equal(const APInt *a, const APInt *b);  // false when the widths differ
int apint_ucmp(const APInt *a, const APInt *b);    // <0, 0, >0
int apint_scmp(const APInt *a, const APInt *b);

// Long division in 32-bit digits (Knuth, The Art of Computer Programming, 4.3.1, algorithm D).
// u has n + m + 1 digits, the top one zero; v has n >= 2, its top bit set. Leaves the quotient in
// q (m + 1 digits) and the remainder in the low digits of u.
void divide_digits(uint32_t *u, const uint32_t *v, uint32_t *q, uint32_t n, uint32_t m);

#endif
