#include "dialects/memref_fold.h"

// Uses of a result whose number the type tells get a constant, made in front of the operation.
static bool use_constant(Folder *folder, Operation *op, Value *result, int64_t number) {
  if (number == DYNAMIC || !result->uses) return false;
  Builder b;
  builder_init(&b, folder->module);
  builder_before(&b, op);
  OpState *state = builder_begin(&b, "arith.constant");
  op_state_set_attr(state, STR("value"), attr_index(folder->ctx, number));
  op_state_add_types(state, &folder->ctx->types.index, 1);
  value_replace_all(result, op_result(builder_finish(&b), 0));
  return true;
}

bool fold_memref_metadata(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Value *source = op_operand(op, 0);
  const ShapedType *shape = (const ShapedType *)source->type;
  uint32_t rank = (uint32_t)shape->rank;
  int64_t *strides = arena_new(folder->arena, int64_t, rank + 1), offset;
  bool changed = false;
  if (op->result_count != 2 + 2 * rank || !strides || !memref_strides_and_offset(folder->ctx, source->type, strides, &offset)) return false;
  changed |= use_constant(folder, op, op_result(op, 1), offset);
  for (uint32_t i = 0; i < rank; i++) changed |= use_constant(folder, op, op_result(op, 2 + i), shape->dims[i]);
  for (uint32_t i = 0; i < rank; i++) changed |= use_constant(folder, op, op_result(op, 2 + rank + i), strides[i]);
  const Operation *cast = value_def(source);
  if (cast && str_is(op_name(cast), "memref.cast") && type_kind(op_operand_type(cast, 0)) == TYPE_MEMREF) {
    op_set_operand(op, 0, op_operand(cast, 0));
    changed = true;
  }
  return changed && fold_in_place(folder);
}

static bool all_zero(A list) {
  const DenseArrayAttr *numbers = (const DenseArrayAttr *)list;
  for (uint64_t i = 0; i < numbers->count; i++)
    if (dense_array_i64(list, i)) return false;
  return true;
}

// Whatever a reinterpret_cast takes its buffer from, only the buffer counts.
bool fold_memref_reinterpret_cast(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Value *source = op_operand(op, 0);
  const Operation *def = value_def(source);
  A offsets = op_prop(op, "static_offsets");
  if (def && (str_is(op_name(def), "memref.reinterpret_cast") || str_is(op_name(def), "memref.cast") ||
              (str_is(op_name(def), "memref.subview") && all_zero(op_prop(def, "static_offsets"))))) {
    op_set_operand(op, 0, op_operand(def, 0));
    return fold_in_place(folder);
  }
  if (source->type != op_result_type(op, 0) || !all_zero(offsets) || !type_has_static_shape(source->type)) return false;
  return fold_to_value(folder, source);
}
