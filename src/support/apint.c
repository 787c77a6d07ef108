#include "support/apint.h"

#include "support/apint_radix.h"

// Products and dividends of two words.
__extension__ typedef unsigned __int128 u128;

// The bits a word of a `width`-bit value may use.
static inline uint64_t mask_of(uint32_t width) {
  return width == 0 ? 0 : ~(uint64_t)0 >> (64 - width);
}

static inline uint32_t bit_length(uint64_t word) {
  return word ? 64 - (uint32_t)__builtin_clzll(word) : 0;
}

static ALWAYS_INLINE APInt narrow(uint32_t width, uint64_t word) {
  return (APInt){.width = width, .word = word & mask_of(width)};
}

// `word` as a signed number; width 1 to 64.
static inline int64_t sign_extend(uint64_t word, uint32_t width) {
  uint64_t sign = (uint64_t)1 << (width - 1);
  return (int64_t)((word ^ sign) - sign);
}

static inline int64_t signed_word(const APInt *a) {
  return a->width ? sign_extend(a->word, a->width) : 0;
}

// Zeroed words for a wide result, or NULL.
static uint64_t *new_words(Arena *arena, uint32_t width) {
  return arena_new(arena, uint64_t, apint_word_count(width));
}

// Hand over `words` (may be NULL) as a value: clears the bits above the width.
static APInt wide(uint32_t width, uint64_t *words) {
  if (!words) return (APInt){0};
  uint32_t spare = width % 64;
  if (spare) words[apint_word_count(width) - 1] &= mask_of(spare);
  return (APInt){.width = width, .words = words};
}

// ---------------------------------------------------------------------------------------------
// Creation and bytes

APInt apint_u64(Arena *arena, uint32_t width, uint64_t value) {
  if (width <= 64) return narrow(width, value);
  uint64_t *words = new_words(arena, width);
  if (words) words[0] = value;
  return wide(width, words);
}

APInt apint_i64(Arena *arena, uint32_t width, int64_t value) {
  if (width <= 64) return narrow(width, (uint64_t)value);
  uint64_t *words = new_words(arena, width);
  if (words) {
    words[0] = (uint64_t)value;
    if (value < 0)
      for (uint32_t i = 1; i < apint_word_count(width); i++) words[i] = ~(uint64_t)0;
  }
  return wide(width, words);
}

APInt apint_from_words(Arena *arena, uint32_t width, const uint64_t *words, uint32_t count) {
  if (width <= 64) return narrow(width, count ? words[0] : 0);
  uint64_t *copy = new_words(arena, width);
  uint32_t n = apint_word_count(width);
  if (copy && count) memcpy(copy, words, (count < n ? count : n) * sizeof(uint64_t));
  return wide(width, copy);
}

