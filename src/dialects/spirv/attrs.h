// Attributes and enums of the spirv dialect (https://mlir.llvm.org/docs/Dialects/SPIR-V/).
#ifndef RUNG_DIALECTS_SPIRV_ATTRS_H
#define RUNG_DIALECTS_SPIRV_ATTRS_H

#include "asm/params.h"

// An enum whose cases are one text: see enums.c. The attributes' `params` point to it.
typedef struct SpirvEnum {
  ParamsDef base;      // one word; class_name: what the attribute is called upstream, when that is not `type`
  const char *type;    // C++ name
  bool is_bits;
  const char *cases;
} SpirvEnum;

// `#spirv.mnemonic<case>`: the enum is spirv_*_enum, its one parameter the case's value.
#define SPIRV_ENUMS(X)                                                                                              \
  X(addressing_model) X(built_in) X(capability) X(client_api) X(coop_matrix_layout_khr)                             \
  X(cooperative_matrix_operands_khr) X(coop_matrix_use_khr) X(decoration) X(device_type) X(dim) X(execution_mode)   \
  X(execution_model) X(extension) X(fp_encoding) X(fastmath_mode) X(fp_rounding_mode) X(function_control)           \
  X(group_operation) X(image_arrayed_info) X(image_depth_info) X(image_format) X(image_operands)                    \
  X(image_sampler_use_info) X(image_sampling_info) X(linkage_type) X(load_cache_control) X(loop_control)            \
  X(matrix_layout) X(memory_access) X(memory_model) X(memory_semantics) X(opcode) X(packed_vector_format) X(scope)  \
  X(selection_control) X(storage_class) X(store_cache_control) X(vendor) X(version)
#define DECLARE_ENUM(id)                    \
  extern const SpirvEnum spirv_##id##_enum; \
  extern const AttrDef spirv_##id##_attr;
SPIRV_ENUMS(DECLARE_ENUM)
#undef DECLARE_ENUM

extern const AttrDef
    spirv_cache_control_load_attr, spirv_cache_control_store_attr, spirv_coop_matrix_props_khr_attr,
    spirv_coop_matrix_props_nv_attr, spirv_entry_point_abi_attr, spirv_interface_var_abi_attr,
    spirv_linkage_attributes_attr, spirv_resource_limits_attr, spirv_target_env_attr, spirv_vce_attr;
extern const AttrDef *const spirv_attrs[];   // all of them, ended by NULL

// What hooks ask for by value.
enum { SPIRV_ADDRESSING_LOGICAL = 0, SPIRV_ADDRESSING_PHYSICAL_STORAGE_BUFFER = 5348 };
enum {
  SPIRV_STORAGE_WORKGROUP = 4, SPIRV_STORAGE_CROSS_WORKGROUP = 5, SPIRV_STORAGE_FUNCTION = 7, SPIRV_STORAGE_GENERIC = 8,
  SPIRV_STORAGE_PHYSICAL_BUFFER = 5349, SPIRV_STORAGE_TASK_PAYLOAD = 5402,
};
enum { SPIRV_SCOPE_WORKGROUP = 2, SPIRV_SCOPE_SUBGROUP = 3 };
enum { SPIRV_DIM_1D, SPIRV_DIM_2D, SPIRV_DIM_3D, SPIRV_DIM_CUBE, SPIRV_DIM_RECT, SPIRV_DIM_BUFFER, SPIRV_DIM_SUBPASS_DATA };
enum { SPIRV_ACCESS_ALIGNED = 2, SPIRV_ACCESS_MAKE_AVAILABLE = 8, SPIRV_ACCESS_MAKE_VISIBLE = 16 };

// The value of an enum attribute of an operation; `otherwise` when it is absent.
int64_t spirv_enum_prop(const Operation *op, const char *name, int64_t otherwise);
A spirv_enum_attr(Context *ctx, const AttrDef *def, int64_t value);
// The value of a case, or for bits of several joined by '|'.
bool spirv_enum_find(const SpirvEnum *def, Str text, int64_t *out);
void spirv_enum_text(StrBuf *out, const SpirvEnum *def, int64_t value);
void print_spirv_enum(Printer *p, const SpirvEnum *def, int64_t value);
// A keyword of an enum: "invalid `words` attribute specification: …".
bool parse_spirv_keyword(Parser *p, const SpirvEnum *def, const char *words, int64_t *out);

#endif
