// Constraints the dialects share: see constraints.h.
#include "dialects/constraints.h"

#include "ir/affine.h"

// ---------------------------------------------------------------------------------------------
// Type predicates

static bool check_any_type(T type, const TypeConstraint *self) {
  (void)type, (void)self;
  return true;
}

#define BIT(kind) (1u << (kind))

static bool check_any_int(T type, const TypeConstraint *self) {
  (void)self;
  return type_kind(type) == TYPE_INTEGER;
}

static bool check_signless_int(T type, const TypeConstraint *self) {
  (void)self;
  return type_is_signless_int(type);
}

// data: the type kind
static bool check_kind(T type, const TypeConstraint *self) {
  return type_kind(type) == (TypeKind)((uintptr_t)self->data - 1);
}
#define KIND(kind) .check = check_kind, .data = (const void *)(uintptr_t)((kind) + 1), .kinds = BIT(kind)

// data: the width of the signless integer
static bool check_int_width(T type, const TypeConstraint *self) {
  return type_is_int(type, (uint32_t)(uintptr_t)self->data);
}
#define INT_WIDTH(width) .check = check_int_width, .data = (const void *)(uintptr_t)(width), .kinds = BIT(TYPE_INTEGER)

static T build_i1(Context *ctx) { return ctx->types.i1; }
static T build_i8(Context *ctx) { return ctx->types.i8; }
static T build_i32(Context *ctx) { return ctx->types.i32; }
static T build_i64(Context *ctx) { return ctx->types.i64; }
static T build_index(Context *ctx) { return ctx->types.index; }

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

bool check_shaped(T type, const TypeConstraint *self) {
  const ShapedSpec *spec = self->data;
  if (!(spec->kinds >> type_kind(type) & 1u)) return false;
  const ShapedType *shaped = (const ShapedType *)type;
  bool ranked = type_has_rank(type);
  if (spec->rank == RANK_0 && !(ranked && shaped->rank == 0)) return false;
  if (spec->rank == RANK_1 && !(ranked && shaped->rank == 1)) return false;
  if (spec->rank == RANK_NOT_0 && ranked && shaped->rank == 0) return false;
  if (spec->is_static && !type_has_static_shape(type)) return false;
  if (spec->scalable == SCALABLE_NO && shaped->scalable) return false;
  if (spec->scalable == SCALABLE_YES && !shaped->scalable) return false;
  if (spec->is_strided && !is_strided(shaped)) return false;
  return !spec->element || type_satisfies(shaped->element, spec->element);
}

// data: the constraint of the scalar; or a vector or tensor of it
static bool check_like(T type, const TypeConstraint *self) {
  const TypeConstraint *scalar = self->data;
  TypeKind kind = type_kind(type);
  if (kind == TYPE_VECTOR || kind == TYPE_TENSOR || kind == TYPE_UNRANKED_TENSOR)
    type = ((const ShapedType *)type)->element;
  return type_satisfies(type, scalar);
}

static bool check_complex_of_float(T type, const TypeConstraint *self) {
  (void)self;
  return type_kind(type) == TYPE_COMPLEX && type_is_float(((const ComplexType *)type)->element);
}

// ---------------------------------------------------------------------------------------------
// Types. `name` is upstream's; where upstream makes one up per use the words tell them apart.

#define ANY_OF(...) .any_of = (const TypeConstraint *const[]){__VA_ARGS__, NULL}
// The kinds bound what a format's `type($x)` reads, too.
#define SHAPED(shapes, ...) .check = check_shaped, .kinds = (shapes), .data = &(const ShapedSpec){shapes, __VA_ARGS__}
#define LIKE(scalar) .check = check_like, .data = &(scalar)

const TypeConstraint C_AnyType = {"any type", check_any_type, .name = "AnyType"};
const TypeConstraint C_AnyInteger = {"integer", check_any_int, .name = "AnyInteger", .kinds = BIT(TYPE_INTEGER)};
const TypeConstraint C_AnySignlessInteger = {
    "signless integer", check_signless_int, .name = "AnySignlessInteger", .kinds = BIT(TYPE_INTEGER)};
