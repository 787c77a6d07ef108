#include "rewrite/rules.h"

#include "asm/enums.h"
#include "asm/params.h"
#include "ir/constants.h"
#include "rewrite/rules_trace.h"

enum { MOST_ARGS = 16, MOST_RESULTS = 64 };

static const OpDef *def_of(const RuleMatch *m, const RuleProgram *program, uint16_t def) {
  return def & OPCODE_USER ? program->defs[def & ~OPCODE_USER] : context_op_of(m->ctx, def);
}

static bool is_op(const RuleProgram *program, const Operation *op, uint16_t def) {
  return def & OPCODE_USER ? op->def == program->defs[def & ~OPCODE_USER] : op->def->opcode == def;
}

// ---------------------------------------------------------------------------------------------
// Tests

static Value *operand(const RuleMatch *m, uint16_t op, uint16_t i) {
  return op || !m->operands ? op_operand(m->ops[op], i) : m->operands[i];
}

static bool match_op(RuleMatch *m, const RuleProgram *program, const uint16_t *words) {
  Value *value = op_operand(m->ops[words[1]], words[2]);
  Operation *def = value_def(value);
  if (!def || value->index != 0 || !is_op(program, def, words[3])) return false;
  m->ops[words[0]] = def;
  return true;
}

static bool match_constant(RuleMatch *m, const uint16_t *words) {
  Operation *def = value_def(op_operand(m->ops[words[2]], words[3]));
  A attr = def ? folder_constant(m->folder, def) : NULL;
  if (!attr) return false;
  m->ops[words[1]] = def;
  if (words[0] != RULE_NONE) m->registers[words[0]].attr = attr;
  switch (words[4]) {
    case RULE_INTEGER: return attr_kind(attr) == ATTR_INTEGER;
    case RULE_IS_ZERO: return is_zero_int(attr);
    case RULE_IS_ONE: return is_one_int(attr);
    case RULE_IS_ALL_ONES: return is_all_ones_int(attr);
    case RULE_IS_TRUE: return attr == m->ctx->attrs.true_;
    case RULE_IS_FALSE: return attr == m->ctx->attrs.false_;
    default: return true;
  }
}

static int64_t two_words(const uint16_t *words) { return (int32_t)((uint32_t)words[0] | (uint32_t)words[1] << 16); }
static uint64_t four_words(const uint16_t *words) {
  return (uint64_t)words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32 | (uint64_t)words[3] << 48;
}

// An integer or a splat of it.
static bool match_int(RuleMatch *m, const uint16_t *words) {
  Operation *def = value_def(op_operand(m->ops[words[1]], words[2]));
  A attr = def ? folder_constant(m->folder, def) : NULL;
  APInt value;
  int64_t small;
  m->ops[words[0]] = def;
  return attr && constant_int(attr, &value) && apint_to_i64(&value, &small) && small == (int64_t)four_words(words + 3);
}

static bool match_float(RuleMatch *m, const uint16_t *words) {
  Operation *def = value_def(op_operand(m->ops[words[1]], words[2]));
  A attr = def ? folder_constant(m->folder, def) : NULL;
  m->ops[words[0]] = def;
  APFloat value;
  bool loses_info;
  if (!constant_float(attr, &value)) return false;
  APFloat wanted = apfloat_convert(apfloat_from_bits(FLOAT_F64, four_words(words + 3), 0), value.kind, ROUND_NEAREST_EVEN, &loses_info);
  return !loses_info && apfloat_bits_equal(value, wanted);
}

static bool attr_has_value(A attr, int64_t value) {
  if (!attr) return false;
  return attr_kind(attr) == ATTR_INTEGER ? attr_to_i64(attr) == value : attr->def->kind == ATTR_DIALECT && attr_param_enum(attr, 0) && (int64_t)attr_param(attr, 0) == value;
}

