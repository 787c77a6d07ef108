// Questions about constants, and making them: an integer or float attribute, or a dense one that is a splat.
#ifndef RUNG_IR_CONSTANTS_H
#define RUNG_IR_CONSTANTS_H

#include "ir/fold.h"

// --- Questions. NULL: no.

bool constant_int(A attr, APInt *out);
bool constant_float(A attr, APFloat *out);
bool is_zero_int(A attr);
bool is_one_int(A attr);
bool is_all_ones_int(A attr);
bool is_float_value(A attr, double value);   // bitwise: -0.0 is not 0.0
bool is_nan_float(A attr);
static inline bool is_poison(A attr) { return attr && attr->def->flags & ATTR_IS_POISON; }   // PoisonAttrInterface
// The op `name` that defines the value, or NULL.
Operation *defined_by(const Value *value, uint32_t opcode);
Operation *operand_defined_by(const Operation *op, uint32_t i, uint32_t opcode);
// The same with constant zero or all-ones: of a value, by the op that defines it.
bool value_is_all_ones(const Value *value);

// --- Making

// Zero of a type: an integer, index or float, or a splat. NULL for what has no static shape.
A zero_attr(Context *ctx, T type);
A int_attr_of(Context *ctx, T type, const APInt *value);     // scalar or splat
A float_attr_of(Context *ctx, T type, APFloat value);
A bool_attr_of(Context *ctx, T type, bool value);            // i1, or a shaped type of i1

// --- Elements of dense attributes, as they are kept

bool is_int_element(T type);
const DenseAttr *attr_as_dense(A attr);   // NULL: it is another kind
APFloat float_from_bytes(FloatKind kind, const uint8_t *bytes, uint32_t size);
void float_to_bytes(APFloat value, uint8_t *bytes, uint32_t size);

#endif
