// After mlir/lib/Analysis/Presburger/IntegerRelation.cpp.
#include "analysis/affine_set.h"
#include "support/integers.h"

enum { EXPLOSION_FACTOR = 32, MAX_DEPTH = 200 };

void affine_set_init(AffineSet *self, Arena *arena) { *self = (AffineSet){.arena = arena}; }

static SetRow copy_row(AffineSet *self, const SetRow *from, uint32_t count) {
  SetRow row = {.factors = arena_new(self->arena, int64_t, self->room + 1), .constant = from->constant};
  if (row.factors && count) memcpy(row.factors, from->factors, count * sizeof *row.factors);
  return row;
}

static void copy_rows(AffineSet *self, SetRows *rows, const SetRows *from, uint32_t count) {
  SetRows made = {0};
  for (uint32_t i = 0; i < from->count; i++) vec_push(self->arena, &made, copy_row(self, &from->data[i], count));
  *rows = made;
}

AffineSet affine_set_copy(const AffineSet *from) {
  AffineSet self = *from;
  copy_rows(&self, &self.equations, &from->equations, from->count);
  copy_rows(&self, &self.inequalities, &from->inequalities, from->count);
  self.values = (ValueVec){0};
  memset(&self.is_quotient, 0, sizeof self.is_quotient);
  for (uint32_t i = 0; i < from->values.count; i++) {
    vec_push(self.arena, &self.values, from->values.data[i]);
    vec_push(self.arena, &self.is_quotient, from->is_quotient.data[i]);
  }
  return self;
}

uint32_t affine_set_add_var(AffineSet *self, Value *value) {
  if (self->count == self->room) {
    self->room = self->room ? 2 * self->room : 16;
    copy_rows(self, &self->equations, &self->equations, self->count);
    copy_rows(self, &self->inequalities, &self->inequalities, self->count);
  }
  vec_push(self->arena, &self->values, value);
  vec_push(self->arena, &self->is_quotient, false);
  return self->count++;
}

bool affine_set_find(const AffineSet *self, const Value *value, uint32_t *at) {
  for (*at = 0; *at < self->count; ++*at)
    if (value && self->values.data[*at] == value) return true;
  return false;
}

SetRow affine_set_row(AffineSet *self) { return (SetRow){.factors = arena_new(self->arena, int64_t, self->room + 1)}; }

// --- Arithmetic of rows

static int64_t sum_of(AffineSet *self, int64_t a, int64_t x, int64_t b, int64_t y) {
  int64_t left, right, sum;
  if (__builtin_mul_overflow(a, x, &left) || __builtin_mul_overflow(b, y, &right) || __builtin_add_overflow(left, right, &sum)) {
    self->failed = true;
    return 0;
  }
  return sum;
}

void affine_set_combine(AffineSet *self, SetRow *x, int64_t a, SetRow y, int64_t b) {
  for (uint32_t i = 0; i < self->count; i++) x->factors[i] = sum_of(self, a, x->factors[i], b, y.factors[i]);
  x->constant = sum_of(self, a, x->constant, b, y.constant);
}

static uint64_t gcd_of(const AffineSet *self, const SetRow *row) {
  uint64_t common = 0;
  for (uint32_t i = 0; i < self->count; i++) common = gcd(common, magnitude(row->factors[i]));
  return common <= INT64_MAX ? common : 1;
}

// Divide by what all factors have in common; the constant is rounded down.
static void tighten(const AffineSet *self, SetRow *row) {
  int64_t common = (int64_t)gcd_of(self, row);
  if (common < 2) return;
  for (uint32_t i = 0; i < self->count; i++) row->factors[i] /= common;
  row->constant = floor_div(row->constant, common);
}

static void reduce(const AffineSet *self, SetRow *row) {
  int64_t common = (int64_t)gcd(gcd_of(self, row), magnitude(row->constant));
  if (common < 2) return;
  for (uint32_t i = 0; i < self->count; i++) row->factors[i] /= common;
  row->constant /= common;
}

void affine_set_add_equation(AffineSet *self, SetRow row) { vec_push(self->arena, &self->equations, row); }
void affine_set_add_inequality(AffineSet *self, SetRow row) { vec_push(self->arena, &self->inequalities, row); }

