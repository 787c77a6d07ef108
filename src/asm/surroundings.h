// Finds the text around IR in text that people paste: shell prompts, prefixes of a log, Markdown, line
// numbers, messages, prose.
//
// The parser's verdict decides. Lines are told apart by their shape, and of those that may be something other than
// IR only the ones are set aside where a reading failed. Inside of brackets those are only lines that can be no IR
// at all. The caller reads again without them, and keeps what reads better.
#ifndef RUNG_ASM_SURROUNDINGS_H
#define RUNG_ASM_SURROUNDINGS_H

#include "asm/blanks.h"
#include "support/diag.h"
#include "support/map.h"
#include "support/vec.h"

typedef enum AsideKind {
  ASIDE_LINES,
  ASIDE_PREFIXES,     // what a run of lines begins with
  ASIDE_BEFORE,       // what stands before IR in its line
  ASIDE_AFTER,        // what stands after IR in its line
  ASIDE_CLOSERS,      // closing brackets of what the text does not open
  ASIDE_SPACES,       // no-break spaces, which pages and chats put in place of others
  ASIDE_COMMENTS,     // `/* … */`
  ASIDE_LINE_ENDS,    // `\` at the end of a line
} AsideKind;

typedef struct Aside {
  AsideKind kind;
  Range range;        // of prefixes: the first one
  uint32_t lines;
} Aside;

typedef struct SurroundedLine {
  uint32_t begin, end;   // without the line break
  uint32_t first;        // the first character that is no white space, or `end`
  uint32_t prefix;       // the end of a prefix that it shares with its neighbours; 0: none
  uint8_t marks;
} SurroundedLine;

typedef struct Surroundings {
  Arena *arena;
  Str original;           // with blanks for what stands for some
  Str text;               // as long as the original, with blanks for the text that is set aside
  VEC(SurroundedLine) lines;
  Map copies;             // hash of a line -> how often it stands in the text
  VEC(Aside) aside;
  U32Vec pieces;          // where pieces begin that may stand on their own, from the second on
  Blanks blanks;          // in the original
  bool has_blanks, accepts_blanks;
  bool is_cut_off;        // the text, or a piece of it, ends inside of brackets
} Surroundings;

// Look at `text`, which must live as long as `self`. False: memory ran out.
bool surroundings_begin(Surroundings *self, Arena *arena, Str text);
// Set aside what the messages of the last reading (NULL: none) blame, beside what is accepted; `edges`: also closing brackets at the
// edges that nothing opens. True: it is more than what is accepted, and `text` is to be read.
bool surroundings_find(Surroundings *self, const Diags *diags, bool edges);
// What was found since the last of these two calls reads better, or it does not.
void surroundings_accept(Surroundings *self);
void surroundings_reject(Surroundings *self);

#endif
