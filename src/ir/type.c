// Builtin types and helpers over them.
#include "ir/type.h"

#include "ir/affine.h"
#include "ir/attr.h"

#define BUILTIN(tag, mnemonic, text) \
  [TYPE_##tag] = {.dialect = "builtin", .name = mnemonic, .kind = TYPE_##tag, .summary = text}

const TypeDef type_defs[] = {
  BUILTIN(INTEGER, "integer", "integer of a fixed width: signless iN, signed siN, unsigned uiN"),
  BUILTIN(INDEX, "index", "integer as wide as the target's addresses"),
  BUILTIN(FLOAT, "float", "floating-point number"),
  BUILTIN(NONE, "none", "the type with one value"),
  BUILTIN(COMPLEX, "complex", "complex number: two parts of the element type"),
  BUILTIN(TUPLE, "tuple", "fixed list of values of any types"),
  BUILTIN(FUNCTION, "function", "function: argument types to result types"),
  BUILTIN(VECTOR, "vector", "vector of a fixed or scalable shape"),
  BUILTIN(TENSOR, "tensor", "multi-dimensional value of known rank"),
  BUILTIN(UNRANKED_TENSOR, "unranked_tensor", "tensor whose rank is not known"),
  BUILTIN(MEMREF, "memref", "reference to a region of memory with shape, layout and memory space"),
  BUILTIN(UNRANKED_MEMREF, "unranked_memref", "memref whose rank is not known"),
  BUILTIN(GRAPH, "graph", "signature of a graph: argument types to result types"),
  BUILTIN(OPAQUE, "opaque", "type of a dialect that is not registered, kept as its text"),
  BUILTIN(UNKNOWN, "unknown", "type of a value whose definition is kept as written"),
};

// --- Constructors

T type_integer(Context *ctx, uint32_t width, Signedness signedness) {
  if (signedness == SIGNLESS) {
    switch (width) {
      case 1: return ctx->types.i1;
      case 8: return ctx->types.i8;
      case 16: return ctx->types.i16;
      case 32: return ctx->types.i32;
      case 64: return ctx->types.i64;
      default: break;
    }
  }
  IntegerType *key = unique_key(ctx, sizeof *key);
  key->width = width;
  key->signedness = signedness;
  return type_unique(ctx, &type_defs[TYPE_INTEGER], key, sizeof *key);
}

T type_float(Context *ctx, FloatKind kind) { return ctx->types.floats[kind]; }
T type_index(Context *ctx) { return ctx->types.index; }
T type_none(Context *ctx) { return ctx->types.none; }

T type_complex(Context *ctx, T element) {
  ComplexType *key = unique_key(ctx, sizeof *key);
  key->element = element;
  return type_unique(ctx, &type_defs[TYPE_COMPLEX], key, sizeof *key);
}

T type_tuple(Context *ctx, const T *types, uint32_t count) {
  size_t size = sizeof(TupleType) + sizeof(T) * (size_t)count;
  TupleType *key = unique_key(ctx, size);
  if (!key) return type_tuple(ctx, NULL, 0);
  key->count = count;
  if (count) memcpy(key->types, types, sizeof(T) * (size_t)count);
  return type_unique(ctx, &type_defs[TYPE_TUPLE], key, size);
}

_Static_assert(offsetof(FunctionType, types) == offsetof(GraphType, types), "signatures share their layout");

static T signature(Context *ctx, const TypeDef *def, const T *inputs, uint32_t input_count, const T *results, uint32_t result_count) {
  size_t size = sizeof(FunctionType) + sizeof(T) * ((size_t)input_count + result_count);
  FunctionType *key = unique_key(ctx, size);
  if (!key) return signature(ctx, def, NULL, 0, NULL, 0);
  key->input_count = input_count;
  key->result_count = result_count;
  if (input_count) memcpy(key->types, inputs, sizeof(T) * (size_t)input_count);
  if (result_count) memcpy(key->types + input_count, results, sizeof(T) * (size_t)result_count);
  return type_unique(ctx, def, key, size);
}

T type_function(Context *ctx, const T *inputs, uint32_t input_count, const T *results, uint32_t result_count) {
  return signature(ctx, &type_defs[TYPE_FUNCTION], inputs, input_count, results, result_count);
}

T type_graph(Context *ctx, const T *inputs, uint32_t input_count, const T *results, uint32_t result_count) {
  return signature(ctx, &type_defs[TYPE_GRAPH], inputs, input_count, results, result_count);
}

static T shaped(Context *ctx, TypeKind kind, const int64_t *dims, uint32_t rank, T element, A extra, A layout, uint64_t scalable) {
  size_t size = sizeof(ShapedType) + sizeof(int64_t) * (size_t)rank;
  ShapedType *key = unique_key(ctx, size);
  if (!key) return shaped(ctx, kind, NULL, 0, element, extra, NULL, 0);
  key->element = element;
  key->rank = rank;
  key->extra = extra;
  key->layout = layout;
  key->scalable = scalable;
  if (rank) memcpy(key->dims, dims, sizeof(int64_t) * (size_t)rank);
  return type_unique(ctx, &type_defs[kind], key, size);
}

T type_vector(Context *ctx, const int64_t *dims, uint32_t rank, uint64_t scalable, T element) {
  return shaped(ctx, TYPE_VECTOR, dims, rank, element, NULL, NULL, scalable);
}

T type_tensor(Context *ctx, const int64_t *dims, uint32_t rank, T element, A encoding) {
  return shaped(ctx, TYPE_TENSOR, dims, rank, element, encoding, NULL, 0);
}

T type_unranked_tensor(Context *ctx, T element) {
  return shaped(ctx, TYPE_UNRANKED_TENSOR, NULL, 0, element, NULL, NULL, 0);
}

// An integer attribute of value 0, of any type, is the default memory space.
static A without_default_space(A space) {
  if (!space || attr_kind(space) != ATTR_INTEGER) return space;
  APInt value = attr_int(space);
  return apint_is_zero(&value) ? NULL : space;
}

T type_memref(Context *ctx, const int64_t *dims, uint32_t rank, T element, A layout, A space) {
  if (layout && attr_kind(layout) == ATTR_AFFINE_MAP && affine_map_is_identity(((const MapAttr *)layout)->map)) layout = NULL;
  return shaped(ctx, TYPE_MEMREF, dims, rank, element, without_default_space(space), layout, 0);
}

T type_unranked_memref(Context *ctx, T element, A space) {
  return shaped(ctx, TYPE_UNRANKED_MEMREF, NULL, 0, element, without_default_space(space), NULL, 0);
}

T type_opaque(Context *ctx, Str dialect, Str text) {
  A dialect_attr = attr_string(ctx, dialect), text_attr = attr_string(ctx, text);
  OpaqueType *key = unique_key(ctx, sizeof *key);
  key->dialect = dialect_attr;
  key->text = text_attr;
  return type_unique(ctx, &type_defs[TYPE_OPAQUE], key, sizeof *key);
}

T type_unknown(Context *ctx, T guess) {
  UnknownType *key = unique_key(ctx, sizeof *key);
  key->guess = guess;
  ctx->has_unknown_types = true;
  return type_unique(ctx, &type_defs[TYPE_UNKNOWN], key, sizeof *key);
}

// --- Questions

bool type_is_bit(T t) { return type_kind(t) == TYPE_INTEGER && type_bits(t) == 1; }

bool type_is_int(T t, uint32_t width) {
  const IntegerType *type = type_as_integer(t);
  return type && type->signedness == SIGNLESS && type->width == width;
}

bool type_is_signless_int(T t) {
  const IntegerType *type = type_as_integer(t);
  return type && type->signedness == SIGNLESS;
}

bool type_is_any_int(T t) { return type_kind(t) == TYPE_INTEGER; }

FloatKind type_float_kind(T t) { return (FloatKind)((const FloatType *)t)->kind; }

uint32_t type_bits(T t) {
  switch (type_kind(t)) {
    case TYPE_INTEGER: return ((const IntegerType *)t)->width;
    case TYPE_INDEX: return 64;
    case TYPE_FLOAT: return float_bits(type_float_kind(t));
    default: return 0;
  }
}

const ShapedType *type_as_shaped(T t) {
  TypeKind kind = type_kind(t);
  return kind >= TYPE_VECTOR && kind <= TYPE_UNRANKED_MEMREF ? (const ShapedType *)t : NULL;
}

bool type_has_rank(T t) {
  TypeKind kind = type_kind(t);
  return kind == TYPE_VECTOR || kind == TYPE_TENSOR || kind == TYPE_MEMREF;
}

bool type_has_static_shape(T t) {
  if (!type_has_rank(t)) return false;
  const ShapedType *type = type_as_shaped(t);
  for (uint64_t i = 0; i < type->rank; i++)
    if (type->dims[i] == DYNAMIC) return false;
  return true;
}

int64_t type_num_elements(T t) {
  const ShapedType *type = type_as_shaped(t);
  int64_t count = 1;
  bool saturated = false;
  if (!type) return count;
  for (uint64_t i = 0; i < type->rank; i++) {
    if (type->dims[i] <= 0) return 0;
    saturated |= __builtin_mul_overflow(count, type->dims[i], &count);
  }
  return saturated ? INT64_MAX : count;
}

T type_element(T t) {
  if (type_kind(t) == TYPE_COMPLEX) return ((const ComplexType *)t)->element;
  return type_element_or_self(t);
}

T type_element_or_self(T t) {
  const ShapedType *type = type_as_shaped(t);
  return type ? type->element : t;
}

T type_with_element(Context *ctx, T t, T element) {
  const ShapedType *s = type_as_shaped(t);
  if (!s) return element;
  return shaped(ctx, type_kind(t), s->dims, (uint32_t)s->rank, element, s->extra, s->layout, s->scalable);
}

T type_with_shape(Context *ctx, T t, const int64_t *dims, uint32_t rank, T element) {
  const ShapedType *s = type_as_shaped(t);
  if (!s) return element;
  switch (type_kind(t)) {
    case TYPE_VECTOR: return type_vector(ctx, dims, rank, s->scalable, element);
    case TYPE_MEMREF: return type_memref(ctx, dims, rank, element, s->layout, s->extra);
    case TYPE_UNRANKED_MEMREF: return type_memref(ctx, dims, rank, element, NULL, s->extra);
    default: return type_tensor(ctx, dims, rank, element, s->extra);
  }
}

// --- Memref layouts

// The affine form of strided<[…], offset: …>: dynamic parts become symbols, the offset first.
static const AffineMap *strided_map(Context *ctx, const StridedAttr *layout) {
  uint32_t symbols = 0;
  E sum = layout->offset == DYNAMIC ? affine_symbol(ctx, symbols++) : affine_const(ctx, layout->offset);
  for (uint32_t i = 0; i < layout->rank; i++) {
    E stride = layout->strides[i] == DYNAMIC ? affine_symbol(ctx, symbols++) : affine_const(ctx, layout->strides[i]);
    sum = affine_add(ctx, sum, affine_mul(ctx, affine_dim(ctx, i), stride));
  }
  return affine_map(ctx, (uint32_t)layout->rank, symbols, &sum, 1);
}

const AffineMap *memref_layout_map(Context *ctx, T memref) {
  const ShapedType *type = (const ShapedType *)memref;
  if (type->layout && attr_kind(type->layout) == ATTR_AFFINE_MAP) return ((const MapAttr *)type->layout)->map;
  if (type->layout && attr_kind(type->layout) == ATTR_STRIDED) return strided_map(ctx, (const StridedAttr *)type->layout);
  return affine_map_identity(ctx, (uint32_t)type->rank);
}

// An outer stride is unknown past a dynamic dimension, and past an empty one too.
static void row_major_strides(const ShapedType *type, int64_t *strides) {
  uint64_t running = 1;
  bool dynamic = false;
  for (uint64_t i = type->rank; i-- > 0;) {
    strides[i] = dynamic ? DYNAMIC : (int64_t)running;
    if (type->dims[i] <= 0) dynamic = true;
    running *= (uint64_t)type->dims[i];
  }
}

bool memref_strides_and_offset(Context *ctx, T memref, int64_t *strides, int64_t *offset) {
  if (type_kind(memref) != TYPE_MEMREF) return false;
  const ShapedType *type = (const ShapedType *)memref;
  uint32_t rank = (uint32_t)type->rank;
  *offset = 0;
  if (!type->layout) {
    row_major_strides(type, strides);
    return true;
  }
  if (attr_kind(type->layout) == ATTR_STRIDED) {
    const StridedAttr *layout = (const StridedAttr *)type->layout;
    if (layout->rank != rank) return false;
    if (rank) memcpy(strides, layout->strides, sizeof(int64_t) * rank);
    *offset = layout->offset;
    return true;
  }
  if (attr_kind(type->layout) != ATTR_AFFINE_MAP) return false;
  const AffineMap *map = ((const MapAttr *)type->layout)->map;
  E offset_expr, *stride_exprs = arena_new(&ctx->arena, E, rank);
  if (!stride_exprs || !affine_extract_strides(ctx, map, rank, stride_exprs, &offset_expr)) return false;
  if (!affine_is_const(offset_expr, offset)) *offset = DYNAMIC;
  for (uint32_t i = 0; i < rank; i++)
    if (!affine_is_const(stride_exprs[i], &strides[i])) strides[i] = DYNAMIC;
  return true;
}
