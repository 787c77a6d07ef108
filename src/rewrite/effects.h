// What operations do to memory, by what their records answer
// (after mlir/lib/Interfaces/SideEffectInterfaces.cpp).
#ifndef RUNG_REWRITE_EFFECTS_H
#define RUNG_REWRITE_EFFECTS_H

#include "ir/op.h"
#include "ops/op_interfaces.h"

// The effects of the operation itself as EFFECT_* bits. False: its record says nothing, so it
// may do anything (operations inside it may still be asked when it has TRAIT_RECURSIVE_EFFECTS).
bool op_own_effects(const Operation *op, uint32_t *effects);
// With those of the operations inside, where they count. False: it may do anything.
bool op_all_effects(Operation *op, uint32_t *effects);
bool op_is_memory_effect_free(Operation *op);
// Whether it and all inside may run where they would not have run.
bool op_is_speculatable(Operation *op);
// Return whether the operation could be erased if its results had no uses.
bool op_would_be_trivially_dead(Operation *op);
static inline bool op_is_trivially_dead(Operation *op) { return !op_has_uses(op) && op_would_be_trivially_dead(op); }

#endif
