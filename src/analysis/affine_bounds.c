// What a system says about one variable: extents, bounds as affine maps, points
// (after mlir/lib/Analysis/FlatLinearValueConstraints.cpp, and IntegerRelation.cpp and Utils.cpp of mlir/lib/Analysis/Presburger).
#include "analysis/affine_system.h"
#include "support/integers.h"

// Whether the row has a factor in [begin, end) beside that of the variable.
static bool depends_on(const SetRow *row, uint32_t begin, uint32_t end, uint32_t variable) {
  for (uint32_t i = begin; i < end; i++)
    if (i != variable && row->factors[i]) return true;
  return false;
}

// A row as an expression of the variables that have one in `known`; those without must not be used.
static E row_expr(Context *ctx, const SetRow *row, const E *known, uint32_t count, int64_t sign) {
  E expr = affine_const(ctx, 0);
  for (uint32_t i = 0; i < count; i++)
    if (row->factors[i]) expr = affine_add(ctx, expr, affine_mul(ctx, known[i], affine_const(ctx, sign * row->factors[i])));
  return affine_add(ctx, expr, affine_const(ctx, sign * row->constant));
}

static bool is_known(const SetRow *row, const E *known, uint32_t count, uint32_t but) {
  for (uint32_t i = 0; i < count; i++)
    if (i != but && row->factors[i] && !known[i]) return false;
  return true;
}

// --- Quotients

typedef struct Division {
  SetRow dividend;
  int64_t divisor;
  uint32_t upper, lower;   // the inequalities that say so
} Division;

// What all factors and the divisor have in common goes.
static void shorten(const AffineSet *set, Division *self) {
  uint64_t common = (uint64_t)self->divisor;
  for (uint32_t i = 0; i < set->count; i++) common = gcd(common, magnitude(self->dividend.factors[i]));
  if (common < 2) return;
  for (uint32_t i = 0; i < set->count; i++) self->dividend.factors[i] /= (int64_t)common;
  self->dividend.constant = floor_div(self->dividend.constant, (int64_t)common);
  self->divisor /= (int64_t)common;
}

// c <= dividend - divisor * variable < divisor, for some c >= 0.
static bool pair_divides(const AffineSet *set, uint32_t variable, uint32_t upper, uint32_t lower, Division *out) {
  const SetRow *high = &set->inequalities.data[upper], *low = &set->inequalities.data[lower];
  int64_t divisor = low->factors[variable], sum;
  for (uint32_t i = 0; i < set->count; i++)
    if (high->factors[i] != -low->factors[i]) return false;
  if (__builtin_add_overflow(low->constant, high->constant, &sum)) return false;
  if (sum < 0 || sum > divisor - 1) return false;
  for (uint32_t i = 0; i < set->count; i++) out->dividend.factors[i] = i == variable ? 0 : high->factors[i];
  out->dividend.constant = high->constant + (divisor - 1 - sum);
  out->divisor = divisor;
  out->upper = upper;
  out->lower = lower;
  shorten(set, out);
  return true;
}

// The variable as a quotient of others that are known, by a pair of inequalities.
static bool find_division(const AffineSet *set, const E *known, uint32_t variable, Division *out) {
  const SetRows *rows = &set->inequalities;
  out->dividend = (SetRow){.factors = arena_new(set->arena, int64_t, set->count + 1)};
  for (uint32_t upper = 0; upper < rows->count; upper++)
    for (uint32_t lower = 0; lower < rows->count && rows->data[upper].factors[variable] < 0; lower++)
      if (rows->data[lower].factors[variable] > 0 && pair_divides(set, variable, upper, lower, out) &&
          is_known(&out->dividend, known, set->count, variable))
        return true;
  return false;
}

static bool detect_division(Context *ctx, const AffineSet *set, uint32_t variable, E *known) {
  Division division;
  if (!find_division(set, known, variable, &division)) return false;
  known[variable] = affine_floordiv(ctx, row_expr(ctx, &division.dividend, known, set->count, 1), affine_const(ctx, division.divisor));
  return true;
}

// Expressions of the dimensions and symbols, and of quotients as far as they are known.
static E *know_all(Context *ctx, const AffineSystem *self) {
  E *known = arena_new(self->set.arena, E, self->set.count + 1);
  for (uint32_t i = 0; i < system_named(self); i++) known[i] = i < self->dims ? affine_dim(ctx, i) : affine_symbol(ctx, i - self->dims);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = system_named(self); i < self->set.count; i++)
      if (!known[i] && detect_division(ctx, &self->set, i, known)) changed = true;
  }
  return known;
}

