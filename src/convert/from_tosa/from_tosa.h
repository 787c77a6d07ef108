// What the conversions of tosa share: constants they read, and the operations of arith, tensor and linalg they make.
#ifndef RUNG_CONVERT_FROM_TOSA_FROM_TOSA_H
#define RUNG_CONVERT_FROM_TOSA_FROM_TOSA_H

#include "dialects/common/build.h"
#include "dialects/linalg/build.h"
#include "ir/affine.h"
#include "ir/type.h"
#include "rewrite/conversion.h"

// --- What tosa says

// The numbers of a value that is a constant; false: it is none.
bool constant_numbers(Context *ctx, const Value *value, Arena *arena, I64Vec *out);
// The first number of a constant of zero points; a float that is not zero counts as 1. False: it is no constant.
bool zero_point(Context *ctx, const Value *value, bool is_unsigned, int64_t *out);
// Whether a zero point may be that: others than 0 are for integers of 8 bits.
bool zero_point_fits(const Value *value, int64_t zero_point);
bool ignores_nan(const Operation *op, uint32_t slot);
static inline int64_t int_prop(const Operation *op, uint32_t slot) { return attr_to_i64(op_prop_at(op, slot)); }
static inline bool is_ranked(const Value *value) { return type_kind(value->type) == TYPE_TENSOR; }
static inline const ShapedType *shape_of(const Value *value) { return type_as_shaped(value->type); }
bool all_ranked(const Operation *op);
// Unsigned integers as signless ones, in tensors, too.
void signless_types(TypeConverter *out, PassRun *pass);

// --- Arithmetic

Value *build_int(Builder *b, T type, int64_t number);
Value *build_i32(Builder *b, int64_t number);
Value *build_number(Builder *b, T type, double number);            // of a float
Value *build_cmpf(Builder *b, int64_t predicate, Value *x, Value *y);
static inline Value *build_unary(Builder *b, uint32_t opcode, Value *x) { return build1(b, opcode, x->type, x); }
Value *clamp_float(Builder *b, Value *x, Value *min, Value *max);
Value *clamp_int(Builder *b, Value *x, Value *min, Value *max, bool is_unsigned);
int64_t least_int(uint32_t bits);
int64_t greatest_int(uint32_t bits);

// --- tosa

Value *build_const_shape(Conversion *c, const int64_t *numbers, uint32_t count);
Value *build_apply_scale(Builder *b, Value *value, Value *multiplier, Value *shift, uint64_t rounding);

// --- Tensors

static inline Value *build_dim_of(Builder *b, Value *tensor, uint32_t dim) { return build_dim(b, tensor, build_index(b, dim)); }
// The size that is known, or tensor.dim.
OpFoldResult mixed_dim(Builder *b, Value *tensor, uint32_t dim);
static inline Value *make_empty(Builder *b, const int64_t *dims, uint32_t rank, T element, const ValueVec *sizes) {
  return build_empty(b, type_tensor(b->ctx, dims, rank, element, NULL), sizes ? sizes->data : NULL, sizes ? sizes->count : 0);
}
// [[0, 1], [2]]: neighbouring dimensions, so many each.
A reassociation(Conversion *c, const uint32_t *sizes, uint32_t count);
Value *build_collapse(Conversion *c, T type, Value *value, A groups);
// Sizes that are not known are calculated from those of the value.
Value *build_expand(Conversion *c, T type, Value *value, const uint32_t *sizes, uint32_t count);

// --- linalg

// linalg.generic of inputs and then inits, one map for each; `reductions`: a bit for each loop that combines. `inside` is at the end of its
// block, whose arguments are inside->block->args.
Operation *make_generic(Conversion *c, Value *const *operands, uint32_t inputs, uint32_t inits, const AffineMap *const *maps, uint64_t reductions, Builder *inside);
// A block with an argument for each operand's elements, in the region of the operation.
void begin_loop_body(Conversion *c, Operation *op, Builder *inside);
static inline void build_linalg_yield1(Builder *inside, Value *value) { build_linalg_yield(inside, &value, 1); }
// A named operation; strides and dilations may be NULL.
Operation *build_named(Conversion *c, uint32_t opcode, Value *const *operands, uint32_t inputs, A strides, A dilations);
Value *build_fill(Conversion *c, Value *scalar, Value *into);

// --- Patterns

// The operations that are calculated for each element.
extern const Pattern elementwise_patterns[];
extern const uint32_t elementwise_pattern_count;
PatternFn resize_without_size, resize_and_repeat, resize_any, lower_fft;

#endif
