// Masks that are known, and what they mask.
#include "dialects/dense_fold.h"
#include "dialects/fold_util.h"
#include "passes/canonicalize/vector.h"

typedef enum MaskState { MASK_UNKNOWN, MASK_TRUE, MASK_FALSE } MaskState;

static MaskState state_of_dense(A value) {
  const DenseAttr *dense = dense_or_null(value);
  if (!dense) return MASK_UNKNOWN;
  uint64_t set = 0;
  for (uint64_t i = 0; i < dense->size; i++) set += dense->data[i] != 0;
  return set == dense->size ? MASK_TRUE : set ? MASK_UNKNOWN : MASK_FALSE;
}

static MaskState state_of_constant_mask(const Operation *mask) {
  const ShapedType *shape = (const ShapedType *)op_result_type(mask, 0);
  A sizes = op_prop(mask, "mask_dim_sizes");
  bool all = true, none = true;
  for (uint64_t i = 0; i < shape->rank; i++) {
    int64_t size = dense_array_i64(sizes, i);
    all &= size >= shape->dims[i];
    none &= size <= 0;
  }
  return !shape->rank ? MASK_UNKNOWN : all ? MASK_TRUE : none ? MASK_FALSE : MASK_UNKNOWN;
}

static MaskState state_of(const Value *mask) {
  const Operation *def = value_def(mask);
  if (!def) return MASK_UNKNOWN;
  if (str_is(op_name(def), "arith.constant")) return state_of_dense(op_prop(def, "value"));
  if (str_is(op_name(def), "vector.constant_mask")) return state_of_constant_mask(def);
  if (!str_is(op_name(def), "vector.create_mask")) return MASK_UNKNOWN;
  for (uint32_t i = 0; i < def->operand_count; i++) {
    int64_t size;
    if (constant_index(op_operand(def, i), &size) && size <= 0) return MASK_FALSE;
  }
  return MASK_UNKNOWN;
}

// ---------------------------------------------------------------------------------------------
// Accesses

static const char mixed[] = "the mask is neither all true nor all false";

static void add_address(OpState *state, const Operation *op) {
  Span indices = op_operands_named(op, "indices");
  op_state_add_operands(state, &(Value *){op_operand(op, 0)}, 1);
  for (uint32_t i = indices.begin; i < indices.end; i++) op_state_add_operands(state, &(Value *){op_operand(op, i)}, 1);
}

