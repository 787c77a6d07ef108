// math-expand-ops (after mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp).
#include "ir/constants.h"
#include "ops/math.h"
#include "rewrite/greedy.h"
#include "rewrite/script.h"

static const PassOption option_ops = {"ops", OPTION_LIST, NULL, NULL, "Operations to expand."};

static T element_type(T type) { return type_element_or_self(type); }
static bool has_static_shape(T type) { return !type_as_shaped(type) || type_has_static_shape(type); }
static T like(Greedy *g, T type, T element) { return type_with_element(g->ctx, type, element); }

static void begin(Script *s, Greedy *g, Operation *op) {
  Value *operands[4] = {NULL};
  for (uint32_t i = 0; i < op->operand_count && i < countof(operands); i++) operands[i] = op_operand(op, i);
  script_init(s, &g->b, "arith", op, operands);
  script_type(s, "i64", like(g, s->type, g->ctx->types.i64));
  s->fastmath = NULL;
}

static bool end(Script *s, Greedy *g, Operation *op, Value *result) {
  return result && !s->failed && greedy_replace1(g, op, result);
}

static void set_int(Script *s, Greedy *g, const char *name, T type, uint64_t value) {
  APInt integer = apint_u64(g->arena, type_bits(element_type(type)), value);
  script_attr(s, name, int_attr_of(g->ctx, type, &integer));
}

static bool by_script(Greedy *g, Operation *op) {
  Script s;
  if (!has_static_shape(op_result_type(op, 0)) && strchr(g->pattern->data, '#')) return false;
  begin(&s, g, op);
  return end(&s, g, op, script_run(&s, g->pattern->data));
}

static bool clamp(Greedy *g, Operation *op) {
  Script s;
  begin(&s, g, op);
  s.fastmath = op_prop_at(op, MATH_CLAMPF_FASTMATH);
  return end(&s, g, op, script_run(&s, "a = minimumf x y; maximumf a z"));
}

// A float without its fraction, by way of i64, which loses the sign of -0.
#define TRUNCATED(x) "t = fptosi " x " : i64; t = sitofp t : result; t = math.copysign t " x "; "

// sign(x) tanh(|x|), sign(x) = 1 - 2 (x < 0)
static const char tangent[] =
  "zero = #0.0; one = #1.0; m = #-2.0; c = cmpf:olt x zero; s = uitofp c : result; s = mulf s m; s = addf s one; "
  "p = mulf s x; p = mulf m p; e = math.exp p; a = subf one e; b = addf one e; a = divf a b; mulf s a";

// ---------------------------------------------------------------------------------------------
// Powers

static Value *power_of_constant(Script *s, APFloat exponent) {
  static const struct { double exponent; const char *text; } powers[] = {
    {0.0, "#1.0"}, {-0.0, "#1.0"}, {-1.0, "a = #1.0; divf a x"}, {0.5, "math.sqrt x"}, {-0.5, "math.rsqrt x"},
    {2.0, "mulf x x"}, {-2.0, "a = #1.0; b = mulf x x; divf a b"}, {3.0, "a = mulf x x; mulf a x"},
  };
  APFloat one = apfloat_from_double(exponent.kind, 1.0, NULL);
  if (apfloat_bits_equal(exponent, one)) return script_get(s, "x");
  for (uint32_t i = 0; i < countof(powers); i++) {
    bool inexact;
    APFloat known = apfloat_from_double(exponent.kind, powers[i].exponent, &inexact);
    if (!inexact && apfloat_bits_equal(exponent, known)) return script_run(s, powers[i].text);
  }
  return NULL;
}

static bool power(Greedy *g, Operation *op) {
  Script s;
  begin(&s, g, op);
  APFloat exponent;
  Value *result = constant_float(value_constant(op_operand(op, 1)), &exponent) ? power_of_constant(&s, exponent) : NULL;
  return end(&s, g, op, result ? result : script_run(&s, "a = math.log x; a = mulf y a; math.exp a"));
}

