// convert-complex-to-standard (after mlir/lib/Conversion/ComplexToStandard/ComplexToStandard.cpp and
// ComplexCommon/DivisionConverter.cpp).
#include "ops/arith.h"
#include "ops/math.h"
#include "ops/complex.h"
#include "rules/complex_to_standard.h"

#include "asm/params.h"

static const PassOption option_complex_range = {"complex-range", OPTION_ENUM, "improved", (const char *const[]){"improved", "basic", "none", NULL},
  "Control the intermediate calculation of complex number division"};

bool is_float_complex(const RuleMatch *match, const RuleArg *args) {
  (void)args;
  return type_is_float(type_element(match->operands[0]->type));
}

bool stays_in_range(const RuleMatch *match, const RuleArg *args) {
  (void)args;
  return str_is(pass_string(match->run, &option_complex_range), "improved");
}

static uint64_t flags_of(A fastmath) { return fastmath && attr_is(fastmath, &arith_fastmath_attr) ? attr_param(fastmath, 0) : 0; }

bool is_finite(const RuleMatch *match, const RuleArg *args) {
  (void)match;
  uint64_t finite = ARITH_FAST_MATH_FLAGS_NNAN | ARITH_FAST_MATH_FLAGS_NINF;
  return (flags_of(args[0].attr) & finite) == finite;
}

A without_nan_and_infinity(const RuleMatch *match, const RuleArg *args) {
  if (!args[0].attr || !attr_is(args[0].attr, &arith_fastmath_attr)) return args[0].attr;
  uint64_t flags = flags_of(args[0].attr) & ~(uint64_t)(ARITH_FAST_MATH_FLAGS_NNAN | ARITH_FAST_MATH_FLAGS_NINF);
  return attr_from_params(match->ctx, &arith_fastmath_attr, &flags);
}

static Legality legality(Conversion *c, Operation *op) {
  bool legal = op_is_of(c->ctx, op, &arith_dialect) || op_is_of(c->ctx, op, &math_dialect) || op_is(op, OP_COMPLEX_CREATE) || op_is(op, OP_COMPLEX_RE) ||
               op_is(op, OP_COMPLEX_IM);
  return legal ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  conversion_add_set(&c, &complex_to_standard, NULL);
  return conversion_run(&c, op);
}

const PassDef complex_to_standard_pass = {
  .name = "convert-complex-to-standard", .class_name = "ConvertComplexToStandardPass",
  .summary = "lower complex to arith and math on the parts",
  .works_on = "complex", .makes = "complex arith math",
  .run = run,
  PASS_OPTIONS(&option_complex_range),
};
