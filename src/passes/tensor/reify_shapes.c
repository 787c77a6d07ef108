// reify-result-shapes: padded and joined tensors get the sizes that their operands imply
// (after mlir/lib/Dialect/MemRef/Transforms/ReifyResultShapes.cpp).
#include "ops/result_shapes.h"
#include "ops/tensor.h"
#include "dialects/tensor/canonicalize.h"
#include "rewrite/explain.h"

typedef struct Reify {
  PassRun *pass;
  OpVec ops;
} Reify;

static WalkResult collect(Operation *op, void *data) {
  Reify *self = data;
  if (op_is(op, OP_TENSOR_PAD) || op_is(op, OP_TENSOR_CONCAT)) vec_push(self->pass->arena, &self->ops, op);
  return WALK_ADVANCE;
}

static bool reify(PassRun *pass, Builder *b, Operation *op) {
  OpFoldResultList shape;
  builder_before(b, op);
  if (!ask_reify_ranked_shaped_type(op->def)->result_shape(b, op, &shape, pass->arena)) return false;
  pass->changed = true;
  const ShapedType *type = as_tensor(op_result_type(op, 0));
  for (uint32_t i = 0; i < shape.count; i++) shape.items[i] = ofr_fold(shape.items[i]);
  T better = tensor_with_dims(pass->ctx, type, ofr_numbers(shape, pass->arena), shape.count);
  if (better == &type->base) return true;
  Operation *made = builder_insert(b, op_clone(pass->module, op, NULL));
  op_result(made, 0)->type = better;
  op_touched(made);
  if (pass->explain) explain_add(pass->explain, EXPLAIN_REWRITTEN, op)->pattern = "its operands tell its sizes";
  b->loc = op->loc;
  value_replace_all(op_result(op, 0), build_cast(b, &type->base, op_result(made, 0)));
  op_erase(op);
  return true;
}

static bool run(PassRun *pass, Operation *op) {
  Reify self = {.pass = pass};
  Builder b;
  builder_init(&b, pass->module);
  op_walk_post(op, collect, &self);
  for (uint32_t i = 0; i < self.ops.count && !pass->ctx->mem.exhausted; i++)
    if (!reify(pass, &b, self.ops.data[i])) return false;
  return !pass->ctx->mem.exhausted;
}

const PassDef reify_result_shapes_pass = {
  .name = "reify-result-shapes", .class_name = "ReifyResultShapesPass",
  .summary = "reify the results of tensor::PadOp and tensor::ConcatOp",
  .works_on = "tensor", .makes = "tensor affine arith",
  .run = run,
};