static bool match_rest(RuleMatch *m, const uint16_t *words) {
  Operation *op = m->ops[words[1]];
  uint32_t count = op->operand_count - words[2];
  RuleValues *list = arena_new(m->arena, RuleValues, 1);
  Value **values = arena_new(m->arena, Value *, count + 1);
  if (!list || !values) return false;
  for (uint32_t i = 0; i < count; i++) values[i] = operand(m, words[1], (uint16_t)(words[2] + i));
  *list = (RuleValues){values, count};
  m->registers[words[0]].values = list;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Types and attributes

static A integer(RuleMatch *m, T type, uint64_t value, bool is_negative) {
  T element = type_element_or_self(type);
  if (type_is_float(element)) return float_attr_of(m->ctx, type, apfloat_from_double(type_float_kind(element), is_negative ? -(double)value : (double)value, NULL));
  // Beyond 64 bits upstream's constants are not sign-extended.
  APInt integer = apint_u64(m->arena, type_bits(element), is_negative ? 0 - value : value);
  return int_attr_of(m->ctx, type, &integer);
}

static A number(RuleMatch *m, T type, uint64_t bits) {
  T element = type_element_or_self(type);
  if (!type_is_float(element)) return NULL;
  APFloat value = apfloat_from_bits(FLOAT_F64, bits, 0);
  return float_attr_of(m->ctx, type, apfloat_convert(value, type_float_kind(element), ROUND_NEAREST_EVEN, NULL));
}

static A special(RuleMatch *m, T type, RuleSpecial which) {
  T element = type_element_or_self(type);
  if (which == RULE_ALL_TRUE || which == RULE_ALL_FALSE) return type_is_bit(element) ? bool_attr_of(m->ctx, type, which == RULE_ALL_TRUE) : NULL;
  if (!type_is_float(element)) return NULL;
  FloatKind kind = type_float_kind(element);
  return float_attr_of(m->ctx, type, which == RULE_NAN ? apfloat_nan(kind, false) : apfloat_infinity(kind, which == RULE_MINUS_INFINITY));
}

static A calculate(RuleMatch *m, char sign, A first, A second) {
  if (attr_kind(first) != ATTR_INTEGER || attr_kind(second) != ATTR_INTEGER) return NULL;
  T type = attr_value_type(first);
  if (type != attr_value_type(second)) return NULL;
  APInt a = attr_int(first), b = attr_int(second);
  APInt value = sign == '+' ? apint_add(m->arena, &a, &b) : sign == '-' ? apint_sub(m->arena, &a, &b) : apint_mul(m->arena, &a, &b);
  return attr_integer(m->ctx, type, &value);
}

// What the slot holds for an enum's value or an integer.
static A literal(RuleMatch *m, const OpDef *def, uint16_t slot, int64_t value) {
  const AttrConstraint *constraint = def_attr_type(def, slot);
  if (constraint_enum(def->table, constraint)) return enum_attr(m->ctx, def->table, constraint, value);
  T type = built_type(m->ctx, constraint->value_type);
  return attr_i64(m->ctx, type ? type : m->ctx->types.i64, value);
}

// The flags that all operations have; NULL when none has any.
static A common_flags(RuleMatch *m, const uint16_t *words, uint32_t count) {
  const AttrDef *def = NULL;
  uint64_t flags = UINT64_MAX;
  for (uint32_t i = 0; i < count; i++) {
    uint16_t slot = words[2 * i + 1];
    A attr = slot == RULE_NONE ? NULL : op_prop_at(m->ops[words[2 * i]], slot);
    if (attr && attr_param_enum(attr, 0)) {
      def = attr->def;
      flags &= attr_param(attr, 0);
    } else {
      flags = 0;
    }
  }
  return def ? attr_from_params(m->ctx, def, &flags) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Functions

static void take_args(const RuleMatch *m, RuleArg *args, const uint16_t *registers, uint32_t count) {
  for (uint32_t i = 0; i < count && i < MOST_ARGS; i++) args[i] = m->registers[registers[i]];
}

// Run RuleFunctionKind, function, count, registers.
static RuleArg call(const RuleMatch *m, const RuleProgram *program, const uint16_t *words) {
  RuleArg args[MOST_ARGS], out = {0};
  RecordFn *function = program->functions[words[1]];
  take_args(m, args, words + 3, words[2]);
  switch (words[0]) {
    case RULE_ATTR_FN: out.attr = ((RuleAttrFn *)function)(m, args); break;
    case RULE_TYPE_FN: out.type = ((RuleTypeFn *)function)(m, args); break;
    default: out.value = ((RuleBuilderFn *)function)(m, args); break;
  }
  return out;
}

static bool test(const RuleMatch *m, const RuleProgram *program, const uint16_t *words) {
  RuleArg args[MOST_ARGS];
  RecordFn *function = program->functions[words[0]];
  take_args(m, args, words + 2, words[1]);
  return ((RulePredicateFn *)function)(m, args);
}

// ---------------------------------------------------------------------------------------------
// Instructions. Each of these runs one and returns how many words it has; 0: the rule does not apply.

static uint32_t run_test(RuleMatch *m, const RuleProgram *program, const uint16_t *at) {
  const uint16_t *words = at + 1;
  switch (at[0]) {
    case RULE_WHY:
      m->why = words[0] ? program->texts + words[0] : NULL;
      return 2;
    case RULE_ROOT: return is_op(program, m->root, words[0]) ? 2 : 0;
    case RULE_OP: return match_op(m, program, words) ? 5 : 0;
    case RULE_RESULTS: return m->root->result_count == words[0] ? 2 : 0;
    case RULE_COUNT: return m->ops[words[0]]->operand_count == words[1] ? 3 : 0;
    case RULE_LEAST: return m->ops[words[0]]->operand_count >= words[1] ? 3 : 0;
    case RULE_VALUE:
      m->registers[words[0]].value = operand(m, words[1], words[2]);
      return 4;
    case RULE_SAME: return m->registers[words[0]].value == operand(m, words[1], words[2]) ? 4 : 0;
    case RULE_REST: return match_rest(m, words) ? 4 : 0;
    case RULE_CONSTANT: return match_constant(m, words) ? 6 : 0;
    case RULE_CONSTANT_INT: return match_int(m, words) ? 8 : 0;
    case RULE_CONSTANT_FLOAT: return match_float(m, words) ? 8 : 0;
    case RULE_ATTR: return (m->registers[words[0]].attr = op_prop_at(m->ops[words[1]], words[2])) ? 4 : 0;
    case RULE_ATTR_IS: return attr_has_value(op_prop_at(m->ops[words[0]], words[1]), two_words(words + 2)) ? 5 : 0;
    case RULE_NO_ATTR: return !op_prop_at(m->ops[words[0]], words[1]) ? 3 : 0;
    case RULE_EQUAL: return (m->registers[words[1]].attr == m->registers[words[2]].attr) != words[0] ? 4 : 0;
    case RULE_UNUSED: return (op_result(m->root, words[1])->uses == NULL) != words[0] ? 3 : 0;
    default: return test(m, program, words + 1) != words[0] ? 4u + words[2] : 0;
  }
}

static T converted(RuleMatch *m, T type) {
  T out = m->types ? type_convert(m->types, type) : type;
  if (!out && !m->why) m->why = "a type cannot be converted";
  return out;
}

static uint32_t run_type(RuleMatch *m, const RuleProgram *program, const uint16_t *at) {
  RuleArg *r = m->registers, *out = &r[at[1]];
  uint32_t size = 3;
  switch (at[0]) {
    case RULE_TYPE_OF: out->type = r[at[2]].value->type; break;
    case RULE_TYPE_OF_ATTR: out->type = attr_value_type(r[at[2]].attr); break;
    case RULE_TYPE_RESULT: out->type = op_result_type(m->root, at[2]); break;
    case RULE_ELEMENT: out->type = type_element(r[at[2]].type); break;
    case RULE_LIKE:
      out->type = type_with_element(m->ctx, r[at[2]].type, r[at[3]].type);
      size = 4;
      break;
    case RULE_CONVERTED: out->type = converted(m, r[at[2]].type); break;
    case RULE_TYPE_INT: out->type = type_integer(m->ctx, at[2], SIGNLESS); break;
    case RULE_TYPE_FLOAT: out->type = type_float(m->ctx, (FloatKind)at[2]); break;
    case RULE_POOL: out->type = program->pool[at[2]]; break;
    default:
      out->type = m->ctx->types.index;
      size = 2;
      break;
  }
  return out->type ? size : 0;
}

// Attributes that may be none.
static uint32_t run_maybe(RuleMatch *m, const RuleProgram *program, const uint16_t *at) {
  RuleArg *out = &m->registers[at[1]];
  switch (at[0]) {
    case RULE_ROOT_ATTR:
      out->attr = op_prop_at(m->root, at[2]);
      return 3;
    case RULE_COMMON:
      out->attr = common_flags(m, at + 3, at[2]);
      return 3u + 2u * at[2];
    default:
      *out = call(m, program, at + 2);
      return 5u + at[4];
  }
}

static uint32_t run_attr(RuleMatch *m, const RuleProgram *program, const uint16_t *at) {
  RuleArg *r = m->registers, *out = &r[at[1]];
  uint32_t size = 3;
  switch (at[0]) {
    case RULE_INT:
      out->attr = integer(m, r[at[2]].type, four_words(at + 3), at[7]);
      size = 8;
      break;
    case RULE_FLOAT:
      out->attr = number(m, r[at[2]].type, four_words(at + 3));
      size = 7;
      break;
    case RULE_SPECIAL:
      out->attr = special(m, r[at[2]].type, (RuleSpecial)at[3]);
      size = 4;
      break;
    case RULE_CALCULATE:
      out->attr = calculate(m, (char)at[2], r[at[3]].attr, r[at[4]].attr);
      size = 5;
      break;
    case RULE_LITERAL:
      out->attr = literal(m, def_of(m, program, at[2]), at[3], two_words(at + 4));
      size = 6;
      break;
    case RULE_TRUE: case RULE_UNIT:
      out->attr = at[0] == RULE_TRUE ? m->ctx->attrs.true_ : m->ctx->attrs.unit;
      size = 2;
      break;
    case RULE_BOOL: out->attr = at[2] ? m->ctx->attrs.true_ : m->ctx->attrs.false_; break;
    case RULE_STRING: out->attr = attr_string(m->ctx, str_from(program->texts + at[2])); break;
    default:
      *out = call(m, program, at + 2);
      size = 5u + at[4];
      break;
  }
  return out->attr ? size : 0;
}

static void make_constant(RuleMatch *m, const RuleProgram *program, const uint16_t *words) {
  A attr = m->registers[words[3]].attr;
  OpState *state = builder_begin_def(m->b, def_of(m, program, words[1]));
  op_state_set_prop(state, words[2], attr);
  op_state_add_type(state, attr_value_type(attr));
  m->registers[words[0]].value = builder_finish_value(m->b);
}

static void fuse(RuleMatch *m, const uint16_t *ops, uint32_t count) {
  Loc locs[RULE_OPS];
  for (uint32_t i = 0; i < count; i++) locs[i] = m->ops[ops[i]]->loc;
  m->b->loc.attr = loc_fuse(m->module, locs, count);
}

static uint32_t run_making(RuleMatch *m, const RuleProgram *program, const uint16_t *at) {
  RuleArg *r = m->registers;
  OpState *state = &m->b->state;
  switch (at[0]) {
    case RULE_FUSE:
      fuse(m, at + 2, at[1]);
      return 2u + at[1];
    case RULE_BEGIN:
      builder_begin_def(m->b, def_of(m, program, at[1]));
      return 2;
    case RULE_OPERAND:
      op_state_add_operand(state, r[at[1]].value);
      return 2;
    case RULE_OPERANDS:
      op_state_add_operands(state, r[at[1]].values->values, r[at[1]].values->count);
      return 2;
    case RULE_RESULT_TYPE:
      op_state_add_type(state, r[at[1]].type);
      return 2;
    case RULE_PROP:
      if (r[at[2]].attr) op_state_set_prop(state, at[1], r[at[2]].attr);
      return 3;
    case RULE_FINISH:
      m->made = builder_finish(m->b);
      r[at[1]].value = m->made->result_count ? op_result(m->made, 0) : NULL;
      return 2;
    case RULE_RESULT:
      if (at[2] >= m->made->result_count) return 0;
      r[at[1]].value = op_result(m->made, at[2]);
      return 3;
    case RULE_MAKE_CONSTANT:
      make_constant(m, program, at + 1);
      return 5;
    default: return 0;
  }
}

static uint32_t run_one(RuleMatch *m, const RuleProgram *program, const uint16_t *at) {
  if (at[0] <= RULE_TEST) return run_test(m, program, at);
  if (at[0] <= RULE_POOL) return run_type(m, program, at);
  if (at[0] == RULE_ROOT_ATTR || at[0] == RULE_COMMON || at[0] == RULE_CALL_MAYBE) return run_maybe(m, program, at);
  if (at[0] <= RULE_CALL) return run_attr(m, program, at);
  return run_making(m, program, at);
}

// Run to the end of the tests. NULL: the rule does not apply.
static const uint16_t *match(RuleMatch *m, const Rule *rule, uint32_t *failed) {
  const uint16_t *at = rule->program->code + rule->code;
  while (at[0] != RULE_MADE) {
    uint32_t size = run_one(m, rule->program, at);
    if (!size) {
      *failed = (uint32_t)(at - rule->program->code);
      return NULL;
    }
    at += size;
  }
  *failed = RULE_NOWHERE;
  return at + 1;
}

// Run what is made, up to RULE_REPLACE or RULE_ERASE. NULL: it cannot be made.
static const uint16_t *make(RuleMatch *m, const Rule *rule, const uint16_t *at) {
  while (at[0] != RULE_REPLACE && at[0] != RULE_ERASE) {
    uint32_t size = run_one(m, rule->program, at);
    if (!size || m->ctx->mem.exhausted) return NULL;
    at += size;
  }
  return at;
}

static uint32_t take_results(const RuleMatch *m, const uint16_t *at, Value **out) {
  uint32_t count = at[0] == RULE_REPLACE ? at[1] : 0;
  for (uint32_t i = 0; i < count; i++) out[i] = at[2 + i] == RULE_NONE ? NULL : m->registers[at[2 + i]].value;
  return count;
}

static bool have_types(const Operation *op, Value *const *results, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (results[i] && results[i]->type != op_result_type(op, i)) return false;
  return true;
}

// Not initialized as a whole: registers are many, and most rules do not get far.
#define BEGIN_MATCH(m, driver, converted_operands, converter)                                                                  \
  (m)->ctx = (driver)->ctx, (m)->module = (driver)->module, (m)->run = (driver)->run, (m)->arena = (driver)->arena,         \
  (m)->b = &(driver)->b, (m)->root = (m)->ops[0] = op, (m)->operands = (converted_operands), (m)->types = (converter),      \
  (m)->folder = &(driver)->folder, (m)->why = NULL

// The rule does not apply: false.
static bool failed_at(const RuleMatch *m, const Rule *rule, RuleFailure *failure, uint32_t code) {
  failure->code = code;
  if (m->run->explain) rule_tell_failed(m, rule, code);
  if (failure->arena) failure->why = rule_reason(m, rule, code, failure->arena);
  return false;
}

bool rule_apply(Greedy *g, Operation *op, const Rule *rule, RuleFailure *failure) {
  RuleMatch m;
  uint32_t failed;
  BEGIN_MATCH(&m, g, NULL, NULL);
  const uint16_t *at = match(&m, rule, &failed);
  if (!at && m.why) greedy_no_match(g, op, m.why);
  if (!at) return failed_at(&m, rule, failure, failed);
  Value *results[MOST_RESULTS];
  if (!(at = make(&m, rule, at))) return failed_at(&m, rule, failure, RULE_NOWHERE);
  if (!have_types(op, results, take_results(&m, at, results))) return failed_at(&m, rule, failure, RULE_NOWHERE);
  if (m.run->explain) rule_tell_applied(&m, rule);
  return greedy_replace(g, op, results);
}

bool rule_convert(Conversion *c, Operation *op, Value *const *operands, const Rule *rule, RuleFailure *failure) {
  RuleMatch m;
  uint32_t failed;
  BEGIN_MATCH(&m, c, operands, c->types);
  const uint16_t *at = match(&m, rule, &failed);
  if (!at && m.why) convert_no_match(c, op, m.why);
  if (!at) return failed_at(&m, rule, failure, failed);
  if (m.run->explain) rule_tell_applied(&m, rule);
  for (; at[0] == RULE_REMAP; at += 2) {
    Value *value = convert_remap(c, m.registers[at[1]].value, c->types);
    if (!value) {
      m.why = "a type cannot be converted";
      convert_no_match(c, op, m.why);
      return failed_at(&m, rule, failure, RULE_NOWHERE);
    }
    m.registers[at[1]].value = value;
  }
  Value *results[MOST_RESULTS];
  if (!(at = make(&m, rule, at))) return failed_at(&m, rule, failure, RULE_NOWHERE);
  uint32_t count = take_results(&m, at, results);
  return at[0] == RULE_ERASE ? convert_erase(c, op) : convert_replace(c, op, results, count);
}

bool apply_rule(Greedy *g, Operation *op) {
  return rule_apply(g, op, g->pattern->data, &(RuleFailure){0});
}

bool convert_by_rule(Conversion *c, Operation *op, Value *const *operands) {
  return rule_convert(c, op, operands, c->pattern->data, &(RuleFailure){0});
}
