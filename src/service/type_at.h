// Finds the type that an editor's cursor is on.
#ifndef RUNG_SERVICE_TYPE_AT_H
#define RUNG_SERVICE_TYPE_AT_H

#include "asm/lexer.h"
#include "ir/op.h"

// The innermost type written at byte `offset` of the module's text; that of the value named there; or
// the function type of the operation whose name or symbol is there. NULL: no type is there. `range`
// receives the text it is taken from.
T service_type_at(Module *module, Arena *scratch, uint32_t offset, Range *range);
// The value that the text of the token names: the definition nearest before it, in the same isolated operation; or NULL.
const Value *service_value_named(Module *module, Token token);
// The innermost operation whose text holds byte `offset`, or NULL.
Operation *service_op_at(Module *module, uint32_t offset);

#endif
