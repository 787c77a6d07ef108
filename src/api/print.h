// Printing for all that gives printed texts.
#ifndef RUNG_API_PRINT_H
#define RUNG_API_PRINT_H

#include "api/session.h"

// True: the form asked for cannot be printed, which is reported.
bool session_refuses_form(RungSession *self, bool result, const RungPrintOptions *options);
bool session_refuses_bytecode(RungSession *self, Module *module);
// `map` (may be NULL) receives the origins of the output. The text lives until the next call that prints; NULL: memory ran out.
RungStr session_print(RungSession *self, Module *module, Operation *op, bool valid, const RungPrintOptions *options, OutputMap *map);
// The pairs of ranges as they go out, in the arena of the call.
const uint32_t *session_origins(RungSession *self, const OutputMap *map);

#endif
