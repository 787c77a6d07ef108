// structured.vectorize_children_and_apply_patterns: everything inside, as operations on vectors that are then made simpler
// (after mlir/lib/Dialect/Linalg/TransformOps/LinalgTransformOps.cpp and Linalg/Transforms/Vectorization.cpp).
#include "dialects/common/build.h"
#include "dialects/tensor/canonicalize.h"
#include "dialects/vector/rewrite_transfers.h"
#include "ir/ir_diag.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/transform.h"
#include "ops/ub.h"
#include "ops/vector.h"
#include "passes/canonicalize.h"
#include "passes/linalg/tile.h"
#include "passes/tensor/fold_subsets.h"
#include "passes/transform/transformer.h"
#include "passes/transform/vectorize_children.h"
#include "passes/vector/lowering.h"
#include "rules/vector.h"

// What mlir-opt vectorizes and Rung does not.
typedef struct Refusal {
  Operation *op;
  const char *why;
} Refusal;

static bool vectorize_structured_op(Greedy *g, Operation *op) {
  bool nobody;
  const VectorSizes whole = {0};
  Value **results = arena_new(g->arena, Value *, op->operand_count + 1);
  if (!results) return false;
  const char *wrong = vectorize_by(&g->b, g->arena, op, &whole, &nobody, results);
  if (!wrong) return greedy_replace(g, op, results);
  Refusal *refusal = (Refusal *)(uintptr_t)g->data;
  if (!nobody && !refusal->op) *refusal = (Refusal){op, wrong};
  return greedy_no_match(g, op, wrong);
}

// ---------------------------------------------------------------------------------------------
// Copies and slices

A repeated_flag(Greedy *g, uint32_t count, A flag) {
  A *items = arena_new(g->arena, A, count + 1);
  for (uint32_t i = 0; items && i < count; i++) items[i] = flag;
  return attr_array(g->ctx, items, items ? count : 0);
}

Value *build_whole_read(Greedy *g, Value *source, T type, const AffineMap *map, A in_bounds, Value *padding) {
  Builder *b = &g->b;
  uint32_t rank = map->dim_count;
  Value *zero = build_index(b, 0);
  if (!padding) {
    op_state_add_type(builder_begin(b, OP_UB_POISON), type_element(type));
    padding = builder_finish_value(b);
  }
  OpState *state = builder_begin(b, OP_VECTOR_TRANSFER_READ);
  op_state_add_operand(state, source);
  for (uint32_t i = 0; i < rank; i++) op_state_add_operand(state, zero);
  op_state_add_operand(state, padding);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)rank, 1, 0}, 4);
  op_state_set_prop(state, VECTOR_TRANSFER_READ_PERMUTATION_MAP, attr_affine_map(g->ctx, map));
  op_state_set_prop(state, VECTOR_TRANSFER_READ_IN_BOUNDS, in_bounds);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

Operation *build_vector_write(Greedy *g, Value *value, Value *into, Value *const *indices, const AffineMap *map, A in_bounds) {
  Builder *b = &g->b;
  OpState *state = builder_begin(b, OP_VECTOR_TRANSFER_WRITE);
  op_state_add_operand2(state, value, into);
  op_state_add_operands(state, indices, map->dim_count);
  op_state_operand_segments(state, (const int32_t[]){1, 1, (int32_t)map->dim_count, 0}, 4);
  op_state_set_prop(state, VECTOR_TRANSFER_WRITE_PERMUTATION_MAP, attr_affine_map(g->ctx, map));
  op_state_set_prop(state, VECTOR_TRANSFER_WRITE_IN_BOUNDS, in_bounds);
  if (type_is_tensor(into->type)) op_state_add_type(state, into->type);
  return builder_finish_typed(b);
}

