// The operations of the spirv dialect (https://mlir.llvm.org/docs/Dialects/SPIR-V/): their records are in
// the .def files beside this one.
#include "ops/spirv.h"

#include "dialects/common/relations.h"
#include "dialects/spirv/hooks.h"

// ---------------------------------------------------------------------------------------------
// Relations

static bool is_nested_in(const Operation *op, bool (*holds)(const Operation *op)) {
  while ((op = op_parent(op)) && !op_is_symbol_table(op))
    if (holds(op) || op_has(op, TRAIT_KEPT)) return true;
  return false;
}

static bool is_function(const Operation *op) { return op_has(op, TRAIT_FUNCTION); }
static bool is_graph(const Operation *op) { return op_is(op, OP_SPIRV_ARM_GRAPH); }
bool spirv_in_function(const Operation *op) { return is_nested_in(op, is_function); }
bool spirv_in_graph(const Operation *op) { return is_nested_in(op, is_graph); }
bool spirv_in_module(const Operation *op) { return op_parent(op) && op_is_symbol_table(op_parent(op)); }

bool spirv_scope_is_subgroup(const Operation *op) { return spirv_enum_of(op_prop(op, "execution_scope"), 0) == SPIRV_SCOPE_SUBGROUP; }

static T image_of(const Operation *op) { return spirv_image_of(op_operand_type(op, 0)); }
static uint32_t dim_of(const Operation *op) { return spirv_param(image_of(op), SPIRV_DIM); }
bool spirv_dim_is_2d_cube_rect(const Operation *op) {
  uint32_t dim = dim_of(op);
  return dim == SPIRV_DIM_DIM2_D || dim == SPIRV_DIM_CUBE || dim == SPIRV_DIM_RECT;
}
bool spirv_dim_is_not_buffer(const Operation *op) { return dim_of(op) != SPIRV_DIM_BUFFER; }
bool spirv_dim_is_not_cube(const Operation *op) { return dim_of(op) != SPIRV_DIM_CUBE; }
bool spirv_dim_is_not_subpass_data(const Operation *op) { return dim_of(op) != SPIRV_DIM_SUBPASS_DATA; }
bool is_spirv_single_sampled(const Operation *op) {
  return spirv_param(image_of(op), SPIRV_SAMPLING) == SPIRV_IMAGE_SAMPLING_INFO_SINGLE_SAMPLED;
}
bool spirv_needs_sampler(const Operation *op) {
  return spirv_param(image_of(op), SPIRV_SAMPLER_USE) == SPIRV_IMAGE_SAMPLER_USE_INFO_NEED_SAMPLER;
}
bool spirv_needs_no_sampler(const Operation *op) { return !spirv_needs_sampler(op); }
static bool is_sampled(const Operation *op, T texel) {
  T sampled = spirv_element(image_of(op));
  return type_kind(sampled) == TYPE_NONE || type_element_or_self(texel) == sampled;
}
bool spirv_result_is_sampled(const Operation *op) { return is_sampled(op, op_result_type(op, 0)); }
bool spirv_texel_is_sampled(const Operation *op) { return is_sampled(op, op_operand_type(op, 2)); }
bool spirv_has_lod_or_grad(const Operation *op) {
  int64_t given = spirv_enum_of(op_prop_at(op, SPIRV_IMAGE_SAMPLE_EXPLICIT_LOD_IMAGE_OPERANDS), 0);
  return (given & (SPIRV_IMAGE_OPERANDS_LOD | SPIRV_IMAGE_OPERANDS_GRAD)) != 0;
}

