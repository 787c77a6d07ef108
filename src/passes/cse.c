// cse: operations that compute what another one has computed before give way to it
// (after mlir/lib/Transforms/CSE.cpp).
//
// Blocks are visited by the dominator tree. A table holds the operations seen in the blocks around
// and above; leaving a block takes its operations out again, newest first.
#include "ir/dominance.h"
#include "rewrite/effects.h"
#include "rewrite/equivalence.h"
#include "rewrite/explain.h"
#include "rewrite/pass.h"

enum { STAT_CSE, STAT_DCE };

// An operation others may be replaced by. Entries lie in the order they were made; those of one
// bucket are chained, newest first.
typedef struct Known {
  Operation *op;
  uint32_t hash;
  uint32_t next;       // in the bucket: index + 1
  // Reading operations: nothing from op to `clear` writes to memory, unless something did.
  Operation *clear;
  bool overwritten;
} Known;

typedef struct Cse {
  PassRun *run;
  Arena *arena;
  Dominance dominance;
  VEC(Known) known;
  uint32_t base;       // entries before it are of operations outside of an isolated one
  uint32_t *buckets;   // index + 1
  uint32_t mask;
  OpVec dead;
} Cse;

// ---------------------------------------------------------------------------------------------
// The table

// Index + 1 of the newest equivalent operation; 0: none.
static uint32_t lookup(Cse *self, Operation *op, uint32_t hash) {
  for (uint32_t i = self->buckets[hash & self->mask]; i > self->base; i = self->known.data[i - 1].next) {
    Known *known = &self->known.data[i - 1];
    if (known->hash == hash && op_equivalent(known->op, op, self->arena->mem)) return i;
  }
  return 0;
}

static bool grow(Cse *self) {
  uint32_t mask = self->mask * 2 + 1;
  uint32_t *buckets = arena_new(self->arena, uint32_t, (size_t)mask + 1);
  if (!buckets) return false;
  self->buckets = buckets;
  self->mask = mask;
  for (uint32_t i = 0; i < self->known.count; i++) {
    Known *known = &self->known.data[i];
    known->next = buckets[known->hash & mask];
    buckets[known->hash & mask] = i + 1;
  }
  return true;
}

static void insert(Cse *self, Operation *op, uint32_t hash) {
  if (self->known.count > self->mask && !grow(self)) return;
  uint32_t *bucket = &self->buckets[hash & self->mask];
  vec_push(self->arena, &self->known, (Known){.op = op, .hash = hash, .next = *bucket, .clear = op});
  *bucket = self->known.count;
}

static void leave_scope(Cse *self, uint32_t count) {
  while (self->known.count > count) {
    Known known = vec_pop(&self->known);
    self->buckets[known.hash & self->mask] = known.next;
  }
}

// ---------------------------------------------------------------------------------------------
// Simplification

static bool use_not_visited(Use *use, void *data) {
  Cse *self = data;
  return !lookup(self, use->owner, op_hash(use->owner));
}

static bool has_known_loc(const Operation *op, A unknown) { return op->loc.attr != unknown; }

static void replace(Cse *self, Operation *op, Operation *by, bool ssa) {
  if (self->run->explain) explain_add(self->run->explain, EXPLAIN_MERGED, op);
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (ssa)
      value_replace_all(op_result(op, i), op_result(by, i));
    else
      value_replace_if(op_result(op, i), op_result(by, i), use_not_visited, self);
  }
  if (ssa || !op_has_uses(op)) vec_push(self->arena, &self->dead, op);
  A unknown = self->run->ctx->attrs.unknown_loc;
  if (!has_known_loc(by, unknown) && has_known_loc(op, unknown)) by->loc = op->loc;
  self->run->changed = true;
  self->run->statistics[STAT_CSE]++;
}

static bool writes_between(Known *from, Operation *to) {
  if (from->overwritten) return true;
  for (Operation *op = from->clear; op && op != to; op = op->next) {
    uint32_t effects;
    if (op_all_effects(op, &effects) && !(effects & EFFECT_WRITE)) continue;
    from->overwritten = true;
    return true;
  }
  from->clear = to;
  return false;
}

