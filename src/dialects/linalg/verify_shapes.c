// What linalg.pack, linalg.unpack and the parts of Winograd's convolution must satisfy
// (after mlir/lib/Dialect/Linalg/IR/LinalgOps.cpp).
#include "ops/linalg.h"

#include "dialects/common/op_fold_result.h"
#include "dialects/linalg/hooks.h"
#include "ir/text.h"
#include "ir/type.h"
#include "ir/verifier.h"

static uint64_t count_of(A dims) { return dims ? ((const DenseArrayAttr *)dims)->count : 0; }

// Distinct dimensions below the rank.
static bool are_dims(A dims, uint64_t rank) {
  for (uint64_t i = 0; i < count_of(dims); i++) {
    int64_t dim = dense_array_i64(dims, i);
    if (dim < 0 || (uint64_t)dim >= rank) return false;
    for (uint64_t k = 0; k < i; k++)
      if (dense_array_i64(dims, k) == dim) return false;
  }
  return count_of(dims) <= rank;
}

static bool fits(const int64_t *expected, const int64_t *dims, uint64_t rank) {
  for (uint64_t i = 0; i < rank; i++)
    if (expected[i] != DYNAMIC && dims[i] != DYNAMIC && expected[i] != dims[i]) return false;
  return true;
}

static T packed_type(const Verifier *v, const ShapedType *plain, A positions, A order, OpFoldResultList tiles) {
  uint32_t rank = (uint32_t)plain->rank;
  int64_t *sizes = arena_new(v->arena, int64_t, rank + 1), *dims = arena_new(v->arena, int64_t, rank + tiles.count + 1);
  memcpy(sizes, plain->dims, rank * sizeof *sizes);
  for (uint32_t i = 0; i < tiles.count; i++) {
    int64_t *size = &sizes[dense_array_i64(positions, i)], tile = tiles.items[i].value ? DYNAMIC : tiles.items[i].constant;
    *size = *size == DYNAMIC || tile == DYNAMIC ? DYNAMIC : *size / tile + (*size % tile > 0);
    dims[rank + i] = tile;
  }
  for (uint32_t i = 0; i < rank; i++) dims[i] = sizes[count_of(order) ? dense_array_i64(order, i) : (int64_t)i];
  return type_tensor(v->ctx, dims, rank + tiles.count, plain->element, NULL);
}

static bool verify_tiles(Verifier *v, const Operation *op, const ShapedType *plain, const ShapedType *packed) {
  A positions = op_prop(op, "inner_dims_pos"), order = op_prop(op, "outer_dims_perm");
  OpFoldResultList tiles = ofr_list(op, "static_inner_tiles", "inner_tiles", v->arena);
  for (uint32_t i = 0; i < tiles.count; i++)
    if (ofr_is(ofr_fold(tiles.items[i]), 0)) return verify_fail_plain(v, op, "invalid zero tile factor");
  if (!are_dims(positions, plain->rank)) return verify_fail_plain(v, op, "invalid inner_dims_pos vector");
  if (!are_dims(order, plain->rank)) return verify_fail_plain(v, op, "invalid outer_dims_perm vector");
  if (count_of(order) && count_of(order) != plain->rank) return verify_fail_plain(v, op, "outer_dims_perm must be a permutation or empty");
  if (tiles.count > plain->rank)
    return verify_fail_plain(v, op, "tiling factors must be less than or equal to the input rank for pack or output rank for unpack");
  if (tiles.count != count_of(positions)) return verify_fail_plain(v, op, "tiling factors must equal the number of dimensions to tile");
  if (plain->rank + tiles.count != packed->rank)
    return verify_fail_plain(v, op, "packed rank != (unpacked rank + num tiling factors), got %u != %u", (uint32_t)packed->rank, (uint32_t)plain->rank + tiles.count);
  T expected = packed_type(v, plain, positions, order, tiles);
  if (!fits(type_as_shaped(expected)->dims, packed->dims, packed->rank))
    return verify_fail_plain(v, op, "expected '%s' for the packed domain value, got '%s'", type_text(v->ctx, expected), type_text(v->ctx, &packed->base));
  for (uint32_t i = 0; i < tiles.count; i++) {
    OpFoldResult tile = ofr_fold(tiles.items[i]);
    int64_t size = packed->dims[plain->rank + i];
    bool agrees = size == DYNAMIC ? tiles.items[i].value != NULL : !tile.value && tile.constant == size;
    if (!agrees) return verify_fail_plain(v, op, "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type");
  }
  return true;
}

