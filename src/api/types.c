// The chapter "types" of rung.h: types as values, and the bodies of identified structs.
#include "api/session.h"

#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "ir/type.h"
#include "rung_names.h"
#include "service/type_at.h"

// --- The types that were asked for

// They live as long as the context, so the table does, too.
typedef struct TypeTable {
  Map numbers;   // T -> its number
  VEC(T) types;  // number - 1 -> T
} TypeTable;

static const char table_key;

static TypeTable *table_of(Context *ctx) {
  TypeTable *table = map_get(&ctx->ext, &table_key);
  if (table) return table;
  table = arena_new(&ctx->arena, TypeTable, 1);
  if (!table) return NULL;
  map_init(&table->numbers, &ctx->arena);
  map_set(&ctx->ext, &table_key, table);
  return table;
}

// 0: there is no type, or memory ran out.
static RungType number_of(RungSession *self, T type) {
  TypeTable *table = type ? table_of(self->ctx) : NULL;
  MapEntry *entry = table ? map_put(&table->numbers, map_key(type)) : NULL;
  if (!entry || self->ctx->mem.exhausted) return 0;
  if (entry->value) return (RungType)entry->value;
  vec_push(&self->ctx->arena, &table->types, type);
  if (self->ctx->mem.exhausted) return 0;
  entry->value = table->types.count;
  return table->types.count;
}

static T type_of(const RungSession *self, RungType number) {
  const TypeTable *table = self->ctx ? map_get(&self->ctx->ext, &table_key) : NULL;
  return table && number && number <= table->types.count ? table->types.data[number - 1] : NULL;
}

// A context to make types in.
static bool begin(RungSession *self) {
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  session_begin_call(self);
  return self->ctx != NULL;
}

RungType rung_type(RungSession *self, RungStr text) {
  if (!begin(self)) return 0;
  return number_of(self, parse_type_text(self->ctx, arena_str(&self->arena, in_str(text))));
}

RungType rung_type_at(RungSession *self, uint32_t offset) {
  if (!self->module || !self->parts.count || offset < self->shift || offset > self->parts.data[self->part].text.end) return 0;
  Range range;
  Arena scratch;
  arena_init(&scratch, &self->ctx->mem);
  T type = service_type_at(self->module, &scratch, offset - self->shift, &range);
  arena_free(&scratch);
  return number_of(self, type);
}

// --- What a type is

const char *rung_type_kind_name(RungTypeKind kind) { return kind < countof(type_kind_names) ? type_kind_names[kind] : NULL; }

static RungTypeKind kind_of(T type) {
  switch (type_kind(type)) {
    case TYPE_INTEGER: return RUNG_TYPE_INTEGER;
    case TYPE_INDEX: return RUNG_TYPE_INDEX;
    case TYPE_FLOAT: return RUNG_TYPE_FLOAT;
    case TYPE_NONE: return RUNG_TYPE_NONE;
    case TYPE_COMPLEX: return RUNG_TYPE_COMPLEX;
    case TYPE_TUPLE: return RUNG_TYPE_TUPLE;
    case TYPE_FUNCTION: return RUNG_TYPE_FUNCTION;
    case TYPE_VECTOR: return RUNG_TYPE_VECTOR;
    case TYPE_TENSOR: case TYPE_UNRANKED_TENSOR: return RUNG_TYPE_TENSOR;
    case TYPE_MEMREF: case TYPE_UNRANKED_MEMREF: return RUNG_TYPE_MEMREF;
    default: break;
  }
  if (llvm_is_func(type)) return RUNG_TYPE_FUNCTION;
  if (llvm_is_ptr(type)) return RUNG_TYPE_POINTER;
  if (llvm_is_array(type)) return RUNG_TYPE_ARRAY;
  return llvm_is_struct(type) ? RUNG_TYPE_STRUCT : RUNG_TYPE_OTHER;
}

// The types it is made of: `*last` comes after them, when it is not NULL.
static const T *elements_of(const T *type, uint32_t *count, T *last) {
  *count = 0;
  *last = NULL;
  const FunctionType *function = type_as_function(*type);
  const LLVMFuncType *own = llvm_as_func(*type);
  if (function) {
    *count = function->input_count + function->result_count;
    return function->types;
  }
  if (own) {
    *count = (uint32_t)own->count;
    *last = own->result;
    return own->params;
  }
  if (llvm_is_struct(*type)) return llvm_struct_elements(*type, count);
  if (type_kind(*type) == TYPE_TUPLE) {
    *count = (uint32_t)((const TupleType *)*type)->count;
    return ((const TupleType *)*type)->types;
  }
  if (llvm_is_ptr(*type)) *last = llvm_pointee(*type);
  else if (llvm_is_array(*type)) *last = ((const LLVMArrayType *)*type)->element;
  else if (type_as_shaped(*type) || type_kind(*type) == TYPE_COMPLEX) *last = type_element(*type);
  return NULL;
}

// 0: not known.
static uint64_t bits_of(T type) {
  if (type_is_any_int(type) || type_is_float(type)) return type_bits(type);
  if (!type_is_vector(type) || !type_has_static_shape(type) || ((const ShapedType *)type)->scalable) return 0;
  uint64_t each = bits_of(type_element(type)), count = (uint64_t)type_num_elements(type);
  return each && count <= UINT64_MAX / each ? each * count : 0;
}

static void add_shape(T type, RungTypeInfo *out) {
  const ShapedType *shaped = type_as_shaped(type);
  if (!shaped || !type_has_rank(type)) return;
  out->has_rank = true;
  out->rank = (uint32_t)shaped->rank;
  out->sizes = shaped->dims;
  out->scalable = type_is_vector(type) ? shaped->scalable : 0;
}

