// Canonicalization of linalg.
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/tensor.h"

#include "dialects/canonicalization.h"
#include "dialects/linalg/build.h"
#include "dialects/linalg/hooks.h"
#include "ir/fold.h"
#include "ir/type.h"
#include "rewrite/greedy.h"

// ---------------------------------------------------------------------------------------------
// Folds

// A memref.cast says less of its source than that says itself.
bool fold_linalg(Folder *folder, Operation *op, const A *constants) {
  bool changed = false;
  (void)constants;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *cast = value_def(op_operand(op, i));
    if (!op_is(cast, OP_MEMREF_CAST) || type_kind(op_operand_type(cast, 0)) != TYPE_MEMREF) continue;
    op_set_operand(op, i, op_operand(cast, 0));
    changed = true;
  }
  return changed && fold_in_place(folder);
}

static int64_t loop_size(Context *ctx, const Operation *op, Arena *arena, uint32_t loop) {
  AffineMapVec maps = {0};
  if (!ask_linalg_op(op->def)->maps(ctx, op, arena, &maps) || maps.count != op->operand_count) return DYNAMIC;
  for (uint32_t i = 0; i < maps.count; i++) {
    const ShapedType *shape = type_as_shaped(op_operand_type(op, i));
    for (uint32_t k = 0; shape && k < maps.data[i]->result_count && k < shape->rank; k++) {
      E expr = maps.data[i]->results[k];
      if (expr->kind == AFFINE_DIM && expr->value == loop) return shape->dims[k];
    }
  }
  return DYNAMIC;
}

// A loop that runs once is at its beginning.
bool fold_linalg_index(Folder *folder, Operation *op, const A *constants) {
  const Operation *parent = op_parent(op);
  (void)constants;
  if (!parent || !ask_linalg_op(parent->def)) return false;
  Arena arena;
  arena_init(&arena, &folder->ctx->mem);
  bool is_single = loop_size(folder->ctx, parent, &arena, (uint32_t)op_prop_i64_at(op, LINALG_INDEX_DIM)) == 1;
  arena_free(&arena);
  return is_single && fold_to(folder, attr_index(folder->ctx, 0));
}

bool fold_linalg_transpose(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  const DenseArrayAttr *permutation = (const DenseArrayAttr *)op_prop_at(op, LINALG_TRANSPOSE_PERMUTATION);
  if (!type_is_tensor(op_operand_type(op, 0))) return false;
  for (uint64_t i = 0; i < permutation->count; i++)
    if (dense_array_i64(&permutation->base, i) != (int64_t)i) return false;
  return fold_to_value(folder, op_operand(op, 0));
}

// ---------------------------------------------------------------------------------------------
// What computes nothing

static bool has_no_elements(T type) {
  const ShapedType *shape = type_kind(type) == TYPE_MEMREF ? type_as_shaped(type) : NULL;
  for (uint64_t i = 0; shape && i < shape->rank; i++)
    if (shape->dims[i] == 0) return true;
  return false;
}

static bool erase_dead(Greedy *g, Operation *op) {
  if (!ask_linalg_op(op->def)) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (has_no_elements(op_operand_type(op, i))) return !op_has_uses(op) && greedy_erase(g, op);
  return false;
}

static bool are_identities(Greedy *g, const Operation *op) {
  AffineMapVec maps = {0};
  if (!ask_linalg_op(op->def)->maps(g->ctx, op, g->arena, &maps) || maps.count != op->operand_count) return false;
  for (uint32_t i = 0; i < maps.count; i++)
    if (!affine_map_is_identity(maps.data[i])) return false;
  return true;
}

static bool can_cast(T from, T to) {
  const ShapedType *a = type_as_shaped(from), *b = type_as_shaped(to);
  if (!a || !b || a->rank != b->rank || a->element != b->element) return false;
  for (uint64_t i = 0; i < a->rank; i++)
    if (a->dims[i] != b->dims[i] && a->dims[i] != DYNAMIC && b->dims[i] != DYNAMIC) return false;
  return true;
}

// Elements are yielded as they come in.
static bool erase_identity(Greedy *g, Operation *op) {
  const Block *body = structured_body(op);
  const Operation *yield = body ? body->first : NULL;
  if (!yield || yield != body->last || !op_is(yield, OP_LINALG_YIELD) || !are_identities(g, op)) return false;
  if (!op->result_count) {
    bool is_self = op->operand_count == 2 && op_operand(op, 0) == op_operand(op, 1) && type_is_memref(op_operand_type(op, 0)) &&
                   yield->operand_count == 1 && value_arg_block(op_operand(yield, 0)) == body;
    return is_self && greedy_erase(g, op);
  }
  Value **values = arena_new(g->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *yielded = op_operand(yield, i);
    if (value_arg_block(yielded) != body) return false;
    Value *from = op_operand(op, yielded->index);
    if (!type_is_tensor(from->type) || !can_cast(from->type, op_result_type(op, i))) return false;
    values[i] = from;
  }
  for (uint32_t i = 0; i < op->result_count; i++) values[i] = build_tensor_cast(&g->b, op_result_type(op, i), values[i]);
  return greedy_replace(g, op, values);
}

