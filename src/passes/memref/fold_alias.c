// fold-memref-alias-ops: accesses to views become accesses to the viewed memref
// (after mlir/lib/Dialect/MemRef/Transforms/FoldMemRefAliasOps.cpp).
#include "ops/affine.h"
#include "ops/memref.h"
#include "ops/vector.h"
#include "dialects/affine/slice.h"
#include "dialects/memref/fold.h"
#include "dialects/memref/metadata.h"
#include "ir/constants.h"
#include "passes/memref/fold_alias.h"

static const ShapedType *shape_of(T memref) { return (const ShapedType *)memref; }

// An access: its memref is operand `memref`, its subscripts follow.
typedef struct Access {
  Operation *op;
  uint32_t memref;
  Span indices;
} Access;

static Access access_of(Operation *op) {
  bool is_memref = op_prop_slot(op->def, STR("map")) < 0 && op_among(op, MEMREF);
  Span memref = op_operands_named(op, is_memref ? "memref" : "base");
  return (Access){op, memref.begin, op_operands_named(op, "indices")};
}

static bool is_transfer(const Operation *op) { return op_is(op, OP_VECTOR_TRANSFER_READ) || op_is(op, OP_VECTOR_TRANSFER_WRITE); }

// The access to `source` at `indices`. `map`: of a transfer; NULL: the one it has.
static bool replace_access(Greedy *g, const Access *access, Value *source, const ValueVec *indices, A map, bool keep_nontemporal) {
  Operation *op = access->op;
  OpState *state = builder_begin_def(&g->b, op->def);
  int32_t sizes[8];
  for (uint32_t entry = 0; entry < op->def->operand_count; entry++) {
    Span span = {0, 0};
    op_operand_span(op, entry, &span);
    bool subscripts = strcmp(def_operand_name(op->def, entry), "indices") == 0;
    uint32_t count = subscripts ? indices->count : span_size(span);
    for (uint32_t i = 0; i < count; i++) {
      Value *value = subscripts ? indices->data[i] : span.begin + i == access->memref ? source : op_operand(op, span.begin + i);
      op_state_add_operand(state, value);
    }
    if (entry < countof(sizes)) sizes[entry] = (int32_t)count;
  }
  if (op_has(op, TRAIT_ATTR_SIZED_OPERANDS)) op_state_operand_segments(state, sizes, op->def->operand_count);
  op_state_take_types(state, op);
  static const char *const kept[] = {"permutation_map", "in_bounds"};
  for (uint32_t i = 0; i < countof(kept); i++)
    if (op_prop_slot(op->def, str_from(kept[i])) >= 0) op_state_set_attr(state, str_from(kept[i]), op_prop(op, kept[i]));
  if (keep_nontemporal && op_prop_slot(op->def, STR("nontemporal")) >= 0)
    op_state_take_prop(state, op, "nontemporal");
  if (map) op_state_set_attr(state, STR("permutation_map"), map);
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

// ---------------------------------------------------------------------------------------------
// Views with offsets and strides

static bool *dropped_dims(Greedy *g, const Operation *subview) {
  bool *dropped = arena_new(g->arena, bool, shape_of(op_operand_type(subview, 0))->rank + 1);
  return dropped && memref_subview_dropped(g->ctx, g->arena, subview, dropped) ? dropped : NULL;
}

static bool has_unit_strides(const Operation *subview) {
  return list_is_all(subview, "strides", op_prop_at(subview, MEMREF_SUBVIEW_STATIC_STRIDES), 1);
}

static bool stays_in_bounds(const Operation *transfer) {
  const ArrayAttr *in_bounds = (const ArrayAttr *)op_prop(transfer, "in_bounds");
  for (uint64_t i = 0; i < in_bounds->count; i++)
    if (!attr_to_bool(in_bounds->items[i])) return false;
  return true;
}

static bool access_of_subview(Greedy *g, Operation *op) {
  Access access = access_of(op);
  Operation *subview = operand_defined_by(op, access.memref, OP_MEMREF_SUBVIEW);
  if (!subview) return greedy_no_match(g, op, "the memref is no subview");
  if (is_transfer(op)) {
    if (!stays_in_bounds(op)) return greedy_no_match(g, op, "it may go out of bounds");
    if (!has_unit_strides(subview)) return greedy_no_match(g, op, "the subview has strides");
  }
  bool *dropped = dropped_dims(g, subview);
  if (!dropped) return false;
  OffsetsSizesStrides slice = offsets_sizes_strides(subview, g->arena);
  uint32_t count = span_size(access.indices);
  OpFoldResult *indices = arena_new(g->arena, OpFoldResult, count + 1);
  ValueVec resolved = {0};
  for (uint32_t i = 0; i < count; i++) indices[i] = ofr_from_value(op_operand(op, access.indices.begin + i));
  slice_positions(&g->b, &slice, dropped, indices, &resolved, g->arena);
  A map = NULL;
  if (is_transfer(op)) {
    const AffineMap *own = ((const MapAttr *)op_prop(op, "permutation_map"))->map;
    map = attr_affine_map(g->ctx, slice_map(g->ctx, own, dropped, slice.offsets.count, g->arena));
  }
  bool of_memref = op_among(op, MEMREF);
  return replace_access(g, &access, op_operand(subview, 0), &resolved, map, of_memref);
}

static bool subview_of_subview(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_MEMREF_SUBVIEW);
  if (!inner) return false;
  if (!has_unit_strides(op) || !has_unit_strides(inner)) return greedy_no_match(g, op, "a subview has strides");
  bool *dropped = dropped_dims(g, inner);
  if (!dropped) return false;
  OffsetsSizesStrides slice = offsets_sizes_strides(inner, g->arena), outer = offsets_sizes_strides(op, g->arena);
  for (uint32_t i = 0, at = 0; i < slice.sizes.count; i++)
    if (!dropped[i]) slice.sizes.items[i] = outer.sizes.items[at++];
  for (uint32_t i = 0; i < outer.offsets.count; i++) outer.offsets.items[i] = ofr_fold(outer.offsets.items[i]);
  ValueVec offsets = {0};
  slice_positions(&g->b, &slice, dropped, outer.offsets.items, &offsets, g->arena);
  for (uint32_t i = 0; i < offsets.count; i++) slice.offsets.items[i] = ofr_from_value(offsets.data[i]);
  return greedy_replace1(g, op, build_slice(&g->b, OP_MEMREF_SUBVIEW, op_result_type(op, 0), op_operand(inner, 0), &slice, g->arena));
}

