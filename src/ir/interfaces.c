// What traits answer for all their operations.
#include "ir/op.h"
#include "ops/op_interfaces.h"

uint32_t no_effects(const Operation *op) {
  (void)op;
  return 0;
}

uint32_t effects_of_traits(const Operation *op) {
  uint64_t traits = op->def->traits;
  return (traits & TRAIT_EFFECT_READ ? EFFECT_READ : 0u) | (traits & TRAIT_EFFECT_WRITE ? EFFECT_WRITE : 0u) |
         (traits & TRAIT_EFFECT_ALLOC ? EFFECT_ALLOC : 0u) | (traits & TRAIT_EFFECT_FREE ? EFFECT_FREE : 0u);
}

Region *function_body(const Operation *op) {
  Region *body = op->region_count ? op_region(op, 0) : NULL;
  return body && !region_is_empty(body) ? body : NULL;
}

// Where only a trait says that it is a call.
A callee_attribute(const Operation *op) { return op_prop(op, "callee"); }

bool unknown_bounds(const Operation *op, uint32_t i, LoopBounds *out) {
  (void)op, (void)i, (void)out;
  return false;
}

Speculatability always_speculatable(const Operation *op) {
  (void)op;
  return SPECULATABLE;
}

Speculatability recursively_speculatable(const Operation *op) {
  (void)op;
  return RECURSIVELY_SPECULATABLE;
}
