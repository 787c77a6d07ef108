// Reading a session's text, part by part, and places in it.
#ifndef RUNG_API_READING_H
#define RUNG_API_READING_H

#include "api/session.h"

void session_find_parts(RungSession *self, Diags *said);        // `said`: gets a warning of each near miss of a marker
bool session_read_parts(RungSession *self, uint32_t chosen);    // all of them; the module of the chosen one stays. True: without errors
bool session_read_part(RungSession *self, uint32_t i);          // into a new context; session_drop_modules() was called. True: without errors
bool session_read_again(RungSession *self, uint32_t i);         // the same without reporting anything. False: memory ran out

Range session_shifted(const RungSession *self, Range range);    // of the chosen part, in the whole text
bool session_in_part(const RungSession *self, uint32_t *offset);   // of the whole text, in the chosen part; false: it is in another
bool session_can_export(const RungSession *self);                  // bytecode and LLVM IR; false: their data is not in memory
void session_shift_messages(RungSession *self, Diag *first);    // from places in the chosen part to places in the whole text

#endif
