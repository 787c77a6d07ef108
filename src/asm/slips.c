// Slips of the pen: guesses at what was meant where the text has an error.
//
// Code that reports an error calls the function here for its kind. Candidates for an edit are made from what is allowed at
// that place, and each is tried: the operation is read again with the edit made, by a parser that sees the names of the
// real one, and is checked against its record (slip_try). Those that fit become repairs of the message, the nearest
// first, and a hint says why. A repair is safe when it fits and no other fits as nearly.
//
// Nothing here runs before an error was reported, and an amount of work per text bounds it all.
#include "asm/op_parser.h"
#include "ir/verify.h"
#include "support/nearest.h"

#define SLIPS 64u         // errors of a text that are guessed at
#define GUESSES 16u       // tried for one error
#define SHOWN 3u          // repairs of one message
#define STEP 4u           // what one edit of a name costs; less tells guesses apart that are as near

typedef struct Guess {
  Edit edit;
  uint32_t cost;
  Fit fit;
  bool is_doubtful;       // never safe
} Guess;

typedef struct Slip {
  Parser *p;
  uint32_t count;
  Guess guesses[GUESSES];   // the likeliest first
} Slip;

static bool begin(Slip *self, Parser *p) {
  self->p = p;
  self->count = 0;
  return p->ops && !p->trial && !p->options.is_trial && p->last_error && !p->ctx->mem.exhausted && p->ops->slips++ < SLIPS;
}

static Guess *add(Slip *self, uint32_t from, uint32_t to, Str text, uint32_t cost) {
  uint32_t i = self->count;
  for (uint32_t k = 0; k < i; k++) {
    const Guess *other = &self->guesses[k];
    if (other->edit.range.begin == from && other->edit.range.end == to && str_equal(other->edit.text, text)) return NULL;
  }
  if (i == GUESSES && self->guesses[--i].cost <= cost) return NULL;
  for (; i > 0 && self->guesses[i - 1].cost > cost; i--) self->guesses[i] = self->guesses[i - 1];
  if (self->count < GUESSES) self->count++;
  self->guesses[i] = (Guess){.edit = {{from, to}, text}, .cost = cost};
  return &self->guesses[i];
}

static Guess *add_doubtful(Slip *self, uint32_t from, uint32_t to, Str text, uint32_t cost) {
  Guess *guess = add(self, from, to, text, cost);
  if (guess) guess->is_doubtful = true;
  return guess;
}

static void try_all(Slip *self) {
  for (uint32_t i = 0; i < self->count; i++) self->guesses[i].fit = slip_try(self->p, self->guesses[i].edit);
}

static Str trimmed(Str text) {
  while (text.size && (*text.data == ' ' || *text.data == '\n')) text = str_slice(text, 1, text.size);
  while (text.size && (text.data[text.size - 1] == ' ' || text.data[text.size - 1] == '\n')) text.size--;
  return text;
}

static const char *verb(Edit edit) {
  return edit.range.begin == edit.range.end ? "insert" : edit.text.size ? "write" : "remove";
}

// Repairs from the guesses that fit best, and a hint that gives the reason. `anyway`: those that do not fit count, too.
static void settle(Slip *self, bool anyway, const char *reason) {
  Parser *p = self->p;
  Fit best = FIT_NONE;
  for (uint32_t i = 0; i < self->count; i++)
    if (self->guesses[i].fit > best) best = self->guesses[i].fit;
  if (best == FIT_NONE && !anyway) return;
  StrBuf hint;
  strbuf_init(&hint, &p->ctx->mem);
  strbuf_printf(&hint, "%s", reason);
  uint32_t shown = 0, first_cost = 0;
  const char *said = NULL;
  for (uint32_t i = 0; i < self->count && shown < SHOWN; i++) {
    const Guess *guess = &self->guesses[i];
    if (guess->fit < best || (shown && guess->cost > first_cost + (best == FIT_NONE ? 0 : STEP))) continue;
    bool is_safe = best == FIT_WELL && !guess->is_doubtful && !shown;
    for (uint32_t k = i + 1; is_safe && k < self->count; k++)
      is_safe = self->guesses[k].fit < best || self->guesses[k].cost > guess->cost;
    if (!shown) first_cost = guess->cost;
    Edit edit = guess->edit;
    Str what = trimmed(edit.text.size ? edit.text : str_slice(p->text, edit.range.begin, edit.range.end));
    const char *lines = memchr(what.data, '\n', what.size);
    if (lines) what.size = (size_t)(lines - what.data);
    diag_fix(p->ctx->diags, p->last_error, edit.range, edit.text, is_safe, "%s `%.*s`", verb(edit), STR_ARG(what));
    const char *done = verb(edit);
    strbuf_printf(&hint, "%s%s%s`%.*s`", shown ? " or " : ": ", done == said ? "" : done, done == said ? "" : " ", STR_ARG(what));
    said = done;
    shown++;
  }
  if (shown) parser_hint(p, "%.*s", STR_ARG(strbuf_view(&hint)));
  strbuf_free(&hint);
}

// For kinds whose repair may shift the error elsewhere: the first guess is safe only when the whole text is fine with it.
static void confirm(Slip *self) {
  bool found = false;
  for (uint32_t i = 0; i < self->count && !found; i++) {
    Guess *guess = &self->guesses[i];
    if (guess->fit != FIT_WELL || guess->is_doubtful) continue;
    found = slip_try_all(self->p, guess->edit);
    if (!found) guess->is_doubtful = true;
  }
}

