// convert-arith-to-llvm (after mlir/lib/Conversion/ArithToLLVM/ArithToLLVM.cpp).
#include "ops/arith.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"

#include "asm/params.h"
#include "convert/scalar_expand/scalar_expand.h"
#include "dialects/llvm/attrs.h"

// ---------------------------------------------------------------------------------------------
// Constants and casts

static bool lower_constant(Conversion *c, Operation *op, Value *const *operands) {
  return replace_one_to_one(c, op, "llvm.mlir.constant", operands, 0, CARRY_ALL);
}

// A bitcast between types that become the same one.
static bool drop_bitcast(Conversion *c, Operation *op, Value *const *operands) {
  if (operands[0]->type != type_convert(c->types, op_result_type(op, 0)))
    return convert_no_match(c, op, "the converted types differ");
  return convert_replace1(c, op, operands[0]);
}

static const char *index_cast_op(const Operation *op, uint32_t from, uint32_t to) {
  if (to < from) return "llvm.trunc";
  return op_is(op, OP_ARITH_INDEX_CASTUI) ? "llvm.zext" : "llvm.sext";
}

static Value *build_cast(Conversion *c, Operation *op, T type, Value *const *operands, const void *name) {
  (void)op;
  return llvm_cast(&c->b, name, type, operands[0]);
}

// An integer conversion, or nothing when both have one width.
static bool lower_index_cast(Conversion *c, Operation *op, Value *const *operands) {
  T to = type_convert(c->types, type_element_or_self(op_result_type(op, 0)));
  T from = type_convert(c->types, type_element_or_self(op_operand_type(op, 0)));
  if (!to || !from) return convert_no_match(c, op, "the types cannot be converted");
  uint32_t to_bits = type_bits(to), from_bits = type_bits(from);
  if (to_bits == from_bits) return convert_replace1(c, op, operands[0]);
  const char *name = index_cast_op(op, from_bits, to_bits);
  if (llvm_is_array(operands[0]->type)) return unroll_vectors(c, op, operands, 1, build_cast, name);
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, "the result type cannot be converted");
  return convert_replace1(c, op, llvm_cast(&c->b, name, type, operands[0]));
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
  Value *sum = build2(b, "llvm.intr.uadd.with.overflow", both, operands[0], operands[1]);
  Value *results[2];
  results[0] = llvm_extract(b, sum, 0);
  results[1] = llvm_extract(b, sum, 1);
  return convert_replace(c, op, results, 2);
}

// Twice as wide, multiplied, and cut in two.
static bool lower_mul_extended(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T type = operands[0]->type;
  if (!llvm_is_compatible(type) || llvm_is_array(type))
    return convert_no_match(c, op, "only scalars and 1-D vectors are lowered");
  uint32_t bits = type_bits(type_element_or_self(type));
  if (bits > INTEGER_MAX_WIDTH / 2) return convert_no_match(c, op, "the integers are too wide");
  T wide = type_integer(c->ctx, 2 * bits, SIGNLESS);
  if (type_is_vector(type)) {   // what scales is forgotten, which the verifier then finds
    const ShapedType *vector = (const ShapedType *)type;
    wide = type_vector(c->ctx, vector->dims, (uint32_t)vector->rank, 0, wide);
  }
  const char *extend = op_is(op, OP_ARITH_MULSI_EXTENDED) ? "llvm.sext" : "llvm.zext";
  Value *x = llvm_cast(b, extend, wide, operands[0]);
  Value *y = llvm_cast(b, extend, wide, operands[1]);
  Value *product = llvm_mul(b, x, y, 0);
  Value *results[2];
  results[0] = llvm_cast(b, "llvm.trunc", type, product);
  Value *shift = llvm_int_constant(b, wide, bits);
  Value *high = llvm_binary(b, "llvm.lshr", product, shift);
  results[1] = llvm_cast(b, "llvm.trunc", type, high);
  return convert_replace(c, op, results, 2);
}

// ---------------------------------------------------------------------------------------------
// Comparisons: both dialects number the predicates alike

static Value *build_icmp(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  OpState *state = builder_begin(&c->b, "llvm.icmp");
  op_state_add_operands(state, operands, 2);
  op_state_add_type(state, type);
  op_state_take_prop(state, op, "predicate");
  return builder_finish_value(&c->b);
}

