// convert-complex-to-llvm (after mlir/lib/Conversion/ComplexToLLVM/ComplexToLLVM.cpp).
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "ops/complex.h"
#include "ops/llvm.h"

static const char *const ranges[] = {"improved", "basic", "none", NULL};
static const PassOption option_complex_range = {"complex-range", OPTION_ENUM, "basic", ranges,
  "Control the intermediate calculation of complex number division"};

typedef struct Complex {
  Value *re, *im;
} Complex;

// The state that the small steps below build with: the flags of the op that is lowered.
typedef struct Steps {
  Builder *b;
  A flags;      // llvm.fastmath
} Steps;

static Steps steps_of(Conversion *c, const Operation *op) {
  A flags = op_prop(op, "fastmath");
  return (Steps){&c->b, llvm_fastmath(c->ctx, flags)};
}

static Value *flagged(Steps *s, uint32_t opcode, T type, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(s->b, opcode);
  op_state_add_operands(state, operands, count);
  op_state_add_type(state, type);
  op_state_set_attr(state, STR("fastmathFlags"), s->flags);
  return builder_finish_value(s->b);
}

static Value *binary(Steps *s, uint32_t opcode, Value *x, Value *y) {
  return flagged(s, opcode, x->type, (Value *const[]){x, y}, 2);
}
static Value *add(Steps *s, Value *x, Value *y) { return binary(s, OP_LLVM_FADD, x, y); }
static Value *sub(Steps *s, Value *x, Value *y) { return binary(s, OP_LLVM_FSUB, x, y); }
static Value *mul(Steps *s, Value *x, Value *y) { return binary(s, OP_LLVM_FMUL, x, y); }
static Value *divide(Steps *s, Value *x, Value *y) { return binary(s, OP_LLVM_FDIV, x, y); }
static Value *absolute(Steps *s, Value *x) { return flagged(s, OP_LLVM_INTR_FABS, x->type, &x, 1); }
static Value *both(Steps *s, Value *x, Value *y) { return llvm_binary(s->b, OP_LLVM_AND, x, y); }
static Value *either(Steps *s, Value *x, Value *y) { return llvm_binary(s->b, OP_LLVM_OR, x, y); }
static Value *with_sign(Steps *s, Value *x, Value *sign) { return llvm_binary(s->b, OP_LLVM_INTR_COPYSIGN, x, sign); }

static Complex unpack(Steps *s, Value *value) {
  Complex parts;
  parts.re = llvm_extract(s->b, value, 0);
  parts.im = llvm_extract(s->b, value, 1);
  return parts;
}

static bool replace_by(Conversion *c, Operation *op, Value *result, Complex parts) {
  result = llvm_insert(&c->b, result, parts.re, 0);
  return convert_replace1(c, op, llvm_insert(&c->b, result, parts.im, 1));
}

static T struct_type(Conversion *c, const Operation *op) { return type_convert(c->types, op_result_type(op, 0)); }
static const char unconvertible[] = "the complex type cannot be converted";

static bool lower_constant(Conversion *c, Operation *op, Value *const *operands) {
  return replace_one_to_one(c, op, OP_LLVM_MLIR_CONSTANT, operands, 0, CARRY_ALL);
}

static bool lower_create(Conversion *c, Operation *op, Value *const *operands) {
  T type = struct_type(c, op);
  if (!type) return convert_no_match(c, op, unconvertible);
  Value *result = llvm_poison(&c->b, type);
  return replace_by(c, op, result, (Complex){operands[0], operands[1]});
}

static bool lower_re(Conversion *c, Operation *op, Value *const *operands) {
  return convert_replace1(c, op, llvm_extract(&c->b, operands[0], 0));
}

static bool lower_im(Conversion *c, Operation *op, Value *const *operands) {
  return convert_replace1(c, op, llvm_extract(&c->b, operands[0], 1));
}

static bool lower_abs(Conversion *c, Operation *op, Value *const *operands) {
  Steps s = steps_of(c, op);
  Complex x = unpack(&s, operands[0]);
  Value *re = mul(&s, x.re, x.re);
  Value *im = mul(&s, x.im, x.im);
  Value *sum = add(&s, re, im);
  return convert_replace1(c, op, build1(&c->b, OP_LLVM_INTR_SQRT, sum->type, sum));
}

