// tosa-to-linalg-named: products, convolutions and pools as the operations of linalg that have a name
// (after mlir/lib/Conversion/TosaToLinalg/TosaToLinalgNamed.cpp).
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/func.h"
#include "ops/linalg.h"
#include "ops/math.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

#include "analysis/structured.h"
#include "ir/constants.h"

static const PassOption option_hwcf = {"prefer-conv2d-kernel-layout-hwcf", OPTION_BOOL, "false", NULL,
  "Prefer generating linalg.conv_2d_nhwc_hwcf over linalg.conv_2d_nhwc_fhwc"};

static T i32_of(Conversion *c) { return type_integer(c->ctx, 32, SIGNLESS); }

// The numbers of array<i64: …>.
static I64Vec numbers_of(Conversion *c, A array) {
  I64Vec out = {0};
  for (uint64_t i = 0; array && i < ((const DenseArrayAttr *)array)->count; i++) vec_push(c->arena, &out, dense_array_i64(array, i));
  return out;
}

// The same as dense elements of tensor<nxi64> or vector<nxi64>.
static A dense_of(Conversion *c, bool is_vector, const I64Vec *numbers) {
  int64_t count = numbers->count;
  T i64 = type_integer(c->ctx, 64, SIGNLESS);
  T type = type_shaped(c->ctx, is_vector ? TYPE_VECTOR : TYPE_TENSOR, &count, 1, i64, NULL, NULL, 0);
  bool is_splat = count > 0;
  for (uint32_t i = 1; i < numbers->count; i++) is_splat = is_splat && numbers->data[i] == numbers->data[0];
  return attr_dense(c->ctx, type, is_splat, numbers->data, (is_splat ? 1 : (uint64_t)count) * sizeof *numbers->data);
}

static A vector_of_ones(Conversion *c) {
  I64Vec ones = {0};
  vec_push(c->arena, &ones, 1);
  vec_push(c->arena, &ones, 1);
  return dense_of(c, true, &ones);
}

// Padding around all dimensions but the first and the last, two numbers for each.
static Value *apply_padding(Conversion *c, Value *input, const I64Vec *padding, A constant) {
  const ShapedType *shape = shape_of(input);
  uint32_t rank = (uint32_t)shape->rank;
  bool is_needed = false;
  I64Vec low = {0}, high = {0}, dims = {0};
  for (uint32_t i = 0; i < rank; i++) {
    bool inside = i > 0 && i + 1 < rank && 2 * i <= padding->count;
    int64_t before = inside ? padding->data[2 * i - 2] : 0, after = inside ? padding->data[2 * i - 1] : 0;
    is_needed = is_needed || before || after;
    vec_push(c->arena, &low, before);
    vec_push(c->arena, &high, after);
    vec_push(c->arena, &dims, shape->dims[i] == DYNAMIC ? DYNAMIC : shape->dims[i] + before + after);
  }
  if (!is_needed) return input;
  Builder *b = &c->b, inside;
  Value *value = build_constant(b, constant);
  OpState *state = builder_begin(b, OP_TENSOR_PAD);
  op_state_add_operand(state, input);
  op_state_operand_segments(state, (const int32_t[]){1, 0, 0}, 3);
  op_state_set_prop(state, TENSOR_PAD_STATIC_LOW, attr_i64_array(c->ctx, low.data, rank));
  op_state_set_prop(state, TENSOR_PAD_STATIC_HIGH, attr_i64_array(c->ctx, high.data, rank));
  op_state_add_type(state, type_tensor(c->ctx, dims.data, rank, shape->element, NULL));
  Block *block = block_new(c->module);
  block_append(op_state_add_region(state), block);
  for (uint32_t i = 0; i < rank; i++) block_add_arg(c->module, block, c->ctx->types.index, b->loc);
  Value *padded = builder_finish_value(b);
  builder_init(&inside, c->module);
  builder_at_end(&inside, block);
  inside.loc = b->loc;
  op_state_add_operand(builder_begin(&inside, OP_TENSOR_YIELD), value);
  builder_finish(&inside);
  return padded;
}

