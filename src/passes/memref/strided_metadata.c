// expand-strided-metadata: views to arithmetic on the base buffer's metadata
// (after mlir/lib/Dialect/MemRef/Transforms/ExpandStridedMetadata.cpp).
//
// A view becomes memref.reinterpret_cast of the base buffer, with offset, sizes and strides computed
// from those of the viewed memref, which memref.extract_strided_metadata gives.
#include "ops/memref.h"
#include "dialects/affine/apply.h"
#include "dialects/memref/fold.h"
#include "dialects/memref/metadata.h"
#include "ir/constants.h"
#include "rewrite/greedy.h"

static const ShapedType *shape_of(T memref) { return (const ShapedType *)memref; }
static uint32_t rank_of(T memref) { return (uint32_t)shape_of(memref)->rank; }
static bool is_ranked(T type) { return type_kind(type) == TYPE_MEMREF; }

typedef struct Layout {
  int64_t *strides, offset;
} Layout;

static bool layout_of(Greedy *g, T memref, Layout *out) {
  out->strides = arena_new(g->arena, int64_t, rank_of(memref) + 1);
  return out->strides && memref_strides_and_offset(g->ctx, memref, out->strides, &out->offset);
}

// ---------------------------------------------------------------------------------------------
// The parts of a view

typedef struct Metadata {
  Value *base;
  OpFoldResult offset, *sizes, *strides;
  uint32_t rank;
} Metadata;

static void metadata_init(Greedy *g, Metadata *out, Operation *source, uint32_t rank) {
  out->base = metadata_base(source);
  out->rank = rank;
  out->sizes = arena_new(g->arena, OpFoldResult, rank + 1);
  out->strides = arena_new(g->arena, OpFoldResult, rank + 1);
}

static Value *build_reinterpret_cast(Greedy *g, T type, const Metadata *from) {
  OpFoldResult offset = from->offset;
  OffsetsSizesStrides slice = {{&offset, 1}, {from->sizes, from->rank}, {from->strides, from->rank}};
  return build_slice(&g->b, OP_MEMREF_REINTERPRET_CAST, type, from->base, &slice, g->arena);
}

// Replace an extract_strided_metadata by parts; constants are made in the order of the results.
static bool replace_metadata(Greedy *g, Operation *op, const Metadata *by) {
  Value **values = arena_new(g->arena, Value *, op->result_count);
  values[0] = by->base;
  values[1] = ofr_to_value(&g->b, by->offset);
  for (uint32_t i = 0; i < by->rank; i++) values[2 + i] = ofr_to_value(&g->b, by->sizes[i]);
  for (uint32_t i = 0; i < by->rank; i++) values[2 + by->rank + i] = ofr_to_value(&g->b, by->strides[i]);
  if (!values[0]) values[0] = values[1];   // the base buffer is unused
  return greedy_replace(g, op, values);
}

// ---------------------------------------------------------------------------------------------
// memref.subview

