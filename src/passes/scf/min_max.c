#include "ops/affine.h"

#include "passes/scf/min_max.h"

#include "dialects/affine/compose.h"
#include "ir/constants.h"
#include "support/integers.h"

// ---------------------------------------------------------------------------------------------
// Constraints

void constraints_init(Constraints *self, Arena *arena) {
  memset(self, 0, sizeof *self);
  self->arena = arena;
}

static uint32_t add_var(Constraints *self, Value *value, bool is_dim) {
  if (self->var_count == CONSTRAINTS_MAX_VARS) {
    self->failed = true;
    return 0;
  }
  self->vars[self->var_count] = value;
  self->is_dim[self->var_count] = is_dim;
  return self->var_count++;
}
uint32_t constraints_add_dim(Constraints *self, Value *value) { return add_var(self, value, true); }
uint32_t constraints_add_symbol(Constraints *self, Value *value) { return add_var(self, value, false); }
uint32_t constraints_add_local(Constraints *self) {
  self->has_locals = true;
  return add_var(self, NULL, false);
}

uint32_t constraints_var(const Constraints *self, const Value *value) {
  for (uint32_t dims = 2; dims-- > 0;)
    for (uint32_t i = 0; i < self->var_count; i++)
      if (self->vars[i] == value && self->is_dim[i] == (dims == 1)) return i;
  return UINT32_MAX;
}

void constraints_add(Constraints *self, const Row *row) { vec_push(self->arena, &self->rows, *row); }

void constraints_equal(Constraints *self, uint32_t var, int64_t value) {
  if (value == INT64_MIN) {
    self->failed = true;
    return;
  }
  Row row = {.constant = -value};
  row.factors[var] = 1;
  constraints_add(self, &row);
  row = (Row){.constant = value};
  row.factors[var] = -1;
  constraints_add(self, &row);
}

bool constant_number(const Value *value, int64_t *out) {
  A constant = value_constant(value);
  APInt number;
  return constant && attr_kind(constant) == ATTR_INTEGER && constant_int(constant, &number) && apint_to_i64(&number, out);
}

// ---------------------------------------------------------------------------------------------
// Elimination of variables one by one (Fourier and Motzkin's), for integers

typedef struct System {
  Row rows[CONSTRAINTS_MAX_ROWS];
  uint32_t count;
  uint32_t var_count;
  bool contradictory, failed;
} System;

typedef struct Solver {
  System systems[2];   // before and after an elimination
} Solver;

// Divide by what the factors have in common; the constant is rounded to what integers allow.
static void add_row(System *self, Row row) {
  uint64_t divisor = 0;
  for (uint32_t i = 0; i < self->var_count; i++) divisor = gcd(magnitude(row.factors[i]), divisor);
  if (divisor == 0) {
    self->contradictory |= row.constant < 0;
    return;
  }
  if (divisor > INT64_MAX || self->count == CONSTRAINTS_MAX_ROWS) {
    self->failed = true;
    return;
  }
  if (divisor > 1) {
    int64_t by = (int64_t)divisor;
    for (uint32_t i = 0; i < self->var_count; i++) row.factors[i] /= by;
    row.constant = row.constant / by - (row.constant % by < 0);
  }
  for (uint32_t i = 0; i < self->count; i++) {   // of two that differ in the constant, the smaller one says more
    if (memcmp(self->rows[i].factors, row.factors, sizeof row.factors) != 0) continue;
    if (row.constant < self->rows[i].constant) self->rows[i].constant = row.constant;
    return;
  }
  self->rows[self->count++] = row;
}

static void add_scaled(System *self, int64_t a, const Row *x, int64_t b, const Row *y, Row *out) {
  int64_t left, right;
  for (uint32_t i = 0; i <= self->var_count; i++) {
    bool is_last = i == self->var_count;
    self->failed |= __builtin_mul_overflow(a, is_last ? x->constant : x->factors[i], &left) ||
                    __builtin_mul_overflow(b, is_last ? y->constant : y->factors[i], &right) || __builtin_add_overflow(left, right, &left);
    if (is_last) out->constant = left;
    else out->factors[i] = left;
  }
}

