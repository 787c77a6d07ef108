// Canonicalization patterns of the vector dialect (after mlir/lib/Dialect/Vector/IR/VectorOps.cpp):
// elements, shapes, reductions. canonicalize_memory.c has slices, masks and accesses to memory.
#include "ops/vector.h"
#include "rules/vector.h"

#include "dialects/vector/build.h"
#include "dialects/vector/canonicalize.h"
#include "ops/arith.h"

Value *vector_splat_source(const Value *vector) {
  Operation *op = defined_by(vector, OP_VECTOR_BROADCAST);
  return op && !operand_vector(op, 0) ? op_operand(op, 0) : NULL;
}

bool replace_by_constant_mask(Greedy *g, Operation *op, const int64_t *sizes, uint32_t count) {
  OpState *state = builder_begin(&g->b, OP_VECTOR_CONSTANT_MASK);
  op_state_add_type(state, op_result_type(op, 0));
  op_state_set_prop(state, VECTOR_CONSTANT_MASK_MASK_DIM_SIZES, attr_i64_array(g->ctx, sizes, count));
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

bool replace_by_create_mask(Greedy *g, Operation *op, Value *const *sizes, uint32_t count) {
  OpState *state = builder_begin(&g->b, OP_VECTOR_CREATE_MASK);
  op_state_add_type(state, op_result_type(op, 0));
  op_state_add_operands(state, sizes, count);
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

// If both operands repeat the same scalar, the result does so, too.
bool splat_of_splats(Greedy *g, Operation *op) {
  Value *scalar = vector_splat_source(op_operand(op, 0));
  return scalar && vector_splat_source(op_operand(op, 1)) == scalar && replace_by(g, op, OP_VECTOR_BROADCAST, scalar);
}

static Value *build_from_elements(Builder *b, T type, Value *const *elements, uint32_t count) {
  OpState *state = builder_begin(b, OP_VECTOR_FROM_ELEMENTS);
  op_state_add_operands(state, elements, count);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

static Operation *build_to_elements(Builder *b, Value *vector) {
  op_state_add_operand(builder_begin(b, OP_VECTOR_TO_ELEMENTS), vector);
  return builder_finish(b);
}

// ---------------------------------------------------------------------------------------------
// vector.extract

bool extract_broadcast(Greedy *g, Operation *op) {
  const Operation *def = value_def(op_operand(op, 0));
  if (!def || !result_vector(op) || !vector_is_broadcast_like(def)) return false;
  return vector_is_broadcastable(op_operand_type(def, 0), op_result_type(op, 0)) && replace_by(g, op, OP_VECTOR_BROADCAST, op_operand(def, 0));
}

// The number of an arith.constant.
static bool arith_index(const Value *value, int64_t *out) {
  Operation *constant = defined_by(value, OP_ARITH_CONSTANT);
  A number = constant ? op_prop_at(constant, ARITH_CONSTANT_VALUE) : NULL;
  if (!number || attr_kind(number) != ATTR_INTEGER) return false;
  *out = attr_to_i64(number);
  return true;
}

bool extract_create_mask(Greedy *g, Operation *op) {
  Operation *mask = operand_defined_by(op, 0, OP_VECTOR_CREATE_MASK);
  const ShapedType *result = result_vector(op), *type = operand_vector(op, 0);
  if (!mask || !result) return false;
  const DenseArrayAttr *position = index_array(op_prop_at(op, VECTOR_EXTRACT_STATIC_POSITION));
  bool unknown = false, none = vector_mask_format(op_operand(op, 0)) == MASK_ALL_FALSE;
  for (uint32_t i = 0; i < position->count && !none; i++) {
    int64_t at = index_at(position, i), bound;
    if (!arith_index(op_operand(mask, i), &bound)) unknown = true;
    else if (at != DYNAMIC) none = at >= bound;
    else unknown |= bound < type->dims[i];
  }
  if (none) return replace_by_constant(g, op, bool_attr_of(g->ctx, &result->base, false));
  if (unknown) return false;
  Value **sizes = arena_new(g->arena, Value *, result->rank + 1);
  for (uint32_t i = 0; i < result->rank; i++) sizes[i] = op_operand(mask, (uint32_t)position->count + i);
  return replace_by_create_mask(g, op, sizes, (uint32_t)result->rank);
}

bool extract_all_of_shape_cast(Greedy *g, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_VECTOR_SHAPE_CAST);
  if (!cast || !result_vector(op) || type_num_elements(op_operand_type(cast, 0)) != type_num_elements(op_result_type(op, 0))) return false;
  return replace_by(g, op, OP_VECTOR_SHAPE_CAST, op_operand(cast, 0));
}

bool extract_elements(Greedy *g, Operation *op) {
  Operation *from = operand_defined_by(op, 0, OP_VECTOR_FROM_ELEMENTS);
  const ShapedType *result = result_vector(op), *type = operand_vector(op, 0);
  if (!from || !result || op->operand_count > 1) return false;
  const DenseArrayAttr *position = index_array(op_prop_at(op, VECTOR_EXTRACT_STATIC_POSITION));
  int64_t *at = arena_new(g->arena, int64_t, type->rank + 1);
  for (uint32_t i = 0; i < position->count && i < type->rank; i++) at[i] = index_at(position, i);
  int64_t begin = linear_index(at, type->dims, (uint32_t)type->rank), count = type_num_elements(&result->base);
  Value **elements = arena_new(g->arena, Value *, (uint64_t)count + 1);
  if (begin < 0 || !elements || begin + count > (int64_t)from->operand_count) return false;
  for (int64_t i = 0; i < count; i++) elements[i] = op_operand(from, (uint32_t)(begin + i));
  return greedy_replace1(g, op, build_from_elements(&g->b, &result->base, elements, (uint32_t)count));
}

// ---------------------------------------------------------------------------------------------
// vector.to_elements, vector.from_elements

// Elements of a vector that is repeated are elements of that vector.
bool elements_of_broadcast(Greedy *g, Operation *op) {
  Operation *broadcast = operand_defined_by(op, 0, OP_VECTOR_BROADCAST);
  const ShapedType *from = broadcast ? operand_vector(broadcast, 0) : NULL, *to = operand_vector(op, 0);
  if (!from) return false;
  uint32_t rank = (uint32_t)to->rank, extra = rank - (uint32_t)from->rank;
  int64_t *at = arena_new(g->arena, int64_t, rank + 1), *zero = arena_new(g->arena, int64_t, rank + 1);
  Value **values = arena_new(g->arena, Value *, op->result_count + 1);
  if (!at || !zero || !values) return false;
  Operation *elements = build_to_elements(&g->b, op_operand(broadcast, 0));
  for (uint32_t i = 0; i < op->result_count; i++) {
    uint64_t index = 0;
    for (uint32_t k = extra; k < rank; k++) {
      uint64_t size = (uint64_t)from->dims[k - extra];
      index = index * size + (size == 1 ? 0 : (uint64_t)at[k]);
    }
    values[i] = op_result(elements, (uint32_t)index);
    next_position(at, to->dims, zero, rank);
  }
  return greedy_replace(g, op, values);
}

bool equal_elements(Greedy *g, Operation *op) {
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (op_operand(op, i) != op_operand(op, 0)) return false;
  return op->operand_count && replace_by(g, op, OP_VECTOR_BROADCAST, op_operand(op, 0));
}

// Elements that are extracted one after the other, up to the end of some dimension.
bool elements_in_a_row(Greedy *g, Operation *op) {
  if (op->operand_count == 1) return false;
  Value *source = NULL;
  const ShapedType *type = NULL;
  int64_t *at = NULL, *zero = NULL;
  uint32_t rank = 0, outer = 0;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *extract = operand_defined_by(op, i, OP_VECTOR_EXTRACT);
    if (!extract || extract->operand_count > 1 || (source && op_operand(extract, 0) != source)) return false;
    const DenseArrayAttr *position = index_array(op_prop_at(extract, VECTOR_EXTRACT_STATIC_POSITION));
    if (!source) {
      source = op_operand(extract, 0);
      type = operand_vector(extract, 0);
      rank = (uint32_t)type->rank;
      if (position->count != rank) return false;
      at = arena_new(g->arena, int64_t, rank + 1);
      zero = arena_new(g->arena, int64_t, rank + 1);
      int64_t inner = 1;
      for (outer = rank; outer && index_at(position, outer - 1) == 0 && inner < (int64_t)op->operand_count; outer--)
        inner *= type->dims[outer - 1];
      if (inner != (int64_t)op->operand_count) return false;
      for (uint32_t k = 0; k < rank; k++) at[k] = index_at(position, k);
    } else {
      for (uint32_t k = 0; k < rank; k++)
        if (index_at(position, k) != at[k]) return false;
    }
    next_position(at, type->dims, zero, rank);
  }
  const Operation *first = value_def(op_operand(op, 0));
  VectorPosition position = vector_position_of(g->arena, first);
  position.count = outer;
  Value *part = outer ? build_vector_extract(&g->b, source, &position) : source;
  return replace_by(g, op, OP_VECTOR_SHAPE_CAST, part);
}

// ---------------------------------------------------------------------------------------------
// vector.broadcast, vector.shuffle, vector.step

bool shuffle_to_interleave(Greedy *g, Operation *op) {
  const ShapedType *result = result_vector(op);
  const DenseArrayAttr *mask = index_array(op_prop_at(op, VECTOR_SHUFFLE_MASK));
  T type = op_operand_type(op, 0);
  if (result->rank != 1 || type != op_operand_type(op, 1) || type_num_elements(type) * 2 != result->dims[0]) return false;
  for (uint64_t i = 0; i < mask->count / 2; i++)
    if (index_at(mask, 2 * i) != (int64_t)i || index_at(mask, 2 * i + 1) != (int64_t)(mask->count / 2 + i)) return false;
  return greedy_replace1(g, op, build2(&g->b, OP_VECTOR_INTERLEAVE, &result->base, op_operand(op, 0), op_operand(op, 1)));
}

bool shuffle_of_scalars(Greedy *g, Operation *op) {
  const DenseArrayAttr *mask = index_array(op_prop_at(op, VECTOR_SHUFFLE_MASK));
  if (operand_vector(op, 0)->rank || mask->count != 1) return false;
  return replace_by(g, op, OP_VECTOR_BROADCAST, op_operand(op, index_at(mask, 0) != 0));
}

// A step that is compared with a number that none of its elements reaches.
bool compare_step(Greedy *g, Operation *op) {
  int64_t count = type_num_elements(op_result_type(op, 0));
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next) {
    Operation *compare = use->owner;
    int64_t bound;
    if (!op_is(compare, OP_ARITH_CMPI) || use_index(use) || !constant_index(op_operand(compare, 1), &bound)) continue;
    int64_t predicate = op_prop_i64_at(compare, ARITH_CMPI_PREDICATE);
    bool strict = predicate == ARITH_CMP_I_PREDICATE_ULT || predicate == ARITH_CMP_I_PREDICATE_UGE ||
                  predicate == ARITH_CMP_I_PREDICATE_EQ || predicate == ARITH_CMP_I_PREDICATE_NE;
    bool other = predicate == ARITH_CMP_I_PREDICATE_ULE || predicate == ARITH_CMP_I_PREDICATE_UGT;
    if (!(strict && count <= bound) && !(other && count - 1 <= bound)) continue;
    builder_after(&g->b, compare);
    bool holds = predicate == ARITH_CMP_I_PREDICATE_ULT || predicate == ARITH_CMP_I_PREDICATE_NE || predicate == ARITH_CMP_I_PREDICATE_ULE;
    return replace_by_constant(g, compare, bool_attr_of(g->ctx, op_result_type(compare, 0), holds));
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// vector.insert

bool insert_whole(Greedy *g, Operation *op) {
  const ShapedType *value = operand_vector(op, 0);
  return value && type_num_elements(&value->base) == type_num_elements(op_result_type(op, 0)) &&
         replace_by(g, op, OP_VECTOR_BROADCAST, op_operand(op, 0));
}

// Inserts that between them set every element.
bool inserts_of_everything(Greedy *g, Operation *op) {
  const ShapedType *type = result_vector(op);
  if (type->scalable) return false;
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next)
    if (op_is(use->owner, OP_VECTOR_INSERT) && use_index(use) == 1) return false;
  OpVec chain = {0};
  for (Operation *at = op; at; at = operand_defined_by(at, 1, OP_VECTOR_INSERT)) {
    if (at->operand_count > 2 || (at != op && !value_has_one_use(op_result(at, 0)))) return false;
    vec_push(g->arena, &chain, at);
  }
  uint64_t total = (uint64_t)type_num_elements(&type->base), set = 0;
  Value **elements = arena_new(g->arena, Value *, total + 1);
  bool *seen = arena_new(g->arena, bool, total + 1);
  I64Vec begins = {0};
  int64_t *at = arena_new(g->arena, int64_t, type->rank + 1);
  if (!elements || !seen || !at) return false;
  for (uint32_t i = 0; i < chain.count && set < total; i++) {
    const Operation *insert = chain.data[i];
    const DenseArrayAttr *position = index_array(op_prop(insert, "static_position"));
    memset(at, 0, type->rank * sizeof *at);
    for (uint64_t k = 0; k < position->count; k++) {
      at[k] = index_at(position, k);
      if (at[k] < 0) return false;
    }
    uint64_t begin = (uint64_t)linear_index(at, type->dims, (uint32_t)type->rank);
    uint64_t size = operand_vector(insert, 0) ? (uint64_t)type_num_elements(op_operand_type(insert, 0)) : 1;
    if (begin + size > total) return false;
    for (uint64_t k = begin; k < begin + size; k++) {
      set += !seen[k];
      seen[k] = true;
    }
    vec_push(g->arena, &begins, (int64_t)begin);
  }
  if (set != total) return false;
  for (uint32_t i = begins.count; i-- > 0;) {
    Value *value = op_operand(chain.data[i], 0);
    if (!type_is_vector(value->type)) {
      elements[begins.data[i]] = value;
      continue;
    }
    const Operation *parts = build_to_elements(&g->b, value);
    for (uint32_t k = 0; k < parts->result_count; k++) elements[begins.data[i] + k] = op_result(parts, k);
  }
  return greedy_replace1(g, op, build_from_elements(&g->b, &type->base, elements, (uint32_t)total));
}

// ---------------------------------------------------------------------------------------------
// vector.shape_cast, vector.transpose

// A cast of a mask that drops trailing ones.
bool cast_mask(Greedy *g, Operation *op) {
  const Operation *mask = value_def(op_operand(op, 0));
  bool created = op_is(mask, OP_VECTOR_CREATE_MASK);
  if (!created && !(op_is(mask, OP_VECTOR_CONSTANT_MASK))) return false;
  const ShapedType *from = operand_vector(op, 0), *to = result_vector(op);
  uint64_t rank = from->rank;
  while (rank && from->dims[rank - 1] == 1 && !is_scalable_dim(from, rank - 1)) rank--;
  if (!rank && from->rank) rank = 1;   // the last one stays
  if (rank == from->rank || to->rank != rank || memcmp(to->dims, from->dims, rank * sizeof *to->dims) || to->scalable != from->scalable)
    return false;
  const DenseArrayAttr *sizes = created ? NULL : index_array(op_prop(mask, "mask_dim_sizes"));
  int64_t *known = arena_new(g->arena, int64_t, from->rank + 1);
  Value **values = arena_new(g->arena, Value *, from->rank + 1);
  for (uint32_t i = 0; i < from->rank; i++) {
    int64_t size = 0;
    if (created) values[i] = op_operand(mask, i);
    else known[i] = size = index_at(sizes, i);
    if (i >= rank && ((created && !arith_index(values[i], &size)) || size != 1)) return false;
  }
  return created ? replace_by_create_mask(g, op, values, (uint32_t)rank) : replace_by_constant_mask(g, op, known, (uint32_t)rank);
}

bool cast_broadcast(Greedy *g, Operation *op) {
  Operation *broadcast = operand_defined_by(op, 0, OP_VECTOR_BROADCAST);
  if (!broadcast) return false;
  Value *source = op_operand(broadcast, 0);
  T type = op_result_type(op, 0);
  bool is_vector = type_is_vector(source->type);
  if (is_vector && type_num_elements(source->type) == type_num_elements(type)) return replace_by(g, op, OP_VECTOR_SHAPE_CAST, source);
  return (!is_vector || vector_is_broadcastable(source->type, type)) && replace_by(g, op, OP_VECTOR_BROADCAST, source);
}

bool transpose_mask(Greedy *g, Operation *op) {
  const Operation *mask = value_def(op_operand(op, 0));
  bool created = op_is(mask, OP_VECTOR_CREATE_MASK);
  if (!created && !(op_is(mask, OP_VECTOR_CONSTANT_MASK))) return false;
  const DenseArrayAttr *permutation = index_array(op_prop_at(op, VECTOR_TRANSPOSE_PERMUTATION)),
                       *sizes = created ? NULL : index_array(op_prop(mask, "mask_dim_sizes"));
  uint32_t rank = (uint32_t)permutation->count;
  int64_t *known = arena_new(g->arena, int64_t, rank + 1);
  Value **values = arena_new(g->arena, Value *, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    uint64_t at = (uint64_t)index_at(permutation, i);
    if (created) values[i] = op_operand(mask, (uint32_t)at);
    else known[i] = index_at(sizes, at);
  }
  return created ? replace_by_create_mask(g, op, values, rank) : replace_by_constant_mask(g, op, known, rank);
}

bool transpose_shape_cast(Greedy *g, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_VECTOR_SHAPE_CAST);
  return cast && vector_keeps_order(op) && replace_by(g, op, OP_VECTOR_SHAPE_CAST, op_operand(cast, 0));
}

