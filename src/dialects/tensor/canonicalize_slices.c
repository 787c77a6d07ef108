// Canonicalization patterns of the tensor dialect: slices and padding.
#include "ops/tensor.h"
#include "rules/tensor.h"
#include "ops/arith.h"

#include "dialects/tensor/canonicalize.h"

#include "dialects/affine/apply.h"
#include "dialects/common/view_like.h"

// ---------------------------------------------------------------------------------------------
// Slices

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
// One list after the other.
static bool fold_lists(OffsetsSizesStrides slice) {
  return fold_list(slice.offsets, false) || fold_list(slice.sizes, false) || fold_list(slice.strides, true);
}

static bool has_constant_operand(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *def = operand_defined_by(op, i, OP_ARITH_CONSTANT);
    if (def && type_is_index(op_operand_type(op, i))) return true;
  }
  return false;
}

static bool lies_within(Greedy *g, const ShapedType *type, OffsetsSizesStrides slice) {
  const int64_t *offsets = ofr_numbers(slice.offsets, g->arena), *sizes = ofr_numbers(slice.sizes, g->arena),
                *strides = ofr_numbers(slice.strides, g->arena);
  for (uint32_t i = 0; i < type->rank && i < slice.offsets.count; i++) {
    if (type->dims[i] == DYNAMIC || offsets[i] == DYNAMIC) continue;
    if (offsets[i] >= type->dims[i]) return false;
    if (sizes[i] == DYNAMIC || strides[i] == DYNAMIC) continue;
    if ((int64_t)((uint64_t)offsets[i] + ((uint64_t)sizes[i] - 1) * (uint64_t)strides[i]) >= type->dims[i]) return false;
  }
  return true;
}

bool *tensor_dropped_dims(Arena *arena, const ShapedType *reduced, OpFoldResultList sizes) {
  bool *dropped = arena_new(arena, bool, sizes.count + 1);
  uint64_t left = reduced->rank;
  for (uint32_t i = sizes.count; dropped && i-- > 0;) {
    if (left && (!ofr_is(sizes.items[i], 1) || reduced->dims[left - 1] == 1)) left--;
    else dropped[i] = true;
  }
  return dropped;
}

// The dimensions of `sizes` that are missing in `reduced` (computeRankReductionMask). `match_dynamic`: an
// unknown size matches anything but 1. NULL: they do not fit.
static bool *missing_dims(Greedy *g, const int64_t *sizes, uint32_t count, const ShapedType *reduced, bool match_dynamic) {
  bool *missing = arena_new(g->arena, bool, count + 1);
  uint64_t next = 0;
  for (uint32_t i = 0; missing && i < count; i++) {
    bool more = next < reduced->rank;
    if (match_dynamic && more && sizes[i] != 1 && (reduced->dims[next] == DYNAMIC || sizes[i] == DYNAMIC)) next++;
    else if (more && sizes[i] == reduced->dims[next]) next++;
    else if (sizes[i] != 1) return NULL;
    else missing[i] = true;
  }
  return next == reduced->rank ? missing : NULL;
}

bool extract_constants(Greedy *g, Operation *op) {
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  const ShapedType *source = as_tensor(op_operand_type(op, 0)), *result = as_tensor(op_result_type(op, 0));
  bool *dropped = tensor_dropped_dims(g->arena, result, slice.sizes);
  if (!fold_lists(slice) || !dropped) return false;
  int64_t *dims = ofr_numbers(slice.sizes, g->arena);
  uint32_t rank = 0;
  for (uint32_t i = 0; i < slice.sizes.count; i++)
    if (!dropped[i]) dims[rank++] = dims[i];
  T type = type_tensor(g->ctx, dims, rank, source->element, source->extra);
  return replace_cast(g, op, build_slice(&g->b, OP_TENSOR_EXTRACT_SLICE, type, op_operand(op, 0), &slice, g->arena));
}

