// convert-math-to-llvm (after mlir/lib/Conversion/MathToLLVM/MathToLLVM.cpp).
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "rules/scalar_to_llvm_math.h"
#include "ops/llvm.h"
#include "ops/math.h"

static const PassOption option_approximate_log1p = {"approximate-log1p", OPTION_BOOL, "true", NULL, "Enable approximation of Log1p."};

static const char small_floats[] = "LLVM has no arithmetic on floats of 8 bits and less";

// ---------------------------------------------------------------------------------------------
// What rules ask

bool is_scalar_or_row(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return llvm_is_compatible(args[0].value->type) && !llvm_is_array(args[0].value->type);
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

bool lower_isnan(Conversion *c, Operation *op, Value *const *operands) {
  return lower_class(c, op, operands, CLASS_NAN);
}
bool lower_isfinite(Conversion *c, Operation *op, Value *const *operands) {
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

bool lower_expm1(Conversion *c, Operation *op, Value *const *operands) {
  return lower_combination(c, op, operands, build_expm1);
}
bool lower_log1p(Conversion *c, Operation *op, Value *const *operands) {
  return lower_combination(c, op, operands, build_log1p);
}
bool lower_rsqrt(Conversion *c, Operation *op, Value *const *operands) {
  return lower_combination(c, op, operands, build_rsqrt);
}

bool lower_sincos(Conversion *c, Operation *op, Value *const *operands) {
  if (llvm_is_unsupported_float(op_result_type(op, 0))) return convert_no_match(c, op, small_floats);
  T type = operands[0]->type;
  if (!llvm_is_compatible(type)) return convert_no_match(c, op, "the operand has no type of the llvm dialect");
  Value *both = build_op(c, op, OP_LLVM_INTR_SINCOS, llvm_struct(c->ctx, (const T[]){type, type}, 2, false), operands, 1);
  Value *results[2];
  results[0] = llvm_extract(&c->b, both, 0);
  results[1] = llvm_extract(&c->b, both, 1);
  return convert_replace(c, op, results, 2);
}



void add_math_to_llvm(Conversion *c, LLVMTypes *types, bool approximate_log1p) {
  conversion_add_set(c, &math_to_llvm, &types->base);
  if (approximate_log1p) conversion_add_set(c, &log1p_to_llvm, &types->base);
}

void add_usual_math_to_llvm(Conversion *c, LLVMTypes *types) { add_math_to_llvm(c, types, true); }

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
