// arith-expand: what arith.rules leaves to C (after mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp).
#include "passes/arith/expand.h"
#include "ops/vector.h"
#include "ops/arith.h"
#include "rules/arith_expand.h"

static const PassOption option_include_bf16 = {"include-bf16", OPTION_BOOL, "false", NULL, "Enable the BF16 expansion patterns"};
static const PassOption option_include_f8e8m0 = {"include-f8e8m0", OPTION_BOOL, "false", NULL, "Enable the F8E8M0 expansion patterns"};
static const PassOption option_include_f4e2m1 = {"include-f4e2m1", OPTION_BOOL, "false", NULL, "Enable the F4E2M1 expansion patterns"};

static T element_type(T type) { return type_element_or_self(type); }
static bool is_kind(T type, FloatKind kind) { return type_is_float(element_type(type)) && type_float_kind(element_type(type)) == kind; }

// ---------------------------------------------------------------------------------------------
// What rules ask

bool is_bf16(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return is_kind(args[0].type, FLOAT_BF16);
}
bool is_f8E8M0FNU(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return is_kind(args[0].type, FLOAT_F8E8M0FNU);
}
bool is_f4E2M1FN(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return is_kind(args[0].type, FLOAT_F4E2M1FN);
}
bool is_wide_scale(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return type_bits(element_type(args[0].type)) >= 16;
}
bool is_scale(const RuleMatch *match, const RuleArg *args) { return is_f8E8M0FNU(match, args); }
bool rounds_to_nearest_even(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return !args[0].attr;
}

// ---------------------------------------------------------------------------------------------
// What rules make

static Value *cast(const RuleMatch *match, bool is_wider, Value *value, T type, A fastmath) {
  OpState *state = builder_begin(match->b, is_wider ? OP_ARITH_EXTF : OP_ARITH_TRUNCF);
  if (fastmath) op_state_set_prop(state, is_wider ? ARITH_EXTF_FASTMATH : ARITH_TRUNCF_FASTMATH, fastmath);
  op_state_add_operand(state, value);
  op_state_add_type(state, type);
  return builder_finish_value(match->b);
}

// A float of 32 bits as the result.
static Value *from_f32(const RuleMatch *match, const RuleArg *args, A fastmath) {
  uint32_t bits = type_bits(element_type(args[1].type));
  return bits == 32 ? args[0].value : cast(match, bits > 32, args[0].value, args[1].type, fastmath);
}
Value *to_width(const RuleMatch *match, const RuleArg *args) { return from_f32(match, args, args[2].attr); }
Value *to_width_without_flags(const RuleMatch *match, const RuleArg *args) { return from_f32(match, args, NULL); }

static Value *as_f32(const RuleMatch *match, Value *value, bool may_be_wider, A fastmath) {
  T type = type_with_element(match->ctx, value->type, type_float(match->ctx, FLOAT_F32));
  if (value->type == type) return value;
  return cast(match, !may_be_wider || type_bits(element_type(value->type)) <= 32, value, type, fastmath);
}
Value *to_f32(const RuleMatch *match, const RuleArg *args) { return as_f32(match, args[0].value, true, args[1].attr); }
Value *to_f32_without_flags(const RuleMatch *match, const RuleArg *args) { return as_f32(match, args[0].value, false, NULL); }

// ---------------------------------------------------------------------------------------------

void add_arith_divisions(Conversion *c) { conversion_add_set(c, &arith_divisions, NULL); }

// Whether a cast between the two is to be expanded.
static bool is_expanded(const PassRun *pass, T narrow, T wide) {
  if (is_kind(narrow, FLOAT_BF16) && is_kind(wide, FLOAT_F32)) return pass_bool(pass, &option_include_bf16);
  if (is_kind(narrow, FLOAT_F8E8M0FNU)) return pass_bool(pass, &option_include_f8e8m0);
  return is_kind(narrow, FLOAT_F4E2M1FN) && pass_bool(pass, &option_include_f4e2m1);
}

static Legality legality(Conversion *c, Operation *op) {
  if (op_is_of(c->ctx, op, &vector_dialect)) return LEGAL;
  if (!op_is_of(c->ctx, op, &arith_dialect)) return UNKNOWN_LEGALITY;
  if (op_is(op, OP_ARITH_EXTF)) return is_expanded(c->run, op_operand_type(op, 0), op_result_type(op, 0)) ? ILLEGAL : LEGAL;
  if (op_is(op, OP_ARITH_TRUNCF)) return is_expanded(c->run, op_result_type(op, 0), op_operand_type(op, 0)) ? ILLEGAL : LEGAL;
  return conversion_has_patterns(c, op) ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  conversion_add_set(&c, &arith_divisions, NULL);
  conversion_add_set(&c, &arith_expansion, NULL);
  return conversion_run(&c, op);
}

const PassDef arith_expand_pass = {
  .name = "arith-expand", .class_name = "ArithExpandOpsPass",
  .summary = "write arith operations without a counterpart in LLVM by others",
  .works_on = "arith", .makes = "arith",
  .run = run,
  PASS_OPTIONS(&option_include_bf16, &option_include_f8e8m0, &option_include_f4e2m1),
};
