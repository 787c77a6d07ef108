// affine.min and affine.max that are one of their alternatives, by what is known about the values they depend on
// (after simplifyConstrainedMinMaxOp of mlir/lib/Dialect/Affine/Analysis/Utils.cpp).
#ifndef RUNG_PASSES_SCF_MIN_MAX_H
#define RUNG_PASSES_SCF_MIN_MAX_H

#include "analysis/affine_set.h"
#include "rewrite/greedy.h"

// What is known about values: a set of integer points, whose variables are the values. Dimensions of maps come from `is_dim`.
typedef struct Constraints {
  AffineSet set;
  VEC(bool) is_dim;              // of each variable
} Constraints;

void constraints_init(Constraints *self, Arena *arena);
// The number of a variable, of which a value may have several; NULL: it stands for no value.
uint32_t constraints_add_dim(Constraints *self, Value *value);
uint32_t constraints_add_symbol(Constraints *self, Value *value);
uint32_t constraints_add_quotient(Constraints *self);
bool constant_number(const Value *value, int64_t *out);   // of an integer or index
// Replace the operation if one alternative is always taken. False: it stays.
bool simplify_min_max(Greedy *g, Operation *op, Constraints *known);

#endif
