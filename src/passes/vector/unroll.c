// Turns operations on vectors of several dimensions into the same operations on parts of them
// (after mlir/lib/Dialect/Vector/Transforms: LowerVector{BitCast,Interleave,Gather}.cpp, VectorUtils' unrolling,
// VectorInsertExtractStridedSliceRewritePatterns.cpp).
#include "passes/vector/lowering.h"
#include "ops/vector.h"

static const char flat[] = "the vector has one dimension";

// The operation on the part at `position`, one dimension or several below the whole.
typedef Operation *PartFn(Greedy *g, Operation *op, const int64_t *position, uint32_t rank);

// Put the results of `part` for all positions of the first `rank` dimensions in `results`, in place of op.
static bool unroll(Greedy *g, Operation *op, uint32_t rank, Value **results, PartFn *part) {
  int64_t *position = arena_new(g->arena, int64_t, rank + 1);
  const ShapedType *shape = (const ShapedType *)op_result_type(op, 0);
  do {
    Operation *made = part(g, op, position, rank);
    for (uint32_t i = 0; i < op->result_count; i++)
      results[i] = vector_insert(&g->b, op_result(made, i), results[i], position, rank);
  } while (vector_next_position(shape->dims, position, rank) && !g->ctx->mem.exhausted);
  return greedy_replace(g, op, results);
}

// The same operation on parts of all operands; result types are those of the parts, or inferred.
static Operation *same_on_parts(Greedy *g, Operation *op, const int64_t *position, uint32_t rank, bool typed) {
  Builder *b = &g->b;
  ValueVec parts = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(g->arena, &parts, vector_extract(b, op_operand(op, i), position, rank));
  OpState *state = builder_begin_def(b, op->def);
  op_state_add_operands(state, parts.data, parts.count);
  for (uint32_t i = 0; i < op->result_count && typed; i++)
    op_state_add_type(state, vector_like(g->ctx, op_result_type(op, i), rank, NULL));
  return builder_finish(b);
}

static Operation *same_part(Greedy *g, Operation *op, const int64_t *position, uint32_t rank) {
  return same_on_parts(g, op, position, rank, true);
}

static bool unroll_all_but_last(Greedy *g, Operation *op, bool poison) {
  T type = op_result_type(op, 0);
  uint32_t rank = unrolled_rank(type);
  if (!rank) return greedy_no_match(g, op, flat);
  Value *start = poison ? build_poison(&g->b, type) : build_zero(&g->b, type);
  return unroll(g, op, rank, (Value *[]){start, start}, same_part);
}

bool unroll_vector_bitcast(Greedy *g, Operation *op) { return unroll_all_but_last(g, op, true); }
bool unroll_vector_interleave(Greedy *g, Operation *op) { return unroll_all_but_last(g, op, false); }
bool unroll_vector_deinterleave(Greedy *g, Operation *op) { return unroll_all_but_last(g, op, false); }

bool unroll_vector_fma(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  if (vector_rank(type) < 2) return greedy_no_match(g, op, flat);
  Value *zero = build_zero(&g->b, type_element(type));
  Value *start = vector_cast(&g->b, OP_VECTOR_BROADCAST, type, zero);
  return unroll(g, op, 1, &start, same_part);
}

// The first dimension of the result, into poison.
static bool unroll_first(Greedy *g, Operation *op, T type, PartFn *part) {
  if (vector_rank(type) < 2) return greedy_no_match(g, op, flat);
  if (vector_dim_is_scalable(type, 0)) return greedy_no_match(g, op, "a scalable dimension cannot be unrolled");
  Value *start = build_poison(&g->b, type);
  return unroll(g, op, 1, &start, part);
}

static Operation *gather_part(Greedy *g, Operation *op, const int64_t *position, uint32_t rank) {
  Builder *b = &g->b;
  uint32_t count = op->operand_count;
  Value *parts[3];
  for (uint32_t i = 0; i < 3; i++) parts[i] = vector_extract(b, op_operand(op, count - 3 + i), position, rank);
  OpState *state = builder_begin(b, OP_VECTOR_GATHER);
  for (uint32_t i = 0; i + 3 < count; i++) op_state_add_operand(state, op_operand(op, i));
  op_state_add_operands(state, parts, 3);
  op_state_set_prop(state, VECTOR_GATHER_ALIGNMENT, op_prop_at(op, VECTOR_GATHER_ALIGNMENT));
  op_state_add_type(state, vector_like(g->ctx, op_result_type(op, 0), rank, NULL));
  return builder_finish(b);
}