// (input + before + after - (dilation * (kernel - 1) + 1)) / stride + 1
static Value *output_size(Builder *b, Value *input, int64_t before, int64_t after, Value *kernel, int64_t stride, int64_t dilation) {
  Value *one = build_index(b, 1);
  Value *size = build_binary(b, OP_ARITH_ADDI, input, build_index(b, before));
  size = build_binary(b, OP_ARITH_ADDI, size, build_index(b, after));
  Value *less = build_binary(b, OP_ARITH_SUBI, kernel, one), *dilated = build_index(b, dilation);
  dilated = build_binary(b, OP_ARITH_ADDI, build_binary(b, OP_ARITH_MULI, dilated, less), one);
  size = build_binary(b, OP_ARITH_SUBI, size, dilated);
  size = build_binary(b, OP_ARITH_DIVUI, size, build_index(b, stride));
  return build_binary(b, OP_ARITH_ADDI, size, one);
}

// ---------------------------------------------------------------------------------------------
// Convolutions

typedef struct Window {
  I64Vec padding, strides, dilations;
} Window;

// Sizes of the result that are not known. `kernel`: the first dimension of the weights that says how long the window is.
static ValueVec sizes_of_convolution(Conversion *c, Value *input, Value *weight, const ShapedType *result, const Window *window, uint32_t kernel) {
  Builder *b = &c->b;
  uint32_t rank = (uint32_t)result->rank;
  Value **sizes = arena_new(c->arena, Value *, rank + 1);
  ValueVec out = {0};
  if (!sizes) return out;
  for (uint32_t i = 0; i < rank; i++) sizes[i] = NULL;
  for (uint32_t i = 1; i + 1 < rank; i++) {
    if (result->dims[i] != DYNAMIC) continue;
    Value *length = build_dim_of(b, input, i), *width = build_dim_of(b, weight, kernel + i - 1);
    sizes[i] = output_size(b, length, window->padding.data[2 * i - 2], window->padding.data[2 * i - 1], width, window->strides.data[i - 1], window->dilations.data[i - 1]);
  }
  for (uint32_t i = 0; i < rank; i++)
    if (result->dims[i] == DYNAMIC && !sizes[i]) sizes[i] = build_dim_of(b, input, i);
  for (uint32_t i = 0; i < rank; i++)
    if (sizes[i]) vec_push(c->arena, &out, sizes[i]);
  return out;
}

// How the bias is read: a single number for all, or along the last dimensions.
static const AffineMap *map_of_bias(Conversion *c, const ShapedType *bias, uint32_t rank) {
  uint32_t own = (uint32_t)bias->rank;
  E *exprs = arena_new(c->arena, E, own + 1);
  for (uint32_t i = 0; exprs && i < own; i++) exprs[i] = own == 1 && bias->dims[0] == 1 ? affine_const(c->ctx, 0) : affine_dim(c->ctx, i + rank - own);
  return affine_map(c->ctx, rank, 0, exprs, own);
}

static Value *transpose_kernel(Conversion *c, Value *weight) {
  const ShapedType *shape = shape_of(weight);
  uint32_t rank = (uint32_t)shape->rank;
  I64Vec dims = {0};
  int32_t order[8] = {0};
  for (uint32_t i = 0; i < rank && i < countof(order); i++) {
    order[i] = i + 1 < rank ? (int32_t)i + 1 : 0;
    vec_push(c->arena, &dims, shape->dims[order[i]]);
  }
  OpState *state = builder_begin(&c->b, OP_TOSA_TRANSPOSE);
  op_state_add_operand(state, weight);
  op_state_add_type(state, type_tensor(c->ctx, dims.data, rank, shape->element, NULL));
  op_state_set_prop(state, TOSA_TRANSPOSE_PERMS, attr_dense_array(c->ctx, i32_of(c), order, rank));
  return builder_finish_value(&c->b);
}

