// tosa-to-linalg: what is calculated for each element, as linalg.generic. Sizes of 1 are repeated.
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/linalg.h"
#include "ops/math.h"
#include "ops/scf.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

#include "asm/params.h"
#include "ir/ir.h"

// ---------------------------------------------------------------------------------------------
// Bodies

// Operations that are one of arith or math.
typedef struct Simple {
  uint16_t root, of_float, of_integer;
} Simple;

static const Simple simple[] = {
  {OP_TOSA_ABS, OP_MATH_ABSF, 0},
  {OP_TOSA_ADD, OP_ARITH_ADDF, OP_ARITH_ADDI},
  {OP_TOSA_SUB, OP_ARITH_SUBF, OP_ARITH_SUBI},
  {OP_TOSA_INTDIV, 0, OP_ARITH_DIVSI},
  {OP_TOSA_BITWISE_AND, 0, OP_ARITH_ANDI},
  {OP_TOSA_BITWISE_OR, 0, OP_ARITH_ORI},
  {OP_TOSA_BITWISE_XOR, 0, OP_ARITH_XORI},
  {OP_TOSA_LOGICAL_AND, 0, OP_ARITH_ANDI},
  {OP_TOSA_LOGICAL_OR, 0, OP_ARITH_ORI},
  {OP_TOSA_LOGICAL_XOR, 0, OP_ARITH_XORI},
  {OP_TOSA_LOGICAL_LEFT_SHIFT, 0, OP_ARITH_SHLI},
  {OP_TOSA_LOGICAL_RIGHT_SHIFT, 0, OP_ARITH_SHRUI},
  {OP_TOSA_CLZ, 0, OP_MATH_CTLZ},
  {OP_TOSA_POW, OP_MATH_POWF, 0},
  {OP_TOSA_RSQRT, OP_MATH_RSQRT, 0},
  {OP_TOSA_LOG, OP_MATH_LOG, 0},
  {OP_TOSA_EXP, OP_MATH_EXP, 0},
  {OP_TOSA_SIN, OP_MATH_SIN, 0},
  {OP_TOSA_COS, OP_MATH_COS, 0},
  {OP_TOSA_TANH, OP_MATH_TANH, 0},
  {OP_TOSA_ERF, OP_MATH_ERF, 0},
  {OP_TOSA_CEIL, OP_MATH_CEIL, 0},
  {OP_TOSA_FLOOR, OP_MATH_FLOOR, 0},
};

// What is made of the elements `x` of an operation; `element` is the type of its first operand's elements, `result` that of what it makes.
// NULL: nothing was made.
typedef struct Body {
  Operation *op;
  Value **x;
  T element, result;
} Body;

static bool is_int(T type) { return type_kind(type) == TYPE_INTEGER; }

// The number in a type of at least as many bits as that.
static Value *at_least(Builder *b, Value *x, T type) { return type_bits(x->type) < type_bits(type) ? build1(b, OP_ARITH_EXTSI, type, x) : x; }

static Value *build_mul(Builder *b, const Body *body) {
  Value *x = body->x[0], *y = body->x[1], *by = NULL;
  int64_t shift;
  if (type_is_float(body->element)) return build_binary(b, OP_ARITH_MULF, x, y);
  if (!zero_point(b->ctx, op_operand(body->op, 2), false, &shift)) by = body->x[2];
  else if ((int8_t)shift > 0) by = build_int(b, type_integer(b->ctx, 8, SIGNLESS), shift);
  if (by) {
    T i32 = type_integer(b->ctx, 32, SIGNLESS);
    if (x->type != i32) x = build1(b, OP_ARITH_EXTSI, i32, x);
    if (y->type != i32) y = build1(b, OP_ARITH_EXTSI, i32, y);
    return build_apply_scale(b, x, y, by, TOSA_ROUNDING_MODE_SINGLE_ROUND);
  }
  x = at_least(b, x, body->result);
  y = at_least(b, y, body->result);
  return build2(b, OP_ARITH_MULI, body->result, x, y);
}

