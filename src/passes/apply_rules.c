// apply-rules: a reader's own rules, until none applies or as a conversion (docs/rules.md).
#include "ir/ir_diag.h"
#include "rewrite/equivalence.h"
#include "ops/builtin.h"
#include "ops/cf.h"
#include "ops/func.h"
#include "ops/scf.h"
#include "rewrite/rules_load.h"

static const PassOption option_file = {"file", OPTION_STRING, NULL, NULL, "The file, as it was given to --rules; by default the last one"};
static const PassOption option_set = {"set", OPTION_STRING, NULL, NULL, "Only this set of its rules"};
static const PassOption option_max_rewrites = {"max-rewrites", OPTION_LONG, "0", NULL, "How often one rule may be applied; 0: as often as the text is long"};
static const PassOption option_trace = {"trace", OPTION_STRING, NULL, NULL, "LINE or LINE:COLUMN of an operation: say of each rule that was tried there why it does not apply"};

typedef struct RuleTypesOf {
  TypeConverter base;
  const LoadedSet *set;
  const void *const *pool;
} RuleTypesOf;

typedef struct RuleRun {
  PassRun *pass;
  RuleBook book;
  const LoadedSet *set;      // being run
  RuleTypesOf types;
  uint64_t limit;            // of how often one rule may be applied
  LoadedRule *endless;       // the rule that met it, and where
  Loc where;
  uint32_t trace_line, trace_column;   // 0: nothing, or any
  Map said;                  // by the trace: an operation is tried again when something around it has changed
} RuleRun;

// ---------------------------------------------------------------------------------------------
// The trace of a match

static bool is_traced(const RuleRun *run, const Operation *op) {
  if (!run->trace_line || !op->loc.src.end) return false;
  Module *module = run->pass->module;
  LineCol at = source_line_col(&module->source, &module->arena, op->loc.src.begin);
  return at.line == run->trace_line && (!run->trace_column || at.column == run->trace_column);
}

static void trace(RuleRun *run, Loc loc, const LoadedRule *rule, bool applied, const RuleFailure *failure) {
  if (!applied && failure->code != RULE_NOWHERE && run->book.file.code.data[failure->code] == RULE_ROOT) return;   // it is about others
  MapEntry *said = map_put(&run->said, hash_mix(hash_mix(map_key(rule), applied ? 1 : failure->code), loc.src.begin));
  if (said->value++) return;
  Module *module = run->pass->module;
  Str name = rule->row->name.text;
  if (applied) {
    diag_at(module, SEVERITY_REMARK, loc, "rule '%.*s' is applied", STR_ARG(name));
  } else if (failure->code == RULE_NOWHERE) {
    diag_at(module, SEVERITY_REMARK, loc, "rule '%.*s' does not apply: %s", STR_ARG(name), failure->why);
  } else {
    LineCol at;
    rule_book_place(&run->book, failure->code, &at);
    diag_at(module, SEVERITY_REMARK, loc, "rule '%.*s' does not apply: %s (%.*s:%u:%u)", STR_ARG(name), failure->why,
            STR_ARG(run->book.file.syntax.name), at.line, at.column);
  }
}

// ---------------------------------------------------------------------------------------------
// Rules until none applies

// Rules may undo each other, or make what they match.
static bool is_endless(RuleRun *run, LoadedRule *rule, Loc loc) {
  if (rule->applied++ < run->limit) return false;
  run->endless = rule;
  run->where = loc;
  return true;
}

static bool apply_loaded(Greedy *g, Operation *op) {
  RuleRun *run = (RuleRun *)(uintptr_t)g->data;
  LoadedRule *rule = (LoadedRule *)(uintptr_t)g->pattern->data;
  Loc loc = op->loc;
  bool is_shown = is_traced(run, op);
  RuleFailure failure = {.arena = is_shown ? run->pass->arena : NULL};
  if (run->endless) return false;
  bool applied = rule_apply(g, op, &rule->rule, &failure);
  if (is_shown) trace(run, loc, rule, applied, &failure);
  if (applied && is_endless(run, rule, loc)) g->config.max_rewrites = 0, g->config.max_iterations = 0;
  return applied;
}

