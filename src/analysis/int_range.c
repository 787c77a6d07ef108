#include "analysis/int_range.h"
#include "ir/constants.h"

__extension__ typedef __int128 Wide;   // results before they are cut to a width

static uint64_t mask_of(uint32_t width) { return width >= 64 ? UINT64_MAX : (1ull << width) - 1; }
static int64_t extend(uint32_t width, uint64_t value) {
  uint64_t sign = 1ull << (width - 1);
  return (int64_t)(((value & mask_of(width)) ^ sign) - sign);
}
static int64_t least(uint32_t width) { return extend(width, 1ull << (width - 1)); }
static int64_t greatest(uint32_t width) { return (int64_t)(mask_of(width) >> 1); }

uint32_t int_range_width(T type) {
  const ShapedType *shaped = type_as_shaped(type);
  T element = shaped ? shaped->element : type;
  if (type_is_index(element)) return 64;
  uint32_t width = type_kind(element) == TYPE_INTEGER ? type_bits(element) : 0;
  return width <= 64 ? width : 0;
}

IntRange int_range_any(uint32_t width) {
  if (!width) return (IntRange){0};
  return (IntRange){width, 0, mask_of(width), least(width), greatest(width)};
}

IntRange int_range_unsigned(uint32_t width, uint64_t min, uint64_t max) {
  IntRange r = {width, min & mask_of(width), max & mask_of(width), least(width), greatest(width)};
  bool same_sign = extend(width, min) < 0 ? extend(width, max) < 0 : extend(width, max) >= 0;
  if (same_sign) r.smin = extend(width, min), r.smax = extend(width, max);
  return r;
}

IntRange int_range_signed(uint32_t width, int64_t min, int64_t max) {
  IntRange r = {width, 0, mask_of(width), min, max};
  if ((min < 0) == (max < 0)) r.umin = (uint64_t)min & mask_of(width), r.umax = (uint64_t)max & mask_of(width);
  return r;
}

IntRange int_range_of(uint32_t width, uint64_t value) {
  if (!width) return (IntRange){0};
  return (IntRange){width, value & mask_of(width), value & mask_of(width), extend(width, value), extend(width, value)};
}

#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (a) : (b))

IntRange int_range_union(IntRange a, IntRange b) {
  return (IntRange){a.width, LESS(a.umin, b.umin), MORE(a.umax, b.umax), LESS(a.smin, b.smin), MORE(a.smax, b.smax)};
}

IntRange int_range_intersection(IntRange a, IntRange b) {
  return (IntRange){a.width, MORE(a.umin, b.umin), LESS(a.umax, b.umax), MORE(a.smin, b.smin), LESS(a.smax, b.smax)};
}

bool int_range_constant(IntRange r, uint64_t *out) {
  if (!r.width || (r.umin != r.umax && r.smin != r.smax)) return false;
  *out = r.umin == r.umax ? r.umin : (uint64_t)r.smin & mask_of(r.width);
  return true;
}

bool int_range_of_attr(A constant, IntRange *out) {
  APInt value;
  T type = attr_value_type(constant);
  uint32_t width = type ? int_range_width(type) : 0;
  if (!width) return false;
  if (constant_int(constant, &value)) {
    if (value.width != width) return false;
    *out = int_range_of(width, value.word);
    return true;
  }
  if (attr_kind(constant) != ATTR_DENSE) return false;
  for (uint64_t i = 0; i < dense_count(constant); i++) {
    uint32_t size;
    uint64_t word = 0;
    const uint8_t *bytes = dense_element(constant, i, &size);
    if (!bytes) return false;
    memcpy(&word, bytes, LESS(size, sizeof word));
    IntRange element = int_range_of(width, word);
    *out = i ? int_range_union(*out, element) : element;
  }
  return dense_count(constant) != 0;
}

// ---------------------------------------------------------------------------------------------
// Bounds by calculating with the bounds

typedef struct Bounds {
  Wide min, max;
  bool any, fails;
} Bounds;

