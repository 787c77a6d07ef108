// Enums as attributes and parameters hold and spell them.
#ifndef RUNG_ASM_ENUMS_H
#define RUNG_ASM_ENUMS_H

#include "ir/opdef.h"
#include "support/strbuf.h"

// The enum of an enum attribute, whether it is stored as an integer or as parameters; NULL: none.
const EnumDef *constraint_enum(const RecordTable *table, const AttrConstraint *c);
A enum_attr(Context *ctx, const RecordTable *table, const AttrConstraint *c, int64_t value);
int64_t enum_attr_value(A attr);   // of what enum_attr() made
// The value of a text: one keyword, or for bits several joined by the separator.
bool enum_symbolize(const EnumDef *def, Str text, int64_t *out);
// The keywords of a value; bits are joined.
void enum_value_text(StrBuf *out, const EnumDef *def, int64_t value);
// "a, b, c" as messages list the cases
Str enum_case_list(Arena *arena, const EnumDef *def, bool of_field);
bool enum_name_is_keyword(const char *name);

#endif
