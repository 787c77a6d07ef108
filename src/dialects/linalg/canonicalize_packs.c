// Folds and canonicalization of linalg.pack and linalg.unpack
// (after PackOp and UnPackOp in mlir/lib/Dialect/Linalg/IR/LinalgOps.cpp).
#include "ops/linalg.h"
#include "ops/tensor.h"

#include "dialects/canonicalization.h"
#include "dialects/common/dense_fold.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/linalg/build.h"
#include "dialects/tensor/hooks.h"
#include "ir/constants.h"
#include "ir/type.h"
#include "rewrite/greedy.h"

// ---------------------------------------------------------------------------------------------
// Folds

static bool fold_splat(Folder *folder, Operation *op, A source, A padding) {
  const DenseAttr *dense = dense_or_null(source);
  T type = op_result_type(op, 0);
  if (!dense || !dense->splat || !type_has_static_shape(type)) return false;
  A scalar = dense_element_attr(folder->ctx, source, 0);
  return (!padding || padding == scalar) && fold_to(folder, dense_reshape(folder->ctx, source, type));
}

bool fold_linalg_pack(Folder *folder, Operation *op, const A *constants) {
  Span padding = op_operands_named(op, "padding_value");
  bool is_padded = padding.begin < padding.end;
  if (is_padded && !constants[padding.begin]) return false;
  return fold_splat(folder, op, constants[0], is_padded ? constants[padding.begin] : NULL);
}

bool fold_linalg_unpack(Folder *folder, Operation *op, const A *constants) { return fold_splat(folder, op, constants[0], NULL); }

// ---------------------------------------------------------------------------------------------
// Packed and unpacked again

static bool is_same_order(A a, A b) {
  if (a == b) return true;
  A given = a ? a : b;
  if (a && b) return false;
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)given)->count; i++)
    if (dense_array_i64(given, i) != (int64_t)i) return false;
  return true;
}

static OpFoldResultList tiles_of(Greedy *g, const Operation *op) { return ofr_list(op, "static_inner_tiles", "inner_tiles", g->arena); }

static bool are_inverse(Greedy *g, const Operation *pack, const Operation *unpack) {
  OpFoldResultList a = tiles_of(g, pack), b = tiles_of(g, unpack);
  if (op_prop_at(pack, LINALG_PACK_INNER_DIMS_POS) != op_prop_at(unpack, LINALG_UNPACK_INNER_DIMS_POS) || a.count != b.count) return false;
  for (uint32_t i = 0; i < a.count; i++)
    if (!ofr_equal(ofr_fold(a.items[i]), ofr_fold(b.items[i]))) return false;
  return is_same_order(op_prop_at(pack, LINALG_PACK_OUTER_DIMS_PERM), op_prop_at(unpack, LINALG_UNPACK_OUTER_DIMS_PERM));
}

static bool is_padded(const Operation *pack) { return span_size(op_operands_named(pack, "padding_value")) != 0; }

static bool pack_of_unpack(Greedy *g, Operation *op) {
  Operation *unpack = value_def(op_operand(op, 0));
  if (!op_is(unpack, OP_LINALG_UNPACK) || op_operand_type(unpack, 0) != op_operand_type(op, 1) || is_padded(op) || !are_inverse(g, op, unpack)) return false;
  return greedy_replace1(g, op, op_operand(unpack, 0));
}

static bool unpack_of_pack(Greedy *g, Operation *op) {
  Operation *pack = value_def(op_operand(op, 0));
  if (!op_is(pack, OP_LINALG_PACK) || op_operand_type(pack, 0) != op_operand_type(op, 1) || is_padded(pack) || !are_inverse(g, pack, op)) return false;
  return greedy_replace1(g, op, op_operand(pack, 0));
}

