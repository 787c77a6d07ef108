// Messages as a terminal shows them.
//
//   file.mlir:2:8: error: text
//     %0 = …
//          ^
#include <string.h>

#include "cli/cli.h"

// `with_source`: also show the line; not for a location without one, nor again for a note at the
// place of its message.
static void render(FILE *out, RungStr text, const RungDiagnostic *diag, bool with_source) {
  static const char *const severities[] = {"error", "warning", "remark", "note"};
  RungStr message = diag->message;
  // What the option itself says stands on a line of its own.
  static const char option[] = "for the --";
  size_t line = message.size < sizeof option || memcmp(message.data, option, sizeof option - 1) ? 0 : 1;
  while (line && line < message.size && message.data[line - 1] != '\n') line++;
  if (line) {
    fprintf(out, "rung-opt: %.*s", (int)line, message.data);
    message = (RungStr){message.data + line, message.size - line};
  }
  if (diag->file.size == 0)
    fputs("<unknown>:0", out);
  else
    fprintf(out, "%.*s:%u:%u", (int)diag->file.size, diag->file.data, diag->line, diag->column);
  fprintf(out, ": %s: ", severities[diag->severity]);
  fwrite(message.data, 1, message.size, out);
  fputc('\n', out);
  if (!with_source || !diag->has_range || !diag->line || diag->begin > text.size) return;
  size_t begin = diag->begin, end = diag->begin;
  while (begin > 0 && text.data[begin - 1] != '\n') begin--;
  while (end < text.size && text.data[end] != '\n') end++;
  // Tabs are shown eight columns wide, in the line and before the caret.
  size_t column = 0, caret = 0;
  for (size_t i = begin; i < end; i++) {
    if (i == diag->begin) caret = column;
    if (text.data[i] == '\t') {
      do fputc(' ', out);
      while (++column % 8);
    } else {
      fputc(text.data[i], out);
      column++;
    }
  }
  if (diag->begin >= end) caret = column;
  fputc('\n', out);
  while (caret--) fputc(' ', out);
  fputs("^\n", out);
}

void render_diagnostic(FILE *out, const RungSession *session, uint32_t i, bool hints) {
  RungDiagnostic diag, note;
  if (!rung_diagnostic(session, i, &diag)) return;
  RungStr text = rung_text(session);
  render(out, text, &diag, true);
  uint32_t line = diag.line, column = diag.column;
  for (uint32_t n = 0; rung_diagnostic_note(session, i, n, &note); n++) {
    if (note.is_hint && !hints) continue;
    render(out, text, &note, note.line != line || note.column != column);
    line = note.line;
    column = note.column;
  }
}