static bool run_greedy(RuleRun *run, Operation *op) {
  Greedy g;
  greedy_init(&g, run->pass, (GreedyConfig)GREEDY_DEFAULTS);
  g.data = run;
  greedy_add(&g, run->set->greedy, run->set->count);
  greedy_run(&g, op);
  return !run->endless;
}

// ---------------------------------------------------------------------------------------------
// Conversions

static RuleRun *run_of(Conversion *c) { return (RuleRun *)(uintptr_t)c->data; }

static T converted_type(const RuleTypesOf *self, T type) {
  for (uint32_t i = 0; i < self->set->set->types.count; i++)
    if (self->pool[self->set->set->types.data[i].from] == type) return self->pool[self->set->set->types.data[i].to];
  if (!type_as_shaped(type)) return type;
  T element = converted_type(self, type_element(type));
  return element == type_element(type) ? type : type_with_element(self->base.ctx, type, element);
}

static bool convert_type(const TypeConverter *base, T type, TypeVec *out, Arena *arena) {
  T to = converted_type((const RuleTypesOf *)base, type);
  if (to) vec_push(arena, out, to);
  return to != NULL;
}

static bool changes(RuleTypesOf *types, T type) { return type_convert(&types->base, type) != type; }

static const FunctionType *signature_of(const Operation *op) {
  return type_as_function(((const TypeAttr *)op_prop_at(op, FUNC_FUNC_FUNCTION_TYPE))->type);
}

// Whether an operation, or what a function takes and gives, has types that become others.
static bool has_old_types(RuleTypesOf *types, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (changes(types, op_operand_type(op, i))) return true;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (changes(types, op_result_type(op, i))) return true;
  if (!op_is(op, OP_FUNC_FUNC)) return false;
  const FunctionType *type = signature_of(op);
  for (uint32_t i = 0; i < type->input_count + type->result_count; i++)
    if (changes(types, type->types[i])) return true;
  return false;
}

static bool convert_function(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  const FunctionType *type = signature_of(op);
  TypeVec all = {0};
  for (uint32_t i = 0; i < type->input_count + type->result_count; i++) {
    T to = type_convert(c->types, type->types[i]);
    if (!to) return convert_no_match(c, op, "a type cannot be converted");
    vec_push(c->arena, &all, to);
  }
  T to = type_function(c->ctx, all.data, type->input_count, all.data + type->input_count, type->result_count);
  op_set_prop(op, FUNC_FUNC_FUNCTION_TYPE, attr_type(c->ctx, to));
  return convert_blocks(c, op_region(op, 0));
}

// The same operation with converted operands and results.
static bool rebuild(Conversion *c, Operation *op, Value *const *operands) {
  Value **values = arena_new(c->arena, Value *, op->result_count + 1);
  Operation *made = op_clone(c->module, op, NULL);
  if (!values || !made) return false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    T type = type_convert(c->types, op_result_type(op, i));
    if (!type) return convert_no_match(c, op, "a type cannot be converted");
    op_result(made, i)->type = type;
    values[i] = op_result(made, i);
  }
  op_set_operands(c->module, made, operands, op->operand_count);
  op_touched(made);
  builder_insert(&c->b, made);
  return op->result_count ? convert_replace(c, op, values, op->result_count) : convert_erase(c, op);
}

static bool rebuild_around(Conversion *c, Operation *op, Value *const *operands) { return convert_rebuild(c, op, operands, NULL); }

