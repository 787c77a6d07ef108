// The arith dialect: integer and floating-point arithmetic (https://mlir.llvm.org/docs/Dialects/ArithOps/).
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/arith/attrs.h"
#include "ir/fold.h"

#include "asm/params.h"
#include "dialects/arith/fold.h"
#include "dialects/common/constraints.h"
#include "dialects/common/relations.h"

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
  return a && b && a->rank == b->rank &&
         memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

// --- Constants

static bool is_elements(A attr) {
  AttrKind kind = attr_kind(attr);
  return kind == ATTR_DENSE || kind == ATTR_DENSE_STRINGS || kind == ATTR_DENSE_RESOURCE || kind == ATTR_SPARSE;
}

static bool verify_constant(Verifier *v, const Operation *op) {
  T type = op_result_type(op, 0);
  A value = op_prop(op, "value");
  const char *problem = NULL;
  if (type_kind(type) == TYPE_INTEGER && !type_is_signless_int(type)) {
    problem = "integer return type must be signless";
  } else if (attr_kind(value) != ATTR_INTEGER && attr_kind(value) != ATTR_FLOAT && !is_elements(value)) {
    problem = "value must be an integer, float, or elements attribute";
  } else if (type_is_vector(type) && ((const ShapedType *)type)->scalable &&
             !(attr_kind(value) == ATTR_DENSE && ((const DenseAttr *)value)->splat)) {
    problem = "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
  }
  if (problem) op_error(v->module, op, "%s", problem);
  return !problem;
}

// %true, %c1_i32, %c0 or %cst
static void constant_names(Printer *p, const Operation *op) {
  A value = op_prop(op, "value");
  T type = op_result_type(op, 0);
  if (!value || attr_kind(value) != ATTR_INTEGER) {
    printer_suggest_name(p, op_result(op, 0), STR("cst"));
    return;
  }
  if (type_kind(type) == TYPE_INTEGER && ((const IntegerType *)type)->width == 1) {
    printer_suggest_name(p, op_result(op, 0), attr_to_bool(value) ? STR("true") : STR("false"));
    return;
  }
  StrBuf name;
  strbuf_init(&name, &printer_context(p)->mem);
  strbuf_char(&name, 'c');
  APInt integer = attr_int(value);
  apint_print(&name, &integer, true);
  if (type_kind(type) == TYPE_INTEGER) {
    strbuf_char(&name, '_');
    strbuf_str(&name, str_from(type_text(printer_context(p), type)));
  }
  printer_suggest_name(p, op_result(op, 0), strbuf_view(&name));
  strbuf_free(&name);
}

// %c4_vscale for 4 * vector.vscale
static void multiply_names(Printer *p, const Operation *op) {
  if (!type_is_index(op_result_type(op, 0))) return;
  for (uint32_t i = 0; i < 2; i++) {
    A base = value_constant(op_operand(op, i));
    const Operation *other = value_def(op_operand(op, 1 - i));
    if (!base || attr_kind(base) != ATTR_INTEGER || !op_is_named(other, "vector.vscale")) continue;
    StrBuf name;
    strbuf_init(&name, &printer_context(p)->mem);
    strbuf_printf(&name, "c%lld_vscale", (long long)attr_to_i64(base));
    printer_suggest_name(p, op_result(op, 0), strbuf_view(&name));
    strbuf_free(&name);
    return;
  }
}

// --- arith.select

// select ::= operand `,` operand `,` operand attr-dict `:` (type `,`)? type
static bool parse_select(Parser *p, OpState *state) {
  OperandVec operands = {0};
  NamedAttrVec attrs = {0};
  T condition = parser_context(p)->types.i1, result;
  if (!parse_operand_list_n(p, &operands, DELIM_NONE, 3) || !parse_optional_attr_dict(p, &attrs) || !parse_colon_type(p, &result))
    return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  if (parser_consume_if(p, TOK_COMMA)) {
    condition = result;
    if (!(result = parse_type(p))) return false;
  }
  op_state_add_type(state, result);
  return resolve_operands(p, state, &operands, (const T[]){condition, result, result}, 3, parser_name_loc(p));
}

