// Files of rules: heads, clauses and lines; what a rule says is read in rules_left.c and rules_right.c.
#include <stdarg.h>

#include "records/rules_impl.h"
#include "support/nearest.h"


enum { MAX_STEPS_DEPTH = 8, MAX_RULES = 10000, MAX_CODE = 1u << 24 };

bool rule_error(RuleCompiler *c, Range at, const char *format, ...) {
  if (c->r->failed) return false;
  va_list args;
  va_start(args, format);
  syntax_verror(c->input->diags, &c->file->syntax, at, format, args);
  va_end(args);
  c->r->failed = true;
  c->r->kind = T_END;
  return false;
}

// The known name that is the fewest edits away.
static Str nearest_op(RuleCompiler *c, Str name) {
  Str best = {0};
  uint32_t least = edits_allowed(name) + 1;
  for (uint32_t i = 0;; i++) {
    Str other = c->input->name_at(c->input->data, i);
    if (!other.size) return best;
    uint32_t edits = edit_distance(name, other, least - 1);
    if (edits < least) least = edits, best = other;
  }
}

const OpDef *rule_op(RuleCompiler *c, const Word *name) {
  Str full = name->text, dialect = c->defaults.dialect.text;
  bool has_dialect = memchr(full.data, '.', full.size);
  const OpDef *def = has_dialect || !dialect.data ? c->input->find(c->input->data, full) : NULL;
  if (!def && dialect.data) {
    Str own = arena_printf(c->arena, "%.*s.%.*s", STR_ARG(dialect), STR_ARG(full));
    def = c->input->find(c->input->data, own);
    if (!has_dialect) full = own;
  }
  if (def) return def;
  Str near = nearest_op(c, full);
  if (near.size) rule_error(c, name->at, "there is no operation '%.*s'; did you mean '%.*s'?", STR_ARG(full), STR_ARG(near));
  else rule_error(c, name->at, "there is no operation '%.*s'", STR_ARG(full));
  return NULL;
}

int rule_slot(RuleCompiler *c, const OpDef *def, const Word *name) {
  Str near = {0};
  uint32_t least = edits_allowed(name->text) + 1;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    Str other = str_from(def_attr_name(def, i));
    uint32_t edits = edit_distance(name->text, other, least - 1);
    if (!edits) return (int)i;
    if (edits < least) least = edits, near = other;
  }
  if (near.size) rule_error(c, name->at, "'%.*s' has no attribute '%.*s'; did you mean '%.*s'?", STR_ARG(def_name(def)), STR_ARG(name->text), STR_ARG(near));
  else rule_error(c, name->at, "'%.*s' has no attribute '%.*s'", STR_ARG(def_name(def)), STR_ARG(name->text));
  return -1;
}

uint16_t rule_def(RuleCompiler *c, const OpDef *def) {
  if (!(def->opcode & OPCODE_USER)) return def->opcode;
  uint32_t i = 0;
  while (i < c->file->defs.count && c->file->defs.data[i] != def) i++;
  if (i == c->file->defs.count) vec_push(c->arena, &c->file->defs, def);
  return (uint16_t)(OPCODE_USER | i);
}

uint16_t rule_text(RuleCompiler *c, Str text) {
  uint32_t at = c->file->texts.count;
  if (at + text.size > UINT16_MAX - 1) {
    rule_error(c, c->r->token.at, "the file has too many texts");
    return 0;
  }
  for (size_t i = 0; i <= text.size; i++) vec_push(c->arena, &c->file->texts, i < text.size ? text.data[i] : '\0');
  return (uint16_t)at;
}

uint16_t rule_function(RuleCompiler *c, const Word *name, RuleFunctionKind kind) {
  if (c->input->refuses_functions) rule_error(c, name->at, "there are no functions of C here");
  for (uint32_t i = 0; i < c->file->functions.count; i++) {
    const RuleFunction *f = &c->file->functions.data[i];
    if (!str_equal(f->name.text, name->text)) continue;
    if (f->kind != kind) rule_error(c, name->at, "'%.*s' gives something else in another place", STR_ARG(name->text));
    return (uint16_t)i;
  }
  RuleFunction f = {.name = *name, .kind = (uint8_t)kind};
  vec_push(c->arena, &c->file->functions, f);
  return (uint16_t)(c->file->functions.count - 1);
}

