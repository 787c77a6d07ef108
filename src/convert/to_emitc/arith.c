// arith to emitc. C computes on signed and unsigned numbers, so values are cast back and forth.
#include "convert/to_emitc/to_emitc.h"
#include "ops/arith.h"

static const char no_type[] = "the result type cannot be converted";
static const char no_integer[] = "only integers and sizes are converted";

static bool is_integer_or_wide(T type) { return type && (type_kind(type) == TYPE_INTEGER || emitc_is_pointer_wide(type)); }
static bool is_bool(T type) { return type_is_int(type, 1); }

static T with_signedness(Context *ctx, T type, bool is_unsigned) {
  const IntegerType *integer = type_as_integer(type);
  if (integer) return (integer->signedness == UNSIGNED) == is_unsigned ? type : type_integer(ctx, integer->width, is_unsigned ? UNSIGNED : SIGNED);
  if (!emitc_is_pointer_wide(type) || (type->def == &emitc_size_t_type) == is_unsigned) return type;
  return emitc_plain(ctx, is_unsigned ? &emitc_size_t_type : &emitc_ptrdiff_t_type);
}

static Value *build_cmp(Builder *b, int64_t predicate, Value *lhs, Value *rhs) {
  OpState *state = builder_begin(b, OP_EMITC_CMP);
  op_state_add_operand2(state, lhs, rhs);
  op_state_set_prop(state, EMITC_CMP_PREDICATE, attr_i64(b->ctx, b->ctx->types.i64, predicate));
  op_state_add_type(state, b->ctx->types.i1);
  return builder_finish_value(b);
}

static bool lower_constant(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, no_type);
  return convert_replace1(c, op, emitc_constant(&c->b, type, op_prop_at(op, ARITH_CONSTANT_VALUE)));
}

// The same operation on the same values.
static bool lower_plain(Conversion *c, Operation *op, Value *const *operands) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, no_type);
  OpState *state = builder_begin(&c->b, c->pattern->target);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

// In unsigned numbers, and back.
static bool in_type(Conversion *c, Operation *op, Value *const *operands, T arithmetic, T type) {
  Value *lhs = emitc_cast(&c->b, arithmetic, operands[0]), *rhs = emitc_cast(&c->b, arithmetic, operands[1]);
  Value *result = build2(&c->b, c->pattern->target, arithmetic, lhs, rhs);
  return convert_replace1(c, op, emitc_cast(&c->b, type, result));
}

static bool lower_unsigned(Conversion *c, Operation *op, Value *const *operands) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type || (type_kind(type) != TYPE_INTEGER && type->def != &emitc_size_t_type)) return convert_no_match(c, op, no_integer);
  return in_type(c, op, operands, with_signedness(c->ctx, type, true), type);
}

static bool never_wraps(const Operation *op) {
  A flags = op_prop(op, "overflowFlags");
  return flags && attr_is(flags, &arith_overflow_attr) && attr_param(flags, 0) & ARITH_INTEGER_OVERFLOW_FLAGS_NSW;
}

static bool lower_integer(Conversion *c, Operation *op, Value *const *operands) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!is_integer_or_wide(type)) return convert_no_match(c, op, no_integer);
  if (is_bool(type)) return convert_no_match(c, op, "arithmetic of i1 is none of bool");
  bool wraps = type_kind(type) == TYPE_INTEGER && ((const IntegerType *)type)->signedness != UNSIGNED && !never_wraps(op);
  return in_type(c, op, operands, wraps ? type_integer(c->ctx, type_bits(type), UNSIGNED) : type, type);
}

static bool lower_bitwise(Conversion *c, Operation *op, Value *const *operands) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type || type_kind(type) != TYPE_INTEGER) return convert_no_match(c, op, "only integers are converted");
  return in_type(c, op, operands, is_bool(type) ? type : with_signedness(c->ctx, type, true), type);
}

