// Editions of the language: which release wrote what, as data.
#ifndef RUNG_EDITIONS_EDITION_H
#define RUNG_EDITIONS_EDITION_H

#include "support/str.h"

// A release, oldest first. `number` orders them and is what OpForm.first/last refer to.
typedef struct Edition {
  const char *name;      // as in --edition=
  uint16_t number;
  bool is_current;       // reads and prints what LLVM 22.1 does
  bool is_read, is_printed;   // by Rung
} Edition;

extern const Edition all_editions[];   // ended by a NULL name
// NULL when there is no edition of that name.
const Edition *edition_by_name(Str name);

// Releases up to this one have typed pointers: `!llvm.ptr<f32>`.
#define LAST_TYPED_RELEASE 16

#endif
