// flatten-memref: accesses to memrefs of several dimensions become accesses to one of a single dimension
// (after mlir/lib/Dialect/MemRef/Transforms/FlattenMemRefs.cpp).
#include "ops/memref.h"
#include "ops/vector.h"
#include "dialects/affine/apply.h"
#include "dialects/memref/metadata.h"
#include "ir/ir_diag.h"
#include "rewrite/greedy.h"

static const ShapedType *shape_of(T memref) { return (const ShapedType *)memref; }

// Return whether it has several dimensions, which the type tells how to number, and elements of a known width.
static bool can_flatten(T type) {
  const ShapedType *shape = shape_of(type);
  if (type_kind(type) != TYPE_MEMREF || shape->rank < 2) return false;
  if (shape->layout && attr_kind(shape->layout) != ATTR_STRIDED) return false;
  return type_is_any_int(shape->element) || type_is_float(shape->element);
}

// A memref's offset and the number of elements it spans, as sizes[i] * strides[i] tell.
typedef struct Extent {
  OpFoldResult offset, size;
} Extent;

static OpFoldResult linear_index(Greedy *g, const OffsetsSizesStrides *parts, const OpFoldResult *indices) {
  uint32_t rank = parts->sizes.count;
  OpFoldResult *values = arena_new(g->arena, OpFoldResult, 2 * rank);
  E sum = affine_const(g->ctx, 0);
  for (uint32_t i = 0; i < rank; i++) {
    sum = affine_add(g->ctx, sum, affine_mul(g->ctx, affine_symbol(g->ctx, 2 * i), affine_symbol(g->ctx, 2 * i + 1)));
    values[2 * i] = indices[i];
    values[2 * i + 1] = parts->strides.items[i];
  }
  return compose_apply_symbols(&g->b, sum, values, 2 * rank, g->arena);
}

static OpFoldResult linear_size(Greedy *g, const OffsetsSizesStrides *parts) {
  uint32_t rank = parts->sizes.count;
  OpFoldResult *values = arena_new(g->arena, OpFoldResult, 2 * rank);
  E *products = arena_new(g->arena, E, rank);
  for (uint32_t i = 0; i < rank; i++) {
    products[i] = affine_mul(g->ctx, affine_symbol(g->ctx, 2 * i), affine_symbol(g->ctx, 2 * i + 1));
    values[2 * i] = parts->strides.items[i];
    values[2 * i + 1] = parts->sizes.items[i];
  }
  return compose_max(&g->b, affine_map(g->ctx, 0, 2 * rank, products, rank), values, g->arena);
}

static T flat_type(Context *ctx, const ShapedType *like, Extent extent) {
  int64_t size = extent.size.value ? DYNAMIC : extent.size.constant, stride = 1;
  int64_t offset = extent.offset.value ? DYNAMIC : extent.offset.constant;
  return type_memref(ctx, &size, 1, like->element, attr_strided(ctx, offset, &stride, 1), like->extra);
}

// ---------------------------------------------------------------------------------------------
// Accesses

static Operation *build_access(Greedy *g, Operation *op, Value *memref, Value *index) {
  Operation *made = op_clone(g->module, op, NULL);
  ValueVec operands = {0};
  for (uint32_t entry = 0; entry < op->def->operand_count; entry++) {
    Span span = {0, 0};
    op_operand_span(op, entry, &span);
    if (strcmp(def_operand_name(op->def, entry), "indices") == 0) {
      vec_push(g->arena, &operands, index);
      continue;
    }
    for (uint32_t i = span.begin; i < span.end; i++)
      vec_push(g->arena, &operands, type_is_memref(op_operand_type(op, i)) ? memref : op_operand(op, i));
  }
  op_set_operands(g->module, made, operands.data, operands.count);
  return builder_insert(&g->b, made);
}

// As mlir-opt does, without the mask.
static Operation *build_transfer(Greedy *g, Operation *op, Value *memref, Value *index) {
  bool reads = op_is(op, OP_VECTOR_TRANSFER_READ);
  const ShapedType *vector = shape_of(reads ? op_result_type(op, 0) : op_operand_type(op, 0));
  OpState *state = builder_begin_def(&g->b, op->def);
  if (!reads) op_state_add_operand(state, op_operand(op, 0));
  op_state_add_operand2(state, memref, index);
  Span padding = reads ? op_operands_named(op, "padding") : (Span){0, 0};
  if (reads) op_state_take_operands(state, op, padding.begin, padding.end);
  op_state_operand_segments(state, (const int32_t[]){1, 1, 1, 0}, 4);
  op_state_take_types(state, op);
  E dim = affine_dim(g->ctx, 0);
  A *in_bounds = arena_new(g->arena, A, vector->rank + 1);
  for (uint64_t i = 0; i < vector->rank; i++) in_bounds[i] = attr_bool(g->ctx, false);
  op_state_set_attr(state, STR("permutation_map"), attr_affine_map(g->ctx, affine_map(g->ctx, 1, 0, &dim, vector->rank ? 1 : 0)));
  op_state_set_attr(state, STR("in_bounds"), attr_array(g->ctx, in_bounds, vector->rank));
  return builder_finish(&g->b);
}

static bool transfer_can_be_flat(Greedy *g, Operation *op) {
  if (!affine_map_is_minor_identity(((const MapAttr *)op_prop(op, "permutation_map"))->map))
    return greedy_no_match(g, op, "it permutes dimensions");
  const ArrayAttr *in_bounds = (const ArrayAttr *)op_prop(op, "in_bounds");
  for (uint64_t i = 0; i < in_bounds->count; i++)
    if (!attr_to_bool(in_bounds->items[i])) return greedy_no_match(g, op, "it may go out of bounds");
  return true;
}

