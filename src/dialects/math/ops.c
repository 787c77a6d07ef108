// The math dialect: mathematical functions (https://mlir.llvm.org/docs/Dialects/MathOps/).
#include "dialects/arith/attrs.h"
#include "dialects/arith/fold.h"
#include "dialects/common/constraints.h"
#include "dialects/common/relations.h"
#include "dialects/math/fold.h"

// ---------------------------------------------------------------------------------------------
// Operations

// What several of them have in common.
static const ValueDef float_operand[] = {{"operand", &C_FloatLike}};
static const ValueDef float_pair[] = {{"lhs", &C_FloatLike}, {"rhs", &C_FloatLike}};
static const ValueDef float_result[] = {{"result", &C_FloatLike}};
static const ValueDef int_operand[] = {{"operand", &C_SignlessIntegerOrIndexLike}};
static const ValueDef int_result[] = {{"result", &C_SignlessIntegerOrIndexLike}};
static const ValueDef bool_result[] = {{"result", &C_BoolLike}};
static const OpAttrDef fastmath[] = {{"fastmath", &AC_Arith_FastMath, ATTR_DEFAULT, "#arith.fastmath<none>"}};
static const Relation tests_each[] = {
  {REL_TYPES_MATCH_WITH, {"operand", "result"}, "result type has i1 element type and same shape as operands", .transform = i1_same_shape},
};

#define FLOAT_UNARY(name, text)                                                            \
  OP(name, text),                                                                          \
  OPERANDS_OF(float_operand),                                                              \
  RESULTS_OF(float_result),                                                                \
  ATTRS_OF(fastmath),                                                                      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define FLOAT_BINARY(name, text)                                                           \
  OP(name, text),                                                                          \
  OPERANDS_OF(float_pair),                                                                 \
  RESULTS_OF(float_result),                                                                \
  ATTRS_OF(fastmath),                                                                      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define FLOAT_TEST(name, text)                       \
  OP(name, text),                                    \
  OPERANDS_OF(float_operand),                        \
  RESULTS_OF(bool_result),                           \
  ATTRS_OF(fastmath),                                \
  RELATIONS_OF(tests_each),                          \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE, \
  FORMAT("$operand attr-dict `:` type($operand)")

#define INT_UNARY(name, text)                                                              \
  OP(name, text),                                                                          \
  OPERANDS_OF(int_operand),                                                                \
  RESULTS_OF(int_result),                                                                  \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$operand attr-dict `:` type($result)")

#define FLOAT_UNARY_2(name, text)                                                          \
  OP(name, text),                                                                          \
  OPERANDS_OF(float_operand),                                                              \
  RESULTS_OF(float_result),                                                                \
  ATTRS_OF(fastmath),                                                                      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

