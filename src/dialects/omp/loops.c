// Loops of the omp dialect: nests, and loops that other operations transform.
#include "dialects/omp/omp.h"

// ---------------------------------------------------------------------------------------------
// omp.loop_nest

// `collapse` `(` integer `)`
static bool parse_collapse(Parser *p, OpState *state) {
  int64_t value = 0;
  if (!parse_optional_keyword(p, "collapse")) return true;
  if (!parse_l_paren(p) || !parse_integer(p, &value) || !parse_r_paren(p)) return false;
  if (value > 1) op_state_set_prop(state, OMP_LOOP_NEST_COLLAPSE_NUM_LOOPS, attr_i64(parser_context(p), parser_context(p)->types.i64, value));
  return true;
}

// `tiles` `(` integer (`,` integer)* `)`
static bool parse_tiles(Parser *p, OpState *state) {
  I64Vec sizes = {0};
  if (!parse_optional_keyword(p, "tiles")) return true;
  if (!parse_l_paren(p)) return false;
  do {
    int64_t value;
    if (!parse_integer(p, &value)) return false;
    vec_push(parser_scratch(p), &sizes, value);
  } while (parser_consume_if(p, TOK_COMMA));
  op_state_set_prop(state, OMP_LOOP_NEST_TILE_SIZES, attr_i64_array(parser_context(p), sizes.data, sizes.count));
  return parse_r_paren(p);
}

