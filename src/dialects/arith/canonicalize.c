// Canonicalization patterns of the arith dialect (after mlir/lib/Dialect/Arith/IR/ArithOps.cpp and
// ArithCanonicalization.td).
#include "ops/arith.h"

#include "dialects/arith/fold.h"
#include "ir/constants.h"
#include "rewrite/rules.h"

#define PRED(name) ARITH_CMP_I_PREDICATE_##name

static Operation *build_comparison(Greedy *g, int64_t predicate, Value *a, Value *b) {
  OpState *state = builder_begin(&g->b, OP_ARITH_CMPI);
  op_state_add_operand2(state, a, b);
  op_state_set_prop(state, ARITH_CMPI_PREDICATE, attr_i64(g->ctx, g->ctx->types.i64, predicate));
  return builder_finish(&g->b);
}

// not(cmpi(p, a, b)) = cmpi(not p, a, b)
static bool invert_comparison(Greedy *g, Operation *op) {
  Operation *compare = operand_defined_by(op, 0, OP_ARITH_CMPI);
  A mask = value_constant(op_operand(op, 1)), predicate = compare ? op_prop_at(compare, ARITH_CMPI_PREDICATE) : NULL;
  if (!predicate || mask != g->ctx->attrs.true_) return false;
  g->b.loc.attr = loc_fuse(g->module, (Loc[]){op->loc, compare->loc}, 2);
  return greedy_replace_op(g, op, build_comparison(g, int_predicate_inverted(attr_to_i64(predicate)), op_operand(compare, 0),
                                                   op_operand(compare, 1)));
}

static Value *build_bool(Greedy *g, T type, bool value) {
  OpState *state = builder_begin(&g->b, OP_ARITH_CONSTANT);
  op_state_set_prop(state, ARITH_CONSTANT_VALUE, bool_attr_of(g->ctx, type, value));
  op_state_add_type(state, type);
  return builder_finish_value(&g->b);
}

// select(p, 1, 0) = extui(p), select(p, 0, 1) = extui(not p)
static bool select_to_extension(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  if (type_kind(type) != TYPE_INTEGER || type_bits(type) == 1) return false;
  A yes = value_constant(op_operand(op, 1)), no = value_constant(op_operand(op, 2));
  Value *condition = op_operand(op, 0);
  if (is_zero_int(yes) && is_one_int(no))
    condition = build2(&g->b, OP_ARITH_XORI, NULL, condition, build_bool(g, condition->type, true));
  else if (!is_one_int(yes) || !is_zero_int(no))
    return false;
  return greedy_replace1(g, op, build1(&g->b, OP_ARITH_EXTUI, type, condition));
}

// ---------------------------------------------------------------------------------------------
// Comparing a converted integer with a constant

// By the predicate; ord, uno: told apart before.
#define SIGNED_OF(name) [ARITH_CMP_F_PREDICATE_##name]
static const uint8_t as_signed[ARITH_CMP_F_PREDICATE_TRUE + 1] = {
  SIGNED_OF(OEQ) = PRED(EQ), SIGNED_OF(OGT) = PRED(SGT), SIGNED_OF(OGE) = PRED(SGE), SIGNED_OF(OLT) = PRED(SLT),
  SIGNED_OF(OLE) = PRED(SLE), SIGNED_OF(ONE) = PRED(NE),
  SIGNED_OF(UEQ) = PRED(EQ), SIGNED_OF(UGT) = PRED(SGT), SIGNED_OF(UGE) = PRED(SGE), SIGNED_OF(ULT) = PRED(SLT),
  SIGNED_OF(ULE) = PRED(SLE), SIGNED_OF(UNE) = PRED(NE),
};

// Whether a conversion of `width` bits to a float of this kind may change how it compares with `limit`.
static bool loses_order(APFloat limit, uint32_t width, bool is_signed) {
  int64_t value_bits = (int64_t)width - is_signed, mantissa = float_precision(limit.kind);
  if (width <= mantissa) return false;
  if (apfloat_is_infinity(limit)) return apfloat_exponent(apfloat_largest(limit.kind, false)) < value_bits;
  int64_t exponent = apfloat_exponent(limit);
  return mantissa <= exponent && exponent <= value_bits;
}

