// Loads, stores, gathers and scatters of vectors.
#include "ops/vector.h"

#include "dialects/vector/hooks.h"

#include "ir/affine.h"

static const ShapedType *shaped(const Operation *op, uint32_t i) { return (const ShapedType *)op_operand_type(op, i); }

static const ShapedType *named_vector(const Operation *op, const char *name) {
  return operand_vector(op, op_operands_named(op, name).begin);
}

static bool verify_index_count(Verifier *v, const Operation *op, const char *name, const ShapedType *base) {
  if (span_size(op_operands_named(op, name)) == base->rank) return true;
  return REFUSE("requires %llu indices", (unsigned long long)base->rank);
}

static bool has_identity_layout(const ShapedType *memref, Context *ctx) {
  return !memref->layout || affine_map_is_identity(memref_layout_map(ctx, &memref->base));
}

// Whether elements of the last dimension that matters lie next to each other.
static bool last_dim_is_contiguous(Context *ctx, Arena *arena, const ShapedType *memref) {
  uint64_t rank = memref->rank;
  if (has_identity_layout(memref, ctx)) return rank != 0;
  int64_t *strides = arena_new(arena, int64_t, rank + 1), offset;
  if (!rank || !strides || !memref_strides_and_offset(ctx, &memref->base, strides, &offset)) return false;
  return memref->dims[rank - 1] == 1 || strides[rank - 1] == 1;
}

static bool verify_unit_stride(Verifier *v, const Operation *op, const ShapedType *memref, const ShapedType *vector) {
  if (!vector->scalable && (!vector->rank || type_num_elements(&vector->base) == 1)) return true;
  if (last_dim_is_contiguous(v->ctx, v->arena, memref)) return true;
  return REFUSE("most minor memref dim must have unit stride");
}

bool verify_load(Verifier *v, const Operation *op) {
  const ShapedType *memref = shaped(op, 0), *vector = result_vector(op), *element = as_vector(memref->element);
  if (!verify_unit_stride(v, op, memref, vector)) return false;
  if (memref->rank < vector->rank) return REFUSE("destination memref has lower rank than the result vector");
  if (element && element != vector) return REFUSE("base memref and result vector types should match");
  if (vector->element != (element ? element->element : memref->element)) return REFUSE("base and result element types should match");
  return verify_index_count(v, op, "indices", memref);
}

bool verify_store(Verifier *v, const Operation *op) {
  const ShapedType *vector = operand_vector(op, 0), *memref = shaped(op, 1), *element = as_vector(memref->element);
  if (!verify_unit_stride(v, op, memref, vector)) return false;
  if (memref->rank < vector->rank) return REFUSE("source memref has lower rank than the vector to store");
  if (element && element != vector) return REFUSE("base memref and valueToStore vector types should match");
  if (vector->element != (element ? element->element : memref->element)) return REFUSE("base and valueToStore element type should match");
  return verify_index_count(v, op, "indices", memref);
}

