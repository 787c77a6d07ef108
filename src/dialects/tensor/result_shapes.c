// Sizes of results, in terms of operands: of tensor's operations, and of those that memref has as well
// (after mlir/lib/Dialect/Tensor/IR/{TensorOps,TensorInferTypeOpInterfaceImpl}.cpp and mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp).
#include "ops/memref.h"
#include "ops/tensor.h"
#include "dialects/affine/apply.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/tensor/canonicalize.h"

static bool list_new(OpFoldResultList *out, uint64_t count, Arena *arena) {
  *out = (OpFoldResultList){arena_new(arena, OpFoldResult, count + 1), (uint32_t)count};
  return out->items != NULL;
}

static Value *build_dim(Builder *b, Value *shaped, uint32_t dim) {
  Value *index = build_index(b, dim);
  return build2(b, type_is_memref(shaped->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, b->ctx->types.index, shaped, index);
}

// As getMixedSizes: numbers where the type says them.
static OpFoldResult size_of(Builder *b, Value *shaped, uint32_t dim, Arena *arena) {
  int64_t size = ((const ShapedType *)shaped->type)->dims[dim];
  return size == DYNAMIC ? (OpFoldResult){.value = build_or_fold(b, build_dim(b, shaped, dim), arena)} : OFR_NUMBER(size);
}

// Operands from `first` on stand for the sizes that the result type leaves open.
static bool shape_of_operands(Operation *op, uint32_t first, OpFoldResultList *out, Arena *arena) {
  const ShapedType *type = (const ShapedType *)op_result_type(op, 0);
  if (!list_new(out, type->rank, arena)) return false;
  for (uint64_t i = 0; i < type->rank; i++)
    out->items[i] = type->dims[i] == DYNAMIC ? (OpFoldResult){.value = op_operand(op, first++)} : OFR_NUMBER(type->dims[i]);
  return true;
}

bool tensor_shape_of_sizes(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena) {
  (void)b;
  return shape_of_operands(op, op_is(op, OP_TENSOR_SPLAT), out, arena);
}

bool shape_of_source(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena) {
  Value *source = op_operand(op, op_is(op, OP_TENSOR_INSERT_SLICE));   // the tensor it is put into
  if (!list_new(out, ((const ShapedType *)source->type)->rank, arena)) return false;
  for (uint32_t i = 0; i < out->count; i++) out->items[i] = size_of(b, source, i, arena);
  return true;
}

bool shape_of_expansion(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena) {
  (void)b;
  *out = ofr_list(op, "static_output_shape", "output_shape", arena);
  return out->items != NULL;
}

// An unknown size is the product of the sizes of its group.
bool tensor_shape_of_collapse(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena) {
  const ShapedType *type = (const ShapedType *)op_result_type(op, 0);
  const ArrayAttr *groups = (const ArrayAttr *)op_prop_at(op, TENSOR_COLLAPSE_SHAPE_REASSOCIATION);
  Value *source = op_operand(op, 0);
  if (!list_new(out, type->rank, arena)) return false;
  for (uint32_t i = 0; i < out->count; i++) {
    out->items[i] = OFR_NUMBER(type->dims[i]);
    if (type->dims[i] != DYNAMIC) continue;
    const ArrayAttr *group = (const ArrayAttr *)groups->items[i];
    OpFoldResult *sizes = arena_new(arena, OpFoldResult, group->count + 1);
    E product = affine_const(b->ctx, 1);
    for (uint32_t k = 0; k < group->count; k++) {
      Value *size = build_or_fold(b, build_dim(b, source, (uint32_t)attr_to_u64(group->items[k])), arena);
      sizes[k] = ofr_from_value(size);
      product = affine_mul(b->ctx, product, affine_symbol(b->ctx, k));
    }
    out->items[i] = compose_apply_symbols(b, product, sizes, (uint32_t)group->count, arena);
  }
  return true;
}

bool tensor_shape_of_slice(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena) {
  (void)b;
  OpFoldResultList sizes = ofr_list(op, "static_sizes", "sizes", arena);
  bool *dropped = tensor_dropped_dims(arena, as_tensor(op_result_type(op, 0)), sizes);
  if (!dropped || !list_new(out, sizes.count, arena)) return false;
  out->count = 0;
  for (uint32_t i = 0; i < sizes.count; i++)
    if (!dropped[i]) out->items[out->count++] = sizes.items[i];
  return true;
}

bool tensor_shape_of_pad(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena) {
  const ShapedType *type = as_tensor(op_result_type(op, 0));
  OpFoldResultList low = ofr_list(op, "static_low", "low", arena), high = ofr_list(op, "static_high", "high", arena);
  if (!list_new(out, type->rank, arena)) return false;
  E sum = affine_add(b->ctx, affine_add(b->ctx, affine_symbol(b->ctx, 0), affine_symbol(b->ctx, 1)), affine_symbol(b->ctx, 2));
  for (uint32_t i = 0; i < out->count; i++) {
    out->items[i] = OFR_NUMBER(type->dims[i]);
    if (type->dims[i] != DYNAMIC) continue;
    Value *size = build_or_fold(b, build_dim(b, op_operand(op, 0), i), arena);
    const OpFoldResult parts[] = {{.value = size}, low.items[i], high.items[i]};
    out->items[i] = compose_apply_symbols(b, sum, parts, 3, arena);
  }
  return true;
}

// The sizes of the inputs along the dimension in which they are joined, added up.
static Value *joined_size(Builder *b, Operation *op, uint32_t dim, Arena *arena) {
  OpFoldResult *sizes = arena_new(arena, OpFoldResult, op->operand_count + 1);
  E sum = affine_const(b->ctx, 0);
  if (!sizes) return NULL;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    b->loc = value_loc(op_operand(op, i));
    sizes[i].value = build_or_fold(b, build_dim(b, op_operand(op, i), dim), arena);
    sum = affine_add(b->ctx, sum, affine_symbol(b->ctx, i));
  }
  b->loc = op->loc;
  return ofr_to_value(b, compose_apply_symbols(b, sum, sizes, op->operand_count, arena));
}

// The size in another dimension, which one of the inputs may know.
static OpFoldResult common_size(Builder *b, Operation *op, uint32_t dim) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    int64_t size = as_tensor(op_operand_type(op, i))->dims[dim];
    if (size != DYNAMIC) return (OpFoldResult){.value = build_index(b, size)};
  }
  b->loc = value_loc(op_operand(op, 0));
  Value *size = build_dim(b, op_operand(op, 0), dim);
  b->loc = op->loc;
  return (OpFoldResult){.value = size};
}

bool tensor_shape_of_concat(Builder *b, Operation *op, OpFoldResultList *out, Arena *arena) {
  const ShapedType *type = as_tensor(op_result_type(op, 0));
  uint32_t joined = (uint32_t)op_prop_i64_at(op, TENSOR_CONCAT_DIM);
  if (!list_new(out, type->rank, arena)) return false;
  for (uint32_t i = 0; i < out->count; i++) {
    if (type->dims[i] != DYNAMIC) out->items[i] = OFR_NUMBER(type->dims[i]);
    else if (i != joined) out->items[i] = common_size(b, op, i);
  }
  if (type->dims[joined] != DYNAMIC) return true;
  out->items[joined].value = joined_size(b, op, joined, arena);
  return out->items[joined].value != NULL;
}
