// Canonicalization patterns of scf.while (after mlir/lib/Dialect/SCF/IR/SCF.cpp).
#include "ops/scf.h"
#include "ops/arith.h"

#include "dialects/arith/fold.h"
#include "dialects/common/build.h"
#include "dialects/scf/canonicalize.h"
#include "ir/fold.h"

static Block *before_of(const Operation *op) { return op_region(op, 0)->first; }
static Block *after_of(const Operation *op) { return op_region(op, 1)->first; }
static Operation *condition_op(const Operation *op) { return before_of(op)->last; }
static Value *condition_arg(const Operation *op, uint32_t i) { return op_operand(condition_op(op), i + 1); }

// The replacement of an argument: the new argument of that number, or a value.
typedef struct Fate {
  Value *value;       // the value that replaces it; NULL with number < 0: it is unused
  int32_t number;
} Fate;

// A loop with other arguments (`before`, one entry per old argument) and results (`after`); the operands of
// the terminators are those given.
typedef struct Plan {
  Fate *before, *after;
  ValueVec inits, yields, passed;   // passed on by scf.condition
  bool new_inits, new_results, plain;   // plain: without the attributes of the old ones
} Plan;

static Plan plan_of(Greedy *g, const Operation *op) {
  Plan plan = {0};
  plan.before = arena_new(g->arena, Fate, op->operand_count + 1);
  plan.after = arena_new(g->arena, Fate, op->result_count + 1);
  return plan;
}

static void keep_arg(Greedy *g, Plan *plan, const Operation *op, uint32_t i) {
  plan->before[i] = (Fate){NULL, (int32_t)plan->inits.count};
  vec_push(g->arena, &plan->inits, op_operand(op, i));
  vec_push(g->arena, &plan->yields, op_operand(after_of(op)->last, i));
}

static void keep_result(Greedy *g, Plan *plan, const Operation *op, uint32_t i) {
  plan->after[i] = (Fate){NULL, (int32_t)plan->passed.count};
  vec_push(g->arena, &plan->passed, condition_arg(op, i));
}

static void keep_all_args(Greedy *g, Plan *plan, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) keep_arg(g, plan, op, i);
}
static void keep_all_results(Greedy *g, Plan *plan, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++) keep_result(g, plan, op, i);
}

// Whether some arguments go and the others stay as they are.
static bool only_drops(const Block *from, const Fate *fates, const ValueVec *like) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < from->arg_count; i++) {
    if (fates[i].value || fates[i].number < 0) continue;
    if (fates[i].number != (int32_t)kept || kept >= like->count || like->data[kept]->type != from->args[i]->type) return false;
    kept++;
  }
  return kept == like->count;
}

// In place: what stays is not looked at again.
static void drop_args(Greedy *g, Block *block, const Fate *fates, bool results, Loc loc) {
  for (uint32_t i = block->arg_count; i-- > 0;) {
    if (results) *block->args[i]->arg_loc = loc;
    if (!fates[i].value && fates[i].number >= 0) continue;
    if (fates[i].value) greedy_replace_uses(g, block->args[i], fates[i].value);
    block_erase_arg(block, i);
  }
}

// The body of `from` in a block of `to`, with the arguments that stay.
static void move_body(Greedy *g, Block *from, Region *to, const Fate *fates, const ValueVec *like, bool results) {
  if (only_drops(from, fates, like)) {
    drop_args(g, from, fates, results, to->op->loc);
    region_take_blocks(to, from->region, NULL);
    return;
  }
  Block *block = block_new(g->module);
  block_append(to, block);
  uint32_t count = from->arg_count;
  Value **args = arena_new(g->arena, Value *, count + 1);
  for (uint32_t i = 0; i < like->count; i++) {
    Loc loc = to->op->loc;
    for (uint32_t k = 0; k < count && !results; k++)
      if (fates[k].number == (int32_t)i && !fates[k].value) loc = *from->args[k]->arg_loc;
    block_add_arg(g->module, block, like->data[i]->type, loc);
  }
  for (uint32_t i = 0; i < count; i++)
    args[i] = fates[i].value ? fates[i].value : fates[i].number >= 0 ? block->args[fates[i].number] : NULL;
  move_block(g, from, block, NULL, args);
}

static void forget_attributes(Greedy *g, Operation *op) {
  while (op->attr_count) op_set_attr(g->module, op, attr_str(op->attrs[0].name), NULL);
}

