// The left sides of rules and their conditions: what is matched.
#include "records/rules_impl.h"
#include "support/apfloat.h"

enum { MAX_DEPTH = 12, ARGUMENTS = 12 };

static bool operands(RuleCompiler *c, uint16_t op, const OpDef *def);

// Whether the current token opens what stands behind the name of an operation.
static bool at_op(const RuleCompiler *c) { return reader_at_punctuation(c->r, "(") || reader_at_punctuation(c->r, "<"); }

static bool new_op(RuleCompiler *c, const OpDef *def, Range at, uint16_t *out) {
  if (c->op_count == RULE_OPS) return rule_error(c, at, "a rule matches no more than %d operations and constants", RULE_OPS);
  *out = (uint16_t)c->op_count;
  c->ops[c->op_count++].def = def;
  if (def) c->matched_count++;
  return true;
}

static void note(RuleCompiler *c, uint16_t op) { c->noted[c->noted_count++] = op; }

// An attribute's value on the left side: `$name`, a case of an enum, an integer.
static bool attribute_is(RuleCompiler *c, uint16_t op, const OpDef *def, uint16_t slot) {
  Word word = c->r->token;
  rule_test_at(c, word.at);
  if (c->r->kind == T_WORD && word.text.data[0] == '$') {
    reader_next(c->r);
    uint16_t reg = rule_register(c);
    rule_put(c, RULE_ATTR, reg, op, slot);
    return rule_give(c, &word, NAME_ATTR, reg);
  }
  int64_t value;
  if (!rule_literal(c, def, slot, &value)) return false;
  if (value != (int32_t)value) return rule_error(c, word.at, "the number is too large");
  rule_put(c, RULE_ATTR_IS, op, slot, (uint16_t)value, (uint16_t)((uint64_t)value >> 16));
  return true;
}

// `<` ((word `=`)? value | `no` word),+ `>`
static bool attributes(RuleCompiler *c, uint16_t op, const OpDef *def) {
  uint32_t place = 0;
  do {
    Word name = c->r->token;
    Reader before = *c->r;
    if (reader_at_word(c->r, "no")) {
      reader_next(c->r);
      if (!reader_expect_word(c->r, "the name of an attribute", &name)) return false;
      int slot = rule_slot(c, def, &name);
      if (slot < 0) return false;
      rule_test_at(c, name.at);
      rule_put(c, RULE_NO_ATTR, op, (uint16_t)slot);
      continue;
    }
    int slot = (int)place;
    reader_next(c->r);
    if (reader_take(c->r, "=")) {
      if ((slot = rule_slot(c, def, &name)) < 0) return false;
    } else {
      *c->r = before;
      if (place++ >= def->attr_count) return rule_error(c, name.at, "'%.*s' has no attribute here", STR_ARG(def_name(def)));
    }
    if (!attribute_is(c, op, def, (uint16_t)slot)) return false;
  } while (reader_take(c->r, ","));
  return reader_expect(c->r, ">");
}

// A number that is none of those that have a test of their own.
static bool number(RuleCompiler *c, const Word *word, uint16_t op, uint16_t parent, uint16_t i) {
  bool is_float = false, is_negative = word->text.data[0] == '-';
  uint64_t bits = 0;
  for (size_t k = is_negative; k < word->text.size; k++) {
    char digit = word->text.data[k];
    is_float |= !char_is_digit(digit) || bits > INT64_MAX / 10 - 1;
    if (!is_float) bits = bits * 10 + (uint64_t)(digit - '0');
  }
  APFloat value;
  if (is_float && (!memchr(word->text.data, '.', word->text.size) || !apfloat_parse(FLOAT_F64, word->text, &value))) return rule_error(c, word->at, "this is no number");
  if (is_float) bits = value.bits[0];
  else if (is_negative) bits = 0 - bits;
  rule_put(c, is_float ? RULE_CONSTANT_FLOAT : RULE_CONSTANT_INT, op, parent, i, (uint16_t)bits, (uint16_t)(bits >> 16), (uint16_t)(bits >> 32),
           (uint16_t)(bits >> 48));
  note(c, op);
  return true;
}