static void print_select(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  if (type_as_shaped(op_operand_type(op, 0))) {
    print_type(p, op_operand_type(op, 0));
    print_text(p, ", ");
  }
  print_type(p, op_result_type(op, 0));
}

static bool verify_select(Verifier *v, const Operation *op) {
  T condition = op_operand_type(op, 0), result = op_result_type(op, 0);
  if (type_is_int(condition, 1)) return true;
  if (!type_is_tensor(result) && !type_is_vector(result))
    return verify_fail(v, op, "expected condition to be a signless i1, but got '%s'", type_text(v->ctx, condition));
  T expected = i1_same_shape(v->ctx, result);
  if (condition == expected) return true;
  return verify_fail(v, op, "expected condition type to have the same shape as the result type, expected '%s', but got '%s'",
                     type_text(v->ctx, expected), type_text(v->ctx, condition));
}

// --- Casts

// The element, or the scalar itself, of both types when their shapes agree (getTypeIfLike).
static bool cast_elements(const T *from, uint32_t from_count, const T *to, uint32_t to_count, bool memrefs, T *in, T *out) {
  if (from_count != 1 || to_count != 1 || !shapes_are_compatible(from[0], to[0])) return false;
  if (!memrefs && (type_is_memref(from[0]) || type_is_memref(to[0]))) return false;
  if (type_kind(from[0]) == TYPE_TENSOR && type_kind(to[0]) == TYPE_TENSOR &&
      type_as_shaped(from[0])->extra != type_as_shaped(to[0])->extra)
    return false;
  *in = type_element_or_self(from[0]);
  *out = type_element_or_self(to[0]);
  return true;
}

#define CAST(name, memrefs, condition) \
  static bool name(const T *from, uint32_t from_count, const T *to, uint32_t to_count) { \
    T in, out; \
    return cast_elements(from, from_count, to, to_count, memrefs, &in, &out) && (condition); \
  }
static bool is_int(T type) { return type_kind(type) == TYPE_INTEGER; }
static bool is_number(T type) { return is_int(type) || type_is_float(type); }

CAST(cast_widens_int, false, is_int(in) && is_int(out) && type_bits(out) > type_bits(in))
CAST(cast_narrows_int, false, is_int(in) && is_int(out) && type_bits(out) < type_bits(in))
CAST(cast_widens_float, false, type_is_float(in) && type_is_float(out) && type_bits(out) > type_bits(in))
CAST(cast_narrows_float, false, type_is_float(in) && type_is_float(out) && type_bits(out) < type_bits(in))
CAST(cast_int_to_float, false, is_int(in) && type_is_float(out))
CAST(cast_float_to_int, false, type_is_float(in) && is_int(out))
CAST(cast_index, true, (type_is_index(in) && type_is_signless_int(out)) || (type_is_signless_int(in) && type_is_index(out)))
CAST(cast_same_width, true, is_number(in) && is_number(out) && type_bits(in) == type_bits(out))

static bool scaling_widens(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 2 && cast_widens_float(from, 1, to, to_count);
}
static bool scaling_narrows(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 2 && cast_narrows_float(from, 1, to, to_count);
}

// ---------------------------------------------------------------------------------------------
// Operations

// What several of them have in common.
static const ValueDef int_pair[] = {{"lhs", &C_SignlessIntegerOrIndexLike}, {"rhs", &C_SignlessIntegerOrIndexLike}};
static const ValueDef int_result[] = {{"result", &C_SignlessIntegerOrIndexLike}};
static const ValueDef float_pair[] = {{"lhs", &C_FloatLike}, {"rhs", &C_FloatLike}};
static const ValueDef float_result[] = {{"result", &C_FloatLike}};
static const ValueDef int_in[] = {{"in", &C_SignlessFixedWidthIntegerLike}};
static const ValueDef int_out[] = {{"out", &C_SignlessFixedWidthIntegerLike}};
static const ValueDef float_in[] = {{"in", &C_FloatLike}};
static const ValueDef float_out[] = {{"out", &C_FloatLike}};
static const OpAttrDef fastmath[] = {{"fastmath", &AC_Arith_FastMath, ATTR_DEFAULT, "#arith.fastmath<none>"}};
static const OpAttrDef overflow[] = {{"overflowFlags", &AC_Arith_Overflow, ATTR_DEFAULT, "#arith.overflow<none>"}};
static const OpAttrDef exact[] = {{"isExact", &AC_UnitAttr, ATTR_OPTIONAL}};
static const Relation keeps_dims[] = {{REL_PREDICATE, {0}, "input and output have the same tensor dimensions", .check = same_tensor_dims}};

