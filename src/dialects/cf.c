// The cf dialect: branches between blocks (https://mlir.llvm.org/docs/Dialects/ControlFlowDialect/).
#include "dialects/constraints.h"
#include "dialects/registry.h"

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
  },
};

const DialectDef cf_dialect = {
  .name = "cf", .ops = cf_ops, .op_count = countof(cf_ops),
  .summary = "branches between blocks",
};
