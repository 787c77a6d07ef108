// tosa-to-linalg: reductions, gathers, tables and what else is not calculated for each element alone
// (after mlir/lib/Conversion/TosaToLinalg/TosaToLinalg.cpp).
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/linalg.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

#include "analysis/structured.h"
#include "asm/params.h"
#include "ir/constants.h"
#include "passes/pipeline.h"

static bool is_int(T type) { return type_kind(type) == TYPE_INTEGER; }
static T i32_of(Conversion *c) { return type_integer(c->ctx, 32, SIGNLESS); }

// tensor.dim of all sizes that are not known, but that of `except`.
static ValueVec open_sizes(Conversion *c, Value *value, int64_t except) {
  ValueVec sizes = {0};
  const ShapedType *shape = shape_of(value);
  for (uint32_t i = 0; i < (uint32_t)shape->rank; i++)
    if (shape->dims[i] == DYNAMIC && (int64_t)i != except) vec_push(c->arena, &sizes, build_dim_of(&c->b, value, i));
  return sizes;
}

// The map to all loops but one.
static const AffineMap *map_without(Conversion *c, uint32_t rank, uint32_t loop) {
  E *exprs = arena_new(c->arena, E, rank + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; exprs && i < rank; i++)
    if (i != loop) exprs[count++] = affine_dim(c->ctx, i);
  return affine_map(c->ctx, rank, 0, exprs, count);
}

// ---------------------------------------------------------------------------------------------
// Reductions

static int64_t axis_of(const Operation *op) {
  switch (op_code(op)) {
    case OP_TOSA_REDUCE_SUM: return int_prop(op, TOSA_REDUCE_SUM_AXIS);
    case OP_TOSA_REDUCE_PRODUCT: return int_prop(op, TOSA_REDUCE_PRODUCT_AXIS);
    case OP_TOSA_REDUCE_MIN: return int_prop(op, TOSA_REDUCE_MIN_AXIS);
    case OP_TOSA_REDUCE_MAX: return int_prop(op, TOSA_REDUCE_MAX_AXIS);
    case OP_TOSA_REDUCE_ALL: return int_prop(op, TOSA_REDUCE_ALL_AXIS);
    default: return int_prop(op, TOSA_REDUCE_ANY_AXIS);
  }
}

// What changes nothing when it is combined with; NULL: there is no such operation.
static A neutral_of(Conversion *c, const Operation *op, T element) {
  bool loses;
  if (type_is_float(element)) {
    FloatKind kind = type_float_kind(element);
    switch (op_code(op)) {
      case OP_TOSA_REDUCE_SUM: return attr_float(c->ctx, element, apfloat_zero(kind, false));
      case OP_TOSA_REDUCE_PRODUCT: return attr_float(c->ctx, element, apfloat_from_double(kind, 1, &loses));
      case OP_TOSA_REDUCE_MIN: return attr_float(c->ctx, element, apfloat_largest(kind, false));
      case OP_TOSA_REDUCE_MAX: case OP_TOSA_ARGMAX: return attr_float(c->ctx, element, apfloat_largest(kind, true));
      default: return NULL;
    }
  }
  if (!is_int(element)) return NULL;
  uint32_t bits = type_bits(element);
  switch (op_code(op)) {
    case OP_TOSA_REDUCE_SUM: return attr_i64(c->ctx, element, 0);
    case OP_TOSA_REDUCE_PRODUCT: return attr_i64(c->ctx, element, 1);
    case OP_TOSA_REDUCE_MIN: return attr_i64(c->ctx, element, greatest_int(bits));
    case OP_TOSA_REDUCE_MAX: case OP_TOSA_ARGMAX: return attr_i64(c->ctx, element, least_int(bits));
    case OP_TOSA_REDUCE_ALL: return bits == 1 ? attr_i64(c->ctx, element, 1) : NULL;
    case OP_TOSA_REDUCE_ANY: return bits == 1 ? attr_i64(c->ctx, element, 0) : NULL;
    default: return NULL;
  }
}

