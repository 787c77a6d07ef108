// --fix and --upgrade: print the text as written, with safe repairs made, or with older forms brought up to date.
#include <string.h>

#include "cli/cli.h"

#define ROUNDS 20   // a repair may bring the next error to light

const char *fix_conflict(const Options *o) {
  return o->pipeline                                  ? "passes"
         : o->verify_diagnostics                      ? "--verify-diagnostics"
         : o->verify_roundtrip                        ? "--verify-roundtrip"
         : o->explain                                 ? "--explain"
         : o->explain_type                            ? "--explain-type"
         : o->print.edition && !o->upgrades_types     ? "--edition"
         : o->print.generic                           ? "--mlir-print-op-generic"
         : o->print.debug_info || o->print.pretty_debug_info ? "--mlir-print-debuginfo"
                                                      : NULL;
}

// The line and column of byte `at` of the text in the file, from 1.
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
  fwrite(given.data, 1, given.size, out);   // complete, even if a repair failed
  rung_session_delete(session);
  text_free(&text);
  return ok;
}

// A change that replaces something is on one line.
static void report_change(const Piece *piece, RungStr text, const RungChange *change) {
  uint32_t line, column, end_line, end_column;
  place(piece, text, change->begin, &line, &column);
  place(piece, text, change->end, &end_line, &end_column);
  fprintf(stderr, "%s:%u:%u-%u:%u: upgraded: '%.*s'", piece->file_name, line, column, end_line, end_column, (int)change->before.size, change->before.data);
  if (change->after.size) fprintf(stderr, " is '%.*s'", (int)change->after.size, change->after.data);
  else fputs(" is gone", stderr);
  if (change->since) fprintf(stderr, " since LLVM %u", (unsigned)change->since);
  fprintf(stderr, ": %.*s\n", (int)change->why.size, change->why.data);
}

bool upgrade_piece(const Options *o, const Piece *piece, const RungOptions *how, FILE *out) {
  RungStr given = {piece->file.data + piece->begin, piece->end - piece->begin};
  RungSession *session = rung_session_new(how);
  RungStr text = session ? rung_upgraded_text(session, given, o->upgrades_types ? RUNG_UPGRADE_TYPES : RUNG_UPGRADE_MODULE) : (RungStr){0};
  bool ok = session && text.data;
  RungChange change;
  for (uint32_t i = 0; ok && rung_change(session, i, &change); i++) report_change(piece, given, &change);
  RungDiagnostic diag;
  for (uint32_t i = 0; ok && rung_diagnostic(session, i, &diag); i++) render_diagnostic(stderr, piece, session, i, o->show_hints);
  if (ok) fwrite(text.data, 1, text.size, out);
  else fwrite(given.data, 1, given.size, out);
  if (!ok) report_out_of_memory();
  for (uint32_t i = 0; ok && rung_diagnostic(session, i, &diag); i++) ok = diag.severity != RUNG_ERROR;
  rung_session_delete(session);
  return ok;
}
