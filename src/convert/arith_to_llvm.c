// convert-arith-to-llvm (after mlir/lib/Conversion/ArithToLLVM/ArithToLLVM.cpp).
#include "convert/lowerings.h"

#include "asm/params.h"
#include "dialects/llvm/attrs.h"

// ---------------------------------------------------------------------------------------------
// Divisions that round up or down, in terms of those that round towards zero

static Value *constant_of(Builder *b, T type, int64_t value) {
  Context *ctx = b->ctx;
  T element = type_element_or_self(type);
  A attr = attr_i64(ctx, element, value);
  if (type_as_shaped(type)) {
    uint32_t bytes = dense_element_bytes(element);
    uint8_t data[16] = {0};
    APInt number = attr_int(attr);
    apint_to_bytes(&number, data, bytes < sizeof data ? bytes : sizeof data);
    attr = bytes <= sizeof data ? attr_dense(ctx, type, true, data, bytes) : NULL;
  }
  if (!attr) return NULL;
  op_state_set_attr(builder_begin(b, "arith.constant"), STR("value"), attr);
  op_state_add_types(&b->state, &type, 1);
  return op_result(builder_finish(b), 0);
}

static Value *compare(Builder *b, int64_t predicate, Value *lhs, Value *rhs) {
  OpState *state = builder_begin(b, "arith.cmpi");
  op_state_add_operands(state, (Value *const[]){lhs, rhs}, 2);
  op_state_set_attr(state, STR("predicate"), attr_i64(b->ctx, b->ctx->types.i64, predicate));
  return op_result(builder_finish(b), 0);
}

enum { PREDICATE_EQ, PREDICATE_NE, PREDICATE_SLT };

static Value *binary(Builder *b, const char *name, Value *lhs, Value *rhs) { return build2(b, name, lhs->type, lhs, rhs); }

static bool has_wide_elements(const Operation *op) { return type_bits(type_element_or_self(op_result_type(op, 0))) > 128; }

// a == 0 ? 0 : (a - 1) / b + 1
static bool expand_ceildivui(Conversion *c, Operation *op, Value *const *operands) {
  if (has_wide_elements(op)) return convert_no_match(c, op, "the integers are too wide");
  Builder *b = &c->b;
  Value *x = operands[0], *y = operands[1];
  Value *zero = constant_of(b, x->type, 0);
  Value *is_zero = compare(b, PREDICATE_EQ, x, zero);
  Value *one = constant_of(b, x->type, 1);
  Value *less = binary(b, "arith.subi", x, one);
  Value *quotient = binary(b, "arith.divui", less, y);
  Value *more = binary(b, "arith.addi", quotient, one);
  return convert_replace1(c, op, build3(b, "arith.select", x->type, is_zero, zero, more));
}

// The quotient, one more where it is not exact and both have one sign.
static bool expand_ceildivsi(Conversion *c, Operation *op, Value *const *operands) {
  if (has_wide_elements(op)) return convert_no_match(c, op, "the integers are too wide");
  Builder *b = &c->b;
  Value *x = operands[0], *y = operands[1];
  Value *zero = constant_of(b, x->type, 0);
  Value *one = constant_of(b, x->type, 1);
  Value *quotient = binary(b, "arith.divsi", x, y);
  Value *product = binary(b, "arith.muli", quotient, y);
  Value *inexact = compare(b, PREDICATE_NE, x, product);
  Value *x_negative = compare(b, PREDICATE_SLT, x, zero);
  Value *y_negative = compare(b, PREDICATE_SLT, y, zero);
  Value *same_sign = compare(b, PREDICATE_EQ, x_negative, y_negative);
  Value *rounds = binary(b, "arith.andi", inexact, same_sign);
  Value *more = binary(b, "arith.addi", quotient, one);
  return convert_replace1(c, op, build3(b, "arith.select", x->type, rounds, more, quotient));
}

// The quotient, one less where it is not exact and the signs differ.
static bool expand_floordivsi(Conversion *c, Operation *op, Value *const *operands) {
  if (has_wide_elements(op)) return convert_no_match(c, op, "the integers are too wide");
  Builder *b = &c->b;
  Value *x = operands[0], *y = operands[1];
  Value *quotient = binary(b, "arith.divsi", x, y);
  Value *product = binary(b, "arith.muli", quotient, y);
  Value *inexact = compare(b, PREDICATE_NE, x, product);
  Value *zero = constant_of(b, x->type, 0);
  Value *x_negative = compare(b, PREDICATE_SLT, x, zero);
  Value *y_negative = compare(b, PREDICATE_SLT, y, zero);
  Value *signs_differ = compare(b, PREDICATE_NE, x_negative, y_negative);
  Value *rounds = binary(b, "arith.andi", inexact, signs_differ);
  Value *minus_one = constant_of(b, x->type, -1);
  Value *less = binary(b, "arith.addi", quotient, minus_one);
  return convert_replace1(c, op, build3(b, "arith.select", x->type, rounds, less, quotient));
}

static const Pattern division_patterns[] = {
  {.root = "arith.ceildivsi", .rewrite = expand_ceildivsi, .name = "divide, then round up"},
  {.root = "arith.ceildivui", .rewrite = expand_ceildivui, .name = "divide, then round up"},
  {.root = "arith.floordivsi", .rewrite = expand_floordivsi, .name = "divide, then round down"},
};

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
  return str_is(op_name(op), "arith.index_castui") ? "llvm.zext" : "llvm.sext";
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
  if (bits > 64) return convert_no_match(c, op, "the integers are too wide");
  T wide = type_with_element(c->ctx, type, type_integer(c->ctx, 2 * bits, SIGNLESS));
  const char *extend = str_is(op_name(op), "arith.mulsi_extended") ? "llvm.sext" : "llvm.zext";
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
  op_state_add_types(state, &type, 1);
  op_state_set_attr(state, STR("predicate"), op_prop(op, "predicate"));
  return op_result(builder_finish(&c->b), 0);
}

static Value *build_fcmp(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  (void)data;
  OpState *state = builder_begin(&c->b, "llvm.fcmp");
  op_state_add_operands(state, operands, 2);
  op_state_add_types(state, &type, 1);
  op_state_set_attr(state, STR("predicate"), op_prop(op, "predicate"));
  A flags = op_prop(op, "fastmath");
  if (flags) op_state_set_attr(state, STR("fastmathFlags"), llvm_fastmath(c->ctx, flags));
  return op_result(builder_finish(&c->b), 0);
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
  conversion_add_table(c, division_patterns, NULL);
  conversion_add_table(c, patterns, &types->base);
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_types_init_pass(&types, pass, NULL);
  conversion_init(&c, pass, llvm_target_legality);
  add_arith_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef arith_to_llvm_pass = {
  .name = "convert-arith-to-llvm", .class_name = "ArithToLLVMConversionPass",
  .summary = "lower arith to the llvm dialect", .run = run,
  PASS_OPTIONS({"index-bitwidth", OPTION_UINT, "0", NULL, "width of index in bits; 0: by the data layout"}),
};
