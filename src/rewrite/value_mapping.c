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

// The place of the newest mapping of one value, + 1; 0: none.
static uint32_t newest_of(const Conversion *c, const Value *value) {
  uint32_t at = value->print_id;
  return at < c->mappings.count && c->mappings.data[at].from == value ? at + 1 : 0;
}

static ListKey *list_key(const Conversion *c, ValueList from) {
  for (ListKey *key = map_get(&c->lists, from.values[0]); key; key = key->next)
    if (same_list(key->from, from)) return key;
  return NULL;
}

static const Mapping *find_one(const Conversion *c, const Value *value) {
  uint32_t at = newest_of(c, value);
  return at ? &c->mappings.data[at - 1] : NULL;
}

static const Mapping *find_list(const Conversion *c, ValueList from) {
  if (!from.count) return NULL;
  const ListKey *key = list_key(c, from);
  return key && key->newest ? &c->mappings.data[key->newest - 1] : NULL;
}

bool mapping_any(Conversion *c, const Value *value) { return newest_of(c, value) != 0; }

// ---------------------------------------------------------------------------------------------
// Changing

static void mark(Conversion *c, Value *value) {
  if (value->mark) return;
  value->mark = true;
  vec_push(c->arena, &c->targets, value);
}

void mapping_add(Conversion *c, Value *const *from, uint32_t from_count, Value *const *to,
                 uint32_t to_count, bool is_cast) {
  if (!from_count || !to_count) return;
  Mapping mapping = {.count = to_count, .is_cast = is_cast, .marked = c->targets.count};
  if (to_count == 1)
    mapping.to.one = to[0];
  else
    mapping.to.many = copy_list(c->arena, to, to_count).values;
  uint32_t place = c->mappings.count;
  if (from_count == 1) {
    mapping.from = from[0];
    mapping.previous = newest_of(c, from[0]);
    from[0]->print_id = place;
  } else {
    ListKey *key = list_key(c, (ValueList){from, from_count});
    if (!key) {
      key = arena_new(c->arena, ListKey, 1);
      key->from = copy_list(c->arena, from, from_count);
      MapEntry *slot = map_put(&c->lists, map_key(from[0]));
      key->next = (ListKey *)slot->value;
      slot->value = (uintptr_t)key;
    }
    mapping.previous = key->newest;
    key->newest = place + 1;
    vec_push(c->arena, &c->list_changes, key);
  }
  vec_push(c->arena, &c->mappings, mapping);
  for (uint32_t i = 0; i < to_count; i++) mark(c, to[i]);
}

void mapping_undo(Conversion *c, uint32_t count) {
  while (c->mappings.count > count) {
    Mapping mapping = vec_pop(&c->mappings);
    if (!mapping.from) {
      ListKey *key = vec_pop(&c->list_changes);
      key->newest = mapping.previous;
    } else if (mapping.previous) {
      mapping.from->print_id = mapping.previous - 1;
    }
    while (c->targets.count > mapping.marked) vec_pop(&c->targets)->mark = false;
  }
}

void mapping_forget(Conversion *c, uint32_t count) {
  if (c->mappings.count == count) return;
  uint32_t marked = c->mappings.data[count].marked;
  for (uint32_t i = c->mappings.count; i-- > count;)
    if (!c->mappings.data[i].from) vec_pop(&c->list_changes)->newest = c->mappings.data[i].previous;
  c->mappings.count = count;
  while (c->targets.count > marked) vec_pop(&c->targets)->mark = false;
}

void mapping_refresh(Conversion *c) {
  for (uint32_t i = 0; i < c->mappings.count; i++)
    if (c->mappings.data[i].from) c->mappings.data[i].from->print_id = i;
}

void mapping_finish(Conversion *c) {
  for (uint32_t i = 0; i < c->targets.count; i++) c->targets.data[i]->mark = false;
  vec_clear(&c->targets);
}

// ---------------------------------------------------------------------------------------------
// Following

// One step from a list: each value that has a mapping of its own is replaced; when none has, the
// list's own. A list of one value is kept in `few`.
static bool step(Conversion *c, ValueList *list, Value **few, bool *is_cast) {
  const Mapping *m = NULL;
  if (list->count == 1) {
    m = find_one(c, list->values[0]);
  } else {
    ValueVec next = {0};
    bool any = false;
    for (uint32_t i = 0; i < list->count; i++) any |= newest_of(c, list->values[i]) != 0;
    for (uint32_t i = 0; i < list->count && any; i++) {
      const Mapping *of_one = find_one(c, list->values[i]);
      if (!of_one)
        vec_push(c->arena, &next, list->values[i]);
      else if (of_one->count == 1)
        vec_push(c->arena, &next, of_one->to.one);
      else
        for (uint32_t k = 0; k < of_one->count; k++) vec_push(c->arena, &next, of_one->to.many[k]);
    }
    if (any) {
      *list = (ValueList){next.data, next.count};
      *is_cast = false;
      return true;
    }
    m = find_list(c, *list);
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

Value *mapping_lookup(Conversion *c, Value *value, T type) {
  Value *at = value, *found = value->type == type ? value : NULL;
  ValueList list = {&at, 1};
  bool is_cast;
  while (step(c, &list, &at, &is_cast))
    if (list.count == 1 && list.values[0]->type == type) found = list.values[0];
  return found;
}

ValueList mapping_latest(Conversion *c, Value *value, Value **few) {
  Value *at = value;
  *few = value;
  ValueList list = {&at, 1}, latest = {few, 1};
  bool is_cast = false;
  while (step(c, &list, &at, &is_cast)) {
    if (is_cast) continue;
    if (list.count == 1) *few = list.values[0];
    latest = list.count == 1 ? (ValueList){few, 1} : list;
  }
  return latest;
}

ValueList mapping_deepest(Conversion *c, Value *value, Value **few) {
  *few = value;
  ValueList list = {few, 1};
  bool is_cast, any = false;
  while (step(c, &list, few, &is_cast)) any = true;
  return any ? list : (ValueList){0};
}
