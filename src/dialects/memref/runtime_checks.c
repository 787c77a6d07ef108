// Checks of memref's operations (after mlir/lib/Dialect/MemRef/Transforms/RuntimeOpVerification.cpp).
#include "dialects/common/runtime_checks.h"

#include "ops/arith.h"
#include "ops/memref.h"
#include "ops/tensor.h"
#include "dialects/memref/metadata.h"

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_MEMREF ? (const ShapedType *)type : NULL; }

void memref_check_alignment(Checker *c, Operation *op) {
  int64_t alignment = op_prop_i64_at(op, MEMREF_ASSUME_ALIGNMENT_ALIGNMENT);
  Value *address = build1(&c->b, OP_MEMREF_EXTRACT_ALIGNED_POINTER_AS_INDEX, c->b.ctx->types.index, op_operand(op, 0));
  Value *rest = build_binary(&c->b, OP_ARITH_REMUI, address, build_index(&c->b, alignment));
  check_assert(c, check_equal(c, rest, build_index(&c->b, 0)), "memref is not aligned to %lld", (long long)alignment);
}

void memref_check_access(Checker *c, Operation *op) {
  check_subscripts(c, op_operand(op, op_operands_named(op, "memref").begin), op_operands_named(op, "indices"));
}

static void check_layout(Checker *c, const ShapedType *to, Operation *metadata) {
  uint32_t rank = (uint32_t)to->rank;
  OffsetsSizesStrides parts;
  if (!memref_parts(c->b.ctx, &to->base, &parts, c->arena)) return;
  int64_t offset = parts.offsets.items[0].constant;
  if (offset != DYNAMIC) check_assert(c, check_equal(c, metadata_offset(metadata), build_index(&c->b, offset)), "offset mismatch");
  for (uint32_t i = 0; i < rank; i++) {
    int64_t stride = parts.strides.items[i].constant;
    if (stride == DYNAMIC) continue;
    check_assert(c, check_equal(c, metadata_stride(metadata, i), build_index(&c->b, stride)), "stride mismatch of dim %u", i);
  }
}

// Nothing tells offset and strides of a memref without rank: a memref of the rank, which is checked before, does.
static Operation *build_dynamic_metadata(Checker *c, const ShapedType *to, Value *source) {
  int64_t *unknown = arena_new(c->arena, int64_t, to->rank + 1);
  for (uint64_t i = 0; i < to->rank; i++) unknown[i] = DYNAMIC;
  A layout = attr_strided(c->b.ctx, DYNAMIC, unknown, (uint32_t)to->rank);
  T type = type_memref(c->b.ctx, unknown, (uint32_t)to->rank, to->element, layout, to->extra);
  return build_strided_metadata(&c->b, build1(&c->b, OP_MEMREF_CAST, type, source));
}

void memref_check_cast(Checker *c, Operation *op) {
  Value *source = op_operand(op, 0);
  const ShapedType *to = ranked(op_result_type(op, 0)), *from = ranked(source->type);
  if (!to) return;
  check_rank(c, source, to);
  Operation *metadata = build_dynamic_metadata(c, to, source);
  check_sizes(c, source, from, to);
  check_layout(c, to, metadata);
}

static Value *size_of(Checker *c, Value *memref, uint32_t dim) {
  int64_t size = ranked(memref->type)->dims[dim];
  return size == DYNAMIC ? check_size(c, memref, dim) : build_index(&c->b, size);
}

void memref_check_copy(Checker *c, Operation *op) {
  Value *source = op_operand(op, 0), *target = op_operand(op, 1);
  const ShapedType *from = ranked(source->type), *to = ranked(target->type);
  if (!from || !to) return;
  for (uint32_t i = 0; i < from->rank; i++) {
    if (from->dims[i] != DYNAMIC && to->dims[i] != DYNAMIC) continue;
    Value *a = size_of(c, source, i), *b = size_of(c, target, i);
    check_assert(c, check_equal(c, a, b), "size of %u-th source/target dim does not match", i);
  }
}

void check_dim_index(Checker *c, Operation *op) {
  Value *source = op_operand(op, 0);
  Value *rank = build1(&c->b, type_is_memref(source->type) ? OP_MEMREF_RANK : OP_TENSOR_RANK, c->b.ctx->types.index, source);
  Value *zero = build_index(&c->b, 0);
  check_assert(c, check_in_bounds(c, op_operand(op, 1), zero, rank), "index is out of bounds");
}

void memref_check_expand(Checker *c, Operation *op) {
  const ArrayAttr *groups = (const ArrayAttr *)op_prop_at(op, MEMREF_EXPAND_SHAPE_REASSOCIATION);
  const ShapedType *to = ranked(op_result_type(op, 0));
  for (uint32_t i = 0; i < groups->count; i++) {
    const ArrayAttr *group = (const ArrayAttr *)groups->items[i];
    Value *size = check_size(c, op_operand(op, 0), i);
    int64_t known = 1;
    for (uint64_t k = 0; k < group->count; k++) {
      int64_t dim = to->dims[attr_to_u64(group->items[k])];
      if (dim != DYNAMIC) known = (int64_t)((uint64_t)known * (uint64_t)dim);
    }
    Value *rest = build_binary(&c->b, OP_ARITH_REMSI, size, build_index(&c->b, known));
    check_assert(c, check_equal(c, rest, build_index(&c->b, 0)), "static result dims in reassoc group do not divide src dim evenly");
  }
}

static Value *const *sizes_by_metadata(Checker *c, Value *source) {
  Operation *metadata = build_strided_metadata(&c->b, source);
  uint64_t rank = ((const ShapedType *)source->type)->rank;
  Value **sizes = arena_new(c->arena, Value *, rank + 1);
  for (uint32_t i = 0; sizes && i < rank; i++) sizes[i] = metadata_size(metadata, i);
  return sizes;
}

void memref_check_subview(Checker *c, Operation *op) { check_slice(c, op_operand(op, 0), sizes_by_metadata, "subview"); }