static bool flatten_access(Greedy *g, Operation *op) {
  bool transfers = op_is(op, OP_VECTOR_TRANSFER_READ) || op_is(op, OP_VECTOR_TRANSFER_WRITE);
  Value *source = op_operand(op, op_operands_named(op, op_among(op, MEMREF) ? "memref" : "base").begin);
  if (transfers && !transfer_can_be_flat(g, op)) return false;
  if (!can_flatten(source->type)) return greedy_no_match(g, op, "the memref is flat, or its layout or element type is not known");
  OffsetsSizesStrides parts;
  Operation *metadata = build_strided_metadata(&g->b, source);
  if (!metadata_parts(g->ctx, metadata, &parts, g->arena)) return false;
  Span span = op_operands_named(op, "indices");
  OpFoldResult *indices = arena_new(g->arena, OpFoldResult, span_size(span) + 1);
  for (uint32_t i = 0; i < span_size(span); i++) indices[i] = ofr_from_value(op_operand(op, span.begin + i));
  OpFoldResult index = linear_index(g, &parts, indices), stride = OFR_NUMBER(1);
  Extent extent = {parts.offsets.items[0], linear_size(g, &parts)};
  OffsetsSizesStrides slice = {{&extent.offset, 1}, {&extent.size, 1}, {&stride, 1}};
  T type = flat_type(g->ctx, shape_of(source->type), extent);
  Value *flat = build_slice(&g->b, OP_MEMREF_REINTERPRET_CAST, type, source, &slice, g->arena);
  Value *at = ofr_to_value(&g->b, index);
  return greedy_replace_op(g, op, transfers ? build_transfer(g, op, flat, at) : build_access(g, op, flat, at));
}

// ---------------------------------------------------------------------------------------------
// Allocations

static bool all_known(OpFoldResultList numbers) {
  for (uint32_t i = 0; i < numbers.count; i++)
    if (numbers.items[i].constant == DYNAMIC) return false;
  return true;
}

static bool flatten_allocation(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  if (!can_flatten(type)) return greedy_no_match(g, op, "the memref is flat, or its layout or element type is not known");
  OffsetsSizesStrides parts;
  if (!memref_parts(g->ctx, type, &parts, g->arena) || !all_known(parts.sizes) || !all_known(parts.strides) ||
      !all_known(parts.offsets)) return greedy_no_match(g, op, "its size or layout is not known");
  Extent extent = {parts.offsets.items[0], linear_size(g, &parts)};
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_take_prop(state, op, "alignment");
  op_state_operand_segments(state, (const int32_t[]){0, 0}, 2);
  op_state_add_type(state, flat_type(g->ctx, shape_of(type), extent));
  Value *flat = builder_finish_value(&g->b);
  parts.offsets.items[0] = OFR_NUMBER(0);   // as mlir-opt does, whose output is not valid for another one
  return greedy_replace1(g, op, build_slice(&g->b, OP_MEMREF_REINTERPRET_CAST, type, flat, &parts, g->arena));
}

// mlir-opt makes an allocation of one unknown size, without a size.
static WalkResult refuse_dynamic(Operation *op, void *data) {
  PassRun *pass = data;
  if ((!op_is(op, OP_MEMREF_ALLOC) && !op_is(op, OP_MEMREF_ALLOCA)) || !can_flatten(op_result_type(op, 0))) return WALK_ADVANCE;
  OffsetsSizesStrides parts;
  if (!memref_parts(pass->ctx, op_result_type(op, 0), &parts, pass->arena)) return WALK_ADVANCE;
  bool sizes_known = all_known(parts.sizes) && all_known(parts.strides);
  op_error(pass->module, op, "%s", sizes_known ? "symbol operand count does not equal memref symbol count: expected 1, got 0"
                                               : "incorrect number of dynamic sizes, has 0, expected 1");
  return WALK_STOP;
}

#define FLATTEN(op) {.root = op, .rewrite = flatten_access, .name = "$root of a flat memref"}
static const GreedyPattern patterns[] = {
  FLATTEN(OP_MEMREF_LOAD), FLATTEN(OP_MEMREF_STORE),
  {.root = OP_MEMREF_ALLOC, .rewrite = flatten_allocation, .name = "memref.alloc of a flat memref"},
  {.root = OP_MEMREF_ALLOCA, .rewrite = flatten_allocation, .name = "memref.alloca of a flat memref"},
  FLATTEN(OP_VECTOR_LOAD), FLATTEN(OP_VECTOR_STORE), FLATTEN(OP_VECTOR_TRANSFER_READ), FLATTEN(OP_VECTOR_TRANSFER_WRITE),
  FLATTEN(OP_VECTOR_MASKEDLOAD), FLATTEN(OP_VECTOR_MASKEDSTORE),
};

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  greedy_add_table(&g, patterns);
  greedy_run(&g, op);
  if (op_walk_pre(op, refuse_dynamic, pass) == WALK_STOP) return false;
  return !pass->ctx->mem.exhausted;
}

const PassDef flatten_memref_pass = {
  .name = "flatten-memref", .class_name = "FlattenMemrefsPass", .summary = "flatten a multiple dimensional memref to 1-dimensional",
  .works_on = "memref vector", .makes = "memref affine arith",
  .run = run,
};
