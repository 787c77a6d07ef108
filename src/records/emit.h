// What the generator writes.
#ifndef RUNG_RECORDS_EMIT_H
#define RUNG_RECORDS_EMIT_H

#include "records/rules.h"
#include "records/table.h"

// `NAME.h`: opcodes, slots, enum values, prototypes.
void emit_header(StrBuf *out, RecordModel *model, const DialectSource *dialect);
// `records.c`: the table, and the first `dialect_count` dialects, which are in it.
void emit_records(StrBuf *out, RecordModel *model, TableBuilder *table, uint32_t dialect_count);
// `rules/NAME.h`: sets of rules, prototypes of the functions they name; `rules/NAME.c`: the rules.
void emit_rules_header(StrBuf *out, const RuleFile *file, Str name);
// `rules/list.c`: the rows of a file, between the beginning and the end of the list.
void emit_rule_list(StrBuf *out, const RuleFile *file);
void emit_rules(StrBuf *out, const RuleFile *file, Str name);

#endif
