// Globals: their places in the module's data, and what is there when the program starts.
#include "export/wasm/lower.h"
#include "ir/symbol.h"

static T type_of_global(const Operation *op) { return ((const TypeAttr *)op_prop_at(op, LLVM_MLIR_GLOBAL_GLOBAL_TYPE))->type; }

static void put_bytes(Lower *self, uint64_t at, const void *bytes, uint64_t size) {
  if (at + size <= self->data.size) memcpy(self->data.data + at, bytes, size);
}

static void put_word(Lower *self, uint64_t at, uint64_t bits, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes && at + i < self->data.size; i++) self->data.data[at + i] = (char)(bits >> (8 * i));
}

static bool put_constant_at(Lower *self, const IrConst *constant, uint64_t at);

static bool put_vector(Lower *self, const IrConst *constant, uint64_t at) {
  uint32_t bits = type_bits(type_as_shaped(constant->type)->element);
  if (bits % 8 == 0) {
    for (uint32_t i = 0; i < constant->count; i++)
      if (!put_constant_at(self, constant->items[i], at + (uint64_t)i * bits / 8)) return false;
    return true;
  }
  for (uint32_t i = 0; i < constant->count; i++) {
    if (constant->items[i]->kind != CONST_NUMBER) return false;
    const uint64_t *words = apint_data(&constant->items[i]->number);
    for (uint32_t k = 0; k < bits; k++) {
      uint64_t bit = (uint64_t)i * bits + k;
      if (words[k / 64] >> (k % 64) & 1 && at + bit / 8 < self->data.size) self->data.data[at + bit / 8] |= (char)(1 << (bit % 8));
    }
  }
  return true;
}

static bool put_list(Lower *self, const IrConst *constant, uint64_t at) {
  uint64_t bytes = 0;
  if (type_is_vector(constant->type)) return put_vector(self, constant, at);
  for (uint32_t i = 0; i < constant->count; i++) {
    if (llvm_is_array(constant->type)) {
      if (!ir_layout_size(&self->layout, constant->items[i]->type, &bytes)) return false;
      bytes *= i;
    } else if (!ir_layout_field(&self->layout, constant->type, i, &bytes)) {
      return false;
    }
    if (!put_constant_at(self, constant->items[i], at + bytes)) return false;
  }
  return true;
}

static bool put_constant_at(Lower *self, const IrConst *constant, uint64_t at) {
  switch (constant->kind) {
    case CONST_NUMBER: {
      const uint64_t *words = apint_data(&constant->number);
      uint32_t bytes = (constant->number.width + 7) / 8;
      for (uint32_t i = 0; i < bytes; i += 8) put_word(self, at + i, words[i / 8], bytes - i < 8 ? bytes - i : 8);
      return true;
    }
    case CONST_FLOAT: return put_word(self, at, constant->value.bits[0], float_bits(constant->value.kind) / 8), float_bits(constant->value.kind) <= 64;
    case CONST_UNDEF: case CONST_POISON: case CONST_NULL: case CONST_ZERO: return true;
    case CONST_LIST: return put_list(self, constant, at);
    case CONST_GLOBAL: vec_push(&self->arena, &self->relocations, ((Relocation){at, constant->text})); return true;
    default: return false;
  }
}

// Elements of whole bytes, as they are in the attribute.
static bool put_dense(Lower *self, A value, T type, uint64_t at) {
  const DenseAttr *dense = (const DenseAttr *)value;
  T element = type_element(dense->type);
  uint32_t bits = type_bits(element), size;
  while (llvm_is_array(type)) type = ((const LLVMArrayType *)type)->element;
  if (!bits || bits % 8 || bits > 64 || dense_element_bytes(element) != bits / 8 || (type_is_vector(type) ? type_as_shaped(type)->element : type) != element) return false;
  if (type_is_vector(type) && (type_num_elements(type) & (type_num_elements(type) - 1))) return false;   // space between them
  uint64_t count = dense_count(value);
  for (uint64_t i = 0; i < count; i++) put_bytes(self, at + i * bits / 8, dense_element(value, i, &size), bits / 8);
  return true;
}

static bool put_value(Lower *self, Operation *op, A value, uint64_t at) {
  T type = type_of_global(op);
  if (attr_kind(value) == ATTR_STRING) return put_bytes(self, at, attr_str(value).data, attr_str(value).size), true;
  if (attr_kind(value) == ATTR_DENSE && put_dense(self, value, type, at)) return true;
  IrConst *constant = ir_const_of_attr(self->ctx, type, value, &self->arena);
  return (constant && put_constant_at(self, constant, at)) || lower_refuse(self, op, "its value");
}