// Zero points of input and weights, in what follows them. NULL: they are as they must be.
static const char *problem_of(Conversion *c, const Operation *op, int64_t *input_zero, int64_t *weight_zero) {
  if (!all_ranked(op)) return "tensors without a rank";
  if (!zero_point(c->ctx, op_operand(op, 3), false, input_zero) || !zero_point(c->ctx, op_operand(op, 4), false, weight_zero)) return "its zero points are no constants";
  if (!zero_point_fits(op_operand(op, 0), *input_zero) || !zero_point_fits(op_operand(op, 1), *weight_zero)) return "zero points of others than i8 are zero";
  if (!type_has_static_shape(op_operand_type(op, 1)) || !type_has_static_shape(op_operand_type(op, 2))) return "the sizes of weights or bias are not known";
  T element = type_element(op_operand_type(op, 0));
  if (type_as_integer(element) ? type_as_integer(element)->signedness == UNSIGNED : !type_is_float(element)) return "its elements are no signless numbers";
  return NULL;
}

static bool window_of(Conversion *c, const Operation *op, uint32_t count, Window *out) {
  out->padding = numbers_of(c, op_prop(op, "pad"));
  out->strides = numbers_of(c, op_prop(op, "stride"));
  out->dilations = numbers_of(c, op_prop(op, "dilation"));
  return out->padding.count == 2 * count && out->strides.count == count && out->dilations.count == count;
}

static A padding_constant(Conversion *c, T element, int64_t zero) { return zero ? attr_i64(c->ctx, element, zero) : zero_attr(c->ctx, element); }

static bool lower_convolution(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0), *weight = op_operand(op, 1), *bias = op_operand(op, 2);
  int64_t input_zero, weight_zero;
  Window window;
  const char *problem = problem_of(c, op, &input_zero, &weight_zero);
  if (problem) return convert_no_match(c, op, problem);
  T type = op_result_type(op, 0), element = type_element(input->type), sum = ((const TypeAttr *)op_prop(op, "acc_type"))->type;
  const ShapedType *result = type_as_shaped(type);
  uint32_t rank = (uint32_t)result->rank;
  if (!window_of(c, op, rank - 2, &window)) return convert_no_match(c, op, "its window has other dimensions");
  bool has_zero = input_zero || weight_zero, is_2d = op_is(op, OP_TOSA_CONV2D), hwcf = is_2d && pass_bool(c->run, &option_hwcf);
  Builder *b = &c->b, inside;
  ValueVec sizes = sizes_of_convolution(c, input, weight, result, &window, 1);
  input = apply_padding(c, input, &window.padding, padding_constant(c, element, input_zero));
  if (!is_2d || hwcf) weight = transpose_kernel(c, weight);
  Value *empty = make_empty(b, result->dims, rank, sum, &sizes);
  const AffineMap *maps[2] = {map_of_bias(c, shape_of(bias), rank), affine_map_identity(c->ctx, rank)};
  Value *init = op_result(make_generic(c, (Value *const[]){bias, empty}, 1, 1, maps, 0, &inside), 0), *x = inside.block->args[0];
  if (x->type != sum) x = build1(&inside, type_is_float(sum) ? OP_ARITH_EXTF : OP_ARITH_EXTSI, sum, x);
  build_linalg_yield1(&inside, x);
  A strides = dense_of(c, false, &window.strides), dilations = dense_of(c, false, &window.dilations);
  if (has_zero) {
    Value *input_value = build_i32(b, input_zero), *weight_value = build_i32(b, weight_zero);
    uint32_t opcode = !is_2d ? OP_LINALG_CONV_3D_NDHWC_DHWCF_Q : hwcf ? OP_LINALG_CONV_2D_NHWC_HWCF_Q : OP_LINALG_CONV_2D_NHWC_FHWC_Q;
    return convert_replace1(c, op, op_result(build_named(c, opcode, (Value *const[]){input, weight, input_value, weight_value, init}, 4, strides, dilations), 0));
  }
  uint32_t opcode = !is_2d ? OP_LINALG_CONV_3D_NDHWC_DHWCF : hwcf ? OP_LINALG_CONV_2D_NHWC_HWCF : OP_LINALG_CONV_2D_NHWC_FHWC;
  Value *made = op_result(build_named(c, opcode, (Value *const[]){input, weight, init}, 2, strides, dilations), 0);
  return convert_replace1(c, op, sum == type_element(type) ? made : build1(b, OP_TOSA_CAST, type, made));
}

