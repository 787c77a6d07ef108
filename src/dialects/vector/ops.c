// The vector dialect: multi-dimensional vectors (https://mlir.llvm.org/docs/Dialects/Vector/).
#include "ops/arith.h"
#include "dialects/vector/fold.h"

#include "asm/parser.h"
#include "dialects/arith/fold.h"
#include "dialects/common/constraints.h"
#include "dialects/common/relations.h"

// --- Enums and attributes

const EnumDef vector_combining_kinds = {
  "::mlir::vector::CombiningKind", .bits = 32,
  ENUM_CASES({"add", 0}, {"mul", 1}, {"minui", 2}, {"minsi", 3}, {"minnumf", 4}, {"maxui", 5}, {"maxsi", 6},
             {"maxnumf", 7}, {"and", 8}, {"or", 9}, {"xor", 10}, {"maximumf", 12}, {"minimumf", 11}),
};
static const EnumDef iterator_types = {
  "::mlir::vector::IteratorType", .bits = 32,
  ENUM_CASES({"parallel", 0}, {"reduction", 1}),
};
static const EnumDef punctuations = {
  "::mlir::vector::PrintPunctuation", .bits = 32,
  ENUM_CASES({"no_punctuation", 0}, {"newline", 1}, {"comma", 2}, {"open", 3}, {"close", 4}),
};

static const ParamsDef vector_kind_attr_params = {
  PARAMS({"value", PARAM_ENUM, .def = &vector_combining_kinds, .cpp = "::mlir::vector::CombiningKind"}), .format = "`<` $value `>`", .class_name = "Vector_CombiningKindAttr",
};
const AttrDef vector_kind_attr = {"vector", "kind", ATTR_DIALECT, .params = &vector_kind_attr_params};
static const ParamsDef vector_iterator_type_attr_params = {
  PARAMS({"value", PARAM_ENUM, .def = &iterator_types, .cpp = "::mlir::vector::IteratorType"}), .format = "`<` $value `>`", .class_name = "Vector_IteratorTypeEnum",
};
const AttrDef vector_iterator_type_attr = {"vector", "iterator_type", ATTR_DIALECT, .params = &vector_iterator_type_attr_params};
static const ParamsDef vector_punctuation_attr_params = {
  PARAMS({"value", PARAM_ENUM, .def = &punctuations, .cpp = "::mlir::vector::PrintPunctuation"}), .format = "`<` $value `>`", .class_name = "Vector_PrintPunctuation",
};
const AttrDef vector_punctuation_attr = {"vector", "punctuation", ATTR_DIALECT, .params = &vector_punctuation_attr_params};

static const AttrConstraint AC_Vector_CombiningKind = DEF_CONSTRAINT(
    "Vector_CombiningKindAttr", "Kind of combining function for contractions and reductions", vector_kind_attr);
static const AttrConstraint AC_Vector_PrintPunctuation = DEF_CONSTRAINT(
    "Vector_PrintPunctuation", "Punctuation for separating vectors or vector elements", vector_punctuation_attr);
static const AttrConstraint iterator_type = {"iterator type", check_attr_def, .attr_def = &vector_iterator_type_attr};
static const AttrConstraint AC_Vector_IteratorTypeArray = {
    "Iterator type should be an enum.", check_attr_array, &iterator_type, .name = "Vector_IteratorTypeArrayAttr",
    .storage = 1u << ATTR_ARRAY};

// ---------------------------------------------------------------------------------------------
// Relations

static T with_last_dim(Context *ctx, const ShapedType *vector, int64_t size) {
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  int64_t *dims = arena_new(&scratch, int64_t, vector->rank);
  T type = &vector->base;
  if (dims) {
    memcpy(dims, vector->dims, vector->rank * sizeof *dims);
    dims[vector->rank - 1] = size;
    type = type_vector(ctx, dims, (uint32_t)vector->rank, vector->scalable, vector->element);
  }
  arena_free(&scratch);
  return type;
}

static T half_last_dim(Context *ctx, T type) {
  const ShapedType *vector = as_vector(type);
  if (!vector || !vector->rank || vector->dims[vector->rank - 1] < 2) return type;
  return with_last_dim(ctx, vector, vector->dims[vector->rank - 1] / 2);
}

