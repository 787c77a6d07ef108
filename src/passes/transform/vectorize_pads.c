// tensor.pad and the transfers around it (after the patterns for pads of mlir/lib/Dialect/Linalg/Transforms/Vectorization.cpp).
#include "dialects/common/build.h"
#include "dialects/linalg/build.h"
#include "dialects/tensor/canonicalize.h"
#include "dialects/vector/fold.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/vector.h"
#include "passes/linalg/linalg.h"
#include "passes/transform/vectorize_children.h"

// The value that is added everywhere; NULL: it depends on the place. One from inside of the region moves out.
static Value *constant_padding(Operation *pad) {
  const Block *body = op_region(pad, 0)->first;
  Value *value = body->last ? op_operand(body->last, 0) : NULL;
  Operation *def = value ? value_def(value) : NULL;
  if (!value || value_arg_block(value) == body) return NULL;
  if (!def || def->block != body) return value;
  return op_has(def, TRAIT_CONSTANT_LIKE) ? value : NULL;
}

static void move_out(Operation *pad, Value *value) {
  if (value_def(value) && value_def(value)->block == op_region(pad, 0)->first) op_move_before(value_def(value), pad);
}

static bool starts_at_zero(OpFoldResultList low) {
  for (uint32_t i = 0; i < low.count; i++)
    if (!ofr_is(ofr_fold(low.items[i]), 0)) return false;
  return true;
}

static bool has_zero_low(Greedy *g, const Operation *pad) { return starts_at_zero(ofr_list(pad, "static_low", "low", g->arena)); }

// ---------------------------------------------------------------------------------------------
// Transfers

// A read of the pad becomes one of what is padded, which the transfer pads.
static bool read_source(Greedy *g, Operation *pad, Operation *read, Value *padding) {
  Transfer transfer;
  if (!transfer_of(read, OP_VECTOR_TRANSFER_READ, &transfer) || transfer_has_out_of_bounds(&transfer) || transfer.mask) return false;
  op_set_prop(read, VECTOR_TRANSFER_READ_IN_BOUNDS, repeated_flag(g, (uint32_t)transfer.vector->rank, g->ctx->attrs.false_));
  move_out(pad, padding);
  greedy_set_operand(g, read, 0, op_operand(pad, 0));
  greedy_set_operand(g, read, op_operands_named(read, "padding").begin, padding);
  return greedy_updated(g, read);
}

static bool are_same_minima(const Value *a, const Value *b) {
  const Operation *x = value_def(a), *y = value_def(b);
  if (!op_is(x, OP_AFFINE_MIN) || !op_is(y, OP_AFFINE_MIN) || op_prop_at(x, AFFINE_MIN_MAP) != op_prop_at(y, AFFINE_MIN_MAP) || x->operand_count != y->operand_count) return false;
  for (uint32_t i = 0; i < x->operand_count; i++)
    if (op_operand(x, i) != op_operand(y, i)) return false;
  return true;
}

// Whether the slice is as large as the tensor was before it was padded.
static bool same_size(Greedy *g, Value *before, Operation *slice) {
  if (op_is(value_def(before), OP_TENSOR_CAST) && as_tensor(op_operand_type(value_def(before), 0)) && same_size(g, op_operand(value_def(before), 0), slice)) return true;
  const ShapedType *a = as_tensor(before->type), *b = as_tensor(op_result_type(slice, 0));
  bool all = true;
  if (!a || !b || a->rank != b->rank) return false;
  for (uint32_t i = 0; i < a->rank; i++) {
    if (a->dims[i] != b->dims[i]) return false;
    all &= a->dims[i] != DYNAMIC;
  }
  if (all) return true;
  Operation *cut = value_def(before);
  if (!op_is(cut, OP_TENSOR_EXTRACT_SLICE)) return false;
  OpFoldResultList x = offsets_sizes_strides(cut, g->arena).sizes, y = offsets_sizes_strides(slice, g->arena).sizes;
  if (x.count != a->rank || y.count != a->rank) return false;
  for (uint32_t i = 0; i < a->rank; i++) {
    OpFoldResult p = ofr_fold(x.items[i]), q = ofr_fold(y.items[i]);
    if (a->dims[i] != DYNAMIC || ofr_equal(p, q)) continue;
    if (!p.value || !q.value || !are_same_minima(p.value, q.value)) return false;
  }
  return true;
}

