// The arith dialect: integer and floating-point arithmetic (https://mlir.llvm.org/docs/Dialects/ArithOps/).
#include "dialects/arith.h"

#include "asm/params.h"
#include "dialects/constraints.h"
#include "dialects/registry.h"
#include "dialects/relations.h"

// --- Enums and attributes

static const EnumDef cmpi_predicates = {
  "::mlir::arith::CmpIPredicate", .bits = 64,
  ENUM_CASES({"eq", 0}, {"ne", 1}, {"slt", 2}, {"sle", 3}, {"sgt", 4}, {"sge", 5}, {"ult", 6}, {"ule", 7},
             {"ugt", 8}, {"uge", 9}),
};
static const EnumDef cmpf_predicates = {
  "::mlir::arith::CmpFPredicate", .bits = 64,
  ENUM_CASES({"false", 0}, {"oeq", 1}, {"ogt", 2}, {"oge", 3}, {"olt", 4}, {"ole", 5}, {"one", 6}, {"ord", 7},
             {"ueq", 8}, {"ugt", 9}, {"uge", 10}, {"ult", 11}, {"ule", 12}, {"une", 13}, {"uno", 14}, {"true", 15}),
};
static const EnumDef rounding_modes = {
  "::mlir::arith::RoundingMode", .bits = 32,
  ENUM_CASES({"to_nearest_even", 0}, {"downward", 1}, {"upward", 2}, {"toward_zero", 3}, {"to_nearest_away", 4}),
};
static const EnumDef atomic_rmw_kinds = {
  "::mlir::arith::AtomicRMWKind", .bits = 64,
  ENUM_CASES({"addf", 0}, {"addi", 1}, {"andi", 2}, {"assign", 3}, {"maximumf", 4}, {"maxnumf", 5}, {"maxs", 6},
             {"maxu", 7}, {"minimumf", 8}, {"minnumf", 9}, {"mins", 10}, {"minu", 11}, {"mulf", 12}, {"muli", 13},
             {"ori", 14}, {"xori", 15}),
};
const EnumDef arith_fastmath_flags = {
  "::mlir::arith::FastMathFlags", .bits = 32, .is_bits = true, .separator = ",",
  ENUM_CASES({"none", 0}, {"reassoc", 1}, {"nnan", 2}, {"ninf", 4}, {"nsz", 8}, {"arcp", 16}, {"contract", 32},
             {"afn", 64}, {"fast", 127}),
};
const EnumDef arith_overflow_flags = {
  "::mlir::arith::IntegerOverflowFlags", .bits = 32, .is_bits = true, .separator = ", ",
  ENUM_CASES({"none", 0}, {"nsw", 1}, {"nuw", 2}),
};

static const ParamsDef arith_fastmath_attr_params = {
  PARAMS({"value", PARAM_ENUM, .def = &arith_fastmath_flags, .cpp = "::mlir::arith::FastMathFlags"}), .format = "`<` $value `>`", .class_name = "Arith_FastMathAttr",
};
const AttrDef arith_fastmath_attr = {"arith", "fastmath", ATTR_DIALECT, .params = &arith_fastmath_attr_params};
static const ParamsDef arith_overflow_attr_params = {
  PARAMS({"value", PARAM_ENUM, .def = &arith_overflow_flags, .cpp = "::mlir::arith::IntegerOverflowFlags"}), .format = "`<` $value `>`", .class_name = "Arith_IntegerOverflowAttr",
};
const AttrDef arith_overflow_attr = {"arith", "overflow", ATTR_DIALECT, .params = &arith_overflow_attr_params};

const AttrConstraint AC_Arith_FastMath =
    DEF_CONSTRAINT("Arith_FastMathAttr", "Floating point fast math flags", arith_fastmath_attr);
const AttrConstraint AC_Arith_Overflow =
    DEF_CONSTRAINT("Arith_IntegerOverflowAttr", "Integer overflow arith flags", arith_overflow_attr);
const AttrConstraint AC_Arith_RoundingMode =
    ENUM_CONSTRAINT("Arith_RoundingModeAttr", "Floating point rounding mode", rounding_modes, i32);
static const AttrConstraint AC_Arith_CmpIPredicate = ENUM_CONSTRAINT(
    "Arith_CmpIPredicateAttr", "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", cmpi_predicates, i64);
static const AttrConstraint AC_Arith_CmpFPredicate = ENUM_CONSTRAINT(
    "Arith_CmpFPredicateAttr",
    "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", cmpf_predicates, i64);
const AttrConstraint AC_AtomicRMWKind = ENUM_CONSTRAINT(
    "AtomicRMWKindAttr",
    "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", atomic_rmw_kinds, i64);

