// Custom forms of the emitc dialect.
#include "dialects/emitc/emitc.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/fold_util.h"
#include "dialects/common/function.h"

static bool take_attrs(Parser *p, OpState *state, bool with_keyword) {
  NamedAttrVec attrs = {0};
  if (!(with_keyword ? parse_optional_attr_dict_with_keyword(p, &attrs) : parse_optional_attr_dict(p, &attrs))) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

// ---------------------------------------------------------------------------------------------
// emitc.do: region `while` region

bool parse_emitc_do(Parser *p, OpState *state) {
  Region *body = op_state_add_region(state), *condition = op_state_add_region(state);
  if (!parse_region(p, body, NULL, 0, false) || !parse_keyword(p, "while") || !parse_region(p, condition, NULL, 0, false)) return false;
  if (region_is_empty(body)) block_append(body, block_new(state->module));
  return take_attrs(p, state, true);
}

void print_emitc_do(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
  print_text(p, " while ");
  print_region(p, &op->regions[1], true, true, false);
  print_optional_attr_dict_with_keyword(p, op, NULL);
}

// ---------------------------------------------------------------------------------------------
// emitc.expression: operands `noinline`? `:` function-type region, whose arguments are named as the operands

bool parse_emitc_expression(Parser *p, OpState *state) {
  OperandVec operands = {0};
  ArgumentVec args = {0};
  T type;
  if (!parse_operand_list(p, &operands, DELIM_NONE)) return false;
  if (parse_optional_keyword(p, "noinline")) op_state_set_prop(state, EMITC_EXPRESSION_DO_NOT_INLINE, attr_unit(parser_context(p)));
  if (!parse_colon_type(p, &type)) return false;
  const FunctionType *function = type_as_function(type);
  if (!function) return parser_op_error_at(p, parser_loc(p), "expected function type");
  if (!resolve_operands(p, state, &operands, function->types, function->input_count, parser_loc(p))) return false;
  if (function->result_count != 1) return parser_op_error_at(p, parser_loc(p), "expected single return type");
  op_state_add_type(state, function->types[function->input_count]);
  for (uint32_t i = 0; i < operands.count; i++) {
    Argument *arg = vec_add(parser_scratch(p), &args);
    *arg = (Argument){.name = operands.data[i], .type = function->types[i]};
  }
  Region *body = op_state_add_region(state);
  return parse_region(p, body, args.data, args.count, true);
}

// As mlir-opt 22, which does not write `noinline`.
void print_emitc_expression(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  print_text(p, " : ");
  print_functional_type(p, op);
  print_char(p, ' ');
  if (op->operand_count) {
    Value **names = arena_new(&printer_module(p)->arena, Value *, op->operand_count);
    for (uint32_t i = 0; names && i < op->operand_count; i++) names[i] = op_operand(op, i);
    if (names) printer_shadow_arg_names(p, &op->regions[0], names, op->operand_count);
  }
  print_region(p, &op->regions[0], false, true, false);
}

// ---------------------------------------------------------------------------------------------
// emitc.for: argument `=` operand `to` operand `step` operand (`:` type)? region attr-dict

bool parse_emitc_for(Parser *p, OpState *state) {
  Argument iv = {0};
  Operand bounds[3];
  if (!parse_argument(p, &iv, false, false) || !parse_equal(p) || !parse_operand(p, &bounds[0]) || !parse_keyword(p, "to") ||
      !parse_operand(p, &bounds[1]) || !parse_keyword(p, "step") || !parse_operand(p, &bounds[2]))
    return false;
  iv.type = parser_context(p)->types.index;
  if (parser_consume_if(p, TOK_COLON) && !(iv.type = parse_type(p))) return false;
  for (uint32_t i = 0; i < 3; i++)
    if (!resolve_one(p, state, &bounds[i], iv.type)) return false;
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, &iv, 1, false)) return false;
  ensure_terminator(p, body, OP_EMITC_YIELD, state->loc);
  return take_attrs(p, state, false);
}

void print_emitc_for(Printer *p, const Operation *op) {
  const Value *iv = op->regions[0].first->args[0];
  print_char(p, ' ');
  print_operand(p, iv);
  print_text(p, " = ");
  print_operand(p, op_operand(op, 0));
  print_text(p, " to ");
  print_operand(p, op_operand(op, 1));
  print_text(p, " step ");
  print_operand(p, op_operand(op, 2));
  print_char(p, ' ');
  if (!type_is_index(iv->type)) {
    print_text(p, " : ");
    print_type(p, iv->type);
    print_char(p, ' ');
  }
  print_region(p, &op->regions[0], false, false, false);
  print_optional_attr_dict(p, op, NULL);
}

// ---------------------------------------------------------------------------------------------
// emitc.if: operand region (`else` region)? attr-dict