static bool resolve_subview(Greedy *g, Operation *op, Metadata *out) {
  Context *ctx = g->ctx;
  Value *source = op_operand(op, 0);
  uint32_t rank = rank_of(source->type);
  Layout layout;
  if (!layout_of(g, source->type, &layout)) return false;
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  OpFoldResult *strides = arena_new(g->arena, OpFoldResult, rank + 1);
  bool *dropped = arena_new(g->arena, bool, rank + 1);
  if (!memref_subview_dropped(g->ctx, g->arena, op, dropped)) return false;

  Operation *metadata = build_strided_metadata(&g->b, source);
  // offset + sum of offset_i * stride_i, over symbols 0, 1 and 2, 3 and 4 …
  OpFoldResult *values = arena_new(g->arena, OpFoldResult, 2 * rank + 1);
  E sum = affine_symbol(ctx, 0), product = affine_mul(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1));
  values[0] = known_or(layout.offset, metadata_offset(metadata));
  for (uint32_t i = 0; i < rank; i++) {
    OpFoldResult stride = known_or(layout.strides[i], metadata_stride(metadata, i));
    OpFoldResult factors[2] = {slice.strides.items[i], stride};
    strides[i] = compose_apply_symbols(&g->b, product, factors, 2, g->arena);
    values[1 + 2 * i] = slice.offsets.items[i];
    values[2 + 2 * i] = stride;
    sum = affine_add(ctx, sum, affine_mul(ctx, affine_symbol(ctx, 1 + 2 * i), affine_symbol(ctx, 2 + 2 * i)));
  }
  metadata_init(g, out, metadata, rank_of(op_result_type(op, 0)));
  out->offset = compose_apply_symbols(&g->b, sum, values, 2 * rank + 1, g->arena);
  for (uint32_t i = 0, at = 0; i < rank; i++) {
    if (dropped[i]) continue;
    out->sizes[at] = slice.sizes.items[i];
    out->strides[at++] = strides[i];
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// memref.expand_shape and memref.collapse_shape

// The dimensions [begin, end) of the longer type that are dimension `group` of the shorter one.
typedef struct Group {
  uint32_t index, begin, end;
} Group;

static Group group_at(const Operation *op, uint32_t index) {
  const ArrayAttr *groups = (const ArrayAttr *)op_prop(op, "reassociation");
  const ArrayAttr *dims = (const ArrayAttr *)groups->items[index];
  uint32_t begin = (uint32_t)attr_to_u64(dims->items[0]);
  return (Group){index, begin, begin + (uint32_t)dims->count};
}

static uint32_t group_count(const Operation *op) { return (uint32_t)((const ArrayAttr *)op_prop(op, "reassociation"))->count; }

// At most one size of a group is unknown: the size of the source divided by all the others.
static void expand_group(Greedy *g, const Operation *op, Group group, Operation *metadata, const Layout *layout, Metadata *out) {
  Context *ctx = g->ctx;
  const ShapedType *result = shape_of(op_result_type(op, 0));
  OpFoldResult source_size = {.value = metadata_size(metadata, group.index)};
  OpFoldResult source_stride = known_or(layout->strides[group.index], metadata_stride(metadata, group.index));
  int64_t *within = arena_new(g->arena, int64_t, group.end - group.begin + 1), product = 1;
  uint32_t dynamic = group.end;
  for (uint32_t i = group.end; i-- > group.begin;) {
    within[i - group.begin] = product;
    if (result->dims[i] == DYNAMIC) dynamic = i;
    else product = (int64_t)((uint64_t)product * (uint64_t)result->dims[i]);
  }
  E s0 = affine_symbol(ctx, 0), s1 = affine_symbol(ctx, 1);
  for (uint32_t i = group.begin; i < group.end; i++) {
    if (i != dynamic) {
      out->sizes[i] = OFR_NUMBER(result->dims[i]);
      continue;
    }
    E quotient = affine_floordiv(ctx, s0, affine_const(ctx, product));
    out->sizes[i] = compose_apply_symbols(&g->b, quotient, &source_size, 1, g->arena);
  }
  for (uint32_t i = group.begin; i < group.end; i++) {
    E factor = affine_const(ctx, within[i - group.begin]);
    if (dynamic < group.end && i < dynamic) {
      E stride = affine_mul(ctx, affine_floordiv(ctx, affine_mul(ctx, s0, factor), affine_const(ctx, product)), s1);
      out->strides[i] = compose_apply_symbols(&g->b, stride, (const OpFoldResult[]){source_size, source_stride}, 2, g->arena);
    } else {
      out->strides[i] = compose_apply_symbols(&g->b, affine_mul(ctx, s0, factor), &source_stride, 1, g->arena);
    }
  }
}

static OpFoldResult collapsed_size(Greedy *g, const Operation *op, Group group, Operation *metadata) {
  const ShapedType *source = shape_of(op_operand_type(op, 0));
  int64_t size = shape_of(op_result_type(op, 0))->dims[group.index];
  if (size != DYNAMIC) return OFR_NUMBER(size);
  uint32_t count = group.end - group.begin;
  OpFoldResult *sizes = arena_new(g->arena, OpFoldResult, count);
  E product = affine_const(g->ctx, 1);
  for (uint32_t i = 0; i < count; i++) {
    product = affine_mul(g->ctx, product, affine_symbol(g->ctx, i));
    sizes[i] = known_or(source->dims[group.begin + i], metadata_size(metadata, group.begin + i));
  }
  return compose_apply_symbols(&g->b, product, sizes, count, g->arena);
}

// The stride of the innermost dimension; the stride of a dimension of one element has no meaning.
static OpFoldResult collapsed_stride(Greedy *g, const Operation *op, Group group, Operation *metadata, const Layout *layout) {
  const ShapedType *source = shape_of(op_operand_type(op, 0));
  for (uint32_t i = group.end; i-- > group.begin;)
    if (source->dims[i] != 1) return known_or(layout->strides[i], metadata_stride(metadata, i));
  Layout result;
  if (layout_of(g, op_result_type(op, 0), &result) && result.strides[group.index] != DYNAMIC)
    return OFR_NUMBER(result.strides[group.index]);
  for (uint32_t i = group.begin; i < group.end; i++)
    if (layout->strides[i] == DYNAMIC) return (OpFoldResult){.value = metadata_stride(metadata, i)};
  return OFR_NUMBER(1);
}

// Two unknown sizes in a group cannot be computed from their product.
static bool expands_to_known(const Operation *op) {
  const ShapedType *result = shape_of(op_result_type(op, 0));
  for (uint32_t k = 0; k < group_count(op); k++) {
    Group group = group_at(op, k);
    uint32_t dynamic = 0;
    for (uint32_t i = group.begin; i < group.end; i++) dynamic += result->dims[i] == DYNAMIC;
    if (dynamic > 1) return false;
  }
  return true;
}

static bool resolve_reshape(Greedy *g, Operation *op, Metadata *out) {
  Value *source = op_operand(op, 0);
  T type = op_result_type(op, 0);
  bool expands = op_is(op, OP_MEMREF_EXPAND_SHAPE);
  Layout layout;
  if (!layout_of(g, source->type, &layout)) return false;
  if (expands && !expands_to_known(op)) return greedy_no_match(g, op, "a group has more than one dynamic size");
  Operation *metadata = build_strided_metadata(&g->b, source);
  metadata_init(g, out, metadata, rank_of(type));
  out->offset = known_or(layout.offset, metadata_offset(metadata));
  if (!rank_of(source->type)) {
    for (uint32_t i = 0; i < out->rank; i++) out->sizes[i] = out->strides[i] = OFR_NUMBER(1);
    return true;
  }
  for (uint32_t k = 0; k < group_count(op); k++) {
    Group group = group_at(op, k);
    if (expands) {
      expand_group(g, op, group, metadata, &layout, out);
    } else {
      out->sizes[k] = collapsed_size(g, op, group, metadata);
      out->strides[k] = collapsed_stride(g, op, group, metadata, &layout);
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Patterns: views

static bool expand_subview(Greedy *g, Operation *op) {
  Metadata metadata;
  if (!resolve_subview(g, op, &metadata)) return greedy_no_match(g, op, "the metadata of the subview cannot be told");
  return greedy_replace1(g, op, build_reinterpret_cast(g, op_result_type(op, 0), &metadata));
}

static bool expand_reshape(Greedy *g, Operation *op) {
  Metadata metadata;
  return resolve_reshape(g, op, &metadata) && greedy_replace1(g, op, build_reinterpret_cast(g, op_result_type(op, 0), &metadata));
}

// ---------------------------------------------------------------------------------------------
// Patterns: metadata of …

// … memref.alloc and memref.alloca: the sizes are operands, the layout is the identity.
static bool metadata_of_alloc(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  Operation *alloc = defined_by(source, g->pattern->target);
  if (!alloc) return false;
  if (!affine_map_is_identity(memref_layout_map(g->ctx, source->type)))
    return greedy_no_match(g, op, "the layout of the allocation is not the identity");
  const ShapedType *shape = shape_of(source->type);
  uint32_t rank = (uint32_t)shape->rank, next = op_operands_named(alloc, "dynamicSizes").begin;
  Metadata by = {.rank = rank, .sizes = arena_new(g->arena, OpFoldResult, rank + 1), .strides = arena_new(g->arena, OpFoldResult, rank + 1)};
  for (uint32_t i = 0; i < rank; i++)
    by.sizes[i] = shape->dims[i] == DYNAMIC ? (OpFoldResult){.value = op_operand(alloc, next++)} : OFR_NUMBER(shape->dims[i]);
  E product = affine_const(g->ctx, 1);
  for (uint32_t i = rank, count = 0; i-- > 0;) {
    if (i + 1 == rank) {
      by.strides[i] = OFR_NUMBER(1);
      continue;
    }
    product = affine_mul(g->ctx, product, affine_symbol(g->ctx, count++));
    by.strides[i] = compose_apply_symbols(&g->b, product, by.sizes + i + 1, count, g->arena);
  }
  if (op_result(op, 0)->uses) {
    Metadata flat = {.base = source};
    by.base = source->type == op_result_type(op, 0) ? source : build_reinterpret_cast(g, op_result_type(op, 0), &flat);
  }
  return replace_metadata(g, op, &by);
}

// … memref.get_global
static bool metadata_of_global(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  if (!defined_by(source, OP_MEMREF_GET_GLOBAL)) return false;
  Layout layout;
  if (!affine_map_is_identity(memref_layout_map(g->ctx, source->type)) || !layout_of(g, source->type, &layout))
    return greedy_no_match(g, op, "the layout of the global is not the identity");
  const ShapedType *shape = shape_of(source->type);
  uint32_t rank = (uint32_t)shape->rank;
  Metadata by = {.rank = rank, .sizes = arena_new(g->arena, OpFoldResult, rank + 1), .strides = arena_new(g->arena, OpFoldResult, rank + 1)};
  Metadata flat = {.base = source};
  by.base = source->type == op_result_type(op, 0) ? source : build_reinterpret_cast(g, op_result_type(op, 0), &flat);
  for (uint32_t i = 0; i < rank; i++) {
    by.sizes[i] = OFR_NUMBER(shape->dims[i]);
    by.strides[i] = OFR_NUMBER(layout.strides[i]);
  }
  return replace_metadata(g, op, &by);
}

// … views
static bool metadata_of_view(Greedy *g, Operation *op) {
  Operation *view = defined_by(op_operand(op, 0), g->pattern->target);
  Metadata by;
  if (!view) return false;
  bool known = op_is(view, OP_MEMREF_SUBVIEW) ? resolve_subview(g, view, &by) : resolve_reshape(g, view, &by);
  if (!known) return false;
  g->b.loc = view->loc;
  return replace_metadata(g, op, &by);
}

// … memref.reinterpret_cast
static bool metadata_of_reinterpret_cast(Greedy *g, Operation *op) {
  Operation *cast = defined_by(op_operand(op, 0), OP_MEMREF_REINTERPRET_CAST);
  if (!cast) return false;
  if (!is_ranked(op_operand_type(cast, 0))) return greedy_no_match(g, op, "the buffer it reinterprets has no rank");
  OffsetsSizesStrides slice = offsets_sizes_strides(cast, g->arena);
  Metadata by = {.base = metadata_base(build_strided_metadata(&g->b, op_operand(cast, 0))), .offset = slice.offsets.items[0],
                 .sizes = slice.sizes.items, .strides = slice.strides.items, .rank = slice.sizes.count};
  return replace_metadata(g, op, &by);
}

// … memref.cast
static bool metadata_of_cast(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  Operation *cast = defined_by(source, OP_MEMREF_CAST);
  Layout layout;
  if (!cast) return false;
  if (!is_ranked(op_operand_type(cast, 0)) || !layout_of(g, source->type, &layout))
    return greedy_no_match(g, op, "what is cast has no rank");
  uint32_t rank = rank_of(source->type);
  Operation *metadata = build_strided_metadata(&g->b, op_operand(cast, 0));
  Metadata by;
  metadata_init(g, &by, metadata, rank);
  by.offset = known_or(layout.offset, metadata_offset(metadata));
  for (uint32_t i = 0; i < rank; i++) {
    by.sizes[i] = known_or(shape_of(source->type)->dims[i], metadata_size(metadata, i));
    by.strides[i] = known_or(layout.strides[i], metadata_stride(metadata, i));
  }
  return replace_metadata(g, op, &by);
}

// … memref.memory_space_cast
static bool metadata_of_space_cast(Greedy *g, Operation *op) {
  Operation *cast = defined_by(op_operand(op, 0), OP_MEMREF_MEMORY_SPACE_CAST);
  if (!cast) return false;
  Operation *metadata = build_strided_metadata(&g->b, op_operand(cast, 0));
  Value **values = arena_new(g->arena, Value *, op->result_count);
  for (uint32_t i = 0; i < op->result_count; i++) values[i] = op_result(metadata, i);
  if (op_result(op, 0)->uses)
    values[0] = build1(&g->b, OP_MEMREF_MEMORY_SPACE_CAST, op_result_type(op, 0), values[0]);
  else
    values[0] = op_result(op, 0);
  return greedy_replace(g, op, values);
}

// … memref.assume_alignment
static bool metadata_of_assumption(Greedy *g, Operation *op) {
  Operation *assume = defined_by(op_operand(op, 0), OP_MEMREF_ASSUME_ALIGNMENT);
  return assume && greedy_replace_op(g, op, build_strided_metadata(&g->b, op_operand(assume, 0)));
}

// … a base buffer
static bool metadata_of_base(Greedy *g, Operation *op) {
  Operation *metadata = defined_by(op_operand(op, 0), OP_MEMREF_EXTRACT_STRIDED_METADATA);
  if (!metadata) return false;
  Metadata by = {.base = metadata_base(metadata)};
  return replace_metadata(g, op, &by);
}

// The aligned pointer of a view is that of the viewed memref.
static bool pointer_of_view(Greedy *g, Operation *op) {
  static const uint16_t views[] = {OP_MEMREF_ASSUME_ALIGNMENT, OP_MEMREF_CAST, OP_MEMREF_COLLAPSE_SHAPE, OP_MEMREF_EXPAND_SHAPE,
    OP_MEMREF_EXTRACT_STRIDED_METADATA, OP_MEMREF_MEMORY_SPACE_CAST, OP_MEMREF_REINTERPRET_CAST, OP_MEMREF_RESHAPE, OP_MEMREF_SUBVIEW,
    OP_MEMREF_VIEW};
  const Value *source = op_operand(op, 0);
  for (uint32_t i = 0; i < countof(views); i++) {
    Operation *view = defined_by(source, views[i]);
    if (!view || source->index) continue;
    greedy_set_operand(g, op, 0, op_operand(view, 0));
    return true;
  }
  return greedy_no_match(g, op, "the buffer is not a view");
}

#define METADATA(fn, ...) {.root = OP_MEMREF_EXTRACT_STRIDED_METADATA, .rewrite = fn, __VA_ARGS__}
static const GreedyPattern patterns[] = {
  {.root = OP_MEMREF_SUBVIEW, .rewrite = expand_subview, .name = "memref.subview to memref.reinterpret_cast"},
  {.root = OP_MEMREF_EXPAND_SHAPE, .rewrite = expand_reshape, .name = "memref.expand_shape to memref.reinterpret_cast"},
  {.root = OP_MEMREF_COLLAPSE_SHAPE, .rewrite = expand_reshape, .name = "memref.collapse_shape to memref.reinterpret_cast"},
  METADATA(metadata_of_alloc, .target = OP_MEMREF_ALLOC, .name = "metadata of memref.alloc"),
  METADATA(metadata_of_alloc, .target = OP_MEMREF_ALLOCA, .name = "metadata of memref.alloca"),
  METADATA(metadata_of_view, .target = OP_MEMREF_COLLAPSE_SHAPE, .name = "metadata of memref.collapse_shape"),
  METADATA(metadata_of_view, .target = OP_MEMREF_EXPAND_SHAPE, .name = "metadata of memref.expand_shape"),
  METADATA(metadata_of_global, .name = "metadata of memref.get_global"),
  {.root = OP_MEMREF_EXTRACT_ALIGNED_POINTER_AS_INDEX, .rewrite = pointer_of_view, .name = "aligned pointer of a view"},
  METADATA(metadata_of_reinterpret_cast, .name = "metadata of memref.reinterpret_cast"),
  METADATA(metadata_of_view, .target = OP_MEMREF_SUBVIEW, .name = "metadata of memref.subview"),
  METADATA(metadata_of_cast, .name = "metadata of memref.cast"),
  METADATA(metadata_of_space_cast, .name = "metadata of memref.memory_space_cast"),
  METADATA(metadata_of_assumption, .name = "metadata of memref.assume_alignment"),
  METADATA(metadata_of_base, .name = "metadata of a base buffer"),
};

static bool run(PassRun *pass, Operation *op) {
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef expand_strided_metadata_pass = {
  .name = "expand-strided-metadata", .class_name = "ExpandStridedMetadataPass",
  .summary = "expand views to arithmetic on offsets, sizes and strides",
  .works_on = "memref", .makes = "memref affine arith",
  .run = run,
};