bool compose_transposes(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_VECTOR_TRANSPOSE);
  if (!inner) return false;
  const DenseArrayAttr *first = index_array(op_prop_at(inner, VECTOR_TRANSPOSE_PERMUTATION)),
                       *second = index_array(op_prop_at(op, VECTOR_TRANSPOSE_PERMUTATION));
  int64_t *both = arena_new(g->arena, int64_t, second->count + 1);
  for (uint64_t i = 0; i < second->count; i++) both[i] = index_at(first, (uint64_t)index_at(second, i));
  return greedy_replace1(g, op, build_vector_transpose(&g->b, op_operand(inner, 0), both, (uint32_t)second->count));
}

bool transpose_splat(Greedy *g, Operation *op) {
  Value *scalar = vector_splat_source(op_operand(op, 0));
  return scalar && replace_by(g, op, OP_VECTOR_BROADCAST, scalar);
}

bool transpose_elements(Greedy *g, Operation *op) {
  Operation *from = operand_defined_by(op, 0, OP_VECTOR_FROM_ELEMENTS);
  if (!from) return false;
  const ShapedType *source = operand_vector(op, 0), *result = result_vector(op);
  const DenseArrayAttr *permutation = index_array(op_prop_at(op, VECTOR_TRANSPOSE_PERMUTATION));
  uint32_t rank = (uint32_t)source->rank;
  int64_t *at = arena_new(g->arena, int64_t, rank + 1), *zero = arena_new(g->arena, int64_t, rank + 1),
          *old = arena_new(g->arena, int64_t, rank + 1);
  Value **elements = arena_new(g->arena, Value *, from->operand_count + 1);
  if (!at || !zero || !old || !elements) return false;
  for (uint32_t i = 0; i < from->operand_count; i++) {
    for (uint32_t k = 0; k < rank; k++) old[index_at(permutation, k)] = at[k];
    elements[i] = op_operand(from, (uint32_t)linear_index(old, source->dims, rank));
    next_position(at, result->dims, zero, rank);
  }
  return greedy_replace1(g, op, build_from_elements(&g->b, &result->base, elements, from->operand_count));
}

