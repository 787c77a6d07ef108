// --verify-diagnostics: messages against comments at the end of lines, of the form
//   expected-error@+1 {{text}}     kinds: error, warning, remark, note; -re takes {{regex}} parts
// with @+N, @-N, @above (the last line without such a comment), @below (the next one), @unknown (no place) or nothing
// (this line). One comment may stand for several messages.
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

typedef struct Expectation {
  RungSeverity severity;
  uint32_t line;       // 0: unknown location
  bool below;          // `line` is that of the next line without a comment, not seen yet
  char *text;
  RungDiagnostic place;   // of the comment
  bool is_regex, met;
  regex_t regex;
} Expectation;

struct Expectations {
  const Piece *piece;
  Expectation *items;
  size_t count;
  bool only_expected, failed, out_of_memory;
};

static const char *const severity_names[] = {"error", "warning", "remark", "note"};

static void say(Expectations *self, const Piece *piece, const RungDiagnostic *place, Text *text, size_t marked) {
  RungDiagnostic diag = *place;
  diag.severity = RUNG_ERROR;
  self->out_of_memory |= text->out_of_memory;
  diag.message = (RungStr){text->data ? text->data : "", text->size};
  render_message(stderr, piece, &diag, marked);
  text_free(text);
  self->failed = true;
}

static bool skip_word(const char **at, const char *end, const char *word) {
  size_t size = strlen(word);
  if ((size_t)(end - *at) < size || memcmp(*at, word, size)) return false;
  *at += size;
  return true;
}

// The comment at `at`, whose line ends at `end`; false when it is none. Without memory it has no text. `above`: the line that @above means.
static bool read_one(const char *at, const char *end, uint32_t line, uint32_t above, Expectation *out) {
  *out = (Expectation){.line = line};
  size_t kind = 0;
  if (!skip_word(&at, end, "expected-")) return false;
  while (kind < 4 && !skip_word(&at, end, severity_names[kind])) kind++;
  if (kind == 4) return false;
  out->severity = (RungSeverity)kind;
  out->is_regex = skip_word(&at, end, "-re");
  while (at < end && *at == ' ') at++;
  if (at < end && *at == '@') {
    at++;
    if (skip_word(&at, end, "above")) {
      out->line = above;
    } else if (skip_word(&at, end, "below")) {
      out->below = true;
    } else if (skip_word(&at, end, "unknown")) {
      out->line = 0;
    } else {
      if (end - at < 2 || (*at != '+' && *at != '-') || !isdigit((unsigned char)at[1])) return false;
      uint32_t offset = (uint32_t)strtoul(at + 1, NULL, 0);
      out->line = *at == '+' ? line + offset : line - offset;
      for (at++; at < end && isdigit((unsigned char)*at);) at++;
    }
  }
  while (at < end && *at == ' ') at++;
  // The last }} of the line closes; what is between may hold regex parts in {{…}}.
  if (!skip_word(&at, end, "{{") || end - at < 2 || memcmp(end - 2, "}}", 2)) return false;
  size_t size = (size_t)(end - 2 - at);
  out->text = malloc(size + 1);
  if (!out->text) return true;
  memcpy(out->text, at, size);
  out->text[size] = 0;
  return true;
}

// Regex parts are {{…}}, the rest is literal. False: they are wrong, which is said.
static bool compile(Expectations *self, Expectation *item) {
  Text regex = {0}, why = {0};
  for (const char *p = item->text; *p;) {
    const char *open = strstr(p, "{{");
    const char *stop = open ? open : p + strlen(p);
    for (; p < stop; p++) {
      if (strchr("\\^$.|?*+()[]{}", *p)) text_add(&regex, "\\");
      text_append(&regex, p, 1);
    }
    if (!open) break;
    const char *close = strstr(open + 2, "}}");
    if (!close) {
      text_add(&why, "found start of regex with no end '}}'");
      break;
    }
    text_add(&regex, "(");
    text_append(&regex, open + 2, (size_t)(close - open - 2));
    text_add(&regex, ")");
    p = close + 2;
  }
  self->out_of_memory |= regex.out_of_memory;
  int error = why.size || regex.out_of_memory ? 0 : regcomp(&item->regex, regex.data ? regex.data : "", REG_EXTENDED | REG_NOSUB);
  if (error == REG_ESPACE) {
    self->out_of_memory = true;
  } else if (error) {
    char message[128];
    regerror(error, &item->regex, message, sizeof message);
    text_add(&why, "invalid regex: ");
    text_add(&why, error == REG_EPAREN ? "parentheses not balanced" : error == REG_EBRACK ? "brackets ([ ]) not balanced" : message);
  }
  bool regex_failed = regex.out_of_memory;
  text_free(&regex);
  if (error == REG_ESPACE || regex_failed) return false;
  if (!why.size) return true;
  say(self, self->piece, &item->place, &why, strlen(item->text));
  return false;
}

