// Rules that are read at run time, against the operations that a context knows, dialects that were added among them.
#ifndef RUNG_REWRITE_RULES_LOAD_H
#define RUNG_REWRITE_RULES_LOAD_H

#include "rewrite/rules.h"

// Context.rules: the texts that passes may apply.
typedef struct RuleText {
  Str name, text;
  const struct RuleText *next;
} RuleText;

typedef struct LoadedRule {
  Rule rule;                 // first: `data` of its pattern
  const RuleRow *row;
  uint64_t applied;          // how often
} LoadedRule;

typedef struct LoadedSet {
  const RuleSet *set;
  LoadedRule *rules;
  GreedyPattern *greedy;     // one or the other
  Pattern *conversion;
  uint32_t count;
} LoadedSet;

typedef struct RuleBook {
  RuleFile file;
  RuleProgram program;
  LoadedSet *sets;
  uint32_t set_count;
} RuleBook;

// Read a text; its patterns call these functions. What is wrong goes to `diags`, with lines and columns of the text. The book
// lives in `arena`.
bool rule_book_load(RuleBook *self, Context *ctx, Arena *arena, Diags *diags, const RuleText *text, GreedyFn *apply, PatternFn *convert);
// What a test of the code asks for: its words in the text, and where they stand.
Str rule_book_place(const RuleBook *self, uint32_t code, LineCol *out);

#endif
