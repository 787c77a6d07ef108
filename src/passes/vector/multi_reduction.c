// lower-vector-multi-reduction (after mlir/lib/Dialect/Vector/Transforms/LowerVectorMultiReduction.cpp): the dimensions
// that are reduced are brought together, in front or at the end, until there are two; then rows are joined.
#include "passes/vector/lowering.h"
#include "ops/func.h"
#include "ops/vector.h"

static const char *const strategies[] = {"inner-parallel", "inner-reduction", NULL};
static const PassOption option_lowering_strategy = {"lowering-strategy", OPTION_ENUM, "inner-parallel", strategies,
  "Select the strategy to control how multi_reduction is lowered."};

typedef struct Reduction {
  Masked masked;
  Value *source, *acc;
  uint32_t rank, reduced_count;
  uint64_t reduced;      // bit i: dimension i is reduced
  bool inner;            // the last dimensions are to be reduced, else the first
} Reduction;

static Reduction reduction_of(Greedy *g, Operation *op) {
  A dims = op_prop_at(op, VECTOR_MULTI_REDUCTION_REDUCTION_DIMS);
  Reduction r = {masked_root(g, op), op_operand(op, 0), op_operand(op, 1), vector_rank(op_operand_type(op, 0)), 0, 0,
                 *(const bool *)g->pattern->data};
  for (uint32_t i = 0; i < ((const DenseArrayAttr *)dims)->count; i++) r.reduced |= 1ull << (dense_array_i64(dims, i) & 63);
  for (uint64_t bits = r.reduced; bits; bits &= bits - 1) r.reduced_count++;
  return r;
}

static bool is_reduced(const Reduction *r, uint32_t dim) { return r->rank <= 64 && (r->reduced >> dim & 1u) != 0; }

// The reduction of the first or last `count` dimensions, masked when there is a mask.
static Value *reduce(Greedy *g, Operation *op, const Reduction *r, Value *source, Value *acc, uint32_t count, Value *mask) {
  int64_t dims[64];
  uint32_t first = r->inner ? vector_rank(source->type) - count : 0;
  for (uint32_t i = 0; i < count && i < 64; i++) dims[i] = first + i;
  OpState *state = builder_begin(&g->b, OP_VECTOR_MULTI_REDUCTION);
  op_state_add_operand2(state, source, acc);
  op_state_set_prop(state, VECTOR_MULTI_REDUCTION_KIND, op_prop_at(op, VECTOR_MULTI_REDUCTION_KIND));
  op_state_set_prop(state, VECTOR_MULTI_REDUCTION_REDUCTION_DIMS, attr_i64_array(g->ctx, dims, count));
  op_state_add_type(state, acc->type);
  return op_result(build_mask(&g->b, builder_finish(&g->b), mask), 0);
}

// Whether the reduced dimensions are where they should be, together.
static bool are_in_place(const Reduction *r) {
  for (uint32_t i = 0; i < r->rank; i++)
    if (is_reduced(r, i) != (r->inner ? i >= r->rank - r->reduced_count : i < r->reduced_count)) return false;
  return true;
}

static bool transpose_reduction(Greedy *g, Operation *op) {
  Reduction r = reduction_of(g, op);
  int64_t order[64];
  uint32_t at = 0;
  if (r.rank > 64 || r.reduced_count == r.rank || are_in_place(&r)) return greedy_no_match(g, op, "the reduced dimensions are where they should be");
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < r.rank; i++)
      if (is_reduced(&r, i) != (r.inner == (pass == 0))) order[at++] = i;
  Value *mask = r.masked.mask ? vector_transpose(&g->b, r.masked.mask, order, r.rank) : NULL;
  Value *source = vector_transpose(&g->b, r.source, order, r.rank);
  return greedy_replace1(g, r.masked.root, reduce(g, op, &r, source, r.acc, r.reduced_count, mask));
}

// Several dimensions as one, of those that are reduced and of the others.
static bool flatten_reduction(Greedy *g, Operation *op) {
  Reduction r = reduction_of(g, op);
  Builder *b = &g->b;
  const ShapedType *shape = (const ShapedType *)r.source->type;
  if (r.rank < 2 || r.rank > 64 || shape->scalable & (shape->scalable - 1)) return greedy_no_match(g, op, "there is one dimension, or several are scalable");
  if ((r.rank == 2 && r.reduced_count == 1) || !are_in_place(&r)) return greedy_no_match(g, op, "nothing can be flattened");
  int64_t sizes[2] = {1, 1}, kept_dims[64];   // of the reduced dimensions, of the others
  bool scalable[2] = {false, false};
  uint32_t kept = 0;
  uint64_t kept_scalable = 0;
  for (uint32_t i = 0; i < r.rank; i++) {
    bool other = !is_reduced(&r, i), is_scalable = vector_dim_is_scalable(r.source->type, i);
    sizes[other] *= shape->dims[i];
    scalable[other] |= is_scalable;
    if (!other) continue;
    if (is_scalable) kept_scalable |= 1ull << kept;
    kept_dims[kept++] = shape->dims[i];
  }
  uint32_t count = r.reduced_count ? 1 : 0, rank = (kept ? 1 : 0) + count, first = kept && (r.inner || !count);
  int64_t dims[2] = {sizes[first], sizes[!first]};
  uint64_t bits = (scalable[first] ? 1u : 0u) | (rank == 2 && scalable[!first] ? 2u : 0u);
  Value *mask = r.masked.mask, *acc = r.acc;
  if (mask) mask = vector_cast(b, OP_VECTOR_SHAPE_CAST, type_vector(g->ctx, dims, rank, 0, g->ctx->types.i1), mask);
  Value *source = vector_cast(b, OP_VECTOR_SHAPE_CAST, type_vector(g->ctx, dims, rank, bits, shape->element), r.source);
  if (kept) acc = vector_cast(b, OP_VECTOR_SHAPE_CAST, type_vector(g->ctx, &sizes[1], 1, scalable[1], shape->element), acc);
  Value *result = reduce(g, op, &r, source, acc, count, mask);
  if (kept) result = vector_cast(b, OP_VECTOR_SHAPE_CAST, type_vector(g->ctx, kept_dims, kept, kept_scalable, shape->element), result);
  return greedy_replace1(g, r.masked.root, result);
}

