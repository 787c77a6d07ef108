// Numbers that are given in an attribute or as operands (OpFoldResult), and operations with lists of them.
#ifndef RUNG_DIALECTS_COMMON_MIXED_H
#define RUNG_DIALECTS_COMMON_MIXED_H

#include "ir/op.h"

// A value, or a constant when there is none.
typedef struct Mixed {
  Value *value;
  int64_t constant;
} Mixed;
#define MIXED(number) ((Mixed){.constant = (number)})
// As getAsOpFoldResult: constants are taken for what they are.
Mixed mixed_from_value(Value *value);
static inline Mixed mixed_fold(Mixed mixed) { return mixed.value ? mixed_from_value(mixed.value) : mixed; }
static inline bool mixed_is(Mixed mixed, int64_t number) { return !mixed.value && mixed.constant == number; }
static inline bool mixed_equal(Mixed a, Mixed b) { return a.value == b.value && (a.value || a.constant == b.constant); }
// A constant becomes an arith.constant at the builder's place.
Value *mixed_to_value(Builder *b, Mixed mixed);

typedef struct MixedList {
  Mixed *items;
  uint32_t count;
} MixedList;
// Attribute `numbers`, whose entries that are DYNAMIC are the operands `operands`, one after another.
MixedList mixed_list(const Operation *op, const char *numbers, const char *operands, Arena *arena);
// Sets the attribute and adds the operands; returns how many.
int32_t mixed_push(OpState *state, const char *numbers, MixedList list, Arena *arena);
// The numbers; DYNAMIC for values.
int64_t *mixed_numbers(MixedList list, Arena *arena);

// Offsets, sizes and strides of a view.
typedef struct MixedSlice {
  MixedList offsets, sizes, strides;
} MixedSlice;
MixedSlice mixed_slice(const Operation *op, Arena *arena);
// `name`: "memref.subview", "memref.reinterpret_cast", …
Value *build_slice(Builder *b, uint32_t opcode, T type, Value *source, const MixedSlice *slice, Arena *arena);

#endif
