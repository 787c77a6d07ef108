// The predicates constraints are made of: see constraints.h.
#include "dialects/common/constraints.h"

#include "ir/affine.h"

// ---------------------------------------------------------------------------------------------
// Type predicates

bool check_any_type(T type, const TypeConstraint *self) {
  (void)type, (void)self;
  return true;
}

bool check_signless_int(T type, const TypeConstraint *self) {
  (void)self;
  return type_is_signless_int(type);
}

bool check_kind(T type, const TypeConstraint *self) { return type_kind(type) == (TypeKind)((uintptr_t)self->data - 1); }

bool check_int_width(T type, const TypeConstraint *self) { return type_is_int(type, (uint32_t)(uintptr_t)self->data); }

bool check_int_widths(T type, const TypeConstraint *self) {
  uint32_t widths = (uint32_t)(uintptr_t)self->data, bits = type_bits(type);
  if (type_kind(type) != TYPE_INTEGER || ((widths & INT_NOT_SIGNED) && ((const IntegerType *)type)->signedness == SIGNED)) return false;
  return bits > 1 && bits <= 64 && !(bits & (bits - 1)) && (widths & bits);
}

bool check_float_kind(T type, const TypeConstraint *self) {
  return type_is_float(type) && type_float_kind(type) == (FloatKind)(uintptr_t)self->data;
}

bool check_type_def(T type, const TypeConstraint *self) { return type->def == self->data; }

bool check_all(T type, const TypeConstraint *self) {
  for (const TypeConstraint *const *part = self->data; *part; part++)
    if (!type_satisfies(type, *part)) return false;
  return true;
}

// Whether an offset is a sum of dimensions times factors (after extractStrides in BuiltinTypes.cpp).
// As deep as the expression, which AFFINE_MAX_DEPTH bounds.
static bool is_linear(E expr) {
  switch (expr->kind) {
  case AFFINE_CONST: case AFFINE_DIM: case AFFINE_SYMBOL: return true;
  case AFFINE_ADD: return is_linear(expr->lhs) && is_linear(expr->rhs);
  case AFFINE_MUL:
    if (expr->lhs->kind == AFFINE_DIM) return true;
    return is_linear(expr->lhs->is_symbolic_or_const ? expr->rhs : expr->lhs);
  default: return false;
  }
}

static bool is_strided(const ShapedType *memref) {
  if (!memref->layout || attr_kind(memref->layout) == ATTR_STRIDED) return true;
  if (attr_kind(memref->layout) != ATTR_AFFINE_MAP) return false;
  const AffineMap *map = ((const MapAttr *)memref->layout)->map;
  return affine_map_is_identity(map) || (map->result_count == 1 && is_linear(map->results[0]));
}

static bool has_length(T type, uint32_t lengths) {
  int64_t count = type_num_elements(type);
  return count > 0 && count < 32 && (lengths >> count & 1u);
}

bool check_shaped(T type, const TypeConstraint *self) {
  const ShapedSpec *spec = self->data;
  if (!(spec->kinds >> type_kind(type) & 1u)) return false;
  const ShapedType *shaped = (const ShapedType *)type;
  bool ranked = type_has_rank(type);
  if (spec->rank == RANK_0 && !(ranked && shaped->rank == 0)) return false;
  if (spec->rank == RANK_1 && !(ranked && shaped->rank == 1)) return false;
  if (spec->rank == RANK_NOT_0 && ranked && shaped->rank == 0) return false;
  if (spec->is_static && !type_has_static_shape(type)) return false;
  if (spec->lengths && !has_length(type, spec->lengths)) return false;
  if (spec->scalable == SCALABLE_NO && shaped->scalable) return false;
  if (spec->scalable == SCALABLE_YES && !shaped->scalable) return false;
  if (spec->is_strided && !is_strided(shaped)) return false;
  return !spec->element || type_satisfies(shaped->element, spec->element);
}

bool check_like(T type, const TypeConstraint *self) {
  TypeKind kind = type_kind(type);
  if (kind == TYPE_VECTOR || kind == TYPE_TENSOR || kind == TYPE_UNRANKED_TENSOR)
    type = ((const ShapedType *)type)->element;
  return type_satisfies(type, self->data);
}

bool check_complex(T type, const TypeConstraint *self) {
  return type_kind(type) == TYPE_COMPLEX && (!self->data || type_satisfies(((const ComplexType *)type)->element, self->data));
}

// ---------------------------------------------------------------------------------------------
// Attribute predicates

