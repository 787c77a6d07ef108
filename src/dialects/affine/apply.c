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

OpFoldResult compose_max(Builder *b, const AffineMap *map, const OpFoldResult *operands, Arena *arena) {
  ValueVec values = {0};
  map = take_constants(b->ctx, map, operands, &values, arena);
  compose_map(b->ctx, &map, &values, arena);
  int64_t best = INT64_MIN, constant;
  bool all = true;
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (!affine_is_const(map->results[i], &constant)) all = false;
    else if (constant > best) best = constant;
  }
  if (all) return OFR_NUMBER(best);
  OpState *state = builder_begin(b, OP_AFFINE_MAX);
  op_state_add_operands(state, values.data, values.count);
  op_state_add_type(state, b->ctx->types.index);
  op_state_set_prop(state, AFFINE_MAX_MAP, attr_affine_map(b->ctx, map));
  return (OpFoldResult){.value = builder_finish_value(b)};
}
