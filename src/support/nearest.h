// How far two names are apart, for guessing which one was meant.
#ifndef RUNG_SUPPORT_NEAREST_H
#define RUNG_SUPPORT_NEAREST_H

#include "support/str.h"

// The Damerau-Levenshtein distance with adjacent transpositions: insertions, deletions, changes and swaps of
// neighbours; letters of the other case count as changed. `limit + 1` when it is more than `limit`.
uint32_t edit_distance(Str a, Str b, uint32_t limit);
// How many edits a name of this size may be away from what was meant: one in three bytes, at most three.
static inline uint32_t edits_allowed(Str name) {
  return name.size < 2 ? 0 : name.size < 4 ? 1 : name.size < 9 ? 2 : 3;
}

// Whether a name is another one with a letter or two more at its end.
bool has_letters_more(Str name, Str other);

#endif
