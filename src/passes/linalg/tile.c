// Tiling of structured operations (after mlir/lib/Dialect/SCF/Transforms/TileUsingInterface.cpp and
// mlir/lib/Dialect/Linalg/{Transforms/TilingInterfaceImpl,Utils/Utils}.cpp).
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/tensor.h"

#include "dialects/affine/apply.h"
#include "dialects/common/build.h"
#include "dialects/linalg/hooks.h"
#include "dialects/memref/hooks.h"
#include "dialects/scf/build.h"
#include "ir/ir_diag.h"
#include "ir/type.h"
#include "passes/linalg/tile.h"

enum { MAX_SIZE = 256 };   // loops, operands, dimensions of one: what is kept for each of them is small then

static bool is_zero(OpFoldResult size) { return ofr_is(ofr_fold(size), 0); }

bool tiling_of(Tiling *self, Module *module, Arena *arena, Operation *op) {
  const LinalgOp *asked = ask_linalg_op(op->def);
  *self = (Tiling){.arena = arena, .op = op};
  builder_init(&self->b, module);
  if (!asked || !asked->maps(module->context, op, arena, &self->maps) || self->maps.count != op->operand_count) return false;
  asked->iterators(op, arena, &self->iterators);
  bool is_small = self->iterators.count <= MAX_SIZE && op->operand_count <= MAX_SIZE;
  for (uint32_t i = 0; i < self->maps.count; i++) is_small &= self->maps.data[i]->result_count <= MAX_SIZE;
  return is_small;
}

bool tiling_is_missing(const Operation *op) {
  static const uint16_t others[] = {OP_TENSOR_PAD, OP_LINALG_PACK, OP_LINALG_UNPACK, OP_LINALG_SOFTMAX, OP_LINALG_WINOGRAD_FILTER_TRANSFORM,
                                    OP_LINALG_WINOGRAD_INPUT_TRANSFORM, OP_LINALG_WINOGRAD_OUTPUT_TRANSFORM};
  for (uint32_t i = 0; i < countof(others); i++)
    if (op_is(op, others[i])) return true;
  return false;
}

bool tiling_domain(Tiling *self) {
  Builder *b = &self->b;
  builder_before(b, self->op);
  self->domain = linalg_loop_sizes(b, self->op, &self->maps, self->arena);
  for (uint32_t i = 0; self->domain && i < self->iterators.count; i++)
    self->domain[i] = compose_apply(b, affine_map_identity(b->ctx, 1), &self->domain[i], self->arena);
  return self->domain != NULL;
}

// ---------------------------------------------------------------------------------------------
// Slices of operands

// `expr` of the dimensions.
static OpFoldResult apply(Tiling *self, E expr, const OpFoldResult *dims, uint32_t count) {
  return compose_apply(&self->b, affine_map(self->b.ctx, count, 0, &expr, 1), dims, self->arena);
}