// ---------------------------------------------------------------------------------------------
// Views that group dimensions

static uint32_t group_size(const ArrayAttr *groups, uint64_t i) { return (uint32_t)((const ArrayAttr *)groups->items[i])->count; }

static int32_t set_basis(Greedy *g, OpState *state, const OpFoldResult *sizes, uint32_t count) {
  return ofr_push(state, "static_basis", (OpFoldResultList){(OpFoldResult *)(uintptr_t)sizes, count}, g->arena);
}

// Only memref accesses are known to start inside the memref.
static bool access_of_expand(Greedy *g, Operation *op) {
  Access access = access_of(op);
  Operation *expand = operand_defined_by(op, access.memref, OP_MEMREF_EXPAND_SHAPE);
  if (!expand) return false;
  const ArrayAttr *groups = (const ArrayAttr *)op_prop_at(expand, MEMREF_EXPAND_SHAPE_REASSOCIATION);
  A map = NULL;
  if (is_transfer(op)) {
    uint32_t vector = (uint32_t)shape_of(op_result_type(op, 0))->rank, rank = (uint32_t)groups->count;
    if (!affine_map_is_minor_identity(((const MapAttr *)op_prop(op, "permutation_map"))->map))
      return greedy_no_match(g, op, "it permutes dimensions");
    if (rank < vector) return greedy_no_match(g, op, "the vector has more dimensions than the source");
    E *dims = arena_new(g->arena, E, vector + 1);
    for (uint32_t i = 0; i < vector; i++) dims[i] = affine_dim(g->ctx, rank - vector + i);
    map = attr_affine_map(g->ctx, affine_map(g->ctx, rank, 0, dims, vector));
  }
  OpFoldResultList shape = ofr_list(expand, "static_output_shape", "output_shape", g->arena);
  ValueVec indices = {0};
  for (uint64_t i = 0, at = 0; i < groups->count; i++) {
    uint32_t size = group_size(groups, i), first = access.indices.begin + (uint32_t)at;
    Value *index = op_operand(op, first);
    if (size > 1) {
      OpState *state = builder_begin(&g->b, OP_AFFINE_LINEARIZE_INDEX);
      op_state_take_operands(state, op, first, first + size);
      int32_t dynamic = set_basis(g, state, shape.items + at, size);
      op_state_set_prop(state, AFFINE_LINEARIZE_INDEX_DISJOINT, attr_bool(g->ctx, op_among(op, MEMREF)));
      op_state_operand_segments(state, (const int32_t[]){(int32_t)size, dynamic}, 2);
      op_state_add_type(state, g->ctx->types.index);
      index = builder_finish_value(&g->b);
    }
    vec_push(g->arena, &indices, index);
    at += size;
  }
  return replace_access(g, &access, op_operand(expand, 0), &indices, map, true);
}

