// Records which values replace which during a conversion: lists of values are mapped to lists of values.
//
// Nearly all lists hold one value; its newest mapping is found in a table by the value's address. Lists of several
// values are looked up in a hash map by their first value. Mappings are rolled back, or forgotten, newest first.
#ifndef RUNG_REWRITE_VALUE_MAPPING_H
#define RUNG_REWRITE_VALUE_MAPPING_H

#include "ir/op.h"

typedef struct ValueList {
  Value *const *values;
  uint32_t count;
} ValueList;

typedef struct Mapping {
  Value *from;             // NULL for a list
  union {
    Value *one;            // count 1
    Value *const *many;
  } to;
  uint32_t count;
  uint32_t previous : 31;  // + 1: the mapping before this one in the same slot; of a list: of the same list
  bool is_cast : 1;        // only the type differs
  uint32_t marked;         // values marked as targets before
} Mapping;

typedef struct ValueMapping {
  Arena *arena;
  VEC(Mapping) items;      // oldest first
  uint32_t *slots;         // by address of `from`: the newest mapping there, + 1
  uint32_t shift;          // 32 - log2 of how many slots there are
  Map lists;               // first value -> struct ListKey: lists of values that are mapped
  VEC(struct ListKey *) list_changes;
  ValueVec targets;        // values some mapping leads to: marked
} ValueMapping;

void mapping_init(ValueMapping *self, Arena *arena);
// `from` (usually one value) is now `to`. `is_cast`: only the type differs.
void mapping_add(ValueMapping *self, Value *const *from, uint32_t from_count, Value *const *to, uint32_t to_count, bool is_cast);
// Drop all but the first `count` mappings: they were rolled back, or carried out.
void mapping_drop(ValueMapping *self, uint32_t count);
// Whether some mapping leads to the value.
static inline bool mapping_is_target(const Value *value) { return value->mark; }
// Clear the marks on the values.
void mapping_finish(ValueMapping *self);
// The deepest form of `value` that is one value of type `type`, or NULL.
Value *mapping_lookup(ValueMapping *self, Value *value, T type);
// The deepest form that is not a mere cast; `value` itself when it was not mapped. A list of one value
// may lie in `few`.
ValueList mapping_latest(ValueMapping *self, Value *value, Value **few);
// The deepest form; count 0 when `value` was not mapped.
ValueList mapping_deepest(ValueMapping *self, Value *value, Value **few);

#endif