static OpFoldResult size_of_dim(Tiling *self, Value *value, uint32_t dim) {
  Builder *b = &self->b;
  const ShapedType *type = type_as_shaped(value->type);
  if (type->dims[dim] != DYNAMIC) return OFR_NUMBER(type->dims[dim]);
  Value *size = build2(b, type_is_memref(value->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, b->ctx->types.index, value, build_index(b, dim));
  return (OpFoldResult){.value = build_or_fold(b, size, self->arena)};
}

static bool is_tiled(const Tiling *self, E expr, const Tile *tile) {
  for (uint32_t i = 0; i < self->iterators.count; i++)
    if (affine_uses_dim(expr, i) && !is_zero(tile->sizes[i])) return true;
  return false;
}

// The greatest index in each loop, from the tile's start.
static OpFoldResult *last_indices(Tiling *self, const Tile *tile) {
  Context *ctx = self->b.ctx;
  E less = affine_sub(ctx, affine_dim(ctx, 0), affine_const(ctx, 1));
  OpFoldResult *last = arena_new(self->arena, OpFoldResult, self->iterators.count + 1);
  for (uint32_t i = 0; i < self->iterators.count; i++) last[i] = apply(self, less, &tile->sizes[i], 1);
  return last;
}

static OffsetsSizesStrides slice_of(Tiling *self, const Tile *tile, const OpFoldResult *last, uint32_t operand, Value *value) {
  Context *ctx = self->b.ctx;
  const AffineMap *map = self->maps.data[operand];
  uint32_t rank = (uint32_t)type_as_shaped(value->type)->rank, loops = self->iterators.count;
  OpFoldResult *items = arena_new(self->arena, OpFoldResult, 3 * rank + 1);
  E *zeros = arena_new(self->arena, E, loops + 1);
  OffsetsSizesStrides slice = {{items, rank}, {items + rank, rank}, {items + 2 * rank, rank}};
  for (uint32_t i = 0; i < loops; i++) zeros[i] = affine_const(ctx, 0);
  for (uint32_t i = 0; i < rank; i++) {
    E expr = map->results[i];
    slice.strides.items[i] = OFR_NUMBER(1);
    if (!is_tiled(self, expr, tile)) {
      slice.sizes.items[i] = size_of_dim(self, value, i);
      continue;
    }
    E start = affine_sub(ctx, expr, affine_replace(ctx, expr, zeros, loops, NULL, 0));
    slice.offsets.items[i] = apply(self, start, tile->offsets, loops);
    OpFoldResult greatest = apply(self, expr, last, loops);
    slice.sizes.items[i] = compose_apply_symbols(&self->b, affine_add(ctx, affine_symbol(ctx, 0), affine_const(ctx, 1)), &greatest, 1, self->arena);
  }
  return slice;
}

static Value *build_slice_of(Tiling *self, Value *value, const OffsetsSizesStrides *slice) {
  Builder *b = &self->b;
  const ShapedType *type = type_as_shaped(value->type);
  const int64_t *sizes = ofr_numbers(slice->sizes, self->arena);
  if (!type_is_memref(value->type))
    return build_slice(b, OP_TENSOR_EXTRACT_SLICE, type_tensor(b->ctx, sizes, (uint32_t)type->rank, type->element, type->extra), value, slice, self->arena);
  T view = memref_subview_type(b->ctx, self->arena, type, ofr_numbers(slice->offsets, self->arena), sizes, ofr_numbers(slice->strides, self->arena));
  return build_slice(b, OP_MEMREF_SUBVIEW, view, value, slice, self->arena);
}

// ---------------------------------------------------------------------------------------------
// The operation on a tile

static bool is_not_by(Use *use, void *data) { return use->owner != data; }

// Indices count from the tile's start in the clone.
static void shift_indices(Tiling *self, Operation *op, const Tile *tile) {
  Builder *b = &self->b, outside = *b;
  Context *ctx = b->ctx;
  E sum = affine_add(ctx, affine_dim(ctx, 0), affine_dim(ctx, 1));
  Block *body = structured_body(op);
  for (Operation *index = body ? body->first : NULL; index; index = index->next) {
    if (!op_is(index, OP_LINALG_INDEX)) continue;
    builder_after(b, index);
    b->loc = index->loc;
    Value *from_start = op_result(index, 0);
    const OpFoldResult terms[] = {{.value = from_start}, tile->offsets[op_prop_i64_at(index, LINALG_INDEX_DIM)]};
    Value *shifted = ofr_to_value(b, apply(self, sum, terms, 2));
    if (shifted != from_start) value_replace_if(from_start, shifted, is_not_by, value_def(shifted));
  }
  b->block = outside.block;
  b->before = outside.before;
  b->loc = outside.loc;
}

Value **tile_operands(Tiling *self, const Tile *tile, uint32_t end, Value *const *inits, OpVec *slices) {
  const Operation *op = self->op;
  Span span = structured_inits(op);
  OpFoldResult *last = last_indices(self, tile);
  OffsetsSizesStrides *parts = arena_new(self->arena, OffsetsSizesStrides, op->operand_count + 1);
  Value **operands = arena_new(self->arena, Value *, op->operand_count + 1);
  for (uint32_t i = 0; i < end; i++) {
    bool is_init = i >= span.begin, is_tensor = type_is_tensor(op_operand_type(op, i)), any = false;
    operands[i] = is_init && is_tensor && inits ? inits[i - span.begin] : op_operand(op, i);
    for (uint32_t k = 0; k < self->maps.data[i]->result_count; k++) any |= is_tiled(self, self->maps.data[i]->results[k], tile);
    if (any || (is_init && is_tensor)) parts[i] = slice_of(self, tile, last, i, operands[i]);
    else operands[i] = NULL;
  }
  for (uint32_t i = 0; i < end; i++) {
    if (!operands[i]) continue;
    operands[i] = build_slice_of(self, operands[i], &parts[i]);
    if (slices) vec_push(self->arena, slices, value_def(operands[i]));
  }
  return operands;
}

Operation *tile_part(Tiling *self, const Tile *tile, Value *const *inits, OpVec *slices) {
  const Operation *op = self->op;
  Span span = structured_inits(op);
  Value **operands = tile_operands(self, tile, op->operand_count, inits, slices);
  Operation *part = op_clone(self->b.module, op, NULL);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (operands[i]) op_set_operand(part, i, operands[i]);
  for (uint32_t i = 0; i < part->result_count; i++) op_result(part, i)->type = op_operand_type(part, span.begin + i);
  op_touched(part);
  builder_insert(&self->b, part);
  shift_indices(self, part, tile);
  return part;
}

OffsetsSizesStrides tile_of_result(Tiling *self, const Tile *tile, uint32_t result, Value *init) {
  return slice_of(self, tile, last_indices(self, tile), structured_inits(self->op).begin + result, init);
}

bool tile_for_result(Tiling *self, uint32_t result, const OffsetsSizesStrides *slice, Tile *out) {
  const AffineMap *map = self->maps.data[structured_inits(self->op).begin + result];
  uint32_t loops = self->iterators.count;
  if (!affine_map_is_projected_permutation(map, false)) return false;
  *out = (Tile){arena_new(self->arena, OpFoldResult, loops + 1), arena_new(self->arena, OpFoldResult, loops + 1)};
  Builder outside = self->b;
  bool known = tiling_domain(self);
  self->b.block = outside.block;
  self->b.before = outside.before;
  self->b.loc = outside.loc;
  if (!known) return false;
  for (uint32_t i = 0; i < loops; i++) out->sizes[i] = self->domain[i];
  for (uint32_t i = 0; i < map->result_count; i++) {
    out->offsets[map->results[i]->value] = slice->offsets.items[i];
    out->sizes[map->results[i]->value] = slice->sizes.items[i];
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Loops over tiles

// What each loop is tiled by, in the order of the loops that are made.
typedef struct Plan {
  const TileOptions *options;
  uint32_t count;
  uint32_t *order;                          // loop number of each
  OpFoldResult *domain, *sizes, *threads;   // `threads` is NULL when sizes are given
} Plan;

static const char *order_loops(const Tiling *self, Plan *plan) {
  const TileOptions *o = plan->options;
  bool *taken = arena_new(self->arena, bool, plan->count + 1);
  for (uint32_t i = 0; i < plan->count; i++) {
    int64_t loop = i < o->interchange_count ? o->interchange[i] : i;
    if (loop < 0 || loop >= plan->count || taken[loop]) return "the interchange is no permutation of the loops";
    taken[loop] = true;
    plan->order[i] = (uint32_t)loop;
  }
  return NULL;
}

static const char *make_plan(Tiling *self, Plan *plan) {
  const TileOptions *o = plan->options;
  Context *ctx = self->b.ctx;
  Arena *arena = self->arena;
  uint32_t count = self->iterators.count;
  OpFoldResult *sizes = arena_new(arena, OpFoldResult, count + 1), *threads = arena_new(arena, OpFoldResult, count + 1);
  *plan = (Plan){o, count, arena_new(arena, uint32_t, count + 1), arena_new(arena, OpFoldResult, count + 1),
                 arena_new(arena, OpFoldResult, count + 1), o->threads.count ? arena_new(arena, OpFoldResult, count + 1) : NULL};
  for (uint32_t i = 0; i < count; i++) {
    if (i < o->sizes.count && !o->threads.count) sizes[i] = o->sizes.items[i];
    if (i < o->threads.count) threads[i] = o->threads.items[i];
  }
  for (uint32_t i = 0; i < o->threads.count && i < count; i++) {
    const OpFoldResult parts[] = {self->domain[i], threads[i]};
    if (!is_zero(threads[i]))
      sizes[i] = compose_apply_symbols(&self->b, affine_ceildiv(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1)), parts, 2, arena);
  }
  const char *wrong = order_loops(self, plan);
  for (uint32_t i = 0; i < count && !wrong; i++) {
    plan->domain[i] = self->domain[plan->order[i]];
    plan->sizes[i] = sizes[plan->order[i]];
    if (plan->threads) plan->threads[i] = threads[plan->order[i]];
  }
  return wrong;
}

// Loops over sums take turns at what they write.
static void warn_of_races(Tiling *self, const Plan *plan) {
  Module *module = self->b.module;
  for (uint32_t i = 0; i < plan->count; i++) {
    OpFoldResult number = ofr_fold(plan->threads ? plan->threads[i] : plan->sizes[i]);
    if (self->iterators.data[i] == ITERATOR_PARALLEL || number.value || number.constant <= (plan->threads ? 1 : 0)) continue;
    Diag *diag = diag_at(module, SEVERITY_WARNING, self->op->loc, "tiling is not thread safe at axis #%u", i);
    if (!module->context->no_op_notes) diag_note_at(module, diag, self->op->loc, "see current operation: %.*s", STR_ARG(op_text(module, self->op)));
  }
}

// The rest of the domain may be less than a tile.
static OpFoldResult bounded_size(Tiling *self, OpFoldResult offset, OpFoldResult end, OpFoldResult size) {
  Context *ctx = self->b.ctx;
  OpFoldResult tile = ofr_fold(size), whole = ofr_fold(end);
  if (ofr_is(tile, 1) || (!tile.value && !whole.value && whole.constant % tile.constant == 0)) return size;
  E rest[] = {affine_sub(ctx, affine_symbol(ctx, 0), affine_dim(ctx, 0)), affine_symbol(ctx, 1)};
  const OpFoldResult operands[] = {offset, {.value = ofr_to_value(&self->b, end)}, size};
  return compose_min(&self->b, affine_map(ctx, 1, 2, rest, 2), operands, self->arena);
}

// No thread starts behind the end.
static bool starts_inside(OpFoldResult size, OpFoldResult threads, OpFoldResult end) {
  size = ofr_fold(size), threads = ofr_fold(threads), end = ofr_fold(end);
  return !size.value && !threads.value && !end.value && size.constant * (threads.constant - 1) < end.constant;
}

static void tile_of_thread(Tiling *self, const Plan *plan, uint32_t i, Value *iv, OpFoldResult *offset, OpFoldResult *size) {
  Builder *b = &self->b;
  Context *ctx = b->ctx;
  E d0 = affine_dim(ctx, 0), s0 = affine_symbol(ctx, 0), s1 = affine_symbol(ctx, 1);
  E start = affine_mul(ctx, d0, s0), rest = affine_sub(ctx, s1, start), behind = affine_sub(ctx, s0, d0);
  *size = plan->sizes[i];
  *offset = compose_apply(b, affine_map(ctx, 1, 1, &start, 1), (const OpFoldResult[]){{.value = iv}, *size}, self->arena);
  OpFoldResult residue = compose_apply(b, affine_map(ctx, 1, 2, &rest, 1), (const OpFoldResult[]){plan->threads[i], *size, plan->domain[i]}, self->arena);
  if (!is_zero(residue)) {
    OpFoldResult left = compose_apply(b, affine_map(ctx, 1, 1, &behind, 1), (const OpFoldResult[]){*offset, plan->domain[i]}, self->arena);
    *size = compose_min(b, affine_map_identity(ctx, 2), (const OpFoldResult[]){left, *size}, self->arena);
  }
  if (starts_inside(plan->sizes[i], plan->threads[i], plan->domain[i])) return;
  E least[] = {affine_const(ctx, 0), d0};
  *size = compose_max(b, affine_map(ctx, 1, 0, least, 2), size, self->arena);
}

static Tile tile_at(Tiling *self, const Plan *plan, Value *const *ivs) {
  Tile tile = {arena_new(self->arena, OpFoldResult, plan->count + 1), arena_new(self->arena, OpFoldResult, plan->count + 1)};
  for (uint32_t i = 0; i < plan->count; i++) {
    OpFoldResult *offset = &tile.offsets[plan->order[i]], *size = &tile.sizes[plan->order[i]];
    if (is_zero(plan->threads ? plan->threads[i] : plan->sizes[i])) {
      *size = plan->domain[i];
    } else if (plan->threads) {
      tile_of_thread(self, plan, i, *ivs++, offset, size);
    } else {
      *offset = (OpFoldResult){.value = *ivs++};
      *size = bounded_size(self, *offset, plan->domain[i], plan->sizes[i]);
    }
  }
  return tile;
}

// The part of the operation in the innermost loop, and the slices that its results are of those of the loops.
static OffsetsSizesStrides *fill_body(Tiling *self, const Plan *plan, Value *const *ivs, Value *const *inits, Tiled *out) {
  Tile tile = tile_at(self, plan, ivs);
  if (plan->options->sums) return partial_part(self, plan->options, plan->sizes, plan->threads != NULL, &tile, ivs, inits, out);
  OffsetsSizesStrides *slices = arena_new(self->arena, OffsetsSizesStrides, self->op->result_count + 1);
  out->op = tile_part(self, &tile, inits, &out->slices);
  for (uint32_t i = 0; i < self->op->result_count; i++) slices[i] = tile_of_result(self, &tile, i, inits[i]);
  return slices;
}

Operation *build_insert_slice(Builder *b, uint32_t opcode, Value *part, Value *into, const OffsetsSizesStrides *slice, Arena *arena) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand2(state, part, into);
  if (opcode == OP_TENSOR_INSERT_SLICE) op_state_add_type(state, into->type);
  int32_t offsets = ofr_push(state, "static_offsets", slice->offsets, arena);
  int32_t sizes = ofr_push(state, "static_sizes", slice->sizes, arena);
  int32_t strides = ofr_push(state, "static_strides", slice->strides, arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, offsets, sizes, strides}, 5);
  return builder_finish_typed(b);
}

