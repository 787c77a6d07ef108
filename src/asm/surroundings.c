// Which lines of a text are IR; see surroundings.h.
#include "asm/surroundings.h"

typedef SurroundedLine Line;

enum {                 // marks of lines
  BLAMED = 1,          // a reading failed here
  ASIDE = 2,           // set aside, and accepted
  TRIED = 4,           // set aside, and perhaps not accepted
  PREFIX_ASIDE = 8, PREFIX_TRIED = 16,
  IN_RUN = 32,         // the line before has the same prefix
  BLANKED = 64,        // blanks stand for something in it
};

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_word_start(char c) { return char_is_alpha(c) || c == '_'; }
static bool is_word_char(char c) { return char_is_alnum(c) || c == '_' || c == '$' || c == '.'; }
static bool is_suffix_char(char c) { return is_word_char(c) || c == '-'; }

static bool at(Str text, const Line *line, uint32_t i, const char *what) {
  size_t size = strlen(what);
  return line->end - i >= size && !memcmp(text.data + i, what, size);
}

static uint32_t skip_spaces(Str text, const Line *line, uint32_t i) {
  while (i < line->end && is_space(text.data[i])) i++;
  return i;
}

static bool contains(Str text, const Line *line, const char *what) {
  for (uint32_t i = line->first; i < line->end; i++)
    if (text.data[i] == what[0] && at(text, line, i, what)) return true;
  return false;
}

static bool is_blank(const Line *line) { return line->first == line->end; }
static bool is_comment(Str text, const Line *line) { return at(text, line, line->first, "//"); }

// ---------------------------------------------------------------------------------------------
// Lines that are IR

static bool is_file_name(Str word) {
  static const char *const endings[] = {"mlir", "py", "cpp", "cc", "h", "c", "md", "txt", "ll", "com", "org", "io", "sh", "log", "td", "e.g", "i.e"};
  for (uint32_t i = 0; i < countof(endings); i++) {
    Str ending = str_from(endings[i]);
    if (word.size > ending.size && str_ends_with(word, ending) && word.data[word.size - ending.size - 1] == '.') return true;
    if (str_equal(word, ending)) return true;
  }
  return false;
}

// `%a (:n)? (, %b)* =`
static bool is_definition(Str text, const Line *line, uint32_t i) {
  for (;;) {
    uint32_t begin = ++i;
    while (i < line->end && is_suffix_char(text.data[i])) i++;
    if (i == begin) return false;
    if (i < line->end && text.data[i] == ':') {
      while (i + 1 < line->end && char_is_digit(text.data[i + 1])) i++;
      i++;
    }
    i = skip_spaces(text, line, i);
    if (i == line->end) return false;
    if (text.data[i] == '=') return i + 1 == line->end || text.data[i + 1] != '=';
    if (text.data[i] != ',') return false;
    i = skip_spaces(text, line, i + 1);
    if (i == line->end || text.data[i] != '%') return false;
  }
}

// `@f(`, or `%a` or `@f` with a type or a region's `{` at the end: the line is not prose, even if it begins like it.
static bool names_values(Str text, const Line *line) {
  bool typed = contains(text, line, ") -> ") || contains(text, line, " : ") || text.data[line->end - 1] == '{';
  for (uint32_t i = line->first + 1; i + 1 < line->end; i++) {
    if ((text.data[i] != '%' && text.data[i] != '@') || !is_suffix_char(text.data[i + 1]) || is_word_char(text.data[i - 1])) continue;
    if (typed) return true;
    bool is_symbol = text.data[i] == '@';
    while (i + 1 < line->end && is_suffix_char(text.data[i + 1])) i++;
    if (is_symbol && at(text, line, i + 1, "(")) return true;
  }
  return false;
}

