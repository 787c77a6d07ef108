#include "convert/llvm/descriptor.h"

#include "ops/llvm.h"

enum { FIELD_ALLOCATED, FIELD_ALIGNED, FIELD_OFFSET, FIELD_SIZES, FIELD_STRIDES };
enum { UNRANKED_RANK, UNRANKED_PTR };

static T field_type(const Value *desc, uint32_t field) {
  uint32_t count;
  const T *elements = llvm_struct_elements(desc->type, &count);
  return field < count ? elements[field] : NULL;
}

T memref_pointer_type(const Value *desc) { return field_type(desc, FIELD_ALIGNED); }
T memref_index_type(const Value *desc) { return field_type(desc, FIELD_OFFSET); }

// ---------------------------------------------------------------------------------------------
// Ranked

Value *memref_poison(Builder *b, T struct_type) { return llvm_poison(b, struct_type); }

Value *memref_allocated(Builder *b, Value *desc) { return llvm_extract(b, desc, FIELD_ALLOCATED); }
Value *memref_aligned(Builder *b, Value *desc) { return llvm_extract(b, desc, FIELD_ALIGNED); }
Value *memref_offset(Builder *b, Value *desc) { return llvm_extract(b, desc, FIELD_OFFSET); }
Value *memref_size(Builder *b, Value *desc, int64_t dim) {
  return llvm_extract_at(b, desc, (const int64_t[]){FIELD_SIZES, dim}, 2);
}
Value *memref_stride(Builder *b, Value *desc, int64_t dim) {
  return llvm_extract_at(b, desc, (const int64_t[]){FIELD_STRIDES, dim}, 2);
}

Value *memref_size_at(Builder *b, LLVMTypes *types, Value *desc, Value *dim, int64_t rank) {
  T index = memref_index_type(desc), array = llvm_array(b->ctx, index, (uint64_t)rank);
  Value *one = llvm_index_constant(b, index, 1);
  Value *sizes = llvm_extract(b, desc, FIELD_SIZES);
  Value *memory = llvm_alloca(b, types->ptr, array, one, 0);
  llvm_store(b, sizes, memory, 0);
  Value *address = llvm_gep(b, types->ptr, array, memory, (const GepIndex[]){{NULL, 0}, {dim, 0}}, 2, 0);
  return llvm_load(b, index, address, 0);
}

Value *memref_set_allocated(Builder *b, Value *desc, Value *ptr) { return llvm_insert(b, desc, ptr, FIELD_ALLOCATED); }
Value *memref_set_aligned(Builder *b, Value *desc, Value *ptr) { return llvm_insert(b, desc, ptr, FIELD_ALIGNED); }
Value *memref_set_offset(Builder *b, Value *desc, Value *offset) { return llvm_insert(b, desc, offset, FIELD_OFFSET); }
Value *memref_set_size(Builder *b, Value *desc, int64_t dim, Value *size) {
  return llvm_insert_at(b, desc, size, (const int64_t[]){FIELD_SIZES, dim}, 2);
}
Value *memref_set_stride(Builder *b, Value *desc, int64_t dim, Value *stride) {
  return llvm_insert_at(b, desc, stride, (const int64_t[]){FIELD_STRIDES, dim}, 2);
}
Value *memref_set_constant_offset(Builder *b, Value *desc, int64_t offset) {
  return memref_set_offset(b, desc, llvm_index_constant(b, memref_index_type(desc), offset));
}
Value *memref_set_constant_size(Builder *b, Value *desc, int64_t dim, int64_t size) {
  return memref_set_size(b, desc, dim, llvm_index_constant(b, memref_index_type(desc), size));
}
Value *memref_set_constant_stride(Builder *b, Value *desc, int64_t dim, int64_t stride) {
  return memref_set_stride(b, desc, dim, llvm_index_constant(b, memref_index_type(desc), stride));
}

static int64_t rank_of(T memref) { return (int64_t)((const ShapedType *)memref)->rank; }

uint32_t memref_field_count(T memref) { return 3 + 2 * (uint32_t)rank_of(memref); }

