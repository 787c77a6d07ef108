// linalg-fold-unit-extent-dims: loops that run once and dimensions of size 1 go
// (after mlir/lib/Dialect/Linalg/Transforms/DropUnitDims.cpp).
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/result_shapes.h"
#include "ops/tensor.h"

#include "dialects/canonicalization.h"
#include "dialects/common/build.h"
#include "ir/type.h"
#include "passes/linalg/linalg.h"
#include "passes/memref/resolve_dims.h"

static const PassOption option_use_slices = {"use-rank-reducing-slices", OPTION_BOOL, "false", NULL,
  "Generate rank-reducing slices instead of reassociative reshapes"};

// ---------------------------------------------------------------------------------------------
// Values of fewer and of more dimensions

// Which dimensions of a value become one, and the sizes of what that makes.
typedef struct Reassociation {
  AttrVec groups;
  I64Vec dims;
} Reassociation;

static void add_group(Greedy *g, Reassociation *to, uint32_t begin, uint32_t end, int64_t size) {
  AttrVec group = {0};
  for (uint32_t i = begin; i < end; i++) vec_push(g->arena, &group, attr_i64(g->ctx, g->ctx->types.i64, i));
  vec_push(g->arena, &to->groups, attr_array(g->ctx, group.data, group.count));
  vec_push(g->arena, &to->dims, size);
}

// Dimensions of size 1 go with the one before them, those in front with the first one that stays.
static Reassociation without(Greedy *g, const ShapedType *type, const bool *goes) {
  Reassociation made = {0};
  uint32_t rank = (uint32_t)type->rank, begin = 0, i = 0;
  while (i < rank && goes[i]) i++;
  while (i < rank) {
    int64_t size = type->dims[i++];
    while (i < rank && goes[i]) i++;
    add_group(g, &made, begin, i, size);
    begin = i;
  }
  return made;
}

static A groups_attr(Greedy *g, const Reassociation *r) { return attr_array(g->ctx, r->groups.data, r->groups.count); }

static OffsetsSizesStrides whole(Greedy *g, Value *value) {
  uint32_t rank = (uint32_t)type_as_shaped(value->type)->rank;
  OffsetsSizesStrides slice;
  OpFoldResultList *const lists[] = {&slice.offsets, &slice.sizes, &slice.strides};
  for (uint32_t i = 0; i < 3; i++) *lists[i] = (OpFoldResultList){arena_new(g->arena, OpFoldResult, rank + 1), rank};
  for (uint32_t i = 0; i < rank; i++) {
    slice.offsets.items[i] = OFR_NUMBER(0);
    slice.sizes.items[i] = size_of_dim(g, value, i);
    slice.strides.items[i] = OFR_NUMBER(1);
  }
  return slice;
}

// The type of a view of a whole memref without those dimensions.
static T view_type(Greedy *g, T memref, const Reassociation *r) {
  const ShapedType *from = type_as_shaped(memref);
  int64_t *strides = arena_new(g->arena, int64_t, from->rank + 1), offset = 0;
  memref_strides_and_offset(g->ctx, memref, strides, &offset);
  for (uint32_t i = 0, at = 0; i < r->groups.count; i++) {   // the dimension of a group that stays is its largest
    const ArrayAttr *group = (const ArrayAttr *)r->groups.data[i];
    int64_t kept = attr_to_i64(group->items[0]);
    for (uint64_t k = 0; k < group->count; k++)
      if (from->dims[attr_to_i64(group->items[k])] != 1) kept = attr_to_i64(group->items[k]);
    strides[at++] = strides[kept];
  }
  return type_memref(g->ctx, r->dims.data, r->dims.count, from->element, attr_strided(g->ctx, offset, strides, r->dims.count), from->extra);
}

static Value *collapse(Greedy *g, Value *value, const Reassociation *r, bool by_slices) {
  const ShapedType *from = type_as_shaped(value->type);
  bool is_memref = type_is_memref(value->type);
  T type = is_memref ? type_memref(g->ctx, r->dims.data, r->dims.count, from->element, NULL, from->extra)
                     : type_tensor(g->ctx, r->dims.data, r->dims.count, from->element, NULL);
  if (by_slices) {
    OffsetsSizesStrides slice = whole(g, value);
    if (is_memref) type = view_type(g, value->type, r);
    return build_or_fold(&g->b, build_slice(&g->b, is_memref ? OP_MEMREF_SUBVIEW : OP_TENSOR_EXTRACT_SLICE, type, value, &slice, g->arena), g->arena);
  }
  OpState *state = builder_begin(&g->b, is_memref ? OP_MEMREF_COLLAPSE_SHAPE : OP_TENSOR_COLLAPSE_SHAPE);
  op_state_add_operand(state, value);
  op_state_add_type(state, type);
  op_state_set_prop(state, is_memref ? MEMREF_COLLAPSE_SHAPE_REASSOCIATION : TENSOR_COLLAPSE_SHAPE_REASSOCIATION, groups_attr(g, r));
  return builder_finish_value(&g->b);
}

