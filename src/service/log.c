#include "service/log.h"

#include "support/map.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
static bool is_word_char(char c) { return char_is_alnum(c) || c == '_' || c == '.' || c == '$' || c == '-'; }

static Str trim(Str text) {
  while (text.size && is_space(text.data[text.size - 1])) text.size--;
  while (text.size && is_space(*text.data)) text = str_slice(text, 1, text.size);
  return text;
}

static bool take_start(Str *text, Str start) {
  if (!str_starts_with(*text, start)) return false;
  *text = str_slice(*text, start.size, text->size);
  return true;
}

static bool take_end(Str *text, Str end) {
  if (!str_ends_with(*text, end)) return false;
  text->size -= end.size;
  return true;
}

// The next place of `needle` from `from` on, or the text's size.
static size_t find(Str text, size_t from, Str needle) {
  while (from + needle.size <= text.size) {
    const char *at = memchr(text.data + from, needle.data[0], text.size - needle.size - from + 1);
    if (!at) break;
    from = (size_t)(at - text.data);
    if (!memcmp(at, needle.data, needle.size)) return from;
    from++;
  }
  return text.size;
}

// The last place of `needle`, or the text's size.
static size_t find_last(Str text, Str needle) {
  for (size_t i = text.size; i-- > 0;)
    if (str_starts_with(str_slice(text, i, text.size), needle)) return i;
  return text.size;
}

// `@f`, `@"a b"`: the name itself.
static Str symbol_name(Str text) {
  if (!take_start(&text, STR("@"))) return (Str){0};
  if (take_start(&text, STR("\""))) {
    size_t end = 0;
    while (end < text.size && text.data[end] != '"') end += text.data[end] == '\\' && end + 1 < text.size ? 2 : 1;
    return str_slice(text, 0, end);
  }
  size_t end = 0;
  while (end < text.size && is_word_char(text.data[end])) end++;
  return str_slice(text, 0, end);
}

// What follows the last dot.
static Str last_part(Str name) {
  size_t dot = find_last(name, STR("."));
  return dot < name.size ? str_slice(name, dot + 1, name.size) : name;
}

// The name of the operation that is written with `word`.
static Str operation_name(Str word, Str module) { return str_equal(word, last_part(module)) ? module : word; }

// ---------------------------------------------------------------------------------------------
// Headers

// ` ('func.func' operation: @f)` at the end
static void take_anchor(Str *text, Str module, LogStage *out) {
  size_t at = find_last(*text, STR(" ('"));
  Str inner = str_slice(*text, at, text->size), name;
  if (!take_start(&inner, STR(" ('")) || !take_end(&inner, STR(")"))) return;
  size_t quote = find(inner, 0, STR("' operation"));
  if (quote == inner.size) return;
  name = str_slice(inner, 0, quote);
  inner = str_slice(inner, quote, inner.size);
  take_start(&inner, STR("' operation"));
  if (take_start(&inner, STR(": "))) out->symbol = symbol_name(inner);
  else if (inner.size) return;
  out->anchor = operation_name(name, module);
  text->size = at;
}

// ` (canonicalize)` at the end; it may be empty.
static void take_argument(Str *text, LogStage *out) {
  uint32_t depth = 0;
  if (!str_ends_with(*text, STR(")"))) return;
  for (size_t i = text->size; i-- > 0;) {
    if (text->data[i] == ')') depth++;
    if (text->data[i] != '(' || --depth) continue;
    if (!i || text->data[i - 1] != ' ') return;
    out->argument = str_slice(*text, i + 1, text->size - 1);
    text->size = i - 1;
    return;
  }
}

static const Str mark = STR_INIT("IR Dump ");

