// Finds the text around IR in text that people paste: shell prompts, prefixes of a log, Markdown, line
// numbers, messages, prose. Lines are told apart by their shape alone; the parser then decides whether
// the text reads better without them.
#ifndef RUNG_ASM_SURROUNDINGS_H
#define RUNG_ASM_SURROUNDINGS_H

#include "support/source.h"
#include "support/vec.h"

typedef struct Surroundings {
  Str text;               // as long as the original, with blanks for the text that is set aside
  VEC(Range) aside;       // stretches of lines, or prefixes of lines (one range from the first to the last)
  U32Vec pieces;          // where pieces begin that may stand on their own, from the second on
  bool has_prefixes;      // the first range of `aside` spans lines of which only prefixes are set aside
  uint32_t first_prefix_end;
} Surroundings;

// Look at `text`. False: there is no IR in it, nothing to set aside and nowhere to split it.
bool surroundings_find(Surroundings *self, Arena *arena, Str text);

#endif