#define FLOAT_BINARY(name, text)                                                           \
  OP(name, text),                                                                          \
  OPERANDS_OF(float_pair),                                                                 \
  RESULTS_OF(float_result),                                                                \
  ATTRS_OF(fastmath),                                                                      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define INT_BINARY(name, text)                                                             \
  OP(name, text),                                                                          \
  OPERANDS_OF(int_pair),                                                                   \
  RESULTS_OF(int_result),                                                                  \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($result)")

#define WRAPPING_BINARY(name, text)                                                        \
  OP(name, text),                                                                          \
  OPERANDS_OF(int_pair),                                                                   \
  RESULTS_OF(int_result),                                                                  \
  ATTRS_OF(overflow),                                                                      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)")

#define WRAPPING_COMMUTATIVE(name, text)                                                                       \
  OP(name, text),                                                                                              \
  OPERANDS_OF(int_pair),                                                                                       \
  RESULTS_OF(int_result),                                                                                      \
  ATTRS_OF(overflow),                                                                                          \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)")

#define INT_DIVISION(name, text)                                                                       \
  OP(name, text),                                                                                      \
  OPERANDS_OF(int_pair),                                                                               \
  RESULTS_OF(int_result),                                                                              \
  .traits = TRAIT_NO_MEMORY_EFFECT | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($result)")

#define INT_COMMUTATIVE(name, text)                                                                            \
  OP(name, text),                                                                                              \
  OPERANDS_OF(int_pair),                                                                                       \
  RESULTS_OF(int_result),                                                                                      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($result)")

#define EXACT_BINARY(name, text)                                                                       \
  OP(name, text),                                                                                      \
  OPERANDS_OF(int_pair),                                                                               \
  RESULTS_OF(int_result),                                                                              \
  ATTRS_OF(exact),                                                                                     \
  .traits = TRAIT_NO_MEMORY_EFFECT | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)")

#define FLOAT_COMMUTATIVE(name, text)                                                                          \
  OP(name, text),                                                                                              \
  OPERANDS_OF(float_pair),                                                                                     \
  RESULTS_OF(float_result),                                                                                    \
  ATTRS_OF(fastmath),                                                                                          \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define EXTENDED_MULTIPLY(name, text)                                                                             \
  OP(name, text),                                                                                                 \
  OPERANDS_OF(int_pair),                                                                                          \
  RESULTS({"low", &C_SignlessIntegerOrIndexLike}, {"high", &C_SignlessIntegerOrIndexLike}),                       \
  RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "rhs", "low", "high"}, "all of {lhs, rhs, low, high} have same type"}), \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE,                                          \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($lhs)")

#define FLOAT_TO_INT(name, text)                                                                         \
  OP(name, text),                                                                                        \
  OPERANDS_OF(float_in),                                                                                 \
  RESULTS_OF(int_out),                                                                                   \
  RELATIONS_OF(keeps_dims),                                                                              \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST, \
  FORMAT("$in attr-dict `:` type($in) `to` type($out)")

#define INT_TO_FLOAT(name, text)                                                                         \
  OP(name, text),                                                                                        \
  OPERANDS_OF(int_in),                                                                                   \
  RESULTS_OF(float_out),                                                                                 \
  RELATIONS_OF(keeps_dims),                                                                              \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST, \
  FORMAT("$in attr-dict `:` type($in) `to` type($out)")

#define INDEX_CAST(name, text)                                                                           \
  OP(name, text),                                                                                        \
  OPERANDS({"in", &C_IndexCast}),                                                                        \
  RESULTS({"out", &C_IndexCast}),                                                                        \
  RELATIONS_OF(keeps_dims),                                                                              \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST, \
  FORMAT("$in attr-dict `:` type($in) `to` type($out)")

