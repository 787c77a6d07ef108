// Folds of tensor's operations (after mlir/lib/Dialect/Tensor/IR/TensorOps.cpp).
#include "ops/tensor.h"

#include "dialects/common/dense_fold.h"
#include "dialects/common/fold_util.h"
#include "dialects/common/view_like.h"
#include "dialects/tensor/hooks.h"

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? (const ShapedType *)type : NULL; }
static bool is_number(A constant) { return constant && (attr_kind(constant) == ATTR_INTEGER || attr_kind(constant) == ATTR_FLOAT); }

static uint64_t dynamic_dims(const int64_t *dims, uint64_t count) {
  uint64_t dynamic = 0;
  for (uint64_t i = 0; i < count; i++) dynamic += dims[i] == DYNAMIC;
  return dynamic;
}

bool tensor_cast_loses_nothing(const Operation *cast) {
  const ShapedType *from = ranked(op_operand_type(cast, 0)), *to = ranked(op_result_type(cast, 0));
  if (!from || !to || from->element != to->element || from->rank != to->rank || from->extra != to->extra) return false;
  for (uint64_t i = 0; i < from->rank; i++)
    if (from->dims[i] == DYNAMIC && to->dims[i] != DYNAMIC) return false;
  return true;
}

// A splat, in another shape.
static bool fold_splat_to(Folder *f, A constant, T type) {
  const DenseAttr *dense = dense_or_null(constant);
  return dense && dense->splat && type_has_static_shape(type) && fold_to(f, dense_reshape(f->ctx, constant, type));
}

// ---------------------------------------------------------------------------------------------
// Reshapes

static bool groups_have_one_dynamic_dim(const ShapedType *type, A reassociation) {
  const ArrayAttr *groups = (const ArrayAttr *)reassociation;
  for (uint64_t i = 0, at = 0; i < groups->count; i++) {
    uint64_t count = ((const ArrayAttr *)groups->items[i])->count;
    if (at + count > type->rank || dynamic_dims(type->dims + at, count) > 1) return false;
    at += count;
  }
  return true;
}

// An expand_shape undone by a collapse_shape, or the other way round.
static bool fold_reassociation(Folder *f, Operation *op, const A *constants, uint32_t inverse) {
  T type = op_result_type(op, 0);
  if (op_operand_type(op, 0) == type) return fold_to_value(f, op_operand(op, 0));
  if (dense_or_null(constants[0])) return fold_to(f, dense_reshape(f->ctx, constants[0], type));
  Operation *before = operand_defined_by(op, 0, inverse);
  if (!before || op_operand_type(before, 0) != type) return false;
  const ShapedType *shape = ranked(type);
  A groups = op_prop(op, "reassociation");
  if (!shape) return false;
  if (dynamic_dims(shape->dims, shape->rank) > 1 &&
      (groups != op_prop(before, "reassociation") ||
       (shape->rank >= ranked(op_result_type(before, 0))->rank && !groups_have_one_dynamic_dim(shape, groups))))
    return false;
  return fold_to_value(f, op_operand(before, 0));
}

bool fold_tensor_collapse_shape(Folder *f, Operation *op, const A *constants) {
  return fold_reassociation(f, op, constants, OP_TENSOR_EXPAND_SHAPE);
}
bool fold_tensor_expand_shape(Folder *f, Operation *op, const A *constants) {
  return fold_reassociation(f, op, constants, OP_TENSOR_COLLAPSE_SHAPE);
}

// A shape that is read off the source itself.
static bool is_shape_of(const Operation *elements, Value *source, const ShapedType *type) {
  if (elements->operand_count != type->rank) return false;
  for (uint32_t i = 0; i < elements->operand_count; i++) {
    Value *element = op_operand(elements, i);
    int64_t number;
    if (constant_index(element, &number)) {
      if (number != type->dims[i]) return false;
      continue;
    }
    Operation *dim = defined_by(element, OP_TENSOR_DIM);
    if (!dim || op_operand(dim, 0) != source || !constant_index(op_operand(dim, 1), &number) || number != i) return false;
  }
  return true;
}

bool fold_tensor_reshape(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  if (fold_splat_to(f, constants[0], type)) return true;
  Value *source = op_operand(op, 0);
  Operation *before = defined_by(source, OP_TENSOR_RESHAPE);
  if (before) {
    op_set_operand(op, 0, op_operand(before, 0));
    return fold_in_place(f);
  }
  const ShapedType *shape = ranked(type);
  if (!shape || source->type != type) return false;
  Operation *elements = operand_defined_by(op, 1, OP_TENSOR_FROM_ELEMENTS);
  return (shape->rank <= 1 || (elements && is_shape_of(elements, source, shape))) && fold_to_value(f, source);
}

// ---------------------------------------------------------------------------------------------
// Sizes

