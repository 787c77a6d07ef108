// Operations of the transform dialect that fuse producers into loops (after mlir/lib/Dialect/Linalg/TransformOps/LinalgTransformOps.cpp).
#include "ops/linalg.h"
#include "ops/scf.h"
#include "ops/tensor.h"
#include "ops/transform.h"

#include "dialects/scf/build.h"
#include "ir/dominance.h"
#include "ir/type.h"
#include "passes/linalg/tile.h"
#include "passes/transform/tile.h"

// ---------------------------------------------------------------------------------------------
// structured.fuse

static TransformStatus read_order(Transformer *self, Operation *op, TileOptions *options) {
  OpFoldResultList list;
  TransformStatus status = transform_sizes(self, op, op_prop_at(op, TRANSFORM_STRUCTURED_FUSE_STATIC_TILE_INTERCHANGE), op_operands_named(op, "tile_interchange"), &list);
  if (status != TRANSFORM_OK) return status;
  int64_t *order = arena_new(self->arena, int64_t, list.count + 1);
  if (!order) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < list.count; i++) {
    if (list.items[i].value) return transform_fail(self, op, TRANSFORM_DEFINITE, "the interchange is not known: an operation of the payload computes it");
    order[i] = list.items[i].constant;
  }
  options->interchange = order;
  options->interchange_count = list.count;
  return TRANSFORM_OK;
}

TransformStatus transform_apply_fuse(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  TileOptions options = {.forall = op_prop_at(op, TRANSFORM_STRUCTURED_FUSE_USE_FORALL) != NULL};
  TransformStatus status = transform_sizes(self, op, op_prop_at(op, TRANSFORM_STRUCTURED_FUSE_STATIC_TILE_SIZES), op_operands_named(op, "tile_sizes"), &options.sizes);
  if (status == TRANSFORM_OK) status = read_order(self, op, &options);
  if (status != TRANSFORM_OK) return status;
  if (op_prop_at(op, TRANSFORM_STRUCTURED_FUSE_APPLY_CLEANUP)) return transform_fail(self, op, TRANSFORM_DEFINITE, "'apply_cleanup' is not supported: Rung doesn't do this yet");
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Tiling tiling;
    Tiled tiled;
    OpVec fused = {0};
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!tiling_of(&tiling, self->module, self->arena, target)) {
      transform_refuse_target(self, op, target, "only TilingInterface ops are supported");
      return TRANSFORM_DEFINITE;
    }
    if (!target->result_count) return transform_fail(self, op, TRANSFORM_DEFINITE, "an operation without results has nothing that producers could be fused for");
    if (!tiling_domain(&tiling)) return transform_refuse_domain(self, op, target);
    const char *wrong = tile_to_loops(&tiling, &options, &tiled);
    if (!wrong && tiled.loops.count) wrong = fuse_producers(self->module, self->arena, &tiled, &fused);
    if (wrong) return transform_fail(self, op, TRANSFORM_DEFINITE, "%s", wrong);
    for (uint32_t k = 0; k < fused.count; k++)
      if (!op_has_uses(fused.data[k])) op_erase(fused.data[k]);
    transform_forget_erased(self);
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, tiled.op);
    for (uint32_t k = 0; k < tiled.loops.count && k + 1 < op->result_count; k++)
      vec_push(self->arena, &transform_handle(self, op_result(op, k + 1))->ops, tiled.loops.data[k]);
  }
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// structured.fuse_into_containing_op

typedef struct Fusion {
  Transformer *self;
  Operation *op;           // the transformation
  Operation *container;
  OpVec producers;         // which remain
  Handle *fused;
} Fusion;

typedef enum Fused { NOT_FUSED, FUSED, FUSION_FAILED } Fused;

static bool is_inside(const Operation *op, const Operation *ancestor) {
  for (op = op_parent(op); op; op = op_parent(op))
    if (op == ancestor) return true;
  return false;
}

// A slice of the value inside of the container, whose use is the latest.
static Operation *slice_inside(const Fusion *f, const Value *value) {
  for (const Use *use = value->uses; use; use = use->next)
    if (op_is(use->owner, OP_TENSOR_EXTRACT_SLICE) && is_inside(use->owner, f->container)) return use->owner;
  return NULL;
}

// `value`, or what a loop around begins with whose argument `from` is.
static bool leads_to(const Fusion *f, const Value *value, Value *from) {
  ValueVec open = {0};
  vec_push(f->self->arena, &open, from);
  while (open.count && !f->self->ctx->mem.exhausted) {
    Value *at = open.data[--open.count];
    if (at == value) return true;
    const Block *block = value_arg_block(at);
    const Operation *loop = block ? block_parent_op(block) : NULL;
    Span inits;
    if (loop && loop_inits_of(loop, &inits)) op_push_operands(loop, inits.begin, inits.end, &open, f->self->arena);
  }
  return false;
}

