// Folds of memref's operations (after mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp).
#include "ops/arith.h"
#include "ops/memref.h"

#include "dialects/memref/fold.h"

#include "dialects/common/view_like.h"
#include "ir/affine.h"
#include "ir/constants.h"

static const ShapedType *shape_of(T memref) { return (const ShapedType *)memref; }
static bool is_ranked(T type) { return type_kind(type) == TYPE_MEMREF; }

// ---------------------------------------------------------------------------------------------
// Casts before operations that accept the original type as well

bool fold_memref_cast(Operation *op, const Value *except) {
  bool changed = false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    const Operation *cast = value == except ? NULL : defined_by(value, OP_MEMREF_CAST);
    if (!cast || !is_ranked(op_operand_type(cast, 0))) continue;
    op_set_operand(op, i, op_operand(cast, 0));
    changed = true;
  }
  return changed;
}

bool fold_memref_access(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  return fold_memref_cast(op, NULL) && fold_in_place(folder);
}

// The value that is stored keeps its type.
bool fold_memref_store(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  return fold_memref_cast(op, op_operand(op, 0)) && fold_in_place(folder);
}

bool memref_cast_is_weaker(const Operation *cast, Context *ctx, Arena *arena) {
  T from = op_operand_type(cast, 0), to = op_result_type(cast, 0);
  if (!is_ranked(from) || !is_ranked(to) || shape_of(from)->rank != shape_of(to)->rank) return false;
  uint64_t rank = shape_of(from)->rank;
  int64_t *given = arena_new(arena, int64_t, 2 * rank + 1), *wanted = arena_new(arena, int64_t, 2 * rank + 1);
  if (!given || !wanted || !memref_strides_and_offset(ctx, from, given, &given[2 * rank]) ||
      !memref_strides_and_offset(ctx, to, wanted, &wanted[2 * rank]))
    return false;
  for (uint64_t i = 0; i < rank; i++) {
    given[rank + i] = shape_of(from)->dims[i];
    wanted[rank + i] = shape_of(to)->dims[i];
  }
  for (uint64_t i = 0; i <= 2 * rank; i++)
    if (given[i] == DYNAMIC && wanted[i] != DYNAMIC) return false;
  return true;
}

