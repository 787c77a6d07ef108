// What folds share: questions about constants, and calculating on them element by element.
#ifndef RUNG_DIALECTS_COMMON_FOLD_UTIL_H
#define RUNG_DIALECTS_COMMON_FOLD_UTIL_H

#include "ir/fold.h"

extern const AttrDef ub_poison_attr;

// --- Questions: an integer or float attribute, or a dense one that is a splat. NULL: no.

bool constant_int(A attr, APInt *out);
bool constant_float(A attr, APFloat *out);
bool is_zero_int(A attr);
bool is_one_int(A attr);
bool is_all_ones_int(A attr);
bool is_float_value(A attr, double value);   // bitwise: -0.0 is not 0.0
bool is_nan_float(A attr);
bool is_poison(A attr);
// The op `name` that defines the value, or NULL.
Operation *defined_by(const Value *value, const char *name);
Operation *operand_defined_by(const Operation *op, uint32_t i, const char *name);
// The same with constant zero or all-ones: of a value, by the op that defines it.
bool value_is_all_ones(const Value *value);

// --- Making

// Zero of a type: an integer, index or float, or a splat. NULL for what has no static shape.
A zero_attr(Context *ctx, T type);
A int_attr_of(Context *ctx, T type, const APInt *value);     // scalar or splat
A float_attr_of(Context *ctx, T type, APFloat value);
A bool_attr_of(Context *ctx, T type, bool value);            // i1, or a shaped type of i1
T i1_shape_of(Context *ctx, T type);

// --- Calculating: scalars, splats and dense constants. Poison comes out as poison. NULL: no fold.

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

// Push an attribute unless it is NULL.
bool fold_to(Folder *f, A attr);

#endif
