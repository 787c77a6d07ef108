// --fix: the text as written with only the safe repairs made.
#include <string.h>

#include "cli/cli.h"

#define ROUNDS 20   // a repair may bring the next error to light

const char *fix_conflict(const Options *o) {
  return o->pipeline                                  ? "passes"
         : o->verify_diagnostics                      ? "--verify-diagnostics"
         : o->verify_roundtrip                        ? "--verify-roundtrip"
         : o->explain                                 ? "--explain"
         : o->explain_type                            ? "--explain-type"
         : o->print.edition                           ? "--edition"
         : o->print.generic                           ? "--mlir-print-op-generic"
         : o->print.debug_info || o->print.pretty_debug_info ? "--mlir-print-debuginfo"
                                                      : NULL;
}

// Where byte `at` of the text is in the file, from 1.
static void place(const Piece *piece, RungStr text, uint32_t at, uint32_t *line, uint32_t *column) {
  *line = piece->line;
  *column = piece->column;
  for (uint32_t i = 0; i < at; i++) {
    ++*column;
    if (text.data[i] == '\n') ++*line, *column = 0;
  }
  ++*line, ++*column;
}

bool fix_piece(const Options *o, const Piece *piece, const RungOptions *how, FILE *out) {
  Text text = {0};   // of the round before
  RungStr given = {piece->file.data + piece->begin, piece->end - piece->begin};
  RungSession *session = rung_session_new(how);
  bool ok = false, changed = session != NULL, out_of_memory = session == NULL;
  for (int round = 0; changed && round < ROUNDS; round++) {
    ok = rung_set_text(session, given);
    changed = false;
    RungStr fixed = rung_fixed_text(session);
    Text next = {0};
    out_of_memory = rung_out_of_memory(session) || !text_append(&next, fixed.data, fixed.size);
    RungFix fix;
    for (uint32_t i = 0; !out_of_memory && rung_fix_made(session, i, &fix); i++) {
      uint32_t line, column;
      place(piece, given, fix.begin, &line, &column);
      fprintf(stderr, "%s:%u:%u: fixed: %.*s\n", piece->file_name, line, column, (int)fix.title.size, fix.title.data);
      changed = true;
    }
    if (!changed) {
      text_free(&next);
      break;
    }
    rung_set_text(session, (RungStr){"", 0});   // it borrows the text
    text_free(&text);
    text = next;
    given = (RungStr){text.data, text.size};
  }
  if (session && changed) {
    ok = rung_set_text(session, given);
    out_of_memory = rung_out_of_memory(session);
  }
  const Piece left = {piece->file_name, {given.data, given.size}, 0, given.size, piece->line, piece->column};
  RungDiagnostic diag;
  for (uint32_t i = 0; session && !out_of_memory && rung_diagnostic(session, i, &diag); i++)
    render_diagnostic(stderr, &left, session, i, o->show_hints);
  if (out_of_memory) ok = report_out_of_memory();
  fwrite(given.data, 1, given.size, out);   // complete, whatever became of the repairs
  rung_session_delete(session);
  text_free(&text);
  return ok;
}
