// Reading the language of records into declarations: see syntax.h and language.ebnf.
#include "records/syntax.h"

#include "ir/opdef.h"
#include "records/reader.h"

// ---------------------------------------------------------------------------------------------
// Terms and members

enum { MAX_NESTING = 16, MOST_DECLS = 25000 };

// term ::= (word | string) (`<` term (`,` term)* `>`)?
static bool read_term(Reader *r, Term *out, int depth) {
  *out = (Term){.is_text = r->kind == T_STRING};
  if (depth > MAX_NESTING) return reader_fail(r, "nested too deeply");
  if (!reader_take_kind(r, T_STRING, &out->name) && !reader_expect_word(r, "a name", &out->name)) return false;
  if (!reader_take(r, "<")) return true;
  do {
    Term arg;
    if (!read_term(r, &arg, depth + 1)) return false;
    vec_push(r->arena, &out->args, arg);
  } while (reader_take(r, ","));
  return reader_expect(r, ">");
}

static bool read_arity(Reader *r, Member *m) {
  if (reader_take(r, "?")) {
    m->arity = ARITY_OPTIONAL;
  } else if (reader_take(r, "...")) {
    m->arity = ARITY_ANY;
    if (reader_take(r, "[")) {
      m->arity = ARITY_GROUPS;
      return reader_expect_word(r, "the attribute with the sizes of the groups", &m->segments) && reader_expect(r, "]");
    }
  }
  return true;
}

// member ::= (word `:`)? term (`?` | `...` (`[` word `]`)?)?
static bool read_member(Reader *r, Member *m) {
  *m = (Member){0};
  if (!read_term(r, &m->type, 0)) return false;
  if (reader_take(r, ":")) {
    m->name = m->type.name;
    if (!read_term(r, &m->type, 0)) return false;
  }
  return read_arity(r, m);
}

static bool read_members(Reader *r, void *list) {
  MemberVec *members = list;
  do {
    Member m;
    if (!read_member(r, &m)) return false;
    vec_push(r->arena, members, m);
  } while (reader_take(r, ","));
  return true;
}

// `until` release word? (`as` word)?
static bool read_old_attr(Reader *r, Member *m) {
  OldAttr old = {0};
  reader_next(r);
  if (!reader_expect_word(r, "a release", &old.release)) return false;
  if (!reader_at_word(r, "as") && !reader_at_word(r, "until")) reader_take_kind(r, T_WORD, &old.name);
  if (reader_at_word(r, "as")) {
    reader_next(r);
    if (!reader_expect_word(r, "what the attribute was", &old.as)) return false;
  }
  vec_push(r->arena, &m->older, old);
  return true;
}

// word `:` term `?`? string? (`since` release)? (`until` release word? (`as` word)?)* (`=` TEXT)?
static bool read_named(Reader *r, MemberVec *list, bool is_property) {
  Member m = {.is_property = is_property};
  if (!reader_expect_word(r, "a name", &m.name) || !reader_expect(r, ":") || !read_term(r, &m.type, 0)) return false;
  if (reader_take(r, "?")) m.arity = ARITY_OPTIONAL;
  reader_take_kind(r, T_STRING, &m.text);
  if (reader_at_word(r, "since")) {
    reader_next(r);
    if (!reader_expect_word(r, "a release", &m.since)) return false;
  }
  while (reader_at_word(r, "until"))
    if (!read_old_attr(r, &m)) return false;
  if (reader_at_punctuation(r, "=")) {
    reader_next(r);
    if (r->kind == T_END) return reader_fail(r, "expected a value");
    m.value = reader_rest(r);
  }
  vec_push(r->arena, list, m);
  return true;
}

