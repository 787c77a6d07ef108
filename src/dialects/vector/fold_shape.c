// Folds of what changes the shape of vectors: broadcasts, casts, transposes, slices; and of masks.
#include "ops/vector.h"
#include "ops/arith.h"

#include "dialects/vector/fold.h"

// ---------------------------------------------------------------------------------------------
// vector.broadcast, vector.shape_cast, vector.transpose

bool vector_is_broadcastable(T from, T to) {
  const ShapedType *source = as_vector(from), *result = as_vector(to);
  if (!result || from == result->element) return result != NULL;
  if (!source || source->rank > result->rank) return false;
  uint64_t lead = result->rank - source->rank;
  for (uint64_t i = 0; i < source->rank; i++) {
    bool scales = is_scalable_dim(source, i);
    if (source->dims[i] == 1 && !scales) continue;
    if (source->dims[i] != result->dims[lead + i] || scales != is_scalable_dim(result, lead + i)) return false;
  }
  return true;
}

// A broadcast of a shape_cast that only changes leading ones.
static Value *behind_leading_ones(const Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_VECTOR_SHAPE_CAST);
  if (!cast || !vector_is_broadcastable(op_operand_type(cast, 0), op_result_type(op, 0))) return NULL;
  const ShapedType *a = operand_vector(cast, 0), *b = result_vector(cast);
  uint64_t common = a->rank < b->rank ? a->rank : b->rank;
  bool same = !memcmp(a->dims + (a->rank - common), b->dims + (b->rank - common), common * sizeof *a->dims);
  return same ? op_operand(cast, 0) : NULL;
}

static bool skip_to(Folder *f, Operation *op, Value *operand) {
  op_set_operand(op, 0, operand);
  return fold_in_place(f);
}

bool fold_vector_broadcast(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  if (op_operand_type(op, 0) == type) return fold_to_value(f, op_operand(op, 0));
  Value *source = behind_leading_ones(op);
  if (source) return skip_to(f, op, source);
  A constant = constants[0];
  if (!constant) return false;
  if (is_poison(constant)) return fold_to_attr(f, constant);
  const DenseAttr *dense = dense_or_null(constant);
  if (dense) return dense->splat && fold_to(f, dense_reshape(f->ctx, constant, type));
  return attr_value_type(constant) == type_element(type) && fold_to(f, dense_splat(f->ctx, type, constant));
}

bool vector_keeps_order(const Operation *transpose) {
  const DenseArrayAttr *permutation = index_array(op_prop(transpose, "permutation"));
  const ShapedType *source = operand_vector(transpose, 0);
  int64_t last = 0;
  for (uint64_t i = 0; i < permutation->count; i++) {
    int64_t at = index_at(permutation, i);
    if (source->dims[at] == 1 && !is_scalable_dim(source, (uint64_t)at)) continue;
    if (at < last) return false;
    last = at;
  }
  return true;
}

bool fold_vector_shape_cast(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  Value *source = op_operand(op, 0);
  if (source->type == type) return fold_to_value(f, source);
  const Operation *def = value_def(source);
  if (op_is(def, OP_VECTOR_SHAPE_CAST)) return skip_to(f, op, op_operand(def, 0));
  if (op_is(def, OP_VECTOR_TRANSPOSE)) return vector_keeps_order(def) && skip_to(f, op, op_operand(def, 0));
  if (op_is(def, OP_VECTOR_BROADCAST) && op_operand_type(def, 0) == type) return fold_to_value(f, op_operand(def, 0));
  if (dense_or_null(constants[0])) return fold_to(f, dense_reshape(f->ctx, constants[0], type));
  return is_poison(constants[0]) && fold_to_attr(f, constants[0]);
}

bool fold_vector_transpose(Folder *f, Operation *op, const A *constants) {
  const DenseAttr *dense = dense_or_null(constants[0]);
  T type = op_result_type(op, 0);
  if (dense && dense->splat) return fold_to(f, dense_reshape(f->ctx, constants[0], type));
  if (is_poison(constants[0])) return fold_to_attr(f, constants[0]);
  return op_operand_type(op, 0) == type && vector_keeps_order(op) && fold_to_value(f, op_operand(op, 0));
}

// ---------------------------------------------------------------------------------------------
// vector.bitcast