static void build_yield(Builder *b, Value *const *values, uint32_t count) {
  op_state_add_operands(builder_begin(b, OP_SCF_YIELD), values, count);
  builder_finish_typed(b);
}

// --- scf.for in each other

static void build_for_loops(Tiling *self, const Plan *plan, const ValueVec *inits, Tiled *out) {
  Builder *b = &self->b;
  Arena *arena = self->arena;
  Loc loc = b->loc;
  uint32_t results = inits->count, n = 0;
  Value **bounds[3], **ivs = arena_new(arena, Value *, plan->count + 1), *const *values = inits->data;
  for (uint32_t k = 0; k < 3; k++) {
    bounds[k] = arena_new(arena, Value *, plan->count + 1);
    for (uint32_t i = 0; i < plan->count; i++)
      if (!is_zero(plan->sizes[i])) bounds[k][i] = ofr_to_value(b, k == 0 ? OFR_NUMBER(0) : k == 1 ? plan->domain[i] : plan->sizes[i]);
  }
  for (uint32_t i = 0; i < plan->count; i++) {
    if (is_zero(plan->sizes[i])) continue;
    Operation *loop = build_scf_for(b, bounds[0][i], bounds[1][i], bounds[2][i], values, results);
    Block *body = op_region(loop, 0)->first;
    vec_push(arena, &out->loops, loop);
    ivs[n++] = body->args[0];
    values = body->args + 1;
    builder_at_end(b, body);
    b->loc = loc;
  }
  OffsetsSizesStrides *slices = fill_body(self, plan, ivs, values, out);
  Value **yielded = arena_new(arena, Value *, results + 1);
  for (uint32_t i = 0; i < results; i++) {
    yielded[i] = op_result(build_insert_slice(b, OP_TENSOR_INSERT_SLICE, op_result(out->op, i), values[i], &slices[i], arena), 0);
  }
  build_yield(b, yielded, results);
  for (uint32_t k = n - 1; k > 0; k--) {
    builder_at_end(b, op_region(out->loops.data[k - 1], 0)->first);
    b->loc = loc;
    for (uint32_t i = 0; i < results; i++) yielded[i] = op_result(out->loops.data[k], i);
    build_yield(b, yielded, results);
  }
}

