// A number in one radix is a polynomial in the base of its digits: split it in the middle, convert
// both halves, and put them together in the other radix with one multiplication (Karatsuba's). Both
// directions are the same code, and neither divides long numbers.
#include "support/apint_radix.h"

__extension__ typedef unsigned __int128 u128;

// Digits as large as column sums of up to KARATSUBA_MIN products allow in 128 bits.
typedef struct Radix {
  uint64_t base;
  uint32_t shift;  // base is 1 << shift; 0: it is no power of two
} Radix;
enum { BINARY_BITS = 56, DECIMAL_DIGITS = 18, KARATSUBA_MIN = 64, LARGEST_LEAF = 16 };
static const Radix binary = {(uint64_t)1 << BINARY_BITS, BINARY_BITS};
static const Radix decimal = {1000000000000000000u, 0};

// Digits that `count` digits of the one radix take in the other: 10^18 is a little less than 2^60.
static size_t room_for(size_t count) { return count + count / 14 + 2; }

// The lowest digit of `sum`; the rest stays in it.
static inline uint64_t take_digit(const Radix *r, u128 *sum) {
  if (r->shift) {
    uint64_t digit = (uint64_t)*sum & (r->base - 1);
    *sum >>= r->shift;
    return digit;
  }
  u128 rest = *sum / r->base;
  uint64_t digit = (uint64_t)(*sum - rest * r->base);
  *sum = rest;
  return digit;
}

static size_t trim(const uint64_t *a, size_t count) {
  while (count && !a[count - 1]) count--;
  return count;
}

// a += b; the sum fits `a`.
static void add_to(const Radix *r, uint64_t *a, const uint64_t *b, size_t count) {
  uint64_t carry = 0;
  for (size_t i = 0; i < count || carry; i++) {
    uint64_t sum = a[i] + (i < count ? b[i] : 0) + carry;
    carry = sum >= r->base;
    a[i] = carry ? sum - r->base : sum;
  }
}

// a -= b; a is the larger.
static void subtract_from(const Radix *r, uint64_t *a, const uint64_t *b, size_t count) {
  uint64_t borrow = 0;
  for (size_t i = 0; i < count || borrow; i++) {
    uint64_t take = (i < count ? b[i] : 0) + borrow;
    borrow = a[i] < take;
    a[i] = borrow ? a[i] + r->base - take : a[i] - take;
  }
}

// out = low + high, one digit longer than the longer one, `low`.
static void add(const Radix *r, uint64_t *out, const uint64_t *low, size_t low_count, const uint64_t *high, size_t high_count) {
  memcpy(out, low, sizeof *out * low_count);
  out[low_count] = 0;
  add_to(r, out, high, high_count);
}

static void multiply_short(const Radix *r, uint64_t *out, const uint64_t *a, size_t na, const uint64_t *b, size_t nb) {
  u128 sum = 0;
  for (size_t k = 0; k < na + nb; k++) {
    size_t first = k < nb ? 0 : k - nb + 1, last = k < na ? k + 1 : na;
    for (size_t i = first; i < last; i++) sum += (u128)a[i] * b[k - i];
    out[k] = take_digit(r, &sum);
  }
}

// out[0 .. na + nb) = a * b. False: no memory.
static bool multiply(const Radix *r, Arena *arena, uint64_t *out, const uint64_t *a, size_t na, const uint64_t *b, size_t nb) {
  if (na < nb) return multiply(r, arena, out, b, nb, a, na);
  if (nb < KARATSUBA_MIN) {
    multiply_short(r, out, a, na, b, nb);
    return true;
  }
  ArenaMark mark = arena_mark(arena);
  bool ok = true;
  size_t half = (na + 1) / 2;
  if (nb <= half) {  // piece by piece of the longer one
    uint64_t *part = arena_alloc_raw(arena, sizeof *part * 2 * nb);
    memset(out, 0, sizeof *out * (na + nb));
    for (size_t at = 0; part && ok && at < na; at += nb) {
      size_t size = na - at < nb ? na - at : nb;
      ok = multiply(r, arena, part, b, nb, a + at, size);
      if (ok) add_to(r, out + at, part, trim(part, nb + size));
    }
    ok = ok && part;
  } else {
    // (a1 B + a0)(b1 B + b0) with a1 b0 + a0 b1 = (a0 + a1)(b0 + b1) - a0 b0 - a1 b1
    size_t room = half + 1;
    uint64_t *sums = arena_alloc_raw(arena, sizeof *sums * room * 4), *middle = sums + room * 2;
    ok = sums && multiply(r, arena, out, a, half, b, half) &&
         multiply(r, arena, out + 2 * half, a + half, na - half, b + half, nb - half);
    if (ok) {
      add(r, sums, a, half, a + half, na - half);
      add(r, sums + room, b, half, b + half, nb - half);
      ok = multiply(r, arena, middle, sums, room, sums + room, room);
    }
    if (ok) {
      subtract_from(r, middle, out, trim(out, 2 * half));
      subtract_from(r, middle, out + 2 * half, trim(out + 2 * half, na + nb - 2 * half));
      add_to(r, out + half, middle, trim(middle, room * 2));
    }
  }
  arena_release(arena, mark);
  return ok;
}

// Digits in the radix aimed at, without leading zeros.
typedef struct Number {
  uint64_t *digits;
  size_t count;
} Number;