// A splat whose bits are repeated in wider elements: of any integers, and of f16 in f32.
static A repeat_bits(Folder *f, const DenseAttr *dense, T type) {
  T from = type_element(dense->type), to = type_element(type);
  bool ints = (type_kind(from) == TYPE_INTEGER || type_is_index(from)) && type_kind(to) == TYPE_INTEGER;
  bool halves = type_is_float(from) && type_float_kind(from) == FLOAT_F16 && type_is_float(to) && type_float_kind(to) == FLOAT_F32;
  uint32_t narrow = type_bits(from), wide = type_bits(to), size;
  if (!dense->splat || (!ints && !halves) || !narrow || wide <= narrow || wide % narrow) return NULL;
  const uint8_t *bytes = dense_element(&dense->base, 0, &size);
  APInt bits = apint_from_bytes(f->arena, wide, bytes, size), all = bits;
  for (uint32_t done = narrow; done < wide; done += narrow) {
    all = apint_shl(f->arena, &all, narrow);
    all = apint_or(f->arena, &all, &bits);
  }
  if (ints) return int_attr_of(f->ctx, type, &all);
  return float_attr_of(f->ctx, type, apfloat_from_bits(FLOAT_F32, apint_data(&all)[0], 0));
}

bool fold_vector_bitcast(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  Value *source = op_operand(op, 0);
  if (source->type == type) return fold_to_value(f, source);
  Operation *inner = defined_by(source, OP_VECTOR_BITCAST);
  if (inner && op_operand_type(inner, 0) == type) return fold_to_value(f, op_operand(inner, 0));
  if (inner) return skip_to(f, op, op_operand(inner, 0));
  const DenseAttr *dense = dense_or_null(constants[0]);
  return dense && fold_to(f, repeat_bits(f, dense, type));
}

// ---------------------------------------------------------------------------------------------
// Strided slices

// A slice of an inserted value is a slice of that value; values inserted elsewhere do not count.
static bool slice_inserted(Folder *f, Operation *op) {
  uint64_t count = strided_count(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS));
  A *offsets = arena_new(f->arena, A, count + 1);
  Operation *insert = operand_defined_by(op, 0, OP_VECTOR_INSERT_STRIDED_SLICE);
  for (; insert && offsets; insert = operand_defined_by(insert, 1, OP_VECTOR_INSERT_STRIDED_SLICE)) {
    const ShapedType *value = operand_vector(insert, 0);
    if (operand_vector(op, 0)->rank != value->rank || count > strided_count(op_prop(insert, "offsets"))) return false;
    bool disjoint = false, partial = false;
    for (uint64_t i = 0; i < count && !disjoint; i++) {
      int64_t begin = strided_item(op_prop(insert, "offsets"), i), end = begin + value->dims[i],
              at = strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), i);
      disjoint = at < begin || at >= end;
      partial |= at + strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES), i) > end;
      offsets[i] = attr_i64(f->ctx, f->ctx->types.i64, at - begin);
    }
    if (disjoint) continue;
    if (partial) return false;
    op_set_operand(op, 0, op_operand(insert, 0));
    op_set_prop(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS, attr_array(f->ctx, offsets, (uint32_t)count));
    return fold_in_place(f);
  }
  return false;
}

static A slice_of_dense(Folder *f, const Operation *op, const DenseAttr *dense) {
  T type = op_result_type(op, 0);
  if (dense->splat) return dense_reshape(f->ctx, &dense->base, type);
  const ShapedType *source = operand_vector(op, 0), *slice = (const ShapedType *)type;
  uint32_t rank = (uint32_t)source->rank;
  int64_t *begin = arena_new(f->arena, int64_t, rank + 1), *at = arena_new(f->arena, int64_t, rank + 1);
  DenseBuilder b;
  if (!begin || !at || !dense_begin(&b, f->ctx, type)) return NULL;
  for (uint64_t i = 0; i < strided_count(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS)); i++)
    begin[i] = strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), i);
  memcpy(at, begin, rank * sizeof *at);
  for (uint64_t i = 0; i < b.count; i++) {
    dense_copy(&b, i, &dense->base, (uint64_t)linear_index(at, source->dims, rank));
    next_position(at, slice->dims, begin, rank);
  }
  return dense_end(&b, true);
}

