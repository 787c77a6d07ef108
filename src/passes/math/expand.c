// math-expand-ops: what math.rules leaves to C (after mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp).
#include "dialects/common/build.h"
#include "ir/constants.h"
#include "ops/arith.h"
#include "rules/math_expand.h"

static const PassOption option_ops = {"ops", OPTION_LIST, NULL, NULL, "Operations to expand."};

static T element_type(T type) { return type_element_or_self(type); }
static bool has_static_shape(T type) { return !type_as_shaped(type) || type_has_static_shape(type); }

static Value *float_constant(Greedy *g, T type, APFloat value) { return build_constant(&g->b, float_attr_of(g->ctx, type, value)); }
static Value *number(Greedy *g, T type, double value) {
  return float_constant(g, type, apfloat_from_double(type_float_kind(element_type(type)), value, NULL));
}
static Value *int_constant(Greedy *g, T type, uint64_t value) {
  APInt integer = apint_u64(g->arena, type_bits(element_type(type)), value);
  return build_constant(&g->b, int_attr_of(g->ctx, type, &integer));
}
static Value *multiply(Greedy *g, Value *a, Value *b) { return build_binary(&g->b, OP_ARITH_MULF, a, b); }

static Value *equal_floats(Greedy *g, Value *a, Value *b) {
  OpState *state = builder_begin(&g->b, OP_ARITH_CMPF);
  op_state_set_prop(state, ARITH_CMPF_PREDICATE, attr_i64(g->ctx, g->ctx->types.i64, ARITH_CMP_F_PREDICATE_OEQ));
  op_state_add_operand2(state, a, b);
  return op_result(builder_finish(&g->b), 0);
}

// By squaring; one over that for a negative exponent, or an infinity of the sign of a zero.
bool integer_power(Greedy *g, Operation *op) {
  APInt exponent;
  int64_t value;
  T type = op_result_type(op, 0);
  if (!has_static_shape(type) || !constant_int(value_constant(op_operand(op, 1)), &exponent) || !apint_to_i64(&exponent, &value)) return false;
  FloatKind kind = type_float_kind(element_type(type));
  Value *x = op_operand(op, 0), *one = number(g, type, 1), *result = number(g, type, 1);
  for (uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value; rest; rest >>= 1) {
    if (rest & 1) result = multiply(g, x, result);
    x = multiply(g, x, x);
  }
  if (value >= 0) return greedy_replace1(g, op, result);
  Value *zero = number(g, type, 0.0), *minus_zero = number(g, type, -0.0);
  Value *most = float_constant(g, type, apfloat_infinity(kind, false)), *least = float_constant(g, type, apfloat_infinity(kind, true));
  Value *is_zero = equal_floats(g, result, zero), *is_minus_zero = equal_floats(g, result, minus_zero);
  result = build_binary(&g->b, OP_ARITH_DIVF, one, result);
  result = build_select(&g->b, is_zero, most, result);
  return greedy_replace1(g, op, build_select(&g->b, is_minus_zero, least, result));
}

// Halves of the number, as long as the upper one is zero.
bool count_leading_zeros(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  uint32_t bits = type_bits(element_type(type));
  if (bits > 64 || type_is_index(element_type(type)) || !has_static_shape(type)) return false;
  uint64_t all = bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
  Value *x = op_operand(op, 0), *count = int_constant(g, type, 0);
  for (uint32_t width = bits; width > 1; width /= 2) {
    Value *half = int_constant(g, type, width / 2), *mask = int_constant(g, type, all >> (width / 2));
    Value *is_low = build_cmpi(&g->b, ARITH_CMP_I_PREDICATE_ULE, x, mask);
    Value *more = build_binary(&g->b, OP_ARITH_ADDI, count, half), *shifted = build_binary(&g->b, OP_ARITH_SHLI, x, half);
    x = build_select(&g->b, is_low, shifted, x);
    count = build_select(&g->b, is_low, more, count);
  }
  Value *zero = int_constant(g, type, 0), *is_zero = build_cmpi(&g->b, ARITH_CMP_I_PREDICATE_EQ, op_operand(op, 0), zero);
  return greedy_replace1(g, op, build_select(&g->b, is_zero, int_constant(g, type, bits), count));
}

