// Maps over values: see compose.h.
#include "ops/affine.h"

#include "dialects/affine/compose.h"

#include "dialects/affine/hooks.h"
#include "ir/fold.h"

ValueMap value_map_of(const Operation *op, const char *name, uint32_t from, Arena *arena) {
  ValueMap self = {.map = affine_map_of(op_attr(op, name))};
  for (uint32_t i = 0; i < map_inputs(self.map); i++) vec_push(arena, &self.operands, op_operand(op, from + i));
  return self;
}

bool value_map_equal(const ValueMap *a, const ValueMap *b) {
  if (a->map != b->map || a->operands.count != b->operands.count) return false;
  for (uint32_t i = 0; i < a->operands.count; i++)
    if (a->operands.data[i] != b->operands.data[i]) return false;
  return true;
}

static bool is_valid_symbol(Context *ctx, const Value *value) {
  const Operation *def = value_def(value);
  const Block *block = value_block(value);
  const Operation *owner = block ? block_parent_op(block) : NULL;
  if (owner && op_has(owner, TRAIT_AFFINE_SCOPE)) return type_is_index(value->type);
  return def && affine_is_valid_symbol(ctx, value, affine_scope(def));
}

static bool is_valid_dim(Context *ctx, const Value *value) {
  const Operation *def = value_def(value);
  const Block *block = value_block(value);
  const Operation *owner = block ? block_parent_op(block) : NULL;
  if (!type_is_index(value->type)) return false;
  if (def) return affine_is_valid_dim(ctx, value, affine_scope(def));
  return affine_is_induction_var(value) || (owner && op_has(owner, TRAIT_AFFINE_SCOPE));
}

// The position of `value` among the operands so far, or -1.
static int64_t index_in(Value *const *values, uint32_t count, const Value *value) {
  for (uint32_t i = 0; i < count; i++)
    if (values[i] == value) return i;
  return -1;
}

// Dimensions that are valid symbols become symbols, after the existing ones.
static void promote_symbols(Context *ctx, const AffineMap **map, ValueVec *operands, Arena *arena) {
  uint32_t dims = (*map)->dim_count, symbols = (*map)->symbol_count, next_dim = 0, next_symbol = symbols;
  E *replacements = arena_new(arena, E, dims + 1);
  ValueVec kept = {0}, promoted = {0};
  for (uint32_t i = 0; i < dims; i++) {
    bool symbol = is_valid_symbol(ctx, operands->data[i]);
    replacements[i] = symbol ? affine_symbol(ctx, next_symbol++) : affine_dim(ctx, next_dim++);
    vec_push(arena, symbol ? &promoted : &kept, operands->data[i]);
  }
  if (!promoted.count) return;
  for (uint32_t i = dims; i < operands->count; i++) vec_push(arena, &kept, operands->data[i]);
  for (uint32_t i = 0; i < promoted.count; i++) vec_push(arena, &kept, promoted.data[i]);
  *map = affine_map_replace(ctx, *map, replacements, NULL, next_dim, next_symbol);
  *operands = kept;
}

// Symbols that may only be dimensions become dimensions, after the existing ones.
static void demote_dims(Context *ctx, const AffineMap **map, ValueVec *operands, Arena *arena) {
  uint32_t dims = (*map)->dim_count, symbols = (*map)->symbol_count, next_dim = dims, next_symbol = 0;
  E *replacements = arena_new(arena, E, symbols + 1);
  ValueVec kept = {0}, demoted = {0};
  for (uint32_t i = 0; i < symbols; i++) {
    Value *value = operands->data[dims + i];
    bool dim = is_valid_dim(ctx, value) && !is_valid_symbol(ctx, value);
    replacements[i] = dim ? affine_dim(ctx, next_dim++) : affine_symbol(ctx, next_symbol++);
    vec_push(arena, dim ? &demoted : &kept, value);
  }
  if (!demoted.count) return;
  ValueVec all = {0};
  for (uint32_t i = 0; i < dims; i++) vec_push(arena, &all, operands->data[i]);
  for (uint32_t i = 0; i < demoted.count; i++) vec_push(arena, &all, demoted.data[i]);
  for (uint32_t i = 0; i < kept.count; i++) vec_push(arena, &all, kept.data[i]);
  *map = affine_map_replace(ctx, *map, NULL, replacements, next_dim, next_symbol);
  *operands = all;
}