// Whether something begins at `i` that only IR has. `surely`: and that no prose resembles.
static bool begins_ir_at(Str text, const Line *line, uint32_t i, bool surely) {
  if (i == line->end) return false;
  char c = text.data[i];
  if (c == '%') return is_definition(text, line, i);
  if (c == '^') return i + 1 < line->end && is_word_start(text.data[i + 1]);
  if (c == '#' || c == '!') {
    uint32_t begin = ++i;
    while (i < line->end && is_suffix_char(text.data[i])) i++;
    if (i == begin) return false;
    i = skip_spaces(text, line, i);
    return i < line->end && text.data[i] == '=';
  }
  if (c == '"') {
    uint32_t end = i + 1;
    while (end < line->end && text.data[end] != '"') end++;
    return end + 1 < line->end && text.data[end + 1] == '(';
  }
  if (at(text, line, i, "{-#")) return true;
  if (at(text, line, i, "...") || at(text, line, i, "\xe2\x80\xa6")) return !surely;
  if (!is_word_start(c)) return false;
  uint32_t end = i;
  while (end < line->end && is_word_char(text.data[end])) end++;
  Str word = str_slice(text, i, end);
  uint32_t next = skip_spaces(text, line, end);
  char after = next < line->end ? text.data[next] : '\0';
  const char *dot = memchr(word.data, '.', word.size);
  if (str_is(word, "module") && (after == '{' || next == line->end || at(text, line, next, "attributes"))) return true;
  if (!dot && surely) return (after == '@' && contains(text, line, "(")) || ((after == '%' || after == '@') && (contains(text, line, " : ") || text.data[line->end - 1] == '{'));
  if (after == '%' || after == '@' || after == '^') return true;
  if (!dot) {
    if (str_is(word, "return")) return next == line->end;
    return end < next && names_values(text, line);   // `name(…` is no operation
  }
  if (dot == word.data + word.size - 1 || word.data[word.size - 1] == '.' || is_file_name(word)) return false;
  bool named = contains(text, line, "%") || contains(text, line, "@");
  if (surely) return named;
  if (next == line->end || (after && strchr("\"({[<#!:-", after)) || char_is_digit(after)) return true;
  if (end == next) return false;   // `word'…`
  return named || contains(text, line, " : ") || contains(text, line, "->") || contains(text, line, "{");
}

static bool begins_ir(Str text, const Line *line) { return begins_ir_at(text, line, line->first, false); }

// Whether the line may go on with the operation before it.
static bool goes_on(Str text, const Line *line) {
  char c = text.data[line->first];
  return strchr(":,(<[{)]}>", c) ? c != 0 : at(text, line, line->first, "->");
}

// Brackets that the line opens and closes; strings and comments aside. `stray` receives where one closes that none opens.
static int64_t depth_after(Str text, const Line *line, uint32_t from, int64_t depth, uint32_t *stray) {
  *stray = line->end;
  for (uint32_t i = from; i < line->end; i++) {
    switch (text.data[i]) {
      case '"': {
        uint32_t end = i + 1;
        while (end < line->end && text.data[end] != '"') end += text.data[end] == '\\' ? 2 : 1;
        if (end >= line->end) return depth;
        i = end;
        break;
      }
      case '/': if (at(text, line, i, "//")) return depth; break;
      case '(': case '[': case '{': depth++; break;
      case ')': case ']': case '}':
        if (depth > 0) depth--;
        else if (*stray == line->end) *stray = i;
        break;
      default: break;
    }
  }
  return depth;
}

// ---------------------------------------------------------------------------------------------
// Prefixes that lines share

typedef enum Prefix { PREFIX_NONE, PREFIX_QUOTE, PREFIX_NUMBER, PREFIX_STAMP, PREFIX_COUNT } Prefix;

// The end of a stamp of a log at `i`: `[…]`, `2024-01-31T12:00:00.000Z`, `12:00:00`. Or 0.
static uint32_t stamp_end(Str text, const Line *line, uint32_t i) {
  uint32_t begin = i, marks = 0;
  if (i < line->end && text.data[i] == '[') {
    while (i < line->end && text.data[i] != ']' && !strchr("%@^#!\"", text.data[i])) i++;
    if (i == line->end || text.data[i] != ']') return 0;
    return i + 1 == line->end || is_space(text.data[i + 1]) ? i + 1 : 0;
  }
  while (i < line->end && (char_is_digit(text.data[i]) || (text.data[i] && strchr("-:.,TZ+", text.data[i])))) marks += !char_is_digit(text.data[i++]);
  return i - begin >= 8 && marks >= 2 && (i == line->end || is_space(text.data[i])) ? i : 0;
}

// The end of such a prefix, or 0. `number` is that of the line before, and becomes this one's.
static uint32_t prefix_end(Str text, const Line *line, Prefix kind, uint32_t *number) {
  uint32_t i = line->first;
  switch (kind) {
    case PREFIX_QUOTE: return i < line->end && text.data[i] == '>' && (i + 1 == line->end || is_space(text.data[i + 1])) ? i + 1 : 0;
    case PREFIX_NUMBER: {   // `12 | `, `12: `, `12  `, each more than the one before
      uint32_t digits = i, value = 0;
      while (i < line->end && char_is_digit(text.data[i]) && i - digits < 7) value = value * 10 + (uint32_t)(text.data[i++] - '0');
      if (i == digits || i - digits > 6 || value <= *number) return 0;
      *number = value;
      uint32_t after = skip_spaces(text, line, i);
      if (after < line->end && (text.data[after] == '|' || text.data[after] == ':')) return after + 1;
      return i == line->end || is_space(text.data[i]) ? i : 0;
    }
    case PREFIX_STAMP: return stamp_end(text, line, i);
    default: return 0;
  }
}

