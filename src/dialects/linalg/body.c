// Bodies of operations whose names say what they compute.
#include "dialects/linalg/build.h"
#include "dialects/linalg/hooks.h"
#include "dialects/linalg/named_ops.h"
#include "ops/arith.h"
#include "ops/complex.h"
#include "ops/linalg.h"
#include "ops/math.h"

#include "asm/params.h"
#include "ir/type.h"

enum { MAX_VALUES = 48 };

static bool is_float(const Value *v) { return type_kind(v->type) == TYPE_FLOAT; }
static bool is_integer(const Value *v) { return type_kind(v->type) == TYPE_INTEGER; }
static bool is_complex(const Value *v) { return type_kind(v->type) == TYPE_COMPLEX; }

Value *cast_number(Builder *b, Value *value, T type, bool is_unsigned) {
  T from = value->type;
  if (from == type) return value;
  bool to_float = type_kind(type) == TYPE_FLOAT, to_integer = type_kind(type) == TYPE_INTEGER;
  uint32_t opcode = 0;
  if (to_integer && is_float(value)) opcode = is_unsigned ? OP_ARITH_FPTOUI : OP_ARITH_FPTOSI;
  else if (to_integer && type_is_index(from)) opcode = OP_ARITH_INDEX_CAST;
  else if (to_integer && is_integer(value) && type_bits(type) > type_bits(from)) opcode = is_unsigned ? OP_ARITH_EXTUI : OP_ARITH_EXTSI;
  else if (to_integer && is_integer(value) && type_bits(type) < type_bits(from)) opcode = OP_ARITH_TRUNCI;
  else if (to_float && is_integer(value)) opcode = is_unsigned ? OP_ARITH_UITOFP : OP_ARITH_SITOFP;
  else if (to_float && is_float(value) && type_bits(type) > type_bits(from)) opcode = OP_ARITH_EXTF;
  else if (to_float && is_float(value) && type_bits(type) < type_bits(from)) opcode = OP_ARITH_TRUNCF;
  return opcode ? build1(b, opcode, type, value) : value;
}

// ---------------------------------------------------------------------------------------------
// Functions

typedef struct BinaryOps {
  uint16_t of_complex, of_float, of_bool, of_integer;
} BinaryOps;

static Value *build_binary(Builder *b, int64_t fn, Value *x, Value *y, const char **problem) {
  static const BinaryOps table[] = {
      [LINALG_BINARY_FN_ADD] = {OP_COMPLEX_ADD, OP_ARITH_ADDF, OP_ARITH_ORI, OP_ARITH_ADDI},
      [LINALG_BINARY_FN_SUB] = {OP_COMPLEX_SUB, OP_ARITH_SUBF, 0, OP_ARITH_SUBI},
      [LINALG_BINARY_FN_MUL] = {OP_COMPLEX_MUL, OP_ARITH_MULF, OP_ARITH_ANDI, OP_ARITH_MULI},
      [LINALG_BINARY_FN_DIV] = {OP_COMPLEX_DIV, OP_ARITH_DIVF, 0, OP_ARITH_DIVSI},
      [LINALG_BINARY_FN_DIV_UNSIGNED] = {0, 0, 0, OP_ARITH_DIVUI},
      [LINALG_BINARY_FN_MAX_SIGNED] = {0, OP_ARITH_MAXIMUMF, OP_ARITH_MAXSI, OP_ARITH_MAXSI},
      [LINALG_BINARY_FN_MIN_SIGNED] = {0, OP_ARITH_MINIMUMF, OP_ARITH_MINSI, OP_ARITH_MINSI},
      [LINALG_BINARY_FN_MAX_UNSIGNED] = {0, OP_ARITH_MAXIMUMF, OP_ARITH_MAXUI, OP_ARITH_MAXUI},
      [LINALG_BINARY_FN_MIN_UNSIGNED] = {0, OP_ARITH_MINIMUMF, OP_ARITH_MINUI, OP_ARITH_MINUI},
      [LINALG_BINARY_FN_POWF] = {0, OP_MATH_POWF, 0, 0},
  };
  const BinaryOps *ops = &table[fn];
  bool complex = is_complex(x) && is_complex(y), floats = is_float(x) && is_float(y), integers = is_integer(x) && is_integer(y);
  bool bools = integers && type_bits(x->type) == 1 && type_bits(y->type) == 1;
  if (!complex && !floats && !integers) return *problem = "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger", NULL;
  uint32_t opcode = complex ? ops->of_complex : floats ? ops->of_float : bools ? ops->of_bool : ops->of_integer;
  if (opcode) return build2(b, opcode, x->type, x, y);
  *problem = fn == LINALG_BINARY_FN_SUB ? "unsupported operation: sub with bools" : fn == LINALG_BINARY_FN_DIV ? "unsupported operation: div with bools"
           : fn == LINALG_BINARY_FN_DIV_UNSIGNED ? "unsupported operation: unsigned div not on uint" : "unsupported non numeric type";
  return NULL;
}