static const OpDef math_ops[] = {
  {FLOAT_UNARY_2("math.absf", "absolute value of a float"), HOOKS(.fold = fold_math_absf)},
  {INT_UNARY("math.absi", "absolute value of an integer"), HOOKS(.fold = fold_math_absi)},
  {FLOAT_UNARY_2("math.acos", "arc cosine"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.acosh", "inverse hyperbolic cosine"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.asin", "arc sine"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.asinh", "inverse hyperbolic sine"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.atan", "arc tangent"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_BINARY("math.atan2", "arc tangent of lhs / rhs in the right quadrant"), HOOKS(.fold = fold_math_atan2)},
  {FLOAT_UNARY_2("math.atanh", "inverse hyperbolic tangent"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.cbrt", "cube root")},
  {FLOAT_UNARY_2("math.ceil", "round up to an integral value"), HOOKS(.fold = fold_math_ceil)},
  {
    OP("math.clampf", "limit a float to a range"),
    OPERANDS({"value", &C_FloatLike}, {"min", &C_FloatLike}, {"max", &C_FloatLike}),
    RESULTS_OF(float_result),
    ATTRS_OF(fastmath),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
  },
  {FLOAT_BINARY("math.copysign", "magnitude of one float with the sign of another"), HOOKS(.fold = fold_math_copysign)},
  {FLOAT_UNARY_2("math.cos", "cosine"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.cosh", "hyperbolic cosine"), HOOKS(.fold = fold_math_exact)},
  {INT_UNARY("math.ctlz", "count leading zero bits"), HOOKS(.fold = fold_math_ctlz)},
  {INT_UNARY("math.ctpop", "count the set bits"), HOOKS(.fold = fold_math_ctpop)},
  {INT_UNARY("math.cttz", "count trailing zero bits"), HOOKS(.fold = fold_math_cttz)},
  {FLOAT_UNARY_2("math.erf", "error function"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.erfc", "complementary error function"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.exp", "e to the power of the operand"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.exp2", "two to the power of the operand"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.expm1", "e to the power of the operand, minus one"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.floor", "round down to an integral value"), HOOKS(.fold = fold_math_floor)},
  {
    OP("math.fma", "a * b + c with a single rounding"),
    OPERANDS({"a", &C_FloatLike}, {"b", &C_FloatLike}, {"c", &C_FloatLike}),
    RESULTS_OF(float_result),
    ATTRS_OF(fastmath),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
  },
  {
    OP("math.fpowi", "float to the power of a signed integer"),
    OPERANDS({"lhs", &C_FloatLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS_OF(float_result),
    ATTRS_OF(fastmath),
    RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "result"}, "all of {lhs, result} have same type"}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE,
    FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"),
  },
  {
    OP("math.ipowi", "signed integer to the power of another"),
    OPERANDS({"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}),
    RESULTS_OF(int_result),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($result)"),
    HOOKS(.fold = fold_math_ipowi),
  },
  {FLOAT_TEST("math.isfinite", "whether a float is neither infinite nor NaN"), HOOKS(.fold = fold_math_isfinite)},
  {FLOAT_TEST("math.isinf", "whether a float is infinite"), HOOKS(.fold = fold_math_isinf)},
  {FLOAT_TEST("math.isnan", "whether a float is NaN"), HOOKS(.fold = fold_math_isnan)},
  {FLOAT_TEST("math.isnormal", "whether a float is normal"), HOOKS(.fold = fold_math_isnormal)},
  {FLOAT_UNARY_2("math.log", "natural logarithm"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.log10", "logarithm to base ten"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.log1p", "natural logarithm of one plus the operand"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.log2", "logarithm to base two"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_BINARY("math.powf", "float to the power of a float"), HOOKS(.fold = fold_math_powf)},
  {FLOAT_UNARY_2("math.round", "round to the nearest integral value, halves away from zero"), HOOKS(.fold = fold_math_round)},
  {FLOAT_UNARY_2("math.roundeven", "round to the nearest integral value, halves to even"), HOOKS(.fold = fold_math_roundeven)},
  {FLOAT_UNARY_2("math.rsqrt", "reciprocal of the square root")},
  {FLOAT_UNARY_2("math.sin", "sine"), HOOKS(.fold = fold_math_exact)},
  {
    OP("math.sincos", "sine and cosine at once"),
    OPERANDS_OF(float_operand),
    RESULTS({"sin", &C_FloatLike}, {"cos", &C_FloatLike}),
    ATTRS_OF(fastmath),
    RELATIONS({REL_ALL_TYPES_MATCH, {"operand", "sin", "cos"}, "all of {operand, sin, cos} have same type"}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE,
    FORMAT("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"),
    HOOKS(.result_names = suggest_record_names),
  },
  {FLOAT_UNARY_2("math.sinh", "hyperbolic sine"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.sqrt", "square root"), HOOKS(.fold = fold_math_sqrt)},
  {FLOAT_UNARY_2("math.tan", "tangent"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.tanh", "hyperbolic tangent"), HOOKS(.fold = fold_math_exact)},
  {FLOAT_UNARY_2("math.trunc", "round towards zero to an integral value"), HOOKS(.fold = fold_math_trunc)},
};

const DialectDef math_dialect = {
  .name = "math", .was_std = true, .ops = math_ops, .op_count = countof(math_ops),
  .summary = "mathematical functions on scalars, vectors and tensors",
  .materialize_constant = materialize_arith_constant,
};