// The end of all prefixes that the line begins with, one behind the other; or 0.
static uint32_t prefixes_end(Str text, const Line *line) {
  Line rest = *line;
  uint32_t end = 0;
  for (int layers = 0; layers < 3; layers++) {
    uint32_t after = 0;
    for (int kind = PREFIX_QUOTE; kind < PREFIX_COUNT && !after; kind++) {
      uint32_t number = 0;
      after = prefix_end(text, &rest, (Prefix)kind, &number);
    }
    if (!after) break;
    end = after;
    rest.first = skip_spaces(text, line, after);
  }
  return end;
}

// Find runs of lines that begin with the same kind of prefix, with IR after it; lines without it may stand between when
// nearly all lines have it.
static void find_prefixes(Surroundings *self) {
  Str text = self->original;
  for (int kind = PREFIX_QUOTE; kind < PREFIX_COUNT; kind++) {
    uint32_t seen = 0, all = 0, number = 0;
    for (uint32_t i = 0; i < self->lines.count; i++) {
      if (is_blank(&self->lines.data[i])) continue;
      all++;
      seen += prefix_end(text, &self->lines.data[i], (Prefix)kind, &number) > 0;
    }
    bool common = all > 1 && seen * 5 >= all * 4;
    bool found = false;
    for (uint32_t i = 0; i < self->lines.count && seen > 1; i++) {
      uint32_t end = i, last = i, count = 0;
      bool any_ir = false;
      number = 0;
      for (; end < self->lines.count; end++) {
        const Line *line = &self->lines.data[end];
        bool has = prefix_end(text, line, (Prefix)kind, &number) > 0;
        if (!has && !(common && count) && !(is_blank(line) && count)) break;
        if (!has) continue;
        last = end;
        count++;
        any_ir |= begins_ir_at(text, line, skip_spaces(text, line, prefixes_end(text, line)), false);
      }
      number = 0;
      if (count > 1 && any_ir) {
        found = true;
        for (uint32_t k = i; k <= last; k++) {
          Line *line = &self->lines.data[k];
          line->prefix = prefix_end(text, line, (Prefix)kind, &number) ? prefixes_end(text, line) : 0;
          if (k > i) line->marks |= IN_RUN;
        }
      }
      if (end > i) i = end - 1;
    }
    if (found) return;
  }
}

static bool is_prefixed_ir(Str text, const Line *line) {
  uint32_t end = prefixes_end(text, line);
  return end && begins_ir_at(text, line, skip_spaces(text, line, end), true);
}

// What ends a quotation that a text stands in: `"""`, `'`, or `)tag"`.
typedef struct Quote {
  Str mark;      // empty: there is no quotation
  bool is_raw;   // `mark` is the tag of `R"tag(`
} Quote;

// The end of what stands before IR at the beginning of a line: a stamp, `Word:`, `text = """`, `R"mlir(`. Or 0.
static uint32_t label_end(Str text, const Line *line, Quote *quote) {
  enum { LONGEST = 64, WORDS = 5 };
  *quote = (Quote){0};
  uint32_t end = stamp_end(text, line, line->first), words = 1;
  if (end && begins_ir_at(text, line, skip_spaces(text, line, end), true)) return end;
  uint32_t begin = end ? end : line->first;
  for (uint32_t i = begin; i < line->end && i - begin < LONGEST; i++) {
    char c = text.data[i];
    if (c == '%' || c == '@' || c == '{' || c == '#') return 0;
    words += is_space(c);
    if (c == ':' && i > begin && i + 1 < line->end && is_space(text.data[i + 1]) && words < WORDS) {
      if (begins_ir_at(text, line, skip_spaces(text, line, i + 1), true)) return i + 1;
      continue;
    }
    if (at(text, line, i, "\"\"\"") || at(text, line, i, "\'\'\'")) {
      end = i + 3;
      *quote = (Quote){str_slice(text, i, end), false};
    } else if (at(text, line, i, "R\"")) {
      end = i + 2;
      while (end < line->end && is_word_char(text.data[end])) end++;
      if (end == line->end || text.data[end] != '(') return 0;
      *quote = (Quote){str_slice(text, i + 2, end), true};
      end++;
    } else {
      continue;
    }
    uint32_t next = skip_spaces(text, line, end);
    if (next == line->end || begins_ir_at(text, line, next, false)) return end;
    *quote = (Quote){0};
    return 0;
  }
  return 0;
}

