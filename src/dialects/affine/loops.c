// affine.for, affine.if, affine.parallel and affine.yield.
#include "ops/affine.h"

#include "dialects/affine/hooks.h"
#include "ops/arith.h"

#include "ir/affine.h"
#include "ir/region_flow.h"

#define NO_ARGS NULL, 0, false

// ---------------------------------------------------------------------------------------------
// affine.for

static A constant_map(Context *ctx, int64_t value) { return attr_affine_map(ctx, affine_map_constant(ctx, value)); }

// bound ::= (`max` | `min`)? (operand | map dims-and-symbols | integer)
static bool parse_bound(Parser *p, OpState *state, bool is_lower) {
  Context *ctx = parser_context(p);
  Str name = is_lower ? STR("lowerBoundMap") : STR("upperBoundMap");
  bool has_prefix = parse_optional_keyword(p, is_lower ? "max" : "min");
  OperandVec operands = {0};
  if (!parse_operand_list(p, &operands, DELIM_NONE)) return false;
  if (operands.count) {
    if (operands.count > 1) return parser_op_error(p, "expected only one loop bound operand");
    op_state_set_attr(state, name, attr_affine_map(ctx, affine_map(ctx, 0, 1, (const E[]){affine_symbol(ctx, 0)}, 1)));
    return resolve_one(p, state, &operands.data[0], ctx->types.index);
  }
  uint32_t at = parser_loc(p), dims, before = state->operands.count;
  A bound = parse_attr(p, ctx->types.index);
  if (!bound) return false;
  if (attr_kind(bound) == ATTR_INTEGER) {
    op_state_set_attr(state, name, constant_map(ctx, attr_to_i64(bound)));
    return true;
  }
  if (attr_kind(bound) != ATTR_AFFINE_MAP) return parser_op_error(p, "expected valid affine map representation for loop bounds");
  op_state_set_attr(state, name, bound);
  const AffineMap *map = ((const MapAttr *)bound)->map;
  if (!parse_dims_and_symbols(p, state, &dims)) return false;
  if (map->dim_count != dims) return parser_op_error(p, "dim operand count and affine map dim count must match");
  if (dims + map->symbol_count != state->operands.count - before)
    return parser_op_error(p, "symbol operand count and affine map symbol count must match");
  if (map->result_count <= 1 || has_prefix) return true;
  return parser_op_error_at(p, at, "%s loop bound affine map with multiple results requires '%s' prefix",
                            is_lower ? "lower" : "upper", is_lower ? "max" : "min");
}

static bool parse_step(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  A step = attr_index(ctx, 1);
  if (parse_optional_keyword(p, "step")) {
    uint32_t at = parser_loc(p);
    if (!(step = parse_attr(p, ctx->types.index))) return false;
    if (attr_kind(step) != ATTR_INTEGER) return parser_op_error_at(p, at, "invalid kind of attribute specified");
    APInt value = attr_int(step);
    if (apint_is_negative(&value))
      return parser_op_error_at(p, at, "expected step to be representable as a positive signed integer");
  }
  op_state_set_prop(state, AFFINE_FOR_STEP, step);
  return true;
}