// ---------------------------------------------------------------------------------------------
// Text around the error

static Token token_at(const Parser *p, uint32_t at) {
  Lexer ahead = p->lexer;
  ahead.at = at;
  return lexer_next(&ahead);
}

static uint32_t line_of(const Parser *p, uint32_t at) {   // the first byte of its line that is no white space
  while (at > 0 && p->text.data[at - 1] != '\n') at--;
  while (at < p->text.size && (p->text.data[at] == ' ' || p->text.data[at] == '\t')) at++;
  return at;
}
static uint32_t line_end(const Parser *p, uint32_t at) {
  while (at < p->text.size && p->text.data[at] != '\n') at++;
  return at;
}

// A name as it stands in the text, with the `%` or `^` before it.
static ALWAYS_INLINE Str with_sigil(Str name) { return (Str){name.data - 1, name.size + 1}; }

static bool is_visible(const struct ParserOps *ops, const SsaName *name) {
  return name->live && name->level == ops->level && name->count && !name->broken;
}

// Types of the operands written from the operation's beginning to `end`, in order.
static uint32_t operand_types(const Parser *p, uint32_t end, T *out, uint32_t cap) {
  Lexer lexer = p->lexer;
  lexer.at = p->ops->begin;
  uint32_t count = 0;
  for (Token token = lexer_next(&lexer); token.begin < end && token.kind != TOK_EOF && token.kind != TOK_ERROR; token = lexer_next(&lexer)) {
    if (token.kind == TOK_EQUAL || token.kind == TOK_L_BRACE) count = 0;   // results
    Value *values;
    uint32_t n;
    if (token.kind == TOK_PERCENT_ID && count < cap && names_find((Parser *)(uintptr_t)p, without_sigil(p, token), &values, &n) && n)
      out[count++] = values[0].type;
  }
  return count;
}

// `prefix` and one of those types, or all of them.
static void add_types(Slip *self, uint32_t at, const char *prefix, uint32_t cost) {
  Parser *p = self->p;
  T types[8];
  uint32_t count = operand_types(p, at + 1, types, countof(types));
  Str all = str_from(prefix);
  for (uint32_t i = 0; i < count; i++) {
    const char *text = type_text(p->ctx, types[i]);
    add(self, at, at, arena_printf(&p->scratch, "%s%s", prefix, text), cost);
    all = arena_printf(&p->scratch, "%.*s%s%s", STR_ARG(all), i ? ", " : "", text);
  }
  if (count > 1) add(self, at, at, all, cost);
}

// ---------------------------------------------------------------------------------------------
// Punctuation

static char closer_of(char opener) {
  return opener == '(' ? ')' : opener == '[' ? ']' : opener == '{' ? '}' : opener == '<' ? '>' : '\0';
}

// The bracket that closes the one at `at`, on the same line; 0: none.
static uint32_t closes_at(const Parser *p, uint32_t at) {
  char open = p->text.data[at], close = closer_of(open);
  uint32_t depth = 0;
  for (; close && at < p->text.size && p->text.data[at] != '\n'; at++) {
    depth += p->text.data[at] == open;
    if (p->text.data[at] == close && --depth == 0) return at;
  }
  return 0;
}

// Behind the name of an argument in the parentheses of a label or a function's signature.
static bool defines_argument(const Parser *p, uint32_t at) {
  const char *text = p->text.data;
  uint32_t begin = p->ops->begin, paren = at;
  if (at <= begin) return false;
  while (paren > begin && text[paren] != '(') paren--;
  if (paren == begin) return false;
  if (text[begin] == '^') return true;
  while (--paren > begin && (char_is_alnum(text[paren]) || strchr("_$.-\"", text[paren]))) continue;
  return text[paren] == '@' && text[begin] != '%' && !memchr(text + paren, '=', at - paren);
}

static void add_token(Slip *self, TokenKind wanted) {
  Parser *p = self->p;
  Token token = p->token;
  uint32_t behind = p->last_end;
  const char *text = token_kind_text(wanted);
  switch (wanted) {
    case TOK_PERCENT_ID:
    case TOK_CARET_ID:
    case TOK_AT_ID:
      text = wanted == TOK_PERCENT_ID ? "%" : wanted == TOK_CARET_ID ? "^" : "@";
      if (token_is_word(token.kind) || token.kind == TOK_INTEGER) add(self, token.begin, token.begin, str_from(text), STEP);
      else if (token.end > token.begin + 1 && token.kind > TOK_BARE_ID && token.kind <= TOK_EXCLAMATION_ID)
        add(self, token.begin, token.begin + 1, str_from(text), STEP);
      break;
    case TOK_BARE_ID: case TOK_INTEGER: case TOK_STRING: case TOK_EOF: break;
    case TOK_L_PAREN: case TOK_L_SQUARE: case TOK_LESS: case TOK_L_BRACE:
      add(self, token.begin, token.begin, str_from(text), STEP);
      if (wanted == TOK_L_BRACE) add(self, behind, behind, STR(" {"), STEP - 1);
      break;
    case TOK_COLON:
    case TOK_EQUAL:
    case TOK_ARROW: {
      bool spaced = behind < p->text.size && p->text.data[behind] == ' ';
      const char *before = wanted == TOK_COLON && defines_argument(p, behind) ? "" : " ";
      add(self, behind, behind, arena_printf(&p->scratch, "%s%s%s", before, text, spaced ? "" : " "), STEP);
      break;
    }
    default: add(self, behind, behind, str_from(text), STEP); break;
  }
}

