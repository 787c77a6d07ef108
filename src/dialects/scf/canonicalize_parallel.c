// Canonicalization patterns of scf.parallel and scf.forall (after mlir/lib/Dialect/SCF/IR/SCF.cpp).
#include "ops/scf.h"
#include "ops/tensor.h"

#include "dialects/common/build.h"
#include "dialects/scf/build.h"
#include "dialects/scf/canonicalize.h"
#include "dialects/scf/trip_count.h"
#include "ir/constants.h"

static Block *body_of(const Operation *op) { return op_region(op, 0)->first; }

// ---------------------------------------------------------------------------------------------
// scf.parallel

static Operation *new_parallel(Greedy *g, const Operation *op, const ValueVec *lower, const ValueVec *upper, const ValueVec *step,
                               ValueSlice inits) {
  OpState *state = builder_begin(&g->b, OP_SCF_PARALLEL);
  op_state_add_operands(state, lower->data, lower->count);
  op_state_add_operands(state, upper->data, upper->count);
  op_state_add_operands(state, step->data, step->count);
  op_state_add_operands(state, inits.values, inits.count);
  op_state_take_types(state, op);
  int32_t count = (int32_t)lower->count;
  op_state_operand_segments(state, (const int32_t[]){count, count, count, (int32_t)inits.count}, 4);
  op_state_add_region(state);
  return builder_insert(&g->b, op_create(state));
}

static Value *mapped(Map *map, Value *value) {
  Value *by = map_get(map, value);
  return by ? by : value;
}

static void clone_ops(Greedy *g, const Block *block, Map *map) {
  for (Operation *op = block->first; op != block->last; op = op->next) builder_insert(&g->b, op_clone(g->module, op, map));
}

// Every dimension runs once: the body, then each reduction of the first value and what it gives.
static bool run_once(Greedy *g, Operation *op, Map *map, ValueSlice inits) {
  clone_ops(g, body_of(op), map);
  Operation *reduce = body_of(op)->last;
  Value **results = arena_new(g->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count && i < reduce->region_count; i++) {
    Block *block = op_region(reduce, i)->first;
    map_set(map, block->args[0], inits.values[i]);
    map_set(map, block->args[1], mapped(map, op_operand(reduce, i)));
    clone_ops(g, block, map);
    results[i] = mapped(map, op_operand(block->last, 0));
  }
  return greedy_replace(g, op, results);
}

bool parallel_trivial_dims(Greedy *g, Operation *op) {
  Span lower = op_operands_named(op, "lowerBound"), upper = op_operands_named(op, "upperBound"), step = op_operands_named(op, "step");
  Span init = op_operands_named(op, "initVals");
  ValueSlice inits = operand_slice(g, op, init.begin, init.end);
  ValueVec lowers = {0}, uppers = {0}, steps = {0};
  uint32_t rank = span_size(lower);
  Map map;
  map_init(&map, g->arena);
  for (uint32_t i = 0; i < rank; i++) {
    Value *from = op_operand(op, lower.begin + i), *to = op_operand(op, upper.begin + i), *by = op_operand(op, step.begin + i);
    int64_t trips = trip_count(from, to, by, false);
    if (trips == 0) return greedy_replace(g, op, inits.values);
    if (trips == 1) {
      map_set(&map, body_of(op)->args[i], from);
      continue;
    }
    vec_push(g->arena, &lowers, from);
    vec_push(g->arena, &uppers, to);
    vec_push(g->arena, &steps, by);
  }
  if (lowers.count == rank) return greedy_no_match(g, op, "no dimension runs never or once");
  if (!lowers.count) return run_once(g, op, &map, inits);
  Operation *made = new_parallel(g, op, &lowers, &uppers, &steps, inits);
  Block *old = body_of(op), *body = block_new(g->module);
  block_append(op_region(made, 0), body);
  Value **args = arena_new(g->arena, Value *, rank);
  for (uint32_t i = 0; i < rank; i++) {
    args[i] = map_get(&map, old->args[i]);
    if (!args[i]) args[i] = block_add_arg(g->module, body, old->args[i]->type, *old->args[i]->arg_loc);
  }
  move_block(g, old, body, NULL, args);
  return greedy_replace_op(g, op, made);
}

static bool uses_arg(const Operation *op, Span operands, const Block *block) {
  for (uint32_t i = operands.begin; i < operands.end; i++)
    if (value_arg_block(op_operand(op, i)) == block) return true;
  return false;
}

