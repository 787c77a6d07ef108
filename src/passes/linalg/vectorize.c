// A structured operation as operations on vectors (after mlir/lib/Dialect/Linalg/Transforms/Vectorization.cpp).
//
// The vectors of inputs have a dimension for each loop, in the loops' order; those of results leave out the loops that are summed over.
// Vectors may be larger than what the loops go through: then masks keep reads, writes and sums to that.
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/tensor.h"
#include "ops/ub.h"
#include "ops/vector.h"

#include "asm/params.h"
#include "dialects/vector/build.h"
#include "ir/fold.h"
#include "ir/type.h"
#include "passes/linalg/tile.h"

// The mask for what a map of the loops leads to.
typedef struct Mask {
  const AffineMap *map;
  Value *mask;
} Mask;

enum { MAX_CONVOLUTION_LOOPS = 5 };   // of convolutions along one dimension, which mlir-opt vectorizes

typedef struct Vectorizer {
  Tiling t;
  Builder b;
  Arena *arena;
  Operation *op;
  int64_t *sizes, *counts; // of the vectors in each loop, and how often that runs (DYNAMIC: not known)
  uint64_t scalable;       // which of the sizes are
  bool is_given, open_match;
  Value **ends;            // how often each loop runs
  uint32_t loops;
  VEC(Mask) masks;
  Map map;                 // what stands for the values of the body
  Value *zero;
  bool nobody;             // mlir-opt cannot do it either
} Vectorizer;

// ---------------------------------------------------------------------------------------------
// What can be vectorized

static bool is_scalar(T type) { return !type_is_memref(type) && !type_is_tensor(type); }

static bool has_position(const AffineMap *map, uint32_t loop) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->value == loop) return true;
  return false;
}

static int64_t kind_of(const Operation *combiner) {
  static const uint16_t kinds[][2] = {
    {OP_ARITH_ADDF, VECTOR_COMBINING_KIND_ADD}, {OP_ARITH_ADDI, VECTOR_COMBINING_KIND_ADD}, {OP_ARITH_ANDI, VECTOR_COMBINING_KIND_AND},
    {OP_ARITH_MAXIMUMF, VECTOR_COMBINING_KIND_MAXIMUMF}, {OP_ARITH_MAXNUMF, VECTOR_COMBINING_KIND_MAXNUMF}, {OP_ARITH_MAXSI, VECTOR_COMBINING_KIND_MAXSI},
    {OP_ARITH_MAXUI, VECTOR_COMBINING_KIND_MAXUI}, {OP_ARITH_MINIMUMF, VECTOR_COMBINING_KIND_MINIMUMF}, {OP_ARITH_MINNUMF, VECTOR_COMBINING_KIND_MINNUMF},
    {OP_ARITH_MINSI, VECTOR_COMBINING_KIND_MINSI}, {OP_ARITH_MINUI, VECTOR_COMBINING_KIND_MINUI}, {OP_ARITH_MULF, VECTOR_COMBINING_KIND_MUL},
    {OP_ARITH_MULI, VECTOR_COMBINING_KIND_MUL}, {OP_ARITH_ORI, VECTOR_COMBINING_KIND_OR}, {OP_ARITH_XORI, VECTOR_COMBINING_KIND_XOR}};
  for (size_t i = 0; i < countof(kinds); i++)
    if (op_is(combiner, kinds[i][0])) return kinds[i][1];
  return -1;
}

// The operation that adds to the argument of a result, of which the body yields nothing else; NULL: there is none.
static const Operation *combiner_of(const Vectorizer *v, uint32_t operand) {
  const Block *body = structured_body(v->op);
  const Value *arg = body->args[operand];
  const Operation *combiner = arg->uses && !arg->uses->next ? arg->uses->owner : NULL;
  if (!combiner || kind_of(combiner) < 0 || !value_has_one_use(op_result(combiner, 0))) return NULL;
  const Use *use = combiner->results[0].uses;
  return use->owner == body->last && use_index(use) == operand - structured_inits(v->op).begin ? combiner : NULL;
}

