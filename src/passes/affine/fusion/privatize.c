// A memref that only a fused nest uses becomes a smaller one (after createPrivateMemRef of
// mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp).
#include "passes/affine/fusion/fusion.h"
#include "passes/affine/redirect.h"

#include "ops/memref.h"

#include "ir/dominance.h"
#include "rewrite/effects.h"

static bool same_subscripts(Context *ctx, const Operation *a, const Operation *b, Arena *arena) {
  ValueMap maps[2];
  for (uint32_t i = 0; i < 2; i++) {
    maps[i] = access_map(i ? b : a, arena);
    compose_map(ctx, &maps[i].map, &maps[i].operands, arena);
    maps[i].map = affine_map_simplify(ctx, maps[i].map);
    canonicalize_map(ctx, &maps[i].map, &maps[i].operands, arena);
  }
  return value_map_equal(&maps[0], &maps[1]);
}

// The operation of the block that `op` is or is inside of, or NULL.
static Operation *in_block(const Block *block, Operation *op) {
  while (op && op->block != block) op = op_parent(op);
  return op;
}

// The first operation that is or holds a store, of the innermost block around all stores and the slice.
static Operation *first_store(const OpVec *stores, Block *block) {
  Operation *first = NULL;
  for (uint32_t i = 0; block && i < stores->count; i++)
    while (block && !in_block(block, stores->data[i])) {
      const Operation *parent = block_parent_op(block);
      block = parent && !op_has(parent, TRAIT_AFFINE_SCOPE) ? parent->block : NULL;
    }
  for (uint32_t i = 0; block && i < stores->count; i++) {
    Operation *op = in_block(block, stores->data[i]);
    if (!first || op_is_before(op, first)) first = op;
  }
  return first;
}

static bool comes_before(Dominance *dominance, Operation *a, Operation *b) {
  for (Operation *at = b; at && at->block; at = op_parent(at)) {
    if (at == a) return true;
    if (at->block == a->block) return op_is_before(a, at);
    if (at->block->region == a->block->region) return block_dominates(dominance, a->block, at->block);
  }
  return false;
}

static bool only_frees(const Operation *op) {
  uint32_t effects;
  return op_own_effects(op, &effects) && effects == EFFECT_FREE;
}

// Users of the memref at `first` and behind. False: one of them is no access.
static bool users_behind(PassRun *pass, const Value *memref, Operation *first, OpVec *out) {
  Dominance dominance;
  dominance_init(&dominance, pass->arena);
  for (const Use *use = memref->uses; use; use = use->next) {
    Operation *user = use->owner;
    if (!comes_before(&dominance, first, user) || only_frees(user)) continue;
    if ((!is_access(user) && !op_is(user, OP_AFFINE_PREFETCH)) || use_index(use) != access_memref_at(user)) return false;
    vec_push(pass->arena, out, user);
  }
  return true;
}

static A space_of(Fusion *f, int64_t bytes, A old) {
  bool fast = f->has_fast_space && (uint64_t)bytes <= f->buffer_limit;
  return fast ? attr_i64(f->pass->ctx, f->pass->ctx->types.i64, f->fast_space) : old;
}

Value *privatize(Fusion *f, Operation *nest, const OpVec *stores, uint32_t depth, Block *slice_block) {
  PassRun *pass = f->pass;
  Context *ctx = pass->ctx;
  Operation *store = stores->data[0];
  Value *memref = access_memref(store);
  const ShapedType *shape = type_as_shaped(memref->type);
  uint32_t rank = (uint32_t)shape->rank;
  MemRegion region;
  int64_t count, bytes;
  for (uint32_t i = 1; i < stores->count; i++)
    if (!same_subscripts(ctx, stores->data[i - 1], stores->data[i], pass->arena)) return NULL;
  int64_t *sizes = arena_new(pass->arena, int64_t, rank + 1);
  E *lower = arena_new(pass->arena, E, rank + 1), *remapped = arena_new(pass->arena, E, rank + 1);
  if (!region_compute(ctx, pass->arena, store, depth, (RegionOptions){.keep_quotients = true}, &region)) return NULL;
  if (!region_shape(ctx, &region, sizes, lower, &count) || !element_bytes(shape->element, &bytes) || __builtin_mul_overflow(bytes, count, &bytes)) return NULL;
  Redirection redirection = {0};
  uint32_t outer = region.system.symbols;
  E *dims = arena_new(pass->arena, E, outer + 1);
  for (uint32_t i = 0; i < outer; i++) {
    vec_push(pass->arena, &redirection.values, region.system.set.values.data[rank + i]);
    dims[i] = affine_dim(ctx, i);
  }
  for (uint32_t i = 0; i < rank; i++) {
    E offset = affine_replace(ctx, lower[i], NULL, 0, dims, outer);
    remapped[i] = affine_simplify(ctx, affine_sub(ctx, affine_dim(ctx, outer + i), offset), outer + rank, 0);
  }
  Builder b;
  builder_init(&b, pass->module);
  builder_at_start(&b, op_parent_region(nest)->first);
  b.loc = nest->loc;
  OpState *state = builder_begin(&b, OP_MEMREF_ALLOC);
  op_state_operand_segments(state, (const int32_t[]){0, 0}, 2);
  op_state_add_type(state, type_memref(ctx, sizes, rank, shape->element, NULL, space_of(f, bytes, shape->extra)));
  redirection.to = builder_finish_value(&b);
  redirection.map = affine_map(ctx, outer + rank, 0, remapped, rank);
  OpVec users = {0};
  Operation *first = first_store(stores, slice_block);
  if (first && users_behind(pass, memref, first, &users))
    for (uint32_t i = 0; i < users.count; i++) redirect_access(pass->module, users.data[i], &redirection, pass->arena);
  return redirection.to;
}
