// Operations of the transform dialect that tile sums (after mlir/lib/Dialect/Linalg/TransformOps/LinalgTransformOps.cpp).
#include "ir/ir_diag.h"
#include "ops/transform.h"
#include "passes/transform/tile.h"
#include "passes/linalg/tile.h"

static OpFoldResultList numbers_of(Transformer *self, A list) {
  uint32_t count = !list ? 0 : attr_kind(list) == ATTR_ARRAY ? ((const ArrayAttr *)list)->count : (uint32_t)((const DenseArrayAttr *)list)->count;
  OpFoldResultList out = {arena_new(self->arena, OpFoldResult, count + 1), count};
  for (uint32_t i = 0; out.items && i < count; i++)
    out.items[i] = OFR_NUMBER(attr_kind(list) == ATTR_ARRAY ? attr_to_i64(((const ArrayAttr *)list)->items[i]) : dense_array_i64(list, i));
  return out;
}

// Of the loops that are given, or of all that sum up, those that are tiled. False: they are no loops.
static bool read_summed(Transformer *self, const Tiling *tiling, A given, const OpFoldResultList *sizes, TileOptions *options) {
  OpFoldResultList list = numbers_of(self, given);
  uint32_t kept = 0;
  uint32_t *summed = arena_new(self->arena, uint32_t, list.count + tiling->iterators.count + 1);
  options->summed = summed;
  options->summed_count = list.count;
  if (!summed) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    if (list.items[i].constant < 0 || list.items[i].constant >= tiling->iterators.count) return false;
    summed[i] = (uint32_t)list.items[i].constant;
  }
  for (uint32_t i = 0; !list.count && i < tiling->iterators.count; i++)
    if (tiling->iterators.data[i] == ITERATOR_REDUCTION) summed[options->summed_count++] = i;
  for (uint32_t i = 0; i < options->summed_count; i++)
    if (summed[i] < sizes->count && sizes->items[summed[i]].constant) summed[kept++] = summed[i];
  options->summed_count = kept;
  return true;
}

// Each operation that was made is one of a result.
static TransformStatus set_results(Transformer *self, Operation *op, Loc target, const Tiled *tiled) {
  OpVec made = {0};
  for (uint32_t i = 0; i < tiled->fills.count; i++) vec_push(self->arena, &made, tiled->fills.data[i]);
  vec_push(self->arena, &made, tiled->op);
  for (uint32_t i = 0; i < tiled->merges.count; i++) vec_push(self->arena, &made, tiled->merges.data[i]);
  if (tiled->loops.count) vec_push(self->arena, &made, tiled->loops.data[0]);
  if (made.count != op->result_count) {
    Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "application of %.*s expected to produce %u results (actually produced %u).", STR_ARG(op_name(op)),
                         op->result_count, made.count);
    diag_note_at(self->module, diag, target, "when applied to this op");
    diag_note_at(self->module, diag, op->loc, "if you need variadic results, consider a generic `apply` instead of the specialized `applyToOne`.");
    return TRANSFORM_DEFINITE;
  }
  for (uint32_t i = 0; i < made.count; i++) vec_push(self->arena, &transform_handle(self, op_result(op, i))->ops, made.data[i]);
  return TRANSFORM_OK;
}