static bool access_of_collapse(Greedy *g, Operation *op) {
  Access access = access_of(op);
  Operation *collapse = operand_defined_by(op, access.memref, OP_MEMREF_COLLAPSE_SHAPE);
  if (!collapse) return false;
  Value *source = op_operand(collapse, 0);
  const ShapedType *shape = shape_of(source->type);
  const ArrayAttr *groups = (const ArrayAttr *)op_prop_at(collapse, MEMREF_COLLAPSE_SHAPE_REASSOCIATION);
  Operation *metadata = build_strided_metadata(&g->b, source);
  ValueVec indices = {0};
  for (uint64_t i = 0, at = 0; i < groups->count; i++) {
    uint32_t size = group_size(groups, i);
    Value *index = op_operand(op, access.indices.begin + (uint32_t)i);
    if (size == 1) {
      vec_push(g->arena, &indices, index);
    } else {
      OpFoldResult *sizes = arena_new(g->arena, OpFoldResult, size + 1);
      for (uint32_t k = 0; k < size; k++)
        sizes[k] = shape->dims[at + k] == DYNAMIC ? (OpFoldResult){.value = metadata_size(metadata, (uint32_t)at + k)} : OFR_NUMBER(shape->dims[at + k]);
      OpState *state = builder_begin(&g->b, OP_AFFINE_DELINEARIZE_INDEX);
      op_state_add_operand(state, index);
      set_basis(g, state, sizes, size);
      for (uint32_t k = 0; k < size; k++) op_state_add_type(state, g->ctx->types.index);
      Operation *split = builder_finish(&g->b);
      for (uint32_t k = 0; k < size; k++) vec_push(g->arena, &indices, op_result(split, k));
    }
    at += size;
  }
  for (uint64_t i = 0; !groups->count && i < shape->rank; i++) vec_push(g->arena, &indices, ofr_to_value(&g->b, OFR_NUMBER(0)));
  return replace_access(g, &access, source, &indices, NULL, true);
}

#define OF_SUBVIEW(op) {.root = op, .rewrite = access_of_subview, .name = "$root of a subview"}
#define OF_EXPAND(op) {.root = op, .rewrite = access_of_expand, .name = "$root of memref.expand_shape"}
#define OF_COLLAPSE(op) {.root = op, .rewrite = access_of_collapse, .name = "$root of memref.collapse_shape"}
#define OF_ANY(op) OF_SUBVIEW(op), OF_EXPAND(op), OF_COLLAPSE(op)
static const GreedyPattern patterns[] = {
  OF_ANY(OP_MEMREF_LOAD), OF_ANY(OP_MEMREF_STORE), OF_ANY(OP_VECTOR_LOAD), OF_ANY(OP_VECTOR_STORE), OF_ANY(OP_VECTOR_MASKEDLOAD),
  OF_ANY(OP_VECTOR_MASKEDSTORE), OF_SUBVIEW(OP_VECTOR_TRANSFER_READ), OF_EXPAND(OP_VECTOR_TRANSFER_READ), OF_SUBVIEW(OP_VECTOR_TRANSFER_WRITE),
  {.root = OP_MEMREF_SUBVIEW, .rewrite = subview_of_subview, .name = "memref.subview of memref.subview"},
};

void add_folds_of_aliases(Greedy *g) { greedy_add_table(g, patterns); }

static bool run(PassRun *pass, Operation *op) {
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef fold_memref_alias_pass = {
  .name = "fold-memref-alias-ops", .class_name = "FoldMemRefAliasOpsPass",
  .summary = "access what views are views of",
  .works_on = "memref", .makes = "memref affine arith",
  .run = run,
};