static Value *build_negate(Builder *b, const Body *body) {
  if (type_is_float(body->element)) return build_unary(b, OP_ARITH_NEGF, body->x[0]);
  int64_t in = 0, out = 0;
  uint32_t bits = type_bits(body->element), wide = 64;
  bool known = zero_point(b->ctx, op_operand(body->op, 1), false, &in) && zero_point(b->ctx, op_operand(body->op, 2), false, &out);
  // A type that has room for every sum, and then back into the range.
  int64_t sum = in + out, greatest = bits < 63 ? greatest_int(bits) + (sum < 0 ? -sum : sum) + 1 : INT64_MAX;
  if (known) wide = greatest <= greatest_int(16) ? 16 : greatest <= greatest_int(32) ? 32 : 64;
  T type = type_integer(b->ctx, wide, SIGNLESS);
  Value *zero;
  if (known) {
    zero = build_int(b, type, sum);
  } else {
    Value *from = at_least(b, body->x[1], type), *to = at_least(b, body->x[2], type);
    zero = build_binary(b, OP_ARITH_ADDI, from, to);
  }
  Value *difference = build_binary(b, OP_ARITH_SUBI, zero, at_least(b, body->x[0], type));
  Value *min = build_int(b, type, least_int(bits)), *max = build_int(b, type, greatest_int(bits)), *result = clamp_int(b, difference, min, max, false);
  return wide > bits ? build1(b, OP_ARITH_TRUNCI, body->element, result) : result;
}

static Value *build_rounding_shift(Builder *b, const Body *body) {
  Value *x = body->x[0], *by = body->x[1];
  T i1 = type_integer(b->ctx, 1, SIGNLESS);
  Value *shifted = build_binary(b, OP_ARITH_SHRSI, x, by);
  if (!attr_to_i64(op_prop_at(body->op, TOSA_ARITHMETIC_RIGHT_SHIFT_ROUND))) return shifted;
  Value *one = build_int(b, body->element, 1), *zero = build_int(b, body->element, 0), *no = build_int(b, i1, 0), *yes = build_int(b, i1, 1);
  Value *shifts = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGT, by, zero);
  Value *last = build_binary(b, OP_ARITH_SHRSI, x, build_binary(b, OP_ARITH_SUBI, by, one));
  Value *is_odd = build_binary(b, OP_ARITH_ANDI, build1(b, OP_ARITH_TRUNCI, i1, last), yes);
  Value *rounds = build_select(b, shifts, is_odd, no);
  return build_binary(b, OP_ARITH_ADDI, shifted, build1(b, OP_ARITH_EXTUI, body->element, rounds));
}

static Value *build_clamp(Builder *b, const Body *body) {
  A least = op_prop_at(body->op, TOSA_CLAMP_MIN_VAL), greatest = op_prop_at(body->op, TOSA_CLAMP_MAX_VAL);
  Value *x = body->x[0];
  if (type_is_float(body->element)) {
    FloatKind kind = type_float_kind(body->element);
    bool loses;
    Value *min = build_constant(b, attr_float(b->ctx, body->element, apfloat_convert(attr_float_value(least), kind, ROUND_NEAREST_EVEN, &loses)));
    Value *max = build_constant(b, attr_float(b->ctx, body->element, apfloat_convert(attr_float_value(greatest), kind, ROUND_NEAREST_EVEN, &loses)));
    Value *clamped = clamp_float(b, x, min, max);
    if (!ignores_nan(body->op, TOSA_CLAMP_NAN_MODE)) return clamped;
    return build_select(b, build_cmpf(b, ARITH_CMP_F_PREDICATE_UNO, x, x), min, clamped);
  }
  bool is_unsigned = type_as_integer(body->element)->signedness == UNSIGNED;
  uint32_t bits = type_bits(body->element);
  int64_t low = is_unsigned ? 0 : least_int(bits), high = !is_unsigned ? greatest_int(bits) : bits < 64 ? (int64_t)((UINT64_C(1) << bits) - 1) : INT64_MAX;
  int64_t min = attr_to_i64(least), max = attr_to_i64(greatest);
  if (is_unsigned && bits < 64) {   // what is kept in an attribute has no sign
    min &= high;
    max &= high;
  }
  min = min < low ? low : min > high ? high : min;
  max = max < low ? low : max > high ? high : max;
  T type = type_integer(b->ctx, bits, SIGNLESS);
  Value *from = build_int(b, type, min), *to = build_int(b, type, max);
  return clamp_int(b, x, from, to, is_unsigned);
}

