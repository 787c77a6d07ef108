// convert-math-to-funcs: operations become calls of functions made for them
// (after mlir/lib/Conversion/MathToFuncs/MathToFuncs.cpp).
#include "convert/math_to_calls/calls.h"
#include "ops/vector.h"
#include "ops/cf.h"
#include "dialects/common/build.h"
#include "ir/constants.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/llvm.h"
#include "ops/math.h"
#include "ops/scf.h"

#include "asm/params.h"
#include "dialects/llvm/attrs.h"
#include "ir/verify.h"

static const PassOption option_convert_ctlz = {"convert-ctlz", OPTION_BOOL, "false", NULL,
  "Convert math.ctlz to a software implementation. Enable for targets that do not natively support ctlz."};
static const PassOption option_min_width_of_fpowi_exponent = {"min-width-of-fpowi-exponent", OPTION_UINT, "1", NULL,
  "Convert FPowI only if the width of its exponent's integer type is greater than or equal to this value"};

// ---------------------------------------------------------------------------------------------
// Bodies of functions

#define compare(b, predicate, x, y) build_cmpi((b), ARITH_CMP_I_PREDICATE_##predicate, (x), (y))

static Value *int_constant(Builder *b, T type, int64_t value) {
  APInt integer = apint_i64(b->state.arena, type_bits(type), value);
  return build_constant(b, attr_integer(b->ctx, type, &integer));
}

static Value *add_arg(Builder *b, Block *block, T type) { return block_add_arg(b->module, block, type, b->loc); }

static void add_blocks(Builder *b, Region *region, Block **blocks, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) block_append(region, blocks[i] = block_new(b->module));
}

static void build_end(Builder *b, uint32_t opcode, Value *const *values, uint32_t count) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, values, count);
  builder_finish(b);
}

static void branch(Builder *b, Value *condition, Block *yes, Block *no) { build_cond_br(b, condition, yes, NULL, 0, no, NULL, 0); }
static void branch_with(Builder *b, Value *condition, Block *yes, Block *no, Value *value) { build_cond_br(b, condition, yes, NULL, 0, no, &value, 1); }
static void jump_with(Builder *b, Block *to, Value *value) { build_br(b, to, &value, 1); }

static void return_from(Builder *b, Block *block, Value *value) {
  builder_at_end(b, block);
  build_end(b, OP_FUNC_RETURN, &value, 1);
}

// base^power for integers.
static void build_integer_power(Builder *b, Region *region, T type) {
  Block *at[17];
  add_blocks(b, region, at, countof(at));
  Value *base = add_arg(b, at[0], type), *power = add_arg(b, at[0], type);
  builder_at_end(b, at[0]);
  Value *zero = int_constant(b, type, 0), *one = int_constant(b, type, 1), *minus = int_constant(b, type, -1);
  branch(b, compare(b, EQ, power, zero), at[1], at[2]);
  return_from(b, at[1], one);
  // A negative power: of zero, of one, of -1, of others.
  builder_at_end(b, at[2]);
  build_cond_br(b, compare(b, SLE, power, zero), at[3], NULL, 0, at[12], (Value *const[]){one, base, power}, 3);
  builder_at_end(b, at[3]);
  branch(b, compare(b, EQ, base, zero), at[4], at[5]);
  builder_at_end(b, at[4]);
  return_from(b, at[4], build_binary(b, OP_ARITH_DIVSI, one, zero));
  builder_at_end(b, at[5]);
  branch(b, compare(b, EQ, base, one), at[6], at[7]);
  return_from(b, at[6], one);
  builder_at_end(b, at[7]);
  branch(b, compare(b, EQ, base, minus), at[8], at[11]);
  builder_at_end(b, at[8]);
  branch(b, compare(b, NE, build_binary(b, OP_ARITH_ANDI, power, one), zero), at[9], at[10]);
  return_from(b, at[9], minus);
  return_from(b, at[10], one);
  return_from(b, at[11], zero);
  // By squaring.
  Value *result = add_arg(b, at[12], type);
  base = add_arg(b, at[12], type);
  power = add_arg(b, at[12], type);
  builder_at_end(b, at[12]);
  branch_with(b, compare(b, NE, build_binary(b, OP_ARITH_ANDI, power, one), zero), at[13], at[14], result);
  builder_at_end(b, at[13]);
  jump_with(b, at[14], build_binary(b, OP_ARITH_MULI, result, base));
  result = add_arg(b, at[14], type);
  builder_at_end(b, at[14]);
  power = build_binary(b, OP_ARITH_SHRUI, power, one);
  branch(b, compare(b, EQ, power, zero), at[15], at[16]);
  return_from(b, at[15], result);
  builder_at_end(b, at[16]);
  build_br(b, at[12], (Value *const[]){result, build_binary(b, OP_ARITH_MULI, base, base), power}, 3);
}

