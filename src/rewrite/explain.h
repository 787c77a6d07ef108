// Reasons: what passes did and why. They are recorded only when the caller asks for them.
//
// While passes run they write a log of events, in order. Afterwards the log becomes facts: a tree kept
// in the order it is read, so that text and JSON are one loop each. A type is explained by facts of
// the same kind.
#ifndef RUNG_REWRITE_EXPLAIN_H
#define RUNG_REWRITE_EXPLAIN_H

#include "ir/op.h"
#include "rewrite/pass.h"
#include "support/strbuf.h"

// --- The log

typedef enum ExplainKind {
  EXPLAIN_REWRITTEN,     // a pattern replaced an op
  EXPLAIN_FOLDED,        // an op folded away
  EXPLAIN_NO_MATCH,      // a pattern did not apply, with the reason
  EXPLAIN_TRIED,         // the same of an operation that is watched, whatever became of it
  EXPLAIN_ROLLED_BACK,   // a pattern replaced an op, but what it made could not be converted
  EXPLAIN_MERGED,        // another op computes the same and stands for it
  EXPLAIN_DEAD,          // nothing used it
  EXPLAIN_IN_PLACE,      // an operand's memory is used as it is: `why`
  EXPLAIN_COPIED,        // an operand's memory has to be copied: `why`
  EXPLAIN_FAILED,        // the pass had to convert the op and could not: `why`, `help`
  EXPLAIN_ROOTS,         // what the patterns of a pass that found nothing look for: `made`
  EXPLAIN_PASS,          // a pass begins on op: `pass`, `symbol`
  EXPLAIN_PASS_END,      // … and ends: `changed`, `failed`
  EXPLAIN_SKIPPED,       // a pipeline nested under op found nothing to run on: `pass`, `why`
} ExplainKind;

// What a name of a rule stood for.
typedef struct ExplainMatch {
  Str name, value;       // the value as the text names it, or a constant
  Range src;             // where the text defines it
} ExplainMatch;
typedef VEC(ExplainMatch) ExplainMatchVec;

typedef struct ExplainEntry {
  ExplainKind kind;
  bool changed, failed;
  Str op;                // name of the op it is about
  Str symbol;
  Range src;             // where it came from
  const char *pattern;   // name of the pattern, or NULL
  const char *why;
  const char *help;      // the pass that would convert it, or NULL
  const PassInstance *pass;
  StrVec made;           // names of the ops that replaced it
  Str rule;              // the text of the pattern that is a rule; or empty
  ExplainMatchVec matched;   // of an operation that is watched, by a rule
} ExplainEntry;

typedef struct ExplainLog {
  Arena *arena;
  bool by_pass;          // the events of a pass that runs on several operations are explained together
  Range watched;         // the operations that begin there in the text: all that is tried on them is told; empty: none
  Str rule;              // of the rule that is being applied: for its entry
  ExplainMatchVec matched;
  VEC(ExplainEntry) entries;
} ExplainLog;

// Append an entry about `op`; fill in the rest.
ExplainEntry *explain_add(ExplainLog *log, ExplainKind kind, const Operation *op);
// Whether all that is tried on an operation is to be told.
static inline bool explain_watches(const ExplainLog *log, const Operation *op) {
  return log && op->loc.src.end && op->loc.src.begin >= log->watched.begin && op->loc.src.begin < log->watched.end;
}
// Tell what was tried on an operation that is watched, and why it did not apply; either may be NULL. An entry that the pattern made itself,
// since there were `from`, stays.
void explain_tried(ExplainLog *log, const Operation *op, const char *pattern, const char *why, uint32_t from);
// Give an entry what the rule that was applied has left for it.
void explain_take_rule(ExplainLog *log, ExplainEntry *entry);
// The text of a pattern's name, in which $root and $target stand for the names of those operations; without one it is
// "$root to $target".
const char *explain_pattern(ExplainLog *log, Context *ctx, const char *name, uint32_t root, uint32_t target);
// A pass (or what is nested) that will not run, since there is nothing in `op` it is meant for.
void explain_unfit(ExplainLog *log, Context *ctx, const PassInstance *pass, const Operation *op);   // it may not run on op
void explain_skipped(ExplainLog *log, const PassInstance *nested, const Operation *op);

// --- Facts

typedef enum FactKind {
  FACT_TYPE,             // of a type: a rule, a field, a declaration
  FACT_PASS, FACT_PASS_UNCHANGED, FACT_PASS_FAILED, FACT_PASS_SKIPPED,
  FACT_CHANGED,          // an op was replaced, rewritten, folded, merged or removed
  FACT_NOT_APPLIED,      // a pattern did not apply, or was rolled back
  FACT_FAILED,           // an op could not be converted
  FACT_LEFT, FACT_CAST_LEFT, FACT_OPERATION_LEFT,
  FACT_RULE,             // below a change, or what was tried: the rule as it is written
  FACT_MATCHED,          // below it: a name of the rule, and what it stood for
} FactKind;

// Of a FACT_TYPE: which part of a type's explanation it is.
typedef enum FactRole {
  ROLE_NONE,
  ROLE_MEANING,          // of the type itself
  ROLE_RULE,             // of the conversion
  ROLE_FIELD, ROLE_ELEMENT, ROLE_PADDING, ROLE_OMITTED,   // what memory holds
  ROLE_ADDRESS, ROLE_DECLARATION, ROLE_ARGUMENTS, ROLE_C_INTERFACE, ROLE_BARE_POINTER,
  ROLE_SIGNATURE, ROLE_ARGUMENT, ROLE_RESULT, ROLE_RESULTS, ROLE_VALUE,
  ROLE_SPELLING,
} FactRole;

// The role of a field of a descriptor or of a complex number, or of any other pointer.
typedef enum FactField {
  FACT_FIELD_NONE, FACT_FIELD_ALLOCATED, FACT_FIELD_ALIGNED, FACT_FIELD_OFFSET, FACT_FIELD_SIZE, FACT_FIELD_STRIDE,
  FACT_FIELD_RANK, FACT_FIELD_DESCRIPTOR, FACT_FIELD_REAL, FACT_FIELD_IMAGINARY, FACT_FIELD_POINTER,
} FactField;

typedef struct Fact {
  FactKind kind;
  FactRole role;
  FactField field;
  uint32_t depth;
  uint64_t count;        // how many ops, elements, fields it is about
  Str rule;              // what this is about: "memref to descriptor", "sizes[0]", "replaced"
  Str text;              // a sentence, or lines of code
  Str from, to;          // types, or names of operations
  Str pass;              // a pass of mlir-opt's that would help; or empty
  bool has_src, has_bytes, has_position, has_dimension, has_value;
  Range src;             // of the text it is about
  uint64_t offset, size; // in bytes
  uint64_t align;
  uint32_t position, dimension, line;
  int64_t value;         // that the type says
  Str argument;          // "%size0"
  const char *edition;
} Fact;

typedef struct Facts {
  Context *ctx;
  Module *module;        // for lines and columns; may be NULL
  Arena *arena;          // of texts and facts
  uint32_t depth;        // of the next fact
  VEC(Fact) items;
} Facts;

void facts_init(Facts *self, Context *ctx, Module *module, Arena *arena);
// Append a fact at the present depth; the text is formatted.
Fact *fact_add(Facts *self, const char *rule, const char *format, ...) __attribute__((format(printf, 3, 4)));
Str fact_type(Facts *self, T type);      // its text, kept
// All facts as text, two spaces for each level.
void facts_print(const Facts *self, StrBuf *out);

#endif