void rule_put_words(RuleCompiler *c, const uint16_t *words, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) vec_push(c->arena, c->code, words[i]);
}

uint16_t rule_derive(RuleCompiler *c, RuleCode code, const uint16_t *words, uint32_t count, const uint16_t *from, uint32_t from_count) {
  bool is_late = false;
  for (uint32_t i = 0; i < from_count; i++) is_late |= c->is_late[from[i]];
  CodeVec *outer = c->code;
  c->code = is_late ? &c->made : &c->tests;
  uint16_t out = rule_register(c);
  c->is_late[out] = is_late;
  rule_put(c, (uint16_t)code, out);
  rule_put_words(c, words, count);
  c->code = outer;
  return out;
}

void rule_test_at(RuleCompiler *c, Range at) {
  const RulePlace place = {.code = c->tests.count, .at = at, .kind = RULE_NOTE_TEST, .reg = RULE_NONE};
  vec_push(c->arena, &c->places, place);
}

uint16_t rule_register(RuleCompiler *c) {
  if (c->registers == RULE_REGISTERS) {
    rule_error(c, c->r->token.at, "the rule is too long: it has more than %d values", RULE_REGISTERS);
    return 0;
  }
  c->is_late[c->registers] = c->code == &c->made;
  return (uint16_t)c->registers++;
}

RuleName *rule_name(RuleCompiler *c, Str name) {
  for (uint32_t i = 0; i < c->names.count; i++)
    if (str_equal(c->names.data[i].name, name)) return &c->names.data[i];
  return NULL;
}

bool rule_give(RuleCompiler *c, const Word *name, NameKind kind, uint16_t reg) {
  static const char *const reserved[] = {"type", "element", "like", "converted", "result", "unused", "do", "erase", "not", "no", "if", "keep", "benefit", "at", "else", "_"};
  for (size_t i = 0; i < countof(reserved); i++)
    if (str_is(name->text, reserved[i])) return rule_error(c, name->at, "'%.*s' is a word of the language", STR_ARG(name->text));
  RuleName *known = rule_name(c, name->text), fresh = {.name = name->text};
  if (!known) {
    vec_push(c->arena, &c->names, fresh);
    known = &vec_last(&c->names);
  }
  known->kind = (uint8_t)kind;
  known->reg = reg;
  known->is_fixed = c->is_left;
  known->is_nested = false;
  known->test = RULE_NOWHERE;
  if (c->is_left && kind != NAME_TYPE) {
    static const uint16_t kinds[] = {[NAME_VALUE] = RULE_NOTE_VALUE, [NAME_VALUES] = RULE_NOTE_VALUES, [NAME_ATTR] = RULE_NOTE_CONSTANT};
    const RulePlace place = {.code = c->tests.count - 1, .at = name->at, .kind = kinds[kind], .reg = reg};
    vec_push(c->arena, &c->places, place);
  }
  return true;
}

bool rule_elsewhere(RuleCompiler *c, Range at, const ReaderNames *names, bool (*read)(RuleCompiler *c)) {
  if (c->depth == MAX_STEPS_DEPTH) return rule_error(c, c->r->token.at, "steps that name each other");
  Reader inner = *c->r, *outer = c->r;
  inner.names = names;
  c->depth++;
  c->r = &inner;
  reader_start(&inner, at.begin, at.end);
  bool ok = read(c) && (inner.kind == T_END || reader_fail(&inner, "this does not belong here"));
  c->depth--;
  c->r = outer;
  if (ok) return true;
  outer->failed = true;
  outer->kind = T_END;
  return false;
}

// ---------------------------------------------------------------------------------------------
// Clauses

static bool read_kept(RuleCompiler *c, bool is_common, void *list) {
  VEC(RuleKept) *kept = list;
  do {
    RuleKept one = {.is_common = is_common};
    if (!reader_expect_word(c->r, "the name of an attribute", &one.attr)) return false;
    vec_push(c->arena, kept, one);
  } while (c->r->kind == T_WORD && !reader_at_word(c->r, "if") && !reader_at_word(c->r, "benefit") && !reader_at_word(c->r, "keep") && !reader_at_word(c->r, "at"));
  return true;
}

