// Clauses of the acc dialect, as formats spell them.
#include "dialects/acc/acc.h"

#include "dialects/llvm/types.h"

bool acc_is_pointer_like(T type) {
  return type_kind(type) == TYPE_MEMREF || type_kind(type) == TYPE_UNRANKED_MEMREF || llvm_is_ptr(type);
}
T acc_pointee(T type) { return type_kind(type) == TYPE_MEMREF || type_kind(type) == TYPE_UNRANKED_MEMREF ? type_element(type) : NULL; }

static A enum_attr(Context *ctx, const AttrDef *def, int64_t value) {
  uint64_t word = (uint64_t)value;
  return attr_from_params(ctx, def, &word);
}

// ---------------------------------------------------------------------------------------------
// Variables: `varPtr(%x : type) varType(type)`, `accPtr(%x : type)`

static bool parse_either(Parser *p, const char *usual, const char *other) { return parse_optional_keyword(p, usual) || parse_keyword(p, other); }

static bool parse_var(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  return parse_either(p, "varPtr", "var") && parse_l_paren(p) && parse_operand(p, custom_add_operand(p, &args[0]));
}

static void print_var(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const Value *var = op_operand(op, custom_span(op, &args[0]).begin);
  print_text(p, acc_is_pointer_like(var->type) ? "varPtr(" : "var(");
  print_operand(p, var);
}

static bool parse_acc_var(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T type;
  if (!parse_either(p, "accPtr", "accVar") || !parse_l_paren(p) || !parse_operand(p, custom_add_operand(p, &args[0])) || !parse_colon_type(p, &type))
    return false;
  custom_add_type(p, &args[1], type);
  return parse_r_paren(p);
}

static void print_acc_var(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const Value *var = op_operand(op, custom_span(op, &args[0]).begin);
  print_text(p, acc_is_pointer_like(var->type) ? "accPtr(" : "accVar(");
  print_operand(p, var);
  print_text(p, " : ");
  print_type(p, var->type);
  print_char(p, ')');
}

// The type of a variable that is not written: what the pointer points to.
static T implied_var_type(T type) { return acc_is_pointer_like(type) ? acc_pointee(type) : type; }

static bool parse_var_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T type = parse_type(p);
  if (!type || !parse_r_paren(p)) return false;
  custom_add_type(p, &args[0], type);
  T var_type = implied_var_type(type);
  if (parse_optional_keyword(p, "varType") && (!parse_l_paren(p) || !(var_type = parse_type(p)) || !parse_r_paren(p))) return false;
  if (var_type) custom_set_attr(&args[1], attr_type(parser_context(p), var_type));
  return true;
}

static void print_var_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  T type = custom_type(op, &args[0], 0);
  A attr = custom_attr(op, &args[1]);
  T var_type = attr && attr_kind(attr) == ATTR_TYPE ? ((const TypeAttr *)attr)->type : NULL;
  print_type(p, type);
  print_char(p, ')');
  if (!var_type || var_type == implied_var_type(type)) return;
  print_text(p, " varType(");
  print_type(p, var_type);
  print_char(p, ')');
}

static bool parse_recipe(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  A symbol = parse_symbol_ref(p);
  custom_set_attr(&args[0], symbol);
  return symbol != NULL;
}

static void print_recipe(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_attr(p, custom_attr(op, &args[0]));
}

// ---------------------------------------------------------------------------------------------
// Types of devices that something is for: an array of them. `none` is not written.

static const ArrayAttr *as_array(A attr) { return attr && attr_kind(attr) == ATTR_ARRAY ? (const ArrayAttr *)attr : NULL; }
static bool is_no_device(A attr) { return acc_enum_of(attr) == ACC_DEVICE_TYPE_NONE; }
static bool any_of(const ArrayAttr *devices) { return devices && devices->count; }
static bool only_no_device(const ArrayAttr *devices) { return devices && devices->count == 1 && is_no_device(devices->items[0]); }

