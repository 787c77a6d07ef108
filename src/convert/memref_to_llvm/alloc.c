// Memory: heap, stack and globals.
#include "asm/params.h"
#include "convert/memref_to_llvm/memref_to_llvm.h"
#include "dialects/dlti/data_layout.h"
#include "dialects/llvm/attrs.h"
#include "ir/verify.h"
#include "ops/llvm.h"
#include "ops/memref.h"

// The allocated pointer of memory that must not be freed.
#define NOT_ALLOCATED 0xdeadbeef
#define MIN_ALIGNED_ALLOC 16u

static A find_alignment(const Operation *op) { return op_prop(op, "alignment"); }

// ---------------------------------------------------------------------------------------------
// Heap

// input rounded up to a multiple of alignment
static Value *round_up(Builder *b, Value *input, Value *alignment) {
  Value *one = llvm_index_constant(b, alignment->type, 1);
  Value *bump = llvm_sub(b, alignment, one, 0);
  Value *bumped = llvm_add(b, input, bump, 0);
  Value *rest = llvm_binary(b, OP_LLVM_UREM, bumped, alignment);
  return llvm_sub(b, bumped, rest, 0);
}

static Str function_name(const Conversion *c, const char *libc, const char *generic) {
  return str_from(llvm_converter(c)->generic_functions ? generic : libc);
}

// The result of an allocation function in the memory space of the memref.
static Value *in_space_of(Conversion *c, Value *ptr, T type, uint32_t space) {
  ptr = llvm_pointing_to(&c->b, ptr, llvm_convert(llvm_converter(c), type_element(type)));
  T wanted = llvm_memref_pointer(llvm_converter(c), type, space);
  return ptr->type == wanted ? ptr : llvm_cast(&c->b, OP_LLVM_ADDRSPACECAST, wanted, ptr);
}

static bool replace_by_descriptor(Conversion *c, Operation *op, Value *allocated, Value *aligned, const ValueVec *sizes,
                                  const ValueVec *strides) {
  LLVMTypes *types = llvm_converter(c);
  return convert_replace1(c, op, memref_descriptor(&c->b, types, op_result_type(op, 0), allocated, aligned, sizes->data,
                                                   strides->data));
}

static bool is_scalar(T type) { return type_is_signless_int(type) || type_is_index(type) || type_is_float(type); }

// Bytes of an element by the data layout; a memref's are those of its descriptor.
static uint64_t element_bytes(Conversion *c, const Operation *op, T element) {
  LLVMTypes *types = llvm_converter(c);
  DataLayout layout = data_layout_closest(op);
  uint32_t space = 0;
  if (!type_is_memref(element)) return data_layout_size(&layout, c->ctx, element);
  memref_space_number(element, &space);
  uint64_t pointer = (llvm_pointer_bits(types, space) + 7) / 8, index = (types->index_bits + 7) / 8;
  return memref_is_ranked(element) ? 2 * pointer + (1 + 2 * memref_shape(element)->rank) * index : index + pointer;
}

static uint64_t power_of_two_from(uint64_t value) {
  uint64_t power = 1;
  while (power < value && power << 1) power <<= 1;
  return power;
}

static bool lower_aligned_alloc(Conversion *c, Operation *op, Value *const *operands, uint32_t space) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T type = op_result_type(op, 0);
  Str name = function_name(c, "aligned_alloc", "_mlir_memref_to_llvm_aligned_alloc");
  if (!llvm_lookup_function(c, op, name, types->ptr, (const T[]){types->index, types->index}, 2)) return false;
  ValueVec sizes = {0}, strides = {0};
  Value *bytes = memref_sizes(b, types, type, operands, true, &sizes, &strides, c->arena);
  uint64_t element = element_bytes(c, op, type_element(type)), total = element;
  A given = find_alignment(op);
  uint64_t alignment = given ? attr_to_u64(given) : power_of_two_from(element);
  if (!given && alignment < MIN_ALIGNED_ALLOC) alignment = MIN_ALIGNED_ALLOC;
  Value *align = llvm_index_constant(b, types->index, (int64_t)alignment);
  for (uint32_t i = 0; i < memref_shape(type)->rank; i++)
    if (memref_shape(type)->dims[i] != DYNAMIC) total *= (uint64_t)memref_shape(type)->dims[i];
  if (!alignment || total % alignment) bytes = round_up(b, bytes, align);
  Operation *call = llvm_call(b, types->ptr, name, (Value *const[]){align, bytes}, 2);
  Value *ptr = in_space_of(c, op_result(call, 0), type, space);
  return replace_by_descriptor(c, op, ptr, ptr, &sizes, &strides);
}

