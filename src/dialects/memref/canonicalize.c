// Canonicalization patterns of the memref dialect (after mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp).
#include "ops/arith.h"
#include "rules/memref.h"
#include "ops/memref.h"

#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/common/reshape.h"
#include "dialects/memref/fold.h"
#include "dialects/memref/hooks.h"
#include "ir/constants.h"
#include "rewrite/effects.h"
#include "rewrite/greedy.h"

static const ShapedType *shape_of(T memref) { return (const ShapedType *)memref; }
static bool replace_by_cast(Greedy *g, Operation *op, Value *value) {
  return greedy_replace1(g, op, build1(&g->b, OP_MEMREF_CAST, op_result_type(op, 0), value));
}

// ---------------------------------------------------------------------------------------------
// Allocation

// The type with the sizes that are constant operands; `operands` gets the other operands. NULL: no operand is constant.
static T static_sizes(Greedy *g, T type, const Operation *op, const char *sizes, ValueVec *operands) {
  const ShapedType *shape = shape_of(type);
  uint32_t next = op_operands_named(op, sizes).begin;
  int64_t *dims = arena_new(g->arena, int64_t, shape->rank + 1);
  bool changed = false;
  for (uint64_t i = 0; dims && i < shape->rank; i++) {
    dims[i] = shape->dims[i];
    if (dims[i] != DYNAMIC) continue;
    OpFoldResult size = ofr_from_value(op_operand(op, next++));
    if (size.value || size.constant < 0) {
      vec_push(g->arena, operands, op_operand(op, next - 1));
      continue;
    }
    dims[i] = size.constant;
    changed = true;
  }
  return changed ? type_memref(g->ctx, dims, (uint32_t)shape->rank, shape->element, shape->layout, shape->extra) : NULL;
}

bool fold_alloc_sizes(Greedy *g, Operation *op) {
  ValueVec sizes = {0};
  T type = static_sizes(g, op_result_type(op, 0), op, "dynamicSizes", &sizes);
  if (!type) return greedy_no_match(g, op, "no size is constant");
  Span symbols = op_operands_named(op, "symbolOperands");
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_add_operands(state, sizes.data, sizes.count);
  op_state_take_operands(state, op, symbols.begin, symbols.end);
  op_state_add_type(state, type);
  op_state_take_prop(state, op, "alignment");
  op_state_operand_segments(state, (const int32_t[]){(int32_t)sizes.count, (int32_t)span_size(symbols)}, 2);
  return replace_by_cast(g, op, builder_finish_value(&g->b));
}

// Remove memory that is only written and freed.
bool erase_unread(Greedy *g, Operation *op) {
  Value *memory = op_result(op, 0);
  for (const Use *use = memory->uses; use; use = use->next) {
    bool stores = op_is(use->owner, OP_MEMREF_STORE) && op_operand(use->owner, 0) != memory;
    if (!stores && !op_is(use->owner, OP_MEMREF_DEALLOC)) return greedy_no_match(g, op, "the memory is used");
  }
  while (memory->uses) greedy_erase(g, memory->uses->owner);
  return greedy_erase(g, op);
}

// --- memref.alloca_scope

static bool is_last_in_region(const Operation *op) {
  const Block *block = op->block;
  return block->last && op->next == block->last && block_terminator(block) && block->region->first == block->region->last;
}

static bool allocates_on_stack(const Operation *op) { return op_is(op, OP_MEMREF_ALLOCA); }

static WalkResult look_for_alloca(Operation *op, void *data) {
  if (op == data) return WALK_ADVANCE;
  uint32_t effects;
  if (!op_has(op, TRAIT_RECURSIVE_EFFECTS) && (allocates_on_stack(op) || !op_own_effects(op, &effects))) return WALK_STOP;
  return op_has(op, TRAIT_ALLOCATION_SCOPE) ? WALK_SKIP : WALK_ADVANCE;
}

