// Elements, slices and shapes of vectors.
#include "ops/vector.h"

#include "dialects/dlti/data_layout.h"
#include "dialects/vector/hooks.h"

T vector_mask_type(Context *ctx, const ShapedType *type) {
  return type_vector(ctx, type->dims, (uint32_t)type->rank, type->scalable, ctx->types.i1);
}

// ---------------------------------------------------------------------------------------------
// vector.extract, vector.insert

enum { POISON_INDEX = -1 };

bool infer_extract(Context *ctx, OpState *state) {
  A position = op_state_prop(state, VECTOR_EXTRACT_STATIC_POSITION);
  const ShapedType *source = state->operands.count ? as_vector(state->operands.data[0]->type) : NULL;
  if (!source || !position || attr_kind(position) != ATTR_DENSE_ARRAY) return false;
  uint64_t count = ((const DenseArrayAttr *)position)->count, n = count < source->rank ? count : source->rank;
  T type = count == source->rank
               ? source->element
               : type_vector(ctx, source->dims + n, (uint32_t)(source->rank - n), n < 64 ? source->scalable >> n : 0, source->element);
  op_state_add_type(state, type);
  return true;
}

static bool is_one_of(T vector, T element) {
  const ShapedType *type = as_vector(vector);
  return type && type->rank == 1 && type->dims[0] == 1 && type->element == element;
}

// A vector of one element passes for the element.
bool extract_types_compatible(const T *inferred, const T *given, uint32_t count) {
  return count == 1 && (inferred[0] == given[0] || is_one_of(inferred[0], given[0]) || is_one_of(given[0], inferred[0]));
}

static bool verify_static_positions(Verifier *v, const Operation *op, A position, const ShapedType *vector, const char *words) {
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)position)->count; i++) {
    int64_t at = dense_array_i64(position, i);
    if (at == DYNAMIC || at == POISON_INDEX || (at >= 0 && at < vector->dims[i])) continue;
    return REFUSE("expected position attribute #%llu to be a non-negative integer smaller than the corresponding %s",
                  (unsigned long long)i + 1, words);
  }
  return true;
}

bool verify_extract(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0), *result = result_vector(op);
  A position = op_prop_at(op, VECTOR_EXTRACT_STATIC_POSITION);
  uint64_t count = ((const DenseArrayAttr *)position)->count;
  uint32_t dynamic = 0;
  if (result && !result->rank) return verify_fail_plain(v, op, "expected a scalar instead of a 0-d vector as the result type");
  for (uint64_t i = 0; i < count; i++) dynamic += dense_array_i64(position, i) == DYNAMIC;
  if (dynamic != op->operand_count - 1)
    return REFUSE("mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- "
                  "this can only happen due to an incorrect fold/rewrite");
  if (count > source->rank) return REFUSE("expected position attribute of rank no greater than vector rank");
  return verify_static_positions(v, op, position, source, "vector dimension or poison (-1)");
}

bool verify_insert(Verifier *v, const Operation *op) {
  const ShapedType *value = operand_vector(op, 0), *dest = operand_vector(op, 1);
  A position = op_prop_at(op, VECTOR_INSERT_STATIC_POSITION);
  uint64_t count = ((const DenseArrayAttr *)position)->count;
  if (value && !value->rank) return verify_fail_plain(v, op, "expected a scalar instead of a 0-d vector as the source operand");
  if (count > dest->rank) return REFUSE("expected position attribute of rank no greater than dest vector rank");
  if (value && value->rank + count != dest->rank)
    return REFUSE("expected position attribute rank + source rank to match dest vector rank");
  if (!value && count != dest->rank) return REFUSE("expected position attribute rank to match the dest vector rank");
  return verify_static_positions(v, op, position, dest, "dest vector dimension");
}

// ---------------------------------------------------------------------------------------------
// Strided slices

static int64_t item(const ArrayAttr *array, uint64_t i) { return attr_to_i64(array->items[i]); }
static const ArrayAttr *int_array(A numbers) { return (const ArrayAttr *)numbers; }

static bool verify_rank(Verifier *v, const Operation *op, const ArrayAttr *array, const ShapedType *type, const char *name) {
  return array->count <= type->rank ? true : REFUSE("expected %s attribute of rank no greater than vector rank", name);
}

// min <= array[i] < max of dimension i
static bool verify_in_shape(Verifier *v, const Operation *op, const ArrayAttr *array, const ShapedType *type, const char *name,
                            bool half_open, int64_t min) {
  for (uint64_t i = 0; i < array->count && i < type->rank; i++) {
    int64_t max = type->dims[i] + !half_open;
    if (item(array, i) >= min && item(array, i) < max) continue;
    return REFUSE("expected %s dimension %llu to be confined to [%lld, %lld)", name, (unsigned long long)i, (long long)min,
                  (long long)max);
  }
  return true;
}

static bool verify_unit_strides(Verifier *v, const Operation *op, const ArrayAttr *strides) {
  for (uint64_t i = 0; i < strides->count; i++)
    if (item(strides, i) != 1) return REFUSE("expected strides to be confined to [1, 2)");
  return true;
}