static bool erase_self_copy(Greedy *g, Operation *op) {
  if (op_operand(op, 0) != op_operand(op, 1)) return false;
  return op->result_count ? greedy_replace1(g, op, op_operand(op, 0)) : greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// Casts: operations take the types that say most

// Whether `more` says all that `less` says of sizes.
static bool says_more(T more, T less) {
  const ShapedType *a = type_as_shaped(more), *b = type_as_shaped(less);
  if (type_kind(more) != TYPE_TENSOR || type_kind(less) != TYPE_TENSOR || a->rank != b->rank || a->element != b->element) return false;
  for (uint64_t i = 0; i < a->rank; i++)
    if (a->dims[i] == DYNAMIC && b->dims[i] != DYNAMIC) return false;
  return true;
}

// The operation with other operands; its results have the types of those they go into.
static Operation *clone_with(Greedy *g, Operation *op, Value *const *operands) {
  Operation *made = op_clone(g->module, op, NULL);
  Span inits = structured_inits(op);
  op_set_operands(g->module, made, operands, op->operand_count);
  for (uint32_t i = 0; i < op->result_count; i++) op_result(made, i)->type = operands[inits.begin + i]->type;
  op_touched(made);
  return builder_insert(&g->b, made);
}

static bool replace_with_casts(Greedy *g, Operation *op, Operation *made) {
  Value **values = arena_new(g->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count; i++) values[i] = build_tensor_cast(&g->b, op_result_type(op, i), op_result(made, i));
  return greedy_replace(g, op, values);
}

static bool take_casts_in(Greedy *g, Operation *op) {
  bool any = false;
  if (!ask_linalg_op(op->def)) return false;
  Value **operands = arena_new(g->arena, Value *, op->operand_count + 1);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    operands[i] = op_operand(op, i);
    Operation *cast = value_def(operands[i]);
    if (!op_is(cast, OP_TENSOR_CAST) || !says_more(op_operand_type(cast, 0), op_result_type(cast, 0))) continue;
    operands[i] = op_operand(cast, 0);
    any = true;
  }
  return any && replace_with_casts(g, op, clone_with(g, op, operands));
}

static bool push_cast_up(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  Operation *def = value_def(source);
  T type = op_result_type(op, 0);
  if (!def || !ask_linalg_op(def->def) || !says_more(type, source->type) || value_block(op_result(op, 0)) != value_block(source)) return false;
  uint32_t number = source->index, init = structured_inits(def).begin + number;
  builder_before(&g->b, def);
  Value **operands = arena_new(g->arena, Value *, def->operand_count + 1);
  for (uint32_t i = 0; i < def->operand_count; i++) operands[i] = op_operand(def, i);
  operands[init] = build_tensor_cast(&g->b, type, operands[init]);
  Operation *made = clone_with(g, def, operands);
  Value **values = arena_new(g->arena, Value *, def->result_count + 1);
  for (uint32_t i = 0; i < def->result_count; i++) values[i] = build_tensor_cast(&g->b, op_result_type(def, i), op_result(made, i));
  greedy_replace(g, def, values);
  return greedy_replace1(g, op, op_result(made, number));
}

// Sizes that one operand tells are those of the others along the same loop.
static bool infer_sizes(Greedy *g, Operation *op) {
  AffineMapVec maps = {0};
  const LinalgOp *asked = ask_linalg_op(op->def);
  if (!asked || !op->operand_count || !op->result_count || !asked->maps(g->ctx, op, g->arena, &maps) || maps.count != op->operand_count) return false;
  uint32_t loops = maps.data[0]->dim_count;
  int64_t *sizes = arena_new(g->arena, int64_t, loops + 1);
  for (uint32_t i = 0; i < loops; i++) sizes[i] = DYNAMIC;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T type = op_operand_type(op, i);
    if (type_is_memref(type) || !affine_map_is_projected_permutation(maps.data[i], true)) return false;
    if (type_kind(type) != TYPE_TENSOR) continue;
    const ShapedType *shape = type_as_shaped(type), *said = shape;
    Operation *cast = value_def(op_operand(op, i));
    if (op_is(cast, OP_TENSOR_CAST) && type_kind(op_operand_type(cast, 0)) == TYPE_TENSOR && type_has_static_shape(op_operand_type(cast, 0))) said = type_as_shaped(op_operand_type(cast, 0));
    for (uint64_t k = 0; k < shape->rank; k++) {
      E expr = maps.data[i]->results[k];
      if (shape->dims[k] != DYNAMIC && expr->kind == AFFINE_DIM && sizes[expr->value] == DYNAMIC) sizes[expr->value] = said->dims[k];
    }
  }
  bool any = false;
  Value **operands = arena_new(g->arena, Value *, op->operand_count + 1);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *operand = operands[i] = op_operand(op, i);
    if (type_kind(operand->type) != TYPE_TENSOR || type_has_static_shape(operand->type)) continue;
    const ShapedType *shape = type_as_shaped(operand->type);
    int64_t *dims = arena_new(g->arena, int64_t, shape->rank + 1);
    bool is_new = false;
    for (uint64_t k = 0; k < shape->rank; k++) {
      E expr = maps.data[i]->results[k];
      bool is_told = shape->dims[k] == DYNAMIC && expr->kind == AFFINE_DIM && sizes[expr->value] != DYNAMIC;
      dims[k] = is_told ? sizes[expr->value] : shape->dims[k];
      is_new |= is_told;
    }
    if (!is_new) continue;
    operands[i] = build_tensor_cast(&g->b, type_tensor(g->ctx, dims, (uint32_t)shape->rank, shape->element, shape->extra), operand);
    any = true;
  }
  return any && replace_with_casts(g, op, clone_with(g, op, operands));
}

