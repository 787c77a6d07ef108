// memref.alloca whose content may become values, and its accesses (after mlir/lib/Dialect/MemRef/IR/MemRefMemorySlot.cpp).
#include "ops/memref.h"
#include "ops/memory_slots.h"
#include "ops/ub.h"

#include "dialects/common/dense_fold.h"

static Value *memref_of(const Operation *op) { return op_operand(op, op_is(op, OP_MEMREF_STORE)); }

// ---------------------------------------------------------------------------------------------
// One element

T memref_slot_held(const Operation *op) {
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  return type_has_static_shape(&type->base) && type_num_elements(&type->base) == 1 ? type->element : NULL;
}

Value *memref_slot_initial(Builder *b, const Operation *op, T type) {
  b->loc = op->loc;
  OpState *state = builder_begin(b, OP_UB_POISON);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

bool memref_load_reads(const Operation *op, const Value *pointer) { return memref_of(op) == pointer; }
bool memref_load_writes(const Operation *op, const Value *pointer) {
  (void)op;
  (void)pointer;
  return false;
}
bool memref_load_can_go(const Operation *op, const MemorySlot *slot, const Use *only) {
  return only && only->value == slot->pointer && memref_of(op) == slot->pointer && op_result_type(op, 0) == slot->type;
}
void memref_load_read(Builder *b, Operation *op, const MemorySlot *slot, Value *before) {
  (void)b;
  (void)slot;
  value_replace_all(op_result(op, 0), before);
}

bool memref_store_reads(const Operation *op, const Value *pointer) {
  (void)op;
  (void)pointer;
  return false;
}
bool memref_store_writes(const Operation *op, const Value *pointer) { return memref_of(op) == pointer; }
bool memref_store_can_go(const Operation *op, const MemorySlot *slot, const Use *only) {
  const Value *stored = op_operand(op, 0);
  return only && only->value == slot->pointer && memref_of(op) == slot->pointer && stored != slot->pointer && stored->type == slot->type;
}
Value *memref_store_stored(Builder *b, const Operation *op, const MemorySlot *slot, Value *before) {
  (void)b;
  (void)slot;
  (void)before;
  return op_operand(op, 0);
}

// ---------------------------------------------------------------------------------------------
// Several elements, each by itself

enum { MOST_PARTS = 16 };

bool memref_slot_parts(const Operation *op, Arena *arena, SlotParts *out) {
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  int64_t count = type_has_static_shape(&type->base) ? type_num_elements(&type->base) : 0;
  if (count < 1 || count > MOST_PARTS || count == 1) return false;
  T *types = arena_new(arena, T, (uint32_t)count);
  if (!types) return false;
  for (int64_t i = 0; i < count; i++) types[i] = type->element;
  out->types = types;
  out->count = (uint32_t)count;
  return true;
}

Value *memref_slot_allocate(Builder *b, const Operation *op, T type) {
  const int32_t none[] = {0, 0};
  b->loc = op->loc;
  OpState *state = builder_begin(b, OP_MEMREF_ALLOCA);
  op_state_operand_segments(state, none, 2);
  op_state_add_type(state, type_memref(b->ctx, NULL, 0, type, NULL, NULL));
  return builder_finish_value(b);
}

int64_t memref_access_part(const Operation *op, const SlotParts *parts, uint64_t *rest) {
  *rest = 0;
  if (memref_of(op) != parts->slot.pointer) return -1;
  if (op_is(op, OP_MEMREF_STORE) && op_operand(op, 0) == parts->slot.pointer) return -1;
  const ShapedType *type = type_as_shaped(parts->slot.pointer->type);
  uint32_t first = op_is(op, OP_MEMREF_STORE) ? 2 : 1;
  int64_t part = 0;
  for (uint32_t i = 0; i < type->rank; i++) {
    int64_t index;
    if (first + i >= op->operand_count || !constant_index(op_operand(op, first + i), &index)) return -1;
    if (index < 0 || index >= type->dims[i]) return -1;
    part = part * type->dims[i] + index;
  }
  return part;
}

bool memref_access_rewire(Builder *b, Operation *op, const SlotParts *parts) {
  (void)b;
  uint64_t rest;
  int64_t part = memref_access_part(op, parts, &rest);
  uint32_t at = op_is(op, OP_MEMREF_STORE) ? 1 : 0;
  op_set_operand(op, at, parts->pointers[part]);
  op_erase_operands(op, at + 1, op->operand_count - at - 1);
  return false;
}
