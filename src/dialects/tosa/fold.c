// Folds of tosa's operations (after mlir/lib/Dialect/Tosa/IR/TosaCanonicalizations.cpp).
#include "ops/tosa.h"

#include "asm/params.h"
#include "dialects/common/dense_fold.h"
#include "dialects/tosa/shapes.h"
#include "ir/constants.h"
#include "ir/type.h"

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type) : NULL; }
static bool is_calculable(T element) { return type_kind(element) == TYPE_INTEGER || type_kind(element) == TYPE_FLOAT; }
static bool is_unsigned(T element) { return type_kind(element) == TYPE_INTEGER && ((const IntegerType *)element)->signedness == UNSIGNED; }

bool tosa_shape_values(Context *ctx, A constant, Arena *arena, I64Vec *out) {
  if (!constant || attr_kind(constant) != ATTR_DENSE || !is_int_element(type_element(attr_value_type(constant)))) return false;
  for (uint64_t i = 0, count = dense_count(constant); i < count; i++) vec_push(arena, out, attr_to_i64(dense_element_attr(ctx, constant, i)));
  return true;
}

A tosa_constant(const Value *value) {
  const Operation *def = value_def(value);
  if (op_is(def, OP_TOSA_CONST)) return op_prop_at(def, TOSA_CONST_VALUES);
  return op_is(def, OP_TOSA_CONST_SHAPE) ? op_prop_at(def, TOSA_CONST_SHAPE_VALUES) : value_constant(value);
}

bool fold_tosa_const(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, 0));
}

static bool fold_splat(Folder *f, T type, A splat) { return dense_or_null(splat) && dense_or_null(splat)->splat && type_has_static_shape(type) && fold_to(f, dense_reshape(f->ctx, splat, type)); }

// ---------------------------------------------------------------------------------------------
// Elements

static bool is_splat_zero(A constant) {
  APFloat value;
  return is_zero_int(constant) || (constant_float(constant, &value) && apfloat_is_zero(value));
}

static bool is_splat_one(A constant, uint32_t shift) {
  APInt value;
  int64_t number;
  if (constant_int(constant, &value)) return apint_to_i64(&value, &number) && shift < 63 && number == (int64_t)1 << shift;
  return is_float_value(constant, 1.0);
}

typedef enum Calculation { CALC_ADD, CALC_SUB, CALC_GREATER, CALC_GREATER_EQUAL, CALC_EQUAL } Calculation;

static bool compared(Calculation how, int order) { return how == CALC_GREATER ? order > 0 : how == CALC_GREATER_EQUAL ? order >= 0 : order == 0; }

// Of two constants that are each one number.
static bool fold_splats(Folder *f, T type, A a, A b, Calculation how) {
  APInt x, y;
  APFloat u, v;
  if (!a || !b || !type_has_static_shape(type) || type_kind(type) != TYPE_TENSOR) return false;
  T element = type_element_or_self(attr_value_type(a));
  if (element != type_element_or_self(attr_value_type(b))) return false;
  if (constant_int(a, &x) && constant_int(b, &y)) {
    bool no_sign = is_unsigned(element);
    if (how >= CALC_GREATER) return fold_to(f, bool_attr_of(f->ctx, type, compared(how, no_sign ? apint_ucmp(&x, &y) : apint_scmp(&x, &y))));
    APInt made = how == CALC_ADD ? apint_add(f->arena, &x, &y) : apint_sub(f->arena, &x, &y);
    return fold_to(f, int_attr_of(f->ctx, type, &made));
  }
  if (!constant_float(a, &u) || !constant_float(b, &v)) return false;
  if (how >= CALC_GREATER) {
    FloatOrder order = apfloat_compare(u, v);
    return fold_to(f, bool_attr_of(f->ctx, type, order != FLOAT_UNORDERED && compared(how, order == FLOAT_GREATER ? 1 : order == FLOAT_LESS ? -1 : 0)));
  }
  return fold_to(f, float_attr_of(f->ctx, type, how == CALC_ADD ? apfloat_add(u, v, ROUND_NEAREST_EVEN, NULL) : apfloat_sub(u, v, ROUND_NEAREST_EVEN, NULL)));
}

