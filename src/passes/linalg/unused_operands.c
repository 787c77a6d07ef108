// Operands and results of linalg.generic that nothing needs
// (after mlir/lib/Dialect/Linalg/Transforms/EraseUnusedOperandsAndResults.cpp).
#include "ops/linalg.h"

#include "ir/type.h"
#include "passes/linalg/linalg.h"

typedef struct Kept {
  Structured s;
  bool *is_dropped;       // of each operand
  uint32_t *becomes;      // of each operand: its place among those that stay
  ValueVec inputs, inits;
  AffineMapVec maps;
} Kept;

// Whether the loops can still be told when the operand goes, too.
static bool try_drop(Greedy *g, Kept *k, uint32_t operand) {
  AffineMapVec rest = {0};
  k->is_dropped[operand] = true;
  for (uint32_t i = 0; i < k->s.op->operand_count; i++)
    if (!k->is_dropped[i]) vec_push(g->arena, &rest, k->s.maps.data[i]);
  if (maps_tell_loops(rest.data, rest.count, k->s.iterators.count)) return true;
  k->is_dropped[operand] = false;
  return false;
}

static void keep(Greedy *g, Kept *k, uint32_t operand) {
  bool is_input = operand < k->s.inputs.end;
  k->becomes[operand] = is_input ? k->inputs.count : k->inits.count;
  vec_push(g->arena, is_input ? &k->inputs : &k->inits, op_operand(k->s.op, operand));
  vec_push(g->arena, &k->maps, k->s.maps.data[operand]);
}

static void keep_inputs(Greedy *g, Kept *k) {
  for (uint32_t i = 0; i < k->s.inputs.end; i++) {
    uint32_t same = 0;
    if (!structured_uses(&k->s, i) && try_drop(g, k, i)) continue;
    while (same < i && (k->is_dropped[same] || op_operand(k->s.op, same) != op_operand(k->s.op, i) || k->s.maps.data[same] != k->s.maps.data[i])) same++;
    if (same == i) {
      keep(g, k, i);
      continue;
    }
    k->becomes[i] = k->becomes[same];
    k->is_dropped[i] = true;
  }
}

static bool is_dead(const Structured *s, uint32_t result) {
  uint32_t init = s->inits.begin + result;
  const Value *arg = s->body->args[init];
  if (op_result(s->op, result)->uses) return false;
  if (!arg->uses) return true;
  return value_has_one_use(arg) && arg->uses->owner == s->body->last && op_operand(s->body->last, result) == arg;
}

static void keep_inits(Greedy *g, Kept *k, bool *is_same) {
  const Structured *s = &k->s;
  bool on_tensors = structured_is_on_tensors(s->op);
  for (uint32_t i = s->inits.begin; i < s->inits.end; i++) {
    uint32_t result = i - s->inits.begin, same = s->inits.begin;
    if (on_tensors && is_dead(s, result) && try_drop(g, k, i)) continue;
    if (on_tensors && !structured_uses(s, i)) {
      while (same < i && (k->is_dropped[same] || op_operand(s->op, same) != op_operand(s->op, i) || s->maps.data[same] != s->maps.data[i] ||
                          op_operand(s->body->last, same - s->inits.begin) != op_operand(s->body->last, result))) same++;
      if (same < i) {
        k->becomes[i] = k->becomes[same];
        k->is_dropped[i] = is_same[i] = true;
        continue;
      }
    }
    keep(g, k, i);
  }
}

// The body goes to the new operation; arguments that were duplicates become the one that stays.
static void take_body(Greedy *g, const Kept *k, Operation *made) {
  const Structured *s = &k->s;
  region_take_blocks(op_region(made, 0), op_region(s->op, 0), NULL);
  Operation *yield = s->body->last;
  if (k->inits.count < span_size(s->inits)) {
    ValueVec values = {0};
    for (uint32_t i = s->inits.begin; i < s->inits.end; i++)
      if (!k->is_dropped[i]) vec_push(g->arena, &values, op_operand(yield, i - s->inits.begin));
    op_set_operands(g->module, yield, values.data, values.count);
  }
  for (uint32_t i = 0; i < s->inputs.end; i++) {
    if (!k->is_dropped[i] || !s->body->args[i]->uses) continue;
    uint32_t same = 0;
    while (k->is_dropped[same] || k->becomes[same] != k->becomes[i]) same++;
    greedy_replace_uses(g, s->body->args[i], s->body->args[same]);
  }
  for (uint32_t i = s->op->operand_count; i-- > 0;)
    if (k->is_dropped[i]) block_erase_arg(s->body, i);
}

static bool drop_unused(Greedy *g, Operation *op) {
  Kept k = {0};
  if (!structured_parts(g, op, &k.s) || k.s.body->last->operand_count != span_size(k.s.inits)) return false;
  k.is_dropped = arena_new(g->arena, bool, op->operand_count + 1);
  k.becomes = arena_new(g->arena, uint32_t, op->operand_count + 1);
  bool *is_same = arena_new(g->arena, bool, op->operand_count + 1);
  if (!k.is_dropped || !k.becomes || !is_same) return false;
  memset(k.is_dropped, 0, op->operand_count + 1);
  memset(is_same, 0, op->operand_count + 1);
  keep_inputs(g, &k);
  keep_inits(g, &k, is_same);
  if (k.inputs.count + k.inits.count == op->operand_count) return greedy_no_match(g, op, "all its operands are needed");
  Operation *made = build_generic(&g->b, &k.inputs, &k.inits, &k.maps, op_prop_at(op, LINALG_GENERIC_ITERATOR_TYPES), g->arena);
  op_set_prop(made, LINALG_GENERIC_DOC, op_prop_at(op, LINALG_GENERIC_DOC));
  op_set_prop(made, LINALG_GENERIC_LIBRARY_CALL, op_prop_at(op, LINALG_GENERIC_LIBRARY_CALL));
  for (uint32_t i = 0; i < op->attr_count; i++) op_set_discardable(g->module, made, op->attrs[i].name, op->attrs[i].value);
  take_body(g, &k, made);
  for (uint32_t i = 0; i < op->result_count; i++) {
    uint32_t init = k.s.inits.begin + i;
    if (!k.is_dropped[init] || is_same[init]) greedy_replace_uses(g, op_result(op, i), op_result(made, k.becomes[init]));
  }
  return greedy_erase(g, op);
}

// What only goes from an init to its own result, through one operation, is not needed where that result is not.
static bool cut_cycles(Greedy *g, Operation *op) {
  Structured s;
  bool any = false;
  if (!structured_is_on_tensors(op) || !structured_parts(g, op, &s) || s.body->last->operand_count != op->result_count) return false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *arg = s.body->args[s.inits.begin + i];
    if (op_result(op, i)->uses || !value_has_one_use(arg)) continue;
    Operation *user = arg->uses->owner;
    if (user->result_count != 1 || !value_has_one_use(op_result(user, 0)) || op_result(user, 0)->uses->owner != s.body->last) continue;
    if (op_operand(s.body->last, i) != op_result(user, 0)) continue;
    greedy_replace1(g, user, arg);
    any = true;
  }
  return any && greedy_updated(g, op);
}

static const GreedyPattern patterns[] = {
  {.root = OP_LINALG_GENERIC, .rewrite = drop_unused, .name = "linalg.generic without what nothing needs"},
  {.root = OP_LINALG_GENERIC, .rewrite = cut_cycles, .name = "an init that only its own unused result is made of"},
};
const PatternSet unused_operand_patterns = PATTERN_SET(patterns);
