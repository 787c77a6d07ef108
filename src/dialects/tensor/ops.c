// The tensor dialect: tensor values (https://mlir.llvm.org/docs/Dialects/TensorOps/).
#include "dialects/common/constraints.h"
#include "dialects/common/relations.h"
#include "dialects/complex/fold.h"
#include "dialects/registry.h"
#include "dialects/tensor/hooks.h"

static const OpDef tensor_ops[] = {
  {
    OP("tensor.bitcast", "reinterpret elements as a type of the same width"),
    OPERANDS({"source", &C_TensorOfNumbers}),
    RESULTS({"dest", &C_TensorOfNumbers}),
    .traits = TRAIT_PURE | TRAIT_CAST,
    FORMAT("$source attr-dict `:` type($source) `to` type($dest)"),
    HOOKS(.cast_ok = tensor_bitcast_ok),
  },
  {
    OP("tensor.cast", "between tensor types that may describe the same value"),
    OPERANDS({"source", &C_AnyTensor}),
    RESULTS({"dest", &C_AnyTensor}),
    .traits = TRAIT_PURE | TRAIT_CAST,
    FORMAT("$source attr-dict `:` type($source) `to` type($dest)"),
    HOOKS(RESULT_NAME("cast"), .cast_ok = tensor_cast_ok),
  },
  {
    OP("tensor.collapse_shape", "merge neighbouring dimensions"),
    OPERANDS({"src", &C_AnyTensor}),
    RESULTS({"result", &C_AnyTensor}),
    ATTRS({"reassociation", &AC_IndexListArrayAttr}),
    .traits = TRAIT_PURE,
    FORMAT("$src $reassociation attr-dict `:` type($src) `into` type($result)"),
    HOOKS(.fold = fold_tensor_collapse_shape, RESULT_NAME("collapsed"), .verify = verify_tensor_collapse),
  },
  {
    OP("tensor.concat", "join tensors along one dimension"),
    OPERANDS({"inputs", &C_AnyRankedTensor, VARIADIC}),
    RESULTS({"result", &C_AnyRankedTensor}),
    ATTRS({"dim", &AC_I64Attr}),
    .traits = TRAIT_PURE,
    FORMAT("`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"),
    HOOKS(.fold = fold_tensor_concat, RESULT_NAME("concat"), .verify = verify_tensor_concat),
  },
  {
    OP("tensor.dim", "size of one dimension"),
    OPERANDS({"source", &C_AnyNon0RankedOrUnrankedTensor}, {"index", &C_Index}),
    RESULTS({"result", &C_Index}),
    .traits = TRAIT_NO_MEMORY_EFFECT,
    FORMAT("attr-dict $source `,` $index `:` type($source)"),
    HOOKS(.fold = fold_tensor_dim, RESULT_NAME("dim")),
  },
  {
    OP("tensor.empty", "a tensor of a shape, contents undefined"),
    OPERANDS({"dynamicSizes", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyRankedTensor}),
    .traits = TRAIT_PURE,
    FORMAT("`(`$dynamicSizes`)` attr-dict `:` type($result)"),
    HOOKS(.verify = verify_tensor_dynamic_sizes),
  },
  {
    OP("tensor.expand_shape", "split dimensions"),
    OPERANDS({"src", &C_AnyTensor}, {"output_shape", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyTensor}),
    ATTRS({"reassociation", &AC_IndexListArrayAttr}, {"static_output_shape", &AC_DenseI64ArrayAttr}),
    .traits = TRAIT_PURE,
    FORMAT("$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) "
           "attr-dict `:` type($src) `into` type($result)"),
    HOOKS(.fold = fold_tensor_expand_shape, RESULT_NAME("expanded"), .verify = verify_tensor_expand),
  },
  {
    OP("tensor.extract", "take an element out"),
    OPERANDS({"tensor", &C_AnyRankedTensor}, {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyType}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"tensor", "result"}, "result type matches element type of tensor", .transform = element_of}),
    .traits = TRAIT_PURE,
    FORMAT("$tensor `[` $indices `]` attr-dict `:` type($tensor)"),
    HOOKS(.fold = fold_tensor_extract, RESULT_NAME("extracted"), .verify = verify_tensor_extract),
  },
  {
    OP("tensor.extract_slice", "take a strided slice out"),
    OPERANDS({"source", &C_AnyRankedTensor}, {"offsets", &C_Index, VARIADIC}, {"sizes", &C_Index, VARIADIC},
             {"strides", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyRankedTensor}),
    ATTRS({"static_offsets", &AC_DenseI64ArrayAttr}, {"static_sizes", &AC_DenseI64ArrayAttr},
          {"static_strides", &AC_DenseI64ArrayAttr}, {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS,
    FORMAT("$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, "
           "$static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` "
           "type($result)"),
    HOOKS(.fold = fold_tensor_extract_slice, RESULT_NAME("extracted_slice"), .verify = verify_tensor_extract_slice),
  },
  {
    OP("tensor.from_elements", "a tensor made of scalars"),
    OPERANDS({"elements", &C_AnyType, VARIADIC}),
    RESULTS({"result", &C_AnyStaticShapeTensor}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"result", "elements"}, "operand types match result element type", .transform = element_of,
               .count = type_num_elements}),
    .traits = TRAIT_PURE,
    FORMAT("$elements attr-dict `:` type($result)"),
    HOOKS(.fold = fold_tensor_from_elements, RESULT_NAME("from_elements")),
  },
  {
    OP("tensor.gather", "collect the slices that index tuples name"),
    OPERANDS({"source", &C_AnyRankedTensor}, {"indices", &C_RankedTensorOfIntegerOrIndex}),
    RESULTS({"result", &C_AnyRankedTensor}),
    ATTRS({"gather_dims", &AC_DenseI64ArrayAttr}, {"unique", &AC_UnitAttr, ATTR_OPTIONAL}),
    .traits = TRAIT_PURE,
    FORMAT("$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` "
           "functional-type(operands, results)"),
    HOOKS(.fold = fold_tensor_gather, RESULT_NAME("gather"), .verify = verify_tensor_gather),
  },
  {
    OP("tensor.generate", "a tensor whose elements a region computes"),
    OPERANDS({"dynamicExtents", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyRankedTensor}),
    REGIONS({"body", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_RECURSIVE_EFFECTS | TRAIT_SINGLE_BLOCK,
    FORMAT("$dynamicExtents $body attr-dict `:` type($result)"),
    HOOKS(.implicit_terminator = "tensor.yield", RESULT_NAME("generated"),
          .verify = verify_tensor_dynamic_sizes, .verify_regions = verify_tensor_generate_regions),
  },
  {
    OP("tensor.insert", "put an element in"),
    OPERANDS({"scalar", &C_AnyType}, {"dest", &C_AnyRankedTensor}, {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyRankedTensor}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"dest", "result"}, "result type matches type of dest", .transform = same_type},
              {REL_TYPES_MATCH_WITH, {"dest", "scalar"}, "scalar type matches element type of dest", .transform = element_of}),
    .traits = TRAIT_PURE | TRAIT_DESTINATION_STYLE,
    FORMAT("$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"),
    HOOKS(.fold = fold_tensor_insert, RESULT_NAME("inserted"), .verify = verify_tensor_insert),
  },
  {
    OP("tensor.insert_slice", "put a tensor into a strided slice of another"),
    OPERANDS({"source", &C_AnyRankedTensor}, {"dest", &C_AnyRankedTensor}, {"offsets", &C_Index, VARIADIC},
             {"sizes", &C_Index, VARIADIC}, {"strides", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyRankedTensor}),
    ATTRS({"static_offsets", &AC_DenseI64ArrayAttr}, {"static_sizes", &AC_DenseI64ArrayAttr},
          {"static_strides", &AC_DenseI64ArrayAttr}, {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"dest", "result"}, "expected result type to match dest type", .transform = same_type}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS | TRAIT_DESTINATION_STYLE,
    FORMAT("$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) "
           "custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) "
           "attr-dict `:` type($source) `into` type($dest)"),
    HOOKS(.fold = fold_tensor_insert_slice, RESULT_NAME("inserted_slice"), .verify = verify_tensor_insert_slice),
  },
  {
    OP("tensor.pad", "surround a tensor with padding a region computes"),
    OPERANDS({"source", &C_AnyRankedTensor}, {"low", &C_Index, VARIADIC}, {"high", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyRankedTensor}),
    ATTRS({"static_low", &AC_DenseI64ArrayAttr}, {"static_high", &AC_DenseI64ArrayAttr},
          {"nofold", &AC_UnitAttr, ATTR_OPTIONAL}, {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    REGIONS({"region", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS | TRAIT_SINGLE_BLOCK,
    FORMAT("$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) `high` `` "
           "custom<DynamicIndexList>($high, $static_high) $region attr-dict `:` type($source) `to` type($result)"),
    HOOKS(.fold = fold_tensor_pad, .implicit_terminator = "tensor.yield", RESULT_NAME("padded"),
          .verify = verify_tensor_pad, .verify_regions = verify_tensor_pad_regions),
  },
  {
    OP("tensor.parallel_insert_slice", "put a slice in, from within a parallel loop"),
    OPERANDS({"source", &C_AnyRankedTensor}, {"dest", &C_AnyRankedTensor}, {"offsets", &C_Index, VARIADIC},
             {"sizes", &C_Index, VARIADIC}, {"strides", &C_Index, VARIADIC}),
    ATTRS({"static_offsets", &AC_DenseI64ArrayAttr}, {"static_sizes", &AC_DenseI64ArrayAttr},
          {"static_strides", &AC_DenseI64ArrayAttr}, {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_ATTR_SIZED_OPERANDS,
    FORMAT("$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) "
           "custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) "
           "attr-dict `:` type($source) `into` type($dest)"),
    HOOKS(.verify = verify_tensor_parallel_insert_slice),
  },
  {
    OP("tensor.rank", "number of dimensions"),
    OPERANDS({"tensor", &C_AnyTensor}),
    RESULTS({"", &C_Index}),
    .traits = TRAIT_PURE,
    FORMAT("$tensor attr-dict `:` type($tensor)"),
    HOOKS(.fold = fold_tensor_rank, RESULT_NAME("rank")),
  },
  {
    OP("tensor.reshape", "the same elements with a shape read from a tensor"),
    OPERANDS({"source", &C_AnyTensor}, {"shape", &C_TensorRank1OfIntegerOrIndex}),
    RESULTS({"result", &C_AnyTensor}),
    .traits = TRAIT_PURE,
    FORMAT("$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"),
    HOOKS(.fold = fold_tensor_reshape, RESULT_NAME("reshape"), .verify = verify_tensor_reshape),
  },
  {
    OP("tensor.scatter", "put slices where index tuples say"),
    OPERANDS({"source", &C_AnyRankedTensor}, {"dest", &C_AnyRankedTensor},
             {"indices", &C_RankedTensorOfIntegerOrIndex}),
    RESULTS({"result", &C_AnyRankedTensor}),
    ATTRS({"scatter_dims", &AC_DenseI64ArrayAttr}, {"unique", &AC_UnitAttr, ATTR_OPTIONAL}),
    .traits = TRAIT_PURE,
    FORMAT("$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? "
           "attr-dict `:` functional-type(operands, results)"),
    HOOKS(RESULT_NAME("scatter"), .verify = verify_tensor_scatter),
  },
  {
    OP("tensor.splat", "a tensor of equal elements"),
    OPERANDS({"input", &C_AnyType}, {"dynamicSizes", &C_Index, VARIADIC}),
    RESULTS({"aggregate", &C_AnyRankedTensor}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"aggregate", "input"}, "operand type matches element type of result", .transform = element_of}),
    .traits = TRAIT_PURE,
    FORMAT("$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)"),
    HOOKS(.fold = fold_tensor_splat, RESULT_NAME("splat"), .verify = verify_tensor_dynamic_sizes),
  },
  {
    OP("tensor.yield", "end of a tensor region: its element"),
    OPERANDS({"value", &C_AnyType}),
    .traits = TRAIT_PURE | TRAIT_RETURN_LIKE | TRAIT_TERMINATOR,
    PARENTS("tensor.generate", "tensor.pad"),
    FORMAT("$value attr-dict `:` type($value)"),
  },
};

const DialectDef tensor_dialect = {
  .name = "tensor", .ops = tensor_ops, .op_count = countof(tensor_ops),
  .summary = "tensor values: creation, slices, reshapes", .materialize_constant = materialize_complex_constant,
};
