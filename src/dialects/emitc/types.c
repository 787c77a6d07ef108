// Types of the emitc dialect: see emitc.h.
#include "dialects/emitc/emitc.h"

#include "asm/parser.h"
#include "asm/printer.h"

static T with_word(Context *ctx, const TypeDef *def, const void *value) {
  uint64_t word = param_word(value);
  return type_from_params(ctx, def, &word);
}

T emitc_ptr(Context *ctx, T pointee) { return with_word(ctx, &emitc_ptr_type, pointee); }
T emitc_lvalue(Context *ctx, T value) { return with_word(ctx, &emitc_lvalue_type, value); }
T emitc_opaque(Context *ctx, Str text) { return with_word(ctx, &emitc_opaque_type, attr_string(ctx, text)); }
T emitc_array(Context *ctx, const int64_t *dims, uint32_t rank, T element) {
  return with_word(ctx, &emitc_array_type, type_tensor(ctx, dims, rank, element, NULL));
}
T emitc_plain(Context *ctx, const TypeDef *def) { return type_from_params(ctx, def, NULL); }

const ShapedType *emitc_array_shape(T type) { return (const ShapedType *)emitc_inner(type); }

bool emitc_is_pointer_wide(T type) { return type->def == &emitc_size_t_type || type->def == &emitc_ssize_t_type || type->def == &emitc_ptrdiff_t_type; }

bool emitc_is_supported_integer(T type) {
  uint32_t bits = type_kind(type) == TYPE_INTEGER ? type_bits(type) : 0;
  return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

bool emitc_is_supported_float(T type) {
  if (!type_is_float(type)) return false;
  FloatKind kind = type_float_kind(type);
  return kind == FLOAT_F16 || kind == FLOAT_BF16 || kind == FLOAT_F32 || kind == FLOAT_F64;
}

bool emitc_is_integer_index_or_opaque(T type) {
  return type_is_index(type) || type->def == &emitc_opaque_type || emitc_is_supported_integer(type) || emitc_is_pointer_wide(type);
}

static bool is_element(T type) { return type->def != &emitc_array_type && emitc_is_supported(type); }

// As deep as the type, which the parser bounds.
bool emitc_is_supported(T type) {
  if (type->def == &emitc_ptr_type) return emitc_is_supported(emitc_inner(type));
  if (type->def == &emitc_array_type) return is_element(emitc_array_shape(type)->element);
  if (type_is_tensor(type)) return type_has_static_shape(type) && is_element(type_element(type));
  if (type_kind(type) == TYPE_TUPLE) {
    const TupleType *tuple = (const TupleType *)type;
    for (uint64_t i = 0; i < tuple->count; i++)
      if (!is_element(tuple->types[i])) return false;
    return true;
  }
  return emitc_is_integer_index_or_opaque(type) || emitc_is_supported_float(type);
}

// Constraints
bool emitc_is_float_integer_index_or_opaque(T type) { return emitc_is_supported_float(type) || emitc_is_integer_index_or_opaque(type); }
static T value_of(T type) { return type->def == &emitc_lvalue_type ? emitc_inner(type) : NULL; }
bool emitc_is_lvalue_of_opaque(T type) { return value_of(type) && value_of(type)->def == &emitc_opaque_type; }
bool emitc_is_lvalue_of_opaque_or_pointer(T type) {
  return value_of(type) && (value_of(type)->def == &emitc_opaque_type || value_of(type)->def == &emitc_ptr_type);
}

// Relations
T emitc_pointer_to(Context *ctx, T type) { return type->def == &emitc_lvalue_type ? emitc_ptr(ctx, emitc_inner(type)) : NULL; }
T emitc_lvalue_at(Context *ctx, T type) { return type->def == &emitc_ptr_type ? emitc_lvalue(ctx, emitc_inner(type)) : NULL; }
T emitc_value_of(Context *ctx, T type) {
  (void)ctx;
  return value_of(type);
}

// ---------------------------------------------------------------------------------------------
// !emitc.array<2x3xf32>

static bool may_be_element(T type) {
  return type_is_float(type) || type_kind(type) == TYPE_INTEGER || type_is_index(type) || type->def == &emitc_ptr_type ||
         type->def == &emitc_opaque_type || emitc_is_pointer_wide(type);
}

T parse_emitc_array(Parser *p, const TypeDef *def) {
  (void)def;
  int64_t first[8];
  I64Vec dims = {first, 0, countof(first)};
  uint32_t begin = parser_loc(p);
  if (!parse_less(p) || !parse_dims(p, &dims, NULL, DIMS_TRAILING_X)) return NULL;
  uint32_t at = parser_loc(p);
  T element = parse_type(p);
  if (!element) return NULL;
  if (!may_be_element(element) || !emitc_is_supported(element)) {
    parser_op_error_at(p, at, "invalid array element type '%s'", type_text(parser_context(p), element));
    return NULL;
  }
  if (!parse_greater(p)) return NULL;
  if (!dims.count) {
    parser_op_error_at(p, begin, "shape must not be empty");
    return NULL;
  }
  return emitc_array(parser_context(p), dims.data, dims.count, element);
}

void print_emitc_array(Printer *p, T type) {
  const ShapedType *shape = emitc_array_shape(type);
  print_char(p, '<');
  print_dims(p, shape->dims, (uint32_t)shape->rank);
  print_char(p, 'x');
  print_type(p, shape->element);
  print_char(p, '>');
}

bool verify_emitc_lvalue_type(Parser *p, const uint64_t *words, uint32_t at) {
  T value = (T)(uintptr_t)words[0];
  if (!emitc_is_supported(value))
    return parser_op_error_at(p, at, "!emitc.lvalue must wrap supported emitc type, but got '%s'", type_text(parser_context(p), value));
  return value->def != &emitc_array_type || parser_op_error_at(p, at, "!emitc.lvalue cannot wrap !emitc.array type");
}

bool verify_emitc_opaque_type(Parser *p, const uint64_t *words, uint32_t at) {
  Str text = attr_str((A)(uintptr_t)words[0]);
  if (!text.size) return parser_op_error_at(p, at, "expected non empty string in !emitc.opaque type");
  return text.data[text.size - 1] != '*' || parser_op_error_at(p, at, "pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead");
}

bool verify_emitc_ptr_type(Parser *p, const uint64_t *words, uint32_t at) {
  return ((T)(uintptr_t)words[0])->def != &emitc_lvalue_type || parser_op_error_at(p, at, "pointers to lvalues are not allowed");
}
