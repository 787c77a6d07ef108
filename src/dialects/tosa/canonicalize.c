// Canonicalization patterns of tosa (after mlir/lib/Dialect/Tosa/IR/TosaCanonicalizations.cpp).
#include "ops/tensor.h"
#include "ops/tosa.h"
#include "rules/tosa.h"

#include "asm/params.h"
#include "dialects/tosa/shapes.h"
#include "ir/constants.h"
#include "ir/type.h"

enum { PADDING_LIMIT = 8192 };   // of the specification's level 8k

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type) : NULL; }

Value *build_tosa_shape(Builder *b, const int64_t *values, uint32_t count) {
  const uint64_t rank = count;
  T type = type_tensor(b->ctx, (const int64_t[]){(int64_t)count}, 1, b->ctx->types.index, NULL);
  OpState *state = builder_begin(b, OP_TOSA_CONST_SHAPE);
  op_state_set_prop(state, TOSA_CONST_SHAPE_VALUES, attr_dense(b->ctx, type, false, values, (uint64_t)count * sizeof *values));
  op_state_add_type(state, type_from_params(b->ctx, &tosa_shape_type, &rank));
  return builder_finish_value(b);
}

Value *build_tosa_const(Builder *b, T type, A values) {
  OpState *state = builder_begin(b, OP_TOSA_CONST);
  op_state_set_prop(state, TOSA_CONST_VALUES, values);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

// The operation again, with its attributes and these operands.
static OpState *again(Greedy *g, const Operation *op) {
  OpState *state = builder_begin_def(&g->b, op->def);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op_prop_at(op, i)) op_state_set_prop(state, i, op_prop_at(op, i));
  op_state_take_types(state, op);
  return state;
}

// ---------------------------------------------------------------------------------------------
// clamp

static uint64_t nan_mode(const Operation *op) {
  A mode = op_prop_at(op, TOSA_CLAMP_NAN_MODE);
  return mode ? attr_param(mode, 0) : TOSA_NAN_PROPAGATION_MODE_PROPAGATE;
}

bool clamp_nothing(Greedy *g, Operation *op) {
  T element = type_element(op_operand_type(op, 0));
  A low = op_prop_at(op, TOSA_CLAMP_MIN_VAL), high = op_prop_at(op, TOSA_CLAMP_MAX_VAL);
  if (!ranked(op_operand_type(op, 0)) || attr_kind(low) != attr_kind(high)) return false;
  if (type_is_float(element)) {
    if (attr_kind(low) != ATTR_FLOAT) return false;
    APFloat least = attr_float_value(low), most = attr_float_value(high);
    if (!apfloat_is_infinity(least) || !apfloat_is_negative(least) || !apfloat_is_infinity(most)) return false;
  } else {
    if (type_kind(element) != TYPE_INTEGER || attr_kind(low) != ATTR_INTEGER) return false;
    APInt least = attr_int(low), most = attr_int(high);
    bool no_sign = type_bits(element) == 1 || ((const IntegerType *)element)->signedness == UNSIGNED;
    if (no_sign ? !apint_is_zero(&least) || !apint_is_all_ones(&most) : !apint_is_signed_min(&least)) return false;
    if (!no_sign) {
      APInt flipped = apint_not(g->arena, &most);
      if (!apint_is_signed_min(&flipped)) return false;
    }
  }
  return greedy_replace1(g, op, op_operand(op, 0));
}

// Whether a < b, of the bounds' type.
static bool is_less(A a, A b, bool no_sign) {
  if (attr_kind(a) == ATTR_FLOAT) return apfloat_compare(attr_float_value(a), attr_float_value(b)) == FLOAT_LESS;
  APInt x = attr_int(a), y = attr_int(b);
  return (no_sign ? apint_ucmp(&x, &y) : apint_scmp(&x, &y)) < 0;
}

