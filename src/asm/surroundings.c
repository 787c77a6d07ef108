// Which lines of a text are IR; see surroundings.h.
#include "asm/surroundings.h"

#include "support/map.h"

typedef struct Line {
  uint32_t begin, end;   // without the line break
  uint32_t first;        // the first character that is no white space, or `end`
} Line;

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

// ---------------------------------------------------------------------------------------------
// Prefixes that (nearly) all lines share

typedef enum Prefix { PREFIX_NONE, PREFIX_QUOTE, PREFIX_NUMBER, PREFIX_STAMP, PREFIX_COUNT } Prefix;

// The end of such a prefix, or 0.
static uint32_t prefix_end(Str text, const Line *line, Prefix kind) {
  uint32_t i = line->first;
  switch (kind) {
    case PREFIX_QUOTE: return i < line->end && text.data[i] == '>' && (i + 1 == line->end || is_space(text.data[i + 1])) ? i + 1 : 0;
    case PREFIX_NUMBER: {   // `12 | `, `12: `, `12  `
      uint32_t digits = i;
      while (i < line->end && char_is_digit(text.data[i])) i++;
      if (i == digits || i - digits > 6) return 0;
      uint32_t after = skip_spaces(text, line, i);
      if (after < line->end && (text.data[after] == '|' || text.data[after] == ':')) return after + 1;
      return i == line->end || is_space(text.data[i]) ? i : 0;
    }
    case PREFIX_STAMP: {    // `[…] `, `2024-01-31T12:00:00.000Z `, `12:00:00 `
      if (i < line->end && text.data[i] == '[') {
        while (i < line->end && text.data[i] != ']') i++;
        return i + 1 < line->end && is_space(text.data[i + 1]) ? i + 1 : i + 1 == line->end ? line->end : 0;
      }
      uint32_t begin = i, marks = 0;
      while (i < line->end && (char_is_digit(text.data[i]) || (text.data[i] && strchr("-:.,TZ+", text.data[i])))) marks += !char_is_digit(text.data[i++]);
      return i - begin >= 8 && marks >= 2 && (i == line->end || is_space(text.data[i])) ? i : 0;
    }
    default: return 0;
  }
}

static Prefix common_prefix(Str text, const Line *lines, uint32_t count) {
  uint32_t seen[PREFIX_COUNT] = {0}, all = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (lines[i].first == lines[i].end) continue;
    all++;
    for (int kind = PREFIX_QUOTE; kind < PREFIX_COUNT; kind++) seen[kind] += prefix_end(text, &lines[i], (Prefix)kind) > 0;
  }
  for (int kind = PREFIX_QUOTE; all > 1 && kind < PREFIX_COUNT; kind++)
    if (seen[kind] * 5 >= all * 4) return (Prefix)kind;
  return PREFIX_NONE;
}

// ---------------------------------------------------------------------------------------------
// One line

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

// `%a` or `@f` after a bracket or comma, or a region's `{` at the end: the line is not prose, even if it begins like it.
static bool names_values(Str text, const Line *line) {
  for (uint32_t i = line->first + 1; i + 1 < line->end; i++)
    if ((text.data[i] == '%' || text.data[i] == '@') && is_suffix_char(text.data[i + 1]) && !is_word_char(text.data[i - 1]))
      return contains(text, line, ") -> ") || contains(text, line, " : ") || text.data[line->end - 1] == '{';
  return false;
}