// `#` (word | number | `true` | `false`)
static bool constant(RuleCompiler *c, uint16_t parent, uint16_t i) {
  uint16_t op, reg = RULE_NONE;
  Word word = c->r->token;
  rule_test_at(c, word.at);
  if (!new_op(c, NULL, word.at, &op)) return false;
  RuleConstant kind = RULE_ANY_CONSTANT;
  if (c->r->kind != T_WORD) return reader_fail(c->r, "expected a name or a number");
  reader_next(c->r);
  if (str_is(word.text, "0")) kind = RULE_IS_ZERO;
  else if (str_is(word.text, "1")) kind = RULE_IS_ONE;
  else if (str_is(word.text, "-1")) kind = RULE_IS_ALL_ONES;
  else if (str_is(word.text, "true")) kind = RULE_IS_TRUE;
  else if (str_is(word.text, "false")) kind = RULE_IS_FALSE;
  else if (char_is_digit(word.text.data[0]) || word.text.data[0] == '-') return number(c, &word, op, parent, i);
  else {
    RuleName *known = rule_name(c, word.text);
    reg = rule_register(c);
    rule_put(c, RULE_CONSTANT, reg, op, parent, i, kind);
    if (known) rule_put(c, RULE_EQUAL, 0, reg, known->reg);
    if (known && known->kind != NAME_ATTR) return rule_error(c, word.at, "'%.*s' is no constant", STR_ARG(word.text));
    note(c, op);
    if (known) return true;
    if (!rule_give(c, &word, NAME_ATTR, reg)) return false;
    rule_name(c, word.text)->test = c->code->count - 6;
    return true;
  }
  rule_put(c, RULE_CONSTANT, reg, op, parent, i, (uint16_t)kind);
  note(c, op);
  return true;
}

// A value, which is the same wherever its name stands.
static bool value(RuleCompiler *c, const Word *name, uint16_t op, uint16_t i) {
  RuleName *known = rule_name(c, name->text);
  if (str_is(name->text, "_")) return true;
  if (known) {
    if (known->kind != NAME_VALUE) return rule_error(c, name->at, "'%.*s' is no value", STR_ARG(name->text));
    rule_test_at(c, name->at);
    rule_put(c, RULE_SAME, known->reg, op, i);
    return true;
  }
  uint16_t reg = rule_register(c);
  rule_put(c, RULE_VALUE, reg, op, i);
  if (!rule_give(c, name, NAME_VALUE, reg)) return false;
  rule_name(c, name->text)->is_nested = op != 0;
  return true;
}

static bool nested(RuleCompiler *c, const Word *name, uint16_t parent, uint16_t i) {
  uint16_t op;
  const OpDef *def = rule_op(c, name);
  if (!def || !new_op(c, def, name->at, &op)) return false;
  if (!def->result_count) return rule_error(c, name->at, "'%.*s' has no result", STR_ARG(def_name(def)));
  if (c->depth++ > MAX_DEPTH) return rule_error(c, name->at, "nested too deeply");
  rule_test_at(c, name->at);
  rule_put(c, RULE_OP, op, parent, i, rule_def(c, def));
  if (!operands(c, op, def)) return false;
  c->depth--;
  note(c, op);
  return true;
}

// operand ::= (word `=`)? (word | word `...` | `#` constant | op)
static bool operand(RuleCompiler *c, uint16_t op, uint16_t i, bool *is_rest) {
  Word word;
  if (reader_take(c->r, "#")) return constant(c, op, i);
  if (!reader_expect_word(c->r, "a value, a constant or an operation", &word)) return false;
  if (reader_take(c->r, "=")) {
    if (!value(c, &word, op, i)) return false;
    if (reader_take(c->r, "#")) return constant(c, op, i);
    return reader_expect_word(c->r, "an operation", &word) && nested(c, &word, op, i);
  }
  if (at_op(c)) return nested(c, &word, op, i);
  if (!reader_take(c->r, "...")) return value(c, &word, op, i);
  *is_rest = true;
  if (rule_name(c, word.text)) return rule_error(c, word.at, "there is a '%.*s' already", STR_ARG(word.text));
  uint16_t reg = rule_register(c);
  rule_put(c, RULE_REST, reg, op, i);
  return rule_give(c, &word, NAME_VALUES, reg);
}

// (`<` attributes `>`)? `(` (operand),* `)`
static bool operands(RuleCompiler *c, uint16_t op, const OpDef *def) {
  if (reader_take(c->r, "<") && !attributes(c, op, def)) return false;
  Range at = c->r->token.at;
  if (!reader_expect(c->r, "(")) return false;
  bool is_counted = def->variable_operand != NO_INDEX, is_rest = false;
  uint16_t count = 0;
  // How many there are is asked before one is looked at.
  uint32_t test = c->code->count;
  if (is_counted) {
    rule_test_at(c, at);
    rule_put(c, RULE_COUNT, op, 0);
  }
  if (!reader_at_punctuation(c->r, ")")) do {
    if (is_rest) return reader_fail(c->r, "nothing stands behind the rest of the operands");
    if (!operand(c, op, count, &is_rest)) return false;
    if (!is_rest) count++;
  } while (reader_take(c->r, ","));
  if (!reader_expect(c->r, ")")) return false;
  if (is_counted) {
    c->code->data[test] = is_rest ? RULE_LEAST : RULE_COUNT;
    c->code->data[test + 2] = count;
  } else if (is_rest || count != def->operand_count) {
    return rule_error(c, at, "'%.*s' has %u operand%s, not %u%s", STR_ARG(def_name(def)), def->operand_count, def->operand_count == 1 ? "" : "s", count, is_rest ? " and more" : "");
  }
  return true;
}

