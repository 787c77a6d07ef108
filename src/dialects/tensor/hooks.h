// Hooks of tensor's records: see ops.c for the records.
#ifndef RUNG_DIALECTS_TENSOR_HOOKS_H
#define RUNG_DIALECTS_TENSOR_HOOKS_H

#include "ir/fold.h"
#include "ir/verify.h"

// A cast that only forgets sizes: what uses its result can use its operand (canFoldIntoConsumerOp).
bool tensor_cast_loses_nothing(const Operation *cast);
// Lists of offsets, sizes and strides that are the same, operands included.
bool tensor_same_slice(const Operation *a, const Operation *b);

#endif