static T double_last_dim(Context *ctx, T type) {
  const ShapedType *vector = as_vector(type);
  if (!vector) return type;
  if (!vector->rank) return type_vector(ctx, &(int64_t){2}, 1, 0, vector->element);
  int64_t size = vector->dims[vector->rank - 1];
  return size > INT64_MAX / 2 ? type : with_last_dim(ctx, vector, size * 2);
}

static bool even_last_dim(const Operation *op) {
  const ShapedType *vector = as_vector(op_operand_type(op, 0));
  return vector && vector->rank && vector->dims[vector->rank - 1] % 2 == 0;
}

static bool elements_fit(T type, const Use *operands, const Value *results, uint32_t count) {
  const ShapedType *shaped = type_as_shaped(type);
  if (!shaped || type_num_elements(type) != (int64_t)count) return false;
  for (uint32_t i = 0; i < count; i++)
    if ((operands ? operands[i].value->type : results[i].type) != shaped->element) return false;
  return true;
}

static bool elements_fit_dest(const Operation *op) {
  return elements_fit(op_result_type(op, 0), op->operands, NULL, op->operand_count);
}

static bool elements_fit_source(const Operation *op) {
  return elements_fit(op_operand_type(op, 0), NULL, op->results, op->result_count);
}

static bool prints_string_or_value(const Operation *op) {
  if (!op_prop(op, "stringLiteral")) return true;
  A punctuation = op_prop(op, "punctuation");
  return !op->operand_count && punctuation && attr_param(punctuation, 0) == 1;  // newline
}

static bool position_is_multiple(const Operation *op, T type) {
  int64_t length = type_num_elements(type);
  return length > 0 && op_prop_i64(op, "pos") % length == 0;
}

static bool position_fits_result(const Operation *op) { return position_is_multiple(op, op_result_type(op, 0)); }
static bool position_fits_source(const Operation *op) { return position_is_multiple(op, op_operand_type(op, 0)); }

// ---------------------------------------------------------------------------------------------
// Operations

