// The right sides of rules: what is calculated and made.
#include "records/rules_impl.h"
#include "support/apfloat.h"

enum { MAX_DEPTH = 24, MOST = 64 };

static bool expression(RuleCompiler *c, RuleExpr *out);
static bool statements(RuleCompiler *c);

bool rule_literal(RuleCompiler *c, const OpDef *def, uint32_t slot, int64_t *out) {
  Word word = c->r->token;
  if (c->r->kind == T_WORD && c->input->enum_case(c->input->data, def, slot, word.text, out)) {
    reader_next(c->r);
    return true;
  }
  bool is_number = c->r->kind == T_WORD && (char_is_digit(word.text.data[0]) || word.text.data[0] == '-');
  if (is_number) return reader_integer(c->r, out);
  return rule_error(c, word.at, "'%.*s' is no value of attribute '%s'", STR_ARG(word.text), def_attr_name(def, slot));
}

// ---------------------------------------------------------------------------------------------
// Constants

static bool constant_type(RuleCompiler *c) { return rule_type(c, &c->constant_type); }

// The type of constants that name none.
static bool default_type(RuleCompiler *c, uint16_t *out) {
  if (c->constant_type == RULE_NONE) {
    CodeVec *outer = c->code;
    c->code = &c->tests;
    if (c->defaults.constant_type.count) {
      if (!rule_elsewhere(c, c->defaults.constant_type.data[0], NULL, constant_type)) return false;
    } else {
      uint16_t value = rule_register(c);
      if (!c->ops[0].def->operand_count) return rule_error(c, c->r->token.at, "the constant needs a type: the operation has no operands");
      rule_put(c, RULE_VALUE, value, 0, 0);
      c->constant_type = rule_derive(c, RULE_TYPE_OF, &value, 1, NULL, 0);
    }
    c->code = outer;
  }
  *out = c->constant_type;
  return true;
}

// A number of that type, or an infinity…
static bool number(RuleCompiler *c, const Word *word, bool is_negative, uint16_t type, uint16_t *out) {
  Str text = word->text;
  bool is_float = false;
  for (size_t i = 0; i < text.size; i++) is_float |= text.data[i] == '.' || text.data[i] == 'e';
  uint64_t value = 0;
  if (is_float) {
    APFloat parsed;
    if (!apfloat_parse(FLOAT_F64, text, &parsed)) return rule_error(c, word->at, "this is no number");
    value = parsed.bits[0];
  }
  for (size_t i = text.data[0] == '-'; i < text.size && !is_float; i++) {
    if (!char_is_digit(text.data[i]) || value > UINT64_MAX / 10 - 1) return rule_error(c, word->at, "this is no number");
    value = value * 10 + (uint64_t)(text.data[i] - '0');
  }
  const uint16_t words[] = {type, (uint16_t)value, (uint16_t)(value >> 16), (uint16_t)(value >> 32), (uint16_t)(value >> 48), is_negative || text.data[0] == '-'};
  *out = rule_derive(c, is_float ? RULE_FLOAT : RULE_INT, words, is_float ? 5 : 6, &type, 1);
  return true;
}

// The type that stands behind a constant, or that of the constant it is calculated with.
static bool type_behind(RuleCompiler *c, uint16_t like, uint16_t *out) {
  if (reader_take(c->r, ":")) return rule_type(c, out);
  if (like == RULE_NONE) return default_type(c, out);
  *out = rule_derive(c, RULE_TYPE_OF_ATTR, &like, 1, &like, 1);
  return true;
}

