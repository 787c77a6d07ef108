#include "service/expectations.h"

#include "service/summary.h"
#include "support/map.h"
#include "support/regex.h"
#include "support/strbuf.h"

typedef struct Expectation {
  Severity severity;
  uint32_t line;       // 0: unknown location
  bool below;          // `line` is that of the next line without a comment, not seen yet
  bool is_regex, met;
  uint32_t next;       // of the same line, + 1
  const char *text;
  Range range;         // of the comment, to the end of what mlir-opt marks
  uint32_t place_line, place_column;
  Regex regex;
} Expectation;

struct Expectations {
  Arena *arena;
  Str file_name;
  VEC(Expectation *) items;
  Map lines;           // line -> its first item + 1
  Diags *out;
  bool only_expected, failed;
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static Diag *say(Expectations *self, DiagInfo info, Str file, uint32_t line, uint32_t column, bool has_range, Range range) {
  Diag *diag = diags_add(self->out, SEVERITY_ERROR, DIAG_PASSES);
  diag->info = (uint8_t)info;
  diag->file = file;
  diag->line = line;
  diag->column = column;
  diag->has_range = has_range;
  diag->range = range;
  self->failed = true;
  return diag;
}

// At the comment itself, which has a place unless it expects a message without one.
static Diag *say_at(Expectations *self, const Expectation *item, DiagInfo info) {
  bool known = item->line != 0;
  return say(self, info, known ? self->file_name : (Str){"", 0}, known ? item->place_line : 0, known ? item->place_column : 0, true, item->range);
}

static bool skip_word(const char **at, const char *end, const char *word) {
  size_t size = strlen(word);
  if ((size_t)(end - *at) < size || memcmp(*at, word, size)) return false;
  *at += size;
  return true;
}

// Read the comment at `at`, whose line ends at `end`; false when it is not an expectation. `above`: the line that @above means.
static bool read_one(Expectations *self, const char *at, const char *end, uint32_t line, uint32_t above, Expectation *out) {
  *out = (Expectation){.line = line};
  uint32_t kind = 0;
  if (!skip_word(&at, end, "expected-")) return false;
  while (kind <= SEVERITY_NOTE && !skip_word(&at, end, severity_name((Severity)kind))) kind++;
  if (kind > SEVERITY_NOTE) return false;
  out->severity = (Severity)kind;
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
      if (end - at < 2 || (*at != '+' && *at != '-') || !is_digit(at[1])) return false;
      const char sign = *at++;
      uint32_t offset = 0;
      for (; at < end && is_digit(*at); at++) offset = offset * 10 + (uint32_t)(*at - '0');
      out->line = sign == '+' ? line + offset : line - offset;
    }
  }
  while (at < end && *at == ' ') at++;
  // The last }} of the line closes; what is between may hold regex parts in {{…}}.
  if (!skip_word(&at, end, "{{") || end - at < 2 || memcmp(end - 2, "}}", 2)) return false;
  out->text = arena_printf(self->arena, "%.*s", (int)(end - 2 - at), at).data;
  return true;
}

// Regex parts are {{…}}, the rest is literal. False: an expression is wrong, which was reported.
static bool compile(Expectations *self, Expectation *item) {
  StrBuf regex;
  strbuf_init(&regex, self->arena->mem);
  const char *why = NULL;
  bool is_whole = true;
  for (const char *p = item->text; *p && !why;) {
    const char *open = strstr(p, "{{"), *stop = open ? open : p + strlen(p);
    for (; p < stop; p++) {
      if (strchr("\\^$.|?*+()[]{}", *p)) strbuf_char(&regex, '\\');
      strbuf_char(&regex, *p);
    }
    if (!open) break;
    const char *close = strstr(open + 2, "}}");
    if (!close) {
      why = "found start of regex with no end '}}'";
      is_whole = false;
      break;
    }
    // Each part has to be a regex by itself.
    why = regex_compile(&item->regex, self->arena, (Str){open + 2, (size_t)(close - open - 2)});
    strbuf_printf(&regex, "(%.*s)", (int)(close - open - 2), open + 2);
    p = close + 2;
  }
  if (!why) why = regex_compile(&item->regex, self->arena, strbuf_view(&regex));
  strbuf_free(&regex);
  if (!why) return true;
  Diag *diag = say_at(self, item, DIAG_INFO_UNMET);
  diag_text(self->out, diag, "%s%s", is_whole ? "invalid regex: " : "", why);
  return false;
}

