// Types of the pdl dialect, and directives of formats that pdl and pdl_interp share.
#include "dialects/pdl/types.h"
#include "dialects/pdl/directives.h"
#include "ops/pdl.h"
#include "ops/pdl_interp.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"

T pdl_range_element(T type) { return type->def == &pdl_range_type ? (T)(uintptr_t)((const ParamsType *)type)->words[0] : NULL; }
T pdl_element_or_self(T type) { return pdl_range_element(type) ? pdl_range_element(type) : type; }
T pdl_range(Context *ctx, T element) { return type_from_params(ctx, &pdl_range_type, (const uint64_t[]){param_word(element)}); }

static T plain(Context *ctx, const TypeDef *def) { return type_from_params(ctx, def, NULL); }
static bool is_range_of(T type, const TypeDef *def) {
  T element = pdl_range_element(type);
  return element && element->def == def;
}

bool type_is_pdl(T type) { return type_kind(type) == TYPE_DIALECT && strcmp(type->def->dialect, "pdl") == 0; }
bool check_pdl_any(T type) { return type_is_pdl(type); }
bool check_pdl_range(T type) { return pdl_range_element(type) != NULL; }
bool check_pdl_types(T type) { return is_range_of(type, &pdl_type_type); }
bool check_pdl_values(T type) { return is_range_of(type, &pdl_value_type); }
bool check_pdl_operations(T type) { return is_range_of(type, &pdl_operation_type); }
T build_pdl_types(Context *ctx) { return pdl_range(ctx, plain(ctx, &pdl_type_type)); }
T build_pdl_values(Context *ctx) { return pdl_range(ctx, plain(ctx, &pdl_value_type)); }
T build_pdl_operations(Context *ctx) { return pdl_range(ctx, plain(ctx, &pdl_operation_type)); }
T pdl_range_of(Context *ctx, T type) { return pdl_range(ctx, type); }
T pdl_value_like(Context *ctx, T type) {
  T value = plain(ctx, &pdl_value_type);
  return pdl_range_element(type) ? pdl_range(ctx, value) : value;
}

// range ::= `<` (`attribute` | `operation` | `type` | `value`) `>`
T parse_pdl_range(Parser *p, const TypeDef *def) {
  static const TypeDef *const elements[] = {&pdl_attribute_type, &pdl_operation_type, &pdl_type_type, &pdl_value_type};
  Context *ctx = parser_context(p);
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  Str word;
  if (!parse_any_keyword(p, &word)) return NULL;
  if (str_is(word, def->name)) {
    parser_op_error_at(p, at, "element of pdl.range cannot be another range, but got '!pdl.range'");
    return NULL;
  }
  for (size_t i = 0; i < countof(elements); i++)
    if (str_is(word, elements[i]->name)) return parse_greater(p) ? pdl_range(ctx, plain(ctx, elements[i])) : NULL;
  parser_op_error_at(p, at, "invalid 'pdl' type: `%.*s'", STR_ARG(word));
  return NULL;
}

void print_pdl_range(Printer *p, T type) {
  print_char(p, '<');
  print_text(p, pdl_range_element(type)->def->name);
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// Directives

// custom<OperationOpAttributes>($values, $names): (`{` (string `=` operand),* `}`)?
bool parse_pdl_attributes(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec names = {0};
  if (parser_consume_if(p, TOK_L_BRACE)) {
    do {
      uint32_t at = parser_loc(p);
      Operand operand;
      A name = parse_attr(p, NULL);
      if (!name) return false;
      if (attr_kind(name) != ATTR_STRING) return parser_op_error_at(p, at, "invalid kind of attribute specified");
      if (!parse_equal(p) || !parse_operand(p, &operand)) return false;
      vec_push(parser_scratch(p), &names, name);
      *custom_add_operand(p, &args[0]) = operand;
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_brace(p)) return false;
  }
  custom_set_attr(&args[1], attr_array(parser_context(p), names.data, names.count));
  return true;
}

void print_pdl_attributes(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const ArrayAttr *names = (const ArrayAttr *)custom_attr(op, &args[1]);
  Span values = custom_span(op, &args[0]);
  if (!names || !names->count) return;
  print_text(p, " {");
  for (uint32_t i = 0; i < names->count && i < span_size(values); i++) {
    if (i) print_text(p, ", ");
    print_attr(p, names->items[i]);
    print_text(p, " = ");
    print_operand(p, op_operand(op, values.begin + i));
  }
  print_char(p, '}');
}

// custom<RangeType>(ref(type($arguments)), type($result)): the type, when no argument says it
bool parse_pdl_range_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T first = custom_parsed_type(&args[0]), type = NULL;
  if (first) type = pdl_range(parser_context(p), pdl_element_or_self(first));
  else if (!parse_colon_type(p, &type)) return false;
  custom_add_type(p, &args[1], type);
  return true;
}

void print_pdl_range_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  if (custom_type(op, &args[0], 0)) return;
  print_text(p, ": ");
  print_type(p, custom_type(op, &args[1], 0));
}
