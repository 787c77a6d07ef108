// Building affine.apply from operations around it
// (after makeComposedFoldedAffineApply of mlir/lib/Dialect/Affine/IR/AffineOps.cpp).
#ifndef RUNG_DIALECTS_AFFINE_APPLY_H
#define RUNG_DIALECTS_AFFINE_APPLY_H

#include "dialects/affine/compose.h"
#include "dialects/common/mixed.h"

// The expression over symbols (and dimensions): affine.apply operations its operands come from are
// taken in, constants are computed with, equal operands united. An affine.apply is made only when the
// result is neither a constant nor one of the operands.
Mixed compose_apply(Builder *b, const AffineMap *map, const Mixed *operands, Arena *arena);
Mixed compose_apply_symbols(Builder *b, E expr, const Mixed *symbols, uint32_t count, Arena *arena);

#endif