bool clamp_clamp(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_TOSA_CLAMP);
  if (!inner || (nan_mode(op) == TOSA_NAN_PROPAGATION_MODE_IGNORE && nan_mode(inner) == TOSA_NAN_PROPAGATION_MODE_PROPAGATE)) return false;
  T element = type_element(op_operand_type(op, 0));
  A low = op_prop_at(op, TOSA_CLAMP_MIN_VAL), high = op_prop_at(op, TOSA_CLAMP_MAX_VAL), inner_low = op_prop_at(inner, TOSA_CLAMP_MIN_VAL), inner_high = op_prop_at(inner, TOSA_CLAMP_MAX_VAL);
  T type = attr_value_type(low);
  if (type_kind(element) != TYPE_INTEGER) element = type;
  if ((!type_is_float(element) && type_kind(element) != TYPE_INTEGER) || attr_value_type(high) != type || attr_value_type(inner_low) != type || attr_value_type(inner_high) != type) return false;
  bool no_sign = type_kind(element) == TYPE_INTEGER && ((const IntegerType *)element)->signedness == UNSIGNED;
  if (!is_less(low, inner_high, no_sign) || !is_less(inner_low, high, no_sign)) return greedy_no_match(g, op, "the ranges have nothing in common");
  OpState *state = again(g, op);
  op_state_add_operand(state, op_operand(inner, 0));
  op_state_set_prop(state, TOSA_CLAMP_MIN_VAL, is_less(low, inner_low, no_sign) ? inner_low : low);
  op_state_set_prop(state, TOSA_CLAMP_MAX_VAL, is_less(inner_high, high, no_sign) ? inner_high : high);
  uint64_t mode = nan_mode(op) == nan_mode(inner) ? nan_mode(op) : TOSA_NAN_PROPAGATION_MODE_IGNORE;
  op_state_set_prop(state, TOSA_CLAMP_NAN_MODE, attr_from_params(g->ctx, &tosa_nan_mode_attr, &mode));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

// ---------------------------------------------------------------------------------------------
// Padding goes into what is behind it

// Padding of height and width; false: it is not known, or there is more.
static bool pads_of(Greedy *g, const Operation *pad, int64_t out[4]) {
  I64Vec values = {0};
  if (!tosa_shape_values(g->ctx, tosa_constant(op_operand(pad, 1)), g->arena, &values) || values.count != 8) return false;
  for (int i = 0; i < 8; i++)
    if (values.data[i] && (i < 2 || i > 5)) return false;
  memcpy(out, values.data + 2, 4 * sizeof *out);
  return true;
}