// vector.maskedload, vector.expandload
static bool fold_masked_load(Greedy *g, Operation *op) {
  uint32_t count = op->operand_count;
  MaskState mask = state_of(op_operand(op, count - 2));
  if (mask == MASK_UNKNOWN) return greedy_no_match(g, op, mixed);
  if (mask == MASK_FALSE) return greedy_replace1(g, op, op_operand(op, count - 1));
  OpState *state = builder_begin(&g->b, "vector.load");
  add_address(state, op);
  op_state_add_types(state, &(T){op_result_type(op, 0)}, 1);
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

// vector.maskedstore, vector.compressstore
static bool fold_masked_store(Greedy *g, Operation *op) {
  uint32_t count = op->operand_count;
  MaskState mask = state_of(op_operand(op, count - 2));
  if (mask == MASK_UNKNOWN) return greedy_no_match(g, op, mixed);
  if (mask == MASK_TRUE) {
    OpState *state = builder_begin(&g->b, "vector.store");
    op_state_add_operands(state, &(Value *){op_operand(op, count - 1)}, 1);
    add_address(state, op);
    builder_finish(&g->b);
  }
  return greedy_erase(g, op);
}

static bool fold_gather(Greedy *g, Operation *op) {
  uint32_t count = op->operand_count;
  if (state_of(op_operand(op, count - 2)) != MASK_FALSE) return greedy_no_match(g, op, mixed);
  return greedy_replace1(g, op, op_operand(op, count - 1));
}

static bool fold_scatter(Greedy *g, Operation *op) {
  if (state_of(op_operand(op, op->operand_count - 2)) != MASK_FALSE) return greedy_no_match(g, op, mixed);
  return op->result_count ? greedy_replace1(g, op, op_operand(op, 0)) : greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// Masks

static bool replace_by_constant_mask(Greedy *g, Operation *op, int64_t *sizes, uint32_t count) {
  bool empty = false;
  for (uint32_t i = 0; i < count; i++) empty |= sizes[i] == 0;
  for (uint32_t i = 0; i < count && empty; i++) sizes[i] = 0;
  OpState *state = builder_begin(&g->b, "vector.constant_mask");
  op_state_set_attr(state, STR("mask_dim_sizes"), attr_i64_array(g->ctx, sizes, count));
  op_state_add_types(state, &(T){op_result_type(op, 0)}, 1);
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

// The number that vscale is multiplied by to give the value.
static bool vscale_multiple(const Value *value, int64_t *out) {
  *out = 1;
  if (defined_by(value, "vector.vscale")) return true;
  const Operation *product = defined_by(value, "arith.muli");
  if (!product) return false;
  for (uint32_t i = 0; i < 2; i++)
    if (defined_by(op_operand(product, i), "vector.vscale")) return constant_index(op_operand(product, !i), out);
  return false;
}

static bool fold_create_mask(Greedy *g, Operation *op) {
  const ShapedType *shape = (const ShapedType *)op_result_type(op, 0);
  uint32_t count = op->operand_count;
  int64_t *sizes = arena_new(g->arena, int64_t, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    int64_t max = shape->rank ? shape->dims[i] : 1;
    bool scalable = i < 64 && (shape->scalable >> i & 1u) != 0;
    bool known = constant_index(op_operand(op, i), &sizes[i]) ? !scalable || sizes[i] < 0
                                                              : vscale_multiple(op_operand(op, i), &sizes[i]) && sizes[i] >= max;
    if (!known) return greedy_no_match(g, op, "a size is known at run time only");
    sizes[i] = sizes[i] < 0 ? 0 : sizes[i] > max ? max : sizes[i];
  }
  return replace_by_constant_mask(g, op, sizes, count);
}

static bool fold_slice_of_mask(Greedy *g, Operation *op) {
  const Operation *mask = defined_by(op_operand(op, 0), "vector.constant_mask");
  if (!mask) return greedy_no_match(g, op, "no constant mask is sliced");
  A all = op_prop(mask, "mask_dim_sizes");
  const ArrayAttr *offsets = (const ArrayAttr *)op_prop(op, "offsets"), *cut = (const ArrayAttr *)op_prop(op, "sizes");
  uint32_t count = (uint32_t)((const DenseArrayAttr *)all)->count;
  int64_t *sizes = arena_new(g->arena, int64_t, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    sizes[i] = dense_array_i64(all, i);
    if (i >= offsets->count) continue;
    int64_t offset = attr_to_i64(offsets->items[i]), end = offset + attr_to_i64(cut->items[i]);
    if (sizes[i] > end) sizes[i] = end;
    sizes[i] = sizes[i] > offset ? sizes[i] - offset : 0;
  }
  return replace_by_constant_mask(g, op, sizes, count);
}

static bool fold_transposes(Greedy *g, Operation *op) {
  const Operation *inner = defined_by(op_operand(op, 0), "vector.transpose");
  if (!inner) return greedy_no_match(g, op, "no transposed vector is transposed");
  A first = op_prop(inner, "permutation"), second = op_prop(op, "permutation");
  uint32_t count = (uint32_t)((const DenseArrayAttr *)second)->count;
  int64_t *order = arena_new(g->arena, int64_t, count + 1);
  for (uint32_t i = 0; i < count; i++) order[i] = dense_array_i64(first, (uint64_t)dense_array_i64(second, i));
  OpState *state = builder_begin(&g->b, "vector.transpose");
  op_state_add_operands(state, &(Value *){op_operand(inner, 0)}, 1);
  op_state_set_attr(state, STR("permutation"), attr_i64_array(g->ctx, order, count));
  op_state_add_types(state, &(T){op_result_type(op, 0)}, 1);
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

static const GreedyPattern patterns[] = {
  {.root = "vector.compressstore", .rewrite = fold_masked_store, .name = "vector.compressstore with a known mask"},
  {.root = "vector.create_mask", .rewrite = fold_create_mask, .name = "vector.create_mask of constants"},
  {.root = "vector.expandload", .rewrite = fold_masked_load, .name = "vector.expandload with a known mask"},
  {.root = "vector.extract_strided_slice", .rewrite = fold_slice_of_mask, .name = "a slice of vector.constant_mask"},
  {.root = "vector.gather", .rewrite = fold_gather, .name = "vector.gather of nothing"},
  {.root = "vector.maskedload", .rewrite = fold_masked_load, .name = "vector.maskedload with a known mask"},
  {.root = "vector.maskedstore", .rewrite = fold_masked_store, .name = "vector.maskedstore with a known mask"},
  {.root = "vector.scatter", .rewrite = fold_scatter, .name = "vector.scatter to nowhere"},
  {.root = "vector.transpose", .rewrite = fold_transposes, .name = "two transpositions as one"},
};
const PatternSet vector_to_vector_patterns = PATTERN_SET(patterns);
