// The functions that wasm/runtime/ provides (rung-runtime.wasm), with their signatures: `i` i32, `I` i64, `f` f32, `d` f64.
#ifndef RUNG_EXPORT_WASM_RUNTIME_H
#define RUNG_EXPORT_WASM_RUNTIME_H

#include "support/str.h"

typedef struct RuntimeFunction {
  char name[36], params[6], results[2];   // not pointers: a table of these packs to less
  bool variadic;         // what comes behind its parameters is in memory, eight bytes each, and their address is the last parameter
} RuntimeFunction;

const RuntimeFunction *runtime_function(Str name);   // NULL: none

#endif
