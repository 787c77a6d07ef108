// convert-index-to-llvm (after mlir/lib/Conversion/IndexToLLVM/IndexToLLVM.cpp).
#include "ops/index.h"
#include "ops/llvm.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"

#include "asm/params.h"
#include "dialects/llvm/attrs.h"


static Value *constant(Builder *b, T type, int64_t value) { return llvm_constant(b, type, attr_i64(b->ctx, type, value)); }

// x = y > 0 ? -1 : 1;  (n > 0) == (m > 0) && n != 0 ? (n + x) / m + 1 : -(-n / m)
static bool lower_ceildivs(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Value *n = operands[0], *m = operands[1];
  Value *zero = constant(b, n->type, 0);
  Value *one = constant(b, n->type, 1);
  Value *minus_one = constant(b, n->type, -1);
  Value *m_positive = llvm_icmp(b, LLVM_I_CMP_PREDICATE_SGT, m, zero);
  Value *x = llvm_select(b, m_positive, minus_one, one);
  Value *sum = llvm_add(b, n, x, 0);
  Value *quotient = llvm_binary(b, OP_LLVM_SDIV, sum, m);
  Value *positive = llvm_add(b, quotient, one, 0);
  Value *negated = llvm_sub(b, zero, n, 0);
  Value *negated_quotient = llvm_binary(b, OP_LLVM_SDIV, negated, m);
  Value *negative = llvm_sub(b, zero, negated_quotient, 0);
  Value *n_positive = llvm_icmp(b, LLVM_I_CMP_PREDICATE_SGT, n, zero);
  Value *same_sign = llvm_icmp(b, LLVM_I_CMP_PREDICATE_EQ, n_positive, m_positive);
  Value *not_zero = llvm_icmp(b, LLVM_I_CMP_PREDICATE_NE, n, zero);
  Value *both = llvm_binary(b, OP_LLVM_AND, same_sign, not_zero);
  return convert_replace1(c, op, llvm_select(b, both, positive, negative));
}

// n == 0 ? 0 : (n - 1) / m + 1
static bool lower_ceildivu(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Value *n = operands[0], *m = operands[1];
  Value *zero = constant(b, n->type, 0);
  Value *one = constant(b, n->type, 1);
  Value *less = llvm_sub(b, n, one, 0);
  Value *quotient = llvm_binary(b, OP_LLVM_UDIV, less, m);
  Value *more = llvm_add(b, quotient, one, 0);
  Value *is_zero = llvm_icmp(b, LLVM_I_CMP_PREDICATE_EQ, n, zero);
  return convert_replace1(c, op, llvm_select(b, is_zero, zero, more));
}

// x = m < 0 ? 1 : -1;  (n < 0) != (m < 0) && n != 0 ? -1 - (x - n) / m : n / m
static bool lower_floordivs(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Value *n = operands[0], *m = operands[1];
  Value *zero = constant(b, n->type, 0);
  Value *one = constant(b, n->type, 1);
  Value *minus_one = constant(b, n->type, -1);
  Value *m_negative = llvm_icmp(b, LLVM_I_CMP_PREDICATE_SLT, m, zero);
  Value *x = llvm_select(b, m_negative, one, minus_one);
  Value *difference = llvm_sub(b, x, n, 0);
  Value *quotient = llvm_binary(b, OP_LLVM_SDIV, difference, m);
  Value *negative = llvm_sub(b, minus_one, quotient, 0);
  Value *positive = llvm_binary(b, OP_LLVM_SDIV, n, m);
  Value *n_negative = llvm_icmp(b, LLVM_I_CMP_PREDICATE_SLT, n, zero);
  Value *signs_differ = llvm_icmp(b, LLVM_I_CMP_PREDICATE_NE, n_negative, m_negative);
  Value *not_zero = llvm_icmp(b, LLVM_I_CMP_PREDICATE_NE, n, zero);
  Value *both = llvm_binary(b, OP_LLVM_AND, signs_differ, not_zero);
  return convert_replace1(c, op, llvm_select(b, both, negative, positive));
}

static bool lower_cast(Conversion *c, Operation *op, Value *const *operands) {
  T to = type_convert(c->types, op_result_type(op, 0)), from = operands[0]->type;
  if (!to) return convert_no_match(c, op, "the result type cannot be converted");
  if (to == from) return convert_replace1(c, op, operands[0]);
  uint32_t opcode = type_bits(from) > type_bits(to) ? OP_LLVM_TRUNC
                    : op_is(op, OP_INDEX_CASTU) ? OP_LLVM_ZEXT : OP_LLVM_SEXT;
  return convert_replace1(c, op, llvm_cast(&c->b, opcode, to, operands[0]));
}

