// custom<Name>(…) directives of scf's assembly formats.
#include "ops/scf.h"

#include "asm/parser.h"
#include "asm/printer.h"

// custom<SwitchCases>($cases, $regions): `case 1 {…} case 2 {…}`

static bool parse_region_cases(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  I64Vec values = {0};
  while (parse_optional_keyword(p, "case")) {
    int64_t value;
    Region *region = custom_add_region(p, state, &args[1]);
    if (!parse_integer(p, &value) || !parse_region(p, region, NULL, 0, false)) return false;
    vec_push(parser_scratch(p), &values, value);
  }
  custom_set_attr(&args[0], attr_i64_array(parser_context(p), values.data, values.count));
  return true;
}

static void print_region_cases(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A cases = custom_attr(op, &args[0]);
  Span regions = custom_span(op, &args[1]);
  for (uint32_t i = regions.begin; i < regions.end; i++) {
    print_newline(p);
    print_text(p, "case ");
    print_i64(p, dense_array_i64(cases, i - regions.begin));
    print_char(p, ' ');
    print_region(p, &op->regions[i], false, true, false);
  }
}

static const CustomDirective directives[] = {{"SwitchCases", parse_region_cases, print_region_cases, NULL}, {0}};

void init_scf(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}
