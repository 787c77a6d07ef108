#include "passes/affine/redirect.h"

#include "passes/affine/loop.h"

// The subscripts as values: affine.apply where they are not just that.
static void subscripts_of(Builder *b, const ValueMap *map, ValueVec *out, OpVec *applies, Arena *arena) {
  bool identity = affine_map_is_identity(map->map) && !map->map->symbol_count;
  for (uint32_t i = 0; i < map->map->result_count; i++) {
    Value *subscript = identity ? map->operands.data[i] : NULL;
    if (!identity) {
      ValueMap one = {affine_map(b->ctx, map->map->dim_count, map->map->symbol_count, &map->map->results[i], 1), map->operands};
      subscript = build_affine(b, OP_AFFINE_APPLY, &one);
      vec_push(arena, applies, value_def(subscript));
    }
    vec_push(arena, out, subscript);
  }
}

void redirect_access(Module *module, Operation *op, const Redirection *self, Arena *arena) {
  Context *ctx = module->context;
  uint32_t first = access_memref_at(op);
  ValueMap old = value_map_of(op, "map", first + 1, arena), map = {.map = self->map};
  OpVec applies = {0};
  Builder b;
  builder_init(&b, module);
  builder_before(&b, op);
  b.loc = op->loc;
  for (uint32_t i = 0; i < self->values.count; i++) vec_push(arena, &map.operands, self->values.data[i]);
  subscripts_of(&b, &old, &map.operands, &applies, arena);
  compose_map(ctx, &map.map, &map.operands, arena);
  canonicalize_map(ctx, &map.map, &map.operands, arena);
  // The old subscripts are left behind, unused, when the new ones differ: mlir-opt does so.
  for (uint32_t i = 0; i < applies.count && affine_map_is_identity(self->map); i++)
    if (!op_has_uses(applies.data[i])) op_erase(applies.data[i]);
  OpState *state = builder_begin_def(&b, op->def);
  op_state_take_operands(state, op, 0, first);
  op_state_add_operand(state, self->to);
  op_state_add_operands(state, map.operands.data, map.operands.count);
  op_state_take_types(state, op);
  for (uint32_t i = 0; i < state->props.count; i++) state->props.data[i] = op->props[i];
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(state->arena, &state->attrs, op->attrs[i]);
  op_state_set_attr(state, STR("map"), attr_affine_map(ctx, map.map));
  Operation *made = builder_finish_typed(&b);
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), op_result(made, i));
  op_erase(op);
}
