// How computations of linalg become those on memory (after mlir/lib/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.cpp), and
// operations of tensor that become computations of linalg on the way.
#include "passes/bufferize/bufferize.h"

#include "ops/affine.h"
#include "ops/linalg.h"
#include "ops/structured.h"
#include "ops/tensor.h"

#include "analysis/structured.h"
#include "dialects/affine/apply.h"
#include "dialects/bufferization/buffers.h"
#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/linalg/build.h"
#include "ir/affine.h"

// Whether the body uses the element.
bool buffer_linalg_reads(Bufferizer *z, Use *use) {
  const Block *body = use->owner->region_count ? use->owner->regions[0].first : NULL;
  uint32_t i = use_index(use);
  (void)z;
  return !body || i >= body->arg_count || body->args[i]->uses;
}

// All loops are parallel, and the two operands are accessed at the same place in each step.
bool buffer_linalg_elementwise(Bufferizer *z, Use *read, Use *write) {
  const Operation *op = read->owner;
  const LinalgOp *answers = ask_linalg_op(op->def);
  IteratorVec iterators = {0};
  AffineMapVec maps = {0};
  if (!answers || !answers->maps(z->ctx, op, z->arena, &maps) || maps.count != op->operand_count) return false;
  answers->iterators(op, z->arena, &iterators);
  for (uint32_t i = 0; i < iterators.count; i++)
    if (iterators.data[i] != ITERATOR_PARALLEL) return false;
  return affine_map_is_identity(maps.data[use_index(read)]) && affine_map_is_identity(maps.data[use_index(write)]);
}

bool bufferize_destination_style(Bufferizer *z, Operation *op) {
  ValueVec operands = {0}, results = {0};
  TypeVec none = {0};
  op_push_operands(op, 0, op->operand_count, &operands, z->arena);
  bool memory = false;
  for (uint32_t i = 0; i < op->operand_count; i++) memory |= type_is_memref(op_operand_type(op, i));
  if (memory) {
    op_error_plain(z->module, op, "op does not have pure tensor semantics");
    return false;
  }
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_is_tensor(operands.data[i]->type) && !(operands.data[i] = get_buffer(z, operands.data[i]))) return false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    int32_t at = destination_operand(op, i);
    if (at < 0) return false;
    vec_push(z->arena, &results, operands.data[at]);
  }
  builder_before(&z->b, op);
  build_like(z, op, &operands, &none);
  replace_by_buffers(z, op, results.data);
  return true;
}

// ---------------------------------------------------------------------------------------------
// New tensors, element by element

// linalg.map without inputs into `dest`; the builder then stands in its body.
static Operation *build_map(Bufferizer *z, Value *dest) {
  OpState *state = builder_begin(&z->b, OP_LINALG_MAP);
  op_state_add_operand(state, dest);
  op_state_add_type(state, dest->type);
  op_state_add_region(state);
  Operation *map = builder_finish_typed(&z->b);
  Block *body = block_new(z->module);
  block_append(&map->regions[0], body);
  block_add_arg(z->module, body, ((const ShapedType *)dest->type)->element, map->loc);
  builder_at_end(&z->b, body);
  return map;
}

static void take_place(Bufferizer *z, Operation *op, Value *by) {
  value_replace_all(op_result(op, 0), by);
  erase_op(z, op);
}

bool bufferize_tensor_splat(Bufferizer *z, Operation *op) {
  Value *dest = build_tensor_like(z, op_result(op, 0), false);
  if (!dest) return false;
  Operation *map = build_map(z, dest);
  Value *element = op_operand(op, 0);
  build_linalg_yield(&z->b, &element, 1);
  builder_before(&z->b, op);
  take_place(z, op, op_result(map, 0));
  return true;
}