// malloc; when more alignment is wanted than it gives, some bytes more and the pointer moved up.
bool lower_memref_alloc(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T type = op_result_type(op, 0);
  uint32_t space;
  if (!memref_is_convertible_identity(types, type) || !memref_space_number(type, &space))
    return convert_no_match(c, op, "only memrefs with identity layout are allocated");
  if (llvm_converter(c)->aligned_alloc) return lower_aligned_alloc(c, op, operands, space);
  Str name = function_name(c, "malloc", "_mlir_memref_to_llvm_alloc");
  if (!llvm_lookup_function(c, op, name, types->ptr, &types->index, 1)) return false;
  ValueVec sizes = {0}, strides = {0};
  Value *bytes = memref_sizes(b, types, type, operands, true, &sizes, &strides, c->arena), *alignment = NULL;
  A given = find_alignment(op);
  if (given)
    alignment = llvm_index_constant(b, types->index, attr_to_i64(given));
  else if (!is_scalar(type_element(type)))
    alignment = llvm_size_of(b, types, type_element(type));
  if (alignment) bytes = llvm_add(b, bytes, alignment, 0);
  Value *allocated = in_space_of(c, llvm_call1(b, types->ptr, name, bytes), type, space), *aligned = allocated;
  if (alignment) {
    Value *address = llvm_cast(b, OP_LLVM_PTRTOINT, types->index, allocated);
    aligned = llvm_cast(b, OP_LLVM_INTTOPTR, allocated->type, round_up(b, address, alignment));
  }
  return replace_by_descriptor(c, op, allocated, aligned, &sizes, &strides);
}

bool lower_memref_dealloc(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  Str name = function_name(c, "free", "_mlir_memref_to_llvm_free");
  T type = op_operand_type(op, 0);
  uint32_t space = 0;
  if (!memref_space_number(type, &space)) return convert_no_match(c, op, "the memory space is no integer");
  if (!llvm_lookup_function(c, op, name, NULL, &types->ptr, 1)) return false;
  Value *ptr = memref_is_ranked(type) ? memref_allocated(b, operands[0])
                                      : unranked_allocated(b, unranked_ptr(b, operands[0]), llvm_pointer(types, c->ctx->types.i8, space));
  llvm_call1(b, NULL, name, llvm_pointing_to(b, ptr, c->ctx->types.i8));
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Stack

bool lower_memref_alloca(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T type = op_result_type(op, 0);
  uint32_t space;
  if (!memref_is_convertible_identity(types, type) || !memref_space_number(type, &space))
    return convert_no_match(c, op, "only memrefs with identity layout are allocated");
  ValueVec sizes = {0}, strides = {0};
  Value *count = memref_sizes(b, types, type, operands, false, &sizes, &strides, c->arena);
  A alignment = find_alignment(op);
  Value *ptr = llvm_alloca(b, llvm_memref_pointer(types, type, space), llvm_convert(types, type_element(type)), count,
                           alignment ? attr_to_i64(alignment) : 0);
  return replace_by_descriptor(c, op, ptr, ptr, &sizes, &strides);
}

Value *promote_descriptor(Conversion *c, Value *desc) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  Value *one = llvm_index_constant(b, b->ctx->types.i64, 1);   // for any width of index
  Value *memory = llvm_alloca(b, types->ptr, desc->type, one, 0);
  llvm_store(b, desc, memory, 0);
  return memory;
}

Block *split_block(Conversion *c, Operation *op) {
  c->irreversible_changes++;
  return block_split(c->module, op);
}

// ^before: stacksave; br ^body      ^body: …; stackrestore; br ^join(results)      ^join(results): br ^rest
bool lower_memref_alloca_scope(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Builder *b = &c->b;
  Region *region = op_region(op, 0);
  Block *before = op->block, *rest = split_block(c, op), *join = rest;
  if (op->result_count) {
    join = block_new(c->module);
    block_insert_before(join, rest);
    for (uint32_t i = 0; i < op->result_count; i++) block_add_arg(c->module, join, op_result_type(op, i), op->loc);
    builder_at_end(b, join);
    llvm_br(b, rest, NULL, 0);
  }
  Block *body = region->first;
  Operation *end = region->last->last;
  region_take_blocks(rest->region, region, join);

  builder_at_end(b, before);
  OpState *state = builder_begin(b, OP_LLVM_INTR_STACKSAVE);
  op_state_add_type(state, llvm_converter(c)->ptr);
  Value *stack = builder_finish_value(b);
  llvm_br(b, body, NULL, 0);

  builder_at_end(b, end->block);
  state = builder_begin(b, OP_LLVM_INTR_STACKRESTORE);
  op_state_add_operand(state, stack);
  builder_finish(b);
  Value **values = arena_new(c->arena, Value *, end->operand_count + 1);
  for (uint32_t i = 0; i < end->operand_count; i++) values[i] = op_operand(end, i);
  b->loc = end->loc;
  llvm_br(b, join, values, end->operand_count);
  convert_erase(c, end);
  return convert_replace(c, op, join->args, op->result_count);
}

