// convert-math-to-llvm (after mlir/lib/Conversion/MathToLLVM/MathToLLVM.cpp).
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "ops/llvm.h"
#include "ops/math.h"

static const PassOption option_approximate_log1p = {"approximate-log1p", OPTION_BOOL, "true", NULL, "Enable approximation of Log1p."};

static const char small_floats[] = "LLVM has no arithmetic on floats of 8 bits and less";

// ---------------------------------------------------------------------------------------------
// Integer intrinsics that take a flag: false, as math has no undefined results

static bool lower_with_flag(Conversion *c, Operation *op, Value *const *operands, uint32_t opcode, const char *flag) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type || !llvm_is_compatible(operands[0]->type) || llvm_is_array(operands[0]->type))
    return convert_no_match(c, op, "only scalars and 1-D vectors are lowered");
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operand(state, operands[0]);
  op_state_add_type(state, type);
  op_state_set_attr(state, str_from(flag), c->ctx->attrs.false_);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static bool lower_absi(Conversion *c, Operation *op, Value *const *operands) {
  return lower_with_flag(c, op, operands, OP_LLVM_INTR_ABS, "is_int_min_poison");
}
static bool lower_ctlz(Conversion *c, Operation *op, Value *const *operands) {
  return lower_with_flag(c, op, operands, OP_LLVM_INTR_CTLZ, "is_zero_poison");
}
static bool lower_cttz(Conversion *c, Operation *op, Value *const *operands) {
  return lower_with_flag(c, op, operands, OP_LLVM_INTR_CTTZ, "is_zero_poison");
}

// ---------------------------------------------------------------------------------------------
// Classes of floats: bits of llvm.intr.is.fpclass

enum { CLASS_NAN = 0x003, CLASS_FINITE = 0x1F8 };

static bool lower_class(Conversion *c, Operation *op, Value *const *operands, int64_t classes) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (llvm_is_unsupported_float(op_operand_type(op, 0))) return convert_no_match(c, op, small_floats);
  if (!type || !llvm_is_compatible(operands[0]->type))
    return convert_no_match(c, op, "the operand has no type of the llvm dialect");
  OpState *state = builder_begin(&c->b, OP_LLVM_INTR_IS_FPCLASS);
  op_state_add_operand(state, operands[0]);
  op_state_add_type(state, type);
  op_state_set_prop(state, LLVM_INTR_IS_FPCLASS_BIT, attr_i64(c->ctx, c->ctx->types.i32, classes));
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static bool lower_isnan(Conversion *c, Operation *op, Value *const *operands) {
  return lower_class(c, op, operands, CLASS_NAN);
}
static bool lower_isfinite(Conversion *c, Operation *op, Value *const *operands) {
  return lower_class(c, op, operands, CLASS_FINITE);
}

// ---------------------------------------------------------------------------------------------
// Combinations with one

static Value *build_op(Conversion *c, const Operation *op, uint32_t opcode, T type, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operands(state, operands, count);
  op_state_add_type(state, type);
  carry_attributes(&c->b, state, op, CARRY_FASTMATH);
  return builder_finish_value(&c->b);
}

static Value *build_expm1(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  Value *one = llvm_float_constant(&c->b, type, 1.0);
  Value *exp = build_op(c, op, OP_LLVM_INTR_EXP, type, operands, 1);
  return build_op(c, op, OP_LLVM_FSUB, type, (Value *const[]){exp, one}, 2);
}

static Value *build_log1p(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  Value *one = llvm_float_constant(&c->b, type, 1.0);
  Value *sum = build_op(c, op, OP_LLVM_FADD, type, (Value *const[]){one, operands[0]}, 2);
  return build_op(c, op, OP_LLVM_INTR_LOG, type, &sum, 1);
}

static Value *build_rsqrt(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  Value *one = llvm_float_constant(&c->b, type, 1.0);
  Value *sqrt = build_op(c, op, OP_LLVM_INTR_SQRT, type, operands, 1);
  return build_op(c, op, OP_LLVM_FDIV, type, (Value *const[]){one, sqrt}, 2);
}

static bool lower_combination(Conversion *c, Operation *op, Value *const *operands, BuildVectorFn *build) {
  if (llvm_is_unsupported_float(op_result_type(op, 0))) return convert_no_match(c, op, small_floats);
  if (!llvm_is_compatible(operands[0]->type)) return convert_no_match(c, op, "the operand has no type of the llvm dialect");
  if (llvm_is_array(operands[0]->type)) return unroll_vectors(c, op, operands, 1, build, NULL);
  return convert_replace1(c, op, build(c, op, operands[0]->type, operands, NULL));
}

static bool lower_expm1(Conversion *c, Operation *op, Value *const *operands) {
  return lower_combination(c, op, operands, build_expm1);
}
static bool lower_log1p(Conversion *c, Operation *op, Value *const *operands) {
  return lower_combination(c, op, operands, build_log1p);
}
static bool lower_rsqrt(Conversion *c, Operation *op, Value *const *operands) {
  return lower_combination(c, op, operands, build_rsqrt);
}

