// Verifiers of memref's views, which compute the offset, sizes and strides of their result types.
#include "ops/memref.h"

#include "dialects/common/relations.h"
#include "dialects/common/view_like.h"
#include "dialects/memref/fold.h"
#include "dialects/memref/hooks.h"
#include "ir/affine.h"

static const ShapedType *source_of(const Operation *op) { return (const ShapedType *)op_operand_type(op, 0); }
static const ShapedType *result_of(const Operation *op) { return (const ShapedType *)op_result_type(op, 0); }
#define TYPE_ARG(type) type_text(v->ctx, (type))

static bool fail(Verifier *v, const Operation *op, const char *problem) {
  return verify_fail(v, op, "%s", problem);
}

// Offset and strides of a memref; `strides` is NULL when its layout is not strided.
typedef struct Layout {
  int64_t offset, *strides;
} Layout;

static Layout layout_of(Context *ctx, Arena *arena, const ShapedType *memref) {
  Layout layout = {0, arena_new(arena, int64_t, memref->rank + 1)};
  if (layout.strides && !memref_strides_and_offset(ctx, &memref->base, layout.strides, &layout.offset)) layout.strides = NULL;
  return layout;
}

// --- Casts

static bool may_equal(int64_t a, int64_t b) { return a == b || a == DYNAMIC || b == DYNAMIC; }

bool memref_cast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  if (from_count != 1 || to_count != 1 || !type_is_memref(from[0]) || !type_is_memref(to[0])) return false;
  const ShapedType *a = (const ShapedType *)from[0], *b = (const ShapedType *)to[0];
  if (a->element != b->element || a->extra != b->extra) return false;
  bool a_ranked = type_has_rank(from[0]), b_ranked = type_has_rank(to[0]);
  if (!a_ranked || !b_ranked) return a_ranked || b_ranked;
  if (a->rank != b->rank) return false;
  return shapes_are_compatible(from[0], to[0]);
}

bool memref_verify_cast(Verifier *v, const Operation *op) {
  const ShapedType *from = source_of(op), *to = result_of(op);
  if (from->layout == to->layout || !type_has_rank(&from->base) || !type_has_rank(&to->base)) return true;
  Layout a = layout_of(v->ctx, v->arena, from), b = layout_of(v->ctx, v->arena, to);
  bool ok = a.strides && b.strides && may_equal(a.offset, b.offset);
  for (uint64_t i = 0; ok && i < from->rank; i++) ok = may_equal(a.strides[i], b.strides[i]);
  if (!ok)
    op_error(v->module, op, "operand type '%s' and result type '%s' are cast incompatible", TYPE_ARG(&from->base), TYPE_ARG(&to->base));
  return ok;
}

bool memref_space_cast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  if (from_count != 1 || to_count != 1 || !type_is_memref(from[0]) || from[0]->def != to[0]->def) return false;
  const ShapedType *a = (const ShapedType *)from[0], *b = (const ShapedType *)to[0];
  if (a->element != b->element) return false;
  if (!type_has_rank(from[0])) return true;
  return a->rank == b->rank && a->layout == b->layout && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

// --- memref.reinterpret_cast

static Str number_text(Verifier *v, int64_t number) {
  return number == DYNAMIC ? STR("dynamic") : arena_printf(v->arena, "%lld", (long long)number);
}

static bool bad_result_part(Verifier *v, const Operation *op, const char *part, int64_t wanted, int64_t given, int64_t dim) {
  Str where = dim < 0 ? (Str){0} : arena_printf(v->arena, " in dim = %lld", (long long)dim);
  return verify_fail_plain(v, op, "expected result type with %s = %.*s instead of %lld%.*s", part, STR_ARG(number_text(v, wanted)),
                           (long long)given, STR_ARG(where));
}

