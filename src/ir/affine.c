// Affine expressions: uniquing and the simplifications every constructor makes.
#include "ir/affine.h"

#include "ir/uniquer.h"
#include "support/integers.h"

#define DEEPEST (2 * AFFINE_MAX_DEPTH)

static E limit_reached(Context *ctx) {
  mem_reach_limit(&ctx->mem, "an affine expression became too large");
  return affine_const(ctx, 0);
}

static E make(Context *ctx, AffineKind kind, E lhs, E rhs, int64_t value);

// --- Arithmetic

// Sums and products wrap where a fold is not guarded.
static int64_t wrap_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t wrap_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

static bool divides(int64_t divisor, int64_t value) { return divisor == -1 || value % divisor == 0; }
// Quotients; `b` is not 0 and the quotient fits.
static int64_t ceil_div(int64_t a, int64_t b) { return a / b + ((a % b != 0) && ((a < 0) == (b < 0))); }
static bool div_overflows(int64_t a, int64_t b) { return a == INT64_MIN && b == -1; }
static int64_t positive_mod(int64_t a, int64_t b) { return a % b < 0 ? a % b + b : a % b; }

// The greatest divisor that is known from an expression's shape.
static int64_t known_divisor(AffineKind kind, E lhs, E rhs, int64_t value) {
  switch (kind) {
    case AFFINE_CONST: return (int64_t)magnitude(value);
    case AFFINE_MUL: return wrap_mul(lhs->divisor, rhs->divisor);
    case AFFINE_ADD:
    case AFFINE_MOD: return (int64_t)gcd((uint64_t)lhs->divisor, (uint64_t)rhs->divisor);
    case AFFINE_FLOORDIV:
    case AFFINE_CEILDIV:
      if (rhs->kind == AFFINE_CONST && rhs->value != 0 && !div_overflows(lhs->divisor, rhs->value) &&
          lhs->divisor % rhs->value == 0)
        return lhs->divisor / rhs->value;
      return 1;
    default: return 1;
  }
}

// --- Uniquing

static bool is_pure(AffineKind kind, E lhs, E rhs) {
  switch (kind) {
    case AFFINE_ADD: return lhs->is_pure_affine && rhs->is_pure_affine;
    case AFFINE_MUL:
      return lhs->is_pure_affine && rhs->is_pure_affine && (lhs->kind == AFFINE_CONST || rhs->kind == AFFINE_CONST);
    default: return lhs->is_pure_affine && rhs->kind == AFFINE_CONST;
  }
}

static E make(Context *ctx, AffineKind kind, E lhs, E rhs, int64_t value) {
  UniqueTable *table = &ctx->uniquer->exprs;
  const uint64_t words[] = {kind, (uintptr_t)lhs, (uintptr_t)rhs, (uint64_t)value};
  uint32_t hash = hash_bytes(words, sizeof words);
  unique_each(table, hash, slot) {
    E item = slot->item;
    if (slot->hash == hash && item->kind == kind && item->lhs == lhs && item->rhs == rhs && item->value == value) return item;
  }
  AffineExpr expr = {.hash = hash, .kind = (uint8_t)kind, .depth = 1, .size = 1, .lhs = lhs, .rhs = rhs, .value = value};
  if (lhs) {
    expr.depth = 1 + (lhs->depth > rhs->depth ? lhs->depth : rhs->depth);
    expr.size = 1 + lhs->size + rhs->size;
    if (expr.depth > DEEPEST || expr.size > AFFINE_MAX_SIZE) return limit_reached(ctx);
  }
  expr.is_pure_affine = !lhs || is_pure(kind, lhs, rhs);
  expr.is_symbolic_or_const = lhs ? lhs->is_symbolic_or_const && rhs->is_symbolic_or_const : kind != AFFINE_DIM;
  expr.divisor = known_divisor(kind, lhs, rhs, value);
  AffineExpr *item = arena_alloc_raw(&ctx->arena, sizeof *item);
  *item = expr;
  unique_insert(ctx, table, hash, item);
  return item;
}

E affine_const(Context *ctx, int64_t value) { return make(ctx, AFFINE_CONST, NULL, NULL, value); }
E affine_dim(Context *ctx, uint32_t position) { return make(ctx, AFFINE_DIM, NULL, NULL, position); }
E affine_symbol(Context *ctx, uint32_t position) { return make(ctx, AFFINE_SYMBOL, NULL, NULL, position); }

// --- Sums

static bool is_const(E e) { return e->kind == AFFINE_CONST; }
static bool has_const_rhs(E e, AffineKind kind) { return e->kind == kind && is_const(e->rhs); }

// Two dimensions, or two symbols, the later one first.
static bool out_of_order(E lhs, E rhs) {
  return lhs->kind == rhs->kind && (lhs->kind == AFFINE_DIM || lhs->kind == AFFINE_SYMBOL) && lhs->value > rhs->value;
}

// An expression as factor * rest.
static E split_factor(E e, int64_t *factor) {
  if (has_const_rhs(e, AFFINE_MUL)) {
    *factor = e->rhs->value;
    return e->lhs;
  }
  *factor = 1;
  return e;
}

