// What passes over tosa share.
#ifndef RUNG_PASSES_TOSA_TOSA_H
#define RUNG_PASSES_TOSA_TOSA_H

#include "rewrite/greedy.h"

// Give the value of lower rank leading dimensions of 1. False: a rank is not known, or the shapes do not fit.
bool tosa_equalize_ranks(Builder *b, Arena *arena, Value **x, Value **y);

#endif
