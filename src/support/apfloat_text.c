// Decimal text and floats.
//
// Both directions rest on one step, scale(): an integer times a power of five, cut to its leading
// 128 bits, with a sticky bit that tells whether anything was cut off. Reading a decimal is
// digits * 5^e * 2^e, rounded; writing one is the same with the significand in place of the digits.
//
// scale() tries three ways, each exact or aware of its error: machine words; a short bignum whose
// low limbs are dropped as it grows, which decides all but one in four billion cases; a bignum long
// enough for everything.
#include "support/apfloat.h"
#include "support/apfloat_parts.h"

// ---------------------------------------------------------------------------------------------
// Bignums

// The longest numbers are those of f128: 38,700 bits.
#define FULL_LIMBS 1280
// Leaves 128 bits to report, and room for the error: see cut_big().
#define SHORT_LIMBS 12

// A number, limbs * 2^exponent, the limbs lowest first, the top one not zero.
//
// When it grows beyond `limit` limbs, low ones are dropped, and it is `inexact`: the true number is
// larger. How much larger, for SHORT_LIMBS: every drop loses less than 2^-352 of the number (one
// limb of twelve), a power of five squares what it lost before at most seven times, and fewer than
// 30 drops come after that: less than 2^-340 in all, or 2^44 in terms of the lowest limb.
typedef struct Big {
  uint32_t *limbs;
  uint32_t count;
  uint32_t limit;
  int exponent;
  bool inexact;
} Big;

static void big_set(Big *self, u128 value) {
  self->count = 0;
  for (; value; value >>= 32) self->limbs[self->count++] = (uint32_t)value;
}

static int big_bit_length(const Big *self) {
  return (int)self->count * 32 - __builtin_clz(self->limbs[self->count - 1]);
}

