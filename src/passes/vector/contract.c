// vector.contract and vector.outerproduct: by products of vectors
// (after mlir/lib/Dialect/Vector/Transforms/LowerVectorContract.cpp).
#include "passes/vector/lowering.h"

#include "asm/params.h"
#include "ir/affine.h"
#include "ops/arith.h"
#include "ops/llvm.h"
#include "ops/vector.h"

typedef struct Contract {
  Value *lhs, *rhs, *acc;
  const AffineMap *maps[3];      // of lhs, rhs and acc: results are dimensions
  const ArrayAttr *iterators;
  T type;                        // of the result: a vector or a scalar
  uint32_t kind;
  Value *mask;                   // NULL: none
} Contract;

static Contract contract_of(const Operation *op, Value *mask) {
  Contract c = {op_operand(op, 0), op_operand(op, 1), op_operand(op, 2), {NULL},
                (const ArrayAttr *)op_prop_at(op, VECTOR_CONTRACT_ITERATOR_TYPES),
                op_result_type(op, 0), vector_kind(op), mask};
  const ArrayAttr *maps = (const ArrayAttr *)op_prop_at(op, VECTOR_CONTRACT_INDEXING_MAPS);
  for (uint32_t i = 0; i < 3; i++) c.maps[i] = ((const MapAttr *)maps->items[i])->map;
  return c;
}

static bool is_int(T type) { return type_as_integer(type_element_or_self(type)) != NULL; }
static bool is_reduction(const Contract *c, uint32_t dim) { return attr_param(c->iterators->items[dim], 0) == VECTOR_ITERATOR_TYPE_REDUCTION; }

// Where the dimension is among the results of a map; -1: nowhere.
static int64_t place_of(const AffineMap *map, int64_t dim) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->value == dim) return i;
  return -1;
}

static Value *multiply(Builder *b, Value *x, Value *y) { return build_binary(b, is_int(x->type) ? OP_ARITH_MULI : OP_ARITH_MULF, x, y); }
static Value *add(Builder *b, Value *x, Value *y) { return build_binary(b, is_int(x->type) ? OP_ARITH_ADDI : OP_ARITH_ADDF, x, y); }

// x * y, joined to acc (NULL: none) by the kind. NULL when the kind is not one of these elements.
static Value *multiply_and_join(Builder *b, uint32_t kind, Value *x, Value *y, Value *acc, Value *mask) {
  static const uint32_t of_floats = 1u << VECTOR_COMBINING_KIND_MINNUMF | 1u << VECTOR_COMBINING_KIND_MAXNUMF | 1u << VECTOR_COMBINING_KIND_MINIMUMF | 1u << VECTOR_COMBINING_KIND_MAXIMUMF;
  static const uint32_t of_both = 1u << VECTOR_COMBINING_KIND_ADD | 1u << VECTOR_COMBINING_KIND_MUL;
  bool floats = type_is_float(type_element_or_self(x->type));
  if (kind >= KIND_COUNT || (!(of_both >> kind & 1u) && (of_floats >> kind & 1u) != floats)) return NULL;
  if (floats && acc && type_is_vector(acc->type) && kind == VECTOR_COMBINING_KIND_ADD)
    return select_passthru(b, mask, build3(b, OP_VECTOR_FMA, acc->type, x, y, acc), acc);
  Value *product = build_binary(b, floats ? OP_ARITH_MULF : OP_ARITH_MULI, x, y);
  return acc ? build_reduction(b, kind, product, acc, mask) : product;
}

// ---------------------------------------------------------------------------------------------
// Matrix products

// A matrix product, possibly of transposed matrices or of a matrix and a vector.
typedef struct Product {
  bool is_product;
  uint32_t reduced;              // the dimension that is summed over
  bool swapped;                  // the result is that of rhs and lhs
} Product;