static bool verify_sum(Verifier *v, const Operation *op, int64_t a, int64_t b, int64_t max, const char *names, uint64_t dim) {
  int64_t sum = (int64_t)((uint64_t)a + (uint64_t)b);
  if (sum >= 0 && sum < max) return true;
  return REFUSE("expected sum(%s) dimension %llu to be confined to [1, %lld)", names, (unsigned long long)dim, (long long)max);
}

static bool verify_scalable_size(Verifier *v, const Operation *op, uint64_t i, int64_t a, int64_t b) {
  if (a == b) return true;
  return REFUSE("expected size at idx=%llu to match the corresponding base size from the input vector (%lld vs %lld)",
                (unsigned long long)i, (long long)a, (long long)b);
}

bool verify_insert_strided_slice(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0), *dest = operand_vector(op, 1);
  const ArrayAttr *offsets = int_array(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_OFFSETS)),
                  *strides = int_array(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_STRIDES));
  if (offsets->count != dest->rank) return REFUSE("expected offsets of same size as destination vector rank");
  if (strides->count != source->rank) return REFUSE("expected strides of same size as source vector rank");
  if (source->rank > dest->rank) return REFUSE("expected source rank to be no greater than destination rank");
  uint64_t extra = dest->rank - source->rank;
  if (!verify_in_shape(v, op, offsets, dest, "offsets", true, 0) || !verify_unit_strides(v, op, strides)) return false;
  for (uint64_t i = 0; i < dest->rank; i++)
    if (!verify_sum(v, op, item(offsets, i), i < extra ? 0 : source->dims[i - extra], dest->dims[i] + 1,
                    "offsets, source vector shape", i))
      return false;
  for (uint64_t i = 0; i < source->rank; i++) {
    if (is_scalable_dim(source, i) != is_scalable_dim(dest, i + extra))
      return REFUSE("mismatching scalable flags (at source vector idx=%llu)", (unsigned long long)i);
    if (is_scalable_dim(source, i) && !verify_scalable_size(v, op, i, source->dims[i], dest->dims[i + extra])) return false;
  }
  return true;
}

bool verify_extract_strided_slice(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0);
  const ArrayAttr *offsets = int_array(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS)),
                  *sizes = int_array(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES)),
                  *strides = int_array(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES));
  if (offsets->count != sizes->count || offsets->count != strides->count)
    return REFUSE("expected offsets, sizes and strides attributes of same size");
  if (!verify_rank(v, op, offsets, source, "offsets") || !verify_rank(v, op, sizes, source, "sizes") ||
      !verify_rank(v, op, strides, source, "strides") || !verify_in_shape(v, op, offsets, source, "offsets", true, 0) ||
      !verify_in_shape(v, op, sizes, source, "sizes", false, 1) || !verify_unit_strides(v, op, strides))
    return false;
  int64_t *dims = arena_new(v->arena, int64_t, source->rank + 1);
  for (uint64_t i = 0; dims && i < source->rank; i++) {
    dims[i] = i < sizes->count ? item(sizes, i) : source->dims[i];
    if (i < sizes->count && !verify_sum(v, op, item(offsets, i), dims[i], source->dims[i] + 1, "offsets, sizes", i)) return false;
  }
  if (!dims) return true;
  T expected = type_vector(v->ctx, dims, (uint32_t)source->rank, source->scalable, source->element);
  if (op_result_type(op, 0) != expected) return REFUSE("expected result type to be '%s'", TYPE_ARG(expected));
  for (uint64_t i = 0; i < sizes->count; i++)
    if (is_scalable_dim(source, i) && !verify_scalable_size(v, op, i, item(sizes, i), source->dims[i])) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// vector.shuffle, vector.to_elements

// Any shaped type is accepted here; the verifier reports one that is not a vector.
bool infer_shuffle(Context *ctx, OpState *state) {
  A mask = op_state_prop(state, VECTOR_SHUFFLE_MASK);
  if (!state->operands.count || !mask || attr_kind(mask) != ATTR_DENSE_ARRAY) return false;
  T given = state->operands.data[0]->type;
  const ShapedType *source = type_has_rank(given) ? type_as_shaped(given) : NULL;
  uint64_t count = ((const DenseArrayAttr *)mask)->count, rank = source && source->rank ? source->rank : 1;
  int64_t *dims = arena_new(state->arena, int64_t, rank);
  if (!dims) return false;
  if (source && source->rank) memcpy(dims, source->dims, source->rank * sizeof *dims);
  dims[0] = count ? (int64_t)count : 1;
  T type = type_vector(ctx, dims, (uint32_t)rank, 0, type_element_or_self(given));
  op_state_add_type(state, type);
  return true;
}