// By squaring; one over that for a negative exponent, or an infinity of the sign of a zero.
static bool integer_power(Greedy *g, Operation *op) {
  Script s;
  begin(&s, g, op);
  APInt exponent;
  int64_t value;
  if (!constant_int(value_constant(op_operand(op, 1)), &exponent) || !apint_to_i64(&exponent, &value))
    return end(&s, g, op, script_run(&s, "a = sitofp y : result; math.powf x a"));
  Value *result = script_run(&s, "one = #1.0; r = #1.0");
  for (uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value; rest; rest >>= 1) {
    if (rest & 1) result = script_run(&s, "r = mulf x r");
    script_run(&s, "x = mulf x x");
  }
  if (value < 0)
    result = script_run(&s, "zero = #0.0; minus = #-0.0; inf = #inf; low = #-inf; a = cmpf:oeq r zero; b = cmpf:oeq r minus; "
                            "r = divf one r; r = select a inf r; select b low r");
  return end(&s, g, op, result);
}

// ---------------------------------------------------------------------------------------------
// Rounding

static bool round_away(Greedy *g, Operation *op) {
  Script s;
  T type = op_result_type(op, 0);
  if (!has_static_shape(type) || element_type(type) != type_float(g->ctx, FLOAT_F32)) return greedy_no_match(g, op, "it is no float of 32 bits, or of no static shape");
  begin(&s, g, op);
  script_type(&s, "int", like(g, type, g->ctx->types.i32));
  // Large and special values are recognized by their exponents, because a conversion to i64 would not keep them.
  return end(&s, g, op, script_run(&s,
    "half = #0.5; m = #23 : int; bias = #127 : int; mask = #255 : int; a = math.copysign half x; a = addf x a; " TRUNCATED("a")
    "b = bitcast x : int; e = shrui b m; e = andi e mask; e = subi e bias; c = cmpi:sge e m; select c x t"));
}

#define SAFE_SHIFT(value, amount) "h = maxsi " amount " zero; h = minsi h last; h = shrui " value " h; "
#define EXPONENT(e, bits) e " = shrui " bits " m; " e " = andi " e " emask; " e " = subi " e " bias; "

// Round away from zero, and go back by one if that gave an odd number from exactly halfway.
static const char round_even[] =
  "onef = #1.0; zero = #0 : int; one = #1 : int; minus = #-1 : int; m = #m; last = #last; bias = #bias; half = #half; "
  "mask = #mask; emask = #emask; b = bitcast x : int; r = math.round x; rb = bitcast r : int; " EXPONENT("e", "b") EXPONENT("re", "rb")
  "one' = cmpi:eq re zero; a = subi re one; " SAFE_SHIFT("mask", "a")
  "a = andi rb h; odd = cmpi:ne a zero; odd = ori odd one'; "
  "c = cmpi:eq e minus; " SAFE_SHIFT("half", "e") "d = select c zero h; " SAFE_SHIFT("mask", "e")
  "a = andi b h; mid = cmpi:eq a d; c = cmpi:sge e minus; d = cmpi:slt e m; mid = andi mid d; mid = andi mid c; "
  "sign = math.copysign onef x; s = subf r sign; c = andi odd mid; a = select c s r; math.copysign a x";

static bool round_to_even(Greedy *g, Operation *op) {
  Script s;
  T type = op_result_type(op, 0);
  FloatKind kind = type_float_kind(element_type(type));
  uint32_t bits = float_bits(kind), mantissa = float_precision(kind) - 1, exponent = bits - mantissa - 1;
  if (bits > 64 || !exponent || exponent > bits || !has_static_shape(type)) return false;
  begin(&s, g, op);
  T integer = like(g, type, type_integer(g->ctx, bits, SIGNLESS));
  script_type(&s, "int", integer);
  set_int(&s, g, "m", integer, mantissa);
  set_int(&s, g, "last", integer, bits - 1);
  set_int(&s, g, "bias", integer, (1ull << (exponent - 1)) - 1);
  set_int(&s, g, "half", integer, 1ull << ((mantissa - 1) & 63));
  set_int(&s, g, "mask", integer, (1ull << mantissa) - 1);
  set_int(&s, g, "emask", integer, (1ull << exponent) - 1);
  return end(&s, g, op, script_run(&s, round_even));
}

// ---------------------------------------------------------------------------------------------

