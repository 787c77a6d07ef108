// tosa-to-linalg: Fourier transforms of two dimensions, as the sums that define them.
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/index.h"
#include "ops/linalg.h"
#include "ops/math.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

static Value *index_to_float(Builder *b, T type, Value *index) {
  T integer = type_integer(b->ctx, type_bits(type) > 32 ? 64 : 32, SIGNLESS);
  return build1(b, OP_ARITH_UITOFP, type, build1(b, OP_ARITH_INDEX_CASTUI, integer, index));
}

// Half of the size and one more: the rest follows from those.
static OpFoldResult half_plus_one(Conversion *c, OpFoldResult size) {
  Builder *b = &c->b;
  Value *one = build_index(b, 1), *two = build_index(b, 2), *value = ofr_to_value(b, size);
  Value *half = build_or_fold(b, build_binary(b, OP_ARITH_DIVUI, value, two), c->arena);
  return ofr_from_value(build_or_fold(b, build_binary(b, OP_ARITH_ADDI, half, one), c->arena));
}

static Value *zeros(Conversion *c, const OpFoldResult *sizes, T element) {
  Value *empty = build_empty_of(&c->b, sizes, 3, element, c->arena);
  return build_fill(c, build_number(&c->b, element, 0), empty);
}

bool lower_fft(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  bool is_real = op_is(op, OP_TOSA_RFFT2D);
  uint32_t inputs = is_real ? 1 : 2;
  Value *input = op_operand(op, 0), *values[4] = {input, is_real ? NULL : op_operand(op, 1)};
  T element = type_element(input->type);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  if (!type_is_float(element)) return convert_no_match(c, op, "it transforms floats");
  Builder *b = &c->b, inside;
  OpFoldResult sizes[3];
  for (uint32_t i = 0; i < 3; i++) sizes[i] = mixed_dim(b, input, i);
  if (is_real) sizes[2] = half_plus_one(c, sizes[2]);
  values[inputs] = zeros(c, sizes, element);
  values[inputs + 1] = zeros(c, sizes, element);
  Value *height = build_or_fold(b, build_dim_of(b, input, 1), c->arena), *width = build_or_fold(b, build_dim_of(b, input, 2), c->arena);
  Value *circle = build_number(b, element, 6.283185307179586), *rows = index_to_float(b, element, height), *columns = index_to_float(b, element, width);
  E from[3] = {affine_dim(c->ctx, 0), affine_dim(c->ctx, 3), affine_dim(c->ctx, 4)}, to[3] = {affine_dim(c->ctx, 0), affine_dim(c->ctx, 1), affine_dim(c->ctx, 2)};
  const AffineMap *maps[4];
  for (uint32_t i = 0; i < inputs + 2; i++) maps[i] = affine_map(c->ctx, 5, 0, i < inputs ? from : to, 3);
  Operation *generic = make_generic(c, values, inputs, 2, maps, 3u << 3, &inside);
  for (uint32_t i = 0; i < 2; i++) op_result(generic, i)->type = op_result_type(op, i);   // another type than that of the sums is for the verifier to say
  b = &inside;
  Value **x = inside.block->args;
  Value *oy = build_loop_index(b, 1), *ox = build_loop_index(b, 2), *iy = build_loop_index(b, 3), *ix = build_loop_index(b, 4);
  Value *y_turns = build_binary(b, OP_INDEX_MUL, iy, oy), *x_turns = build_binary(b, OP_INDEX_MUL, ix, ox);
  Value *y_rest = build_binary(b, OP_INDEX_REMU, y_turns, height), *x_rest = build_binary(b, OP_INDEX_REMU, x_turns, width);
  Value *y_float = index_to_float(b, element, y_rest), *x_float = index_to_float(b, element, x_rest);
  Value *y_part = build_binary(b, OP_ARITH_DIVF, y_float, rows), *x_part = build_binary(b, OP_ARITH_DIVF, x_float, columns);
  Value *angle = build_binary(b, OP_ARITH_MULF, circle, build_binary(b, OP_ARITH_ADDF, y_part, x_part));
  if (!is_real && attr_to_i64(op_prop_at(op, TOSA_FFT2D_INVERSE))) angle = build_binary(b, OP_ARITH_MULF, angle, build_number(b, element, -1));
  Value *cosine = build_unary(b, OP_MATH_COS, angle), *sine = build_unary(b, OP_MATH_SIN, angle), *real, *imaginary;
  if (is_real) {
    real = build_binary(b, OP_ARITH_MULF, x[0], cosine);
    imaginary = build_binary(b, OP_ARITH_MULF, x[0], sine);
  } else {
    Value *first = build_binary(b, OP_ARITH_MULF, x[0], cosine), *second = build_binary(b, OP_ARITH_MULF, x[1], sine);
    real = build_binary(b, OP_ARITH_ADDF, first, second);
    first = build_binary(b, OP_ARITH_MULF, x[1], cosine);
    second = build_binary(b, OP_ARITH_MULF, x[0], sine);
    imaginary = build_binary(b, OP_ARITH_SUBF, first, second);
  }
  Value *sums[2] = {build_binary(b, OP_ARITH_ADDF, x[inputs], real)};
  sums[1] = build_binary(b, is_real ? OP_ARITH_SUBF : OP_ARITH_ADDF, x[inputs + 1], imaginary);
  build_linalg_yield(b, sums, 2);
  return convert_replace(c, op, (Value *const[]){op_result(generic, 0), op_result(generic, 1)}, 2);
}
