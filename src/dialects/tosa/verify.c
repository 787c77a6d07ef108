// What tosa's operations must satisfy, beyond their types.
#include "ops/tosa.h"

#include "asm/params.h"
#include "dialects/tosa/shapes.h"
#include "ir/text.h"
#include "ir/type.h"
#include "ir/verify.h"

static const ShapedType *shape_of(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type) : NULL; }

static const char *dims_text(const Verifier *v, const int64_t *dims, uint64_t count) {
  StrBuf text;
  strbuf_init(&text, &v->ctx->mem);
  for (uint64_t i = 0; i < count; i++) {
    if (i) strbuf_lit(&text, ", ");
    if (dims[i] == DYNAMIC) strbuf_lit(&text, "?");
    else strbuf_printf(&text, "%lld", (long long)dims[i]);
  }
  Str kept = arena_str(v->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept.data;
}

static int64_t at(A list, uint64_t i) { return dense_array_i64(list, i); }

// ---------------------------------------------------------------------------------------------
// Constants

bool verify_tosa_const(Verifier *v, const Operation *op) {
  A values = op_prop_at(op, TOSA_CONST_VALUES);
  T given = attr_value_type(values);
  if (type_kind(op_result_type(op, 0)) == TYPE_UNRANKED_TENSOR) return verify_fail(v, op, "failed to verify that all of {values, output} have same shape");
  if (given && type_element(given) != type_element(op_result_type(op, 0))) {
    bool is_storage = type_kind(type_element(op_result_type(op, 0))) != TYPE_FLOAT && type_kind(type_element(op_result_type(op, 0))) != TYPE_INTEGER;
    if (!is_storage) return verify_fail(v, op, "expected same attr/result element types");
  }
  return true;
}

static int64_t shape_rank(T type) { return (int64_t)((const ParamsType *)type)->words[0]; }

bool verify_tosa_const_shape(Verifier *v, const Operation *op) {
  const ShapedType *values = type_as_shaped(attr_value_type(op_prop_at(op, TOSA_CONST_SHAPE_VALUES)));
  if (!values || values->rank != 1) return verify_fail(v, op, "expect elements in attribute values with rank 1");
  int64_t rank = shape_rank(op_result_type(op, 0));
  if (values->dims[0] != rank && !(rank == 0 && values->dims[0] == 1))
    return verify_fail(v, op, "expect number of elements in attribute values (%lld) to be equal to the rank (%lld) for the result shape type", (long long)values->dims[0], (long long)rank);
  return true;
}

// The numbers of a shape that is a constant; false: it is another.
static bool constant_shape(Context *ctx, const Value *value, Arena *arena, I64Vec *out) {
  const Operation *def = value_def(value);
  if (!op_is(def, OP_TOSA_CONST_SHAPE)) return false;
  A values = op_prop_at(def, TOSA_CONST_SHAPE_VALUES);
  if (!values || attr_kind(values) != ATTR_DENSE) return false;   // it is wrong itself
  for (uint64_t i = 0; i < dense_count(values); i++) vec_push(arena, out, attr_to_i64(dense_element_attr(ctx, values, i)));
  return true;
}

// ---------------------------------------------------------------------------------------------
// Elements

bool verify_tosa_clamp(Verifier *v, const Operation *op) {
  A low = op_prop_at(op, TOSA_CLAMP_MIN_VAL), high = op_prop_at(op, TOSA_CLAMP_MAX_VAL);
  T element = type_element(op_operand_type(op, 0));
  if (type_kind(element) != TYPE_FLOAT && type_kind(element) != TYPE_INTEGER) return true;
  if (attr_value_type(low) != attr_value_type(high) || attr_value_type(low) != element) return verify_fail(v, op, "min/max attributes types are incompatible with input/output element types.");
  const char *low_text = attr_text(v->ctx, low), *high_text = attr_text(v->ctx, high);
  if (type_kind(element) == TYPE_FLOAT) {
    double least = apfloat_to_double(attr_float_value(low)), most = apfloat_to_double(attr_float_value(high));
    if (least != least || most != most) return verify_fail(v, op, "min/max attributes should not be 'NaN', got min_val=%s, max_val=%s", low_text, high_text);
    return least <= most || verify_fail(v, op, "expected min_val <= max_val, got min_val=%s, max_val=%s", low_text, high_text);
  }
  bool is_unsigned = type_bits(element) == 1 || ((const IntegerType *)element)->signedness == UNSIGNED;
  bool ok = is_unsigned ? attr_to_u64(low) <= attr_to_u64(high) : attr_to_i64(low) <= attr_to_i64(high);
  return ok || verify_fail(v, op, "expected min_val <= max_val, got min_val=%s, max_val=%s", low_text, high_text);
}

static bool have_zero_point(Verifier *v, const Operation *op, const char *what, T value, T zero_point) {
  T a = type_element(value), b = type_element(zero_point);
  if (a == b || (type_kind(a) != TYPE_FLOAT && type_kind(a) != TYPE_INTEGER)) return true;
  return verify_fail(v, op, "expect both %s and its zero point are the same element type, got '%s' and '%s'", what, type_text(v->ctx, a), type_text(v->ctx, b));
}

bool verify_tosa_negate(Verifier *v, const Operation *op) {
  T input = op_operand_type(op, 0), output = op_result_type(op, 0);
  if (type_element(input) != type_element(output))
    return verify_fail(v, op, "expect input and output to have same element type, got '%s' and '%s'", type_text(v->ctx, type_element(input)), type_text(v->ctx, type_element(output)));
  const ShapedType *a = shape_of(input), *b = shape_of(output);
  bool differ = a && b && a->rank != b->rank;
  for (uint64_t i = 0; a && b && !differ && i < a->rank; i++) differ = a->dims[i] != b->dims[i] && a->dims[i] != DYNAMIC && b->dims[i] != DYNAMIC;
  if (differ) return verify_fail(v, op, "requires the same shape for input1 and output");
  return have_zero_point(v, op, "input1", input, op_operand_type(op, 1)) && have_zero_point(v, op, "output", output, op_operand_type(op, 2)) && verify_tosa_zero_point(v, op, 1, "input1") &&
         verify_tosa_zero_point(v, op, 2, "output");
}

// ---------------------------------------------------------------------------------------------
// Along one axis

static bool verify_axis(Verifier *v, const Operation *op, int64_t axis, const char *what) {
  const ShapedType *input = shape_of(op_operand_type(op, 0));
  if (axis < 0) return verify_fail(v, op, "%s must not be negative", what);
  if (!input || axis < (int64_t)input->rank || (axis == 0 && !input->rank)) return true;
  return verify_fail(v, op, "expect input tensor rank (%llu) to be larger than %s (%lld)", (unsigned long long)input->rank, what, (long long)axis);
}

bool verify_tosa_reduce(Verifier *v, const Operation *op) {
  int64_t axis = op_prop_i64(op, "axis");
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *output = shape_of(op_result_type(op, 0));
  if (!verify_axis(v, op, axis, "reduce axis")) return false;
  if (!output) return true;
  if (input && input->rank != output->rank) return verify_fail(v, op, "expect output tensor rank to be equal to input tensor rank");
  if (axis < 0 || axis >= (int64_t)output->rank)
    return output->rank == 0 || verify_fail(v, op, "expect output tensor rank (%llu) to be larger than reduce axis (%lld)", (unsigned long long)output->rank, (long long)axis);
  if (output->dims[axis] != 1 && output->dims[axis] != DYNAMIC)
    return verify_fail(v, op, "expect reduced dimension size to be 1, got %lld", (long long)output->dims[axis]);
  return true;
}

bool verify_tosa_reverse(Verifier *v, const Operation *op) { return verify_axis(v, op, op_prop_i64(op, "axis"), "reverse axis"); }

bool verify_tosa_argmax(Verifier *v, const Operation *op) {
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *output = shape_of(op_result_type(op, 0));
  int64_t axis = op_prop_i64(op, "axis");
  T element = type_element(op_result_type(op, 0));
  if (type_kind(element) != TYPE_INTEGER) return verify_fail(v, op, "result tensor is not of integer type");
  if (!input) return true;
  if (axis < 0 || axis >= (int64_t)input->rank) return verify_fail(v, op, "specified axis is outside the rank of the input");
  if (!output) return true;
  I64Vec wanted = {0};
  bool differ = output->rank + 1 != input->rank;
  for (uint64_t i = 0; i < input->rank; i++) {
    if ((int64_t)i == axis) continue;
    if (!differ && output->dims[wanted.count] != input->dims[i] && output->dims[wanted.count] != DYNAMIC && input->dims[i] != DYNAMIC) differ = true;
    vec_push(v->arena, &wanted, input->dims[i]);
  }
  return !differ || verify_fail(v, op, "expected output shape '%s', got '%s'", dims_text(v, wanted.data, wanted.count), dims_text(v, output->dims, output->rank));
}

bool verify_tosa_concat(Verifier *v, const Operation *op) {
  const ShapedType *first = NULL;
  uint32_t first_at = 0;
  int64_t axis = op_prop_i64(op, "axis");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const ShapedType *input = shape_of(op_operand_type(op, i));
    if (!input) continue;
    if (!first) {
      first = input;
      first_at = i;
      if (axis < 0 || axis >= (int64_t)first->rank) return verify_fail(v, op, "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got %lld", (long long)axis);
      continue;
    }
    if (input->rank != first->rank)
      return verify_fail(v, op, "expect all operands to have the same rank, but got %llu vs %llu on operands %u and %u", (unsigned long long)first->rank, (unsigned long long)input->rank, first_at, i);
    for (uint64_t k = 0; k < first->rank; k++)
      if ((int64_t)k != axis && first->dims[k] != input->dims[k] && first->dims[k] != DYNAMIC && input->dims[k] != DYNAMIC)
        return verify_fail(v, op, "expect all operand shapes to have the same sizes on non-axis dimensions, but got %lld vs %lld at index %llu on operands %u and %u", (long long)input->dims[k],
                           (long long)first->dims[k], (unsigned long long)k, first_at, i);
  }
  const ShapedType *output = shape_of(op_result_type(op, 0));
  if (first && output && output->rank != first->rank)
    return verify_fail(v, op, "expect output rank to match inputs rank, got %llu vs %llu", (unsigned long long)output->rank, (unsigned long long)first->rank);
  int64_t sum = 0;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const ShapedType *input = shape_of(op_operand_type(op, i));
    if (!input || input->dims[axis] == DYNAMIC) return true;
    sum += input->dims[axis];
  }
  if (!output || output->dims[axis] == DYNAMIC || sum == output->dims[axis]) return true;
  return verify_fail(v, op, "requires sum of axis dimensions of input1 equal to output axis dimension, got %lld and %lld", (long long)sum, (long long)output->dims[axis]);
}