// Whether something outside of all brackets begins here that only IR has.
static bool begins_ir(Str text, const Line *line) {
  uint32_t i = line->first;
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
  if (at(text, line, i, "{-#") || at(text, line, i, "...") || at(text, line, i, "\xe2\x80\xa6")) return true;
  if (!is_word_start(c)) return false;
  uint32_t end = i;
  while (end < line->end && is_word_char(text.data[end])) end++;
  Str word = str_slice(text, i, end);
  uint32_t next = skip_spaces(text, line, end);
  char after = next < line->end ? text.data[next] : '\0';
  if (after == '%' || after == '@' || after == '^') return true;
  const char *dot = memchr(word.data, '.', word.size);
  if (!dot) {
    if (str_is(word, "return")) return next == line->end;
    if (str_is(word, "module") && (after == '{' || next == line->end || at(text, line, next, "attributes"))) return true;
    return end < next && names_values(text, line);   // `name(…` is no operation
  }
  if (dot == word.data + word.size - 1 || word.data[word.size - 1] == '.' || is_file_name(word)) return false;
  if (next == line->end || (after && strchr("\"({[<#!:-", after)) || char_is_digit(after)) return true;
  if (end == next) return false;   // `word'…`
  return contains(text, line, "%") || contains(text, line, "@") || contains(text, line, " : ") || contains(text, line, "->") ||
         contains(text, line, "{");
}

// The caret below a quoted line.
static bool is_caret(Str text, const Line *line) {
  for (uint32_t i = line->first; i < line->end; i++)
    if (!is_space(text.data[i]) && text.data[i] != '^' && text.data[i] != '~') return false;
  return line->first < line->end;
}

// The name that the line defines for the whole text, with its sigil: an alias, a value, a symbol. Empty: none.
static Str defined_name(Str text, const Line *line) {
  uint32_t i = line->first;
  char c = text.data[i];
  if (c != '#' && c != '!' && c != '%')
    while (i < line->end && text.data[i] != '@') {
      if (text.data[i] == '(' || text.data[i] == '{' || text.data[i] == '"') return (Str){"", 0};
      i++;
    }
  uint32_t end = i + 1;
  while (end < line->end && is_suffix_char(text.data[end])) end++;
  return i < line->end ? str_slice(text, i, end) : (Str){"", 0};
}

// `error: …`, at the line's beginning or behind a place as in `file:1:2: error: …`.
static bool is_message(Str text, const Line *line, uint32_t i) {
  switch (text.data[i]) {
    case 'e': return at(text, line, i, "error:");
    case 'w': return at(text, line, i, "warning:");
    case 'n': return at(text, line, i, "note:");
    case 'r': return at(text, line, i, "remark:");
    default: return false;
  }
}

// Text that is never IR. `ends`: brackets that were open before it are not any more.
static bool is_noise(Str text, const Line *line, bool *ends) {
  uint32_t i = line->first;
  *ends = true;
  if (i == line->end) return false;
  if (at(text, line, i, "```") || at(text, line, i, "~~~") || at(text, line, i, "$ ") || at(text, line, i, ">>> ") ||
      at(text, line, i, "Stack dump:") || at(text, line, i, "PLEASE submit"))
    return true;
  if (text.data[i] == '#' && i + 1 < line->end && char_is_digit(text.data[i + 1]) && contains(text, line, " 0x")) return true;   // #3 0x…
  *ends = false;
  if (is_message(text, line, i)) return true;
  for (const char *end = text.data + line->end, *colon = text.data + i; (colon = memchr(colon, ':', (size_t)(end - colon))); colon++)
    if (end - colon > 2 && is_space(colon[1]) && is_message(text, line, (uint32_t)(colon + 2 - text.data))) return true;
  return is_caret(text, line);
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

// Brackets that the line opens and closes; strings and comments aside.
static int64_t depth_after(Str text, const Line *line, int64_t depth) {
  for (uint32_t i = line->first; i < line->end; i++) {
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
      case ')': case ']': case '}': if (depth > 0) depth--; break;
      default: break;
    }
  }
  return depth;
}

static bool goes_on(Str text, const Line *line) {
  char c = text.data[line->first];
  return strchr(":,(<[{)]}>", c) ? c != 0 : at(text, line, line->first, "->");
}

// ---------------------------------------------------------------------------------------------
// The text

static void blank(char *text, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++)
    if (text[i] != '\r') text[i] = ' ';
}

static void set_aside(Surroundings *self, Arena *arena, char *text, const Line *line, bool *joins) {
  blank(text, line->begin, line->end);
  if (*joins && self->aside.count) vec_last(&self->aside).end = line->end;
  else vec_push(arena, &self->aside, (Range){line->first, line->end});
  *joins = true;
}

