// Verification of the xegpu dialect.
#include "dialects/xegpu/types.h"

#include "ir/verifier.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)
#define SHAPE_TEXT(shape) xegpu_shape_text(v->arena, (shape))
#define TYPE_TEXT(type) type_text(v->ctx, (type))

// ---------------------------------------------------------------------------------------------
// Relations: of the values that are vectors or descriptors, by the same elements and shapes

static T element_of(T type) { return xegpu_shape(type) ? xegpu_shape(type)->element : type; }
static T type_at(const Operation *op, uint32_t i) { return i < op->operand_count ? op_operand_type(op, i) : op_result_type(op, i - op->operand_count); }

static bool same_shape(const ShapedType *a, const ShapedType *b) {
  return a->rank == b->rank && (!a->rank || !memcmp(a->dims, b->dims, sizeof *a->dims * a->rank));
}

bool xegpu_elements_match(const Operation *op) {
  T first = NULL;
  bool has_mask = op_is(op, OP_XEGPU_ATOMIC_RMW);
  for (uint32_t i = 0; i < (uint32_t)op->operand_count + op->result_count; i++) {
    T type = type_at(op, i);
    if ((has_mask && i == 1) || type_is_index(element_of(type))) continue;
    if (!first) first = element_of(type);
    if (element_of(type) != first) return false;
  }
  return true;
}

bool xegpu_shapes_match(const Operation *op) {
  const ShapedType *first = xegpu_shape(op_operand_type(op, 0));
  return same_shape(first, xegpu_shape(op_operand_type(op, 2))) && same_shape(first, xegpu_shape(op_result_type(op, 0)));
}

static int64_t bits_of(T type) { return type_num_elements((T)xegpu_shape(type)) * type_bits(element_of(type)); }
bool xegpu_sizes_match(const Operation *op) { return bits_of(op_operand_type(op, 0)) == bits_of(op_result_type(op, 0)); }

// ---------------------------------------------------------------------------------------------
// What the operations have in common

enum { CACHED, UNCACHED, STREAMING, READ_INVALIDATE, WRITE_BACK, WRITE_THROUGH };

static bool check_hints(Verifier *v, const Operation *op, const uint32_t *slots, bool is_write) {
  for (uint32_t i = 0; i < 3; i++) {
    A hint = op_prop_at(op, slots[i]);
    int64_t value = hint ? (int64_t)attr_param(hint, 0) : CACHED;
    bool ok = value <= UNCACHED || (is_write ? value >= WRITE_BACK : value <= READ_INVALIDATE);
    if (!ok) return REFUSE("invalid l%u_hint: %s", i + 1, attr_text(v->ctx, hint));
  }
  return true;
}

static bool check_space(Verifier *v, const Operation *op) {
  T source = op_operand_type(op, 0), desc = op_result_type(op, 0);
  int64_t space = type_is_memref(source) && xegpu_is_in_shared_memory(source) ? XEGPU_SHARED : 0, other = xegpu_space_of(desc);
  uint32_t number = 0;
  if (type_is_memref(source) && !space && memref_space_number(source, &number)) space = number;
  return space == other || REFUSE("Memory space mismatch. Source: %lld, TensorDesc: %lld", (long long)space, (long long)other);
}

static bool check_not_scattered(Verifier *v, const Operation *op, T desc) {
  return !xegpu_is_scattered(desc) || REFUSE("Expects a non-scattered TensorDesc.\n");
}

static uint64_t count_of(A integers) { return integers ? ((const DenseArrayAttr *)integers)->count : 0; }

static bool check_offsets(Verifier *v, const Operation *op, T desc, A integers) {
  uint64_t count = count_of(integers);
  return !count || count == xegpu_shape(desc)->rank || REFUSE("Mismatched ranks between offsets and tensor descriptor");
}

// ---------------------------------------------------------------------------------------------
// Tiles