static void simplify_op(Cse *self, Operation *op, bool ssa) {
  if (op_has(op, TRAIT_TERMINATOR)) return;
  if (op_is_trivially_dead(op)) {
    if (self->run->explain) explain_add(self->run->explain, EXPLAIN_DEAD, op);
    vec_push(self->arena, &self->dead, op);
    self->run->statistics[STAT_DCE]++;
    return;
  }
  for (uint32_t r = 0; r < op->region_count; r++)
    if (op->regions[r].first != op->regions[r].last) return;
  bool reads = !op_is_memory_effect_free(op);
  uint32_t effects;
  if (reads && (!op_own_effects(op, &effects) || effects != EFFECT_READ)) return;
  uint32_t hash = op_hash(op), found = lookup(self, op, hash);
  if (found) {
    Known *known = &self->known.data[found - 1];
    if (!reads || (known->op->block == op->block && !writes_between(known, op))) {
      replace(self, op, known->op, ssa);
      return;
    }
  }
  insert(self, op, hash);
}

// A block being visited: of a region inside an operation, or below another one in the dominator tree.
typedef struct Frame {
  Block *block;
  Operation *op;        // to simplify next; its regions come first
  uint32_t region;      // next region of `op`
  uint32_t scope;       // entries before the block
  uint32_t base;        // to go back to after an isolated operation
  BlockVec order;       // of the region, dominators first; empty for one block
  uint32_t next;        // in `order`
  VEC(struct Scope { Block *block; uint32_t count; }) scopes;
  bool ssa;
} Frame;
typedef VEC(Frame) FrameVec;

// Begin with a region's first block; false when there is nothing to do.
static bool enter_region(Cse *self, FrameVec *frames, Region *region) {
  if (!region->first) return false;
  bool ssa = region_is_ssa(region);
  if (region->first != region->last && !ssa) return false;
  Frame frame = {.block = region->first, .op = region->first->first, .scope = self->known.count, .base = self->base, .ssa = ssa};
  if (region->first != region->last) {
    dominance_order(&self->dominance, region, &frame.order);
    if (!frame.order.count) return false;
    frame.next = 1;
    vec_push(self->arena, &frame.scopes, (struct Scope){frame.block, self->known.count});
  }
  vec_push(self->arena, frames, frame);
  return true;
}

// Go on to the block that follows in the dominator tree.
static bool next_block(Cse *self, Frame *frame) {
  if (frame->next >= frame->order.count) return false;
  Block *block = frame->order.data[frame->next++];
  while (!block_dominates(&self->dominance, vec_last(&frame->scopes).block, block))
    leave_scope(self, vec_pop(&frame->scopes).count);
  vec_push(self->arena, &frame->scopes, (struct Scope){block, self->known.count});
  frame->block = block;
  frame->op = block->first;
  return true;
}

static void simplify_region(Cse *self, Region *root) {
  FrameVec frames = {0};
  enter_region(self, &frames, root);
  while (frames.count && !self->arena->mem->exhausted) {
    Frame *frame = &vec_last(&frames);
    Operation *op = frame->op;
    if (!op) {
      if (next_block(self, frame)) continue;
      leave_scope(self, frame->scope);
      frames.count--;
      continue;
    }
    if (frame->region < op->region_count) {
      Region *region = &op->regions[frame->region++];
      // Values from outside must not come into an isolated operation.
      if (op_has(op, TRAIT_ISOLATED | TRAIT_UNREGISTERED)) self->base = self->known.count;
      uint32_t count = frames.count;
      if (!enter_region(self, &frames, region)) self->base = frame->base;
      else if (frames.count > count) continue;
      continue;
    }
    self->base = frame->base;
    frame->region = 0;
    frame->op = op->next;
    simplify_op(self, op, frame->ssa);
  }
}

static bool run(PassRun *pass, Operation *op) {
  Cse self = {.run = pass, .arena = pass->arena, .mask = 1023};
  dominance_init(&self.dominance, pass->arena);
  self.buckets = arena_new(pass->arena, uint32_t, self.mask + 1);
  for (uint32_t r = 0; r < op->region_count; r++) simplify_region(&self, &op->regions[r]);
  for (uint32_t i = 0; i < self.dead.count; i++) op_erase(self.dead.data[i]);
  if (self.dead.count) pass->changed = true;
  return !pass->ctx->mem.exhausted;
}

const PassDef cse_pass = {
  .name = "cse", .class_name = "CSE", .summary = "eliminate common subexpressions", .run = run,
  .statistics = (const char *const[]){"(S) num-cse'd - Number of operations CSE'd",
                                      "(S) num-dce'd - Number of operations DCE'd", NULL},
};