// for ::= argument `=` bound `to` bound (`step` integer)? (`iter_args` assignments arrow-types)? region attr-dict?
bool parse_affine_for(Parser *p, OpState *state) {
  ArgumentVec args = {0};
  OperandVec inits = {0};
  Argument induction;
  if (!parse_argument(p, &induction, false, false) || !parse_equal(p)) return false;
  induction.type = parser_context(p)->types.index;
  vec_push(parser_scratch(p), &args, induction);
  if (!parse_bound(p, state, true) || !parse_keyword_msg(p, "to", " between bounds")) return false;
  uint32_t lower = state->operands.count;
  if (!parse_bound(p, state, false)) return false;
  uint32_t upper = state->operands.count - lower;
  if (!parse_step(p, state)) return false;
  if (parse_optional_keyword(p, "iter_args")) {
    ParseResult result = parse_optional_assignment_list(p, &args, &inits);
    if (result == PARSE_ABSENT) return parser_op_error_at(p, parser_loc(p), "expected '('");
    if (result == PARSE_FAILED || !parse_arrow_type_list(p, &state->types)) return false;
    for (uint32_t i = 0; i < inits.count && i < state->types.count; i++) {
      args.data[i + 1].type = state->types.data[i];
      if (!resolve_one(p, state, &inits.data[i], state->types.data[i])) return false;
    }
  }
  op_state_operand_segments(state, (const int32_t[]){(int32_t)lower, (int32_t)upper, (int32_t)inits.count}, 3);
  Region *body = op_state_add_region(state);
  if (args.count != state->types.count + 1)
    return parser_op_error(p, "mismatch between the number of loop-carried values and results");
  if (!parse_region(p, body, args.data, args.count, false)) return false;
  ensure_terminator(p, body, OP_AFFINE_YIELD, state->loc);
  return parse_attrs(p, state);
}

static void print_bound(Printer *p, const Operation *op, const char *name, Span operands, const char *prefix) {
  const AffineMap *map = affine_map_of(op_attr(op, name));
  if (map->result_count == 1) {
    E expr = map->results[0];
    if (!map_inputs(map) && expr->kind == AFFINE_CONST) {
      print_i64(p, expr->value);
      return;
    }
    if (!map->dim_count && map->symbol_count == 1 && expr->kind == AFFINE_SYMBOL) {
      print_operands(p, op, (Span){operands.begin, operands.begin + 1});
      return;
    }
  } else {
    print_text(p, prefix);
  }
  print_attr(p, op_prop(op, name));
  print_dims_and_symbols(p, op, operands, map->dim_count);
}

static uint32_t init_count(const Operation *op) {
  uint32_t bounds = map_inputs(affine_map_of(op_prop_at(op, AFFINE_FOR_LOWER_BOUND_MAP))) +
                    map_inputs(affine_map_of(op_prop_at(op, AFFINE_FOR_UPPER_BOUND_MAP)));
  return op->operand_count - bounds;
}

void print_affine_for(Printer *p, const Operation *op) {
  static const char *const elided[] = {"lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes", NULL};
  const Block *body = op->regions[0].first;
  print_char(p, ' ');
  print_region_argument(p, body->args[0], NULL, true);
  print_text(p, " = ");
  print_bound(p, op, "lowerBoundMap", op_operands_named(op, "lowerBoundOperands"), "max ");
  print_text(p, " to ");
  print_bound(p, op, "upperBoundMap", op_operands_named(op, "upperBoundOperands"), "min ");
  int64_t step = op_prop_i64_at(op, AFFINE_FOR_STEP);
  if (step != 1) {
    print_text(p, " step ");
    print_i64(p, step);
  }
  bool carries = init_count(op) != 0;   // also when the maps take more operands than there are
  if (carries) {
    Span inits = op_operands_named(op, "inits");
    print_text(p, " iter_args(");
    for (uint32_t i = 1; i < body->arg_count && inits.begin + i - 1 < inits.end; i++) {
      if (i > 1) print_text(p, ", ");
      print_operand(p, body->args[i]);
      print_text(p, " = ");
      print_operand(p, op_operand(op, inits.begin + i - 1));
    }
    print_text(p, ") -> (");
    print_result_types(p, op, (Span){0, op->result_count});
    print_char(p, ')');
  }
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, carries, false);
  print_optional_attr_dict(p, op, elided);
}

