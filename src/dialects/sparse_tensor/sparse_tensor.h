// Shared by the files of the sparse_tensor dialect.
#ifndef RUNG_DIALECTS_SPARSE_TENSOR_SPARSE_TENSOR_H
#define RUNG_DIALECTS_SPARSE_TENSOR_SPARSE_TENSOR_H

#include "ops/sparse_tensor.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/text.h"

// Parameters of #sparse_tensor.encoding.
enum { LEVELS, DIM_TO_LVL, POS_WIDTH, CRD_WIDTH, EXPLICIT_VAL, IMPLICIT_VAL, SLICES };

static inline const AffineMap *sparse_tensor_map_of(A attr) { return ((const MapAttr *)attr)->map; }

// The encoding of a tensor; NULL: it has none, or one of an older release.
A sparse_tensor_encoding_of(T type);
// How many levels it has, and what they are: `compressed(nonunique)`.
uint32_t sparse_tensor_level_rank(T type);
Str sparse_tensor_level(A encoding, uint32_t level);

#endif