Expectations *expectations_read(const Piece *piece, bool only_expected) {
  Expectations *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->piece = piece;
  self->only_expected = only_expected;
  const char *stop = piece->file.data + piece->end;
  uint32_t line = piece->line + 1, above = line;
  for (const char *begin = piece->file.data + piece->begin; begin <= stop; line++) {
    const char *newline = begin < stop ? memchr(begin, '\n', (size_t)(stop - begin)) : NULL, *end = newline ? newline : stop;
    const char *next = end + 1, *at = begin;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    Expectation item;
    while (at < end && !read_one(at, end, line, above, &item)) at++;
    if (at < end && !item.text) {
      self->out_of_memory = true;
    } else if (at < end) {
      bool known = item.line || item.below;
      item.place = (RungDiagnostic){
        .file = {piece->file_name, known ? strlen(piece->file_name) : 0},
        .line = line,
        .column = (uint32_t)(at - begin) + 1 + (line == piece->line + 1 ? piece->column : 0),
        .has_range = true,
        .begin = (uint32_t)(at - piece->file.data - (ptrdiff_t)piece->begin),
      };
      if (!known) item.place.line = 0;
      bool fine = !item.is_regex || compile(self, &item);
      Expectation *grown = fine ? realloc(self->items, (self->count + 1) * sizeof *grown) : NULL;
      if (grown) {
        self->items = grown;
        self->items[self->count++] = item;
      } else {
        if (fine) self->out_of_memory = true;
        if (fine && item.is_regex) regfree(&item.regex);
        free(item.text);
      }
    } else {
      for (size_t i = 0; i < self->count; i++)
        if (self->items[i].below) self->items[i].below = false, self->items[i].line = line;
      above = line;
    }
    begin = next;
  }
  return self;
}

static void match_one(Expectations *self, const Piece *piece, const RungDiagnostic *diag) {
  const char *name = self->piece->file_name;
  bool known = diag->file.size != 0, here = diag->file.size == strlen(name) && !memcmp(diag->file.data, name, diag->file.size);
  Text message = {0};
  if (!text_append(&message, diag->message.data, diag->message.size)) self->out_of_memory = true;
  Expectation *near = NULL;
  for (size_t i = 0; message.data && i < self->count; i++) {
    Expectation *item = &self->items[i];
    if (known ? !here || !item->line || item->line != diag->line : item->line != 0) continue;
    int unlike = item->is_regex ? regexec(&item->regex, message.data, 0, NULL, 0) : !strstr(message.data, item->text);
    if (unlike > REG_NOMATCH) self->out_of_memory = true;
    if (unlike) continue;
    if (item->severity == diag->severity) {
      item->met = true;
      text_free(&message);
      return;
    }
    near = item;
  }
  if (!self->only_expected) {
    Text text = {0};
    const char *name_of = severity_names[diag->severity];
    if (near) {
      text_add(&text, "'");
      text_add(&text, name_of);
      text_add(&text, "' diagnostic emitted when expecting a '");
      text_add(&text, severity_names[near->severity]);
      text_add(&text, "'");
    } else {
      text_add(&text, "unexpected ");
      text_add(&text, name_of);
      text_add(&text, ": ");
      text_append(&text, diag->message.data, diag->message.size);
    }
    say(self, near ? self->piece : piece, near ? &near->place : diag, &text, 1);
  }
  text_free(&message);
}

// What mlir-opt would not have come to after an error does not count.
void expectations_match(Expectations *self, const Piece *piece, const RungSession *session) {
  RungDiagnostic diag, note;
  bool failed = false;
  RungPhase phase = RUNG_PASSES;
  for (uint32_t i = 0; rung_diagnostic(session, i, &diag); i++) {
    if (failed && (phase == RUNG_SYNTAX || (phase == RUNG_NAMES && diag.phase == RUNG_VERIFIER))) return;
    if (diag.severity == RUNG_INFORMATION) continue;
    match_one(self, piece, &diag);
    for (uint32_t n = 0; rung_diagnostic_note(session, i, n, &note); n++)
      if (!note.is_hint) match_one(self, piece, &note);
    if (diag.severity != RUNG_ERROR || failed) continue;
    failed = true;
    phase = diag.phase;
  }
}

static void done_one(Expectations *self, Expectation *item) {
  if (!item->met) {
    Text text = {0};
    text_add(&text, "expected ");
    text_add(&text, severity_names[item->severity]);
    text_add(&text, " \"");
    text_add(&text, item->text);
    text_add(&text, "\" was not produced");
    say(self, self->piece, &item->place, &text, strlen(item->text));
  }
  if (item->is_regex) regfree(&item->regex);
  free(item->text);
}

bool expectations_done(Expectations *self) {
  for (size_t i = 0; i < self->count; i++)
    if (self->items[i].line) done_one(self, &self->items[i]);
  for (size_t i = 0; i < self->count; i++)
    if (!self->items[i].line) done_one(self, &self->items[i]);
  bool ok = !self->failed && !self->out_of_memory;
  if (self->out_of_memory) report_out_of_memory();
  free(self->items);
  free(self);
  return ok;
}
