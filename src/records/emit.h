// What the generator writes.
#ifndef RUNG_RECORDS_EMIT_H
#define RUNG_RECORDS_EMIT_H

#include "records/rules.h"
#include "records/table.h"

// `NAME.h`: opcodes, slots, enum values, prototypes.
void emit_header(StrBuf *out, RecordModel *model, const DialectSource *dialect);
// `records.c`: the first table with its dialects, and the registries: all dialects, all operations by opcode. The other tables are those of packs.
void emit_records(StrBuf *out, RecordModel *model, TableBuilder *const *tables, uint32_t table_count);
// `NAME_records.c`: the table of a pack, and its dialect.
void emit_pack(StrBuf *out, RecordModel *model, TableBuilder *table);
// `rules/NAME.h`: sets of rules, prototypes of the functions they name; `rules/NAME.c`: the rules.
void emit_rules_header(StrBuf *out, const RuleFile *file, Str name);
void emit_rules(StrBuf *out, const RuleFile *file, Str name);
// `rules/sources.c`: a file's rules as they are written, and its row in the list of all files.
void emit_rule_sources(StrBuf *out, StrBuf *files, const RuleFile *file, Str name, Arena *arena);

#endif
