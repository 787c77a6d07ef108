#include "passes/bufferize/view_flow.h"

#include "ir/region_flow.h"
#include "rewrite/branch.h"
#include "rewrite/effects.h"

static void link_values(ViewFlow *self, Value *from, Value *to) {
  if (!type_is_memref(from->type) || !type_is_memref(to->type)) return;
  ValueVec *list = map_get(&self->next, from);
  if (!list) {
    if (!(list = arena_new(self->arena, ValueVec, 1))) return;
    map_set(&self->next, from, list);
  }
  vec_push(self->arena, list, to);
}

static void link_region_point(ViewFlow *self, const Operation *op, const Operation *point) {
  RegionSuccessors ways = {.arena = self->arena};
  if (!region_successors(op, point, NULL, &ways)) return;
  for (uint32_t i = 0; i < ways.list.count; i++) {
    RegionSuccessor way = ways.list.data[i];
    for (uint32_t k = 0; k < value_range_size(way.operands) && k < value_range_size(way.inputs); k++)
      link_values(self, value_range_at(way.operands, k), value_range_at(way.inputs, k));
  }
}

static WalkResult visit(Operation *op, void *data) {
  ViewFlow *self = data;
  uint32_t effects = 0;
  for (uint32_t s = 0; s < op->successor_count; s++) {
    Span passed = op_successor_operands(op, s);
    Block *to = op_successor(op, s);
    for (uint32_t i = passed.begin; i < passed.end; i++)
      link_values(self, op_operand(op, i), to->args[to->arg_count - span_size(passed) + (i - passed.begin)]);
  }
  if (ask_region_branch(op->def)) {
    link_region_point(self, op, op);
    return WALK_ADVANCE;
  }
  if (op_has(op, TRAIT_TERMINATOR)) {
    if (is_region_point(op)) link_region_point(self, op_parent(op), op);
    return WALK_ADVANCE;
  }
  if (op_own_effects(op, &effects) && effects & EFFECT_ALLOC) return WALK_ADVANCE;   // new memory
  for (uint32_t i = 0; i < op->operand_count; i++)
    for (uint32_t k = 0; k < op->result_count; k++) link_values(self, op_operand(op, i), op_result(op, k));
  return WALK_ADVANCE;
}

void view_flow_init(ViewFlow *self, Arena *arena, Operation *top) {
  self->arena = arena;
  map_init(&self->next, arena);
  op_walk_pre(top, visit, self);
}

void view_flow_resolve(ViewFlow *self, Value *value, ValueVec *out) {
  Map seen;
  map_init(&seen, self->arena);
  map_put(&seen, map_key(value));
  vec_push(self->arena, out, value);
  for (uint32_t i = 0; i < out->count; i++) {
    const ValueVec *list = map_get(&self->next, out->data[i]);
    for (uint32_t k = 0; list && k < list->count; k++) {
      if (map_find(&seen, map_key(list->data[k]))) continue;
      map_put(&seen, map_key(list->data[k]));
      vec_push(self->arena, out, list->data[k]);
    }
  }
}