// LoopLikeOpInterface: inits, arguments and yielded values go together.
static bool verify_carried(Verifier *v, const Operation *op, Span inits, const Block *body, const Operation *yield) {
  uint64_t args = (uint64_t)body->arg_count - 1;
  if (span_size(inits) != args)
    return REFUSE("different number of inits and region iter_args: %u != %llu", span_size(inits), (unsigned long long)args);
  if (yield->operand_count && yield->operand_count != args)
    return REFUSE("different number of region iter_args and yielded values: %llu != %u", (unsigned long long)args, yield->operand_count);
  for (uint32_t i = 0; i < args; i++) {
    T init = op_operand_type(op, inits.begin + i), arg = body->args[i + 1]->type;
    if (init != arg)
      return REFUSE("%u-th init and %u-th region iter_arg have different type: '%s' != '%s'", i, i, TYPE_ARG(init), TYPE_ARG(arg));
    if (!yield->operand_count || op_operand_type(yield, i) == arg) continue;
    return REFUSE("%u-th region iter_arg and %u-th yielded value have different type: '%s' != '%s'", i, i, TYPE_ARG(arg),
                  TYPE_ARG(op_operand_type(yield, i)));
  }
  return true;
}

static bool single_constant(const AffineMap *map, int64_t *out) {
  if (map->result_count != 1 || map->results[0]->kind != AFFINE_CONST) return false;
  *out = map->results[0]->value;
  return true;
}

// The number of times that the body runs; -1 when it is not known.
static int64_t trip_count(const Operation *op) {
  int64_t lower, upper, step = op_prop_i64_at(op, AFFINE_FOR_STEP);
  if (step <= 0 || !single_constant(affine_map_of(op_prop_at(op, AFFINE_FOR_LOWER_BOUND_MAP)), &lower) ||
      !single_constant(affine_map_of(op_prop_at(op, AFFINE_FOR_UPPER_BOUND_MAP)), &upper))
    return -1;
  if (upper <= lower) return 0;
  uint64_t span = (uint64_t)upper - (uint64_t)lower;
  return (int64_t)((span - 1) / (uint64_t)step + 1);
}

// The body is passed by where it is known to run, not entered where it is known not to, and not run again after it ran once.
void flow_of_affine_for(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)constants;
  int64_t trips = trip_count(op);
  Span inits = op_operands_named(op, "inits");
  ValueRange values = point == op ? operands_of(op, inits.begin, inits.end) : passed_by(point);
  bool enters = point == op ? trips != 0 : trips != 1, leaves = point != op || trips <= 0;
  if (leaves && point == op) flow_to(out, FLOW_PARENT, values, results_of(op));
  if (enters) flow_to(out, 0, values, arguments_of(op, 0, 1));
  if (leaves && point != op) flow_to(out, FLOW_PARENT, values, results_of(op));
}

static LoopBound constant_bound(A map) {
  int64_t value;
  return single_constant(affine_map_of(map), &value) ? (LoopBound){.constant = value, .is_constant = true} : (LoopBound){0};
}

bool bounds_of_affine_for(const Operation *op, uint32_t i, LoopBounds *out) {
  if (i || region_is_empty(&op->regions[0])) return false;
  *out = (LoopBounds){op->regions[0].first->args[0], constant_bound(op_prop_at(op, AFFINE_FOR_LOWER_BOUND_MAP)), constant_bound(op_prop_at(op, AFFINE_FOR_UPPER_BOUND_MAP)),
                      {.constant = op_prop_i64_at(op, AFFINE_FOR_STEP), .is_constant = true}};
  return true;
}

Speculatability speculate_affine_for(const Operation *op) {
  return op_prop_i64_at(op, AFFINE_FOR_STEP) == 1 ? RECURSIVELY_SPECULATABLE : NOT_SPECULATABLE;
}

