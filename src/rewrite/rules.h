// Running rules: code that records/rules.h describes, for the greedy driver and for conversions.
#ifndef RUNG_REWRITE_RULES_H
#define RUNG_REWRITE_RULES_H

#include "records/rules.h"
#include "rewrite/conversion.h"
#include "rewrite/greedy.h"

typedef struct RuleValues {
  Value *const *values;
  uint32_t count;
} RuleValues;

// What a register holds, and an argument of a function of C.
typedef union RuleArg {
  Value *value;
  const RuleValues *values;
  A attr;
  T type;
} RuleArg;

typedef struct RuleMatch {
  Context *ctx;
  Module *module;
  PassRun *run;
  Arena *arena;
  Builder *b;
  Operation *root;
  Value *const *operands;    // the root's, in a conversion converted; NULL: its own
  TypeConverter *types;      // of a conversion; or NULL
  const Folder *folder;
  const char *why;           // why the rule does not apply; NULL: nothing is said
  Operation *ops[RULE_OPS];
  Operation *made;           // last
  RuleArg registers[RULE_REGISTERS];
} RuleMatch;

// Functions of C that rules name. NULL: the rule does not apply.
typedef bool RulePredicateFn(const RuleMatch *match, const RuleArg *args);
typedef A RuleAttrFn(const RuleMatch *match, const RuleArg *args);
typedef T RuleTypeFn(const RuleMatch *match, const RuleArg *args);
typedef Value *RuleBuilderFn(const RuleMatch *match, const RuleArg *args);

// Run a rule. False: it does not apply; `*failed` is the place in the program's code of the test that failed, or RULE_NOWHERE.
bool rule_apply(Greedy *g, Operation *op, const Rule *rule, uint32_t *failed);
bool rule_convert(Conversion *c, Operation *op, Value *const *operands, const Rule *rule, uint32_t *failed);
GreedyFn apply_rule;         // `data` of the pattern is a Rule
PatternFn convert_by_rule;

#endif
