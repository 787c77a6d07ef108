// Types and attributes of the ptr dialect: see types.h.
#include "dialects/ptr/types.h"

#include "asm/parser.h"
#include "asm/printer.h"

// Attributes of other dialects, which may be known by name only.
bool ptr_is_memory_space(A attr) {
  static const struct { const char *dialect, *name; } spaces[] = {
      {"ptr", "generic_space"}, {"llvm", "address_space"}, {"nvvm", "memory_space"}, {"test", "const_memory_space"}};
  bool is_opaque = attr_kind(attr) == ATTR_OPAQUE;
  if (!is_opaque && attr_kind(attr) != ATTR_DIALECT) return false;
  Str dialect = is_opaque ? attr_str(((const OpaqueAttr *)attr)->dialect) : str_from(attr->def->dialect);
  Str name = is_opaque ? attr_str(((const OpaqueAttr *)attr)->text) : str_from(attr->def->name);
  for (size_t i = 0; i < countof(spaces); i++)
    if (str_is(dialect, spaces[i].dialect) && (is_opaque ? str_starts_with(name, str_from(spaces[i].name)) : str_is(name, spaces[i].name))) return true;
  return false;
}

bool ptr_is_pointer_like(T type) { return type_is_memref(type) || type->def == &ptr_ptr_type; }

A ptr_space_of(T type) {
  return type->def == &ptr_ptr_type ? (A)(uintptr_t)((const ParamsType *)type)->words[0] : ((const ShapedType *)type)->extra;
}

T ptr_metadata_of(Context *ctx, T type) {
  uint64_t word = param_word(type);
  return type_from_params(ctx, &ptr_ptr_metadata_type, &word);
}

T ptr_mask_of(Context *ctx, T type) { return type_as_shaped(type) ? type_with_element(ctx, type, ctx->types.i1) : NULL; }

T parse_ptr_metadata(Parser *p, const TypeDef *def) {
  (void)def;
  uint32_t begin = parser_loc(p);
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  bool is_like = type && ptr_is_pointer_like(type);
  if (type && !is_like) parser_op_error_at(p, at, "invalid kind of type specified");
  if (!is_like) {
    parser_op_error_at(p, parser_loc(p), "failed to parse Ptr_PtrMetadata parameter 'type' which is to be a `PtrLikeTypeInterface`");
    return NULL;
  }
  if (!parse_greater(p)) return NULL;
  if (type->def == &ptr_ptr_type) {
    parser_op_error_at(p, begin, "the ptr-like type has no metadata");
    return NULL;
  }
  return ptr_metadata_of(parser_context(p), type);
}

void print_ptr_metadata(Printer *p, T type) {
  print_char(p, '<');
  print_type(p, (T)(uintptr_t)((const ParamsType *)type)->words[0]);
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// Constants: each with the type of the pointer behind it

T ptr_type_of_constant(A attr) { return attr_param_type(attr, 0); }

// `type` is what stands behind a constant, if anything does.
static bool check_type(Parser *p, T type) {
  if (!type) return parser_op_error_at(p, parser_loc(p), "expected a trailing type");
  return type->def == &ptr_ptr_type || parser_op_error_at(p, parser_loc(p), "invalid kind of type specified");
}

A parse_ptr_null(Parser *p, const AttrDef *def, T type) {
  if (!check_type(p, type)) return NULL;
  uint64_t word = param_word(type);
  return attr_from_params(parser_context(p), def, &word);
}

void print_ptr_null(Printer *p, A attr) { (void)p, (void)attr; }

A parse_ptr_address(Parser *p, const AttrDef *def, T type) {
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  APInt value;
  bool is_negative;
  ParseResult result = parse_optional_apint(p, &value, &is_negative);
  if (result == PARSE_ABSENT) parser_op_error_at(p, at, "expected integer value");
  if (result != PARSE_OK) {
    parser_op_error_at(p, parser_loc(p), "failed to parse Ptr_AddressAttr parameter 'value' which is to be a `::llvm::APInt`");
    return NULL;
  }
  if (!parse_greater(p) || !check_type(p, type)) return NULL;
  Context *ctx = parser_context(p);
  value = apint_zext(parser_scratch(p), &value, value.width + 1);   // a place for the sign
  if (is_negative) value = apint_neg(parser_scratch(p), &value);
  uint64_t words[] = {param_word(type), param_word(attr_integer(ctx, type_integer(ctx, value.width, SIGNLESS), &value))};
  return attr_from_params(ctx, def, words);
}

void print_ptr_address(Printer *p, A attr) {
  print_char(p, '<');
  print_attr_without_type(p, attr_param_attr(attr, 1));
  print_char(p, '>');
}

bool verify_ptr_spec(Parser *p, const uint64_t *words, uint32_t at) {
  static const char *const names[] = {"size", "abi", "preferred", "index"};
  for (uint32_t i = 0; i < countof(names); i++) {
    bool is_absent = i == 3 && words[i] == UINT32_MAX;
    if (!is_absent && words[i] % 8) return parser_op_error_at(p, at, "%s entry must be divisible by 8", names[i]);
  }
  return words[1] <= words[2] || parser_op_error_at(p, at, "preferred alignment is expected to be at least as large as ABI alignment");
}
