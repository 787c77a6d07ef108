#include "convert/llvm/llvm_types.h"

#include "ops/omp.h"
#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Rules

static bool is_integer(T type) { return type_kind(type) == TYPE_INTEGER; }
static bool is_index(T type) { return type_is_index(type); }
static bool is_float(T type) { return type_is_float(type); }
static bool is_complex(T type) { return type_kind(type) == TYPE_COMPLEX; }
static bool is_vector(T type) { return type_is_vector(type); }
static bool is_memref(T type) { return type_kind(type) == TYPE_MEMREF; }
static bool is_unranked_memref(T type) { return type_kind(type) == TYPE_UNRANKED_MEMREF; }
static bool is_function(T type) { return type_kind(type) == TYPE_FUNCTION; }
static bool is_struct(T type) { return llvm_is_struct(type); }
static bool is_array(T type) { return llvm_is_array(type); }
static bool is_llvm_function(T type) { return llvm_is_func(type); }

static T convert_integer(LLVMTypes *self, T type) {
  return type_integer(self->base.ctx, ((const IntegerType *)type)->width, SIGNLESS);
}

static T convert_index(LLVMTypes *self, T type) {
  (void)type;
  return self->index;
}

// Floats that LLVM has stay; those of up to 8 bits become integers of their width.
static T convert_float(LLVMTypes *self, T type) {
  if (llvm_is_compatible(type)) return type;
  uint32_t bits = type_bits(type);
  return bits <= 8 ? type_integer(self->base.ctx, bits, SIGNLESS) : NULL;
}

static T convert_complex(LLVMTypes *self, T type) {
  T element = llvm_convert(self, type_element(type));
  if (!element) return NULL;
  return llvm_struct(self->base.ctx, (const T[]){element, element}, 2, false);
}

// The innermost dimension is a vector, the others are arrays around it; rank 0 is a vector of one.
static T convert_vector(LLVMTypes *self, T type) {
  Context *ctx = self->base.ctx;
  const ShapedType *vector = (const ShapedType *)type;
  T element = llvm_convert(self, vector->element);
  if (!element) return NULL;
  if (!vector->rank) return type_vector(ctx, (const int64_t[]){1}, 1, 0, element);
  uint64_t last = vector->rank - 1, outer = last < 64 ? (UINT64_C(1) << last) - 1 : UINT64_MAX;
  if (vector->scalable & outer) return NULL;
  if (!(type_is_signless_int(element) || type_is_float(element) || (element->def->flags & TYPE_VECTOR_ELEMENT)))
    return NULL;
  T result = type_vector(ctx, &vector->dims[last], 1, last < 64 ? vector->scalable >> last & 1 : 0, element);
  for (uint64_t i = last; i-- > 0;) result = llvm_array(ctx, result, (uint64_t)vector->dims[i]);
  return result;
}

// Arena of the fields of a descriptor: few, and only needed until the struct is made.
static T struct_of_fields(LLVMTypes *self, T type) {
  Arena scratch;
  arena_init(&scratch, &self->base.ctx->mem);
  TypeVec fields = {0};
  T result = NULL;
  if (llvm_descriptor_fields(self, type, false, &fields, &scratch))
    result = llvm_struct(self->base.ctx, fields.data, fields.count, false);
  arena_free(&scratch);
  return result;
}

static T convert_memref(LLVMTypes *self, T type) { return struct_of_fields(self, type); }

static T convert_unranked_memref(LLVMTypes *self, T type) {
  if (!llvm_convert(self, ((const ShapedType *)type)->element)) return NULL;
  return llvm_struct(self->base.ctx, (const T[]){self->index, self->ptr}, 2, false);
}

static T convert_function(LLVMTypes *self, T type) {
  if (!self->typed_pointers) return self->ptr;
  Arena scratch;
  arena_init(&scratch, &self->base.ctx->mem);
  SignatureConversion signature = {0};
  T function = llvm_signature(self, type_as_function(type), false, false, NULL, &scratch, &signature);
  arena_free(&scratch);
  return function ? llvm_ptr_to(self->base.ctx, function, 0) : NULL;
}