static bool read_benefit(RuleCompiler *c, uint32_t *out) {
  Range at = c->r->token.at;
  int64_t value;
  if (!reader_integer(c->r, &value)) return false;
  if (value < 1 || value > UINT16_MAX) return rule_error(c, at, "a benefit is at least 1");
  *out = (uint32_t)value;
  return true;
}

// The rest of the line as an expression that each rule reads.
static Range rest_of_line(RuleCompiler *c) {
  Range at = {c->r->token.at.begin, c->r->end};
  c->r->kind = T_END;
  return at;
}

static bool read_mark(RuleCompiler *c) {
  RuleMark mark = {0};
  if (c->r->kind != T_PUNCTUATION) return reader_fail(c->r, "expected a mark, such as '~'");
  mark.mark = c->r->token.text.data[0];
  reader_next(c->r);
  Word attr;
  if (!reader_expect_word(c->r, "the name of an attribute", &attr) || !reader_expect(c->r, "@") ||
      !reader_expect_word(c->r, "the name of a function", &mark.function)) return false;
  mark.attr = attr.text;
  vec_push(c->arena, &c->defaults.marks, mark);
  return true;
}

static bool read_constants(RuleCompiler *c) {
  Word name;
  if (!reader_expect_word(c->r, "the operation that makes constants", &name)) return false;
  RuleDefaults *d = &c->defaults;
  d->constant = rule_op(c, &name);
  Word value = {STR("value"), name.at};
  int slot = d->constant ? rule_slot(c, d->constant, &value) : -1;
  if (slot < 0) return false;
  d->constant_slot = (uint32_t)slot;
  vec_clear(&d->constant_type);
  if (!reader_at_word(c->r, "of")) return true;
  reader_next(c->r);
  vec_push(c->arena, &d->constant_type, rest_of_line(c));
  return true;
}

// Dialects and operations, which have a dot.
static bool read_names(RuleCompiler *c, void *list) {
  VEC(Word) *names = list;
  do {
    Word name;
    if (!reader_expect_word(c->r, "a dialect or an operation", &name)) return false;
    if (memchr(name.text.data, '.', name.text.size) && !rule_op(c, &name)) return false;
    vec_push(c->arena, names, name);
  } while (c->r->kind == T_WORD);
  return true;
}

// type `=>` type
static bool read_types(RuleCompiler *c) {
  RuleTypes types;
  if (!rule_pool_type(c, &types.from)) return false;
  if (!reader_take(c->r, "=") || !reader_take(c->r, ">")) return reader_fail(c->r, "expected '=>'");
  if (!rule_pool_type(c, &types.to)) return false;
  vec_push(c->arena, &c->set->types, types);
  return true;
}

static bool read_clause(RuleCompiler *c) {
  Word word;
  RuleDefaults *d = &c->defaults;
  if (!reader_expect_word(c->r, "a clause", &word)) return false;
  if (str_is(word.text, "dialect")) return reader_expect_word(c->r, "a dialect", &d->dialect);
  if (str_is(word.text, "shown")) return reader_take_kind(c->r, T_STRING, &d->shown) || reader_fail(c->r, "expected a string");
  if (str_is(word.text, "constants")) return read_constants(c);
  if (str_is(word.text, "keep")) return read_kept(c, false, &d->kept);
  if (str_is(word.text, "mark")) return read_mark(c);
  if (str_is(word.text, "header") && !c->input->refuses_functions) {
    Word header;
    if (!reader_take_kind(c->r, T_STRING, &header)) return reader_fail(c->r, "expected a string");
    vec_push(c->arena, &c->file->headers, header);
    return true;
  }
  if (str_is(word.text, "if")) {
    vec_push(c->arena, &d->conditions, rest_of_line(c));
    return true;
  }
  if (c->set->is_conversion && c->input->read_type) {   // at run time
    if (str_is(word.text, "legal")) return read_names(c, &c->set->legal);
    if (str_is(word.text, "illegal")) return read_names(c, &c->set->illegal);
    if (str_is(word.text, "convert")) return read_types(c);
  }
  return reader_fail_at(c->r, &word, "expected 'dialect', 'shown', 'constants', 'keep', 'mark' or 'if'");
}

