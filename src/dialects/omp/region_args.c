// Clauses of the omp dialect that define arguments of the region: `private(@p %x -> %arg0 : !llvm.ptr)`.
#include "dialects/omp/omp.h"

// What a clause has among the arguments of its directive: places, or NONE.
enum { NONE = 0xFF };
typedef struct Clause {
  const char *keyword;
  uint8_t vars, types, syms, maps, byref, mod, barrier;
} Clause;
#define CLAUSE_END {0}

// All that there are, in the order in which they are written.
static const char *const keywords[] = {"has_device_addr", "host_eval", "in_reduction", "map_entries", "private",
                                       "reduction", "task_reduction", "use_device_addr", "use_device_ptr"};

static const Clause private_only[] = {{"private", 1, 2, 3, NONE, NONE, NONE, 4}, CLAUSE_END};
static const Clause private_reduction[] = {{"private", 1, 2, 3, NONE, NONE, NONE, 4}, {"reduction", 6, 7, 9, NONE, 8, 5, NONE}, CLAUSE_END};
static const Clause in_reduction_private[] = {{"in_reduction", 1, 2, 4, NONE, 3, NONE, NONE}, {"private", 5, 6, 7, NONE, NONE, NONE, 8}, CLAUSE_END};
static const Clause in_reduction_private_reduction[] = {
  {"in_reduction", 1, 2, 4, NONE, 3, NONE, NONE}, {"private", 5, 6, 7, NONE, NONE, NONE, 8}, {"reduction", 10, 11, 13, NONE, 12, 9, NONE}, CLAUSE_END};
static const Clause task_reduction[] = {{"task_reduction", 1, 2, 4, NONE, 3, NONE, NONE}, CLAUSE_END};
static const Clause use_device[] = {{"use_device_addr", 1, 2, NONE, NONE, NONE, NONE, NONE}, {"use_device_ptr", 3, 4, NONE, NONE, NONE, NONE, NONE}, CLAUSE_END};
static const Clause target[] = {
  {"has_device_addr", 1, 2, NONE, NONE, NONE, NONE, NONE}, {"host_eval", 3, 4, NONE, NONE, NONE, NONE, NONE},
  {"in_reduction", 5, 6, 8, NONE, 7, NONE, NONE},          {"map_entries", 9, 10, NONE, NONE, NONE, NONE, NONE},
  {"private", 11, 12, 13, 15, NONE, NONE, 14},             CLAUSE_END};

