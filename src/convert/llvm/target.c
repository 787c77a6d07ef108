#include "convert/llvm/target.h"
#include "ops/llvm.h"
#include "ops/builtin.h"

#include "convert/llvm/descriptor.h"
#include "dialects/dlti/data_layout.h"

const PassOption option_index_bitwidth = {"index-bitwidth", OPTION_WIDTH, "0", NULL, "Bitwidth of the index type, 0 to use size of machine word"};
const PassOption option_use_bare_ptr_memref_call_conv = {"use-bare-ptr-memref-call-conv", OPTION_BOOL, "false", NULL,
                                                         "Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types"};

static bool has_types(Value *const *values, uint32_t count, const T *types, uint32_t type_count) {
  if (count != type_count) return false;
  for (uint32_t i = 0; i < count; i++)
    if (values[i]->type != types[i]) return false;
  return true;
}

// The descriptor of a memref from its fields or its bare pointer; NULL when `inputs` are neither.
static Value *pack_descriptor(LLVMTypes *self, Builder *b, T memref, Value *const *inputs, uint32_t count) {
  if (type_kind(memref) == TYPE_UNRANKED_MEMREF) {
    if (!has_types(inputs, count, (const T[]){self->index, self->ptr}, 2)) return NULL;
    return unranked_pack(b, self, memref, inputs);
  }
  if (count == 1 && llvm_is_ptr(inputs[0]->type) && llvm_can_be_bare_pointer(self->base.ctx, memref))
    return memref_from_static_shape(b, self, memref, inputs[0], inputs[0]);
  Arena scratch;
  arena_init(&scratch, &self->base.ctx->mem);
  TypeVec fields = {0};
  bool fits = llvm_descriptor_fields(self, memref, true, &fields, &scratch) &&
              has_types(inputs, count, fields.data, fields.count);
  arena_free(&scratch);
  return fits ? memref_pack(b, self, memref, inputs) : NULL;
}

static Value *materialize_source(const TypeConverter *base, Builder *b, T type, Value *const *inputs, uint32_t count) {
  if (!type_is_memref(type)) return NULL;
  Value *packed = pack_descriptor((LLVMTypes *)(uintptr_t)base, b, type, inputs, count);
  return packed ? op_result(build_unrealized_cast(b, &type, 1, &packed, 1), 0) : NULL;
}

static Value *materialize_target(const TypeConverter *base, Builder *b, T type, Value *const *inputs, uint32_t count,
                                 T original) {
  LLVMTypes *self = (LLVMTypes *)(uintptr_t)base;
  if (!original || !type_is_memref(original) || type != llvm_convert(self, original)) return NULL;
  return pack_descriptor(self, b, original, inputs, count);
}

void llvm_target_types(LLVMTypes *self, PassRun *run, uint32_t index_bits) {
  llvm_types_init(self, run->module, run->arena, index_bits, false);
  self->base.source = materialize_source;
  self->base.target = materialize_target;
}

void llvm_pass_types(LLVMTypes *self, PassRun *run, const Operation *layout_of) {
  int64_t bits = pass_has(run->instance->def, &option_index_bitwidth) ? pass_int(run, &option_index_bitwidth) : 0;
  if (!bits && layout_of) {
    DataLayout layout = data_layout_closest(layout_of);
    bits = data_layout_index_width(&layout, run->ctx);
  }
  llvm_target_types(self, run, (uint32_t)bits);
  llvm_types_set_typed(self, run->typed_pointers);
}

Legality llvm_target_legality(Conversion *c, Operation *op) {
  if (op_is_in(c->ctx, op, LLVM, llvm) || op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST)) return LEGAL;
  return UNKNOWN_LEGALITY;
}
