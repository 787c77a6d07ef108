#include "support/apfloat.h"

#include "support/apfloat_parts.h"

// ---------------------------------------------------------------------------------------------
// Formats

static const FloatFormat formats[FLOAT_KIND_COUNT] = {
  //                  precision, min, max exponent, special values
  [FLOAT_F4E2M1FN]      = {  2,      0,     2, SPECIALS_NONE, 0},
  [FLOAT_F6E2M3FN]      = {  4,      0,     2, SPECIALS_NONE, 0},
  [FLOAT_F6E3M2FN]      = {  3,     -2,     4, SPECIALS_NONE, 0},
  [FLOAT_F8E5M2]        = {  3,    -14,    15, SPECIALS_IEEE, 0},
  [FLOAT_F8E4M3]        = {  4,     -6,     7, SPECIALS_IEEE, 0},
  [FLOAT_F8E4M3FN]      = {  4,     -6,     8, SPECIALS_ALL_ONES, 0},
  [FLOAT_F8E5M2FNUZ]    = {  3,    -15,    15, SPECIALS_NEG_ZERO, 0},
  [FLOAT_F8E4M3FNUZ]    = {  4,     -7,     7, SPECIALS_NEG_ZERO, 0},
  [FLOAT_F8E4M3B11FNUZ] = {  4,    -10,     4, SPECIALS_NEG_ZERO, 0},
  [FLOAT_F8E3M4]        = {  5,     -2,     3, SPECIALS_IEEE, 0},
  [FLOAT_F8E8M0FNU]     = {  1,   -127,   127, SPECIALS_ALL_ONES, FORMAT_EXPONENT_ONLY},
  [FLOAT_BF16]          = {  8,   -126,   127, SPECIALS_IEEE, 0},
  [FLOAT_F16]           = { 11,    -14,    15, SPECIALS_IEEE, 0},
  [FLOAT_TF32]          = { 11,   -126,   127, SPECIALS_IEEE, 0},
  [FLOAT_F32]           = { 24,   -126,   127, SPECIALS_IEEE, 0},
  [FLOAT_F64]           = { 53,  -1022,  1023, SPECIALS_IEEE, 0},
  [FLOAT_F80]           = { 64, -16382, 16383, SPECIALS_IEEE, FORMAT_EXPLICIT_ONE},
  [FLOAT_F128]          = {113, -16382, 16383, SPECIALS_IEEE, 0},
};

const FloatFormat *float_format(FloatKind kind) { return &formats[kind]; }

uint32_t float_bits(FloatKind kind) {
  static const uint8_t bits[] = {
#define X(kind, name, bits) bits,
    FLOAT_KINDS(X)
#undef X
  };
  return bits[kind];
}

const char *float_name(FloatKind kind) {
  static const char *const names[] = {
#define X(kind, name, bits) name,
    FLOAT_KINDS(X)
#undef X
  };
  return names[kind];
}

uint32_t float_precision(FloatKind kind) { return formats[kind].precision; }
bool float_kind_has_infinity(FloatKind kind) { return formats[kind].specials == SPECIALS_IEEE; }
bool float_kind_has_nan(FloatKind kind) { return formats[kind].specials != SPECIALS_NONE; }
bool float_kind_has_zero(FloatKind kind) { return !(formats[kind].flags & FORMAT_EXPONENT_ONLY); }
bool float_kind_has_sign(FloatKind kind) { return !(formats[kind].flags & FORMAT_EXPONENT_ONLY); }

// Layout, from the high end: sign, exponent field, mantissa.
static inline int mantissa_bits(FloatKind kind) {
  const FloatFormat *format = &formats[kind];
  return format->precision - !(format->flags & FORMAT_EXPLICIT_ONE);
}

static inline int sign_position(FloatKind kind) {
  return (int)float_bits(kind) - float_kind_has_sign(kind);
}

static inline u128 ones(int count) { return ((u128)1 << count) - 1; }

static inline u128 raw_of(APFloat a) { return (u128)a.bits[1] << 64 | a.bits[0]; }

static ALWAYS_INLINE APFloat from_raw(FloatKind kind, u128 raw) {
  return (APFloat){kind, {(uint64_t)raw, (uint64_t)(raw >> 64)}};
}