// A write into the pad, of which the padding is cut off again, becomes one into what was padded.
static bool write_source(Greedy *g, Operation *pad, Operation *write) {
  Transfer transfer;
  if (!transfer_of(write, OP_VECTOR_TRANSFER_WRITE, &transfer) || !transfer.vector->rank || !write->result_count || !value_has_one_use(op_result(write, 0))) return false;
  Operation *slice = op_result(write, 0)->uses->owner;
  if (!op_is(slice, OP_TENSOR_EXTRACT_SLICE) || transfer.mask || !starts_at_zero(offsets_sizes_strides(slice, g->arena).offsets) || !same_size(g, op_operand(pad, 0), slice))
    return false;
  Builder outside = g->b;
  ValueVec indices = {0};
  op_push_operands(write, transfer.indices.begin, transfer.indices.end, &indices, g->arena);
  builder_before(&g->b, write);
  Operation *made = build_vector_write(g, op_operand(write, 0), op_operand(pad, 0), indices.data, transfer.map,
                                       repeated_flag(g, (uint32_t)transfer.vector->rank, g->ctx->attrs.false_));
  g->b.block = outside.block;
  g->b.before = outside.before;
  g->b.loc = outside.loc;
  Value *result = op_result(made, 0);
  if (result->type != op_result_type(slice, 0)) return false;
  greedy_replace1(g, slice, result);
  return greedy_erase(g, write);
}

static bool pad_in_transfers(Greedy *g, Operation *op, uint32_t opcode) {
  Value *padding = constant_padding(op);
  bool changed = false;
  OpVec users = {0};
  if (!padding || !has_zero_low(g, op)) return greedy_no_match(g, op, "it adds in front, or what depends on the place");
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next)
    if (op_is(use->owner, opcode) && use_index(use) == (opcode == OP_VECTOR_TRANSFER_WRITE)) vec_push(g->arena, &users, use->owner);
  for (uint32_t i = 0; i < users.count; i++)
    changed |= opcode == OP_VECTOR_TRANSFER_READ ? read_source(g, op, users.data[i], padding) : write_source(g, op, users.data[i]);
  return changed;
}

static bool pad_in_reads(Greedy *g, Operation *op) { return pad_in_transfers(g, op, OP_VECTOR_TRANSFER_READ); }
static bool pad_in_writes(Greedy *g, Operation *op) { return pad_in_transfers(g, op, OP_VECTOR_TRANSFER_WRITE); }

// ---------------------------------------------------------------------------------------------
// Slices that are put in

static bool insert_padded(Greedy *g, Operation *pad, Operation *insert, Value *padding) {
  const ShapedType *type = as_tensor(op_result_type(pad, 0)), *into = as_tensor(op_operand_type(insert, 1));
  OffsetsSizesStrides slice = offsets_sizes_strides(insert, g->arena);
  uint32_t rank = (uint32_t)type->rank, outer = (uint32_t)(into->rank - type->rank);
  E *last = arena_new(g->arena, E, rank + 1);
  Value **indices = arena_new(g->arena, Value *, into->rank + 1);
  if (!last || !indices || !rank || op_operand(insert, 1) == op_result(pad, 0)) return false;
  for (uint32_t i = 0; i < into->rank; i++)
    if (!ofr_is(ofr_fold(slice.strides.items[i]), 1) || !ofr_is(ofr_fold(slice.sizes.items[i]), i < outer ? 1 : type->dims[i - outer])) return false;
  Builder outside = g->b;
  builder_before(&g->b, insert);
  g->b.loc = pad->loc;
  move_out(pad, padding);
  for (uint32_t i = 0; i < rank; i++) last[i] = affine_dim(g->ctx, outer + i);
  Value *read = build_whole_read(g, op_operand(pad, 0), type_vector(g->ctx, type->dims, rank, 0, type->element), affine_map_identity(g->ctx, rank),
                                 repeated_flag(g, rank, g->ctx->attrs.false_), padding);
  for (uint32_t i = 0; i < into->rank; i++) indices[i] = ofr_to_value(&g->b, ofr_fold(slice.offsets.items[i]));
  Operation *write = build_vector_write(g, read, op_operand(insert, 1), indices, affine_map(g->ctx, (uint32_t)into->rank, 0, last, rank), repeated_flag(g, rank, g->ctx->attrs.true_));
  g->b.block = outside.block;
  g->b.before = outside.before;
  g->b.loc = outside.loc;
  return greedy_replace_op(g, insert, write);
}

