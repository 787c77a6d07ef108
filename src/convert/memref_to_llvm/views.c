// Descriptors made from descriptors: casts, views, reshapes.
#include "convert/memref_to_llvm/memref_to_llvm.h"
#include "ops/llvm.h"
#include "ops/memref.h"

static T converted(Conversion *c, T type) { return llvm_convert(llvm_converter(c), type); }

// ---------------------------------------------------------------------------------------------
// Casts

bool lower_memref_cast(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T from = op_operand_type(op, 0), to = op_result_type(op, 0), target = converted(c, to);
  if (!target) return convert_no_match(c, op, "the type cannot be converted");
  if (memref_is_ranked(from) && memref_is_ranked(to)) {
    if (converted(c, from) != target) return convert_no_match(c, op, "the descriptors differ");
    return convert_replace1(c, op, operands[0]);
  }
  if (memref_is_ranked(to)) {
    Value *ptr = unranked_ptr(b, operands[0]);
    return convert_replace1(c, op, llvm_load(b, target, ptr, 0));
  }
  if (!memref_is_ranked(from)) return convert_no_match(c, op, "both memrefs are unranked");
  Value *ptr = promote_descriptor(c, operands[0]);
  Value *rank = llvm_index_constant(b, llvm_converter(c)->index, (int64_t)memref_shape(from)->rank);
  return convert_replace1(c, op, unranked_pack(b, llvm_converter(c), to, (Value *const[]){rank, ptr}));
}

static bool cast_unranked_space(Conversion *c, Operation *op, Value *source) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T to = op_result_type(op, 0);
  uint32_t from_space, to_space;
  if (!memref_space_number(op_operand_type(op, 0), &from_space) || !memref_space_number(to, &to_space))
    return convert_no_match(c, op, "the memory space is no integer");
  T from_ptr = llvm_memref_pointer(types, to, from_space), to_ptr = llvm_memref_pointer(types, to, to_space);
  if (!from_ptr) return convert_no_match(c, op, "the type cannot be converted");
  Value *rank = unranked_rank(b, source);
  Value *inner = unranked_ptr(b, source);
  Value *result = unranked_set_rank(b, unranked_poison(b, converted(c, to)), rank);
  Value *size = unranked_size_of(b, types, result, to_space);
  Value *memory = llvm_alloca(b, types->ptr, c->ctx->types.i8, size, 0);
  result = unranked_set_ptr(b, result, memory);
  Value *allocated = unranked_allocated(b, inner, from_ptr);
  Value *aligned = unranked_aligned(b, types, inner, from_ptr);
  allocated = llvm_cast(b, OP_LLVM_ADDRSPACECAST, to_ptr, allocated);
  aligned = llvm_cast(b, OP_LLVM_ADDRSPACECAST, to_ptr, aligned);
  unranked_set_allocated(b, memory, allocated);
  unranked_set_aligned(b, types, memory, to_ptr, aligned);
  // All that follows the pointers is copied as it is.
  Value *from_numbers = unranked_offset_ptr(b, types, inner, from_ptr);
  Value *to_numbers = unranked_offset_ptr(b, types, memory, to_ptr);
  Value *pointer_bytes = llvm_index_constant(b, types->index, 2 * ((llvm_pointer_bits(types, to_space) + 7) / 8));
  Value *number_bytes = llvm_sub(b, size, pointer_bytes, 0);
  llvm_memcpy(b, to_numbers, from_numbers, number_bytes, false);
  return convert_replace1(c, op, result);
}

bool lower_memref_space_cast(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T to = op_result_type(op, 0);
  if (!memref_is_ranked(to)) return cast_unranked_space(c, op, operands[0]);
  uint32_t space;
  if (!memref_space_number(to, &space)) return convert_no_match(c, op, "the memory space is no integer");
  T ptr = llvm_memref_pointer(llvm_converter(c), to, space);
  if (!ptr) return convert_no_match(c, op, "the type cannot be converted");
  ValueVec fields = {0};
  memref_unpack(b, operands[0], to, &fields, c->arena);
  for (uint32_t i = 0; i < 2; i++) fields.data[i] = llvm_cast(b, OP_LLVM_ADDRSPACECAST, ptr, fields.data[i]);
  return convert_replace1(c, op, memref_pack(b, llvm_converter(c), to, fields.data));
}

