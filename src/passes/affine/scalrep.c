// affine-scalrep: loads give way to the values that were stored or loaded there, and stores that are overwritten go
// (after affineScalarReplace of mlir/lib/Dialect/Affine/Utils/Utils.cpp).
#include "passes/affine/domain.h"
#include "passes/memref/alias.h"

#include "ops/func.h"
#include "ops/memref.h"

#include "dialects/affine/hooks.h"
#include "ir/dominance.h"
#include "rewrite/effects.h"

typedef struct Scalrep {
  PassRun *pass;
  Arena *arena;
  Dominance dominance;
} Scalrep;

// ---------------------------------------------------------------------------------------------
// Questions about two accesses

static bool dominates(Scalrep *s, Operation *a, Operation *b) {
  for (Operation *at = b; at && at->block; at = op_parent(at)) {
    if (at->block == a->block) return at == a ? false : op_is_before(a, at);
    if (at->block->region == a->block->region) return block_dominates(&s->dominance, a->block, at->block);
  }
  return false;
}

// Whether both name the same element, whatever the values of loops and symbols.
static bool same_element(Scalrep *s, const Operation *a, const Operation *b) {
  Context *ctx = s->pass->ctx;
  if (access_memref(a) != access_memref(b)) return false;
  ValueMap left = access_map(a, s->arena), right = access_map(b, s->arena);
  compose_map(ctx, &left.map, &left.operands, s->arena);
  compose_map(ctx, &right.map, &right.operands, s->arena);
  if (left.map->result_count != right.map->result_count) return false;
  ValueMap difference = value_map_difference(ctx, &left, &right, s->arena);
  int64_t value;
  for (uint32_t i = 0; i < difference.map->result_count; i++)
    if (!affine_is_const(difference.map->results[i], &value) || value) return false;
  return true;
}

static uint32_t common_loops(const Operation *a, const Operation *b, Arena *arena) {
  OpVec left = {0}, right = {0};
  uint32_t count = 0;
  loops_around(a, arena, &left);
  loops_around(b, arena, &right);
  while (count < left.count && count < right.count && left.data[count] == right.data[count]) count++;
  return count;
}

static DependenceAnswer ask(Scalrep *s, const Operation *from, const Operation *to, uint32_t depth) {
  uint32_t common;
  arena_reset(s->pass->question);
  return access_dependence(s->pass->ctx, s->pass->question, from, to, depth, false, NULL, &common);
}

// ---------------------------------------------------------------------------------------------
// Effects in between

typedef struct Between {
  Scalrep *s;
  Operation *start, *target;   // both access one element
  uint32_t effect;             // that must not be found
} Between;

// The memrefs the operation has the effect on. False: they are not known.
static bool affected(const Operation *op, uint32_t effect, const Value *out[2]) {
  bool reads = effect == EFFECT_READ;
  out[0] = out[1] = NULL;
  if (op_is(op, OP_MEMREF_LOAD) || op_is(op, OP_MEMREF_STORE)) out[0] = op_operand(op, op_is(op, OP_MEMREF_STORE));
  else if (op_is(op, OP_MEMREF_COPY)) out[0] = op_operand(op, reads ? 0 : 1);
  else if (is_access(op)) out[0] = access_memref(op);
  else return false;
  return true;
}

static bool may_reach(Between *between, Operation *op) {
  Scalrep *s = between->s;
  uint32_t outer = common_loops(between->start, between->target, s->arena);
  if (access_memref(op) != access_memref(between->target) || affine_scope(op) != affine_scope(between->target)) return true;
  for (uint32_t depth = common_loops(op, between->target, s->arena) + 1; depth > outer; depth--)
    if (ask(s, op, between->target, depth) != DEPENDENCE_NONE) return true;
  return false;
}

static WalkResult find_effect(Operation *op, void *data) {
  Between *between = data;
  uint32_t effects;
  const Value *memrefs[2];
  if (!op_own_effects(op, &effects)) return op_has(op, TRAIT_RECURSIVE_EFFECTS) ? WALK_ADVANCE : WALK_STOP;
  if (effects & between->effect) {
    if (!affected(op, between->effect, memrefs)) return WALK_STOP;
    if (memrefs_may_alias(memrefs[0], access_memref(between->target)) && (!is_access(op) || may_reach(between, op))) return WALK_STOP;
  }
  return op_has(op, TRAIT_RECURSIVE_EFFECTS) ? WALK_ADVANCE : WALK_SKIP;
}

static bool is_disturbed(Between *between, Operation *op) { return op_walk_pre(op, find_effect, between) == WALK_STOP; }

// Blocks that can be reached from the end of `from`, up to the operation.
static bool disturbed_on_paths(Between *between, Block *from, Operation *until) {
  BlockVec work = {0};
  Map seen;
  map_init(&seen, between->s->arena);
  vec_push(between->s->arena, &work, from);
  while (work.count) {
    Block *block = vec_pop(&work);
    bool first = block == from && !map_find(&seen, map_key(block));
    if (first || !map_find(&seen, map_key(block))) map_put(&seen, map_key(block));
    for (Operation *op = first ? block->last : block->first; op && op != until; op = op->next) {
      if (!first && is_disturbed(between, op)) return true;
      if (op != block->last) continue;
      for (uint32_t i = 0; i < op->successor_count; i++)
        if (!map_find(&seen, map_key(op_successor(op, i)))) vec_push(between->s->arena, &work, op_successor(op, i));
    }
  }
  return false;
}

