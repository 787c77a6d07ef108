// Patterns that expand_shape and collapse_shape of memrefs and tensors share
// (after mlir/include/mlir/Dialect/Utils/ReshapeOpsUtils.h).
#ifndef RUNG_DIALECTS_COMMON_RESHAPE_H
#define RUNG_DIALECTS_COMMON_RESHAPE_H

#include "rewrite/greedy.h"

// `data` of the patterns.
typedef struct ReshapeOps {
  uint16_t expand, collapse, cast;   // opcodes
} ReshapeOps;

GreedyFn compose_reshapes;             // root: either; two of one kind
GreedyFn compose_collapse_of_expand;   // root: collapse
GreedyFn compose_expand_of_collapse;   // root: expand

// Sizes of the groups of neighbouring dimensions into which `from` must be divided to become `to`. False: there is
// no such division, or several that differ.
bool find_collapse(Arena *arena, const int64_t *from, uint32_t from_rank, const int64_t *to, uint32_t to_rank, U32Vec *out);

#endif