static void take(Bounds *self, Wide value) {
  self->min = self->any ? LESS(self->min, value) : value;
  self->max = self->any ? MORE(self->max, value) : value;
  self->any = true;
}

static bool fits_unsigned(uint32_t width, Wide v) { return v >= 0 && v <= (Wide)mask_of(width); }
static bool fits_signed(uint32_t width, Wide v) { return v >= least(width) && v <= greatest(width); }

static IntRange made_unsigned(uint32_t width, const Bounds *b) {
  if (b->fails || !b->any) return int_range_any(width);
  return int_range_unsigned(width, (uint64_t)b->min, (uint64_t)b->max);
}
static IntRange made_signed(uint32_t width, const Bounds *b) {
  if (b->fails || !b->any) return int_range_any(width);
  return int_range_signed(width, (int64_t)b->min, (int64_t)b->max);
}

// A result that does not fit leaves the range open; where it must not happen it is cut to the nearest that does.
static void take_unsigned(Bounds *self, uint32_t width, Wide v, bool never_wraps) {
  if (!fits_unsigned(width, v)) {
    if (!never_wraps) self->fails = true;
    v = v < 0 ? 0 : (Wide)mask_of(width);
  }
  take(self, v);
}
static void take_signed(Bounds *self, uint32_t width, Wide v, bool never_wraps) {
  if (!fits_signed(width, v)) {
    if (!never_wraps) self->fails = true;
    v = v < 0 ? least(width) : greatest(width);
  }
  take(self, v);
}

IntRange int_range_add(IntRange a, IntRange b, uint32_t flags) {
  Bounds u = {0}, s = {0};
  take_unsigned(&u, a.width, (Wide)a.umin + b.umin, flags & RANGE_NUW);
  take_unsigned(&u, a.width, (Wide)a.umax + b.umax, flags & RANGE_NUW);
  take_signed(&s, a.width, (Wide)a.smin + b.smin, flags & RANGE_NSW);
  take_signed(&s, a.width, (Wide)a.smax + b.smax, flags & RANGE_NSW);
  return int_range_intersection(made_unsigned(a.width, &u), made_signed(a.width, &s));
}

IntRange int_range_sub(IntRange a, IntRange b, uint32_t flags) {
  Bounds u = {0}, s = {0};
  take_unsigned(&u, a.width, (Wide)a.umin - b.umax, flags & RANGE_NUW);
  take_unsigned(&u, a.width, (Wide)a.umax - b.umin, flags & RANGE_NUW);
  take_signed(&s, a.width, (Wide)a.smin - b.smax, flags & RANGE_NSW);
  take_signed(&s, a.width, (Wide)a.smax - b.smin, flags & RANGE_NSW);
  return int_range_intersection(made_unsigned(a.width, &u), made_signed(a.width, &s));
}

// All pairs of bounds.
#define EACH_PAIR(x, xs, y, ys) for (uint32_t i_ = 0; i_ < 4; i_++) for (Wide x = (xs)[i_ >> 1], y = (ys)[i_ & 1], once_ = 1; once_; once_ = 0)

IntRange int_range_mul(IntRange a, IntRange b, uint32_t flags) {
  Bounds u = {0}, s = {0};
  const Wide au[2] = {a.umin, a.umax}, bu[2] = {b.umin, b.umax}, as[2] = {a.smin, a.smax}, bs[2] = {b.smin, b.smax};
  EACH_PAIR(x, au, y, bu) {
    bool wraps = y && x > (Wide)mask_of(a.width) / y;   // the product of two words may not fit a signed pair of them
    take_unsigned(&u, a.width, wraps ? (Wide)mask_of(a.width) + 1 : x * y, flags & RANGE_NUW);
  }
  EACH_PAIR(x, as, y, bs) take_signed(&s, a.width, x * y, flags & RANGE_NSW);
  return int_range_intersection(made_unsigned(a.width, &u), made_signed(a.width, &s));
}

