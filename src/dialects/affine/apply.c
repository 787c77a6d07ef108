#include "ops/affine.h"

#include "dialects/affine/apply.h"

// Move constants into the map; the other operands are values.
static const AffineMap *take_constants(Context *ctx, const AffineMap *map, const OpFoldResult *operands, ValueVec *values, Arena *arena) {
  uint32_t next[2] = {0, 0};
  E *replacements[2] = {arena_new(arena, E, map->dim_count + 1), arena_new(arena, E, map->symbol_count + 1)};
  for (uint32_t i = 0; i < map->dim_count + map->symbol_count; i++) {
    bool symbol = i >= map->dim_count;
    E *to = symbol ? &replacements[1][i - map->dim_count] : &replacements[0][i];
    if (!operands[i].value) {
      *to = affine_const(ctx, operands[i].constant);
      continue;
    }
    *to = symbol ? affine_symbol(ctx, next[1]++) : affine_dim(ctx, next[0]++);
    vec_push(arena, values, operands[i].value);
  }
  return affine_map_replace(ctx, map, replacements[0], replacements[1], next[0], next[1]);
}

static Value *build_apply(Builder *b, const AffineMap *map, const ValueVec *operands) {
  OpState *state = builder_begin(b, OP_AFFINE_APPLY);
  op_state_add_operands(state, operands->data, operands->count);
  op_state_add_type(state, b->ctx->types.index);
  op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(b->ctx, map));
  return builder_finish_value(b);
}

OpFoldResult compose_apply(Builder *b, const AffineMap *map, const OpFoldResult *operands, Arena *arena) {
  ValueVec values = {0};
  map = take_constants(b->ctx, map, operands, &values, arena);
  compose_map(b->ctx, &map, &values, arena);
  E expr = map->results[0];
  int64_t constant;
  if (affine_is_const(expr, &constant)) return OFR_NUMBER(constant);
  if (expr->kind == AFFINE_DIM) return (OpFoldResult){.value = values.data[expr->value]};
  if (expr->kind == AFFINE_SYMBOL) return (OpFoldResult){.value = values.data[map->dim_count + (uint32_t)expr->value]};
  return (OpFoldResult){.value = build_apply(b, map, &values)};
}

OpFoldResult compose_apply_symbols(Builder *b, E expr, const OpFoldResult *symbols, uint32_t count, Arena *arena) {
  return compose_apply(b, affine_map(b->ctx, 0, count, &expr, 1), symbols, arena);
}

// Each result is composed by itself; then all of them share their operands.
static const AffineMap *compose_each(Context *ctx, const AffineMap *map, ValueVec *values, Arena *arena) {
  ValueVec dims = {0}, symbols = {0};
  const AffineMap **parts = arena_new(arena, const AffineMap *, map->result_count + 1);
  ValueVec *operands = arena_new(arena, ValueVec, map->result_count + 1);
  E *results = arena_new(arena, E, map->result_count + 1);
  for (uint32_t i = 0; i < map->result_count; i++) {
    parts[i] = affine_map(ctx, map->dim_count, map->symbol_count, &map->results[i], 1);
    for (uint32_t k = 0; k < values->count; k++) vec_push(arena, &operands[i], values->data[k]);
    compose_map(ctx, &parts[i], &operands[i], arena);
  }
  for (uint32_t i = 0; i < map->result_count; i++) {
    E *to_dims = arena_new(arena, E, parts[i]->dim_count + 1), *to_symbols = arena_new(arena, E, parts[i]->symbol_count + 1);
    for (uint32_t k = 0; k < parts[i]->dim_count; k++) {
      to_dims[k] = affine_dim(ctx, dims.count);
      vec_push(arena, &dims, operands[i].data[k]);
    }
    for (uint32_t k = 0; k < parts[i]->symbol_count; k++) {
      to_symbols[k] = affine_symbol(ctx, symbols.count);
      vec_push(arena, &symbols, operands[i].data[parts[i]->dim_count + k]);
    }
    results[i] = affine_replace(ctx, parts[i]->results[0], to_dims, parts[i]->dim_count, to_symbols, parts[i]->symbol_count);
  }
  map = affine_map(ctx, dims.count, symbols.count, results, map->result_count);
  for (uint32_t i = 0; i < symbols.count; i++) vec_push(arena, &dims, symbols.data[i]);
  *values = dims;
  canonicalize_map(ctx, &map, values, arena);
  return map;
}

static OpFoldResult compose_extreme(Builder *b, uint32_t opcode, const AffineMap *map, const OpFoldResult *operands, Arena *arena) {
  ValueVec values = {0};
  map = take_constants(b->ctx, map, operands, &values, arena);
  map = compose_each(b->ctx, map, &values, arena);
  bool is_max = opcode == OP_AFFINE_MAX, all = true;
  int64_t best = is_max ? INT64_MIN : INT64_MAX, constant;
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (!affine_is_const(map->results[i], &constant)) all = false;
    else if (is_max ? constant > best : constant < best) best = constant;
  }
  if (all) return OFR_NUMBER(best);
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, values.data, values.count);
  op_state_add_type(state, b->ctx->types.index);
  op_state_set_attr(state, STR("map"), attr_affine_map(b->ctx, map));
  return (OpFoldResult){.value = builder_finish_value(b)};
}

OpFoldResult compose_max(Builder *b, const AffineMap *map, const OpFoldResult *operands, Arena *arena) {
  return compose_extreme(b, OP_AFFINE_MAX, map, operands, arena);
}

OpFoldResult compose_min(Builder *b, const AffineMap *map, const OpFoldResult *operands, Arena *arena) {
  return compose_extreme(b, OP_AFFINE_MIN, map, operands, arena);
}
