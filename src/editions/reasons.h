// The reasons why forms have changed.
#ifndef RUNG_EDITIONS_REASONS_H
#define RUNG_EDITIONS_REASONS_H

#include "asm/parser.h"

// One line. NULL: it follows from something else that changed. Static, or in the context's memory.
Str reason_why(Context *ctx, const OlderUse *use);

#endif