bool unroll_vector_gather(Greedy *g, Operation *op) { return unroll_first(g, op, op_result_type(op, 0), gather_part); }

static Operation *elements_part(Greedy *g, Operation *op, const int64_t *position, uint32_t rank) {
  T type = vector_like(g->ctx, op_result_type(op, 0), rank, NULL);
  uint32_t count = (uint32_t)type_num_elements(type);
  OpState *state = builder_begin(&g->b, OP_VECTOR_FROM_ELEMENTS);
  for (uint32_t i = 0; i < count; i++) op_state_add_operand(state, op_operand(op, (uint32_t)position[0] * count + i));
  op_state_add_type(state, type);
  return builder_finish(&g->b);
}

bool unroll_from_elements(Greedy *g, Operation *op) { return unroll_first(g, op, op_result_type(op, 0), elements_part); }

bool unroll_to_elements(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Value *source = op_operand(op, 0);
  if (vector_rank(source->type) < 2) return greedy_no_match(g, op, flat);
  if (vector_dim_is_scalable(source->type, 0)) return greedy_no_match(g, op, "a scalable dimension cannot be unrolled");
  uint32_t size = (uint32_t)vector_dim(source->type, 0);
  ValueVec parts = {0}, elements = {0};
  for (uint32_t i = 0; i < size; i++) vec_push(g->arena, &parts, vector_extract1(b, source, i));
  for (uint32_t i = 0; i < size; i++) {
    Operation *made = value_def(build1(b, OP_VECTOR_TO_ELEMENTS, NULL, parts.data[i]));
    for (uint32_t k = 0; k < made->result_count; k++) vec_push(g->arena, &elements, op_result(made, k));
  }
  return greedy_replace(g, op, elements.data);
}

// ---------------------------------------------------------------------------------------------
// Strided slices

static const ArrayAttr *numbers(A array) { return (const ArrayAttr *)array; }
static int64_t first_number(A attr) {
  const ArrayAttr *array = numbers(attr);
  return array->count ? attr_to_i64(array->items[0]) : 0;
}

// attr with the items from `begin` on.
static A tail(Greedy *g, const ArrayAttr *array, uint32_t begin) {
  return attr_array(g->ctx, array->items + begin, (uint32_t)array->count - begin);
}

static Value *insert_slice(Greedy *g, Value *value, Value *dest, A offsets, A strides) {
  OpState *state = builder_begin(&g->b, OP_VECTOR_INSERT_STRIDED_SLICE);
  op_state_add_operand2(state, value, dest);
  op_state_set_prop(state, VECTOR_INSERT_STRIDED_SLICE_OFFSETS, offsets);
  op_state_set_prop(state, VECTOR_INSERT_STRIDED_SLICE_STRIDES, strides);
  op_state_add_type(state, dest->type);
  return builder_finish_value(&g->b);
}

// Into the part of the destination that has as many dimensions as the source.
bool decompose_insert_strided_slice(Greedy *g, Operation *op) {
  Value *value = op_operand(op, 0), *dest = op_operand(op, 1);
  const ArrayAttr *offsets = numbers(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_OFFSETS));
  uint32_t more = vector_rank(dest->type) - vector_rank(value->type);
  if (!offsets->count || !more || more > 64) return greedy_no_match(g, op, "both have as many dimensions");
  int64_t position[64];
  for (uint32_t i = 0; i < more; i++) position[i] = attr_to_i64(offsets->items[i]);
  Value *part = vector_extract(&g->b, dest, position, more);
  part = insert_slice(g, value, part, tail(g, offsets, more), op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_STRIDES));
  return greedy_replace1(g, op, vector_insert(&g->b, part, dest, position, more));
}