// ---------------------------------------------------------------------------------------------
// Globals

// Nested arrays of the shape; NULL when the element cannot be converted.
static T global_type(Conversion *c, T type) {
  LLVMTypes *types = llvm_converter(c);
  const ShapedType *shape = memref_shape(type);
  T array = llvm_convert(types, shape->element);
  for (uint64_t i = shape->rank; array && i-- > 0;) array = llvm_array(c->ctx, array, (uint64_t)shape->dims[i]);
  return array;
}

bool lower_memref_global(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Builder *b = &c->b;
  Context *ctx = c->ctx;
  T type = ((const TypeAttr *)op_prop_at(op, MEMREF_GLOBAL_TYPE))->type, array;
  if (!memref_is_convertible_identity(llvm_converter(c), type) || !(array = global_type(c, type)))
    return convert_no_match(c, op, "the type cannot be converted");
  uint32_t space;
  if (!memref_space_number(type, &space)) {
    op_error(c->module, op, "memory space cannot be converted to an integer address space");
    return false;
  }
  A value = op_prop_at(op, MEMREF_GLOBAL_INITIAL_VALUE), alignment = find_alignment(op);
  bool uninitialized = value && attr_kind(value) == ATTR_UNIT;
  if (uninitialized) value = NULL;
  if (value && !memref_shape(type)->rank) value = dense_element_attr(ctx, value, 0);

  OpState *state = builder_begin(b, OP_LLVM_MLIR_GLOBAL);
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_GLOBAL_TYPE, attr_type(ctx, array));
  if (op_prop_at(op, MEMREF_GLOBAL_CONSTANT)) op_state_set_prop(state, LLVM_MLIR_GLOBAL_CONSTANT, ctx->attrs.unit);
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_SYM_NAME, op_prop_at(op, MEMREF_GLOBAL_SYM_NAME));
  uint64_t linkage = symbol_visibility(op) == SYMBOL_PUBLIC ? LLVM_LINKAGE_EXTERNAL : LLVM_LINKAGE_PRIVATE;
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_LINKAGE, attr_from_params(ctx, &llvm_linkage_attr, &linkage));
  if (value) op_state_set_prop(state, LLVM_MLIR_GLOBAL_VALUE, value);
  if (alignment && attr_to_u64(alignment))
    op_state_set_prop(state, LLVM_MLIR_GLOBAL_ALIGNMENT, attr_i64(ctx, ctx->types.i64, attr_to_i64(alignment)));
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_ADDR_SPACE, attr_i64(ctx, ctx->types.i32, (int64_t)space));
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_VISIBILITY_, attr_i64(ctx, ctx->types.i64, LLVM_VISIBILITY_NONE));
  Region *region = op_state_add_region(state);
  if (uninitialized) block_append(region, block_new(c->module));
  Operation *global = builder_finish(b);
  if (uninitialized) {
    builder_at_end(b, op_region(global, 0)->first);
    llvm_return(b, llvm_undef(b, array));
  }
  return convert_erase(c, op);
}

bool lower_memref_get_global(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T type = op_result_type(op, 0), array;
  uint32_t space, rank = (uint32_t)memref_shape(type)->rank;
  if (!memref_is_convertible_identity(types, type) || !memref_space_number(type, &space) || !(array = global_type(c, type)))
    return convert_no_match(c, op, "the type cannot be converted");
  ValueVec sizes = {0}, strides = {0};
  memref_sizes(b, types, type, operands, true, &sizes, &strides, c->arena);
  T ptr = llvm_memref_pointer(types, type, space);
  Value *address = llvm_address_of(b, llvm_pointer(types, array, space), attr_symbol_root(op_prop_at(op, MEMREF_GET_GLOBAL_NAME)));
  GepIndex *zeros = arena_new(c->arena, GepIndex, rank + 1);
  Value *first = llvm_gep(b, ptr, array, address, zeros, rank + 1, 0);
  T int_ptr = type_integer(c->ctx, llvm_pointer_bits(types, space), SIGNLESS);
  Value *nowhere = llvm_index_constant(b, int_ptr, NOT_ALLOCATED);
  Value *allocated = llvm_cast(b, OP_LLVM_INTTOPTR, ptr, nowhere);
  return replace_by_descriptor(c, op, allocated, first, &sizes, &strides);
}
