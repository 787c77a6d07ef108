// What tosa's operations must satisfy: convolutions, products, scales, movement of elements, variables
// (after mlir/lib/Dialect/Tosa/IR/TosaOps.cpp).
#include "ops/tosa.h"

#include "asm/params.h"
#include "dialects/tosa/infer.h"
#include "dialects/tosa/shapes.h"
#include "ir/constants.h"
#include "ir/symbol.h"
#include "ir/text.h"
#include "ir/type.h"
#include "ir/verify.h"

typedef long long Number;   // of a message

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type) : NULL; }
static bool is_number(T element) { return type_kind(element) == TYPE_INTEGER || type_is_float(element); }
static int64_t shape_rank(T type) { return (int64_t)((const ParamsType *)type)->words[0]; }
static bool fit(int64_t a, int64_t b) { return a == b || a == DYNAMIC || b == DYNAMIC; }
static int64_t listed(const Operation *op, const char *name, uint64_t i) { return dense_array_i64(op_prop(op, name), i); }
static T element(const Operation *op, uint32_t i) { return type_element(op_operand_type(op, i)); }

static bool same_elements(Verifier *v, const Operation *op, T input, T output) {
  T a = type_element(input), b = type_element(output);
  if (a == b || !is_number(a) || !is_number(b)) return true;
  return verify_fail(v, op, "expect input and output to have same element type, got '%s' and '%s'", type_text(v->ctx, a), type_text(v->ctx, b));
}

// A list of numbers of which one is less than `least`.
static bool at_least(Verifier *v, const Operation *op, const char *name, const char *what, int64_t least, const char *open, const char *close) {
  A list = op_prop(op, name);
  StrBuf text;
  bool ok = true;
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)list)->count; i++) ok &= dense_array_i64(list, i) >= least;
  if (ok) return true;
  strbuf_init(&text, &v->ctx->mem);
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)list)->count; i++) strbuf_printf(&text, "%s%lld", i ? ", " : "", (Number)dense_array_i64(list, i));
  verify_fail(v, op, "expect all %s values to be >= %lld, got %s%.*s%s", what, (Number)least, open, STR_ARG(strbuf_view(&text)), close);
  strbuf_free(&text);
  return false;
}

// ---------------------------------------------------------------------------------------------
// Shapes: operations that calculate them make them, so that they are known while compiling

bool verify_tosa_shapes(Verifier *v, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Operation *def = value_def(op_operand(op, i));
    if (op_operand_type(op, i)->def == &tosa_shape_type && (!def || !op_among(def, TOSA))) return verify_fail(v, op, "shape operand is not compile time resolvable");
  }
  return true;
}

bool verify_tosa_same_ranks(Verifier *v, const Operation *op) {
  if (!verify_tosa_shapes(v, op)) return false;
  int64_t rank = shape_rank(op_operand_type(op, 0));
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (shape_rank(op_operand_type(op, i)) != rank) return verify_fail(v, op, "operands don't have matching ranks");
  return shape_rank(op_result_type(op, 0)) == rank || verify_fail(v, op, "result shape has different rank than operands");
}

bool verify_tosa_dim(Verifier *v, const Operation *op) {
  const ShapedType *input = ranked(op_operand_type(op, 0));
  int64_t axis = op_prop_i64_at(op, TOSA_DIM_AXIS);
  if (shape_rank(op_result_type(op, 0)) != 1) return verify_fail(v, op, "expect output shape type to have rank 1, got %lld", (Number)shape_rank(op_result_type(op, 0)));
  return !input || (axis >= 0 && axis < (int64_t)input->rank) || verify_fail(v, op, "expect axis to be in the range [0, %lld), got %lld", (Number)input->rank, (Number)axis);
}

// ---------------------------------------------------------------------------------------------
// Zero points

