// Builtin attributes and types (mlir/include/mlir/IR/BuiltinDialectBytecode.td).
#include "export/bytecode/reader.h"
#include "ir/affine.h"
#include "ir/attr.h"
#include "ir/type.h"

enum { MAX_RANK = 1 << 16 };

// ---------------------------------------------------------------------------------------------
// Types

static bool read_dims(Cursor *c, int64_t **dims, uint32_t *rank) {
  *rank = read_count(c);
  if (*rank > MAX_RANK) return cursor_fail(c, "a shape of too many dimensions");
  *dims = arena_new(&c->reader->arena, int64_t, *rank + 1u);
  for (uint32_t i = 0; *dims && i < *rank; i++) (*dims)[i] = read_signed(c);
  return *dims && cursor_ok(c);
}

static T *read_types(Cursor *c, uint32_t *count) {
  *count = read_count(c);
  T *types = arena_new(&c->reader->arena, T, *count + 1u);
  for (uint32_t i = 0; types && i < *count; i++)
    if (!(types[i] = read_type(c))) return NULL;
  return types;
}

static T read_function(Cursor *c) {
  uint32_t inputs, results;
  T *first = read_types(c, &inputs), *then = first ? read_types(c, &results) : NULL;
  return then ? type_function(c->reader->ctx, first, inputs, then, results) : NULL;
}

static T read_memref(Cursor *c, bool has_space) {
  A space = has_space ? read_attr(c) : NULL;
  int64_t *dims;
  uint32_t rank;
  if ((has_space && !space) || !read_dims(c, &dims, &rank)) return NULL;
  T element = read_type(c);
  bool had_aliases = c->reader->ctx->has_aliasable;
  A layout = element ? read_attr(c) : NULL;
  // Of the layout that all have nothing is printed.
  if (layout && attr_kind(layout) == ATTR_AFFINE_MAP && affine_map_is_identity(((const MapAttr *)layout)->map)) c->reader->ctx->has_aliasable = had_aliases;
  return layout ? type_memref(c->reader->ctx, dims, rank, element, layout, space) : NULL;
}

static T read_tensor(Cursor *c, bool has_encoding) {
  A encoding = has_encoding ? read_attr(c) : NULL;
  int64_t *dims;
  uint32_t rank;
  if ((has_encoding && !encoding) || !read_dims(c, &dims, &rank)) return NULL;
  T element = read_type(c);
  return element ? type_tensor(c->reader->ctx, dims, rank, element, encoding) : NULL;
}

enum { LAST_SCALABLE_NUMBER = 16 };   // the last release that had no flag for each dimension

static T read_vector(Cursor *c, bool has_scalable) {
  uint64_t scalable = 0;
  bool is_number = c->reader->release && c->reader->release <= LAST_SCALABLE_NUMBER;
  uint32_t rank, flags = has_scalable && !is_number ? read_count(c) : 0;
  uint64_t last = has_scalable && is_number ? read_varint(c) : 0;   // the last so many
  int64_t *dims;
  for (uint32_t i = 0; i < flags; i++)
    if (read_byte(c) && i < 64) scalable |= 1ull << i;
  if (!read_dims(c, &dims, &rank)) return NULL;
  if (last > rank) return cursor_fail(c, "more scalable dimensions than there are"), NULL;
  for (uint32_t i = rank - (uint32_t)last; i < rank && i < 64; i++) scalable |= 1ull << i;
  T element = read_type(c);
  if (!element) return NULL;
  if (rank > 64 && scalable) return cursor_fail(c, "a scalable vector of too many dimensions"), NULL;
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i] <= 0) return cursor_fail(c, "a vector with a dimension that is not positive"), NULL;
  return type_vector(c->reader->ctx, dims, rank, scalable, element);
}

