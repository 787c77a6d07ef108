// The scf dialect: loops and conditions as regions (https://mlir.llvm.org/docs/Dialects/SCFDialect/).
#include "ops/scf.h"
#include "ops/arith.h"
#include "ops/tensor.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/regions.h"
#include "dialects/common/view_like.h"
#include "ir/fold.h"

// Mapping attributes are gpu's, a pack: without it they are opaque.
static bool is_gpu_attr(A attr, const char *name) {
  const OpaqueAttr *opaque = (const OpaqueAttr *)attr;
  if (attr_kind(attr) != ATTR_OPAQUE) return strcmp(attr->def->dialect, "gpu") == 0 && strcmp(attr->def->name, name) == 0;
  Str text = attr_str(opaque->text);
  size_t size = strlen(name);
  return str_is(attr_str(opaque->dialect), "gpu") && str_starts_with(text, str_from(name)) && text.size > size && text.data[size] == '<';
}
static bool is_masking(A attr) { return is_gpu_attr(attr, "mask"); }

bool check_scf_device_mapping(A attr) {
  static const char *const names[] = {"block", "lane", "memory_space", "thread", "warp", "warpgroup"};
  for (size_t i = 0; i < countof(names); i++)
    if (is_gpu_attr(attr, names[i])) return true;
  return is_masking(attr);
}

#define NO_ARGS NULL, 0, false

static bool parse_attrs(Parser *p, OpState *state, bool with_keyword) {
  NamedAttrVec attrs = {0};
  if (with_keyword ? !parse_optional_attr_dict_with_keyword(p, &attrs) : !parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  return true;
}

static void print_optional_arrow_types(Printer *p, const Operation *op) {
  if (!op->result_count) return;
  print_text(p, " -> ");
  if (op->result_count != 1 || type_kind(op_result_type(op, 0)) == TYPE_FUNCTION) {
    print_char(p, '(');
    print_result_types(p, op, (Span){0, op->result_count});
    print_char(p, ')');
  } else {
    print_result_types(p, op, (Span){0, 1});
  }
}

// if not c then A else B  ->  if c then B else A
bool fold_scf_if(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Region *then_region = op_region(op, 0), *else_region = op_region(op, 1);
  Operation *negation = value_def(op_operand(op, 0));
  if (!else_region->first || !op_is(negation, OP_ARITH_XORI)) return false;
  A one = value_constant(op_operand(negation, 1));
  if (!one || attr_kind(one) != ATTR_INTEGER || attr_to_u64(one) != 1) return false;
  op_set_operand(op, 0, op_operand(negation, 0));
  Block *then_block = then_region->first;
  region_take_blocks(then_region, else_region, then_block);
  block_remove(then_block);
  block_append(else_region, then_block);
  return fold_in_place(folder);
}

// The terminator of the region's block when it is a `name`; otherwise reports `problem`.
static const Operation *expect_terminator(Verifier *v, const Operation *op, const Region *region, uint32_t opcode, const char *problem) {
  const Operation *last = region->first ? region->first->last : NULL;
  if (last && (op_is(last, opcode) || last->flags & OP_BROKEN)) return last;
  Diag *diag = op_error(v->module, op, "%s", problem);
  if (last) diag_note_at(v->module, diag, last->loc, "terminator here");
  return NULL;
}

// --- scf.for

// for ::= `unsigned`? operand `=` operand `to` operand `step` operand (`iter_args` assignments arrow-types)? (`:` type)? region attr-dict
bool parse_scf_for(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Operand bounds[3];
  ArgumentVec args = {0};
  OperandVec inits = {0};
  if (parse_optional_keyword(p, "unsigned")) op_state_set_prop(state, SCF_FOR_UNSIGNED_CMP, attr_unit(ctx));
  vec_push(parser_scratch(p), &args, (Argument){0});
  if (!parse_operand(p, &args.data[0].name) || !parse_equal(p) || !parse_operand(p, &bounds[0]) || !parse_keyword(p, "to") ||
      !parse_operand(p, &bounds[1]) || !parse_keyword(p, "step") || !parse_operand(p, &bounds[2]))
    return false;
  if (parse_optional_keyword(p, "iter_args")) {
    ParseResult result = parse_optional_assignment_list(p, &args, &inits);
    if (result == PARSE_ABSENT) return parser_op_error_at(p, parser_loc(p), "expected '('");
    if (result == PARSE_FAILED || !parse_arrow_type_list(p, &state->types)) return false;
  }
  if (args.count != state->types.count + 1)
    return parser_op_error(p, "mismatch in number of loop-carried values and defined values");
  T type = ctx->types.index;
  if (parser_consume_if(p, TOK_COLON) && !(type = parse_type(p))) return false;
  args.data[0].type = type;
  for (uint32_t i = 1; i < args.count; i++) args.data[i].type = state->types.data[i - 1];
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, args.data, args.count, false)) return false;
  ensure_terminator(p, body, OP_SCF_YIELD, state->loc);
  for (uint32_t i = 0; i < 3; i++)
    if (!resolve_one(p, state, &bounds[i], type)) return false;
  for (uint32_t i = 0; i < inits.count; i++)
    if (!resolve_one(p, state, &inits.data[i], state->types.data[i])) return false;
  return parse_attrs(p, state, false);
}