// Sizes that the type leaves open are those of the only open dimension of the group in the source.
static Value *expand(Greedy *g, Value *value, T type, A groups) {
  const ShapedType *to = type_as_shaped(type);
  const ArrayAttr *list = (const ArrayAttr *)groups;
  OpFoldResultList shape = {arena_new(g->arena, OpFoldResult, to->rank + 1), (uint32_t)to->rank};
  for (uint32_t i = 0; i < to->rank; i++) shape.items[i] = OFR_NUMBER(to->dims[i]);
  for (uint32_t i = 0; i < list->count; i++) {
    const ArrayAttr *group = (const ArrayAttr *)list->items[i];
    for (uint64_t k = 0; k < group->count; k++) {
      int64_t dim = attr_to_i64(group->items[k]);
      if (to->dims[dim] == DYNAMIC) shape.items[dim] = size_of_dim(g, value, i);
    }
  }
  OpState *state = builder_begin(&g->b, OP_TENSOR_EXPAND_SHAPE);
  op_state_add_operand(state, value);
  op_state_add_type(state, type);
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_REASSOCIATION, groups);
  ofr_push(state, "static_output_shape", shape, g->arena);
  return builder_finish_value(&g->b);
}

static Value *insert_back(Greedy *g, Value *value, Value *dest) {
  OffsetsSizesStrides slice = whole(g, dest);
  OpState *state = builder_begin(&g->b, OP_TENSOR_INSERT_SLICE);
  op_state_add_operand2(state, value, dest);
  op_state_add_type(state, dest->type);
  int32_t counts[3];
  counts[0] = ofr_push(state, "static_offsets", slice.offsets, g->arena);
  counts[1] = ofr_push(state, "static_sizes", slice.sizes, g->arena);
  counts[2] = ofr_push(state, "static_strides", slice.strides, g->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, counts[0], counts[1], counts[2]}, 5);
  return builder_finish_value(&g->b);
}

// ---------------------------------------------------------------------------------------------
// linalg.generic

typedef struct Dropping {
  Greedy *g;
  Structured s;
  E *loops;                 // what the old loops are in the new ones: 0 for those that go
  bool *stays;              // of each loop
  uint32_t count;           // loops that stay
  AffineMapVec maps;
  Reassociation *shapes;    // of each operand
  bool *collapses;
} Dropping;

// A loop goes when the first dimension that tells its size is 1.
static void find_loops(Dropping *d) {
  Greedy *g = d->g;
  uint32_t loops = d->s.iterators.count;
  d->loops = arena_new(g->arena, E, loops + 1);
  d->stays = arena_new(g->arena, bool, loops + 1);
  memset(d->stays, 1, loops);
  bool *told = arena_new(g->arena, bool, loops + 1);
  memset(told, 0, loops);
  for (uint32_t i = 0; i < d->s.op->operand_count; i++) {
    const ShapedType *shape = type_as_shaped(op_operand_type(d->s.op, i));
    for (uint32_t k = 0; shape && k < d->s.maps.data[i]->result_count; k++) {
      E expr = d->s.maps.data[i]->results[k];
      if (expr->kind != AFFINE_DIM || told[expr->value]) continue;
      told[expr->value] = true;
      d->stays[expr->value] = shape->dims[k] != 1;
    }
  }
  for (uint32_t i = 0; i < loops; i++) d->loops[i] = d->stays[i] ? affine_dim(g->ctx, d->count++) : affine_const(g->ctx, 0);
}

static bool is_unit(const Dropping *d, E expr, int64_t size) {
  if (size != 1) return false;
  return expr->kind == AFFINE_DIM ? !d->stays[expr->value] : expr->kind == AFFINE_CONST && expr->value == 0;
}