// Halves of the number, as long as the upper one is zero.
static bool count_leading_zeros(Greedy *g, Operation *op) {
  Script s;
  T type = op_result_type(op, 0);
  uint32_t bits = type_bits(element_type(type));
  if (bits > 64 || type_is_index(element_type(type)) || !has_static_shape(type)) return false;
  begin(&s, g, op);
  script_value(&s, "o", op_operand(op, 0));
  uint64_t all = bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
  script_run(&s, "n = #0");
  for (uint32_t width = bits; width > 1; width /= 2) {
    set_int(&s, g, "half", type, width / 2);
    set_int(&s, g, "mask", type, all >> (width / 2));
    script_run(&s, "h = #half; m = #mask; c = cmpi:ule x m; a = addi n h; b = shli x h; x = select c b x; n = select c a n");
  }
  set_int(&s, g, "bits", type, bits);
  return end(&s, g, op, script_run(&s, "z = #0; c = cmpi:eq o z; b = #bits; select c b n"));
}

#define SCRIPT(op, text) {.root = op, .rewrite = by_script, .name = "$root by simpler operations", .data = text}
#define FUNCTION(op, function) {.root = op, .rewrite = function, .name = "$root by simpler operations"}

static const GreedyPattern patterns[] = {
  FUNCTION(OP_MATH_CTLZ, count_leading_zeros),
  SCRIPT(OP_MATH_SINH, "e = math.exp x; n = negf x; n = math.exp n; a = subf e n; h = #0.5; mulf a h"),
  SCRIPT(OP_MATH_COSH, "e = math.exp x; n = negf x; n = math.exp n; a = addf e n; h = #0.5; mulf a h"),
  SCRIPT(OP_MATH_TAN, "a = math.sin x; b = math.cos x; divf a b"),
  SCRIPT(OP_MATH_TANH, tangent),
  SCRIPT(OP_MATH_ASINH, "one = #1.0; a = math.fma x x one; a = math.sqrt a; a = addf x a; math.log a"),
  SCRIPT(OP_MATH_ACOSH, "one = #-1.0; a = math.fma x x one; a = math.sqrt a; a = addf x a; math.log a"),
  SCRIPT(OP_MATH_ATANH, "one = #1.0; a = addf x one; b = negf x; b = addf b one; a = divf a b; a = math.log a; h = #0.5; mulf a h"),
  SCRIPT(OP_MATH_FMA, "a = mulf x y; addf a z"),
  SCRIPT(OP_MATH_CEIL, TRUNCATED("x") "zero = #0.0; one = #1.0; c = cmpf:ogt x t; a = select c one zero; addf t a"),
  SCRIPT(OP_MATH_EXP2, "k = #0.693147180559945309417; a = mulf x k; math.exp a"),
  FUNCTION(OP_MATH_POWF, power),
  FUNCTION(OP_MATH_FPOWI, integer_power),
  FUNCTION(OP_MATH_ROUND, round_away),
  FUNCTION(OP_MATH_ROUNDEVEN, round_to_even),
  SCRIPT(OP_MATH_RSQRT, "one = #1.0; a = math.sqrt x; divf one a"),
  FUNCTION(OP_MATH_CLAMPF, clamp),
};

static bool is_wanted(Context *ctx, const StrVec *mnemonics, uint32_t opcode) {
  for (uint32_t i = 0; i < mnemonics->count; i++)
    if (str_equal(mnemonics->data[i], name_without_dialect(def_name(context_op_of(ctx, opcode))))) return true;
  return !mnemonics->count;
}

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  StrVec mnemonics = {0};
  pass_list(pass, &option_ops, &mnemonics);
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  for (uint32_t i = 0; i < countof(patterns); i++)
    if (is_wanted(pass->ctx, &mnemonics, patterns[i].root)) greedy_add(&g, &patterns[i], 1);
  return greedy_run(&g, op) && !pass->ctx->mem.exhausted;
}

const PassDef math_expand_ops_pass = {
  .name = "math-expand-ops", .class_name = "MathExpandOpsPass",
  .summary = "write mathematical functions in terms of simpler ones",
  .works_on = "math", .makes = "arith math",
  .run = run,
  PASS_OPTIONS(&option_ops),
};