// base^power for a float and an integer; the least power is computed as one more, times the base, and a negative one as a reciprocal.
static void build_float_power(Builder *b, Region *region, T type, T power_type) {
  Block *at[12];
  add_blocks(b, region, at, countof(at));
  Value *x = add_arg(b, at[0], type), *power = add_arg(b, at[0], power_type);
  APInt all = apint_i64(b->state.arena, type_bits(power_type), -1), most = apint_lshr(b->state.arena, &all, 1), least = apint_not(b->state.arena, &most);
  builder_at_end(b, at[0]);
  Value *one_float = build_constant(b, float_attr_of(b->ctx, type, apfloat_from_double(type_float_kind(type), 1.0, NULL)));
  Value *zero = int_constant(b, power_type, 0), *one = int_constant(b, power_type, 1);
  Value *min = build_constant(b, attr_integer(b->ctx, power_type, &least)), *max = build_constant(b, attr_integer(b->ctx, power_type, &most));
  branch(b, compare(b, EQ, power, zero), at[1], at[2]);
  return_from(b, at[1], one_float);
  builder_at_end(b, at[2]);
  Value *is_negative = compare(b, SLE, power, zero), *is_least = compare(b, EQ, power, min);
  Value *positive = build_binary(b, OP_ARITH_SUBI, zero, power);
  positive = build_select(b, is_negative, positive, power);
  positive = build_select(b, is_least, max, positive);
  build_br(b, at[3], (Value *const[]){one_float, x, positive}, 3);
  // By squaring.
  Value *result = add_arg(b, at[3], type), *base = add_arg(b, at[3], type);
  power = add_arg(b, at[3], power_type);
  builder_at_end(b, at[3]);
  branch_with(b, compare(b, NE, build_binary(b, OP_ARITH_ANDI, power, one), zero), at[4], at[5], result);
  builder_at_end(b, at[4]);
  jump_with(b, at[5], build_binary(b, OP_ARITH_MULF, result, base));
  result = add_arg(b, at[5], type);
  builder_at_end(b, at[5]);
  power = build_binary(b, OP_ARITH_SHRUI, power, one);
  build_cond_br(b, compare(b, EQ, power, zero), at[7], &result, 1, at[6], NULL, 0);
  builder_at_end(b, at[6]);
  build_br(b, at[3], (Value *const[]){result, build_binary(b, OP_ARITH_MULF, base, base), power}, 3);
  // What the special powers need.
  result = add_arg(b, at[7], type);
  builder_at_end(b, at[7]);
  branch_with(b, is_least, at[8], at[9], result);
  builder_at_end(b, at[8]);
  jump_with(b, at[9], build_binary(b, OP_ARITH_MULF, result, x));
  result = add_arg(b, at[9], type);
  builder_at_end(b, at[9]);
  branch_with(b, is_negative, at[10], at[11], result);
  builder_at_end(b, at[10]);
  jump_with(b, at[11], build_binary(b, OP_ARITH_DIVF, one_float, result));
  return_from(b, at[11], add_arg(b, at[11], type));
}

// scf.if with two blocks; the builder is in the first.
static Operation *build_if(Builder *b, Value *condition, const T *types, uint32_t count) {
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_types(state, types, count);
  for (uint32_t i = 0; i < 2; i++) block_append(op_state_add_region(state), block_new(b->module));
  Operation *made = builder_finish(b);
  builder_at_end(b, made->regions[0].first);
  return made;
}