static void reshape_operand(Dropping *d, uint32_t operand) {
  Greedy *g = d->g;
  T type = op_operand_type(d->s.op, operand);
  const AffineMap *map = d->s.maps.data[operand];
  bool has_dims = type_kind(type) == TYPE_TENSOR || type_kind(type) == TYPE_MEMREF;
  const ShapedType *shape = has_dims ? type_as_shaped(type) : NULL;
  bool can = has_dims && (type_kind(type) == TYPE_MEMREF ? memref_has_identity_layout(shape) : !shape->extra);
  d->collapses[operand] = false;
  if (!can) {
    vec_push(g->arena, &d->maps, affine_map_replace(g->ctx, map, d->loops, NULL, d->count, 0));
    return;
  }
  E results[64];
  bool goes[64];
  uint32_t count = 0;
  for (uint32_t i = 0; i < map->result_count; i++) {
    goes[i] = is_unit(d, map->results[i], shape->dims[i]);
    if (!goes[i]) results[count++] = affine_replace(g->ctx, map->results[i], d->loops, d->s.iterators.count, NULL, 0);
  }
  d->shapes[operand] = without(g, shape, goes);
  d->collapses[operand] = count != map->result_count;
  vec_push(g->arena, &d->maps, affine_map(g->ctx, d->count, 0, results, count));
}

static void renumber_indices(const Dropping *d, Block *body) {
  Builder *b = &d->g->b;
  block_each_op_safe(body, op) {
    if (!op_is(op, OP_LINALG_INDEX)) continue;
    int64_t dim = op_prop_i64_at(op, LINALG_INDEX_DIM);
    builder_before(b, op);
    if (!d->stays[dim]) greedy_replace1(d->g, op, build_index(b, 0));
    else if (d->loops[dim]->value != dim) {
      op_set_prop(op, LINALG_INDEX_DIM, attr_i64(b->ctx, b->ctx->types.i64, d->loops[dim]->value));
      greedy_updated(d->g, op);
    }
  }
}

static bool drop_loops(Greedy *g, Operation *op, bool by_slices) {
  Dropping d = {.g = g};
  bool same = true;
  if (!structured_parts(g, op, &d.s) || !maps_tell_loops(d.s.maps.data, d.s.maps.count, d.s.iterators.count)) return false;
  d.shapes = arena_new(g->arena, Reassociation, op->operand_count + 1);
  d.collapses = arena_new(g->arena, bool, op->operand_count + 1);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (d.s.maps.data[i]->result_count > 64) return false;
  find_loops(&d);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    reshape_operand(&d, i);
    same &= d.maps.data[i] == d.s.maps.data[i];
  }
  if (same) return greedy_no_match(g, op, "no dimension of its operands has size 1 and is read once");
  if (!maps_tell_loops(d.maps.data, d.maps.count, d.count)) return greedy_no_match(g, op, "the sizes of the loops would be lost");
  ValueVec inputs = {0}, inits = {0};
  IteratorVec iterators = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    if (d.collapses[i]) value = collapse(g, value, &d.shapes[i], by_slices);
    vec_push(g->arena, i < d.s.inputs.end ? &inputs : &inits, value);
  }
  for (uint32_t i = 0; i < d.s.iterators.count; i++)
    if (d.stays[i]) vec_push(g->arena, &iterators, d.s.iterators.data[i]);
  Operation *made = build_generic(&g->b, &inputs, &inits, &d.maps, iterator_types_attr(g->ctx, &iterators, g->arena), g->arena);
  region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
  renumber_indices(&d, d.s.body);
  builder_before(&g->b, op);
  Value **values = arena_new(g->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count; i++) {
    uint32_t init = d.s.inits.begin + i;
    values[i] = op_result(made, i);
    if (!d.collapses[init]) continue;
    values[i] = by_slices ? insert_back(g, values[i], op_operand(op, init)) : expand(g, values[i], op_operand_type(op, init), groups_attr(g, &d.shapes[init]));
  }
  return greedy_replace(g, op, values);
}

static bool drop_by_reshapes(Greedy *g, Operation *op) { return drop_loops(g, op, false); }
static bool drop_by_slices(Greedy *g, Operation *op) { return drop_loops(g, op, true); }

