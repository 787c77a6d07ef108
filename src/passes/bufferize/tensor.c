// How the operations of tensor become operations of memref
// (after mlir/lib/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.cpp).
#include "passes/bufferize/bufferize.h"

#include "ops/bufferization.h"
#include "ops/memref.h"
#include "ops/tensor.h"

#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/common/view_like.h"
#include "dialects/memref/hooks.h"
#include "dialects/tensor/hooks.h"
#include "ir/constants.h"

static const ShapedType *shape_of(T type) { return (const ShapedType *)type; }

bool buffer_never(Bufferizer *z, Use *use) {
  (void)z, (void)use;
  return false;
}

bool buffer_not_defined(Bufferizer *z, Value *value) {
  (void)z, (void)value;
  return false;
}

bool buffer_not_writable(Bufferizer *z, Value *value) {
  (void)z, (void)value;
  return false;
}

void buffer_same_as_source(Bufferizer *z, Use *use, BufferAliases *out) {
  (void)z;
  if (use_index(use) == 0) push_alias(out, op_result(use->owner, 0), true, false);
}

void buffer_part_of_source(Bufferizer *z, Use *use, BufferAliases *out) {
  (void)z;
  if (use_index(use) == 0) push_alias(out, op_result(use->owner, 0), false, false);
}

static bool replace1(Bufferizer *z, Operation *op, Value *by) {
  replace_by_buffers(z, op, &by);
  return true;
}

// --- tensor.cast

T buffer_type_of_cast(Bufferizer *z, Value *value) {
  const Operation *op = value_def(value);
  T from = buffer_type(z, op_operand(op, 0));
  if (!from) return NULL;
  A space = shape_of(from)->extra;
  if (type_kind(value->type) == TYPE_UNRANKED_TENSOR) return type_unranked_memref(z->ctx, shape_of(value->type)->element, space);
  if (type_kind(from) != TYPE_MEMREF) return dynamic_buffer_type(z->ctx, value->type, space);
  return type_memref(z->ctx, shape_of(value->type)->dims, (uint32_t)shape_of(value->type)->rank, shape_of(value->type)->element, shape_of(from)->layout, space);
}

bool bufferize_tensor_cast(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  T type = buffer ? buffer_type(z, op_result(op, 0)) : NULL;
  if (!type) return false;
  return replace1(z, op, buffer->type == type ? buffer : build1(&z->b, OP_MEMREF_CAST, type, buffer));
}

// --- tensor.collapse_shape

// Whether the groups surely lie without gaps.
static bool collapses(Bufferizer *z, const ShapedType *from, A reassociation) {
  if (memref_has_identity_layout(from)) return true;
  const ArrayAttr *groups = (const ArrayAttr *)reassociation;
  int64_t *strides = arena_new(z->arena, int64_t, from->rank + 1), offset;
  if (!strides || !memref_strides_and_offset(z->ctx, &from->base, strides, &offset)) return false;
  for (uint64_t g = 0; g < groups->count; g++) {
    const ArrayAttr *group = (const ArrayAttr *)groups->items[g];
    if (group->count < 2) continue;
    uint64_t last = group->count - 1;
    while (last > 0 && from->dims[attr_to_u64(group->items[last])] == 1) last--;
    uint64_t at = attr_to_u64(group->items[last]);
    int64_t stride = from->dims[at] != DYNAMIC || last == 0 ? strides[at] : DYNAMIC;
    for (uint64_t k = group->count - 1; k > 0; k--) {
      uint64_t dim = attr_to_u64(group->items[k]);
      stride = dynamic_mul(stride, from->dims[dim]);
      if (from->dims[dim - 1] == 1) continue;
      if (stride == DYNAMIC || strides[dim - 1] == DYNAMIC || stride != strides[dim - 1]) return false;
    }
  }
  return true;
}

static T collapsed(Bufferizer *z, T from, A reassociation) { return memref_collapsed_type(z->ctx, z->arena, shape_of(from), reassociation); }

T buffer_type_of_collapse(Bufferizer *z, Value *value) {
  const Operation *op = value_def(value);
  T from = buffer_type(z, op_operand(op, 0));
  if (!from || type_kind(from) != TYPE_MEMREF) return NULL;
  A reassociation = op_prop_at(op, TENSOR_COLLAPSE_SHAPE_REASSOCIATION);
  if (!collapses(z, shape_of(from), reassociation)) return identity_buffer_type(z->ctx, value->type, shape_of(from)->extra);
  return collapsed(z, from, reassociation);
}

