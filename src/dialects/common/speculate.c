// Whether divisions and sizes may be computed where they were not: when constants rule out their undefined behaviour.
#include "dialects/common/dense_fold.h"
#include "ir/constants.h"
#include "ir/interfaces.h"

// Division by zero.
Speculatability speculate_unsigned_division(const Operation *op) {
  APInt divisor;
  return constant_int(value_constant(op_operand(op, 1)), &divisor) && !apint_is_zero(&divisor) ? SPECULATABLE : NOT_SPECULATABLE;
}

// The same, and the overflow of the smallest integer divided by -1.
Speculatability speculate_signed_division(const Operation *op) {
  APInt divisor;
  bool is_safe = constant_int(value_constant(op_operand(op, 1)), &divisor) && !apint_is_zero(&divisor) && !apint_is_all_ones(&divisor);
  return is_safe ? SPECULATABLE : NOT_SPECULATABLE;
}

// A dimension that the type does not have.
Speculatability speculate_dim(const Operation *op) {
  int64_t index;
  T type = op_operand_type(op, 0);
  bool is_safe = constant_index(op_operand(op, 1), &index) && type_has_rank(type) && index >= 0 && (uint64_t)index < ((const ShapedType *)type)->rank;
  return is_safe ? SPECULATABLE : NOT_SPECULATABLE;
}
