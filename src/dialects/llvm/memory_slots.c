// llvm.alloca whose content may become values, and what uses it (after mlir/lib/Dialect/LLVMIR/IR/LLVMMemorySlot.cpp).
#include "ops/llvm.h"
#include "ops/memory_slots.h"

#include "dialects/common/build.h"
#include "dialects/llvm/memory_slots.h"
#include "dialects/llvm/types.h"
#include "ir/constants.h"

Value *llvm_slot_constant(Builder *b, T type, const APInt *value) {
  OpState *state = builder_begin(b, OP_LLVM_MLIR_CONSTANT);
  op_state_set_attr(state, STR("value"), attr_integer(b->ctx, type, value));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

static Value *constant_of(Builder *b, T type, uint64_t value) {
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  APInt number = apint_u64(&scratch, type_bits(type), value);
  Value *made = llvm_slot_constant(b, type, &number);
  arena_free(&scratch);
  return made;
}

static Value *folded(Builder *b, Value *made) {
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  Value *value = build_or_fold(b, made, &scratch);
  arena_free(&scratch);
  return value;
}
static Value *convert(Builder *b, uint32_t opcode, T type, Value *value) { return folded(b, build1(b, opcode, type, value)); }
static Value *combine(Builder *b, uint32_t opcode, Value *x, Value *y) { return folded(b, build2(b, opcode, x->type, x, y)); }

// ---------------------------------------------------------------------------------------------
// llvm.alloca

static T type_held(const Operation *op) { return ((const TypeAttr *)op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE))->type; }

T llvm_slot_held(const Operation *op) { return op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE) && block_is_entry(op->block) ? type_held(op) : NULL; }

Value *llvm_slot_initial(Builder *b, const Operation *op, T type) {
  b->loc = op->loc;
  OpState *state = builder_begin(b, OP_LLVM_MLIR_UNDEF);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

static void build_dbg_value(Builder *b, const Operation *declare, Value *value) {
  b->loc = declare->loc;
  OpState *state = builder_begin(b, OP_LLVM_INTR_DBG_VALUE);
  op_state_add_operand(state, value);
  op_state_set_prop(state, LLVM_INTR_DBG_VALUE_VAR_INFO, op_prop_at(declare, LLVM_INTR_DBG_DECLARE_VAR_INFO));
  op_state_set_prop(state, LLVM_INTR_DBG_VALUE_LOCATION_EXPR, op_prop_at(declare, LLVM_INTR_DBG_DECLARE_LOCATION_EXPR));
  builder_finish_typed(b);
}

void llvm_slot_joined(Builder *b, const Operation *op, Value *argument) {
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next)
    if (op_is(use->owner, OP_LLVM_INTR_DBG_DECLARE)) build_dbg_value(b, use->owner, argument);
}

// ---------------------------------------------------------------------------------------------
// Values as other types see them

static bool is_big_endian(const DataLayout *layout, Context *ctx) {
  A entry = data_layout_entry(layout, attr_string(ctx, STR("dlti.endianness")));
  return entry && attr_kind(entry) == ATTR_STRING && str_is(attr_str(entry), "big");
}

static bool may_convert(T type) {
  if (llvm_is_struct(type) || llvm_is_array(type)) return false;
  const ShapedType *vector = type_is_vector(type) ? (const ShapedType *)type : NULL;
  return !vector || (!llvm_is_ptr(vector->element) && !vector->scalable);
}

static uint64_t size_of(const MemorySlot *slot, T type) { return data_layout_size(slot->layout, slot->ctx, type); }
static uint64_t bits_of(const MemorySlot *slot, T type) { return data_layout_size_bits(slot->layout, slot->ctx, type); }

// Narrowing: `to` may be smaller; else it may be larger.
static bool can_convert(const MemorySlot *slot, T to, T from, bool narrowing) {
  if (to == from) return true;
  if (!may_convert(to) || !may_convert(from)) return false;
  uint64_t to_size = size_of(slot, to), from_size = size_of(slot, from);
  if (llvm_is_ptr(to) && llvm_is_ptr(from)) return to_size == from_size;
  return narrowing ? to_size <= from_size : to_size >= from_size;
}

static Value *to_integer(Builder *b, const MemorySlot *slot, Value *value) {
  if (type_as_integer(value->type)) return value;
  T integer = type_integer(b->ctx, (uint32_t)bits_of(slot, value->type), SIGNLESS);
  return convert(b, llvm_is_ptr(value->type) ? OP_LLVM_PTRTOINT : OP_LLVM_BITCAST, integer, value);
}