// Where the quotation ends in the line, or the line's end.
static uint32_t quote_end(Str text, const Line *line, Quote quote) {
  for (uint32_t i = line->first; i < line->end; i++) {
    if (!quote.is_raw && text.data[i] == quote.mark.data[0] && line->end - i >= quote.mark.size && !memcmp(text.data + i, quote.mark.data, quote.mark.size)) return i;
    if (quote.is_raw && text.data[i] == ')' && line->end - i >= quote.mark.size + 2 && text.data[i + 1 + quote.mark.size] == '"' &&
        !memcmp(text.data + i + 1, quote.mark.data, quote.mark.size))
      return i;
  }
  return line->end;
}

// ---------------------------------------------------------------------------------------------
// Lines that can be no IR, whatever is around them

// `^~~~`, also behind the bar of a margin.
static bool is_caret(Str text, const Line *line) {
  bool any = false;
  for (uint32_t i = line->first; i < line->end; i++) {
    char c = text.data[i];
    if (!is_space(c) && c != '^' && c != '~' && !(c == '|' && !any)) return false;
    any |= c == '^' || c == '~';
  }
  return any;
}

static bool is_severity(Str text, const Line *line, uint32_t i) {
  switch (text.data[i]) {
    case 'e': return at(text, line, i, "error:");
    case 'f': return at(text, line, i, "fatal error:");
    case 'w': return at(text, line, i, "warning:");
    case 'n': return at(text, line, i, "note:");
    case 'r': return at(text, line, i, "remark:");
    default: return false;
  }
}

// `error: …`, at the line's beginning or behind a place as in `file:1:2: error: …`.
static bool is_message(Str text, const Line *line) {
  if (is_blank(line) || is_comment(text, line)) return false;
  if (is_severity(text, line, line->first) || at(text, line, line->first, "LLVM ERROR:")) return true;
  uint32_t quotes = 0;
  for (uint32_t i = line->first; i + 2 < line->end; i++) {
    char c = text.data[i];
    if (c == '%' || c == '@' || c == '{' || c == '=' || c == '#') return false;
    quotes += c == '"';
    if (c == ':' && is_space(text.data[i + 1]) && quotes % 2 == 0 && is_severity(text, line, i + 2)) return !begins_ir(text, line);
  }
  return false;
}

static bool is_fence(Str text, const Line *line) {
  return at(text, line, line->first, "```") || (at(text, line, line->first, "~~~") && !is_caret(text, line));
}

// A fence of Markdown that opens text in a language other than MLIR.
static bool is_foreign_fence(Str text, const Line *line) {
  static const char ours[] = "mlir llvm text txt console log";
  uint32_t begin = line->first + 3, end = begin;
  while (end < line->end && is_word_char(text.data[end])) end++;
  Str tag = str_slice(text, begin, end);
  size_t size;
  for (const char *word = ours; (size = strcspn(word, " ")); word += size + (word[size] == ' '))
    if (tag.size == size && !memcmp(tag.data, word, size)) return false;
  return tag.size > 0 && is_word_start(tag.data[0]);
}

static uint64_t line_key(Str text, const Line *line) {
  uint32_t end = line->end;
  while (end > line->first && is_space(text.data[end - 1])) end--;
  return (uint64_t)str_hash(str_slice(text, line->first, end)) << 32 | (end - line->first);
}

// Whether the line stands elsewhere in the text, too.
static bool is_copied(Surroundings *self, const Line *line) {
  if (!self->copies.count) {
    map_init(&self->copies, self->arena);
    for (uint32_t i = 0; i < self->lines.count; i++)
      if (!is_blank(&self->lines.data[i])) map_put(&self->copies, line_key(self->original, &self->lines.data[i]))->value++;
  }
  MapEntry *entry = map_find(&self->copies, line_key(self->original, line));
  return entry && entry->value > 1;
}