bool extract_slice_from_cast(Greedy *g, Operation *op) {
  Operation *cast = forgetting_cast(op_operand(op, 0));
  if (!cast || has_constant_operand(op)) return false;
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  if (!lies_within(g, as_tensor(op_operand_type(cast, 0)), slice)) return false;
  return greedy_replace1(g, op, build_slice(&g->b, OP_TENSOR_EXTRACT_SLICE, op_result_type(op, 0), op_operand(cast, 0), &slice, g->arena));
}

// A cast that gives sizes of a slice.
bool cast_extract_slice(Greedy *g, Operation *op) {
  Operation *extract = operand_defined_by(op, 0, OP_TENSOR_EXTRACT_SLICE);
  T result = op_result_type(op, 0);
  if (!extract || !tensor_keeps_sizes(op_operand_type(op, 0), result)) return false;
  const ShapedType *from = as_tensor(op_operand_type(op, 0)), *to = as_tensor(result);
  if (!memcmp(from->dims, to->dims, from->rank * sizeof *from->dims)) return false;
  OffsetsSizesStrides slice = offsets_sizes_strides(extract, g->arena);
  bool *missing = missing_dims(g, ofr_numbers(slice.sizes, g->arena), slice.sizes.count, from, false);
  uint64_t next = 0;
  for (uint32_t i = 0; i < slice.sizes.count; i++) {
    if ((missing && missing[i]) || next >= to->rank) continue;
    if (to->dims[next] != DYNAMIC) slice.sizes.items[i] = OFR_NUMBER(to->dims[next]);
    next++;
  }
  return greedy_replace1(g, op, build_slice(&g->b, OP_TENSOR_EXTRACT_SLICE, result, op_operand(extract, 0), &slice, g->arena));
}

// A cast in front of an insert_slice, or in front of the operation around a parallel one.
static Value *cast_in_front(Greedy *g, Operation *op, T type, Value *value) {
  bool parallel = !op->result_count;
  Loc loc = g->b.loc;
  if (parallel) builder_before(&g->b, op_parent(op));
  g->b.loc = loc;
  Value *cast = build_cast(&g->b, type, value);
  if (parallel) builder_before(&g->b, op);
  return cast;
}

static bool replace_insert(Greedy *g, Operation *op, Value *source, Value *dest, const OffsetsSizesStrides *slice) {
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_add_operand2(state, source, dest);
  int32_t offsets = ofr_push(state, "static_offsets", slice->offsets, g->arena);
  int32_t sizes = ofr_push(state, "static_sizes", slice->sizes, g->arena);
  int32_t strides = ofr_push(state, "static_strides", slice->strides, g->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, offsets, sizes, strides}, 5);
  if (op->result_count) op_state_add_type(state, dest->type);
  Operation *made = builder_finish(&g->b);
  return op->result_count ? replace_cast(g, op, op_result(made, 0)) : greedy_erase(g, op);
}

bool insert_constants(Greedy *g, Operation *op) {
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  const ShapedType *dest = as_tensor(op_operand_type(op, 1)), *source = as_tensor(op_operand_type(op, 0));
  if (!fold_lists(slice) || !lies_within(g, dest, slice)) return false;
  int64_t *dims = ofr_numbers(slice.sizes, g->arena);
  uint32_t drop = slice.sizes.count - (uint32_t)source->rank, rank = 0;
  bool reduces = drop != 0;
  for (uint32_t i = 0; i < slice.sizes.count; i++) {
    if (drop && dims[i] == 1) drop--;
    else dims[rank++] = dims[i];
  }
  T type = type_tensor(g->ctx, dims, rank, dest->element, reduces ? NULL : dest->extra);
  Value *value = op_operand(op, 0);
  if (value->type != type) value = cast_in_front(g, op, type, value);
  return replace_insert(g, op, value, op_operand(op, 1), &slice);
}