// What the loop writes to, the copy of the producer writes to, too.
static void share_inits(const Fusion *f, Operation *clone, const Operation *loop) {
  Span inits, own = structured_inits(clone);
  if (!loop_inits_of(loop, &inits)) return;
  for (uint32_t i = own.begin; i < own.end; i++) {
    Value *init = op_operand(clone, i);
    for (uint32_t k = inits.begin; k < inits.end; k++)
      if (leads_to(f, init, op_operand(loop, k))) op_set_operand(clone, i, loop_arg_of(loop, k));
  }
}

// The slice of a result becomes the operation on a tile. NULL: it cannot.
static Operation *tile_in_place(Fusion *f, Operation *producer, Operation *slice, uint32_t result) {
  Tiling tiling;
  Tile tile;
  OffsetsSizesStrides of = offsets_sizes_strides(slice, f->self->arena);
  if (!tiling_of(&tiling, f->self->module, f->self->arena, producer)) return NULL;
  builder_before(&tiling.b, slice);
  tiling.b.loc = producer->loc;
  if (!tile_for_result(&tiling, result, &of, &tile)) return NULL;
  Operation *tiled = tile_part(&tiling, &tile, NULL, NULL);
  if (op_result_type(tiled, result) != op_result_type(slice, 0)) return NULL;
  value_replace_all(op_result(slice, 0), op_result(tiled, result));
  op_erase(slice);
  return tiled;
}

typedef struct Users {
  Dominance dominance;
  const Operation *container;
} Users;

// Uses behind the container.
static bool is_behind(Use *use, void *data) {
  Users *users = data;
  return use->owner != users->container && !is_inside(use->owner, users->container) &&
         value_properly_dominates(&users->dominance, op_result(users->container, 0), use->owner);
}

static bool is_within(Use *use, void *data) { return is_inside(use->owner, data); }

// A linalg.generic whose result is needed behind the loop, too, gives it back from there.
static void yield_result(Fusion *f, Operation *producer, Operation *tiled, uint32_t result, const OffsetsSizesStrides *slice) {
  Transformer *self = f->self;
  Operation *old = f->container;
  Users users = {.container = old};
  bool any = false;
  if (!op_is(old, OP_SCF_FORALL) || !op_is(producer, OP_LINALG_GENERIC) || !old->result_count) return;
  dominance_init(&users.dominance, self->arena);
  for (Use *use = producer->results[result].uses; use; use = use->next) any |= is_behind(use, &users);
  if (!any) return;
  Value *init = op_operand(producer, structured_inits(producer).begin + result);
  ForallBounds bounds = forall_bounds_of(old, self->arena);
  ValueVec outputs = {0};
  Span span = forall_outputs(old);
  Builder b;
  op_push_operands(old, span.begin, span.end, &outputs, self->arena);
  vec_push(self->arena, &outputs, init);
  builder_init(&b, self->module);
  builder_before(&b, old);
  Operation *made = build_forall(&b, &bounds, &outputs, op_prop_at(old, SCF_FORALL_MAPPING), self->arena);
  region_take_blocks(op_region(made, 0), op_region(old, 0), NULL);
  Block *body = op_region(made, 0)->first;
  Value *arg = block_add_arg(self->module, body, init->type, value_loc(init));
  value_replace_if(init, arg, is_within, made);
  Block *end = op_region(forall_end(made), 0)->first;
  builder_before(&b, end->first);
  build_insert_slice(&b, OP_TENSOR_PARALLEL_INSERT_SLICE, op_result(tiled, result), arg, slice, self->arena);
  for (uint32_t i = 0; i < old->result_count; i++) value_replace_all(op_result(old, i), op_result(made, i));
  users.container = made;
  value_replace_if(op_result(producer, result), op_result(made, made->result_count - 1), is_behind, &users);
  transform_replace_op(self, old, made);
  op_erase(old);
  f->container = made;
}

static Fused fuse_slice(Fusion *f, Operation *producer) {
  for (uint32_t result = 0; result < producer->result_count; result++) {
    Operation *slice = slice_inside(f, op_result(producer, result));
    if (!slice) continue;
    Operation *loop = op_parent(slice), *clone;
    Span inits;
    if (!loop_inits_of(loop, &inits)) return FUSION_FAILED;
    OffsetsSizesStrides of = offsets_sizes_strides(slice, f->self->arena);
    clone = op_clone(f->self->module, producer, NULL);
    op_insert_before(clone, slice);
    share_inits(f, clone, loop);
    Operation *tiled = tile_in_place(f, clone, slice, result);
    if (!tiled) return FUSION_FAILED;
    vec_push(f->self->arena, &f->fused->ops, tiled);
    for (uint32_t i = 0; i < of.strides.count; i++) of.strides.items[i] = OFR_NUMBER(1);
    yield_result(f, producer, tiled, result, &of);
    op_erase(clone);
    return FUSED;
  }
  return NOT_FUSED;
}