// How many lines from `i` on can be no IR: fences, prompts, messages of a compiler with what they quote. `is_end`: brackets
// that were open before are not open any more.
static uint32_t never_ir(Surroundings *self, uint32_t i, bool is_open, bool *is_end) {
  Str text = self->original;
  const Line *lines = self->lines.data, *line = &lines[i];
  uint32_t left = self->lines.count - i;
  *is_end = true;
  if (is_blank(line) || is_comment(text, line)) return 0;
  if (is_fence(text, line)) {
    if (!is_foreign_fence(text, line)) return 1;
    for (uint32_t k = 1; k < left; k++) {
      if (is_fence(text, &lines[i + k])) return k + 1;
      if (begins_ir_at(text, &lines[i + k], lines[i + k].first, true)) return 1;
    }
    return left;
  }
  uint32_t first = line->first;
  char after = first + 1 < line->end ? text.data[first + 1] : ' ';
  if (at(text, line, first, "$ ") || at(text, line, first, ">>> ") || at(text, line, first, "Stack dump:") || at(text, line, first, "PLEASE submit"))
    return 1;
  if (text.data[first] == '#' && char_is_digit(after) && contains(text, line, " 0x")) return 1;   // #3 0x…
  *is_end = false;
  if ((text.data[first] == '#' && (is_space(after) || after == '#')) || text.data[first] == ';') return 1;
  if (is_caret(text, line)) return 1;
  if (is_message(text, line)) {
    if (left > 1 && is_caret(text, &lines[i + 1])) return 2;
    return left > 2 && is_caret(text, &lines[i + 2]) && (!is_open || is_copied(self, &lines[i + 1])) ? 3 : 1;
  }
  if (!is_open && left > 1 && line->marks & BLAMED && is_caret(text, &lines[i + 1]) && is_copied(self, line)) return 2;
  uint32_t end = stamp_end(text, line, first);
  if (end && char_is_digit(text.data[first + (text.data[first] == '[')])) {
    Quote quote;
    end = skip_spaces(text, line, end);
    return end < line->end && is_word_start(text.data[end]) && !begins_ir_at(text, line, end, false) && !label_end(text, line, &quote);
  }
  return 0;
}

// ---------------------------------------------------------------------------------------------
// The text

bool surroundings_begin(Surroundings *self, Arena *arena, Str text) {
  char *copy = arena_alloc_raw(arena, text.size + 1), *original = arena_alloc_raw(arena, text.size + 1);
  if (!copy || !original) return false;
  copy[text.size] = original[text.size] = 0;
  if (text.size) memcpy(original, text.data, text.size);
  const char *given = text.data;
  text.data = original;
  *self = (Surroundings){.arena = arena, .original = text, .text = {copy, text.size}};
  put_blanks(original, (uint32_t)text.size, &self->blanks);
  for (uint32_t i = 0; i < text.size && !arena->mem->exhausted;) {
    const char *newline = memchr(text.data + i, '\n', text.size - i);
    Line line = {.begin = i, .end = newline ? (uint32_t)(newline - text.data) : (uint32_t)text.size};
    if (memcmp(original + i, given + i, line.end - i)) {
      line.marks = BLANKED;
      self->has_blanks = true;
    }
    line.first = skip_spaces(text, &line, i);
    vec_push(arena, &self->lines, line);
    i = line.end + 1;
  }
  if (!arena->mem->exhausted) find_prefixes(self);
  return !arena->mem->exhausted;
}

void surroundings_accept(Surroundings *self) {
  self->accepts_blanks = self->has_blanks;
  for (uint32_t i = 0; i < self->lines.count; i++) {
    uint8_t *marks = &self->lines.data[i].marks;
    if (*marks & TRIED) *marks |= ASIDE;
    if (*marks & PREFIX_TRIED) *marks |= PREFIX_ASIDE;
  }
}

void surroundings_reject(Surroundings *self) {
  for (uint32_t i = 0; i < self->lines.count; i++) self->lines.data[i].marks &= (uint8_t) ~(TRIED | PREFIX_TRIED);
}

static uint32_t line_of(const Surroundings *self, uint32_t offset) {
  uint32_t low = 0, high = self->lines.count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (self->lines.data[middle].begin <= offset) low = middle;
    else high = middle;
  }
  return low;
}

// Mark the lines where the reading failed. A message about a missing token stands where the text before ends.
static void blame(Surroundings *self, const Diags *diags) {
  enum { FAR = 1000 };   // lines to look ahead
  Str text = self->original;
  for (uint32_t i = 0; i < self->lines.count; i++) self->lines.data[i].marks &= (uint8_t)~BLAMED;
  for (const Diag *diag = diags ? diags->first : NULL; diag && self->lines.count; diag = diag->next) {
    if (diag->severity != SEVERITY_ERROR || !diag->has_range) continue;
    uint32_t i = line_of(self, diag->range.begin);
    Line *line = &self->lines.data[i];
    line->marks |= BLAMED;
    uint32_t rest = diag->range.begin < line->end ? skip_spaces(text, line, diag->range.begin) : line->end;
    if (rest < line->end && !at(text, line, rest, "//")) continue;
    for (uint32_t left = FAR; left && ++i < self->lines.count; left--) {
      if (is_blank(++line) || is_comment(text, line)) continue;
      line->marks |= BLAMED;
      break;
    }
  }
}

