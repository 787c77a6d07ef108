// Repairs of what the verifier reports: what was probably meant, told from the IR and the text it was read from.
// Each adds to the error just reported. After passes the text says nothing any more, and nothing is added.
#ifndef RUNG_IR_REPAIR_H
#define RUNG_IR_REPAIR_H

#include "ir/verifier.h"

// No symbol is what `ref` says; `wanted` is the name of the operation it must be, or NULL for any.
void repair_symbol(const Verifier *v, const Operation *op, A ref, uint32_t wanted);
// The block has no terminator, or (`last` NULL) nothing at all.
void repair_terminator(const Verifier *v, const Block *block);
// A declaration has to be private.
void repair_visibility(const Verifier *v, const Operation *op);
// The attribute of that slot is missing: another one may be it, misspelt.
void repair_attr(const Verifier *v, const Operation *op, const char *missing);

#endif
