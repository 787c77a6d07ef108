// Types of the transform dialect that C reads.
#ifndef RUNG_DIALECTS_TRANSFORM_TYPES_H
#define RUNG_DIALECTS_TRANSFORM_TYPES_H

#include "ir/type.h"

bool type_is_transform_handle(T type);   // of operations
bool type_is_transform_value(T type);
bool type_is_transform_param(T type);
// The name in !transform.op<"name">; empty for other types.
Str transform_op_name(T type);

#endif