static uint32_t combiner_of(const Operation *op, bool is_float) {
  switch (op_code(op)) {
    case OP_TOSA_REDUCE_SUM: return is_float ? OP_ARITH_ADDF : OP_ARITH_ADDI;
    case OP_TOSA_REDUCE_PRODUCT: return is_float ? OP_ARITH_MULF : OP_ARITH_MULI;
    case OP_TOSA_REDUCE_MIN: return is_float ? OP_ARITH_MINIMUMF : OP_ARITH_MINSI;
    case OP_TOSA_REDUCE_MAX: return is_float ? OP_ARITH_MAXIMUMF : OP_ARITH_MAXSI;
    case OP_TOSA_REDUCE_ALL: return OP_ARITH_ANDI;
    default: return OP_ARITH_ORI;
  }
}

// linalg.reduce of a tensor, once or twice, into as many inits.
static Operation *build_reduce(Conversion *c, Value *input, Value *const *inits, uint32_t count, int64_t axis, Builder *inside) {
  OpState *state = builder_begin(&c->b, OP_LINALG_REDUCE);
  for (uint32_t i = 0; i < count; i++) op_state_add_operand(state, input);
  op_state_add_operands(state, inits, count);
  for (uint32_t i = 0; i < count; i++) op_state_add_type(state, inits[i]->type);
  op_state_set_prop(state, LINALG_REDUCE_DIMENSIONS, attr_i64_array(c->ctx, &axis, 1));
  op_state_add_region(state);
  Operation *reduce = builder_finish_typed(&c->b);
  begin_loop_body(c, reduce, inside);
  return reduce;
}

// Numbers alone are combined, and whether there was none is kept beside: then the result is a NaN after all.
static Value *reduce_numbers(Conversion *c, Operation *op, Value *init, const int64_t *dims, uint32_t rank, const ValueVec *sizes, int64_t axis) {
  Builder *b = &c->b, inside;
  T element = type_element(init->type), i1 = type_integer(c->ctx, 1, SIGNLESS);
  Value *yes = build_int(b, i1, 1);
  Value *all_nan = build_fill(c, yes, make_empty(b, dims, rank, i1, sizes));
  Operation *reduce = build_reduce(c, op_operand(op, 0), (Value *const[]){init, all_nan}, 2, axis, &inside);
  Value **x = inside.block->args;
  Value *combined = build_binary(&inside, combiner_of(op, true), x[0], x[2]);
  Value *is_nan = build_cmpf(&inside, ARITH_CMP_F_PREDICATE_UNO, x[0], x[0]), *kept = build_select(&inside, is_nan, x[2], combined);
  build_linalg_yield(&inside, (Value *const[]){kept, build_binary(&inside, OP_ARITH_ANDI, x[3], is_nan)}, 2);
  Value *nan = build_constant(b, attr_float(c->ctx, element, apfloat_nan(type_float_kind(element), false)));
  Value *nans = build_fill(c, nan, make_empty(b, dims, rank, element, sizes)), *empty = make_empty(b, dims, rank, element, sizes);
  return op_result(build_named(c, OP_LINALG_SELECT, (Value *const[]){op_result(reduce, 1), nans, op_result(reduce, 0), empty}, 3, NULL, NULL), 0);
}

