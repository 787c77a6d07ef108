// OpenMP as LLVM 16 had it: loops held their bounds, maps were entries of a list, and reductions were operations in the body.
#include "dialects/omp/omp.h"
#include "ops/llvm.h"

#include "dialects/common/older.h"
#include "dialects/llvm/types.h"
#include "ir/ir_diag.h"

// ---------------------------------------------------------------------------------------------
// Forms

// custom<HintOrNone>($hint): a hint that may be left out, and is always printed
static bool parse_hint_or_none(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  if (parse_optional_keyword(p, "hint")) return parse_l_paren(p) && omp_parse_hint(p, state, args, count) && parse_r_paren(p);
  custom_set_attr(&args[0], attr_i64(parser_context(p), parser_context(p)->types.i64, 0));
  return true;
}

static void print_hint_or_none(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  print_text(p, "hint(");
  omp_print_hint(p, op, args, count);
  print_char(p, ')');
}

// custom<OrderOnly>($order): the keyword without a modifier
static bool parse_order_only(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Str word;
  int64_t value;
  uint32_t at = parser_loc(p);
  if (!parse_any_keyword(p, &word)) return false;
  if (!enum_value(&omp_clause_order_kind, word, &value)) return parser_op_error_at(p, at, "invalid clause value: '%.*s'", STR_ARG(word));
  custom_set_attr(&args[0], omp_enum_attr(parser_context(p), &omp_orderkind_attr, value));
  return true;
}

static void print_order_only(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_enum(p, &omp_clause_order_kind, omp_enum_of(custom_attr(op, &args[0])));
}

// custom<ReductionVarList>($vars, type($vars), $syms): `@sum -> %x : !llvm.ptr<i32>, …`
static bool parse_reductions(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec symbols = {0};
  do {
    T type;
    A symbol = parse_symbol_ref(p);
    if (!symbol || !parser_expect(p, TOK_ARROW, "expected '->'") || !parse_operand(p, custom_add_operand(p, &args[0])) || !parse_colon_type(p, &type))
      return false;
    vec_push(parser_scratch(p), &symbols, symbol);
    custom_add_type(p, &args[1], type);
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[2], attr_array(parser_context(p), symbols.data, symbols.count));
  return true;
}

static void print_reductions(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span vars = custom_span(op, &args[0]);
  A symbols = custom_attr(op, &args[2]);
  for (uint32_t i = 0; i < span_size(vars); i++) {
    if (i) print_text(p, ", ");
    if (symbols && i < ((const ArrayAttr *)symbols)->count) print_attr(p, ((const ArrayAttr *)symbols)->items[i]);
    print_text(p, " -> ");
    print_operand(p, op_operand(op, vars.begin + i));
    print_text(p, " : ");
    print_type(p, op_operand_type(op, vars.begin + i));
  }
}

// custom<Pointee>(type($value), type($pointer)): the type of the pointer tells that of the value
static bool parse_pointee(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type) return false;
  T pointee = omp_pointee(type);
  if (!pointee) return parser_op_error_at(p, at, "invalid kind of type specified");
  custom_add_type(p, &args[0], pointee);
  custom_add_type(p, &args[1], type);
  return true;
}

static void print_pointee(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_type(p, custom_type(op, &args[1], 0));
}

// What a map does was a number; the words are in the order of the output.
enum { MAP_TO = 1, MAP_FROM = 2, MAP_ALWAYS = 4, MAP_DELETE = 8, MAP_IMPLICIT = 0x200, MAP_CLOSE = 0x400, MAP_PRESENT = 0x1000 };
typedef struct MapWord { const char *word; int64_t bits, today; } MapWord;
static const MapWord map_words[] = {
  {"always", MAP_ALWAYS, OMP_CLAUSE_MAP_FLAGS_ALWAYS},
  {"close", MAP_CLOSE, OMP_CLAUSE_MAP_FLAGS_CLOSE},
  {"present", MAP_PRESENT, OMP_CLAUSE_MAP_FLAGS_PRESENT},
  {"tofrom", MAP_TO | MAP_FROM, OMP_CLAUSE_MAP_FLAGS_TO | OMP_CLAUSE_MAP_FLAGS_FROM},
  {"to", MAP_TO, OMP_CLAUSE_MAP_FLAGS_TO},
  {"from", MAP_FROM, OMP_CLAUSE_MAP_FLAGS_FROM},
  {"delete", MAP_DELETE, OMP_CLAUSE_MAP_FLAGS_DEL},
};