static bool lower_depthwise(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0), *weight = op_operand(op, 1), *bias = op_operand(op, 2);
  int64_t input_zero, weight_zero;
  Window window;
  const char *problem = problem_of(c, op, &input_zero, &weight_zero);
  if (problem) return convert_no_match(c, op, problem);
  T type = op_result_type(op, 0), element = type_element(input->type), sum = ((const TypeAttr *)op_prop(op, "acc_type"))->type;
  const ShapedType *result = type_as_shaped(type), *kernel = shape_of(weight);
  if (!window_of(c, op, 2, &window)) return convert_no_match(c, op, "its window has other dimensions");
  Builder *b = &c->b, inside;
  ValueVec sizes = sizes_of_convolution(c, input, weight, result, &window, 0);
  input = apply_padding(c, input, &window.padding, padding_constant(c, element, input_zero));
  int64_t dims[5] = {result->dims[0], result->dims[1], result->dims[2], kernel->dims[2], kernel->dims[3]};
  Value *empty = make_empty(b, dims, 5, sum, &sizes), *init = build_fill(c, build_constant(b, zero_attr(c->ctx, sum)), empty);
  Value *target = make_empty(b, result->dims, 4, result->element, &sizes), *made;
  A strides = dense_of(c, false, &window.strides), dilations = dense_of(c, false, &window.dilations);
  bool has_zero = input_zero || weight_zero;
  if (has_zero) {
    Value *input_value = build_i32(b, input_zero), *weight_value = build_i32(b, weight_zero);
    made = op_result(build_named(c, OP_LINALG_DEPTHWISE_CONV_2D_NHWC_HWCM_Q, (Value *const[]){input, weight, input_value, weight_value, init}, 4, strides, dilations), 0);
  } else {
    made = op_result(build_named(c, OP_LINALG_DEPTHWISE_CONV_2D_NHWC_HWCM, (Value *const[]){input, weight, init}, 2, strides, dilations), 0);
    if (sum != result->element) made = build1(b, OP_TOSA_CAST, type_with_element(c->ctx, made->type, result->element), made);
  }
  const uint32_t groups[4] = {1, 1, 1, 2};
  made = build_collapse(c, has_zero ? type_with_element(c->ctx, type, sum) : type, made, reassociation(c, groups, 4));
  const AffineMap *same = affine_map_identity(c->ctx, 4), *maps[3] = {map_of_bias(c, shape_of(bias), 4), same, same};
  Operation *generic = make_generic(c, (Value *const[]){bias, made, target}, 2, 1, maps, 0, &inside);
  Value *x = inside.block->args[0], *y = inside.block->args[1];
  if (has_zero && x->type != y->type) x = build1(&inside, OP_ARITH_EXTSI, y->type, x);
  build_linalg_yield1(&inside, build_binary(&inside, type_is_float(element) ? OP_ARITH_ADDF : OP_ARITH_ADDI, x, y));
  return convert_replace1(c, op, op_result(generic, 0));
}

// ---------------------------------------------------------------------------------------------
// tosa.matmul, tosa.transpose

