// convert-math-to-libm and convert-complex-to-libm: operations become calls of the C library
// (after mlir/lib/Conversion/{MathToLibm/MathToLibm,ComplexToLibm/ComplexToLibm}.cpp).
#include "convert/math_to_calls/calls.h"
#include "ops/vector.h"
#include "dialects/vector/build.h"
#include "ir/constants.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/complex.h"
#include "ops/func.h"
#include "ops/math.h"
#include "rewrite/conversion.h"

// The function `name` in the closest symbol table, declared at its start when it is not there.
static void need_function(Conversion *c, Operation *op, Str name, bool pure) {
  Operation *table = symbol_nearest_table(op);
  Operation *known = map_get_str(&c->symbols, name);
  if (!table || !table->region_count || !table->regions[0].first || (known && op_parent(known) == table)) return;
  known = symbol_find(table, name);
  if (!known) {
    Builder saved = c->b;
    builder_at_start(&c->b, table->regions[0].first);
    c->b.loc = (Loc){.attr = c->ctx->attrs.unknown_loc, .src = op->loc.src};
    TypeVec inputs = {0};
    for (uint32_t i = 0; i < op->operand_count; i++) vec_push(c->arena, &inputs, op_operand_type(op, i));
    T result = op_result_type(op, 0);
    OpState *state = builder_begin(&c->b, OP_FUNC_FUNC);
    op_state_add_region(state);
    op_state_set_prop(state, FUNC_FUNC_SYM_NAME, attr_string(c->ctx, name));
    op_state_set_prop(state, FUNC_FUNC_FUNCTION_TYPE, attr_type(c->ctx, type_function(c->ctx, inputs.data, inputs.count, &result, 1)));
    op_state_set_prop(state, FUNC_FUNC_SYM_VISIBILITY, attr_string(c->ctx, STR("private")));
    if (pure) op_state_set_attr(state, STR("llvm.readnone"), c->ctx->attrs.unit);
    known = builder_finish(&c->b);
    c->b.block = saved.block;
    c->b.before = saved.before;
    c->b.loc = saved.loc;
  }
  map_put_str(&c->symbols, name)->value = (uintptr_t)known;
}

// `data` of the pattern is the name for f64; that for f32 ends with an `f` more.
static bool call(Conversion *c, Operation *op, Value *const *operands, bool pure) {
  T element = type_element(op_result_type(op, 0)), result = op_result_type(op, 0);
  bool is_double = element == type_float(c->ctx, FLOAT_F64);
  if (type_as_shaped(result) || (!is_double && element != type_float(c->ctx, FLOAT_F32)))
    return convert_no_match(c, op, "the C library has no function of its type");
  const char *base = c->pattern->data;
  size_t size = strlen(base);
  char *text = arena_alloc(&c->ctx->arena, size + 1);
  if (!text) return false;
  memcpy(text, base, size);
  text[size] = 'f';
  Str name = {text, size + !is_double};
  need_function(c, op, name, pure);
  OpState *state = builder_begin(&c->b, OP_FUNC_CALL);
  op_state_set_prop(state, FUNC_CALL_CALLEE, attr_symbol(c->ctx, name));
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_type(state, result);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static bool call_complex(Conversion *c, Operation *op, Value *const *operands) { return call(c, op, operands, false); }

static Value *same_op(Conversion *c, const Operation *op, T type, Value *const *operands) {
  OpState *state = builder_begin(&c->b, c->pattern->root);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_type(state, type);
  return builder_finish_value(&c->b);
}

bool unroll_to_scalars(Conversion *c, Operation *op, Value *const *operands) {
  T vector = op_result_type(op, 0);
  uint32_t rank = vector_rank(vector);
  int64_t *position = arena_new(c->arena, int64_t, rank + 1);
  const int64_t *dims = ((const ShapedType *)vector)->dims;
  Value *parts[3];
  if (!position || op->operand_count > countof(parts)) return false;
  Value *result = build_constant(&c->b, zero_attr(c->ctx, vector));
  do {
    for (uint32_t i = 0; i < op->operand_count; i++) parts[i] = vector_extract(&c->b, operands[i], position, rank);
    result = vector_insert(&c->b, same_op(c, op, type_element(vector), parts), result, position, rank);
  } while (vector_next_position(dims, position, rank) && !c->ctx->mem.exhausted);
  return convert_replace1(c, op, result);
}

static bool call_math(Conversion *c, Operation *op, Value *const *operands) {
  T type = op_result_type(op, 0);
  if (type_is_vector(type)) return unroll_to_scalars(c, op, operands);
  if (!type_is_float(type) || (type_float_kind(type) != FLOAT_F16 && type_float_kind(type) != FLOAT_BF16))
    return call(c, op, operands, true);
  T wide = type_float(c->ctx, FLOAT_F32);
  Value *parts[3];
  if (op->operand_count > countof(parts)) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) parts[i] = build1(&c->b, OP_ARITH_EXTF, wide, operands[i]);
  return convert_replace1(c, op, build1(&c->b, OP_ARITH_TRUNCF, type, same_op(c, op, wide, parts)));
}