// Of an operand; false: it is no constant. A float that is not zero counts as -1.
static bool zero_point(const Operation *op, uint32_t i, int64_t *out) {
  A constant = tosa_constant(op_operand(op, i));
  APInt value;
  APFloat number;
  if (!constant) return false;
  if (constant_float(constant, &number)) *out = apfloat_is_zero(number) ? 0 : -1;
  else if (!constant_int(constant, &value) || !apint_to_i64(&value, out)) return false;
  return true;
}

bool verify_tosa_zero_point(Verifier *v, const Operation *op, uint32_t i, const char *what) {
  int64_t zp;
  if (!zero_point(op, i, &zp) || zp == 0 || (type_kind(element(op, i)) == TYPE_INTEGER && type_bits(element(op, i)) == 8)) return true;
  return verify_fail(v, op, "%s zero point must be zero for non-int8 integer types", what);
}

// ---------------------------------------------------------------------------------------------
// Convolutions

static bool is_f8(T type) { return type_is_float(type) && (type_float_kind(type) == FLOAT_F8E5M2 || type_float_kind(type) == FLOAT_F8E4M3FN); }
static bool is_float_kind(T type, FloatKind kind) { return type_is_float(type) && type_float_kind(type) == kind; }

static bool verify_conv_elements(Verifier *v, const Operation *op) {
  T input = element(op, 0), weight = element(op, 1), bias = element(op, 2), result = type_element(op_result_type(op, 0));
  Context *ctx = v->ctx;
  if (type_is_float(bias) && type_is_float(result) && bias != result)
    return verify_fail(v, op, "expect both bias and result to have same element type, got '%s' and '%s'", type_text(ctx, bias), type_text(ctx, result));
  if ((is_f8(input) || is_f8(weight)) && input != weight)
    return verify_fail(v, op, "expect both input and weight to have same element type, got '%s' and '%s'", type_text(ctx, input), type_text(ctx, weight));
  if (!is_number(input) || !is_number(weight)) return true;
  if (type_is_float(input) != type_is_float(weight))
    return verify_fail(v, op, "expect both input and weight to be float or not together, got '%s' and '%s'", type_text(ctx, input), type_text(ctx, weight));
  if (input != element(op, 3))
    return verify_fail(v, op, "expect both input and its zero point are the same element type, got '%s' and '%s'", type_text(ctx, input), type_text(ctx, element(op, 3)));
  if (weight != element(op, 4))
    return verify_fail(v, op, "expect both weight and its zero point are the same element type, got '%s' and '%s'", type_text(ctx, weight), type_text(ctx, element(op, 4)));
  return verify_tosa_zero_point(v, op, 3, "input") && verify_tosa_zero_point(v, op, 4, "weight");
}

static bool verify_tosa_accumulator(Verifier *v, const Operation *op) {
  T input = element(op, 0), acc = ((const TypeAttr *)op_prop(op, "acc_type"))->type;
  bool f16 = is_float_kind(acc, FLOAT_F16), f32 = is_float_kind(acc, FLOAT_F32);
  if (type_is_int(input, 8) && !type_is_int(acc, 32)) return verify_fail(v, op, "accumulator type for i8 tensor is not i32");
  if (type_is_int(input, 16) && !type_is_int(acc, 48)) return verify_fail(v, op, "accumulator type for i16 tensor is not i48");
  if ((is_float_kind(input, FLOAT_F8E5M2) || is_float_kind(input, FLOAT_F8E4M3)) && !f16) return verify_fail(v, op, "accumulator type for f8 tensor is not f16");
  if (is_float_kind(input, FLOAT_F16) && !f16 && !f32) return verify_fail(v, op, "accumulator type for f16 tensor is not f16/f32");
  if (is_float_kind(input, FLOAT_BF16) && !f32) return verify_fail(v, op, "accumulator type for bf16 tensor is not f32");
  return !is_float_kind(input, FLOAT_F32) || f32 || verify_fail(v, op, "accumulator type for f32 tensor is not f32");
}

