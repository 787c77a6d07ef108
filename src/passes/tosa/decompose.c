// tosa-optional-decompositions: a depthwise convolution of one element as a product, a transposed convolution as a plain one
// (after mlir/lib/Dialect/Tosa/Transforms/TosaDecomposeDepthwise.cpp and TosaDecomposeTransposeConv.cpp).
#include "ops/func.h"
#include "ops/tosa.h"

#include "passes/tosa/tosa.h"

#include "dialects/common/dense_fold.h"
#include "dialects/tosa/shapes.h"
#include "ir/constants.h"
#include "ir/type.h"

static const ShapedType *shape(const Value *value) { return type_as_shaped(value->type); }
static bool is_static(T type) { return type_kind(type) == TYPE_TENSOR && type_has_static_shape(type); }
static T tensor_of(Greedy *g, const int64_t *dims, uint32_t rank, T element) { return type_tensor(g->ctx, dims, rank, element, NULL); }

static bool are_one(A list) {
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)list)->count; i++)
    if (dense_array_i64(list, i) != 1) return false;
  return true;
}

// A constant of that many ones as dims, or of one element.
static Value *splat(Greedy *g, const int64_t *dims, uint32_t rank, T element, int64_t number) {
  T type = tensor_of(g, dims, rank, element);
  APInt value = apint_i64(g->arena, 64, number);
  if (type_is_float(element)) return build_tosa_const(&g->b, type, float_attr_of(g->ctx, type, apfloat_from_int(type_float_kind(element), &value, true, ROUND_NEAREST_EVEN, NULL)));
  value = apint_i64(g->arena, type_bits(element), number);
  return build_tosa_const(&g->b, type, int_attr_of(g->ctx, type, &value));
}

static Value *one_element(Greedy *g, T element, int64_t number) { return splat(g, (const int64_t[]){1}, 1, element, number); }

// The zero points of input and weight; false: they are not known.
static bool zero_points(const Operation *op, int64_t out[2]) {
  for (uint32_t i = 0; i < 2; i++) {
    A constant = tosa_constant(op_operand(op, 3 + i));
    APInt value;
    APFloat number;
    if (!constant) return false;
    if (constant_float(constant, &number)) {
      if (!apfloat_is_zero(number)) return false;
      out[i] = 0;
    } else if (!constant_int(constant, &value) || !apint_to_i64(&value, &out[i])) {
      return false;
    }
  }
  return true;
}

static Value *reshape(Greedy *g, Value *value, const int64_t *dims, uint32_t rank) {
  Value *to = build_tosa_shape(&g->b, dims, rank);
  return build2(&g->b, OP_TOSA_RESHAPE, tensor_of(g, dims, rank, shape(value)->element), value, to);
}

static Value *pad(Greedy *g, Value *value, const int64_t *pads, Value *with, Value *padding) {
  const ShapedType *from = shape(value);
  int64_t dims[8];
  for (uint64_t i = 0; i < from->rank; i++) dims[i] = from->dims[i] + pads[2 * i] + pads[2 * i + 1];
  return build3(&g->b, OP_TOSA_PAD, tensor_of(g, dims, (uint32_t)from->rank, from->element), value, padding, with);
}

static Value *reverse(Greedy *g, Value *value, int64_t axis) {
  OpState *state = builder_begin(&g->b, OP_TOSA_REVERSE);
  op_state_add_operand(state, value);
  op_state_set_prop(state, TOSA_REVERSE_AXIS, attr_i64(g->ctx, type_integer(g->ctx, 32, SIGNLESS), axis));
  op_state_add_type(state, value->type);
  return builder_finish_value(&g->b);
}

static Value *transpose(Greedy *g, Value *value, const int32_t perms[6]) {
  int64_t dims[6];
  for (int i = 0; i < 6; i++) dims[i] = shape(value)->dims[perms[i]];
  OpState *state = builder_begin(&g->b, OP_TOSA_TRANSPOSE);
  op_state_add_operand(state, value);
  op_state_set_prop(state, TOSA_TRANSPOSE_PERMS, attr_i32_array(g->ctx, perms, 6));
  op_state_add_type(state, tensor_of(g, dims, 6, shape(value)->element));
  return builder_finish_value(&g->b);
}

// ---------------------------------------------------------------------------------------------