// ---------------------------------------------------------------------------------------------
// Shapes

bool verify_tosa_reshape(Verifier *v, const Operation *op) {
  if (!verify_tosa_shapes(v, op)) return false;
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *output = shape_of(op_result_type(op, 0));
  I64Vec dims = {0};
  if (!constant_shape(v->ctx, op_operand(op, 1), v->arena, &dims)) return true;
  uint32_t missing = 0;
  for (uint32_t i = 0; i < dims.count; i++) missing += dims.data[i] == -1;
  if (missing > 1) return verify_fail(v, op, "expected at most one target dimension to be -1");
  if (!output) return true;
  if (dims.count != output->rank) return verify_fail(v, op, "new shape does not match result rank");
  for (uint32_t i = 0; i < dims.count; i++) {
    if (dims.data[i] != -1 && output->dims[i] != DYNAMIC && dims.data[i] != output->dims[i]) return verify_fail(v, op, "new shape is inconsistent with result shape");
    if (dims.data[i] != -1 && dims.data[i] < -1) return verify_fail(v, op, "new shape has invalid tensor dimension size %lld", (long long)dims.data[i]);
  }
  if (!input || !type_has_static_shape(&input->base)) return true;
  int64_t from = type_num_elements(&input->base);
  if (type_has_static_shape(&output->base)) {
    int64_t to = type_num_elements(&output->base);
    if (from != to) return verify_fail(v, op, "cannot reshape %lld elements into %lld", (long long)from, (long long)to);
  }
  int64_t product = 1;
  for (uint32_t i = 0; i < dims.count; i++) product *= dims.data[i] > 0 ? dims.data[i] : 1;
  bool is_static = true;
  for (uint32_t i = 0; i < dims.count; i++) is_static &= dims.data[i] >= 0;
  if (product > from) return verify_fail(v, op, "cannot reshape %lld elements into %lld", (long long)from, (long long)product);
  if (is_static && product != from) return verify_fail(v, op, "cannot reshape %lld elements into %lld", (long long)from, (long long)product);
  return true;
}

