// Sets of patterns that transform.apply_patterns names (after mlir/lib/Dialect/*/TransformOps/*TransformOps.cpp).
#include "passes/transform/pattern_sets.h"

#include "dialects/canonicalization.h"
#include "dialects/vector/rewrite_transfers.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/tensor.h"
#include "ops/transform.h"
#include "ops/vector.h"
#include "passes/canonicalize.h"
#include "passes/linalg/linalg.h"
#include "passes/memref/fold_alias.h"
#include "passes/memref/resolve_dims.h"
#include "passes/scf/loops.h"
#include "passes/tensor/fold_subsets.h"
#include "passes/vector/lowering.h"

#define POPULATE(name) void transform_add_##name(Greedy *g, const Operation *op)
#define SET(name, ...) \
  POPULATE(name) { \
    static const GreedyPattern patterns[] = {__VA_ARGS__}; \
    (void)op; \
    greedy_add_table(g, patterns); \
  }
#define GIVEN(name, set) \
  POPULATE(name) { \
    (void)op; \
    greedy_add(g, (set).patterns, (set).count); \
  }
#define BY(name, add) \
  POPULATE(name) { \
    (void)op; \
    add(g); \
  }

// What lowerings of vector are told; there is one for all sets.
static VectorTransformsOptions *options_of(Greedy *g) { return (VectorTransformsOptions *)(uintptr_t)g->data; }

// ---------------------------------------------------------------------------------------------
// vector

SET(outerproduct, {.root = OP_VECTOR_OUTERPRODUCT, .rewrite = lower_outer_product, .name = "vector.outerproduct row by row"})
SET(broadcast, {.root = OP_VECTOR_BROADCAST, .rewrite = lower_vector_broadcast, .name = "vector.broadcast along one dimension"})
SET(shape_cast, {.root = OP_VECTOR_SHAPE_CAST, .rewrite = lower_vector_shape_cast, .name = "vector.shape_cast by moving parts"})
SET(create_mask, {.root = OP_VECTOR_CREATE_MASK, .rewrite = lower_create_mask, .name = "vector.create_mask row by row"},
    {.root = OP_VECTOR_CONSTANT_MASK, .rewrite = lower_constant_mask, .name = "vector.constant_mask as a constant"})
SET(bitcast, {.root = OP_VECTOR_BITCAST, .rewrite = unroll_vector_bitcast, .name = "vector.bitcast row by row"})
SET(interleave, {.root = OP_VECTOR_INTERLEAVE, .rewrite = unroll_vector_interleave, .name = "vector.interleave row by row"},
    {.root = OP_VECTOR_DEINTERLEAVE, .rewrite = unroll_vector_deinterleave, .name = "vector.deinterleave row by row"})
SET(from_elements, {.root = OP_VECTOR_FROM_ELEMENTS, .rewrite = unroll_from_elements, .name = "vector.from_elements row by row"})
SET(to_elements, {.root = OP_VECTOR_TO_ELEMENTS, .rewrite = unroll_to_elements, .name = "vector.to_elements row by row"})
SET(transfer, {.root = OP_VECTOR_TRANSFER_READ, .rewrite = lower_transfer_read, .name = "vector.transfer_read to vector.load"},
    {.root = OP_VECTOR_TRANSFER_WRITE, .rewrite = lower_transfer_write, .name = "vector.transfer_write to vector.store"})
SET(materialized_masks, {.root = OP_VECTOR_CREATE_MASK, .rewrite = compare_create_mask, .name = "vector.create_mask as a comparison"},
    {.root = OP_VECTOR_TRANSFER_READ, .rewrite = mask_transfer, .name = "a mask for what vector.transfer_read finds out of bounds"},
    {.root = OP_VECTOR_TRANSFER_WRITE, .rewrite = mask_transfer, .name = "a mask for what vector.transfer_write has out of bounds"},
    {.root = OP_ARITH_SELECT, .rewrite = fold_select_of_i1, .name = "a choice between masks of one element"})