static const Clause *clause_of(const Clause *clauses, const char *keyword) {
  for (; clauses->keyword; clauses++)
    if (!strcmp(clauses->keyword, keyword)) return clauses;
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Parsing

typedef struct Lists {
  AttrVec syms;
  I64Vec maps;
  VEC(uint8_t) byref;
} Lists;

// `mod` `:` keyword `,`
static bool parse_modifier(Parser *p, CustomArg *out) {
  if (!parse_optional_keyword(p, "mod")) return true;
  Str word;
  int64_t value;
  if (!parse_colon(p) || !parse_any_keyword(p, &word) || !parse_comma(p)) return false;
  if (!enum_value(&omp_reduction_modifier, word, &value)) return false;
  custom_set_attr(out, omp_enum_attr(parser_context(p), &omp_reduction_modifier_attr, value));
  return true;
}

// `byref`? symbol? operand `->` argument (`[` `map_idx` `=` integer `]`)?
static bool parse_entry(Parser *p, const Clause *clause, CustomArg *args, Lists *lists, ArgumentVec *region_args) {
  Arena *scratch = parser_scratch(p);
  if (clause->byref != NONE) vec_push(scratch, &lists->byref, parse_optional_keyword(p, "byref"));
  if (clause->syms != NONE) {
    A symbol = parse_symbol_ref(p);
    if (!symbol) return false;
    vec_push(scratch, &lists->syms, symbol);
  }
  Argument *arg = vec_add(scratch, region_args);
  *arg = (Argument){0};
  if (!parse_operand(p, custom_add_operand(p, &args[clause->vars])) || !parser_expect(p, TOK_ARROW, "expected '->'") ||
      !parse_argument(p, arg, false, false))
    return false;
  if (clause->maps == NONE) return true;
  int64_t index = -1;
  if (parser_consume_if(p, TOK_L_SQUARE) &&
      !(parse_keyword(p, "map_idx") && parse_equal(p) && parse_integer(p, &index) && parse_r_square(p)))
    return false;
  vec_push(scratch, &lists->maps, index);
  return true;
}

static bool parse_clause(Parser *p, const Clause *clause, CustomArg *args, ArgumentVec *region_args) {
  Context *ctx = parser_context(p);
  Lists lists = {0};
  uint32_t first = region_args->count;
  if (!parse_l_paren(p) || (clause->mod != NONE && !parse_modifier(p, &args[clause->mod]))) return false;
  do {
    if (!parse_entry(p, clause, args, &lists, region_args)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  TypeVec *types = args[clause->types].types;
  if (!parse_colon(p)) return false;
  do {
    T type = parse_type(p);
    if (!type) return false;
    custom_add_type(p, &args[clause->types], type);
  } while (parser_consume_if(p, TOK_COMMA));
  if (types->count != args[clause->vars].operands->count || !parse_r_paren(p)) return false;
  if (clause->barrier != NONE && parse_optional_keyword(p, "private_barrier")) custom_set_attr(&args[clause->barrier], attr_unit(ctx));
  for (uint32_t i = 0; i < types->count; i++) region_args->data[first + i].type = types->data[i];
  if (lists.syms.count) custom_set_attr(&args[clause->syms], attr_array(ctx, lists.syms.data, lists.syms.count));
  if (lists.maps.count) custom_set_attr(&args[clause->maps], attr_i64_array(ctx, lists.maps.data, lists.maps.count));
  if (lists.byref.count) custom_set_attr(&args[clause->byref], attr_dense_array(ctx, ctx->types.i1, lists.byref.data, lists.byref.count));
  return true;
}

static bool parse_form(Parser *p, OpState *state, CustomArg *args, const Clause *clauses) {
  ArgumentVec region_args = {0};
  for (uint32_t i = 0; i < countof(keywords); i++) {
    uint32_t at = parser_loc(p);
    if (!parse_optional_keyword(p, keywords[i])) continue;
    const Clause *clause = clause_of(clauses, keywords[i]);
    if (clause && parse_clause(p, clause, args, &region_args)) continue;
    return parser_op_error_at(p, clause ? parser_loc(p) : at + (uint32_t)strlen(keywords[i]), "invalid `%s` format", keywords[i]);
  }
  return parse_region(p, custom_add_region(p, state, &args[0]), region_args.data, region_args.count, false);
}

// ---------------------------------------------------------------------------------------------
// Printing

static A item_of(A array, uint32_t i) {
  return array && attr_kind(array) == ATTR_ARRAY && i < ((const ArrayAttr *)array)->count ? ((const ArrayAttr *)array)->items[i] : NULL;
}

static void print_clause(Printer *p, const Operation *op, const CustomArg *args, const Clause *clause, Value *const *region_args, uint32_t arg_count) {
  Span vars = custom_span(op, &args[clause->vars]);
  uint32_t count = span_size(vars);
  A syms = clause->syms != NONE ? custom_attr(op, &args[clause->syms]) : NULL, maps = clause->maps != NONE ? custom_attr(op, &args[clause->maps]) : NULL;
  A byref = clause->byref != NONE ? custom_attr(op, &args[clause->byref]) : NULL, mod = clause->mod != NONE ? custom_attr(op, &args[clause->mod]) : NULL;
  if (!count) return;
  print_text(p, clause->keyword);
  print_char(p, '(');
  if (mod) {
    print_text(p, "mod: ");
    print_enum(p, &omp_reduction_modifier, omp_enum_of(mod));
    print_text(p, ", ");
  }
  for (uint32_t i = 0; i < count; i++) {
    if (i) print_text(p, ", ");
    if (byref && i < ((const DenseArrayAttr *)byref)->count && ((const DenseArrayAttr *)byref)->data[i]) print_text(p, "byref ");
    A symbol = item_of(syms, i);
    if (symbol) {
      print_attr(p, symbol);
      print_char(p, ' ');
    }
    print_operand(p, op_operand(op, vars.begin + i));
    print_text(p, " -> ");
    if (i < arg_count) print_operand(p, region_args[i]);
    int64_t map = maps && i < ((const DenseArrayAttr *)maps)->count ? dense_array_i64(maps, i) : -1;
    if (map != -1) {
      print_text(p, " [map_idx=");
      print_i64(p, map);
      print_char(p, ']');
    }
  }
  print_text(p, " : ");
  print_operand_types(p, op, vars);
  print_text(p, ") ");
  if (clause->barrier != NONE && custom_attr(op, &args[clause->barrier])) print_text(p, "private_barrier ");
}

static void print_form(Printer *p, const Operation *op, const CustomArg *args, const Clause *clauses) {
  const Region *region = custom_region(op, &args[0]);
  const Block *entry = region->first;
  uint32_t first = 0, arg_count = entry ? entry->arg_count : 0;
  for (; clauses->keyword; clauses++) {
    uint32_t count = span_size(custom_span(op, &args[clauses->vars]));
    print_clause(p, op, args, clauses, entry ? entry->args + first : NULL, first < arg_count ? arg_count - first : 0);
    first += count;
  }
  print_region(p, region, false, true, false);
}

// ---------------------------------------------------------------------------------------------

#define REGION_FORM(name)                                                                                                  \
  static bool parse_##name##_form(Parser *p, OpState *state, CustomArg *args, uint32_t count) {                            \
    (void)count;                                                                                                           \
    return parse_form(p, state, args, name);                                                                               \
  }                                                                                                                        \
  static void print_##name##_form(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {                \
    (void)count;                                                                                                           \
    print_form(p, op, args, name);                                                                                         \
  }
REGION_FORM(private_only)
REGION_FORM(private_reduction)
REGION_FORM(in_reduction_private)
REGION_FORM(in_reduction_private_reduction)
REGION_FORM(task_reduction)
REGION_FORM(use_device)
REGION_FORM(target)

const CustomDirective omp_region_directives[] = {
  {"InReductionPrivateReductionRegion", parse_in_reduction_private_reduction_form, print_in_reduction_private_reduction_form, NULL, NULL},
  {"InReductionPrivateRegion", parse_in_reduction_private_form, print_in_reduction_private_form, NULL, NULL},
  {"PrivateReductionRegion", parse_private_reduction_form, print_private_reduction_form, NULL, NULL},
  {"PrivateRegion", parse_private_only_form, print_private_only_form, NULL, NULL},
  {"TargetOpRegion", parse_target_form, print_target_form, NULL, NULL},
  {"TaskReductionRegion", parse_task_reduction_form, print_task_reduction_form, NULL, NULL},
  {"UseDeviceAddrUseDevicePtrRegion", parse_use_device_form, print_use_device_form, NULL, NULL},
  {0},
};

// How many arguments of the entry block the clauses of an operation define.
bool omp_check_block_args(Verifier *v, const Operation *op) {
  static const char *const vars[] = {"has_device_addr_vars", "host_eval_vars", "in_reduction_vars", "map_vars", "private_vars",
                                     "reduction_vars", "task_reduction_vars", "use_device_addr_vars", "use_device_ptr_vars"};
  uint32_t expected = 0;
  for (uint32_t i = 0; i < countof(vars); i++) {
    if (!strcmp(vars[i], "map_vars") && !op_is(op, OP_OMP_TARGET)) continue;   // its own only
    for (uint32_t k = 0; k < op->def->operand_count; k++)
      if (!strcmp(def_operand_name(op->def, k), vars[i])) expected += span_size(op_operands_named(op, vars[i]));
  }
  const Block *entry = op->regions[0].first;
  if ((entry ? entry->arg_count : 0) >= expected) return true;
  return verify_fail(v, op, "expected at least %u entry block argument(s)", expected);
}