static void eliminate(System *self, System *next, uint32_t var) {
  next->count = 0;
  next->var_count = self->var_count;
  next->contradictory = self->contradictory;
  next->failed = self->failed;
  for (uint32_t i = 0; i < self->count && !next->failed; i++) {
    const Row *low = &self->rows[i];
    if (low->factors[var] == 0) add_row(next, *low);
    if (low->factors[var] <= 0) continue;
    for (uint32_t k = 0; k < self->count && !next->failed; k++) {
      const Row *high = &self->rows[k];
      if (high->factors[var] >= 0) continue;
      Row sum = {{0}, 0};
      if (high->factors[var] == INT64_MIN) next->failed = true;
      else add_scaled(next, -high->factors[var], low, low->factors[var], high, &sum);
      if (!next->failed) add_row(next, sum);
    }
  }
}

// The variable whose elimination makes the fewest rows; `keep` stays. UINT32_MAX: none is left.
static uint32_t next_var(const System *self, uint32_t keep) {
  uint32_t best = UINT32_MAX;
  uint64_t best_cost = UINT64_MAX;
  for (uint32_t var = 0; var < self->var_count; var++) {
    uint64_t low = 0, high = 0;
    for (uint32_t i = 0; i < self->count; i++) {
      low += self->rows[i].factors[var] > 0;
      high += self->rows[i].factors[var] < 0;
    }
    if (var == keep || low + high == 0 || low * high >= best_cost) continue;
    best = var;
    best_cost = low * high;
  }
  return best;
}

// Leaves rows on `keep` alone, or none.
static const System *solve(const Constraints *known, uint32_t keep) {
  System *now = &known->solver->systems[0], *next = &known->solver->systems[1];
  now->count = 0;
  now->contradictory = false;
  now->var_count = known->var_count;
  now->failed = known->failed;
  for (uint32_t i = 0; i < known->rows.count && !now->failed; i++) add_row(now, known->rows.data[i]);
  uint32_t var;
  while (!now->failed && !now->contradictory && (var = next_var(now, keep)) != UINT32_MAX) {
    eliminate(now, next, var);
    System *swap = now;
    now = next;
    next = swap;
  }
  return now;
}

// No integers fulfil all of them. False: they may.
static bool constraints_contradict(const Constraints *self) {
  const System *system = solve(self, UINT32_MAX);
  return system->contradictory && !system->failed;
}

// The numbers between which a variable is, as far as constraints tell.
typedef struct Interval {
  bool has_low, has_high;
  int64_t low, high;
} Interval;

static Interval interval_of(const Constraints *known, uint32_t var) {
  Interval out = {false, false, 0, 0};
  const System *system = solve(known, var);
  if (system->failed || system->contradictory) return out;
  for (uint32_t i = 0; i < system->count; i++) {   // factors are 1 or -1 now
    const Row *row = &system->rows[i];
    if (row->constant == INT64_MIN) continue;
    if (row->factors[var] > 0 && (!out.has_low || -row->constant > out.low)) out.has_low = true, out.low = -row->constant;
    if (row->factors[var] < 0 && (!out.has_high || row->constant < out.high)) out.has_high = true, out.high = row->constant;
  }
  return out;
}

// The only value that the variable can have.
static bool only_value(const Constraints *known, uint32_t var, int64_t *out) {
  Interval interval = interval_of(known, var);
  *out = interval.low;
  return interval.has_low && interval.has_high && interval.low == interval.high;
}

// ---------------------------------------------------------------------------------------------
// affine.min and affine.max

typedef struct Flattening {
  Constraints *known;
  const Operation *op;
  uint32_t dims;
} Flattening;

static bool scale_row(Row *row, int64_t factor) {
  bool wraps = __builtin_mul_overflow(row->constant, factor, &row->constant);
  for (uint32_t i = 0; i < CONSTRAINTS_MAX_VARS; i++) wraps |= __builtin_mul_overflow(row->factors[i], factor, &row->factors[i]);
  return !wraps;
}

