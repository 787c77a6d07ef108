// Builtin attributes and types (mlir/include/mlir/IR/BuiltinDialectBytecode.td).
#include "export/bytecode/writer.h"

static void put_attr(BytecodeWriter *w, StrBuf *out, A attr) { put_varint(out, written_attr(w, attr)); }
static void put_type(BytecodeWriter *w, StrBuf *out, T type) { put_varint(out, written_type(w, type)); }
static void put_string(BytecodeWriter *w, StrBuf *out, Str text) { put_varint(out, written_string(w, text)); }
static void put_blob(StrBuf *out, const void *data, uint64_t size) {
  put_varint(out, size);
  strbuf_bytes(out, data, size);
}

// ---------------------------------------------------------------------------------------------
// Types

static void put_dims(StrBuf *out, const ShapedType *shaped) {
  put_varint(out, shaped->rank);
  for (uint64_t i = 0; i < shaped->rank; i++) put_signed(out, shaped->dims[i]);
}

static void put_types(BytecodeWriter *w, StrBuf *out, const T *types, uint32_t count) {
  put_varint(out, count);
  for (uint32_t i = 0; i < count; i++) put_type(w, out, types[i]);
}

static bool put_float_type(StrBuf *out, T type) {
  switch (type_float_kind(type)) {
    case FLOAT_BF16: put_varint(out, CODE_BF16); return true;
    case FLOAT_F16: put_varint(out, CODE_F16); return true;
    case FLOAT_F32: put_varint(out, CODE_F32); return true;
    case FLOAT_F64: put_varint(out, CODE_F64); return true;
    case FLOAT_F80: put_varint(out, CODE_F80); return true;
    case FLOAT_F128: put_varint(out, CODE_F128); return true;
    default: return false;
  }
}

static void put_memref(BytecodeWriter *w, StrBuf *out, T type, const ShapedType *shaped) {
  put_varint(out, shaped->extra ? CODE_MEMREF_IN_SPACE : CODE_MEMREF);
  if (shaped->extra) put_attr(w, out, shaped->extra);
  put_dims(out, shaped);
  put_type(w, out, shaped->element);
  put_attr(w, out, shaped->layout ? shaped->layout : attr_affine_map(w->ctx, memref_layout_map(w->ctx, type)));
}

bool put_builtin_type(BytecodeWriter *w, StrBuf *out, T type) {
  const ShapedType *shaped = type_as_shaped(type);
  switch (type_kind(type)) {
    case TYPE_INTEGER: {
      const IntegerType *integer = type_as_integer(type);
      put_varint(out, CODE_INT_TYPE);
      put_varint(out, (uint64_t)type_bits(type) << 2 | integer->signedness);
      return true;
    }
    case TYPE_INDEX: put_varint(out, CODE_INDEX_TYPE); return true;
    case TYPE_NONE: put_varint(out, CODE_NONE); return true;
    case TYPE_FLOAT: return put_float_type(out, type);
    case TYPE_FUNCTION: {
      const FunctionType *function = type_as_function(type);
      put_varint(out, CODE_FUNCTION_TYPE);
      put_types(w, out, function->types, (uint32_t)function->input_count);
      put_types(w, out, function->types + function->input_count, (uint32_t)function->result_count);
      return true;
    }
    case TYPE_COMPLEX: put_varint(out, CODE_COMPLEX); put_type(w, out, type_element(type)); return true;
    case TYPE_TUPLE: {
      const TupleType *tuple = (const TupleType *)type;
      put_varint(out, CODE_TUPLE);
      put_types(w, out, tuple->types, (uint32_t)tuple->count);
      return true;
    }
    case TYPE_MEMREF: put_memref(w, out, type, shaped); return true;
    case TYPE_UNRANKED_MEMREF:
      put_varint(out, shaped->extra ? CODE_UNRANKED_MEMREF_IN_SPACE : CODE_UNRANKED_MEMREF);
      if (shaped->extra) put_attr(w, out, shaped->extra);
      put_type(w, out, shaped->element);
      return true;
    case TYPE_TENSOR:
      put_varint(out, shaped->extra ? CODE_TENSOR_WITH_ENCODING : CODE_TENSOR);
      if (shaped->extra) put_attr(w, out, shaped->extra);
      put_dims(out, shaped);
      put_type(w, out, shaped->element);
      return true;
    case TYPE_UNRANKED_TENSOR: put_varint(out, CODE_UNRANKED_TENSOR); put_type(w, out, shaped->element); return true;
    case TYPE_VECTOR:
      put_varint(out, shaped->scalable ? CODE_SCALABLE_VECTOR : CODE_VECTOR);
      if (shaped->scalable) {
        put_varint(out, shaped->rank);
        for (uint64_t i = 0; i < shaped->rank; i++) strbuf_char(out, i < 64 && shaped->scalable >> i & 1);
      }
      put_dims(out, shaped);
      put_type(w, out, shaped->element);
      return true;
    default: return false;
  }
}

