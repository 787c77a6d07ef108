// The parts of a text that markers divide, each a file of its own (mlir-opt's --split-input-file).
#ifndef RUNG_SERVICE_PARTS_H
#define RUNG_SERVICE_PARTS_H

#include "support/source.h"
#include "support/vec.h"

typedef struct TextPart {
  uint32_t begin, end;
  uint32_t line, column;    // of `begin`, from 0
  bool is_near_miss;        // no part: a marker that lacks something stands there, taken for a slip
} TextPart;
typedef VEC(TextPart) TextParts;

// Find the parts between markers, without empty ones, in the order of the text; with an empty marker the text is one part.
// A marker may be anywhere in a line.
void service_parts(Arena *arena, Str text, Str marker, TextParts *out);

#endif