typedef struct Scan {
  Surroundings *self;
  char *text;
  int64_t depth;          // brackets open
  uint32_t column;        // indentation of the operation that continues
  bool in_op, blank_before;
  bool any_ir;            // in the text
  bool any_begins;        // an operation begins somewhere
  bool is_headed;         // the text begins with a comment, and so does each listing
  Map defined;            // symbols and aliases of this listing
  uint32_t heading;       // where the aliases and the operation below the last heading begin; 0: not there
  bool under_heading;     // they are next
  bool any_in_listing;    // since the last boundary
  bool apart;             // a piece of its own may begin
  bool joins;             // the line before is set aside as well
  bool fails;             // the parser has not found an operation since the reading failed
  int64_t fails_at;       // the depth where it looks for one
  bool in_module, was_module;   // a module at the top level began, and ended
  bool more, edges;
  Quote quote;
  uint32_t stray_line, stray_at, stray_last;   // where closing brackets are that nothing opens
  bool has_stray;
} Scan;

static void blank(Scan *s, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++)
    if (s->text[i] != '\r') s->text[i] = ' ';
}

static void put_aside(Scan *s, Line *line, AsideKind kind, Range range) {
  blank(s, range.begin, range.end);
  s->more |= !(line->marks & (ASIDE | TRIED));
  line->marks |= TRIED;
  if (s->joins && kind == ASIDE_LINES) {
    vec_last(&s->self->aside).lines++;
    vec_last(&s->self->aside).range.end = range.end;
  } else {
    vec_push(s->self->arena, &s->self->aside, (Aside){kind, range, 1});
  }
  s->joins = kind == ASIDE_LINES;
}

static bool is_blamed(const Scan *s, uint32_t begin, uint32_t end) {
  uint8_t marks = 0;
  for (uint32_t i = begin; i < end; i++) marks |= s->self->lines.data[i].marks;
  return marks & (BLAMED | ASIDE | TRIED);
}

static void lines_aside(Scan *s, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++) {
    Line *line = &s->self->lines.data[i];
    if (!is_blank(line)) put_aside(s, line, ASIDE_LINES, (Range){line->first, line->end});
  }
  s->in_op = s->blank_before = false;
  s->fails = true;
  s->fails_at = s->depth;
}

// What follows may be a listing of its own.
static void end_listing(Scan *s) {
  if (s->depth > 0) s->self->is_cut_off = true;
  if (s->has_stray && s->edges && is_blamed(s, s->stray_line, s->stray_line + 1)) {
    for (uint32_t i = s->stray_line; i <= s->stray_last; i++) {
      Line *line = &s->self->lines.data[i];
      uint32_t begin = i == s->stray_line ? s->stray_at : line->first;
      if (is_blank(line) || is_comment(s->self->original, line)) continue;
      s->joins = false;
      put_aside(s, line, ASIDE_CLOSERS, (Range){begin, line->end});
    }
  }
  s->has_stray = s->any_in_listing = s->in_op = s->in_module = s->was_module = false;
  s->depth = 0;
  s->apart = s->any_ir;
}

// Prefixes of runs where the reading failed, or that follow where it failed before the parser found an operation.
static void prefixes_aside(Scan *s) {
  Surroundings *self = s->self;
  bool fails = false;
  for (uint32_t i = 0, end; i < self->lines.count; i = end) {
    const Line *begin = &self->lines.data[i];
    uint8_t marks = begin->marks;
    end = i + 1;
    if (!begin->prefix) {
      if (marks & BLAMED) fails = true;
      else if (fails && begins_ir(self->original, begin)) fails = false;
      continue;
    }
    while (end < self->lines.count && self->lines.data[end].marks & IN_RUN) marks |= self->lines.data[end++].marks;
    if (!fails && !(marks & (BLAMED | PREFIX_ASIDE | PREFIX_TRIED))) continue;
    s->more |= !(marks & (PREFIX_ASIDE | PREFIX_TRIED));
    vec_push(self->arena, &self->aside, (Aside){ASIDE_PREFIXES, {skip_spaces(self->original, begin, begin->begin), begin->prefix}, 0});
    for (uint32_t k = i; k < end; k++) {
      Line *line = &self->lines.data[k];
      line->marks |= PREFIX_TRIED;
      if (!line->prefix) continue;
      blank(s, line->begin, line->prefix);
      line->first = skip_spaces(self->original, line, line->prefix);
      vec_last(&self->aside).lines++;
    }
  }
}

