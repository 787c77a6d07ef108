// What makes today's operations of those that tensor, or std before it, had.
#include "ops/tensor.h"

#include "dialects/common/build.h"
#include "dialects/common/upgrade.h"
#include "ir/op.h"

// The dimension was a number.
bool upgrade_tensor_dim(Module *module, Operation *op) {
  Builder b;
  builder_init(&b, module);
  builder_before(&b, op);
  Value *index = build_index(&b, op_prop_i64_at(op, TENSOR_DIM_UNTIL_10_INDEX));
  OpState *state = builder_begin(&b, OP_TENSOR_DIM);
  op_state_add_operand2(state, op_operand(op, 0), index);
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(state->arena, &state->attrs, op->attrs[i]);
  Value *made = builder_finish_value(&b);
  value_replace_all(&op->results[0], made);
  op_erase(op);
  return true;
}

bool upgrade_tensor_expand_shape(Module *module, Operation *op) {
  return upgrade_expand_shape(module, op, OP_TENSOR_EXPAND_SHAPE, OP_TENSOR_DIM);
}

bool upgrade_tensor_pack(Module *module, Operation *op) { return upgrade_to_generic(module, op, STR("linalg.pack")); }
bool upgrade_tensor_unpack(Module *module, Operation *op) { return upgrade_to_generic(module, op, STR("linalg.unpack")); }