static bool lower_by_parts(Conversion *c, Operation *op, Value *const *operands, uint32_t opcode) {
  T type = struct_type(c, op);
  if (!type) return convert_no_match(c, op, unconvertible);
  Steps s = steps_of(c, op);
  Complex x = unpack(&s, operands[0]), y = unpack(&s, operands[1]), sum;
  Value *result = llvm_poison(&c->b, type);
  sum.re = binary(&s, opcode, x.re, y.re);
  sum.im = binary(&s, opcode, x.im, y.im);
  return replace_by(c, op, result, sum);
}

static bool lower_add(Conversion *c, Operation *op, Value *const *operands) {
  return lower_by_parts(c, op, operands, OP_LLVM_FADD);
}
static bool lower_sub(Conversion *c, Operation *op, Value *const *operands) {
  return lower_by_parts(c, op, operands, OP_LLVM_FSUB);
}

static bool lower_mul(Conversion *c, Operation *op, Value *const *operands) {
  T type = struct_type(c, op);
  if (!type) return convert_no_match(c, op, unconvertible);
  Steps s = steps_of(c, op);
  Complex x = unpack(&s, operands[0]), y = unpack(&s, operands[1]), product;
  Value *result = llvm_poison(&c->b, type);
  Value *re_re = mul(&s, y.re, x.re);
  Value *im_im = mul(&s, y.im, x.im);
  product.re = sub(&s, re_re, im_im);
  Value *im_re = mul(&s, x.im, y.re);
  Value *re_im = mul(&s, x.re, y.im);
  product.im = add(&s, im_re, re_im);
  return replace_by(c, op, result, product);
}

// ---------------------------------------------------------------------------------------------
// Division

// x times the conjugate of y, by |y| squared.
static Complex divide_plainly(Steps *s, Complex x, Complex y) {
  Complex quotient;
  Value *re_square = mul(s, y.re, y.re);
  Value *im_square = mul(s, y.im, y.im);
  Value *norm = add(s, re_square, im_square);
  Value *re_re = mul(s, x.re, y.re);
  Value *im_im = mul(s, x.im, y.im);
  Value *re = add(s, re_re, im_im);
  Value *im_re = mul(s, x.im, y.re);
  Value *re_im = mul(s, x.re, y.im);
  Value *im = sub(s, im_re, re_im);
  quotient.re = divide(s, re, norm);
  quotient.im = divide(s, im, norm);
  return quotient;
}

static Value *is_infinite(Steps *s, Value *magnitude, Value *infinity) { return llvm_fcmp(s->b, LLVM_F_CMP_PREDICATE_OEQ, magnitude, infinity); }
static Value *is_finite(Steps *s, Value *magnitude, Value *infinity) { return llvm_fcmp(s->b, LLVM_F_CMP_PREDICATE_ONE, magnitude, infinity); }

// One where `condition` holds, else zero, with the sign of `x`.
static Value *sign_of(Steps *s, Value *condition, Value *one, Value *zero, Value *x) {
  return with_sign(s, llvm_select(s->b, condition, one, zero), x);
}