// custom<MapEntries>($vars, type($vars), $types): `(always, tofrom -> %x : !llvm.ptr<i32>), …`
static bool parse_map_entries(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  AttrVec types = {0};
  do {
    int64_t bits = 0;
    T type;
    if (!parse_l_paren(p)) return false;
    do {
      Str word;
      if (!parse_any_keyword(p, &word)) return false;
      for (uint32_t i = 0; i < countof(map_words); i++)
        if (str_is(word, map_words[i].word)) bits |= map_words[i].bits;
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parser_expect(p, TOK_ARROW, "expected '->'") || !parse_operand(p, custom_add_operand(p, &args[0])) || !parse_colon_type(p, &type) ||
        !parse_r_paren(p))
      return false;
    custom_add_type(p, &args[1], type);
    vec_push(parser_scratch(p), &types, attr_i64(ctx, ctx->types.i64, bits));
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[2], attr_array(ctx, types.data, types.count));
  return true;
}

static int64_t map_bits(A types, uint32_t i) {
  if (!types || attr_kind(types) != ATTR_ARRAY || i >= ((const ArrayAttr *)types)->count) return 0;
  A item = ((const ArrayAttr *)types)->items[i];
  return attr_kind(item) == ATTR_INTEGER ? attr_to_i64(item) : 0;
}

static void print_map_entries(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span vars = custom_span(op, &args[0]);
  for (uint32_t i = 0; i < span_size(vars); i++) {
    int64_t bits = map_bits(custom_attr(op, &args[2]), i);
    print_text(p, i ? ", (" : "(");
    bool says_direction = false;
    for (uint32_t k = 0; k < countof(map_words) && !says_direction; k++) {
      if ((bits & map_words[k].bits) != map_words[k].bits) continue;
      says_direction = (map_words[k].bits & (MAP_TO | MAP_FROM | MAP_DELETE)) != 0;
      print_text(p, map_words[k].word);
      if (!says_direction) print_text(p, ", ");
    }
    if (!says_direction) print_text(p, op_is(op, OP_OMP_TARGET_EXIT_DATA_UNTIL_16) ? "release" : "alloc");
    print_text(p, " -> ");
    print_operand(p, op_operand(op, vars.begin + i));
    print_text(p, " : ");
    print_type(p, op_operand_type(op, vars.begin + i));
    print_char(p, ')');
  }
}

// custom<LoopControl>($region, $lower, type, $upper, type, $step, type, $inclusive):
// `(%i, …) : type = (lower, …) to (upper, …) inclusive? step (step, …) {…}`
enum { LOOP_REGION, LOOP_LOWER, LOOP_UPPER = 3, LOOP_STEP = 5, LOOP_INCLUSIVE = 7 };

static bool parse_loop_control(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  ArgumentVec ivs = {0};
  T type;
  if (!parse_argument_list(p, &ivs, DELIM_PAREN, false, false) || !parse_colon_type(p, &type) || !parse_equal(p) ||
      !parse_operand_list_n(p, args[LOOP_LOWER].operands, DELIM_PAREN, ivs.count) || !parse_keyword(p, "to") ||
      !parse_operand_list_n(p, args[LOOP_UPPER].operands, DELIM_PAREN, ivs.count))
    return false;
  if (parse_optional_keyword(p, "inclusive")) custom_set_attr(&args[LOOP_INCLUSIVE], attr_unit(parser_context(p)));
  if (!parse_keyword(p, "step") || !parse_operand_list_n(p, args[LOOP_STEP].operands, DELIM_PAREN, ivs.count)) return false;
  for (uint32_t i = 0; i < ivs.count; i++) {
    ivs.data[i].type = type;
    for (uint32_t k = LOOP_LOWER; k <= LOOP_STEP; k += 2) custom_add_type(p, &args[k + 1], type);
  }
  return parse_region(p, custom_add_region(p, state, &args[LOOP_REGION]), ivs.data, ivs.count, false);
}

