#include "rewrite/effects.h"

bool op_own_effects(const Operation *op, uint64_t *effects) {
  OpEffectsFn *of_op = def_effects(op->def);
  uint64_t traits = of_op ? of_op(op) : op->def->traits;
  *effects = traits & EFFECTS_MASK;
  return of_op || *effects || (traits & (TRAIT_PURE | TRAIT_NO_MEMORY_EFFECT));
}

typedef struct Sum {
  uint64_t effects, refused;   // stop at an operation that has one of `refused`
} Sum;

static WalkResult add_effects(Operation *op, void *data) {
  Sum *sum = data;
  uint64_t own = 0;
  bool known = op_own_effects(op, &own), recursive = op_has(op, TRAIT_RECURSIVE_EFFECTS);
  if (!known && !recursive) return WALK_STOP;
  sum->effects |= own;
  if (own & sum->refused) return WALK_STOP;
  return recursive ? WALK_ADVANCE : WALK_SKIP;
}

bool op_all_effects(Operation *op, uint64_t *effects) {
  Sum sum = {0, 0};
  bool known = op_walk_pre(op, add_effects, &sum) != WALK_STOP;
  *effects = sum.effects;
  return known;
}

static bool has_only(Operation *op, uint64_t allowed) {
  Sum sum = {0, EFFECTS_MASK & ~allowed};
  return op_walk_pre(op, add_effects, &sum) != WALK_STOP;
}

bool op_is_memory_effect_free(Operation *op) { return has_only(op, 0); }

bool op_would_be_trivially_dead(Operation *op) {
  if (op_has(op, TRAIT_TERMINATOR | TRAIT_SYMBOL)) return false;
  if (op_has(op, TRAIT_OPTIONAL_SYMBOL) && op_attr(op, "sym_name")) return false;
  // Allocations that only the results give access to may be removed, and so may reads.
  return has_only(op, TRAIT_EFFECT_READ | TRAIT_EFFECT_ALLOC);
}
