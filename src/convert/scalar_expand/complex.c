// convert-complex-to-standard (after mlir/lib/Conversion/ComplexToStandard/ComplexToStandard.cpp and
// ComplexCommon/DivisionConverter.cpp).
#include "ops/arith.h"
#include "ops/complex.h"
#include "rewrite/conversion.h"
#include "rewrite/script.h"

#include "asm/params.h"

static const PassOption option_complex_range = {"complex-range", OPTION_ENUM, "improved", (const char *const[]){"improved", "basic", "none", NULL},
  "Control the intermediate calculation of complex number division"};

#define PARTS "re = complex.re' x; im = complex.im' x; "
#define PARTS_OF_BOTH PARTS "c = complex.re' y; d = complex.im' y; "
#define CREATE "complex.create re im : complex"

// |re + im i| or, with steps between, its square root or that one's reciprocal.
#define ABS_BEGIN                                                                                            \
  "one = #1.0; a = math.absf re; b = math.absf im; max = maximumf a b; min = minimumf a b; "                 \
  "ratio = divf~ min max; ratio = mulf~ ratio ratio; ratio = addf~ ratio one; "
#define ABS_END "nan = cmpf:uno~ abs abs; abs = select nan min abs; "
#define ABS_PLAIN "root = math.sqrt~ ratio; abs = mulf~ max root; " ABS_END
#define ABS_SQRT                                                                                             \
  ABS_BEGIN "quarter = #0.25; root = math.sqrt~ max; ratio = math.powf~ ratio quarter; "                     \
  "abs = mulf~ root ratio; " ABS_END
#define ABS_RSQRT ABS_BEGIN "ratio = math.rsqrt~ ratio; min = math.rsqrt~ min; max = math.rsqrt~ max; " ABS_PLAIN

// From exp(im), sin(re) and cos(re).
#define TRIGONOMETRIC                                                                                        \
  PARTS "half = #0.5; exp = math.exp im; t = mulf half exp; u = divf half exp; sin = math.sin re; cos = math.cos re; "

#define PART_BY_PART(op)                                                                                     \
  "a = complex.re' x; b = complex.re' y; re = " op " a b; "                                                  \
  "a = complex.im' x; b = complex.im' y; im = " op " a b; " CREATE
#define COMPARE(predicate, join) PARTS_OF_BOTH "re = cmpf:" predicate " re c; im = cmpf:" predicate " im d; " join " re im"

// (re + im i) / (c + d i)
#define DIVIDE_PLAINLY                                                                                       \
  PARTS_OF_BOTH                                                                                              \
  "a = mulf c c; b = mulf d d; n = addf a b; a = mulf re c; b = mulf im d; p = addf a b; "                   \
  "a = mulf im c; b = mulf re d; q = subf a b; re = divf p n; im = divf q n; " CREATE

// Smith's algorithm, then the special cases: zero denominator, infinite numerator, infinite denominator.
static const char divide_in_range[] =
  PARTS_OF_BOTH
  "r = divf c d; a = mulf r c; n = addf d a; a = mulf re r; a = addf a im; p1 = divf a n; "
  "a = mulf im r; a = subf a re; q1 = divf a n; "
  "r = divf d c; a = mulf r d; n = addf c a; a = mulf im r; a = addf re a; p2 = divf a n; "
  "a = mulf re r; a = subf im a; q2 = divf a n; "
  "zero = #0.0; |c| = math.absf c; a = cmpf:oeq' |c| zero; |d| = math.absf d; b = cmpf:oeq' |d| zero; "
  "o = cmpf:ord' re zero; p = cmpf:ord' im zero; o = ori o p; b = andi a b; infinite = andi o b; "
  "inf = #inf; s = math.copysign' inf c; p3 = mulf s re; q3 = mulf s im; "
  "a = cmpf:one' |c| inf; b = cmpf:one' |d| inf; o = andi a b; |re| = math.absf re; a = cmpf:oeq' |re| inf; "
  "|im| = math.absf im; b = cmpf:oeq' |im| inf; p = ori a b; above = andi p o; "
  "one = #1.0; a = select a one zero; a = math.copysign' a re; b = select b one zero; b = math.copysign' b im; "
  "p = mulf a c; q = mulf b d; p = addf p q; p4 = mulf inf p; p = mulf a d; q = mulf b c; q = subf q p; q4 = mulf inf q; "
  "a = cmpf:one' |re| inf; b = cmpf:one' |im| inf; o = andi a b; a = cmpf:oeq' |c| inf; b = cmpf:oeq' |d| inf; "
  "p = ori a b; below = andi o p; a = select a one zero; a = math.copysign' a c; b = select b one zero; "
  "b = math.copysign' b d; p = mulf re a; q = mulf im b; p = addf p q; p5 = mulf zero p; "
  "p = mulf im a; q = mulf re b; q = subf p q; q5 = mulf zero q; "
  "a = cmpf:olt' |c| |d|; re = select a p1 p2; im = select a q1 q2; p = select below p5 re; q = select below q5 im; "
  "p = select above p4 p; q = select above q4 q; p = select infinite p3 p; q = select infinite q3 q; "
  "a = cmpf:uno' re zero; b = cmpf:uno' im zero; a = andi a b; re = select a p re; im = select a q im; " CREATE;