static Value *build_fcmp(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  OpState *state = builder_begin(&c->b, "llvm.fcmp");
  op_state_add_operands(state, operands, 2);
  op_state_add_type(state, type);
  op_state_take_prop(state, op, "predicate");
  A flags = op_prop(op, "fastmath");
  if (flags) op_state_set_attr(state, STR("fastmathFlags"), llvm_fastmath(c->ctx, flags));
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
  {.root = "arith.bitcast", .rewrite = drop_bitcast, .benefit = 10, .name = "drop a bitcast to the same type"},
  ONE_TO_ONE("arith.addf", "llvm.fadd", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.addi", "llvm.add", CARRY_OVERFLOW),
  {.root = "arith.addui_extended", .rewrite = lower_addui_extended, .name = "arith.addui_extended to llvm.intr.uadd.with.overflow"},
  ONE_TO_ONE("arith.andi", "llvm.and"),
  ONE_TO_ONE("arith.bitcast", "llvm.bitcast"),
  {.root = "arith.cmpf", .rewrite = lower_cmpf, .name = "arith.cmpf to llvm.fcmp"},
  {.root = "arith.cmpi", .rewrite = lower_cmpi, .name = "arith.cmpi to llvm.icmp"},
  {.root = "arith.constant", .rewrite = lower_constant, .name = "arith.constant to llvm.mlir.constant"},
  ONE_TO_ONE("arith.divf", "llvm.fdiv", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.divsi", "llvm.sdiv"),
  ONE_TO_ONE("arith.divui", "llvm.udiv"),
  ONE_TO_ONE("arith.extf", "llvm.fpext", CARRY_ALL, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.extsi", "llvm.sext"),
  ONE_TO_ONE("arith.extui", "llvm.zext"),
  ONE_TO_ONE("arith.fptosi", "llvm.fptosi", CARRY_ALL, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.fptoui", "llvm.fptoui", CARRY_ALL, SMALL_FLOATS_REFUSED),
  {.root = "arith.index_cast", .rewrite = lower_index_cast, .name = "arith.index_cast to llvm.sext or llvm.trunc"},
  {.root = "arith.index_castui", .rewrite = lower_index_cast, .name = "arith.index_castui to llvm.zext or llvm.trunc"},
  ONE_TO_ONE("arith.maximumf", "llvm.intr.maximum", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.maxnumf", "llvm.intr.maxnum", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.maxsi", "llvm.intr.smax"),
  ONE_TO_ONE("arith.maxui", "llvm.intr.umax"),
  ONE_TO_ONE("arith.minimumf", "llvm.intr.minimum", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.minnumf", "llvm.intr.minnum", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.minsi", "llvm.intr.smin"),
  ONE_TO_ONE("arith.minui", "llvm.intr.umin"),
  ONE_TO_ONE("arith.mulf", "llvm.fmul", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.muli", "llvm.mul", CARRY_OVERFLOW),
  {.root = "arith.mulsi_extended", .rewrite = lower_mul_extended, .name = "multiply in twice the width"},
  {.root = "arith.mului_extended", .rewrite = lower_mul_extended, .name = "multiply in twice the width"},
  ONE_TO_ONE("arith.negf", "llvm.fneg", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.ori", "llvm.or"),
  ONE_TO_ONE("arith.remf", "llvm.frem", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.remsi", "llvm.srem"),
  ONE_TO_ONE("arith.remui", "llvm.urem"),
  ONE_TO_ONE("arith.select", "llvm.select"),
  ONE_TO_ONE("arith.shli", "llvm.shl", CARRY_OVERFLOW),
  ONE_TO_ONE("arith.shrsi", "llvm.ashr"),
  ONE_TO_ONE("arith.shrui", "llvm.lshr"),
  ONE_TO_ONE("arith.sitofp", "llvm.sitofp"),
  ONE_TO_ONE("arith.subf", "llvm.fsub", CARRY_FASTMATH, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.subi", "llvm.sub", CARRY_OVERFLOW),
  ONE_TO_ONE("arith.truncf", "llvm.fptrunc", CARRY_ALL, SMALL_FLOATS_REFUSED, .when = rounds_by_default),
  ONE_TO_ONE("arith.truncf", "llvm.intr.experimental.constrained.fptrunc", CARRY_CONSTRAINED, SMALL_FLOATS_REFUSED,
             .when = rounds),
  ONE_TO_ONE("arith.trunci", "llvm.trunc", CARRY_OVERFLOW),
  ONE_TO_ONE("arith.uitofp", "llvm.uitofp", CARRY_ALL, SMALL_FLOATS_REFUSED),
  ONE_TO_ONE("arith.xori", "llvm.xor"),
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
  .summary = "lower arith to the llvm dialect", .run = run,
  PASS_OPTIONS({"index-bitwidth", OPTION_WIDTH, "0", NULL, "width of index in bits; 0: by the data layout"}),
};
