// The functions of the C library that constants are folded with, correctly rounded.
#ifndef RUNG_SUPPORT_APFLOAT_FUNCTIONS_H
#define RUNG_SUPPORT_APFLOAT_FUNCTIONS_H

#include "support/apfloat.h"

typedef enum FloatFunction {
  FLOAT_ACOS, FLOAT_ACOSH, FLOAT_ASIN, FLOAT_ASINH, FLOAT_ATAN, FLOAT_ATANH, FLOAT_COS, FLOAT_COSH, FLOAT_ERF, FLOAT_ERFC, FLOAT_EXP,
  FLOAT_EXP2, FLOAT_EXPM1, FLOAT_LOG, FLOAT_LOG10, FLOAT_LOG1P, FLOAT_LOG2, FLOAT_SIN, FLOAT_SINH, FLOAT_TAN, FLOAT_TANH,
} FloatFunction;

// With the special values of the C library. For f32 and f64. Nothing is left in the arena.
APFloat apfloat_function(Arena *arena, FloatFunction function, APFloat a);
APFloat apfloat_pow(Arena *arena, APFloat a, APFloat b);
APFloat apfloat_atan2(Arena *arena, APFloat y, APFloat x);

#endif