static bool fold_sum(Folder *f, Operation *op, const A *constants, Calculation how) {
  T a = op_operand_type(op, 0), b = op_operand_type(op, 1), type = op_result_type(op, 0);
  if (!ranked(a) || !ranked(b) || !ranked(type) || !is_calculable(type_element(a)) || !is_calculable(type_element(b))) return false;
  if (a == type && is_splat_zero(constants[1])) return fold_to_value(f, op_operand(op, 0));
  if (how == CALC_ADD && b == type && is_splat_zero(constants[0])) return fold_to_value(f, op_operand(op, 1));
  return fold_splats(f, type, constants[0], constants[1], how);
}

bool fold_tosa_add(Folder *f, Operation *op, const A *constants) { return fold_sum(f, op, constants, CALC_ADD); }
bool fold_tosa_sub(Folder *f, Operation *op, const A *constants) { return fold_sum(f, op, constants, CALC_SUB); }
bool fold_tosa_greater(Folder *f, Operation *op, const A *constants) { return fold_splats(f, op_result_type(op, 0), constants[0], constants[1], CALC_GREATER); }
bool fold_tosa_greater_equal(Folder *f, Operation *op, const A *constants) { return fold_splats(f, op_result_type(op, 0), constants[0], constants[1], CALC_GREATER_EQUAL); }

// A float may be no number, which is not equal to itself.
bool fold_tosa_equal(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  if (type_kind(type_element(op_operand_type(op, 0))) == TYPE_INTEGER && op_operand(op, 0) == op_operand(op, 1) && ranked(type) && type_has_static_shape(type))
    return fold_to(f, bool_attr_of(f->ctx, type, true));
  return fold_splats(f, type, constants[0], constants[1], CALC_EQUAL);
}

bool fold_tosa_intdiv(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0), a = op_operand_type(op, 0);
  APInt x, y;
  if (!ranked(a) || !ranked(type) || a != op_operand_type(op, 1)) return false;
  if (is_zero_int(constants[0]) && a == type) return fold_to(f, constants[0]);
  if (is_one_int(constants[1]) && a == type) return fold_to_value(f, op_operand(op, 0));
  if (!type_has_static_shape(type) || !constant_int(constants[0], &x) || !constant_int(constants[1], &y) || apint_is_zero(&y)) return false;
  x = apint_sdiv(f->arena, &x, &y);
  return fold_to(f, int_attr_of(f->ctx, type, &x));
}

// The product of integers is shifted right, and rounded; false: it does not fit in 32 bits.
static bool multiply(Folder *f, APInt x, APInt y, uint32_t shift, APInt *out) {
  uint32_t width = x.width;
  int64_t product;
  if (!shift) {
    *out = apint_mul(f->arena, &x, &y);
    return true;
  }
  x = apint_sext_or_trunc(f->arena, &x, 64);
  y = apint_sext_or_trunc(f->arena, &y, 64);
  APInt round = apint_u64(f->arena, 64, shift > 64 ? 0 : (uint64_t)1 << (shift - 1)), wide = apint_mul(f->arena, &x, &y);
  wide = apint_add(f->arena, &wide, &round);
  wide = apint_ashr(f->arena, &wide, shift);
  if (!apint_to_i64(&wide, &product) || product < INT32_MIN || product > INT32_MAX) return false;
  *out = apint_sext_or_trunc(f->arena, &wide, width);
  return true;
}