// self = self * factor + addend
static void big_multiply(Big *self, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (uint32_t i = 0; i < self->count; i++) {
    carry += (uint64_t)self->limbs[i] * factor;
    self->limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (!carry) return;
  if (self->count == self->limit) {
    self->inexact = self->inexact || self->limbs[0];
    memmove(self->limbs, self->limbs + 1, --self->count * sizeof(uint32_t));
    self->exponent += 32;
  }
  self->limbs[self->count++] = (uint32_t)carry;
}

// self = self * by, for numbers of at most SHORT_LIMBS; `by` may be `self`.
static void big_multiply_short(Big *self, const Big *by) {
  uint32_t product[2 * SHORT_LIMBS] = {0}, count = self->count + by->count;
  for (uint32_t i = 0; i < self->count; i++) {
    uint64_t carry = 0;
    for (uint32_t j = 0; j < by->count; j++) {
      carry += (uint64_t)self->limbs[i] * by->limbs[j] + product[i + j];
      product[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    product[i + by->count] = (uint32_t)carry;
  }
  if (product[count - 1] == 0) count--;
  uint32_t drop = count > self->limit ? count - self->limit : 0;
  self->inexact = self->inexact || by->inexact;
  for (uint32_t i = 0; i < drop; i++) self->inexact = self->inexact || product[i];
  self->exponent += by->exponent + (int)drop * 32;
  self->count = count - drop;
  memcpy(self->limbs, product + drop, self->count * sizeof(uint32_t));
}

// self = self * 5^power
static void big_multiply_pow5(Big *self, uint32_t power) {
  // 5^160 has 372 bits. Above, powers are squares of smaller ones; but the rare exact computation
  // is not worth code for long products.
  if (power > 160 && self->limit == SHORT_LIMBS) {
    uint32_t limbs[SHORT_LIMBS];
    Big root = {.limbs = limbs, .limit = SHORT_LIMBS};
    int halvings = 0;
    while (power >> halvings > 160) halvings++;
    big_set(&root, 1);
    big_multiply_pow5(&root, power >> halvings);
    while (halvings-- > 0) {
      big_multiply_short(&root, &root);
      if (power >> halvings & 1) big_multiply(&root, 5, 0);
    }
    big_multiply_short(self, &root);
    return;
  }
  for (; power >= 13; power -= 13) big_multiply(self, 1220703125, 0);
  uint32_t factor = 1;
  while (power-- > 0) factor *= 5;
  if (factor > 1) big_multiply(self, factor, 0);
}

// The bits of `self` shifted by `shift` (left when positive) into `count` limbs that hold them all;
// true when ones were shifted out.
static bool big_shifted(const Big *self, int shift, uint32_t *out, uint32_t count) {
  bool lost = false;
  for (uint32_t i = 0; i < count; i++) {
    // Bit 0 of the result's limb i is this bit of `self`.
    int64_t bit = (int64_t)i * 32 - shift;
    uint64_t pair = 0;
    int64_t limb = bit >= 0 ? bit / 32 : -((31 - bit) / 32);
    for (int64_t j = limb + 1; j >= limb; j--)
      pair = pair << 32 | (j >= 0 && j < (int64_t)self->count ? self->limbs[j] : 0);
    out[i] = (uint32_t)(pair >> (bit - limb * 32));
  }
  for (int64_t i = 0; i < self->count && i * 32 < -(int64_t)shift; i++) {
    int64_t below = -(int64_t)shift - i * 32;
    uint32_t mask = below >= 32 ? UINT32_MAX : ((uint32_t)1 << below) - 1;
    lost = lost || (self->limbs[i] & mask);
  }
  return lost;
}

// ---------------------------------------------------------------------------------------------
// Scaling by a power of five

// (significand + fraction) * 2^exponent, the fraction in (0, 1) when sticky, else 0. When sticky,
// the significand has at least the bits asked for.
typedef struct Scaled {
  u128 significand;
  int exponent;
  bool sticky;
} Scaled;

// The leading 128 bits; false when the error leaves them open.
static bool cut_big(const Big *self, Scaled *out) {
  // The error is below 2^64: it reaches beyond limb 2 only through a limb of ones.
  if (self->inexact && self->limbs[2] == UINT32_MAX) return false;
  int excess = big_bit_length(self) - 128;
  uint32_t top[4];
  bool lost = big_shifted(self, excess > 0 ? -excess : 0, top, 4);
  out->significand = (u128)((uint64_t)top[3] << 32 | top[2]) << 64 | (uint64_t)top[1] << 32 | top[0];
  out->exponent = self->exponent + (excess > 0 ? excess : 0);
  // A number that had to be shortened is an odd one of more than 128 bits times a power of two.
  out->sticky = lost || self->inexact;
  return true;
}

// The leading bits of n * 5^power. `n` is used up; `spare` has room for `n->limit` limbs and
// `dividend` for six more.
static bool scale_big(Big *n, int power, uint32_t *spare, uint32_t *dividend, Scaled *out) {
  if (power >= 0) {
    big_multiply_pow5(n, (uint32_t)power);
    return cut_big(n, out);
  }
  Big divisor = {.limbs = spare, .limit = n->limit};
  big_set(&divisor, 1);
  big_multiply_pow5(&divisor, (uint32_t)-power);

  // Bring the divisor's leading one to the top of its limbs, of which there are at least two, and
  // the dividend's to the top of five more: the quotient has 160 or 161 bits.
  uint32_t size = divisor.count < 2 ? 2 : divisor.count;
  int shift = (int)size * 32 - big_bit_length(&divisor);
  int shift_n = (int)(size + 5) * 32 - big_bit_length(n);
  uint32_t quotient[6];
  bool lost = big_shifted(n, shift_n, dividend, size + 5);
  dividend[size + 5] = 0;
  // In place: shifting left, every limb is read before the ones below it are written.
  for (uint32_t i = size; i-- > 0;) {
    int low = (int)i - shift / 32;
    uint64_t pair = low >= 0 && low < (int)divisor.count ? (uint64_t)spare[low] << 32 : 0;
    if (low >= 1 && low - 1 < (int)divisor.count) pair |= spare[low - 1];
    spare[i] = (uint32_t)(pair << (shift % 32) >> 32);
  }
  divide_digits(dividend, spare, quotient, size, 5);
  for (uint32_t i = 0; i < size; i++) lost = lost || dividend[i];

  Big result = {.limbs = quotient, .count = quotient[5] ? 6 : 5, .limit = 6};
  result.exponent = n->exponent - shift_n - divisor.exponent + shift;
  if (divisor.inexact) {
    // The divisor is larger than taken, by less than 2^-340 of itself: a quotient of 161 bits may
    // be one less in its lowest bit, and never is an integer.
    if (quotient[0] == 0) return false;
    lost = true;
  }
  if (!cut_big(&result, out)) return false;
  out->sticky = out->sticky || lost;
  return true;
}

// The exact way; apart, for its use of the stack.
static __attribute__((noinline)) Scaled scale_full(u128 n, int power) {
  uint32_t limbs[FULL_LIMBS], spare[FULL_LIMBS], dividend[FULL_LIMBS + 6];
  Big big = {.limbs = limbs, .limit = FULL_LIMBS};
  big_set(&big, n);
  Scaled out = {0};
  scale_big(&big, power, spare, dividend, &out);
  return out;
}

// 5^0 to 5^27: those that fit 64 bits.
static uint64_t pow5(int power) {
  uint64_t result = 1, base = 5;
  for (; power; power >>= 1, base *= base)
    if (power & 1) result *= base;
  return result;
}

// n * 5^power for n > 0, to `bits` <= 128 leading bits at least.
static Scaled scale(u128 n, int power, int bits) {
  if (power == 0) return (Scaled){n, 0, false};
  if (!(n >> 64)) {
    if (power > 0 && power <= 27) return (Scaled){n * pow5(power), 0, false};
    if (power < 0 && power >= -27 && bits <= 64) {
      // 64 bits or more of quotient, in two steps of 128 by 64 bits.
      uint64_t divisor = pow5(-power);
      int shift = __builtin_clzll((uint64_t)n) + 64;
      u128 dividend = n << shift;
      return (Scaled){dividend / divisor, -shift, dividend % divisor != 0};
    }
  }
  uint32_t limbs[SHORT_LIMBS], spare[SHORT_LIMBS], dividend[SHORT_LIMBS + 6];
  Big big = {.limbs = limbs, .limit = SHORT_LIMBS};
  big_set(&big, n);
  Scaled out;
  return scale_big(&big, power, spare, dividend, &out) ? out : scale_full(n, power);
}

// ---------------------------------------------------------------------------------------------
// Reading

// A decimal literal taken apart: 0.DIGITS * 10^point, where DIGITS are the `count` digits from
// `digits` on (a '.' among them is to be skipped), neither the first nor the last a zero.
typedef struct Literal {
  bool negative;
  const char *digits;
  uint64_t count;
  int64_t point;
} Literal;

// literal ::= [-+]? [0-9]+ (`.` [0-9]*)? ([eE] [-+]? [0-9]+)?
static bool scan_literal(Str text, Literal *out) {
  const char *p = text.data, *end = p + text.size;
  *out = (Literal){0};
  if (p < end && (*p == '-' || *p == '+')) out->negative = *p++ == '-';
  if (p == end || !char_is_digit(*p)) return false;

  // Digits seen from the first that is not zero; up to the last that is not zero.
  uint64_t seen = 0;
  bool fraction = false;
  for (; p < end && (char_is_digit(*p) || (*p == '.' && !fraction)); p++) {
    if (*p == '.') {
      fraction = true;
      continue;
    }
    if (*p != '0' && !seen) out->digits = p;
    if (*p != '0' || seen) seen++;
    if (*p != '0') out->count = seen;
    if (!fraction && seen) out->point++;
    if (fraction && !seen) out->point--;
  }
  if (p < end && (*p | 32) == 'e') {
    bool negative = false;
    p++;
    if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
    if (p == end || !char_is_digit(*p)) return false;
    int64_t exponent = 0;
    for (; p < end && char_is_digit(*p); p++)
      if (exponent < INT64_MAX / 100) exponent = exponent * 10 + (*p - '0');
    out->point += negative ? -exponent : exponent;
  }
  return p == end;
}

static APFloat round_scaled(FloatKind kind, bool negative, Scaled value, int power_of_two) {
  return float_round(kind, negative, value.significand, value.exponent + power_of_two, value.sticky,
                     ROUND_NEAREST_EVEN, NULL);
}

// n * 10^power, rounded.
static APFloat from_decimal(FloatKind kind, bool negative, uint64_t n, int power) {
  int bits = (int)float_precision(kind) + 1;
  return round_scaled(kind, negative, scale(n, power, bits > 64 ? 128 : 64), power);
}

// More digits than a word holds. No number halfway between two of the format has more than `most`
// digits, so any tail of digits beyond may be replaced by a one.
static __attribute__((noinline)) APFloat read_long(FloatKind kind, const Literal *literal) {
  const FloatFormat *format = float_format(kind);
  uint64_t most = (uint64_t)((2 * format->precision - format->min_exponent) * 7 / 10 + 25);
  bool cut = literal->count > most;
  uint64_t count = cut ? most : literal->count;
  uint32_t limbs[FULL_LIMBS], spare[FULL_LIMBS], dividend[FULL_LIMBS + 6];
  Big big = {.limbs = limbs, .limit = FULL_LIMBS};
  const char *p = literal->digits;
  for (uint64_t i = 0; i < count;) {
    uint32_t part = 0, factor = 1;
    for (; i < count && factor < 1000000000; p++) {
      if (*p == '.') continue;
      part = part * 10 + (uint32_t)(*p - '0');
      factor *= 10;
      i++;
    }
    big_multiply(&big, factor, part);
  }
  if (cut) {
    big_multiply(&big, 10, 1);
    count++;
  }
  Scaled value = {0};
  int power = (int)(literal->point - (int64_t)count);
  scale_big(&big, power, spare, dividend, &value);
  return round_scaled(kind, literal->negative, value, power);
}

static APFloat read_literal(FloatKind kind, const Literal *literal) {
  const FloatFormat *format = float_format(kind);
  bool negative = literal->negative;
  if (literal->count == 0) return apfloat_zero(kind, negative);
  // 10^(point-1) <= value < 10^point, and 3.3 is a little less than log2(10). No format reaches 10^±10000.
  int64_t point = literal->point < -10000 ? -10000 : literal->point > 10000 ? 10000 : literal->point;
  if ((point - 1) * 33 / 10 > format->max_exponent + 1)
    return float_round(kind, negative, 1, format->max_exponent + 1, false, ROUND_NEAREST_EVEN, NULL);
  int least = format->min_exponent - format->precision - 2;
  if (point * 33 / 10 < least)
    return float_round(kind, negative, 1, least, true, ROUND_NEAREST_EVEN, NULL);
  if (literal->count > 19) return read_long(kind, literal);

  uint64_t n = 0, count = literal->count;
  for (const char *p = literal->digits; count > 0; p++)
    if (*p != '.') {
      n = n * 10 + (uint64_t)(*p - '0');
      count--;
    }
  return from_decimal(kind, negative, n, (int)(literal->point - (int64_t)literal->count));
}

bool apfloat_parse(FloatKind kind, Str text, APFloat *out) {
  Literal literal;
  if (!scan_literal(text, &literal)) return false;
  *out = read_literal(kind, &literal);
  return true;
}

bool apfloat_parse_literal(FloatKind kind, Str text, APFloat *out) {
  APFloat wide;
  if (!apfloat_parse(FLOAT_F64, text, &wide)) return false;
  *out = kind == FLOAT_F64 ? wide : apfloat_convert(wide, kind, ROUND_NEAREST_EVEN, NULL);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Writing, as the reference does
//
// Its digits are not always the nearest ones: a value is first made an integer times a power of
// ten, exactly; then a power of ten is divided out, rounding down, that by a rough estimate leaves
// a few bits more than the digits asked for; then the digits left are rounded half up.

// |value| = digits * 10^exponent; the first and the last digit are not zero.
typedef struct Decimal {
  char digits[40];
  int count;
  int exponent;
  bool exact;
} Decimal;

// A finite value as odd * 2^exponent.
typedef struct Odd {
  u128 odd;
  int exponent;
  int decimal_bits;  // bits of the integer it becomes: odd * 2^exponent, or odd * 5^-exponent
} Odd;

static Odd odd_of(FloatParts parts) {
  uint64_t low = (uint64_t)parts.significand;
  int zeros = low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(parts.significand >> 64));
  Odd self = {parts.significand >> zeros, parts.exponent + zeros, 0};
  self.decimal_bits = u128_bit_length(self.odd) + self.exponent;
  if (self.exponent < 0) {
    Scaled scaled = scale(self.odd, -self.exponent, 128);
    self.decimal_bits = u128_bit_length(scaled.significand) + scaled.exponent;
  }
  return self;
}

static void put_digits(Decimal *out, u128 n) {
  char *end = out->digits + countof(out->digits), *p = end;
  uint64_t chunk = 10000000000000000000u;
  while (n >> 64) {
    uint64_t part = (uint64_t)(n % chunk);
    n /= chunk;
    for (int i = 0; i < 19; i++, part /= 10) *--p = (char)('0' + part % 10);
  }
  for (uint64_t rest = (uint64_t)n; rest; rest /= 10) *--p = (char)('0' + rest % 10);
  out->count = (int)(end - p);
  memmove(out->digits, p, (size_t)out->count);
}

// Drop trailing zeros.
static void trim(Decimal *self) {
  while (self->count > 1 && self->digits[self->count - 1] == '0') {
    self->count--;
    self->exponent++;
  }
}

// At most `precision` <= 36 digits of the value.
static Decimal decimal_of(Odd value, int precision) {
  Decimal out = {.exact = true};
  int integer_exponent = value.exponent > 0 ? value.exponent : 0;
  int power = value.exponent < 0 ? -value.exponent : 0;
  out.exponent = -power;

  // 196/59 is slightly more than log2(10).
  int bits = (precision * 196 + 58) / 59;
  int dropped = value.decimal_bits > bits ? (value.decimal_bits - bits) * 59 / 196 : 0;
  Scaled scaled = scale(value.odd, power - dropped, bits + 4 > 64 ? 128 : 64);
  int shift = scaled.exponent + integer_exponent - dropped;
  u128 n = scaled.significand;
  if (shift >= 0) {
    n <<= shift;
  } else {
    out.exact = dropped == 0;
    n = shift > -128 ? n >> -shift : 0;
  }
  out.exponent += dropped;
  put_digits(&out, n);
  trim(&out);

  if (out.count > precision) {
    int last = precision - 1;
    bool up = out.digits[precision] >= '5';
    out.exponent += out.count - precision;
    out.count = precision;
    out.exact = false;
    if (up) {
      while (last >= 0 && out.digits[last] == '9') out.digits[last--] = '0';
      if (last >= 0) {
        out.digits[last]++;
      } else {
        out.digits[0] = '1';
        out.exponent += precision;
        out.count = 1;
      }
    }
    trim(&out);
  }
  return out;
}

static void put_exponent(StrBuf *out, int exponent, bool two_digits) {
  strbuf_char(out, exponent < 0 ? '-' : '+');
  if (exponent < 0) exponent = -exponent;
  if (two_digits && exponent < 10) strbuf_char(out, '0');
  strbuf_u64(out, (uint64_t)exponent);
}

#define SHORT_DIGITS 6

static bool print_short(StrBuf *out, APFloat value, bool negative, Odd odd) {
  Decimal decimal = decimal_of(odd, SHORT_DIGITS);
  if (!decimal.exact) {
    uint64_t n = 0;
    for (int i = 0; i < decimal.count; i++) n = n * 10 + (uint64_t)(decimal.digits[i] - '0');
    if (!apfloat_bits_equal(from_decimal(value.kind, negative, n, decimal.exponent), value)) return false;
  }
  char text[] = "-0.000000e";
  text[1] = decimal.digits[0];
  memcpy(text + 3, decimal.digits + 1, (size_t)(decimal.count - 1));
  strbuf_bytes(out, text + !negative, sizeof text - 1 - !negative);
  put_exponent(out, decimal.exponent + decimal.count - 1, true);
  return true;
}

static void print_zero(StrBuf *out, bool negative) {
  if (negative) strbuf_char(out, '-');
  strbuf_lit(out, "0.000000e+00");
}

// As many digits as the precision may need: "1.6777217E+7" or "0.1234567", up to three zeros before
// or after the digits. False, with nothing printed, when that has no '.'.
static bool print_default(StrBuf *out, FloatKind kind, bool negative, Odd odd) {
  int precision = 2 + (int)float_precision(kind) * 59 / 196;
  const int padding = 3;
  Decimal decimal = decimal_of(odd, precision);
  const char *digits = decimal.digits;
  int count = decimal.count, top = decimal.exponent + count - 1;  // exponent of the first digit

  bool scientific = decimal.exponent >= 0
                      ? decimal.exponent > padding || count + decimal.exponent > precision
                      : top < 0 && -top > padding;
  if (!scientific && decimal.exponent >= 0) return false;
  if (negative) strbuf_char(out, '-');
  if (scientific) {
    strbuf_char(out, digits[0]);
    strbuf_char(out, '.');
    if (count == 1) strbuf_char(out, '0');
    strbuf_bytes(out, digits + 1, (size_t)(count - 1));
    strbuf_char(out, 'E');
    put_exponent(out, top, false);
  } else if (top >= 0) {
    strbuf_bytes(out, digits, (size_t)top + 1);
    strbuf_char(out, '.');
    strbuf_bytes(out, digits + top + 1, (size_t)(count - top - 1));
  } else {
    strbuf_lit(out, "0.");
    strbuf_pad(out, '0', (size_t)(-top - 1));
    strbuf_bytes(out, digits, (size_t)count);
  }
  return true;
}

static void print_hex(StrBuf *out, APFloat value) {
  uint64_t bits[2];
  apfloat_stored(value, bits);
  strbuf_lit(out, "0x");
  int digit = 31;
  while (digit > 0 && !(bits[digit / 16] >> (digit % 16 * 4) & 15)) digit--;
  for (; digit >= 0; digit--)
    strbuf_char(out, "0123456789ABCDEF"[bits[digit / 16] >> (digit % 16 * 4) & 15]);
}

void apfloat_print(StrBuf *out, APFloat value) {
  FloatParts parts = float_unpack(value);
  if (parts.class == CLASS_ZERO) {
    print_zero(out, parts.negative);
    return;
  }
  if (parts.class == CLASS_NORMAL) {
    Odd odd = odd_of(parts);
    if (print_short(out, value, parts.negative, odd)) return;
    if (print_default(out, value.kind, parts.negative, odd)) return;
  }
  print_hex(out, value);
}
