// The async dialect (https://mlir.llvm.org/docs/Dialects/AsyncDialect/).
#include "ops/async.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/async/types.h"
#include "dialects/common/function.h"
#include "ir/region_flow.h"
#include "ir/verifier.h"
#include "rules/async.h"

T async_value_element(T type) { return type->def == &async_value_type ? (T)(uintptr_t)((const ParamsType *)type)->words[0] : NULL; }
T type_async_value(Context *ctx, T element) { return type_from_params(ctx, &async_value_type, (const uint64_t[]){param_word(element)}); }
T build_async_group(Context *ctx) { return type_from_params(ctx, &async_group_type, NULL); }
T async_value_of(Context *ctx, T type) {
  (void)ctx;
  return async_value_element(type);
}

T parse_async_value(Parser *p, const TypeDef *def) {
  (void)def;
  T element;
  return parse_less(p) && (element = parse_type(p)) && parse_greater(p) ? type_async_value(parser_context(p), element) : NULL;
}

void print_async_value(Printer *p, T type) {
  print_char(p, '<');
  print_type(p, async_value_element(type));
  print_char(p, '>');
}

// custom<AwaitResultType>(type($operand), type($result)): the type of the operand
static bool parse_await_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T type = parse_type(p);
  if (!type) return false;
  custom_add_type(p, &args[0], type);
  if (async_value_element(type)) custom_add_type(p, &args[1], async_value_element(type));
  return true;
}

static void print_await_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_type(p, custom_type(op, &args[0], 0));
}

static const CustomDirective directives[] = {{"AwaitResultType", parse_await_type, print_await_type, NULL, NULL}, {0}};

void init_async(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

bool erase_empty_group(Greedy *g, Operation *op) {
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next)
    if (!op_is(use->owner, OP_ASYNC_AWAIT_ALL)) return greedy_no_match(g, op, "something is done with the group");
  while (op_result(op, 0)->uses) greedy_erase(g, op_result(op, 0)->uses->owner);
  return greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// async.execute

typedef struct ExecuteArgs {
  OperandVec values;
  ArgumentVec args;
  TypeVec types;
} ExecuteArgs;

static bool parse_execute_arg(Parser *p, void *data) {
  ExecuteArgs *self = data;
  Operand value;
  Argument arg = {0};
  T type;
  if (!parse_operand(p, &value) || !parse_keyword(p, "as") || !parse_argument(p, &arg, false, false) || !parse_colon_type(p, &type)) return false;
  arg.type = async_value_element(type);
  if (!arg.type) return parser_op_error(p, "what is unwrapped is not an async value");
  vec_push(parser_scratch(p), &self->values, value);
  vec_push(parser_scratch(p), &self->args, arg);
  vec_push(parser_scratch(p), &self->types, type);
  return true;
}

// execute ::= (`[` operands `]`)? (`(` (operand `as` argument `:` type),* `)`)? arrow-types? attr-dict-with-keyword region
bool parse_async_execute(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  T token = type_from_params(ctx, &async_token_type, NULL);
  OperandVec tokens = {0};
  ExecuteArgs list = {0};
  TypeVec results = {0};
  NamedAttrVec attrs = {0};
  if (!parse_operand_list(p, &tokens, DELIM_OPTIONAL_SQUARE) || !resolve_operands_same(p, state, &tokens, token)) return false;
  uint32_t at = parser_loc(p);
  if (!parse_list(p, DELIM_OPTIONAL_PAREN, parse_execute_arg, &list, "") || !resolve_operands(p, state, &list.values, list.types.data, list.types.count, at)) return false;
  op_state_operand_segments(state, (int32_t[]){(int32_t)tokens.count, (int32_t)list.values.count}, 2);
  op_state_add_type(state, token);
  if (!parse_optional_arrow_type_list(p, &results) || !parse_optional_attr_dict_with_keyword(p, &attrs)) return false;
  op_state_add_types(state, results.data, results.count);
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, list.args.data, list.args.count, false)) return false;
  ensure_terminator(p, body, OP_ASYNC_YIELD, state->loc);
  return true;
}

void print_async_execute(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", NULL};
  Span tokens = op_operands_named(op, "dependencies"), values = op_operands_named(op, "bodyOperands");
  const Block *body = op->regions[0].first;
  if (span_size(tokens)) {
    print_text(p, " [");
    print_operands(p, op, tokens);
    print_char(p, ']');
  }
  if (span_size(values)) {
    print_text(p, " (");
    for (uint32_t i = values.begin; i < values.end; i++) {
      if (i > values.begin) print_text(p, ", ");
      print_operand(p, op_operand(op, i));
      print_text(p, " as ");
      if (i - values.begin < body->arg_count) print_operand(p, body->args[i - values.begin]);
      print_text(p, ": ");
      print_type(p, op_operand_type(op, i));
    }
    print_char(p, ')');
  }
  if (op->result_count > 1) {
    bool is_one = op->result_count == 2;
    print_text(p, is_one ? " -> " : " -> (");
    print_result_types(p, op, (Span){1, op->result_count});
    if (!is_one) print_char(p, ')');
  }
  print_optional_attr_dict_with_keyword(p, op, elided);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
}