bool bufferize_tensor_collapse(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  if (!buffer || type_kind(buffer->type) != TYPE_MEMREF) return false;
  A reassociation = op_prop_at(op, TENSOR_COLLAPSE_SHAPE_REASSOCIATION);
  T type = op_result_type(op, 0);
  if (!shape_of(type)->rank) {
    int64_t none = 0, offset, *strides = arena_new(z->arena, int64_t, shape_of(buffer->type)->rank + 1);
    A layout = NULL;
    if (!memref_has_identity_layout(shape_of(buffer->type))) {
      if (!strides || !memref_strides_and_offset(z->ctx, buffer->type, strides, &offset)) return false;
      layout = attr_strided(z->ctx, offset, &none, 0);
    }
    type = type_memref(z->ctx, NULL, 0, shape_of(type)->element, layout, shape_of(buffer->type)->extra);
  } else {
    if (!collapses(z, shape_of(buffer->type), reassociation)) {
      T copied = identity_buffer_type(z->ctx, op_operand_type(op, 0), shape_of(buffer->type)->extra);
      Value *copy = build_tensor_like(z, op_operand(op, 0), true);
      if (!copy) return false;
      buffer = build_to_buffer(z, copied, copy);
    }
    type = collapsed(z, buffer->type, reassociation);
  }
  if (!type) return false;
  OpState *state = builder_begin(&z->b, OP_MEMREF_COLLAPSE_SHAPE);
  op_state_add_operand(state, buffer);
  op_state_set_prop(state, MEMREF_COLLAPSE_SHAPE_REASSOCIATION, reassociation);
  op_state_add_type(state, type);
  return replace1(z, op, builder_finish_value(&z->b));
}

// --- tensor.expand_shape

T buffer_type_of_expand(Bufferizer *z, Value *value) {
  const Operation *op = value_def(value);
  T from = buffer_type(z, op_operand(op, 0));
  if (!from || type_kind(from) != TYPE_MEMREF) return NULL;
  return memref_expanded_type(z->ctx, z->arena, shape_of(from), shape_of(value->type)->dims, (uint32_t)shape_of(value->type)->rank,
                              op_prop_at(op, TENSOR_EXPAND_SHAPE_REASSOCIATION));
}

bool bufferize_tensor_expand(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  T type = buffer ? buffer_type(z, op_result(op, 0)) : NULL;
  if (!type) return false;
  OpState *state = builder_begin(&z->b, OP_MEMREF_EXPAND_SHAPE);
  op_state_add_operand(state, buffer);
  op_state_take_operands(state, op, 1, op->operand_count);
  op_state_set_prop(state, MEMREF_EXPAND_SHAPE_REASSOCIATION, op_prop_at(op, TENSOR_EXPAND_SHAPE_REASSOCIATION));
  op_state_set_prop(state, MEMREF_EXPAND_SHAPE_STATIC_OUTPUT_SHAPE, op_prop_at(op, TENSOR_EXPAND_SHAPE_STATIC_OUTPUT_SHAPE));
  op_state_add_type(state, type);
  return replace1(z, op, builder_finish_value(&z->b));
}

// --- Slices

static int64_t *numbers(Bufferizer *z, const Operation *op, const char *name) {
  A list = op_prop(op, name);
  uint64_t count = index_count(list);
  int64_t *out = arena_new(z->arena, int64_t, count + 1);
  for (uint64_t i = 0; out && i < count; i++) out[i] = index_list_at(list, i);
  return out;
}

// The type of a slice of memory with the sizes of `slice`, which may leave out some of one element.
static T slice_type(Bufferizer *z, const Operation *op, T memory, T slice) {
  const ShapedType *from = shape_of(memory), *want = shape_of(slice);
  int64_t *sizes = numbers(z, op, "static_sizes");
  T whole = memref_subview_type(z->ctx, z->arena, from, numbers(z, op, "static_offsets"), sizes, numbers(z, op, "static_strides"));
  if (!whole || !sizes) return NULL;
  if (from->rank == want->rank) return whole;
  int64_t *strides = arena_new(z->arena, int64_t, from->rank + 1), offset;
  if (!strides || !memref_strides_and_offset(z->ctx, whole, strides, &offset)) return NULL;
  uint64_t next = 0;
  int64_t *kept = arena_new(z->arena, int64_t, from->rank + 1);
  for (uint64_t i = 0; kept && i < from->rank; i++) {
    bool fits = next < want->rank && want->dims[next] == sizes[i];
    if (fits) kept[next++] = strides[i];
    else if (sizes[i] != 1) return NULL;
  }
  if (!kept || next != want->rank) return NULL;
  A layout = attr_strided(z->ctx, offset, kept, (uint32_t)want->rank);
  T plain = type_memref(z->ctx, want->dims, (uint32_t)want->rank, want->element, layout, from->extra);
  return memref_has_identity_layout(from) && memref_has_identity_layout(shape_of(plain)) ? type_memref(z->ctx, want->dims, (uint32_t)want->rank, want->element, NULL, from->extra) : plain;
}

