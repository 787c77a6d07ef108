// convert-math-to-llvm (after mlir/lib/Conversion/MathToLLVM/MathToLLVM.cpp).
#include "convert/scalar_to_llvm/scalar_to_llvm.h"

static const char small_floats[] = "LLVM has no arithmetic on floats of 8 bits and less";

// ---------------------------------------------------------------------------------------------
// Integer intrinsics that take a flag: false, as math has no undefined results

static bool lower_with_flag(Conversion *c, Operation *op, Value *const *operands, const char *target, const char *flag) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type || !llvm_is_compatible(operands[0]->type) || llvm_is_array(operands[0]->type))
    return convert_no_match(c, op, "only scalars and 1-D vectors are lowered");
  OpState *state = builder_begin(&c->b, target);
  op_state_add_operand(state, operands[0]);
  op_state_add_type(state, type);
  op_state_set_attr(state, str_from(flag), c->ctx->attrs.false_);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static bool lower_absi(Conversion *c, Operation *op, Value *const *operands) {
  return lower_with_flag(c, op, operands, "llvm.intr.abs", "is_int_min_poison");
}
static bool lower_ctlz(Conversion *c, Operation *op, Value *const *operands) {
  return lower_with_flag(c, op, operands, "llvm.intr.ctlz", "is_zero_poison");
}
static bool lower_cttz(Conversion *c, Operation *op, Value *const *operands) {
  return lower_with_flag(c, op, operands, "llvm.intr.cttz", "is_zero_poison");
}

// ---------------------------------------------------------------------------------------------
// Classes of floats: bits of llvm.intr.is.fpclass

enum { CLASS_NAN = 0x003, CLASS_FINITE = 0x1F8 };

static bool lower_class(Conversion *c, Operation *op, Value *const *operands, int64_t classes) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (llvm_is_unsupported_float(op_operand_type(op, 0))) return convert_no_match(c, op, small_floats);
  if (!type || !llvm_is_compatible(operands[0]->type))
    return convert_no_match(c, op, "the operand has no type of the llvm dialect");
  OpState *state = builder_begin(&c->b, "llvm.intr.is.fpclass");
  op_state_add_operand(state, operands[0]);
  op_state_add_type(state, type);
  op_state_set_attr(state, STR("bit"), attr_i64(c->ctx, c->ctx->types.i32, classes));
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

static Value *build_op(Conversion *c, const Operation *op, const char *target, T type, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(&c->b, target);
  op_state_add_operands(state, operands, count);
  op_state_add_type(state, type);
  carry_attributes(&c->b, state, op, CARRY_FASTMATH);
  return builder_finish_value(&c->b);
}

static Value *build_expm1(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  Value *one = llvm_float_constant(&c->b, type, 1.0);
  Value *exp = build_op(c, op, "llvm.intr.exp", type, operands, 1);
  return build_op(c, op, "llvm.fsub", type, (Value *const[]){exp, one}, 2);
}

static Value *build_log1p(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  Value *one = llvm_float_constant(&c->b, type, 1.0);
  Value *sum = build_op(c, op, "llvm.fadd", type, (Value *const[]){one, operands[0]}, 2);
  return build_op(c, op, "llvm.intr.log", type, &sum, 1);
}

static Value *build_rsqrt(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  Value *one = llvm_float_constant(&c->b, type, 1.0);
  Value *sqrt = build_op(c, op, "llvm.intr.sqrt", type, operands, 1);
  return build_op(c, op, "llvm.fdiv", type, (Value *const[]){one, sqrt}, 2);
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
  Value *both = build_op(c, op, "llvm.intr.sincos", llvm_struct(c->ctx, (const T[]){type, type}, 2, false), operands, 1);
  Value *results[2];
  results[0] = llvm_extract(&c->b, both, 0);
  results[1] = llvm_extract(&c->b, both, 1);
  return convert_replace(c, op, results, 2);
}

// ---------------------------------------------------------------------------------------------
// Patterns

#define FLOAT(root, target) ONE_TO_ONE(root, target, CARRY_FASTMATH, .refuse_small_floats = true)

static const Pattern patterns[] = {
  FLOAT("math.absf", "llvm.intr.fabs"),
  FLOAT("math.acos", "llvm.intr.acos"),
  FLOAT("math.asin", "llvm.intr.asin"),
  FLOAT("math.atan", "llvm.intr.atan"),
  FLOAT("math.atan2", "llvm.intr.atan2"),
  FLOAT("math.ceil", "llvm.intr.ceil"),
  FLOAT("math.copysign", "llvm.intr.copysign"),
  FLOAT("math.cos", "llvm.intr.cos"),
  FLOAT("math.cosh", "llvm.intr.cosh"),
  ONE_TO_ONE("math.ctpop", "llvm.intr.ctpop", CARRY_FASTMATH),
  FLOAT("math.exp", "llvm.intr.exp"),
  FLOAT("math.exp2", "llvm.intr.exp2"),
  FLOAT("math.floor", "llvm.intr.floor"),
  FLOAT("math.fma", "llvm.intr.fma"),
  FLOAT("math.fpowi", "llvm.intr.powi"),
  FLOAT("math.log", "llvm.intr.log"),
  FLOAT("math.log10", "llvm.intr.log10"),
  FLOAT("math.log2", "llvm.intr.log2"),
  FLOAT("math.powf", "llvm.intr.pow"),
  FLOAT("math.round", "llvm.intr.round"),
  FLOAT("math.roundeven", "llvm.intr.roundeven"),
  FLOAT("math.sin", "llvm.intr.sin"),
  FLOAT("math.sinh", "llvm.intr.sinh"),
  FLOAT("math.sqrt", "llvm.intr.sqrt"),
  FLOAT("math.tan", "llvm.intr.tan"),
  FLOAT("math.tanh", "llvm.intr.tanh"),
  FLOAT("math.trunc", "llvm.intr.trunc"),
  {.root = "math.absi", .rewrite = lower_absi, .name = "math.absi to llvm.intr.abs"},
  {.root = "math.ctlz", .rewrite = lower_ctlz, .name = "math.ctlz to llvm.intr.ctlz"},
  {.root = "math.cttz", .rewrite = lower_cttz, .name = "math.cttz to llvm.intr.cttz"},
  {.root = "math.expm1", .rewrite = lower_expm1, .name = "math.expm1 as exp(x) - 1"},
  {.root = "math.isfinite", .rewrite = lower_isfinite, .name = "math.isfinite to llvm.intr.is.fpclass"},
  {.root = "math.isnan", .rewrite = lower_isnan, .name = "math.isnan to llvm.intr.is.fpclass"},
  {.root = "math.rsqrt", .rewrite = lower_rsqrt, .name = "math.rsqrt as 1 / sqrt(x)"},
  {.root = "math.sincos", .rewrite = lower_sincos, .name = "math.sincos to llvm.intr.sincos"},
};
static const Pattern log1p_patterns[] = {
  {.root = "math.log1p", .rewrite = lower_log1p, .name = "math.log1p as log(1 + x)"},
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
  add_math_to_llvm(&c, &types, pass_bool(pass, "approximate-log1p"));
  return conversion_run(&c, op);
}

const PassDef math_to_llvm_pass = {
  .name = "convert-math-to-llvm", .class_name = "ConvertMathToLLVMPass",
  .summary = "lower math to intrinsics of the llvm dialect", .run = run,
  PASS_OPTIONS({"approximate-log1p", OPTION_BOOL, "true", NULL, "lower math.log1p as log(1 + x)"}),
};
