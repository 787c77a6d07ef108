// Canonicalization patterns of cf (after mlir/lib/Dialect/ControlFlow/IR/ControlFlowOps.cpp) and func.
#include "ops/func.h"
#include "rules/cf.h"
#include "ops/cf.h"
#include "ops/ub.h"
#include "dialects/common/blocks.h"
#include "dialects/common/build.h"
#include "ir/constants.h"

// One successor of a terminator with its operands.
typedef struct Edge {
  Block *to;
  ValueSlice operands;
} Edge;

static Edge edge_of(Greedy *g, const Operation *op, uint32_t successor) {
  Span span = op_successor_operands(op, successor);
  return (Edge){op_successor(op, successor), operand_slice(g, op, span.begin, span.end)};
}

static bool same_values(ValueSlice a, ValueSlice b) {
  return a.count == b.count && (!a.count || memcmp(a.values, b.values, a.count * sizeof *a.values) == 0);
}

static bool become_br(Greedy *g, Operation *op, Edge edge) {
  builder_before(&g->b, op);
  build_br(&g->b, edge.to, edge.operands.values, edge.operands.count);
  return greedy_erase(g, op);
}

static Block *single_predecessor(const Block *block) {
  return block->uses && !block->uses->next ? block->uses->owner->block : NULL;
}

// The block's branches lead back to a block that was visited before.
static bool branches_in_circles(Greedy *g, const Block *block) {
  Map seen;
  map_init(&seen, g->arena);
  for (; op_is(block->last, OP_CF_BR); block = op_successor(block->last, 0)) {
    if (map_find(&seen, map_key(block))) return true;
    map_put(&seen, map_key(block));
  }
  return false;
}

// If a block only branches to another one, let the edge lead to that one.
static bool collapse(Greedy *g, Edge *edge) {
  Block *block = edge->to;
  Operation *br = block->first;
  if (!br || br->next || !op_is(br, OP_CF_BR) || branches_in_circles(g, block)) return false;
  for (uint32_t i = 0; i < block->arg_count; i++)
    for (const Use *use = block->args[i]->uses; use; use = use->next)
      if (use->owner != br) return false;
  Edge next = edge_of(g, br, 0);
  Value **operands = (Value **)(uintptr_t)next.operands.values;
  for (uint32_t i = 0; i < next.operands.count; i++)
    if (value_arg_block(operands[i]) == block) operands[i] = edge->operands.values[operands[i]->index];
  *edge = next;
  return true;
}

// ---------------------------------------------------------------------------------------------
// cf.assert, cf.br

bool erase_assertion(Greedy *g, Operation *op) {
  A value = value_constant(op_operand(op, 0));
  return value && is_one_int(value) ? greedy_erase(g, op) : greedy_no_match(g, op, "it is not known to hold");
}

static bool merge_block(Greedy *g, Operation *op) {
  Block *to = op_successor(op, 0), *block = op->block;
  if (to == block || single_predecessor(to) != block || block_is_entry(to)) return false;
  Edge edge = edge_of(g, op, 0);
  move_block(g, to, block, NULL, edge.operands.values);
  greedy_erase(g, op);
  block_erase(to);
  return true;
}

bool simplify_br(Greedy *g, Operation *op) {
  if (merge_block(g, op)) return true;
  Edge edge = edge_of(g, op, 0);
  if (edge.to == op->block || !collapse(g, &edge)) return greedy_no_match(g, op, "the block does more, or is reached from elsewhere");
  return become_br(g, op, edge);
}

// ---------------------------------------------------------------------------------------------
// cf.cond_br

bool branch_on_constant(Greedy *g, Operation *op) {
  A value = value_constant(op_operand(op, 0));
  APInt condition;
  if (!value || !constant_int(value, &condition)) return greedy_no_match(g, op, "the condition is not constant");
  return become_br(g, op, edge_of(g, op, apint_is_zero(&condition)));
}

static void set_weights(Greedy *g, const Operation *from, Operation *to) {
  A weights = op_prop_at(from, CF_COND_BR_BRANCH_WEIGHTS);
  if (weights) op_set_attr(g->module, to, STR("branch_weights"), weights);
}

bool pass_through_cond_br(Greedy *g, Operation *op) {
  Edge yes = edge_of(g, op, 0), no = edge_of(g, op, 1);
  bool collapsed_yes = collapse(g, &yes), collapsed_no = collapse(g, &no);
  if (!collapsed_yes && !collapsed_no) return false;
  Operation *br = build_cond_br(&g->b, op_operand(op, 0), yes.to, yes.operands.values, yes.operands.count, no.to,
                                no.operands.values, no.operands.count);
  set_weights(g, op, br);
  return greedy_erase(g, op);
}

