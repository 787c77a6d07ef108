// What values became during a conversion: lists of values mapped to lists of values.
#ifndef RUNG_CONVERT_VALUE_MAPPING_H
#define RUNG_CONVERT_VALUE_MAPPING_H

#include "convert/conversion.h"

typedef struct ValueList {
  Value *const *values;
  uint32_t count;
} ValueList;

// A mapping as it was before a change; `to` of count 0: there was none.
typedef struct MappingChange {
  struct Mapping *mapping;
  ValueList to;
  bool is_cast;
} MappingChange;

// `from` (usually one value) is now `to`. `is_cast`: only the type differs.
void mapping_add(Conversion *c, Value *const *from, uint32_t from_count, Value *const *to, uint32_t to_count, bool is_cast);
// Take changes back until only the first `count` are left.
void mapping_undo(Conversion *c, uint32_t count);
bool mapping_any(Conversion *c, const Value *value);
// The deepest form of `value` that is one value of type `type`; count 0 when there is none.
ValueList mapping_lookup(Conversion *c, Value *value, T type);
// The deepest form that is not a mere cast; `value` itself when it was not mapped.
ValueList mapping_latest(Conversion *c, Value *value);
// The deepest form; count 0 when `value` was not mapped.
ValueList mapping_deepest(Conversion *c, Value *value);

#endif
