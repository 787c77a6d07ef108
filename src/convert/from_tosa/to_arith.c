// tosa-to-arith: constants, and the scaling of quantized numbers (after mlir/lib/Conversion/TosaToArith/TosaToArith.cpp).
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/tosa.h"

#include "asm/params.h"
#include "ir/constants.h"

static const PassOption option_include = {"include-apply-rescale", OPTION_BOOL, "false", NULL, "Whether to include the lowering for tosa.apply_rescale to arith"};
static const PassOption option_32_bit = {"use-32-bit", OPTION_BOOL, "false", NULL, "Whether to prioritze lowering to 32-bit operations"};

static bool lower_const(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  A values = op_prop_at(op, TOSA_CONST_VALUES);
  return attr_value_type(values) ? convert_replace1(c, op, build_constant(&c->b, values)) : convert_no_match(c, op, "its values have no type");
}

// The type of `like` with other elements.
static T with_element(Conversion *c, T like, T element) { return type_as_shaped(like) ? type_with_element(c->ctx, like, element) : element; }

static Value *constant_of(Conversion *c, T type, int64_t number) {
  APInt value = apint_i64(c->arena, type_bits(type_element(type)), number);
  return build_constant(&c->b, int_attr_of(c->ctx, type, &value));
}

static bool rounds_twice(const Operation *op) { return attr_param(op_prop_at(op, TOSA_APPLY_SCALE_ROUNDING_MODE), 0) == TOSA_ROUNDING_MODE_DOUBLE_ROUND; }

static const char *problem_of(Conversion *c, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_kind(type_element(op_operand_type(op, i))) != TYPE_INTEGER || (type_as_shaped(op_operand_type(op, i)) && !type_has_static_shape(op_operand_type(op, i)))) return "its operands have no known sizes";
  (void)c;
  return attr_param(op_prop_at(op, TOSA_APPLY_SCALE_ROUNDING_MODE), 0) == TOSA_ROUNDING_MODE_INEXACT_ROUND ? "it rounds inexactly" : NULL;
}

// (value * multiplier + round) >> shift, with 64 bits.
static bool scale_wide(Conversion *c, Operation *op, Value *const *operands) {
  const char *problem = problem_of(c, op);
  if (problem) return convert_no_match(c, op, problem);
  Builder *b = &c->b;
  Value *value = operands[0], *multiplier = operands[1];
  T type = op_result_type(op, 0), i64 = type_integer(c->ctx, 64, SIGNLESS), narrow = with_element(c, type, type_integer(c->ctx, 32, SIGNLESS)), wide = with_element(c, type, i64);
  Value *zero = constant_of(c, value->type, 0), *one = constant_of(c, wide, 1), *thirty_one = constant_of(c, narrow, 31);
  Value *shift = build1(b, OP_ARITH_EXTUI, narrow, operands[2]);
  Value *x = type_element(value->type) == i64 ? value : build1(b, OP_ARITH_EXTSI, wide, value);
  Value *y = build1(b, OP_ARITH_EXTSI, wide, multiplier), *product = build_binary(b, OP_ARITH_MULI, x, y);
  Value *wide_shift = build1(b, OP_ARITH_EXTUI, wide, shift);
  Value *round = build_binary(b, OP_ARITH_SHRUI, build_binary(b, OP_ARITH_SHLI, one, wide_shift), one);
  product = build_binary(b, OP_ARITH_ADDI, product, round);
  if (rounds_twice(op)) {
    Value *up = constant_of(c, wide, INT64_C(1) << 30), *down = constant_of(c, wide, -(INT64_C(1) << 30));
    Value *is_positive = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGE, value, zero), *direction = build_select(b, is_positive, up, down);
    Value *rounded = build_binary(b, OP_ARITH_ADDI, direction, product), *is_far = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGT, shift, thirty_one);
    product = build_select(b, is_far, rounded, product);
  }
  return convert_replace1(c, op, build1(b, OP_ARITH_TRUNCI, narrow, build_binary(b, OP_ARITH_SHRSI, product, wide_shift)));
}