static bool depthwise_is_product(Greedy *g, Operation *op) {
  Value *input = op_operand(op, 0), *weight = op_operand(op, 1), *bias = op_operand(op, 2);
  T type = op_result_type(op, 0);
  int64_t zp[2];
  if (!is_static(input->type) || !is_static(weight->type) || !is_static(type)) return greedy_no_match(g, op, "sizes are not known");
  if (!are_one(op_prop_at(op, TOSA_DEPTHWISE_CONV2D_STRIDE)) || shape(weight)->dims[0] != 1 || shape(weight)->dims[1] != 1) return greedy_no_match(g, op, "its kernel is more than one element, or it has strides");
  if (!zero_points(op, zp)) return greedy_no_match(g, op, "zero points are not known");
  const ShapedType *result = type_as_shaped(type);
  int64_t dims[5] = {shape(input)->dims[0], shape(input)->dims[1], shape(input)->dims[2], shape(input)->dims[3], 1}, channels = shape(weight)->dims[3], ones[] = {1, 1, 1, 1, 1};
  input = reshape(g, input, dims, 5);
  T element = result->element;
  if (shape(input)->element != element) input = build1(&g->b, OP_TOSA_CAST, type_with_element(g->ctx, input->type, element), input);
  if (shape(weight)->element != element) weight = build1(&g->b, OP_TOSA_CAST, type_with_element(g->ctx, weight->type, element), weight);
  if (zp[0]) {
    Value *point = splat(g, ones, 5, element, zp[0]);
    input = build2(&g->b, OP_TOSA_SUB, input->type, input, point);
  }
  if (zp[1]) {
    Value *point = splat(g, ones, 4, element, zp[1]);
    weight = build2(&g->b, OP_TOSA_SUB, weight->type, weight, point);
  }
  int64_t pads[10] = {0};
  bool padded = false;
  for (uint64_t i = 0; i < 4; i++) padded |= (pads[i + 2] = dense_array_i64(op_prop_at(op, TOSA_DEPTHWISE_CONV2D_PAD), i)) != 0;
  if (padded) {
    Value *padding = build_tosa_shape(&g->b, pads, 10), *zero = one_element(g, element, 0);
    input = pad(g, input, pads, zero, padding);
  }
  memcpy(dims, shape(input)->dims, 4 * sizeof *dims);
  dims[4] = channels;
  if (!tosa_equalize_ranks(&g->b, g->arena, &input, &weight)) return false;
  Value *shift = one_element(g, type_integer(g->ctx, 8, SIGNLESS), 0);
  Value *product = build3(&g->b, OP_TOSA_MUL, tensor_of(g, dims, 5, element), input, weight, shift);
  Value *output = reshape(g, product, result->dims, (uint32_t)result->rank);
  return tosa_equalize_ranks(&g->b, g->arena, &output, &bias) && greedy_replace1(g, op, build2(&g->b, OP_TOSA_ADD, output->type, output, bias));
}

// ---------------------------------------------------------------------------------------------

static Value *convolution(Greedy *g, const Operation *op, T type, Value *const operands[5], const int64_t pads[4]) {
  OpState *state = builder_begin(&g->b, OP_TOSA_CONV2D);
  op_state_add_operands(state, operands, 5);
  op_state_set_prop(state, TOSA_CONV2D_PAD, attr_i64_array(g->ctx, pads, 4));
  op_state_set_prop(state, TOSA_CONV2D_STRIDE, attr_i64_array(g->ctx, (const int64_t[]){1, 1}, 2));
  op_state_set_prop(state, TOSA_CONV2D_DILATION, attr_i64_array(g->ctx, (const int64_t[]){1, 1}, 2));
  op_state_set_prop(state, TOSA_CONV2D_ACC_TYPE, op_prop_at(op, TOSA_TRANSPOSE_CONV2D_ACC_TYPE));
  op_state_add_type(state, type);
  return builder_finish_value(&g->b);
}

static bool are_static(const Operation *op) { return is_static(op_operand_type(op, 0)) && is_static(op_operand_type(op, 1)) && is_static(op_operand_type(op, 2)) && is_static(op_result_type(op, 0)); }

// Without strides the kernel is turned round, and the input padded more.
static bool transposed_is_convolution(Greedy *g, Operation *op) {
  if (!are_one(op_prop_at(op, TOSA_TRANSPOSE_CONV2D_STRIDE)) || !are_static(op)) return greedy_no_match(g, op, "it has strides, or sizes are not known");
  Value *weight = op_operand(op, 1);
  int64_t pads[4];
  for (uint64_t i = 0; i < 4; i++) pads[i] = shape(weight)->dims[1 + i / 2] - 1 + dense_array_i64(op_prop_at(op, TOSA_TRANSPOSE_CONV2D_OUT_PAD), i);
  weight = reverse(g, reverse(g, weight, 1), 2);
  Value *const operands[] = {op_operand(op, 0), weight, op_operand(op, 2), op_operand(op, 3), op_operand(op, 4)};
  return greedy_replace1(g, op, convolution(g, op, op_result_type(op, 0), operands, pads));
}

