// Verification of the sparse_tensor dialect.
#include "dialects/sparse_tensor/sparse_tensor.h"

#include "ir/fold.h"

#define REFUSE(...) verify_fail_plain(v, op, __VA_ARGS__)
#define REFUSE_OP(...) verify_fail(v, op, __VA_ARGS__)

static bool number_of(const Value *value, int64_t *out) {
  A constant = value_constant(value);
  if (!constant || attr_kind(constant) != ATTR_INTEGER) return false;
  *out = attr_to_i64(constant);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Regions that compute of elements what the tensor gets

static bool check_region(Verifier *v, const Operation *op, uint32_t index, const char *name, const T *inputs, uint32_t count, T output) {
  const Region *region = &op->regions[index];
  const Block *entry = region->first;
  if (!entry) return true;
  if (entry->arg_count != count) return REFUSE("%s region must have exactly %u arguments", name, count);
  for (uint32_t i = 0; i < count; i++)
    if (entry->args[i]->type != inputs[i]) return REFUSE("%s region argument %u type mismatch", name, i + 1);
  const Operation *end = entry->last;
  if (!end || !op_is(end, OP_SPARSE_TENSOR_YIELD)) return REFUSE("%s region must end with sparse_tensor.yield", name);
  if (end->operand_count != 1 || op_operand_type(end, 0) != output) return REFUSE("%s region yield type mismatch", name);
  return true;
}

bool verify_sparse_tensor_binary(Verifier *v, const Operation *op) {
  T left = op_operand_type(op, 0), right = op_operand_type(op, 1), output = op_result_type(op, 0);
  const T both[] = {left, right};
  if (!check_region(v, op, 0, "overlap", both, 2, output)) return false;
  if (!check_region(v, op, 1, "left", &left, 1, output)) return false;
  if (!op->regions[1].first && op_prop_at(op, SPARSE_TENSOR_BINARY_LEFT_IDENTITY) && left != output)
    return REFUSE("left=identity requires first argument to have the same type as the output");
  if (!check_region(v, op, 2, "right", &right, 1, output)) return false;
  if (!op->regions[2].first && op_prop_at(op, SPARSE_TENSOR_BINARY_RIGHT_IDENTITY) && right != output)
    return REFUSE("right=identity requires second argument to have the same type as the output");
  return true;
}

bool verify_sparse_tensor_unary(Verifier *v, const Operation *op) {
  T input = op_operand_type(op, 0), output = op_result_type(op, 0);
  if (!check_region(v, op, 0, "present", &input, 1, output) || !check_region(v, op, 1, "absent", NULL, 0, output)) return false;
  const Block *absent = op->regions[1].first;
  if (!absent) return true;
  const Value *value = op_operand(absent->last, 0);
  if (value->is_arg) return value->owner != op->block || REFUSE("absent region cannot yield linalg argument");
  const Operation *def = value->owner;
  if (value_constant(value) || (def->block != absent && def->block != op->block)) return true;
  return REFUSE("absent region cannot yield locally computed value");
}

bool verify_sparse_tensor_reduce(Verifier *v, const Operation *op) {
  T type = op_operand_type(op, 0);
  const T both[] = {type, type};
  return check_region(v, op, 0, "reduce", both, 2, type);
}

bool verify_sparse_tensor_select(Verifier *v, const Operation *op) {
  T type = op_operand_type(op, 0);
  return check_region(v, op, 0, "select", &type, 1, v->ctx->types.i1);
}

bool verify_sparse_tensor_foreach(Verifier *v, const Operation *op) {
  T tensor = op_operand_type(op, 0);
  uint32_t rank = (uint32_t)((const ShapedType *)tensor)->rank, inits = op->operand_count - 1;
  const Block *body = op->regions[0].first;
  A order = op_prop_at(op, SPARSE_TENSOR_FOREACH_ORDER);
  if (order && sparse_tensor_map_of(order)->dim_count != sparse_tensor_level_rank(tensor))
    return REFUSE("Level traverse order does not match tensor's level rank");
  if (rank + 1 + inits != body->arg_count) return REFUSE("Unmatched number of arguments in the block");
  if (op->result_count != inits) return REFUSE("Mismatch in number of init arguments and results");
  for (uint32_t i = 0; i < inits; i++)
    if (op_result_type(op, i) != op_operand_type(op, 1 + i)) return REFUSE("Mismatch in types of init arguments and results");
  const Operation *yield = body->last;
  bool is_same = yield->operand_count == op->result_count;
  for (uint32_t i = 0; i < op->result_count && is_same; i++) is_same = op_operand_type(yield, i) == op_result_type(op, i);
  if (!is_same) return REFUSE("Mismatch in types of yield values and results");
  for (uint32_t i = 0; i < rank; i++)
    if (type_kind(body->args[i]->type) != TYPE_INDEX) return REFUSE("Expecting Index type for argument at index %u", i);
  T element = ((const ShapedType *)tensor)->element, value = body->args[rank]->type;
  if (element == value) return true;
  return REFUSE("Unmatched element type between input tensor and block argument, expected:%s, got: %s", type_text(v->ctx, element), type_text(v->ctx, value));
}

// ---------------------------------------------------------------------------------------------
// Parts of tensors

static bool is_of_width(T memref, uint64_t width) {
  T element = ((const ShapedType *)memref)->element;
  return width ? type_is_int(element, (uint32_t)width) : type_kind(element) == TYPE_INDEX;
}

// positions and coordinates
bool verify_sparse_tensor_level_buffer(Verifier *v, const Operation *op) {
  T tensor = op_operand_type(op, 0);
  A encoding = sparse_tensor_encoding_of(tensor);
  bool is_positions = op_is(op, OP_SPARSE_TENSOR_POSITIONS);
  A level = op_prop_at(op, is_positions ? SPARSE_TENSOR_POSITIONS_LEVEL : SPARSE_TENSOR_COORDINATES_LEVEL);
  if ((uint64_t)attr_to_i64(level) >= sparse_tensor_level_rank(tensor)) return REFUSE("requested level is out of bounds");
  if (!encoding || is_of_width(op_result_type(op, 0), attr_param(encoding, is_positions ? POS_WIDTH : CRD_WIDTH))) return true;
  return REFUSE("unexpected type for %s", is_positions ? "positions" : "coordinates");
}

bool verify_sparse_tensor_values(Verifier *v, const Operation *op) {
  if (((const ShapedType *)op_operand_type(op, 0))->element == ((const ShapedType *)op_result_type(op, 0))->element) return true;
  return REFUSE("unexpected mismatch in element types");
}

bool verify_sparse_tensor_slice_part(Verifier *v, const Operation *op) {
  A dim = op_prop_at(op, op_is(op, OP_SPARSE_TENSOR_SLICE_OFFSET) ? SPARSE_TENSOR_SLICE_OFFSET_DIM : SPARSE_TENSOR_SLICE_STRIDE_DIM);
  int64_t value = attr_to_i64(dim);
  return (value >= 0 && value < (int64_t)((const ShapedType *)op_operand_type(op, 0))->rank) || REFUSE("requested dimension out of bound");
}

bool verify_sparse_tensor_lvl(Verifier *v, const Operation *op) {
  int64_t level;
  if (!number_of(op_operand(op, 1), &level) || (uint64_t)level < sparse_tensor_level_rank(op_operand_type(op, 0))) return true;
  return REFUSE("Level index exceeds the rank of the input sparse tensor");
}

bool verify_sparse_tensor_specifier(Verifier *v, const Operation *op) {
  enum { LVL_SZ, POS_MEM_SZ, CRD_MEM_SZ, VAL_MEM_SZ, DIM_OFFSET, DIM_STRIDE };
  bool is_get = op_is(op, OP_SPARSE_TENSOR_STORAGE_SPECIFIER_GET);
  A level = op_prop_at(op, is_get ? SPARSE_TENSOR_STORAGE_SPECIFIER_GET_LEVEL : SPARSE_TENSOR_STORAGE_SPECIFIER_SET_LEVEL);
  uint64_t kind = attr_param(op_prop_at(op, is_get ? SPARSE_TENSOR_STORAGE_SPECIFIER_GET_SPECIFIER_KIND : SPARSE_TENSOR_STORAGE_SPECIFIER_SET_SPECIFIER_KIND), 0);
  A encoding = attr_param_attr((A)(const void *)op_operand_type(op, 0), 0);
  if (kind == VAL_MEM_SZ && level) return REFUSE("redundant level argument for querying value memory size");
  if (!attr_is(encoding, &sparse_tensor_encoding_attr)) return true;
  if ((kind == DIM_OFFSET || kind == DIM_STRIDE) && !attr_param_attr(encoding, SLICES)) return REFUSE("requested slice data on non-slice tensor");
  if (kind == VAL_MEM_SZ) return true;
  if (!level) return REFUSE("missing level argument");
  uint64_t at = (uint64_t)attr_to_i64(level);
  if (at >= ((const ArrayAttr *)attr_param_attr(encoding, LEVELS))->count) return REFUSE("requested level is out of bounds");
  if (kind == POS_MEM_SZ && str_starts_with(sparse_tensor_level(encoding, (uint32_t)at), STR("singleton")))
    return REFUSE("requested position memory size on a singleton level");
  return true;
}

bool verify_sparse_tensor_crd_translate(Verifier *v, const Operation *op) {
  A encoding = op_prop_at(op, SPARSE_TENSOR_CRD_TRANSLATE_ENCODER);
  if (!attr_is(encoding, &sparse_tensor_encoding_attr)) return true;
  const AffineMap *map = sparse_tensor_map_of(attr_param_attr(encoding, DIM_TO_LVL));
  bool to_levels = !attr_param(op_prop_at(op, SPARSE_TENSOR_CRD_TRANSLATE_DIRECTION), 0);
  uint32_t in = to_levels ? map->dim_count : map->result_count, out = to_levels ? map->result_count : map->dim_count;
  return (op->operand_count == in && op->result_count == out) || REFUSE("Coordinate rank mismatch with encoding");
}

// ---------------------------------------------------------------------------------------------
// Tensors as a whole

bool verify_sparse_tensor_convert(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  const ShapedType *source = (const ShapedType *)from, *dest = (const ShapedType *)to;
  if (source->rank != dest->rank) return REFUSE("unexpected conversion mismatch in rank");
  A encoding = sparse_tensor_encoding_of(to);
  if (encoding && attr_param_attr(encoding, SLICES)) return REFUSE("cannot convert to a sparse tensor slice");
  for (uint32_t i = 0; i < source->rank; i++)
    if (source->dims[i] != dest->dims[i] && dest->dims[i] != DYNAMIC) return REFUSE("unexpected conversion mismatch in dimension %u", i);
  return true;
}

bool verify_sparse_tensor_concatenate(Verifier *v, const Operation *op) {
  const ShapedType *dest = (const ShapedType *)op_result_type(op, 0);
  uint64_t rank = dest->rank, dim = (uint64_t)attr_to_i64(op_prop_at(op, SPARSE_TENSOR_CONCATENATE_DIMENSION));
  if (op->operand_count <= 1) return REFUSE("Need at least two tensors to concatenate.");
  if (dim >= rank) return REFUSE("Concat-dimension is out of bounds for dimension-rank (%llu >= %llu)", (unsigned long long)dim, (unsigned long long)rank);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const ShapedType *source = (const ShapedType *)op_operand_type(op, i);
    for (uint32_t d = 0; d < source->rank; d++)
      if (source->dims[d] == DYNAMIC) return REFUSE("Input tensor $%u has dynamic shape", i);
    if (source->rank != rank)
      return REFUSE("Input tensor $%u has a different rank (rank=%llu) from the output tensor (rank=%llu).", i, (unsigned long long)source->rank, (unsigned long long)rank);
  }
  for (uint32_t d = 0; d < rank; d++) {
    int64_t prev = dest->dims[d], sum = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
      int64_t size = ((const ShapedType *)op_operand_type(op, i))->dims[d];
      if (d != dim && prev != DYNAMIC && size != prev) return REFUSE("All dimensions (expect for the concatenating one) should be equal.");
      prev = size;
      sum = (int64_t)((uint64_t)sum + (uint64_t)size);
    }
    if (d == dim && dest->dims[d] != DYNAMIC && sum != dest->dims[d])
      return REFUSE("The concatenation dimension of the output tensor should be the sum of all the concatenation dimensions of the input tensors.");
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Buffers

bool verify_sparse_tensor_push_back(Verifier *v, const Operation *op) {
  int64_t n;
  if (op->operand_count < 4 || !number_of(op_operand(op, 3), &n) || n >= 1) return true;
  return REFUSE_OP("n must be not less than 1");
}

bool verify_sparse_tensor_compress(Verifier *v, const Operation *op) {
  return sparse_tensor_level_rank(op_operand_type(op, 4)) == 1 + op->operand_count - 5 || REFUSE_OP("incorrect number of coordinates");
}

bool verify_sparse_tensor_sort(Verifier *v, const Operation *op) {
  const AffineMap *map = sparse_tensor_map_of(op_prop_at(op, SPARSE_TENSOR_SORT_PERM_MAP));
  if (map->dim_count < 1) return REFUSE("Expected rank(perm_map) > 1, got %u", map->dim_count);
  if (!affine_map_is_permutation(map)) {
    const char *text = attr_text(v->ctx, op_prop_at(op, SPARSE_TENSOR_SORT_PERM_MAP));   // affine_map<(d0) -> (d0)>
    size_t begin = strlen("affine_map<"), end = strlen(text) - 1;
    return REFUSE("Expected a permutation map, got %.*s", (int)(end - begin), text + begin);
  }
  int64_t n;
  if (!number_of(op_operand(op, 0), &n)) return true;
  A ny = op_prop_at(op, SPARSE_TENSOR_SORT_NY);
  int64_t least = (int64_t)((uint64_t)n * (map->dim_count + (ny ? (uint64_t)attr_to_i64(ny) : 0)));
  for (uint32_t i = 1; i < op->operand_count; i++) {
    int64_t size = ((const ShapedType *)op_operand_type(op, i))->dims[0], wanted = i == 1 ? least : n;
    if (size == DYNAMIC || size >= wanted) continue;
    return REFUSE("Expected dimension(%s got %lld < %lld", i == 1 ? "xy) >= n * (rank(perm_map) + ny)" : "y) >= n", (long long)size, (long long)wanted);
  }
  return true;
}