static bool same_dims(const ShapedType *a, const ShapedType *b) {
  return a->rank == b->rank && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

bool verify_masked_load(Verifier *v, const Operation *op) {
  const ShapedType *memref = shaped(op, 0), *vector = result_vector(op);
  if (vector->element != memref->element) return REFUSE("base and result element type should match");
  if (!verify_index_count(v, op, "indices", memref)) return false;
  if (!same_dims(vector, named_vector(op, "mask"))) return REFUSE("expected result shape to match mask shape");
  return vector == named_vector(op, "pass_thru") ? true : REFUSE("expected pass_thru of same type as result type");
}

bool verify_masked_store(Verifier *v, const Operation *op) {
  const ShapedType *memref = shaped(op, 0), *vector = named_vector(op, "valueToStore");
  if (vector->element != memref->element) return REFUSE("base and valueToStore element type should match");
  if (!verify_index_count(v, op, "indices", memref)) return false;
  return same_dims(vector, named_vector(op, "mask")) ? true : REFUSE("expected valueToStore shape to match mask shape");
}

static bool is_ranked_base(T type) { return type_kind(type) == TYPE_MEMREF || type_kind(type) == TYPE_TENSOR; }

bool verify_gather(Verifier *v, const Operation *op) {
  const ShapedType *base = shaped(op, 0), *vector = result_vector(op);
  if (!is_ranked_base(&base->base)) return REFUSE("requires base to be a memref or ranked tensor type");
  if (vector->element != base->element) return REFUSE("base and result element type should match");
  if (!verify_index_count(v, op, "offsets", base)) return false;
  if (!same_dims(vector, named_vector(op, "indices"))) return REFUSE("expected result dim to match indices dim");
  if (!same_dims(vector, named_vector(op, "mask"))) return REFUSE("expected result dim to match mask dim");
  return vector == named_vector(op, "pass_thru") ? true : REFUSE("expected pass_thru of same type as result type");
}

bool verify_scatter(Verifier *v, const Operation *op) {
  const ShapedType *base = shaped(op, 0), *vector = named_vector(op, "valueToStore");
  if (!is_ranked_base(&base->base)) return REFUSE("requires base to be a memref or ranked tensor type");
  if (vector->element != base->element) return REFUSE("base and valueToStore element type should match");
  if (!verify_index_count(v, op, "offsets", base)) return false;
  if (!same_dims(vector, named_vector(op, "indices"))) return REFUSE("expected valueToStore dim to match indices dim");
  return same_dims(vector, named_vector(op, "mask")) ? true : REFUSE("expected valueToStore dim to match mask dim");
}

bool verify_expandload(Verifier *v, const Operation *op) {
  const ShapedType *memref = shaped(op, 0), *vector = result_vector(op);
  if (vector->element != memref->element) return REFUSE("base and result element type should match");
  if (!verify_index_count(v, op, "indices", memref)) return false;
  if (vector->dims[0] != named_vector(op, "mask")->dims[0]) return REFUSE("expected result dim to match mask dim");
  return vector == named_vector(op, "pass_thru") ? true : REFUSE("expected pass_thru of same type as result type");
}

bool verify_compressstore(Verifier *v, const Operation *op) {
  const ShapedType *memref = shaped(op, 0), *vector = named_vector(op, "valueToStore");
  if (vector->element != memref->element) return REFUSE("base and valueToStore element type should match");
  if (!verify_index_count(v, op, "indices", memref)) return false;
  return vector->dims[0] == named_vector(op, "mask")->dims[0] ? true : REFUSE("expected valueToStore dim to match mask dim");
}

// ---------------------------------------------------------------------------------------------
// vector.type_cast

// Return whether the layout is the same as no layout (MemRefType::canonicalizeStridedLayout).
static bool is_canonically_identity(Context *ctx, Arena *arena, const ShapedType *memref) {
  if (has_identity_layout(memref, ctx)) return true;
  if (memref_layout_map(ctx, &memref->base)->result_count > 1) return false;
  int64_t *strides = arena_new(arena, int64_t, memref->rank + 1), offset, expected = 1;
  if (!strides || !memref_strides_and_offset(ctx, &memref->base, strides, &offset) || offset != 0) return false;
  for (uint64_t i = memref->rank; i-- > 0;) {
    if (strides[i] != expected) return false;
    if (memref->dims[i] == DYNAMIC) return i == 0;
    expected *= memref->dims[i];
  }
  return true;
}

static T scalar_of(const ShapedType *memref) { return type_element_or_self(memref->element); }

static int64_t nth_dim(const ShapedType *memref, uint64_t i) {
  return i < memref->rank ? memref->dims[i] : as_vector(memref->element)->dims[i - memref->rank];
}

static uint64_t full_rank(const ShapedType *memref) {
  const ShapedType *element = as_vector(memref->element);
  return memref->rank + (element ? element->rank : 0);
}

bool verify_type_cast(Verifier *v, const Operation *op) {
  const ShapedType *source = shaped(op, 0), *result = (const ShapedType *)op_result_type(op, 0);
  if (!is_canonically_identity(v->ctx, v->arena, source)) return REFUSE("expects operand to be a memref with identity layout");
  if (!has_identity_layout(result, v->ctx)) return REFUSE("expects result to be a memref with identity layout");
  if (source->extra != result->extra) return REFUSE("expects result in same memory space");
  if (scalar_of(source) != scalar_of(result))
    return REFUSE("expects result and operand with same underlying scalar type: '%s'", TYPE_ARG(&result->base));
  bool same = full_rank(source) == full_rank(result);
  for (uint64_t i = 0; same && i < full_rank(source); i++) same = nth_dim(source, i) == nth_dim(result, i);
  return same ? true : REFUSE("expects concatenated result and operand shapes to be equal: '%s'", TYPE_ARG(&result->base));
}
