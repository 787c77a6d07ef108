#include "passes/fingerprint.h"

typedef struct Print { uint64_t hash; } Print;

static void mix(Print *self, uint64_t word) {
  self->hash = (self->hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
  self->hash ^= self->hash >> 32;
}

static void mix_loc(Print *self, const Loc *loc) {
  mix(self, map_key(loc->attr));
  mix(self, loc->src.begin);
}

static WalkResult visit(Operation *op, void *data) {
  Print *self = data;
  mix(self, map_key(op));
  mix(self, map_key(op->def));
  mix_loc(self, &op->loc);
  for (uint32_t i = 0; i < op->operand_count; i++) mix(self, map_key(op_operand(op, i)));
  for (uint32_t i = 0; i < op->result_count; i++) mix(self, map_key(op_result_type(op, i)));
  for (uint32_t i = 0; op->props && i < op->def->attr_count; i++) mix(self, map_key(op->props[i]));
  for (uint32_t i = 0; i < op->attr_count; i++) {
    mix(self, map_key(op->attrs[i].name));
    mix(self, map_key(op->attrs[i].value));
  }
  mix(self, map_key(op->prop_dict));
  for (uint32_t i = 0; i < op->successor_count; i++) mix(self, map_key(op_successor(op, i)));
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block) {
      mix(self, map_key(block));
      for (uint32_t i = 0; i < block->arg_count; i++) {
        mix(self, map_key(block->args[i]));
        mix(self, map_key(block->args[i]->type));
        mix_loc(self, block->args[i]->arg_loc);
      }
    }
  return WALK_ADVANCE;
}

uint64_t op_fingerprint(Operation *op) {
  Print print = {0};
  op_walk_pre(op, visit, &print);
  return print.hash;
}