// ---------------------------------------------------------------------------------------------
// Hooks

static bool condition_shape_matches(const Operation *op) {
  T condition = op_operand_type(op, 0);
  if (type_is_int(condition, 1)) return true;
  const ShapedType *a = type_as_shaped(condition), *b = type_as_shaped(op_result_type(op, 0));
  return a && b && type_kind(&a->base) == type_kind(&b->base) && a->rank == b->rank &&
         memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

// ---------------------------------------------------------------------------------------------
// Operations

#define FLOAT_BINARY(name, text)                                                           \
  OP(name, text),                                                                          \
  OPERANDS({"lhs", &C_FloatLike}, {"rhs", &C_FloatLike}),                                  \
  RESULTS({"result", &C_FloatLike}),                                                       \
  ATTRS({"fastmath", &AC_Arith_FastMath, ATTR_DEFAULT, "#arith.fastmath<none>"}),          \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define INT_BINARY(name, text)                                                              \
  OP(name, text),                                                                           \
  OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}), \
  RESULTS({"result", &C_SignlessIntegerOrIndexLike}),                                       \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,  \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($result)")

#define WRAPPING_BINARY(name, text)                                                         \
  OP(name, text),                                                                           \
  OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}), \
  RESULTS({"result", &C_SignlessIntegerOrIndexLike}),                                       \
  ATTRS({"overflowFlags", &AC_Arith_Overflow, ATTR_DEFAULT, "#arith.overflow<none>"}),      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,  \
  FORMAT("$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)")

#define WRAPPING_COMMUTATIVE(name, text)                                                                       \
  OP(name, text),                                                                                              \
  OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),                    \
  RESULTS({"result", &C_SignlessIntegerOrIndexLike}),                                                          \
  ATTRS({"overflowFlags", &AC_Arith_Overflow, ATTR_DEFAULT, "#arith.overflow<none>"}),                         \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)")

#define INT_DIVISION(name, text)                                                                       \
  OP(name, text),                                                                                      \
  OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),            \
  RESULTS({"result", &C_SignlessIntegerOrIndexLike}),                                                  \
  .traits = TRAIT_NO_MEMORY_EFFECT | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($result)")

#define INT_COMMUTATIVE(name, text)                                                                            \
  OP(name, text),                                                                                              \
  OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),                    \
  RESULTS({"result", &C_SignlessIntegerOrIndexLike}),                                                          \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($result)")

#define EXACT_BINARY(name, text)                                                                       \
  OP(name, text),                                                                                      \
  OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),            \
  RESULTS({"result", &C_SignlessIntegerOrIndexLike}),                                                  \
  ATTRS({"isExact", &AC_UnitAttr, ATTR_OPTIONAL}),                                                     \
  .traits = TRAIT_NO_MEMORY_EFFECT | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)")

#define FLOAT_COMMUTATIVE(name, text)                                                                          \
  OP(name, text),                                                                                              \
  OPERANDS({"lhs", &C_FloatLike}, {"rhs", &C_FloatLike}),                                                      \
  RESULTS({"result", &C_FloatLike}),                                                                           \
  ATTRS({"fastmath", &AC_Arith_FastMath, ATTR_DEFAULT, "#arith.fastmath<none>"}),                              \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define EXTENDED_MULTIPLY(name, text)                                                                             \
  OP(name, text),                                                                                                 \
  OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),                       \
  RESULTS({"low", &C_SignlessIntegerOrIndexLike}, {"high", &C_SignlessIntegerOrIndexLike}),                       \
  RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "rhs", "low", "high"}, "all of {lhs, rhs, low, high} have same type"}), \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE,                                          \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($lhs)")

#define FLOAT_TO_INT(name, text)                                                                                  \
  OP(name, text),                                                                                                 \
  OPERANDS({"in", &C_FloatLike}),                                                                                 \
  RESULTS({"out", &C_SignlessFixedWidthIntegerLike}),                                                             \
  RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}), \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,          \
  FORMAT("$in attr-dict `:` type($in) `to` type($out)")

#define INT_TO_FLOAT(name, text)                                                                                  \
  OP(name, text),                                                                                                 \
  OPERANDS({"in", &C_SignlessFixedWidthIntegerLike}),                                                             \
  RESULTS({"out", &C_FloatLike}),                                                                                 \
  RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}), \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,          \
  FORMAT("$in attr-dict `:` type($in) `to` type($out)")

#define INDEX_CAST(name, text)                                                                                    \
  OP(name, text),                                                                                                 \
  OPERANDS({"in", &C_IndexCast}),                                                                                 \
  RESULTS({"out", &C_IndexCast}),                                                                                 \
  RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}), \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,          \
  FORMAT("$in attr-dict `:` type($in) `to` type($out)")