// Where sizes may be scalable: in the last parallel loop that counts, in the last two loops of parallel ones, or in a sum over the last loop.
static bool may_be_scalable(const Vectorizer *v) {
  uint32_t last = v->loops, count = 0;
  bool seen_parallel = false;
  for (uint32_t i = 0; i < v->loops; i++) count += v->scalable >> i & 1;
  if (!count) return true;
  if (count > 2) return false;
  while (!(v->scalable >> (last - 1) & 1)) {
    last--;
    seen_parallel |= v->t.iterators.data[last] == ITERATOR_PARALLEL && v->sizes[last] != 1;
  }
  bool sums = v->t.iterators.data[last - 1] != ITERATOR_PARALLEL;
  if (sums && (last != v->loops || op_is(v->op, OP_LINALG_MATMUL) || count == 2)) return false;
  if (!sums && seen_parallel) return false;
  if (count == 2 && (last < 2 || !(v->scalable >> (last - 2) & 1) || v->t.iterators.data[last - 2] != ITERATOR_PARALLEL)) return false;
  return true;
}

static const char *check_sizes(const Vectorizer *v) {
  for (uint32_t i = 0; i < v->loops; i++) {
    if (!v->counts[i]) return "a loop has no iteration, or no operand tells how many";
    if (v->counts[i] == DYNAMIC ? !v->is_given : v->counts[i] > v->sizes[i] && !v->open_match) return "the vectors have to be as large as what the loops go through";
    if (v->sizes[i] < 1) return "a vector has a size";
  }
  return may_be_scalable(v) ? NULL : "these loops cannot have scalable vectors";
}

static const char *check(Vectorizer *v) {
  const Block *body = structured_body(v->op);
  Span inits = structured_inits(v->op);
  bool sums = false, all_permuted = true;
  if (v->loops > 64) return "it has too many loops";
  for (uint32_t i = 0; i < v->loops; i++) sums |= v->t.iterators.data[i] != ITERATOR_PARALLEL;
  for (uint32_t i = 0; i < v->op->operand_count; i++) {
    v->nobody = op_is(v->op, OP_LINALG_GENERIC) || v->loops > MAX_CONVOLUTION_LOOPS;
    if (!affine_map_is_projected_permutation(v->t.maps.data[i], false)) return "its maps do more than to choose and to order loops";
    v->nobody = false;
    if (i >= inits.begin) all_permuted &= affine_map_is_permutation(v->t.maps.data[i]);
    if (is_scalar(op_operand_type(v->op, i))) continue;
    T element = type_element(op_operand_type(v->op, i));
    if (!type_is_index(element) && !type_as_integer(element) && !type_is_float(element)) return "its elements are no numbers";
  }
  v->nobody = true;
  const char *wrong = check_sizes(v);
  if (wrong) return wrong;
  v->nobody = false;
  if (span_size(inits) && v->op->result_count && v->op->result_count != span_size(inits)) return "some of its results are tensors and some are memrefs";
  v->nobody = true;
  if (!sums && !all_permuted) return "a result does not depend on all of its loops";
  for (uint32_t i = inits.begin; i < inits.end && sums; i++)
    if (!affine_map_is_permutation(v->t.maps.data[i]) && !combiner_of(v, i)) return "a result is no sum, product, minimum or maximum";
  v->nobody = false;
  block_each_op(body, op) {
    if (op == body->last || op_is(op, OP_ARITH_CONSTANT) || op_is(op, OP_LINALG_INDEX)) continue;
    if ((op->def->traits & TRAIT_ELEMENTWISE_MAPPABLE) != TRAIT_ELEMENTWISE_MAPPABLE || op->region_count) return "its body does more than to compute with elements";
  }
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Vectors

// Of the sizes of the loops that the map has; all of them when it is NULL.
static T vector_of(const Vectorizer *v, const AffineMap *map, T element) {
  int64_t *sizes = arena_new(v->arena, int64_t, v->loops + 1);
  uint64_t scalable = 0;
  uint32_t rank = 0;
  for (uint32_t i = 0; i < v->loops; i++) {
    if (map && !has_position(map, i)) continue;
    scalable |= (v->scalable >> i & 1) << rank;
    sizes[rank++] = v->sizes[i];
  }
  return type_vector(v->b.ctx, sizes, rank, scalable, element);
}

// ---------------------------------------------------------------------------------------------
// Masks

static bool needs_mask(const Vectorizer *v, const AffineMap *map) {
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t loop = map->results[i]->value;
    if (v->counts[loop] != v->sizes[loop] && !(v->open_match && v->counts[loop] == DYNAMIC)) return true;
  }
  return false;
}