static APFloat from_fields(FloatKind kind, bool negative, int exponent_field, u128 mantissa) {
  int width = mantissa_bits(kind);
  return from_raw(kind, (u128)negative << sign_position(kind) | (u128)(unsigned)exponent_field << width |
                          (mantissa & ones(width)));
}

// The exponent field with all bits set.
static inline int top_field(FloatKind kind) {
  return (int)ones(sign_position(kind) - mantissa_bits(kind));
}

// The bit that tells a quiet NaN, in formats where NaNs have a payload.
static inline u128 quiet_bit(FloatKind kind) {
  return formats[kind].specials == SPECIALS_IEEE ? (u128)1 << (formats[kind].precision - 2) : 0;
}

// ---------------------------------------------------------------------------------------------
// Unpack, round, pack

// Where a value of a format without infinities and NaNs is marked as one, or the other.
enum { UNSTORABLE_INFINITY = 9, UNSTORABLE_NAN = 10 };

APFloat apfloat_unstorable(FloatKind kind, bool negative, bool is_nan) {
  return from_raw(kind, (u128)negative << sign_position(kind) | (u128)1 << (is_nan ? UNSTORABLE_NAN : UNSTORABLE_INFINITY));
}

FloatParts float_unpack(APFloat value) {
  FloatKind kind = value.kind;
  const FloatFormat *format = &formats[kind];
  int width = mantissa_bits(kind), position = sign_position(kind);
  u128 raw = raw_of(value), mantissa = raw & ones(width);
  int field = (int)((raw & ones(position)) >> width);
  FloatParts parts = {CLASS_NORMAL, raw >> position & 1, 0, mantissa};

  u128 leading_one = (u128)1 << (format->precision - 1);
  switch ((FloatSpecials)format->specials) {
    case SPECIALS_IEEE:
      if (field != top_field(kind)) break;
      // An f80 infinity stores its leading one.
      parts.class = mantissa == (leading_one & ones(width)) ? CLASS_INFINITY : CLASS_NAN;
      return parts;
    case SPECIALS_ALL_ONES:
      if (field != top_field(kind) || mantissa != ones(width)) break;
      parts.class = CLASS_NAN;
      return parts;
    case SPECIALS_NEG_ZERO:
      if (!parts.negative || field || mantissa) break;
      parts.class = CLASS_NAN;
      return parts;
    case SPECIALS_NONE:
      if (!(raw >> UNSTORABLE_INFINITY & 3)) break;
      parts.class = raw >> UNSTORABLE_INFINITY & 1 ? CLASS_INFINITY : CLASS_NAN;
      return parts;
  }

  int lowest = format->min_exponent - (format->precision - 1);
  if (format->flags & FORMAT_EXPONENT_ONLY) {
    parts.significand = 1;
    parts.exponent = field + lowest;
  } else if (field == 0) {
    if (mantissa == 0) parts.class = CLASS_ZERO;
    parts.exponent = lowest;
  } else {
    parts.significand = mantissa | leading_one;
    parts.exponent = field - 1 + lowest;
  }
  return parts;
}

// Whether a finite value of this exponent and significand would be encoded as NaN is.
static inline bool is_nan_encoding(const FloatFormat *format, int exponent, u128 significand) {
  return format->specials == SPECIALS_ALL_ONES && format->precision > 1 &&
         exponent == format->max_exponent && significand == ones(format->precision);
}

APFloat apfloat_largest(FloatKind kind, bool negative) {
  const FloatFormat *format = &formats[kind];
  bool exponent_only = format->flags & FORMAT_EXPONENT_ONLY;
  u128 significand = ones(format->precision);
  if (is_nan_encoding(format, format->max_exponent, significand)) significand--;
  return from_fields(kind, negative, format->max_exponent - format->min_exponent + !exponent_only, significand);
}

int apfloat_exponent(APFloat a) {
  FloatParts parts = float_unpack(a);
  return parts.class == CLASS_NORMAL ? parts.exponent + u128_bit_length(parts.significand) - 1 : INT32_MIN;
}

int float_min_exponent(FloatKind kind) { return formats[kind].min_exponent; }

APFloat apfloat_zero(FloatKind kind, bool negative) {
  if (formats[kind].specials == SPECIALS_NEG_ZERO || !float_kind_has_zero(kind)) negative = false;
  return from_fields(kind, negative, 0, 0);
}