// --- scf.forall

static OpFoldResultList new_list(const Tiling *self, uint32_t count) {
  return (OpFoldResultList){arena_new(self->arena, OpFoldResult, count + 1), count};
}

// The same loop from 0 with a step of 1. Its body begins with what the indices were.
static Operation *normalize(Tiling *self, Operation *forall, A mapping) {
  Builder *b = &self->b;
  Context *ctx = b->ctx;
  ForallBounds bounds = forall_bounds_of(forall, self->arena);
  uint32_t rank = bounds.lower.count;
  ForallBounds normal = {new_list(self, rank), new_list(self, rank), new_list(self, rank)};
  builder_before(b, forall);
  for (uint32_t i = 0; i < rank; i++) {
    const OpFoldResult parts[] = {bounds.upper.items[i], bounds.step.items[i]};
    normal.upper.items[i] = compose_apply_symbols(b, affine_ceildiv(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1)), parts, 2, self->arena);
    normal.step.items[i] = OFR_NUMBER(1);
  }
  ValueVec outputs = {0};
  Span span = forall_outputs(forall);
  op_push_operands(forall, span.begin, span.end, &outputs, self->arena);
  Operation *made = build_forall(b, &normal, &outputs, mapping, self->arena);
  region_take_blocks(op_region(made, 0), op_region(forall, 0), NULL);
  Block *body = op_region(made, 0)->first;
  builder_at_start(b, body);
  b->loc = made->loc;
  E index = affine_mul(ctx, affine_dim(ctx, 0), affine_symbol(ctx, 0));
  for (uint32_t i = 0; i < rank; i++) {
    const OpFoldResult parts[] = {{.value = body->args[i]}, bounds.step.items[i]};
    Value *old = ofr_to_value(b, compose_apply(b, affine_map(ctx, 1, 1, &index, 1), parts, self->arena));
    if (old != body->args[i]) value_replace_if(body->args[i], old, is_not_by, value_def(old));
  }
  for (uint32_t i = 0; i < forall->result_count; i++) value_replace_all(op_result(forall, i), op_result(made, i));
  op_erase(forall);
  return made;
}