// Of maps over three dimensions with lhs (m, k), rhs (k, n) and acc (m, n), in any order each; or over two with a vector.
static Product product_of(const Contract *c) {
  Product none = {0}, p = {.is_product = true};
  uint32_t dims = c->maps[0]->dim_count, reductions = 0, lhs = c->maps[0]->result_count, rhs = c->maps[1]->result_count;
  if (dims < 2 || dims > 3 || c->iterators->count != dims) return none;
  for (uint32_t i = 0; i < dims; i++)
    if (is_reduction(c, i)) {
      p.reduced = i;
      reductions++;
    }
  if (reductions != 1 || place_of(c->maps[0], p.reduced) < 0 || place_of(c->maps[1], p.reduced) < 0) return none;
  if (dims == 3) {
    bool plain = p.reduced == 2 && lhs == 2 && rhs == 2 && place_of(c->maps[0], 0) >= 0 && place_of(c->maps[1], 1) >= 0 &&
                 c->maps[2]->result_count == 2;
    p.swapped = plain && c->maps[2]->results[0]->value == 1;
    return plain ? p : none;
  }
  p.swapped = lhs == 1;
  return lhs + rhs == 3 && c->maps[2]->result_count == 1 ? p : none;
}

static Value *transposed(Builder *b, Value *matrix) { return vector_transpose(b, matrix, (const int64_t[]){1, 0}, 2); }

// The operand, transposed when it has two dimensions of which the summed one is number `unwanted`.
static Value *with_order(Builder *b, const Contract *c, const Product *p, uint32_t which, int64_t unwanted) {
  Value *value = which ? c->rhs : c->lhs;
  bool turn = c->maps[which]->result_count == 2 && place_of(c->maps[which], p->reduced) == unwanted;
  return turn ? transposed(b, value) : value;
}

static Value *promoted(Builder *b, Value *value, T element) {
  T own = type_element_or_self(value->type);
  if (own == element) return value;
  return build1(b, type_is_float(element) ? OP_ARITH_EXTF : OP_ARITH_EXTSI, type_with_element(b->ctx, value->type, element), value);
}

// A sum of outer products, one for each position of the summed dimension.
static Value *by_outer_products(Greedy *g, Operation *op, const Contract *c) {
  Builder *b = &g->b;
  Product p = product_of(c);
  if (vector_transforms_options(g)->contract != CONTRACT_OUTER_PRODUCT || !p.is_product || !type_is_vector(c->type)) return NULL;
  uint32_t dims = c->maps[0]->dim_count, summed = c->maps[0]->result_count == 1 ? 0 : (uint32_t)place_of(c->maps[0], p.reduced);
  if (vector_dim_is_scalable(c->lhs->type, summed)) {
    greedy_no_match(g, op, "a scalable dimension cannot be unrolled");
    return NULL;
  }
  Value *x = with_order(b, c, &p, p.swapped, 1), *y = with_order(b, c, &p, !p.swapped, 1);
  Value *mask = c->mask, *result = c->acc;
  if (mask && dims == 3)
    mask = vector_transpose(b, mask, (const int64_t[]){2, 0, 1}, 3);
  else if (mask && p.reduced == 1)
    mask = transposed(b, mask);
  T element = type_element(result->type);
  A kind = vector_kind_of(g->ctx, c->kind);
  for (int64_t k = 0; k < vector_dim(c->lhs->type, summed) && !g->ctx->mem.exhausted; k++) {
    Value *row = vector_extract1(b, x, k);
    Value *column = vector_extract1(b, y, k);
    row = promoted(b, row, element);
    column = promoted(b, column, element);
    Value *part = mask ? vector_extract1(b, mask, k) : NULL;
    OpState *state = builder_begin(b, OP_VECTOR_OUTERPRODUCT);
    op_state_add_operands(state, (Value *const[]){row, column, result}, 3);
    op_state_set_prop(state, VECTOR_OUTERPRODUCT_KIND, kind);
    op_state_add_type(state, result->type);
    result = op_result(build_mask(b, builder_finish(b), part), 0);
  }
  return result;
}

static Value *build_sum(Builder *b, Value *vector, Value *acc) {
  OpState *state = builder_begin(b, OP_VECTOR_REDUCTION);
  op_state_add_operands(state, (Value *const[]){vector, acc}, acc ? 2 : 1);
  op_state_set_prop(state, VECTOR_REDUCTION_KIND, vector_kind_of(b->ctx, VECTOR_COMBINING_KIND_ADD));
  op_state_add_type(state, type_element(vector->type));
  return builder_finish_value(b);
}

