// convert-arith-to-llvm (after mlir/lib/Conversion/ArithToLLVM/ArithToLLVM.cpp).
#include "ops/arith.h"
#include "ops/llvm.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "rules/scalar_to_llvm_arith.h"

#include "asm/params.h"
#include "passes/arith/expand.h"
#include "dialects/llvm/attrs.h"


// ---------------------------------------------------------------------------------------------
// Constants and casts

bool lower_constant(Conversion *c, Operation *op, Value *const *operands) {
  return replace_one_to_one(c, op, OP_LLVM_MLIR_CONSTANT, operands, 0, CARRY_ALL);
}

// A bitcast between types that become the same one.
bool drop_bitcast(Conversion *c, Operation *op, Value *const *operands) {
  if (operands[0]->type != type_convert(c->types, op_result_type(op, 0)))
    return convert_no_match(c, op, "the converted types differ");
  return convert_replace1(c, op, operands[0]);
}

static uint32_t index_cast_op(const Operation *op, uint32_t from, uint32_t to) {
  if (to < from) return OP_LLVM_TRUNC;
  return op_is(op, OP_ARITH_INDEX_CASTUI) ? OP_LLVM_ZEXT : OP_LLVM_SEXT;
}

static Value *build_cast(Conversion *c, Operation *op, T type, Value *const *operands, const void *opcode) {
  (void)op;
  return llvm_cast(&c->b, *(const uint32_t *)opcode, type, operands[0]);
}

// An integer conversion, or none when both have the same width.
bool lower_index_cast(Conversion *c, Operation *op, Value *const *operands) {
  T to = type_convert(c->types, type_element_or_self(op_result_type(op, 0)));
  T from = type_convert(c->types, type_element_or_self(op_operand_type(op, 0)));
  if (!to || !from) return convert_no_match(c, op, "the types cannot be converted");
  uint32_t to_bits = type_bits(to), from_bits = type_bits(from);
  if (to_bits == from_bits) return convert_replace1(c, op, operands[0]);
  uint32_t opcode = index_cast_op(op, from_bits, to_bits);
  if (llvm_is_array(operands[0]->type)) return unroll_vectors(c, op, operands, 1, build_cast, &opcode);
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, "the result type cannot be converted");
  return convert_replace1(c, op, llvm_cast(&c->b, opcode, type, operands[0]));
}

static bool rounds(const Operation *op) { return op_prop_at(op, ARITH_TRUNCF_ROUNDINGMODE) != NULL; }
static bool rounds_by_default(const Operation *op) { return !rounds(op); }
const OneToOne carry_all_of_default_rounding = {CARRY_ALL, .refuse_small_floats = true, .when = rounds_by_default};
const OneToOne carry_rounding_of_floats = {CARRY_CONSTRAINED, .refuse_small_floats = true, .when = rounds};

// ---------------------------------------------------------------------------------------------
// Extended arithmetic

bool lower_addui_extended(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  if (!llvm_is_compatible(operands[0]->type) || llvm_is_array(operands[0]->type))
    return convert_no_match(c, op, "only scalars and 1-D vectors are lowered");
  T overflow = type_convert(c->types, op_result_type(op, 1));
  if (!overflow) return convert_no_match(c, op, "the overflow bit's type cannot be converted");
  T both = llvm_struct(c->ctx, (const T[]){op_result_type(op, 0), overflow}, 2, false);
  Value *sum = build2(b, OP_LLVM_INTR_UADD_WITH_OVERFLOW, both, operands[0], operands[1]);
  Value *results[2];
  results[0] = llvm_extract(b, sum, 0);
  results[1] = llvm_extract(b, sum, 1);
  return convert_replace(c, op, results, 2);
}

// Extend to twice the width, multiply, and split the product.
bool lower_mul_extended(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T type = operands[0]->type;
  if (!llvm_is_compatible(type) || llvm_is_array(type))
    return convert_no_match(c, op, "only scalars and 1-D vectors are lowered");
  uint32_t bits = type_bits(type_element_or_self(type));
  if (bits > INTEGER_MAX_WIDTH / 2) return convert_no_match(c, op, "the integers are too wide");
  T wide = type_integer(c->ctx, 2 * bits, SIGNLESS);
  if (type_is_vector(type)) {   // scalable dimensions are lost as upstream loses them, and the verifier reports it
    const ShapedType *vector = (const ShapedType *)type;
    wide = type_vector(c->ctx, vector->dims, (uint32_t)vector->rank, 0, wide);
  }
  uint32_t extend = op_is(op, OP_ARITH_MULSI_EXTENDED) ? OP_LLVM_SEXT : OP_LLVM_ZEXT;
  Value *x = llvm_cast(b, extend, wide, operands[0]);
  Value *y = llvm_cast(b, extend, wide, operands[1]);
  Value *product = llvm_mul(b, x, y, 0);
  Value *results[2];
  results[0] = llvm_cast(b, OP_LLVM_TRUNC, type, product);
  Value *shift = llvm_int_constant(b, wide, bits);
  Value *high = llvm_binary(b, OP_LLVM_LSHR, product, shift);
  results[1] = llvm_cast(b, OP_LLVM_TRUNC, type, high);
  return convert_replace(c, op, results, 2);
}

// ---------------------------------------------------------------------------------------------
// Comparisons: both dialects number the predicates alike

static Value *build_icmp(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  OpState *state = builder_begin(&c->b, OP_LLVM_ICMP);
  op_state_add_operands(state, operands, 2);
  op_state_add_type(state, type);
  op_state_set_prop(state, LLVM_ICMP_PREDICATE, op_prop_at(op, ARITH_CMPI_PREDICATE));
  return builder_finish_value(&c->b);
}

static Value *build_fcmp(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  OpState *state = builder_begin(&c->b, OP_LLVM_FCMP);
  op_state_add_operands(state, operands, 2);
  op_state_add_type(state, type);
  op_state_set_prop(state, LLVM_FCMP_PREDICATE, op_prop_at(op, ARITH_CMPF_PREDICATE));
  A flags = op_prop_at(op, ARITH_CMPF_FASTMATH);
  if (flags) op_state_set_prop(state, LLVM_FCMP_FASTMATH_FLAGS, llvm_fastmath(c->ctx, flags));
  return builder_finish_value(&c->b);
}

static bool lower_comparison(Conversion *c, Operation *op, Value *const *operands, BuildVectorFn *build) {
  if (llvm_is_array(operands[0]->type)) return unroll_vectors(c, op, operands, 2, build, NULL);
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, "the result type cannot be converted");
  return convert_replace1(c, op, build(c, op, type, operands, NULL));
}

bool lower_cmpi(Conversion *c, Operation *op, Value *const *operands) {
  return lower_comparison(c, op, operands, build_icmp);
}

bool lower_cmpf(Conversion *c, Operation *op, Value *const *operands) {
  if (llvm_is_unsupported_float(op_operand_type(op, 0)))
    return convert_no_match(c, op, "LLVM has no arithmetic on floats of 8 bits and less");
  return lower_comparison(c, op, operands, build_fcmp);
}


void add_arith_to_llvm(Conversion *c, LLVMTypes *types) {
  add_arith_divisions(c);
  conversion_add_set(c, &arith_to_llvm, &types->base);
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, NULL);
  conversion_init(&c, pass, llvm_target_legality);
  add_arith_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef arith_to_llvm_pass = {
  .name = "convert-arith-to-llvm", .class_name = "ArithToLLVMConversionPass",
  .summary = "lower arith to the llvm dialect",
  .works_on = "arith", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_index_bitwidth),
};