bool surroundings_find(Surroundings *self, Arena *arena, Str original) {
  *self = (Surroundings){0};
  char *text = arena_alloc_raw(arena, original.size + 1);
  if (!text || original.size == 0) return false;
  memcpy(text, original.data, original.size);
  text[original.size] = 0;
  self->text = (Str){text, original.size};
  VEC(Line) lines = {0};
  for (uint32_t i = 0; i < original.size;) {
    Line line = {i, i, 0};
    const char *newline = memchr(text + i, '\n', original.size - i);
    line.end = newline ? (uint32_t)(newline - text) : (uint32_t)original.size;
    line.first = skip_spaces(self->text, &line, i);
    vec_push(arena, &lines, line);
    i = line.end + 1;
  }
  if (arena->mem->exhausted) return false;

  Prefix prefix = common_prefix(self->text, lines.data, lines.count);
  for (uint32_t i = 0; i < lines.count && prefix; i++) {
    Line *line = &lines.data[i];
    uint32_t end = prefix_end(self->text, line, prefix);
    if (!end) continue;
    blank(text, line->begin, end);
    if (!self->aside.count) {
      vec_push(arena, &self->aside, (Range){line->first, end});
      self->first_prefix_end = end;
    }
    vec_last(&self->aside).end = end;
    self->has_prefixes = true;
    line->first = skip_spaces(self->text, line, end);
  }

  bool any_ir = false;
  int64_t depth = 0;
  Map defined;           // names since the last piece began
  map_init(&defined, arena);
  bool foreign = false;  // inside a fence of another language
  bool in_op = false, joins = false, apart = false, blank_before = false;
  uint32_t column = 0;   // indentation of the operation that continues
  for (uint32_t i = 0; i < lines.count && !arena->mem->exhausted; i++) {
    const Line *line = &lines.data[i];
    bool ends;
    if (line->first == line->end) {
      blank_before = true;
      continue;
    }
    bool fence = at(self->text, line, line->first, "```");
    if (fence) foreign = !foreign && is_foreign_fence(self->text, line);
    if (is_noise(self->text, line, &ends) || foreign || (i + 1 < lines.count && is_caret(self->text, &lines.data[i + 1]))) {
      ends = ends || foreign;
      set_aside(self, arena, text, line, &joins);
      if (ends) {
        depth = 0;
        in_op = false;
        apart = any_ir;
      }
      continue;
    }
    bool is_comment = at(self->text, line, line->first, "//");
    bool is_ir = depth > 0 || is_comment;
    if (!is_ir) {
      is_ir = begins_ir(self->text, line);
      if (is_ir) {
        in_op = true;
        column = line->first - line->begin;
      } else if (in_op && !blank_before) {
        is_ir = goes_on(self->text, line) || line->first - line->begin > column;
      } else if (goes_on(self->text, line)) {
        is_ir = any_ir;
      }
    }
    if (!is_ir) {
      set_aside(self, arena, text, line, &joins);
      in_op = false;
      depth = 0;
      apart = any_ir;
      blank_before = false;
      continue;
    }
    // A piece of its own may begin behind what was set aside, a marker, or at a module.
    bool marker = is_comment && (at(self->text, line, line->first, "// -----"));
    bool module = depth == 0 && any_ir && (at(self->text, line, line->first, "module") || at(self->text, line, line->first, "\"builtin."));
    if (depth == 0 && !is_comment) {
      Str name = begins_ir(self->text, line) ? defined_name(self->text, line) : (Str){"", 0};
      bool again = name.size && map_find_str(&defined, name);
      if (apart || module || again) {
        vec_push(arena, &self->pieces, line->begin);
        map_clear(&defined);
      }
      if (name.size) map_put_str(&defined, name);
    }
    if (depth == 0 && marker && any_ir) apart = true;
    else if (!is_comment) apart = false;
    joins = false;
    blank_before = false;
    if (!is_comment) {
      any_ir = true;
      depth = depth_after(self->text, line, depth);
    }
  }
  return any_ir && (self->aside.count || self->pieces.count) && !arena->mem->exhausted;
}