static bool vectorize_copy(Greedy *g, Operation *op) {
  const ShapedType *from = type_as_shaped(op_operand_type(op, 0)), *to = type_as_shaped(op_operand_type(op, 1));
  if (!from || !to || !type_has_static_shape(&from->base) || !type_has_static_shape(&to->base)) return greedy_no_match(g, op, "its sizes are not all known");
  uint32_t rank = (uint32_t)from->rank;
  const AffineMap *map = affine_map_identity(g->ctx, rank);
  A inside = repeated_flag(g, rank, g->ctx->attrs.false_);
  Value *read = build_whole_read(g, op_operand(op, 0), type_vector(g->ctx, from->dims, rank, 0, from->element), map, inside, NULL);
  Value **indices = arena_new(g->arena, Value *, rank + 1), *zero = op_operand(value_def(read), 1);
  if (!indices) return false;
  if (!rank) return greedy_no_match(g, op, "it has one element");
  for (uint32_t i = 0; i < rank; i++) indices[i] = zero;
  build_vector_write(g, read, op_operand(op, 1), indices, map, inside);
  return greedy_erase(g, op);
}

// The scalar that all elements were made from, as far as is seen. NULL: there may be several.
static Value *scalar_of(Value *value) {
  for (const Operation *def = value_def(value); def; def = value_def(value)) {
    if (op_is(def, OP_VECTOR_BROADCAST)) return type_is_vector(op_operand_type(def, 0)) ? NULL : op_operand(def, 0);
    if (op_is(def, OP_LINALG_FILL)) return op_operand(def, 0);
    if (op_is(def, OP_TENSOR_INSERT_SLICE)) value = op_operand(def, 1);
    else if (op_is(def, OP_VECTOR_TRANSFER_WRITE)) value = op_operand(def, 0);
    else return NULL;
  }
  return NULL;
}

static bool vectorize_insert_slice(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Value *source = op_operand(op, 0), *dest = op_operand(op, 1), *padding = scalar_of(dest);
  const ShapedType *from = as_tensor(source->type), *to = as_tensor(dest->type);
  uint32_t rank = (uint32_t)from->rank, behind = (uint32_t)(to->rank - from->rank);
  if (!type_is_index(from->element) && !type_as_integer(from->element) && !type_is_float(from->element)) return greedy_no_match(g, op, "its elements are no numbers");
  if (!padding && !type_has_static_shape(&from->base)) return greedy_no_match(g, op, "the slice may be smaller than its vector, and what is around it is not known");
  if (!rank) return greedy_no_match(g, op, "the slice has one element");
  int64_t *dims = arena_new(g->arena, int64_t, rank + 1);
  A *reads = arena_new(g->arena, A, rank + 1), *writes = arena_new(g->arena, A, rank + 1);
  E *last = arena_new(g->arena, E, rank + 1);
  Value **indices = arena_new(g->arena, Value *, to->rank + 1);
  if (!dims || !reads || !writes || !last || !indices) return false;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t around = to->dims[behind + i];
    dims[i] = from->dims[i] != DYNAMIC ? from->dims[i] : around;
    if (dims[i] == DYNAMIC || !dims[i]) return greedy_no_match(g, op, "its sizes are not all known");
    reads[i] = from->dims[i] == dims[i] ? g->ctx->attrs.true_ : g->ctx->attrs.false_;
    writes[i] = around != DYNAMIC && around >= dims[i] ? g->ctx->attrs.true_ : g->ctx->attrs.false_;
    last[i] = affine_dim(g->ctx, behind + i);
  }
  if (!padding) padding = build_constant(b, zero_attr(g->ctx, from->element));
  Value *read = build_whole_read(g, source, type_vector(g->ctx, dims, rank, 0, from->element), affine_map_identity(g->ctx, rank), attr_array(g->ctx, reads, rank), padding);
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  for (uint32_t i = 0; i < to->rank; i++) indices[i] = ofr_to_value(b, ofr_fold(slice.offsets.items[i]));
  const AffineMap *map = affine_map(g->ctx, (uint32_t)to->rank, 0, last, rank);
  return greedy_replace_op(g, op, build_vector_write(g, read, dest, indices, map, attr_array(g->ctx, writes, rank)));
}