// Where every loop is parallel, what is read from an init is an input.
static bool move_inits(Greedy *g, Operation *op) {
  Structured s;
  bool any = false;
  if (!structured_is_on_tensors(op) || !structured_parts(g, op, &s) || structured_count(&s, ITERATOR_PARALLEL) != s.iterators.count) return false;
  for (uint32_t i = s.inits.begin; i < s.inits.end; i++) any |= structured_uses(&s, i);
  if (!any) return greedy_no_match(g, op, "it reads none of its inits");
  ValueVec inputs = {0}, inits = {0};
  AffineMapVec maps = {0};
  for (uint32_t i = 0; i < s.inits.end; i++) {
    if (i >= s.inits.begin && !structured_uses(&s, i)) continue;
    vec_push(g->arena, &inputs, op_operand(op, i));
    vec_push(g->arena, &maps, s.maps.data[i]);
  }
  for (uint32_t i = s.inits.begin; i < s.inits.end; i++) {
    Value *init = op_operand(op, i);
    vec_push(g->arena, &maps, s.maps.data[i]);
    if (structured_uses(&s, i)) {
      Operation *def = value_def(init);
      if (def) builder_after(&g->b, def);
      else builder_at_start(&g->b, value_block(init));
      g->b.loc = op->loc;
      init = build_empty_like(g, init);
    }
    vec_push(g->arena, &inits, init);
  }
  builder_before(&g->b, op);
  Operation *made = build_generic(&g->b, &inputs, &inits, &maps, op_prop_at(op, LINALG_GENERIC_ITERATOR_TYPES), g->arena);
  for (uint32_t i = 0; i < op->attr_count; i++) op_set_discardable(g->module, made, op->attrs[i].name, op->attrs[i].value);
  region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
  ValueVec old = {0};
  for (uint32_t i = s.inits.begin; i < s.inits.end; i++) vec_push(g->arena, &old, s.body->args[i]);
  for (uint32_t i = 0, at = s.inits.begin; i < old.count; i++) {
    if (!old.data[i]->uses) continue;
    Value *input = block_insert_arg(g->module, s.body, at++, old.data[i]->type, value_loc(old.data[i]));
    greedy_replace_uses(g, old.data[i], input);
  }
  return greedy_replace_op(g, op, made);
}

// ---------------------------------------------------------------------------------------------
// tensor.pad

static bool is_number(OpFoldResult ofr, int64_t number) { return ofr_is(ofr_fold(ofr), number); }

static Value *build_pad(Greedy *g, Operation *like, Value *source, OpFoldResultList low, OpFoldResultList high, Value *value) {
  const ShapedType *type = type_as_shaped(source->type);
  int64_t *dims = arena_new(g->arena, int64_t, type->rank + 1);
  for (uint32_t i = 0; i < type->rank; i++) {
    bool is_known = type->dims[i] != DYNAMIC && !low.items[i].value && !high.items[i].value;
    dims[i] = is_known ? type->dims[i] + low.items[i].constant + high.items[i].constant : DYNAMIC;
  }
  OpState *state = builder_begin(&g->b, OP_TENSOR_PAD);
  op_state_add_operand(state, source);
  op_state_add_type(state, type_tensor(g->ctx, dims, (uint32_t)type->rank, type->element, NULL));
  op_state_set_prop(state, TENSOR_PAD_NOFOLD, op_prop_at(like, TENSOR_PAD_NOFOLD));
  int32_t counts[2];
  counts[0] = ofr_push(state, "static_low", low, g->arena);
  counts[1] = ofr_push(state, "static_high", high, g->arena);
  op_state_operand_segments(state, (const int32_t[]){1, counts[0], counts[1]}, 3);
  Block *block = block_new(g->module);
  block_append(op_state_add_region(state), block);
  for (uint32_t i = 0; i < type->rank; i++) block_add_arg(g->module, block, g->ctx->types.index, like->loc);
  Value *made = builder_finish_value(&g->b);
  builder_at_end(&g->b, op_region(value_def(made), 0)->first);
  g->b.loc = like->loc;
  op_state_add_operand(builder_begin(&g->b, OP_TENSOR_YIELD), value);
  builder_finish(&g->b);
  builder_before(&g->b, like);
  return made;
}

