// The complex dialect: complex numbers (https://mlir.llvm.org/docs/Dialects/ComplexOps/).
#include "ops/arith.h"
#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/constraints.h"
#include "dialects/common/relations.h"
#include "dialects/complex/fold.h"
#include "ir/verify.h"

// --- The attribute

// number ::= `<` `:` float-type float `,` float `>`; the parts are read as f64 and rounded then
static A parse_number(Parser *p, const AttrDef *def, T type) {
  (void)type;
  if (!parse_less(p) || !parse_colon(p)) return NULL;
  uint32_t at = parser_loc(p);
  T element = parse_type(p);
  if (!element) return NULL;
  if (!type_is_float(element)) {
    parser_op_error_at(p, at, "the parts of a complex number must be floats");
    return NULL;
  }
  uint64_t words[3];
  for (int i = 0; i < 2; i++) {
    APFloat part;
    if ((i && !parse_comma(p)) || !parse_float(p, FLOAT_F64, &part)) return NULL;
    part = apfloat_convert(part, type_float_kind(element), ROUND_NEAREST_EVEN, NULL);
    words[i] = param_word(attr_float(parser_context(p), element, part));
  }
  if (!parse_greater(p)) return NULL;
  words[2] = param_word(type_complex(parser_context(p), element));
  return attr_from_params(parser_context(p), def, words);
}

static void print_number(Printer *p, A attr) {
  print_text(p, "<:");
  print_type(p, type_element(attr_value_type(attr)));
  for (uint32_t i = 0; i < 2; i++) {
    print_text(p, i ? ", " : " ");
    print_attr_without_type(p, attr_param_attr(attr, i));
  }
  print_char(p, '>');
}

static T type_of_number(A attr) { return attr_param_type(attr, 2); }
static const ParamsDef number_params = {PARAMS({"real", PARAM_ATTR}, {"imag", PARAM_ATTR}, {"type", PARAM_TYPE})};
static const AttrDef number_attr = {
    "complex", "number", ATTR_DIALECT, .parse = parse_number, .print = print_number, .params = &number_params,
    .value_type = type_of_number};
static const AttrDef *const complex_attrs[] = {&number_attr, NULL};

// --- Verification

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define TYPE_ARG(type) type_text(v->ctx, (type))

static bool is_number(A attr) { return attr_kind(attr) == ATTR_INTEGER || attr_kind(attr) == ATTR_FLOAT; }

static bool verify_constant(Verifier *v, const Operation *op) {
  const ArrayAttr *parts = (const ArrayAttr *)op_prop(op, "value");
  if (parts->count != 2) return REFUSE("requires 'value' to be a complex constant, represented as array of two values");
  if (!is_number(parts->items[0]) || !is_number(parts->items[1]))
    return REFUSE("requires attribute's elements to be float or integer attributes");
  T real = attr_value_type(parts->items[0]), imaginary = attr_value_type(parts->items[1]), element = type_element(op_result_type(op, 0));
  if (real == element && imaginary == element) return true;
  return REFUSE("requires attribute's element types ('%s', '%s') to match the element type of the op's return type ('%s')",
                TYPE_ARG(real), TYPE_ARG(imaginary), TYPE_ARG(element));
}

static bool is_complex(T type) { return type_kind(type) == TYPE_COMPLEX; }
static bool is_scalar(T type) { return type_kind(type) == TYPE_INTEGER || type_is_float(type); }

static bool verify_bitcast(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  if (from == to) return true;
  if (!is_scalar(from) && !is_complex(from)) return REFUSE("operand must be int/float/complex");
  if (!is_scalar(to) && !is_complex(to)) return REFUSE("result must be int/float/complex");
  if (is_complex(from) == is_complex(to)) return REFUSE("requires that either input or output has a complex type");
  T both = is_complex(from) ? from : to, scalar = is_complex(from) ? to : from;
  return (uint64_t)type_bits(type_element(both)) * 2 == type_bits(scalar) ? true : REFUSE("casting bitwidths do not match");
}

// ---------------------------------------------------------------------------------------------
// Operations

// What several of them have in common.
static const ValueDef complex_operand[] = {{"complex", &C_ComplexOfFloat}};
static const ValueDef complex_pair[] = {{"lhs", &C_ComplexOfFloat}, {"rhs", &C_ComplexOfFloat}};
static const ValueDef complex_result[] = {{"result", &C_ComplexOfFloat}};
static const OpAttrDef fastmath[] = {{"fastmath", &AC_Arith_FastMathAttr, ATTR_DEFAULT, "#arith.fastmath<none>"}};

#define COMPLEX_UNARY(name, text)                                                 \
  OP(name, text),                                                                 \
  OPERANDS_OF(complex_operand),                                                   \
  RESULTS_OF(complex_result),                                                     \
  ATTRS_OF(fastmath),                                                             \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)")

#define COMPLEX_BINARY(name, text)                                                \
  OP(name, text),                                                                 \
  OPERANDS_OF(complex_pair),                                                      \
  RESULTS_OF(complex_result),                                                     \
  ATTRS_OF(fastmath),                                                             \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define COMPLEX_COMPARE(name, text)                                                     \
  OP(name, text),                                                                       \
  OPERANDS_OF(complex_pair),                                                            \
  RESULTS({"result", &C_I1}),                                                           \
  RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "rhs"}, "all of {lhs, rhs} have same type"}), \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE,                                             \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($lhs)")

#define COMPLEX_TO_FLOAT(name, text)                                                                                             \
  OP(name, text),                                                                                                                \
  OPERANDS_OF(complex_operand),                                                                                                  \
  RESULTS({"result", &C_AnyFloat}),                                                                                              \
  ATTRS_OF(fastmath),                                                                                                            \
  RELATIONS({REL_TYPES_MATCH_WITH, {"complex", "result"}, "complex element type matches result type", .transform = element_of}), \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE,                                                                                      \
  FORMAT("$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)")