Value *memref_pack(Builder *b, LLVMTypes *types, T memref, Value *const *fields) {
  int64_t rank = rank_of(memref);
  Value *desc = memref_poison(b, llvm_convert(types, memref));
  desc = memref_set_allocated(b, desc, fields[FIELD_ALLOCATED]);
  desc = memref_set_aligned(b, desc, fields[FIELD_ALIGNED]);
  desc = memref_set_offset(b, desc, fields[FIELD_OFFSET]);
  for (int64_t i = 0; i < rank; i++) {
    desc = memref_set_size(b, desc, i, fields[FIELD_SIZES + i]);
    desc = memref_set_stride(b, desc, i, fields[FIELD_SIZES + rank + i]);
  }
  return desc;
}

void memref_unpack(Builder *b, Value *desc, T memref, ValueVec *out, Arena *arena) {
  int64_t rank = rank_of(memref);
  vec_push(arena, out, memref_allocated(b, desc));
  vec_push(arena, out, memref_aligned(b, desc));
  vec_push(arena, out, memref_offset(b, desc));
  for (int64_t i = 0; i < rank; i++) vec_push(arena, out, memref_size(b, desc, i));
  for (int64_t i = 0; i < rank; i++) vec_push(arena, out, memref_stride(b, desc, i));
}

Value *memref_from_static_shape(Builder *b, LLVMTypes *types, T memref, Value *allocated, Value *aligned) {
  const ShapedType *shaped = (const ShapedType *)memref;
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  int64_t *strides = arena_new(&scratch, int64_t, shaped->rank + 1), offset = 0;
  Value *desc = memref_poison(b, llvm_convert(types, memref));
  desc = memref_set_allocated(b, desc, allocated);
  desc = memref_set_aligned(b, desc, aligned);
  if (strides && memref_strides_and_offset(b->ctx, memref, strides, &offset)) {
    desc = memref_set_constant_offset(b, desc, offset);
    for (uint32_t i = 0; i < shaped->rank; i++) {
      desc = memref_set_constant_size(b, desc, i, shaped->dims[i]);
      desc = memref_set_constant_stride(b, desc, i, strides[i]);
    }
  }
  arena_free(&scratch);
  return desc;
}

Value *memref_descriptor(Builder *b, LLVMTypes *types, T memref, Value *allocated, Value *aligned, Value *const *sizes,
                         Value *const *strides) {
  int64_t rank = rank_of(memref);
  Value *desc = memref_poison(b, llvm_convert(types, memref));
  desc = memref_set_allocated(b, desc, allocated);
  desc = memref_set_aligned(b, desc, aligned);
  desc = memref_set_constant_offset(b, desc, 0);
  for (int64_t i = 0; i < rank; i++) desc = memref_set_size(b, desc, i, sizes[i]);
  for (int64_t i = 0; i < rank; i++) desc = memref_set_stride(b, desc, i, strides[i]);
  return desc;
}

Value *memref_buffer(Builder *b, LLVMTypes *types, Value *desc, T memref) {
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  int64_t *strides = arena_new(&scratch, int64_t, rank_of(memref) + 1), start = 0;
  if (!strides || !memref_strides_and_offset(b->ctx, memref, strides, &start)) start = 0;
  arena_free(&scratch);
  Value *ptr = memref_aligned(b, desc);
  if (start == 0) return ptr;
  Value *offset = start == DYNAMIC ? memref_offset(b, desc) : llvm_index_constant(b, types->index, start);
  return llvm_gep1(b, ptr->type, llvm_convert(types, type_element(memref)), ptr, offset, 0);
}

Value *memref_element_ptr(Builder *b, LLVMTypes *types, T memref, Value *desc, Value *const *indices, uint32_t count,
                          int flags) {
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  int64_t *strides = arena_new(&scratch, int64_t, rank_of(memref) + 1), start;
  Value *base = memref_buffer(b, types, desc, memref), *index = NULL;
  if (strides && memref_strides_and_offset(b->ctx, memref, strides, &start)) {
    if (types->typed_pointers) flags = 0;
    int overflow = (flags & LLVM_GEP_NO_WRAP_FLAGS_NUSW ? LLVM_INTEGER_OVERFLOW_FLAGS_NSW : 0) |
                   (flags & LLVM_GEP_NO_WRAP_FLAGS_NUW ? LLVM_INTEGER_OVERFLOW_FLAGS_NUW : 0);
    for (uint32_t i = 0; i < count; i++) {
      Value *step = indices[i];
      if (strides[i] != 1) {
        Value *stride = strides[i] == DYNAMIC ? memref_stride(b, desc, i)
                                              : llvm_index_constant(b, types->index, strides[i]);
        step = llvm_mul(b, step, stride, overflow);
      }
      index = index ? llvm_add(b, index, step, overflow) : step;
    }
  }
  arena_free(&scratch);
  if (!index) return base;
  return llvm_gep1(b, memref_pointer_type(desc), llvm_convert(types, type_element(memref)), base, index, flags);
}

