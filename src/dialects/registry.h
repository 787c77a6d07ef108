// The dialects Rung has.
#ifndef RUNG_DIALECTS_REGISTRY_H
#define RUNG_DIALECTS_REGISTRY_H

#include "ir/opdef.h"

// Every dialect, ended by NULL: those of CMakeLists.txt (builtin first), then those of names.ops. Made with the records.
extern const DialectDef *const all_dialects[];
// All their operations; made with the records, too.
extern const OpcodeSpace rung_opcodes;
// The record of an opcode, without a context.
static inline const OpDef *op_by_opcode(uint32_t opcode) { return opcode_def(&rung_opcodes, opcode); }
// The dialects of other projects: see projects.c.
extern const char dialect_projects[];
// A context with all of them (NULL when memory is refused). `memory_limit` in bytes, 0: none.
Context *context_with_all_dialects(size_t memory_limit);

#endif
