// A sum as several that may go on at the same time (after mlir/lib/Dialect/Linalg/Transforms/SplitReduction.cpp).
#include "dialects/common/build.h"
#include "dialects/linalg/build.h"
#include "ir/type.h"
#include "ops/bufferization.h"
#include "ops/linalg.h"
#include "ops/tensor.h"
#include "passes/linalg/tile.h"

typedef struct Split {
  Tiling t;
  Builder b;
  Arena *arena;
  Operation *op;
  uint32_t loop, added;    // that is split; that is put in, as number `added`
  int64_t factor;
  bool inner;
} Split;

static E loop_at(const Split *s, int64_t loop) { return affine_dim(s->b.ctx, (uint32_t)(loop < s->added ? loop : loop + 1)); }

static int64_t size_of_loop(const Split *s, uint32_t loop) {
  int64_t size = DYNAMIC;
  for (uint32_t i = 0; i < s->op->operand_count; i++)
    for (uint32_t k = 0; k < s->t.maps.data[i]->result_count; k++) {
      E expr = s->t.maps.data[i]->results[k];
      int64_t found = type_as_shaped(op_operand_type(s->op, i))->dims[k];
      if (expr->kind == AFFINE_DIM && expr->value == loop && found != DYNAMIC) size = found;
    }
  return size;
}

static bool find_loop(Split *s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->t.iterators.count; i++) {
    if (s->t.iterators.data[i] == ITERATOR_PARALLEL) continue;
    s->loop = i;
    count++;
  }
  int64_t size = count == 1 ? size_of_loop(s, s->loop) : DYNAMIC;
  return size != DYNAMIC && size % s->factor == 0;
}

// Whether operands can be taken apart: tensors, of known sizes where they have the loop.
static bool operands_fit(const Split *s) {
  for (uint32_t i = 0; i < s->op->operand_count; i++) {
    if (!affine_map_is_projected_permutation(s->t.maps.data[i], false) || type_is_memref(op_operand_type(s->op, i))) return false;
    bool has_loop = i >= structured_inits(s->op).begin;
    for (uint32_t k = 0; k < s->t.maps.data[i]->result_count; k++) has_loop |= s->t.maps.data[i]->results[k]->value == s->loop;
    if (has_loop && !type_has_static_shape(op_operand_type(s->op, i))) return false;
  }
  return true;
}

// The operand with the dimension of the loop as two, and its map.
static Value *split_operand(Split *s, uint32_t operand, const AffineMap **out) {
  Context *ctx = s->b.ctx;
  const AffineMap *map = s->t.maps.data[operand];
  Value *value = op_operand(s->op, operand);
  uint32_t rank = map->result_count, count = 0;
  int64_t *dims = arena_new(s->arena, int64_t, rank + 2);
  E *exprs = arena_new(s->arena, E, rank + 2);
  A *groups = arena_new(s->arena, A, rank + 1);
  if (!dims || !exprs || !groups) return NULL;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t loop = map->results[i]->value, size = type_as_shaped(value->type)->dims[i];
    bool is_split = loop == s->loop;
    A numbers[] = {attr_i64(ctx, ctx->types.i64, count), attr_i64(ctx, ctx->types.i64, count + 1)};
    groups[i] = attr_array(ctx, numbers, is_split ? 2 : 1);
    if (is_split) {
      exprs[count + s->inner] = affine_dim(ctx, s->added);
      dims[count + s->inner] = s->factor;
    }
    exprs[count + (is_split && !s->inner)] = loop_at(s, loop);
    dims[count + (is_split && !s->inner)] = is_split ? size / s->factor : size;
    count += is_split ? 2 : 1;
  }
  *out = affine_map(ctx, map->dim_count + 1, 0, exprs, count);
  if (count == rank) return value;
  OpState *state = builder_begin(&s->b, OP_TENSOR_EXPAND_SHAPE);
  op_state_add_operand(state, value);
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_REASSOCIATION, attr_array(ctx, groups, rank));
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_STATIC_OUTPUT_SHAPE, attr_i64_array(ctx, dims, count));
  op_state_add_type(state, type_tensor(ctx, dims, count, type_element(value->type), NULL));
  return builder_finish_value(&s->b);
}