void affine_set_fix(AffineSet *self, uint32_t variable, int64_t value) {
  SetRow row = affine_set_row(self);
  row.factors[variable] = 1;
  row.constant = sum_of(self, -1, value, 0, 0);
  affine_set_add_equation(self, row);
}

// --- Expressions

static bool flatten(AffineSet *self, E expr, const uint32_t *inputs, uint32_t dims, SetRow *out, uint32_t depth);

// A variable that is the floor of (lhs + more) / by already.
static bool find_quotient(const AffineSet *self, const SetRow *lhs, int64_t by, int64_t more, uint32_t *out) {
  for (uint32_t i = 0; i < self->inequalities.count; i++) {
    const SetRow *row = &self->inequalities.data[i];
    if (row->constant != lhs->constant + more) continue;
    uint32_t other = 0, at = 0;
    for (uint32_t k = 0; k < self->count; k++) {
      if (row->factors[k] == lhs->factors[k]) continue;
      other++;
      at = k;
    }
    if (other != 1 || self->values.data[at] || lhs->factors[at] || row->factors[at] != -by || !self->is_quotient.data[at]) continue;
    *out = at;
    return true;
  }
  return false;
}

// 0 <= lhs - by * quotient < by; of a ceiling: -by < … <= 0
static bool flatten_division(AffineSet *self, E expr, const uint32_t *inputs, uint32_t dims, SetRow *out, uint32_t depth) {
  int64_t by;
  SetRow lhs;
  if (!affine_is_const(expr->rhs, &by) || by <= 0 || !flatten(self, expr->lhs, inputs, dims, &lhs, depth + 1)) return false;
  bool ceiling = expr->kind == AFFINE_CEILDIV;
  uint32_t quotient;
  if (find_quotient(self, &lhs, by, ceiling ? by - 1 : 0, &quotient)) {
    *out = affine_set_row(self);
    out->factors[quotient] = expr->kind == AFFINE_MOD ? -by : 1;
    if (expr->kind == AFFINE_MOD) affine_set_combine(self, out, 1, lhs, 1);
    return true;
  }
  quotient = affine_set_add_var(self, NULL);
  self->is_quotient.data[quotient] = true;
  SetRow rest = copy_row(self, &lhs, self->count - 1);
  rest.factors[quotient] = -by;
  SetRow low = copy_row(self, &rest, self->count), high = copy_row(self, &rest, self->count);
  SetRow *negated = ceiling ? &low : &high;
  affine_set_combine(self, negated, -1, rest, 0);
  high.constant = sum_of(self, 1, high.constant, 1, by - 1);
  affine_set_add_inequality(self, low);
  affine_set_add_inequality(self, high);
  if (expr->kind == AFFINE_MOD) {
    *out = rest;
  } else {
    *out = affine_set_row(self);
    out->factors[quotient] = 1;
  }
  return true;
}

static bool flatten(AffineSet *self, E expr, const uint32_t *inputs, uint32_t dims, SetRow *out, uint32_t depth) {
  int64_t factor;
  SetRow rhs;
  if (depth > MAX_DEPTH) return false;
  switch (expr->kind) {
    case AFFINE_CONST:
      *out = affine_set_row(self);
      out->constant = expr->value;
      return true;
    case AFFINE_DIM: case AFFINE_SYMBOL:
      *out = affine_set_row(self);
      out->factors[inputs[expr->value + (expr->kind == AFFINE_SYMBOL ? dims : 0)]] = 1;
      return true;
    case AFFINE_ADD: {
      uint32_t before;
      if (!flatten(self, expr->lhs, inputs, dims, out, depth + 1)) return false;
      before = self->count;
      if (!flatten(self, expr->rhs, inputs, dims, &rhs, depth + 1)) return false;
      SetRow lhs = copy_row(self, out, before);   // the right side may have added variables
      affine_set_combine(self, &lhs, 1, rhs, 1);
      *out = lhs;
      return true;
    }
    case AFFINE_MUL:
      if (!affine_is_const(expr->rhs, &factor) || !flatten(self, expr->lhs, inputs, dims, out, depth + 1)) return false;
      affine_set_combine(self, out, factor, *out, 0);
      return true;
    default: return flatten_division(self, expr, inputs, dims, out, depth);
  }
}

bool affine_set_flatten(AffineSet *self, E expr, const uint32_t *inputs, uint32_t dims, SetRow *out) {
  return flatten(self, expr, inputs, dims, out, 0);
}

