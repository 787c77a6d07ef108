// Tables of what is said of many operations, as text: a page has a third of the bytes to load that rows of pointers take. A line that begins
// with `#` begins a family: what the names of its operations begin with, and perhaps more. Then a line for all operations of which the same is
// said: that, a colon, and the rest of their names, split by spaces; `=` and more may follow a name.
#ifndef RUNG_EXPORT_OP_TABLE_H
#define RUNG_EXPORT_OP_TABLE_H

#include "support/str.h"

// An operation of a table. The first is behind {.name = table}.
typedef struct OpTablePlace { const char *family, *line, *name; size_t size; } OpTablePlace;

bool op_table_next(OpTablePlace *self);              // false: that was the last one
bool op_table_find(OpTablePlace *self, Str name);    // the next of that name; false: there is none

#endif