bool fold_tensor_rank(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  const ShapedType *type = ranked(op_operand_type(op, 0));
  return type && fold_to_attr(f, attr_index(f->ctx, (int64_t)type->rank));
}

bool fold_tensor_dim(Folder *f, Operation *op, const A *constants) {
  const ShapedType *type = ranked(op_operand_type(op, 0));
  if (!type || !constants[1] || attr_kind(constants[1]) != ATTR_INTEGER) return false;
  int64_t index = attr_to_i64(constants[1]);
  if (index < 0 || (uint64_t)index >= type->rank) return false;
  if (type->dims[index] != DYNAMIC) return fold_to_attr(f, attr_index(f->ctx, type->dims[index]));
  const Operation *def = value_def(op_operand(op, 0));
  if (!def) return false;
  if (op_is(def, OP_TENSOR_GENERATE))
    return fold_to_value(f, op_operand(def, (uint32_t)dynamic_dims(type->dims, (uint64_t)index)));
  if (op_is(def, OP_TENSOR_EXTRACT_SLICE) && type->rank == ranked(op_operand_type(def, 0))->rank) {
    A sizes = op_prop_at(def, TENSOR_EXTRACT_SLICE_STATIC_SIZES);
    uint32_t at = op_operands_named(def, "sizes").begin + index_dynamic(sizes, (uint64_t)index);
    if (index_list_at(sizes, (uint64_t)index) == DYNAMIC) return fold_to_value(f, op_operand(def, at));
  }
  if (!op_is(def, OP_TENSOR_CAST) || !tensor_cast_loses_nothing(def)) return false;
  op_set_operand(op, 0, op_operand(def, 0));
  return fold_in_place(f);
}

// ---------------------------------------------------------------------------------------------
// Elements

// The element of a sparse constant at a position.
static A sparse_element(Context *ctx, const SparseAttr *sparse, const int64_t *at, uint64_t rank) {
  const ShapedType *places = dense_or_null(sparse->indices) ? type_as_shaped(((const DenseAttr *)sparse->indices)->type) : NULL;
  if (!places || places->rank != 2 || (uint64_t)places->dims[1] != rank || !dense_or_null(sparse->values)) return NULL;
  for (int64_t i = 0; i < places->dims[0]; i++) {
    bool here = true;
    for (uint64_t k = 0; k < rank && here; k++) {
      A index = dense_element_attr(ctx, sparse->indices, (uint64_t)i * rank + k);
      here = index && attr_kind(index) == ATTR_INTEGER && attr_to_i64(index) == at[k];
    }
    if (here) return dense_element_attr(ctx, sparse->values, (uint64_t)i);
  }
  return zero_attr(ctx, type_element(sparse->type));
}

static bool same_index(const Value *a, const Value *b) {
  int64_t x, y;
  return a == b || (constant_index(a, &x) && constant_index(b, &y) && x == y);
}

static Value *just_inserted(const Operation *op) {
  Operation *insert = operand_defined_by(op, 0, OP_TENSOR_INSERT);
  if (!insert || insert->operand_count != op->operand_count + 1) return NULL;
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (!same_index(op_operand(op, i), op_operand(insert, i + 1))) return NULL;
  return op_operand(insert, 0);
}

bool fold_tensor_extract(Folder *f, Operation *op, const A *constants) {
  const ShapedType *type = ranked(op_operand_type(op, 0));
  const DenseAttr *dense = dense_or_null(constants[0]);
  if (dense && dense->splat) return fold_to(f, dense_element_attr(f->ctx, constants[0], 0));
  Operation *elements = operand_defined_by(op, 0, OP_TENSOR_FROM_ELEMENTS);
  int64_t *at = arena_new(f->arena, int64_t, type->rank + 1);
  if (!at) return false;
  bool valid = true;
  for (uint32_t i = 0; i < type->rank; i++) {
    if (!constants[i + 1] || attr_kind(constants[i + 1]) != ATTR_INTEGER) return false;
    at[i] = attr_to_i64(constants[i + 1]);
    valid &= at[i] >= 0 && at[i] < type->dims[i];
  }
  int64_t index = linear_index(at, type->dims, (uint32_t)type->rank);
  if (elements) return index >= 0 && index < (int64_t)elements->operand_count && fold_to_value(f, op_operand(elements, (uint32_t)index));
  Value *inserted = just_inserted(op);
  if (inserted) return fold_to_value(f, inserted);
  if (!valid || !constants[0] || (!dense && attr_kind(constants[0]) != ATTR_SPARSE)) return false;
  return fold_to(f, dense ? dense_element_attr(f->ctx, constants[0], (uint64_t)index)
                          : sparse_element(f->ctx, (const SparseAttr *)constants[0], at, type->rank));
}

