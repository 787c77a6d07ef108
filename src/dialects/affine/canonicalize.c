// Canonicalization patterns of the affine dialect (after mlir/lib/Dialect/Affine/IR/AffineOps.cpp).
#include "ops/affine.h"
#include "rules/affine.h"

#include "dialects/affine/apply.h"
#include "dialects/affine/hooks.h"
#include "ir/constants.h"
#include "rewrite/greedy.h"

static const AffineMap *map_of(const Operation *op) { return affine_map_of(op_attr(op, "map")); }

// --- An operation like `op` with another map and the operands of it, which are the last ones.
static bool replace_map(Greedy *g, Operation *op, uint32_t opcode, const AffineMap *map, const ValueVec *operands) {
  OpState *state = builder_begin(&g->b, opcode);
  uint32_t first = op->operand_count - map_inputs(map_of(op));
  op_state_take_operands(state, op, 0, first);
  op_state_add_operands(state, operands->data, operands->count);
  op_state_take_types(state, op);
  for (uint32_t i = 0; i < state->def->attr_count && state->def == op->def; i++) state->props.data[i] = op->props[i];
  op_state_set_attr(state, STR("map"), attr_affine_map(g->ctx, map));
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

static ValueMap operands_of(Greedy *g, const Operation *op) {
  return value_map_of(op, "map", op->operand_count - map_inputs(map_of(op)), g->arena);
}

bool simplify_map(Greedy *g, Operation *op) {
  ValueMap before = operands_of(g, op), after = operands_of(g, op);
  compose_map(g->ctx, &after.map, &after.operands, g->arena);
  canonicalize_map(g->ctx, &after.map, &after.operands, g->arena);
  simplify_with_ranges(g->ctx, &after, g->arena);
  return !value_map_equal(&before, &after) && replace_map(g, op, op_code(op), after.map, &after.operands);
}

// ---------------------------------------------------------------------------------------------
// affine.min and affine.max

static bool with_results(Greedy *g, Operation *op, const E *results, uint32_t count) {
  ValueMap self = operands_of(g, op);
  return replace_map(g, op, op_code(op), affine_map(g->ctx, self.map->dim_count, self.map->symbol_count, results, count),
                     &self.operands);
}

bool single_to_apply(Greedy *g, Operation *op) {
  ValueMap self = operands_of(g, op);
  return self.map->result_count == 1 && replace_map(g, op, OP_AFFINE_APPLY, self.map, &self.operands);
}

bool drop_duplicates(Greedy *g, Operation *op) {
  const AffineMap *map = map_of(op);
  E *results = arena_new(g->arena, E, map->result_count + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < map->result_count; i++) {
    uint32_t k = 0;
    while (k < count && results[k] != map->results[i]) k++;
    if (k == count) results[count++] = map->results[i];
  }
  return count < map->result_count && with_results(g, op, results, count);
}

// Replace a result that is another operation of the same kind by the results of that operation.
bool merge_producers(Greedy *g, Operation *op) {
  Context *ctx = g->ctx;
  const AffineMap *map = map_of(op);
  ValueVec parts[2] = {{0}}, all = {0};   // dimensions, symbols
  OpVec producers = {0};
  VEC(E) results = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(g->arena, &parts[i >= map->dim_count], op_operand(op, i));
  for (uint32_t i = 0; i < map->result_count; i++) {
    E expr = map->results[i];
    bool input = expr->kind == AFFINE_DIM || expr->kind == AFFINE_SYMBOL;
    Operation *def = input ? value_def(parts[expr->kind == AFFINE_SYMBOL].data[expr->value]) : NULL;
    if (def && def->def == op->def)
      vec_push(g->arena, &producers, def);
    else
      vec_push(g->arena, &results, expr);
  }
  if (!producers.count) return false;
  for (uint32_t i = 0; i < producers.count; i++) {
    const Operation *producer = producers.data[i];
    const AffineMap *inner = map_of(producer);
    E *shifted[2] = {arena_new(g->arena, E, inner->dim_count + 1), arena_new(g->arena, E, inner->symbol_count + 1)};
    for (uint32_t k = 0; k < inner->dim_count; k++) shifted[0][k] = affine_dim(ctx, parts[0].count + k);
    for (uint32_t k = 0; k < inner->symbol_count; k++) shifted[1][k] = affine_symbol(ctx, parts[1].count + k);
    for (uint32_t k = 0; k < inner->result_count; k++)
      vec_push(g->arena, &results, affine_replace(ctx, inner->results[k], shifted[0], inner->dim_count, shifted[1], inner->symbol_count));
    for (uint32_t k = 0; k < producer->operand_count; k++)
      vec_push(g->arena, &parts[k >= inner->dim_count], op_operand(producer, k));
  }
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < parts[k].count; i++) vec_push(g->arena, &all, parts[k].data[i]);
  return replace_map(g, op, op_code(op), affine_map(ctx, parts[0].count, parts[1].count, results.data, results.count), &all);
}