// --- Elimination

// Take the variable out of the row by an equation that has it.
static void substitute(AffineSet *self, SetRow *row, SetRow equation, uint32_t variable) {
  int64_t mine = row->factors[variable], theirs = equation.factors[variable];
  if (!mine) return;
  int64_t common = (int64_t)gcd(magnitude(mine), magnitude(theirs));
  if (common <= 0) {
    self->failed = true;
    return;
  }
  int64_t sign = theirs < 0 ? -1 : 1;
  affine_set_combine(self, row, sign * (theirs / common), equation, -sign * (mine / common));
}

static bool eliminate_by_equation(AffineSet *self, uint32_t variable) {
  uint32_t at = 0;
  while (at < self->equations.count && !self->equations.data[at].factors[variable]) at++;
  if (at == self->equations.count) return false;
  affine_set_substitute(self, at, variable);
  return true;
}

void affine_set_substitute(AffineSet *self, uint32_t equation, uint32_t variable) {
  SetRow pivot = self->equations.data[equation];
  for (uint32_t i = equation; i + 1 < self->equations.count; i++) self->equations.data[i] = self->equations.data[i + 1];
  self->equations.count--;
  for (uint32_t i = 0; i < self->equations.count && !self->failed; i++) {
    substitute(self, &self->equations.data[i], pivot, variable);
    reduce(self, &self->equations.data[i]);
  }
  for (uint32_t i = 0; i < self->inequalities.count && !self->failed; i++) {
    substitute(self, &self->inequalities.data[i], pivot, variable);
    tighten(self, &self->inequalities.data[i]);
  }
}

static bool same_factors(const AffineSet *self, const SetRow *a, const SetRow *b) {
  return !memcmp(a->factors, b->factors, self->count * sizeof *a->factors);
}

static void drop_redundant(AffineSet *self) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < self->inequalities.count; i++) {
    SetRow row = self->inequalities.data[i];
    if (!gcd_of(self, &row) && row.constant >= 0) continue;
    uint32_t k = 0;
    while (k < kept && !same_factors(self, &row, &self->inequalities.data[k])) k++;
    if (k < kept && row.constant >= self->inequalities.data[k].constant) continue;
    for (; k + 1 < kept; k++) self->inequalities.data[k] = self->inequalities.data[k + 1];   // the stricter one takes its own place
    if (k == kept) kept++;
    self->inequalities.data[kept - 1] = row;
  }
  self->inequalities.count = kept;
}

void affine_set_drop_redundant(AffineSet *self) {
  for (uint32_t i = 0; i < self->equations.count; i++) reduce(self, &self->equations.data[i]);
  for (uint32_t i = 0; i < self->inequalities.count; i++) tighten(self, &self->inequalities.data[i]);
  drop_redundant(self);
}

static bool is_used(const SetRows *rows, uint32_t variable) {
  for (uint32_t i = 0; i < rows->count; i++)
    if (rows->data[i].factors[variable]) return true;
  return false;
}

// The pairs come first, then the rows without the variable.
static void eliminate_by_pairs(AffineSet *self, uint32_t variable) {
  SetRows old = self->inequalities;
  if (!is_used(&old, variable)) return;
  self->inequalities = (SetRows){0};
  for (uint32_t i = 0; i < old.count && !self->failed; i++) {
    int64_t high = old.data[i].factors[variable];
    for (uint32_t k = 0; k < old.count && high < 0 && !self->failed; k++) {
      int64_t low = old.data[k].factors[variable];
      if (low <= 0) continue;
      int64_t common = (int64_t)gcd(magnitude(low), magnitude(high));
      if (common <= 0) {
        self->failed = true;
        break;
      }
      SetRow row = copy_row(self, &old.data[k], self->count);
      affine_set_combine(self, &row, -(high / common), old.data[i], low / common);
      tighten(self, &row);
      vec_push(self->arena, &self->inequalities, row);
      if (self->arena->mem->exhausted) self->failed = true;
    }
  }
  for (uint32_t i = 0; i < old.count; i++)
    if (!old.data[i].factors[variable]) vec_push(self->arena, &self->inequalities, old.data[i]);
  drop_redundant(self);
}