// A shift by too much is undefined in C, too, but not poison: then the result is zero.
static bool lower_shift(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!is_integer_or_wide(type)) return convert_no_match(c, op, no_integer);
  if (is_bool(type)) return convert_no_match(c, op, "arithmetic of i1 is none of bool");
  bool is_unsigned = !op_is(op, OP_ARITH_SHRSI);
  T arithmetic = with_signedness(c->ctx, type, is_unsigned), amount_type = with_signedness(c->ctx, operands[1]->type, true);
  Value *lhs = emitc_cast(b, arithmetic, operands[0]), *amount = emitc_cast(b, amount_type, operands[1]), *width;
  if (emitc_is_pointer_wide(type)) {
    Value *eight = emitc_index_constant(b, amount_type, 8);
    Value *size = emitc_call_opaque(b, amount_type, "sizeof", NULL, &eight, 1);
    width = build2(b, OP_EMITC_MUL, amount_type, eight, size);
  } else {
    width = emitc_constant(b, amount_type, attr_i64(c->ctx, amount_type, type_bits(type)));
  }
  Value *fits = build_cmp(b, EMITC_CMP_PREDICATE_LT, amount, width);
  A zero = type_kind(arithmetic) == TYPE_INTEGER ? attr_i64(c->ctx, arithmetic, 0) : attr_index(c->ctx, 0);
  Value *values[] = {lhs, amount, fits, emitc_constant(b, arithmetic, zero)};
  OpState *state = builder_begin(b, OP_EMITC_EXPRESSION);
  op_state_add_operands(state, values, countof(values));
  op_state_add_type(state, arithmetic);
  Block *body = block_new(c->module);
  for (uint32_t i = 0; i < countof(values); i++) block_add_arg(c->module, body, values[i]->type, op->loc);
  block_append(op_state_add_region(state), body);
  Operation *expression = builder_finish(b);
  body = expression->regions[0].first;
  Block *block = b->block;
  Operation *before = b->before;
  builder_at_end(b, body);
  Value *shifted = build2(b, c->pattern->target, arithmetic, body->args[0], body->args[1]);
  Value *chosen = build3(b, OP_EMITC_CONDITIONAL, arithmetic, body->args[2], shifted, body->args[3]);
  state = builder_begin(b, OP_EMITC_YIELD);
  op_state_add_operand(state, chosen);
  builder_finish(b);
  b->block = block;
  b->before = before;
  return convert_replace1(c, op, emitc_cast(b, type, op_result(expression, 0)));
}

// ---------------------------------------------------------------------------------------------
// Comparisons

static bool lower_cmpi(Conversion *c, Operation *op, Value *const *operands) {
  static const struct { uint8_t predicate; bool is_unsigned; } forms[] = {
    [ARITH_CMP_I_PREDICATE_EQ] = {EMITC_CMP_PREDICATE_EQ, false},  [ARITH_CMP_I_PREDICATE_NE] = {EMITC_CMP_PREDICATE_NE, false},
    [ARITH_CMP_I_PREDICATE_SLT] = {EMITC_CMP_PREDICATE_LT, false}, [ARITH_CMP_I_PREDICATE_SLE] = {EMITC_CMP_PREDICATE_LE, false},
    [ARITH_CMP_I_PREDICATE_SGT] = {EMITC_CMP_PREDICATE_GT, false}, [ARITH_CMP_I_PREDICATE_SGE] = {EMITC_CMP_PREDICATE_GE, false},
    [ARITH_CMP_I_PREDICATE_ULT] = {EMITC_CMP_PREDICATE_LT, true},  [ARITH_CMP_I_PREDICATE_ULE] = {EMITC_CMP_PREDICATE_LE, true},
    [ARITH_CMP_I_PREDICATE_UGT] = {EMITC_CMP_PREDICATE_GT, true},  [ARITH_CMP_I_PREDICATE_UGE] = {EMITC_CMP_PREDICATE_GE, true}};
  T type = operands[0]->type;
  if (!is_integer_or_wide(type)) return convert_no_match(c, op, no_integer);
  int64_t predicate = op_prop_i64_at(op, ARITH_CMPI_PREDICATE);
  T arithmetic = with_signedness(c->ctx, type, forms[predicate].is_unsigned);
  Value *lhs = emitc_cast(&c->b, arithmetic, operands[0]), *rhs = emitc_cast(&c->b, arithmetic, operands[1]);
  return convert_replace1(c, op, build_cmp(&c->b, forms[predicate].predicate, lhs, rhs));
}