static bool carry_out(Greedy *g, Operation *op, Plan *plan) {
  if (plan->new_inits) replace_terminator(g, after_of(op), plan->yields.data, plan->yields.count);
  if (plan->new_results) {
    ValueVec operands = {0};
    vec_push(g->arena, &operands, op_operand(condition_op(op), 0));
    for (uint32_t i = 0; i < plan->passed.count; i++) vec_push(g->arena, &operands, plan->passed.data[i]);
    replace_terminator(g, before_of(op), operands.data, operands.count);
  }
  builder_before(&g->b, op);
  TypeVec types = {0};
  for (uint32_t i = 0; i < plan->passed.count; i++) vec_push(g->arena, &types, plan->passed.data[i]->type);
  Operation *made = rebuild(g, op, &plan->inits, &types, 2);
  if (plan->plain) forget_attributes(g, made);
  if (plan->new_inits)
    move_body(g, before_of(op), op_region(made, 0), plan->before, &plan->inits, false);
  else
    region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
  if (plan->new_results)
    move_body(g, after_of(op), op_region(made, 1), plan->after, &plan->passed, true);
  else
    region_take_blocks(op_region(made, 1), op_region(op, 1), NULL);
  for (uint32_t i = 0; i < op->result_count; i++) {
    Fate fate = plan->after[i];
    Value *by = fate.value ? fate.value : fate.number >= 0 ? op_result(made, (uint32_t)fate.number) : NULL;
    if (by) greedy_replace_uses(g, op_result(op, i), by);
  }
  op_set_operands(g->module, op, plan->inits.data, plan->inits.count);
  return greedy_erase(g, op);
}

static bool is_invariant(const Operation *op, uint32_t i) {
  Value *init = op_operand(op, i), *yielded = op_operand(after_of(op)->last, i);
  if (yielded == init) return true;
  if (value_arg_block(yielded) != after_of(op)) return false;
  Value *passed = condition_arg(op, yielded->index);
  return passed == before_of(op)->args[i] || passed == init;
}

bool while_invariant_args(Greedy *g, Operation *op) {
  Plan plan = plan_of(g, op);
  plan.new_inits = true;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (is_invariant(op, i))
      plan.before[i] = (Fate){op_operand(op, i), -1};
    else
      keep_arg(g, &plan, op, i);
  }
  if (plan.inits.count == op->operand_count) return false;
  // A value that is passed on may be an argument that is removed; the types stay the same.
  keep_all_results(g, &plan, op);
  return carry_out(g, op, &plan);
}

bool while_invariant_results(Greedy *g, Operation *op) {
  Plan plan = plan_of(g, op);
  plan.new_results = true;
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (value_block(condition_arg(op, i)) != before_of(op))
      plan.after[i] = (Fate){condition_arg(op, i), -1};
    else
      keep_result(g, &plan, op, i);
  }
  if (plan.passed.count == op->result_count) return false;
  keep_all_args(g, &plan, op);
  return carry_out(g, op, &plan);
}

// In the body the condition is true.
bool while_condition_truth(Greedy *g, Operation *op) {
  Value *constant = NULL;
  bool replaced = false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *arg = after_of(op)->args[i];
    if (condition_arg(op, i) != op_operand(condition_op(op), 0) || !arg->uses) continue;
    if (!constant) constant = bool_constant(g, true);
    greedy_replace_uses(g, arg, constant);
    replaced = true;
  }
  return replaced;
}

// The condition is true in the body, so a comparison there that repeats or inverts it is a constant.
bool while_compare(Greedy *g, Operation *op) {
  Operation *compare = value_def(op_operand(condition_op(op), 0));
  if (!op_is(compare, OP_ARITH_CMPI)) return false;
  int64_t predicate = op_prop_i64_at(compare, ARITH_CMPI_PREDICATE);
  bool changed = false;
  for (uint32_t i = 0; i < op->result_count; i++)
    for (uint32_t side = 0; side < 2; side++) {
      if (condition_arg(op, i) != op_operand(compare, side)) continue;
      for (Use *use = after_of(op)->args[i]->uses, *next; use; use = next) {
        next = use->next;
        Operation *again = use->owner;
        if (!op_is(again, OP_ARITH_CMPI) || op_operand(again, 1 - side) != op_operand(compare, 1 - side)) continue;
        int64_t other = op_prop_i64_at(again, ARITH_CMPI_PREDICATE);
        if (other != predicate && other != int_predicate_inverted(predicate)) continue;
        while (next && next->owner == again) next = next->next;
        builder_before(&g->b, again);
        greedy_replace1(g, again, bool_constant(g, other == predicate));
        changed = true;
      }
    }
  return changed;
}

bool while_unused_results(Greedy *g, Operation *op) {
  Plan plan = plan_of(g, op);
  plan.new_results = true;
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (!op->results[i].uses && !after_of(op)->args[i]->uses)
      plan.after[i] = (Fate){NULL, -1};
    else
      keep_result(g, &plan, op, i);
  }
  if (plan.passed.count == op->result_count) return false;
  keep_all_args(g, &plan, op);
  return carry_out(g, op, &plan);
}

bool while_same_results(Greedy *g, Operation *op) {
  Plan plan = plan_of(g, op);
  plan.new_results = true;
  for (uint32_t i = 0; i < op->result_count; i++) {
    uint32_t k = 0;
    while (condition_arg(op, k) != condition_arg(op, i)) k++;
    if (k < i)
      plan.after[i] = plan.after[k];
    else
      keep_result(g, &plan, op, i);
  }
  if (plan.passed.count == op->result_count) return false;
  keep_all_args(g, &plan, op);
  return carry_out(g, op, &plan);
}

