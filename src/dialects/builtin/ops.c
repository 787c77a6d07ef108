// The builtin dialect: modules and temporary casts (https://mlir.llvm.org/docs/Dialects/Builtin/).
#include "dialects/common/constraints.h"
#include "dialects/dlti/verify.h"
#include "ir/fold.h"
#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Hooks

static bool verify_module(Verifier *v, const Operation *op) {
  for (uint32_t i = 0; i < op->attr_count; i++) {
    Str name = attr_str(op->attrs[i].name);
    if (memchr(name.data, '.', name.size)) continue;
    return verify_fail(v, op, "can only contain attributes with dialect-prefixed names, found: '%.*s'", STR_ARG(name));
  }
  return verify_one_layout(v, op);
}

static bool verify_cast(Verifier *v, const Operation *op) {
  if (op->result_count) return true;
  return verify_fail(v, op, "expected at least one result for cast operation");
}

// A cast to the types it comes from, or back from a cast to those of its inputs.
static bool fold_cast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  uint32_t count = op->operand_count;
  if (!count) return false;
  const Operation *from = op;
  bool same = count == op->result_count;
  for (uint32_t i = 0; i < count && same; i++) same = op_operand_type(op, i) == op_result_type(op, i);
  if (!same) {
    from = value_def(op_operand(op, 0));
    if (!from || from->def != op->def || from->result_count != count || from->operand_count != op->result_count) return false;
    for (uint32_t i = 0; i < count; i++)
      if (op_operand(op, i) != op_result(from, i)) return false;
    for (uint32_t i = 0; i < op->result_count; i++)
      if (op_operand_type(from, i) != op_result_type(op, i)) return false;
  }
  for (uint32_t i = 0; i < op->result_count; i++) fold_to_value(f, op_operand(from, i));
  return true;
}

static const OpDef builtin_ops[] = {
  {
    OP("builtin.module", "a container of top-level operations with a symbol table"),
    ATTRS({"sym_name", &AC_SymbolNameAttr, ATTR_OPTIONAL}, {"sym_visibility", &AC_StrAttr, ATTR_OPTIONAL}),
    REGIONS({"bodyRegion", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_AFFINE_SCOPE | TRAIT_ISOLATED | TRAIT_NO_REGION_ARGUMENTS | TRAIT_SYMBOL_TABLE |
              TRAIT_NO_TERMINATOR | TRAIT_SINGLE_BLOCK | TRAIT_GRAPH_REGION | TRAIT_OPTIONAL_SYMBOL |
              TRAIT_ISOLATED_NAMES | TRAIT_DEFAULT_DIALECT | TRAIT_TOP_LEVEL,
    FORMAT("($sym_name^)? attr-dict-with-keyword $bodyRegion"),
    HOOKS(.default_dialect = "builtin", .verify = verify_module),
  },
  {
    OP("builtin.unrealized_conversion_cast", "a temporary cast between the types of two dialects"),
    OPERANDS({"inputs", &C_AnyType, VARIADIC}),
    RESULTS({"outputs", &C_AnyType, VARIADIC}),
    .traits = TRAIT_PURE,
    FORMAT("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"),
    HOOKS(.verify = verify_cast, .fold = fold_cast),
  },
};

const DialectDef builtin_dialect = {
  .name = "builtin", .ops = builtin_ops, .op_count = countof(builtin_ops),
  .summary = "modules, builtin types and attributes",
};
