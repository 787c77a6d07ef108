// Inlining of llvm.call (after mlir/lib/Dialect/LLVMIR/Transforms/InlinerInterfaceImpl.cpp).
#include "ops/llvm.h"

#include "analysis/inlining.h"

// What needs more than its body: variables of the stack live as long as the caller then, and attributes of arguments say what
// the body was promised.
static WalkResult is_plain(Operation *op, void *data) {
  (void)data;
  return op_is(op, OP_LLVM_ALLOCA) || op_is(op, OP_LLVM_INTR_VASTART) ? WALK_STOP : WALK_ADVANCE;
}

bool inlines_llvm_call(const Operation *call, const Operation *callable) {
  if (!op_is(call, OP_LLVM_CALL) || !op_is(callable, OP_LLVM_FUNC)) return false;
  static const char *const forbidden[] = {"no_inline", "personality", "arg_attrs", "res_attrs", "passthrough", "convergent", "returns_twice"};
  for (size_t i = 0; i < countof(forbidden); i++)
    if (op_prop_slot(callable->def, str_from(forbidden[i])) >= 0 && op_prop(callable, forbidden[i])) return false;
  return op_walk_pre((Operation *)(uintptr_t)callable, is_plain, NULL) != WALK_STOP;
}

void branch_for_llvm_return(Builder *b, const Operation *end, Block *block) {
  OpState *state = builder_begin(b, OP_LLVM_BR);
  for (uint32_t i = 0; i < end->operand_count; i++) op_state_add_operand(state, op_operand(end, i));
  vec_push(state->arena, &state->successors, block);
  builder_finish(b);
}