// `(` arguments `)` `:` type `=` `(` operands `)` `to` `(` operands `)` `inclusive`? `step` `(` operands `)` … region attr-dict
bool parse_omp_loop_nest(Parser *p, OpState *state) {
  ArgumentVec ivs = {0};
  OperandVec bounds[3] = {{0}};
  NamedAttrVec attrs = {0};
  T type;
  if (!parse_argument_list(p, &ivs, DELIM_PAREN, false, false) || !parse_colon_type(p, &type) || !parse_equal(p) ||
      !parse_operand_list_n(p, &bounds[0], DELIM_PAREN, ivs.count) || !parse_keyword(p, "to") ||
      !parse_operand_list_n(p, &bounds[1], DELIM_PAREN, ivs.count))
    return false;
  for (uint32_t i = 0; i < ivs.count; i++) ivs.data[i].type = type;
  if (parse_optional_keyword(p, "inclusive")) op_state_set_prop(state, OMP_LOOP_NEST_LOOP_INCLUSIVE, attr_unit(parser_context(p)));
  if (!parse_keyword(p, "step") || !parse_operand_list_n(p, &bounds[2], DELIM_PAREN, ivs.count) || !parse_collapse(p, state) || !parse_tiles(p, state))
    return false;
  Region *region = op_state_add_region(state);
  if (!parse_region(p, region, ivs.data, ivs.count, false)) return false;
  for (uint32_t i = 0; i < 3; i++)
    if (!resolve_operands_same(p, state, &bounds[i], type)) return false;
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

void print_omp_loop_nest(Printer *p, const Operation *op) {
  static const char *const elided[] = {"loop_inclusive", "collapse_num_loops", "tile_sizes", NULL};
  const Block *entry = op->regions[0].first;
  uint32_t count = op->operand_count / 3;
  print_text(p, " (");
  if (entry) print_values(p, entry->args, entry->arg_count);
  print_text(p, ") : ");
  if (count) print_type(p, op_operand_type(op, 0));
  print_text(p, " = (");
  print_operands(p, op, (Span){0, count});
  print_text(p, ") to (");
  print_operands(p, op, (Span){count, 2 * count});
  print_text(p, ") ");
  if (op_prop_at(op, OMP_LOOP_NEST_LOOP_INCLUSIVE)) print_text(p, "inclusive ");
  print_text(p, "step (");
  print_operands(p, op, (Span){2 * count, 3 * count});
  print_text(p, ") ");
  A collapse = op_prop_at(op, OMP_LOOP_NEST_COLLAPSE_NUM_LOOPS), tiles = op_prop_at(op, OMP_LOOP_NEST_TILE_SIZES);
  if (collapse && attr_to_i64(collapse) > 1) {
    print_text(p, "collapse(");
    print_i64(p, attr_to_i64(collapse));
    print_text(p, ") ");
  }
  if (tiles) {
    print_text(p, "tiles(");
    for (uint32_t i = 0; i < ((const DenseArrayAttr *)tiles)->count; i++) {
      if (i) print_text(p, ", ");
      print_i64(p, dense_array_i64(tiles, i));
    }
    print_text(p, ") ");
  }
  print_region(p, &op->regions[0], false, true, false);
  print_optional_attr_dict(p, op, elided);
}

bool verify_omp_loop_nest(Verifier *v, const Operation *op) {
  const Block *entry = op->regions[0].first;
  uint32_t count = op->operand_count / 3;
  if (!count) return verify_fail(v, op, "must represent at least one loop");
  if (!entry || entry->arg_count != count) return verify_fail(v, op, "number of range arguments and IVs do not match");
  for (uint32_t i = 0; i < count; i++)
    if (op_operand_type(op, i) != entry->args[i]->type) return verify_fail(v, op, "range argument type does not match corresponding IV type");
  A collapse = op_prop_at(op, OMP_LOOP_NEST_COLLAPSE_NUM_LOOPS), tiles = op_prop_at(op, OMP_LOOP_NEST_TILE_SIZES);
  if (collapse && attr_to_i64(collapse) > count) return verify_fail(v, op, "collapse value is larger than the number of loops");
  if (tiles && ((const DenseArrayAttr *)tiles)->count > count) return verify_fail(v, op, "too few canonical loops for tile dimensions");
  const Operation *parent = op_parent(op);
  return (parent && omp_is_wrapper(parent)) || verify_fail(v, op, "expects parent op to be a loop wrapper");
}

// ---------------------------------------------------------------------------------------------
// omp.canonical_loop

// (`(` operand `)`)? argument `:` type `in` `range` `(` operand `)` region attr-dict
bool parse_omp_canonical_loop(Parser *p, OpState *state) {
  Operand cli = {0}, trip_count;
  Argument iv = {0};
  NamedAttrVec attrs = {0};
  bool has_cli = parser_consume_if(p, TOK_L_PAREN);
  if (has_cli && (!parse_operand(p, &cli) || !parse_r_paren(p))) return false;
  if (!parse_argument(p, &iv, true, false) || !parse_keyword(p, "in") || !parse_keyword(p, "range") || !parse_l_paren(p) ||
      !parse_operand(p, &trip_count) || !parse_r_paren(p))
    return false;
  Region *region = op_state_add_region(state);
  if (!parse_region(p, region, &iv, 1, false) || !parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  if (!resolve_one(p, state, &trip_count, iv.type)) return false;
  T type = type_from_params(parser_context(p), &omp_cli_type, NULL);
  return !has_cli || resolve_one(p, state, &cli, type);
}

void print_omp_canonical_loop(Printer *p, const Operation *op) {
  const Block *entry = op->regions[0].first;
  if (op->operand_count > 1) {
    print_char(p, '(');
    print_operand(p, op_operand(op, 1));
    print_char(p, ')');
  }
  print_char(p, ' ');
  if (entry && entry->arg_count) print_operand(p, entry->args[0]);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  print_text(p, " in range(");
  print_operand(p, op_operand(op, 0));
  print_text(p, ") ");
  print_region(p, &op->regions[0], false, true, false);
  print_optional_attr_dict(p, op, NULL);
}

// The operation's number among those of its region that have regions themselves, and whether it is the only one.
static uint32_t number_in_region(const Operation *op, bool *is_only) {
  uint32_t number = 0, count = 0;
  region_each_block(op_parent_region(op), block) {
    block_each_op(block, other) {
      if (other == op) number = count;
      count += other->region_count != 0;
    }
  }
  *is_only = count == 1;
  return number;
}

// Names of loops tell where they are: `_s1` is the second of a region, `_r1` the second region, `_d1` the first loop that is all
// there is in another.
static Str loop_name(Arena *arena, const char *prefix, const Operation *loop) {
  Str suffix = {0};
  uint32_t depth = 0;
  for (const Operation *op = loop; op && op_parent(op) && !op_has(op, TRAIT_ISOLATED); op = op_parent(op)) {
    const Operation *parent = op_parent(op);
    bool is_only;
    uint32_t number = number_in_region(op, &is_only), region = (uint32_t)(op_parent_region(op) - parent->regions);
    if (is_only && op_is(parent, OP_OMP_CANONICAL_LOOP)) {
      depth++;
      continue;
    }
    if (depth) suffix = arena_printf(arena, "_d%u%.*s", depth, STR_ARG(suffix));
    depth = 0;
    if (!is_only || !op_has(parent, TRAIT_ISOLATED)) suffix = arena_printf(arena, "_s%u%.*s", number, STR_ARG(suffix));
    if (parent->region_count > 1) suffix = arena_printf(arena, "_r%u%.*s", region, STR_ARG(suffix));
  }
  return arena_printf(arena, "%s%.*s", prefix, STR_ARG(suffix));
}

void name_omp_canonical_loop(Printer *p, const Operation *op, const Region *region) {
  if (region->first && region->first->arg_count)
    printer_suggest_name(p, region->first->args[0], loop_name(&printer_module(p)->arena, "iv", op));
}

static bool generates(const Use *use);

void name_omp_new_cli(Printer *p, const Operation *op) {
  const Use *use = op_result(op, 0)->uses;
  while (use && !generates(use)) use = use->next;
  Arena *arena = &printer_module(p)->arena;
  Str name = STR("cli");
  if (use && op_is(use->owner, OP_OMP_CANONICAL_LOOP)) {
    name = loop_name(arena, "canonloop", use->owner);
  } else if (use) {
    uint32_t half = op_operands_named(use->owner, "generatees").end / 2, i = use_index(use);
    name = arena_printf(arena, i < half ? "grid%u" : "intratile%u", (i < half ? i : i - half) + 1);
  }
  printer_suggest_name(p, op_result(op, 0), name);
}

bool verify_omp_canonical_loop(Verifier *v, const Operation *op) {
  const Block *entry = op->regions[0].first;
  if (!entry || entry->arg_count != 1) return verify_fail(v, op, "Canonical loop region must have exactly one argument");
  if (entry->args[0]->type != op_operand_type(op, 0)) return verify_fail(v, op, "Region argument must be the same type as the trip count");
  return true;
}

// ---------------------------------------------------------------------------------------------
// Transformations

// `(` operand `)`
bool parse_omp_unroll_heuristic(Parser *p, OpState *state) {
  Operand applyee;
  NamedAttrVec attrs = {0};
  if (!parse_l_paren(p) || !parse_operand(p, &applyee) || !parse_r_paren(p)) return false;
  T type = type_from_params(parser_context(p), &omp_cli_type, NULL);
  if (!resolve_one(p, state, &applyee, type) || !parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

void print_omp_unroll_heuristic(Printer *p, const Operation *op) {
  print_char(p, '(');
  print_operand(p, op_operand(op, 0));
  print_char(p, ')');
  print_optional_attr_dict(p, op, NULL);
}

// Which loop an operation makes for the use of a loop's name: a canonical loop its own, a tiling those before the loops it takes.
static bool generates(const Use *use) {
  const Operation *user = use->owner;
  if (op_is(user, OP_OMP_CANONICAL_LOOP)) return use_index(use) == 1;
  if (!op_is(user, OP_OMP_TILE)) return false;
  return use_index(use) < op_operands_named(user, "generatees").end;
}

bool verify_omp_new_cli(Verifier *v, const Operation *op) {
  uint32_t generators = 0, consumers = 0;
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next) generates(use) ? generators++ : consumers++;
  if (generators > 1) return verify_fail(v, op, "CLI must have at most one generator");
  if (consumers > 1) return verify_fail(v, op, "CLI must have at most one consumer");
  return !consumers || generators || verify_fail(v, op, "CLI has no generator");
}

bool verify_omp_tile(Verifier *v, const Operation *op) {
  uint32_t applyees = span_size(op_operands_named(op, "applyees")), generatees = span_size(op_operands_named(op, "generatees"));
  if (!applyees) return verify_fail(v, op, "must apply to at least one loop");
  if (span_size(op_operands_named(op, "sizes")) != applyees) return verify_fail(v, op, "there must be one tile size for each applyee");
  return !generatees || generatees == 2 * applyees || verify_fail(v, op, "expecting two times the number of generatees than applyees");
}