static const Use *use_by(const Operation *producer, uint32_t opcode, const Operation *container) {
  for (uint32_t i = 0; i < producer->result_count; i++)
    for (const Use *use = producer->results[i].uses; use; use = use->next)
      if (op_is(use->owner, opcode)) return use->owner == container ? use : NULL;
  return NULL;
}

// The loop writes to the result: slices of that are slices of an argument.
static Fused fuse_init(Fusion *f, Operation *producer) {
  const Use *use = use_by(producer, OP_SCF_FORALL, f->container);
  if (!use) return NOT_FUSED;
  Value *arg = loop_arg_of(f->container, use_index(use));
  Operation *slice = slice_inside(f, arg);
  if (!slice) return NOT_FUSED;
  uint32_t result = use->value->index, operand = use_index(use);
  Span own = structured_inits(producer);
  Map map;
  map_init(&map, f->self->arena);
  map_set(&map, op_operand(producer, own.begin + result), arg);
  Operation *clone = op_clone(f->self->module, producer, &map);
  op_insert_before(clone, slice);
  Operation *tiled = tile_in_place(f, clone, slice, result);
  if (!tiled) return FUSION_FAILED;
  op_set_operand(f->container, operand, op_operand(producer, own.begin));
  op_erase(clone);
  vec_push(f->self->arena, &f->fused->ops, tiled);
  return FUSED;
}

static Fused fuse_clone(Fusion *f, Operation *producer) {
  const Use *first = NULL;
  for (uint32_t i = 0; i < producer->result_count; i++)
    for (const Use *use = producer->results[i].uses; use; use = use->next) {
      if (use->owner == f->container) return NOT_FUSED;
      if (!first && is_inside(use->owner, f->container)) first = use;
    }
  if (!first || op_is(first->owner, OP_TENSOR_PARALLEL_INSERT_SLICE)) return NOT_FUSED;
  Operation *clone = op_clone(f->self->module, producer, NULL);
  op_insert_before(clone, first->owner);
  op_set_operand(first->owner, use_index(first), op_result(clone, first->value->index));
  vec_push(f->self->arena, &f->fused->ops, clone);
  return FUSED;
}

// One with uses inside of the container. It goes off the list when that is the last.
static Operation *next_producer(Fusion *f) {
  for (uint32_t i = 0; i < f->producers.count; i++) {
    Operation *producer = f->producers.data[i];
    uint32_t uses = 0;
    for (uint32_t k = 0; k < producer->result_count; k++)
      for (const Use *use = producer->results[k].uses; use; use = use->next) uses += use->owner == f->container || is_inside(use->owner, f->container);
    if (!uses) continue;
    if (uses == 1) {
      for (uint32_t k = i + 1; k < f->producers.count; k++) f->producers.data[k - 1] = f->producers.data[k];
      f->producers.count--;
    }
    return producer;
  }
  return NULL;
}

TransformStatus transform_apply_fuse_into(Transformer *self, Operation *op) {
  const Handle producers = *transform_operand(self, op, 0), containers = *transform_operand(self, op, 1);
  if (containers.ops.count != 1) return transform_fail(self, op, TRANSFORM_DEFINITE, "requires exactly one containing_op handle (got %u)", containers.ops.count);
  Fusion f = {.self = self, .op = op, .container = containers.ops.data[0], .fused = transform_handle(self, op_result(op, 0))};
  for (uint32_t i = 0; i < producers.ops.count; i++) {
    bool seen = false;
    for (uint32_t k = 0; k < f.producers.count; k++) seen |= f.producers.data[k] == producers.ops.data[i];
    if (!seen) vec_push(self->arena, &f.producers, producers.ops.data[i]);
  }
  while (f.producers.count && !self->ctx->mem.exhausted) {
    Operation *producer = next_producer(&f);
    if (!producer) return transform_fail_at(self, op, f.container, "containing op", "could not find next producer to fuse into container");
    bool is_tileable = ask_linalg_op(producer->def) != NULL;
    if (!is_tileable && tiling_is_missing(producer)) return transform_refuse_target(self, op, producer, "");
    Fused fused = is_tileable ? fuse_slice(&f, producer) : NOT_FUSED;
    if (fused == NOT_FUSED && is_tileable) fused = fuse_init(&f, producer);
    if (fused == NOT_FUSED) fused = fuse_clone(&f, producer);
    if (fused != FUSED) return transform_fail_at(self, op, producer, "producer", "could not fuse the producer into the containing op: it takes no slice there that tells the tile, or the producer has a use that it stays for");
  }
  vec_push(self->arena, &transform_handle(self, op_result(op, 1))->ops, f.container);
  return TRANSFORM_OK;
}
