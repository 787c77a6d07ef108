// The tables behind "equal means the same pointer". Shared by the files of ir/ only.
#ifndef RUNG_IR_UNIQUER_H
#define RUNG_IR_UNIQUER_H

#include "ir/ir.h"

typedef struct UniqueSlot {
  uint32_t hash;
  const void *item;    // NULL: empty
} UniqueSlot;

// Open addressing with linear probing; `mask` + 1 slots, at most half of them in use.
typedef struct UniqueTable {
  UniqueSlot *slots;
  uint32_t mask, count;
  Arena arena;         // holds the slots once they outgrow the context's arena
} UniqueTable;

#define SMALL_KEY_WORDS 512

typedef struct Uniquer {
  UniqueTable types, attrs, strings, exprs, maps, sets;
  const Attr *empty_dense;             // stands in for dense data that found no memory
  char *large_key;                     // key being filled in at the end of the context's arena, or NULL
  size_t large_size;
  uint64_t small_key[SMALL_KEY_WORDS];
  struct { const OpDef *def; const DialectDef *dialect; } dialect_cache[64];
  struct UnlistedLoc *unlisted_locs;   // the last one made: location.c
  bool lists_locs;                     // from now on places in files are in the table when they are made
} Uniquer;

// Probe the table for a hash: `slot` runs over the candidates until an empty one.
#define unique_each(table, h, slot)                                                       \
  for (UniqueSlot *slot = &(table)->slots[(h) & (table)->mask]; slot->item;               \
       slot = slot == &(table)->slots[(table)->mask] ? (table)->slots : slot + 1)

bool unique_table_init(Context *ctx, UniqueTable *table, uint32_t slots);
void unique_table_free(UniqueTable *table);
// Remember a new item. Not while memory is exhausted: items made then may lie in the reserve, which
// is used again after mem_recover().
void unique_insert(Context *ctx, UniqueTable *table, uint32_t hash, const void *item);
// The same of a type or attribute that was made without it; of all its bytes.
void unique_add(Context *ctx, UniqueTable *table, void *item);
// The type or attribute of `def` whose bytes are those of `key`, found or made. NULL: no memory.
const void *unique(Context *ctx, UniqueTable *table, const void *def, bool is_mutable, const void *key, size_t size);

#endif