bool while_unused_args(Greedy *g, Operation *op) {
  Plan plan = plan_of(g, op);
  plan.new_inits = true;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (before_of(op)->args[i]->uses)
      keep_arg(g, &plan, op, i);
    else
      plan.before[i] = (Fate){NULL, -1};
  }
  if (plan.inits.count == op->operand_count) return false;
  keep_all_results(g, &plan, op);
  return carry_out(g, op, &plan);
}

bool while_same_args(Greedy *g, Operation *op) {
  Plan plan = plan_of(g, op);
  Operation *yield = after_of(op)->last;
  plan.new_inits = true;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    uint32_t k = 0;
    while (op_operand(op, k) != op_operand(op, i) || op_operand(yield, k) != op_operand(yield, i)) k++;
    if (k < i)
      plan.before[i] = plan.before[k];
    else
      keep_arg(g, &plan, op, i);
  }
  if (plan.inits.count == op->operand_count) return false;
  keep_all_results(g, &plan, op);
  return carry_out(g, op, &plan);
}

// Results in the order of the arguments they are.
bool while_align_args(Greedy *g, Operation *op) {
  Block *before = before_of(op);
  Plan plan = plan_of(g, op);
  bool same = true;
  if (before->arg_count != op->result_count) return false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *passed = condition_arg(op, i);
    if (value_arg_block(passed) != before) return false;
    for (uint32_t k = 0; k < i; k++)
      if (condition_arg(op, k) == passed) return false;
    same = same && passed == before->args[i];
    plan.after[i] = (Fate){NULL, (int32_t)passed->index};
  }
  if (same) return false;
  for (uint32_t i = 0; i < before->arg_count; i++) vec_push(g->arena, &plan.passed, before->args[i]);
  plan.new_results = plan.plain = true;
  keep_all_args(g, &plan, op);
  forget_attributes(g, condition_op(op));
  return carry_out(g, op, &plan);
}

typedef struct Used {
  Greedy *g;
  const Region *region;    // values from here
  ValueVec values;
} Used;

static WalkResult note_used(Operation *op, void *data) {
  Used *used = data;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    bool known = !is_defined_in(value, used->region);
    for (uint32_t k = 0; k < used->values.count && !known; k++) known = used->values.data[k] == value;
    if (!known) vec_push(used->g->arena, &used->values, value);
  }
  return WALK_ADVANCE;
}

// if (c) { … } condition(c)  ->  … is the start of the body
bool while_move_if_down(Greedy *g, Operation *op) {
  Operation *end = condition_op(op), *branch = end->prev;
  if (!op_is(branch, OP_SCF_IF) || op_operand(branch, 0) != op_operand(end, 0)) return false;
  Block *yes = op_region(branch, 0)->first, *no = op_region(branch, 1)->first;
  if (no && no->first != no->last) return false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *passed = condition_arg(op, i);
    if (value_def(passed) != branch) continue;
    uint32_t k = passed->index;
    Value *then_value = op_operand(yes->last, k), *else_value = op_operand(no->last, k);
    greedy_replace_uses(g, passed, else_value);
    greedy_replace_uses(g, after_of(op)->args[i], then_value);
  }
  Used used = {.g = g, .region = op_region(op, 0)};
  block_each_op(yes, inner) op_walk_pre(inner, note_used, &used);
  TypeVec types = {0};
  ValueVec operands = {0};
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(g->arena, &types, op_result_type(op, i));
  for (uint32_t i = 0; i < used.values.count; i++) vec_push(g->arena, &types, used.values.data[i]->type);
  op_push_operands(op, 0, op->operand_count, &operands, g->arena);
  builder_before(&g->b, op);
  OpState *state = builder_begin(&g->b, OP_SCF_WHILE);
  op_state_add_operands(state, operands.data, operands.count);
  op_state_add_types(state, types.data, types.count);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *made = builder_insert(&g->b, op_create(state));
  region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
  region_take_blocks(op_region(made, 1), op_region(op, 1), NULL);
  Block *body = after_of(made);
  for (uint32_t i = 0; i < used.values.count; i++) {
    Value *value = used.values.data[i], *arg = block_add_arg(g->module, body, value->type, made->loc);
    op_insert_operands(g->module, end, end->operand_count, &value, 1);
    for (Use *use = value->uses, *next; use; use = next) {
      next = use->next;
      if (use->owner->block && region_is_ancestor(op_region(branch, 0), use->owner->block->region))
        greedy_set_operand(g, use->owner, use_index(use), arg);
    }
  }
  greedy_updated(g, end);
  greedy_erase(g, yes->last);
  if (yes->first) move_block(g, yes, body, body->first, NULL);
  greedy_erase(g, branch);
  for (uint32_t i = 0; i < op->result_count; i++) greedy_replace_uses(g, op_result(op, i), op_result(made, i));
  return greedy_erase(g, op);
}