static bool is_closing(Str text, const Line *line, uint32_t i) {
  bool any = false;
  for (; i < line->end && !at(text, line, i, "//"); i++) {
    if (!is_space(text.data[i]) && !strchr(")]}", text.data[i])) return false;
    any |= !is_space(text.data[i]);
  }
  return any;
}

// How many lines from `i` on look like no IR, outside of brackets.
static uint32_t prose_from(Scan *s, uint32_t i) {
  Str text = s->self->original;
  const Line *lines = s->self->lines.data;
  uint32_t begin = i, last = i, whole = i, ignored;   // lines up to `whole` leave no bracket open
  int64_t braces = 0;
  bool is_end;
  Quote quote;
  for (; i < s->self->lines.count; i++) {
    const Line *line = &lines[i];
    if (is_blank(line)) continue;
    if (is_comment(text, line)) {
      if (braces > 0) continue;
      break;
    }
    if (braces == 0) whole = last;
    if (never_ir(s->self, i, false, &is_end) || begins_ir(text, line) || label_end(text, line, &quote) || is_prefixed_ir(text, line)) break;
    if (i == begin && s->in_op && !s->blank_before && (line->first - line->begin > s->column || (goes_on(text, line) && !stamp_end(text, line, line->first))))
      return 0;
    if (strchr(")]}", text.data[line->first]) && braces == 0) break;
    braces = depth_after(text, line, line->first, braces, &ignored);
    last = i + 1;
  }
  // Brackets around IR are its own.
  return (braces > 0 && i < s->self->lines.count && !never_ir(s->self, i, false, &is_end) ? whole : last) - begin;
}

// The symbol, alias or (first) value that the line defines, if it begins an operation or an alias at the top level; or none.
static Str defined_name(Str text, const Line *line) {
  uint32_t from = line->first;
  bool is_alias = text.data[from] == '#' || text.data[from] == '!', is_value = text.data[from] == '%';
  while (!is_alias && !is_value && from < line->end && text.data[from] != '@') {
    char c = text.data[from++];
    if (c == '(' || c == '"' || c == '=' || c == '%') return (Str){0};
  }
  uint32_t to = from + 1;
  while (to < line->end && is_suffix_char(text.data[to])) to++;
  if (is_alias && !at(text, line, skip_spaces(text, line, to), "=")) return (Str){0};
  return from < line->end ? str_slice(text, from, to) : (Str){0};
}

// A listing begins under the last heading when it defines again what the one before defined.
static void begin_under_heading(Scan *s, const Line *line) {
  Str name = defined_name(s->self->original, line);
  if (s->under_heading) s->heading = line->begin;
  s->under_heading = false;
  if (name.size) {
    MapEntry *entry = map_put_str(&s->defined, name);
    if (entry->value && s->heading > entry->value - 1) {
      vec_push(s->self->arena, &s->self->pieces, s->heading);
      map_init(&s->defined, s->self->arena);
      entry = map_put_str(&s->defined, name);
    }
    entry->value = (uintptr_t)line->begin + 1;
  }
  if (name.size && name.data[0] == '@') s->heading = 0;
}

