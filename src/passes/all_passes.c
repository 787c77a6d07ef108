// Every pass Rung has.
#include "passes/pipeline.h"

#define PASSES(X) \
  X(affine_data_copy_generate) \
  X(affine_expand_index_ops) \
  X(affine_expand_index_ops_as_affine) \
  X(affine_loop_coalescing) \
  X(affine_loop_fusion) \
  X(affine_loop_invariant_code_motion) \
  X(affine_loop_normalize) \
  X(affine_loop_tile) \
  X(affine_loop_unroll) \
  X(affine_loop_unroll_jam) \
  X(affine_parallelize) \
  X(affine_raise_from_memref) \
  X(affine_scalrep) \
  X(affine_simplify_structures) \
  X(affine_super_vectorize) \
  X(apply_rules) \
  X(arith_emulate_unsupported_floats) \
  X(arith_emulate_wide_int) \
  X(arith_expand) \
  X(arith_to_emitc) \
  X(arith_to_llvm) \
  X(canonicalize) \
  X(cf_to_llvm) \
  X(complex_to_libm) \
  X(complex_to_llvm) \
  X(complex_to_standard) \
  X(control_flow_sink) \
  X(convert_to_llvm) \
  X(cse) \
  X(duplicate_functions) \
  X(expand_realloc) \
  X(expand_strided_metadata) \
  X(finalize_memref_to_llvm) \
  X(flatten_memref) \
  X(fold_memref_alias) \
  X(fold_tensor_subsets) \
  X(for_loop_canonicalization) \
  X(for_loop_peeling) \
  X(for_loop_range_folding) \
  X(for_loop_specialization) \
  X(for_to_while) \
  X(forall_to_for) \
  X(forall_to_parallel) \
  X(func_to_emitc) \
  X(func_to_llvm) \
  X(generate_runtime_verification) \
  X(index_to_llvm) \
  X(inline) \
  X(int_range_narrowing) \
  X(int_range_optimizations) \
  X(legalize_for_export) \
  X(lift_cf_to_scf) \
  X(loop_invariant_code_motion) \
  X(loop_to_std) \
  X(lower_affine) \
  X(lower_vector_mask) \
  X(lower_vector_multi_reduction) \
  X(lower_vector_to_shuffle_tree) \
  X(math_expand_ops) \
  X(math_extend_to_supported_types) \
  X(math_sincos_fusion) \
  X(math_to_funcs) \
  X(math_to_libm) \
  X(math_to_llvm) \
  X(math_uplift_to_fma) \
  X(mem2reg) \
  X(memref_emulate_wide_int) \
  X(memref_expand) \
  X(memref_to_emitc) \
  X(memref_to_llvm) \
  X(normalize_memrefs) \
  X(parallel_for_to_nested_fors) \
  X(parallel_loop_fusion) \
  X(parallel_loop_specialization) \
  X(parallel_loop_tiling) \
  X(reconcile_casts) \
  X(reify_result_shapes) \
  X(remove_dead_values) \
  X(request_c_wrappers) \
  X(resolve_ranked_dims) \
  X(resolve_shaped_dims) \
  X(sccp) \
  X(scf_to_cf) \
  X(scf_to_emitc) \
  X(scf_to_std) \
  X(set_datalayout) \
  X(sroa) \
  X(std_to_llvm) \
  X(strip_debuginfo) \
  X(symbol_dce) \
  X(symbol_privatize) \
  X(to_emitc) \
  X(topological_sort) \
  X(ub_to_llvm) \
  X(unsigned_when_equivalent) \
  X(vector_to_llvm) \
  X(vector_to_scf)

#define DECLARE(name) extern const PassDef name##_pass;
PASSES(DECLARE)

#define ADDRESS(name) &name##_pass,
const PassDef *const all_passes[] = {PASSES(ADDRESS) NULL};