// ---------------------------------------------------------------------------------------------
// Rules

static bool read_condition_here(RuleCompiler *c) { return rule_condition(c); }

// (`if` condition | `keep` `common`? attribute+ | `benefit` number | `at` `root`)*
static bool read_options(RuleCompiler *c, RuleRow *row) {
  while (c->r->kind == T_WORD) {
    if (reader_at_word(c->r, "if")) {
      reader_next(c->r);
      if (!rule_condition(c)) return false;
    } else if (reader_at_word(c->r, "keep")) {
      reader_next(c->r);
      bool is_common = reader_at_word(c->r, "common");
      if (is_common || reader_at_word(c->r, "nothing")) {
        bool nothing = !is_common;
        reader_next(c->r);
        if (nothing) vec_clear(&c->kept);
        if (nothing) continue;
      }
      if (!read_kept(c, is_common, &c->kept)) return false;
    } else if (reader_at_word(c->r, "benefit")) {
      reader_next(c->r);
      if (!read_benefit(c, &row->benefit)) return false;
    } else if (reader_at_word(c->r, "at")) {
      reader_next(c->r);
      if (!reader_at_word(c->r, "root")) return reader_fail(c->r, "expected 'root'");
      reader_next(c->r);
      c->is_at_root = true;
    } else {
      break;
    }
  }
  return true;
}

static void begin_rule(RuleCompiler *c) {
  vec_clear(&c->tests);
  vec_clear(&c->made);
  vec_clear(&c->places);
  vec_clear(&c->names);
  vec_clear(&c->kept);
  vec_clear(&c->carried);
  vec_clear(&c->unused);
  for (uint32_t i = 0; i < c->defaults.kept.count; i++) vec_push(c->arena, &c->kept, c->defaults.kept.data[i]);
  c->op_count = c->noted_count = 0;
  c->matched_count = 0;
  c->registers = 0;
  c->constant_type = RULE_NONE;
  c->is_done = c->is_at_root = false;
  c->code = &c->tests;
  c->is_left = true;
}

// What comes before the making: values that have to be converted, and the location.
static void put_middle(RuleCompiler *c, uint32_t fused) {
  c->code = &c->tests;
  rule_put(c, RULE_MADE);
  for (uint32_t i = 0; c->set->is_conversion && i < c->names.count; i++)
    if (c->names.data[i].is_nested) rule_put(c, RULE_REMAP, c->names.data[i].reg);
  if (fused < 2 || c->set->is_conversion || c->is_at_root) return;
  if (fused > c->noted_count) fused = c->noted_count;
  rule_put(c, RULE_FUSE, (uint16_t)fused);
  rule_put_words(c, c->noted, fused);
}

static void finish_rule(RuleCompiler *c, RuleRow *row) {
  RuleFile *file = c->file;
  if (!row->benefit) row->benefit = c->matched_count;
  put_middle(c, c->matched_count);
  row->code = file->code.count;
  for (uint32_t i = 0; i < c->places.count; i++) {
    RulePlace place = c->places.data[i];
    place.code += row->code;
    vec_push(c->arena, &file->places, place);
  }
  for (uint32_t i = 0; i < c->tests.count; i++) vec_push(c->arena, &file->code, c->tests.data[i]);
  for (uint32_t i = 0; i < c->made.count; i++) vec_push(c->arena, &file->code, c->made.data[i]);
  vec_push(c->arena, &file->code, RULE_END);
}