static bool merge_padding(Greedy *g, Operation *op, bool (*fits)(Greedy *, const Operation *, const Value *, const int64_t *)) {
  Operation *pad = operand_defined_by(op, 0, OP_TOSA_PAD);
  A old = op_prop(op, "pad");
  int64_t pads[4];
  if (!pad || ((const DenseArrayAttr *)old)->count != 4 || !pads_of(g, pad, pads)) return false;
  for (uint64_t i = 0; i < 4; i++) pads[i] += dense_array_i64(old, i);
  if (!fits(g, op, op_operand(pad, 2), pads)) return greedy_no_match(g, op, "it pads with something else");
  for (int i = 0; i < 4; i++)
    if (pads[i] > PADDING_LIMIT) return greedy_no_match(g, op, "the padding is more than the level 8k allows");
  OpState *state = again(g, op);
  op_state_add_operand(state, op_operand(pad, 0));
  op_state_take_operands(state, op, 1, op->operand_count);
  op_state_set_prop(state, (uint32_t)op_prop_slot(op->def, STR("pad")), attr_i64_array(g->ctx, pads, 4));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

// A convolution pads with zero, or the zero point of its input.
static bool pads_with_zero_point(Greedy *g, const Operation *op, const Value *with, const int64_t *pads) {
  APInt x, y;
  APFloat value;
  A constant = tosa_constant(with), zero_point = tosa_constant(op_operand(op, 3));
  int64_t number, wanted;
  (void)g, (void)pads;
  if (!constant) return false;
  if (constant_float(constant, &value)) return apfloat_is_zero(value);
  return constant_int(constant, &x) && zero_point && constant_int(zero_point, &y) && apint_to_i64(&x, &number) && apint_to_i64(&y, &wanted) && number == wanted;
}

bool padded_convolution(Greedy *g, Operation *op) { return merge_padding(g, op, pads_with_zero_point); }

// A pool pads with the least number; less than the kernel is large.
static bool pads_with_least(Greedy *g, const Operation *op, const Value *with, const int64_t *pads) {
  A kernel = op_prop_at(op, TOSA_MAX_POOL2D_KERNEL), constant = tosa_constant(with);
  APInt x;
  APFloat value;
  (void)g;
  for (int i = 0; i < 4; i++)
    if (pads[i] >= dense_array_i64(kernel, i >= 2)) return false;
  if (!constant) return false;
  if (constant_float(constant, &value)) return apfloat_bits_equal(value, apfloat_largest(value.kind, true));
  if (!constant_int(constant, &x)) return false;
  const IntegerType *type = type_as_integer(type_element_or_self(attr_value_type(constant)));
  return type && type->signedness == UNSIGNED ? apint_is_zero(&x) : apint_is_signed_min(&x);
}

bool padded_pool(Greedy *g, Operation *op) { return merge_padding(g, op, pads_with_least); }

bool pool_nothing(Greedy *g, Operation *op) {
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(op_result_type(op, 0));
  if (!input || !output || !type_has_static_shape(&input->base) || !type_has_static_shape(&output->base)) return false;
  for (int i = 1; i <= 2; i++)
    if (input->dims[i] != 1 || output->dims[i] != 1) return false;
  return greedy_replace1(g, op, op_operand(op, 0));
}

// ---------------------------------------------------------------------------------------------
// concat, select

bool concat_one_tensor(Greedy *g, Operation *op) {
  if (op->operand_count != 1) return false;
  T type = op_result_type(op, 0);
  Value *input = op_operand(op, 0);
  return greedy_replace1(g, op, input->type == type ? input : build1(&g->b, OP_TENSOR_CAST, type, input));
}

bool select_by_not(Greedy *g, Operation *op) {
  Operation *negation = operand_defined_by(op, 0, OP_TOSA_LOGICAL_NOT);
  if (!negation) return false;
  Value *operands[] = {op_operand(negation, 0), op_operand(op, 2), op_operand(op, 1)};
  for (uint32_t i = 0; i < 3; i++) greedy_set_operand(g, op, i, operands[i]);
  return greedy_updated(g, op);
}

// ---------------------------------------------------------------------------------------------
// slice

static bool operand_values(Greedy *g, const Operation *op, uint32_t i, I64Vec *out) { return tosa_shape_values(g->ctx, tosa_constant(op_operand(op, i)), g->arena, out); }

static Value *build_slice_of(Greedy *g, const Operation *op, Value *source, Value *start, Value *size) { return build3(&g->b, OP_TOSA_SLICE, op_result_type(op, 0), source, start, size); }

bool slice_of_concat(Greedy *g, Operation *op) {
  Operation *concat = operand_defined_by(op, 0, OP_TOSA_CONCAT);
  I64Vec start = {0}, size = {0};
  if (!concat || !ranked(op_result_type(concat, 0)) || !type_has_static_shape(op_result_type(concat, 0)) || !operand_values(g, op, 1, &start) || !operand_values(g, op, 2, &size)) return false;
  int64_t axis = op_prop_i64_at(concat, TOSA_CONCAT_AXIS);
  if (axis < 0 || axis >= start.count || axis >= size.count) return false;
  for (uint32_t i = 0; i < concat->operand_count; i++) {
    const ShapedType *input = ranked(op_operand_type(concat, i));
    if (!input || !type_has_static_shape(&input->base)) return false;
    if (start.data[axis] >= 0 && start.data[axis] + size.data[axis] <= input->dims[axis]) {
      Value *first = build_tosa_shape(&g->b, start.data, start.count), *sizes = build_tosa_shape(&g->b, size.data, size.count);
      return greedy_replace1(g, op, build_slice_of(g, op, op_operand(concat, i), first, sizes));
    }
    start.data[axis] -= input->dims[axis];
  }
  return greedy_no_match(g, op, "it is a slice of several of them");
}

static int64_t at_least_0(int64_t value) { return value > 0 ? value : 0; }

bool slice_of_pad(Greedy *g, Operation *op) {
  Operation *pad = operand_defined_by(op, 0, OP_TOSA_PAD);
  const ShapedType *input = pad ? ranked(op_operand_type(pad, 0)) : NULL;
  I64Vec pads = {0}, start = {0}, size = {0};
  if (!input || !value_has_one_use(op_operand(op, 0)) || !ranked(op_result_type(pad, 0)) || !operand_values(g, pad, 1, &pads) || !operand_values(g, op, 1, &start) || !operand_values(g, op, 2, &size))
    return false;
  uint32_t rank = (uint32_t)input->rank;
  int64_t *dims = arena_new(g->arena, int64_t, rank + 1);
  if (!dims || start.count != rank || size.count != rank || pads.count != 2 * rank) return false;
  bool changed = false;
  for (uint32_t i = 0; i < rank; i++)
    if (input->dims[i] == DYNAMIC && (start.data[i] != 0 || size.data[i] != -1)) return greedy_no_match(g, op, "a size that is sliced is not known");
  for (uint32_t i = 0; i < rank; i++) {
    int64_t low = pads.data[2 * i], high = pads.data[2 * i + 1], begin = start.data[i], end = begin + size.data[i], own = input->dims[i];
    dims[i] = DYNAMIC;
    if (own == DYNAMIC) continue;
    if (begin < 0 || end > low + own + high) return greedy_no_match(g, op, "the slice is out of bounds");
    start.data[i] = at_least_0(begin - low);
    pads.data[2 * i] = at_least_0(low - begin);
    pads.data[2 * i + 1] = at_least_0(end - (low + own));
    changed |= start.data[i] != begin || pads.data[2 * i] != low || pads.data[2 * i + 1] != high;
    dims[i] = pads.data[2 * i] + own + pads.data[2 * i + 1];
  }
  if (!changed) return false;
  Value *padding = build_tosa_shape(&g->b, pads.data, pads.count);
  Loc loc = g->b.loc;
  g->b.loc = pad->loc;
  Value *padded = build3(&g->b, OP_TOSA_PAD, type_tensor(g->ctx, dims, rank, input->element, NULL), op_operand(pad, 0), padding, op_operand(pad, 2));
  g->b.loc = loc;
  Value *first = build_tosa_shape(&g->b, start.data, start.count);
  return greedy_replace1(g, op, build_slice_of(g, op, padded, first, op_operand(op, 2)));
}

bool slice_known_size(Greedy *g, Operation *op) {
  const ShapedType *output = ranked(op_result_type(op, 0));
  I64Vec size = {0};
  bool changed = false;
  if (!output || !operand_values(g, op, 2, &size) || size.count != output->rank) return false;
  for (uint32_t i = 0; i < size.count; i++) {
    if (size.data[i] != -1 || output->dims[i] == DYNAMIC) continue;
    size.data[i] = output->dims[i];
    changed = true;
  }
  if (!changed) return false;
  Value *sizes = build_tosa_shape(&g->b, size.data, size.count);
  return greedy_replace1(g, op, build_slice_of(g, op, op_operand(op, 0), op_operand(op, 1), sizes));
}

// ---------------------------------------------------------------------------------------------
// transpose

static const DenseArrayAttr *perms_of(const Operation *op) { return (const DenseArrayAttr *)op_prop_at(op, TOSA_TRANSPOSE_PERMS); }

bool transpose_twice(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_TOSA_TRANSPOSE);
  if (!inner || perms_of(op)->count != perms_of(inner)->count || !perms_of(op)->count) return false;
  uint32_t count = (uint32_t)perms_of(op)->count;
  int32_t *perms = arena_new(g->arena, int32_t, count);
  for (uint32_t i = 0; perms && i < count; i++) {
    int64_t at = dense_array_i64(&perms_of(op)->base, i);
    if (at < 0 || at >= count) return false;
    perms[i] = (int32_t)dense_array_i64(&perms_of(inner)->base, (uint64_t)at);
  }
  if (!perms) return false;
  OpState *state = again(g, op);
  op_state_add_operand(state, op_operand(inner, 0));
  op_state_set_prop(state, TOSA_TRANSPOSE_PERMS, attr_i32_array(g->ctx, perms, count));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

bool transpose_as_reshape(Greedy *g, Operation *op) {
  const ShapedType *input = ranked(op_operand_type(op, 0));
  if (!input || operand_defined_by(op, 0, OP_TOSA_TRANSPOSE) || perms_of(op)->count != input->rank) return false;
  for (Use *use = op->results[0].uses; use; use = use->next)
    if (op_is(use->owner, OP_TOSA_TRANSPOSE)) return greedy_no_match(g, op, "the transposes become one first");
  int64_t *dims = arena_new(g->arena, int64_t, input->rank + 1), last = -1;
  uint32_t dynamic = 0;
  for (uint64_t i = 0; dims && i < input->rank; i++) {
    int64_t from = dense_array_i64(&perms_of(op)->base, i);
    if (from < 0 || from >= (int64_t)input->rank) return false;
    dims[i] = input->dims[from] == DYNAMIC ? -1 : input->dims[from];
    dynamic += input->dims[from] == DYNAMIC;
    if (dims[i] == 1) continue;
    if (from < last) return greedy_no_match(g, op, "elements move");
    last = from;
  }
  if (!dims || dynamic > 1) return false;
  Value *shape = build_tosa_shape(&g->b, dims, (uint32_t)input->rank);
  return greedy_replace1(g, op, build2(&g->b, OP_TOSA_RESHAPE, op_result_type(op, 0), op_operand(op, 0), shape));
}