APFloat apfloat_nan(FloatKind kind, bool negative) {
  switch ((FloatSpecials)formats[kind].specials) {
    case SPECIALS_IEEE: {
      u128 leading_one = (u128)1 << (formats[kind].precision - 1);
      return from_fields(kind, negative, top_field(kind), quiet_bit(kind) | leading_one);
    }
    case SPECIALS_ALL_ONES:
      return from_fields(kind, negative && float_kind_has_sign(kind), top_field(kind), ~(u128)0);
    case SPECIALS_NEG_ZERO:
      return from_fields(kind, true, 0, 0);
    case SPECIALS_NONE:
      break;
  }
  return apfloat_largest(kind, negative);
}

APFloat apfloat_infinity(FloatKind kind, bool negative) {
  if (!float_kind_has_infinity(kind)) return apfloat_nan(kind, negative);
  return from_fields(kind, negative, top_field(kind), (u128)1 << (formats[kind].precision - 1));
}

// Return what a result that is too large becomes.
static APFloat overflow(FloatKind kind, bool negative, FloatRounding rounding, int *status) {
  bool away = rounding == ROUND_NEAREST_EVEN || rounding == ROUND_NEAREST_AWAY ||
              rounding == (negative ? ROUND_DOWNWARD : ROUND_UPWARD);
  if (away && float_kind_has_nan(kind)) {
    *status = FLOAT_OVERFLOW | FLOAT_INEXACT;
    return apfloat_infinity(kind, negative);
  }
  *status = FLOAT_INEXACT;
  return apfloat_largest(kind, negative);
}

// Whether to add one to a significand that ends in `odd`, when what was cut off is `half` (the
// highest bit cut off) and `rest` (any other).
static bool rounds_up(FloatRounding rounding, bool negative, bool odd, bool half, bool rest) {
  switch (rounding) {
    case ROUND_NEAREST_EVEN: return half && (rest || odd);
    case ROUND_NEAREST_AWAY: return half;
    case ROUND_UPWARD: return !negative && (half || rest);
    case ROUND_DOWNWARD: return negative && (half || rest);
    case ROUND_TOWARD_ZERO: break;
  }
  return false;
}

// Cut off the low `count` >= 0 bits; `half` and `rest` tell what they were.
static u128 cut_bits(u128 value, int count, bool *half, bool *rest) {
  *half = false;
  if (count > 128) {
    *rest = *rest || value;
    return 0;
  }
  if (count == 0) return value;
  *half = value >> (count - 1) & 1;
  *rest = *rest || (value & ones(count - 1));
  return count == 128 ? 0 : value >> count;
}

APFloat float_round(FloatKind kind, bool negative, u128 significand, int exponent, bool sticky,
                    FloatRounding rounding, int *status) {
  const FloatFormat *format = &formats[kind];
  int unused, precision = format->precision;
  if (!status) status = &unused;
  *status = FLOAT_OK;
  if (significand == 0) return apfloat_zero(kind, negative);

  int top = exponent + u128_bit_length(significand) - 1;
  if (top > format->max_exponent) return overflow(kind, negative, rounding, status);
  if (top < format->min_exponent) top = format->min_exponent;
  int shift = top - (precision - 1) - exponent;
  bool half = false;
  if (shift < 0) significand <<= -shift;
  else significand = cut_bits(significand, shift, &half, &sticky);

  if (is_nan_encoding(format, top, significand)) return overflow(kind, negative, rounding, status);
  if (half || sticky) {
    if (rounds_up(rounding, negative, significand & 1, half, sticky)) {
      significand++;
      if (significand >> precision) {
        if (top == format->max_exponent)
          return overflow(kind, negative, negative ? ROUND_DOWNWARD : ROUND_UPWARD, status);
        significand >>= 1;
        top++;
      } else if (is_nan_encoding(format, top, significand)) {
        return overflow(kind, negative, rounding, status);
      }
    }
    bool normal = significand >> (precision - 1) & 1;
    *status = normal ? FLOAT_INEXACT : FLOAT_INEXACT | FLOAT_UNDERFLOW;
    if (significand == 0) return apfloat_zero(kind, negative);
  }
  bool denormal = !(significand >> (precision - 1));
  int field = top - format->min_exponent + !(denormal || format->flags & FORMAT_EXPONENT_ONLY);
  return from_fields(kind, negative, field, significand);
}