// The words that may stand at the current token and are much like it.
static void add_words(Slip *self) {
  Parser *p = self->p;
  const char *words[24];
  if (!token_is_word(p->token.kind)) return;
  Str text = parser_text_of(p, p->token);
  uint32_t limit = edits_allowed(text);
  for (uint32_t i = 0, count = slip_listen(p, words, countof(words)); i < count; i++) {
    Str word = str_from(words[i]);
    uint32_t distance = edit_distance(text, word, limit);
    if (distance && distance <= limit) add(self, p->token.begin, p->token.end, word, distance * STEP);
  }
}

// `%2t` is `%2` and `t`: visible names that are much like both.
static void add_glued(Slip *self) {
  Parser *p = self->p;
  uint32_t begin = p->last_end, end = p->token.end, left = 4096;
  if (p->token.begin != begin || !token_is_word(p->token.kind)) return;
  while (begin > 0 && char_is_alnum(p->text.data[begin - 1])) begin--;
  if (!begin || p->text.data[begin - 1] != '%') return;
  Str text = str_slice(p->text, begin, end);
  uint32_t limit = edits_allowed(text);
  const struct ParserOps *ops = p->ops;
  for (uint32_t i = ops->name_count; i-- > 0 && left--;) {
    Str name = {ops->names[i].text, ops->names[i].size};
    uint32_t distance = is_visible(ops, &ops->names[i]) ? edit_distance(text, name, limit) : limit + 1;
    if (distance <= limit) add(self, begin - 1, end, with_sigil(name), distance * STEP - 1);
  }
}

void slip_token(Parser *p, TokenKind wanted) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  Token token = p->token;
  uint32_t outer = p->ops->begin, behind = p->last_end;
  bool same_line = token.kind != TOK_EOF && !starts_line(p, token.begin);
  if (wanted == TOK_EOF) {
    // An operation was wanted: the text belongs to the operation before it on the line, or is superfluous.
    if (same_line) {
      p->ops->begin = line_of(p, token.begin);
      static const TokenKind usual[] = {TOK_COLON, TOK_COMMA, TOK_ARROW, TOK_R_PAREN, TOK_EQUAL, TOK_PERCENT_ID, TOK_L_PAREN};
      for (uint32_t i = 0; i < countof(usual); i++) add_token(self, usual[i]);
      add_words(self);
      add_glued(self);
      add_doubtful(self, behind, line_end(p, token.begin), (Str){0}, 3 * STEP);
    }
    add_doubtful(self, same_line ? behind : token.begin, token.end, (Str){0}, 2 * STEP);
    try_all(self);
    settle(self, false, "no operation begins like this");
    p->ops->begin = outer;
    return;
  }
  add_token(self, wanted);
  add_words(self);
  add_glued(self);
  if (wanted == TOK_INTEGER && behind > 0 && p->text.data[behind - 1] == ':') add(self, behind - 1, behind, STR("="), STEP);
  if (wanted == TOK_COLON || wanted == TOK_R_PAREN || wanted == TOK_R_SQUARE || wanted == TOK_GREATER || wanted == TOK_R_BRACE)
    if (same_line) add_token(self, TOK_COMMA);
  bool is_mark = token.kind >= TOK_ARROW && token.kind < TOK_FILE_METADATA_BEGIN;
  if (is_mark && wanted >= TOK_ARROW) {
    Str text = str_from(token_kind_text(wanted));
    add(self, token.begin, token.end, text, STEP);
    uint32_t close = closer_of(*text.data) ? closes_at(p, token.begin) : 0;
    if (close) {
      Str inside = str_slice(p->text, token.end, close);
      add(self, token.begin, close + 1, arena_printf(&p->scratch, "%s%.*s%c", text.data, STR_ARG(inside), closer_of(*text.data)), STEP);
    }
  }
  if (same_line && token.kind != TOK_L_BRACE && token.kind != TOK_R_BRACE) {
    Token next = token_at(p, token.end);
    if (next.kind == wanted) (is_mark ? add : add_doubtful)(self, behind, token.end, (Str){0}, STEP + 1);
  }
  if (wanted == TOK_COLON && (!token_is_word(token.kind) || !same_line)) add_types(self, behind, " : ", STEP);
  try_all(self);
  settle(self, false, wanted == TOK_PERCENT_ID ? "the name of a value begins with `%`" : "one change here makes the operation valid");
}

void slip_keyword(Parser *p, const char *word) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  Token token = p->token;
  Str text = str_from(word);
  bool glued = text.size == 1;
  uint32_t from = glued ? p->last_end : token.begin;
  if (glued) add(self, from, token.begin, text, STEP);
  else add(self, from, from, arena_printf(&p->scratch, "%s ", word), 2 * STEP);
  if (token_is_word(token.kind) || token.kind == TOK_STRING || (token.kind >= TOK_ARROW && token.kind < TOK_FILE_METADATA_BEGIN)) {
    uint32_t distance = edit_distance(text, parser_text_of(p, token), 3);
    add(self, from, glued ? token_at(p, token.end).begin : token.end, text, distance < 3 ? distance * STEP : 3 * STEP);
  }
  try_all(self);
  settle(self, false, glued ? "dimensions and the element type are joined by `x`" : "the operation has this word here");
}