static Value *from_integer(Builder *b, Value *value, T type) {
  if (value->type == type) return value;
  return convert(b, llvm_is_ptr(type) ? OP_LLVM_INTTOPTR : OP_LLVM_BITCAST, type, value);
}

static Value *same_size(Builder *b, const MemorySlot *slot, Value *value, T type) {
  if (value->type == type) return value;
  if (llvm_is_ptr(type) && llvm_is_ptr(value->type)) return convert(b, OP_LLVM_ADDRSPACECAST, type, value);
  return from_integer(b, to_integer(b, slot, value), type);
}

// The first bytes of `value`.
static Value *extract(Builder *b, const MemorySlot *slot, Value *value, T type) {
  uint64_t from = bits_of(slot, value->type), to = bits_of(slot, type);
  if (from == to) return same_size(b, slot, value, type);
  Value *bits = to_integer(b, slot, value);
  if (is_big_endian(slot->layout, b->ctx)) bits = combine(b, OP_LLVM_LSHR, bits, constant_of(b, bits->type, from - to));
  bits = build1(b, OP_LLVM_TRUNC, type_integer(b->ctx, (uint32_t)to, SIGNLESS), bits);
  return from_integer(b, bits, type);
}

// `before` with `value` in its first bytes.
static Value *insert(Builder *b, const MemorySlot *slot, Value *value, Value *before) {
  uint64_t all = bits_of(slot, before->type), some = bits_of(slot, value->type);
  if (all == some) return same_size(b, slot, value, before->type);
  bool big = is_big_endian(slot->layout, b->ctx);
  Value *old = to_integer(b, slot, before), *bits = to_integer(b, slot, value);
  bits = convert(b, OP_LLVM_ZEXT, old->type, bits);
  if (big) bits = combine(b, OP_LLVM_SHL, bits, constant_of(b, old->type, all - some));
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  APInt none = apint_u64(&scratch, (uint32_t)(big ? all - some : some), 0), ones = apint_not(&scratch, &none);
  APInt mask = apint_zext(&scratch, &ones, (uint32_t)all);
  if (!big) mask = apint_not(&scratch, &mask);
  Value *keep = llvm_slot_constant(b, old->type, &mask);
  arena_free(&scratch);
  return from_integer(b, combine(b, OP_LLVM_OR, combine(b, OP_LLVM_AND, old, keep), bits), before->type);
}

// ---------------------------------------------------------------------------------------------
// llvm.load and llvm.store

bool llvm_load_reads(const Operation *op, const Value *pointer) { return op_operand(op, 0) == pointer; }
bool llvm_load_writes(const Operation *op, const Value *pointer) {
  (void)op;
  (void)pointer;
  return false;
}
bool llvm_load_can_go(const Operation *op, const MemorySlot *slot, const Use *only) {
  return only && only->value == slot->pointer && can_convert(slot, op_result_type(op, 0), slot->type, true) && !op_prop_at(op, LLVM_LOAD_VOLATILE_);
}
void llvm_load_read(Builder *b, Operation *op, const MemorySlot *slot, Value *before) {
  value_replace_all(op_result(op, 0), extract(b, slot, before, op_result_type(op, 0)));
}

bool llvm_store_reads(const Operation *op, const Value *pointer) {
  (void)op;
  (void)pointer;
  return false;
}
bool llvm_store_writes(const Operation *op, const Value *pointer) { return op_operand(op, 1) == pointer; }
bool llvm_store_can_go(const Operation *op, const MemorySlot *slot, const Use *only) {
  return only && only->value == slot->pointer && op_operand(op, 1) == slot->pointer && op_operand(op, 0) != slot->pointer &&
         can_convert(slot, slot->type, op_operand_type(op, 0), false) && !op_prop_at(op, LLVM_STORE_VOLATILE_);
}
Value *llvm_store_stored(Builder *b, const Operation *op, const MemorySlot *slot, Value *before) { return insert(b, slot, op_operand(op, 0), before); }

// ---------------------------------------------------------------------------------------------
// Setting and copying bytes

bool llvm_bulk_length(const Operation *op, uint64_t *out) {
  A length = op_prop(op, "len");
  if (!length && op->operand_count > 2) length = value_constant(op_operand(op, 2));
  APInt number;
  return length && constant_int(length, &number) && number.width <= 64 && apint_to_u64(&number, out);
}