// Where exp(re) is infinite, exp(re / 2) twice may still meet a small enough cosine or sine.
static const char exponential[] =
  PARTS "zero = #0.0; half = #0.5; inf = #inf; exp = math.exp re; h = mulf re half; h = math.exp h; cos = math.cos im; "
  "sin = math.sin im; c = cmpf:oeq exp inf; d = cmpf:oeq' im zero; a = mulf exp cos; b = mulf h cos; b = mulf b h; "
  "re = select c b a; a = mulf exp sin; b = mulf h sin; b = mulf b h; a = select c b a; im = select d zero a; " CREATE;

#define FMA(coefficient) "k = #" coefficient "; poly = math.fma poly square k; "
// expm1(re) cos(im) + cosm1(im), exp(re) sin(im)
static const char exp_minus_one[] =
  PARTS "zero = #0.0; one = #1.0; m = math.expm1 re; exp = addf m one; sin = math.sin im; "
  "half = #-0.5; minus = #-1.0; cos = math.cos im; large = addf cos minus; square = mulf im im; "
  "fourth = mulf square square; poly = #4.7377507964246204691685e-14; " FMA("-1.1470284843425359765671e-11")
  FMA("2.0876754287081521758361e-9") FMA("-2.7557319214999787979814e-7") FMA("2.4801587301570552304991e-5")
  FMA("-1.3888888888888872993737e-3") FMA("4.1666666666666666609054e-2")
  "a = mulf fourth poly; b = mulf half square; small = addf' a b; limit = #0.61685; c = cmpf:oge square limit; "
  "cosm1 = select c large small; cos = addf cosm1 one; a = mulf m cos; re = addf a cosm1; "
  "c = cmpf:oeq im zero; a = mulf exp sin; im = select c zero a; " CREATE;

static const char log_of_one_plus[] =
  PARTS "half = #0.5; one = #1.0; r = addf re one; a = math.absf r; b = math.absf im; max = maximumf a b; min = minimumf a b; "
  "c = cmpf:ogt r b; a = subf max one; a = select c re a; ratio = divf~ min max; log = math.log1p a; "
  "a = mulf~ ratio ratio; a = math.log1p~ a; a = mulf~ half a; a = addf~ a log; c = cmpf:uno~ a a; "
  "re = select c min a; im = math.atan2 im r; " CREATE;

static const char arc_tangent[] =
  "a = complex.mul y y; b = complex.mul x x; a = complex.add a b; root = complex.sqrt a; zero = #0.0; one = #1.0; "
  "i = complex.create zero one : complex; a = complex.mul i x; a = complex.add y a; a = complex.div a root; "
  "a = complex.log a; minus = #-1.0; i = complex.create zero minus : complex; complex.mul i a";

static const char sign[] =
  PARTS "zero = #0.0; a = cmpf:oeq' re zero; b = cmpf:oeq' im zero; c = andi a b; abs = complex.abs x; "
  "re = divf re abs; im = divf im abs; a = " CREATE "; select c x a";

// (re + im i)^(c + d i), then the cases that have a result of their own.
static const char power[] =
  "c = complex.re' y; d = complex.im' y; " PARTS
  "abs = complex.abs x; a = math.powf abs c; b = negf d; arg = math.atan2 im re; b = mulf b arg; b = math.exp b; "
  "k = mulf a b; log = math.log abs; a = mulf c arg; b = mulf d log; q = addf a b; cos = math.cos q; sin = math.sin q; "
  "inf = #inf; zero = #0.0; one = #1.0; one' = complex.create one zero : complex; "
  "zero' = complex.create zero zero : complex; inf' = complex.create inf zero : complex; "
  "abs0 = cmpf:oeq abs zero; d0 = cmpf:oeq d zero; c0 = cmpf:oeq c zero; im0 = cmpf:oeq im zero; o = cmpf:ole zero c; "
  "cos = mulf k cos; sin = mulf k sin; e = select c0 one' zero'; r = complex.create cos sin : complex; "
  "a = andi abs0 d0; a = andi a o; r = select a e r; a = andi c0 d0; r = select a one' r; "
  "a = cmpf:oeq re one; a = andi a im0; r = select a one' r; a = cmpf:oeq re inf; i = andi a im0; "
  "a = cmpf:ogt c zero; a = andi d0 a; a = andi i a; r = select a inf' r; "
  "a = cmpf:olt c zero; a = andi d0 a; a = andi i a; select a zero' r";