bool inline_scope(Greedy *g, Operation *op) {
  if (op_walk_pre(op, look_for_alloca, op) == WALK_STOP &&
      (!op_parent(op) || !op_has(op_parent(op), TRAIT_ALLOCATION_SCOPE) || !is_last_in_region(op)))
    return greedy_no_match(g, op, "memory would live longer");
  Operation *end = op_region(op, 0)->first->last;
  Value **values = arena_new(g->arena, Value *, op->result_count + 1);
  greedy_inline_block(g, end->block, op, NULL);
  for (uint32_t i = 0; i < op->result_count; i++) values[i] = op_operand(end, i);
  return greedy_replace(g, op, values);
}

typedef struct Hoist {
  Greedy *g;
  const Region *region;   // the operations that can move use nothing from here
  OpVec ops;
} Hoist;

static WalkResult collect_hoistable(Operation *op, void *data) {
  Hoist *hoist = data;
  if (!allocates_on_stack(op)) return WALK_ADVANCE;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Block *block = value_block(op_operand(op, i));
    if (block && block->region && region_is_ancestor(hoist->region, block->region)) return WALK_ADVANCE;
  }
  vec_push(hoist->g->arena, &hoist->ops, op);
  return WALK_ADVANCE;
}

// If the scope around ends together with this one, it may own this one's stack memory.
bool hoist_from_scope(Greedy *g, Operation *op) {
  Operation *outer = op_parent(op);
  if (!outer || op_has(outer, TRAIT_ALLOCATION_SCOPE) || !outer->block) return false;
  if (!is_last_in_region(op) || !is_last_in_region(outer)) return false;
  for (Operation *parent; (parent = op_parent(outer)) && !op_has(parent, TRAIT_ALLOCATION_SCOPE); outer = parent)
    if (!parent->block || !is_last_in_region(parent)) return false;
  if (!op_parent(outer)) return false;
  Hoist hoist = {.g = g};
  for (uint32_t r = 0; r < outer->region_count; r++)
    if (region_is_ancestor(&outer->regions[r], op->block->region)) hoist.region = &outer->regions[r];
  if (!hoist.region) return false;
  op_walk_post(op, collect_hoistable, &hoist);
  if (!hoist.ops.count) return false;
  builder_before(&g->b, outer);
  for (uint32_t i = 0; i < hoist.ops.count; i++)
    greedy_replace_op(g, hoist.ops.data[i], builder_insert(&g->b, op_clone(g->module, hoist.ops.data[i], NULL)));
  return true;
}

// ---------------------------------------------------------------------------------------------
// Copies and sizes

static bool is_empty(T type) {
  if (type_kind(type) != TYPE_MEMREF) return false;
  for (uint64_t i = 0; i < shape_of(type)->rank; i++)
    if (!shape_of(type)->dims[i]) return true;
  return false;
}

bool erase_empty_copy(Greedy *g, Operation *op) {
  return (is_empty(op_operand_type(op, 0)) || is_empty(op_operand_type(op, 1))) && greedy_erase(g, op);
}

bool memref_dim_of_reshape(Greedy *g, Operation *op) {
  Operation *reshape = operand_defined_by(op, 0, OP_MEMREF_RESHAPE);
  if (!reshape) return false;
  Value *index = op_operand(op, 1);
  const Block *block = value_block(index);
  if (block == reshape->block) {
    Operation *def = value_def(index);
    if (def && op_is_before(reshape, def)) return greedy_no_match(g, op, "the index is computed after the reshape");
  } else if (op->block != reshape->block &&
             (block->region == reshape->block->region || !region_is_ancestor(block->region, reshape->block->region))) {
    return greedy_no_match(g, op, "the index may be computed after the reshape");
  }
  // The size is read before the shape could change.
  builder_after(&g->b, reshape);
  g->b.loc = op->loc;
  Value *shape = op_operand(reshape, 1);
  Value *size = build2(&g->b, OP_MEMREF_LOAD, type_element(shape->type), shape, index);
  if (!type_is_index(size->type)) size = build1(&g->b, OP_ARITH_INDEX_CAST, g->ctx->types.index, size);
  return greedy_replace1(g, op, size);
}

// ---------------------------------------------------------------------------------------------
// memref.reinterpret_cast

static bool layout_numbers(Greedy *g, T memref, int64_t **strides, int64_t *offset) {
  *strides = arena_new(g->arena, int64_t, shape_of(memref)->rank + 1);
  return *strides && memref_strides_and_offset(g->ctx, memref, *strides, offset);
}