void slip_enum(Parser *p, const EnumDef *def, uint32_t at) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  Token token = token_at(p, at);
  Str text = parser_text_of(p, token);
  if (!token_is_word(token.kind) && token.kind != TOK_STRING) return;
  bool quoted = token.kind == TOK_STRING;
  if (quoted) text = str_slice(text, 1, text.size - 1);
  for (EnumCase c = {0}; enum_next(def, &c);) {
    Str name = str_from(c.name);
    uint32_t distance = edit_distance(text, name, edits_allowed(text));
    if (distance <= edits_allowed(text))
      add(self, at, token.end, quoted ? arena_printf(&p->scratch, "\"%s\"", name.data) : name, distance * STEP + (name.size != text.size));
  }
  try_all(self);
  settle(self, true, "this word is not allowed here");
}

void slip_character(Parser *p) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  uint32_t at = p->lexer.error_at;
  if (at >= p->text.size) return;
  if (p->text.data[at] == '"' || (at > 0 && p->text.data[at - 1] == '"')) {
    uint32_t end = line_end(p, at);
    add_doubtful(self, end, end, STR("\""), STEP);
    for (uint32_t i = at + 1; i < end; i++)
      if (strchr(",})]>=: ", p->text.data[i])) add_doubtful(self, i, i, STR("\""), STEP);
  } else {
    uint32_t end = at + 1;
    while (end < p->text.size && ((uint8_t)p->text.data[end] & 0xC0) == 0x80) end++;
    add(self, at, end, (Str){0}, STEP);
    add_doubtful(self, at, end, STR(","), 2 * STEP);
  }
  try_all(self);
  settle(self, false, "no token begins with this character");
}

// ---------------------------------------------------------------------------------------------
// Types

// Names of types elsewhere.
static const char *const foreign[][2] = {
  {"bool", "i1"}, {"char", "i8"}, {"short", "i16"}, {"int", "i32"}, {"long", "i64"}, {"byte", "i8"}, {"half", "f16"},
  {"float", "f32"}, {"double", "f64"}, {"bfloat", "bf16"}, {"bfloat16", "bf16"}, {"size_t", "index"}, {"void", "()"},
};
static const char *const keywords[] = {
  "index", "none", "f16", "f32", "f64", "bf16", "i1", "i8", "i16", "i32", "i64", "memref", "tensor", "vector", "tuple", "complex",
};

static size_t digits_behind(Str text, size_t at) {
  size_t end = at;
  while (end < text.size && char_is_digit(text.data[end])) end++;
  return end - at;
}

static void add_type_names(Slip *self, Token token) {
  Parser *p = self->p;
  while (token.end < p->text.size && char_is_alnum(p->text.data[token.end])) token.end++;   // 3f2 is two tokens
  Str text = arena_str(&p->scratch, parser_text_of(p, token));
  char *lower = (char *)(uintptr_t)text.data;
  uint32_t from = token.begin, to = token.end;
  static const char *const shaped[] = {"vector", "memref", "tensor", "complex", "tuple"};
  for (uint32_t i = 0; i < countof(shaped); i++) {
    uint32_t size = (uint32_t)strlen(shaped[i]);
    if (str_starts_with(text, str_from(shaped[i])) && text.size > size) add(self, from + size, from + size, STR("<"), STEP);
  }
  for (size_t i = 0; i < text.size; i++)
    if (lower[i] >= 'A' && lower[i] <= 'Z') lower[i] += 'a' - 'A';
  for (uint32_t i = 0; i < countof(foreign); i++)
    if (str_is(text, foreign[i][0])) add(self, from, to, str_from(foreign[i][1]), 1);
  static const char *const sized[][2] = {{"int", "i"}, {"uint", "i"}, {"u", "i"}, {"s", "i"}, {"float", "f"}, {"fp", "f"}};
  for (uint32_t i = 0; i < countof(sized); i++) {
    size_t head = strlen(sized[i][0]), size = text.size - head;
    if (str_starts_with(text, str_from(sized[i][0])) && size && digits_behind(text, head) == size)
      add(self, from, to, arena_printf(&p->scratch, "%s%.*s", sized[i][1], (int)size, text.data + head), 1);
  }
  // i32x4, or 4xi32 without the word around it
  const char *x = memchr(text.data, 'x', text.size);
  size_t before = x ? (size_t)(x - text.data) : 0;
  if (before > 1 && digits_behind(text, before + 1) == text.size - before - 1 && digits_behind(text, 1) == before - 1)
    add(self, from, to, arena_printf(&p->scratch, "vector<%sx%.*s>", x + 1, (int)before, text.data), 1);
  if (text.size > 1)
    for (uint32_t i = 0; i < countof(keywords); i++) {
      Str word = str_from(keywords[i]);
      uint32_t limit = word.size < 4 ? 1 : 2, distance = edit_distance(text, word, limit);
      if (distance <= limit) add(self, from, to, word, distance * STEP);
    }
}