// ---------------------------------------------------------------------------------------------
// Patterns

static T complex_type(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_kind(op_operand_type(op, i)) == TYPE_COMPLEX) return op_operand_type(op, i);
  return op_result_type(op, 0);
}

static bool begin(Script *s, Conversion *c, Operation *op, Value *const *operands) {
  script_init(s, &c->b, "arith", op, operands);
  T type = complex_type(op);
  script_type(s, "complex", type);
  s->type = type_element(type);
  script_type(s, "element", s->type);
  return type_is_float(s->type) || convert_no_match(c, op, "its parts are no floats");
}

static bool end(Script *s, Conversion *c, Operation *op, Value *result) {
  return result && !s->failed && convert_replace1(c, op, result);
}

static bool by_script(Conversion *c, Operation *op, Value *const *operands) {
  Script s;
  return begin(&s, c, op, operands) && end(&s, c, op, script_run(&s, c->pattern->data));
}

static bool divide(Conversion *c, Operation *op, Value *const *operands) {
  Script s;
  if (!begin(&s, c, op, operands)) return false;
  bool improved = str_is(pass_string(c->run, &option_complex_range), "improved");
  return end(&s, c, op, script_run(&s, improved ? divide_in_range : DIVIDE_PLAINLY));
}

// The result for an infinity or a NaN; left out when the flags exclude both.
typedef struct Steps {
  const char *first, *special, *last;
} Steps;

static bool with_special_cases(Conversion *c, Operation *op, Value *const *operands) {
  const Steps *steps = c->pattern->data;
  Script s;
  if (!begin(&s, c, op, operands)) return false;
  uint64_t finite = ARITH_FAST_MATH_FLAGS_NNAN | ARITH_FAST_MATH_FLAGS_NINF;
  bool is_finite = s.fastmath && attr_is(s.fastmath, &arith_fastmath_attr) && (attr_param(s.fastmath, 0) & finite) == finite;
  script_run(&s, steps->first);
  if (!is_finite) script_run(&s, steps->special);
  return end(&s, c, op, script_run(&s, steps->last));
}

static const Steps sqrt_steps = {
  "zero = #0.0; half = #0.5; " PARTS ABS_SQRT
  "a = math.atan2 im re; a = mulf a half; cos = math.cos a; sin = math.sin a; c = cmpf:oeq sin zero; "
  "p = mulf abs cos; a = mulf abs sin; q = select c zero a; ",
  "inf = #inf; -inf = #-inf; nan = #nan; a = math.absf im; imi = cmpf:oeq a inf; b = cmpf:one a inf; "
  "rei = cmpf:oeq re inf; neg = cmpf:oeq re -inf; a = andi neg b; p = select a zero p; a = ori imi rei; "
  "p = select a inf p; s = math.copysign inf im; a = cmpf:uno' abs abs; q = select a nan q; a = ori imi neg; q = select a s q; ",
  "a = cmpf:oeq abs zero; re = select a zero p; im = select a zero q; " CREATE,
};

static const Steps rsqrt_steps = {
  "zero = #0.0; inf = #inf; half = #-0.5; nan' = #nan; " PARTS ABS_RSQRT
  "a = math.atan2 im re; a = mulf a half; cos = math.cos a; sin = math.sin a; p = mulf abs cos; q = mulf abs sin; ",
  "minus = #-1.0; s = math.copysign zero re; t = math.copysign zero im; t = mulf minus t; a = math.absf re; b = math.absf im; "
  "b = cmpf:oeq b inf; c = cmpf:uno re re; a = cmpf:oeq a inf; b = andi b c; a = ori b a; p = select a s p; q = select a t q; ",
  "a = cmpf:oeq re zero; b = cmpf:oeq im zero; a = andi a b; re = select a inf p; im = select a nan' q; " CREATE,
};

#define TANH_MAIN                                                                                            \
  "inf = #inf; four = #4.0; two = addf re re; a = mulf minus two; a1 = math.expm1 two; b1 = math.expm1 a; "  \
  "num = subf a1 b1; cos = math.cos im; a = mulf cos cos; k = mulf a four; sin = math.sin im; "              \
  "a = mulf cos sin; inum = mulf four a; a = addf a1 b1; den = addf a k; c = cmpf:oeq a inf; "               \
  "s = math.copysign minus re; a = divf num den; p = select c s a; q = divf inum den; "
