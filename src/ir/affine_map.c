// Affine maps and integer sets.
#include "ir/affine.h"
#include "ir/uniquer.h"

// --- Uniquing

static uint32_t hash_list(uint32_t dims, uint32_t symbols, const E *exprs, uint32_t count) {
  const uint32_t head[] = {dims, symbols, count};
  return hash_bytes(head, sizeof head) * 0x9E3779B1u ^ hash_bytes(exprs, sizeof(E) * (size_t)count);
}

static bool same_exprs(const E *a, const E *b, uint32_t count) { return count == 0 || memcmp(a, b, sizeof(E) * (size_t)count) == 0; }

const AffineMap *affine_map(Context *ctx, uint32_t dims, uint32_t symbols, const E *results, uint32_t count) {
  UniqueTable *table = &ctx->uniquer->maps;
  uint32_t hash = hash_list(dims, symbols, results, count);
  unique_each(table, hash, slot) {
    const AffineMap *item = slot->item;
    if (slot->hash == hash && item->dim_count == dims && item->symbol_count == symbols && item->result_count == count &&
        same_exprs(item->results, results, count))
      return item;
  }
  AffineMap *map = arena_alloc_raw(&ctx->arena, sizeof *map + sizeof(E) * (size_t)count);
  if (!map) return affine_map(ctx, dims, symbols, NULL, 0);
  *map = (AffineMap){.hash = hash, .dim_count = dims, .symbol_count = symbols, .result_count = count};
  if (count) memcpy(map->results, results, sizeof(E) * (size_t)count);
  unique_insert(ctx, table, hash, map);
  return map;
}

const IntegerSet *integer_set(Context *ctx, uint32_t dims, uint32_t symbols, const E *constraints, const bool *equalities, uint32_t count) {
  UniqueTable *table = &ctx->uniquer->sets;
  uint32_t hash = hash_list(dims, symbols, constraints, count) ^ hash_bytes(equalities, count);
  unique_each(table, hash, slot) {
    const IntegerSet *item = slot->item;
    if (slot->hash == hash && item->dim_count == dims && item->symbol_count == symbols && item->constraint_count == count &&
        same_exprs(item->constraints, constraints, count) && (!count || memcmp(item->equalities, equalities, count) == 0))
      return item;
  }
  size_t exprs = sizeof(E) * (size_t)count;
  IntegerSet *set = arena_alloc_raw(&ctx->arena, sizeof *set + exprs + count);
  if (!set) return integer_set(ctx, dims, symbols, NULL, NULL, 0);
  bool *kinds = (bool *)((char *)set->constraints + exprs);
  *set = (IntegerSet){.hash = hash, .dim_count = dims, .symbol_count = symbols, .constraint_count = count, .equalities = kinds};
  if (count) {
    memcpy(set->constraints, constraints, exprs);
    memcpy(kinds, equalities, count);
  }
  unique_insert(ctx, table, hash, set);
  return set;
}

// Expressions under construction: small counts live inside, larger ones in an arena of their own.
typedef struct ExprList {
  E *items;
  Arena arena;
  E inline_items[16];
} ExprList;

// False without memory. Not to be moved afterwards; free with exprs_free.
static bool exprs_init(Context *ctx, ExprList *self, uint32_t count) {
  arena_init(&self->arena, &ctx->mem);
  self->items = count <= countof(self->inline_items) ? self->inline_items : arena_alloc_raw(&self->arena, sizeof(E) * (size_t)count);
  return self->items != NULL;
}

static void exprs_free(ExprList *self) { arena_free(&self->arena); }

const AffineMap *affine_map_identity(Context *ctx, uint32_t rank) {
  ExprList results;
  if (!exprs_init(ctx, &results, rank)) return affine_map(ctx, rank, 0, NULL, 0);
  for (uint32_t i = 0; i < rank; i++) results.items[i] = affine_dim(ctx, i);
  const AffineMap *map = affine_map(ctx, rank, 0, results.items, rank);
  exprs_free(&results);
  return map;
}

const AffineMap *affine_map_constant(Context *ctx, int64_t value) {
  E result = affine_const(ctx, value);
  return affine_map(ctx, 0, 0, &result, 1);
}

// --- Questions

static bool is_dim(E e, uint64_t position) { return e->kind == AFFINE_DIM && (uint64_t)e->value == position; }

bool affine_map_is_identity(const AffineMap *map) {
  if (map->dim_count != map->result_count) return false;
  for (uint32_t i = 0; i < map->result_count; i++)
    if (!is_dim(map->results[i], i)) return false;
  return true;
}

// Each dimension at most once; the results are searched pairwise when there are few, as is usual.
bool affine_map_is_projected_permutation(const AffineMap *map, bool allow_zero) {
  if (map->symbol_count > 0 || map->result_count > map->dim_count) return false;
  for (uint32_t i = 0; i < map->result_count; i++) {
    E e = map->results[i];
    if (e->kind == AFFINE_CONST && e->value == 0 && allow_zero) continue;
    if (e->kind != AFFINE_DIM) return false;
    for (uint32_t j = 0; j < i; j++)
      if (map->results[j] == e) return false;
  }
  return true;
}