// primary ::= name | number | `inf` | `-` `inf` | `nan` | `true` | `false` | `@` call, behind `#`, with `:` type
static bool primary(RuleCompiler *c, uint16_t like, uint16_t *out) {
  static const struct { const char *word; RuleSpecial special; } specials[] = {
      {"inf", RULE_INFINITY}, {"nan", RULE_NAN}, {"true", RULE_ALL_TRUE}, {"false", RULE_ALL_FALSE}};
  uint16_t type;
  if (reader_take(c->r, "@")) return rule_call(c, RULE_ATTR_FN, false, out);
  bool is_negative = reader_take(c->r, "-");
  Word word = c->r->token;
  if (c->r->kind != T_WORD) return reader_fail(c->r, "expected a constant");
  reader_next(c->r);
  RuleName *known = rule_name(c, word.text);
  if (known && known->kind == NAME_ATTR && !is_negative) {
    *out = known->reg;
    return true;
  }
  if (str_is(word.text, "true") && !reader_at_punctuation(c->r, ":")) {
    *out = rule_derive(c, RULE_TRUE, NULL, 0, NULL, 0);
    return true;
  }
  for (size_t i = 0; i < countof(specials); i++) {
    if (!str_is(word.text, specials[i].word)) continue;
    if (!type_behind(c, like, &type)) return false;
    RuleSpecial special = is_negative && specials[i].special == RULE_INFINITY ? RULE_MINUS_INFINITY : specials[i].special;
    const uint16_t words[] = {type, (uint16_t)special};
    *out = rule_derive(c, RULE_SPECIAL, words, 2, &type, 1);
    return true;
  }
  if (!char_is_digit(word.text.data[0]) && word.text.data[0] != '-') return rule_error(c, word.at, "there is no constant '%.*s'", STR_ARG(word.text));
  return type_behind(c, like, &type) && number(c, &word, is_negative, type, out);
}

// Constants that the left side names are integers where they are calculated with.
static void need_integer(RuleCompiler *c, uint16_t reg) {
  for (uint32_t i = 0; i < c->names.count; i++)
    if (c->names.data[i].reg == reg && c->names.data[i].test != RULE_NOWHERE) c->tests.data[c->names.data[i].test + 5] = RULE_INTEGER;
}

// `#` primary ((`+` | `-` | `*`) `#`? primary)*: an attribute
static bool calculation(RuleCompiler *c, uint16_t *out) {
  if (!primary(c, RULE_NONE, out)) return false;
  while (reader_at_punctuation(c->r, "+") || reader_at_punctuation(c->r, "-") || reader_at_punctuation(c->r, "*")) {
    uint16_t words[] = {(uint16_t)c->r->token.text.data[0], *out, 0};
    Range at = c->r->token.at;
    reader_next(c->r);
    reader_take(c->r, "#");
    if (!primary(c, *out, &words[2])) return false;
    need_integer(c, words[1]);
    need_integer(c, words[2]);
    rule_test_at(c, at);
    *out = rule_derive(c, RULE_CALCULATE, words, 3, words + 1, 2);
  }
  return true;
}