// The variable whose elimination makes the fewest inequalities.
static uint32_t best_variable(const AffineSet *self, const bool *pending) {
  uint32_t best = UINT32_MAX;
  uint64_t least = UINT64_MAX;
  for (uint32_t v = 0; v < self->count; v++) {
    uint64_t low = 0, high = 0;
    if (!pending[v]) continue;
    for (uint32_t i = 0; i < self->inequalities.count; i++) {
      low += self->inequalities.data[i].factors[v] > 0;
      high += self->inequalities.data[i].factors[v] < 0;
    }
    if (low * high < least) {
      least = low * high;
      best = v;
    }
  }
  return best;
}

static bool is_impossible(const AffineSet *self) {
  for (uint32_t i = 0; i < self->equations.count; i++) {
    const SetRow *row = &self->equations.data[i];
    uint64_t common = gcd_of(self, row);
    if (common ? magnitude(row->constant) % common != 0 : row->constant != 0) return true;
  }
  for (uint32_t i = 0; i < self->inequalities.count; i++)
    if (self->inequalities.data[i].constant < 0 && !gcd_of(self, &self->inequalities.data[i])) return true;
  return false;
}

// Quotients that an equation gives go first.
static void drop_given_quotients(AffineSet *self) {
  for (uint32_t i = 0; i < self->equations.count && !self->failed; i++)
    for (uint32_t v = 0; v < self->count; v++) {
      int64_t factor = self->equations.data[i].factors[v];
      if (!self->is_quotient.data[v] || (factor != 1 && factor != -1)) continue;
      affine_set_substitute(self, i, v);
      i = UINT32_MAX;   // from the first equation again
      break;
    }
}

// `until_impossible`: stop when it is seen that no point is left, and return true then. It is looked at as rarely as
// mlir-opt does: what is found decides what later passes do.
static bool eliminate(AffineSet *self, uint32_t begin, uint32_t end, bool until_impossible) {
  bool *pending = arena_new(self->arena, bool, self->count + 1);
  uint32_t left = 0, limit = EXPLOSION_FACTOR * (self->count + 1);
  for (uint32_t i = 0; i < self->inequalities.count; i++) tighten(self, &self->inequalities.data[i]);
  if (until_impossible) {
    if (is_impossible(self)) return !self->failed;
    drop_given_quotients(self);
    if (is_impossible(self)) return !self->failed;
  }
  for (uint32_t v = begin; v < end && !self->failed; v++) {
    if (eliminate_by_equation(self, v) || !is_used(&self->inequalities, v)) continue;
    pending[v] = true;
    left++;
    if (until_impossible && is_impossible(self)) return !self->failed;
  }
  if (until_impossible && is_impossible(self)) return !self->failed;
  for (; left > 0 && !self->failed; left--) {
    uint32_t v = best_variable(self, pending);
    pending[v] = false;
    eliminate_by_pairs(self, v);
    if (self->inequalities.count >= limit) self->failed = true;
    if (until_impossible && !self->failed && is_impossible(self)) return true;
  }
  return false;
}

void affine_set_project_out(AffineSet *self, uint32_t begin, uint32_t end) {
  eliminate(self, begin, end, false);
  for (uint32_t i = 0; i < self->inequalities.count; i++) tighten(self, &self->inequalities.data[i]);
}

bool affine_set_is_empty(const AffineSet *self) {
  AffineSet copy = affine_set_copy(self);
  return !copy.failed && eliminate(&copy, 0, copy.count, true);
}

bool affine_set_constant_bound(const AffineSet *self, uint32_t variable, bool upper, int64_t *out) {
  AffineSet copy = affine_set_copy(self);
  affine_set_project_out(&copy, 0, variable);
  affine_set_project_out(&copy, variable + 1, copy.count);
  if (copy.failed) return false;
  for (uint32_t i = 0; i < copy.equations.count; i++) {
    const SetRow *row = &copy.equations.data[i];
    if (!row->factors[variable]) continue;
    *out = -row->constant / row->factors[variable];
    return true;
  }
  bool found = false;
  for (uint32_t i = 0; i < copy.inequalities.count; i++) {
    const SetRow *row = &copy.inequalities.data[i];
    int64_t factor = row->factors[variable];
    if (upper ? factor >= 0 : factor <= 0) continue;
    int64_t bound = upper ? floor_div(row->constant, -factor) : -floor_div(row->constant, factor);
    if (!found || (upper ? bound < *out : bound > *out)) *out = bound;
    found = true;
  }
  return found;
}