static void add_struct(T type, RungTypeInfo *out) {
  const LLVMStructBody *body = llvm_struct_name(type);
  out->is_packed = llvm_struct_is_packed(type);
  if (!body) return;
  out->identifier = out_str(body->name);
  out->has_body = body->is_set;
  out->is_opaque = llvm_struct_is_opaque(type);
}

bool rung_type_info(RungSession *self, RungType number, RungTypeInfo *out) {
  T type = type_of(self, number), last;
  if (!type) return false;
  const Edition *edition = self->edition_out ? self->edition_out : self->edition_in;
  StrBuf text;
  strbuf_init(&text, &self->mem);
  print_type_as(self->ctx, &text, type, edition == edition_current ? NULL : edition);
  uint32_t count;
  elements_of(&type, &count, &last);
  *out = (RungTypeInfo){.kind = kind_of(type), .element_count = count + (last != NULL)};
  out->text = out_str(arena_str(&self->arena, strbuf_view(&text)));
  strbuf_free(&text);
  out->dialect = type_kind(type) == TYPE_OPAQUE ? out_str(attr_str(((const OpaqueType *)type)->dialect)) : out_str(str_from(type->def->dialect));
  out->result_count = type_as_function(type) ? type_as_function(type)->result_count : llvm_as_func(type) ? 1 : 0;
  out->is_variadic = llvm_as_func(type) && llvm_as_func(type)->is_vararg;
  out->bits = bits_of(type);
  if (type_as_integer(type)) out->signedness = (RungSignedness)type_as_integer(type)->signedness;
  add_shape(type, out);
  if (llvm_is_array(type)) out->array_size = ((const LLVMArrayType *)type)->count;
  if (llvm_is_ptr(type)) out->address_space = llvm_ptr_space(type);
  if (llvm_is_struct(type)) add_struct(type, out);
  out->is_compatible = llvm_is_compatible(type);
  return !session_is_out_of_memory(self);
}

RungType rung_type_element(RungSession *self, RungType number, uint32_t i) {
  T type = type_of(self, number), last;
  if (!type) return 0;
  uint32_t count;
  const T *elements = elements_of(&type, &count, &last);
  return number_of(self, i < count ? elements[i] : i == count ? last : NULL);
}

// --- Identified structs

static T identified(const RungSession *self, RungType number) {
  T type = type_of(self, number);
  return type && llvm_is_struct(type) && llvm_struct_name(type) ? type : NULL;
}

RungType rung_struct(RungSession *self, RungStr name) {
  if (!begin(self)) return 0;
  T type = llvm_struct_named(self->ctx, in_str(name));
  return llvm_is_struct(type) ? number_of(self, type) : 0;   // else memory ran out
}

static RungBody refuse(RungSession *self, const char *message) {
  session_report(self, message);
  return RUNG_BODY_REFUSED;
}

static RungBody set_body(RungSession *self, T type, const T *elements, uint32_t count, bool is_packed) {
  bool was_set = llvm_struct_name(type)->is_set;
  if (!llvm_struct_set_body(self->ctx, type, elements, count, is_packed))
    return self->ctx->mem.exhausted ? RUNG_BODY_REFUSED : refuse(self, "identified type already used with a different body");
  return was_set ? RUNG_BODY_SAME : RUNG_BODY_SET;
}

// The types of these numbers, in the arena of the call; NULL: reported.
static T *body_types(RungSession *self, const RungType *elements, uint32_t count) {
  T *types = arena_new(&self->arena, T, (size_t)count + 1);
  for (uint32_t i = 0; types && i < count; i++) {
    types[i] = type_of(self, elements[i]);
    if (types[i] && llvm_is_aggregate_element(types[i])) continue;
    if (!types[i]) session_report(self, "an element of the body is no type of this text");
    else session_report(self, arena_printf(&self->arena, "invalid LLVM structure element type: '%s'", type_text(self->ctx, types[i])).data);
    return NULL;
  }
  return types;
}

RungBody rung_struct_set_body(RungSession *self, RungType number, const RungType *elements, uint32_t count, bool is_packed) {
  if (!begin(self)) return RUNG_BODY_REFUSED;
  T type = identified(self, number);
  if (!type) return refuse(self, "only an identified struct has a body that can be set");
  const T *types = body_types(self, elements, count);
  return types ? set_body(self, type, types, count, is_packed) : RUNG_BODY_REFUSED;
}

RungBody rung_struct_set_opaque(RungSession *self, RungType number) {
  if (!begin(self)) return RUNG_BODY_REFUSED;
  T type = identified(self, number);
  if (!type) return refuse(self, "only identified structs can be opaque");
  bool was_set = llvm_struct_name(type)->is_set;
  if (!llvm_struct_set_opaque(type)) return refuse(self, "redeclaring defined struct as opaque");
  return was_set ? RUNG_BODY_SAME : RUNG_BODY_SET;
}

RungType rung_struct_new(RungSession *self, RungStr name, const RungType *elements, uint32_t count, bool is_packed) {
  if (!begin(self)) return 0;
  const T *types = body_types(self, elements, count);
  for (uint32_t n = 0; types && !self->ctx->mem.exhausted; n++) {
    Str unique = n ? arena_printf(&self->arena, "%.*s.%u", STR_ARG(in_str(name)), n) : in_str(name);
    T type = llvm_struct_named(self->ctx, unique);
    if (!llvm_is_struct(type)) return 0;   // memory ran out
    if (llvm_struct_name(type)->is_set) continue;
    return set_body(self, type, types, count, is_packed) == RUNG_BODY_SET ? number_of(self, type) : 0;
  }
  return 0;
}