// A transpose that only moves repeated dimensions among ones: groups of dimensions, each ended by one
// of the source that is not 1, must be permuted within themselves.
bool transpose_broadcast(Greedy *g, Operation *op) {
  Operation *broadcast = operand_defined_by(op, 0, OP_VECTOR_BROADCAST);
  if (!broadcast) return false;
  const ShapedType *source = operand_vector(broadcast, 0);
  const DenseArrayAttr *permutation = index_array(op_prop_at(op, VECTOR_TRANSPOSE_PERMUTATION));
  uint64_t low = 0, extra = source ? permutation->count - source->rank : 0;
  for (uint64_t i = 0; source && i < source->rank; i++) {
    if (source->dims[i] == 1 && !(i && source->dims[i - 1] != 1)) continue;
    uint64_t high = i + extra;
    for (uint64_t k = low; k < high; k++)
      if (index_at(permutation, k) < (int64_t)low || index_at(permutation, k) >= (int64_t)high) return false;
    low = high;
  }
  return replace_by(g, op, OP_VECTOR_BROADCAST, op_operand(broadcast, 0));
}

// ---------------------------------------------------------------------------------------------
// Reductions

static Value *join(Greedy *g, const Operation *op, Value *a, Value *b, A fastmath, Value *mask) {
  bool floats = type_is_float(type_element_or_self(a->type));
  uint32_t opcode = vector_kind_op(vector_kind(op), floats);
  if (!opcode) return NULL;
  OpState *state = builder_begin(&g->b, opcode);
  op_state_add_operand2(state, a, b);
  if (floats && fastmath) op_state_set_attr(state, STR("fastmath"), fastmath);
  Value *result = builder_finish_value(&g->b);
  return mask ? build_select(&g->b, mask, result, b) : result;
}