static uint64_t load_word(const uint8_t *bytes, size_t count) {
  uint64_t word = 0;
  for (size_t i = 0; i < count && i < 8; i++) word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

APInt apint_from_bytes(Arena *arena, uint32_t width, const uint8_t *bytes, size_t count) {
  if (width <= 64) return narrow(width, load_word(bytes, count));
  uint64_t *words = new_words(arena, width);
  if (words)
    for (size_t i = 0; i < apint_word_count(width) && i * 8 < count; i++)
      words[i] = load_word(bytes + i * 8, count - i * 8);
  return wide(width, words);
}

void apint_to_bytes(const APInt *a, uint8_t *out, size_t count) {
  const uint64_t *words = apint_data(a);
  size_t size = (size_t)apint_word_count(a->width) * 8;
  for (size_t i = 0; i < count; i++)
    out[i] = i < size ? (uint8_t)(words[i / 8] >> (i % 8 * 8)) : 0;
}

// ---------------------------------------------------------------------------------------------
// Text

#define DIGITS_PER_WORD 19
#define TEN_TO_19 10000000000000000000u
#define FEW_WORDS 64  // up to here converting word by word is as fast as any way

static inline int digit_value(char c, int radix) {
  if (char_is_digit(c)) return c - '0';
  return radix == 16 && char_is_hex(c) ? char_hex_value(c) : -1;
}

// words = words * factor + addend; returns the word count after a carry.
static uint32_t multiply_add(uint64_t *words, uint32_t count, uint64_t factor, uint64_t addend) {
  uint64_t carry = addend;
  for (uint32_t i = 0; i < count; i++) {
    u128 sum = (u128)words[i] * factor + carry;
    words[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
  if (carry) words[count++] = carry;
  return count;
}

// words /= divisor; returns the remainder.
static uint64_t divide_word(uint64_t *words, uint32_t count, uint64_t divisor) {
  uint64_t rest = 0;
  for (uint32_t i = count; i-- > 0;) {
    u128 part = (u128)rest << 64 | words[i];
    words[i] = (uint64_t)(part / divisor);
    rest = (uint64_t)(part % divisor);
  }
  return rest;
}

bool apint_parse(Arena *arena, Str digits, int radix, APInt *out) {
  if (digits.size == 0) return false;
  const char *p = digits.data, *end = p + digits.size;
  while (p < end && *p == '0') p++;
  size_t count = (size_t)(end - p);
  for (const char *q = p; q < end; q++)
    if (digit_value(*q, radix) < 0) return false;

  if (count <= (radix == 16 ? 16 : DIGITS_PER_WORD)) {
    uint64_t word = 0;
    for (; p < end; p++) word = word * (uint64_t)radix + (uint64_t)digit_value(*p, radix);
    *out = narrow(word ? bit_length(word) : 1, word);
    return true;
  }

  // A decimal digit is less than 10/3 bits.
  if (count > APINT_MAX_WIDTH / 3) return false;
  uint32_t room = (uint32_t)(radix == 16 ? count * 4 : count * 10 / 3 + 1);
  uint64_t *words = new_words(arena, room + 64);
  if (!words) return false;
  uint32_t size = 0;
  if (radix == 16) {
    size = (uint32_t)(count + 15) / 16;
    for (size_t i = 0; i < count; i++)
      words[i / 16] |= (uint64_t)char_hex_value(end[-1 - (ptrdiff_t)i]) << (i % 16 * 4);
  } else if (count > (size_t)FEW_WORDS * DIGITS_PER_WORD) {
    size = radix_parse_decimal(arena->mem, (Str){p, count}, words);
    if (!size) return false;
  } else {
    while (p < end) {
      uint64_t part = 0, scale = 1;
      for (int i = 0; i < DIGITS_PER_WORD && p < end; i++, p++, scale *= 10)
        part = part * 10 + (uint64_t)(*p - '0');
      size = multiply_add(words, size, scale, part);
    }
  }
  uint32_t width = (size - 1) * 64 + bit_length(words[size - 1]);
  if (width > APINT_MAX_WIDTH) return false;
  *out = width <= 64 ? narrow(width, words[0]) : wide(width, words);
  return true;
}

// Print `count` words, which are used up.
static void print_words(StrBuf *out, uint64_t *words, uint32_t count) {
  while (count > 0 && words[count - 1] == 0) count--;
  if (count <= 1) {
    strbuf_u64(out, count ? words[0] : 0);
    return;
  }
  if (count > FEW_WORDS) {
    radix_print_decimal(out, words, count);
    return;
  }
  // Digits come lowest first: write them from the end of the room they may take. A word holds
  // less than 19.3 digits.
  size_t room = (size_t)count * 20;
  if (!strbuf_reserve(out, room)) return;
  char *begin = out->data + out->size, *p = begin + room;
  while (count > 0) {
    uint64_t part = divide_word(words, count, TEN_TO_19);
    while (count > 0 && words[count - 1] == 0) count--;
    for (int i = 0; i < DIGITS_PER_WORD && (part || count); i++, part /= 10)
      *--p = (char)('0' + part % 10);
  }
  size_t size = (size_t)(begin + room - p);
  memmove(begin, p, size);
  out->size += size;
}

void apint_print(StrBuf *out, const APInt *a, bool is_signed) {
  if (a->width <= 64) {
    if (is_signed) strbuf_i64(out, signed_word(a));
    else strbuf_u64(out, a->word);
    return;
  }
  uint32_t count = apint_word_count(a->width);
  bool negative = is_signed && apint_is_negative(a);
  uint64_t few[8];
  Arena scratch;
  arena_init(&scratch, out->mem);
  uint64_t *words = count <= countof(few) ? few : arena_new(&scratch, uint64_t, count);
  if (words) {
    memcpy(words, a->words, count * sizeof(uint64_t));
    if (negative) {
      bool carry = true;
      for (uint32_t i = 0; i < count; i++) {
        words[i] = ~words[i] + carry;
        carry = carry && words[i] == 0;
      }
      if (a->width % 64) words[count - 1] &= mask_of(a->width % 64);
      strbuf_char(out, '-');
    }
    print_words(out, words, count);
  }
  arena_free(&scratch);
}

// ---------------------------------------------------------------------------------------------
// Questions

bool apint_is_zero(const APInt *a) { return apint_active_bits(a) == 0; }

bool apint_is_negative(const APInt *a) {
  if (a->width == 0) return false;
  uint32_t top = a->width - 1;
  return apint_data(a)[top / 64] >> (top % 64) & 1;
}

bool apint_is_all_ones(const APInt *a) { return apint_popcount(a) == a->width; }

bool apint_is_signed_min(const APInt *a) {
  return apint_is_negative(a) && apint_trailing_zeros(a) == a->width - 1;
}

uint32_t apint_active_bits(const APInt *a) {
  if (a->width <= 64) return bit_length(a->word);
  for (uint32_t i = apint_word_count(a->width); i-- > 0;)
    if (a->words[i]) return i * 64 + bit_length(a->words[i]);
  return 0;
}

uint32_t apint_significant_bits(const APInt *a) {
  if (!apint_is_negative(a)) return apint_active_bits(a) + 1;
  if (a->width <= 64) return bit_length(~(uint64_t)signed_word(a)) + 1;
  uint32_t i = apint_word_count(a->width) - 1;
  uint64_t word = ~(uint64_t)sign_extend(a->words[i], (a->width - 1) % 64 + 1);
  while (word == 0 && i > 0) word = ~a->words[--i];
  return i * 64 + bit_length(word) + 1;
}

uint32_t apint_popcount(const APInt *a) {
  const uint64_t *words = apint_data(a);
  uint32_t count = 0;
  for (uint32_t i = 0; i < apint_word_count(a->width); i++)
    count += (uint32_t)__builtin_popcountll(words[i]);
  return count;
}

uint32_t apint_leading_zeros(const APInt *a) { return a->width - apint_active_bits(a); }

uint32_t apint_trailing_zeros(const APInt *a) {
  const uint64_t *words = apint_data(a);
  for (uint32_t i = 0; i < apint_word_count(a->width); i++)
    if (words[i]) return i * 64 + (uint32_t)__builtin_ctzll(words[i]);
  return a->width;
}

bool apint_to_u64(const APInt *a, uint64_t *out) {
  if (a->width > 64 && apint_active_bits(a) > 64) return false;
  *out = apint_data(a)[0];
  return true;
}

bool apint_to_i64(const APInt *a, int64_t *out) {
  if (a->width > 64 && apint_significant_bits(a) > 64) return false;
  *out = a->width <= 64 ? signed_word(a) : (int64_t)a->words[0];
  return true;
}

bool apint_equal(const APInt *a, const APInt *b) {
  if (a->width != b->width) return false;
  if (a->width <= 64) return a->word == b->word;
  return memcmp(a->words, b->words, apint_word_count(a->width) * sizeof(uint64_t)) == 0;
}

int apint_ucmp(const APInt *a, const APInt *b) {
  const uint64_t *x = apint_data(a), *y = apint_data(b);
  uint32_t n = apint_word_count(a->width), m = apint_word_count(b->width);
  for (uint32_t i = n > m ? n : m; i-- > 0;) {
    uint64_t l = i < n ? x[i] : 0, r = i < m ? y[i] : 0;
    if (l != r) return l < r ? -1 : 1;
  }
  return 0;
}

int apint_scmp(const APInt *a, const APInt *b) {
  bool l = apint_is_negative(a), r = apint_is_negative(b);
  return l != r ? (l ? -1 : 1) : apint_ucmp(a, b);
}

// ---------------------------------------------------------------------------------------------
// Widths

APInt apint_zext(Arena *arena, const APInt *a, uint32_t width) {
  return apint_from_words(arena, width, apint_data(a), apint_word_count(a->width));
}

APInt apint_trunc(Arena *arena, const APInt *a, uint32_t width) { return apint_zext(arena, a, width); }
APInt apint_zext_or_trunc(Arena *arena, const APInt *a, uint32_t width) { return apint_zext(arena, a, width); }

APInt apint_sext(Arena *arena, const APInt *a, uint32_t width) {
  if (a->width <= 64) return apint_i64(arena, width, signed_word(a));
  if (width <= a->width || !apint_is_negative(a)) return apint_zext(arena, a, width);
  uint64_t *words = new_words(arena, width);
  if (words) {
    uint32_t n = apint_word_count(a->width);
    memcpy(words, a->words, n * sizeof(uint64_t));
    if (a->width % 64) words[n - 1] |= ~mask_of(a->width % 64);
    for (uint32_t i = n; i < apint_word_count(width); i++) words[i] = ~(uint64_t)0;
  }
  return wide(width, words);
}

APInt apint_sext_or_trunc(Arena *arena, const APInt *a, uint32_t width) { return apint_sext(arena, a, width); }

// ---------------------------------------------------------------------------------------------
// Bits

typedef enum Bitwise { BITS_AND, BITS_OR, BITS_XOR } Bitwise;

static inline uint64_t bits_of(Bitwise op, uint64_t a, uint64_t b) {
  return op == BITS_AND ? (a & b) : op == BITS_OR ? (a | b) : (a ^ b);
}

static APInt bitwise(Arena *arena, Bitwise op, const APInt *a, const APInt *b) {
  if (a->width != b->width) return (APInt){0};
  if (a->width <= 64) return narrow(a->width, bits_of(op, a->word, b->word));
  uint64_t *words = new_words(arena, a->width);
  if (words)
    for (uint32_t i = 0; i < apint_word_count(a->width); i++)
      words[i] = bits_of(op, a->words[i], b->words[i]);
  return wide(a->width, words);
}

APInt apint_and(Arena *arena, const APInt *a, const APInt *b) { return bitwise(arena, BITS_AND, a, b); }
APInt apint_or(Arena *arena, const APInt *a, const APInt *b) { return bitwise(arena, BITS_OR, a, b); }
APInt apint_xor(Arena *arena, const APInt *a, const APInt *b) { return bitwise(arena, BITS_XOR, a, b); }

APInt apint_not(Arena *arena, const APInt *a) {
  if (a->width <= 64) return narrow(a->width, ~a->word);
  uint64_t *words = new_words(arena, a->width);
  if (words)
    for (uint32_t i = 0; i < apint_word_count(a->width); i++) words[i] = ~a->words[i];
  return wide(a->width, words);
}

APInt apint_shl(Arena *arena, const APInt *a, uint32_t amount) {
  if (amount >= a->width) return apint_u64(arena, a->width, 0);
  if (a->width <= 64) return narrow(a->width, a->word << amount);
  uint64_t *words = new_words(arena, a->width);
  if (words) {
    uint32_t skip = amount / 64, shift = amount % 64;
    for (uint32_t i = skip; i < apint_word_count(a->width); i++) {
      words[i] = a->words[i - skip] << shift;
      if (shift && i > skip) words[i] |= a->words[i - skip - 1] >> (64 - shift);
    }
  }
  return wide(a->width, words);
}

// Shift right, moving copies of `fill` (all zeros or all ones) in.
static APInt shift_right(Arena *arena, const APInt *a, uint32_t amount, uint64_t fill) {
  uint64_t *words = new_words(arena, a->width);
  if (words) {
    uint32_t count = apint_word_count(a->width), skip = amount / 64, shift = amount % 64;
    uint64_t top = a->words[count - 1];
    if (a->width % 64) top |= fill & ~mask_of(a->width % 64);
    for (uint32_t i = 0; i < count; i++) {
      uint32_t j = i + skip;
      uint64_t low = j < count - 1 ? a->words[j] : j == count - 1 ? top : fill;
      uint64_t high = j + 1 < count - 1 ? a->words[j + 1] : j + 1 == count - 1 ? top : fill;
      words[i] = shift ? low >> shift | high << (64 - shift) : low;
    }
  }
  return wide(a->width, words);
}

APInt apint_lshr(Arena *arena, const APInt *a, uint32_t amount) {
  if (amount >= a->width) return apint_u64(arena, a->width, 0);
  if (a->width <= 64) return narrow(a->width, a->word >> amount);
  return shift_right(arena, a, amount, 0);
}

APInt apint_ashr(Arena *arena, const APInt *a, uint32_t amount) {
  bool negative = apint_is_negative(a);
  if (amount >= a->width) return apint_i64(arena, a->width, negative ? -1 : 0);
  if (a->width <= 64) {
    uint64_t word = a->word | (negative ? ~mask_of(a->width) : 0);
    uint64_t fill = negative && amount ? ~(uint64_t)0 << (64 - amount) : 0;
    return narrow(a->width, word >> amount | fill);
  }
  return shift_right(arena, a, amount, negative ? ~(uint64_t)0 : 0);
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

// a + b, or a + ~b + 1.
static APInt add(Arena *arena, const APInt *a, const APInt *b, bool subtract) {
  uint64_t *words = new_words(arena, a->width);
  if (words) {
    uint64_t carry = subtract;
    for (uint32_t i = 0; i < apint_word_count(a->width); i++) {
      uint64_t r = subtract ? ~b->words[i] : b->words[i];
      uint64_t sum = a->words[i] + r;
      words[i] = sum + carry;
      carry = (uint64_t)(sum < r) | (uint64_t)(words[i] < sum);
    }
  }
  return wide(a->width, words);
}

APInt apint_add(Arena *arena, const APInt *a, const APInt *b) {
  if (a->width != b->width) return (APInt){0};
  return a->width <= 64 ? narrow(a->width, a->word + b->word) : add(arena, a, b, false);
}

APInt apint_sub(Arena *arena, const APInt *a, const APInt *b) {
  if (a->width != b->width) return (APInt){0};
  return a->width <= 64 ? narrow(a->width, a->word - b->word) : add(arena, a, b, true);
}

APInt apint_neg(Arena *arena, const APInt *a) {
  if (a->width <= 64) return narrow(a->width, 0 - a->word);
  APInt zero = apint_u64(arena, a->width, 0);
  return apint_sub(arena, &zero, a);
}

APInt apint_mul(Arena *arena, const APInt *a, const APInt *b) {
  if (a->width != b->width) return (APInt){0};
  if (a->width <= 64) return narrow(a->width, a->word * b->word);
  // A small negative number has many words but a short magnitude.
  if (apint_is_negative(a) && apint_is_negative(b)) {
    APInt x = apint_neg(arena, a), y = apint_neg(arena, b);
    if (x.width != y.width || x.width == 0) return (APInt){0};
    if (!apint_is_negative(&x) && !apint_is_negative(&y)) return apint_mul(arena, &x, &y);
  }
  uint64_t *words = new_words(arena, a->width);
  if (words) {
    uint32_t count = apint_word_count(a->width);
    uint32_t n = (apint_active_bits(a) + 63) / 64, m = (apint_active_bits(b) + 63) / 64;
    for (uint32_t i = 0; i < n; i++) {
      uint64_t carry = 0;
      uint32_t j = 0;
      for (; j < m && i + j < count; j++) {
        u128 sum = (u128)a->words[i] * b->words[j] + words[i + j] + carry;
        words[i + j] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
      }
      if (i + j < count) words[i + j] = carry;
    }
  }
  return wide(a->width, words);
}

void divide_digits(uint32_t *u, const uint32_t *v, uint32_t *q, uint32_t n, uint32_t m) {
  for (uint32_t j = m + 1; j-- > 0;) {
    uint64_t top = (uint64_t)u[j + n] << 32 | u[j + n - 1];
    uint64_t guess = top / v[n - 1], rest = top % v[n - 1];
    while (guess >> 32 || guess * v[n - 2] > (rest << 32 | u[j + n - 2])) {
      guess--;
      rest += v[n - 1];
      if (rest >> 32) break;
    }
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < n; i++) {
      uint64_t product = guess * v[i] + borrow;
      borrow = (product >> 32) + (u[i + j] < (uint32_t)product);
      u[i + j] -= (uint32_t)product;
    }
    bool too_big = u[j + n] < borrow;
    u[j + n] -= (uint32_t)borrow;
    if (too_big) {
      guess--;
      uint64_t carry = 0;
      for (uint32_t i = 0; i < n; i++) {
        carry += (uint64_t)u[i + j] + v[i];
        u[i + j] = (uint32_t)carry;
        carry >>= 32;
      }
      u[j + n] += (uint32_t)carry;
    }
    q[j] = (uint32_t)guess;
  }
}

// The 32-bit digits of `a`, shifted left by `shift` < 32 bits, into `count` digits.
static void to_digits(const APInt *a, uint32_t shift, uint32_t *digits, uint32_t count) {
  uint64_t carry = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t word = i / 2;
    uint64_t digit = word < apint_word_count(a->width) ? a->words[word] >> (i % 2 * 32) & 0xFFFFFFFF : 0;
    carry |= digit << shift;
    digits[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static APInt from_digits(Arena *arena, uint32_t width, const uint32_t *digits, uint32_t count,
                         uint32_t shift) {
  uint64_t *words = new_words(arena, width);
  if (words)
    for (uint32_t i = 0; i < count; i++) {
      uint64_t digit = digits[i] >> shift;
      if (shift && i + 1 < count) digit |= (uint64_t)digits[i + 1] << (32 - shift) & 0xFFFFFFFF;
      if (digit) words[i / 2] |= digit << (i % 2 * 32);
    }
  return wide(width, words);
}

// Wide unsigned division; returns the quotient or the remainder.
static APInt divide(Arena *arena, const APInt *a, const APInt *b, bool want_rest) {
  uint32_t width = a->width, a_bits = apint_active_bits(a), b_bits = apint_active_bits(b);
  if (b_bits == 0) return apint_u64(arena, width, 0);
  if (apint_ucmp(a, b) < 0) return want_rest ? *a : apint_u64(arena, width, 0);
  if (b_bits <= 64) {
    uint64_t *words = new_words(arena, width);
    if (!words) return (APInt){0};
    memcpy(words, a->words, apint_word_count(width) * sizeof(uint64_t));
    uint64_t rest = divide_word(words, (a_bits + 63) / 64, b->words[0]);
    return want_rest ? apint_u64(arena, width, rest) : wide(width, words);
  }
  uint32_t n = (b_bits + 31) / 32, total = (a_bits + 31) / 32, m = total - n;
  uint32_t shift = (32 - b_bits % 32) % 32;
  uint32_t *u = arena_new(arena, uint32_t, total + 1);
  uint32_t *v = arena_new(arena, uint32_t, n);
  uint32_t *q = arena_new(arena, uint32_t, m + 1);
  if (!u || !v || !q) return (APInt){0};
  to_digits(a, shift, u, total + 1);
  to_digits(b, shift, v, n);
  divide_digits(u, v, q, n, m);
  return want_rest ? from_digits(arena, width, u, n, shift) : from_digits(arena, width, q, m + 1, 0);
}

APInt apint_udiv(Arena *arena, const APInt *a, const APInt *b) {
  if (a->width != b->width) return (APInt){0};
  if (a->width <= 64) return narrow(a->width, b->word ? a->word / b->word : 0);
  return divide(arena, a, b, false);
}

APInt apint_urem(Arena *arena, const APInt *a, const APInt *b) {
  if (a->width != b->width) return (APInt){0};
  if (a->width <= 64) return narrow(a->width, b->word ? a->word % b->word : 0);
  return divide(arena, a, b, true);
}

// Signed division: on magnitudes, then the sign.
static APInt divide_signed(Arena *arena, const APInt *a, const APInt *b, bool want_rest) {
  if (a->width != b->width) return (APInt){0};
  bool a_negative = apint_is_negative(a), b_negative = apint_is_negative(b);
  APInt x = a_negative ? apint_neg(arena, a) : *a;
  APInt y = b_negative ? apint_neg(arena, b) : *b;
  APInt result = want_rest ? apint_urem(arena, &x, &y) : apint_udiv(arena, &x, &y);
  bool negative = want_rest ? a_negative : a_negative != b_negative;
  return negative ? apint_neg(arena, &result) : result;
}

APInt apint_sdiv(Arena *arena, const APInt *a, const APInt *b) { return divide_signed(arena, a, b, false); }
APInt apint_srem(Arena *arena, const APInt *a, const APInt *b) { return divide_signed(arena, a, b, true); }