// The number, if the type or a constant gives it.
static void constify(OpFoldResultList list, const int64_t *known) {
  for (uint32_t i = 0; i < list.count; i++) list.items[i] = known[i] == DYNAMIC ? ofr_fold(list.items[i]) : OFR_NUMBER(known[i]);
}

static uint32_t count_constants(const OffsetsSizesStrides *slice) {
  const OpFoldResultList lists[] = {slice->offsets, slice->sizes, slice->strides};
  uint32_t count = 0;
  for (uint32_t k = 0; k < 3; k++)
    for (uint32_t i = 0; i < lists[k].count; i++) count += !lists[k].items[i].value;
  return count;
}

static bool constify_slice(Greedy *g, T type, OffsetsSizesStrides *slice) {
  int64_t *strides, offset;
  if (!layout_numbers(g, type, &strides, &offset)) return false;
  constify(slice->offsets, &offset);
  constify(slice->sizes, shape_of(type)->dims);
  constify(slice->strides, strides);
  return true;
}

static bool same_lists(OpFoldResultList a, OpFoldResultList b) {
  for (uint32_t i = 0; i < a.count && a.count == b.count; i++)
    if (!ofr_equal(a.items[i], b.items[i])) return false;
  return a.count == b.count;
}

// The metadata of a memref put together again is the memref.
bool reinterpret_of_metadata(Greedy *g, Operation *op) {
  Operation *metadata = operand_defined_by(op, 0, OP_MEMREF_EXTRACT_STRIDED_METADATA);
  if (!metadata) return false;
  Value *source = op_operand(metadata, 0);
  uint32_t rank = (uint32_t)shape_of(source->type)->rank;
  OffsetsSizesStrides made = offsets_sizes_strides(op, g->arena), given = {{0}};
  OpFoldResultList *lists[] = {&given.offsets, &given.sizes, &given.strides};
  for (uint32_t k = 0, at = 1; k < 3; k++) {
    uint32_t count = k ? rank : 1;
    *lists[k] = (OpFoldResultList){arena_new(g->arena, OpFoldResult, count + 1), count};
    for (uint32_t i = 0; i < count; i++) lists[k]->items[i].value = op_result(metadata, at++);
  }
  bool known = constify_slice(g, op_result_type(op, 0), &made) && constify_slice(g, source->type, &given);
  if (!known || !same_lists(made.strides, given.strides) || !same_lists(made.sizes, given.sizes) ||
      !same_lists(made.offsets, given.offsets)) {
    greedy_set_operand(g, op, 0, source);
    return true;
  }
  return source->type == op_result_type(op, 0) ? greedy_replace1(g, op, source) : replace_by_cast(g, op, source);
}

bool reinterpret_constants(Greedy *g, Operation *op) {
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  uint32_t before = count_constants(&slice);
  if (!constify_slice(g, op_result_type(op, 0), &slice) || count_constants(&slice) == before)
    return greedy_no_match(g, op, "nothing more is constant");
  const ShapedType *source = shape_of(op_operand_type(op, 0));
  uint32_t rank = slice.sizes.count;
  A layout = attr_strided(g->ctx, ofr_numbers(slice.offsets, g->arena)[0], ofr_numbers(slice.strides, g->arena), rank);
  T type = type_memref(g->ctx, ofr_numbers(slice.sizes, g->arena), rank, source->element, layout, source->extra);
  return replace_by_cast(g, op, build_slice(&g->b, OP_MEMREF_REINTERPRET_CAST, type, op_operand(op, 0), &slice, g->arena));
}

// ---------------------------------------------------------------------------------------------
// memref.expand_shape and memref.collapse_shape