// One dimension as two, the first of one element.
static bool expand_reduction(Greedy *g, Operation *op) {
  Reduction r = reduction_of(g, op);
  Builder *b = &g->b;
  if (r.rank != 1) return greedy_no_match(g, op, "there are several dimensions");
  T element = type_element(r.source->type), acc_type = vector_1d(g->ctx, 1, element);
  const ShapedType *shape = (const ShapedType *)r.source->type;
  int64_t dims[2] = {1, shape->dims[0]};
  Value *source = vector_cast(b, OP_VECTOR_SHAPE_CAST, type_vector(g->ctx, dims, 2, shape->scalable << 1, element), r.source);
  Value *acc = vector_cast(b, OP_VECTOR_BROADCAST, acc_type, r.acc), *mask = r.masked.mask;
  if (mask) mask = vector_cast(b, OP_VECTOR_BROADCAST, type_vector(g->ctx, dims, 2, shape->scalable << 1, g->ctx->types.i1), mask);
  r.inner = true;
  Value *result = reduce(g, op, &r, source, acc, 1, mask);
  return greedy_replace1(g, r.masked.root, vector_extract1(b, result, 0));
}

// The rows are joined one after the other.
static bool join_rows(Greedy *g, Operation *op) {
  Reduction r = reduction_of(g, op);
  Builder *b = &g->b;
  T element = type_element_or_self(op_result_type(op, 0));
  if (r.rank != 2 || is_reduced(&r, 1) || !is_reduced(&r, 0)) return greedy_no_match(g, op, "not the first of two dimensions is reduced");
  if (!type_is_float(element) && !type_is_signless_int(element) && !type_is_index(element)) return greedy_no_match(g, op, "the elements are no numbers");
  Value *result = r.acc;
  for (int64_t i = 0; i < vector_dim(r.source->type, 0) && result && !g->ctx->mem.exhausted; i++) {
    Value *row = vector_extract1(b, r.source, i);
    Value *mask = r.masked.mask ? vector_extract1(b, r.masked.mask, i) : NULL;
    result = build_reduction(b, vector_kind(op), row, result, mask);
  }
  return result && greedy_replace1(g, r.masked.root, result);
}

// Each row is reduced to an element.
static bool reduce_rows(Greedy *g, Operation *op) {
  Reduction r = reduction_of(g, op);
  Builder *b = &g->b;
  if (r.rank != 2 || is_reduced(&r, 0) || !is_reduced(&r, 1)) return greedy_no_match(g, op, "not the last of two dimensions is reduced");
  T type = op_result_type(op, 0), element = type_element(type);
  Value *result = build_zero(b, type);
  for (int64_t i = 0; i < vector_dim(r.source->type, 0) && !g->ctx->mem.exhausted; i++) {
    Value *row = vector_extract1(b, r.source, i);
    Value *acc = vector_extract1(b, r.acc, i);
    OpState *state = builder_begin(b, OP_VECTOR_REDUCTION);
    op_state_add_operand2(state, row, acc);
    op_state_set_prop(state, VECTOR_REDUCTION_KIND, op_prop_at(op, VECTOR_MULTI_REDUCTION_KIND));
    op_state_add_type(state, element);
    Operation *made = builder_finish(b);
    if (r.masked.mask) {
      // The mask is needed before.
      Value *mask = vector_extract1(b, r.masked.mask, i);
      made = build_mask(b, made, mask);
    }
    result = vector_insert1(b, op_result(made, 0), result, i);
  }
  return greedy_replace1(g, r.masked.root, result);
}

// ---------------------------------------------------------------------------------------------

#define PATTERN(function, text, is_inner) {.root = OP_VECTOR_MULTI_REDUCTION, .rewrite = function, .name = text, .data = &(is_inner)}
#define ARRANGE(is_inner) \
  PATTERN(transpose_reduction, "the reduced dimensions together", is_inner), PATTERN(flatten_reduction, "two dimensions, one of them reduced", is_inner), \
    PATTERN(expand_reduction, "two dimensions, the last reduced", is_inner)

void add_multi_reduction_lowering(Greedy *g, bool inner) {
  static const bool yes = true, no = false;
  static const GreedyPattern elements[] = {ARRANGE(yes), PATTERN(reduce_rows, "vector.multi_reduction by reducing rows", yes)};
  static const GreedyPattern rows[] = {ARRANGE(no), PATTERN(join_rows, "vector.multi_reduction by joining rows", no)};
  if (inner) greedy_add_table(g, elements);
  else greedy_add_table(g, rows);
}

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  add_multi_reduction_lowering(&g, str_is(pass_string(pass, &option_lowering_strategy), "inner-reduction"));
  return greedy_run(&g, op);
}

const PassDef lower_vector_multi_reduction_pass = {
  .name = "lower-vector-multi-reduction", .class_name = "LowerVectorMultiReduction", .anchor = OP_FUNC_FUNC,
  .summary = "take vector.multi_reduction apart",
  .works_on = "vector", .makes = "vector arith",
  .run = run,
  PASS_OPTIONS(&option_lowering_strategy),
};