void print_scf_for(Printer *p, const Operation *op) {
  static const char *const elided[] = {"unsignedCmp", NULL};
  const Block *body = op->regions[0].first;
  if (op_prop_at(op, SCF_FOR_UNSIGNED_CMP)) print_text(p, " unsigned");
  print_char(p, ' ');
  print_operand(p, body->args[0]);
  print_text(p, " = ");
  print_operand(p, op_operand(op, 0));
  print_text(p, " to ");
  print_operand(p, op_operand(op, 1));
  print_text(p, " step ");
  print_operand(p, op_operand(op, 2));
  uint32_t inits = op->operand_count - 3;
  print_assignments(p, " iter_args", body->args + 1, inits, op, 3);
  if (inits) {
    print_text(p, " -> (");
    print_operand_types(p, op, (Span){3, op->operand_count});
    print_char(p, ')');
  }
  print_char(p, ' ');
  if (!type_is_index(body->args[0]->type)) {
    print_text(p, " : ");
    print_type(p, body->args[0]->type);
    print_char(p, ' ');
  }
  print_region(p, &op->regions[0], false, inits != 0, false);
  print_optional_attr_dict(p, op, elided);
}

bool verify_scf_for(Verifier *v, const Operation *op) {
  if (op->operand_count - 3 == op->result_count) return true;
  return verify_fail(v, op, "mismatch in number of loop-carried values and defined values");
}

// A yield takes its values to the next iteration, or out of the loop.
bool verify_scf_for_regions(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *yield = body->last;
  ValueRange args = arguments_of(op, 0, 1);
  Span inits = {3, op->operand_count};
  if (!body->arg_count)
    return verify_fail(v, op, "different number of inits and region iter_args: %u != 18446744073709551615", span_size(inits));
  if (yield->flags & OP_BROKEN) return true;  // reported
  LoopParts parts = {operands_of(op, 3, op->operand_count), args, operands_of(yield, 0, yield->operand_count), results_of(op), true};
  if (!verify_loop(v, op, &parts) || !verify_region_flow(v, op)) return false;
  if (body->args[0]->type != op_operand_type(op, 0))
    return verify_fail(v, op, "expected induction variable to be same type as bounds and step");
  return true;
}

// --- scf.if