// Results in the order of their factors.
bool sort_results(Greedy *g, Operation *op) {
  const AffineMap *map = map_of(op);
  uint32_t count = map->result_count, width = map_inputs(map) + 1;
  int64_t *factors = arena_new(g->arena, int64_t, (uint64_t)count * width + 1);
  uint32_t *order = arena_new(g->arena, uint32_t, count + 1);
  E *results = arena_new(g->arena, E, count + 1);
  bool sorted = true;
  if (!factors || !order || !results) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (!map->results[i]->is_pure_affine ||
        !affine_flatten(g->ctx, map->results[i], map->dim_count, map->symbol_count, factors + (uint64_t)i * width))
      return false;
    uint32_t at = i;
    for (; at > 0; at--) {
      const int64_t *mine = factors + (uint64_t)i * width, *other = factors + (uint64_t)order[at - 1] * width;
      uint32_t k = 0;
      while (k < width && mine[k] == other[k]) k++;
      if (k == width || mine[k] > other[k]) break;
      order[at] = order[at - 1];
      sorted = false;
    }
    order[at] = i;
  }
  if (sorted) return false;
  for (uint32_t i = 0; i < count; i++) results[i] = map->results[order[i]];
  return with_results(g, op, results, count);
}

// ---------------------------------------------------------------------------------------------
// affine.if

bool drop_empty_else(Greedy *g, Operation *op) {
  Block *block = op_region(op, 1)->first;
  if (!block || block->first != block->last || op->result_count) return false;
  greedy_erase(g, block->last);
  block_erase(block);
  return greedy_updated(g, op);
}

bool decide_if(Greedy *g, Operation *op) {
  const IntegerSet *set = ((const SetAttr *)op_prop_at(op, AFFINE_IF_CONDITION))->set;
  int64_t value;
  if (set->constraint_count != 1 || !set->equalities[0] || !affine_is_const(set->constraints[0], &value)) return false;
  // The set without points is spelled 1 == 0.
  bool never = value == 1;
  if (!never && value != 0) return false;
  Block *block = op_region(op, never)->first;
  if (!block) return greedy_erase(g, op);
  Operation *yield = block->last;
  greedy_inline_block(g, block, op, NULL);
  Value **values = arena_new(g->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count && i < yield->operand_count; i++) values[i] = op_operand(yield, i);
  return greedy_replace(g, op, values);
}

// ---------------------------------------------------------------------------------------------
// affine.linearize_index and affine.delinearize_index

// Sizes, the outermost first: one for each index. The first may be unknown.
#define NO_SIZE ((OpFoldResult){.constant = DYNAMIC})
typedef VEC(OpFoldResult) Sizes;
static bool is_known(OpFoldResult size) { return size.value || size.constant != DYNAMIC; }
static bool is_one(OpFoldResult size) { return ofr_is(ofr_fold(size), 1); }

typedef struct Linear {
  Operation *op;
  ValueVec indices;    // those joined, or the results
  Sizes sizes;
  bool bounded;        // the first index has a size
} Linear;

static Linear linear_of(Greedy *g, Operation *op) {
  Linear self = {.op = op};
  A basis = op_prop(op, "static_basis");
  uint32_t count = (uint32_t)((const DenseArrayAttr *)basis)->count, next = op_operands_named(op, "dynamic_basis").begin;
  bool splits = op->result_count != 1 || op_is(op, OP_AFFINE_DELINEARIZE_INDEX);
  Span indices = splits ? (Span){0, op->result_count} : op_operands_named(op, "multi_index");
  for (uint32_t i = indices.begin; i < indices.end; i++)
    vec_push(g->arena, &self.indices, splits ? op_result(op, i) : op_operand(op, i));
  self.bounded = self.indices.count == count;
  if (!self.bounded) vec_push(g->arena, &self.sizes, NO_SIZE);
  for (uint32_t i = 0; i < count; i++) {
    int64_t number = dense_array_i64(basis, i);
    vec_push(g->arena, &self.sizes, number == DYNAMIC ? (OpFoldResult){.value = op_operand(op, next++)} : OFR_NUMBER(number));
  }
  return self;
}