const TypeConstraint C_AnyFloat = {"floating-point", KIND(TYPE_FLOAT), .name = "AnyFloat"};
const TypeConstraint C_Index = {"index", KIND(TYPE_INDEX), .build = build_index, .name = "Index"};
const TypeConstraint C_I1 = {"1-bit signless integer", INT_WIDTH(1), .build = build_i1, .name = "I1"};
const TypeConstraint C_I8 = {"8-bit signless integer", INT_WIDTH(8), .build = build_i8, .name = "I8"};
const TypeConstraint C_I32 = {"32-bit signless integer", INT_WIDTH(32), .build = build_i32, .name = "I32"};
const TypeConstraint C_I64 = {"64-bit signless integer", INT_WIDTH(64), .build = build_i64, .name = "I64"};
const TypeConstraint C_FunctionType = {"function type", KIND(TYPE_FUNCTION), .name = "FunctionType"};
const TypeConstraint C_AnyComplex = {"complex-type", KIND(TYPE_COMPLEX), .name = "AnyComplex"};
const TypeConstraint C_ComplexOfFloat = {
    "complex type with floating-point elements", check_complex_of_float,
    .name = "Complex", .kinds = BIT(TYPE_COMPLEX)};

const TypeConstraint C_AnySignlessIntegerOrIndex = {
    "signless integer or index", ANY_OF(&C_AnySignlessInteger, &C_Index), .name = "AnySignlessIntegerOrIndex"};
const TypeConstraint C_AnySignlessIntegerOrFloat = {
    "signless integer or floating-point", ANY_OF(&C_AnySignlessInteger, &C_AnyFloat), .name = "AnyTypeOf"};
const TypeConstraint C_AnyIntegerOrIndex = {"integer or index", ANY_OF(&C_AnyInteger, &C_Index), .name = "AnyTypeOf"};

const TypeConstraint C_FloatLike = {"floating-point-like", LIKE(C_AnyFloat), .name = "FloatLike"};
const TypeConstraint C_BoolLike = {"bool-like", LIKE(C_I1), .name = "BoolLike"};
const TypeConstraint C_SignlessIntegerOrIndexLike = {
    "signless-integer-like", LIKE(C_AnySignlessIntegerOrIndex), .name = "SignlessIntegerOrIndexLike"};
const TypeConstraint C_SignlessFixedWidthIntegerLike = {
    "signless-fixed-width-integer-like", LIKE(C_AnySignlessInteger), .name = "SignlessFixedWidthIntegerLike"};

static const TypeConstraint memref_of_integer_or_index = {
    "memref of signless-integer", SHAPED(SHAPED_ANY_MEMREF, .element = &C_AnySignlessIntegerOrIndex)};
static const TypeConstraint memref_of_integer_or_float = {
    "memref of signless-integer or float", SHAPED(SHAPED_ANY_MEMREF, .element = &C_AnySignlessIntegerOrFloat)};
static const TypeConstraint integer_or_float_like = {"signless-integer-or-float-like", LIKE(C_AnySignlessIntegerOrFloat)};
const TypeConstraint C_IndexCast = {
    "signless-integer-like or memref of signless-integer",
    ANY_OF(&C_SignlessIntegerOrIndexLike, &memref_of_integer_or_index), .name = "IndexCastTypeConstraint"};
const TypeConstraint C_Bitcast = {
    "signless-integer-or-float-like or memref of signless-integer or float",
    ANY_OF(&integer_or_float_like, &memref_of_integer_or_float), .name = "BitcastTypeConstraint"};

// --- Vectors

const TypeConstraint C_AnyVectorOfAnyRank = {"vector of any type values", SHAPED(SHAPED_VECTOR, NULL), .name = "AnyVectorOfAnyRank"};
const TypeConstraint C_AnyVectorOfNonZeroRank = {
    "vector of any type values", SHAPED(SHAPED_VECTOR, .rank = RANK_NOT_0), .name = "AnyVectorOfNonZeroRank"};
const TypeConstraint C_AnyFixedVectorOfAnyRank = {
    "fixed-length vector of any type values", SHAPED(SHAPED_VECTOR, .scalable = SCALABLE_NO), .name = "AnyFixedVectorOfAnyRank"};
const TypeConstraint C_VectorOfAnyRankOfI1 = {
    "vector of 1-bit signless integer values", SHAPED(SHAPED_VECTOR, &C_I1), .name = "VectorOfAnyRankOf"};
const TypeConstraint C_VectorOfAnyRankOfFloat = {
    "vector of floating-point values", SHAPED(SHAPED_VECTOR, &C_AnyFloat), .name = "VectorOfAnyRankOf"};
const TypeConstraint C_VectorOfNonZeroRankOfI1 = {
    "vector of 1-bit signless integer values", SHAPED(SHAPED_VECTOR, &C_I1, RANK_NOT_0), .name = "VectorOfNonZeroRankOf"};