// rule ::= `rule` word string? `:` op left options `=>` body options
static bool read_rule(RuleCompiler *c, RuleRow *row) {
  Word op;
  begin_rule(c);
  row->at = c->r->token.at;
  if (!reader_expect_word(c->r, "the name of a rule", &row->name)) return false;
  for (uint32_t i = 0; i < c->set->rows.count; i++)
    if (!c->set->rows.data[i].function.text.data && str_equal(c->set->rows.data[i].name.text, row->name.text))
      return rule_error(c, row->name.at, "there is a rule '%.*s' already", STR_ARG(row->name.text));
  reader_take_kind(c->r, T_STRING, &row->shown);
  if (!row->shown.text.data) row->shown = c->defaults.shown;
  if (!reader_expect(c->r, ":") || !reader_expect_word(c->r, "an operation", &op)) return false;
  row->root = rule_op(c, &op);
  if (row->root && row->root->opcode & OPCODE_USER) rule_put(c, RULE_ROOT, rule_def(c, row->root));
  if (!row->root || !rule_left(c, row->root)) return false;
  for (uint32_t i = 0; i < c->defaults.conditions.count; i++)
    if (!rule_elsewhere(c, c->defaults.conditions.data[i], NULL, read_condition_here)) return false;
  if (!read_options(c, row)) return false;
  if (!reader_take(c->r, "=") || !reader_take(c->r, ">")) return reader_fail(c->r, "expected '=>'");
  c->is_left = false;
  // Conditions that stand behind the body are read first: they are about what was there before.
  Reader body = *c->r;
  uint32_t nesting = 0;
  while (c->r->kind != T_END && !(c->r->kind == T_WORD && !nesting && (reader_at_word(c->r, "if") || reader_at_word(c->r, "keep") || reader_at_word(c->r, "benefit") || reader_at_word(c->r, "at")))) {
    if (reader_at_punctuation(c->r, "(")) nesting++;
    if (reader_at_punctuation(c->r, ")") && nesting) nesting--;
    reader_next(c->r);
  }
  uint32_t end = c->r->kind == T_END ? c->r->end : c->r->token.at.begin;
  c->is_left = true;
  if (c->r->kind != T_END && !read_options(c, row)) return false;
  if (c->r->kind != T_END) return reader_fail(c->r, "this does not belong here");
  c->is_left = false;
  body.end = end;
  Reader behind = *c->r;
  *c->r = body;
  bool ok = rule_body(c) && (c->r->kind == T_END || reader_fail(c->r, "this does not belong here"));
  c->r->end = behind.end;
  if (!ok) return false;
  finish_rule(c, row);
  return true;
}

// pattern ::= `pattern` op function (`=>` op)? (`with` type name)? (`benefit` number)? string?
static bool read_pattern(RuleCompiler *c, RuleRow *row) {
  Word op, target;
  row->at = c->r->token.at;
  if (!reader_expect_word(c->r, "an operation", &op) || !(row->root = rule_op(c, &op)) ||
      !reader_expect_word(c->r, "the name of a function", &row->function)) return false;
  rule_function(c, &row->function, c->set->is_conversion ? RULE_CONVERSION_PATTERN : RULE_GREEDY_PATTERN);
  if (reader_take(c->r, "=")) {
    if (!reader_expect(c->r, ">") || !reader_expect_word(c->r, "an operation", &target) || !(row->target = rule_op(c, &target))) return false;
  }
  if (reader_at_word(c->r, "with")) {
    reader_next(c->r);
    if (!reader_expect_word(c->r, "a type of C", &row->data_type) || !reader_expect_word(c->r, "the name of a constant of C", &row->data)) return false;
  }
  if (reader_at_word(c->r, "benefit")) {
    reader_next(c->r);
    if (!read_benefit(c, &row->benefit)) return false;
  }
  reader_take_kind(c->r, T_STRING, &row->shown);
  return true;
}

// steps ::= `steps` word (`(` word (`,` word)* `)`)? `:` statements
static bool read_steps(RuleCompiler *c) {
  RuleSteps steps = {0};
  if (!reader_expect_word(c->r, "the name of the steps", &steps.name)) return false;
  if (reader_take(c->r, "(")) {
    do {
      Word param;
      if (!reader_expect_word(c->r, "a parameter", &param)) return false;
      vec_push(c->arena, &steps.params, param.text);
    } while (reader_take(c->r, ","));
    if (!reader_expect(c->r, ")")) return false;
  }
  if (!reader_at_punctuation(c->r, ":")) return reader_fail(c->r, "expected ':'");
  steps.body = (Range){c->r->token.at.end, c->r->end};
  c->r->kind = T_END;
  vec_push(c->arena, &c->steps, steps);
  return true;
}