// if ::= operand arrow-types? region (`else` region)? attr-dict
bool parse_scf_if(Parser *p, OpState *state) {
  Region *then_region = op_state_add_region(state), *else_region = op_state_add_region(state);
  Operand condition;
  if (!parse_operand(p, &condition) || !resolve_one(p, state, &condition, parser_context(p)->types.i1) ||
      !parse_optional_arrow_type_list(p, &state->types) || !parse_region(p, then_region, NO_ARGS))
    return false;
  ensure_terminator(p, then_region, OP_SCF_YIELD, state->loc);
  if (parse_optional_keyword(p, "else")) {
    if (!parse_region(p, else_region, NO_ARGS)) return false;
    ensure_terminator(p, else_region, OP_SCF_YIELD, state->loc);
  }
  return parse_attrs(p, state, false);
}

void print_scf_if(Printer *p, const Operation *op) {
  bool yields = op->result_count != 0;
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  if (yields) {
    print_text(p, " -> (");
    print_result_types(p, op, (Span){0, op->result_count});
    print_char(p, ')');
  }
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, yields, false);
  if (!region_is_empty(&op->regions[1])) {
    print_text(p, " else ");
    print_region(p, &op->regions[1], false, yields, false);
  }
  print_optional_attr_dict(p, op, NULL);
}

bool verify_scf_if(Verifier *v, const Operation *op) {
  if (!op->result_count || !region_is_empty(&op->regions[1])) return true;
  return verify_fail(v, op, "must have an else block if defining values");
}

// --- scf.while

// while ::= assignments? `:` function-type region `do` region (`attributes` attr-dict)?
bool parse_scf_while(Parser *p, OpState *state) {
  ArgumentVec args = {0};
  OperandVec inits = {0};
  Region *before = op_state_add_region(state), *after = op_state_add_region(state);
  if (parse_optional_assignment_list(p, &args, &inits) == PARSE_FAILED) return false;
  uint32_t at = parser_loc(p);
  T type;
  if (!parse_colon_type(p, &type)) return false;
  const FunctionType *function = type_as_function(type);
  if (!function)
    return parser_op_error_at(p, at, "invalid kind of type specified: expected builtin.function, but found '%s'",
                              type_text(parser_context(p), type));
  op_state_add_types(state, function->types + function->input_count, function->result_count);
  if (function->input_count != inits.count)
    return parser_op_error_at(p, at, "expected as many input types as operands (expected %u got %u)", inits.count,
                              function->input_count);
  if (!resolve_operands(p, state, &inits, function->types, function->input_count, parser_loc(p))) return false;
  for (uint32_t i = 0; i < args.count; i++) args.data[i].type = function->types[i];
  return parse_region(p, before, args.data, args.count, false) && parse_keyword(p, "do") &&
         parse_region(p, after, NO_ARGS) && parse_attrs(p, state, true);
}

void print_scf_while(Printer *p, const Operation *op) {
  const Block *before = op->regions[0].first;
  print_assignments(p, " ", before->args, op->operand_count, op, 0);
  print_text(p, " : ");
  print_functional_type(p, op);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
  print_text(p, " do ");
  print_region(p, &op->regions[1], true, true, false);
  print_optional_attr_dict_with_keyword(p, op, NULL);
}

bool verify_scf_while(Verifier *v, const Operation *op) {
  return expect_terminator(v, op, &op->regions[0], OP_SCF_CONDITION, "expects the 'before' region to terminate with 'scf.condition'") &&
         expect_terminator(v, op, &op->regions[1], OP_SCF_YIELD, "expects the 'after' region to terminate with 'scf.yield'");
}

bool verify_scf_while_regions(Verifier *v, const Operation *op) {
  const Operation *condition = op->regions[0].first->last, *yield = op->regions[1].first->last;
  if ((condition->flags | yield->flags) & OP_BROKEN) return true;  // reported
  if (!verify_region_flow(v, op)) return false;
  LoopParts parts = {operands_of(op, 0, op->operand_count), arguments_of(op, 0, 0), operands_of(yield, 0, yield->operand_count), NO_VALUES, false};
  return verify_loop(v, op, &parts);
}

// --- scf.parallel, scf.reduce

