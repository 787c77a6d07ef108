// The index dialect: arithmetic on index values (https://mlir.llvm.org/docs/Dialects/IndexOps/).
#include "asm/params.h"
#include "asm/printer.h"
#include "dialects/common/constraints.h"
#include "dialects/index/fold.h"

// --- Enums and attributes

static const EnumDef predicates = {
  "::mlir::index::IndexCmpPredicate", .bits = 32,
  ENUM_CASES({"eq", 0}, {"ne", 1}, {"slt", 2}, {"sle", 3}, {"sgt", 4}, {"sge", 5}, {"ult", 6}, {"ule", 7},
             {"ugt", 8}, {"uge", 9}),
};
static const ParamsDef predicate_attr_params = {
  PARAMS({"value", PARAM_ENUM, .def = &predicates, .cpp = "::mlir::index::IndexCmpPredicate"}), .format = "$value", .class_name = "IndexCmpPredicateAttr",
};
static const AttrDef predicate_attr = {"index", "cmp_predicate", ATTR_DIALECT, .params = &predicate_attr_params};
static const AttrConstraint AC_IndexCmpPredicate =
    DEF_CONSTRAINT("IndexCmpPredicateAttr", "index comparison predicate kind", predicate_attr);

// ---------------------------------------------------------------------------------------------
// Hooks

static bool is_index_cast(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 1 && to_count == 1 && type_is_index(from[0]) != type_is_index(to[0]);
}

// %idx4
static void constant_names(Printer *p, const Operation *op) {
  A value = op_prop(op, "value");
  if (!value) return;
  Str name = arena_printf(&printer_module(p)->arena, "idx%lld", (long long)attr_to_i64(value));
  printer_suggest_name(p, op_result(op, 0), name);
}

static void bool_names(Printer *p, const Operation *op) {
  A value = op_prop(op, "value");
  if (value) printer_suggest_name(p, op_result(op, 0), attr_to_bool(value) ? STR("true") : STR("false"));
}

// ---------------------------------------------------------------------------------------------
// Operations

// What several of them have in common.
static const ValueDef index_pair[] = {{"lhs", &C_Index}, {"rhs", &C_Index}};
static const ValueDef index_result[] = {{"result", &C_Index}};

#define BINARY(name, text)          \
  OP(name, text),                   \
  OPERANDS_OF(index_pair),          \
  RESULTS_OF(index_result),         \
  .traits = TRAIT_PURE,             \
  FORMAT("$lhs `,` $rhs attr-dict")

#define COMMUTATIVE(name, text)             \
  OP(name, text),                           \
  OPERANDS_OF(index_pair),                  \
  RESULTS_OF(index_result),                 \
  .traits = TRAIT_PURE | TRAIT_COMMUTATIVE, \
  FORMAT("$lhs `,` $rhs attr-dict")

#define CAST(name, text)                                         \
  OP(name, text),                                                \
  OPERANDS({"input", &C_AnyIntegerOrIndex}),                     \
  RESULTS({"output", &C_AnyIntegerOrIndex}),                     \
  .traits = TRAIT_PURE | TRAIT_CAST,                             \
  FORMAT("$input attr-dict `:` type($input) `to` type($output)")

#define DIVISION(name, text)        \
  OP(name, text),                   \
  OPERANDS_OF(index_pair),          \
  RESULTS_OF(index_result),         \
  .traits = TRAIT_NO_MEMORY_EFFECT, \
  FORMAT("$lhs `,` $rhs attr-dict")

