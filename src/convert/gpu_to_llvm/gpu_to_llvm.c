// gpu-to-llvm: what the host does with a device becomes calls of a runtime library, and all else that knows how becomes the llvm dialect
// (after mlir/lib/Conversion/GPUCommon/GPUToLLVMConversion.cpp).
#include "convert/llvm/descriptor.h"
#include "convert/llvm/target.h"
#include "dialects/gpu/kernel.h"
#include "dialects/registry.h"
#include "ops/builtin.h"
#include "ops/gpu.h"
#include "ops/llvm.h"
#include "ops/to_llvm.h"
#include "rewrite/greedy.h"

static const PassOption option_host_bare = {"use-bare-pointers-for-host", OPTION_BOOL, "false", NULL, "Use bare pointers to pass memref arguments to host functions. All memrefs must have static shape."};
static const PassOption option_kernel_bare = {"use-bare-pointers-for-kernels", OPTION_BOOL, "false", NULL, "Use bare pointers to pass memref arguments to kernels. The kernel must use the same setting for this option."};

// Tokens and handles are pointers to what the library keeps.
typedef struct HostTypes {
  LLVMTypes llvm;
  bool (*convert)(const TypeConverter *self, T type, TypeVec *out, Arena *arena);   // of all other types
} HostTypes;

static bool convert_type(const TypeConverter *self, T type, TypeVec *out, Arena *arena) {
  const HostTypes *types = (const HostTypes *)(const void *)self;
  bool is_pointer = type->def == &gpu_async_token_type || type->def == &gpu_sparse_dntensor_handle_type || type->def == &gpu_sparse_spmat_handle_type ||
                    type->def == &gpu_sparse_spgemmop_handle_type;
  if (!is_pointer) return types->convert(self, type, out, arena);
  vec_push(arena, out, types->llvm.ptr);
  return true;
}

// ---------------------------------------------------------------------------------------------
// The runtime library

static const char create_stream[] = "mgpuStreamCreate";

static Operation *call(Conversion *c, Operation *op, const char *name, T result, Value *const *operands, uint32_t count) {
  TypeVec types = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(c->arena, &types, operands[i]->type);
  if (!llvm_runtime_function(c, op, str_from(name), result, types.data, count)) return NULL;
  return llvm_call(&c->b, result, str_from(name), operands, count);
}

static Value *call_value(Conversion *c, Operation *op, const char *name, T result, Value *const *operands, uint32_t count) {
  Operation *made = call(c, op, name, result, operands, count);
  return made ? op_result(made, 0) : NULL;
}

static bool is_stream(const Value *value) {
  const Operation *op = value_def(value);
  A callee = op_is(op, OP_LLVM_CALL) ? op_prop_at(op, LLVM_CALL_CALLEE) : NULL;
  return callee && str_is(attr_symbol_root(callee), create_stream);
}

static bool are_llvm_types(const Operation *op, Value *const *operands) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!llvm_is_compatible(operands[i]->type)) return false;
  return true;
}

// The only token it waits for, for one that it gives.
static Value *stream_of(const Operation *op, Value *const *operands) {
  Span tokens = op_operands_named(op, "asyncDependencies");
  return span_size(tokens) == 1 && gpu_async_token(op) ? operands[tokens.begin] : NULL;
}

static Value *in_default_space(Builder *b, LLVMTypes *types, Value *ptr) {
  return ptr->type == types->ptr ? ptr : llvm_cast(b, OP_LLVM_ADDRSPACECAST, types->ptr, ptr);
}

// How many elements a memref has: a constant, or the product of all sizes.
static Value *element_count(Conversion *c, T memref, Value *desc) {
  Builder *b = &c->b;
  if (type_has_static_shape(memref)) return llvm_index_constant(b, llvm_converter(c)->index, type_num_elements(memref));
  Value *count = memref_size(b, desc, 0);
  for (uint64_t i = 1; i < ((const ShapedType *)memref)->rank; i++) count = llvm_mul(b, count, memref_size(b, desc, (int64_t)i), 0);
  return count;
}