bool insert_casts(Greedy *g, Operation *op) {
  Operation *casts[2] = {forgetting_cast(op_operand(op, 0)), forgetting_cast(op_operand(op, 1))};
  if ((!casts[0] && !casts[1]) || has_constant_operand(op)) return false;
  Value *source = casts[0] ? op_operand(casts[0], 0) : op_operand(op, 0), *dest = casts[1] ? op_operand(casts[1], 0) : op_operand(op, 1);
  const ShapedType *from = as_tensor(source->type), *to = as_tensor(dest->type);
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  int64_t *sizes = ofr_numbers(slice.sizes, g->arena);
  bool *missing = missing_dims(g, sizes, slice.sizes.count, from, true);
  if (!missing) return false;
  uint64_t next = 0;
  for (uint32_t i = 0; i < slice.sizes.count; i++) {
    if (missing[i] || next >= from->rank || from->dims[next] == DYNAMIC) continue;
    sizes[i] = from->dims[next++];
    slice.sizes.items[i] = OFR_NUMBER(sizes[i]);
  }
  T expected = type_tensor(g->ctx, sizes, slice.sizes.count, to->element, to->extra);
  if (slice_fit(expected, source->type) != SLICE_FITS || !lies_within(g, to, slice)) return false;
  return replace_insert(g, op, source, dest, &slice);
}

// Cast the inserted value to a type with the sizes that are known.
bool insert_sizes(Greedy *g, Operation *op) {
  const ShapedType *source = as_tensor(op_operand_type(op, 0));
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  if (source->rank != as_tensor(op_operand_type(op, 1))->rank) return false;
  int64_t *dims = arena_new(g->arena, int64_t, source->rank + 1);
  for (uint32_t i = 0; i < source->rank; i++) {
    OpFoldResult size = ofr_fold(slice.sizes.items[i]);
    if (!size.value && size.constant < 0) return false;
    dims[i] = size.value ? source->dims[i] : size.constant;
    if (source->dims[i] != DYNAMIC && dims[i] != source->dims[i]) return false;
  }
  T type = type_tensor(g->ctx, dims, (uint32_t)source->rank, source->element, source->extra);
  if (type == &source->base) return false;
  return replace_insert(g, op, cast_in_front(g, op, type, op_operand(op, 0)), op_operand(op, 1), &slice);
}

// ---------------------------------------------------------------------------------------------
// tensor.pad

static OpFoldResultList low_of(Greedy *g, const Operation *op) { return ofr_list(op, "static_low", "low", g->arena); }
static OpFoldResultList high_of(Greedy *g, const Operation *op) { return ofr_list(op, "static_high", "high", g->arena); }

static bool all_zero(OpFoldResultList list) {
  for (uint32_t i = 0; i < list.count; i++)
    if (!ofr_is(ofr_fold(list.items[i]), 0)) return false;
  return true;
}

// A pad like `op`, whose region it takes over.
static Value *build_pad(Greedy *g, Operation *op, T type, Value *source, OpFoldResultList low, OpFoldResultList high) {
  OpState *state = builder_begin(&g->b, OP_TENSOR_PAD);
  op_state_add_operand(state, source);
  int32_t lows = ofr_push(state, "static_low", low, g->arena), highs = ofr_push(state, "static_high", high, g->arena);
  op_state_operand_segments(state, (const int32_t[]){1, lows, highs}, 3);
  op_state_set_prop(state, TENSOR_PAD_NOFOLD, op_prop_at(op, TENSOR_PAD_NOFOLD));
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  op_state_add_type(state, type);
  op_state_add_region(state);
  Operation *made = builder_finish(&g->b);
  region_take_blocks(&made->regions[0], &op->regions[0], NULL);
  return op_result(made, 0);
}

bool pad_nothing(Greedy *g, Operation *op) {
  if (op_prop_at(op, TENSOR_PAD_NOFOLD) || !all_zero(low_of(g, op)) || !all_zero(high_of(g, op))) return false;
  return greedy_replace1(g, op, build_cast(&g->b, op_result_type(op, 0), op_operand(op, 0)));
}