// Padding that no tile needs.
static bool drop_padding(Greedy *g, Operation *op) {
  Span padding = op_operands_named(op, "padding_value");
  const ShapedType *type = type_as_shaped(op_operand_type(op, 0));
  A positions = op_prop_at(op, LINALG_PACK_INNER_DIMS_POS);
  OpFoldResultList tiles = tiles_of(g, op);
  if (!span_size(padding) || !type_has_static_shape(&type->base) || !type_has_static_shape(op_result_type(op, 0))) return false;
  for (uint32_t i = 0; i < tiles.count; i++) {
    OpFoldResult tile = ofr_fold(tiles.items[i]);
    if (tile.value || tile.constant <= 0 || type->dims[dense_array_i64(positions, i)] % tile.constant) return false;
  }
  op_erase_operands(op, padding.begin, 1);
  A sizes = attr_i32_array(g->ctx, (const int32_t[]){1, 1, 0, (int32_t)(op->operand_count - 2)}, 4);
  op_set_attr(g->module, op, STR("operandSegmentSizes"), sizes);
  return greedy_updated(g, op);
}

// ---------------------------------------------------------------------------------------------
// Sizes that one side tells

static Value *cast_to(Greedy *g, Value *value, const int64_t *dims) {
  const ShapedType *type = type_as_shaped(value->type);
  T wanted = type_tensor(g->ctx, dims, (uint32_t)type->rank, type->element, type->extra);
  return build_tensor_cast(&g->b, wanted, value);
}

// Dimensions that are not tiled are as large on both sides.
static bool infer_sizes(Greedy *g, Operation *op) {
  bool packs = op_is(op, OP_LINALG_PACK);
  uint32_t plain_operand = packs ? 0 : 1, packed_operand = 1 - plain_operand;
  const ShapedType *plain = type_as_shaped(op_operand_type(op, plain_operand)), *packed = type_as_shaped(op_operand_type(op, packed_operand));
  A positions = packs ? op_prop_at(op, LINALG_PACK_INNER_DIMS_POS) : op_prop_at(op, LINALG_UNPACK_INNER_DIMS_POS);
  A order = packs ? op_prop_at(op, LINALG_PACK_OUTER_DIMS_PERM) : op_prop_at(op, LINALG_UNPACK_OUTER_DIMS_PERM);
  int64_t *sizes = arena_new(g->arena, int64_t, plain->rank + 1), *tiled = arena_new(g->arena, int64_t, packed->rank + 1);
  bool any = false;
  memcpy(sizes, plain->dims, plain->rank * sizeof *sizes);
  memcpy(tiled, packed->dims, packed->rank * sizeof *tiled);
  bool has_order = order && ((const DenseArrayAttr *)order)->count;
  for (uint32_t i = 0; i < plain->rank; i++) {
    int64_t dim = has_order ? dense_array_i64(order, i) : (int64_t)i;   // of the plain side, which is the outer one i
    bool is_tiled = false;
    for (uint64_t k = 0; k < ((const DenseArrayAttr *)positions)->count; k++) is_tiled |= dense_array_i64(positions, k) == dim;
    if (is_tiled || (sizes[dim] == DYNAMIC) == (tiled[i] == DYNAMIC)) continue;
    if (sizes[dim] == DYNAMIC) sizes[dim] = tiled[i];
    else tiled[i] = sizes[dim];
    any = true;
  }
  if (!any) return false;
  T result = op_result_type(op, 0);
  greedy_set_operand(g, op, plain_operand, cast_to(g, op_operand(op, plain_operand), sizes));
  greedy_set_operand(g, op, packed_operand, cast_to(g, op_operand(op, packed_operand), tiled));
  T type = op_operand_type(op, 1);
  if (type != result) {
    op_result(op, 0)->type = type;
    builder_after(&g->b, op);
    Value *cast = build1(&g->b, OP_TENSOR_CAST, result, op_result(op, 0));
    for (Use *use = op_result(op, 0)->uses, *next; use; use = next) {
      next = use->next;
      if (use->owner != value_def(cast)) greedy_set_operand(g, use->owner, use_index(use), cast);
    }
  }
  op_touched(op);
  return greedy_updated(g, op);
}