bool parse_emitc_if(Parser *p, OpState *state) {
  Operand condition;
  Region *regions[2] = {op_state_add_region(state), op_state_add_region(state)};
  if (!parse_operand(p, &condition) || !resolve_one(p, state, &condition, parser_context(p)->types.i1)) return false;
  for (uint32_t i = 0; i < 2; i++) {
    if (i && !parse_optional_keyword(p, "else")) break;
    if (!parse_region(p, regions[i], NULL, 0, false)) return false;
    ensure_terminator(p, regions[i], OP_EMITC_YIELD, state->loc);
  }
  return take_attrs(p, state, false);
}

void print_emitc_if(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, false, false);
  if (!region_is_empty(&op->regions[1])) {
    print_text(p, " else ");
    print_region(p, &op->regions[1], false, false, false);
  }
  print_optional_attr_dict(p, op, NULL);
}

// ---------------------------------------------------------------------------------------------
// emitc.include: `<`? string `>`?

bool parse_emitc_include(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Str text;
  bool is_standard = parser_consume_if(p, TOK_LESS);
  if (!parse_optional_string(p, &text)) return parser_op_error(p, "expected string attribute");
  op_state_set_prop(state, EMITC_INCLUDE_INCLUDE, attr_string(ctx, text));
  if (!is_standard) return true;
  op_state_set_prop(state, EMITC_INCLUDE_IS_STANDARD_INCLUDE, attr_unit(ctx));
  return parser_consume_if(p, TOK_GREATER) || parser_op_error(p, "expected trailing '>' for standard include");
}

void print_emitc_include(Printer *p, const Operation *op) {
  bool is_standard = op_prop_at(op, EMITC_INCLUDE_IS_STANDARD_INCLUDE) != NULL;
  print_text(p, is_standard ? " <\"" : " \"");
  print_str(p, attr_str(op_prop_at(op, EMITC_INCLUDE_INCLUDE)));
  print_text(p, is_standard ? "\">" : "\"");
}

// ---------------------------------------------------------------------------------------------
// Types with initial values: type (`=` value)?

static bool parse_typed_value(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  T type = parse_type(p);
  if (!type) return false;
  custom_set_attr(&args[0], attr_type(ctx, type));
  if (!parser_consume_if(p, TOK_EQUAL)) return true;
  A value = parse_attr(p, type->def == &emitc_array_type ? (T)emitc_array_shape(type) : type);
  if (!value) return false;
  AttrKind kind = attr_kind(value);
  if (!attr_is_elements(value) && kind != ATTR_INTEGER && kind != ATTR_FLOAT && !attr_is(value, &emitc_opaque_attr))
    return parser_op_error(p, "initial value should be a integer, float, elements or opaque attribute");
  custom_set_attr(&args[1], value);
  return true;
}

static void print_typed_value(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A value = custom_attr(op, &args[1]);
  print_attr(p, custom_attr(op, &args[0]));
  if (!value) return;
  print_text(p, " = ");
  print_attr_without_type(p, value);
}

static const CustomDirective directives[] = {
  {"EmitCFieldOpTypeAndInitialValue", parse_typed_value, print_typed_value, NULL, NULL},
  {"EmitCGlobalOpTypeAndInitialValue", parse_typed_value, print_typed_value, NULL, NULL},
  {0},
};

void init_emitc(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

// ---------------------------------------------------------------------------------------------
// Functions, calls, constants

bool parse_emitc_func(Parser *p, OpState *state) { return parse_plain_function(p, state); }

// As other functions, but of its own visibility in every release: a declaration need not be private.
void print_emitc_func(Printer *p, const Operation *op) {
  static const char *const elided[] = {"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs", NULL};
  const FunctionType *type = type_as_function(((const TypeAttr *)op_prop_at(op, EMITC_FUNC_FUNCTION_TYPE))->type);
  A visibility = op_attr(op, "sym_visibility");
  print_char(p, ' ');
  if (visibility && attr_kind(visibility) == ATTR_STRING) {
    print_str(p, attr_str(visibility));
    print_char(p, ' ');
  }
  print_symbol_name(p, attr_str(op_prop_at(op, EMITC_FUNC_SYM_NAME)));
  print_function_signature(p, op, type->types, type->input_count, false, type->types + type->input_count, type->result_count);
  print_optional_attr_dict_with_keyword(p, op, elided);
  if (region_is_empty(op_region(op, 0))) return;
  print_char(p, ' ');
  print_region(p, op_region(op, 0), false, true, false);
}

A callee_of_emitc_call(const Operation *op) { return op_prop_at(op, EMITC_CALL_CALLEE); }
Span arguments_of_emitc_call(const Operation *op) { return (Span){0, op->operand_count}; }
bool fold_emitc_constant(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, EMITC_CONSTANT_VALUE));
}

Operation *materialize_emitc_constant(Folder *f, A value, T type, Loc loc) {
  Builder *b = f->builder;
  b->loc = loc;
  OpState *state = builder_begin(b, OP_EMITC_CONSTANT);
  op_state_set_prop(state, EMITC_CONSTANT_VALUE, value);
  op_state_add_type(state, type);
  return builder_finish(b);
}