IntRange int_range_divu(IntRange a, IntRange b, bool up) {
  if (!b.umin) {
    uint64_t min = b.umax && a.umin >= b.umax ? a.umin / b.umax : 0;
    return int_range_unsigned(a.width, min, a.umax);   // not more than what is divided
  }
  Bounds u = {0};
  const Wide as[2] = {a.umin, a.umax}, bs[2] = {b.umin, b.umax};
  EACH_PAIR(x, as, y, bs) take_unsigned(&u, a.width, x / y + (up && x % y), false);
  return made_unsigned(a.width, &u);
}

IntRange int_range_divs(IntRange a, IntRange b, Rounding rounding) {
  if (b.smin <= 0 && b.smax >= 0) return int_range_any(a.width);
  Bounds s = {0};
  const Wide as[2] = {a.smin, a.smax}, bs[2] = {b.smin, b.smax};
  EACH_PAIR(x, as, y, bs) {
    bool rest = x % y != 0, same_sign = (x < 0) == (y < 0);
    take_signed(&s, a.width, x / y + (rest && same_sign && rounding == ROUND_UP) - (rest && !same_sign && rounding == ROUND_DOWN), false);
  }
  return made_signed(a.width, &s);
}

IntRange int_range_remu(IntRange a, IntRange b) {
  uint64_t min = 0, max = LESS((b.umax - 1) & mask_of(a.width), a.umax);
  if (b.umin && b.umin == b.umax && a.umax - a.umin < b.umax && a.umin % b.umax <= a.umax % b.umax) {
    min = a.umin % b.umax;
    max = a.umax % b.umax;
  }
  return int_range_unsigned(a.width, min, max);
}

IntRange int_range_rems(IntRange a, IntRange b) {
  if (b.smin <= 0 && b.smax >= 0) return int_range_any(a.width);
  Wide most = b.smin > 0 ? (Wide)b.smax : -(Wide)b.smin;
  Wide min = a.smin < 0 ? 1 - most : 0, max = a.smax > 0 ? most - 1 : 0;
  if (b.smin == b.smax && (Wide)a.smax - a.smin < most && a.smin % most <= a.smax % most) {
    min = a.smin % most;
    max = a.smax % most;
  }
  return int_range_signed(a.width, (int64_t)min, (int64_t)max);
}

IntRange int_range_maxs(IntRange a, IntRange b) { return int_range_signed(a.width, MORE(a.smin, b.smin), MORE(a.smax, b.smax)); }
IntRange int_range_mins(IntRange a, IntRange b) { return int_range_signed(a.width, LESS(a.smin, b.smin), LESS(a.smax, b.smax)); }
IntRange int_range_maxu(IntRange a, IntRange b) { return int_range_unsigned(a.width, MORE(a.umin, b.umin), MORE(a.umax, b.umax)); }
IntRange int_range_minu(IntRange a, IntRange b) { return int_range_unsigned(a.width, LESS(a.umin, b.umin), LESS(a.umax, b.umax)); }

// ---------------------------------------------------------------------------------------------
// Bits

// The bits from the highest that differs between the bounds on may be anything.
static uint64_t open_bits(IntRange r) {
  uint64_t differ = r.umin ^ r.umax;
  return differ ? UINT64_MAX >> __builtin_clzll(differ) : 0;
}

IntRange int_range_and(IntRange a, IntRange b) {
  uint64_t x = open_bits(a), y = open_bits(b);
  return int_range_unsigned(a.width, (a.umin & ~x) & (b.umin & ~y), (a.umax | x) & (b.umax | y));
}
IntRange int_range_or(IntRange a, IntRange b) {
  uint64_t x = open_bits(a), y = open_bits(b);
  return int_range_unsigned(a.width, (a.umin & ~x) | (b.umin & ~y), (a.umax | x) | (b.umax | y));
}
IntRange int_range_xor(IntRange a, IntRange b) {
  uint64_t open = open_bits(a) | open_bits(b), known = (a.umin ^ b.umin) & ~open;
  return int_range_unsigned(a.width, known, known | open);
}