bool memref_verify_reinterpret_cast(Verifier *v, const Operation *op) {
  const ShapedType *source = source_of(op), *result = result_of(op);
  SliceLists lists = slice_lists(op);
  if (!verify_slice_lists(v, op, 1, result->rank)) return false;
  bool same_space = source->extra == result->extra;
  if (!same_space || source->element != result->element)
    return verify_fail_plain(v, op, "different %s specified for source type '%s' and result memref type '%s'",
                             same_space ? "element types" : "memory spaces", TYPE_ARG(&source->base), TYPE_ARG(&result->base));
  for (uint64_t i = 0; i < result->rank; i++) {
    int64_t size = index_list_at(lists.sizes, i);
    if (result->dims[i] != DYNAMIC && result->dims[i] != size)
      return bad_result_part(v, op, "size", size, result->dims[i], (int64_t)i);
  }
  Layout layout = layout_of(v->ctx, v->arena, result);
  if (!layout.strides)
    return verify_fail_plain(v, op, "expected result type to have strided layout but found '%s'", TYPE_ARG(&result->base));
  int64_t offset = index_list_at(lists.offsets, 0);
  if (layout.offset != DYNAMIC && layout.offset != offset) return bad_result_part(v, op, "offset", offset, layout.offset, -1);
  for (uint64_t i = 0; i < result->rank; i++) {
    int64_t stride = index_list_at(lists.strides, i);
    if (layout.strides[i] != DYNAMIC && layout.strides[i] != stride)
      return bad_result_part(v, op, "stride", stride, layout.strides[i], (int64_t)i);
  }
  return true;
}

// --- memref.expand_shape, memref.collapse_shape

static const ArrayAttr *group_at(const ArrayAttr *groups, uint64_t i) { return (const ArrayAttr *)groups->items[i]; }

// Each dimension of `collapsed` stands for a group of neighbouring dimensions of `expanded`.
static bool verify_groups(Verifier *v, const Operation *op, const ShapedType *collapsed, const ShapedType *expanded,
                          const ArrayAttr *groups) {
  if (groups->count != collapsed->rank)
    return verify_fail(v, op, "invalid number of reassociation groups: found %llu, expected %llu", (unsigned long long)groups->count,
                       (unsigned long long)collapsed->rank);
  int64_t next = 0;
  for (uint64_t i = 0; i < groups->count; i++) {
    const ArrayAttr *group = group_at(groups, i);
    bool is_dynamic = false;
    uint64_t size = 1;
    for (uint64_t k = 0; k < group->count; k++) {
      int64_t dim = attr_to_i64(group->items[k]);
      if (dim != next++) return fail(v, op, "reassociation indices must be contiguous");
      if (dim >= (int64_t)expanded->rank) return verify_fail(v, op, "reassociation index %lld is out of bounds", (long long)dim);
      is_dynamic |= expanded->dims[dim] == DYNAMIC;
      size *= (uint64_t)expanded->dims[dim];
    }
    if ((collapsed->dims[i] == DYNAMIC) != is_dynamic)
      return verify_fail(v, op, "collapsed dim (%llu) must be dynamic if and only if reassociation group is dynamic", (unsigned long long)i);
    if (!is_dynamic && (int64_t)size != collapsed->dims[i])
      return verify_fail(v, op, "collapsed dim size (%lld) must equal reassociation group size (%lld)", (long long)collapsed->dims[i],
                         (long long)size);
  }
  if (!collapsed->rank) {
    for (uint64_t i = 0; i < expanded->rank; i++)
      if (expanded->dims[i] != 1) return fail(v, op, "rank 0 memrefs can only be extended/collapsed with/from ones");
  } else if (next != (int64_t)expanded->rank) {
    return verify_fail(v, op, "expanded rank (%llu) inconsistent with number of reassociation indices (%lld)",
                       (unsigned long long)expanded->rank, (long long)next);
  }
  return true;
}

static T with_layout(Context *ctx, const ShapedType *source, const int64_t *dims, uint32_t rank, const Layout *layout) {
  A strided = layout ? attr_strided(ctx, layout->offset, layout->strides, rank) : NULL;
  return type_memref(ctx, dims, rank, source->element, strided, source->extra);
}

// The first dimension of a group takes the stride of the others together.
T memref_expanded_type(Context *ctx, Arena *arena, const ShapedType *source, const int64_t *dims, uint32_t rank, A reassociation) {
  const ArrayAttr *groups = (const ArrayAttr *)reassociation;
  if (memref_has_identity_layout(source)) return with_layout(ctx, source, dims, rank, NULL);
  Layout from = layout_of(ctx, arena, source), layout = {from.offset, arena_new(arena, int64_t, rank + 1)};
  if (!from.strides || !layout.strides) return NULL;
  uint32_t at = rank;
  for (uint32_t i = 0; i < rank; i++) layout.strides[i] = 1;
  for (uint64_t i = groups->count; i-- > 0;) {
    int64_t stride = from.strides[i];
    for (uint64_t k = group_at(groups, i)->count; k-- > 0;) {
      layout.strides[--at] = stride;
      stride = dynamic_mul(stride, dims[at]);
    }
  }
  return with_layout(ctx, source, dims, rank, &layout);
}

