// The func dialect: functions and calls (https://mlir.llvm.org/docs/Dialects/Func/).
#include "dialects/constraints.h"
#include "dialects/registry.h"
#include "dialects/relations.h"

static const OpDef func_ops[] = {
  {
    OP("func.call", "call a function by its symbol"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    RESULTS({"", &C_AnyType, VARIADIC}),
    ATTRS({"callee", &AC_FlatSymbolRefAttr}, {"arg_attrs", &AC_DictArrayAttr, ATTR_OPTIONAL},
          {"res_attrs", &AC_DictArrayAttr, ATTR_OPTIONAL}, {"no_inline", &AC_UnitAttr, ATTR_OPTIONAL}),
    .traits = TRAIT_CALL | TRAIT_MEMREFS_NORMALIZABLE | TRAIT_SYMBOL_USER,
    FORMAT("$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"),
  },
  {
    OP("func.call_indirect", "call a function value"),
    OPERANDS({"callee", &C_FunctionType}, {"callee_operands", &C_AnyType, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"arg_attrs", &AC_DictArrayAttr, ATTR_OPTIONAL}, {"res_attrs", &AC_DictArrayAttr, ATTR_OPTIONAL}),
    RELATIONS({REL_PREDICATE, {"callee", "callee_operands"}, "callee input types match argument types",
               .check = callee_takes_operands, .transform_all = function_inputs},
              {REL_PREDICATE, {"callee", "results"}, "callee result types match result types",
               .check = callee_gives_results, .transform_all = function_results}),
    .traits = TRAIT_CALL,
    FORMAT("$callee `(` $callee_operands `)` attr-dict `:` type($callee)"),
  },
  {
    OP("func.constant", "a function symbol as a value"),
    RESULTS({"", &C_AnyType}),
    ATTRS({"value", &AC_FlatSymbolRefAttr}),
    .traits = TRAIT_PURE | TRAIT_CONSTANT_LIKE | TRAIT_SYMBOL_USER,
    FORMAT("attr-dict $value `:` type(results)"),
  },
  {
    OP("func.func", "define or declare a function"),
    ATTRS({"sym_name", &AC_SymbolNameAttr}, {"function_type", &AC_TypeAttrOfFunction},
          {"sym_visibility", &AC_StrAttr, ATTR_OPTIONAL}, {"arg_attrs", &AC_DictArrayAttr, ATTR_OPTIONAL},
          {"res_attrs", &AC_DictArrayAttr, ATTR_OPTIONAL}, {"no_inline", &AC_UnitAttr, ATTR_OPTIONAL}),
    REGIONS({"body"}),
    .traits = TRAIT_AFFINE_SCOPE | TRAIT_ALLOCATION_SCOPE | TRAIT_FUNCTION | TRAIT_ISOLATED | TRAIT_SYMBOL |
              TRAIT_ISOLATED_NAMES | TRAIT_DEFAULT_DIALECT,
    HOOKS(.default_dialect = "func"),
  },
  {
    OP("func.return", "return from a function"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_MEMREFS_NORMALIZABLE | TRAIT_RETURN_LIKE | TRAIT_TERMINATOR,
    PARENTS("func.func"),
    FORMAT("attr-dict ($operands^ `:` type($operands))?"),
  },
};

const DialectDef func_dialect = {
  .name = "func", .ops = func_ops, .op_count = countof(func_ops),
  .summary = "functions, calls and returns",
};