IntRange int_range_shl(IntRange a, IntRange b, uint32_t flags) {
  if (b.umax >= a.width) return int_range_any(a.width);
  Bounds u = {0}, s = {0};
  const Wide au[2] = {a.umin, a.umax}, as[2] = {a.smin, a.smax}, by[2] = {b.umin, b.umax};
  EACH_PAIR(x, au, y, by) take_unsigned(&u, a.width, x > (Wide)(mask_of(a.width) >> (int)y) ? (Wide)mask_of(a.width) + 1 : x << (int)y, flags & RANGE_NUW);
  EACH_PAIR(x, as, y, by) take_signed(&s, a.width, x * ((Wide)1 << (int)y), flags & RANGE_NSW);
  return int_range_intersection(made_unsigned(a.width, &u), made_signed(a.width, &s));
}
IntRange int_range_shru(IntRange a, IntRange b) {
  if (b.umax >= a.width) return int_range_any(a.width);
  return int_range_unsigned(a.width, a.umin >> b.umax, a.umax >> b.umin);
}
IntRange int_range_shrs(IntRange a, IntRange b) {
  if (b.umax >= a.width) return int_range_any(a.width);
  Bounds s = {0};
  const Wide as[2] = {a.smin, a.smax}, by[2] = {b.umin, b.umax};
  EACH_PAIR(x, as, y, by) take_signed(&s, a.width, (int64_t)x >> (int)y, false);
  return made_signed(a.width, &s);
}

IntRange int_range_extu(IntRange a, uint32_t width) { return int_range_unsigned(width, a.umin, a.umax); }
IntRange int_range_exts(IntRange a, uint32_t width) { return int_range_signed(width, a.smin, a.smax); }

IntRange int_range_trunc(IntRange a, uint32_t width) {
  if (width >= a.width) return a;
  IntRange any = int_range_any(width), out = any;
  if (a.umin >> width == a.umax >> width) out.umin = a.umin & mask_of(width), out.umax = a.umax & mask_of(width);
  int64_t low = a.smin >> (width - 1), high = a.smax >> (width - 1);
  if (low == high || (low == -1 && high == 0)) out.smin = extend(width, (uint64_t)a.smin), out.smax = extend(width, (uint64_t)a.smax);
  return out;
}

// ---------------------------------------------------------------------------------------------
// Comparing

static bool holds(RangeOrder order, IntRange a, IntRange b) {
  uint64_t x, y;
  switch (order) {
    case RANGE_SLE: return a.smax <= b.smin;
    case RANGE_SLT: return a.smax < b.smin;
    case RANGE_ULE: return a.umax <= b.umin;
    case RANGE_ULT: return a.umax < b.umin;
    case RANGE_SGE: return holds(RANGE_SLE, b, a);
    case RANGE_SGT: return holds(RANGE_SLT, b, a);
    case RANGE_UGE: return holds(RANGE_ULE, b, a);
    case RANGE_UGT: return holds(RANGE_ULT, b, a);
    case RANGE_EQ: return int_range_constant(a, &x) && int_range_constant(b, &y) && x == y;
    case RANGE_NE: return (holds(RANGE_SLT, a, b) || holds(RANGE_SGT, a, b)) && (holds(RANGE_ULT, a, b) || holds(RANGE_UGT, a, b));
  }
  return false;
}

int int_range_compare(RangeOrder order, IntRange a, IntRange b) {
  static const RangeOrder opposite[] = {[RANGE_EQ] = RANGE_NE, [RANGE_NE] = RANGE_EQ, [RANGE_SLT] = RANGE_SGE, [RANGE_SLE] = RANGE_SGT,
                                        [RANGE_SGT] = RANGE_SLE, [RANGE_SGE] = RANGE_SLT, [RANGE_ULT] = RANGE_UGE, [RANGE_ULE] = RANGE_UGT,
                                        [RANGE_UGT] = RANGE_ULE, [RANGE_UGE] = RANGE_ULT};
  return holds(order, a, b) ? 1 : holds(opposite[order], a, b) ? 0 : -1;
}
