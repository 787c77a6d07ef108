#include "rewrite/value_mapping.h"

// A list of several values that is a key of `lists`: its newest mapping.
typedef struct ListKey {
  ValueList from;
  uint32_t newest;         // mapping + 1
  struct ListKey *next;    // lists with the same first value
} ListKey;

static ValueList copy_list(Arena *arena, Value *const *values, uint32_t count) {
  Value **copy = arena_new(arena, Value *, count + 1);
  for (uint32_t i = 0; i < count; i++) copy[i] = values[i];
  return (ValueList){copy, count};
}

static bool same_list(ValueList a, ValueList b) {
  return a.count == b.count &&
         (a.values == b.values || memcmp(a.values, b.values, a.count * sizeof *a.values) == 0);
}

// ---------------------------------------------------------------------------------------------
// Finding

enum { FIRST_SLOTS_LOG2 = 8 };

static inline uint32_t *slot_of(const ValueMapping *self, const Value *value) {
  return &self->slots[((uint32_t)((uintptr_t)value >> 3) * 2654435761u) >> self->shift];
}

static inline const Mapping *find_one(const ValueMapping *self, const Value *value) {
  for (uint32_t at = *slot_of(self, value); at;) {
    const Mapping *mapping = &self->items.data[at - 1];
    if (mapping->from == value) return mapping;
    at = mapping->previous;
  }
  return NULL;
}

static ListKey *list_key(const ValueMapping *self, ValueList from) {
  for (ListKey *key = map_get(&self->lists, from.values[0]); key; key = key->next)
    if (same_list(key->from, from)) return key;
  return NULL;
}

static const Mapping *find_list(const ValueMapping *self, ValueList from) {
  if (!from.count) return NULL;
  const ListKey *key = list_key(self, from);
  return key && key->newest ? &self->items.data[key->newest - 1] : NULL;
}

// ---------------------------------------------------------------------------------------------
// Changing

static void set_slots(ValueMapping *self, uint32_t log2) {
  uint32_t *slots = arena_new(self->arena, uint32_t, (size_t)1 << log2);
  if (!slots) return;
  self->slots = slots;
  self->shift = 32 - log2;
  for (uint32_t i = 0; i < self->items.count; i++) {
    Mapping *mapping = &self->items.data[i];
    if (!mapping->from) continue;
    uint32_t *slot = slot_of(self, mapping->from);
    mapping->previous = *slot;
    *slot = i + 1;
  }
}

void mapping_init(ValueMapping *self, Arena *arena) {
  *self = (ValueMapping){.arena = arena};
  map_init(&self->lists, arena);
  set_slots(self, FIRST_SLOTS_LOG2);
}

static void mark(ValueMapping *self, Value *value) {
  if (value->mark) return;
  value->mark = true;
  vec_push(self->arena, &self->targets, value);
}

void mapping_add(ValueMapping *self, Value *const *from, uint32_t from_count, Value *const *to, uint32_t to_count, bool is_cast) {
  if (!from_count || !to_count) return;
  uint32_t place = self->items.count + 1;
  vec_reserve(self->arena, &self->items, 1);
  if (self->items.count != place - 1) {   // no memory: the conversion stops
    self->items.count = place - 1;
    return;
  }
  Mapping mapping = {.count = to_count, .is_cast = is_cast, .marked = self->targets.count};
  if (to_count == 1)
    mapping.to.one = to[0];
  else
    mapping.to.many = copy_list(self->arena, to, to_count).values;
  if (from_count == 1) {
    if (self->shift > 2 && place > UINT32_C(1) << (32 - self->shift)) set_slots(self, 33 - self->shift);
    uint32_t *slot = slot_of(self, from[0]);
    mapping.from = from[0];
    mapping.previous = *slot;
    *slot = place;
  } else {
    ListKey *key = list_key(self, (ValueList){from, from_count});
    if (!key) {
      key = arena_new(self->arena, ListKey, 1);
      key->from = copy_list(self->arena, from, from_count);
      MapEntry *slot = map_put(&self->lists, map_key(from[0]));
      key->next = (ListKey *)slot->value;
      slot->value = (uintptr_t)key;
    }
    mapping.previous = key->newest;
    key->newest = place;
    vec_push(self->arena, &self->list_changes, key);
  }
  self->items.data[self->items.count++] = mapping;
  for (uint32_t i = 0; i < to_count; i++) mark(self, to[i]);
}

