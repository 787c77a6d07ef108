// arith-expand (after mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp).
#include "convert/scalar_expand/scalar_expand.h"
#include "ops/arith.h"
#include "rewrite/conversion.h"
#include "rewrite/script.h"

static const PassOption option_include_bf16 = {"include-bf16", OPTION_BOOL, "false", NULL, "Enable the BF16 expansion patterns"};
static const PassOption option_include_f8e8m0 = {"include-f8e8m0", OPTION_BOOL, "false", NULL, "Enable the F8E8M0 expansion patterns"};
static const PassOption option_include_f4e2m1 = {"include-f4e2m1", OPTION_BOOL, "false", NULL, "Enable the F4E2M1 expansion patterns"};

// The quotient, one more or less where rounding toward zero went the other way.
static const char divide_up[] =
  "zero = #0; one = #1; q = divsi x y; p = muli q y; rest = cmpi:ne x p; a = cmpi:slt x zero; b = cmpi:slt y zero; "
  "c = cmpi:eq a b; c = andi rest c; one = addi q one; select c one q";
static const char divide_down[] =
  "q = divsi x y; p = muli q y; rest = cmpi:ne x p; zero = #0; a = cmpi:slt x zero; b = cmpi:slt y zero; "
  "c = cmpi:ne a b; c = andi rest c; one = #-1; one = addi q one; select c one q";
static const char divide_up_unsigned[] =
  "zero = #0; c = cmpi:eq x zero; one = #1; q = subi x one; q = divui q y; q = addi q one; select c zero q";

#define EXTREMUM(predicate, lead, other) \
  "a = cmpf:" predicate "' x y; a = select a x y; b = cmpf:uno' " lead " " lead "; select b " other " a"

static const char extend_bf16[] = "a = bitcast x : i16; a = extui a : i32; c = #16 : i32; a = shli a c; bitcast a : f32";
// The added number makes the truncation round to nearest even; a NaN stays a NaN.
static const char truncate_bf16[] =
  "nan = cmpf:une' x x; c = #32767 : i32; n = #32704 : i16; s = #16 : i32; one = #1 : i32; b = bitcast x : i32; "
  "a = shrui b s; a = andi a one; a = addi a c; a = addi b a; a = shrui a s; a = trunci a : i16; a = select nan n a; "
  "bitcast a : result";

static const char extend_e8m0[] =
  "b = bitcast x : i8; nan8 = #-1 : i8; nan = #-1 : i32; s = #23 : i32; a = extui b : i32; a = shli a s; "
  "c = cmpi:eq b nan8; a = select c nan a; a = bitcast a : f32";
static const char truncate_e8m0[] = "a = bitcast x : i32; s = #23 : i32; a = shrui a s; a = trunci a : i8; bitcast a : result";

static const char extend_e2m1[] =
  "b = bitcast x : i4; zero = #0 : i4; one = #1 : i4; two = #2 : i4; four = #4 : i4; mask = #7 : i4; m = andi b mask; "
  "s = #20 : i32; a = shli m two; c = cmpi:eq m one; a = select c zero a; a = extui a : i32; a = shli a s; "
  "0 = #0 : i32; big = #1073741824 : i32; small = #1056964608 : i32; c = cmpi:uge m four; e = select c big small; "
  "c = cmpi:eq m zero; e = select c 0 e; sign = #-2147483648 : i32; eight = #-8 : i4; c = cmpi:uge b eight; "
  "sign = select c sign 0; a = addi a e; a = addi a sign; a = bitcast a : f32";
static const char truncate_e2m1[] =
  "one = #1 : i4; three = #3 : i4; s = #22 : i32; zero = #0 : i8; minus = #-1 : i8; 0 = #0 : i32; "
  "6 = #6.0 : f32; -6 = #-6.0 : f32; x = minnumf' x 6; x = maxnumf' x -6; b = bitcast x : i32; "
  "t = #31 : i32; a = shrui b t; a = trunci a : i4; a = shli a three; bias = #126 : i32; t = #23 : i32; e = shrui b t; "
  "e = subi e bias; f = trunci e : i4; f = shli f one; a = addi a f; m = #4194304 : i32; m = andi b m; m = shrui m s; "
  "m = trunci m : i4; a = addi a m; m = #8388607 : i32; e = trunci e : i8; low = cmpi:sle e zero; c = cmpi:eq e minus; "
  "m = andi b m; m = cmpi:ugt m 0; c = andi c m; half = cmpi:eq e zero; p = #-1 : i4; q = #0 : i4; p = select low p a; "
  "p = select c q p; a = select half a p; m = #4194303 : i32; t = #2097152 : i32; m = andi b m; m = cmpi:uge m t; "
  "c = ori m low; b = addi a one; a = select c b a; bitcast a : result";

