// affine.min and affine.max that are one of their alternatives, by what is known about the values they depend on
// (after simplifyConstrainedMinMaxOp of mlir/lib/Dialect/Affine/Analysis/Utils.cpp).
#ifndef RUNG_PASSES_SCF_MIN_MAX_H
#define RUNG_PASSES_SCF_MIN_MAX_H

#include "ir/affine.h"
#include "rewrite/greedy.h"

enum { CONSTRAINTS_MAX_VARS = 20, CONSTRAINTS_MAX_ROWS = 200 };

// A sum: a factor for each variable, and a constant.
typedef struct Row {
  int64_t factors[CONSTRAINTS_MAX_VARS], constant;
} Row;

// Values, and sums of them that are not negative.
typedef struct Constraints {
  Arena *arena;
  Value *vars[CONSTRAINTS_MAX_VARS];   // NULL: stands for no value
  bool is_dim[CONSTRAINTS_MAX_VARS];
  uint32_t var_count;
  VEC(Row) rows;
  bool has_locals;               // some variable stands for a quotient
  struct Solver *solver;         // private to min_max.c
  bool failed;                   // more than fits: nothing can be concluded
} Constraints;

void constraints_init(Constraints *self, Arena *arena);
// The number of a variable; a value may have several.
uint32_t constraints_add_dim(Constraints *self, Value *value);
uint32_t constraints_add_symbol(Constraints *self, Value *value);
uint32_t constraints_add_local(Constraints *self);
uint32_t constraints_var(const Constraints *self, const Value *value);   // the first; UINT32_MAX: there is none
void constraints_add(Constraints *self, const Row *row);
void constraints_equal(Constraints *self, uint32_t var, int64_t value);
bool constant_number(const Value *value, int64_t *out);   // of an integer or index
// Replace the operation if one alternative is always taken. False: it stays.
bool simplify_min_max(Greedy *g, Operation *op, Constraints *known);

#endif