// Each element as sum of the products of a row and a column.
static Value *by_dot_products(Greedy *g, const Contract *c) {
  Builder *b = &g->b;
  Product p = product_of(c);
  if (vector_transforms_options(g)->contract != CONTRACT_DOT || c->mask || !p.is_product || !type_is_vector(c->type) || is_reduction(c, 0)) return NULL;
  Value *x = with_order(b, c, &p, p.swapped, 0), *y = with_order(b, c, &p, !p.swapped, 0);
  uint32_t rank = vector_rank(c->type);
  int64_t rows = vector_dim(c->type, 0), columns = rank == 1 ? 1 : vector_dim(c->type, 1);
  Value *result = build_zero(b, c->type), **taken = arena_new(g->arena, Value *, (size_t)columns + 1);
  if (!taken) return NULL;
  for (int64_t r = 0; r < rows; r++) {
    Value *row = vector_extract1(b, x, r);
    for (int64_t k = 0; k < columns && !g->ctx->mem.exhausted; k++) {
      if (r == 0) taken[k] = rank == 1 ? y : vector_extract1(b, y, k);
      Value *sum = build_sum(b, multiply(b, row, taken[k]), NULL);
      result = vector_insert(b, sum, result, (const int64_t[]){r, k}, rank);
    }
  }
  return add(b, result, c->acc);
}

// ---------------------------------------------------------------------------------------------
// Elementwise products

// The operand with dimensions as the result has them, and those summed over (of one element) in front and cut off.
static Value *aligned_operand(Greedy *g, const Contract *c, uint32_t which) {
  Builder *b = &g->b;
  const AffineMap *map = c->maps[which], *acc = c->maps[2];
  Value *value = which ? c->rhs : c->lhs;
  uint32_t parallel = acc->result_count, reduced = 0, added = 0, rank = map->result_count;
  for (uint32_t i = 0; i < rank; i++) reduced += is_reduction(c, (uint32_t)map->results[i]->value);
  uint32_t missing = parallel - (rank - reduced);
  int64_t *dims = arena_new(g->arena, int64_t, missing + rank + 1), *order = arena_new(g->arena, int64_t, missing + rank + 1);
  uint32_t at = 0;
  for (uint32_t i = 0; i < rank; i++)
    if (is_reduction(c, (uint32_t)map->results[i]->value)) order[at++] = missing + i;
  for (uint32_t i = 0; i < parallel; i++) {
    int64_t place = place_of(map, acc->results[i]->value);
    if (place < 0) dims[added] = vector_dim(c->type, i);
    order[at++] = place < 0 ? added++ : missing + place;
  }
  if (added) {
    for (uint32_t i = 0; i < rank; i++) dims[added + i] = vector_dim(value->type, i);
    value = vector_cast(b, OP_VECTOR_BROADCAST, type_vector(g->ctx, dims, added + rank, 0, type_element(value->type)), value);
  }
  Value *turned = vector_transpose(b, value, order, at);
  (void)reduced;
  return turned;
}

static uint32_t count_reduced(const Contract *c, uint32_t which, bool *unit) {
  uint32_t count = 0;
  T type = which ? c->rhs->type : c->lhs->type;
  for (uint32_t i = 0; i < c->maps[which]->result_count; i++) {
    if (!is_reduction(c, (uint32_t)c->maps[which]->results[i]->value)) continue;
    count++;
    *unit &= vector_dim(type, i) == 1;
  }
  return count;
}