static bool verify_conv_bias(Verifier *v, const Operation *op, int64_t channels) {
  const ShapedType *bias = ranked(op_operand_type(op, 2));
  if (!bias || fit(bias->dims[0], channels) || bias->dims[0] == 1) return true;
  return verify_fail(v, op, "bias channels expected to be equal to output channels (%lld) or 1, got %lld", (Number)channels, (Number)bias->dims[0]);
}

typedef struct Side { const char *name, *axis, *before, *after; } Side;

static bool verify_conv_side(Verifier *v, const Operation *op, uint32_t i, const Side *side, int64_t size, int64_t kernel, int64_t output) {
  int64_t before = listed(op, "pad", 2 * i), after = listed(op, "pad", 2 * i + 1), stride = listed(op, "stride", i), dilation = listed(op, "dilation", i);
  if (size == DYNAMIC || kernel == DYNAMIC) return true;
  int64_t room = size - 1 + before + after - (kernel - 1) * dilation;
  if (room % stride)
    return verify_fail(v, op, "expected input_%s - 1 + pad_%s + pad_%s - (kernel_%s - 1) * dilation_%s to be wholly divisible by stride_%s, got (%lld - 1 + %lld + %lld - (%lld - 1) * %lld) / %lld",
                       side->name, side->before, side->after, side->name, side->axis, side->axis, (Number)size, (Number)before, (Number)after, (Number)kernel, (Number)dilation, (Number)stride);
  if (fit(output, room / stride + 1)) return true;
  return verify_fail(v, op, "calculated output %s did not match expected: calculated=%lld, expected=%lld", side->name, (Number)(room / stride + 1), (Number)output);
}

bool verify_tosa_conv(Verifier *v, const Operation *op) {
  static const Side sides[] = {{"depth", "d", "front", "back"}, {"height", "y", "top", "bottom"}, {"width", "x", "left", "right"}};
  const ShapedType *input = ranked(op_operand_type(op, 0)), *weight = ranked(op_operand_type(op, 1)), *output = ranked(op_result_type(op, 0));
  uint32_t count = op_is(op, OP_TOSA_CONV3D) ? 3 : 2, first = op_is(op, OP_TOSA_DEPTHWISE_CONV2D) ? 0 : 1;
  if (!verify_conv_elements(v, op) || !verify_tosa_accumulator(v, op)) return false;
  if (!at_least(v, op, "pad", "padding", 0, "", "") || !at_least(v, op, "stride", "stride", 1, "", "") || !at_least(v, op, "dilation", "dilation", 1, "", "")) return false;
  if (!output) return true;
  for (uint32_t i = 0; input && weight && i < count; i++)
    if (!verify_conv_side(v, op, i, &sides[3 - count + i], input->dims[i + 1], weight->dims[first + i], output->dims[i + 1])) return false;
  return verify_conv_bias(v, op, output->dims[count + 1]);
}

bool verify_tosa_transpose_conv2d(Verifier *v, const Operation *op) {
  static const struct { const char *name, *kernel; } pads[] = {{"out_pad_top", "KH"}, {"out_pad_bottom", "KH"}, {"out_pad_left", "KW"}, {"out_pad_right", "KW"}};
  const ShapedType *input = ranked(op_operand_type(op, 0)), *weight = ranked(op_operand_type(op, 1)), *output = ranked(op_result_type(op, 0));
  if (!verify_conv_elements(v, op) || !verify_tosa_accumulator(v, op) || !at_least(v, op, "stride", "stride", 1, "[", "]")) return false;
  for (uint32_t i = 0; i < 4; i++) {
    int64_t kernel = weight ? weight->dims[1 + i / 2] : DYNAMIC, pad = listed(op, "out_pad", i);
    if (kernel != DYNAMIC && pad <= -kernel)
      return verify_fail(v, op, "expected %s > -%s, but got: %s=%lld and %s=%lld", pads[i].name, pads[i].kernel, pads[i].name, (Number)pad, pads[i].kernel, (Number)kernel);
  }
  if (!output) return true;
  for (uint32_t i = 0; input && weight && i < 2; i++) {
    int64_t size = input->dims[1 + i], made = output->dims[1 + i], kernel = weight->dims[1 + i], stride = listed(op, "stride", i), before = listed(op, "out_pad", 2 * i), after = listed(op, "out_pad", 2 * i + 1);
    if (size == DYNAMIC || made == DYNAMIC || kernel == DYNAMIC || made == (size - 1) * stride + before + after + kernel) continue;
    return verify_fail(v, op, "dimension mismatch: expected O%c == (I%c - 1) * stride_%c + %s + %s + %s, but got %lld != (%lld - 1) * %lld + %lld + %lld + %lld", i ? 'W' : 'H', i ? 'W' : 'H', i ? 'x' : 'y',
                       pads[2 * i].name, pads[2 * i + 1].name, pads[2 * i].kernel, (Number)made, (Number)size, (Number)stride, (Number)before, (Number)after, (Number)kernel);
  }
  return verify_conv_bias(v, op, output->dims[3]);
}