Value *llvm_size_of(Builder *b, LLVMTypes *types, T type) {
  T element = llvm_convert(types, type);
  Value *null = llvm_zero(b, llvm_pointer(types, element, 0));
  Value *end = llvm_gep(b, types->ptr, element, null, &(const GepIndex){NULL, 1}, 1, 0);
  return llvm_cast(b, OP_LLVM_PTRTOINT, types->index, end);
}

Value *memref_sizes(Builder *b, LLVMTypes *types, T memref, Value *const *dynamic, bool in_bytes, ValueVec *sizes,
                    ValueVec *strides, Arena *arena) {
  const ShapedType *shaped = (const ShapedType *)memref;
  T index = types->index;
  uint32_t rank = (uint32_t)shaped->rank, next = 0;
  for (uint32_t i = 0; i < rank; i++)
    vec_push(arena, sizes, shaped->dims[i] == DYNAMIC ? dynamic[next++] : llvm_index_constant(b, index, shaped->dims[i]));
  // From the innermost dimension outwards: each stride is the product of the sizes inside.
  int64_t stride = 1;
  Value *running = llvm_index_constant(b, index, 1);
  for (uint32_t i = 0; i < rank; i++) vec_push(arena, strides, NULL);
  for (uint32_t i = rank; i-- > 0;) {
    strides->data[i] = running;
    int64_t size = shaped->dims[i];
    bool use_size = stride == 1;
    if (size == DYNAMIC) stride = DYNAMIC;
    if (stride != DYNAMIC) stride = (int64_t)((uint64_t)stride * (uint64_t)size);
    if (use_size)
      running = sizes->data[i];
    else if (stride == DYNAMIC)
      running = llvm_mul(b, running, sizes->data[i], 0);
    else
      running = llvm_index_constant(b, index, stride);
  }
  if (!in_bytes) return running;
  T element = llvm_convert(types, shaped->element);
  Value *null = llvm_zero(b, llvm_pointer(types, element, 0));
  Value *end = llvm_gep1(b, types->ptr, element, null, running, 0);
  return llvm_cast(b, OP_LLVM_PTRTOINT, index, end);
}

bool memref_is_convertible_identity(LLVMTypes *types, T memref) {
  const ShapedType *shaped = (const ShapedType *)memref;
  if (!llvm_convert(types, shaped->element)) return false;
  if (!shaped->layout) return true;
  const AffineMap *map = memref_layout_map(types->base.ctx, memref);
  return map && affine_map_is_identity(map);
}

// ---------------------------------------------------------------------------------------------
// Unranked

Value *unranked_poison(Builder *b, T struct_type) { return llvm_poison(b, struct_type); }
Value *unranked_rank(Builder *b, Value *desc) { return llvm_extract(b, desc, UNRANKED_RANK); }
Value *unranked_ptr(Builder *b, Value *desc) { return llvm_extract(b, desc, UNRANKED_PTR); }
Value *unranked_set_rank(Builder *b, Value *desc, Value *rank) { return llvm_insert(b, desc, rank, UNRANKED_RANK); }
Value *unranked_set_ptr(Builder *b, Value *desc, Value *ptr) { return llvm_insert(b, desc, ptr, UNRANKED_PTR); }

Value *unranked_pack(Builder *b, LLVMTypes *types, T memref, Value *const *fields) {
  Value *desc = unranked_poison(b, llvm_convert(types, memref));
  desc = unranked_set_rank(b, desc, fields[UNRANKED_RANK]);
  return unranked_set_ptr(b, desc, fields[UNRANKED_PTR]);
}

void unranked_unpack(Builder *b, Value *desc, ValueVec *out, Arena *arena) {
  vec_push(arena, out, unranked_rank(b, desc));
  vec_push(arena, out, unranked_ptr(b, desc));
}

static int64_t bytes_of(uint32_t bits) { return (bits + 7) / 8; }