const TypeConstraint C_VectorOfNonZeroRankOfIntegerOrIndex = {
    "vector of integer or index values", SHAPED(SHAPED_VECTOR, &C_AnyIntegerOrIndex, RANK_NOT_0), .name = "VectorOfNonZeroRankOf"};
const TypeConstraint C_FixedVectorOfNonZeroRankOfI1 = {
    "fixed-length vector of 1-bit signless integer values",
    SHAPED(SHAPED_VECTOR, &C_I1, RANK_NOT_0, .scalable = SCALABLE_NO), .name = "FixedVectorOfNonZeroRankOf"};
const TypeConstraint C_ScalableVectorOfRank1 = {
    " of ranks 1", SHAPED(SHAPED_VECTOR, .rank = RANK_1, .scalable = SCALABLE_YES), .name = "ScalableVectorOfRank"};
const TypeConstraint C_VectorOfRank1 = {" of ranks 1", SHAPED(SHAPED_VECTOR, .rank = RANK_1), .name = "VectorOfRank"};
const TypeConstraint C_VectorOfRank1OfIndex = {
    "vector of index values of ranks 1", SHAPED(SHAPED_VECTOR, &C_Index, RANK_1), .name = "VectorOfRankAndType"};
const TypeConstraint C_VectorPrintSource = {
    "", ANY_OF(&C_AnyVectorOfAnyRank, &C_AnyInteger, &C_Index, &C_AnyFloat), .name = "Type"};

// --- Tensors

static const TypeConstraint any_integer_or_float = {"", ANY_OF(&C_AnyInteger, &C_AnyFloat)};
const TypeConstraint C_AnyTensor = {"tensor of any type values", SHAPED(SHAPED_ANY_TENSOR, NULL), .name = "AnyTensor"};
const TypeConstraint C_AnyRankedTensor = {"ranked tensor of any type values", SHAPED(SHAPED_TENSOR, NULL), .name = "AnyRankedTensor"};
const TypeConstraint C_AnyStaticShapeTensor = {
    "statically shaped tensor of any type values", SHAPED(SHAPED_TENSOR, .is_static = true), .name = "AnyStaticShapeTensor"};
const TypeConstraint C_AnyNon0RankedOrUnrankedTensor = {
    "non-0-ranked or unranked tensor", SHAPED(SHAPED_ANY_TENSOR, .rank = RANK_NOT_0), .name = "AnyNon0RankedOrUnrankedTensor"};
const TypeConstraint C_TensorOfNumbers = {
    "tensor of signless integer or unsigned integer or signed integer or floating-point values",
    SHAPED(SHAPED_ANY_TENSOR, &any_integer_or_float), .name = "TensorOf"};
const TypeConstraint C_RankedTensorOfIntegerOrIndex = {
    "ranked tensor of signless integer or index values",
    SHAPED(SHAPED_TENSOR, &C_AnySignlessIntegerOrIndex), .name = "RankedTensorOf"};
const TypeConstraint C_TensorRank1OfIntegerOrIndex = {
    "1D tensor of signless integer or index values",
    SHAPED(SHAPED_TENSOR, &C_AnySignlessIntegerOrIndex, RANK_1), .name = "TensorRankOf"};

// --- Memrefs

const TypeConstraint C_AnyMemRef = {"memref of any type values", SHAPED(SHAPED_MEMREF, NULL), .name = "AnyMemRef"};
const TypeConstraint C_AnyRankedOrUnrankedMemRef = {
    "ranked or unranked memref of any type values", SHAPED(SHAPED_ANY_MEMREF, NULL), .name = "AnyRankedOrUnrankedMemRef"};
const TypeConstraint C_AnyNon0RankedOrUnrankedMemRef = {
    "unranked.memref of any type values or non-0-ranked.memref of any type values", check_shaped,
    &(const ShapedSpec){SHAPED_ANY_MEMREF, .rank = RANK_NOT_0}, .name = "AnyNon0RankedOrUnrankedMemRef"};
const TypeConstraint C_AnyStaticShapeMemRef = {
    "statically shaped memref of any type values", SHAPED(SHAPED_MEMREF, .is_static = true), .name = "AnyStaticShapeMemRef"};
const TypeConstraint C_StaticShapeMemRefOf = {
    "statically shaped memref of any type values", SHAPED(SHAPED_MEMREF, .is_static = true), .name = "StaticShapeMemRefOf"};
