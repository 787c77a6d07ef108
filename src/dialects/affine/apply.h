// Building affine.apply from operations around it
// (after makeComposedFoldedAffineApply of mlir/lib/Dialect/Affine/IR/AffineOps.cpp).
#ifndef RUNG_DIALECTS_AFFINE_APPLY_H
#define RUNG_DIALECTS_AFFINE_APPLY_H

#include "dialects/affine/compose.h"
#include "dialects/common/op_fold_result.h"

// The expression over symbols (and dimensions): affine.apply operations its operands come from are
// taken in, constants are computed with, equal operands united. An affine.apply is made only when the
// result is neither a constant nor one of the operands.
OpFoldResult compose_apply(Builder *b, const AffineMap *map, const OpFoldResult *operands, Arena *arena);
OpFoldResult compose_apply_symbols(Builder *b, E expr, const OpFoldResult *symbols, uint32_t count, Arena *arena);
// The greatest or the least of the results, by affine.max or affine.min unless all are constants.
OpFoldResult compose_max(Builder *b, const AffineMap *map, const OpFoldResult *operands, Arena *arena);
OpFoldResult compose_min(Builder *b, const AffineMap *map, const OpFoldResult *operands, Arena *arena);

#endif