// parallel ::= `(` args `)` `=` operands `to` operands `step` operands (`init` operands)? arrow-types? region attr-dict
bool parse_scf_parallel(Parser *p, OpState *state) {
  T index = parser_context(p)->types.index;
  ArgumentVec args = {0};
  OperandVec bounds[3] = {{0}}, inits = {0};
  static const char *const keywords[3] = {NULL, "to", "step"};
  if (!parse_argument_list(p, &args, DELIM_PAREN, false, false)) return false;
  for (uint32_t i = 0; i < 3; i++)
    if (!(keywords[i] ? parse_keyword(p, keywords[i]) : parse_equal(p)) ||
        !parse_operand_list_n(p, &bounds[i], DELIM_PAREN, args.count) || !resolve_operands_same(p, state, &bounds[i], index))
      return false;
  if (parse_optional_keyword(p, "init") && !parse_operand_list(p, &inits, DELIM_PAREN)) return false;
  if (!parse_optional_arrow_type_list(p, &state->types)) return false;
  for (uint32_t i = 0; i < args.count; i++) args.data[i].type = index;
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, args.data, args.count, false)) return false;
  int32_t n = (int32_t)args.count;
  op_state_operand_segments(state, (const int32_t[]){n, n, n, (int32_t)inits.count}, 4);
  if (!parse_attrs(p, state, false) ||
      !resolve_operands(p, state, &inits, state->types.data, state->types.count, parser_name_loc(p)))
    return false;
  bool is_older = state->def->opcode == OP_SCF_PARALLEL_UNTIL_16;
  // Reductions stood in the body then.
  if (!is_older && parser_edition(p) != edition_current && body->first && op_is(body->first->last, OP_SCF_YIELD))
    return parser_op_error(p, "expects body to terminate with 'scf.reduce'");
  ensure_terminator(p, body, is_older ? OP_SCF_YIELD : OP_SCF_REDUCE, state->loc);
  return true;
}

void print_scf_parallel(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", NULL};
  static const char *const heads[4] = {") = (", ") to (", ") step (", " init ("};
  const Block *body = op->regions[0].first;
  print_text(p, " (");
  print_values(p, body->args, body->arg_count);
  for (uint32_t i = 0; i < 4; i++) {
    Span operands;
    if (!op_operand_span(op, i, &operands) || (i == 3 && !span_size(operands))) continue;
    print_text(p, heads[i]);
    print_operands(p, op, operands);
    if (i >= 2) print_char(p, ')');
  }
  print_optional_arrow_types(p, op);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
  print_optional_attr_dict(p, op, elided);
}

bool verify_scf_parallel(Verifier *v, const Operation *op) {
  Span steps = op_operands_named(op, "step"), inits = op_operands_named(op, "initVals");
  const Block *body = op->regions[0].first;
  if (!span_size(steps)) return verify_fail(v, op, "needs at least one tuple element for lowerBound, upperBound and step");
  for (uint32_t i = steps.begin; i < steps.end; i++) {
    A step = value_constant(op_operand(op, i));
    if (!step || attr_kind(step) != ATTR_INTEGER || attr_to_i64(step) > 0) continue;
    return verify_fail(v, op, "constant step operand must be positive");
  }
  if (body->arg_count != span_size(steps))
    return verify_fail(v, op, "expects the same number of induction variables: %u as bound and step values: %u", body->arg_count,
                       span_size(steps));
  for (uint32_t i = 0; i < body->arg_count; i++) {
    if (type_is_index(body->args[i]->type)) continue;
    return verify_fail(v, op, "expects arguments for the induction variable to be of index type");
  }
  const Operation *reduce = expect_terminator(v, op, &op->regions[0], OP_SCF_REDUCE, "expects body to terminate with 'scf.reduce'");
  if (!reduce) return false;
  if (op->result_count != reduce->region_count)
    return verify_fail(v, op, "expects number of results: %u to be the same as number of reductions: %u", op->result_count,
                       reduce->region_count);
  if (op->result_count != span_size(inits))
    return verify_fail(v, op, "expects number of results: %u to be the same as number of initial values: %u", op->result_count,
                       span_size(inits));
  for (uint32_t i = 0; i < op->result_count && i < reduce->operand_count; i++) {
    T operand = op_operand_type(reduce, i), result = op_result_type(op, i);
    if (operand == result) continue;
    return verify_fail(v, reduce, "expects type of %u-th reduction operand: '%s' to be the same as the %u-th result type: '%s'", i,
                       type_text(v->ctx, operand), i, type_text(v->ctx, result));
  }
  return true;
}