const TypeConstraint C_AnyStridedMemRef = {
    "strided memref of any type values", SHAPED(SHAPED_MEMREF, .is_strided = true), .name = "AnyStridedMemRef"};
const TypeConstraint C_AnyStridedMemRefOfRank0 = {
    "strided memref of any type values of rank 0",
    SHAPED(SHAPED_MEMREF, .rank = RANK_0, .is_strided = true), .name = "AnyStridedMemRefOfRank"};
const TypeConstraint C_MemRefOfIntegerOrFloat = {
    "memref of signless integer or floating-point values",
    SHAPED(SHAPED_MEMREF, &C_AnySignlessIntegerOrFloat), .name = "MemRefOf"};
const TypeConstraint C_MemRefRank1 = {"1D memref of any type values", SHAPED(SHAPED_MEMREF, .rank = RANK_1), .name = "MemRefRankOf"};
const TypeConstraint C_MemRefRank1OfI8 = {
    "1D memref of 8-bit signless integer values", SHAPED(SHAPED_MEMREF, &C_I8, RANK_1), .name = "MemRefRankOf"};
const TypeConstraint C_MemRefRank1OfIntegerOrIndex = {
    "1D memref of signless integer or index values",
    SHAPED(SHAPED_MEMREF, &C_AnySignlessIntegerOrIndex, RANK_1), .name = "MemRefRankOf"};

const TypeConstraint C_AnyShaped = {"shaped of any type values", SHAPED(SHAPED_ANY, NULL), .name = "AnyShaped"};
// Read as what tensors and memrefs have in common upstream, which vectors have, too.
const TypeConstraint C_TensorOrMemRef = {
    "Tensor or MemRef of any type values", check_shaped, &(const ShapedSpec){SHAPED_ANY_TENSOR | SHAPED_ANY_MEMREF},
    .kinds = SHAPED_ANY, .name = "TensorOrMemRef"};

// ---------------------------------------------------------------------------------------------
// Attribute predicates

T value_type_i1(Context *ctx) { return ctx->types.i1; }
T value_type_i8(Context *ctx) { return ctx->types.i8; }
T value_type_i32(Context *ctx) { return ctx->types.i32; }
T value_type_i64(Context *ctx) { return ctx->types.i64; }
T value_type_index(Context *ctx) { return ctx->types.index; }
static T value_type_f64(Context *ctx) { return ctx->types.floats[FLOAT_F64]; }

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

static bool check_any_attr(A attr, const AttrConstraint *self) {
  (void)attr, (void)self;
  return true;
}

// What an integer attribute must be, beyond its type.
typedef struct IntSpec {
  uint32_t width;     // signless; 0: index
  enum { INT_ANY, INT_POSITIVE, INT_NON_NEGATIVE, INT_POWER_OF_TWO, INT_0_TO_3 } value;
} IntSpec;

