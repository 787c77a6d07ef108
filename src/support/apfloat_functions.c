// Functions of floats, correctly rounded: calculated with 320 bits or more, and rounded once. No host arithmetic is used, so
// every build gives the same bits.
#include "support/apfloat_functions.h"

#include "support/apfloat_parts.h"

enum {
  LIMBS = 10,   // of 32 bits
  MOST = 48,    // for the sine of 2^1023, and where 1 - erf(x) is small
  ENDLESS = 40000,   // the exponent of what stands for infinity
  EXACT_BITS = 192,   // a result is that near to a short number only if it is that number, as in pow(3, 2)
};

// 0.mantissa * 2^exponent. The top bit of the mantissa is set, unless the value is 0.
typedef struct Number {
  Arena *arena;
  uint32_t n;   // limbs, least first
  int32_t exponent;
  bool negative;
  uint32_t m[];
} Number;
typedef const Number *Real;   // in the arena of the calculation

static Number *number_new(Arena *arena, uint32_t n) {
  Number *out = arena_alloc(arena, sizeof *out + n * sizeof *out->m);
  out->arena = arena;
  out->n = n;
  return out;
}

static Number *copy(Real a) {
  Number *out = number_new(a->arena, a->n);
  memcpy(out, a, sizeof *out + a->n * sizeof *out->m);
  return out;
}

// ---------------------------------------------------------------------------------------------
// Arithmetic: results are cut off after n limbs

static bool is_zero(Real a) { return !a->m[a->n - 1]; }

// The number with these limbs behind the point.
static Real pack(Real like, const uint32_t *limbs, uint32_t count, int32_t exponent, bool negative) {
  uint32_t n = like->n;
  Number *out = number_new(like->arena, n);
  out->negative = negative;
  while (count && !limbs[count - 1]) count--, exponent -= 32;
  if (!count) return out;
  uint32_t shift = (uint32_t)__builtin_clz(limbs[count - 1]);
  out->exponent = exponent - (int32_t)shift;
  for (uint32_t i = 0; i < n && i < count; i++) {
    uint32_t low = i + 1 < count && shift ? limbs[count - 2 - i] >> (32 - shift) : 0;
    out->m[n - 1 - i] = limbs[count - 1 - i] << shift | low;
  }
  return out;
}

static Real small(Real like, uint32_t value) { return pack(like, &value, 1, 32, false); }

// a * 2^exponent
static Real scaled(Real a, int32_t exponent) {
  Number *out = copy(a);
  out->exponent += exponent;
  return out;
}

static Real with_sign(Real a, bool negative) {
  Number *out = copy(a);
  out->negative = negative;
  return out;
}

static Real negated(Real a) { return with_sign(a, !a->negative); }
static Real magnitude(Real a) { return with_sign(a, false); }

static int compare_magnitudes(Real a, Real b) {
  if (is_zero(a) || is_zero(b)) return is_zero(b) - is_zero(a);
  if (a->exponent != b->exponent) return a->exponent < b->exponent ? -1 : 1;
  for (uint32_t i = a->n; i-- > 0;)
    if (a->m[i] != b->m[i]) return a->m[i] < b->m[i] ? -1 : 1;
  return 0;
}

static Real add(Real a, Real b) {
  if (compare_magnitudes(a, b) < 0) {
    Real larger = b;
    b = a;
    a = larger;
  }
  uint32_t n = a->n, limbs[MOST + 2] = {0};   // one below, which the shift fills, and one for the carry
  int64_t distance = (int64_t)a->exponent - b->exponent;
  if (is_zero(b) || distance >= (int64_t)32 * n + 32) return a;
  uint32_t whole = (uint32_t)distance / 32, bits = (uint32_t)distance % 32;
  for (uint32_t i = 0; i <= n; i++) {
    uint32_t from = i + whole;   // of b with a limb of zeros below it
    uint64_t low = from >= 1 && from <= n ? b->m[from - 1] : 0, high = from + 1 <= n ? b->m[from] : 0;
    limbs[i] = (uint32_t)((high << 32 | low) >> bits);
  }
  uint64_t carry = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t sum = a->negative == b->negative ? (uint64_t)a->m[i] + limbs[i + 1] + carry : (uint64_t)a->m[i] - limbs[i + 1] - carry;
    if (i == 0 && a->negative != b->negative && limbs[0]) {   // borrow for the limb below
      sum--;
      limbs[0] = 0 - limbs[0];
    }
    limbs[i + 1] = (uint32_t)sum;
    carry = sum >> 32 & 1;
  }
  if (a->negative == b->negative) limbs[n + 1] = (uint32_t)carry;
  return pack(a, limbs, n + 2, a->exponent + 32, a->negative);
}