bool verify_scf_reduce(Verifier *v, const Operation *op) {
  if (op->region_count != op->operand_count)
    return verify_fail(v, op, "expects number of reduction regions: %u to be the same as number of reduction operands: %u",
                       op->region_count, op->operand_count);
  for (uint32_t i = 0; i < op->region_count; i++) {
    T type = op_operand_type(op, i);
    const Block *body = op->regions[i].first;
    if (!body->first) return verify_fail(v, op, "%u-th reduction has an empty body", i);
    if (body->arg_count != 2 || body->args[0]->type != type || body->args[1]->type != type)
      return verify_fail(v, op, "expected two block arguments with type '%s' in the %u-th reduction region",
                         type_text(v->ctx, type), i);
    if (!op_is(body->last, OP_SCF_REDUCE_RETURN))
      return verify_fail(v, op, "reduction bodies must be terminated with an 'scf.reduce.return' op");
  }
  return true;
}

bool verify_scf_reduce_return(Verifier *v, const Operation *op) {
  T expected = op->block->arg_count ? op->block->args[0]->type : NULL;
  if (!expected || expected == op_operand_type(op, 0)) return true;
  return verify_fail(v, op, "must have type '%s' (the type of the reduction inputs)", type_text(v->ctx, expected));
}

// --- scf.forall

typedef struct Bound {
  OperandVec operands;
  I64Vec integers;
} Bound;

static bool parse_bound_item(Parser *p, void *data) {
  Bound *bound = data;
  Operand operand;
  int64_t integer = DYNAMIC;
  ParseResult result = parse_optional_operand(p, &operand);
  if (result == PARSE_FAILED || (result == PARSE_ABSENT && !parse_integer(p, &integer))) return false;
  if (result == PARSE_OK) vec_push(parser_scratch(p), &bound->operands, operand);
  vec_push(parser_scratch(p), &bound->integers, integer);
  return true;
}

static bool parse_bound(Parser *p, OpState *state, Bound *bound) {
  if (!parse_list(p, DELIM_PAREN, parse_bound_item, bound, " in dynamic index list"))
    return parser_op_error(p, "expected SSA value or integer");
  return resolve_operands_same(p, state, &bound->operands, parser_context(p)->types.index);
}

static const char *const bound_names[3] = {"staticLowerBound", "staticUpperBound", "staticStep"};

// The terminator has a region itself, which the implicit one lacks in the record.
static void ensure_in_parallel(Parser *p, Region *body, Loc loc) {
  ensure_terminator(p, body, OP_SCF_FORALL_IN_PARALLEL, loc);
  Operation *last = body->last->last;
  if (!last || last->region_count || !op_is(last, OP_SCF_FORALL_IN_PARALLEL)) return;
  OpState state;
  op_state_init(&state, parser_module(p), parser_scratch(p), last->def, loc);
  block_append(op_state_add_region(&state), block_new(parser_module(p)));
  op_erase(last);
  op_append(body->last, op_create(&state));
}