// ---------------------------------------------------------------------------------------------
// Movements of movements

static Operation *retarget(Greedy *g, Operation *op, Value *input, uint32_t slot, const I64Vec *dims) {
  Operation *made = op_clone(g->module, op, NULL);
  op_set_operand(made, 0, input);
  op_set_prop(made, slot, attr_i64_array(g->ctx, dims->data, dims->count));
  op_touched(made);
  return builder_insert(&g->b, made);
}

static bool transpose_of_transpose(Greedy *g, Operation *op) {
  Operation *inner = value_def(op_operand(op, 0));
  if (!op_is(inner, OP_LINALG_TRANSPOSE)) return false;
  A outer_dims = op_prop_at(op, LINALG_TRANSPOSE_PERMUTATION), inner_dims = op_prop_at(inner, LINALG_TRANSPOSE_PERMUTATION);
  I64Vec dims = {0};
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)outer_dims)->count; i++) vec_push(g->arena, &dims, dense_array_i64(inner_dims, (uint64_t)dense_array_i64(outer_dims, i)));
  return greedy_replace_op(g, op, retarget(g, op, op_operand(inner, 0), LINALG_TRANSPOSE_PERMUTATION, &dims));
}

static bool has(A dims, int64_t dim) {
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)dims)->count; i++)
    if (dense_array_i64(dims, i) == dim) return true;
  return false;
}

static bool broadcast_of_broadcast(Greedy *g, Operation *op) {
  Operation *inner = value_def(op_operand(op, 0));
  if (!op_is(inner, OP_LINALG_BROADCAST)) return false;
  A outer_dims = op_prop_at(op, LINALG_BROADCAST_DIMENSIONS), inner_dims = op_prop_at(inner, LINALG_BROADCAST_DIMENSIONS);
  I64Vec dims = {0};
  int64_t rank = (int64_t)type_as_shaped(op_operand_type(op, 1))->rank;
  for (int64_t i = 0, from = 0; i < rank; i++) {
    bool is_added = has(outer_dims, i);
    if (is_added || has(inner_dims, from)) vec_push(g->arena, &dims, i);
    from += !is_added;
  }
  return greedy_replace_op(g, op, retarget(g, op, op_operand(inner, 0), LINALG_BROADCAST_DIMENSIONS, &dims));
}

static const GreedyPattern patterns[] = {
  {.root = OP_TENSOR_CAST, .rewrite = push_cast_up, .name = "the cast of a result, before the operation"},
  {.root = OP_LINALG_COPY, .rewrite = erase_self_copy, .name = "a copy onto itself"},
  {.root = OP_LINALG_GENERIC, .rewrite = erase_identity, .name = "elements as they were"},
  {.root = OP_LINALG_BROADCAST, .rewrite = erase_identity, .name = "elements as they were"},
  {.root = OP_LINALG_BROADCAST, .rewrite = broadcast_of_broadcast, .name = "a broadcast of a broadcast"},
  {.root = OP_LINALG_TRANSPOSE, .rewrite = transpose_of_transpose, .name = "a transpose of a transpose"},
  {.rewrite = erase_dead, .name = "$root of no elements"},
  {.rewrite = infer_sizes, .name = "$root with all sizes that are known"},
};
const PatternSet linalg_canonicalization = PATTERN_SET(patterns);

// Upstream has this one with the tensor dialect; passes that take linalg's patterns do not have it.
static const GreedyPattern cast_patterns[] = {{.rewrite = take_casts_in, .name = "$root of what was cast"}};
const PatternSet linalg_cast_canonicalization = PATTERN_SET(cast_patterns);
