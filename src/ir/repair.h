// Repairs of errors that the verifier reports: what was probably meant, judged by the IR and the text it was read from.
// Each adds to the error just reported. After a pass the IR no longer matches the text, so nothing is added.
#ifndef RUNG_IR_REPAIR_H
#define RUNG_IR_REPAIR_H

#include "ir/verifier.h"

// `ref` names no symbol of the right kind; `wanted` is the opcode of the operation it must be, or 0 for any.
void repair_symbol(const Verifier *v, const Operation *op, A ref, uint32_t wanted);
// The block has no terminator, or (`last` NULL) nothing at all.
void repair_terminator(const Verifier *v, const Block *block);
// A declaration has to be private.
void repair_visibility(const Verifier *v, const Operation *op);
// The attribute of that slot is missing: another one may be it, misspelt.
void repair_attr(const Verifier *v, const Operation *op, const char *missing);

#endif