bool fold_vector_extract_strided_slice(Folder *f, Operation *op, const A *constants) {
  if (op_operand_type(op, 0) == op_result_type(op, 0)) return fold_to_value(f, op_operand(op, 0));
  if (slice_inserted(f, op)) return true;
  const DenseAttr *dense = dense_or_null(constants[0]);
  return dense && fold_to(f, slice_of_dense(f, op, dense));
}

bool fold_vector_insert_strided_slice(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return op_operand_type(op, 0) == op_operand_type(op, 1) && fold_to_value(f, op_operand(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Masks and reductions

static MaskFormat format_of_dense(const DenseAttr *dense) {
  uint64_t count = dense->splat ? 1 : dense_count(&dense->base), set = 0;
  uint32_t size;
  for (uint64_t i = 0; i < count; i++) {
    const uint8_t *bytes = dense_element(&dense->base, i, &size);
    set += bytes && size && *bytes;
  }
  return set && set == count ? MASK_ALL_TRUE : count && !set ? MASK_ALL_FALSE : MASK_UNKNOWN;
}

MaskFormat vector_mask_format(const Value *mask) {
  const Operation *op = value_def(mask);
  if (!op) return MASK_UNKNOWN;
  if (op_is(op, OP_ARITH_CONSTANT)) {
    const DenseAttr *dense = dense_or_null(op_prop(op, "value"));
    return dense ? format_of_dense(dense) : MASK_UNKNOWN;
  }
  if (op_is(op, OP_VECTOR_CONSTANT_MASK)) {
    const DenseArrayAttr *sizes = index_array(op_prop(op, "mask_dim_sizes"));
    const ShapedType *type = result_vector(op);
    bool all = true, none = true;
    for (uint64_t i = 0; i < sizes->count && i < type->rank; i++) {
      all &= index_at(sizes, i) >= type->dims[i];
      none &= index_at(sizes, i) <= 0;
    }
    return all ? MASK_ALL_TRUE : none ? MASK_ALL_FALSE : MASK_UNKNOWN;
  }
  if (op_is(op, OP_VECTOR_CREATE_MASK))
    for (uint32_t i = 0; i < op->operand_count; i++) {
      Operation *constant = operand_defined_by(op, i, OP_ARITH_CONSTANT);
      A value = constant ? op_prop_at(constant, ARITH_CONSTANT_VALUE) : NULL;
      if (value && attr_kind(value) == ATTR_INTEGER && attr_to_i64(value) <= 0) return MASK_ALL_FALSE;
    }
  return MASK_UNKNOWN;
}

bool fold_vector_constant_mask(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  const DenseArrayAttr *sizes = index_array(op_prop_at(op, VECTOR_CONSTANT_MASK_MASK_DIM_SIZES));
  const ShapedType *type = result_vector(op);
  uint64_t zeros = 0, full = 0;
  for (uint64_t i = 0; i < sizes->count; i++) {
    zeros += index_at(sizes, i) == 0;
    full += index_at(sizes, i) == (type->rank ? type->dims[i] : 1);
  }
  if (full != sizes->count && zeros != sizes->count) return false;
  return fold_to(f, bool_attr_of(f->ctx, &type->base, full == sizes->count));
}

bool fold_vector_mask(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  Operation *masked = op->regions[0].first->first, *yield = op->regions[0].first->last;
  if (masked == yield) {
    for (uint32_t i = 0; i < yield->operand_count && op->operand_count == 1; i++) fold_to_value(f, op_operand(yield, i));
    return f->results.count != 0;
  }
  if (vector_mask_format(op_operand(op, 0)) != MASK_ALL_TRUE) return false;
  op_erase_operands(yield, 0, yield->operand_count);
  op_move_before(masked, op);
  for (uint32_t i = 0; i < masked->result_count; i++) fold_to_value(f, op_result(masked, i));
  return masked->result_count || fold_in_place(f);
}

bool fold_vector_multi_reduction(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return operand_vector(op, 0)->rank == 1 && !index_array(op_prop_at(op, VECTOR_MULTI_REDUCTION_REDUCTION_DIMS))->count &&
         fold_to_value(f, op_operand(op, 0));
}
