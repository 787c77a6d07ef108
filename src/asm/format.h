// Formats of records in a context: compiled once (records/format.h), then interpreted by parser (parser.h) and printer
// (printer.h).
#ifndef RUNG_ASM_FORMAT_H
#define RUNG_ASM_FORMAT_H

#include "records/format.h"

// The compiled format of a record; NULL when the record has none. Kept in context->format_cache.
const Format *format_of(Context *ctx, const OpDef *def);
// The format of a text that is not the record's own (wrappers, older editions), cached by its address.
const Format *format_compile(Context *ctx, const OpDef *def, const char *text);

// Default value of an attribute slot, parsed once per context; NULL when it has none.
A op_default_attr(Context *ctx, const OpDef *def, uint32_t slot);
// Give every empty slot its default, as upstream does when an op is parsed or built.
void op_state_fill_defaults(Context *ctx, OpState *state);

// Directives of a dialect; `table` is ended by a NULL name and must outlive the context. A name
// that another dialect uses for something else is written `dialect.Name`.
void format_add_directives(Context *ctx, const CustomDirective *table);

#endif