GIVEN(masked_transfers, masked_transfer_patterns)
GIVEN(reduction_to_contract, reduction_to_contract_patterns)
GIVEN(sink_vector, sink_vector_patterns)
BY(transfer_permutations, greedy_add_transfer_maps)

POPULATE(contraction) {
  static const GreedyPattern patterns[] = {{.root = OP_VECTOR_CONTRACT, .rewrite = lower_vector_contract, .name = "vector.contract to products of its parts"},
                                           {.root = OP_VECTOR_CONTRACT, .rewrite = lower_contract_to_outer_products, .name = "vector.contract to outer products"}};
  options_of(g)->contract = (VectorContractLowering)op_prop_i64_at(op, TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_CONTRACTION_LOWERING_STRATEGY);
  greedy_add_table(g, patterns);
}

POPULATE(transpose) {
  static const GreedyPattern patterns[] = {{.root = OP_VECTOR_TRANSPOSE, .rewrite = lower_vector_transpose, .name = "vector.transpose part by part"},
                                           {.root = OP_VECTOR_TRANSPOSE, .rewrite = lower_vector_transpose_to_shuffle, .name = "vector.transpose to vector.shuffle"}};
  options_of(g)->transpose = (VectorTransposeLowering)op_prop_i64_at(op, TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_TRANSPOSE_LOWERING_STRATEGY);
  greedy_add_table(g, patterns);
}

POPULATE(multi_reduction) { add_multi_reduction_lowering(g, op_prop_i64_at(op, TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_MULTI_REDUCTION_LOWERING_STRATEGY) != 0); }

// ---------------------------------------------------------------------------------------------
// Other dialects

BY(canonicalization, add_canonicalization)
BY(for_loop_canonicalization, add_for_loop_canonicalization)
BY(folds_of_slices, add_folds_of_slices)
BY(folds_of_subsets, add_folds_of_subsets)
BY(fold_memref_alias, add_folds_of_aliases)
GIVEN(resolved_dims, resolve_dim_patterns)

POPULATE(tiling_canonicalization) {
  static const uint16_t roots[] = {OP_AFFINE_APPLY, OP_AFFINE_FOR, OP_AFFINE_MIN, OP_AFFINE_MAX, OP_MEMREF_SUBVIEW, OP_MEMREF_VIEW, OP_SCF_FOR, OP_SCF_PARALLEL,
                                   OP_TENSOR_CAST, OP_TENSOR_EMPTY, OP_TENSOR_EXTRACT_SLICE, OP_TENSOR_INSERT_SLICE, OP_TENSOR_PAD};
  (void)op;
  for (size_t i = 0; i < countof(roots); i++) add_canonicalization_of(g, roots[i]);
  add_patterns_of(g, &linalg_canonicalization, 0);
}

POPULATE(unit_dims_by_reshapes) { (void)op, add_unit_dim_dropping(g, false); }
POPULATE(unit_dims_by_slices) { (void)op, add_unit_dim_dropping(g, true); }

// ---------------------------------------------------------------------------------------------

const char *transform_refuses_patterns(const Operation *op) {
  if (op_is(op, OP_TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_TRANSFER) && op_prop_i64_at(op, TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_TRANSFER_MAX_TRANSFER_RANK) != 1)
    return "another rank than 1";
  if (op_is(op, OP_TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_TRANSPOSE)) {
    if (attr_to_i64(op_prop_at(op, TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_TRANSPOSE_AVX2_LOWERING_STRATEGY))) return "avx2_lowering_strategy";
    if (op_prop_i64_at(op, TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_TRANSPOSE_LOWERING_STRATEGY) == TRANSPOSE_LLVM) return "the strategy llvmintr";
  }
  if (op_is(op, OP_TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_CONTRACTION) &&
      op_prop_i64_at(op, TRANSFORM_APPLY_PATTERNS_VECTOR_LOWER_CONTRACTION_LOWERING_STRATEGY) == CONTRACT_LLVM)
    return "the strategy llvmintr";
  return NULL;
}