// A power of two that is greater than all integers of so many bits, as a double.
static double beyond_ints(uint32_t bits) {
  double power = 1;
  for (uint32_t i = 1; i < bits; i++) power *= 2;
  return power;
}

// Rounded, and what is out of range becomes the least or the greatest.
static Value *build_float_to_int(Builder *b, Value *x, T from, T to) {
  FloatKind kind = type_float_kind(from);
  uint32_t bits = type_bits(to);
  Value *rounded = build_unary(b, OP_MATH_ROUNDEVEN, x);
  bool loses;
  APFloat beyond = apfloat_from_double(kind, beyond_ints(bits), &loses);
  if (!apfloat_is_finite(beyond) || apfloat_to_double(beyond) != beyond_ints(bits)) {   // all numbers are in range but the infinities
    Value *converted = build1(b, OP_ARITH_FPTOSI, to, rounded);
    Value *above = build_constant(b, attr_float(b->ctx, from, apfloat_infinity(kind, false)));
    Value *below = build_constant(b, attr_float(b->ctx, from, apfloat_infinity(kind, true)));
    Value *is_above = build_cmpf(b, ARITH_CMP_F_PREDICATE_UEQ, rounded, above), *is_below = build_cmpf(b, ARITH_CMP_F_PREDICATE_UEQ, rounded, below);
    Value *min = build_int(b, to, least_int(bits)), *max = build_int(b, to, greatest_int(bits));
    return build_select(b, is_below, min, build_select(b, is_above, max, converted));
  }
  Value *min = build_number(b, from, -beyond_ints(bits));
  if (float_precision(kind) + 1 >= bits) {   // both ends are numbers of the type
    Value *max = build_number(b, from, beyond_ints(bits) - 1);
    return build1(b, OP_ARITH_FPTOSI, to, clamp_float(b, rounded, min, max));
  }
  Value *limit = build_number(b, from, beyond_ints(bits)), *max = build_int(b, to, greatest_int(bits));
  Value *converted = build1(b, OP_ARITH_FPTOSI, to, build_binary(b, OP_ARITH_MAXIMUMF, rounded, min));
  return build_select(b, build_cmpf(b, ARITH_CMP_F_PREDICATE_UGE, rounded, limit), max, converted);
}

static Value *build_cast(Builder *b, const Body *body) {
  T from = body->element, to = body->result;
  Value *x = body->x[0];
  bool widens = type_bits(from) < type_bits(to);
  if (from == to) return x;
  if (type_is_float(from) && type_is_float(to)) return build1(b, widens ? OP_ARITH_EXTF : OP_ARITH_TRUNCF, to, x);
  if (is_int(from) && type_is_float(to)) {
    if (type_is_int(from, 1)) return build1(b, OP_ARITH_UITOFP, to, x);
    if (type_as_integer(from)->signedness != UNSIGNED) return build1(b, OP_ARITH_SITOFP, to, x);
    return build1(b, OP_ARITH_UITOFP, to, build1(b, OP_BUILTIN_UNREALIZED_CONVERSION_CAST, type_integer(b->ctx, type_bits(from), SIGNLESS), x));
  }
  if (type_is_float(from)) {
    if (type_bits(to) == 1) return build_cmpf(b, ARITH_CMP_F_PREDICATE_UNE, x, build_number(b, from, 0));
    return build_float_to_int(b, x, from, to);
  }
  if (type_is_int(from, 1) && widens) return build1(b, OP_ARITH_EXTUI, to, x);
  if (type_bits(to) == 1) return build_cmpi(b, ARITH_CMP_I_PREDICATE_NE, x, build_int(b, x->type, 0));
  if (widens) return build1(b, OP_ARITH_EXTSI, to, x);
  return type_bits(x->type) == type_bits(to) ? x : build1(b, OP_ARITH_TRUNCI, to, x);
}