// Whether none of both is NaN (a value is NaN when it is not equal to itself), or some is.
static Value *build_order(Builder *b, Value *lhs, Value *rhs, bool ordered) {
  int64_t predicate = ordered ? EMITC_CMP_PREDICATE_EQ : EMITC_CMP_PREDICATE_NE;
  Value *first = build_cmp(b, predicate, lhs, lhs), *second = build_cmp(b, predicate, rhs, rhs);
  return build2(b, ordered ? OP_EMITC_LOGICAL_AND : OP_EMITC_LOGICAL_OR, b->ctx->types.i1, first, second);
}

static bool lower_cmpf(Conversion *c, Operation *op, Value *const *operands) {
  static const uint8_t forms[] = {
    [ARITH_CMP_F_PREDICATE_OEQ] = EMITC_CMP_PREDICATE_EQ, [ARITH_CMP_F_PREDICATE_OGT] = EMITC_CMP_PREDICATE_GT,
    [ARITH_CMP_F_PREDICATE_OGE] = EMITC_CMP_PREDICATE_GE, [ARITH_CMP_F_PREDICATE_OLT] = EMITC_CMP_PREDICATE_LT,
    [ARITH_CMP_F_PREDICATE_OLE] = EMITC_CMP_PREDICATE_LE, [ARITH_CMP_F_PREDICATE_ONE] = EMITC_CMP_PREDICATE_NE,
    [ARITH_CMP_F_PREDICATE_UEQ] = EMITC_CMP_PREDICATE_EQ, [ARITH_CMP_F_PREDICATE_UGT] = EMITC_CMP_PREDICATE_GT,
    [ARITH_CMP_F_PREDICATE_UGE] = EMITC_CMP_PREDICATE_GE, [ARITH_CMP_F_PREDICATE_ULT] = EMITC_CMP_PREDICATE_LT,
    [ARITH_CMP_F_PREDICATE_ULE] = EMITC_CMP_PREDICATE_LE, [ARITH_CMP_F_PREDICATE_UNE] = EMITC_CMP_PREDICATE_NE};
  Builder *b = &c->b;
  if (!type_is_float(operands[1]->type)) return convert_no_match(c, op, "only scalars are converted");
  int64_t predicate = op_prop_i64_at(op, ARITH_CMPF_PREDICATE);
  bool always = predicate == ARITH_CMP_F_PREDICATE_TRUE;
  if (always || predicate == ARITH_CMP_F_PREDICATE_FALSE) return convert_replace1(c, op, emitc_constant(b, c->ctx->types.i1, attr_bool(c->ctx, always)));
  bool ordered = predicate <= ARITH_CMP_F_PREDICATE_ORD;
  if (predicate == ARITH_CMP_F_PREDICATE_ORD || predicate == ARITH_CMP_F_PREDICATE_UNO)
    return convert_replace1(c, op, build_order(b, operands[0], operands[1], ordered));
  Value *result = build_cmp(b, forms[predicate], operands[0], operands[1]);
  Value *order = build_order(b, operands[0], operands[1], ordered);
  return convert_replace1(c, op, build2(b, ordered ? OP_EMITC_LOGICAL_AND : OP_EMITC_LOGICAL_OR, c->ctx->types.i1, order, result));
}

static bool lower_select(Conversion *c, Operation *op, Value *const *operands) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, no_type);
  if (!is_bool(operands[0]->type)) return convert_no_match(c, op, "the condition is no scalar");
  return convert_replace1(c, op, build3(&c->b, OP_EMITC_CONDITIONAL, type, operands[0], operands[1], operands[2]));
}

static bool lower_negf(Conversion *c, Operation *op, Value *const *operands) {
  if (!emitc_is_supported_float(operands[0]->type)) return convert_no_match(c, op, "C has no such float");
  return convert_replace1(c, op, build1(&c->b, OP_EMITC_UNARY_MINUS, operands[0]->type, operands[0]));
}

// ---------------------------------------------------------------------------------------------
// Casts