// A group has the stride of its last dimension of more than one element.
T memref_collapsed_type(Context *ctx, Arena *arena, const ShapedType *source, A reassociation) {
  const ArrayAttr *groups = (const ArrayAttr *)reassociation;
  int64_t *dims = arena_new(arena, int64_t, groups->count + 1);
  uint32_t rank = (uint32_t)groups->count;
  if (!dims) return NULL;
  for (uint64_t i = 0, dim = 0; i < rank; i++) {
    dims[i] = 1;
    for (uint64_t k = 0; k < group_at(groups, i)->count && dim < source->rank; k++) dims[i] = dynamic_mul(dims[i], source->dims[dim++]);
  }
  if (memref_has_identity_layout(source)) return with_layout(ctx, source, dims, rank, NULL);
  Layout from = layout_of(ctx, arena, source), layout = {from.offset, arena_new(arena, int64_t, groups->count + 1)};
  if (!from.strides || !layout.strides) return NULL;
  uint64_t end = 0;
  for (uint64_t i = 0; i < groups->count; i++) {
    uint64_t begin = end, last;
    end += group_at(groups, i)->count;
    if (begin == end) return NULL;
    for (last = end - 1; last > begin && source->dims[last] == 1; last--) {}
    layout.strides[i] = source->dims[last] != DYNAMIC || last == begin ? from.strides[last] : DYNAMIC;
  }
  for (uint64_t i = groups->count; i-- > 0;) {
    uint64_t begin = end - group_at(groups, i)->count;
    int64_t stride = layout.strides[i];
    for (uint64_t dim = end - 1; dim > begin; dim--) {
      stride = dynamic_mul(stride, source->dims[dim]);
      if (source->dims[dim - 1] != 1 && !may_equal(stride, from.strides[dim - 1])) return NULL;
    }
    end = begin;
  }
  return with_layout(ctx, source, dims, rank, &layout);
}

static bool verify_ranks(Verifier *v, const Operation *op, const ShapedType *source, const ShapedType *result, bool expands) {
  if (expands ? source->rank <= result->rank : source->rank >= result->rank) return true;
  unsigned long long r0 = source->rank, r1 = result->rank;
  return verify_fail(v, op, "has source rank %llu and result rank %llu. This is not %s (%llu %s %llu).", r0, r1,
                     expands ? "an expansion" : "a collapse", r0, expands ? ">" : "<", r1);
}

bool memref_verify_expand_shape(Verifier *v, const Operation *op) {
  const ShapedType *source = source_of(op), *result = result_of(op);
  const ArrayAttr *groups = (const ArrayAttr *)op_prop_at(op, MEMREF_EXPAND_SHAPE_REASSOCIATION);
  if (!verify_ranks(v, op, source, result, true) || !verify_groups(v, op, source, result, groups)) return false;
  T expected = memref_expanded_type(v->ctx, v->arena, source, result->dims, (uint32_t)result->rank,
                                    op_prop_at(op, MEMREF_EXPAND_SHAPE_REASSOCIATION));
  if (!expected) return fail(v, op, "invalid source layout map");
  if (expected != &result->base)
    return verify_fail(v, op, "expected expanded type to be '%s' but found '%s'", TYPE_ARG(expected), TYPE_ARG(&result->base));
  A shape = op_prop_at(op, MEMREF_EXPAND_SHAPE_STATIC_OUTPUT_SHAPE);
  if (index_count(shape) != result->rank)
    return verify_fail(v, op, "expected number of static shape bounds to be equal to the output rank (%llu) but found %llu inputs instead",
                       (unsigned long long)result->rank, (unsigned long long)index_count(shape));
  uint32_t dynamic = index_dynamic(shape, index_count(shape)), given = op->operand_count - 1;
  if (dynamic != given)
    return verify_fail(v, op,
                       "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has %u dynamic dims while "
                       "output_shape has %u values", dynamic, given);
  for (uint64_t i = 0; i < result->rank; i++) {
    if (result->dims[i] == DYNAMIC || result->dims[i] == index_list_at(shape, i)) continue;
    return verify_fail(v, op, "invalid output shape provided at pos %llu", (unsigned long long)i);
  }
  return true;
}

