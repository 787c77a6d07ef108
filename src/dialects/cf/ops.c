// The cf dialect: branches between blocks (https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/).
#include "ops/cf.h"

#include "ir/verify.h"

// WeightedBranchOpInterface
bool verify_cf_weights(Verifier *v, const Operation *op) {
  A weights = op_prop_at(op, CF_COND_BR_BRANCH_WEIGHTS);
  if (!weights || !((const DenseArrayAttr *)weights)->count) return true;
  uint64_t count = ((const DenseArrayAttr *)weights)->count;
  if (count != op->successor_count)
    return verify_fail_plain(v, op, "expects number of branch weights to match number of successors: %llu vs %u",
                             (unsigned long long)count, op->successor_count);
  for (uint64_t i = 0; i < count; i++)
    if (dense_array_i64(weights, i)) return true;
  return verify_fail_plain(v, op, "branch weights cannot all be zero");
}

bool verify_cf_switch(Verifier *v, const Operation *op) {
  A values = op_prop_at(op, CF_SWITCH_CASE_VALUES);
  uint32_t targets = op->successor_count - 1;
  if (!values && !targets) return true;
  T flag = op_operand_type(op, 0), element = values ? type_element(attr_value_type(values)) : flag;
  if (element != flag)
    return verify_fail(v, op, "'flag' type ('%s') should match case value type ('%s')", type_text(v->ctx, flag),
                       type_text(v->ctx, element));
  uint64_t count = values ? dense_count(values) : 0;
  if (count == targets) return true;
  return verify_fail(v, op, "number of case values (%llu) should match number of case destinations (%u)",
                     (unsigned long long)count, targets);
}