void slip_type(Parser *p) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  Token token = p->token;
  uint32_t behind = p->last_end;
  if (token_is_word(token.kind) || token.kind == TOK_INTEGER) add_type_names(self, token);
  if (token_is_word(token.kind) && token_at(p, token.end).kind == TOK_COLON) add(self, token.begin, token.begin, STR("%"), STEP);
  if (!token_is_word(token.kind) || starts_line(p, token.begin)) {
    bool after_colon = behind > 0 && p->text.data[behind - 1] == ':';
    add_types(self, behind, after_colon || (behind > 0 && p->text.data[behind - 1] == ',') ? " " : "", STEP);
  }
  if (token.kind == TOK_PERCENT_ID || token.kind == TOK_INTEGER || token.kind >= TOK_ARROW) {
    Token next = token_at(p, token.end);
    if (next.kind != TOK_EOF && !starts_line(p, token.begin)) add_doubtful(self, token.begin, token.end, (Str){0}, 3 * STEP);
  }
  try_all(self);
  settle(self, false, "a type stands here");
}

static void add_near(Slip *self, Str name, Str candidate) {
  Parser *p = self->p;
  uint32_t limit = edits_allowed(name), distance = edit_distance(name, candidate, limit), at = (uint32_t)(name.data - p->text.data);
  if (distance <= limit) add(self, at, at + (uint32_t)name.size, candidate, distance * STEP);
}

void slip_alias(Parser *p, const Map *aliases, Str name) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  uint32_t at = (uint32_t)(name.data - p->text.data);
  for (uint32_t i = 0; i < aliases->count; i++)
    if (aliases->entries[i].live && ((const Alias *)aliases->entries[i].value)->value) add_near(self, name, aliases->entries[i].name);
  add(self, at - 1, at, (Str){0}, 2 * STEP);   // !f32
  // !ptr for that of the dialect whose operation this is
  const DialectDef *dialect = p->hook && p->hook->def && aliases == &p->type_aliases ? op_dialect(p->ctx, p->hook->def) : NULL;
  for (const TypeDef *const *def = dialect ? dialect->types : NULL; def && *def; def++)
    if (str_is(name, (*def)->name)) add(self, at, at, arena_printf(&p->scratch, "%s.", dialect->name), STEP);
  uint32_t named = self->count;
  try_all(self);
  settle(self, named > 1, "no alias of this name is defined above");
}

void slip_mnemonic(Parser *p, const DialectDef *dialect, Str name, bool is_type) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  for (const TypeDef *const *def = is_type ? dialect->types : NULL; def && *def; def++) add_near(self, name, str_from((*def)->name));
  for (const AttrDef *const *def = is_type ? NULL : dialect->attrs; def && *def; def++) add_near(self, name, str_from((*def)->name));
  try_all(self);
  settle(self, true, "the dialect has nothing of this name");
}

void slip_dialect(Parser *p, Str name) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  const Map *dialects = &p->ctx->dialects;
  for (uint32_t i = 0; i < dialects->count; i++)
    if (dialects->entries[i].live && !((const DialectDef *)dialects->entries[i].value)->is_name_only)
      add_near(self, name, dialects->entries[i].name);
  try_all(self);
  settle(self, false, "no dialect of this name is known");
}

// ---------------------------------------------------------------------------------------------
// Operations

// How much an operation of the dialect `near` edits away from the one named is like `spelling`; 0: not.
static uint32_t likeness(const Parser *p, Str spelling, Str dialect, Str name, uint32_t apart, bool *is_doubtful) {
  bool has_dot = dialect.size != 0;
  Str word = name_without_dialect(spelling), own = name_without_dialect(name);
  uint32_t limit = edits_allowed(word), distance = edit_distance(word, own, limit);
  *is_doubtful = false;
  if (distance > limit) return 0;
  if (!has_dot) {
    // Inside of some operations the names need not spell the dialect.
    bool is_default = str_is(name_dialect(name), p->ops->region_dialect);
    if (distance == 0) return name.size == 2 * own.size + 1 && !memcmp(name.data, own.data, own.size) ? STEP : STEP + 1;
    if (is_default) return distance * STEP;
    return distance == 1 && word.size > 3 ? 4 * STEP : 0;
  }
  if (apart <= 2) return distance + apart <= limit + 1 ? (distance + apart) * STEP : 0;
  if (distance) return 0;
  *is_doubtful = true;
  return 4 * STEP;
}

static bool is_pack(Context *ctx, const DialectDef *dialect) {
  const DialectDef *builtin = context_dialect(ctx, STR("builtin"));
  return dialect->first_opcode && builtin && dialect->table != builtin->table;
}