static void add_operands(Greedy *g, ValueVec *out, const Operation *op, const char *name) {
  Span span = op_operands_named(op, name);
  op_push_operands(op, span.begin, span.end, out, g->arena);
}

bool parallel_merge_nested(Greedy *g, Operation *op) {
  Block *outer = body_of(op);
  Operation *nested = outer->first;
  if (nested == outer->last || nested->next != outer->last || !op_is(nested, OP_SCF_PARALLEL)) return false;
  static const char *const bounds[] = {"lowerBound", "upperBound", "step"};
  for (uint32_t i = 0; i < 3; i++)
    if (uses_arg(nested, op_operands_named(nested, bounds[i]), outer)) return greedy_no_match(g, op, "the bounds change");
  if (op->result_count || nested->result_count) return false;
  ValueVec lists[3] = {{0}, {0}, {0}};
  for (uint32_t i = 0; i < 3; i++) {
    add_operands(g, &lists[i], op, bounds[i]);
    add_operands(g, &lists[i], nested, bounds[i]);
  }
  Operation *made = new_parallel(g, op, &lists[0], &lists[1], &lists[2], (ValueSlice){NULL, 0});
  Block *inner = body_of(nested), *body = copy_block_args(g, outer, op_region(made, 0));
  Map map;
  map_init(&map, g->arena);
  for (uint32_t i = 0; i < inner->arg_count; i++)
    block_add_arg(g->module, body, inner->args[i]->type, *inner->args[i]->arg_loc);
  for (uint32_t i = 0; i < body->arg_count; i++)
    map_set(&map, i < outer->arg_count ? outer->args[i] : inner->args[i - outer->arg_count], body->args[i]);
  builder_at_end(&g->b, body);
  clone_ops(g, inner, &map);
  Operation *end = op_clone(g->module, inner->last, &map);
  end->loc = op->loc;   // the new loop has nothing to reduce and keeps its own terminator
  builder_insert(&g->b, end);
  return greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// scf.forall

static void copy_discardable(Greedy *g, const Operation *from, Operation *to) {
  for (uint32_t i = 0; i < from->attr_count; i++) op_set_attr(g->module, to, attr_str(from->attrs[i].name), from->attrs[i].value);
}

static uint32_t rank_of(const Operation *op) { return body_of(op)->arg_count - op->result_count; }
static bool is_insert_into(const Operation *op, const Value *arg) {
  return op_is(op, OP_TENSOR_PARALLEL_INSERT_SLICE) && op_operand(op, 1) == arg;
}

bool forall_dim(Greedy *g, Operation *op) {
  bool changed = false;
  Span outputs = forall_outputs(op);
  for (uint32_t i = 0; i < op->result_count; i++)
    for (Use *use = op->results[i].uses, *next; use; use = next) {
      next = use->next;
      if (!op_is(use->owner, OP_TENSOR_DIM) || use_index(use) != 0) continue;
      greedy_set_operand(g, use->owner, 0, op_operand(op, outputs.begin + i));
      changed = true;
    }
  return changed;
}

bool forall_constants(Greedy *g, Operation *op) {
  ForallBounds bounds = forall_bounds_of(op, g->arena);
  OpFoldResultList *lists[] = {&bounds.lower, &bounds.upper, &bounds.step};
  bool changed = false;
  for (uint32_t l = 0; l < 3; l++)
    for (uint32_t i = 0; i < lists[l]->count; i++) {
      OpFoldResult folded = ofr_fold(lists[l]->items[i]);
      changed |= !ofr_equal(folded, lists[l]->items[i]);
      lists[l]->items[i] = folded;
    }
  if (!changed) return false;
  Span outputs = forall_outputs(op);
  ValueVec kept = {0};
  op_push_operands(op, outputs.begin, outputs.end, &kept, g->arena);
  Operation *made = build_forall(&g->b, &bounds, &kept, op_prop_at(op, SCF_FORALL_MAPPING), g->arena);
  copy_discardable(g, op, made);
  region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
  op_set_operands(g->module, op, kept.data, kept.count);   // constants that it used are not looked at again
  return greedy_replace_op(g, op, made);
}

static bool is_written(const Operation *op, uint32_t i) {
  const Value *arg = body_of(op)->args[rank_of(op) + i];
  block_each_op(op_region(forall_end(op), 0)->first, inner)
    if (is_insert_into(inner, arg)) return true;
  return false;
}

bool forall_unused(Greedy *g, Operation *op) {
  Span outputs = forall_outputs(op);
  uint32_t count = op->result_count, rank = rank_of(op);
  bool *gone = arena_new(g->arena, bool, count + 1);
  ValueVec kept = {0};
  for (uint32_t i = 0; i < count; i++) {
    gone[i] = !op->results[i].uses || !is_written(op, i);
    if (!gone[i]) vec_push(g->arena, &kept, op_operand(op, outputs.begin + i));
  }
  if (kept.count == count) return false;
  Block *old = body_of(op);
  for (uint32_t i = 0; i < count; i++) {
    if (!gone[i]) continue;
    block_each_op_safe(op_region(forall_end(op), 0)->first, inner)
      if (is_insert_into(inner, old->args[rank + i])) greedy_erase(g, inner);
  }
  builder_before(&g->b, op);
  ForallBounds bounds = forall_bounds_of(op, g->arena);
  Operation *made = build_forall(&g->b, &bounds, &kept, op_prop_at(op, SCF_FORALL_MAPPING), g->arena);
  Block *body = block_new(g->module);
  block_append(op_region(made, 0), body);
  Value **args = arena_new(g->arena, Value *, old->arg_count), **results = arena_new(g->arena, Value *, count + 1);
  for (uint32_t i = 0, k = 0; i < old->arg_count; i++) {
    bool drop = i >= rank && gone[i - rank];
    args[i] = drop ? op_operand(op, outputs.begin + i - rank)
                   : block_add_arg(g->module, body, old->args[i]->type, *old->args[i]->arg_loc);
    if (i >= rank) results[i - rank] = drop ? args[i] : op_result(made, k++);
  }
  move_block(g, old, body, NULL, args);
  return greedy_replace(g, op, results);
}

// Every dimension runs once: inserting is done in place.
static bool promote(Greedy *g, Operation *op, Value *const *ivs) {
  Span outputs = forall_outputs(op);
  Block *body = body_of(op);
  uint32_t count = op->result_count, rank = rank_of(op);
  Value **args = arena_new(g->arena, Value *, body->arg_count), **results = arena_new(g->arena, Value *, count + 1);
  for (uint32_t i = 0; i < rank; i++) args[i] = ivs[i];
  for (uint32_t i = 0; i < count; i++) args[rank + i] = results[i] = op_operand(op, outputs.begin + i);
  Operation *end = body->last;
  greedy_inline_block(g, body, op, args);
  builder_before(&g->b, op);
  block_each_op(op_region(end, 0)->first, inner) {
    if (!op_is(inner, OP_TENSOR_PARALLEL_INSERT_SLICE)) continue;
    uint32_t which = 0;
    while (which < count && args[rank + which] != op_operand(inner, 1)) which++;
    OffsetsSizesStrides slice = offsets_sizes_strides(inner, g->arena);
    OpState *state = builder_begin(&g->b, OP_TENSOR_INSERT_SLICE);
    Value *dest = which < count ? results[which] : op_operand(inner, 1);
    op_state_add_operand2(state, op_operand(inner, 0), dest);
    op_state_add_type(state, dest->type);
    int32_t offsets = ofr_push(state, "static_offsets", slice.offsets, g->arena);
    int32_t sizes = ofr_push(state, "static_sizes", slice.sizes, g->arena);
    int32_t strides = ofr_push(state, "static_strides", slice.strides, g->arena);
    op_state_operand_segments(state, (const int32_t[]){1, 1, offsets, sizes, strides}, 5);
    Value *inserted = builder_finish_value(&g->b);
    if (which < count) results[which] = inserted;
  }
  return greedy_replace(g, op, results);
}

bool forall_trivial_dims(Greedy *g, Operation *op) {
  if (op_prop_at(op, SCF_FORALL_MAPPING)) return false;
  ForallBounds bounds = forall_bounds_of(op, g->arena);
  Span outputs = forall_outputs(op);
  uint32_t rank = bounds.lower.count, kept = 0;
  bool *once = arena_new(g->arena, bool, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    OpFoldResult lower = ofr_fold(bounds.lower.items[i]), upper = ofr_fold(bounds.upper.items[i]), step = ofr_fold(bounds.step.items[i]);
    int64_t trips = ofr_equal(lower, upper)                      ? 0
                    : lower.value || upper.value                   ? -1
                    : upper.constant <= lower.constant             ? 0
                    : step.value                                   ? -1
                                                                   : trip_count_of(lower.constant, upper.constant, step.constant);
    if (trips == 0) return greedy_replace(g, op, operand_slice(g, op, outputs.begin, outputs.end).values);
    once[i] = trips == 1;
    kept += !once[i];
  }
  if (kept == rank) return false;
  Value **ivs = arena_new(g->arena, Value *, rank + 1);
  for (uint32_t i = 0; i < rank; i++)
    if (once[i]) ivs[i] = ofr_to_value(&g->b, bounds.lower.items[i]);
  if (!kept) return promote(g, op, ivs);
  OpFoldResultList *lists[] = {&bounds.lower, &bounds.upper, &bounds.step};
  for (uint32_t l = 0; l < 3; l++) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < rank; i++)
      if (!once[i]) lists[l]->items[k++] = lists[l]->items[i];
    lists[l]->count = k;
  }
  ValueVec values = {0};
  op_push_operands(op, outputs.begin, outputs.end, &values, g->arena);
  Operation *made = build_forall(&g->b, &bounds, &values, op_prop_at(op, SCF_FORALL_MAPPING), g->arena);
  copy_discardable(g, op, made);
  Block *old = body_of(op), *body = block_new(g->module);
  block_append(op_region(made, 0), body);
  Value **args = arena_new(g->arena, Value *, old->arg_count);
  for (uint32_t i = 0; i < old->arg_count; i++)
    args[i] = i < rank && once[i] ? ivs[i] : block_add_arg(g->module, body, old->args[i]->type, *old->args[i]->arg_loc);
  move_block(g, old, body, NULL, args);
  return greedy_replace_op(g, op, made);
}

