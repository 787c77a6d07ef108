// Canonicalization patterns of scf's loops and regions; scf.if, scf.while and the parallel loops have files of
// their own (after mlir/lib/Dialect/SCF/IR/SCF.cpp).
#include "ops/scf.h"
#include "rules/scf.h"
#include "ops/tensor.h"

#include "dialects/scf/canonicalize.h"

#include "dialects/common/build.h"
#include "dialects/scf/trip_count.h"
#include "ir/constants.h"

// ---------------------------------------------------------------------------------------------
// scf.execute_region

bool inline_execute(Greedy *g, Operation *op) {
  Region *region = op_region(op, 0);
  if (region->first != region->last || op_prop_at(op, SCF_EXECUTE_REGION_NO_INLINE)) return false;
  return replace_by_region(g, op, region, NULL);
}

bool inline_blocks(Greedy *g, Operation *op) {
  Operation *parent = op_parent(op);
  if (op_prop_at(op, SCF_EXECUTE_REGION_NO_INLINE) || !parent || !(op_has(parent, TRAIT_FUNCTION) || op_is(parent, OP_SCF_EXECUTE_REGION)))
    return greedy_no_match(g, op, "the region around may have one block only");
  Region *region = op_region(op, 0);
  Block *before = op->block, *after = block_split(g->module, op);
  builder_at_end(&g->b, before);
  build_br(&g->b, region->first, NULL, 0);
  region_each_block(region, block) {
    Operation *yield = block->last;
    if (!op_is(yield, OP_SCF_YIELD)) continue;
    ValueSlice values = operand_slice(g, yield, 0, yield->operand_count);
    builder_before(&g->b, yield);
    build_br(&g->b, after, values.values, values.count);
    greedy_erase(g, yield);
  }
  region_take_blocks(after->region, region, after);
  for (uint32_t i = 0; i < op->result_count; i++)
    greedy_replace_uses(g, op_result(op, i), block_add_arg(g->module, after, op_result_type(op, i), op->loc));
  return greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// Operations whose regions all end by giving their results (scf.execute_region, scf.if, scf.index_switch)

static bool is_inside(const Value *value, const Operation *op) {
  const Block *block = value_block(value);
  for (uint32_t r = 0; block && r < op->region_count; r++)
    if (region_is_ancestor(op_region(op, r), block->region)) return true;
  return false;
}

// Every yield gives the same value for results `i` and `k`.
static bool are_same(const OpVec *yields, uint32_t i, uint32_t k) {
  for (uint32_t y = 0; y < yields->count; y++)
    if (op_operand(yields->data[y], i) != op_operand(yields->data[y], k)) return false;
  return true;
}

// The value from outside that every yield gives for result `i`. NULL: the yields give different ones, or one from inside.
static Value *outer_value(const Operation *op, const OpVec *yields, uint32_t i) {
  Value *value = op_operand(yields->data[0], i);
  for (uint32_t y = 1; y < yields->count; y++)
    if (op_operand(yields->data[y], i) != value) return NULL;
  return is_inside(value, op) ? NULL : value;
}

// Remove results that are unused, known outside, or equal to others.
bool simplify_results(Greedy *g, Operation *op) {
  uint32_t count = op->result_count, kept = 0;
  OpVec yields = {0};
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(op_region(op, r), block)
      if (op_is(block->last, OP_SCF_YIELD) && block->last->operand_count == count) vec_push(g->arena, &yields, block->last);
  if (!yields.count || !count) return false;
  int64_t *number = arena_new(g->arena, int64_t, count);   // of the new result; -1: `by`
  Value **by = arena_new(g->arena, Value *, count);
  TypeVec types = {0};
  if (!number || !by) return false;
  for (uint32_t i = 0; i < count; i++) {
    number[i] = -1;
    by[i] = outer_value(op, &yields, i);
    if (by[i] || !op->results[i].uses) continue;
    for (uint32_t k = 0; k < i && number[i] < 0; k++)
      if (number[k] >= 0 && are_same(&yields, i, k)) number[i] = number[k];
    if (number[i] >= 0) continue;
    number[i] = kept++;
    vec_push(g->arena, &types, op_result_type(op, i));
  }
  if (kept == count) return false;
  if (!op_is(op, OP_SCF_IF)) {   // the results that this leaves unused are removed when the operation comes around again
    bool replaced = false;
    for (uint32_t i = 0; i < count; i++) {
      if (!by[i] || !op->results[i].uses) continue;
      greedy_replace_uses(g, op_result(op, i), by[i]);
      replaced = true;
    }
    if (replaced) return true;
  }
  ValueVec operands = {0};
  op_push_operands(op, 0, op->operand_count, &operands, g->arena);
  Operation *made = rebuild(g, op, &operands, &types, op->region_count);
  for (uint32_t y = 0; y < yields.count; y++) {
    ValueVec values = {0};
    for (uint32_t i = 0; i < count; i++)
      if (number[i] == values.count) vec_push(g->arena, &values, op_operand(yields.data[y], i));
    replace_terminator(g, yields.data[y]->block, values.data, values.count);
  }
  for (uint32_t r = 0; r < op->region_count; r++) region_take_blocks(op_region(made, r), op_region(op, r), NULL);
  for (uint32_t i = 0; i < count; i++) {
    Value *value = number[i] >= 0 ? op_result(made, (uint32_t)number[i]) : by[i];
    if (value) greedy_replace_uses(g, op_result(op, i), value);
  }
  return greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// scf.for: operands are lower bound, upper bound, step, then the values it begins with

enum { FIRST_INIT = 3 };
static Block *body_of(const Operation *op) { return op_region(op, 0)->first; }

// Remove arguments that never change or are never used.
bool fold_iter_args(Greedy *g, Operation *op) {
  uint32_t count = op->result_count;
  Operation *yield = body_of(op)->last;
  bool *gone = arena_new(g->arena, bool, count + 1), any = false;
  Value **results = arena_new(g->arena, Value *, count + 1);
  ValueVec operands = {0}, yields = {0};
  TypeVec types = {0};
  if (!gone || !results) return false;
  bool replaced = false;
  op_push_operands(op, 0, FIRST_INIT, &operands, g->arena);
  for (uint32_t i = 0; i < count; i++) {
    Value *init = op_operand(op, FIRST_INIT + i), *arg = body_of(op)->args[i + 1], *next = op_operand(yield, i);
    gone[i] = arg == next || init == next || (!arg->uses && !op->results[i].uses);
    // Replace an argument that always has the value of an earlier one.
    for (uint32_t k = 0; k < i && !gone[i]; k++) {
      if (gone[k] || op_operand(op, FIRST_INIT + k) != init || op_operand(yield, k) != next) continue;
      replaced |= arg->uses || op_result(op, i)->uses;
      greedy_replace_uses(g, arg, body_of(op)->args[k + 1]);
      greedy_replace_uses(g, op_result(op, i), op_result(op, k));
      gone[i] = true;
    }
    if (gone[i] && (arg->uses || op_result(op, i)->uses)) {
      greedy_replace_uses(g, arg, init);
      greedy_replace_uses(g, op_result(op, i), init);
      replaced = true;
    }
    any |= gone[i];
    results[i] = init;
    if (gone[i]) continue;
    vec_push(g->arena, &operands, init);
    vec_push(g->arena, &yields, next);
    vec_push(g->arena, &types, init->type);
  }
  if (!any || replaced) return replaced;   // those that are unused now are removed when the loop comes around again
  // In place: what stays in the loop is not looked at again, nor is what it began with.
  Operation *made = rebuild(g, op, &operands, &types, 1);
  Block *body = body_of(op);
  for (uint32_t i = count; i-- > 0;)
    if (gone[i]) block_erase_arg(body, i + 1);
  yields.count = 0;   // arguments may be yielded
  for (uint32_t i = 0, k = 0; i < count; i++) {
    if (gone[i]) continue;
    vec_push(g->arena, &yields, op_operand(yield, i));
    results[i] = op_result(made, k++);
  }
  replace_terminator(g, body, yields.data, yields.count);
  region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
  op_set_operands(g->module, op, operands.data, operands.count);
  return greedy_replace(g, op, results);
}

// The carried value that argument `i` takes in the next round; -1: another value.
static int64_t next_arg(const Operation *op, int64_t i) {
  Value *next = op_operand(body_of(op)->last, (uint32_t)i);
  return value_arg_block(next) == body_of(op) && next->index ? (int64_t)next->index - 1 : -1;
}

// Values that only swap places and begin with the same value.
bool break_cycles(Greedy *g, Operation *op) {
  uint32_t count = op->result_count;
  uint32_t *met = arena_new(g->arena, uint32_t, count + 1);   // the round it was met in
  bool changed = false;
  for (uint32_t i = 0; met && i < count; i++) {
    int64_t at = i;
    while (at >= 0 && !met[at]) {
      met[at] = i + 1;
      at = next_arg(op, at);
    }
    if (at < 0 || met[at] != i + 1) continue;
    Value *init = op_operand(op, FIRST_INIT + (uint32_t)at);
    bool same = true;
    for (int64_t k = next_arg(op, at); k != at; k = next_arg(op, k)) same = same && op_operand(op, FIRST_INIT + (uint32_t)k) == init;
    if (!same) continue;
    int64_t k = at;
    do {
      int64_t next = next_arg(op, k);
      Value *arg = body_of(op)->args[k + 1], *result = op_result(op, (uint32_t)k);
      changed |= arg->uses || result->uses;
      greedy_replace_uses(g, result, init);
      met[k] = UINT32_MAX;
      k = next;
    } while (k != at);
    for (uint32_t m = 0; m < count; m++)
      if (met[m] == UINT32_MAX) greedy_replace_uses(g, body_of(op)->args[m + 1], init);
  }
  return changed;
}

bool trivial_loop(Greedy *g, Operation *op) {
  uint32_t count = op->result_count;
  ValueSlice inits = operand_slice(g, op, FIRST_INIT, op->operand_count);
  int64_t trips = trip_count(op_operand(op, 0), op_operand(op, 1), op_operand(op, 2), op_prop_at(op, SCF_FOR_UNSIGNED_CMP) != NULL);
  if (trips < 0) return greedy_no_match(g, op, "how often it runs is not known");
  if (trips == 0) return greedy_replace(g, op, inits.values);
  Block *body = body_of(op);
  if (trips == 1) {
    Value **args = arena_new(g->arena, Value *, count + 1);
    if (!args) return false;
    args[0] = op_operand(op, 0);
    for (uint32_t i = 0; i < count; i++) args[i + 1] = inits.values[i];
    return replace_by_region(g, op, op_region(op, 0), args);
  }
  // An empty loop gives what it yields if that is known outside.
  if (body->first != body->last) return false;
  for (uint32_t i = 0; i < count; i++)
    if (is_defined_in(op_operand(body->last, i), op_region(op, 0))) return false;
  return greedy_replace(g, op, operand_slice(g, body->last, 0, count).values);
}

// tensor.cast of a value the loop begins with goes into the loop.
bool cast_iter_arg(Greedy *g, Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++) {
    Operation *cast = value_def(op_operand(op, FIRST_INIT + i));
    if (!op_is(cast, OP_TENSOR_CAST)) continue;
    Value *source = op_operand(cast, 0);
    T wide = op_result_type(cast, 0), narrow = source->type;
    if (wide == narrow || !tensor_keeps_static_info(wide, narrow) || !value_has_one_use(op_result(op, i))) continue;
    ValueVec operands = {0};
    TypeVec types = {0};
    for (uint32_t k = 0; k < op->operand_count; k++) vec_push(g->arena, &operands, k == FIRST_INIT + i ? source : op_operand(op, k));
    for (uint32_t k = 0; k < op->result_count; k++) vec_push(g->arena, &types, k == i ? narrow : op_result_type(op, k));
    Operation *made = rebuild(g, op, &operands, &types, 1);
    Block *old = body_of(op), *body = block_new(g->module);
    block_append(op_region(made, 0), body);
    Value **args = arena_new(g->arena, Value *, old->arg_count);
    if (!args) return false;
    for (uint32_t k = 0; k < old->arg_count; k++)
      args[k] = block_add_arg(g->module, body, k == i + 1 ? narrow : old->args[k]->type, *old->args[k]->arg_loc);
    builder_at_start(&g->b, body);
    g->b.loc = op->loc;
    args[i + 1] = build1(&g->b, OP_TENSOR_CAST, wide, args[i + 1]);
    move_block(g, old, body, NULL, args);
    Operation *yield = body->last;
    ValueSlice yields = operand_slice(g, yield, 0, yield->operand_count);
    builder_before(&g->b, yield);
    ((Value **)(uintptr_t)yields.values)[i] = build1(&g->b, OP_TENSOR_CAST, narrow, yields.values[i]);
    replace_terminator(g, body, yields.values, yields.count);
    builder_after(&g->b, made);
    Value **results = arena_new(g->arena, Value *, op->result_count);
    for (uint32_t k = 0; k < op->result_count; k++) results[k] = op_result(made, k);
    results[i] = build1(&g->b, OP_TENSOR_CAST, wide, results[i]);
    return greedy_replace(g, op, results);
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// scf.index_switch

bool constant_case(Greedy *g, Operation *op) {
  A constant = value_constant(op_operand(op, 0)), cases = op_prop_at(op, SCF_INDEX_SWITCH_CASES);
  if (!constant || attr_kind(constant) != ATTR_INTEGER) return greedy_no_match(g, op, "the index is not constant");
  uint32_t region = 0;
  for (uint32_t i = 0; i + 1 < op->region_count; i++)
    if (dense_array_i64(cases, i) == attr_to_i64(constant)) {
      region = i + 1;
      break;
    }
  return replace_by_region(g, op, op_region(op, region), NULL);
}