bool fold_tosa_mul(Folder *f, Operation *op, const A *constants) {
  T a = op_operand_type(op, 0), b = op_operand_type(op, 1), type = op_result_type(op, 0);
  uint32_t shift = 0;
  APInt x, y, made;
  APFloat u, v;
  if (!ranked(a) || !ranked(b) || !ranked(type)) return false;
  if (type_is_int(type_element(type), 32)) {
    if (!constants[2] || !constant_int(constants[2], &x) || apint_is_negative(&x)) return false;
    shift = (uint32_t)x.word;
  }
  if (is_calculable(type_element(type))) {
    if (b == type && is_splat_zero(constants[0]) && type_has_static_shape(type)) return fold_splat(f, type, constants[0]);
    if (b == type && is_splat_one(constants[0], shift)) return fold_to_value(f, op_operand(op, 1));
    if (a == type && is_splat_zero(constants[1]) && type_has_static_shape(type)) return fold_splat(f, type, constants[1]);
    if (a == type && is_splat_one(constants[1], shift)) return fold_to_value(f, op_operand(op, 0));
  }
  if (!type_has_static_shape(type) || !constants[0] || !constants[1]) return false;
  if (constant_int(constants[0], &x) && constant_int(constants[1], &y))
    return x.width == y.width && x.width == type_bits(type_element(type)) && multiply(f, x, y, shift, &made) && fold_to(f, int_attr_of(f->ctx, type, &made));
  if (!constant_float(constants[0], &u) || !constant_float(constants[1], &v) || u.kind != v.kind) return false;
  return type_is_float(type_element(type)) && type_float_kind(type_element(type)) == u.kind && fold_to(f, float_attr_of(f->ctx, type, apfloat_mul(u, v, ROUND_NEAREST_EVEN, NULL)));
}

bool fold_tosa_cast(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0), from = type_element(op_operand_type(op, 0)), to = type_element(type);
  APInt x;
  APFloat u;
  if (op_operand_type(op, 0) == type) return fold_to_value(f, op_operand(op, 0));
  if (!constants[0] || !type_has_static_shape(type)) return false;
  if (type_is_float(from) && constant_float(constants[0], &u)) {
    if (type_is_float(to)) return fold_to(f, float_attr_of(f->ctx, type, apfloat_convert(u, type_float_kind(to), ROUND_NEAREST_EVEN, NULL)));
    if (type_kind(to) != TYPE_INTEGER) return false;
    x = apfloat_to_int(f->arena, u, type_bits(to), !is_unsigned(to), ROUND_NEAREST_EVEN, NULL);
    return fold_to(f, int_attr_of(f->ctx, type, &x));
  }
  if (type_kind(from) != TYPE_INTEGER || !constant_int(constants[0], &x)) return false;
  if (type_is_float(to)) return fold_to(f, float_attr_of(f->ctx, type, apfloat_from_int(type_float_kind(to), &x, !is_unsigned(from), ROUND_NEAREST_EVEN, NULL)));
  if (type_kind(to) != TYPE_INTEGER) return false;
  bool zero = apint_is_zero(&x);
  if (type_bits(to) == 1) x = apint_u64(f->arena, 1, !zero);
  else if (is_unsigned(from) || type_bits(from) == 1) x = apint_zext_or_trunc(f->arena, &x, type_bits(to));
  else x = apint_sext_or_trunc(f->arena, &x, type_bits(to));
  return fold_to(f, int_attr_of(f->ctx, type, &x));
}

bool fold_tosa_reciprocal(Folder *f, Operation *op, const A *constants) {
  APFloat value;
  T type = op_result_type(op, 0);
  if (!ranked(op_operand_type(op, 0)) || !ranked(type) || op_operand_type(op, 0) != type || !constants[0] || !constant_float(constants[0], &value)) return false;
  return fold_to(f, float_attr_of(f->ctx, type, tosa_reciprocal(value)));
}

APFloat tosa_reciprocal(APFloat value) {
  APInt one = {.width = 8, .word = 1};
  return apfloat_div(apfloat_from_int(value.kind, &one, false, ROUND_NEAREST_EVEN, NULL), value, ROUND_NEAREST_EVEN, NULL);
}

bool fold_tosa_abs(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return operand_defined_by(op, 0, OP_TOSA_ABS) && op_operand_type(op, 0) == op_result_type(op, 0) && fold_to_value(f, op_operand(op, 0));
}

static bool has_zero_points(const Operation *op) { return is_splat_zero(tosa_constant(op_operand(op, 1))) && is_splat_zero(tosa_constant(op_operand(op, 2))); }