// --- Extents

// An equation of the dimension and no other one.
static bool find_equation(const AffineSystem *self, uint32_t dim, uint32_t *out) {
  for (*out = 0; *out < self->set.equations.count; ++*out) {
    const SetRow *row = &self->set.equations.data[*out];
    if ((row->factors[dim] == 1 || row->factors[dim] == -1) && !depends_on(row, 0, self->dims, dim)) return true;
  }
  return false;
}

static void copy_symbolic(const AffineSystem *self, const SetRow *row, int64_t sign, int64_t *out) {
  for (uint32_t i = 0; i < self->symbols; i++) out[i] = sign * row->factors[self->dims + i];
  out[self->symbols] = sign * row->constant;
}

static int64_t pair_size(const SetRow *high, const SetRow *low, uint32_t dim) {
  int64_t sum = high->constant + low->constant + 1, size = -floor_div(-sum, low->factors[dim]);
  return size < 0 ? 0 : size;
}

static bool is_opposite(const SetRow *a, const SetRow *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (a->factors[i] != -b->factors[i]) return false;
  return true;
}

bool system_extent(const AffineSystem *self, uint32_t dim, SystemExtent *out) {
  const SetRows *rows = &self->set.inequalities;
  uint32_t at;
  const SetRow *low = NULL, *high = NULL;
  *out = (SystemExtent){.divisor = 1, .lower = arena_new(self->set.arena, int64_t, self->symbols + 1),
                        .upper = arena_new(self->set.arena, int64_t, self->symbols + 1)};
  if (find_equation(self, dim, &at)) {
    const SetRow *row = &self->set.equations.data[at];
    if (depends_on(row, system_named(self), self->set.count, dim)) return false;
    copy_symbolic(self, row, -row->factors[dim], out->lower);
    copy_symbolic(self, row, -row->factors[dim], out->upper);
    out->size = 1;
    return true;
  }
  for (uint32_t i = 0; i < rows->count; i++)
    for (uint32_t k = 0; k < rows->count && rows->data[i].factors[dim] < 0; k++) {
      if (rows->data[k].factors[dim] <= 0 || depends_on(&rows->data[i], 0, self->dims, dim) || !is_opposite(&rows->data[i], &rows->data[k], self->set.count))
        continue;
      int64_t size = pair_size(&rows->data[i], &rows->data[k], dim);
      if (low && size >= out->size) continue;
      out->size = size;
      high = &rows->data[i];
      low = &rows->data[k];
    }
  if (!low) return false;
  out->divisor = low->factors[dim];
  copy_symbolic(self, low, -1, out->lower);
  out->lower[self->symbols] += out->divisor - 1;
  copy_symbolic(self, high, 1, out->upper);
  return true;
}

bool system_extent_expr(Context *ctx, const AffineSystem *self, uint32_t dim, int64_t *size, E *lower) {
  const SetRows *rows = &self->set.inequalities;
  uint32_t count = self->set.count, at;
  E *known = know_all(ctx, self);
  bool found = false;
  for (uint32_t i = system_named(self); i < count; i++)
    if (known[i] && !known[i]->is_symbolic_or_const) known[i] = NULL;   // it is not the same for the whole region
  if (find_equation(self, dim, &at)) {
    const SetRow *row = &self->set.equations.data[at];
    SetRow rest = {arena_new(self->set.arena, int64_t, count + 1), row->constant};
    memcpy(rest.factors, row->factors, count * sizeof *rest.factors);
    rest.factors[dim] = 0;
    if (!is_known(&rest, known, count, dim)) return false;
    *size = 1;
    *lower = row_expr(ctx, &rest, known, count, -row->factors[dim]);
    return true;
  }
  for (uint32_t i = 0; i < rows->count; i++)
    for (uint32_t k = 0; k < rows->count && rows->data[i].factors[dim] < 0; k++) {
      const SetRow *high = &rows->data[i], *low = &rows->data[k];
      if (low->factors[dim] <= 0 || depends_on(high, 0, self->dims, dim) || depends_on(low, 0, self->dims, dim)) continue;
      if (!is_known(high, known, count, dim) || !is_known(low, known, count, dim)) continue;
      SetRow upper = {arena_new(self->set.arena, int64_t, count + 1), high->constant}, under = {arena_new(self->set.arena, int64_t, count + 1), low->constant};
      for (uint32_t v = 0; v < count; v++) {
        upper.factors[v] = v == dim ? 0 : high->factors[v];
        under.factors[v] = v == dim ? 0 : low->factors[v];
      }
      int64_t divisor = low->factors[dim], extent;
      E from = affine_add(ctx, row_expr(ctx, &under, known, count, -1), affine_const(ctx, divisor - 1));
      from = affine_floordiv(ctx, from, affine_const(ctx, divisor));
      if (is_opposite(high, low, count)) {
        extent = pair_size(high, low, dim);
      } else {
        E to = affine_floordiv(ctx, row_expr(ctx, &upper, known, count, 1), affine_const(ctx, -high->factors[dim]));
        E difference = affine_simplify(ctx, affine_add(ctx, affine_sub(ctx, to, from), affine_const(ctx, 1)), self->dims, self->symbols);
        if (!affine_is_const(difference, &extent)) continue;
        if (extent < 0) extent = 0;
      }
      if (found && extent >= *size) continue;
      found = true;
      *size = extent;
      *lower = from;
    }
  return found;
}

