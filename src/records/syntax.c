// Reading the language of records: see syntax.h and language.ebnf.
#include "records/syntax.h"

#include <stdarg.h>

#include "ir/opdef.h"

typedef enum TokenKind { T_END, T_WORD, T_STRING, T_PUNCTUATION, T_BAD } TokenKind;

// The tokens of one stretch of the file: a line of a declaration and the lines that continue it.
typedef struct Reader {
  Syntax *file;
  Arena *arena;
  Diags *diags;
  uint32_t at, end;         // what is still to read
  TokenKind kind;           // the current token
  Word token;               // without quotes
  bool failed;              // the stretch has an error: the rest of it is not read
} Reader;

void syntax_error(Diags *diags, const Syntax *file, Range at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  syntax_verror(diags, file, at, format, args);
  va_end(args);
}

// This counts lines without a table of them: errors are few, and memory may have run out.
static LineCol place_of(Str text, uint32_t at) {
  LineCol place = {1, 1};
  for (uint32_t i = 0; i < at && i < text.size; i++) {
    place.column++;
    if (text.data[i] == '\n') place = (LineCol){place.line + 1, 1};
  }
  return place;
}

void syntax_verror(Diags *diags, const Syntax *file, Range at, const char *format, va_list args) {
  if (diags->limit && diags->error_count >= diags->limit) return;
  Diags before = *diags;
  Diag *diag = diags_add(diags, SEVERITY_ERROR, DIAG_SYNTAX);
  LineCol place = place_of(file->text, at.begin);
  diag->has_range = true;
  diag->range = at;
  diag->file = file->name;
  diag->line = place.line;
  diag->column = place.column;
  diag_vtext(diags, diag, format, args);
  for (const Diag *said = before.first; said; said = said->next) {   // of a class, by another operation of it
    if (said->range.begin == at.begin && str_equal(said->file, diag->file) && str_equal(said->message, diag->message)) {
      diags_rollback(diags, &before);
      return;
    }
    if (said == before.last) return;
  }
}

// ---------------------------------------------------------------------------------------------
// Tokens

static bool fail(Reader *r, const char *what) {
  if (!r->failed) syntax_error(r->diags, r->file, r->token.at, "%s", what);
  r->failed = true;
  r->kind = T_END;
  return false;
}

static bool fail_at(Reader *r, const Word *at, const char *what) {
  r->token = *at;
  return fail(r, what);
}

static bool is_word_char(char c) { return char_is_alnum(c) || c == '_' || c == '$'; }

// A word continues after `-`, `.` and `::` if a letter or digit follows.
static uint32_t word_end(const char *text, uint32_t at, uint32_t end) {
  for (;;) {
    while (at < end && is_word_char(text[at])) at++;
    uint32_t next = at;
    if (next < end && (text[next] == '-' || text[next] == '.')) next++;
    else if (next + 1 < end && text[next] == ':' && text[next + 1] == ':') next += 2;
    if (next == at || next >= end || !is_word_char(text[next])) return at;
    at = next;
  }
}

// A string's bytes: `\"`, `\\` and `\n` stand for others.
static Str unescaped(Arena *arena, Str text) {
  if (!text.size || !memchr(text.data, '\\', text.size)) return text;
  char *out = arena_alloc(arena, text.size + 1);
  size_t size = 0;
  for (size_t i = 0; out && i < text.size; i++) {
    char c = text.data[i];
    if (c == '\\' && i + 1 < text.size) c = text.data[++i] == 'n' ? '\n' : text.data[i];
    out[size++] = c;
  }
  return (Str){out, size};
}

