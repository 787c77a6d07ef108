// fold-tensor-subset-ops: transfers and insertions reach through slices of tensors
// (after mlir/lib/Dialect/Tensor/Transforms/FoldTensorSubsetOps.cpp).
#include "ops/tensor.h"
#include "ops/vector.h"
#include "dialects/affine/slice.h"
#include "dialects/memref/fold.h"
#include "dialects/tensor/canonicalize.h"
#include "dialects/vector/build.h"
#include "dialects/vector/fold.h"
#include "passes/tensor/fold_subsets.h"

static OpFoldResult *transfer_indices(Greedy *g, const Transfer *transfer) {
  OpFoldResult *indices = arena_new(g->arena, OpFoldResult, span_size(transfer->indices) + 1);
  for (uint32_t i = transfer->indices.begin; i < transfer->indices.end; i++)
    indices[i - transfer->indices.begin] = ofr_from_value(op_operand(transfer->op, i));
  return indices;
}

static bool has_unit_strides(const Operation *slice) { return list_is_all(slice, "strides", op_prop(slice, "static_strides"), 1); }

// Why a transfer cannot reach through a slice, or NULL.
static const char *why_not(const Transfer *transfer, const Operation *slice) {
  if (transfer_has_out_of_bounds(transfer)) return "it may go out of bounds";
  if (transfer->mask) return "it is masked";
  return has_unit_strides(slice) ? NULL : "the slice has strides";
}

// A transfer like `transfer` from or to `base` at positions that the slice gives; without a mask.
static Operation *build_through(Greedy *g, const Transfer *transfer, const Operation *slice, Value *base, const ShapedType *reduced) {
  OffsetsSizesStrides parts = offsets_sizes_strides(slice, g->arena);
  bool *dropped = tensor_dropped_dims(g->arena, reduced, parts.sizes);
  if (!dropped) return NULL;
  ValueVec positions = {0};
  Loc loc = g->b.loc;
  g->b.loc = transfer->op->loc;
  slice_positions(&g->b, &parts, dropped, transfer_indices(g, transfer), &positions, g->arena);
  g->b.loc = loc;
  const Operation *op = transfer->op;
  bool reads = op_is(op, OP_VECTOR_TRANSFER_READ);
  OpState *state = builder_begin_def(&g->b, op->def);
  if (!reads) op_state_add_operand(state, op_operand(op, 0));
  op_state_add_operand(state, base);
  op_state_add_operands(state, positions.data, positions.count);
  if (reads) op_state_add_operand(state, op_operand(op, op_operands_named(op, "padding").begin));
  int32_t sizes[] = {1, 1, (int32_t)positions.count, 0};
  if (reads) sizes[1] = (int32_t)positions.count, sizes[2] = 1;
  op_state_operand_segments(state, sizes, 4);
  op_state_add_type(state, reads ? op_result_type(op, 0) : base->type);
  const AffineMap *map = slice_map(g->ctx, transfer->map, dropped, parts.sizes.count, g->arena);
  op_state_set_attr(state, STR("permutation_map"), attr_affine_map(g->ctx, map));
  op_state_take_prop(state, op, "in_bounds");
  return builder_finish(&g->b);
}

static bool read_of_extract(Greedy *g, Operation *op) {
  Transfer transfer;
  if (!transfer_of(op, OP_VECTOR_TRANSFER_READ, &transfer)) return false;
  Operation *slice = defined_by(transfer.base, OP_TENSOR_EXTRACT_SLICE);
  if (!slice) return greedy_no_match(g, op, "it does not read a slice");
  const char *why = why_not(&transfer, slice);
  if (why) return greedy_no_match(g, op, why);
  Masked masked = masked_op(op);
  if (masked.mask) builder_before(&g->b, masked.root);
  g->b.loc = op->loc;
  Operation *read = build_through(g, &transfer, slice, op_operand(slice, 0), as_tensor(op_result_type(slice, 0)));
  return read && greedy_replace_op(g, masked.root, build_mask(&g->b, read, masked.mask));
}

// Return whether the whole tensor is written.
static bool covers(const Transfer *write) {
  const ShapedType *tensor = write->shaped, *vector = write->vector;
  if (!type_has_static_shape(&tensor->base) || tensor->rank != vector->rank) return false;
  return memcmp(tensor->dims, vector->dims, tensor->rank * sizeof *tensor->dims) == 0;
}