bool verify_xegpu_create_nd_tdesc(Verifier *v, const Operation *op) {
  T source = op_operand_type(op, 0), desc = op_result_type(op, 0);
  uint64_t sizes = count_of(op_prop_at(op, XEGPU_CREATE_ND_TDESC_CONST_SHAPE)), strides = count_of(op_prop_at(op, XEGPU_CREATE_ND_TDESC_CONST_STRIDES));
  uint64_t offsets = count_of(op_prop_at(op, XEGPU_CREATE_ND_TDESC_CONST_OFFSETS));
  bool is_memref = type_is_memref(source);
  if (is_memref && !sizes) sizes = ((const ShapedType *)source)->rank;
  if (is_memref && !strides) strides = ((const ShapedType *)source)->rank;
  if (!check_space(v, op)) return false;
  if (!is_memref && (!sizes || !strides)) return REFUSE("expecting strides and shape to be present for integer source.");
  if (sizes != strides || (offsets && offsets != sizes))
    return REFUSE("Expecting the rank of shape, strides, offsets, and source (if source is a memref) should match with each other.");
  if (xegpu_shape(desc)->rank > sizes)
    return REFUSE("Expecting the TensorDesc rank is not greater than the ranks of shape, strides, offsets or the memref source.");
  if (is_memref && type_element(source) != element_of(desc)) return REFUSE("TensorDesc should have the same element type with the source if it is a memref.\n");
  return check_not_scattered(v, op, desc);
}

bool verify_xegpu_prefetch_nd(Verifier *v, const Operation *op) {
  static const uint32_t hints[] = {XEGPU_PREFETCH_ND_L1_HINT, XEGPU_PREFETCH_ND_L2_HINT, XEGPU_PREFETCH_ND_L3_HINT};
  T desc = op_operand_type(op, 0);
  return check_not_scattered(v, op, desc) && check_hints(v, op, hints, false) &&
         check_offsets(v, op, desc, op_prop_at(op, XEGPU_PREFETCH_ND_CONST_OFFSETS));
}

// A vector that is shorter than the tile is the part that one lane has.
static bool check_lane(Verifier *v, const Operation *op, const char *what, T desc, const ShapedType *value, int64_t elements) {
  if (xegpu_layout(desc)) return REFUSE("TensorDesc doesn't need LayoutAttr for SIMT code");
  return elements % value->dims[0] == 0 || REFUSE("%s shape %s is not a valid distribution for tensor descriptor '%s'", what, SHAPE_TEXT(value), TYPE_TEXT(desc));
}

// The shape of what a load gives: transposed, packed, and as often as the descriptor has arrays.
static uint32_t loaded_shape(Verifier *v, const Operation *op, const ShapedType *tile, const ShapedType *value, int64_t *dims) {
  uint32_t rank = (uint32_t)tile->rank;
  memcpy(dims, tile->dims, sizeof *dims * rank);
  A transpose = op_prop_at(op, XEGPU_LOAD_ND_TRANSPOSE);
  bool fits = transpose && count_of(transpose) == rank;
  for (uint64_t i = 0; fits && i < rank; i++) fits = dense_array_i64(transpose, i) >= 0 && dense_array_i64(transpose, i) < (int64_t)rank;
  for (uint32_t i = 0; fits && i < rank; i++) dims[i] = tile->dims[dense_array_i64(transpose, i)];
  if (transpose && !fits) diag_at(v->module, SEVERITY_WARNING, op->loc, "Invalid transpose attr. It is ignored.");
  if (op_prop_at(op, XEGPU_LOAD_ND_PACKED)) {
    if (rank == 2 && value->rank && value->dims[value->rank - 1]) {
      dims[0] /= value->dims[value->rank - 1];
      dims[rank++] = value->dims[value->rank - 1];
    } else {
      diag_at(v->module, SEVERITY_WARNING, op->loc, "Invalid Packed Attr. It is ignored (available for 2D TensorDesc only).");
    }
  }
  return rank;
}

bool verify_xegpu_load_nd(Verifier *v, const Operation *op) {
  static const uint32_t hints[] = {XEGPU_LOAD_ND_L1_HINT, XEGPU_LOAD_ND_L2_HINT, XEGPU_LOAD_ND_L3_HINT};
  T desc = op_operand_type(op, 0), result = op_result_type(op, 0);
  const ShapedType *tile = xegpu_shape(desc), *value = type_as_shaped(result);
  if (!check_not_scattered(v, op, desc)) return false;
  if (tile->rank > 2) return REFUSE("Expects a 1D or 2D TensorDesc.\n");
  if (!check_hints(v, op, hints, false)) return false;
  int64_t length = xegpu_array_length(desc), elements = type_num_elements((T)tile) * length;
  if (value->rank == 1 && value->dims[0] < elements) return check_lane(v, op, "Result", desc, value, elements);
  int64_t dims[5];
  uint32_t rank = loaded_shape(v, op, tile, value, dims + 1), skip = length > 1 ? 0 : 1;
  dims[0] = length;
  rank += 1 - skip;
  if (rank != value->rank || memcmp(dims + skip, value->dims, sizeof *dims * rank))
    return REFUSE("Result shape %s is not consistent with tensor descriptor '%s'", SHAPE_TEXT(value), TYPE_TEXT(desc));
  return check_offsets(v, op, desc, op_prop_at(op, XEGPU_LOAD_ND_CONST_OFFSETS));
}

