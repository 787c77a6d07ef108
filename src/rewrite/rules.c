#include "rewrite/rules.h"

#include "asm/params.h"
#include "ir/constants.h"
#include "rewrite/script.h"

static bool is_small(char c) { return c >= 'a' && c <= 'z'; }

static void note_op(RuleMatch *m, Operation *op) {
  if (m->op_count < countof(m->ops)) m->ops[m->op_count++] = op;
}

// Whether the operation at m->at has the same name as `op`, but for the dialect, which is the root's.
static bool match_name(RuleMatch *m, const Operation *op) {
  const char *end = m->at;
  while (*end && *end != '(') end++;
  Str dialect = op_dialect_name(m->root), name = op_name(op);
  size_t size = (size_t)(end - m->at);
  bool same = name.size == dialect.size + 1 + size && memcmp(name.data, dialect.data, dialect.size) == 0 &&
              memcmp(name.data + dialect.size + 1, m->at, size) == 0;
  m->at = end;
  return same;
}

static bool match_operands(RuleMatch *m, Operation *op);

static bool match_constant(RuleMatch *m, const Value *value) {
  Operation *def = value_def(value);
  A attr = def ? folder_constant(&m->g->folder, def) : NULL;
  char kind = *m->at++;
  if (!attr) return false;
  bool matches = false;
  switch (kind) {
    case 'A':
    case 'B': matches = attr_kind(attr) == ATTR_INTEGER; break;
    case 'C': matches = true; break;
    case 'T': matches = attr == m->g->ctx->attrs.true_; break;
    case 'F': matches = attr == m->g->ctx->attrs.false_; break;
    case '1': matches = is_one_int(attr); break;
    case '-': m->at++, matches = is_all_ones_int(attr); break;
  }
  if (kind >= 'A') m->constants[kind - 'A'] = attr;
  note_op(m, def);
  return matches;
}

// operand ::= small-letter | constant | operation
static bool match_value(RuleMatch *m, Value *value) {
  if (!is_small(m->at[0])) return match_constant(m, value);
  if (!is_small(m->at[1]) && m->at[1] != '(') {
    Value **known = &m->values[*m->at++ - 'a'];
    if (!*known) *known = value;
    return *known == value;
  }
  Operation *def = value_def(value);
  if (!def || value->index != 0 || !match_name(m, def) || !match_operands(m, def)) return false;
  note_op(m, def);
  return true;
}

static bool match_operands(RuleMatch *m, Operation *op) {
  A overflow = op_prop(op, "overflowFlags");
  if (overflow && attr_param_enum(overflow, 0)) {
    m->overflow_def = overflow->def;
    m->overflow &= attr_param(overflow, 0);
  } else {
    m->overflow = 0;
  }
  for (uint32_t i = 0; i < op->operand_count; i++) {
    m->at++;   // `(` or `,`
    if (!match_value(m, op_operand(op, i))) return false;
  }
  m->at++;     // `)`
  return true;
}

static A calculate(const RuleMatch *m, const char *sum) {
  A first = rule_constant(m, sum[0]), second = rule_constant(m, sum[2]);
  APInt a = attr_int(first), b = attr_int(second);
  if (a.width != b.width || type_bits(op_result_type(m->root, 0)) != a.width) return NULL;
  APInt value = sum[1] == '+' ? apint_add(m->g->arena, &a, &b) : sum[1] == '-' ? apint_sub(m->g->arena, &a, &b)
                                                                                : apint_mul(m->g->arena, &a, &b);
  return attr_integer(m->g->ctx, op_result_type(m->root, 0), &value);
}

static void fuse_locations(RuleMatch *m) {
  Loc locs[countof(m->ops)];
  uint32_t count = m->g->pattern->benefit;
  if (count < 2) return;
  if (count > m->op_count) count = m->op_count;
  for (uint32_t i = 0; i < count; i++) locs[i] = m->ops[i]->loc;
  m->g->b.loc.attr = loc_fuse(m->g->module, locs, count);
}

bool apply_rule(Greedy *g, Operation *op) {
  const Rule *rule = g->pattern->data;
  RuleMatch m = {.g = g, .root = op, .at = rule->from, .overflow = UINT64_MAX};
  note_op(&m, op);
  if (!match_name(&m, op) || !match_operands(&m, op) || (rule->when && !rule->when(&m))) return false;
  if (!rule->to) return greedy_replace1(g, op, rule_value(&m, 'x'));
  static const char names[] = "xyabc";
  Script s;
  script_init(&s, &g->b, op_dialect(g->ctx, op->def)->name, op, NULL);
  s.type = op_operand_type(op, 0);
  if (!(rule->flags & KEEP_FASTMATH)) s.fastmath = NULL;
  for (const char *name = names; *name; name++) {
    static const char texts[] = "x\0y\0a\0b\0c";
    if (rule_value(&m, *name)) script_value(&s, texts + 2 * (name - names), rule_value(&m, *name));
  }
  if (rule_constant(&m, 'C')) script_attr(&s, "C", rule_constant(&m, 'C'));
  if (rule->sum) {
    A k = calculate(&m, rule->sum);
    if (!k) return false;
    script_attr(&s, "k", k);
  }
  if (rule->flags & KEEP_PREDICATE) script_attr(&s, "predicate", op_prop(op, "predicate"));
  if (rule->flags & KEEP_OVERFLOW) script_attr(&s, "overflowFlags", op_prop(op, "overflowFlags"));
  if (rule->flags & MERGE_OVERFLOW && m.overflow_def)
    script_attr(&s, "overflowFlags", attr_from_params(g->ctx, m.overflow_def, &m.overflow));
  fuse_locations(&m);
  Value *results[2] = {script_run(&s, rule->to)};
  if (op->result_count == 2) {   // named
    results[0] = script_get(&s, "low");
    results[1] = script_get(&s, "high");
  }
  if (s.failed) return false;
  return greedy_replace(g, op, results);
}