static const OpDef arith_ops[] = {
  {FLOAT_COMMUTATIVE("arith.addf", "floating-point addition"), HOOKS(.fold = fold_arith_addf)},
  {WRAPPING_COMMUTATIVE("arith.addi", "integer addition; wraps on overflow"), HOOKS(.fold = fold_arith_addi)},
  {
    OP("arith.addui_extended", "unsigned addition with its overflow bit"),
    OPERANDS_OF(int_pair),
    RESULTS({"sum", &C_SignlessIntegerOrIndexLike}, {"overflow", &C_BoolLike}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "rhs", "sum"}, "all of {lhs, rhs, sum} have same type"}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"),
    HOOKS(.fold = fold_arith_addui_extended, .result_names = suggest_record_names),
  },
  {
    OP("arith.andi", "bitwise and"),
    OPERANDS_OF(int_pair),
    RESULTS_OF(int_result),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_IDEMPOTENT |
              TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($result)"),
    HOOKS(.fold = fold_arith_andi),
  },
  {
    OP("arith.bitcast", "reinterpret the bits as a type of the same width"),
    OPERANDS({"in", &C_Bitcast}),
    RESULTS({"out", &C_Bitcast}),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in attr-dict `:` type($in) `to` type($out)"),
    HOOKS(.fold = fold_arith_bitcast, .cast_ok = cast_same_width),
  },
  {INT_DIVISION("arith.ceildivsi", "signed division rounded towards positive infinity"), HOOKS(.fold = fold_arith_ceildivsi)},
  {INT_DIVISION("arith.ceildivui", "unsigned division rounded up"), HOOKS(.fold = fold_arith_ceildivui)},
  {
    OP("arith.cmpf", "compare floats by a predicate"),
    OPERANDS_OF(float_pair),
    RESULTS({"result", &C_BoolLike}),
    ATTRS({"predicate", &AC_Arith_CmpFPredicate},
          {"fastmath", &AC_Arith_FastMath, ATTR_DEFAULT, "#arith.fastmath<none>"}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"lhs", "result"}, "result type has i1 element type and same shape as operands", .transform = i1_same_shape}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_TYPE_OPERANDS,
    FORMAT("$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"),
    HOOKS(.fold = fold_arith_cmpf),
  },
  {
    OP("arith.cmpi", "compare integers by a predicate"),
    OPERANDS_OF(int_pair),
    RESULTS({"result", &C_BoolLike}),
    ATTRS({"predicate", &AC_Arith_CmpIPredicate}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"lhs", "result"}, "result type has i1 element type and same shape as operands", .transform = i1_same_shape}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_TYPE_OPERANDS,
    FORMAT("$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"),
    HOOKS(.fold = fold_arith_cmpi),
  },
  {
    OP("arith.constant", "an integer, float or dense constant"),
    RESULTS({"result", &C_AnyType}),
    ATTRS({"value", &AC_TypedAttrInterface}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"value", "result"}, "all of {value, result} have same type"}),
    .traits = TRAIT_PURE | TRAIT_CONSTANT_LIKE,
    FORMAT("attr-dict $value"),
    HOOKS(.fold = fold_arith_constant, .verify = verify_constant, .verify_is_local = true, .result_names = constant_names),
  },
  {FLOAT_BINARY("arith.divf", "floating-point division"), HOOKS(.fold = fold_arith_divf)},
  {EXACT_BINARY("arith.divsi", "signed division rounded towards zero"), HOOKS(.fold = fold_arith_divsi)},
  {EXACT_BINARY("arith.divui", "unsigned division rounded down"), HOOKS(.fold = fold_arith_divui)},
  {
    OP("arith.extf", "widen a float"),
    OPERANDS_OF(float_in),
    RESULTS_OF(float_out),
    ATTRS({"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    HOOKS(.fold = fold_arith_extf, .cast_ok = cast_widens_float),
  },
  {
    OP("arith.extsi", "widen an integer by its sign bit"),
    OPERANDS_OF(int_in),
    RESULTS_OF(int_out),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in attr-dict `:` type($in) `to` type($out)"),
    HOOKS(.fold = fold_arith_extsi, .cast_ok = cast_widens_int),
  },
  {
    OP("arith.extui", "widen an integer with zeros"),
    OPERANDS_OF(int_in),
    RESULTS_OF(int_out),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in attr-dict `:` type($in) `to` type($out)"),
    HOOKS(.fold = fold_arith_extui, .cast_ok = cast_widens_int),
  },
  {INT_BINARY("arith.floordivsi", "signed division rounded towards negative infinity"), HOOKS(.fold = fold_arith_floordivsi)},
  {
    FLOAT_TO_INT("arith.fptosi", "float to signed integer, rounded towards zero"),
    HOOKS(.fold = fold_arith_fptosi, .cast_ok = cast_float_to_int),
  },
  {
    FLOAT_TO_INT("arith.fptoui", "float to unsigned integer, rounded towards zero"),
    HOOKS(.fold = fold_arith_fptoui, .cast_ok = cast_float_to_int),
  },
  {
    INDEX_CAST("arith.index_cast", "between index and integer; sign-extends when widening"),
    HOOKS(.fold = fold_arith_index_cast, .cast_ok = cast_index),
  },
  {
    INDEX_CAST("arith.index_castui", "between index and integer; zero-extends when widening"),
    HOOKS(.fold = fold_arith_index_castui, .cast_ok = cast_index),
  },
  {FLOAT_COMMUTATIVE("arith.maximumf", "larger float; NaN if either is"), HOOKS(.fold = fold_arith_maximumf)},
  {FLOAT_COMMUTATIVE("arith.maxnumf", "larger float; a number beats NaN"), HOOKS(.fold = fold_arith_maxnumf)},
  {INT_COMMUTATIVE("arith.maxsi", "larger signed integer"), HOOKS(.fold = fold_arith_maxsi)},
  {INT_COMMUTATIVE("arith.maxui", "larger unsigned integer"), HOOKS(.fold = fold_arith_maxui)},
  {FLOAT_COMMUTATIVE("arith.minimumf", "smaller float; NaN if either is"), HOOKS(.fold = fold_arith_minimumf)},
  {FLOAT_COMMUTATIVE("arith.minnumf", "smaller float; a number beats NaN"), HOOKS(.fold = fold_arith_minnumf)},
  {INT_COMMUTATIVE("arith.minsi", "smaller signed integer"), HOOKS(.fold = fold_arith_minsi)},
  {INT_COMMUTATIVE("arith.minui", "smaller unsigned integer"), HOOKS(.fold = fold_arith_minui)},
  {FLOAT_COMMUTATIVE("arith.mulf", "floating-point multiplication"), HOOKS(.fold = fold_arith_mulf)},
  {
    WRAPPING_COMMUTATIVE("arith.muli", "integer multiplication; wraps on overflow"),
    HOOKS(.fold = fold_arith_muli, .result_names = multiply_names),
  },
  {
    EXTENDED_MULTIPLY("arith.mulsi_extended", "signed multiplication to low and high halves"),
    HOOKS(.fold = fold_arith_mulsi_extended, .result_names = suggest_record_names),
  },
  {
    EXTENDED_MULTIPLY("arith.mului_extended", "unsigned multiplication to low and high halves"),
    HOOKS(.fold = fold_arith_mului_extended, .result_names = suggest_record_names),
  },
  {
    OP("arith.negf", "change the sign of a float"),
    OPERANDS({"operand", &C_FloatLike}),
    RESULTS_OF(float_result),
    ATTRS_OF(fastmath),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    HOOKS(.fold = fold_arith_negf),
  },
  {
    OP("arith.ori", "bitwise or"),
    OPERANDS_OF(int_pair),
    RESULTS_OF(int_result),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_COMMUTATIVE | TRAIT_IDEMPOTENT |
              TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($result)"),
    HOOKS(.fold = fold_arith_ori),
  },
  {FLOAT_BINARY("arith.remf", "floating-point remainder with the sign of the dividend"), HOOKS(.fold = fold_arith_remf)},
  {INT_BINARY("arith.remsi", "signed remainder with the sign of the dividend"), HOOKS(.fold = fold_arith_remsi)},
  {INT_BINARY("arith.remui", "unsigned remainder"), HOOKS(.fold = fold_arith_remui)},
  {
    OP("arith.scaling_extf", "widen a float and multiply by a power-of-two scale"),
    OPERANDS({"in", &C_FloatLike}, {"scale", &C_FloatLike}),
    RESULTS_OF(float_out),
    ATTRS({"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_CAST,
    FORMAT("$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)"),
    HOOKS(.cast_ok = scaling_widens),
  },
  {
    OP("arith.scaling_truncf", "divide a float by a power-of-two scale and narrow it"),
    OPERANDS({"in", &C_FloatLike}, {"scale", &C_FloatLike}),
    RESULTS_OF(float_out),
    ATTRS({"roundingmode", &AC_Arith_RoundingMode, ATTR_OPTIONAL}, {"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_CAST,
    FORMAT("$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) "
           "`to` type($out)"),
    HOOKS(.cast_ok = scaling_narrows),
  },
  {
    OP("arith.select", "one of two values by a condition"),
    OPERANDS({"condition", &C_BoolLike}, {"true_value", &C_AnyType}, {"false_value", &C_AnyType}),
    RESULTS({"result", &C_AnyType}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"true_value", "false_value", "result"}, "all of {true_value, false_value, result} have same type"},
              {REL_PREDICATE, {0}, "condition is signless i1 or has matching shape", .check = condition_shape_matches}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE,
    HOOKS(.fold = fold_arith_select, .parse = parse_select, .print = print_select, .verify = verify_select),
  },
  {WRAPPING_BINARY("arith.shli", "shift left; poison past the width"), HOOKS(.fold = fold_arith_shli)},
  {
    OP("arith.shrsi", "shift right, filling with the sign bit"),
    OPERANDS_OF(int_pair),
    RESULTS_OF(int_result),
    ATTRS_OF(exact),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"),
    HOOKS(.fold = fold_arith_shrsi),
  },
  {
    OP("arith.shrui", "shift right, filling with zeros"),
    OPERANDS_OF(int_pair),
    RESULTS_OF(int_result),
    ATTRS_OF(exact),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"),
    HOOKS(.fold = fold_arith_shrui),
  },
  {INT_TO_FLOAT("arith.sitofp", "signed integer to float"), HOOKS(.fold = fold_arith_sitofp, .cast_ok = cast_int_to_float)},
  {FLOAT_BINARY("arith.subf", "floating-point subtraction"), HOOKS(.fold = fold_arith_subf)},
  {WRAPPING_BINARY("arith.subi", "integer subtraction; wraps on overflow"), HOOKS(.fold = fold_arith_subi)},
  {
    OP("arith.truncf", "narrow a float"),
    OPERANDS_OF(float_in),
    RESULTS_OF(float_out),
    ATTRS({"roundingmode", &AC_Arith_RoundingMode, ATTR_OPTIONAL}, {"fastmath", &AC_Arith_FastMath, ATTR_OPTIONAL}),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    HOOKS(.fold = fold_arith_truncf, .cast_ok = cast_narrows_float),
  },
  {
    OP("arith.trunci", "narrow an integer by dropping high bits"),
    OPERANDS_OF(int_in),
    RESULTS_OF(int_out),
    ATTRS_OF(overflow),
    RELATIONS_OF(keeps_dims),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TRAIT_CAST,
    FORMAT("$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"),
    HOOKS(.fold = fold_arith_trunci, .cast_ok = cast_narrows_int),
  },
  {INT_TO_FLOAT("arith.uitofp", "unsigned integer to float"), HOOKS(.fold = fold_arith_uitofp, .cast_ok = cast_int_to_float)},
  {INT_COMMUTATIVE("arith.xori", "bitwise exclusive or"), HOOKS(.fold = fold_arith_xori)},
};

static const AttrDef *const arith_attrs[] = {&arith_fastmath_attr, &arith_overflow_attr, NULL};

const DialectDef arith_dialect = {
  .name = "arith", .was_std = true, .ops = arith_ops, .op_count = countof(arith_ops),
  .summary = "integer and floating-point arithmetic", .attrs = arith_attrs,
  .materialize_constant = materialize_arith_constant,
};