bool pad_cast(Greedy *g, Operation *op) {
  Operation *cast = forgetting_cast(op_operand(op, 0));
  if (!cast) return false;
  const ShapedType *source = as_tensor(op_operand_type(cast, 0)), *result = as_tensor(op_result_type(op, 0));
  const int64_t *low = ofr_numbers(low_of(g, op), g->arena), *high = ofr_numbers(high_of(g, op), g->arena);
  int64_t *dims = arena_new(g->arena, int64_t, source->rank + 1);
  for (uint64_t i = 0; i < source->rank; i++) {
    bool known = source->dims[i] != DYNAMIC && low[i] != DYNAMIC && high[i] != DYNAMIC;
    dims[i] = known ? (int64_t)((uint64_t)source->dims[i] + (uint64_t)low[i] + (uint64_t)high[i]) : result->dims[i];
  }
  T type = tensor_with_dims(g->ctx, source, dims, (uint32_t)source->rank);
  if (type == &result->base) {
    greedy_set_operand(g, op, 0, op_operand(cast, 0));
    return true;
  }
  return replace_cast(g, op, build_pad(g, op, type, op_operand(op, 0), low_of(g, op), high_of(g, op)));
}

bool pad_then_cast(Greedy *g, Operation *op) {
  Value *result = op_result(op, 0);
  Operation *cast = value_has_one_use(result) ? result->uses->owner : NULL;
  if (!op_is(cast, OP_TENSOR_CAST) || !tensor_keeps_sizes(result->type, op_result_type(cast, 0))) return false;
  Value *made = build_pad(g, op, op_result_type(cast, 0), op_operand(op, 0), low_of(g, op), high_of(g, op));
  greedy_replace1(g, op, made);
  return greedy_replace1(g, cast, made);
}

// The value of the padding: a constant, or one from outside.
static Value *padding_of(const Operation *op) {
  const Block *block = op->regions[0].first;
  const Operation *yield = block ? block->last : NULL;
  Value *value = yield && yield->operand_count ? op_operand(yield, 0) : NULL;
  if (!value || value_constant(value)) return value;
  return value_block(value) == block ? NULL : value;
}

static bool is_padded(OpFoldResultList low, OpFoldResultList high, uint32_t i) {
  return !ofr_is(ofr_fold(low.items[i]), 0) || !ofr_is(ofr_fold(high.items[i]), 0);
}

static bool unit_strides(OpFoldResultList strides) {
  for (uint32_t i = 0; i < strides.count; i++)
    if (!ofr_is(ofr_fold(strides.items[i]), 1)) return false;
  return true;
}

// pad(slice(pad(slice))) of different dimensions is one pad of one slice.
bool pad_both(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_TENSOR_EXTRACT_SLICE);
  Operation *pad = inner ? operand_defined_by(inner, 0, OP_TENSOR_PAD) : NULL;
  Operation *outer = pad && !op_prop_at(pad, TENSOR_PAD_NOFOLD) ? operand_defined_by(pad, 0, OP_TENSOR_EXTRACT_SLICE) : NULL;
  if (!outer) return false;
  const ShapedType *whole = as_tensor(op_operand_type(outer, 0)), *padded = as_tensor(op_operand_type(inner, 0));
  uint32_t rank = (uint32_t)as_tensor(op_operand_type(op, 0))->rank;
  OffsetsSizesStrides slice = offsets_sizes_strides(inner, g->arena), first = offsets_sizes_strides(outer, g->arena);
  if (whole->rank != rank || padded->rank != rank || !unit_strides(slice.strides) || !unit_strides(first.strides)) return false;
  OpFoldResultList low = low_of(g, op), high = high_of(g, op), outer_low = low_of(g, pad), outer_high = high_of(g, pad);
  if (!all_zero(low) || !all_zero(outer_low)) return false;
  Value *value = padding_of(op), *other = padding_of(pad);
  if (!value || !other || !value_constant(value) || value_constant(value) != value_constant(other)) return false;
  OpFoldResultList highs = {arena_new(g->arena, OpFoldResult, rank + 1), rank};
  for (uint32_t i = 0; i < rank; i++) {
    bool mine = is_padded(low, high, i), its = is_padded(outer_low, outer_high, i);
    if (mine && its) return false;
    if (!mine && ofr_is(ofr_fold(slice.offsets.items[i]), 0)) slice.offsets.items[i] = first.offsets.items[i];
    else if (its || !ofr_is(ofr_fold(first.offsets.items[i]), 0)) return false;
    highs.items[i] = mine ? high.items[i] : its ? outer_high.items[i] : OFR_NUMBER(0);
    if (!its) continue;
    if (padded->dims[i] == DYNAMIC || !ofr_is(ofr_fold(slice.sizes.items[i]), padded->dims[i])) return false;
    slice.sizes.items[i] = first.sizes.items[i];
  }
  T type = type_tensor(g->ctx, ofr_numbers(slice.sizes, g->arena), rank, whole->element, whole->extra);
  Value *source = build_slice(&g->b, OP_TENSOR_EXTRACT_SLICE, type, op_operand(outer, 0), &slice, g->arena);
  return greedy_replace1(g, op, build_pad(g, op, op_result_type(op, 0), source, low, highs));
}

