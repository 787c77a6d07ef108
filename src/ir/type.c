// Builtin types and helpers over them.
#include "ir/type.h"

#include "ir/uniquer.h"

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

// --- Making

T type_unique(Context *ctx, const TypeDef *def, const void *key, size_t size) {
  T type = unique(ctx, &ctx->uniquer->types, def, def->flags & TYPE_MUTABLE, key, size);
  if (def->kind == TYPE_TUPLE && size > sizeof(TupleType) + 16 * sizeof(T)) ctx->has_aliasable = true;
  return type ? type : ctx->types.none;
}

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

T type_shaped(Context *ctx, TypeKind kind, const int64_t *dims, uint32_t rank, T element, A extra, A layout, uint64_t scalable) {
  size_t size = sizeof(ShapedType) + sizeof(int64_t) * (size_t)rank;
  ShapedType *key = unique_key(ctx, size);
  if (!key) return type_shaped(ctx, kind, NULL, 0, element, extra, NULL, 0);
  key->element = element;
  key->rank = rank;
  key->extra = extra;
  key->layout = layout;
  key->scalable = scalable;
  if (rank) memcpy(key->dims, dims, sizeof(int64_t) * (size_t)rank);
  return type_unique(ctx, &type_defs[kind], key, size);
}

T type_vector(Context *ctx, const int64_t *dims, uint32_t rank, uint64_t scalable, T element) {
  return type_shaped(ctx, TYPE_VECTOR, dims, rank, element, NULL, NULL, scalable);
}

T type_tensor(Context *ctx, const int64_t *dims, uint32_t rank, T element, A encoding) {
  return type_shaped(ctx, TYPE_TENSOR, dims, rank, element, encoding, NULL, 0);
}

T type_unranked_tensor(Context *ctx, T element) {
  return type_shaped(ctx, TYPE_UNRANKED_TENSOR, NULL, 0, element, NULL, NULL, 0);
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
  return type_shaped(ctx, type_kind(t), s->dims, (uint32_t)s->rank, element, s->extra, s->layout, s->scalable);
}