static bool lower_matmul(Conversion *c, Operation *op, Value *const *operands) {
  int64_t zeros[2];
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  for (uint32_t i = 0; i < 2; i++) {
    if (!zero_point(c->ctx, op_operand(op, 2 + i), false, &zeros[i])) return convert_no_match(c, op, "its zero points are no constants");
    if (!zero_point_fits(op_operand(op, i), zeros[i])) return convert_no_match(c, op, "zero points of others than i8 are zero");
  }
  const ShapedType *result = type_as_shaped(op_result_type(op, 0));
  A zero_constant = zero_attr(c->ctx, result->element);
  if (!zero_constant) return convert_no_match(c, op, "such elements are not added");
  Builder *b = &c->b;
  ValueVec sizes = {0};
  for (uint32_t i = 0; i < 3; i++)
    if (result->dims[i] == DYNAMIC) vec_push(c->arena, &sizes, build_dim_of(b, op_operand(op, i == 2), i));
  Value *zero = build_constant(b, zero_constant), *init = build_fill(c, zero, make_empty(b, result->dims, 3, result->element, &sizes));
  if (!zeros[0] && !zeros[1]) return convert_replace1(c, op, op_result(build_named(c, OP_LINALG_BATCH_MATMUL, (Value *const[]){operands[0], operands[1], init}, 2, NULL, NULL), 0));
  Value *x = build_i32(b, zeros[0]), *y = build_i32(b, zeros[1]);
  return convert_replace1(c, op, op_result(build_named(c, OP_LINALG_QUANTIZED_BATCH_MATMUL, (Value *const[]){operands[0], operands[1], x, y, init}, 4, NULL, NULL), 0));
}

static bool lower_transpose(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  I64Vec order = numbers_of(c, op_prop_at(op, TOSA_TRANSPOSE_PERMS));
  uint32_t rank = (uint32_t)shape_of(input)->rank;
  OpFoldResult *sizes = arena_new(c->arena, OpFoldResult, rank + 1u), *permuted = arena_new(c->arena, OpFoldResult, rank + 1u);
  if (!sizes || !permuted || order.count != rank) return convert_no_match(c, op, "it does not say where each dimension goes");
  const ShapedType *from = shape_of(input), *to = type_as_shaped(op_result_type(op, 0));
  for (uint32_t i = 0; i < rank; i++)
    if (order.data[i] < 0 || order.data[i] >= rank || to->dims[i] != from->dims[order.data[i]]) return convert_no_match(c, op, "its result says other sizes than follow from the operand");
  for (uint32_t i = 0; i < rank; i++) sizes[i] = mixed_dim(&c->b, input, i);
  for (uint32_t i = 0; i < rank; i++) permuted[i] = sizes[order.data[i]];
  Value *init = build_empty_of(&c->b, permuted, rank, type_element(input->type), c->arena);
  OpState *state = builder_begin(&c->b, OP_LINALG_TRANSPOSE);
  op_state_add_operand2(state, input, init);
  op_state_add_type(state, init->type);
  op_state_set_prop(state, LINALG_TRANSPOSE_PERMUTATION, attr_i64_array(c->ctx, order.data, rank));
  op_state_add_region(state);
  Operation *made = builder_finish_typed(&c->b);
  Builder inside;
  begin_loop_body(c, made, &inside);
  build_linalg_yield1(&inside, inside.block->args[0]);
  return convert_replace1(c, op, op_result(made, 0));
}

// ---------------------------------------------------------------------------------------------
// Pools

static Value *window_shape(Conversion *c, const I64Vec *kernel, T element) { return make_empty(&c->b, kernel->data, 2, element, NULL); }

