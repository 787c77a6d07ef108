// What people's texts have where MLIR has a blank: no-break spaces, comments of C, a backslash that continues a line.
#ifndef RUNG_ASM_BLANKS_H
#define RUNG_ASM_BLANKS_H

#include "support/str.h"

enum { BLANK_SPACES, BLANK_COMMENTS, BLANK_LINE_ENDS, BLANK_KINDS };

typedef struct Blanks {
  struct { uint32_t begin, end, count; } of[BLANK_KINDS];   // the place of the first, and how many there are
} Blanks;

// Put blanks in the place of those, outside of strings and of MLIR's own comments. A comment keeps its line breaks.
void put_blanks(char *text, uint32_t size, Blanks *out);

#endif
