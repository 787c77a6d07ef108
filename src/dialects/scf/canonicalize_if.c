// Canonicalization patterns of scf.if (after mlir/lib/Dialect/SCF/IR/SCF.cpp).
#include "ops/scf.h"
#include "ops/arith.h"

#include "dialects/common/build.h"
#include "dialects/scf/canonicalize.h"
#include "ir/constants.h"

static Block *then_block(const Operation *op) { return op_region(op, 0)->first; }
static Block *else_block(const Operation *op) { return op_region(op, 1)->first; }
static Value *condition_of(const Operation *op) { return op_operand(op, 0); }
static bool has_one_op(const Block *block) { return block->first == block->last; }

// An scf.if without blocks.
static Operation *new_if(Greedy *g, Value *condition, const TypeVec *types) {
  OpState *state = builder_begin(&g->b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_types(state, types->data, types->count);
  op_state_add_region(state);
  op_state_add_region(state);
  return builder_insert(&g->b, op_create(state));
}

static Block *add_block(Greedy *g, Operation *op, uint32_t region) {
  Block *block = block_new(g->module);
  block_append(op_region(op, region), block);
  return block;
}

static void take_region(Operation *to, Operation *from, uint32_t region) {
  region_take_blocks(op_region(to, region), op_region(from, region), NULL);
}

bool if_static(Greedy *g, Operation *op) {
  A value = value_constant(condition_of(op));
  APInt condition;
  if (!value || !constant_int(value, &condition)) return greedy_no_match(g, op, "the condition is not constant");
  Region *region = op_region(op, apint_is_zero(&condition));
  return region->first ? replace_by_region(g, op, region, NULL) : greedy_erase(g, op);
}

// Replace results that are known outside by arith.select.
bool if_to_select(Greedy *g, Operation *op) {
  if (!op->result_count) return false;
  Operation *yes = then_block(op)->last, *no = else_block(op)->last;
  uint32_t count = op->result_count;
  TypeVec kept = {0};
  bool *inside = arena_new(g->arena, bool, count);
  Value **results = arena_new(g->arena, Value *, count);
  if (!inside || !results) return false;
  for (uint32_t i = 0; i < count; i++) {
    inside[i] = is_defined_in(op_operand(yes, i), op_region(op, 0)) || is_defined_in(op_operand(no, i), op_region(op, 1));
    if (inside[i]) vec_push(g->arena, &kept, op_operand(yes, i)->type);
  }
  if (kept.count == count) return greedy_no_match(g, op, "what is yielded is computed inside");
  Operation *made = new_if(g, condition_of(op), &kept);
  take_region(made, op, 0);
  take_region(made, op, 1);
  ValueVec yields[2] = {{0}, {0}};
  builder_before(&g->b, made);
  for (uint32_t i = 0; i < count; i++) {
    Value *a = op_operand(yes, i), *b = op_operand(no, i);
    if (inside[i]) {
      results[i] = op_result(made, yields[0].count);
      vec_push(g->arena, &yields[0], a);
      vec_push(g->arena, &yields[1], b);
    } else {
      results[i] = a == b ? a : build_select(&g->b, condition_of(op), a, b);
    }
  }
  for (uint32_t r = 0; r < 2; r++) replace_terminator(g, op_region(made, r)->first, yields[r].data, yields[r].count);
  return greedy_replace(g, op, results);
}

bool if_know_condition(Greedy *g, Operation *op) {
  Value *condition = condition_of(op), *constants[2] = {NULL, NULL};
  if (value_constant(condition)) return false;
  bool changed = false;
  for (Use *use = condition->uses, *next; use; use = next) {
    next = use->next;
    for (uint32_t r = 0; r < 2; r++) {
      if (!use->owner->block || !region_is_ancestor(op_region(op, r), use->owner->block->region)) continue;
      if (!constants[r]) constants[r] = bool_constant(g, r == 0);
      greedy_set_operand(g, use->owner, use_index(use), constants[r]);
      changed = true;
      break;
    }
  }
  return changed;
}

static bool yields_bool(const Value *value, bool *out) {
  A constant = value_constant(value);
  APInt number;
  if (!constant || !type_is_signless_int(value->type) || !constant_int(constant, &number) || number.width != 1) return false;
  *out = !apint_is_zero(&number);
  return true;
}

// The same value from both regions, or the condition itself.
bool if_same_yields(Greedy *g, Operation *op) {
  bool changed = false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *result = op_result(op, i), *a = op_operand(then_block(op)->last, i), *b = op_operand(else_block(op)->last, i);
    bool yes, no;
    if (!result->uses) continue;
    Value *by = NULL;
    if (a == b)
      by = a;
    else if (!yields_bool(a, &yes) || !yields_bool(b, &no))
      continue;
    else if (!yes && no)
      by = build_binary(&g->b, OP_ARITH_XORI, condition_of(op), bool_constant(g, true));
    else if (yes && !no)
      by = condition_of(op);
    if (!by) continue;
    if (a == b) greedy_replace_uses(g, result, by);
    else value_replace_all(result, by);   // the users are not looked at again
    changed = true;
  }
  return changed;
}

static bool is_not_of(const Value *value, const Value *of) {
  Operation *xor = defined_by(value, OP_ARITH_XORI);
  if (!xor || op_operand(xor, 0) != of) return false;
  A one = value_constant(op_operand(xor, 1));
  return one && is_one_int(one);
}

