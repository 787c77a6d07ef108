// What is known of sizes of tensors without running anything: their greatest value.
#ifndef RUNG_PASSES_LINALG_SIZE_BOUNDS_H
#define RUNG_PASSES_LINALG_SIZE_BOUNDS_H

#include "ir/op.h"

// The greatest size of a dimension, as far as what made the tensor and the loops around tell. False: they do not.
bool greatest_size(Arena *arena, Value *tensor, uint32_t dim, int64_t *out);

#endif
