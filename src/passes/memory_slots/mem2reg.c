// mem2reg: memory that is only read and written as a whole becomes values (after mlir/lib/Transforms/Mem2Reg.cpp).
//
// Of one allocation after the other it is found whether all its uses can go, and which blocks are reached by different values of it:
// those get an argument. Then the blocks are gone through, dominators first, and each use is given the value that reaches it.
#include "dialects/dlti/data_layout.h"
#include "ir/dominance.h"
#include "ops/memory_slots.h"
#include "rewrite/branch.h"
#include "rewrite/pass.h"

static const PassOption option_region_simplify = {"region-simplify", OPTION_BOOL, "true", NULL, "Perform control flow optimizations to the region tree; mlir-opt does none either"};

// Blocks where what dominates one of the predecessors meets what does not (the dominance frontier).
typedef struct Frontier {
  BlockVec blocks;
} Frontier;

// The blocks of a region that can be reached, dominators first.
typedef struct BlockOrder {
  BlockVec blocks;
  uint32_t *above;   // of each the closest dominator; of the first itself
  Map numbers;       // Block -> place in `blocks` + 1
} BlockOrder;

typedef struct Promotion {
  PassRun *run;
  Arena *arena;      // of the pass
  Dominance dominance;
  Map frontiers;     // Block -> Frontier
  Map orders;        // Region -> BlockOrder
  Builder b;
} Promotion;

// A user of the memory, or of what was made of its pointer.
typedef struct User {
  Operation *op;
  const Use *only;    // the one use that has to go; NULL: there are several
  Value *before;      // what reaches it, of those that use the memory
  Value *after;       // what it stores
  bool has_before;
} User;

typedef struct Slot {
  Promotion *p;
  Arena *arena;       // of the slot
  MemorySlot slot;
  Operation *alloca;
  const PromotableAllocationOpInterface *asked;
  const BlockOrder *order;
  VEC(User) users;
  Map by_op;          // Operation -> index in `users` + 1
  Map accesses;       // Block -> OpVec of users that use the memory, in their order
  Map merges;         // Block -> 1: it gets an argument
  Map forwarded;      // results that were replaced -> by what
  Value *initial;
} Slot;

static User *user_of(const Slot *self, const Operation *op) {
  MapEntry *entry = map_find(&self->by_op, map_key(op));
  return entry ? &self->users.data[entry->value - 1] : NULL;
}

// ---------------------------------------------------------------------------------------------
// Whether all uses can go

static void add_uses(Slot *self, const Value *value) {
  for (const Use *use = value->uses; use; use = use->next) {
    MapEntry *entry = map_put(&self->by_op, map_key(use->owner));
    if (entry->value) {
      self->users.data[entry->value - 1].only = NULL;
      continue;
    }
    vec_push(self->arena, &self->users, ((User){.op = use->owner, .only = use}));
    entry->value = self->users.count;
  }
}