// A variable that takes one value only, in a loop whose mapping wants the dimension to stay.
bool forall_constant_ivs(Greedy *g, Operation *op) {
  ForallBounds bounds = forall_bounds_of(op, g->arena);
  bool changed = false;
  for (uint32_t i = 0; i < bounds.lower.count; i++) {
    Value *iv = body_of(op)->args[i];
    OpFoldResult lower = bounds.lower.items[i], upper = bounds.upper.items[i], step = bounds.step.items[i];
    if (!iv->uses || lower.value || upper.value || step.value || trip_count_of(lower.constant, upper.constant, step.constant) != 1) continue;
    greedy_replace_uses(g, iv, ofr_to_value(&g->b, lower));
    changed = true;
  }
  return changed;
}

bool forall_cast(Greedy *g, Operation *op) {
  Span outputs = forall_outputs(op);
  uint32_t count = op->result_count, rank = rank_of(op);
  T *wide = arena_new(g->arena, T, count + 1);
  ValueVec values = {0};
  bool any = false;
  for (uint32_t i = 0; i < count; i++) {
    Value *output = op_operand(op, outputs.begin + i);
    Operation *cast = defined_by(output, OP_TENSOR_CAST);
    bool fits = cast && tensor_keeps_static_info(op_result_type(cast, 0), op_operand_type(cast, 0));
    wide[i] = fits ? output->type : NULL;
    any |= fits;
    vec_push(g->arena, &values, fits ? op_operand(cast, 0) : output);
  }
  if (!any) return false;
  ForallBounds bounds = forall_bounds_of(op, g->arena);
  Operation *made = build_forall(&g->b, &bounds, &values, op_prop_at(op, SCF_FORALL_MAPPING), g->arena);
  Block *old = body_of(op), *body = block_new(g->module);
  block_append(op_region(made, 0), body);
  Value **args = arena_new(g->arena, Value *, old->arg_count), **results = arena_new(g->arena, Value *, count + 1);
  for (uint32_t i = 0; i < old->arg_count; i++)
    args[i] = block_add_arg(g->module, body, i < rank ? old->args[i]->type : values.data[i - rank]->type, *old->args[i]->arg_loc);
  builder_at_start(&g->b, body);
  g->b.loc = op->loc;
  for (uint32_t i = 0; i < count; i++)
    if (wide[i]) args[rank + i] = build1(&g->b, OP_TENSOR_CAST, wide[i], args[rank + i]);
  move_block(g, old, body, NULL, args);
  uint32_t next = 0;
  block_each_op(op_region(body->last, 0)->first, inner) {
    if (!op_is(inner, OP_TENSOR_PARALLEL_INSERT_SLICE) || next >= count) continue;
    greedy_set_operand(g, inner, 1, body->args[rank + next++]);
  }
  builder_after(&g->b, made);
  for (uint32_t i = 0; i < count; i++) results[i] = wide[i] ? build1(&g->b, OP_TENSOR_CAST, wide[i], op_result(made, i)) : op_result(made, i);
  return greedy_replace(g, op, results);
}
