// custom<Name>(…) directives of assembly formats that several dialects have: see custom.h.
#include "dialects/common/custom.h"

#include "asm/parser.h"
#include "asm/printer.h"

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

const CustomDirective shared_directives[] = {
  {"DynamicIndexList", parse_dynamic_index_list, print_dynamic_index_list, NULL},
  {"SwitchOpCases", parse_switch_cases, print_switch_cases, NULL},
  {0},
};