static void add_no_device(Parser *p, AttrVec *out) {
  vec_push(parser_scratch(p), out, enum_attr(parser_context(p), &acc_device_type_attr, ACC_DEVICE_TYPE_NONE));
}
static A array_of(Parser *p, const AttrVec *items) { return attr_array(parser_context(p), items->data, items->count); }
// What a keyword alone stands for.
static bool set_no_device(Parser *p, CustomArg *arg) {
  AttrVec devices = {0};
  add_no_device(p, &devices);
  custom_set_attr(arg, array_of(p, &devices));
  return true;
}

// An attribute; `of`: it has to be one of the dialect's.
static bool parse_item(Parser *p, const AttrDef *of, AttrVec *out) {
  uint32_t at = parser_loc(p);
  A attr = parse_attr(p, NULL);
  if (!attr) return false;
  if (of && (attr_kind(attr) != ATTR_DIALECT || attr->def != of)) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  vec_push(parser_scratch(p), out, attr);
  return true;
}

// (`[` device `]`)?
static bool parse_device(Parser *p, bool any, AttrVec *out) {
  if (parser_consume_if(p, TOK_L_SQUARE)) return parse_item(p, any ? NULL : &acc_device_type_attr, out) && parse_r_square(p);
  add_no_device(p, out);
  return true;
}