// The least or the greatest integer of `width` bits as a float.
static APFloat bound(Greedy *g, FloatKind kind, uint32_t width, bool is_signed, bool least) {
  APInt all = apint_i64(g->arena, width, -1), value = is_signed ? apint_lshr(g->arena, &all, 1) : all;
  if (least) value = is_signed ? apint_not(g->arena, &value) : apint_u64(g->arena, width, 0);
  return apfloat_from_int(kind, &value, is_signed, ROUND_NEAREST_EVEN, NULL);
}

// Whether integers (all above `limit` or all below it) hold the predicate.
static bool holds_beyond(int64_t predicate, bool above) {
  if (predicate == PRED(NE)) return true;
  bool greater = predicate == PRED(SGT) || predicate == PRED(SGE) || predicate == PRED(UGT) || predicate == PRED(UGE);
  return predicate != PRED(EQ) && greater == above;
}

// A limit between two integers, rounded toward zero: what the predicate becomes; -1, -2: always false, true.
static int64_t around_fraction(int64_t predicate, bool negative) {
  switch (predicate) {
    case PRED(NE): return -2;
    case PRED(EQ): return -1;
    case PRED(SLE): return negative ? PRED(SLT) : PRED(SLE);
    case PRED(SLT): return negative ? PRED(SLT) : PRED(SLE);
    case PRED(SGT): return negative ? PRED(SGE) : PRED(SGT);
    case PRED(SGE): return negative ? PRED(SGE) : PRED(SGT);
    case PRED(ULE):
    case PRED(ULT): return negative ? -1 : PRED(ULE);
    default: return negative ? -2 : PRED(UGT);
  }
}

static bool compare_as_integers(Greedy *g, Operation *op) {
  A constant = value_constant(op_operand(op, 1));
  if (!constant || attr_kind(constant) != ATTR_FLOAT) return false;
  APFloat limit = attr_float_value(constant);
  if (apfloat_is_nan(limit)) return false;
  bool is_signed = true;
  Operation *convert = operand_defined_by(op, 0, OP_ARITH_SITOFP);
  if (!convert) {
    is_signed = false;
    convert = operand_defined_by(op, 0, OP_ARITH_UITOFP);
  }
  if (!convert) return false;
  Value *from = op_operand(convert, 0);
  uint32_t width = type_bits(from->type);
  if (!width || loses_order(limit, width, is_signed)) return false;

  int64_t cmpf = op_prop_i64_at(op, ARITH_CMPF_PREDICATE);
  if (cmpf == ARITH_CMP_F_PREDICATE_ORD || cmpf == ARITH_CMP_F_PREDICATE_UNO)
    return greedy_replace1(g, op, build_bool(g, g->ctx->types.i1, cmpf == ARITH_CMP_F_PREDICATE_ORD));
  if (cmpf <= ARITH_CMP_F_PREDICATE_FALSE || cmpf >= ARITH_CMP_F_PREDICATE_TRUE) return false;
  int64_t predicate = as_signed[cmpf] + (is_signed || as_signed[cmpf] < PRED(SLT) ? 0 : PRED(ULT) - PRED(SLT));
  if (apfloat_compare(bound(g, limit.kind, width, is_signed, false), limit) == FLOAT_LESS)
    return greedy_replace1(g, op, build_bool(g, g->ctx->types.i1, holds_beyond(predicate, false)));
  if (apfloat_compare(bound(g, limit.kind, width, is_signed, true), limit) == FLOAT_GREATER)
    return greedy_replace1(g, op, build_bool(g, g->ctx->types.i1, holds_beyond(predicate, true)));
  int status;
  APInt whole = apfloat_to_int(g->arena, limit, width, is_signed, ROUND_TOWARD_ZERO, &status);
  if (status & FLOAT_INVALID) return false;
  APFloat back = apfloat_from_int(limit.kind, &whole, is_signed, ROUND_NEAREST_EVEN, NULL);
  if (!apfloat_is_zero(limit) && apfloat_compare(back, limit) != FLOAT_EQUAL) {
    predicate = around_fraction(predicate, apfloat_is_negative(limit));
    if (predicate < 0) return greedy_replace1(g, op, build_bool(g, g->ctx->types.i1, predicate == -2));
  }
  OpState *state = builder_begin(&g->b, OP_ARITH_CONSTANT);
  op_state_set_prop(state, ARITH_CONSTANT_VALUE, attr_integer(g->ctx, from->type, &whole));
  op_state_add_type(state, from->type);
  Operation *made = builder_finish(&g->b);
  return greedy_replace_op(g, op, build_comparison(g, predicate, from, op_result(made, 0)));
}