// forall ::= `(` args `)` (`in` bounds | `=` bounds `to` bounds `step` bounds) (`shared_outs` assignments arrow-types?)? region attr-dict
bool parse_scf_forall(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  ArgumentVec args = {0}, outs = {0};
  OperandVec outputs = {0};
  Bound bounds[3] = {{{0}, {0}}};
  static const char *const keywords[3] = {NULL, "to", "step"};
  if (!parse_argument_list(p, &args, DELIM_PAREN, false, false)) return false;
  if (parse_optional_keyword(p, "in")) {
    if (!parse_bound(p, state, &bounds[1])) return false;
    for (uint32_t i = 0; i < args.count; i++) {
      vec_push(parser_scratch(p), &bounds[0].integers, 0);
      vec_push(parser_scratch(p), &bounds[2].integers, 1);
    }
  } else {
    for (uint32_t i = 0; i < 3; i++)
      if (!(keywords[i] ? parse_keyword(p, keywords[i]) : parse_equal(p)) || !parse_bound(p, state, &bounds[i])) return false;
  }
  uint32_t outs_at = parser_loc(p);
  if (parse_optional_keyword(p, "shared_outs")) {
    ParseResult result = parse_optional_assignment_list(p, &outs, &outputs);
    if (result == PARSE_ABSENT) return parser_op_error_at(p, parser_loc(p), "expected '('");
    if (result == PARSE_FAILED || !parse_optional_arrow_type_list(p, &state->types) ||
        !resolve_operands(p, state, &outputs, state->types.data, state->types.count, outs_at))
      return false;
  }
  for (uint32_t i = 0; i < args.count; i++) args.data[i].type = ctx->types.index;
  for (uint32_t i = 0; i < outs.count; i++) {
    outs.data[i].type = state->types.data[i];
    vec_push(parser_scratch(p), &args, outs.data[i]);
  }
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, args.data, args.count, false)) return false;
  ensure_in_parallel(p, body, state->loc);
  if (!parse_attrs(p, state, false)) return false;
  int32_t segments[4] = {0, 0, 0, (int32_t)outputs.count};
  for (uint32_t i = 0; i < 3; i++) {
    op_state_set_attr(state, str_from(bound_names[i]), attr_i64_array(ctx, bounds[i].integers.data, bounds[i].integers.count));
    segments[i] = (int32_t)bounds[i].operands.count;
  }
  op_state_operand_segments(state, segments, 4);
  return true;
}

static void print_bound(Printer *p, const Operation *op, uint32_t i) {
  Span operands = {0, 0};
  op_operand_span(op, i, &operands);
  A integers = op_prop(op, bound_names[i]);
  print_char(p, '(');
  for (uint64_t k = 0; k < ((const DenseArrayAttr *)integers)->count; k++) {
    int64_t integer = dense_array_i64(integers, k);
    if (k) print_text(p, ", ");
    if (integer != DYNAMIC) {
      print_i64(p, integer);
    } else if (operands.begin < operands.end) {
      print_operand(p, op_operand(op, operands.begin++));
    }
  }
  print_char(p, ')');
}

// The bounds of the group are this number, or operands that are constants of it.
static bool bound_is_all(const Operation *op, uint32_t i, int64_t value) {
  A integers = op_prop(op, bound_names[i]);
  Span operands = {0, 0};
  op_operand_span(op, i, &operands);
  for (uint64_t k = 0; k < ((const DenseArrayAttr *)integers)->count; k++) {
    int64_t bound = dense_array_i64(integers, k);
    if (bound == DYNAMIC && operands.begin < operands.end) {
      A constant = value_constant(op_operand(op, operands.begin++));
      if (!constant || attr_kind(constant) != ATTR_INTEGER) return false;
      bound = attr_to_i64(constant);
    }
    if (bound != value) return false;
  }
  return true;
}