static const OpDef complex_ops[] = {
  {COMPLEX_TO_FLOAT("complex.abs", "absolute value of a complex number")},
  {COMPLEX_BINARY("complex.add", "complex addition"), HOOKS(.fold = fold_complex_add)},
  {COMPLEX_TO_FLOAT("complex.angle", "argument of a complex number")},
  {COMPLEX_BINARY("complex.atan2", "complex two-argument arc tangent")},
  {
    OP("complex.bitcast", "between a complex number and a type of the same width"),
    OPERANDS({"operand", &C_AnyType}),
    RESULTS({"result", &C_AnyType}),
    .traits = TRAIT_PURE,
    FORMAT("$operand attr-dict `:` type($operand) `to` type($result)"),
    HOOKS(.fold = fold_complex_bitcast, .verify = verify_bitcast),
  },
  {COMPLEX_UNARY("complex.conj", "complex conjugate"), HOOKS(.fold = fold_complex_conj)},
  {
    OP("complex.constant", "a complex constant"),
    RESULTS({"complex", &C_AnyComplex}),
    ATTRS({"value", &AC_ArrayAttr}),
    .traits = TRAIT_PURE | TRAIT_CONSTANT_LIKE,
    FORMAT("$value attr-dict `:` type($complex)"),
    HOOKS(.fold = fold_complex_constant, RESULT_NAME("cst"), .verify = verify_constant),
  },
  {COMPLEX_UNARY("complex.cos", "cosine of a complex number")},
  {
    OP("complex.create", "a complex number of its real and imaginary parts"),
    OPERANDS({"real", &C_AnyFloat}, {"imaginary", &C_AnyFloat}),
    RESULTS_OF(complex_operand),
    RELATIONS({REL_ALL_TYPES_MATCH, {"real", "imaginary"}, "all of {real, imaginary} have same type"},
              {REL_TYPES_MATCH_WITH, {"complex", "real"}, "complex element type matches real operand type", .transform = element_of},
              {REL_TYPES_MATCH_WITH, {"complex", "imaginary"}, "complex element type matches imaginary operand type", .transform = element_of}),
    .traits = TRAIT_PURE,
    FORMAT("$real `,` $imaginary attr-dict `:` type($complex)"),
    HOOKS(.fold = fold_complex_create),
  },
  {COMPLEX_BINARY("complex.div", "complex division"), HOOKS(.fold = fold_complex_div)},
  {COMPLEX_COMPARE("complex.eq", "whether two complex numbers are equal")},
  {COMPLEX_UNARY("complex.exp", "exponential of a complex number"), HOOKS(.fold = fold_complex_exp)},
  {COMPLEX_UNARY("complex.expm1", "exponential of a complex number, minus one")},
  {
    OP("complex.im", "imaginary part"),
    OPERANDS_OF(complex_operand),
    RESULTS({"imaginary", &C_AnyFloat}),
    ATTRS_OF(fastmath),
    RELATIONS({REL_TYPES_MATCH_WITH, {"complex", "imaginary"}, "complex element type matches result type", .transform = element_of}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE,
    FORMAT("$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"),
    HOOKS(.fold = fold_complex_im),
  },
  {COMPLEX_UNARY("complex.log", "natural logarithm of a complex number"), HOOKS(.fold = fold_complex_log)},
  {COMPLEX_UNARY("complex.log1p", "natural logarithm of one plus a complex number")},
  {COMPLEX_BINARY("complex.mul", "complex multiplication"), HOOKS(.fold = fold_complex_mul)},
  {COMPLEX_UNARY("complex.neg", "complex negation"), HOOKS(.fold = fold_complex_neg)},
  {COMPLEX_COMPARE("complex.neq", "whether two complex numbers differ")},
  {COMPLEX_BINARY("complex.pow", "complex power")},
  {
    OP("complex.powi", "complex number to the power of a signed integer"),
    OPERANDS({"lhs", &C_ComplexOfFloat}, {"rhs", &C_AnySignlessInteger}),
    RESULTS_OF(complex_result),
    ATTRS({"fastmath", &AC_Arith_FastMathAttr, ATTR_OPTIONAL}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "result"}, "all of {lhs, result} have same type"}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE,
    FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"),
  },
  {
    OP("complex.re", "real part"),
    OPERANDS_OF(complex_operand),
    RESULTS({"real", &C_AnyFloat}),
    ATTRS_OF(fastmath),
    RELATIONS({REL_TYPES_MATCH_WITH, {"complex", "real"}, "complex element type matches result type", .transform = element_of}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE,
    FORMAT("$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"),
    HOOKS(.fold = fold_complex_re),
  },
  {COMPLEX_UNARY("complex.rsqrt", "reciprocal square root of a complex number")},
  {COMPLEX_UNARY("complex.sign", "a complex number divided by its absolute value")},
  {COMPLEX_UNARY("complex.sin", "sine of a complex number")},
  {COMPLEX_UNARY("complex.sqrt", "square root of a complex number")},
  {COMPLEX_BINARY("complex.sub", "complex subtraction"), HOOKS(.fold = fold_complex_sub)},
  {COMPLEX_UNARY("complex.tan", "tangent of a complex number")},
  {COMPLEX_UNARY("complex.tanh", "hyperbolic tangent of a complex number")},
};

const DialectDef complex_dialect = {
  .name = "complex", .ops = complex_ops, .op_count = countof(complex_ops),
  .summary = "complex numbers", .attrs = complex_attrs,
  .materialize_constant = materialize_complex_constant,
};
