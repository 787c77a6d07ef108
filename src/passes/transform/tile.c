// Operations of the transform dialect that tile structured operations (after mlir/lib/Dialect/Linalg/TransformOps/LinalgTransformOps.cpp).
#include "ops/arith.h"
#include "ops/transform.h"
#include "ops/vector.h"

#include "dialects/common/build.h"
#include "dialects/transform/types.h"
#include "ir/type.h"
#include "passes/linalg/tile.h"
#include "passes/transform/tile.h"

// ---------------------------------------------------------------------------------------------
// Sizes

static uint32_t count_of(A list) { return list ? (uint32_t)((const DenseArrayAttr *)list)->count : 0; }

// Each of these operands gives one size for each target: a number, or an operation with one result, an index.
static TransformStatus check_sizes(Transformer *self, Operation *op, Span sizes, uint32_t targets) {
  for (uint32_t i = sizes.begin; i < sizes.end; i++) {
    const Handle *handle = transform_operand(self, op, i);
    bool are_numbers = handle->params.count != 0;
    const char *what = are_numbers ? "parameter values" : "dynamic size-producing operations", *which = are_numbers ? "for this parameter" : "for this handle";
    uint32_t count = are_numbers ? handle->params.count : handle->ops.count;
    if (count != targets) {
      Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "expected as many %s (%u) as target ops (%u)", what,
                           are_numbers ? 0 : count, targets);   // of numbers, mlir-opt always counts none
      diag_note_at(self->module, diag, value_loc(handle->value), "%s", which);
      return TRANSFORM_SILENCEABLE;
    }
    for (uint32_t k = 0; k < handle->ops.count; k++) {
      const Operation *producer = handle->ops.data[k];
      if (producer->result_count == 1 && type_is_index(op_result_type(producer, 0))) continue;
      Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "expected sizes to be produced by ops with a single index-type result");
      diag_note_at(self->module, diag, producer->loc, "size producer op");
      diag_note_at(self->module, diag, value_loc(handle->value), "%s", which);
      return TRANSFORM_SILENCEABLE;
    }
  }
  return TRANSFORM_OK;
}

// The size that an operand gives for a target.
static OpFoldResult size_for(Transformer *self, Operation *op, uint32_t operand, uint32_t target) {
  const Handle *handle = transform_operand(self, op, operand);
  if (handle->ops.count) return (OpFoldResult){.value = op_result(handle->ops.data[target], 0)};
  return OFR_NUMBER(attr_to_i64(handle->params.data[target]));
}

// `numbers`, where the operands stand for those that are DYNAMIC.
static OpFoldResultList sizes_for(Transformer *self, Operation *op, A numbers, Span operands, uint32_t target) {
  OpFoldResultList list = {arena_new(self->arena, OpFoldResult, count_of(numbers) + 1), count_of(numbers)};
  uint32_t next = operands.begin;
  if (!list.items) return (OpFoldResultList){0};
  for (uint32_t i = 0; i < list.count; i++) {
    int64_t number = dense_array_i64(numbers, i);
    list.items[i] = number == DYNAMIC && next < operands.end ? size_for(self, op, next++, target) : OFR_NUMBER(number);
  }
  return list;
}

static OpFoldResult scaled_by_vscale(Builder *b, const Operation *op, int64_t number) {
  b->loc = op->loc;
  Value *size = build_index(b, number);
  op_state_add_type(builder_begin(b, OP_VECTOR_VSCALE), b->ctx->types.index);
  return (OpFoldResult){.value = build_binary(b, OP_ARITH_MULI, size, builder_finish_value(b))};
}

// ---------------------------------------------------------------------------------------------
// tile_using_for, tile_using_forall

TransformStatus transform_refuse_target(Transformer *self, Operation *op, const Operation *target, const char *why) {
  if (tiling_is_missing(target))
    return transform_fail_at(self, op, target, "target op", "'%.*s' cannot be tiled: Rung doesn't do this yet", STR_ARG(op_name(target)));
  return transform_fail_at(self, op, target, "target op", "%s", why);
}