// Sets the basis; returns the number of operands.
static int32_t add_basis(Greedy *g, OpState *state, const OpFoldResult *sizes, uint32_t count) {
  int64_t *numbers = arena_new(g->arena, int64_t, count + 1);
  int32_t dynamic = 0;
  uint32_t skip = count && !is_known(sizes[0]);
  for (uint32_t i = skip; i < count; i++) {
    numbers[i - skip] = sizes[i].value ? DYNAMIC : sizes[i].constant;
    if (sizes[i].value) op_state_add_operand(state, sizes[i].value);
    dynamic += sizes[i].value != NULL;
  }
  op_state_set_attr(state, STR("static_basis"), attr_i64_array(g->ctx, numbers, count - skip));
  return dynamic;
}

// One result for each size.
static Operation *build_delinearize(Greedy *g, Loc loc, Value *index, const OpFoldResult *sizes, uint32_t count) {
  g->b.loc = loc;
  OpState *state = builder_begin(&g->b, OP_AFFINE_DELINEARIZE_INDEX);
  op_state_add_operand(state, index);
  add_basis(g, state, sizes, count);
  for (uint32_t i = 0; i < count; i++) op_state_add_type(state, g->ctx->types.index);
  return builder_finish(&g->b);
}

static Operation *build_linearize(Greedy *g, Loc loc, const Operation *like, Value *const *indices, const OpFoldResult *sizes, uint32_t count) {
  g->b.loc = loc;
  OpState *state = builder_begin(&g->b, OP_AFFINE_LINEARIZE_INDEX);
  op_state_add_operands(state, indices, count);
  int32_t dynamic = add_basis(g, state, sizes, count);
  op_state_set_prop(state, AFFINE_LINEARIZE_INDEX_DISJOINT, op_prop_at(like, AFFINE_LINEARIZE_INDEX_DISJOINT));
  op_state_operand_segments(state, (const int32_t[]){(int32_t)count, dynamic}, 2);
  op_state_add_type(state, g->ctx->types.index);
  return builder_finish(&g->b);
}

static bool is_disjoint(const Operation *linearize) {
  A disjoint = op_prop_at(linearize, AFFINE_LINEARIZE_INDEX_DISJOINT);
  return disjoint && attr_to_bool(disjoint);
}

static void push_results(Greedy *g, ValueVec *out, const Operation *op, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) vec_push(g->arena, out, op_result(op, i));
}

// The sizes at the end that both have: the indices there are those that were joined.
bool cancel_common_tail(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_AFFINE_LINEARIZE_INDEX);
  if (!inner || !is_disjoint(inner)) return greedy_no_match(g, op, "the index is not a disjoint linear index");
  Linear from = linear_of(g, inner), to = linear_of(g, op);
  uint32_t ins = from.sizes.count, outs = to.sizes.count, same = 0;
  for (; same < ins && same < outs; same++) {
    OpFoldResult a = from.sizes.data[ins - 1 - same], b = to.sizes.data[outs - 1 - same];
    if (!is_known(a) || !is_known(b) || !ofr_equal(a, b)) break;
  }
  if (!same) return greedy_no_match(g, op, "the last sizes differ");
  if (same == ins - !from.bounded && same == outs - !to.bounded && ins == outs) return greedy_replace(g, op, from.indices.data);
  Operation *joined = build_linearize(g, inner->loc, inner, from.indices.data, from.sizes.data, ins - same);
  Operation *split = build_delinearize(g, op->loc, op_result(joined, 0), to.sizes.data, outs - same);
  ValueVec values = {0};
  push_results(g, &values, split, 0, split->result_count);
  for (uint32_t i = ins - same; i < ins; i++) vec_push(g->arena, &values, from.indices.data[i]);
  return greedy_replace(g, op, values.data);
}

