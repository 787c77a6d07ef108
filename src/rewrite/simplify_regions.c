#include "rewrite/simplify_regions.h"

#include "ir/dominance.h"
#include "rewrite/branch.h"
#include "rewrite/effects.h"
#include "rewrite/equivalence.h"

// A region of several blocks, with those that can be reached, successors first.
typedef struct Graph {
  Region *region;
  BlockVec order;
} Graph;

typedef struct Simplifier {
  Module *module;
  Arena arena;       // scratch
  VEC(Graph) graphs; // outer ones first
  Map graph_of;      // Region * -> index + 1
  Map live_args;     // block arguments that are needed
  bool again;        // a value that was already visited turned out to be needed
} Simplifier;

static bool has_one_block(const Region *region) { return region->first == region->last; }

// The blocks reachable from the entry, successors first. Block.number tells which were met.
static void post_order(Arena *arena, Region *region, BlockVec *out) {
  VEC(struct Visit { Block *block; uint32_t next; }) path = {0};
  region_each_block(region, block) block->number = 0;
  region->first->number = 1;
  vec_push(arena, &path, (struct Visit){region->first, 0});
  while (path.count) {
    struct Visit *visit = &vec_last(&path);
    const Operation *last = visit->block->last;
    if (!last || visit->next >= last->successor_count) {
      vec_push(arena, out, visit->block);
      path.count--;
      continue;
    }
    Block *to = op_successor(last, visit->next++);
    if (to->region != region || to->number) continue;
    to->number = 1;
    vec_push(arena, &path, (struct Visit){to, 0});
  }
}

static void add_graph(Simplifier *self, Region *region) {
  if (!region->first || has_one_block(region)) return;
  Graph *graph = vec_add(&self->arena, &self->graphs);
  *graph = (Graph){.region = region};
  post_order(&self->arena, region, &graph->order);
  map_put(&self->graph_of, map_key(region))->value = self->graphs.count;
}

static WalkResult add_graphs(Operation *op, void *data) {
  for (uint32_t r = 0; r < op->region_count; r++) add_graph(data, &op->regions[r]);
  return WALK_ADVANCE;
}

static const BlockVec *order_of(const Simplifier *self, const Region *region) {
  return &self->graphs.data[map_find(&self->graph_of, map_key(region))->value - 1].order;
}

// False: the operation around the region was erased.
static bool is_there(const Graph *graph) { return !(graph->region->op->flags & OP_ERASED) && graph->region->first; }

// ---------------------------------------------------------------------------------------------
// Blocks that cannot be reached

// Operations that use a value of an unreachable block are unreachable, too.
static void drop_uses(Value *value) {
  while (value->uses) op_drop_all_references(value->uses->owner);
}

static bool erase_unreachable(Simplifier *self) {
  bool erased = false;
  for (uint32_t i = 0; i < self->graphs.count; i++) {
    const Graph *graph = &self->graphs.data[i];
    if (!is_there(graph) || graph->order.count == region_block_count(graph->region)) continue;
    region_each_block(graph->region, block) block->number = 0;
    for (uint32_t k = 0; k < graph->order.count; k++) graph->order.data[k]->number = 1;
    for (Block *block = graph->region->first, *next; block; block = next) {
      next = block->next;
      if (block->number) continue;
      block_each_op(block, op) op_drop_all_references(op);
      block_each_op(block, op)
        for (uint32_t r = 0; r < op->result_count; r++) drop_uses(op_result(op, r));
      for (uint32_t k = 0; k < block->arg_count; k++) drop_uses(block->args[k]);
      while (block->uses) op_drop_all_references(block->uses->owner);
      block_erase(block);
      erased = true;
    }
  }
  return erased;
}

// ---------------------------------------------------------------------------------------------
// Dead code: OP_MARK says that an operation is needed

static bool arg_is_live(const Simplifier *self, const Value *arg) { return map_find(&self->live_args, map_key(arg)) != NULL; }

static void set_arg_live(Simplifier *self, const Value *arg) {
  if (arg_is_live(self, arg)) return;
  // Branches to the block may have been met already.
  map_put(&self->live_args, map_key(arg));
  self->again = true;
}

static bool is_needed(const Simplifier *self, const Value *value) {
  for (const Use *use = value->uses; use; use = use->next) {
    const Operation *user = use->owner;
    if (op_is_branch(user) && op_has(user, TRAIT_TERMINATOR)) {
      const Value *arg = branch_target_arg(user, use_index(use));
      if (arg && !arg_is_live(self, arg)) continue;
    }
    if (user->flags & OP_MARK) return true;
  }
  return false;
}