bool rule_left(RuleCompiler *c, const OpDef *root) {
  uint16_t op;
  if (!new_op(c, root, c->r->token.at, &op)) return false;
  note(c, op);
  return operands(c, op, root);
}

// ---------------------------------------------------------------------------------------------
// Conditions

// `.NAME` of the root's results, or the first.
static bool result_of_root(RuleCompiler *c, const Word *word, uint16_t *out) {
  const OpDef *def = c->ops[0].def;
  Str name = word->text.size > 7 ? str_slice(word->text, 7, word->text.size) : (Str){0};
  for (uint32_t i = 0; i < def->result_count; i++)
    if (!name.size || str_is(name, def_result_name(def, i))) {
      *out = (uint16_t)i;
      return true;
    }
  return rule_error(c, word->at, "'%.*s' has no result '%.*s'", STR_ARG(def_name(def)), STR_ARG(name));
}

static bool is_result(const RuleCompiler *c) {
  return c->r->kind == T_WORD && (str_is(c->r->token.text, "result") || str_starts_with(c->r->token.text, STR("result.")));
}

// What stands on a side of `==`: a type, `$attribute`, `#constant` or a value.
static bool side(RuleCompiler *c, uint16_t *out) {
  if (reader_take(c->r, "#") || (c->r->kind == T_WORD && rule_name(c, c->r->token.text))) {
    RuleName *known = rule_name(c, c->r->token.text);
    if (!known) return rule_error(c, c->r->token.at, "there is no constant '%.*s'", STR_ARG(c->r->token.text));
    *out = known->reg;
    reader_next(c->r);
    return true;
  }
  return rule_type(c, out);
}

static bool condition_here(RuleCompiler *c) {
  bool is_negated = reader_at_word(c->r, "not");
  if (is_negated) reader_next(c->r);
  Word word = c->r->token;
  uint16_t reg, other;
  if (reader_take(c->r, "@")) {
    rule_test_at(c, word.at);
    return rule_call(c, RULE_PREDICATE, is_negated, &reg);
  }
  if (reader_at_word(c->r, "unused")) {
    reader_next(c->r);
    uint16_t result;
    if (!reader_expect(c->r, "(")) return false;
    word = c->r->token;
    if (!is_result(c)) return reader_fail(c->r, "expected 'result'");
    reader_next(c->r);
    if (!result_of_root(c, &word, &result) || !reader_expect(c->r, ")")) return false;
    if (!is_negated) vec_push(c->arena, &c->unused, result);
    rule_test_at(c, word.at);
    rule_put(c, RULE_UNUSED, is_negated, result);
    return true;
  }
  if (!side(c, &reg)) return false;
  bool differs = reader_take(c->r, "!");
  if (!reader_take(c->r, "=") || (!differs && !reader_take(c->r, "="))) return reader_fail(c->r, "expected '==' or '!='");
  if (!side(c, &other)) return false;
  rule_test_at(c, word.at);
  rule_put(c, RULE_EQUAL, is_negated != differs, reg, other);
  return true;
}

// The place of a condition's test is all of its text.
static bool one_condition(RuleCompiler *c) {
  Range at = c->r->token.at;
  uint32_t place = c->places.count;
  if (!condition_here(c)) return false;
  at.end = c->r->kind == T_END ? c->r->end : c->r->token.at.begin;
  while (at.end > at.begin + 1 && (c->file->syntax.text.data[at.end - 1] == ' ' || c->file->syntax.text.data[at.end - 1] == '\n')) at.end--;
  for (; place < c->places.count; place++) c->places.data[place].at = at;
  return true;
}

// What is said when a test from `begin` on fails.
static void insert_why(RuleCompiler *c, uint32_t begin, uint16_t text) {
  rule_put(c, 0, 0);
  memmove(c->code->data + begin + 2, c->code->data + begin, (c->code->count - begin - 2) * sizeof *c->code->data);
  c->code->data[begin] = RULE_WHY;
  c->code->data[begin + 1] = text;
  for (uint32_t i = 0; i < c->places.count; i++)
    if (c->places.data[i].code >= begin) c->places.data[i].code += 2;
  rule_put(c, RULE_WHY, 0);
}

