// Operations of arith on wide integers (after mlir/lib/Dialect/Arith/Transforms/EmulateWideInt.cpp).
#include "passes/wide_int/wide_int.h"

#include "ops/arith.h"
#include "ops/vector.h"
#include "dialects/common/dense_fold.h"
#include "dialects/vector/build.h"
#include "ir/constants.h"

static WideTypes *wide_types(Conversion *c) { return (WideTypes *)c->types; }

// The vector that stands for a wide type, or NULL.
static T wide_vector(Conversion *c, T type) {
  T converted = type_convert(c->types, type);
  return converted && type_is_vector(converted) ? converted : NULL;
}

static bool no_width(Conversion *c, Operation *op) { return convert_no_match(c, op, "there is no integer of half its width"); }

// ---------------------------------------------------------------------------------------------
// Halves: the elements of the last dimension. Of a vector of one dimension they are scalars, else vectors whose last
// dimension is 1.

static T half_type(Context *ctx, Arena *arena, T vector) {
  uint32_t rank = vector_rank(vector);
  if (rank == 1) return type_element(vector);
  int64_t *dims = arena_new(arena, int64_t, rank);
  for (uint32_t i = 0; i + 1 < rank; i++) dims[i] = vector_dim(vector, i);
  dims[rank - 1] = 1;
  return type_vector(ctx, dims, rank, 0, type_element(vector));
}

static A numbers(Conversion *c, uint32_t count, int64_t first, int64_t last) {
  A *items = arena_new(c->arena, A, count);
  for (uint32_t i = 0; i < count; i++) items[i] = attr_i64(c->ctx, c->ctx->types.i64, i + 1 < count ? first : last);
  return attr_array(c->ctx, items, count);
}