static bool lower_max_pool(Conversion *c, Operation *op, Value *const *operands) {
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  Value *input = operands[0];
  T type = type_convert(c->types, op_result_type(op, 0)), element = type_element(input->type);
  const IntegerType *original = type_as_integer(type_element(op_result_type(op, 0)));
  bool is_unsigned = original && original->signedness == UNSIGNED;
  I64Vec kernel = numbers_of(c, op_prop_at(op, TOSA_MAX_POOL2D_KERNEL)), stride = numbers_of(c, op_prop_at(op, TOSA_MAX_POOL2D_STRIDE)), padding = numbers_of(c, op_prop_at(op, TOSA_MAX_POOL2D_PAD));
  A least = NULL;
  if (type_is_float(element)) {
    FloatKind kind = type_float_kind(element);
    if (kind == FLOAT_F32 || kind == FLOAT_BF16 || kind == FLOAT_F16) least = attr_float(c->ctx, element, apfloat_largest(kind, true));
  } else if (type_kind(element) == TYPE_INTEGER) {
    least = attr_i64(c->ctx, element, is_unsigned ? 0 : least_int(type_bits(element)));
  }
  if (!type || !least) return convert_no_match(c, op, "such elements have no least one");
  if (kernel.count != 2 || stride.count != 2 || padding.count != 4) return convert_no_match(c, op, "its window has other dimensions");
  const ShapedType *result = type_as_shaped(type);
  Builder *b = &c->b;
  ValueVec sizes = {0};
  for (uint32_t i = 0; i < 4; i++) {
    if (result->dims[i] != DYNAMIC) continue;
    Value *size = build_dim_of(b, input, i);
    if (i == 1 || i == 2) {
      Value *length = build_index(b, kernel.data[i - 1]);
      size = output_size(b, size, padding.data[2 * i - 2], padding.data[2 * i - 1], length, stride.data[i - 1], 1);
    }
    vec_push(c->arena, &sizes, size);
  }
  Value *padded = apply_padding(c, input, &padding, least), *lowest = build_constant(b, least);
  Value *init = build_fill(c, lowest, make_empty(b, result->dims, 4, result->element, &sizes)), *window = window_shape(c, &kernel, element);
  Value *values[3] = {padded, window, init};
  if (type_is_float(element) && ignores_nan(op, TOSA_MAX_POOL2D_NAN_MODE)) {
    E d[6], from[4];
    for (uint32_t i = 0; i < 6; i++) d[i] = affine_dim(c->ctx, i);
    for (uint32_t i = 0; i < 4; i++) from[i] = i == 1 || i == 2 ? affine_add(c->ctx, affine_mul(c->ctx, d[i], affine_const(c->ctx, stride.data[i - 1])), d[i + 3]) : d[i];
    const AffineMap *maps[3] = {affine_map(c->ctx, 6, 0, from, 4), affine_map(c->ctx, 6, 0, d + 4, 2), affine_map(c->ctx, 6, 0, d, 4)};
    Builder inside;
    Operation *generic = make_generic(c, values, 2, 1, maps, 3u << 4, &inside);
    Value **x = inside.block->args, *greater = build_binary(&inside, OP_ARITH_MAXIMUMF, x[2], x[0]);
    Value *is_nan = build_cmpf(&inside, ARITH_CMP_F_PREDICATE_UNO, x[0], x[0]);
    build_linalg_yield1(&inside, build_select(&inside, is_nan, x[2], greater));
    return convert_replace1(c, op, op_result(generic, 0));
  }
  uint32_t opcode = is_unsigned ? OP_LINALG_POOLING_NHWC_MAX_UNSIGNED : OP_LINALG_POOLING_NHWC_MAX;
  return convert_replace1(c, op, op_result(build_named(c, opcode, values, 2, dense_of(c, true, &stride), vector_of_ones(c)), 0));
}

// How many elements of the window lie in the tensor, in one dimension.
static Value *coverage(Builder *b, uint32_t dim, Value *last, Value *zero, Value *one, int64_t stride, int64_t kernel, const int64_t *padding) {
  Value *step = build_index(b, stride), *covered = build_index(b, kernel), *left = build_loop_index(b, dim), *right = build_binary(b, OP_ARITH_SUBI, last, left);
  Value *ends[2] = {build_binary(b, OP_ARITH_MULI, left, step)};
  ends[1] = build_binary(b, OP_ARITH_MULI, right, step);
  for (uint32_t i = 0; i < 2; i++) {
    if (!padding[i]) continue;
    Value *outside = build_binary(b, OP_ARITH_SUBI, ends[i], build_index(b, padding[i]));
    covered = build_binary(b, OP_ARITH_ADDI, covered, build_binary(b, OP_ARITH_MINSI, outside, zero));
  }
  return build_binary(b, OP_ARITH_MAXSI, one, covered);
}