void print_scf_forall(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep", NULL};
  const Block *body = op->regions[0].first;
  Span outputs = op_operands_named(op, "outputs");
  uint32_t loops = body->arg_count - span_size(outputs);
  print_text(p, " (");
  print_values(p, body->args, loops);
  if (bound_is_all(op, 0, 0) && bound_is_all(op, 2, 1)) {
    print_text(p, ") in ");
    print_bound(p, op, 1);
  } else {
    print_text(p, ") = ");
    print_bound(p, op, 0);
    print_text(p, " to ");
    print_bound(p, op, 1);
    print_text(p, " step ");
    print_bound(p, op, 2);
  }
  print_assignments(p, " shared_outs", body->args + loops, span_size(outputs), op, outputs.begin);
  print_char(p, ' ');
  if (span_size(outputs)) {
    print_text(p, "-> (");
    print_result_types(p, op, (Span){0, op->result_count});
    print_text(p, ") ");
  }
  print_region(p, &op->regions[0], false, op->result_count != 0, false);
  print_optional_attr_dict(p, op, elided);
}

// in-parallel ::= region attr-dict
bool parse_scf_in_parallel(Parser *p, OpState *state) {
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, NO_ARGS)) return false;
  if (region_is_empty(body)) block_append(body, block_new(parser_module(p)));
  return parse_attrs(p, state, false);
}

void print_scf_in_parallel(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, false, false);
  print_optional_attr_dict(p, op, NULL);
}

static bool bad_forall(Verifier *v, const Operation *op, const char *what) {
  return verify_fail(v, op, "%s", what);
}

bool verify_scf_forall(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  Span outputs = op_operands_named(op, "outputs");
  uint32_t outs = span_size(outputs);
  uint64_t loops = index_count(op_prop(op, bound_names[0]));
  if (op->result_count != outs) return verify_fail(v, op, "produces %u results, but has only %u outputs", op->result_count, outs);
  if (body->arg_count != loops + outs) return verify_fail(v, op, "region expects %llu arguments", (unsigned long long)loops);
  for (uint32_t i = 0; i < loops; i++) {
    if (type_is_index(body->args[i]->type)) continue;
    return verify_fail(v, op, "expects %u-th block argument to be an index", i);
  }
  for (uint32_t i = 0; i < outs; i++) {
    if (body->args[loops + i]->type == op_operand_type(op, outputs.begin + i)) continue;
    return verify_fail(v, op, "type mismatch between %u-th output and corresponding block argument", i);
  }
  const ArrayAttr *mapping = (const ArrayAttr *)op_prop_at(op, SCF_FORALL_MAPPING);
  if (mapping && mapping->count) {
    uint64_t masks = 0;
    for (uint64_t i = 0; i < mapping->count; i++) masks += is_masking(mapping->items[i]);
    if (mapping->count - masks != loops) return bad_forall(v, op, "mapping attribute size must match op rank");
    if (masks > 1) return bad_forall(v, op, "\"mapping\" supports at most one device masking attribute");
  }
  static const char *const names[3] = {"lower bound", "upper bound", "step"};
  for (uint32_t i = 0; i < 3; i++) {
    Span operands = {0, 0};
    op_operand_span(op, i, &operands);
    if (!verify_index_list(v, op, names[i], loops, op_prop(op, bound_names[i]), span_size(operands))) return false;
  }
  return true;
}

bool verify_scf_forall_regions(Verifier *v, const Operation *op) {
  Span outputs = op_operands_named(op, "outputs");
  uint32_t loops = (uint32_t)index_count(op_prop(op, bound_names[0]));
  LoopParts parts = {operands_of(op, outputs.begin, outputs.end), arguments_of(op, 0, loops), NO_VALUES, results_of(op), true};
  return verify_loop(v, op, &parts) && verify_destinations(v, op, outputs);
}

// Operations that say how a thread's part of an output is combined (ParallelCombiningOpInterface).
static bool is_combining(const Operation *op) { return op_is(op, OP_TENSOR_PARALLEL_INSERT_SLICE); }

