#include "dialects/common/mixed.h"

#include "dialects/common/build.h"
#include "ir/fold.h"

Mixed mixed_from_value(Value *value) {
  A constant = value_constant(value);
  if (!constant || attr_kind(constant) != ATTR_INTEGER) return (Mixed){.value = value};
  return MIXED(attr_to_i64(constant));
}

Value *mixed_to_value(Builder *b, Mixed mixed) { return mixed.value ? mixed.value : build_index(b, mixed.constant); }

MixedList mixed_list(const Operation *op, const char *numbers, const char *operands, Arena *arena) {
  A list = op_prop(op, numbers);
  MixedList out = {.count = (uint32_t)((const DenseArrayAttr *)list)->count};
  uint32_t next = op_operands_named(op, operands).begin;
  out.items = arena_new(arena, Mixed, out.count + 1);
  for (uint32_t i = 0; i < out.count; i++) {
    int64_t number = dense_array_i64(list, i);
    out.items[i] = number == DYNAMIC ? (Mixed){.value = op_operand(op, next++)} : MIXED(number);
  }
  return out;
}

int64_t *mixed_numbers(MixedList list, Arena *arena) {
  int64_t *numbers = arena_new(arena, int64_t, list.count + 1);
  for (uint32_t i = 0; i < list.count; i++) numbers[i] = list.items[i].value ? DYNAMIC : list.items[i].constant;
  return numbers;
}

int32_t mixed_push(OpState *state, const char *numbers, MixedList list, Arena *arena) {
  int32_t values = 0;
  for (uint32_t i = 0; i < list.count; i++) {
    if (!list.items[i].value) continue;
    op_state_add_operand(state, list.items[i].value);
    values++;
  }
  op_state_set_attr(state, str_from(numbers), attr_i64_array(state->module->context, mixed_numbers(list, arena), list.count));
  return values;
}

MixedSlice mixed_slice(const Operation *op, Arena *arena) {
  return (MixedSlice){mixed_list(op, "static_offsets", "offsets", arena), mixed_list(op, "static_sizes", "sizes", arena),
                      mixed_list(op, "static_strides", "strides", arena)};
}

Value *build_slice(Builder *b, uint32_t opcode, T type, Value *source, const MixedSlice *slice, Arena *arena) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand(state, source);
  op_state_add_type(state, type);
  int32_t offsets = mixed_push(state, "static_offsets", slice->offsets, arena);
  int32_t sizes = mixed_push(state, "static_sizes", slice->sizes, arena);
  int32_t strides = mixed_push(state, "static_strides", slice->strides, arena);
  op_state_operand_segments(state, (const int32_t[]){1, offsets, sizes, strides}, 4);
  return builder_finish_value(b);
}