// Smith's algorithm divides by the larger part of y, so that no intermediate result overflows; then follow
// the cases of C's Annex G: division by zero, of infinities, and by infinities.
static Complex divide_by_smith(Steps *s, Complex x, Complex y) {
  Builder *b = s->b;
  T type = x.re->type;
  Complex by_im, by_re, quotient;
  Value *ratio = divide(s, y.re, y.im);
  Value *scaled = mul(s, ratio, y.re);
  Value *denominator = add(s, y.im, scaled);
  Value *product = mul(s, x.re, ratio);
  Value *numerator = add(s, product, x.im);
  by_im.re = divide(s, numerator, denominator);
  product = mul(s, x.im, ratio);
  numerator = sub(s, product, x.re);
  by_im.im = divide(s, numerator, denominator);

  ratio = divide(s, y.im, y.re);
  scaled = mul(s, ratio, y.im);
  denominator = add(s, y.re, scaled);
  product = mul(s, x.im, ratio);
  numerator = add(s, x.re, product);
  by_re.re = divide(s, numerator, denominator);
  product = mul(s, x.re, ratio);
  numerator = sub(s, x.im, product);
  by_re.im = divide(s, numerator, denominator);

  // x / 0 is infinite, unless x is NaN.
  Value *zero = llvm_float_constant(b, type, 0.0);
  Value *y_re_abs = absolute(s, y.re);
  Value *y_re_zero = llvm_fcmp(b, LLVM_F_CMP_PREDICATE_OEQ, y_re_abs, zero);
  Value *y_im_abs = absolute(s, y.im);
  Value *y_im_zero = llvm_fcmp(b, LLVM_F_CMP_PREDICATE_OEQ, y_im_abs, zero);
  Value *x_re_number = llvm_fcmp(b, LLVM_F_CMP_PREDICATE_ORD, x.re, zero);
  Value *x_im_number = llvm_fcmp(b, LLVM_F_CMP_PREDICATE_ORD, x.im, zero);
  Value *x_number = either(s, x_re_number, x_im_number);
  Value *y_zero = both(s, y_re_zero, y_im_zero);
  Value *by_zero = both(s, x_number, y_zero);
  Value *infinity = llvm_constant(b, type, attr_float(b->ctx, type, apfloat_infinity(type_float_kind(type), false)));
  Value *signed_infinity = with_sign(s, infinity, y.re);
  Complex zero_result, infinite_result, small_result;
  zero_result.re = mul(s, signed_infinity, x.re);
  zero_result.im = mul(s, signed_infinity, x.im);

  // infinite / finite
  Value *y_re_finite = is_finite(s, y_re_abs, infinity);
  Value *y_im_finite = is_finite(s, y_im_abs, infinity);
  Value *y_finite = both(s, y_re_finite, y_im_finite);
  Value *x_re_abs = absolute(s, x.re);
  Value *x_re_infinite = is_infinite(s, x_re_abs, infinity);
  Value *x_im_abs = absolute(s, x.im);
  Value *x_im_infinite = is_infinite(s, x_im_abs, infinity);
  Value *x_infinite = either(s, x_re_infinite, x_im_infinite);
  Value *infinite_by_finite = both(s, x_infinite, y_finite);
  Value *one = llvm_float_constant(b, type, 1.0);
  Value *x_re_unit = sign_of(s, x_re_infinite, one, zero, x.re);
  Value *x_im_unit = sign_of(s, x_im_infinite, one, zero, x.im);
  Value *re_re = mul(s, x_re_unit, y.re);
  Value *im_im = mul(s, x_im_unit, y.im);
  Value *sum = add(s, re_re, im_im);
  infinite_result.re = mul(s, infinity, sum);
  Value *re_im = mul(s, x_re_unit, y.im);
  Value *im_re = mul(s, x_im_unit, y.re);
  Value *difference = sub(s, im_re, re_im);
  infinite_result.im = mul(s, infinity, difference);

  // finite / infinite
  Value *x_re_finite = is_finite(s, x_re_abs, infinity);
  Value *x_im_finite = is_finite(s, x_im_abs, infinity);
  Value *x_finite = both(s, x_re_finite, x_im_finite);
  Value *y_re_infinite = is_infinite(s, y_re_abs, infinity);
  Value *y_im_infinite = is_infinite(s, y_im_abs, infinity);
  Value *y_infinite = either(s, y_re_infinite, y_im_infinite);
  Value *finite_by_infinite = both(s, x_finite, y_infinite);
  Value *y_re_unit = sign_of(s, y_re_infinite, one, zero, y.re);
  Value *y_im_unit = sign_of(s, y_im_infinite, one, zero, y.im);
  re_re = mul(s, x.re, y_re_unit);
  im_im = mul(s, x.im, y_im_unit);
  sum = add(s, re_re, im_im);
  small_result.re = mul(s, zero, sum);
  im_re = mul(s, x.im, y_re_unit);
  re_im = mul(s, x.re, y_im_unit);
  difference = sub(s, im_re, re_im);
  small_result.im = mul(s, zero, difference);

  // The special cases count where the quotient is NaN in both parts.
  Value *re_smaller = llvm_fcmp(b, LLVM_F_CMP_PREDICATE_OLT, y_re_abs, y_im_abs);
  Value *re = llvm_select(b, re_smaller, by_im.re, by_re.re);
  Value *im = llvm_select(b, re_smaller, by_im.im, by_re.im);
  Value *special_re = llvm_select(b, finite_by_infinite, small_result.re, re);
  Value *special_im = llvm_select(b, finite_by_infinite, small_result.im, im);
  special_re = llvm_select(b, infinite_by_finite, infinite_result.re, special_re);
  special_im = llvm_select(b, infinite_by_finite, infinite_result.im, special_im);
  special_re = llvm_select(b, by_zero, zero_result.re, special_re);
  special_im = llvm_select(b, by_zero, zero_result.im, special_im);
  Value *re_nan = llvm_fcmp(b, LLVM_F_CMP_PREDICATE_UNO, re, zero);
  Value *im_nan = llvm_fcmp(b, LLVM_F_CMP_PREDICATE_UNO, im, zero);
  Value *nan = both(s, re_nan, im_nan);
  quotient.re = llvm_select(b, nan, special_re, re);
  quotient.im = llvm_select(b, nan, special_im, im);
  return quotient;
}

