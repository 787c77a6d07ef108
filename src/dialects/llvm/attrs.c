// Attributes and enums of the llvm dialect: see attrs.h. Debug info is in debug_attrs.c.
#include "ops/llvm.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/llvm/attrs.h"

#include "asm/parser.h"
#include "asm/printer.h"
static bool is_distinct(A attr) { return attr_kind(attr) == ATTR_DISTINCT; }

// ---------------------------------------------------------------------------------------------
// Verifiers

bool verify_llvm_alias_scope(Parser *p, const uint64_t *words, uint32_t at) {
  A id = (A)(uintptr_t)words[0];
  return is_distinct(id) || attr_kind(id) == ATTR_STRING ||
         parser_op_error_at(p, at, "id of an alias scope must be a StringAttr or a DistrinctAttr");
}

bool verify_llvm_module_flag(Parser *p, const uint64_t *words, uint32_t at) {
  A key = (A)(uintptr_t)words[1], value = (A)(uintptr_t)words[2];
  if (attr_is_string(key, "CG Profile")) {
    const ArrayAttr *entries = attr_kind(value) == ATTR_ARRAY ? (const ArrayAttr *)value : NULL;
    bool ok = entries != NULL;
    for (uint64_t i = 0; ok && i < entries->count; i++) ok = attr_is(entries->items[i], &llvm_cgprofile_entry_attr);
    return ok || parser_op_error_at(p, at, "'CG Profile' key expects an array of '#llvm.cgprofile_entry'");
  }
  if (attr_is_string(key, "ProfileSummary"))
    return attr_is(value, &llvm_profile_summary_attr) ||
           parser_op_error_at(p, at, "'ProfileSummary' key expects a '#llvm.profile_summary' attribute");
  return attr_kind(value) == ATTR_INTEGER || attr_kind(value) == ATTR_STRING ||
         parser_op_error_at(p, at, "only integer and string values are currently supported for unknown key '%s'",
                            attr_text(parser_context(p), key));
}

bool verify_llvm_target_features(Parser *p, const uint64_t *words, uint32_t at) {
  const ArrayAttr *features = (const ArrayAttr *)(uintptr_t)words[0];
  for (uint64_t i = 0; i < features->count; i++) {
    Str feature = attr_str(features->items[i]);
    if (!feature.size) return parser_op_error_at(p, at, "target features can not be null or empty");
    if (feature.data[0] != '+' && feature.data[0] != '-')
      return parser_op_error_at(p, at, "target features must start with '+' or '-'");
    if (memchr(feature.data, ',', feature.size)) return parser_op_error_at(p, at, "target features can not contain ','");
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Attributes

// constant_range ::= `<` integer-type `,` integer `,` integer `>`
A parse_llvm_constant_range(Parser *p, const AttrDef *def, T type) {
  (void)type;
  Context *ctx = parser_context(p);
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  T of = parse_type(p);
  if (!of) return NULL;
  if (!type_is_any_int(of)) {
    parser_op_error_at(p, at, "invalid kind of type specified: expected builtin.integer, but found '%s'", type_text(ctx, of));
    return NULL;
  }
  uint64_t words[2];
  for (uint32_t i = 0; i < 2; i++) {
    APInt value;
    bool negative;
    if (!parse_comma(p)) return NULL;
    at = parser_loc(p);
    ParseResult result = parse_optional_apint(p, &value, &negative);
    if (result == PARSE_ABSENT) parser_op_error_at(p, at, "expected integer value");
    if (result != PARSE_OK) return NULL;
    value = apint_zext(parser_scratch(p), &value, value.width + 1);
    if (negative) value = apint_neg(parser_scratch(p), &value);
    value = apint_sext_or_trunc(parser_scratch(p), &value, type_bits(of));
    words[i] = param_word(attr_integer(ctx, type_integer(ctx, type_bits(of), SIGNLESS), &value));
  }
  return parse_greater(p) ? attr_from_params(ctx, def, words) : NULL;
}

void print_llvm_constant_range(Printer *p, A attr) {
  print_char(p, '<');
  print_type(p, attr_value_type(attr_param_attr(attr, 0)));
  for (uint32_t i = 0; i < 2; i++) {
    APInt value = attr_int(attr_param_attr(attr, i));
    print_text(p, ", ");
    apint_print(printer_out(p), &value, true);
  }
  print_char(p, '>');
}