static void print_loop_control(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const Region *region = custom_region(op, &args[LOOP_REGION]);
  const Block *entry = region->first;
  Span lower = custom_span(op, &args[LOOP_LOWER]);
  print_text(p, " (");
  if (entry) print_values(p, entry->args, entry->arg_count);
  print_text(p, ") : ");
  if (span_size(lower)) print_type(p, op_operand_type(op, lower.begin));
  print_text(p, " = (");
  print_operands(p, op, lower);
  print_text(p, ") to (");
  print_operands(p, op, custom_span(op, &args[LOOP_UPPER]));
  print_text(p, ") ");
  if (custom_attr(op, &args[LOOP_INCLUSIVE])) print_text(p, "inclusive ");
  print_text(p, "step (");
  print_operands(p, op, custom_span(op, &args[LOOP_STEP]));
  print_text(p, ") ");
  print_region(p, region, false, true, false);
}

const CustomDirective omp_older_directives[] = {
  {"HintOrNone", parse_hint_or_none, print_hint_or_none, NULL, NULL},
  {"LoopControl", parse_loop_control, print_loop_control, NULL, NULL},
  {"MapEntries", parse_map_entries, print_map_entries, NULL, NULL},
  {"OrderOnly", parse_order_only, print_order_only, NULL, NULL},
  {"Pointee", parse_pointee, print_pointee, NULL, NULL},
  {"ReductionVarList", parse_reductions, print_reductions, NULL, NULL},
  {0},
};

// ---------------------------------------------------------------------------------------------
// Upgrades

// What a pointer points to, or NULL when its type does not say.
T omp_pointee(T type) { return type_kind(type) == TYPE_MEMREF ? type_element(type) : llvm_pointee(type); }

static bool refuse(Module *module, Operation *op, const char *why) {
  op_error(module, op, "cannot be brought up to date: %s", why);
  return false;
}

// Today's operation has the older one's operands of the same names, in its own order, and its attributes of the same names.
static OpState *begin_same(Builder *b, const Operation *op, uint32_t opcode) {
  OpState *state = builder_begin(b, opcode);
  const OpDef *today = state->def;
  int32_t *sizes = arena_new(state->arena, int32_t, today->operand_count + 1u);
  if (!sizes) return NULL;
  for (uint32_t i = 0; i < today->operand_count; i++)
    for (uint32_t k = 0; k < op->def->operand_count; k++) {
      if (strcmp(def_operand_name(today, i), def_operand_name(op->def, k)) != 0) continue;
      Span span = op_operands_named(op, def_operand_name(today, i));
      op_state_take_operands(state, op, span.begin, span.end);
      sizes[i] = (int32_t)span_size(span);
    }
  for (uint32_t slot = 0; slot < today->attr_count; slot++) {
    int older = op_prop_slot(op->def, str_from(def_attr_name(today, slot)));
    if (older >= 0 && op_prop_at(op, (uint32_t)older)) op_state_set_prop(state, slot, op_prop_at(op, (uint32_t)older));
  }
  if (today->traits & TRAIT_ATTR_SIZED_OPERANDS) op_state_operand_segments(state, sizes, today->operand_count);
  return state;
}

// Up to LLVM 16 an atomic read had the type that the pointers say; an opaque pointer says none.
bool downgrade_omp_atomic_read(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = begin_same(&b, op, OP_OMP_ATOMIC_READ_UNTIL_16);
  if (!state) return false;
  upgrade_finish(&b, state, op);
  return true;
}

static const char reduces[] = "what is reduced is an argument of the region today";

static bool has_operands(const Operation *op, const char *name) { return span_size(op_operands_named(op, name)) > 0; }