// The simplified sum, or NULL when there is nothing to simplify.
static E simplify_add(Context *ctx, E lhs, E rhs) {
  if (is_const(lhs) && is_const(rhs)) {
    int64_t sum;
    return __builtin_add_overflow(lhs->value, rhs->value, &sum) ? NULL : affine_const(ctx, sum);
  }
  // A constant, or the only symbolic side, goes to the right.
  if (is_const(lhs) || (lhs->is_symbolic_or_const && !rhs->is_symbolic_or_const) || out_of_order(lhs, rhs))
    return affine_add(ctx, rhs, lhs);
  if (is_const(rhs) && rhs->value == 0) return lhs;
  // (e + c1) + c2 -> e + (c1 + c2)
  if (is_const(rhs) && has_const_rhs(lhs, AFFINE_ADD))
    return affine_add(ctx, lhs->lhs, affine_const(ctx, wrap_add(lhs->rhs->value, rhs->value)));

  // e * c1 + e * c2 -> e * (c1 + c2)
  int64_t left_factor, right_factor;
  E left = split_factor(lhs, &left_factor), right = split_factor(rhs, &right_factor);
  if (left == right) return affine_mul(ctx, left, affine_const(ctx, wrap_add(left_factor, right_factor)));

  // (e + c) + f -> (e + f) + c
  if (has_const_rhs(lhs, AFFINE_ADD)) return affine_add(ctx, affine_add(ctx, lhs->lhs, rhs), lhs->rhs);

  // e - (e floordiv q) * q -> e mod q, where the negation sits outside of a symbolic product or in
  // the constant factor.
  if (!rhs->lhs) return NULL;
  E product = rhs->lhs;
  if (is_const(rhs->rhs) && rhs->rhs->value == -1 && product->kind == AFFINE_MUL) {
    E quotient = product->lhs;
    if (quotient->kind != AFFINE_FLOORDIV) return NULL;
    if (quotient->rhs == product->rhs && lhs == quotient->lhs) return affine_mod(ctx, lhs, product->rhs);
  }
  if (rhs->kind != AFFINE_MUL || product->kind != AFFINE_FLOORDIV) return NULL;
  E divisor = product->rhs;
  if (is_const(divisor) && divisor->value > 0 && lhs == product->lhs && divisor == affine_neg(ctx, rhs->rhs))
    return affine_mod(ctx, lhs, divisor);
  // (e + f) + g, where f + g simplifies
  if (lhs->kind == AFFINE_ADD) {
    E tail = simplify_add(ctx, lhs->rhs, rhs);
    if (tail) return affine_add(ctx, lhs->lhs, tail);
  }
  return NULL;
}

E affine_add(Context *ctx, E lhs, E rhs) {
  E simplified = simplify_add(ctx, lhs, rhs);
  return simplified ? simplified : make(ctx, AFFINE_ADD, lhs, rhs, 0);
}

E affine_neg(Context *ctx, E expr) { return affine_mul(ctx, expr, affine_const(ctx, -1)); }
E affine_sub(Context *ctx, E lhs, E rhs) { return affine_add(ctx, lhs, affine_neg(ctx, rhs)); }

// --- Products

static E simplify_mul(Context *ctx, E lhs, E rhs) {
  if (is_const(lhs) && is_const(rhs)) {
    int64_t product;
    return __builtin_mul_overflow(lhs->value, rhs->value, &product) ? NULL : affine_const(ctx, product);
  }
  // The constant or symbolic side goes to the right.
  if (is_const(lhs) || (!rhs->is_symbolic_or_const && lhs->is_symbolic_or_const) || out_of_order(lhs, rhs))
    return affine_mul(ctx, rhs, lhs);
  if (is_const(rhs) && rhs->value == 1) return lhs;
  if (is_const(rhs) && rhs->value == 0) return rhs;
  if (has_const_rhs(lhs, AFFINE_MUL)) {
    // (e * c1) * c2 -> e * (c1 * c2);  (e * c) * f -> (e * f) * c
    if (is_const(rhs)) return affine_mul(ctx, lhs->lhs, affine_const(ctx, wrap_mul(lhs->rhs->value, rhs->value)));
    return affine_mul(ctx, affine_mul(ctx, lhs->lhs, rhs), lhs->rhs);
  }
  return NULL;
}

E affine_mul(Context *ctx, E lhs, E rhs) {
  E simplified = simplify_mul(ctx, lhs, rhs);
  return simplified ? simplified : make(ctx, AFFINE_MUL, lhs, rhs, 0);
}

// --- Quotients and remainders. By zero, and remainders by negative numbers: kept as they are.