static const Pattern structure[] = {
  {.root = OP_FUNC_FUNC, .rewrite = convert_function, .name = "the signature of a function"},
  {.root = OP_FUNC_CALL, .rewrite = rebuild, .name = "$root with converted types"},
  {.root = OP_FUNC_RETURN, .rewrite = rebuild, .name = "$root with converted types"},
  {.root = OP_CF_BR, .rewrite = rebuild, .name = "$root with converted types"},
  {.root = OP_CF_COND_BR, .rewrite = rebuild, .name = "$root with converted types"},
  {.root = OP_SCF_EXECUTE_REGION, .rewrite = rebuild_around, .name = "$root with converted types"},
  {.root = OP_SCF_FOR, .rewrite = rebuild_around, .name = "$root with converted types"},
  {.root = OP_SCF_IF, .rewrite = rebuild_around, .name = "$root with converted types"},
  {.root = OP_SCF_INDEX_SWITCH, .rewrite = rebuild_around, .name = "$root with converted types"},
  {.root = OP_SCF_PARALLEL, .rewrite = rebuild_around, .name = "$root with converted types"},
  {.root = OP_SCF_REDUCE, .rewrite = rebuild_around, .name = "$root with converted types"},
  {.root = OP_SCF_REDUCE_RETURN, .rewrite = rebuild, .name = "$root with converted types"},
  {.root = OP_SCF_WHILE, .rewrite = rebuild_around, .name = "$root with converted types"},
  {.root = OP_SCF_CONDITION, .rewrite = rebuild, .name = "$root with converted types"},
  {.root = OP_SCF_YIELD, .rewrite = rebuild, .name = "$root with converted types"},
};

static bool is_structure(const Operation *op) {
  for (uint32_t i = 0; i < countof(structure); i++)
    if (op_is(op, structure[i].root)) return true;
  return false;
}

static bool convert_loaded(Conversion *c, Operation *op, Value *const *operands) {
  RuleRun *run = run_of(c);
  LoadedRule *rule = (LoadedRule *)(uintptr_t)c->pattern->data;
  Loc loc = op->loc;
  bool is_shown = is_traced(run, op);
  RuleFailure failure = {.arena = is_shown ? run->pass->arena : NULL};
  if (run->endless) return false;
  bool applied = rule_convert(c, op, operands, &rule->rule, &failure);
  if (is_shown) trace(run, loc, rule, applied, &failure);
  return applied && !is_endless(run, rule, loc);
}

// Dialects and operations by their definitions.
static bool is_listed(Context *ctx, const Word *names, uint32_t count, const Operation *op, bool of_dialects) {
  for (uint32_t i = 0; i < count; i++) {
    bool is_dialect = !name_has_dot(names[i].text);
    if (is_dialect != of_dialects) continue;
    if (is_dialect ? op_is_of(ctx, op, context_dialect(ctx, names[i].text)) : op->def == context_op(ctx, names[i].text)) return true;
  }
  return false;
}

static bool has_rule(const LoadedSet *set, const Operation *op) {
  for (uint32_t i = 0; i < set->count; i++)
    if (set->rules[i].row->root == op->def) return true;
  return false;
}

static Legality legality(Conversion *c, Operation *op) {
  RuleRun *run = run_of(c);
  const RuleSet *set = run->set->set;
  for (uint32_t of_dialects = 0; of_dialects < 2; of_dialects++) {
    if (is_listed(c->ctx, set->illegal.data, set->illegal.count, op, of_dialects)) return ILLEGAL;
    if (is_listed(c->ctx, set->legal.data, set->legal.count, op, of_dialects)) return is_structure(op) && has_old_types(&run->types, op) ? ILLEGAL : LEGAL;
  }
  if (is_structure(op)) return has_old_types(&run->types, op) ? ILLEGAL : LEGAL;
  if (has_rule(run->set, op)) return ILLEGAL;
  return set->legal.count ? UNKNOWN_LEGALITY : LEGAL;
}

static bool run_conversion(RuleRun *run, Operation *op) {
  Conversion c;
  run->types = (RuleTypesOf){.base = {.ctx = run->pass->ctx, .convert = convert_type}, .set = run->set, .pool = run->book.program.pool};
  map_init(&run->types.base.cache, run->pass->arena);
  conversion_init(&c, run->pass, legality);
  c.data = run;
  conversion_add(&c, run->set->conversion, run->set->count, &run->types.base);
  conversion_add_table(&c, structure, &run->types.base);
  return conversion_run(&c, op) && !run->endless;
}