// The operation that masks this one; the builder goes in front of it.
static Operation *masking(Greedy *g, const Operation *op) {
  Operation *parent = op_parent(op);
  if (!op_is(parent, OP_VECTOR_MASK)) return NULL;
  Loc loc = g->b.loc;
  builder_before(&g->b, parent);
  g->b.loc = loc;
  return parent;
}

static Value *extract_only(Greedy *g, Value *vector) {
  uint32_t rank = (uint32_t)as_vector(vector->type)->rank;
  return build_vector_extract(&g->b, vector, &(VectorPosition){arena_new(g->arena, int64_t, rank + 1), NULL, rank, 0});
}

bool reduce_one_element(Greedy *g, Operation *op) {
  const ShapedType *type = operand_vector(op, 0);
  if (type->rank && type->dims[0] != 1) return false;
  Operation *parent = masking(g, op);
  Value *mask = parent ? extract_only(g, op_operand(parent, 0)) : NULL, *result = extract_only(g, op_operand(op, 0));
  if (op->operand_count > 1) result = join(g, op, result, op_operand(op, 1), op_prop_at(op, VECTOR_REDUCTION_FASTMATH), mask);
  return result && greedy_replace1(g, parent ? parent : op, result);
}

bool reduce_unit_dims(Greedy *g, Operation *op) {
  const ShapedType *type = operand_vector(op, 0), *result = result_vector(op);
  const DenseArrayAttr *dims = index_array(op_prop_at(op, VECTOR_MULTI_REDUCTION_REDUCTION_DIMS));
  for (uint64_t i = 0; i < dims->count; i++)
    if (type->dims[index_at(dims, i)] != 1) return false;
  Operation *parent = masking(g, op);
  Value *mask = parent ? op_operand(parent, 0) : NULL, *source = op_operand(op, 0);
  if (mask) mask = result ? build1(&g->b, OP_VECTOR_SHAPE_CAST, vector_mask_type(g->ctx, result), mask) : extract_only(g, mask);
  Value *cast = result ? build1(&g->b, OP_VECTOR_SHAPE_CAST, &result->base, source) : extract_only(g, source);
  Value *reduced = join(g, op, op_operand(op, 1), cast, NULL, mask);
  return reduced && greedy_replace1(g, parent ? parent : op, reduced);
}

// A contraction onto zero to which something is added is a contraction onto that.
bool add_to_contraction(Greedy *g, Operation *op) {
  for (uint32_t i = 0; i < 2; i++) {
    Operation *contract = operand_defined_by(op, i, OP_VECTOR_CONTRACT);
    Operation *zero = contract ? operand_defined_by(contract, 2, OP_ARITH_CONSTANT) : NULL;
    if (!zero || op_prop_at(zero, ARITH_CONSTANT_VALUE) != zero_attr(g->ctx, op_operand_type(contract, 2))) continue;
    Operation *copy = op_clone(g->module, contract, NULL);
    op_set_operand(copy, 2, op_operand(op, !i));
    return greedy_replace_op(g, op, builder_insert(&g->b, copy));
  }
  return false;
}
