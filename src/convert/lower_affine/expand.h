// Affine expressions as operations of arith (after mlir/lib/Dialect/Affine/Utils/Utils.cpp).
#ifndef RUNG_CONVERT_LOWER_AFFINE_EXPAND_H
#define RUNG_CONVERT_LOWER_AFFINE_EXPAND_H

#include "ir/affine.h"
#include "rewrite/conversion.h"

// `operands`: dimensions, then symbols. NULL: a division by a number that is not positive (reported).
Value *expand_affine_expr(Builder *b, E expr, Value *const *operands, uint32_t dims);
// One value per result into `out`.
bool expand_affine_map(Builder *b, const AffineMap *map, Value *const *operands, Value **out);

// Make the operations on indices, and put one value per result into `out`. False: the operation has no result.
bool expand_delinearize_index(Builder *b, Operation *op, Value *const *operands, Value **out, Arena *arena);
Value *expand_linearize_index(Builder *b, Operation *op, Value *const *operands, Arena *arena);
bool lower_delinearize_index(Conversion *c, Operation *op, Value *const *operands);
bool lower_linearize_index(Conversion *c, Operation *op, Value *const *operands);

#endif
