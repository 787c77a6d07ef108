// The conversion driver: turns operations a target does not want into ones it does, with patterns
// (after mlir/lib/Transforms/Utils/DialectConversion.cpp, partial conversion).
//
// Functions are converted one after the other. Operations are visited in dominance
// order. A legal one stays. An illegal one is folded or rewritten by the first pattern that applies,
// and the operations that the pattern made are legalized in turn. A replaced operation stays where it is until the
// end, so that patterns may look at the original operands and types; `mapping` says what its results
// became. Where a value is wanted in another type than it has now, a
// builtin.unrealized_conversion_cast stands in right after its definition. At the end uses are
// redirected, replaced operations erased, and casts that cancel out removed; those left are offered
// to the type converter's materializations.
#ifndef RUNG_REWRITE_CONVERSION_H
#define RUNG_REWRITE_CONVERSION_H

#include "ir/fold.h"
#include "ir/symbol.h"
#include "rewrite/casts.h"
#include "rewrite/explain.h"
#include "rewrite/op_table.h"
#include "rewrite/pass.h"
#include "rewrite/type_converter.h"
#include "rewrite/value_mapping.h"

typedef struct Conversion Conversion;

// --- Patterns

typedef enum Legality { UNKNOWN_LEGALITY, LEGAL, LEGAL_RECURSIVELY, ILLEGAL } Legality;

// Rewrite `op`, whose operands (already converted by the pattern set's type converter) are
// `operands`, one per operand. Look before changing anything: returning false means the IR was not
// touched. On success `op` was replaced or erased. What a pattern made must be
// legal or be rewritten in turn; otherwise the pattern is rolled back, which the driver can do unless
// it made changes that are irreversible: to blocks and in place.
typedef bool PatternFn(Conversion *c, Operation *op, Value *const *operands);

typedef struct Pattern {
  uint16_t root;           // opcode
  PatternFn *rewrite;
  uint16_t benefit;        // higher first; 1 unless said otherwise (0 counts as 1)
  const char *name;        // for explanations, see explain_pattern()
  const void *data;        // the pattern's own: c->pattern->data
  uint16_t target;         // opcode of what it makes: for explanations, and patterns that share a function; 0: none
} Pattern;

typedef struct ConversionSet {
  const Pattern *patterns;
  uint32_t count;
} ConversionSet;

struct Commit { Operation *op; Value *arg; TypeConverter *types; };        // op or arg
struct Cast { Operation *op; TypeConverter *types; T original; bool is_target; };

struct Conversion {
  Context *ctx;
  Module *module;
  Arena *arena;                      // scratch for the whole conversion
  PassRun *run;                      // options of the pass
  TypeConverter *types;              // of the running pattern; NULL: operands are not converted
  const Pattern *pattern;            // the running one
  Builder b;                         // set before the op being rewritten
  Legality (*legality)(Conversion *c, Operation *op);
  const void *data;                  // the pass's own
  TypeConverter *legal_types;        // which it leaves as they are, for `legality`; may be NULL
  bool fold;                         // try to fold illegal ops first (on by default)
  bool full;                         // every op must become legal
  // Private to conversion.c.
  OpTable patterns;                  // lists of struct PatternEntry, best first
  struct PatternEntry *added;        // of operations of dialects that were added, which have no opcodes of their own
  U32Vec roots;                      // opcodes with patterns, in the order they were added
  ValueMapping mapping;              // which values replaced which
  VEC(struct Commit) commits;        // replacements in the order they were made
  VEC(struct Cast) casts;            // casts made here
  OpVec created;                     // a stack: operations made by the running patterns
  OpVec made;                        // every op made so far, casts included
  OpVec recursively_legal;           // ops legal with their parents
  uint32_t irreversible_changes;     // changes to blocks and in place: those cannot be rolled back
  const char *why;                   // the last reason a pattern gave for not applying, and to what
  Operation *why_op;
  Operation *stuck_op;               // an op whose pattern made one that could not be converted: its record
  const OpDef *stuck_on;
  Folder folder;
  Builder quiet;                     // for casts: without a listener
  SymbolTables *tables;              // for patterns that ask for symbols: the tables from before the conversion
  Map symbols;                       // … that declare some: name -> symbol declared or met
  uint32_t depth;
};

void conversion_init(Conversion *self, PassRun *run, Legality (*legality)(Conversion *, Operation *));
// Add patterns whose operands are converted by `types` (NULL: the op's own operands are passed).
void conversion_add(Conversion *self, const Pattern *patterns, uint32_t count, TypeConverter *types);
static inline void conversion_add_set(Conversion *self, const ConversionSet *set, TypeConverter *types) { conversion_add(self, set->patterns, set->count, types); }
#define conversion_add_table(self, table, types) conversion_add((self), (table), countof(table), (types))
// Whether there are patterns for `op`.
static inline bool conversion_has_patterns(const Conversion *self, const Operation *op) {
  return op_code(op) & OPCODE_USER ? self->added != NULL : op_table_get(&self->patterns, op_code(op)) != NULL;
}
// Convert everything inside `root` and root itself. False (reported) when an op that must be
// converted could not be.
bool conversion_run(Conversion *self, Operation *root);
// A pass whose patterns are one table, with the operations' own operands.
bool conversion_run_patterns(PassRun *run, Operation *root, Legality (*legality)(Conversion *, Operation *), const Pattern *patterns, uint32_t count);
#define conversion_run_table(run, root, legality, table) conversion_run_patterns((run), (root), (legality), (table), countof(table))

// --- For patterns

// Replace op by values: one per result, each of any type (uses are cast where needed).
bool convert_replace(Conversion *c, Operation *op, Value *const *values, uint32_t count);
bool convert_replace1(Conversion *c, Operation *op, Value *value);
// The same with several values for one result: counts[i] values stand for result i.
bool convert_replace_many(Conversion *c, Operation *op, Value *const *values, const uint32_t *counts);
bool convert_erase(Conversion *c, Operation *op);   // results must be unused at the end
// Give a block new arguments; returns the block that stands in its place.
Block *convert_signature(Conversion *c, Block *block, const SignatureConversion *signature, TypeConverter *types);
// The most converted form that `value` has now (no cast is made).
Value *convert_lookup(Conversion *c, Value *value);
// `value` in the type `type`: a known replacement, or a cast.
Value *convert_remap(Conversion *c, Value *value, TypeConverter *types);
// Use `to` for the block argument `from`.
void convert_replace_arg(Conversion *c, Value *from, Value *const *to, uint32_t count);
// Move all ops of `from` before `before` (its arguments replaced by values) and drop the block.
void convert_inline_block(Conversion *c, Block *from, Block *into, Operation *before, Value *const *args, uint32_t count);
// The arguments of a region's blocks in converted types. False: one has none.
bool convert_blocks(Conversion *c, Region *region);
// The same operation with converted operands and results in the place of `op`, its regions moved there, with converted arguments of their
// blocks. `attr` (may be NULL) makes of each attribute, which may be NULL, what the new one has.
bool convert_rebuild(Conversion *c, Operation *op, Value *const *operands, A (*attr)(Conversion *c, A attr));
// Note in the explanation why the pattern does not apply, and return false.
bool convert_no_match(Conversion *c, Operation *op, const char *why);

#endif