static const char extend_scaled[] = "s = extf y : result; a = extf x : result; mulf a s";
static const char truncate_scaled[] = "s = extf y : of_x; a = divf x s; truncf a : result";

// ---------------------------------------------------------------------------------------------

static T element_type(T type) { return type_element_or_self(type); }
static bool is_kind(T type, FloatKind kind) { return type_is_float(element_type(type)) && type_float_kind(element_type(type)) == kind; }

static void begin(Script *s, Conversion *c, Operation *op, Value *const *operands) {
  static const struct { const char *name; uint32_t width; } ints[] = {{"i4", 4}, {"i8", 8}, {"i16", 16}, {"i32", 32}};
  script_init(s, &c->b, "arith", op, operands);
  T like = operands[0]->type;
  for (uint32_t i = 0; i < countof(ints); i++)
    script_type(s, ints[i].name, type_with_element(c->ctx, like, type_integer(c->ctx, ints[i].width, SIGNLESS)));
  script_type(s, "f32", type_with_element(c->ctx, like, type_float(c->ctx, FLOAT_F32)));
  script_type(s, "of_x", like);
}

static bool end(Script *s, Conversion *c, Operation *op, Value *result) {
  return result && !s->failed && convert_replace1(c, op, result);
}

static bool by_script(Conversion *c, Operation *op, Value *const *operands) {
  Script s;
  begin(&s, c, op, operands);
  return end(&s, c, op, script_run(&s, c->pattern->data));
}

static bool extend(Conversion *c, Operation *op, Value *const *operands) {
  Script s;
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  begin(&s, c, op, operands);
  if (is_kind(from, FLOAT_BF16)) return end(&s, c, op, script_run(&s, extend_bf16));
  bool e8m0 = is_kind(from, FLOAT_F8E8M0FNU);
  if (!e8m0) s.fastmath = NULL;
  Value *result = script_run(&s, e8m0 ? extend_e8m0 : extend_e2m1);
  uint32_t bits = type_bits(element_type(to));
  if (bits != 32) result = script_run(&s, bits > 32 ? "extf a : result" : "truncf a : result");
  return end(&s, c, op, result);
}

static bool truncate(Conversion *c, Operation *op, Value *const *operands) {
  Script s;
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  if (op_prop_at(op, ARITH_TRUNCF_ROUNDINGMODE) && !is_kind(to, FLOAT_F4E2M1FN))
    return convert_no_match(c, op, "it does not round to nearest even");
  begin(&s, c, op, operands);
  if (is_kind(to, FLOAT_BF16)) return end(&s, c, op, script_run(&s, truncate_bf16));
  bool e8m0 = is_kind(to, FLOAT_F8E8M0FNU);
  if (!e8m0) s.fastmath = NULL;
  if (!is_kind(from, FLOAT_F32))
    script_value(&s, "x", script_run(&s, e8m0 && type_bits(element_type(from)) > 32 ? "truncf x : f32" : "extf x : f32"));
  return end(&s, c, op, script_run(&s, e8m0 ? truncate_e8m0 : truncate_e2m1));
}

static bool apply_scale(Conversion *c, Operation *op, Value *const *operands) {
  Script s;
  begin(&s, c, op, operands);
  T scale = op_operand_type(op, 1);
  if (type_bits(element_type(scale)) >= 16) {
    script_type(&s, "scale", type_with_element(c->ctx, scale, type_float(c->ctx, FLOAT_F8E8M0FNU)));
    script_value(&s, "y", script_run(&s, "truncf y : scale"));
  } else if (!is_kind(scale, FLOAT_F8E8M0FNU)) {
    return convert_no_match(c, op, "its scale is no power of two");
  }
  script_attr(&s, "roundingmode", op_prop(op, "roundingmode"));
  return end(&s, c, op, script_run(&s, c->pattern->data));
}