static TransformStatus tile_each(Transformer *self, Operation *op, TileOptions *options, A summed, const char *wrong_kind, const char *failed) {
  const Handle targets = *transform_operand(self, op, 0);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Tiling tiling;
    Tiled tiled;
    bool any = false;
    Operation *target = targets.ops.data[i];
    Loc loc = target->loc;
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!tiling_of(&tiling, self->module, self->arena, target)) {
      diag_at(self->module, SEVERITY_ERROR, loc, "%s", wrong_kind);
      return TRANSFORM_SILENCEABLE;
    }
    const OpFoldResultList *sizes = options->threads.count ? &options->threads : &options->sizes;
    for (uint32_t k = 0; k < sizes->count && k < tiling.iterators.count; k++) any |= sizes->items[k].constant != 0;
    if (!any) return transform_fail_at(self, op, target, "target operation", "no loop is tiled: all sizes are 0");
    if (!read_summed(self, &tiling, summed, sizes, options)) return transform_fail_at(self, op, target, "target operation", "the reduction dimensions are no loops of it");
    for (uint32_t k = 0; k < options->summed_count; k++)
      if (tiling.iterators.data[options->summed[k]] == ITERATOR_PARALLEL)
        return transform_fail_at(self, op, target, "target operation", "a reduction dimension is parallel: Rung doesn't do this yet");
    for (uint32_t k = 0; k < tiling.maps.count; k++)
      if (k >= structured_inits(target).begin && !affine_map_is_projected_permutation(tiling.maps.data[k], false))
        return transform_fail_at(self, op, target, "target operation", "the map of a result does more than to choose and to order loops");
    if (!tiling_domain(&tiling)) return transform_refuse_domain(self, op, target);
    const char *wrong = tile_to_loops(&tiling, options, &tiled);
    if (wrong && options->forall) return transform_fail_at(self, op, target, "target operation", "%s", failed);
    if (wrong) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "%s", failed);
    TransformStatus status = set_results(self, op, loc, &tiled);
    if (status != TRANSFORM_OK) return status;
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_tile_reduction_using_for(Transformer *self, Operation *op) {
  TileOptions options = {.sums = SUM_BY_PLACE, .sizes = numbers_of(self, op_prop_at(op, TRANSFORM_STRUCTURED_TILE_REDUCTION_USING_FOR_TILE_SIZES))};
  return tile_each(self, op, &options, op_prop_at(op, TRANSFORM_STRUCTURED_TILE_REDUCTION_USING_FOR_REDUCTION_DIMS), "Operation should implement PartialReductionOpInterface",
                   "failed to tile using partial reduction");
}

TransformStatus transform_apply_tile_reduction_using_forall(Transformer *self, Operation *op) {
  TileOptions options = {.forall = true, .sums = SUM_BY_TILE, .mapping = op_prop_at(op, TRANSFORM_STRUCTURED_TILE_REDUCTION_USING_FORALL_MAPPING),
                         .threads = numbers_of(self, op_prop_at(op, TRANSFORM_STRUCTURED_TILE_REDUCTION_USING_FORALL_NUM_THREADS)),
                         .sizes = numbers_of(self, op_prop_at(op, TRANSFORM_STRUCTURED_TILE_REDUCTION_USING_FORALL_TILE_SIZES))};
  return tile_each(self, op, &options, op_prop_at(op, TRANSFORM_STRUCTURED_TILE_REDUCTION_USING_FORALL_REDUCTION_DIMS), "Operation should implement PartialReductionOpInterface",
                   "could not tile reduction in target.");
}

TransformStatus transform_apply_split_reduction(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  int64_t factor = op_prop_i64_at(op, TRANSFORM_STRUCTURED_SPLIT_REDUCTION_SPLIT_FACTOR), at = op_prop_i64_at(op, TRANSFORM_STRUCTURED_SPLIT_REDUCTION_INSERT_SPLIT_DIMENSION);
  bool inner = op_prop_at(op, TRANSFORM_STRUCTURED_SPLIT_REDUCTION_INNER_PARALLEL) != NULL, alloc = op_prop_at(op, TRANSFORM_STRUCTURED_SPLIT_REDUCTION_USE_ALLOC) != NULL;
  if (op_prop_at(op, TRANSFORM_STRUCTURED_SPLIT_REDUCTION_USE_SCALING_ALGORITHM))
    return transform_fail(self, op, TRANSFORM_DEFINITE, "'use_scaling_algorithm' is not supported: Rung doesn't do this yet");
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    SplitSum made;
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!ask_linalg_op(target->def)) return transform_fail_at(self, op, target, "when applied to this op", "transform applied to the wrong op kind");
    if (!split_reduction(self->module, self->arena, target, factor, at, inner, alloc, &made)) {
      transform_fail_at(self, op, target, "attempted to apply to this op", "failed to apply");
      return TRANSFORM_DEFINITE;
    }
    Operation *const of[] = {made.init, made.fill, made.split, made.combine};
    for (uint32_t k = 0; k < countof(of); k++) vec_push(self->arena, &transform_handle(self, op_result(op, k))->ops, of[k]);
  }
  return TRANSFORM_OK;
}