static bool insert_of_write(Greedy *g, Operation *op) {
  Operation *write = operand_defined_by(op, 0, OP_VECTOR_TRANSFER_WRITE);
  Transfer transfer;
  if (!write || !transfer_of(write, OP_VECTOR_TRANSFER_WRITE, &transfer)) return greedy_no_match(g, op, "what it inserts is not written");
  const char *why = why_not(&transfer, op);
  if (why) return greedy_no_match(g, op, why);
  if (!covers(&transfer)) return greedy_no_match(g, op, "what it inserts is not written as a whole");
  Operation *through = build_through(g, &transfer, op, op_operand(op, 1), as_tensor(op_operand_type(op, 0)));
  return through && greedy_replace_op(g, op, through);
}

// Two insertions of the same sizes as one.
static bool insert_of_insert(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_TENSOR_INSERT_SLICE);
  if (!inner) return false;
  if (!has_unit_strides(op) || !has_unit_strides(inner)) return greedy_no_match(g, op, "a slice has strides");
  OffsetsSizesStrides outer_parts = offsets_sizes_strides(op, g->arena), parts = offsets_sizes_strides(inner, g->arena);
  bool *dropped = tensor_dropped_dims(g->arena, as_tensor(op_operand_type(op, 0)), outer_parts.sizes);
  if (!dropped) return false;
  for (uint32_t i = 0, at = 0; i < outer_parts.sizes.count; i++) {
    if (dropped[i] || at >= parts.sizes.count) continue;
    if (!ofr_equal(outer_parts.sizes.items[i], parts.sizes.items[at])) return greedy_no_match(g, op, "the sizes differ");
    outer_parts.sizes.items[i] = parts.sizes.items[at++];
  }
  for (uint32_t i = 0; i < parts.offsets.count; i++) parts.offsets.items[i] = ofr_fold(parts.offsets.items[i]);
  // Only insertions may stand inside scf.forall.in_parallel.
  if (op_is(op, OP_TENSOR_PARALLEL_INSERT_SLICE)) builder_before(&g->b, op_parent(op));
  g->b.loc = op->loc;
  ValueVec offsets = {0};
  slice_positions(&g->b, &outer_parts, dropped, parts.offsets.items, &offsets, g->arena);
  builder_before(&g->b, op);
  for (uint32_t i = 0; i < offsets.count; i++) outer_parts.offsets.items[i] = ofr_from_value(offsets.data[i]);
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_add_operand2(state, op_operand(inner, 0), op_operand(op, 1));
  op_state_take_types(state, op);
  int32_t count[3] = {ofr_push(state, "static_offsets", outer_parts.offsets, g->arena), 0, 0};
  count[1] = ofr_push(state, "static_sizes", outer_parts.sizes, g->arena);
  count[2] = ofr_push(state, "static_strides", outer_parts.strides, g->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, count[0], count[1], count[2]}, 5);
  return greedy_replace_op(g, op, builder_finish_typed(&g->b));
}

static const GreedyPattern patterns[] = {
  {.root = OP_VECTOR_TRANSFER_READ, .rewrite = read_of_extract, .name = "vector.transfer_read of tensor.extract_slice"},
  {.root = OP_TENSOR_INSERT_SLICE, .rewrite = insert_of_write, .name = "tensor.insert_slice of vector.transfer_write"},
  {.root = OP_TENSOR_INSERT_SLICE, .rewrite = insert_of_insert, .name = "tensor.insert_slice of tensor.insert_slice"},
  {.root = OP_TENSOR_PARALLEL_INSERT_SLICE, .rewrite = insert_of_insert, .name = "tensor.parallel_insert_slice of tensor.insert_slice"},
};

void add_folds_of_slices(Greedy *g) { greedy_add(g, patterns, 2); }
void add_folds_of_subsets(Greedy *g) { greedy_add_table(g, patterns); }

static bool run(PassRun *pass, Operation *op) {
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef fold_tensor_subsets_pass = {
  .name = "fold-tensor-subset-ops", .class_name = "FoldTensorSubsetOpsPass",
  .summary = "fold tensor subset ops into producer/consumer ops",
  .works_on = "tensor vector", .makes = "tensor vector affine arith",
  .run = run,
};
