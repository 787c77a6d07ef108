// Views and slices: see view_like.h.
#include "dialects/common/view_like.h"

uint64_t index_count(A list) { return list && attr_kind(list) == ATTR_DENSE_ARRAY ? ((const DenseArrayAttr *)list)->count : 0; }

uint32_t index_dynamic(A list, uint64_t count) {
  uint32_t dynamic = 0;
  for (uint64_t i = 0; i < count; i++) dynamic += index_list_at(list, i) == DYNAMIC;
  return dynamic;
}

bool verify_index_list(Verifier *v, const Operation *op, const char *name, uint64_t expected, A list, uint32_t operands) {
  if (index_count(list) != expected)
    return verify_fail_plain(v, op, "expected %llu %s values, got %llu", (unsigned long long)expected, name,
                             (unsigned long long)index_count(list));
  uint32_t dynamic = index_dynamic(list, index_count(list));
  return dynamic == operands || verify_fail_plain(v, op, "expected %u dynamic %s values", dynamic, name);
}

SliceLists slice_lists(const Operation *op) {
  return (SliceLists){op_prop(op, "static_offsets"), op_prop(op, "static_sizes"), op_prop(op, "static_strides")};
}

static bool all_non_negative(Verifier *v, const Operation *op, A list, const char *name) {
  for (uint64_t i = 0; i < index_count(list); i++) {
    int64_t value = index_list_at(list, i);
    if (value >= 0 || value == DYNAMIC) continue;
    return verify_fail_plain(v, op, "expected %s to be non-negative, but got %lld", name, (long long)value);
  }
  return true;
}

// As many operands as the list has unknown entries.
static bool dynamic_count_fits(Verifier *v, const Operation *op, A list, const char *name) {
  uint32_t dynamic = index_dynamic(list, index_count(list)), given = span_size(op_operands_named(op, name));
  if (dynamic == given) return true;
  return verify_fail_plain(v, op, "expected the number of '%s' to match the number of dynamic entries in 'static_%s' (%u vs %u)", name,
                           name, given, dynamic);
}

bool verify_slice_lists(Verifier *v, const Operation *op, uint64_t offsets, uint64_t rank) {
  SliceLists lists = slice_lists(op);
  if (!dynamic_count_fits(v, op, lists.sizes, "sizes") || !dynamic_count_fits(v, op, lists.strides, "strides") ||
      !dynamic_count_fits(v, op, lists.offsets, "offsets"))
    return false;
  if (!(index_count(lists.offsets) == 1 && offsets == 1) && index_count(lists.offsets) != index_count(lists.sizes))
    return verify_fail_plain(v, op,
                             "expected mixed offsets rank to match mixed sizes rank (%llu vs %llu) so the rank of the result type is well-formed.",
                             (unsigned long long)index_count(lists.offsets), (unsigned long long)index_count(lists.sizes));
  if (index_count(lists.sizes) != index_count(lists.strides))
    return verify_fail_plain(v, op,
                             "expected mixed sizes rank to match mixed strides rank (%llu vs %llu) so the rank of the result type is well-formed.",
                             (unsigned long long)index_count(lists.sizes), (unsigned long long)index_count(lists.strides));
  return verify_index_list(v, op, "offset", offsets, lists.offsets, span_size(op_operands_named(op, "offsets"))) &&
         verify_index_list(v, op, "size", rank, lists.sizes, span_size(op_operands_named(op, "sizes"))) &&
         verify_index_list(v, op, "stride", rank, lists.strides, span_size(op_operands_named(op, "strides"))) &&
         all_non_negative(v, op, lists.offsets, "offsets") && all_non_negative(v, op, lists.sizes, "sizes");
}

#define LAST_UNBOUNDED_SLICES 19   // slices that go over the end of their source were no error up to then

bool verify_slice_bounds(Verifier *v, const Operation *op, const ShapedType *source, const SliceLists *lists) {
  if (context_until(v->ctx, LAST_UNBOUNDED_SLICES)) return true;
  for (uint64_t i = 0; i < source->rank; i++) {
    int64_t dim = source->dims[i], offset = index_list_at(lists->offsets, i);
    if (dim == DYNAMIC || offset == DYNAMIC) continue;
    if (offset >= dim)
      return verify_fail_plain(v, op, "offset %llu is out-of-bounds: %lld >= %lld", (unsigned long long)i, (long long)offset,
                               (long long)dim);
    int64_t size = index_list_at(lists->sizes, i), stride = index_list_at(lists->strides, i);
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