static bool lower_cmp(Conversion *c, Operation *op, Value *const *operands) {
  A predicate = op_prop_at(op, INDEX_CMP_PRED);
  OpState *state = builder_begin(&c->b, OP_LLVM_ICMP);
  op_state_add_operands(state, operands, 2);
  op_state_add_type(state, c->ctx->types.i1);
  op_state_set_prop(state, LLVM_ICMP_PREDICATE, attr_i64(c->ctx, c->ctx->types.i64, (int64_t)attr_param(predicate, 0)));
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static bool lower_constant(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T type = llvm_converter(c)->index;
  return convert_replace1(c, op, constant(&c->b, type, op_prop_i64_at(op, INDEX_CONSTANT_VALUE)));
}

static bool lower_bool_constant(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  return convert_replace1(c, op, llvm_constant(&c->b, c->ctx->types.i1, op_prop_at(op, INDEX_BOOL_CONSTANT_VALUE)));
}

static bool lower_sizeof(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  const LLVMTypes *types = llvm_converter(c);
  return convert_replace1(c, op, constant(&c->b, types->index, types->index_bits));
}

static const Pattern patterns[] = {
  ONE_TO_ONE(OP_INDEX_ADD, OP_LLVM_ADD, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_SUB, OP_LLVM_SUB, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_MUL, OP_LLVM_MUL, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_DIVS, OP_LLVM_SDIV, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_DIVU, OP_LLVM_UDIV, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_REMS, OP_LLVM_SREM, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_REMU, OP_LLVM_UREM, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_MAXS, OP_LLVM_INTR_SMAX, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_MAXU, OP_LLVM_INTR_UMAX, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_MINS, OP_LLVM_INTR_SMIN, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_MINU, OP_LLVM_INTR_UMIN, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_SHL, OP_LLVM_SHL, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_SHRS, OP_LLVM_ASHR, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_SHRU, OP_LLVM_LSHR, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_AND, OP_LLVM_AND, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_OR, OP_LLVM_OR, CARRY_ALL),
  ONE_TO_ONE(OP_INDEX_XOR, OP_LLVM_XOR, CARRY_ALL),
  {.root = OP_INDEX_CEILDIVS, .rewrite = lower_ceildivs, .name = "index.ceildivs by sign and llvm.sdiv"},
  {.root = OP_INDEX_CEILDIVU, .rewrite = lower_ceildivu, .name = "index.ceildivu by llvm.udiv"},
  {.root = OP_INDEX_FLOORDIVS, .rewrite = lower_floordivs, .name = "index.floordivs by sign and llvm.sdiv"},
  {.root = OP_INDEX_CASTS, .rewrite = lower_cast, .name = "index.casts to llvm.sext or llvm.trunc"},
  {.root = OP_INDEX_CASTU, .rewrite = lower_cast, .name = "index.castu to llvm.zext or llvm.trunc"},
  {.root = OP_INDEX_CMP, .rewrite = lower_cmp, .name = "index.cmp to llvm.icmp"},
  {.root = OP_INDEX_SIZEOF, .rewrite = lower_sizeof, .name = "index.sizeof to a constant"},
  {.root = OP_INDEX_CONSTANT, .rewrite = lower_constant, .name = "index.constant to llvm.mlir.constant"},
  {.root = OP_INDEX_BOOL_CONSTANT, .rewrite = lower_bool_constant, .name = "index.bool.constant to llvm.mlir.constant"},
};

void add_index_to_llvm(Conversion *c, LLVMTypes *types) { conversion_add_table(c, patterns, &types->base); }

static Legality legality(Conversion *c, Operation *op) {
  return op_is_of(c->ctx, op, &index_dialect) ? ILLEGAL : op_is_of(c->ctx, op, &llvm_dialect) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, NULL);
  conversion_init(&c, pass, legality);
  add_index_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef index_to_llvm_pass = {
  .name = "convert-index-to-llvm", .class_name = "ConvertIndexToLLVMPass",
  .summary = "lower index to the llvm dialect",
  .works_on = "index", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_index_bitwidth),
};
