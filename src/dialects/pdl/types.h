// Types of the pdl dialect that C reads.
#ifndef RUNG_DIALECTS_PDL_TYPES_H
#define RUNG_DIALECTS_PDL_TYPES_H

#include "ir/type.h"

// The element of a range; NULL for others.
T pdl_range_element(T type);
// The element of a range, else the type itself.
T pdl_element_or_self(T type);
T pdl_range(Context *ctx, T element);
bool check_pdl_range(T type);
bool type_is_pdl(T type);

#endif
