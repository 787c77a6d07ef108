#include "passes/bufferize/view_flow.h"

#include "ops/arith.h"
#include "ops/op_interfaces.h"

#include "dialects/bufferization/buffers.h"
#include "ir/region_flow.h"
#include "rewrite/branch.h"
#include "rewrite/effects.h"

static void push_to(ViewFlow *self, Map *lists, Value *from, Value *to) {
  ValueVec *list = map_get(lists, from);
  if (!list) {
    if (!(list = arena_new(self->arena, ValueVec, 1))) return;
    map_set(lists, from, list);
  }
  vec_push(self->arena, list, to);
}

static void link_values(ViewFlow *self, Value *from, Value *to) {
  if (!type_is_memref(from->type) || !type_is_memref(to->type)) return;
  push_to(self, &self->next, from, to);
  push_to(self, &self->previous, to, from);
}

// Nothing is known of where the memory of its results and arguments comes from.
static void end_at(ViewFlow *self, Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (type_is_memref(op_result_type(op, i))) map_put(&self->terminals, map_key(op_result(op, i)))->value = 1;
  for (uint32_t r = 0; r < op->region_count; r++) {
    Block *entry = op->regions[r].first;
    for (uint32_t i = 0; entry && i < entry->arg_count; i++)
      if (type_is_memref(entry->args[i]->type)) map_put(&self->terminals, map_key(entry->args[i]))->value = 1;
  }
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

static void link_all(ViewFlow *self, Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    for (uint32_t k = 0; k < op->result_count; k++) link_values(self, op_operand(op, i), op_result(op, k));
}

static WalkResult visit(Operation *op, void *data) {
  ViewFlow *self = data;
  if (op_is(op, OP_ARITH_SELECT)) {
    link_all(self, op);
    return WALK_ADVANCE;
  }
  if (is_view(op)) {
    link_values(self, op_operand(op, 0), op_result(op, 0));
    return WALK_ADVANCE;
  }
  for (uint32_t s = 0; s < op->successor_count; s++) {
    Span passed = op_successor_operands(op, s);
    Block *to = op_successor(op, s);
    for (uint32_t i = passed.begin; i < passed.end; i++)
      link_values(self, op_operand(op, i), to->args[to->arg_count - span_size(passed) + (i - passed.begin)]);
  }
  if (ask_region_branch(op->def)) link_region_point(self, op, op);
  else if (op_has(op, TRAIT_TERMINATOR)) {
    if (is_region_point(op)) link_region_point(self, op_parent(op), op);
  } else {
    end_at(self, op);
    if (ask_call(op->def)) link_all(self, op);   // a function may return what it is given
  }
  return WALK_ADVANCE;
}

void view_flow_init(ViewFlow *self, Arena *arena, Operation *top) {
  self->arena = arena;
  map_init(&self->next, arena);
  map_init(&self->previous, arena);
  map_init(&self->terminals, arena);
  map_init(&self->origins, arena);
  op_walk_pre(top, visit, self);
}

static void follow(ViewFlow *self, const Map *links, Value *value, ValueVec *out) {
  Map seen;
  map_init(&seen, self->arena);
  map_put(&seen, map_key(value));
  vec_push(self->arena, out, value);
  for (uint32_t i = 0; i < out->count; i++) {
    const ValueVec *list = map_get(links, out->data[i]);
    for (uint32_t k = 0; list && k < list->count; k++) {
      if (map_find(&seen, map_key(list->data[k]))) continue;
      map_put(&seen, map_key(list->data[k]));
      vec_push(self->arena, out, list->data[k]);
    }
  }
}

void view_flow_resolve(ViewFlow *self, Value *value, ValueVec *out) { follow(self, &self->next, value, out); }

// ---------------------------------------------------------------------------------------------
// Allocations

typedef struct Origins {
  ValueVec values;
  bool all_new, all_new_or_arguments;
} Origins;

static bool is_new_memory(const Value *value) {
  const Operation *def = value_def(value);
  uint32_t effects;
  return def && op_own_effects(def, &effects) && effects & EFFECT_ALLOC;
}

static bool is_argument_of_function(const Value *value) {
  return value->is_arg && block_is_entry(value_arg_block(value)) && op_has(block_parent_op(value_arg_block(value)), TRAIT_FUNCTION);
}

static const Origins *origins_of(ViewFlow *self, Value *value) {
  Origins *out = map_get(&self->origins, value);
  if (out) return out;
  out = arena_new(self->arena, Origins, 1);
  if (!out) return NULL;
  map_set(&self->origins, value, out);
  ValueVec behind = {0};
  *out = (Origins){.all_new = true, .all_new_or_arguments = true};
  follow(self, &self->previous, value, &behind);
  for (uint32_t i = 0; i < behind.count; i++) {
    Value *origin = behind.data[i];
    if (!map_find(&self->terminals, map_key(origin))) continue;
    bool is_new = is_new_memory(origin);
    vec_push(self->arena, &out->values, origin);
    out->all_new &= is_new;
    out->all_new_or_arguments &= is_new || is_argument_of_function(origin);
  }
  return out;
}

Sharing view_flow_sharing(ViewFlow *self, Value *a, Value *b) {
  a = base_of_views(a);
  b = base_of_views(b);
  if (a == b) return IS_THE_SAME;
  const Origins *x = origins_of(self, a), *y = origins_of(self, b);
  if (!x || !y || !x->values.count || !y->values.count) return MAY_SHARE;
  if (x->values.count == 1 && y->values.count == 1 && x->values.data[0] == y->values.data[0]) return IS_THE_SAME;
  for (uint32_t i = 0; i < x->values.count; i++)
    for (uint32_t k = 0; k < y->values.count; k++)
      if (x->values.data[i] == y->values.data[k]) return MAY_SHARE;
  return (x->all_new && y->all_new_or_arguments) || (y->all_new && x->all_new_or_arguments) ? SHARES_NOTHING : MAY_SHARE;
}
