// Operations written as text, for rewrites that replace an operation by a sequence of others.
//
//   one = #1.0; square = mulf x x; sum = addf square one; math.sqrt sum
//
// A statement is `name = operation operands`, the name being optional. Operations without a dialect
// are of the one given, which has a `constant`. Result types are inferred unless `: type` names one. What may follow an operation:
// `:oeq` its predicate; `~` fast-math flags without those that exclude NaN and infinity; `'` no flags.
// `#…` is a constant: a number, inf, -inf, nan, true or the name of an attribute; of the type named after
// it or else `type`. Vectors and tensors get splats. An
// attribute in scope is what operations with an inherent attribute of that name get.
#ifndef RUNG_REWRITE_SCRIPT_H
#define RUNG_REWRITE_SCRIPT_H

#include "ir/op.h"

#define SCRIPT_NAMES 112u

typedef struct Script {
  Builder *b;
  T type;               // of constants that do not name one
  const char *dialect;  // of operations that name none, and of constants
  A fastmath;           // a fast-math attribute for operations that take one; NULL: the default
  bool failed;          // a constant could not be made, or memory is exhausted
  uint32_t count;
  struct ScriptName { Str name; Value *value; T type; A attr; } names[SCRIPT_NAMES];
} Script;

// Names x, y, z… for the operands of `op` (NULL: none), `result` for its type; `type` is the type of the first one, fast-math flags its own.
void script_init(Script *self, Builder *b, const char *dialect, const Operation *op, Value *const *operands);
void script_value(Script *self, const char *name, Value *value);
void script_type(Script *self, const char *name, T type);
void script_attr(Script *self, const char *name, A attr);
// Build what `text` says; the value of the last statement, NULL on failure.
Value *script_run(Script *self, const char *text);
Value *script_get(Script *self, const char *name);   // if no value has the name, the script has failed
// Return the entry of a name, NULL when it has none; return an empty entry for a name.
struct ScriptName *script_find(Script *self, Str name);
struct ScriptName *script_put(Script *self, Str name);

#endif
