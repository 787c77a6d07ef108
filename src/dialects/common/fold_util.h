// Helpers of folds: calculating on constants element by element.
#ifndef RUNG_DIALECTS_COMMON_FOLD_UTIL_H
#define RUNG_DIALECTS_COMMON_FOLD_UTIL_H

#include "ir/constants.h"

// Scalars, splats and dense constants. Poison comes out as poison. NULL: no fold.

typedef struct IntCalc IntCalc;
struct IntCalc {
  Arena *arena;
  const void *data;
  uint32_t width;    // of the result's elements
};
// False: the whole is not folded.
typedef bool IntBinaryFn(const IntCalc *calc, const APInt *a, const APInt *b, APInt *out);
typedef bool IntUnaryFn(const IntCalc *calc, const APInt *a, APInt *out);
typedef bool FloatBinaryFn(const void *data, APFloat a, APFloat b, APFloat *out);
typedef bool FloatUnaryFn(const void *data, APFloat a, APFloat *out);
typedef bool IntToFloatFn(const void *data, FloatKind kind, const APInt *a, APFloat *out);
typedef bool FloatToIntFn(const IntCalc *calc, APFloat a, APInt *out);

A fold_int_binary(Folder *f, T type, A lhs, A rhs, IntBinaryFn *fn, const void *data);
A fold_int_unary(Folder *f, T type, A operand, IntUnaryFn *fn, const void *data);
A fold_float_binary(Folder *f, T type, A lhs, A rhs, FloatBinaryFn *fn, const void *data);
A fold_float_unary(Folder *f, T type, A operand, FloatUnaryFn *fn, const void *data);
A fold_int_to_float(Folder *f, T type, A operand, IntToFloatFn *fn, const void *data);
A fold_float_to_int(Folder *f, T type, A operand, FloatToIntFn *fn, const void *data);

#endif