typedef struct Conversion {
  const Radix *from, *to;
  Arena arena;
  size_t leaf;        // digits converted one by one; halving the number gives such pieces
  Number powers[64];  // from->base to the leaf << i
} Conversion;

static Number convert_leaf(Conversion *self, const uint64_t *digits, size_t count) {
  Number number = {arena_alloc_raw(&self->arena, sizeof(uint64_t) * room_for(count)), 0};
  for (size_t k = count; number.digits && k-- > 0;) {
    u128 sum = digits[k];
    for (size_t i = 0; i < number.count; i++) {
      sum += (u128)number.digits[i] * self->from->base;
      number.digits[i] = take_digit(self->to, &sum);
    }
    while (sum) number.digits[number.count++] = take_digit(self->to, &sum);
  }
  return number;
}

static Number product(Conversion *self, const Number *a, const Number *b) {
  Number number = {arena_alloc_raw(&self->arena, sizeof(uint64_t) * (a->count + b->count + 1)), 0};
  if (!number.digits || !multiply(self->to, &self->arena, number.digits, a->digits, a->count, b->digits, b->count))
    return (Number){NULL, 0};
  number.count = trim(number.digits, a->count + b->count);
  number.digits[a->count + b->count] = 0;  // room for a carry
  return number;
}

static const Number *power(Conversion *self, uint32_t i) {
  Number *known = &self->powers[i];
  if (known->digits) return known;
  if (i == 0) {
    uint64_t one[LARGEST_LEAF + 1] = {0};
    one[self->leaf] = 1;
    *known = convert_leaf(self, one, self->leaf + 1);
  } else {
    const Number *root = power(self, i - 1);
    if (root->digits) *known = product(self, root, root);
  }
  return known;
}

// `digits` are NULL in the result when there is no memory.
static Number convert_part(Conversion *self, const uint64_t *digits, size_t count) {
  if (count <= self->leaf) return convert_leaf(self, digits, count);
  uint32_t i = 0;
  while (self->leaf << (i + 1) < count) i++;
  size_t low_count = self->leaf << i;
  const Number *scale = power(self, i);
  Number low = convert_part(self, digits, low_count), high = convert_part(self, digits + low_count, count - low_count);
  if (!scale->digits || !low.digits || !high.digits) return (Number){NULL, 0};
  if (!high.count) return low;
  Number number = product(self, &high, scale);
  if (!number.digits) return number;
  add_to(self->to, number.digits, low.digits, low.count);
  number.count = trim(number.digits, high.count + scale->count + 1);
  return number;
}

static Number convert(Conversion *self, const uint64_t *digits, size_t count) {
  self->leaf = count ? count : 1;
  while (self->leaf > LARGEST_LEAF) self->leaf = (self->leaf + 1) / 2;
  return convert_part(self, digits, count);
}

// --- Decimal text

bool radix_print_decimal(StrBuf *out, const uint64_t *words, uint32_t count) {
  Conversion self = {.from = &binary, .to = &decimal};
  arena_init(&self.arena, out->mem);
  size_t digits = ((size_t)count * 64 + BINARY_BITS - 1) / BINARY_BITS;
  uint64_t *source = arena_alloc_raw(&self.arena, sizeof *source * digits);
  Number number = {NULL, 0};
  if (source) {
    for (size_t i = 0; i < digits; i++) {
      size_t bit = i * BINARY_BITS, word = bit / 64, shift = bit % 64;
      uint64_t digit = words[word] >> shift;
      if (shift > 64 - BINARY_BITS && word + 1 < count) digit |= words[word + 1] << (64 - shift);
      source[i] = digit & (binary.base - 1);
    }
    number = convert(&self, source, trim(source, digits));
  }
  bool ok = number.digits && strbuf_reserve(out, number.count * DECIMAL_DIGITS + 1);
  if (ok) {
    strbuf_u64(out, number.count ? number.digits[number.count - 1] : 0);
    for (size_t i = number.count; i-- > 1;) {
      uint64_t part = number.digits[i - 1];
      char *text = out->data + out->size;
      for (int k = DECIMAL_DIGITS; k-- > 0; part /= 10) text[k] = (char)('0' + part % 10);
      out->size += DECIMAL_DIGITS;
    }
  }
  arena_free(&self.arena);
  return ok;
}

uint32_t radix_parse_decimal(Mem *mem, Str text, uint64_t *words) {
  Conversion self = {.from = &decimal, .to = &binary};
  arena_init(&self.arena, mem);
  size_t digits = (text.size + DECIMAL_DIGITS - 1) / DECIMAL_DIGITS;
  uint64_t *source = arena_alloc(&self.arena, sizeof *source * digits);
  Number number = {NULL, 0};
  if (source) {
    for (size_t i = 0; i < text.size; i++) {
      uint64_t *digit = &source[(text.size - 1 - i) / DECIMAL_DIGITS];
      *digit = *digit * 10 + (uint64_t)(text.data[i] - '0');
    }
    number = convert(&self, source, trim(source, digits));
  }
  size_t used = 0;
  for (size_t i = 0; number.digits && i < number.count; i++) {
    size_t bit = i * BINARY_BITS, word = bit / 64, shift = bit % 64;
    words[word] |= number.digits[i] << shift;
    used = word + 1;
    uint64_t above = shift > 64 - BINARY_BITS ? number.digits[i] >> (64 - shift) : 0;
    if (!above) continue;
    words[word + 1] |= above;
    used = word + 2;
  }
  arena_free(&self.arena);
  return (uint32_t)used;
}