bool verify_xegpu_store_nd(Verifier *v, const Operation *op) {
  static const uint32_t hints[] = {XEGPU_STORE_ND_L1_HINT, XEGPU_STORE_ND_L2_HINT, XEGPU_STORE_ND_L3_HINT};
  T desc = op_operand_type(op, 1);
  const ShapedType *tile = xegpu_shape(desc), *value = type_as_shaped(op_operand_type(op, 0));
  if (!check_not_scattered(v, op, desc)) return false;
  if (tile->rank > 2) return REFUSE("Expects a 1D or 2D TensorDesc.\n");
  if (!check_hints(v, op, hints, true)) return false;
  if (xegpu_array_length(desc) > 1) return REFUSE("array length is not supported by store_nd.\n");
  int64_t elements = type_num_elements((T)tile);
  if (value->rank == 1 && value->dims[0] < elements) return check_lane(v, op, "Value", desc, value, elements);
  if (!same_shape(tile, value)) return REFUSE("Value shape %s is not consistent with tensor descriptor '%s'", SHAPE_TEXT(value), TYPE_TEXT(desc));
  return check_offsets(v, op, desc, op_prop_at(op, XEGPU_STORE_ND_CONST_OFFSETS));
}

bool verify_xegpu_update_nd_offset(Verifier *v, const Operation *op) {
  T desc = op_operand_type(op, 0);
  if (!check_not_scattered(v, op, desc)) return false;
  return count_of(op_prop_at(op, XEGPU_UPDATE_ND_OFFSET_CONST_OFFSETS)) == xegpu_shape(desc)->rank || REFUSE("Invalid number of offsets.");
}

// ---------------------------------------------------------------------------------------------
// Pieces of memory

// Whether `whole` without its last dimension, when there are chunks, is `part`; a scalar is one of shape [1].
static bool fits_chunks(const ShapedType *whole, int64_t chunk, T part) {
  static const int64_t one = 1;
  const ShapedType *shape = type_as_shaped(part);
  uint64_t rank = shape ? shape->rank : 1, kept = whole->rank - (chunk > 1 && whole->rank ? 1 : 0);
  return rank == kept && (!rank || !memcmp(shape ? shape->dims : &one, whole->dims, sizeof one * rank));
}

bool verify_xegpu_create_tdesc(Verifier *v, const Operation *op) {
  T desc = op_result_type(op, 0);
  if (!xegpu_is_scattered(desc)) return REFUSE("Expects a scattered TensorDesc.\n");
  if (!check_space(v, op)) return false;
  const ShapedType *offsets = type_as_shaped(op_operand_type(op, 1)), *tile = xegpu_shape(desc);
  int64_t chunk = xegpu_chunk_size(desc);
  bool fits = tile->rank == offsets->rank + (chunk != 1) && !memcmp(tile->dims, offsets->dims, sizeof *tile->dims * offsets->rank) &&
              (chunk == 1 || tile->dims[offsets->rank] == chunk);
  if (fits) return true;
  const char *text = SHAPE_TEXT(offsets);
  if (chunk != 1) text = arena_printf(v->arena, "%.*s, %lld]", (int)strlen(text) - 1, text, (long long)chunk).data;
  return REFUSE("Incorrect TensorDesc shape. Expected is %s\n", text);
}

bool verify_xegpu_update_offset(Verifier *v, const Operation *op) {
  T desc = op_operand_type(op, 0);
  if (!xegpu_is_scattered(desc)) return REFUSE("Expects a scattered TensorDesc.\n");
  return fits_chunks(xegpu_shape(desc), xegpu_chunk_size(desc), op_operand_type(op, 1)) ||
         REFUSE("Offsets should match TensorDesc except the chunk size dim.");
}

static bool is_desc(T type) { return type->def == &xegpu_tensor_desc_type; }