static bool sum_rows(Row *row, const Row *by) {
  bool wraps = __builtin_add_overflow(row->constant, by->constant, &row->constant);
  for (uint32_t i = 0; i < CONSTRAINTS_MAX_VARS; i++) wraps |= __builtin_add_overflow(row->factors[i], by->factors[i], &row->factors[i]);
  return !wraps;
}

// The row becomes its quotient by `divisor`, rounded down: a variable q with 0 <= row - divisor * q < divisor.
static bool divide_row(Constraints *known, Row *row, int64_t divisor) {
  uint32_t q = constraints_add_local(known);
  if (known->failed) return false;
  Row low = *row;
  low.factors[q] = -divisor;
  Row high = low;
  if (!scale_row(&high, -1) || __builtin_add_overflow(high.constant, divisor - 1, &high.constant)) return false;
  constraints_add(known, &low);
  constraints_add(known, &high);
  *row = (Row){.constant = 0};
  row->factors[q] = 1;
  return true;
}

static bool flatten(Flattening *self, E expr, Row *out, uint32_t depth);

static bool flatten_division(Flattening *self, E expr, Row *out, uint32_t depth) {
  int64_t divisor;
  if (!affine_is_const(expr->rhs, &divisor) || divisor <= 0 || !flatten(self, expr->lhs, out, depth)) return false;
  Row whole = *out;
  if (expr->kind == AFFINE_CEILDIV && __builtin_add_overflow(out->constant, divisor - 1, &out->constant)) return false;
  if (!divide_row(self->known, out, divisor)) return false;
  return expr->kind != AFFINE_MOD || (scale_row(out, -divisor) && sum_rows(out, &whole));
}

// The expression as a sum; values that nothing is known about become symbols.
static bool flatten(Flattening *self, E expr, Row *out, uint32_t depth) {
  enum { MAX_DEPTH = 256 };
  if (depth == MAX_DEPTH) return false;
  Row right;
  int64_t factor;
  switch ((AffineKind)expr->kind) {
    case AFFINE_CONST:
      *out = (Row){.constant = expr->value};
      return true;
    case AFFINE_DIM:
    case AFFINE_SYMBOL: {
      Value *value = op_operand(self->op, (uint32_t)expr->value + (expr->kind == AFFINE_SYMBOL ? self->dims : 0));
      uint32_t var = constraints_var(self->known, value);
      if (var == UINT32_MAX) var = constraints_add_symbol(self->known, value);
      *out = (Row){.constant = 0};
      out->factors[var] = 1;
      return !self->known->failed;
    }
    case AFFINE_ADD:
      return flatten(self, expr->lhs, out, depth + 1) && flatten(self, expr->rhs, &right, depth + 1) && sum_rows(out, &right);
    case AFFINE_MUL:
      return affine_is_const(expr->rhs, &factor) && flatten(self, expr->lhs, out, depth + 1) && scale_row(out, factor);
    default:
      return flatten_division(self, expr, out, depth + 1);
  }
}

// a <= b always
static bool is_never_more(Constraints *known, const Row *a, const Row *b) {
  Row more;   // a - b - 1 >= 0
  for (uint32_t i = 0; i < CONSTRAINTS_MAX_VARS; i++)
    if (__builtin_sub_overflow(a->factors[i], b->factors[i], &more.factors[i])) return false;
  if (__builtin_sub_overflow(a->constant, b->constant, &more.constant) || __builtin_sub_overflow(more.constant, 1, &more.constant)) return false;
  constraints_add(known, &more);
  bool never = constraints_contradict(known);
  known->rows.count--;
  return never;
}

// The last of the alternatives that is never more, or never less, than the others. -1: there is none.
static int64_t find_extreme(Constraints *known, const Row *rows, uint32_t count, bool is_min) {
  for (uint32_t i = count; i-- > 0;) {
    bool always = true;
    for (uint32_t k = 0; k < count && always; k++)
      always = k == i || (is_min ? is_never_more(known, &rows[i], &rows[k]) : is_never_more(known, &rows[k], &rows[i]));
    if (always) return i;
  }
  return -1;
}