// ---------------------------------------------------------------------------------------------
// The pass

// Without a name: those added last.
static const RuleText *find_text(const PassRun *pass, Str name) {
  if (!name.size) return pass->ctx->rules;
  for (const RuleText *text = pass->ctx->rules; text; text = text->next)
    if (str_equal(text->name, name)) return text;
  return NULL;
}

// Errors have places in the file of rules, not in the text that the passes run on.
static void pass_on(PassRun *pass, const Diags *from) {
  for (const Diag *d = from->first; d; d = d->next) {
    Diag *kept = diags_add(pass->ctx->diags, d->severity, DIAG_PASSES), *next = kept->next;
    *kept = *d;
    kept->stage = DIAG_PASSES;
    kept->next = next;
    kept->has_range = false;
    kept->file = arena_str(pass->ctx->diags->arena, d->file);
    kept->message = arena_str(pass->ctx->diags->arena, d->message);
  }
}

static WalkResult count_one(Operation *op, void *data) {
  (void)op;
  ++*(uint64_t *)data;
  return WALK_ADVANCE;
}

// LINE or LINE:COLUMN
static void read_trace(RuleRun *run, Str text) {
  uint32_t *numbers[] = {&run->trace_line, &run->trace_column}, k = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (text.data[i] == ':' && !k) k = 1;
    else if (char_is_digit(text.data[i]) && *numbers[k] < 100000000) *numbers[k] = *numbers[k] * 10 + (uint32_t)(text.data[i] - '0');
  }
}

static bool run_rules(PassRun *pass, Operation *op) {
  RuleRun run = {.pass = pass};
  Module *module = pass->module;
  const Loc nowhere = {.attr = pass->ctx->attrs.unknown_loc};
  Str name = pass_string(pass, &option_file), only = pass_string(pass, &option_set);
  const RuleText *text = find_text(pass, name);
  if (!text) {
    diag_at(module, SEVERITY_ERROR, nowhere, "there are no rules '%.*s': a file of rules is read with --rules=FILE or --apply-rules=FILE", STR_ARG(name));
    return false;
  }
  Diags diags;
  diags_init(&diags, pass->arena);
  diags.limit = 100;
  bool ok = rule_book_load(&run.book, pass->ctx, pass->arena, &diags, text, apply_loaded, convert_loaded);
  pass_on(pass, &diags);
  if (!ok) return false;
  map_init(&run.said, pass->arena);
  read_trace(&run, pass_string(pass, &option_trace));
  op_walk_pre(op, count_one, &run.limit);
  run.limit = pass_int(pass, &option_max_rewrites) > 0 ? (uint64_t)pass_int(pass, &option_max_rewrites) : 1000 + 16 * run.limit;
  bool any = false;
  for (uint32_t i = 0; ok && i < run.book.set_count; i++) {
    run.set = &run.book.sets[i];
    if (only.size && !str_equal(only, run.set->set->name.text)) continue;
    any = true;
    ok = run.set->set->is_conversion ? run_conversion(&run, op) : run_greedy(&run, op);
  }
  if (!any) diag_at(module, SEVERITY_ERROR, nowhere, "there is no set of rules '%.*s' in '%.*s'", STR_ARG(only), STR_ARG(name));
  if (run.endless)
    diag_at(module, SEVERITY_ERROR, run.where, "rule '%.*s' was applied %llu times and does not come to an end", STR_ARG(run.endless->row->name.text),
            (unsigned long long)run.endless->applied);
  return ok && any && !pass->ctx->mem.exhausted;
}

const PassDef apply_rules_pass = {
  .name = "apply-rules", .class_name = "ApplyRules", .summary = "rewrite with rules from a file, until none applies or as a conversion", .run = run_rules,
  PASS_OPTIONS(&option_file, &option_set, &option_max_rewrites, &option_trace),
};
