// Canonicalization of what is done with tensors that are filled with one value
// (after the patterns of FillOp in mlir/lib/Dialect/Linalg/IR/LinalgOps.cpp).
#include "ops/linalg.h"
#include "ops/result_shapes.h"
#include "ops/tensor.h"

#include "dialects/affine/apply.h"
#include "dialects/canonicalization.h"
#include "dialects/common/build.h"
#include "dialects/linalg/build.h"
#include "dialects/linalg/hooks.h"
#include "ir/type.h"
#include "rewrite/greedy.h"

static Operation *fill_of(const Value *value) {
  Operation *def = value_def(value);
  return op_is(def, OP_LINALG_FILL) ? def : NULL;
}

// A fill of the same value into another tensor or memref.
static Operation *fill_into(Greedy *g, Operation *fill, Value *init) {
  Operation *made = op_clone(g->module, fill, NULL);
  op_set_operands(g->module, made, (Value *const[]){op_operand(fill, 0), init}, 2);
  if (made->result_count) op_result(made, 0)->type = init->type;
  op_touched(made);
  return builder_insert(&g->b, made);
}

static bool extract_of_fill(Greedy *g, Operation *op) {
  Operation *fill = fill_of(op_operand(op, 0));
  return fill && greedy_replace1(g, op, op_operand(fill, 0));
}

static bool reshape_of_fill(Greedy *g, Operation *op) {
  Operation *fill = fill_of(op_operand(op, 0));
  if (!fill) return false;
  Operation *reshape = op_clone(g->module, op, NULL);
  op_set_operand(reshape, 0, op_operand(fill, 1));
  builder_insert(&g->b, reshape);
  return greedy_replace_op(g, op, fill_into(g, fill, op_result(reshape, 0)));
}

static bool copy_of_fill(Greedy *g, Operation *op) {
  Operation *fill = fill_of(op_operand(op, 0));
  if (fill && fill->result_count == op->result_count) return greedy_replace_op(g, op, fill_into(g, fill, op_operand(op, 1)));
  fill = fill_of(op_operand(op, 1));
  if (!fill) return false;
  greedy_set_operand(g, op, 1, op_operand(fill, 1));
  return greedy_updated(g, op);
}

static bool transpose_of_fill(Greedy *g, Operation *op) {
  Operation *fill = fill_of(op_operand(op, 0));
  return fill && op->result_count && greedy_replace_op(g, op, fill_into(g, fill, op_operand(op, 1)));
}

static bool pack_of_fill(Greedy *g, Operation *op) {
  Operation *fill = fill_of(op_operand(op, 0));
  Span padding = op_operands_named(op, "padding_value");
  if (!fill || (padding.begin < padding.end && op_operand(op, padding.begin) != op_operand(fill, 0))) return false;
  return greedy_replace_op(g, op, fill_into(g, fill, op_operand(op, 1)));
}

// The value of all added elements; NULL: it depends on where they are.
static Value *padding_of(const Operation *pad) {
  const Block *block = op_region(pad, 0)->first;
  Value *value = op_operand(block->last, 0);
  return value_block(value) == block ? NULL : value;
}

static bool pad_of_fill(Greedy *g, Operation *op) {
  Operation *fill = fill_of(op_operand(op, 0));
  const ReifyRankedShapedTypeOpInterface *reify = ask_reify_ranked_shaped_type(op->def);
  OpFoldResultList shape;
  if (!fill || padding_of(op) != op_operand(fill, 0) || !reify->result_shape(&g->b, op, &shape, g->arena)) return false;
  for (uint32_t i = 0; i < shape.count; i++) shape.items[i] = ofr_fold(shape.items[i]);
  T type = op_result_type(op, 0);
  Value *empty = build_empty_of(&g->b, shape.items, shape.count, type_element(type), g->arena);
  return greedy_replace1(g, op, build_tensor_cast(&g->b, type, op_result(fill_into(g, fill, empty), 0)));
}

static bool concat_of_fills(Greedy *g, Operation *op) {
  Operation *first = op->operand_count ? fill_of(op_operand(op, 0)) : NULL;
  ValueVec inits = {0};
  for (uint32_t i = 0; first && i < op->operand_count; i++) {
    Operation *fill = fill_of(op_operand(op, i));
    if (!fill || op_operand(fill, 0) != op_operand(first, 0)) return false;
    vec_push(g->arena, &inits, op_operand(fill, 1));
  }
  if (!first) return false;
  Operation *joined = op_clone(g->module, op, NULL);
  op_set_operands(g->module, joined, inits.data, inits.count);
  builder_insert(&g->b, joined);
  return greedy_replace_op(g, op, fill_into(g, first, op_result(joined, 0)));
}

