// Views and slices: see view_like.h.
#include "dialects/common/view_like.h"

IndexList index_list(A attr) {
  bool is_list = attr && attr_kind(attr) == ATTR_DENSE_ARRAY;
  return (IndexList){attr, is_list ? ((const DenseArrayAttr *)attr)->count : 0};
}

bool verify_index_list(Verifier *v, const Operation *op, const char *name, uint64_t expected, A integers, uint32_t operands) {
  IndexList list = index_list(integers);
  if (list.count != expected)
    return verify_fail_plain(v, op, "expected %llu %s values, got %llu", (unsigned long long)expected, name,
                             (unsigned long long)list.count);
  uint64_t dynamic = 0;
  for (uint64_t i = 0; i < list.count; i++) dynamic += index_list_at(&list, i) == DYNAMIC;
  if (dynamic == operands) return true;
  return verify_fail_plain(v, op, "expected %llu dynamic %s values", (unsigned long long)dynamic, name);
}

SliceLists slice_lists(const Operation *op) {
  return (SliceLists){index_list(op_prop(op, "static_offsets")), index_list(op_prop(op, "static_sizes")),
                      index_list(op_prop(op, "static_strides"))};
}

static bool all_non_negative(Verifier *v, const Operation *op, const IndexList *list, const char *name) {
  for (uint64_t i = 0; i < list->count; i++) {
    int64_t value = index_list_at(list, i);
    if (value >= 0 || value == DYNAMIC) continue;
    return verify_fail_plain(v, op, "expected %s to be non-negative, but got %lld", name, (long long)value);
  }
  return true;
}

// As many operands as the list has unknown entries.
static bool dynamic_count_fits(Verifier *v, const Operation *op, const IndexList *list, const char *name) {
  uint64_t dynamic = 0, given = span_size(op_operands_named(op, name));
  for (uint64_t i = 0; i < list->count; i++) dynamic += index_list_at(list, i) == DYNAMIC;
  if (dynamic == given) return true;
  return verify_fail_plain(v, op, "expected the number of '%s' to match the number of dynamic entries in 'static_%s' (%llu vs %llu)", name,
                           name, (unsigned long long)given, (unsigned long long)dynamic);
}

bool verify_slice_lists(Verifier *v, const Operation *op, uint64_t offsets, uint64_t rank) {
  SliceLists lists = slice_lists(op);
  if (!dynamic_count_fits(v, op, &lists.sizes, "sizes") || !dynamic_count_fits(v, op, &lists.strides, "strides") ||
      !dynamic_count_fits(v, op, &lists.offsets, "offsets"))
    return false;
  if (!(lists.offsets.count == 1 && offsets == 1) && lists.offsets.count != lists.sizes.count)
    return verify_fail_plain(v, op,
                             "expected mixed offsets rank to match mixed sizes rank (%llu vs %llu) so the rank of the result type is well-formed.",
                             (unsigned long long)lists.offsets.count, (unsigned long long)lists.sizes.count);
  if (lists.sizes.count != lists.strides.count)
    return verify_fail_plain(v, op,
                             "expected mixed sizes rank to match mixed strides rank (%llu vs %llu) so the rank of the result type is well-formed.",
                             (unsigned long long)lists.sizes.count, (unsigned long long)lists.strides.count);
  return verify_index_list(v, op, "offset", offsets, lists.offsets.attr, span_size(op_operands_named(op, "offsets"))) &&
         verify_index_list(v, op, "size", rank, lists.sizes.attr, span_size(op_operands_named(op, "sizes"))) &&
         verify_index_list(v, op, "stride", rank, lists.strides.attr, span_size(op_operands_named(op, "strides"))) &&
         all_non_negative(v, op, &lists.offsets, "offsets") && all_non_negative(v, op, &lists.sizes, "sizes");
}

#define LAST_UNBOUNDED_SLICES 19   // slices that go over the end of their source were no error up to then

bool verify_slice_bounds(Verifier *v, const Operation *op, const ShapedType *source, const SliceLists *lists) {
  if (context_until(v->ctx, LAST_UNBOUNDED_SLICES)) return true;
  for (uint64_t i = 0; i < source->rank; i++) {
    int64_t dim = source->dims[i], offset = index_list_at(&lists->offsets, i);
    if (dim == DYNAMIC || offset == DYNAMIC) continue;
    if (offset >= dim)
      return verify_fail_plain(v, op, "offset %llu is out-of-bounds: %lld >= %lld", (unsigned long long)i, (long long)offset,
                               (long long)dim);
    int64_t size = index_list_at(&lists->sizes, i), stride = index_list_at(&lists->strides, i);
    if (size == DYNAMIC || stride == DYNAMIC) continue;
    int64_t last = (int64_t)((uint64_t)offset + ((uint64_t)size - 1) * (uint64_t)stride);
    if (last < dim) continue;
    return verify_fail_plain(v, op, "slice along dimension %llu runs out-of-bounds: %lld >= %lld", (unsigned long long)i,
                             (long long)last, (long long)dim);
  }
  return true;
}

SliceFit slice_fit(T original, T reduced) {
  if (original == reduced) return SLICE_FITS;
  const ShapedType *all = (const ShapedType *)original, *some = (const ShapedType *)reduced;
  if (some->rank > all->rank) return SLICE_RANK_TOO_LARGE;
  uint64_t next = 0;
  for (uint64_t i = 0; i < all->rank; i++) {
    if (next < some->rank && all->dims[i] == some->dims[next]) next++;
    else if (all->dims[i] != 1) return SLICE_SIZE_MISMATCH;
  }
  if (next != some->rank) return SLICE_SIZE_MISMATCH;
  return all->element == some->element ? SLICE_FITS : SLICE_ELEMENT_MISMATCH;
}