bool memref_verify_collapse_shape(Verifier *v, const Operation *op) {
  const ShapedType *source = source_of(op), *result = result_of(op);
  const ArrayAttr *groups = (const ArrayAttr *)op_prop_at(op, MEMREF_COLLAPSE_SHAPE_REASSOCIATION);
  if (!verify_ranks(v, op, source, result, false) || !verify_groups(v, op, result, source, groups)) return false;
  T expected = memref_collapsed_type(v->ctx, v->arena, source, op_prop_at(op, MEMREF_COLLAPSE_SHAPE_REASSOCIATION));
  if (!expected) return fail(v, op, "invalid source layout map or collapsing non-contiguous dims");
  if (expected == &result->base) return true;
  return verify_fail(v, op, "expected collapsed type to be '%s' but found '%s'", TYPE_ARG(expected), TYPE_ARG(&result->base));
}

// --- memref.reshape

bool memref_verify_reshape(Verifier *v, const Operation *op) {
  const ShapedType *source = source_of(op), *result = result_of(op), *shape = (const ShapedType *)op_operand_type(op, 1);
  if (source->element != result->element)
    return fail(v, op, "element types of source and destination memref types should be the same");
  if (type_has_rank(&source->base) && !memref_has_identity_layout(source))
    return fail(v, op, "source memref type should have identity affine map");
  if (!type_has_rank(&result->base)) return true;
  if (!memref_has_identity_layout(result)) return fail(v, op, "result memref type should have identity affine map");
  if (shape->dims[0] == DYNAMIC)
    return fail(v, op, "cannot use shape operand with dynamic length to reshape to statically-ranked memref type");
  return shape->dims[0] == (int64_t)result->rank || fail(v, op, "length of shape operand differs from the result's memref rank");
}

// --- memref.subview

T memref_subview_type(Context *ctx, Arena *arena, const ShapedType *source, const int64_t *offsets, const int64_t *sizes,
                      const int64_t *strides) {
  Layout base = layout_of(ctx, arena, source), layout = {base.offset, arena_new(arena, int64_t, source->rank + 1)};
  uint32_t rank = (uint32_t)source->rank;
  if (!base.strides || !layout.strides) return NULL;
  for (uint32_t i = 0; i < rank; i++) {
    layout.offset = dynamic_add(layout.offset, dynamic_mul(offsets[i], base.strides[i]));
    layout.strides[i] = dynamic_mul(base.strides[i], strides[i]);
  }
  return type_memref(ctx, sizes, rank, source->element, attr_strided(ctx, layout.offset, layout.strides, rank), source->extra);
}

static bool bad_subview(Verifier *v, const Operation *op, T expected, const char *what) {
  return verify_fail_plain(v, op, "expected result type to be '%s' or a rank-reduced version. (mismatch of result %s), but got '%s'",
                           TYPE_ARG(expected), what, TYPE_ARG(op_result_type(op, 0)));
}

bool memref_verify_subview(Verifier *v, const Operation *op) {
  const ShapedType *source = source_of(op), *result = result_of(op);
  T type = &result->base;
  SliceLists lists = slice_lists(op);
  if (!verify_slice_lists(v, op, source->rank, source->rank)) return false;
  if (source->extra != result->extra)
    return verify_fail_plain(v, op, "different memory spaces specified for base memref type '%s' and subview memref type '%s'",
                             TYPE_ARG(&source->base), TYPE_ARG(type));
  int64_t *numbers[3];
  const A given_lists[] = {lists.offsets, lists.sizes, lists.strides};
  for (uint32_t k = 0; k < 3; k++) {
    numbers[k] = arena_new(v->arena, int64_t, source->rank + 1);
    if (!numbers[k]) return false;
    for (uint64_t i = 0; i < source->rank; i++) numbers[k][i] = index_list_at(given_lists[k], i);
  }
  bool *dropped = arena_new(v->arena, bool, source->rank + 1);
  T expected = memref_subview_type(v->ctx, v->arena, source, numbers[0], numbers[1], numbers[2]);
  if (!dropped) return false;
  if (!expected) return verify_fail_plain(v, op, "base type '%s' is not strided", TYPE_ARG(&source->base));
  switch (slice_fit(expected, type)) {
    case SLICE_FITS: break;
    case SLICE_RANK_TOO_LARGE:
      return verify_fail_plain(v, op, "expected result rank to be smaller or equal to the source rank, but got '%s'", TYPE_ARG(type));
    case SLICE_SIZE_MISMATCH: return bad_subview(v, op, expected, "sizes");
    case SLICE_ELEMENT_MISMATCH:
      return verify_fail_plain(v, op, "expected result element type to be '%s', but got '%s'", TYPE_ARG(source->element), TYPE_ARG(type));
  }
  Layout given = layout_of(v->ctx, v->arena, result), wanted = layout_of(v->ctx, v->arena, (const ShapedType *)expected);
  if (!given.strides || !wanted.strides || given.offset != wanted.offset ||
      !memref_dropped_dims(v->ctx, v->arena, expected, type, numbers[1], dropped))
    return bad_subview(v, op, expected, "layout");
  for (uint64_t i = 0, k = 0; i < source->rank; i++)
    if (!dropped[i] && wanted.strides[i] != given.strides[k++]) return bad_subview(v, op, expected, "layout");
  return verify_slice_bounds(v, op, source, &lists);
}

