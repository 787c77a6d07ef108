// Operations of the transform dialect that change one structured operation: the order of its loops, and what shares them
// (after mlir/lib/Dialect/Linalg/TransformOps/LinalgTransformOps.cpp).
#include "ops/linalg.h"
#include "ops/tensor.h"
#include "ops/transform.h"

#include "dialects/transform/types.h"
#include "ir/type.h"
#include "passes/linalg/tile.h"
#include "passes/transform/tile.h"

// ---------------------------------------------------------------------------------------------
// interchange

TransformStatus transform_apply_interchange(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  A given = op_prop_at(op, TRANSFORM_STRUCTURED_INTERCHANGE_ITERATOR_INTERCHANGE);
  uint32_t count = given ? (uint32_t)((const DenseArrayAttr *)given)->count : 0;
  int64_t *order = arena_new(self->arena, int64_t, count + 1);
  if (!order) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < count; i++) order[i] = dense_array_i64(given, i);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!op_is(target, OP_LINALG_GENERIC)) {
      return transform_fail_at(self, op, target, "when applied to this op", "transform applied to the wrong op kind");
    }
    Tiling loops;
    if (!tiling_of(&loops, self->module, self->arena, target)) return transform_fail(self, op, TRANSFORM_DEFINITE, "failed to apply");
    if (count && count != loops.iterators.count)
      return transform_fail(self, op, TRANSFORM_SILENCEABLE, "\"iterator_interchange\" has length (%u) different from the number of loops in the target operation (%u)", count,
                            loops.iterators.count);
    if (count && !interchange_loops(self->module, self->arena, target, order)) return transform_fail(self, op, TRANSFORM_DEFINITE, "failed to apply");
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, target);
  }
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// split

// A point for each target, or for `multiway` all points for the one.
static TransformStatus read_points(Transformer *self, Operation *op, uint32_t targets, bool multiway, OpFoldResultList *out) {
  int64_t number = op_prop_i64_at(op, TRANSFORM_STRUCTURED_SPLIT_STATIC_CHUNK_SIZES);
  const Handle *handle = op->operand_count > 1 ? transform_operand(self, op, 1) : NULL;
  bool are_ops = handle && type_is_transform_handle(handle->value->type);
  *out = (OpFoldResultList){.count = !handle ? targets : are_ops ? handle->ops.count : handle->params.count};
  out->items = arena_new(self->arena, OpFoldResult, out->count + 1);
  if (!out->items) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < out->count; i++) {
    if (!handle) out->items[i] = OFR_NUMBER(number);
    else if (!are_ops) out->items[i] = OFR_NUMBER(attr_to_i64(handle->params.data[i]));
    else if (handle->ops.data[i]->result_count == 1 && type_is_index(op_result_type(handle->ops.data[i], 0))) out->items[i].value = op_result(handle->ops.data[i], 0);
    else return transform_fail_at(self, op, handle->ops.data[i], "dynamic split point", "expected dynamic split point handle to point to a single-result index-typed op");
  }
  if (multiway || out->count == targets) return TRANSFORM_OK;
  return transform_fail(self, op, TRANSFORM_DEFINITE, "expected the dynamic split point handle to point to as many operations (%u) as the target handle (%u)", out->count, targets);
}

static TransformStatus split_one(Transformer *self, Operation *op, Operation *target, OpFoldResult point, Operation *parts[2]) {
  Tiling tiling;
  int64_t loop = op_prop_i64_at(op, TRANSFORM_STRUCTURED_SPLIT_DIMENSION);
  if (!tiling_of(&tiling, self->module, self->arena, target)) return transform_fail_at(self, op, target, "target op", "only applies to structured ops");
  if (loop < 0 || loop >= tiling.iterators.count) return transform_fail_at(self, op, target, "target op", "dimension %lld does not exist in target op", (long long)loop);
  if (!tiling_domain(&tiling)) return transform_refuse_domain(self, op, target);
  const char *wrong = split_loop(&tiling, (uint32_t)loop, point, parts);
  return wrong ? transform_fail(self, op, TRANSFORM_DEFINITE, "%s", wrong) : TRANSFORM_OK;
}

