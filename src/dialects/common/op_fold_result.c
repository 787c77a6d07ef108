#include "dialects/common/op_fold_result.h"

#include "dialects/common/build.h"
#include "ir/fold.h"

OpFoldResult ofr_from_value(Value *value) {
  A constant = value_constant(value);
  if (!constant || attr_kind(constant) != ATTR_INTEGER) return (OpFoldResult){.value = value};
  return OFR_NUMBER(attr_to_i64(constant));
}

Value *ofr_to_value(Builder *b, OpFoldResult ofr) { return ofr.value ? ofr.value : build_index(b, ofr.constant); }

OpFoldResultList ofr_list(const Operation *op, const char *numbers, const char *operands, Arena *arena) {
  A list = op_prop(op, numbers);
  OpFoldResultList out = {.count = (uint32_t)((const DenseArrayAttr *)list)->count};
  uint32_t next = op_operands_named(op, operands).begin;
  out.items = arena_new(arena, OpFoldResult, out.count + 1);
  for (uint32_t i = 0; i < out.count; i++) {
    int64_t number = dense_array_i64(list, i);
    out.items[i] = number == DYNAMIC ? (OpFoldResult){.value = op_operand(op, next++)} : OFR_NUMBER(number);
  }
  return out;
}

int64_t *ofr_numbers(OpFoldResultList list, Arena *arena) {
  int64_t *numbers = arena_new(arena, int64_t, list.count + 1);
  for (uint32_t i = 0; i < list.count; i++) numbers[i] = list.items[i].value ? DYNAMIC : list.items[i].constant;
  return numbers;
}

int32_t ofr_push(OpState *state, const char *numbers, OpFoldResultList list, Arena *arena) {
  int32_t values = 0;
  for (uint32_t i = 0; i < list.count; i++) {
    if (!list.items[i].value) continue;
    op_state_add_operand(state, list.items[i].value);
    values++;
  }
  op_state_set_attr(state, str_from(numbers), attr_i64_array(state->module->context, ofr_numbers(list, arena), list.count));
  return values;
}

OffsetsSizesStrides offsets_sizes_strides(const Operation *op, Arena *arena) {
  return (OffsetsSizesStrides){ofr_list(op, "static_offsets", "offsets", arena), ofr_list(op, "static_sizes", "sizes", arena),
                      ofr_list(op, "static_strides", "strides", arena)};
}

Value *build_slice(Builder *b, uint32_t opcode, T type, Value *source, const OffsetsSizesStrides *slice, Arena *arena) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand(state, source);
  op_state_add_type(state, type);
  int32_t offsets = ofr_push(state, "static_offsets", slice->offsets, arena);
  int32_t sizes = ofr_push(state, "static_sizes", slice->sizes, arena);
  int32_t strides = ofr_push(state, "static_strides", slice->strides, arena);
  op_state_operand_segments(state, (const int32_t[]){1, offsets, sizes, strides}, 4);
  return builder_finish_value(b);
}