// --- memref.transpose

// The type with its layout as short as it can be said (canonicalizeStridedLayout).
static T canonical_type(Verifier *v, T type) {
  Context *ctx = v->ctx;
  const ShapedType *memref = (const ShapedType *)type;
  const AffineMap *map = memref_layout_map(ctx, type);
  uint32_t rank = (uint32_t)memref->rank;
  if (affine_map_is_identity(map) || map->result_count != 1) return type;
  E wanted = affine_const(ctx, 0);
  E simple = affine_simplify(ctx, map->results[0], map->dim_count, map->symbol_count);
  bool is_canonical;
  if (!map->dim_count && !map->symbol_count) {
    if (map->results[0] != wanted) return type;
    is_canonical = true;
  } else {
    if (!rank) return type;
    uint32_t symbols = 0;
    int64_t size = 1;
    bool is_empty = false;
    for (uint32_t i = 0; i < rank; i++) is_empty |= memref->dims[i] == 0;
    for (uint32_t i = rank; !is_empty && i-- > 0;) {
      E stride = size == DYNAMIC ? affine_symbol(ctx, symbols++) : affine_const(ctx, size);
      E term = affine_mul(ctx, affine_dim(ctx, i), stride);
      wanted = i + 1 == rank ? term : affine_add(ctx, wanted, term);
      size = dynamic_mul(size, memref->dims[i]);
    }
    is_canonical = affine_simplify(ctx, wanted, rank, symbols) == simple;
  }
  A layout = is_canonical ? NULL : attr_affine_map(ctx, affine_map(ctx, map->dim_count, map->symbol_count, &simple, 1));
  return type_memref(ctx, memref->dims, rank, memref->element, layout, memref->extra);
}

bool memref_verify_transpose(Verifier *v, const Operation *op) {
  const ShapedType *source = source_of(op);
  T type = op_result_type(op, 0);
  const AffineMap *map = ((const MapAttr *)op_prop_at(op, MEMREF_TRANSPOSE_PERMUTATION))->map;
  if (!affine_map_is_permutation(map)) return fail(v, op, "expected a permutation map");
  if (map->dim_count != source->rank) return fail(v, op, "expected a permutation map of same rank as the input");
  Layout from = layout_of(v->ctx, v->arena, source), layout = {from.offset, arena_new(v->arena, int64_t, source->rank + 1)};
  int64_t *sizes = arena_new(v->arena, int64_t, source->rank + 1);
  if (!from.strides || !layout.strides || !sizes) return false;
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t dim = map->results[i]->value;
    sizes[i] = source->dims[dim];
    layout.strides[i] = from.strides[dim];
  }
  uint32_t rank = (uint32_t)source->rank;
  T expected = canonical_type(
      v, type_memref(v->ctx, sizes, rank, source->element, attr_strided(v->ctx, layout.offset, layout.strides, rank), source->extra));
  if (canonical_type(v, type) == expected) return true;
  return verify_fail(v, op, "result type '%s' is not equivalent to the canonical transposed input type '%s'", TYPE_ARG(type),
                     TYPE_ARG(expected));
}

// --- memref.view

bool memref_verify_view(Verifier *v, const Operation *op) {
  const ShapedType *source = source_of(op), *result = result_of(op);
  T from = &source->base, to = &result->base;
  if (!memref_has_identity_layout(source))
    return verify_fail_plain(v, op, "unsupported map for base memref type '%s'", TYPE_ARG(from));
  if (!memref_has_identity_layout(result))
    return verify_fail_plain(v, op, "unsupported map for result memref type '%s'", TYPE_ARG(to));
  if (source->extra != result->extra)
    return verify_fail_plain(v, op, "different memory spaces specified for base memref type '%s' and view memref type '%s'", TYPE_ARG(from),
                             TYPE_ARG(to));
  return memref_verify_sizes(v, op, result, op->operand_count - 2);
}
