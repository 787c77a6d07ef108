// Numbers that are given in an attribute or as operands (OpFoldResult), and operations with lists of them.
#ifndef RUNG_DIALECTS_COMMON_OP_FOLD_RESULT_H
#define RUNG_DIALECTS_COMMON_OP_FOLD_RESULT_H

#include "ir/op.h"

// A value, or (without one) a constant.
typedef struct OpFoldResult {
  Value *value;
  int64_t constant;
} OpFoldResult;
#define OFR_NUMBER(number) ((OpFoldResult){.constant = (number)})
// As getAsOpFoldResult: a value that is constant becomes the constant.
OpFoldResult ofr_from_value(Value *value);
static inline OpFoldResult ofr_fold(OpFoldResult ofr) { return ofr.value ? ofr_from_value(ofr.value) : ofr; }
static inline bool ofr_is(OpFoldResult ofr, int64_t number) { return !ofr.value && ofr.constant == number; }
static inline bool ofr_equal(OpFoldResult a, OpFoldResult b) { return a.value == b.value && (a.value || a.constant == b.constant); }
// A constant becomes an arith.constant at the builder's place.
Value *ofr_to_value(Builder *b, OpFoldResult ofr);

typedef struct OpFoldResultList {
  OpFoldResult *items;
  uint32_t count;
} OpFoldResultList;
// Attribute `numbers`, whose entries that are DYNAMIC are the operands `operands`, one after another.
OpFoldResultList ofr_list(const Operation *op, const char *numbers, const char *operands, Arena *arena);
// Sets the attribute and adds the operands; returns how many.
int32_t ofr_push(OpState *state, const char *numbers, OpFoldResultList list, Arena *arena);
// The numbers; DYNAMIC for values.
int64_t *ofr_numbers(OpFoldResultList list, Arena *arena);

// Offsets, sizes and strides of a view.
typedef struct OffsetsSizesStrides {
  OpFoldResultList offsets, sizes, strides;
} OffsetsSizesStrides;
OffsetsSizesStrides offsets_sizes_strides(const Operation *op, Arena *arena);
// `opcode`: OP_MEMREF_SUBVIEW, OP_MEMREF_REINTERPRET_CAST, …
Value *build_slice(Builder *b, uint32_t opcode, T type, Value *source, const OffsetsSizesStrides *slice, Arena *arena);

#endif