// Users are visited before the definitions they use, so one pass over a region is enough, except for values that
// go through block arguments and for cycles in graph regions.
static void mark_region(Simplifier *self, Region *region);

static void mark_terminator(Simplifier *self, Operation *op) {
  op->flags |= OP_MARK;
  for (uint32_t s = 0; s < op->successor_count; s++) {
    const Block *to = op_successor(op, s);
    uint32_t known = op_is_branch(op) ? span_size(op_successor_operands(op, s)) : 0;
    for (uint32_t i = 0; i + known < to->arg_count; i++) set_arg_live(self, to->args[i]);
  }
}

static void mark_op(Simplifier *self, Operation *op, bool ssa) {
  for (uint32_t r = 0; r < op->region_count; r++) mark_region(self, &op->regions[r]);
  if (op_has(op, TRAIT_TERMINATOR)) {
    mark_terminator(self, op);
  } else if (!(op->flags & OP_MARK)) {
    bool needed = !op_would_be_trivially_dead(op);
    for (uint32_t i = 0; i < op->result_count && !needed; i++) needed = is_needed(self, op_result(op, i));
    if (needed) op->flags |= OP_MARK;
    if (needed && !ssa && op->operand_count) self->again = true;
  }
}

static void mark_region(Simplifier *self, Region *region) {
  if (!region->first) return;
  bool ssa = region_is_ssa(region);
  if (has_one_block(region)) {
    for (Operation *op = region->first->last; op; op = op->prev) mark_op(self, op, ssa);
    return;
  }
  const BlockVec *order = order_of(self, region);
  for (uint32_t i = 0; i < order->count; i++) {
    Block *block = order->data[i];
    for (Operation *op = block->last; op; op = op->prev) mark_op(self, op, ssa);
    if (block_is_entry(block)) continue;
    for (uint32_t k = 0; k < block->arg_count; k++)
      if (!arg_is_live(self, block->args[k]) && is_needed(self, block->args[k])) set_arg_live(self, block->args[k]);
  }
}

static void erase_dead_operands(Simplifier *self, Operation *op) {
  if (!op || !op_is_branch(op)) return;
  for (uint32_t s = op->successor_count; s-- > 0;) {
    const Block *to = op_successor(op, s);
    uint32_t made = branch_made_args(op, s);
    for (uint32_t i = to->arg_count; i-- > made;)
      if (!arg_is_live(self, to->args[i])) branch_erase_operand(self->module, op, s, i - made);
  }
}

static void erase_tree(Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    while (op->results[i].uses) op_drop_all_references(op->results[i].uses->owner);
  op_erase(op);
}

static bool erase_dead(Simplifier *self, Region *region);

// Clear the marks again.
static bool erase_dead_ops(Simplifier *self, Block *block) {
  bool erased = false;
  for (Operation *op = block->last, *prev; op; op = prev) {
    prev = op->prev;
    if (!(op->flags & OP_MARK)) {
      erase_tree(op);
      erased = true;
      continue;
    }
    op->flags &= (uint16_t)~OP_MARK;
    for (uint32_t r = 0; r < op->region_count; r++) erased |= erase_dead(self, &op->regions[r]);
  }
  return erased;
}

static bool erase_dead(Simplifier *self, Region *region) {
  if (!region->first) return false;
  if (has_one_block(region)) return erase_dead_ops(self, region->first);
  const BlockVec *order = order_of(self, region);
  bool erased = false;
  // Operands go before arguments, so that the two are counted alike.
  for (uint32_t i = 0; i < order->count; i++) erase_dead_operands(self, order->data[i]->last);
  for (uint32_t i = 0; i < order->count; i++) erased |= erase_dead_ops(self, order->data[i]);
  for (Block *block = region->first->next; block; block = block->next)
    for (uint32_t i = block->arg_count; i-- > 0;)
      if (!arg_is_live(self, block->args[i])) block_erase_arg(block, i);
  return erased;
}

static WalkResult clear_mark(Operation *op, void *data) {
  (void)data;
  op->flags &= (uint16_t)~OP_MARK;
  return WALK_ADVANCE;
}