static int64_t at_least_0(int64_t value) { return value > 0 ? value : 0; }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// The strides become channels of the output, which are put between its elements afterwards.
static bool strided_is_convolution(Greedy *g, Operation *op) {
  A strides = op_prop_at(op, TOSA_TRANSPOSE_CONV2D_STRIDE), out_pad = op_prop_at(op, TOSA_TRANSPOSE_CONV2D_OUT_PAD);
  int64_t zp[2], sy = dense_array_i64(strides, 0), sx = dense_array_i64(strides, 1), top = dense_array_i64(out_pad, 0), left = dense_array_i64(out_pad, 2);
  if ((sy == 1 && sx == 1) || sy < 1 || sx < 1 || !are_static(op)) return greedy_no_match(g, op, "it has no strides, or sizes are not known");
  if (!zero_points(op, zp)) return greedy_no_match(g, op, "zero points are not known");
  Value *input = op_operand(op, 0), *weight = op_operand(op, 1), *bias = op_operand(op, 2);
  const ShapedType *result = type_as_shaped(op_result_type(op, 0));
  int64_t batch = shape(input)->dims[0], outputs = shape(weight)->dims[0], inputs = shape(weight)->dims[3], height = shape(weight)->dims[1], width = shape(weight)->dims[2];
  int64_t weight_pads[8] = {0, 0, 0, height % sy ? sy - height % sy : 0, 0, width % sx ? sx - width % sx : 0, 0, 0};
  Value *padding = build_tosa_shape(&g->b, weight_pads, 8), *with = one_element(g, shape(weight)->element, zp[1]);
  weight = pad(g, weight, weight_pads, with, padding);
  height = shape(weight)->dims[1] / sy;
  width = shape(weight)->dims[2] / sx;
  weight = reshape(g, weight, (const int64_t[]){outputs, height, sy, width, sx, inputs}, 6);
  weight = transpose(g, weight, (const int32_t[]){2, 4, 0, 1, 3, 5});
  weight = reshape(g, weight, (const int64_t[]){outputs * sy * sx, height, width, inputs}, 4);
  weight = reverse(g, reverse(g, weight, 1), 2);
  int64_t input_pads[8] = {0, 0, height - 1, height - 1, width - 1, width - 1, 0, 0};
  padding = build_tosa_shape(&g->b, input_pads, 8);
  with = one_element(g, shape(input)->element, zp[0]);
  input = pad(g, input, input_pads, with, padding);
  Value *no_bias = splat(g, (const int64_t[]){outputs * sy * sx}, 1, shape(bias)->element, 0);
  int64_t made_height = shape(input)->dims[1] - height + 1, made_width = shape(input)->dims[2] - width + 1;
  T type = tensor_of(g, (const int64_t[]){batch, made_height, made_width, outputs * sy * sx}, 4, result->element);
  Value *made = convolution(g, op, type, (Value *const[]){input, weight, no_bias, op_operand(op, 3), op_operand(op, 4)}, (const int64_t[]){0, 0, 0, 0});
  made = reshape(g, made, (const int64_t[]){batch, made_height, made_width, sy, sx, outputs}, 6);
  made = transpose(g, made, (const int32_t[]){0, 1, 3, 2, 4, 5});
  int64_t full[4] = {batch, made_height * sy, made_width * sx, outputs};
  made = reshape(g, made, full, 4);
  // What is more than the result is cut off, what lacks is padded.
  int64_t begin[4] = {0, at_least_0(-top), at_least_0(-left), 0};
  full[1] = least(full[1] - begin[1], result->dims[1] - at_least_0(top));
  full[2] = least(full[2] - begin[2], result->dims[2] - at_least_0(left));
  Value *start = build_tosa_shape(&g->b, begin, 4), *size = build_tosa_shape(&g->b, full, 4);
  made = build3(&g->b, OP_TOSA_SLICE, tensor_of(g, full, 4, result->element), made, start, size);
  int64_t pads[8] = {0, 0, at_least_0(top), result->dims[1] - at_least_0(top) - full[1], at_least_0(left), result->dims[2] - at_least_0(left) - full[2], 0, 0};
  padding = build_tosa_shape(&g->b, pads, 8);
  with = one_element(g, result->element, 0);
  made = pad(g, made, pads, with, padding);
  return tosa_equalize_ranks(&g->b, g->arena, &made, &bias) && greedy_replace1(g, op, build2(&g->b, OP_TOSA_ADD, &result->base, made, bias));
}

static bool run(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {
    {.root = OP_TOSA_DEPTHWISE_CONV2D, .rewrite = depthwise_is_product, .name = "$root of one element as a product"},
    {.root = OP_TOSA_TRANSPOSE_CONV2D, .rewrite = transposed_is_convolution, .name = "$root as a convolution"},
    {.root = OP_TOSA_TRANSPOSE_CONV2D, .rewrite = strided_is_convolution, .name = "$root with strides as a convolution"},
  };
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef tosa_decompositions_pass = {
  .name = "tosa-optional-decompositions", .class_name = "TosaOptionalDecompositionsPass", .anchor = OP_FUNC_FUNC,
  .summary = "Applies Tosa operations optional decompositions", .works_on = "tosa", .makes = "tosa", .run = run,
};