// ---------------------------------------------------------------------------------------------
// Attributes

static void put_int(StrBuf *out, const APInt *value) {
  const uint64_t *words = apint_data(value);
  if (value->width <= 8) strbuf_char(out, (char)words[0]);
  else if (value->width <= 64) put_signed(out, (int64_t)words[0]);
  else {
    uint32_t active = (apint_active_bits(value) + 63) / 64;
    if (!active) active = 1;
    put_varint(out, active);
    for (uint32_t i = 0; i < active; i++) put_signed(out, (int64_t)words[i]);
  }
}

static void put_attrs(BytecodeWriter *w, StrBuf *out, const A *items, uint64_t count) {
  put_varint(out, count);
  for (uint64_t i = 0; i < count; i++) put_attr(w, out, items[i]);
}

static void put_file_loc(BytecodeWriter *w, StrBuf *out, const FileLoc *loc) {
  if (!loc->is_range) {
    put_varint(out, CODE_LOC_FILE);
    put_attr(w, out, loc->file);
    put_varint(out, loc->line);
    put_varint(out, loc->column);
    return;
  }
  put_varint(out, CODE_LOC_RANGE);
  put_attr(w, out, loc->file);
  bool one_line = loc->line == loc->end_line;
  put_varint(out, one_line ? 3 : 4);
  put_varint(out, loc->line);
  put_varint(out, loc->column);
  if (!one_line) put_varint(out, loc->end_line);
  put_varint(out, loc->end_column);
}

// Elements of one bit are packed; the same for all is a byte of zeros or ones.
static void put_bits(StrBuf *out, const DenseAttr *dense) {
  uint64_t count = dense->splat ? 1 : dense->size;
  put_varint(out, dense->splat ? 1 : (count + 7) / 8);
  if (dense->splat) {
    strbuf_char(out, dense->data[0] & 1 ? (char)0xff : 0);
    return;
  }
  for (uint64_t i = 0; i < count; i += 8) {
    uint8_t byte = 0;
    for (uint64_t k = i; k < count && k < i + 8; k++) byte |= (uint8_t)((dense->data[k] & 1) << (k - i));
    strbuf_char(out, (char)byte);
  }
}

static uint32_t resource_number(BytecodeWriter *w, A key) {
  for (uint32_t i = 0; i < w->resources.count; i++)
    if (w->resources.data[i] == key) return i;
  vec_push(&w->arena, &w->resources, key);
  return w->resources.count - 1;
}