// ---------------------------------------------------------------------------------------------
// Rules

static bool same_types(const RuleMatch *m) { return rule_value(m, 'x')->type == rule_value(m, 'y')->type; }
static bool of_own_type(const RuleMatch *m) { return rule_value(m, 'x')->type == op_result_type(m->root, 0); }
static bool second_unused(const RuleMatch *m) { return !op_result(m->root, 1)->uses; }
static bool for_equality(const RuleMatch *m) { return same_types(m) && op_prop_i64(m->root, "predicate") <= PRED(NE); }

static uint32_t element_bits(T type) {
  T element = type_element_or_self(type);
  return type_is_index(element) ? 0 : type_bits(element);
}

// Only bits that the extension made are cut off.
static bool cuts_extension(const RuleMatch *m) {
  return element_bits(op_result_type(m->root, 0)) > element_bits(rule_value(m, 'x')->type);
}

// The truncation cuts off only the bits that the shift makes.
static bool cuts_shifted(const RuleMatch *m) {
  APInt amount;
  uint64_t bits;
  return constant_int(rule_constant(m, 'C'), &amount) && apint_to_u64(&amount, &bits) &&
         bits == element_bits(rule_value(m, 'x')->type) - element_bits(op_result_type(m->root, 0));
}

// The 1 of a single bit is -1.
static bool holds_one(const RuleMatch *m) { return !type_is_bit(type_element_or_self(op_result_type(m->root, 0))); }
static bool default_rounding(const RuleMatch *m) { return !op_prop(m->root, "roundingmode"); }

#define OF_EXTENSIONS(opcode, op)                                                                                   \
  RULE(opcode, 3, op "(extui(x),extui(y))", .to = "a = " op " x y; extui a : result", .when = same_types),          \
  RULE(opcode, 3, op "(extsi(x),extsi(y))", .to = "a = " op " x y; extsi a : result", .when = same_types)
#define LOW_HALF(opcode, op, plain) \
  RULE(opcode, 1, op "(x,y)", .to = "low = " plain " x y; high = x", .when = second_unused)

