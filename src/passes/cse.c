// cse: operations that compute what another one has computed before give way to it
// (after mlir/lib/Transforms/CSE.cpp).
//
// Blocks are visited by the dominator tree. A table holds the operations seen in the blocks around
// and above; leaving a block takes its operations out again, newest first.
#include "ir/dominance.h"
#include "passes/effects.h"
#include "passes/pass.h"

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
// Equivalence: same operation on the same values; locations do not count

static uint32_t mix(uint32_t hash, uint64_t word) {
  uint64_t h = (hash ^ word) * 0xff51afd7ed558ccdu;
  return (uint32_t)(h ^ h >> 29);
}

static uint32_t hash_op(const Operation *op) {
  uint32_t hash = mix(17, map_key(op->def));
  for (uint32_t i = 0; i < op->result_count; i++) hash = mix(hash, map_key(op_result_type(op, i)));
  for (uint32_t i = 0; i < op->def->attr_count; i++) hash = mix(hash, map_key(op->props[i]));
  for (uint32_t i = 0; i < op->attr_count; i++) hash = mix(mix(hash, map_key(op->attrs[i].name)), map_key(op->attrs[i].value));
  hash = mix(hash, map_key(op->prop_dict));
  if (op_has(op, TRAIT_COMMUTATIVE)) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) sum += mix(23, map_key(op_operand(op, i)));
    return mix(hash, sum);
  }
  for (uint32_t i = 0; i < op->operand_count; i++) hash = mix(hash, map_key(op_operand(op, i)));
  return hash;
}

static bool same_but_operands(const Operation *a, const Operation *b) {
  if (a->def != b->def || a->operand_count != b->operand_count || a->result_count != b->result_count ||
      a->attr_count != b->attr_count || a->region_count != b->region_count || a->successor_count != b->successor_count ||
      a->prop_dict != b->prop_dict)
    return false;
  for (uint32_t i = 0; i < a->def->attr_count; i++)
    if (a->props[i] != b->props[i]) return false;
  for (uint32_t i = 0; i < a->attr_count; i++)
    if (a->attrs[i].name != b->attrs[i].name || a->attrs[i].value != b->attrs[i].value) return false;
  for (uint32_t i = 0; i < a->result_count; i++)
    if (op_result_type(a, i) != op_result_type(b, i)) return false;
  return true;
}

// `map`: values and blocks inside the first operation -> inside the second; NULL without regions.
static bool same_value(const Map *map, Value *a, Value *b) { return a == b || (map && map_get(map, a) == b); }

// The operands from `first` on are those of the other operation in some order.
static bool is_permutation(const Operation *a, const Operation *b, uint32_t first) {
  for (uint32_t i = first; i < a->operand_count; i++) {
    uint32_t here = 0, there = 0;
    for (uint32_t k = first; k < a->operand_count; k++) {
      here += op_operand(a, k) == op_operand(a, i);
      there += op_operand(b, k) == op_operand(a, i);
    }
    if (here != there) return false;
  }
  return true;
}

static bool same_operands(const Map *map, const Operation *a, const Operation *b) {
  uint32_t i = 0;
  while (i < a->operand_count && same_value(map, op_operand(a, i), op_operand(b, i))) i++;
  if (i == a->operand_count) return true;
  return op_has(a, TRAIT_COMMUTATIVE) && is_permutation(a, b, i);
}

// Blocks are mapped when they or branches to them are met first.
static bool map_block(Map *map, Block *a, Block *b) {
  MapEntry *entry = map_put(map, map_key(a));
  if (!entry->value) entry->value = (uintptr_t)b;
  return entry->value == (uintptr_t)b;
}

static bool map_regions(Map *map, const Operation *a, const Operation *b) {
  for (uint32_t r = 0; r < a->region_count; r++) {
    Block *x = a->regions[r].first, *y = b->regions[r].first;
    for (; x && y; x = x->next, y = y->next) {
      if (x->arg_count != y->arg_count) return false;
      for (uint32_t i = 0; i < x->arg_count; i++) {
        if (x->args[i]->type != y->args[i]->type) return false;
        map_set(map, x->args[i], y->args[i]);
      }
    }
    if (x || y) return false;
  }
  return true;
}

