// Brings a text of older releases up to date in place: parts that have not changed since stay as they are written, with
// comments, blank lines and names.
#ifndef RUNG_EDITIONS_CHANGES_H
#define RUNG_EDITIONS_CHANGES_H

#include "asm/parser.h"

typedef struct TextChange {
  Range range;       // of the source, perhaps empty
  Str text;          // the new text
  Str before, after; // the older form and today's, each on one line
  Str why;
  uint16_t since;    // release of LLVM; 0: it follows from another change
} TextChange;
typedef VEC(TextChange) TextChangeVec;

// The changes that bring a module's text up to date, in order and apart from each other. It was read with `notes` and upgraded
// to LLVM 22; `is_valid`: it verifies. In the module's memory.
void changes_of_module(Module *module, SourceNotes *notes, bool is_valid, TextChangeVec *out);
// The same for types only, anywhere: also in comments, and in text that is not a module. Nothing needs to have been read.
// The types are spelled as in `edition`; NULL: as in LLVM 22.
void changes_of_types(Module *module, const Edition *edition, TextChangeVec *out);
// The text with the changes made.
void changes_apply(Str source, const TextChangeVec *changes, StrBuf *out);

#endif