bool verify_affine_for_regions(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *yield = body->last;
  Span inits = op_operands_named(op, "inits");
  if (!verify_carried(v, op, inits, body, yield)) return false;
  if (!verify_region_flow(v, op)) return false;
  if (!body->arg_count || !type_is_index(body->args[0]->type))
    return REFUSE("expected body to have a single index argument for the induction variable");
  const AffineMap *lower = affine_map_of(op_prop_at(op, AFFINE_FOR_LOWER_BOUND_MAP)),
                  *upper = affine_map_of(op_prop_at(op, AFFINE_FOR_UPPER_BOUND_MAP));
  if (map_inputs(lower) && !verify_dims_and_symbols(v, op, op_operands_named(op, "lowerBoundOperands"), lower->dim_count)) return false;
  if (map_inputs(upper) && !verify_dims_and_symbols(v, op, op_operands_named(op, "upperBoundOperands"), upper->dim_count)) return false;
  if (!lower->result_count) return REFUSE("expected lower bound map to have at least one result");
  if (!upper->result_count) return REFUSE("expected upper bound map to have at least one result");
  if (!op->result_count) return true;
  if (init_count(op) != op->result_count) return REFUSE("mismatch between the number of loop-carried values and results");
  if (body->arg_count - 1 != op->result_count) return REFUSE("mismatch between the number of basic block args and results");
  return true;
}

// ---------------------------------------------------------------------------------------------
// affine.if

// if ::= set dims-and-symbols arrow-types? region (`else` region)? attr-dict?
bool parse_affine_if(Parser *p, OpState *state) {
  uint32_t dims;
  A attr = parse_set(p);
  if (!attr || !parse_dims_and_symbols(p, state, &dims)) return false;
  op_state_set_prop(state, AFFINE_IF_CONDITION, attr);
  const IntegerSet *set = ((const SetAttr *)attr)->set;
  if (set->dim_count != dims) return parser_op_error(p, "dim operand count and integer set dim count must match");
  if (dims + set->symbol_count != state->operands.count)
    return parser_op_error(p, "symbol operand count and integer set symbol count must match");
  if (!parse_optional_arrow_type_list(p, &state->types)) return false;
  Region *then_region = op_state_add_region(state), *else_region = op_state_add_region(state);
  if (!parse_region(p, then_region, NO_ARGS)) return false;
  ensure_terminator(p, then_region, OP_AFFINE_YIELD, state->loc);
  if (parse_optional_keyword(p, "else")) {
    if (!parse_region(p, else_region, NO_ARGS)) return false;
    ensure_terminator(p, else_region, OP_AFFINE_YIELD, state->loc);
  }
  return parse_attrs(p, state);
}

static void print_optional_arrow_types(Printer *p, const Operation *op) {
  if (!op->result_count) return;
  bool wrapped = op->result_count != 1 || type_kind(op_result_type(op, 0)) == TYPE_FUNCTION;
  print_text(p, wrapped ? " -> (" : " -> ");
  print_result_types(p, op, (Span){0, op->result_count});
  if (wrapped) print_char(p, ')');
}

void print_affine_if(Printer *p, const Operation *op) {
  static const char *const elided[] = {"condition", NULL};
  A condition = op_prop_at(op, AFFINE_IF_CONDITION);
  bool yields = op->result_count != 0;
  print_char(p, ' ');
  print_attr(p, condition);
  print_dims_and_symbols(p, op, (Span){0, op->operand_count}, ((const SetAttr *)condition)->set->dim_count);
  print_optional_arrow_types(p, op);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, yields, false);
  if (!region_is_empty(&op->regions[1])) {
    print_text(p, " else ");
    print_region(p, &op->regions[1], false, yields, false);
  }
  print_optional_attr_dict(p, op, elided);
}

bool verify_affine_if(Verifier *v, const Operation *op) {
  const IntegerSet *set = ((const SetAttr *)op_prop_at(op, AFFINE_IF_CONDITION))->set;
  if (op->operand_count != set->dim_count + set->symbol_count)
    return REFUSE("operand count and condition integer set dimension and symbol count must match");
  return verify_dims_and_symbols(v, op, (Span){0, op->operand_count}, set->dim_count);
}

void flow_of_affine_if(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)constants;
  if (point != op) {
    flow_to(out, FLOW_PARENT, passed_by(point), results_of(op));
    return;
  }
  flow_to(out, 0, NO_VALUES, NO_VALUES);
  if (region_is_empty(&op->regions[1])) flow_to(out, FLOW_PARENT, NO_VALUES, results_of(op));
  else flow_to(out, 1, NO_VALUES, NO_VALUES);
}