// (`[` device (`,` device)* `]`)?
static bool parse_devices(Parser *p, AttrVec *out) {
  if (!parser_consume_if(p, TOK_L_SQUARE)) return true;
  do {
    if (!parse_item(p, NULL, out)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  return parse_r_square(p);
}

static void print_device(Printer *p, A device) {
  if (is_no_device(device)) return;
  print_text(p, " [");
  print_attr(p, device);
  print_char(p, ']');
}

static void print_devices(Printer *p, const ArrayAttr *devices) {
  if (!any_of(devices)) return;
  print_char(p, '[');
  for (uint32_t i = 0; i < devices->count; i++) {
    if (i) print_text(p, ", ");
    print_attr(p, devices->items[i]);
  }
  print_char(p, ']');
}

// ---------------------------------------------------------------------------------------------
// Values, each for a device: `%x : i32 [#acc.device_type<nvidia>], …`

static bool parse_typed_operand(Parser *p, CustomArg *values, CustomArg *types) {
  T type;
  if (!parse_operand(p, custom_add_operand(p, values)) || !parse_colon_type(p, &type)) return false;
  custom_add_type(p, types, type);
  return true;
}

static void print_typed_operand(Printer *p, const Value *value) {
  print_operand(p, value);
  print_text(p, " : ");
  print_type(p, value->type);
}

static bool parse_values(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec devices = {0};
  do {
    if (!parse_typed_operand(p, &args[0], &args[1]) || !parse_device(p, false, &devices)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[2], array_of(p, &devices));
  return true;
}

static void print_values_for(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span values = custom_span(op, &args[0]);
  const ArrayAttr *devices = as_array(custom_attr(op, &args[2]));
  for (uint32_t i = 0; any_of(devices) && i < devices->count && i < span_size(values); i++) {
    if (i) print_text(p, ", ");
    print_typed_operand(p, op_operand(op, values.begin + i));
    print_device(p, devices->items[i]);
  }
}

// Behind a keyword that may stand alone: `(` (`[` devices `]` `,`)? values `)`. Devices in front of values are read and left out, as
// mlir-opt does.
static bool parse_values_or_keyword(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  if (!parser_consume_if(p, TOK_L_PAREN)) return set_no_device(p, &args[3]);
  AttrVec alone = {0};
  if (!parse_devices(p, &alone) || (alone.count && !parse_comma(p)) || !parse_values(p, state, args, count)) return false;
  return parse_r_paren(p);
}

static void print_values_or_keyword(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  const ArrayAttr *alone = as_array(custom_attr(op, &args[3]));
  if (!span_size(custom_span(op, &args[0])) && only_no_device(alone)) return;
  print_char(p, '(');
  print_devices(p, alone);
  if (any_of(alone) && any_of(as_array(custom_attr(op, &args[2])))) print_text(p, ", ");
  print_values_for(p, op, args, count);
  print_char(p, ')');
}

// ---------------------------------------------------------------------------------------------
// Groups of values, each for a device: `{%x : i32, %y : i32} [#acc.device_type<nvidia>], …`

typedef struct Groups { AttrVec devices; VEC(int32_t) sizes; } Groups;

static void set_groups(Parser *p, CustomArg *devices, CustomArg *sizes, const Groups *groups) {
  custom_set_attr(devices, array_of(p, &groups->devices));
  custom_set_attr(sizes, attr_i32_array(parser_context(p), groups->sizes.data, groups->sizes.count));
}

// The rest of a group, from its first value on.
static bool parse_group(Parser *p, CustomArg *args, bool any_device, Groups *groups) {
  int32_t size = 0;
  do {
    if (!parse_typed_operand(p, &args[0], &args[1])) return false;
    size++;
  } while (parser_consume_if(p, TOK_COMMA));
  vec_push(parser_scratch(p), &groups->sizes, size);
  return parse_r_brace(p) && parse_device(p, any_device, &groups->devices);
}

static bool parse_groups(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Groups groups = {0};
  do {
    if (!parse_l_brace(p) || !parse_group(p, args, false, &groups)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  set_groups(p, &args[2], &args[3], &groups);
  return true;
}

// What stands in front of the values of group `i`, and of value `k` of all.
typedef void PrintMarkFn(Printer *p, const Operation *op, const CustomArg *mark, uint32_t i);

static void print_groups_with(Printer *p, const Operation *op, const CustomArg *args, const CustomArg *device_arg, const CustomArg *size_arg,
                              const CustomArg *mark, PrintMarkFn *group_mark, PrintMarkFn *value_mark) {
  Span values = custom_span(op, &args[0]);
  const ArrayAttr *devices = as_array(custom_attr(op, device_arg));
  A sizes = custom_attr(op, size_arg);
  uint32_t at = 0;
  for (uint32_t i = 0; any_of(devices) && i < devices->count; i++) {
    int64_t size = sizes && i < ((const DenseArrayAttr *)sizes)->count ? dense_array_i64(sizes, i) : 0;
    if (i) print_text(p, ", ");
    print_char(p, '{');
    if (group_mark) group_mark(p, op, mark, i);
    for (int64_t k = 0; k < size && at < span_size(values); k++, at++) {
      if (k) print_text(p, ", ");
      if (value_mark) value_mark(p, op, mark, at);
      print_typed_operand(p, op_operand(op, values.begin + at));
    }
    print_char(p, '}');
    print_device(p, devices->items[i]);
  }
}

static void print_groups(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_groups_with(p, op, args, &args[2], &args[3], NULL, NULL, NULL);
}

// `wait`: `(` (`[` devices `]` `,`)? groups `)`, where `devnum:` may stand in front of a group
static bool parse_wait(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_L_PAREN)) return set_no_device(p, &args[5]);
  AttrVec alone = {0}, devnums = {0};
  Groups groups = {0};
  if (!parse_devices(p, &alone) || (alone.count && !parse_comma(p))) return false;
  do {
    if (!parse_l_brace(p)) return false;
    bool devnum = parse_optional_keyword(p, "devnum");
    if (devnum && !parse_colon(p)) return false;
    vec_push(parser_scratch(p), &devnums, attr_bool(parser_context(p), devnum));
    if (!parse_group(p, args, true, &groups)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  set_groups(p, &args[2], &args[3], &groups);
  custom_set_attr(&args[4], array_of(p, &devnums));
  custom_set_attr(&args[5], array_of(p, &alone));
  return parse_r_paren(p);
}

static void print_devnum(Printer *p, const Operation *op, const CustomArg *mark, uint32_t i) {
  const ArrayAttr *devnums = as_array(custom_attr(op, mark));
  if (devnums && i < devnums->count && attr_to_i64(devnums->items[i])) print_text(p, "devnum: ");
}

static void print_wait(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const ArrayAttr *alone = as_array(custom_attr(op, &args[5]));
  if (!span_size(custom_span(op, &args[0])) && only_no_device(alone)) return;
  print_char(p, '(');
  print_devices(p, alone);
  if (any_of(alone) && any_of(as_array(custom_attr(op, &args[2])))) print_text(p, ", ");
  print_groups_with(p, op, args, &args[2], &args[3], &args[4], print_devnum, NULL);
  print_char(p, ')');
}

// ---------------------------------------------------------------------------------------------
// `gang`: `(` (`[` devices `]`)? (`,` group)* `)`, where values have names: `{num=%x : i32, static=%y : i32}`

static const char *const gang_words[] = {[ACC_GANG_ARG_TYPE_NUM] = "num", [ACC_GANG_ARG_TYPE_DIM] = "dim", [ACC_GANG_ARG_TYPE_STATIC] = "static"};

// (word `=` operand `:` type)?; `found`: there was one.
static bool parse_gang_value(Parser *p, CustomArg *args, AttrVec *kinds, bool *found) {
  for (uint32_t i = 0; i < countof(gang_words); i++) {
    if (!parse_optional_keyword(p, gang_words[i])) continue;
    *found = true;
    vec_push(parser_scratch(p), kinds, enum_attr(parser_context(p), &acc_gang_arg_type_attr, i));
    return parse_equal(p) && parse_typed_operand(p, &args[0], &args[1]);
  }
  return true;
}

static bool parse_gang_group(Parser *p, CustomArg *args, AttrVec *kinds, Groups *groups) {
  int32_t size = 0;
  if (!parse_l_brace(p)) return false;
  for (bool comma = false;; comma = parser_consume_if(p, TOK_COMMA)) {
    bool found = false;
    if (size && !comma) break;
    if (!parse_gang_value(p, args, kinds, &found)) return false;
    if (!found && comma) return parser_op_error_at(p, parser_loc(p), "new value expected after comma");
    if (!found) break;
    size++;
  }
  if (!args[0].operands->count) return parser_op_error_at(p, parser_loc(p), "expect at least one of num, dim or static values");
  vec_push(parser_scratch(p), &groups->sizes, size);
  return parse_r_brace(p) && parse_device(p, true, &groups->devices);
}

static bool parse_gang(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_L_PAREN)) return set_no_device(p, &args[5]);
  AttrVec alone = {0}, kinds = {0};
  Groups groups = {0};
  if (!parse_devices(p, &alone)) return false;
  if (!alone.count && !parse_gang_group(p, args, &kinds, &groups)) return false;
  while (parser_consume_if(p, TOK_COMMA))
    if (!parse_gang_group(p, args, &kinds, &groups)) return false;
  if (!parse_r_paren(p)) return false;
  custom_set_attr(&args[2], array_of(p, &kinds));
  set_groups(p, &args[3], &args[4], &groups);
  custom_set_attr(&args[5], array_of(p, &alone));
  return true;
}

static void print_gang_word(Printer *p, const Operation *op, const CustomArg *mark, uint32_t i) {
  const ArrayAttr *kinds = as_array(custom_attr(op, mark));
  int64_t kind = kinds && i < kinds->count ? acc_enum_of(kinds->items[i]) : -1;
  if (kind >= 0 && kind < (int64_t)countof(gang_words)) print_text(p, gang_words[kind]);
  print_char(p, '=');
}

static void print_gang(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const ArrayAttr *alone = as_array(custom_attr(op, &args[5]));
  if (!span_size(custom_span(op, &args[0])) && only_no_device(alone)) return;
  print_char(p, '(');
  print_devices(p, alone);
  if (any_of(alone) && any_of(as_array(custom_attr(op, &args[3])))) print_text(p, ", ");
  print_groups_with(p, op, args, &args[3], &args[4], &args[2], NULL, print_gang_word);
  print_char(p, ')');
}

// ---------------------------------------------------------------------------------------------
// A value, or values of one clause, behind a keyword that may stand alone

static bool parse_value_or_unit(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (parser_consume_if(p, TOK_L_PAREN)) return parse_typed_operand(p, &args[0], &args[1]) && parse_r_paren(p);
  custom_set_attr(&args[2], attr_unit(parser_context(p)));
  return true;
}

static bool parse_values_or_unit(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_L_PAREN)) {
    custom_set_attr(&args[2], attr_unit(parser_context(p)));
    return true;
  }
  do {
    if (!parse_operand(p, custom_add_operand(p, &args[0]))) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  return parse_colon(p) && parse_type_list(p, args[1].types) && parse_r_paren(p);
}

static void print_values_or_unit(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  if (custom_attr(op, &args[2])) return;
  Span values = custom_span(op, &args[0]);
  print_char(p, '(');
  print_operands(p, op, values);
  print_text(p, " : ");
  print_operand_types(p, op, values);
  print_char(p, ')');
}

// ---------------------------------------------------------------------------------------------
// Loops

static const char *const constructs[] = {
  [ACC_COMBINED_CONSTRUCTS_TYPE_KERNELS_LOOP] = "kernels",
  [ACC_COMBINED_CONSTRUCTS_TYPE_PARALLEL_LOOP] = "parallel",
  [ACC_COMBINED_CONSTRUCTS_TYPE_SERIAL_LOOP] = "serial",
};

static bool parse_construct(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  for (uint32_t i = 0; i < countof(constructs); i++) {
    if (!constructs[i] || !parse_optional_keyword(p, constructs[i])) continue;
    custom_set_attr(&args[0], enum_attr(parser_context(p), &acc_combined_constructs_attr, i));
    return true;
  }
  return parser_op_error_at(p, parser_loc(p), "expected compute construct name");
}

static void print_construct(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  int64_t value = acc_enum_of(custom_attr(op, &args[0]));
  if (value > 0 && value < (int64_t)countof(constructs)) print_text(p, constructs[value]);
}

// `(` operands `:` types `)`
static bool parse_bounds(Parser *p, CustomArg *values, CustomArg *types, uint32_t count) {
  return parse_l_paren(p) && parse_operand_list_n(p, values->operands, DELIM_NONE, count) && parse_colon_type_list(p, types->types) && parse_r_paren(p);
}

// (`control` `(` arguments `)` `=` bounds `to` bounds `step` bounds)? region
static bool parse_loop_control(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  ArgumentVec ivs = {0};
  if (parse_optional_keyword(p, "control") &&
      (!parse_l_paren(p) || !parse_argument_list(p, &ivs, DELIM_NONE, true, false) || !parse_r_paren(p) || !parse_equal(p) ||
       !parse_bounds(p, &args[1], &args[2], ivs.count) || !parse_keyword(p, "to") || !parse_bounds(p, &args[3], &args[4], ivs.count) ||
       !parse_keyword(p, "step") || !parse_bounds(p, &args[5], &args[6], ivs.count)))
    return false;
  return parse_region(p, custom_add_region(p, state, &args[0]), ivs.data, ivs.count, false);
}

static void print_bounds(Printer *p, const Operation *op, const char *before, const CustomArg *arg) {
  Span values = custom_span(op, arg);
  print_text(p, before);
  print_operands(p, op, values);
  print_text(p, " : ");
  print_operand_types(p, op, values);
}

static void print_loop_control(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const Region *region = custom_region(op, &args[0]);
  const Block *entry = region->first;
  if (entry && entry->arg_count) {
    print_text(p, "control(");
    for (uint32_t i = 0; i < entry->arg_count; i++) {
      if (i) print_text(p, ", ");
      print_typed_operand(p, entry->args[i]);
    }
    print_bounds(p, op, ") = (", &args[1]);
    print_bounds(p, op, ") to (", &args[3]);
    print_bounds(p, op, ")  step (", &args[5]);
    print_text(p, ") ");
  }
  print_region(p, region, false, true, false);
}

// ---------------------------------------------------------------------------------------------
// Routines

// Names that the device knows the function by, each for a device: `@name [#acc.device_type<nvidia>], "name"`
static bool parse_bind(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec symbols = {0}, strings = {0}, symbol_devices = {0}, string_devices = {0};
  do {
    uint32_t at = parser_loc(p);
    A name = parse_attr(p, NULL);
    if (!name) return false;
    bool is_symbol = attr_as_symbol(name) != NULL;
    if (!is_symbol && attr_kind(name) != ATTR_STRING) return parser_op_error_at(p, at, "expected a symbol or a string");
    vec_push(parser_scratch(p), is_symbol ? &symbols : &strings, name);
    if (!parse_device(p, true, is_symbol ? &symbol_devices : &string_devices)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[0], array_of(p, &symbols));
  custom_set_attr(&args[1], array_of(p, &strings));
  custom_set_attr(&args[2], array_of(p, &symbol_devices));
  custom_set_attr(&args[3], array_of(p, &string_devices));
  return true;
}

static void print_bind(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  bool any = false;
  for (uint32_t kind = 0; kind < 2; kind++) {
    const ArrayAttr *names = as_array(custom_attr(op, &args[kind])), *devices = as_array(custom_attr(op, &args[kind + 2]));
    for (uint32_t i = 0; names && devices && i < names->count && i < devices->count; i++) {
      if (any) print_text(p, ", ");
      print_attr(p, names->items[i]);
      print_device(p, devices->items[i]);
      any = true;
    }
  }
}

// `gang`: `(` (`[` devices `]` `,`)? `dim` `:` number (`[` device `]`)?, … `)`
static bool parse_routine_gang(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_L_PAREN)) return set_no_device(p, &args[0]);
  AttrVec alone = {0}, dims = {0}, devices = {0};
  if (!parse_devices(p, &alone) || (alone.count && !parse_comma(p))) return false;
  do {
    if (!parse_keyword(p, "dim") || !parse_colon(p) || !parse_item(p, NULL, &dims) || !parse_device(p, true, &devices)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[0], array_of(p, &alone));
  custom_set_attr(&args[1], array_of(p, &dims));
  custom_set_attr(&args[2], array_of(p, &devices));
  return parse_r_paren(p);
}

static void print_routine_gang(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const ArrayAttr *alone = as_array(custom_attr(op, &args[0])), *dims = as_array(custom_attr(op, &args[1]));
  const ArrayAttr *devices = as_array(custom_attr(op, &args[2]));
  if (!any_of(devices) && only_no_device(alone)) return;
  print_char(p, '(');
  print_devices(p, alone);
  if (any_of(alone) && any_of(devices)) print_text(p, ", ");
  for (uint32_t i = 0; dims && devices && i < dims->count && i < devices->count; i++) {
    print_text(p, i ? ", dim: " : "dim: ");
    print_attr(p, dims->items[i]);
    print_device(p, devices->items[i]);
  }
  print_char(p, ')');
}

// (`(` `[` devices `]` `)`)?
static bool parse_device_list(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_L_PAREN)) return set_no_device(p, &args[0]);
  AttrVec devices = {0};
  if (!parse_devices(p, &devices)) return false;
  custom_set_attr(&args[0], array_of(p, &devices));
  return !devices.count || parse_r_paren(p);
}

