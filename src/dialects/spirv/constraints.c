// Constraints of the spirv dialect on the elements of matrices.
#include "ops/spirv.h"

#include "dialects/spirv/types.h"

static bool is_float(T type, bool allows_bf16) {
  if (!type_is_float(type)) return false;
  switch (type_float_kind(type)) {
    case FLOAT_F16: case FLOAT_F32: case FLOAT_F64: return true;
    case FLOAT_BF16: return allows_bf16;
    default: return false;
  }
}

static bool is_integer(T type) {
  uint32_t bits = type_bits(type);
  return type_kind(type) == TYPE_INTEGER && (bits == 8 || bits == 16 || bits == 32 || bits == 64);
}

bool check_spirv_matrix_of_float(T type) {
  return type->def == &spirv_matrix_type && is_float(spirv_matrix_element(type), false);
}

bool check_spirv_coopmatrix_of_integer(T type) {
  return type->def == &spirv_coopmatrix_type && is_integer(spirv_element(type));
}

bool check_spirv_coopmatrix_of_float(T type) {
  return type->def == &spirv_coopmatrix_type && is_float(spirv_element(type), false);
}

bool check_spirv_coopmatrix_of_any_float(T type) {
  return type->def == &spirv_coopmatrix_type && is_float(spirv_element(type), true);
}
