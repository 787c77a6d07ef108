#include "passes/memref/alias.h"

#include "ops/memref.h"

#include "rewrite/effects.h"

static bool is_view(const Operation *op) {
  static const uint16_t views[] = {OP_MEMREF_SUBVIEW, OP_MEMREF_VIEW, OP_MEMREF_CAST, OP_MEMREF_REINTERPRET_CAST, OP_MEMREF_EXPAND_SHAPE,
                                   OP_MEMREF_COLLAPSE_SHAPE, OP_MEMREF_RESHAPE, OP_MEMREF_TRANSPOSE, OP_MEMREF_MEMORY_SPACE_CAST};
  for (uint32_t i = 0; i < countof(views); i++)
    if (op_is(op, views[i])) return true;
  return false;
}

const Value *memref_viewed(const Value *memref) {
  while (is_view(value_def(memref))) memref = op_operand(value_def(memref), 0);
  return memref;
}

bool op_only_allocates(const Operation *op) {
  uint32_t effects;
  return op && op_own_effects(op, &effects) && effects == EFFECT_ALLOC;
}

static const Operation *function_of(const Operation *op) {
  while (op && !op_has(op, TRAIT_FUNCTION)) op = op_parent(op);
  return op;
}

bool memrefs_may_alias(const Value *a, const Value *b) {
  a = memref_viewed(a);
  b = memref_viewed(b);
  if (a == b) return true;
  bool fresh = op_only_allocates(value_def(a)), other = op_only_allocates(value_def(b));
  if (fresh == other) return !fresh;
  // What comes from outside of the function is older than what is allocated in it.
  const Value *made = fresh ? a : b, *given = fresh ? b : a;
  const Operation *function = function_of(value_def(made));
  const Block *block = value_arg_block(given);
  return !(function && block && block_is_entry(block) && block_parent_op(block) == function);
}