// ---------------------------------------------------------------------------------------------
// affine.parallel: bounds are lists of expressions, grouped by `min` and `max`

// One result of a bound, over operands of its own.
typedef struct BoundExpr {
  E expr;
  OperandVec dims, symbols;
} BoundExpr;
typedef struct Bounds {
  VEC(BoundExpr) exprs;
  VEC(int32_t) groups;
  const char *prefix;
} Bounds;

// group ::= (`min` | `max`) `(` expressions `)` | expression
static bool parse_group(Parser *p, void *data) {
  Bounds *bounds = data;
  Arena *scratch = parser_scratch(p);
  if (!parse_optional_keyword(p, bounds->prefix)) {
    BoundExpr *one = vec_add(scratch, &bounds->exprs), expr = {0};
    if (!parse_affine_expr_of_ssa(p, &expr.dims, &expr.symbols, &expr.expr)) return false;
    *one = expr;
    vec_push(scratch, &bounds->groups, 1);
    return true;
  }
  OperandVec operands = {0};
  uint32_t dims;
  A attr = parse_affine_map_of_ssa(p, &operands, &dims, DELIM_PAREN);
  if (!attr) return false;
  const AffineMap *map = ((const MapAttr *)attr)->map;
  OperandVec first = {operands.data, dims, dims}, rest = {operands.data + dims, operands.count - dims, operands.count - dims};
  for (uint32_t i = 0; i < map->result_count; i++)
    vec_push(scratch, &bounds->exprs, (BoundExpr){map->results[i], first, rest});
  vec_push(scratch, &bounds->groups, (int32_t)map->result_count);
  return true;
}

// The position of each operand among the distinct values so far, as an expression.
static const E *unique_exprs(Parser *p, const OperandVec *operands, ValueVec *unique, bool is_dim, bool *failed) {
  Context *ctx = parser_context(p);
  E *exprs = arena_new(parser_scratch(p), E, operands->count + 1);
  for (uint32_t i = 0; i < operands->count && exprs; i++) {
    Value *value = resolve_operand(p, &operands->data[i], ctx->types.index);
    if (!value) {
      *failed = true;
      return NULL;
    }
    uint32_t at = 0;
    while (at < unique->count && unique->data[at] != value) at++;
    if (at == unique->count) vec_push(parser_scratch(p), unique, value);
    exprs[i] = is_dim ? affine_dim(ctx, at) : affine_symbol(ctx, at);
  }
  *failed |= !exprs;
  return exprs;
}

static void set_bound_attrs(Parser *p, OpState *state, bool is_lower, const AffineMap *map, const int32_t *groups, uint32_t count) {
  Context *ctx = parser_context(p);
  T type = type_tensor(ctx, &(const int64_t){count}, 1, ctx->types.i32, NULL);
  bool splat = count == 1;
  op_state_set_attr(state, is_lower ? STR("lowerBoundsMap") : STR("upperBoundsMap"), attr_affine_map(ctx, map));
  op_state_set_attr(state, is_lower ? STR("lowerBoundsGroups") : STR("upperBoundsGroups"),
                    attr_dense(ctx, type, splat, groups, (uint64_t)count * sizeof *groups));
}