bool fold_tosa_negate(Folder *f, Operation *op, const A *constants) {
  Operation *inner = operand_defined_by(op, 0, OP_TOSA_NEGATE);
  (void)constants;
  return inner && has_zero_points(op) && has_zero_points(inner) && op_operand_type(inner, 0) == op_result_type(op, 0) && fold_to_value(f, op_operand(inner, 0));
}

bool fold_tosa_select(Folder *f, Operation *op, const A *constants) {
  APInt condition;
  const ShapedType *first = ranked(op_operand_type(op, 0));
  T type = op_result_type(op, 0);
  for (uint32_t i = 0; i < 3; i++) {   // nothing is broadcast
    const ShapedType *shape = ranked(op_operand_type(op, i));
    if (!shape || !type_has_static_shape(&shape->base) || shape->rank != first->rank || memcmp(shape->dims, first->dims, shape->rank * sizeof *shape->dims)) return false;
  }
  Value *chosen = op_operand(op, 1);
  if (chosen != op_operand(op, 2)) {
    if (!constants[0] || !constant_int(constants[0], &condition)) return false;
    chosen = op_operand(op, apint_is_zero(&condition) ? 2 : 1);
  }
  return chosen->type == type && fold_to_value(f, chosen);
}

// ---------------------------------------------------------------------------------------------
// Along one axis

bool fold_tosa_argmax(Folder *f, Operation *op, const A *constants) {
  const ShapedType *input = ranked(op_operand_type(op, 0));
  T type = op_result_type(op, 0);
  int64_t axis = op_prop_i64_at(op, TOSA_ARGMAX_AXIS);
  (void)constants;
  if (!input || !ranked(type) || !type_has_static_shape(&input->base) || !type_has_static_shape(type) || axis < 0 || axis >= (int64_t)input->rank || input->dims[axis] != 1) return false;
  return type_kind(type_element(type)) == TYPE_INTEGER && fold_to(f, zero_attr(f->ctx, type));
}

bool fold_tosa_reduce(Folder *f, Operation *op, const A *constants) {
  const ShapedType *input = ranked(op_operand_type(op, 0));
  int64_t axis = op_prop_i64(op, "axis");
  (void)constants;
  if (!input || &input->base != op_result_type(op, 0) || axis < 0) return false;
  return (input->rank == 0 || (axis < (int64_t)input->rank && input->dims[axis] == 1)) && fold_to_value(f, op_operand(op, 0));
}