static bool make_constant(RuleCompiler *c, uint16_t attr, RuleExpr *out) {
  const OpDef *def = c->defaults.constant;
  if (!def) return rule_error(c, c->r->token.at, "a clause 'constants' says which operation makes constants");
  *out = (RuleExpr){.kind = NAME_VALUE, .reg = rule_register(c), .is_fresh = true};
  rule_put(c, RULE_MAKE_CONSTANT, out->reg, rule_def(c, def), (uint16_t)c->defaults.constant_slot, attr);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Attributes of what is made

static bool common_flags(RuleCompiler *c, const Word *attr, uint16_t out) {
  uint16_t words[2 * RULE_OPS], count = 0;
  for (uint32_t i = 0; i < c->op_count; i++) {
    const OpDef *def = c->ops[i].def;
    if (!def) continue;
    uint16_t slot = RULE_NONE;
    for (uint32_t k = 0; k < def->attr_count; k++)
      if (str_is(attr->text, def_attr_name(def, k))) slot = (uint16_t)k;
    words[2 * count] = (uint16_t)i;
    words[2 * count++ + 1] = slot;
  }
  rule_put(c, RULE_COMMON, out, count);
  rule_put_words(c, words, 2u * count);
  return true;
}

// The root's attribute that is kept, or the flags that all have; changed by the mark's function.
bool rule_carried(RuleCompiler *c, Str attr, char mark, uint16_t *out) {
  *out = RULE_NONE;
  for (uint32_t i = 0; i < c->carried.count; i++)
    if (str_equal(c->carried.data[i].attr, attr) && c->carried.data[i].mark == mark) {
      *out = c->carried.data[i].reg;
      return true;
    }
  CodeVec *outer = c->code;
  c->code = &c->tests;
  if (mark) {
    for (uint32_t i = 0; i < c->defaults.marks.count && *out == RULE_NONE; i++) {
      const RuleMark *m = &c->defaults.marks.data[i];
      uint16_t plain;
      if (m->mark != mark || !str_equal(m->attr, attr) || !rule_carried(c, attr, 0, &plain) || plain == RULE_NONE) continue;
      *out = rule_register(c);
      rule_put(c, RULE_CALL_MAYBE, *out, RULE_ATTR_FN, rule_function(c, &m->function, RULE_ATTR_FN), 1, plain);
    }
    if (*out == RULE_NONE) rule_carried(c, attr, 0, out);
  } else {
    for (uint32_t i = 0; i < c->kept.count; i++) {
      const RuleKept *kept = &c->kept.data[i];
      if (!str_equal(kept->attr.text, attr) || *out != RULE_NONE) continue;
      const OpDef *root = c->ops[0].def;
      int slot = -1;
      for (uint32_t k = 0; k < root->attr_count; k++)
        if (str_is(attr, def_attr_name(root, k))) slot = (int)k;
      if (kept->is_common) {
        common_flags(c, &kept->attr, *out = rule_register(c));
      } else if (slot >= 0) {
        rule_put(c, RULE_ROOT_ATTR, *out = rule_register(c), (uint16_t)slot);
      }
    }
  }
  c->code = outer;
  struct RuleCarried one = {attr, mark, *out};
  vec_push(c->arena, &c->carried, one);
  return true;
}

typedef struct Given {
  uint16_t slot, reg;        // RULE_NONE: it is not given, nor carried
} Given;

// $name | `@` call | `#` constant | `true` | `false` | `unit` | string | a case or a number
static bool attribute_value(RuleCompiler *c, const OpDef *def, uint16_t slot, uint16_t *out) {
  Word word = c->r->token;
  int64_t value;
  if (reader_take(c->r, "#")) return calculation(c, out);
  if (reader_take(c->r, "@")) return rule_call(c, RULE_ATTR_FN, true, out);
  if (c->r->kind == T_WORD && word.text.data[0] == '$') {
    reader_next(c->r);
    return rule_root_attr(c, &word, out);
  }
  if (c->r->kind == T_STRING || reader_at_word(c->r, "unit") || reader_at_word(c->r, "true") || reader_at_word(c->r, "false")) {
    bool is_text = c->r->kind == T_STRING, is_unit = reader_at_word(c->r, "unit");
    const uint16_t is = is_text ? rule_text(c, word.text) : reader_at_word(c->r, "true");
    *out = rule_derive(c, is_text ? RULE_STRING : is_unit ? RULE_UNIT : RULE_BOOL, &is, !is_unit, NULL, 0);
    reader_next(c->r);
    return true;
  }
  if (!rule_literal(c, def, slot, &value)) return false;
  if (value != (int32_t)value) return rule_error(c, word.at, "the number is too large");
  const uint16_t words[] = {rule_def(c, def), slot, (uint16_t)value, (uint16_t)((uint64_t)value >> 16)};
  *out = rule_derive(c, RULE_LITERAL, words, 4, NULL, 0);
  return true;
}

static bool attributes(RuleCompiler *c, const OpDef *def, Given *given, uint32_t *count) {
  uint16_t place = 0;
  do {
    Word name = c->r->token;
    Given *g = &given[*count];
    if (++*count == MOST) return rule_error(c, name.at, "too many attributes");
    if (reader_at_word(c->r, "no")) {
      reader_next(c->r);
      if (!reader_expect_word(c->r, "the name of an attribute", &name)) return false;
      int slot = rule_slot(c, def, &name);
      *g = (Given){(uint16_t)slot, RULE_NONE};
      if (slot < 0) return false;
      continue;
    }
    Reader before = *c->r;
    reader_next(c->r);
    int slot = place;
    if (reader_take(c->r, "=")) {
      if ((slot = rule_slot(c, def, &name)) < 0) return false;
    } else {
      *c->r = before;
      if (place++ >= def->attr_count) return rule_error(c, name.at, "'%.*s' has no attribute here", STR_ARG(def_name(def)));
    }
    g->slot = (uint16_t)slot;
    if (!attribute_value(c, def, (uint16_t)slot, &g->reg)) return false;
  } while (reader_take(c->r, ","));
  return reader_expect(c->r, ">");
}

// Attributes that were given, then what is carried; what is required must be there.
static bool put_attributes(RuleCompiler *c, const OpDef *def, const Word *op, char mark, const Given *given, uint32_t count) {
  for (uint32_t k = 0; k < def->attr_count; k++) {
    uint16_t reg = RULE_NONE;
    bool is_given = false;
    for (uint32_t i = 0; i < count; i++)
      if (given[i].slot == k) is_given = true, reg = given[i].reg;
    if (!is_given && mark != '\'' && !rule_carried(c, str_from(def_attr_name(def, k)), mark, &reg)) return false;
    if (reg != RULE_NONE) rule_put(c, RULE_PROP, (uint16_t)k, reg);
    else if (!(def_attrs(def)[k].flags & (ATTR_OPTIONAL | ATTR_DEFAULT)))
      return rule_error(c, op->at, "'%.*s' needs attribute '%s'", STR_ARG(def_name(def)), def_attr_name(def, k));
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Operations

// Whether the types of the results follow from what the operation has.
static bool types_follow(const OpDef *def) {
  if (!def->result_count || op_def_has(def, TRAIT_INFER_TYPES | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE)) return true;
  if (def->flags & DEF_INFERS) return true;
  for (uint32_t i = 0; i < def->result_count; i++) {
    bool follows = constraint_is_buildable(def_value_type(def, &def_results(def)[i]));
    for (uint32_t k = 0; k < def->relation_count; k++)
      for (uint32_t n = 0; n < def_relations(def)[k].count; n++) follows |= def_relations(def)[k].values[n] == (REF_RESULT | i);
    if (!follows) return false;
  }
  return true;
}

static bool result_types(RuleCompiler *c, uint16_t *types, uint32_t *count) {
  bool several = reader_take(c->r, "(");
  do {
    if (*count == MOST) return reader_fail(c->r, "too many types");
    if (!rule_type(c, &types[(*count)++])) return false;
  } while (several && reader_take(c->r, ","));
  return !several || reader_expect(c->r, ")");
}

static bool arguments(RuleCompiler *c, const OpDef *def, const Word *name, RuleExpr *list, uint32_t *count) {
  Range at = c->r->token.at;
  bool has_list = false;
  if (!reader_expect(c->r, "(")) return false;
  if (!reader_at_punctuation(c->r, ")")) do {
    if (*count == MOST) return rule_error(c, at, "too many operands");
    Range here = c->r->token.at;
    RuleExpr *e = &list[*count];
    if (!expression(c, e)) return false;
    if (e->kind != NAME_VALUE && e->kind != NAME_VALUES) return rule_error(c, here, "this is no value");
    has_list |= e->kind == NAME_VALUES;
    ++*count;
  } while (reader_take(c->r, ","));
  if (!reader_expect(c->r, ")")) return false;
  if (op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS | TRAIT_ATTR_SIZED_RESULTS)) return rule_error(c, name->at, "'%.*s' has several groups of operands or results: make it in C", STR_ARG(def_name(def)));
  bool wrong = def->variable_operand == NO_INDEX ? *count != def->operand_count : !has_list && *count + 1u < def->operand_count;
  if (has_list && def->variable_operand == NO_INDEX) return rule_error(c, at, "'%.*s' has a fixed number of operands", STR_ARG(def_name(def)));
  if (wrong) return rule_error(c, at, "'%.*s' has %u operand%s, not %u", STR_ARG(def_name(def)), def->operand_count, def->operand_count == 1 ? "" : "s", *count);
  return true;
}

static bool is_mark(const RuleCompiler *c) {
  if (reader_at_punctuation(c->r, "'")) return true;
  for (uint32_t i = 0; i < c->defaults.marks.count; i++)
    if (c->r->kind == T_PUNCTUATION && c->r->token.text.data[0] == c->defaults.marks.data[i].mark) return true;
  return false;
}

// op mark? (`<` attributes `>`)? `(` arguments `)` (`:` types)?
static bool operation(RuleCompiler *c, const Word *name, RuleExpr *out) {
  const OpDef *def = rule_op(c, name);
  Given given[MOST];
  RuleExpr values[MOST];
  uint16_t types[MOST];
  uint32_t given_count = 0, count = 0, type_count = 0;
  char mark = 0;
  if (!def) return false;
  if (def->region_count || def->successor_count) return rule_error(c, name->at, "'%.*s' has regions or successors: make it in C", STR_ARG(def_name(def)));
  if (is_mark(c)) {
    mark = c->r->token.text.data[0];
    reader_next(c->r);
  }
  if (reader_take(c->r, "<") && !attributes(c, def, given, &given_count)) return false;
  if (!arguments(c, def, name, values, &count)) return false;
  if (reader_take(c->r, ":")) {
    if (!result_types(c, types, &type_count)) return false;
    if (def->variable_result == NO_INDEX && type_count != def->result_count)
      return rule_error(c, name->at, "'%.*s' has %u result%s", STR_ARG(def_name(def)), def->result_count, def->result_count == 1 ? "" : "s");
  } else if (!types_follow(def)) {
    return rule_error(c, name->at, "the type of the result of '%.*s' does not follow: write ': type'", STR_ARG(def_name(def)));
  }
  rule_put(c, RULE_BEGIN, rule_def(c, def));
  if (!put_attributes(c, def, name, mark, given, given_count)) return false;
  for (uint32_t i = 0; i < count; i++) rule_put(c, values[i].kind == NAME_VALUES ? RULE_OPERANDS : RULE_OPERAND, values[i].reg);
  for (uint32_t i = 0; i < type_count; i++) rule_put(c, RULE_RESULT_TYPE, types[i]);
  *out = (RuleExpr){.kind = NAME_VALUE, .reg = rule_register(c), .def = def, .is_fresh = true};
  rule_put(c, RULE_FINISH, out->reg);
  return true;
}

// expression ::= name `...`? | `#` calculation | `@` call | op | type
static bool expression(RuleCompiler *c, RuleExpr *out) {
  uint16_t attr;
  *out = (RuleExpr){0};
  if (c->depth > MAX_DEPTH) return reader_fail(c->r, "nested too deeply");
  if (reader_take(c->r, "#")) return calculation(c, &attr) && make_constant(c, attr, out);
  if (reader_take(c->r, "@")) {
    out->kind = NAME_VALUE;
    out->is_fresh = true;
    return rule_call(c, RULE_BUILDER, false, &out->reg);
  }
  Word word = c->r->token;
  static const char *const of_types[] = {"type", "element", "like", "converted"};
  bool is_type = reader_at_punctuation(c->r, "!");
  for (size_t i = 0; i < countof(of_types); i++) is_type |= reader_at_word(c->r, of_types[i]);
  if (is_type) {
    out->kind = NAME_TYPE;
    return rule_type(c, &out->reg);
  }
  if (!reader_expect_word(c->r, "a value or an operation", &word)) return false;
  RuleName *known = rule_name(c, word.text);
  if (known && !reader_at_punctuation(c->r, "(") && !reader_at_punctuation(c->r, "<") && !is_mark(c)) {
    if (known->kind == NAME_ATTR) return rule_error(c, word.at, "'%.*s' is a constant: write '#%.*s'", STR_ARG(word.text), STR_ARG(word.text));
    if (known->kind == NAME_VALUES && !reader_take(c->r, "...")) return rule_error(c, word.at, "'%.*s' is several values: write '%.*s...'", STR_ARG(word.text), STR_ARG(word.text));
    out->kind = (NameKind)known->kind;
    out->reg = known->reg;
    return true;
  }
  if (!reader_at_punctuation(c->r, "(") && !reader_at_punctuation(c->r, "<") && !is_mark(c))
    return rule_error(c, word.at, "there is no value '%.*s'", STR_ARG(word.text));
  c->depth++;
  bool ok = operation(c, &word, out);
  c->depth--;
  return ok;
}

// ---------------------------------------------------------------------------------------------
// Statements

// A result that may get another register stays where it is; one with a name of its own is held.
static bool name_result(RuleCompiler *c, const Word *name, RuleExpr *e) {
  RuleName *known = rule_name(c, name->text);
  if (!e->is_fresh && e->kind == NAME_VALUE) {   // two names
    for (uint32_t i = 0; i < c->names.count; i++)
      if (c->names.data[i].reg == e->reg) c->names.data[i].is_fixed = true;
    if (!rule_give(c, name, NAME_VALUE, e->reg)) return false;
    rule_name(c, name->text)->is_fixed = true;
    return true;
  }
  // A name that is given again keeps its register: the value before is gone.
  if (e->is_fresh && known && !known->is_fixed && known->kind == NAME_VALUE && c->code == &c->made && e->reg + 1u == c->registers &&
      c->code->count > 1 && c->code->data[c->code->count - 2] == RULE_FINISH) {
    c->code->data[c->code->count - 1] = known->reg;
    c->registers--;
    return true;
  }
  return rule_give(c, name, e->kind, e->reg);
}

// `do` word (`(` word,* `)`)?
static bool do_steps(RuleCompiler *c) {
  Word name;
  StrVec words = {0};
  reader_next(c->r);
  if (!reader_expect_word(c->r, "the name of steps", &name)) return false;
  if (reader_take(c->r, "(")) {
    do {
      Str word = c->r->token.text;
      if (c->r->kind != T_WORD) return reader_fail(c->r, "expected a word");
      vec_push(c->arena, &words, word);
      reader_next(c->r);
    } while (reader_take(c->r, ","));
    if (!reader_expect(c->r, ")")) return false;
  }
  for (uint32_t i = 0; i < c->steps.count; i++) {
    const RuleSteps *steps = &c->steps.data[i];
    if (!str_equal(steps->name.text, name.text)) continue;
    if (steps->params.count != words.count) return rule_error(c, name.at, "'%.*s' takes %u words", STR_ARG(name.text), steps->params.count);
    return rule_elsewhere(c, steps->body, &(ReaderNames){&steps->params, &words}, statements);
  }
  return rule_error(c, name.at, "there are no steps '%.*s'", STR_ARG(name.text));
}

// `(` word,+ `)` `=` op
static bool name_results(RuleCompiler *c) {
  Word names[MOST];
  uint32_t count = 0;
  reader_next(c->r);
  do {
    if (count == MOST) return reader_fail(c->r, "too many results");
    if (!reader_expect_word(c->r, "a name", &names[count++])) return false;
  } while (reader_take(c->r, ","));
  Range at = c->r->token.at;
  RuleExpr e;
  if (!reader_expect(c->r, ")") || !reader_expect(c->r, "=") || !expression(c, &e)) return false;
  if (!e.def || (e.def->variable_result == NO_INDEX && e.def->result_count != count)) return rule_error(c, at, "the operation has another number of results");
  for (uint32_t i = 0; i < count; i++) {
    uint16_t reg = i ? rule_register(c) : e.reg;
    if (i) rule_put(c, RULE_RESULT, reg, (uint16_t)i);
    if (!str_is(names[i].text, "_") && !rule_give(c, &names[i], NAME_VALUE, reg)) return false;
  }
  return true;
}

static bool is_unused(const RuleCompiler *c, uint32_t result) {
  for (uint32_t i = 0; i < c->unused.count; i++)
    if (c->unused.data[i] == result) return true;
  return false;
}

// What replaces the root: `erase`, a value for each result, or an operation with as many.
static bool results(RuleCompiler *c) {
  uint16_t regs[MOST];
  uint32_t count = 0;
  const OpDef *root = c->ops[0].def;
  Range at = c->r->token.at;
  c->is_done = true;
  if (reader_at_word(c->r, "erase")) {
    reader_next(c->r);
    if (root->result_count) return rule_error(c, at, "'%.*s' has results", STR_ARG(def_name(root)));
    rule_put(c, RULE_ERASE);
    return true;
  }
  RuleExpr e = {0};
  do {
    if (count == MOST) return reader_fail(c->r, "too many results");
    Range here = c->r->token.at;
    if (reader_at_word(c->r, "_")) {
      if (!is_unused(c, count) || c->set->is_conversion) return rule_error(c, here, "'_' stands for a result that has no uses: write 'if unused(result.NAME)'");
      reader_next(c->r);
      regs[count++] = RULE_NONE;
      continue;
    }
    if (!expression(c, &e)) return false;
    if (e.kind != NAME_VALUE) return rule_error(c, here, "this is no value");
    regs[count++] = e.reg;
  } while (reader_take(c->r, ","));
  if (!root->result_count && count == 1 && e.def && !e.def->result_count) {
    rule_put(c, RULE_ERASE);
    return true;
  }
  if (count == 1 && e.def && e.def->result_count == root->result_count && root->variable_result == NO_INDEX)
    for (uint32_t i = 1; i < root->result_count; i++) rule_put(c, RULE_RESULT, regs[count++] = rule_register(c), (uint16_t)i);
  if (root->variable_result != NO_INDEX) {
    CodeVec *outer = c->code;
    c->code = &c->tests;
    rule_test_at(c, at);
    rule_put(c, RULE_RESULTS, (uint16_t)count);
    c->code = outer;
  } else if (count != root->result_count)
    return rule_error(c, at, "'%.*s' has %u result%s, not %u", STR_ARG(def_name(root)), root->result_count, root->result_count == 1 ? "" : "s", count);
  rule_put(c, RULE_REPLACE, (uint16_t)count);
  rule_put_words(c, regs, count);
  return true;
}

// statement ::= `do` steps | word `=` expression | `$`word `=` attribute | `(` names `)` `=` op | results
static bool statement(RuleCompiler *c) {
  Word word = c->r->token;
  if (c->is_done) return reader_fail(c->r, "the results stand last");
  if (reader_at_word(c->r, "do")) return do_steps(c);
  if (reader_at_punctuation(c->r, "(")) return name_results(c);
  Reader ahead = *c->r;
  if (c->r->kind == T_WORD) reader_next(&ahead);
  if (c->r->kind != T_WORD || !reader_at_punctuation(&ahead, "=")) return results(c);
  *c->r = ahead;
  reader_next(c->r);
  RuleExpr e = {0};
  if (word.text.data[0] == '$') {
    e.kind = NAME_ATTR;
    bool ok = reader_take(c->r, "#") ? calculation(c, &e.reg) : reader_expect(c->r, "@") && rule_call(c, RULE_ATTR_FN, false, &e.reg);
    return ok && rule_give(c, &word, NAME_ATTR, e.reg);
  }
  return expression(c, &e) && name_result(c, &word, &e);
}

// statement (`;` statement)* `;`?
static bool statements(RuleCompiler *c) {
  do {
    if (c->r->kind == T_END) return true;
    if (!statement(c)) return false;
  } while (reader_take(c->r, ";"));
  return true;
}

bool rule_body(RuleCompiler *c) {
  c->code = &c->made;
  if (!statements(c)) return false;
  return c->is_done || reader_fail(c->r, "expected what replaces the operation");
}