static void add_operations(Slip *self, Str spelling, uint32_t at) {
  Parser *p = self->p;
  Str word = name_without_dialect(spelling), dialect = str_slice(spelling, 0, spelling.size - word.size);
  if (dialect.size) dialect.size--;
  bool is_unknown = dialect.size && !context_dialect(p->ctx, dialect);
  for (uint32_t i = 0; i < p->ctx->dialects.count; i++) {
    const DialectDef *def = (const DialectDef *)p->ctx->dialects.entries[i].value;
    if (!dialect.size && is_pack(p->ctx, def)) continue;   // short names are those of the dialects that everybody writes
    uint32_t apart = dialect.size ? edit_distance(dialect, str_from(def->name), 2) : 0;
    bool is_pack = def->table && def->table != parser_top_level_def(p->ctx)->table;
    for (uint32_t k = 0; k < dialect_op_count(def); k++) {
      const OpDef *op = &def->ops[k];
      if (is_pack && !dialect.size && !(op->opcode & OPCODE_USER)) continue;   // few mean those, and a page may not have them
      Str name = def_name(op);
      bool is_doubtful;
      uint32_t cost = likeness(p, spelling, dialect, name, apart, &is_doubtful);
      if (!dialect.size && edit_distance(spelling, name, 1) == 1) cost = STEP;   // arith_addi
      if (is_unknown && str_equal(dialect, name_without_dialect(name))) {   // muli.addi
        add_doubtful(self, at, at + (uint32_t)spelling.size, name, 3 * STEP);
        continue;
      }
      if (!cost || (dialect.size && apart > 2 && !def->was_std)) continue;   // `std.addi` is `arith.addi`, but `toy.add` no `llvm.add`
      bool goes_short = !dialect.size && cost < 4 * STEP && str_is(name_dialect(name), p->ops->region_dialect);
      Guess *guess = add(self, at, at + (uint32_t)spelling.size, goes_short ? name_without_dialect(name) : name, cost);
      // The terminator may be right, and the end of its region be missing.
      if (guess) guess->is_doubtful = is_doubtful || (!dialect.size && !goes_short && op_def_has(op, TRAIT_TERMINATOR));
    }
  }
}

void slip_operation(Parser *p, Str spelling, uint32_t at) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  uint32_t outer = p->ops->begin;
  bool is_rest = outer == at && !starts_line(p, at);
  if (is_rest) {
    // More of the operation before it on the line?
    p->ops->begin = line_of(p, at);
    static const char *const usual[] = {"%", ": ", ", ", "-> ", "= ", "@"};
    for (uint32_t i = 0; i < countof(usual); i++) add(self, at, at, str_from(usual[i]), STEP);
    Token current = p->token;
    p->token = token_at(p, at);
    add_words(self);
    p->token = current;
    try_all(self);
    for (uint32_t i = 0; i < self->count; i++)
      if (self->guesses[i].fit != FIT_NONE) {
        settle(self, false, "the operation before it on this line can go on here");
        p->ops->begin = outer;
        return;
      }
    p->ops->begin = outer;
    self->count = 0;
  }
  if (token_at(p, at + (uint32_t)spelling.size).kind == TOK_EQUAL) add(self, at, at, STR("%"), STEP);
  add_operations(self, spelling, at);
  try_all(self);
  bool has_dialect = !name_has_dot(spelling) || context_dialect(p->ctx, name_dialect(spelling));
  settle(self, self->count && self->guesses[0].cost <= 2 * STEP, has_dialect ? "no operation has this name" : "no dialect has this name");
}

void slip_short_name(Parser *p, Str spelling, uint32_t at) {
  Slip slip, *self = &slip;
  if (name_has_dot(spelling) || (p->last_error && p->last_error->fixes) || !begin(self, p)) return;
  add_operations(self, spelling, at);
  for (uint32_t i = 0; i < self->count; i++)
    self->guesses[i].fit = self->guesses[i].cost <= STEP + 1 ? slip_try(p, self->guesses[i].edit) : FIT_NONE;
  settle(self, false, "this short name is another operation here");
}

void slip_results(Parser *p, uint32_t at, uint32_t first, uint32_t count) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  const struct ParserOps *ops = p->ops;
  uint32_t last = ops->results.count - 1;
  Token equal = token_at(p, ops->results.data[last].range.end);
  if (equal.kind == TOK_COLON) {
    Token number = token_at(p, equal.end);
    if (count && first == last) add(self, number.begin, number.end, arena_printf(&p->scratch, "%u", count), STEP);
    if (count == 1 && first == last) add(self, equal.begin, number.end, (Str){0}, STEP - 1);
    equal = token_at(p, number.end);
  }
  if (!count)
    add(self, at, token_at(p, equal.end).begin, (Str){0}, STEP);
  else if (last - first + 1 > count)
    add(self, ops->results.data[first + count - 1].range.end, ops->results.data[last].range.end, (Str){0}, STEP);
  else if (first == last)
    add(self, ops->results.data[last].range.end, ops->results.data[last].range.end, arena_printf(&p->scratch, ":%u", count), STEP);
  try_all(self);
  confirm(self);
  settle(self, false, "the left side has one name for each result");
}

// ---------------------------------------------------------------------------------------------
// Values

static bool is_boundary(Str text, uint32_t at) {
  char c = at < text.size ? text.data[at] : ' ';
  return !char_is_alnum(c) && c != '_' && c != '.' && c != '$';
}

// Without operands the definition may lack the type, or say another.
static void add_definition(Slip *self, const Operand *use, Str wanted) {
  Parser *p = self->p;
  Value *values;
  uint32_t count;
  if (!names_find(p, use->name, &values, &count) || count != 1 || values->is_arg || !values->owner) return;
  const Operation *op = values->owner;
  if (op->operand_count || op->region_count || op->result_count != 1 || op->loc.src.end > p->text.size || op->loc.attr) return;
  uint32_t outer = p->ops->begin, end = op->loc.src.end;
  Guess *guess = add(self, end, end, arena_printf(&p->scratch, " : %.*s", STR_ARG(wanted)), STEP);
  p->ops->begin = op->loc.src.begin;
  if (guess) guess->fit = slip_try(p, guess->edit);
  p->ops->begin = outer;
}

