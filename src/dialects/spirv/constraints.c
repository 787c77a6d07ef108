// Constraints of the spirv dialect on what matrices are made of.
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

bool check_spirv_matrix_of_float(T type, const TypeConstraint *self) {
  (void)self;
  return type->def == &spirv_matrix_type && is_float(spirv_matrix_element(type), false);
}

bool check_spirv_coopmatrix_of_integer(T type, const TypeConstraint *self) {
  (void)self;
  return type->def == &spirv_coopmatrix_type && type_satisfies(spirv_element(type), &C_spirv_SPIRV_Integer);
}

bool check_spirv_coopmatrix_of_float(T type, const TypeConstraint *self) {
  (void)self;
  return type->def == &spirv_coopmatrix_type && is_float(spirv_element(type), false);
}

bool check_spirv_coopmatrix_of_any_float(T type, const TypeConstraint *self) {
  (void)self;
  return type->def == &spirv_coopmatrix_type && is_float(spirv_element(type), true);
}