static E simplify_floordiv(Context *ctx, E lhs, E rhs) {
  if (!is_const(rhs) || rhs->value == 0) return NULL;
  int64_t divisor = rhs->value;
  if (is_const(lhs)) return div_overflows(lhs->value, divisor) ? NULL : affine_const(ctx, floor_div(lhs->value, divisor));
  if (divisor == 1) return lhs;
  if (has_const_rhs(lhs, AFFINE_MUL) && divides(divisor, lhs->rhs->value) && !div_overflows(lhs->rhs->value, divisor))
    return affine_mul(ctx, lhs->lhs, affine_const(ctx, lhs->rhs->value / divisor));
  if (lhs->kind == AFFINE_ADD && (divides(divisor, lhs->lhs->divisor) || divides(divisor, lhs->rhs->divisor)))
    return affine_add(ctx, affine_floordiv(ctx, lhs->lhs, rhs), affine_floordiv(ctx, lhs->rhs, rhs));
  return NULL;
}

E affine_floordiv(Context *ctx, E lhs, E rhs) {
  E simplified = simplify_floordiv(ctx, lhs, rhs);
  return simplified ? simplified : make(ctx, AFFINE_FLOORDIV, lhs, rhs, 0);
}

static E simplify_ceildiv(Context *ctx, E lhs, E rhs) {
  if (!is_const(rhs) || rhs->value == 0) return NULL;
  int64_t divisor = rhs->value;
  if (is_const(lhs)) return div_overflows(lhs->value, divisor) ? NULL : affine_const(ctx, ceil_div(lhs->value, divisor));
  if (divisor == 1) return lhs;
  if (has_const_rhs(lhs, AFFINE_MUL) && divides(divisor, lhs->rhs->value) && !div_overflows(lhs->rhs->value, divisor))
    return affine_mul(ctx, lhs->lhs, affine_const(ctx, lhs->rhs->value / divisor));
  return NULL;
}

E affine_ceildiv(Context *ctx, E lhs, E rhs) {
  E simplified = simplify_ceildiv(ctx, lhs, rhs);
  return simplified ? simplified : make(ctx, AFFINE_CEILDIV, lhs, rhs, 0);
}

static E simplify_mod(Context *ctx, E lhs, E rhs) {
  if (!is_const(rhs) || rhs->value < 1) return NULL;
  int64_t divisor = rhs->value;
  if (is_const(lhs)) return affine_const(ctx, positive_mod(lhs->value, divisor));
  if (lhs->divisor % divisor == 0) return affine_const(ctx, 0);
  if (lhs->kind == AFFINE_ADD) {
    if (lhs->lhs->divisor % divisor == 0) return affine_mod(ctx, lhs->rhs, rhs);
    if (lhs->rhs->divisor % divisor == 0) return affine_mod(ctx, lhs->lhs, rhs);
  }
  // (e mod a) mod b -> e mod b when b divides a
  if (has_const_rhs(lhs, AFFINE_MOD) && lhs->rhs->value >= 1 && lhs->rhs->value % divisor == 0)
    return affine_mod(ctx, lhs->lhs, rhs);
  return NULL;
}

E affine_mod(Context *ctx, E lhs, E rhs) {
  E simplified = simplify_mod(ctx, lhs, rhs);
  return simplified ? simplified : make(ctx, AFFINE_MOD, lhs, rhs, 0);
}

E affine_binary(Context *ctx, AffineKind kind, E lhs, E rhs) {
  switch (kind) {
    case AFFINE_ADD: return affine_add(ctx, lhs, rhs);
    case AFFINE_MUL: return affine_mul(ctx, lhs, rhs);
    case AFFINE_MOD: return affine_mod(ctx, lhs, rhs);
    case AFFINE_FLOORDIV: return affine_floordiv(ctx, lhs, rhs);
    default: return affine_ceildiv(ctx, lhs, rhs);
  }
}

// --- Questions

bool affine_is_const(E expr, int64_t *value) {
  if (!is_const(expr)) return false;
  *value = expr->value;
  return true;
}

static bool uses(E expr, AffineKind kind, uint32_t position) {
  while (expr->lhs) {
    if (uses(expr->rhs, kind, position)) return true;
    expr = expr->lhs;
  }
  return expr->kind == kind && expr->value == position;
}

bool affine_uses_dim(E expr, uint32_t position) { return uses(expr, AFFINE_DIM, position); }
bool affine_uses_symbol(E expr, uint32_t position) { return uses(expr, AFFINE_SYMBOL, position); }

// --- Replacing

E affine_replace(Context *ctx, E expr, const E *dims, uint32_t dim_count, const E *symbols, uint32_t symbol_count) {
  if (!expr->lhs) {
    E with = NULL;
    if (expr->kind == AFFINE_DIM && expr->value < dim_count) with = dims[expr->value];
    if (expr->kind == AFFINE_SYMBOL && expr->value < symbol_count) with = symbols[expr->value];
    return with ? with : expr;
  }
  E lhs = affine_replace(ctx, expr->lhs, dims, dim_count, symbols, symbol_count);
  E rhs = affine_replace(ctx, expr->rhs, dims, dim_count, symbols, symbol_count);
  return lhs == expr->lhs && rhs == expr->rhs ? expr : affine_binary(ctx, (AffineKind)expr->kind, lhs, rhs);
}