static bool convert_types(LLVMTypes *self, const T *types, uint64_t count, TypeVec *out, Arena *arena) {
  for (uint64_t i = 0; i < count; i++) {
    T converted = llvm_convert(self, types[i]);
    if (!converted) return false;
    vec_push(arena, out, converted);
  }
  return true;
}

// An identified struct with elements to convert becomes "_Converted.<name>", which may contain itself.
static T convert_identified(LLVMTypes *self, T type, Arena *scratch) {
  Context *ctx = self->base.ctx;
  Arena *keep = self->base.cache.arena;
  Str name = arena_printf(scratch, "_Converted.%.*s", STR_ARG(llvm_struct_name(type)->name));
  T result = llvm_struct_named(ctx, arena_str(&ctx->arena, name));
  for (uint32_t i = 0; i < self->stack.count; i++)
    if (self->stack.data[i] == type) return result;
  vec_push(keep, &self->stack, type);
  TypeVec elements = {0};
  uint32_t count;
  const T *old = llvm_struct_elements(type, &count);
  bool ok = convert_types(self, old, count, &elements, scratch);
  (void)vec_pop(&self->stack);
  return ok && llvm_struct_set_body(ctx, result, elements.data, elements.count, llvm_struct_is_packed(type)) ? result : NULL;
}

static T convert_struct(LLVMTypes *self, T type) {
  if (llvm_is_compatible(type)) return type;
  Arena scratch;
  arena_init(&scratch, &self->base.ctx->mem);
  T result = NULL;
  if (llvm_struct_name(type)) {
    result = convert_identified(self, type, &scratch);
  } else {
    TypeVec elements = {0};
    uint32_t count;
    const T *old = llvm_struct_elements(type, &count);
    if (convert_types(self, old, count, &elements, &scratch))
      result = llvm_struct(self->base.ctx, elements.data, elements.count, llvm_struct_is_packed(type));
  }
  arena_free(&scratch);
  return result;
}

static T convert_array(LLVMTypes *self, T type) {
  const LLVMArrayType *array = (const LLVMArrayType *)type;
  T element = llvm_convert(self, array->element);
  return element ? llvm_array(self->base.ctx, element, array->count) : NULL;
}

static T convert_llvm_function(LLVMTypes *self, T type) {
  const LLVMFuncType *func = (const LLVMFuncType *)type;
  T result = llvm_convert(self, func->result);
  if (!result) return NULL;
  Arena scratch;
  arena_init(&scratch, &self->base.ctx->mem);
  TypeVec params = {0};
  T converted = convert_types(self, func->params, func->count, &params, &scratch)
                    ? llvm_func(self->base.ctx, result, params.data, params.count, func->is_vararg != 0) : NULL;
  arena_free(&scratch);
  return converted;
}

static bool is_map_bounds(T type) { return type->def == &omp_map_bounds_ty_type; }
static T keep_type(LLVMTypes *self, T type) {
  (void)self;
  return type;
}

const LLVMTypeRule llvm_type_rules[] = {
  {"llvm function", "parameters and result are converted", is_llvm_function, convert_llvm_function},
  {"llvm array", "the element type is converted", is_array, convert_array},
  {"llvm struct", "the elements are converted; a named struct gets a new name", is_struct, convert_struct},
  {"llvm type", "a type that LLVM has stays", llvm_is_compatible, keep_type},
  {"vector", "LLVM's vectors have one dimension: the others become arrays around it", is_vector, convert_vector},
  {"unranked memref to descriptor", "its rank is known at run time only: it goes along, with a pointer to a descriptor of that rank", is_unranked_memref,
   convert_unranked_memref},
  {"memref to descriptor", "what finds an element goes along with the pointer: offset, sizes and strides", is_memref, convert_memref},
  {"integer", "LLVM's integers have no sign, its operations do", is_integer, convert_integer},
  {"index", "the width the data layout or an option gives", is_index, convert_index},
  {"function", "a function value is a pointer", is_function, convert_function},
  {"float", "LLVM has no float this small: its bits are kept as an integer", is_float, convert_float},
  {"complex to struct", "LLVM has no complex numbers: the real and the imaginary part are a struct", is_complex, convert_complex},
  {"bounds of a mapping", "OpenMP's description of the part of memory that a device gets stays until the export", is_map_bounds, keep_type},
  {0},
};

