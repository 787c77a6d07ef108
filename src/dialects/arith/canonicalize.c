// What arith.rules leaves to C (after mlir/lib/Dialect/Arith/IR/ArithOps.cpp and
// ArithCanonicalization.td).
#include "ops/arith.h"

#include "dialects/arith/fold.h"
#include "ir/constants.h"
#include "rules/arith.h"

#define PRED(name) ARITH_CMP_I_PREDICATE_##name

static Operation *build_comparison(Greedy *g, int64_t predicate, Value *a, Value *b) {
  OpState *state = builder_begin(&g->b, OP_ARITH_CMPI);
  op_state_add_operand2(state, a, b);
  op_state_set_prop(state, ARITH_CMPI_PREDICATE, attr_i64(g->ctx, g->ctx->types.i64, predicate));
  return builder_finish(&g->b);
}

// not(cmpi(p, a, b)) = cmpi(not p, a, b)
bool invert_comparison(Greedy *g, Operation *op) {
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
bool select_to_extension(Greedy *g, Operation *op) {
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

bool compare_as_integers(Greedy *g, Operation *op) {
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
// What rules ask

bool is_equality(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return attr_to_i64(args[0].attr) <= PRED(NE);
}

static uint32_t element_bits(T type) {
  T element = type_element_or_self(type);
  return type_is_index(element) ? 0 : type_bits(element);
}

// Only bits that an extension made are cut off.
bool is_wider(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return element_bits(args[0].type) > element_bits(args[1].type);
}

// A truncation to a type cuts off only the bits that shifting a value so far makes.
bool cuts_what_is_shifted_in(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  APInt amount;
  uint64_t bits;
  return constant_int(args[1].attr, &amount) && apint_to_u64(&amount, &bits) &&
         bits == element_bits(args[0].value->type) - element_bits(args[2].type);
}

// The 1 of a single bit is -1.
bool holds_one(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  return !type_is_bit(type_element_or_self(args[0].type));
}