// --- Bounds of a slice

typedef struct Slice {
  Context *ctx;
  AffineSystem *system;
  uint32_t first, count;   // the dimensions that are wanted
  E *known;                // by variable
} Slice;

// The variable, which is in [0, divisor), is what a known variable leaves when it is divided.
static bool detect_remainder(Slice *s, uint32_t variable, int64_t low, int64_t high) {
  const AffineSystem *system = s->system;
  Context *ctx = s->ctx;
  int64_t divisor;
  if (low != 0 || high < 1 || __builtin_add_overflow(high, 1, &divisor)) return false;
  for (uint32_t i = 0; i < system->set.equations.count; i++) {
    const SetRow *row = &system->set.equations.data[i];
    int64_t factor = row->factors[variable], product;
    if (!factor || row->constant || __builtin_mul_overflow(divisor, factor, &product)) continue;
    E dividend = affine_const(ctx, 0);
    uint32_t quotients = 0, quotient = 0, at;
    int64_t sign = 1;
    for (at = 0; at < system_named(system); at++) {
      int64_t theirs = row->factors[at];
      if (at == variable || !theirs) continue;
      if (theirs % product == 0) {
        quotients++;
        quotient = at;
        sign = (theirs > 0) == (factor > 0) ? 1 : -1;
        continue;
      }
      if (!s->known[at]) break;
      dividend = affine_add(ctx, dividend, affine_mul(ctx, s->known[at], affine_const(ctx, theirs)));
    }
    if (at < system_named(system)) continue;
    dividend = affine_floordiv(ctx, factor > 0 ? affine_neg(ctx, dividend) : dividend, affine_const(ctx, factor > 0 ? factor : -factor));
    dividend = affine_simplify(ctx, dividend, system->dims, system->symbols);
    if (dividend->kind != AFFINE_DIM || !quotients) continue;
    uint32_t column = (uint32_t)dividend->value < s->first ? (uint32_t)dividend->value : (uint32_t)dividend->value + s->count;
    int64_t most;
    bool small = affine_set_constant_bound(&system->set, column, true, &most) && most < divisor;
    s->known[variable] = small ? dividend : affine_mod(ctx, dividend, affine_const(ctx, divisor));
    if (quotients == 1 && !s->known[quotient])
      s->known[quotient] = affine_mul(ctx, affine_floordiv(ctx, dividend, affine_const(ctx, divisor)), affine_const(ctx, sign));
    return true;
  }
  return false;
}

// By the first equation that has the variable.
static bool solve(Slice *s, uint32_t variable) {
  const SetRows *rows = &s->system->set.equations;
  uint32_t at = 0, count = s->system->set.count;
  while (at < rows->count && !rows->data[at].factors[variable]) at++;
  if (at == rows->count || !is_known(&rows->data[at], s->known, count, variable)) return false;
  SetRow rest = {arena_new(s->system->set.arena, int64_t, count + 1), rows->data[at].constant};
  memcpy(rest.factors, rows->data[at].factors, count * sizeof *rest.factors);
  int64_t factor = rest.factors[variable];
  rest.factors[variable] = 0;
  E expr = row_expr(s->ctx, &rest, s->known, count, 1);
  s->known[variable] = affine_floordiv(s->ctx, factor > 0 ? affine_neg(s->ctx, expr) : expr, affine_const(s->ctx, factor > 0 ? factor : -factor));
  return true;
}

static bool detect(Slice *s, uint32_t variable) {
  const AffineSet *set = &s->system->set;
  int64_t low, high;
  if (affine_set_constant_bound(set, variable, false, &low) && affine_set_constant_bound(set, variable, true, &high)) {
    if (low == high) {
      s->known[variable] = affine_const(s->ctx, low);
      return true;
    }
    if (detect_remainder(s, variable, low, high)) return true;
  }
  return detect_division(s->ctx, set, variable, s->known) || solve(s, variable);
}

