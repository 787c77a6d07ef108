// Editions of the language: which release wrote what, as data.
#ifndef RUNG_EDITIONS_EDITION_H
#define RUNG_EDITIONS_EDITION_H

#include "support/str.h"

// A release, oldest first. `number` orders them and is what OpForm.first/last refer to.
typedef struct Edition {
  const char *name;      // as in --edition=
  uint16_t number;
  bool is_current;       // reads and prints what LLVM 22.1 does
} Edition;

extern const Edition all_editions[];   // ended by a NULL name
// NULL when there is no edition of that name (or none that can be read or printed yet).
const Edition *edition_by_name(Str name);

#endif