static Value *build_unary(Builder *b, int64_t fn, Value *x, const char **problem) {
  static const uint16_t table[] = {
      [LINALG_UNARY_FN_EXP] = OP_MATH_EXP, [LINALG_UNARY_FN_LOG] = OP_MATH_LOG, [LINALG_UNARY_FN_ABS] = OP_MATH_ABSF,
      [LINALG_UNARY_FN_CEIL] = OP_MATH_CEIL, [LINALG_UNARY_FN_FLOOR] = OP_MATH_FLOOR, [LINALG_UNARY_FN_NEGF] = OP_ARITH_NEGF,
      [LINALG_UNARY_FN_ROUND] = OP_MATH_ROUND, [LINALG_UNARY_FN_SQRT] = OP_MATH_SQRT, [LINALG_UNARY_FN_RSQRT] = OP_MATH_RSQRT,
      [LINALG_UNARY_FN_TANH] = OP_MATH_TANH, [LINALG_UNARY_FN_ERF] = OP_MATH_ERF};
  if (!is_float(x)) return *problem = "unsupported non numeric type", NULL;
  if (fn == LINALG_UNARY_FN_SQUARE) return build2(b, OP_ARITH_MULF, x->type, x, x);
  if (fn != LINALG_UNARY_FN_RECIPROCAL) return build1(b, table[fn], x->type, x);
  bool loses;
  OpState *state = builder_begin(b, OP_ARITH_CONSTANT);
  op_state_set_prop(state, ARITH_CONSTANT_VALUE, attr_float(b->ctx, x->type, apfloat_from_double(type_float_kind(x->type), 1.0, &loses)));
  op_state_add_type(state, x->type);
  return build2(b, OP_ARITH_DIVF, x->type, builder_finish_value(b), x);
}

static Value *build_select(Builder *b, Value *condition, Value *x, Value *y, const char **problem) {
  bool known = is_float(x) || is_integer(x) || is_complex(x);
  if (!(is_integer(condition) && type_bits(condition->type) == 1 && known && x->type == y->type)) return *problem = "unsupported non numeric type", NULL;
  return build3(b, OP_ARITH_SELECT, x->type, condition, x, y);
}

// ---------------------------------------------------------------------------------------------
// Texts of bodies

typedef struct Steps {
  const char *at;
  Builder *b;
  Value *values[MAX_VALUES];
  uint32_t count;
  T result;        // the type of the last argument
  bool is_unsigned;
  int64_t fun;     // of "unary" and "binary"
  const char *problem;
} Steps;

static Str next_part(Steps *s) {
  s->at += strspn(s->at, " ");
  Str part = {s->at, strcspn(s->at, " ;")};
  s->at += part.size;
  return part;
}

static Value *next_value(Steps *s) {
  Str part = next_part(s);
  uint32_t number = 0;
  for (size_t i = 0; i < part.size; i++) number = number * 10 + (uint32_t)(part.data[i] - '0');
  return s->values[number < s->count ? number : 0];
}