// ---------------------------------------------------------------------------------------------
// What rules ask

bool is_static_f32(const RuleMatch *match, const RuleArg *args) {
  return has_static_shape(args[0].type) && element_type(args[0].type) == type_float(match->ctx, FLOAT_F32);
}

// The parts of a float, told by an integer type as wide as it, in which the constants are, and the root's type.
typedef struct FloatParts {
  uint32_t bits, mantissa, exponent;
} FloatParts;

static FloatParts parts_of(T type) {
  FloatKind kind = type_float_kind(element_type(type));
  uint32_t bits = float_bits(kind), mantissa = float_precision(kind) - 1;
  return (FloatParts){bits, mantissa, bits - mantissa - 1};
}

bool has_bits_to_round(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  FloatParts parts = parts_of(args[0].type);
  return parts.bits <= 64 && parts.exponent && parts.exponent <= parts.bits && has_static_shape(args[0].type);
}

T integer_of_width(const RuleMatch *match, const RuleArg *args) { return type_integer(match->ctx, parts_of(args[0].type).bits, SIGNLESS); }

static A part(const RuleMatch *match, const RuleArg *args, uint64_t value) {
  APInt integer = apint_u64(match->arena, type_bits(element_type(args[0].type)), value);
  return int_attr_of(match->ctx, args[0].type, &integer);
}

static FloatParts root_parts(const RuleMatch *match) { return parts_of(op_result_type(match->root, 0)); }
A round_even_mantissa(const RuleMatch *match, const RuleArg *args) { return part(match, args, root_parts(match).mantissa); }
A round_even_last(const RuleMatch *match, const RuleArg *args) { return part(match, args, root_parts(match).bits - 1); }
A round_even_bias(const RuleMatch *match, const RuleArg *args) { return part(match, args, (1ull << (root_parts(match).exponent - 1)) - 1); }
A round_even_half(const RuleMatch *match, const RuleArg *args) { return part(match, args, 1ull << ((root_parts(match).mantissa - 1) & 63)); }
A round_even_mask(const RuleMatch *match, const RuleArg *args) { return part(match, args, (1ull << root_parts(match).mantissa) - 1); }
A round_even_exponent_mask(const RuleMatch *match, const RuleArg *args) { return part(match, args, (1ull << root_parts(match).exponent) - 1); }

// ---------------------------------------------------------------------------------------------

// The operations of math with these mnemonics; others are none.
static U32Vec chosen_ops(PassRun *pass) {
  StrVec mnemonics = {0};
  U32Vec out = {0};
  pass_list(pass, &option_ops, &mnemonics);
  for (uint32_t i = 0; i < mnemonics.count; i++) {
    const OpDef *def = context_op(pass->ctx, arena_printf(pass->arena, "math.%.*s", STR_ARG(mnemonics.data[i])));
    vec_push(pass->arena, &out, def ? def->opcode : 0);
  }
  return out;
}

static bool is_wanted(const U32Vec *chosen, uint32_t opcode) {
  for (uint32_t i = 0; i < chosen->count; i++)
    if (chosen->data[i] == opcode) return true;
  return !chosen->count;
}

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  U32Vec chosen = chosen_ops(pass);
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  for (uint32_t i = 0; i < math_expansion.count; i++)
    if (is_wanted(&chosen, math_expansion.patterns[i].root)) greedy_add(&g, &math_expansion.patterns[i], 1);
  return greedy_run(&g, op) && !pass->ctx->mem.exhausted;
}

const PassDef math_expand_ops_pass = {
  .name = "math-expand-ops", .class_name = "MathExpandOpsPass",
  .summary = "write mathematical functions in terms of simpler ones",
  .works_on = "math", .makes = "arith math",
  .run = run,
  PASS_OPTIONS(&option_ops),
};