bool expand_of_cast(Greedy *g, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_MEMREF_CAST);
  if (!cast || !memref_cast_is_weaker(cast, g->ctx, g->arena)) return false;
  Value *source = op_operand(cast, 0);
  const ArrayAttr *groups = (const ArrayAttr *)op_prop_at(op, MEMREF_EXPAND_SHAPE_REASSOCIATION);
  OpFoldResultList shape = ofr_list(op, "static_output_shape", "output_shape", g->arena);
  for (uint32_t i = 0; i < shape.count; i++) shape.items[i] = ofr_fold(shape.items[i]);
  for (uint64_t i = 0, at = 0; i < groups->count; i++) {
    bool dynamic = false;
    for (uint64_t k = 0; k < ((const ArrayAttr *)groups->items[i])->count && at < shape.count; k++) dynamic |= shape.items[at++].value != NULL;
    if (dynamic != (shape_of(source->type)->dims[i] == DYNAMIC))
      return greedy_no_match(g, op, "a size that is known would have to be computed, or the reverse");
  }
  T type = memref_expanded_type(g->ctx, g->arena, shape_of(source->type), ofr_numbers(shape, g->arena), shape.count, &groups->base);
  if (!type) return false;
  if (type == op_result_type(op, 0)) {
    greedy_set_operand(g, op, 0, source);
    return true;
  }
  OpState *state = builder_begin(&g->b, OP_MEMREF_EXPAND_SHAPE);
  op_state_add_operand(state, source);
  ofr_push(state, "static_output_shape", shape, g->arena);
  op_state_set_prop(state, MEMREF_EXPAND_SHAPE_REASSOCIATION, &groups->base);
  op_state_add_type(state, type);
  return replace_by_cast(g, op, builder_finish_value(&g->b));
}

bool collapse_of_cast(Greedy *g, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_MEMREF_CAST);
  if (!cast || !memref_cast_is_weaker(cast, g->ctx, g->arena)) return false;
  Value *source = op_operand(cast, 0);
  A groups = op_prop_at(op, MEMREF_COLLAPSE_SHAPE_REASSOCIATION);
  T type = memref_collapsed_type(g->ctx, g->arena, shape_of(source->type), groups);
  if (!type) return false;
  if (type == op_result_type(op, 0)) {
    greedy_set_operand(g, op, 0, source);
    return true;
  }
  OpState *state = builder_begin(&g->b, OP_MEMREF_COLLAPSE_SHAPE);
  op_state_add_operand(state, source);
  op_state_set_prop(state, MEMREF_COLLAPSE_SHAPE_REASSOCIATION, groups);
  op_state_add_type(state, type);
  return replace_by_cast(g, op, builder_finish_value(&g->b));
}

// ---------------------------------------------------------------------------------------------
// memref.subview

// The type of a subview of `source` that leaves out what `op` does.
static T subview_type(Greedy *g, const Operation *op, T source, const OffsetsSizesStrides *slice, const bool *dropped) {
  T full = memref_subview_type(g->ctx, g->arena, shape_of(source), ofr_numbers(slice->offsets, g->arena),
                               ofr_numbers(slice->sizes, g->arena), ofr_numbers(slice->strides, g->arena));
  if (!full || shape_of(full)->rank == shape_of(op_result_type(op, 0))->rank) return full;
  const ShapedType *shape = shape_of(full);
  int64_t *strides, offset, *dims = arena_new(g->arena, int64_t, shape->rank + 1);
  if (!layout_numbers(g, full, &strides, &offset)) return NULL;
  uint32_t rank = 0;
  for (uint64_t i = 0; i < shape->rank; i++) {
    if (dropped[i]) continue;
    dims[rank] = shape->dims[i];
    strides[rank++] = strides[i];
  }
  return type_memref(g->ctx, dims, rank, shape->element, attr_strided(g->ctx, offset, strides, rank), shape->extra);
}

// Constant operands become part of the list. `stride`: anything but 0, otherwise nothing negative.
static bool fold_list(OpFoldResultList list, bool stride) {
  bool changed = false;
  for (uint32_t i = 0; i < list.count; i++) {
    OpFoldResult folded = ofr_fold(list.items[i]);
    if (!list.items[i].value || folded.value || (stride ? !folded.constant : folded.constant < 0)) continue;
    list.items[i] = folded;
    changed = true;
  }
  return changed;
}

// Compare the entries that are numbers.
static bool is_in_bounds(const ShapedType *source, const OffsetsSizesStrides *slice) {
  for (uint32_t i = 0; i < source->rank; i++) {
    OpFoldResult offset = slice->offsets.items[i], size = slice->sizes.items[i], stride = slice->strides.items[i];
    int64_t dim = source->dims[i];
    if (dim == DYNAMIC || offset.value) continue;
    if (offset.constant >= dim) return false;
    if (size.value || stride.value) continue;
    if ((int64_t)((uint64_t)offset.constant + ((uint64_t)size.constant - 1) * (uint64_t)stride.constant) >= dim) return false;
  }
  return true;
}

