// Messages about operations, in upstream's words.
#ifndef RUNG_IR_IR_DIAG_H
#define RUNG_IR_IR_DIAG_H

#include "ir/op.h"
#include "ir/text.h"

// Report at an operation: "'dialect.op' op <message>". Returns NULL never; attach notes with
// diag_note_at(). The plain form leaves the prefix out.
Diag *op_error(Module *module, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *op_error_plain(Module *module, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *diag_at(Module *module, Severity severity, Loc loc, const char *format, ...) __attribute__((format(printf, 4, 5)));
void diag_note_at(Module *module, Diag *diag, Loc loc, const char *format, ...) __attribute__((format(printf, 4, 5)));
// Place `diag` at a location: file, line, column from the attribute or the source position.
void diag_place(Module *module, Diag *diag, Loc loc);

// The operation as messages quote it.
Str op_text(Module *module, const Operation *op);

#endif
