// Uses the ranges of loops to simplify affine expressions: see compose.h.
#include "ops/affine.h"

#include "dialects/affine/compose.h"
#include "dialects/affine/hooks.h"
#include "support/integers.h"

// A number that may be unknown.
typedef struct Bound {
  int64_t value;
  bool known;
} Bound;
#define UNBOUNDED ((Bound){0})
#define BOUND(number) ((Bound){(number), true})

Operation *affine_for_of(const Value *value) {
  const Block *block = value_arg_block(value);
  Operation *op = block ? block_parent_op(block) : NULL;
  return op && value->index == 0 && op_is(op, OP_AFFINE_FOR) ? op : NULL;
}

bool affine_constant_bound(const Operation *loop, const char *name, int64_t *out) {
  const AffineMap *map = affine_map_of(op_attr(loop, name));
  return map && map->result_count == 1 && affine_is_const(map->results[0], out);
}

int64_t affine_trip_count(const Operation *loop) {
  int64_t lower, upper, step = op_prop_i64_at(loop, AFFINE_FOR_STEP);
  if (step <= 0 || !affine_constant_bound(loop, "lowerBoundMap", &lower) || !affine_constant_bound(loop, "upperBoundMap", &upper))
    return -1;
  if (upper <= lower) return 0;
  return (int64_t)(((uint64_t)upper - (uint64_t)lower - 1) / (uint64_t)step + 1);
}

// Compute a division or remainder of two numbers.
static int64_t divide(Context *ctx, AffineKind kind, int64_t a, int64_t by) {
  return affine_binary(ctx, kind, affine_const(ctx, a), affine_const(ctx, by))->value;
}

// --- The operands of a map: smallest and largest values

typedef struct Ranges {
  Context *ctx;
  Arena *arena;
  uint32_t dims, symbols;
  Value *const *operands;
  Bound *lower, *upper;
} Ranges;

static Ranges ranges_of(Context *ctx, const ValueMap *map, Arena *arena) {
  uint32_t count = map->operands.count;
  Ranges self = {ctx, arena, map->map->dim_count, map->map->symbol_count, map->operands.data, arena_new(arena, Bound, count + 1),
                 arena_new(arena, Bound, count + 1)};
  for (uint32_t i = 0; i < count; i++) {
    const Operation *loop = affine_for_of(map->operands.data[i]);
    int64_t lower, upper, step;
    if (!loop) continue;
    self.lower[i].known = affine_constant_bound(loop, "lowerBoundMap", &lower);
    if (self.lower[i].known) self.lower[i].value = lower;
    if (!affine_constant_bound(loop, "upperBoundMap", &upper)) continue;
    step = op_prop_i64_at(loop, AFFINE_FOR_STEP);
    uint64_t last = (uint64_t)upper - 1;
    if (self.lower[i].known && step > 0) last -= (uint64_t)((int64_t)(last - (uint64_t)lower) % step);
    self.upper[i] = BOUND((int64_t)last);
  }
  return self;
}

static bool positive_constant(E expr, int64_t *out) { return affine_is_const(expr, out) && *out >= 1; }

// The sum is flat: every input stands at its bound.
static Bound bound_of_sum(const Ranges *r, E expr, bool upper) {
  uint32_t count = r->dims + r->symbols;
  int64_t *factors = arena_new(r->arena, int64_t, count + 1);
  if (!factors || !affine_flatten(r->ctx, expr, r->dims, r->symbols, factors)) return UNBOUNDED;
  uint64_t sum = (uint64_t)factors[count];
  for (uint32_t i = 0; i < count; i++) {
    if (!factors[i]) continue;
    Bound bound = (factors[i] > 0) == upper ? r->upper[i] : r->lower[i];
    if (!bound.known) return UNBOUNDED;
    sum += (uint64_t)bound.value * (uint64_t)factors[i];
  }
  return BOUND((int64_t)sum);
}

static Bound bound_of(const Ranges *r, E expr, bool upper) {
  int64_t by;
  AffineKind kind = (AffineKind)expr->kind;
  if (kind == AFFINE_CONST) return BOUND(expr->value);
  if (kind != AFFINE_MOD && kind != AFFINE_FLOORDIV && kind != AFFINE_CEILDIV) return bound_of_sum(r, expr, upper);
  if (!positive_constant(expr->rhs, &by)) return UNBOUNDED;
  Bound high = bound_of(r, expr->lhs, upper);
  if (kind != AFFINE_MOD) return high.known ? BOUND(divide(r->ctx, kind, high.value, by)) : high;
  Bound low = bound_of(r, expr->lhs, false);
  if (high.known && low.known && divide(r->ctx, AFFINE_FLOORDIV, low.value, by) == divide(r->ctx, AFFINE_FLOORDIV, high.value, by))
    return BOUND(divide(r->ctx, AFFINE_MOD, upper ? high.value : low.value, by));
  return BOUND(upper ? by - 1 : 0);
}

// --- Divisions and remainders