static void ir_line(Scan *s, uint32_t i) {
  Surroundings *self = s->self;
  Str text = self->original;
  Line *line = &self->lines.data[i], cut = *line;
  uint32_t begin = line->first, stray;
  bool blamed = line->marks & (BLAMED | ASIDE | TRIED);
  Quote quote = {0};
  bool has_label = false;
  s->joins = false;
  if (s->depth == 0 && (blamed || s->fails)) {
    uint32_t end = label_end(text, line, &quote);
    if (end && (quote.mark.data || !begins_ir(text, line))) {
      put_aside(s, line, ASIDE_BEFORE, (Range){line->first, end});
      s->fails = true;
      s->fails_at = 0;
      has_label = true;
      cut.first = begin = skip_spaces(text, line, end);
      if (quote.mark.data) {
        end_listing(s);
        s->quote = quote;
      }
      if (begin == line->end) return;
    }
  }
  if (s->quote.mark.data) {
    uint32_t end = quote_end(text, &cut, s->quote);
    if (end < line->end && (blamed || s->fails)) {
      put_aside(s, line, ASIDE_AFTER, (Range){end, line->end});
      cut.end = end;
    }
  }
  bool begins = begins_ir(text, &cut);
  s->any_begins |= begins;
  if (begins && !has_label && s->depth <= s->fails_at) s->fails = false;
  bool is_module = s->depth == 0 && (at(text, &cut, begin, "module") || at(text, &cut, begin, "builtin.") || at(text, &cut, begin, "\"builtin."));
  bool is_alias = s->depth == 0 && (text.data[begin] == '#' || text.data[begin] == '!');
  if (s->depth == 0 && cut.first < cut.end) {
    if (s->apart || (s->was_module && (is_module || is_alias))) {
      vec_push(self->arena, &self->pieces, line->begin);
      s->was_module = s->under_heading = false;
      s->heading = 0;
      map_init(&s->defined, self->arena);
    }
    s->apart = false;
    if (begins) {
      begin_under_heading(s, &cut);
      s->in_op = true;
      s->column = begin - line->begin;
      s->in_module = is_module;
      if (!is_alias) s->was_module = false;
    }
  }
  s->depth = depth_after(text, &cut, begin, s->depth, &stray);
  if (stray < cut.end && is_closing(text, &cut, stray)) {
    if (!s->has_stray) {
      s->has_stray = true;
      s->stray_line = i;
      s->stray_at = stray;
    }
    s->stray_last = i;
  } else {
    s->has_stray = false;
  }
  if (s->depth == 0 && s->in_module) {
    s->in_module = false;
    s->was_module = true;
  }
  s->blank_before = false;
  s->any_ir = s->any_in_listing = true;
  if (cut.end < line->end) {
    s->quote = (Quote){0};
    end_listing(s);
  }
}

static void blanks_aside(Scan *s) {
  static const AsideKind kinds[BLANK_KINDS] = {ASIDE_SPACES, ASIDE_COMMENTS, ASIDE_LINE_ENDS};
  Surroundings *self = s->self;
  bool any = false;
  for (uint32_t i = 0; i < self->lines.count; i++) {
    uint8_t marks = self->lines.data[i].marks;
    any |= marks & BLANKED && !(marks & (ASIDE | TRIED));
  }
  for (uint32_t i = 0; i < BLANK_KINDS && any; i++)
    if (self->blanks.of[i].count)
      vec_push(self->arena, &self->aside, (Aside){kinds[i], {self->blanks.of[i].begin, self->blanks.of[i].end}, self->blanks.of[i].count});
  s->more |= any && !self->accepts_blanks;
}

// A comment that may be the heading of a listing, as in `// After:`.
static bool is_heading(Str text, const Line *line) {
  uint32_t i = skip_spaces(text, line, line->first + 2);
  return line->first == line->begin && i < line->end && !at(text, line, i, "RUN:") && !at(text, line, i, "CHECK") && !at(text, line, i, "expected-");
}

bool surroundings_find(Surroundings *self, const Diags *diags, bool edges) {
  Str text = self->original;
  Scan scan = {.self = self, .text = (char *)(uintptr_t)self->text.data, .edges = edges}, *s = &scan;
  memcpy(s->text, text.data, text.size);
  map_init(&s->defined, self->arena);
  blame(self, diags);
  vec_clear(&self->pieces);
  vec_clear(&self->aside);
  self->is_cut_off = false;
  prefixes_aside(s);
  for (uint32_t i = 0, end; i < self->lines.count && !self->arena->mem->exhausted; i = end) {
    const Line *line = &self->lines.data[i];
    end = i + 1;
    if (is_blank(line)) {
      s->blank_before = true;
      continue;
    }
    if (is_comment(text, line)) {
      s->joins = false;
      if (!s->any_ir) {
        s->is_headed |= is_heading(text, line);
      } else if (s->depth == 0) {
        s->under_heading |= is_heading(text, line);
        s->apart |= at(text, line, line->first, "// -----") || (s->is_headed && s->blank_before && is_heading(text, line));
      }
      continue;
    }
    bool is_end;
    uint32_t count = never_ir(self, i, s->depth > 0, &is_end);
    if (!count && s->depth == 0 && (count = prose_from(s, i))) is_end = true;
    if (count && (s->fails || is_blamed(s, i, i + count))) {
      end = i + count;
      if (is_end) end_listing(s);
      lines_aside(s, i, end);
    } else {
      end = i + (count ? count : 1);
      for (uint32_t k = i; k < end; k++)
        if (!is_blank(&self->lines.data[k]) && !is_comment(text, &self->lines.data[k])) ir_line(s, k);
    }
  }
  end_listing(s);
  if (self->has_blanks) blanks_aside(s);
  return s->more && s->any_begins && !self->arena->mem->exhausted;
}
