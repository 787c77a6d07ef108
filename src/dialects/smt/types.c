// Types of the smt dialect, and its attribute: a bit-vector that is known.
#include "dialects/smt/smt.h"

#include "asm/parser.h"
#include "asm/printer.h"

static T type_of_word(uint64_t word) { return (T)(uintptr_t)word; }
static const ArrayAttr *list_of_word(uint64_t word) { return (const ArrayAttr *)(uintptr_t)word; }
static uint64_t param_of(T type, uint32_t i) { return ((const ParamsType *)type)->words[i]; }
static T listed(const ArrayAttr *list, uint64_t i) { return ((const TypeAttr *)list->items[i])->type; }

T smt_bv(Context *ctx, int64_t width) {
  uint64_t word = (uint64_t)width;
  return type_from_params(ctx, &smt_bv_type, &word);
}

// Constraints
bool smt_is_plain_value(T type) {
  const TypeDef *def = type->def;
  return def == &smt_bool_type || def == &smt_bv_type || def == &smt_array_type || def == &smt_int_type || def == &smt_sort_type;
}
bool smt_is_value(T type) { return smt_is_plain_value(type) || type->def == &smt_func_type; }
bool smt_is_no_value(T type) { return !smt_is_value(type); }

static bool all_plain(const ArrayAttr *list) {
  for (uint64_t i = 0; list && i < list->count; i++)
    if (!smt_is_plain_value(listed(list, i))) return false;
  return true;
}

// Relations
T smt_array_domain(Context *ctx, T type) {
  (void)ctx;
  return type->def == &smt_array_type ? type_of_word(param_of(type, 0)) : NULL;
}
T smt_array_range(Context *ctx, T type) {
  (void)ctx;
  return type->def == &smt_array_type ? type_of_word(param_of(type, 1)) : NULL;
}
T smt_func_range(Context *ctx, T type) {
  (void)ctx;
  return type->def == &smt_func_type ? type_of_word(param_of(type, 1)) : NULL;
}
void smt_func_domain(Context *ctx, Arena *arena, T type, TypeVec *out) {
  (void)ctx;
  if (type->def != &smt_func_type) return;
  const ArrayAttr *domain = list_of_word(param_of(type, 0));
  for (uint64_t i = 0; i < domain->count; i++) vec_push(arena, out, listed(domain, i));
}
bool smt_takes_arguments(const Operation *op) {
  T type = op_operand_type(op, 0);
  if (type->def != &smt_func_type) return false;
  const ArrayAttr *domain = list_of_word(param_of(type, 0));
  if (domain->count + 1 != op->operand_count) return false;
  for (uint64_t i = 0; i < domain->count; i++)
    if (listed(domain, i) != op_operand_type(op, (uint32_t)i + 1)) return false;
  return true;
}

// Verification
bool verify_smt_array_type(Parser *p, const uint64_t *words, uint32_t at) {
  if (!smt_is_value(type_of_word(words[0]))) return parser_op_error_at(p, at, "domain must be any SMT value type");
  return smt_is_value(type_of_word(words[1])) || parser_op_error_at(p, at, "range must be any SMT value type");
}

bool verify_smt_bv_type(Parser *p, const uint64_t *words, uint32_t at) {
  return (int64_t)words[0] > 0 || parser_op_error_at(p, at, "bit-vector must have at least a width of one");
}

bool verify_smt_func_type(Parser *p, const uint64_t *words, uint32_t at) {
  const ArrayAttr *domain = list_of_word(words[0]);
  if (!domain || !domain->count) return parser_op_error_at(p, at, "domain must not be empty");
  if (!all_plain(domain)) return parser_op_error_at(p, at, "domain types must be any non-function SMT type");
  return smt_is_plain_value(type_of_word(words[1])) || parser_op_error_at(p, at, "range type must be any non-function SMT type");
}

bool verify_smt_sort_type(Parser *p, const uint64_t *words, uint32_t at) {
  return all_plain(list_of_word(words[1])) || parser_op_error_at(p, at, "sort parameter types must be any non-function SMT type");
}

// ---------------------------------------------------------------------------------------------
// #smt.bv<5> : !smt.bv<32>

T smt_bv_type_of(A attr) { return attr_param_type(attr, 1); }

static A refuse(Parser *p, uint32_t at, const char *message) {
  parser_op_error_at(p, at, "%s", message);
  return NULL;
}

A parse_smt_bv(Parser *p, const AttrDef *def, T type) {
  enum { MOST_BITS = (1 << 24) - 1 };   // of an integer
  Context *ctx = parser_context(p);
  Arena *scratch = parser_scratch(p);
  uint32_t at = parser_loc(p);
  APInt value;
  if (!parse_less(p) || !parse_wide_integer(p, &value) || !parse_greater(p)) return NULL;
  if (!type || !smt_is_bv(type)) return refuse(p, at, "explicit bit-vector type required");
  if (smt_bv_width(type) > MOST_BITS) return refuse(p, at, "bit-vectors of more than 16777215 bits are not supported here");
  uint32_t width = (uint32_t)smt_bv_width(type);
  uint32_t needed = apint_is_negative(&value) ? apint_significant_bits(&value) : apint_active_bits(&value);
  if (width < value.width && width < needed) {
    parser_op_error_at(p, at, "integer value out of range for given bit-vector type '%s'", type_text(ctx, type));
    return NULL;
  }
  APInt fitted = apint_sext_or_trunc(scratch, &value, width);
  uint64_t words[] = {param_word(attr_integer(ctx, type_integer(ctx, width, SIGNLESS), &fitted)), param_word(type)};
  return attr_from_params(ctx, def, words);
}

void smt_print_number(Printer *p, A number) {
  StrBuf text;
  strbuf_init(&text, &printer_context(p)->mem);
  APInt value = attr_int(number);
  apint_print(&text, &value, true);
  print_str(p, strbuf_view(&text));
  strbuf_free(&text);
}

void print_smt_bv(Printer *p, A attr) {
  print_char(p, '<');
  smt_print_number(p, attr_param_attr(attr, 0));
  print_char(p, '>');
}