static void build_forall_loop(Tiling *self, const Plan *plan, const ValueVec *inits, Tiled *out) {
  Builder *b = &self->b;
  Loc loc = b->loc;
  ForallBounds bounds = {new_list(self, plan->count), new_list(self, plan->count), new_list(self, plan->count)};
  uint32_t rank = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (is_zero(plan->threads ? plan->threads[i] : plan->sizes[i])) continue;
    bounds.upper.items[rank] = plan->threads ? plan->threads[i] : plan->domain[i];
    bounds.step.items[rank++] = plan->threads ? OFR_NUMBER(1) : plan->sizes[i];
  }
  bounds.lower.count = bounds.upper.count = bounds.step.count = rank;
  Operation *forall = build_forall(b, &bounds, inits, plan->options->mapping, self->arena);
  Operation *end = build_forall_body(b, forall, rank);
  Block *body = op_region(forall, 0)->first;
  builder_before(b, end);
  b->loc = loc;
  OffsetsSizesStrides *slices = fill_body(self, plan, body->args, body->args + rank, out);
  builder_at_end(b, op_region(end, 0)->first);
  b->loc = loc;
  for (uint32_t i = 0; i < inits->count; i++)
    build_insert_slice(b, OP_TENSOR_PARALLEL_INSERT_SLICE, op_result(out->op, i), body->args[rank + i], &slices[i], self->arena);
  vec_push(self->arena, &out->loops, plan->options->counts_tiles ? normalize(self, forall, plan->options->mapping) : forall);
}

