#include "asm/blanks.h"

#include <string.h>

static uint32_t line_end(const char *text, uint32_t size, uint32_t i) {
  const char *newline = memchr(text + i, '\n', size - i);
  return newline ? (uint32_t)(newline - text) : size;
}

// Behind the `*/` of a comment whose inside begins at `i`; 0: it does not end.
static uint32_t comment_end(const char *text, uint32_t size, uint32_t i) {
  for (; i + 1 < size; i++)
    if (text[i] == '*' && text[i + 1] == '/') return i + 2;
  return 0;
}

// Behind the string whose inside begins at `i`: none goes on in another line.
static uint32_t string_end(const char *text, uint32_t size, uint32_t i) {
  while (i < size && text[i] != '"' && text[i] != '\n') i += text[i] == '\\' && i + 1 < size && text[i + 1] != '\n' ? 2 : 1;
  return i < size && text[i] == '"' ? i + 1 : i;
}

static bool ends_line(const char *text, uint32_t size, uint32_t i) {
  while (i < size && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r')) i++;
  return i == size || text[i] == '\n';
}

static void blank(Blanks *out, uint32_t kind, char *text, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++)
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  if (!out->of[kind].count++) out->of[kind].begin = begin, out->of[kind].end = end;
}

void put_blanks(char *text, uint32_t size, Blanks *out) {
  bool may_end = true;   // a comment further on
  *out = (Blanks){0};
  for (uint32_t i = 0, end; i < size; i = end) {
    char c = text[i], after = i + 1 < size ? text[i + 1] : '\0';
    end = i + 1;
    if (c == '"') {
      end = string_end(text, size, end);
    } else if (c == '/' && after == '/') {
      end = line_end(text, size, i);
    } else if (c == '/' && after == '*' && may_end) {
      uint32_t behind = comment_end(text, size, i + 2);
      may_end = behind != 0;
      if (may_end) blank(out, BLANK_COMMENTS, text, i, end = behind);
    } else if (c == '\xc2' && after == '\xa0') {
      blank(out, BLANK_SPACES, text, i, end = i + 2);
    } else if (c == '\\' && ends_line(text, size, end)) {
      blank(out, BLANK_LINE_ENDS, text, i, end);
    }
  }
}