TransformStatus transform_refuse_domain(Transformer *self, Operation *op, const Operation *target) {
  return transform_fail_at(self, op, target, "target op", "the sizes of its operands don't tell how often its loops run");
}

static TransformStatus start(Transformer *self, Operation *op, Operation *target, uint32_t sizes, Tiling *tiling) {
  if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
  if (!tiling_of(tiling, self->module, self->arena, target)) return transform_refuse_target(self, op, target, "only ops implementing TilingInterface are supported");
  if (sizes > tiling->iterators.count)
    return transform_fail_at(self, op, target, "target op", "too many tiles provided, expected at most %u found %u", tiling->iterators.count, sizes);
  return tiling_domain(tiling) ? TRANSFORM_OK : transform_refuse_domain(self, op, target);
}

TransformStatus transform_apply_tile_using_for(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  Span dynamic = {1, op->operand_count};
  A numbers = op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FOR_STATIC_SIZES), scalable = op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FOR_SCALABLE_SIZES);
  A interchange = op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FOR_INTERCHANGE);
  TransformStatus status = check_sizes(self, op, dynamic, targets.ops.count);
  TileOptions options = {.interchange_count = count_of(interchange)};
  int64_t *order = arena_new(self->arena, int64_t, count_of(interchange) + 1);
  if (!order) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < count_of(interchange); i++) order[i] = dense_array_i64(interchange, i);
  options.interchange = order;
  for (uint32_t i = 0; i < targets.ops.count && status == TRANSFORM_OK; i++) {
    Tiling tiling;
    Tiled tiled;
    status = start(self, op, targets.ops.data[i], count_of(numbers), &tiling);
    if (status != TRANSFORM_OK) return status;
    options.sizes = sizes_for(self, op, numbers, dynamic, i);
    for (uint32_t k = 0; k < options.sizes.count; k++)
      if (k < count_of(scalable) && dense_array_i64(scalable, k)) options.sizes.items[k] = scaled_by_vscale(&tiling.b, op, options.sizes.items[k].constant);
    tiling.b.loc = targets.ops.data[i]->loc;
    const char *wrong = tile_to_loops(&tiling, &options, &tiled);
    if (wrong) return transform_fail(self, op, TRANSFORM_DEFINITE, "%s", wrong);
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, tiled.op);
    for (uint32_t k = 0; k < tiled.loops.count && k + 1 < op->result_count; k++)
      vec_push(self->arena, &transform_handle(self, op_result(op, k + 1))->ops, tiled.loops.data[k]);
  }
  return status;
}

static TransformStatus one_index(Transformer *self, Operation *op, const Operation *producer, OpFoldResult *out) {
  if (producer->result_count == 1 && type_is_index(op_result_type(producer, 0))) {
    out->value = op_result(producer, 0);
    return TRANSFORM_OK;
  }
  Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "payload op must have exactly 1 index result");
  diag_note_at(self->module, diag, producer->loc, "has %u results", producer->result_count);
  return TRANSFORM_SILENCEABLE;
}

static TransformStatus one_size(Transformer *self, Operation *op, uint32_t operand, OpFoldResult *out) {
  const Handle *handle = transform_operand(self, op, operand);
  if (type_is_transform_handle(handle->value->type)) {
    if (handle->ops.count == 1) return one_index(self, op, handle->ops.data[0], out);
    Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "handle must be mapped to exactly one payload op");
    diag_note_at(self->module, diag, value_loc(handle->value), "mapped to %u payload ops", handle->ops.count);
    return TRANSFORM_SILENCEABLE;
  }
  if (handle->params.count != 1) return transform_fail(self, op, TRANSFORM_DEFINITE, "requires exactly one parameter associated");
  *out = OFR_NUMBER(attr_to_i64(handle->params.data[0]));
  return TRANSFORM_OK;
}

