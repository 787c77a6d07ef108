#include "rewrite/effects.h"

bool op_own_effects(const Operation *op, uint32_t *effects) {
  const MemoryEffectOpInterface *asked = ask_memory_effect(op->def);
  *effects = asked ? asked->effects(op) : 0;
  return asked != NULL;
}

typedef struct Sum {
  uint32_t effects, refused;   // stop at an operation that has one of `refused`
} Sum;

static WalkResult add_effects(Operation *op, void *data) {
  Sum *sum = data;
  uint32_t own = 0;
  bool known = op_own_effects(op, &own), recursive = op_has(op, TRAIT_RECURSIVE_EFFECTS);
  if (!known && !recursive) return WALK_STOP;
  sum->effects |= own;
  if (own & sum->refused) return WALK_STOP;
  return recursive ? WALK_ADVANCE : WALK_SKIP;
}

bool op_all_effects(Operation *op, uint32_t *effects) {
  Sum sum = {0, 0};
  bool known = op_walk_pre(op, add_effects, &sum) != WALK_STOP;
  *effects = sum.effects;
  return known;
}

static bool has_only(Operation *op, uint32_t allowed) {
  Sum sum = {0, ~allowed};
  return op_walk_pre(op, add_effects, &sum) != WALK_STOP;
}

bool op_is_memory_effect_free(Operation *op) { return has_only(op, 0); }

static WalkResult speculate(Operation *op, void *data) {
  (void)data;
  const ConditionallySpeculatable *asked = ask_conditionally_speculatable(op->def);
  Speculatability answer = asked ? asked->speculatability(op) : NOT_SPECULATABLE;
  return answer == NOT_SPECULATABLE ? WALK_STOP : answer == SPECULATABLE ? WALK_SKIP : WALK_ADVANCE;
}

bool op_is_speculatable(Operation *op) { return op_walk_pre(op, speculate, NULL) != WALK_STOP; }

bool op_would_be_trivially_dead(Operation *op) {
  if (op_has(op, TRAIT_TERMINATOR | TRAIT_SYMBOL)) return false;
  if (op_has(op, TRAIT_OPTIONAL_SYMBOL) && op_attr(op, "sym_name")) return false;
  // Allocations that only the results give access to may be removed, and so may reads.
  return has_only(op, EFFECT_READ | EFFECT_ALLOC);
}