// ---------------------------------------------------------------------------------------------
// The converter

static T convert_by_rules(LLVMTypes *self, T type) {
  const LLVMTypeRule *rule = llvm_type_rules;
  while (rule->name && !rule->applies(type)) rule++;
  TypeTrace *trace = self->trace;
  uint32_t step = 0;
  if (trace) {
    step = trace->steps.count;
    vec_push(trace->arena, &trace->steps,
             (TypeStep){.rule = rule->name, .from = type, .depth = trace->depth++});
  }
  T result = rule->name ? rule->convert(self, type) : NULL;
  if (trace) {
    trace->depth--;
    if (step < trace->steps.count) trace->steps.data[step].to = result;
  }
  return result;
}

// A converter that keeps a trace applies its rules each time, so that the trace is complete.
T llvm_convert(LLVMTypes *self, T type) {
  if (self->trace) return convert_by_rules(self, type);
  MapEntry *entry = map_find(&self->base.cache, map_key(type));
  if (entry) return (T)entry->value;
  T result = convert_by_rules(self, type);
  // While an identified struct is converted, a type that contains it must not be cached yet.
  if (!self->stack.count) map_put(&self->base.cache, map_key(type))->value = (uintptr_t)result;
  return result;
}

static bool convert(const TypeConverter *base, T type, TypeVec *out, Arena *arena) {
  T result = llvm_convert((LLVMTypes *)(uintptr_t)base, type);
  if (result) vec_push(arena, out, result);
  return result != NULL;
}

void llvm_types_init(LLVMTypes *self, Module *module, Arena *arena, uint32_t index_bits, bool bare_pointers) {
  Context *ctx = module->context;
  *self = (LLVMTypes){
    .base = {.ctx = ctx, .convert = convert},
    .index_bits = index_bits ? index_bits : 64,
    .bare_pointers = bare_pointers,
    .module = module,
  };
  map_init(&self->base.cache, arena);
  self->index = type_integer(ctx, self->index_bits, SIGNLESS);
  self->ptr = llvm_ptr(ctx, 0);
}

void llvm_types_set_typed(LLVMTypes *self, bool typed) {
  self->typed_pointers = typed;
  self->ptr = llvm_pointer(self, self->base.ctx->types.i8, 0);
}

void llvm_types_set_layout(LLVMTypes *self, Str data_layout) {
  self->data_layout = data_layout;
}

// ---------------------------------------------------------------------------------------------
// Data layout

// Pieces of an LLVM data layout string are separated by '-': "p270:32:32" gives the width of
// pointers in space 270.
uint32_t llvm_pointer_bits(const LLVMTypes *self, uint32_t space) {
  uint32_t bits = 64, default_bits = 64;
  bool found = false;
  Str text = self->data_layout;
  for (size_t i = 0; i < text.size; i++) {
    bool at_start = i == 0 || text.data[i - 1] == '-';
    if (!at_start || text.data[i] != 'p') continue;
    size_t at = i + 1;
    uint64_t number = 0, width = 0;
    while (at < text.size && char_is_digit(text.data[at]) && number < UINT32_MAX)
      number = number * 10 + (uint64_t)(text.data[at++] - '0');
    if (at >= text.size || text.data[at++] != ':') continue;
    while (at < text.size && char_is_digit(text.data[at]) && width < UINT32_MAX)
      width = width * 10 + (uint64_t)(text.data[at++] - '0');
    if (number == 0) default_bits = (uint32_t)width;
    if (number == space) {
      bits = (uint32_t)width;
      found = true;
    }
  }
  return found ? bits : default_bits;
}

// ---------------------------------------------------------------------------------------------
// Memrefs