// ---------------------------------------------------------------------------------------------
// Parts of a descriptor

// The two pointers of a ranked or unranked memref, and its offset when asked for.
static void extract_pointers(Conversion *c, T type, Value *desc, Value **allocated, Value **aligned, Value **offset) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  if (memref_is_ranked(type)) {
    *allocated = memref_allocated(b, desc);
    *aligned = memref_aligned(b, desc);
    if (offset) *offset = memref_offset(b, desc);
    return;
  }
  uint32_t space = 0;
  memref_space_number(type, &space);
  T ptr = llvm_memref_pointer(types, type, space);
  Value *inner = unranked_ptr(b, desc);
  *allocated = unranked_allocated(b, inner, ptr);
  *aligned = unranked_aligned(b, types, inner, ptr);
  if (offset) *offset = unranked_offset(b, types, inner, ptr);
}

bool lower_memref_metadata(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Value *source = operands[0], **results = arena_new(c->arena, Value *, op->result_count);
  int64_t rank = (int64_t)memref_shape(op_operand_type(op, 0))->rank;
  Value *allocated = memref_allocated(b, source);
  Value *aligned = memref_aligned(b, source);
  results[0] = memref_from_static_shape(b, llvm_converter(c), op_result_type(op, 0), allocated, aligned);
  results[1] = memref_offset(b, source);
  for (int64_t i = 0; i < rank; i++) results[2 + i] = memref_size(b, source, i);
  for (int64_t i = 0; i < rank; i++) results[2 + rank + i] = memref_stride(b, source, i);
  return convert_replace(c, op, results, op->result_count);
}

bool lower_memref_pointer_as_index(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T type = op_operand_type(op, 0);
  Value *ptr;
  if (memref_is_ranked(type)) {
    ptr = memref_aligned(b, operands[0]);
  } else {
    uint32_t space = 0;
    memref_space_number(type, &space);
    ptr = unranked_aligned(b, types, unranked_ptr(b, operands[0]), llvm_memref_pointer(types, type, space));
  }
  return convert_replace1(c, op, llvm_cast(b, OP_LLVM_PTRTOINT, types->index, ptr));
}

// ---------------------------------------------------------------------------------------------
// Views

bool lower_memref_reinterpret_cast(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T to = op_result_type(op, 0), target = converted(c, to);
  if (!target) return convert_no_match(c, op, "the type cannot be converted");
  A offsets = op_prop_at(op, MEMREF_REINTERPRET_CAST_STATIC_OFFSETS), sizes = op_prop_at(op, MEMREF_REINTERPRET_CAST_STATIC_SIZES),
    strides = op_prop_at(op, MEMREF_REINTERPRET_CAST_STATIC_STRIDES);
  uint32_t next_offset = op_operands_named(op, "offsets").begin, next_size = op_operands_named(op, "sizes").begin;
  uint32_t next_stride = op_operands_named(op, "strides").begin;
  Value *desc = memref_poison(b, target), *allocated, *aligned;
  extract_pointers(c, op_operand_type(op, 0), operands[0], &allocated, &aligned, NULL);
  desc = memref_set_allocated(b, desc, allocated);
  desc = memref_set_aligned(b, desc, aligned);
  int64_t offset = dense_array_i64(offsets, 0);
  desc = offset == DYNAMIC ? memref_set_offset(b, desc, operands[next_offset]) : memref_set_constant_offset(b, desc, offset);
  for (uint32_t i = 0; i < memref_shape(to)->rank; i++) {
    int64_t size = dense_array_i64(sizes, i), stride = dense_array_i64(strides, i);
    desc = size == DYNAMIC ? memref_set_size(b, desc, i, operands[next_size++]) : memref_set_constant_size(b, desc, i, size);
    desc = stride == DYNAMIC ? memref_set_stride(b, desc, i, operands[next_stride++])
                             : memref_set_constant_stride(b, desc, i, stride);
  }
  return convert_replace1(c, op, desc);
}

