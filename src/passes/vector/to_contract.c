// Sums of products as vector.contract, which takes in transpositions and broadcasts of what it multiplies
// (after populateVectorReductionToContractPatterns of mlir/lib/Dialect/Vector/Transforms/VectorTransforms.cpp).
#include "asm/params.h"
#include "ir/affine.h"
#include "ops/arith.h"
#include "passes/vector/lowering.h"

static const AffineMap *map_at(const Operation *contract, uint32_t i) {
  return ((const MapAttr *)((const ArrayAttr *)op_prop_at(contract, VECTOR_CONTRACT_INDEXING_MAPS))->items[i])->map;
}

static Operation *build_contract(Greedy *g, Value *const *operands, const AffineMap *const *maps, A iterators, A kind) {
  A items[3];
  for (uint32_t i = 0; i < 3; i++) items[i] = attr_affine_map(g->ctx, maps[i]);
  OpState *state = builder_begin(&g->b, OP_VECTOR_CONTRACT);
  op_state_add_operands(state, operands, 3);
  op_state_set_prop(state, VECTOR_CONTRACT_INDEXING_MAPS, attr_array(g->ctx, items, 3));
  op_state_set_prop(state, VECTOR_CONTRACT_ITERATOR_TYPES, iterators);
  op_state_set_prop(state, VECTOR_CONTRACT_KIND, kind);
  op_state_add_type(state, operands[2]->type);
  return builder_finish_typed(&g->b);
}

static A kind_of_sum(Greedy *g) { return vector_kind_of(g->ctx, VECTOR_COMBINING_KIND_ADD); }

static bool sum_of_products(Greedy *g, Operation *op) {
  const Operation *product = value_def(op_operand(op, 0));
  A dims = op_prop_at(op, VECTOR_MULTI_REDUCTION_REDUCTION_DIMS);
  uint32_t rank = vector_rank(op_operand_type(op, 0)), left = 0;
  if (masked_op(op).mask) return greedy_no_match(g, op, "it is masked");
  if (vector_kind(op) != VECTOR_COMBINING_KIND_ADD) return greedy_no_match(g, op, "it is no sum");
  if (!op_is(product, OP_ARITH_MULF) && !op_is(product, OP_ARITH_MULI)) return greedy_no_match(g, op, "no products are summed");
  A *iterators = arena_new(g->arena, A, rank + 1);
  E *results = arena_new(g->arena, E, rank + 1);
  if (!iterators || !results) return false;
  for (uint32_t i = 0; i < rank; i++) {
    bool is_summed = false;
    for (uint32_t k = 0; k < ((const DenseArrayAttr *)dims)->count; k++) is_summed |= dense_array_i64(dims, k) == i;
    iterators[i] = attr_from_params(g->ctx, &vector_iterator_type_attr, (const uint64_t[]){is_summed ? VECTOR_ITERATOR_TYPE_REDUCTION : VECTOR_ITERATOR_TYPE_PARALLEL});
    if (!is_summed) results[left++] = affine_dim(g->ctx, i);
  }
  const AffineMap *identity = affine_map_identity(g->ctx, rank), *maps[] = {identity, identity, affine_map(g->ctx, rank, 0, results, left)};
  Value *const operands[] = {op_operand(product, 0), op_operand(product, 1), op_operand(op, 1)};
  return greedy_replace_op(g, op, build_contract(g, operands, maps, attr_array(g->ctx, iterators, rank), kind_of_sum(g)));
}

// ---------------------------------------------------------------------------------------------
// Transpositions

static int64_t *order_of(Greedy *g, const Operation *transpose, uint32_t *rank) {
  A order = op_prop_at(transpose, VECTOR_TRANSPOSE_PERMUTATION);
  *rank = (uint32_t)((const DenseArrayAttr *)order)->count;
  int64_t *out = arena_new(g->arena, int64_t, *rank + 1);
  for (uint32_t i = 0; out && i < *rank; i++) out[i] = dense_array_i64(order, i);
  return out;
}

// The map whose result order[i] is result i; `inverse`: whose result i is result order[i].
static const AffineMap *reordered(Greedy *g, const AffineMap *map, const int64_t *order, bool inverse) {
  E *results = arena_new(g->arena, E, map->result_count + 1);
  for (uint32_t i = 0; results && i < map->result_count; i++) results[inverse ? i : order[i]] = map->results[inverse ? order[i] : i];
  return results ? affine_map(g->ctx, map->dim_count, 0, results, map->result_count) : map;
}

static bool take_in_transposes(Greedy *g, Operation *op) {
  Value *operands[] = {op_operand(op, 0), op_operand(op, 1), op_operand(op, 2)};
  const AffineMap *maps[] = {map_at(op, 0), map_at(op, 1), map_at(op, 2)};
  bool any = false;
  if (masked_op(op).mask) return greedy_no_match(g, op, "it is masked");
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t rank;
    const Operation *def = value_def(operands[i]);
    if (!op_is(def, OP_VECTOR_TRANSPOSE)) continue;
    const int64_t *order = order_of(g, def, &rank);
    if (!order || rank != maps[i]->result_count) return false;
    maps[i] = reordered(g, maps[i], order, false);
    operands[i] = op_operand(def, 0);
    any = true;
  }
  if (!any) return greedy_no_match(g, op, "it multiplies nothing transposed");
  return greedy_replace_op(g, op, build_contract(g, operands, maps, op_prop_at(op, VECTOR_CONTRACT_ITERATOR_TYPES), kind_of_sum(g)));
}