#define SCRIPT(op, function, text, ...) {.root = op, .rewrite = function, .name = text, .data = __VA_ARGS__}

static const Pattern patterns[] = {   // the divisions first
  SCRIPT(OP_ARITH_CEILDIVSI, by_script, "arith.ceildivsi by arith.divsi", divide_up),
  SCRIPT(OP_ARITH_CEILDIVUI, by_script, "arith.ceildivui by arith.divui", divide_up_unsigned),
  SCRIPT(OP_ARITH_FLOORDIVSI, by_script, "arith.floordivsi by arith.divsi", divide_down),
  SCRIPT(OP_ARITH_MAXSI, by_script, "arith.maxsi by comparing", "a = cmpi:sgt x y; select a x y"),
  SCRIPT(OP_ARITH_MAXUI, by_script, "arith.maxui by comparing", "a = cmpi:ugt x y; select a x y"),
  SCRIPT(OP_ARITH_MINSI, by_script, "arith.minsi by comparing", "a = cmpi:slt x y; select a x y"),
  SCRIPT(OP_ARITH_MINUI, by_script, "arith.minui by comparing", "a = cmpi:ult x y; select a x y"),
  SCRIPT(OP_ARITH_MAXIMUMF, by_script, "arith.maximumf by comparing", EXTREMUM("ugt", "y", "y")),
  SCRIPT(OP_ARITH_MINIMUMF, by_script, "arith.minimumf by comparing", EXTREMUM("ult", "y", "y")),
  SCRIPT(OP_ARITH_MAXNUMF, by_script, "arith.maxnumf by comparing", EXTREMUM("ugt", "x", "y")),
  SCRIPT(OP_ARITH_MINNUMF, by_script, "arith.minnumf by comparing", EXTREMUM("ult", "x", "y")),
  SCRIPT(OP_ARITH_SCALING_EXTF, apply_scale, "arith.scaling_extf by multiplying", extend_scaled),
  SCRIPT(OP_ARITH_SCALING_TRUNCF, apply_scale, "arith.scaling_truncf by dividing", truncate_scaled),
  SCRIPT(OP_ARITH_EXTF, extend, "arith.extf by its bits", NULL),
  SCRIPT(OP_ARITH_TRUNCF, truncate, "arith.truncf by its bits", NULL),
};

void add_arith_divisions(Conversion *c) { conversion_add(c, patterns, 3, NULL); }

// Whether a cast between the two is to be expanded.
static bool is_expanded(const PassRun *pass, T narrow, T wide) {
  if (is_kind(narrow, FLOAT_BF16) && is_kind(wide, FLOAT_F32)) return pass_bool(pass, &option_include_bf16);
  if (is_kind(narrow, FLOAT_F8E8M0FNU)) return pass_bool(pass, &option_include_f8e8m0);
  return is_kind(narrow, FLOAT_F4E2M1FN) && pass_bool(pass, &option_include_f4e2m1);
}

static Legality legality(Conversion *c, Operation *op) {
  if (str_is(op_dialect_name(op), "vector")) return LEGAL;
  if (!str_is(op_dialect_name(op), "arith")) return UNKNOWN_LEGALITY;
  if (op_is(op, OP_ARITH_EXTF)) return is_expanded(c->run, op_operand_type(op, 0), op_result_type(op, 0)) ? ILLEGAL : LEGAL;
  if (op_is(op, OP_ARITH_TRUNCF)) return is_expanded(c->run, op_result_type(op, 0), op_operand_type(op, 0)) ? ILLEGAL : LEGAL;
  for (uint32_t i = 0; i < countof(patterns); i++)
    if (op_is(op, patterns[i].root)) return ILLEGAL;
  return LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  conversion_add_table(&c, patterns, NULL);
  return conversion_run(&c, op);
}

const PassDef arith_expand_pass = {
  .name = "arith-expand", .class_name = "ArithExpandOpsPass",
  .summary = "write arith operations without a counterpart in LLVM by others",
  .works_on = "arith", .makes = "arith",
  .run = run,
  PASS_OPTIONS(&option_include_bf16, &option_include_f8e8m0, &option_include_f4e2m1),
};