static void report(LLVMTypes *self, const char *before, const char *text, const char *after) {
  Context *ctx = self->base.ctx;
  Loc unknown = {.attr = ctx->attrs.unknown_loc};
  diag_at(self->module, SEVERITY_ERROR, unknown, "%s%s%s", before, text, after);
}

bool llvm_descriptor_fields(LLVMTypes *self, T memref, bool unpacked, TypeVec *out, Arena *arena) {
  Context *ctx = self->base.ctx;
  const ShapedType *shaped = (const ShapedType *)memref;
  I64Vec strides = {0};
  int64_t offset;
  vec_reserve(arena, &strides, (uint32_t)shaped->rank + 1);
  if (!strides.data || !memref_strides_and_offset(ctx, memref, strides.data, &offset)) {
    report(self, "conversion to strided form failed either due to non-strided layout maps (which should have been "
           "normalized away) or other reasons", "", "");
    return false;
  }
  uint32_t space;
  T element = llvm_convert(self, shaped->element);
  if (!element) return false;
  if (!memref_space_number(memref, &space)) {
    report(self, "conversion of memref memory space ", attr_text(ctx, shaped->extra),
           " to integer address space failed. Consider adding memory space conversions.");
    return false;
  }
  T ptr = llvm_pointer(self, element, space);
  vec_push(arena, out, ptr);
  vec_push(arena, out, ptr);
  vec_push(arena, out, self->index);
  if (!shaped->rank) return true;
  if (unpacked) {
    for (uint64_t i = 0; i < 2 * shaped->rank; i++) vec_push(arena, out, self->index);
  } else {
    T array = llvm_array(ctx, self->index, shaped->rank);
    vec_push(arena, out, array);
    vec_push(arena, out, array);
  }
  return true;
}

bool llvm_can_be_bare_pointer(Context *ctx, T memref) {
  const ShapedType *shaped = (const ShapedType *)memref;
  if (!is_memref(memref) || !type_has_static_shape(memref)) return false;
  if (!shaped->layout) return true;
  if (attr_kind(shaped->layout) == ATTR_STRIDED) {
    const StridedAttr *strided = (const StridedAttr *)shaped->layout;
    if (strided->offset == DYNAMIC) return false;
    for (uint64_t i = 0; i < strided->rank; i++)
      if (strided->strides[i] == DYNAMIC) return false;
    return true;
  }
  int64_t few[16], offset;
  if (shaped->rank > countof(few) || !memref_strides_and_offset(ctx, memref, few, &offset)) return false;
  for (uint64_t i = 0; i < shaped->rank; i++)
    if (few[i] == DYNAMIC) return false;
  return offset != DYNAMIC;
}

T llvm_pointer(const LLVMTypes *self, T element, uint32_t space) {
  return llvm_ptr_to(self->base.ctx, self->typed_pointers ? element : NULL, space);
}

T llvm_memref_pointer(LLVMTypes *self, T memref, uint32_t space) {
  T element = llvm_convert(self, type_element(memref));
  return element ? llvm_pointer(self, element, space) : NULL;
}

T llvm_bare_pointer(LLVMTypes *self, T memref) {
  uint32_t space;
  if (!llvm_can_be_bare_pointer(self->base.ctx, memref) || !memref_space_number(memref, &space)) return NULL;
  return llvm_memref_pointer(self, memref, space);
}

// ---------------------------------------------------------------------------------------------
// Functions

// The types that an argument is passed as.
static bool convert_argument(LLVMTypes *self, T type, bool bare_pointers, TypeVec *out, Arena *arena) {
  if (type_is_memref(type)) {
    if (bare_pointers) {
      T pointer = llvm_bare_pointer(self, type);
      if (pointer) vec_push(arena, out, pointer);
      return pointer != NULL;
    }
    if (is_memref(type)) return llvm_descriptor_fields(self, type, true, out, arena);
    vec_push(arena, out, self->index);
    vec_push(arena, out, self->ptr);
    return true;
  }
  T converted = llvm_convert(self, type);
  if (converted) vec_push(arena, out, converted);
  return converted != NULL;
}

