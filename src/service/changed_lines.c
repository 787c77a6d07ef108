#include "service/changed_lines.h"

#include "asm/lexer.h"
#include "support/map.h"

// The next line of `text` from `*at` on; false past the last.
static bool next_line(Str text, size_t *at, Str *line) {
  if (*at >= text.size) return false;
  const char *begin = text.data + *at, *end = memchr(begin, '\n', text.size - *at);
  *line = (Str){begin, end ? (size_t)(end - begin) : text.size - *at};
  *at += line->size + 1;
  return true;
}

// Of the line's tokens; 0: there are none.
static uint64_t line_key(Str line) {
  Lexer lexer;
  lexer_init(&lexer, line);
  uint64_t key = 0;
  for (uint32_t end = 0;;) {
    Token token = lexer_next(&lexer);
    if (token.kind == TOK_EOF) return key;
    if (token.kind == TOK_ERROR) {
      token.begin = end;
      if (lexer.at <= end) lexer.at = end + 1;   // an error may be at the end of the token before
      token.end = lexer.at < line.size ? lexer.at : (uint32_t)line.size;
    }
    bool is_numbered = token.kind == TOK_PERCENT_ID || token.kind == TOK_CARET_ID;
    key = (key + token.kind + 1 + (is_numbered ? 0 : str_hash(token_text(line, token)))) * UINT64_C(0x9E3779B97F4A7C15);
    key ^= key >> 29;
    end = lexer.at;
  }
}

uint32_t service_changed_lines(Arena *scratch, Str before, Str after, uint32_t *out, uint32_t capacity) {
  Map had;
  map_init(&had, scratch);
  Str line;
  uint32_t count = 0, number = 0;
  for (size_t at = 0; next_line(before, &at, &line);) map_put(&had, line_key(line))->value++;
  for (size_t at = 0; next_line(after, &at, &line);) {
    number++;
    uint64_t key = line_key(line);
    MapEntry *entry = map_put(&had, key);
    if (entry->value) entry->value--;
    else if (key && count++ < capacity) out[count - 1] = number;
  }
  return scratch->mem->exhausted ? 0 : count;
}