// ---------------------------------------------------------------------------------------------
// Products

bool verify_tosa_matmul(Verifier *v, const Operation *op) {
  T a = element(op, 0), b = element(op, 1);
  Context *ctx = v->ctx;
  if (!is_number(a) || !is_number(b)) return true;
  if (a != element(op, 2)) return verify_fail(v, op, "expect input a and a_zp have the same element type, got '%s' and '%s'", type_text(ctx, a), type_text(ctx, element(op, 2)));
  if (b != element(op, 3)) return verify_fail(v, op, "expect input b and b_zp have the same element type, got '%s' and '%s'", type_text(ctx, b), type_text(ctx, element(op, 3)));
  return verify_tosa_zero_point(v, op, 2, "a") && verify_tosa_zero_point(v, op, 3, "b");
}

static bool can_broadcast(const ShapedType *a, const ShapedType *b) {
  for (uint64_t i = 0; i < a->rank; i++)
    if (!fit(a->dims[i], b->dims[i]) && a->dims[i] != 1 && b->dims[i] != 1) return false;
  return true;
}

bool verify_tosa_mul(Verifier *v, const Operation *op) {
  T result = op_result_type(op, 0), to = type_element(result);
  int64_t shift;
  if (type_kind(to) == TYPE_INTEGER) {
    if (element(op, 0) != element(op, 1) || type_is_float(element(op, 0))) return verify_fail(v, op, "requires the same element type for all operands");
    if (type_kind(element(op, 0)) == TYPE_INTEGER && type_bits(element(op, 0)) > type_bits(to)) return verify_fail(v, op, "invalid data type size for operands or result");
  } else {
    if (element(op, 0) != to || element(op, 1) != to) return verify_fail(v, op, "requires the same element type for all operands and results");
    if (zero_point(op, 2, &shift) && shift) return verify_fail(v, op, "require shift to be 0 for float type");
  }
  const ShapedType *a = ranked(op_operand_type(op, 0)), *b = ranked(op_operand_type(op, 1)), *made = ranked(result);
  if (a && b && a->rank != b->rank) return verify_fail(v, op, "a and b operands don't have matching ranks, got %lld and %lld", (Number)a->rank, (Number)b->rank);
  if (a && b && !can_broadcast(a, b))
    return verify_fail(v, op, "a and b operands don't have broadcast-compatible shapes, got '%s' and '%s'", type_text(v->ctx, &a->base), type_text(v->ctx, &b->base));
  if (made && a && made->rank != a->rank) return verify_fail(v, op, "result type has different rank than a, got %lld vs %lld", (Number)made->rank, (Number)a->rank);
  if (made && b && made->rank != b->rank) return verify_fail(v, op, "result type has different rank than b, got %lld vs %lld", (Number)made->rank, (Number)b->rank);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Scales

static bool verify_rescale_side(Verifier *v, const Operation *op, T value, uint32_t i, const char *name, uint32_t slot) {
  T type = type_element(value), zp_type = element(op, i);
  int64_t zp;
  if (!is_number(type)) return true;   // quantized
  if (type_kind(type) != TYPE_INTEGER) return verify_fail(v, op, "expect %s to have integer element type, got '%s'", name, type_text(v->ctx, type));
  if (type_kind(zp_type) != TYPE_INTEGER || type_bits(type) != type_bits(zp_type))
    return verify_fail(v, op, "expected %s and %s_zp to both be integer of the same bitwidth, but got '%s' vs. '%s'", name, name, type_text(v->ctx, type), type_text(v->ctx, zp_type));
  bool no_sign = attr_to_bool(op_prop_at(op, slot)), wide = type_bits(zp_type) == 16 && no_sign;
  if (!zero_point(op, i, &zp) || zp == 0 || type_bits(zp_type) == 8) return true;
  if (!wide) return verify_fail(v, op, "expect %s_zp of 0, got %lld", name, (Number)zp);
  zp &= UINT16_MAX;
  return zp == 32768 || verify_fail(v, op, "expect %s_zp of 0 or 32768 for unsigned int16 %s, got %lld", name, name, (Number)zp);
}

bool verify_tosa_rescale(Verifier *v, const Operation *op) {
  static const char *const names[] = {"multiplier", "shift"};
  bool is_wide = attr_to_bool(op_prop_at(op, TOSA_RESCALE_SCALE32));
  if (!verify_rescale_side(v, op, op_operand_type(op, 0), 3, "input", TOSA_RESCALE_INPUT_UNSIGNED) || !verify_rescale_side(v, op, op_result_type(op, 0), 4, "output", TOSA_RESCALE_OUTPUT_UNSIGNED)) return false;
  if (!type_is_int(element(op, 1), is_wide ? 32 : 16))
    return verify_fail(v, op, "expect %s element type for multiplier for scale32=%s, got '%s'", is_wide ? "i32" : "i16", is_wide ? "true" : "false", type_text(v->ctx, element(op, 1)));
  const ShapedType *input = ranked(op_operand_type(op, 0));
  if (!input) return true;
  int64_t channels = attr_to_bool(op_prop_at(op, TOSA_RESCALE_PER_CHANNEL)) && input->rank ? input->dims[input->rank - 1] : 1;
  for (uint32_t i = 0; i < 2; i++) {
    const ShapedType *shape = ranked(op_operand_type(op, 1 + i));
    if (!shape) return true;
    if (shape->dims[0] != DYNAMIC && shape->dims[0] != channels) return verify_fail(v, op, "expect shape of { %lld } for %s input, got { %lld }", (Number)channels, names[i], (Number)shape->dims[0]);
  }
  return true;
}

bool verify_tosa_resize(Verifier *v, const Operation *op) {
  if (!verify_tosa_shapes(v, op)) return false;
  static const char *const names[] = {"height", "width"};
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(op_result_type(op, 0));
  I64Vec scale = {0}, offset = {0}, border = {0};
  if (!input) return verify_fail(v, op, "expect a ranked input tensor");
  if (!output) return verify_fail(v, op, "expect a ranked output tensor");
  if (!tosa_shape_values(v->ctx, tosa_constant(op_operand(op, 1)), v->arena, &scale) || !tosa_shape_values(v->ctx, tosa_constant(op_operand(op, 2)), v->arena, &offset) ||
      !tosa_shape_values(v->ctx, tosa_constant(op_operand(op, 3)), v->arena, &border) || scale.count != 4 || offset.count != 2 || border.count != 2)
    return true;
  for (uint32_t i = 0; i < 4; i++)
    if (scale.data[i] <= 0)
      return verify_fail(v, op, "expect all scale values to be > 0, got %lld, %lld, %lld, %lld", (Number)scale.data[0], (Number)scale.data[1], (Number)scale.data[2], (Number)scale.data[3]);
  for (uint32_t i = 0; i < 2; i++) {
    int64_t size = input->dims[i + 1], n = scale.data[2 * i], d = scale.data[2 * i + 1], room = (size - 1) * n - offset.data[i] + border.data[i];
    char axis = i ? 'x' : 'y';
    if (size == DYNAMIC || size == 1) continue;   // one element may be broadcast
    if (room % d)
      return verify_fail(v, op, "expected (input_%s - 1) * scale_%c_n - offset_%c + border_%c to be wholly divisible by scale_%c_d, got ((%lld - 1) * %lld - %lld + %lld) / %lld", names[i], axis, axis, axis,
                         axis, (Number)size, (Number)n, (Number)offset.data[i], (Number)border.data[i], (Number)d);
    if (!fit(output->dims[i + 1], room / d + 1))
      return verify_fail(v, op, "calculated output %s did not match expected: calculated=%lld, expected=%lld", names[i], (Number)(room / d + 1), (Number)output->dims[i + 1]);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Movement of elements

bool verify_tosa_pad(Verifier *v, const Operation *op) {
  if (!verify_tosa_shapes(v, op)) return false;
  T result = op_result_type(op, 0);
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(result);
  if (!same_elements(v, op, op_operand_type(op, 0), result) || !same_elements(v, op, op_operand_type(op, 2), result)) return false;
  if (!input || !output) return true;
  if (input->rank != output->rank) return verify_fail(v, op, "expect same input and output tensor rank.");
  int64_t rank = shape_rank(op_operand_type(op, 1)), wanted = 2 * (int64_t)input->rank;
  return rank == wanted || verify_fail(v, op, "expected padding tensor dim 0 to have size %lld (2*rank(shape1)) but got size %lld", (Number)wanted, (Number)rank);
}

bool verify_tosa_slice(Verifier *v, const Operation *op) {
  if (!verify_tosa_shapes(v, op)) return false;
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(op_result_type(op, 0));
  if (!same_elements(v, op, op_operand_type(op, 0), op_result_type(op, 0))) return false;
  if (!input) return true;
  if (output && input->rank != output->rank) return verify_fail(v, op, "expect input1 and output to have the same ranks, got %lld and %lld", (Number)input->rank, (Number)output->rank);
  if (shape_rank(op_operand_type(op, 1)) != (int64_t)input->rank) return verify_fail(v, op, "length of start is not equal to rank of input shape");
  return shape_rank(op_operand_type(op, 2)) == (int64_t)input->rank || verify_fail(v, op, "length of size is not equal to rank of input shape");
}

bool verify_tosa_table(Verifier *v, const Operation *op) {
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(op_result_type(op, 0));
  if (!input || !output) return true;
  if (input->rank != output->rank) return verify_fail(v, op, "expected input tensor rank to equal result tensor rank");
  for (uint64_t i = 0; i < input->rank; i++)
    if (output->dims[i] != DYNAMIC && output->dims[i] != input->dims[i])
      return verify_fail(v, op, "dim(result, %lld) = %lld doesn't match dim(input, %lld) = %lld", (Number)i, (Number)output->dims[i], (Number)i, (Number)input->dims[i]);
  return true;
}

bool verify_tosa_transpose(Verifier *v, const Operation *op) {
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(op_result_type(op, 0));
  A perms = op_prop_at(op, TOSA_TRANSPOSE_PERMS);
  uint64_t count = ((const DenseArrayAttr *)perms)->count;
  if (!same_elements(v, op, op_operand_type(op, 0), op_result_type(op, 0))) return false;
  if (input && count != input->rank) return verify_fail(v, op, "expected perms attribute to have size %lld (input rank) but got size %lld", (Number)input->rank, (Number)count);
  if (input && output && input->rank != output->rank) return verify_fail(v, op, "expected input tensor rank to equal result tensor rank");
  if (output && count != output->rank) return verify_fail(v, op, "expected perms attribute to have size %lld (output rank) but got size %lld", (Number)output->rank, (Number)count);
  for (uint64_t i = 0; i < count; i++) {
    int64_t at = dense_array_i64(perms, i);
    bool ok = at >= 0 && (uint64_t)at < count;
    for (uint64_t k = 0; ok && k < i; k++) ok = dense_array_i64(perms, k) != at;
    if (!ok) return verify_fail(v, op, "expected valid permutation indices");
  }
  if (!input || !output) return true;
  if (type_has_static_shape(&input->base) && type_has_static_shape(&output->base) && type_num_elements(&input->base) != type_num_elements(&output->base))
    return verify_fail(v, op, "expected input1 and output to have same numbers of elements, got %lld and %lld", (Number)type_num_elements(&input->base), (Number)type_num_elements(&output->base));
  for (uint64_t i = 0; i < count; i++) {
    int64_t from = dense_array_i64(perms, i);
    if (!fit(input->dims[from], output->dims[i]))
      return verify_fail(v, op, "expected output tensor dim %lld to match input dim %lld with value of %lld", (Number)i, (Number)from, (Number)input->dims[from]);
  }
  return true;
}

static bool has_size(Verifier *v, const Operation *op, const char *what, int dim, int64_t wanted, int64_t size) {
  return fit(wanted, size) || verify_fail(v, op, "requires %s dimension %d to have size %lld, got %lld", what, dim, (Number)wanted, (Number)size);
}

bool verify_tosa_gather(Verifier *v, const Operation *op) {
  const ShapedType *from = ranked(op_operand_type(op, 0)), *indices = ranked(op_operand_type(op, 1)), *output = ranked(op_result_type(op, 0));
  if (!same_elements(v, op, op_operand_type(op, 0), op_result_type(op, 0))) return false;
  int64_t n = from ? from->dims[0] : DYNAMIC;
  if (indices && !has_size(v, op, "indices", 0, n, indices->dims[0])) return false;
  if (indices && n == DYNAMIC) n = indices->dims[0];
  if (!output) return true;
  return has_size(v, op, "output", 0, n, output->dims[0]) && (!indices || has_size(v, op, "output", 1, indices->dims[1], output->dims[1])) && (!from || has_size(v, op, "output", 2, from->dims[2], output->dims[2]));
}

bool verify_tosa_scatter(Verifier *v, const Operation *op) {
  const ShapedType *into = ranked(op_operand_type(op, 0)), *indices = ranked(op_operand_type(op, 1)), *input = ranked(op_operand_type(op, 2)), *output = ranked(op_result_type(op, 0));
  if (!same_elements(v, op, op_operand_type(op, 0), op_result_type(op, 0)) || !same_elements(v, op, op_operand_type(op, 2), op_result_type(op, 0))) return false;
  int64_t n = into ? into->dims[0] : DYNAMIC, k = into ? into->dims[1] : DYNAMIC, c = into ? into->dims[2] : DYNAMIC, w = DYNAMIC;
  if (indices) {
    if (!has_size(v, op, "indices", 0, n, indices->dims[0])) return false;
    if (n == DYNAMIC) n = indices->dims[0];
    w = indices->dims[1];
  }
  if (input) {
    if (!has_size(v, op, "input", 0, n, input->dims[0]) || !has_size(v, op, "input", 1, w, input->dims[1]) || !has_size(v, op, "input", 2, c, input->dims[2])) return false;
    if (n == DYNAMIC) n = input->dims[0];
    if (w == DYNAMIC) w = input->dims[1];
    if (c == DYNAMIC) c = input->dims[2];
  }
  if (output) {
    if (!has_size(v, op, "values_out", 0, n, output->dims[0]) || !has_size(v, op, "values_out", 1, k, output->dims[1]) || !has_size(v, op, "values_out", 2, c, output->dims[2])) return false;
    if (k == DYNAMIC) k = output->dims[1];
  }
  return k == DYNAMIC || w == DYNAMIC || k >= w || verify_fail(v, op, "requires dimensions K >= W, got K=%lld and W=%lld", (Number)k, (Number)w);
}

bool verify_tosa_select(Verifier *v, const Operation *op) {
  return same_elements(v, op, op_operand_type(op, 1), op_result_type(op, 0)) && same_elements(v, op, op_operand_type(op, 2), op_result_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Variables

static bool verify_variable_use(Verifier *v, const Operation *op, T type, const char *what) {
  A name = op_prop(op, "name");
  const Operation *table = op_parent(op), *variable = NULL;
  while (table && !op_has(table, TRAIT_SYMBOL_TABLE)) table = op_parent(table);
  if (!table) return true;
  region_each_block(&table->regions[0], block) block_each_op(block, each)
    if (op_is(each, OP_TOSA_VARIABLE) && op_prop_at(each, TOSA_VARIABLE_SYM_NAME) == name) variable = each;
  if (!variable) return verify_fail(v, op, "'%.*s' has not been declared by 'tosa.variable'", STR_ARG(attr_str(name)));
  A shape = op_prop_at(variable, TOSA_VARIABLE_VAR_SHAPE);
  I64Vec dims = {0};
  if (!tosa_shape_values(v->ctx, shape, v->arena, &dims)) return true;
  for (uint32_t i = 0; i < dims.count; i++)
    if (dims.data[i] == -1) dims.data[i] = DYNAMIC;
  T held = type_tensor(v->ctx, dims.data, dims.count, ((const TypeAttr *)op_prop_at(variable, TOSA_VARIABLE_TYPE))->type, NULL);
  if (type_element(type) != type_element(held))
    return verify_fail(v, op, "require same element type for '%s' ('%s') and the input tensor ('%s')", what, type_text(v->ctx, type_element(type)), type_text(v->ctx, type_element(held)));
  return !ranked(type) || type == held || verify_fail(v, op, "require same shapes for '%s' ('%s') and the input tensor ('%s')", what, type_text(v->ctx, type), type_text(v->ctx, held));
}

bool verify_tosa_variable_read(Verifier *v, const Operation *op) { return verify_variable_use(v, op, op_result_type(op, 0), "output1"); }
bool verify_tosa_variable_write(Verifier *v, const Operation *op) { return verify_variable_use(v, op, op_operand_type(op, 0), "input1"); }

// ---------------------------------------------------------------------------------------------
// Types of reductions

bool infer_tosa_reduction(Context *ctx, OpState *state) {
  T input = state->operands.count ? state->operands.data[0]->type : NULL;
  int slot = op_prop_slot(state->def, STR("axis"));
  A axis = slot >= 0 ? op_state_prop(state, (uint32_t)slot) : NULL;
  const ShapedType *shape = input ? ranked(input) : NULL;
  if (!input || !axis) return false;
  int64_t at = attr_to_i64(axis), *dims = shape ? arena_new(state->arena, int64_t, shape->rank + 1) : NULL;
  if (!dims || at < 0 || at >= (int64_t)shape->rank) {
    op_state_add_type(state, type_unranked_tensor(ctx, type_element(input)));
    return true;
  }
  memcpy(dims, shape->dims, shape->rank * sizeof *dims);
  dims[at] = 1;
  op_state_add_type(state, type_tensor(ctx, dims, (uint32_t)shape->rank, shape->element, NULL));
  return true;
}

bool tosa_types_fit(const T *inferred, const T *given, uint32_t count) {
  const ShapedType *a = ranked(inferred[0]), *b = ranked(given[0]);
  if (count != 1 || type_element(inferred[0]) != type_element(given[0])) return false;
  if (!a || !b) return true;
  for (uint64_t i = 0; a->rank == b->rank && i < a->rank; i++)
    if (!fit(a->dims[i], b->dims[i])) return false;
  return a->rank == b->rank;
}
