// Something for each operation of Rung's own dialects, found by its opcode.
#ifndef RUNG_REWRITE_OP_TABLE_H
#define RUNG_REWRITE_OP_TABLE_H

#include "ir/op.h"

typedef struct OpTable {   // zeroed: empty
  void ***chunks;          // of OPCODE_CHUNK each; NULL: all empty
  uint32_t count;
} OpTable;

// NULL when the operation has none; operations of other dialects never have one.
static inline void *op_table_get(const OpTable *self, uint32_t opcode) {
  void **chunk = opcode / OPCODE_CHUNK < self->count ? self->chunks[opcode / OPCODE_CHUNK] : NULL;
  return chunk ? chunk[opcode % OPCODE_CHUNK] : NULL;
}
// Where it is kept; NULL when the context has no such operation, or memory is exhausted.
static inline void **op_table_at(OpTable *self, Context *ctx, Arena *arena, uint32_t opcode) {
  uint32_t count = ctx->opcodes ? ctx->opcodes->count : 0;
  if (!self->chunks && count) self->chunks = arena_new(arena, void **, count);
  if (self->chunks) self->count = count;
  if (opcode / OPCODE_CHUNK >= self->count) return NULL;
  void ***chunk = &self->chunks[opcode / OPCODE_CHUNK];
  if (!*chunk) *chunk = arena_new(arena, void *, OPCODE_CHUNK);
  return *chunk ? *chunk + opcode % OPCODE_CHUNK : NULL;
}

#endif
