// Messages as a terminal shows them.
//
//   file.mlir:2:8: error: text
//     %0 = …
//          ^
#include <string.h>

#include "cli/cli.h"

bool is_bytecode(RungStr text) { return text.size >= 4 && !memcmp(text.data, "ML\xefR", 4); }

void render_message(FILE *out, const Piece *piece, const RungDiagnostic *diag, size_t marked) {
  RungStr message = diag->message;
  if (diag->headline) {
    fprintf(out, "rung-opt: %.*s", (int)diag->headline, message.data);
    message = (RungStr){message.data + diag->headline, message.size - diag->headline};
  }
  if (diag->file.size == 0)
    fputs("<unknown>:0", out);
  else
    fprintf(out, "%.*s:%u:%u", (int)diag->file.size, diag->file.data, diag->line, diag->column);
  fprintf(out, ": %s: ", rung_severity_name(diag->severity));
  fwrite(message.data, 1, message.size, out);
  fputc('\n', out);
  RungStr text = piece->file;
  size_t at = piece->begin + diag->begin, begin = at, end = at;
  if (!marked || !diag->has_range || !diag->line || at > piece->end || is_bytecode(text)) return;
  while (begin > 0 && text.data[begin - 1] != '\n') begin--;
  while (end < text.size && text.data[end] != '\n') end++;
  // Tabs are shown eight columns wide, in the line and before the caret.
  size_t column = 0, caret = 0;
  for (size_t i = begin; i < end; i++) {
    if (i == at) caret = column;
    if (text.data[i] == '\t') {
      do fputc(' ', out);
      while (++column % 8);
    } else {
      fputc(text.data[i], out);
      column++;
    }
  }
  if (at >= end) caret = column;
  fputc('\n', out);
  while (caret--) fputc(' ', out);
  fputc('^', out);
  for (size_t i = at + 1; i < at + marked && i < end; i++) fputc('~', out);
  fputc('\n', out);
}

void render_diagnostic(FILE *out, const Piece *piece, const RungSession *session, uint32_t i, bool hints) {
  RungDiagnostic diag, note;
  if (!rung_diagnostic(session, i, &diag)) return;
  if (diag.kind == RUNG_INFO_PRINTED) {
    fwrite(diag.message.data, 1, diag.message.size, out);
    return;
  }
  if (diag.severity == RUNG_INFO && !hints) return;
  render_message(out, piece, &diag, 1);
  uint32_t line = diag.line, column = diag.column;
  for (uint32_t n = 0; rung_diagnostic_note(session, i, n, &note); n++) {
    if (note.is_hint && !hints) continue;
    render_message(out, piece, &note, note.line != line || note.column != column);   // the place is shown once
    line = note.line;
    column = note.column;
  }
}