// head ::= `rules` word (`greedy` | `conversion`) string?
static bool read_head(RuleCompiler *c) {
  RuleSet set = {0};
  Word summary;
  if (!reader_expect_word(c->r, "the name of a set of rules", &set.name)) return false;
  set.is_conversion = reader_at_word(c->r, "conversion");
  if (!set.is_conversion && !reader_at_word(c->r, "greedy")) return reader_fail(c->r, "expected 'greedy' or 'conversion'");
  reader_next(c->r);
  reader_take_kind(c->r, T_STRING, &summary);
  vec_push(c->arena, &c->file->sets, set);
  c->set = &vec_last(&c->file->sets);
  c->defaults = (RuleDefaults){0};
  return true;
}

static bool read_line(RuleCompiler *c, bool is_head) {
  Word word;
  if (!is_head && !c->set) return reader_fail(c->r, "a clause before the first 'rules'");
  if (!is_head) return read_clause(c);
  if (!reader_expect_word(c->r, "a declaration", &word)) return false;
  if (str_is(word.text, "rules")) return read_head(c);
  if (!c->set) return reader_fail_at(c->r, &word, "a file begins with 'rules'");
  if (str_is(word.text, "steps")) return read_steps(c);
  bool is_rule = str_is(word.text, "rule");
  if (!is_rule && !str_is(word.text, "pattern")) return reader_fail_at(c->r, &word, "expected 'rules', 'rule', 'pattern' or 'steps'");
  if (c->set->rows.count == MAX_RULES || c->file->code.count > MAX_CODE) return rule_error(c, word.at, "there are too many rules");
  RuleRow row = {.whole = c->whole};
  if (!(is_rule ? read_rule : read_pattern)(c, &row)) return false;
  vec_push(c->arena, &c->set->rows, row);
  return true;
}

bool rules_compile(RuleFile *self, const RuleInput *input) {
  uint32_t errors = input->diags->error_count;
  *self = (RuleFile){.syntax = {.name = input->name, .text = input->text}};
  if (!reader_can_read(&self->syntax, input->diags)) return false;
  Reader reader = {.file = &self->syntax, .arena = input->arena, .diags = input->diags};
  RuleCompiler compiler = {.file = self, .input = input, .arena = input->arena, .r = &reader}, *c = &compiler;
  vec_push(c->arena, &self->texts, '\0');
  Line line, following;
  for (bool more = reader_next_line(&self->syntax, 0, &line); more && !c->arena->mem->exhausted; line = following) {
    uint32_t end = line.end;
    bool is_set = str_starts_with(str_slice(self->syntax.text, line.begin, line.end), STR("rules "));
    while ((more = reader_next_line(&self->syntax, end, &following)) && following.indent > line.indent && !is_set) end = following.end;
    reader.names = NULL;
    reader_start(&reader, line.begin, end);
    c->whole = (Range){line.begin, end};
    if (read_line(c, line.indent == 0) && reader.kind != T_END) reader_fail(&reader, "this does not belong here");
  }
  if (!self->sets.count && input->diags->error_count == errors) rule_error(c, (Range){0, 0}, "a file begins with 'rules'");
  return input->diags->error_count == errors && !c->arena->mem->exhausted;
}

RuleSource rule_source(const RuleFile *file, const RuleSet *set, const RuleRow *row, Arena *arena) {
  bool is_rule = !row->function.text.data;
  Str text = str_slice(file->syntax.text, row->whole.begin, row->whole.end);
  while (text.size && (text.data[text.size - 1] == '\n' || text.data[text.size - 1] == ' ')) text.size--;
  RuleSource out = {
      .set = arena_str(arena, set->name.text).data, .text = arena_str(arena, text).data, .code = is_rule ? row->code : RULE_NOWHERE,
      .root = row->root->opcode,
  };
  VEC(RuleNote) notes = {0};
  for (uint32_t i = 0; is_rule && i < file->places.count; i++) {
    const RulePlace *place = &file->places.data[i];
    const RuleNote note = {
        .kind = place->kind, .reg = place->reg, .code = (uint16_t)(place->code - row->code),
        .begin = (uint16_t)(place->at.begin - row->whole.begin), .end = (uint16_t)(place->at.end - row->whole.begin),
    };
    bool is_own = place->at.begin >= row->whole.begin && place->at.end <= row->whole.begin + text.size;   // or of the set's clauses
    if (is_own && text.size < UINT16_MAX) vec_push(arena, &notes, note);
  }
  out.notes = notes.data;
  out.note_count = notes.count;
  return out;
}
