// Rewriting with patterns until nothing changes any more
// (after mlir/lib/Transforms/Utils/GreedyPatternRewriteDriver.cpp).
//
// All operations go on a worklist, taken from its end; then blocks that cannot be reached are erased. One that is trivially dead is erased; another
// is folded, or else rewritten by the first pattern that applies. An operation that is made or changed, its
// ancestors, and the definitions of an erased operation's operands go on the list again. When the list is
// empty, the control flow is cleaned up, and if anything changed, everything starts again. Constants of equal
// value are united, at the start of the isolated operation around them, whenever the list is filled.
#ifndef RUNG_REWRITE_GREEDY_H
#define RUNG_REWRITE_GREEDY_H

#include "ir/fold.h"
#include "rewrite/explain.h"
#include "rewrite/op_table.h"
#include "rewrite/pass.h"

typedef struct Greedy Greedy;

// Rewrite `op`; the builder stands before it. Returning false means that nothing was changed.
typedef bool GreedyFn(Greedy *g, Operation *op);
typedef struct GreedyPattern {
  uint16_t root;           // opcode; 0: any operation
  GreedyFn *rewrite;
  uint16_t benefit;        // higher first; 1 unless said otherwise (0 counts as 1)
  const char *name;        // for explanations, see explain_pattern()
  const void *data;        // the pattern's own: g->pattern->data
  uint16_t target;         // opcode of another operation, for patterns that share a function; 0: none
} GreedyPattern;

typedef struct PatternSet {
  const GreedyPattern *patterns;
  uint32_t count;
} PatternSet;
#define PATTERN_SET(table) {(table), countof(table)}

typedef enum SimplifyLevel { SIMPLIFY_NOTHING, SIMPLIFY_NORMAL, SIMPLIFY_AGGRESSIVE } SimplifyLevel;
typedef struct GreedyConfig {
  bool top_down;
  SimplifyLevel simplify;
  int64_t max_iterations, max_rewrites;    // negative: no limit
  bool new_too;                            // of greedy_run_ops()
} GreedyConfig;
#define GREEDY_DEFAULTS {.simplify = SIMPLIFY_AGGRESSIVE, .max_iterations = 10, .max_rewrites = -1}

struct GreedyEntry;
struct KnownConstant;

struct Greedy {
  Context *ctx;
  Module *module;
  PassRun *run;
  Arena *arena;                  // of the pass
  GreedyConfig config;
  const GreedyPattern *pattern;  // the running one
  Builder b;                     // set before the op being rewritten; tells the driver what it makes
  Folder folder;
  const void *data;              // the pass's own
  // Private to greedy.c.
  OpTable patterns;              // lists of GreedyEntry, best first
  U32Vec roots;                  // opcodes with patterns, in the order they were added
  struct GreedyEntry *any;       // patterns for every operation
  Region *scope;
  OpVec worklist;                // OP_MARK: on it
  OpVec created;                 // by the running pattern
  Arena round;                   // freed after each iteration
  Map constants;                 // of the iteration: hash -> struct KnownConstant *
  Map owned;                     // operations in `constants`
  Map chosen;                    // of greedy_run_ops(): the operations that may be rewritten
  bool is_strict;                // … and only those
};

void greedy_init(Greedy *self, PassRun *run, GreedyConfig config);
void greedy_add(Greedy *self, const GreedyPattern *patterns, uint32_t count);
#define greedy_add_table(self, table) greedy_add((self), (table), countof(table))
// Rewrite everything inside the regions of `op`. False: it went on changing until a limit was met.
bool greedy_run(Greedy *self, Operation *op);
// The whole of a pass that is a table of patterns, with their `data`. False: memory ran out.
bool greedy_rewrite(PassRun *pass, Operation *op, const GreedyPattern *patterns, uint32_t count, const void *data);
// Rewrite only these operations and, if `new_too`, those that patterns make. `op` is around all of them.
void greedy_run_ops(Greedy *self, Operation *op, Operation *const *ops, uint32_t count, bool new_too);
// Begin with these operations; what they make, use and are used by is rewritten, too, inside the smallest region around them all.
void greedy_run_from(Greedy *self, Operation *const *ops, uint32_t count);

// --- For patterns

// One value per result; op is gone then.
bool greedy_replace(Greedy *g, Operation *op, Value *const *values);
bool greedy_replace1(Greedy *g, Operation *op, Value *value);
bool greedy_replace_op(Greedy *g, Operation *op, Operation *by);    // by its results
bool greedy_erase(Greedy *g, Operation *op);                         // without uses
void greedy_replace_uses(Greedy *g, Value *from, Value *to);
void greedy_set_operand(Greedy *g, Operation *op, uint32_t i, Value *value);
// The operations of a block without successors go in front of `before`, its terminator excepted; the
// arguments become `args`. The block keeps the terminator.
void greedy_inline_block(Greedy *g, Block *block, Operation *before, Value *const *args);
// Tell the driver that `op` was changed in place.
bool greedy_updated(Greedy *g, Operation *op);
// Note in the explanation why the pattern does not apply, and return false.
bool greedy_no_match(Greedy *g, Operation *op, const char *why);
// A constant at the builder's place, by the dialect of `like`; NULL when it has none for it.
Value *greedy_constant(Greedy *g, Operation *like, A value, T type);

#endif
