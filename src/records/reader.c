// Tokens and lines: see reader.h.
#include "records/reader.h"

#include <stdarg.h>

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

bool reader_fail(Reader *r, const char *what) {
  if (!r->failed) syntax_error(r->diags, r->file, r->token.at, "%s", what);
  r->failed = true;
  r->kind = T_END;
  return false;
}

bool reader_fail_at(Reader *r, const Word *at, const char *what) {
  r->token = *at;
  return reader_fail(r, what);
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

// A word that stands for another.
static bool named(Reader *r, Word word, uint32_t at) {
  for (uint32_t i = 0; i < r->names->names->count && i < r->names->words->count; i++) {
    if (!str_equal(r->names->names->data[i], word.text)) continue;
    r->token = (Word){r->names->words->data[i], word.at};
    r->at = at;
    return true;
  }
  return false;
}

void reader_next(Reader *r) {
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
    if (!closed) reader_fail(r, "the quote is not closed");
    return;
  }
  bool is_word = is_word_char(text[at]) || (text[at] == '-' && at + 1 < end && char_is_digit(text[at + 1])) ||
                 (text[at] == ':' && at + 2 < end && text[at + 1] == ':' && is_word_char(text[at + 2]));
  if (is_word) {
    at = word_end(text, text[at] == '-' ? at + 1 : text[at] == ':' ? at + 2 : at, end);
    r->kind = T_WORD;
    if (r->names && named(r, (Word){{text + begin, at - begin}, {begin, at}}, at)) return;
  } else {
    at += at + 3 <= end && memcmp(text + at, "...", 3) == 0 ? 3 : 1;
    r->kind = T_PUNCTUATION;
  }
  r->token = (Word){{text + begin, at - begin}, {begin, at}};
  r->at = at;
}

bool reader_at_punctuation(const Reader *r, const char *text) { return r->kind == T_PUNCTUATION && str_is(r->token.text, text); }

bool reader_take(Reader *r, const char *punctuation) {
  if (!reader_at_punctuation(r, punctuation)) return false;
  reader_next(r);
  return true;
}

bool reader_expect(Reader *r, const char *punctuation) {
  if (reader_take(r, punctuation)) return true;
  return reader_fail(r, arena_printf(r->arena, "expected '%s'", punctuation).data);
}

bool reader_take_kind(Reader *r, ReaderToken kind, Word *out) {
  if (r->kind != kind) return false;
  *out = r->token;
  reader_next(r);
  return true;
}

bool reader_expect_word(Reader *r, const char *what, Word *out) {
  return reader_take_kind(r, T_WORD, out) || reader_fail(r, arena_printf(r->arena, "expected %s", what).data);
}

bool reader_at_word(const Reader *r, const char *text) { return r->kind == T_WORD && str_is(r->token.text, text); }

uint32_t reader_copy_words(const char *text, uint32_t begin, uint32_t end, StrBuf *out, size_t wanted) {
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

Word reader_rest(Reader *r) {
  StrBuf out;
  strbuf_init(&out, r->arena->mem);
  uint32_t begin = r->token.at.begin, last = reader_copy_words(r->file->text.data, begin, r->end, &out, SIZE_MAX);
  while (out.size && out.data[out.size - 1] == ' ') out.size--;
  Word word = {arena_str(r->arena, strbuf_view(&out)), {begin, last}};
  strbuf_free(&out);
  r->at = r->end;
  reader_next(r);
  return word;
}

bool reader_integer(Reader *r, int64_t *out) {
  Str digits = r->token.text;
  bool negative = digits.size && digits.data[0] == '-';
  uint64_t value = 0;
  if (r->kind != T_WORD || digits.size == negative) return reader_fail(r, "expected an integer");
  for (size_t i = negative; i < digits.size; i++) {
    uint64_t digit = (uint64_t)(digits.data[i] - '0');
    if (!char_is_digit(digits.data[i])) return reader_fail(r, "expected an integer");
    if (value > ((uint64_t)INT64_MAX - digit) / 10) return reader_fail(r, "the integer is too large");
    value = value * 10 + digit;
  }
  *out = negative ? (int64_t)(0 - value) : (int64_t)value;
  reader_next(r);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Lines

// The next line that says something; `end` is past its newline.
bool reader_next_line(const Syntax *file, uint32_t at, Line *out) {
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

void reader_start(Reader *r, uint32_t begin, uint32_t end) {
  r->at = begin;
  r->end = end;
  r->failed = false;
  r->token.at = (Range){begin, begin};
  reader_next(r);
}

bool reader_can_read(const Syntax *file, Diags *diags) {
  Str text = file->text;
  if (text.size >= UINT32_MAX) {
    syntax_error(diags, file, (Range){0, 0}, "the file is too large");
    return false;
  }
  const char *nul = text.size ? memchr(text.data, 0, text.size) : NULL;
  if (!nul) return true;
  uint32_t at = (uint32_t)(nul - text.data);
  syntax_error(diags, file, (Range){at, at + 1}, "this character cannot stand in a text");
  return false;
}

Range syntax_place(const Syntax *file, const Word *word, uint32_t offset) {
  uint32_t at = reader_copy_words(file->text.data, word->at.begin, word->at.end, NULL, offset);
  return (Range){at, at < word->at.end ? at + 1 : at};
}
