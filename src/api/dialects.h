// Dialects that were added to a list, and are used by contexts.
#ifndef RUNG_API_DIALECTS_H
#define RUNG_API_DIALECTS_H

#include <stdatomic.h>

#include "ir/opdef.h"
#include "rung.h"

// A dialect that was added, with all its memory: kept while a list or a context uses it.
typedef struct AddedDialect {
  _Atomic uint32_t uses;
  Mem mem;
  Arena arena;
  const DialectDef *def;
} AddedDialect;

// Those that a context was made with.
typedef struct UsedDialects {
  AddedDialect **dialects;
  uint32_t count;
} UsedDialects;

// Take the dialects that are in the list now. False: memory is refused.
bool added_dialects_use(const RungDialects *from, UsedDialects *out);
void added_dialects_release(UsedDialects *used);

#endif