// condition ::= test (`and` test)* (`else` string)?
bool rule_condition(RuleCompiler *c) {
  uint32_t begin = c->code->count;
  do {
    if (reader_at_word(c->r, "and")) reader_next(c->r);
    if (!one_condition(c)) return false;
  } while (reader_at_word(c->r, "and"));
  Word why;
  if (!reader_at_word(c->r, "else")) return true;
  reader_next(c->r);
  if (!reader_take_kind(c->r, T_STRING, &why)) return reader_fail(c->r, "expected a string: why the rule does not apply");
  insert_why(c, begin, rule_text(c, why.text));
  return true;
}

// ---------------------------------------------------------------------------------------------
// Types, and calls of C: on both sides

static bool named_value(RuleCompiler *c, Str name, NameKind kind, uint16_t *out) {
  RuleName *known = rule_name(c, name);
  if (!known || known->kind != kind) return false;
  *out = known->reg;
  return true;
}

// The type of a value, a constant or a result, or a type.
static bool type_of_any(RuleCompiler *c, uint16_t *out) {
  uint16_t reg, result;
  Word word = c->r->token;
  if (is_result(c)) {
    reader_next(c->r);
    if (!result_of_root(c, &word, &result)) return false;
    *out = rule_derive(c, RULE_TYPE_RESULT, &result, 1, NULL, 0);
    return true;
  }
  if (reader_take(c->r, "#")) {
    if (!named_value(c, c->r->token.text, NAME_ATTR, &reg)) return rule_error(c, c->r->token.at, "there is no constant '%.*s'", STR_ARG(c->r->token.text));
    reader_next(c->r);
    *out = rule_derive(c, RULE_TYPE_OF_ATTR, &reg, 1, &reg, 1);
    return true;
  }
  if (c->r->kind == T_WORD && named_value(c, word.text, NAME_VALUE, &reg)) {
    reader_next(c->r);
    *out = rule_derive(c, RULE_TYPE_OF, &reg, 1, &reg, 1);
    return true;
  }
  return rule_type(c, out);
}

static const char *const float_kinds[] = {
#define X(kind, name, bits) name,
    FLOAT_KINDS(X)
#undef X
};

// The text of a type up to where its brackets are closed, and its place in the pool.
bool rule_pool_type(RuleCompiler *c, uint16_t *out) {
  uint32_t begin = c->r->token.at.begin, end;
  int nesting = 0;
  do {
    if (reader_at_punctuation(c->r, "<")) nesting++;
    if (reader_at_punctuation(c->r, ">")) nesting--;
    end = c->r->token.at.end;
    bool is_mark = reader_at_punctuation(c->r, "!");
    reader_next(c->r);
    if (is_mark) continue;
    if (!nesting && !reader_at_punctuation(c->r, "<")) break;
  } while (c->r->kind != T_END);
  Str text = str_slice(c->file->syntax.text, begin, end);
  const void *type = c->input->read_type ? c->input->read_type(c->input->data, text) : NULL;
  if (!type) return rule_error(c, (Range){begin, end}, "there is no type '%.*s'", STR_ARG(text));
  vec_push(c->arena, &c->file->pool, type);
  *out = (uint16_t)(c->file->pool.count - 1);
  return true;
}

static bool type_text(RuleCompiler *c, uint16_t *out) {
  uint16_t place;
  if (!rule_pool_type(c, &place)) return false;
  *out = rule_derive(c, RULE_POOL, &place, 1, NULL, 0);
  return true;
}