// bounds ::= `(` (group (`,` group)*)? `)`
static bool parse_bounds(Parser *p, OpState *state, bool is_lower) {
  Context *ctx = parser_context(p);
  Arena *scratch = parser_scratch(p);
  Bounds bounds = {.prefix = is_lower ? "max" : "min"};
  if (!parse_l_paren(p)) return false;
  if (parser_consume_if(p, TOK_R_PAREN)) {
    set_bound_attrs(p, state, is_lower, affine_map(ctx, 0, 0, NULL, 0), NULL, 0);
    return true;
  }
  if (!parse_list(p, DELIM_NONE, parse_group, &bounds, "") || !parse_r_paren(p)) return false;
  uint32_t count = bounds.exprs.count;
  ValueVec dims = {0}, symbols = {0};
  const E **dim_exprs = arena_new(scratch, const E *, count + 1);
  E *results = arena_new(scratch, E, count + 1);
  bool failed = !dim_exprs || !results;
  for (uint32_t i = 0; i < count && !failed; i++) dim_exprs[i] = unique_exprs(p, &bounds.exprs.data[i].dims, &dims, true, &failed);
  for (uint32_t i = 0; i < count && !failed; i++) {
    const BoundExpr *bound = &bounds.exprs.data[i];
    const E *symbol_exprs = unique_exprs(p, &bound->symbols, &symbols, false, &failed);
    if (!failed) results[i] = affine_replace(ctx, bound->expr, dim_exprs[i], bound->dims.count, symbol_exprs, bound->symbols.count);
  }
  if (failed) return false;
  op_state_add_operands(state, dims.data, dims.count);
  op_state_add_operands(state, symbols.data, symbols.count);
  set_bound_attrs(p, state, is_lower, affine_map(ctx, dims.count, symbols.count, results, count), bounds.groups.data,
                  bounds.groups.count);
  return true;
}

// steps ::= `step` `(` integers `)`, one for each dimension
static bool parse_steps(Parser *p, OpState *state, uint32_t count) {
  Context *ctx = parser_context(p);
  AttrVec steps = {0};
  if (parse_optional_keyword(p, "step")) {
    OperandVec operands = {0};
    A attr = parse_affine_map_of_ssa(p, &operands, NULL, DELIM_PAREN);
    if (!attr) return false;
    const AffineMap *map = ((const MapAttr *)attr)->map;
    for (uint32_t i = 0; i < map->result_count; i++) {
      if (map->results[i]->kind != AFFINE_CONST) return parser_op_error(p, "steps must be constant integers");
      vec_push(parser_scratch(p), &steps, attr_i64(ctx, ctx->types.i64, map->results[i]->value));
    }
  } else {
    for (uint32_t i = 0; i < count; i++) vec_push(parser_scratch(p), &steps, attr_i64(ctx, ctx->types.i64, 1));
  }
  op_state_set_prop(state, AFFINE_PARALLEL_STEPS, attr_array(ctx, steps.data, steps.count));
  return true;
}

static bool parse_reduction(Parser *p, void *data) {
  Context *ctx = parser_context(p);
  uint32_t at = parser_loc(p);
  A word = parse_attr(p, ctx->types.none);
  if (!word) return false;
  if (attr_kind(word) != ATTR_STRING) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  int64_t kind;
  if (!parser_enum_value(p, &arith_atomic_rmw_kind, attr_str(word), at, &kind)) return parser_op_error_at(p, at, "invalid reduction value: %s", attr_text(ctx, word));
  vec_push(parser_scratch(p), (AttrVec *)data, attr_i64(ctx, ctx->types.i64, kind));
  return true;
}

// parallel ::= `(` arguments `)` `=` bounds `to` bounds steps? (`reduce` `(` strings `)`)? arrow-types? region attr-dict?
bool parse_affine_parallel(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  ArgumentVec args = {0};
  AttrVec reductions = {0};
  if (!parse_argument_list(p, &args, DELIM_PAREN, false, false) || !parse_equal(p) || !parse_bounds(p, state, true) ||
      !parse_keyword(p, "to") || !parse_bounds(p, state, false) || !parse_steps(p, state, args.count))
    return false;
  if (parse_optional_keyword(p, "reduce") &&
      (!parse_l_paren(p) || !parse_list(p, DELIM_NONE, parse_reduction, &reductions, "") || !parse_r_paren(p)))
    return false;
  op_state_set_prop(state, AFFINE_PARALLEL_REDUCTIONS, attr_array(ctx, reductions.data, reductions.count));
  if (!parse_optional_arrow_type_list(p, &state->types)) return false;
  Region *body = op_state_add_region(state);
  for (uint32_t i = 0; i < args.count; i++) args.data[i].type = ctx->types.index;
  if (!parse_region(p, body, args.data, args.count, false) || !parse_attrs(p, state)) return false;
  ensure_terminator(p, body, OP_AFFINE_YIELD, state->loc);
  return true;
}

