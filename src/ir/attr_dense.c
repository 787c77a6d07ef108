// Attributes that hold many elements: dense, array<…>, sparse, resources.
#include "ir/attr.h"

#include "ir/uniquer.h"

// --- Packed arrays

static uint64_t packed_bytes(T element) { return ((uint64_t)type_bits(element) + 7) / 8; }

static void set_elements(DenseArrayAttr *key, T element, uint64_t count) {
  key->element = element;
  key->count = count;
  key->word = type_is_int(element, 32) ? 4 : type_is_int(element, 64) ? 8 : 0;
}

A attr_dense_array(Context *ctx, T element, const void *data, uint64_t count) {
  uint64_t each = packed_bytes(element);
  if (each && count > UINT32_MAX / each) {
    ctx->mem.exhausted = true;
    return attr_dense_array(ctx, element, NULL, 0);
  }
  size_t bytes = (size_t)(each * count), size = sizeof(DenseArrayAttr) + bytes;
  DenseArrayAttr *key = unique_key(ctx, size);
  if (!key) return attr_dense_array(ctx, element, NULL, 0);
  set_elements(key, element, count);
  if (bytes) memcpy(key->data, data, bytes);
  return attr_unique(ctx, &attr_defs[ATTR_DENSE_ARRAY], key, size);
}

// A key for `count` elements, to be filled in; NULL without memory.
static DenseArrayAttr *array_key(Context *ctx, T element, uint32_t count) {
  uint64_t each = packed_bytes(element);
  size_t size = sizeof(DenseArrayAttr) + (size_t)each * count;
  DenseArrayAttr *key = unique_key(ctx, size);
  if (!key) return NULL;
  set_elements(key, element, count);
  return key;
}

static void put_bytes(uint8_t *out, uint64_t value, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) out[i] = (uint8_t)(value >> (8 * i));
}

A attr_i64_array(Context *ctx, const int64_t *items, uint32_t count) {
  DenseArrayAttr *key = array_key(ctx, ctx->types.i64, count);
  if (!key) return attr_dense_array(ctx, ctx->types.i64, NULL, 0);
  for (uint32_t i = 0; i < count; i++) put_bytes(key->data + 8 * (size_t)i, (uint64_t)items[i], 8);
  return attr_unique(ctx, &attr_defs[ATTR_DENSE_ARRAY], key, sizeof *key + 8 * (size_t)count);
}

A attr_i32_array(Context *ctx, const int32_t *items, uint32_t count) {
  DenseArrayAttr *key = array_key(ctx, ctx->types.i32, count);
  if (!key) return attr_dense_array(ctx, ctx->types.i32, NULL, 0);
  for (uint32_t i = 0; i < count; i++) put_bytes(key->data + 4 * (size_t)i, (uint32_t)items[i], 4);
  return attr_unique(ctx, &attr_defs[ATTR_DENSE_ARRAY], key, sizeof *key + 4 * (size_t)count);
}

// The low 64 bits of `bytes` little-endian bytes.
static uint64_t get_bytes(const uint8_t *data, uint64_t bytes) {
  uint64_t value = 0;
  for (uint64_t i = 0; i < bytes && i < 8; i++) value |= (uint64_t)data[i] << (8 * i);
  return value;
}

int64_t dense_array_i64(A array, uint64_t i) {
  const DenseArrayAttr *self = (const DenseArrayAttr *)array;
  if (i < self->count && self->word) {   // i32 and i64, nearly all of them
    if (self->word == 8) return (int64_t)load_u64((const char *)self->data + 8 * i);
    return (int32_t)load_u32((const char *)self->data + 4 * i);
  }
  uint32_t width = type_bits(self->element);
  uint64_t each = packed_bytes(self->element);
  if (i >= self->count || !width) return 0;
  uint64_t value = get_bytes(self->data + i * each, each);
  if (width >= 64) return (int64_t)value;
  uint64_t sign = (uint64_t)1 << (width - 1);
  value &= sign | (sign - 1);
  return (int64_t)((value ^ sign) - sign);
}

// --- Elements of shaped types

uint32_t dense_element_bytes(T element) {
  if (type_kind(element) == TYPE_COMPLEX) return 2 * dense_element_bytes(((const ComplexType *)element)->element);
  return (type_bits(element) + 7) / 8;
}

uint64_t dense_count(A dense) { return (uint64_t)type_num_elements(attr_value_type(dense)); }

static bool all_equal(const uint8_t *data, uint64_t size, uint32_t each) {
  return size == each || memcmp(data, data + each, (size_t)(size - each)) == 0;  // equal to itself one element on
}