static void fold_amounts(OpFoldResultList list) {
  for (uint32_t i = 0; i < list.count; i++) list.items[i] = ofr_fold(list.items[i]);
}

// This is done only when they give a size of the result.
bool pad_constants(Greedy *g, Operation *op) {
  const ShapedType *source = as_tensor(op_operand_type(op, 0)), *result = as_tensor(op_result_type(op, 0));
  OpFoldResultList low = low_of(g, op), high = high_of(g, op);
  bool changed = false;
  fold_amounts(low);
  fold_amounts(high);
  if (source->rank != result->rank || low.count != source->rank || high.count != source->rank) return false;
  int64_t *dims = arena_new(g->arena, int64_t, source->rank + 1);
  for (uint32_t i = 0; i < source->rank; i++) {
    dims[i] = result->dims[i];
    if (dims[i] != DYNAMIC || low.items[i].value || high.items[i].value || source->dims[i] == DYNAMIC) continue;
    dims[i] = (int64_t)((uint64_t)source->dims[i] + (uint64_t)low.items[i].constant + (uint64_t)high.items[i].constant);
    changed = true;
  }
  if (!changed) return false;
  T type = tensor_with_dims(g->ctx, result, dims, (uint32_t)result->rank);
  Value *made = build_pad(g, op, type, op_operand(op, 0), low, high);
  return greedy_replace1(g, op, build_cast(&g->b, op_result_type(op, 0), made));
}

static OpFoldResultList sums(Greedy *g, OpFoldResultList a, OpFoldResultList b) {
  const AffineMap *map = affine_map(g->ctx, 2, 0, (const E[]){affine_add(g->ctx, affine_dim(g->ctx, 0), affine_dim(g->ctx, 1))}, 1);
  OpFoldResultList out = {arena_new(g->arena, OpFoldResult, a.count + 1), a.count};
  for (uint32_t i = 0; i < a.count; i++) out.items[i] = compose_apply(&g->b, map, (const OpFoldResult[]){a.items[i], b.items[i]}, g->arena);
  return out;
}

bool pad_twice(Greedy *g, Operation *op) {
  Operation *before = operand_defined_by(op, 0, OP_TENSOR_PAD);
  if (!before || op_prop_at(op, TENSOR_PAD_NOFOLD) || op_prop_at(before, TENSOR_PAD_NOFOLD)) return false;
  Value *value = padding_of(op);
  if (!value || value != padding_of(before)) return false;
  OpFoldResultList high = sums(g, high_of(g, op), high_of(g, before)), low = sums(g, low_of(g, op), low_of(g, before));
  return greedy_replace1(g, op, build_pad(g, op, op_result_type(op, 0), op_operand(before, 0), low, high));
}