static bool map_uses(const AffineMap *map, uint32_t position, bool symbol) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (symbol ? affine_uses_symbol(map->results[i], position) : affine_uses_dim(map->results[i], position)) return true;
  return false;
}

void canonicalize_map(Context *ctx, const AffineMap **map, ValueVec *operands, Arena *arena) {
  if (!operands->count) return;
  promote_symbols(ctx, map, operands, arena);
  demote_dims(ctx, map, operands, arena);
  uint32_t dims = (*map)->dim_count, symbols = (*map)->symbol_count;
  E *dim_replacements = arena_new(arena, E, dims + 1), *symbol_replacements = arena_new(arena, E, symbols + 1);
  ValueVec out = {0};
  for (uint32_t i = 0; i < dims; i++) {
    if (!map_uses(*map, i, false)) continue;
    int64_t at = index_in(out.data, out.count, operands->data[i]);
    if (at < 0) {
      at = out.count;
      vec_push(arena, &out, operands->data[i]);
    }
    dim_replacements[i] = affine_dim(ctx, (uint32_t)at);
  }
  uint32_t first = out.count;
  for (uint32_t i = 0; i < symbols; i++) {
    Value *value = operands->data[dims + i];
    if (!map_uses(*map, i, true)) continue;
    A constant = value_constant(value);
    if (constant && attr_kind(constant) == ATTR_INTEGER) {
      symbol_replacements[i] = affine_const(ctx, attr_to_i64(constant));
      continue;
    }
    int64_t at = index_in(out.data + first, out.count - first, value);
    if (at < 0) {
      at = out.count - first;
      vec_push(arena, &out, value);
    }
    symbol_replacements[i] = affine_symbol(ctx, (uint32_t)at);
  }
  *map = affine_map_replace(ctx, *map, dim_replacements, symbol_replacements, first, out.count - first);
  *operands = out;
}

// Dimensions and symbols of a map being composed; NULL stands for one that was replaced.
typedef struct Parts {
  const AffineMap *map;
  ValueVec dims, symbols;
} Parts;

// Replace a dimension or symbol by the affine.apply that defines it.
static bool inline_apply(Context *ctx, Parts *parts, ValueVec *list, uint32_t i, Arena *arena) {
  Value *value = list->data[i];
  const Operation *apply = value ? value_def(value) : NULL;
  if (!op_is(apply, OP_AFFINE_APPLY)) return false;
  list->data[i] = NULL;
  const AffineMap *inner = affine_map_of(op_attr(apply, "map"));
  ValueVec operands = {0};
  op_push_operands(apply, 0, apply->operand_count, &operands, arena);
  canonicalize_map(ctx, &inner, &operands, arena);
  uint32_t dims = parts->dims.count, symbols = parts->symbols.count;
  E *inner_dims = arena_new(arena, E, inner->dim_count + 1), *inner_symbols = arena_new(arena, E, inner->symbol_count + 1);
  for (uint32_t k = 0; k < inner->dim_count; k++) inner_dims[k] = affine_dim(ctx, dims + k);
  for (uint32_t k = 0; k < inner->symbol_count; k++) inner_symbols[k] = affine_symbol(ctx, symbols + k);
  E expr = affine_replace(ctx, inner->results[0], inner_dims, inner->dim_count, inner_symbols, inner->symbol_count);
  E *outer_dims = arena_new(arena, E, dims + 1), *outer_symbols = arena_new(arena, E, symbols + 1);
  (list == &parts->dims ? outer_dims : outer_symbols)[i] = expr;
  for (uint32_t k = 0; k < inner->dim_count; k++) vec_push(arena, &parts->dims, operands.data[k]);
  for (uint32_t k = 0; k < inner->symbol_count; k++) vec_push(arena, &parts->symbols, operands.data[inner->dim_count + k]);
  parts->map = affine_map_replace(ctx, parts->map, outer_dims, outer_symbols, parts->dims.count, parts->symbols.count);
  return true;
}