// Indices of size 1 are 0.
bool drop_unit_results(Greedy *g, Operation *op) {
  Linear self = linear_of(g, op);
  Sizes kept = {0};
  Value **values = arena_new(g->arena, Value *, op->result_count + 1), *zero = NULL;
  for (uint32_t i = 0; i < self.sizes.count; i++) {
    if (!is_known(self.sizes.data[i]) || !is_one(self.sizes.data[i])) {
      vec_push(g->arena, &kept, self.sizes.data[i]);
      continue;
    }
    if (!zero) zero = ofr_to_value(&g->b, OFR_NUMBER(0));
    values[i] = zero;
  }
  if (!zero) return greedy_no_match(g, op, "no size is 1");
  if (kept.count) {
    Operation *split = build_delinearize(g, op->loc, op_operand(op, 0), kept.data, kept.count);
    for (uint32_t i = 0, next = 0; i < op->result_count; i++)
      if (!values[i]) values[i] = op_result(split, next++);
  }
  return greedy_replace(g, op, values);
}

// The last joined index by itself, when some of the last sizes multiply to its size.
bool split_last_index(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_AFFINE_LINEARIZE_INDEX);
  if (!inner || !is_disjoint(inner)) return greedy_no_match(g, op, "the index is not a disjoint linear index");
  Linear from = linear_of(g, inner), to = linear_of(g, op);
  uint32_t ins = from.sizes.count, outs = to.sizes.count, taken = 0;
  OpFoldResult last = ins ? from.sizes.data[ins - 1] : NO_SIZE;
  if (!is_known(last) || last.value) return greedy_no_match(g, op, "the last size that was joined is not constant");
  uint64_t product = 1;
  while (taken < outs && product < (uint64_t)last.constant) {
    OpFoldResult size = to.sizes.data[outs - 1 - taken];
    if (!is_known(size) || size.value) return greedy_no_match(g, op, "a size is not constant");
    product *= (uint64_t)size.constant;
    taken++;
  }
  if (product != (uint64_t)last.constant || taken < 2) return greedy_no_match(g, op, "no last sizes multiply to the one that was joined");
  Operation *joined = build_linearize(g, inner->loc, inner, from.indices.data, from.sizes.data, ins - 1);
  Operation *front = build_delinearize(g, op->loc, op_result(joined, 0), to.sizes.data, outs - taken);
  Operation *back = build_delinearize(g, op->loc, from.indices.data[ins - 1], to.sizes.data + outs - taken, taken);
  ValueVec values = {0};
  push_results(g, &values, front, 0, front->result_count);
  push_results(g, &values, back, 0, taken);
  return greedy_replace(g, op, values.data);
}

// A run of indices that one operation split.
typedef struct Run {
  Linear split;
  uint32_t from, at, length;   // first one joined, first result
  Operation *made;             // NULL: the whole is joined again
  ValueVec results;
} Run;

static OpFoldResult product_of(Greedy *g, const OpFoldResult *sizes, uint32_t count) {
  E product = affine_const(g->ctx, 1);
  ValueVec values = {0};
  int64_t constant;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_known(sizes[i])) return NO_SIZE;
    OpFoldResult size = ofr_fold(sizes[i]);
    product = affine_mul(g->ctx, product, size.value ? affine_symbol(g->ctx, values.count) : affine_const(g->ctx, size.constant));
    if (size.value) vec_push(g->arena, &values, size.value);
  }
  if (affine_is_const(product, &constant)) return OFR_NUMBER(constant);
  OpState *state = builder_begin(&g->b, OP_AFFINE_APPLY);
  op_state_add_operands(state, values.data, values.count);
  op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(g->ctx, affine_map(g->ctx, 0, values.count, &product, 1)));
  op_state_add_type(state, g->ctx->types.index);
  return (OpFoldResult){.value = builder_finish_value(&g->b)};
}

// How many of the indices from `i` on are results of one split, in order and of the same sizes.
static uint32_t run_length(const Linear *join, uint32_t i, const Linear *split, uint32_t at) {
  OpFoldResult wanted = join->sizes.data[i], given = split->sizes.data[at];
  bool front = i == 0 && at == 0, implied = is_disjoint(join->op) && at == 0 && !is_known(given);
  uint32_t length = 1;
  if (!front && !implied && !ofr_equal(wanted, given)) return 0;
  while (i + length < join->indices.count && at + length < split->indices.count &&
         join->indices.data[i + length] == split->indices.data[at + length] &&
         ofr_equal(join->sizes.data[i + length], split->sizes.data[at + length]))
    length++;
  return length;
}