// The same with two halves of 32 bits.
static bool scale_halves(Conversion *c, Operation *op, Value *const *operands) {
  const char *problem = problem_of(c, op);
  if (problem) return convert_no_match(c, op, problem);
  Builder *b = &c->b;
  Value *value = operands[0];
  if (type_bits(type_element(value->type)) > 32) return convert_no_match(c, op, "a number of more than 32 bits");
  T i32 = type_integer(c->ctx, 32, SIGNLESS), type = with_element(c, op_result_type(op, 0), i32);
  Value *shift = build1(b, OP_ARITH_EXTUI, type, operands[2]);
  Value *zero = constant_of(c, type, 0), *one = constant_of(c, type, 1), *two = constant_of(c, type, 2), *thirty = constant_of(c, type, 30), *thirty_two = constant_of(c, type, 32);
  OpState *state = builder_begin(b, OP_ARITH_MULSI_EXTENDED);
  op_state_add_operand2(state, value, operands[1]);
  Operation *product = builder_finish(b);
  Value *low = op_result(product, 0), *high = op_result(product, 1);
  Value *is_over = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGE, shift, thirty_two), *rounds_high = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGT, shift, thirty_two);
  Value *left = build_binary(b, OP_ARITH_SUBI, thirty_two, shift), *right = build_binary(b, OP_ARITH_SUBI, shift, thirty_two);
  left = build_select(b, is_over, zero, left);
  right = build_select(b, is_over, right, zero);
  if (rounds_twice(op)) {
    Value *minus_one = constant_of(c, type, -1), *is_positive = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGE, value, zero);
    Value *direction = build_select(b, is_over, build_select(b, is_positive, one, minus_one), zero);
    Value *rounded = build_binary(b, OP_ARITH_ADDI, build_binary(b, OP_ARITH_SHRUI, low, thirty), direction);
    Value *carry = build_binary(b, OP_ARITH_SHRSI, rounded, two), *round = build_binary(b, OP_ARITH_SHLI, direction, thirty);
    low = build_binary(b, OP_ARITH_ADDI, low, round);
    high = build_binary(b, OP_ARITH_ADDI, high, carry);
  }
  Value *bit = build_binary(b, OP_ARITH_SHLI, one, build_binary(b, OP_ARITH_SUBI, shift, one));
  bit = build_select(b, rounds_high, zero, bit);
  Value *sum = build_binary(b, OP_ARITH_ADDI, low, bit), *overflows = build_cmpi(b, ARITH_CMP_I_PREDICATE_UGT, low, sum);
  low = sum;
  high = build_binary(b, OP_ARITH_ADDI, high, build1(b, OP_ARITH_EXTUI, type, overflows));
  bit = build_binary(b, OP_ARITH_SHLI, one, build_binary(b, OP_ARITH_SUBI, right, one));
  bit = build_select(b, rounds_high, bit, zero);
  high = build_binary(b, OP_ARITH_ADDI, high, bit);
  high = build_binary(b, OP_ARITH_SHRSI, build_binary(b, OP_ARITH_SHLI, high, left), right);
  low = build_select(b, is_over, zero, build_binary(b, OP_ARITH_SHRUI, low, shift));
  Value *result = build_binary(b, OP_ARITH_ADDI, low, high);
  return convert_replace1(c, op, op_result_type(op, 0) == type ? result : build1(b, OP_ARITH_TRUNCI, op_result_type(op, 0), result));
}

static const Pattern of_constants[] = {{.root = OP_TOSA_CONST, .rewrite = lower_const, .name = "$root as arith.constant"}};
static const Pattern with_64_bits[] = {{.root = OP_TOSA_APPLY_SCALE, .rewrite = scale_wide, .benefit = 100, .name = "$root with 64 bits"}};
static const Pattern with_32_bits[] = {{.root = OP_TOSA_APPLY_SCALE, .rewrite = scale_halves, .benefit = 200, .name = "$root with 32 bits"}};

static Legality legality(Conversion *c, Operation *op) {
  if (op_is(op, OP_TOSA_CONST) || (op_is(op, OP_TOSA_APPLY_SCALE) && pass_bool(c->run, &option_include))) return ILLEGAL;
  return op_is_of(c->ctx, op, &arith_dialect) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  conversion_add_table(&c, of_constants, NULL);
  if (pass_bool(pass, &option_include)) {
    conversion_add_table(&c, with_64_bits, NULL);
    if (pass_bool(pass, &option_32_bit)) conversion_add_table(&c, with_32_bits, NULL);
  }
  return conversion_run(&c, op);
}

const PassDef tosa_to_arith_pass = {
  .name = "tosa-to-arith", .class_name = "TosaToArith", .summary = "Lower TOSA to the Arith dialect", .works_on = "tosa", .makes = "arith", .run = run,
  PASS_OPTIONS(&option_include, &option_32_bit),
};
