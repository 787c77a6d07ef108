// Something for each operation of Rung's own dialects, found by its opcode.
#ifndef RUNG_REWRITE_OP_TABLE_H
#define RUNG_REWRITE_OP_TABLE_H

#include "ir/op.h"

typedef struct OpTable {   // zeroed: empty
  void **slots;
  uint32_t count;
} OpTable;

// NULL when the operation has none; operations of other dialects never have one.
static inline void *op_table_get(const OpTable *self, uint32_t opcode) { return opcode < self->count ? self->slots[opcode] : NULL; }
// Where it is kept; NULL when the context has no such operation, or memory is exhausted.
static inline void **op_table_at(OpTable *self, Context *ctx, Arena *arena, uint32_t opcode) {
  uint32_t count = ctx->records ? ctx->records->op_count : 0;
  if (!self->slots && count) self->slots = arena_new(arena, void *, count);
  if (self->slots) self->count = count;
  return opcode < self->count ? &self->slots[opcode] : NULL;
}

#endif
