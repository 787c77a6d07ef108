// Types that hold attributes: memrefs and their layouts, and opaque types.
#include "ir/affine.h"
#include "ir/attr.h"

// An integer attribute of value 0, of any type, is the default memory space.
static A without_default_space(A space) {
  if (!space || attr_kind(space) != ATTR_INTEGER) return space;
  APInt value = attr_int(space);
  return apint_is_zero(&value) ? NULL : space;
}

T type_memref(Context *ctx, const int64_t *dims, uint32_t rank, T element, A layout, A space) {
  if (layout && attr_kind(layout) == ATTR_AFFINE_MAP && affine_map_is_identity(((const MapAttr *)layout)->map)) layout = NULL;
  return type_shaped(ctx, TYPE_MEMREF, dims, rank, element, without_default_space(space), layout, 0);
}

T type_unranked_memref(Context *ctx, T element, A space) {
  return type_shaped(ctx, TYPE_UNRANKED_MEMREF, NULL, 0, element, without_default_space(space), NULL, 0);
}

T type_opaque(Context *ctx, Str dialect, Str text) {
  A dialect_attr = attr_string(ctx, dialect), text_attr = attr_string(ctx, text);
  OpaqueType *key = unique_key(ctx, sizeof *key);
  key->dialect = dialect_attr;
  key->text = text_attr;
  return type_unique(ctx, &type_defs[TYPE_OPAQUE], key, sizeof *key);
}

// --- Memref layouts

// The affine form of strided<[…], offset: …>: dynamic parts become symbols, the offset first.
static const AffineMap *strided_map(Context *ctx, const StridedAttr *layout) {
  uint32_t symbols = 0;
  E sum = layout->offset == DYNAMIC ? affine_symbol(ctx, symbols++) : affine_const(ctx, layout->offset);
  for (uint32_t i = 0; i < layout->rank; i++) {
    E stride = layout->strides[i] == DYNAMIC ? affine_symbol(ctx, symbols++) : affine_const(ctx, layout->strides[i]);
    sum = affine_add(ctx, sum, affine_mul(ctx, affine_dim(ctx, i), stride));
  }
  return affine_map(ctx, (uint32_t)layout->rank, symbols, &sum, 1);
}

const AffineMap *memref_layout_map(Context *ctx, T memref) {
  const ShapedType *type = (const ShapedType *)memref;
  if (type->layout && attr_kind(type->layout) == ATTR_AFFINE_MAP) return ((const MapAttr *)type->layout)->map;
  if (type->layout && attr_kind(type->layout) == ATTR_STRIDED) return strided_map(ctx, (const StridedAttr *)type->layout);
  return affine_map_identity(ctx, (uint32_t)type->rank);
}

// An outer stride is unknown past a dynamic dimension, and past an empty one too.
static void row_major_strides(const ShapedType *type, int64_t *strides) {
  uint64_t running = 1;
  bool dynamic = false;
  for (uint64_t i = type->rank; i-- > 0;) {
    strides[i] = dynamic ? DYNAMIC : (int64_t)running;
    if (type->dims[i] <= 0) dynamic = true;
    running *= (uint64_t)type->dims[i];
  }
}

bool memref_strides_and_offset(Context *ctx, T memref, int64_t *strides, int64_t *offset) {
  if (type_kind(memref) != TYPE_MEMREF) return false;
  const ShapedType *type = (const ShapedType *)memref;
  uint32_t rank = (uint32_t)type->rank;
  *offset = 0;
  if (!type->layout) {
    row_major_strides(type, strides);
    return true;
  }
  if (attr_kind(type->layout) == ATTR_STRIDED) {
    const StridedAttr *layout = (const StridedAttr *)type->layout;
    if (layout->rank != rank) return false;
    if (rank) memcpy(strides, layout->strides, sizeof(int64_t) * rank);
    *offset = layout->offset;
    return true;
  }
  if (attr_kind(type->layout) != ATTR_AFFINE_MAP) return false;
  const AffineMap *map = ((const MapAttr *)type->layout)->map;
  E offset_expr, *stride_exprs = arena_new(&ctx->arena, E, rank);
  if (!stride_exprs || !affine_extract_strides(ctx, map, rank, stride_exprs, &offset_expr)) return false;
  if (!affine_is_const(offset_expr, offset)) *offset = DYNAMIC;
  for (uint32_t i = 0; i < rank; i++)
    if (!affine_is_const(stride_exprs[i], &strides[i])) strides[i] = DYNAMIC;
  return true;
}

bool memref_has_identity_layout(const ShapedType *memref) {
  if (!memref->layout) return true;
  if (attr_kind(memref->layout) != ATTR_STRIDED) return false;
  const StridedAttr *strided = (const StridedAttr *)memref->layout;
  return strided->rank == 1 && strided->strides[0] == 1 && strided->offset == 0;
}

bool memref_space_number(T memref, uint32_t *space) {
  A attr = ((const ShapedType *)memref)->extra;
  *space = 0;
  if (!attr) return true;
  if (attr_kind(attr) != ATTR_INTEGER) return false;
  T type = ((const IntegerAttr *)attr)->type;
  if (!type_is_index(type) && !type_is_signless_int(type)) return false;
  *space = (uint32_t)attr_to_i64(attr);
  return true;
}