static bool drop_from_pad(Greedy *g, Operation *op, bool by_slices) {
  const ShapedType *type = type_as_shaped(op_operand_type(op, 0));
  Block *block = op_region(op, 0)->first;
  Value *value = op_operand(block->last, 0);
  if (type->extra || type->rank > 64) return greedy_no_match(g, op, "its dimensions cannot be joined");
  if (value_block(value) == block) return greedy_no_match(g, op, "what it adds depends on the place");
  OpFoldResultList low = ofr_list(op, "static_low", "low", g->arena), high = ofr_list(op, "static_high", "high", g->arena);
  OpFoldResultList new_low = {arena_new(g->arena, OpFoldResult, type->rank + 1), 0}, new_high = {arena_new(g->arena, OpFoldResult, type->rank + 1), 0};
  bool goes[64];
  for (uint32_t i = 0; i < type->rank; i++) {
    goes[i] = type->dims[i] == 1 && is_number(low.items[i], 0) && is_number(high.items[i], 0);
    if (goes[i]) continue;
    new_low.items[new_low.count++] = low.items[i];
    new_high.items[new_high.count++] = high.items[i];
  }
  if (new_low.count == type->rank) return greedy_no_match(g, op, "no dimension of size 1 stays as it is");
  Reassociation r = without(g, type, goes);
  Value *made = build_pad(g, op, collapse(g, op_operand(op, 0), &r, by_slices), new_low, new_high, value);
  T result = op_result_type(op, 0);
  if (!by_slices) return greedy_replace1(g, op, expand(g, made, result, groups_attr(g, &r)));
  OpFoldResult *sizes = arena_new(g->arena, OpFoldResult, type->rank + 1);
  for (uint32_t i = 0, from = 0; i < type->rank; i++) sizes[i] = goes[i] ? OFR_NUMBER(1) : size_of_dim(g, made, from++);
  return greedy_replace1(g, op, insert_back(g, made, build_empty_of(&g->b, sizes, (uint32_t)type->rank, type_element(result), g->arena)));
}

static bool pad_by_reshapes(Greedy *g, Operation *op) { return drop_from_pad(g, op, false); }
static bool pad_by_slices(Greedy *g, Operation *op) { return drop_from_pad(g, op, true); }

// ---------------------------------------------------------------------------------------------
// Slices

// Dimensions of size 1 go with the one behind them, the last ones with the last that stays. False: there are none.
static bool fold_units(Greedy *g, const ShapedType *type, Reassociation *out) {
  uint32_t rank = (uint32_t)type->rank, begin = 0, last = 0;
  *out = (Reassociation){0};
  for (uint32_t i = 0; i < rank; i++)
    if (type->dims[i] != 1) last = i + 1;
  for (uint32_t i = 0; i < last; i++) {
    if (type->dims[i] == 1) continue;
    add_group(g, out, begin, i + 1 == last ? rank : i + 1, type->dims[i]);
    begin = i + 1;
  }
  return out->groups.count != rank;
}

static bool reduce_extract(Greedy *g, Operation *op) {
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  Reassociation r;
  if (!fold_units(g, type, &r)) return greedy_no_match(g, op, "no dimension of the slice has size 1");
  OffsetsSizesStrides slice = offsets_sizes_strides(op, g->arena);
  const ShapedType *source = type_as_shaped(op_operand_type(op, 0));
  T reduced = type_tensor(g->ctx, r.dims.data, r.dims.count, source->element, source->extra);
  Value *made = build_slice(&g->b, OP_TENSOR_EXTRACT_SLICE, reduced, op_operand(op, 0), &slice, g->arena);
  return greedy_replace1(g, op, expand(g, made, &type->base, groups_attr(g, &r)));
}

static bool reduce_insert(Greedy *g, Operation *op) {
  Reassociation r;
  if (!fold_units(g, type_as_shaped(op_operand_type(op, 0)), &r)) return greedy_no_match(g, op, "no dimension of the slice has size 1");
  if (op_is(op, OP_TENSOR_PARALLEL_INSERT_SLICE)) {
    builder_before(&g->b, op_parent(op));
    g->b.loc = op->loc;
  }
  Value *source = collapse(g, op_operand(op, 0), &r, false);
  greedy_set_operand(g, op, 0, source);
  return greedy_updated(g, op);
}

// ---------------------------------------------------------------------------------------------
// tensor.empty

static Value *empty_of_result(Greedy *g, Operation *op) {
  const ReifyRankedShapedTypeOpInterface *reify = ask_reify_ranked_shaped_type(op->def);
  OpFoldResultList shape;
  if (!reify || !reify->result_shape || !reify->result_shape(&g->b, op, &shape, g->arena)) return NULL;
  for (uint32_t i = 0; i < shape.count; i++) shape.items[i] = ofr_fold(shape.items[i]);
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  return build_tensor_cast(&g->b, &type->base, build_empty_of(&g->b, shape.items, shape.count, type->element, g->arena));
}