bool verify_xegpu_prefetch(Verifier *v, const Operation *op) {
  static const uint32_t hints[] = {XEGPU_PREFETCH_L1_HINT, XEGPU_PREFETCH_L2_HINT, XEGPU_PREFETCH_L3_HINT};
  T source = op_operand_type(op, 0);
  bool has_offsets = op->operand_count > 1, is_number = type_kind(source) == TYPE_INTEGER;
  if (is_desc(source) && !xegpu_is_scattered(source)) return REFUSE("Expects a scattered TensorDesc.");
  if (is_desc(source) && has_offsets) return REFUSE("offsets not allowed.");
  if (!is_desc(source) && !has_offsets) return REFUSE("Expects offsets.");
  if (!check_hints(v, op, hints, false)) return false;
  A align = op_prop_at(op, XEGPU_PREFETCH_OFFSET_ALIGN_BYTE);
  if (is_number && !align) return REFUSE("offset_align_byte is required with integer source.");
  return !align || is_number || REFUSE("offset_align_byte only allowed with integer source.");
}

// A load or store of what a descriptor describes.
static bool check_described(Verifier *v, const Operation *op, T desc, T mask, T type) {
  const ShapedType *tile = xegpu_shape(desc), *value = type_as_shaped(type);
  int64_t chunk = xegpu_chunk_size(desc);
  if (!value) {
    if (chunk > 1) return REFUSE("Expecting chunk size == 1 for scalar result");
    return !type_is_vector(mask) || REFUSE("Expecting a vector type result.");
  }
  if (value->element != tile->element) return REFUSE("Value should have the same element type as TensorDesc.");
  if (!fits_chunks(tile, chunk, mask)) return REFUSE("Mask should match TensorDesc except the chunk size dim.");
  if (value->rank == 1 && value->dims[0] == chunk) return !xegpu_layout(desc) || REFUSE("TensorDesc doesn't need LayoutAttr for SIMT code");
  return same_shape(tile, value) || REFUSE("Value shape %s is neither a valid distribution for SIMT nor consistent with the tensor descriptor for SIMD '%s'",
                                           SHAPE_TEXT(value), TYPE_TEXT(desc));
}

// A load or store at offsets from a memref or an address.
static bool check_at_offsets(Verifier *v, const Operation *op, T offsets, T mask, T type, int64_t chunk) {
  const ShapedType *value = type_as_shaped(type);
  bool are_vectors = type_is_vector(mask) || type_is_vector(offsets);
  if (!value) {
    if (chunk > 1) return REFUSE("Expecting chunk size == 1 for scalar result");
    return !are_vectors || REFUSE("Expecting scalar mask and offsets.");
  }
  int64_t size = type_num_elements(type);
  if (!are_vectors) return size == chunk || REFUSE("value elements must match chunk size %lld", (long long)chunk);
  if (!type_is_vector(mask)) return REFUSE("Expecting a vector type mask.");
  int64_t mask_size = type_num_elements(mask);
  if (chunk > 1 && value->rank == 1 && size != chunk) return REFUSE("value elements must match chunk size %lld", (long long)chunk);
  if (chunk <= 1 && size != mask_size) return REFUSE("Mask should match value except the chunk size dim.");
  return mask_size == 1 || fits_chunks(value, chunk, mask) || REFUSE("Mask should match value except the chunk size dim.");
}

// `value` is read from or written to `place`; `first` is the operand behind that.
static bool check_gather(Verifier *v, const Operation *op, T place, uint32_t first, T value, const uint32_t *hints, A chunk_size, bool is_write) {
  bool has_offsets = op->operand_count > first + 1u;
  T mask = op_operand_type(op, op->operand_count - 1u);
  if (is_desc(place) && !xegpu_is_scattered(place)) return REFUSE("Expects a scattered TensorDesc.");
  if (is_desc(place) && has_offsets) return REFUSE("offsets not allowed.");
  if (!is_desc(place) && !has_offsets) return REFUSE("Expects offsets.");
  if (!check_hints(v, op, hints, is_write)) return false;
  if (is_desc(place)) return check_described(v, op, place, mask, value);
  if (type_is_memref(place) && element_of(value) != type_element(place))
    return REFUSE_PLAIN("Value should have the same element type as MemRef.");
  return check_at_offsets(v, op, op_operand_type(op, first), mask, value, chunk_size ? attr_to_i64(chunk_size) : 1);
}

bool verify_xegpu_load(Verifier *v, const Operation *op) {
  static const uint32_t hints[] = {XEGPU_LOAD_L1_HINT, XEGPU_LOAD_L2_HINT, XEGPU_LOAD_L3_HINT};
  return check_gather(v, op, op_operand_type(op, 0), 1, op_result_type(op, 0), hints, op_prop_at(op, XEGPU_LOAD_CHUNK_SIZE), false);
}

