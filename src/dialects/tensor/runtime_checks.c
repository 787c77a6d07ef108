// Checks of tensor's operations (after mlir/lib/Dialect/Tensor/Transforms/RuntimeOpVerification.cpp).
#include "dialects/common/runtime_checks.h"

#include "ops/tensor.h"

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? (const ShapedType *)type : NULL; }

void tensor_check_cast(Checker *c, Operation *op) {
  Value *source = op_operand(op, 0);
  const ShapedType *to = ranked(op_result_type(op, 0));
  if (!to) return;
  check_rank(c, source, to);
  check_sizes(c, source, ranked(source->type), to);
}

void tensor_check_extract(Checker *c, Operation *op) { check_subscripts(c, op_operand(op, 0), op_operands_named(op, "indices")); }
void tensor_check_insert(Checker *c, Operation *op) { check_subscripts(c, op_operand(op, 1), op_operands_named(op, "indices")); }
void tensor_check_slice(Checker *c, Operation *op) { check_slice(c, op_operand(op, 0), NULL, "extract_slice"); }