bool fold_tensor_insert(Folder *f, Operation *op, const A *constants) {
  (void)op;
  const DenseAttr *dest = dense_or_null(constants[1]);
  return dest && dest->splat && constants[0] && dense_element_attr(f->ctx, constants[1], 0) == constants[0] &&
         fold_to_attr(f, constants[1]);
}

bool fold_tensor_from_elements(Folder *f, Operation *op, const A *constants) {
  DenseBuilder b;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!constants[i]) return false;
  if (!dense_begin(&b, f->ctx, op_result_type(op, 0))) return false;
  bool ok = b.count == op->operand_count;
  for (uint32_t i = 0; i < op->operand_count && ok; i++) ok = dense_put(&b, i, constants[i]);
  return fold_to(f, dense_end(&b, ok));
}

bool fold_tensor_splat(Folder *f, Operation *op, const A *constants) {
  return is_number(constants[0]) && fold_to(f, dense_splat(f->ctx, op_result_type(op, 0), constants[0]));
}

bool fold_tensor_gather(Folder *f, Operation *op, const A *constants) { return fold_splat_to(f, constants[0], op_result_type(op, 0)); }

// ---------------------------------------------------------------------------------------------
// Slices

static const char *const slice_parts[][2] = {
  {"offsets", "static_offsets"}, {"sizes", "static_sizes"}, {"strides", "static_strides"},
};

bool tensor_same_slice(const Operation *a, const Operation *b) {
  for (uint32_t i = 0; i < countof(slice_parts); i++) {
    Span x = op_operands_named(a, slice_parts[i][0]), y = op_operands_named(b, slice_parts[i][0]);
    if (op_prop(a, slice_parts[i][1]) != op_prop(b, slice_parts[i][1]) || span_size(x) != span_size(y)) return false;
    for (uint32_t k = 0; k < span_size(x); k++)
      if (op_operand(a, x.begin + k) != op_operand(b, y.begin + k)) return false;
  }
  return true;
}

// Entry `i` of a part of a slice, as far as it is known.
static int64_t known_entry(const Operation *op, uint32_t part, uint64_t i) {
  A list = op_prop(op, slice_parts[part][1]);
  int64_t entry = index_list_at(list, i), number;
  if (entry != DYNAMIC) return entry;
  uint32_t at = op_operands_named(op, slice_parts[part][0]).begin + index_dynamic(list, i);
  return at < op->operand_count && constant_index(op_operand(op, at), &number) ? number : DYNAMIC;
}

// A slice that is known to be the whole tensor.
static bool is_whole(const Operation *op, const ShapedType *type) {
  A sizes = op_prop(op, "static_sizes");
  for (uint64_t i = 0; i < index_count(sizes); i++)
    if (known_entry(op, 0, i) != 0 || known_entry(op, 2, i) != 1 ||
        (i < type->rank && (type->dims[i] == DYNAMIC || known_entry(op, 1, i) != type->dims[i])))
      return false;
  return true;
}

bool fold_tensor_extract_slice(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  if (fold_splat_to(f, constants[0], type)) return true;
  if (op_operand_type(op, 0) == type && is_whole(op, ranked(type))) return fold_to_value(f, op_operand(op, 0));
  Operation *insert = operand_defined_by(op, 0, OP_TENSOR_INSERT_SLICE);
  return insert && op_operand_type(insert, 0) == type && tensor_same_slice(insert, op) && fold_to_value(f, op_operand(insert, 0));
}

bool fold_tensor_insert_slice(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  T type = op_result_type(op, 0);
  Value *source = op_operand(op, 0), *dest = op_operand(op, 1);
  if (source->type == type && type_has_static_shape(type) && is_whole(op, ranked(type))) return fold_to_value(f, source);
  Operation *before = defined_by(dest, OP_TENSOR_INSERT_SLICE);
  if (before && op_operand_type(before, 0) == source->type && tensor_same_slice(before, op)) {
    op_set_operand(op, 1, op_operand(before, 1));
    return fold_in_place(f);
  }
  Operation *extract = defined_by(source, OP_TENSOR_EXTRACT_SLICE);
  if (extract && op_operand(extract, 0) == dest && tensor_same_slice(extract, op)) return fold_to_value(f, dest);
  for (uint64_t i = 0; i < index_count(op_prop_at(op, TENSOR_INSERT_SLICE_STATIC_SIZES)); i++)
    if (known_entry(op, 1, i) == 0) return fold_to_value(f, dest);
  return false;
}

bool fold_tensor_pad(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  T type = op_result_type(op, 0);
  return type_has_static_shape(type) && type == op_operand_type(op, 0) && !op_prop_at(op, TENSOR_PAD_NOFOLD) &&
         fold_to_value(f, op_operand(op, 0));
}

bool fold_tensor_concat(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return op->operand_count == 1 && op_operand_type(op, 0) == op_result_type(op, 0) && fold_to_value(f, op_operand(op, 0));
}