bool verify_shuffle(Verifier *v, const Operation *op) {
  const ShapedType *a = operand_vector(op, 0), *b = operand_vector(op, 1), *result = result_vector(op);
  bool of_scalars = !a->rank && !b->rank && result->rank == 1;
  if (!of_scalars && (a->rank != result->rank || b->rank != result->rank)) return REFUSE("rank mismatch");
  for (uint64_t i = 1; i < a->rank; i++)
    if (result->dims[i] != a->dims[i] || a->dims[i] != b->dims[i]) return REFUSE("dimension mismatch");
  A mask = op_prop_at(op, VECTOR_SHUFFLE_MASK);
  uint64_t length = ((const DenseArrayAttr *)mask)->count;
  if (!length) return REFUSE("invalid mask length");
  if ((int64_t)length != result->dims[0]) return REFUSE("mask length mismatch");
  int64_t size = (a->rank ? a->dims[0] : 1) + (b->rank ? b->dims[0] : 1);
  for (uint64_t i = 0; i < length; i++) {
    int64_t at = dense_array_i64(mask, i);
    if (at != POISON_INDEX && (at < 0 || at >= size)) return REFUSE("mask index #%llu out of range", (unsigned long long)i + 1);
  }
  return true;
}

bool infer_to_elements(Context *ctx, OpState *state) {
  (void)ctx;
  const ShapedType *source = state->operands.count ? as_vector(state->operands.data[0]->type) : NULL;
  int64_t count = source ? type_num_elements(&source->base) : 0;
  for (int64_t i = 0; i < count && !state->arena->mem->exhausted; i++) op_state_add_type(state, source->element);
  return source != NULL;
}

// ---------------------------------------------------------------------------------------------
// Shapes

bool verify_broadcast(Verifier *v, const Operation *op) {
  T type = op_operand_type(op, 0);
  const ShapedType *source = as_vector(type), *result = result_vector(op);
  if (!source) return type == result->element ? true : REFUSE("source type is not a vector");
  if (source->rank > result->rank) return REFUSE("source rank higher than destination rank");
  uint64_t lead = result->rank - source->rank;
  for (uint64_t i = 0; i < source->rank; i++) {
    int64_t from = source->dims[i], to = result->dims[lead + i];
    bool from_scales = is_scalable_dim(source, i), to_scales = is_scalable_dim(result, lead + i);
    // A fixed 1 is repeated; everything else has to agree, scalability included.
    bool ok = from == 1 && !from_scales ? true : from == to && from_scales == to_scales;
    if (ok) continue;
    return REFUSE("dimension mismatch (%s%lld%s vs. %s%lld%s)", from_scales ? "[" : "", (long long)from, from_scales ? "]" : "",
                  to_scales ? "[" : "", (long long)to, to_scales ? "]" : "");
  }
  return true;
}

static uint32_t scalable_count(const ShapedType *type) {
  uint32_t count = 0;
  for (uint64_t i = 0; i < type->rank; i++) count += is_scalable_dim(type, i);
  return count;
}

bool verify_shape_cast(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0), *result = result_vector(op);
  if (source->element != result->element) return REFUSE("has different source and result element types");
  int64_t from = type_num_elements(&source->base), to = type_num_elements(&result->base);
  if (from != to)
    return REFUSE("has different number of elements at source (%lld) and result (%lld)", (long long)from, (long long)to);
  if (scalable_count(source) == scalable_count(result)) return true;
  return REFUSE("has different number of scalable dims at source (%u) and result (%u)", scalable_count(source),
                scalable_count(result));
}

bool verify_bitcast(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0), *result = result_vector(op);
  for (uint64_t i = 0; i + 1 < source->rank; i++)
    if (source->dims[i] != result->dims[i]) return REFUSE("dimension size mismatch at: %llu", (unsigned long long)i);
  DataLayout layout = data_layout_closest(op);
  uint64_t from = data_layout_size_bits(&layout, v->ctx, source->element), to = data_layout_size_bits(&layout, v->ctx, result->element);
  if (!source->rank)
    return from == to ? true : REFUSE("source/result bitwidth of the 0-D vector element types must be equal");
  if (from * (uint64_t)source->dims[source->rank - 1] == to * (uint64_t)result->dims[result->rank - 1]) return true;
  return REFUSE("source/result bitwidth of the minor 1-D vectors must be equal");
}

bool verify_transpose(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0), *result = result_vector(op);
  A permutation = op_prop_at(op, VECTOR_TRANSPOSE_PERMUTATION);
  uint64_t count = ((const DenseArrayAttr *)permutation)->count;
  if (source->rank != result->rank) return REFUSE("vector result rank mismatch: %llu", (unsigned long long)result->rank);
  if (count != result->rank) return REFUSE("transposition length mismatch: %llu", (unsigned long long)count);
  for (uint64_t i = 0; i < count; i++) {
    int64_t at = dense_array_i64(permutation, i);
    if (at < 0 || (uint64_t)at >= count) return REFUSE("transposition index out of range: %lld", (long long)at);
    for (uint64_t k = 0; k < i; k++)
      if (dense_array_i64(permutation, k) == at) return REFUSE("duplicate position index: %lld", (long long)at);
    if (result->dims[i] != source->dims[at]) return REFUSE("dimension size mismatch at: %lld", (long long)at);
  }
  return true;
}