static bool dropped_dims(Greedy *g, const Operation *op, bool **out) {
  *out = arena_new(g->arena, bool, shape_of(op_operand_type(op, 0))->rank + 1);
  return *out && memref_subview_dropped(g->ctx, g->arena, op, *out);
}

// One list after the other.
bool subview_constants(Greedy *g, Operation *op) {
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  bool *dropped;
  if (!fold_list(slice.offsets, false) && !fold_list(slice.sizes, false) && !fold_list(slice.strides, true))
    return greedy_no_match(g, op, "no operand is constant");
  if (!is_in_bounds(shape_of(op_operand_type(op, 0)), &slice)) return greedy_no_match(g, op, "it would be out of bounds");
  if (!dropped_dims(g, op, &dropped)) return false;
  T type = subview_type(g, op, op_operand_type(op, 0), &slice, dropped);
  return type && replace_by_cast(g, op, build_slice(&g->b, OP_MEMREF_SUBVIEW, type, op_operand(op, 0), &slice, g->arena));
}

bool subview_of_cast(Greedy *g, Operation *op) {
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (!ofr_from_value(op_operand(op, i)).value) return greedy_no_match(g, op, "an operand is constant");
  Operation *cast = operand_defined_by(op, 0, OP_MEMREF_CAST);
  bool *dropped;
  if (!cast || !memref_cast_is_weaker(cast, g->ctx, g->arena) || !dropped_dims(g, op, &dropped)) return false;
  Value *source = op_operand(cast, 0);
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  T type = subview_type(g, op, source->type, &slice, dropped);
  return type && replace_by_cast(g, op, build_slice(&g->b, OP_MEMREF_SUBVIEW, type, source, &slice, g->arena));
}

bool subview_of_all(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  const ShapedType *shape = shape_of(source->type);
  if (shape->rank != shape_of(op_result_type(op, 0))->rank || !list_is_all(op, "offsets", op_prop_at(op, MEMREF_SUBVIEW_STATIC_OFFSETS), 0) ||
      !list_is_all(op, "strides", op_prop_at(op, MEMREF_SUBVIEW_STATIC_STRIDES), 1))
    return false;
  OpFoldResultList sizes = offsets_sizes_strides(op, g->arena).sizes;
  for (uint32_t i = 0; i < sizes.count; i++) {
    OpFoldResult size = ofr_fold(sizes.items[i]);
    if (size.value || size.constant != shape->dims[i]) return false;
  }
  return source->type == op_result_type(op, 0) ? greedy_replace1(g, op, source) : replace_by_cast(g, op, source);
}

// ---------------------------------------------------------------------------------------------
// memref.view

static Value *build_view(Greedy *g, T type, Value *source, Value *shift, const ValueVec *sizes) {
  OpState *state = builder_begin(&g->b, OP_MEMREF_VIEW);
  op_state_add_operand2(state, source, shift);
  op_state_add_operands(state, sizes->data, sizes->count);
  op_state_add_type(state, type);
  return builder_finish_value(&g->b);
}

bool view_sizes(Greedy *g, Operation *op) {
  ValueVec sizes = {0};
  T type = static_sizes(g, op_result_type(op, 0), op, "sizes", &sizes);
  return type && replace_by_cast(g, op, build_view(g, type, op_operand(op, 0), op_operand(op, 1), &sizes));
}

bool view_of_cast(Greedy *g, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_MEMREF_CAST);
  if (!cast || !operand_defined_by(cast, 0, OP_MEMREF_ALLOC)) return false;
  ValueVec sizes = {0};
  op_push_operands(op, 2, op->operand_count, &sizes, g->arena);
  return greedy_replace1(g, op, build_view(g, op_result_type(op, 0), op_operand(cast, 0), op_operand(op, 1), &sizes));
}

const ReshapeOps memref_reshapes = {OP_MEMREF_EXPAND_SHAPE, OP_MEMREF_COLLAPSE_SHAPE, OP_MEMREF_CAST};
