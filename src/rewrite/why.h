// Says why an operation could not be legalized, and which pass would lower it.
#ifndef RUNG_REWRITE_WHY_H
#define RUNG_REWRITE_WHY_H

#include "rewrite/pass.h"
#include "rewrite/type_converter.h"

// Knowledge about dialects and their passes.
typedef struct LegalizationHints {
  // The pass that lowers such operations, as mlir-opt names it; NULL when none is known.
  const char *(*pass_for)(const OpDef *op);
  // How a type that cannot be converted gets out of the way: words to add to a message ("" for none), and the pass that removes it.
  const char *(*type_hint)(T type, const char **pass);
} LegalizationHints;

typedef struct LegalizationFailure {
  Operation *op;
  TypeConverter *types;    // the converter of its patterns; NULL when none of them converts types
  bool has_patterns;       // there are patterns for it
  const char *why;         // the last reason one gave for not applying, or NULL
  const OpDef *made;       // a pattern made an operation of this record, which could not be converted; or NULL
} LegalizationFailure;

// Add a hint to `diag`, and to the log when there is one.
void explain_failure(PassRun *run, const LegalizationFailure *failure, Diag *diag);
// Name the type that cannot be converted, if reasons are recorded; NULL: all can be converted, or reasons are not
// recorded. `what`: "an operand".
const char *refused_type_text(PassRun *run, TypeConverter *types, const char *what, const T *list, uint32_t count);

#endif
