// Data layouts of the llvm dialect's types (after mlir/lib/Dialect/LLVMIR/IR/LLVMTypes.cpp).
#include "ops/llvm.h"

#include "dialects/dlti/data_layout.h"
#include "dialects/llvm/types.h"

// Report at a place, not about the operation there, and give false.
#define REFUSE(...) (diag_at(v->module, SEVERITY_ERROR, op->loc, __VA_ARGS__), false)
#define TYPE_ARG(type) type_text(v->ctx, (type))

// --- Pointers

// Of a pointer: that of its address space, else that of space 0 (which LLVM's default layout gives).
static A pointer_entry(const DataLayout *self, Context *ctx, T type) {
  A entry = data_layout_entry(self, attr_type(ctx, type));
  return entry || !llvm_ptr_space(type) ? entry : data_layout_entry(self, attr_type(ctx, llvm_ptr(ctx, 0)));
}

static uint64_t pointer_size_bits(const DataLayout *self, Context *ctx, T type) {
  A entry = pointer_entry(self, ctx, type);
  return entry ? data_layout_number(ctx, entry, 0) : 64;
}

static uint64_t pointer_alignment(const DataLayout *self, Context *ctx, T type, bool preferred) {
  A entry = pointer_entry(self, ctx, type);
  return entry ? data_layout_number(ctx, entry, preferred ? 2 : 1) / 8 : 8;
}

static bool verify_pointer(Verifier *v, const Operation *op, T type, A value) {
  uint64_t count = data_layout_is_int_elements(value) ? dense_count(value) : 0;
  if (count != 3 && count != 4)
    return REFUSE("expected layout attribute for '%s' to be a dense integer elements attribute with 3 or 4 elements", TYPE_ARG(type));
  if (!data_layout_is_i64_elements(value)) return REFUSE("expected i64 parameters for '%s'", TYPE_ARG(type));
  if (data_layout_number(v->ctx, value, 1) <= data_layout_number(v->ctx, value, 2)) return true;
  return REFUSE("preferred alignment is expected to be at least as large as ABI alignment");
}

const TypeLayout llvm_ptr_layout = {.size_bits = pointer_size_bits, .alignment = pointer_alignment, .verify_entry = verify_pointer};

// --- Arrays

static uint64_t array_size_bits(const DataLayout *self, Context *ctx, T type) {
  const LLVMArrayType *array = (const LLVMArrayType *)type;
  return data_layout_round_up(data_layout_size(self, ctx, array->element), data_layout_alignment(self, ctx, array->element, false)) * array->count * 8;
}

static uint64_t array_alignment(const DataLayout *self, Context *ctx, T type, bool preferred) {
  return data_layout_alignment(self, ctx, ((const LLVMArrayType *)type)->element, preferred);
}

const TypeLayout llvm_array_layout = {.size_bits = array_size_bits, .alignment = array_alignment};

// --- Structs

static uint64_t struct_size_bits(const DataLayout *self, Context *ctx, T type) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  uint64_t size = 0, most = 1;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t align = llvm_struct_is_packed(type) ? 1 : data_layout_alignment(self, ctx, elements[i], false);
    size = data_layout_round_up(size, align) + data_layout_size(self, ctx, elements[i]);
    if (align > most) most = align;
  }
  return data_layout_round_up(size, most) * 8;
}

static uint64_t struct_alignment(const DataLayout *self, Context *ctx, T type, bool preferred) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  uint64_t most = 1;
  if (!preferred && llvm_struct_is_packed(type)) return most;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t align = data_layout_alignment(self, ctx, elements[i], preferred);
    if (align > most) most = align;
  }
  return most;
}

static bool verify_struct(Verifier *v, const Operation *op, T type, A value) {
  uint64_t count = data_layout_is_int_elements(value) ? dense_count(value) : 0;
  uint32_t members;
  if (count != 1 && count != 2)
    return REFUSE("expected layout attribute for '%s' to be a dense integer elements attribute of 1 or 2 elements", TYPE_ARG(type));
  if (!data_layout_is_i64_elements(value)) return REFUSE("expected i64 entries for '%s'", TYPE_ARG(type));
  llvm_struct_elements(type, &members);
  if (llvm_struct_name(type) || members) return REFUSE("unexpected layout attribute for struct '%s'", TYPE_ARG(type));
  if (count == 1 || data_layout_number(v->ctx, value, 0) <= data_layout_number(v->ctx, value, 1)) return true;
  return REFUSE("preferred alignment is expected to be at least as large as ABI alignment");
}

// Structs are aligned no wider inside.
static bool structs_combine(Context *ctx, A outer, A inner) {
  return !data_layout_is_i64_elements(outer) || !dense_count(outer) || data_layout_number(ctx, outer, 0) >= data_layout_number(ctx, inner, 0);
}

const TypeLayout llvm_struct_layout = {
  .size_bits = struct_size_bits, .alignment = struct_alignment, .verify_entry = verify_struct, .combines = structs_combine,
};

// --- Types of targets: entries are taken as they are

static uint64_t no_size(const DataLayout *self, Context *ctx, T type) {
  (void)self, (void)ctx, (void)type;
  return 0;
}

static uint64_t no_alignment(const DataLayout *self, Context *ctx, T type, bool preferred) {
  (void)self, (void)ctx, (void)type, (void)preferred;
  return 0;
}

const TypeLayout llvm_target_layout = {.size_bits = no_size, .alignment = no_alignment};