// ---------------------------------------------------------------------------------------------
// Destinations and casts

// What is written into only says how large it is.
static bool skip_destination(Greedy *g, Operation *op) {
  Operation *def = value_def(op_operand(op, 1));
  if (!def) return false;
  Value *init = NULL;
  if (op_is(def, OP_LINALG_PACK) || op_is(def, OP_LINALG_UNPACK)) init = op_operand(def, 1);
  else if (op_is(def, OP_TENSOR_INSERT) || op_is(def, OP_TENSOR_INSERT_SLICE)) init = op_operand(def, 1);
  else if (ask_linalg_op(def->def)) init = op_operand(def, structured_inits(def).begin + op_operand(op, 1)->index);
  if (!init || init->type != op_operand_type(op, 1)) return false;
  greedy_set_operand(g, op, 1, init);
  return greedy_updated(g, op);
}

// Tiles become numbers where the packed side tells them.
static bool skip_casts(Greedy *g, Operation *op) {
  Value *operands[2];
  bool any = false;
  for (uint32_t i = 0; i < 2; i++) {
    Operation *cast = value_def(op_operand(op, i));
    bool skips = op_is(cast, OP_TENSOR_CAST) && tensor_cast_loses_nothing(cast);
    operands[i] = skips ? op_operand(cast, 0) : op_operand(op, i);
    any |= skips;
  }
  if (!any) return false;
  bool packs = op_is(op, OP_LINALG_PACK);
  const ShapedType *packed = type_as_shaped(operands[packs]->type);
  OpFoldResultList tiles = tiles_of(g, op);
  for (uint32_t i = 0; i < tiles.count; i++) {
    int64_t size = packed->dims[packed->rank - tiles.count + i];
    if (size != DYNAMIC) tiles.items[i] = OFR_NUMBER(size);
  }
  Span padding = packs ? op_operands_named(op, "padding_value") : (Span){0, 0};
  OpState *state = builder_begin(&g->b, op->def->opcode);
  op_state_add_operand2(state, operands[0], operands[1]);
  op_state_take_operands(state, op, padding.begin, padding.end);
  op_state_add_type(state, operands[1]->type);
  int32_t count = ofr_push(state, "static_inner_tiles", tiles, g->arena);
  if (packs) op_state_operand_segments(state, (const int32_t[]){1, 1, (int32_t)span_size(padding), count}, 4);
  op_state_take_prop(state, op, "outer_dims_perm");
  op_state_take_prop(state, op, "inner_dims_pos");
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  Value *made = builder_finish_value(&g->b);
  T type = op_result_type(op, 0);
  return greedy_replace1(g, op, build_tensor_cast(&g->b, type, made));
}

static const GreedyPattern patterns[] = {
  {.root = OP_LINALG_PACK, .rewrite = pack_of_unpack, .name = "linalg.pack of linalg.unpack"},
  {.root = OP_LINALG_PACK, .rewrite = drop_padding, .name = "padding that no tile needs"},
  {.root = OP_LINALG_PACK, .rewrite = infer_sizes, .name = "sizes that the other side tells"},
  {.root = OP_LINALG_UNPACK, .rewrite = unpack_of_pack, .name = "linalg.unpack of linalg.pack"},
  {.root = OP_LINALG_UNPACK, .rewrite = skip_destination, .name = "linalg.unpack into what is overwritten"},
  {.root = OP_LINALG_UNPACK, .rewrite = infer_sizes, .name = "sizes that the other side tells"},
};
const PatternSet linalg_pack_canonicalization = PATTERN_SET(patterns);

static const GreedyPattern cast_patterns[] = {
  {.root = OP_LINALG_PACK, .rewrite = skip_casts, .name = "linalg.pack of what was cast"},
  {.root = OP_LINALG_UNPACK, .rewrite = skip_casts, .name = "linalg.unpack of what was cast"},
};
const PatternSet linalg_pack_cast_canonicalization = PATTERN_SET(cast_patterns);
