// The ml_program dialect: programs of machine learning.
#include "ops/ml_program.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/function.h"

// ---------------------------------------------------------------------------------------------
// #ml_program.extern: a value from outside, of the type behind it

A parse_ml_program_extern(Parser *p, const AttrDef *def, T type) {
  if (parser_consume_if(p, TOK_COLON) && !(type = parse_type(p))) return NULL;
  uint64_t word = param_word(type ? type : parser_context(p)->types.none);
  return attr_from_params(parser_context(p), def, &word);
}

void print_ml_program_extern(Printer *p, A attr) { (void)p, (void)attr; }

T ml_program_extern_type(A attr) { return attr_param_type(attr, 0); }

const char *ml_program_alias_of(A attr, uint32_t release) {
  (void)release;
  return attr->def == &ml_program_extern_attr ? "extern" : NULL;
}

// ---------------------------------------------------------------------------------------------
// Directives

// custom<TokenOrdering>($consumeTokens, type($produceToken)): ` ordering(%a, %b -> !ml_program.token)`, or nothing
static bool parse_ordering(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parse_optional_keyword(p, "ordering") || !parse_l_paren(p)) return true;
  if (parser_consume_if(p, TOK_L_PAREN)) {
    if (!parse_r_paren(p)) return false;
  } else if (!parse_operand_list(p, args[0].operands, DELIM_NONE)) {
    return false;
  }
  T type;
  if (!parser_expect(p, TOK_ARROW, "expected '->'") || !(type = parse_type(p))) return false;
  custom_add_type(p, &args[1], type);
  return parse_r_paren(p);
}

static void print_ordering(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span tokens = custom_span(op, &args[0]);
  T type = custom_type(op, &args[1], 0);
  if (!span_size(tokens) && !type) return;
  print_text(p, " ordering(");
  if (span_size(tokens)) print_operands(p, op, tokens);
  else print_text(p, "()");
  if (type) {
    print_text(p, " -> ");
    print_type(p, type);
  }
  print_char(p, ')');
}

// custom<TypedInitialValue>($type, $value): (`(` value `)`)? `:` type
static bool parse_typed_value(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (parser_consume_if(p, TOK_L_PAREN)) {
    A value = parse_attr(p, NULL);
    if (!value || !parse_r_paren(p)) return false;
    custom_set_attr(&args[1], value);
  }
  T type;
  if (!parse_colon_type(p, &type)) return false;
  custom_set_attr(&args[0], attr_type(parser_context(p), type));
  return true;
}

static void print_typed_value(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A value = custom_attr(op, &args[1]);
  if (value) {
    print_char(p, '(');
    print_attr(p, value);
    print_char(p, ')');
  }
  print_text(p, " : ");
  print_attr(p, custom_attr(op, &args[0]));
}

static bool parse_visibility(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  static const char *const words[] = {"public", "private", "nested"};
  for (uint32_t i = 0; i < countof(words); i++) {
    if (!parse_optional_keyword(p, words[i])) continue;
    custom_set_attr(&args[0], attr_string(parser_context(p), str_from(words[i])));
    return true;
  }
  return parser_op_error_at(p, parser_loc(p), "expected 'public', 'private', or 'nested'");
}

static void print_visibility(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A visibility = custom_attr(op, &args[0]);
  if (visibility) print_str(p, attr_str(visibility));
  else print_text(p, "public");
}

static const CustomDirective directives[] = {
  {"TokenOrdering", parse_ordering, print_ordering, NULL, NULL},
  {"TypedInitialValue", parse_typed_value, print_typed_value, NULL, NULL},
  {"ml_program.SymbolVisibility", parse_visibility, print_visibility, NULL, NULL},
  {0},
};

void init_ml_program(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

// ---------------------------------------------------------------------------------------------
// Verification

bool verify_ml_program_global(Verifier *v, const Operation *op) {
  if (op_prop_at(op, ML_PROGRAM_GLOBAL_IS_MUTABLE) || op_prop_at(op, ML_PROGRAM_GLOBAL_VALUE)) return true;
  return verify_fail(v, op, "immutable global must have an initial value");
}

static bool check_results(Verifier *v, const Operation *op, const char *gives, const char *what) {
  const Operation *function = op_parent(op);
  A held = op_prop(function, "function_type");
  const FunctionType *type = type_as_function(((const TypeAttr *)held)->type);
  const T *results = type->types + type->input_count;
  Str name = symbol_name(function);
  if (op->operand_count != type->result_count)
    return verify_fail(v, op, "has %u operands, but enclosing function (@%.*s) %s %u", op->operand_count, STR_ARG(name), gives, type->result_count);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) != results[i])
      return verify_fail_plain(v, op, "type of %s operand %u ('%s') doesn't match function result type ('%s') in function @%.*s", what, i,
                               type_text(v->ctx, op_operand_type(op, i)), type_text(v->ctx, results[i]), STR_ARG(name));
  return true;
}