static const char tanh_special[] =
  "a = math.absf re; zero = #0.0; nan = #nan; c = cmpf:oeq a inf; d = cmpf:oeq im zero; true = #true; e = xori c true; "
  "n = cmpf:uno inum inum; a = andi n e; b = andi c n; b = ori d b; p = select a nan p; q = select b zero q; ";
static const Steps tanh_steps = {PARTS "minus = #-1.0; " TANH_MAIN, tanh_special, "complex.create p q : complex"};
// tan(x + yi) = -i tanh(-y + xi)
static const Steps tan_steps = {
  "im = complex.re' x; re = complex.im' x; minus = #-1.0; re = mulf re minus; " TANH_MAIN, tanh_special,
  "im = mulf p minus; complex.create q im : complex",
};

#define SCRIPT(op, text) {.root = op, .rewrite = by_script, .name = "$root by its parts", .data = text}
#define SPECIAL(op, steps) {.root = op, .rewrite = with_special_cases, .name = "$root by its parts", .data = &(steps)}

static const Pattern patterns[] = {
  SCRIPT(OP_COMPLEX_ABS, PARTS ABS_BEGIN "root = math.sqrt~ ratio; abs = mulf~ max root; nan = cmpf:uno~ abs abs; select nan min abs"),
  SCRIPT(OP_COMPLEX_ADD, PART_BY_PART("addf")),
  SCRIPT(OP_COMPLEX_ANGLE, PARTS "math.atan2 im re"),
  SCRIPT(OP_COMPLEX_ATAN2, arc_tangent),
  SCRIPT(OP_COMPLEX_CONJ, PARTS "im = negf' im; " CREATE),
  SCRIPT(OP_COMPLEX_COS, TRIGONOMETRIC "a = addf u t; re = mulf a cos; a = subf u t; im = mulf a sin; " CREATE),
  {.root = OP_COMPLEX_DIV, .rewrite = divide, .name = "complex.div by its parts"},
  SCRIPT(OP_COMPLEX_EQ, COMPARE("oeq", "andi")),
  SCRIPT(OP_COMPLEX_EXP, exponential),
  SCRIPT(OP_COMPLEX_EXPM1, exp_minus_one),
  SCRIPT(OP_COMPLEX_LOG, "abs = complex.abs x; log = math.log abs; " PARTS "im = math.atan2 im re; complex.create log im : complex"),
  SCRIPT(OP_COMPLEX_LOG1P, log_of_one_plus),
  SCRIPT(OP_COMPLEX_MUL, PARTS_OF_BOTH "a = mulf re c; b = mulf im d; p = subf a b; a = mulf im c; b = mulf re d; "
                        "im = addf a b; complex.create p im : complex"),
  SCRIPT(OP_COMPLEX_NEG, PARTS "re = negf' re; im = negf' im; " CREATE),
  SCRIPT(OP_COMPLEX_NEQ, COMPARE("une", "ori")),
  SCRIPT(OP_COMPLEX_POW, power),
  SCRIPT(OP_COMPLEX_POWI, "e = sitofp y : element; zero = #0.0; e = complex.create e zero : complex; complex.pow x e"),
  SPECIAL(OP_COMPLEX_RSQRT, rsqrt_steps),
  SCRIPT(OP_COMPLEX_SIGN, sign),
  SCRIPT(OP_COMPLEX_SIN, TRIGONOMETRIC "a = addf t u; re = mulf a sin; a = subf t u; im = mulf a cos; " CREATE),
  SPECIAL(OP_COMPLEX_SQRT, sqrt_steps),
  SCRIPT(OP_COMPLEX_SUB, PART_BY_PART("subf")),
  SPECIAL(OP_COMPLEX_TAN, tan_steps),
  SPECIAL(OP_COMPLEX_TANH, tanh_steps),
};

static Legality legality(Conversion *c, Operation *op) {
  (void)c;
  Str dialect = op_dialect_name(op);
  bool legal = str_is(dialect, "arith") || str_is(dialect, "math") || op_is(op, OP_COMPLEX_CREATE) || op_is(op, OP_COMPLEX_RE) ||
               op_is(op, OP_COMPLEX_IM);
  return legal ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  conversion_add_table(&c, patterns, NULL);
  return conversion_run(&c, op);
}

const PassDef complex_to_standard_pass = {
  .name = "convert-complex-to-standard", .class_name = "ConvertComplexToStandardPass",
  .summary = "lower complex to arith and math on the parts",
  .works_on = "complex", .makes = "complex arith math",
  .run = run,
  PASS_OPTIONS(&option_complex_range),
};