bool verify_tosa_tile(Verifier *v, const Operation *op) {
  if (!verify_tosa_shapes(v, op)) return false;
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *output = shape_of(op_result_type(op, 0));
  int64_t rank = shape_rank(op_operand_type(op, 1));
  I64Vec multiples = {0};
  if (input && (int64_t)input->rank != rank) return verify_fail(v, op, "expect 'multiples' to have rank %llu but got %lld.", (unsigned long long)input->rank, (long long)rank);
  if (input && output && input->rank != output->rank) return verify_fail(v, op, "expect same input and output tensor rank.");
  constant_shape(v->ctx, op_operand(op, 1), v->arena, &multiples);
  for (uint32_t i = 0; i < multiples.count; i++)
    if (multiples.data[i] != -1 && multiples.data[i] <= 0) return verify_fail(v, op, "expect element of 'multiples' to be positive integer or -1.");
  return true;
}

// ---------------------------------------------------------------------------------------------
// Pooling

// One side of the window: `size + before + after - kernel`, divided by the stride.
static bool verify_window(Verifier *v, const Operation *op, const char *side, const char *axis, const char *pads, int64_t size, int64_t before, int64_t after, int64_t kernel, int64_t stride,
                          int64_t output) {
  if (size == DYNAMIC) return true;
  int64_t room = size + before + after - kernel;
  if (room % stride)
    return verify_fail(v, op, "expected input_%s + %s - kernel_%s to be wholly divisible by stride_%s, got (%lld + %lld + %lld - %lld) / %lld", side, pads, axis, axis, (long long)size, (long long)before,
                       (long long)after, (long long)kernel, (long long)stride);
  int64_t made = room / stride + 1;
  if (output != DYNAMIC && made != output)
    return verify_fail(v, op, "calculated output %s did not match expected: calculated=%lld, expected=%lld", side, (long long)made, (long long)output);
  return true;
}