T spirv_pointee_of(Context *ctx, T type) {
  (void)ctx;
  return spirv_is_ptr(type) ? spirv_pointee(type) : NULL;
}
T spirv_sampled_image(Context *ctx, T type) {
  (void)ctx;
  return type->def == &spirv_sampled_image_type ? spirv_element(type) : NULL;
}
T spirv_sampled_element(Context *ctx, T type) {
  T image = spirv_sampled_image(ctx, type);
  return image ? spirv_element(image) : NULL;
}
// i1, or as many of them as the vector has elements.
T spirv_bool_like(Context *ctx, T type) {
  if (!type_is_vector(type)) return ctx->types.i1;
  int64_t count = type_num_elements(type);
  return type_vector(ctx, &count, 1, 0, ctx->types.i1);
}

// ---------------------------------------------------------------------------------------------
// Attributes of operations of other dialects

static bool wrong_attr(Verifier *v, const Operation *op, const char *before, A name, const char *after) {
  return verify_fail_plain(v, op, "%s'%.*s'%s", before, STR_ARG(attr_str(name)), after);
}

bool verify_spirv_op_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  if (attr_is_string(attr.name, "spirv.entry_point_abi"))
    return attr_is(attr.value, &spirv_entry_point_abi_attr) || wrong_attr(v, op, "", attr.name, " attribute must be an entry point ABI attribute");
  if (attr_is_string(attr.name, "spirv.target_env"))
    return attr_is(attr.value, &spirv_target_env_attr) || wrong_attr(v, op, "", attr.name, " must be a spirv::TargetEnvAttr");
  return wrong_attr(v, op, "found unsupported ", attr.name, " attribute on operation");
}

// Messages about arguments do not quote the operation.
static bool wrong_value_attr(Verifier *v, const Operation *op, const char *before, A name, const char *after) {
  diag_at(v->module, SEVERITY_ERROR, op->loc, "%s'%.*s'%s", before, STR_ARG(attr_str(name)), after);
  return false;
}

static bool verify_value_attr(Verifier *v, const Operation *op, T type, NamedAttr attr) {
  if (attr_is_string(attr.name, "spirv.interface_var_abi")) {
    if (!attr_is(attr.value, &spirv_interface_var_abi_attr))
      return wrong_value_attr(v, op, "", attr.name, " must be a spirv::InterfaceVarABIAttr");
    bool has_class = (int64_t)attr_param(attr.value, 2) >= 0;
    bool is_scalar = type_kind(type) == TYPE_INTEGER || type_is_index(type) || type_is_float(type);
    return !has_class || is_scalar ||
           wrong_value_attr(v, op, "", attr.name, " attribute cannot specify storage class when attaching to a non-scalar value");
  }
  if (attr_is_string(attr.name, "spirv.decoration"))
    return attr_is(attr.value, &spirv_decoration_attr) || wrong_value_attr(v, op, "", attr.name, " must be a spirv::DecorationAttr");
  return wrong_value_attr(v, op, "found unsupported ", attr.name, " attribute on region argument");
}

bool verify_spirv_arg_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr) {
  const Block *entry = region < op->region_count ? op->regions[region].first : NULL;
  return !entry || arg >= entry->arg_count || verify_value_attr(v, op, entry->args[arg]->type, attr);
}

bool verify_spirv_result_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t result, NamedAttr attr) {
  (void)region;
  T type = is_graph(op) ? spirv_type_of(op_prop(op, "function_type")) : NULL;
  const GraphType *graph = type && type_kind(type) == TYPE_GRAPH ? (const GraphType *)type : NULL;
  if (graph && result < graph->result_count) return verify_value_attr(v, op, graph->types[graph->input_count + result], attr);
  return verify_fail_plain(v, op, "cannot attach SPIR-V attributes to region result which is not part of a spirv::GraphARMOp type");
}

A parse_spirv_unknown_attr(Parser *p, T type) {
  (void)type;
  uint32_t at = parser_loc(p);
  Str word;
  if (parse_any_keyword(p, &word)) parser_op_error_at(p, at, "unknown SPIR-V attribute kind: %.*s", STR_ARG(word));
  return NULL;
}

void init_spirv(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, spirv_directives);
  format_add_directives(ctx, spirv_memory_directives);
}
