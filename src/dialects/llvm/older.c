// Upgrades of older operations of the llvm dialect to today's.
#include "ops/builtin.h"
#include "ops/llvm.h"

#include "asm/params.h"
#include "dialects/common/older.h"
#include "dialects/llvm/attrs.h"
#include "dialects/llvm/types.h"

// Assumptions have bundles of operands since LLVM 20.
bool upgrade_llvm_assume(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_LLVM_INTR_ASSUME);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_set_prop(state, LLVM_INTR_ASSUME_OP_BUNDLE_SIZES, attr_i32_array(module->context, NULL, 0));
  upgrade_finish(&b, state, op);
  return true;
}

// Some types of the llvm dialect are builtin ones today, so a cast between two such types disappears.
bool upgrade_llvm_cast(Module *module, Operation *op) {
  if (op_operand_type(op, 0) == op_result_type(op, 0)) return upgrade_replace(op, op_operand(op, 0));
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_BUILTIN_UNREALIZED_CONVERSION_CAST);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_take_types(state, op);
  upgrade_finish(&b, state, op);
  return true;
}

bool upgrade_llvm_null(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_LLVM_MLIR_ZERO);
  op_state_take_types(state, op);
  upgrade_finish(&b, state, op);
  return true;
}

// Constructors and destructors had no data.
bool complete_llvm_structors(Module *module, Operation *op) {
  Context *ctx = module->context;
  A priorities = op_prop(op, "priorities");
  if (!priorities || attr_kind(priorities) != ATTR_ARRAY) return true;   // the verifier says so
  uint32_t count = (uint32_t)((const ArrayAttr *)priorities)->count;
  A *data = arena_new(&module->arena, A, count + 1);
  const uint64_t none[PARAMS_MAX] = {0};
  if (!data) return true;
  for (uint32_t i = 0; i < count; i++) data[i] = attr_from_params(ctx, &llvm_zero_attr, none);
  op_set_attr(module, op, STR("data"), attr_array(ctx, data, count));
  return true;
}

static void say_pointee(Context *ctx, Operation *op, uint32_t slot, T pointer) {
  T pointee = llvm_pointee(type_element_or_self(pointer));
  if (pointee && !op_prop_at(op, slot)) op_set_prop(op, slot, attr_type(ctx, pointee));
}

// Every index was an operand, and the pointer said what it points to.
bool complete_llvm_gep(Module *module, Operation *op) {
  if (!op->operand_count) return true;   // the verifier says so
  say_pointee(module->context, op, LLVM_GETELEMENTPTR_ELEM_TYPE, op_operand_type(op, 0));
  if (op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES)) return true;
  uint32_t count = op->operand_count - 1;
  int32_t *indices = arena_new(&module->arena, int32_t, count + 1);
  if (!indices) return true;
  for (uint32_t i = 0; i < count; i++) indices[i] = INT32_MIN;
  op_set_prop(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES, attr_i32_array(module->context, indices, count));
  return true;
}

bool complete_llvm_alloca(Module *module, Operation *op) {
  if (op->result_count) say_pointee(module->context, op, LLVM_ALLOCA_ELEM_TYPE, op_result_type(op, 0));
  return true;
}
