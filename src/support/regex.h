// POSIX extended regular expressions as LLVM's support library reads them, without back-references: does a text have a match?
#ifndef RUNG_SUPPORT_REGEX_H
#define RUNG_SUPPORT_REGEX_H

#include "support/vec.h"

typedef struct RegexStep RegexStep;
typedef struct Regex {
  RegexStep *steps;
  uint32_t count;
} Regex;

// Returns what is wrong with the pattern, in LLVM's words; NULL: nothing.
const char *regex_compile(Regex *self, Arena *arena, Str pattern);
// Time grows with the product of both lengths, never faster. `scratch` is given back.
bool regex_search(const Regex *self, Arena *scratch, Str text);

#endif