// ---------------------------------------------------------------------------------------------
// Values

APFloat apfloat_from_bits(FloatKind kind, uint64_t low, uint64_t high) {
  u128 raw = (u128)high << 64 | low;
  uint32_t bits = float_bits(kind);
  if (bits < 128) raw &= ones((int)bits);
  if (formats[kind].flags & FORMAT_EXPLICIT_ONE) {
    int field = (int)(raw >> 64 & 0x7FFF);
    bool leading_one = low >> 63;
    if (field == 0 && leading_one) raw |= (u128)1 << 64;           // pseudo-denormal
    if (field != 0 && !leading_one) raw |= (u128)0x7FFF << 64;     // unnormal, pseudo-infinity
  }
  return from_raw(kind, raw);
}

void apfloat_stored(APFloat value, uint64_t bits[2]) {
  bits[0] = value.bits[0];
  bits[1] = value.bits[1];
  if (!float_kind_has_sign(value.kind)) bits[0] = (bits[0] | bits[0] >> 8 << 7) & 0xFF;
  if (formats[value.kind].specials == SPECIALS_NONE) bits[0] &= (uint64_t)ones((int)float_bits(value.kind));
}

static inline FloatClass class_of(APFloat a) { return float_unpack(a).class; }

bool apfloat_is_zero(APFloat a) { return class_of(a) == CLASS_ZERO; }
bool apfloat_is_nan(APFloat a) { return class_of(a) == CLASS_NAN; }
bool apfloat_is_infinity(APFloat a) { return class_of(a) == CLASS_INFINITY; }
bool apfloat_is_negative(APFloat a) { return float_unpack(a).negative; }

bool apfloat_is_finite(APFloat a) {
  FloatClass class = class_of(a);
  return class == CLASS_ZERO || class == CLASS_NORMAL;
}

bool apfloat_is_denormal(APFloat a) {
  FloatParts parts = float_unpack(a);
  return parts.class == CLASS_NORMAL && !(parts.significand >> (formats[a.kind].precision - 1));
}

bool apfloat_bits_equal(APFloat a, APFloat b) {
  return a.kind == b.kind && a.bits[0] == b.bits[0] && a.bits[1] == b.bits[1];
}

static bool is_signaling(APFloat a) {
  return apfloat_is_nan(a) && quiet_bit(a.kind) && !(raw_of(a) & quiet_bit(a.kind));
}

static APFloat make_quiet(APFloat a) { return from_raw(a.kind, raw_of(a) | quiet_bit(a.kind)); }

// |a| against |b|, neither NaN: <0, 0, >0. Encodings of one format sort by magnitude.
static int compare_magnitude(APFloat a, APFloat b) {
  u128 mask = ones(sign_position(a.kind)), x = raw_of(a) & mask, y = raw_of(b) & mask;
  return x < y ? -1 : x > y;
}

FloatOrder apfloat_compare(APFloat a, APFloat b) {
  FloatParts x = float_unpack(a), y = float_unpack(b);
  if (x.class == CLASS_NAN || y.class == CLASS_NAN) return FLOAT_UNORDERED;
  if (x.class == CLASS_ZERO && y.class == CLASS_ZERO) return FLOAT_EQUAL;
  if (x.negative != y.negative) return x.negative ? FLOAT_LESS : FLOAT_GREATER;
  int order = compare_magnitude(a, b);
  if (order == 0) return FLOAT_EQUAL;
  return (order < 0) != x.negative ? FLOAT_LESS : FLOAT_GREATER;
}

APFloat apfloat_neg(APFloat a) {
  if (formats[a.kind].specials == SPECIALS_NEG_ZERO) {
    FloatClass class = class_of(a);
    if (class == CLASS_ZERO || class == CLASS_NAN) return a;
  }
  return from_raw(a.kind, raw_of(a) ^ (u128)1 << sign_position(a.kind));
}

APFloat apfloat_abs(APFloat a) { return apfloat_is_negative(a) ? apfloat_neg(a) : a; }

APFloat apfloat_copysign(APFloat magnitude, APFloat sign) {
  return apfloat_is_negative(magnitude) == apfloat_is_negative(sign) ? magnitude : apfloat_neg(magnitude);
}

