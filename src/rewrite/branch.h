// Operands that a branch passes to the blocks it names.
#ifndef RUNG_REWRITE_BRANCH_H
#define RUNG_REWRITE_BRANCH_H

#include "ir/op.h"
#include "ops/op_interfaces.h"

static inline bool op_is_branch(const Operation *op) { return ask_branch(op->def) != NULL; }
// The block argument that operand `i` becomes; NULL when it is not passed on.
Value *branch_target_arg(const Operation *op, uint32_t i);
// Change what is passed to successor `successor`, keeping the segment sizes right; `i` counts the
// operands passed to it.
void branch_append_operands(Module *module, Operation *op, uint32_t successor, Value *const *values, uint32_t count);
void branch_erase_operand(Module *module, Operation *op, uint32_t successor, uint32_t i);
// Arguments of the successor that the operation makes itself; they come before those passed on.
static inline uint32_t branch_made_args(const Operation *op, uint32_t successor) {
  return op_successor(op, successor)->arg_count - span_size(op_successor_operands(op, successor));
}

#endif
