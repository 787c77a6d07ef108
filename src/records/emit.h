// What the generator writes.
#ifndef RUNG_RECORDS_EMIT_H
#define RUNG_RECORDS_EMIT_H

#include "records/nodes.h"

// `NAME.h`: opcodes, slots, enum values, prototypes.
void emit_header(StrBuf *out, RecordModel *model, const DialectSource *dialect);
// `NAME.c`: the records.
void emit_records(StrBuf *out, RecordModel *model, const DialectSource *dialect);

#endif
