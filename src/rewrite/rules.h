// Running rules: code that records/rules.h describes, for the greedy driver and for conversions.
#ifndef RUNG_REWRITE_RULES_H
#define RUNG_REWRITE_RULES_H

#include "rewrite/conversion.h"
#include "rewrite/greedy.h"
#include "rewrite/rule_match.h"

// Functions of C that rules name. NULL: the rule does not apply.
typedef bool RulePredicateFn(const RuleMatch *match, const RuleArg *args);
typedef A RuleAttrFn(const RuleMatch *match, const RuleArg *args);
typedef T RuleTypeFn(const RuleMatch *match, const RuleArg *args);
typedef Value *RuleBuilderFn(const RuleMatch *match, const RuleArg *args);

// Why a rule does not apply.
typedef struct RuleFailure {
  uint32_t code;             // the place in the program's code of the test that failed; RULE_NOWHERE: what it makes does not fit
  const char *why;           // in `arena`
  Arena *arena;              // NULL: reasons are not asked for
} RuleFailure;

// Run a rule. False: it does not apply, and `failure` says why.
bool rule_apply(Greedy *g, Operation *op, const Rule *rule, RuleFailure *failure);
bool rule_convert(Conversion *c, Operation *op, Value *const *operands, const Rule *rule, RuleFailure *failure);
GreedyFn apply_rule;         // `data` of the pattern is a Rule
PatternFn convert_by_rule;

#endif