static Value *build_constant(Builder *b, Str text) {
  bool is_float_text = memchr(text.data, '.', text.size) != NULL;
  T type = is_float_text ? built_type(b->ctx, BUILT_F64) : type_integer(b->ctx, 64, SIGNLESS);
  bool loses;
  OpState *state = builder_begin(b, OP_ARITH_CONSTANT);
  double number = 0;
  int64_t integer = 0;
  if (is_float_text) number = 2.3283063999999999E-10;   // the only one
  else for (size_t i = 0; i < text.size; i++) integer = integer * 10 + (text.data[i] - '0');
  op_state_set_prop(state, ARITH_CONSTANT_VALUE, is_float_text ? attr_float(b->ctx, type, apfloat_from_double(type_float_kind(type), number, &loses)) : attr_i64(b->ctx, type, integer));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

// Of `signed_i32`, `unsigned`.
static Value *build_cast(Steps *s, Str word) {
  T type = s->result;
  if (word.size > 4 && !memcmp(word.data + word.size - 4, "_i32", 4)) type = type_integer(s->b->ctx, 32, SIGNLESS);
  if (word.size > 4 && !memcmp(word.data + word.size - 4, "_f64", 4)) type = built_type(s->b->ctx, BUILT_F64);
  bool is_unsigned = word.data[0] == 'u' || (word.data[0] == 'c' && s->is_unsigned);
  return cast_number(s->b, next_value(s), type, is_unsigned);
}

static Value *build_step(Steps *s) {
  Str word = next_part(s);
  int64_t fn;
  if (str_is(word, "constant")) return build_constant(s->b, next_part(s));
  if (str_is(word, "index")) return build_loop_index(s->b, (uint32_t)(next_part(s).data[0] - '0'));
  if (str_starts_with(word, STR("signed")) || str_starts_with(word, STR("unsigned")) || str_is(word, "cast")) return build_cast(s, word);
  if (str_is(word, "unary")) return build_unary(s->b, s->fun, next_value(s), &s->problem);
  if (enum_value(&linalg_unary_fn, word, &fn)) return build_unary(s->b, fn, next_value(s), &s->problem);
  fn = s->fun;
  if (str_is(word, "binary") || enum_value(&linalg_binary_fn, word, &fn)) {
    Value *x = next_value(s);
    return build_binary(s->b, fn, x, next_value(s), &s->problem);
  }
  Value *condition = next_value(s), *x = next_value(s);
  return build_select(s->b, condition, x, next_value(s), &s->problem);
}

const char *build_named_body(Builder *b, const OpDef *def, Block *block, A cast, A fun) {
  const NamedOp *named = named_op(def->opcode);
  Steps s = {.at = named->body, .b = b, .is_unsigned = cast && attr_param(cast, 0) == LINALG_TYPE_FN_CAST_UNSIGNED, .fun = fun ? (int64_t)attr_param(fun, 0) : 0};
  for (; s.count < block->arg_count && s.count < MAX_VALUES; s.count++) s.values[s.count] = block->args[s.count];
  s.result = block->args[block->arg_count - 1]->type;
  Value *last = s.values[0];
  while (*s.at && s.count < MAX_VALUES) {
    last = s.values[s.count++] = build_step(&s);
    if (!last) return s.problem;
    s.at += strspn(s.at, "; ");
  }
  build_linalg_yield(b, &last, 1);
  return NULL;
}

const char *build_elementwise_body(Builder *b, int64_t kind, Block *block) {
  const char *problem = NULL;
  Value **args = block->args, *made;
  if (kind <= LINALG_ELEMENTWISE_KIND_ERF) made = build_unary(b, kind, args[0], &problem);
  else if (kind <= LINALG_ELEMENTWISE_KIND_POWF) made = build_binary(b, kind - LINALG_ELEMENTWISE_KIND_ADD, args[0], args[1], &problem);
  else made = build_select(b, args[0], args[1], args[2], &problem);
  if (made) build_linalg_yield(b, &made, 1);
  return problem;
}
