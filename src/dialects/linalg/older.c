// Operations of linalg as older releases had them.
#include "ops/linalg.h"

#include "dialects/common/older.h"

// Up to LLVM 19 the mapper did not take the element of the init.
bool upgrade_linalg_map(Module *module, Operation *op) {
  Block *mapper = op->regions[0].first;
  if (!mapper || !op->operand_count) return true;
  block_add_arg(module, mapper, type_element(op_operand_type(op, op->operand_count - 1)), op->loc);
  return upgrade_to_op(module, op, OP_LINALG_MAP);
}

bool downgrade_linalg_map(Module *module, Operation *op) {
  Block *mapper = op->regions[0].first;
  // A mapper that takes the element cannot be said otherwise: it stays.
  if (!mapper || !mapper->arg_count || mapper->args[mapper->arg_count - 1]->uses) return true;
  block_erase_arg(mapper, mapper->arg_count - 1);
  return upgrade_to_op(module, op, OP_LINALG_MAP_UNTIL_19);
}