// A number that bounds the result, and that all alternatives reach. Does for sums with quotients, too.
static bool find_constant(Constraints *known, const Row *rows, uint32_t count, bool is_min, Row *out) {
  uint32_t result = constraints_add_local(known);
  if (known->failed) return false;
  for (uint32_t i = 0; i < count; i++) {   // result <= alternative, or the other way round
    Row row = rows[i];
    row.factors[result] = -1;
    if (!is_min && !scale_row(&row, -1)) return false;
    constraints_add(known, &row);
  }
  Interval interval = interval_of(known, result);
  if (is_min ? !interval.has_high : !interval.has_low) return false;
  *out = (Row){.constant = is_min ? interval.high : interval.low};
  for (uint32_t i = 0; i < count; i++)
    if (!(is_min ? is_never_more(known, out, &rows[i]) : is_never_more(known, &rows[i], out))) return false;
  return true;
}

// The sum as a map over the values of the constraints; those that can have one value only are written as that.
static const AffineMap *row_map(Context *ctx, const Constraints *known, const Row *row, ValueVec *operands) {
  E sum = affine_const(ctx, 0);
  uint32_t counts[2] = {0, 0};
  for (uint32_t dims = 2; dims-- > 0;)
    for (uint32_t i = 0; i < known->var_count; i++) {
      if (known->is_dim[i] != (dims == 1) || !known->vars[i] || !row->factors[i]) continue;
      int64_t value;
      bool fixed = !constant_number(known->vars[i], &value) && only_value(known, i, &value);
      E term = fixed ? affine_const(ctx, value) : dims ? affine_dim(ctx, counts[1]) : affine_symbol(ctx, counts[0]);
      sum = affine_add(ctx, sum, affine_mul(ctx, term, affine_const(ctx, row->factors[i])));
      if (fixed) continue;
      counts[dims]++;
      vec_push(known->arena, operands, known->vars[i]);
    }
  sum = affine_add(ctx, sum, affine_const(ctx, row->constant));
  return affine_map(ctx, counts[1], counts[0], &sum, 1);
}

// The alternative, or number, that the operation always is. False: that cannot be told.
static bool find_result(Constraints *known, const Operation *op, const AffineMap *map, bool is_min, Row *out, const char **why) {
  Row *rows = arena_new(known->arena, Row, map->result_count + 1);
  Flattening flattening = {known, op, map->dim_count};
  *why = "its alternatives are no sums of quotients";
  for (uint32_t i = 0; i < map->result_count; i++)
    if (!rows || !flatten(&flattening, map->results[i], &rows[i], 0)) return false;
  *why = "the loop does not run";
  if (constraints_contradict(known)) return false;
  *why = "none of its alternatives is always taken";
  int64_t extreme = known->has_locals ? -1 : find_extreme(known, rows, map->result_count, is_min);   // as upstream's
  if (extreme >= 0) *out = rows[extreme];
  return extreme >= 0 || find_constant(known, rows, map->result_count, is_min, out);
}

bool simplify_min_max(Greedy *g, Operation *op, Constraints *known) {
  bool is_min = op_is(op, OP_AFFINE_MIN);
  const AffineMap *map = ((const MapAttr *)op_prop_at(op, is_min ? AFFINE_MIN_MAP : AFFINE_MAX_MAP))->map;
  Arena scratch;
  arena_init(&scratch, &g->ctx->mem);
  known->arena = &scratch;   // with the rows that were added before
  known->solver = arena_new(&scratch, Solver, 1);
  const char *why = "memory is exhausted";
  Row row;
  bool found = known->solver && find_result(known, op, map, is_min, &row, &why);
  ValueVec operands = {0};
  const AffineMap *value = NULL;
  if (found) {
    value = row_map(g->ctx, known, &row, &operands);
    canonicalize_map(g->ctx, &value, &operands, &scratch);
    builder_before(&g->b, op);
    OpState *state = builder_begin(&g->b, OP_AFFINE_APPLY);
    op_state_add_operands(state, operands.data, operands.count);
    op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(g->ctx, value));
    op_state_add_type(state, g->ctx->types.index);
  }
  arena_free(&scratch);
  known->arena = g->arena;
  return found ? greedy_replace1(g, op, builder_finish_value(&g->b)) : greedy_no_match(g, op, why);
}
