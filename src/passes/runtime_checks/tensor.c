// Checks of tensor's operations (after mlir/lib/Dialect/Tensor/Transforms/RuntimeOpVerification.cpp).
#include "passes/runtime_checks/checks.h"

#include "ops/tensor.h"

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? (const ShapedType *)type : NULL; }

static void check_cast(Checker *c, Operation *op) {
  Value *source = op_operand(op, 0);
  const ShapedType *to = ranked(op_result_type(op, 0));
  if (!to) return;
  check_rank(c, source, to);
  check_sizes(c, source, ranked(source->type), to);
}

static void check_extract(Checker *c, Operation *op) { check_subscripts(c, op_operand(op, 0), op_operands_named(op, "indices")); }
static void check_insert(Checker *c, Operation *op) { check_subscripts(c, op_operand(op, 1), op_operands_named(op, "indices")); }
static void check_extract_slice(Checker *c, Operation *op) { check_slice(c, op_operand(op, 0), false, "extract_slice"); }

const RuntimeChecks tensor_cast_checks = {check_cast}, tensor_extract_checks = {check_extract}, tensor_insert_checks = {check_insert},
    tensor_slice_checks = {check_extract_slice};
