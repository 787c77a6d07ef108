// Attributes and enums of the llvm dialect (https://mlir.llvm.org/docs/Dialects/LLVM/#attributes).
#ifndef RUNG_DIALECTS_LLVM_ATTRS_H
#define RUNG_DIALECTS_LLVM_ATTRS_H

#include "asm/params.h"

extern const AttrDef
    llvm_access_group_attr, llvm_address_space_attr, llvm_alias_scope_attr, llvm_alias_scope_domain_attr,
    llvm_blockaddress_attr, llvm_blocktag_attr, llvm_cconv_attr, llvm_comdat_attr, llvm_constant_range_attr,
    llvm_dso_local_equivalent_attr,
    llvm_dependent_libraries_attr, llvm_dereferenceable_attr, llvm_fastmath_attr, llvm_frame_pointer_attr,
    llvm_overflow_attr, llvm_linkage_attr, llvm_loop_annotation_attr, llvm_loop_distribute_attr,
    llvm_loop_interleave_attr, llvm_loop_licm_attr, llvm_loop_peeled_attr, llvm_loop_pipeline_attr,
    llvm_loop_unroll_and_jam_attr, llvm_loop_unroll_attr, llvm_loop_unswitch_attr, llvm_loop_vectorize_attr,
    llvm_mmra_tag_attr, llvm_memory_effects_attr, llvm_module_flag_attr, llvm_cgprofile_entry_attr,
    llvm_profile_summary_attr, llvm_profile_summary_detailed_attr, llvm_poison_attr, llvm_tbaa_member_attr,
    llvm_tbaa_root_attr, llvm_tbaa_tag_attr, llvm_tbaa_type_desc_attr, llvm_tailcallkind_attr, llvm_target_attr,
    llvm_target_features_attr, llvm_uwtable_attr, llvm_undef_attr, llvm_vscale_range_attr, llvm_vec_type_hint_attr,
    llvm_workgroup_attribution_attr, llvm_zero_attr;
// Debug info. The classes that parameters ask for are bits of AttrDef.flags.
extern const AttrDef
    llvm_di_annotation_attr, llvm_di_basic_type_attr, llvm_di_common_block_attr, llvm_di_compile_unit_attr,
    llvm_di_composite_type_attr, llvm_di_derived_type_attr, llvm_di_expression_attr, llvm_di_expression_elem_attr,
    llvm_di_file_attr, llvm_di_generic_subrange_attr, llvm_di_global_variable_attr,
    llvm_di_global_variable_expression_attr, llvm_di_imported_entity_attr, llvm_di_label_attr,
    llvm_di_lexical_block_attr, llvm_di_lexical_block_file_attr, llvm_di_local_variable_attr, llvm_di_module_attr,
    llvm_di_namespace_attr, llvm_di_null_type_attr, llvm_di_string_type_attr, llvm_di_subprogram_attr,
    llvm_di_subrange_attr, llvm_di_subroutine_type_attr;
enum { DI_NODE = 1 << 16, DI_SCOPE = 1 << 17, DI_TYPE = 1 << 18, DI_VARIABLE = 1 << 19 };
extern const AttrDef *const llvm_attrs[];   // all of them, ended by NULL
extern const ParamDirective llvm_param_directives[];

extern const EnumDef llvm_asm_dialects, llvm_atomic_bin_ops, llvm_atomic_orderings, llvm_cconvs, llvm_comdats, llvm_fastmath_flags,
    llvm_fcmp_predicates, llvm_fp_exceptions, llvm_gep_flags, llvm_icmp_predicates, llvm_linkages, llvm_overflow_flags,
    llvm_rounding_modes, llvm_tailcall_kinds, llvm_unnamed_addrs, llvm_visibilities,
    dwarf_tags, dwarf_operations, dwarf_languages, dwarf_encodings, dwarf_conventions;

#endif
