#include "editions/layouts.h"

#include "ir/affine.h"
#include "ir/edition.h"
#include "ir/op.h"
#include "ir/type_map.h"

// A positive number, or a symbol that stands nowhere else.
static bool read_step(E expr, uint64_t *symbols, int64_t *out) {
  if (affine_is_const(expr, out)) return true;
  *out = DYNAMIC;
  if (expr->kind != AFFINE_SYMBOL || expr->value >= 63 || *symbols >> expr->value & 1) return false;
  *symbols |= (uint64_t)1 << expr->value;
  return true;
}

// NULL: the map says more, or less.
static A strided_of(Context *ctx, const AffineMap *map, uint32_t rank) {
  E offset, *exprs = arena_new(&ctx->arena, E, rank + 1);
  int64_t first, *strides = arena_new(&ctx->arena, int64_t, rank + 1);
  uint64_t symbols = 0;
  if (!exprs || !strides || !affine_extract_strides(ctx, map, rank, exprs, &offset) || !read_step(offset, &symbols, &first)) return NULL;
  if (first < 0 && first != DYNAMIC) return NULL;
  for (uint32_t i = 0; i < rank; i++)
    if (!read_step(exprs[i], &symbols, &strides[i]) || (strides[i] <= 0 && strides[i] != DYNAMIC)) return NULL;
  bool all = map->symbol_count < 63 && symbols == ((uint64_t)1 << map->symbol_count) - 1;
  return all ? attr_strided(ctx, first, strides, rank) : NULL;
}

static T with_strides(TypeMap *map, T type) {
  if (type_kind(type) != TYPE_MEMREF) return NULL;
  const ShapedType *memref = (const ShapedType *)type;
  if (!memref->layout || attr_kind(memref->layout) != ATTR_AFFINE_MAP) return NULL;
  A layout = strided_of(map->ctx, memref_layout_map(map->ctx, type), (uint32_t)memref->rank);
  return layout ? type_memref(map->ctx, memref->dims, (uint32_t)memref->rank, type_map(map, memref->element), layout, memref->extra) : NULL;
}

static T with_same_strides(TypeMap *map, T type) {
  T made = with_strides(map, type);
  return made && memref_layout_map(map->ctx, made) == memref_layout_map(map->ctx, type) ? made : NULL;
}

static WalkResult visit_to_mark(Operation *op, void *data) {
  if (type_map_concerns(data, op)) op->flags |= OP_UPGRADED;
  return WALK_ADVANCE;
}

static WalkResult visit_to_change(Operation *op, void *data) {
  type_map_op(data, op);
  return WALK_ADVANCE;
}

void layouts_upgrade(Module *module, const Edition *to) {
  bool has_maps_only = to->older_text & OLDER_OFFSET_AND_STRIDES && !(to->older_text & OLDER_WRITTEN_STRIDES);
  TypeMap map;
  type_map_init(&map, module->context, has_maps_only ? with_same_strides : with_strides);
  op_walk_pre(module->op, visit_to_mark, &map);
  op_walk_pre(module->op, visit_to_change, &map);
  type_map_free(&map);
}
