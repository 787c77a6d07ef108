// The dialects Rung has.
#ifndef RUNG_DIALECTS_REGISTRY_H
#define RUNG_DIALECTS_REGISTRY_H

#include "ir/opdef.h"

// Every dialect with records, ended by NULL; builtin comes first.
extern const DialectDef *const all_dialects[];
// A context with all of them (NULL when memory is refused). `memory_limit` in bytes, 0: none.
Context *context_with_all_dialects(size_t memory_limit);

#endif