static Value *by_elements(Greedy *g, const Contract *c) {
  Builder *b = &g->b;
  bool unit = true;
  if (vector_transforms_options(g)->contract != CONTRACT_PARALLEL || c->mask || !type_is_vector(c->type)) return NULL;
  uint32_t of_lhs = count_reduced(c, 0, &unit), of_rhs = count_reduced(c, 1, &unit);
  int64_t zeros[64] = {0};
  if (!unit || of_lhs > 64 || of_rhs > 64) return NULL;
  // Both are broadcast before one is transposed.
  Value *lhs = aligned_operand(g, c, 0), *rhs = aligned_operand(g, c, 1);
  lhs = vector_extract(b, lhs, zeros, of_lhs);
  rhs = vector_extract(b, rhs, zeros, of_rhs);
  return multiply_and_join(b, c->kind, lhs, rhs, c->acc, NULL);
}

// ---------------------------------------------------------------------------------------------
// One dimension at a time

// `value` at `position` of dimension `dim`; dim -1: value itself.
static Value *take(Greedy *g, Value *value, int64_t dim, int64_t position) {
  Builder *b = &g->b;
  if (dim < 0) return value;
  if (dim == 0) return vector_extract1(b, value, position);
  T type = vector_without(g->ctx, value->type, (uint32_t)dim);
  Value *result = build_zero(b, type);
  for (int64_t i = 0; i < vector_dim(type, 0) && !g->ctx->mem.exhausted; i++) {
    Value *part = vector_extract1(b, value, i);
    result = vector_insert1(b, take(g, part, dim - 1, position), result, i);
  }
  return result;
}

// `into` with `value` at `position` of dimension `dim`; dim -1: value itself.
static Value *put(Greedy *g, Value *value, Value *into, int64_t dim, int64_t position) {
  Builder *b = &g->b;
  if (dim < 0) return value;
  if (dim == 0) return vector_insert1(b, value, into, position);
  Value *result = into;
  for (int64_t i = 0; i < vector_dim(into->type, 0) && !g->ctx->mem.exhausted; i++) {
    Value *old = vector_extract1(b, result, i);
    Value *part = vector_extract1(b, value, i);
    result = vector_insert1(b, put(g, part, old, dim - 1, position), result, i);
  }
  return result;
}

// The maps and iterators without one dimension.
static void without_dim(Greedy *g, const Contract *c, int64_t dim, A *maps, A *iterators) {
  A lower[3], *kept = arena_new(g->arena, A, c->iterators->count + 1);
  uint32_t count = 0;
  for (uint32_t m = 0; m < 3; m++) {
    const AffineMap *map = c->maps[m];
    E *results = arena_new(g->arena, E, map->result_count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < map->result_count; i++) {
      int64_t at = map->results[i]->value;
      if (at != dim) results[n++] = affine_dim(g->ctx, (uint32_t)(at < dim ? at : at - 1));
    }
    lower[m] = attr_affine_map(g->ctx, affine_map(g->ctx, map->dim_count - 1, 0, results, n));
  }
  for (uint64_t i = 0; i < c->iterators->count; i++)
    if ((int64_t)i != dim) kept[count++] = c->iterators->items[i];
  *maps = attr_array(g->ctx, lower, 3);
  *iterators = attr_array(g->ctx, kept, count);
}

static Value *build_contract(Builder *b, const Contract *c, Value *lhs, Value *rhs, Value *acc, A maps, A iterators, Value *mask) {
  OpState *state = builder_begin(b, OP_VECTOR_CONTRACT);
  op_state_add_operands(state, (Value *const[]){lhs, rhs, acc}, 3);
  op_state_set_prop(state, VECTOR_CONTRACT_INDEXING_MAPS, maps);
  op_state_set_prop(state, VECTOR_CONTRACT_ITERATOR_TYPES, iterators);
  op_state_set_prop(state, VECTOR_CONTRACT_KIND, vector_kind_of(b->ctx, c->kind));
  op_state_add_type(state, acc->type);
  return op_result(build_mask(b, builder_finish(b), mask), 0);
}

