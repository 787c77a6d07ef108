// Values used in a region and defined around it: see used_above.h.
#include "analysis/used_above.h"

static WalkResult note_operands(Operation *op, void *data) {
  UsedAbove *self = data;
  if (op == self->region->op) return WALK_ADVANCE;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    if (map_get(&self->seen, value) || region_is_ancestor(self->region, value_block(value)->region)) continue;
    map_set(&self->seen, value, value);
    vec_push(self->arena, &self->values, value);
  }
  return WALK_ADVANCE;
}

void used_above(UsedAbove *self, Arena *arena, Region *region) {
  *self = (UsedAbove){.arena = arena, .region = region};
  map_init(&self->seen, arena);
  op_walk_post(region->op, note_operands, self);
}
