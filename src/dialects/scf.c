// The scf dialect: loops and conditions as regions (https://mlir.llvm.org/docs/Dialects/SCFDialect/).
#include "dialects/constraints.h"
#include "dialects/registry.h"

// Mapping attributes come from dialects that are known by name only (gpu), so they are opaque here.
static bool check_device_mapping(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_OPAQUE || attr_kind(attr) == ATTR_DIALECT;
}
static const AttrConstraint device_mapping = {"device mapping", check_device_mapping};
static const AttrConstraint AC_DeviceMappingArray = {
    "Device Mapping array attribute", check_attr_array, &device_mapping, .name = "DeviceMappingArrayAttr",
    .storage = 1u << ATTR_ARRAY};

static const OpDef scf_ops[] = {
  {
    OP("scf.condition", "continue or leave an scf.while"),
    OPERANDS({"condition", &C_I1}, {"args", &C_AnyType, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_TERMINATOR,
    PARENTS("scf.while"),
    FORMAT("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
  },
  {
    OP("scf.execute_region", "run a region of several blocks once, in place"),
    RESULTS({"", &C_AnyType, VARIADIC}),
    ATTRS({"no_inline", &AC_UnitAttr, ATTR_OPTIONAL}),
    REGIONS({"region"}),
    .traits = TRAIT_REGION_BRANCH | TRAIT_RECURSIVE_EFFECTS,
  },
  {
    OP("scf.for", "a loop over a range with loop-carried values"),
    OPERANDS({"lowerBound", &C_AnySignlessIntegerOrIndex}, {"upperBound", &C_AnySignlessIntegerOrIndex},
             {"step", &C_AnySignlessIntegerOrIndex}, {"initArgs", &C_AnyType, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"unsignedCmp", &AC_UnitAttr, ATTR_OPTIONAL}),
    REGIONS({"region", 1, 1, .summary = "region with 1 blocks"}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"lowerBound", "upperBound", "step"}, "all of {lowerBound, upperBound, step} have same type"}),
    .traits = TRAIT_ALLOCATION_SCOPE | TRAIT_LOOP_LIKE | TRAIT_REGION_BRANCH | TRAIT_SINGLE_BLOCK |
              TRAIT_RECURSIVE_EFFECTS,
    HOOKS(.implicit_terminator = "scf.yield"),
  },
  {
    OP("scf.forall", "a parallel loop over a multi-dimensional range"),
    OPERANDS({"dynamicLowerBound", &C_Index, VARIADIC}, {"dynamicUpperBound", &C_Index, VARIADIC},
             {"dynamicStep", &C_Index, VARIADIC}, {"outputs", &C_AnyRankedTensor, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"staticLowerBound", &AC_DenseI64ArrayAttr}, {"staticUpperBound", &AC_DenseI64ArrayAttr},
          {"staticStep", &AC_DenseI64ArrayAttr}, {"mapping", &AC_DeviceMappingArray, ATTR_OPTIONAL},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    REGIONS({"region", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_ATTR_SIZED_OPERANDS | TRAIT_ALLOCATION_SCOPE | TRAIT_LOOP_LIKE | TRAIT_RECURSIVE_EFFECTS |
              TRAIT_SINGLE_BLOCK | TRAIT_REGION_BRANCH | TRAIT_DESTINATION_STYLE | TRAIT_PARALLEL_REGION,
    HOOKS(.implicit_terminator = "scf.forall.in_parallel"),
  },
  {
    OP("scf.forall.in_parallel", "end of an scf.forall body: how threads combine their results"),
    REGIONS({"region", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_PURE | TRAIT_TERMINATOR | TRAIT_NO_TERMINATOR | TRAIT_SINGLE_BLOCK | TRAIT_GRAPH_REGION,
    PARENTS("scf.forall"),
  },
  {
    OP("scf.if", "run one of two regions by a condition"),
    OPERANDS({"condition", &C_I1}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    REGIONS({"thenRegion", 1, 1, .summary = "region with 1 blocks"},
            {"elseRegion", 0, 1, .summary = "region with at most 1 blocks"}),
    .traits = TRAIT_REGION_BRANCH | TRAIT_INFER_TYPES | TRAIT_SINGLE_BLOCK | TRAIT_RECURSIVE_EFFECTS |
              TRAIT_RECURSIVELY_SPECULATABLE | TRAIT_NO_REGION_ARGUMENTS,
    HOOKS(.implicit_terminator = "scf.yield"),
  },
  {
    OP("scf.index_switch", "run one of several regions by an index"),
    OPERANDS({"arg", &C_Index}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"cases", &AC_DenseI64ArrayAttr}),
    REGIONS({"defaultRegion", 1, 1, .summary = "region with 1 blocks"},
            {"caseRegions", 1, 1, true, .summary = "region with 1 blocks"}),
    .traits = TRAIT_RECURSIVE_EFFECTS | TRAIT_SINGLE_BLOCK | TRAIT_REGION_BRANCH,
    FORMAT("$arg attr-dict (`->` type($results)^)? custom<SwitchCases>($cases, $caseRegions) `\\n` `` `default` "
           "$defaultRegion"),
    HOOKS(.implicit_terminator = "scf.yield"),
  },
  {
    OP("scf.parallel", "a parallel loop nest with reductions"),
    OPERANDS({"lowerBound", &C_Index, VARIADIC}, {"upperBound", &C_Index, VARIADIC}, {"step", &C_Index, VARIADIC},
             {"initVals", &C_AnyType, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    REGIONS({"region", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_ALLOCATION_SCOPE | TRAIT_ATTR_SIZED_OPERANDS | TRAIT_LOOP_LIKE | TRAIT_RECURSIVE_EFFECTS |
              TRAIT_REGION_BRANCH | TRAIT_SINGLE_BLOCK | TRAIT_PARALLEL_REGION,
    HOOKS(.implicit_terminator = "scf.reduce"),
  },
  {
    OP("scf.reduce", "end of an scf.parallel body: the values it reduces"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    REGIONS({"reductions", 1, 1, true, .summary = "region with 1 blocks"}),
    .traits = TRAIT_TERMINATOR | TRAIT_RECURSIVE_EFFECTS,
    PARENTS("scf.parallel"),
    FORMAT("(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict"),
  },
  {
    OP("scf.reduce.return", "result of one reduction step"),
    OPERANDS({"result", &C_AnyType}),
    .traits = TRAIT_PURE | TRAIT_TERMINATOR,
    PARENTS("scf.reduce"),
    FORMAT("$result attr-dict `:` type($result)"),
  },
  {
    OP("scf.while", "a loop with a condition region and a body region"),
    OPERANDS({"inits", &C_AnyType, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    REGIONS({"before", 1, 1, .summary = "region with 1 blocks"}, {"after", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_REGION_BRANCH | TRAIT_LOOP_LIKE | TRAIT_RECURSIVE_EFFECTS | TRAIT_SINGLE_BLOCK,
  },
  {
    OP("scf.yield", "end of a region: the values it gives to its parent"),
    OPERANDS({"results", &C_AnyType, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_RETURN_LIKE | TRAIT_TERMINATOR,
    PARENTS("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
    FORMAT("attr-dict ($results^ `:` type($results))?"),
  },
};

const DialectDef scf_dialect = {
  .name = "scf", .ops = scf_ops, .op_count = countof(scf_ops),
  .summary = "structured loops and conditions",
};
