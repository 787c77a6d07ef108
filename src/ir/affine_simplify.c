// Simplification through a flat form: a sum of dimensions, symbols and locals with constant factors.
// A local stands for a quotient, or for a product, quotient or remainder with a symbolic right side.
#include "ir/affine.h"
#include "support/integers.h"

// Coefficients of [dimensions, symbols, constant, locals…]; missing ones at the end are 0.
typedef struct Row Row;
struct Row {
  Row *next_free;
  uint32_t count, cap;
  int64_t *at;
};

typedef struct Flattener {
  Context *ctx;
  Arena arena;
  uint32_t dims, symbols;
  VEC(E) locals;
  Row *free_rows;
} Flattener;

static int64_t wrap_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t wrap_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
// --- Rows

static uint32_t const_index(const Flattener *self) { return self->dims + self->symbols; }

// Room for `count` coefficients, new ones 0. False without memory.
static bool row_widen(Flattener *self, Row *row, uint32_t count) {
  if (count > row->cap) {
    uint32_t cap = count + count / 2;
    int64_t *at = arena_alloc_raw(&self->arena, sizeof(int64_t) * (size_t)cap);
    if (!at || self->ctx->mem.exhausted) return false;
    if (row->count) memcpy(at, row->at, sizeof(int64_t) * (size_t)row->count);
    row->at = at;
    row->cap = cap;
  }
  for (; row->count < count; row->count++) row->at[row->count] = 0;
  return true;
}

static Row *row_new(Flattener *self) {
  Row *row = self->free_rows;
  if (row)
    self->free_rows = row->next_free;
  else
    row = arena_new(&self->arena, Row, 1);
  row->count = 0;
  return row_widen(self, row, const_index(self) + 1) ? row : NULL;
}

static void row_drop(Flattener *self, Row *row) {
  row->next_free = self->free_rows;
  self->free_rows = row;
}

static bool row_set_local(Flattener *self, Row *row, uint32_t local, int64_t factor) {
  uint32_t at = const_index(self) + 1 + local;
  if (!row_widen(self, row, at + 1)) return false;
  row->at[at] = factor;
  return true;
}

static bool row_become_local(Flattener *self, Row *row, uint32_t local) {
  memset(row->at, 0, sizeof(int64_t) * (size_t)row->count);
  return row_set_local(self, row, local, 1);
}

static uint64_t row_gcd(const Row *row, int64_t with) {
  uint64_t result = magnitude(with);
  for (uint32_t i = 0; i < row->count; i++) result = gcd(result, magnitude(row->at[i]));
  return result;
}

// The row divided by `by` as an expression.
static E row_expr(Flattener *self, const Row *row, int64_t by) {
  Context *ctx = self->ctx;
  E sum = affine_const(ctx, 0);
  uint32_t constant = const_index(self);
  for (uint32_t i = 0; i < constant; i++) {
    if (row->at[i] == 0) continue;
    E id = i < self->dims ? affine_dim(ctx, i) : affine_symbol(ctx, i - self->dims);
    sum = affine_add(ctx, sum, affine_mul(ctx, id, affine_const(ctx, row->at[i] / by)));
  }
  for (uint32_t i = constant + 1; i < row->count; i++)
    if (row->at[i] != 0)
      sum = affine_add(ctx, sum, affine_mul(ctx, self->locals.data[i - constant - 1], affine_const(ctx, row->at[i] / by)));
  if (row->at[constant] / by != 0) sum = affine_add(ctx, sum, affine_const(ctx, row->at[constant] / by));
  return sum;
}

static uint32_t find_or_add_local(Flattener *self, E expr) {
  for (uint32_t i = 0; i < self->locals.count; i++)
    if (self->locals.data[i] == expr) return i;
  vec_push(&self->arena, &self->locals, expr);
  return self->locals.count - 1;
}

// --- Flattening

static bool flatten_mod(Flattener *self, Row *lhs, int64_t divisor) {
  if (divisor <= 0) return false;
  uint32_t i = 0;
  while (i < lhs->count && lhs->at[i] % divisor == 0) i++;
  if (i == lhs->count) {
    memset(lhs->at, 0, sizeof(int64_t) * (size_t)lhs->count);
    return true;
  }
  // e mod c = e - c * q with q = e floordiv c, their common factor taken out of the quotient.
  int64_t common = (int64_t)row_gcd(lhs, divisor);
  E quotient = affine_floordiv(self->ctx, row_expr(self, lhs, common), affine_const(self->ctx, divisor / common));
  return row_set_local(self, lhs, find_or_add_local(self, quotient), -divisor);
}