static bool check_attr_int(A attr, const AttrConstraint *self) {
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

static bool check_attr_float64(A attr, const AttrConstraint *self) {
  (void)self;
  if (attr_kind(attr) != ATTR_FLOAT) return false;
  T type = ((const FloatAttr *)attr)->type;
  return type_is_float(type) && type_float_kind(type) == FLOAT_F64;
}

// data: type constraint of the type held, or NULL
static bool check_attr_type(A attr, const AttrConstraint *self) {
  if (attr_kind(attr) != ATTR_TYPE) return false;
  return !self->data || type_satisfies(((const TypeAttr *)attr)->type, self->data);
}

static bool check_attr_typed(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_STRING || attr_value_type(attr) != NULL;
}

static bool check_attr_flat_symbol(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_SYMBOL_REF && ((const SymbolRefAttr *)attr)->count == 1;
}

// data: width of the dense array's integer element
static bool check_attr_dense_array(A attr, const AttrConstraint *self) {
  return attr_kind(attr) == ATTR_DENSE_ARRAY &&
         type_is_int(((const DenseArrayAttr *)attr)->element, (uint32_t)(uintptr_t)self->data);
}

static bool is_int_elements(A attr, uint32_t width) {
  if (attr_kind(attr) != ATTR_DENSE) return false;
  T element = type_element(((const DenseAttr *)attr)->type);
  return width ? type_is_int(element, width) : type_kind(element) == TYPE_INTEGER || type_is_index(element);
}

static bool check_attr_int_elements(A attr, const AttrConstraint *self) {
  (void)self;
  return is_int_elements(attr, 0);
}

static bool check_attr_i32_elements(A attr, const AttrConstraint *self) {
  (void)self;
  return is_int_elements(attr, 32);
}

// A native flag: `unit`, or a bool in the generic form.
static bool check_attr_unit_prop(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_UNIT ||
         (attr_kind(attr) == ATTR_INTEGER && type_is_int(((const IntegerAttr *)attr)->type, 1));
}

// ---------------------------------------------------------------------------------------------
// Attributes

#define ATTR_KIND(kind) .check = check_attr_kind, .data = ATTR_KIND_DATA(kind)
#define STORED_AS(kind) .storage = 1u << (kind)
#define INT(bits, ...) .check = check_attr_int, .data = &(const IntSpec){bits, __VA_ARGS__}, STORED_AS(ATTR_INTEGER)
#define ARRAY_OF(item) .check = check_attr_array, .data = &(item), STORED_AS(ATTR_ARRAY)

const AttrConstraint AC_AnyAttr = {"any attribute", check_any_attr, .name = "AnyAttr"};
const AttrConstraint AC_UnitAttr = {"unit attribute", ATTR_KIND(ATTR_UNIT), .form = ATTR_FORM_UNIT, .name = "UnitAttr"};
const AttrConstraint AC_UnitProp = {"unit property", check_attr_unit_prop, .form = ATTR_FORM_UNIT, .name = "UnitProp"};

const AttrConstraint AC_BoolAttr = {
    "bool attribute", .check = check_attr_int, .data = &(const IntSpec){1, INT_ANY},
    .value_type = value_type_i1, .form = ATTR_FORM_TYPED, .name = "BoolAttr"};
const AttrConstraint AC_I1Attr = {
    "1-bit signless integer attribute", INT(1, INT_ANY), .value_type = value_type_i1, .form = ATTR_FORM_TYPED, .name = "I1Attr"};
const AttrConstraint AC_I8Attr = {
    "8-bit signless integer attribute", INT(8, INT_ANY), .value_type = value_type_i8, .form = ATTR_FORM_TYPED, .name = "I8Attr"};
const AttrConstraint AC_I32Attr = {
    "32-bit signless integer attribute", INT(32, INT_ANY), .value_type = value_type_i32, .form = ATTR_FORM_TYPED, .name = "I32Attr"};
const AttrConstraint AC_I64Attr = {
    "64-bit signless integer attribute", INT(64, INT_ANY), .value_type = value_type_i64, .form = ATTR_FORM_TYPED, .name = "I64Attr"};
const AttrConstraint AC_IndexAttr = {
    "index attribute", INT(0, INT_ANY), .value_type = value_type_index, .form = ATTR_FORM_TYPED, .name = "IndexAttr"};
const AttrConstraint AC_I32Attr_0to3 = {
    "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3", INT(32, INT_0_TO_3),
    .value_type = value_type_i32, .form = ATTR_FORM_TYPED, .name = "ConfinedAttr<I32Attr>"};
const AttrConstraint AC_I32Attr_Positive = {
    "32-bit signless integer attribute whose value is positive", INT(32, INT_POSITIVE),
    .value_type = value_type_i32, .form = ATTR_FORM_TYPED, .name = "ConfinedAttr<I32Attr>"};
const AttrConstraint AC_I32Attr_NonNegative = {
    "32-bit signless integer attribute whose value is non-negative", INT(32, INT_NON_NEGATIVE),
    .value_type = value_type_i32, .form = ATTR_FORM_TYPED, .name = "ConfinedAttr<I32Attr>"};
const AttrConstraint AC_IntValidAlignment_I64Attr = {
    "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0", INT(64, INT_POWER_OF_TWO),
    .value_type = value_type_i64, .form = ATTR_FORM_TYPED, .name = "IntValidAlignment<I64Attr>"};
const AttrConstraint AC_APIntAttr = {"arbitrary integer attribute", ATTR_KIND(ATTR_INTEGER), .name = "APIntAttr"};
const AttrConstraint AC_F64Attr = {
    "64-bit float attribute", check_attr_float64, .value_type = value_type_f64, .form = ATTR_FORM_TYPED, .name = "F64Attr",
    STORED_AS(ATTR_FLOAT)};

const AttrConstraint AC_StrAttr = {"string attribute", ATTR_KIND(ATTR_STRING), .form = ATTR_FORM_STRING, .name = "StrAttr"};
const AttrConstraint AC_SymbolNameAttr = {
    "string attribute", ATTR_KIND(ATTR_STRING), .form = ATTR_FORM_SYMBOL_NAME, .name = "SymbolNameAttr"};
const AttrConstraint AC_Builtin_StringAttr = {"An Attribute containing a string", ATTR_KIND(ATTR_STRING), .name = "Builtin_StringAttr"};

const AttrConstraint AC_TypeAttr = {"any type attribute", check_attr_type, .form = ATTR_FORM_TYPE, .name = "TypeAttr"};
const AttrConstraint AC_TypeAttrOfFunction = {
    "type attribute of function type", check_attr_type, &C_FunctionType, .form = ATTR_FORM_TYPE, .name = "TypeAttrOf",
    STORED_AS(ATTR_TYPE)};
const AttrConstraint AC_MemRefTypeAttr = {
    "memref type attribute", check_attr_type, &C_AnyMemRef, .form = ATTR_FORM_TYPE, .name = "MemRefTypeAttr", STORED_AS(ATTR_TYPE)};
const AttrConstraint AC_TypedAttrInterface = {"TypedAttr instance", check_attr_typed, .name = "TypedAttrInterface"};

const AttrConstraint AC_FlatSymbolRefAttr = {
    "flat symbol reference attribute", check_attr_flat_symbol, .form = ATTR_FORM_SYMBOL, .name = "FlatSymbolRefAttr"};
const AttrConstraint AC_SymbolRefAttr = {
    "symbol reference attribute", ATTR_KIND(ATTR_SYMBOL_REF), .form = ATTR_FORM_SYMBOL, .name = "SymbolRefAttr"};

static const AttrConstraint dictionary = {"dictionary", ATTR_KIND(ATTR_DICT)};
const AttrConstraint AC_ArrayAttr = {"array attribute", ATTR_KIND(ATTR_ARRAY), .name = "ArrayAttr", STORED_AS(ATTR_ARRAY)};
const AttrConstraint AC_DictArrayAttr = {"Array of dictionary attributes", ARRAY_OF(dictionary), .name = "DictArrayAttr"};
const AttrConstraint AC_StrArrayAttr = {"string array attribute", ARRAY_OF(AC_StrAttr), .name = "StrArrayAttr"};
const AttrConstraint AC_BoolArrayAttr = {"1-bit boolean array attribute", ARRAY_OF(AC_BoolAttr), .name = "BoolArrayAttr"};
const AttrConstraint AC_I32ArrayAttr = {"32-bit integer array attribute", ARRAY_OF(AC_I32Attr), .name = "I32ArrayAttr"};
const AttrConstraint AC_I64ArrayAttr = {"64-bit integer array attribute", ARRAY_OF(AC_I64Attr), .name = "I64ArrayAttr"};
const AttrConstraint AC_FlatSymbolRefArrayAttr = {
    "flat symbol ref array attribute", ARRAY_OF(AC_FlatSymbolRefAttr), .name = "FlatSymbolRefArrayAttr"};
const AttrConstraint AC_IndexListArrayAttr = {
    "Array of 64-bit integer array attributes", ARRAY_OF(AC_I64ArrayAttr), .name = "IndexListArrayAttr"};

const AttrConstraint AC_DenseI32ArrayAttr = {
    "i32 dense array attribute", check_attr_dense_array, (const void *)(uintptr_t)32, .value_type = value_type_i32,
    .form = ATTR_FORM_DENSE_ARRAY, .name = "DenseI32ArrayAttr"};
const AttrConstraint AC_DenseI64ArrayAttr = {
    "i64 dense array attribute", check_attr_dense_array, (const void *)(uintptr_t)64, .value_type = value_type_i64,
    .form = ATTR_FORM_DENSE_ARRAY, .name = "DenseI64ArrayAttr"};

const AttrConstraint AC_AffineMapAttr = {"AffineMap attribute", ATTR_KIND(ATTR_AFFINE_MAP), .name = "AffineMapAttr"};
const AttrConstraint AC_IntegerSetAttr = {"IntegerSet attribute", ATTR_KIND(ATTR_INTEGER_SET), .name = "IntegerSetAttr"};
const AttrConstraint AC_AnyIntElementsAttr = {"integer elements attribute", check_attr_int_elements, .name = "AnyIntElementsAttr"};
const AttrConstraint AC_I32ElementsAttr = {
    "32-bit signless integer elements attribute", check_attr_i32_elements, .name = "I32ElementsAttr", STORED_AS(ATTR_DENSE)};
