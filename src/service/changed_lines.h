// Finds the lines of a text that another one does not have.
#ifndef RUNG_SERVICE_CHANGED_LINES_H
#define RUNG_SERVICE_CHANGED_LINES_H

#include "support/mem.h"
#include "support/str.h"

// Writes the numbers, from 1, of the lines of `after` that `before` does not have, at most `capacity` of them, and
// returns how many there are. White space, comments and the names of values and blocks do not count: one operation
// more numbers all that follow anew. Empty when memory runs out.
uint32_t service_changed_lines(Arena *scratch, Str before, Str after, uint32_t *out, uint32_t capacity);

#endif