bool affine_map_is_permutation(const AffineMap *map) {
  return map->dim_count == map->result_count && affine_map_is_projected_permutation(map, false);
}

bool affine_map_is_minor_identity(const AffineMap *map) {
  if (map->symbol_count > 0 || map->result_count > map->dim_count) return false;
  uint32_t dropped = map->dim_count - map->result_count;
  for (uint32_t i = 0; i < map->result_count; i++)
    if (!is_dim(map->results[i], dropped + i)) return false;
  return true;
}

// --- Making maps from maps

const AffineMap *affine_map_replace(Context *ctx, const AffineMap *map, const E *dims, const E *symbols, uint32_t new_dims, uint32_t new_symbols) {
  ExprList results;
  if (!exprs_init(ctx, &results, map->result_count)) return affine_map(ctx, new_dims, new_symbols, NULL, 0);
  for (uint32_t i = 0; i < map->result_count; i++)
    results.items[i] = affine_replace(ctx, map->results[i], dims, dims ? map->dim_count : 0, symbols, symbols ? map->symbol_count : 0);
  const AffineMap *made = affine_map(ctx, new_dims, new_symbols, results.items, map->result_count);
  exprs_free(&results);
  return made;
}

// The symbols of `inner` follow those of `outer`.
const AffineMap *affine_map_compose(Context *ctx, const AffineMap *outer, const AffineMap *inner) {
  uint32_t symbols = outer->symbol_count + inner->symbol_count;
  ExprList shifted;
  if (!exprs_init(ctx, &shifted, inner->symbol_count)) return affine_map(ctx, inner->dim_count, symbols, NULL, 0);
  for (uint32_t i = 0; i < inner->symbol_count; i++) shifted.items[i] = affine_symbol(ctx, outer->symbol_count + i);
  const AffineMap *moved = affine_map_replace(ctx, inner, NULL, shifted.items, inner->dim_count, symbols);
  exprs_free(&shifted);
  ExprList results;
  if (!exprs_init(ctx, &results, outer->result_count)) return affine_map(ctx, inner->dim_count, symbols, NULL, 0);
  for (uint32_t i = 0; i < outer->result_count; i++)
    results.items[i] = affine_replace(ctx, outer->results[i], moved->results, moved->result_count, NULL, 0);
  const AffineMap *made = affine_map(ctx, inner->dim_count, symbols, results.items, outer->result_count);
  exprs_free(&results);
  return made;
}

const AffineMap *affine_map_simplify(Context *ctx, const AffineMap *map) {
  ExprList results;
  if (!exprs_init(ctx, &results, map->result_count)) return map;
  for (uint32_t i = 0; i < map->result_count; i++)
    results.items[i] = affine_simplify(ctx, map->results[i], map->dim_count, map->symbol_count);
  const AffineMap *made = affine_map(ctx, map->dim_count, map->symbol_count, results.items, map->result_count);
  exprs_free(&results);
  return made;
}

// --- Strides

typedef struct StrideForm {
  Context *ctx;
  E *strides;
  E offset;
  uint32_t rank;
} StrideForm;

static bool add_stride(StrideForm *self, E dim, E stride) {
  if (dim->value >= self->rank) return false;
  self->strides[dim->value] = affine_add(self->ctx, self->strides[dim->value], stride);
  return true;
}

// Spread `e * factor` over the strides of the dimensions and the offset.
static bool spread(StrideForm *self, E e, E factor) {
  switch (e->kind) {
    case AFFINE_DIM: return add_stride(self, e, factor);
    case AFFINE_SYMBOL:
    case AFFINE_CONST:
      self->offset = affine_add(self->ctx, self->offset, affine_mul(self->ctx, e, factor));
      return true;
    case AFFINE_ADD: return spread(self, e->lhs, factor) && spread(self, e->rhs, factor);
    case AFFINE_MUL:
      if (e->lhs->kind == AFFINE_DIM) return add_stride(self, e->lhs, affine_mul(self->ctx, e->rhs, factor));
      if (e->lhs->is_symbolic_or_const) return spread(self, e->rhs, affine_mul(self->ctx, factor, e->lhs));
      return spread(self, e->lhs, affine_mul(self->ctx, factor, e->rhs));
    default: return false;
  }
}

bool affine_extract_strides(Context *ctx, const AffineMap *map, uint32_t rank, E *strides, E *offset) {
  E zero = affine_const(ctx, 0);
  for (uint32_t i = 0; i < rank; i++) strides[i] = zero;
  *offset = zero;
  if (map->result_count != 1) return map->result_count == 0 && rank == 0 && map->dim_count == 0;
  StrideForm form = {ctx, strides, zero, rank};
  if (!spread(&form, affine_simplify(ctx, map->results[0], map->dim_count, map->symbol_count), affine_const(ctx, 1))) return false;
  *offset = affine_simplify(ctx, form.offset, map->dim_count, map->symbol_count);
  for (uint32_t i = 0; i < rank; i++) strides[i] = affine_simplify(ctx, strides[i], map->dim_count, map->symbol_count);
  return true;
}