bool place_globals(Lower *self) {
  enum { MOST = 1 << 28 };
  self->data_align = 16;
  strbuf_pad(&self->data, 0, 16);   // where lanes that are masked off are stored
  block_each_op(op_region(self->module->op, 0)->first, op) {
    if (!op_is(op, OP_LLVM_MLIR_GLOBAL)) continue;
    uint64_t bytes;
    A given = op_prop_at(op, LLVM_MLIR_GLOBAL_ALIGNMENT), value = op_prop_at(op, LLVM_MLIR_GLOBAL_VALUE);
    uint32_t align = ir_layout_align(&self->layout, type_of_global(op), true);
    if (given && attr_to_i64(given) > (int64_t)align) align = (uint32_t)attr_to_i64(given);
    if (!align || !ir_layout_size(&self->layout, type_of_global(op), &bytes)) return lower_refuse(self, op, "the size of %s is not known", type_text(self->ctx, type_of_global(op)));
    if (align > self->data_align) self->data_align = align;
    size_t at = (self->data.size + align - 1) / align * align;
    if (bytes > MOST || at + bytes > MOST) return lower_refuse(self, op, "globals of more than %d MB", MOST >> 20);
    strbuf_pad(&self->data, 0, at + bytes - self->data.size);
    map_set(&self->data_at, op, (void *)(uintptr_t)(at + 1));
    if (value && !put_value(self, op, value, at)) return false;
  }
  return true;
}

Operation *global_named(Lower *self, Str name) { return map_get_str(&self->symbols, name); }

NodeRef symbol_address(Lower *self, const Operation *op, Str name) {
  Operation *symbol = global_named(self, name);
  uint32_t slot;
  Pieces out = {0};
  if (op_is(symbol, OP_LLVM_MLIR_GLOBAL)) {
    uintptr_t at = (uintptr_t)map_get(&self->data_at, symbol);
    bool is_declaration = !op_prop_at(symbol, LLVM_MLIR_GLOBAL_VALUE) && region_is_empty(op_region(symbol, 0)) && str_is(str_from(attr_text(self->ctx, op_prop_at(symbol, LLVM_MLIR_GLOBAL_LINKAGE))), "#llvm.linkage<external>");
    if (is_declaration) return lower_refuse(self, op, "the runtime has no variable '%.*s'", STR_ARG(name)), 0;
    return at ? code_op2(self->code, NODE_I64_ADD, code_data(self->code), code_i64(self->code, at - 1)) : 0;
  }
  if (op_is(symbol, OP_LLVM_FUNC)) return function_slot(self, op, name, &slot) ? code_i64(self->code, slot) : 0;
  if (op_is(symbol, OP_LLVM_MLIR_ALIAS)) return lower_region_into(self, symbol, &out) && out.count ? out.data[0] : 0;
  lower_refuse(self, op, "the address of '%.*s'", STR_ARG(name));
  return 0;
}

// A region that returns nothing but zeros, which is what is there.
static bool returns_zero(const Operation *op) {
  const Block *block = op_region(op, 0)->first;
  const Operation *end = block->last;
  const Operation *made = end && op_is(end, OP_LLVM_RETURN) && end->operand_count ? value_def(op_operand(end, 0)) : NULL;
  return made && (op_is(made, OP_LLVM_MLIR_ZERO) || op_is(made, OP_LLVM_MLIR_UNDEF) || op_is(made, OP_LLVM_MLIR_POISON));
}

bool fill_globals(Lower *self) {
  for (uint32_t i = 0; i < self->relocations.count; i++) {
    const Relocation *relocation = &self->relocations.data[i];
    NodeRef address = symbol_address(self, self->module->op, relocation->symbol);
    if (!address) return false;
    store_leaf(self, int_leaf(64), code_data(self->code), relocation->at * 8, &address);
  }
  block_each_op(op_region(self->module->op, 0)->first, op) {
    Pieces value = {0};
    if (!op_is(op, OP_LLVM_MLIR_GLOBAL) || region_is_empty(op_region(op, 0)) || returns_zero(op)) continue;
    if (!lower_region_into(self, op, &value)) return false;
    uint64_t at = (uintptr_t)map_get(&self->data_at, op) - 1;
    NodeRef pointer = code_op2(self->code, NODE_I64_ADD, code_data(self->code), code_i64(self->code, at));
    store_pieces(self, shape_of(self, type_of_global(op)), pointer, value);
  }
  return true;
}