bool lower_memref_transpose(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Value *source = operands[0];
  const AffineMap *map = ((const MapAttr *)op_prop_at(op, MEMREF_TRANSPOSE_PERMUTATION))->map;
  if (affine_map_is_identity(map)) return convert_replace1(c, op, source);
  Value *desc = memref_poison(b, source->type);
  desc = memref_set_allocated(b, desc, memref_allocated(b, source));
  desc = memref_set_aligned(b, desc, memref_aligned(b, source));
  desc = memref_set_offset(b, desc, memref_offset(b, source));
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t from = map->results[i]->value;
    desc = memref_set_size(b, desc, i, memref_size(b, source, from));
    desc = memref_set_stride(b, desc, i, memref_stride(b, source, from));
  }
  return convert_replace1(c, op, desc);
}

bool lower_memref_view(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T to = op_result_type(op, 0), target = converted(c, to);
  const ShapedType *shape = memref_shape(to);
  uint32_t rank = (uint32_t)shape->rank, next = 0;
  int64_t *strides = arena_new(c->arena, int64_t, rank + 1), offset;
  if (!target || !memref_strides_and_offset(c->ctx, to, strides, &offset))
    return convert_no_match(c, op, "the type cannot be converted");
  if (rank && strides[rank - 1] != 1 && strides[rank - 1] != 0)
    return convert_no_match(c, op, "the elements do not lie next to each other");
  Value *source = operands[0], *const *sizes = operands + 2;
  Value *desc = memref_poison(b, target);
  desc = memref_set_allocated(b, desc, memref_allocated(b, source));
  Value *aligned = memref_aligned(b, source);
  aligned = llvm_gep1(b, aligned->type, converted(c, type_element(op_operand_type(op, 0))), aligned, operands[1], 0);
  desc = memref_set_aligned(b, desc, aligned);
  desc = memref_set_constant_offset(b, desc, offset);
  for (uint32_t i = 0; i < rank; i++) next += shape->dims[i] == DYNAMIC;
  Value *stride = NULL, *inner_size = NULL;
  for (uint32_t i = rank; i-- > 0;) {
    Value *size = shape->dims[i] == DYNAMIC ? sizes[--next] : llvm_index_constant(b, types->index, shape->dims[i]);
    desc = memref_set_size(b, desc, i, size);
    if (strides[i] != DYNAMIC)
      stride = llvm_index_constant(b, types->index, strides[i]);
    else if (inner_size)
      stride = stride ? llvm_mul(b, stride, inner_size, 0) : inner_size;
    else
      stride = llvm_index_constant(b, types->index, 1);
    desc = memref_set_stride(b, desc, i, stride);
    inner_size = size;
  }
  return convert_replace1(c, op, desc);
}

// ---------------------------------------------------------------------------------------------
// memref.reshape: sizes come from memory

// One dynamic size, read from the shape operand.
static Value *load_size(Conversion *c, Operation *op, uint32_t dim) {
  Builder *b = &c->b;
  T index = llvm_converter(c)->index;
  Value *at = llvm_index_constant(b, index, dim);
  OpState *state = builder_begin(b, OP_MEMREF_LOAD);
  Value *shape = op_operand(op, 1);
  T element = type_element(shape->type);
  op_state_add_operand2(state, shape, at);
  op_state_add_type(state, element);
  Value *size = builder_finish_value(b);
  return size->type == index ? size : op_result(build_unrealized_cast(b, &index, 1, &size, 1), 0);
}