// The mask for what the map leads to, in its order; NULL: none is needed.
static Value *mask_for(Vectorizer *v, const AffineMap *map) {
  Builder *b = &v->b;
  if (!needs_mask(v, map)) return NULL;
  for (uint32_t i = 0; i < v->masks.count; i++)
    if (v->masks.data[i].map == map) return v->masks.data[i].mask;
  int64_t *sizes = arena_new(v->arena, int64_t, map->result_count + 1);
  uint64_t scalable = 0;
  OpState *state = builder_begin(b, OP_VECTOR_CREATE_MASK);
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t loop = map->results[i]->value;
    sizes[i] = v->sizes[loop];
    scalable |= (v->scalable >> loop & 1) << i;
    op_state_add_operand(state, v->ends[loop]);
  }
  op_state_add_type(state, type_vector(b->ctx, sizes, map->result_count, scalable, type_integer(b->ctx, 1, SIGNLESS)));
  Value *mask = builder_finish_value(b);
  vec_push(v->arena, &v->masks, ((Mask){map, mask}));
  return mask;
}

static Operation *masked(Vectorizer *v, Operation *op, Value *mask) { return build_mask(&v->b, op, mask); }

// For each dimension of the vector, the dimension of the operand. `all`: of each loop, 0 where the operand does not have it.
static const AffineMap *transfer_map(const Vectorizer *v, const AffineMap *map, bool all) {
  Context *ctx = v->b.ctx;
  E *results = arena_new(v->arena, E, v->loops + 1);
  uint32_t rank = 0;
  for (uint32_t loop = 0; loop < v->loops; loop++) {
    uint32_t i = 0;
    while (i < map->result_count && map->results[i]->value != loop) i++;
    if (i < map->result_count) results[rank++] = affine_dim(ctx, i);
    else if (all) results[rank++] = affine_const(ctx, 0);
  }
  return affine_map(ctx, map->result_count, 0, results, rank);
}

// What a mask covers is inside. Without one, that is said of sizes that are not known and taken to be those of the vectors.
static A in_bounds(const Vectorizer *v, const AffineMap *map, const Value *shaped, bool is_masked) {
  const ShapedType *type = type_as_shaped(shaped->type);
  A *flags = arena_new(v->arena, A, map->result_count + 1);
  for (uint32_t i = 0; i < map->result_count; i++) {
    E expr = map->results[i];
    bool is_open = v->open_match && expr->kind == AFFINE_DIM && type->dims[expr->value] == DYNAMIC;
    flags[i] = is_masked || is_open ? v->b.ctx->attrs.true_ : v->b.ctx->attrs.false_;
  }
  return attr_array(v->b.ctx, flags, map->result_count);
}

static void add_zeros(OpState *state, Value *zero, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) op_state_add_operand(state, zero);
}

static Value *read_operand(Vectorizer *v, uint32_t operand) {
  Builder *b = &v->b;
  Value *source = op_operand(v->op, operand);
  const AffineMap *map = v->t.maps.data[operand];
  bool is_input = operand < structured_inits(v->op).begin;
  T element = type_element(source->type), type = vector_of(v, is_input ? NULL : map, element);
  uint32_t rank = (uint32_t)type_as_shaped(type)->rank;
  const AffineMap *transfer = transfer_map(v, map, is_input);
  op_state_add_type(builder_begin(b, OP_UB_POISON), element);
  Value *padding = builder_finish_value(b), *mask = mask_for(v, map);
  OpState *state = builder_begin(b, OP_VECTOR_TRANSFER_READ);
  op_state_add_operand(state, source);
  add_zeros(state, v->zero, map->result_count);
  op_state_add_operand(state, padding);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)map->result_count, 1, 0}, 4);
  op_state_set_prop(state, VECTOR_TRANSFER_READ_PERMUTATION_MAP, attr_affine_map(b->ctx, transfer));
  op_state_set_prop(state, VECTOR_TRANSFER_READ_IN_BOUNDS, in_bounds(v, transfer, source, mask != NULL));
  op_state_add_type(state, type);
  Value *read = op_result(masked(v, builder_finish(b), mask), 0);
  if (rank) return read;
  state = builder_begin(b, OP_VECTOR_EXTRACT);
  op_state_add_operand(state, read);
  op_state_set_prop(state, VECTOR_EXTRACT_STATIC_POSITION, attr_i64_array(b->ctx, NULL, 0));
  op_state_add_type(state, element);
  return builder_finish_value(b);
}