static Value *build_extremum(Builder *b, const Body *body, bool is_max, uint32_t nan_mode) {
  Value *x = body->x[0], *y = body->x[1];
  if (!type_is_float(body->element)) return build_binary(b, is_max ? OP_ARITH_MAXSI : OP_ARITH_MINSI, x, y);
  Value *result = build_binary(b, is_max ? OP_ARITH_MAXIMUMF : OP_ARITH_MINIMUMF, x, y);
  if (!ignores_nan(body->op, nan_mode)) return result;
  Value *x_is_nan = build_cmpf(b, ARITH_CMP_F_PREDICATE_UNO, x, x), *y_is_nan = build_cmpf(b, ARITH_CMP_F_PREDICATE_UNO, y, y);
  return build_select(b, y_is_nan, x, build_select(b, x_is_nan, y, result));
}

static Value *build_comparison(Builder *b, const Body *body, int64_t of_floats, int64_t of_ints) {
  if (type_is_float(body->element)) return build_cmpf(b, of_floats, body->x[0], body->x[1]);
  return build_cmpi(b, of_ints, body->x[0], body->x[1]);
}

static Value *build_sigmoid(Builder *b, const Body *body) {
  Value *one = build_number(b, body->element, 1), *power = build_unary(b, OP_MATH_EXP, build_unary(b, OP_ARITH_NEGF, body->x[0]));
  return build_binary(b, OP_ARITH_DIVF, one, build_binary(b, OP_ARITH_ADDF, power, one));
}

static Value *build_body(Builder *b, const Body *body) {
  Value **x = body->x;
  for (uint32_t i = 0; i < countof(simple); i++) {
    if (!op_is(body->op, simple[i].root)) continue;
    uint32_t opcode = type_is_float(body->element) ? simple[i].of_float : simple[i].of_integer;
    if (opcode) return body->op->operand_count == 1 ? build_unary(b, opcode, x[0]) : build_binary(b, opcode, x[0], x[1]);
    break;
  }
  switch (op_code(body->op)) {
    case OP_TOSA_ABS: return build_binary(b, OP_ARITH_MAXSI, x[0], build_binary(b, OP_ARITH_SUBI, build_int(b, body->element, 0), x[0]));
    case OP_TOSA_RECIPROCAL: return build_binary(b, OP_ARITH_DIVF, build_number(b, body->element, 1), x[0]);
    case OP_TOSA_MUL: return build_mul(b, body);
    case OP_TOSA_NEGATE: return build_negate(b, body);
    case OP_TOSA_BITWISE_NOT: return build_binary(b, OP_ARITH_XORI, x[0], build_int(b, body->element, -1));
    case OP_TOSA_LOGICAL_NOT: return build_binary(b, OP_ARITH_XORI, x[0], build_int(b, body->element, 1));
    case OP_TOSA_ARITHMETIC_RIGHT_SHIFT: return build_rounding_shift(b, body);
    case OP_TOSA_GREATER: return build_comparison(b, body, ARITH_CMP_F_PREDICATE_OGT, ARITH_CMP_I_PREDICATE_SGT);
    case OP_TOSA_GREATER_EQUAL: return build_comparison(b, body, ARITH_CMP_F_PREDICATE_OGE, ARITH_CMP_I_PREDICATE_SGE);
    case OP_TOSA_EQUAL: return build_comparison(b, body, ARITH_CMP_F_PREDICATE_OEQ, ARITH_CMP_I_PREDICATE_EQ);
    case OP_TOSA_SELECT: return build_select(b, x[0], x[1], x[2]);
    case OP_TOSA_MAXIMUM: return build_extremum(b, body, true, TOSA_MAXIMUM_NAN_MODE);
    case OP_TOSA_MINIMUM: return build_extremum(b, body, false, TOSA_MINIMUM_NAN_MODE);
    case OP_TOSA_CLAMP: return build_clamp(b, body);
    case OP_TOSA_SIGMOID: return build_sigmoid(b, body);
    default: return build_cast(b, body);
  }
}