// ---------------------------------------------------------------------------------------------

const char *tile_to_loops(Tiling *self, const TileOptions *options, Tiled *out) {
  Operation *op = self->op;
  Plan plan = {.options = options};
  Span span = structured_inits(op);
  ValueVec inits = {0};
  bool any = false;
  *out = (Tiled){0};
  for (uint32_t i = span.begin; i < span.end; i++)
    if (type_is_tensor(op_operand_type(op, i))) vec_push(self->arena, &inits, op_operand(op, i));
  if (inits.count != op->result_count || (inits.count && inits.count != span_size(span))) return "some of its results are tensors and some are memrefs";
  const char *wrong = make_plan(self, &plan);
  if (wrong) return wrong;
  if (options->sums) {
    inits = (ValueVec){0};
    wrong = partial_inits(self, options, plan.sizes, plan.threads, &inits, out);
    if (wrong) return wrong;
  } else if (options->forall) {
    warn_of_races(self, &plan);
  }
  for (uint32_t i = 0; i < plan.count; i++) any |= !is_zero(plan.threads ? plan.threads[i] : plan.sizes[i]);
  if (!any) {
    out->op = op_clone(self->b.module, op, NULL);
    builder_insert(&self->b, out->op);
  } else if (options->forall) {
    build_forall_loop(self, &plan, &inits, out);
  } else {
    build_for_loops(self, &plan, &inits, out);
  }
  Operation *by = any ? out->loops.data[0] : out->op;
  Value **results = arena_new(self->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count; i++) results[i] = op_result(by, i);
  if (options->sums && any) {
    builder_after(&self->b, by);
    self->b.loc = op->loc;
    partial_merge(self, options, by, results, out);
  }
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), results[i]);
  op_erase(op);
  return NULL;
}