static bool verify_pool(Verifier *v, const Operation *op) {
  A kernel = op_prop(op, "kernel"), stride = op_prop(op, "stride"), pad = op_prop(op, "pad");
  for (int i = 0; i < 2; i++)
    if (at(kernel, (uint64_t)i) < 1) return verify_fail(v, op, "expect all kernel values to be >= 1, got %lld, %lld", (long long)at(kernel, 0), (long long)at(kernel, 1));
  for (int i = 0; i < 2; i++)
    if (at(stride, (uint64_t)i) < 1) return verify_fail(v, op, "expect all stride values to be >= 1, got %lld, %lld", (long long)at(stride, 0), (long long)at(stride, 1));
  for (int i = 0; i < 4; i++)
    if (at(pad, (uint64_t)i) < 0)
      return verify_fail(v, op, "expect all padding values to be >= 0, got %lld, %lld, %lld, %lld", (long long)at(pad, 0), (long long)at(pad, 1), (long long)at(pad, 2), (long long)at(pad, 3));
  if (at(pad, 2) >= at(kernel, 1) || at(pad, 3) >= at(kernel, 1))
    return verify_fail(v, op, "expected left/right padding to be less than the width of the kernel, got pad_left=%lld, pad_right=%lld, kernel_x=%lld", (long long)at(pad, 2), (long long)at(pad, 3),
                       (long long)at(kernel, 1));
  if (at(pad, 0) >= at(kernel, 0) || at(pad, 1) >= at(kernel, 0))
    return verify_fail(v, op, "expected top/bottom padding to be less than the height of the kernel, got pad_top=%lld, pad_bottom=%lld, kernel_y=%lld", (long long)at(pad, 0), (long long)at(pad, 1),
                       (long long)at(kernel, 0));
  const ShapedType *input = shape_of(op_operand_type(op, 0)), *output = shape_of(op_result_type(op, 0));
  if (!input || !output) return true;
  return verify_window(v, op, "height", "y", "pad_top + pad_bottom", input->dims[1], at(pad, 0), at(pad, 1), at(kernel, 0), at(stride, 0), output->dims[1]) &&
         verify_window(v, op, "width", "x", "pad_left + pad_right", input->dims[2], at(pad, 2), at(pad, 3), at(kernel, 1), at(stride, 1), output->dims[2]);
}

bool verify_tosa_max_pool2d(Verifier *v, const Operation *op) {
  T input = type_element(op_operand_type(op, 0)), output = type_element(op_result_type(op, 0));
  if (input != output && (type_is_float(input) || type_kind(input) == TYPE_INTEGER) && (type_is_float(output) || type_kind(output) == TYPE_INTEGER))
    return verify_fail(v, op, "expect input and output to have same element type, got '%s' and '%s'", type_text(v->ctx, input), type_text(v->ctx, output));
  return verify_pool(v, op);
}

bool verify_tosa_avg_pool2d(Verifier *v, const Operation *op) {
  return verify_pool(v, op) && have_zero_point(v, op, "input", op_operand_type(op, 0), op_operand_type(op, 1)) && have_zero_point(v, op, "output", op_result_type(op, 0), op_operand_type(op, 2)) &&
         verify_tosa_zero_point(v, op, 1, "input") && verify_tosa_zero_point(v, op, 2, "output");
}

// ---------------------------------------------------------------------------------------------
// Transforms

bool verify_tosa_fft(Verifier *v, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_kind(type_element(op_operand_type(op, i))) != TYPE_FLOAT) return verify_fail(v, op, "requires a floating point type");
  const ShapedType *input = shape_of(op_operand_type(op, 0));
  static const char *const names[] = {"height", "width"};
  for (int i = 0; input && i < 2; i++) {
    int64_t size = input->dims[i + 1];
    if (size != DYNAMIC && (size < 1 || (size & (size - 1)))) return verify_fail(v, op, "expected %s to be a power of two, got %lld", names[i], (long long)size);
  }
  return true;
}
