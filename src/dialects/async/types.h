// Types of the async dialect that C reads.
#ifndef RUNG_DIALECTS_ASYNC_TYPES_H
#define RUNG_DIALECTS_ASYNC_TYPES_H

#include "ir/type.h"

T async_value_element(T type);   // of a value; NULL for others
T type_async_value(Context *ctx, T element);

#endif