void slip_use_type(Parser *p, const Operand *use, T type, T prior) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  Str wrong = arena_str(&p->scratch, str_from(type_text(p->ctx, type))), right = arena_str(&p->scratch, str_from(type_text(p->ctx, prior)));
  uint32_t end = p->token.kind == TOK_EOF ? (uint32_t)p->text.size : p->token.begin;
  for (uint32_t at = use->end; at + wrong.size <= end && self->count < 6; at++)
    if (!memcmp(p->text.data + at, wrong.data, wrong.size) && is_boundary(p->text, at - 1) && is_boundary(p->text, at + (uint32_t)wrong.size))
      add(self, at, at + (uint32_t)wrong.size, right, STEP);
  try_all(self);
  uint32_t tried = self->count;
  add_definition(self, use, wrong);
  // A value of that type whose name is much like this one.
  const struct ParserOps *ops = p->ops;
  uint32_t left = 4096;
  for (uint32_t i = ops->name_count; i-- > 0 && left--;) {
    const SsaName *name = &ops->names[i];
    Str text = {name->text, name->size};
    if (is_visible(ops, name) && name->values[0].type == type && edit_distance(use->name, text, 1) == 1)
      add_doubtful(self, use->at, use->at + 1 + (uint32_t)use->name.size, with_sigil(text), 2 * STEP);
  }
  if (self->count > tried)
    for (uint32_t i = 0; i < self->count; i++)
      if (self->guesses[i].fit == FIT_NONE && self->guesses[i].edit.range.begin >= ops->begin)
        self->guesses[i].fit = slip_try(p, self->guesses[i].edit);
  confirm(self);
  settle(self, false, "this is not the type of the value");
}

void slip_redefinition(Parser *p, Str name, uint32_t at) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  Str fresh = name;
  for (uint32_t i = 0; i < 100 && (i == 0 || names_known(p, fresh)); i++) fresh = arena_printf(&p->scratch, "%.*s_%u", STR_ARG(name), i);
  add(self, at, at + 1 + (uint32_t)name.size, arena_printf(&p->scratch, "%%%.*s", STR_ARG(fresh)), STEP)->fit = FIT_WELL;
  // Uses that follow may mean the one or the other; a name that nothing defines may be the one of this value.
  Lexer lexer = p->lexer;
  uint32_t depth = 1, left = 1u << 14;
  lexer.at = p->token.begin;
  for (Token token = lexer_next(&lexer); depth && left-- && token.kind != TOK_EOF && token.kind != TOK_ERROR;) {
    Token use = token;
    token = lexer_next(&lexer);
    depth += use.kind == TOK_L_BRACE;
    depth -= use.kind == TOK_R_BRACE;
    if (use.kind != TOK_PERCENT_ID) continue;
    Str other = without_sigil(p, use);
    if (str_equal(other, name)) self->guesses[0].is_doubtful = true;
    if (self->count > 1 || names_known(p, other) || token.kind == TOK_EQUAL || starts_line(p, use.begin)) continue;
    Guess *guess = add(self, at, at + 1 + (uint32_t)name.size, with_sigil(other), STEP - 1);
    if (guess) guess->fit = FIT_WELL;
    for (uint32_t k = 1; k < self->count; k++) self->guesses[k].is_doubtful |= self->guesses[0].is_doubtful;
    self->guesses[0].is_doubtful = false;
  }
  confirm(self);
  settle(self, false, "a name stands for one value only");
}

// The operands that a branch passes must be those that the other block takes.
static bool takes_same(const Block *block, const Block *missing) {
  for (const BlockUse *use = missing->uses; use; use = use->next) {
    const Operation *op = use->owner;
    if (!op) return false;
    Span passed = op_successor_operands(op, (uint32_t)(use - op->successors));
    if (span_size(passed) != block->arg_count) return false;
    for (uint32_t i = 0; i < block->arg_count; i++)
      if (op_operand_type(op, passed.begin + i) != block->args[i]->type) return false;
  }
  return true;
}

void slip_block(Parser *p, const BlockName *missing, const NameScope *scope) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  struct ParserOps *ops = p->ops;
  Str name = {missing->text, missing->size};
  uint32_t limit = edits_allowed(name);
  bool often = missing->block->uses && missing->block->uses->next;
  for (uint32_t i = scope->blocks; i < ops->blocks.count; i++) {
    const BlockName *other = &ops->blocks.data[i];
    Str text = {other->text, other->size};
    uint32_t distance = edit_distance(name, text, limit);
    if (other->is_forward || other->scope != missing->scope || distance > limit) continue;
    bool unused = !other->block->uses;
    // The label itself is misspelt if no branch uses it as it is.
    Guess *guess = often && unused ? add(self, other->at, other->at + 1 + other->size, with_sigil(name), distance * STEP - 2)
                                   : add(self, missing->at, missing->at + 1 + missing->size, with_sigil(text), distance * STEP - unused);
    if (guess) guess->fit = takes_same(other->block, missing->block) ? FIT_WELL : FIT_READS;
  }
  settle(self, false, "no block of this region has that label");
}

typedef struct Search {
  Slip *slip;
  const Value *missing;
  Str name;
  uint32_t at, limit, left;
  const Value *unused, *unused_too;   // of the type, with any name
} Search;