static bool lower_any_div(Conversion *c, Operation *op, Value *const *operands, Complex (*fn)(Steps *, Complex, Complex)) {
  T type = struct_type(c, op);
  if (!type) return convert_no_match(c, op, unconvertible);
  Steps s = steps_of(c, op);
  Complex x = unpack(&s, operands[0]), y = unpack(&s, operands[1]);
  Value *result = llvm_poison(&c->b, type);
  return replace_by(c, op, result, fn(&s, x, y));
}

static bool lower_div(Conversion *c, Operation *op, Value *const *operands) {
  return lower_any_div(c, op, operands, divide_plainly);
}
static bool lower_div_improved(Conversion *c, Operation *op, Value *const *operands) {
  return lower_any_div(c, op, operands, divide_by_smith);
}

// ---------------------------------------------------------------------------------------------
// The pass

static const Pattern patterns[] = {
  {.root = OP_COMPLEX_ABS, .rewrite = lower_abs, .name = "complex.abs as sqrt(re * re + im * im)"},
  {.root = OP_COMPLEX_ADD, .rewrite = lower_add, .name = "complex.add by parts"},
  {.root = OP_COMPLEX_CONSTANT, .rewrite = lower_constant, .name = "complex.constant to llvm.mlir.constant"},
  {.root = OP_COMPLEX_CREATE, .rewrite = lower_create, .name = "complex.create to a struct"},
  {.root = OP_COMPLEX_IM, .rewrite = lower_im, .name = "complex.im to llvm.extractvalue"},
  {.root = OP_COMPLEX_MUL, .rewrite = lower_mul, .name = "complex.mul by parts"},
  {.root = OP_COMPLEX_RE, .rewrite = lower_re, .name = "complex.re to llvm.extractvalue"},
  {.root = OP_COMPLEX_SUB, .rewrite = lower_sub, .name = "complex.sub by parts"},
};
static const Pattern basic_division[] = {
  {.root = OP_COMPLEX_DIV, .rewrite = lower_div, .name = "complex.div by the square of the divisor's magnitude"},
};
static const Pattern improved_division[] = {
  {.root = OP_COMPLEX_DIV, .rewrite = lower_div_improved, .name = "complex.div by Smith's algorithm"},
};

void add_complex_to_llvm(Conversion *c, LLVMTypes *types, Str range) {
  conversion_add_table(c, patterns, &types->base);
  if (str_is(range, "improved"))
    conversion_add_table(c, improved_division, &types->base);
  else
    conversion_add_table(c, basic_division, &types->base);
}

void add_usual_complex_to_llvm(Conversion *c, LLVMTypes *types) { add_complex_to_llvm(c, types, STR("basic")); }

static Legality legality(Conversion *c, Operation *op) {
  return op_is_of(c->ctx, op, &complex_dialect) ? ILLEGAL : llvm_target_legality(c, op);
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_target_types(&types, pass, 0);
  llvm_types_set_typed(&types, pass->typed_pointers);
  conversion_init(&c, pass, legality);
  add_complex_to_llvm(&c, &types, pass_string(pass, &option_complex_range));
  return conversion_run(&c, op);
}

const PassDef complex_to_llvm_pass = {
  .name = "convert-complex-to-llvm", .class_name = "ConvertComplexToLLVMPass",
  .summary = "lower complex numbers to structs",
  .works_on = "complex", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_complex_range),
};