static bool flatten_div(Flattener *self, AffineKind kind, Row *lhs, int64_t divisor) {
  if (divisor <= 0) return false;
  int64_t common = (int64_t)row_gcd(lhs, divisor);
  for (uint32_t i = 0; i < lhs->count; i++) lhs->at[i] /= common;
  divisor /= common;
  if (divisor == 1) return true;
  E quotient = affine_binary(self->ctx, kind, row_expr(self, lhs, 1), affine_const(self->ctx, divisor));
  return row_become_local(self, lhs, find_or_add_local(self, quotient));
}

// Kept out of the recursion below: its frame is large.
static __attribute__((noinline)) bool combine(Flattener *self, E expr, Row *lhs, const Row *rhs) {
  if (expr->kind == AFFINE_ADD) {
    if (!row_widen(self, lhs, rhs->count)) return false;
    for (uint32_t i = 0; i < rhs->count; i++) lhs->at[i] = wrap_add(lhs->at[i], rhs->at[i]);
    return true;
  }
  if (expr->rhs->kind != AFFINE_CONST) {
    E whole = affine_binary(self->ctx, (AffineKind)expr->kind, row_expr(self, lhs, 1), row_expr(self, rhs, 1));
    return row_become_local(self, lhs, find_or_add_local(self, whole));
  }
  int64_t constant = expr->rhs->value;
  if (expr->kind == AFFINE_MOD) return flatten_mod(self, lhs, constant);
  if (expr->kind != AFFINE_MUL) return flatten_div(self, (AffineKind)expr->kind, lhs, constant);
  for (uint32_t i = 0; i < lhs->count; i++) lhs->at[i] = wrap_mul(lhs->at[i], constant);
  return true;
}

// NULL: a division by zero or by a negative number, or no memory.
static Row *flatten(Flattener *self, E expr) {
  if (!expr->lhs) {
    uint32_t limit = expr->kind == AFFINE_DIM ? self->dims : expr->kind == AFFINE_SYMBOL ? self->symbols : 0;
    Row *row = expr->kind == AFFINE_CONST || expr->value < limit ? row_new(self) : NULL;
    if (!row) return NULL;
    if (expr->kind == AFFINE_CONST)
      row->at[const_index(self)] = expr->value;
    else
      row->at[expr->value + (expr->kind == AFFINE_SYMBOL ? self->dims : 0)] = 1;
    return row;
  }
  Row *lhs = flatten(self, expr->lhs);
  Row *rhs = lhs ? flatten(self, expr->rhs) : NULL;
  if (!rhs || !combine(self, expr, lhs, rhs)) return NULL;
  row_drop(self, rhs);
  return lhs;
}

// --- Rebuilding a semi-affine sum, ordered by the positions of its dimensions and symbols

typedef struct Term {
  uint32_t major;
  int64_t minor;
  int64_t factor;
  E expr;
} Term;

typedef struct Terms {
  Term *data;
  uint32_t count, cap;
} Terms;

static bool is_before(const Term *a, const Term *b) { return a->major != b->major ? a->major < b->major : a->minor < b->minor; }

// Bottom-up merge sort. Stable; of terms at one position the first stands for all, as in mlir-opt 22.
static void sort_terms(Arena *arena, Terms *terms) {
  Term *from = terms->data, *to = arena_alloc_raw(arena, sizeof(Term) * (size_t)terms->count);
  if (!to) return;
  for (size_t width = 1; width < terms->count; width *= 2) {
    for (size_t begin = 0; begin < terms->count; begin += 2 * width) {
      size_t a = begin, a_end = begin + width < terms->count ? begin + width : terms->count;
      size_t b = a_end, b_end = a_end + width < terms->count ? a_end + width : terms->count;
      for (size_t out = begin; out < b_end; out++) to[out] = b >= b_end || (a < a_end && !is_before(&from[b], &from[a])) ? from[a++] : from[b++];
    }
    Term *swap = from;
    from = to;
    to = swap;
  }
  terms->data = from;
  for (uint32_t i = 1; i < terms->count; i++)
    if (!is_before(&from[i - 1], &from[i])) from[i] = from[i - 1];
}

static bool is_id(E e) { return e->kind == AFFINE_DIM || e->kind == AFFINE_SYMBOL; }