static Real sub(Real a, Real b) { return add(a, negated(b)); }

static Real mul(Real a, Real b) {
  uint32_t n = a->n, limbs[2 * MOST] = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint64_t carry = 0;
    for (uint32_t k = 0; k < n; k++) {
      carry += (uint64_t)a->m[i] * b->m[k] + limbs[i + k];
      limbs[i + k] = (uint32_t)carry;
      carry >>= 32;
    }
    limbs[i + n] = (uint32_t)carry;
  }
  return pack(a, limbs, 2 * n, a->exponent + b->exponent, a->negative != b->negative);
}

static Real div_small(Real a, uint32_t by) {
  uint32_t limbs[MOST + 1];
  uint64_t rest = 0;
  for (uint32_t i = a->n + 1; i-- > 0;) {
    rest = rest << 32 | (i ? a->m[i - 1] : 0);
    limbs[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  return pack(a, limbs, a->n + 1, a->exponent, a->negative);
}

// Bit by bit. `b` is not 0.
static Real div(Real a, Real b) {
  uint32_t n = a->n, limbs[MOST + 1] = {0}, rest[MOST + 1] = {0};
  if (is_zero(a)) return a;
  memcpy(rest, a->m, n * sizeof *rest);
  for (uint32_t bit = 32 * n + 32; bit-- > 0;) {
    uint32_t i = n + 1;
    while (i > 1 && rest[i - 1] == (i > n ? 0 : b->m[i - 1])) i--;
    if (rest[i - 1] >= (i > n ? 0 : b->m[i - 1])) {
      uint64_t borrow = 0;
      for (i = 0; i <= n; i++) {
        uint64_t diff = (uint64_t)rest[i] - (i < n ? b->m[i] : 0) - borrow;
        rest[i] = (uint32_t)diff;
        borrow = diff >> 32 & 1;
      }
      limbs[bit / 32] |= 1u << bit % 32;
    }
    for (i = n; i > 0; i--) rest[i] = rest[i] << 1 | rest[i - 1] >> 31;
    rest[0] <<= 1;
  }
  return pack(a, limbs, n + 1, a->exponent - b->exponent + 1, a->negative != b->negative);
}

// By Newton's method, which doubles the right bits with every step.
static Real square_root(Real a) {
  if (is_zero(a)) return a;
  Real root = scaled(small(a, 1), a->exponent / 2);
  for (uint32_t bits = 1; bits < 64 * a->n; bits *= 2) root = scaled(add(root, div(a, root)), -1);
  return root;
}

static bool is_below(Real a, int32_t exponent) { return is_zero(a) || a->exponent <= exponent; }   // |a| < 2^exponent

// The nearest integer of less than 2^30.
static int32_t nearest_integer(Real a) {
  if (is_below(a, -1)) return 0;
  Real half = scaled(small(a, 1), -1), more = add(magnitude(a), half);
  uint32_t value = more->m[a->n - 1] >> (32 - more->exponent);
  return a->negative ? -(int32_t)value : (int32_t)value;
}

// ---------------------------------------------------------------------------------------------
// Series

static bool goes_on(Real term) { return !is_zero(term) && !term->arena->mem->exhausted; }

// x + s x^3/3 + x^5/5 + s x^7/7 …: atanh(x), and with s = -1 atan(x).
static Real odd_series(Real x, bool alternates) {
  Real sum = x, power = x, square = mul(x, x);
  if (alternates) square = negated(square);
  for (uint32_t k = 3; goes_on(power); k += 2) {
    power = mul(power, square);
    Real term = div_small(power, k);
    if (is_below(term, sum->exponent - 32 * (int32_t)x->n)) break;
    sum = add(sum, term);
  }
  return sum;
}

// term + term q/((i+1)(i+2)) + …, with one factor in the denominators when `every`.
static Real factorial_series(Real term, Real q, uint32_t i, bool every) {
  Real sum = term;
  while (goes_on(term)) {
    term = div_small(mul(term, q), ++i);
    if (!every) term = div_small(term, ++i);
    if (is_below(term, sum->exponent - 32 * (int32_t)q->n)) break;
    sum = add(sum, term);
  }
  return sum;
}

// The highest limb first.
static const uint32_t pi_limbs[MOST] = {
    0xC90FDAA2, 0x2168C234, 0xC4C6628B, 0x80DC1CD1, 0x29024E08, 0x8A67CC74, 0x020BBEA6, 0x3B139B22, 0x514A0879, 0x8E3404DD, 0xEF9519B3, 0xCD3A431B,
    0x302B0A6D, 0xF25F1437, 0x4FE1356D, 0x6D51C245, 0xE485B576, 0x625E7EC6, 0xF44C42E9, 0xA637ED6B, 0x0BFF5CB6, 0xF406B7ED, 0xEE386BFB, 0x5A899FA5,
    0xAE9F2411, 0x7C4B1FE6, 0x49286651, 0xECE45B3D, 0xC2007CB8, 0xA163BF05, 0x98DA4836, 0x1C55D39A, 0x69163FA8, 0xFD24CF5F, 0x83655D23, 0xDCA3AD96,
    0x1C62F356, 0x208552BB, 0x9ED52907, 0x7096966D, 0x670C354E, 0x4ABC9804, 0xF1746C08, 0xCA18217C, 0x32905E46, 0x2E36CE3B, 0xE39E772C, 0x180E8603,
};
static const uint32_t ln2_limbs[MOST] = {
    0xB17217F7, 0xD1CF79AB, 0xC9E3B398, 0x03F2F6AF, 0x40F34326, 0x7298B62D, 0x8A0D175B, 0x8BAAFA2B, 0xE7B87620, 0x6DEBAC98, 0x559552FB, 0x4AFA1B10,
    0xED2EAE35, 0xC1382144, 0x27573B29, 0x1169B825, 0x3E96CA16, 0x224AE8C5, 0x1ACBDA11, 0x317C387E, 0xB9EA9BC3, 0xB136603B, 0x256FA0EC, 0x7657F74B,
    0x72CE87B1, 0x9D6548CA, 0xF5DFA6BD, 0x38303248, 0x655FA187, 0x2F20E3A2, 0xDA2D97C5, 0x0F3FD5C6, 0x07F4CA11, 0xFB5BFB90, 0x610D30F8, 0x8FE551A2,
    0xEE569D6D, 0xFC1EFA15, 0x7D2E23DE, 0x1400B396, 0x17460775, 0xDB8990E5, 0xC943E732, 0xB479CD33, 0xCCCC4E65, 0x9393514C, 0x4C1A1E0B, 0xD1D6095D,
};

static Real constant(Real like, const uint32_t *limbs, int32_t exponent) {
  Number *out = number_new(like->arena, like->n);
  out->exponent = exponent;
  for (uint32_t i = 0; i < out->n; i++) out->m[out->n - 1 - i] = limbs[i];
  return out;
}

static Real ln2(Real like) { return constant(like, ln2_limbs, 0); }
static Real pi(Real like) { return constant(like, pi_limbs, 2); }

// ---------------------------------------------------------------------------------------------
// Functions

static Real real_exp(Real x) {
  enum { FAR = 20 };   // overflows and underflows in every format
  if (!is_below(x, FAR)) return scaled(small(x, 1), x->negative ? -ENDLESS : ENDLESS);
  Real unit = ln2(x);
  int32_t whole = nearest_integer(div(x, unit));
  Real part = mul(unit, small(x, (uint32_t)(whole < 0 ? -whole : whole)));
  Real rest = sub(x, whole < 0 ? negated(part) : part);
  return scaled(factorial_series(small(x, 1), rest, 0, true), whole);
}

static Real real_expm1(Real x) { return is_below(x, -1) ? factorial_series(x, x, 1, true) : sub(real_exp(x), small(x, 1)); }

// x > 0
static Real real_log(Real x) {
  Real one = small(x, 1), m = scaled(x, -x->exponent), unit = ln2(x);
  int32_t exponent = x->exponent;
  if (m->m[x->n - 1] < 0xB504F334u) {   // 2^-1/2
    m = scaled(m, 1);
    exponent--;
  }
  Real part = with_sign(mul(unit, small(x, (uint32_t)(exponent < 0 ? -exponent : exponent))), exponent < 0);
  return add(part, scaled(odd_series(div(sub(m, one), add(m, one)), false), 1));
}

static Real real_log1p(Real x) {
  if (!is_below(x, -1)) return real_log(add(x, small(x, 1)));
  return scaled(odd_series(div(x, add(x, small(x, 2))), false), 1);
}

static Real real_atan(Real x) {
  Real one = small(x, 1), turned = magnitude(x);
  bool is_large = compare_magnitudes(x, one) > 0;
  if (is_large) turned = div(one, turned);
  for (int i = 0; i < 2; i++) turned = div(turned, add(one, square_root(add(one, mul(turned, turned)))));
  Real angle = scaled(odd_series(turned, true), 2);
  if (is_large) angle = sub(scaled(pi(x), -1), angle);
  return x->negative ? negated(angle) : angle;
}

static Real real_atan2(Real y, Real x) {
  if (is_zero(x)) {
    Real quarter = scaled(pi(x), -1);
    return y->negative ? negated(quarter) : quarter;
  }
  Real angle = real_atan(div(y, x)), half = pi(x);
  return !x->negative ? angle : add(angle, y->negative ? negated(half) : half);
}

static Real one_minus_square(Real x) { return sub(small(x, 1), mul(x, x)); }

// The angle apart from quarters of a turn, of which the lower two bits are given.
static Real reduce_angle(Real x, uint32_t *quarters) {
  *quarters = 0;
  if (is_below(x, 0)) return x;
  Real quarter = scaled(pi(x), -1), half = scaled(small(x, 1), -1);
  Number *turns = copy(div(magnitude(x), quarter));
  uint32_t n = x->n, before = turns->exponent > 0 ? (uint32_t)turns->exponent : 0;   // bits before the point
  for (uint32_t i = 0; i < before; i++) {
    uint32_t at = 32 * n - 1 - i, *limb = &turns->m[at / 32];
    if (before - i <= 2) *quarters |= (*limb >> at % 32 & 1) << (before - i - 1);
    *limb &= ~(1u << at % 32);
  }
  Real rest = pack(x, turns->m, n, turns->exponent, false);
  if (compare_magnitudes(rest, half) > 0) {
    rest = sub(rest, small(x, 1));
    ++*quarters;
  }
  rest = mul(rest, quarter);
  if (!x->negative) return rest;
  *quarters = 0 - *quarters;
  return negated(rest);
}

// The sine, of an angle that is `quarters` of a turn further.
static Real real_sin(Real x, uint32_t further) {
  uint32_t quarters;
  Real rest = reduce_angle(x, &quarters), square = negated(mul(rest, rest));
  quarters += further;
  Real value = quarters & 1 ? factorial_series(small(x, 1), square, 0, false) : factorial_series(rest, square, 1, false);
  return quarters & 2 ? negated(value) : value;
}

// 2/sqrt(pi) exp(-x^2) (x + 2x^3/3 + 4x^5/15 …)
static Real real_erf(Real x) {
  Real square = mul(x, x), sum = x, term = x;
  for (uint32_t k = 3; goes_on(term); k += 2) {
    term = div_small(scaled(mul(term, square), 1), k);
    if (is_below(term, sum->exponent - 32 * (int32_t)x->n)) break;
    sum = add(sum, term);
  }
  return div(scaled(mul(sum, real_exp(negated(square))), 1), square_root(pi(x)));
}

static Real calculate(FloatFunction function, Real x) {
  Real one = small(x, 1), a = magnitude(x), out;
  switch (function) {
    case FLOAT_ACOS: return real_atan2(square_root(one_minus_square(x)), x);
    case FLOAT_ACOSH:
      a = sub(x, one);
      return real_log1p(add(a, square_root(mul(a, add(a, small(x, 2))))));
    case FLOAT_ASIN: return real_atan2(x, square_root(one_minus_square(x)));
    case FLOAT_ASINH: {
      Real square = mul(a, a);
      out = real_log1p(add(a, div(square, add(one, square_root(add(one, square))))));
      break;
    }
    case FLOAT_ATAN: return real_atan(x);
    case FLOAT_ATANH: out = scaled(real_log1p(div(scaled(a, 1), sub(one, a))), -1); break;
    case FLOAT_COS: return real_sin(x, 1);
    case FLOAT_COSH: a = real_exp(a); return scaled(add(a, div(one, a)), -1);
    case FLOAT_ERF: return real_erf(x);
    case FLOAT_ERFC: return sub(one, real_erf(x));
    case FLOAT_EXP: return real_exp(x);
    case FLOAT_EXP2: return real_exp(mul(x, ln2(x)));
    case FLOAT_EXPM1: return real_expm1(x);
    case FLOAT_LOG: return real_log(x);
    case FLOAT_LOG10: return div(real_log(x), real_log(small(x, 10)));
    case FLOAT_LOG1P: return real_log1p(x);
    case FLOAT_LOG2: return div(real_log(x), ln2(x));
    case FLOAT_SIN: return real_sin(x, 0);
    case FLOAT_SINH: a = real_expm1(a); out = scaled(add(a, div(a, add(a, one))), -1); break;
    case FLOAT_TAN: return div(real_sin(x, 0), real_sin(x, 1));
    case FLOAT_TANH: a = real_expm1(scaled(a, 1)); out = div(a, add(a, small(x, 2))); break;
    default: return x;
  }
  return x->negative ? negated(out) : out;
}

// ---------------------------------------------------------------------------------------------
// From floats and back

static Real real_of(Arena *arena, APFloat a, uint32_t n) {
  FloatParts parts = float_unpack(a);
  Real zero = with_sign(number_new(arena, n), parts.negative);
  uint32_t limbs[4];
  for (uint32_t i = 0; i < 4; i++) limbs[i] = (uint32_t)(parts.significand >> 32 * i);
  if (parts.class == CLASS_INFINITY) return with_sign(scaled(small(zero, 1), ENDLESS), parts.negative);
  return parts.class == CLASS_NORMAL ? pack(zero, limbs, 4, parts.exponent + 128, parts.negative) : zero;
}

static APFloat round_real(FloatKind kind, Real a) {
  Real half = pack(a, (const uint32_t[]){1}, 1, a->exponent - EXACT_BITS + 31, a->negative);   // of the last bit that counts
  if (!is_zero(a)) a = add(a, half);
  u128 top = 0;
  for (uint32_t i = 1; i <= 4; i++) top = top << 32 | a->m[a->n - i];
  return float_round(kind, a->negative, top, a->exponent - 128, a->m[a->n - 5] || a->m[a->n - 6], ROUND_NEAREST_EVEN, NULL);
}

static APFloat quiet(APFloat nan) { return apfloat_from_bits(nan.kind, nan.bits[0] | 1ull << (float_precision(nan.kind) - 2), 0); }
static APFloat number(APFloat like, double value) { return apfloat_from_double(like.kind, value, NULL); }

// Where the function has a pole, where it is not defined, and where there is nothing to calculate. The signs of NaNs are those of
// glibc on x86-64.
static bool is_special(FloatFunction function, APFloat a, Real x, APFloat *out) {
  Real one = small(x, 1);
  int beside = compare_magnitudes(x, one);   // of 1 and -1
  bool is_endless = apfloat_is_infinity(a), negative = x->negative, far = !is_below(x, 3);   // 8
  if (apfloat_is_nan(a)) return *out = quiet(a), true;
  switch (function) {
    case FLOAT_ACOS: case FLOAT_ASIN:
      *out = apfloat_nan(a.kind, false);
      return beside > 0;
    case FLOAT_ACOSH:
      *out = is_endless && !negative ? a : apfloat_nan(a.kind, true);
      return is_endless || negative || beside < 0;
    case FLOAT_ATANH:
      *out = beside ? apfloat_nan(a.kind, true) : apfloat_infinity(a.kind, negative);
      return beside >= 0;
    case FLOAT_COS: case FLOAT_SIN: case FLOAT_TAN:
      *out = apfloat_nan(a.kind, true);
      return is_endless;
    case FLOAT_LOG: case FLOAT_LOG10: case FLOAT_LOG2:
      *out = is_zero(x) ? apfloat_infinity(a.kind, true) : negative ? apfloat_nan(a.kind, true) : a;
      return is_zero(x) || negative || is_endless;
    case FLOAT_LOG1P:
      *out = !negative ? a : beside ? apfloat_nan(a.kind, true) : apfloat_infinity(a.kind, true);
      return negative ? beside >= 0 : is_endless;
    case FLOAT_ASINH: return *out = a, is_endless;
    case FLOAT_ERF: return *out = number(a, negative ? -1 : 1), far;
    case FLOAT_ERFC: return *out = number(a, negative ? 2 : 0), negative ? far : !is_below(x, 5);   // 32
    default: return false;
  }
}

APFloat apfloat_function(Arena *arena, FloatFunction function, APFloat a) {
  ArenaMark mark = arena_mark(arena);
  Real x = real_of(arena, a, LIMBS);
  APFloat out;
  if (!is_special(function, a, x, &out)) {
    uint32_t more = 0;
    if (x->exponent > 0 && (function == FLOAT_SIN || function == FLOAT_COS || function == FLOAT_TAN)) more = (uint32_t)x->exponent / 32 + 1;
    if (x->exponent > 0 && function == FLOAT_ERFC && !x->negative) more = ((1u << 2 * x->exponent) * 3 / 2) / 32 + 1;   // exp(x^2)
    if (more > MOST - LIMBS) more = MOST - LIMBS;
    out = round_real(a.kind, calculate(function, more ? real_of(arena, a, LIMBS + more) : x));
  }
  arena_release(arena, mark);
  return out;
}

// Whether it is a whole number; `odd`: and odd.
static bool is_whole(Real a, bool *odd) {
  uint32_t zeros = 0;
  while (!is_zero(a) && !(a->m[zeros / 32] >> zeros % 32 & 1)) zeros++;
  int32_t bits = (int32_t)(32 * a->n - zeros);   // before the last that is set, with it
  *odd = !is_zero(a) && bits == a->exponent;
  return is_zero(a) || bits <= a->exponent;
}

static APFloat power(Real x, Real y, APFloat a, APFloat b) {
  bool odd, whole = is_whole(y, &odd), negative = x->negative && odd;
  int beside = compare_magnitudes(x, small(x, 1));
  if (apfloat_is_zero(b)) return number(a, 1);
  if (apfloat_is_nan(a)) return quiet(a);
  if (!beside && (!x->negative || apfloat_is_infinity(b))) return number(a, 1);
  if (apfloat_is_nan(b)) return quiet(b);
  if (is_zero(x)) return y->negative ? apfloat_infinity(a.kind, negative) : apfloat_zero(a.kind, negative);
  if (x->negative && !whole && !apfloat_is_infinity(a)) return apfloat_nan(a.kind, true);
  return round_real(a.kind, with_sign(real_exp(mul(y, real_log(magnitude(x)))), negative));
}

APFloat apfloat_pow(Arena *arena, APFloat a, APFloat b) {
  ArenaMark mark = arena_mark(arena);
  APFloat out = power(real_of(arena, a, LIMBS), real_of(arena, b, LIMBS), a, b);
  arena_release(arena, mark);
  return out;
}

APFloat apfloat_atan2(Arena *arena, APFloat y, APFloat x) {
  if (apfloat_is_nan(x) || apfloat_is_nan(y)) return quiet(apfloat_is_nan(x) ? x : y);
  ArenaMark mark = arena_mark(arena);
  APFloat out = round_real(y.kind, real_atan2(real_of(arena, y, LIMBS), real_of(arena, x, LIMBS)));
  arena_release(arena, mark);
  return out;
}