// ---------------------------------------------------------------------------------------------
// Waiting

static bool lower_wait(Conversion *c, Operation *op, Value *const *operands) {
  LLVMTypes *types = llvm_converter(c);
  if (op->result_count) {
    ValueVec events = {0};
    Builder here = c->b;
    for (uint32_t i = 0; i < op->operand_count; i++) {
      Value *event = operands[i];
      Operation *made = value_def(op_operand(op, i));
      if (is_stream(event)) {
        if (made) {
          builder_after(&c->b, made);
          c->b.loc = op->loc;
        }
        event = call_value(c, op, "mgpuEventCreate", types->ptr, NULL, 0);
        if (!event || !call(c, op, "mgpuEventRecord", NULL, (Value *const[]){event, operands[i]}, 2)) return false;
      }
      vec_push(c->arena, &events, event);
    }
    c->b.block = here.block;
    c->b.before = here.before;
    Value *stream = call_value(c, op, create_stream, types->ptr, NULL, 0);
    if (!stream) return false;
    for (uint32_t i = 0; i < events.count; i++) call(c, op, "mgpuStreamWaitEvent", NULL, (Value *const[]){stream, events.data[i]}, 2);
    for (uint32_t i = 0; i < events.count; i++) call(c, op, "mgpuEventDestroy", NULL, &events.data[i], 1);
    return convert_replace1(c, op, stream);
  }
  for (uint32_t i = 0; i < op->operand_count; i++) {
    bool stream = is_stream(operands[i]);
    if (!call(c, op, stream ? "mgpuStreamSynchronize" : "mgpuEventSynchronize", NULL, &operands[i], 1) ||
        !call(c, op, stream ? "mgpuStreamDestroy" : "mgpuEventDestroy", NULL, &operands[i], 1))
      return false;
  }
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Memory

static bool lower_memset(Conversion *c, Operation *op, Value *const *operands) {
  LLVMTypes *types = llvm_converter(c);
  Builder *b = &c->b;
  uint32_t dst = op_operands_named(op, "dst").begin;
  T memref = op_operand_type(op, dst), value_type = op_operand_type(op, dst + 1);
  uint32_t bits = type_bits(value_type);
  Value *stream = stream_of(op, operands);
  if (!are_llvm_types(op, operands) || !memref_is_convertible_identity(types, memref) || !stream) return convert_no_match(c, op, "it needs one dependency and gives one");
  if ((bits != 16 && bits != 32) || type_is_index(value_type)) return convert_no_match(c, op, "memory is filled with values of 16 or 32 bits");
  Value *count = element_count(c, memref, operands[dst]), *value = operands[dst + 1];
  if (!count) return false;
  T integer = type_integer(c->ctx, bits, SIGNLESS);
  if (value->type != integer) value = llvm_cast(b, OP_LLVM_BITCAST, integer, value);
  Value *to = in_default_space(b, types, memref_aligned(b, operands[dst]));
  return call(c, op, bits == 32 ? "mgpuMemset32" : "mgpuMemset16", NULL, (Value *const[]){to, value, count, stream}, 4) && convert_replace1(c, op, stream);
}

static bool lower_memcpy(Conversion *c, Operation *op, Value *const *operands) {
  LLVMTypes *types = llvm_converter(c);
  Builder *b = &c->b;
  uint32_t dst = op_operands_named(op, "dst").begin, src = dst + 1;
  T memref = op_operand_type(op, src);
  Value *stream = stream_of(op, operands);
  if (!are_llvm_types(op, operands) || !memref_is_convertible_identity(types, memref) || !stream) return convert_no_match(c, op, "it needs one dependency and gives one");
  Value *count = element_count(c, memref, operands[src]);
  T element = llvm_convert(types, type_element(memref));
  if (!count || !element) return false;
  Value *end = llvm_gep1(b, types->ptr, element, llvm_zero(b, types->ptr), count, 0);
  Value *bytes = llvm_cast(b, OP_LLVM_PTRTOINT, types->index, end);
  Value *from = in_default_space(b, types, memref_aligned(b, operands[src])), *to = in_default_space(b, types, memref_aligned(b, operands[dst]));
  return call(c, op, "mgpuMemcpy", NULL, (Value *const[]){to, from, bytes, stream}, 4) && convert_replace1(c, op, stream);
}

static bool lower_alloc(Conversion *c, Operation *op, Value *const *operands) {
  LLVMTypes *types = llvm_converter(c);
  Builder *b = &c->b;
  T memref = op_result_type(op, 0);
  Span tokens = op_operands_named(op, "asyncDependencies");
  bool is_shared = op_prop_at(op, GPU_ALLOC_HOST_SHARED) != NULL;
  if (!are_llvm_types(op, operands) || !memref_is_convertible_identity(types, memref)) return convert_no_match(c, op, "only memrefs with identity layout are allocated");
  if (is_shared ? gpu_async_token(op) != NULL : !stream_of(op, operands)) return convert_no_match(c, op, "it needs one dependency and gives one");
  ValueVec sizes = {0}, strides = {0};
  Value *bytes = memref_sizes(b, types, memref, operands + op_operands_named(op, "dynamicSizes").begin, true, &sizes, &strides, c->arena);
  Value *null = llvm_zero(b, types->ptr), *stream = span_size(tokens) ? operands[tokens.begin] : null;
  Value *shared = llvm_int_constant(b, c->ctx->types.i8, is_shared);
  Value *ptr = call_value(c, op, "mgpuMemAlloc", types->ptr, (Value *const[]){bytes, stream, shared}, 3);
  if (!ptr) return false;
  Value *results[] = {memref_descriptor(b, types, memref, ptr, ptr, sizes.data, strides.data), stream};
  return convert_replace(c, op, results, op->result_count);
}

static bool lower_dealloc(Conversion *c, Operation *op, Value *const *operands) {
  Value *stream = stream_of(op, operands);
  if (!are_llvm_types(op, operands) || !stream) return convert_no_match(c, op, "it needs one dependency and gives one");
  Value *ptr = memref_allocated(&c->b, operands[op_operands_named(op, "memref").begin]);
  return call(c, op, "mgpuMemFree", NULL, (Value *const[]){ptr, stream}, 2) && convert_replace1(c, op, stream);
}

static bool lower_registration(Conversion *c, Operation *op, Value *const *operands) {
  LLVMTypes *types = llvm_converter(c);
  if (!are_llvm_types(op, operands)) return convert_no_match(c, op, "the memref cannot be converted");
  T element = llvm_convert(types, type_element(op_operand_type(op, 0)));
  if (!element) return false;
  Value *size = llvm_size_of(&c->b, types, element);
  ValueVec fields = {0};
  unranked_unpack(&c->b, operands[0], &fields, c->arena);
  vec_push(c->arena, &fields, size);
  const char *name = op_is(op, OP_GPU_HOST_REGISTER) ? "mgpuMemHostRegisterMemRef" : "mgpuMemHostUnregisterMemRef";
  return call(c, op, name, NULL, fields.data, fields.count) && convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Launches keep their operation; what they are given has types of the llvm dialect

static bool lower_launch(Conversion *c, Operation *op, Value *const *operands) {
  LLVMTypes *types = llvm_converter(c);
  Span tokens = op_operands_named(op, "asyncDependencies"), args = op_operands_named(op, "kernelOperands"), shared = op_operands_named(op, "dynamicSharedMemorySize");
  bool is_async = gpu_async_token(op) != NULL, bare = pass_bool(c->run, &option_kernel_bare) || types->bare_pointers;
  if (!are_llvm_types(op, operands)) return convert_no_match(c, op, "some operand cannot be converted");
  if (span_size(tokens) > 1 || (span_size(tokens) && !is_async)) return convert_no_match(c, op, "it waits for more than one operation, or for one and gives no token");
  Value *stream = span_size(tokens) ? operands[tokens.begin] : NULL;
  if (!stream && is_async && !(stream = call_value(c, op, create_stream, types->ptr, NULL, 0))) return false;
  ValueVec given = {0};
  for (uint32_t i = args.begin; i < args.end; i++) {
    T type = op_operand_type(op, i);
    if (type_kind(type) == TYPE_MEMREF && bare) vec_push(c->arena, &given, memref_aligned(&c->b, operands[i]));
    else if (type_kind(type) == TYPE_MEMREF) memref_unpack(&c->b, operands[i], type, &given, c->arena);
    else if (type_kind(type) == TYPE_UNRANKED_MEMREF) unranked_unpack(&c->b, operands[i], &given, c->arena);
    else vec_push(c->arena, &given, operands[i]);
  }
  int32_t clusters = launch_has_clusters(op);
  OpState *state = builder_begin(&c->b, OP_GPU_LAUNCH_FUNC);
  op_state_add_operands(state, operands + tokens.end, args.begin - tokens.end);
  op_state_add_operands(state, given.data, given.count);
  if (stream) op_state_add_operand(state, stream);
  op_state_set_prop(state, GPU_LAUNCH_FUNC_KERNEL, op_prop_at(op, GPU_LAUNCH_FUNC_KERNEL));
  op_state_operand_segments(state, (int32_t[]){0, 1, 1, 1, 1, 1, 1, clusters, clusters, clusters, (int32_t)span_size(shared), (int32_t)given.count, stream != NULL}, 13);
  builder_finish_typed(&c->b);
  return is_async ? convert_replace1(c, op, stream) : convert_erase(c, op);
}

static const Pattern patterns[] = {
  {.root = OP_GPU_ALLOC, .rewrite = lower_alloc, .name = "memory of a device"},
  {.root = OP_GPU_DEALLOC, .rewrite = lower_dealloc, .name = "memory of a device"},
  {.root = OP_GPU_HOST_REGISTER, .rewrite = lower_registration, .name = "memory of the host"},
  {.root = OP_GPU_HOST_UNREGISTER, .rewrite = lower_registration, .name = "memory of the host"},
  {.root = OP_GPU_LAUNCH_FUNC, .rewrite = lower_launch, .name = "a launch of what the llvm dialect has"},
  {.root = OP_GPU_MEMCPY, .rewrite = lower_memcpy, .name = "a copy"},
  {.root = OP_GPU_MEMSET, .rewrite = lower_memset, .name = "filling memory"},
  {.root = OP_GPU_WAIT, .rewrite = lower_wait, .name = "waiting for streams and events"},
};

static Legality legality(Conversion *c, Operation *op) {
  if (op_is_of(c->ctx, op, &llvm_dialect) || op_is(op, OP_GPU_MODULE) || op_is(op, OP_GPU_BINARY)) return LEGAL;
  if (!op_is(op, OP_GPU_LAUNCH_FUNC)) return UNKNOWN_LEGALITY;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!llvm_is_compatible(op_operand_type(op, i))) return ILLEGAL;
  return op->result_count ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  // Upstream applies patterns of vector transfers first, and folds what it meets.
  if (!greedy_rewrite(pass, op, NULL, 0, NULL)) return false;
  Conversion c;
  HostTypes types;
  llvm_pass_types(&types.llvm, pass, NULL);
  types.llvm.bare_pointers = pass_bool(pass, &option_host_bare);
  types.convert = types.llvm.base.convert;
  types.llvm.base.convert = convert_type;
  conversion_init(&c, pass, legality);
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) {
    const DialectToLLVMInterface *conversion = ask_dialect_to_llvm(*dialect);
    if (conversion) conversion->add(&c, &types.llvm);
  }
  conversion_add_table(&c, patterns, &types.llvm.base);
  return conversion_run(&c, op);
}

const PassDef gpu_to_llvm_pass = {
  .name = "gpu-to-llvm", .class_name = "GpuToLLVMConversionPass", .summary = "Convert GPU dialect to LLVM dialect with GPU runtime calls",
  .works_on = "arith cf complex func gpu index math memref ub vector", .makes = "llvm", .anchor = OP_BUILTIN_MODULE, .run = run,
  PASS_OPTIONS(&option_host_bare, &option_kernel_bare),
};
