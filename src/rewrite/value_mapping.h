// What values became during a conversion: lists of values mapped to lists of values.
//
// Nearly all lists hold one value. A mapping of one value is found through the value itself: its
// print_id is the place of its newest mapping, which confirms it. Lists of several values are looked
// up in a hash map by their first value.
#ifndef RUNG_REWRITE_VALUE_MAPPING_H
#define RUNG_REWRITE_VALUE_MAPPING_H

#include "rewrite/conversion.h"

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
  uint32_t previous : 31;  // mapping of the same value before this one, + 1
  bool is_cast : 1;        // only the type differs
  uint32_t marked;         // values marked as targets before
} Mapping;

// `from` (usually one value) is now `to`. `is_cast`: only the type differs.
void mapping_add(Conversion *c, Value *const *from, uint32_t from_count, Value *const *to, uint32_t to_count, bool is_cast);
// Take mappings back until only the first `count` are left.
void mapping_undo(Conversion *c, uint32_t count);
// Forget all but the first `count` mappings: they were carried out.
void mapping_forget(Conversion *c, uint32_t count);
// The printer uses the same field of values: set it again after something was printed.
void mapping_refresh(Conversion *c);
// Whether some mapping leads to the value.
static inline bool mapping_is_target(const Value *value) { return value->mark; }
// Leave the values as they were.
void mapping_finish(Conversion *c);
bool mapping_any(Conversion *c, const Value *value);
// The deepest form of `value` that is one value of type `type`; NULL when there is none.
Value *mapping_lookup(Conversion *c, Value *value, T type);
// The deepest form that is not a mere cast; `value` itself when it was not mapped. A list of one value
// may lie in `few`.
ValueList mapping_latest(Conversion *c, Value *value, Value **few);
// The deepest form; count 0 when `value` was not mapped.
ValueList mapping_deepest(Conversion *c, Value *value, Value **few);

#endif
