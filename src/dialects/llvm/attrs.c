// Attributes and enums of the llvm dialect: see attrs.h. Debug info is in debug_attrs.c.
#include "dialects/llvm/attrs.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/constraints.h"

// ---------------------------------------------------------------------------------------------
// Enums

const EnumDef llvm_asm_dialects = {
  "::mlir::LLVM::AsmDialect", .bits = 64,
  ENUM_CASES({"att", 0}, {"intel", 1}),
};
const EnumDef llvm_atomic_bin_ops = {
  "::mlir::LLVM::AtomicBinOp", .bits = 64,
  ENUM_CASES({"xchg", 0}, {"add", 1}, {"sub", 2}, {"_and", 3}, {"nand", 4}, {"_or", 5}, {"_xor", 6}, {"max", 7},
             {"min", 8}, {"umax", 9}, {"umin", 10}, {"fadd", 11}, {"fsub", 12}, {"fmax", 13}, {"fmin", 14},
             {"uinc_wrap", 15}, {"udec_wrap", 16}, {"usub_cond", 17}, {"usub_sat", 18}, {"fmaximum", 19},
             {"fminimum", 20}),
};
const EnumDef llvm_atomic_orderings = {
  "::mlir::LLVM::AtomicOrdering", .bits = 64,
  ENUM_CASES({"not_atomic", 0}, {"unordered", 1}, {"monotonic", 2}, {"acquire", 4}, {"release", 5}, {"acq_rel", 6},
             {"seq_cst", 7}),
};
const EnumDef llvm_cconvs = {
  "::mlir::LLVM::cconv::CConv", .bits = 64, .summary = "Calling Conventions",
  ENUM_CASES({"ccc", 0}, {"fastcc", 8}, {"coldcc", 9}, {"cc_10", 10}, {"cc_11", 11}, {"anyregcc", 13},
             {"preserve_mostcc", 14}, {"preserve_allcc", 15}, {"swiftcc", 16}, {"cxx_fast_tlscc", 17},
             {"tailcc", 18}, {"cfguard_checkcc", 19}, {"swifttailcc", 20}, {"x86_stdcallcc", 64},
             {"x86_fastcallcc", 65}, {"arm_apcscc", 66}, {"arm_aapcscc", 67}, {"arm_aapcs_vfpcc", 68},
             {"msp430_intrcc", 69}, {"x86_thiscallcc", 70}, {"ptx_kernelcc", 71}, {"ptx_devicecc", 72},
             {"spir_funccc", 75}, {"spir_kernelcc", 76}, {"intel_ocl_bicc", 77}, {"x86_64_sysvcc", 78},
             {"win64cc", 79}, {"x86_vectorcallcc", 80}, {"hhvmcc", 81}, {"hhvm_ccc", 82}, {"x86_intrcc", 83},
             {"avr_intrcc", 84}, {"avr_builtincc", 86}, {"amdgpu_vscc", 87}, {"amdgpu_gscc", 88},
             {"amdgpu_cscc", 90}, {"amdgpu_kernelcc", 91}, {"x86_regcallcc", 92}, {"amdgpu_hscc", 93},
             {"msp430_builtincc", 94}, {"amdgpu_lscc", 95}, {"amdgpu_escc", 96}, {"aarch64_vectorcallcc", 97},
             {"aarch64_sve_vectorcallcc", 98}, {"wasm_emscripten_invokecc", 99}, {"amdgpu_gfxcc", 100},
             {"m68k_intrcc", 101}),
};
const EnumDef llvm_comdats = {
  "::mlir::LLVM::comdat::Comdat", .bits = 64, .summary = "LLVM Comdat Types",
  ENUM_CASES({"any", 0}, {"exactmatch", 1}, {"largest", 2}, {"nodeduplicate", 3}, {"samesize", 4}),
};
const EnumDef llvm_fastmath_flags = {
  "::mlir::LLVM::FastmathFlags", .bits = 32, .is_bits = true, .separator = ", ",
  ENUM_CASES({"none", 0}, {"nnan", 1}, {"ninf", 2}, {"nsz", 4}, {"arcp", 8}, {"contract", 16}, {"afn", 32},
             {"reassoc", 64}, {"fast", 127}),
};
const EnumDef llvm_fcmp_predicates = {
  "::mlir::LLVM::FCmpPredicate", .bits = 64,
  ENUM_CASES({"_false", 0}, {"oeq", 1}, {"ogt", 2}, {"oge", 3}, {"olt", 4}, {"ole", 5}, {"one", 6}, {"ord", 7},
             {"ueq", 8}, {"ugt", 9}, {"uge", 10}, {"ult", 11}, {"ule", 12}, {"une", 13}, {"uno", 14},
             {"_true", 15}),
};
const EnumDef llvm_fp_exceptions = {
  "::mlir::LLVM::FPExceptionBehavior", .bits = 64,
  ENUM_CASES({"ignore", 0}, {"maytrap", 1}, {"strict", 2}),
};
const EnumDef llvm_gep_flags = {
  "::mlir::LLVM::GEPNoWrapFlags", .bits = 32, .is_bits = true, .separator = "|", .summary = "::mlir::LLVM::GEPNoWrapFlags",
  ENUM_CASES({"none", 0}, {"inbounds_flag", 1}, {"nusw", 2}, {"nuw", 4}, {"inbounds", 3}),
};
const EnumDef llvm_icmp_predicates = {
  "::mlir::LLVM::ICmpPredicate", .bits = 64,
  ENUM_CASES({"eq", 0}, {"ne", 1}, {"slt", 2}, {"sle", 3}, {"sgt", 4}, {"sge", 5}, {"ult", 6}, {"ule", 7},
             {"ugt", 8}, {"uge", 9}),
};
const EnumDef llvm_linkages = {
  "::mlir::LLVM::linkage::Linkage", .bits = 64, .summary = "LLVM linkage types",
  ENUM_CASES({"external", 0}, {"available_externally", 1}, {"linkonce", 2}, {"linkonce_odr", 3}, {"weak", 4},
             {"weak_odr", 5}, {"appending", 6}, {"internal", 7}, {"private", 8}, {"extern_weak", 9},
             {"common", 10}),
};
const EnumDef llvm_overflow_flags = {
  "::mlir::LLVM::IntegerOverflowFlags", .bits = 32, .is_bits = true, .separator = ", ", .summary = "LLVM integer overflow flags",
  ENUM_CASES({"none", 0}, {"nsw", 1}, {"nuw", 2}),
};
const EnumDef llvm_rounding_modes = {
  "::mlir::LLVM::RoundingMode", .bits = 64,
  ENUM_CASES({"towardzero", 0}, {"tonearest", 1}, {"upward", 2}, {"downward", 3}, {"tonearestaway", 4},
             {"dynamic", 7}, {"invalid", -1}),
};
const EnumDef llvm_tailcall_kinds = {
  "::mlir::LLVM::tailcallkind::TailCallKind", .bits = 64, .summary = "Tail Call Kind",
  ENUM_CASES({"none", 0}, {"notail", 3}, {"musttail", 2}, {"tail", 1}),
};
const EnumDef llvm_unnamed_addrs = {
  "::mlir::LLVM::UnnamedAddr", .bits = 64,
  ENUM_CASES({"", 0}, {"local_unnamed_addr", 1}, {"unnamed_addr", 2}),
};
const EnumDef llvm_visibilities = {
  "::mlir::LLVM::Visibility", .bits = 64,
  ENUM_CASES({"", 0}, {"hidden", 1}, {"protected", 2}),
};
static const EnumDef frame_pointer_kinds = {
  "::mlir::LLVM::framePointerKind::FramePointerKind", .bits = 64, .summary = "LLVM FramePointerKind",
  ENUM_CASES({"none", 0}, {"non-leaf", 1}, {"all", 2}, {"reserved", 3}, {"non-leaf-no-reserve", 4}),
};
static const EnumDef mod_ref_infos = {
  "::mlir::LLVM::ModRefInfo", .bits = 64, .summary = "LLVM ModRefInfo",
  ENUM_CASES({"none", 0}, {"read", 1}, {"write", 2}, {"readwrite", 3}),
};
static const EnumDef mod_flag_behaviors = {
  "::mlir::LLVM::ModFlagBehavior", .bits = 64, .summary = "LLVM Module Flag Behavior",
  ENUM_CASES({"error", 1}, {"warning", 2}, {"require", 3}, {"override", 4}, {"append", 5}, {"append_unique", 6},
             {"max", 7}, {"min", 8}),
};
static const EnumDef profile_formats = {
  "::mlir::LLVM::ProfileSummaryFormatKind", .bits = 64, .summary = "LLVM ProfileSummary format kinds",
  ENUM_CASES({"SampleProfile", 0}, {"InstrProf", 1}, {"CSInstrProf", 2}),
};
static const EnumDef uwtable_kinds = {
  "::mlir::LLVM::uwtable::UWTableKind", .bits = 64, .summary = "LLVM Unwind Behavior",
  ENUM_CASES({"none", 0}, {"sync", 1}, {"async", 2}),
};