// ---------------------------------------------------------------------------------------------
// Sizes

// Constants that were made, by number, so that each is made once.
typedef struct Indices {
  Arena *arena;
  ValueVec known;
} Indices;

static Value *index_of(Builder *b, Indices *indices, uint32_t number) {
  while (indices->known.count <= number) vec_push(indices->arena, &indices->known, NULL);
  if (!indices->known.data) return build_index(b, number);
  Value **at = &indices->known.data[number];
  if (!*at) *at = build_index(b, number);
  return *at;
}

static Value *dim_of(Builder *b, Indices *indices, Value *tensor, uint32_t dim) {
  Value *index = index_of(b, indices, dim);
  return build_dim(b, tensor, index);
}

// How long the result is in one dimension. `leader`: the one operand that says so, or NULL.
typedef struct Target {
  OpFoldResult size;
  Value *leader;
} Target;

static Target target_of(Builder *b, Indices *indices, const ValueVec *operands, uint32_t dim) {
  Value *size = NULL, *first = NULL;
  uint32_t open = 0;
  for (uint32_t i = 0; i < operands->count; i++) {
    int64_t length = shape_of(operands->data[i])->dims[dim];
    if (length != DYNAMIC && length > 1) return (Target){OFR_NUMBER(length), operands->data[i]};
  }
  for (uint32_t i = 0; i < operands->count; i++) {
    if (shape_of(operands->data[i])->dims[dim] != DYNAMIC) continue;
    Value *next = dim_of(b, indices, operands->data[i], dim);
    size = size ? build_binary(b, OP_ARITH_MAXUI, size, next) : next;
    if (!open++) first = operands->data[i];
  }
  if (!open) return (Target){OFR_NUMBER(1), operands->data[0]};
  return (Target){{.value = size}, open == 1 ? first : NULL};
}