static Value *broadcast(Vectorizer *v, Value *value, T type) {
  if (value->type == type) return value;
  Value *made = build1(&v->b, OP_VECTOR_BROADCAST, type, value);
  return type_as_shaped(type)->rank ? build_or_fold(&v->b, made, v->arena) : made;
}

static Value *write_result(Vectorizer *v, uint32_t operand, Value *value) {
  Builder *b = &v->b;
  Value *into = op_operand(v->op, operand);
  const AffineMap *map = v->t.maps.data[operand];
  T type = vector_of(v, map, type_element(into->type));
  const AffineMap *transfer = transfer_map(v, map, false);
  Value *zero = build_index(b, 0);
  value = broadcast(v, value, type);
  Value *mask = mask_for(v, map);
  OpState *state = builder_begin(b, OP_VECTOR_TRANSFER_WRITE);
  op_state_add_operand2(state, value, into);
  add_zeros(state, zero, map->result_count);
  op_state_operand_segments(state, (const int32_t[]){1, 1, (int32_t)map->result_count, 0}, 4);
  op_state_set_prop(state, VECTOR_TRANSFER_WRITE_PERMUTATION_MAP, attr_affine_map(b->ctx, transfer));
  op_state_set_prop(state, VECTOR_TRANSFER_WRITE_IN_BOUNDS, in_bounds(v, transfer, into, mask != NULL));
  if (type_is_tensor(into->type)) op_state_add_type(state, into->type);
  Operation *write = masked(v, builder_finish_typed(b), mask);
  return write->result_count ? op_result(write, 0) : NULL;
}

// ---------------------------------------------------------------------------------------------
// The body

static Value *mapped(const Vectorizer *v, Value *value) {
  Value *to = map_get(&v->map, value);
  return to ? to : value;
}

static const ShapedType *as_vector(T type) { return type_kind(type) == TYPE_VECTOR ? type_as_shaped(type) : NULL; }

static bool same_shape(const ShapedType *a, const ShapedType *b) {
  if (a->rank != b->rank) return false;
  for (uint64_t i = 0; i < a->rank; i++)
    if (a->dims[i] != b->dims[i]) return false;
  return true;
}

// What is added to a result, summed up over the loops that it does not have. NULL: nothing is to be summed.
static Value *reduce(Vectorizer *v, const Operation *op) {
  Builder *b = &v->b;
  Span inits = structured_inits(v->op);
  const Block *body = structured_body(v->op);
  for (uint32_t i = inits.begin; i < inits.end; i++) {
    if (combiner_of(v, i) != op) continue;
    bool is_first = op_operand(op, 0) == body->args[i];
    Value *added = mapped(v, op_operand(op, is_first)), *to = mapped(v, body->args[i]);
    const ShapedType *from = as_vector(added->type), *into = as_vector(to->type);
    if (!from || (into && same_shape(from, into))) return NULL;
    int64_t *dims = arena_new(v->arena, int64_t, v->loops + 1);
    uint32_t count = 0;
    for (uint32_t loop = 0; loop < v->loops; loop++)
      if (v->t.iterators.data[loop] != ITERATOR_PARALLEL) dims[count++] = loop;
    Value *mask = mask_for(v, affine_map_identity(b->ctx, v->loops));
    OpState *state = builder_begin(b, OP_VECTOR_MULTI_REDUCTION);
    op_state_add_operand2(state, added, to);
    op_state_set_prop(state, VECTOR_MULTI_REDUCTION_KIND, attr_from_params(b->ctx, &vector_kind_attr, (const uint64_t[]){(uint64_t)kind_of(op)}));
    op_state_set_prop(state, VECTOR_MULTI_REDUCTION_REDUCTION_DIMS, attr_i64_array(b->ctx, dims, count));
    op_state_add_type(state, to->type);
    return op_result(masked(v, builder_finish_typed(b), mask), 0);
  }
  return NULL;
}

