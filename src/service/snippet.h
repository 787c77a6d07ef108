// The text to insert for an operation: its name, and places to fill in.
#ifndef RUNG_SERVICE_SNIPPET_H
#define RUNG_SERVICE_SNIPPET_H

#include "asm/format.h"
#include "support/strbuf.h"

// What stands behind the name, in the notation of editors: "${1:%lhs}, ${2:%rhs} : ${3:type}". Returns whether there are places.
bool snippet_of(StrBuf *out, Context *ctx, const OpDef *def);

#endif
