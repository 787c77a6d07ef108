// empty-tensor-to-alloc-tensor.
#include "ops/bufferization.h"
#include "ops/tensor.h"

#include "rewrite/greedy.h"

static bool allocate_empty(Greedy *g, Operation *op) {
  OpState *state = builder_begin(&g->b, OP_BUFFERIZATION_ALLOC_TENSOR);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)op->operand_count, 0, 0}, 3);
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static const GreedyPattern empty_patterns[] = {{.root = OP_TENSOR_EMPTY, .rewrite = allocate_empty, .name = "tensor.empty to bufferization.alloc_tensor"}};

static bool run_empty(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, empty_patterns, countof(empty_patterns), NULL); }

const PassDef empty_to_alloc_pass = {
  .name = "empty-tensor-to-alloc-tensor", .class_name = "EmptyTensorToAllocTensorPass", .summary = "Replace all empty ops by alloc_tensor ops.",
  .works_on = "tensor", .makes = "bufferization", .run = run_empty,
};
