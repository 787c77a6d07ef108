// Who calls what: functions whose calls all lie in the operation that is looked at, and those that anybody may call.
#ifndef RUNG_ANALYSIS_CALLERS_H
#define RUNG_ANALYSIS_CALLERS_H

#include "ir/symbol.h"

typedef struct Callers {
  Context *ctx;
  Arena *arena;
  Operation *top;         // what is looked at
  SymbolTables tables;
  Map open;               // functions that may be called from outside, or through a value
} Callers;

// Look through `top`.
void callers_init(Callers *self, Context *ctx, Operation *top, Arena *arena);
// The function inside `top` that a call runs; NULL: it is not known, or not inside.
Operation *callers_callee(Callers *self, const Operation *call);
// The region that runs when a function is called; NULL: the operation is no function, or has none.
Region *callable_body(const Operation *op);
static inline bool callers_are_known(const Callers *self, const Operation *function) { return !map_find(&self->open, map_key(function)); }

#endif