static const GreedyPattern patterns[] = {
  RULE(OP_ARITH_ADDI, 2, "addi(addi(x,A),B)", .sum = "A+B", .to = "c = #k; addi x c", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_ADDI, 2, "addi(subi(x,A),B)", .sum = "B-A", .to = "c = #k; addi x c", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_ADDI, 2, "addi(subi(A,x),B)", .sum = "A+B", .to = "c = #k; subi c x", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_ADDI, 2, "addi(x,muli(y,-1))", .to = "subi x y"),
  RULE(OP_ARITH_ADDI, 2, "addi(muli(x,-1),y)", .to = "subi y x"),
  LOW_HALF(OP_ARITH_ADDUI_EXTENDED, "addui_extended", "addi"),
  RULE(OP_ARITH_SUBI, 2, "subi(addi(x,A),B)", .sum = "A-B", .to = "c = #k; addi x c"),
  RULE(OP_ARITH_SUBI, 2, "subi(B,addi(x,A))", .sum = "B-A", .to = "c = #k; subi c x", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_SUBI, 2, "subi(subi(x,A),B)", .sum = "A+B", .to = "c = #k; subi x c", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_SUBI, 2, "subi(subi(A,x),B)", .sum = "A-B", .to = "c = #k; subi c x", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_SUBI, 2, "subi(B,subi(x,A))", .sum = "A+B", .to = "c = #k; subi c x", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_SUBI, 2, "subi(B,subi(A,x))", .sum = "B-A", .to = "c = #k; addi x c", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_SUBI, 2, "subi(subi(x,y),x)", .to = "c = #0; subi c y", .flags = MERGE_OVERFLOW),
  RULE(OP_ARITH_MULI, 2, "muli(muli(x,A),B)", .sum = "A*B", .to = "c = #k; muli x c", .flags = MERGE_OVERFLOW),
  LOW_HALF(OP_ARITH_MULSI_EXTENDED, "mulsi_extended", "muli"),
  RULE(OP_ARITH_MULSI_EXTENDED, 1, "mulsi_extended(x,1)", .to = "low = x; a = #0; a = cmpi:slt x a; high = extsi a : result", .when = holds_one),
  LOW_HALF(OP_ARITH_MULUI_EXTENDED, "mului_extended", "muli"),
  OF_EXTENSIONS(OP_ARITH_ANDI, "andi"),
  OF_EXTENSIONS(OP_ARITH_ORI, "ori"),
  {.root = OP_ARITH_XORI, .rewrite = invert_comparison, .benefit = 2, .name = "not of a comparison as the inverted comparison"},
  OF_EXTENSIONS(OP_ARITH_XORI, "xori"),
  RULE(OP_ARITH_CMPI, 3, "cmpi(extsi(x),extsi(y))", .to = "cmpi x y", .flags = KEEP_PREDICATE, .when = for_equality),
  RULE(OP_ARITH_CMPI, 3, "cmpi(extui(x),extui(y))", .to = "cmpi x y", .flags = KEEP_PREDICATE, .when = for_equality),
  {.root = OP_ARITH_CMPF, .rewrite = compare_as_integers, .name = "comparison of a converted integer as one of integers"},
  RULE(OP_ARITH_SELECT, 2, "select(x,a,select(x,b,c))", .to = "select x a c"),
  RULE(OP_ARITH_SELECT, 2, "select(x,select(x,a,b),c)", .to = "select x a c"),
  RULE(OP_ARITH_SELECT, 2, "select(xori(x,-1),a,b)", .to = "select x b a"),
  RULE(OP_ARITH_SELECT, 1, "select(x,F,T)", .to = "c = #true; xori x c"),
  {.root = OP_ARITH_SELECT, .rewrite = select_to_extension, .name = "selecting one or zero as an extension"},
  RULE(OP_ARITH_INDEX_CAST, 2, "index_cast(index_cast(x))", .when = of_own_type),
  RULE(OP_ARITH_INDEX_CAST, 2, "index_cast(extsi(x))", .to = "index_cast x : result"),
  RULE(OP_ARITH_INDEX_CASTUI, 2, "index_castui(index_castui(x))", .when = of_own_type),
  RULE(OP_ARITH_INDEX_CASTUI, 2, "index_castui(extui(x))", .to = "index_castui x : result"),
  RULE(OP_ARITH_BITCAST, 2, "bitcast(bitcast(x))", .to = "bitcast x : result"),
  RULE(OP_ARITH_EXTSI, 2, "extsi(extui(x))", .to = "extui x : result"),
  RULE(OP_ARITH_TRUNCI, 2, "trunci(extsi(x))", .to = "extsi x : result", .when = cuts_extension),
  RULE(OP_ARITH_TRUNCI, 2, "trunci(extui(x))", .to = "extui x : result", .when = cuts_extension),
  RULE(OP_ARITH_TRUNCI, 2, "trunci(shrsi(x,C))", .to = "c = #C; a = shrui x c; trunci a : result", .flags = KEEP_OVERFLOW, .when = cuts_shifted),
  RULE(OP_ARITH_TRUNCF, 2, "truncf(sitofp(x))", .to = "sitofp x : result", .when = default_rounding),
  RULE(OP_ARITH_TRUNCF, 2, "truncf(uitofp(x))", .to = "uitofp x : result", .when = default_rounding),
  RULE(OP_ARITH_MULF, 3, "mulf(negf(x),negf(y))", .to = "mulf x y", .flags = KEEP_FASTMATH, .when = same_types),
  RULE(OP_ARITH_DIVF, 3, "divf(negf(x),negf(y))", .to = "divf x y", .flags = KEEP_FASTMATH, .when = same_types),
};
const PatternSet arith_canonicalization = PATTERN_SET(patterns);
