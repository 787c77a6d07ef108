// Clauses of the omp dialect, as formats spell them.
#include "dialects/omp/omp.h"

A omp_enum_attr(Context *ctx, const AttrDef *def, int64_t value) {
  uint64_t word = (uint64_t)value;
  return attr_from_params(ctx, def, &word);
}

static bool invalid_value(Parser *p, uint32_t at, Str word) { return parser_op_error_at(p, at, "invalid clause value: '%.*s'", STR_ARG(word)); }

// ---------------------------------------------------------------------------------------------
// custom<ClauseAttr>($attr): the keyword of an enum

typedef struct EnumClause { const AttrDef *def; const EnumDef *cases; } EnumClause;
static const EnumClause enum_clauses[] = {
  {&omp_bindkind_attr, &omp_clause_bind_kind},         {&omp_cancellationconstructtype_attr, &omp_clause_cancellation_construct_type},
  {&omp_memoryorderkind_attr, &omp_clause_memory_order_kind}, {&omp_procbindkind_attr, &omp_clause_proc_bind_kind},
};

static const EnumClause *enum_clause_of(const OpDef *def, uint32_t slot) {
  const AttrDef *held = def->table->attr_defs[def_attr_type(def, slot)->attr_def];
  for (uint32_t i = 0; i < countof(enum_clauses); i++)
    if (enum_clauses[i].def == held) return &enum_clauses[i];
  return &enum_clauses[0];
}

static bool parse_enum_clause(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  const EnumClause *clause = enum_clause_of(state->def, args[0].index);
  uint32_t at = parser_loc(p);
  Str word;
  int64_t value;
  if (!parse_any_keyword(p, &word)) return false;
  if (!enum_value(clause->cases, word, &value)) return invalid_value(p, at, word);
  custom_set_attr(&args[0], omp_enum_attr(parser_context(p), clause->def, value));
  return true;
}

static void print_enum_clause(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_enum(p, enum_clause_of(op->def, args[0].index)->cases, omp_enum_of(custom_attr(op, &args[0])));
}

// ---------------------------------------------------------------------------------------------
// Lists of values with something each

static bool parse_typed_operand(Parser *p, CustomArg *values, CustomArg *types) {
  T type;
  if (!parse_operand(p, custom_add_operand(p, values)) || !parse_colon_type(p, &type)) return false;
  custom_add_type(p, types, type);
  return true;
}

static void print_typed_operand(Printer *p, const Value *value) {
  print_operand(p, value);
  print_text(p, " : ");
  print_type(p, value->type);
}

static bool parse_arrow(Parser *p) { return parser_expect(p, TOK_ARROW, "expected '->'"); }