// The sum divided by the count, as a product with 2^30 / count and a shift.
static Value *divide_integers(Builder *b, Value *x, Value *count, int64_t input_zero, int64_t output_zero, T sum, T result) {
  T i8 = type_integer(b->ctx, 8, SIGNLESS), i32 = type_integer(b->ctx, 32, SIGNLESS), i64 = type_integer(b->ctx, 64, SIGNLESS);
  if (input_zero) {
    Value *zero = build_int(b, sum, input_zero), *offset = build2(b, OP_ARITH_MULI, sum, count, zero);
    x = build2(b, OP_ARITH_SUBI, sum, x, offset);
  }
  Value *one = build_i32(b, 1), *thirty_two = build_i32(b, 32), *less = build_binary(b, OP_ARITH_SUBI, count, one);
  Value *bits = build_binary(b, OP_ARITH_SUBI, thirty_two, build_unary(b, OP_MATH_CTLZ, less)), *wide = build1(b, OP_ARITH_EXTUI, i64, bits);
  Value *numerator = build_binary(b, OP_ARITH_SHLI, build_int(b, i64, (INT64_C(1) << 30) + 1), wide), *wide_count = build1(b, OP_ARITH_EXTUI, i64, count);
  Value *multiplier = build1(b, OP_ARITH_TRUNCI, i32, build_binary(b, OP_ARITH_DIVUI, numerator, wide_count));
  Value *shift = build1(b, OP_ARITH_TRUNCI, i8, bits), *thirty = build_int(b, i8, 30);
  x = build_apply_scale(b, x, multiplier, build_binary(b, OP_ARITH_ADDI, shift, thirty), TOSA_ROUNDING_MODE_SINGLE_ROUND);
  if (output_zero) x = build_binary(b, OP_ARITH_ADDI, x, build_int(b, x->type, output_zero));
  uint32_t width = type_bits(result);
  Value *min = build_int(b, sum, least_int(width)), *max = build_int(b, sum, greatest_int(width)), *clamped = clamp_int(b, x, min, max, false);
  return result == clamped->type ? clamped : build1(b, OP_ARITH_TRUNCI, result, clamped);
}