static bool erase_dead_code(Simplifier *self, Region *region) {
  map_init(&self->live_args, &self->arena);
  do {
    self->again = false;
    mark_region(self, region);
  } while (self->again && !self->arena.mem->exhausted);
  if (!self->arena.mem->exhausted) return erase_dead(self, region);
  region_each_block(region, block) block_each_op(block, op) op_walk_pre(op, clear_mark, NULL);
  return false;
}

// ---------------------------------------------------------------------------------------------
// Blocks that do the same

// Where an operand that differs between merged blocks stands.
typedef struct Place {
  uint32_t op, operand;
} Place;

typedef struct Cluster {
  Block *leader;
  uint32_t hash;
  BlockVec others;
  VEC(Place) places;      // in order
} Cluster;

static uint32_t hash_block(const Block *block) {
  uint32_t hash = 1;
  block_each_op(block, op) hash = hash_mix(hash, op_hash_apart_from_operands(op));
  return hash;
}

static bool is_used_outside(const Value *value, const Block *block) {
  for (const Use *use = value->uses; use; use = use->next)
    if (use->owner->block != block) return true;
  return false;
}

static bool can_be_merged(const Block *block) {
  block_each_op(block, op)
    for (uint32_t r = 0; r < op->region_count; r++)
      if (op->regions[r].first) return false;
  for (uint32_t i = 0; i < block->arg_count; i++)
    if (is_used_outside(block->args[i], block)) return false;
  return true;
}

static bool is_predecessor(const Block *from, const Block *block) {
  for (const BlockUse *use = block->uses; use; use = use->next)
    if (use->owner->block == from) return true;
  return false;
}

// A predecessor's terminator cannot pass on its own results.
static bool can_become_argument(const Block *block, const Value *value) {
  const Operation *def = value_def(value);
  return !def || def != block_terminator(def->block) || !is_predecessor(def->block, block);
}

// Inside two blocks that are walked in step, equal places mean equal values.
static bool same_place(const Value *a, const Value *b, const Map *pairs) {
  if (a->is_arg || b->is_arg) return a->is_arg && b->is_arg && a->index == b->index;
  return a->index == b->index && map_get(pairs, value_def(a)) == value_def(b);
}

static void insert_place(Arena *arena, Cluster *cluster, Place place) {
  uint32_t at = cluster->places.count;
  while (at && (cluster->places.data[at - 1].op > place.op ||
                (cluster->places.data[at - 1].op == place.op && cluster->places.data[at - 1].operand > place.operand)))
    at--;
  if (at && cluster->places.data[at - 1].op == place.op && cluster->places.data[at - 1].operand == place.operand) return;
  vec_push(arena, &cluster->places, place);
  for (uint32_t i = cluster->places.count - 1; i > at; i--) cluster->places.data[i] = cluster->places.data[i - 1];
  cluster->places.data[at] = place;
}

static bool add_to_cluster(Simplifier *self, Cluster *cluster, Block *block, uint32_t hash) {
  Block *leader = cluster->leader;
  if (cluster->hash != hash || leader->arg_count != block->arg_count) return false;
  for (uint32_t i = 0; i < block->arg_count; i++)
    if (leader->args[i]->type != block->args[i]->type) return false;
  VEC(Place) places = {0};
  Map pairs;
  map_init(&pairs, &self->arena);
  Operation *a = leader->first, *b = block->first;
  for (uint32_t at = 0; a && b; a = a->next, b = b->next, at++) {
    if (!op_same_apart_from_operands(a, b)) return false;
    for (uint32_t i = 0; i < a->operand_count; i++) {
      Value *x = op_operand(a, i), *y = op_operand(b, i);
      if (x == y) continue;
      bool inside = value_block(x) == leader;
      if (x->type != y->type || inside != (value_block(y) == block)) return false;
      if (inside) {
        if (!same_place(x, y, &pairs)) return false;
      } else {
        if (!can_become_argument(leader, x) || !can_become_argument(block, y)) return false;
        vec_push(&self->arena, &places, (Place){at, i});
      }
    }
    for (uint32_t i = 0; i < a->result_count; i++)
      if (is_used_outside(op_result(b, i), block) || is_used_outside(op_result(a, i), leader)) return false;
    map_set(&pairs, a, b);
  }
  if (a || b) return false;
  for (uint32_t i = 0; i < places.count; i++) insert_place(&self->arena, cluster, places.data[i]);
  vec_push(&self->arena, &cluster->others, block);
  return true;
}

