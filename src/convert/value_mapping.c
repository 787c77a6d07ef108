#include "convert/value_mapping.h"

// One mapping of a value list; lists with the same first value are chained.
typedef struct Mapping {
  ValueList from, to;
  bool is_cast;
  struct Mapping *next;
} Mapping;

static ValueList copy_list(Arena *arena, Value *const *values, uint32_t count) {
  Value **copy = arena_new(arena, Value *, count + 1);
  for (uint32_t i = 0; i < count; i++) copy[i] = values[i];
  return (ValueList){copy, count};
}

static bool same_list(ValueList a, ValueList b) {
  return a.count == b.count &&
         (a.values == b.values || memcmp(a.values, b.values, a.count * sizeof *a.values) == 0);
}

static Mapping *find(Conversion *c, ValueList from) {
  if (!from.count) return NULL;
  for (Mapping *m = map_get(&c->mapping, from.values[0]); m; m = m->next)
    if (same_list(m->from, from)) return m;
  return NULL;
}

// A mapping that was taken back stays as a link without values.
static Mapping *find_live(Conversion *c, ValueList from) {
  Mapping *mapping = find(c, from);
  return mapping && mapping->to.count ? mapping : NULL;
}

void mapping_add(Conversion *c, Value *const *from, uint32_t from_count, Value *const *to,
                 uint32_t to_count, bool is_cast) {
  ValueList key = {from, from_count};
  Mapping *mapping = find(c, key);
  if (!mapping) {
    mapping = arena_new(c->arena, Mapping, 1);
    mapping->from = copy_list(c->arena, from, from_count);
    MapEntry *slot = map_put(&c->mapping, map_key(from[0]));
    mapping->next = (Mapping *)slot->value;
    slot->value = (uintptr_t)mapping;
  }
  MappingChange change = {mapping, mapping->to, mapping->is_cast};
  vec_push(c->arena, &c->changes, change);
  mapping->to = copy_list(c->arena, to, to_count);
  mapping->is_cast = is_cast;
  for (uint32_t i = 0; i < to_count; i++) map_put(&c->mapped_to, map_key(to[i]));
}

void mapping_undo(Conversion *c, uint32_t count) {
  while (c->changes.count > count) {
    MappingChange change = vec_pop(&c->changes);
    change.mapping->to = change.to;
    change.mapping->is_cast = change.is_cast;
  }
}

bool mapping_any(Conversion *c, const Value *value) {
  for (Mapping *m = map_get(&c->mapping, value); m; m = m->next)
    if (m->to.count) return true;
  return false;
}

// One step: each value that has a mapping of its own is replaced; when none has, the list's own.
// Values mapped to a cast of themselves count as mapped.
static bool step(Conversion *c, ValueList *list, bool *is_cast) {
  if (list->count == 1) {
    Mapping *m = find_live(c, *list);
    if (!m) return false;
    *list = m->to;
    *is_cast = m->is_cast;
    return true;
  }
  bool any = false;
  ValueVec next = {0};
  for (uint32_t i = 0; i < list->count; i++) {
    Mapping *m = find_live(c, (ValueList){&list->values[i], 1});
    if (m) {
      any = true;
      for (uint32_t k = 0; k < m->to.count; k++) vec_push(c->arena, &next, m->to.values[k]);
    } else {
      vec_push(c->arena, &next, list->values[i]);
    }
  }
  if (any) {
    *list = (ValueList){next.data, next.count};
    *is_cast = false;
    return true;
  }
  Mapping *m = find_live(c, *list);
  if (!m) return false;
  *list = m->to;
  *is_cast = m->is_cast;
  return true;
}

static ValueList one(Conversion *c, Value *value) { return copy_list(c->arena, &value, 1); }

ValueList mapping_lookup(Conversion *c, Value *value, T type) {
  ValueList list = {&value, 1}, found = {0};
  bool is_cast;
  if (value->type == type) found = one(c, value);
  while (step(c, &list, &is_cast))
    if (list.count == 1 && list.values[0]->type == type) found = list;
  return found;
}

ValueList mapping_latest(Conversion *c, Value *value) {
  ValueList list = {&value, 1}, latest = one(c, value);
  bool is_cast = false;
  while (step(c, &list, &is_cast))
    if (!is_cast) latest = list;
  return latest;
}

ValueList mapping_deepest(Conversion *c, Value *value) {
  ValueList list = {&value, 1};
  bool is_cast, any = false;
  while (step(c, &list, &is_cast)) any = true;
  return any ? list : (ValueList){0};
}
