// Diagnostics are data: severity, place, text, notes. Rendering is the caller's choice.
#ifndef RUNG_SUPPORT_DIAG_H
#define RUNG_SUPPORT_DIAG_H

#include <stdarg.h>

#include "support/source.h"
#include "support/vec.h"

typedef enum Severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_REMARK, SEVERITY_NOTE } Severity;

// In which stage a message arose; mlir-opt reports stage by stage.
typedef enum DiagStage { DIAG_SYNTAX, DIAG_NAMES, DIAG_VERIFY, DIAG_PASS } DiagStage;

typedef struct Diag Diag;
struct Diag {
  Severity severity;
  DiagStage stage;
  bool has_range;    // `range` points into the source text
  bool is_hint;      // a note that Rung adds and mlir-opt does not have
  Range range;       // where an editor underlines
  Str file;          // what the message line says; empty: unknown location
  uint32_t line, column;  // from 1; 0 when the location has none
  Str message;
  Diag *notes;       // in order, linked by `next`
  Diag *next;
};

// The messages of one run, in the order they were reported.
typedef struct Diags {
  Arena *arena;
  Diag *first, *last;
  uint32_t error_count, warning_count, count;
  uint32_t limit;  // further errors are counted and dropped; 0: none
} Diags;

void diags_init(Diags *self, Arena *arena);
// Append a message; never NULL. The text is formatted into the arena.
Diag *diags_add(Diags *self, Severity severity, DiagStage stage);
void diag_text(Diags *self, Diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_vtext(Diags *self, Diag *diag, const char *format, va_list args);
// Append a note to `diag`; never NULL.
Diag *diag_note(Diags *self, Diag *diag);

#endif