static bool uses_can_go(Slot *self) {
  const Region *region = self->slot.pointer->is_arg ? NULL : op_parent_region(self->alloca);
  if (!region || !region_is_ssa(region)) return false;
  add_uses(self, self->slot.pointer);
  for (uint32_t i = 0; i < self->users.count; i++) {
    const Operation *op = self->users.data[i].op;
    const PromotableOpInterface *asked = ask_promotable(op->def);
    if (!asked && !ask_promotable_mem(op->def)) return false;
    if (asked && asked->fate(op, self->users.data[i].only) == USE_GOES_WITH_RESULTS)
      for (uint32_t r = 0; r < op->result_count; r++) add_uses(self, op_result(op, r));
  }
  for (uint32_t i = 0; i < self->users.count; i++) {   // now that all their uses are known
    const User *user = &self->users.data[i];
    const PromotableOpInterface *asked = ask_promotable(user->op->def);
    const PromotableMemOpInterface *access = ask_promotable_mem(user->op->def);
    if (asked ? asked->fate(user->op, user->only) == USE_STAYS : !access->can_go(user->op, &self->slot, user->only)) return false;
    if (access && op_parent_region(user->op) != region) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Where different values meet

static void merge_sort(Operation **ops, Operation **room, uint32_t count) {
  if (count < 2) return;
  uint32_t half = count / 2;
  merge_sort(ops, room, half);
  merge_sort(ops + half, room, count - half);
  memcpy(room, ops, half * sizeof *ops);
  for (uint32_t a = 0, b = half, to = 0; a < half; to++) ops[to] = b < count && op_is_before(ops[b], room[a]) ? ops[b++] : room[a++];
}

static bool sort_accesses(Slot *self) {
  map_init(&self->accesses, self->arena);
  for (uint32_t i = 0; i < self->users.count; i++) {
    Operation *op = self->users.data[i].op;
    if (!ask_promotable_mem(op->def)) continue;
    OpVec *ops = map_get(&self->accesses, op->block);
    if (!ops) map_set(&self->accesses, op->block, ops = arena_new(self->arena, OpVec, 1));
    if (!ops) return false;
    vec_push(self->arena, ops, op);
  }
  for (uint32_t i = 0; i < self->accesses.count; i++) {
    OpVec *ops = (OpVec *)self->accesses.entries[i].value;
    Operation **room = arena_new(self->arena, Operation *, ops->count);
    if (!room) return false;
    merge_sort(ops->data, room, ops->count);
  }
  return true;
}

static bool writes(const Slot *self, const Operation *op) { return ask_promotable_mem(op->def)->stores(op, self->slot.pointer); }
static bool reads(const Slot *self, const Operation *op) { return ask_promotable_mem(op->def)->loads(op, self->slot.pointer); }

static bool block_writes(const Slot *self, const Block *block) {
  const OpVec *ops = map_get(&self->accesses, block);
  for (uint32_t i = 0; ops && i < ops->count; i++)
    if (writes(self, ops->data[i])) return true;
  return false;
}

static bool block_reads_first(const Slot *self, const OpVec *ops) {
  for (uint32_t i = 0; i < ops->count; i++) {
    if (reads(self, ops->data[i])) return true;
    if (writes(self, ops->data[i])) return false;
  }
  return false;
}

// The blocks at whose start the value is still wanted.
static void find_wanted(const Slot *self, Map *wanted) {
  BlockVec queue = {0};
  map_init(wanted, self->arena);
  for (uint32_t i = 0; i < self->accesses.count; i++) {
    const OpVec *ops = (const OpVec *)self->accesses.entries[i].value;
    if (block_reads_first(self, ops)) vec_push(self->arena, &queue, ops->data[0]->block);
  }
  while (queue.count) {
    Block *block = vec_pop(&queue);
    MapEntry *entry = map_put(wanted, map_key(block));
    if (entry->value) continue;
    entry->value = 1;
    for (const BlockUse *use = block->uses; use; use = use->next)
      if (!block_writes(self, use->owner->block)) vec_push(self->arena, &queue, use->owner->block);
  }
}

static void add_frontiers(Promotion *p, const Region *region) {
  region_each_block(region, block) {
    if (!block_is_reachable(&p->dominance, block)) continue;
    const Block *above = block_idom(&p->dominance, block);
    for (const BlockUse *use = block->uses; use; use = use->next) {
      for (Block *at = use->owner->block; at && at != above && block_is_reachable(&p->dominance, at); at = block_idom(&p->dominance, at)) {
        Frontier *frontier = map_get(&p->frontiers, at);
        if (!frontier) map_set(&p->frontiers, at, frontier = arena_new(p->arena, Frontier, 1));
        if (!frontier || (frontier->blocks.count && vec_last(&frontier->blocks) == block)) break;
        vec_push(p->arena, &frontier->blocks, block);
      }
    }
  }
}

// With the frontiers of its blocks. NULL: there is no memory.
static const BlockOrder *order_of(Promotion *p, Region *region) {
  BlockOrder *order = map_get(&p->orders, region);
  if (order) return order;
  order = arena_new(p->arena, BlockOrder, 1);
  if (!order) return NULL;
  map_init(&order->numbers, p->arena);
  dominance_order(&p->dominance, region, &order->blocks);
  order->above = arena_new(p->arena, uint32_t, order->blocks.count + 1u);
  if (!order->above) return NULL;
  for (uint32_t i = 0; i < order->blocks.count; i++) {
    map_put(&order->numbers, map_key(order->blocks.data[i]))->value = i + 1;
    const Block *above = i ? block_idom(&p->dominance, order->blocks.data[i]) : NULL;
    MapEntry *entry = above ? map_find(&order->numbers, map_key(above)) : NULL;
    order->above[i] = entry ? (uint32_t)entry->value - 1 : 0;
  }
  if (region->first != region->last) add_frontiers(p, region);
  map_set(&p->orders, region, order);
  return order;
}

static int64_t number_of(const BlockOrder *order, const Block *block) {
  const MapEntry *entry = map_find(&order->numbers, map_key(block));
  return entry ? (int64_t)entry->value - 1 : -1;
}

// False: what leads to one of the blocks cannot pass on values.
static bool find_merges(Slot *self) {
  map_init(&self->merges, self->arena);
  self->order = order_of(self->p, op_parent_region(self->alloca));
  if (!self->order) return false;
  Map wanted;
  BlockVec queue = {0};
  find_wanted(self, &wanted);
  for (uint32_t i = 0; i < self->accesses.count; i++) {
    Block *block = ((const OpVec *)self->accesses.entries[i].value)->data[0]->block;
    if (block_writes(self, block)) vec_push(self->arena, &queue, block);
  }
  while (queue.count) {
    const Frontier *frontier = map_get(&self->p->frontiers, vec_pop(&queue));
    for (uint32_t i = 0; frontier && i < frontier->blocks.count; i++) {
      Block *block = frontier->blocks.data[i];
      if (map_find(&self->merges, map_key(block)) || !map_find(&wanted, map_key(block))) continue;
      map_put(&self->merges, map_key(block))->value = 1;
      for (const BlockUse *use = block->uses; use; use = use->next)
        if (!op_is_branch(use->owner)) return false;
      vec_push(self->arena, &queue, block);
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Values instead of memory

static Value *initial_value(Slot *self) {
  if (self->initial) return self->initial;
  Builder b;
  builder_init(&b, self->p->run->module);
  builder_at_start(&b, self->alloca->block);
  return self->initial = self->asked->initial(&b, self->alloca, self->slot.type);
}

static Value *walk_block(Slot *self, const OpVec *ops, Value *value) {
  for (uint32_t i = 0; i < ops->count; i++) {
    User *user = user_of(self, ops->data[i]);
    user->before = value;
    user->has_before = true;
    if (!writes(self, user->op)) continue;
    if (!value) value = initial_value(self);
    builder_after(&self->p->b, user->op);
    self->p->b.loc = user->op->loc;
    value = user->after = ask_promotable_mem(user->op->def)->stored(&self->p->b, user->op, &self->slot, value);
  }
  return value;
}

static Value *add_argument(Slot *self, Block *block) {
  Value *argument = block_add_arg(self->p->run->module, block, self->slot.type, self->alloca->loc);
  Builder b;
  builder_init(&b, self->p->run->module);
  builder_at_start(&b, block);
  if (self->asked->joined) self->asked->joined(&b, self->alloca, argument);
  return argument;
}

// What never runs passes on something, too.
static void pass_on(Slot *self, Value *const *at_end) {
  for (uint32_t i = 0; i < self->merges.count; i++) {
    const Block *block = (const Block *)(uintptr_t)self->merges.entries[i].key;
    for (const BlockUse *use = block->uses; use; use = use->next) {
      int64_t from = number_of(self->order, use->owner->block);
      Value *value = from < 0 ? NULL : at_end[from];
      if (!value) value = initial_value(self);
      branch_append_operands(self->p->run->module, use->owner, (uint32_t)(use - use->owner->successors), &value, 1);
    }
  }
}

static bool walk_blocks(Slot *self) {
  const BlockOrder *order = self->order;
  Value **at_end = arena_new(self->arena, Value *, order->blocks.count + 1u);
  OpVec **ops_at = arena_new(self->arena, OpVec *, order->blocks.count + 1u);
  bool *merges = arena_new(self->arena, bool, order->blocks.count + 1u);
  if (!at_end || !ops_at || !merges) return false;
  for (uint32_t i = 0; i < self->accesses.count; i++) {
    int64_t at = number_of(order, (const Block *)(uintptr_t)self->accesses.entries[i].key);
    if (at >= 0) ops_at[at] = (OpVec *)self->accesses.entries[i].value;
  }
  for (uint32_t i = 0; i < self->merges.count; i++) {
    int64_t at = number_of(order, (const Block *)(uintptr_t)self->merges.entries[i].key);
    if (at >= 0) merges[at] = true;
  }
  for (uint32_t i = 0; i < order->blocks.count; i++) {
    Value *value = merges[i] ? add_argument(self, order->blocks.data[i]) : i ? at_end[order->above[i]] : NULL;
    at_end[i] = ops_at[i] ? walk_block(self, ops_at[i], value) : value;
  }
  pass_on(self, at_end);
  return true;
}

// ---------------------------------------------------------------------------------------------
// The uses go

// Where the user is: in which block, and how far in it.
typedef struct Place { User *user; uint32_t block; } Place;

static bool comes_before(const Place *a, const Place *b) {
  if (a->block != b->block) return a->block < b->block;
  return a->user->op->block == b->user->op->block && op_is_before(a->user->op, b->user->op);
}

static void sort_places(Place *places, Place *room, uint32_t count) {
  if (count < 2) return;
  uint32_t half = count / 2;
  sort_places(places, room, half);
  sort_places(places + half, room, count - half);
  memcpy(room, places, half * sizeof *places);
  for (uint32_t a = 0, b = half, to = 0; a < half; to++) places[to] = b < count && comes_before(&places[b], &room[a]) ? places[b++] : room[a++];
}

static Value *final_value(const Slot *self, Value *value) {
  for (Value *by; (by = map_get(&self->forwarded, value));) value = by;
  return value;
}

static void lose_access(Slot *self, User *user) {
  const PromotableMemOpInterface *asked = ask_promotable_mem(user->op->def);
  Value *before = user->before ? final_value(self, user->before) : initial_value(self);
  if (!asked->read) return;
  Value *result = user->op->result_count ? op_result(user->op, 0) : NULL;
  // What uses the result, which may be what was made for it, is told by the first use that changes.
  const Use *watched = result ? result->uses : NULL;
  const Operation *watcher = watched ? watched->owner : NULL;
  uint32_t at = watched ? use_index(watched) : 0;
  builder_after(&self->p->b, user->op);
  self->p->b.loc = user->op->loc;
  asked->read(&self->p->b, user->op, &self->slot, before);
  if (watcher && op_operand(watcher, at) != result) map_set(&self->forwarded, result, op_operand(watcher, at));
}

static bool order_users(Slot *self, Place *places) {
  for (uint32_t i = 0; i < self->users.count; i++) {
    int64_t at = number_of(self->order, self->users.data[i].op->block);
    places[i] = (Place){&self->users.data[i], at < 0 ? UINT32_MAX : (uint32_t)at};
  }
  Place *room = arena_new(self->arena, Place, self->users.count + 1u);
  if (room) sort_places(places, room, self->users.count);
  return room != NULL;
}

static void visit_values(Slot *self, const Operation *op) {
  const PromotableOpInterface *asked = ask_promotable(op->def);
  for (uint32_t i = self->users.count; asked && asked->visit && i-- > 0;) {
    const User *user = &self->users.data[i];
    if (!user->after) continue;
    builder_after(&self->p->b, user->op);
    self->p->b.loc = op->loc;
    asked->visit(&self->p->b, op, final_value(self, user->after));
  }
}

static void remove_users(Slot *self) {
  Place *places = arena_new(self->arena, Place, self->users.count + 1u);
  OpVec gone = {0};
  if (!places || !order_users(self, places)) return;
  for (uint32_t i = self->users.count; i-- > 0;) {
    User *user = places[i].user;
    const PromotableOpInterface *asked = ask_promotable(user->op->def);
    if (!asked) lose_access(self, user);
    if (asked && asked->lose) {
      builder_before(&self->p->b, user->op);
      asked->lose(&self->p->b, user->op);
      continue;
    }
    vec_push(self->arena, &gone, user->op);
  }
  for (uint32_t i = 0; i < gone.count; i++) visit_values(self, gone.data[i]);
  for (uint32_t i = 0; i < gone.count; i++) op_erase(gone.data[i]);
}

// ---------------------------------------------------------------------------------------------

static bool promote(Promotion *p, Operation *alloca, const DataLayout *layout) {
  const PromotableAllocationOpInterface *asked = ask_promotable_allocation(alloca->def);
  T type = asked->held(alloca);
  if (!type || !op_has_uses(alloca)) return false;
  Arena arena;
  arena_init(&arena, &p->run->ctx->mem);
  Slot self = {.p = p, .arena = &arena, .slot = {op_result(alloca, 0), type, layout, p->run->ctx}, .alloca = alloca, .asked = asked};
  map_init(&self.by_op, &arena);
  map_init(&self.forwarded, &arena);
  bool ok = uses_can_go(&self) && sort_accesses(&self) && find_merges(&self) && !p->run->ctx->mem.exhausted;
  if (ok && walk_blocks(&self)) {
    remove_users(&self);
    if (self.initial && !self.initial->uses) op_erase(value_def(self.initial));
    if (!p->run->ctx->mem.exhausted) op_erase(alloca);
    p->run->changed = true;
  }
  arena_free(&arena);
  return ok;
}

typedef struct Collecting {
  Arena *arena;
  OpVec allocas;
} Collecting;

static WalkResult collect(Operation *op, void *data) {
  Collecting *self = data;
  if (ask_promotable_allocation(op->def)) vec_push(self->arena, &self->allocas, op);
  return WALK_ADVANCE;
}

// Promoting one allocation may make another one ready, so it goes on until none is.
static bool run(PassRun *pass, Operation *op) {
  Promotion p = {.run = pass, .arena = pass->arena};
  Collecting found = {.arena = pass->arena};
  dominance_init(&p.dominance, pass->arena);
  map_init(&p.frontiers, pass->arena);
  map_init(&p.orders, pass->arena);
  builder_init(&p.b, pass->module);
  op_walk_post(op, collect, &found);
  DataLayout layout = data_layout_closest(op);
  for (bool any = true; any && !pass->ctx->mem.exhausted;) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found.allocas.count; i++)
      if (!promote(&p, found.allocas.data[i], &layout)) found.allocas.data[kept++] = found.allocas.data[i];
    any = kept < found.allocas.count;
    found.allocas.count = kept;
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef mem2reg_pass = {
  .name = "mem2reg", .class_name = "Mem2Reg", .summary = "Promotes memory slots into values.", .makes = "ub llvm", .run = run,
  PASS_OPTIONS(&option_region_simplify),
};