bool verify_scf_in_parallel(Verifier *v, const Operation *op) {
  const Operation *forall = op_parent(op);
  const Block *body = forall->regions[0].first;
  uint32_t outs = span_size(op_operands_named(forall, "outputs"));
  block_each_op(op->regions[0].first, inside) {
    if (op_has(inside, TRAIT_KEPT)) continue;
    if (!is_combining(inside)) return bad_forall(v, op, "expected only ParallelCombiningOpInterface ops");
    Span to = op_operands_named(inside, "dest");
    const Value *into = to.begin < inside->operand_count ? op_operand(inside, to.begin) : NULL;
    if (into && into->is_arg && into->owner == body && into->index + outs >= body->arg_count) continue;
    return verify_fail(v, inside, "may only insert into an output block argument");
  }
  return true;
}

// --- scf.execute_region

// execute-region ::= arrow-types? `no_inline`? region attr-dict
bool parse_scf_execute_region(Parser *p, OpState *state) {
  if (!parse_optional_arrow_type_list(p, &state->types)) return false;
  if (parse_optional_keyword(p, "no_inline")) op_state_set_prop(state, SCF_EXECUTE_REGION_NO_INLINE, attr_unit(parser_context(p)));
  return parse_region(p, op_state_add_region(state), NO_ARGS) && parse_attrs(p, state, false);
}

void print_scf_execute_region(Printer *p, const Operation *op) {
  static const char *const elided[] = {"no_inline", NULL};
  print_optional_arrow_types(p, op);
  print_char(p, ' ');
  if (op_prop_at(op, SCF_EXECUTE_REGION_NO_INLINE)) print_text(p, "no_inline ");
  print_region(p, &op->regions[0], false, true, false);
  print_optional_attr_dict(p, op, elided);
}

bool verify_scf_execute_region(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  if (body && !body->arg_count) return true;
  return verify_fail(v, op, body ? "region cannot have any arguments" : "region needs to have at least one block");
}

// --- scf.index_switch

static bool verify_switch_region(Verifier *v, const Operation *op, const Region *region, Str name) {
  const Operation *yield = region->first->last;
  if (!op_is(yield, OP_SCF_YIELD))
    return verify_fail(v, op, "expected region to end with scf.yield, but got %.*s", STR_ARG(yield ? op_name(yield) : STR("")));
  if (yield->operand_count != op->result_count) {
    Diag *diag = op_error(v->module, op, "expected each region to return %u values, but %.*s returns %u", op->result_count,
                          STR_ARG(name), yield->operand_count);
    diag_note_at(v->module, diag, yield->loc, "see yield operation here");
    return false;
  }
  for (uint32_t i = 0; i < op->result_count; i++) {
    T result = op_result_type(op, i), given = op_operand_type(yield, i);
    if (result == given) continue;
    Diag *diag = op_error(v->module, op, "expected result #%u of each region to be '%s'", i, type_text(v->ctx, result));
    diag_note_at(v->module, diag, yield->loc, "%.*s returns '%s' here", STR_ARG(name), type_text(v->ctx, given));
    return false;
  }
  return true;
}

bool verify_scf_index_switch(Verifier *v, const Operation *op) {
  A cases = op_prop_at(op, SCF_INDEX_SWITCH_CASES);
  uint64_t count = ((const DenseArrayAttr *)cases)->count;
  if (count != op->region_count - 1u)
    return verify_fail(v, op, "has %u case regions but %llu case values", op->region_count - 1u, (unsigned long long)count);
  Map seen;
  map_init(&seen, v->arena);
  for (uint64_t i = 0; i < count; i++) {
    int64_t value = dense_array_i64(cases, i);
    if (map_find(&seen, (uint64_t)value)) return verify_fail(v, op, "has duplicate case value: %lld", (long long)value);
    map_put(&seen, (uint64_t)value);
  }
  if (!verify_switch_region(v, op, &op->regions[0], STR("default region"))) return false;
  for (uint32_t i = 1; i < op->region_count; i++)
    if (!verify_switch_region(v, op, &op->regions[i], arena_printf(v->arena, "case region #%u", i - 1))) return false;
  return true;
}