// The largest number known to divide the expression.
static int64_t divisor_of(const Ranges *r, E expr) {
  if (expr->kind != AFFINE_DIM) return affine_largest_divisor(expr);
  const Operation *loop = affine_for_of(r->operands[expr->value]);
  int64_t lower;
  if (!loop) return 1;
  uint64_t step = attr_to_u64(op_prop_at(loop, AFFINE_FOR_STEP)), common = 0;
  if (affine_constant_bound(loop, "lowerBoundMap", &lower) && lower == 0) return (int64_t)step;
  const AffineMap *map = affine_map_of(op_prop_at(loop, AFFINE_FOR_LOWER_BOUND_MAP));
  for (uint32_t i = 0; i < map->result_count; i++) common = gcd(common, (uint64_t)affine_largest_divisor(map->results[i]));
  return (int64_t)gcd(common, step);
}

// 0 <= expr < limit
static bool is_within(const Ranges *r, E expr, int64_t limit) {
  int64_t lower, upper;
  if (expr->kind == AFFINE_CONST) return expr->value >= 0 && expr->value < limit;
  const Operation *loop = expr->kind == AFFINE_DIM ? affine_for_of(r->operands[expr->value]) : NULL;
  return loop && affine_constant_bound(loop, "lowerBoundMap", &lower) && lower >= 0 &&
         affine_constant_bound(loop, "upperBoundMap", &upper) && upper <= limit;
}

static E simplify_division(const Ranges *r, E expr) {
  Context *ctx = r->ctx;
  AffineKind kind = (AffineKind)expr->kind;
  E lhs = expr->lhs;
  int64_t by;
  if (!positive_constant(expr->rhs, &by)) return expr;
  Bound low = bound_of(r, lhs, false), high = bound_of(r, lhs, true);
  if (low.known && high.known) {
    if (kind == AFFINE_MOD) {
      if (low.value >= 0 && low.value < by && high.value < by) return lhs;
    } else if (divide(ctx, kind, low.value, by) == divide(ctx, kind, high.value, by)) {
      return affine_const(ctx, divide(ctx, kind, low.value, by));
    }
  }
  // lhs = multiple + rest, with 0 <= rest < divisor
  if (lhs->kind == AFFINE_ADD) {
    E multiple = lhs->lhs, rest = lhs->rhs;
    int64_t divisor = divisor_of(r, multiple);
    if (!is_within(r, rest, divisor)) {
      multiple = lhs->rhs;
      rest = lhs->lhs;
      divisor = divisor_of(r, multiple);
    }
    if (is_within(r, rest, divisor)) {
      if (kind == AFFINE_FLOORDIV && by % divisor == 0) return affine_floordiv(ctx, multiple, expr->rhs);
      if (kind == AFFINE_MOD && divisor % by == 0) return affine_mod(ctx, rest, expr->rhs);
      return expr;
    }
  }
  bool zero = kind == AFFINE_FLOORDIV ? is_within(r, lhs, by) : kind == AFFINE_MOD && divisor_of(r, lhs) % by == 0;
  return zero ? affine_const(ctx, 0) : expr;
}

static E simplify(const Ranges *r, E expr) {
  if (!expr->lhs) return expr;
  E lhs = simplify(r, expr->lhs), rhs = simplify(r, expr->rhs);
  expr = affine_binary(r->ctx, (AffineKind)expr->kind, lhs, rhs);
  bool divides = expr->kind == AFFINE_FLOORDIV || expr->kind == AFFINE_CEILDIV || expr->kind == AFFINE_MOD;
  return divides ? simplify_division(r, expr) : expr;
}

void simplify_with_ranges(Context *ctx, ValueMap *self, Arena *arena) {
  Ranges r = ranges_of(ctx, self, arena);
  uint32_t count = self->map->result_count;
  E *results = arena_new(arena, E, count + 1);
  for (uint32_t i = 0; i < count; i++) results[i] = simplify(&r, self->map->results[i]);
  self->map = affine_map(ctx, self->map->dim_count, self->map->symbol_count, results, count);
}

// --- Alternatives of a maximum or minimum

// Result `other` is never worse than result `i`, whose better end is `best` and whose other `worst`.
static bool is_exceeded(const Bound *best, const Bound *worst, uint32_t i, uint32_t other, bool is_max) {
  if (other == i || !worst[other].known) return false;
  int64_t theirs = worst[other].value, mine = best[i].value;
  if (theirs != mine) return is_max ? theirs > mine : theirs < mine;
  // Of two equal constants the first one stays.
  bool same = best[other].known && worst[i].known && worst[i].value == mine && theirs == best[other].value;
  return !(same && i < other);
}

void simplify_extreme(Context *ctx, ValueMap *self, bool is_max, Arena *arena) {
  const AffineMap *map = self->map;
  if (!self->operands.count) return;
  Ranges r = ranges_of(ctx, self, arena);
  uint32_t count = map->result_count, kept = 0;
  Bound *best = arena_new(arena, Bound, count + 1), *worst = arena_new(arena, Bound, count + 1);
  E *results = arena_new(arena, E, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    best[i] = bound_of(&r, map->results[i], is_max);
    worst[i] = bound_of(&r, map->results[i], !is_max);
  }
  for (uint32_t i = 0; i < count; i++) {
    bool redundant = false;
    for (uint32_t k = 0; k < count && best[i].known && !redundant; k++) redundant = is_exceeded(best, worst, i, k, is_max);
    if (redundant) continue;
    bool constant = best[i].known && worst[i].known && best[i].value == worst[i].value;
    results[kept++] = constant ? affine_const(ctx, best[i].value) : map->results[i];
  }
  self->map = affine_map(ctx, map->dim_count, map->symbol_count, results, kept);
}