// The operation on vectors of the shape that the largest of its operands has.
static Operation *vectorize_op(Vectorizer *v, const Operation *op) {
  Context *ctx = v->b.ctx;
  const ShapedType *largest = NULL;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const ShapedType *type = as_vector(mapped(v, op_operand(op, i))->type);
    if (type && (!largest || type->rank > largest->rank)) largest = type;
  }
  Operation *made = op_clone(v->b.module, op, NULL);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *operand = mapped(v, op_operand(op, i));
    const ShapedType *type = as_vector(operand->type);
    if (largest) operand = broadcast(v, operand, type_vector(ctx, largest->dims, (uint32_t)largest->rank, largest->scalable, type ? type->element : operand->type));
    op_set_operand(made, i, operand);
  }
  for (uint32_t i = 0; largest && i < made->result_count; i++)
    op_result(made, i)->type = type_vector(ctx, largest->dims, (uint32_t)largest->rank, largest->scalable, op_result_type(op, i));
  op_touched(made);
  return builder_insert(&v->b, made);
}

// The indices of a loop, as a vector of the last dimension or as one of all dimensions.
static Value *vectorize_index(Vectorizer *v, uint32_t loop) {
  Builder *b = &v->b;
  T index = b->ctx->types.index;
  uint32_t last = v->loops - 1;
  op_state_add_type(builder_begin(b, OP_VECTOR_STEP), type_vector(b->ctx, &v->sizes[loop], 1, v->scalable >> loop & 1, index));
  Value *step = builder_finish_value(b);
  if (loop == last) return step;
  int64_t *order = arena_new(v->arena, int64_t, v->loops), *sizes = arena_new(v->arena, int64_t, v->loops);
  uint64_t scalable = 0;
  for (uint32_t i = 0; i < v->loops; i++) {
    order[i] = i == loop ? last : i == last ? loop : i;
    sizes[i] = v->sizes[order[i]];
    scalable |= (v->scalable >> order[i] & 1) << i;
  }
  Value *all = build1(b, OP_VECTOR_BROADCAST, type_vector(b->ctx, sizes, v->loops, scalable, index), step);
  OpState *state = builder_begin(b, OP_VECTOR_TRANSPOSE);
  op_state_add_operand(state, all);
  op_state_set_prop(state, VECTOR_TRANSPOSE_PERMUTATION, attr_i64_array(b->ctx, order, v->loops));
  op_state_add_type(state, type_vector(b->ctx, v->sizes, v->loops, v->scalable, index));
  return builder_finish_value(b);
}

static const Operation *vectorize_one(Vectorizer *v, const Operation *op) {
  if (op_is(op, OP_ARITH_CONSTANT)) return builder_insert(&v->b, op_clone(v->b.module, op, NULL));
  if (op_is(op, OP_LINALG_INDEX)) return value_def(vectorize_index(v, (uint32_t)op_prop_i64_at(op, LINALG_INDEX_DIM)));
  Value *sum = reduce(v, op);
  return sum ? value_def(sum) : vectorize_op(v, op);
}

static void vectorize_body(Vectorizer *v, Value **results) {
  const Block *body = structured_body(v->op);
  Span inits = structured_inits(v->op);
  for (const Operation *op = body->first; op != body->last; op = op->next) {
    v->b.loc = op->loc;
    const Operation *made = vectorize_one(v, op);
    for (uint32_t i = 0; i < op->result_count; i++) map_set(&v->map, op_result(op, i), op_result(made, i));
  }
  v->b.loc = v->op->loc;
  for (uint32_t i = inits.begin; i < inits.end; i++) results[i - inits.begin] = write_result(v, i, mapped(v, op_operand(body->last, i - inits.begin)));
}

// ---------------------------------------------------------------------------------------------