// Whether the two slices share no element, as far as numbers tell.
static bool are_disjoint(const OffsetsSizesStrides *a, const OffsetsSizesStrides *b) {
  for (uint32_t i = 0; i < a->offsets.count; i++) {
    if (a->offsets.items[i].value || a->sizes.items[i].value || a->strides.items[i].value) continue;
    if (b->offsets.items[i].value || b->sizes.items[i].value || b->strides.items[i].value) continue;
    int64_t a_end = a->offsets.items[i].constant + (a->sizes.items[i].constant - 1) * a->strides.items[i].constant;
    int64_t b_end = b->offsets.items[i].constant + (b->sizes.items[i].constant - 1) * b->strides.items[i].constant;
    if (a_end < b->offsets.items[i].constant || b_end < a->offsets.items[i].constant) return true;
  }
  return false;
}

static bool keeps_rank(const Operation *insert) { return type_as_shaped(op_operand_type(insert, 0))->rank == type_as_shaped(op_result_type(insert, 0))->rank; }

// What is padded and put where all was filled with the same value can be put there as it is.
static bool insert_of_pad(Greedy *g, Operation *op) {
  Operation *pad = value_def(op_operand(op, 0));
  if (!op_is(pad, OP_TENSOR_PAD) || !keeps_rank(op)) return false;
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  Value *dest = op_operand(op, 1);
  for (Operation *before = value_def(dest); op_is(before, OP_TENSOR_INSERT_SLICE); before = value_def(dest)) {
    OffsetsSizesStrides other = offsets_sizes_strides(before, g->arena);
    if (!keeps_rank(before)) return false;
    if (!are_disjoint(&slice, &other)) break;
    dest = op_operand(before, 1);
  }
  Operation *fill = fill_of(dest);
  if (!fill || padding_of(pad) != op_operand(fill, 0)) return false;
  OpFoldResultList low = ofr_list(pad, "static_low", "low", g->arena);
  E sum = affine_add(g->ctx, affine_symbol(g->ctx, 0), affine_symbol(g->ctx, 1));
  Value *source = op_operand(pad, 0);
  for (uint32_t i = 0; i < low.count; i++) {
    const OpFoldResult parts[] = {low.items[i], slice.offsets.items[i]};
    int64_t size = type_as_shaped(source->type)->dims[i];
    slice.offsets.items[i] = compose_apply_symbols(&g->b, sum, parts, 2, g->arena);
    slice.sizes.items[i] = size == DYNAMIC ? (OpFoldResult){.value = build2(&g->b, OP_TENSOR_DIM, g->ctx->types.index, source, build_index(&g->b, i))} : OFR_NUMBER(size);
  }
  OpState *state = builder_begin(&g->b, OP_TENSOR_INSERT_SLICE);
  op_state_add_operand2(state, source, op_operand(op, 1));
  op_state_take_types(state, op);
  int32_t counts[3];
  counts[0] = ofr_push(state, "static_offsets", slice.offsets, g->arena);
  counts[1] = ofr_push(state, "static_sizes", slice.sizes, g->arena);
  counts[2] = ofr_push(state, "static_strides", slice.strides, g->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, counts[0], counts[1], counts[2]}, 5);
  return greedy_replace_op(g, op, builder_finish_typed(&g->b));
}

static const GreedyPattern fill_patterns[] = {
  {.root = OP_TENSOR_EXTRACT, .rewrite = extract_of_fill, .name = "an element of a fill"},
  {.root = OP_TENSOR_COLLAPSE_SHAPE, .rewrite = reshape_of_fill, .name = "another shape of a fill"},
  {.root = OP_TENSOR_EXPAND_SHAPE, .rewrite = reshape_of_fill, .name = "another shape of a fill"},
  {.root = OP_LINALG_COPY, .rewrite = copy_of_fill, .name = "a copy of a fill"},
  {.root = OP_LINALG_TRANSPOSE, .rewrite = transpose_of_fill, .name = "a fill the other way round"},
  {.root = OP_LINALG_PACK, .rewrite = pack_of_fill, .name = "a fill in tiles"},
  {.root = OP_TENSOR_PAD, .rewrite = pad_of_fill, .name = "a fill that is padded with its own value"},
  {.root = OP_TENSOR_CONCAT, .rewrite = concat_of_fills, .name = "fills of one value, joined"},
  {.root = OP_TENSOR_INSERT_SLICE, .rewrite = insert_of_pad, .name = "padding where it was filled with the same value"},
};
const PatternSet linalg_fill_canonicalization = PATTERN_SET(fill_patterns);
