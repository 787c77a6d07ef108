// Whether types and attributes satisfy constraints: their tests, interpreted. As deep as the constraint, which the
// loader of records bounds.
#include "ir/affine.h"
#include "ir/opdef.h"

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

static bool has_length(T type, uint64_t lengths) {
  int bit = length_bit(type_num_elements(type));
  return bit > 0 && (lengths >> bit & 1u);
}

static bool has_rank(T type, uint32_t ranks) {
  if (!type_has_rank(type)) return ranks == RANK_NOT_0;
  uint32_t rank = ((const ShapedType *)type)->rank;
  return ranks >> (rank < MAX_RANK_BIT ? rank : MAX_RANK_BIT) & 1u;
}

static const TypeConstraint *type_part(const RecordTable *table, uint32_t parts, uint32_t i) {
  return &table->type_constraints[table->lists[parts + i]];
}

static bool is_shaped_so(const RecordTable *table, const TypeConstraint *c, T type) {
  if (!(c->data >> type_kind(type) & 1u)) return false;
  const ShapedType *shaped = (const ShapedType *)type;
  if (c->ranks && !has_rank(type, c->ranks)) return false;
  if (c->shape & SHAPED_STATIC && !type_has_static_shape(type)) return false;
  if (c->lengths && !has_length(type, c->lengths)) return false;
  if (c->shape & SHAPED_FIXED && shaped->scalable) return false;
  if (c->shape & SHAPED_SCALABLE && !shaped->scalable) return false;
  if (c->shape & SHAPED_STRIDED && !is_strided(shaped)) return false;
  return !c->part_count || type_satisfies(table, type_part(table, c->parts, 0), shaped->element);
}

static bool has_signedness(T type, uint32_t data) {
  Signedness signedness = (Signedness)((const IntegerType *)type)->signedness;
  return !(data & INT_NOT_SIGNED && signedness == SIGNED) && !(data & INT_ONLY_SIGNED && signedness != SIGNED) &&
         !(data & INT_ONLY_UNSIGNED && signedness != UNSIGNED);
}

static bool has_width(T type, uint32_t widths) {
  uint32_t bits = type_bits(type);
  if (type_kind(type) != TYPE_INTEGER || !has_signedness(type, widths)) return false;
  return bits >= 1 && bits <= 64 && !(bits & (bits - 1)) && (widths & bits);
}