// `%allocator : i64 -> %x : memref<i32>, …`
static bool parse_allocate(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  do {
    if (!parse_typed_operand(p, &args[2], &args[3]) || !parse_arrow(p) || !parse_typed_operand(p, &args[0], &args[1])) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  return true;
}

static void print_allocate(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span vars = custom_span(op, &args[0]), allocators = custom_span(op, &args[2]);
  for (uint32_t i = 0; i < span_size(vars) && i < span_size(allocators); i++) {
    if (i) print_text(p, ", ");
    print_typed_operand(p, op_operand(op, allocators.begin + i));
    print_text(p, " -> ");
    print_typed_operand(p, op_operand(op, vars.begin + i));
  }
}

// `%x : memref<i32> -> 32 : i64, …`
static bool parse_aligned(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec alignments = {0};
  do {
    A alignment;
    if (!parse_typed_operand(p, &args[0], &args[1]) || !parse_arrow(p) || !(alignment = parse_attr(p, NULL))) return false;
    vec_push(parser_scratch(p), &alignments, alignment);
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[2], attr_array(parser_context(p), alignments.data, alignments.count));
  return true;
}

// The array beside a list of values, or NULL.
static const ArrayAttr *array_of(const Operation *op, const CustomArg *arg) {
  A attr = custom_attr(op, arg);
  return attr && attr_kind(attr) == ATTR_ARRAY ? (const ArrayAttr *)attr : NULL;
}

static void print_aligned(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span vars = custom_span(op, &args[0]);
  const ArrayAttr *alignments = array_of(op, &args[2]);
  for (uint32_t i = 0; alignments && i < span_size(vars) && i < alignments->count; i++) {
    if (i) print_text(p, ", ");
    print_typed_operand(p, op_operand(op, vars.begin + i));
    print_text(p, " -> ");
    print_attr(p, alignments->items[i]);
  }
}

// `%x = %step : !llvm.ptr, …`
static bool parse_linear(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  do {
    T type;
    if (!parse_operand(p, custom_add_operand(p, &args[0])) || !parse_equal(p) || !parse_operand(p, custom_add_operand(p, &args[2])) ||
        !parse_colon_type(p, &type))
      return false;
    custom_add_type(p, &args[1], type);
  } while (parser_consume_if(p, TOK_COMMA));
  return true;
}

static void print_linear(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span vars = custom_span(op, &args[0]), steps = custom_span(op, &args[2]);
  for (uint32_t i = 0; i < span_size(vars); i++) {
    if (i) print_text(p, ", ");
    print_operand(p, op_operand(op, vars.begin + i));
    if (i < span_size(steps)) {
      print_text(p, " = ");
      print_operand(p, op_operand(op, steps.begin + i));
    }
    print_text(p, " : ");
    print_type(p, op_operand_type(op, vars.begin + i));
  }
}

// `%x -> @copy : !llvm.ptr, …`
static bool parse_copyprivate(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec symbols = {0};
  do {
    A symbol;
    T type;
    if (!parse_operand(p, custom_add_operand(p, &args[0])) || !parse_arrow(p) || !(symbol = parse_symbol_ref(p)) || !parse_colon_type(p, &type)) return false;
    vec_push(parser_scratch(p), &symbols, symbol);
    custom_add_type(p, &args[1], type);
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[2], attr_array(parser_context(p), symbols.data, symbols.count));
  return true;
}

static void print_copyprivate(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span vars = custom_span(op, &args[0]);
  const ArrayAttr *symbols = array_of(op, &args[2]);
  for (uint32_t i = 0; symbols && i < span_size(vars) && i < symbols->count; i++) {
    if (i) print_text(p, ", ");
    print_operand(p, op_operand(op, vars.begin + i));
    print_text(p, " -> ");
    print_attr(p, symbols->items[i]);
    print_text(p, " : ");
    print_type(p, op_operand_type(op, vars.begin + i));
  }
}

// `taskdependin -> %x : memref<i32>, …`
static bool parse_depend(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec kinds = {0};
  do {
    uint32_t at = parser_loc(p);
    Str word;
    int64_t value;
    if (!parse_any_keyword(p, &word) || !parse_arrow(p) || !parse_typed_operand(p, &args[0], &args[1])) return false;
    if (!enum_value(&omp_clause_task_depend, word, &value)) return invalid_value(p, at, word);
    vec_push(parser_scratch(p), &kinds, omp_enum_attr(parser_context(p), &omp_clause_task_depend_attr, value));
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[2], attr_array(parser_context(p), kinds.data, kinds.count));
  return true;
}

static void print_depend(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span vars = custom_span(op, &args[0]);
  const ArrayAttr *kinds = array_of(op, &args[2]);
  for (uint32_t i = 0; kinds && i < span_size(vars) && i < kinds->count; i++) {
    if (i) print_text(p, ", ");
    print_enum(p, &omp_clause_task_depend, omp_enum_of(kinds->items[i]));
    print_text(p, " -> ");
    print_typed_operand(p, op_operand(op, vars.begin + i));
  }
}

// ---------------------------------------------------------------------------------------------
// Schedules and orders

// kind (`=` operand `:` type)? (`,` modifier)*
static bool parse_schedule(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  Str word;
  int64_t kind, modifiers[2];
  if (!parse_any_keyword(p, &word)) return false;
  if (!enum_value(&omp_clause_schedule_kind, word, &kind)) return parser_op_error(p, " expected schedule kind");
  custom_set_attr(&args[0], omp_enum_attr(ctx, &omp_schedulekind_attr, kind));
  bool takes_chunk = kind != OMP_CLAUSE_SCHEDULE_KIND_AUTO && kind != OMP_CLAUSE_SCHEDULE_KIND_RUNTIME;
  if (takes_chunk && parser_consume_if(p, TOK_EQUAL) && !parse_typed_operand(p, &args[3], &args[4])) return false;
  uint32_t n = 0;
  bool is_known = true;
  Str unknown = {0};
  for (; parser_consume_if(p, TOK_COMMA); n++) {
    int64_t value = 0;
    if (!parse_any_keyword(p, &word)) return false;
    bool ok = enum_value(&omp_schedule_modifier, word, &value);
    if (!ok && is_known) unknown = word;
    is_known = is_known && ok;
    if (n < 2) modifiers[n] = value;
  }
  if (n > 2) return parser_op_error(p, " unexpected modifier(s)");
  if (!is_known) return parser_op_error(p, " unknown modifier type: %.*s", STR_ARG(unknown));
  bool first_is_simd = n && modifiers[0] == OMP_SCHEDULE_MODIFIER_SIMD;
  if (n == 2 && (first_is_simd || modifiers[1] != OMP_SCHEDULE_MODIFIER_SIMD)) return parser_op_error(p, " incorrect modifier order");
  if (n) custom_set_attr(&args[1], omp_enum_attr(ctx, &omp_sched_mod_attr, first_is_simd ? OMP_SCHEDULE_MODIFIER_NONE : modifiers[0]));
  if (n == 2 || first_is_simd) custom_set_attr(&args[2], attr_unit(ctx));
  return true;
}

static void print_schedule(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span chunk = custom_span(op, &args[3]);
  print_enum(p, &omp_clause_schedule_kind, omp_enum_of(custom_attr(op, &args[0])));
  if (span_size(chunk)) {
    print_text(p, " = ");
    print_typed_operand(p, op_operand(op, chunk.begin));
  }
  A modifier = custom_attr(op, &args[1]);
  if (modifier) {
    print_text(p, ", ");
    print_enum(p, &omp_schedule_modifier, omp_enum_of(modifier));
  }
  if (custom_attr(op, &args[2])) print_text(p, ", simd");
}

// (modifier `:`)? `concurrent`
static bool parse_order(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  uint32_t at = parser_loc(p);
  Str word;
  int64_t value;
  if (!parse_any_keyword(p, &word)) return false;
  if (enum_value(&omp_order_modifier, word, &value)) {
    custom_set_attr(&args[1], omp_enum_attr(ctx, &omp_order_mod_attr, value));
    parser_consume_if(p, TOK_COLON);
    at = parser_loc(p);
    if (!parse_any_keyword(p, &word)) return false;
  }
  if (!enum_value(&omp_clause_order_kind, word, &value)) return invalid_value(p, at, word);
  custom_set_attr(&args[0], omp_enum_attr(ctx, &omp_orderkind_attr, value));
  return true;
}

static void print_order(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A order = custom_attr(op, &args[0]), modifier = custom_attr(op, &args[1]);
  if (modifier) {
    print_enum(p, &omp_order_modifier, omp_enum_of(modifier));
    print_char(p, ':');
  }
  if (order) print_enum(p, &omp_clause_order_kind, omp_enum_of(order));
}

// (`strict` `,`)? operand `:` type
static bool parse_amount(Parser *p, CustomArg *args, const EnumDef *cases, const AttrDef *def, const char *clause) {
  Str word;
  int64_t value;
  if (parse_optional_any_keyword(p, &word)) {
    if (!enum_value(cases, word, &value)) return parser_op_error_at(p, parser_loc(p), "invalid %s modifier : '%.*s'", clause, STR_ARG(word));
    custom_set_attr(&args[0], omp_enum_attr(parser_context(p), def, value));
    if (!parse_comma(p)) return false;
  }
  return parse_typed_operand(p, &args[1], &args[2]);
}

static void print_amount(Printer *p, const Operation *op, const CustomArg *args, const EnumDef *cases) {
  A modifier = custom_attr(op, &args[0]);
  Span amount = custom_span(op, &args[1]);
  if (modifier) {
    print_enum(p, cases, omp_enum_of(modifier));
    print_text(p, ", ");
  }
  if (!span_size(amount)) return;
  print_operand(p, op_operand(op, amount.begin));
  print_text(p, ": ");
  print_type(p, op_operand_type(op, amount.begin));
}

static bool parse_grainsize(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  return parse_amount(p, args, &omp_clause_grainsize_type, &omp_grainsizetype_attr, "grainsize");
}
static void print_grainsize(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_amount(p, op, args, &omp_clause_grainsize_type);
}
static bool parse_num_tasks(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  return parse_amount(p, args, &omp_clause_num_tasks_type, &omp_numtaskstype_attr, "num_tasks");
}
static void print_num_tasks(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_amount(p, op, args, &omp_clause_num_tasks_type);
}

// ---------------------------------------------------------------------------------------------
// custom<SynchronizationHint>($hint): the bits of a hint, or `none`

static const char *const hints[] = {"uncontended", "contended", "nonspeculative", "speculative"};

bool omp_parse_hint(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  int64_t bits = 0;
  if (!parse_optional_keyword(p, "none")) {
    do {
      Str word;
      uint32_t bit = 0;
      if (!parse_any_keyword(p, &word)) return false;
      while (bit < countof(hints) && !str_is(word, hints[bit])) bit++;
      if (bit == countof(hints)) return parser_op_error_at(p, parser_loc(p), "%.*s is not a valid hint", STR_ARG(word));
      bits |= (int64_t)1 << bit;
    } while (parser_consume_if(p, TOK_COMMA));
  }
  custom_set_attr(&args[0], attr_i64(parser_context(p), parser_context(p)->types.i64, bits));
  return true;
}

void omp_print_hint(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  int64_t bits = attr_to_i64(custom_attr(op, &args[0]));
  bool any = false;
  for (uint32_t i = 0; i < countof(hints); i++) {
    if (!(bits >> i & 1)) continue;
    if (any) print_text(p, ", ");
    print_text(p, hints[i]);
    any = true;
  }
  if (!any) print_text(p, "none");
}

// ---------------------------------------------------------------------------------------------
// Maps

// How the flags are spelled, in the order of the output. `to` and `from` together are `tofrom`.
typedef struct MapWord { const char *word; int64_t bits; } MapWord;
static const MapWord map_words[] = {
  {"always", OMP_CLAUSE_MAP_FLAGS_ALWAYS},
  {"implicit", OMP_CLAUSE_MAP_FLAGS_IMPLICIT},
  {"ompx_hold", OMP_CLAUSE_MAP_FLAGS_OMPX_HOLD},
  {"close", OMP_CLAUSE_MAP_FLAGS_CLOSE},
  {"present", OMP_CLAUSE_MAP_FLAGS_PRESENT},
  {"tofrom", OMP_CLAUSE_MAP_FLAGS_TO | OMP_CLAUSE_MAP_FLAGS_FROM},
  {"from", OMP_CLAUSE_MAP_FLAGS_FROM},
  {"to", OMP_CLAUSE_MAP_FLAGS_TO},
  {"delete", OMP_CLAUSE_MAP_FLAGS_DEL},
  {"return_param", OMP_CLAUSE_MAP_FLAGS_RETURN_PARAM},
  {"storage", OMP_CLAUSE_MAP_FLAGS_STORAGE},
  {"private", OMP_CLAUSE_MAP_FLAGS_PRIV},
  {"literal", OMP_CLAUSE_MAP_FLAGS_LITERAL},
  {"attach", OMP_CLAUSE_MAP_FLAGS_ATTACH},
  {"attach_always", OMP_CLAUSE_MAP_FLAGS_ATTACH_ALWAYS},
  {"attach_none", OMP_CLAUSE_MAP_FLAGS_ATTACH_NONE},
  {"attach_auto", OMP_CLAUSE_MAP_FLAGS_ATTACH_AUTO},
  {"ref_ptr", OMP_CLAUSE_MAP_FLAGS_REF_PTR},
  {"ref_ptee", OMP_CLAUSE_MAP_FLAGS_REF_PTEE},
  {"ref_ptr_ptee", OMP_CLAUSE_MAP_FLAGS_REF_PTR_PTEE},
  {"is_device_ptr", OMP_CLAUSE_MAP_FLAGS_IS_DEVICE_PTR},
};

static bool parse_map(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  int64_t bits = 0;
  do {
    Str word;
    if (!parse_any_keyword(p, &word)) return false;
    for (uint32_t i = 0; i < countof(map_words); i++)
      if (str_is(word, map_words[i].word)) bits |= map_words[i].bits;
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[0], omp_enum_attr(parser_context(p), &omp_clause_map_flags_attr, bits));
  return true;
}

static void print_map(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  int64_t bits = omp_enum_of(custom_attr(op, &args[0]));
  bool any = false;
  for (uint32_t i = 0; i < countof(map_words); i++) {
    if ((bits & map_words[i].bits) != map_words[i].bits) continue;
    if (any) print_text(p, ", ");
    print_text(p, map_words[i].word);
    any = true;
    if (!strcmp(map_words[i].word, "tofrom")) bits &= ~map_words[i].bits;
  }
  if (!any) print_text(p, "none");
}

static bool parse_capture(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t at = parser_loc(p);
  Str word;
  int64_t value;
  if (!parse_any_keyword(p, &word)) return false;
  if (!enum_value(&omp_variable_capture_kind, word, &value)) return invalid_value(p, at, word);
  custom_set_attr(&args[0], omp_enum_attr(parser_context(p), &omp_variable_capture_kind_attr, value));
  return true;
}

static void print_capture(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_enum(p, &omp_variable_capture_kind, omp_enum_of(custom_attr(op, &args[0])));
}

// `[0, 1], [2]`
static bool parse_members(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  AttrVec lists = {0};
  do {
    AttrVec items = {0};
    if (!parse_l_square(p)) return false;
    do {
      int64_t value;
      if (!parse_integer(p, &value)) return false;
      vec_push(parser_scratch(p), &items, attr_i64(ctx, ctx->types.i64, value));
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_square(p)) return false;
    vec_push(parser_scratch(p), &lists, attr_array(ctx, items.data, items.count));
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[0], attr_array(ctx, lists.data, lists.count));
  return true;
}

static void print_members(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const ArrayAttr *lists = array_of(op, &args[0]);
  for (uint32_t i = 0; lists && i < lists->count; i++) {
    const ArrayAttr *items = (const ArrayAttr *)lists->items[i];
    print_text(p, i ? ", [" : "[");
    for (uint32_t k = 0; k < items->count; k++) {
      if (k) print_text(p, ", ");
      print_i64(p, attr_to_i64(items->items[k]));
    }
    print_char(p, ']');
  }
}

// ---------------------------------------------------------------------------------------------
// custom<LoopTransformClis>($generatees, $applyees): (`(` operands `)` `<-`)? `(` operands `)`

static bool parse_clis(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  OperandVec first = {0};
  if (parser_consume_if(p, TOK_LESS))   // `<-`: nothing is generated
    return parser_expect(p, TOK_MINUS, "expected '-'") && parse_operand_list(p, args[1].operands, DELIM_PAREN);
  if (!parse_operand_list(p, &first, DELIM_PAREN)) return false;
  bool generates = parser_consume_if(p, TOK_LESS);
  OperandVec *out = generates ? args[0].operands : args[1].operands;
  for (uint32_t i = 0; i < first.count; i++) vec_push(parser_scratch(p), out, first.data[i]);
  if (!generates) return true;
  return parser_expect(p, TOK_MINUS, "expected '-'") && parse_operand_list(p, args[1].operands, DELIM_PAREN);
}

static void print_clis(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span generatees = custom_span(op, &args[0]);
  if (span_size(generatees)) {
    print_char(p, '(');
    print_operands(p, op, generatees);
    print_text(p, ") <- ");
  }
  print_char(p, '(');
  print_operands(p, op, custom_span(op, &args[1]));
  print_char(p, ')');
}

const CustomDirective omp_clause_directives[] = {
  {"AlignedClause", parse_aligned, print_aligned, NULL, NULL},
  {"AllocateAndAllocator", parse_allocate, print_allocate, NULL, NULL},
  {"CaptureType", parse_capture, print_capture, NULL, NULL},
  {"ClauseAttr", parse_enum_clause, print_enum_clause, NULL, NULL},
  {"Copyprivate", parse_copyprivate, print_copyprivate, NULL, NULL},
  {"DependVarList", parse_depend, print_depend, NULL, NULL},
  {"GrainsizeClause", parse_grainsize, print_grainsize, NULL, NULL},
  {"LinearClause", parse_linear, print_linear, NULL, NULL},
  {"LoopTransformClis", parse_clis, print_clis, NULL, NULL},
  {"MapClause", parse_map, print_map, NULL, NULL},
  {"MembersIndex", parse_members, print_members, NULL, NULL},
  {"NumTasksClause", parse_num_tasks, print_num_tasks, NULL, NULL},
  {"OrderClause", parse_order, print_order, NULL, NULL},
  {"ScheduleClause", parse_schedule, print_schedule, NULL, NULL},
  {"SynchronizationHint", omp_parse_hint, omp_print_hint, NULL, NULL},
  {0},
};

void init_omp(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, omp_region_directives);
  format_add_directives(ctx, omp_clause_directives);
  format_add_directives(ctx, omp_older_directives);
}