static const OpDef vector_ops[] = {
  {
    OP("vector.bitcast", "reinterpret a vector with elements of another width"),
    OPERANDS({"source", &C_AnyVectorOfAnyRank}),
    RESULTS({"result", &C_AnyVectorOfAnyRank}),
    RELATIONS({REL_ALL_RANKS_MATCH, {"source", "result"}, "all of {source, result} have same rank"}),
    .traits = TRAIT_PURE,
    FORMAT("$source attr-dict `:` type($source) `to` type($result)"),
    HOOKS(.fold = fold_vector_bitcast, .verify = verify_bitcast),
  },
  {
    OP("vector.broadcast", "repeat a scalar or a smaller vector"),
    OPERANDS({"source", &C_AnyType}),
    RESULTS({"vector", &C_AnyVectorOfAnyRank}),
    RELATIONS({REL_PREDICATE, {0}, "source operand and result have same element type", .check = operand_0_element}),
    .traits = TRAIT_PURE,
    FORMAT("$source attr-dict `:` type($source) `to` type($vector)"),
    HOOKS(.fold = fold_vector_broadcast, .verify = verify_broadcast),
  },
  {
    OP("vector.compressstore", "store the elements a mask selects next to each other"),
    OPERANDS({"base", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}, {"mask", &C_FixedVectorOfNonZeroRankOfI1},
             {"valueToStore", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_WRITE,
    FORMAT("$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` "
           "type($valueToStore)"),
    HOOKS(.verify = verify_compressstore),
  },
  {
    OP("vector.constant_mask", "a mask with a leading block of set bits"),
    RESULTS({"", &C_VectorOfAnyRankOfI1}),
    ATTRS({"mask_dim_sizes", &AC_DenseI64ArrayAttr}),
    .traits = TRAIT_PURE,
    FORMAT("$mask_dim_sizes attr-dict `:` type(results)"),
    HOOKS(.fold = fold_vector_constant_mask, .verify = verify_constant_mask),
  },
  {
    OP("vector.contract", "generalised matrix product with accumulation"),
    OPERANDS({"lhs", &C_AnyVectorOfNonZeroRank}, {"rhs", &C_AnyVectorOfNonZeroRank}, {"acc", &C_AnyType}),
    RESULTS({"", &C_AnyType}),
    ATTRS({"indexing_maps", &AC_ArrayAttr}, {"iterator_types", &AC_Vector_IteratorTypeArray},
          {"kind", &AC_Vector_CombiningKind, ATTR_DEFAULT, "#vector.kind<add>"}),
    RELATIONS({REL_PREDICATE, {0}, "lhs and rhs have same element type", .check = operands_0_1_element},
              {REL_PREDICATE, {0}, "third operand acc and result have same element type", .check = operand_2_element}),
    .traits = TRAIT_PURE,
    HOOKS(.parse = parse_contract, .print = print_contract, .verify = verify_contract),
  },
  {
    OP("vector.create_mask", "a mask whose leading block is given at run time"),
    OPERANDS({"operands", &C_Index, VARIADIC}),
    RESULTS({"", &C_VectorOfAnyRankOfI1}),
    .traits = TRAIT_PURE,
    FORMAT("$operands attr-dict `:` type(results)"),
    HOOKS(.verify = verify_create_mask),
  },
  {
    OP("vector.deinterleave", "split a vector into even and odd elements"),
    OPERANDS({"source", &C_AnyVectorOfNonZeroRank}),
    RESULTS({"res1", &C_AnyVectorOfNonZeroRank}, {"res2", &C_AnyVectorOfNonZeroRank}),
    RELATIONS({REL_PREDICATE, {0}, "the trailing dimension of the source vector has an even number of elements", .check = even_last_dim},
              {REL_TYPES_MATCH_WITH, {"source", "res1"}, "the trailing dimension of the results is half the width of source trailing dimension", .transform = half_last_dim},
              {REL_ALL_TYPES_MATCH, {"res1", "res2"}, "all of {res1, res2} have same type"}),
    .traits = TRAIT_PURE,
    FORMAT("$source attr-dict `:` type($source) `->` type($res1)"),
    HOOKS(.result_names = suggest_record_names),
  },
  {
    OP("vector.expandload", "load consecutive elements into the lanes a mask selects"),
    OPERANDS({"base", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}, {"mask", &C_FixedVectorOfNonZeroRankOfI1},
             {"pass_thru", &C_AnyVectorOfNonZeroRank}),
    RESULTS({"result", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_READ,
    FORMAT("$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` "
           "type($pass_thru) `into` type($result)"),
    HOOKS(.verify = verify_expandload),
  },
  {
    OP("vector.extract", "take an element or a sub-vector out of a vector"),
    OPERANDS({"source", &C_AnyVectorOfAnyRank}, {"dynamic_position", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyType}),
    ATTRS({"static_position", &AC_DenseI64ArrayAttr}),
    RELATIONS({REL_PREDICATE, {0}, "operand and result have same element type", .check = operand_0_element}),
    .traits = TRAIT_PURE | TRAIT_INFER_TYPES,
    FORMAT("$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($result) "
           "`from` type($source)"),
    HOOKS(.fold = fold_vector_extract, .infer = infer_extract, .compatible_types = extract_types_compatible, .verify = verify_extract),
  },
  {
    OP("vector.extract_strided_slice", "take a slice out of a vector"),
    OPERANDS({"source", &C_AnyVectorOfNonZeroRank}),
    RESULTS({"", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"offsets", &AC_I64ArrayAttr}, {"sizes", &AC_I64ArrayAttr}, {"strides", &AC_I64ArrayAttr}),
    RELATIONS({REL_PREDICATE, {0}, "operand and result have same element type", .check = operand_0_element}),
    .traits = TRAIT_PURE,
    FORMAT("$source attr-dict `:` type($source) `to` type(results)"),
    HOOKS(.fold = fold_vector_extract_strided_slice, .verify = verify_extract_strided_slice),
  },
  {
    OP("vector.fma", "lhs * rhs + acc per element with a single rounding"),
    OPERANDS({"lhs", &C_VectorOfAnyRankOfFloat}, {"rhs", &C_VectorOfAnyRankOfFloat},
             {"acc", &C_VectorOfAnyRankOfFloat}),
    RESULTS({"result", &C_VectorOfAnyRankOfFloat}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "rhs", "acc", "result"}, "all of {lhs, rhs, acc, result} have same type"}),
    .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE,
    FORMAT("$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"),
  },
  {
    OP("vector.from_elements", "a vector made of scalars"),
    OPERANDS({"elements", &C_AnyType, VARIADIC}),
    RESULTS({"dest", &C_AnyFixedVectorOfAnyRank}),
    RELATIONS({REL_PREDICATE, {"dest", "elements"}, "shaped type 'dest' matches 'elements' element count and types",
               .check = elements_fit_dest, .transform_all = shaped_elements}),
    .traits = TRAIT_PURE,
    FORMAT("$elements attr-dict `:` type($dest)"),
    HOOKS(.fold = fold_vector_from_elements),
  },
  {
    OP("vector.gather", "load the elements an index vector names"),
    OPERANDS({"base", &C_TensorOrMemRef}, {"offsets", &C_Index, VARIADIC},
             {"indices", &C_VectorOfNonZeroRankOfIntegerOrIndex}, {"mask", &C_VectorOfNonZeroRankOfI1},
             {"pass_thru", &C_AnyVectorOfNonZeroRank}),
    RESULTS({"result", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_READ,
    FORMAT("$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` "
           "type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)"),
    HOOKS(.verify = verify_gather),
  },
  {
    OP("vector.insert", "put an element or a sub-vector into a vector"),
    OPERANDS({"valueToStore", &C_AnyType}, {"dest", &C_AnyVectorOfAnyRank}, {"dynamic_position", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyVectorOfAnyRank}),
    ATTRS({"static_position", &AC_DenseI64ArrayAttr}),
    RELATIONS({REL_PREDICATE, {0}, "source operand and result have same element type", .check = operand_0_element},
              {REL_ALL_TYPES_MATCH, {"dest", "result"}, "all of {dest, result} have same type"}),
    .traits = TRAIT_PURE,
    FORMAT("$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` "
           "type($valueToStore) `into` type($dest)"),
    HOOKS(.fold = fold_vector_insert, .verify = verify_insert),
  },
  {
    OP("vector.insert_strided_slice", "put a slice into a vector"),
    OPERANDS({"valueToStore", &C_AnyVectorOfNonZeroRank}, {"dest", &C_AnyVectorOfNonZeroRank}),
    RESULTS({"result", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"offsets", &AC_I64ArrayAttr}, {"strides", &AC_I64ArrayAttr}),
    RELATIONS({REL_PREDICATE, {0}, "operand #0 and result have same element type", .check = operand_0_element},
              {REL_ALL_TYPES_MATCH, {"dest", "result"}, "all of {dest, result} have same type"}),
    .traits = TRAIT_PURE,
    FORMAT("$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"),
    HOOKS(.fold = fold_vector_insert_strided_slice, .verify = verify_insert_strided_slice),
  },
  {
    OP("vector.interleave", "merge two vectors, taking elements in turn"),
    OPERANDS({"lhs", &C_AnyVectorOfAnyRank}, {"rhs", &C_AnyVectorOfAnyRank}),
    RESULTS({"result", &C_AnyVectorOfNonZeroRank}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"lhs", "rhs"}, "all of {lhs, rhs} have same type"},
              {REL_TYPES_MATCH_WITH, {"lhs", "result"}, "type of 'result' is double the width of the inputs", .transform = double_last_dim}),
    .traits = TRAIT_PURE,
    FORMAT("$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"),
  },
  {
    OP("vector.load", "read a vector from consecutive elements"),
    OPERANDS({"base", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyVectorOfAnyRank}),
    ATTRS({"nontemporal", &AC_BoolAttr, ATTR_OPTIONAL | ATTR_DEFAULT, "false"},
          {"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_READ,
    FORMAT("$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"),
    HOOKS(.fold = fold_vector_memory, .verify = verify_load),
  },
  {
    OP("vector.mask", "run an operation only on the lanes of a mask"),
    OPERANDS({"mask", &C_VectorOfNonZeroRankOfI1}, {"passthru", &C_AnyType, OPTIONAL}),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    REGIONS({"maskRegion", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_SINGLE_BLOCK | TRAIT_RECURSIVE_EFFECTS | TRAIT_NO_REGION_ARGUMENTS,
    HOOKS(.fold = fold_vector_mask, .parse = parse_mask, .print = print_mask, .verify = verify_mask, .implicit_terminator = "vector.yield"),
  },
  {
    OP("vector.maskedload", "read the lanes a mask selects"),
    OPERANDS({"base", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}, {"mask", &C_VectorOfNonZeroRankOfI1},
             {"pass_thru", &C_AnyVectorOfNonZeroRank}),
    RESULTS({"result", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_READ,
    FORMAT("$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` "
           "type($pass_thru) `into` type($result)"),
    HOOKS(.fold = fold_vector_memory, .verify = verify_masked_load),
  },
  {
    OP("vector.maskedstore", "write the lanes a mask selects"),
    OPERANDS({"base", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}, {"mask", &C_VectorOfNonZeroRankOfI1},
             {"valueToStore", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_WRITE,
    FORMAT("$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` "
           "type($valueToStore)"),
    HOOKS(.fold = fold_vector_memory, .verify = verify_masked_store),
  },
  {
    OP("vector.multi_reduction", "reduce some dimensions of a vector"),
    OPERANDS({"source", &C_AnyVectorOfNonZeroRank}, {"acc", &C_AnyType}),
    RESULTS({"dest", &C_AnyType}),
    ATTRS({"kind", &AC_Vector_CombiningKind}, {"reduction_dims", &AC_DenseI64ArrayAttr}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"dest", "acc"}, "all of {dest, acc} have same type"},
              {REL_PREDICATE, {0}, "source operand and result have same element type", .check = operand_0_element}),
    .traits = TRAIT_PURE | TRAIT_INFER_TYPES,
    FORMAT("$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"),
    HOOKS(.fold = fold_vector_multi_reduction, .verify = verify_multi_reduction),
  },
  {
    OP("vector.outerproduct", "outer product of two vectors, with optional accumulation"),
    OPERANDS({"lhs", &C_AnyVectorOfNonZeroRank}, {"rhs", &C_AnyType}, {"acc", &C_AnyVectorOfNonZeroRank, OPTIONAL}),
    RESULTS({"", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"kind", &AC_Vector_CombiningKind, ATTR_DEFAULT, "#vector.kind<add>"}),
    RELATIONS({REL_PREDICATE, {0}, "lhs operand and result have same element type", .check = operand_0_element},
              {REL_PREDICATE, {0}, "rhs operand and result have same element type", .check = operand_1_element}),
    .traits = TRAIT_PURE,
    HOOKS(.parse = parse_outerproduct, .print = print_outerproduct, .verify = verify_outerproduct),
  },
  {
    OP("vector.print", "print a value or text (for tests)"),
    OPERANDS({"source", &C_VectorPrintSource, OPTIONAL}),
    ATTRS({"punctuation", &AC_Vector_PrintPunctuation, ATTR_DEFAULT, "#vector.punctuation<newline>"},
          {"stringLiteral", &AC_Builtin_StringAttr, ATTR_OPTIONAL}),
    RELATIONS({REL_PREDICATE, {0}, "`source` or `punctuation` are not set when printing strings", .check = prints_string_or_value}),
    .traits = TRAIT_EFFECT_WRITE,
    FORMAT("($source^ `:` type($source))? oilist( `str` $stringLiteral | `punctuation` $punctuation) attr-dict"),
  },
  {
    OP("vector.reduction", "reduce a vector to a scalar"),
    OPERANDS({"vector", &C_AnyVectorOfAnyRank}, {"acc", &C_AnyType, OPTIONAL}),
    RESULTS({"dest", &C_AnyType}),
    ATTRS({"kind", &AC_Vector_CombiningKind},
          {"fastmath", &AC_Arith_FastMathAttr, ATTR_DEFAULT, "#arith.fastmath<none>"}),
    RELATIONS({REL_PREDICATE, {0}, "source operand and result have same element type", .check = operand_0_element},
              {REL_OPTIONAL_TYPES_MATCH_WITH, {"dest", "acc"}, "dest and acc have the same type", .transform = same_type}),
    .traits = TRAIT_PURE,
    FORMAT("$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` "
           "type($dest)"),
    HOOKS(.verify = verify_reduction),
  },
  {
    OP("vector.scalable.extract", "take a vector out of a scalable one"),
    OPERANDS({"source", &C_ScalableVectorOfRank1}),
    RESULTS({"result", &C_VectorOfRank1}),
    ATTRS({"pos", &AC_I64Attr}),
    RELATIONS({REL_ALL_ELEMENT_TYPES_MATCH, {"source", "result"}, "all of {source, result} have same element type"},
              {REL_PREDICATE, {0}, "position is a multiple of the result length.", .check = position_fits_result}),
    .traits = TRAIT_PURE,
    FORMAT("$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)"),
  },
  {
    OP("vector.scalable.insert", "put a vector into a scalable one"),
    OPERANDS({"valueToStore", &C_VectorOfRank1}, {"dest", &C_ScalableVectorOfRank1}),
    RESULTS({"result", &C_ScalableVectorOfRank1}),
    ATTRS({"pos", &AC_I64Attr}),
    RELATIONS({REL_ALL_ELEMENT_TYPES_MATCH, {"valueToStore", "dest"}, "all of {valueToStore, dest} have same element type"},
              {REL_ALL_TYPES_MATCH, {"dest", "result"}, "all of {dest, result} have same type"},
              {REL_PREDICATE, {0}, "position is a multiple of the source length.", .check = position_fits_source}),
    .traits = TRAIT_PURE,
    FORMAT("$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)"),
  },
  {
    OP("vector.scan", "running reduction along one dimension"),
    OPERANDS({"source", &C_AnyVectorOfNonZeroRank}, {"initial_value", &C_AnyVectorOfAnyRank}),
    RESULTS({"dest", &C_AnyVectorOfNonZeroRank}, {"accumulated_value", &C_AnyVectorOfAnyRank}),
    ATTRS({"kind", &AC_Vector_CombiningKind}, {"reduction_dim", &AC_I64Attr}, {"inclusive", &AC_BoolAttr}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"source", "dest"}, "all of {source, dest} have same type"},
              {REL_ALL_TYPES_MATCH, {"initial_value", "accumulated_value"}, "all of {initial_value, accumulated_value} have same type"}),
    .traits = TRAIT_PURE,
    FORMAT("$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"),
    HOOKS(.verify = verify_scan, .result_names = suggest_record_names),
  },
  {
    OP("vector.scatter", "store elements where an index vector says"),
    OPERANDS({"base", &C_TensorOrMemRef}, {"offsets", &C_Index, VARIADIC},
             {"indices", &C_VectorOfNonZeroRankOfIntegerOrIndex}, {"mask", &C_VectorOfNonZeroRankOfI1},
             {"valueToStore", &C_AnyVectorOfNonZeroRank}),
    RESULTS({"result", &C_AnyRankedTensor, OPTIONAL}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_WRITE,
    FORMAT("$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` "
           "type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?"),
    HOOKS(.verify = verify_scatter),
  },
  {
    OP("vector.shape_cast", "the same elements in another shape"),
    OPERANDS({"source", &C_AnyVectorOfAnyRank}),
    RESULTS({"result", &C_AnyVectorOfAnyRank}),
    .traits = TRAIT_PURE,
    FORMAT("$source attr-dict `:` type($source) `to` type($result)"),
    HOOKS(.fold = fold_vector_shape_cast, .verify = verify_shape_cast),
  },
  {
    OP("vector.shuffle", "choose elements of two vectors by a mask"),
    OPERANDS({"v1", &C_AnyFixedVectorOfAnyRank}, {"v2", &C_AnyFixedVectorOfAnyRank}),
    RESULTS({"vector", &C_AnyVectorOfNonZeroRank}),
    ATTRS({"mask", &AC_DenseI64ArrayAttr}),
    RELATIONS({REL_PREDICATE, {0}, "first operand v1 and result have same element type", .check = operand_0_element},
              {REL_PREDICATE, {0}, "second operand v2 and result have same element type", .check = operand_1_element}),
    .traits = TRAIT_PURE | TRAIT_INFER_TYPES,
    FORMAT("operands $mask attr-dict `:` type(operands)"),
    HOOKS(.fold = fold_vector_shuffle, .infer = infer_shuffle, .verify = verify_shuffle),
  },
  {
    OP("vector.step", "the vector 0, 1, 2, …"),
    RESULTS({"result", &C_VectorOfRank1OfIndex}),
    .traits = TRAIT_PURE,
    FORMAT("attr-dict `:` type($result)"),
  },
  {
    OP("vector.store", "write a vector to consecutive elements"),
    OPERANDS({"valueToStore", &C_AnyVectorOfAnyRank}, {"base", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    ATTRS({"nontemporal", &AC_BoolAttr, ATTR_OPTIONAL | ATTR_DEFAULT, "false"},
          {"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_WRITE,
    FORMAT("$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)"),
    HOOKS(.fold = fold_vector_memory, .verify = verify_store),
  },
  {
    OP("vector.to_elements", "all elements of a vector as scalars"),
    OPERANDS({"source", &C_AnyVectorOfAnyRank}),
    RESULTS({"elements", &C_AnyType, VARIADIC}),
    RELATIONS({REL_PREDICATE, {0}, "shaped type 'source' matches 'elements' element count and types", .check = elements_fit_source}),
    .traits = TRAIT_PURE | TRAIT_INFER_TYPES,
    FORMAT("$source attr-dict `:` type($source)"),
    HOOKS(.fold = fold_vector_to_elements, .infer = infer_to_elements),
  },
  {
    OP("vector.transfer_read", "read a vector from a memref or tensor, padded outside its bounds"),
    OPERANDS({"base", &C_AnyShaped}, {"indices", &C_Index, VARIADIC}, {"padding", &C_AnyType},
             {"mask", &C_VectorOfNonZeroRankOfI1, OPTIONAL}),
    RESULTS({"vector", &C_AnyVectorOfAnyRank}),
    ATTRS({"permutation_map", &AC_AffineMapAttr}, {"in_bounds", &AC_BoolArrayAttr},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_ATTR_SIZED_OPERANDS | TRAIT_DESTINATION_STYLE,
    HOOKS(.fold = fold_vector_transfer_read, .effects = transfer_effects, .speculatable = transfer_is_speculatable, .parse = parse_transfer_read, .print = print_transfer_read, .verify = verify_transfer_read),
  },
  {
    OP("vector.transfer_write", "write a vector to a memref or tensor, within its bounds"),
    OPERANDS({"valueToStore", &C_AnyVectorOfAnyRank}, {"base", &C_AnyShaped}, {"indices", &C_Index, VARIADIC},
             {"mask", &C_VectorOfNonZeroRankOfI1, OPTIONAL}),
    RESULTS({"result", &C_AnyRankedTensor, OPTIONAL}),
    ATTRS({"permutation_map", &AC_AffineMapAttr}, {"in_bounds", &AC_BoolArrayAttr},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_ATTR_SIZED_OPERANDS | TRAIT_DESTINATION_STYLE,
    HOOKS(.fold = fold_vector_transfer_write, .effects = transfer_effects, .speculatable = transfer_is_speculatable, .parse = parse_transfer_write, .print = print_transfer_write, .verify = verify_transfer_write),
  },
  {
    OP("vector.transpose", "permute the dimensions of a vector"),
    OPERANDS({"vector", &C_AnyVectorOfAnyRank}),
    RESULTS({"result", &C_AnyVectorOfAnyRank}),
    ATTRS({"permutation", &AC_DenseI64ArrayAttr}),
    RELATIONS({REL_PREDICATE, {0}, "operand and result have same element type", .check = operand_0_element}),
    .traits = TRAIT_PURE,
    FORMAT("$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"),
    HOOKS(.fold = fold_vector_transpose, .verify = verify_transpose),
  },
  {
    OP("vector.type_cast", "a memref of scalars seen as a memref of one vector"),
    OPERANDS({"memref", &C_StaticShapeMemRefOf}),
    RESULTS({"result", &C_AnyMemRef}),
    .traits = TRAIT_PURE,
    FORMAT("$memref attr-dict `:` type($memref) `to` type($result)"),
    HOOKS(.verify = verify_type_cast),
  },
  {
    OP("vector.vscale", "the run-time multiple of scalable vectors"),
    RESULTS({"res", &C_Index}),
    .traits = TRAIT_PURE,
    FORMAT("attr-dict"),
    HOOKS(RESULT_NAME("vscale")),
  },
  {
    OP("vector.yield", "end of a vector region: its results"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_RETURN_LIKE | TRAIT_TERMINATOR,
    FORMAT("attr-dict ($operands^ `:` type($operands))?"),
  },
};

static const AttrDef *const vector_attrs[] = {&vector_kind_attr, &vector_iterator_type_attr, &vector_punctuation_attr, NULL};

const DialectDef vector_dialect = {
  .name = "vector", .ops = vector_ops, .op_count = countof(vector_ops),
  .summary = "multi-dimensional vectors", .attrs = vector_attrs,
  .materialize_constant = materialize_arith_constant,
};
