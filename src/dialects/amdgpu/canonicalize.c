// Canonicalization of the amdgpu dialect: accesses behind the end of a buffer read zero and write nothing
// (after mlir/lib/Dialect/AMDGPU/IR/AMDGPUDialect.cpp).
#include "ops/amdgpu.h"

#include "dialects/canonicalization.h"
#include "dialects/common/build.h"
#include "ir/constants.h"
#include "ir/fold.h"
#include "ir/type.h"

// A constant of 32 bits, unsigned.
static bool constant_u32(Value *value, int64_t *out) {
  A attr = value_constant(value);
  if (!attr || attr_kind(attr) != ATTR_INTEGER) return false;
  *out = (int64_t)(uint32_t)attr_to_i64(attr);
  return true;
}

static bool is_behind_the_end(Greedy *g, const Operation *op) {
  A checked = op_prop(op, "boundsCheck"), index_offset = op_prop(op, "indexOffset");
  Span memref = op_operands_named(op, "memref"), indices = op_operands_named(op, "indices"), sgpr = op_operands_named(op, "sgprOffset");
  T type = op_operand_type(op, memref.begin);
  if ((checked && !attr_to_bool(checked)) || !type_has_rank(type) || !type_has_static_shape(type)) return false;
  int64_t *strides = arena_new(g->arena, int64_t, ((const ShapedType *)type)->rank + 1), offset, part;
  if (!strides || !memref_strides_and_offset(g->ctx, type, strides, &offset) || offset == DYNAMIC) return false;
  if (span_size(indices) != ((const ShapedType *)type)->rank) return false;
  int64_t at = offset + (index_offset ? attr_to_i64(index_offset) : 0);
  if (span_size(sgpr)) {
    if (!constant_u32(op_operand(op, sgpr.begin), &part)) return false;
    at += part;
  }
  for (uint32_t i = indices.begin; i < indices.end; i++) {
    int64_t stride = strides[i - indices.begin], product;
    if (stride == DYNAMIC || !constant_u32(op_operand(op, i), &part) || __builtin_mul_overflow(stride, part, &product) ||
        __builtin_add_overflow(at, product, &at))
      return false;
  }
  return at <= UINT32_MAX && at >= type_num_elements(type);
}

static bool remove_behind_the_end(Greedy *g, Operation *op) {
  if (!is_behind_the_end(g, op)) return greedy_no_match(g, op, "it is not known to be behind the end");
  if (!op->result_count) return greedy_erase(g, op);
  A zero = zero_attr(g->ctx, op_result_type(op, 0));
  return zero && greedy_replace1(g, op, build_constant(&g->b, zero));
}

static const char no_access[] = "an access behind the end of a buffer";
static const GreedyPattern patterns[] = {
  {.root = OP_AMDGPU_RAW_BUFFER_LOAD, .rewrite = remove_behind_the_end, .name = no_access},
  {.root = OP_AMDGPU_RAW_BUFFER_STORE, .rewrite = remove_behind_the_end, .name = no_access},
  {.root = OP_AMDGPU_RAW_BUFFER_ATOMIC_FADD, .rewrite = remove_behind_the_end, .name = no_access},
  {.root = OP_AMDGPU_RAW_BUFFER_ATOMIC_FMAX, .rewrite = remove_behind_the_end, .name = no_access},
  {.root = OP_AMDGPU_RAW_BUFFER_ATOMIC_SMAX, .rewrite = remove_behind_the_end, .name = no_access},
  {.root = OP_AMDGPU_RAW_BUFFER_ATOMIC_UMIN, .rewrite = remove_behind_the_end, .name = no_access},
  {.root = OP_AMDGPU_RAW_BUFFER_ATOMIC_CMPSWAP, .rewrite = remove_behind_the_end, .name = no_access},
};
const PatternSet amdgpu_canonicalization = PATTERN_SET(patterns);