static bool lower_integer_cast(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T to = type_convert(c->types, op_result_type(op, 0)), from = operands[0]->type;
  if (!is_integer_or_wide(to) || !is_integer_or_wide(from)) return convert_no_match(c, op, no_integer);
  bool is_unsigned = !op_is(op, OP_ARITH_EXTSI) && !op_is(op, OP_ARITH_INDEX_CAST);
  if (op_is(op, OP_ARITH_TRUNCI)) is_unsigned = true;
  if (is_bool(from) && !is_unsigned) return convert_no_match(c, op, "i1 has no sign in C");
  if (is_bool(to)) {   // truncated, which a cast to bool does not do
    A one = emitc_is_pointer_wide(from) ? attr_index(c->ctx, 1) : attr_i64(c->ctx, from, 1);
    Value *last = build2(b, OP_EMITC_BITWISE_AND, from, operands[0], emitc_constant(b, from, one));
    return convert_replace1(c, op, build1(b, OP_EMITC_CAST, to, last));
  }
  bool both = type_kind(from) == TYPE_INTEGER && type_kind(to) == TYPE_INTEGER;
  is_unsigned = is_unsigned || (both && type_bits(from) > type_bits(to));
  Value *value = emitc_cast(b, with_signedness(c->ctx, from, is_unsigned), operands[0]);
  value = build1(b, OP_EMITC_CAST, with_signedness(c->ctx, to, is_unsigned), value);
  return convert_replace1(c, op, emitc_cast(b, to, value));
}

static bool lower_to_integer(Conversion *c, Operation *op, Value *const *operands) {
  T to = type_convert(c->types, op_result_type(op, 0));
  if (!emitc_is_supported_float(operands[0]->type) || !to || !emitc_is_supported_integer(to) || is_bool(to))
    return convert_no_match(c, op, "C has no such types");
  T type = op_is(op, OP_ARITH_FPTOUI) ? type_integer(c->ctx, type_bits(to), UNSIGNED) : to;
  Value *value = build1(&c->b, OP_EMITC_CAST, type, operands[0]);
  return convert_replace1(c, op, op_is(op, OP_ARITH_FPTOUI) ? build1(&c->b, OP_EMITC_CAST, to, value) : value);
}

static bool lower_to_float(Conversion *c, Operation *op, Value *const *operands) {
  T to = type_convert(c->types, op_result_type(op, 0)), from = operands[0]->type;
  bool fits = op_is(op, OP_ARITH_EXTF) || op_is(op, OP_ARITH_TRUNCF) ? emitc_is_supported_float(from) : emitc_is_supported_integer(from);
  if (!fits || !to || !emitc_is_supported_float(to)) return convert_no_match(c, op, "C has no such types");
  if (op_is(op, OP_ARITH_TRUNCF) && op_prop_at(op, ARITH_TRUNCF_ROUNDINGMODE)) return convert_no_match(c, op, "C rounds as it likes");
  Value *value = op_is(op, OP_ARITH_UITOFP) ? emitc_cast(&c->b, type_integer(c->ctx, type_bits(from), UNSIGNED), operands[0]) : operands[0];
  return convert_replace1(c, op, build1(&c->b, OP_EMITC_CAST, to, value));
}

