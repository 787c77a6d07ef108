// --verify-diagnostics: messages against comments of the form
//   expected-error@+1 {{text}}     kinds: error, warning, remark, note; -re takes {{regex}} parts
// with @above, @below, @unknown, @N, @+N, @-N or nothing (this line).
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

typedef struct Expectation {
  RungSeverity severity;
  uint32_t line;       // 0: unknown location
  char *text;
  bool is_regex, met;
} Expectation;

struct Expectations {
  Expectation *items;
  size_t count;
  char *file_name;
  bool failed;
};

static const char *const severity_names[] = {"error", "warning", "remark", "note"};

// One comment, from after "expected-"; NULL when it is none.
static const char *read_one(const char *at, const char *end, uint32_t line, Expectation *out) {
  *out = (Expectation){.line = line};
  size_t kind = 0;
  for (; kind < 4; kind++) {
    size_t size = strlen(severity_names[kind]);
    if ((size_t)(end - at) > size && !strncmp(at, severity_names[kind], size)) {
      at += size;
      break;
    }
  }
  if (kind == 4) return NULL;
  out->severity = (RungSeverity)kind;
  if (end - at > 3 && !strncmp(at, "-re", 3)) {
    out->is_regex = true;
    at += 3;
  }
  if (at < end && *at == '@') {
    at++;
    if (end - at > 5 && !strncmp(at, "above", 5)) {
      out->line = line - 1;
      at += 5;
    } else if (end - at > 5 && !strncmp(at, "below", 5)) {
      out->line = line + 1;
      at += 5;
    } else if (end - at > 7 && !strncmp(at, "unknown", 7)) {
      out->line = 0;
      at += 7;
    } else {
      char *after;
      char sign = *at;
      long n = strtol(at, &after, 10);
      out->line = sign == '+' || sign == '-' ? (uint32_t)((long)line + n) : (uint32_t)n;
      at = after;
    }
  }
  while (at < end && *at == ' ') at++;
  if (end - at < 2 || strncmp(at, "{{", 2)) return NULL;
  // The last }} of the line closes; what is between may hold regex parts in {{…}}.
  const char *begin = at + 2, *stop = NULL;
  for (const char *p = begin; p + 1 < end; p++)
    if (p[0] == '}' && p[1] == '}') stop = p;
  if (!stop) return NULL;
  size_t size = (size_t)(stop - begin);
  out->text = malloc(size + 1);
  if (!out->text) return NULL;
  memcpy(out->text, begin, size);
  out->text[size] = 0;
  return stop + 2;
}

Expectations *expectations_read(RungStr text, const char *file_name, uint32_t line_offset) {
  Expectations *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->file_name = malloc(strlen(file_name) + 1);
  if (self->file_name) strcpy(self->file_name, file_name);
  uint32_t line = line_offset + 1;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size; i++) {
    if (i < text.size && text.data[i] != '\n') continue;
    const char *at = text.data + begin, *end = text.data + i;
    while (at < end) {
      const char *found = NULL;
      for (const char *p = at; p + 9 < end; p++)
        if (!strncmp(p, "expected-", 9)) {
          found = p;
          break;
        }
      if (!found) break;
      Expectation item;
      const char *after = read_one(found + 9, end, line, &item);
      if (after) {
        Expectation *grown = realloc(self->items, (self->count + 1) * sizeof *grown);
        if (grown) {
          self->items = grown;
          self->items[self->count++] = item;
        }
      }
      at = after ? after : found + 9;
    }
    begin = i + 1;
    line++;
  }
  return self;
}

// Regex parts are {{…}}, the rest is literal.
static bool regex_matches(const char *pattern, const char *message) {
  Text regex = {0};
  for (const char *p = pattern; *p;) {
    const char *open = strstr(p, "{{");
    const char *stop = open ? open : p + strlen(p);
    for (; p < stop; p++) {
      if (strchr("\\^$.|?*+()[]{}", *p)) text_add(&regex, "\\");
      text_append(&regex, p, 1);
    }
    if (!open) break;
    const char *close = strstr(open, "}}");
    if (!close) break;
    text_add(&regex, "(");
    text_append(&regex, open + 2, (size_t)(close - open - 2));
    text_add(&regex, ")");
    p = close + 2;
  }
  regex_t compiled;
  bool matched = regex.data && regcomp(&compiled, regex.data, REG_EXTENDED | REG_NOSUB) == 0;
  if (matched) {
    matched = regexec(&compiled, message, 0, NULL, 0) == 0;
    regfree(&compiled);
  }
  text_free(&regex);
  return matched;
}

static void match_one(Expectations *self, const RungDiagnostic *diag, FILE *err) {
  char *message = malloc(diag->message.size + 1);
  if (!message) return;
  memcpy(message, diag->message.data, diag->message.size);
  message[diag->message.size] = 0;
  bool met = false;
  for (size_t i = 0; i < self->count && !met; i++) {
    Expectation *item = &self->items[i];
    if (item->met || item->severity != diag->severity || item->line != diag->line) continue;
    bool matches = item->is_regex ? regex_matches(item->text, message)
                                  : strstr(message, item->text) != NULL;
    if (matches) item->met = met = true;
  }
  if (!met && diag->severity != RUNG_NOTE) {
    fprintf(err, "%.*s:%u:%u: error: unexpected %s: %s\n", (int)diag->file.size, diag->file.data,
            diag->line, diag->column, severity_names[diag->severity], message);
    self->failed = true;
  }
  free(message);
}

void expectations_match(Expectations *self, const RungSession *session, FILE *err) {
  RungDiagnostic diag, note;
  for (uint32_t i = 0; rung_diagnostic(session, i, &diag); i++) {
    match_one(self, &diag, err);
    for (uint32_t n = 0; rung_diagnostic_note(session, i, n, &note); n++)
      if (!note.is_hint) match_one(self, &note, err);
  }
}

bool expectations_done(Expectations *self, FILE *err) {
  bool ok = !self->failed;
  for (size_t i = 0; i < self->count; i++) {
    Expectation *item = &self->items[i];
    if (!item->met) {
      fprintf(err, "%s:%u:1: error: expected %s \"%s\" was not produced\n", self->file_name,
              item->line, severity_names[item->severity], item->text);
      ok = false;
    }
    free(item->text);
  }
  free(self->items);
  free(self->file_name);
  free(self);
  return ok;
}
