// llvm.alloca of structs and arrays whose parts are allocated by themselves (after mlir/lib/Dialect/LLVMIR/IR/LLVMMemorySlot.cpp).
#include "ops/llvm.h"
#include "ops/memory_slots.h"

#include "dialects/common/build.h"
#include "dialects/llvm/memory_slots.h"
#include "dialects/llvm/types.h"
#include "ir/constants.h"

enum { MOST_ELEMENTS = 16, INDEX_LIMIT = 1 << 29 };

bool llvm_slot_parts(const Operation *op, Arena *arena, SlotParts *out) {
  if (!is_one_int(value_constant(op_operand(op, 0)))) return false;
  T type = ((const TypeAttr *)op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE))->type;
  out->slot.type = type;
  if (llvm_is_struct(type)) {
    out->types = llvm_struct_elements(type, &out->count);
    return out->count != 0;
  }
  if (!llvm_is_array(type) || ((const LLVMArrayType *)type)->count > MOST_ELEMENTS) return false;
  out->count = (uint32_t)((const LLVMArrayType *)type)->count;
  T *types = arena_new(arena, T, out->count + 1u);
  for (uint32_t i = 0; types && i < out->count; i++) types[i] = ((const LLVMArrayType *)type)->element;
  out->types = types;
  return types != NULL;
}

Value *llvm_slot_allocate(Builder *b, const Operation *op, T type) {
  b->loc = op->loc;
  OpState *state = builder_begin(b, OP_LLVM_ALLOCA);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_set_prop(state, LLVM_ALLOCA_ELEM_TYPE, attr_type(b->ctx, type));
  op_state_add_type(state, llvm_ptr(b->ctx, 0));
  return builder_finish_value(b);
}

static uint64_t size_of(const MemorySlot *slot, T type) { return data_layout_size(slot->layout, slot->ctx, type); }
static uint64_t alignment_of(const MemorySlot *slot, T type) { return data_layout_alignment(slot->layout, slot->ctx, type, false); }

// ---------------------------------------------------------------------------------------------
// llvm.load and llvm.store, which use the first part

static T accessed(const Operation *op) { return op_is(op, OP_LLVM_LOAD) ? op_result_type(op, 0) : op_operand_type(op, 0); }
static uint32_t address_of(const Operation *op) { return op_is(op, OP_LLVM_LOAD) ? 0 : 1; }

int64_t llvm_access_part(const Operation *op, const SlotParts *parts, uint64_t *rest) {
  *rest = 0;
  if (op_prop_at(op, op_is(op, OP_LLVM_LOAD) ? LLVM_LOAD_VOLATILE_ : LLVM_STORE_VOLATILE_) || !parts->count) return -1;
  if (op_is(op, OP_LLVM_STORE) && op_operand(op, 0) == parts->slot.pointer) return -1;
  return size_of(&parts->slot, accessed(op)) <= size_of(&parts->slot, parts->types[0]) ? 0 : -1;
}

bool llvm_access_rewire(Builder *b, Operation *op, const SlotParts *parts) {
  (void)b;
  op_set_operand(op, address_of(op), parts->pointers[0]);
  return false;
}

bool llvm_access_is_safe(const Operation *op, const MemorySlot *slot, uint64_t size, uint64_t *rest) {
  *rest = 0;
  return op_operand(op, address_of(op)) != slot->pointer || size_of(slot, accessed(op)) <= size;
}

// ---------------------------------------------------------------------------------------------
// llvm.getelementptr

