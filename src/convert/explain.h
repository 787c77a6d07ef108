// Reasons: what a conversion did and why, recorded only when somebody asks.
#ifndef RUNG_CONVERT_EXPLAIN_H
#define RUNG_CONVERT_EXPLAIN_H

#include "ir/op.h"

typedef enum ExplainKind {
  EXPLAIN_REWRITTEN,     // a pattern replaced an op
  EXPLAIN_FOLDED,        // an op folded away
  EXPLAIN_NO_MATCH,      // a pattern did not apply, with the reason
  EXPLAIN_NO_PATTERN,    // nothing known converts the op
} ExplainKind;

typedef struct ExplainEntry {
  ExplainKind kind;
  Str op;                // name of the op it is about
  Range src;             // where it came from
  const char *pattern;   // name of the pattern, or NULL
  const char *why;       // EXPLAIN_NO_MATCH
  StrVec made;           // names of the ops that replaced it
} ExplainEntry;

typedef struct ExplainLog {
  Arena *arena;
  VEC(ExplainEntry) entries;
} ExplainLog;

#endif