bool verify_xegpu_store(Verifier *v, const Operation *op) {
  static const uint32_t hints[] = {XEGPU_STORE_L1_HINT, XEGPU_STORE_L2_HINT, XEGPU_STORE_L3_HINT};
  return check_gather(v, op, op_operand_type(op, 1), 2, op_operand_type(op, 0), hints, op_prop_at(op, XEGPU_STORE_CHUNK_SIZE), true);
}

// ---------------------------------------------------------------------------------------------
// Matrices

bool verify_xegpu_dpas(Verifier *v, const Operation *op) {
  const ShapedType *a = type_as_shaped(op_operand_type(op, 0)), *b = type_as_shaped(op_operand_type(op, 1)), *result = type_as_shaped(op_result_type(op, 0));
  if (op->operand_count > 2 && op_operand_type(op, 2) != op_result_type(op, 0)) return REFUSE("Expecting the acc type to be the same as result.");
  if (a->rank == 1 && b->rank == 1 && result->rank == 1) {
    int64_t bits = type_bits(b->element), factor = bits < 32 ? 32 / bits : 1;
    return b->dims[0] % factor == 0 || REFUSE("Expecting B operand to be a multiple of 32 bits.");
  }
  if (a->rank != 2 || b->rank < 2 || result->rank != 2)
    return REFUSE("expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.");
  if ((b->rank == 3 ? b->dims[0] * b->dims[2] : b->dims[0]) != a->dims[1]) return REFUSE("K-dimension mismatch.");
  if (a->dims[0] != result->dims[0]) return REFUSE("M-dimension mismatch.");
  return b->dims[1] == result->dims[1] || REFUSE("N-dimension mismatch.");
}

bool verify_xegpu_convert_layout(Verifier *v, const Operation *op) {
  A input = op_prop_at(op, XEGPU_CONVERT_LAYOUT_INPUT_LAYOUT), target = op_prop_at(op, XEGPU_CONVERT_LAYOUT_TARGET_LAYOUT);
  if (xegpu_is_for_workgroup(input) != xegpu_is_for_workgroup(target))
    return REFUSE("expected input layout and target layout be WgLayout or SgLayout at the same time.");
  const ShapedType *shape = type_as_shaped(op_operand_type(op, 0));
  if (!xegpu_is_distributable(input, shape->dims, shape->rank)) return REFUSE("invalid input layout, data cannot be evenly distributed.");
  return xegpu_is_distributable(target, shape->dims, shape->rank) || REFUSE("invalid target layout, data cannot be evenly distributed.");
}

static A layout_entry(T desc, const char *key) {
  A layout = (A)(uintptr_t)xegpu_word(desc, 1);
  A value = layout ? attr_dict_find(attr_param_attr(layout, 0), str_from(key)) : NULL;
  return value && attr_kind(value) == ATTR_ARRAY ? value : NULL;
}

static bool check_matrix(Verifier *v, const Operation *op, T desc, T type, A is_block) {
  const ShapedType *value = type_as_shaped(type), *matrix = xegpu_shape(desc);
  if (!value) return !is_block || REFUSE_PLAIN("subgroup_block_io are only allowed when result is a VectorType.");
  if (matrix->rank != 2) return REFUSE_PLAIN("mem_desc must be 2D.");
  if (value->rank == 2) {
    bool fits = value->dims[0] <= matrix->dims[0] && value->dims[1] <= matrix->dims[1];
    return fits || REFUSE_PLAIN("data shape must not exceed mem_desc shape.");
  }
  const ArrayAttr *strides = (const ArrayAttr *)layout_entry(desc, "stride");
  bool is_column_major = strides && strides->count && attr_kind(strides->items[0]) == ATTR_INTEGER && attr_to_i64(strides->items[0]) == 1;
  return !is_block || !is_column_major || REFUSE_PLAIN("mem_desc should be row major when subgroup_block_io is set.");
}

bool verify_xegpu_load_matrix(Verifier *v, const Operation *op) {
  return check_matrix(v, op, op_operand_type(op, 0), op_result_type(op, 0), op_prop_at(op, XEGPU_LOAD_MATRIX_SUBGROUP_BLOCK_IO));
}

bool verify_xegpu_store_matrix(Verifier *v, const Operation *op) {
  return check_matrix(v, op, op_operand_type(op, 1), op_operand_type(op, 0), op_prop_at(op, XEGPU_STORE_MATRIX_SUBGROUP_BLOCK_IO));
}
