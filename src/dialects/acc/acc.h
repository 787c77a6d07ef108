// Shared by the files of the acc dialect.
#ifndef RUNG_DIALECTS_ACC_ACC_H
#define RUNG_DIALECTS_ACC_ACC_H

#include "ops/acc.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"

// The value of an attribute that holds an enum; -1: there is none.
static inline int64_t acc_enum_of(A attr) { return attr && attr_kind(attr) == ATTR_DIALECT ? (int64_t)attr_param(attr, 0) : -1; }
extern const CustomDirective acc_older_directives[];
bool acc_is_pointer_like(T type);
T acc_pointee(T type);   // what a pointer points to; NULL when its type does not say

#endif
