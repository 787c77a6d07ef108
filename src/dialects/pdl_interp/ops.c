// The pdl_interp dialect (https://mlir.llvm.org/docs/Dialects/PDLInterpOps/).
#include "ops/pdl_interp.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/function.h"
#include "dialects/pdl/directives.h"
#include "dialects/pdl/types.h"
#include "ir/interfaces.h"
#include "ir/verifier.h"
#include "ops/op_interfaces.h"
#include "ops/pdl.h"

// custom<CreateOperationOpResults>($types, type($types), $inferred): (`->` (`<` `inferred` `>` | `(` operands `:` types `)`))?
static bool parse_results(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_ARROW)) return true;
  if (parser_consume_if(p, TOK_LESS)) {
    custom_set_attr(&args[2], attr_unit(parser_context(p)));
    return parse_keyword(p, "inferred") && parse_greater(p);
  }
  OperandVec operands = {0};
  TypeVec types = {0};
  if (!parse_l_paren(p) || !parse_operand_list(p, &operands, DELIM_NONE) || !parse_colon_type_list(p, &types) || !parse_r_paren(p)) return false;
  for (uint32_t i = 0; i < operands.count; i++) *custom_add_operand(p, &args[0]) = operands.data[i];
  for (uint32_t i = 0; i < types.count; i++) custom_add_type(p, &args[1], types.data[i]);
  return true;
}

static void print_results(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span operands = custom_span(op, &args[0]);
  if (custom_attr(op, &args[2])) {
    print_text(p, " -> <inferred>");
  } else if (span_size(operands)) {
    print_text(p, " -> (");
    print_operands(p, op, operands);
    print_text(p, " : ");
    print_operand_types(p, op, operands);
    print_char(p, ')');
  }
}

static const CustomDirective directives[] = {
  {"CreateOperationOpAttributes", parse_pdl_attributes, print_pdl_attributes, NULL, NULL},
  {"CreateOperationOpResults", parse_results, print_results, NULL, NULL},
  {"RangeType", parse_pdl_range_type, print_pdl_range_type, NULL, NULL},
  {0},
};

void init_pdl_interp(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

bool parse_pdl_interp_func(Parser *p, OpState *state) { return parse_plain_function(p, state); }

void print_pdl_interp_func(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_plain_function(p, op);
}

// foreach ::= argument `:` type `in` operand region attr-dict `->` successor
bool parse_pdl_interp_foreach(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Argument variable = {0};
  Operand range;
  NamedAttrVec attrs = {0};
  if (!parse_argument(p, &variable, true, false) || !parse_keyword_msg(p, "in", " after loop variable") || !parse_operand(p, &range) ||
      !resolve_one(p, state, &range, pdl_range(ctx, variable.type)) || !parse_region(p, op_state_add_region(state), &variable, 1, false) ||
      !parse_optional_attr_dict(p, &attrs))
    return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  Block *successor = parser_expect(p, TOK_ARROW, "expected '->'") ? parse_successor(p) : NULL;
  if (!successor) return false;
  vec_push(state->arena, &state->successors, successor);
  return true;
}

void print_pdl_interp_foreach(Printer *p, const Operation *op) {
  static const char *const elided[] = {NULL};
  const Value *variable = op->regions[0].first->args[0];
  print_char(p, ' ');
  print_operand(p, variable);
  print_text(p, " : ");
  print_type(p, variable->type);
  print_text(p, " in ");
  print_operand(p, op_operand(op, 0));
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
  print_optional_attr_dict(p, op, elided);
  print_text(p, " -> ");
  print_successor(p, op_successor(op, 0));
}

bool verify_pdl_interp_foreach(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  if (!body || body->arg_count != 1) return verify_fail(v, op, "requires exactly one argument");
  return pdl_range_element(op_operand_type(op, 0)) == body->args[0]->type || verify_fail(v, op, "operand must be a range of loop variable type");
}

bool verify_pdl_interp_create_operation(Verifier *v, const Operation *op) {
  if (!op_prop_at(op, PDL_INTERP_CREATE_OPERATION_INFERRED_RESULT_TYPES)) return true;
  if (span_size(op_operands_named(op, "inputResultTypes"))) return verify_fail(v, op, "with inferred results cannot also have explicit result types");
  Str name = attr_str(op_prop_at(op, PDL_INTERP_CREATE_OPERATION_NAME));
  const OpDef *def = context_op(v->ctx, name);
  if (def && !op_def_has(def, TRAIT_UNREGISTERED) &&
      (op_def_has(def, TRAIT_INFER_TYPES | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) || ask_infer_type(def)))
    return true;
  return verify_fail(v, op, "has inferred results, but the created operation '%.*s' does not support result type inference (or is not registered)", STR_ARG(name));
}

// As many blocks as values.
bool verify_pdl_interp_switch(Verifier *v, const Operation *op) {
  A values = op_attr(op, "caseValues");
  uint64_t count = attr_kind(values) == ATTR_ARRAY ? ((const ArrayAttr *)values)->count : dense_count(values);
  return count == op->successor_count - 1u ||
         verify_fail(v, op, "expected number of cases to match the number of case values, got %u but expected %llu", op->successor_count - 1, (unsigned long long)count);
}