// ---------------------------------------------------------------------------------------------
// Classes of attributes that parameters ask for

static bool is_distinct(A attr) { return attr_kind(attr) == ATTR_DISTINCT; }
static bool is_flat_symbol(A attr) { return attr_kind(attr) == ATTR_SYMBOL_REF && ((const SymbolRefAttr *)attr)->count == 1; }
static bool is_integer(A attr) { return attr_kind(attr) == ATTR_INTEGER; }
static bool is_bool(A attr) { return is_integer(attr) && type_is_int(((const IntegerAttr *)attr)->type, 1); }
static bool is_float(A attr) { return attr_kind(attr) == ATTR_FLOAT; }
static bool is_type(A attr) { return attr_kind(attr) == ATTR_TYPE; }
static bool is_fused_loc(A attr) { return attr_kind(attr) == ATTR_LOC_FUSED; }
static bool is_tbaa_node(A attr) { return attr_is(attr, &llvm_tbaa_root_attr) || attr_is(attr, &llvm_tbaa_type_desc_attr); }

// ---------------------------------------------------------------------------------------------
// Verifiers

static bool verify_alias_scope(Parser *p, const uint64_t *words, uint32_t at) {
  A id = (A)(uintptr_t)words[0];
  return is_distinct(id) || attr_kind(id) == ATTR_STRING ||
         parser_op_error_at(p, at, "id of an alias scope must be a StringAttr or a DistrinctAttr");
}

