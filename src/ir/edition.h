// Editions of the language: what a release of LLVM reads and prints.
#ifndef RUNG_IR_EDITION_H
#define RUNG_IR_EDITION_H

#include "support/str.h"

// What the text of a release looks like as a whole; what one operation looked like is a row of its record (OpForm).
typedef struct Edition {
  const char *name;          // as in --edition=
  uint16_t release;          // orders them: an `until` of the records counts up to this one
  bool is_read, is_printed;  // by Rung
  bool typed_pointers;       // `!llvm.ptr<f32>` says what it points to
  bool opaque_pointers;      // `!llvm.ptr` does not
  bool has_properties;       // `<{…}>` in generic form
  bool std_is_default;       // operations without a dialect are std's, everywhere
  bool numbers_all_aliases;  // `#map0` where it is now `#map`
  bool spaces_regions;       // `module  {`: a blank for the attributes that are not there
} Edition;

extern const Edition all_editions[];   // oldest first, ended by a NULL name
extern const Edition *const edition_current;   // LLVM 22
// NULL when there is no edition of that name.
const Edition *edition_by_name(Str name);

#endif
