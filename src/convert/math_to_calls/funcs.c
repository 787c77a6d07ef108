// convert-math-to-funcs: operations become calls of functions made for them
// (after mlir/lib/Conversion/MathToFuncs/MathToFuncs.cpp).
#include "convert/math_to_calls/calls.h"
#include "dialects/common/build.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/llvm.h"
#include "ops/math.h"
#include "ops/scf.h"
#include "rewrite/script.h"

#include "asm/params.h"
#include "dialects/llvm/attrs.h"
#include "ir/verify.h"

static const PassOption option_convert_ctlz = {"convert-ctlz", OPTION_BOOL, "false", NULL,
  "Convert math.ctlz to a software implementation. Enable for targets that do not natively support ctlz."};
static const PassOption option_min_width_of_fpowi_exponent = {"min-width-of-fpowi-exponent", OPTION_UINT, "1", NULL,
  "Convert FPowI only if the width of its exponent's integer type is greater than or equal to this value"};

// ---------------------------------------------------------------------------------------------
// Functions of several blocks

// A block by its arguments (`name:type` each), a script, and how it ends:
//   end ::= `return` value | `br` target | `if` value target `else` target, target ::= number value*
typedef struct BlockText {
  const char *args, *script, *end;
} BlockText;

// b^p for integers.
static const BlockText integer_power[] = {
  {"b:t p:t", "zero = #0 : t; one = #1 : t; minus = #-1 : t; c = cmpi:eq p zero", "if c 1 else 2"},
  {"", "", "return one"},
  {"", "c = cmpi:sle p zero", "if c 3 else 12 one b p"},
  {"", "c = cmpi:eq b zero", "if c 4 else 5"},
  {"", "q = divsi one zero", "return q"},
  {"", "c = cmpi:eq b one", "if c 6 else 7"},
  {"", "", "return one"},
  {"", "c = cmpi:eq b minus", "if c 8 else 11"},
  {"", "a = andi p one; c = cmpi:ne a zero", "if c 9 else 10"},
  {"", "", "return minus"},
  {"", "", "return one"},
  {"", "", "return zero"},
  {"r:t b:t p:t", "a = andi p one; c = cmpi:ne a zero", "if c 13 else 14 r"},
  {"", "a = muli r b", "br 14 a"},
  {"r:t", "p = shrui p one; c = cmpi:eq p zero", "if c 15 else 16"},
  {"", "", "return r"},
  {"", "a = muli b b", "br 12 r a p"},
};

// b^p for a float and an integer; the least p is computed as p + 1, times b, and a negative p as a reciprocal.
static const BlockText float_power[] = {
  {"x:f p:t", "onef = #1.0 : f; zero = #0 : t; one = #1 : t; min = #min; max = #max; c = cmpi:eq p zero", "if c 1 else 2"},
  {"", "", "return onef"},
  {"", "neg = cmpi:sle p zero; least = cmpi:eq p min; a = subi zero p; a = select neg a p; a = select least max a", "br 3 onef x a"},
  {"r:f b:f p:t", "a = andi p one; c = cmpi:ne a zero", "if c 4 else 5 r"},
  {"", "a = mulf r b", "br 5 a"},
  {"r:f", "p = shrui p one; c = cmpi:eq p zero", "if c 7 r else 6"},
  {"", "a = mulf b b", "br 3 r a p"},
  {"r:f", "", "if least 8 else 9 r"},
  {"", "a = mulf r x", "br 9 a"},
  {"r:f", "", "if neg 10 else 11 r"},
  {"", "a = divf onef r", "br 11 a"},
  {"r:f", "", "return r"},
};

// The next word up to a space, or to a colon.
static Str next_word(const char **at) {
  while (**at == ' ' || **at == ':') ++*at;
  const char *begin = *at;
  while (**at && **at != ' ' && **at != ':') ++*at;
  return (Str){begin, (size_t)(*at - begin)};
}

static Value *value_of(Script *s, Str name) {
  struct ScriptName *found = script_find(s, name);
  if (!found || !found->value) s->failed = true;
  return found ? found->value : NULL;
}

typedef struct Target {
  Block *block;
  Value *values[4];
  uint32_t count;
} Target;

static Target next_target(Script *s, Block *const *blocks, const char **at) {
  Target target = {0};
  uint32_t number = 0;
  Str word = next_word(at);
  for (size_t i = 0; i < word.size; i++) number = number * 10 + (uint32_t)(word.data[i] - '0');
  target.block = blocks[number];
  while ((word = next_word(at)).size && !str_is(word, "else") && target.count < countof(target.values))
    target.values[target.count++] = value_of(s, word);
  return target;
}

static void build_end(Builder *b, uint32_t opcode, Value *const *values, uint32_t count) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, values, count);
  builder_finish(b);
}

static void end_block(Script *s, Block *const *blocks, const char *at) {
  Str kind = next_word(&at);
  if (str_is(kind, "br")) {
    Target to = next_target(s, blocks, &at);
    build_br(s->b, to.block, to.values, to.count);
    return;
  }
  Value *value = value_of(s, next_word(&at));
  if (s->failed) return;
  if (str_is(kind, "return")) {
    build_end(s->b, OP_FUNC_RETURN, &value, 1);
    return;
  }
  Target yes = next_target(s, blocks, &at), no = next_target(s, blocks, &at);
  if (!s->failed) build_cond_br(s->b, value, yes.block, yes.values, yes.count, no.block, no.values, no.count);
}