bool fold_tosa_reverse(Folder *f, Operation *op, const A *constants) {
  const ShapedType *input = ranked(op_operand_type(op, 0));
  T type = op_result_type(op, 0);
  int64_t axis = op_prop_i64_at(op, TOSA_REVERSE_AXIS);
  if (dense_or_null(constants[0]) && dense_or_null(constants[0])->splat) return fold_to(f, constants[0]);
  return input && op_operand_type(op, 0) == type && axis >= 0 && (input->rank == 0 || (axis < (int64_t)input->rank && input->dims[axis] == 1)) && fold_to_value(f, op_operand(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Shapes

static uint32_t dynamic_dims(const ShapedType *type) {
  uint32_t count = 0;
  for (uint64_t i = 0; i < type->rank; i++) count += type->dims[i] == DYNAMIC;
  return count;
}

bool fold_tosa_reshape(Folder *f, Operation *op, const A *constants) {
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(op_result_type(op, 0));
  I64Vec shape = {0};
  if (!input || !output) return false;
  if (input == output && dynamic_dims(input) < 2) return fold_to_value(f, op_operand(op, 0));
  Operation *inner = operand_defined_by(op, 0, OP_TOSA_RESHAPE);
  if (inner) {
    op_set_operand(op, 0, op_operand(inner, 0));
    return fold_in_place(f);
  }
  if (!is_calculable(input->element) || !dense_or_null(constants[0]) || !type_has_static_shape(&output->base)) return false;
  if (dense_or_null(constants[0])->splat) return fold_splat(f, &output->base, constants[0]);
  if (!value_has_one_use(op_operand(op, 0)) || !tosa_shape_values(f->ctx, constants[1], f->arena, &shape)) return false;
  if (shape.count != output->rank) return false;
  for (uint32_t i = 0; i < shape.count; i++)
    if (shape.data[i] != output->dims[i]) return false;
  return fold_to(f, dense_reshape(f->ctx, constants[0], &output->base));
}

bool fold_tosa_pad(Folder *f, Operation *op, const A *constants) {
  return op_operand_type(op, 0) == op_result_type(op, 0) && constants[1] && is_zero_int(constants[1]) && fold_to_value(f, op_operand(op, 0));
}

static bool are_all(const I64Vec *values, int64_t number) {
  for (uint32_t i = 0; i < values->count; i++)
    if (values->data[i] != number) return false;
  return true;
}

bool fold_tosa_resize(Folder *f, Operation *op, const A *constants) {
  I64Vec scale = {0}, offset = {0}, border = {0};
  if (!tosa_shape_values(f->ctx, constants[1], f->arena, &scale) || !tosa_shape_values(f->ctx, constants[2], f->arena, &offset) || !tosa_shape_values(f->ctx, constants[3], f->arena, &border)) return false;
  if (scale.count != 4 || offset.count != 2 || border.count != 2 || scale.data[0] != scale.data[1] || scale.data[2] != scale.data[3] || !are_all(&offset, 0) || !are_all(&border, 0)) return false;
  return op_operand_type(op, 0) == op_result_type(op, 0) && fold_to_value(f, op_operand(op, 0));
}

bool fold_tosa_slice(Folder *f, Operation *op, const A *constants) {
  const ShapedType *input = ranked(op_operand_type(op, 0)), *output = ranked(op_result_type(op, 0));
  I64Vec start = {0};
  if (!input || !output) return false;
  if (input == output && type_has_static_shape(&input->base)) return fold_to_value(f, op_operand(op, 0));
  if (!dense_or_null(constants[0]) || !is_calculable(input->element) || !type_has_static_shape(&output->base)) return false;
  if (dense_or_null(constants[0])->splat) return fold_splat(f, &output->base, constants[0]);
  if (!type_has_static_shape(&input->base) || type_num_elements(&output->base) != 1 || !tosa_shape_values(f->ctx, constants[1], f->arena, &start) || start.count != input->rank) return false;
  for (uint32_t i = 0; i < start.count; i++)
    if (start.data[i] < 0 || start.data[i] >= input->dims[i]) return false;
  A element = dense_element_attr(f->ctx, constants[0], (uint64_t)linear_index(start.data, input->dims, start.count));
  return element && fold_to(f, dense_splat(f->ctx, &output->base, element));
}

bool fold_tosa_tile(Folder *f, Operation *op, const A *constants) {
  I64Vec multiples = {0};
  return op_operand_type(op, 0) == op_result_type(op, 0) && tosa_shape_values(f->ctx, constants[1], f->arena, &multiples) && are_all(&multiples, 1) && fold_to_value(f, op_operand(op, 0));
}

bool fold_tosa_transpose(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  const DenseArrayAttr *perms = (const DenseArrayAttr *)op_prop_at(op, TOSA_TRANSPOSE_PERMS);
  if (dense_or_null(constants[0]) && type_element(attr_value_type(constants[0])) == type_element(type) && fold_splat(f, type, constants[0])) return true;
  for (uint64_t i = 0; i < perms->count; i++)
    if (dense_array_i64(&perms->base, i) != (int64_t)i) return false;
  return op_operand_type(op, 0) == type && fold_to_value(f, op_operand(op, 0));
}

bool fold_tosa_concat(Folder *f, Operation *op, const A *constants) {
  ValueVec operands = {0};
  bool changed = false;
  (void)constants;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *inner = operand_defined_by(op, i, OP_TOSA_CONCAT);
    bool same = inner && op_prop_at(inner, TOSA_CONCAT_AXIS) == op_prop_at(op, TOSA_CONCAT_AXIS);
    if (same) op_push_operands(inner, 0, inner->operand_count, &operands, f->arena);
    else vec_push(f->arena, &operands, op_operand(op, i));
    changed |= same;
  }
  if (!changed) return false;
  op_set_operands(f->module, op, operands.data, operands.count);
  return fold_in_place(f);
}