typedef struct Pair {
  Map *map;
  const Operation *root;
} Pair;

// The walk goes over the first operation; `map` leads to the counterparts in the second one.
static WalkResult compare_nested(Operation *op, void *data) {
  Pair *pair = data;
  if (op == pair->root) return WALK_ADVANCE;
  Block *block = op->block, *there = map_get(pair->map, block);
  Operation *other = op->prev ? map_get(pair->map, op->prev) : there ? there->first : NULL;
  if (op->prev && other) other = other->next;
  if (!other || !op->next != !other->next) return WALK_STOP;
  map_set(pair->map, op, other);
  if (!same_but_operands(op, other) || !same_operands(pair->map, op, other)) return WALK_STOP;
  for (uint32_t i = 0; i < op->successor_count; i++)
    if (!map_block(pair->map, op_successor(op, i), op_successor(other, i))) return WALK_STOP;
  for (uint32_t i = 0; i < op->result_count; i++) map_set(pair->map, op_result(op, i), op_result(other, i));
  if (!map_regions(pair->map, op, other)) return WALK_STOP;
  for (uint32_t r = 0; r < op->region_count; r++)
    for (Block *x = op->regions[r].first, *y = other->regions[r].first; x; x = x->next, y = y->next)
      if (!map_block(pair->map, x, y) || !x->first != !y->first) return WALK_STOP;
  return WALK_ADVANCE;
}

static bool same_regions(Cse *self, Operation *a, Operation *b) {
  Arena scratch;
  arena_init(&scratch, self->arena->mem);
  Map map;
  map_init(&map, &scratch);
  Pair pair = {&map, a};
  bool same = map_regions(&map, a, b);
  for (uint32_t i = 0; i < a->result_count; i++) map_set(&map, op_result(a, i), op_result(b, i));
  for (uint32_t r = 0; same && r < a->region_count; r++)
    for (Block *x = a->regions[r].first, *y = b->regions[r].first; same && x; x = x->next, y = y->next)
      same = map_block(&map, x, y) && !x->first == !y->first;
  same = same && op_walk_pre(a, compare_nested, &pair) != WALK_STOP;
  arena_free(&scratch);
  return same;
}

static bool equivalent(Cse *self, Operation *a, Operation *b) {
  if (a == b) return true;
  if (!same_but_operands(a, b) || !same_operands(NULL, a, b)) return false;
  return !a->region_count || same_regions(self, a, b);
}

// ---------------------------------------------------------------------------------------------
// The table

// Index + 1 of the newest equivalent operation; 0: none.
static uint32_t lookup(Cse *self, Operation *op, uint32_t hash) {
  for (uint32_t i = self->buckets[hash & self->mask]; i > self->base; i = self->known.data[i - 1].next) {
    Known *known = &self->known.data[i - 1];
    if (known->hash == hash && equivalent(self, known->op, op)) return i;
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
  return !lookup(self, use->owner, hash_op(use->owner));
}

static bool has_known_loc(const Operation *op, A unknown) { return op->loc.attr != unknown; }

static void replace(Cse *self, Operation *op, Operation *by, bool ssa) {
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
    uint64_t effects;
    if (op_all_effects(op, &effects) && !(effects & TRAIT_EFFECT_WRITE)) continue;
    from->overwritten = true;
    return true;
  }
  from->clear = to;
  return false;
}

static void simplify_op(Cse *self, Operation *op, bool ssa) {
  if (op_has(op, TRAIT_TERMINATOR)) return;
  if (op_is_trivially_dead(op)) {
    vec_push(self->arena, &self->dead, op);
    self->run->statistics[STAT_DCE]++;
    return;
  }
  for (uint32_t r = 0; r < op->region_count; r++)
    if (op->regions[r].first != op->regions[r].last) return;
  bool reads = !op_is_memory_effect_free(op);
  uint64_t effects;
  if (reads && (!op_own_effects(op, &effects) || effects != TRAIT_EFFECT_READ)) return;
  uint32_t hash = hash_op(op), found = lookup(self, op, hash);
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
  dominance_init(&self.dominance, pass->module, pass->arena);
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