static bool vectorize(Greedy *g, Operation *op) {
  if (op_is(op, OP_TENSOR_INSERT_SLICE)) return vectorize_insert_slice(g, op);
  return ask_linalg_op(op->def) && vectorize_structured_op(g, op);
}

// ---------------------------------------------------------------------------------------------

static const GreedyPattern vectorize_patterns[] = {{.rewrite = vectorize, .name = "$root as operations on vectors"}};
// Upstream's canonicalization of vector.transfer_write has this one, too.
static const GreedyPattern slice_patterns[] = {{.root = OP_TENSOR_INSERT_SLICE, .rewrite = write_into_slice, .name = "a slice that was just written, put in"}};
static const GreedyPattern copy_patterns[] = {{.root = OP_MEMREF_COPY, .rewrite = vectorize_copy, .name = "memref.copy by a vector"}};
static const GreedyPattern step_patterns[] = {{.root = OP_VECTOR_STEP, .rewrite = lower_vector_step, .name = "vector.step as a constant"}};

static const char *refused_option(const Operation *op) {
  if (op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_CHILDREN_AND_APPLY_PATTERNS_FOLD_TYPE_EXTENSIONS_INTO_CONTRACT)) return "fold_type_extensions_into_contract";
  if (op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_CHILDREN_AND_APPLY_PATTERNS_VECTORIZE_ND_EXTRACT)) return "vectorize_nd_extract";
  if (op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_CHILDREN_AND_APPLY_PATTERNS_FLATTEN_1D_DEPTHWISE_CONV)) return "flatten_1d_depthwise_conv";
  return NULL;
}

TransformStatus transform_apply_vectorize_children(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  const char *refused = refused_option(op);
  if (refused) return transform_fail(self, op, TRANSFORM_DEFINITE, "'%s' is not supported: Rung doesn't do this yet", refused);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = targets.ops.data[i];
    if (!op_has(target, TRAIT_ISOLATED)) {
      diag_note_at(self->module, op_error(self->module, op, "requires isolated-from-above targets"), target->loc, "non-isolated target");
      return TRANSFORM_DEFINITE;
    }
    Greedy g;
    Refusal refusal = {0};
    greedy_init(&g, self->run, (GreedyConfig)GREEDY_DEFAULTS);
    g.data = &refusal;
    greedy_add_table(&g, vectorize_patterns);
    if (!op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_CHILDREN_AND_APPLY_PATTERNS_DISABLE_TRANSFER_PERMUTATION_MAP_LOWERING_PATTERNS)) greedy_add_transfer_maps(&g);
    if (!op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_CHILDREN_AND_APPLY_PATTERNS_DISABLE_MULTI_REDUCTION_TO_CONTRACT_PATTERNS))
      greedy_add(&g, reduction_to_contract_patterns.patterns, reduction_to_contract_patterns.count);
    greedy_add(&g, sink_vector_patterns.patterns, sink_vector_patterns.count);
    add_canonicalization_of(&g, OP_VECTOR_TRANSFER_READ);
    add_canonicalization_of(&g, OP_VECTOR_TRANSFER_WRITE);
    greedy_add_table(&g, slice_patterns);
    add_folds_of_slices(&g);
    greedy_add_table(&g, copy_patterns);
    if (op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_CHILDREN_AND_APPLY_PATTERNS_VECTORIZE_PADDING)) greedy_add(&g, pad_vectorization_patterns.patterns, pad_vectorization_patterns.count);
    greedy_add_table(&g, step_patterns);
    if (!greedy_run(&g, target)) return transform_fail_at(self, op, target, "when applied to this op", "%.*s failed to apply", STR_ARG(op_name(op)));
    if (refusal.op) return transform_fail_at(self, op, target, "target op", "an operation inside cannot be vectorized: Rung doesn't do this yet, because %s", refusal.why);
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, target);
  }
  transform_find_lost(self);
  return TRANSFORM_OK;
}