bool rule_type(RuleCompiler *c, uint16_t *out) {
  Word word = c->r->token;
  uint16_t inner, element;
  if (reader_take(c->r, "@")) return rule_call(c, RULE_TYPE_FN, false, out);
  if (c->r->kind == T_PUNCTUATION && str_is(word.text, "!")) return type_text(c, out);
  if (c->r->kind != T_WORD) return reader_fail(c->r, "expected a type");
  if (named_value(c, word.text, NAME_TYPE, out)) {
    reader_next(c->r);
    return true;
  }
  RuleCode code = str_is(word.text, "type") ? RULE_TYPE_OF : str_is(word.text, "element") ? RULE_ELEMENT
                  : str_is(word.text, "like") ? RULE_LIKE : str_is(word.text, "converted") ? RULE_CONVERTED : RULE_END;
  if (code) {
    reader_next(c->r);
    if (!reader_expect(c->r, "(") || c->depth++ > MAX_DEPTH || !type_of_any(c, &inner)) return reader_fail(c->r, "expected '(' and a type or a value");
    c->depth--;
    if (code == RULE_TYPE_OF) *out = inner;
    else if (code != RULE_LIKE) *out = rule_derive(c, code, &inner, 1, &inner, 1);
    else {
      if (!reader_expect(c->r, ",") || !rule_type(c, &element)) return false;
      const uint16_t both[] = {inner, element};
      *out = rule_derive(c, RULE_LIKE, both, 2, both, 2);
    }
    return reader_expect(c->r, ")");
  }
  for (uint32_t i = 0; i < countof(float_kinds); i++)
    if (str_is(word.text, float_kinds[i])) {
      reader_next(c->r);
      *out = rule_derive(c, RULE_TYPE_FLOAT, &(uint16_t){(uint16_t)i}, 1, NULL, 0);
      return true;
    }
  uint32_t width = 0;
  for (size_t i = 1; i < word.text.size && word.text.data[0] == 'i'; i++)
    width = char_is_digit(word.text.data[i]) && width < 100000 ? width * 10 + (uint32_t)(word.text.data[i] - '0') : 100000;
  if (str_is(word.text, "index") || (width && width <= 4096)) {
    reader_next(c->r);
    const uint16_t word_of_width = (uint16_t)width;
    *out = rule_derive(c, width ? RULE_TYPE_INT : RULE_TYPE_INDEX, &word_of_width, width != 0, NULL, 0);
    return true;
  }
  if (c->input->read_type) return type_text(c, out);
  return rule_error(c, word.at, "there is no type '%.*s'", STR_ARG(word.text));
}

bool rule_root_attr(RuleCompiler *c, const Word *word, uint16_t *out) {
  RuleName *known = rule_name(c, word->text);
  if (known) {
    *out = known->reg;
    return true;
  }
  Word name = {str_slice(word->text, 1, word->text.size), word->at};
  int slot = rule_slot(c, c->ops[0].def, &name);
  if (slot < 0) return false;
  const uint16_t of_slot = (uint16_t)slot;
  *out = rule_derive(c, RULE_ROOT_ATTR, &of_slot, 1, NULL, 0);
  return true;
}

// An argument of a function of C: a value, values, a constant, an attribute or a type.
static bool argument(RuleCompiler *c, uint16_t *out) {
  Str name = c->r->token.text;
  bool is_constant = reader_take(c->r, "#");
  if (is_constant) name = c->r->token.text;
  RuleName *known = c->r->kind == T_WORD ? rule_name(c, name) : NULL;
  if (known) {
    *out = known->reg;
    reader_next(c->r);
    reader_take(c->r, "...");
    return true;
  }
  if (is_constant) return rule_error(c, c->r->token.at, "there is no constant '%.*s'", STR_ARG(name));
  if (c->r->kind == T_WORD && name.data[0] == '$') {
    Word word = c->r->token;
    reader_next(c->r);
    return rule_root_attr(c, &word, out);
  }
  return rule_type(c, out);
}

// name `(` (argument),* `)`, behind `@`. Of a predicate `flag` negates it; of others it says that NULL is none.
bool rule_call(RuleCompiler *c, RuleFunctionKind kind, bool flag, uint16_t *out) {
  Word name;
  uint16_t arguments[ARGUMENTS], count = 0;
  if (!reader_expect_word(c->r, "the name of a function", &name) || !reader_expect(c->r, "(")) return false;
  uint16_t function = rule_function(c, &name, kind);
  if (!reader_at_punctuation(c->r, ")")) do {
    if (count == ARGUMENTS) return rule_error(c, name.at, "a function has no more than %d arguments", ARGUMENTS);
    if (!argument(c, &arguments[count++])) return false;
  } while (reader_take(c->r, ","));
  if (!reader_expect(c->r, ")")) return false;
  if (kind == RULE_PREDICATE || kind == RULE_BUILDER) {
    if (kind == RULE_PREDICATE) rule_put(c, RULE_TEST, flag, function, count);
    else rule_put(c, RULE_CALL, *out = rule_register(c), (uint16_t)kind, function, count);
    rule_put_words(c, arguments, count);
  } else {
    uint16_t words[ARGUMENTS + 3] = {(uint16_t)kind, function, count};
    memcpy(words + 3, arguments, count * sizeof *words);
    *out = rule_derive(c, flag ? RULE_CALL_MAYBE : RULE_CALL, words, count + 3u, arguments, count);
  }
  return !c->r->failed;
}