static bool predecessors_are_branches(const Block *block) {
  for (const BlockUse *use = block->uses; use; use = use->next)
    if (!op_is_branch(use->owner)) return false;
  return true;
}

static void append_to_predecessors(Simplifier *self, Block *block, Value *const *values, uint32_t count) {
  for (BlockUse *use = block->uses; use; use = use->next)
    branch_append_operands(self->module, use->owner, (uint32_t)(use - use->owner->successors), values, count);
}

// Make the operands that differ arguments; those that are alike in every block become one.
static bool pass_as_arguments(Simplifier *self, Cluster *cluster) {
  uint32_t blocks = cluster->others.count + 1, count = cluster->places.count, old_count = cluster->leader->arg_count;
  if (!predecessors_are_branches(cluster->leader)) return false;
  for (uint32_t i = 0; i < cluster->others.count; i++)
    if (!predecessors_are_branches(cluster->others.data[i])) return false;
  Value **values = arena_new(&self->arena, Value *, (size_t)blocks * count + 1);
  if (!values) return false;
  for (uint32_t k = 0; k < blocks; k++) {
    Operation *op = k ? cluster->others.data[k - 1]->first : cluster->leader->first;
    for (uint32_t i = 0, at = 0; i < count; i++) {
      Place place = cluster->places.data[i];
      for (; at < place.op; at++) op = op->next;
      Value *value = values[(size_t)k * count + i] = op_operand(op, place.operand);
      if (!k) op_set_operand(op, place.operand, block_add_arg(self->module, cluster->leader, value->type, value_loc(value)));
    }
  }
  Map first;
  map_init(&first, &self->arena);
  for (uint32_t i = 0; i < count; i++) {
    MapEntry *entry = map_put(&first, map_key(values[i]));
    if (!entry->value) entry->value = i + 1;
  }
  uint32_t kept = 0;
  uint32_t *keep = arena_new(&self->arena, uint32_t, count + 1);
  bool *drop = arena_new(&self->arena, bool, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t same = (uint32_t)map_find(&first, map_key(values[i]))->value - 1;
    drop[i] = same != i;
    for (uint32_t k = 1; k < blocks && drop[i]; k++) drop[i] = values[(size_t)k * count + same] == values[(size_t)k * count + i];
    if (drop[i])
      value_replace_all(cluster->leader->args[old_count + i], cluster->leader->args[old_count + same]);
    else
      keep[kept++] = i;
  }
  for (uint32_t i = count; i-- > 0;)
    if (drop[i]) block_erase_arg(cluster->leader, old_count + i);
  Value **passed = arena_new(&self->arena, Value *, kept + 1);
  for (uint32_t k = 0; k < blocks; k++) {
    for (uint32_t i = 0; i < kept; i++) passed[i] = values[(size_t)k * count + keep[i]];
    append_to_predecessors(self, k ? cluster->others.data[k - 1] : cluster->leader, passed, kept);
  }
  return true;
}

static bool merge_cluster(Simplifier *self, Cluster *cluster) {
  if (!cluster->others.count) return false;
  if (cluster->places.count && !pass_as_arguments(self, cluster)) return false;
  for (uint32_t i = 0; i < cluster->others.count; i++) {
    Block *block = cluster->others.data[i];
    for (BlockUse *use; (use = block->uses);)
      op_set_successor(use->owner, (uint32_t)(use - use->owner->successors), cluster->leader);
    block_erase(block);
  }
  return true;
}

typedef struct Group {
  const Block *first;
  VEC(Cluster) clusters;
  struct Group *next;
} Group;