bool put_builtin_attr(BytecodeWriter *w, StrBuf *out, A attr) {
  switch (attr_kind(attr)) {
    case ATTR_UNIT: put_varint(out, CODE_UNIT); return true;
    case ATTR_INTEGER: {
      APInt value = attr_int(attr);
      put_varint(out, CODE_INTEGER);
      put_type(w, out, attr_value_type(attr));
      put_int(out, &value);
      return true;
    }
    case ATTR_FLOAT: {
      T type = attr_value_type(attr);
      uint64_t bits[2];
      apfloat_stored(attr_float_value(attr), bits);
      APInt value = apint_from_words(&w->arena, type_bits(type), bits, 2);
      put_varint(out, CODE_FLOAT);
      put_type(w, out, type);
      put_int(out, &value);
      return true;
    }
    case ATTR_STRING: {
      T type = ((const StringAttr *)attr)->type;
      bool typed = type && type_kind(type) != TYPE_NONE;
      put_varint(out, typed ? CODE_TYPED_STRING : CODE_STRING);
      put_string(w, out, attr_str(attr));
      if (typed) put_type(w, out, type);
      return true;
    }
    case ATTR_TYPE: put_varint(out, CODE_TYPE); put_type(w, out, ((const TypeAttr *)attr)->type); return true;
    case ATTR_ARRAY: put_varint(out, CODE_ARRAY); put_attrs(w, out, ((const ArrayAttr *)attr)->items, ((const ArrayAttr *)attr)->count); return true;
    case ATTR_DICT: {
      const DictAttr *dict = (const DictAttr *)attr;
      put_varint(out, CODE_DICTIONARY);
      put_varint(out, dict->count);
      for (uint64_t i = 0; i < dict->count; i++) {
        put_attr(w, out, dict->items[i].name);
        put_attr(w, out, dict->items[i].value);
      }
      return true;
    }
    case ATTR_SYMBOL_REF: {
      const SymbolRefAttr *symbol = attr_as_symbol(attr);
      put_varint(out, symbol->count == 1 ? CODE_FLAT_SYMBOL : CODE_SYMBOL);
      put_attr(w, out, symbol->path[0]);
      if (symbol->count == 1) return true;
      put_varint(out, symbol->count - 1);
      for (uint64_t i = 1; i < symbol->count; i++) put_attr(w, out, attr_symbol(w->ctx, attr_str(symbol->path[i])));
      return true;
    }
    case ATTR_DENSE_ARRAY: {
      const DenseArrayAttr *array = (const DenseArrayAttr *)attr;
      put_varint(out, CODE_DENSE_ARRAY);
      put_type(w, out, array->element);
      put_varint(out, array->count);
      put_blob(out, array->data, array->count * ((type_bits(array->element) + 7) / 8));
      return true;
    }
    case ATTR_DENSE: {
      const DenseAttr *dense = (const DenseAttr *)attr;
      T element = type_as_shaped(dense->type)->element;
      put_varint(out, CODE_DENSE);
      put_type(w, out, dense->type);
      if (type_as_integer(element) && type_bits(element) == 1) put_bits(out, dense);
      else put_blob(out, dense->data, dense->size);
      return true;
    }
    case ATTR_DENSE_STRINGS: {
      const DenseStringsAttr *dense = (const DenseStringsAttr *)attr;
      put_varint(out, CODE_DENSE_STRINGS);
      put_type(w, out, dense->type);
      put_varint(out, dense->splat != 0);
      for (uint64_t i = 0; i < (dense->splat ? 1 : dense->count); i++) put_string(w, out, attr_str(dense->items[i]));
      return true;
    }
    case ATTR_DENSE_RESOURCE:
      put_varint(out, CODE_DENSE_RESOURCE);
      put_type(w, out, ((const DenseResourceAttr *)attr)->type);
      put_varint(out, resource_number(w, ((const DenseResourceAttr *)attr)->key));
      return true;
    case ATTR_SPARSE:
      put_varint(out, CODE_SPARSE);
      put_type(w, out, ((const SparseAttr *)attr)->type);
      put_attr(w, out, ((const SparseAttr *)attr)->indices);
      put_attr(w, out, ((const SparseAttr *)attr)->values);
      return true;
    case ATTR_DISTINCT: put_varint(out, CODE_DISTINCT); put_attr(w, out, ((const DistinctAttr *)attr)->referenced); return true;
    case ATTR_LOC_UNKNOWN: put_varint(out, CODE_LOC_UNKNOWN); return true;
    case ATTR_LOC_FILE: put_file_loc(w, out, (const FileLoc *)attr); return true;
    case ATTR_LOC_NAME:
      put_varint(out, CODE_LOC_NAME);
      put_attr(w, out, ((const NameLoc *)attr)->name);
      put_attr(w, out, ((const NameLoc *)attr)->child ? ((const NameLoc *)attr)->child : w->ctx->attrs.unknown_loc);
      return true;
    case ATTR_LOC_CALLSITE:
      put_varint(out, CODE_LOC_CALLSITE);
      put_attr(w, out, ((const CallSiteLoc *)attr)->callee);
      put_attr(w, out, ((const CallSiteLoc *)attr)->caller);
      return true;
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)attr;
      put_varint(out, fused->metadata ? CODE_LOC_FUSED_WITH_METADATA : CODE_LOC_FUSED);
      put_attrs(w, out, fused->items, fused->count);
      if (fused->metadata) put_attr(w, out, fused->metadata);
      return true;
    }
    default: return false;
  }
}