// A dimension that is not summed over, at these places in lhs and rhs (-1: not there).
static Value *unroll_parallel(Greedy *g, const Contract *c, int64_t in_lhs, int64_t in_rhs) {
  Builder *b = &g->b;
  if (!type_is_vector(c->type)) return NULL;
  T type = in_lhs >= 0 ? c->lhs->type : c->rhs->type;
  uint32_t at = (uint32_t)(in_lhs >= 0 ? in_lhs : in_rhs);
  int64_t dim = c->maps[in_lhs >= 0 ? 0 : 1]->results[at]->value, in_acc = place_of(c->maps[2], dim), size = vector_dim(type, at);
  if (vector_dim_is_scalable(type, at) || (in_acc < 0 && size != 1)) return NULL;
  A maps, iterators;
  without_dim(g, c, dim, &maps, &iterators);
  Value *result = build_zero(b, c->type);
  for (int64_t i = 0; i < size && !g->ctx->mem.exhausted; i++) {
    Value *lhs = take(g, c->lhs, in_lhs, i);
    Value *rhs = take(g, c->rhs, in_rhs, i);
    Value *acc = take(g, c->acc, in_acc, i);
    Value *mask = c->mask ? take(g, c->mask, dim, i) : NULL;
    Value *part = build_contract(b, c, lhs, rhs, acc, maps, iterators, mask);
    result = put(g, part, result, in_acc, i);
  }
  return result;
}

static Value *unroll_reduction(Greedy *g, const Contract *c) {
  Builder *b = &g->b;
  int64_t in_lhs = place_of(c->maps[0], 0), in_rhs = place_of(c->maps[1], 0);
  if (type_is_vector(c->type) || in_lhs < 0 || in_rhs < 0) return NULL;
  int64_t size = vector_dim(c->lhs->type, (uint32_t)in_lhs);
  if (size != vector_dim(c->rhs->type, (uint32_t)in_rhs)) return NULL;
  if (vector_rank(c->lhs->type) == 1) {
    if (vector_rank(c->rhs->type) != 1) return NULL;
    Value *sum = build_sum(b, multiply(b, c->lhs, c->rhs), c->acc);
    return op_result(build_mask(b, value_def(sum), c->mask), 0);
  }
  A maps, iterators;
  without_dim(g, c, 0, &maps, &iterators);
  Value *result = c->acc;
  for (int64_t i = 0; i < size && !g->ctx->mem.exhausted; i++) {
    Value *lhs = take(g, c->lhs, in_lhs, i);
    Value *rhs = take(g, c->rhs, in_rhs, i);
    Value *mask = c->mask ? take(g, c->mask, 0, i) : NULL;
    result = build_contract(b, c, lhs, rhs, result, maps, iterators, mask);
  }
  return result;
}

