// What explanations tell of a rule that was tried: where it failed, its text, and what its names stood for.
#ifndef RUNG_REWRITE_RULES_TRACE_H
#define RUNG_REWRITE_RULES_TRACE_H

#include "rewrite/rule_match.h"

// The rule as it is written; NULL: its text is not at hand.
const RuleSource *rule_source_of(const Rule *rule);
// Why a rule does not apply: the test at `failed` in the program's code, or RULE_NOWHERE: what it makes does not fit. In `arena`.
const char *rule_reason(const RuleMatch *m, const Rule *rule, uint32_t failed, Arena *arena);
// Leave the rule's text in the log, and if the root is watched what its names stand for: of a rule that applies.
void rule_tell_applied(const RuleMatch *m, const Rule *rule);
// Tell of a root that is watched that the rule does not apply. Of a rule for operations of another name nothing is told.
void rule_tell_failed(const RuleMatch *m, const Rule *rule, uint32_t failed);

#endif