static void consider(Search *self, const Value *value, uint32_t extra) {
  Range range = value->is_arg ? value->arg_loc->src : value->name;
  if (!self->left || range.end <= range.begin + 1) return;
  self->left--;
  bool fits = value->type == self->missing->type;
  if (fits && !value->uses) {
    if (!self->unused) self->unused = value;
    else self->unused_too = value;
  }
  Str text = str_slice(self->slip->p->text, range.begin + 1, range.end);
  uint32_t distance = edit_distance(self->name, text, self->limit);
  if (distance > self->limit || distance == 0 || (!value->is_arg && value->index && value[-1].name.begin == range.begin)) return;
  bool often = self->missing->uses && self->missing->uses->next, unused = !value->uses;
  uint32_t cost = distance * STEP + extra + 1 - unused;
  Guess *guess = often && unused ? add(self->slip, range.begin, range.end, with_sigil(self->name), cost)
                                 : add(self->slip, self->at, self->at + 1 + (uint32_t)self->name.size, with_sigil(text), cost);
  if (guess) guess->fit = fits ? FIT_WELL : FIT_READS;
}

static void consider_block(Search *self, const Block *block, const Operation *last, uint32_t extra) {
  for (const Operation *op = last; op && self->left; op = op->prev)
    for (uint32_t i = op->result_count; i-- > 0;) consider(self, op_result(op, i), extra);
  for (uint32_t i = block->arg_count; i-- > 0;) consider(self, block->args[i], extra);
}

void slip_value(Parser *p, const Value *placeholder, uint32_t at) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  Str name = without_sigil(p, token_at(p, at));
  Search search = {self, placeholder, name, at, edits_allowed(name), 4096, NULL, NULL};
  const Operation *user = NULL;
  for (const Use *use = placeholder->uses; use; use = use->next)   // the first in the text is the last in the list
    user = use->owner;
  for (const Operation *op = user; op; op = op_parent(op)) {
    const Block *block = op->block;
    if (!block) break;
    consider_block(&search, block, op->prev, 0);
    for (const Block *before = block->prev; before; before = before->prev) consider_block(&search, before, before->last, 1);
    const Operation *parent = op_parent(op);
    if (parent && op_has(parent, TRAIT_ISOLATED)) break;
  }
  const Value *only = search.unused && !search.unused_too ? search.unused : NULL;
  if (!self->count && only) {
    Range range = only->is_arg ? only->arg_loc->src : only->name;
    add_doubtful(self, at, at + 1 + (uint32_t)name.size, str_slice(p->text, range.begin, range.end), STEP)->fit = FIT_WELL;
    settle(self, false, "no value of this name is visible here, and one of its type is not used yet");
    return;
  }
  settle(self, false, "no value of this name is visible here");
}

// ---------------------------------------------------------------------------------------------
// The end of the text

typedef struct Opened {
  uint32_t indent;
  uint32_t at;       // of the line
} Opened;

void slip_end(Parser *p) {
  Slip slip, *self = &slip;
  if (!begin(self, p)) return;
  uint32_t end = p->lexer.size;   // of the piece
  // By indentation: a line that stands no deeper than one whose region is open follows the missing brace.
  VEC(Opened) open = {0};
  Lexer lexer = p->lexer;
  lexer.at = p->ops->piece;
  uint32_t line = UINT32_MAX, begin_line = p->ops->piece, seen = begin_line;
  for (Token token = lexer_next(&lexer); token.kind != TOK_EOF && !p->ctx->mem.exhausted; token = lexer_next(&lexer)) {
    uint32_t from = begin_line;
    for (; seen < token.begin; seen++)
      if (p->text.data[seen] == '\n') begin_line = seen + 1;
    if (from != begin_line || line == UINT32_MAX) line = line_of(p, token.begin);
    uint32_t indent = line - begin_line;
    bool is_first = line == token.begin, closes = token.kind == TOK_R_BRACE;
    if (is_first && open.count && token.kind != TOK_CARET_ID && self->count < 2) {
      const Opened *top = &vec_last(&open);
      if (top->at != begin_line && (closes ? indent < top->indent : indent <= top->indent && (token_is_word(token.kind) || token.kind == TOK_PERCENT_ID || token.kind == TOK_STRING)))
        add(self, begin_line, begin_line, arena_printf(&p->scratch, "%.*s}\n", (int)top->indent, p->text.data + top->at), STEP + self->count);
    }
    if (token.kind == TOK_L_BRACE) vec_push(&p->scratch, &open, (Opened){indent, begin_line});
    if (closes && open.count) open.count--;
  }
  while (end > 0 && (p->text.data[end - 1] == '\n' || p->text.data[end - 1] == ' ')) end--;
  StrBuf braces;
  strbuf_init(&braces, &p->ctx->mem);
  while (open.count && braces.size < 256) {
    Opened top = vec_pop(&open);
    strbuf_printf(&braces, "\n%.*s}", (int)top.indent, p->text.data + top.at);
  }
  add(self, end, end, strbuf_view(&braces), 2 * STEP);
  for (uint32_t i = 0; i < self->count; i++) self->guesses[i].fit = slip_try_all(p, self->guesses[i].edit) ? FIT_WELL : FIT_NONE;
  settle(self, true, "a region is still open where the text ends");
  strbuf_free(&braces);
}
