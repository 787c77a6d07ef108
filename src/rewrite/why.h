// Why an operation could not be legalized, and what would take it further down.
#ifndef RUNG_REWRITE_WHY_H
#define RUNG_REWRITE_WHY_H

#include "rewrite/pass.h"
#include "rewrite/type_converter.h"

// What is known of dialects and their passes.
typedef struct LegalizationHints {
  // The pass that lowers such operations, as mlir-opt names it; NULL when none is known.
  const char *(*pass_for)(const OpDef *op);
  // How a type that cannot be converted gets out of the way: words to add to a message ("" for none), and the pass.
  const char *(*type_hint)(T type, const char **pass);
} LegalizationHints;

typedef struct LegalizationFailure {
  Operation *op;
  TypeConverter *types;    // of the patterns for it; NULL when none of them converts types
  bool has_patterns;       // there are any
  const char *why;         // the last reason one gave for not applying, or NULL
  const OpDef *made;       // one made such an operation, which could not be converted; or NULL
} LegalizationFailure;

// Add a hint to `diag`, and to the log when there is one.
void explain_failure(PassRun *run, const LegalizationFailure *failure, Diag *diag);
// Which of the types cannot be converted, when somebody asks for reasons; NULL: all can be, or nobody asks. `what`:
// "an operand".
const char *refused_type_text(PassRun *run, TypeConverter *types, const char *what, const T *list, uint32_t count);

#endif
