// Diagnostics are data: severity, place, text, notes. Rendering is the caller's choice.
#ifndef RUNG_SUPPORT_DIAG_H
#define RUNG_SUPPORT_DIAG_H

#include <stdarg.h>

#include "support/source.h"
#include "support/vec.h"

// An info message is Rung's own: it says what was read and how, and never makes a run fail.
typedef enum Severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_REMARK, SEVERITY_NOTE, SEVERITY_INFO } Severity;

// What an info message is about: an operation kept as written, text that is not IR, `...` for what was left
// out, what comes from elsewhere, or what could not be checked; or whether an expectation in a comment was met, which may be an error; or it is a text that a pass printed. rung.h says how
// many there are of each and what their ranges are.
typedef enum DiagInfo {
  DIAG_INFO_NONE, DIAG_INFO_KEPT, DIAG_INFO_ASIDE, DIAG_INFO_HOLE, DIAG_INFO_UNCHECKED, DIAG_INFO_PIECES,
  DIAG_INFO_MET, DIAG_INFO_UNMET, DIAG_INFO_UNEXPECTED, DIAG_INFO_ELSEWHERE, DIAG_INFO_PRINTED,
} DiagInfo;

// In which stage a message arose; mlir-opt reports stage by stage.
typedef enum DiagStage { DIAG_SYNTAX, DIAG_NAMES, DIAG_VERIFIER, DIAG_PASSES } DiagStage;

// A change of the source text that repairs what a message complains about: `range` (which may be
// empty) becomes `text`. A safe one leaves no doubt about what was meant.
typedef struct Fix Fix;
struct Fix {
  Range range;
  Str text;
  Str title;         // "write `memref.load`"
  bool is_safe;
  Fix *next;
};

typedef struct Diag Diag;
struct Diag {
  Severity severity;
  DiagStage stage;
  bool has_range;    // `range` points into the source text
  bool is_hint;      // a note that Rung adds and mlir-opt does not have
  bool lists_fixes;  // this hint was added after the fixes and names them all
  bool out_of_memory;  // it says that memory ran out
  uint8_t info;      // DiagInfo
  uint32_t about;    // of an info message: how many operations or lines it is about
  Range range;       // where an editor underlines
  Str file;          // the location to print; empty: unknown
  uint32_t line, column;  // from 1; 0 when the location has none
  Str message;
  uint32_t headline;  // bytes of `message` that a command line prints as a line of their own, before the place
  Diag *notes;       // in order, linked by `next`
  Fix *fixes;        // the likeliest first
  Diag *next;
};

// The messages of one run, in the order they were reported.
typedef struct Diags {
  Arena *arena;
  Diag *first, *last;
  const Diag *asked;     // the one that diags_nth() gave last, and its number
  uint32_t asked_index;
  uint32_t error_count, count;
  uint32_t limit;  // further errors are counted and dropped; 0: none
} Diags;

void diags_init(Diags *self, Arena *arena);
// Append a message; never NULL. The text is formatted into the arena.
Diag *diags_add(Diags *self, Severity severity, DiagStage stage);
void diag_text(Diags *self, Diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_vtext(Diags *self, Diag *diag, const char *format, va_list args);
// Forget the messages since `before`, an earlier copy of the list.
void diags_rollback(Diags *self, const Diags *before);
// The message of that number, from 0; NULL: there are fewer. One after the other is quick.
const Diag *diags_nth(Diags *self, uint32_t i);
// Append a note to `diag`; never NULL.
Diag *diag_note(Diags *self, Diag *diag);
// Append a hint, a note of Rung's own, at the place of `diag`.
void diag_hint(Diags *self, Diag *diag, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_vhint(Diags *self, Diag *diag, const char *format, va_list args);
// Append a repair to `diag`; `text` and the title are copied. Never NULL.
Fix *diag_fix(Diags *self, Diag *diag, Range range, Str text, bool is_safe, const char *title, ...)
    __attribute__((format(printf, 6, 7)));

#endif