T read_builtin_type(Cursor *c) {
  Context *ctx = c->reader->ctx;
  uint64_t code = read_varint(c);
  T element;
  A space;
  switch (code) {
    case CODE_INT_TYPE: {
      uint64_t word = read_varint(c);
      if ((word & 3) > 2 || word >> 2 > INTEGER_MAX_WIDTH) return cursor_fail(c, "an integer type of this width"), NULL;
      return type_integer(ctx, (uint32_t)(word >> 2), (Signedness)(word & 3));
    }
    case CODE_INDEX_TYPE: return ctx->types.index;
    case CODE_NONE: return ctx->types.none;
    case CODE_FUNCTION_TYPE: return read_function(c);
    case CODE_BF16: return type_float(ctx, FLOAT_BF16);
    case CODE_F16: return type_float(ctx, FLOAT_F16);
    case CODE_F32: return type_float(ctx, FLOAT_F32);
    case CODE_F64: return type_float(ctx, FLOAT_F64);
    case CODE_F80: return type_float(ctx, FLOAT_F80);
    case CODE_F128: return type_float(ctx, FLOAT_F128);
    case CODE_COMPLEX: return (element = read_type(c)) ? type_complex(ctx, element) : NULL;
    case CODE_MEMREF: case CODE_MEMREF_IN_SPACE: return read_memref(c, code == CODE_MEMREF_IN_SPACE);
    case CODE_TENSOR: case CODE_TENSOR_WITH_ENCODING: return read_tensor(c, code == CODE_TENSOR_WITH_ENCODING);
    case CODE_TUPLE: {
      uint32_t count;
      T *types = read_types(c, &count);
      return types ? type_tuple(ctx, types, count) : NULL;
    }
    case CODE_UNRANKED_MEMREF: return (element = read_type(c)) ? type_unranked_memref(ctx, element, NULL) : NULL;
    case CODE_UNRANKED_MEMREF_IN_SPACE:
      space = read_attr(c);
      element = space ? read_type(c) : NULL;
      return element ? type_unranked_memref(ctx, element, space) : NULL;
    case CODE_UNRANKED_TENSOR: return (element = read_type(c)) ? type_unranked_tensor(ctx, element) : NULL;
    case CODE_VECTOR: case CODE_SCALABLE_VECTOR: return read_vector(c, code == CODE_SCALABLE_VECTOR);
    default: return cursor_fail(c, "a builtin type of an unknown kind"), NULL;
  }
}

// ---------------------------------------------------------------------------------------------
// Attributes

static A read_string_attr(Cursor *c) {
  A attr = read_attr(c);
  if (attr && attr_kind(attr) != ATTR_STRING) return cursor_fail(c, "an attribute that is no string"), NULL;
  return attr;
}

static A read_loc(Cursor *c) {
  A attr = read_attr(c);
  if (attr && !attr_is_loc(attr)) return cursor_fail(c, "an attribute that is no location"), NULL;
  return attr;
}

static A *read_attrs(Cursor *c, uint32_t *count, bool locs) {
  *count = read_count(c);
  A *items = arena_new(&c->reader->arena, A, *count + 1u);
  for (uint32_t i = 0; items && i < *count; i++)
    if (!(items[i] = locs ? read_loc(c) : read_attr(c))) return NULL;
  return items;
}

static A read_dictionary(Cursor *c) {
  uint32_t count = read_count(c);
  NamedAttr *items = arena_new(&c->reader->arena, NamedAttr, count + 1u);
  for (uint32_t i = 0; items && i < count; i++) {
    items[i].name = read_string_attr(c);
    items[i].value = items[i].name ? read_attr(c) : NULL;
    if (!items[i].value) return NULL;
  }
  if (!items) return NULL;
  if (attr_dict_sort(c->reader->ctx, items, count)) return cursor_fail(c, "a dictionary with a name twice"), NULL;
  return attr_dict(c->reader->ctx, items, count);
}

static A read_symbol(Cursor *c, bool is_flat) {
  A root = read_string_attr(c);
  uint32_t count = root && !is_flat ? read_count(c) : 0;
  A *path = arena_new(&c->reader->arena, A, count + 1u);
  if (!root || !path) return NULL;
  path[0] = root;
  for (uint32_t i = 0; i < count; i++) {
    A nested = read_attr(c);
    const SymbolRefAttr *symbol = nested ? attr_as_symbol(nested) : NULL;
    if (!symbol) return nested ? cursor_fail(c, "an attribute that is no symbol"), NULL : NULL;
    path[i + 1] = symbol->path[0];
  }
  return attr_symbol_path(c->reader->ctx, path, count + 1);
}

static APInt read_int(Cursor *c, uint32_t width) {
  Arena *arena = &c->reader->arena;
  if (width <= 8) return apint_u64(arena, width, read_byte(c));
  if (width <= 64) return apint_u64(arena, width, (uint64_t)read_signed(c));
  uint32_t count = read_count(c);
  uint64_t *words = arena_new(arena, uint64_t, count + 1u);
  for (uint32_t i = 0; words && i < count; i++) words[i] = (uint64_t)read_signed(c);
  return words ? apint_from_words(arena, width, words, count) : apint_u64(arena, width, 0);
}