bool verify_async_execute_regions(Verifier *v, const Operation *op) {
  Span values = op_operands_named(op, "bodyOperands");
  const Block *body = op->regions[0].first;
  bool fits = body->arg_count == span_size(values);
  for (uint32_t i = 0; fits && i < body->arg_count; i++) fits = async_value_element(op_operand_type(op, values.begin + i)) == body->args[i]->type;
  return fits || verify_fail(v, op, "async body region argument types do not match the execute operation arguments types");
}

// Into the body once, and behind; values are unwrapped and wrapped, so nothing is the same.
void flow_of_async_execute(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  static const ValueRange none;
  (void)constants;
  if (point == op) flow_to(out, 0, none, none);
  else flow_to(out, FLOW_PARENT, none, none);
}

// ---------------------------------------------------------------------------------------------
// Functions

bool parse_async_func(Parser *p, OpState *state) { return parse_plain_function(p, state); }

void print_async_func(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_plain_function(p, op);
}

static const FunctionType *type_of_func(const Operation *op) {
  A type = op_prop_at(op, ASYNC_FUNC_FUNCTION_TYPE);
  return type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
}

bool verify_async_func(Verifier *v, const Operation *op) {
  const FunctionType *type = type_of_func(op);
  if (!type) return true;
  if (!type->result_count) return verify_fail(v, op, "result is expected to be at least of size 1, but got 0");
  for (uint32_t i = 0; i < type->result_count; i++) {
    T result = type->types[type->input_count + i];
    bool is_token = result->def == &async_token_type;
    if (!is_token && !async_value_element(result))
      return verify_fail(v, op, "result type must be async value type or async token type, but got '%s'", type_text(v->ctx, result));
    if (is_token && i) return verify_fail(v, op, " results' (optional) async token type is expected to appear as the 1st return value, but got %u", i + 1);
  }
  return true;
}

bool verify_async_return(Verifier *v, const Operation *op) {
  const Operation *function = op_parent(op);
  while (function && !op_is(function, OP_ASYNC_FUNC)) function = op_parent(function);
  const FunctionType *type = function ? type_of_func(function) : NULL;
  if (!type) return true;
  uint32_t first = type->input_count, end = first + type->result_count;
  if (first < end && type->types[first]->def == &async_token_type) first++;
  bool fits = end - first == op->operand_count;
  for (uint32_t i = 0; fits && i < op->operand_count; i++) fits = async_value_element(type->types[first + i]) == op_operand_type(op, i);
  return fits || verify_fail(v, op, "operand types do not match the types returned from the parent FuncOp");
}

bool verify_async_await(Verifier *v, const Operation *op) {
  T type = op_operand_type(op, 0), element = async_value_element(type);
  if (!element) return !op->result_count || verify_fail(v, op, "awaiting on a token must have empty result");
  if (!op->result_count) return true;
  return op_result_type(op, 0) == element || verify_fail(v, op, "result type '%s' does not match async value type '%s'", type_text(v->ctx, op_result_type(op, 0)),
                                                         type_text(v->ctx, element));
}

bool verify_async_call_symbols(Verifier *v, const Operation *op) {
  A callee = op_prop_at(op, ASYNC_CALL_CALLEE);
  const Operation *function = symbol_lookup(v->symbols, op, callee);
  const FunctionType *type = op_is(function, OP_ASYNC_FUNC) ? type_of_func(function) : NULL;
  if (!type) return verify_fail(v, op, "'%.*s' does not reference a valid async function", STR_ARG(attr_symbol_root(callee)));
  if (type->input_count != op->operand_count) return verify_fail(v, op, "incorrect number of operands for callee");
  for (uint32_t i = 0; i < type->input_count; i++)
    if (op_operand_type(op, i) != type->types[i])
      return verify_fail(v, op, "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %u", type_text(v->ctx, type->types[i]),
                         type_text(v->ctx, op_operand_type(op, i)), i);
  if (type->result_count != op->result_count) return verify_fail(v, op, "incorrect number of results for callee");
  for (uint32_t i = 0; i < type->result_count; i++)
    if (op_result_type(op, i) != type->types[type->input_count + i]) return verify_fail(v, op, "result type mismatch at index %u", i);
  return true;
}

A callee_of_async_call(const Operation *op) { return op_prop_at(op, ASYNC_CALL_CALLEE); }
Span arguments_of_async_call(const Operation *op) { return (Span){0, op->operand_count}; }
