// Sets of integer points given by linear equations and inequalities.
//
// Variables are eliminated by equations (Gauss) or by pairs of inequalities (Fourier-Motzkin). Both keep every
// integer point; a set that is found empty is empty, one that is not may be.
#ifndef RUNG_ANALYSIS_AFFINE_SET_H
#define RUNG_ANALYSIS_AFFINE_SET_H

#include "ir/affine.h"

typedef struct SetRow {
  int64_t *factors;      // one per variable
  int64_t constant;
} SetRow;
typedef VEC(SetRow) SetRows;

typedef struct AffineSet {
  Arena *arena;
  uint32_t count, room;  // variables, and factors that rows have room for
  SetRows equations;     // sum of factor * variable + constant == 0
  SetRows inequalities;  // … >= 0
  ValueVec values;       // what a variable stands for; NULL: a quotient, or nothing known
  VEC(bool) is_quotient; // of each variable: it was made for a division
  bool failed;           // a number overflowed, or there were too many inequalities: nothing may be concluded
} AffineSet;

void affine_set_init(AffineSet *self, Arena *arena);
AffineSet affine_set_copy(const AffineSet *from);
uint32_t affine_set_add_var(AffineSet *self, Value *value);
bool affine_set_find(const AffineSet *self, const Value *value, uint32_t *at);
// A row of zeros.
SetRow affine_set_row(AffineSet *self);
void affine_set_add_equation(AffineSet *self, SetRow row);
void affine_set_add_inequality(AffineSet *self, SetRow row);
// a * x + b * y, into x.
void affine_set_combine(AffineSet *self, SetRow *x, int64_t a, SetRow y, int64_t b);
// variable == value
void affine_set_fix(AffineSet *self, uint32_t variable, int64_t value);

// The expression as a row; quotients and remainders become variables of their own. `inputs`: the variables that
// stand for its dimensions, then its symbols. False: it has products or divisions of variables.
bool affine_set_flatten(AffineSet *self, E expr, const uint32_t *inputs, uint32_t dims, SetRow *out);

// Divide rows by what their factors have in common. Of inequalities with the same factors the strictest stays; those
// that always hold go.
void affine_set_drop_redundant(AffineSet *self);
// Take the variable out of all rows by an equation that has it, which goes.
void affine_set_substitute(AffineSet *self, uint32_t equation, uint32_t variable);
// Eliminate the variables [begin, end); their columns stay, all zero.
void affine_set_project_out(AffineSet *self, uint32_t begin, uint32_t end);
bool affine_set_is_empty(const AffineSet *self);
// The least, or largest, value of a variable if it is known.
bool affine_set_constant_bound(const AffineSet *self, uint32_t variable, bool upper, int64_t *out);

#endif