static A read_integer(Cursor *c) {
  T type = read_type(c);
  if (!type) return NULL;
  bool fits = type_as_integer(type) || type_kind(type) == TYPE_INDEX;
  if (!fits) return cursor_fail(c, "an integer of a type that is none"), NULL;
  APInt value = read_int(c, type_kind(type) == TYPE_INDEX ? 64 : type_bits(type));
  return cursor_ok(c) ? attr_integer(c->reader->ctx, type, &value) : NULL;
}

static A read_float(Cursor *c) {
  T type = read_type(c);
  if (!type) return NULL;
  if (!type_is_float(type)) return cursor_fail(c, "a float of a type that is none"), NULL;
  APInt bits = read_int(c, type_bits(type));
  const uint64_t *words = apint_data(&bits);
  return cursor_ok(c) ? attr_float(c->reader->ctx, type, apfloat_from_bits(type_float_kind(type), words[0], bits.width > 64 ? words[1] : 0)) : NULL;
}

static A read_range(Cursor *c) {
  Context *ctx = c->reader->ctx;
  A file = read_string_attr(c);
  uint64_t count = read_varint(c), places[4] = {0};
  if (count > 4) return cursor_fail(c, "a location of too many numbers"), NULL;
  for (uint64_t i = 0; i < count; i++) places[i] = read_varint(c);
  if (!file || !cursor_ok(c)) return NULL;
  uint32_t line = (uint32_t)places[0], column = (uint32_t)places[1];
  uint32_t end_line = count > 3 ? (uint32_t)places[2] : line, end_column = count < 3 ? column : (uint32_t)places[count - 1];
  return attr_loc_file_of(ctx, file, line, column, end_line, end_column);
}

// Of a type with a static shape.
static bool element_count(T type, uint64_t *count) {
  if (!type_as_shaped(type) || !type_has_static_shape(type)) return false;
  *count = (uint64_t)type_num_elements(type);
  return *count < UINT32_MAX;
}

// Lists of one bit per element are stored as bytes.
static A dense_of_bits(Cursor *c, T type, Str raw, uint64_t count) {
  bool splat = raw.size == 1 && (raw.data[0] == 0 || (uint8_t)raw.data[0] == 0xff || count == 1);
  if (!splat && raw.size != (count + 7) / 8) return cursor_fail(c, "a list of another size than its type's"), NULL;
  uint64_t size = splat ? 1 : count;
  uint8_t *data = arena_new(&c->reader->arena, uint8_t, size + 1);
  if (!data) return NULL;
  for (uint64_t i = 0; i < size; i++) data[i] = (uint8_t)raw.data[i / 8] >> (i % 8) & 1;
  return attr_dense(c->reader->ctx, type, splat, data, size);
}

static A read_dense(Cursor *c) {
  T type = read_type(c);
  Str raw = type ? read_bytes(c, read_varint(c)) : (Str){NULL, 0};
  const ShapedType *shaped = type ? type_as_shaped(type) : NULL;
  if (!type || !cursor_ok(c)) return NULL;
  uint64_t count;
  if (!shaped || !element_count(type, &count)) return cursor_fail(c, "a list of a type without a shape"), NULL;
  uint32_t size = dense_element_bytes(shaped->element);
  if (!size) return cursor_fail(c, "a list of elements that have no size"), NULL;
  if (type_bits(shaped->element) == 1 && type_as_integer(shaped->element)) return dense_of_bits(c, type, raw, count);
  bool splat = raw.size == size;
  if (!splat && (count > raw.size || raw.size != count * size)) return cursor_fail(c, "a list of another size than its type's"), NULL;
  return attr_dense(c->reader->ctx, type, splat, raw.data, raw.size);
}

static A read_dense_strings(Cursor *c) {
  T type = read_type(c);
  bool splat = type && read_varint(c);
  uint64_t count;
  if (!type) return NULL;
  if (!element_count(type, &count)) return cursor_fail(c, "a list of a type without a shape"), NULL;
  if (splat) count = 1;
  if (count > c->end - c->at) return cursor_fail(c, "ends too early"), NULL;
  A *items = arena_new(&c->reader->arena, A, count + 1);
  for (uint64_t i = 0; items && i < count; i++) items[i] = attr_string(c->reader->ctx, read_string(c));
  return items && cursor_ok(c) ? attr_dense_strings(c->reader->ctx, type, items, count) : NULL;
}