static bool pad_in_inserts(Greedy *g, Operation *op) {
  Value *padding = constant_padding(op);
  bool changed = false;
  OpVec users = {0};
  if (!padding || !has_zero_low(g, op) || !type_has_static_shape(op_result_type(op, 0))) return greedy_no_match(g, op, "it adds in front, or sizes are not known");
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next)
    if (op_is(use->owner, OP_TENSOR_INSERT_SLICE) && use_index(use) == 0) vec_push(g->arena, &users, use->owner);
  for (uint32_t i = 0; i < users.count; i++) changed |= insert_padded(g, op, users.data[i], padding);
  return changed;
}

// ---------------------------------------------------------------------------------------------
// A fill, into which the source is put

static Value *add(Greedy *g, Value *value, OpFoldResult more) {
  return build_or_fold(&g->b, build_binary(&g->b, OP_ARITH_ADDI, value, ofr_to_value(&g->b, more)), g->arena);
}

static bool fill_and_insert(Greedy *g, Operation *op) {
  const ShapedType *type = as_tensor(op_result_type(op, 0));
  Value *padding = constant_padding(op), *source = op_operand(op, 0);
  uint32_t rank = (uint32_t)type->rank;
  OpFoldResultList low = ofr_list(op, "static_low", "low", g->arena), high = ofr_list(op, "static_high", "high", g->arena);
  OpFoldResult *items = arena_new(g->arena, OpFoldResult, 2 * rank + 1);
  ValueVec sizes = {0};
  if (!padding || !items) return greedy_no_match(g, op, "what it adds depends on the place");
  for (uint32_t i = 0; i < rank; i++) {
    if (type->dims[i] != DYNAMIC) continue;
    Value *size = ofr_to_value(&g->b, size_of_dim(g, source, i));
    size = add(g, size, low.items[i]);
    vec_push(g->arena, &sizes, add(g, size, high.items[i]));
  }
  Value *empty = build_empty(&g->b, type_tensor(g->ctx, type->dims, rank, type->element, NULL), sizes.data, sizes.count);
  move_out(op, padding);
  Value *filled = op_result(build_named_op(&g->b, OP_LINALG_FILL, (Value *const[]){padding, empty}, 1), 0);
  OffsetsSizesStrides slice = {low, {items, rank}, {items + rank, rank}};
  for (uint32_t i = 0; i < rank; i++) {
    slice.offsets.items[i] = ofr_fold(low.items[i]);
    slice.sizes.items[i] = size_of_dim(g, source, i);
    slice.strides.items[i] = OFR_NUMBER(1);
  }
  OpState *state = builder_begin(&g->b, OP_TENSOR_INSERT_SLICE);
  op_state_add_operand2(state, source, filled);
  op_state_add_type(state, filled->type);
  int32_t offsets = ofr_push(state, "static_offsets", slice.offsets, g->arena), extents = ofr_push(state, "static_sizes", slice.sizes, g->arena),
          strides = ofr_push(state, "static_strides", slice.strides, g->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, offsets, extents, strides}, 5);
  return greedy_replace_op(g, op, builder_finish_typed(&g->b));
}

static const GreedyPattern patterns[] = {
  {.root = OP_TENSOR_PAD, .rewrite = pad_in_reads, .benefit = 2, .name = "padding in the reads of vectors"},
  {.root = OP_TENSOR_PAD, .rewrite = pad_in_writes, .benefit = 2, .name = "writes of vectors to what is padded"},
  {.root = OP_TENSOR_PAD, .rewrite = pad_in_inserts, .benefit = 2, .name = "what is padded, put in as a vector"},
  {.root = OP_TENSOR_PAD, .rewrite = fill_and_insert, .name = "tensor.pad as a fill and a slice"},
};
const PatternSet pad_vectorization_patterns = PATTERN_SET(patterns);