static void merge_yields(Greedy *g, Block *block, Block *added) {
  Operation *first = block->last, *second = added->last;
  ValueVec yields = {0};
  op_push_operands(first, 0, first->operand_count, &yields, g->arena);
  op_push_operands(second, 0, second->operand_count, &yields, g->arena);
  move_block(g, added, block, NULL, NULL);
  builder_at_end(&g->b, block);
  g->b.loc = second->loc;
  OpState *state = builder_begin(&g->b, OP_SCF_YIELD);
  op_state_add_operands(state, yields.data, yields.count);
  builder_finish(&g->b);
  greedy_erase(g, first);
  greedy_erase(g, second);
}

// Merge two consecutive scf.if on the same condition.
bool if_combine(Greedy *g, Operation *op) {
  Operation *previous = op->prev;
  if (!op_is(previous, OP_SCF_IF)) return false;
  Value *mine = condition_of(op), *theirs = condition_of(previous);
  Block *yes = NULL, *no = NULL;   // of this one, by the condition of the previous one
  if (mine == theirs) {
    yes = then_block(op);
    no = else_block(op);
  }
  if (is_not_of(mine, theirs) || is_not_of(theirs, mine)) {
    no = then_block(op);
    yes = else_block(op);
  }
  if (!yes && !no) return false;
  for (uint32_t i = 0; i < previous->result_count; i++)
    for (Use *use = previous->results[i].uses, *next; use; use = next) {
      next = use->next;
      const Region *at = use->owner->block ? use->owner->block->region : NULL;
      if (yes && region_is_ancestor(yes->region, at))
        greedy_set_operand(g, use->owner, use_index(use), op_operand(then_block(previous)->last, i));
      else if (no && region_is_ancestor(no->region, at))
        greedy_set_operand(g, use->owner, use_index(use), op_operand(else_block(previous)->last, i));
    }
  TypeVec types = {0};
  for (uint32_t i = 0; i < previous->result_count; i++) vec_push(g->arena, &types, op_result_type(previous, i));
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(g->arena, &types, op_result_type(op, i));
  Operation *made = new_if(g, theirs, &types);
  take_region(made, previous, 0);
  if (yes) merge_yields(g, then_block(made), yes);
  take_region(made, previous, 1);
  if (no && !else_block(made))
    region_take_blocks(op_region(made, 1), no->region, NULL);
  else if (no)
    merge_yields(g, else_block(made), no);
  for (uint32_t i = 0; i < previous->result_count; i++) greedy_replace_uses(g, op_result(previous, i), op_result(made, i));
  for (uint32_t i = 0; i < op->result_count; i++)
    greedy_replace_uses(g, op_result(op, i), op_result(made, previous->result_count + i));
  greedy_erase(g, previous);
  return greedy_erase(g, op);
}

bool if_empty_else(Greedy *g, Operation *op) {
  if (op->result_count || !else_block(op) || !has_one_op(else_block(op))) return false;
  ValueVec operands = {0};
  vec_push(g->arena, &operands, condition_of(op));
  Operation *made = rebuild(g, op, &operands, &(TypeVec){0}, 2);
  take_region(made, op, 0);
  return greedy_erase(g, op);
}

// if (a) { if (b) … }  ->  if (a && b) …
bool if_combine_nested(Greedy *g, Operation *op) {
  Operation *nested = then_block(op)->first, *end = then_block(op)->last;
  if (nested == end || nested->next != end || !op_is(nested, OP_SCF_IF)) return false;
  if ((else_block(op) && !has_one_op(else_block(op))) || (else_block(nested) && !has_one_op(else_block(nested)))) return false;
  uint32_t count = op->result_count;
  Value **yes = arena_new(g->arena, Value *, count + 1), **results = arena_new(g->arena, Value *, count + 1);
  bool *select = arena_new(g->arena, bool, count + 1);
  ValueSlice no = else_block(op) ? operand_slice(g, else_block(op)->last, 0, else_block(op)->last->operand_count) : (ValueSlice){NULL, 0};
  if (!yes || !results || !select || (count && no.count < count)) return false;
  for (uint32_t i = 0; i < count; i++) {
    yes[i] = op_operand(end, i);
    if (value_def(yes[i]) == nested) {
      uint32_t k = yes[i]->index;
      if (op_operand(else_block(nested)->last, k) != no.values[i]) return false;
      yes[i] = op_operand(then_block(nested)->last, k);
      continue;
    }
    if (is_defined_in(yes[i], op_region(op, 0))) return false;
    select[i] = true;
  }
  Value *both = build_binary(&g->b, OP_ARITH_ANDI, condition_of(op), condition_of(nested));
  TypeVec types = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(g->arena, &types, op_result_type(op, i));
  Operation *made = new_if(g, both, &types);
  Block *body = add_block(g, made, 0);
  builder_before(&g->b, made);
  for (uint32_t i = 0; i < count; i++)
    results[i] = select[i] ? build_select(&g->b, condition_of(op), yes[i], no.values[i]) : op_result(made, i);
  move_block(g, then_block(nested), body, NULL, NULL);
  replace_terminator(g, body, yes, count);
  if (no.count) {
    builder_at_end(&g->b, add_block(g, made, 1));
    OpState *state = builder_begin(&g->b, OP_SCF_YIELD);
    op_state_add_operands(state, no.values, no.count);
    builder_finish(&g->b);
  }
  return greedy_replace(g, op, results);
}