// The body of `op` makes the elements of `dest`.
static Value *fill_by_body(Bufferizer *z, Operation *op, Value *dest) {
  Block *from = op->regions[0].first;
  Operation *map = build_map(z, dest);
  for (uint32_t i = 0; i < from->arg_count; i++) value_replace_all(from->args[i], build_loop_index(&z->b, i));
  Operation *end = from->last;
  while (from->first != end) {
    Operation *moved = from->first;
    op_remove(moved);
    op_append(map->regions[0].first, moved);
  }
  Value *element = op_operand(end, 0);
  build_linalg_yield(&z->b, &element, 1);
  builder_before(&z->b, op);
  return op_result(map, 0);
}

bool bufferize_tensor_generate(Bufferizer *z, Operation *op) {
  Value *dest = build_tensor_like(z, op_result(op, 0), false);
  if (!dest) return false;
  take_place(z, op, fill_by_body(z, op, dest));
  return true;
}

bool bufferize_tensor_pad(Bufferizer *z, Operation *op) {
  Builder *b = &z->b;
  const ShapedType *type = (const ShapedType *)op_result_type(op, 0), *source = (const ShapedType *)op_operand_type(op, 0);
  OpFoldResultList low = ofr_list(op, "static_low", "low", z->arena), high = ofr_list(op, "static_high", "high", z->arena);
  if (!low.items || !high.items) return false;
  for (uint32_t i = 0; i < low.count && i < high.count; i++) {
    low.items[i] = ofr_fold(low.items[i]);
    high.items[i] = ofr_fold(high.items[i]);
  }
  E sum = affine_add(z->ctx, affine_add(z->ctx, affine_symbol(z->ctx, 0), affine_symbol(z->ctx, 1)), affine_symbol(z->ctx, 2));
  for (uint64_t i = 0; i < type->rank; i++) {
    if (type->dims[i] != DYNAMIC) continue;
    Value *size = build_dim(b, op_operand(op, 0), build_index(b, (int64_t)i));
    Value *before = low.items[i].value ? low.items[i].value : build_index(b, low.items[i].constant);
    Value *behind = high.items[i].value ? high.items[i].value : build_index(b, high.items[i].constant);
    OpState *state = builder_begin(b, OP_AFFINE_APPLY);
    op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(z->ctx, affine_map(z->ctx, 0, 3, &sum, 1)));
    op_state_add_operand2(state, size, before);
    op_state_add_operand(state, behind);
    op_state_add_type(state, z->ctx->types.index);
    builder_finish_typed(b);
  }
  Value *dest = build_tensor_like(z, op_result(op, 0), false);
  if (!dest) return false;
  Value *filled = fill_by_body(z, op, dest);
  OffsetsSizesStrides slice = {.offsets = low};
  slice.sizes = (OpFoldResultList){arena_new(z->arena, OpFoldResult, source->rank + 1), (uint32_t)source->rank};
  slice.strides = (OpFoldResultList){arena_new(z->arena, OpFoldResult, source->rank + 1), (uint32_t)source->rank};
  if (!slice.sizes.items || !slice.strides.items) return false;
  for (uint32_t i = 0; i < source->rank; i++) {
    slice.strides.items[i] = OFR_NUMBER(1);
    slice.sizes.items[i] = OFR_NUMBER(source->dims[i]);
    if (source->dims[i] == DYNAMIC) slice.sizes.items[i].value = build2(b, OP_TENSOR_DIM, z->ctx->types.index, op_operand(op, 0), build_index(b, i));
  }
  OpState *state = builder_begin(b, OP_TENSOR_INSERT_SLICE);
  op_state_add_operand2(state, op_operand(op, 0), filled);
  int32_t counts[] = {1, 1, 0, 0, 0};
  counts[2] = ofr_push(state, "static_offsets", slice.offsets, z->arena);
  counts[3] = ofr_push(state, "static_sizes", slice.sizes, z->arena);
  counts[4] = ofr_push(state, "static_strides", slice.strides, z->arena);
  op_state_operand_segments(state, counts, 5);
  op_state_add_type(state, filled->type);
  take_place(z, op, builder_finish_value(b));
  return true;
}
