// custom<Name>(…) directives of assembly formats that several dialects have: see custom.h.
#include "dialects/common/custom.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/function.h"

// --- custom<DynamicIndexList>($operands, $integers, "flags", "delimiter"): `[1, %n, 3]`

typedef struct IndexList {
  CustomArg *operands;
  I64Vec integers;
} IndexList;

// item ::= operand | integer | `[` integer `]`
static bool parse_index(Parser *p, void *data) {
  IndexList *list = data;
  Operand operand;
  ParseResult result = parse_optional_operand(p, &operand);
  if (result == PARSE_FAILED) return false;
  // Brackets tell scalable sizes apart where an operation has those; the others only read them.
  bool bracketed = parser_consume_if(p, TOK_L_SQUARE);
  int64_t integer = DYNAMIC;
  if (result == PARSE_OK) {
    *custom_add_operand(p, list->operands) = operand;
  } else if (!parse_integer(p, &integer)) {
    return false;
  }
  vec_push(parser_scratch(p), &list->integers, integer);
  return !bracketed || parser_consume_if(p, TOK_R_SQUARE);  // the list reports it
}

static bool is_in_parens(const CustomArg *args, uint32_t count) {
  return count > 3 && str_ends_with(args[3].text, STR("Paren"));
}

static bool parse_dynamic_index_list(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state;
  IndexList list = {.operands = &args[0]};
  if (!parse_list(p, is_in_parens(args, count) ? DELIM_PAREN : DELIM_SQUARE, parse_index, &list, " in dynamic index list"))
    return parser_op_error(p, "expected SSA value or integer");
  custom_set_attr(&args[1], attr_i64_array(parser_context(p), list.integers.data, list.integers.count));
  return true;
}

static void print_dynamic_index_list(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  bool parens = is_in_parens(args, count);
  Span operands = custom_span(op, &args[0]);
  A integers = custom_attr(op, &args[1]);
  uint64_t size = integers && attr_kind(integers) == ATTR_DENSE_ARRAY ? ((const DenseArrayAttr *)integers)->count : 0;
  print_char(p, parens ? '(' : '[');
  for (uint64_t i = 0; i < size; i++) {
    if (i) print_text(p, ", ");
    int64_t integer = dense_array_i64(integers, i);
    if (integer != DYNAMIC) {
      print_i64(p, integer);
    } else if (operands.begin < operands.end) {
      print_operand(p, op_operand(op, operands.begin++));
    }
  }
  print_char(p, parens ? ')' : ']');
}

static const char *refuse_dynamic_index_list(const OpDef *def, const CustomArg *args, uint32_t count) {
  bool fits = count >= 2 && count <= 4 && args[0].kind == CUSTOM_OPERAND && args[0].arity == VARIADIC && args[1].kind == CUSTOM_ATTR;
  const AttrConstraint *integers = fits ? def_attr_type(def, args[1].index) : NULL;
  fits = fits && integers->test == ATTR_TEST_DENSE_ARRAY && integers->data == 64 && !args[0].is_ref && !args[1].is_ref;
  for (uint32_t i = 2; i < count && fits; i++) fits = args[i].kind == CUSTOM_TEXT;
  return fits ? NULL : "custom<DynamicIndexList> takes operands with '...', a DenseI64ArrayAttr, and as strings flags and, where it is \"Paren\", the brackets";
}

// --- custom<SameOrFunctionType>(type($a), type($b), type($c)): `i32` when all are, else `(i32, i64) -> f32`

// The types are those of operands, then of results, one each.
static bool parse_same_or_function_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state;
  uint32_t at = parser_loc(p), operands = 0;
  T type = parse_type(p);
  if (!type) return false;
  const FunctionType *function = type_as_function(type);
  while (operands < count && args[operands].kind == CUSTOM_OPERAND_TYPES) operands++;
  if (function && (function->input_count != operands || function->result_count != count - operands))
    return parser_op_error_at(p, at, "a function type with %u inputs and %u results stands here, not with %u and %u", operands, count - operands,
                              function->input_count, function->result_count);
  for (uint32_t i = 0; i < count; i++) custom_add_type(p, &args[i], function ? function->types[i] : type);
  return true;
}

static void print_same_or_function_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  T first = custom_type(op, &args[0], 0);
  uint32_t results = 0;
  bool same = !type_as_function(first);
  for (uint32_t i = 0; i < count; i++) {
    same = same && custom_type(op, &args[i], 0) == first;
    results += args[i].kind == CUSTOM_RESULT_TYPES;
  }
  if (same) {
    print_type(p, first);
    return;
  }
  bool wrap = results != 1 || type_as_function(custom_type(op, &args[count - 1], 0));
  print_char(p, '(');
  for (uint32_t i = 0; i < count; i++) {
    if (i == count - results) print_text(p, wrap ? ") -> (" : ") -> ");
    else if (i) print_text(p, ", ");
    print_type(p, custom_type(op, &args[i], 0));
  }
  if (wrap) print_char(p, ')');
}

static const char *refuse_same_or_function_type(const OpDef *def, const CustomArg *args, uint32_t count) {
  (void)def;
  uint32_t operands = 0, results = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (args[i].arity != SINGLE || args[i].is_ref) continue;
    operands += args[i].kind == CUSTOM_OPERAND_TYPES && !results;
    results += args[i].kind == CUSTOM_RESULT_TYPES;
  }
  return operands && results && operands + results == count ? NULL : "custom<SameOrFunctionType> takes the types of single operands, then of single results";
}

// --- custom<SymbolVisibility>($sym_visibility): `public`, `private` or `nested`, or nothing

