// Every pass Rung has.
#include "passes/pass.h"

extern const PassDef arith_to_llvm_pass, canonicalize_pass, cf_to_llvm_pass, complex_to_llvm_pass,
    complex_to_standard_pass, convert_to_llvm_pass, cse_pass, expand_strided_metadata_pass, finalize_memref_to_llvm_pass,
    func_to_llvm_pass,
    index_to_llvm_pass, legalize_for_export_pass, lower_affine_pass, math_to_llvm_pass, reconcile_casts_pass,
    request_c_wrappers_pass, scf_to_cf_pass, set_datalayout_pass, strip_debuginfo_pass, ub_to_llvm_pass;

const PassDef *const all_passes[] = {
    &arith_to_llvm_pass,
    &canonicalize_pass,
    &cf_to_llvm_pass,
    &complex_to_llvm_pass,
    &complex_to_standard_pass,
    &convert_to_llvm_pass,
    &cse_pass,
    &expand_strided_metadata_pass,
    &finalize_memref_to_llvm_pass,
    &func_to_llvm_pass,
    &index_to_llvm_pass,
    &legalize_for_export_pass,
    &lower_affine_pass,
    &math_to_llvm_pass,
    &reconcile_casts_pass,
    &request_c_wrappers_pass,
    &scf_to_cf_pass,
    &set_datalayout_pass,
    &strip_debuginfo_pass,
    &ub_to_llvm_pass,
    NULL,
};
