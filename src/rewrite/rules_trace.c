#include "rewrite/rules_trace.h"

#include "asm/enums.h"
#include "ir/constants.h"
#include "ir/text.h"
#include "rewrite/explain.h"

const RuleSource *rule_source_of(const Rule *rule) {
  const RuleProgram *program = rule->program;
  for (uint32_t i = 0; i < program->source_count; i++)
    if (program->sources[i].text && program->sources[i].code == rule->code) return &program->sources[i];
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Values in words

static Str value_in_text(const Module *module, const Value *value, Range *out) {
  Str text = module->source.text;
  *out = value->is_arg ? value->arg_loc->src : value->name;
  if (out->end > text.size || out->end <= out->begin || text.data[out->begin] != '%') return (Str){0};
  return str_slice(text, out->begin, out->end);
}

static Str value_text(const RuleMatch *m, const Value *value, Arena *arena, Range *src) {
  Str name = value_in_text(m->module, value, src);
  if (name.size) return arena_str(arena, name);
  const Operation *def = value_def(value);
  if (!def) return STR("an argument of a block");
  *src = def->loc.src;
  return arena_printf(arena, "what '%.*s' makes", STR_ARG(op_name(def)));
}

// "'lhs'", or "operand #1" where a name stands for several or none; and of which operation, unless it is the root.
static const char *operand_text(const RuleMatch *m, uint16_t op, uint16_t i, Arena *arena) {
  const OpDef *def = m->ops[op]->def;
  bool is_named = def->variable_operand == NO_INDEX && i < def->operand_count && *def_operand_name(def, i);
  const char *name = is_named ? arena_printf(arena, "'%s'", def_operand_name(def, i)).data : arena_printf(arena, "operand #%u", i).data;
  return op ? arena_printf(arena, "%s of '%.*s'", name, STR_ARG(def_name(def))).data : name;
}

static const char *made_by_text(const RuleMatch *m, const Value *value, Arena *arena) {
  Operation *def = value_def(value);
  if (!def) return "is an argument of a block";
  if (value->index) return arena_printf(arena, "is result #%u of '%.*s'", value->index, STR_ARG(op_name(def))).data;
  A constant = folder_constant(m->folder, def);
  if (constant) return arena_printf(arena, "is the constant %s", attr_text(m->ctx, constant)).data;
  return arena_printf(arena, "is made by '%.*s'", STR_ARG(op_name(def))).data;
}

static const char *operand_is(const RuleMatch *m, uint16_t op, uint16_t i, Arena *arena) {
  return arena_printf(arena, "%s %s", operand_text(m, op, i, arena), made_by_text(m, op_operand(m->ops[op], i), arena)).data;
}

static Str wanted_op(const RuleMatch *m, const RuleProgram *program, uint16_t def) {
  return def_name(def & OPCODE_USER ? program->defs[def & ~OPCODE_USER] : context_op_of(m->ctx, def));
}

static const char *wanted_constant(RuleConstant kind) {
  switch (kind) {
    case RULE_INTEGER: return "a constant integer";
    case RULE_IS_ZERO: return "0";
    case RULE_IS_ONE: return "1";
    case RULE_IS_ALL_ONES: return "-1";
    case RULE_IS_TRUE: return "true";
    case RULE_IS_FALSE: return "false";
    default: return "a constant";
  }
}

static const char *attr_of(const RuleMatch *m, uint16_t op, uint16_t slot, const char *what, Arena *arena) {
  const OpDef *def = m->ops[op]->def;
  A attr = op_prop_at(m->ops[op], slot);
  const char *of = op ? arena_printf(arena, " of '%.*s'", STR_ARG(def_name(def))).data : "";
  return arena_printf(arena, "'%s'%s is %s%s", def_attr_name(def, slot), of, attr ? attr_text(m->ctx, attr) : "not there", what).data;
}

// ---------------------------------------------------------------------------------------------
// Reasons

// What the rule says at a test, or in the last one before.
static Str words_at(const RuleSource *source, uint32_t code) {
  const RuleNote *found = NULL;
  for (uint32_t i = 0; source && i < source->note_count; i++) {
    const RuleNote *note = &source->notes[i];
    if (note->kind == RULE_NOTE_TEST && note->code <= code && (!found || note->code >= found->code)) found = note;
  }
  return found ? str_slice(str_from(source->text), found->begin, found->end) : (Str){0};
}

static const char *reason(const RuleMatch *m, const RuleProgram *program, const uint16_t *at, Str words, Arena *arena) {
  const uint16_t *w = at + 1;
  switch (at[0]) {
    case RULE_OP: {
      const char *is = operand_is(m, w[1], w[2], arena);
      return arena_printf(arena, "%s, not %s'%.*s'", is, strstr(is, " is made by ") ? "by " : "made by ", STR_ARG(wanted_op(m, program, w[3]))).data;
    }
    case RULE_RESULTS:
      return arena_printf(arena, "it has %u results, not %u", m->root->result_count, w[0]).data;
    case RULE_COUNT: case RULE_LEAST:
      return arena_printf(arena, "'%.*s' has %u operands, not %s%u", STR_ARG(op_name(m->ops[w[0]])), m->ops[w[0]]->operand_count,
                          at[0] == RULE_LEAST ? "at least " : "", w[1]).data;
    case RULE_SAME:
      return arena_printf(arena, "%s is another value%s%.*s", operand_text(m, w[1], w[2], arena), words.size ? " than " : "", STR_ARG(words)).data;
    case RULE_CONSTANT:
      return arena_printf(arena, "%s, not %s", operand_is(m, w[2], w[3], arena), wanted_constant((RuleConstant)w[4])).data;
    case RULE_CONSTANT_INT: case RULE_CONSTANT_FLOAT:
      return arena_printf(arena, "%s, not %s%.*s", operand_is(m, w[1], w[2], arena), words.size ? "" : "the wanted constant", STR_ARG(words)).data;
    case RULE_ATTR: return attr_of(m, w[1], w[2], "", arena);
    case RULE_ATTR_IS:
      return attr_of(m, w[0], w[1], words.size ? arena_printf(arena, ", not %.*s", STR_ARG(words)).data : "", arena);
    case RULE_NO_ATTR: return attr_of(m, w[0], w[1], ", not left out", arena);
    case RULE_EQUAL: case RULE_UNUSED: case RULE_TEST:
      return words.size ? arena_printf(arena, "this does not hold: %.*s", STR_ARG(words)).data : "a condition of it does not hold";
    case RULE_CALCULATE: return "the constants are not integers of one type";
    case RULE_CONVERTED: return "a type cannot be converted";
    default: return "what it makes cannot be calculated";
  }
}

const char *rule_reason(const RuleMatch *m, const Rule *rule, uint32_t failed, Arena *arena) {
  if (m->why) return m->why;
  if (failed == RULE_NOWHERE) return "what it makes has another type than the result";
  return reason(m, rule->program, rule->program->code + failed, words_at(rule_source_of(rule), failed - rule->code), arena);
}

// ---------------------------------------------------------------------------------------------
// What is told

// An attribute that a rule names; an enum's as its keyword.
static Str named_attr(const RuleMatch *m, const Rule *rule, const RuleNote *note, Arena *arena) {
  A attr = m->registers[note->reg].attr;
  const uint16_t *words = rule->program->code + rule->code + note->code + 1;   // behind those that gave it
  const OpDef *def = words[-4] == RULE_ATTR && words[-3] == note->reg ? m->ops[words[-2]]->def : NULL;
  const EnumDef *cases = def ? constraint_enum(def->table, def_attr_type(def, words[-1])) : NULL;
  if (!cases) return arena_str(arena, str_from(attr_text(m->ctx, attr)));
  StrBuf text;
  strbuf_init(&text, arena->mem);
  enum_value_text(&text, cases, enum_attr_value(attr));
  Str kept = arena_str(arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept;
}

static void add_match(const RuleMatch *m, const Rule *rule, const RuleSource *source, const RuleNote *note, ExplainMatchVec *out) {
  Arena *arena = m->run->explain->arena;
  ExplainMatch match = {.name = str_slice(str_from(source->text), note->begin, note->end)};
  const RuleArg *reg = &m->registers[note->reg];
  if (note->kind == RULE_NOTE_VALUE) {
    match.value = value_text(m, reg->value, arena, &match.src);
  } else if (note->kind == RULE_NOTE_CONSTANT) {
    match.value = named_attr(m, rule, note, arena);
  } else {
    StrBuf text;
    Range first;
    strbuf_init(&text, arena->mem);
    for (uint32_t i = 0; i < reg->values->count; i++) {
      if (i) strbuf_lit(&text, ", ");
      strbuf_str(&text, value_text(m, reg->values->values[i], arena, i ? &first : &match.src));
    }
    match.value = arena_str(arena, strbuf_view(&text));
    strbuf_free(&text);
  }
  vec_push(arena, out, match);
}

// The names that had something to stand for before `failed`.
static void add_matches(const RuleMatch *m, const Rule *rule, const RuleSource *source, uint32_t failed, ExplainMatchVec *out) {
  for (uint32_t i = 0; i < source->note_count; i++) {
    const RuleNote *note = &source->notes[i];
    if (note->kind != RULE_NOTE_TEST && (failed == RULE_NOWHERE || rule->code + note->code < failed)) add_match(m, rule, source, note, out);
  }
}

void rule_tell_applied(const RuleMatch *m, const Rule *rule) {
  ExplainLog *log = m->run->explain;
  const RuleSource *source = log ? rule_source_of(rule) : NULL;
  if (!source) return;
  log->rule = str_from(source->text);
  log->matched = (ExplainMatchVec){0};
  if (explain_watches(log, m->root)) add_matches(m, rule, source, RULE_NOWHERE, &log->matched);
}

void rule_tell_failed(const RuleMatch *m, const Rule *rule, uint32_t failed) {
  ExplainLog *log = m->run->explain;
  log->rule = (Str){0};
  log->matched = (ExplainMatchVec){0};
  if (!explain_watches(log, m->root) || (failed != RULE_NOWHERE && rule->program->code[failed] == RULE_ROOT)) return;
  const RuleSource *source = rule_source_of(rule);
  const char *why = rule_reason(m, rule, failed, log->arena);
  ExplainEntry *entry = m->why ? &vec_last(&log->entries) : explain_add(log, EXPLAIN_TRIED, m->root);   // the driver has told it
  entry->why = why;
  if (!source) return;
  entry->rule = str_from(source->text);
  add_matches(m, rule, source, failed, &entry->matched);
}