bool same_successors(Greedy *g, Operation *op) {
  Edge yes = edge_of(g, op, 0), no = edge_of(g, op, 1);
  if (yes.to != no.to) return false;
  if (same_values(yes.operands, no.operands)) return become_br(g, op, yes);
  for (const BlockUse *use = yes.to->uses; use; use = use->next)
    if (use->owner != op) return greedy_no_match(g, op, "the block is reached from elsewhere, too");
  Value **merged = (Value **)(uintptr_t)yes.operands.values;
  for (uint32_t i = 0; i < yes.operands.count; i++)
    if (merged[i] != no.operands.values[i]) merged[i] = build_select(&g->b, op_operand(op, 0), merged[i], no.operands.values[i]);
  return become_br(g, op, yes);
}

bool same_condition_before(Greedy *g, Operation *op) {
  Block *before = single_predecessor(op->block);
  Operation *br = before ? before->last : NULL;
  if (!op_is(br, OP_CF_COND_BR) || op_operand(br, 0) != op_operand(op, 0)) return false;
  return become_br(g, op, edge_of(g, op, op_successor(br, 0) != op->block));
}

// In a block that only one edge leads to, the condition is known.
bool know_condition(Greedy *g, Operation *op) {
  Value *condition = op_operand(op, 0);
  bool replaced = false;
  for (uint32_t i = 0; i < 2; i++) {
    Block *to = op_successor(op, i);
    if (!single_predecessor(to)) continue;
    Value *constant = NULL;
    for (Use *use = condition->uses, *next; use; use = next) {
      next = use->next;
      if (use->owner->block != to) continue;
      if (!constant) constant = bool_constant(g, i == 0);
      greedy_set_operand(g, use->owner, use_index(use), constant);
      replaced = true;
    }
  }
  return replaced;
}

bool unreachable_successor(Greedy *g, Operation *op) {
  for (uint32_t i = 0; i < 2; i++)
    if (op_is(op_successor(op, i)->first, OP_UB_UNREACHABLE)) return become_br(g, op, edge_of(g, op, 1 - i));
  return false;
}

// ---------------------------------------------------------------------------------------------
// cf.switch

typedef struct Switch {
  Edge other;                                     // the default
  VEC(struct SwitchCase { APInt value; Edge edge; }) cases;
} Switch;

static Switch switch_of(Greedy *g, const Operation *op) {
  Switch s = {.other = edge_of(g, op, 0)};
  A values = op_prop_at(op, CF_SWITCH_CASE_VALUES);
  for (uint32_t i = 1; i < op->successor_count; i++)
    vec_push(g->arena, &s.cases, (struct SwitchCase){attr_int(dense_element_attr(g->ctx, values, i - 1)), edge_of(g, op, i)});
  return s;
}

static bool become_switch(Greedy *g, Operation *op, const Switch *s) {
  Value *flag = op_operand(op, 0);
  OpState *state = builder_begin(&g->b, OP_CF_SWITCH);
  op_state_add_operand(state, flag);
  op_state_add_operands(state, s->other.operands.values, s->other.operands.count);
  vec_push(state->arena, &state->successors, s->other.to);
  uint32_t count = s->cases.count, total = 0, bytes = dense_element_bytes(flag->type);
  int32_t *sizes = arena_new(g->arena, int32_t, count + 1);
  uint8_t *data = arena_new(g->arena, uint8_t, (size_t)(count + 1) * bytes);
  if (!sizes || !data) return false;
  for (uint32_t i = 0; i < count; i++) {
    const struct SwitchCase *entry = &s->cases.data[i];
    op_state_add_operands(state, entry->edge.operands.values, entry->edge.operands.count);
    vec_push(state->arena, &state->successors, entry->edge.to);
    sizes[i] = (int32_t)entry->edge.operands.count;
    total += entry->edge.operands.count;
    apint_to_bytes(&entry->value, data + (size_t)i * bytes, bytes);
  }
  if (count) {
    T type = type_vector(g->ctx, (const int64_t[]){count}, 1, 0, flag->type);
    bool splat = true;
    for (uint32_t i = 1; i < count && splat; i++) splat = memcmp(data, data + (size_t)i * bytes, bytes) == 0;
    op_state_set_prop(state, CF_SWITCH_CASE_VALUES, attr_dense(g->ctx, type, splat, data, splat ? bytes : (size_t)count * bytes));
  }
  op_state_set_prop(state, CF_SWITCH_CASE_OPERAND_SEGMENTS, attr_i32_array(g->ctx, sizes, count));
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)s->other.operands.count, (int32_t)total}, 3);
  builder_finish(&g->b);
  return greedy_erase(g, op);
}