// Behind blanks and comments.
static uint32_t skip_blanks(const char *text, uint32_t at, uint32_t end) {
  for (;;) {
    while (at < end && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r')) at++;
    if (at + 1 >= end || text[at] != '/' || text[at + 1] != '/') return at;
    while (at < end && text[at] != '\n') at++;
  }
}

static void next(Reader *r) {
  const char *text = r->file->text.data;
  uint32_t end = r->end, at = skip_blanks(text, r->at, end), begin = at;
  if (at == end) {   // right behind the last one
    r->kind = T_END;
    r->token = (Word){{0}, {r->token.at.end, r->token.at.end}};
    r->at = at;
    return;
  }
  if (text[at] == '"') {
    for (at++; at < end && text[at] != '"' && text[at] != '\n'; at++)
      if (text[at] == '\\' && at + 1 < end) at++;
    bool closed = at < end && text[at] == '"';
    r->token = (Word){unescaped(r->arena, (Str){text + begin + 1, at - begin - 1}), {begin, at + closed}};
    r->kind = T_STRING;
    r->at = at + closed;
    if (!closed) fail(r, "the quote is not closed");
    return;
  }
  bool is_word = is_word_char(text[at]) || (text[at] == '-' && at + 1 < end && char_is_digit(text[at + 1])) ||
                 (text[at] == ':' && at + 2 < end && text[at + 1] == ':' && is_word_char(text[at + 2]));
  if (is_word) {
    at = word_end(text, text[at] == '-' ? at + 1 : text[at] == ':' ? at + 2 : at, end);
    r->kind = T_WORD;
  } else {
    at += at + 3 <= end && memcmp(text + at, "...", 3) == 0 ? 3 : 1;
    r->kind = T_PUNCTUATION;
  }
  r->token = (Word){{text + begin, at - begin}, {begin, at}};
  r->at = at;
}

static bool at_punctuation(const Reader *r, const char *text) { return r->kind == T_PUNCTUATION && str_is(r->token.text, text); }

static bool take(Reader *r, const char *punctuation) {
  if (!at_punctuation(r, punctuation)) return false;
  next(r);
  return true;
}

static bool expect(Reader *r, const char *punctuation) {
  if (take(r, punctuation)) return true;
  return fail(r, arena_printf(r->arena, "expected '%s'", punctuation).data);
}

static bool take_kind(Reader *r, TokenKind kind, Word *out) {
  if (r->kind != kind) return false;
  *out = r->token;
  next(r);
  return true;
}

static bool expect_word(Reader *r, const char *what, Word *out) {
  return take_kind(r, T_WORD, out) || fail(r, arena_printf(r->arena, "expected %s", what).data);
}

static bool at_word(const Reader *r, const char *text) { return r->kind == T_WORD && str_is(r->token.text, text); }

// A text from `begin` to `end`, with one blank for what separates its words and without comments. The place of the
// `wanted`th byte of it, or behind its last.
static uint32_t copy_words(const char *text, uint32_t begin, uint32_t end, StrBuf *out, size_t wanted) {
  uint32_t last = begin;
  size_t size = 0;
  char quote = 0, before = ' ';
  for (uint32_t at = begin; at < end; at++) {
    char c = text[at];
    if (!quote && c == '/' && at + 1 < end && text[at + 1] == '/') {
      while (at < end && text[at] != '\n') at++;
      continue;
    }
    if (c == quote) quote = 0;
    else if (!quote && (c == '"' || c == '`')) quote = c;
    if (c == '\n' || c == '\r') c = ' ';
    bool blank = c == ' ' && !quote;
    if (blank && before == ' ') continue;
    before = blank ? ' ' : 0;
    if (size++ == wanted) return at;
    if (out) strbuf_char(out, c);
    if (!blank) last = at + 1;
  }
  return last;
}

// Everything from the current token to the end of the stretch.
static Word rest(Reader *r) {
  StrBuf out;
  strbuf_init(&out, r->arena->mem);
  uint32_t begin = r->token.at.begin, last = copy_words(r->file->text.data, begin, r->end, &out, SIZE_MAX);
  while (out.size && out.data[out.size - 1] == ' ') out.size--;
  Word word = {arena_str(r->arena, strbuf_view(&out)), {begin, last}};
  strbuf_free(&out);
  r->at = r->end;
  next(r);
  return word;
}

// ---------------------------------------------------------------------------------------------
// Terms and members

enum { MAX_NESTING = 16, MOST_DECLS = 25000 };

// term ::= (word | string) (`<` term (`,` term)* `>`)?
static bool read_term(Reader *r, Term *out, int depth) {
  *out = (Term){.is_text = r->kind == T_STRING};
  if (depth > MAX_NESTING) return fail(r, "nested too deeply");
  if (!take_kind(r, T_STRING, &out->name) && !expect_word(r, "a name", &out->name)) return false;
  if (!take(r, "<")) return true;
  do {
    Term arg;
    if (!read_term(r, &arg, depth + 1)) return false;
    vec_push(r->arena, &out->args, arg);
  } while (take(r, ","));
  return expect(r, ">");
}

static bool read_arity(Reader *r, Member *m) {
  if (take(r, "?")) {
    m->arity = ARITY_OPTIONAL;
  } else if (take(r, "...")) {
    m->arity = ARITY_ANY;
    if (take(r, "[")) {
      m->arity = ARITY_GROUPS;
      return expect_word(r, "the attribute with the sizes of the groups", &m->segments) && expect(r, "]");
    }
  }
  return true;
}

// member ::= (word `:`)? term (`?` | `...` (`[` word `]`)?)?
static bool read_member(Reader *r, Member *m) {
  *m = (Member){0};
  if (!read_term(r, &m->type, 0)) return false;
  if (take(r, ":")) {
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
  } while (take(r, ","));
  return true;
}

// `until` release word? (`as` word)?
static bool read_old_attr(Reader *r, Member *m) {
  OldAttr old = {0};
  next(r);
  if (!expect_word(r, "a release", &old.release)) return false;
  if (!at_word(r, "as") && !at_word(r, "until")) take_kind(r, T_WORD, &old.name);
  if (at_word(r, "as")) {
    next(r);
    if (!expect_word(r, "what the attribute was", &old.as)) return false;
  }
  vec_push(r->arena, &m->older, old);
  return true;
}

// word `:` term `?`? string? (`since` release)? (`until` release word? (`as` word)?)* (`=` TEXT)?
static bool read_named(Reader *r, MemberVec *list, bool is_property) {
  Member m = {.is_property = is_property};
  if (!expect_word(r, "a name", &m.name) || !expect(r, ":") || !read_term(r, &m.type, 0)) return false;
  if (take(r, "?")) m.arity = ARITY_OPTIONAL;
  take_kind(r, T_STRING, &m.text);
  if (at_word(r, "since")) {
    next(r);
    if (!expect_word(r, "a release", &m.since)) return false;
  }
  while (at_word(r, "until"))
    if (!read_old_attr(r, &m)) return false;
  if (at_punctuation(r, "=")) {
    next(r);
    if (r->kind == T_END) return fail(r, "expected a value");
    m.value = rest(r);
  }
  vec_push(r->arena, list, m);
  return true;
}

// word (`(` word `)`)? `...`?
static bool read_successor(Reader *r, MemberVec *list) {
  Member m = {0};
  if (!expect_word(r, "the name of a successor", &m.name)) return false;
  if (take(r, "(") && (!expect_word(r, "the operands of the successor", &m.segments) || !expect(r, ")"))) return false;
  if (take(r, "...")) m.arity = ARITY_ANY;
  vec_push(r->arena, list, m);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Clauses

static bool read_format(Reader *r, Word *out) {
  if (out->text.data) return fail(r, "the format is given twice");
  *out = rest(r);
  return true;
}

static bool read_old_form(Reader *r, Decl *d) {
  OldForm form = {0};
  if (!expect_word(r, "a release", &form.release)) return false;
  if (!at_word(r, "format") && !at_word(r, "generic") && !at_word(r, "because")) take_kind(r, T_WORD, &form.name);
  if (at_word(r, "because")) {
    next(r);
    if (!take_kind(r, T_STRING, &form.why)) return fail(r, "expected a string: why its form has changed");
  }
  if (at_word(r, "generic")) {
    next(r);
    form.is_generic = true;
  }
  if (at_word(r, "format")) {
    next(r);
    form.format = rest(r);
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
    next(r);
  }
  vec_push(r->arena, &d->clauses, clause);
  return true;
}

// word (`(` word word (`,` word word)* `)`)?, with commas between
static bool read_answers(Reader *r, const char *what, Decl *d) {
  do {
    Answers answers = {0};
    if (!expect_word(r, what, &answers.name)) return false;
    if (take(r, "(")) {
      do {
        Word method, function;
        if (!expect_word(r, "a method", &method) || !expect_word(r, "the name of a function", &function)) return false;
        vec_push(r->arena, &answers.words, method);
        vec_push(r->arena, &answers.words, function);
      } while (take(r, ","));
      if (!expect(r, ")")) return false;
    }
    vec_push(r->arena, &d->answers, answers);
  } while (take(r, ","));
  return true;
}

static bool read_interface_clause(Reader *r, Decl *d, Word keyword) {
  if (str_is(keyword.text, "method")) return read_named(r, &d->methods, false);
  if (str_is(keyword.text, "answers")) return read_answers(r, "a trait", d);
  return fail_at(r, &keyword, "expected 'method' or 'answers'");
}

static bool read_op_clause(Reader *r, Decl *d, Word keyword) {
  Str word = keyword.text;
  if (str_is(word, "traits")) {
    while (r->kind != T_END) {
      Term trait;
      if (r->kind != T_WORD) return fail(r, "expected a trait");
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
  if (!expect_word(r, "a clause", &keyword)) return false;
  bool ok;
  if (d->kind == DECL_OP || d->kind == DECL_CLASS) ok = read_op_clause(r, d, keyword);
  else if (d->kind == DECL_TYPE || d->kind == DECL_ATTRIBUTE)
    ok = str_is(keyword.text, "param") ? read_named(r, &d->params, false)
         : str_is(keyword.text, "format") ? read_format(r, &d->format) : read_plain_clause(r, d, keyword);
  else if (d->kind == DECL_INTERFACE) ok = read_interface_clause(r, d, keyword);
  else if (d->kind == DECL_DIALECT && str_is(keyword.text, "implements")) ok = read_answers(r, "an interface", d);
  else ok = read_plain_clause(r, d, keyword);
  return ok && (r->kind == T_END || fail(r, "this does not belong here"));
}

// ---------------------------------------------------------------------------------------------
// Enums

static bool read_integer(Reader *r, int64_t *out) {
  Str digits = r->token.text;
  bool negative = digits.size && digits.data[0] == '-';
  uint64_t value = 0;
  if (r->kind != T_WORD || digits.size == negative) return fail(r, "expected an integer");
  for (size_t i = negative; i < digits.size; i++) {
    uint64_t digit = (uint64_t)(digits.data[i] - '0');
    if (!char_is_digit(digits.data[i])) return fail(r, "expected an integer");
    if (value > ((uint64_t)INT64_MAX - digit) / 10) return fail(r, "the integer is too large");
    value = value * 10 + digit;
  }
  *out = negative ? (int64_t)(0 - value) : (int64_t)value;
  next(r);
  return true;
}

// Whether an integer as wide as the enum's holds it, with a sign or without.
static bool fits_storage(const Decl *d, int64_t value) {
  Str storage = d->storage.text;
  uint32_t bits = !storage.size || str_is(storage, "i32") ? 32 : str_is(storage, "i1") ? 1 : str_is(storage, "i8") ? 8
                  : str_is(storage, "i16") ? 16 : 64;
  return bits == 64 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << bits);
}

static bool read_cases(Reader *r, Decl *d) {
  int64_t value = -1;
  do {
    EnumItem item = {0};
    Word at;
    if (!take_kind(r, T_STRING, &item.name) && !expect_word(r, "a case", &item.name)) return false;
    at = item.name;
    item.value = enum_value_behind(value, d->is_bits);
    if (take(r, "=")) {
      at = r->token;
      if (!read_integer(r, &item.value)) return false;
      if (d->is_bits && item.value < 0) return fail_at(r, &at, "bits are not negative");
    } else if (item.value < value) {
      return fail_at(r, &at, "no integer is left for this case");
    }
    value = item.value;
    if (!fits_storage(d, value)) return fail_at(r, &at, "the value of this case is too large for the enum");
    vec_push(r->arena, &d->items, item);
  } while (take(r, ","));
  return r->kind == T_END || fail(r, "expected ','");
}

static bool read_enum_head(Reader *r, Decl *d) {
  while (r->kind == T_WORD) {
    Word option = r->token;
    next(r);
    bool ok = true;
    if (str_is(option.text, "as")) ok = take_kind(r, T_STRING, &d->cpp_name);
    else if (str_is(option.text, "separator")) ok = take_kind(r, T_STRING, &d->separator);
    else if (str_is(option.text, "called")) ok = take_kind(r, T_STRING, &d->field_summary);
    else if (str_is(option.text, "quoted")) vec_push(r->arena, &d->clauses, (Term){.name = option});
    else if (!d->storage.text.data && (str_is(option.text, "i1") || str_is(option.text, "i8") || str_is(option.text, "i16") ||
                                       str_is(option.text, "i32") || str_is(option.text, "i64"))) d->storage = option;
    else return fail_at(r, &option, "expected i1, i8, i16, i32 or i64, then 'as', 'called', 'separator' or 'quoted'");
    if (!ok) return fail(r, "expected a string");
    take_kind(r, T_STRING, &d->summary);
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
  if (!expect(r, "=")) return false;
  do {
    Term term;
    if (!read_term(r, &term, 0)) return false;
    vec_push(r->arena, &d->alternatives, term);
  } while (take(r, "|"));
  while (r->kind == T_WORD) {
    Term option = {.name = r->token}, arg = {0};
    bool is_form = str_is(option.name.text, "form"), is_type = d->kind == DECL_TYPE_CONSTRAINT;
    if (!(is_type ? str_is(option.name.text, "class") || str_is(option.name.text, "build") : is_form))
      return fail(r, is_type ? "expected '|', 'class' or 'build'" : "expected '|' or 'form any'");
    next(r);
    if (is_form && !at_word(r, "any")) return fail(r, "expected 'any'");
    if (!expect_word(r, "a word", &arg.name)) return false;
    vec_push(r->arena, &option.args, arg);
    vec_push(r->arena, &d->clauses, option);
  }
  return true;
}

// A keyword and a release, if the keyword is there.
static bool read_release(Reader *r, const char *keyword, Word *word, uint8_t *out) {
  if (!at_word(r, keyword)) return true;
  next(r);
  if (!expect_word(r, "a release", word)) return false;
  uint32_t release = 0;
  for (size_t k = 0; k < word->text.size && release < UINT8_MAX; k++)
    release = char_is_digit(word->text.data[k]) ? release * 10 + (uint32_t)(word->text.data[k] - '0') : UINT8_MAX;
  if (!release || release >= UINT8_MAX) return fail_at(r, word, "this is no release");
  *out = (uint8_t)release;
  return true;
}

// The first line of a declaration, with its continuation where it has no clauses.
static bool read_head(Reader *r, Decl *d) {
  Word keyword;
  if (!expect_word(r, "a declaration", &keyword)) return false;
  size_t i = 0;
  while (i < countof(keywords) && !str_is(keyword.text, keywords[i].word)) i++;
  if (i == countof(keywords)) {
    return fail_at(r, &keyword, "expected 'dialect', 'enum', 'bits', 'type-constraint', 'attr-constraint', 'type', 'attribute', 'class' or 'op'");
  }
  d->kind = keywords[i].kind;
  d->is_bits = str_is(keyword.text, "bits");
  if (!expect_word(r, "a name", &d->name)) return false;
  d->at = d->name.at;
  switch (d->kind) {
    case DECL_ENUM: return read_enum_head(r, d);
    case DECL_TYPE: case DECL_ATTRIBUTE:
      if (!expect(r, "=") || !expect(r, d->kind == DECL_TYPE ? "!" : "#") || !expect_word(r, "a mnemonic", &d->mnemonic)) return false;
      break;
    case DECL_OP: case DECL_CLASS:
      if (d->kind == DECL_OP && (!read_release(r, "since", &d->since, &d->since_release) || !read_release(r, "until", &d->until, &d->until_release))) return false;
      if (take(r, ":")) do {
        Term base;
        if (!read_term(r, &base, 0)) return false;
        vec_push(r->arena, &d->bases, base);
      } while (take(r, ","));
      break;
    default: break;
  }
  take_kind(r, T_STRING, &d->summary);
  if (d->kind == DECL_TYPE_CONSTRAINT || d->kind == DECL_ATTR_CONSTRAINT) return read_alternatives(r, d);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Lines

typedef struct Line {
  uint32_t begin, end, indent;
} Line;

// The next line that says something; `end` is past its newline.
static bool next_line(const Syntax *file, uint32_t at, Line *out) {
  const char *text = file->text.data;
  uint32_t size = (uint32_t)file->text.size;
  while (at < size) {
    uint32_t begin = at, end = at;
    while (end < size && text[end] != '\n') end++;
    while (begin < end && text[begin] == ' ') begin++;
    bool empty = begin == end || text[begin] == '\r' || (begin + 1 < end && text[begin] == '/' && text[begin + 1] == '/');
    uint32_t past = end < size ? end + 1 : end;
    if (!empty) {
      *out = (Line){at, past, begin - at};
      return true;
    }
    at = past;
  }
  return false;
}

static void start(Reader *r, uint32_t begin, uint32_t end) {
  r->at = begin;
  r->end = end;
  r->failed = false;
  r->token.at = (Range){begin, begin};
  next(r);
}

void syntax_read(Syntax *self, Arena *arena, Diags *diags, Str name, Str text) {
  *self = (Syntax){.name = name, .text = text};
  Reader reader = {.file = self, .arena = arena, .diags = diags}, *r = &reader;
  if (text.size >= UINT32_MAX) {
    syntax_error(diags, self, (Range){0, 0}, "the file is too large");
    return;
  }
  const char *nul = text.size ? memchr(text.data, 0, text.size) : NULL;
  if (nul) {
    uint32_t at = (uint32_t)(nul - text.data);
    syntax_error(diags, self, (Range){at, at + 1}, "this character cannot stand in a text");
    return;
  }
  Decl *d = NULL;
  Line line, following;
  for (bool more = next_line(self, 0, &line); more && !arena->mem->exhausted;) {
    bool has_body = d && d->kind == DECL_ENUM;
    bool is_head = line.indent == 0;
    uint32_t end = line.end;
    // Lines that are indented further continue this one; all lines of an enum's cases belong together.
    bool joins = is_head ? false : has_body;
    while ((more = next_line(self, end, &following)) &&
           ((!is_head && following.indent > line.indent) || (joins && following.indent)))
      end = following.end;
    start(r, line.begin, end);
    if (is_head && r->kind == T_PUNCTUATION && r->token.text.data[0] == '\t') {
      fail(r, "lines are indented with spaces, not with tabs");
    } else if (is_head) {
      bool is_constraint = at_word(r, "type-constraint") || at_word(r, "attr-constraint");
      if (is_constraint) {
        while ((more = next_line(self, end, &following)) && following.indent) end = following.end;
        start(r, line.begin, end);
      }
      Decl decl = {0};
      bool ok = read_head(r, &decl);
      if (ok && r->kind != T_END) ok = fail(r, "this does not belong here");
      decl.is_broken = !ok;
      d = NULL;
      if (self->decls.count == MOST_DECLS) {
        fail_at(r, &decl.name, "a dialect has no more than 25000 declarations");
        return;
      }
      if (decl.name.text.data) {   // what names it is right
        vec_push(arena, &self->decls, decl);
        d = &vec_last(&self->decls);
      }
    } else if (!d) {
      if (!diags->error_count) fail(r, "a clause before the first declaration");
    } else if (!(d->kind == DECL_ENUM ? read_cases : read_clause)(r, d)) {
      d->is_broken = true;
    }
    line = following;
  }
}

Range syntax_place(const Syntax *file, const Word *word, uint32_t offset) {
  uint32_t at = copy_words(file->text.data, word->at.begin, word->at.end, NULL, offset);
  return (Range){at, at < word->at.end ? at + 1 : at};
}
