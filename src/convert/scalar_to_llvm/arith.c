// convert-arith-to-llvm (after mlir/lib/Conversion/ArithToLLVM/ArithToLLVM.cpp).
#include "ops/arith.h"
#include "ops/llvm.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"

#include "asm/params.h"
#include "convert/scalar_expand/scalar_expand.h"
#include "dialects/llvm/attrs.h"


// ---------------------------------------------------------------------------------------------
// Constants and casts

static bool lower_constant(Conversion *c, Operation *op, Value *const *operands) {
  return replace_one_to_one(c, op, OP_LLVM_MLIR_CONSTANT, operands, 0, CARRY_ALL);
}

// A bitcast between types that become the same one.
static bool drop_bitcast(Conversion *c, Operation *op, Value *const *operands) {
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
static bool lower_index_cast(Conversion *c, Operation *op, Value *const *operands) {
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

static bool rounds(const Operation *op) { return op_prop(op, "roundingmode") != NULL; }
static bool rounds_by_default(const Operation *op) { return !rounds(op); }

// ---------------------------------------------------------------------------------------------
// Extended arithmetic

static bool lower_addui_extended(Conversion *c, Operation *op, Value *const *operands) {
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
static bool lower_mul_extended(Conversion *c, Operation *op, Value *const *operands) {
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

static bool lower_cmpi(Conversion *c, Operation *op, Value *const *operands) {
  return lower_comparison(c, op, operands, build_icmp);
}

static bool lower_cmpf(Conversion *c, Operation *op, Value *const *operands) {
  if (llvm_is_unsupported_float(op_operand_type(op, 0)))
    return convert_no_match(c, op, "LLVM has no arithmetic on floats of 8 bits and less");
  return lower_comparison(c, op, operands, build_fcmp);
}

// ---------------------------------------------------------------------------------------------
// Patterns

#define SMALL_FLOATS_REFUSED .refuse_small_floats = true

static const Pattern patterns[] = {
  {.root = OP_ARITH_BITCAST, .rewrite = drop_bitcast, .benefit = 10, .name = "drop a bitcast to the same type"},
  ONE_TO_ONE(OP_ARITH_ADDF, OP_LLVM_FADD, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_ADDI, OP_LLVM_ADD, CARRY_OVERFLOW),
  {.root = OP_ARITH_ADDUI_EXTENDED, .rewrite = lower_addui_extended, .name = "arith.addui_extended to llvm.intr.uadd.with.overflow"},
  ONE_TO_ONE(OP_ARITH_ANDI, OP_LLVM_AND, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_BITCAST, OP_LLVM_BITCAST, CARRY_ALL),
  {.root = OP_ARITH_CMPF, .rewrite = lower_cmpf, .name = "arith.cmpf to llvm.fcmp"},
  {.root = OP_ARITH_CMPI, .rewrite = lower_cmpi, .name = "arith.cmpi to llvm.icmp"},
  {.root = OP_ARITH_CONSTANT, .rewrite = lower_constant, .name = "arith.constant to llvm.mlir.constant"},
  ONE_TO_ONE(OP_ARITH_DIVF, OP_LLVM_FDIV, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_DIVSI, OP_LLVM_SDIV, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_DIVUI, OP_LLVM_UDIV, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_EXTF, OP_LLVM_FPEXT, CARRY_ALL, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_EXTSI, OP_LLVM_SEXT, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_EXTUI, OP_LLVM_ZEXT, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_FPTOSI, OP_LLVM_FPTOSI, CARRY_ALL, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_FPTOUI, OP_LLVM_FPTOUI, CARRY_ALL, SMALL_FLOATS_REFUSED),
  {.root = OP_ARITH_INDEX_CAST, .rewrite = lower_index_cast, .name = "arith.index_cast to llvm.sext or llvm.trunc"},
  {.root = OP_ARITH_INDEX_CASTUI, .rewrite = lower_index_cast, .name = "arith.index_castui to llvm.zext or llvm.trunc"},
  ONE_TO_ONE(OP_ARITH_MAXIMUMF, OP_LLVM_INTR_MAXIMUM, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_MAXNUMF, OP_LLVM_INTR_MAXNUM, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_MAXSI, OP_LLVM_INTR_SMAX, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_MAXUI, OP_LLVM_INTR_UMAX, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_MINIMUMF, OP_LLVM_INTR_MINIMUM, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_MINNUMF, OP_LLVM_INTR_MINNUM, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_MINSI, OP_LLVM_INTR_SMIN, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_MINUI, OP_LLVM_INTR_UMIN, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_MULF, OP_LLVM_FMUL, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_MULI, OP_LLVM_MUL, CARRY_OVERFLOW),
  {.root = OP_ARITH_MULSI_EXTENDED, .rewrite = lower_mul_extended, .name = "multiply in twice the width"},
  {.root = OP_ARITH_MULUI_EXTENDED, .rewrite = lower_mul_extended, .name = "multiply in twice the width"},
  ONE_TO_ONE(OP_ARITH_NEGF, OP_LLVM_FNEG, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_ORI, OP_LLVM_OR, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_REMF, OP_LLVM_FREM, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_REMSI, OP_LLVM_SREM, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_REMUI, OP_LLVM_UREM, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_SELECT, OP_LLVM_SELECT, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_SHLI, OP_LLVM_SHL, CARRY_OVERFLOW),
  ONE_TO_ONE(OP_ARITH_SHRSI, OP_LLVM_ASHR, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_SHRUI, OP_LLVM_LSHR, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_SITOFP, OP_LLVM_SITOFP, CARRY_ALL),
  ONE_TO_ONE(OP_ARITH_SUBF, OP_LLVM_FSUB, CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_SUBI, OP_LLVM_SUB, CARRY_OVERFLOW),
  ONE_TO_ONE(OP_ARITH_TRUNCF, OP_LLVM_FPTRUNC, CARRY_ALL, SMALL_FLOATS_REFUSED, .when = rounds_by_default),
  ONE_TO_ONE(OP_ARITH_TRUNCF, OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_FPTRUNC, CARRY_CONSTRAINED, SMALL_FLOATS_REFUSED,
             .when = rounds),
  ONE_TO_ONE(OP_ARITH_TRUNCI, OP_LLVM_TRUNC, CARRY_OVERFLOW),
  ONE_TO_ONE(OP_ARITH_UITOFP, OP_LLVM_UITOFP, CARRY_ALL, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE(OP_ARITH_XORI, OP_LLVM_XOR, CARRY_ALL),
};

void add_arith_to_llvm(Conversion *c, LLVMTypes *types) {
  add_arith_divisions(c);
  conversion_add_table(c, patterns, &types->base);
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