static E semi_affine_expr(Flattener *self, const Row *row) {
  Context *ctx = self->ctx;
  Terms terms = {0};
  uint32_t constant = const_index(self), later = self->dims > self->symbols ? self->dims : self->symbols;
  int64_t earlier = -1;
  for (uint32_t i = self->dims; i < constant; i++)
    if (row->at[i] != 0)
      vec_push(&self->arena, &terms, (Term){i - self->dims, later++, row->at[i], affine_symbol(ctx, i - self->dims)});
  bool *placed = arena_new(&self->arena, bool, self->locals.count + 1);
  for (uint32_t i = constant + 1; placed && i < row->count; i++) {
    E e = self->locals.data[i - constant - 1];
    if (row->at[i] == 0 || !e->lhs || !is_id(e->lhs) || !(is_id(e->rhs) || e->rhs->kind == AFFINE_CONST)) continue;
    Term term = {(uint32_t)e->lhs->value, 0, row->at[i], e};
    if (e->lhs->kind == AFFINE_SYMBOL)
      term.minor = later++;
    else
      term.minor = e->rhs->kind == AFFINE_CONST ? earlier-- : e->rhs->value;
    vec_push(&self->arena, &terms, term);
    placed[i - constant - 1] = true;
  }
  for (uint32_t i = 0; i < self->dims; i++)
    if (row->at[i] != 0) vec_push(&self->arena, &terms, (Term){i, earlier--, row->at[i], affine_dim(ctx, i)});
  sort_terms(&self->arena, &terms);

  E sum = affine_const(ctx, 0);
  for (uint32_t i = 0; i < terms.count; i++)
    sum = affine_add(ctx, sum, affine_mul(ctx, terms.data[i].expr, affine_const(ctx, terms.data[i].factor)));
  for (uint32_t i = constant + 1; placed && i < row->count; i++)
    if (row->at[i] != 0 && !placed[i - constant - 1])
      sum = affine_add(ctx, sum, affine_mul(ctx, self->locals.data[i - constant - 1], affine_const(ctx, row->at[i])));
  if (row->at[constant] != 0) sum = affine_add(ctx, sum, affine_const(ctx, row->at[constant]));
  return sum;
}

// --- Semi-affine rules: division by a symbol

// Whether `e` is known to be a multiple of the symbol; `kind` is the division that asks.
static bool divisible_by_symbol(E e, int64_t symbol, AffineKind kind) {
  switch (e->kind) {
    case AFFINE_CONST: return e->value == 0;
    case AFFINE_SYMBOL: return e->value == symbol;
    case AFFINE_ADD: return divisible_by_symbol(e->lhs, symbol, kind) && divisible_by_symbol(e->rhs, symbol, kind);
    case AFFINE_MUL: return divisible_by_symbol(e->lhs, symbol, kind) || divisible_by_symbol(e->rhs, symbol, kind);
    case AFFINE_MOD: return divisible_by_symbol(e->lhs, symbol, AFFINE_MOD) && divisible_by_symbol(e->rhs, symbol, AFFINE_MOD);
    // Two divisions of one kind may change places.
    case AFFINE_FLOORDIV:
    case AFFINE_CEILDIV: return kind == (AffineKind)e->kind && divisible_by_symbol(e->lhs, symbol, kind);
    default: return false;
  }
}

// `e` divided by the symbol, NULL when that does not come out even.
static E divide_by_symbol(Context *ctx, E e, int64_t symbol, AffineKind kind) {
  E lhs, rhs;
  switch (e->kind) {
    case AFFINE_CONST: return e->value == 0 ? e : NULL;
    case AFFINE_SYMBOL: return e->value == symbol ? affine_const(ctx, 1) : NULL;
    case AFFINE_ADD:
    case AFFINE_MOD:
      if (e->kind == AFFINE_MOD) kind = AFFINE_MOD;
      lhs = divide_by_symbol(ctx, e->lhs, symbol, kind);
      rhs = lhs ? divide_by_symbol(ctx, e->rhs, symbol, kind) : NULL;
      break;
    case AFFINE_MUL: {
      bool left = divisible_by_symbol(e->lhs, symbol, kind);
      lhs = left ? divide_by_symbol(ctx, e->lhs, symbol, kind) : e->lhs;
      rhs = left ? e->rhs : divide_by_symbol(ctx, e->rhs, symbol, kind);
      break;
    }
    case AFFINE_FLOORDIV:
    case AFFINE_CEILDIV:
      lhs = divide_by_symbol(ctx, e->lhs, symbol, (AffineKind)e->kind);
      rhs = e->rhs;
      break;
    default: return NULL;
  }
  return lhs && rhs ? affine_binary(ctx, (AffineKind)e->kind, lhs, rhs) : NULL;
}