bool type_satisfies(const RecordTable *table, const TypeConstraint *c, T type) {
  TypeKind kind = type_kind(type);
  switch ((TypeTest)c->test) {
    case TYPE_TEST_ANY: return true;
    case TYPE_TEST_KIND: return kind == (TypeKind)c->data;
    case TYPE_TEST_FLOAT_KIND: return type_is_float(type) && type_float_kind(type) == (FloatKind)c->data;
    case TYPE_TEST_SIGNLESS: return type_is_signless_int(type);
    case TYPE_TEST_WIDTH: return type_is_int(type, c->data);
    case TYPE_TEST_WIDTHS: return has_width(type, c->data);
    case TYPE_TEST_SHAPED: return is_shaped_so(table, c, type);
    case TYPE_TEST_LIKE:
      if (kind == TYPE_VECTOR || kind == TYPE_TENSOR || kind == TYPE_UNRANKED_TENSOR) type = ((const ShapedType *)type)->element;
      return type_satisfies(table, type_part(table, c->parts, 0), type);
    case TYPE_TEST_COMPLEX:
      return kind == TYPE_COMPLEX &&
             (!c->part_count || type_satisfies(table, type_part(table, c->parts, 0), ((const ComplexType *)type)->element));
    case TYPE_TEST_DEF: return type->def == table->types[c->type_def];
    case TYPE_TEST_ALL:
      for (uint32_t i = 0; i < c->part_count; i++)
        if (!type_satisfies(table, type_part(table, c->parts, i), type)) return false;
      return true;
    case TYPE_TEST_ANY_OF:
      for (uint32_t i = 0; i < c->part_count; i++)
        if (type_satisfies(table, type_part(table, c->parts, i), type)) return true;
      return false;
    case TYPE_TEST_FUNCTION: return ((TypeCheckFn *)table->functions[c->function])(type);
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// Attributes

static const AttrConstraint *attr_part(const RecordTable *table, const AttrConstraint *c, uint32_t i) {
  return &table->attr_constraints[table->lists[c->parts + i]];
}

static bool is_integer_so(const RecordTable *table, const AttrConstraint *c, A attr) {
  uint32_t data = c->data;
  const uint16_t *numbers = table->lists + c->parts;
  if (attr_kind(attr) != ATTR_INTEGER) return false;
  T type = ((const IntegerAttr *)attr)->type;
  uint32_t width = data & 0xFFFF;
  bool fits = !width ? type_is_index(type)
              : data & (INT_ONLY_SIGNED | INT_ONLY_UNSIGNED) ? type_kind(type) == TYPE_INTEGER && type_bits(type) == width && has_signedness(type, data)
                                                             : type_is_int(type, width);
  if (!fits) return false;
  int64_t value = attr_to_i64(attr);
  switch (data >> 20) {
    case INT_POSITIVE: return value > 0;
    case INT_NON_NEGATIVE: return value >= 0;
    case INT_POWER_OF_TWO: return value > 0 && (value & (value - 1)) == 0;
    case INT_AT_LEAST: return value >= numbers[0];
    case INT_BETWEEN: return value >= numbers[0] && value <= numbers[1];
    case INT_ONE_OF:
      for (uint32_t i = 0; i < c->part_count; i++)
        if (value == numbers[i]) return true;
      return false;
    default: return true;
  }
}

static bool holds_case(const EnumDef *def, A attr, bool flags) {
  if (attr_kind(attr) != ATTR_INTEGER || !type_is_int(((const IntegerAttr *)attr)->type, def->bits)) return false;
  int64_t all = 0;
  if (!flags) return enum_name(def, attr_to_i64(attr)) != NULL;
  for (EnumCase c = {0}; enum_next(def, &c);) all |= c.value;
  return (attr_to_i64(attr) & ~all) == 0;
}

static bool holds_type(const RecordTable *table, const AttrConstraint *c, A attr) {
  return attr_kind(attr) == ATTR_TYPE &&
         (!c->part_count || type_satisfies(table, type_part(table, c->parts, 0), ((const TypeAttr *)attr)->type));
}

static bool has_integer_elements(uint32_t width, A attr) {
  if (attr_kind(attr) != ATTR_DENSE) return false;
  T element = type_element(((const DenseAttr *)attr)->type);
  return width ? type_is_int(element, width) : type_kind(element) == TYPE_INTEGER || type_is_index(element);
}

bool attr_satisfies(const RecordTable *table, const AttrConstraint *c, A attr) {
  AttrKind kind = attr_kind(attr);
  switch ((AttrTest)c->test) {
    case ATTR_TEST_ANY: return true;
    case ATTR_TEST_KIND: return kind == (AttrKind)c->data;
    case ATTR_TEST_INT: return is_integer_so(table, c, attr);
    case ATTR_TEST_FLOAT: {
      T type = kind == ATTR_FLOAT ? ((const FloatAttr *)attr)->type : NULL;
      return type && type_is_float(type) && type_float_kind(type) == (FloatKind)c->data;
    }
    case ATTR_TEST_TYPE: return holds_type(table, c, attr);
    case ATTR_TEST_TYPED: return kind == ATTR_STRING || attr_value_type(attr) != NULL;
    case ATTR_TEST_FLAT_SYMBOL: return kind == ATTR_SYMBOL_REF && ((const SymbolRefAttr *)attr)->count == 1;
    case ATTR_TEST_UNIT_PROPERTY: return kind == ATTR_UNIT || (kind == ATTR_INTEGER && type_is_int(((const IntegerAttr *)attr)->type, 1));
    case ATTR_TEST_DEF: return attr->def == table->attr_defs[c->attr_def];
    case ATTR_TEST_ENUM: case ATTR_TEST_FLAGS: return holds_case(table->enums[c->enum_def], attr, c->test == ATTR_TEST_FLAGS);
    case ATTR_TEST_ARRAY: {
      const ArrayAttr *array = kind == ATTR_ARRAY ? (const ArrayAttr *)attr : NULL;
      for (uint64_t i = 0; array && i < array->count; i++)
        if (!attr_satisfies(table, attr_part(table, c, 0), array->items[i])) return false;
      return array != NULL;
    }
    case ATTR_TEST_DENSE_ARRAY: return kind == ATTR_DENSE_ARRAY && type_is_int(((const DenseArrayAttr *)attr)->element, c->data);
    case ATTR_TEST_INT_ELEMENTS: return has_integer_elements(c->data, attr);
    case ATTR_TEST_ALL:
      for (uint32_t i = 0; i < c->part_count; i++)
        if (!attr_satisfies(table, attr_part(table, c, i), attr)) return false;
      return true;
    case ATTR_TEST_ANY_OF:
      for (uint32_t i = 0; i < c->part_count; i++)
        if (attr_satisfies(table, attr_part(table, c, i), attr)) return true;
      return false;
    case ATTR_TEST_FUNCTION: return ((AttrCheckFn *)table->functions[c->function])(attr);
  }
  return false;
}

bool attr_fits_storage(const RecordTable *table, const AttrConstraint *c, A attr) {
  // An attribute of the enum's class holds one of its cases; the verifier checks everything else.
  if (c->test == ATTR_TEST_ALL && c->form == ATTR_FORM_ENUM) return attr_satisfies(table, attr_part(table, c, 0), attr);
  return c->storage ? (c->storage >> attr->def->kind & 1u) != 0 : attr_satisfies(table, c, attr);
}

// ---------------------------------------------------------------------------------------------
// Types that constraints name

T built_type(Context *ctx, uint32_t built) {
  switch (built) {
    case BUILT_NONE: return NULL;
    case BUILT_INDEX: return ctx->types.index;
    case BUILT_F32: return ctx->types.floats[FLOAT_F32];
    case BUILT_F64: return ctx->types.floats[FLOAT_F64];
    case 1: return ctx->types.i1;
    case 32: return ctx->types.i32;
    case 64: return ctx->types.i64;
    default:
      if (built < BUILT_SIGNED) return type_integer(ctx, built, SIGNLESS);
      return type_integer(ctx, 1u << (built & 15), built < BUILT_UNSIGNED ? SIGNED : UNSIGNED);
  }
}

T constraint_build(Context *ctx, const RecordTable *table, const TypeConstraint *c) {
  if (c->build == BUILT_PLAIN) return type_unique(ctx, table->types[c->type_class], unique_key(ctx, sizeof(Type)), sizeof(Type));
  return c->build_function ? ((TypeBuildFn *)table->functions[c->build_function])(ctx) : built_type(ctx, c->build);
}

// ---------------------------------------------------------------------------------------------
// Enums

const char *enum_name(const EnumDef *def, int64_t value) {
  for (EnumCase c = {0}; enum_next(def, &c);)
    if (c.value == value) return c.name;
  return NULL;
}

bool enum_value(const EnumDef *def, Str name, int64_t *out) {
  for (EnumCase c = {0}; enum_next(def, &c);) {
    if (!str_is(name, c.name)) continue;
    *out = c.value;
    return true;
  }
  return false;
}

typedef struct OlderCase { const char *then, *today; uint32_t last; } OlderCase;

static bool next_older(const EnumDef *def, OlderCase *c) {
  const char *at = c->today ? c->today + strlen(c->today) + 1 : def->older;
  if (!at || !*at) return false;
  for (c->last = 0; *at != ' '; at++) c->last = c->last * 10 + (uint32_t)(*at - '0');
  c->then = at + 1;
  c->today = c->then + strlen(c->then) + 1;
  return true;
}

const char *enum_name_then(const EnumDef *def, const char *today, uint32_t release) {
  for (OlderCase c = {0}; next_older(def, &c);)
    if (release <= c.last && strcmp(c.today, today) == 0) return c.then;
  return today;
}

bool enum_value_then(const EnumDef *def, Str name, uint32_t *last, int64_t *out) {
  for (OlderCase c = {0}; next_older(def, &c);) {
    if (!str_is(name, c.then)) continue;
    *last = c.last;
    return enum_value(def, str_from(c.today), out);
  }
  return false;
}
