// Folds of the index dialect (after mlir/lib/Dialect/Index/IR/IndexOps.cpp).
//
// An index has 32 or 64 bits, and it is not known which, so an operation is folded when both give the same result.
#include "ops/index.h"

#include "dialects/arith/fold.h"

#include "asm/params.h"
#include "dialects/arith/fold.h"
#include "ir/constants.h"

// A number of 32 or 64 bits, kept sign-extended.
static int64_t narrow(int64_t value, uint32_t width) { return width == 32 ? (int64_t)(int32_t)(uint32_t)(uint64_t)value : value; }
static uint64_t as_unsigned(int64_t value, uint32_t width) { return width == 32 ? (uint32_t)(uint64_t)value : (uint64_t)value; }
static int64_t wrap(uint64_t value) { return (int64_t)value; }

static bool constant_of(A attr, int64_t *out) {
  if (!attr || attr_kind(attr) != ATTR_INTEGER) return false;
  *out = attr_to_i64(attr);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Calculations on numbers of `width` bits; false: not folded

typedef bool CalcFn(int64_t a, int64_t b, uint32_t width, int64_t *out);

static bool calc_add(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = wrap((uint64_t)a + (uint64_t)b);
  return true;
}
static bool calc_sub(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = wrap((uint64_t)a - (uint64_t)b);
  return true;
}
static bool calc_mul(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = wrap((uint64_t)a * (uint64_t)b);
  return true;
}
static bool calc_and(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = a & b;
  return true;
}
static bool calc_or(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = a | b;
  return true;
}
static bool calc_xor(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = a ^ b;
  return true;
}

// Two's complement: the least value by -1 is itself.
static int64_t divide(int64_t a, int64_t b) { return b == -1 ? wrap(0 - (uint64_t)a) : a / b; }

static bool calc_divs(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  if (b) *out = divide(a, b);
  return b != 0;
}
static bool calc_divu(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (b) *out = wrap(as_unsigned(a, width) / as_unsigned(b, width));
  return b != 0;
}
static bool calc_rems(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  if (b) *out = b == -1 ? 0 : a % b;
  return b != 0;
}
static bool calc_remu(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (b) *out = wrap(as_unsigned(a, width) % as_unsigned(b, width));
  return b != 0;
}
static bool calc_ceildivs(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (!b) return false;
  if (!a)
    *out = 0;
  else if ((a > 0) != (b > 0))
    *out = wrap(0 - (uint64_t)divide(narrow(wrap(0 - (uint64_t)a), width), b));
  else
    *out = wrap((uint64_t)divide(narrow(wrap((uint64_t)a + (b > 0 ? UINT64_MAX : 1)), width), b) + 1);
  return true;
}
static bool calc_ceildivu(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (b) *out = a ? wrap((as_unsigned(a, width) - 1) / as_unsigned(b, width) + 1) : 0;
  return b != 0;
}
static bool calc_floordivs(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (!b) return false;
  if (!a)
    *out = 0;
  else if ((a < 0) == (b < 0))
    *out = divide(a, b);
  else
    *out = wrap(UINT64_MAX - (uint64_t)divide(narrow(wrap((b < 0 ? 1 : UINT64_MAX) - (uint64_t)a), width), b));
  return true;
}
static bool calc_maxs(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = a > b ? a : b;
  return true;
}
static bool calc_maxu(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  *out = as_unsigned(a, width) > as_unsigned(b, width) ? a : b;
  return true;
}
static bool calc_mins(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  (void)width;
  *out = a < b ? a : b;
  return true;
}
static bool calc_minu(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  *out = as_unsigned(a, width) < as_unsigned(b, width) ? a : b;
  return true;
}
static bool calc_shl(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (as_unsigned(b, width) >= 32) return false;
  *out = wrap((uint64_t)a << b);
  return true;
}
static bool calc_shrs(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (as_unsigned(b, width) >= 32) return false;
  uint64_t shifted = (uint64_t)a >> b;
  *out = wrap(a < 0 && b ? shifted | ~(UINT64_MAX >> b) : shifted);
  return true;
}
static bool calc_shru(int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (as_unsigned(b, width) >= 32) return false;
  *out = wrap(as_unsigned(a, width) >> b);
  return true;
}

static bool fold_both(Folder *f, const A *constants, CalcFn *calc) {
  int64_t a, b, wide, small;
  if (!constant_of(constants[0], &a) || !constant_of(constants[1], &b)) return false;
  if (!calc(a, b, 64, &wide) || !calc(narrow(a, 32), narrow(b, 32), 32, &small)) return false;
  if (narrow(wide, 32) != narrow(small, 32)) return false;
  return fold_to_attr(f, attr_index(f->ctx, wide));
}

#define FOLD(name)                                                           \
  bool fold_index_##name(Folder *f, Operation *op, const A *constants) {     \
    (void)op;                                                                \
    return fold_both(f, constants, calc_##name);                             \
  }
FOLD(divs)
FOLD(divu)
FOLD(ceildivs)
FOLD(ceildivu)
FOLD(floordivs)
FOLD(rems)
FOLD(remu)
FOLD(maxs)
FOLD(maxu)
FOLD(mins)
FOLD(minu)
FOLD(shl)
FOLD(shrs)
FOLD(shru)
FOLD(and)
FOLD(or)
FOLD(xor)

bool fold_index_add(Folder *f, Operation *op, const A *constants) {
  int64_t right;
  if (fold_both(f, constants, calc_add)) return true;
  return constant_of(constants[1], &right) && right == 0 && fold_to_value(f, op_operand(op, 0));
}

bool fold_index_sub(Folder *f, Operation *op, const A *constants) {
  int64_t right;
  if (fold_both(f, constants, calc_sub)) return true;
  return constant_of(constants[1], &right) && right == 0 && fold_to_value(f, op_operand(op, 0));
}

bool fold_index_mul(Folder *f, Operation *op, const A *constants) {
  int64_t right;
  if (fold_both(f, constants, calc_mul)) return true;
  if (!constant_of(constants[1], &right)) return false;
  if (right == 1) return fold_to_value(f, op_operand(op, 0));
  return right == 0 && fold_to_attr(f, constants[1]);
}

// ---------------------------------------------------------------------------------------------
// Casts

static APInt extend(Folder *f, const APInt *value, uint32_t width, bool is_signed) {
  return is_signed ? apint_sext_or_trunc(f->arena, value, width) : apint_zext_or_trunc(f->arena, value, width);
}

static bool fold_index_cast(Folder *f, Operation *op, A constant, bool is_signed) {
  T type = op_result_type(op, 0);
  if (!constant || attr_kind(constant) != ATTR_INTEGER) return false;
  APInt value = attr_int(constant), result;
  uint32_t width = type_bits(type);
  if (type_is_index(type) || width <= 32) {
    result = extend(f, &value, width, is_signed);
    return fold_to_attr(f, attr_integer(f->ctx, type, &result));
  }
  // The result for a 32-bit index.
  APInt low = apint_zext_or_trunc(f->arena, &value, 32);
  APInt small = extend(f, &low, width, is_signed);
  result = extend(f, &value, width, is_signed);
  if (!apint_equal(&small, &result)) return false;
  return fold_to_attr(f, attr_integer(f->ctx, type, &result));
}

bool fold_index_casts(Folder *f, Operation *op, const A *constants) { return fold_index_cast(f, op, constants[0], true); }
bool fold_index_castu(Folder *f, Operation *op, const A *constants) { return fold_index_cast(f, op, constants[0], false); }

// ---------------------------------------------------------------------------------------------
// Comparisons

#define PRED(name) INDEX_INDEX_CMP_PREDICATE_##name

// The range of a value: bounds as a signed and as an unsigned number.
typedef struct Bounds {
  int64_t smin, smax;
  uint64_t umin, umax;
} Bounds;

static int64_t signed_max(uint32_t width) { return width == 32 ? INT32_MAX : INT64_MAX; }
static int64_t signed_min(uint32_t width) { return -signed_max(width) - 1; }
static uint64_t unsigned_max(uint32_t width) { return width == 32 ? UINT32_MAX : UINT64_MAX; }

static Bounds from_signed(int64_t smin, int64_t smax, uint32_t width) {
  bool one_sign = (smin < 0) == (smax < 0);
  return (Bounds){smin, smax, one_sign ? as_unsigned(smin, width) : 0, one_sign ? as_unsigned(smax, width) : unsigned_max(width)};
}

static Bounds from_unsigned(uint64_t umin, uint64_t umax, uint32_t width) {
  uint64_t half = (uint64_t)signed_max(width);
  bool one_sign = (umin > half) == (umax > half);
  return (Bounds){one_sign ? narrow(wrap(umin), width) : signed_min(width),
                  one_sign ? narrow(wrap(umax), width) : signed_max(width), umin, umax};
}

static bool surely(int64_t predicate, const Bounds *a, const Bounds *b) {
  switch (predicate) {
    case PRED(SLT): return a->smax < b->smin;
    case PRED(SLE): return a->smax <= b->smin;
    case PRED(SGT): return a->smin > b->smax;
    case PRED(SGE): return a->smin >= b->smax;
    case PRED(ULT): return a->umax < b->umin;
    case PRED(ULE): return a->umax <= b->umin;
    case PRED(UGT): return a->umin > b->umax;
    case PRED(UGE): return a->umin >= b->umax;
    case PRED(NE): return (a->smax < b->smin || a->smin > b->smax) && (a->umax < b->umin || a->umin > b->umax);
    default: return a->umin == a->umax && b->umin == b->umax && a->umin == b->umin;
  }
}

// The comparison of min(x, bound) or max(x, bound) with a constant.
static bool compare_bounded(const Operation *op, int64_t bound, int64_t constant, uint32_t width, int64_t predicate, bool *out) {
  bound = narrow(bound, width);
  constant = narrow(constant, width);
  Bounds a = op_is(op, OP_INDEX_MINS)   ? from_signed(signed_min(width), bound, width)
             : op_is(op, OP_INDEX_MINU) ? from_unsigned(0, as_unsigned(bound, width), width)
             : op_is(op, OP_INDEX_MAXS) ? from_signed(bound, signed_max(width), width)
                                        : from_unsigned(as_unsigned(bound, width), unsigned_max(width), width);
  Bounds b = from_signed(constant, constant, width);
  *out = surely(predicate, &a, &b);
  return *out || surely(int_predicate_inverted(predicate), &a, &b);
}

static bool is_bounded(const Operation *op) {
  return op_is(op, OP_INDEX_MINS) || op_is(op, OP_INDEX_MINU) || op_is(op, OP_INDEX_MAXS) || op_is(op, OP_INDEX_MAXU);
}

static bool holds(Folder *f, int64_t predicate, int64_t a, int64_t b, uint32_t width) {
  APInt x = apint_i64(f->arena, width, a), y = apint_i64(f->arena, width, b);
  return int_predicate_holds(predicate, &x, &y);
}

bool fold_index_cmp(Folder *f, Operation *op, const A *constants) {
  A attr = op_prop_at(op, INDEX_CMP_PRED);
  int64_t predicate = attr ? (int64_t)attr_param(attr, 0) : -1, a, b, bound;
  if (predicate < PRED(EQ) || predicate > PRED(UGE)) return false;
  bool has_right = constant_of(constants[1], &b);
  if (has_right && constant_of(constants[0], &a)) {
    bool wide = holds(f, predicate, a, b, 64);
    if (wide == holds(f, predicate, a, b, 32)) return fold_to_attr(f, attr_bool(f->ctx, wide));
  }
  Operation *left = value_def(op_operand(op, 0));
  if (has_right && is_bounded(left) && constant_of(value_constant(op_operand(left, 1)), &bound)) {
    bool wide, small;
    if (compare_bounded(left, bound, b, 64, predicate, &wide) && compare_bounded(left, bound, b, 32, predicate, &small) &&
        wide == small)
      return fold_to_attr(f, attr_bool(f->ctx, wide));
  }
  if (op_operand(op, 0) == op_operand(op, 1)) return fold_to_attr(f, attr_bool(f->ctx, int_predicate_holds_on_equal(predicate)));
  return false;
}

// ---------------------------------------------------------------------------------------------
// Constants of folded values

Operation *materialize_index_constant(Folder *f, A value, T type, Loc loc) {
  Builder *b = f->builder;
  if (attr_kind(value) != ATTR_INTEGER || ((const IntegerAttr *)value)->type != type) return NULL;
  bool is_bool = type_is_int(type, 1);
  if (!is_bool && !type_is_index(type)) return NULL;
  b->loc = loc;
  op_state_set_attr(builder_begin(b, is_bool ? OP_INDEX_BOOL_CONSTANT : OP_INDEX_CONSTANT), STR("value"), value);
  op_state_add_type(&b->state, type);
  return builder_finish(b);
}
