// A source text and its lines. Positions are byte offsets; lines and columns count from 1, columns
// in bytes, as mlir-opt counts them.
#ifndef RUNG_SUPPORT_SOURCE_H
#define RUNG_SUPPORT_SOURCE_H

#include "support/mem.h"

// Bytes [begin, end) of a source text.
typedef struct Range {
  uint32_t begin, end;
} Range;

typedef struct LineCol {
  uint32_t line, column;
} LineCol;

typedef struct Source {
  Str name;  // as shown in messages: "<stdin>", "file.mlir"
  Str text;
  uint32_t line_offset, column_offset;  // lines before `text` in the file it was split from, bytes before it in its line
  const uint32_t *line_starts;  // built at first use
  uint32_t line_count;
} Source;

// Line and column of a byte offset; builds the line table in `arena` on first use.
LineCol source_line_col(Source *self, Arena *arena, uint32_t offset);

#endif
