// Operations of the gpu dialect as older releases had them.
#include "ops/gpu.h"

#include "asm/params.h"
#include "dialects/common/older.h"

// A minimum or maximum of floats has a name of its own today.
bool upgrade_gpu_reduce(Module *module, Operation *op) {
  A kind = op_prop(op, "op");
  bool is_float = op->operand_count && type_is_float(op_operand_type(op, 0));
  uint64_t words[] = {GPU_ALL_REDUCE_OPERATION_MINIMUMF};
  int64_t value = kind ? (int64_t)attr_param(kind, 0) : -1;
  if (value == GPU_ALL_REDUCE_OPERATION_MAXSI) words[0] = GPU_ALL_REDUCE_OPERATION_MAXIMUMF;
  if (is_float && (value == GPU_ALL_REDUCE_OPERATION_MINSI || value == GPU_ALL_REDUCE_OPERATION_MAXSI))
    op_set_prop(op, (uint32_t)op_prop_slot(op->def, STR("op")), attr_from_params(module->context, &gpu_all_reduce_op_attr, words));
  return upgrade_to_op(module, op, op_is(op, OP_GPU_ALL_REDUCE_UNTIL_16) ? OP_GPU_ALL_REDUCE : OP_GPU_SUBGROUP_REDUCE);
}

bool upgrade_gpu_module_end(Module *module, Operation *op) {
  (void)module;
  op_erase(op);
  return true;
}