T llvm_signature(LLVMTypes *self, const FunctionType *type, bool variadic, bool bare_pointers, bool *by_reference,
                 Arena *arena, SignatureConversion *out) {
  Context *ctx = self->base.ctx;
  bare_pointers |= self->bare_pointers;
  for (uint32_t i = 0; i < type->input_count; i++) {
    uint32_t begin = out->types.count;
    if (!convert_argument(self, type->types[i], bare_pointers, &out->types, arena)) return NULL;
    if (by_reference && by_reference[i]) {
      if (out->types.count != begin + 1) {
        by_reference[i] = false;
      } else if (llvm_is_ptr(out->types.data[begin])) {
        by_reference[i] = false;
      } else {
        out->types.data[begin] = llvm_pointer(self, out->types.data[begin], 0);
      }
    }
    vec_push(arena, &out->inputs, (struct SignatureInput){begin, out->types.count, NULL});
  }
  T result = type->result_count
                 ? llvm_pack_func_results(self, type->types + type->input_count, type->result_count, bare_pointers)
                 : llvm_void(ctx);
  return result ? llvm_func(ctx, result, out->types.data, out->types.count, variadic) : NULL;
}

T llvm_c_signature(LLVMTypes *self, const FunctionType *type, T *result_struct) {
  Context *ctx = self->base.ctx;
  *result_struct = NULL;
  T result = type->result_count
                 ? llvm_pack_func_results(self, type->types + type->input_count, type->result_count, false)
                 : llvm_void(ctx);
  if (!result) return NULL;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  TypeVec inputs = {0};
  if (llvm_is_struct(result)) {
    vec_push(&scratch, &inputs, llvm_pointer(self, result, 0));
    *result_struct = result;
    result = llvm_void(ctx);
  }
  bool ok = true;
  for (uint32_t i = 0; i < type->input_count && ok; i++) {
    T converted = llvm_convert(self, type->types[i]);
    ok = converted && llvm_is_compatible(converted);
    if (ok) vec_push(&scratch, &inputs, type_is_memref(type->types[i]) ? llvm_pointer(self, converted, 0) : converted);
  }
  T func = ok ? llvm_func(ctx, result, inputs.data, inputs.count, false) : NULL;
  arena_free(&scratch);
  return func;
}

T llvm_pack_op_results(LLVMTypes *self, const T *types, uint32_t count) {
  if (count == 1) return llvm_convert(self, types[0]);
  Arena scratch;
  arena_init(&scratch, &self->base.ctx->mem);
  TypeVec packed = {0};
  bool ok = count > 0;
  for (uint32_t i = 0; i < count && ok; i++) {
    T converted = llvm_convert(self, types[i]);
    ok = converted && llvm_is_compatible(converted);
    if (ok) vec_push(&scratch, &packed, converted);
  }
  T result = ok ? llvm_struct(self->base.ctx, packed.data, packed.count, false) : NULL;
  arena_free(&scratch);
  return result;
}

T llvm_pack_func_results(LLVMTypes *self, const T *types, uint32_t count, bool bare_pointers) {
  bare_pointers |= self->bare_pointers;
  Arena scratch;
  arena_init(&scratch, &self->base.ctx->mem);
  TypeVec packed = {0};
  bool ok = count > 0;
  for (uint32_t i = 0; i < count && ok; i++) {
    T converted = bare_pointers && type_is_memref(types[i]) ? llvm_bare_pointer(self, types[i])
                                                            : llvm_convert(self, types[i]);
    ok = converted != NULL;
    if (ok) vec_push(&scratch, &packed, converted);
  }
  T result = !ok ? NULL
             : packed.count == 1 ? packed.data[0]
                                 : llvm_struct(self->base.ctx, packed.data, packed.count, false);
  arena_free(&scratch);
  return result;
}

bool llvm_is_unsupported_float(T type) {
  T element = type_element_or_self(type);
  return type_is_float(element) && type_bits(element) <= 8;
}
