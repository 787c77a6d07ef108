// A text of older releases brought up to date in place: what has not changed since stays as it is written, with its comments,
// blank lines and names.
#ifndef RUNG_EDITIONS_CHANGES_H
#define RUNG_EDITIONS_CHANGES_H

#include "asm/parser.h"

typedef struct TextChange {
  Range range;       // of the source, perhaps empty
  Str text;          // what stands there in the end
  Str before, after; // the form it had and the one it has now, each on one line
  Str why;
  uint16_t since;    // release of LLVM; 0: it follows from another change
} TextChange;
typedef VEC(TextChange) TextChangeVec;

// The changes that bring a module's text up to date, in order and apart from each other. It was read with `notes` and upgraded
// to LLVM 22; `is_valid`: it verifies. In the module's memory.
void changes_of_module(Module *module, SourceNotes *notes, bool is_valid, TextChangeVec *out);
// The same of its types only, wherever they stand: in text that is no module, and in comments. Nothing needs to have been read.
// As `edition` spells them; NULL: as LLVM 22.
void changes_of_types(Module *module, const Edition *edition, TextChangeVec *out);
// The text with the changes made.
void changes_apply(Str source, const TextChangeVec *changes, StrBuf *out);

#endif
