// Inequalities from which all variables but the wanted value are eliminated (Fourier-Motzkin).
#include "ir/affine_bound.h"
#include "support/integers.h"

enum { MAX_INEQUALITIES = 2000, MAX_EXPR_SIZE = 100 };

typedef struct System {
  Arena *arena;
  uint32_t dims, next, width;      // columns: the value, dimensions, symbols, quotients, …, the constant
  VEC(int64_t *) rows;             // sum of column * variable >= 0
  bool failed;
} System;

static int64_t *new_row(System *s) { return arena_new(s->arena, int64_t, s->width); }

// a * x + b * y
static int64_t combine(System *s, int64_t a, int64_t x, int64_t b, int64_t y) {
  int64_t left, right, sum;
  if (__builtin_mul_overflow(a, x, &left) || __builtin_mul_overflow(b, y, &right) || __builtin_add_overflow(left, right, &sum)) {
    s->failed = true;
    return 0;
  }
  return sum;
}

static void add_scaled(System *s, int64_t *to, int64_t a, const int64_t *x, int64_t b) {
  for (uint32_t i = 0; i < s->width; i++) to[i] = combine(s, a, x[i], b, to[i]);
}

static void divide_by_gcd(const System *s, int64_t *row) {
  uint64_t common = 0;
  for (uint32_t i = 0; i + 1 < s->width; i++) common = gcd(common, magnitude(row[i]));
  if (common < 2 || common > INT64_MAX) return;
  int64_t by = (int64_t)common, last = row[s->width - 1];
  for (uint32_t i = 0; i + 1 < s->width; i++) row[i] /= by;
  row[s->width - 1] = last / by - (last % by < 0);
}

// low <= row * factor
static void add_inequality(System *s, const int64_t *row, int64_t factor, int64_t low) {
  int64_t *made = new_row(s);
  add_scaled(s, made, factor, row, 0);
  made[s->width - 1] = combine(s, 1, made[s->width - 1], -1, low);
  divide_by_gcd(s, made);
  vec_push(s->arena, &s->rows, made);
}

static int64_t *linear(System *s, E expr);

// A quotient is a variable of its own: 0 <= lhs - by * quotient < by.
static int64_t *linear_division(System *s, E expr) {
  int64_t by;
  int64_t *lhs = linear(s, expr->lhs);
  if (!lhs || !affine_is_const(expr->rhs, &by) || by <= 0) return NULL;
  int64_t *rest = new_row(s), *quotient = new_row(s);
  quotient[s->next++] = 1;
  add_scaled(s, rest, 1, lhs, 0);
  add_scaled(s, rest, -by, quotient, 1);
  int64_t sign = expr->kind == AFFINE_CEILDIV ? -1 : 1;
  add_inequality(s, rest, sign, 0);
  add_inequality(s, rest, -sign, 1 - by);
  return expr->kind == AFFINE_MOD ? rest : quotient;
}

// NULL: it has products or divisions of variables.
static int64_t *linear(System *s, E expr) {
  int64_t *row = NULL, factor;
  switch (expr->kind) {
    case AFFINE_CONST:
      row = new_row(s);
      row[s->width - 1] = expr->value;
      return row;
    case AFFINE_DIM: case AFFINE_SYMBOL:
      row = new_row(s);
      row[1 + expr->value + (expr->kind == AFFINE_SYMBOL ? s->dims : 0)] = 1;
      return row;
    case AFFINE_ADD: {
      const int64_t *rhs = linear(s, expr->rhs);
      row = rhs ? linear(s, expr->lhs) : NULL;
      if (row) add_scaled(s, row, 1, rhs, 1);
      return row;
    }
    case AFFINE_MUL:
      if (!affine_is_const(expr->rhs, &factor) || !(row = linear(s, expr->lhs))) return NULL;
      add_scaled(s, row, factor - 1, row, 1);
      return row;
    default: return linear_division(s, expr);
  }
}