bool upgrade_omp_atomic_read(Module *module, Operation *op) {
  T element = omp_pointee(op_operand_type(op, 0));
  if (!element) return refuse(module, op, "the pointer does not say what is read");
  Builder b = upgrade_begin(module, op);
  OpState *state = begin_same(&b, op, OP_OMP_ATOMIC_READ);
  if (!state) return false;
  op_state_set_prop(state, OMP_ATOMIC_READ_ELEMENT_TYPE, attr_type(b.ctx, element));
  upgrade_finish(&b, state, op);
  return true;
}

// A linear variable's type stands beside it today. False: a pointer does not say it.
static bool take_linear_types(Module *module, Operation *op, OpState *wrapper) {
  Span vars = op_operands_named(op, "linear_vars");
  AttrVec types = {0};
  for (uint32_t i = vars.begin; i < vars.end; i++) {
    T element = omp_pointee(op_operand_type(op, i));
    if (!element) return refuse(module, op, "a pointer does not say what is linear");
    vec_push(wrapper->arena, &types, attr_type(module->context, element));
  }
  if (types.count) op_state_set_prop(wrapper, OMP_WSLOOP_LINEAR_VAR_TYPES, attr_array(module->context, types.data, types.count));
  return true;
}

// A loop is a nest of loops in a wrapper today.
bool upgrade_omp_loop(Module *module, Operation *op) {
  bool is_simd = op_is(op, OP_OMP_SIMDLOOP_UNTIL_16), is_task = op_is(op, OP_OMP_TASKLOOP_UNTIL_16);
  if (!is_simd && has_operands(op, "reduction_vars")) return refuse(module, op, reduces);
  if (is_task && has_operands(op, "in_reduction_vars")) return refuse(module, op, reduces);
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_OMP_LOOP_NEST);
  static const char *const bounds[] = {"lowerBound", "upperBound", "step"};
  for (uint32_t i = 0; i < countof(bounds); i++) {
    Span span = op_operands_named(op, bounds[i]);
    op_state_take_operands(state, op, span.begin, span.end);
  }
  op_state_set_prop(state, OMP_LOOP_NEST_LOOP_INCLUSIVE, op_prop(op, "inclusive"));
  region_take_blocks(op_state_add_region(state), &op->regions[0], NULL);
  Operation *nest = builder_finish_typed(&b);
  region_each_block(&nest->regions[0], block) {
    Operation *end = block->last;
    if (!end || !op_is(end, OP_OMP_TERMINATOR)) continue;
    Builder at_end = upgrade_begin(module, end);
    builder_begin(&at_end, OP_OMP_YIELD);
    builder_finish_typed(&at_end);
    op_erase(end);
  }
  state = begin_same(&b, op, is_simd ? OP_OMP_SIMD : is_task ? OP_OMP_TASKLOOP : OP_OMP_WSLOOP);
  if (!state || (!is_simd && !is_task && !take_linear_types(module, op, state))) return false;
  Operation *wrapper = upgrade_finish(&b, state, op);
  Block *block = block_new(module);
  block_append(&wrapper->regions[0], block);
  op_remove(nest);
  op_append(block, nest);
  return true;
}

static bool upgrade_unless(Module *module, Operation *op, const char *vars, uint32_t today) {
  if (has_operands(op, vars)) return refuse(module, op, reduces);
  Builder b = upgrade_begin(module, op);
  OpState *state = begin_same(&b, op, today);
  if (!state) return false;
  upgrade_finish(&b, state, op);
  return true;
}

bool upgrade_omp_parallel(Module *module, Operation *op) { return upgrade_unless(module, op, "reduction_vars", OP_OMP_PARALLEL); }
bool upgrade_omp_sections(Module *module, Operation *op) { return upgrade_unless(module, op, "reduction_vars", OP_OMP_SECTIONS); }
bool upgrade_omp_task(Module *module, Operation *op) { return upgrade_unless(module, op, "in_reduction_vars", OP_OMP_TASK); }
bool upgrade_omp_taskgroup(Module *module, Operation *op) { return upgrade_unless(module, op, "task_reduction_vars", OP_OMP_TASKGROUP); }
bool upgrade_omp_reduction(Module *module, Operation *op) { return refuse(module, op, reduces); }

