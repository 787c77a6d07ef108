// The text that an editor shows about the place under the pointer.
#ifndef RUNG_SERVICE_HOVER_H
#define RUNG_SERVICE_HOVER_H

#include "ir/op.h"

typedef struct Hover {
  Range range;     // the range of the word it is about
  Str title;       // code: "%0 : i32", "arith.addi"
  Str text;        // lines; may be empty
} Hover;

// False when nothing is known about the place. Texts are made in `arena`.
bool service_hover(Module *module, Arena *arena, uint32_t offset, Hover *out);

#endif