// All sizes that one operand stands for.
static TransformStatus packed_sizes(Transformer *self, Operation *op, uint32_t operand, OpFoldResultList *out) {
  const Handle *handle = transform_operand(self, op, operand);
  TransformStatus status = TRANSFORM_OK;
  *out = (OpFoldResultList){arena_new(self->arena, OpFoldResult, handle->ops.count + handle->params.count + 1), handle->ops.count + handle->params.count};
  if (!out->items) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < handle->params.count; i++) {
    if (attr_kind(handle->params.data[i]) != ATTR_INTEGER)
      return transform_fail(self, op, TRANSFORM_DEFINITE, "expected the parameter to be associated with an integer attribute");
    out->items[i] = OFR_NUMBER(attr_to_i64(handle->params.data[i]));
  }
  for (uint32_t i = 0; i < handle->ops.count && status == TRANSFORM_OK; i++) status = one_index(self, op, handle->ops.data[i], &out->items[i]);
  return status;
}

TransformStatus transform_sizes(Transformer *self, Operation *op, A numbers, Span operands, OpFoldResultList *out) {
  TransformStatus status = TRANSFORM_OK;
  *out = (OpFoldResultList){arena_new(self->arena, OpFoldResult, count_of(numbers) + 1), count_of(numbers)};
  if (!out->items) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < out->count && status == TRANSFORM_OK; i++) {
    out->items[i] = OFR_NUMBER(dense_array_i64(numbers, i));
    if (ofr_is(out->items[i], DYNAMIC) && operands.begin < operands.end) status = one_size(self, op, operands.begin++, &out->items[i]);
  }
  return status;
}

// The same, or one operand for all.
static TransformStatus mixed_sizes(Transformer *self, Operation *op, A numbers, Span each, Span packed, OpFoldResultList *out) {
  return span_size(packed) ? packed_sizes(self, op, packed.begin, out) : transform_sizes(self, op, numbers, each, out);
}

static bool any_size(OpFoldResultList list, uint32_t loops) {
  for (uint32_t i = 0; i < list.count && i < loops; i++)
    if (!ofr_is(ofr_fold(list.items[i]), 0)) return true;
  return false;
}

TransformStatus transform_apply_tile_using_forall(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  TileOptions options = {.forall = true, .mapping = op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FORALL_MAPPING)};
  TransformStatus status = mixed_sizes(self, op, op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FORALL_STATIC_NUM_THREADS), op_operands_named(op, "num_threads"),
                                       op_operands_named(op, "packed_num_threads"), &options.threads);
  options.counts_tiles = !options.threads.count;
  if (status == TRANSFORM_OK)
    status = mixed_sizes(self, op, op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FORALL_STATIC_TILE_SIZES), op_operands_named(op, "tile_sizes"),
                         op_operands_named(op, "packed_tile_sizes"), &options.sizes);
  for (uint32_t i = 0; i < targets.ops.count && status == TRANSFORM_OK; i++) {
    Tiling tiling;
    Tiled tiled;
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!tiling_of(&tiling, self->module, self->arena, target)) return transform_refuse_target(self, op, target, "only TilingInterface ops are supported");
    if (!any_size(options.threads.count ? options.threads : options.sizes, tiling.iterators.count))
      return transform_fail_at(self, op, target, "target op", "no loop is tiled: all sizes are 0");
    if (!tiling_domain(&tiling)) return transform_refuse_domain(self, op, target);
    const char *wrong = tile_to_loops(&tiling, &options, &tiled);
    if (wrong) return transform_fail(self, op, TRANSFORM_DEFINITE, "%s", wrong);
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, tiled.op);
    vec_push(self->arena, &transform_handle(self, op_result(op, 1))->ops, tiled.loops.data[0]);
  }
  return status;
}