#define MAX_BLOCKS 17u

// A name stands for the last value it was given to, in the order of the blocks.
static void build_blocks(Script *s, Region *region, const BlockText *texts, uint32_t count) {
  Block *blocks[MAX_BLOCKS];
  Module *module = s->b->module;
  for (uint32_t i = 0; i < count; i++) block_append(region, blocks[i] = block_new(module));
  for (uint32_t i = 0; i < count && !s->failed; i++) {
    for (const char *at = texts[i].args; *at;) {
      Str name = next_word(&at);
      struct ScriptName *type = script_find(s, next_word(&at));
      if (type && type->type) script_put(s, name)->value = block_add_arg(module, blocks[i], type->type, s->b->loc);
    }
    builder_at_end(s->b, blocks[i]);
    script_run(s, texts[i].script);
    end_block(s, blocks, texts[i].end);
  }
}

// scf.if with two blocks.
static Operation *build_if(Script *s, const char *condition, const T *types, uint32_t count) {
  OpState *state = builder_begin(s->b, OP_SCF_IF);
  Value *value = script_get(s, condition);
  op_state_add_operand(state, value);
  op_state_add_types(state, types, count);
  for (uint32_t i = 0; i < 2; i++) block_append(op_state_add_region(state), block_new(s->b->module));
  return builder_finish(s->b);
}

static void yield(Script *s, const char *first, const char *second) {
  Value *values[2] = {script_get(s, first), second ? script_get(s, second) : NULL};
  build_end(s->b, OP_SCF_YIELD, values, second ? 2 : 1);
}

// The bits for zero; else shifted left while not negative, as often as there are bits.
static void build_ctlz(Script *s, Region *region, T type) {
  Builder *b = s->b;
  Block *entry = block_new(b->module), *body = block_new(b->module);
  block_append(region, entry);
  script_value(s, "x", block_add_arg(b->module, entry, type, b->loc));
  builder_at_end(b, entry);
  script_run(s, "bits = #bits; zero = #0 : t; c = cmpi:eq x zero");
  Operation *outer = build_if(s, "c", &type, 1);
  builder_at_end(b, outer->regions[0].first);
  yield(s, "bits", NULL);
  builder_at_end(b, outer->regions[1].first);
  script_run(s, "first = #1 : index; one = #1 : t; last = #last; n = #0 : t");
  OpState *state = builder_begin(b, OP_SCF_FOR);
  const char *const operands[] = {"first", "last", "first", "x", "n"};
  for (uint32_t i = 0; i < countof(operands); i++) {
    Value *value = script_get(s, operands[i]);
    op_state_add_operand(state, value);
  }
  const T both[] = {type, type};
  op_state_add_types(state, both, 2);
  block_append(op_state_add_region(state), body);
  Operation *loop = builder_finish(b);
  body = loop->regions[0].first;
  block_add_arg(b->module, body, b->ctx->types.index, b->loc);
  script_value(s, "x", block_add_arg(b->module, body, type, b->loc));
  script_value(s, "n", block_add_arg(b->module, body, type, b->loc));
  builder_at_end(b, body);
  script_run(s, "c = cmpi:slt x zero");
  Operation *inner = build_if(s, "c", both, 2);
  builder_at_end(b, inner->regions[0].first);
  yield(s, "x", "n");
  builder_at_end(b, inner->regions[1].first);
  script_run(s, "n = addi n one; x = shli x one");
  yield(s, "x", "n");
  builder_at_end(b, body);
  build_end(b, OP_SCF_YIELD, (Value *const[]){op_result(inner, 0), op_result(inner, 1)}, 2);
  builder_at_end(b, outer->regions[1].first);
  build_end(b, OP_SCF_YIELD, (Value *const[]){op_result(loop, 1)}, 1);
  builder_at_end(b, entry);
  build_end(b, OP_FUNC_RETURN, (Value *const[]){op_result(outer, 0)}, 1);
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

static void set_int(Script *s, Arena *arena, const char *name, T type, int64_t value) {
  APInt integer = apint_i64(arena, type_bits(type), value);
  script_attr(s, name, attr_integer(s->b->ctx, type, &integer));
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
  Script s = {.b = &c->b, .dialect = "arith"};
  script_type(&s, "f", type);
  script_type(&s, "t", inputs[1]);
  script_type(&s, "index", ctx->types.index);
  if (counts) {
    set_int(&s, c->arena, "bits", type, type_bits(type));
    set_int(&s, c->arena, "last", ctx->types.index, type_bits(type));
    build_ctlz(&s, region, type);
  } else if (callee->power_type) {
    APInt all = apint_i64(c->arena, type_bits(inputs[1]), -1), most = apint_lshr(c->arena, &all, 1), least = apint_not(c->arena, &most);
    script_attr(&s, "min", attr_integer(ctx, inputs[1], &least));
    script_attr(&s, "max", attr_integer(ctx, inputs[1], &most));
    build_blocks(&s, region, float_power, countof(float_power));
  } else {
    build_blocks(&s, region, integer_power, countof(integer_power));
  }
}

static WalkResult note_callee(Operation *op, void *data) {
  Conversion *c = data;
  if (!str_is(op_dialect_name(op), "math")) return WALK_ADVANCE;
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
  static const char *const legal[] = {"arith", "cf", "func", "scf", "vector"};
  Str dialect = op_dialect_name(op);
  for (uint32_t i = 0; i < countof(legal); i++)
    if (str_is(dialect, legal[i])) return LEGAL;
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