static Value *build_sums(Split *s, uint32_t at, bool alloc, A neutral, const AffineMap **map, SplitSum *out) {
  Context *ctx = s->b.ctx;
  uint32_t init = structured_inits(s->op).begin, rank = s->t.maps.data[init]->result_count;
  const ShapedType *type = type_as_shaped(op_operand_type(s->op, init));
  int64_t *dims = arena_new(s->arena, int64_t, rank + 1);
  E *exprs = arena_new(s->arena, E, rank + 1);
  if (!dims || !exprs) return NULL;
  for (uint32_t i = 0; i <= rank; i++) {
    uint32_t old = i < at ? i : i - 1;
    dims[i] = i == at ? s->factor : type->dims[old];
    exprs[i] = i == at ? affine_dim(ctx, s->added) : loop_at(s, s->t.maps.data[init]->results[old]->value);
  }
  T sums = type_tensor(ctx, dims, rank + 1, type->element, NULL);
  Value *empty;
  if (alloc) {
    OpState *state = builder_begin(&s->b, OP_BUFFERIZATION_ALLOC_TENSOR);
    op_state_operand_segments(state, (const int32_t[]){0, 0, 0}, 3);
    op_state_add_type(state, sums);
    empty = builder_finish_value(&s->b);
  } else {
    empty = build_empty(&s->b, sums, NULL, 0);
  }
  out->init = value_def(empty);
  out->fill = build_named_op(&s->b, OP_LINALG_FILL, (Value *const[]){build_constant(&s->b, neutral), empty}, 1);
  *map = affine_map(ctx, s->t.maps.data[init]->dim_count + 1, 0, exprs, rank + 1);
  return op_result(out->fill, 0);
}

static void combine(Split *s, uint32_t at, const Operation *combiner, SplitSum *out) {
  Context *ctx = s->b.ctx;
  Value *sums = op_result(out->split, 0), *init = op_operand(s->op, structured_inits(s->op).begin);
  uint32_t rank = (uint32_t)type_as_shaped(sums->type)->rank, left = 0;
  E *exprs = arena_new(s->arena, E, rank + 1);
  IteratorVec iterators = {0};
  AffineMapVec maps = {0};
  ValueVec inputs = {0}, inits = {0};
  for (uint32_t i = 0; exprs && i < rank; i++) {
    if (i != at) exprs[left++] = affine_dim(ctx, i);
    vec_push(s->arena, &iterators, (uint8_t)(i == at ? ITERATOR_REDUCTION : ITERATOR_PARALLEL));
  }
  vec_push(s->arena, &inputs, sums);
  vec_push(s->arena, &inits, init);
  vec_push(s->arena, &maps, affine_map_identity(ctx, rank));
  vec_push(s->arena, &maps, affine_map(ctx, rank, 0, exprs, left));
  out->combine = build_generic(&s->b, &inputs, &inits, &maps, iterator_types_attr(ctx, &iterators, s->arena), s->arena);
  Block *body = block_new(s->b.module);
  block_append(op_region(out->combine, 0), body);
  for (uint32_t i = 0; i < 2; i++) block_add_arg(s->b.module, body, type_element(init->type), s->b.loc);
  Builder inside = s->b;
  builder_at_end(&inside, body);
  Operation *join = op_clone(s->b.module, combiner, NULL);
  op_set_operand(join, 0, body->args[0]);
  op_set_operand(join, 1, body->args[1]);
  builder_insert(&inside, join);
  inside.loc = s->b.loc;
  build_linalg_yield(&inside, (Value *const[]){op_result(join, 0)}, 1);
}

bool split_reduction(Module *module, Arena *arena, Operation *op, int64_t factor, int64_t at, bool inner, bool alloc, SplitSum *out) {
  Split s = {.arena = arena, .op = op, .factor = factor, .inner = inner};
  if (factor <= 1 || op->result_count != 1 || !tiling_of(&s.t, module, arena, op) || !find_loop(&s) || !operands_fit(&s)) return false;
  uint32_t init = structured_inits(op).begin;
  if (at < 0 || at > s.t.maps.data[init]->result_count) return false;
  Operation *combiner = sum_combiner(op, 0);
  A neutral = combiner ? sum_neutral(module->context, combiner) : NULL;
  if (!neutral) return false;
  s.added = inner ? s.loop + 1 : (uint32_t)at;
  builder_init(&s.b, module);
  builder_before(&s.b, op);
  ValueVec inputs = {0}, inits = {0};
  AffineMapVec maps = {0};
  IteratorVec iterators = {0};
  const AffineMap *map;
  for (uint32_t i = 0; i < init; i++) {
    Value *input = split_operand(&s, i, &map);
    if (!input) return false;
    vec_push(arena, &inputs, input);
    vec_push(arena, &maps, map);
  }
  Value *sums = build_sums(&s, (uint32_t)at, alloc, neutral, &map, out);
  if (!sums) return false;
  vec_push(arena, &inits, sums);
  vec_push(arena, &maps, map);
  for (uint32_t i = 0; i <= s.t.iterators.count; i++) {
    if (i == s.added) vec_push(arena, &iterators, (uint8_t)ITERATOR_PARALLEL);
    if (i < s.t.iterators.count) vec_push(arena, &iterators, s.t.iterators.data[i]);
  }
  out->split = build_generic(&s.b, &inputs, &inits, &maps, iterator_types_attr(s.b.ctx, &iterators, arena), arena);
  Operation *copy = op_clone(module, op, NULL);
  region_take_blocks(op_region(out->split, 0), op_region(copy, 0), NULL);
  op_drop_all_references(copy);
  combine(&s, (uint32_t)at, combiner, out);
  value_replace_all(op_result(op, 0), op_result(out->combine, 0));
  op_erase(op);
  return true;
}
