// The arm_neon dialect: matrix and dot product instructions of Arm (https://mlir.llvm.org/docs/Dialects/ArmNeon/).
#include "ops/arm_neon.h"

#include "ir/op.h"

static const ShapedType *operand(const Operation *op, uint32_t i) { return (const ShapedType *)op_operand_type(op, i); }

bool arm_neon_a_is_1d(const Operation *op) { return operand(op, 0)->rank == 1; }
bool arm_neon_b_is_2d(const Operation *op) { return operand(op, 1)->rank == 2; }
bool arm_neon_b_has_4_columns(const Operation *op) { return operand(op, 1)->rank > 1 && operand(op, 1)->dims[1] == 4; }
bool arm_neon_b_has_rows_of_a(const Operation *op) { return operand(op, 1)->dims[0] == operand(op, 0)->dims[0]; }

T arm_neon_sum_of_fours(Context *ctx, T type) {
  if (!type_is_vector(type) || !((const ShapedType *)type)->rank) return NULL;
  int64_t count = ((const ShapedType *)type)->dims[0] / 4;
  return type_vector(ctx, &count, 1, 0, ctx->types.i32);
}

T arm_neon_twice_as_wide(Context *ctx, T type) {
  if (!type_is_vector(type) || type_kind(type_element(type)) != TYPE_INTEGER || type_bits(type_element(type)) > 64) return NULL;
  return type_with_element(ctx, type, type_integer(ctx, type_bits(type_element(type)) * 2, SIGNLESS));
}