static bool verify_module_flag(Parser *p, const uint64_t *words, uint32_t at) {
  A key = (A)(uintptr_t)words[1], value = (A)(uintptr_t)words[2];
  if (attr_is_string(key, "CG Profile")) {
    const ArrayAttr *entries = attr_kind(value) == ATTR_ARRAY ? (const ArrayAttr *)value : NULL;
    bool ok = entries != NULL;
    for (uint64_t i = 0; ok && i < entries->count; i++) ok = attr_is(entries->items[i], &llvm_cgprofile_entry_attr);
    return ok || parser_op_error_at(p, at, "'CG Profile' key expects an array of '#llvm.cgprofile_entry'");
  }
  if (attr_is_string(key, "ProfileSummary"))
    return attr_is(value, &llvm_profile_summary_attr) ||
           parser_op_error_at(p, at, "'ProfileSummary' key expects a '#llvm.profile_summary' attribute");
  return attr_kind(value) == ATTR_INTEGER || attr_kind(value) == ATTR_STRING ||
         parser_op_error_at(p, at, "only integer and string values are currently supported for unknown key '%s'",
                            attr_text(parser_context(p), key));
}

static bool verify_target_features(Parser *p, const uint64_t *words, uint32_t at) {
  const ArrayAttr *features = (const ArrayAttr *)(uintptr_t)words[0];
  for (uint64_t i = 0; i < features->count; i++) {
    Str feature = attr_str(features->items[i]);
    if (!feature.size) return parser_op_error_at(p, at, "target features can not be null or empty");
    if (feature.data[0] != '+' && feature.data[0] != '-')
      return parser_op_error_at(p, at, "target features must start with '+' or '-'");
    if (memchr(feature.data, ',', feature.size)) return parser_op_error_at(p, at, "target features can not contain ','");
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Attributes

static const ParamsDef llvm_access_group_params = {
  PARAMS({"id", PARAM_ATTR_CLASS, .check = is_distinct, .cpp = "DistinctAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_AccessGroupAttr",
};
const AttrDef llvm_access_group_attr = {"llvm", "access_group", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_access_group_params};

static const ParamsDef llvm_address_space_params = {
  PARAMS({"addressSpace", PARAM_UINT, .bits = 32, .cpp = "unsigned"}),
  .format = "`<` $addressSpace `>`", .class_name = "LLVM_AddressSpaceAttr",
};
const AttrDef llvm_address_space_attr = {"llvm", "address_space", ATTR_DIALECT, .params = &llvm_address_space_params};

static const ParamsDef llvm_alias_scope_params = {
  PARAMS({"id", PARAM_ATTR, .cpp = "Attribute"},
         {"domain", PARAM_ATTR_DEF, .def = &llvm_alias_scope_domain_attr, .cpp = "AliasScopeDomainAttr"},
         {"description", PARAM_STRING, PARAM_OPTIONAL, .cpp = "StringAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_AliasScopeAttr", .verify = verify_alias_scope,
};
const AttrDef llvm_alias_scope_attr = {"llvm", "alias_scope", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_alias_scope_params};

static const ParamsDef llvm_alias_scope_domain_params = {
  PARAMS({"id", PARAM_ATTR, .cpp = "Attribute"}, {"description", PARAM_STRING, PARAM_OPTIONAL, .cpp = "StringAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_AliasScopeDomainAttr",
};
const AttrDef llvm_alias_scope_domain_attr = {"llvm", "alias_scope_domain", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_alias_scope_domain_params};

static const ParamsDef llvm_blockaddress_params = {
  PARAMS({"function", PARAM_ATTR_CLASS, .check = is_flat_symbol, .cpp = "FlatSymbolRefAttr"},
         {"tag", PARAM_ATTR_DEF, .def = &llvm_blocktag_attr, .cpp = "BlockTagAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_BlockAddressAttr",
};
const AttrDef llvm_blockaddress_attr = {"llvm", "blockaddress", ATTR_DIALECT, .params = &llvm_blockaddress_params};

static const ParamsDef llvm_blocktag_params = {
  PARAMS({"id", PARAM_UINT, .bits = 32, .cpp = "uint32_t"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_BlockTagAttr",
};
const AttrDef llvm_blocktag_attr = {"llvm", "blocktag", ATTR_DIALECT, .params = &llvm_blocktag_params};

static const ParamsDef llvm_cconv_params = {
  PARAMS({"CallingConv", PARAM_ENUM, .def = &llvm_cconvs, .cpp = "CConv"}),
  .format = "`<` $CallingConv `>`", .class_name = "CConvAttr",
};
const AttrDef llvm_cconv_attr = {"llvm", "cconv", ATTR_DIALECT, .params = &llvm_cconv_params};

static const ParamsDef llvm_comdat_params = {
  PARAMS({"comdat", PARAM_ENUM, .def = &llvm_comdats, .cpp = "comdat::Comdat"}),
  .format = "$comdat", .class_name = "ComdatAttr",
};
const AttrDef llvm_comdat_attr = {"llvm", "comdat", ATTR_DIALECT, .params = &llvm_comdat_params};

// constant_range ::= `<` integer-type `,` integer `,` integer `>`
static A parse_constant_range(Parser *p, const AttrDef *def, T type) {
  (void)type;
  Context *ctx = parser_context(p);
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  T of = parse_type(p);
  if (!of) return NULL;
  if (!type_is_any_int(of)) {
    parser_op_error_at(p, at, "invalid kind of type specified: expected builtin.integer, but found '%s'", type_text(ctx, of));
    return NULL;
  }
  uint64_t words[2];
  for (uint32_t i = 0; i < 2; i++) {
    APInt value;
    bool negative;
    if (!parse_comma(p)) return NULL;
    at = parser_loc(p);
    ParseResult result = parse_optional_apint(p, &value, &negative);
    if (result == PARSE_ABSENT) parser_op_error_at(p, at, "expected integer value");
    if (result != PARSE_OK) return NULL;
    value = apint_zext(parser_scratch(p), &value, value.width + 1);
    if (negative) value = apint_neg(parser_scratch(p), &value);
    value = apint_sext_or_trunc(parser_scratch(p), &value, type_bits(of));
    words[i] = param_word(attr_integer(ctx, type_integer(ctx, type_bits(of), SIGNLESS), &value));
  }
  return parse_greater(p) ? attr_from_params(ctx, def, words) : NULL;
}

static void print_constant_range(Printer *p, A attr) {
  print_char(p, '<');
  print_type(p, attr_value_type(attr_param_attr(attr, 0)));
  for (uint32_t i = 0; i < 2; i++) {
    APInt value = attr_int(attr_param_attr(attr, i));
    print_text(p, ", ");
    apint_print(printer_out(p), &value, true);
  }
  print_char(p, '>');
}

static const ParamsDef llvm_constant_range_params = {PARAMS({"lower", PARAM_ATTR}, {"upper", PARAM_ATTR})};
const AttrDef llvm_constant_range_attr = {
  "llvm", "constant_range", ATTR_DIALECT, .parse = parse_constant_range, .print = print_constant_range,
  .params = &llvm_constant_range_params};

static const ParamsDef llvm_dso_local_equivalent_params = {
  PARAMS({"sym", PARAM_ATTR_CLASS, .check = is_flat_symbol, .cpp = "FlatSymbolRefAttr"}),
  .format = "$sym", .class_name = "LLVM_DSOLocalEquivalentAttr",
};
const AttrDef llvm_dso_local_equivalent_attr = {"llvm", "dso_local_equivalent", ATTR_DIALECT, .params = &llvm_dso_local_equivalent_params};

static const ParamsDef llvm_dependent_libraries_params = {
  PARAMS({"libs", PARAM_ATTR_ARRAY, PARAM_OPTIONAL, .def = &attr_defs[ATTR_STRING], .cpp = "::llvm::ArrayRef<StringAttr>"}),
  .format = "`<` $libs `>`", .class_name = "LLVM_DependentLibrariesAttr",
};
const AttrDef llvm_dependent_libraries_attr = {"llvm", "dependent_libraries", ATTR_DIALECT, .params = &llvm_dependent_libraries_params};

static const ParamsDef llvm_dereferenceable_params = {
  PARAMS({"bytes", PARAM_UINT, .cpp = "uint64_t"}, {"mayBeNull", PARAM_BOOL, PARAM_DEFAULT, .cpp = "bool"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_DereferenceableAttr",
};
const AttrDef llvm_dereferenceable_attr = {"llvm", "dereferenceable", ATTR_DIALECT, .params = &llvm_dereferenceable_params};

static const ParamsDef llvm_fastmath_params = {
  PARAMS({"value", PARAM_ENUM, .def = &llvm_fastmath_flags, .cpp = "::mlir::LLVM::FastmathFlags"}),
  .format = "`<` $value `>`", .class_name = "LLVM_FastmathFlagsAttr",
};
const AttrDef llvm_fastmath_attr = {"llvm", "fastmath", ATTR_DIALECT, .params = &llvm_fastmath_params};

static const ParamsDef llvm_frame_pointer_params = {
  PARAMS({"framePointerKind", PARAM_ENUM, .def = &frame_pointer_kinds, .cpp = "framePointerKind::FramePointerKind"}),
  .format = "`<` $framePointerKind `>`", .class_name = "FramePointerKindAttr",
};
const AttrDef llvm_frame_pointer_attr = {"llvm", "framePointerKind", ATTR_DIALECT, .params = &llvm_frame_pointer_params};

static const ParamsDef llvm_overflow_params = {
  PARAMS({"value", PARAM_ENUM, PARAM_FIELD, .def = &llvm_overflow_flags, .cpp = "::mlir::LLVM::IntegerOverflowFlags"}),
  .format = "`<` $value `>`", .class_name = "LLVM_IntegerOverflowFlagsAttr",
};
const AttrDef llvm_overflow_attr = {"llvm", "overflow", ATTR_DIALECT, .params = &llvm_overflow_params};

static const ParamsDef llvm_linkage_params = {
  PARAMS({"linkage", PARAM_ENUM, .def = &llvm_linkages, .cpp = "linkage::Linkage"}),
  .format = "`<` $linkage `>`", .class_name = "LinkageAttr",
};
const AttrDef llvm_linkage_attr = {"llvm", "linkage", ATTR_DIALECT, .params = &llvm_linkage_params};

static const ParamsDef llvm_loop_annotation_params = {
  PARAMS({"disableNonforced", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"vectorize", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_vectorize_attr, .cpp = "LoopVectorizeAttr"},
         {"interleave", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_interleave_attr, .cpp = "LoopInterleaveAttr"},
         {"unroll", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_unroll_attr, .cpp = "LoopUnrollAttr"},
         {"unrollAndJam", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_unroll_and_jam_attr, .cpp = "LoopUnrollAndJamAttr"},
         {"licm", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_licm_attr, .cpp = "LoopLICMAttr"},
         {"distribute", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_distribute_attr, .cpp = "LoopDistributeAttr"},
         {"pipeline", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_pipeline_attr, .cpp = "LoopPipelineAttr"},
         {"peeled", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_peeled_attr, .cpp = "LoopPeeledAttr"},
         {"unswitch", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_unswitch_attr, .cpp = "LoopUnswitchAttr"},
         {"mustProgress", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"isVectorized", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"startLoc", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_fused_loc, .cpp = "FusedLoc"},
         {"endLoc", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_fused_loc, .cpp = "FusedLoc"},
         {"parallelAccesses", PARAM_ATTR_ARRAY, PARAM_OPTIONAL, .def = &llvm_access_group_attr, .cpp = "::llvm::ArrayRef<AccessGroupAttr>"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopAnnotationAttr",
};
const AttrDef llvm_loop_annotation_attr = {"llvm", "loop_annotation", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_annotation_params};

static const ParamsDef llvm_loop_distribute_params = {
  PARAMS({"disable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"followupCoincident", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupSequential", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupFallback", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupAll", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopDistributeAttr",
};
const AttrDef llvm_loop_distribute_attr = {"llvm", "loop_distribute", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_distribute_params};

static const ParamsDef llvm_loop_interleave_params = {
  PARAMS({"count", PARAM_ATTR_CLASS, .check = is_integer, .cpp = "IntegerAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopInterleaveAttr",
};
const AttrDef llvm_loop_interleave_attr = {"llvm", "loop_interleave", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_interleave_params};

static const ParamsDef llvm_loop_licm_params = {
  PARAMS({"disable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"versioningDisable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopLICMAttr",
};
const AttrDef llvm_loop_licm_attr = {"llvm", "loop_licm", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_licm_params};

static const ParamsDef llvm_loop_peeled_params = {
  PARAMS({"count", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_integer, .cpp = "IntegerAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopPeeledAttr",
};
const AttrDef llvm_loop_peeled_attr = {"llvm", "loop_peeled", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_peeled_params};

static const ParamsDef llvm_loop_pipeline_params = {
  PARAMS({"disable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"initiationinterval", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_integer, .cpp = "IntegerAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopPipelineAttr",
};
const AttrDef llvm_loop_pipeline_attr = {"llvm", "loop_pipeline", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_pipeline_params};

static const ParamsDef llvm_loop_unroll_and_jam_params = {
  PARAMS({"disable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"count", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_integer, .cpp = "IntegerAttr"},
         {"followupOuter", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupInner", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupRemainderOuter", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupRemainderInner", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupAll", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopUnrollAndJamAttr",
};
const AttrDef llvm_loop_unroll_and_jam_attr = {"llvm", "loop_unroll_and_jam", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_unroll_and_jam_params};

static const ParamsDef llvm_loop_unroll_params = {
  PARAMS({"disable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"count", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_integer, .cpp = "IntegerAttr"},
         {"runtimeDisable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"full", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"followupUnrolled", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupRemainder", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupAll", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopUnrollAttr",
};
const AttrDef llvm_loop_unroll_attr = {"llvm", "loop_unroll", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_unroll_params};

static const ParamsDef llvm_loop_unswitch_params = {
  PARAMS({"partialDisable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopUnswitchAttr",
};
const AttrDef llvm_loop_unswitch_attr = {"llvm", "loop_unswitch", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_unswitch_params};

static const ParamsDef llvm_loop_vectorize_params = {
  PARAMS({"disable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"predicateEnable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"scalableEnable", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_bool, .cpp = "BoolAttr"},
         {"width", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_integer, .cpp = "IntegerAttr"},
         {"followupVectorized", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupEpilogue", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"},
         {"followupAll", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_loop_annotation_attr, .cpp = "LoopAnnotationAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LoopVectorizeAttr",
};
const AttrDef llvm_loop_vectorize_attr = {"llvm", "loop_vectorize", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_loop_vectorize_params};

static const ParamsDef llvm_mmra_tag_params = {
  PARAMS({"prefix", PARAM_STRING, .cpp = "::llvm::StringRef"}, {"suffix", PARAM_STRING, .cpp = "::llvm::StringRef"}),
  .format = "`<` $prefix `` `:` `` $suffix `>`", .class_name = "LLVM_MMRATagAttr",
};
const AttrDef llvm_mmra_tag_attr = {"llvm", "mmra_tag", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_mmra_tag_params};

static const ParamsDef llvm_memory_effects_params = {
  PARAMS({"other", PARAM_ENUM, .def = &mod_ref_infos, .cpp = "ModRefInfo"},
         {"argMem", PARAM_ENUM, .def = &mod_ref_infos, .cpp = "ModRefInfo"},
         {"inaccessibleMem", PARAM_ENUM, .def = &mod_ref_infos, .cpp = "ModRefInfo"},
         {"errnoMem", PARAM_ENUM, .def = &mod_ref_infos, .cpp = "ModRefInfo"},
         {"targetMem0", PARAM_ENUM, .def = &mod_ref_infos, .cpp = "ModRefInfo"},
         {"targetMem1", PARAM_ENUM, .def = &mod_ref_infos, .cpp = "ModRefInfo"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_MemoryEffectsAttr",
};
const AttrDef llvm_memory_effects_attr = {"llvm", "memory_effects", ATTR_DIALECT, .params = &llvm_memory_effects_params};

static const ParamsDef llvm_module_flag_params = {
  PARAMS({"behavior", PARAM_ENUM, .def = &mod_flag_behaviors, .cpp = "ModFlagBehavior"},
         {"key", PARAM_STRING, .cpp = "StringAttr"}, {"value", PARAM_ATTR, .cpp = "Attribute"}),
  .format = "`<` $behavior `,` $key `,` $value `>`", .class_name = "ModuleFlagAttr", .verify = verify_module_flag,
};
const AttrDef llvm_module_flag_attr = {"llvm", "mlir.module_flag", ATTR_DIALECT, .params = &llvm_module_flag_params};

static const ParamsDef llvm_cgprofile_entry_params = {
  PARAMS({"from", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_flat_symbol, .cpp = "FlatSymbolRefAttr"},
         {"to", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_flat_symbol, .cpp = "FlatSymbolRefAttr"},
         {"count", PARAM_UINT, .cpp = "uint64_t"}),
  .format = "`<` struct(params) `>`", .class_name = "ModuleFlagCGProfileEntryAttr",
};
const AttrDef llvm_cgprofile_entry_attr = {"llvm", "cgprofile_entry", ATTR_DIALECT, .params = &llvm_cgprofile_entry_params};

static const ParamsDef llvm_profile_summary_params = {
  PARAMS({"format", PARAM_ENUM, .def = &profile_formats, .cpp = "ProfileSummaryFormatKind"},
         {"total_count", PARAM_UINT, .cpp = "uint64_t"}, {"max_count", PARAM_UINT, .cpp = "uint64_t"},
         {"max_internal_count", PARAM_UINT, .cpp = "uint64_t"}, {"max_function_count", PARAM_UINT, .cpp = "uint64_t"},
         {"num_counts", PARAM_UINT, .cpp = "uint64_t"}, {"num_functions", PARAM_UINT, .cpp = "uint64_t"},
         {"is_partial_profile", PARAM_OPT_INT, PARAM_OPTIONAL, .cpp = "std::optional<uint64_t>"},
         {"partial_profile_ratio", PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_float, .cpp = "FloatAttr"},
         {"detailed_summary", PARAM_ATTR_ARRAY, .def = &llvm_profile_summary_detailed_attr, .cpp = "::llvm::ArrayRef<ModuleFlagProfileSummaryDetailedAttr>"}),
  .format = "`<` struct(params) `>`", .class_name = "ModuleFlagProfileSummaryAttr",
};
const AttrDef llvm_profile_summary_attr = {"llvm", "profile_summary", ATTR_DIALECT, .params = &llvm_profile_summary_params};

static const ParamsDef llvm_profile_summary_detailed_params = {
  PARAMS({"cut_off", PARAM_UINT, .bits = 32, .cpp = "uint32_t"}, {"min_count", PARAM_UINT, .cpp = "uint64_t"},
         {"num_counts", PARAM_UINT, .bits = 32, .cpp = "uint32_t"}),
  .format = "`<` struct(params) `>`", .class_name = "ModuleFlagProfileSummaryDetailedAttr",
};
const AttrDef llvm_profile_summary_detailed_attr = {"llvm", "profile_summary_detailed", ATTR_DIALECT, .params = &llvm_profile_summary_detailed_params};

static const ParamsDef llvm_poison_params = {
  .class_name = "LLVM_PoisonAttr",
};
const AttrDef llvm_poison_attr = {"llvm", "poison", ATTR_DIALECT, .params = &llvm_poison_params};

static const ParamsDef llvm_tbaa_member_params = {
  PARAMS({"typeDesc", PARAM_ATTR_CLASS, .check = is_tbaa_node, .cpp = "TBAANodeAttr"},
         {"offset", PARAM_INT, .cpp = "int64_t"}),
  .format = "`<` params `>`", .class_name = "LLVM_TBAAMemberAttr",
};
const AttrDef llvm_tbaa_member_attr = {"llvm", "tbaa_member", ATTR_DIALECT, .params = &llvm_tbaa_member_params};

static const ParamsDef llvm_tbaa_root_params = {
  PARAMS({"id", PARAM_STRING, PARAM_OPTIONAL, .cpp = "StringAttr"}),
  .format = "(`<` struct(params)^ `>`)?", .class_name = "LLVM_TBAARootAttr",
};
const AttrDef llvm_tbaa_root_attr = {"llvm", "tbaa_root", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_tbaa_root_params};

static const ParamsDef llvm_tbaa_tag_params = {
  PARAMS({"base_type", PARAM_ATTR_DEF, .def = &llvm_tbaa_type_desc_attr, .cpp = "TBAATypeDescriptorAttr"},
         {"access_type", PARAM_ATTR_DEF, .def = &llvm_tbaa_type_desc_attr, .cpp = "TBAATypeDescriptorAttr"},
         {"offset", PARAM_INT, .cpp = "int64_t"}, {"constant", PARAM_BOOL, PARAM_DEFAULT, .cpp = "bool"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_TBAATagAttr",
};
const AttrDef llvm_tbaa_tag_attr = {"llvm", "tbaa_tag", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_tbaa_tag_params};

static const ParamsDef llvm_tbaa_type_desc_params = {
  PARAMS({"id", PARAM_STRING, .cpp = "::llvm::StringRef"},
         {"members", PARAM_ATTR_ARRAY, PARAM_BRACED, .def = &llvm_tbaa_member_attr, .cpp = "::llvm::ArrayRef<TBAAMemberAttr>"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_TBAATypeDescriptorAttr",
};
const AttrDef llvm_tbaa_type_desc_attr = {"llvm", "tbaa_type_desc", ATTR_DIALECT, ATTR_HAS_ALIAS, .params = &llvm_tbaa_type_desc_params};

static const ParamsDef llvm_tailcallkind_params = {
  PARAMS({"tailCallKind", PARAM_ENUM, .def = &llvm_tailcall_kinds, .cpp = "TailCallKind"}),
  .format = "`<` $tailCallKind `>`", .class_name = "TailCallKindAttr",
};
const AttrDef llvm_tailcallkind_attr = {"llvm", "tailcallkind", ATTR_DIALECT, .params = &llvm_tailcallkind_params};

static const ParamsDef llvm_target_params = {
  PARAMS({"triple", PARAM_STRING, .cpp = "StringAttr"}, {"chip", PARAM_STRING, .cpp = "StringAttr"},
         {"features", PARAM_ATTR_DEF, PARAM_OPTIONAL, .def = &llvm_target_features_attr, .cpp = "TargetFeaturesAttr"}),
  .format = "`<` struct($triple, $chip, $features) `>`", .class_name = "LLVM_TargetAttr",
};
const AttrDef llvm_target_attr = {"llvm", "target", ATTR_DIALECT, .params = &llvm_target_params};

static const ParamsDef llvm_target_features_params = {
  PARAMS({"features", PARAM_ATTR_ARRAY, PARAM_OPTIONAL, .def = &attr_defs[ATTR_STRING], .cpp = "::llvm::ArrayRef<StringAttr>"}),
  .format = "`<` `[` (`]`) : ($features^ `]`)? `>`", .class_name = "LLVM_TargetFeaturesAttr", .verify = verify_target_features,
};
const AttrDef llvm_target_features_attr = {"llvm", "target_features", ATTR_DIALECT, .params = &llvm_target_features_params};

static const ParamsDef llvm_uwtable_params = {
  PARAMS({"uwtableKind", PARAM_ENUM, .def = &uwtable_kinds, .cpp = "uwtable::UWTableKind"}),
  .format = "`<` $uwtableKind `>`", .class_name = "UWTableKindAttr",
};
const AttrDef llvm_uwtable_attr = {"llvm", "uwtableKind", ATTR_DIALECT, .params = &llvm_uwtable_params};

static const ParamsDef llvm_undef_params = {
  .class_name = "LLVM_UndefAttr",
};
const AttrDef llvm_undef_attr = {"llvm", "undef", ATTR_DIALECT, .params = &llvm_undef_params};

static const ParamsDef llvm_vscale_range_params = {
  PARAMS({"minRange", PARAM_ATTR_CLASS, .check = is_integer, .cpp = "IntegerAttr"},
         {"maxRange", PARAM_ATTR_CLASS, .check = is_integer, .cpp = "IntegerAttr"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_VScaleRangeAttr",
};
const AttrDef llvm_vscale_range_attr = {"llvm", "vscale_range", ATTR_DIALECT, .params = &llvm_vscale_range_params};

static const ParamsDef llvm_vec_type_hint_params = {
  PARAMS({"hint", PARAM_ATTR_CLASS, .check = is_type, .cpp = "TypeAttr"},
         {"is_signed", PARAM_BOOL, PARAM_DEFAULT, .cpp = "bool"}),
  .format = "`<` struct(params) `>`", .class_name = "LLVM_VecTypeHintAttr",
};
const AttrDef llvm_vec_type_hint_attr = {"llvm", "vec_type_hint", ATTR_DIALECT, .params = &llvm_vec_type_hint_params};

static const ParamsDef llvm_workgroup_attribution_params = {
  PARAMS({"num_elements", PARAM_ATTR_CLASS, .check = is_integer, .cpp = "IntegerAttr"},
         {"element_type", PARAM_ATTR_CLASS, .check = is_type, .cpp = "TypeAttr"}),
  .format = "`<` $num_elements `,` $element_type `>`", .class_name = "WorkgroupAttributionAttr",
};
const AttrDef llvm_workgroup_attribution_attr = {"llvm", "mlir.workgroup_attribution", ATTR_DIALECT, .params = &llvm_workgroup_attribution_params};

static const ParamsDef llvm_zero_params = {
  .class_name = "LLVM_ZeroAttr",
};
const AttrDef llvm_zero_attr = {"llvm", "zero", ATTR_DIALECT, .params = &llvm_zero_params};

const AttrDef *const llvm_attrs[] = {
  &llvm_access_group_attr, &llvm_address_space_attr, &llvm_alias_scope_attr, &llvm_alias_scope_domain_attr,
  &llvm_blockaddress_attr, &llvm_blocktag_attr, &llvm_cconv_attr, &llvm_comdat_attr, &llvm_dso_local_equivalent_attr,
  &llvm_dependent_libraries_attr, &llvm_dereferenceable_attr, &llvm_fastmath_attr, &llvm_frame_pointer_attr,
  &llvm_overflow_attr, &llvm_linkage_attr, &llvm_loop_annotation_attr, &llvm_loop_distribute_attr,
  &llvm_loop_interleave_attr, &llvm_loop_licm_attr, &llvm_loop_peeled_attr, &llvm_loop_pipeline_attr,
  &llvm_loop_unroll_and_jam_attr, &llvm_loop_unroll_attr, &llvm_loop_unswitch_attr, &llvm_loop_vectorize_attr,
  &llvm_mmra_tag_attr, &llvm_memory_effects_attr, &llvm_module_flag_attr, &llvm_cgprofile_entry_attr,
  &llvm_profile_summary_attr, &llvm_profile_summary_detailed_attr, &llvm_poison_attr, &llvm_tbaa_member_attr,
  &llvm_tbaa_root_attr, &llvm_tbaa_tag_attr, &llvm_tbaa_type_desc_attr, &llvm_tailcallkind_attr, &llvm_target_attr,
  &llvm_target_features_attr, &llvm_uwtable_attr, &llvm_undef_attr, &llvm_vscale_range_attr, &llvm_vec_type_hint_attr,
  &llvm_workgroup_attribution_attr, &llvm_zero_attr, &llvm_constant_range_attr,
  &llvm_di_annotation_attr, &llvm_di_basic_type_attr, &llvm_di_common_block_attr, &llvm_di_compile_unit_attr,
  &llvm_di_composite_type_attr, &llvm_di_derived_type_attr, &llvm_di_expression_attr, &llvm_di_expression_elem_attr,
  &llvm_di_file_attr, &llvm_di_generic_subrange_attr, &llvm_di_global_variable_attr,
  &llvm_di_global_variable_expression_attr, &llvm_di_imported_entity_attr, &llvm_di_label_attr,
  &llvm_di_lexical_block_attr, &llvm_di_lexical_block_file_attr, &llvm_di_local_variable_attr, &llvm_di_module_attr,
  &llvm_di_namespace_attr, &llvm_di_null_type_attr, &llvm_di_string_type_attr, &llvm_di_subprogram_attr,
  &llvm_di_subrange_attr, &llvm_di_subroutine_type_attr, NULL,
};