bool cancel_runs(Greedy *g, Operation *op) {
  Linear join = linear_of(g, op);
  VEC(Run) runs = {0};
  for (uint32_t i = 0; i < join.indices.count;) {
    const Value *index = join.indices.data[i];
    Operation *split = defined_by(index, OP_AFFINE_DELINEARIZE_INDEX);
    uint32_t length = 0;
    Linear from = {0};
    if (split) {
      from = linear_of(g, split);
      length = run_length(&join, i, &from, index->index);
      for (uint32_t k = 0; k < runs.count; k++)
        if (runs.data[k].split.op == split) length = 0;
    }
    if (length > 1) vec_push(g->arena, &runs, (Run){.split = from, .from = i, .at = index->index, .length = length});
    i += length > 1 ? length : 1;
  }
  if (!runs.count) return greedy_no_match(g, op, "no indices come from one delinearize_index");

  ValueVec indices = {0};
  Sizes sizes = {0};
  uint32_t done = 0;
  for (uint32_t k = 0; k <= runs.count; k++) {
    Run *run = k < runs.count ? &runs.data[k] : NULL;
    for (; done < (run ? run->from : join.indices.count); done++) {
      vec_push(g->arena, &indices, join.indices.data[done]);
      vec_push(g->arena, &sizes, join.sizes.data[done]);
    }
    if (!run) break;
    const OpFoldResult *merged = join.sizes.data + run->from;
    const Linear *split = &run->split;
    done += run->length;
    builder_before(&g->b, split->op);
    g->b.loc = op->loc;
    OpFoldResult size = product_of(g, merged, run->length);
    vec_push(g->arena, &sizes, size);
    if (run->length == split->indices.count) {
      vec_push(g->arena, &indices, op_operand(split->op, 0));
      continue;
    }
    Sizes rest = {0};
    for (uint32_t i = 0; i < split->sizes.count; i++)
      if (i <= run->at || i >= run->at + run->length) vec_push(g->arena, &rest, i == run->at ? size : split->sizes.data[i]);
    run->made = build_delinearize(g, split->op->loc, op_operand(split->op, 0), rest.data, rest.count);
    Operation *residue = build_delinearize(g, split->op->loc, op_result(run->made, run->at), merged, run->length);
    push_results(g, &run->results, run->made, 0, run->at);
    push_results(g, &run->results, residue, 0, run->length);
    push_results(g, &run->results, run->made, run->at + 1, run->made->result_count);
    vec_push(g->arena, &indices, op_result(run->made, run->at));
  }
  builder_before(&g->b, op);
  greedy_replace_op(g, op, build_linearize(g, op->loc, op, indices.data, sizes.data, indices.count));
  for (uint32_t k = 0; k < runs.count; k++)
    if (runs.data[k].made) greedy_replace(g, runs.data[k].split.op, runs.data[k].results.data);
  return true;
}

static bool is_zero(Value *index) { return ofr_is(ofr_from_value(index), 0); }

bool drop_leading_zero(Greedy *g, Operation *op) {
  Linear self = linear_of(g, op);
  if (!self.indices.count || !is_zero(self.indices.data[0])) return false;
  if (self.indices.count == 1) return greedy_replace1(g, op, self.indices.data[0]);
  return greedy_replace_op(g, op, build_linearize(g, op->loc, op, self.indices.data + 1, self.sizes.data + 1, self.indices.count - 1));
}

bool drop_unit_indices(Greedy *g, Operation *op) {
  Linear self = linear_of(g, op);
  ValueVec indices = {0};
  Sizes sizes = {0};
  for (uint32_t i = 0; i < self.indices.count; i++) {
    OpFoldResult size = self.sizes.data[i];
    if (is_known(size) && is_one(size) && (is_disjoint(op) || is_zero(self.indices.data[i]))) continue;
    vec_push(g->arena, &indices, self.indices.data[i]);
    vec_push(g->arena, &sizes, size);
  }
  if (indices.count == self.indices.count) return greedy_no_match(g, op, "no size is 1");
  if (!indices.count) return greedy_replace1(g, op, ofr_to_value(&g->b, OFR_NUMBER(0)));
  return greedy_replace_op(g, op, build_linearize(g, op->loc, op, indices.data, sizes.data, indices.count));
}