// Inequalities that follow from the others go.
static void drop_implied(AffineSet *set) {
  AffineSet copy = affine_set_copy(set);
  SetRows kept = {0};
  for (uint32_t i = 0; i < copy.inequalities.count; i++) {
    SetRow *row = &copy.inequalities.data[i], before = *row;
    SetRow negated = affine_set_row(&copy);
    affine_set_combine(&copy, &negated, 1, before, -1);
    negated.constant--;
    *row = negated;
    if (affine_set_is_empty(&copy)) *row = affine_set_row(&copy);
    else {
      copy.inequalities.data[i] = before;
      vec_push(set->arena, &kept, set->inequalities.data[i]);
    }
  }
  set->inequalities = kept;
}

typedef VEC(E) ExprVec;

// Bounds of the dimension by rows without the other dimensions that are wanted.
static void read_bounds(Slice *s, const AffineSystem *system, uint32_t variable, ExprVec bounds[2]) {
  Context *ctx = s->ctx;
  Arena *arena = system->set.arena;
  uint32_t count = system->set.count, end = s->first + s->count;
  for (uint32_t which = 0; which < 3; which++) {   // lower bounds, upper bounds, equations
    const SetRows *rows = which < 2 ? &system->set.inequalities : &system->set.equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      int64_t factor = rows->data[i].factors[variable];
      if (!factor || depends_on(&rows->data[i], s->first, end, variable)) continue;
      if (which < 2 && (factor > 0) != (which == 0)) continue;
      SetRow rest = {arena_new(arena, int64_t, count + 1), rows->data[i].constant};
      memcpy(rest.factors, rows->data[i].factors, count * sizeof *rest.factors);
      rest.factors[variable] = 0;
      E expr = row_expr(ctx, &rest, s->known, count, factor > 0 ? -1 : 1), divisor = affine_const(ctx, factor > 0 ? factor : -factor);
      if (which == 0) {
        expr = affine_add(ctx, expr, affine_const(ctx, factor - 1));
        vec_push(arena, &bounds[0], affine_floordiv(ctx, expr, divisor));
        continue;
      }
      vec_push(arena, &bounds[1], affine_add(ctx, affine_floordiv(ctx, expr, divisor), affine_const(ctx, 1)));
      if (which == 2) vec_push(arena, &bounds[0], affine_ceildiv(ctx, expr, divisor));
    }
  }
}

void system_slice_bounds(Context *ctx, AffineSystem *self, uint32_t first, uint32_t count, const AffineMap **lower, const AffineMap **upper) {
  Slice s = {ctx, self, first, count, arena_new(self->set.arena, E, self->set.count + 1)};
  uint32_t others = self->dims - count;
  AffineSystem simple;
  bool simplified = false;
  for (uint32_t i = 0; i < system_named(self); i++) {
    if (i >= self->dims) s.known[i] = affine_symbol(ctx, i - self->dims);
    else if (i < first || i >= first + count) s.known[i] = affine_dim(ctx, i < first ? i : i - count);
  }
  for (bool changed = true; changed && !self->set.failed;) {
    changed = false;
    for (uint32_t i = 0; i < self->set.count; i++)
      if (!s.known[i] && detect(&s, i)) changed = true;
  }
  for (uint32_t i = 0; i < count; i++) {
    E expr = s.known[first + i];
    const AffineMap **maps[2] = {&lower[i], &upper[i]};
    if (expr) {
      expr = affine_simplify(ctx, expr, others, self->symbols);
      E next = affine_add(ctx, expr, affine_const(ctx, 1));
      *maps[0] = affine_map(ctx, others, self->symbols, &expr, 1);
      *maps[1] = affine_map(ctx, others, self->symbols, &next, 1);
      continue;
    }
    *maps[0] = *maps[1] = NULL;
    if (!system_quotients(self)) {
      ExprVec bounds[2] = {{0}};
      if (!simplified) {
        simple = system_copy(self);
        drop_implied(&simple.set);
        simplified = true;
      }
      read_bounds(&s, &simple, first + i, bounds);
      for (uint32_t k = 0; k < 2; k++) *maps[k] = affine_map(ctx, others, self->symbols, bounds[k].data, bounds[k].count);
    }
    for (uint32_t k = 0; k < 2; k++) {
      int64_t constant;
      if ((*maps[k] && (*maps[k])->result_count == 1) || !affine_set_constant_bound(&self->set, first + i, k, &constant)) continue;
      expr = affine_const(ctx, constant + (int64_t)k);
      *maps[k] = affine_map(ctx, others, self->symbols, &expr, 1);
    }
  }
}