bool upgrade_omp_reduction_declare(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = begin_same(&b, op, OP_OMP_DECLARE_REDUCTION);
  if (!state) return false;
  // In the order of today's regions: alloc, init, combiner, atomic, cleanup, data_ptr_ptr.
  op_state_add_region(state);
  for (uint32_t i = 0; i < op->region_count; i++) region_take_blocks(op_state_add_region(state), &op->regions[i], NULL);
  op_state_add_region(state);
  op_state_add_region(state);
  upgrade_keep_attrs(state, op);
  builder_finish_typed(&b);
  op_erase(op);
  return true;
}

// What is mapped has an operation of its own that says how. False: reported.
static bool build_map(Module *module, Builder *b, Operation *op, uint32_t operand, int64_t bits, Value **out) {
  Value *pointer = op_operand(op, operand);
  T element = omp_pointee(pointer->type);
  if (!element) return refuse(module, op, "a pointer does not say what is mapped");
  OpState *state = builder_begin(b, OP_OMP_MAP_INFO);
  int32_t sizes[] = {1, 0, 0, 0};
  op_state_add_operand(state, pointer);
  op_state_operand_segments(state, sizes, 4);
  op_state_set_prop(state, OMP_MAP_INFO_VAR_TYPE, attr_type(b->ctx, element));
  op_state_set_prop(state, OMP_MAP_INFO_MAP_TYPE, omp_enum_attr(b->ctx, &omp_clause_map_flags_attr, bits));
  op_state_set_prop(state, OMP_MAP_INFO_MAP_CAPTURE_TYPE, omp_enum_attr(b->ctx, &omp_variable_capture_kind_attr, OMP_VARIABLE_CAPTURE_KIND_BY_REF));
  op_state_add_type(state, pointer->type);
  return (*out = builder_finish_value(b)) != NULL;
}

static int64_t map_flags_today(int64_t bits) {
  int64_t today = 0;
  for (uint32_t i = 0; i < countof(map_words); i++)
    if ((bits & map_words[i].bits) == map_words[i].bits) today |= map_words[i].today;
  return bits & (MAP_TO | MAP_FROM | MAP_DELETE) ? today : today | OMP_CLAUSE_MAP_FLAGS_STORAGE;
}

bool upgrade_omp_maps(Module *module, Operation *op) {
  bool is_region = op_is(op, OP_OMP_TARGET_DATA_UNTIL_16);
  uint32_t today = is_region ? OP_OMP_TARGET_DATA : op_is(op, OP_OMP_TARGET_ENTER_DATA_UNTIL_16) ? OP_OMP_TARGET_ENTER_DATA : OP_OMP_TARGET_EXIT_DATA;
  Builder b = upgrade_begin(module, op);
  Span maps = op_operands_named(op, "map_vars");
  A types = op_prop(op, "map_types");
  for (uint32_t i = maps.begin; i < maps.end; i++) {
    Value *map;
    if (!build_map(module, &b, op, i, map_flags_today(map_bits(types, i - maps.begin)), &map)) return false;
    op_set_operand(op, i, map);
  }
  static const char *const used[] = {"use_device_addr_vars", "use_device_ptr_vars"};
  for (uint32_t k = 0, arg = 0; is_region && k < countof(used); k++) {
    Span vars = op_operands_named(op, used[k]);
    for (uint32_t i = vars.begin; i < vars.end; i++) {
      Value *map;
      if (!build_map(module, &b, op, i, OMP_CLAUSE_MAP_FLAGS_RETURN_PARAM, &map)) return false;
      op_set_operand(op, i, map);
      if (!op->regions[0].first) block_append(&op->regions[0], block_new(module));
      block_insert_arg(module, op->regions[0].first, arg++, map->type, op->loc);
    }
  }
  OpState *state = begin_same(&b, op, today);
  if (!state) return false;
  upgrade_finish(&b, state, op);
  return true;
}
