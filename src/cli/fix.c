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

// A byte of the text, and its line and column in the file, from 1.
typedef struct Place {
  uint32_t at, line, column;
} Place;

static Place place_of(const Piece *piece) { return (Place){0, piece->line + 1, piece->column + 1}; }

// Goes on from the place before: a text may have many changes.
static void move_to(Place *self, const Piece *piece, RungStr text, uint32_t at) {
  if (at < self->at) *self = place_of(piece);
  for (; self->at < at; self->at++) {
    self->column++;
    if (text.data[self->at] == '\n') self->line++, self->column = 1;
  }
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
    Place place = place_of(piece);
    for (uint32_t i = 0; !out_of_memory && rung_fix_made(session, i, &fix); i++) {
      move_to(&place, piece, given, fix.begin);
      fprintf(stderr, "%s:%u:%u: fixed: %.*s\n", piece->file_name, place.line, place.column, (int)fix.title.size, fix.title.data);
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

// A change that replaces something is on one line. `place`: of the change before.
static void report_change(const Piece *piece, RungStr text, Place *place, const RungChange *change) {
  move_to(place, piece, text, change->begin);
  fprintf(stderr, "%s:%u:%u", piece->file_name, place->line, place->column);
  move_to(place, piece, text, change->end);
  fprintf(stderr, "-%u:%u: upgraded: '%.*s'", place->line, place->column, (int)change->before.size, change->before.data);
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
  Place place = place_of(piece);
  for (uint32_t i = 0; ok && rung_change(session, i, &change); i++) report_change(piece, given, &place, &change);
  RungDiagnostic diag;
  for (uint32_t i = 0; ok && rung_diagnostic(session, i, &diag); i++) render_diagnostic(stderr, piece, session, i, o->show_hints);
  if (ok) fwrite(text.data, 1, text.size, out);
  else fwrite(given.data, 1, given.size, out);
  if (!ok) report_out_of_memory();
  for (uint32_t i = 0; ok && rung_diagnostic(session, i, &diag); i++) ok = diag.severity != RUNG_ERROR;
  rung_session_delete(session);
  return ok;
}