static void eliminate(System *s, uint32_t column) {
  uint32_t count = s->rows.count;
  int64_t **old = s->rows.data;
  s->rows.data = NULL;
  s->rows.count = s->rows.cap = 0;
  for (uint32_t i = 0; i < count && !s->failed; i++) {
    if (!old[i][column]) {
      vec_push(s->arena, &s->rows, old[i]);
      continue;
    }
    for (uint32_t k = 0; k < count && old[i][column] > 0 && !s->failed; k++) {
      if (old[k][column] >= 0) continue;
      int64_t *made = new_row(s);
      add_scaled(s, made, old[i][column], old[k], 0);
      add_scaled(s, made, combine(s, -1, old[k][column], 0, 0), old[i], 1);
      divide_by_gcd(s, made);
      vec_push(s->arena, &s->rows, made);
      s->failed |= s->rows.count > MAX_INEQUALITIES;
    }
  }
}

// Substitute the column by what `equation` (a sum that is 0) says it is.
static void substitute(System *s, const int64_t *equation, uint32_t column) {
  int64_t factor = equation[column], sign = factor < 0 ? -1 : 1;
  for (uint32_t i = 0; i < s->rows.count; i++) {
    int64_t *row = s->rows.data[i], by = row[column];
    if (!by) continue;
    add_scaled(s, row, combine(s, -sign, by, 0, 0), equation, combine(s, sign, factor, 0, 0));
    divide_by_gcd(s, row);
  }
}

// Eliminate all columns of [begin, end): one by the equation, if possible and not done yet, then first those
// that make the fewest new inequalities.
static void eliminate_all(System *s, uint32_t begin, uint32_t end, const int64_t **equation) {
  for (uint32_t i = begin; *equation && i < end; i++) {
    if (!(*equation)[i]) continue;
    substitute(s, *equation, i);
    *equation = NULL;
  }
  for (uint32_t left = end - begin; left > 0 && !s->failed; left--) {
    uint64_t least = UINT64_MAX;
    uint32_t best = begin;
    for (uint32_t i = begin; i < end; i++) {
      uint64_t above = 0, below = 0;
      for (uint32_t k = 0; k < s->rows.count; k++) {
        above += s->rows.data[k][i] > 0;
        below += s->rows.data[k][i] < 0;
      }
      if (above + below && above * below < least) {
        least = above * below;
        best = i;
      }
    }
    if (least == UINT64_MAX) return;
    eliminate(s, best);
  }
}

// Eliminate dimensions before the quotients, because eliminating a quotient rounds.
bool affine_upper_bound(Arena *arena, E expr, const AffineMap *map, const int64_t *sizes, int64_t *out) {
  uint32_t inputs = 1 + map->dim_count + map->symbol_count;
  System s = {.arena = arena, .dims = map->dim_count, .next = inputs};
  if (affine_is_const(expr, out)) return true;
  if (expr->size > MAX_EXPR_SIZE) return false;
  s.width = s.next + expr->size + 1;
  int64_t *value = linear(&s, expr), *dim;
  if (!value) return false;
  value[0] = -1;
  for (uint32_t i = 0; i < map->dim_count; i++) {
    if (sizes[i] <= 0) continue;
    dim = new_row(&s);
    dim[1 + i] = 1;
    add_inequality(&s, dim, 1, 0);
    add_inequality(&s, dim, -1, 1 - sizes[i]);
  }
  const int64_t *equation = value;
  eliminate_all(&s, 1, inputs, &equation);
  eliminate_all(&s, inputs, s.next, &equation);
  bool bounded = false;
  for (uint32_t i = 0; i < s.rows.count && !s.failed; i++) {
    int64_t factor = s.rows.data[i][0], constant = s.rows.data[i][s.width - 1];
    if (factor >= 0 || factor == INT64_MIN) continue;
    int64_t bound = constant / -factor - (constant % factor && constant < 0);
    if (!bounded || bound < *out) *out = bound;
    bounded = true;
  }
  return bounded && !s.failed;
}
