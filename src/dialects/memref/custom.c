// custom<Name>(…) directives of memref's assembly formats.
#include "ops/memref.h"

#include "asm/parser.h"
#include "asm/printer.h"

// custom<GlobalMemrefOpTypeAndInitialValue>($type, $value): `memref<2xf32> = dense<…>`

static bool parse_global_value(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  T type = parse_type(p);
  if (!type) return false;
  if (type_kind(type) != TYPE_MEMREF || !type_has_static_shape(type))
    return parser_op_error(p, "type should be static shaped memref, but got '%s'", type_text(ctx, type));
  custom_set_attr(&args[0], attr_type(ctx, type));
  if (!parser_consume_if(p, TOK_EQUAL)) return true;
  if (parse_optional_keyword(p, "uninitialized")) {
    custom_set_attr(&args[1], attr_unit(ctx));
    return true;
  }
  const ShapedType *memref = (const ShapedType *)type;
  A value = parse_attr(p, type_tensor(ctx, memref->dims, (uint32_t)memref->rank, memref->element, NULL));
  if (!value) return false;
  if (!attr_is_elements(value))
    return parser_op_error(p, "initial value should be a unit or elements attribute");
  custom_set_attr(&args[1], value);
  return true;
}

static void print_global_value(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A type = custom_attr(op, &args[0]), value = custom_attr(op, &args[1]);
  print_attr(p, type);
  if (!value) return;
  print_text(p, " = ");
  if (attr_kind(value) == ATTR_UNIT) {
    print_text(p, "uninitialized");
  } else {
    print_attr_without_type(p, value);
  }
}

static const CustomDirective directives[] = {
  {"GlobalMemrefOpTypeAndInitialValue", parse_global_value, print_global_value, NULL},
  {0},
};

void init_memref(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}