typedef struct Summands { E *data; uint32_t count, cap; } Summands;

static void collect_summands(Arena *arena, E e, Summands *out) {
  while (e->kind == AFFINE_ADD) {
    collect_summands(arena, e->lhs, out);
    e = e->rhs;
  }
  vec_push(arena, out, e);
}

// x - x mod m, as loop peeling writes it, is a multiple of m.
static bool is_multiple_by_subtraction(Context *ctx, E lhs, E rhs, uint32_t dims, uint32_t symbols) {
  Arena arena;
  arena_init(&arena, &ctx->mem);
  Summands summands = {0};
  collect_summands(&arena, lhs, &summands);
  bool found = false;
  for (uint32_t i = 0; i < summands.count && !found; i++) {
    E e = summands.data[i];
    if (e->kind != AFFINE_MUL || e->rhs->kind != AFFINE_CONST || e->rhs->value != -1) continue;
    E mod = e->lhs;
    if (mod->kind != AFFINE_MOD || mod->rhs != rhs) continue;
    E rest = affine_const(ctx, 0);
    for (uint32_t j = 0; j < summands.count; j++)
      if (j != i) rest = affine_add(ctx, rest, summands.data[j]);
    rest = affine_simplify(ctx, affine_sub(ctx, rest, mod->lhs), dims, symbols);
    found = rest->kind == AFFINE_CONST && rest->value == 0;
  }
  arena_free(&arena);
  return found;
}

// Kept out of the recursion below: its frame is large.
static __attribute__((noinline)) E simplify_division(Context *ctx, E expr, E lhs, E rhs, uint32_t dims, uint32_t symbols) {
  AffineKind kind = (AffineKind)expr->kind;
  // mlir-opt 22 gives 0 for the quotients as well, where only the remainder is 0.
  if (is_multiple_by_subtraction(ctx, lhs, rhs, dims, symbols)) return affine_const(ctx, 0);
  if (rhs->kind == AFFINE_SYMBOL && divisible_by_symbol(expr->lhs, rhs->value, kind)) {
    if (kind == AFFINE_MOD) return affine_const(ctx, 0);
    E quotient = divide_by_symbol(ctx, lhs, rhs->value, kind);
    if (quotient) return quotient;
  }
  return affine_binary(ctx, kind, lhs, rhs);
}

static E simplify_semi_affine(Context *ctx, E expr, uint32_t dims, uint32_t symbols) {
  if (!expr->lhs) return expr;
  E lhs = simplify_semi_affine(ctx, expr->lhs, dims, symbols);
  E rhs = simplify_semi_affine(ctx, expr->rhs, dims, symbols);
  if (expr->kind == AFFINE_ADD || expr->kind == AFFINE_MUL) return affine_binary(ctx, (AffineKind)expr->kind, lhs, rhs);
  return simplify_division(ctx, expr, lhs, rhs, dims, symbols);
}

// --- The whole

E affine_simplify(Context *ctx, E expr, uint32_t dims, uint32_t symbols) {
  if (!expr->lhs) return expr;
  if (!expr->is_pure_affine) expr = simplify_semi_affine(ctx, expr, dims, symbols);
  Flattener self = {.ctx = ctx, .dims = dims, .symbols = symbols};
  arena_init(&self.arena, &ctx->mem);
  const Row *row = flatten(&self, expr);
  if (row) {
    E plain = row_expr(&self, row, 1);
    if (expr->is_pure_affine)
      expr = plain;
    else if (expr != plain)
      expr = semi_affine_expr(&self, row);
  }
  arena_free(&self.arena);
  return expr;
}

bool affine_flatten(Context *ctx, E expr, uint32_t dims, uint32_t symbols, int64_t *factors) {
  Flattener self = {.ctx = ctx, .dims = dims, .symbols = symbols};
  arena_init(&self.arena, &ctx->mem);
  const Row *row = flatten(&self, expr);
  bool flat = row && !self.locals.count;
  if (flat) memcpy(factors, row->at, sizeof *factors * ((size_t)const_index(&self) + 1));
  arena_free(&self.arena);
  return flat;
}