static Operation *build_if(Conversion *c, Value *condition, T type, Builder inside[2]) {
  OpState *state = builder_begin(&c->b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_type(state, type);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *op = builder_finish_typed(&c->b);
  for (uint32_t i = 0; i < 2; i++) {
    Block *block = block_new(c->module);
    block_append(op_region(op, i), block);
    builder_init(&inside[i], c->module);
    builder_at_end(&inside[i], block);
    inside[i].loc = op->loc;
    inside[i].created = c->b.created;
    inside[i].data = c->b.data;
  }
  return op;
}

static void build_scf_yield(Builder *b, Value *value) {
  op_state_add_operand(builder_begin(b, OP_SCF_YIELD), value);
  builder_finish(b);
}

// An operand whose length is not known may be 1, where the result is longer: then its element is repeated.
static Value *repeat_dim(Conversion *c, Indices *indices, Value *operand, uint32_t dim, const Target *target) {
  const ShapedType *shape = shape_of(operand);
  uint32_t rank = (uint32_t)shape->rank;
  if (shape->dims[dim] != DYNAMIC || operand == target->leader) return operand;
  E *exprs = arena_new(c->arena, E, rank + 1);
  OpFoldResult *sizes = arena_new(c->arena, OpFoldResult, rank + 1);
  if (!exprs || !sizes) return operand;
  for (uint32_t i = 0; i < rank; i++) exprs[i] = i == dim ? affine_const(c->ctx, 0) : affine_dim(c->ctx, i);
  const AffineMap *maps[2] = {affine_map(c->ctx, rank, 0, exprs, rank), affine_map_identity(c->ctx, rank)};
  Builder *b = &c->b, outside = c->b, branches[2], body;
  Value *one = index_of(b, indices, 1), *length = dim_of(b, indices, operand, dim);
  Operation *choice = build_if(c, build_cmpi(b, ARITH_CMP_I_PREDICATE_EQ, length, one), operand->type, branches);
  outside.state = c->b.state;
  c->b = branches[0];
  Indices local = {.arena = c->arena};
  for (uint32_t i = 0; i < rank; i++)
    sizes[i] = i == dim ? target->size : shape->dims[i] != DYNAMIC ? OFR_NUMBER(shape->dims[i]) : (OpFoldResult){.value = dim_of(b, &local, operand, i)};
  Value *empty = build_empty_of(&c->b, sizes, rank, shape->element, c->arena);
  Operation *generic = make_generic(c, (Value *const[]){operand, empty}, 1, 1, maps, 0, &body);
  build_linalg_yield1(&body, body.block->args[0]);
  build_scf_yield(b, build_tensor_cast(b, operand->type, op_result(generic, 0)));
  c->b = outside;
  build_scf_yield(&branches[1], operand);
  return op_result(choice, 0);
}

// ---------------------------------------------------------------------------------------------
// The pattern

static bool is_number(T type) { return type_is_float(type) || is_int(type); }

// Operands whose elements are combined; those behind them say something about the operation.
static uint32_t count_of_elements(const Operation *op) {
  return op_is(op, OP_TOSA_MUL) ? 2 : op_is(op, OP_TOSA_NEGATE) ? 1 : op->operand_count;
}

// Operands that the body has: constants are put into it.
static uint32_t count_of_arguments(Context *ctx, const Operation *op) {
  uint32_t count = count_of_elements(op), constants = 0;
  int64_t number;
  for (uint32_t i = count; i < op->operand_count; i++) constants += zero_point(ctx, op_operand(op, i), false, &number);
  bool has_all = type_is_float(type_element(op_operand_type(op, 0))) ? constants > 0 : constants == op->operand_count - count;
  return has_all ? count : op->operand_count;
}

// Why the operation cannot be calculated for each element; NULL: it can.
static const char *problem_of(Context *ctx, const Operation *op, T element, T result) {
  int64_t number = 0;
  if (!is_number(element) || !is_number(result)) return "its elements are no numbers of builtin types";
  if (op_is(op, OP_TOSA_MUL) && type_is_float(element) && zero_point(ctx, op_operand(op, 2), false, &number) && number) return "floats are not shifted";
  for (uint32_t i = 0; i < countof(simple); i++)
    if (op_is(op, simple[i].root) && !op_is(op, OP_TOSA_ABS) && !(type_is_float(element) ? simple[i].of_float : simple[i].of_integer)) return "it does not calculate with such numbers";
  if ((op_is(op, OP_TOSA_RECIPROCAL) || op_is(op, OP_TOSA_SIGMOID)) && !type_is_float(element)) return "it calculates with floats";
  if ((op_is(op, OP_TOSA_BITWISE_NOT) || op_is(op, OP_TOSA_ARITHMETIC_RIGHT_SHIFT) || op_is(op, OP_TOSA_LOGICAL_NOT)) && type_is_float(element)) return "it calculates with integers";
  return NULL;
}

static bool lower_elementwise(Conversion *c, Operation *op, Value *const *operands) {
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return false;
  Body body = {.op = op, .element = type_element(op_operand_type(op, 0)), .result = type_element(type)};
  const char *problem = problem_of(c->ctx, op, body.element, body.result);
  if (problem) return convert_no_match(c, op, problem);
  const ShapedType *shape = type_as_shaped(type);
  uint32_t rank = (uint32_t)shape->rank, count = count_of_elements(op), args = count_of_arguments(c->ctx, op);
  for (uint32_t i = 0; i < count; i++)
    if (shape_of(operands[i])->rank > shape->rank) return convert_no_match(c, op, "an operand has more dimensions than the result");
  Indices indices = {.arena = c->arena};
  ValueVec values = {0};
  for (uint32_t i = 0; i < count; i++) {
    const ShapedType *from = shape_of(operands[i]);
    uint32_t added = rank - (uint32_t)from->rank, *sizes = arena_new(c->arena, uint32_t, (uint32_t)from->rank + 1u);
    int64_t *dims = arena_new(c->arena, int64_t, rank + 1u);
    if (!sizes || !dims) return false;
    for (uint32_t j = 0; j < rank; j++) dims[j] = j < added ? 1 : from->dims[j - added];
    for (uint32_t j = 0; j < (uint32_t)from->rank; j++) sizes[j] = j ? 1 : added + 1;
    vec_push(c->arena, &values, added ? build_expand(c, type_tensor(c->ctx, dims, rank, from->element, NULL), operands[i], sizes, (uint32_t)from->rank) : operands[i]);
  }
  Target *targets = arena_new(c->arena, Target, rank + 1u);
  OpFoldResult *sizes = arena_new(c->arena, OpFoldResult, rank + 1u);
  const AffineMap **maps = arena_new(c->arena, const AffineMap *, args + 1u);
  E *exprs = arena_new(c->arena, E, rank + 1u);
  if (!targets || !sizes || !maps || !exprs) return false;
  for (uint32_t i = 0; i < rank; i++) {
    targets[i] = target_of(&c->b, &indices, &values, i);
    sizes[i] = targets[i].size;
  }
  for (uint32_t i = 0; i < count && count > 1; i++)
    for (uint32_t j = 0; j < rank; j++) values.data[i] = repeat_dim(c, &indices, values.data[i], j, &targets[j]);
  Value *empty = build_empty_of(&c->b, sizes, rank, body.result, c->arena);
  for (uint32_t i = count; i < args; i++) vec_push(c->arena, &values, operands[i]);
  for (uint32_t i = 0; i < args; i++) {
    const ShapedType *from = shape_of(values.data[i]);
    uint32_t dims = (uint32_t)from->rank;
    for (uint32_t j = 0; j < dims && j < rank; j++) exprs[j] = from->dims[j] == 1 && shape->dims[j] != 1 ? affine_const(c->ctx, 0) : affine_dim(c->ctx, j);
    maps[i] = affine_map(c->ctx, rank, 0, exprs, dims < rank ? dims : rank);
  }
  maps[args] = affine_map_identity(c->ctx, rank);
  vec_push(c->arena, &values, empty);
  Builder inside;
  Operation *generic = make_generic(c, values.data, args, 1, maps, 0, &inside);
  body.x = inside.block->args;
  build_linalg_yield1(&inside, build_body(&inside, &body));
  return convert_replace1(c, op, build_tensor_cast(&c->b, type, op_result(generic, 0)));
}

#define ELEMENTWISE(NAME) {.root = OP_TOSA_##NAME, .rewrite = lower_elementwise, .name = "$root as linalg.generic"}
const Pattern elementwise_patterns[] = {
  ELEMENTWISE(ADD), ELEMENTWISE(SUB), ELEMENTWISE(MUL), ELEMENTWISE(INTDIV), ELEMENTWISE(NEGATE), ELEMENTWISE(POW), ELEMENTWISE(RECIPROCAL),
  ELEMENTWISE(RSQRT), ELEMENTWISE(LOG), ELEMENTWISE(EXP), ELEMENTWISE(ABS), ELEMENTWISE(SIN), ELEMENTWISE(COS), ELEMENTWISE(TANH), ELEMENTWISE(ERF),
  ELEMENTWISE(BITWISE_AND), ELEMENTWISE(BITWISE_OR), ELEMENTWISE(BITWISE_NOT), ELEMENTWISE(BITWISE_XOR), ELEMENTWISE(LOGICAL_AND),
  ELEMENTWISE(LOGICAL_NOT), ELEMENTWISE(LOGICAL_OR), ELEMENTWISE(LOGICAL_XOR), ELEMENTWISE(CAST), ELEMENTWISE(LOGICAL_LEFT_SHIFT),
  ELEMENTWISE(LOGICAL_RIGHT_SHIFT), ELEMENTWISE(ARITHMETIC_RIGHT_SHIFT), ELEMENTWISE(CLZ), ELEMENTWISE(SELECT), ELEMENTWISE(GREATER),
  ELEMENTWISE(GREATER_EQUAL), ELEMENTWISE(EQUAL), ELEMENTWISE(MAXIMUM), ELEMENTWISE(MINIMUM), ELEMENTWISE(CEIL), ELEMENTWISE(FLOOR),
  ELEMENTWISE(CLAMP), ELEMENTWISE(SIGMOID),
};
const uint32_t elementwise_pattern_count = countof(elementwise_patterns);