// The first operand and dimension that tell how often a loop runs. False: none does.
static bool find_loop(const Vectorizer *v, uint32_t loop, Value **value, uint32_t *dim) {
  for (uint32_t i = 0; i < v->op->operand_count; i++)
    for (uint32_t k = 0; k < v->t.maps.data[i]->result_count; k++) {
      E expr = v->t.maps.data[i]->results[k];
      if (expr->kind != AFFINE_DIM || expr->value != loop) continue;
      *value = op_operand(v->op, i);
      *dim = k;
      return true;
    }
  return false;
}

static void read_counts(Vectorizer *v) {
  for (uint32_t i = 0; i < v->op->operand_count; i++)
    for (uint32_t k = 0; k < v->t.maps.data[i]->result_count; k++) {
      E expr = v->t.maps.data[i]->results[k];
      int64_t size = type_as_shaped(op_operand_type(v->op, i))->dims[k];
      if (expr->kind == AFFINE_DIM && (!v->counts[expr->value] || v->counts[expr->value] == DYNAMIC || size != DYNAMIC)) v->counts[expr->value] = size;
    }
}

static void build_ends(Vectorizer *v) {
  Builder *b = &v->b;
  for (uint32_t i = 0; i < v->loops; i++) {
    Value *value;
    uint32_t dim;
    if (v->counts[i] != DYNAMIC || !find_loop(v, i, &value, &dim)) v->ends[i] = build_index(b, v->counts[i]);
    else v->ends[i] = build2(b, type_is_memref(value->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, b->ctx->types.index, value, build_index(b, dim));
  }
}

// The sizes that are given, or those of the loops. Not NULL: they do not fit.
static const char *read_sizes(Vectorizer *v, const VectorSizes *given) {
  OpFoldResultList list = given->sizes;
  v->is_given = list.count != 0;
  v->open_match = given->open_match;
  if (v->is_given && list.count != v->loops) return "each loop needs a size of its vectors";
  for (uint32_t i = 0; i < v->loops; i++) {
    OpFoldResult size = v->is_given ? ofr_fold(list.items[i]) : OFR_NUMBER(v->counts[i]);
    if (size.value) return "a size of the vectors is not known";
    v->sizes[i] = size.constant;
    if (given->scalable && i < ((const DenseArrayAttr *)given->scalable)->count && i < 64 && dense_array_i64(given->scalable, i)) v->scalable |= (uint64_t)1 << i;
  }
  return NULL;
}

const char *vectorize_by(const Builder *b, Arena *arena, Operation *op, const VectorSizes *sizes, bool *nobody, Value **results) {
  *nobody = false;
  Vectorizer v = {.b = *b, .arena = arena, .op = op};
  if (!tiling_of(&v.t, b->module, arena, op) || !structured_body(op) || !structured_body(op)->last) return "it is no structured operation";
  v.loops = v.t.iterators.count;
  v.sizes = arena_new(arena, int64_t, v.loops + 1);
  v.counts = arena_new(arena, int64_t, v.loops + 1);
  v.ends = arena_new(arena, Value *, v.loops + 1);
  read_counts(&v);
  const char *wrong = read_sizes(&v, sizes);
  *nobody = wrong != NULL;
  if (!wrong) {
    wrong = check(&v);
    *nobody = v.nobody;
  }
  if (wrong) return wrong;
  map_init(&v.map, arena);
  build_ends(&v);
  v.zero = build_index(&v.b, 0);
  for (uint32_t i = 0; i < op->operand_count; i++)
    map_set(&v.map, structured_body(op)->args[i], is_scalar(op_operand_type(op, i)) ? op_operand(op, i) : read_operand(&v, i));
  vectorize_body(&v, results);
  return NULL;
}

const char *vectorize_structured(Module *module, Arena *arena, Operation *op, const VectorSizes *sizes, bool *nobody) {
  Builder b;
  Value **results = arena_new(arena, Value *, op->operand_count + 1);
  if (!results) return "there is no memory left";
  builder_init(&b, module);
  builder_before(&b, op);
  const char *wrong = vectorize_by(&b, arena, op, sizes, nobody, results);
  if (wrong) return wrong;
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), results[i]);
  op_erase(op);
  return NULL;
}