T value_type_i1(Context *ctx) { return ctx->types.i1; }
T value_type_i8(Context *ctx) { return ctx->types.i8; }
T value_type_i32(Context *ctx) { return ctx->types.i32; }
T value_type_i64(Context *ctx) { return ctx->types.i64; }
T value_type_index(Context *ctx) { return ctx->types.index; }
T value_type_f32(Context *ctx) { return ctx->types.floats[FLOAT_F32]; }
T value_type_f64(Context *ctx) { return ctx->types.floats[FLOAT_F64]; }

bool check_attr_kind(A attr, const AttrConstraint *self) {
  return attr_kind(attr) == (AttrKind)((uintptr_t)self->data - 1);
}

bool check_attr_def(A attr, const AttrConstraint *self) { return attr->def == self->attr_def; }

bool check_attr_enum(A attr, const AttrConstraint *self) {
  if (attr_kind(attr) != ATTR_INTEGER || !type_is_int(((const IntegerAttr *)attr)->type, self->enum_def->bits)) return false;
  return enum_by_value(self->enum_def, attr_to_i64(attr)) != NULL;
}

bool check_attr_array(A attr, const AttrConstraint *self) {
  if (attr_kind(attr) != ATTR_ARRAY) return false;
  const ArrayAttr *array = (const ArrayAttr *)attr;
  for (uint64_t i = 0; i < array->count; i++)
    if (!attr_satisfies(array->items[i], self->data)) return false;
  return true;
}

bool check_any_attr(A attr, const AttrConstraint *self) {
  (void)attr, (void)self;
  return true;
}

bool check_attr_int(A attr, const AttrConstraint *self) {
  const IntSpec *spec = self->data;
  if (attr_kind(attr) != ATTR_INTEGER) return false;
  T type = ((const IntegerAttr *)attr)->type;
  if (spec->width ? !type_is_int(type, spec->width) : !type_is_index(type)) return false;
  int64_t value = attr_to_i64(attr);
  switch (spec->value) {
  case INT_ANY: return true;
  case INT_POSITIVE: return value > 0;
  case INT_NON_NEGATIVE: return value >= 0;
  case INT_POWER_OF_TWO: return value > 0 && (value & (value - 1)) == 0;
  case INT_0_TO_3: return value >= 0 && value <= 3;
  }
  return false;
}

bool check_attr_float(A attr, const AttrConstraint *self) {
  if (attr_kind(attr) != ATTR_FLOAT) return false;
  T type = ((const FloatAttr *)attr)->type;
  return type_is_float(type) && type_float_kind(type) == (FloatKind)(uintptr_t)self->data;
}

bool check_attr_type(A attr, const AttrConstraint *self) {
  if (attr_kind(attr) != ATTR_TYPE) return false;
  return !self->data || type_satisfies(((const TypeAttr *)attr)->type, self->data);
}

bool check_attr_typed(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_STRING || attr_value_type(attr) != NULL;
}

bool check_attr_flat_symbol(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_SYMBOL_REF && ((const SymbolRefAttr *)attr)->count == 1;
}

bool check_attr_dense_array(A attr, const AttrConstraint *self) {
  return attr_kind(attr) == ATTR_DENSE_ARRAY &&
         type_is_int(((const DenseArrayAttr *)attr)->element, (uint32_t)(uintptr_t)self->data);
}

bool check_attr_int_elements(A attr, const AttrConstraint *self) {
  uint32_t width = (uint32_t)(uintptr_t)self->data;
  if (attr_kind(attr) != ATTR_DENSE) return false;
  T element = type_element(((const DenseAttr *)attr)->type);
  return width ? type_is_int(element, width) : type_kind(element) == TYPE_INTEGER || type_is_index(element);
}

// A native flag: `unit`, or a bool in the generic form.
bool check_attr_unit_prop(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_UNIT ||
         (attr_kind(attr) == ATTR_INTEGER && type_is_int(((const IntegerAttr *)attr)->type, 1));
}

// Native flags: an integer in the generic form.
bool check_attr_flags(A attr, const AttrConstraint *self) {
  if (attr_kind(attr) != ATTR_INTEGER || !type_is_int(((const IntegerAttr *)attr)->type, self->enum_def->bits)) return false;
  int64_t all = 0;
  for (uint32_t i = 0; i < self->enum_def->count; i++) all |= self->enum_def->cases[i].value;
  return (attr_to_i64(attr) & ~all) == 0;
}

bool check_attr_all(A attr, const AttrConstraint *self) {
  for (const AttrConstraint *const *part = self->data; *part; part++)
    if (!attr_satisfies(attr, *part)) return false;
  return true;
}

bool check_attr_any_of(A attr, const AttrConstraint *self) {
  for (const AttrConstraint *const *part = self->data; *part; part++)
    if (attr_satisfies(attr, *part)) return true;
  return false;
}