// The lesser or the greater of two numbers, -0 below +0; `a` when equal.
static APFloat pick(APFloat a, APFloat b, bool greater) {
  bool a_negative = apfloat_is_negative(a);
  if (apfloat_is_zero(a) && apfloat_is_zero(b) && a_negative != apfloat_is_negative(b))
    return a_negative != greater ? a : b;
  FloatOrder order = apfloat_compare(b, a);
  return order == (greater ? FLOAT_GREATER : FLOAT_LESS) ? b : a;
}

static APFloat pick_number(APFloat a, APFloat b, bool greater) {
  if (is_signaling(a)) return make_quiet(a);
  if (is_signaling(b)) return make_quiet(b);
  if (apfloat_is_nan(a)) return b;
  if (apfloat_is_nan(b)) return a;
  return pick(a, b, greater);
}

static APFloat pick_ordered(APFloat a, APFloat b, bool greater) {
  if (apfloat_is_nan(a)) return make_quiet(a);
  if (apfloat_is_nan(b)) return make_quiet(b);
  return pick(a, b, greater);
}

APFloat apfloat_minnum(APFloat a, APFloat b) { return pick_number(a, b, false); }
APFloat apfloat_maxnum(APFloat a, APFloat b) { return pick_number(a, b, true); }
APFloat apfloat_minimum(APFloat a, APFloat b) { return pick_ordered(a, b, false); }
APFloat apfloat_maximum(APFloat a, APFloat b) { return pick_ordered(a, b, true); }

// ---------------------------------------------------------------------------------------------
// Arithmetic

static APFloat invalid(FloatKind kind, int *status) {
  *status = FLOAT_INVALID;
  return apfloat_nan(kind, false);
}

// If an operand is NaN, the result is the first such one, quiet.
static bool propagate_nan(APFloat a, APFloat b, APFloat *out, int *status) {
  bool a_nan = apfloat_is_nan(a);
  if (!a_nan && !apfloat_is_nan(b)) return false;
  *status = is_signaling(a) || is_signaling(b) ? FLOAT_INVALID : FLOAT_OK;
  *out = make_quiet(a_nan ? a : b);
  return true;
}

// Move the leading one to `position`, at or above where it is.
static void normalize(FloatParts *parts, int position) {
  int shift = position + 1 - u128_bit_length(parts->significand);
  parts->significand <<= shift;
  parts->exponent -= shift;
}

static APFloat add_parts(FloatKind kind, FloatParts x, FloatParts y, FloatRounding rounding, int *status) {
  if (x.class == CLASS_INFINITY || y.class == CLASS_INFINITY) {
    if (x.class == y.class && x.negative != y.negative) return invalid(kind, status);
    return apfloat_infinity(kind, x.class == CLASS_INFINITY ? x.negative : y.negative);
  }
  if (x.class == CLASS_ZERO && y.class == CLASS_ZERO)
    return apfloat_zero(kind, x.negative == y.negative ? x.negative : rounding == ROUND_DOWNWARD);
  if (x.class == CLASS_ZERO) x = y, y.class = CLASS_ZERO;
  if (y.class == CLASS_ZERO)
    return float_round(kind, x.negative, x.significand, x.exponent, false, rounding, status);

  // Both leading ones at bit 124: room for a carry above and, below the 113 bits of any format,
  // for the guard bits that make one sticky bit enough.
  normalize(&x, 124);
  normalize(&y, 124);
  if (x.exponent < y.exponent || (x.exponent == y.exponent && x.significand < y.significand)) {
    FloatParts swap = x;
    x = y;
    y = swap;
  }
  bool half, sticky = false;
  int distance = x.exponent - y.exponent;
  u128 other = cut_bits(y.significand, distance, &half, &sticky);
  sticky = sticky || half;
  u128 sum = x.negative == y.negative ? x.significand + other : x.significand - other - sticky;
  if (sum == 0) return apfloat_zero(kind, rounding == ROUND_DOWNWARD);
  return float_round(kind, x.negative, sum, x.exponent, sticky, rounding, status);
}

static APFloat add(APFloat a, APFloat b, bool subtract, FloatRounding rounding, int *status) {
  int unused;
  if (!status) status = &unused;
  *status = FLOAT_OK;
  APFloat nan;
  if (propagate_nan(a, b, &nan, status)) return nan;
  FloatParts y = float_unpack(b);
  if (subtract) y.negative = !y.negative;
  return add_parts(a.kind, float_unpack(a), y, rounding, status);
}