static bool lower_reduce(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  T type = op_result_type(op, 0), element = type_element(type);
  A neutral = all_ranked(op) ? neutral_of(c, op, element) : NULL;
  if (!neutral) return convert_no_match(c, op, "such elements cannot be combined");
  const ShapedType *shape = shape_of(input);
  uint32_t rank = (uint32_t)shape->rank, left = rank - 1;
  int64_t axis = axis_of(op);
  if (axis < 0 || axis >= (int64_t)shape->rank) return convert_no_match(c, op, "it has no such dimension");
  I64Vec dims = {0};
  for (uint32_t i = 0; i < rank; i++)
    if (i != (uint64_t)axis) vec_push(c->arena, &dims, shape->dims[i]);
  ValueVec sizes = open_sizes(c, input, axis);
  Builder *b = &c->b, inside;
  bool is_float = type_is_float(element), is_wide = is_float && op_is(op, OP_TOSA_REDUCE_SUM) && type_float_kind(element) == FLOAT_BF16;
  T sum = is_wide ? type_float(c->ctx, FLOAT_F32) : element;   // what is added has more digits than the result keeps
  if (is_wide) neutral = neutral_of(c, op, sum);
  Value *empty = make_empty(b, dims.data, left, sum, &sizes);
  Value *result, *init = build_fill(c, build_constant(b, neutral), empty);
  if (is_float && ((op_is(op, OP_TOSA_REDUCE_MIN) && ignores_nan(op, TOSA_REDUCE_MIN_NAN_MODE)) || (op_is(op, OP_TOSA_REDUCE_MAX) && ignores_nan(op, TOSA_REDUCE_MAX_NAN_MODE)))) {
    result = reduce_numbers(c, op, init, dims.data, left, &sizes, axis);
  } else {
    result = op_result(build_reduce(c, input, &init, 1, axis, &inside), 0);
    Value *x = inside.block->args[0];
    if (is_wide) x = build1(&inside, OP_ARITH_EXTF, sum, x);
    build_linalg_yield1(&inside, build_binary(&inside, combiner_of(op, is_float), x, inside.block->args[1]));
  }
  if (is_wide) {
    const AffineMap *same = affine_map_identity(c->ctx, left);
    Value *narrow = make_empty(b, dims.data, left, element, &sizes);
    result = op_result(make_generic(c, (Value *const[]){result, narrow}, 1, 1, (const AffineMap *const[]){same, same}, 0, &inside), 0);
    build_linalg_yield1(&inside, build1(&inside, OP_ARITH_TRUNCF, element, inside.block->args[0]));
  }
  // The dimension comes back with the length 1, beside the one before it or else the one behind it.
  uint32_t *groups = arena_new(c->arena, uint32_t, left + 1);
  for (uint32_t i = 0; groups && i < left; i++) groups[i] = i == ((uint64_t)axis < left ? (uint64_t)axis : left - 1) ? 2 : 1;
  return groups && convert_replace1(c, op, build_expand(c, type, result, groups, left));
}

static bool lower_argmax(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  Value *input = op_operand(op, 0);
  T type = op_result_type(op, 0), index = type_element(type), element = type_element(input->type);
  A neutral = neutral_of(c, op, element);
  if (!is_int(index) || !neutral) return convert_no_match(c, op, "such elements are not compared");
  const ShapedType *shape = shape_of(input), *result = type_as_shaped(type);
  uint32_t rank = (uint32_t)shape->rank;
  int64_t axis = int_prop(op, TOSA_ARGMAX_AXIS);
  if (axis < 0 || axis >= (int64_t)shape->rank) return convert_no_match(c, op, "it has no such dimension");
  ValueVec sizes = open_sizes(c, input, axis);
  Builder *b = &c->b, inside;
  Value *empty = make_empty(b, result->dims, (uint32_t)result->rank, index, &sizes), *first = build_fill(c, build_int(b, index, 0), empty);
  empty = make_empty(b, result->dims, (uint32_t)result->rank, element, &sizes);
  Value *least = build_fill(c, build_constant(b, neutral), empty);
  const AffineMap *from = affine_map_identity(c->ctx, rank), *to = map_without(c, rank, (uint32_t)axis);
  Operation *generic = make_generic(c, (Value *const[]){input, first, least}, 1, 2, (const AffineMap *const[]){from, to, to}, UINT64_C(1) << axis, &inside);
  Value **x = inside.block->args, *is_greater;
  Value *at = build1(&inside, OP_ARITH_INDEX_CAST, index, build_loop_index(&inside, (uint32_t)axis));
  if (!type_is_float(element)) {
    is_greater = build_cmpi(&inside, ARITH_CMP_I_PREDICATE_SGT, x[0], x[2]);
  } else if (ignores_nan(op, TOSA_ARGMAX_NAN_MODE)) {
    is_greater = build_cmpf(&inside, ARITH_CMP_F_PREDICATE_OGT, x[0], x[2]);
  } else {   // the first NaN is the greatest
    Value *may_be = build_cmpf(&inside, ARITH_CMP_F_PREDICATE_UGT, x[0], x[2]);
    is_greater = build_binary(&inside, OP_ARITH_ANDI, may_be, build_cmpf(&inside, ARITH_CMP_F_PREDICATE_ORD, x[2], x[2]));
  }
  Value *greatest = build_select(&inside, is_greater, x[0], x[2]), *where = build_select(&inside, is_greater, at, x[1]);
  build_linalg_yield(&inside, (Value *const[]){where, greatest}, 2);
  return convert_replace1(c, op, op_result(generic, 0));
}

