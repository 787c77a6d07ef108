// How often loops run.
#ifndef RUNG_DIALECTS_SCF_TRIP_COUNT_H
#define RUNG_DIALECTS_SCF_TRIP_COUNT_H

#include "ir/op.h"

// Iterations from `lower` below `upper` by `step`; -1: not known.
int64_t trip_count(Value *lower, Value *upper, Value *step, bool is_unsigned);
int64_t trip_count_of(int64_t lower, int64_t upper, int64_t step);
// Whether a cast of a tensor of type `to` to `from` only forgets sizes.
bool tensor_keeps_static_info(T from, T to);

#endif
