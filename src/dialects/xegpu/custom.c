// Directives of the xegpu dialect, and folds.
#include "dialects/xegpu/types.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/fold.h"

// custom<OptionalDynamicIndexList>($operands, $integers): `[1, %n, 3]`, or nothing
static bool parse_optional_list(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_L_SQUARE)) return true;
  I64Vec integers = {0};
  do {
    Operand operand;
    int64_t integer = DYNAMIC;
    ParseResult result = parse_optional_operand(p, &operand);
    if (result == PARSE_FAILED) return false;
    if (result == PARSE_OK) *custom_add_operand(p, &args[0]) = operand;
    else if (!parse_integer(p, &integer)) return false;
    vec_push(parser_scratch(p), &integers, integer);
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[1], attr_i64_array(parser_context(p), integers.data, integers.count));
  return parse_r_square(p);
}

static void print_optional_list(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A integers = custom_attr(op, &args[1]);
  Span span = custom_span(op, &args[0]);
  uint64_t number = integers ? ((const DenseArrayAttr *)integers)->count : 0;
  if (!number) return;
  print_char(p, '[');
  for (uint64_t i = 0; i < number; i++) {
    if (i) print_text(p, ", ");
    int64_t integer = dense_array_i64(integers, i);
    if (integer != DYNAMIC) print_i64(p, integer);
    else if (span.begin < span.end) print_operand(p, op_operand(op, span.begin++));
  }
  print_char(p, ']');
}

static const CustomDirective directives[] = {
  {"OptionalDynamicIndexList", parse_optional_list, print_optional_list, NULL, NULL},
  {0},
};

void init_xegpu(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

bool fold_xegpu_convert_layout(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  bool is_same = op_prop_at(op, XEGPU_CONVERT_LAYOUT_INPUT_LAYOUT) == op_prop_at(op, XEGPU_CONVERT_LAYOUT_TARGET_LAYOUT);
  return is_same && fold_to_value(f, op_operand(op, 0));
}
