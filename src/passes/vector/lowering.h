// Lowering operations of vector to simpler ones of vector and arith: patterns for the greedy driver, one function each.
#ifndef RUNG_PASSES_VECTOR_LOWERING_H
#define RUNG_PASSES_VECTOR_LOWERING_H

#include "dialects/vector/build.h"
#include "rewrite/greedy.h"

// Options for contractions, transpositions and the index type of masks: Greedy.data.
typedef enum VectorContractLowering { CONTRACT_DOT, CONTRACT_LLVM, CONTRACT_OUTER_PRODUCT, CONTRACT_PARALLEL } VectorContractLowering;
typedef enum VectorTransposeLowering { TRANSPOSE_ELEMENTWISE, TRANSPOSE_LLVM, TRANSPOSE_SHUFFLE_1D, TRANSPOSE_SHUFFLE_16X16 } VectorTransposeLowering;
typedef struct VectorTransformsOptions {
  VectorContractLowering contract;
  VectorTransposeLowering transpose;
  bool narrow_indices;
} VectorTransformsOptions;
static inline const VectorTransformsOptions *vector_transforms_options(const Greedy *g) { return g->data; }
// Put the builder in front of the operation that is replaced.
static inline Masked masked_root(Greedy *g, Operation *op) {
  Masked masked = masked_op(op);
  builder_before(&g->b, masked.root);
  g->b.loc = op->loc;
  return masked;
}

// shapes.c
bool lower_vector_broadcast(Greedy *g, Operation *op);
bool lower_vector_shape_cast(Greedy *g, Operation *op);
bool lower_scalable_shape_cast(Greedy *g, Operation *op);
bool lower_vector_transpose(Greedy *g, Operation *op);
bool lower_vector_transpose_to_shuffle(Greedy *g, Operation *op);
bool lower_vector_transpose_to_llvm(Greedy *g, Operation *op);

// unroll.c: one dimension at a time, or all but the last
bool unroll_vector_bitcast(Greedy *g, Operation *op);
bool unroll_vector_interleave(Greedy *g, Operation *op);
bool unroll_vector_deinterleave(Greedy *g, Operation *op);
bool unroll_vector_fma(Greedy *g, Operation *op);
bool unroll_vector_gather(Greedy *g, Operation *op);
bool unroll_from_elements(Greedy *g, Operation *op);
bool unroll_to_elements(Greedy *g, Operation *op);
bool decompose_insert_strided_slice(Greedy *g, Operation *op);
bool decompose_extract_strided_slice(Greedy *g, Operation *op);
bool shuffle_insert_strided_slice(Greedy *g, Operation *op);
bool shuffle_extract_strided_slice(Greedy *g, Operation *op);
bool chain_extract_strided_slice(Greedy *g, Operation *op);

// contract.c
bool lower_vector_contract(Greedy *g, Operation *op);
bool lower_contract_to_outer_products(Greedy *g, Operation *op);
bool lower_contract_to_llvm(Greedy *g, Operation *op);
bool lower_outer_product(Greedy *g, Operation *op);

// to_contract.c, sink.c
extern const PatternSet reduction_to_contract_patterns, sink_vector_patterns;

// multi_reduction.c: by the last dimensions, or by the first
void add_multi_reduction_lowering(Greedy *g, bool inner);

// What is in vector.mask takes its mask.
extern const PatternSet masked_transfer_patterns;

// masks.c: masks, and transfers within bounds
bool lower_create_mask(Greedy *g, Operation *op);
bool lower_constant_mask(Greedy *g, Operation *op);
bool compare_create_mask(Greedy *g, Operation *op);
bool mask_transfer(Greedy *g, Operation *op);
bool fold_select_of_i1(Greedy *g, Operation *op);
bool lower_vector_step(Greedy *g, Operation *op);
bool lower_transfer_read(Greedy *g, Operation *op);
bool lower_transfer_write(Greedy *g, Operation *op);

#endif
