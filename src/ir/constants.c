#include "ir/constants.h"

// ---------------------------------------------------------------------------------------------
// Elements

bool is_int_element(T type) { return type_kind(type) == TYPE_INTEGER || type_is_index(type); }

APFloat float_from_bytes(FloatKind kind, const uint8_t *bytes, uint32_t size) {
  uint64_t bits[2] = {0};
  for (uint32_t i = 0; i < size && i < 16; i++) bits[i / 8] |= (uint64_t)bytes[i] << (i % 8 * 8);
  return apfloat_from_bits(kind, bits[0], bits[1]);
}

const DenseAttr *attr_as_dense(A attr) { return attr && attr_kind(attr) == ATTR_DENSE ? (const DenseAttr *)attr : NULL; }

// Without an arena, only integers up to 64 bits can be read.
bool constant_int(A attr, APInt *out) {
  if (!attr) return false;
  if (attr_kind(attr) == ATTR_INTEGER) {
    *out = attr_int(attr);
    return true;
  }
  const DenseAttr *dense = attr_as_dense(attr);
  if (!dense || !dense->splat) return false;
  T element = type_element(dense->type);
  uint32_t size, width = type_bits(element);
  if (!is_int_element(element) || width > 64) return false;
  const uint8_t *bytes = dense_element(attr, 0, &size);
  if (!bytes) return false;
  *out = apint_from_bytes(NULL, width, bytes, size);
  return true;
}

bool constant_float(A attr, APFloat *out) {
  if (!attr) return false;
  if (attr_kind(attr) == ATTR_FLOAT) {
    *out = attr_float_value(attr);
    return true;
  }
  const DenseAttr *dense = attr_as_dense(attr);
  if (!dense || !dense->splat) return false;
  T element = type_element(dense->type);
  uint32_t size;
  const uint8_t *bytes = type_is_float(element) ? dense_element(attr, 0, &size) : NULL;
  if (!bytes) return false;
  *out = float_from_bytes(type_float_kind(element), bytes, size);
  return true;
}

bool is_zero_int(A attr) {
  APInt value;
  return constant_int(attr, &value) && apint_is_zero(&value);
}

bool is_one_int(A attr) {
  APInt value;
  return constant_int(attr, &value) && value.width && apint_active_bits(&value) == 1 && (apint_data(&value)[0] & 1);
}

bool is_all_ones_int(A attr) {
  APInt value;
  return constant_int(attr, &value) && apint_is_all_ones(&value);
}

bool is_float_value(A attr, double wanted) {
  APFloat value;
  return constant_float(attr, &value) && apfloat_bits_equal(value, apfloat_from_double(value.kind, wanted, NULL));
}

bool is_nan_float(A attr) {
  APFloat value;
  return constant_float(attr, &value) && apfloat_is_nan(value);
}

Operation *defined_by(const Value *value, uint32_t opcode) {
  Operation *op = value_def(value);
  return op_is(op, opcode) ? op : NULL;
}

Operation *operand_defined_by(const Operation *op, uint32_t i, uint32_t opcode) { return defined_by(op_operand(op, i), opcode); }

bool value_is_all_ones(const Value *value) { return is_all_ones_int(value_constant(value)); }

// ---------------------------------------------------------------------------------------------
// Making

static bool has_static_shape(T type) { return !type_as_shaped(type) || type_has_static_shape(type); }

A int_attr_of(Context *ctx, T type, const APInt *value) {
  if (!has_static_shape(type)) return NULL;
  if (!type_as_shaped(type)) return attr_integer(ctx, type, value);
  uint32_t size = dense_element_bytes(type_element(type));
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  uint8_t *bytes = arena_alloc(&scratch, size);
  A attr = NULL;
  if (bytes) {
    apint_to_bytes(value, bytes, size);
    attr = attr_dense(ctx, type, true, bytes, size);
  }
  arena_free(&scratch);
  return attr;
}

void float_to_bytes(APFloat value, uint8_t *bytes, uint32_t size) {
  uint64_t bits[2];
  apfloat_stored(value, bits);
  for (uint32_t i = 0; i < size && i < 16; i++) bytes[i] = (uint8_t)(bits[i / 8] >> (i % 8 * 8));
}

A float_attr_of(Context *ctx, T type, APFloat value) {
  if (!has_static_shape(type)) return NULL;
  if (!type_as_shaped(type)) return attr_float(ctx, type, value);
  uint8_t bytes[16];
  uint32_t size = dense_element_bytes(type_element(type));
  float_to_bytes(value, bytes, size);
  return attr_dense(ctx, type, true, bytes, size);
}

A zero_attr(Context *ctx, T type) {
  T element = type_element_or_self(type);
  if (type_is_float(element)) return float_attr_of(ctx, type, apfloat_zero(type_float_kind(element), false));
  if (!is_int_element(element)) return NULL;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  APInt zero = apint_u64(&scratch, type_bits(element), 0);
  A attr = int_attr_of(ctx, type, &zero);
  arena_free(&scratch);
  return attr;
}

A bool_attr_of(Context *ctx, T type, bool value) {
  APInt bit = {.width = 1, .word = value};
  return int_attr_of(ctx, type, &bit);
}
