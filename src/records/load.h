// Dialects read at run time: a text in the language of records becomes a table in memory.
#ifndef RUNG_RECORDS_LOAD_H
#define RUNG_RECORDS_LOAD_H

#include "records/format.h"

// A function that records may name.
typedef struct LoadFunction {
  const char *name;
  RecordFn *function;
} LoadFunction;

typedef struct LoadInput {
  Str name, text;                  // as in messages; the text
  const RecordTable *base;         // where constraints come from that the text does not declare; NULL: it is all there is
  const LoadFunction *functions;   // ended by a NULL name; NULL: functions are refused
  const CustomDirective *directives;   // that formats may name, ended by a NULL name; NULL: none
  bool (*is_taken)(Str name);          // return whether a dialect of that name exists already; NULL: none does
  // A context to read attributes in, and a check that a default fits its attribute; NULL: defaults are not checked.
  Context *(*new_context)(size_t memory_limit);
  bool (*is_default)(Context *ctx, const OpDef *def, uint32_t slot);
} LoadInput;

// The dialect of the text, which lives in `arena`, as does all it points to (nothing of `input` but the base and the
// functions). NULL: errors were reported to `diags`.
const DialectDef *load_dialect(Arena *arena, Diags *diags, const LoadInput *input);

#endif