static void yield(Builder *b, Value *const *values, uint32_t count) { build_end(b, OP_SCF_YIELD, values, count); }

// The bits for zero; else shifted left while not negative, as often as there are bits.
static void build_ctlz(Builder *b, Region *region, T type) {
  Block *entry = block_new(b->module);
  block_append(region, entry);
  Value *x = add_arg(b, entry, type);
  builder_at_end(b, entry);
  Value *bits = int_constant(b, type, type_bits(type)), *zero = int_constant(b, type, 0);
  Operation *outer = build_if(b, compare(b, EQ, x, zero), &type, 1);
  yield(b, &bits, 1);
  builder_at_end(b, outer->regions[1].first);
  Value *first = build_index(b, 1), *one = int_constant(b, type, 1), *last = build_index(b, type_bits(type)), *none = int_constant(b, type, 0);
  OpState *state = builder_begin(b, OP_SCF_FOR);
  op_state_add_operands(state, (Value *const[]){first, last, first, x, none}, 5);
  const T both[] = {type, type};
  op_state_add_types(state, both, 2);
  block_append(op_state_add_region(state), block_new(b->module));
  Operation *loop = builder_finish(b);
  Block *body = loop->regions[0].first;
  add_arg(b, body, b->ctx->types.index);
  Value *shifted = add_arg(b, body, type), *count = add_arg(b, body, type);
  builder_at_end(b, body);
  Operation *inner = build_if(b, compare(b, SLT, shifted, zero), both, 2);
  yield(b, (Value *const[]){shifted, count}, 2);
  builder_at_end(b, inner->regions[1].first);
  count = build_binary(b, OP_ARITH_ADDI, count, one);
  yield(b, (Value *const[]){build_binary(b, OP_ARITH_SHLI, shifted, one), count}, 2);
  builder_at_end(b, body);
  yield(b, (Value *const[]){op_result(inner, 0), op_result(inner, 1)}, 2);
  builder_at_end(b, outer->regions[1].first);
  yield(b, (Value *const[]){op_result(loop, 1)}, 1);
  return_from(b, entry, op_result(outer, 0));
}

// ---------------------------------------------------------------------------------------------

// Which function an operation calls: none (unnamed) when it stays.
typedef struct Callee {
  const char *base;
  T base_type, power_type;   // power_type: of math.fpowi
} Callee;

static Callee callee_of(const PassRun *pass, const Operation *op) {
  T type = op->result_count ? type_element_or_self(op_result_type(op, 0)) : NULL;
  if (op_is(op, OP_MATH_FPOWI)) {
    T power = type_element_or_self(op_operand_type(op, 1));
    if (type_kind(power) == TYPE_INTEGER && (int64_t)type_bits(power) >= pass_int(pass, &option_min_width_of_fpowi_exponent))
      return (Callee){"__mlir_math_fpowi_", type, power};
  } else if (type && type_kind(type) == TYPE_INTEGER) {
    if (op_is(op, OP_MATH_IPOWI)) return (Callee){"__mlir_math_ipowi_", type, NULL};
    if (op_is(op, OP_MATH_CTLZ) && pass_bool(pass, &option_convert_ctlz)) return (Callee){"__mlir_math_ctlz_", type, NULL};
  }
  return (Callee){0};
}

static Str callee_name(Context *ctx, const Callee *callee) {
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  strbuf_str(&text, str_from(callee->base));
  strbuf_str(&text, str_from(type_text(ctx, callee->base_type)));
  if (callee->power_type) {
    strbuf_char(&text, '_');
    strbuf_str(&text, str_from(type_text(ctx, callee->power_type)));
  }
  Str name = attr_str(attr_string(ctx, strbuf_view(&text)));
  strbuf_free(&text);
  return name;
}