static const OpDef index_ops[] = {
  {COMMUTATIVE("index.add", "index addition"), HOOKS(.fold = fold_index_add)},
  {COMMUTATIVE("index.and", "bitwise and"), HOOKS(.fold = fold_index_and)},
  {
    OP("index.bool.constant", "a boolean constant"),
    RESULTS({"result", &C_I1}),
    ATTRS({"value", &AC_BoolAttr}),
    .traits = TRAIT_PURE | TRAIT_CONSTANT_LIKE,
    FORMAT("attr-dict $value"),
    HOOKS(.result_names = bool_names),
  },
  {CAST("index.casts", "between index and integer; sign-extends when widening"), HOOKS(.fold = fold_index_casts, .cast_ok = is_index_cast)},
  {CAST("index.castu", "between index and integer; zero-extends when widening"), HOOKS(.fold = fold_index_castu, .cast_ok = is_index_cast)},
  {DIVISION("index.ceildivs", "signed division rounded towards positive infinity"), HOOKS(.fold = fold_index_ceildivs)},
  {DIVISION("index.ceildivu", "unsigned division rounded up"), HOOKS(.fold = fold_index_ceildivu)},
  {
    OP("index.cmp", "compare indices by a predicate"),
    OPERANDS_OF(index_pair),
    RESULTS({"result", &C_I1}),
    ATTRS({"pred", &AC_IndexCmpPredicate}),
    .traits = TRAIT_PURE,
    FORMAT("`` $pred `(` $lhs `,` $rhs `)` attr-dict"),
    HOOKS(.fold = fold_index_cmp),
  },
  {
    OP("index.constant", "an index constant"),
    RESULTS_OF(index_result),
    ATTRS({"value", &AC_IndexAttr}),
    .traits = TRAIT_PURE | TRAIT_CONSTANT_LIKE,
    FORMAT("attr-dict $value"),
    HOOKS(.result_names = constant_names),
  },
  {DIVISION("index.divs", "signed division rounded towards zero"), HOOKS(.fold = fold_index_divs)},
  {DIVISION("index.divu", "unsigned division"), HOOKS(.fold = fold_index_divu)},
  {DIVISION("index.floordivs", "signed division rounded towards negative infinity"), HOOKS(.fold = fold_index_floordivs)},
  {COMMUTATIVE("index.maxs", "larger index, as signed"), HOOKS(.fold = fold_index_maxs)},
  {COMMUTATIVE("index.maxu", "larger index, as unsigned"), HOOKS(.fold = fold_index_maxu)},
  {COMMUTATIVE("index.mins", "smaller index, as signed"), HOOKS(.fold = fold_index_mins)},
  {COMMUTATIVE("index.minu", "smaller index, as unsigned"), HOOKS(.fold = fold_index_minu)},
  {COMMUTATIVE("index.mul", "index multiplication"), HOOKS(.fold = fold_index_mul)},
  {COMMUTATIVE("index.or", "bitwise or"), HOOKS(.fold = fold_index_or)},
  {DIVISION("index.rems", "signed remainder"), HOOKS(.fold = fold_index_rems)},
  {DIVISION("index.remu", "unsigned remainder"), HOOKS(.fold = fold_index_remu)},
  {BINARY("index.shl", "shift left"), HOOKS(.fold = fold_index_shl)},
  {BINARY("index.shrs", "shift right, filling with the sign bit"), HOOKS(.fold = fold_index_shrs)},
  {BINARY("index.shru", "shift right, filling with zeros"), HOOKS(.fold = fold_index_shru)},
  {
    OP("index.sizeof", "width of the index type in bits"),
    RESULTS_OF(index_result),
    .traits = TRAIT_PURE,
    FORMAT("attr-dict"),
  },
  {BINARY("index.sub", "index subtraction"), HOOKS(.fold = fold_index_sub)},
  {COMMUTATIVE("index.xor", "bitwise exclusive or"), HOOKS(.fold = fold_index_xor)},
};

static const AttrDef *const index_attrs[] = {&predicate_attr, NULL};

const DialectDef index_dialect = {
  .name = "index", .ops = index_ops, .op_count = countof(index_ops),
  .summary = "arithmetic on index values", .attrs = index_attrs,
  .materialize_constant = materialize_index_constant,
};
