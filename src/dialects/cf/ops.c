// The cf dialect: branches between blocks (https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/).
#include "dialects/common/constraints.h"
#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Hooks

// WeightedBranchOpInterface
static bool verify_weights(Verifier *v, const Operation *op) {
  A weights = op_prop(op, "branch_weights");
  if (!weights || !((const DenseArrayAttr *)weights)->count) return true;
  uint64_t count = ((const DenseArrayAttr *)weights)->count;
  if (count != op->successor_count)
    return verify_fail_plain(v, op, "expects number of branch weights to match number of successors: %llu vs %u",
                             (unsigned long long)count, op->successor_count);
  for (uint64_t i = 0; i < count; i++)
    if (dense_array_i64(weights, i)) return true;
  return verify_fail_plain(v, op, "branch weights cannot all be zero");
}

static bool verify_switch(Verifier *v, const Operation *op) {
  A values = op_prop(op, "case_values");
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

static const OpDef cf_ops[] = {
  {
    OP("cf.assert", "stop the program with a message unless the condition holds"),
    OPERANDS({"arg", &C_I1}),
    ATTRS({"msg", &AC_StrAttr}),
    FORMAT("$arg `,` $msg attr-dict"),
  },
  {
    OP("cf.br", "jump to a block"),
    OPERANDS({"destOperands", &C_AnyType, VARIADIC}),
    SUCCESSORS({"dest", false, "destOperands"}),
    .traits = TRAIT_PURE | TRAIT_BRANCH | TRAIT_TERMINATOR,
    FORMAT("$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"),
  },
  {
    OP("cf.cond_br", "jump to one of two blocks by a condition"),
    OPERANDS({"condition", &C_I1}, {"trueDestOperands", &C_AnyType, VARIADIC},
             {"falseDestOperands", &C_AnyType, VARIADIC}),
    ATTRS({"branch_weights", &AC_DenseI32ArrayAttr, ATTR_OPTIONAL}, {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    SUCCESSORS({"trueDest", false, "trueDestOperands"}, {"falseDest", false, "falseDestOperands"}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS | TRAIT_BRANCH | TRAIT_TERMINATOR,
    FORMAT("$condition (`weights` `(` $branch_weights^ `)` )? `,` $trueDest (`(` $trueDestOperands^ `:` "
           "type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) "
           "`)`)? attr-dict"),
    HOOKS(.verify = verify_weights),
  },
  {
    OP("cf.switch", "jump to one of several blocks by an integer"),
    OPERANDS({"flag", &C_AnyInteger}, {"defaultOperands", &C_AnyType, VARIADIC},
             {"caseOperands", &C_AnyType, VARIADIC_OF_VARIADIC, "case_operand_segments"}),
    ATTRS({"case_values", &AC_AnyIntElementsAttr, ATTR_OPTIONAL}, {"case_operand_segments", &AC_DenseI32ArrayAttr},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    SUCCESSORS({"defaultDestination", false, "defaultOperands"}, {"caseDestinations", true, "caseOperands"}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS | TRAIT_BRANCH | TRAIT_TERMINATOR,
    FORMAT("$flag `:` type($flag) `,` `[` `\\n` custom<SwitchOpCases>(ref(type($flag)),$defaultDestination, "
           "$defaultOperands, type($defaultOperands), $case_values, $caseDestinations, $caseOperands, "
           "type($caseOperands)) `]` attr-dict"),
    HOOKS(.verify = verify_switch),
  },
};

const DialectDef cf_dialect = {
  .name = "cf", .was_std = true, .ops = cf_ops, .op_count = countof(cf_ops),
  .summary = "branches between blocks",
};
