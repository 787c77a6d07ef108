// Types of the transform dialect: handles and parameters.
#include "dialects/transform/types.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "ops/pdl.h"
#include "ops/transform.h"

Str transform_op_name(T type) {
  return type->def == &transform_op_type ? attr_str((A)(uintptr_t)((const ParamsType *)type)->words[0]) : (Str){0};
}

bool type_is_transform_handle(T type) {
  return type->def == &transform_any_op_type || type->def == &transform_op_type || type->def == &pdl_operation_type;
}

bool type_is_transform_value(T type) { return type->def == &transform_any_value_type; }

bool type_is_transform_param(T type) {
  return type->def == &transform_any_param_type || type->def == &transform_param_type || type->def == &transform_type_type ||
         type->def == &transform_affine_map_type;
}

// Handles of operations of one name.
bool check_transform_bufferization_alloc_tensor(T type) { return str_is(transform_op_name(type), "bufferization.alloc_tensor"); }
bool check_transform_linalg_pack(T type) { return str_is(transform_op_name(type), "linalg.pack"); }
bool check_transform_linalg_transpose(T type) { return str_is(transform_op_name(type), "linalg.transpose"); }
bool check_transform_linalg_unpack(T type) { return str_is(transform_op_name(type), "linalg.unpack"); }
bool check_transform_memref_alloc(T type) { return str_is(transform_op_name(type), "memref.alloc"); }
bool check_transform_memref_alloca(T type) { return str_is(transform_op_name(type), "memref.alloca"); }
bool check_transform_scf_for(T type) { return str_is(transform_op_name(type), "scf.for"); }
bool check_transform_tensor_collapse_shape(T type) { return str_is(transform_op_name(type), "tensor.collapse_shape"); }
bool check_transform_tensor_empty(T type) { return str_is(transform_op_name(type), "tensor.empty"); }
bool check_transform_tensor_expand_shape(T type) { return str_is(transform_op_name(type), "tensor.expand_shape"); }
bool check_transform_tensor_extract_slice(T type) { return str_is(transform_op_name(type), "tensor.extract_slice"); }
bool check_transform_tensor_pad(T type) { return str_is(transform_op_name(type), "tensor.pad"); }

bool verify_transform_param(Parser *p, const uint64_t *words, uint32_t at) {
  T type = (T)(uintptr_t)words[0];
  return type_is_index(type) || type_is_any_int(type) ||
         parser_op_error_at(p, at, "only supports integer parameters for now, got '%s'", type_text(parser_context(p), type));
}