static bool lower_avg_pool(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  const ShapedType *from = shape_of(input), *result = type_as_shaped(op_result_type(op, 0));
  for (uint32_t i = 1; i < 4; i++)
    if (from->dims[i] == DYNAMIC || result->dims[i] == DYNAMIC) return convert_no_match(c, op, "sizes other than the first are not known");
  T sum = ((const TypeAttr *)op_prop_at(op, TOSA_AVG_POOL2D_ACC_TYPE))->type, element = result->element;
  int64_t input_zero, output_zero;
  if (!zero_point(c->ctx, op_operand(op, 1), false, &input_zero) || !zero_point(c->ctx, op_operand(op, 2), false, &output_zero)) return convert_no_match(c, op, "its zero points are no constants");
  I64Vec kernel = numbers_of(c, op_prop_at(op, TOSA_AVG_POOL2D_KERNEL)), stride = numbers_of(c, op_prop_at(op, TOSA_AVG_POOL2D_STRIDE)), padding = numbers_of(c, op_prop_at(op, TOSA_AVG_POOL2D_PAD));
  A zero = zero_attr(c->ctx, from->element), zero_sum = zero_attr(c->ctx, sum);
  if (!zero || !zero_sum || kernel.count != 2 || stride.count != 2 || padding.count != 4) return convert_no_match(c, op, "such elements are not added");
  if (!type_is_float(sum) && (!type_is_int(sum, 32) || type_kind(element) != TYPE_INTEGER)) return convert_no_match(c, op, "it adds with other integers than i32");
  Builder *b = &c->b, inside;
  ValueVec sizes = {0};
  if (from->dims[0] == DYNAMIC || result->dims[0] == DYNAMIC) vec_push(c->arena, &sizes, build_dim_of(b, input, 0));
  if (result->dims[0] != DYNAMIC) vec_clear(&sizes);
  Value *padded = apply_padding(c, input, &padding, zero), *start = build_constant(b, zero_sum);
  Value *init = build_fill(c, start, make_empty(b, result->dims, 4, sum, &sizes)), *window = window_shape(c, &kernel, sum);
  Value *pooled = op_result(build_named(c, OP_LINALG_POOLING_NHWC_SUM, (Value *const[]){padded, window, init}, 2, dense_of(c, true, &stride), vector_of_ones(c)), 0);
  Value *last[2] = {build_dim_of(b, pooled, 1)};
  last[1] = build_dim_of(b, pooled, 2);
  Value *one = build_index(b, 1);
  for (uint32_t i = 0; i < 2; i++) last[i] = build_binary(b, OP_ARITH_SUBI, last[i], one);
  Value *empty = make_empty(b, result->dims, 4, element, &sizes);
  const AffineMap *same = affine_map_identity(c->ctx, 4);
  Operation *generic = make_generic(c, (Value *const[]){pooled, empty}, 1, 1, (const AffineMap *const[]){same, same}, 0, &inside);
  b = &inside;
  Value *none = build_index(b, 0), *x = inside.block->args[0];
  Value *height = coverage(b, 1, last[0], none, one, stride.data[0], kernel.data[0], padding.data);
  Value *width = coverage(b, 2, last[1], none, one, stride.data[1], kernel.data[1], padding.data + 2);
  Value *count = build1(b, OP_ARITH_INDEX_CAST, i32_of(c), build_binary(b, OP_ARITH_MULI, height, width));
  if (type_is_float(sum)) {
    x = build_binary(b, OP_ARITH_DIVF, x, build1(b, OP_ARITH_SITOFP, sum, count));
    if (type_bits(sum) > type_bits(element)) x = build1(b, OP_ARITH_TRUNCF, element, x);
  } else {
    x = divide_integers(b, x, count, input_zero, output_zero, sum, element);
  }
  build_linalg_yield1(b, x);
  return convert_replace1(c, op, op_result(generic, 0));
}

// ---------------------------------------------------------------------------------------------
// The pass

static const Pattern patterns[] = {
  {.root = OP_TOSA_CONV2D, .rewrite = lower_convolution, .name = "$root as a convolution of linalg"},
  {.root = OP_TOSA_CONV3D, .rewrite = lower_convolution, .name = "$root as a convolution of linalg"},
  {.root = OP_TOSA_DEPTHWISE_CONV2D, .rewrite = lower_depthwise, .name = "$root as a convolution of linalg"},
  {.root = OP_TOSA_MATMUL, .rewrite = lower_matmul, .name = "$root as linalg.batch_matmul"},
  {.root = OP_TOSA_AVG_POOL2D, .rewrite = lower_avg_pool, .name = "$root as a sum over windows and quotients"},
  {.root = OP_TOSA_TRANSPOSE, .rewrite = lower_transpose, .name = "$root as linalg.transpose"},
};

static const Pattern of_signless[] = {{.root = OP_TOSA_MAX_POOL2D, .rewrite = lower_max_pool, .name = "$root as a maximum over windows"}};

static Legality legality(Conversion *c, Operation *op) {
  (void)c;
  for (uint32_t i = 0; i < countof(patterns); i++)
    if (op_is(op, patterns[i].root)) return ILLEGAL;
  return op_is(op, OP_TOSA_MAX_POOL2D) ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  TypeConverter types;
  conversion_init(&c, pass, legality);
  signless_types(&types, pass);
  c.full = true;
  conversion_add_table(&c, patterns, NULL);
  conversion_add_table(&c, of_signless, &types);
  return conversion_run(&c, op);
}

const PassDef tosa_to_linalg_named_pass = {
  .name = "tosa-to-linalg-named", .class_name = "TosaToLinalgNamed", .summary = "Lower TOSA to LinAlg named operations",
  .works_on = "tosa", .makes = "linalg tensor arith math tosa", .anchor = OP_FUNC_FUNC, .run = run,
  PASS_OPTIONS(&option_hwcf),
};
