// What values are made of.
#include "export/wasm/lower.h"

enum { DEEPEST = 64 };

bool scalar_leaf(Lower *self, T type, Leaf *out) {
  (void)self;
  *out = (Leaf){0};
  if (llvm_is_ptr(type)) return out->bits = 64, true;
  if (type_as_integer(type)) return out->bits = type_bits(type), out->bits > 0 && out->bits <= 128;
  if (!type_is_float(type)) return false;
  out->is_float = true;
  out->kind = type_float_kind(type);
  out->bits = type_bits(type);
  return out->kind == FLOAT_F16 || out->kind == FLOAT_BF16 || out->kind == FLOAT_F32 || out->kind == FLOAT_F64;
}

WasmType leaf_type(Leaf leaf) {
  if (leaf.is_float && leaf.bits >= 32) return leaf.bits == 32 ? W_F32 : W_F64;
  return leaf.bits <= 32 ? W_I32 : W_I64;
}

typedef VEC(Leaf) LeafVec;

static bool add_leaves(Lower *self, T type, uint64_t at, LeafVec *out, uint32_t depth) {
  Leaf leaf;
  uint64_t size;
  if (depth > DEEPEST || out->count > MAX_LEAVES) return false;
  if (scalar_leaf(self, type, &leaf)) {
    const Leaf *last = out->count ? &vec_last(out) : NULL;
    leaf.at = at;
    leaf.piece = last ? last->piece + leaf_pieces(*last) : 0;
    return vec_push(&self->arena, out, leaf), true;
  }
  if (type_is_vector(type)) {
    const ShapedType *vector = type_as_shaped(type);
    if (vector->rank != 1 || vector->scalable || vector->dims[0] > MAX_LEAVES || !scalar_leaf(self, vector->element, &leaf)) return false;
    for (int64_t i = 0; i < vector->dims[0]; i++) {
      if (!add_leaves(self, vector->element, at + (uint64_t)i * leaf.bits, out, depth + 1)) return false;
      vec_last(out).packed = leaf.bits % 8 != 0;
    }
    return true;
  }
  if (llvm_is_array(type)) {
    const LLVMArrayType *array = (const LLVMArrayType *)type;
    if (array->count > MAX_LEAVES || !ir_layout_size(&self->layout, array->element, &size)) return false;
    for (uint64_t i = 0; i < array->count; i++)
      if (!add_leaves(self, array->element, at + i * size * 8, out, depth + 1)) return false;
    return true;
  }
  if (!llvm_is_struct(type) || llvm_struct_is_opaque(type)) return false;
  uint32_t count;
  const T *fields = llvm_struct_elements(type, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!ir_layout_field(&self->layout, type, i, &size) || !add_leaves(self, fields[i], at + size * 8, out, depth + 1)) return false;
  return true;
}

const Shape *shape_of(Lower *self, T type) {
  Shape *known = map_get(&self->shapes, type);
  if (known) return known;
  LeafVec leaves = {0};
  Shape *made = arena_new(&self->arena, Shape, 1);
  if (!made || !add_leaves(self, type, 0, &leaves, 0)) return NULL;
  const Leaf *last = leaves.count ? &vec_last(&leaves) : NULL;
  *made = (Shape){.type = type, .leaves = leaves.data, .leaf_count = leaves.count, .piece_count = last ? last->piece + leaf_pieces(*last) : 0};
  made->pieces = arena_new(&self->arena, WasmType, made->piece_count + 1);
  if (!made->pieces) return NULL;
  for (uint32_t i = 0; i < leaves.count; i++)
    for (uint32_t k = 0; k < leaf_pieces(leaves.data[i]); k++) made->pieces[leaves.data[i].piece + k] = leaf_type(leaves.data[i]);
  map_set(&self->shapes, type, made);
  return made;
}

Pieces pieces_new(Lower *self, uint32_t count) {
  Pieces made = {arena_new(&self->arena, NodeRef, count + 1), count};
  if (!made.data) self->failed = true;
  return made;
}

static NodeRef zero_of(Lower *self, WasmType type) { return code_const(self->code, type, 0); }

Pieces zero_pieces(Lower *self, const Shape *shape) {
  Pieces made = pieces_new(self, shape->piece_count);
  for (uint32_t i = 0; made.data && i < made.count; i++) made.data[i] = zero_of(self, shape->pieces[i]);
  return made;
}

void set_pieces(Lower *self, Value *value, Pieces pieces) { map_set(&self->values, value, pieces.data); }

Pieces pieces_of(Lower *self, const Operation *op, Value *value) {
  const Shape *shape = shape_of(self, value->type);
  NodeRef *known = map_get(&self->values, value);
  if (known && shape) return (Pieces){known, shape->piece_count};
  if (!shape) lower_refuse(self, op, "%s is no type of values that can be held", type_text(self->ctx, value->type));
  self->failed = true;   // or the value comes from a block that is never reached
  return (Pieces){NULL, 0};
}

// ---------------------------------------------------------------------------------------------
// Constants

static bool constant_leaf(Lower *self, const IrConst *constant, Leaf leaf, NodeRef *out) {
  if (constant->kind == CONST_NUMBER) {
    const uint64_t *words = apint_data(&constant->number);
    uint64_t low = constant->number.width ? words[0] : 0;
    out[0] = code_const(self->code, leaf_type(leaf), low);
    if (leaf.bits > 64) out[1] = code_i64(self->code, constant->number.width > 64 ? words[1] : 0);
    return true;
  }
  if (constant->kind == CONST_FLOAT) {
    out[0] = code_const(self->code, leaf_type(leaf), constant->value.bits[0]);
    return true;
  }
  if (constant->kind == CONST_GLOBAL) {
    NodeRef address = symbol_address(self, self->function, constant->text);
    out[0] = address;
    return address != 0;
  }
  if (constant->kind != CONST_UNDEF && constant->kind != CONST_POISON && constant->kind != CONST_NULL) return false;
  for (uint32_t i = 0; i < leaf_pieces(leaf); i++) out[i] = zero_of(self, leaf_type(leaf));
  return true;
}

bool pieces_of_constant(Lower *self, const IrConst *constant, Pieces out) {
  const Shape *shape = shape_of(self, constant->type);
  Leaf leaf;
  if (!shape || shape->piece_count != out.count) return false;
  if (scalar_leaf(self, constant->type, &leaf)) return constant_leaf(self, constant, leaf, out.data);
  if (constant->kind == CONST_ZERO || constant->kind == CONST_UNDEF || constant->kind == CONST_POISON) {
    for (uint32_t i = 0; i < out.count; i++) out.data[i] = zero_of(self, shape->pieces[i]);
    return true;
  }
  if (constant->kind != CONST_LIST) return false;
  uint32_t at = 0;
  for (uint32_t i = 0; i < constant->count; i++) {
    const Shape *item = shape_of(self, constant->items[i]->type);
    if (!item || at + item->piece_count > out.count || !pieces_of_constant(self, constant->items[i], pieces_at(out, at, item->piece_count))) return false;
    at += item->piece_count;
  }
  return at == out.count;
}