static const OpDef arith_ops[] = {
  {FLOAT_COMMUTATIVE("arith.addf", "floating-point addition")},
  {WRAPPING_COMMUTATIVE("arith.addi", "integer addition; wraps on overflow")},
  {
    OP("arith.addui_extended", "unsigned addition with its overflow bit"),
    OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS({"sum", &C_SignlessIntegerOrIndexLike}, {"overflow", &C_BoolLike}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "rhs", "sum"}, "all of {lhs, rhs, sum} have same type"}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"),
  },
  {
    OP("arith.andi", "bitwise and"),
    OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS({"result", &C_SignlessIntegerOrIndexLike}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_IDEMPOTENT |
              TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($result)"),
  },
  {
    OP("arith.bitcast", "reinterpret the bits as a type of the same width"),
    OPERANDS({"in", &C_Bitcast}),
    RESULTS({"out", &C_Bitcast}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in attr-dict `:` type($in) `to` type($out)"),
  },
  {INT_DIVISION("arith.ceildivsi", "signed division rounded towards positive infinity")},
  {INT_DIVISION("arith.ceildivui", "unsigned division rounded up")},
  {
    OP("arith.cmpf", "compare floats by a predicate"),
    OPERANDS({"lhs", &C_FloatLike}, {"rhs", &C_FloatLike}),
    RESULTS({"result", &C_BoolLike}),
    ATTRS({"predicate", &AC_Arith_CmpFPredicate},
          {"fastmath", &AC_Arith_FastMath, ATTR_DEFAULT, "#arith.fastmath<none>"}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"lhs", "result"}, "result type has i1 element type and same shape as operands", .transform = i1_same_shape}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_TYPE_OPERANDS,
    FORMAT("$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"),
  },
  {
    OP("arith.cmpi", "compare integers by a predicate"),
    OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS({"result", &C_BoolLike}),
    ATTRS({"predicate", &AC_Arith_CmpIPredicate}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"lhs", "result"}, "result type has i1 element type and same shape as operands", .transform = i1_same_shape}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_TYPE_OPERANDS,
    FORMAT("$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"),
  },
  {
    OP("arith.constant", "an integer, float or dense constant"),
    RESULTS({"result", &C_AnyType}),
    ATTRS({"value", &AC_TypedAttrInterface}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"value", "result"}, "all of {value, result} have same type"}),
    .traits = TRAIT_PURE | TRAIT_CONSTANT_LIKE,
    FORMAT("attr-dict $value"),
  },
  {FLOAT_BINARY("arith.divf", "floating-point division")},
  {EXACT_BINARY("arith.divsi", "signed division rounded towards zero")},
  {EXACT_BINARY("arith.divui", "unsigned division rounded down")},
  {
    OP("arith.extf", "widen a float"),
    OPERANDS({"in", &C_FloatLike}),
    RESULTS({"out", &C_FloatLike}),
    ATTRS({"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
  },
  {
    OP("arith.extsi", "widen an integer by its sign bit"),
    OPERANDS({"in", &C_SignlessFixedWidthIntegerLike}),
    RESULTS({"out", &C_SignlessFixedWidthIntegerLike}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in attr-dict `:` type($in) `to` type($out)"),
  },
  {
    OP("arith.extui", "widen an integer with zeros"),
    OPERANDS({"in", &C_SignlessFixedWidthIntegerLike}),
    RESULTS({"out", &C_SignlessFixedWidthIntegerLike}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in attr-dict `:` type($in) `to` type($out)"),
  },
  {INT_BINARY("arith.floordivsi", "signed division rounded towards negative infinity")},
  {FLOAT_TO_INT("arith.fptosi", "float to signed integer, rounded towards zero")},
  {FLOAT_TO_INT("arith.fptoui", "float to unsigned integer, rounded towards zero")},
  {INDEX_CAST("arith.index_cast", "between index and integer; sign-extends when widening")},
  {INDEX_CAST("arith.index_castui", "between index and integer; zero-extends when widening")},
  {FLOAT_COMMUTATIVE("arith.maximumf", "larger float; NaN if either is")},
  {FLOAT_COMMUTATIVE("arith.maxnumf", "larger float; a number beats NaN")},
  {INT_COMMUTATIVE("arith.maxsi", "larger signed integer")},
  {INT_COMMUTATIVE("arith.maxui", "larger unsigned integer")},
  {FLOAT_COMMUTATIVE("arith.minimumf", "smaller float; NaN if either is")},
  {FLOAT_COMMUTATIVE("arith.minnumf", "smaller float; a number beats NaN")},
  {INT_COMMUTATIVE("arith.minsi", "smaller signed integer")},
  {INT_COMMUTATIVE("arith.minui", "smaller unsigned integer")},
  {FLOAT_COMMUTATIVE("arith.mulf", "floating-point multiplication")},
  {WRAPPING_COMMUTATIVE("arith.muli", "integer multiplication; wraps on overflow")},
  {EXTENDED_MULTIPLY("arith.mulsi_extended", "signed multiplication to low and high halves")},
  {EXTENDED_MULTIPLY("arith.mului_extended", "unsigned multiplication to low and high halves")},
  {
    OP("arith.negf", "change the sign of a float"),
    OPERANDS({"operand", &C_FloatLike}),
    RESULTS({"result", &C_FloatLike}),
    ATTRS({"fastmath", &AC_Arith_FastMath, ATTR_DEFAULT, "#arith.fastmath<none>"}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
  },
  {
    OP("arith.ori", "bitwise or"),
    OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS({"result", &C_SignlessIntegerOrIndexLike}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_IDEMPOTENT |
              TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($result)"),
  },
  {FLOAT_BINARY("arith.remf", "floating-point remainder with the sign of the dividend")},
  {INT_BINARY("arith.remsi", "signed remainder with the sign of the dividend")},
  {INT_BINARY("arith.remui", "unsigned remainder")},
  {
    OP("arith.scaling_extf", "widen a float and multiply by a power-of-two scale"),
    OPERANDS({"in", &C_FloatLike}, {"scale", &C_FloatLike}),
    RESULTS({"out", &C_FloatLike}),
    ATTRS({"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_CAST,
    FORMAT("$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)"),
  },
  {
    OP("arith.scaling_truncf", "divide a float by a power-of-two scale and narrow it"),
    OPERANDS({"in", &C_FloatLike}, {"scale", &C_FloatLike}),
    RESULTS({"out", &C_FloatLike}),
    ATTRS({"roundingmode", &AC_Arith_RoundingMode, ATTR_OPTIONAL}, {"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_CAST,
    FORMAT("$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) "
           "`to` type($out)"),
  },
  {
    OP("arith.select", "one of two values by a condition"),
    OPERANDS({"condition", &C_BoolLike}, {"true_value", &C_AnyType}, {"false_value", &C_AnyType}),
    RESULTS({"result", &C_AnyType}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"true_value", "false_value", "result"}, "all of {true_value, false_value, result} have same type"},
              {REL_PREDICATE, {0}, "condition is signless i1 or has matching shape", .check = condition_shape_matches}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE,
  },
  {WRAPPING_BINARY("arith.shli", "shift left; poison past the width")},
  {
    OP("arith.shrsi", "shift right, filling with the sign bit"),
    OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS({"result", &C_SignlessIntegerOrIndexLike}),
    ATTRS({"isExact", &AC_UnitAttr, ATTR_OPTIONAL}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"),
  },
  {
    OP("arith.shrui", "shift right, filling with zeros"),
    OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS({"result", &C_SignlessIntegerOrIndexLike}),
    ATTRS({"isExact", &AC_UnitAttr, ATTR_OPTIONAL}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"),
  },
  {INT_TO_FLOAT("arith.sitofp", "signed integer to float")},
  {FLOAT_BINARY("arith.subf", "floating-point subtraction")},
  {WRAPPING_BINARY("arith.subi", "integer subtraction; wraps on overflow")},
  {
    OP("arith.truncf", "narrow a float"),
    OPERANDS({"in", &C_FloatLike}),
    RESULTS({"out", &C_FloatLike}),
    ATTRS({"roundingmode", &AC_Arith_RoundingMode, ATTR_OPTIONAL}, {"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
  },
  {
    OP("arith.trunci", "narrow an integer by dropping high bits"),
    OPERANDS({"in", &C_SignlessFixedWidthIntegerLike}),
    RESULTS({"out", &C_SignlessFixedWidthIntegerLike}),
    ATTRS({"overflowFlags", &AC_Arith_Overflow, ATTR_DEFAULT, "#arith.overflow<none>"}),
    RELATIONS({REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"),
  },
  {INT_TO_FLOAT("arith.uitofp", "unsigned integer to float")},
  {INT_COMMUTATIVE("arith.xori", "bitwise exclusive or")},
};

static const AttrDef *const arith_attrs[] = {&arith_fastmath_attr, &arith_overflow_attr, NULL};

const DialectDef arith_dialect = {
  .name = "arith", .ops = arith_ops, .op_count = countof(arith_ops),
  .summary = "integer and floating-point arithmetic", .attrs = arith_attrs,
};
