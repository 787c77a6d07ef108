// custom<Name>(…) directives of what older releases wrote: rows of records.
#include "dialects/common/custom.h"

#include "asm/enums.h"
#include "asm/parser.h"
#include "asm/printer.h"

// --- custom<QuotedEnum>($predicate): "slt"; `slt` is read as well

static const EnumDef *enum_of(const OpDef *def, const CustomArg *arg) {
  return constraint_enum(def->table, def_attr_type(def, arg->index));
}

static bool parse_quoted_enum(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  uint32_t at = parser_loc(p);
  Str text;
  if (!parse_any_keyword_or_string(p, &text)) return false;
  int64_t value;
  if (!enum_symbolize(enum_of(state->def, &args[0]), text, &value)) return parser_op_error_at(p, at, "unknown predicate '%.*s'", STR_ARG(text));
  custom_set_attr(&args[0], enum_attr(parser_context(p), state->def->table, def_attr_type(state->def, args[0].index), value));
  return true;
}

static void print_quoted_enum(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_char(p, '"');
  enum_value_text(printer_out(p), enum_of(op->def, &args[0]), enum_attr_value(custom_attr(op, &args[0])));
  print_char(p, '"');
}

// --- custom<EnumWord>($scope): `Device`, and "A|B" where it is no word; both ways are read

static void print_enum_word(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const EnumDef *def = enum_of(op->def, &args[0]);
  int64_t value = enum_attr_value(custom_attr(op, &args[0]));
  const char *name = enum_name(def, value);
  bool is_word = name && enum_name_is_keyword(name);
  if (!is_word) print_char(p, '"');
  enum_value_text(printer_out(p), def, value);
  if (!is_word) print_char(p, '"');
}

// --- custom<SameType>(type($value), type($result)): one type, which both have

static bool parse_same_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T type = parse_type(p);
  if (!type) return false;
  custom_add_type(p, &args[0], type);
  custom_add_type(p, &args[1], type);
  return true;
}

static void print_same_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_type(p, custom_type(op, &args[0], 0));
}

// --- custom<TensorOf>(type($memref), type($tensor)): `memref<4xf32>`, of which the other is the tensor type

static bool parse_tensor_of(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type) return false;
  if (!type_is_memref(type)) return parser_op_error_at(p, at, "expected a memref type");
  const ShapedType *memref = (const ShapedType *)type;
  custom_add_type(p, &args[0], type);
  custom_add_type(p, &args[1], type_has_rank(type) ? type_tensor(ctx, memref->dims, (uint32_t)memref->rank, memref->element, NULL)
                                                   : type_unranked_tensor(ctx, memref->element));
  return true;
}

static void print_tensor_of(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_type(p, custom_type(op, &args[0], 0));
}

const CustomDirective older_directives[] = {
  {"QuotedEnum", parse_quoted_enum, print_quoted_enum, NULL},
  {"EnumWord", parse_quoted_enum, print_enum_word, NULL},
  {"SameType", parse_same_type, print_same_type, NULL},
  {"TensorOf", parse_tensor_of, print_tensor_of, NULL},
  {0},
};