static ParseResult parse_symbol_visibility(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  static const char *const words[] = {"public", "private", "nested"};
  (void)state, (void)count;
  for (uint32_t i = 0; i < countof(words); i++) {
    if (!parse_optional_keyword(p, words[i])) continue;
    custom_set_attr(&args[0], attr_string(parser_context(p), str_from(words[i])));
    return PARSE_OK;
  }
  return PARSE_ABSENT;
}

static void print_symbol_visibility(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A visibility = custom_attr(op, &args[0]);
  if (visibility) print_str(p, attr_str(visibility));
}

static const char *refuse_symbol_visibility(const OpDef *def, const CustomArg *args, uint32_t count) {
  bool fits = count == 1 && args[0].kind == CUSTOM_ATTR && args[0].arity == OPTIONAL && !args[0].is_ref && op_def_has(def, TRAIT_SYMBOL) &&
              def_attr_type(def, args[0].index)->form == ATTR_FORM_STRING && strcmp(def_attr_name(def, args[0].index), "sym_visibility") == 0;
  return fits ? NULL : "custom<SymbolVisibility> takes $sym_visibility, a StrAttr? of an operation with the trait Symbol";
}

// --- custom<SwitchOpCases>(ref(type($flag)), $default, $defaultOperands, types, $values, $dests, $operands, types)

bool parse_case_target(Parser *p, CustomArg *dest, CustomArg *operands, CustomArg *types, bool grouped) {
  Block *block = parse_successor(p);
  if (!block) return false;
  custom_add_successor(p, dest, block);
  OperandVec names = {0};
  TypeVec list = {0};
  if (parser_consume_if(p, TOK_L_PAREN) &&
      (!parse_operand_list(p, &names, DELIM_NONE) || !parse_colon_type_list(p, &list) || !parse_r_paren(p)))
    return false;
  for (uint32_t i = 0; i < names.count; i++) *custom_add_operand(p, operands) = names.data[i];
  for (uint32_t i = 0; i < list.count; i++) custom_add_type(p, types, list.data[i]);
  if (grouped) custom_add_group(p, operands, names.count);
  return true;
}

A case_values_attr(Parser *p, T flag, const I64Vec *values) {
  uint32_t bits = type_bits(flag), bytes = (bits + 7) / 8;
  int64_t count = values->count;
  uint8_t *data = arena_alloc(parser_scratch(p), (size_t)bytes * values->count);
  if (!bits || !data) return NULL;
  for (uint32_t i = 0; i < values->count; i++)
    for (uint32_t k = 0; k < bytes; k++) {
      int64_t value = values->data[i];
      uint8_t byte = (uint8_t)(k < 8 ? (uint64_t)value >> (8 * k) : value < 0 ? 0xFF : 0);
      if (k == bytes - 1 && bits % 8) byte &= (uint8_t)((1u << bits % 8) - 1);
      data[(size_t)i * bytes + k] = byte;
    }
  return attr_dense(parser_context(p), type_vector(parser_context(p), &count, 1, 0, flag), count == 1, data,
                    (uint64_t)bytes * values->count);
}

static bool parse_switch_cases(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T flag = custom_parsed_type(&args[0]);
  if (!parse_keyword(p, "default") || !parse_colon(p) || !parse_case_target(p, &args[1], &args[2], &args[3], false))
    return false;
  I64Vec values = {0};
  while (parser_consume_if(p, TOK_COMMA)) {
    int64_t value;
    if (!parse_integer(p, &value) || !parse_colon(p) || !parse_case_target(p, &args[5], &args[6], &args[7], true)) return false;
    vec_push(parser_scratch(p), &values, value);
  }
  if (values.count && flag) custom_set_attr(&args[4], case_values_attr(p, flag, &values));
  return true;
}

// The value of an integer element as APInt::getLimitedValue gives it.
static uint64_t limited_value(Printer *p, A dense, uint64_t i) {
  uint64_t word;
  A element = dense_element_attr(printer_context(p), dense, i);
  APInt value = attr_int(element);
  return apint_to_u64(&value, &word) ? word : UINT64_MAX;
}

static void print_switch_cases(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_text(p, "  default: ");
  print_successor_and_operands(p, op, 0);
  A values = custom_attr(op, &args[4]);
  if (!values) return;
  uint64_t cases = dense_count(values);
  for (uint64_t i = 0; i < cases && i + 1 < op->successor_count; i++) {
    print_char(p, ',');
    print_newline(p);
    print_text(p, "  ");
    print_u64(p, limited_value(p, values, i));
    print_text(p, ": ");
    print_successor_and_operands(p, op, (uint32_t)i + 1);
  }
  print_newline(p);
}

// --- custom<Blank>(): no text, but the blank in front of it

bool custom_parse_blank(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)p, (void)state, (void)args, (void)count;
  return true;
}

// The last release without the blank that stands for such a directive.
#define LAST_WITHOUT_BLANKS 12

void custom_print_blank(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)op, (void)args, (void)count;
  StrBuf *out = printer_out(p);
  if (printer_edition(p)->release <= LAST_WITHOUT_BLANKS && out->size && out->data[out->size - 1] == ' ') out->size--;
}

const CustomDirective shared_directives[] = {
  {"Blank", custom_parse_blank, custom_print_blank, NULL, NULL},
  {"DynamicIndexList", parse_dynamic_index_list, print_dynamic_index_list, NULL, refuse_dynamic_index_list},
  {"Function", parse_function_directive, print_function_directive, NULL, refuse_function_directive},
  {"SameOrFunctionType", parse_same_or_function_type, print_same_or_function_type, NULL, refuse_same_or_function_type},
  {"SwitchOpCases", parse_switch_cases, print_switch_cases, NULL},
  {"SymbolVisibility", NULL, print_symbol_visibility, parse_symbol_visibility, refuse_symbol_visibility},
  {0},
};