// ---------------------------------------------------------------------------------------------

#define CALL(op, function) {.root = op, .rewrite = call_math, .name = "$root to a call of the C library", .data = function}
static const Pattern math_patterns[] = {
  CALL(OP_MATH_ABSF, "fabs"), CALL(OP_MATH_ACOS, "acos"), CALL(OP_MATH_ACOSH, "acosh"), CALL(OP_MATH_ASIN, "asin"),
  CALL(OP_MATH_ASINH, "asinh"), CALL(OP_MATH_ATAN, "atan"), CALL(OP_MATH_ATAN2, "atan2"), CALL(OP_MATH_ATANH, "atanh"),
  CALL(OP_MATH_CBRT, "cbrt"), CALL(OP_MATH_CEIL, "ceil"), CALL(OP_MATH_COS, "cos"), CALL(OP_MATH_COSH, "cosh"),
  CALL(OP_MATH_ERF, "erf"), CALL(OP_MATH_ERFC, "erfc"), CALL(OP_MATH_EXP, "exp"), CALL(OP_MATH_EXP2, "exp2"),
  CALL(OP_MATH_EXPM1, "expm1"), CALL(OP_MATH_FLOOR, "floor"), CALL(OP_MATH_FMA, "fma"), CALL(OP_MATH_LOG, "log"),
  CALL(OP_MATH_LOG10, "log10"), CALL(OP_MATH_LOG1P, "log1p"), CALL(OP_MATH_LOG2, "log2"), CALL(OP_MATH_POWF, "pow"),
  CALL(OP_MATH_ROUND, "round"), CALL(OP_MATH_ROUNDEVEN, "roundeven"), CALL(OP_MATH_RSQRT, "rsqrt"),
  CALL(OP_MATH_SIN, "sin"), CALL(OP_MATH_SINH, "sinh"), CALL(OP_MATH_SQRT, "sqrt"), CALL(OP_MATH_TAN, "tan"),
  CALL(OP_MATH_TANH, "tanh"), CALL(OP_MATH_TRUNC, "trunc"),
};
#undef CALL
#define CALL(op, function) {.root = op, .rewrite = call_complex, .name = "$root to a call of the C library", .data = function}
static const Pattern complex_patterns[] = {
  CALL(OP_COMPLEX_ABS, "cabs"), CALL(OP_COMPLEX_ANGLE, "carg"), CALL(OP_COMPLEX_CONJ, "conj"),
  CALL(OP_COMPLEX_COS, "ccos"), CALL(OP_COMPLEX_LOG, "clog"), CALL(OP_COMPLEX_POW, "cpow"),
  CALL(OP_COMPLEX_SIN, "csin"), CALL(OP_COMPLEX_SQRT, "csqrt"), CALL(OP_COMPLEX_TAN, "ctan"),
  CALL(OP_COMPLEX_TANH, "ctanh"),
};

static Legality math_legality(Conversion *c, Operation *op) {
  static const DialectDef *const legal[] = {&arith_dialect, &builtin_dialect, &func_dialect, &vector_dialect};
  if (op_is_of(c->ctx, op, &math_dialect)) return ILLEGAL;
  for (uint32_t i = 0; i < countof(legal); i++)
    if (op_is_of(c->ctx, op, legal[i])) return LEGAL;
  return UNKNOWN_LEGALITY;
}

static Legality complex_legality(Conversion *c, Operation *op) {
  if (op_is_of(c->ctx, op, &func_dialect)) return LEGAL;
  for (uint32_t i = 0; i < countof(complex_patterns); i++)
    if (op_is(op, complex_patterns[i].root)) return ILLEGAL;
  return UNKNOWN_LEGALITY;
}

static bool run_math(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, math_legality, math_patterns); }

static bool run_complex(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, complex_legality, complex_patterns); }

const PassDef math_to_libm_pass = {
  .name = "convert-math-to-libm", .class_name = "ConvertMathToLibmPass", .anchor = OP_BUILTIN_MODULE,
  .summary = "lower math to calls of the C library",
  .works_on = "math", .makes = "func arith vector",
  .run = run_math,
};
const PassDef complex_to_libm_pass = {
  .name = "convert-complex-to-libm", .class_name = "ConvertComplexToLibm", .anchor = OP_BUILTIN_MODULE,
  .summary = "lower complex to calls of the C library",
  .works_on = "complex", .makes = "func",
  .run = run_complex,
};