// How many bytes the pointer moves; false: it depends on values, or goes back.
static bool byte_offset(const Operation *op, const MemorySlot *slot, uint64_t *out) {
  const DenseArrayAttr *indices = (const DenseArrayAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  T type = ((const TypeAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE))->type;
  *out = 0;
  for (uint32_t i = 0; i < indices->count; i++) {
    int64_t index = dense_array_i64(&indices->base, i);
    if (index < 0) return false;
    if (i == 0) {
      *out = (uint64_t)index * size_of(slot, type);
    } else if (llvm_is_array(type)) {
      type = ((const LLVMArrayType *)type)->element;
      *out += (uint64_t)index * size_of(slot, type);
    } else if (llvm_is_struct(type)) {
      uint32_t count;
      const T *elements = llvm_struct_elements(type, &count);
      if (index >= count) return false;
      bool packed = llvm_struct_is_packed(type);
      for (uint32_t k = 0; k <= index; k++) {
        if (!packed) *out = data_layout_round_up(*out, alignment_of(slot, elements[k]));
        if (k < index) *out += size_of(slot, elements[k]);
      }
      type = elements[index];
    } else {
      return false;
    }
  }
  return true;
}

// The part that the pointer leads into, and how far.
static int64_t part_at(const Operation *op, const SlotParts *parts, uint64_t *within) {
  const MemorySlot *slot = &parts->slot;
  uint64_t offset, start = 0;
  if (!byte_offset(op, slot, &offset) || offset >= size_of(slot, slot->type)) return -1;
  if (llvm_is_array(slot->type)) {
    uint64_t size = size_of(slot, parts->types[0]), part = size ? offset / size : 0;
    *within = offset - part * size;
    return part < parts->count && part < INDEX_LIMIT ? (int64_t)part : -1;
  }
  bool packed = llvm_struct_is_packed(slot->type);
  for (uint32_t i = 0; i < parts->count; i++) {
    if (!packed) start = data_layout_round_up(start, alignment_of(slot, parts->types[i]));
    if (offset < start) return -1;   // between two
    uint64_t size = size_of(slot, parts->types[i]);
    if (offset < start + size) {
      *within = offset - start;
      return i;
    }
    start += size;
  }
  return -1;
}

int64_t llvm_gep_part(const Operation *op, const SlotParts *parts, uint64_t *rest) {
  uint64_t within;
  *rest = 0;
  if (!llvm_is_ptr(op_operand_type(op, 0)) || op_operand(op, 0) != parts->slot.pointer) return -1;
  int64_t part = part_at(op, parts, &within);
  if (part >= 0) *rest = size_of(&parts->slot, parts->types[part]) - within;
  return part;
}

bool llvm_gep_rewire(Builder *b, Operation *op, const SlotParts *parts) {
  uint64_t within = 0;
  int64_t part = part_at(op, parts, &within);
  const int32_t index = (int32_t)within;
  Arena scratch;
  OpState *state = builder_begin(b, OP_LLVM_GETELEMENTPTR);
  op_state_add_operand(state, parts->pointers[part]);
  op_state_set_prop(state, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES, attr_i32_array(b->ctx, &index, 1));
  op_state_set_prop(state, LLVM_GETELEMENTPTR_ELEM_TYPE, attr_type(b->ctx, b->ctx->types.i8));
  op_state_set_prop(state, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS, op_prop_at(op, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS));
  op_state_add_type(state, op_result_type(op, 0));
  arena_init(&scratch, &b->ctx->mem);
  value_replace_all(op_result(op, 0), build_or_fold(b, builder_finish_value(b), &scratch));
  arena_free(&scratch);
  return true;
}

bool llvm_gep_is_safe(const Operation *op, const MemorySlot *slot, uint64_t size, uint64_t *rest) {
  uint64_t offset;
  *rest = 0;
  if (op_operand(op, 0) != slot->pointer) return true;
  if (!byte_offset(op, slot, &offset) || offset >= size) return false;
  *rest = size - offset;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Setting and copying bytes

static bool is_copy(const Operation *op) { return op_is(op, OP_LLVM_INTR_MEMCPY) || op_is(op, OP_LLVM_INTR_MEMMOVE) || op_is(op, OP_LLVM_INTR_MEMCPY_INLINE); }

bool llvm_bulk_is_safe(const Operation *op, const MemorySlot *slot, uint64_t size, uint64_t *rest) {
  uint64_t length;
  *rest = 0;
  return op_operand(op, 0) == slot->pointer && llvm_bulk_length(op, &length) && length <= size;
}

// A copy uses all parts that it reads; those that are written only need not be there.
int64_t llvm_bulk_part(const Operation *op, const SlotParts *parts, uint64_t *rest) {
  uint64_t length, size = size_of(&parts->slot, parts->slot.type);
  *rest = 0;
  if (llvm_is_volatile(parts->slot.ctx, op) || !llvm_bulk_length(op, &length)) return -1;
  if (!is_copy(op)) return op_operand(op, 0) == parts->slot.pointer && length <= size ? SLOT_NO_PART : -1;
  if (length != size) return -1;
  return op_operand(op, 1) == parts->slot.pointer ? SLOT_ALL_PARTS : SLOT_NO_PART;
}

// The same operation on other memory, with another length.
static void build_like(Builder *b, const Operation *op, Value *dst, Value *second, uint64_t length) {
  A inlined = op_prop(op, "len");
  T type = inlined ? ((const IntegerAttr *)inlined)->type : op_operand_type(op, 2);
  Value *size = NULL;
  Loc loc = op->loc;
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  APInt number = apint_u64(&scratch, type_bits(type), length);
  if (!inlined) {
    b->loc = is_copy(op) ? loc : value_loc(op_operand(op, 2));
    size = llvm_slot_constant(b, type, &number);
    b->loc = loc;
  }
  OpState *state = builder_begin_def(b, op->def);
  op_state_add_operand2(state, dst, second);
  if (size) op_state_add_operand(state, size);
  if (inlined) op_state_set_attr(state, STR("len"), attr_integer(b->ctx, type, &number));
  op_state_set_attr(state, STR("isVolatile"), op_prop(op, "isVolatile"));
  builder_finish_typed(b);
  arena_free(&scratch);
}

bool llvm_memset_rewire(Builder *b, Operation *op, const SlotParts *parts) {
  uint64_t length = 0, covered = 0;
  llvm_bulk_length(op, &length);
  bool packed = llvm_is_struct(parts->slot.type) && llvm_struct_is_packed(parts->slot.type);
  for (uint32_t i = 0; i < parts->count; i++) {
    uint64_t size = size_of(&parts->slot, parts->types[i]);
    if (!packed) covered = data_layout_round_up(covered, alignment_of(&parts->slot, parts->types[i]));
    if (covered >= length) break;
    if (parts->pointers[i]) build_like(b, op, parts->pointers[i], op_operand(op, 1), length - covered < size ? length - covered : size);
    covered += size;
  }
  return true;
}

bool llvm_memcpy_rewire(Builder *b, Operation *op, const SlotParts *parts) {
  bool is_target = op_operand(op, 0) == parts->slot.pointer;
  for (uint32_t i = 0; i < parts->count; i++) {
    if (!parts->pointers[i]) continue;
    const int32_t indices[] = {0, (int32_t)i};
    OpState *state = builder_begin(b, OP_LLVM_GETELEMENTPTR);
    op_state_add_operand(state, op_operand(op, is_target ? 1 : 0));
    op_state_set_prop(state, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES, attr_i32_array(b->ctx, indices, 2));
    op_state_set_prop(state, LLVM_GETELEMENTPTR_ELEM_TYPE, attr_type(b->ctx, parts->slot.type));
    op_state_add_type(state, llvm_ptr(b->ctx, 0));
    Value *other = builder_finish_value(b);
    build_like(b, op, is_target ? parts->pointers[i] : other, is_target ? other : parts->pointers[i], size_of(&parts->slot, parts->types[i]));
  }
  return true;
}