// One dimension: a shuffle of the source, padded to the size of the destination, and the destination. More:
// row by row.
bool shuffle_insert_strided_slice(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Value *value = op_operand(op, 0), *result = op_operand(op, 1), *dest = result;
  if (!numbers(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_OFFSETS))->count || vector_rank(dest->type) != vector_rank(value->type))
    return greedy_no_match(g, op, "the dimensions differ");
  if (value->type == dest->type) return greedy_replace1(g, op, value);
  int64_t offset = first_number(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_OFFSETS)),
          stride = first_number(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_STRIDES)), size = vector_dim(value->type, 0);
  if (vector_dim_is_scalable(value->type, 0) || vector_dim_is_scalable(dest->type, 0))
    return greedy_no_match(g, op, "a scalable dimension cannot be unrolled");
  if (vector_rank(dest->type) == 1) {
    int64_t count = vector_dim(dest->type, 0), *mask = count < INT32_MAX ? arena_new(g->arena, int64_t, (size_t)count + 1) : NULL;
    if (!mask) return false;
    for (int64_t i = 0; i < count; i++) mask[i] = i < size ? i : 0;
    Value *padded = vector_shuffle(b, value, value, mask, (uint32_t)count);
    for (int64_t i = 0; i < count; i++)
      mask[i] = i < offset || i >= offset + size * stride || (i - offset) % stride ? count + i : (i - offset) / stride;
    return greedy_replace1(g, op, vector_shuffle(b, padded, dest, mask, (uint32_t)count));
  }
  for (int64_t i = 0; i < size && !g->ctx->mem.exhausted; i++) {
    Value *row = vector_extract1(b, value, i);
    Value *old = vector_extract1(b, dest, offset + i * stride);
    row = insert_slice(g, row, old, tail(g, numbers(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_OFFSETS)), 1),
                       tail(g, numbers(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_STRIDES)), 1));
    result = vector_insert1(b, row, result, offset + i * stride);
  }
  return greedy_replace1(g, op, result);
}

bool shuffle_extract_strided_slice(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  int64_t offset = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS)),
          stride = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES)),
          size = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES));
  if (numbers(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS))->count != 1) return greedy_no_match(g, op, "several dimensions are cut");
  if (vector_is_scalable(op_result_type(op, 0))) return greedy_no_match(g, op, "scalable vectors are not shuffled");
  int64_t *mask = size < INT32_MAX ? arena_new(g->arena, int64_t, (size_t)size + 1) : NULL;
  if (!mask) return false;
  for (int64_t i = 0; i < size; i++) mask[i] = offset + i * stride;
  return greedy_replace1(g, op, vector_shuffle(&g->b, source, source, mask, (uint32_t)size));
}

// The parts of scalable vectors are extracted, then inserted.
bool chain_extract_strided_slice(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  if (numbers(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS))->count != 1 || !vector_is_scalable(type))
    return greedy_no_match(g, op, "several dimensions are cut");
  int64_t offset = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS)),
          stride = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES)),
          size = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES));
  ValueVec parts = {0};
  for (int64_t i = 0; i < size && !g->ctx->mem.exhausted; i++)
    vec_push(g->arena, &parts, vector_extract1(&g->b, op_operand(op, 0), offset + i * stride));
  Value *result = build_zero(&g->b, type);
  for (uint32_t i = 0; i < parts.count; i++) result = vector_insert1(&g->b, parts.data[i], result, i);
  return greedy_replace1(g, op, result);
}

bool decompose_extract_strided_slice(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  static const char *const names[] = {"offsets", "sizes", "strides"};
  Value *source = op_operand(op, 0);
  T type = op_result_type(op, 0), part_type = vector_like(g->ctx, type, 1, NULL);
  if (numbers(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS))->count <= 1) return greedy_no_match(g, op, "one dimension is cut");
  if (vector_dim_is_scalable(source->type, 0)) return greedy_no_match(g, op, "a scalable dimension cannot be unrolled");
  int64_t offset = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS)),
          stride = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES)),
          size = first_number(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES));
  Value *result = build_zero(b, type);
  for (int64_t i = 0; i < size && !g->ctx->mem.exhausted; i++) {
    Value *row = vector_extract1(b, source, offset + i * stride);
    OpState *state = builder_begin(b, OP_VECTOR_EXTRACT_STRIDED_SLICE);
    op_state_add_operand(state, row);
    for (uint32_t k = 0; k < 3; k++) op_state_set_attr(state, str_from(names[k]), tail(g, numbers(op_prop(op, names[k])), 1));
    op_state_add_type(state, part_type);
    result = vector_insert1(b, builder_finish_value(b), result, i);
  }
  return greedy_replace1(g, op, result);
}
