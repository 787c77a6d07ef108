// How tosa's operations are written.
#include <stdlib.h>

#include "ops/tosa.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/fold.h"
#include "ir/text.h"
#include "ir/type.h"

// ---------------------------------------------------------------------------------------------
// operands `{` name `=` value … `}` `:` `(` types `)` `->` types: values of enums are bare words

static bool parse_entry(Parser *p, OpState *state) {
  Str name;
  if (!parse_any_keyword_or_string(p, &name) || !parse_equal(p)) return false;
  int slot = op_prop_slot(state->def, name);
  const AttrConstraint *type = slot >= 0 ? def_attr_type(state->def, (uint32_t)slot) : NULL;
  const AttrDef *def = type && type->attr_def ? state->def->table->attr_defs[type->attr_def] : NULL;
  A value;
  Str word;
  uint32_t at = parser_loc(p);
  if (def && parse_optional_any_keyword(p, &word)) {
    int64_t number;
    const EnumDef *cases = (const EnumDef *)((const ParamsDef *)def->params)->params[0].def;
    if (!enum_value(cases, word, &number)) return parser_error_at(p, at, "invalid %.*s value: %.*s", STR_ARG(name), STR_ARG(word));
    value = attr_from_params(parser_context(p), def, (const uint64_t[]){(uint64_t)number});
  } else if (!(value = parse_attr(p, NULL))) {
    return false;
  }
  op_state_set_attr(state, name, value);
  return true;
}

bool parse_tosa_op(Parser *p, OpState *state) {
  OperandVec operands = {0};
  TypeVec types = {0};
  uint32_t at = parser_loc(p);
  if (!parse_operand_list(p, &operands, DELIM_NONE)) return false;
  if (parser_consume_if(p, TOK_L_BRACE) && parser_kind(p) != TOK_R_BRACE) {
    do {
      if (!parse_entry(p, state)) return false;
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_brace(p)) return false;
  }
  if (!parse_colon(p)) return false;
  T type = parse_type(p);
  if (!type) return false;
  const FunctionType *function = type_as_function(type);
  if (!function) return parser_error_at(p, at, "invalid kind of type specified: expected builtin.function, but found %s", type_text(parser_context(p), type));
  for (uint32_t i = 0; i < function->input_count; i++) vec_push(parser_scratch(p), &types, function->types[i]);
  for (uint32_t i = 0; i < function->result_count; i++) op_state_add_type(state, function->types[function->input_count + i]);
  return resolve_operands(p, state, &operands, types.data, types.count, at);
}

static int compare_names(const void *a, const void *b) { return str_compare(attr_str(((const NamedAttr *)a)->name), attr_str(((const NamedAttr *)b)->name)); }

// The case of an enum's attribute; NULL: it is another.
static const char *case_of(A value) {
  const ParamsDef *params = value->def->kind == ATTR_DIALECT ? value->def->params : NULL;
  if (!params || params->count != 1 || params->params[0].kind != PARAM_ENUM) return NULL;
  return enum_name((const EnumDef *)params->params[0].def, (int64_t)attr_param(value, 0));
}

void print_tosa_op(Printer *p, const Operation *op) {
  Arena arena;
  arena_init(&arena, &printer_context(p)->mem);
  VEC(NamedAttr) attrs = {0};
  for (uint32_t i = 0; i < op->def->attr_count; i++) {
    A value = op_prop_at(op, i);
    if (!value) continue;
    const OpAttrDef *def = &def_attrs(op->def)[i];
    if (def->flags & ATTR_DEFAULT && value == op_default_attr(printer_context(p), op->def, i)) continue;
    vec_push(&arena, &attrs, ((NamedAttr){attr_string(printer_context(p), str_from(def_text(op->def, def->name))), value}));
  }
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(&arena, &attrs, op->attrs[i]);
  if (attrs.count) qsort(attrs.data, attrs.count, sizeof *attrs.data, compare_names);
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  if (attrs.count) print_text(p, " {");
  for (uint32_t i = 0; i < attrs.count; i++) {
    const char *word = case_of(attrs.data[i].value);
    if (i) print_text(p, ", ");
    print_keyword_or_string(p, attr_str(attrs.data[i].name));
    print_text(p, " = ");
    if (word) print_text(p, word);
    else print_attr(p, attrs.data[i].value);
  }
  if (attrs.count) print_char(p, '}');
  arena_free(&arena);
  print_text(p, " : ");
  print_functional_type(p, op);
}