static Value *half(Conversion *c, Value *vector, int64_t offset) {
  Builder *b = &c->b;
  uint32_t rank = vector_rank(vector->type);
  if (rank == 1) return vector_extract1(b, vector, offset);
  A *sizes = arena_new(c->arena, A, rank);
  for (uint32_t i = 0; i < rank; i++) sizes[i] = attr_i64(c->ctx, c->ctx->types.i64, i + 1 < rank ? vector_dim(vector->type, i) : 1);
  T type = half_type(c->ctx, c->arena, vector->type);
  OpState *state = builder_begin(b, OP_VECTOR_EXTRACT_STRIDED_SLICE);
  op_state_add_operand(state, vector);
  op_state_set_prop(state, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS, numbers(c, rank, 0, offset));
  op_state_set_prop(state, VECTOR_EXTRACT_STRIDED_SLICE_SIZES, attr_array(c->ctx, sizes, rank));
  op_state_set_prop(state, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES, numbers(c, rank, 1, 1));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

typedef struct Halves { Value *low, *high; } Halves;
static Halves halves(Conversion *c, Value *vector) {
  Value *low = half(c, vector, 0);
  return (Halves){low, half(c, vector, 1)};
}

static Value *put_half(Conversion *c, Value *part, Value *vector, int64_t offset) {
  if (!type_is_vector(part->type)) return vector_insert1(&c->b, part, vector, offset);
  uint32_t rank = vector_rank(vector->type);
  OpState *state = builder_begin(&c->b, OP_VECTOR_INSERT_STRIDED_SLICE);
  op_state_add_operand2(state, part, vector);
  op_state_set_prop(state, VECTOR_INSERT_STRIDED_SLICE_OFFSETS, numbers(c, rank, 0, offset));
  op_state_set_prop(state, VECTOR_INSERT_STRIDED_SLICE_STRIDES, numbers(c, rank, 1, 1));
  op_state_add_type(state, vector->type);
  return builder_finish_value(&c->b);
}

// An integer, or a splat of it.
static Value *build_int(Conversion *c, T type, int64_t value) {
  APInt number = apint_i64(c->arena, type_bits(type_element_or_self(type)), value);
  return build_constant(&c->b, int_attr_of(c->ctx, type, &number));
}

static Value *join(Conversion *c, T type, Value *low, Value *high) {
  Value *vector = build_int(c, type, 0);
  return put_half(c, high, put_half(c, low, vector, 0), 1);
}

// A last dimension of 1, of what is a vector.
static Value *with_last_dim(Conversion *c, Value *value, bool more) {
  if (!type_is_vector(value->type)) return value;
  uint32_t rank = vector_rank(value->type);
  int64_t *dims = arena_new(c->arena, int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) dims[i] = vector_dim(value->type, i);
  dims[rank] = 1;
  T type = type_vector(c->ctx, dims, more ? rank + 1 : rank - 1, 0, type_element(value->type));
  return vector_cast(&c->b, OP_VECTOR_SHAPE_CAST, type, value);
}
static Value *add_last_dim(Conversion *c, Value *value) { return with_last_dim(c, value, true); }
static Value *drop_last_dim(Conversion *c, Value *value) { return with_last_dim(c, value, false); }

static Value *binary(Conversion *c, uint32_t opcode, Value *a, Value *b) { return build_binary(&c->b, opcode, a, b); }
static Value *compare(Conversion *c, int64_t predicate, Value *a, Value *b) { return build_cmpi(&c->b, predicate, a, b); }
static Value *choose(Conversion *c, Value *condition, Value *yes, Value *no) { return build_select(&c->b, condition, yes, no); }
static Value *cast(Conversion *c, uint32_t opcode, T type, Value *value) { return build1(&c->b, opcode, type, value); }

static Operation *build_extended(Conversion *c, uint32_t opcode, Value *a, Value *b, T second) {
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operand2(state, a, b);
  op_state_add_type(state, a->type);
  op_state_add_type(state, second);
  return builder_finish(&c->b);
}

static T bool_like(Conversion *c, T type) { return type_with_element(c->ctx, type, type_integer(c->ctx, 1, SIGNLESS)); }

// ---------------------------------------------------------------------------------------------
// Constants

static bool put_halves(Conversion *c, DenseBuilder *b, uint64_t i, A number, T element) {
  APInt value;
  if (!number || !constant_int(number, &value)) return false;
  uint32_t width = value.width / 2;
  APInt shifted = apint_lshr(c->arena, &value, width);
  APInt low = apint_trunc(c->arena, &value, width), high = apint_trunc(c->arena, &shifted, width);
  return dense_put(b, 2 * i, int_attr_of(c->ctx, element, &low)) && dense_put(b, 2 * i + 1, int_attr_of(c->ctx, element, &high));
}

static bool constant(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  A value = op_prop_at(op, ARITH_CONSTANT_VALUE);
  DenseBuilder b;
  if (!dense_begin(&b, c->ctx, type)) return convert_no_match(c, op, "its size is not known");
  const DenseAttr *dense = dense_or_null(value);
  uint64_t pairs = b.count / 2, distinct = attr_kind(value) == ATTR_INTEGER || (dense && dense->splat) ? 1 : pairs;
  bool ok = dense || attr_kind(value) == ATTR_INTEGER;
  for (uint64_t i = 0; i < distinct && i < pairs && ok && !c->ctx->mem.exhausted; i++)
    ok = put_halves(c, &b, i, dense ? dense_element_attr(c->ctx, value, i) : value, type_element(type));
  size_t pair = 2 * (size_t)b.size;
  for (uint64_t i = distinct; i < pairs && ok; i++) memcpy(b.bytes + i * pair, b.bytes, pair);
  A converted = dense_end(&b, ok);
  return converted ? convert_replace1(c, op, build_constant(&c->b, converted)) : convert_no_match(c, op, "it is no integer");
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

static bool addition(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  Halves a = halves(c, operands[0]), b = halves(c, operands[1]);
  T part = half_type(c->ctx, c->arena, type);
  Operation *low = build_extended(c, OP_ARITH_ADDUI_EXTENDED, a.low, b.low, bool_like(c, part));
  Value *carry = cast(c, OP_ARITH_EXTUI, part, op_result(low, 1));
  Value *high = binary(c, OP_ARITH_ADDI, binary(c, OP_ARITH_ADDI, carry, a.high), b.high);
  return convert_replace1(c, op, join(c, type, op_result(low, 0), high));
}

static bool subtraction(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  Halves a = halves(c, operands[0]), b = halves(c, operands[1]);
  T part = half_type(c->ctx, c->arena, type);
  Value *low = binary(c, OP_ARITH_SUBI, a.low, b.low);
  Value *borrow = cast(c, OP_ARITH_EXTUI, part, compare(c, ARITH_CMP_I_PREDICATE_ULT, a.low, b.low));
  Value *high = binary(c, OP_ARITH_SUBI, binary(c, OP_ARITH_SUBI, a.high, borrow), b.high);
  return convert_replace1(c, op, join(c, type, low, high));
}

// The product of the high halves is too large to matter.
static bool multiplication(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  Halves a = halves(c, operands[0]), b = halves(c, operands[1]);
  Operation *low = build_extended(c, OP_ARITH_MULUI_EXTENDED, a.low, b.low, a.low->type);
  Value *low_high = binary(c, OP_ARITH_MULI, a.low, b.high), *high_low = binary(c, OP_ARITH_MULI, a.high, b.low);
  Value *high = binary(c, OP_ARITH_ADDI, binary(c, OP_ARITH_ADDI, op_result(low, 1), low_high), high_low);
  return convert_replace1(c, op, join(c, type, op_result(low, 0), high));
}

static bool bitwise(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  Halves a = halves(c, operands[0]), b = halves(c, operands[1]);
  Value *low = binary(c, op_code(op), a.low, b.low), *high = binary(c, op_code(op), a.high, b.high);
  return convert_replace1(c, op, join(c, type, low, high));
}

static int64_t unsigned_predicate(int64_t predicate) {
  switch (predicate) {
    case ARITH_CMP_I_PREDICATE_SGE: return ARITH_CMP_I_PREDICATE_UGE;
    case ARITH_CMP_I_PREDICATE_SGT: return ARITH_CMP_I_PREDICATE_UGT;
    case ARITH_CMP_I_PREDICATE_SLE: return ARITH_CMP_I_PREDICATE_ULE;
    case ARITH_CMP_I_PREDICATE_SLT: return ARITH_CMP_I_PREDICATE_ULT;
    default: return predicate;
  }
}

static bool comparison(Conversion *c, Operation *op, Value *const *operands) {
  if (!wide_vector(c, op_operand_type(op, 0))) return no_width(c, op);
  int64_t predicate = op_prop_i64_at(op, ARITH_CMPI_PREDICATE);
  Halves a = halves(c, operands[0]), b = halves(c, operands[1]);
  Value *low = compare(c, unsigned_predicate(predicate), a.low, b.low), *high = compare(c, predicate, a.high, b.high), *result;
  if (predicate == ARITH_CMP_I_PREDICATE_EQ) result = binary(c, OP_ARITH_ANDI, low, high);
  else if (predicate == ARITH_CMP_I_PREDICATE_NE) result = binary(c, OP_ARITH_ORI, low, high);
  else result = choose(c, compare(c, ARITH_CMP_I_PREDICATE_EQ, a.high, b.high), low, high);
  return convert_replace1(c, op, drop_last_dim(c, result));
}

// Of the original operands: the comparison and the choice are converted in turn.
static bool extreme(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  if (!wide_vector(c, op_result_type(op, 0))) return no_width(c, op);
  int64_t predicate = op_is(op, OP_ARITH_MAXSI) ? ARITH_CMP_I_PREDICATE_SGT : op_is(op, OP_ARITH_MAXUI) ? ARITH_CMP_I_PREDICATE_UGT
      : op_is(op, OP_ARITH_MINSI) ? ARITH_CMP_I_PREDICATE_SLT : ARITH_CMP_I_PREDICATE_ULT;
  Value *a = op_operand(op, 0), *b = op_operand(op, 1);
  return convert_replace1(c, op, choose(c, compare(c, predicate, a, b), a, b));
}

static bool selection(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  Halves yes = halves(c, operands[1]), no = halves(c, operands[2]);
  Value *condition = add_last_dim(c, operands[0]);
  Value *low = choose(c, condition, yes.low, no.low), *high = choose(c, condition, yes.high, no.high);
  return convert_replace1(c, op, join(c, type, low, high));
}

// ---------------------------------------------------------------------------------------------
// Shifts. The amount is taken to be less than 2N, so its high half does not matter; an amount of N or more moves bits
// from one half to the other only.

static bool shift_left(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  T part = half_type(c->ctx, c->arena, type);
  Halves a = halves(c, operands[0]);
  Value *amount = half(c, operands[1], 0);
  Value *zero = build_int(c, part, 0), *width = build_int(c, part, type_bits(type_element(type)));
  Value *crosses = compare(c, ARITH_CMP_I_PREDICATE_UGE, amount, width);
  Value *low = choose(c, crosses, zero, binary(c, OP_ARITH_SHLI, a.low, amount));
  Value *capped = choose(c, crosses, width, amount);
  Value *rest = binary(c, OP_ARITH_SHRUI, a.low, binary(c, OP_ARITH_SUBI, width, capped));
  Value *beyond = binary(c, OP_ARITH_SHLI, a.low, binary(c, OP_ARITH_SUBI, amount, width));
  Value *own = choose(c, crosses, zero, binary(c, OP_ARITH_SHLI, a.high, amount));
  Value *from_low = choose(c, crosses, beyond, rest);
  return convert_replace1(c, op, join(c, type, low, binary(c, OP_ARITH_ORI, from_low, own)));
}

static bool shift_right(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  T part = half_type(c->ctx, c->arena, type);
  Halves a = halves(c, operands[0]);
  Value *amount = half(c, operands[1], 0);
  Value *zero = build_int(c, part, 0), *width = build_int(c, part, type_bits(type_element(type)));
  Value *crosses = compare(c, ARITH_CMP_I_PREDICATE_UGE, amount, width);
  Value *own = choose(c, crosses, zero, binary(c, OP_ARITH_SHRUI, a.low, amount));
  Value *high = choose(c, crosses, zero, binary(c, OP_ARITH_SHRUI, a.high, amount));
  Value *capped = choose(c, crosses, width, amount);
  Value *rest = binary(c, OP_ARITH_SHLI, a.high, binary(c, OP_ARITH_SUBI, width, capped));
  Value *beyond = binary(c, OP_ARITH_SHRUI, a.high, binary(c, OP_ARITH_SUBI, amount, width));
  Value *from_high = choose(c, crosses, beyond, rest);
  return convert_replace1(c, op, join(c, type, binary(c, OP_ARITH_ORI, own, from_high), high));
}

// An unsigned shift, with bits of the sign from the left; the operations on whole values are converted in turn.
static bool shift_right_signed(Conversion *c, Operation *op, Value *const *operands) {
  T wide = op_result_type(op, 0), type = wide_vector(c, wide);
  if (!type) return no_width(c, op);
  Value *high = half(c, operands[0], 1), *amount = half(c, operands[1], 0);
  Value *zero = build_int(c, amount->type, 0);
  Value *negative = drop_last_dim(c, compare(c, ARITH_CMP_I_PREDICATE_SLT, high, zero));
  Value *signs = cast(c, OP_ARITH_EXTSI, wide, negative);
  Value *width = build_int(c, amount->type, 2 * (int64_t)type_bits(type_element(type)));
  Value *kept = drop_last_dim(c, binary(c, OP_ARITH_SUBI, width, amount));
  Value *left = binary(c, OP_ARITH_SHLI, signs, cast(c, OP_ARITH_EXTUI, wide, kept));
  Value *right = binary(c, OP_ARITH_SHRUI, op_operand(op, 0), op_operand(op, 1));
  Value *shifted = binary(c, OP_ARITH_ORI, right, left);
  Value *unmoved = drop_last_dim(c, compare(c, ARITH_CMP_I_PREDICATE_EQ, amount, zero));
  return convert_replace1(c, op, choose(c, unmoved, op_operand(op, 0), shifted));
}

// ---------------------------------------------------------------------------------------------
// Casts of integers

static Value *extended(Conversion *c, uint32_t opcode, T type, Value *value) {
  return build_or_fold(&c->b, cast(c, opcode, type, value), c->arena);
}

static bool sign_extension(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  T part = half_type(c->ctx, c->arena, type);
  Value *low = extended(c, OP_ARITH_EXTSI, part, add_last_dim(c, operands[0]));
  Value *negative = compare(c, ARITH_CMP_I_PREDICATE_SLT, low, build_int(c, part, 0));
  return convert_replace1(c, op, join(c, type, low, cast(c, OP_ARITH_EXTSI, part, negative)));
}

static bool zero_extension(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  if (!type) return no_width(c, op);
  Value *low = extended(c, OP_ARITH_EXTUI, half_type(c->ctx, c->arena, type), add_last_dim(c, operands[0]));
  return convert_replace1(c, op, put_half(c, low, build_int(c, type, 0), 0));
}

static bool truncation(Conversion *c, Operation *op, Value *const *operands) {
  T type = op_result_type(op, 0);
  if (type_convert(c->types, type) != type) return convert_no_match(c, op, "the result is wide, too");
  Value *low = drop_last_dim(c, half(c, operands[0], 0));
  return convert_replace1(c, op, low->type == type ? low : extended(c, OP_ARITH_TRUNCI, type, low));
}

static bool is_index(T type) { return type_is_index(type_element_or_self(type)); }

static bool to_index(Conversion *c, Operation *op, Value *const *operands) {
  if (!is_index(op_result_type(op, 0))) return false;
  if (!wide_vector(c, op_operand_type(op, 0))) return no_width(c, op);
  Value *low = drop_last_dim(c, half(c, operands[0], 0));
  return convert_replace1(c, op, cast(c, op_code(op), op_result_type(op, 0), low));
}

static bool from_index(Conversion *c, Operation *op, Value *const *operands) {
  T wide = op_result_type(op, 0);
  if (!is_index(op_operand_type(op, 0))) return false;
  if (!wide_vector(c, wide)) return no_width(c, op);
  T narrow = type_integer(c->ctx, wide_types(c)->width, SIGNLESS);
  if (type_is_vector(wide)) narrow = type_with_element(c->ctx, wide, narrow);
  Value *low = cast(c, op_code(op), narrow, operands[0]);
  return convert_replace1(c, op, cast(c, op_is(op, OP_ARITH_INDEX_CAST) ? OP_ARITH_EXTSI : OP_ARITH_EXTUI, wide, low));
}

// ---------------------------------------------------------------------------------------------
// Casts of floats

// The magnitude is converted, then the sign.
static bool from_signed(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *in = op_operand(op, 0);
  T type = op_result_type(op, 0);
  if (!wide_vector(c, in->type)) return no_width(c, op);
  Value *zero = build_int(c, in->type, 0);
  Value *negative = compare(c, ARITH_CMP_I_PREDICATE_SLT, in, zero);
  Value *magnitude = choose(c, negative, binary(c, OP_ARITH_SUBI, zero, in), in);
  Value *value = cast(c, OP_ARITH_UITOFP, type, magnitude);
  Value *minus = cast(c, OP_ARITH_NEGF, type, value);
  return convert_replace1(c, op, choose(c, negative, minus, value));
}

// 2^exponent, or infinity where that is too large.
static A power_of_two(Conversion *c, T type, uint32_t exponent) {
  FloatKind kind = type_float_kind(type_element_or_self(type));
  APInt one = apint_u64(c->arena, exponent + 2, 1), number = apint_shl(c->arena, &one, exponent);
  int status = 0;
  APFloat value = apfloat_from_int(kind, &number, false, ROUND_TOWARD_ZERO, &status);
  if (status & FLOAT_INEXACT) value = apfloat_infinity(kind, false);
  return float_attr_of(c->ctx, type, value);
}

static bool from_unsigned(Conversion *c, Operation *op, Value *const *operands) {
  T type = op_result_type(op, 0), vector = wide_vector(c, op_operand_type(op, 0));
  if (!vector) return no_width(c, op);
  uint32_t width = type_bits(type_element(vector));
  if (width > 62) return convert_no_match(c, op, "it has too many bits");
  Halves in = halves(c, operands[0]);
  in.low = drop_last_dim(c, in.low);
  in.high = drop_last_dim(c, in.high);
  Value *small = compare(c, ARITH_CMP_I_PREDICATE_EQ, in.high, build_int(c, in.high->type, 0));
  Value *low = cast(c, OP_ARITH_UITOFP, type, in.low), *high = cast(c, OP_ARITH_UITOFP, type, in.high);
  Value *power = build_constant(&c->b, power_of_two(c, type, width));
  Value *sum = binary(c, OP_ARITH_ADDF, low, binary(c, OP_ARITH_MULF, high, power));
  return convert_replace1(c, op, choose(c, small, low, sum));
}

static bool to_signed(Conversion *c, Operation *op, Value *const *operands) {
  T wide = op_result_type(op, 0);
  Value *in = operands[0];
  if (!wide_vector(c, wide)) return no_width(c, op);
  Value *zero = build_zero(&c->b, in->type), *zero_int = build_int(c, wide, 0);
  OpState *state = builder_begin(&c->b, OP_ARITH_CMPF);
  op_state_add_operand2(state, in, zero);
  op_state_set_prop(state, ARITH_CMPF_PREDICATE, attr_i64(c->ctx, c->ctx->types.i64, ARITH_CMP_F_PREDICATE_OLT));
  Value *negative = builder_finish_value(&c->b);
  Value *magnitude = choose(c, negative, cast(c, OP_ARITH_NEGF, in->type, in), in);
  Value *value = cast(c, OP_ARITH_FPTOUI, wide, magnitude);
  return convert_replace1(c, op, choose(c, negative, binary(c, OP_ARITH_SUBI, zero_int, value), value));
}

static bool to_unsigned(Conversion *c, Operation *op, Value *const *operands) {
  T type = wide_vector(c, op_result_type(op, 0));
  Value *in = operands[0];
  if (!type) return no_width(c, op);
  T part = type_integer(c->ctx, type_bits(type_element(type)), SIGNLESS);
  if (type_is_vector(in->type)) part = type_with_element(c->ctx, in->type, part);
  Value *power = build_constant(&c->b, power_of_two(c, in->type, wide_types(c)->width));
  Value *high = cast(c, OP_ARITH_FPTOUI, part, binary(c, OP_ARITH_DIVF, in, power));
  Value *low = cast(c, OP_ARITH_FPTOUI, part, binary(c, OP_ARITH_REMF, in, power));
  high = add_last_dim(c, high);
  low = add_last_dim(c, low);
  return convert_replace1(c, op, join(c, type, low, high));
}

static bool print(Conversion *c, Operation *op, Value *const *operands) {
  OpState *state = builder_begin(&c->b, OP_VECTOR_PRINT);
  op_state_add_operand(state, operands[0]);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

#define HALVES(op, fn) {.root = op, .rewrite = fn, .name = "$root of wide integers as halves"}
void add_wide_arith(Conversion *c, WideTypes *types) {
  static const Pattern patterns[] = {
    HALVES(OP_ARITH_CONSTANT, constant), HALVES(OP_ARITH_CMPI, comparison), HALVES(OP_ARITH_SELECT, selection), HALVES(OP_VECTOR_PRINT, print),
    HALVES(OP_ARITH_ADDI, addition), HALVES(OP_ARITH_MULI, multiplication), HALVES(OP_ARITH_SHLI, shift_left),
    HALVES(OP_ARITH_SHRSI, shift_right_signed), HALVES(OP_ARITH_SHRUI, shift_right), HALVES(OP_ARITH_MAXUI, extreme),
    HALVES(OP_ARITH_MAXSI, extreme), HALVES(OP_ARITH_MINUI, extreme), HALVES(OP_ARITH_MINSI, extreme), HALVES(OP_ARITH_SUBI, subtraction),
    HALVES(OP_ARITH_ANDI, bitwise), HALVES(OP_ARITH_ORI, bitwise), HALVES(OP_ARITH_XORI, bitwise), HALVES(OP_ARITH_EXTSI, sign_extension),
    HALVES(OP_ARITH_EXTUI, zero_extension), HALVES(OP_ARITH_TRUNCI, truncation), HALVES(OP_ARITH_INDEX_CAST, to_index),
    HALVES(OP_ARITH_INDEX_CASTUI, to_index), HALVES(OP_ARITH_INDEX_CAST, from_index), HALVES(OP_ARITH_INDEX_CASTUI, from_index),
    HALVES(OP_ARITH_SITOFP, from_signed), HALVES(OP_ARITH_UITOFP, from_unsigned), HALVES(OP_ARITH_FPTOUI, to_unsigned),
    HALVES(OP_ARITH_FPTOSI, to_signed),
  };
  conversion_add_table(c, patterns, &types->base);
}