// --- A sum of all results of affine.delinearize_index times their strides is the index that was split.

typedef struct Cancellation {
  Context *ctx;
  Arena *arena;
  const E *terms;      // all of them have to be there
  uint32_t count;
  E whole;             // stands for them
  bool changed;
} Cancellation;

// Recursion is bounded by AFFINE_MAX_DEPTH.
static E cancel_terms(Cancellation *self, E expr) {
  if (!expr->lhs) return expr;
  if (expr->kind == AFFINE_ADD) {
    uint32_t count = 0, kept = 0, found = 0, room = 1;
    for (E at = expr; at->kind == AFFINE_ADD; at = at->lhs) room++;
    E *terms = arena_new(self->arena, E, room);
    bool *seen = arena_new(self->arena, bool, self->count + 1);
    if (!terms || !seen) return expr;
    for (E at = expr; count < room; at = at->lhs) terms[count++] = at->kind == AFFINE_ADD ? at->rhs : at;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t k = 0;
      while (k < self->count && (seen[k] || self->terms[k] != terms[i])) k++;
      if (k == self->count) {
        terms[kept++] = terms[i];
        continue;
      }
      seen[k] = true;
      found++;
    }
    if (found == self->count) {
      E sum = self->whole;
      while (kept > 0) sum = affine_add(self->ctx, sum, terms[--kept]);
      self->changed = true;
      return sum;
    }
  }
  E lhs = cancel_terms(self, expr->lhs), rhs = cancel_terms(self, expr->rhs);
  return lhs == expr->lhs && rhs == expr->rhs ? expr : affine_binary(self->ctx, (AffineKind)expr->kind, lhs, rhs);
}

static bool inline_delinearize(Context *ctx, Parts *parts, const Value *value, Arena *arena) {
  const Operation *split = value ? value_def(value) : NULL;
  if (!op_is(split, OP_AFFINE_DELINEARIZE_INDEX) || split->operand_count > 1) return false;
  uint32_t count = split->result_count, found = 0;
  if (value->index != count - 1) return false;
  E *terms = arena_new(arena, E, count + 1);
  bool all_dims = true;
  for (uint32_t list = 0; list < 2; list++) {
    const ValueVec *values = list ? &parts->symbols : &parts->dims;
    for (uint32_t i = 0; i < values->count; i++) {
      const Value *result = values->data[i];
      if (!result || value_def(result) != split) continue;
      found += !terms[result->index];
      terms[result->index] = list ? affine_symbol(ctx, i) : affine_dim(ctx, i);
    }
  }
  if (found != count) return false;
  A basis = op_prop_at(split, AFFINE_DELINEARIZE_INDEX_STATIC_BASIS);
  uint64_t sizes = ((const DenseArrayAttr *)basis)->count;
  E stride = affine_const(ctx, 1);
  E *inputs = arena_new(arena, E, count + 1);
  for (uint32_t i = count; i-- > 0;) {
    inputs[i] = terms[i];
    all_dims &= terms[i]->kind == AFFINE_DIM;
    terms[i] = affine_mul(ctx, terms[i], stride);
    if (sizes) stride = affine_mul(ctx, stride, affine_const(ctx, dense_array_i64(basis, --sizes)));
  }
  ValueVec *to = all_dims ? &parts->dims : &parts->symbols;
  Cancellation self = {ctx, arena, terms, count, all_dims ? affine_dim(ctx, to->count) : affine_symbol(ctx, to->count), false};
  const AffineMap *map = parts->map;
  E *results = arena_new(arena, E, map->result_count + 1);
  for (uint32_t i = 0; i < map->result_count; i++) results[i] = cancel_terms(&self, map->results[i]);
  if (!self.changed) return false;
  vec_push(arena, to, op_operand(split, 0));
  parts->map = affine_map(ctx, parts->dims.count, parts->symbols.count, results, map->result_count);
  for (uint32_t i = 0; i < count; i++) {
    bool symbol = inputs[i]->kind == AFFINE_SYMBOL;
    if (!map_uses(parts->map, (uint32_t)inputs[i]->value, symbol)) (symbol ? parts->symbols : parts->dims).data[inputs[i]->value] = NULL;
  }
  return true;
}