Expectations *expectations_read(Arena *arena, Str text, Str file_name, bool only_expected, Diags *out) {
  Expectations *self = arena_new(arena, Expectations, 1);
  *self = (Expectations){.arena = arena, .file_name = file_name, .only_expected = only_expected, .out = out};
  const char *stop = text.data + text.size;
  uint32_t line = 1, above = line, placed = 0;   // items before `placed` wait for no line
  for (const char *begin = text.data; begin && begin <= stop; line++) {
    const char *newline = begin < stop ? memchr(begin, '\n', (size_t)(stop - begin)) : NULL, *end = newline ? newline : stop;
    const char *next = end + 1, *at = begin;
    while (end > begin && is_space(end[-1])) end--;
    Expectation item;
    while (at < end && !read_one(self, at, end, line, above, &item)) at++;
    if (at < end) {
      item.range.begin = (uint32_t)(at - text.data);
      item.range.end = item.range.begin + (uint32_t)strlen(item.text);
      item.place_line = line;
      item.place_column = (uint32_t)(at - begin) + 1;
      if (!item.is_regex || compile(self, &item)) {
        Expectation *kept = arena_new(arena, Expectation, 1);
        *kept = item;
        vec_push(arena, &self->items, kept);
      }
    } else {
      for (; placed < self->items.count; placed++) {
        Expectation *waiting = self->items.data[placed];
        if (waiting->below) waiting->below = false, waiting->line = line;
      }
      above = line;
    }
    begin = next;
  }
  map_init(&self->lines, arena);
  for (uint32_t i = self->items.count; i-- > 0;) {
    MapEntry *entry = map_put(&self->lines, self->items.data[i]->line);
    self->items.data[i]->next = (uint32_t)entry->value;
    entry->value = i + 1;
  }
  return self;
}

static bool contains(Str text, Str part) {
  for (size_t i = 0; i + part.size <= text.size; i++)
    if (!memcmp(text.data + i, part.data, part.size)) return true;
  return false;
}

static void match_one(Expectations *self, const Diag *diag, uint32_t shift) {
  bool known = diag->file.size != 0, here = str_equal(diag->file, self->file_name);
  Expectation *near = NULL;
  const MapEntry *entry = !known ? map_find(&self->lines, 0) : here && diag->line ? map_find(&self->lines, diag->line) : NULL;
  for (uint32_t i = entry ? (uint32_t)entry->value : 0; i; i = self->items.data[i - 1]->next) {
    Expectation *item = self->items.data[i - 1];
    if (!(item->is_regex ? regex_search(&item->regex, self->arena, diag->message) : contains(diag->message, str_from(item->text)))) continue;
    if (item->severity == diag->severity) {
      item->met = true;
      return;
    }
    near = item;
  }
  if (self->only_expected) return;
  if (near) {
    Diag *said = say_at(self, near, DIAG_INFO_UNMET);
    said->range.end = said->range.begin + 1;
    diag_text(self->out, said, "'%s' diagnostic emitted when expecting a '%s'", severity_name(diag->severity), severity_name(near->severity));
  } else {
    Diag *said = say(self, DIAG_INFO_UNEXPECTED, arena_str(self->arena, diag->file), diag->line, diag->column, diag->has_range,
                     (Range){diag->range.begin + shift, diag->range.end + shift});
    diag_text(self->out, said, "unexpected %s: %.*s", severity_name(diag->severity), STR_ARG(diag->message));
  }
}

void expectations_match(Expectations *self, const Diags *said, uint32_t shift) {
  bool failed = false;
  DiagStage stage = DIAG_PASSES;
  for (const Diag *diag = said->first; diag; diag = diag->next) {
    if (failed && (stage == DIAG_SYNTAX || (stage == DIAG_NAMES && diag->stage == DIAG_VERIFIER))) return;
    if (diag->severity == SEVERITY_INFO) continue;
    match_one(self, diag, shift);
    for (const Diag *note = diag->notes; note; note = note->next)
      if (!note->is_hint) match_one(self, note, shift);
    if (diag->severity != SEVERITY_ERROR || failed) continue;
    failed = true;
    stage = diag->stage;
  }
}

bool expectations_done(Expectations *self) {
  for (int known = 1; known >= 0; known--)   // expectations without a place come last
    for (uint32_t i = 0; i < self->items.count; i++) {
      Expectation *item = self->items.data[i];
      if ((item->line != 0) != known) continue;
      bool failed = self->failed;
      Diag *diag = say_at(self, item, item->met ? DIAG_INFO_MET : DIAG_INFO_UNMET);
      diag_text(self->out, diag, item->met ? "expected %s \"%s\" was produced" : "expected %s \"%s\" was not produced", severity_name(item->severity), item->text);
      if (item->met) {
        diag->severity = SEVERITY_INFO;
        self->out->error_count--;
        self->failed = failed;
      }
    }
  return !self->failed;
}