// A subview where `op`, a slice, lies in `memory`.
static Value *subview_of(Bufferizer *z, Operation *op, Value *memory, T slice) {
  T type = slice_type(z, op, memory->type, slice);
  if (!type) return NULL;
  OffsetsSizesStrides parts = offsets_sizes_strides(op, z->arena);
  return build_slice(&z->b, OP_MEMREF_SUBVIEW, type, memory, &parts, z->arena);
}

T buffer_type_of_slice(Bufferizer *z, Value *value) {
  const Operation *op = value_def(value);
  T from = buffer_type(z, op_operand(op, 0));
  return from && type_kind(from) == TYPE_MEMREF ? slice_type(z, op, from, value->type) : NULL;
}

bool bufferize_tensor_extract_slice(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  if (!buffer || type_kind(buffer->type) != TYPE_MEMREF) return false;
  Value *view = subview_of(z, op, buffer, op_result_type(op, 0));
  return view && replace1(z, op, view);
}

bool bufferize_tensor_insert_slice(Bufferizer *z, Operation *op) {
  Value *to = get_buffer(z, op_operand(op, 1));
  Value *view = to && type_kind(to->type) == TYPE_MEMREF ? subview_of(z, op, to, op_operand_type(op, 0)) : NULL;
  Value *from = view ? get_buffer(z, op_operand(op, 0)) : NULL;
  if (!from) return false;
  build2(&z->b, OP_MEMREF_COPY, NULL, from, view);
  return replace1(z, op, to);
}

// Behind everything else that a thread does.
bool bufferize_tensor_parallel_insert_slice(Bufferizer *z, Operation *op) {
  Operation *end = op_parent(op);
  Value *to = get_buffer(z, op_operand(op, 1));
  Value *from = to && type_kind(to->type) == TYPE_MEMREF ? get_buffer(z, op_operand(op, 0)) : NULL;
  if (!from) return false;
  Loc loc = z->b.loc;
  builder_before(&z->b, end);
  z->b.loc = loc;
  Value *view = subview_of(z, op, to, op_operand_type(op, 0));
  if (!view) return false;
  build2(&z->b, OP_MEMREF_COPY, NULL, from, view);
  erase_op(z, op);
  return true;
}

bool buffer_parallel_insert_slice_writes(Bufferizer *z, Use *use) {
  (void)z;
  return use_index(use) == 1;
}

// What threads put into their shared result is there by what the operation means.
bool copies_of_parallel_insert_slice(Bufferizer *z, Operation *op) {
  (void)z, (void)op;
  return true;
}

static bool covers_all(const Operation *op) {
  const ShapedType *dest = shape_of(op_operand_type(op, 1));
  A offsets = op_prop(op, "static_offsets"), sizes = op_prop(op, "static_sizes"), strides = op_prop(op, "static_strides");
  for (uint64_t i = 0; i < dest->rank; i++)
    if (index_list_at(offsets, i) != 0 || index_list_at(strides, i) != 1 || dest->dims[i] == DYNAMIC || index_list_at(sizes, i) != dest->dims[i]) return false;
  return true;
}

bool buffer_insert_slice_reads(Bufferizer *z, Use *use) {
  (void)z;
  return use_index(use) == 0 || (use_index(use) == 1 && !covers_all(use->owner));
}

// A slice taken where another one is put in.
static bool is_matching_slice(Bufferizer *z, Value *value, void *data) {
  const Operation *insert = data, *extract = defined_by(value, OP_TENSOR_EXTRACT_SLICE);
  if (!extract || !values_equal(z, op_operand(extract, 0), op_operand(insert, 1))) return false;
  return tensor_same_slice(extract, insert);
}

static bool matches_destination(Bufferizer *z, Use *use, Operation *insert) {
  ValueVec leaves = {0};
  find_in_reverse(z, use, &(ReverseChain){.found = is_matching_slice, .data = insert, .leaves = true}, &leaves);
  for (uint32_t i = 0; i < leaves.count; i++)
    if (!is_matching_slice(z, leaves.data[i], insert)) return false;
  return true;
}