static uint64_t group_count(A groups) { return dense_count(groups); }
static uint32_t group_size(Context *ctx, A groups, uint64_t i) { return (uint32_t)attr_to_u64(dense_element_attr(ctx, groups, i)); }

static void print_bounds(Printer *p, const Operation *op, const char *name, A groups, Span operands, const char *prefix) {
  Context *ctx = printer_context(p);
  const AffineMap *map = affine_map_of(op_attr(op, name));
  Span dims = {operands.begin, operands.begin + map->dim_count}, symbols = {dims.end, operands.end};
  uint32_t at = 0;
  for (uint64_t i = 0; i < group_count(groups); i++) {
    uint32_t size = group_size(ctx, groups, i);
    if (at + size > map->result_count) return;
    if (at) print_text(p, ", ");
    if (size == 1) {
      print_affine_expr_of_ssa(p, map->results[at], op, dims, symbols);
    } else {
      print_text(p, prefix);
      print_affine_map_of_ssa(p, affine_map(ctx, map->dim_count, map->symbol_count, map->results + at, size), op, operands);
      print_char(p, ')');
    }
    at += size;
  }
}

// Operands of the lower bounds; those of the upper ones follow.
static Span lower_operands(const Operation *op) {
  uint32_t count = map_inputs(affine_map_of(op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_MAP)));
  return (Span){0, count < op->operand_count ? count : op->operand_count};
}

void print_affine_parallel(Printer *p, const Operation *op) {
  static const char *const elided[] = {"reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap",
                                       "upperBoundsGroups", "steps", NULL};
  const Block *body = op->regions[0].first;
  Span lower = lower_operands(op);
  print_text(p, " (");
  print_values(p, body->args, body->arg_count);
  print_text(p, ") = (");
  print_bounds(p, op, "lowerBoundsMap", op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_GROUPS), lower, "max(");
  print_text(p, ") to (");
  print_bounds(p, op, "upperBoundsMap", op_prop_at(op, AFFINE_PARALLEL_UPPER_BOUNDS_GROUPS), (Span){lower.end, op->operand_count}, "min(");
  print_char(p, ')');
  const ArrayAttr *steps = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_STEPS),
                  *reductions = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_REDUCTIONS);
  bool all_one = true;
  for (uint64_t i = 0; i < steps->count; i++) all_one &= attr_to_i64(steps->items[i]) == 1;
  for (uint64_t i = 0; i < steps->count && !all_one; i++) {
    print_text(p, i ? ", " : " step (");
    print_i64(p, attr_to_i64(steps->items[i]));
  }
  if (!all_one) print_char(p, ')');
  if (op->result_count) {
    print_text(p, " reduce (");
    for (uint64_t i = 0; i < reductions->count; i++) {
      const Edition *edition = printer_edition(p);
      const char *kind = enum_name(&arith_atomic_rmw_kind, attr_to_i64(reductions->items[i]));
      if (kind && edition) kind = enum_name_then(&arith_atomic_rmw_kind, kind, edition->release);
      print_text(p, i ? ", \"" : "\"");
      print_text(p, kind ? kind : "");
      print_char(p, '"');
    }
    print_text(p, ") -> (");
    print_result_types(p, op, (Span){0, op->result_count});
    print_char(p, ')');
  }
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, op->result_count != 0, false);
  print_optional_attr_dict(p, op, elided);
}

static bool verify_groups(Verifier *v, const Operation *op, const char *which, A groups, const AffineMap *map) {
  uint64_t total = 0;
  for (uint64_t i = 0; i < group_count(groups); i++) {
    uint32_t size = group_size(v->ctx, groups, i);
    if (!size) return REFUSE("expected %s bound map to have at least one result", which);
    total += size;
  }
  return total == map->result_count ? true : REFUSE("expected %s bounds map to have %llu results", which, (unsigned long long)total);
}