bool only_default(Greedy *g, Operation *op) {
  return op->successor_count == 1 && become_br(g, op, edge_of(g, op, 0));
}

// Leave out the cases for which `drop` holds.
static bool drop_cases(Greedy *g, Operation *op, bool (*drop)(const Switch *s, const struct SwitchCase *entry, const void *data),
                       const void *data) {
  Switch s = switch_of(g, op);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s.cases.count; i++)
    if (!drop(&s, &s.cases.data[i], data)) s.cases.data[kept++] = s.cases.data[i];
  if (kept == s.cases.count) return false;
  s.cases.count = kept;
  return become_switch(g, op, &s);
}

static bool is_like_default(const Switch *s, const struct SwitchCase *entry, const void *data) {
  (void)data;
  return entry->edge.to == s->other.to && same_values(entry->edge.operands, s->other.operands);
}

bool drop_default_cases(Greedy *g, Operation *op) { return drop_cases(g, op, is_like_default, NULL); }

static bool take_case(Greedy *g, Operation *op, const APInt *value) {
  Switch s = switch_of(g, op);
  for (uint32_t i = 0; i < s.cases.count; i++)
    if (apint_equal(&s.cases.data[i].value, value)) return become_br(g, op, s.cases.data[i].edge);
  return become_br(g, op, s.other);
}

bool switch_on_constant(Greedy *g, Operation *op) {
  A constant = value_constant(op_operand(op, 0));
  APInt value;
  return constant && constant_int(constant, &value) && take_case(g, op, &value);
}

bool pass_through_switch(Greedy *g, Operation *op) {
  Switch s = switch_of(g, op);
  bool changed = false;
  for (uint32_t i = 0; i < s.cases.count; i++) changed |= collapse(g, &s.cases.data[i].edge);
  changed |= collapse(g, &s.other);
  return changed && become_switch(g, op, &s);
}

// The switch on the same flag whose edge is the only one that leads here.
static Operation *switch_before(const Operation *op) {
  Block *before = single_predecessor(op->block);
  Operation *previous = before ? before->last : NULL;
  return op_is(previous, OP_CF_SWITCH) && op_operand(previous, 0) == op_operand(op, 0) ? previous : NULL;
}

bool from_case_of_switch(Greedy *g, Operation *op) {
  Operation *previous = switch_before(op);
  if (!previous || op_successor(previous, 0) == op->block) return false;
  Switch s = switch_of(g, previous);
  for (uint32_t i = 0; i < s.cases.count; i++)
    if (s.cases.data[i].edge.to == op->block) return take_case(g, op, &s.cases.data[i].value);
  return become_br(g, op, edge_of(g, op, 0));
}

static bool was_taken(const Switch *s, const struct SwitchCase *entry, const void *data) {
  (void)s;
  const Switch *before = data;
  for (uint32_t i = 0; i < before->cases.count; i++)
    if (apint_equal(&before->cases.data[i].value, &entry->value)) return true;
  return false;
}

bool from_default_of_switch(Greedy *g, Operation *op) {
  Operation *previous = switch_before(op);
  if (!previous || op_successor(previous, 0) != op->block) return false;
  Switch before = switch_of(g, previous);
  return drop_cases(g, op, was_taken, &before);
}


// ---------------------------------------------------------------------------------------------
// func

bool call_directly(Greedy *g, Operation *op) {
  Operation *constant = operand_defined_by(op, 0, OP_FUNC_CONSTANT);
  if (!constant) return greedy_no_match(g, op, "the function is not known");
  ValueSlice operands = operand_slice(g, op, 1, op->operand_count);
  OpState *state = builder_begin(&g->b, OP_FUNC_CALL);
  op_state_add_operands(state, operands.values, operands.count);
  op_state_take_types(state, op);
  op_state_set_prop(state, FUNC_CALL_CALLEE, op_prop_at(constant, FUNC_CONSTANT_VALUE));
  return greedy_replace_op(g, op, builder_finish(&g->b));
}