bool buffer_insert_slice_harmless(Bufferizer *z, Use *read, Use *write) {
  Operation *reader = read->owner, *writer = write->owner;
  bool reader_inserts = op_is(reader, OP_TENSOR_INSERT_SLICE) || op_is(reader, OP_TENSOR_PARALLEL_INSERT_SLICE);
  bool writer_inserts = op_is(writer, OP_TENSOR_INSERT_SLICE) || op_is(writer, OP_TENSOR_PARALLEL_INSERT_SLICE);
  if (reader_inserts) {
    if (use_index(read) == 1 && matches_destination(z, write, reader)) return true;
    if (use_index(read) == 0 && writer == reader && use_index(write) == 1 && matches_destination(z, read, reader)) return true;
  }
  return writer_inserts && use_index(write) == 1 && values_equal(z, read->value, op_operand(writer, 0)) && matches_destination(z, &writer->operands[0], writer);
}

// --- Elements

bool bufferize_tensor_dim(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  return buffer && replace1(z, op, build2(&z->b, OP_MEMREF_DIM, z->ctx->types.index, buffer, op_operand(op, 1)));
}

bool bufferize_tensor_rank(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  return buffer && replace1(z, op, build1(&z->b, OP_MEMREF_RANK, z->ctx->types.index, buffer));
}

bool bufferize_tensor_extract(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  if (!buffer) return false;
  OpState *state = builder_begin(&z->b, OP_MEMREF_LOAD);
  op_state_add_operand(state, buffer);
  op_state_take_operands(state, op, 1, op->operand_count);
  op_state_take_types(state, op);
  return replace1(z, op, builder_finish_value(&z->b));
}

bool bufferize_tensor_insert(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 1));
  if (!buffer) return false;
  OpState *state = builder_begin(&z->b, OP_MEMREF_STORE);
  op_state_add_operand2(state, op_operand(op, 0), buffer);
  op_state_take_operands(state, op, 2, op->operand_count);
  builder_finish(&z->b);
  return replace1(z, op, buffer);
}

// --- New tensors

bool bufferize_tensor_empty(Bufferizer *z, Operation *op) {
  if (!op_has_uses(op)) {
    erase_op(z, op);
    return true;
  }
  Value *made = build_tensor_like(z, op_result(op, 0), false);
  if (!made) return false;
  value_replace_all(op_result(op, 0), made);
  erase_op(z, op);
  return true;
}

bool bufferize_tensor_from_elements(Bufferizer *z, Operation *op) {
  const ShapedType *type = shape_of(op_result_type(op, 0));
  A space;
  if (!default_space(z, op, &type->base, &space)) return false;
  Value *tensor = build_tensor_like(z, op_result(op, 0), false);
  if (!tensor) return false;
  Value *buffer = build_to_buffer(z, identity_buffer_type(z->ctx, &type->base, space), tensor);
  int64_t most = 0;
  for (uint64_t i = 0; i < type->rank; i++) most = type->dims[i] > most ? type->dims[i] : most;
  Value **indices = arena_new(z->arena, Value *, (size_t)(most < op->operand_count ? most : op->operand_count) + 1);
  if (!indices) return false;
  for (int64_t i = 0; op->operand_count && i < most; i++) indices[i] = build_index(&z->b, i);
  for (uint32_t k = 0; k < op->operand_count; k++) {
    OpState *state = builder_begin(&z->b, OP_MEMREF_STORE);
    op_state_add_operand2(state, op_operand(op, k), buffer);
    uint64_t left = (uint64_t)op->operand_count, at = k;
    for (uint64_t i = 0; i < type->rank; i++) {
      left /= (uint64_t)type->dims[i];
      op_state_add_operand(state, indices[at / left]);
      at %= left;
    }
    builder_finish(&z->b);
  }
  return replace1(z, op, buffer);
}

// --- tensor.reshape

T buffer_type_of_reshape(Bufferizer *z, Value *value) {
  const Operation *op = value_def(value);
  T from = buffer_type(z, op_operand(op, 0));
  return from ? identity_buffer_type(z->ctx, value->type, shape_of(from)->extra) : NULL;
}

bool bufferize_tensor_reshape(Bufferizer *z, Operation *op) {
  Value *from = get_buffer(z, op_operand(op, 0));
  Value *shape = from ? get_buffer(z, op_operand(op, 1)) : NULL;
  T type = shape ? buffer_type(z, op_result(op, 0)) : NULL;
  if (!type) return false;
  if (type_kind(from->type) == TYPE_MEMREF && !memref_has_identity_layout(shape_of(from->type))) {
    Value *copy = build_tensor_like(z, op_operand(op, 0), true);
    if (!copy) return false;
    from = build_to_buffer(z, identity_buffer_type(z->ctx, op_operand_type(op, 0), shape_of(from->type)->extra), copy);
  }
  return replace1(z, op, build2(&z->b, OP_MEMREF_RESHAPE, type, from, shape));
}
