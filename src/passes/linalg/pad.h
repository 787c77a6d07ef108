// Structured operations on padded operands: sizes that are only bounded become the bound.
#ifndef RUNG_PASSES_LINALG_PAD_H
#define RUNG_PASSES_LINALG_PAD_H

#include "passes/linalg/tile.h"

typedef enum CopyBack { COPY_BACK_NONE, COPY_BACK_LINALG, COPY_BACK_MATERIALIZE } CopyBack;

typedef struct PadOptions {
  const int64_t *loops, *multiples;   // loops whose dimensions are padded, and what the sizes are to be a multiple of
  uint32_t loop_count;
  A *values;                          // for each operand, of what the padding is
  uint32_t value_count;
  const bool *nofold;
  uint32_t nofold_count;
  CopyBack copy;
} PadOptions;

typedef struct Padded {
  Operation *op;
  OpVec pads;
  ValueVec results;                   // what takes the place of the results
} Padded;

// The operation on padded operands takes its place. False: it is not done, because a size has no bound or an operand no padding, and nothing
// was changed.
bool pad_structured(Module *module, Arena *arena, Operation *op, const PadOptions *options, Padded *out);

#endif
