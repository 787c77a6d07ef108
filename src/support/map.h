// Hash maps in an arena: word keys (pointers, ids) and string keys, both to a pointer-sized value.
// Iterate in insertion order over `entries[0..count)`; removed entries have `live == false`.
#ifndef RUNG_SUPPORT_MAP_H
#define RUNG_SUPPORT_MAP_H

#include "support/mem.h"

typedef struct MapEntry {
  uint64_t key;    // word maps: the key; string maps: unused
  Str name;        // string maps: the key (borrowed; must outlive the map)
  uintptr_t value;
  uint32_t hash;
  bool live;
} MapEntry;

typedef struct Map {
  Arena *arena;
  MapEntry *entries;
  uint32_t *slots;  // index into entries + 1; 0 is empty
  uint32_t count, cap, slot_mask, live;
} Map;

void map_init(Map *self, Arena *arena);
void map_clear(Map *self);

// The entry of the key, or NULL.
MapEntry *map_find(const Map *self, uint64_t key);
MapEntry *map_find_str(const Map *self, Str name);
// The entry of the key, made with value 0 when it is new.
MapEntry *map_put(Map *self, uint64_t key);
MapEntry *map_put_str(Map *self, Str name);

#define map_key(pointer) ((uint64_t)(uintptr_t)(pointer))
static inline void *map_get(const Map *self, const void *key) {
  MapEntry *e = map_find(self, map_key(key));
  return e ? (void *)e->value : NULL;
}
static inline void map_set(Map *self, const void *key, const void *value) {
  map_put(self, map_key(key))->value = (uintptr_t)value;
}
static inline void *map_get_str(const Map *self, Str name) {
  MapEntry *e = map_find_str(self, name);
  return e ? (void *)e->value : NULL;
}

#endif