void system_outer_bounds(Context *ctx, const AffineSystem *self, uint32_t dim, const AffineMap **lower, const AffineMap **upper) {
  Slice s = {.ctx = ctx, .first = 0, .count = self->dims, .known = arena_new(self->set.arena, E, self->set.count + 1)};
  ExprVec bounds[2] = {{0}};
  for (uint32_t i = self->dims; i < system_named(self); i++) s.known[i] = affine_dim(ctx, i - self->dims);
  read_bounds(&s, self, dim, bounds);
  *lower = affine_map(ctx, self->symbols, 0, bounds[0].data, bounds[0].count);
  *upper = affine_map(ctx, self->symbols, 0, bounds[1].data, bounds[1].count);
}

// --- Points

enum { SEARCH_LIMIT = 256 };

// Try the values of one variable after the other. When the search takes too long there may be points.
static bool search(const AffineSet *self, uint32_t from, uint32_t *budget) {
  if (affine_set_is_empty(self)) return true;
  if (from == self->count || self->failed) return false;
  int64_t low, high;
  if (!affine_set_constant_bound(self, from, false, &low) || !affine_set_constant_bound(self, from, true, &high)) return false;
  for (int64_t value = low; value <= high; value++) {
    if (!*budget) return false;
    --*budget;
    AffineSet one = affine_set_copy(self);
    affine_set_fix(&one, from, value);
    if (!search(&one, from + 1, budget)) return false;
  }
  return true;
}

bool affine_set_has_no_point(const AffineSet *self) {
  uint32_t budget = SEARCH_LIMIT;
  return search(self, 0, &budget);
}

static void copy_rows_to(AffineSet *to, const SetRows *from, const uint32_t *columns, uint32_t count, bool equations, const bool *only) {
  for (uint32_t i = 0; i < from->count; i++) {
    if (only && !only[i]) continue;
    SetRow row = affine_set_row(to);
    for (uint32_t k = 0; k < count; k++) row.factors[columns[k]] = from->data[i].factors[k];
    row.constant = from->data[i].constant;
    (equations ? affine_set_add_equation : affine_set_add_inequality)(to, row);
  }
}

// sign * row + 1 <= 0: no point has it together with the others.
static bool never(const AffineSet *among, const SetRow *row, const uint32_t *columns, uint32_t count, int64_t sign) {
  AffineSet set = affine_set_copy(among);
  SetRow negated = affine_set_row(&set);
  for (uint32_t k = 0; k < count; k++) negated.factors[columns[k]] = -sign * row->factors[k];
  negated.constant = -sign * row->constant - 1;
  affine_set_add_inequality(&set, negated);
  return affine_set_has_no_point(&set);
}

int system_is_inside(const AffineSystem *a, const AffineSystem *b) {
  if (a->dims != b->dims || a->symbols != b->symbols) return -1;
  AffineSet joined = affine_set_copy(&a->set);
  uint32_t *columns = arena_new(joined.arena, uint32_t, b->set.count + 1);
  bool *defines = arena_new(joined.arena, bool, b->set.inequalities.count + 1);
  E *known = arena_new(joined.arena, E, b->set.count + 1);
  static const struct AffineExpr something;   // what is known does not matter
  for (uint32_t i = 0; i < b->set.count; i++) {
    columns[i] = i < system_named(b) ? i : affine_set_add_var(&joined, NULL);
    if (i < system_named(b)) known[i] = &something;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = system_named(b); i < b->set.count; i++) {
      Division division;
      if (known[i] || !find_division(&b->set, known, i, &division)) continue;
      known[i] = &something;
      changed = defines[division.upper] = defines[division.lower] = true;
    }
  }
  for (uint32_t i = 0; i < b->set.count; i++)
    if (!known[i]) return -1;
  copy_rows_to(&joined, &b->set.inequalities, columns, b->set.count, false, defines);
  if (joined.failed || b->set.failed) return -1;
  for (uint32_t i = 0; i < b->set.inequalities.count; i++)
    if (!defines[i] && !never(&joined, &b->set.inequalities.data[i], columns, b->set.count, 1)) return false;
  for (uint32_t i = 0; i < b->set.equations.count; i++)
    for (int64_t sign = -1; sign <= 1; sign += 2)
      if (!never(&joined, &b->set.equations.data[i], columns, b->set.count, sign)) return false;
  return true;
}
