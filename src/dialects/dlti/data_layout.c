// Sizes and alignments of types by the data layout in force: see data_layout.h.
#include "dialects/dlti/data_layout.h"

#include "dialects/dlti/attrs.h"
#include "dialects/llvm/types.h"

// --- Entries

static bool is_module(const Operation *op) { return op_has(op, TRAIT_TOP_LEVEL); }

DataLayout data_layout_closest(const Operation *op) {
  while (op && !is_module(op)) op = op_parent(op);
  return (DataLayout){op};
}

A data_layout_spec(const Operation *op) {
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (attr_is(op->attrs[i].value, &dlti_spec_attr)) return op->attrs[i].value;
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

static uint64_t element(Context *ctx, A dense, uint64_t i) {
  if (!dense || attr_kind(dense) != ATTR_DENSE || i >= dense_count(dense)) return 0;
  A value = dense_element_attr(ctx, dense, i);
  return value && attr_kind(value) == ATTR_INTEGER ? attr_to_u64(value) : 0;
}

uint32_t data_layout_index_width(const DataLayout *self, Context *ctx) {
  A value = data_layout_entry(self, attr_type(ctx, ctx->types.index));
  return value && attr_kind(value) == ATTR_INTEGER ? (uint32_t)attr_to_u64(value) : 64;
}

// Of a pointer: that of its address space, else that of space 0 (which LLVM's default layout gives).
static A pointer_entry(const DataLayout *self, Context *ctx, T type) {
  A entry = data_layout_entry(self, attr_type(ctx, type));
  return entry || !llvm_ptr_space(type) ? entry : data_layout_entry(self, attr_type(ctx, llvm_ptr(ctx, 0)));
}

// --- Sizes and alignments. As deep as types nest, which the parser's limit bounds.

static uint64_t round_up(uint64_t value, uint64_t to) { return to ? (value + to - 1) / to * to : value; }

static uint64_t power_of_two_ceil(uint64_t value) {
  uint64_t power = 1;
  while (power < value && power << 1) power <<= 1;
  return value ? power : 0;
}

typedef enum Wanted { ABI, PREFERRED } Wanted;
static uint64_t alignment(const DataLayout *self, Context *ctx, T type, Wanted wanted);

static uint64_t struct_size_bits(const DataLayout *self, Context *ctx, T type) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  uint64_t size = 0, most = 1;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t align = llvm_struct_is_packed(type) ? 1 : alignment(self, ctx, elements[i], ABI);
    size = round_up(size, align) + data_layout_size(self, ctx, elements[i]);
    if (align > most) most = align;
  }
  return round_up(size, most) * 8;
}

uint64_t data_layout_size_bits(const DataLayout *self, Context *ctx, T type) {
  switch (type_kind(type)) {
  case TYPE_INTEGER:
  case TYPE_FLOAT: return type_bits(type);
  case TYPE_INDEX: return data_layout_index_width(self, ctx);
  case TYPE_COMPLEX: {
    T part = ((const ComplexType *)type)->element;
    uint64_t size = data_layout_size_bits(self, ctx, part);
    return round_up(size, alignment(self, ctx, part, PREFERRED) * 8) + size;
  }
  case TYPE_VECTOR: {
    // The innermost dimension is rounded up to a power of two; elements take whole bytes.
    const ShapedType *vector = (const ShapedType *)type;
    uint64_t last = vector->rank ? (uint64_t)vector->dims[vector->rank - 1] : 1, count = (uint64_t)type_num_elements(type);
    return last ? count / last * power_of_two_ceil(last) * data_layout_size(self, ctx, vector->element) * 8 : 0;
  }
  case TYPE_DIALECT:
    if (llvm_is_ptr(type)) {
      A entry = pointer_entry(self, ctx, type);
      return entry ? element(ctx, entry, 0) : 64;
    }
    if (llvm_is_array(type)) {
      const LLVMArrayType *array = (const LLVMArrayType *)type;
      return round_up(data_layout_size(self, ctx, array->element), alignment(self, ctx, array->element, ABI)) * array->count * 8;
    }
    return llvm_is_struct(type) ? struct_size_bits(self, ctx, type) : 0;
  default: return 0;
  }
}

uint64_t data_layout_size(const DataLayout *self, Context *ctx, T type) {
  uint64_t bits = data_layout_size_bits(self, ctx, type);
  return bits / 8 + (bits % 8 != 0);
}

static uint64_t scalar_alignment(const DataLayout *self, Context *ctx, T type, Wanted wanted) {
  bool is_integer = type_kind(type) == TYPE_INTEGER;
  A entry = is_integer ? integer_entry(self, type_bits(type)) : data_layout_entry(self, attr_type(ctx, type));
  if (entry && attr_kind(entry) == ATTR_DENSE && dense_count(entry))
    return element(ctx, entry, wanted == ABI ? 0 : dense_count(entry) - 1) / 8;
  uint64_t natural = power_of_two_ceil(data_layout_size(self, ctx, type));
  return is_integer && wanted == ABI && natural > 4 ? 4 : natural;
}

static uint64_t struct_alignment(const DataLayout *self, Context *ctx, T type, Wanted wanted) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  uint64_t most = 1;
  if (wanted == ABI && llvm_struct_is_packed(type)) return most;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t align = alignment(self, ctx, elements[i], wanted);
    if (align > most) most = align;
  }
  return most;
}

static uint64_t alignment(const DataLayout *self, Context *ctx, T type, Wanted wanted) {
  switch (type_kind(type)) {
  case TYPE_INTEGER:
  case TYPE_FLOAT: return scalar_alignment(self, ctx, type, wanted);
  case TYPE_INDEX: return alignment(self, ctx, type_integer(ctx, data_layout_index_width(self, ctx), SIGNLESS), wanted);
  case TYPE_COMPLEX: return alignment(self, ctx, ((const ComplexType *)type)->element, wanted);
  case TYPE_VECTOR: return power_of_two_ceil(data_layout_size(self, ctx, type));
  case TYPE_DIALECT:
    if (llvm_is_ptr(type)) {
      A entry = pointer_entry(self, ctx, type);
      return entry ? element(ctx, entry, wanted == ABI ? 1 : 2) / 8 : 8;
    }
    if (llvm_is_array(type)) return alignment(self, ctx, ((const LLVMArrayType *)type)->element, wanted);
    return llvm_is_struct(type) ? struct_alignment(self, ctx, type, wanted) : 0;
  default: return 0;
  }
}

uint64_t data_layout_abi_alignment(const DataLayout *self, Context *ctx, T type) { return alignment(self, ctx, type, ABI); }
uint64_t data_layout_preferred_alignment(const DataLayout *self, Context *ctx, T type) {
  return alignment(self, ctx, type, PREFERRED);
}