// 2 * pointer + (1 + 2 * rank) * index.
Value *unranked_size_of(Builder *b, LLVMTypes *types, Value *desc, uint32_t space) {
  T index = types->index;
  Value *one = llvm_index_constant(b, index, 1);
  Value *two = llvm_index_constant(b, index, 2);
  Value *index_size = llvm_index_constant(b, index, bytes_of(types->index_bits));
  Value *pointer_size = llvm_index_constant(b, index, bytes_of(llvm_pointer_bits(types, space)));
  Value *pointers = llvm_mul(b, two, pointer_size, 0);
  Value *rank = unranked_rank(b, desc);
  Value *doubled = llvm_mul(b, two, rank, 0);
  Value *numbers = llvm_add(b, doubled, one, 0);
  Value *number_bytes = llvm_mul(b, numbers, index_size, 0);
  return llvm_add(b, pointers, number_bytes, 0);
}

Value *unranked_allocated(Builder *b, Value *ptr, T ptr_type) { return llvm_load(b, ptr_type, ptr, 0); }

Operation *unranked_set_allocated(Builder *b, Value *ptr, Value *allocated) { return llvm_store(b, allocated, ptr, 0); }

static Value *aligned_ptr(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type) {
  return llvm_gep(b, types->ptr, ptr_type, ptr, &(const GepIndex){NULL, 1}, 1, 0);
}

Value *unranked_aligned(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type) {
  return llvm_load(b, ptr_type, aligned_ptr(b, types, ptr, ptr_type), 0);
}

Operation *unranked_set_aligned(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type, Value *aligned) {
  return llvm_store(b, aligned, aligned_ptr(b, types, ptr, ptr_type), 0);
}

Value *unranked_offset_ptr(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type) {
  return llvm_gep(b, types->ptr, ptr_type, ptr, &(const GepIndex){NULL, 2}, 1, 0);
}

Value *unranked_offset(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type) {
  return llvm_load(b, types->index, unranked_offset_ptr(b, types, ptr, ptr_type), 0);
}

Operation *unranked_set_offset(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type, Value *offset) {
  return llvm_store(b, offset, unranked_offset_ptr(b, types, ptr, ptr_type), 0);
}

Value *unranked_sizes_ptr(Builder *b, LLVMTypes *types, Value *ptr, T ptr_type) {
  T fields = llvm_struct(b->ctx, (const T[]){ptr_type, ptr_type, types->index, types->index}, 4, false);
  return llvm_gep(b, types->ptr, fields, ptr, (const GepIndex[]){{NULL, 0}, {NULL, 3}}, 2, 0);
}

static Value *number_ptr(Builder *b, LLVMTypes *types, Value *base, Value *at) {
  return llvm_gep1(b, types->ptr, types->index, base, at, 0);
}

Operation *unranked_set_size(Builder *b, LLVMTypes *types, Value *sizes_ptr, Value *dim, Value *size) {
  return llvm_store(b, size, number_ptr(b, types, sizes_ptr, dim), 0);
}

Value *unranked_strides_ptr(Builder *b, LLVMTypes *types, Value *sizes_ptr, Value *rank) {
  return number_ptr(b, types, sizes_ptr, rank);
}

Operation *unranked_set_stride(Builder *b, LLVMTypes *types, Value *strides_ptr, Value *dim, Value *stride) {
  return unranked_set_size(b, types, strides_ptr, dim, stride);
}

bool unranked_copy(Conversion *c, Operation *op, LLVMTypes *llvm, const T *types, Value **values, uint32_t count,
                   bool to_heap) {
  Builder *b = &c->b;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t space;
    if (type_kind(types[i]) != TYPE_UNRANKED_MEMREF) continue;
    if (!memref_space_number(types[i], &space)) return false;
    if (!(to_heap ? llvm_malloc(c, op, llvm) : llvm_free(c, op))) return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t space;
    if (type_kind(types[i]) != TYPE_UNRANKED_MEMREF || !memref_space_number(types[i], &space)) continue;
    Value *size = unranked_size_of(b, llvm, values[i], space);
    Value *memory = to_heap ? llvm_call1(b, llvm->ptr, STR("malloc"), size)
                            : llvm_alloca(b, llvm->ptr, c->ctx->types.i8, size, 0);
    Value *source = unranked_ptr(b, values[i]);
    llvm_memcpy(b, memory, source, size, false);
    if (!to_heap) llvm_call1(b, NULL, STR("free"), source);
    Value *copy = unranked_poison(b, llvm_convert(llvm, types[i]));
    Value *rank = unranked_rank(b, values[i]);
    copy = unranked_set_rank(b, copy, rank);
    values[i] = unranked_set_ptr(b, copy, memory);
  }
  return true;
}
