// Patterns written as text: what to look for, and a script (rewrite/script.h) of what to put there.
//
//   .from = "addi(addi(x,A),B)", .sum = "A+B", .to = "addi x k", k being the constant that .sum gives
//
// In `from` a word with parentheses is an operation of the root's dialect; a small letter any value,
// the same each time; A and B integer constants, C any constant, T and F true and false, 1 and -1
// integers or splats. `to` begins with the same names; its last value replaces the result, or its values
// `low` and `high` replace the two results. Without `to` the value x replaces the result.
#ifndef RUNG_REWRITE_RULES_H
#define RUNG_REWRITE_RULES_H

#include "rewrite/greedy.h"

enum {
  KEEP_FASTMATH = 1,     // as the root has them: fast-math flags, overflow flags, the predicate
  KEEP_OVERFLOW = 2,
  KEEP_PREDICATE = 4,
  MERGE_OVERFLOW = 8,    // those that all matched operations have
};

typedef struct RuleMatch {
  Greedy *g;
  Operation *root;
  const char *at;
  uint64_t overflow;     // flags that all matched operations have, and what attribute holds them
  const AttrDef *overflow_def;
  Value *values[26];
  A constants[26];
  Operation *ops[8];     // matched: the root, then operations after their operands
  uint32_t op_count;
} RuleMatch;

typedef struct Rule {
  const char *from, *to, *sum;
  uint32_t flags;
  bool (*when)(const RuleMatch *match);
} Rule;
static inline Value *rule_value(const RuleMatch *match, char name) { return match->values[name - 'a']; }
static inline A rule_constant(const RuleMatch *match, char name) { return match->constants[name - 'A']; }

GreedyFn apply_rule;
// `ops`: how many operations `from` names, which is the pattern's benefit.
#define RULE(opcode, ops, text, ...) \
  {.root = opcode, .rewrite = apply_rule, .benefit = ops, .name = text, .data = &(const Rule){.from = text, __VA_ARGS__}}

#endif
