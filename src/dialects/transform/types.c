// Types of the transform dialect: handles and parameters.
#include "dialects/transform/types.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "dialects/registry.h"
#include "ops/bufferization.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/pdl.h"
#include "ops/scf.h"
#include "ops/tensor.h"
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
static bool is_handle_of(T type, uint32_t opcode) {
  const OpDef *def = opcode_def(&rung_opcodes, opcode);
  return def && str_equal(transform_op_name(type), def_name(def));
}

bool check_transform_bufferization_alloc_tensor(T type) { return is_handle_of(type, OP_BUFFERIZATION_ALLOC_TENSOR); }
bool check_transform_linalg_pack(T type) { return is_handle_of(type, OP_LINALG_PACK); }
bool check_transform_linalg_transpose(T type) { return is_handle_of(type, OP_LINALG_TRANSPOSE); }
bool check_transform_linalg_unpack(T type) { return is_handle_of(type, OP_LINALG_UNPACK); }
bool check_transform_memref_alloc(T type) { return is_handle_of(type, OP_MEMREF_ALLOC); }
bool check_transform_memref_alloca(T type) { return is_handle_of(type, OP_MEMREF_ALLOCA); }
bool check_transform_scf_for(T type) { return is_handle_of(type, OP_SCF_FOR); }
bool check_transform_tensor_collapse_shape(T type) { return is_handle_of(type, OP_TENSOR_COLLAPSE_SHAPE); }
bool check_transform_tensor_empty(T type) { return is_handle_of(type, OP_TENSOR_EMPTY); }
bool check_transform_tensor_expand_shape(T type) { return is_handle_of(type, OP_TENSOR_EXPAND_SHAPE); }
bool check_transform_tensor_extract_slice(T type) { return is_handle_of(type, OP_TENSOR_EXTRACT_SLICE); }
bool check_transform_tensor_pad(T type) { return is_handle_of(type, OP_TENSOR_PAD); }

bool verify_transform_param(Parser *p, const uint64_t *words, uint32_t at) {
  T type = (T)(uintptr_t)words[0];
  return type_is_index(type) || type_is_any_int(type) ||
         parser_op_error_at(p, at, "only supports integer parameters for now, got '%s'", type_text(parser_context(p), type));
}