bool fold_memref_copy(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  for (uint32_t i = 0; i < 2; i++) {
    const Operation *cast = operand_defined_by(op, i, OP_MEMREF_CAST);
    if (!cast || !memref_cast_is_weaker(cast, folder->ctx, folder->arena)) continue;
    op_set_operand(op, i, op_operand(cast, 0));
    return fold_in_place(folder);
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// Sizes

static uint32_t count_equal(const int64_t *values, uint64_t count, int64_t value) {
  uint32_t equal = 0;
  for (uint64_t i = 0; i < count; i++) equal += values[i] == value;
  return equal;
}

bool memref_dropped_dims(Context *ctx, Arena *arena, T source, T result, const int64_t *sizes, bool *dropped) {
  uint64_t rank = shape_of(source)->rank, kept = shape_of(result)->rank, found = 0;
  for (uint64_t i = 0; i < rank; i++) dropped[i] = false;
  if (rank == kept) return true;
  for (uint64_t i = 0; i < rank; i++) found += dropped[i] = sizes[i] == 1;
  if (found + kept == rank) return true;
  int64_t *from = arena_new(arena, int64_t, rank + 1), *to = arena_new(arena, int64_t, rank + 1), offset;
  uint32_t *left = arena_new(arena, uint32_t, rank + 1);
  if (!left || !memref_strides_and_offset(ctx, source, from, &offset) || !memref_strides_and_offset(ctx, result, to, &offset)) return false;
  // How often each stride still occurs; equal strides share a count.
  for (uint64_t i = 0; i < rank; i++) left[i] = count_equal(from, rank, from[i]);
  for (uint64_t i = 0; i < rank; i++) {
    if (!dropped[i]) continue;
    uint32_t wanted = count_equal(to, kept, from[i]);
    if (left[i] < wanted) return false;
    if (left[i] == wanted) {
      dropped[i] = false;
      found--;
      continue;
    }
    for (uint64_t k = 0; k < rank; k++)
      if (from[k] == from[i]) left[k]--;
  }
  return found + kept == rank;
}

bool memref_subview_dropped(Context *ctx, Arena *arena, const Operation *subview, bool *dropped) {
  A sizes = op_prop_at(subview, MEMREF_SUBVIEW_STATIC_SIZES);
  int64_t *numbers = arena_new(arena, int64_t, index_count(sizes) + 1);
  if (!numbers) return false;
  for (uint64_t i = 0; i < index_count(sizes); i++) numbers[i] = index_list_at(sizes, i);
  return memref_dropped_dims(ctx, arena, op_operand_type(subview, 0), op_result_type(subview, 0), numbers, dropped);
}

bool fold_memref_rank(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  T type = op_operand_type(op, 0);
  return is_ranked(type) && fold_to_attr(folder, attr_index(folder->ctx, (int64_t)shape_of(type)->rank));
}

// The size operand that a subview has for dimension `dim` of its result, or NULL.
static Value *subview_size(Folder *folder, const Operation *subview, uint64_t dim) {
  A sizes = op_prop_at(subview, MEMREF_SUBVIEW_STATIC_SIZES);
  bool *dropped = arena_new(folder->arena, bool, index_count(sizes) + 1);
  uint32_t at = op_operands_named(subview, "sizes").begin;
  if (!dropped || !memref_subview_dropped(folder->ctx, folder->arena, subview, dropped)) return NULL;
  for (uint64_t i = 0; i < index_count(sizes); i++) {
    bool dynamic = index_list_at(sizes, i) == DYNAMIC;
    if (!dropped[i] && !dim--) return dynamic ? op_operand(subview, at) : NULL;
    at += dynamic;
  }
  return NULL;
}

bool fold_memref_dim(Folder *folder, Operation *op, const A *constants) {
  T type = op_operand_type(op, 0);
  if (!constants[1] || attr_kind(constants[1]) != ATTR_INTEGER || !is_ranked(type)) return false;
  const ShapedType *shape = shape_of(type);
  int64_t dim = attr_to_i64(constants[1]);
  if (dim < 0 || (uint64_t)dim >= shape->rank) return false;
  if (shape->dims[dim] != DYNAMIC) return fold_to_attr(folder, attr_index(folder->ctx, shape->dims[dim]));
  static const struct { uint32_t opcode; const char *sizes; } makers[] = {
    {OP_MEMREF_ALLOC, "dynamicSizes"}, {OP_MEMREF_ALLOCA, "dynamicSizes"}, {OP_MEMREF_VIEW, "sizes"}};
  Value *source = op_operand(op, 0);
  for (uint32_t i = 0; i < countof(makers); i++) {
    const Operation *maker = defined_by(source, makers[i].opcode);
    if (!maker) continue;
    Span sizes = op_operands_named(maker, makers[i].sizes);
    uint32_t at = sizes.begin + count_equal(shape->dims, (uint64_t)dim, DYNAMIC);
    return at < sizes.end && fold_to_value(folder, op_operand(maker, at));
  }
  const Operation *subview = defined_by(source, OP_MEMREF_SUBVIEW);
  Value *size = subview ? subview_size(folder, subview, (uint64_t)dim) : NULL;
  if (size) return fold_to_value(folder, size);
  return fold_memref_cast(op, NULL) && fold_in_place(folder);
}

// ---------------------------------------------------------------------------------------------
// Views

bool list_is_all(const Operation *op, const char *operands, A list, int64_t number) {
  uint32_t next = op_operands_named(op, operands).begin;
  for (uint64_t i = 0; i < index_count(list); i++) {
    int64_t value = index_list_at(list, i);
    if (value == DYNAMIC) {
      A constant = value_constant(op_operand(op, next++));
      if (!constant || attr_kind(constant) != ATTR_INTEGER) return false;
      value = attr_to_i64(constant);
    }
    if (value != number) return false;
  }
  return true;
}

static bool has_static_layout(const ShapedType *shape) {
  if (!shape->layout || attr_kind(shape->layout) != ATTR_STRIDED) return true;
  const StridedAttr *layout = (const StridedAttr *)shape->layout;
  return layout->offset != DYNAMIC && !count_equal(layout->strides, layout->rank, DYNAMIC);
}

static bool same_list(const Operation *a, const Operation *b, const char *numbers, const char *operands) {
  Span left = op_operands_named(a, operands), right = op_operands_named(b, operands);
  if (op_prop(a, numbers) != op_prop(b, numbers) || span_size(left) != span_size(right)) return false;
  for (uint32_t i = 0; i < span_size(left); i++)
    if (op_operand(a, left.begin + i) != op_operand(b, right.begin + i)) return false;
  return true;
}

bool fold_memref_subview(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Value *source = op_operand(op, 0);
  if (source->type != op_result_type(op, 0)) return false;
  if (type_has_static_shape(source->type) && has_static_layout(shape_of(source->type))) return fold_to_value(folder, source);
  const Operation *inner = defined_by(source, OP_MEMREF_SUBVIEW);
  return inner && list_is_all(op, "offsets", op_prop_at(op, MEMREF_SUBVIEW_STATIC_OFFSETS), 0) &&
         list_is_all(op, "strides", op_prop_at(op, MEMREF_SUBVIEW_STATIC_STRIDES), 1) && same_list(op, inner, "static_sizes", "sizes") &&
         fold_to_value(folder, source);
}

bool fold_memref_view(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Value *source = op_operand(op, 0);
  return source->type == op_result_type(op, 0) && type_has_static_shape(source->type) && fold_to_value(folder, source);
}

bool fold_memref_transpose(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  const AffineMap *map = ((const MapAttr *)op_prop_at(op, MEMREF_TRANSPOSE_PERMUTATION))->map;
  Value *source = op_operand(op, 0);
  if (affine_map_is_identity(map) && source->type == op_result_type(op, 0)) return fold_to_value(folder, source);
  const Operation *inner = defined_by(source, OP_MEMREF_TRANSPOSE);
  if (!inner) return false;
  const AffineMap *composed = affine_map_compose(folder->ctx, map, ((const MapAttr *)op_prop_at(inner, MEMREF_TRANSPOSE_PERMUTATION))->map);
  op_set_operand(op, 0, op_operand(inner, 0));
  op_set_prop(op, MEMREF_TRANSPOSE_PERMUTATION, attr_affine_map(folder->ctx, composed));
  return fold_in_place(folder);
}

bool fold_memref_space_cast(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  const Operation *inner = operand_defined_by(op, 0, OP_MEMREF_MEMORY_SPACE_CAST);
  if (!inner) return false;
  op_set_operand(op, 0, op_operand(inner, 0));
  return fold_in_place(folder);
}

bool fold_memref_assume_alignment(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  const Operation *inner = operand_defined_by(op, 0, OP_MEMREF_ASSUME_ALIGNMENT);
  return inner && op_prop_at(inner, MEMREF_ASSUME_ALIGNMENT_ALIGNMENT) == op_prop_at(op, MEMREF_ASSUME_ALIGNMENT_ALIGNMENT) &&
         fold_to_value(folder, op_operand(op, 0));
}

// Whether no group of dimensions has two that are unknown.
static bool groups_are_known(const ShapedType *expanded, A reassociation) {
  const ArrayAttr *groups = (const ArrayAttr *)reassociation;
  for (uint64_t i = 0, at = 0; i < groups->count; i++) {
    uint64_t size = ((const ArrayAttr *)groups->items[i])->count;
    if (at + size > expanded->rank || count_equal(expanded->dims + at, size, DYNAMIC) > 1) return false;
    at += size;
  }
  return true;
}

// expand_shape of collapse_shape and the reverse.
bool fold_memref_reshape(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  bool expands = op_is(op, OP_MEMREF_EXPAND_SHAPE);
  Value *source = op_operand(op, 0);
  T result = op_result_type(op, 0);
  if (source->type == result) return fold_to_value(folder, source);
  const Operation *inner = defined_by(source, expands ? OP_MEMREF_COLLAPSE_SHAPE : OP_MEMREF_EXPAND_SHAPE);
  if (!inner || op_operand_type(inner, 0) != result) return false;
  A groups = op_prop(op, "reassociation");
  const ShapedType *shape = shape_of(result);
  bool inverse = count_equal(shape->dims, shape->rank, DYNAMIC) < 2 ||
                 (groups == op_prop(inner, "reassociation") && (!expands || groups_are_known(shape, groups)));
  return inverse && fold_to_value(folder, op_operand(inner, 0));
}

// ---------------------------------------------------------------------------------------------
// Metadata

// Uses of a result whose number the type tells get a constant, made in front of the operation.
static bool use_constant(Folder *folder, Operation *op, Value *result, int64_t number) {
  if (number == DYNAMIC || !result->uses) return false;
  Builder b;
  builder_init(&b, folder->module);
  builder_before(&b, op);
  OpState *state = builder_begin(&b, OP_ARITH_CONSTANT);
  op_state_set_prop(state, ARITH_CONSTANT_VALUE, attr_index(folder->ctx, number));
  op_state_add_type(state, folder->ctx->types.index);
  value_replace_all(result, builder_finish_value(&b));
  return true;
}

bool fold_memref_metadata(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Value *source = op_operand(op, 0);
  const ShapedType *shape = (const ShapedType *)source->type;
  uint32_t rank = (uint32_t)shape->rank;
  int64_t *strides = arena_new(folder->arena, int64_t, rank + 1), offset;
  bool changed = false;
  if (op->result_count != 2 + 2 * rank || !strides || !memref_strides_and_offset(folder->ctx, source->type, strides, &offset)) return false;
  changed |= use_constant(folder, op, op_result(op, 1), offset);
  for (uint32_t i = 0; i < rank; i++) changed |= use_constant(folder, op, op_result(op, 2 + i), shape->dims[i]);
  for (uint32_t i = 0; i < rank; i++) changed |= use_constant(folder, op, op_result(op, 2 + rank + i), strides[i]);
  const Operation *cast = value_def(source);
  if (op_is(cast, OP_MEMREF_CAST) && is_ranked(op_operand_type(cast, 0))) {
    op_set_operand(op, 0, op_operand(cast, 0));
    changed = true;
  }
  return changed && fold_in_place(folder);
}

// A reinterpret_cast uses only the buffer of its operand.
bool fold_memref_reinterpret_cast(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Value *source = op_operand(op, 0);
  const Operation *def = value_def(source);
  if (def && (op_is(def, OP_MEMREF_REINTERPRET_CAST) || op_is(def, OP_MEMREF_CAST) ||
              (op_is(def, OP_MEMREF_SUBVIEW) && list_is_all(def, "offsets", op_prop_at(def, MEMREF_SUBVIEW_STATIC_OFFSETS), 0)))) {
    op_set_operand(op, 0, op_operand(def, 0));
    return fold_in_place(folder);
  }
  bool same = source->type == op_result_type(op, 0) && type_has_static_shape(source->type) &&
              dense_array_i64(op_prop_at(op, MEMREF_REINTERPRET_CAST_STATIC_OFFSETS), 0) == 0;
  return same && fold_to_value(folder, source);
}