// Whether something between the two has the effect on what they access; of operations around the second one all of it counts.
static bool is_undisturbed(Scalrep *s, Operation *start, Operation *target, uint32_t effect) {
  Between between = {s, start, target, effect};
  Operation *until = target;
  while (until && until->block && until->block->region != start->block->region) {
    until = op_parent(until);
    if (until && is_disturbed(&between, until)) return false;
  }
  if (!until || !until->block) return false;
  for (Operation *op = start->next; op && op != until; op = op->next)
    if (is_disturbed(&between, op)) return false;
  return until->block == start->block || !disturbed_on_paths(&between, start->block, until);
}

// ---------------------------------------------------------------------------------------------

static void accesses_in(Scalrep *s, Operation *func, bool writes, OpVec *out) {
  OpVec all = {0};
  ops_inside_post(func, 0, s->arena, &all);
  for (uint32_t i = 0; i < all.count; i++)
    if (writes ? access_is_write(all.data[i]) : access_is_read(all.data[i])) vec_push(s->arena, out, all.data[i]);
}

static void erase_all(Scalrep *s, const OpVec *ops) {
  for (uint32_t i = 0; i < ops->count; i++) op_erase(ops->data[i]);
  s->pass->changed |= ops->count > 0;
}

static bool forward_store(Scalrep *s, Operation *load) {
  Operation *store = NULL;
  for (const Use *use = access_memref(load)->uses; use; use = use->next) {
    Operation *user = use->owner;
    if (!access_is_write(user) || user == store || access_memref(user) != access_memref(load) || !dominates(s, user, load)) continue;
    if (!same_element(s, user, load) || affine_scope(user) != affine_scope(load)) continue;
    if (ask(s, user, load, common_loops(user, load, s->arena) + 1) != DEPENDENCE_EXISTS) continue;
    if (is_undisturbed(s, user, load, EFFECT_WRITE)) store = user;
  }
  if (!store || op_operand_type(store, 0) != op_result_type(load, 0)) return false;
  value_replace_all(op_result(load, 0), op_operand(store, 0));
  return true;
}

// In one block, or in a block that is always reached.
static bool is_overwritten(Scalrep *s, Operation *store) {
  for (const Use *use = access_memref(store)->uses; use; use = use->next) {
    Operation *later = use->owner;
    if (!access_is_write(later) || later == store || later->block != store->block || !op_is_before(store, later)) continue;
    if (same_element(s, later, store) && is_undisturbed(s, store, later, EFFECT_READ)) return true;
  }
  return false;
}

static bool only_frees(const Operation *op) {
  uint32_t effects;
  return op_own_effects(op, &effects) && effects == EFFECT_FREE;
}

// A local memory that is only written goes with all stores.
static void drop_memory(Value *memref) {
  Operation *def = value_def(memref);
  uint32_t effects;
  if (!def || !op_own_effects(def, &effects) || effects != EFFECT_ALLOC) return;
  for (const Use *use = memref->uses; use; use = use->next)
    if (!access_is_write(use->owner) && !only_frees(use->owner)) return;
  while (memref->uses) op_erase(memref->uses->owner);
  op_erase(def);
}

static bool reuse_load(Scalrep *s, Operation *load) {
  OpVec candidates = {0};
  for (const Use *use = access_memref(load)->uses; use; use = use->next) {
    Operation *other = use->owner;
    if (!access_is_read(other) || other == load || !dominates(s, other, load) || !same_element(s, other, load)) continue;
    if (is_undisturbed(s, other, load, EFFECT_WRITE) && op_result_type(other, 0) == op_result_type(load, 0))
      vec_push(s->arena, &candidates, other);
  }
  for (uint32_t i = 0; i < candidates.count; i++) {
    bool first = true;
    for (uint32_t k = 0; k < candidates.count && first; k++) first = k == i || dominates(s, candidates.data[i], candidates.data[k]);
    if (!first) continue;
    value_replace_all(op_result(load, 0), op_result(candidates.data[i], 0));
    return true;
  }
  return false;
}

static bool run(PassRun *pass, Operation *func) {
  Scalrep self = {.pass = pass, .arena = pass->arena}, *s = &self;
  OpVec loads = {0}, stores = {0}, rest = {0}, gone = {0}, dead = {0}, reused = {0};
  ValueVec memrefs = {0};
  dominance_init(&s->dominance, pass->arena);
  accesses_in(s, func, false, &loads);
  for (uint32_t i = 0; i < loads.count; i++) {
    if (!forward_store(s, loads.data[i])) continue;
    vec_push(s->arena, &gone, loads.data[i]);
    Value *memref = access_memref(loads.data[i]);
    bool known = false;
    for (uint32_t k = 0; k < memrefs.count; k++) known |= memrefs.data[k] == memref;
    if (!known) vec_push(s->arena, &memrefs, memref);
  }
  erase_all(s, &gone);
  accesses_in(s, func, true, &stores);
  for (uint32_t i = 0; i < stores.count; i++)
    if (is_overwritten(s, stores.data[i])) vec_push(s->arena, &dead, stores.data[i]);
  erase_all(s, &dead);
  for (uint32_t i = 0; i < memrefs.count; i++) drop_memory(memrefs.data[i]);
  accesses_in(s, func, false, &rest);
  for (uint32_t i = 0; i < rest.count; i++)
    if (reuse_load(s, rest.data[i])) vec_push(s->arena, &reused, rest.data[i]);
  erase_all(s, &reused);
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_scalrep_pass = {
  .name = "affine-scalrep", .class_name = "AffineScalarReplacement", .anchor = OP_FUNC_FUNC,
  .summary = "values instead of loads of what was stored",
  .works_on = "affine",
  .run = run,
};
