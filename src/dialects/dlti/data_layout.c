// Sizes and alignments of types by the data layout in force: see data_layout.h.
#include "ops/dlti.h"

#include "dialects/dlti/data_layout.h"

#include "dialects/dlti/attrs.h"

// --- Entries

static bool is_module(const Operation *op) { return op_has(op, TRAIT_TOP_LEVEL); }

DataLayout data_layout_closest(const Operation *op) {
  while (op && !is_module(op)) op = op_parent(op);
  return (DataLayout){op};
}

A data_layout_spec(const Operation *op) {
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (attr_is(op->attrs[i].value, &dlti_dl_spec_attr)) return op->attrs[i].value;
  return NULL;
}

A data_layout_entry(const DataLayout *self, A key) {
  for (const Operation *op = self->scope; op; op = op_parent(op)) {
    A spec = is_module(op) ? data_layout_spec(op) : NULL, value = spec ? dlti_find(spec, key) : NULL;
    if (value) return value;
  }
  return NULL;
}

// The entry of the narrowest integer at least as wide as `width`, else of the widest one.
static A integer_entry(const DataLayout *self, uint32_t width) {
  A best = NULL;
  uint32_t best_width = 0;
  for (const Operation *op = self->scope; op; op = op_parent(op)) {
    A spec = is_module(op) ? data_layout_spec(op) : NULL;
    const ArrayAttr *entries = spec ? (const ArrayAttr *)attr_param_attr(spec, 0) : NULL;
    for (uint64_t i = 0; entries && i < entries->count; i++) {
      A key = attr_param_attr(entries->items[i], 0);
      T type = attr_kind(key) == ATTR_TYPE ? ((const TypeAttr *)key)->type : NULL;
      if (!type || type_kind(type) != TYPE_INTEGER) continue;
      uint32_t bits = type_bits(type);
      bool better = !best || (best_width < width ? bits > best_width : bits >= width && bits < best_width);
      if (!better) continue;
      best = attr_param_attr(entries->items[i], 1);
      best_width = bits;
    }
  }
  return best;
}

uint64_t data_layout_number(Context *ctx, A dense, uint64_t i) {
  if (!dense || attr_kind(dense) != ATTR_DENSE || i >= dense_count(dense)) return 0;
  A value = dense_element_attr(ctx, dense, i);
  return value && attr_kind(value) == ATTR_INTEGER ? attr_to_u64(value) : 0;
}

bool data_layout_is_int_elements(A value) {
  return attr_kind(value) == ATTR_DENSE && type_kind(type_element(((const DenseAttr *)value)->type)) == TYPE_INTEGER;
}

bool data_layout_is_i64_elements(A value) {
  return data_layout_is_int_elements(value) && type_is_int(type_element(((const DenseAttr *)value)->type), 64);
}

uint32_t data_layout_index_width(const DataLayout *self, Context *ctx) {
  A value = data_layout_entry(self, attr_type(ctx, ctx->types.index));
  return value && attr_kind(value) == ATTR_INTEGER ? (uint32_t)attr_to_u64(value) : 64;
}

// --- Sizes and alignments. As deep as types nest, which the parser's limit bounds.

static uint64_t power_of_two_ceil(uint64_t value) {
  uint64_t power = 1;
  while (power < value && power << 1) power <<= 1;
  return value ? power : 0;
}

uint64_t data_layout_size_bits(const DataLayout *self, Context *ctx, T type) {
  switch (type_kind(type)) {
  case TYPE_INTEGER:
  case TYPE_FLOAT: return type_bits(type);
  case TYPE_INDEX: return data_layout_index_width(self, ctx);
  case TYPE_COMPLEX: {
    T part = ((const ComplexType *)type)->element;
    uint64_t size = data_layout_size_bits(self, ctx, part);
    return data_layout_round_up(size, data_layout_alignment(self, ctx, part, true) * 8) + size;
  }
  case TYPE_VECTOR: {
    // The innermost dimension is rounded up to a power of two; elements take whole bytes.
    const ShapedType *vector = (const ShapedType *)type;
    uint64_t last = vector->rank ? (uint64_t)vector->dims[vector->rank - 1] : 1, count = (uint64_t)type_num_elements(type);
    return last ? count / last * power_of_two_ceil(last) * data_layout_size(self, ctx, vector->element) * 8 : 0;
  }
  case TYPE_DIALECT: return type->def->layout ? type->def->layout->size_bits(self, ctx, type) : 0;
  default: return 0;
  }
}

uint64_t data_layout_size(const DataLayout *self, Context *ctx, T type) {
  uint64_t bits = data_layout_size_bits(self, ctx, type);
  return bits / 8 + (bits % 8 != 0);
}

static uint64_t scalar_alignment(const DataLayout *self, Context *ctx, T type, bool preferred) {
  bool is_integer = type_kind(type) == TYPE_INTEGER;
  A entry = is_integer ? integer_entry(self, type_bits(type)) : data_layout_entry(self, attr_type(ctx, type));
  if (entry && attr_kind(entry) == ATTR_DENSE && dense_count(entry))
    return data_layout_number(ctx, entry, preferred ? dense_count(entry) - 1 : 0) / 8;
  uint64_t natural = power_of_two_ceil(data_layout_size(self, ctx, type));
  return is_integer && !preferred && natural > 4 ? 4 : natural;
}

uint64_t data_layout_alignment(const DataLayout *self, Context *ctx, T type, bool preferred) {
  switch (type_kind(type)) {
  case TYPE_INTEGER:
  case TYPE_FLOAT: return scalar_alignment(self, ctx, type, preferred);
  case TYPE_INDEX: return data_layout_alignment(self, ctx, type_integer(ctx, data_layout_index_width(self, ctx), SIGNLESS), preferred);
  case TYPE_COMPLEX: return data_layout_alignment(self, ctx, ((const ComplexType *)type)->element, preferred);
  case TYPE_VECTOR: return power_of_two_ceil(data_layout_size(self, ctx, type));
  case TYPE_DIALECT: return type->def->layout ? type->def->layout->alignment(self, ctx, type, preferred) : 0;
  default: return 0;
  }
}