static bool reshape_to_ranked(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T to = op_result_type(op, 0), target = converted(c, to);
  const ShapedType *shape = memref_shape(to);
  int64_t *strides = arena_new(c->arena, int64_t, shape->rank + 1), offset;
  if (!target || !memref_strides_and_offset(c->ctx, to, strides, &offset))
    return convert_no_match(c, op, "the type cannot be converted");
  if (offset == DYNAMIC) return convert_no_match(c, op, "dynamic offset is unsupported");
  Value *desc = memref_poison(b, target), *allocated, *aligned;
  extract_pointers(c, op_operand_type(op, 0), operands[0], &allocated, &aligned, NULL);
  desc = memref_set_allocated(b, desc, allocated);
  desc = memref_set_aligned(b, desc, aligned);
  desc = memref_set_constant_offset(b, desc, offset);
  Value *stride = NULL;
  for (uint32_t i = (uint32_t)shape->rank; i-- > 0;) {
    if (strides[i] != DYNAMIC)
      stride = llvm_index_constant(b, types->index, strides[i]);
    else if (!stride)
      stride = llvm_index_constant(b, types->index, 1);
    Value *size = shape->dims[i] == DYNAMIC ? load_size(c, op, i) : llvm_index_constant(b, types->index, shape->dims[i]);
    desc = memref_set_size(b, desc, i, size);
    desc = memref_set_stride(b, desc, i, stride);
    stride = llvm_mul(b, stride, size, 0);
  }
  return convert_replace1(c, op, desc);
}

// The rank is known at run time only: a loop from the last dimension to the first.
static bool reshape_to_unranked(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T to = op_result_type(op, 0), index = types->index;
  uint32_t space;
  if (!memref_space_number(to, &space)) return convert_no_match(c, op, "the memory space is no integer");
  T ptr_type = llvm_memref_pointer(types, to, space);
  if (!ptr_type) return convert_no_match(c, op, "the type cannot be converted");
  Value *shape = operands[1], *size, *allocated, *aligned, *offset;
  Value *rank = memref_size(b, shape, 0);
  Value *desc = unranked_set_rank(b, unranked_poison(b, converted(c, to)), rank);
  size = unranked_size_of(b, types, desc, space);
  Value *memory = llvm_alloca(b, types->ptr, c->ctx->types.i8, size, 0);
  desc = unranked_set_ptr(b, desc, memory);
  extract_pointers(c, op_operand_type(op, 0), operands[0], &allocated, &aligned, &offset);
  unranked_set_allocated(b, memory, allocated);
  unranked_set_aligned(b, types, memory, ptr_type, aligned);
  unranked_set_offset(b, types, memory, ptr_type, offset);
  Value *sizes = unranked_sizes_ptr(b, types, memory, ptr_type);
  Value *strides = unranked_strides_ptr(b, types, sizes, rank);
  Value *shape_ptr = memref_aligned(b, shape);
  Value *one = llvm_index_constant(b, index, 1);
  Value *last = llvm_sub(b, rank, one, 0);

  // The loop and what follows `op` go to the end of the region.
  Block *before = op->block, *condition = block_new(c->module), *body = block_new(c->module), *rest;
  Region *region = before->region;
  block_append(region, condition);
  block_append(region, body);
  c->irreversible_changes++;
  rest = block_new(c->module);
  block_append(region, rest);
  if (op->next) block_splice(rest, NULL, op->next, before->last);
  Value *at = block_add_arg(c->module, condition, index, op->loc);
  Value *stride = block_add_arg(c->module, condition, index, op->loc);
  builder_at_end(b, before);
  llvm_br(b, condition, (Value *const[]){last, one}, 2);

  builder_at_end(b, condition);
  Value *zero = llvm_index_constant(b, index, 0);
  Value *more = llvm_icmp(b, LLVM_I_CMP_PREDICATE_SGE, at, zero);
  llvm_cond_br(b, more, body, NULL, 0, rest, NULL, 0);

  builder_at_end(b, body);
  Value *from = llvm_gep1(b, types->ptr, converted(c, type_element(op_operand_type(op, 1))), shape_ptr, at, 0);
  Value *dim = llvm_load(b, index, from, 0);
  unranked_set_size(b, types, sizes, at, dim);
  unranked_set_stride(b, types, strides, at, stride);
  Value *next_stride = llvm_mul(b, stride, dim, 0);
  Value *next = llvm_sub(b, at, one, 0);
  llvm_br(b, condition, (Value *const[]){next, next_stride}, 2);
  return convert_replace1(c, op, desc);
}

bool lower_memref_reshape(Conversion *c, Operation *op, Value *const *operands) {
  return memref_is_ranked(op_result_type(op, 0)) ? reshape_to_ranked(c, op, operands) : reshape_to_unranked(c, op, operands);
}
