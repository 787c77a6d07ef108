#include "ir/uniquer.h"

bool unique_table_init(Context *ctx, UniqueTable *table, uint32_t slots) {
  *table = (UniqueTable){.slots = arena_new(&ctx->arena, UniqueSlot, slots), .mask = slots - 1};
  arena_init(&table->arena, &ctx->mem);
  return table->slots != NULL;
}

void unique_table_free(UniqueTable *table) { arena_free(&table->arena); }

static void place(UniqueTable *table, uint32_t hash, const void *item) {
  uint32_t i = hash & table->mask;
  while (table->slots[i].item) i = (i + 1) & table->mask;
  table->slots[i] = (UniqueSlot){hash, item};
}

// Twice the slots, in an arena of their own, so that the old ones can be given back.
static bool grow_table(Context *ctx, UniqueTable *table) {
  if (table->mask >= UINT32_MAX / 4) return false;
  size_t slots = ((size_t)table->mask + 1) * 2;
  Arena arena;
  arena_init(&arena, &ctx->mem);
  UniqueTable grown = {.slots = arena_new(&arena, UniqueSlot, slots), .mask = (uint32_t)slots - 1};
  if (!grown.slots || ctx->mem.exhausted) {
    arena_free(&arena);
    return false;
  }
  for (size_t i = 0; i <= table->mask; i++)
    if (table->slots[i].item) place(&grown, table->slots[i].hash, table->slots[i].item);
  grown.count = table->count;
  arena_free(&table->arena);
  grown.arena = arena;
  *table = grown;
  return true;
}

void unique_insert(Context *ctx, UniqueTable *table, uint32_t hash, const void *item) {
  if (ctx->mem.exhausted) return;
  if (table->count >= table->mask / 2 && !grow_table(ctx, table)) return;
  place(table, hash, item);
  table->count++;
}

void *unique_key(Context *ctx, size_t size) {
  Uniquer *u = ctx->uniquer;
  if (size <= sizeof u->small_key) return memset(u->small_key, 0, size);
  if (u->large_key && ctx->arena.cursor == u->large_key + u->large_size)
    ctx->arena.cursor = u->large_key;  // begun and given up
  u->large_key = arena_alloc(&ctx->arena, size);
  u->large_size = (size + 7) & ~(size_t)7;
  return u->large_key;
}

// The header types and attributes share.
typedef struct Header {
  const void *def;
  uint32_t hash, size;
} Header;
_Static_assert(sizeof(Header) == sizeof(Type) && sizeof(Header) == sizeof(Attr), "one header");
_Static_assert(offsetof(Header, hash) == offsetof(Type, hash) && offsetof(Header, size) == offsetof(Type, size) &&
               offsetof(Header, hash) == offsetof(Attr, hash) && offsetof(Header, size) == offsetof(Attr, size), "one header");

static uint32_t hash_of(const void *def, const char *payload, size_t bytes) {
  return hash_bytes(payload, bytes) ^ (uint32_t)((uintptr_t)def >> 3) * 0x9E3779B1u;
}

void unique_add(Context *ctx, UniqueTable *table, void *item) {
  Header *self = item;
  self->hash = hash_of(self->def, (const char *)item + sizeof *self, self->size - sizeof *self);
  unique_insert(ctx, table, self->hash, item);
}

const void *unique(Context *ctx, UniqueTable *table, const void *def, bool is_mutable, const void *key, size_t size) {
  Uniquer *u = ctx->uniquer;
  bool large = key == u->large_key;
  if (!key || size > UINT32_MAX) {
    ctx->mem.exhausted = true;
    return NULL;
  }
  const char *payload = (const char *)key + sizeof(Header);
  size_t bytes = size - sizeof(Header);
  if (is_mutable && bytes > sizeof(void *)) bytes = sizeof(void *);
  uint32_t hash = hash_of(def, payload, bytes);
  unique_each(table, hash, slot) {
    const Header *item = slot->item;
    if (slot->hash != hash || item->def != def || (item->size != size && !is_mutable)) continue;
    if (bytes && memcmp((const char *)item + sizeof(Header), payload, bytes) != 0) continue;
    if (large) {
      if (ctx->arena.cursor == u->large_key + u->large_size) ctx->arena.cursor = u->large_key;
      u->large_key = NULL;
    }
    return item;
  }
  Header *item;
  if (large) {
    item = (Header *)(void *)u->large_key;
    u->large_key = NULL;
  } else {
    item = arena_alloc_raw(&ctx->arena, size);
    if (!item) return NULL;
    memcpy((char *)item + sizeof(Header), payload, size - sizeof(Header));
  }
  *item = (Header){def, hash, (uint32_t)size};
  unique_insert(ctx, table, hash, item);
  return item;
}