static bool same_successors(const Block *a, const Block *b) {
  const Operation *x = a->last, *y = b->last;
  uint32_t count = x ? x->successor_count : 0;
  if (count != (y ? y->successor_count : 0)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (op_successor(x, i) != op_successor(y, i)) return false;
  return true;
}

static uint32_t hash_successors(const Block *block) {
  uint32_t hash = 7;
  for (uint32_t i = 0; block->last && i < block->last->successor_count; i++)
    hash = hash_mix(hash, map_key(op_successor(block->last, i)));
  return hash;
}

static bool merge_blocks_of(Simplifier *self, Region *region) {
  if (!region->first || has_one_block(region)) return false;
  Map groups;
  map_init(&groups, &self->arena);
  VEC(Group *) all = {0};
  for (Block *block = region->first->next; block; block = block->next) {
    MapEntry *entry = map_put(&groups, hash_successors(block));
    Group *group = (Group *)entry->value;
    while (group && !same_successors(group->first, block)) group = group->next;
    if (!group) {
      group = arena_new(&self->arena, Group, 1);
      *group = (Group){.first = block, .next = (Group *)entry->value};
      entry->value = (uintptr_t)group;
      vec_push(&self->arena, &all, group);
    }
    if (!can_be_merged(block)) continue;
    uint32_t hash = hash_block(block);
    bool added = false;
    for (uint32_t i = 0; i < group->clusters.count && !added; i++)
      added = add_to_cluster(self, &group->clusters.data[i], block, hash);
    if (!added) vec_push(&self->arena, &group->clusters, (Cluster){.leader = block, .hash = hash});
  }
  bool merged = false;
  for (uint32_t g = 0; g < all.count; g++)
    for (uint32_t i = 0; i < all.data[g]->clusters.count; i++) merged |= merge_cluster(self, &all.data[g]->clusters.data[i]);
  return merged;
}

static bool merge_identical_blocks(Simplifier *self) {
  bool changed = false;
  for (uint32_t i = 0; i < self->graphs.count; i++)
    while (is_there(&self->graphs.data[i]) && merge_blocks_of(self, self->graphs.data[i].region)) changed = true;
  return changed;
}

// ---------------------------------------------------------------------------------------------
// Arguments that always get the same value

static Value *passed_value(const BlockUse *use, uint32_t arg) {
  Span span = op_successor_operands(use->owner, (uint32_t)(use - use->owner->successors));
  uint32_t made = use->block->arg_count - span_size(span);
  return arg < made || arg - made >= span_size(span) ? NULL : op_operand(use->owner, span.begin + arg - made);
}

static Value *common_value(const Block *block, uint32_t arg) {
  Value *common = NULL;
  for (const BlockUse *use = block->uses; use; use = use->next) {
    Value *value = op_is_branch(use->owner) ? passed_value(use, arg) : NULL;
    if (!value || (common && value != common)) return NULL;
    common = value;
  }
  return common;
}

static bool drop_same_args(Simplifier *self, Block *block) {
  U32Vec dropped = {0};
  for (uint32_t i = 0; i < block->arg_count; i++) {
    Value *value = common_value(block, i);
    if (!value) continue;
    value_replace_all(block->args[i], value);
    vec_push(&self->arena, &dropped, i);
  }
  for (uint32_t k = dropped.count; k-- > 0;) {
    uint32_t arg = dropped.data[k];
    for (BlockUse *use = block->uses; use; use = use->next) {
      uint32_t successor = (uint32_t)(use - use->owner->successors);
      branch_erase_operand(self->module, use->owner, successor, arg - branch_made_args(use->owner, successor));
    }
    block_erase_arg(block, arg);
  }
  return dropped.count > 0;
}

static bool drop_redundant_args(Simplifier *self) {
  bool changed = false;
  for (uint32_t i = 0; i < self->graphs.count; i++) {
    if (!is_there(&self->graphs.data[i])) continue;
    region_each_block(self->graphs.data[i].region, block)
      if (block->arg_count && block->uses) changed |= drop_same_args(self, block);
  }
  return changed;
}

// ---------------------------------------------------------------------------------------------

bool erase_unreachable_blocks(Module *module, Region *region) {
  Simplifier self = {.module = module};
  arena_init(&self.arena, &module->context->mem);
  map_init(&self.graph_of, &self.arena);
  add_graph(&self, region);
  region_each_block(region, block)
    block_each_op(block, op)
      if (op->region_count) op_walk_pre(op, add_graphs, &self);
  bool changed = self.graphs.count && erase_unreachable(&self);
  arena_free(&self.arena);
  return changed;
}

bool simplify_regions(Module *module, Region *region, bool merge) {
  Simplifier self = {.module = module};
  arena_init(&self.arena, &module->context->mem);
  map_init(&self.graph_of, &self.arena);
  add_graph(&self, region);
  region_each_block(region, block) block_each_op(block, op) op_walk_pre(op, add_graphs, &self);
  bool changed = false;
  if (!module->context->mem.exhausted) {
    changed = erase_unreachable(&self);
    changed |= erase_dead_code(&self, region);
    if (merge) {
      changed |= merge_identical_blocks(&self);
      changed |= drop_redundant_args(&self);
    }
  }
  arena_free(&self.arena);
  return changed;
}
