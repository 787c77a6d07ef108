#include "dialects/common/dense_fold.h"

#include "ir/constants.h"

static bool is_number(T type) {
  return type_kind(type) == TYPE_INTEGER || type_is_index(type) || type_is_float(type) || type_kind(type) == TYPE_COMPLEX;
}

bool dense_begin(DenseBuilder *self, Context *ctx, T type) {
  if (!type_as_shaped(type) || !type_has_static_shape(type) || !is_number(type_element_or_self(type))) return false;
  T element = type_element_or_self(type);
  *self = (DenseBuilder){.ctx = ctx, .type = type, .element = element, .size = dense_element_bytes(element)};
  self->count = (uint64_t)type_num_elements(type);
  if (self->size && self->count > SIZE_MAX / self->size) return false;
  arena_init(&self->scratch, &ctx->mem);
  self->bytes = arena_alloc(&self->scratch, (size_t)self->count * self->size);
  if (!self->bytes) arena_free(&self->scratch);
  return self->bytes != NULL;
}

static bool put_scalar(T type, A scalar, uint8_t *bytes, uint32_t size, Arena *scratch) {
  if (attr_kind(scalar) == ATTR_INTEGER && !type_is_float(type) && type_kind(type) != TYPE_COMPLEX) {
    APInt value = attr_int(scalar);
    value = apint_sext_or_trunc(scratch, &value, type_bits(type));
    apint_to_bytes(&value, bytes, size);
    return true;
  }
  // A float that stands for an integer gives its bits.
  bool same_bits = type_kind(type) == TYPE_INTEGER && attr_kind(scalar) == ATTR_FLOAT && type_bits(attr_value_type(scalar)) == type_bits(type);
  if (attr_kind(scalar) != ATTR_FLOAT || (attr_value_type(scalar) != type && !same_bits)) return false;
  uint64_t bits[2];
  apfloat_stored(attr_float_value(scalar), bits);
  for (uint32_t i = 0; i < size && i < 16; i++) bytes[i] = (uint8_t)(bits[i / 8] >> (i % 8 * 8));
  return true;
}

bool dense_put(DenseBuilder *self, uint64_t i, A scalar) {
  uint8_t *bytes = self->bytes + i * self->size;
  if (type_kind(self->element) != TYPE_COMPLEX) return put_scalar(self->element, scalar, bytes, self->size, &self->scratch);
  const ArrayAttr *parts = (const ArrayAttr *)scalar;
  if (attr_kind(scalar) != ATTR_ARRAY || parts->count != 2) return false;
  T part = type_element(self->element);
  uint32_t half = self->size / 2;
  return put_scalar(part, parts->items[0], bytes, half, &self->scratch) &&
         put_scalar(part, parts->items[1], bytes + half, half, &self->scratch);
}

void dense_copy(DenseBuilder *self, uint64_t i, A dense, uint64_t from) {
  uint32_t size;
  const uint8_t *bytes = dense_element(dense, from, &size);
  if (bytes) memcpy(self->bytes + i * self->size, bytes, size < self->size ? size : self->size);
}

A dense_end(DenseBuilder *self, bool ok) {
  A result = ok ? attr_dense(self->ctx, self->type, false, self->bytes, self->count * self->size) : NULL;
  arena_free(&self->scratch);
  return result;
}

A dense_reshape(Context *ctx, A dense, T type) {
  const DenseAttr *from = (const DenseAttr *)dense;
  return from->splat || type_has_static_shape(type) ? attr_dense(ctx, type, from->splat != 0, from->data, from->size) : NULL;
}

A dense_splat(Context *ctx, T type, A scalar) {
  T element = type_element_or_self(type);
  uint8_t bytes[16] = {0};
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  uint32_t size = is_number(element) ? dense_element_bytes(element) : 0;
  bool ok = size && size <= sizeof bytes && type_has_static_shape(type) && put_scalar(element, scalar, bytes, size, &scratch);
  A result = ok ? attr_dense(ctx, type, true, bytes, size) : NULL;
  arena_free(&scratch);
  return result;
}

bool constant_index(const Value *value, int64_t *out) {
  A constant = value_constant(value);
  APInt number;
  return constant && constant_int(constant, &number) && apint_to_i64(&number, out);
}

int64_t linear_index(const int64_t *position, const int64_t *dims, uint32_t rank) {
  uint64_t index = 0;
  for (uint32_t i = 0; i < rank; i++) index = index * (uint64_t)dims[i] + (uint64_t)position[i];
  return (int64_t)index;
}

bool next_position(int64_t *position, const int64_t *sizes, const int64_t *begin, uint32_t rank) {
  for (uint32_t i = rank; i-- > 0;) {
    if (++position[i] < begin[i] + sizes[i]) return true;
    position[i] = begin[i];
  }
  return false;
}
