// The ranges of sizes, and of values that are only moved (after mlir/lib/Interfaces/Utils/InferIntRangeCommon.cpp).
#include "analysis/int_ranges.h"

// Of memref.dim and tensor.dim: one of the sizes that the index may mean.
bool ranges_of_dim(const Operation *op, const IntRange *operands, IntRange *results) {
  const ShapedType *type = type_as_shaped(op_operand_type(op, 0));
  uint32_t width = int_range_width(op_result_type(op, 0));
  IntRange any = int_range_signed(width, 0, INT64_MAX), all = {0};
  int64_t first = 0, last = type_has_rank(&type->base) ? (int64_t)type->rank - 1 : -1;
  if (operands[1].width && operands[1].smin > first) first = operands[1].smin;
  if (operands[1].width && operands[1].smax < last) last = operands[1].smax;
  for (int64_t i = first; i <= last; i++) {
    IntRange size = type->dims[i] == DYNAMIC ? any : int_range_of(width, (uint64_t)type->dims[i]);
    all = all.width ? int_range_union(all, size) : size;
  }
  results[0] = all.width ? all : any;
  return true;
}

// The elements are those of the first operand.
bool ranges_of_moved(const Operation *op, const IntRange *operands, IntRange *results) {
  (void)op;
  results[0] = operands[0];
  return operands[0].width != 0;
}

// They are those of the first two operands.
bool ranges_of_inserted(const Operation *op, const IntRange *operands, IntRange *results) {
  (void)op;
  if (!operands[0].width || !operands[1].width) return false;
  results[0] = int_range_union(operands[0], operands[1]);
  return true;
}

// 0, 1, 2, …
bool ranges_of_step(const Operation *op, const IntRange *operands, IntRange *results) {
  (void)operands;
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  if (type->scalable || type->rank != 1) return false;
  results[0] = int_range_unsigned(int_range_width(&type->base), 0, (uint64_t)type->dims[0] - 1);
  return true;
}