// ---------------------------------------------------------------------------------------------
// cond_if, while_loop

static bool parse_attrs_after(Parser *p, OpState *state, bool (*read)(Parser *, NamedAttrVec *)) {
  NamedAttrVec attrs = {0};
  if (!read(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

// (`(` `%x` `=` operand (`,` …)* `)`)?: arguments of the regions, and what they begin with
static bool parse_bindings(Parser *p, ArgumentVec *args, OperandVec *inits) { return parse_optional_assignment_list(p, args, inits) != PARSE_FAILED; }

static bool parse_results(Parser *p, OpState *state, T type, OperandVec *inits, uint32_t at) {
  const FunctionType *function = type_as_function(type);
  if (!function) return parser_error_at(p, at, "expected function type");
  for (uint32_t i = 0; i < function->result_count; i++) op_state_add_type(state, function->types[function->input_count + i]);
  return resolve_operands(p, state, inits, function->types, function->input_count, at);
}

bool parse_tosa_cond_if(Parser *p, OpState *state) {
  ArgumentVec args = {0};
  OperandVec inits = {0};
  Operand condition;
  T type;
  if (!parse_operand(p, &condition) || !parse_bindings(p, &args, &inits) || !parse_colon_type(p, &type) || !resolve_one(p, state, &condition, type)) return false;
  uint32_t at = parser_loc(p);
  if (!inits.count) {
    if (!parse_optional_arrow_type_list(p, &state->types)) return false;
  } else {
    T function = parse_type(p);
    if (!function || !parse_results(p, state, function, &inits, at)) return false;
  }
  Region *then_graph = op_state_add_region(state), *else_graph = op_state_add_region(state);
  if (!parse_region(p, then_graph, NULL, 0, false)) return false;
  if (parse_optional_keyword(p, "else") && !parse_region(p, else_graph, NULL, 0, false)) return false;
  return parse_attrs_after(p, state, parse_optional_attr_dict);
}

void print_tosa_cond_if(Printer *p, const Operation *op) {
  static const char *const elided[] = {NULL};
  const Region *then_graph = &op->regions[0], *else_graph = &op->regions[1];
  bool has_inputs = op->operand_count > 1;
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  if (has_inputs) print_assignments(p, " ", then_graph->first->args, op->operand_count - 1, op, 1);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  if (has_inputs) {
    print_text(p, " (");
    print_operand_types(p, op, (Span){1, op->operand_count});
    print_char(p, ')');
  }
  if (op->result_count || has_inputs) {
    bool is_list = op->result_count != 1;
    print_text(p, is_list ? " -> (" : " -> ");
    print_result_types(p, op, (Span){0, op->result_count});
    if (is_list) print_char(p, ')');
  }
  print_char(p, ' ');
  print_region(p, then_graph, true, true, false);
  if (else_graph->first) {
    print_text(p, " else ");
    print_region(p, else_graph, true, true, false);
  }
  print_optional_attr_dict(p, op, elided);
}

bool parse_tosa_while_loop(Parser *p, OpState *state) {
  ArgumentVec args = {0};
  OperandVec inits = {0};
  Region *condition = op_state_add_region(state), *body = op_state_add_region(state);
  if (!parse_bindings(p, &args, &inits) || !parse_colon(p)) return false;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type || !parse_results(p, state, type, &inits, at)) return false;
  const FunctionType *function = type_as_function(type);
  for (uint32_t i = 0; i < args.count && i < function->input_count; i++) args.data[i].type = function->types[i];
  return parse_region(p, condition, args.data, args.count, false) && parse_keyword(p, "do") && parse_region(p, body, NULL, 0, false) &&
         parse_attrs_after(p, state, parse_optional_attr_dict_with_keyword);
}

void print_tosa_while_loop(Printer *p, const Operation *op) {
  static const char *const elided[] = {NULL};
  print_assignments(p, " ", op->regions[0].first->args, op->operand_count, op, 0);
  print_text(p, " : ");
  print_functional_type(p, op);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
  print_text(p, " do ");
  print_region(p, &op->regions[1], true, true, false);
  print_optional_attr_dict_with_keyword(p, op, elided);
}

// ---------------------------------------------------------------------------------------------
// custom<VariableOpTypeOrInitialValue>($shape, $type, $value): `:` type, or `=` value

// What is not known is -1.
static A shape_attr(Parser *p, T type) {
  const ShapedType *shape = type_as_shaped(type);
  uint64_t rank = shape ? shape->rank : 0;
  T of_shape = type_tensor(parser_context(p), (const int64_t[]){(int64_t)rank}, 1, parser_context(p)->types.index, NULL);
  int64_t *dims = arena_new(parser_scratch(p), int64_t, rank + 1);
  for (uint64_t i = 0; dims && i < rank; i++) dims[i] = shape->dims[i] == DYNAMIC ? -1 : shape->dims[i];
  return attr_dense(parser_context(p), of_shape, false, dims, dims ? rank * sizeof *dims : 0);
}

static bool parse_variable(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  Context *ctx = parser_context(p);
  T type;
  (void)state, (void)count;
  if (parser_consume_if(p, TOK_EQUAL)) {
    A value = parse_attr(p, NULL);
    if (!value) return false;
    type = attr_value_type(value);
    custom_set_attr(&args[2], value);
  } else if (!parse_colon_type(p, &type)) {
    return false;
  }
  if (!type || type_kind(type) != TYPE_TENSOR) return parser_op_error_at(p, parser_loc(p), "expected ranked type");
  custom_set_attr(&args[0], shape_attr(p, type));
  custom_set_attr(&args[1], attr_type(ctx, type_element(type)));
  return true;
}

static void print_variable(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  A value = custom_attr(op, &args[2]), shape = custom_attr(op, &args[0]), element = custom_attr(op, &args[1]);
  (void)count;
  if (value) {
    print_text(p, "= ");
    print_attr(p, value);
    return;
  }
  int64_t dims[64];
  uint32_t rank = 0;
  for (uint64_t i = 0; i < dense_count(shape) && rank < countof(dims); i++) {
    int64_t dim = attr_to_i64(dense_element_attr(printer_context(p), shape, i));
    dims[rank++] = dim == -1 ? DYNAMIC : dim;
  }
  print_text(p, ": ");
  print_type(p, type_tensor(printer_context(p), dims, rank, ((const TypeAttr *)element)->type, NULL));
}

static const CustomDirective directives[] = {{"VariableOpTypeOrInitialValue", parse_variable, print_variable, NULL}, {0}};

void init_tosa(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

// A constant of a folded value.
Operation *materialize_tosa_constant(Folder *folder, A value, T type, Loc loc) {
  bool is_shape = type->def == &tosa_shape_type;
  if (!attr_is_elements(value)) return NULL;
  folder->builder->loc = loc;
  OpState *state = builder_begin(folder->builder, is_shape ? OP_TOSA_CONST_SHAPE : OP_TOSA_CONST);
  op_state_set_prop(state, is_shape ? TOSA_CONST_SHAPE_VALUES : TOSA_CONST_VALUES, value);
  op_state_add_type(state, type);
  return builder_finish(folder->builder);
}