// Read the header in `line`, which has the mark at `at`:
//   `// -----// IR Dump After Canonicalizer Failed (canonicalize) ('func.func' operation: @f) //----- //`
//   `// *** IR Dump After Canonicalizer ***`, `*** IR Dump After SROAPass on f ***`
// Some compilers begin the dump in the same line.
static bool read_header(Str text, Str line, size_t at, Str module, LogStage *out) {
  static const Str opening = STR_INIT("// -----// "), closing = STR_INIT("//----- //");
  size_t begin = (size_t)(line.data - text.data);
  Str before = str_slice(line, 0, at - begin), name = trim(str_slice(line, at - begin + mark.size, line.size));
  bool starred = take_end(&before, STR("*** "));
  if (!starred && !take_end(&before, opening)) return false;
  if (starred && !take_end(&before, STR("// ")) && !take_end(&before, STR("; "))) take_end(&before, STR("# "));
  size_t close = starred ? name.size : find(name, 0, closing);
  if (!starred && close == name.size) return false;
  if (!starred) name.size = close + closing.size;
  *out = (LogStage){.header_begin = (uint32_t)(begin + before.size), .header_end = (uint32_t)(name.data + name.size - text.data)};
  if (starred) take_end(&name, STR(":"));
  if (!take_end(&name, starred ? STR("***") : closing)) return false;
  name = trim(name);
  out->is_after = take_start(&name, STR("After "));
  if (!out->is_after && !take_start(&name, STR("Before "))) return false;
  take_anchor(&name, module, out);
  out->failed = take_end(&name, STR(" Failed"));
  take_argument(&name, out);
  out->failed |= take_end(&name, STR(" Failed"));
  size_t on = starred ? find_last(name, STR(" on ")) : name.size;
  if (on < name.size) {
    out->symbol = str_slice(name, on + 4, name.size);
    name.size = on;
  }
  out->pass = trim(name);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Dumps

typedef enum DumpState {
  DUMP_NONE,      // no header, or the dump is over
  DUMP_BEGINS,    // nothing but empty lines, comments and aliases
  DUMP_OP,        // in an operation, or in the lines below it
  DUMP_GAP,       // an empty line outside of brackets
  DUMP_TO_HEADER, // text that is not MLIR
} DumpState;

typedef struct Dump {
  LogStage stage;
  DumpState state;
  uint32_t depth;   // of brackets
  Str prefix;       // of the header's line
  Str word;         // the first word of the operation
  Str module;       // the name of modules
  bool is_generic, is_anchored;
} Dump;

enum { BRACKET_NONE, BRACKET_OPEN, BRACKET_CLOSE, BRACKET_STRING, BRACKET_COMMENT };
static const uint8_t brackets[256] = {
  ['('] = BRACKET_OPEN, ['['] = BRACKET_OPEN, ['{'] = BRACKET_OPEN, [')'] = BRACKET_CLOSE, [']'] = BRACKET_CLOSE,
  ['}'] = BRACKET_CLOSE, ['"'] = BRACKET_STRING, ['/'] = BRACKET_COMMENT,
};

static uint32_t depth_after(Str line, uint32_t depth) {
  for (size_t i = 0; i < line.size; i++) {
    switch (brackets[(uint8_t)line.data[i]]) {
      case BRACKET_NONE: break;
      case BRACKET_OPEN: depth++; break;
      case BRACKET_CLOSE: depth -= depth > 0; break;
      case BRACKET_STRING:
        while (++i < line.size && line.data[i] != '"') i += line.data[i] == '\\';
        break;
      case BRACKET_COMMENT:
        if (i + 1 < line.size && line.data[i + 1] == '/') return depth;
        break;
    }
  }
  return depth;
}

// A line without the prefix of its log. The prefix of a line is that of the header, with other digits perhaps.
static Str without_prefix(Str line, Str prefix) {
  size_t size = line.size < prefix.size ? line.size : prefix.size;
  for (size_t i = 0; i < size; i++)
    if (line.data[i] != prefix.data[i] && !(char_is_digit(line.data[i]) && char_is_digit(prefix.data[i]))) return line;
  return str_slice(line, size, line.size);
}

static bool is_alias(Str line) {
  return line.size > 1 && (*line.data == '#' || *line.data == '!') && (char_is_alpha(line.data[1]) || line.data[1] == '_') &&
         find(line, 0, STR(" = ")) < line.size;
}

static bool is_llvm_ir(Str line) {
  static const char *const starts[] = {";", "@", "define ", "declare ", "source_filename", "target ", "# "};
  for (size_t i = 0; i < countof(starts); i++)
    if (str_starts_with(line, str_from(starts[i]))) return true;
  return false;
}

// The first word of an operation: `module`, `"func.func"`. What comes before it are results.
static Str first_word(Str line, bool *is_generic, Str *rest) {
  if (line.size && *line.data == '%') {
    size_t equals = find(line, 0, STR("= "));
    if (equals < line.size) line = trim(str_slice(line, equals + 1, line.size));
  }
  *is_generic = take_start(&line, STR("\""));
  size_t end = 0;
  while (end < line.size && (*is_generic ? line.data[end] != '"' : is_word_char(line.data[end]))) end++;
  *rest = str_slice(line, end, line.size);
  return str_slice(line, 0, end);
}

// `sym_name = "f"`, which an operation in generic form has outside of its regions
static void find_generic_symbol(Dump *self, Str line) {
  static const Str key = STR_INIT("sym_name = ");
  size_t at = find(line, 0, key);
  if (at == line.size || (at && is_word_char(line.data[at - 1]))) return;
  Str value = str_slice(line, at + key.size, line.size);
  if (!take_start(&value, STR("\""))) return;
  self->stage.symbol = str_slice(value, 0, find(value, 0, STR("\"")));
}

// Read the first line of the operation. False: it is prose.
static bool read_operation(Dump *self, Str line) {
  Str rest;
  self->word = first_word(line, &self->is_generic, &rest);
  bool is_named = self->is_generic || find(self->word, 0, STR(".")) < self->word.size;
  if (!is_named && find(rest, 0, STR("@")) == rest.size && find(rest, 0, STR("{")) == rest.size) return false;
  if (rest.size && *rest.data == ':') return false;   // a message
  if (self->is_anchored) return true;
  self->stage.anchor = operation_name(self->word, self->module);
  if (self->is_generic) return true;
  for (size_t i = 0; i < rest.size && !strchr("({[<=\"", rest.data[i]); i++)
    if (rest.data[i] == '@') {
      self->stage.symbol = symbol_name(str_slice(rest, i, rest.size));
      break;
    }
  return true;
}

// An operation like the first one belongs to the dump, if somebody put them together. A second module does not: it is what the tool
// printed at its end.
static bool is_sibling(const Dump *self, Str line) {
  bool is_generic;
  Str rest, word = first_word(line, &is_generic, &rest);
  return word.size && str_equal(word, self->word) && !str_equal(operation_name(word, self->module), self->module);
}

// Read a line below the header; false: it is not part of the dump, which is over.
static bool read_line(Dump *self, Str line) {
  bool is_empty = !trim(line).size;
  switch (self->state) {
    case DUMP_NONE: return false;
    case DUMP_TO_HEADER: return true;
    case DUMP_BEGINS:
      if (is_empty || is_alias(line) || str_starts_with(line, STR("//"))) return true;
      self->state = DUMP_OP;
      if (is_llvm_ir(line)) {
        self->state = DUMP_TO_HEADER;
        return true;
      }
      if (!read_operation(self, trim(line))) return false;
      break;
    case DUMP_OP:
      if (self->depth || (!is_empty && is_space(*line.data))) break;
      if (is_empty) {
        self->state = DUMP_GAP;
        return true;
      }
      if (is_alias(line) || str_starts_with(line, STR("{-#")) || is_sibling(self, line)) break;
      return false;
    case DUMP_GAP:
      if (is_empty) return true;
      if (!str_starts_with(line, STR("{-#")) && !is_sibling(self, line)) return false;
      self->state = DUMP_OP;
      break;
  }
  uint32_t before = self->depth;
  self->depth = depth_after(line, before);
  if (self->is_generic && !self->is_anchored && !self->stage.symbol.size && !(before && self->depth)) find_generic_symbol(self, line);
  return true;
}

// The last part of a name in dots, and the symbol: the generic form of an operation may have a longer name.
static uint32_t chain_of(Arena *arena, Map *chains, const LogStage *stage) {
  Str name = last_part(stage->anchor);
  MapEntry *entry = map_put_str(chains, arena_printf(arena, "%.*s@%.*s", STR_ARG(name), STR_ARG(stage->symbol)));
  if (!entry->value) entry->value = chains->count;
  return (uint32_t)entry->value - 1;
}

void service_log_stages(Arena *arena, Str text, Str module, LogStages *out) {
  if (text.size > UINT32_MAX - 1) return;
  Map chains;
  map_init(&chains, arena);
  Dump dump = {.state = DUMP_NONE};
  bool any = false;   // a stage is being read, or is complete and not yet in `out`
  uint32_t line_number = 0;
  size_t next = find(text, 0, mark), begin = 0;
  for (;; line_number++) {
    bool ends = begin >= text.size, is_header = false;
    const char *newline = ends ? NULL : memchr(text.data + begin, '\n', text.size - begin);
    size_t end = newline ? (size_t)(newline - text.data) : text.size, after = newline ? end + 1 : end;
    Str line = str_slice(text, ends ? text.size : begin, end);
    LogStage stage;
    if (!ends && next < end) {
      is_header = read_header(text, line, next, module, &stage);
      next = find(text, after, mark);
    }
    if ((ends || is_header) && any) {
      dump.stage.chain = chain_of(arena, &chains, &dump.stage);
      vec_push(arena, out, dump.stage);
    }
    if (ends) return;
    if (is_header) {
      Str rest = trim(str_slice(text, stage.header_end, end));
      if (rest.size) {
        after = (size_t)(rest.data - text.data);
        line_number--;   // it is read again
      }
      any = true;
      dump = (Dump){.stage = stage, .state = DUMP_BEGINS, .module = module, .is_anchored = stage.anchor.size > 0,
                    .prefix = {line.data, stage.header_begin - begin}};
      dump.stage.begin = dump.stage.end = (uint32_t)after;
      dump.stage.line = line_number + 1;
    } else if (dump.state != DUMP_NONE) {
      Str content = without_prefix(line, dump.prefix);
      if (!read_line(&dump, content)) {
        dump.state = DUMP_NONE;
      } else if (trim(content).size && !(dump.state == DUMP_GAP)) {
        if (dump.stage.end == dump.stage.begin) {
          dump.stage.begin = (uint32_t)begin;
          dump.stage.line = line_number;
        }
        dump.stage.end = (uint32_t)after;
        dump.stage.line_count = line_number + 1 - dump.stage.line;
      }
    }
    begin = after;
  }
}