static const Pattern patterns[] = {
  {.root = OP_ARITH_ADDF, .rewrite = lower_plain, .target = OP_EMITC_ADD, .name = "arith.addf to emitc.add"},
  {.root = OP_ARITH_ADDI, .rewrite = lower_integer, .target = OP_EMITC_ADD, .name = "arith.addi to emitc.add"},
  {.root = OP_ARITH_ANDI, .rewrite = lower_bitwise, .target = OP_EMITC_BITWISE_AND, .name = "arith.andi to emitc.bitwise_and"},
  {.root = OP_ARITH_CMPF, .rewrite = lower_cmpf, .target = OP_EMITC_CMP, .name = "arith.cmpf to emitc.cmp"},
  {.root = OP_ARITH_CMPI, .rewrite = lower_cmpi, .target = OP_EMITC_CMP, .name = "arith.cmpi to emitc.cmp"},
  {.root = OP_ARITH_CONSTANT, .rewrite = lower_constant, .target = OP_EMITC_CONSTANT, .name = "arith.constant to emitc.constant"},
  {.root = OP_ARITH_DIVF, .rewrite = lower_plain, .target = OP_EMITC_DIV, .name = "arith.divf to emitc.div"},
  {.root = OP_ARITH_DIVSI, .rewrite = lower_plain, .target = OP_EMITC_DIV, .name = "arith.divsi to emitc.div"},
  {.root = OP_ARITH_DIVUI, .rewrite = lower_unsigned, .target = OP_EMITC_DIV, .name = "arith.divui to emitc.div"},
  {.root = OP_ARITH_EXTF, .rewrite = lower_to_float, .target = OP_EMITC_CAST, .name = "arith.extf to emitc.cast"},
  {.root = OP_ARITH_EXTSI, .rewrite = lower_integer_cast, .target = OP_EMITC_CAST, .name = "arith.extsi to emitc.cast"},
  {.root = OP_ARITH_EXTUI, .rewrite = lower_integer_cast, .target = OP_EMITC_CAST, .name = "arith.extui to emitc.cast"},
  {.root = OP_ARITH_FPTOSI, .rewrite = lower_to_integer, .target = OP_EMITC_CAST, .name = "arith.fptosi to emitc.cast"},
  {.root = OP_ARITH_FPTOUI, .rewrite = lower_to_integer, .target = OP_EMITC_CAST, .name = "arith.fptoui to emitc.cast"},
  {.root = OP_ARITH_INDEX_CAST, .rewrite = lower_integer_cast, .target = OP_EMITC_CAST, .name = "arith.index_cast to emitc.cast"},
  {.root = OP_ARITH_INDEX_CASTUI, .rewrite = lower_integer_cast, .target = OP_EMITC_CAST, .name = "arith.index_castui to emitc.cast"},
  {.root = OP_ARITH_MULF, .rewrite = lower_plain, .target = OP_EMITC_MUL, .name = "arith.mulf to emitc.mul"},
  {.root = OP_ARITH_MULI, .rewrite = lower_integer, .target = OP_EMITC_MUL, .name = "arith.muli to emitc.mul"},
  {.root = OP_ARITH_NEGF, .rewrite = lower_negf, .target = OP_EMITC_UNARY_MINUS, .name = "arith.negf to emitc.unary_minus"},
  {.root = OP_ARITH_ORI, .rewrite = lower_bitwise, .target = OP_EMITC_BITWISE_OR, .name = "arith.ori to emitc.bitwise_or"},
  {.root = OP_ARITH_REMSI, .rewrite = lower_plain, .target = OP_EMITC_REM, .name = "arith.remsi to emitc.rem"},
  {.root = OP_ARITH_REMUI, .rewrite = lower_unsigned, .target = OP_EMITC_REM, .name = "arith.remui to emitc.rem"},
  {.root = OP_ARITH_SELECT, .rewrite = lower_select, .target = OP_EMITC_CONDITIONAL, .name = "arith.select to emitc.conditional"},
  {.root = OP_ARITH_SHLI, .rewrite = lower_shift, .target = OP_EMITC_BITWISE_LEFT_SHIFT, .name = "arith.shli to emitc.bitwise_left_shift"},
  {.root = OP_ARITH_SHRSI, .rewrite = lower_shift, .target = OP_EMITC_BITWISE_RIGHT_SHIFT, .name = "arith.shrsi to emitc.bitwise_right_shift"},
  {.root = OP_ARITH_SHRUI, .rewrite = lower_shift, .target = OP_EMITC_BITWISE_RIGHT_SHIFT, .name = "arith.shrui to emitc.bitwise_right_shift"},
  {.root = OP_ARITH_SITOFP, .rewrite = lower_to_float, .target = OP_EMITC_CAST, .name = "arith.sitofp to emitc.cast"},
  {.root = OP_ARITH_SUBF, .rewrite = lower_plain, .target = OP_EMITC_SUB, .name = "arith.subf to emitc.sub"},
  {.root = OP_ARITH_SUBI, .rewrite = lower_integer, .target = OP_EMITC_SUB, .name = "arith.subi to emitc.sub"},
  {.root = OP_ARITH_TRUNCF, .rewrite = lower_to_float, .target = OP_EMITC_CAST, .name = "arith.truncf to emitc.cast"},
  {.root = OP_ARITH_TRUNCI, .rewrite = lower_integer_cast, .target = OP_EMITC_CAST, .name = "arith.trunci to emitc.cast"},
  {.root = OP_ARITH_UITOFP, .rewrite = lower_to_float, .target = OP_EMITC_CAST, .name = "arith.uitofp to emitc.cast"},
  {.root = OP_ARITH_XORI, .rewrite = lower_bitwise, .target = OP_EMITC_BITWISE_XOR, .name = "arith.xori to emitc.bitwise_xor"},
};

void add_arith_to_emitc(Conversion *c, EmitCTypes *types) { conversion_add_table(c, patterns, &types->base); }