APFloat apfloat_add(APFloat a, APFloat b, FloatRounding rounding, int *status) {
  return add(a, b, false, rounding, status);
}

APFloat apfloat_sub(APFloat a, APFloat b, FloatRounding rounding, int *status) {
  return add(a, b, true, rounding, status);
}

// The high half of a 256-bit product; `sticky` when the low half is not zero.
static u128 multiply_high(u128 a, u128 b, bool *sticky) {
  u128 a0 = (uint64_t)a, a1 = a >> 64, b0 = (uint64_t)b, b1 = b >> 64;
  u128 low = a0 * b0, middle = a1 * b0 + (low >> 64), other = a0 * b1 + (uint64_t)middle;
  *sticky = (uint64_t)low || (uint64_t)other;
  return a1 * b1 + (middle >> 64) + (other >> 64);
}

APFloat apfloat_mul(APFloat a, APFloat b, FloatRounding rounding, int *status) {
  int unused;
  if (!status) status = &unused;
  *status = FLOAT_OK;
  APFloat nan;
  if (propagate_nan(a, b, &nan, status)) return nan;
  FloatKind kind = a.kind;
  FloatParts x = float_unpack(a), y = float_unpack(b);
  bool negative = x.negative != y.negative;
  bool zero = x.class == CLASS_ZERO || y.class == CLASS_ZERO;
  if (x.class == CLASS_INFINITY || y.class == CLASS_INFINITY)
    return zero ? invalid(kind, status) : apfloat_infinity(kind, negative);
  if (zero) return apfloat_zero(kind, negative);

  bool sticky = false;
  u128 product;
  int exponent = x.exponent + y.exponent;
  if (formats[kind].precision <= 64) {
    product = x.significand * y.significand;
  } else {
    normalize(&x, 127);
    normalize(&y, 127);
    product = multiply_high(x.significand, y.significand, &sticky);
    exponent = x.exponent + y.exponent + 128;
  }
  return float_round(kind, negative, product, exponent, sticky, rounding, status);
}

APFloat apfloat_div(APFloat a, APFloat b, FloatRounding rounding, int *status) {
  int unused;
  if (!status) status = &unused;
  *status = FLOAT_OK;
  APFloat nan;
  if (propagate_nan(a, b, &nan, status)) return nan;
  FloatKind kind = a.kind;
  FloatParts x = float_unpack(a), y = float_unpack(b);
  bool negative = x.negative != y.negative;
  if (x.class == CLASS_INFINITY)
    return y.class == CLASS_INFINITY ? invalid(kind, status) : apfloat_infinity(kind, negative);
  if (y.class == CLASS_INFINITY) return apfloat_zero(kind, negative);
  if (x.class == CLASS_ZERO)
    return y.class == CLASS_ZERO ? invalid(kind, status) : apfloat_zero(kind, negative);
  if (y.class == CLASS_ZERO) {
    *status = FLOAT_DIVZERO;
    return apfloat_infinity(kind, negative);
  }

  // Schoolbook binary division, to two bits more than the precision.
  normalize(&x, 120);
  normalize(&y, 120);
  u128 rest = x.significand, quotient = 0;
  int exponent = x.exponent - y.exponent;
  if (rest < y.significand) {
    rest <<= 1;
    exponent--;
  }
  int bits = formats[kind].precision + 2;
  for (int i = 0; i < bits; i++, rest <<= 1) {
    quotient <<= 1;
    if (rest >= y.significand) {
      rest -= y.significand;
      quotient |= 1;
    }
  }
  return float_round(kind, negative, quotient, exponent - (bits - 1), rest != 0, rounding, status);
}

APFloat apfloat_fmod(APFloat a, APFloat b) {
  int status;
  APFloat nan;
  if (propagate_nan(a, b, &nan, &status)) return nan;
  FloatParts x = float_unpack(a), y = float_unpack(b);
  if (x.class == CLASS_INFINITY || y.class == CLASS_ZERO) return invalid(a.kind, &status);
  if (x.class == CLASS_ZERO || y.class == CLASS_INFINITY) return a;
  if (compare_magnitude(a, b) < 0) return a;

  int exponent = y.exponent;
  u128 divisor = y.significand;
  if (x.exponent < y.exponent) {  // |a| >= |b|, so the shifted divisor is no longer than x
    divisor <<= y.exponent - x.exponent;
    exponent = x.exponent;
  }
  u128 rest = x.significand % divisor;
  for (int i = x.exponent - exponent; i > 0 && rest; i--) {
    rest <<= 1;
    if (rest >= divisor) rest -= divisor;
  }
  return float_round(a.kind, x.negative, rest, exponent, false, ROUND_NEAREST_EVEN, NULL);
}