// word (`(` word `)`)? `...`?
static bool read_successor(Reader *r, MemberVec *list) {
  Member m = {0};
  if (!reader_expect_word(r, "the name of a successor", &m.name)) return false;
  if (reader_take(r, "(") && (!reader_expect_word(r, "the operands of the successor", &m.segments) || !reader_expect(r, ")"))) return false;
  if (reader_take(r, "...")) m.arity = ARITY_ANY;
  vec_push(r->arena, list, m);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Clauses

static bool read_format(Reader *r, Word *out) {
  if (out->text.data) return reader_fail(r, "the format is given twice");
  *out = reader_rest(r);
  return true;
}

static bool read_old_form(Reader *r, Decl *d) {
  OldForm form = {0};
  if (!reader_expect_word(r, "a release", &form.release)) return false;
  if (!reader_at_word(r, "format") && !reader_at_word(r, "generic") && !reader_at_word(r, "because")) reader_take_kind(r, T_WORD, &form.name);
  if (reader_at_word(r, "because")) {
    reader_next(r);
    if (!reader_take_kind(r, T_STRING, &form.why)) return reader_fail(r, "expected a string: why its form has changed");
  }
  if (reader_at_word(r, "generic")) {
    reader_next(r);
    form.is_generic = true;
  }
  if (reader_at_word(r, "format")) {
    reader_next(r);
    form.format = reader_rest(r);
  }
  vec_push(r->arena, &d->old_forms, form);
  return true;
}

// clause ::= clause-name (word | string)*
static bool read_plain_clause(Reader *r, Decl *d, Word keyword) {
  Term clause = {.name = keyword};
  while (r->kind == T_WORD || r->kind == T_STRING) {
    Term arg = {.is_text = r->kind == T_STRING, .name = r->token};
    vec_push(r->arena, &clause.args, arg);
    reader_next(r);
  }
  vec_push(r->arena, &d->clauses, clause);
  return true;
}

// word (`(` word word (`,` word word)* `)`)?, with commas between
static bool read_answers(Reader *r, const char *what, Decl *d) {
  do {
    Answers answers = {0};
    if (!reader_expect_word(r, what, &answers.name)) return false;
    if (reader_take(r, "(")) {
      do {
        Word method, function;
        if (!reader_expect_word(r, "a method", &method) || !reader_expect_word(r, "the name of a function", &function)) return false;
        vec_push(r->arena, &answers.words, method);
        vec_push(r->arena, &answers.words, function);
      } while (reader_take(r, ","));
      if (!reader_expect(r, ")")) return false;
    }
    vec_push(r->arena, &d->answers, answers);
  } while (reader_take(r, ","));
  return true;
}

static bool read_interface_clause(Reader *r, Decl *d, Word keyword) {
  if (str_is(keyword.text, "method")) return read_named(r, &d->methods, false);
  if (str_is(keyword.text, "answers")) return read_answers(r, "a trait", d);
  return reader_fail_at(r, &keyword, "expected 'method' or 'answers'");
}

static bool read_op_clause(Reader *r, Decl *d, Word keyword) {
  Str word = keyword.text;
  if (str_is(word, "traits")) {
    while (r->kind != T_END) {
      Term trait;
      if (r->kind != T_WORD) return reader_fail(r, "expected a trait");
      if (!read_term(r, &trait, 0)) return false;
      vec_push(r->arena, &d->traits, trait);
    }
    return true;
  }
  if (str_is(word, "implements")) return read_answers(r, "an interface", d);
  if (str_is(word, "operand")) return read_members(r, &d->operands);
  if (str_is(word, "result")) return read_members(r, &d->results);
  if (str_is(word, "region")) return read_members(r, &d->regions);
  if (str_is(word, "attr")) return read_named(r, &d->attrs, false);
  if (str_is(word, "prop")) return read_named(r, &d->attrs, true);
  if (str_is(word, "successor")) return read_successor(r, &d->successors);
  if (str_is(word, "format")) return read_format(r, &d->format);
  if (str_is(word, "until")) return read_old_form(r, d);
  return read_plain_clause(r, d, keyword);
}

static bool read_clause(Reader *r, Decl *d) {
  Word keyword;
  if (!reader_expect_word(r, "a clause", &keyword)) return false;
  bool ok;
  if (d->kind == DECL_OP || d->kind == DECL_CLASS) ok = read_op_clause(r, d, keyword);
  else if (d->kind == DECL_TYPE || d->kind == DECL_ATTRIBUTE)
    ok = str_is(keyword.text, "param") ? read_named(r, &d->params, false)
         : str_is(keyword.text, "format") ? read_format(r, &d->format) : read_plain_clause(r, d, keyword);
  else if (d->kind == DECL_INTERFACE) ok = read_interface_clause(r, d, keyword);
  else if (d->kind == DECL_DIALECT && str_is(keyword.text, "implements")) ok = read_answers(r, "an interface", d);
  else ok = read_plain_clause(r, d, keyword);
  return ok && (r->kind == T_END || reader_fail(r, "this does not belong here"));
}

// A keyword and a release, if the keyword is there.
static bool read_release(Reader *r, const char *keyword, Word *word, uint8_t *out) {
  if (!reader_at_word(r, keyword)) return true;
  reader_next(r);
  if (!reader_expect_word(r, "a release", word)) return false;
  uint32_t release = 0;
  for (size_t k = 0; k < word->text.size && release < UINT8_MAX; k++)
    release = char_is_digit(word->text.data[k]) ? release * 10 + (uint32_t)(word->text.data[k] - '0') : UINT8_MAX;
  if (!release || release >= UINT8_MAX) return reader_fail_at(r, word, "this is no release");
  *out = (uint8_t)release;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Enums


// Whether an integer as wide as the enum's holds it, with a sign or without.
static bool fits_storage(const Decl *d, int64_t value) {
  Str storage = d->storage.text;
  uint32_t bits = !storage.size || str_is(storage, "i32") ? 32 : str_is(storage, "i1") ? 1 : str_is(storage, "i8") ? 8
                  : str_is(storage, "i16") ? 16 : 64;
  return bits == 64 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << bits);
}

// word (`=` integer)? (`until` release word)?
static bool read_cases(Reader *r, Decl *d) {
  int64_t value = -1;
  do {
    EnumItem item = {0};
    Word at;
    if (!reader_take_kind(r, T_STRING, &item.name) && !reader_expect_word(r, "a case", &item.name)) return false;
    at = item.name;
    item.value = enum_value_behind(value, d->is_bits);
    if (reader_take(r, "=")) {
      at = r->token;
      if (!reader_integer(r, &item.value)) return false;
      if (d->is_bits && item.value < 0) return reader_fail_at(r, &at, "bits are not negative");
    } else if (item.value < value) {
      return reader_fail_at(r, &at, "no integer is left for this case");
    }
    value = item.value;
    if (!fits_storage(d, value)) return reader_fail_at(r, &at, "the value of this case is too large for the enum");
    if (!read_release(r, "until", &item.until, &item.until_release)) return false;
    if (item.until_release && !reader_expect_word(r, "the name that the case had", &item.older)) return false;
    vec_push(r->arena, &d->items, item);
  } while (reader_take(r, ","));
  return r->kind == T_END || reader_fail(r, "expected ','");
}

static bool read_enum_head(Reader *r, Decl *d) {
  while (r->kind == T_WORD) {
    Word option = r->token;
    reader_next(r);
    bool ok = true;
    if (str_is(option.text, "as")) ok = reader_take_kind(r, T_STRING, &d->cpp_name);
    else if (str_is(option.text, "separator")) ok = reader_take_kind(r, T_STRING, &d->separator);
    else if (str_is(option.text, "called")) ok = reader_take_kind(r, T_STRING, &d->field_summary);
    else if (str_is(option.text, "quoted")) vec_push(r->arena, &d->clauses, (Term){.name = option});
    else if (!d->storage.text.data && (str_is(option.text, "i1") || str_is(option.text, "i8") || str_is(option.text, "i16") ||
                                       str_is(option.text, "i32") || str_is(option.text, "i64"))) d->storage = option;
    else return reader_fail_at(r, &option, "expected i1, i8, i16, i32 or i64, then 'as', 'called', 'separator' or 'quoted'");
    if (!ok) return reader_fail(r, "expected a string");
    reader_take_kind(r, T_STRING, &d->summary);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Declarations

static const struct { const char *word; DeclKind kind; } keywords[] = {
    {"dialect", DECL_DIALECT}, {"interfaces", DECL_INTERFACES}, {"interface", DECL_INTERFACE}, {"enum", DECL_ENUM}, {"bits", DECL_ENUM}, {"type-constraint", DECL_TYPE_CONSTRAINT},
    {"attr-constraint", DECL_ATTR_CONSTRAINT}, {"type", DECL_TYPE}, {"attribute", DECL_ATTRIBUTE}, {"class", DECL_CLASS},
    {"op", DECL_OP}};

static bool read_alternatives(Reader *r, Decl *d) {
  if (!reader_expect(r, "=")) return false;
  do {
    Term term;
    if (!read_term(r, &term, 0)) return false;
    vec_push(r->arena, &d->alternatives, term);
  } while (reader_take(r, "|"));
  while (r->kind == T_WORD) {
    Term option = {.name = r->token}, arg = {0};
    bool is_form = str_is(option.name.text, "form"), is_type = d->kind == DECL_TYPE_CONSTRAINT;
    if (!(is_type ? str_is(option.name.text, "class") || str_is(option.name.text, "build") : is_form))
      return reader_fail(r, is_type ? "expected '|', 'class' or 'build'" : "expected '|' or 'form any'");
    reader_next(r);
    if (is_form && !reader_at_word(r, "any")) return reader_fail(r, "expected 'any'");
    if (!reader_expect_word(r, "a word", &arg.name)) return false;
    vec_push(r->arena, &option.args, arg);
    vec_push(r->arena, &d->clauses, option);
  }
  return true;
}

// The first line of a declaration, with its continuation where it has no clauses.
static bool read_head(Reader *r, Decl *d) {
  Word keyword;
  if (!reader_expect_word(r, "a declaration", &keyword)) return false;
  size_t i = 0;
  while (i < countof(keywords) && !str_is(keyword.text, keywords[i].word)) i++;
  if (i == countof(keywords)) {
    return reader_fail_at(r, &keyword, "expected 'dialect', 'enum', 'bits', 'type-constraint', 'attr-constraint', 'type', 'attribute', 'class' or 'op'");
  }
  d->kind = keywords[i].kind;
  d->is_bits = str_is(keyword.text, "bits");
  if (!reader_expect_word(r, "a name", &d->name)) return false;
  d->at = d->name.at;
  switch (d->kind) {
    case DECL_ENUM: return read_enum_head(r, d);
    case DECL_TYPE: case DECL_ATTRIBUTE:
      if (!reader_expect(r, "=") || !reader_expect(r, d->kind == DECL_TYPE ? "!" : "#") || !reader_expect_word(r, "a mnemonic", &d->mnemonic)) return false;
      break;
    case DECL_OP: case DECL_CLASS:
      if (d->kind == DECL_OP && (!read_release(r, "since", &d->since, &d->since_release) || !read_release(r, "until", &d->until, &d->until_release))) return false;
      if (reader_take(r, ":")) do {
        Term base;
        if (!read_term(r, &base, 0)) return false;
        vec_push(r->arena, &d->bases, base);
      } while (reader_take(r, ","));
      break;
    default: break;
  }
  reader_take_kind(r, T_STRING, &d->summary);
  if (d->kind == DECL_TYPE_CONSTRAINT || d->kind == DECL_ATTR_CONSTRAINT) return read_alternatives(r, d);
  return true;
}

void syntax_read(Syntax *self, Arena *arena, Diags *diags, Str name, Str text) {
  *self = (Syntax){.name = name, .text = text};
  Reader reader = {.file = self, .arena = arena, .diags = diags}, *r = &reader;
  if (!reader_can_read(self, diags)) return;
  Decl *d = NULL;
  Line line, following;
  for (bool more = reader_next_line(self, 0, &line); more && !arena->mem->exhausted;) {
    bool has_body = d && d->kind == DECL_ENUM;
    bool is_head = line.indent == 0;
    uint32_t end = line.end;
    // Lines that are indented further continue this one; all lines of an enum's cases belong together.
    bool joins = is_head ? false : has_body;
    while ((more = reader_next_line(self, end, &following)) &&
           ((!is_head && following.indent > line.indent) || (joins && following.indent)))
      end = following.end;
    reader_start(r, line.begin, end);
    if (is_head && r->kind == T_PUNCTUATION && r->token.text.data[0] == '\t') {
      reader_fail(r, "lines are indented with spaces, not with tabs");
    } else if (is_head) {
      bool is_constraint = reader_at_word(r, "type-constraint") || reader_at_word(r, "attr-constraint");
      if (is_constraint) {
        while ((more = reader_next_line(self, end, &following)) && following.indent) end = following.end;
        reader_start(r, line.begin, end);
      }
      Decl decl = {0};
      bool ok = read_head(r, &decl);
      if (ok && r->kind != T_END) ok = reader_fail(r, "this does not belong here");
      decl.is_broken = !ok;
      d = NULL;
      if (self->decls.count == MOST_DECLS) {
        reader_fail_at(r, &decl.name, "a dialect has no more than 25000 declarations");
        return;
      }
      if (decl.name.text.data) {   // what names it is right
        vec_push(arena, &self->decls, decl);
        d = &vec_last(&self->decls);
      }
    } else if (!d) {
      if (!diags->error_count) reader_fail(r, "a clause before the first declaration");
    } else if (!(d->kind == DECL_ENUM ? read_cases : read_clause)(r, d)) {
      d->is_broken = true;
    }
    line = following;
  }
}
