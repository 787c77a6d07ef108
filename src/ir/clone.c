// Deep copies. Iterative: operations inside are copied in pre-order, then operands and successors
// that name things copied later are set.
#include "ir/op.h"

typedef struct Cloner {
  Module *module;
  Arena *scratch;
  Map *map;        // values and blocks of the original -> of the copy
  OpState state;
  // Copies whose operands or successors were not all known when they were made.
  VEC(Operation *) pending;
  VEC(const Operation *) pending_from;
} Cloner;

static Value *value_for(const Cloner *self, Value *value, bool *known) {
  Value *mapped = map_get(self->map, value);
  if (!mapped) *known = false;
  return mapped ? mapped : value;
}

static Block *block_for(const Cloner *self, Block *block, bool *known) {
  Block *mapped = map_get(self->map, block);
  if (!mapped) *known = false;
  return mapped ? mapped : block;
}

// Copies of the blocks of `from`, without operations, at the end of `to`.
static void clone_blocks(Cloner *self, const Region *from, Region *to) {
  region_each_block(from, block) {
    Block *copy = block_new(self->module);
    copy->label = block->label;
    map_set(self->map, block, copy);
    for (uint32_t i = 0; i < block->arg_count; i++) {
      Value *arg = block->args[i];
      if (map_get(self->map, arg)) continue;  // the caller replaces this argument
      Value *made = block_add_arg(self->module, copy, arg->type, *arg->arg_loc);
      map_set(self->map, arg, made);
    }
    block_append(to, copy);
  }
}

// A copy of the operation with the blocks of its regions, but nothing in them.
static Operation *clone_op(Cloner *self, const Operation *op) {
  OpState *state = &self->state;
  bool known = true;
  op_state_reset(state, op->def, op->loc);
  state->prop_dict = op->prop_dict;
  for (uint32_t i = 0; i < op->operand_count; i++)
    vec_push(self->scratch, &state->operands, value_for(self, op_operand(op, i), &known));
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(self->scratch, &state->types, op_result_type(op, i));
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(self->scratch, &state->attrs, op->attrs[i]);
  for (uint32_t i = 0; i < state->props.count; i++) state->props.data[i] = op->props[i];
  for (uint32_t i = 0; i < op->successor_count; i++)
    vec_push(self->scratch, &state->successors, block_for(self, op_successor(op, i), &known));
  Region empty = {0};
  for (uint32_t i = 0; i < op->region_count; i++) vec_push(self->scratch, &state->regions, &empty);
  Operation *copy = op_create(state);
  vec_clear(&state->regions);
  for (uint32_t i = 0; i < op->result_count && i < copy->result_count; i++) {
    copy->results[i].name = op->results[i].name;
    map_set(self->map, &op->results[i], &copy->results[i]);
  }
  for (uint32_t i = 0; i < op->region_count && i < copy->region_count; i++)
    clone_blocks(self, &op->regions[i], &copy->regions[i]);
  if (!known) {
    vec_push(self->scratch, &self->pending, copy);
    vec_push(self->scratch, &self->pending_from, op);
  }
  return copy;
}

static WalkResult clone_nested(Operation *op, void *data) {
  Cloner *self = data;
  bool known = true;
  if (self->scratch->mem->exhausted) return WALK_STOP;
  Block *block = block_for(self, op->block, &known);
  if (known) op_append(block, clone_op(self, op));
  return WALK_ADVANCE;
}

static void clone_contents(Cloner *self, const Region *from) {
  region_each_block(from, block) block_each_op(block, op) op_walk_pre(op, clone_nested, self);
}

static void set_pending(Cloner *self) {
  for (uint32_t i = 0; i < self->pending.count; i++) {
    Operation *copy = self->pending.data[i];
    const Operation *from = self->pending_from.data[i];
    bool known = true;
    for (uint32_t k = 0; k < copy->operand_count; k++)
      op_set_operand(copy, k, value_for(self, op_operand(from, k), &known));
    for (uint32_t k = 0; k < copy->successor_count; k++) {
      Block *block = block_for(self, op_successor(from, k), &known);
      if (block != op_successor(copy, k)) op_set_successor(copy, k, block);
    }
  }
}

static void cloner_init(Cloner *self, Module *module, Arena *scratch, Map *map, Map *own_map, const OpDef *def) {
  *self = (Cloner){.module = module, .scratch = scratch, .map = map};
  if (!map) {
    map_init(own_map, scratch);
    self->map = own_map;
  }
  op_state_init(&self->state, module, scratch, def, (Loc){0});
}

Operation *op_clone(Module *module, const Operation *op, Map *map) {
  Arena scratch;
  arena_init(&scratch, &module->context->mem);
  Cloner self;
  Map own_map;
  cloner_init(&self, module, &scratch, map, &own_map, op->def);
  Operation *copy = clone_op(&self, op);
  for (uint32_t i = 0; i < op->region_count; i++) clone_contents(&self, &op->regions[i]);
  set_pending(&self);
  arena_free(&scratch);
  return copy;
}