APFloat apfloat_round_integral(APFloat a, FloatRounding rounding) {
  FloatParts parts = float_unpack(a);
  if (parts.class == CLASS_NAN) return make_quiet(a);
  if (parts.class != CLASS_NORMAL || parts.exponent >= 0) return a;
  bool half, rest = false;
  u128 integer = cut_bits(parts.significand, -parts.exponent, &half, &rest);
  integer += rounds_up(rounding, parts.negative, integer & 1, half, rest);
  return float_round(a.kind, parts.negative, integer, 0, false, rounding, NULL);
}

// ---------------------------------------------------------------------------------------------
// Conversions

// Keep as much of the payload as the target has room for, quiet.
static APFloat convert_nan(APFloat a, FloatKind to, bool *loses_info) {
  FloatParts parts = float_unpack(a);
  const FloatFormat *from_format = &formats[a.kind], *to_format = &formats[to];
  bool from_payload = from_format->specials == SPECIALS_IEEE;
  if (to_format->specials != SPECIALS_IEEE) {
    *loses_info = from_payload || to_format->specials == SPECIALS_NONE;
    return apfloat_nan(to, parts.negative);
  }
  *loses_info = false;
  if (from_format->specials == SPECIALS_NEG_ZERO) return apfloat_nan(to, false);
  int shift = to_format->precision - from_format->precision;
  u128 payload = parts.significand;
  if (shift < 0) {
    *loses_info = from_payload && (payload & ones(-shift));
    payload >>= -shift;
  } else {
    payload <<= shift;
  }
  // An f80 NaN without its two leading bits has no equal elsewhere.
  bool special = a.kind == FLOAT_F80 && to != FLOAT_F80 && parts.significand >> 62 != 3;
  *loses_info = *loses_info || special;
  payload |= (u128)1 << (to_format->precision - 1);
  if (is_signaling(a)) payload |= quiet_bit(to);
  return from_fields(to, parts.negative, top_field(to), payload);
}

APFloat apfloat_convert(APFloat a, FloatKind to, FloatRounding rounding, bool *loses_info) {
  bool unused;
  if (!loses_info) loses_info = &unused;
  *loses_info = false;
  if (a.kind == to) return a;
  FloatParts parts = float_unpack(a);
  if (parts.class >= CLASS_INFINITY && !float_kind_has_infinity(to) && !float_kind_has_nan(to)) {
    bool is_nan = parts.class == CLASS_NAN;
    uint32_t payload = float_precision(a.kind) - float_precision(to);   // bits of it that are lost
    *loses_info = is_nan && payload < 64 && (a.bits[0] & (((uint64_t)1 << payload) - 1)) != 0;
    return apfloat_unstorable(to, parts.negative, is_nan);
  }
  switch (parts.class) {
    case CLASS_ZERO:
      *loses_info = parts.negative && formats[to].specials == SPECIALS_NEG_ZERO;
      return apfloat_zero(to, parts.negative);
    case CLASS_INFINITY:
      *loses_info = !float_kind_has_infinity(to);
      return apfloat_infinity(to, parts.negative);
    case CLASS_NAN:
      return convert_nan(a, to, loses_info);
    case CLASS_NORMAL:
      break;
  }
  int status;
  APFloat result = float_round(to, parts.negative, parts.significand, parts.exponent, false, rounding, &status);
  *loses_info = status != FLOAT_OK;
  return result;
}

// The integer furthest from zero on one side.
static APInt saturated(Arena *arena, uint32_t width, bool is_signed, bool negative) {
  APInt zero = apint_u64(arena, width, 0);
  if (negative && !is_signed) return zero;
  APInt all = apint_not(arena, &zero);
  if (!is_signed) return all;
  APInt greatest = apint_lshr(arena, &all, 1);
  return negative ? apint_not(arena, &greatest) : greatest;
}