static bool lower_sincos(Conversion *c, Operation *op, Value *const *operands) {
  if (llvm_is_unsupported_float(op_result_type(op, 0))) return convert_no_match(c, op, small_floats);
  T type = operands[0]->type;
  if (!llvm_is_compatible(type)) return convert_no_match(c, op, "the operand has no type of the llvm dialect");
  Value *both = build_op(c, op, OP_LLVM_INTR_SINCOS, llvm_struct(c->ctx, (const T[]){type, type}, 2, false), operands, 1);
  Value *results[2];
  results[0] = llvm_extract(&c->b, both, 0);
  results[1] = llvm_extract(&c->b, both, 1);
  return convert_replace(c, op, results, 2);
}

// ---------------------------------------------------------------------------------------------
// Patterns

#define FLOAT(root, target) ONE_TO_ONE(root, target, CARRY_FASTMATH, .refuse_small_floats = true)

static const Pattern patterns[] = {
  FLOAT(OP_MATH_ABSF, OP_LLVM_INTR_FABS),
  FLOAT(OP_MATH_ACOS, OP_LLVM_INTR_ACOS),
  FLOAT(OP_MATH_ASIN, OP_LLVM_INTR_ASIN),
  FLOAT(OP_MATH_ATAN, OP_LLVM_INTR_ATAN),
  FLOAT(OP_MATH_ATAN2, OP_LLVM_INTR_ATAN2),
  FLOAT(OP_MATH_CEIL, OP_LLVM_INTR_CEIL),
  FLOAT(OP_MATH_COPYSIGN, OP_LLVM_INTR_COPYSIGN),
  FLOAT(OP_MATH_COS, OP_LLVM_INTR_COS),
  FLOAT(OP_MATH_COSH, OP_LLVM_INTR_COSH),
  ONE_TO_ONE(OP_MATH_CTPOP, OP_LLVM_INTR_CTPOP, CARRY_FASTMATH),
  FLOAT(OP_MATH_EXP, OP_LLVM_INTR_EXP),
  FLOAT(OP_MATH_EXP2, OP_LLVM_INTR_EXP2),
  FLOAT(OP_MATH_FLOOR, OP_LLVM_INTR_FLOOR),
  FLOAT(OP_MATH_FMA, OP_LLVM_INTR_FMA),
  FLOAT(OP_MATH_FPOWI, OP_LLVM_INTR_POWI),
  FLOAT(OP_MATH_LOG, OP_LLVM_INTR_LOG),
  FLOAT(OP_MATH_LOG10, OP_LLVM_INTR_LOG10),
  FLOAT(OP_MATH_LOG2, OP_LLVM_INTR_LOG2),
  FLOAT(OP_MATH_POWF, OP_LLVM_INTR_POW),
  FLOAT(OP_MATH_ROUND, OP_LLVM_INTR_ROUND),
  FLOAT(OP_MATH_ROUNDEVEN, OP_LLVM_INTR_ROUNDEVEN),
  FLOAT(OP_MATH_SIN, OP_LLVM_INTR_SIN),
  FLOAT(OP_MATH_SINH, OP_LLVM_INTR_SINH),
  FLOAT(OP_MATH_SQRT, OP_LLVM_INTR_SQRT),
  FLOAT(OP_MATH_TAN, OP_LLVM_INTR_TAN),
  FLOAT(OP_MATH_TANH, OP_LLVM_INTR_TANH),
  FLOAT(OP_MATH_TRUNC, OP_LLVM_INTR_TRUNC),
  {.root = OP_MATH_ABSI, .rewrite = lower_absi, .name = "math.absi to llvm.intr.abs"},
  {.root = OP_MATH_CTLZ, .rewrite = lower_ctlz, .name = "math.ctlz to llvm.intr.ctlz"},
  {.root = OP_MATH_CTTZ, .rewrite = lower_cttz, .name = "math.cttz to llvm.intr.cttz"},
  {.root = OP_MATH_EXPM1, .rewrite = lower_expm1, .name = "math.expm1 as exp(x) - 1"},
  {.root = OP_MATH_ISFINITE, .rewrite = lower_isfinite, .name = "math.isfinite to llvm.intr.is.fpclass"},
  {.root = OP_MATH_ISNAN, .rewrite = lower_isnan, .name = "math.isnan to llvm.intr.is.fpclass"},
  {.root = OP_MATH_RSQRT, .rewrite = lower_rsqrt, .name = "math.rsqrt as 1 / sqrt(x)"},
  {.root = OP_MATH_SINCOS, .rewrite = lower_sincos, .name = "math.sincos to llvm.intr.sincos"},
};
static const Pattern log1p_patterns[] = {
  {.root = OP_MATH_LOG1P, .rewrite = lower_log1p, .name = "math.log1p as log(1 + x)"},
};

void add_math_to_llvm(Conversion *c, LLVMTypes *types, bool approximate_log1p) {
  conversion_add_table(c, patterns, &types->base);
  if (approximate_log1p) conversion_add_table(c, log1p_patterns, &types->base);
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_target_types(&types, pass, 0);
  llvm_types_set_typed(&types, pass->typed_pointers);
  conversion_init(&c, pass, llvm_target_legality);
  add_math_to_llvm(&c, &types, pass_bool(pass, &option_approximate_log1p));
  return conversion_run(&c, op);
}

const PassDef math_to_llvm_pass = {
  .name = "convert-math-to-llvm", .class_name = "ConvertMathToLLVMPass",
  .summary = "lower math to intrinsics of the llvm dialect",
  .works_on = "math", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_approximate_log1p),
};