static bool kind_fits(int64_t kind, T type) {
  bool is_int = type_kind(type) == TYPE_INTEGER;
  uint32_t sign = is_int ? ((const IntegerType *)type)->signedness : SIGNLESS;
  switch (kind) {
    case ARITH_ATOMIC_RMW_KIND_ASSIGN: return true;
    case ARITH_ATOMIC_RMW_KIND_ADDF:
    case ARITH_ATOMIC_RMW_KIND_MULF:
    case ARITH_ATOMIC_RMW_KIND_MAXIMUMF:
    case ARITH_ATOMIC_RMW_KIND_MINIMUMF: return type_is_float(type);
    case ARITH_ATOMIC_RMW_KIND_ADDI:
    case ARITH_ATOMIC_RMW_KIND_MULI:
    case ARITH_ATOMIC_RMW_KIND_ORI:
    case ARITH_ATOMIC_RMW_KIND_ANDI: return is_int;
    case ARITH_ATOMIC_RMW_KIND_MAXS:
    case ARITH_ATOMIC_RMW_KIND_MINS: return is_int && sign == SIGNED;
    case ARITH_ATOMIC_RMW_KIND_MAXU:
    case ARITH_ATOMIC_RMW_KIND_MINU: return is_int && sign == UNSIGNED;
    default: return false;
  }
}

bool verify_affine_parallel(Verifier *v, const Operation *op) {
  A lower = op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_GROUPS), upper = op_prop_at(op, AFFINE_PARALLEL_UPPER_BOUNDS_GROUPS);
  const AffineMap *lower_map = affine_map_of(op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_MAP)),
                  *upper_map = affine_map_of(op_prop_at(op, AFFINE_PARALLEL_UPPER_BOUNDS_MAP));
  const ArrayAttr *steps = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_STEPS),
                  *reductions = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_REDUCTIONS);
  const Block *body = op->regions[0].first;
  if (group_count(lower) != steps->count || group_count(upper) != steps->count || body->arg_count != steps->count)
    return REFUSE("the number of region arguments (%u) and the number of map groups for lower (%llu) and upper bound (%llu), and "
                  "the number of steps (%llu) must all match", body->arg_count, (unsigned long long)group_count(lower),
                  (unsigned long long)group_count(upper), (unsigned long long)steps->count);
  if (!verify_groups(v, op, "lower", lower, lower_map) || !verify_groups(v, op, "upper", upper, upper_map)) return false;
  if (reductions->count != op->result_count) return REFUSE("a reduction must be specified for each output");
  for (uint32_t i = 0; i < op->result_count; i++) {
    A kind = reductions->items[i];
    if (attr_kind(kind) != ATTR_INTEGER || !enum_name(&arith_atomic_rmw_kind, attr_to_i64(kind))) return REFUSE("invalid reduction attribute");
    if (!kind_fits(attr_to_i64(kind), op_result_type(op, i))) return REFUSE("result type cannot match reduction attribute");
  }
  Span first = lower_operands(op);
  return verify_dims_and_symbols(v, op, first, lower_map->dim_count) &&
         verify_dims_and_symbols(v, op, (Span){first.end, op->operand_count}, upper_map->dim_count);
}

// ---------------------------------------------------------------------------------------------
// affine.yield

bool verify_affine_yield(Verifier *v, const Operation *op) {
  const Operation *parent = op_parent(op);
  if (!op_is(parent, OP_AFFINE_FOR) && !op_is(parent, OP_AFFINE_IF) && !op_is(parent, OP_AFFINE_PARALLEL))
    return REFUSE("only terminates affine.if/for/parallel regions");
  if (parent->result_count != op->operand_count)
    return REFUSE("parent of yield must have same number of results as the yield operands");
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) != op_result_type(parent, i)) return REFUSE("types mismatch between yield op and its parent");
  return true;
}