APInt apfloat_to_int(Arena *arena, APFloat a, uint32_t width, bool is_signed, FloatRounding rounding, int *status) {
  int unused;
  if (!status) status = &unused;
  *status = FLOAT_OK;
  FloatParts parts = float_unpack(a);
  if (parts.class == CLASS_ZERO) return apint_u64(arena, width, 0);
  *status = FLOAT_INVALID;
  if (parts.class == CLASS_NAN) return apint_u64(arena, width, 0);
  if (parts.class == CLASS_INFINITY) return saturated(arena, width, is_signed, parts.negative);

  bool half = false, rest = false;
  u128 integer = parts.significand;
  int shift = parts.exponent;
  if (shift < 0) {
    integer = cut_bits(integer, -shift, &half, &rest);
    integer += rounds_up(rounding, parts.negative, integer & 1, half, rest);
    shift = 0;
  }
  uint32_t bits = integer ? (uint32_t)(u128_bit_length(integer) + shift) : 0;
  bool fits = bits <= width;
  if (is_signed) {
    bool power_of_two = (integer & (integer - 1)) == 0;  // the most negative number
    fits = bits < width || (parts.negative && power_of_two && bits == width) || bits == 0;
  } else if (parts.negative) {
    fits = bits == 0;
  }
  if (!fits) return saturated(arena, width, is_signed, parts.negative);
  *status = half || rest ? FLOAT_INEXACT : FLOAT_OK;
  uint64_t words[2] = {(uint64_t)integer, (uint64_t)(integer >> 64)};
  APInt result = apint_from_words(arena, width, words, 2);
  if (shift) result = apint_shl(arena, &result, (uint32_t)shift);
  return parts.negative ? apint_neg(arena, &result) : result;
}

// The magnitude of the word at `index` of a two's complement number; `below` when lower words are
// not all zero.
static inline uint64_t magnitude_word(uint64_t word, bool negative, bool below) {
  return negative ? ~word + !below : word;
}

APFloat apfloat_from_int(FloatKind kind, const APInt *value, bool is_signed, FloatRounding rounding, int *status) {
  bool negative = is_signed && apint_is_negative(value);
  if (value->width <= 64) {
    int64_t word = 0;
    apint_to_i64(value, &word);
    uint64_t magnitude = negative ? 0 - (uint64_t)word : value->word;
    return float_round(kind, negative, magnitude, 0, false, rounding, status);
  }
  // The three highest words that matter, and whether anything lies below.
  const uint64_t *words = value->words;
  uint32_t count = apint_word_count(value->width), low = apint_trailing_zeros(value) / 64;
  uint32_t top = count;
  uint64_t last_mask = value->width % 64 ? ~(uint64_t)0 >> (64 - value->width % 64) : ~(uint64_t)0;
  uint64_t high[3] = {0, 0, 0};
  while (top > low) {
    uint32_t i = top - 1;
    uint64_t word = magnitude_word(words[i], negative, i > low);
    if (i == count - 1) word &= last_mask;
    if (word) break;
    top--;
  }
  for (uint32_t i = 0; i < 3 && i < top; i++) {
    uint32_t j = top - 1 - i;
    high[i] = j < low ? 0 : magnitude_word(words[j], negative, j > low);
    if (j == count - 1) high[i] &= last_mask;
  }
  if (top == 0) return apfloat_zero(kind, false);
  int shift = __builtin_clzll(high[0] | 1);
  u128 significand = (u128)high[0] << 64 | high[1];
  bool sticky = top > 3 && low < top - 3;
  if (shift) {
    significand = significand << shift | high[2] >> (64 - shift);
    sticky = sticky || high[2] << shift;
  } else {
    sticky = sticky || high[2];
  }
  int exponent = ((int)top - 2) * 64 - shift;
  return float_round(kind, negative, significand, exponent, sticky, rounding, status);
}

double apfloat_to_double(APFloat a) {
  APFloat wide = apfloat_convert(a, FLOAT_F64, ROUND_NEAREST_EVEN, NULL);
  double value;
  memcpy(&value, &wide.bits[0], sizeof value);
  return value;
}

APFloat apfloat_from_double(FloatKind kind, double value, bool *loses_info) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return apfloat_convert(apfloat_from_bits(FLOAT_F64, bits, 0), kind, ROUND_NEAREST_EVEN, loses_info);
}