// ---------------------------------------------------------------------------------------------
// Elements from elsewhere

static bool lower_gather(Conversion *c, Operation *op, Value *const *operands) {
  Value *values = operands[0], *indices = operands[1];
  T type = op_result_type(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  Builder *b = &c->b, inside;
  ValueVec sizes = {0};
  Value *from[3] = {values, indices, values};
  for (uint32_t i = 0; i < 3; i++) {
    OpFoldResult size = mixed_dim(b, from[i], i);
    if (size.value) vec_push(c->arena, &sizes, size.value);
  }
  const ShapedType *shape = type_as_shaped(type);
  Value *empty = make_empty(b, shape->dims, 3, shape->element, &sizes);
  E exprs[2] = {affine_dim(c->ctx, 0), affine_dim(c->ctx, 1)};
  const AffineMap *maps[2] = {affine_map(c->ctx, 3, 0, exprs, 2), affine_map_identity(c->ctx, 3)};
  Operation *generic = make_generic(c, (Value *const[]){indices, empty}, 1, 1, maps, 0, &inside);
  Value *at[3] = {build_loop_index(&inside, 0)};
  at[1] = build1(&inside, OP_ARITH_INDEX_CAST, c->ctx->types.index, inside.block->args[0]);
  at[2] = build_loop_index(&inside, 2);
  build_linalg_yield1(&inside, build_extract(&inside, values, at, 3));
  return convert_replace1(c, op, op_result(generic, 0));
}

// Between two entries of the table, so far as the last seven bits say.
static Value *interpolate(Conversion *c, Builder *b, Value *table, Value *x) {
  T i32 = i32_of(c), index = c->ctx->types.index;
  Value *wide = build1(b, OP_ARITH_EXTSI, i32, x), *offset = build_i32(b, 32768), *seven = build_i32(b, 7), *one = build_i32(b, 1), *mask = build_i32(b, 127);
  Value *place = build_binary(b, OP_ARITH_ADDI, wide, offset), *entry = build_binary(b, OP_ARITH_SHRUI, place, seven);
  Value *part = build_binary(b, OP_ARITH_ANDI, place, mask), *next = build_binary(b, OP_ARITH_ADDI, entry, one);
  Value *at = build1(b, OP_ARITH_INDEX_CAST, index, entry), *next_at = build1(b, OP_ARITH_INDEX_CAST, index, next);
  Value *low = build_extract(b, table, &at, 1), *high = build_extract(b, table, &next_at, 1);
  low = build1(b, OP_ARITH_EXTSI, i32, low);
  high = build1(b, OP_ARITH_EXTSI, i32, high);
  Value *scaled = build_binary(b, OP_ARITH_SHLI, low, seven);
  return build_binary(b, OP_ARITH_ADDI, scaled, build_binary(b, OP_ARITH_MULI, build_binary(b, OP_ARITH_SUBI, high, low), part));
}

static bool lower_table(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0), *table = op_operand(op, 1);
  T type = op_result_type(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  T in = type_element(input->type), entry = type_element(table->type), out = type_element(type);
  bool is_lookup = type_is_int(in, 8) && type_is_int(entry, 8) && type_is_int(out, 8);
  if (!is_lookup && !(type_is_int(in, 16) && type_is_int(entry, 16) && type_is_int(out, 32))) return convert_no_match(c, op, "its table has other elements than i8 or i16");
  const ShapedType *shape = type_as_shaped(type);
  uint32_t rank = (uint32_t)shape->rank;
  ValueVec sizes = open_sizes(c, input, -1);
  Builder *b = &c->b, inside;
  Value *empty = make_empty(b, shape->dims, rank, out, &sizes);
  const AffineMap *same = affine_map_identity(c->ctx, rank);
  Operation *generic = make_generic(c, (Value *const[]){input, empty}, 1, 1, (const AffineMap *const[]){same, same}, 0, &inside);
  Value *x = inside.block->args[0];
  if (is_lookup) {
    Value *at = build1(&inside, OP_ARITH_INDEX_CAST, c->ctx->types.index, x), *offset = build_index(&inside, 128);
    at = build_binary(&inside, OP_ARITH_ADDI, at, offset);
    build_linalg_yield1(&inside, build_extract(&inside, table, &at, 1));
  } else {
    build_linalg_yield1(&inside, interpolate(c, &inside, table, x));
  }
  return convert_replace1(c, op, op_result(generic, 0));
}

static bool lower_reverse(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  const ShapedType *shape = shape_of(input);
  uint32_t rank = (uint32_t)shape->rank;
  int64_t axis = int_prop(op, TOSA_REVERSE_AXIS);
  if (axis < 0 || axis >= (int64_t)shape->rank) return convert_no_match(c, op, "it has no such dimension");
  ValueVec sizes = open_sizes(c, input, -1), at = {0};
  Builder *b = &c->b, inside;
  Value *length = build_dim_of(b, input, (uint32_t)axis), *empty = make_empty(b, shape->dims, rank, shape->element, &sizes);
  const AffineMap *same = affine_map_identity(c->ctx, rank);
  Operation *generic = make_generic(c, &empty, 0, 1, &same, 0, &inside);
  for (uint32_t i = 0; i < rank; i++) {
    Value *index = build_loop_index(&inside, i);
    if (i == (uint64_t)axis) {
      Value *one = build_index(&inside, 1), *last = build_binary(&inside, OP_ARITH_SUBI, length, one);
      index = build_binary(&inside, OP_ARITH_SUBI, last, index);
    }
    vec_push(c->arena, &at, index);
  }
  build_linalg_yield1(&inside, build_extract(&inside, input, at.data, rank));
  return convert_replace1(c, op, op_result(generic, 0));
}

// Each dimension gets one before it that is repeated, and then the two are joined.
static bool lower_tile(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  I64Vec multiples = {0}, dims = {0};
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  if (!constant_numbers(c->ctx, op_operand(op, 1), c->arena, &multiples)) return convert_no_match(c, op, "how often is no constant");
  const ShapedType *shape = shape_of(input), *result = type_as_shaped(op_result_type(op, 0));
  uint32_t rank = (uint32_t)shape->rank;
  if (multiples.count != rank) return convert_no_match(c, op, "it does not say how often for each dimension");
  ValueVec sizes = {0};
  E *exprs = arena_new(c->arena, E, rank + 1);
  if (!exprs) return false;
  Builder *b = &c->b, inside;
  for (uint32_t i = 0; i < rank; i++) {
    int64_t times = multiples.data[i];
    vec_push(c->arena, &dims, times == -1 ? DYNAMIC : times);
    vec_push(c->arena, &dims, shape->dims[i]);
    if (shape->dims[i] == DYNAMIC || times == -1) vec_push(c->arena, &sizes, build_dim_of(b, input, i));
    exprs[i] = affine_dim(c->ctx, i * 2 + 1);
  }
  Value *empty = make_empty(b, dims.data, rank * 2, shape->element, &sizes);
  const AffineMap *maps[2] = {affine_map(c->ctx, rank * 2, 0, exprs, rank), affine_map_identity(c->ctx, rank * 2)};
  Operation *generic = make_generic(c, (Value *const[]){input, empty}, 1, 1, maps, 0, &inside);
  build_linalg_yield1(&inside, inside.block->args[0]);
  I64Vec joined = {0};
  for (uint32_t i = 0; i < (uint32_t)result->rank; i++) vec_push(c->arena, &joined, result->dims[i] == DYNAMIC ? -1 : result->dims[i]);
  Value *target = build_const_shape(c, joined.data, joined.count);
  return convert_replace1(c, op, build2(b, OP_TOSA_RESHAPE, op_result_type(op, 0), op_result(generic, 0), target));
}

// ---------------------------------------------------------------------------------------------
// tosa.rescale

// One number for all, or a number for each channel: then the constant is another operand.
static Value *channel_constant(Conversion *c, const I64Vec *numbers, T type, ValueVec *operands, uint32_t *arg) {
  Builder *b = &c->b;
  if (numbers->count == 1) return build_int(b, type, numbers->data[0]);
  uint32_t bytes = type_bits(type) / 8;
  uint8_t *data = arena_new(c->arena, uint8_t, (size_t)numbers->count * bytes + 1);
  if (!data) return NULL;
  bool is_splat = true;
  for (uint32_t i = 0; i < numbers->count; i++) {
    for (uint32_t j = 0; j < bytes; j++) data[i * bytes + j] = (uint8_t)((uint64_t)numbers->data[i] >> (8 * j));
    is_splat = is_splat && numbers->data[i] == numbers->data[0];
  }
  int64_t count = numbers->count;
  T tensor = type_tensor(c->ctx, &count, 1, type, NULL);
  *arg = operands->count;
  vec_push(c->arena, operands, build_constant(b, attr_dense(c->ctx, tensor, is_splat && count, data, is_splat && count ? bytes : (uint64_t)count * bytes)));
  return NULL;
}

static bool lower_rescale(Conversion *c, Operation *op, Value *const *values) {
  (void)values;
  Value *input = op_operand(op, 0);
  T type = op_result_type(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  uint64_t rounding = attr_param(op_prop_at(op, TOSA_RESCALE_ROUNDING_MODE), 0);
  bool in_unsigned = attr_to_i64(op_prop_at(op, TOSA_RESCALE_INPUT_UNSIGNED)), out_unsigned = attr_to_i64(op_prop_at(op, TOSA_RESCALE_OUTPUT_UNSIGNED));
  if (rounding == TOSA_ROUNDING_MODE_INEXACT_ROUND) return convert_no_match(c, op, "it rounds inexactly");
  if (rounding == TOSA_ROUNDING_MODE_DOUBLE_ROUND && !attr_to_i64(op_prop_at(op, TOSA_RESCALE_SCALE32))) return convert_no_match(c, op, "it rounds twice with 16 bits");
  T in = type_element(input->type), out = type_element(type), i8 = type_integer(c->ctx, 8, SIGNLESS), i32 = i32_of(c);
  if (!is_int(in) || !is_int(out)) return convert_no_match(c, op, "it rescales integers");
  I64Vec multipliers = {0}, shifts = {0};
  int64_t in_zero, out_zero;
  if (!constant_numbers(c->ctx, op_operand(op, 1), c->arena, &multipliers) || !constant_numbers(c->ctx, op_operand(op, 2), c->arena, &shifts)) return convert_no_match(c, op, "multipliers or shifts are no constants");
  if (!zero_point(c->ctx, op_operand(op, 3), in_unsigned, &in_zero) || !zero_point(c->ctx, op_operand(op, 4), out_unsigned, &out_zero)) return convert_no_match(c, op, "its zero points are no constants");
  if (multipliers.count != shifts.count || !multipliers.count) return convert_no_match(c, op, "there are not as many multipliers as shifts");
  bool rounds_twice = false;
  for (uint32_t i = 0; i < shifts.count; i++) {
    if (shifts.data[i] > 63) shifts.data[i] = multipliers.data[i] = 0;
    rounds_twice = rounds_twice || (rounding == TOSA_ROUNDING_MODE_DOUBLE_ROUND && shifts.data[i] > 31);
  }
  const ShapedType *shape = type_as_shaped(type);
  uint32_t rank = (uint32_t)shape->rank, multiplier_arg = 0, shift_arg = 0;
  Builder *b = &c->b, inside;
  ValueVec sizes = {0}, operands = {0};
  for (uint32_t i = 0; i < rank; i++)
    if (shape->dims[i] == DYNAMIC) vec_push(c->arena, &sizes, build_dim_of(b, input, i));
  vec_push(c->arena, &operands, input);
  Value *multiplier = channel_constant(c, &multipliers, i32, &operands, &multiplier_arg), *shift = channel_constant(c, &shifts, i8, &operands, &shift_arg);
  vec_push(c->arena, &operands, make_empty(b, shape->dims, rank, out, &sizes));
  const AffineMap *maps[4];
  E last = affine_dim(c->ctx, rank ? rank - 1 : 0);
  for (uint32_t i = 0; i < operands.count; i++)
    maps[i] = i && i + 1 < operands.count ? affine_map(c->ctx, rank, 0, &last, 1) : affine_map_identity(c->ctx, rank);
  Operation *generic = make_generic(c, operands.data, operands.count - 1, 1, maps, 0, &inside);
  b = &inside;
  Value **args = inside.block->args, *x = args[0];
  uint32_t bits = type_bits(in), out_bits = type_bits(out);
  Value *zero = build_int(b, type_integer(c->ctx, bits > 32 ? 48 : 32, SIGNLESS), (int32_t)in_zero), *new_zero = build_i32(b, (int32_t)out_zero);
  if (type_as_integer(in)->signedness == UNSIGNED) x = build1(b, OP_BUILTIN_UNREALIZED_CONVERSION_CAST, type_integer(c->ctx, bits, SIGNLESS), x);
  if (bits < 32) x = build1(b, in_unsigned ? OP_ARITH_EXTUI : OP_ARITH_EXTSI, i32, x);
  x = build_binary(b, OP_ARITH_SUBI, x, zero);
  x = build_apply_scale(b, x, multiplier ? multiplier : args[multiplier_arg], shift ? shift : args[shift_arg], rounds_twice ? TOSA_ROUNDING_MODE_DOUBLE_ROUND : TOSA_ROUNDING_MODE_SINGLE_ROUND);
  x = build_binary(b, OP_ARITH_ADDI, x, new_zero);
  int64_t low = out_unsigned ? 0 : least_int(out_bits), high = !out_unsigned ? greatest_int(out_bits) : (int64_t)(out_bits < 64 ? (UINT64_C(1) << out_bits) - 1 : UINT64_MAX);
  Value *min = build_i32(b, low), *max = build_i32(b, high);
  x = clamp_int(b, x, min, max, false);
  if (out_bits < 32) x = build1(b, OP_ARITH_TRUNCI, type_integer(c->ctx, out_bits, SIGNLESS), x);
  if (type_as_integer(out)->signedness == UNSIGNED) x = build1(b, OP_BUILTIN_UNREALIZED_CONVERSION_CAST, out, x);
  build_linalg_yield1(b, x);
  return convert_replace1(c, op, op_result(generic, 0));
}

// ---------------------------------------------------------------------------------------------
// The pass

static bool lower_identity(Conversion *c, Operation *op, Value *const *operands) { return convert_replace(c, op, operands, op->operand_count); }

static const Pattern patterns[] = {
  {.root = OP_TOSA_RESIZE, .rewrite = resize_and_repeat, .benefit = 300, .name = "tosa.resize of one row or column, repeated"},
  {.root = OP_TOSA_RESIZE, .rewrite = resize_without_size, .benefit = 200, .name = "tosa.resize of one element as linalg.generic"},
  {.root = OP_TOSA_RESIZE, .rewrite = resize_any, .benefit = 100, .name = "tosa.resize as linalg.generic"},
  {.root = OP_TOSA_IDENTITY, .rewrite = lower_identity, .name = "tosa.identity is its operand"},
  {.root = OP_TOSA_REDUCE_ALL, .rewrite = lower_reduce, .name = "$root as linalg.reduce"},
  {.root = OP_TOSA_REDUCE_ANY, .rewrite = lower_reduce, .name = "$root as linalg.reduce"},
  {.root = OP_TOSA_REDUCE_MIN, .rewrite = lower_reduce, .name = "$root as linalg.reduce"},
  {.root = OP_TOSA_REDUCE_MAX, .rewrite = lower_reduce, .name = "$root as linalg.reduce"},
  {.root = OP_TOSA_REDUCE_SUM, .rewrite = lower_reduce, .name = "$root as linalg.reduce"},
  {.root = OP_TOSA_REDUCE_PRODUCT, .rewrite = lower_reduce, .name = "$root as linalg.reduce"},
  {.root = OP_TOSA_ARGMAX, .rewrite = lower_argmax, .name = "$root as linalg.generic"},
  {.root = OP_TOSA_GATHER, .rewrite = lower_gather, .name = "$root as linalg.generic"},
  {.root = OP_TOSA_RESCALE, .rewrite = lower_rescale, .name = "$root as linalg.generic"},
  {.root = OP_TOSA_REVERSE, .rewrite = lower_reverse, .name = "$root as linalg.generic"},
  {.root = OP_TOSA_RFFT2D, .rewrite = lower_fft, .name = "$root as linalg.generic"},
  {.root = OP_TOSA_FFT2D, .rewrite = lower_fft, .name = "$root as linalg.generic"},
  {.root = OP_TOSA_TABLE, .rewrite = lower_table, .name = "$root as linalg.generic"},
  {.root = OP_TOSA_TILE, .rewrite = lower_tile, .name = "$root as linalg.generic"},
};

// Of the pipeline that ends with this pass; nothing to it alone.
static const PassOption option_decompositions = {"disable-tosa-decompositions", OPTION_BOOL, "false", NULL, "Disable tosa decompositions pass"};
static const PassOption option_aggressive = {"aggressive-reduce-constant", OPTION_BOOL, "false", NULL, "Always perform the reduce constant optimization"};

static Legality legality(Conversion *c, Operation *op) {
  static const uint16_t stay[] = {OP_TOSA_APPLY_SCALE, OP_TOSA_COND_IF, OP_TOSA_CONST, OP_TOSA_CONST_SHAPE, OP_TOSA_WHILE_LOOP, OP_TOSA_CONCAT, OP_TOSA_SLICE, OP_TOSA_RESHAPE, OP_TOSA_PAD};
  for (uint32_t i = 0; i < countof(stay); i++)
    if (op_is(op, stay[i])) return LEGAL;
  return op_is_of(c->ctx, op, &tosa_dialect) ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  TypeConverter types;
  conversion_init(&c, pass, legality);
  signless_types(&types, pass);
  c.full = true;
  conversion_add(&c, elementwise_patterns, elementwise_pattern_count, &types);
  conversion_add_table(&c, patterns, NULL);
  return conversion_run(&c, op);
}

const PassDef tosa_to_linalg_pass = {
  .name = "tosa-to-linalg", .class_name = "TosaToLinalg", .summary = "Lower TOSA to LinAlg on tensors",
  .works_on = "tosa", .makes = "linalg tensor arith math scf index tosa", .anchor = OP_FUNC_FUNC, .run = run,
  PASS_OPTIONS(&option_decompositions, &option_aggressive),
};

// ---------------------------------------------------------------------------------------------
// The pipeline that ends with it

static bool run_pipeline(PassRun *pass, Operation *op) {
  static const char text[] = "any(func.func(tosa-optional-decompositions,canonicalize,tosa-infer-shapes,tosa-make-broadcastable,tosa-to-linalg-named,canonicalize,"
                             "tosa-layerwise-constant-fold,tosa-make-broadcastable),tosa-validate,func.func(tosa-to-linalg))";
  Pipeline pipeline;
  pipeline_init(&pipeline, pass->arena, STR("any"));
  bool known = pipeline_parse(&pipeline, pass->ctx, str_from(text));
  return known && pipeline_run_inside(&pipeline, pass, op);
}

const PassDef tosa_to_linalg_pipeline_pass = {
  .name = "tosa-to-linalg-pipeline", .class_name = "TosaToLinalgPipeline",
  .summary = "The default pipeline for converting TOSA operators to the equivalent operations using the tensor operations in LinAlg as well as LinAlg named operations.",
  .works_on = "tosa", .makes = "linalg tensor arith math scf index tosa", .anchor = OP_BUILTIN_MODULE, .run = run_pipeline,
};
