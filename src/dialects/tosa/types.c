// What tosa's constraints say of types and attributes.
#include "ops/tosa.h"

#include "asm/params.h"
#include "ir/type.h"

static bool is_quantized(T type) {
  Str text = type_kind(type) == TYPE_OPAQUE ? attr_str(((const OpaqueType *)type)->dialect) : (Str){0};
  return str_is(text, "quant") || (type_kind(type) == TYPE_DIALECT && !strcmp(type->def->dialect, "quant"));
}

bool tosa_is_integer(T type) {
  return type_kind(type) == TYPE_INTEGER && ((const IntegerType *)type)->signedness != SIGNED;
}

static bool is_micro_number(T type) {
  static const FloatKind kinds[] = {FLOAT_F8E4M3FN, FLOAT_F8E5M2, FLOAT_F4E2M1FN, FLOAT_F6E2M3FN, FLOAT_F6E3M2FN};
  if (type->def == &tosa_mxint8_type) return true;
  for (size_t i = 0; i < countof(kinds); i++)
    if (type_kind(type) == TYPE_FLOAT && type_float_kind(type) == kinds[i]) return true;
  return false;
}

static bool is_number(T type) { return tosa_is_integer(type) || is_quantized(type) || type_kind(type) == TYPE_FLOAT || type->def == &tosa_mxint8_type; }

bool tosa_is_tensor_of_numbers(T type) { return type_is_tensor(type) && is_number(type_element(type)); }
bool tosa_is_tensor_of_micro_numbers(T type) { return type_is_tensor(type) && is_micro_number(type_element(type)); }

bool tosa_has_no_empty_dimension(T type) {
  if (type_kind(type) != TYPE_TENSOR) return type_is_tensor(type);
  const ShapedType *shape = type_as_shaped(type);
  for (uint64_t i = 0; i < shape->rank; i++)
    if (shape->dims[i] == 0) return false;
  return true;
}

// Of the rank, or of none that is known.
static bool has_rank(T type, uint64_t rank) { return type_kind(type) == TYPE_UNRANKED_TENSOR || (type_kind(type) == TYPE_TENSOR && type_as_shaped(type)->rank == rank); }

bool tosa_is_at_least_1d(T type) { return !has_rank(type, 0) || type_kind(type) == TYPE_UNRANKED_TENSOR; }
bool tosa_is_1d(T type) { return has_rank(type, 1); }
bool tosa_is_2d(T type) { return has_rank(type, 2); }
bool tosa_is_3d(T type) { return has_rank(type, 3); }
bool tosa_is_4d(T type) { return has_rank(type, 4); }
bool tosa_is_5d(T type) { return has_rank(type, 5); }

bool tosa_is_scalar(T type) {
  if (type_kind(type) != TYPE_TENSOR) return type_is_tensor(type);
  const ShapedType *shape = type_as_shaped(type);
  return shape->rank == 1 && shape->dims[0] == 1;
}

static bool is_like(T type, bool (*fits)(T)) {
  if (type_is_tensor(type)) return fits(type_element(type)) && tosa_has_no_empty_dimension(type);
  return type_kind(type) == TYPE_VECTOR ? type_as_shaped(type)->rank && fits(type_element(type)) : fits(type);
}

static bool is_i8(T type) { return type_kind(type) == TYPE_INTEGER && ((const IntegerType *)type)->signedness == SIGNLESS && type_bits(type) == 8; }

bool tosa_is_integer_like(T type) { return is_like(type, tosa_is_integer); }
bool tosa_is_i8_like(T type) { return is_like(type, is_i8); }

static bool has_count(A attr, uint64_t count) { return ((const DenseArrayAttr *)attr)->count == count; }

bool tosa_has_2(A attr) { return has_count(attr, 2); }
bool tosa_has_3(A attr) { return has_count(attr, 3); }
bool tosa_has_4(A attr) { return has_count(attr, 4); }
bool tosa_has_6(A attr) { return has_count(attr, 6); }
bool tosa_is_index_elements(A attr) { return attr_is_elements(attr) && type_is_index(type_element(attr_value_type(attr))); }

static int64_t shape_rank(T type) { return ((const ParamsType *)type)->words[0]; }
bool tosa_shape_of_rank_2(T type) { return type->def == &tosa_shape_type && shape_rank(type) == 2; }
bool tosa_shape_of_rank_4(T type) { return type->def == &tosa_shape_type && shape_rank(type) == 4; }