bool llvm_is_volatile(Context *ctx, const Operation *op) { return op_prop(op, "isVolatile") == ctx->attrs.true_; }

bool llvm_memset_writes(const Operation *op, const Value *pointer) { return op_operand(op, 0) == pointer; }
bool llvm_memset_can_go(const Operation *op, const MemorySlot *slot, const Use *only) {
  (void)only;
  bool converts = type_as_integer(slot->type) || type_is_float(slot->type);
  uint64_t length, bits = converts ? type_bits(slot->type) : 0;
  return bits && bits % 8 == 0 && !llvm_is_volatile(slot->ctx, op) && llvm_bulk_length(op, &length) && length == size_of(slot, slot->type);
}

// The byte as often as it fits in `width` bits.
static Value *repeat(Builder *b, Value *byte, uint32_t width) {
  T type = type_integer(b->ctx, width, SIGNLESS);
  A constant = value_constant(byte);
  APInt number;
  if (constant && constant_int(constant, &number)) {
    Arena scratch;
    arena_init(&scratch, &b->ctx->mem);
    APInt all = apint_u64(&scratch, width, 0), one = apint_zext_or_trunc(&scratch, &number, width);
    for (uint32_t at = 0; at < width; at += 8) {
      APInt shifted = apint_shl(&scratch, &one, at);
      all = apint_or(&scratch, &all, &shifted);
    }
    Value *made = llvm_slot_constant(b, type, &all);
    arena_free(&scratch);
    return made;
  }
  if (width == 8) return byte;
  Value *value = build1(b, OP_LLVM_ZEXT, type, byte);
  for (uint32_t covered = 8; covered < width; covered *= 2) {
    Value *by = constant_of(b, type, covered);
    value = build2(b, OP_LLVM_OR, type, value, build2(b, OP_LLVM_SHL, type, value, by));
  }
  return value;
}

Value *llvm_memset_stored(Builder *b, const Operation *op, const MemorySlot *slot, Value *before) {
  (void)before;
  Value *bits = repeat(b, op_operand(op, 1), type_bits(slot->type));
  return type_is_float(slot->type) ? build1(b, OP_LLVM_BITCAST, slot->type, bits) : bits;
}

bool llvm_memcpy_reads(const Operation *op, const Value *pointer) { return op_operand(op, 1) == pointer; }
bool llvm_memcpy_can_go(const Operation *op, const MemorySlot *slot, const Use *only) {
  (void)only;
  uint64_t length;
  return op_operand(op, 0) != op_operand(op, 1) && !llvm_is_volatile(slot->ctx, op) && llvm_bulk_length(op, &length) && length == size_of(slot, slot->type);
}
Value *llvm_memcpy_stored(Builder *b, const Operation *op, const MemorySlot *slot, Value *before) {
  (void)before;
  return build1(b, OP_LLVM_LOAD, slot->type, op_operand(op, 1));
}
void llvm_memcpy_read(Builder *b, Operation *op, const MemorySlot *slot, Value *before) {
  if (op_operand(op, 1) != slot->pointer) return;
  OpState *state = builder_begin(b, OP_LLVM_STORE);
  op_state_add_operand2(state, before, op_operand(op, 0));
  builder_finish_typed(b);
}

// ---------------------------------------------------------------------------------------------
// What else may use the pointer

UseFate llvm_goes_with_results(const Operation *op, const Use *only) {
  (void)op;
  (void)only;
  return USE_GOES_WITH_RESULTS;
}
UseFate llvm_just_goes(const Operation *op, const Use *only) {
  (void)op;
  (void)only;
  return USE_GOES;
}
UseFate llvm_gep_goes(const Operation *op, const Use *only) {
  (void)only;
  A indices = op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)indices)->count; i++)
    if (dense_array_i64(indices, i)) return USE_STAYS;
  return USE_GOES_WITH_RESULTS;
}
UseFate llvm_dbg_value_goes(const Operation *op, const Use *only) { return only && only->value == op_operand(op, 0) ? USE_GOES : USE_STAYS; }

// The variable is said to be optimized out.
void llvm_dbg_value_lose(Builder *b, Operation *op) {
  b->loc = value_loc(op_operand(op, 0));
  OpState *state = builder_begin(b, OP_LLVM_MLIR_UNDEF);
  op_state_add_type(state, op_operand_type(op, 0));
  op_set_operand(op, 0, builder_finish_value(b));
}

void llvm_declare_value(Builder *b, const Operation *op, Value *value) { build_dbg_value(b, op, value); }