// What is added to and the result are transposed to and fro: the contraction has them as they are.
static bool take_in_result_transpose(Greedy *g, Operation *op) {
  const Operation *contract = value_def(op_operand(op, 0));
  uint32_t rank, acc_rank;
  if (!op_is(contract, OP_VECTOR_CONTRACT) || !value_has_one_use(op_operand(op, 0))) return greedy_no_match(g, op, "it is of no contraction that nothing else uses");
  const Operation *acc = value_def(op_operand(contract, 2));
  if (!op_is(acc, OP_VECTOR_TRANSPOSE)) return greedy_no_match(g, op, "what is added to is not transposed");
  const int64_t *order = order_of(g, op, &rank), *acc_order = order_of(g, acc, &acc_rank);
  const AffineMap *maps[] = {map_at(contract, 0), map_at(contract, 1), map_at(contract, 2)};
  if (!order || !acc_order || rank != acc_rank || rank != maps[2]->result_count) return false;
  const AffineMap *result = reordered(g, maps[2], order, true);
  if (reordered(g, maps[2], acc_order, false) != result) return greedy_no_match(g, op, "the two transpositions are not the inverse of each other");
  maps[2] = result;
  Value *const operands[] = {op_operand(contract, 0), op_operand(contract, 1), op_operand(acc, 0)};
  return greedy_replace_op(g, op, build_contract(g, operands, maps, op_prop_at(contract, VECTOR_CONTRACT_ITERATOR_TYPES), kind_of_sum(g)));
}

// ---------------------------------------------------------------------------------------------
// Broadcasts

static bool uses(const AffineMap *map, uint32_t dim) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->kind == AFFINE_DIM && map->results[i]->value == dim) return true;
  return false;
}

static bool is_summed(A iterators, int64_t dim) { return attr_param(((const ArrayAttr *)iterators)->items[dim], 0) == VECTOR_ITERATOR_TYPE_REDUCTION; }

// The map of what was spread along new leading dimensions; NULL: it is another broadcast, or one that is summed over.
static const AffineMap *map_of_source(Greedy *g, const Operation *broadcast, const AffineMap *map, A iterators) {
  T from = op_operand_type(broadcast, 0), to = op_result_type(broadcast, 0);
  if (!type_is_vector(from) || vector_rank(from) >= vector_rank(to) || vector_rank(to) != map->result_count) return NULL;
  uint32_t rank = vector_rank(from), added = vector_rank(to) - rank;
  for (uint32_t i = 0; i < rank; i++)
    if (vector_dim(from, i) != vector_dim(to, added + i)) return NULL;
  for (uint32_t i = 0; i < added; i++)
    if (vector_dim(to, i) != 1 && is_summed(iterators, map->results[i]->value)) return NULL;
  return affine_map(g->ctx, map->dim_count, 0, map->results + added, rank);
}

static const AffineMap *without_unused(Greedy *g, const AffineMap *map, const bool *used) {
  E *dims = arena_new(g->arena, E, map->dim_count + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; dims && i < map->dim_count; i++) dims[i] = used[i] ? affine_dim(g->ctx, count++) : affine_const(g->ctx, 0);
  return dims ? affine_map_replace(g->ctx, map, dims, NULL, count, 0) : map;
}

static bool take_in_broadcasts(Greedy *g, Operation *op) {
  Value *operands[] = {op_operand(op, 0), op_operand(op, 1), op_operand(op, 2)};
  const AffineMap *maps[] = {map_at(op, 0), map_at(op, 1), map_at(op, 2)};
  A iterators = op_prop_at(op, VECTOR_CONTRACT_ITERATOR_TYPES);
  uint32_t dims = maps[0]->dim_count, count = 0;
  bool any = false, sums = false;
  if (masked_op(op).mask) return greedy_no_match(g, op, "it is masked");
  for (uint32_t i = 0; i < 2; i++) {
    const Operation *def = value_def(operands[i]);
    const AffineMap *map = op_is(def, OP_VECTOR_BROADCAST) ? map_of_source(g, def, maps[i], iterators) : NULL;
    if (!map) continue;
    maps[i] = map;
    operands[i] = op_operand(def, 0);
    any = true;
  }
  if (!any) return greedy_no_match(g, op, "it multiplies nothing that was spread along new dimensions");
  bool *used = arena_new(g->arena, bool, dims + 1);
  A *kept = arena_new(g->arena, A, dims + 1);
  if (!used || !kept) return false;
  for (uint32_t i = 0; i < dims; i++) {
    used[i] = uses(maps[0], i) || uses(maps[1], i) || uses(maps[2], i);
    if (!used[i]) continue;
    if (!uses(maps[0], i) && !uses(maps[1], i)) return greedy_no_match(g, op, "a dimension would be none of what is multiplied");
    sums |= is_summed(iterators, i) && uses(maps[0], i) && uses(maps[1], i);
    kept[count++] = ((const ArrayAttr *)iterators)->items[i];
  }
  if (!sums) return greedy_no_match(g, op, "no dimension of both factors would be summed over");
  for (uint32_t i = 0; i < 3; i++) maps[i] = without_unused(g, maps[i], used);
  return greedy_replace_op(g, op, build_contract(g, operands, maps, attr_array(g->ctx, kept, count), kind_of_sum(g)));
}

static const GreedyPattern patterns[] = {
  {.root = OP_VECTOR_MULTI_REDUCTION, .rewrite = sum_of_products, .name = "a sum of products as vector.contract"},
  {.root = OP_VECTOR_CONTRACT, .rewrite = take_in_broadcasts, .name = "vector.contract of what was broadcast"},
  {.root = OP_VECTOR_CONTRACT, .rewrite = take_in_transposes, .name = "vector.contract of what was transposed"},
  {.root = OP_VECTOR_TRANSPOSE, .rewrite = take_in_result_transpose, .name = "vector.contract that is transposed"},
};
const PatternSet reduction_to_contract_patterns = PATTERN_SET(patterns);