bool verify_ml_program_return(Verifier *v, const Operation *op) { return check_results(v, op, "returns", "return"); }
bool verify_ml_program_output(Verifier *v, const Operation *op) { return check_results(v, op, "outputs", "output"); }

// The variable that the operation names; NULL: it was reported.
static const Operation *global_of(Verifier *v, const Operation *op, A name) {
  const Operation *global = symbol_lookup(v->symbols, op_parent(op), name);
  if (op_is(global, OP_ML_PROGRAM_GLOBAL)) return global;
  verify_fail(v, op, "undefined global: %s", attr_text(v->ctx, name));
  return NULL;
}

// NULL: its text has an error.
static T type_of_global(const Operation *global) {
  A type = op_prop_at(global, ML_PROGRAM_GLOBAL_TYPE);
  return type ? ((const TypeAttr *)type)->type : NULL;
}

static bool check_load(Verifier *v, const Operation *op, A name, bool constant) {
  const Operation *global = global_of(v, op, name);
  if (!global) return false;
  if (!type_of_global(global)) return true;
  if (constant && op_prop_at(global, ML_PROGRAM_GLOBAL_IS_MUTABLE))
    return verify_fail(v, op, "cannot load as const from mutable global %s", attr_text(v->ctx, name));
  T type = type_of_global(global), result = op_result_type(op, 0);
  return type == result || verify_fail(v, op, "cannot load from global typed '%s' as '%s'", type_text(v->ctx, type), type_text(v->ctx, result));
}

static bool check_store(Verifier *v, const Operation *op, A name) {
  const Operation *global = global_of(v, op, name);
  if (!global) return false;
  if (!type_of_global(global)) return true;
  if (!op_prop_at(global, ML_PROGRAM_GLOBAL_IS_MUTABLE))
    return verify_fail(v, op, "cannot store to an immutable global %s", attr_text(v->ctx, name));
  T type = type_of_global(global), value = op_operand_type(op, 0);
  return type == value || verify_fail(v, op, "cannot store to a global typed '%s' from '%s'", type_text(v->ctx, type), type_text(v->ctx, value));
}

bool verify_ml_program_global_load_symbols(Verifier *v, const Operation *op) {
  return check_load(v, op, op_prop_at(op, ML_PROGRAM_GLOBAL_LOAD_GLOBAL), false);
}
bool verify_ml_program_global_load_const_symbols(Verifier *v, const Operation *op) {
  return check_load(v, op, op_prop_at(op, ML_PROGRAM_GLOBAL_LOAD_CONST_GLOBAL), true);
}
bool verify_ml_program_global_load_graph_symbols(Verifier *v, const Operation *op) {
  return check_load(v, op, op_prop_at(op, ML_PROGRAM_GLOBAL_LOAD_GRAPH_GLOBAL), false);
}
bool verify_ml_program_global_store_symbols(Verifier *v, const Operation *op) {
  return check_store(v, op, op_prop_at(op, ML_PROGRAM_GLOBAL_STORE_GLOBAL));
}
bool verify_ml_program_global_store_graph_symbols(Verifier *v, const Operation *op) {
  return check_store(v, op, op_prop_at(op, ML_PROGRAM_GLOBAL_STORE_GRAPH_GLOBAL));
}

// ---------------------------------------------------------------------------------------------
// Names of results: of the variable that is read

static void name_after(Printer *p, const Operation *op, A global) {
  const SymbolRefAttr *path = attr_as_symbol(global);
  if (path) printer_suggest_name(p, op_result(op, 0), attr_str(path->path[path->count - 1]));
}

void name_ml_program_global_load(Printer *p, const Operation *op) { name_after(p, op, op_prop_at(op, ML_PROGRAM_GLOBAL_LOAD_GLOBAL)); }
void name_ml_program_global_load_const(Printer *p, const Operation *op) { name_after(p, op, op_prop_at(op, ML_PROGRAM_GLOBAL_LOAD_CONST_GLOBAL)); }