static Value *by_dimensions(Greedy *g, const Contract *c) {
  uint32_t count = (uint32_t)c->iterators->count;
  bool sums = false;
  for (uint32_t i = 0; i < count; i++) {   // of both operands
    int64_t in_lhs = place_of(c->maps[0], i), in_rhs = place_of(c->maps[1], i);
    if (in_lhs < 0 || in_rhs < 0) continue;
    if (!is_reduction(c, i)) return unroll_parallel(g, c, in_lhs, in_rhs);
    sums = true;
  }
  for (uint32_t which = 0; which < 2; which++)   // of one
    for (uint32_t i = 0; i < c->maps[which]->result_count; i++) {
      int64_t dim = c->maps[which]->results[i]->value;
      if (is_reduction(c, (uint32_t)dim) && place_of(c->maps[!which], dim) >= 0) continue;
      return which ? unroll_parallel(g, c, -1, i) : unroll_parallel(g, c, i, -1);
    }
  return sums ? unroll_reduction(g, c) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Patterns

bool lower_vector_contract(Greedy *g, Operation *op) {
  Masked masked = masked_root(g, op);
  Contract c = contract_of(op, masked.mask);
  T element = type_element_or_self(c.type);
  if (type_element(c.lhs->type) != element || type_element(c.rhs->type) != element || c.kind != VECTOR_COMBINING_KIND_ADD)
    return greedy_no_match(g, op, "only sums, of elements of one type, are lowered so");
  Value *result = by_outer_products(g, op, &c);
  if (!result) result = by_dot_products(g, &c);
  if (!result) result = by_elements(g, &c);
  if (!result) result = by_dimensions(g, &c);
  return result ? greedy_replace1(g, masked.root, result) : greedy_no_match(g, op, "its dimensions cannot be unrolled");
}

bool lower_contract_to_outer_products(Greedy *g, Operation *op) {
  Masked masked = masked_root(g, op);
  Contract c = contract_of(op, masked.mask);
  Value *result = by_outer_products(g, op, &c);
  return result && greedy_replace1(g, masked.root, result);
}

static Value *flattened(Greedy *g, Value *value) {
  return vector_cast(&g->b, OP_VECTOR_SHAPE_CAST, vector_1d(g->ctx, type_num_elements(value->type), type_element(value->type)), value);
}

// llvm.intr.matrix.multiply of flat matrices.
bool lower_contract_to_llvm(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Contract c = contract_of(op, masked_op(op).mask);
  Product p = product_of(&c);
  T i32 = g->ctx->types.i32;
  if (c.mask || !p.is_product || c.maps[0]->dim_count != 3 || !type_is_vector(c.type) || vector_is_scalable(c.type) ||
      type_element(c.lhs->type) != type_element(c.type))
    return greedy_no_match(g, op, "it is no product of two matrices of one element type");
  Value *lhs = with_order(b, &c, &p, 0, 0), *rhs = with_order(b, &c, &p, 1, 1);
  int64_t rows = vector_dim(lhs->type, 0), inner = vector_dim(lhs->type, 1), columns = vector_dim(rhs->type, 1);
  lhs = flattened(g, lhs);
  rhs = flattened(g, rhs);
  OpState *state = builder_begin(b, OP_LLVM_INTR_MATRIX_MULTIPLY);
  op_state_add_operand2(state, lhs, rhs);
  op_state_set_prop(state, LLVM_INTR_MATRIX_MULTIPLY_LHS_ROWS, attr_i64(g->ctx, i32, rows));
  op_state_set_prop(state, LLVM_INTR_MATRIX_MULTIPLY_LHS_COLUMNS, attr_i64(g->ctx, i32, inner));
  op_state_set_prop(state, LLVM_INTR_MATRIX_MULTIPLY_RHS_COLUMNS, attr_i64(g->ctx, i32, columns));
  op_state_add_type(state, vector_1d(g->ctx, rows * columns, type_element(c.type)));
  Value *product = builder_finish_value(b);
  product = vector_cast(b, OP_VECTOR_SHAPE_CAST, type_vector(g->ctx, (const int64_t[]){rows, columns}, 2, 0, type_element(c.type)), product);
  if (p.swapped) product = transposed(b, product);
  return greedy_replace1(g, op, add(b, c.acc, product));
}

// Row by row: an element of lhs times rhs.
bool lower_outer_product(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  uint64_t scalable = ((const ShapedType *)type)->scalable;
  if (vector_rank(type) >= 2 && scalable == (1ull << vector_rank(type)) - 1) return greedy_no_match(g, op, "all dimensions are scalable");
  Masked masked = masked_root(g, op);
  Builder *b = &g->b;
  Value *lhs = op_operand(op, 0), *rhs = op_operand(op, 1), *acc = op->operand_count > 2 ? op_operand(op, 2) : NULL;
  uint32_t kind = vector_kind(op);
  if (!type_is_vector(rhs->type)) {
    Value *spread = vector_cast(b, OP_VECTOR_BROADCAST, lhs->type, rhs);
    Value *result = multiply_and_join(b, kind, lhs, spread, acc, masked.mask);
    return result && greedy_replace1(g, masked.root, result);
  }
  Value *result = build_zero(b, type);
  for (int64_t i = 0; i < vector_dim(type, 0) && !g->ctx->mem.exhausted; i++) {
    Value *x = vector_extract1(b, lhs, i);
    x = vector_cast(b, OP_VECTOR_BROADCAST, rhs->type, x);
    Value *old = acc ? vector_extract1(b, acc, i) : NULL;
    Value *mask = masked.mask ? vector_extract1(b, masked.mask, i) : NULL;
    Value *row = multiply_and_join(b, kind, x, rhs, old, mask);
    if (!row) return false;
    result = vector_insert1(b, row, result, i);
  }
  return greedy_replace1(g, masked.root, result);
}