TransformStatus transform_apply_split(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  bool multiway = op_prop_at(op, TRANSFORM_STRUCTURED_SPLIT_MULTIWAY) != NULL;
  Handle *result = transform_handle(self, op_result(op, 0));
  OpFoldResultList points;
  OpVec second = {0};
  Operation *parts[2] = {NULL, targets.ops.count ? targets.ops.data[0] : NULL};
  const Operation *whole = NULL;
  if (multiway && targets.ops.count != 1) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "requires exactly one target when multiway split is enabled (got %u)", targets.ops.count);
  TransformStatus status = read_points(self, op, targets.ops.count, multiway, &points);
  for (uint32_t i = 0; i < points.count && status == TRANSFORM_OK; i++) {
    Operation *target = multiway ? parts[1] : targets.ops.data[i];
    if (!target) break;
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    status = split_one(self, op, target, points.items[i], parts);
    if (status != TRANSFORM_OK) return status;
    vec_push(self->arena, &result->ops, parts[0]);
    if (multiway) continue;
    if (parts[1]) vec_push(self->arena, &second, parts[1]);
    else whole = target;
  }
  if (status != TRANSFORM_OK) return status;
  if (multiway && parts[1]) vec_push(self->arena, &second, parts[1]);
  if (whole && second.count) {
    Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "splitting does not produce the second part for a subset of targets");
    diag_note_at(self->module, diag, op->loc, "expected splitting to produce the second part of all or none of the targets");
    diag_note_at(self->module, diag, whole->loc, "first target with no second part");
    return TRANSFORM_SILENCEABLE;
  }
  for (uint32_t i = 0; i < second.count; i++) vec_push(self->arena, &result->ops, second.data[i]);
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// convert_to_loops

TransformStatus transform_apply_convert_to_loops(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Tiling tiling;
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!tiling_of(&tiling, self->module, self->arena, target)) {
      if (tiling_is_missing(target)) return transform_refuse_target(self, op, target, "");
      return transform_fail_at(self, op, target, "payload op", "expected the payload to implement TilingInterface");
    }
    OpVec loops = {0};
    if (!tiling_domain(&tiling)) return transform_refuse_domain(self, op, target);
    if (!lower_to_scalar_loops(&tiling, &loops)) return transform_fail_at(self, op, target, "attempted to apply to this op", "failed to apply");
    for (uint32_t k = 0; k < loops.count; k++) vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, loops.data[k]);
  }
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// vectorize

TransformStatus transform_apply_vectorize(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  VectorSizes sizes = {.scalable = op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_SCALABLE_SIZES),
                       .open_match = op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_ASSUME_DYNAMIC_DIMS_MATCH_VEC_SIZES) != NULL};
  TransformStatus status = transform_sizes(self, op, op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_STATIC_VECTOR_SIZES), (Span){1, op->operand_count}, &sizes.sizes);
  if (status != TRANSFORM_OK) return status;
  if (op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_CREATE_NAMED_CONTRACTION))
    return transform_fail(self, op, TRANSFORM_DEFINITE, "'create_named_contraction' is not supported: Rung doesn't do this yet");
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    bool nobody, is_other = !ask_linalg_op(target->def) && !tiling_is_missing(target) && !op_is(target, OP_TENSOR_INSERT_SLICE);
    const char *wrong = vectorize_structured(self->module, self->arena, target, &sizes, &nobody);
    if (!wrong) continue;
    if (!is_other && !nobody) return transform_fail_at(self, op, target, "target op", "cannot be vectorized: Rung doesn't do this yet, because %s", wrong);
    Diag *diag = diag_at(self->module, SEVERITY_ERROR, target->loc, "%s", is_other ? "Unsupported Op, cannot vectorize" : "Attempted to vectorize, but failed");
    diag_note_at(self->module, diag, op->loc, "%s", wrong);
    return TRANSFORM_SILENCEABLE;
  }
  return TRANSFORM_OK;
}
