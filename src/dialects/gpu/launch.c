// Making launches of kernels: see launch.h.
#include "dialects/gpu/launch.h"

#include "dialects/gpu/kernel.h"
#include "ops/gpu.h"

Operation *build_launch(Builder *b, Value *const *sizes) {
  OpState *state = builder_begin(b, OP_GPU_LAUNCH);
  op_state_add_operands(state, sizes, LAUNCH_OPERANDS);
  op_state_set_attr(state, STR("workgroup_attributions"), attr_i64(b->ctx, b->ctx->types.i64, 0));
  op_state_operand_segments(state, (int32_t[]){0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, 11);
  op_state_add_region(state);
  Operation *launch = builder_finish_typed(b);
  Block *body = block_new(b->module);
  block_append(op_region(launch, 0), body);
  for (uint32_t i = 0; i < LAUNCH_CLUSTER_IDS; i++) block_add_arg(b->module, body, b->ctx->types.index, launch->loc);
  return launch;
}

Operation *build_end(Builder *b, uint32_t opcode) {
  builder_begin(b, opcode);
  return builder_finish_typed(b);
}