void mapping_drop(ValueMapping *self, uint32_t count) {
  if (self->items.count == count) return;
  uint32_t marked = self->items.data[count].marked;
  while (self->items.count > count) {
    Mapping mapping = vec_pop(&self->items);
    if (mapping.from)
      *slot_of(self, mapping.from) = mapping.previous;
    else if (self->list_changes.count)
      vec_pop(&self->list_changes)->newest = mapping.previous;
  }
  while (self->targets.count > marked) vec_pop(&self->targets)->mark = false;
}

void mapping_finish(ValueMapping *self) {
  for (uint32_t i = 0; i < self->targets.count; i++) self->targets.data[i]->mark = false;
  vec_clear(&self->targets);
}

// ---------------------------------------------------------------------------------------------
// Following

// One step from a list: each value that has a mapping of its own is replaced; when none has, the
// list's own. A list of one value is kept in `few`.
static bool step(ValueMapping *self, ValueList *list, Value **few, bool *is_cast) {
  const Mapping *m = NULL;
  if (list->count == 1) {
    m = find_one(self, list->values[0]);
  } else {
    ValueVec next = {0};
    bool any = false;
    for (uint32_t i = 0; i < list->count; i++) any |= find_one(self, list->values[i]) != NULL;
    for (uint32_t i = 0; i < list->count && any; i++) {
      const Mapping *of_one = find_one(self, list->values[i]);
      if (!of_one)
        vec_push(self->arena, &next, list->values[i]);
      else if (of_one->count == 1)
        vec_push(self->arena, &next, of_one->to.one);
      else
        for (uint32_t k = 0; k < of_one->count; k++) vec_push(self->arena, &next, of_one->to.many[k]);
    }
    if (any) {
      *list = (ValueList){next.data, next.count};
      *is_cast = false;
      return true;
    }
    m = find_list(self, *list);
  }
  if (!m) return false;
  *is_cast = m->is_cast;
  if (m->count == 1) {
    *few = m->to.one;
    *list = (ValueList){few, 1};
  } else {
    *list = (ValueList){m->to.many, m->count};
  }
  return true;
}

// Most chains are of single values: those are followed here, and step() takes over at a list.

Value *mapping_lookup(ValueMapping *self, Value *value, T type) {
  Value *at = value, *found = value->type == type ? value : NULL;
  const Mapping *m;
  for (; (m = find_one(self, at)) && m->count == 1; at = m->to.one)
    if (m->to.one->type == type) found = m->to.one;
  if (!m) return found;
  ValueList list = {&at, 1};
  bool is_cast;
  while (step(self, &list, &at, &is_cast))
    if (list.count == 1 && list.values[0]->type == type) found = list.values[0];
  return found;
}

ValueList mapping_latest(ValueMapping *self, Value *value, Value **few) {
  Value *at = value;
  const Mapping *m;
  *few = value;
  for (; (m = find_one(self, at)) && m->count == 1; at = m->to.one)
    if (!m->is_cast) *few = m->to.one;
  ValueList list = {&at, 1}, latest = {few, 1};
  if (!m) return latest;
  bool is_cast = false;
  while (step(self, &list, &at, &is_cast)) {
    if (is_cast) continue;
    if (list.count == 1) *few = list.values[0];
    latest = list.count == 1 ? (ValueList){few, 1} : list;
  }
  return latest;
}

ValueList mapping_deepest(ValueMapping *self, Value *value, Value **few) {
  const Mapping *m;
  *few = value;
  while ((m = find_one(self, *few)) && m->count == 1) *few = m->to.one;
  ValueList list = {few, 1};
  bool is_cast, any = *few != value;
  while (m && step(self, &list, few, &is_cast)) any = true;
  return any ? list : (ValueList){0};
}