static void build_function(Conversion *c, Operation *module, const Callee *callee, Str name) {
  Context *ctx = c->ctx;
  T type = callee->base_type, inputs[2] = {type, callee->power_type ? callee->power_type : type};
  bool counts = callee->base[strlen("__mlir_math_")] == 'c';
  builder_at_end(&c->b, module->regions[0].first);
  c->b.loc = module->loc;
  OpState *state = builder_begin(&c->b, OP_FUNC_FUNC);
  op_state_add_region(state);
  uint64_t linkage = LLVM_LINKAGE_LINKONCE_ODR;
  op_state_set_prop(state, FUNC_FUNC_SYM_NAME, attr_string(ctx, name));
  op_state_set_prop(state, FUNC_FUNC_FUNCTION_TYPE, attr_type(ctx, type_function(ctx, inputs, counts ? 1 : 2, &type, 1)));
  op_state_set_prop(state, FUNC_FUNC_SYM_VISIBILITY, attr_string(ctx, STR("private")));
  op_state_set_attr(state, STR("llvm.linkage"), attr_from_params(ctx, &llvm_linkage_attr, &linkage));
  Region *region = &builder_finish(&c->b)->regions[0];
  if (counts) build_ctlz(&c->b, region, type);
  else if (callee->power_type) build_float_power(&c->b, region, type, callee->power_type);
  else build_integer_power(&c->b, region, type);
}

static WalkResult note_callee(Operation *op, void *data) {
  Conversion *c = data;
  if (!op_is_of(c->ctx, op, &math_dialect)) return WALK_ADVANCE;
  Callee callee = callee_of(c->run, op);
  if (!callee.base) return WALK_ADVANCE;
  Str name = callee_name(c->ctx, &callee);
  if (map_find_str(&c->symbols, name)) return WALK_ADVANCE;
  map_put_str(&c->symbols, name)->value = 1;
  build_function(c, c->module->op, &callee, name);
  return WALK_ADVANCE;
}

static bool call(Conversion *c, Operation *op, Value *const *operands) {
  T type = op_result_type(op, 0);
  if (type_is_vector(type)) return unroll_to_scalars(c, op, operands);
  Callee callee = callee_of(c->run, op);
  if (type_as_shaped(type) || !callee.base) return convert_no_match(c, op, "there is no function for its type");
  OpState *state = builder_begin(&c->b, OP_FUNC_CALL);
  op_state_set_prop(state, FUNC_CALL_CALLEE, attr_symbol(c->ctx, callee_name(c->ctx, &callee)));
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static const Pattern patterns[] = {
  {.root = OP_MATH_IPOWI, .rewrite = call, .name = "math.ipowi to a call"},
  {.root = OP_MATH_FPOWI, .rewrite = call, .name = "math.fpowi to a call"},
  {.root = OP_MATH_CTLZ, .rewrite = call, .name = "math.ctlz to a call"},
};

static Legality legality(Conversion *c, Operation *op) {
  static const DialectDef *const legal[] = {&arith_dialect, &cf_dialect, &func_dialect, &scf_dialect, &vector_dialect};
  for (uint32_t i = 0; i < countof(legal); i++)
    if (op_is_of(c->ctx, op, legal[i])) return LEGAL;
  bool judged = op_is(op, OP_MATH_IPOWI) || op_is(op, OP_MATH_FPOWI) ||
                (op_is(op, OP_MATH_CTLZ) && pass_bool(c->run, &option_convert_ctlz));
  return !judged ? UNKNOWN_LEGALITY : callee_of(c->run, op).base ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  Builder builder = c.b;
  op_walk_post(op, note_callee, &c);
  c.b = builder;
  conversion_add_table(&c, patterns, NULL);
  return conversion_run(&c, op);
}

const PassDef math_to_funcs_pass = {
  .name = "convert-math-to-funcs", .class_name = "ConvertMathToFuncs", .anchor = OP_BUILTIN_MODULE,
  .summary = "lower powers and counts of zeros to calls of functions made for them",
  .works_on = "math", .makes = "func arith cf scf vector",
  .run = run,
  PASS_OPTIONS(&option_convert_ctlz, &option_min_width_of_fpowi_exponent),
};