static bool reshape_empty(Greedy *g, Operation *op) {
  if (!op_is(value_def(op_operand(op, 0)), OP_TENSOR_EMPTY) || type_as_shaped(op_result_type(op, 0))->extra) return false;
  Value *made = empty_of_result(g, op);
  return made && greedy_replace1(g, op, made);
}

static bool slice_empty(Greedy *g, Operation *op) {
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  if (!op_is(value_def(op_operand(op, 0)), OP_TENSOR_EMPTY)) return false;
  Span sizes = op_operands_named(op, "sizes");
  uint32_t open = 0;
  for (uint32_t i = 0; i < type->rank; i++) open += type->dims[i] == DYNAMIC;
  if (open != span_size(sizes)) return false;
  OpState *state = builder_begin(&g->b, OP_TENSOR_EMPTY);
  op_state_take_operands(state, op, sizes.begin, sizes.end);
  op_state_add_type(state, &type->base);
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static bool join_empties(Greedy *g, Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!op_is(value_def(op_operand(op, i)), OP_TENSOR_EMPTY)) return false;
  Value *made = empty_of_result(g, op);
  return made && greedy_replace1(g, op, made);
}

static const GreedyPattern empty_patterns[] = {
  {.root = OP_TENSOR_EXTRACT_SLICE, .rewrite = slice_empty, .name = "a slice of an empty tensor"},
  {.root = OP_TENSOR_EXPAND_SHAPE, .rewrite = reshape_empty, .name = "another shape of an empty tensor"},
  {.root = OP_TENSOR_COLLAPSE_SHAPE, .rewrite = reshape_empty, .name = "another shape of an empty tensor"},
  {.root = OP_TENSOR_CONCAT, .rewrite = join_empties, .name = "empty tensors joined"},
};

// ---------------------------------------------------------------------------------------------
// The pass

static const GreedyPattern reshape_patterns[] = {
  {.root = OP_LINALG_GENERIC, .rewrite = drop_by_reshapes, .name = "linalg.generic without loops that run once"},
  {.root = OP_TENSOR_PAD, .rewrite = pad_by_reshapes, .name = "padding without dimensions of size 1"},
  {.root = OP_TENSOR_EXTRACT_SLICE, .rewrite = reduce_extract, .name = "a slice without dimensions of size 1"},
  {.root = OP_TENSOR_INSERT_SLICE, .rewrite = reduce_insert, .name = "a slice without dimensions of size 1"},
  {.root = OP_TENSOR_PARALLEL_INSERT_SLICE, .rewrite = reduce_insert, .name = "a slice without dimensions of size 1"},
};
static const GreedyPattern slice_patterns[] = {
  {.root = OP_LINALG_GENERIC, .rewrite = drop_by_slices, .name = "linalg.generic without loops that run once"},
  {.root = OP_TENSOR_PAD, .rewrite = pad_by_slices, .name = "padding without dimensions of size 1"},
};
static const GreedyPattern init_patterns[] = {{.root = OP_LINALG_GENERIC, .rewrite = move_inits, .name = "inits that are read are inputs"}};

void add_unit_dim_dropping(Greedy *g, bool by_slices) {
  if (by_slices) greedy_add_table(g, slice_patterns);
  else greedy_add_table(g, reshape_patterns);
  greedy_add(g, linalg_fill_canonicalization.patterns, linalg_fill_canonicalization.count);
  if (!by_slices) add_patterns_of(g, &tensor_canonicalization, OP_TENSOR_COLLAPSE_SHAPE);
  add_patterns_of(g, &tensor_canonicalization, OP_TENSOR_EMPTY);
  if (!by_slices) add_patterns_of(g, &tensor_canonicalization, OP_TENSOR_EXPAND_SHAPE);
  greedy_add_table(g, empty_patterns);
  greedy_add(g, resolve_dim_patterns.patterns, resolve_dim_patterns.count);
}

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  add_unit_dim_dropping(&g, pass_bool(pass, &option_use_slices));
  greedy_add_table(&g, init_patterns);
  greedy_run(&g, op);
  return !pass->ctx->mem.exhausted;
}

const PassDef linalg_drop_unit_dims_pass = {
  .name = "linalg-fold-unit-extent-dims", .class_name = "LinalgFoldUnitExtentDimsPass",
  .summary = "Remove unit-extent dimension in Linalg ops on tensors", .works_on = "linalg tensor", .makes = "linalg tensor memref arith affine",
  .run = run, PASS_OPTIONS(&option_use_slices),
};