static void print_device_list(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const ArrayAttr *devices = as_array(custom_attr(op, &args[0]));
  if (!any_of(devices) || only_no_device(devices)) return;
  print_char(p, '(');
  print_devices(p, devices);
  print_char(p, ')');
}

static const CustomDirective directives[] = {
  {"AccVar", parse_acc_var, print_acc_var, NULL, NULL},
  {"BindName", parse_bind, print_bind, NULL, NULL},
  {"CombinedConstructsLoop", parse_construct, print_construct, NULL, NULL},
  {"DeviceTypeArrayAttr", parse_device_list, print_device_list, NULL, NULL},
  {"DeviceTypeOperands", parse_values, print_values_for, NULL, NULL},
  {"DeviceTypeOperandsWithKeywordOnly", parse_values_or_keyword, print_values_or_keyword, NULL, NULL},
  {"DeviceTypeOperandsWithSegment", parse_groups, print_groups, NULL, NULL},
  {"GangClause", parse_gang, print_gang, NULL, NULL},
  {"acc.LoopControl", parse_loop_control, print_loop_control, NULL, NULL},
  {"NumGangs", parse_groups, print_groups, NULL, NULL},
  {"OperandWithKeywordOnly", parse_value_or_unit, print_values_or_unit, NULL, NULL},
  {"OperandsWithKeywordOnly", parse_values_or_unit, print_values_or_unit, NULL, NULL},
  {"RecipeSym", parse_recipe, print_recipe, NULL, NULL},
  {"RoutineGangClause", parse_routine_gang, print_routine_gang, NULL, NULL},
  {"Var", parse_var, print_var, NULL, NULL},
  {"VarPtrType", parse_var_type, print_var_type, NULL, NULL},
  {"WaitClause", parse_wait, print_wait, NULL, NULL},
  {0},
};

void init_acc(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
  format_add_directives(ctx, acc_older_directives);
}