A attr_dense(Context *ctx, T type, bool splat, const void *data, uint64_t size) {
  uint32_t each = dense_element_bytes(type_element_or_self(type));
  if (!each) {
    splat = false;  // elements of width 0 hold nothing to compare
    size = 0;
  } else if (splat || (size >= each && size % each == 0 && all_equal(data, size, each))) {
    splat = true;
    size = size < each ? size : each;
  }
  DenseAttr *key = size < UINT32_MAX - sizeof *key ? unique_key(ctx, sizeof *key + (size_t)size) : NULL;
  if (!key) {
    ctx->mem.exhausted = true;
    return ctx->uniquer->empty_dense;
  }
  key->type = type;
  key->splat = splat;
  key->size = size;
  if (size) memcpy(key->data, data, (size_t)size);
  return attr_unique(ctx, &attr_defs[ATTR_DENSE], key, sizeof *key + (size_t)size);
}

A attr_dense_strings(Context *ctx, T type, const A *items, uint64_t count) {
  bool splat = count > 0;
  for (uint64_t i = 1; splat && i < count; i++) splat = items[i] == items[0];
  if (splat) count = 1;
  DenseStringsAttr *key = NULL;
  if (count < UINT32_MAX / sizeof(A) - 16) key = unique_key(ctx, sizeof *key + sizeof(A) * (size_t)count);
  if (!key) {
    ctx->mem.exhausted = true;
    return attr_dense_strings(ctx, type, NULL, 0);
  }
  key->type = type;
  key->splat = splat;
  key->count = count;
  if (count) memcpy(key->items, items, sizeof(A) * (size_t)count);
  return attr_unique(ctx, &attr_defs[ATTR_DENSE_STRINGS], key, sizeof *key + sizeof(A) * (size_t)count);
}

A attr_dense_resource(Context *ctx, T type, Str name) {
  A name_attr = attr_string(ctx, name);
  DenseResourceAttr *key = unique_key(ctx, sizeof *key);
  key->type = type;
  key->key = name_attr;
  return attr_unique(ctx, &attr_defs[ATTR_DENSE_RESOURCE], key, sizeof *key);
}

A attr_sparse(Context *ctx, T type, A indices, A values) {
  SparseAttr *key = unique_key(ctx, sizeof *key);
  key->type = type;
  key->indices = indices;
  key->values = values;
  return attr_unique(ctx, &attr_defs[ATTR_SPARSE], key, sizeof *key);
}

const uint8_t *dense_element(A dense, uint64_t i, uint32_t *size) {
  const DenseAttr *self = (const DenseAttr *)dense;
  uint32_t each = dense_element_bytes(type_element_or_self(self->type));
  uint64_t at = self->splat ? 0 : i * each;
  *size = each;
  return at + each <= self->size ? self->data + at : NULL;
}

static A scalar_attr(Context *ctx, T type, const uint8_t *data, uint32_t bytes) {
  if (type_is_float(type)) {
    uint64_t low = get_bytes(data, bytes), high = bytes > 8 ? get_bytes(data + 8, bytes - 8) : 0;
    return attr_float(ctx, type, apfloat_from_bits(type_float_kind(type), low, high));
  }
  uint32_t width = type_bits(type);
  if (width <= 64) return attr_i64(ctx, type, (int64_t)get_bytes(data, bytes));
  uint32_t words = apint_word_count(width);
  size_t size = sizeof(IntegerAttr) + sizeof(uint64_t) * (size_t)words;
  IntegerAttr *key = unique_key(ctx, size);
  if (!key) return ctx->attrs.false_;
  key->type = type;
  for (uint32_t i = 0; i < words; i++) key->words[i] = get_bytes(data + 8 * (size_t)i, bytes - 8 * (uint64_t)i);
  if (width % 64) key->words[words - 1] &= ((uint64_t)1 << width % 64) - 1;
  return attr_unique(ctx, &attr_defs[ATTR_INTEGER], key, size);
}

A dense_element_attr(Context *ctx, A dense, uint64_t i) {
  if (attr_kind(dense) == ATTR_DENSE_STRINGS) {
    const DenseStringsAttr *strings = (const DenseStringsAttr *)dense;
    uint64_t at = strings->splat ? 0 : i;
    return at < strings->count ? strings->items[at] : NULL;
  }
  uint32_t bytes;
  const uint8_t *data = dense_element(dense, i, &bytes);
  if (!data) return NULL;
  T element = type_element_or_self(((const DenseAttr *)dense)->type);
  if (type_kind(element) != TYPE_COMPLEX) return scalar_attr(ctx, element, data, bytes);
  T part = ((const ComplexType *)element)->element;
  A parts[2] = {scalar_attr(ctx, part, data, bytes / 2), scalar_attr(ctx, part, data + bytes / 2, bytes / 2)};
  return attr_array(ctx, parts, 2);
}