static A read_dense_array(Cursor *c) {
  T element = read_type(c);
  uint64_t count = element ? read_varint(c) : 0;
  Str raw = element ? read_bytes(c, read_varint(c)) : (Str){NULL, 0};
  if (!element || !cursor_ok(c)) return NULL;
  bool fits = type_as_integer(element) || type_is_float(element);
  uint64_t bytes = fits ? (type_bits(element) + 7) / 8 : 0;
  if (!bytes || count > raw.size || raw.size != count * bytes) return cursor_fail(c, "an array of another size than its type's"), NULL;
  return attr_dense_array(c->reader->ctx, element, raw.data, count);
}

static A read_sparse(Cursor *c) {
  T type = read_type(c);
  A indices = type ? read_attr(c) : NULL, values = indices ? read_attr(c) : NULL;
  if (!values) return NULL;
  if (!type_as_shaped(type) || attr_kind(indices) != ATTR_DENSE || !attr_is_elements(values)) return cursor_fail(c, "a sparse list of wrong parts"), NULL;
  return attr_sparse(c->reader->ctx, type, indices, values);
}

A read_builtin_attr(Cursor *c, uint32_t number) {
  Context *ctx = c->reader->ctx;
  uint64_t code = read_varint(c);
  uint32_t count;
  switch (code) {
    case CODE_ARRAY: {
      A *items = read_attrs(c, &count, false);
      return items ? attr_array(ctx, items, count) : NULL;
    }
    case CODE_DICTIONARY: return read_dictionary(c);
    case CODE_STRING: {
      Str text = read_string(c);
      return cursor_ok(c) ? attr_string(ctx, text) : NULL;
    }
    case CODE_TYPED_STRING: {
      Str text = read_string(c);
      T type = read_type(c);
      return type ? attr_typed_string(ctx, text, type) : NULL;
    }
    case CODE_FLAT_SYMBOL: case CODE_SYMBOL: return read_symbol(c, code == CODE_FLAT_SYMBOL);
    case CODE_TYPE: {
      T type = read_type(c);
      return type ? attr_type(ctx, type) : NULL;
    }
    case CODE_UNIT: return attr_unit(ctx);
    case CODE_INTEGER: return read_integer(c);
    case CODE_FLOAT: return read_float(c);
    case CODE_LOC_CALLSITE: {
      A callee = read_loc(c), caller = callee ? read_loc(c) : NULL;
      return caller ? attr_loc_callsite(ctx, callee, caller) : NULL;
    }
    case CODE_LOC_FILE: {
      A file = read_string_attr(c);
      uint64_t line = read_varint(c), column = read_varint(c);
      return file && cursor_ok(c) ? attr_loc_file_once(ctx, file, (uint32_t)line, (uint32_t)column) : NULL;
    }
    case CODE_LOC_FUSED: case CODE_LOC_FUSED_WITH_METADATA: {
      A *items = read_attrs(c, &count, true), metadata = items && code == CODE_LOC_FUSED_WITH_METADATA ? read_attr(c) : NULL;
      return items && cursor_ok(c) ? attr_loc_fused(ctx, items, count, metadata) : NULL;
    }
    case CODE_LOC_NAME: {
      A name = read_string_attr(c), child = name ? read_loc(c) : NULL;
      return child ? attr_loc_name(ctx, attr_str(name), child) : NULL;
    }
    case CODE_LOC_UNKNOWN: return attr_loc_unknown(ctx);
    case CODE_DENSE_RESOURCE: {
      T type = read_type(c);
      uint64_t key = read_varint(c);
      if (!type || !cursor_ok(c)) return NULL;
      if (key >= c->reader->resource_keys.count) return cursor_fail(c, "a resource that is not there"), NULL;
      return attr_dense_resource(ctx, type, attr_str(c->reader->resource_keys.data[key]));
    }
    case CODE_DENSE_ARRAY: return read_dense_array(c);
    case CODE_DENSE: return read_dense(c);
    case CODE_DENSE_STRINGS: return read_dense_strings(c);
    case CODE_SPARSE: return read_sparse(c);
    case CODE_DISTINCT: {
      A referenced = read_attr(c);
      return referenced ? attr_distinct(ctx, number + 1, referenced) : NULL;
    }
    case CODE_LOC_RANGE: return read_range(c);
    default: return cursor_fail(c, "a builtin attribute of an unknown kind"), NULL;
  }
}
