// Operations of the transform dialect that move things out of loops (after mlir/lib/Dialect/{Transform/IR/TransformOps,
// Linalg/TransformOps/LinalgTransformOps,SCF/TransformOps/SCFTransformOps}.cpp).
#include "ops/func.h"
#include "ops/scf.h"
#include "ops/transform.h"
#include "passes/loops/licm.h"
#include "passes/transform/transformer.h"
#include "passes/vector/hoist.h"

static TransformStatus wrong_kind(Transformer *self, const Operation *op, const Operation *target) {
  return transform_fail_at(self, op, target, "when applied to this op", "transform applied to the wrong op kind");
}

TransformStatus transform_apply_licm(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!op_def_has_trait(target->def, TRAIT_ID_LOOP_LIKE)) return wrong_kind(self, op, target);
    hoist_invariants_of(self->run, target);
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_hoist_transfers(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  if (op_prop_at(op, TRANSFORM_STRUCTURED_HOIST_REDUNDANT_VECTOR_TRANSFERS_VERIFY_NON_ZERO_TRIP))
    return transform_fail(self, op, TRANSFORM_DEFINITE, "'verify_non_zero_trip' is not supported: Rung doesn't do this yet");
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!op_is(target, OP_FUNC_FUNC)) return wrong_kind(self, op, target);
    hoist_transfers(self->run, self->arena, target);
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, target);
  }
  transform_find_lost(self);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_hoist_subsets(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = transform_operand(self, op, 0)->ops.data[i];   // loops are replaced
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!op_def_has_trait(target->def, TRAIT_ID_LOOP_LIKE)) return wrong_kind(self, op, target);
    if (!op_is(target, OP_SCF_FOR)) continue;   // others carry no values, or Rung does not follow them
    Operation *made = hoist_subsets(self->module, self->arena, target);
    if (made != target) transform_replace_op(self, target, made);
  }
  return TRANSFORM_OK;
}
