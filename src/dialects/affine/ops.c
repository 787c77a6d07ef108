// The affine dialect: loops and accesses with affine subscripts (https://mlir.llvm.org/docs/Dialects/Affine/).
#include "ops/memref.h"
#include "dialects/affine/fold.h"
#include "dialects/affine/hooks.h"
#include "dialects/common/constraints.h"
#include "dialects/memref/fold.h"

// Reductions are arith's atomic_rmw kinds as 64-bit integers.
static const AttrConstraint AC_AffineReductions = {
    "Reduction ops", check_attr_array, &AC_AtomicRMWKind, .name = "TypedArrayAttrBase", .storage = 1u << ATTR_ARRAY};

static const OpDef affine_ops[] = {
  {
    OP("affine.apply", "evaluate an affine map of one result"),
    OPERANDS({"mapOperands", &C_Index, VARIADIC}),
    RESULTS({"", &C_Index}),
    ATTRS({"map", &AC_AffineMapAttr}),
    .traits = TRAIT_PURE,
    HOOKS(.parse = parse_apply, .print = print_apply, .verify = verify_apply, .fold = fold_affine_apply),
  },
  {
    OP("affine.delinearize_index", "split a linear index by a basis"),
    OPERANDS({"linear_index", &C_Index}, {"dynamic_basis", &C_Index, VARIADIC}),
    RESULTS({"multi_index", &C_Index, VARIADIC}),
    ATTRS({"static_basis", &AC_DenseI64ArrayAttr}),
    .traits = TRAIT_PURE,
    FORMAT("$linear_index `into` custom<DynamicIndexList>($dynamic_basis, "
           "$static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") attr-dict `:` type($multi_index)"),
    HOOKS(.verify = verify_delinearize, .fold = fold_affine_delinearize),
  },
  {
    OP("affine.dma_start", "start an asynchronous copy at affine subscripts"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    ATTRS({"src_map", &AC_AffineMapAttr, ATTR_OPTIONAL}, {"dst_map", &AC_AffineMapAttr, ATTR_OPTIONAL},
          {"tag_map", &AC_AffineMapAttr, ATTR_OPTIONAL}),   // the verifier asks for them
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_NO_PROPERTIES,
    HOOKS(.parse = parse_dma_start, .print = print_dma_start, .verify = verify_dma_start, .fold = fold_memref_access),
  },
  {
    OP("affine.dma_wait", "wait for an asynchronous copy to end"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    ATTRS({"tag_map", &AC_AffineMapAttr, ATTR_OPTIONAL}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_NO_PROPERTIES,
    HOOKS(.parse = parse_dma_wait, .print = print_dma_wait, .verify = verify_dma_wait, .fold = fold_memref_access),
  },
  {
    OP("affine.for", "a loop with affine bounds"),
    OPERANDS({"lowerBoundOperands", &C_Index, VARIADIC}, {"upperBoundOperands", &C_Index, VARIADIC},
             {"inits", &C_AnyType, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"lowerBoundMap", &AC_AffineMapAttr}, {"upperBoundMap", &AC_AffineMapAttr}, {"step", &AC_IndexAttr},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    REGIONS({"region", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_ATTR_SIZED_OPERANDS | TRAIT_ALLOCATION_SCOPE | TRAIT_SINGLE_BLOCK | TRAIT_RECURSIVE_EFFECTS |
              TRAIT_LOOP_LIKE | TRAIT_REGION_BRANCH,
    HOOKS(.parse = parse_affine_for, .print = print_affine_for, .verify_regions = verify_affine_for_regions,
          .implicit_terminator = "affine.yield", .fold = fold_affine_for),
  },
  {
    OP("affine.if", "run one of two regions by an integer set"),
    OPERANDS({"", &C_AnyType, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"condition", &AC_IntegerSetAttr}),
    REGIONS({"thenRegion", 1, 1, .summary = "region with 1 blocks"}, {"elseRegion"}),
    .traits = TRAIT_SINGLE_BLOCK | TRAIT_RECURSIVELY_SPECULATABLE | TRAIT_RECURSIVE_EFFECTS |
              TRAIT_NO_REGION_ARGUMENTS | TRAIT_REGION_BRANCH,
    HOOKS(.parse = parse_affine_if, .print = print_affine_if, .verify = verify_affine_if,
          .verify_regions = verify_affine_if_regions, .implicit_terminator = "affine.yield", .fold = fold_affine_if),
  },
  {
    OP("affine.linearize_index", "join indices to a linear one by a basis"),
    OPERANDS({"multi_index", &C_Index, VARIADIC}, {"dynamic_basis", &C_Index, VARIADIC}),
    RESULTS({"linear_index", &C_Index}),
    ATTRS({"static_basis", &AC_DenseI64ArrayAttr}, {"disjoint", &AC_UnitProp, ATTR_DEFAULT | ATTR_PROP, "false"},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS,
    FORMAT("(`disjoint` $disjoint^)? ` ` `[` $multi_index `]` `by` custom<DynamicIndexList>($dynamic_basis, "
           "$static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") attr-dict `:` type($linear_index)"),
    HOOKS(.verify = verify_linearize, .fold = fold_affine_linearize),
  },
  {
    OP("affine.load", "read an element at affine subscripts"),
    OPERANDS({"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyType}),
    ATTRS({"map", &AC_AffineMapAttr}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_EFFECT_READ,
    HOOKS(.parse = parse_affine_load, .print = print_affine_load, .verify = verify_affine_load, .fold = fold_affine_load),
  },
  {
    OP("affine.max", "largest result of an affine map"),
    OPERANDS({"operands", &C_Index, VARIADIC}),
    RESULTS({"", &C_Index}),
    ATTRS({"map", &AC_AffineMapAttr}),
    .traits = TRAIT_PURE,
    HOOKS(.parse = parse_min_max, .print = print_apply, .verify = verify_min_max, .fold = fold_affine_min_max),
  },
  {
    OP("affine.min", "smallest result of an affine map"),
    OPERANDS({"operands", &C_Index, VARIADIC}),
    RESULTS({"", &C_Index}),
    ATTRS({"map", &AC_AffineMapAttr}),
    .traits = TRAIT_PURE,
    HOOKS(.parse = parse_min_max, .print = print_apply, .verify = verify_min_max, .fold = fold_affine_min_max),
  },
  {
    OP("affine.parallel", "a parallel loop nest with affine bounds"),
    OPERANDS({"mapOperands", &C_Index, VARIADIC}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    ATTRS({"reductions", &AC_AffineReductions}, {"lowerBoundsMap", &AC_AffineMapAttr},
          {"lowerBoundsGroups", &AC_I32ElementsAttr}, {"upperBoundsMap", &AC_AffineMapAttr},
          {"upperBoundsGroups", &AC_I32ElementsAttr}, {"steps", &AC_I64ArrayAttr}),
    REGIONS({"region", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_ALLOCATION_SCOPE | TRAIT_SINGLE_BLOCK | TRAIT_RECURSIVELY_SPECULATABLE | TRAIT_RECURSIVE_EFFECTS |
              TRAIT_LOOP_LIKE | TRAIT_MEMREFS_NORMALIZABLE,
    HOOKS(.parse = parse_affine_parallel, .print = print_affine_parallel, .verify = verify_affine_parallel,
          .implicit_terminator = "affine.yield", .fold = fold_affine_parallel),
  },
  {
    OP("affine.prefetch", "hint that an element at affine subscripts will be used"),
    OPERANDS({"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    ATTRS({"isWrite", &AC_BoolAttr}, {"localityHint", &AC_I32Attr_0to3}, {"isDataCache", &AC_BoolAttr},
          {"map", &AC_AffineMapAttr}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE,
    HOOKS(.parse = parse_affine_prefetch, .print = print_affine_prefetch, .verify = verify_affine_prefetch, .fold = fold_memref_access),
  },
  {
    OP("affine.store", "write an element at affine subscripts"),
    OPERANDS({"value", &C_AnyType}, {"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    ATTRS({"map", &AC_AffineMapAttr}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_EFFECT_WRITE,
    HOOKS(.parse = parse_affine_store, .print = print_affine_store, .verify = verify_affine_store, .fold = fold_memref_store),
  },
  {
    OP("affine.vector_load", "read a vector at affine subscripts"),
    OPERANDS({"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"map", &AC_AffineMapAttr}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_EFFECT_READ,
    HOOKS(.parse = parse_affine_vector_load, .print = print_affine_load, .verify = verify_affine_vector_load),
  },
  {
    OP("affine.vector_store", "write a vector at affine subscripts"),
    OPERANDS({"value", &C_AnyVectorOfNonZeroRank}, {"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    ATTRS({"map", &AC_AffineMapAttr}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_EFFECT_WRITE,
    HOOKS(.parse = parse_affine_vector_store, .print = print_affine_store, .verify = verify_affine_vector_store),
  },
  {
    OP("affine.yield", "end of an affine region: its results"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_TERMINATOR | TRAIT_RETURN_LIKE | TRAIT_MEMREFS_NORMALIZABLE,
    FORMAT("attr-dict ($operands^ `:` type($operands))?"),
    HOOKS(.verify = verify_affine_yield),
  },
};

const DialectDef affine_dialect = {
  .name = "affine", .ops = affine_ops, .op_count = countof(affine_ops),
  .summary = "loops and accesses with affine subscripts",
  .materialize_constant = materialize_arith_constant,
};