static bool inline_at(Context *ctx, Parts *parts, ValueVec *list, uint32_t i, Arena *arena) {
  return inline_delinearize(ctx, parts, list->data[i], arena) || inline_apply(ctx, parts, list, i, arena);
}

static bool inline_first_apply(Context *ctx, Parts *parts, Arena *arena) {
  for (uint32_t i = 0; i < parts->dims.count; i++)
    if (inline_at(ctx, parts, &parts->dims, i, arena)) return true;
  for (uint32_t i = 0; i < parts->symbols.count; i++)
    if (inline_at(ctx, parts, &parts->symbols, i, arena)) return true;
  return false;
}

// Replace what was inlined (nothing refers to it any more) and number the rest anew.
static E *renumber(Context *ctx, const ValueVec *list, bool symbols, ValueVec *operands, uint32_t *count, Arena *arena) {
  E *replacements = arena_new(arena, E, list->count + 1);
  for (uint32_t i = 0; i < list->count; i++) {
    if (!list->data[i]) {
      replacements[i] = affine_const(ctx, 0);
      continue;
    }
    replacements[i] = symbols ? affine_symbol(ctx, *count) : affine_dim(ctx, *count);
    ++*count;
    vec_push(arena, operands, list->data[i]);
  }
  return replacements;
}

void compose_map(Context *ctx, const AffineMap **map, ValueVec *operands, Arena *arena) {
  if (!(*map)->result_count) {
    canonicalize_map(ctx, map, operands, arena);
    return;
  }
  Parts parts = {.map = *map};
  for (uint32_t i = 0; i < operands->count; i++)
    vec_push(arena, i < (*map)->dim_count ? &parts.dims : &parts.symbols, operands->data[i]);
  while (!ctx->mem.exhausted && inline_first_apply(ctx, &parts, arena)) {}
  *operands = (ValueVec){0};
  uint32_t dims = 0, symbols = 0;
  E *dim_replacements = renumber(ctx, &parts.dims, false, operands, &dims, arena);
  E *symbol_replacements = renumber(ctx, &parts.symbols, true, operands, &symbols, arena);
  *map = affine_map_replace(ctx, parts.map, dim_replacements, symbol_replacements, dims, symbols);
  canonicalize_map(ctx, map, operands, arena);
  *map = affine_map_simplify(ctx, *map);
}

// ---------------------------------------------------------------------------------------------
// Sets, as maps to their constraints

static const AffineMap *constraints_of(Context *ctx, const IntegerSet *set) {
  return affine_map(ctx, set->dim_count, set->symbol_count, set->constraints, set->constraint_count);
}

static const IntegerSet *set_of(Context *ctx, const AffineMap *map, const IntegerSet *like) {
  return integer_set(ctx, map->dim_count, map->symbol_count, map->results, like->equalities, like->constraint_count);
}

void canonicalize_set(Context *ctx, const IntegerSet **set, ValueVec *operands, Arena *arena) {
  const AffineMap *map = constraints_of(ctx, *set);
  canonicalize_map(ctx, &map, operands, arena);
  *set = set_of(ctx, map, *set);
}

void compose_set(Context *ctx, const IntegerSet **set, ValueVec *operands, Arena *arena) {
  bool any = false;
  for (uint32_t i = 0; i < operands->count; i++) {
    const Operation *def = value_def(operands->data[i]);
    any |= op_is(def, OP_AFFINE_APPLY);
  }
  if (!any) return;
  const AffineMap *map = constraints_of(ctx, *set);
  compose_map(ctx, &map, operands, arena);
  *set = set_of(ctx, map, *set);
}