bool verify_linalg_pack(Verifier *v, const Operation *op) {
  const ShapedType *source = type_as_shaped(op_operand_type(op, 0)), *dest = type_as_shaped(op_operand_type(op, 1));
  if (!verify_tiles(v, op, source, dest)) return false;
  Span padding = op_operands_named(op, "padding_value");
  if (padding.begin < padding.end) {
    T type = op_operand_type(op, padding.begin);
    return type == source->element ||
           verify_fail(v, op, "expected padding_value has '%s' but got: '%s'", type_text(v->ctx, source->element), type_text(v->ctx, type));
  }
  A positions = op_prop_at(op, LINALG_PACK_INNER_DIMS_POS), order = op_prop_at(op, LINALG_PACK_OUTER_DIMS_PERM);
  OpFoldResultList tiles = ofr_list(op, "static_inner_tiles", "inner_tiles", v->arena);
  for (uint32_t i = 0; i < tiles.count; i++) {
    int64_t dim = dense_array_i64(positions, i), size = source->dims[dim], outer = dim;
    OpFoldResult tile = ofr_fold(tiles.items[i]);
    for (uint64_t k = 0; k < count_of(order); k++)
      if (dense_array_i64(order, k) == dim) outer = (int64_t)k;
    int64_t by = tile.value ? dest->dims[outer] : tile.constant;
    if (size == DYNAMIC || by == DYNAMIC || by == 0 || size % by == 0) continue;
    return verify_fail(v, op, "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set");
  }
  return true;
}

bool verify_linalg_unpack(Verifier *v, const Operation *op) {
  return verify_tiles(v, op, type_as_shaped(op_operand_type(op, 1)), type_as_shaped(op_operand_type(op, 0)));
}

// ---------------------------------------------------------------------------------------------
// Winograd: m by m results for each tile, filters of r by r

typedef struct Winograd {
  int64_t m, r;
  const ShapedType *from, *to;
} Winograd;

static Winograd winograd_of(const Operation *op, uint32_t slot) {
  static const uint8_t sizes[][2] = {{2, 3}, {4, 3}, {2, 5}};
  int64_t which = op_prop_i64_at(op, slot);
  if (which < 0 || which >= (int64_t)countof(sizes)) which = 0;
  return (Winograd){sizes[which][0], sizes[which][1], type_as_shaped(op_operand_type(op, 0)), type_as_shaped(op_operand_type(op, 1))};
}

static bool verify_output(Verifier *v, const Operation *op, const Winograd *w, const int64_t *expected) {
  return fits(expected, w->to->dims, w->to->rank) || verify_fail(v, op, "the output shape is not expected");
}

bool verify_winograd_filter(Verifier *v, const Operation *op) {
  Winograd w = winograd_of(op, LINALG_WINOGRAD_FILTER_TRANSFORM_FMR);
  int64_t height = w.from->dims[1], width = w.from->dims[2], tile = w.m + w.r - 1;
  if (height != w.r && height != 1) return verify_fail(v, op, "expect filter height either equals to r or 1");
  if (width != w.r && width != 1) return verify_fail(v, op, "expect filter width either equals to r or 1");
  if (height == 1 && width == 1) return verify_fail(v, op, "expect either filter height or width equals to r");
  return verify_output(v, op, &w, (const int64_t[]){height == 1 ? 1 : tile, width == 1 ? 1 : tile, w.from->dims[3], w.from->dims[0]});
}

bool verify_winograd_input(Verifier *v, const Operation *op) {
  Winograd w = winograd_of(op, LINALG_WINOGRAD_INPUT_TRANSFORM_FMR);
  int64_t tile = w.m + w.r - 1, expected[6] = {0, 0, 0, 0, w.from->dims[0], w.from->dims[3]};
  for (uint32_t i = 0; i < 2; i++) {
    int64_t size = w.from->dims[1 + i];
    bool is_transformed = w.to->dims[i] != 1;
    expected[i] = size == DYNAMIC || is_transformed ? tile : 1;
    expected[2 + i] = size == DYNAMIC ? DYNAMIC : is_transformed ? (size - (w.r - 1)) / w.m : size;
  }
  return verify_output(v, op, &w, expected);
}

bool verify_winograd_output(Verifier *v, const Operation *op) {
  Winograd w = winograd_of(op, LINALG_WINOGRAD_OUTPUT_TRANSFORM_FMR);
  int64_t expected[4] = {w.from->dims[4], 0, 0, w.from->dims[5]};
  for (uint32_t i = 0; i < 2; i++) {
    int64_t size = w.from->dims[i], tiles = w.from->dims[2 + i];
    expected[1 + i] = DYNAMIC;
    if (size == DYNAMIC) continue;
    if (size != 1 && size != w.m + w.r - 1) return verify_fail(v, op, "expect input %s equals to input tile size", i ? "width" : "height");
    if (tiles != DYNAMIC) expected[1 + i] = (size != 1 ? w.m : 1) * tiles;
  }
  return verify_output(v, op, &w, expected);
}
