// Constants of tosa: shapes, and tensors.
#ifndef RUNG_DIALECTS_TOSA_SHAPES_H
#define RUNG_DIALECTS_TOSA_SHAPES_H

#include "ir/fold.h"
#include "ir/verifier.h"
#include "support/apfloat.h"

// The numbers of a constant of integers; false: it is another, or none.
bool tosa_shape_values(Context *ctx, A constant, Arena *arena, I64Vec *out);
// What a value is, if a constant makes it; else NULL.
A tosa_constant(const Value *value);
APFloat tosa_reciprocal(APFloat value);
Value *build_tosa_shape(Builder *b, const int64_t *values, uint32_t count);   // tosa.const_shape
Value *build_tosa_const(Builder *b, T type, A values);
// The zero point of an operand, where it is constant, is zero unless it is an i8; `what` says whose it is.
bool verify_tosa_shapes(Verifier *v, const Operation *op);   // operands that are shapes are made by tosa
bool verify_tosa_zero_point(Verifier *v, const Operation *op, uint32_t i, const char *what);

#endif
